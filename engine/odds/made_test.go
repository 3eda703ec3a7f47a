package odds_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// madePlainly is how often each hand ends as what, by part, hand and name, found by looking at the
// cards that play.
type madePlainly struct {
	by    [2][]map[string]float64
	names [2]map[rank.Strength]string
}

// note records the names of a deal's hands.
func (m *madePlainly) note(p *plain, weight float64) {
	for k := range p.q.Show.Parts {
		part := &p.q.Show.Parts[k]
		if m.by[k] == nil {
			m.names[k] = map[rank.Strength]string{}
			for range p.holes {
				m.by[k] = append(m.by[k], map[string]float64{})
			}
		}
		for i, hole := range p.holes {
			s := p.worth[k][i]
			name, ok := m.names[k][s]
			if !ok {
				used := part.Ranking.Used(slices.Concat(hole, p.board))
				if part.Exact() {
					used = part.Used(nil, hole, p.board)
				}
				name = nameOf(part.Ranking, s, used)
				m.names[k][s] = name
			}
			m.by[k][i][name] += weight
		}
	}
}

var rankNames = [...]string{"deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}

func nameOf(r *rank.Ranking, s rank.Strength, used []cards.Card) string {
	switch {
	case s == 0:
		return "no qualifying hand"
	case r == rank.Badugi:
		return [...]string{"one-card hand", "two-card hand", "three-card hand", "badugi"}[len(used)-1]
	case r.Low() && r.Category(s) == rank.HighCard:
		if !used[0].Natural() {
			return rankNames[bugIn(used[1:])] + " low"
		}
		return rankNames[used[0].Rank()] + " low"
	}
	return r.Category(s).String()
}

// bugIn returns the rank of a joker in a low together with other cards: the lowest missing rank.
func bugIn(others []cards.Card) cards.Rank {
	for r := range cards.Rank(13) {
		low := (r + 12) % 13 // the ace first
		if !slices.ContainsFunc(others, func(c cards.Card) bool { return c.Rank() == low }) {
			return low
		}
	}
	return 0
}

// The final classes of hands, counted, dealt and sampled, match looking at every deal, in every
// kind of game.
func TestMade(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 18))
	trials := testkit.Sample(6, 2)
	for _, k := range testkit.Sweep(spotKinds, 4) {
		for trial := range trials {
			q := k.spot(rng, 2+trial%3)
			want := &plain{made: &madePlainly{}}
			want.answer(q)
			name := fmt.Sprintf("%s, trial %d: %+v", k, trial, *q)
			for what, e := range map[string]odds.Effort{
				"exact": {Exact: true, Made: true}, "shared": {Exact: true, Made: true, Workers: 3}, "sampled": {Samples: 1500, Enough: 1, Seed: 5, Made: true},
			} {
				a := compute(t, q, e)
				if len(a.Made) != len(q.Show.Parts) {
					t.Fatalf("%s, %s: %d parts", name, what, len(a.Made))
				}
				for part, hands := range a.Made {
					classes := q.Show.Parts[part].Ranking.Classes()
					for i, row := range hands {
						want.sameMade(t, fmt.Sprintf("%s, %s, part %d, hand %d", name, what, part, i), a, classes, row, want.made.by[part][i])
					}
				}
				e.Made = false
				if b := compute(t, q, e); b.Made != nil || difference(a, b) != 0 {
					t.Errorf("%s, %s: the equity is another where nobody asks for the hands", name, what)
				}
			}
		}
	}
}

// sameMade compares a row of an answer with the deals seen.
func (p *plain) sameMade(t *testing.T, name string, a *odds.Answer, classes []rank.Class, row []float64, seen map[string]float64) {
	t.Helper()
	left := maps.Clone(seen)
	for c, got := range row {
		want := left[classes[c].Name] / p.weight
		delete(left, classes[c].Name)
		off := 1e-9
		if !a.Exact {
			off += 4.5*math.Sqrt(want*(1-min(1, want))/float64(a.Boards)) + 3/float64(a.Boards)
		}
		if !(math.Abs(got-want) <= off) {
			t.Errorf("%s: %s is %g, seen %g", name, classes[c].Name, got, want)
		}
	}
	if len(left) > 0 {
		t.Errorf("%s: classes that are missing: %v", name, left)
	}
}

