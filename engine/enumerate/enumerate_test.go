package enumerate

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// library returns the scripts of the whole project. Tests share it, because loaded scripts do not
// change.
var library = sync.OnceValue(func() *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("../..")}})
})

func find(t *testing.T, ref string) *plan.Game {
	t.Helper()
	g, err := library().Find(ref)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func play(t *testing.T, ref string, size Size, w Wishes) *Report {
	t.Helper()
	s, err := Shrink(find(t, ref), size, w)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Play(context.Background(), s.Bound, s.Options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Fault != nil {
		t.Fatalf("%s, %s: %s: %v\n%s", ref, size, r.Fault.Kind, r.Fault.Err, r.Fault.Words())
	}
	return r
}

// TestKuhn matches the counts of the literature (H. W. Kuhn, A simplified two-person poker, 1950):
// 6 deals, 5 sequences, 30 hands, 12 information sets.
func TestKuhn(t *testing.T) {
	r := play(t, "examples/kuhn.star", Kuhn, Wishes{})
	if r.Deals != 6 || r.Sequences != 5 || r.Hands != 30 || r.Showdowns != 18 || r.InfoSets != 12 || r.RankSets != 12 || r.States != 24 || r.Longest != 3 || !r.Complete {
		t.Errorf("%+v", r)
	}
}

// TestLeduc matches the counts of the literature (Southey and others, Bayes' bluff, 2005), 936
// information sets with suits and 288 without, and an independent enumeration of its rules.
func TestLeduc(t *testing.T) {
	r := play(t, "examples/leduc.star", Leduc, Wishes{})
	want := enumerateLeduc()
	if r.Deals != 30 || r.InfoSets != 936 || r.RankSets != 288 || !r.Complete {
		t.Errorf("%+v", r)
	}
	if r.Sequences != int64(want.sequences) || r.Hands != int64(want.hands) || r.Showdowns != int64(want.showdowns) || r.States != int64(want.states) || r.InfoSets != int64(want.infosets) {
		t.Errorf("%+v, want %+v", r, want)
	}
}

type leducCounts struct{ sequences, hands, showdowns, states, infosets int }

// enumerateLeduc plays Leduc hold'em independently, from its rules, as strings: k check, c call, r
// bet or raise (two per round), f fold, "/" between the rounds.
func enumerateLeduc() (n leducCounts) {
	pack := []string{"K1", "K2", "Q1", "Q2", "J1", "J2"}
	sequences, sets := map[string]bool{}, map[string]bool{}
	var walk func(own [2]string, board, history, round string)
	end := func(history string) { n.hands++; sequences[history] = true }
	walk = func(own [2]string, board, history, round string) {
		seat := len(round) % 2
		n.states++
		sets[own[seat]+board+history+"/"+round] = true
		moves := "kr"
		if strings.HasSuffix(round, "r") {
			moves = "fcr"
		}
		if strings.Count(round, "r") == 2 {
			moves = "fc"
		}
		for _, m := range moves {
			next := round + string(m)
			switch {
			case m == 'f':
				end(history + "/" + next)
			case m == 'c' || next == "kk":
				if board != "" {
					n.showdowns++
					end(history + "/" + next)
					continue
				}
				for _, c := range pack {
					if c != own[0] && c != own[1] {
						walk(own, c, history+"/"+next, "")
					}
				}
			default:
				walk(own, board, history, next)
			}
		}
	}
	for _, a := range pack {
		for _, b := range pack {
			if a != b {
				walk([2]string{a, b}, "", "", "")
			}
		}
	}
	n.sequences, n.infosets = len(sequences), len(sets)
	return n
}

// TestHouses covers small versions of the houses' hold'em, stud and draw completely.
func TestHouses(t *testing.T) {
	for _, c := range testkit.Sweep([]struct {
		ref         string
		kuhn, leduc int64 // hands
	}{
		{"angies/holdem", 36, 13650},
		{"angies/draw5", 36, 45060},
		{"angies/stud7", 144, 83880},
		{"angies/lowball", 36, 92904},
		{"house004/stud7", 120, 117360},
	}, 1) {
		for size, hands := range []int64{Kuhn: c.kuhn, Leduc: c.leduc} {
			if Size(size) == Leduc && testing.Short() {
				continue
			}
			r := play(t, c.ref, Size(size), Wishes{})
			if !r.Complete || r.Hands != hands {
				t.Errorf("%s, %s: %+v, want %d hands", c.ref, Size(size), *r, hands)
			}
		}
	}
}

// TestDeterminism finds a hook that gives a different answer when called again.
func TestDeterminism(t *testing.T) {
	g := *find(t, "examples/leduc.star")
	asked := 0
	g.Award = fickle(func(s plan.State) []plan.ClaimLimit {
		if asked++; asked%2 == 0 {
			return nil
		}
		return []plan.ClaimLimit{{Seat: 0, Step: 1, Forfeit: true}}
	})
	s, err := Shrink(&g, Kuhn, Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Play(context.Background(), s.Bound, s.Options)
	if err != nil || r.Fault == nil || r.Fault.Kind != Determinism {
		t.Errorf("%v %+v", err, r)
	}
}

type fickle func(s plan.State) []plan.ClaimLimit

func (f fickle) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) { return f(s), nil }

// TestSidePots searches with three seats of unequal stacks.
func TestSidePots(t *testing.T) {
	r := play(t, "examples/leduc.star", Kuhn, Wishes{Stacks: []int64{200, 300, 500}, Seats: 2})
	if !r.Complete || r.Hands == 0 {
		t.Errorf("%+v", r)
	}
	r = play(t, "angies/holdem", Kuhn, Wishes{Stacks: []int64{300, 400, 600}})
	if !r.Complete || r.Sequences < 10 {
		t.Errorf("%+v", r)
	}
}

// TestOffers checks that exactly the offered actions are accepted.
func TestOffers(t *testing.T) {
	s, err := Shrink(find(t, "angies/holdem"), Kuhn, Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: s.Bound, Stacks: s.Stacks, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	d, _ := h.Next()
	for name, change := range map[string]func(*hand.Decision){
		"":                              func(*hand.Decision) {},
		"not offered":                   func(d *hand.Decision) { d.Options.Call = 0 },
		"accepted":                      func(d *hand.Decision) { d.Options.MinTo, d.Options.MaxTo = 0, 0 },
		"more than its stack":           func(d *hand.Decision) { d.Options.MaxTo += 100 },
		"twice in a row":                func(d *hand.Decision) { d.Seat = 1 - d.Seat },
		"from 401 to 400":               func(d *hand.Decision) { d.Options.MinTo, d.Options.MaxTo = 401, 400 },
		"or has no chips":               func(d *hand.Decision) { d.Seat = 5 },
		"was accepted but not offered:": func(d *hand.Decision) { d.Options.CanCheck, d.Options.Call = false, 0 },
	} {
		x := &search{public: map[uint64]bool{}, path: []hand.Action{{Kind: hand.Call, Seat: 1 - d.Seat}}}
		bad := d
		change(&bad)
		err := x.offers(&h, &bad)
		if name == "" && err != nil || name != "" && (err == nil || !strings.Contains(err.Error(), name)) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestSound: a card in two places is an error, unless there are two decks.
func TestSound(t *testing.T) {
	g := *find(t, "angies/holdem")
	g.Deck.Packs = 2
	b, err := g.Bind(mustStakes(t, &g))
	if err != nil {
		t.Fatal(err)
	}
	deck := g.Deck.Append(nil)
	deck[1], deck[52] = deck[52], deck[1] // the same card first and second
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{1000, 1000}, Deck: deck}); err != nil {
		t.Fatal(err)
	}
	if err := sound(&h); err != nil {
		t.Error(err)
	}
	b.Game.Deck.Packs = 1
	if err := sound(&h); err == nil || !strings.Contains(err.Error(), "2c is in 2 places") {
		t.Error(err)
	}
}

func mustStakes(t *testing.T, g *plan.Game) plan.Stakes {
	t.Helper()
	s, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var errTest = errors.New("test")

// faulty fails at showdowns for which when is true.
type faulty struct{ when func(s plan.State) bool }

func (f faulty) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) {
	if f.when(s) {
		return nil, errTest
	}
	return nil, nil
}

// TestShortest finds the shortest line to a fault, and the hand of that line shows the fault in the
// original game.
func TestShortest(t *testing.T) {
	g := *find(t, "examples/leduc.star")
	g.Award = faulty{func(s plan.State) bool {
		return len(s.Board()) > 0 && s.Hole(0)[0].Rank() == s.Board()[0].Rank()
	}}
	s, err := Shrink(&g, Leduc, Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Play(context.Background(), s.Bound, s.Options)
	if err != nil {
		t.Fatal(err)
	}
	f := r.Fault
	if f == nil || f.Kind != Playing || !errors.Is(f.Err, errTest) || len(f.Actions) != 4 || r.Complete {
		t.Fatalf("%+v", r)
	}
	for _, a := range f.Actions {
		if a.Kind != hand.Check {
			t.Errorf("%v is not the shortest line", f.Actions)
		}
	}
	text, ok := f.Hand(&g)
	if !ok || !strings.Contains(text, "_deck") {
		t.Errorf("%v %s\n%s", ok, text, f.Words())
	}
}

// TestSmallDeck: the cards of the small deck come before all others, so that cards burned or drawn
// after the given ones are among them.
func TestSmallDeck(t *testing.T) {
	s, err := Shrink(find(t, "angies/holdem"), Leduc, Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := newSearch(context.Background(), s.Bound, s.Options)
	if err != nil {
		t.Fatal(err)
	}
	first := s.Options.Pack[len(s.Options.Pack)-1:]
	deck := x.setup(first).Deck
	if deck[0] != first[0] || len(deck) != s.Bound.Game.Deck.Len() {
		t.Fatalf("%v begins with %v of %d cards", deck, first, len(deck))
	}
	if small := bagOf(deck[:len(s.Options.Pack)]); small != bagOf(s.Options.Pack) {
		t.Errorf("%v, want the small deck first: %v", deck, s.Options.Pack)
	}
}

// TestInterrupted: a search that ends because of the context or the limit of visits keeps its
// results so far.
func TestInterrupted(t *testing.T) {
	s, err := Shrink(find(t, "angies/holdem"), Leduc, Wishes{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o := s.Options
	o.Progress = func(int64) { cancel() }
	r, err := Play(ctx, s.Bound, o)
	if err != nil || r.Complete || r.States+r.Hands != 2047 {
		t.Errorf("%v %+v", err, r)
	}
	s.Visits = 100
	if r, err = Play(context.Background(), s.Bound, s.Options); err != nil || r.Complete || r.States+r.Hands != 100 {
		t.Errorf("%v %+v", err, r)
	}
}

// TestSizeFile reads custom sizes, and reports errors at their place.
func TestSizeFile(t *testing.T) {
	f, err := ReadSize("my.toml", []byte("size = \"royal\"\nranks = \"AKQ\"\nsuits = 3\nseats = 2\nstacks = \"10,8\"\nstakes = \"2-4\"\n"))
	if err != nil || f.Size != Royal || len(f.Wishes.Only) != 3 || f.Wishes.Suits != 3 || f.Wishes.Stacks[1] != 800 || f.Wishes.Stakes != "2-4" {
		t.Errorf("%+v, %v", f, err)
	}
	for text, want := range map[string]string{
		"size = \"leducs\"":                  "my.toml:1:1: size must be kuhn, leduc, royal, whole, not \"leducs\"",
		"size = \"kuhn\"\nrank = \"AK\"":     "my.toml:2:1: a size has no \"rank\", only size, ranks, suits, seats, stacks, stakes",
		"size = \"kuhn\"\nranks = \"AA\"":    "my.toml:2:1: ranks must be a number such as 4, or different ranks such as A5K, not \"AA\"",
		"size = \"kuhn\"\nranks = \"0\"":     "my.toml:2:1: ranks must be a number such as 4, or different ranks such as A5K, not \"0\"",
		"size = \"kuhn\"\nranks = \"\"":      "my.toml:2:1: ranks must be a number such as 4, or different ranks such as A5K, not \"\"",
		"size = \"kuhn\"\nstacks = \"\"":     "my.toml:2:1: stacks must be amounts such as 4 or 3,4,6, not \"\"",
		"size = \"kuhn\"\nseats = 0":         "my.toml:2:1: seats must be at least 1",
		"size = \"kuhn\"\nsuits = 0":         "my.toml:2:1: suits must be 1 to 4",
		"size = \"kuhn\"\nsuits = 5":         "my.toml:2:1: suits must be 1 to 4",
		"size = \"kuhn\"\nstacks = \"much\"": "my.toml:2:1: stacks must be amounts such as 4 or 3,4,6, not \"much\"",
	} {
		if _, err := ReadSize("my.toml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for ref, want := range map[string]Size{"examples/kuhn.star": Kuhn, "examples/leduc.star": Leduc, "angies/holdem": Leduc, "banked/threecard": Whole} {
		if got := UsualSize(find(t, ref)); got != want {
			t.Errorf("%s is solved at the size %s, want %s", ref, got, want)
		}
	}
}
