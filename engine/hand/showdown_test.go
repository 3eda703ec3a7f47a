package hand_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// TestShowingOrder checks that the last player to bet or raise in the final round
// shows first; without a bet in it, the first live seat left of the button does
// (G4, WSOP 145).
func TestShowingOrder(t *testing.T) {
	const checked = "A check, B check, C check, D check,"
	const called = "C call, D call, A call, B check,"
	for _, c := range []struct{ name, play, want string }{
		{"checked through", called + checked + checked + checked, "ABCD"},
		{"a bet on the river", called + checked + checked + "A check, B check, C bet 4, D call, A call, B call", "CDAB"},
		{"a raise on the river", called + checked + checked + "A check, B bet 4, C raise 8, D call, A fold, B call", "CDB"},
		{"the bettor was raised, raised again and was called", called + checked + checked + "A bet 4, B raise 8, C fold, D fold, A raise 12, B call", "AB"},
		{
			"a bet on the turn and none on the river",
			called + checked + "A check, B check, C bet 4, D call, A call, B call," + checked, "ABCD",
		},
		{
			"the first seats have folded", "C call, D call, A fold, B check, B check, C check, D check, B fold, C check, D check, C check, D check", "CD",
		},
	} {
		g := start(t, hand.Setup{Plan: bind(t, holdem(), fixed), Stacks: stacks(4, 100), Button: 3, Seed: 1})
		g.do(c.play)
		got := ""
		for _, line := range g.told(hand.Shown) {
			got += line[:1]
		}
		if got != c.want {
			t.Errorf("%s: shown in the order %s, want %s", c.name, got, c.want)
		}
	}
}

// awardCase is a showdown of seats that are all in, and the expected awards.
type awardCase struct {
	rule   string
	show   *plan.ShowdownStep
	odd    betting.OddChip
	chip   int64
	dead   int64 // additional dead money, posted by the last seat
	stacks []int64
	button int
	board  string
	cards  []string // by seat
	awards string
	nets   []int64
	split  bool
}

