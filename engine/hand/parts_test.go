package hand_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// part returns a part of a showdown with changes.
func part(name string, r *rank.Ranking, change func(*plan.Part)) plan.Part {
	p := plan.Part{Name: name, Ranking: r}
	if change != nil {
		change(&p)
	}
	return p
}

func custom(d rank.Description) *rank.Ranking {
	r, err := rank.Compile(d)
	if err != nil {
		panic(err)
	}
	return r
}

var (
	twoCards = custom(rank.Description{Name: "two cards", Size: 2, Categories: []rank.Category{rank.Pair, rank.HighCard}})
	oneSpade = custom(rank.Description{Name: "high spade", Size: 1, Only: suit(cards.Spades)})
)

func suit(u cards.Suit) (s cards.Set) {
	for r := cards.Two; r <= cards.Ace; r++ {
		s = s.With(cards.New(r, u))
	}
	return s
}

// partCases are awards of pots that are divided by more than high and low.
func partCases() []awardCase {
	uses := func(u ...plan.Use) func(*plan.Part) { return func(p *plan.Part) { p.Use = u } }
	any := uint8(rank.AnyNumber)
	nines := &plan.Openers{Name: "a pair of nines", Ranking: rank.High, Worst: cards.MustParse("9c9d4h3s2c")}
	held := part("badugi", rank.Badugi, uses(plan.Exactly(4, 0)...))
	return []awardCase{
		{
			rule: "two or three of the hand", show: best(part("high", rank.High, uses(plan.Exactly(2, 3)[0], plan.Exactly(3, 2)[0]))),
			stacks: []int64{4, 4}, button: 1, board: "Kh Qd 7c 4s 2h", cards: []string{"Kd Ks Kc 3c", "Qh Qs As Ad"},
			awards: "A awarded 8 pot 0 part 0", nets: []int64{4, -4},
		},
		{
			rule: "three of the hand and two of the board", show: best(part("high", rank.High, uses(plan.Exactly(3, 2)...))),
			stacks: []int64{4, 4}, button: 1, board: "8h 7h 6c 2s 2d", cards: []string{"Ts 9s 3c 3d", "Ac As Kd Qd"},
			awards: "B awarded 8 pot 0 part 0", nets: []int64{-4, 4}, // two pair each: ten and nine alone may not play
		},
		{
			rule: "up to one of the hand", show: best(part("high", rank.High, uses(plan.Use{Use: rank.Use{HoleMost: 1, BoardMost: any}}))),
			stacks: []int64{4, 4}, button: 1, board: "Kh Qd 7c 4s 2h", cards: []string{"As Ad", "Ks 3c"},
			awards: "B awarded 8 pot 0 part 0", nets: []int64{-4, 4},
		},
		{
			rule: "none of the hand", show: best(part("high", rank.High, uses(plan.Exactly(0, 5)...))),
			stacks: []int64{4, 4}, button: 1, board: "Kh Qd 7c 4s 2h", cards: []string{"As Ad", "Ks 3c"},
			awards: "A awarded 4 pot 0 part 0\nB awarded 4 pot 0 part 0", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "three shares, the odd chips to the first two", dead: 2, show: best(omahaHigh, omahaLow, held),
			stacks: []int64{30, 30, 30}, button: 2, board: "Kh 8c 7c 4s 2h", cards: []string{"Kd Ks Qc Qd", "As 3d Th Jc", "Js 9h 5d 3c"},
			awards: "A awarded 31 pot 0 part 0\nB awarded 31 pot 0 part 1\nC awarded 30 pot 0 part 2", nets: []int64{1, 1, -2}, split: true,
		},
		{
			rule: "a share of two parts in four, and odd chips from the last on", dead: 3,
			show: func() *plan.ShowdownStep {
				s := best(omahaHigh, omahaLow, held)
				s.Parts[0].Share, s.OddToSecond = 2, true
				return s
			}(),
			stacks: []int64{30, 30, 30}, button: 2, board: "Kh 8c 7c 4s 2h", cards: []string{"Kd Ks Qc Qd", "As 3d Th Jc", "Js 9h 5d 3c"},
			awards: "A awarded 46 pot 0 part 0\nB awarded 23 pot 0 part 1\nC awarded 24 pot 0 part 2", nets: []int64{16, -7, -9}, split: true,
		},
		{
			rule: "nobody has a low: the others divide its share", show: best(omahaHigh, omahaLow, held),
			stacks: []int64{30, 30, 30}, button: 2, board: "Kh Jh 9c 4s 2h", cards: []string{"Kd Ks Qc Qd", "As 3d Th Jc", "Js 9h 5d 3c"},
			awards: "A awarded 45 pot 0 part 0\nC awarded 45 pot 0 part 2", nets: []int64{15, -30, 15}, split: true,
		},
		{
			rule: "nobody has a low: the best badugi takes its share, as part 1 and eight", show: best(omahaHigh, part("low", rank.EightOrBetter, func(p *plan.Part) {
				p.Use, p.Else = plan.Exactly(2, 3), &held
			})),
			stacks: []int64{30, 30, 30}, button: 2, board: "Kh Jh 9c 4s 2h", cards: []string{"Kd Ks Qc Qd", "As 3d Th Jc", "Js 9h 5d 3c"},
			awards: "A awarded 45 pot 0 part 0\nC awarded 45 pot 0 part 9", nets: []int64{15, -30, 15}, split: true,
		},
		{
			rule: "a pair of nines or better qualifies", show: best(part("high", rank.High, func(p *plan.Part) { p.Floor = nines }), part("low", rank.AceToFive, nil)),
			stacks: []int64{30, 30}, button: 1, board: "Kh Jh 9c 4s 2h", cards: []string{"8d 8s", "9s 3d"},
			awards: "B awarded 30 pot 0 part 0\nB awarded 30 pot 0 part 1", nets: []int64{-30, 30},
		},
		{
			rule: "nobody has a pair of nines", show: best(part("high", rank.High, func(p *plan.Part) { p.Floor = nines }), part("low", rank.AceToFive, nil)),
			stacks: []int64{30, 30}, button: 1, board: "Kh Jh Tc 4s 2h", cards: []string{"8d 8s", "7s 3d"},
			awards: "B awarded 60 pot 0 part 1", nets: []int64{-30, 30},
		},
		{
			rule: "who holds a picture wins before who does not", show: best(part("low", rank.AceToFive, func(p *plan.Part) {
				p.Holding = 1<<cards.Jack | 1<<cards.Queen | 1<<cards.King
				p.Else = &plan.Part{Name: "low", Ranking: rank.AceToFive}
			})),
			stacks: []int64{30, 30}, button: 1, board: "8h 7h Tc 4s 2h", cards: []string{"3d As", "Qs 3c"},
			awards: "B awarded 60 pot 0 part 0", nets: []int64{-30, 30},
		},
		{
			rule: "nobody holds a picture, though one is on the board", show: best(part("low", rank.AceToFive, func(p *plan.Part) {
				p.Holding = 1 << cards.King
				p.Else = &plan.Part{Name: "low", Ranking: rank.AceToFive}
			})),
			stacks: []int64{30, 30}, button: 1, board: "8h 7h Kc 4s 2h", cards: []string{"3d As", "Qs 3c"},
			awards: "A awarded 60 pot 0 part 8", nets: []int64{30, -30},
		},
		{
			rule: "the cards that the first hand does not use", show: best(omahaHigh, part("rest", twoCards, func(p *plan.Part) {
				p.From, p.Use = plan.Unused, plan.Exactly(2, 0)
			})),
			stacks: []int64{30, 30}, button: 1, board: "Kh Qd 7c 4s 2h", cards: []string{"Kd Ks 9c 8c", "Qh Qs 3s 3d"},
			awards: "A awarded 30 pot 0 part 0\nB awarded 30 pot 0 part 1", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "the highest spade in the hole, not the one on the board", show: best(high, part("spade", oneSpade, func(p *plan.Part) { p.Use = plan.Exactly(1, 0) })),
			stacks: []int64{30, 30}, button: 1, board: "As Qd 7c 4s 2h", cards: []string{"Ad 3s", "9s 9h"},
			awards: "A awarded 30 pot 0 part 0\nB awarded 30 pot 0 part 1", nets: []int64{0, 0}, split: true,
		},
		{
			rule: "nobody holds a spade", show: best(high, part("spade", oneSpade, func(p *plan.Part) { p.Use = plan.Exactly(1, 0) })),
			stacks: []int64{30, 30}, button: 1, board: "As Qd 7c 4s 2h", cards: []string{"Ad 3d", "9c 9h"},
			awards: "A awarded 60 pot 0 part 0", nets: []int64{30, -30},
		},
	}
}

