package fuzzhouses_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/compare"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"pgregory.net/rapid"
)

func library(scriptFS fs.FS, set map[string]string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scriptFS}, Set: set})
}

func bound(t testing.TB, lib *dsl.Library, id string) *plan.AtStakes {
	t.Helper()
	g, err := lib.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return atTable(t, g)
}

func atTable(t testing.TB, g *plan.Game) *plan.AtStakes {
	t.Helper()
	b, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestLines checks that the edits of two texts contain exactly the two texts,
// whatever the lines.
func TestLines(t *testing.T) {
	text := rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "b", "c", "@@ -1,2 +3,4 @@", "-a", "+b", " c", "\\ No newline"}), 0, 30)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		var onA, onB []string
		for _, e := range compare.Lines(a, b) {
			if e.Op == compare.Both && a[e.A] != b[e.B] {
				t.Fatalf("%q is not %q", a[e.A], b[e.B])
			}
			if e.Op != compare.OnlyB {
				onA = append(onA, a[e.A])
			}
			if e.Op != compare.OnlyA {
				onB = append(onB, b[e.B])
			}
		}
		if !slices.Equal(onA, a) || !slices.Equal(onB, b) {
			t.Fatalf("%q and %q became %q and %q", a, b, onA, onB)
		}
		if slices.Equal(a, b) && slices.ContainsFunc(compare.Lines(a, b), func(e compare.Edit) bool { return e.Op != compare.Both }) {
			t.Fatalf("%q differs from itself", a)
		}
	})
}

// TestNoGameDiffersFromItself checks that every game, loaded twice, has the
// same rules.
func TestNoGameDiffersFromItself(t *testing.T) {
	again := library(scripts.FS, nil)
	games, err := library(scripts.FS, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range testkit.Sweep(games, 12) {
		if d := compare.Rules(atTable(t, g), bound(t, again, g.ID)); anything(d) {
			t.Errorf("%s: %s", g.ID, told(d))
		}
	}
}

// told returns a difference as one text.
func told(d *compare.Difference) string {
	var b strings.Builder
	for _, s := range d.Sections {
		for _, l := range s.Lines {
			if l.Op != compare.Both {
				fmt.Fprintf(&b, "%s: %s %s\n", s.Title, l.Op, l.Rule.Text)
			}
		}
	}
	for _, o := range d.Options {
		fmt.Fprintf(&b, "option %s: %s, %s\n", o.Name, o.A, o.B)
	}
	for _, f := range d.Functions {
		for _, e := range f.Lines {
			if e.Op != compare.Both {
				fmt.Fprintf(&b, "%s: %s %s\n", f.Asked, e.Op, e.Of(f.A.Code, f.B.Code))
			}
		}
	}
	for _, f := range d.Plan {
		fmt.Fprintf(&b, "plan %s: %s, %s\n", f.Path, f.A, f.B)
	}
	return b.String()
}

const home = `"""A game at home."""

_limit = 5

def _low(hand, seat):
    """Whether it is low."""
    return hand.worth(seat, ace_to_five) > _limit

def _award(hand):
    """Checked lows are dead."""
    # asked once
    return [limit_claim(s, since = "last") for s in hand.live if hand.checked(s, "last") and _low(hand, s)]

def _high(hand):
    """By the highest card."""
    return hand.ranks[0]

own = ranking("own", score = _high)

home = game(
    "Home",
    forced = [ante()],
    stakes = stakes("2-4 ante 1"),
    play = [
        deal(5),
        bet(name = "first"),
        draw(3),
        when(passed_out, [redeal()]),
        bet(name = "last"),
    ],
    showdown = best(own),
    before_award = _award,
)
`

// TestRules changes a script and checks the reported differences.
func TestRules(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"A game at home", "A game", ""},
		{`"Home",`, `"Away",`, ""},
		{"# asked once", "# asked at the end", ""},
		{"Whether it is low.", "Is it low?", ""},
		{"draw(3)", "draw(4)", "The deal: - Each player in turn, from the left of the button, discards up to 3 cards"},
		{`deal(5),`, `burn(), deal(5),`, "The deal: + Burn 1 card.\n"},
		{"_limit = 5", "_limit = 6", "before_award: - _limit = 5\nbefore_award: + _limit = 6\n"},
		{"> _limit", ">= _limit", "before_award: -     return hand.worth(seat, ace_to_five) > _limit\n"},
		{"hand.checked(s,", "not hand.checked(s,", "before_award: - "},
		{"hand.ranks[0]", "hand.ranks[1]", "plan Steps 7 Show Parts 1 Ranking: own, own, made otherwise\n"},
		{"before_award = _award,", "", "What wins: - Award, before the pots are paid: checked lows are dead."},
	} {
		if strings.Count(home, c.before) != 1 {
			t.Fatalf("%q stands there %d times", c.before, strings.Count(home, c.before))
		}
		d := compare.Rules(ofText(t, home), ofText(t, strings.Replace(home, c.before, c.after, 1)))
		if got := told(d); !strings.HasPrefix(got, c.want) || anything(d) != (c.want != "") {
			t.Errorf("%q becomes %q: got\n%s\nwant %s", c.before, c.after, got, c.want)
		}
	}
	// An inserted step changes the numbers of those after it, and nothing else.
	d := compare.Rules(ofText(t, home), ofText(t, strings.Replace(home, "deal(5),", "burn(), deal(5),", 1)))
	if got := told(d); got != "The deal: + Burn 1 card.\n" {
		t.Errorf("a step more:\n%s", got)
	}
}

