package solve

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/rank"
)

// TestOwnChoices counts games of casinos exactly: one in which the player's own cards decide how much may be bet, with a second bet
// that must be made; one with a joker and wild deuces; one of four bets. Their edges are the published ones, 3.42 % and 4.9149 %. At
// DJ Wild, with 1000 for five wild cards, the published edge is 3.45 %; a program of its own that tries all hands finds 3.46738 % too.
func TestOwnChoices(t *testing.T) {
	if testing.Short() || os.Getenv("CARDROOM_LARGE") == "" {
		t.Skip("counts 9 trillion deals: half a minute")
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	for ref, want := range map[string][2]float64{"crazy4.star": {0.034189, 3.1362}, "djwild.star": {0.034674, 3.3865}, "mississippi.star": {0.049149, 3.4836}} {
		out, err := AgainstBank(context.Background(), boundTo(t, lib, ref), nil)
		if err != nil {
			t.Fatal(err)
		}
		if w := out.Wagers[0]; math.Abs(w.Edge-want[0]) > 5e-7 || math.Abs(w.Put-want[1]) > 5e-5 {
			t.Errorf("%s: edge %.6f, put up %.4f, want %v", ref, w.Edge, w.Put, want)
		}
	}
}

// player is a policy in Go: what it says to the play question, after an ante and no side bets.
type player func(h *hand.Hand, r *hand.Source) string

func (p player) make() (batch.Policy, error) { return p, nil }

func (p player) Act(h *hand.Hand, _ *hand.Decision, r *hand.Source) (hand.Action, error) {
	word, amount := "pass", int64(-1)
	switch st := h.Step(); {
	case st.Place == nil:
		word = p(h, r)
	case st.Place.Bet == h.Plan().Game.BetNames()[0]:
		word, amount = st.Place.Bet, h.Offers()[0].Min
	}
	a, ok := h.Take(word, amount)
	if !ok {
		return a, fmt.Errorf("%s is not offered: %s", word, h.Legal())
	}
	return a, nil
}

// TestPolicyAgainst counts what policies lose: folding everything costs the ante, queen, six and four or better is the best play of
// Three Card Poker, and a policy that chooses at random, or by the name of a suit, must be played.
func TestPolicyAgainst(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}, Parsed: &parsed})
	b := boundTo(t, lib, "banked/threecard")
	g, err := readBank(b)
	if err != nil {
		t.Fatal(err)
	}
	least := g.rank.Best(cards.MustParse("Qs6h4d"))
	for _, c := range []struct {
		what string
		play player
		edge float64 // 0: it is not counted
	}{
		{"folds", func(*hand.Hand, *hand.Source) string { return "fold" }, 1},
		{"queen, six and four", func(h *hand.Hand, _ *hand.Source) string {
			if g.rank.Best(h.Hole(0)) >= least {
				return "play"
			}
			return "fold"
		}, 0.033730},
		{"at random", func(_ *hand.Hand, r *hand.Source) string { return []string{"play", "fold"}[r.Below(2)] }, 0},
		{"by a suit", func(h *hand.Hand, _ *hand.Source) string {
			if h.Hole(0)[0].Suit() == cards.Spades {
				return "play"
			}
			return "fold"
		}, 0},
	} {
		loss, err := PolicyAgainst(context.Background(), b, c.play.make, &Aim{}, func(float64) {})
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.what, err)
		case loss == nil != (c.edge == 0):
			t.Errorf("%s: counted: %v", c.what, loss != nil)
		case loss != nil && (math.Abs(loss.Edge-c.edge) > 5e-7 || loss.Deals != 407_170_400):
			t.Errorf("%s: edge %.6f over %.0f deals", c.what, loss.Edge, loss.Deals)
		}
	}
	if _, err := PolicyAgainst(context.Background(), b, player(func(*hand.Hand, *hand.Source) string { return "swim" }).make, &Aim{}, func(float64) {}); err == nil {
		t.Error("a choice that is not offered is accepted")
	}
}

