package dsl

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// rankingOf returns the ranking named r in a script.
func rankingOf(t testing.TB, script string) *rank.Ranking {
	t.Helper()
	lib := NewLibrary(star.Options{Sources: star.Sources{Files: filesOf("r.star", script)}})
	r, err := lib.Ranking("r.star:r")
	if err != nil {
		t.Fatal(err.(*diag.Error).Detail())
	}
	return r
}

const usualOrder = `"straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "pair", "high card"`

// never is an order with an empty class, which makes the ranking use script scores.
const never = `def _never(hand): return False
never = category("never", test = _never)
`

// TestRankingsOfScriptsOrderLikeBuiltIn checks that a ranking by script scores, and one by a description, order hands like the
// built-in ranking.
func TestRankingsOfScriptsOrderLikeBuiltIn(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		like         *rank.Ranking
		size         int
	}{
		{"names", `r = ranking("r", order = [` + usualOrder + `])`, rank.High, 7},
		{"own category", never + `r = ranking("r", order = [never, ` + usualOrder + `])`, rank.High, 7},
		{"wild", never + `r = ranking("r", order = ["five of a kind", never, ` + usualOrder + `], joker = "wild")`, rank.HighWild, 5},
		{"bug", never + `r = ranking("r", order = ["five of a kind", ` + usualOrder + `, never], joker = "bug")`, rank.HighBug, 7},
		{"deuces", never + `r = ranking("r", order = ["five of a kind", ` + usualOrder + `, never], wild = ["2"])`, rank.DeucesWild, 5},
		{"jacks", `r = ranking("r", wild = ["Jh", "Js"])`, rank.OneEyedJacksWild, 6},
		{"low", never + `r = ranking("r", base = deuce_to_seven, order = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush", never])`, rank.DeuceToSeven, 5},
		{"low with a joker", `r = ranking("r", base = ace_to_five, joker = "bug")`, rank.AceToFiveBug, 7},
		{"floor", `r = ranking("r", base = ace_to_five, floor = "8c7d6h5s4c")`, rank.EightOrBetter, 7},
		{"floor and scores", never + `r = ranking("r", base = ace_to_five, floor = "8c7d6h5s4c", order = ["high card", "pair", "two pair", "three of a kind", "full house", "four of a kind", never])`, rank.EightOrBetter, 7},
		{"short deck", never + `r = ranking("r", base = short_deck, order = ["straight flush", "four of a kind", "flush", "full house", "straight", "three of a kind", "two pair", never, "pair", "high card"])`, rank.ShortDeck, 7},
		{"score", `
def _score(hand):
    if hand.category != "high card" or hand.ranks[0] == 14 and hand.ranks[1] > 8 or hand.ranks[0] in range(9, 14):
        return None
    low = sorted([1 if n == 14 else n for n in hand.ranks], reverse = True)
    return tuple([-n for n in low])

r = ranking("r", base = ace_to_five, score = _score)
`, rank.EightOrBetter, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rankingOf(t, tt.script)
			sameOrder(t, r, tt.like, tt.size)
		})
	}
}

