package hand_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// The games of these tests are written as data. Seats are called A, B, C… and
// amounts are whole units, so that a case reads like an example of a rule book.

func bet(open plan.Opener, tier plan.Tier) plan.Step {
	return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: open, Tier: tier}}
}

func best(parts ...plan.Part) *plan.ShowdownStep { return &plan.ShowdownStep{Parts: parts} }

var (
	high      = plan.Part{Name: "high", Ranking: rank.High}
	omahaHigh = plan.Part{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3)}
	omahaLow  = plan.Part{Name: "low", Ranking: rank.EightOrBetter, Use: plan.Exactly(2, 3)}
	leftSB    = plan.Forced{Amount: plan.SmallBlind, Left: 1}
	leftBB    = plan.Forced{Amount: plan.BigBlind, Left: 2, HeadsUp: 1}
)

// The steps of a game with a board, by index.
const (
	stepDeal = iota
	stepPreflop
	stepBurn1
	stepFlop
	stepFlopBet
	stepBurn2
	stepTurn
	stepTurnBet
	stepBurn3
	stepRiver
	stepRiverBet
	stepShowdown
)

// boardGame returns a game with a board: hole cards, flop, turn, river.
func boardGame(hole int, show *plan.ShowdownStep) *plan.Game {
	return &plan.Game{
		ID: "test/board", Name: "Board", MinSeats: 2, MaxSeats: 10,
		Forced:  []plan.Forced{leftSB, leftBB},
		Betting: betting.Rules{Cap: 4, BlindCounts: true, CapOff: betting.CapNow, StraddleIsBlind: true},
		Stakes:  plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			stepDeal:     {Kind: plan.Deal, Count: hole},
			stepPreflop:  bet(plan.LeftOfBlind, plan.Small),
			stepBurn1:    {Kind: plan.Burn, Count: 1},
			stepFlop:     {Kind: plan.Board, Count: 3},
			stepFlopBet:  bet(plan.LeftOfButton, plan.Small),
			stepBurn2:    {Kind: plan.Burn, Count: 1},
			stepTurn:     {Kind: plan.Board, Count: 1},
			stepTurnBet:  bet(plan.LeftOfButton, plan.Big),
			stepBurn3:    {Kind: plan.Burn, Count: 1},
			stepRiver:    {Kind: plan.Board, Count: 1},
			stepRiverBet: bet(plan.LeftOfButton, plan.Big),
			stepShowdown: {Kind: plan.Showdown, Show: show},
		},
	}
}

func holdem() *plan.Game { return boardGame(2, best(high)) }

func omaha8() *plan.Game { return boardGame(4, best(omahaHigh, omahaLow)) }

// with returns a game after a change.
func with(g *plan.Game, change func(g *plan.Game)) *plan.Game {
	change(g)
	return g
}

// stakes returns stakes in whole units: fixed 2-4 with blinds 1 and 2, or no limit
// or pot limit 1-2.
func stakes(s betting.Structure) plan.Stakes {
	st := plan.Stakes{
		Name: s.String(), Structure: s, Small: plan.Range{Lo: 2, Hi: 2}, Big: plan.Range{Lo: 4, Hi: 4},
		SB: 1, BB: 2, Chip: 1, Scale: 1,
	}
	if s >= betting.PotLimit {
		st.Small, st.Big = plan.Range{Lo: 2}, plan.Range{Lo: 2}
	}
	return st
}

var (
	fixed   = stakes(betting.Fixed)
	noLimit = stakes(betting.NoLimit)
)

func bind(t testing.TB, g *plan.Game, s plan.Stakes) *plan.AtStakes {
	t.Helper()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// stacks returns n equal stacks.
func stacks(n int, each int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = each
	}
	return out
}

// deckOf returns the deck of a game with these cards on top, in order.
func deckOf(g *plan.Game, top string) []cards.Card {
	deck := cards.MustParse(top)
	used := cards.SetOf(deck...)
	for _, c := range g.Deck.Append(nil) {
		if !used.Has(c) {
			deck = append(deck, c)
		}
	}
	return deck
}

