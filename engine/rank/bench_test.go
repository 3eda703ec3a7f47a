package rank

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/testkit"
)

// randomHands returns count hands of n cards, stored consecutively.
func randomHands(r *Ranking, count, n int, seed uint64) []cards.Card {
	rng := rand.New(rand.NewPCG(seed, 7))
	deck := r.Description().Deck.Append(nil)
	out := make([]cards.Card, 0, count*n)
	for range count {
		for i := range n {
			j := i + rng.IntN(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		out = append(out, deck[:n]...)
	}
	return out
}

const benchHands = 1 << 20

// measure runs f, which ranks the given number of hands, and reports millions
// per second of processor time.
func measure(b *testing.B, hands int, f func()) {
	f()
	runtime.GC()
	start := testkit.ProcessorTime()
	for b.Loop() {
		f()
	}
	used := testkit.ProcessorTime() - start
	b.ReportMetric(float64(hands)*float64(b.N)/used.Seconds()/1e6, "Mhands/s")
}

func benchSingle(b *testing.B, r *Ranking, n int) {
	hands := randomHands(r, benchHands, n, 1)
	var sum Strength
	measure(b, benchHands, func() {
		for i := 0; i < len(hands); i += n {
			sum += r.Best(hands[i : i+n])
		}
	})
}

func BenchmarkKeys(b *testing.B) {
	keys := make([]Key, benchHands)
	for i, h := range slices.Collect(slices.Chunk(randomHands(High, benchHands, 7, 1), 7)) {
		keys[i] = High.KeyOf(h)
	}
	dst := make([]Strength, benchHands)
	b.Run("high/7", func(b *testing.B) {
		measure(b, benchHands, func() { High.OfSevens(dst, keys) })
	})
	b.Run("high/7/single", func(b *testing.B) {
		var sum Strength
		measure(b, benchHands, func() {
			for i := range keys {
				sum += High.Of(keys[i], 7)
			}
		})
	})
}

func BenchmarkTally(b *testing.B) {
	for b.Loop() {
		High.Tally(7)
	}
}

func BenchmarkSingle(b *testing.B) {
	b.Run("high/7", func(b *testing.B) { benchSingle(b, High, 7) })
	b.Run("high/6", func(b *testing.B) { benchSingle(b, High, 6) })
	b.Run("high/5", func(b *testing.B) { benchSingle(b, High, 5) })
	b.Run("badugi/4", func(b *testing.B) { benchSingle(b, Badugi, 4) })
	b.Run("deuce-to-seven/5", func(b *testing.B) { benchSingle(b, DeuceToSeven, 5) })
	for _, r := range []*Ranking{AceToFive, EightOrBetter, HighWild, HighBug, AceToFiveBug, DeucesWild, OneEyedJacksWild} {
		b.Run(r.Name()+"/7", func(b *testing.B) { benchSingle(b, r, 7) })
	}
}

func omahaHands(r *Ranking) (holes [][4]cards.Card, boards [][5]cards.Card) {
	holes, boards = make([][4]cards.Card, benchHands), make([][5]cards.Card, benchHands)
	hands := randomHands(r, benchHands, 9, 1)
	for i := range holes {
		copy(holes[i][:], hands[i*9:])
		copy(boards[i][:], hands[i*9+4:])
	}
	return holes, boards
}

func BenchmarkOmaha(b *testing.B) {
	holes, boards := omahaHands(High)
	dst := make([]Strength, benchHands)
	for _, r := range []*Ranking{High, EightOrBetter} {
		b.Run(r.Name(), func(b *testing.B) {
			measure(b, benchHands, func() {
				for i := range holes {
					dst[i] = r.Exact(holes[i][:], boards[i][:])
				}
			})
		})
	}
	for n := 5; n <= 6; n++ {
		b.Run(fmt.Sprintf("high/hole of %d", n), func(b *testing.B) {
			hands := randomHands(High, benchHands, n+5, 1)
			measure(b, benchHands, func() {
				for i := range dst {
					h := hands[i*(n+5):][:n+5]
					dst[i] = High.Exact(h[:n], h[n:])
				}
			})
		})
	}
}

// BenchmarkCompile measures the first use of a ranking after another has been
// used; BenchmarkHash measures the additional cost of the very first use.
func BenchmarkCompile(b *testing.B) {
	for _, r := range builtin {
		b.Run(r.Name(), func(b *testing.B) {
			for b.Loop() {
				custom(r.Description()).Prepare()
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	for b.Loop() {
		readOffsets()
	}
}

func BenchmarkOmahaRows(b *testing.B) {
	for b.Loop() {
		custom(High.Description()).tables().makeRows()
	}
}

// BenchmarkSuitKey measures a showdown in a house where suits decide.
func BenchmarkSuitKey(b *testing.B) {
	hands := randomHands(High, 1024, 7, 1)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		High.SuitKey(hands[i : i+7])
		if i += 7; i == len(hands) {
			i = 0
		}
	}
}
