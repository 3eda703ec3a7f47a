package odds_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// plain answers a question in the plainest way: every hand of the ranges, every missing card, one
// deal after another, and the pots of each.
type plain struct {
	q       *odds.Question
	deck    []cards.Card
	holes   [][]cards.Card
	board   []cards.Card
	weight  float64 // of all deals
	a       odds.Answer
	squares []float64 // of the chips
	equals  []float64 // squares of the equities
	worth   [2][]rank.Strength
	made    *madePlainly // final classes, nil if not requested
}

func plainly(q *odds.Question) *plain {
	p := &plain{}
	p.answer(q)
	return p
}

func (p *plain) answer(q *odds.Question) {
	p.q, p.deck, p.holes = q, q.Deck.Set().Cards(), make([][]cards.Card, len(q.Hands))
	p.squares, p.equals = make([]float64, len(q.Hands)), make([]float64, len(q.Hands))
	p.a.Hands, p.a.Exact = make([]odds.Share, len(q.Hands)), true
	for range q.Pots {
		p.a.Pots = append(p.a.Pots, make([]float64, len(q.Hands)))
	}
	if q.Pots != nil {
		p.a.Chips = make([]odds.Mean, len(q.Hands))
	}
	for k := range p.worth {
		p.worth[k] = make([]rank.Strength, len(q.Hands))
	}
	used := q.Dead
	need := len(q.Board) + q.ToBoard
	for _, c := range q.Board {
		if c.Known() {
			used, p.board = used.With(c), append(p.board, c)
		}
	}
	for i, h := range q.Hands {
		for _, c := range h.Cards {
			if c.Known() {
				used, p.holes[i] = used.With(c), append(p.holes[i], c)
			}
		}
	}
	p.choose(0, used, 1, need)
	for i := range p.a.Hands {
		s := &p.a.Hands[i]
		for _, x := range []*float64{&s.Equity, &s.Win, &s.Tie, &s.High, &s.Low, &s.Scoop, &s.Quarter, &p.squares[i], &p.equals[i]} {
			*x /= p.weight
		}
		if q.Pots != nil {
			p.a.Chips[i].Value /= p.weight
		}
		for k := range q.Pots {
			p.a.Pots[k][i] /= p.weight
		}
	}
}

// choose chooses the hands of the ranges, from the i-th on.
func (p *plain) choose(i int, used cards.Set, weight float64, need int) {
	switch {
	case i == len(p.q.Hands):
		p.deal(0, 0, used, weight, need)
	case p.q.Hands[i].Range == nil:
		p.choose(i+1, used, weight, need)
	default:
		for _, h := range p.q.Hands[i].Range.Hands {
			if h.Cards&(used|^p.q.Deck.Set()) == 0 {
				p.holes[i] = h.Cards.Cards()
				p.choose(i+1, used|h.Cards, weight*h.Weight, need)
			}
		}
	}
}

// deal deals the i-th hand its missing cards, from an index of the deck on, then the other hands,
// then the board.
func (p *plain) deal(i, from int, used cards.Set, weight float64, need int) {
	to, full := &p.board, need
	if i < len(p.holes) {
		to, full = &p.holes[i], len(p.q.Hands[i].Cards)+p.q.Hands[i].ToCome
		if r := p.q.Hands[i].Range; r != nil {
			full = r.Hands[0].Cards.Len() + p.q.Hands[i].ToCome
		}
	}
	if len(*to) == full {
		if i == len(p.holes) {
			p.showdown(weight)
			return
		}
		p.deal(i+1, 0, used, weight, need)
		return
	}
	for k := from; k < len(p.deck); k++ {
		if c := p.deck[k]; !used.Has(c) {
			*to = append(*to, c)
			p.deal(i, k+1, used.With(c), weight, need)
			*to = (*to)[:len(*to)-1]
		}
	}
}

