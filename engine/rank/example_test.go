package rank_test

import (
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

func Example() {
	hand := cards.MustParse("6h 6d Ks 6c Kd 2c 3h")
	s := rank.High.Best(hand)
	fmt.Println(rank.High.Describe(s), cards.Format(rank.High.Used(hand)))

	hole, board := cards.MustParse("As 2d Kh Kc"), cards.MustParse("8c 7d 3h Ks Qs")
	fmt.Println(rank.High.Describe(rank.High.Exact(hole, board)))
	fmt.Println(rank.EightOrBetter.Describe(rank.EightOrBetter.Exact(hole, board)))
	// Output:
	// sixes full of kings 6h6d6cKsKd
	// three of a kind, kings
	// eighty-seven low
}

// A variant starts from the description of a ranking.
func ExampleCompile() {
	d := rank.High.Description()
	d.Name = "high with the bug, suits decide"
	d.Deck.Jokers, d.Jokers = 1, rank.Bug
	d.Suits = rank.SuitsAscending
	r, err := rank.Compile(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := cards.MustParse("Ah Ad Ac As Jo"), cards.MustParse("Kh Qh Jh Th 9h")
	fmt.Println(r.Describe(r.Best(a)), r.Best(a) > r.Best(b))
	// Output: five of a kind, aces true
}

// A scoring function sees only natural hands; the ranking tries the wild cards.
func ExampleDescription_score() {
	r, err := rank.Compile(rank.Description{
		Name: "blackjack", Size: 2,
		Score: func(h rank.Hand) uint32 {
			points := uint32(0)
			for i, n := range h.Counts {
				points += uint32(n) * uint32(min(i+2, 10)+i/12)
			}
			return points
		},
		Words: func(points uint32) string { return fmt.Sprint(points, " points") },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Describe(r.Best(cards.MustParse("Ah Kd 5c"))))
	// Output: 21 points
}

func ExampleRanking_Tally() {
	var flushes uint64
	for s, n := range rank.High.Tally(7) {
		if rank.High.Category(rank.Strength(s)) == rank.Flush {
			flushes += n
		}
	}
	fmt.Println(flushes)
	// Output: 4047644
}
