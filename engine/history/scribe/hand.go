package scribe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/history"
	"cardroom/engine/seating"
)

// The last stage: the fields of the hand, from what the stages before have found.

// shareBoard finds the streets common to all boards if a file lists them only with the first: the
// other boards have fewer streets.
func (s *Scribe) shareBoard() {
	var streets [8]int
	for i := range s.events {
		if e := &s.events[i]; e.kind == evRun {
			streets[min(int(e.amount), len(streets)-1)]++
		}
	}
	for i := 0; i < len(s.events) && s.runs > 1 && streets[0] > streets[1]; i++ {
		if e := &s.events[i]; e.kind == evRun && e.amount == 0 {
			e.kind = evBoard
			streets[0]--
		}
	}
}

// options returns the readings of the game, including the site's, as a TOML table.
func (s *Scribe) options() string {
	text := ""
	if s.site != "" {
		text = "site = '" + s.site + "'"
	}
	if s.runs > 1 {
		if text != "" {
			text += ", "
		}
		text += "runs = '" + s.runsText() + "'"
	}
	return text
}

// runsText returns the option for the streets that are dealt several times.
func (s *Scribe) runsText() string {
	once := 0
	for i := range s.events {
		if e := &s.events[i]; e.kind == evBoard {
			once += int(e.n)
		}
	}
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
	return often + " from the " + from
}

// mayNotMuck shows the named hands of players who are said to muck at a showdown and collect: 888 and PPPoker write so of hands that win
// after others were shown.
func (s *Scribe) mayNotMuck() {
	shown := seating.Set(0)
	for i := range s.events {
		if s.events[i].kind == evShow {
			shown |= seating.Bit(int(s.events[i].seat))
		}
	}
	for i := range s.events {
		e := &s.events[i]
		if e.kind != evMuck || s.runs > 0 || shown&^seating.Bit(int(e.seat)) == 0 {
			continue
		}
		if p := &s.seats[e.seat]; p.won > 0 && int(p.held) == s.game.Hole {
			e.kind = evShow
			s.with(e, p.hole[:p.held])
			s.h.Infer(e.pos, p.name+" mucks and collects: the hand counts as shown")
		}
	}
}

// Finish completes the hand.
func (s *Scribe) Finish() error {
	h := s.h
	if s.refused != nil {
		return s.refused
	}
	s.shareBoard()
	if s.runs > 0 && (s.runs > 3 || s.game.Kind != Board) {
		return h.ErrorAt(s.runAt, history.CodeGame, fmt.Sprintf("the board is dealt %d times", s.runs), "")
	}
	if err := s.sit(); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	for i := range s.n {
		if p := &s.seats[i]; p.sold && p.won > 0 {
			s.Aside(i, history.AsideSold, -p.won)
		}
	}
	s.mayNotMuck()
	s.forced()
	s.leave()
	if err := s.play(); err != nil {
		return err
	}
	s.stakes()
	s.extras()
	return s.rescale(h)
}

// list returns memory for a list with a number per player.
func (s *Scribe) list(k int) []int64 {
	for len(s.nums) <= k {
		s.nums = append(s.nums, make([]int64, 0, 10))
	}
	s.nums[k] = append(s.nums[k][:0], make([]int64, len(s.order))...)
	return s.nums[k]
}

// forced fills in the fields with an entry per player.
func (s *Scribe) forced() {
	h, n := s.h, len(s.order)
	h.Starting, h.Finishing, h.Winnings, h.Seats = s.list(0), s.list(1), s.list(2), s.list(3)
	h.Blinds = nil
	if s.game.Kind != Stud {
		h.Blinds = s.list(4)
	}
	h.Antes = s.list(5)
	s.texts = s.texts[:0]
	full := s.fullBlind()
	for k, i := range s.order {
		p := &s.seats[i]
		h.Starting[k] = p.stack
		h.Finishing[k] = p.stack - p.put + p.back + p.won
		h.Winnings[k], h.Seats[k] = p.won, p.number
		if p.joined && p.stack == unknownStack {
			h.Starting[k], h.Finishing[k] = history.Infinite, history.Infinite
		}
		s.texts = append(s.texts, p.name)
		entry := k
		if n == 2 {
			entry = 1 - k
		}
		h.Antes[entry] = p.ante
		if h.Blinds == nil {
			continue
		}
		h.Blinds[entry] = p.blind
		if int(i) == s.bigSeat && p.blind < full && p.put >= p.stack { // what was due, not what the player had
			h.Blinds[entry] = full
		}
	}
	if s.apart > 0 { // nobody knows who has them
		h.Finishing, h.Winnings = nil, nil
	}
	h.Players = s.texts
	h.AnteTrimming = s.antes != 1
	if s.antes == 0 {
		h.Antes = s.list(5)
	}
}