// won returns the winners of some hands' pot, part by part, and each hand's share.
func (p *plain) won(eligible betting.Set) (who [2]betting.Set, parts []float64) {
	parts = make([]float64, len(p.holes))
	halves := 0
	for k := range p.q.Show.Parts {
		part := &p.q.Show.Parts[k]
		var top rank.Strength
		for i := range p.holes {
			if s := p.worth[k][i]; eligible.Has(i) && s > 0 && s >= top {
				if s > top {
					who[k], top = 0, s
				}
				who[k] |= betting.Bit(i)
			}
		}
		if part.BySuit {
			who[k] = p.parted(part, who[k])
		}
		if who[k] != 0 {
			halves++
		}
	}
	if halves == 0 {
		who[0], halves = eligible, 1
	}
	for _, m := range who {
		for i := range p.holes {
			if m.Has(i) {
				parts[i] += 1 / float64(halves*m.Len())
			}
		}
	}
	return who, parts
}

// parted returns those of the tied hands whose suits are highest.
func (p *plain) parted(part *plan.Part, tied betting.Set) (best betting.Set) {
	top := int64(-1)
	for i := range p.holes {
		if !tied.Has(i) {
			continue
		}
		key := int64(part.Ranking.SuitKey(slices.Concat(p.holes[i], p.board)))
		if part.Exact() {
			key = int64(part.SuitKey(p.holes[i], p.board))
		}
		if key > top {
			best, top = 0, key
		}
		if key == top {
			best |= betting.Bit(i)
		}
	}
	return best
}

func (p *plain) showdown(weight float64) {
	p.a.Boards++
	p.weight += weight
	for k := range p.q.Show.Parts {
		for i, hole := range p.holes {
			if part := &p.q.Show.Parts[k]; part.Exact() {
				p.worth[k][i] = part.Ranking.Exact(hole, p.board)
			} else {
				p.worth[k][i] = part.Ranking.Best(slices.Concat(hole, p.board))
			}
		}
	}
	if p.made != nil {
		p.made.note(p, weight)
	}
	who, parts := p.won(betting.Bit(len(p.holes)) - 1)
	most := slices.Max(parts)
	alone := 0
	for _, x := range parts {
		if x == most {
			alone++
		}
	}
	for i, x := range parts {
		s := &p.a.Hands[i]
		s.Equity += weight * x
		p.equals[i] += weight * x * x
		for _, f := range []struct {
			to  *float64
			yes bool
		}{
			{&s.Win, x == most && alone == 1},
			{&s.Tie, x == most && alone > 1},
			{&s.Scoop, x == 1},
			{&s.Quarter, x > 0 && x < 0.5 && who[0] != 0 && who[1] != 0},
			{&s.High, who[0].Has(i)},
			{&s.Low, who[1].Has(i)},
		} {
			if f.yes {
				*f.to += weight
			}
		}
	}
	chips := make([]float64, len(p.holes))
	for k, pot := range p.q.Pots {
		_, parts := p.won(pot.Eligible)
		for i, x := range parts {
			p.a.Pots[k][i] += weight * x
			chips[i] += x * float64(pot.Amount)
		}
	}
	for i, x := range chips {
		p.squares[i] += weight * x * x
		if p.q.Pots != nil {
			p.a.Chips[i].Value += weight * x
		}
	}
}

// A spotKind is a kind of game for random questions, with the number of cards of a hand and of the
// board.
type spotKind struct {
	name         string
	show         *plan.ShowdownStep
	deck         cards.Deck
	hole, board  int
	toHole, toUp int // the most cards still to come to all the hands, and to the board
}

func one(r *rank.Ranking) *plan.ShowdownStep {
	return &plan.ShowdownStep{Parts: []plan.Part{{Name: "one", Ranking: r}}}
}

func two(hole, board int, a, b *rank.Ranking) *plan.ShowdownStep {
	return &plan.ShowdownStep{Parts: []plan.Part{
		{Name: "high", Ranking: a, Use: plan.Exactly(hole, board)}, {Name: "low", Ranking: b, Use: plan.Exactly(hole, board)},
	}}
}

// aceHigh is High without the wheel, so that every hand has another number.
var aceHigh = func() *rank.Ranking {
	r, err := rank.Compile(rank.Description{Name: "ace-high", Ace: rank.AceHigh})
	if err != nil {
		panic(err)
	}
	return r
}()

