package dsl_test

import (
	"math"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The house edge of these games is published. Here it is counted over all deals, with the pay tables of the scripts. Rounds that
// the engine plays must pay what this count says for the same deal.

// threeCards is Three Card Poker for one player, as its script pays it.
type threeCards struct {
	ranking      *rank.Ranking
	pairPlus     *plan.PayTable
	end          *plan.SettleStep
	ante, play   *plan.Line
	strengths    [52][52][52]rank.Strength
	deck         []cards.Card
	isomorphisms map[[3]int]int // representatives of the hands that differ only in the names of the suits, with their numbers
}

func newThreeCards(t *testing.T, b *plan.AtStakes) *threeCards {
	g := &threeCards{isomorphisms: map[[3]int]int{}}
	for i := range b.Game.Steps {
		switch sd := b.Game.Steps[i].Settle; {
		case sd == nil:
		case sd.Own != nil:
			g.pairPlus = sd.Own
		default:
			g.end, g.ante, g.play = sd, sd.Line("ante"), sd.Line("play")
		}
	}
	if g.pairPlus == nil || g.end == nil {
		t.Fatal("the game has no pair plus, or no end")
	}
	g.ranking = g.end.Parts[0].Ranking
	g.deck = cards.Deck{}.Append(nil)
	g.hands(func(h [3]int) {
		g.strengths[h[0]][h[1]][h[2]] = g.ranking.Best([]cards.Card{g.deck[h[0]], g.deck[h[1]], g.deck[h[2]]})
		g.isomorphisms[g.alike(h)]++
	})
	return g
}

// hands calls f with every hand, as ascending indexes of its cards in the deck.
func (g *threeCards) hands(f func([3]int)) {
	for a := range 52 {
		for b := a + 1; b < 52; b++ {
			for c := b + 1; c < 52; c++ {
				f([3]int{a, b, c})
			}
		}
	}
}

// alike returns the first of the hands that differ only in the names of the suits.
func (g *threeCards) alike(h [3]int) [3]int {
	best := [3]int{52, 52, 52}
	place := map[cards.Card]int{}
	for i, c := range g.deck {
		place[c] = i
	}
	for _, suits := range permutations {
		var o [3]int
		for i, at := range h {
			c := g.deck[at]
			o[i] = place[cards.New(c.Rank(), suits[c.Suit()])]
		}
		if o[0] > o[1] {
			o[0], o[1] = o[1], o[0]
		}
		if o[1] > o[2] {
			o[1], o[2] = o[2], o[1]
		}
		if o[0] > o[1] {
			o[0], o[1] = o[1], o[0]
		}
		if o[0] < best[0] || o[0] == best[0] && (o[1] < best[1] || o[1] == best[1] && o[2] < best[2]) {
			best = o
		}
	}
	return best
}

// permutations are the permutations of the suits.
var permutations = func() (out [][4]cards.Suit) {
	for n := range 256 {
		p := [4]cards.Suit{cards.Suit(n & 3), cards.Suit(n >> 2 & 3), cards.Suit(n >> 4 & 3), cards.Suit(n >> 6)}
		if p[0] != p[1] && p[0] != p[2] && p[0] != p[3] && p[1] != p[2] && p[1] != p[3] && p[2] != p[3] {
			out = append(out, p)
		}
	}
	return out
}()

// won returns an outcome in bets.
func won(o plan.Outcome) float64 { return float64(o.Num) / float64(o.Den) }

// played returns the total result of ante, play and bonus, in antes.
func (g *threeCards) played(own, bank rank.Strength) (sum float64) {
	for _, l := range []*plan.Line{g.ante, g.play} {
		switch {
		case g.end.Unqualified(bank) && l.Unqualified != nil:
			sum += won(l.Unqualified.Of(g.ranking, own))
		case own > bank:
			sum++
		case own < bank:
			sum--
		}
		if l.Bonus != nil {
			sum += won(l.Bonus.Of(g.ranking, own))
		}
	}
	return sum
}

// near compares an edge with the published value, in percent with two digits.
func near(t *testing.T, what string, edge, want float64) {
	t.Helper()
	if math.Round(edge*1e4)/100 != want {
		t.Errorf("%s: the house wins %.4f %%, known is %.2f %%", what, edge*100, want)
	}
	t.Logf("%s: the house wins %.4f %%", what, edge*100)
}

// TestThreeCardPoker counts all deals: the house wins 3.37 % of the ante from players who play queen, six and four or better,
// which is the best play, and 2.32 % of pair plus.
func TestThreeCardPoker(t *testing.T) {
	if testing.Short() {
		t.Skip("compares all hands of three cards with all others")
	}
	b := bound(t, library(t, nil), "banked/threecard", "")
	g := newThreeCards(t, b)
	worst := g.ranking.Best(cards.MustParse("Qs6h4d"))
	edge, pairs, all := 0.0, 0.0, 0.0
	for h, ways := range g.isomorphisms {
		own := g.strengths[h[0]][h[1]][h[2]]
		sum, n := 0.0, 0
		g.hands(func(bank [3]int) {
			for _, c := range h {
				if c == bank[0] || c == bank[1] || c == bank[2] {
					return
				}
			}
			sum += g.played(own, g.strengths[bank[0]][bank[1]][bank[2]])
			n++
		})
		value := max(sum/float64(n), -1)
		if plays := sum/float64(n) > -1; plays != (own >= worst) {
			t.Errorf("%s is worth %.4f", cards.Format([]cards.Card{g.deck[h[0]], g.deck[h[1]], g.deck[h[2]]}), sum/float64(n))
		}
		edge -= float64(ways) * value
		pairs -= float64(ways) * won(g.pairPlus.Of(g.ranking, own))
		all += float64(ways)
	}
	if all != 22100 {
		t.Fatalf("%v hands of three cards", all)
	}
	near(t, "ante and play", edge/all, 3.37)
	near(t, "pair plus", pairs/all, 2.32)
	g.asPlayed(t, b, worst)
}

// asPlayed checks that rounds played by the engine pay what the count says.
func (g *threeCards) asPlayed(t *testing.T, b *plan.AtStakes, worst rank.Strength) {
	for number := range uint64(1000) {
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{100000, 100000}, Button: 1, Seed: 8, Number: number}); err != nil {
			t.Fatal(err)
		}
		take(t, &h, "ante", 1000)
		take(t, &h, "pass", 0)
		take(t, &h, "pairplus", 1000)
		own := g.ranking.Best(h.Hole(0))
		bank, _ := h.Cards(-1, 0)
		want := -2000.0
		choice := "fold"
		if own >= worst {
			choice = "play"
			want = 1000 * (g.played(own, g.ranking.Best(bank)) + won(g.pairPlus.Of(g.ranking, own)))
		}
		take(t, &h, choice, -1)
		if got := h.Net(0); h.Pending() != nil || float64(got) != want || h.House() != -got {
			t.Fatalf("hand %d: %s against %s wins %d, the house %d; counted %v", number, cards.Format(h.Hole(0)), cards.Format(bank), got, h.House(), want)
		}
	}
}

