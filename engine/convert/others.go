package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/money"
	"cardroom/engine/plan"
)

// ohhStandard are the game names of the standard.
var ohhStandard = []string{"Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"}

var ohhLimits = map[betting.Structure]string{betting.Fixed: "FL", betting.PotLimit: "PL", betting.NoLimit: "NL"}

type object = map[string]any

// writeOHH writes an object of Open Hand History 1.4. The amounts of actions are the chips put in.
func writeOHH(h *Hand) (*Text, error) {
	game := h.Played.Plan().Game
	w := ohh{h: h, kind: names[game.ID].ohh, limit: ohhLimits[h.stakes().Structure], posts: h.posts()}
	if w.kind == "" || w.limit == "" {
		return nil, fmt.Errorf("open hand history has no name for %s", game.Name)
	}
	if err := h.unfinished(); err != nil {
		return nil, err
	}
	if w.stud = len(h.Record.Blinds) == 0; w.stud {
		w.round(studStreets[0], nil)
	} else {
		w.round("Preflop", nil)
	}
	for i := range h.Events {
		w.event(&h.Events[i])
	}
	o := w.table()
	var out []object
	for i := range w.h.Record.N() {
		out = append(out, object{"id": i, "seat": w.h.chair(i), "name": w.h.name(i), "display": w.h.name(i), "starting_stack": w.m(w.h.Record.Starting[i])})
	}
	o["players"], o["rounds"], o["pots"] = out, w.list, w.pots()
	doc, err := json.MarshalIndent(object{"ohh": o}, "", "  ")
	number := -1
	if _, before, ok := bytes.Cut(doc, []byte(noNumber)); ok {
		number = len(doc) - len(before) - len(`"`)
	}
	lost := h.lost()
	if _, known := h.Record.UTC(); !known {
		lost = append(lost, "the time zone, which is not known: the time is written as if it were UTC")
	}
	if !slices.Contains(ohhStandard, w.kind) {
		lost = append(lost, "the game by a name of the standard: it is written as "+w.kind)
	}
	return &Text{Bytes: append(doc, '\n'), Number: number, Lost: lost}, err
}

// noNumber is the encoded id of a hand without a number.
const noNumber = `"game_number": ""`

// ohh writes one hand as Open Hand History.
type ohh struct {
	h           *Hand
	kind, limit string
	posts       *posts
	list        []object // rounds
	action      int
	laid        int // cards of all boards so far
	stud        bool
	up          betting.Set // seats with an up card of the street
	drawing     bool        // a draw is in progress
	drew        betting.Set // seats that have drawn in the round
	streets     int         // of stud, or draws, after the first
	showdown    bool
}

func (w *ohh) m(units int64) json.Number {
	return json.Number(money.Text(units, w.h.Record.Scale))
}

// table returns an object with table, game and stakes.
func (w *ohh) table() object {
	rec, big := w.h.Record, w.h.stakes().Small.Lo
	currency := rec.Currency
	if currency == "" && w.h.inMoney() {
		currency = "USD"
	}
	small := big / 2
	for _, a := range rec.Blinds {
		if a > 0 && a < big {
			small = a
		}
	}
	most := w.m(0)
	if text, ok := history.Value[string](rec, history.KeyCap); ok {
		most = json.Number(text)
	}
	start, _ := rec.UTC()
	table := object{
		"spec_version": "1.4.6", "site_name": rec.Venue, "network_name": rec.Venue, "internal_version": "cardroom",
		"tournament": currency == "", "game_number": rec.HandID.String(), "start_date_utc": start.Format(time.RFC3339), "table_name": rec.TableID.String(),
		"game_type": w.kind, "bet_limit": object{"bet_type": w.limit, "bet_cap": most}, "table_size": max(rec.N(), int(rec.SeatCount)), "currency": currency,
		"dealer_seat": w.h.chair(rec.N() - 1), "small_blind_amount": w.m(small), "big_blind_amount": w.m(big), "ante_amount": w.m(slices.Max(append([]int64{0}, rec.Antes...))),
		"flags": []string{},
	}
	if hero, ok := history.Value[int64](rec, history.KeyHero); ok && 1 <= hero && hero <= int64(rec.N()) {
		table["hero_player_id"] = hero - 1
	}
	return table
}