// twoWild has two wild jokers.
var twoWild = func() *rank.Ranking {
	r, err := rank.Compile(rank.Description{Name: "two-wild", Deck: cards.Deck{Jokers: 2}, Jokers: rank.Wild})
	if err != nil {
		panic(err)
	}
	return r
}()

var spotKinds = []spotKind{
	{"hold'em", high(0, 0), cards.Deck{}, 2, 5, 1, 2},
	{"omaha", high(2, 3), cards.Deck{}, 4, 5, 1, 2},
	{"omaha of five", high(2, 3), cards.Deck{}, 5, 5, 0, 2},
	{"split", two(2, 3, rank.High, rank.EightOrBetter), cards.Deck{}, 4, 5, 0, 2},
	{"any split", two(0, 0, rank.High, rank.EightOrBetter), cards.Deck{}, 2, 5, 1, 2},
	{"two flushes", two(0, 0, rank.High, rank.DeuceToSeven), cards.Deck{}, 2, 5, 0, 2},
	{"two flushes of two", two(2, 3, rank.High, aceHigh), cards.Deck{}, 4, 5, 0, 2},
	{"high twice", two(0, 0, aceHigh, rank.High), cards.Deck{}, 2, 5, 0, 2},
	{"four cards", high(0, 0), cards.Deck{}, 2, 2, 0, 1},
	{"three and four", high(0, 0), cards.Deck{}, 3, 4, 1, 1},
	{"low and high", two(0, 0, rank.EightOrBetter, rank.High), cards.Deck{}, 2, 5, 0, 1},
	{"two lows", two(0, 0, rank.EightOrBetter, rank.EightOrBetter), cards.Deck{}, 2, 5, 0, 1},
	{"board of four", high(0, 0), cards.Deck{}, 2, 4, 1, 2},
	{"board of three", high(0, 0), cards.Deck{}, 2, 3, 1, 2},
	{"one card", high(0, 0), cards.Deck{}, 1, 5, 1, 2},
	{"deuce to seven", one(rank.DeuceToSeven), cards.Deck{}, 2, 5, 0, 2},
	{"short", one(rank.ShortDeck), cards.Deck{Lowest: cards.Six}, 2, 5, 1, 2},
	{"joker", one(rank.HighBug), cards.Deck{Jokers: 1}, 2, 5, 1, 1},
	{"wild", one(rank.DeucesWild), cards.Deck{}, 2, 5, 1, 2},
	{"joker anything", one(rank.HighWild), cards.Deck{Jokers: 1}, 2, 5, 1, 2},
	{"two jokers", one(twoWild), cards.Deck{Jokers: 2}, 2, 5, 0, 2},
	{"joker low", one(rank.AceToFiveBug), cards.Deck{Jokers: 1}, 2, 5, 0, 2},
	{"joker split", two(0, 0, rank.HighBug, rank.AceToFiveBug), cards.Deck{Jokers: 1}, 2, 5, 0, 2},
	{"joker, board of three", one(rank.HighBug), cards.Deck{Jokers: 1}, 2, 3, 1, 2},
	{"one-eyed jacks", one(rank.OneEyedJacksWild), cards.Deck{}, 2, 5, 0, 2},
	{"omaha with a joker", &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.HighBug, Use: plan.Exactly(2, 3)}}}, cards.Deck{Jokers: 1}, 4, 5, 0, 1},
	{"stud", high(0, 0), cards.Deck{}, 7, 0, 2, 0},
	{"razz", one(rank.AceToFive), cards.Deck{}, 7, 0, 2, 0},
	{"stud split", two(0, 0, rank.High, rank.EightOrBetter), cards.Deck{}, 7, 0, 2, 0},
	{"badugi", one(rank.Badugi), cards.Deck{}, 4, 0, 2, 0},
	{"suits", &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High, BySuit: true}}}, cards.Deck{}, 2, 5, 1, 1},
	{"suits of two", &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3), BySuit: true}}}, cards.Deck{}, 3, 5, 0, 1},
}