// TestRankingsOfOtherSizes checks that sizes, suits and range limits given in a script become the corresponding ranking of
// engine/rank.
func TestRankingsOfOtherSizes(t *testing.T) {
	const pips = `
def _pips(hand):
    total = 0
    for r in hand.ranks:
        total += 0 if r in (11, 12, 13) else 1 if r == 14 else r
    return -total
`
	for _, tt := range testkit.Some([]struct {
		script string
		hands  []string // worst first
		worst  string
	}{
		{
			`r = ranking("soko", order = ["straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "four flush", "four straight", "pair", "high card"])`,
			[]string{"AsAdKhQc9d", "9sTdJhQc2d", "2s3s4s6sAd", "2c2d3h3s4c"},
			"pair of aces",
		},
		{`r = ranking("hidugi", base = badugi, ace = "high", low = False)`, []string{"AsAdAhAc", "2c3d4hAs", "AcKdQhJs"}, "one-card ace"},
		{`r = ranking("low spade", base = ace_to_five, size = 1, suit = "s")`, []string{"KsAd2d", "2sAd", "AsKd"}, "king low"},
		{`r = ranking("razz high", base = ace_to_five, low = False)`, []string{"AsAdKhQc9d", "KsKdQhJcTd", "5s4d3h2cAd", "KsQdJhTc9d"}, "pair of aces"},
		{pips + `r = ranking("pips", size = (0, 6), score = _pips, words = lambda s: "%d pips" % -s)`, []string{"AsAdAh2c2d2h", "3c", "AcKc", ""}, "9 pips"},
		{pips + `r = ranking("zero", score = _pips)`, []string{"ThTdTcTs9s", "AsAdAhAcKd", "KsKdKhKcQd"}, "score -49"},
		{`r = ranking("up to five", size = (1, 5))`, []string{"As", "As2d", "2s2d", "AsAd"}, "ace high"},
		{`
def _suits(hand):
    return (len(hand.flush), hand.flush[0] if hand.flush else 0)

r = ranking("suits", size = 4, suited = 3, score = _suits)`, []string{"AsKsQdJd", "2s3s4sAd", "Kd2s3sAs", "2s3s4s5s"}, "score (0, 0)"},
		{`
def _long(hand):
    return (len(hand.ranks),) + hand.ranks

r = ranking("longest suit", size = (1, 7), suit = "any", score = _long)`, []string{"2s", "AsKdQhJc", "3s2sAdKhQc", "AsKsQd2d", "4s3s2sAdKd9c8c", "AsKsQsJsTs9s7s"}, "score (1, 2)"},
		{`
def _pips(hand):
    total = 0
    for r in hand.ranks:
        total += 11 if r == 14 else min(r, 10)
    return total

r = ranking("thirty-one", size = (1, 3), suit = "any", score = _pips)`, []string{"9s9d9h", "7s3sKd", "Td9d2s", "As9sKhQh", "AsJs", "AsTsKs"}, "score 9"},
		{`r = ranking("best of a suit", suit = "any")`, []string{"9s7s5s3s2s", "9h7h5h4h3h2hAs", "AsKsQsJs9sTh", "5s4s3s2sAs"}, "flush, nine high"},
		{`r = ranking("nine high of three", size = (3, 7), suit = "any", floor = "9s3s2s")`, []string{"8s7s6sAdKd", "9s3s2s", "9s8s7s"}, "no qualifying hand"},
		{`r = ranking("three", size = 3, order = ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"])`, []string{"AsKsJs", "4c3d2h", "2c2d2h"}, "flush, ace high"},
	}, 4) {
		r := rankingOf(t, tt.script)
		for i := 1; i < len(tt.hands); i++ {
			if worse, better := r.Best(cards.MustParse(tt.hands[i-1])), r.Best(cards.MustParse(tt.hands[i])); worse >= better {
				t.Errorf("%s: %s is %s, %s is %s", r, tt.hands[i-1], r.Describe(worse), tt.hands[i], r.Describe(better))
			}
		}
		if got := r.Describe(r.Best(cards.MustParse(tt.hands[0]))); got != tt.worst {
			t.Errorf("%s: %s is %q, want %q", r, tt.hands[0], got, tt.worst)
		}
		if !r.Same(rankingOf(t, tt.script)) {
			t.Errorf("%s is not the same when it is made twice", r)
		}
	}
}