// TestAwards plays seats that are all in to a showdown, and checks who gets which
// chips of which pot.
func TestAwards(t *testing.T) {
	hilo := best(omahaHigh, omahaLow)
	suits := best(plan.Part{Name: "high", Ranking: rank.High, BySuit: true})
	highest := best(plan.Part{Name: "high", Ranking: rank.High, BySuit: true, HighestFirst: true})
	highestOmaha := best(plan.Part{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3), BySuit: true, HighestFirst: true})
	kingsHigh := []string{"Kh Kc 9s 9d", "5c 4c Qd Js"} // A is best for high, B for low with 8-7-6-5-4
	evenly := best(omahaHigh, omahaLow)
	evenly.Evenly = true
	identical := []string{"5c 4c Qd Js", "5s 4s Qh Jh", "5h 4d Qc Jc"} // the same straight, the same low
	for _, c := range append([]awardCase{
		{
			rule: "angies.holdem.community: both use the king of the board", show: best(high),
			stacks: []int64{4, 4}, button: 1, board: "Kh Qd 7c 4s 2h", cards: []string{"Kd 3c", "Ks 3d"},
			awards: "A awarded 4 pot 0 part 0\nB awarded 4 pot 0 part 0", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "angies.holdem.3: both play the board", show: best(high),
			stacks: []int64{4, 4}, button: 1, board: "As Ks Qs Js Ts", cards: []string{"2c 2d", "9h 8h"},
			awards: "A awarded 4 pot 0 part 0\nB awarded 4 pot 0 part 0", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "equal pairs, the suits of the pair decide", show: suits,
			stacks: []int64{4, 4}, button: 1, board: "9d Ks 5c 4h 2d", cards: []string{"9s Ac", "9h As"},
			awards: "A awarded 8 pot 0 part 0", nets: []int64{4, -4}, split: false,
		},
		{
			rule: "equal pairs, the suit of the highest card decides", show: highest,
			stacks: []int64{4, 4}, button: 1, board: "9d Ks 5c 4h 2d", cards: []string{"9s Ac", "9h As"},
			awards: "B awarded 8 pot 0 part 0", nets: []int64{-4, 4}, split: false,
		},
		{
			rule: "the same where two cards of the hand must play", show: highestOmaha,
			stacks: []int64{4, 4}, button: 1, board: "9d Ks 5c 4h 2d", cards: []string{"9s Ac 8c 7d", "9h As 8d 7h"},
			awards: "B awarded 8 pot 0 part 0", nets: []int64{-4, 4}, split: false,
		},
		{
			rule: "omaha-casino.win.3: 163 two ways, the odd chip nearest left of the button", show: best(omahaHigh), odd: betting.AllNearest, dead: 3,
			stacks: []int64{80, 80}, button: 1, board: "Kh Qd Jc 4s 2h", cards: []string{"Ah Td 9s 8s", "As Tc 3d 3c"},
			awards: "A awarded 82 pot 0 part 0\nB awarded 81 pot 0 part 0", nets: []int64{2, -2}, split: true,
		},
		{
			rule: "omaha-casino.win.3: with the button on the other seat", show: best(omahaHigh), odd: betting.AllNearest, dead: 3,
			stacks: []int64{80, 80}, button: 0, board: "Kh Qd Jc 4s 2h", cards: []string{"Ah Td 9s 8s", "As Tc 3d 3c"},
			awards: "B awarded 82 pot 0 part 0\nA awarded 81 pot 0 part 0", nets: []int64{1, -1}, split: true,
		},
		{
			rule: "omaha-casino.win.3: 80 three ways, all odd chips to one", show: best(high), odd: betting.AllNearest, dead: 2,
			stacks: []int64{26, 26, 26}, button: 2, board: "As Ks Qs Js Ts", cards: []string{"2c 2d", "9h 8h", "3c 3d"},
			awards: "A awarded 28 pot 0 part 0\nB awarded 26 pot 0 part 0\nC awarded 26 pot 0 part 0", nets: []int64{2, 0, -2}, split: true,
		},
		{
			rule: "the odd chip by suit, where two cards of the hand must play", show: best(omahaHigh), odd: betting.BySuit, dead: 1,
			stacks: []int64{10, 10, 10}, button: 2, board: "Kh Qd Jc 4s 2h", cards: []string{"Ad Td 9s 8s", "Ac Tc 3d 3c", "Ah Ts 3h 3s"},
			awards: "C awarded 11 pot 0 part 0\nA awarded 10 pot 0 part 0\nB awarded 10 pot 0 part 0", nets: []int64{0, 0, 0}, split: true,
		},
		{
			rule: "WSOP 149: 80 three ways, one odd chip each", show: best(high), dead: 2,
			stacks: []int64{26, 26, 26}, button: 2, board: "As Ks Qs Js Ts", cards: []string{"2c 2d", "9h 8h", "3c 3d"},
			awards: "A awarded 27 pot 0 part 0\nB awarded 27 pot 0 part 0\nC awarded 26 pot 0 part 0", nets: []int64{1, 1, -2}, split: true,
		},
		{
			rule: "angies.omaha8.5.odd: pot 21, high gets the odd chip", show: hilo, dead: 1,
			stacks: []int64{10, 10}, button: 1, board: "8c 7d 6h Ks Kd", cards: kingsHigh,
			awards: "A awarded 11 pot 0 part 0\nB awarded 10 pot 0 part 1", nets: []int64{1, -1}, split: true,
		},
		{
			rule: "angies.omaha8.5.odd: pot 23, the odd chip of the low half to the first left of the button", show: hilo, dead: 2,
			stacks: []int64{7, 7, 7}, button: 2, board: "8c 7d 6h Ks Kd", cards: append(kingsHigh, "5s 4s Qh Jh"),
			awards: "A awarded 12 pot 0 part 0\nB awarded 6 pot 0 part 1\nC awarded 5 pot 0 part 1", nets: []int64{5, -1, -4}, split: true,
		},
		{
			rule: "pot 106, identical hands: each half has its odd chip", show: hilo,
			stacks: []int64{53, 53}, button: 1, board: "8c 7d 6h Ks Kd", cards: identical[:2],
			awards: "A awarded 27 pot 0 part 0\nB awarded 26 pot 0 part 0\nA awarded 27 pot 0 part 1\nB awarded 26 pot 0 part 1", nets: []int64{1, -1}, split: true,
		},
		{
			rule: "Robert's Rules: pot 106, identical hands divide as evenly as possible", show: evenly,
			stacks: []int64{53, 53}, button: 1, board: "8c 7d 6h Ks Kd", cards: identical[:2],
			awards: "A awarded 27 pot 0 part 0\nB awarded 26 pot 0 part 0\nA awarded 26 pot 0 part 1\nB awarded 27 pot 0 part 1", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "the same with three hands, whoever gets other odd chips", show: evenly, odd: betting.AllNearest, dead: 1,
			stacks: []int64{33, 33, 33}, button: 2, board: "8c 7d 6h Ks Kd", cards: identical,
			awards: "A awarded 17 pot 0 part 0\nB awarded 17 pot 0 part 0\nC awarded 16 pot 0 part 0\nA awarded 17 pot 0 part 1\nB awarded 16 pot 0 part 1\nC awarded 17 pot 0 part 1",
			nets:   []int64{1, 0, -1}, split: true,
		},
		{
			rule: "two identical hands, and a third that ties for low alone", show: evenly, dead: 2,
			stacks: []int64{52, 52, 52}, button: 2, board: "8c 7d 3h Ks Kd", cards: []string{"Ah 2h Qd Js", "Ac 2c Qc Jc", "As 2d Th 9d"},
			awards: "A awarded 40 pot 0 part 0\nB awarded 39 pot 0 part 0\nA awarded 26 pot 0 part 1\nB awarded 27 pot 0 part 1\nC awarded 26 pot 0 part 1",
			nets:   []int64{14, 14, -28}, split: true,
		},
		{
			rule: "two identical hands, and a third that ties for high alone and is the first", show: evenly, dead: 1,
			stacks: []int64{55, 55, 55}, button: 2, board: "8c 7d 3h Ks Kd", cards: []string{"As Qs Th 9s", "Ah 2h Qd Js", "Ac 2c Qc Jc"},
			awards: "A awarded 28 pot 0 part 0\nB awarded 28 pot 0 part 0\nC awarded 27 pot 0 part 0\nB awarded 41 pot 0 part 1\nC awarded 42 pot 0 part 1",
			nets:   []int64{-27, 14, 13}, split: true,
		},
		{
			rule: "evenly changes nothing for hands that tie for low alone", show: evenly, dead: 2,
			stacks: []int64{7, 7, 7}, button: 2, board: "8c 7d 6h Ks Kd", cards: append(kingsHigh, "5s 4s Qh Jh"),
			awards: "A awarded 12 pot 0 part 0\nB awarded 6 pot 0 part 1\nC awarded 5 pot 0 part 1", nets: []int64{5, -1, -4}, split: true,
		},
		{
			rule: "angies.omaha8.5: pot 40, A high alone, B and C tie for low", show: hilo, dead: 1,
			stacks: []int64{13, 13, 13}, button: 2, board: "8c 7d 6h Ks Kd", cards: append(kingsHigh, "5s 4s Qh Jh"),
			awards: "A awarded 20 pot 0 part 0\nB awarded 10 pot 0 part 1\nC awarded 10 pot 0 part 1", nets: []int64{7, -3, -4}, split: true,
		},
		{
			rule: "omaha-cash.showdown.quarter: pot 120, A best high and a third of the low", show: hilo,
			stacks: []int64{40, 40, 40}, button: 2, board: "8c 7d 3h Ks Kd", cards: []string{"Ah 2h Kh 9d", "Ac 2c Qd Js", "As 2s Qh Jh"},
			awards: "A awarded 60 pot 0 part 0\nA awarded 20 pot 0 part 1\nB awarded 20 pot 0 part 1\nC awarded 20 pot 0 part 1",
			nets:   []int64{40, -20, -20}, split: true,
		},
		{
			rule: "angies.omaha8.two-two: one hand is best both ways", show: hilo,
			stacks: []int64{10, 10}, button: 1, board: "3d 4c 5h Kd Kc", cards: []string{"As 2s 9h 9d", "Ks Qs Jh Th"},
			awards: "A awarded 10 pot 0 part 0\nA awarded 10 pot 0 part 1", nets: []int64{10, -10}, split: false,
		},
		{
			rule: "angies.omaha8.qualifier: no low, high takes all", show: hilo,
			stacks: []int64{10, 10}, button: 1, board: "9c 8d 2h Kc Qd", cards: []string{"As 3s 4h 5d", "Ks Kh Jh Th"},
			awards: "B awarded 20 pot 0 part 0", nets: []int64{-10, 10}, split: false,
		},
		{
			rule: "the odd chip of a divided pot to the low half", dead: 1,
			show:   &plan.ShowdownStep{Parts: []plan.Part{omahaHigh, omahaLow}, OddToSecond: true},
			stacks: []int64{10, 10}, button: 1, board: "8c 7d 6h Ks Kd", cards: kingsHigh,
			awards: "A awarded 10 pot 0 part 0\nB awarded 11 pot 0 part 1", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "a side pot without a low gives its whole to high", show: hilo,
			stacks: []int64{10, 30, 30}, button: 2, board: "8c 7d 6h Ks Kd", cards: []string{"5c 4c Qd Js", "Kh Kc 9s 9d", "Qs Qc 9h 9c"},
			awards: "B awarded 15 pot 0 part 0\nA awarded 15 pot 0 part 1\nB awarded 40 pot 1 part 0", nets: []int64{5, 25, -30}, split: true,
		},
		{
			rule: "chips of five: halves in whole chips", show: hilo, chip: 5,
			stacks: []int64{45, 45}, button: 1, board: "8c 7d 6h Ks Kd", cards: kingsHigh,
			awards: "A awarded 45 pot 0 part 0\nB awarded 45 pot 0 part 1", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "chips of five: the odd chip to high", show: hilo, chip: 5, dead: 5,
			stacks: []int64{45, 45}, button: 1, board: "8c 7d 6h Ks Kd", cards: kingsHigh,
			awards: "A awarded 50 pot 0 part 0\nB awarded 45 pot 0 part 1", nets: []int64{5, -5}, split: true,
		},
		{
			rule: "chips of five: a tie in whole chips", show: best(high), chip: 5, dead: 5,
			stacks: []int64{20, 20}, button: 1, board: "As Ks Qs Js Ts", cards: []string{"2c 2d", "9h 8h"},
			awards: "A awarded 25 pot 0 part 0\nB awarded 20 pot 0 part 0", nets: []int64{5, -5}, split: true,
		},
		{
			rule: "WSOP 149, stud: the odd chip to the highest card by suit", show: best(high), odd: betting.BySuit, dead: 1,
			stacks: []int64{20, 20}, button: 1, board: "Qh Jd Tc 4s 2h", cards: []string{"Kh Ac", "Kd As"},
			awards: "B awarded 21 pot 0 part 0\nA awarded 20 pot 0 part 0", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "house004.rank.10: equal straights, the king of spades wins", show: suits,
			stacks: []int64{20, 20}, button: 1, board: "Qd Jc Td 9s 2h", cards: []string{"Kh 3c", "Ks 4c"},
			awards: "B awarded 40 pot 0 part 0", nets: []int64{-20, 20}, split: false,
		},
		{
			rule: "house004.rank.10: both play the board, 10 each of 20", show: suits,
			stacks: []int64{10, 10}, button: 1, board: "As Ks Qs Js Ts", cards: []string{"2c 2d", "9h 8h"},
			awards: "A awarded 10 pot 0 part 0\nB awarded 10 pot 0 part 0", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "house004.rank.10: the most significant card first, the pair before the kickers", show: suits,
			stacks: []int64{20, 20}, button: 1, board: "Kd Qc 9h 7s 3d", cards: []string{"Kh Jc", "Kc Js"},
			awards: "A awarded 40 pot 0 part 0", nets: []int64{20, -20}, split: false,
		},
		{
			rule: "house004.rank.10: only some of the tied have the same cards", show: suits,
			stacks: []int64{20, 20, 20}, button: 2, board: "Kd Qc Jd Th 9s", cards: []string{"2c 3c", "Ks 4c", "2d 3d"},
			awards: "B awarded 60 pot 0 part 0", nets: []int64{-20, 40, -20}, split: false,
		},
		{
			rule: "house004.rank.10: a worse suit in the hand does not count against who plays the board", show: suits,
			stacks: []int64{20, 20, 20}, button: 2, board: "Kd Qc Jd Th 9s", cards: []string{"2c 3c", "Kc 4c", "2d 3d"},
			awards: "A awarded 20 pot 0 part 0\nB awarded 20 pot 0 part 0\nC awarded 20 pot 0 part 0", nets: []int64{0, 0, 0}, split: true,
		},
		{
			rule: "house004.rank.10: suits decide each pot among those who can win it", show: suits,
			stacks: []int64{10, 30, 30}, button: 2, board: "Qd Jc Td 9s 2h", cards: []string{"Ks 3c", "Kh 4c", "Kc 5d"},
			awards: "A awarded 30 pot 0 part 0\nB awarded 40 pot 1 part 0", nets: []int64{20, 10, -30}, split: false,
		},
	}, partCases()...) {
		t.Run(c.rule, func(t *testing.T) {
			show := *c.show
			show.OddChip = c.odd
			n := len(c.stacks)
			order := make([]string, n) // dealt from the left of the button
			for k := range n {
				order[k] = c.cards[(c.button+1+k)%n]
			}
			game := boardGame(len(strings.Fields(order[0])), &show)
			s := noLimit
			s.Chip = max(1, c.chip)
			setup := hand.Setup{
				Plan: bind(t, game, s), Stacks: append([]int64(nil), c.stacks...), Button: c.button,
				Deck: dealt(game, c.board, order...), Blinds: make([]int64, n),
			}
			if c.dead > 0 {
				setup.Stacks[n-1] += c.dead
				setup.Posts = []hand.Post{{Seat: n - 1, Amount: c.dead, Dead: true}}
			}
			g := start(t, setup)
			for d := g.h.Pending(); d != nil; d = g.h.Pending() {
				a := hand.Action{Kind: hand.Call, Seat: d.Seat}
				if d.Options.CanRaise() {
					a.Kind, a.Amount = hand.RaiseTo, d.Options.MaxTo
				}
				if err := g.h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			g.tells(c.awards, hand.Awarded)
			g.nets(c.nets...)
			if g.h.Result().Split != c.split {
				t.Errorf("split %v, want %v", g.h.Result().Split, c.split)
			}
		})
	}
}

