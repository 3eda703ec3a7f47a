package docs_test

import (
	"context"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// ofScript returns the games of a script as the library finds them, and what stands beside it.
func ofScript(t *testing.T, script, name string) (floor, players string) {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(script), Stdlib: stdlib.FS, Scripts: scripts.FS}})
	id := "g.star"
	if name != "" {
		id += ":" + name
	}
	g, err := lib.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := lib.FileTables("g.star")
	if err != nil {
		t.Fatal(err)
	}
	room := &docs.Room{Tables: tables}
	s := docs.New(b, room)
	for i := range s.Sections {
		floor += s.Sections[i].Title + "\n"
	}
	text, _ := flat(s)
	return floor + text, (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(context.Background(), b, room)}}).Markdown()
}

const antes = `forced = [ante()], stakes = stakes("2-4", ante = 1), seats = (2, 6), `

// TestPeculiarRules checks what the sheets of the floor and of the players say about rules that few games have.
func TestPeculiarRules(t *testing.T) {
	for _, tt := range []struct {
		name, script       string
		floor, players     []string // sentences that the sheets have
		noFloor, noPlayers string   // what they do not have
	}{
		{
			name:    "a hand to beat, and nobody bets",
			script:  `g = game("G", ` + antes + `play = [deal(2), choose([choice("out", [give_up]), choice("in")], secret = True), board(2, on = "Kitty")], showdown = best(ranking("two", size = 2), beats = "Kitty", otherwise = "carry", match = pay(pot = 1)))`,
			floor:   []string{`chooses "out" or "in" in secret`, `When all choose "out", the pot stays`, "When nobody qualifies, the pot stays for the next hand."},
			players: []string{"pays as much as was in the pot", "It must beat the cards of Kitty", `When all choose "out", the pot stays`, "Pair: A♠ A♥", `chooses "in"`},
			noFloor: "and the board play", noPlayers: "Bets and raises",
		},
		{
			name:    "cards that others see",
			script:  `g = game("G", ` + antes + `play = [deal(1, up = "others"), bet()], showdown = best(ranking("one", size = 1)))`,
			players: []string{"everybody but them sees them"}, noPlayers: "High card:",
		},
		{
			name: "declarations",
			script: `g = game("G", ` + antes + `play = [deal(5), bet(), choose([choice("high"), choice("low"), choice("both")], secret = True, name = "declare")],
    showdown = split(best(high, declared = ["high", "both"]), best(ace_to_five, declared = ["low", "both"]), both = "both"))`,
			players: []string{`Only players who have declared "low" or "both" compete for it.`, `A player who declared "both" must win every half alone`, `chooses "low"; low: `},
		},
		{
			name: "choices and their limits",
			script: `
def _may(hand):
    """A player with an ace must stay."""
    return [stay, pass_]

def _safe(hand):
    return [safe]

stay, pass_, safe, bad = choice("stay", [pay(pot = 1, least = 1)]), choice("pass"), choice("safe"), choice("bad", [give_up])
g = game("G", ` + antes + `play = [deal(2), choose([pass_, stay], allowed = _may, name = "one"), choose([safe, bad], allowed = _safe, name = "two")], showdown = best(ranking("two", size = 2)))`,
			floor:   []string{"A player with an ace must stay.", `The script decides which of these a player may choose. A player whose only choice is "safe" is not asked.`},
			players: []string{"A player with an ace must stay.", "Stay: the player pays from $1 up to what the pot holds into the pot."},
		},
		{
			name:   "a choice with two prices",
			script: `g = game("G", ` + antes + `play = [deal(2), choose([choice("fold", [give_up]), choice("pay", [pay("0.50")])], name = "five"), choose([choice("fold", [give_up]), choice("pay", [pay("1.00")])])], showdown = best(ranking("two", size = 2)))`,
			floor:  []string{"Pay (five): the player pays $0.50 into the pot.", "Pay (step 3): the player pays $1 into the pot.", "\nFold: the player folds."},
		},
		{
			name:    "points",
			script:  "def _score(hand):\n    return hand.ranks[0] + hand.ranks[1] + hand.ranks[2]\n\ndef _words(score):\n    return \"%d points\" % score\n\ng = game(\"G\", " + antes + `play = [deal(3), bet()], showdown = best(ranking("most points", size = 3, score = _score, words = _words)))`,
			players: []string{"42 points: A♠ A♥ A♦"}, noPlayers: "High card:",
		},
		{
			name:   "the lowest card wins",
			script: `g = game("G", ` + antes + `play = [deal(3), bet()], showdown = best(ranking("lowest", size = 1, low = True)))`,
			floor:  []string{"the lowest card wins; the ace is high", "The best of the player's 3 cards plays."},
		},
		{
			name:   "low within a class",
			script: `g = game("G", ` + antes + `play = [deal(5), bet()], showdown = best(ranking("low", low = True)))`,
			floor:  []string{"of two hands of one class the lower wins"},
		},
		{
			name: "cards on a condition",
			script: `
def _four(hand):
    """the player has a four"""
    return "4" in hand.showing(hand.seat)[0]

g = game("G", ` + antes + `play = [in_turn([deal(1, up = True), when(_four, [deal(1)])]), deal(5), bet()], showdown = best(ranking("fives and tens", wild = ["5", "T"])))`,
			floor: []string{"The best 5 of the player's cards play.", "Fives and tens are wild."},
		},
		{
			name: "wild by a function",
			script: `
def _little(hand):
    """the lowest card that is not a king"""
    return ""

g = game("G", ` + antes + `play = [deal(5), bet()], showdown = best(wild(high, by = _little)))`,
			floor: []string{"Wild cards: the lowest card that is not a king."},
		},
		{
			name:   "the lowest down card",
			script: `g = game("G", ` + antes + `play = [deal(5), bet()], showdown = best(wild(high, by = "lowest down card")))`,
			floor:  []string{"so are all of its rank in that hand; for that, the ace is high."},
		},
		{
			name:   "several boards",
			script: `g = game("G", ` + antes + `play = [deal(4), board(3, on = "A"), board(3, on = "B"), board(3, on = "C"), bet()], showdown = best(high, use = [(2, 3, "A"), (2, 3, "B"), (2, 3, "C"), (4, {"A": 1})]))`,
			floor:  []string{"The hand is made of exactly 2 cards of the player's own and 3 cards of board A, B or C; or 4 of the player's own cards and 1 of board A."},
		},
		{
			name:   "several showdowns",
			script: `g = game("G", ` + antes + `play = [deal(5), bet(), when(passed_out, [show(best(ace_to_five))])], showdown = best(high))`,
			floor:  []string{"\nAt step 3, low hand: ", "\nAt step 4, high hand: ", "is best.\nAt step 4", "\nAll hands still in are shown.\n"},
		},
		{
			name:   "a coin, and the whole pot",
			script: `g = game("G", ` + antes + `play = [deal(1), roll(2, name = "coin"), roll(2), in_turn([pay(pot = 1, payer = "pot")]), carry()])`,
			floor:  []string{"The dealer flips a coin.", "The player takes the whole pot."}, noFloor: "die of 2",
		},
		{
			name: "conditions that one function makes",
			script: `
def _side(n):
    def _shows(hand):
        return hand.rolled == n
    return _shows

g = game("G", ` + antes + `play = [deal(5), roll(6)] + [when(_side(n), [bet()], doc = "the die shows %d" % n) for n in (1, 2)], showdown = best(high))`,
			floor: []string{"If the die shows 1, betting", "If the die shows 2, betting"},
		},
		{
			name:   "all cards turned up",
			script: `g = game("G", ` + antes + `play = [deal(5), bet(), expose(5), bet()], showdown = best(high))`,
			floor:  []string{"Each player turns up all of their down cards."}, noFloor: "chooses 5",
		},
		{
			name:   "cards that must be bought",
			script: `g = game("G", ` + antes + `play = [deal(5), bet(), buy(1, least = 1), bet()], showdown = best(high))`,
			floor:  []string{"discards 1 card and buys another"}, noFloor: "may discard",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			floor, players := ofScript(t, tt.script, "")
			for _, want := range tt.floor {
				if !states(floor, want) {
					t.Errorf("%q is not in\n%s", want, floor)
				}
			}
			for _, want := range tt.players {
				if !strings.Contains(players, want) {
					t.Errorf("%q is not in\n%s", want, players)
				}
			}
			if tt.noFloor != "" && strings.Contains(floor, tt.noFloor) || tt.noPlayers != "" && strings.Contains(players, tt.noPlayers) {
				t.Errorf("%q%q is in\n%s%s", tt.noFloor, tt.noPlayers, floor, players)
			}
		})
	}
}