// pots returns the pots with their winners; the rake is listed with the first.
func (w *ohh) pots() []object {
	list := make([]object, max(1, w.h.Played.Result().Pots.N))
	wins := map[[2]int]int64{}
	for i := range w.h.Events {
		if e := &w.h.Events[i]; e.Kind.Facts().Pays.Wins() && e.Amount > 0 {
			wins[[2]int{int(max(0, e.Pot)), int(e.Seat)}] += e.Amount
		}
	}
	taken := w.h.rake()
	for k := range list {
		sum := taken
		var won []object
		for i := range w.h.Record.N() {
			if a := wins[[2]int{k, i}]; a > 0 {
				sum += a
				won = append(won, object{"player_id": i, "win_amount": w.m(a)})
			}
		}
		list[k] = object{"number": k, "amount": w.m(sum), "rake": w.m(taken), "player_wins": won}
		taken = 0
	}
	return list
}

var ohhStreets = map[int]string{3: "Flop", 4: "Turn", 5: "River"}

// ohhPosts and ohhDeeds are the standard's words for actions with chips.
var (
	ohhPosts = map[post]string{
		ante: "Post Ante", deadPost: "Post Dead", smallBlind: "Post SB", bigBlind: "Post BB", buttonBlind: "Post BB", straddle: "Straddle", extraBlind: "Post Extra Blind",
	}
	ohhDeeds = map[hand.Act]string{
		hand.Folds: "Fold", hand.Checks: "Check", hand.Calls: "Call", hand.Bets: "Bet", hand.Raises: "Raise", hand.Completes: "Raise", hand.BringsIn: "Bring In",
	}
)

func (w *ohh) event(e *hand.Event) {
	f := e.Kind.Facts()
	switch {
	case f.FromLast:
		w.act(e, "Add to Pot", e.Amount, nil)
	case f.Pays.Forced():
		w.act(e, ohhPosts[w.posts.of(e)], e.Amount, nil)
	case f.DealsTo(plan.ZoneHand):
		w.dealt(e)
	case f.DealsTo(plan.ZoneBoard):
		w.lay(e)
	case f.Draws:
		if seat := betting.Bit(int(e.Seat)); !w.drawing || w.drew&seat != 0 {
			w.drawing, w.drew = true, 0
			w.round(draws[min(w.streets, len(draws)-1)], nil)
			w.streets++
		}
		w.drew |= betting.Bit(int(e.Seat))
		if e.N == 0 {
			w.act(e, "Stands Pat", 0, nil)
		} else {
			w.act(e, "Discards", 0, e.List())
		}
	case f.Act != hand.NoAct:
		w.act(e, ohhDeeds[f.Act], e.Amount, nil)
	case f.AtShowdown:
		if !w.showdown {
			w.showdown = true
			w.round("Showdown", nil)
		}
		if f.Shows && known(e.List()) {
			w.act(e, "Shows Cards", 0, e.List())
		} else {
			w.act(e, "Mucks Cards", 0, nil)
		}
	}
}

// Names for the streets of stud and for draws, which the standard lacks.
var (
	studStreets = []string{"Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street"}
	draws       = []string{"First Draw", "Second Draw", "Third Draw"}
)

// dealt writes cards of a seat; unknown stud cards come before the others and are omitted.
func (w *ohh) dealt(e *hand.Event) {
	cs := e.List()
	if w.stud {
		if w.up.Has(int(e.Seat)) { // a seat gets one up card per street, or the last card down
			w.up = 0
			w.streets++
			w.round(studStreets[min(w.streets, len(studStreets)-1)], nil)
		}
		if e.Kind.Facts().Sight == plan.SeenByAll {
			w.up |= betting.Bit(int(e.Seat))
		}
		for len(cs) > 0 && !cs[0].Known() {
			cs = cs[1:]
		}
	}
	if known(cs) {
		w.act(e, "Dealt Cards", 0, cs)
	}
}

// lay writes a street of the board. If there are several boards, each has a round for that street.
func (w *ohh) lay(e *hand.Event) {
	if w.stud {
		w.streets++
		w.round(studStreets[len(studStreets)-1], e.List())
		return
	}
	fresh := e.List()
	if w.laid == 0 && len(fresh) == 1 { // the open card of Courchevel
		w.list[0]["cards"], w.laid = texts(fresh), 1
		return
	}
	run := bits.TrailingZeros(uint(w.h.Played.BoardsOf(w.laid)))
	w.laid += len(fresh)
	board := w.h.Played.BoardOf(nil, run)
	w.round(ohhStreets[slices.Index(board, fresh[0])+len(fresh)], fresh)
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
	if e.Kind.Facts().Act != hand.NoAct {
		w.drawing = false
	}
	round := w.list[len(w.list)-1]
	a := object{"action_number": w.action, "player_id": int(e.Seat), "action": name, "amount": w.m(amount), "is_allin": e.AllIn}
	if e.Seat < 0 {
		a["player_id"] = nil
	}
	if cs != nil {
		a["cards"] = texts(cs)
	}
	w.action++
	round["actions"] = append(round["actions"].([]object), a)
}

