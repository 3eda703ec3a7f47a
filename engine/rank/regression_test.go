package rank

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cardroom/engine/cards"
)

func best(r *Ranking, s string) Strength { return r.Best(cards.MustParse(s)) }

// TestPeersFaults checks hands that other evaluators get wrong.
func TestPeersFaults(t *testing.T) {
	for _, c := range []struct {
		fault        string
		r            *Ranking
		better, than string
		equal        bool
	}{
		// Three well-known evaluators rank the pair by the leftover cards.
		{"equal best fives", AceToFive, "8hTdTh Kd8cTc8d", "8hKdTc8cTh8dKs", true},
		{"ace pair in razz", AceToFive, "AhAd4c3s2c", "KhKd4c3s2c", false},
		{"ace pair in razz", AceToFive, "AhAd7c6s5c", "2h2d5c4s3c", false},
		{"suited wheel in deuce-to-seven", DeuceToSeven, "As5s4s3s2s", "As6s4s3s2s", false},
		{"suited wheel in deuce-to-seven", DeuceToSeven, "As5s4s3s2s", "As6s5s4s3s", false},
		{"suited wheel is an ace-high flush", DeuceToSeven, "AsKd9c3s2s", "As5s4s3s2s", false},
		{"A-2-3-4-5 is no straight", DeuceToSeven, "As5d4s3s2s", "2s2d4s3s5s", false},
		{"greedy badugi", Badugi, "8dTdJh8h", "8dJh", false},
		{"greedy badugi", Badugi, "8dTdJh8h", "Td8h", true},
		{"flush beats full house among sixes and up", ShortDeck, "AhKhQh9h7h", "AhAdAcKhKd", false},
		{"wraparound", High, "AhKd9c8s6h", "4hAd2cKs3h", false},
		{"bug is no pair", HighBug, "KhKdJo7c2s", "KhKdQs7c2s", false},
		{"double ace flush", HighWild, "AhKhQh9hJo", "AhKhQhJh9h", true},
	} {
		a, b := best(c.r, c.better), best(c.r, c.than)
		if c.equal && a != b || !c.equal && a <= b {
			t.Errorf("%s: %s is %d (%s), %s is %d (%s)", c.fault, c.better, a, c.r.Describe(a), c.than, b, c.r.Describe(b))
		}
	}
}

// shared finds a folder of test data next to the module and skips the test if it is not there.
func shared(t *testing.T, path ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the package")
		}
		dir = filepath.Dir(dir)
	}
	file := filepath.Join(append([]string{dir, "..", "shared"}, path...)...)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no shared hands beside the module: %v", err)
	}
	return file
}

// TestJokerFile compares the order of hands with the joker as the bug with that of two other evaluators: larger is better for
// high, smaller for low.
func TestJokerFile(t *testing.T) {
	f, err := os.Open(shared(t, "hands", "joker", "joker.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type row struct {
		Cards     string
		High, Low int
		high, low Strength
	}
	var rows []row
	for in := bufio.NewScanner(f); in.Scan(); {
		var x row
		if err := json.Unmarshal(in.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		cs := cards.MustParse(strings.ReplaceAll(x.Cards, "Xx", "Jo"))
		x.high, x.low = HighBug.Best(cs), AceToFiveBug.Best(cs)
		rows = append(rows, x)
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.High, b.High) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		if cmp.Compare(a.High, b.High) != cmp.Compare(a.high, b.high) {
			t.Errorf("high: %s %d is %d, %s %d is %d", a.Cards, a.High, a.high, b.Cards, b.High, b.high)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.Low, b.Low) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		if cmp.Compare(a.Low, b.Low) != cmp.Compare(b.low, a.low) {
			t.Errorf("low: %s %d is %d, %s %d is %d", a.Cards, a.Low, a.low, b.Cards, b.Low, b.low)
		}
	}
	t.Logf("%d hands", len(rows))
}

func TestNoAllocations(t *testing.T) {
	hole, board := cards.MustParse("AhKh2c3d"), cards.MustParse("QhJh9h5s6d")
	all := append(slices.Clone(hole), board...)
	for _, r := range builtin {
		r.Exact(hole, board)
		for n := range len(all) + 1 {
			if got := testing.AllocsPerRun(10, func() { r.Best(all[:n]) }); got != 0 {
				t.Errorf("%s: Best of %d allocates %v times", r, n, got)
			}
		}
		if got := testing.AllocsPerRun(10, func() { r.Exact(hole, board) }); got != 0 {
			t.Errorf("%s: Exact allocates %v times", r, got)
		}
		if got := testing.AllocsPerRun(10, func() { r.SuitKey(all[:7]); r.SuitKeyOf(&Choice{Hole: hole, Board: board, Use: exactly(r)}, false) }); got != 0 {
			t.Errorf("%s: SuitKey allocates %v times", r, got)
		}
	}
}

// TestOddInput: cards that are not in the deck have no meaning, but must not cause a panic.
func TestOddInput(t *testing.T) {
	odd := append(cards.MustParse("JoJo2c2c2c2c2c3dAhAs"), cards.Unknown)
	for _, r := range builtin {
		for n := range len(odd) + 1 {
			r.Best(odd[:n])
			r.Best(odd[len(odd)-n:])
			r.Exact(odd[:min(n, 6)], odd[max(0, len(odd)-5):])
			r.Exact(odd[max(0, len(odd)-n):], odd[:min(n, 5)])
		}
		if r.Takes(odd) {
			t.Errorf("%s takes an unknown card", r)
		}
	}
}

func TestConcurrentFirstUse(t *testing.T) {
	r := custom(High.Description())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, want := best(r, "AhKhQhJhTh2c2d"), Strength(7462); got != want {
				t.Errorf("royal flush is %d, want %d", got, want)
			}
			if got := r.Exact(cards.MustParse("AhKh2c3d"), cards.MustParse("QhJhTh5s6d")); got != 7462 {
				t.Errorf("Omaha royal flush is %d", got)
			}
		})
	}
	wg.Wait()
}