// TestOwnClassNamedOnce checks the words of hands of a script's own class: its name stands once, also where another name of the hand contains it.
func TestOwnClassNamedOnce(t *testing.T) {
	for name, want := range map[string]string{
		"royal flush": "royal flush", "natural royal flush": "natural royal flush", "big royal": "big royal flush", "broadway": "broadway, royal flush",
	} {
		r := rankingOf(t, fmt.Sprintf(`r = ranking("r", order = [category(%q, test = lambda hand: hand.category == "straight flush"), `+usualOrder+`])`, name))
		if got := r.Describe(r.Best(cards.MustParse("AsKsQsJsTs"))); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// sameOrder compares two rankings on random hands, each with the next.
func sameOrder(t *testing.T, a, b *rank.Ranking, size int) {
	t.Helper()
	deck := b.Description().Deck.Append(nil)
	random := rand.New(rand.NewPCG(1, 2))
	var lastA, lastB rank.Strength
	for i := range 20_000 {
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		hand := deck[:size]
		x, y := a.Best(hand), b.Best(hand)
		if (x == 0) != (y == 0) || i > 0 && ((x < lastA) != (y < lastB) || (x == lastA) != (y == lastB)) {
			t.Fatalf("%s: %d after %d, but %s says %d after %d", cards.Format(hand), x, lastA, b, y, lastB)
		}
		lastA, lastB = x, y
	}
	if a.Count() != b.Count() {
		t.Errorf("%d strengths, %s has %d", a.Count(), b, b.Count())
	}
}

func TestRankingWords(t *testing.T) {
	script := `
def _court(hand): return all([11 <= n and n <= 13 for n in hand.ranks])
r = ranking("r", order = ["five of a kind", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind",
    category("blaze", test = _court), "two pair", "pair", "high card"], joker = "wild")
`
	r := rankingOf(t, script)
	for hand, want := range map[string]string{
		"KhKdQsQcJd": "blaze, two pair, kings and queens",
		"KhKdTsTcJd": "two pair, kings and tens",
		"KhKdKsQcJo": "four of a kind, kings",
		"KhKdKsKcJo": "five of a kind, kings",
		"QhJd9sTcJo": "straight, king high",
	} {
		if got := r.Describe(r.Best(cards.MustParse(hand))); got != want {
			t.Errorf("%s is %q, want %q", hand, got, want)
		}
	}
	points := rankingOf(t, `r = ranking("r", size = 2, score = lambda hand: (hand.ranks[0], hand.ranks[1]))`)
	if got := points.Describe(points.Best(cards.MustParse("2c3dAh"))); got != "score (14, 3)" {
		t.Error(got)
	}
}

// TestValues checks that values rank hands as a scoring function that adds them up does.
func TestValues(t *testing.T) {
	const sums = `
_WORTH = {14: 1} | {r: min(r, 10) for r in range(2, 14)}

def _sum(hand):
    total = 0
    for r in hand.ranks:
        total += _WORTH[r]
    return total

def _high(hand):
    return max([_sum(hand) + 10 * n for n in range(hand.counts[12] + 1)])

def _near(hand):
    off = [abs(21 - _sum(hand) - 10 * n) for n in range(hand.counts[12] + 1)]
    return -min(off) if min(off) <= 10 else None
`
	for values, function := range map[string]string{
		`values = {}`:       `score = _high`,
		`values = {"A": 1}`: `score = _sum`,
		`values = {"A": 1}, size = (0, 3), score = lambda total: -total`:                                     `size = (0, 3), score = lambda hand: -_sum(hand)`,
		`values = {"A": (1, 11)}, score = lambda total: -abs(21 - total) if abs(21 - total) <= 10 else None`: `score = _near`,
		`values = {"A": -2, "K": 7, "t": 0}, joker = "wild"`:                                                 `joker = "wild", score = lambda hand: _sum(hand) - 3 * hand.counts[12] - 3 * hand.counts[11] - 10 * hand.counts[8]`,
		`size = (1, 7), suit = "any", values = {"A": (1, 11), "2": 2, "T": 10, "J": 10, "Q": 10, "K": 10}`:   `size = (1, 7), suit = "any", score = _high`,
	} {
		a, b := rankingOf(t, `r = ranking("r", `+values+`)`), rankingOf(t, sums+`r = ranking("r", `+function+`)`)
		if !a.Same(b) {
			t.Errorf("%s ranks hands otherwise than %s", values, function)
		}
	}
	once := rankingOf(t, `
seen = {}

def _score(total):
    if total in seen:
        fail("scored again:", total)
    seen[total] = True
    return total

r = ranking("r", size = (1, 2), values = {"A": 1}, score = _score, words = lambda score: "%d points" % score)`)
	if got := once.Describe(once.Best(cards.MustParse("KsQd"))); got != "20 points" {
		t.Error(got)
	}
}

// TestRankingFaults checks that errors in a ranking have their position in the script.
func TestRankingFaults(t *testing.T) {
	for script, want := range map[string]string{
		`r = ranking("r", order = ["flush", "full hose"])`:                                       `r.star:1:36: ranking: order: item 2: no category "full hose"`,
		`r = ranking("r", order = ["flush", 3])`:                                                 `r.star:1:36: ranking: order: item 2: got int, want a name or category(…)`,
		`r = ranking("r", order = ["flush"])`:                                                    `r.star:1:5: ranking: missing: high card, pair, two pair, three of a kind, full house, four of a kind; only straights and flushes may be left out`,
		"def f(hand):\n    return hand.rank\nr = ranking(\"r\", score = f)":                      `r.star:2:16: ranked hand has no .rank field or method`,
		"def f(hand):\n    return 'a'\nr = ranking(\"r\", score = f)":                            `r.star:3:26: ranking: score: f returned "a", want an int, a tuple of ints, or None`,
		"def f(hand):\n    return 1\nr = ranking(\"r\", order = [category(\"x\", f), \"pair\"])": `r.star:3:5: ranking: missing: high card, two pair, three of a kind, full house, four of a kind; only straights and flushes may be left out`,
		`r = ranking("r", base = badugi, score = len)`:                                           `r.star:1:25: ranking: base: badugi takes no categories and no scoring function`,
		`r = ranking("r", wild = ["Jx"])`:                                                        `r.star:1:26: ranking: wild: item 1: "Jx" is neither a rank nor a card`,
		`r = ranking("r", floor = "8c")`:                                                         `r.star:1:5: ranking: the floor 8c is not a hand of 5 cards`,
		`r = ranking("r", values = {"1": 2})`:                                                    `r.star:1:27: ranking: values: got "1": 2, want a rank such as "J" and a number`,
		`r = ranking("r", values = {"K": (1, 2)})`:                                               `r.star:1:27: ranking: values: only an ace counts one number or another, not "K"`,
		`r = ranking("r", values = {"A": (1, 2, 3)})`:                                            `r.star:1:27: ranking: values: got "A": (1, 2, 3), want a rank such as "J" and a number`,
		`r = ranking("r", values = {}, order = ["high card"])`:                                   `r.star:1:39: ranking: order: a scoring function or values cannot be combined with an order`,
		`r = ranking("r", values = {}, base = badugi)`:                                           `r.star:1:38: ranking: base: badugi takes no categories and no scoring function`,
		`r = ranking("r", base = ranking("b", values = {}), size = 3)`:                           `r.star:1:25: ranking: base: its scores fit its own size and deck only`,
		`r = points("p", target = 21, values = {"A": (1, 2)})`:                                   `r.star:1:39: points: values: the two values of an ace are set by ace = (1, 2)`,
		`r = ranking("r", words = str)`:                                                          `r.star:1:26: ranking: words: they describe the scores of a scoring function, but there is none`,
		`r = evaluate(high, "AhKhQhJhTh") < evaluate(ace_to_five, "AhKhQhJhTh")`:                 `r.star:1:34: cannot compare hands of two rankings, high and ace-to-five`,
		`r = evaluate(high, "AhKhQhJhTh", board = "2c", exact = True)`:                           `r.star:1:56: evaluate: exact: 5 cards and 1 on the board: exact play needs 2 to 6 cards and 3 to 5 on the board`,
		`r = evaluate(high, "AhKhQhJh")`:                                                         `r.star:1:20: evaluate: cards: 4 cards, and a hand of the high ranking has 5`,
		"def f(hand):\n    for i in range(100000):\n        pass\nr = ranking(\"r\", score = f)": `r.star:2:5: `,
	} {
		lib := NewLibrary(star.Options{Sources: star.Sources{Files: filesOf("r.star", script)}})
		_, err := lib.Ranking("r.star:r")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", script, err, want)
		}
	}
}

func TestEvaluationsCompare(t *testing.T) {
	script := `
def check(ok, what):
    if not ok:
        fail(what)

a, b = evaluate(high, "AhKhQhJh9h"), evaluate(high, "AdKdQdJd9d")
check(a == b and a <= b and not a < b and not a != b, "equal hands are equal")
check(evaluate(high, "AhKhQhJhTh") > a and max(a, evaluate(high, "2c2d3h4s5c")) == a, "better is larger")
check(a != evaluate(ace_to_five, "AhKhQhJh9h"), "hands of two rankings are never equal")
spades = ranking("spades", suits = "ascending")
check(evaluate(spades, "AhKhQhJh9h") > evaluate(spades, "AdKdQdJd9d"), "suits part equal hands")
check(spades.name == "spades" and spades.size == 5 and not spades.low and ace_to_five.low, "attributes")
check(evaluate(high, ["Ah", "Kh"], board = ["Qh", "Jh", "9h"]) == a, "cards may be a list")
check({a: 1}[b] == 1, "equal hands are one key")
r = spades
`
	if r := rankingOf(t, script); r.Suits() != rank.SuitsAscending {
		t.Error("suits are lost")
	}
}

func TestLibraryRanking(t *testing.T) {
	lib := NewLibrary(star.Options{Sources: star.Sources{Files: filesOf(
		"one.star", `r = ranking("one")`, "two.star", "a = ranking('a')\nb = high", "none.star", "x = 1", "own.star", "own = ranking('a')\nb = high")}})
	for ref, want := range map[string]string{
		"one.star": "one", "one.star:r": "one", "two.star:b": "high", "own.star": "a", "deuces-wild": "deuces-wild", "high_with_bug": "high-bug",
	} {
		if r, err := lib.Ranking(ref); err != nil || r.Name() != want {
			t.Errorf("%s: %v, %v; want %s", ref, r, err, want)
		}
	}
	for ref, want := range map[string]string{
		"two.star": "defines 2 rankings, name one", "none.star": "defines no ranking", "two.star:c": `no ranking named "c"`,
		"nowhere.star": "no such script", "to_high": `no ranking named "to_high"`,
	} {
		if _, err := lib.Ranking(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ref, err, want)
		}
	}
}