// spot returns a random question: unknown and coming cards, ranges, dead cards and pots of some of
// the hands.
func (k spotKind) spot(rng *rand.Rand, n int) *odds.Question {
	q := &odds.Question{Show: k.show, Deck: k.deck}
	deck := q.Deck.Append(nil)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	whole := slices.Clone(deck)
	// Often most cards are of one suit or of a few ranks.
	switch lean := rng.IntN(4); lean {
	case 0, 1:
		slices.SortStableFunc(deck, func(a, b cards.Card) int {
			common := func(c cards.Card) int {
				switch {
				case !c.Natural() || rng.IntN(5) == 0:
					return 1
				case lean == 0 && c.Suit() == 2 || lean == 1 && c.Rank()%4 == 3:
					return 0
				}
				return 1
			}
			return common(a) - common(b)
		})
	}
	take := func(n int) (out []cards.Card) {
		out, deck = slices.Clone(deck[:n]), deck[n:]
		return out
	}
	missing := rng.IntN(k.toHole + 1)
	hidden := func(most int) (unknown, later int) {
		most = rng.IntN(most + 1)
		unknown = rng.IntN(most + 1)
		return unknown, most - unknown
	}
	up, later := 0, 0
	if k.toUp > 0 {
		up, later = hidden(k.toUp)
	}
	q.Board = append(take(k.board-up-later), slices.Repeat([]cards.Card{cards.Unknown}, up)...)
	rng.Shuffle(len(q.Board), func(i, j int) { q.Board[i], q.Board[j] = q.Board[j], q.Board[i] })
	q.ToBoard = later
	for i := range n {
		lacks := 0
		if i == n-1 {
			lacks = missing
		} else if missing > 0 {
			lacks = rng.IntN(min(missing, 1) + 1)
			missing -= lacks
		}
		h := odds.Hand{}
		if rng.IntN(3) == 0 {
			// One possible hand; the others may contain a card that is elsewhere.
			r := &cards.Range{Hands: []cards.Held{{Cards: cards.SetOf(take(k.hole - lacks)...), Weight: 2}}}
			for range rng.IntN(3) {
				set := cards.Set(0)
				for _, c := range rng.Perm(len(whole))[:k.hole-lacks] {
					set = set.With(whole[c])
				}
				r.Hands = append(r.Hands, cards.Held{Cards: set, Weight: float64(1 + rng.IntN(3))})
			}
			h.Range, h.ToCome = r, lacks
		} else {
			unknown := rng.IntN(lacks + 1)
			h.Cards = append(take(k.hole-lacks), slices.Repeat([]cards.Card{cards.Unknown}, unknown)...)
			h.ToCome = lacks - unknown
		}
		if len(h.Cards) > 1 && rng.IntN(12) == 0 { // one card short
			h.Cards = h.Cards[1:]
		}
		q.Hands = append(q.Hands, h)
	}
	q.Dead = cards.SetOf(take(min(rng.IntN(12), len(deck)-8))...)
	if rng.IntN(2) == 0 {
		for range 1 + rng.IntN(3) {
			q.Pots = append(q.Pots, odds.Pot{Amount: rng.Int64N(500), Eligible: betting.Set(1 + rng.IntN(1<<n-1))})
		}
	}
	return q
}

func (k spotKind) String() string { return k.name }

// Counting, dealing and sampling match the plainest method, in every kind of game and with
// everything that may be unknown.
func TestPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 7))
	trials := testkit.Sample(9, 4) // of 25 kinds of games
	if *spots > 0 {
		trials = (*spots + len(spotKinds) - 1) / len(spotKinds)
	}
	cache := &odds.Cache{}
	for _, k := range testkit.Sweep(spotKinds, 4) {
		for trial := range trials {
			n := 2 + trial%3
			if trial == 3 && k.hole < 3 {
				n = 7 // more than a table of results can hold
			}
			q := k.spot(rng, n)
			want := plainly(q)
			name := fmt.Sprintf("%s, trial %d: %+v", k, trial, *q)
			got := map[string]*odds.Answer{"dealt": odds.ByDealing(t, q)}
			for _, e := range []odds.Effort{{Exact: true}, {Exact: true, Cache: cache, Workers: 3}, {Exact: true, Cache: cache}} {
				got[fmt.Sprintf("computed with %d workers, cache %t", e.Workers, e.Cache != nil)] = compute(t, q, e)
			}
			for how, a := range got {
				if !a.Exact || a.Boards != want.a.Boards || !(difference(&want.a, a) < 1e-9) || inexact(a) {
					t.Errorf("%s: %s\n%+v\n%+v", name, how, *a, want.a)
				}
			}
			want.sampled(t, name, odds.Effort{Samples: 1500, Enough: 1, Seed: uint64(trial)})
		}
	}
}

