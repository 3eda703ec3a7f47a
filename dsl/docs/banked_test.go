package docs_test

import (
	"context"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/scripts"
)

// bankedGame returns a game against the house whose steps are given.
func bankedGame(t *testing.T, play string) *plan.Game {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(`
one = points("cards", target = 100, ace = 14, values = {"J": 11, "Q": 12, "K": 13})
nine = points("nine", target = 9, ace = 1, pictures = 0, values = {"T": 0}, modulo = 10)
tens = ["T", "J", "Q", "K"]
many = points("many", target = 9, ace = 1, pictures = 0, values = {"T": 0}, modulo = 10, naturals = ["9" + t for t in tens] + ["A8", "27"])
take = choice("take", [one_card, hand_done])
check, double, half = choice("check", [hand_done]), choice("double", [raise_wager(), hand_done]), choice("half", [pull_back(half = True), give_up])
def a_king(hand):
    """the house has a king"""
    return hand.showing(0)[0][0] == "K"
def won(player, banker): return pays(10)
def lost(player, banker): return loses
def higher(player, banker): return wins if player.total > banker.total else pushes if player.total == banker.total else loses
def nearer(player, banker):
    """The hand that is nearer to 9 wins."""
    return higher(player, banker)
def pairs(player, banker):
    """The pairs count."""
    return wins if player.pair < banker.pair else loses if player.pair > banker.pair else pushes
def unsaid(player, banker): return pairs(player, banker)
g = game("G", doc = "x", seats = (2, 7), stakes = stakes("bets 5-100 chip 1"), play = [` + play + `])
`), Scripts: scripts.FS}})
	g, err := lib.Find("g.star")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// bankedSheet returns the sheet of such a game, on one line.
func bankedSheet(t *testing.T, play string) string {
	t.Helper()
	text, _ := flat(sheet(t, bankedGame(t, play), ""))
	return strings.Join(strings.Fields(text), " ")
}