// The fast ways of sampling match the counts.
func TestMadeQuickly(t *testing.T) {
	split := holdem("Ah2h", "QcQd", "7s6s")
	split.Show = two(0, 0, rank.High, rank.EightOrBetter)
	for name, q := range map[string]*odds.Question{
		"two": holdem("AhKh", "QcQd"), "three": holdem("AhKh", "QcQd", "7s6s"), "ranges": ranges(t, "QQ+:2,AKs", "TT+,AQs+:0.5"), "split": split,
	} {
		want := compute(t, q, odds.Effort{Exact: true, Made: true})
		got := compute(t, q, odds.Effort{Samples: 40_000, Enough: 1, Seed: 3, Made: true})
		for k, hands := range got.Made {
			for i, row := range hands {
				for c, x := range row {
					if w := want.Made[k][i][c]; !(math.Abs(x-w) <= 4.5*math.Sqrt(w*(1-w)/40_000)+3.0/40_000) {
						t.Errorf("%s: part %d, hand %d, class %d is %g, counted %g", name, k, i, c, x, w)
					}
				}
			}
		}
	}
}

// The numbers of seven-card hands in each category match the literature: every two cards are
// counted with every board.
func TestMadeOfAllSevens(t *testing.T) {
	if testing.Short() {
		t.Skip("counts 169 kinds of hands")
	}
	got := make([]float64, 10)
	list, err := (cards.Deck{}).ParseRange("random", 2)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]int]int{}
	kinds := map[[3]int]cards.Set{}
	for _, h := range list.Hands {
		two := h.Cards.Cards()
		k := [3]int{int(two[0].Rank()), int(two[1].Rank()), 0}
		if two[0].Suit() == two[1].Suit() {
			k[2] = 1
		}
		seen[k]++
		kinds[k] = h.Cards
	}
	if len(kinds) != 169 {
		t.Fatalf("%d kinds of hands", len(kinds))
	}
	for k, set := range kinds {
		for c, n := range odds.CountMade(t, high(0, 0), cards.Deck{}, set.Cards(), 5) {
			got[c] += float64(n) * float64(seen[k])
		}
	}
	// Each set of seven cards occurs once for each pair of its cards as the hand.
	want := []float64{41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460, 0}
	for c, n := range want {
		if got[c] != n*21 {
			t.Errorf("%s: %.0f of seven cards, want %.0f", rank.High.Classes()[c].Name, got[c]/21, n)
		}
	}
}

// Ten unknown hands: the samples are close to the counts of all seven-card hands.
func TestMadeOfUnknownHands(t *testing.T) {
	q := &odds.Question{Show: high(0, 0), ToBoard: 5}
	for range 10 {
		q.Hands = append(q.Hands, odds.Hand{ToCome: 2})
	}
	const samples = 20_000
	a := compute(t, q, odds.Effort{Samples: samples, Made: true, Seed: 1})
	for c, n := range []float64{41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460, 0} {
		p := n / 133784560
		sum := 0.0
		for i := range q.Hands {
			sum += a.Made[0][i][c]
			if !(math.Abs(a.Made[0][i][c]-p) <= 4.5*math.Sqrt(p/samples)+3.0/samples) {
				t.Errorf("hand %d, class %d: %g, want %g", i, c, a.Made[0][i][c], p)
			}
		}
		if !(math.Abs(sum/10-p) <= 4.5*math.Sqrt(p/samples)) {
			t.Errorf("class %d: %g, want %g", c, sum/10, p)
		}
	}
}

// A pot that some hands cannot win does not change the final classes.
func TestMadeWithPots(t *testing.T) {
	q := holdem("AhKh", "QcQd", "7s6s")
	want := compute(t, q, odds.Effort{Exact: true, Made: true})
	q.Pots = []odds.Pot{{Amount: 30, Eligible: 0b111}, {Amount: 10, Eligible: 0b011}}
	got := compute(t, q, odds.Effort{Exact: true, Made: true})
	if fmt.Sprint(got.Made) != fmt.Sprint(want.Made) {
		t.Errorf("%v, want %v", got.Made, want.Made)
	}
}