// spots sets the number of random questions:
//
//	go test ./engine/odds -run 'TestPlainly|TestSampledSpots' -timeout 0 -spots 20000
var spots = flag.Int("spots", 0, "how many random questions are asked; 0: 600 that are tried in the plainest way and 200 that are sampled")

// Samples for 200 random questions over all kinds of games are within four of their stated standard
// errors of the exact answer.
func TestSampledSpots(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 25))
	asked, compared := testkit.Sample(100, 50), 0
	if *spots > 0 {
		asked = *spots
	}
	for n := 0; n < asked; {
		k := spotKinds[rng.IntN(len(spotKinds))]
		q := k.spot(rng, 2+rng.IntN(4))
		e := odds.Effort{Samples: 3000, Enough: 1, Seed: uint64(n)}
		if q.Counted(e) {
			continue // there is only one deal
		}
		n++
		want, got := compute(t, q, odds.Effort{Exact: true}), compute(t, q, e)
		for i, s := range got.Hands {
			// A rare result may not have occurred yet: its error cannot be estimated.
			if p := want.Hands[i].Equity; p < 0.01 || p > 0.99 {
				continue
			}
			compared++
			if off := math.Abs(s.Equity - want.Hands[i].Equity); off > 4*s.StdErr+1e-9 {
				t.Errorf("%s: hand %d gets %g ± %g of samples, and %g: %+v", k, i+1, s.Equity, s.StdErr, want.Hands[i].Equity, *q)
			}
		}
	}
	if compared < asked {
		t.Errorf("%d questions, and %d hands that can be compared", asked, compared)
	}
}

func inexact(a *odds.Answer) bool {
	return slices.ContainsFunc(a.Hands, func(s odds.Share) bool { return s.StdErr != 0 }) ||
		slices.ContainsFunc(a.Chips, func(m odds.Mean) bool { return m.StdErr != 0 })
}

// sampled fails if samples are further from the truth than their number allows, or if their stated
// error is wrong.
func (p *plain) sampled(t *testing.T, name string, e odds.Effort) {
	t.Helper()
	if p.q.Counted(e) {
		return
	}
	a := compute(t, p.q, e)
	if a.Exact || a.Boards != e.Samples {
		t.Errorf("%s: %d deals, exact %t", name, a.Boards, a.Exact)
	}
	n := float64(e.Samples)
	near := func(what string, i int, got, want, square float64) float64 {
		off := math.Sqrt(max(0, square-want*want) / n)
		if !(math.Abs(got-want) <= 4.5*off+1e-9+3/n*math.Sqrt(square)) {
			t.Errorf("%s: %s of hand %d is %g, want %g ± %g", name, what, i+1, got, want, off)
		}
		return off
	}
	for i, s := range a.Hands {
		w := p.a.Hands[i]
		for what, x := range map[string][2]float64{"win": {s.Win, w.Win}, "tie": {s.Tie, w.Tie}, "scoop": {s.Scoop, w.Scoop}, "quarter": {s.Quarter, w.Quarter}, "high": {s.High, w.High}, "low": {s.Low, w.Low}} {
			near(what, i, x[0], x[1], x[1])
		}
		off := near("equity", i, s.Equity, w.Equity, p.equals[i])
		if w.Equity > 0.05 && w.Equity < 0.95 && p.equals[i]-w.Equity*w.Equity > 0.01 && (s.StdErr < 0.7*off || s.StdErr > 1.4*off) {
			t.Errorf("%s: hand %d says ± %g, and it is %g", name, i+1, s.StdErr, off)
		}
		if p.a.Chips != nil {
			off := near("chips", i, a.Chips[i].Value, p.a.Chips[i].Value, p.squares[i])
			if off > p.a.Chips[i].Value/200 && off > 0 && p.a.Hands[i].Equity > 0.05 && p.a.Hands[i].Equity < 0.95 && (a.Chips[i].StdErr < 0.6*off || a.Chips[i].StdErr > 1.6*off) {
				t.Errorf("%s: chips of hand %d say ± %g, and it is %g", name, i+1, a.Chips[i].StdErr, off)
			}
		}
		for k := range a.Pots {
			near("pot", i, a.Pots[k][i], p.a.Pots[k][i], p.a.Pots[k][i])
		}
	}
}

