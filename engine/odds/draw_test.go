package odds_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// drawing returns a question about hands that draw by policies, rounds times.
func drawing(t *testing.T, show *plan.ShowdownStep, rounds int, hands ...string) *odds.Question {
	t.Helper()
	q := &odds.Question{Show: show}
	for i := 0; i < len(hands); i += 2 {
		p, err := odds.ParseDraw(hands[i+1])
		if err != nil {
			t.Fatal(err)
		}
		q.Policies = append(q.Policies, p)
		q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse(hands[i])})
	}
	for range rounds {
		q.Draws = append(q.Draws, odds.Draw{Most: 5, Waiting: 1<<len(q.Hands) - 1, How: plan.DrawStep{Together: true, OwnBack: true}})
	}
	return q
}

// Probabilities that can be computed by hand: completing a flush and a straight, and making a low
// with one card and with three draws.
func TestDrawByHand(t *testing.T) {
	for _, tt := range testkit.Sweep([]struct {
		name   string
		q      *odds.Question
		want   float64
		thrown float64
	}{
		// 42 cards are left, nine of them hearts.
		{"four to a flush", drawing(t, one(rank.High), 1, "AhKh9h4h3c", "3c", "QsQdQc7s2d", "pat"), 9. / 42, 1},
		{"the same by what is kept", drawing(t, one(rank.High), 1, "AhKh9h4h3c", "keep AhKh9h4h", "QsQdQc7s2d", "pat"), 9. / 42, 1},
		{"eight cards for a straight", drawing(t, one(rank.High), 1, "9h8c7d6s2h", "2h", "AsAdAcKdQd", "pat"), 8. / 42, 1},
		{"four for a full house", drawing(t, one(rank.High), 1, "KhKc3d3s8h", "pairs", "AsAdAc7h2c", "pat"), 4. / 42, 1},
		// Three sevens, eights and nines each; a six makes a straight.
		{"a nine to beat", drawing(t, one(rank.DeuceToSeven), 1, "2h3c4d5sKh", "low", "9h8c7d4s2c", "pat"), 9. / 42, 1},
		// A seven or an eight in one of three draws, or a nine in the last.
		{
			"three draws",
			drawing(t, one(rank.DeuceToSeven), 3, "2h3c4d5sKh", "low", "9h8c7d4s2c", "pat"),
			6./42 + 36./42*6/41 + 36./42*35/41*6/40 + 3./42*35/41*34/40, 1,
		},
		{"a badugi", drawing(t, one(rank.Badugi), 1, "Ac2d3hKh", "badugi", "Tc9d8h7s", "pat"), 6. / 44, 1},
		{"pat", drawing(t, one(rank.High), 2, "AhKh9h4h3c", "pat", "QsQdQc7s2d", "pat"), 0, 0},
		{"only in the second draw", drawing(t, one(rank.High), 2, "AhKh9h4h3c", "pat/3c", "QsQdQc7s2d", "pat"), 9. / 42, 0},
	}, 5) {
		a := compute(t, tt.q, odds.Effort{})
		if !a.Exact || math.Abs(a.Hands[0].Win-tt.want) > 1e-12 || math.Abs(a.Draws[0].Thrown[0]-tt.thrown) > 1e-12 || len(a.Draws[0].Replies) != 1 {
			t.Errorf("%s: %+v, want %g", tt.name, *a, tt.want)
		}
		tt.q.Policies[0] = odds.Best{}
		if len(tt.q.Draws) > 1 {
			continue
		}
		if best := compute(t, tt.q, odds.Effort{}); best.Hands[0].Equity < a.Hands[0].Equity-1e-9 && best.Draws[0].Exact {
			t.Errorf("%s: the best reply gives %g, and there is one that gives %g", tt.name, best.Hands[0].Equity, a.Hands[0].Equity)
		}
	}
}

