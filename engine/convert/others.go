package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/money"
)

var ohhTypes = map[string]string{
	"sites/holdem": "Holdem", "sites/shortdeck": "ShortDeck", "sites/omaha": "Omaha", "sites/omaha8": "OmahaHiLo", "sites/omaha5": "Omaha5", "sites/omaha6": "Omaha6",
	"mixed/nt": "Holdem", "mixed/ft": "Holdem", "mixed/pt": "Holdem", "mixed/ns": "ShortDeck", "mixed/po": "Omaha", "mixed/fo": "Omaha", "mixed/fo8": "OmahaHiLo", "mixed/po8": "OmahaHiLo",
}

var ohhLimits = map[betting.Structure]string{betting.Fixed: "FL", betting.PotLimit: "PL", betting.NoLimit: "NL"}

type object = map[string]any

// writeOHH writes an object of Open Hand History 1.4. Amounts of actions are the chips
// that go in.
func writeOHH(b []byte, n int, h *Hand) ([]byte, []string, error) {
	game, s, rec := h.Played.Plan().Game, h.stakes(), h.Record
	kind, limit := ohhTypes[game.ID], ohhLimits[s.Structure]
	switch {
	case kind == "" || limit == "":
		return b, nil, fmt.Errorf("open hand history has no name for %s", game.Name)
	case len(game.Boards) > 0:
		return b, nil, errors.New("open hand history has no words for several boards")
	case h.Played.Pending() != nil:
		return b, nil, errors.New("the hand is not played to its end")
	}
	m := func(units int64) json.Number { return json.Number(money.Text(units, rec.Scale)) }
	id := rec.HandID.String()
	if id == "" {
		id = fmt.Sprint(n)
	}
	currency := rec.Currency
	if currency == "" && rec.Scale > 1 {
		currency = "USD"
	}
	small := s.Small.Lo / 2
	for _, a := range rec.Blinds {
		if a > 0 && a < s.Small.Lo {
			small = a
		}
	}
	start := time.Date(int(rec.Year), time.Month(max(1, rec.Month)), int(max(1, rec.Day)), 0, 0, 0, 0, time.UTC).Add(rec.Time)
	var players []object
	for i := range rec.N() {
		players = append(players, object{"id": i, "seat": h.chair(i), "name": h.name(i), "display": h.name(i), "starting_stack": m(rec.Starting[i])})
	}
	w := ohh{h: h, m: m}
	w.rounds()
	pots := h.Played.Result().Pots
	list := make([]object, max(1, pots.N))
	wins := map[[2]int]int64{}
	for i := range h.Events {
		if e := &h.Events[i]; (e.Kind == hand.Awarded || e.Kind == hand.Won) && e.Amount > 0 {
			wins[[2]int{int(max(0, e.Pot)), int(e.Seat)}] += e.Amount
		}
	}
	rake := h.rake()
	for k := range list {
		sum := int64(0)
		var won []object
		for i := range rec.N() {
			if a := wins[[2]int{k, i}]; a > 0 {
				sum += a
				won = append(won, object{"player_id": i, "win_amount": m(a)})
			}
		}
		taken := int64(0)
		if k == 0 {
			taken = rake
		}
		list[k] = object{"number": k, "amount": m(sum + taken), "rake": m(taken), "player_wins": won}
	}
	doc, err := json.MarshalIndent(object{"ohh": object{
		"spec_version": "1.4.6", "site_name": rec.Venue, "network_name": rec.Venue, "internal_version": "cardroom",
		"tournament": currency == "", "game_number": id, "start_date_utc": start.Format(time.RFC3339), "table_name": rec.TableID.String(),
		"game_type": kind, "bet_limit": object{"bet_type": limit, "bet_cap": m(0)}, "table_size": max(rec.N(), int(rec.SeatCount)), "currency": currency,
		"dealer_seat": h.chair(rec.N() - 1), "small_blind_amount": m(small), "big_blind_amount": m(s.Small.Lo), "ante_amount": m(slices.Max(append([]int64{0}, rec.Antes...))),
		"flags": []string{}, "players": players, "rounds": w.list, "pots": list,
	}}, "", "  ")
	if n > 1 {
		b = append(b, '\n')
	}
	return append(append(b, doc...), '\n'), h.lost(), err
}

type ohh struct {
	h      *Hand
	m      func(int64) json.Number
	list   []object
	action int
}

var ohhStreets = map[int]string{3: "Flop", 4: "Turn", 5: "River"}

