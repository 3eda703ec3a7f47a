package scribe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/history"
)

// memory is what the stages reuse from hand to hand.
type memory struct {
	circle  circle
	account account
	deal    deal
	pots    betting.List
	rest    []int64 // what may be left out of the pot that a file states
	known   []int64 // the pots that it may state
	nums    [][]int64
	texts   []string
	stated  []history.Pos
	raws    map[string]string
}

// list returns memory for the k-th list with a number per player.
func (m *memory) list(k, players int) []int64 {
	for len(m.nums) <= k {
		m.nums = append(m.nums, make([]int64, 0, 10))
	}
	m.nums[k] = append(m.nums[k][:0], make([]int64, players)...)
	return m.nums[k]
}

// paper is the last stage: the fields of the hand.
type paper struct {
	*history.Hand
	told  *Scribe
	order *circle
	money *account
	story *story // as the deal left it
}

// players fills in the fields with an entry per player.
func (w *paper) players() {
	h, s, money, m, n := w.Hand, w.told, w.money, w.told.memory, len(w.order.seats)
	h.Starting, h.Finishing, h.Winnings, h.Seats = m.list(0, n), m.list(1, n), m.list(2, n), m.list(3, n)
	h.Blinds = nil
	if s.Game.Kind != Stud {
		h.Blinds = m.list(4, n)
	}
	h.Antes = m.list(5, n)
	m.texts, m.stated = m.texts[:0], m.stated[:0]
	full := w.order.fullBlind()
	for k, i := range w.order.seats {
		p := &s.seats[i]
		h.Starting[k] = p.stack
		h.Finishing[k] = p.stack - money.put[i] + money.back[i] + money.won[i]
		h.Winnings[k], h.Seats[k] = money.won[i], w.order.number[i]
		if p.joined && p.stack == unknownStack {
			h.Starting[k], h.Finishing[k] = history.Infinite, history.Infinite
		}
		m.texts, m.stated = append(m.texts, p.name), append(m.stated, p.told)
		entry := k
		if n == 2 {
			entry = 1 - k
		}
		if s.antes > 0 {
			h.Antes[entry] = p.ante
		}
		if h.Blinds == nil {
			continue
		}
		h.Blinds[entry] = p.blind
		if int(i) == w.order.big && p.blind < full && p.put >= p.stack { // what was due, not what the player had
			h.Blinds[entry] = full
		}
	}
	if money.apart > 0 { // nobody knows who has them
		h.Finishing, h.Winnings = nil, nil
	}
	h.Players, h.Stated, h.AnteTrimming = m.texts, m.stated, s.antes != 1
}

// fullBringIn returns the full bring-in: if a player is all in for less, it is what others call.
func (w *paper) fullBringIn() int64 {
	s, full := w.told, w.told.bringIn
	if full == 0 {
		return 0
	}
	for i := range w.story.events {
		switch e := &w.story.events[i]; e.kind {
		case evBringIn:
			if p := &s.seats[e.seat]; p.put < p.stack {
				return full
			}
		case evCall:
			full = max(full, e.amount)
		case evRaiseTo, evBet, evCheck:
			return full
		case evStreet:
			if full > s.bringIn {
				return full
			}
		}
	}
	return full
}

// stakes fills in the betting limits.
func (w *paper) stakes() {
	h, s, full, stud := w.Hand, w.told, w.order.fullBlind(), w.told.Game.Kind == Stud
	h.Variant = s.Game.Variant
	h.BringIn, h.SmallBet, h.BigBet, h.MinBet = w.fullBringIn(), 0, 0, 0
	if s.Limit != Fixed {
		if h.MinBet = max(1, full); stud {
			h.MinBet = max(1, s.big)
		}
		return
	}
	if stud {
		w.betsOfStud()
	}
	if stud && h.BringIn == 0 && s.fixedS > 0 {
		// a hand that begins with a full bet: the ante, or half of the small bet
		w.BringIn = w.told.fixedS / 2
		if ante := slices.Max(w.Antes); ante > 0 && ante < w.told.fixedS {
			w.BringIn = ante
		}
		w.Infer(0, fmt.Sprintf("a bring-in of %s, which nobody pays and the file does not name", text(w.BringIn)))
	}
	h.SmallBet, h.BigBet = s.fixedS, s.fixedB
	if w.order.big >= 0 && full != s.fixedS && !stud {
		h.SmallBet, h.BigBet = full, 2*full
	}
}