// BenchmarkOwnRanking checks that a script's ranking costs as much as a built-in one once it is made.
func BenchmarkOwnRanking(b *testing.B) {
	own := rankingOf(b, never+`r = ranking("r", order = [never, `+usualOrder+`])`)
	random := rand.New(rand.NewPCG(1, 2))
	hands, out := make([][7]cards.Card, 4096), make([]rank.Strength, 4096)
	for i := range hands {
		deck := cards.Deck{}.Append(nil)
		random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		copy(hands[i][:], deck)
	}
	for _, r := range []*rank.Ranking{rank.High, own} {
		b.Run(fmt.Sprint(r), func(b *testing.B) {
			r.Prepare()
			for b.Loop() {
				for i := range hands {
					out[i] = r.Best(hands[i][:])
				}
			}
			b.ReportMetric(float64(b.N*len(hands))/b.Elapsed().Seconds()/1e6, "Mhands/s")
		})
	}
}

// BenchmarkLoadOwnRanking measures the cost of loading a script's ranking: its function is called once for every hand.
func BenchmarkLoadOwnRanking(b *testing.B) {
	for b.Loop() {
		rankingOf(b, never+`r = ranking("r", order = [never, `+usualOrder+`])`)
	}
}

// TestScoredFields checks that a hand given to a scoring function has only the fields made that the function reads: a function that reads
// none is given 7,462 hands with few allocations each, and one that reads the class sees that of each hand.
func TestScoredFields(t *testing.T) {
	const hands = 7462
	allocs := func(body string) float64 {
		script := "def _score(hand):\n    return " + body + "\n\nr = ranking(\"r\", score = _score)\n"
		return testing.AllocsPerRun(1, func() { rankingOf(t, script) }) / hands
	}
	none, class := allocs("1"), allocs("len(hand.category)")
	t.Logf("%.1f allocations a hand, %.1f with the class", none, class)
	if none > 10 || none >= class {
		t.Errorf("%.1f allocations a hand, %.1f with the class", none, class)
	}
}