// TestShortAllInExample plays house004.holdem.6.example to its end: a main pot of
// 15 and three times 18, and a side pot of A and C.
func TestShortAllInExample(t *testing.T) {
	game := with(holdem(), func(g *plan.Game) { g.Betting.ShortAllIn = betting.ActionOnly })
	s := fixed
	s.Small, s.Big, s.SB, s.BB = plan.Range{Lo: 5, Hi: 5}, plan.Range{Lo: 10, Hi: 10}, 2, 5
	g := start(t, hand.Setup{
		Plan: bind(t, game, s), Stacks: []int64{100, 23, 100}, Button: 2,
		Deck: dealt(game, "Qs Js 9h 7c 4s", "Kh Kd", "Ah Ad", "2c 3d"),
	})
	g.do("C call, A call, B check, A check, B check, C check, A check, B check, C check, A bet 10, B allin 18")
	g.asks("seat 3: fold, call 18, raise to 20")
	g.refuses("C raise 28", "cannot go to 28, only to 20")
	g.do("C raise 20")
	g.asks("seat 1: fold, call 10, raise to 30")
	g.do("A call")
	g.nets(4-25, 69-23, -25)
	g.tells("B awarded 69 pot 0 part 0\nA awarded 4 pot 1 part 0", hand.Awarded)
}