// fullBlind returns the full big blind.
func (s *Scribe) fullBlind() int64 {
	posted := int64(0)
	if s.bigSeat >= 0 {
		p := &s.seats[s.bigSeat]
		if header := s.headerBlind(); p.put < p.stack || header > 0 && p.blind > header {
			return p.blind
		}
		posted = p.blind
	}
	if s.smallSeat >= 0 && s.headerBlind() == 0 {
		return max(posted, 2*s.seats[s.smallSeat].blind)
	}
	return max(posted, s.headerBlind())
}

func (s *Scribe) headerBlind() int64 {
	if s.limit == Fixed {
		return s.fixedS
	}
	return s.big
}

// fullBringIn returns the full bring-in: if a player is all in for less, it is what others call.
func (s *Scribe) fullBringIn() int64 {
	full := s.bringIn
	if full == 0 {
		return 0
	}
	for i := range s.events {
		switch e := &s.events[i]; e.kind {
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
func (s *Scribe) stakes() {
	h := s.h
	h.Variant = s.game.Variant
	h.BringIn, h.SmallBet, h.BigBet, h.MinBet = s.fullBringIn(), 0, 0, 0
	full := s.fullBlind()
	if s.limit == Fixed {
		if s.fixedS == 0 && s.game.Kind == Stud {
			s.betsOfStud()
		}
		h.SmallBet, h.BigBet = s.fixedS, s.fixedB
		if h.BringIn == 0 && s.game.Kind == Stud && s.fixedS > 0 {
			s.unpaidBringIn()
		}
		if s.bigSeat >= 0 && full != s.fixedS && s.game.Kind != Stud {
			h.SmallBet, h.BigBet = full, 2*full
		}
		return
	}
	h.MinBet = max(1, full)
	if s.game.Kind == Stud {
		h.MinBet = max(1, s.big)
	}
}

// unpaidBringIn sets the bring-in of a hand that begins with a full bet: the ante, or half of the
// small bet.
func (s *Scribe) unpaidBringIn() {
	h := s.h
	h.BringIn = s.fixedS / 2
	if ante := slices.Max(h.Antes); ante > 0 && ante < s.fixedS {
		h.BringIn = ante
	}
	h.Infer(0, fmt.Sprintf("a bring-in of %s, which nobody pays and the file does not name", s.text(h.BringIn)))
}

// betsOfStud infers the bets of a fixed limit that the file does not name from the betting: the
// small bet on the first two streets, the big bet from then on.
func (s *Scribe) betsOfStud() {
	street, small := 0, s.bringIn*2
	for i := range s.events {
		e := &s.events[i]
		if e.kind == evStreet {
			street++
		}
		if e.kind != evBet && e.kind != evRaiseTo {
			continue
		}
		if small = e.amount; street > 2 {
			small /= 2
		}
		if p := &s.seats[e.seat]; p.put < p.stack { // not the last chips
			break
		}
	}
	s.fixedS, s.fixedB = small, 2*small
	s.h.Infer(0, fmt.Sprintf("the bets of %s and %s, which the file does not name", s.text(small), s.text(2*small)))
}

// extras fills in the fields of the superset.
func (s *Scribe) extras() {
	h := s.h
	if s.site != "" || s.runs > 1 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyOptions, Raw: s.raw(s.options())})
	}
	if s.limit == PotLimit {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyLimit, Raw: "'pot'"})
	}
	if s.cap > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyCap, Raw: "'" + s.text(s.cap) + "'"})
	}
	if s.added > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyAdded, Raw: "'" + s.text(s.added) + "'"})
	}
	if len(s.asides) > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyAside, Raw: s.asideText()})
	}
	if s.hero >= 0 && s.seats[s.hero].in {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyHero, Raw: strconv.Itoa(int(s.seats[s.hero].player) + 1)})
	}
	if s.rake > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyRake, Raw: s.rakeText()})
	}
}

// asideText returns the amounts received and paid outside the pot by players in the hand.
func (s *Scribe) asideText() string {
	var list []string
	for _, a := range s.asides {
		if p := &s.seats[a.seat]; p.in {
			list = append(list, fmt.Sprintf("'p%d %s %s'", p.player+1, a.what, s.text(a.amount)))
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// raw returns a table of options as TOML.
func (s *Scribe) raw(options string) string {
	if t, ok := s.raws[options]; ok {
		return t
	}
	if s.raws == nil {
		s.raws = map[string]string{}
	}
	t := "{ " + options + " }"
	s.raws[options] = t
	return t
}

// rescale converts the amounts to the unit of the table: a hundredth of money, a whole chip; finer
// if the file is.
func (s *Scribe) rescale(h *history.Hand) error {
	h.Scale = Unit
	scales := []int64{100, Unit}
	if !s.cents || s.whole {
		scales = []int64{1, 100, Unit}
	}
	var err error
	for _, scale := range scales {
		if err = h.Rescale(scale); err == nil {
			return nil
		}
	}
	return h.ErrorAt(0, history.CodeMoney, err.Error(), "")
}
