package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
)

// branched is the beginning of the games of TestBranches and TestNotCounted.
const branched = `
one = points("cards", target = 100, ace = 14, values = {"J": 11, "Q": 12, "K": 13})
hit, stay = choice("hit", [one_card]), choice("stay", [hand_done])
last = choice("last", [one_card, hand_done])
give, on = choice("fold", [give_up]), choice("play", [raise_wager(bet = "play", of = "ante"), hand_done])
def a_king(hand):
    """The house has a king."""
    return hand.showing(0)[0][0] == "K"
def a_spade(hand):
    """The house has a spade."""
    return hand.showing(0)[0][1] == "s"
def ten(player, banker): return pays(10)
def lost(player, banker): return loses
def higher(player, banker): return wins if player.total > banker.total else loses
def own(count): return deal(count, up = True, to = bettors, shared = True)
def g(play): return game("G", doc = "x", seats = (2, 7), stakes = stakes("bets 5-100 chip 1"), play = play)
bank1 = deal(1, up = True, to = banker)
`

// Counted is for tests of what is counted, and not played.
var Counted = againstBank

// solved returns the result of counting a game with these steps.
func solved(t *testing.T, play string) (*Bank, error) {
	t.Helper()
	return againstBank(context.Background(), gameOf(t, play), nil, func(float64) {})
}

// gameOf returns a game with these steps.
func gameOf(t *testing.T, play string) *plan.AtStakes {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: fstest.MapFS{
		"h/house.star": {Data: []byte(`house("H")`)},
		"h/g.star":     {Data: []byte(branched + "game1 = g([" + play + "])\n")},
	}}})
	return boundTo(t, lib, "h/game1")
}

// TestBranches: each deal is paid by the settlement that its conditions lead to, and a hand is fresh until it is asked.
func TestBranches(t *testing.T) {
	for _, c := range []struct {
		play string
		edge float64
	}{
		{`wager(), bank1, own(1), when(a_king, [settle(one, compare = ten)], [settle(one, compare = lost)])`, 2.0 / 13},
		{`wager(), bank1, own(1), when(a_king, [settle(one, compare = lost)], [settle(one, compare = lost)])`, 1},
		// The higher of two cards against one: the total of two is always at least four, so a bank of an ace beats few.
		{`wager(), bank1, own(1), choose([hit], allowed = lambda hand: [hit] if hand.fresh else []), settle(one, compare = lambda player, banker: wins if player.total > 14 else loses)`, oneCardMore()},
		// Of two cards the higher wins, a tie loses.
		{`wager(), own(1), bank1, settle(one, compare = higher, only = ["bet"]), settle(one, compare = higher)`, 1.0 / 17},
		{`wager(), deal(1, up = True, to = bettors), bank1, settle(one, compare = higher, only = ["bet"], name = "first"), settle(one, compare = higher)`, 1.0 / 17},
		{`wager(), wager(bet = "more"), deal(1, to = bettors), deal(1, to = banker), settle(one, compare = higher)`, 1.0 / 17},
		{`wager(), deal(1, up = True, to = bettors), bank1, when(a_king, [settle(one, compare = higher)], [settle(one, compare = ten)])`, 43.0/663 - 120.0/13},
	} {
		r, err := solved(t, c.play)
		if err != nil {
			t.Errorf("%s: %v", c.play, err)
			continue
		}
		if got := r.Wagers[0].Edge; math.Abs(got-c.edge) > 1e-9 {
			t.Errorf("%s: edge %v, not %v", c.play, got, c.edge)
		}
	}
}

