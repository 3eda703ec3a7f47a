package main

import (
	"math/rand/v2"
	"sync/atomic"

	chehsunliu "github.com/chehsunliu/poker"
	paulhankin "github.com/paulhankin/poker/v2/poker"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// count is how many hands an engine ranks at a time, slow the same for one
// that takes a microsecond a hand.
const count, slow = 1 << 20, 1 << 17

// deal is n random hands, the same every time.
func deal(n, size int) []cards.Card {
	rng := rand.New(rand.NewPCG(7, uint64(size)))
	deck := cards.Deck{}.Append(nil)
	out := make([]cards.Card, 0, n*size)
	for range n {
		for i := range size {
			j := i + rng.IntN(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		out = append(out, deck[:size]...)
	}
	return out
}

func toPaulhankin(c cards.Card) paulhankin.Card {
	card, err := paulhankin.MakeCard(paulhankin.Suit(c.Suit()), paulhankin.Rank((c.Rank()+1)%13+1))
	if err != nil {
		panic(err)
	}
	return card
}

func toChehsunliu(c cards.Card) chehsunliu.Card { return chehsunliu.NewCard(c.String()) }

// sink takes the results, so that no engine's work can be left out.
var sink atomic.Int64

func allWorks() []work {
	return []work{
		sevens(), fives(), omaha(),
		{"ace-to-five, best of seven", [3]engine{{hands: count, run: oneByOne(rank.AceToFive, deal(count, 7), 7)}}},
		{"badugi", [3]engine{{hands: count, run: oneByOne(rank.Badugi, deal(count, 4), 4)}}},
	}
}

func sevens() work {
	hands := deal(count, 7)
	theirs := make([][7]paulhankin.Card, count)
	others := make([]chehsunliu.Card, slow*7)
	for i, c := range hands {
		theirs[i/7][i%7] = toPaulhankin(c)
		if i < len(others) {
			others[i] = toChehsunliu(c)
		}
	}
	return work{"best five of seven", [3]engine{
		{hands: count, run: oneByOne(rank.High, hands, 7)},
		{hands: count, run: func() {
			var sum int64
			for i := range theirs {
				sum += int64(paulhankin.Eval7(&theirs[i]))
			}
			sink.Add(sum)
		}},
		{hands: slow, run: func() {
			var sum int64
			for i := 0; i < len(others); i += 7 {
				sum += int64(chehsunliu.Evaluate(others[i : i+7]))
			}
			sink.Add(sum)
		}},
	}}
}

func fives() work {
	hands := deal(count, 5)
	theirs := make([][5]paulhankin.Card, count)
	others := make([]chehsunliu.Card, len(hands))
	for i, c := range hands {
		theirs[i/5][i%5] = toPaulhankin(c)
		others[i] = toChehsunliu(c)
	}
	return work{"five cards", [3]engine{
		{hands: count, run: oneByOne(rank.High, hands, 5)},
		{hands: count, run: func() {
			var sum int64
			for i := range theirs {
				sum += int64(paulhankin.Eval5(&theirs[i]))
			}
			sink.Add(sum)
		}},
		{hands: count, run: func() {
			var sum int64
			for i := 0; i < len(others); i += 5 {
				sum += int64(chehsunliu.Evaluate(others[i : i+5]))
			}
			sink.Add(sum)
		}},
	}}
}

func oneByOne(r *rank.Ranking, hands []cards.Card, n int) func() {
	return func() {
		var sum int64
		for i := 0; i < len(hands); i += n {
			sum += int64(r.Best(hands[i : i+n]))
		}
		sink.Add(sum)
	}
}

// omaha has peers only by composing: all sixty choices of two and three.
func omaha() work {
	hands := deal(count, 9)
	holes, boards := make([][4]cards.Card, count), make([][5]cards.Card, count)
	theirs := make([][9]paulhankin.Card, slow)
	for i := range holes {
		copy(holes[i][:], hands[i*9:])
		copy(boards[i][:], hands[i*9+4:])
		if i < slow {
			for j, c := range hands[i*9 : i*9+9] {
				theirs[i][j] = toPaulhankin(c)
			}
		}
	}
	return work{"Omaha, four and five", [3]engine{
		{hands: count, run: func() {
			var sum int64
			for i := range holes {
				sum += int64(rank.High.Exact(holes[i][:], boards[i][:]))
			}
			sink.Add(sum)
		}},
		{hands: slow, run: func() {
			var sum int64
			for i := range theirs {
				sum += int64(composed(&theirs[i]))
			}
			sink.Add(sum)
		}},
		{},
	}}
}

// composed is the best five-card hand of two of the first four cards and
// three of the last five.
func composed(h *[9]paulhankin.Card) (best int16) {
	for a := range 4 {
		for b := range a {
			for x := 4; x < 9; x++ {
				for y := 4; y < x; y++ {
					for z := 4; z < y; z++ {
						best = max(best, paulhankin.Eval5(&[5]paulhankin.Card{h[a], h[b], h[x], h[y], h[z]}))
					}
				}
			}
		}
	}
	return best
}