// TestStrengthsAreTold checks that cards speak (angies.holdem.5), and that the
// events of a hand that is shown or wins have its strength.
func TestStrengthsAreTold(t *testing.T) {
	game := holdem()
	g := start(t, hand.Setup{
		Plan: bind(t, game, fixed), Stacks: stacks(2, 100), Button: 1,
		Deck: dealt(game, "Th Jh Qh 2c 2d", "9h 8h", "2h 2s"),
	})
	g.do("B call, A check, A check, B check, A check, B check, A check, B check")
	straightFlush := rank.High.Best(cards.MustParse("9h 8h Th Jh Qh 2c 2d"))
	deuces := rank.High.Best(cards.MustParse("2h 2s Th Jh Qh 2c 2d"))
	want := []rank.Strength{straightFlush, deuces, straightFlush}
	var got []rank.Strength
	for i := range g.l.Events {
		if e := &g.l.Events[i]; e.Kind == hand.Shown || e.Kind == hand.Awarded {
			got = append(got, e.Strength)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("told strengths %v, want %v: A shows, B shows, A wins", got, want)
	}
	if a, b := g.h.Strength(0, 0), g.h.Strength(0, 1); a <= b {
		t.Errorf("strengths %d and %d, want the first higher", a, b)
	}
}

// TestLosersMuck checks that if only winners show, the others muck, and that the
// state of the hand does not depend on it.
func TestLosersMuck(t *testing.T) {
	for _, c := range []struct {
		losersMuck bool
		want       string
	}{
		{true, "A shown Kh Kd, C shown Ah Ad, B mucked all-in"},
		{false, "A shown Kh Kd, B shown Qh Qd, C shown Ah Ad"},
	} {
		game := with(holdem(), func(g *plan.Game) { g.Steps[stepShowdown].Show.LosersMuck = c.losersMuck })
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: []int64{50, 50, 20}, Button: 2, Deck: dealt(game, "2c 7d 9h Js 4s", "KhKd", "QhQd", "AhAd"),
		})
		g.do("C raise 20, A raise 50, B call") // C wins the main pot, A the side pot
		g.nets(10, -50, 40)
		var got []string
		for i := range g.l.Events {
			if e := &g.l.Events[i]; e.Kind == hand.Shown || e.Kind == hand.Mucked {
				got = append(got, tell(e))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("losers muck: %t: %q, want %q", c.losersMuck, got, c.want)
		}
	}
}