// Before any board card, with known hands and ranges: the ways of sampling without dealing cards
// match the counts.
func TestQuickSamples(t *testing.T) {
	dead := cards.SetOf(cards.MustParse("2c3d4h")...)
	questions := map[string]*odds.Question{
		"two":           holdem("AhKh", "QcQd"),
		"three":         holdem("AhKh", "QcQd", "7s6s"),
		"two ranges":    ranges(t, "QQ+:2,AKs", "TT+,AQs+:0.5"),
		"like weights":  ranges(t, "QQ+", "TT+"),
		"of four cards": holdem("AhKh", "QcQd"),
		"of three":      holdem("AhKh", "Ah"[:0]+"QcQd", "9c9s"),
	}
	questions["two"].Dead, questions["two ranges"].Dead = dead, dead
	questions["of four cards"].ToBoard = 4
	questions["of three"].ToBoard = 3
	split := holdem("Ah2h", "QcQd", "7s6s")
	split.Show = two(0, 0, rank.High, rank.EightOrBetter)
	questions["split"] = split
	low := holdem("Ah2h", "QcQd")
	low.Show = one(rank.EightOrBetter)
	questions["low"] = low
	for n, hands := range map[int][]string{4: {"AhKhQd2c", "QcJd9s8s"}, 5: {"AhKhQd2c3c", "QcJd9s8s8d", "2d3d4d5dKs"}, 6: {"AhKhQd2c3c4c", "QcJd9s8s8d6h"}} {
		omaha := holdem(hands...)
		omaha.Show, omaha.Dead = high(2, 3), cards.SetOf(cards.MustParse("7c7d")...)
		questions[fmt.Sprintf("omaha of %d", n)] = omaha
		half := *omaha
		half.Show = two(2, 3, rank.High, rank.EightOrBetter)
		half.Board, half.ToBoard = cards.MustParse("5hTs2s"), 2
		questions[fmt.Sprintf("split omaha of %d", n)] = &half
		lacks := half
		lacks.Board, lacks.ToBoard = cards.MustParse("5hTs2s2h"), 1
		lacks.Hands = slices.Clone(half.Hands)
		lacks.Hands[0] = odds.Hand{Cards: lacks.Hands[0].Cards[:n-1], ToCome: 1}
		questions[fmt.Sprintf("omaha of %d, a card short", n)] = &lacks
		some := lacks
		some.Hands = slices.Clone(lacks.Hands)
		some.Hands[0] = odds.Hand{ToCome: 1, Range: &cards.Range{Hands: []cards.Held{
			{Cards: cards.SetOf(lacks.Hands[0].Cards...), Weight: 2}, {Cards: cards.SetOf(cards.MustParse("AsAdAcKd5c"[:2*(n-1)])...), Weight: 1},
		}}}
		questions[fmt.Sprintf("omaha of %d, a range and a card short", n)] = &some
	}
	for name, q := range questions {
		want := compute(t, q, odds.Effort{Exact: true})
		got := compute(t, q, odds.Effort{Samples: 20_000, Enough: 1, Seed: 9})
		if got.Exact || got.Boards != 20_000 {
			t.Errorf("%s: %d deals, exact %t", name, got.Boards, got.Exact)
		}
		for i, s := range got.Hands {
			w := want.Hands[i]
			for what, x := range map[string][2]float64{
				"equity": {s.Equity, w.Equity}, "win": {s.Win, w.Win}, "tie": {s.Tie, w.Tie}, "scoop": {s.Scoop, w.Scoop}, "quarter": {s.Quarter, w.Quarter}, "high": {s.High, w.High}, "low": {s.Low, w.Low},
			} {
				if off := math.Sqrt(x[1] * (1 - min(1, x[1])) / 20_000); !(math.Abs(x[0]-x[1]) <= 4.5*off+1e-4) {
					t.Errorf("%s: %s of hand %d is %g, counted %g", name, what, i+1, x[0], x[1])
				}
			}
		}
	}
}