// TestOpenCards: where both methods count a game, they agree, and red dog costs the published 3.155 % with one deck and 2.751 % with
// eight (casino.online-betting-guide.co.uk, juicestorm.com).
func TestOpenCards(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: fstest.MapFS{
		"h/house.star": {Data: []byte(`house("H")`)},
		"h/g.star": {Data: []byte(branched + `two = ranking("two cards", size = 2, order = ["pair", "high card"])
game1 = g([wager(bet = "ante", also = ["blind"]), deal(2, to = bettors), deal(1, to = banker), deal(1, up = True, to = banker),
			choose([give, on], name = "play"), turn_up(), settle(best(two), qualifies = at_least(two, "Ks2c", name = "a king"), paid = [paid("ante", unqualified = wins, bonus = {"pair": 3}), paid("blind", tie = loses)])])
`)},
	}}})
	b := boundTo(t, lib, "h/game1")
	one, err := AgainstBank(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	two, err := openCards(context.Background(), b, mostWalked, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	x, y := one.Wagers[0], two.Wagers[0]
	if math.Abs(x.Edge-y.Edge) > 1e-9 || math.Abs(x.Put-y.Put) > 1e-9 || math.Abs(x.Choices[1].Share-y.Choices[1].Share) > 1e-9 || x.Choices[1].Share == 0 {
		t.Errorf("counted by hands %+v, card by card %+v", x, y)
	}
	dog, err := os.ReadFile("../../examples/red-dog.star")
	if err != nil {
		t.Fatal(err)
	}
	for packs, want := range map[string]float64{"1": 0.03155, "8": 0.02751} {
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: fstest.MapFS{
			"dog.star": {Data: []byte(strings.Replace(string(dog), "packs = 6", "packs = "+packs, 1))},
		}}})
		out, err := AgainstBank(context.Background(), boundTo(t, lib, "dog.star"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Wagers[0].Edge; math.Abs(got-want) > 5e-6 {
			t.Errorf("%s decks: edge %.6f, want %.5f", packs, got, want)
		}
	}
}

// oneCardMore returns the edge against two cards that win if they are more than 14 together.
func oneCardMore() float64 {
	lost, all := 0, 0
	for a := 2; a < 54; a++ {
		for b := 2; b < 54; b++ {
			if a == b {
				continue
			}
			if all++; (a-2)/4+(b-2)/4+4 <= 14 {
				lost++
			}
		}
	}
	return (2*float64(lost) - float64(all)) / float64(all)
}

// TestNotCounted: a game in which steps do not apply to every deal in the same way is not counted, with the reason: it is played instead.
func TestNotCounted(t *testing.T) {
	const ante = `wager(bet = "ante"), `
	for _, c := range []struct{ play, why string }{
		{ante + `deal(3, to = bettors), settle(best(high), compare = None)`, "the house gets no cards"},
		{`wager(), bank1, own(1), wager(bet = "more"), settle(one, compare = higher)`, "made in the course of the round"},
		{ante + `deal(2, to = bettors), choose([give, on]), deal(3, to = bettors), deal(5, to = banker), turn_up(), settle(best(high))`, "comes after a choice"},
		{ante + `deal(5, to = bettors), choose([give, on]), deal(5, up = True, to = banker), settle(best(high))`, "comes after a choice"},
		{ante + `deal(5, to = bettors), deal(5, to = banker), turn_up(to = banker), choose([give, on]), settle(best(high))`, "cards are turned up"},
		{ante + `deal(5, to = bettors), deal(5, to = banker), choose([give, on]), choose([stay], to = banker), turn_up(), settle(best(high))`, "asks the bank"},
		{ante + `deal(2, to = bettors), deal(2, to = banker), board(5), choose([give, on], allowed = lambda hand: [on] if hand.board else [give]), turn_up(), settle(best(high))`, "depends on cards"},
	} {
		if _, err := solved(t, c.play); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, not %q", c.play, err, c.why)
		}
	}
}