// TestDownAndUp checks that a part of down cards uses only those, and a part of up
// cards only those.
func TestDownAndUp(t *testing.T) {
	g := &plan.Game{
		Name: "Down and up", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Deal, Count: 2, Up: plan.AllUp},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(
				part("down", twoCards, func(p *plan.Part) { p.From = plan.DownCards }),
				part("up", twoCards, func(p *plan.Part) { p.From = plan.UpCards }),
			)},
		},
	}
	h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Button: 1, Deck: deckOf(g, "3c2c3d2dAcKcKdAd"), Blinds: []int64{0, 0}, Antes: []int64{10, 10}})
	h.do("A check, B check")
	h.tells("A awarded 10 pot 0 part 0\nA awarded 5 pot 0 part 1\nB awarded 5 pot 0 part 1", hand.Awarded)
	if used := h.h.Used(0, 0); cards.Format(used) != "3d3c" && cards.Format(used) != "3c3d" {
		t.Errorf("the down cards that play are %s", cards.Format(used))
	}
	for _, k := range []int{0, 1} {
		if !h.h.Competes(k, 0) {
			t.Errorf("seat 1 does not compete for part %d", k)
		}
	}
}

// TestPartsAllocateNothing checks that hands with unusual parts of the pot allocate
// no memory.
func TestPartsAllocateNothing(t *testing.T) {
	for _, c := range partCases() {
		holes := 0
		for _, r := range c.cards[0] {
			if r == ' ' {
				holes++
			}
		}
		s := hand.Setup{Plan: bind(t, boardGame(holes+1, c.show), noLimit), Stacks: stacks(4, 20), Seed: 1}
		var h hand.Hand
		one := func() {
			s.Number++
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			for d := h.Pending(); d != nil; d = h.Pending() {
				a := hand.Action{Kind: hand.Call, Seat: d.Seat}
				if d.Options.CanRaise() {
					a.Kind, a.Amount = hand.RaiseTo, d.Options.MaxTo
				}
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
		}
		one()
		if n := testing.AllocsPerRun(100, one); n != 0 {
			t.Errorf("%s: %v allocations a hand", c.rule, n)
		}
	}
}