// TestBankedExample: a player's bets in an example include what was put in after another bet was settled.
func TestBankedExample(t *testing.T) {
	b, err := bound(bankedGame(t, `wager(), wager(bet = "tie"), deal(1, up = True, to = banker), deal(1, up = True, to = bettors), settle(one, compare = higher, only = ["tie"]), choose([double]), settle(one, compare = higher)`), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range docs.NewWall(context.Background(), b, nil).Example.Seats {
		if s.Name != "Bank" && !strings.Contains(s.Makes, "bets $15 in all") {
			t.Errorf("%s: %s", s.Name, s.Makes)
		}
	}
}

// TestBankedSheet: the sheet of a game against the house says which settlement pays what, and only what can happen.
func TestBankedSheet(t *testing.T) {
	const cards = `deal(1, up = True, to = banker), deal(1, up = True, to = bettors), `
	for _, c := range []struct {
		name, play string
		want       []string
		never      []string
	}{
		{
			"a table of which the rest pushes", `wager(bet = "ante"), wager(bet = "bonus"), deal(5, to = everybody), turn_up(to = everybody),
			settle(best(high), paid = [paid("ante", win = {"straight": 1, "other": pushes}, bonus = {"flush": 2})])`,
			[]string{"Ante, when the hand wins: straight 1 to 1, anything else pushes.", "flush 2 to 1.", "bets $5 to $100 on the ante against the house"},
			nil,
		},
		{
			"branches", `wager(), ` + cards + `when(a_king, [settle(one, compare = won)], [settle(one, compare = lost)])`,
			[]string{"If the house has a king (step 4): every hand wins 10 to 1.", "Unless the house has a king (step 5): every hand loses."},
			nil,
		},
		{
			"one branch", `wager(), wager(bet = "bonus"), deal(5, to = everybody), turn_up(to = everybody), when(a_king, [settle(best(high), only = ["bonus"], own = {"flush": 2, "other": loses})]), settle(best(high))`,
			[]string{"The bet bonus, if the house has a king (step 5): paid by the hand, flush 2 to 1, anything else loses.", "The better hand wins even money"},
			nil,
		},
		{
			"the same lines twice", `wager(), wager(bet = "more"), ` + cards + `settle(one, compare = higher, only = ["bet"]), choose([take], allowed = lambda hand: [take] if hand.fresh else []), settle(one, compare = higher)`,
			[]string{
				"The bet of each hand is compared", "The bet (step 5), the player wins even money: a higher total than the bank's. The bet (step 5), a push: an equal total. The bet (step 5), the player loses: a lower total",
				"All other bets (step 7), the player wins even money: a higher total than the bank's. All other bets (step 7), a push: an equal total",
			},
			[]string{"over", "bet bet"},
		},
		{
			"one outcome for some bets", `wager(bet = "a"), wager(bet = "b"), wager(bet = "c"), ` + cards + `when(a_king, [settle(pays(3), only = ["b"])], [settle(loses, only = ["b"])]), when(a_king, [settle(pushes, only = ["a", "c"])]), settle(loses)`,
			[]string{"If the house has a king, the bet b wins 3 to 1.", "Otherwise the bet b loses.", "each of the bets a and c pushes.", "Each bet that is left loses."},
			[]string{"each bet wins", "bet loses. Each"},
		},
		{
			"bets that are settled before", `wager(bet = "a"), wager(bet = "b"), wager(bet = "c"), ` + cards + `when(a_king, [settle(pays(3), only = ["b"])], [settle(loses, only = ["b"])]), when(a_king, [settle(pushes, only = ["c"])]), settle(nine, compare = higher, paid = [paid("a", win = 2)])`,
			[]string{"C, when the player's hand wins: it wins even money."},
			[]string{"B, when the player's hand wins"},
		},
		{
			"a bet that the comparison does not pay", `wager(), wager(bet = "tie"), ` + cards + `settle(one, compare = higher, only = ["tie"], paid = [paid("tie", win = loses, tie = 10)]), settle(one, compare = higher)`,
			[]string{
				"The bet tie (step 5), the player's hand wins: a higher total than the bank's. The bet tie (step 5), a tie: an equal total.",
				"The bet tie (step 5), when the player's hand wins: it loses.", "All other bets (step 6), the player wins even money: a higher total",
			},
			[]string{"The bet tie (step 5), the player wins even money", "tie, when"},
		},
		{
			"cases that are paid alike", `wager(bet = "ante", also = ["blind"]), deal(5, to = everybody), turn_up(to = everybody), settle(best(high), qualifies = at_least(high, "Kc7d4h3s2c", name = "king high"), paid = [paid("blind", win = {"flush": 2}, tie = {"flush": 2}, unqualified = {"flush": 2}, lose = {"flush": 2, "other": loses})])`,
			[]string{"Blind, when the banker's hand does not qualify, when the hand wins or when it ties: flush 2 to 1, anything else pushes.", "Blind, when it loses: flush 2 to 1, anything else loses."},
			nil,
		},
		{
			"rankings", `wager(bet = "a", also = ["b"]), deal(5, to = everybody), turn_up(to = everybody), settle(best(ace_to_five), only = ["b"]), settle(best(high))`,
			[]string{"The bet b (step 4), low hand:", "All other bets (step 5), high hand:"},
			nil,
		},
		{
			"ties of the banker", `wager(), deal(5, to = everybody), turn_up(to = everybody), settle(best(high), copies = "banker")`,
			[]string{"Equal hands are the banker's."},
			[]string{"equal hands push"},
		},
		{
			"the rest of equal hands", `wager(bet = "player"), wager(bet = "tie"), ` + cards + `settle(nine, compare = nearer, paid = [paid("tie", win = loses, tie = 8, lose = loses)])`,
			[]string{
				"The hand that is nearer to 9 wins. Equal hands push where nothing else is said. Player, when the player's hand wins: it wins even money. Player, when the banker's hand wins: it loses. Tie, when",
			},
			nil,
		},
		{"many naturals", `wager(), ` + cards + `settle(many, compare = pairs)`, []string{"The pairs count."}, []string{"against a"}},
		{"many naturals, unsaid", `wager(), ` + cards + `settle(many, compare = unsaid)`, []string{"a natural against a natural"}, []string{"A nine and a ten against", "over"}},
		{
			"choices", `wager(), deal(1, up = True, to = banker), deal(2, to = bettors), choose([check, double, half]), settle(one, compare = higher)`,
			[]string{"Stakes: bets of $5 to $100; the smallest chip is $1.", "Check: the bets stay as they are.", "Double: the player doubles the wager.", "Half: half of the wager goes back and the rest is lost."},
			nil,
		},
		{
			"a bet of two that goes back", `wager(bet = "ante"), wager(bet = "bonus"), ` + cards + `choose([check, half], to = bettors), settle(one, compare = won)`,
			[]string{"Half: half of the ante goes back and what else the hand has bet is lost."},
			[]string{"hand is done"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := bankedSheet(t, c.play)
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in %s", want, text)
				}
			}
			for _, never := range c.never {
				if strings.Contains(text, never) {
					t.Errorf("%q in %s", never, text)
				}
			}
		})
	}
}