// TestScore compiles a custom scoring function: most cards of even rank win, a suited hand counts double.
func TestScore(t *testing.T) {
	calls := 0
	r := custom(Description{
		Name: "evens", Deck: cards.Deck{Jokers: 1}, Jokers: Wild,
		Score: func(h Hand) uint32 {
			calls++
			n := uint32(0)
			for i := 0; i < 13; i += 2 {
				n += uint32(h.Counts[i])
			}
			if h.Suited {
				n *= 2
			}
			return n
		},
		Words: func(n uint32) string { return strings.Repeat("even ", int(n)) },
	})
	for _, c := range []struct {
		hand, words string
	}{
		{"2c4d6h8s3c", "even even even even "},
		{"3c5d7h9s3h", "no qualifying hand"},
		{"2c4c6c8cTc", "even even even even even even even even even even "},
		{"3c4c6c8cTc2d4d", "even even even even even even even even "},
		{"3c5d7h9sJo", "even "},
		{"2c4c6c8cJo", "even even even even even even even even even even "},
	} {
		if got := r.Describe(best(r, c.hand)); got != c.words {
			t.Errorf("%s: %q, want %q", c.hand, got, c.words)
		}
	}
	if calls != 6188+1287 {
		t.Errorf("%d calls, want 6188 + 1287", calls)
	}
}