func (w *ohh) rounds() {
	w.round("Preflop", nil)
	antes, blinds := make([]int64, w.h.Record.N()), make([]int64, w.h.Record.N())
	for i := range antes {
		entry := hand.Crosswise(i, w.h.Record.N())
		if entry < len(w.h.Record.Antes) {
			antes[i] = w.h.Record.Antes[entry]
		}
		if entry < len(w.h.Record.Blinds) {
			blinds[i] = w.h.Record.Blinds[entry]
		}
	}
	big, board, showdown := w.h.stakes().Small.Lo, 0, false
	for i := range w.h.Events {
		e := &w.h.Events[i]
		switch e.Kind {
		case hand.PostedAnte, hand.PostedDead:
			name := "Post Dead"
			if antes[e.Seat] > 0 {
				name, antes[e.Seat] = "Post Ante", 0
			}
			w.act(e, name, e.Amount, nil)
		case hand.Posted:
			name := "Post Extra Blind"
			switch blind := blinds[e.Seat]; {
			case blind > big:
				name = "Straddle"
			case blind == big:
				name = "Post BB"
			case blind > 0:
				name = "Post SB"
			}
			blinds[e.Seat] = 0
			w.act(e, name, e.Amount, nil)
		case hand.Dealt:
			if known(e.List()) {
				w.act(e, "Dealt Cards", 0, e.List())
			}
		case hand.Boarded:
			board += len(e.List())
			w.round(ohhStreets[board], e.List())
		case hand.Folded:
			w.act(e, "Fold", 0, nil)
		case hand.Checked:
			w.act(e, "Check", 0, nil)
		case hand.Called:
			w.act(e, "Call", e.Amount, nil)
		case hand.Bet:
			w.act(e, "Bet", e.Amount, nil)
		case hand.Raised, hand.Completed:
			w.act(e, "Raise", e.Amount, nil)
		case hand.Shown, hand.Mucked:
			if !showdown {
				showdown = true
				w.round("Showdown", nil)
			}
			if e.Kind == hand.Shown && known(e.List()) {
				w.act(e, "Shows Cards", 0, e.List())
			} else {
				w.act(e, "Mucks Cards", 0, nil)
			}
		}
	}
}

func (w *ohh) round(street string, board []cards.Card) {
	w.list = append(w.list, object{"id": len(w.list), "street": street, "cards": texts(board), "actions": []object{}})
}

func texts(cs []cards.Card) []string {
	out := make([]string, len(cs))
	for i, c := range cs {
		out[i] = c.String()
	}
	return out
}

func (w *ohh) act(e *hand.Event, name string, amount int64, cs []cards.Card) {
	round := w.list[len(w.list)-1]
	a := object{"action_number": w.action, "player_id": int(e.Seat), "action": name, "amount": w.m(amount), "is_allin": e.AllIn}
	if cs != nil {
		a["cards"] = texts(cs)
	}
	w.action++
	round["actions"] = append(round["actions"].([]object), a)
}

// writeACPC writes a line of a log. The competition plays hold'em with the same stacks in
// every hand, fixed limit or no limit.
func writeACPC(b []byte, n int, h *Hand) ([]byte, []string, error) {
	rec, s, game := h.Record, h.stakes(), h.Played.Plan().Game
	noLimit := s.Structure == betting.NoLimit
	if game.ID != "sites/holdem" && game.ID != "mixed/nt" && game.ID != "mixed/ft" || s.Structure == betting.PotLimit || len(game.Boards) > 0 || rec.N() > 10 {
		return b, nil, errors.New("the competition plays hold'em only, fixed limit or no limit, with one board")
	}
	small, big, stack := int64(5), int64(10), int64(1000)
	if noLimit {
		small, big, stack = 50, 100, 20_000
	}
	blinds := make([]int64, rec.N())
	blinds[0], blinds[1] = small*rec.Scale, big*rec.Scale // also with two players, where the entries stand crosswise
	switch {
	case s.Small.Lo != big*rec.Scale || !slices.Equal(rec.Blinds, blinds):
		return b, nil, fmt.Errorf("a log has blinds of %d and %d and nothing else that is posted", small, big)
	case slices.ContainsFunc(rec.Starting, func(c int64) bool { return c != stack*rec.Scale }):
		return b, nil, fmt.Errorf("every stack of a log is %d", stack)
	case slices.ContainsFunc(rec.Antes, func(a int64) bool { return a != 0 }) || h.rake() > 0:
		return b, nil, errors.New("a log has neither antes nor a rake")
	case h.Played.Pending() != nil:
		return b, nil, errors.New("the hand is not played to its end")
	}
	var acts, board strings.Builder
	before := make([]int64, rec.N())
	put := make([]int64, rec.N())
	for i := range h.Events {
		e := &h.Events[i]
		switch e.Kind {
		case hand.Boarded:
			acts.WriteByte('/')
			board.WriteByte('/')
			board.WriteString(cards.Format(e.List()))
			copy(before, put)
		case hand.Posted:
			put[e.Seat] += e.Amount
		case hand.Folded:
			acts.WriteByte('f')
		case hand.Checked:
			acts.WriteByte('c')
		case hand.Called:
			acts.WriteByte('c')
			put[e.Seat] += e.Amount
		case hand.Bet, hand.Raised, hand.Completed:
			put[e.Seat] += e.Amount
			acts.WriteByte('r')
			if noLimit {
				acts.WriteString(money.Text(put[e.Seat], rec.Scale))
			}
		case hand.Returned:
			put[e.Seat] -= e.Amount
		}
	}
	holes, nets, names := make([]string, rec.N()), make([]string, rec.N()), make([]string, rec.N())
	for i := range rec.N() {
		if cs := h.Played.Hole(i); known(cs) {
			holes[i] = cards.Format(cs)
		}
		nets[i] = money.Text(h.Played.Net(i), rec.Scale)
		names[i] = strings.NewReplacer("|", "_", ":", "_").Replace(h.name(i))
	}
	if n == 1 {
		kind := "limit"
		if noLimit {
			kind = "nolimit"
		}
		b = fmt.Appendf(b, "# name/game/hands/seed converted holdem.%s.%dp.game\n", kind, rec.N())
	}
	b = fmt.Appendf(b, "STATE:%d:%s:%s%s:%s:%s\n", n-1, acts.String(), strings.Join(holes, "|"), board.String(), strings.Join(nets, "|"), strings.Join(names, "|"))
	return b, append(h.lost(), "table, time and seats"), nil
}