// writeACPC writes a line of a log. The Annual Computer Poker Competition plays hold'em with the same stacks in every hand, fixed limit or no limit.
func writeACPC(h *Hand) (*Text, error) {
	rec, s, game := h.Record, h.stakes(), h.Played.Plan().Game
	noLimit := s.Structure == betting.NoLimit
	if game.ID != "sites/holdem" && game.ID != "mixed/nt" && game.ID != "mixed/ft" || s.Structure == betting.PotLimit || len(game.Boards) > 0 || rec.N() > 10 {
		return nil, errors.New("the competition plays hold'em only, fixed limit or no limit, with one board")
	}
	small, big, stack := int64(5), int64(10), int64(1000)
	if noLimit {
		small, big, stack = 50, 100, 20_000
	}
	blinds := make([]int64, rec.N())
	blinds[0], blinds[1] = small*rec.Scale, big*rec.Scale // also with two players, whose entries are crosswise
	switch {
	case s.Small.Lo != big*rec.Scale || !slices.Equal(rec.Blinds, blinds):
		return nil, fmt.Errorf("a log has blinds of %d and %d, and no other posts", small, big)
	case slices.ContainsFunc(rec.Starting, func(c int64) bool { return c != stack*rec.Scale }):
		return nil, fmt.Errorf("every stack in a log is %d", stack)
	case slices.ContainsFunc(rec.Antes, func(a int64) bool { return a != 0 }) || h.rake() > 0 || h.Played.CarriedIn() > 0:
		return nil, errors.New("a log cannot have antes, a rake or chips of the house")
	}
	if err := h.unfinished(); err != nil {
		return nil, err
	}
	acts, board := acpcActions(h, noLimit)
	if !noLimit && tooMany(acts) {
		return nil, errors.New("a log has at most four bets a round")
	}
	holes, nets, names := make([]string, rec.N()), make([]string, rec.N()), make([]string, rec.N())
	for i := range rec.N() {
		if cs := h.Played.Hole(i); known(cs) {
			holes[i] = cards.Format(cs)
		}
		nets[i] = money.Text(h.Played.Net(i), rec.Scale)
		names[i] = strings.NewReplacer("|", "_", ":", "_").Replace(h.name(i))
	}
	kind := "limit"
	if noLimit {
		kind = "nolimit"
	}
	text := fmt.Sprintf("STATE::%s:%s%s:%s:%s\n", acts, strings.Join(holes, "|"), board, strings.Join(nets, "|"), strings.Join(names, "|"))
	return &Text{
		Bytes: []byte(text), Number: len("STATE:"), Lost: append(h.lost(), "table, time and seats"),
		Head: fmt.Sprintf("# name/game/hands/seed converted holdem.%s.%dp.game\n", kind, rec.N()),
	}, nil
}

// acpcActions returns the actions of a hand and the cards of the board.
func acpcActions(h *Hand, noLimit bool) (string, string) {
	var acts, board strings.Builder
	put := make([]int64, h.Record.N())
	for i := range h.Events {
		e := &h.Events[i]
		f := e.Kind.Facts()
		switch f.Act {
		case hand.Folds:
			acts.WriteByte('f')
		case hand.Checks, hand.Calls:
			acts.WriteByte('c')
		}
		switch {
		case f.DealsTo(plan.ZoneBoard):
			acts.WriteByte('/')
			board.WriteByte('/')
			board.WriteString(cards.Format(e.List()))
		case f.Act.Aggressive():
			put[e.Seat] += e.Amount
			acts.WriteByte('r')
			if noLimit {
				acts.WriteString(money.Text(put[e.Seat], h.Record.Scale))
			}
		case f.Pays == hand.PaysBlind, f.Act == hand.Calls:
			put[e.Seat] += e.Amount
		case f.Pays == hand.GetsBack:
			put[e.Seat] -= e.Amount
		}
	}
	return acts.String(), board.String()
}

// tooMany reports whether a fixed-limit round has more than four bets, including the big blind.
func tooMany(acts string) bool {
	for i, round := range strings.Split(acts, "/") {
		if bets := strings.Count(round, "r"); bets > 4 || i == 0 && bets > 3 {
			return true
		}
	}
	return false
}