// TestPolicyAlone: who never takes a bet back at Let It Ride bets three units on any five cards.
func TestPolicyAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 86,000 rounds")
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}, Parsed: &parsed})
	b := boundTo(t, lib, "banked/letitride")
	g, err := readBank(b)
	if err != nil {
		t.Fatal(err)
	}
	won, all := 0.0, 0.0
	for s, ways := range g.rank.Tally(5) {
		o := g.end.Own.Of(g.rank, rank.Strength(s))
		won += 3 * float64(ways) * float64(o.Num) / float64(o.Den)
		all += float64(ways)
	}
	loss, err := PolicyAgainst(context.Background(), b, player(func(*hand.Hand, *hand.Source) string { return "ride" }).make, &Aim{}, func(float64) {})
	if err != nil || loss == nil {
		t.Fatal(err, loss)
	}
	if math.Abs(loss.Edge+won/all) > 1e-9 || loss.Put != 3 {
		t.Errorf("edge %.6f, put up %v, want %.6f and 3", loss.Edge, loss.Put, -won/all)
	}
}

// TestPolicyInSight: a policy that looks at its cards and the house's card in sight loses what all deals say, to the last digit if it is
// asked with every card, and within the error if it is asked with some.
func TestPolicyInSight(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: fstest.MapFS{
		"h/house.star": {Data: []byte(`house("H")`)},
		"h/g.star": {Data: []byte(branched + `two = ranking("two cards", size = 2, order = ["pair", "high card"])
game1 = g([wager(bet = "ante"), deal(2, to = bettors), deal(1, to = banker), deal(1, up = True, to = banker),
	choose([give, on], name = "play"), turn_up(), settle(best(two), qualifies = at_least(two, "Ts2c", name = "a ten"), paid = [paid("ante", unqualified = wins)])])
`)},
	}}, Parsed: &parsed})
	b := boundTo(t, lib, "h/game1")
	g, err := readBank(b)
	if err != nil {
		t.Fatal(err)
	}
	// It plays with a card as high as the house's, or a pair.
	plays := func(own []cards.Card, up cards.Card) bool {
		return max(own[0].Rank(), own[1].Rank()) >= up.Rank() || own[0].Rank() == own[1].Rank()
	}
	policy := player(func(h *hand.Hand, _ *hand.Source) string {
		if plays(h.Hole(0), h.Showing(h.Banker(), 0)[0]) {
			return "play"
		}
		return "fold"
	})
	least, won, put, deals := g.end.Qualifies.Least(), 0.0, 0.0, 0.0
	for i := range 52 * 52 * 52 * 52 {
		a, b, up, down := i%52, i/52%52, i/52/52%52, i/52/52/52
		if a >= b || up == a || up == b || down == a || down == b || down == up {
			continue
		}
		deals++
		own := []cards.Card{numbered(a), numbered(b)}
		if !plays(own, numbered(up)) {
			won, put = won-1, put+1
			continue
		}
		put += 2
		mine, house := g.rank.Best(own), g.rank.Best([]cards.Card{numbered(up), numbered(down)})
		switch {
		case house < least && mine > house:
			won += 2
		case house < least && mine == house:
			won++
		case house < least:
			won += 0 // the ante wins, the play loses
		case mine > house:
			won += 2
		case mine < house:
			won -= 2
		}
	}
	best, err := AgainstBank(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := PolicyAgainst(context.Background(), b, policy.make, &Aim{}, func(float64) {})
	if err != nil || exact == nil {
		t.Fatal(err, exact)
	}
	if math.Abs(exact.Edge+won/deals) > 1e-9 || math.Abs(exact.Put-put/deals) > 1e-9 || exact.Off != 0 || exact.Asked != 0 || exact.Best != best.Wagers[0].Edge || exact.Edge <= exact.Best {
		t.Errorf("%+v, all deals: %v of %v, best play %v", exact, -won/deals, put/deals, best.Wagers[0].Edge)
	}
	some, err := PolicyAgainst(context.Background(), b, policy.make, &Aim{Off: 0.02}, func(float64) {})
	if err != nil || some.Off == 0 || some.Off > 0.02 || some.Asked == 0 || math.Abs(some.Edge-exact.Edge) > 4*some.Off {
		t.Errorf("%+v, counted %+v: %v", some, exact, err)
	}
}