// TestNamesakes checks that another ranking with the same name is reported
// after other differences.
func TestNamesakes(t *testing.T) {
	other := strings.NewReplacer("hand.ranks[0]", "hand.ranks[1]", "draw(3)", "draw(4)").Replace(home)
	if got := told(compare.Rules(ofText(t, home), ofText(t, other))); !strings.Contains(got, "discards up to 4") || !strings.Contains(got, "own, made otherwise") {
		t.Errorf("got %s", got)
	}
}

func ofText(t *testing.T, text string) *plan.AtStakes {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"home.star": {Data: []byte(text)}},
	}})
	return bound(t, lib, "home.star")
}

// TestOptions compares one game with two option values.
func TestOptions(t *testing.T) {
	a, b := library(scripts.FS, nil), library(scripts.FS, map[string]string{"sevens": "void"})
	d := compare.Rules(bound(t, a, "angies/lowball"), bound(t, b, "angies/lowball"))
	want := []compare.Option{{Name: "sevens", A: "forfeit", B: "void"}}
	if !slices.Equal(d.Options, want) || len(d.Sections) != 2 || len(d.Functions) != 1 {
		t.Errorf("got %s", told(d))
	}
}

// TestWithoutWords checks that a difference that no sheet describes is found in
// the plan.
func TestWithoutWords(t *testing.T) {
	a := bound(t, library(scripts.FS, nil), "angies/holdem")
	g := *a.Game
	g.Betting.PotMinIsBet = !g.Betting.PotMinIsBet
	d := compare.Rules(a, atTable(t, &g))
	if len(d.Sections) > 0 || len(d.Plan) != 1 || d.Plan[0].Path != "Betting PotMinIsBet" {
		t.Errorf("got %s", told(d))
	}
}

// TestMutants changes scripts of houses in many ways. Two games with the same
// reported rules must play alike.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a house for each mutant")
	}
	tried, alike := 0, 0
	for _, c := range []struct{ file, game string }{
		{"angies/lowball.star", "angies/lowball"},
		{"sanrafael/california22.star", "sanrafael/california22"},
		{"sanrafael/borrowed22.star", "sanrafael/california22"},
		{"house004/draw.star", "house004/lowball"},
		{"elresbalon/stud5.star", "elresbalon/stud5"},
	} {
		text, err := fs.ReadFile(scripts.FS, c.file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := ruletest.Mutants("@scripts//"+c.file, text)
		if err != nil {
			t.Fatal(err)
		}
		a := bound(t, library(scripts.FS, nil), c.game)
		for i, m := range list {
			if i%5 != 0 { // all of them take ten seconds
				continue
			}
			b, err := mutated(c.file, c.game, m.Text())
			if err != nil {
				continue // no longer a game
			}
			tried++
			if anything(compare.Rules(a, b)) {
				continue
			}
			alike++
			if n := differing(t, a, b); n > 0 {
				t.Errorf("%s: no rule is said to differ, and %d hands do", m, n)
			}
		}
	}
	if tried < 36 || alike == 0 || alike > tried/2 {
		t.Errorf("%d mutants, %d said to be alike", tried, alike)
	}
}

func mutated(file, game string, text []byte) (*plan.AtStakes, error) {
	g, err := library(changed{scripts.FS, file, text}, nil).Find(game)
	if err != nil {
		return nil, err
	}
	s, err := g.ParseStakes("")
	if err != nil {
		return nil, err
	}
	return g.Bind(s)
}

// changed is a file system with one file replaced.
type changed struct {
	fs.FS
	name string
	text []byte
}

func (c changed) Open(name string) (fs.File, error) {
	if name == c.name {
		return fstest.MapFS{name: {Data: c.text}}.Open(name)
	}
	return c.FS.Open(name)
}

// differing returns how many of a few hands end differently.
func differing(t *testing.T, a, b *plan.AtStakes) int64 {
	t.Helper()
	job := func(p *plan.AtStakes) *batch.Job {
		stacks := make([]int64, 5)
		for i := range stacks {
			stacks[i] = 60 * max(p.Stakes.BB, p.Stakes.Small.Lo)
		}
		return &batch.Job{
			Plan: p, Stacks: stacks, Seed: 3, From: 1, To: 201,
			Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
		}
	}
	r, err := batch.RunPair(context.Background(), &batch.Pair{A: job(a), B: job(b)}, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Differ
}

// anything reports whether two rule sets differ.
func anything(d *compare.Difference) bool {
	return len(d.Sections)+len(d.Options)+len(d.Functions)+len(d.Plan) > 0
}