// Invalid questions are refused with the reason.
func TestRefusals(t *testing.T) {
	unknown := func(change func(q *odds.Question)) *odds.Question {
		q := holdem("AhKh", "QcQd")
		change(q)
		return q
	}
	many := holdem(slices.Repeat([]string{"????"}, betting.Max)...)
	tests := []struct {
		name, want string
		q          *odds.Question
	}{
		{"nobody", "odds compare 2 to 22 hands, not 0", holdem()},
		{"too many", fmt.Sprintf("odds compare 2 to 22 hands, not %d", betting.Max+1), holdem(slices.Repeat([]string{"????"}, betting.Max+1)...)},
		{"the board has it", "Ah appears twice: in hand 1 and on the board", unknown(func(q *odds.Question) { q.Board = cards.MustParse("Ah2c3c"); q.ToBoard = 2 })},
		{"twice on the board", "2c appears twice on the board", unknown(func(q *odds.Question) { q.Board = cards.MustParse("2c2c3c"); q.ToBoard = 2 })},
		{"dead", "Kh appears twice: among the dead cards and in hand 1", unknown(func(q *odds.Question) { q.Dead = cards.SetOf(cards.MustParse("Kh")...) })},
		{"short deck", "2c is not in the deck (36 cards, 6 to A)", unknown(func(q *odds.Question) { q.Deck.Lowest, q.Board = cards.Six, cards.MustParse("2c") })},
		{"pot of nobody", "a pot that none of the 2 hands can win", unknown(func(q *odds.Question) { q.Pots = []odds.Pot{{Amount: 1}} })},
		{"pot of a third", "a pot that none of the 2 hands can win", unknown(func(q *odds.Question) { q.Pots = []odds.Pot{{Amount: 1, Eligible: 0b101}} })},
		{"less than nothing", "a pot that none of the 2 hands can win", unknown(func(q *odds.Question) { q.Pots = []odds.Pot{{Amount: -1, Eligible: 0b11}} })},
		{
			"range", "hand 2: every hand in its range has a card that is already in use",
			unknown(func(q *odds.Question) {
				q.Hands[1] = odds.Hand{Range: &cards.Range{Hands: []cards.Held{{Cards: cards.SetOf(q.Hands[0].Cards[0], 0), Weight: 1}}}}
			}),
		},
		{"one card short", "6 cards are to come, but only 5 are left in the deck", unknown(func(q *odds.Question) {
			q.Dead = cards.Deck{}.Set() &^ cards.SetOf(cards.MustParse("AhKhQcQd2c3c4c5c6c")...)
			q.ToBoard = 6
		})},
	}
	for _, tt := range tests {
		for _, e := range []odds.Effort{{}, {Exact: true}} {
			if _, err := tt.q.Compute(context.Background(), e); err == nil || err.Error() != tt.want {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
			}
		}
	}
	some := holdem("AhKh", "QcQd", "??")
	some.Hands[2].ToCome = 1
	some.Dead = cards.Deck{}.Set() &^ cards.SetOf(cards.MustParse("AhKhQcQd2c3c4c5c6c7c")...)
	if _, err := some.Compute(context.Background(), odds.Effort{}); err == nil || err.Error() != "7 cards are to come, but only 6 are left in the deck" {
		t.Errorf("seven cards of six: %v", err)
	}
	if a, err := many.Compute(context.Background(), odds.Effort{Samples: 100}); err != nil || a.Boards != 100 {
		t.Errorf("%d hands: %v", betting.Max, err)
	}
	free := unknown(func(q *odds.Question) { q.Pots = []odds.Pot{{Amount: 0, Eligible: 0b11}, {Amount: 7, Eligible: 0b10}} })
	if a := compute(t, free, odds.Effort{}); a.Chips[0].Value != 0 || a.Chips[1].Value != 7 {
		t.Errorf("a pot of nothing and one of the second: %+v", a.Chips)
	}
	last := unknown(func(q *odds.Question) {
		q.Dead = cards.Deck{}.Set() &^ cards.SetOf(cards.MustParse("AhKhQcQd2c3c4c5c6c")...)
	})
	if a := compute(t, last, odds.Effort{}); a.Boards != 1 {
		t.Errorf("the last five cards of the deck: %d boards", a.Boards)
	}
}