// dealt returns a deck that deals the seats these hole cards ("Ah Kh" for A, …)
// with the button on the last seat, and then the board, with burn cards that no
// seat or board has.
func dealt(g *plan.Game, board string, holes ...string) []cards.Card {
	var order []cards.Card
	named := cards.SetOf(cards.MustParse(board + strings.Join(holes, ""))...)
	var blanks []cards.Card
	for _, c := range g.Deck.Append(nil) {
		if !named.Has(c) {
			blanks = append(blanks, c)
		}
	}
	n := len(cards.MustParse(holes[0]))
	for k := range n {
		for _, h := range holes {
			order = append(order, cards.MustParse(h)[k])
		}
	}
	for i, c := range cards.MustParse(board) {
		if i == 0 || i >= 3 {
			order = append(order, blanks[0])
			blanks = blanks[1:]
		}
		order = append(order, c)
	}
	return append(order, blanks...)
}

// game is a hand in progress with its log.
type game struct {
	t testing.TB
	h hand.Hand
	l hand.Log
}

// start begins a hand in memory that has been used before.
func start(t testing.TB, s hand.Setup) *game {
	t.Helper()
	g := &game{t: t}
	testkit.Scribble(&g.h)
	s.Log = &g.l
	if err := g.h.Start(&s); err != nil {
		t.Fatal(err)
	}
	g.conserved()
	return g
}

// conserved fails if chips or cards are not conserved.
func (g *game) conserved() {
	g.t.Helper()
	if !g.h.Conserved() {
		g.t.Fatal("the chips do not add up to the starting stacks")
	}
	var seen cards.Set
	n := 0
	count := func(cs []cards.Card) {
		for _, c := range cs {
			if c.Known() {
				seen = seen.With(c)
				n++
			}
		}
	}
	count(g.h.Board())
	for i := range g.h.Seats() {
		count(g.h.Hole(i))
		if g.h.Stack(i) < 0 || g.h.Wagered(i) < 0 {
			g.t.Fatalf("seat %c has %d chips and %d in front", 'A'+i, g.h.Stack(i), g.h.Wagered(i))
		}
	}
	if seen.Len() != n {
		g.t.Fatal("a card appears twice")
	}
}

// action parses "C call", "D raise 4" (to 4), "A show Ah Kh", "dealer B 2c 3c",
// "dealer board 2c 3c 4c".
func action(text string) (a hand.Action, err error) {
	w := strings.Fields(text)
	a.Seat = int8(w[0][0] - 'A')
	rest := w[2:]
	switch w[1] {
	case "fold":
		a.Kind = hand.Fold
	case "check":
		a.Kind = hand.Check
	case "call":
		a.Kind = hand.Call
	case "bet", "raise", "allin", "complete":
		a.Kind = hand.RaiseTo
		_, err = fmt.Sscan(w[2], &a.Amount)
		return a, err
	case "show":
		a.Kind = hand.Show
	case "muck":
		a.Kind = hand.Muck
	case "board":
		a.Kind = hand.DealBoard
	default: // dealer B 2c 3c
		if w[0] != "dealer" || len(w[1]) != 1 {
			return a, fmt.Errorf("unknown action")
		}
		a.Kind, a.Seat = hand.DealTo, int8(w[1][0]-'A')
	}
	var cs []cards.Card
	if cs, err = cards.Read(strings.Join(rest, "")); err != nil {
		return a, err
	}
	return a.WithCards(cs), nil
}

// do plays actions, one per line or separated by commas.
func (g *game) do(script string) {
	g.t.Helper()
	for _, line := range strings.FieldsFunc(script, func(r rune) bool { return r == ',' || r == '\n' }) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		a, err := action(line)
		if err == nil {
			err = g.h.Apply(a)
		}
		if err != nil {
			g.t.Fatalf("%q: %v", line, err)
		}
		g.conserved()
	}
}