// TestSuits: deals are counted by rank, so the count notices where a script looks at suits, whatever the suit and whichever function looks.
// Then they are counted with suits.
func TestSuits(t *testing.T) {
	const (
		begin = `wager(), bank1, deal(%d, up = True, to = bettors), `
		end   = `settle(one, compare = higher)`
		ask   = `choose([hit, stay], allowed = lambda hand: [hit, stay] if len(hand.cards) < 3 and %s else [stay]), `
		bank  = `choose([hit, stay], to = banker, allowed = lambda hand: [hit] if len(hand.cards) < 2 and %s else [stay]), `
	)
	two, one := fmt.Sprintf(begin, 2), fmt.Sprintf(begin, 1)
	for name, play := range map[string]string{
		"a diamond":         one + fmt.Sprintf(ask, `hand.cards[0][1] == "d"`) + end,
		"a suited hand":     two + fmt.Sprintf(ask, `hand.cards[0][1] == hand.cards[1][1]`) + end,
		"the bank's suit":   one + fmt.Sprintf(ask, `hand.cards[0][1] == hand.showing(0)[0][1]`) + end,
		"the bank's club":   one + fmt.Sprintf(bank, `hand.cards[0][1] == "c"`) + end,
		"a condition":       one + `when(a_spade, [` + fmt.Sprintf(ask, `True`) + `]), ` + end,
		"a shared diamond":  `wager(), bank1, own(1), when(lambda hand: hand.showing(0)[0][1] == "d", [settle(one, compare = ten)], [settle(one, compare = lost)])`,
		"two shared suits":  `wager(), bank1, own(1), when(lambda hand: hand.showing(0)[0][1] == hand.showing(0, 2)[0][1], [settle(one, compare = ten)], [settle(one, compare = lost)])`,
		"a shared hit":      `wager(), bank1, own(1), choose([hit], allowed = lambda hand: [hit] if hand.fresh and hand.cards[0][1] == "c" else []), ` + end,
		"three cards alike": two + fmt.Sprintf(ask, `len([c for c in hand.cards if c[1] == "h"]) == 2`) + end,
	} {
		b := gameOf(t, play)
		byRank := drawGame
		if b.Game.Shares() || !slices.ContainsFunc(b.Game.Steps, playerDraws) {
			byRank = func(ctx context.Context, b *plan.AtStakes, progress func(float64)) (*Bank, error) {
				return openFaces(ctx, b, mostWalked, false, progress)
			}
		}
		if _, err := byRank(context.Background(), b, func(float64) {}); !errors.Is(err, errSuits) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for play, edge := range map[string]float64{
		`wager(), bank1, own(1), when(a_spade, [settle(one, compare = ten)], [settle(one, compare = lost)])`:                            0.75 - 10*0.25,
		`wager(), bank1, own(1), when(lambda hand: hand.showing(0)[0][1] == hand.showing(0, 2)[0][1], [settle(wins)], [settle(loses)])`: (39. - 12) / 51,
	} {
		if out, err := solved(t, play); err != nil || math.Abs(out.Wagers[0].Edge-edge) > 1e-9 {
			t.Errorf("%s: %+v, %v, not %v", play, out, err, edge)
		}
	}
	looks, plain := `when(lambda hand: len(hand.showing(1)) > 0, [`+fmt.Sprintf(ask, `True`)+`]), `, fmt.Sprintf(ask, `True`)
	a, err := solved(t, one+looks+end)
	b, err2 := solved(t, one+plain+end)
	if err != nil || err2 != nil || math.Abs(a.Wagers[0].Edge-b.Wagers[0].Edge) > 1e-9 {
		t.Errorf("a condition on the player's cards: %+v, %v; without it %+v, %v", a, err, b, err2)
	}
}

// TestHouseTakesFirst: the house and the hand that all share do not choose; of several choices they take the first.
func TestHouseTakesFirst(t *testing.T) {
	const shared = `wager(), bank1, own(1), choose([hit, last, stay], to = bettors, allowed = lambda hand: %s), settle(one, compare = higher)`
	for choices, forced := range map[string]string{"[hit, stay] if hand.fresh else []": "[hit] if hand.fresh else []", "[hit, stay] if hand.fresh else [stay]": "[hit] if hand.fresh else []", "[stay, last]": "[hit] if hand.fresh else []"} {
		a, err := solved(t, fmt.Sprintf(shared, choices))
		b, err2 := solved(t, fmt.Sprintf(shared, forced))
		if err != nil || err2 != nil || a.Wagers[0].Edge != b.Wagers[0].Edge {
			t.Errorf("%s: %+v, %v; %s: %+v, %v", choices, a, err, forced, b, err2)
		}
	}
	const play = `wager(), deal(1, up = True, to = bettors), bank1, choose([hit, stay], to = banker, allowed = lambda hand: %s if len(hand.cards) < 2 else []), settle(one, compare = higher)`
	free, err := solved(t, strings.ReplaceAll(play, "%s", "[stay, hit]"))
	if err != nil {
		t.Fatal(err)
	}
	forced, err := solved(t, strings.ReplaceAll(play, "%s", "[hit]"))
	if err != nil {
		t.Fatal(err)
	}
	if free.Free != nil || free.Wagers[0].Edge != forced.Wagers[0].Edge {
		t.Errorf("with a choice %+v, without %+v", free, forced)
	}
}