// take makes a choice that is offered.
func take(t *testing.T, h *hand.Hand, name string, amount int64) {
	t.Helper()
	a, ok := h.Take(name, amount)
	if !ok {
		t.Fatalf("%s is not offered: %s", name, h.Legal())
	}
	if err := h.Apply(a); err != nil {
		t.Fatal(err)
	}
}

// tableau returns the winner by the values of the cards: 1 for the player, -1 for the banker, 0 for a tie.
func tableau(c [6]int) int {
	player, bank := (c[0]+c[1])%10, (c[2]+c[3])%10
	if player < 8 && bank < 8 {
		next := 4
		third := -1
		if player <= 5 {
			third = c[next]
			player = (player + third) % 10
			next++
		}
		draws := bank <= 5
		if third >= 0 {
			draws = bank <= [10]int{3, 3, 4, 4, 5, 5, 6, 6, 2, 3}[third]
		}
		if draws {
			bank = (bank + c[next]) % 10
		}
	}
	switch {
	case player > bank:
		return 1
	case player < bank:
		return -1
	}
	return 0
}

// TestBaccarat counts all deals from eight decks: the house wins 1.24 % of bets on the player, 1.06 % of those on the banker and
// 14.36 % of those on a tie.
func TestBaccarat(t *testing.T) {
	b := bound(t, library(t, nil), "banked/baccarat", "")
	left := [10]int{128, 32, 32, 32, 32, 32, 32, 32, 32, 32}
	var count [3]float64 // the banker, nobody, the player wins
	var c [6]int
	var deal func(i int, ways float64)
	deal = func(i int, ways float64) {
		if i == len(c) {
			count[1+tableau(c)] += ways
			return
		}
		for v := range left {
			if left[v] > 0 {
				c[i] = v
				left[v]--
				deal(i+1, ways*float64(left[v]+1))
				left[v]++
			}
		}
	}
	deal(0, 1)
	banker, tie, player := count[0], count[1], count[2]
	all := banker + tie + player
	near(t, "player", (banker-player)/all, 1.24)
	near(t, "banker", (player-0.95*banker)/all, 1.06)
	near(t, "tie", (banker+player-8*tie)/all, 14.36)

	for number := range uint64(3000) {
		setup := hand.Setup{Plan: b, Stacks: []int64{100000, 100000, 100000}, Button: 2, Seed: 9, Number: number}
		var h hand.Hand
		if err := h.Start(&setup); err != nil {
			t.Fatal(err)
		}
		take(t, &h, "player", 1000)
		take(t, &h, "pass", 0)
		take(t, &h, "pass", 0)
		take(t, &h, "pass", 0)
		take(t, &h, "banker", 1000)
		take(t, &h, "pass", 0)
		take(t, &h, "pass", 0)
		take(t, &h, "pass", 0)
		take(t, &h, "tie", 1000)
		var c [6]int
		for i, card := range setup.Pack()[:6] {
			if c[i] = int(card.Rank()) + 2; c[i] > 9 {
				c[i] = 0
			}
			if card.Rank() == cards.Ace {
				c[i] = 1
			}
		}
		want := map[int][3]int64{1: {1000, -1000, -1000}, -1: {-1000, 950, -1000}, 0: {0, 0, 8000}}[tableau(c)]
		if got := [3]int64{h.Net(0), h.Net(1), h.Net(2)}; h.Pending() != nil || got != want {
			t.Fatalf("hand %d, cards that count %v: %v, want %v", number, c, got, want)
		}
	}
}