// betsOfStud infers the bets of a fixed limit from the betting, if the file does not name them, or names half of them or twice as much: the
// small bet on the first two streets, the big bet from then on.
func (w *paper) betsOfStud() {
	s, t := w.told, w.story
	street, small, full, opened := 0, s.bringIn*2, false, false
	for i := range t.events {
		e := &t.events[i]
		if e.kind == evStreet {
			street++
			opened = false
		}
		if e.kind != evBet && e.kind != evRaiseTo {
			continue
		}
		raises := opened
		if opened = true; s.fixedS > 0 && (raises || street == 2 && e.amount == s.fixedB) { // with an open pair
			continue
		}
		if small = e.amount; street > 2 {
			small /= 2
		}
		if p := &s.seats[e.seat]; p.put < p.stack { // not the last chips
			full = true
			break
		}
	}
	if named := s.fixedS; named == 0 || full && (small == 2*named || 2*small == named) {
		s.fixedS, s.fixedB = small, 2*small
		w.Infer(0, fmt.Sprintf("the bets of %s and %s, which the file does not name", text(small), text(2*small)))
	}
}

// extras fills in the fields of the superset.
func (w *paper) extras() {
	s, money := w.told, w.money
	add := func(given bool, key string, raw func() string) {
		if given {
			w.Extra = append(w.Extra, history.Extra{Key: key, Raw: raw()})
		}
	}
	player := func(seat int) int { return int(w.order.player[seat]) + 1 }
	add(s.Site != "" || s.runs > 1, history.KeyOptions, w.options)
	add(s.Limit == PotLimit, history.KeyLimit, func() string { return "'pot'" })
	add(s.Cap > 0, history.KeyCap, func() string { return "'" + text(s.Cap) + "'" })
	add(s.added > 0, history.KeyAdded, func() string { return "'" + text(s.added) + "'" })
	for i := range s.n {
		if s.seats[i].sold && money.won[i] > 0 {
			s.Aside(i, history.AsideSold, -money.won[i])
		}
	}
	add(len(s.asides) > 0, history.KeyAside, func() string {
		var list []string
		for _, a := range s.asides {
			if s.seats[a.seat].in {
				list = append(list, fmt.Sprintf("'p%d %s %s'", player(a.seat), a.what, text(a.amount)))
			}
		}
		return "[" + strings.Join(list, ", ") + "]"
	})
	add(s.hero >= 0 && s.seats[max(s.hero, 0)].in, history.KeyHero, func() string { return strconv.Itoa(player(int(s.hero))) })
	add(money.rake > 0, history.KeyRake, money.rakeText)
	add(s.fee > 0, history.KeyJackpotFee, func() string { return "'" + text(s.fee) + "'" })
}

// options returns the readings of the game, including the site's, as a TOML table.
func (w *paper) options() string {
	var list []string
	s := w.told
	if s.Site != "" {
		list = append(list, "site = '"+s.Site+"'")
	}
	if s.runs > 1 {
		// the streets that are dealt several times, after the cards that are dealt once
		once := w.story.laid()
		often, from := "twice", "river"
		if s.runs == 3 {
			often = "three times"
		}
		switch {
		case once < 3:
			from = "flop"
		case once == 3:
			from = "turn"
		}
		list = append(list, "runs = '"+(often+" from the "+from)+"'")
	}
	key := strings.Join(list, ", ")
	raw, ok := s.memory.raws[key]
	if !ok {
		if s.memory.raws == nil {
			s.memory.raws = map[string]string{}
		}
		raw = "{ " + key + " }"
		s.memory.raws[key] = raw
	}
	return raw
}

// rescale converts the amounts to the unit of the table: a hundredth of money, a whole chip; finer if the file is.
func (w *paper) rescale() error {
	w.Scale = Unit
	scales := []int64{1, 100, Unit}
	if w.told.Money && !w.told.Tournament {
		scales = scales[1:]
	}
	var err error
	for _, scale := range scales {
		if err = w.Rescale(scale); err == nil {
			return nil
		}
	}
	return w.ErrorAt(0, history.CodeMoney, err.Error(), "")
}