// refuses plays an action that must be refused with this error and change nothing.
func (g *game) refuses(line, want string) {
	g.t.Helper()
	a, err := action(line)
	if err != nil {
		g.t.Fatal(err)
	}
	before, events := g.h, len(g.l.Events)
	err = g.h.Apply(a)
	illegal, ok := err.(*hand.IllegalError)
	switch {
	case err == nil:
		g.t.Fatalf("%q is accepted, want: %s", line, want)
	case !ok:
		g.t.Fatalf("%q: %v, want an IllegalError", line, err)
	case !strings.Contains(illegal.Reason, want):
		g.t.Errorf("%q: %q, want %q", line, illegal.Reason, want)
	}
	if !g.h.Same(&before) || len(g.l.Events) != events {
		g.t.Errorf("%q was refused, and the hand has changed", line)
	}
}

// asks fails unless the description of the pending decision is this one.
func (g *game) asks(want string) {
	g.t.Helper()
	got := "over"
	if d := g.h.Pending(); d != nil {
		got = g.h.Legal()
	}
	if got != want {
		g.t.Errorf("asked: %s\n want: %s", got, want)
	}
}

// nets fails unless the hand is over and the seats have won or lost these amounts.
func (g *game) nets(want ...int64) {
	g.t.Helper()
	if g.h.Pending() != nil {
		g.t.Fatalf("the hand is not over: %s", g.h.Legal())
	}
	for i, w := range want {
		if got := g.h.Net(i); got != w {
			g.t.Errorf("%c: net %+d, want %+d", 'A'+i, got, w)
		}
	}
	if len(want) != g.h.Seats() {
		g.t.Errorf("%d nets for %d seats", len(want), g.h.Seats())
	}
	if g.h.PutIn() != g.h.PaidOut()+g.h.House() {
		g.t.Errorf("%d were put in, %d paid out and %d collected", g.h.PutIn(), g.h.PaidOut(), g.h.House())
	}
}