// TestScoresOfManyCards checks that a script may score hands of up to seven cards, twice, for which it is granted steps, and that
// an endless function is still stopped.
func TestScoresOfManyCards(t *testing.T) {
	if testing.Short() {
		t.Skip("scores very many hands")
	}
	const script = `
def _near(goal):
    def score(hand):
        total = 0
        for rank in hand.ranks:
            total += min(rank, 10)
        return -abs(goal - total)
    return score

seven = ranking("seven", size = (1, 3), score = _near(7))
r = ranking("twenty-seven", size = (1, 7), score = _near(27))

def check():
    if not evaluate(seven, "2h5c") > evaluate(seven, "6h2c") or evaluate(seven, "2h2c3d").name != "score 0":
        fail("seven")
    if evaluate(r, "ThKc7d").name != "score 0" or evaluate(r, "Th").name != "score -17":
        fail("twenty-seven")

check()
`
	if r := rankingOf(t, script); r.Size() != 7 {
		t.Errorf("hands of %d cards", r.Size())
	}
	const endless = `
def score(hand):
    total = 0
    for a in range(100000):
        total += a
    return total

r = ranking("r", size = 7, score = score)
`
	_, err := NewLibrary(star.Options{Sources: star.Sources{Files: filesOf("r.star", endless)}}).Ranking("r.star:r")
	if err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Errorf("a function that takes long: %v", err)
	}
}