// The number of boards is the number of ways to deal them.
func TestBoards(t *testing.T) {
	spare := (cards.Deck{}.Set() &^ cards.SetOf(cards.MustParse("AhKhQcQs2s3s4s5s6s")...)).Cards()[:38]
	for toCome := range 6 {
		for dead := range len(spare) {
			q := holdem("AhKh", "QcQs")
			q.Dead, q.Board, q.ToBoard = cards.SetOf(spare[:dead]...), cards.MustParse("2s3s4s5s6s")[toCome:], toCome
			want, left := int64(1), int64(48-5+toCome-dead)
			for k := range int64(toCome) {
				want = want * (left - k) / (k + 1)
			}
			if a := compute(t, q, odds.Effort{Exact: true}); a.Boards != want {
				t.Errorf("%d to come, %d dead: %d boards, want %d", toCome, dead, a.Boards, want)
			}
		}
	}
}

// If suits break ties, hands that play the same cards still share the pot.
func TestSuits(t *testing.T) {
	for name, tt := range map[string]struct {
		hands []string
		board string
		want  []float64
	}{
		"the board plays":   {[]string{"2c3c", "2d3d", "2h4h"}, "AsKsQsJsTs", []float64{1. / 3, 1. / 3, 1. / 3}},
		"the higher suit":   {[]string{"Ac2c", "Ah2d", "7d8d"}, "KsQdJc9h3s", []float64{0, 1, 0}},
		"one after another": {[]string{"Ad2c", "Ac2d", "As2h"}, "KsQdJc9h3s", []float64{0, 0, 1}},
	} {
		q := holdem(tt.hands...)
		q.Show = &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High, BySuit: true}}}
		q.Board, q.ToBoard = cards.MustParse(tt.board), 0
		a := compute(t, q, odds.Effort{})
		for i, w := range tt.want {
			if a.Hands[i].Equity != w {
				t.Errorf("%s: %+v", name, a.Hands)
			}
		}
	}
}

// Many hands with odd weights: the answer is the same to the last bit every time.
func TestSameToTheBit(t *testing.T) {
	q := ranges(t, "AsAh:0.1,KsKh:0.7,QsQh:0.3", "AcKc:0.2,QcQd:0.9", "9c9d:0.1,8c8d:0.6")
	for _, h := range []string{"JsTs", "JhTh", "7c7d", "2c2d"} {
		q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse(h)})
	}
	q.Board, q.ToBoard = cards.MustParse("3h4h8s"), 2
	q.Show = two(0, 0, rank.High, rank.EightOrBetter)
	first := compute(t, q, odds.Effort{Exact: true})
	for range 20 {
		if again := compute(t, q, odds.Effort{Exact: true}); difference(first, again) != 0 {
			t.Fatalf("%+v, and then %+v", first.Hands, again.Hands)
		}
	}
}

// Thousands of pairs of hands on a complete board, each counted.
func TestManyPairs(t *testing.T) {
	q := ranges(t, "random", "JJ+,AKs")
	q.Board, q.ToBoard = cards.MustParse("2c7d9hJsKc"), 0
	want := plainly(q)
	for _, e := range []odds.Effort{{Exact: true}, {Exact: true, Workers: 2, Cache: &odds.Cache{}}} {
		if a := compute(t, q, e); a.Boards != want.a.Boards || a.Boards < 3*4096 || !(difference(a, &want.a) < 1e-9) {
			t.Errorf("%+v, want %+v", a, want.a)
		}
	}
	for seed := range uint64(20) {
		a := compute(t, holdem("AhKh", "QcQd"), odds.Effort{Samples: 1, Enough: 1, Seed: seed})
		if a.Boards != 1 || a.Hands[0].Equity+a.Hands[1].Equity != 1 {
			t.Fatalf("one deal: %+v", a)
		}
	}
}