// claims is a hook that limits claims before the award.
type claims func(s plan.State) []plan.ClaimLimit

func (f claims) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) { return f(s), nil }

// TestClaims checks that a seat whose claim is limited from a round on wins only
// earlier bets; later bets go to the next best hand, or back. A hand without the
// rule that reuses the memory keeps no trace of it.
func TestClaims(t *testing.T) {
	limit := func(step int, forfeit bool) claims {
		return func(plan.State) []plan.ClaimLimit { return []plan.ClaimLimit{{Seat: 0, Step: step, Forfeit: forfeit}} }
	}
	var used hand.Hand
	for _, c := range []struct {
		name  string
		award plan.AwardHook
		nets  []int64
	}{
		{"no rule", nil, []int64{26, -16, -10}},
		{"a rule that limits nothing", claims(func(plan.State) []plan.ClaimLimit { return nil }), []int64{26, -16, -10}},
		{"from the flop on, forfeit", limit(stepFlopBet, true), []int64{-10, 20, -10}},
		{"from the turn on, forfeit", limit(stepTurnBet, true), []int64{14, -4, -10}},
		{"from the flop on, void", limit(stepFlopBet, false), []int64{4, -2, -2}},
		{"from the river on, forfeit", limit(stepRiverBet, true), []int64{26, -16, -10}},
		{"no rule again", nil, []int64{26, -16, -10}},
	} {
		game := with(holdem(), func(g *plan.Game) { g.Award = c.award })
		b := bind(t, game, noLimit)
		s := hand.Setup{Plan: b, Stacks: []int64{100, 100, 10}, Button: 2, Deck: dealt(game, "2c 7d 9h Js 4s", "AhAd", "KhKd", "QhQd")}
		g := start(t, s)
		var fresh hand.Hand
		if err := fresh.Start(&s); err != nil {
			t.Fatal(err)
		}
		if err := used.Start(&s); err != nil {
			t.Fatal(err)
		}
		if !used.Same(&fresh) {
			t.Errorf("%s: it begins differently in memory that was used before", c.name)
		}
		for _, line := range []string{"C call", "A call", "B check", "A bet 8", "B call", "C call", "A bet 6", "B call", "A check", "B check"} {
			g.do(line)
			a, err := action(line)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range []*hand.Hand{&fresh, &used} {
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			if !used.Same(&fresh) {
				t.Errorf("%s, %s: it goes on differently in memory that was used before", c.name, line)
			}
		}
		for g.h.Pending() != nil {
			g.do(string(rune('A'+g.h.Pending().Seat)) + " show")
		}
		for seat, want := range c.nets {
			if got := g.h.Net(seat); got != want {
				t.Errorf("%s: seat %d has %d, want %d", c.name, seat+1, got, want)
			}
		}
		limited := ""
		if strings.Contains(c.name, "flop") || strings.Contains(c.name, "turn") { // nothing was bet later
			limited = "A claim limited"
		}
		if got := strings.Join(g.told(hand.Limited), ", "); !strings.HasPrefix(got, limited) || limited == "" && got != "" {
			t.Errorf("%s: told %q, want %q", c.name, got, limited)
		}
	}
}