// TestRulesOfTables checks that the rule of a table is on the sheets of its games only, and that only a kill is called one.
func TestRulesOfTables(t *testing.T) {
	const script = `
a = game("Alpha", ` + antes + `play = [deal(5), bet()], showdown = best(high))
b = game("Beta", ` + antes + `play = [deal(3), bet()], showdown = best(ranking("three", size = 3)))
clap = table_rule("skill applause", doc = "Before every second hand everybody claps.")
kill = table_rule("half kill", doc = "The winner of two in a row posts.")
t1 = table("Table", a, stakes = "2-4 ante 1", rules = [clap, kill])
`
	floor, players := ofScript(t, script, "a")
	for _, want := range []string{"\nRules of the table\n", "Everybody claps", "\nKill\n"} {
		if !strings.Contains(strings.ReplaceAll(floor, "everybody claps", "Everybody claps"), want) {
			t.Errorf("%q is not in\n%s", want, floor)
		}
	}
	if !strings.Contains(players, "## Rules of the table") || !strings.Contains(players, "## Kill pots") {
		t.Error(players)
	}
	if floor, players = ofScript(t, script, "b"); strings.Contains(floor+players, "claps") || strings.Contains(floor+players, "Kill") {
		t.Errorf("%s\n%s", floor, players)
	}
}