// The cards that rules keep and throw away.
func TestDrawRules(t *testing.T) {
	low := one(rank.AceToFive)
	for _, tt := range []struct {
		show               *plan.ShowdownStep
		rule, hand, thrown string
		most               int
	}{
		{one(rank.High), "pairs", "AhAc7d4h3c", "3c4h7d", 5},
		{one(rank.High), "PAIRS", "AhAc7d4h3c", "3c4h", 2},
		{one(rank.High), "pairs", "AhKc7d4h3c", "3c4h7dKc", 5},
		{one(rank.High), "pairs", "AhKc7d4h3c", "3c4h7d", 3},
		{one(rank.High), "pairs", "9h8c7d6s5h", "", 5},
		{one(rank.High), "pairs", "AhKh7h4h3h", "", 5},
		{one(rank.High), "pairs", "AhAcAd4h4c", "", 5},
		{one(rank.High), "pairs", "AhAcAdAs4c", "", 5},
		{one(rank.HighBug), "pairs", "JoAc7d4s3c", "3c4s7dAc", 5},
		{low, "low", "AhAc7d8h9c", "Ah9c", 5},
		{low, "low7", "AhAc7d8h9c", "Ah8h9c", 5},
		{low, "low7", "AhAc7d8h9c", "8h9c", 2},
		{low, "low", "2h3c4d5h6c", "", 5},
		{one(rank.DeuceToSeven), "low", "AhAc7d8h9c", "AcAh9c", 5},
		{one(rank.DeuceToSeven), "low", "2h3c4d5h6c", "6c", 5},
		{one(rank.DeuceToSeven), "low", "2h3h4h5h7h", "7h", 5},
		{one(rank.DeuceToSeven), "low", "2h3h4h5h7c", "", 5},
		{one(rank.Badugi), "badugi", "Ac2c3hKs", "2cKs", 4},
		{one(rank.Badugi), "badugi13", "Ac2c3hKs", "2c", 4},
		{one(rank.Badugi), "badugi", "AcAd3h5s", "Ac", 4},
		{one(rank.High), "2c 3d, KH", "2cKh5s5d5c", "2cKh", 5},
		{one(rank.High), "keep 5s,5d", "2cKh5s5d5c", "2c5cKh", 5},
	} {
		p, err := odds.ParseDraw(strings.ReplaceAll(tt.rule, ",", " "))
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
			continue
		}
		h := &odds.Drawing{Show: tt.show, Cards: cards.SetOf(cards.MustParse(tt.hand)...).Cards(), Most: tt.most}
		out, err := p.Throw(h)
		if want := cards.SetOf(cards.MustParse(tt.thrown)...); err != nil || out != want {
			t.Errorf("%s of %s: %s, want %s: %v", tt.rule, tt.hand, cards.Spaced(out.Cards()), tt.thrown, err)
		}
	}
	for text, want := range map[string]string{
		"":           `"" is not a draw policy: use a rule (pat, pairs, low, badugi), best, cards to throw away (2c3d), or keep and cards`,
		"low4":       "low4: the number must be 5 to 10",
		"patt":       `"patt": not a card (rank 23456789TJQKA then suit cdhs, or Jo) at character 1`,
		"pat/keep4z": `"pat/keep4z": not a card (rank 23456789TJQKA then suit cdhs, or Jo) at character 9`,
		"2c??":       `"2c??": a card that nobody has seen cannot be named`,
		"best/pat":   "best is for all draws of a hand: write it alone",
	} {
		if _, err := odds.ParseDraw(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// short returns a question about hands of few cards from a small deck, so that everything can be
// tried.
func short(t *testing.T, rounds int, hands ...string) *odds.Question {
	t.Helper()
	q := drawing(t, one(rank.High), rounds, hands...)
	q.Deck.Lowest = cards.Ten
	return q
}

// tried returns the most that a hand can expect against opponents who do not draw, by trying
// everything.
func tried(q *odds.Question, own, gone cards.Set, draws int) float64 {
	if draws == 0 {
		worth := rank.High.Best(own.Cards())
		best, share := true, 1.0
		for _, h := range q.Hands[1:] {
			switch other := rank.High.Best(h.Cards); {
			case other > worth:
				best = false
			case other == worth:
				share++
			}
		}
		if !best {
			return 0
		}
		return 1 / share
	}
	others := q.Dead
	for _, h := range q.Hands[1:] {
		others |= cards.SetOf(h.Cards...)
	}
	most := -1.0
	for out := own; ; out = (out - 1) & own {
		rest := (q.Deck.Set() &^ (others | own | gone)).Cards()
		sum, n := 0.0, 0.0
		var deal func(from int, got cards.Set)
		deal = func(from int, got cards.Set) {
			if got.Len() == out.Len() {
				sum += tried(q, own&^out|got, gone|out, draws-1)
				n++
				return
			}
			for i := from; i < len(rest); i++ {
				deal(i+1, got.With(rest[i]))
			}
		}
		if out.Len() <= q.Draws[0].Most {
			deal(0, 0)
			most = max(most, sum/n)
		}
		if out == 0 {
			return most
		}
	}
}

// The best reply matches exhaustive search, with one draw and with two.
func TestBestByTrying(t *testing.T) {
	dead := cards.SetOf(cards.MustParse("TsJsQs")...)
	for _, tt := range []struct {
		rounds, most int
		hands        []string
	}{
		{1, 5, []string{"TcTdJcQcKh", "best", "AcAdKcKdTh", "pat"}},
		{1, 2, []string{"TcTdJcQcKh", "best", "AcAdKcKdTh", "pat"}},
		{1, 5, []string{"AcKcQcJcKh", "best", "TcTdThJdAd", "pat"}},
		{2, 2, []string{"TcTdJcQcKh", "best", "AcAdKcKdTh", "pat"}},
		{2, 1, []string{"TcJdJcQcKh", "best", "AcAdKcQdTh", "pat", "AhAsKdJhTd", "pat"}},
	} {
		q := short(t, tt.rounds, tt.hands...)
		q.Dead = dead
		for k := range q.Draws {
			q.Draws[k].Most = tt.most
		}
		want := tried(q, cards.SetOf(q.Hands[0].Cards...), 0, tt.rounds)
		a := compute(t, q, odds.Effort{Exact: true})
		if !a.Exact || !a.Draws[0].Best || !a.Draws[0].Exact || math.Abs(a.Hands[0].Equity-want) > 1e-9 {
			t.Errorf("%v: %+v, want %g", tt.hands, *a, want)
		}
	}
}

// Against hands that draw too and are hidden in a range, no other choice of the hand is better.
func TestBestAgainstDrawers(t *testing.T) {
	for _, other := range []string{"pairs", "pairs/pat", "AcKc"} {
		for _, rounds := range []int{1, 2} {
			q := short(t, rounds, "TcTdJcQcKh", "best", "AcAdKcTh", other)
			q.Hands[1] = odds.Hand{Range: &cards.Range{Hands: []cards.Held{
				{Cards: cards.SetOf(cards.MustParse("AcAdKcQdTh")...), Weight: 1}, {Cards: cards.SetOf(cards.MustParse("AcKcKdQdJh")...), Weight: 2},
			}}}
			q.Dead = cards.SetOf(cards.MustParse("TsJsQsKs")...)
			for k := range q.Draws {
				q.Draws[k].Most = 3 - rounds
				q.Draws[k].Waiting = 0b11
			}
			q.Order = []int{1, 0} // the other hand draws first, visibly
			a := compute(t, q, odds.Effort{Exact: true})
			if !a.Exact || !a.Draws[0].Exact {
				t.Fatalf("%s, %d draws: %+v", other, rounds, *a)
			}
			better, n := odds.Deviations(t, q, 0)
			if better > a.Hands[0].Equity+1e-9 || n < 5 {
				t.Errorf("%s, %d draws: %g is best, and one of %d other choices gives %g", other, rounds, a.Hands[0].Equity, n, better)
			}
			t.Logf("%s, %d draws: %d choices", other, rounds, n)
		}
	}
}

// A best reply that is not exact is nearly as good, even with ten cards left.
func TestNearlyBest(t *testing.T) {
	if testing.Short() {
		t.Skip("counts very many deals")
	}
	for _, hands := range testkit.Sweep([][]string{
		{"TcTdJcQcKh", "best", "AcAdKcKdTh", "pat"},
		{"TcTdJcQcKh", "best", "AcAdKcJdTh", "pairs"},
		{"AcKcQcJcKh", "best", "TcTdThJdAd", "pairs"},
	}, 1) {
		for _, rounds := range []int{1, 2} {
			q := short(t, rounds, hands...)
			for k := range q.Draws {
				q.Draws[k].Most = 3 - rounds
			}
			want := compute(t, q, odds.Effort{Exact: true}).Hands[0].Equity
			near := compute(t, q, odds.Effort{Samples: 100_000, Enough: 1, Seed: 3, Workers: 2})
			if near.Draws[0].Exact || !near.Draws[0].Best || math.Abs(near.Hands[0].Equity-want) > 0.03+4*near.Hands[0].StdErr {
				t.Errorf("%v, %d draws: want nearly %g: %+v", hands, rounds, want, *near)
			}
		}
	}
}

// Two hands reply to each other: neither gains by another choice.
func TestBestOfBoth(t *testing.T) {
	q := short(t, 1, "TcTdJcQcKh", "best", "AcAdKcJdTh", "best")
	q.Draws[0].Most = 2
	a := compute(t, q, odds.Effort{Exact: true})
	for i := range q.Hands {
		if !a.Draws[i].Best || !a.Draws[i].Exact {
			t.Errorf("hand %d: %+v", i+1, a.Draws[i])
		}
		if better, n := odds.Deviations(t, q, i); better > a.Hands[i].Equity+1e-9 || n < 5 {
			t.Errorf("hand %d expects %g, and %g with another choice", i+1, a.Hands[i].Equity, better)
		}
	}
}

// Wherever the search stops to be exact, in the first pass of replies or in a later one, no other throw is much better against what
// the other hand throws away.
func TestBestOfBothFromExactToNearly(t *testing.T) {
	throw := func(s cards.Set) odds.DrawPolicy {
		p, err := odds.ParseDraw(cmp.Or(cards.Format(s.Cards()), "pat"))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	turned := 0
	for enough := int64(1); enough <= 3000; enough *= 5 {
		q := short(t, 1, "AsAhQdJcTs", "best", "KsKhQcJdTh", "best")
		a := compute(t, q, odds.Effort{Samples: 20_000, Enough: enough, Seed: 3, Workers: 2})
		if !a.Draws[0].Exact {
			turned++
		}
		for i := range q.Hands {
			p := *q
			p.Policies = []odds.DrawPolicy{throw(a.Draws[0].Replies[0].Thrown), throw(a.Draws[1].Replies[0].Thrown)}
			had := compute(t, &p, odds.Effort{Exact: true}).Hands[i].Equity
			all := cards.SetOf(q.Hands[i].Cards...)
			for out := all; ; out = (out - 1) & all {
				p.Policies[i] = throw(out)
				if other := compute(t, &p, odds.Effort{Exact: true}).Hands[i].Equity; other > had+0.02 {
					t.Errorf("after %d deals: hand %d throws %v away for %.4f, and %v would give %.4f", enough, i+1, a.Draws[i].Replies[0].Thrown, had, out, other)
				}
				if out == 0 {
					break
				}
			}
		}
	}
	if turned < 3 {
		t.Errorf("%d of 5 searches were not exact", turned)
	}
}

// Samples of draws are close to the count, whatever is unknown, and depend only on the seed.
func TestDrawSamples(t *testing.T) {
	for _, q := range []*odds.Question{
		drawing(t, one(rank.High), 1, "AhKh9h4h3c", "3c", "QsQd8c7s2d", "keep QsQd8c7s"),
		drawing(t, one(rank.DeuceToSeven), 2, "2h3c4d5sKh", "low", "8h7c5d4sKc", "Kc"),
		drawing(t, two(0, 0, rank.High, rank.EightOrBetter), 1, "AhKh4h3h8c", "8c", "2h3c4d5sKd", "Kd", "9s9d9c7h7c", "pat"),
		drawing(t, one(rank.High), 1, "AhKh9h4h", "pat", "QsQd8c7s2d", "2d"),
		drawing(t, one(rank.HighBug), 1, "AhKh9h4h3c", "3c", "QsQd8c7sJo", "7s"),
	} {
		q.Hands[0].ToCome = 5 - len(q.Hands[0].Cards)
		if q.Show.Parts[0].Ranking == rank.HighBug {
			q.Deck.Jokers = 1
		}
		q.Pots = []odds.Pot{{Amount: 100, Eligible: 0b11}, {Amount: 50, Eligible: 0b10}}
		exact := compute(t, q, odds.Effort{Exact: true})
		one := compute(t, q, odds.Effort{Samples: 30_000, Enough: 1, Seed: 7})
		three := compute(t, q, odds.Effort{Samples: 30_000, Enough: 1, Seed: 7, Workers: 3})
		if difference(one, three) != 0 || one.Boards != 30_000 || one.Exact {
			t.Errorf("%+v with one worker, %+v with three", *one, *three)
		}
		for i, s := range one.Hands {
			if math.Abs(s.Equity-exact.Hands[i].Equity) > 4*s.StdErr || s.StdErr == 0 && s.Equity != exact.Hands[i].Equity {
				t.Errorf("hand %d: %+v, counted %+v", i+1, s, exact.Hands[i])
			}
			if math.Abs(one.Chips[i].Value-exact.Chips[i].Value) > 4*one.Chips[i].StdErr+1e-9 {
				t.Errorf("hand %d: %+v, counted %+v", i+1, one.Chips[i], exact.Chips[i])
			}
		}
	}
}

// Questions that cannot be answered exactly, or at all.
func TestDrawRefused(t *testing.T) {
	many := drawing(t, one(rank.High), 3, "AhKh9h4h3c", "3c", "QsQd8c7s2d", "pairs")
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range []odds.Effort{{Exact: true}, {Samples: 100}} {
		if a, err := many.Compute(over, e); err == nil {
			t.Errorf("%+v without time", *a)
		}
	}
	ends := short(t, 3, "TcTdJcQcKh", "keep Tc", "AcAdKcKdTh", "pat")
	if _, err := ends.Compute(context.Background(), odds.Effort{Exact: true}); err == nil || !strings.Contains(err.Error(), "stub may run out") {
		t.Errorf("a stub that runs out: %v", err)
	}
	if a := compute(t, ends, odds.Effort{Samples: 5000}); a.Exact || a.Boards != 5000 {
		t.Errorf("a stub that runs out: %+v", *a)
	}
	two := drawing(t, one(rank.High), 1, "AhKh9h4h3c", "3c", "QsQd8c7s2d", "pat")
	two.Policies = two.Policies[:1]
	if _, err := two.Compute(context.Background(), odds.Effort{}); err == nil || err.Error() != "1 draw policies for 2 hands" {
		t.Errorf("a policy short: %v", err)
	}
	two.Policies = append(two.Policies, wrong{})
	if _, err := two.Compute(context.Background(), odds.Effort{}); err == nil || err.Error() != "hand 2 discards Ac, which it does not hold" {
		t.Errorf("a card of nobody: %v", err)
	}
	board := drawing(t, one(rank.High), 1, "AhKh9h4h3c", "best", "QsQd8c7s2d", "pat")
	board.ToBoard = 1
	if _, err := board.Compute(context.Background(), odds.Effort{}); err == nil {
		t.Error("the best reply of a game with a board")
	}
}

// wrong throws away a card that it does not hold.
type wrong struct{}

func (wrong) Throw(*odds.Drawing) (cards.Set, error) {
	return cards.SetOf(cards.MustParse("Ac")...), nil
}

// asPlayed plays hands of a game in which everybody calls and draws by policies, and returns the
// seats' average shares of the pots.
func asPlayed(t *testing.T, b *plan.AtStakes, q *odds.Question, hands uint64) []float64 {
	t.Helper()
	won := make([]float64, len(q.Hands))
	for n := range hands {
		var h hand.Hand
		stacks := slices.Repeat([]int64{1000}, len(q.Hands))
		if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks, Button: len(stacks) - 1, Seed: 5, Number: n}); err != nil {
			t.Fatal(err)
		}
		draws := 0
		var last int16 = -1
		for {
			d := h.Pending()
			if d == nil {
				break
			}
			a := hand.Action{Seat: d.Seat, Kind: hand.Check}
			switch {
			case d.Kind == hand.CardsAsked:
				if d.Step != last {
					last = d.Step
					draws++
				}
				own := cards.SetOf(h.Hole(int(d.Seat))...)
				out, err := q.Policies[d.Seat].Throw(&odds.Drawing{Hand: int(d.Seat), Draw: draws - 1, Show: q.Show, Cards: own.Cards(), Most: d.Count})
				if err != nil {
					t.Fatal(err)
				}
				a.Kind = hand.PickCards
				a = a.WithCards(out.Cards())
			case d.Options.Call > 0:
				a.Kind = hand.Call
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		for i := range stacks {
			won[i] += float64(h.Stack(i)-998) / float64(2*len(stacks)*int(hands))
		}
	}
	return won
}

// Hands dealt, drawn and shown down by the engine, with discards reshuffled when the stub runs out,
// win as often as samples say: with few hands and with many, and for every way of burning and
// serving.
func TestDrawAsPlayed(t *testing.T) {
	hands := testkit.Sample[uint64](3000, 1000)
	for name, tt := range map[string]struct {
		how      plan.DrawStep
		draws    int
		policies []string
	}{
		"two hands":        {plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 3, []string{"low", "low9"}},
		"six hands":        {plan.DrawStep{Together: true, OwnBack: true, Burn: plan.BurnOnce}, 3, []string{"low", "low6", "pat", "low7", "low5", "pat/low"}},
		"in turn":          {plan.DrawStep{Burn: plan.BurnEach}, 3, []string{"low5", "low6", "pat", "low5", "low5", "low5"}},
		"four at once":     {plan.DrawStep{AtOnce: 4, Burn: plan.BurnEach, BurnRest: true}, 2, []string{"keep2c", "keep2c", "low6", "keep2c", "keep2c"}},
		"own cards return": {plan.DrawStep{OwnBack: true}, 2, []string{"keep2c", "keep2c", "low6", "keep2c", "keep2c", "keep2c"}},
	} {
		q := &odds.Question{Show: one(rank.DeuceToSeven), Stub: 52 - 5*len(tt.policies)}
		g := &plan.Game{
			ID: "test/draw", Name: "Draw", MinSeats: 2, MaxSeats: 6, ShortStub: plan.StubReshuffle,
			Forced:  []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}},
			Betting: betting.Rules{Cap: 4, BlindCounts: true, CapOff: betting.CapNow},
			Stakes:  plan.StakesRule{Default: "2-4"}, Steps: []plan.Step{step(plan.Deal, 5), round(plan.LeftOfButton)},
		}
		for _, text := range tt.policies {
			p, err := odds.ParseDraw(text)
			if err != nil {
				t.Fatal(err)
			}
			q.Policies = append(q.Policies, p)
			q.Hands = append(q.Hands, odds.Hand{ToCome: 5})
		}
		q.Stub = 52
		for range tt.draws {
			q.Draws = append(q.Draws, odds.Draw{Most: 5, How: tt.how, Waiting: 1<<len(q.Hands) - 1})
			g.Steps = append(g.Steps, plan.Draw(0, 5, plan.LeftOfButton, tt.how))
		}
		g.Steps = append(g.Steps, plan.Step{Kind: plan.Showdown, Show: q.Show})
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
		b, err := g.Bind(plan.Stakes{Name: "nl 1-2", Structure: betting.NoLimit, Small: plan.Range{Lo: 2}, Big: plan.Range{Lo: 2}, SB: 1, BB: 2, Chip: 1, Scale: 1})
		if err != nil {
			t.Fatal(err)
		}
		played := asPlayed(t, b, q, hands)
		a := compute(t, q, odds.Effort{Samples: 40_000, Enough: 1, Seed: 2, Workers: 2})
		for i, s := range a.Hands {
			off := math.Sqrt(s.StdErr*s.StdErr + s.StdErr*s.StdErr*40_000/float64(hands))
			if math.Abs(played[i]-s.Equity) > 4.5*off {
				t.Errorf("%s: hand %d gets %.4f as played, %.4f as sampled (± %.4f)", name, i+1, played[i], s.Equity, off)
			}
		}
	}
}

// Words lists a hand's throws in order of frequency, three at most.
func TestDrawnWords(t *testing.T) {
	reply := func(thrown string) odds.Reply { return odds.Reply{Thrown: cards.SetOf(cards.MustParse(thrown)...)} }
	for _, x := range []struct {
		drawn odds.Drawn
		want  string
	}{
		{odds.Drawn{Thrown: []float64{0}, Replies: []odds.Reply{reply("")}}, "stands pat"},
		{odds.Drawn{Thrown: []float64{1}, Replies: []odds.Reply{reply("2c3d")}, Best: true, Exact: true}, "throws away 2c3d (the best reply)"},
		{odds.Drawn{Thrown: []float64{.5}, Replies: []odds.Reply{reply(""), reply("2c")}, Best: true}, "stands pat or throws away 2c (nearly the best reply)"},
		{odds.Drawn{Thrown: []float64{1}, Replies: []odds.Reply{reply("2c"), reply("2d"), reply("2h"), reply("2s"), reply("")}}, "throws away 2c or throws away 2d or throws away 2h or …"},
		{odds.Drawn{Thrown: []float64{1.5, .25}, Replies: []odds.Reply{reply("2c")}}, "throws away 2c, draws 1.50, 0.25 cards on average"},
		{odds.Drawn{Thrown: []float64{2}}, "draws 2.00 cards on average"},
		{odds.Drawn{Thrown: []float64{0}, Best: true, Done: true}, "has drawn"},
	} {
		if got := x.drawn.Words(cards.Format); got != x.want {
			t.Errorf("%+v: %q, want %q", x.drawn, got, x.want)
		}
	}
}