// tell describes an event in a few words.
func tell(e *hand.Event) string {
	who := "-"
	if e.Seat >= 0 {
		who = string(rune('A' + e.Seat))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", who, e.Kind)
	if e.N > 0 {
		fmt.Fprintf(&b, " %s", cards.Spaced(e.List()))
	}
	if e.Amount != 0 {
		fmt.Fprintf(&b, " %d", e.Amount)
	}
	if e.To != 0 && e.To != e.Amount {
		fmt.Fprintf(&b, " to %d", e.To)
	}
	if e.Kind == hand.Awarded {
		fmt.Fprintf(&b, " pot %d part %d", e.Pot, e.Part)
	}
	if e.Kind == hand.Redealt && e.Part != 0 {
		fmt.Fprintf(&b, " part %d", e.Part)
	}
	if e.AllIn {
		b.WriteString(" all-in")
	}
	return b.String()
}

// told describes the events of some kinds, or all events if no kind is given.
func (g *game) told(kinds ...hand.EventKind) []string {
	var out []string
	for i := range g.l.Events {
		e := &g.l.Events[i]
		wanted := len(kinds) == 0
		for _, k := range kinds {
			wanted = wanted || e.Kind == k
		}
		if wanted {
			out = append(out, tell(e))
		}
	}
	return out
}

// tells fails unless the events of these kinds, in order, are these lines.
func (g *game) tells(want string, kinds ...hand.EventKind) {
	g.t.Helper()
	var lines []string
	for _, line := range strings.Split(want, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if got := strings.Join(g.told(kinds...), "\n"); got != strings.Join(lines, "\n") {
		g.t.Errorf("told:\n%s\n\nwant:\n%s", got, strings.Join(lines, "\n"))
	}
}

// choose decides at random, as the batch runner does.
func choose(d *hand.Decision, r *hand.Source) hand.Action {
	a := hand.Action{Seat: d.Seat}
	o := &d.Options
	p := r.Below(100)
	switch {
	case o.CanRaise() && p < 25:
		a.Kind, a.Amount = hand.RaiseTo, o.MinTo
		if r.Below(100) >= 60 {
			to := o.MinTo + int64(r.Below(uint64(o.MaxTo-o.MinTo+1)))
			a.Amount = max(o.MinTo, to-to%o.Chip)
		}
	case o.Call > 0 && p < 40:
		a.Kind = hand.Fold
	case o.CanCheck:
		a.Kind = hand.Check
	default:
		a.Kind = hand.Call
	}
	return a
}

// playOn plays a hand to its end at random.
func playOn(t testing.TB, h *hand.Hand, r *hand.Source) {
	t.Helper()
	for d := h.Pending(); d != nil; d = h.Pending() {
		if err := h.Apply(choose(d, r)); err != nil {
			t.Fatal(err)
		}
	}
}

// somePlans returns games that together use every feature of hold'em and Omaha.
func somePlans(t testing.TB) map[string]*plan.AtStakes {
	spread := plan.Stakes{
		Name: "spread", Structure: betting.Spread, Small: plan.Range{Lo: 2, Hi: 4}, Big: plan.Range{Lo: 2, Hi: 8},
		SB: 1, BB: 2, Chip: 1, Scale: 1,
	}
	antes := noLimit
	antes.Ante = 1
	return map[string]*plan.AtStakes{
		"fixed hold'em":    bind(t, holdem(), fixed),
		"no-limit hold'em": bind(t, with(holdem(), func(g *plan.Game) { g.MaxSeats = 22 }), noLimit),
		"no-limit hold'em with antes": bind(t, with(holdem(), func(g *plan.Game) {
			g.Forced, g.Stakes.Default = append([]plan.Forced{{Amount: plan.Ante, Everybody: true}}, g.Forced...), "2-4 ante 1"
		}), antes),
		"hold'em by suit, the button pays": bind(t, with(boardGame(2, best(plan.Part{Name: "high", Ranking: rank.High, BySuit: true})), func(g *plan.Game) {
			fee := &plan.CollectStep{From: plan.FromButton, Rates: []plan.Rate{{Players: 10, Amount: 300}}}
			g.Steps = append([]plan.Step{{Kind: plan.Collect, Collect: fee}}, g.Steps...)
			g.Betting.ShortAllIn = betting.ActionOnly
		}), fixed),
		"spread hold'em, drop of the blinds": bind(t, with(holdem(), func(g *plan.Game) {
			g.Steps[stepBurn2] = plan.Step{Kind: plan.Collect, Collect: &plan.CollectStep{From: plan.FromBlinds}}
			g.Forced = []plan.Forced{{Amount: plan.SmallBlind}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}}
		}), spread),
		"pot-limit omaha, fee at the flop": bind(t, with(boardGame(4, best(omahaHigh)), func(g *plan.Game) {
			fee := &plan.CollectStep{Rates: []plan.Rate{{Players: 10, Amount: 500}}}
			g.Steps[stepBurn2] = plan.Step{Kind: plan.Collect, Collect: fee}
			g.Steps[stepShowdown].Show.OddChip = betting.AllNearest
			g.Betting.PotMinIsBet = true
		}), stakes(betting.PotLimit)),
		"fixed omaha hi-lo": bind(t, omaha8(), fixed),
	}
}

func BenchmarkHoldem(b *testing.B) {
	s := hand.Setup{Plan: bind(b, holdem(), noLimit), Stacks: stacks(6, 200), Seed: 1}
	var h hand.Hand
	r := hand.NewSource(1, 2)
	b.ReportAllocs()
	for b.Loop() {
		s.Number++
		s.Button = int(s.Number % 6)
		if err := h.Start(&s); err != nil {
			b.Fatal(err)
		}
		playOn(b, &h, &r)
		if !h.Conserved() {
			b.Fatal("the chips do not add up")
		}
	}
}