// TestCategoriesSeeWildCards checks rankings in which a natural hand beats the same hand with wild cards, against the built-in rankings
// and the number of wild cards, and classes of hands with so many of them. A scoring function sees them too.
func TestCategoriesSeeWildCards(t *testing.T) {
	names := strings.Split(`five of a kind, `+strings.ReplaceAll(usualOrder, `"`, ""), ", ")
	script := ""
	order := ""
	for i, name := range names {
		script += fmt.Sprintf("def _n%d(hand): return hand.category == %q and hand.wild == 0\n", i, name)
		order += fmt.Sprintf("category(\"natural %s\", test = _n%d), %q, ", name, i, name)
	}
	chance := rand.New(rand.NewPCG(1, 4))
	for wild, plain := range map[string]*rank.Ranking{`wild = ["2"]`: rank.DeucesWild, `joker = "bug"`: rank.HighBug, `joker = "wild"`: rank.HighWild} {
		r := rankingOf(t, script+"r = ranking(\"r\", order = ["+order+"], "+wild+")")
		deck := plain.Description().Deck.Append(nil)
		of := func(hand []cards.Card) (key [3]int) {
			s := plain.Best(hand)
			natural := 1
			for _, c := range hand {
				if plain.Wild().Has(c) {
					natural = 0
				}
			}
			return [3]int{-slices.Index(names, plain.Category(s).String()), natural, int(s)}
		}
		best := func(hand []cards.Card) (key [3]int) {
			key[0] = -100
			for set := range uint(1) << len(hand) {
				var five []cards.Card
				for i, c := range hand {
					if set>>i&1 != 0 {
						five = append(five, c)
					}
				}
				if len(five) != 5 {
					continue
				}
				if k := of(five); slices.Compare(k[:], key[:]) > 0 {
					key = k
				}
			}
			return key
		}
		for range 3000 {
			chance.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			n := 5 + chance.IntN(3)
			a, b := deck[:n], deck[n:2*n]
			x, y := best(a), best(b)
			if got, want := cmp.Compare(r.Best(a), r.Best(b)), slices.Compare(x[:], y[:]); got != want {
				t.Fatalf("%s: %s against %s: %d, want %d (%v, %v)", wild, cards.Spaced(a), cards.Spaced(b), got, want, x, y)
			}
		}
	}
	five := `r = ranking("r", deck = deck(jokers = 1), joker = "wild", wild = ["2"], order = [category("five wild cards", test = lambda hand: hand.wild == 5), "five of a kind", ` + usualOrder + `])`
	score := `r = ranking("r", joker = "wild", wild = ["2"], score = lambda hand: None if hand.wild == 1 else (10 * hand.wild + len([r for r in hand.ranks if r == 14])))`
	for _, c := range []struct{ script, hand, want string }{
		{five, "2c2d2h2sJo", "five wild cards, royal flush"},
		{five, "2c2d2h2sKs", "five of a kind, kings"},
		{score, "2c2d2h2sJo", "score 55"},
		{score, "2c2dAhKsQs", "score 23"},
		{score, "2cAdAhKsQs", ""},
		{score, "9cAdAhKsQs", "score 2"},
	} {
		r := rankingOf(t, c.script)
		name := ""
		if s := r.Best(cards.MustParse(c.hand)); s > 0 {
			name = r.Describe(s)
		}
		if name != c.want {
			t.Errorf("%s is %q, want %q", c.hand, name, c.want)
		}
	}
}