// A scoring function may also count a suited hand for less; then the maximum of flush and ranks is not the answer, and every
// choice of five must be tried.
func TestStrictScore(t *testing.T) {
	r := custom(Description{Name: "rainbow only", Score: func(h Hand) uint32 {
		if h.Suited {
			return 0
		}
		top := uint32(0)
		for i, n := range h.Counts {
			if n > 0 {
				top = uint32(i + 1)
			}
		}
		return top
	}})
	for hand, want := range map[string]Strength{
		"AhKhQhJh9h": 0, "AhKhQhJh9h2d": best(r, "AhKhQhJh2d"), "AhKhQhJh9h2h3h": 0, "2h3h4h5h7hTh": 0,
	} {
		if got := best(r, hand); got != want {
			t.Errorf("%s: %d, want %d", hand, got, want)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, d := range map[string]Description{
		"size":       {Size: 8},
		"packs":      {Deck: cards.Deck{Packs: 2}},
		"category":   {Categories: []Category{HighCard}},
		"twice":      {Categories: []Category{Quads, Quads}},
		"base":       {Base: 9},
		"badugi":     {Base: BaseBadugi, Jokers: Bug},
		"role":       {Jokers: 7},
		"short deck": {Deck: cards.Deck{Lowest: cards.Jack}},
		"both":       {Score: func(Hand) uint32 { return 1 }, Categories: BaseHigh.categories(false)},
		"floor":      {Floor: cards.MustParse("AhAs")},
	} {
		if _, err := Compile(d); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSuitKey(t *testing.T) {
	high := custom(Description{Name: "suits", Suits: SuitsAscending})
	for _, c := range []struct {
		r            *Ranking
		better, than string
	}{
		{high, "KsQhJdTc9c", "KhQsJsTs9s"},     // the top card decides
		{high, "2s2c9s8s7s", "2h2d9h8h7h"},     // in a pair, the higher suit first
		{high, "2s2h9c8s7s", "2s2d9h8h7h"},     // then the other card
		{high, "AhKs4s3s2s7c8c", "AhKd4s3s2s"}, // seven cards: the best of equal fives
		{custom(Description{Name: "reversed", Suits: SuitsDescending}), "KcQhJdTc9c", "KdQsJsTs9s"},
		{AceToFive, "8c6s4s3sAs", "8d6c4c3cAc"}, // reversed for low
	} {
		a, b := cards.MustParse(c.better), cards.MustParse(c.than)
		if len(a) == len(b) && c.r.Best(a) != c.r.Best(b) {
			t.Errorf("%s and %s are not equal", c.better, c.than)
		}
		if x, y := c.r.SuitKey(a), c.r.SuitKey(b); x <= y {
			t.Errorf("%s has key %o, %s %o", c.better, x, c.than, y)
		}
	}
	board := cards.MustParse("AsKsQsJsTs")
	if high.SuitKey(append(cards.MustParse("2c3d"), board...)) != high.SuitKey(append(cards.MustParse("4h5h"), board...)) {
		t.Error("the same five cards have different keys")
	}
	if got := cards.Format(high.Used(cards.MustParse("KcKhKdAs2s3s4d"))); got != "KhKdKcAs4d" {
		t.Error(got)
	}
}

// TestUsed: the used cards make a hand of the same strength.
func TestUsed(t *testing.T) {
	for _, r := range builtin {
		hands := randomHands(r, 2000, 9, 5)
		for i := 0; i < len(hands); i += 9 {
			h := hands[i : i+7]
			if want := r.Best(h); want != 0 {
				if used := r.Used(h); r.Best(used) != want || !subset(used, h) {
					t.Fatalf("%s: of %s uses %s", r, cards.Format(h), cards.Format(used))
				}
			}
			hole, board := hands[i:i+4], hands[i+4:i+9]
			if want := r.Exact(hole, board); want != 0 {
				used := r.UsedOf(nil, &Choice{Hole: hole, Board: board, Use: exactly(r)})
				n := 0
				for _, c := range used {
					if slices.Contains(hole, c) {
						n++
					}
				}
				if r.Best(used) != want || !subset(used, hands[i:i+9]) || r != Badugi && n != 2 {
					t.Fatalf("%s: of %s and %s uses %s", r, cards.Format(hole), cards.Format(board), cards.Format(used))
				}
			}
		}
	}
}

func subset(part, of []cards.Card) bool {
	for _, c := range part {
		if !slices.Contains(of, c) {
			return false
		}
	}
	return cards.SetOf(part...).Len() == len(part)
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		if r, ok := ByName(name); !ok || r.Name() != name {
			t.Errorf("%s: %v, %v", name, r, ok)
		}
	}
	a, ok := ByName("eight-or-better-bug")
	b, _ := ByName("eight-or-better-bug")
	if !ok || a != b || a.Describe(best(a, "8cJo4d2hAs")) != "eighty-four low" {
		t.Errorf("eight-or-better-bug: %v, %v", a, ok)
	}
	for _, name := range []string{"", "low", "badugi-wild", "high-bug-bug", "deuces-wild-wild", "-bug"} {
		if r, ok := ByName(name); ok {
			t.Errorf("%q is %v", name, r)
		}
	}
}

// TestUsedSuits: of equal hands, Used takes the one whose more significant cards have the better suits. The pair comes before a
// higher card.
func TestUsedSuits(t *testing.T) {
	for _, c := range []struct {
		r                 *Ranking
		hole, board, used string
	}{
		{AceToFive, "2s3c4d7c", "7s4c4h3s3d", "3c3d7s4c2s"},
		{DeuceToSeven, "4h5c4s2c", "2d6s3h5d2s", "2c2d5d4h3h"},
	} {
		if got := cards.Format(c.r.UsedOf(nil, &Choice{Hole: cards.MustParse(c.hole), Board: cards.MustParse(c.board), Use: exactly(c.r)})); got != c.used {
			t.Errorf("%s: of %s and %s uses %s, want %s", c.r, c.hole, c.board, got, c.used)
		}
	}
}

// exactly is two of the hole cards with the rest of a hand from the board.
func exactly(r *Ranking) Use { return Use{2, 2, uint8(r.Size() - 2), uint8(r.Size() - 2)} }

// TestSuitKeyHighest: the suit of the highest card decides, whatever hand the cards make.
func TestSuitKeyHighest(t *testing.T) {
	for _, c := range []struct {
		r              *Ranking
		byHand, byRank string // the better of the two by each order
	}{
		{High, "9s9cAh5d2h", "9h9dAs5s2s"},
		{High, "KsKcKdAc2c", "KhKdKcAs2s"},
		{AceToFive, "3c3h8d6s4s", "3d3s8c6c4c"},
	} {
		a, b := cards.MustParse(c.byHand), cards.MustParse(c.byRank)
		if c.r.Best(a) != c.r.Best(b) {
			t.Fatalf("%s and %s are not equal hands", c.byHand, c.byRank)
		}
		if c.r.SuitKey(a) <= c.r.SuitKey(b) {
			t.Errorf("%s does not beat %s by the hand", c.byHand, c.byRank)
		}
		if c.r.SuitKeyOf(&Choice{Board: a}, true) >= c.r.SuitKeyOf(&Choice{Board: b}, true) {
			t.Errorf("%s does not beat %s by the highest card", c.byRank, c.byHand)
		}
	}
	for _, text := range []string{"AdKcQc4c3d", "5d4c3c2cAc", "AcAdAhKsKc"} {
		if cs := cards.MustParse(text); High.SuitKey(cs) != High.SuitKeyOf(&Choice{Board: cs}, true) {
			t.Errorf("%s: the orders differ", text)
		}
	}
	board := cards.MustParse("9cAh5d2h7c")
	if High.SuitKeyOf(&Choice{Hole: cards.MustParse("9s9d"), Board: board, Use: exactly(High)}, true) == 0 {
		t.Error("no key of two and three cards")
	}
}
