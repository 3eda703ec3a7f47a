package reference

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/rogpeppe/go-internal/txtar"
	"go.starlark.net/starlark"
)

func newReference(t *testing.T) *Reference {
	t.Helper()
	return New(dsl.Language(), stdlib.FS, scripts.FS, func(house string, err error) { t.Errorf("%s: %v", house, err) })
}

func TestFind(t *testing.T) {
	r := newReference(t)
	for name, want := range map[string]Kind{
		"bet": Function, "house.game": Method, "extend": Method, "left_of_button": Constant, "step": Type, "len": Function, "True": Constant,
		"seven_card": Function, "@stdlib//stud.star": Script, "@scripts//angies/house.star": Script, "CR030": Code, "cr030": Code, "make_lowball": Function,
		"view": Type, "view.pot": Attribute, "award view": Type, "called_short": Attribute,
		"Limits": Topic, "Saved games": Topic,
	} {
		if found := r.Find(name); len(found) != 1 || found[0].Kind != want {
			t.Errorf("%s: found %d entries, want one %s", name, len(found), want)
		}
	}
	if found := r.Find("_raises"); found != nil {
		t.Error("a private name is in the reference")
	}
	if got := r.Nearest("sevn_card"); got != "seven_card" {
		t.Errorf("nearest: %q", got)
	}
	for _, word := range dsl.Language().Foreign() { // what `doc` says of each leads on
		if r.Find(word) == nil && len(r.Search(word)) == 0 && r.Elsewhere(word) == "" {
			t.Errorf("doc %s says nothing", word)
		}
	}
	if r.FindChapter("forced bets") == nil || r.FindChapter("the library") == nil || r.FindChapter("x") != nil {
		t.Error("chapters are not found by their names")
	}
}

// TestTable checks that every word of the table is in the reference, complete.
func TestTable(t *testing.T) {
	r := newReference(t)
	for _, b := range dsl.Language().Builtins() {
		i := slices.IndexFunc(r.Find(b.Name), func(e *Entry) bool { return e.Chapter == b.Group })
		if i < 0 {
			t.Errorf("%s is missing", b.Name)
			continue
		}
		if e := r.Find(b.Name)[i]; e.Signature != b.Signature() || len(e.Params) != len(b.Params) || e.Example != b.Example || e.Returns != b.Returns {
			t.Errorf("%s differs from the table", b.Name)
		}
	}
	for _, c := range dsl.Language().Constants() {
		if r.Find(c.Name) == nil {
			t.Errorf("%s is missing", c.Name)
		}
	}
	bet := r.Find("bet")[0]
	if p := bet.Params[0]; p.Type != "tier" || p.Default != "small" || strings.Join(p.Choices, " ") != "big small" || p.Required {
		t.Errorf("tier: %+v", p)
	}
	step := r.FindChapter("types").Entries[slices.IndexFunc(r.FindChapter("types").Entries, func(e *Entry) bool { return e.Name == "step" })]
	if !slices.Contains(step.MadeBy, "deal") || !slices.Contains(step.TakenBy, "when") {
		t.Errorf("step: %+v", step)
	}
}

// TestViews checks that every attribute of the table is in the reference under its type, and that the examples use them.
func TestViews(t *testing.T) {
	r := newReference(t)
	for _, a := range dsl.Language().Attributes() {
		found := r.Find(a.On + "." + a.Name)
		if len(found) != 1 || found[0].Doc != a.Doc || found[0].Kind != Attribute {
			t.Errorf("%s.%s: %d entries", a.On, a.Name, len(found))
		}
	}
	for _, e := range r.FindChapter("views").Entries {
		if len(e.Members) == 0 || e.Doc == "" {
			t.Errorf("%s has no attributes or no description", e.Name)
		}
		loads(t, fstest.MapFS{"main.star": {Data: []byte(e.Example)}}, "")
	}
}

// TestUniverse checks that the list of Starlark's functions is complete.
func TestUniverse(t *testing.T) {
	var ours []string
	for _, e := range universe() {
		ours = append(ours, e.Name)
	}
	slices.Sort(ours)
	if theirs := starlark.Universe.Keys(); !slices.Equal(ours, theirs) {
		t.Errorf("got\n%v\nwant\n%v", ours, theirs)
	}
}

// TestScripts checks that names that others can load are documented, and that the examples of the library load.
func TestScripts(t *testing.T) {
	for _, e := range newReference(t).All() {
		if e.Load == "" {
			continue
		}
		library := strings.HasPrefix(e.At.File, "@stdlib//")
		if e.Kind == Function && (e.Doc == "" || library && e.Returns == "") {
			t.Errorf("%s: %s has no docstring, or one without Returns", e.At, e.Name)
		}
		for _, p := range e.Params {
			if library && p.Doc == "" {
				t.Errorf("%s: %s does not say what %s is", e.At, e.Name, p.Name)
			}
		}
		if e.Example != "" {
			loads(t, fstest.MapFS{"main.star": {Data: []byte(e.FullExample())}}, "")
		}
	}
}

// loads loads main.star, which must fail with the code, or succeed if it is "".
func loads(t *testing.T, files fs.FS, code string) {
	t.Helper()
	l := dsl.NewLoader(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: files}})
	_, err := l.Load("main.star")
	got := ""
	if err != nil {
		got = err.(*diag.Error).Code
	}
	if got != code {
		t.Errorf("got %q, want %q: %v", got, code, err)
	}
}

func TestReadScript(t *testing.T) {
	e, err := ReadScript("my/game.star", []byte(`"""My games.

  Two of them.
"""

def _private():
    pass

def streets(hole, ties = "suit", *, burns = [
        True,
    ], **more):
    """The steps.

    Args:
      hole: cards
        for each seat.
      ties: what parts equals: "suit" or none.
      **more: the rest.

    Returns:
      A list of steps.

    Example:
      x = streets(2)
    """
    return []

def bare():
    return 1

three = game(
    "Three",
    doc = "A game.",
    play = streets(2),
)
_four = 4
five, six = 5, 6
seven = 7
`))
	if err != nil {
		t.Fatal(err)
	}
	if e.Doc != "My games.\n\nTwo of them." || len(e.Members) != 4 {
		t.Fatalf("%+v", e)
	}
	f := e.Members[0]
	if f.Signature != `streets(hole, ties = "suit", *, burns = [ True, ], **more)` || f.Doc != "The steps." || f.Returns != "A list of steps." ||
		f.Example != "x = streets(2)\n" || f.At.String() != "my/game.star:9:5" || f.Load != "" || len(f.Params) != 4 ||
		f.Params[0].Doc != "cards for each seat." || f.Params[1].Doc != `what parts equals: "suit" or none.` || f.Params[3].Doc != "the rest." {
		t.Errorf("%+v", f)
	}
	if v := e.Members[2]; v.Kind != Value || v.Signature != `game("Three", …)` || v.Doc != "A game." {
		t.Errorf("%+v", v)
	}
	if _, err := ReadScript("x.star", []byte("x = (")); err == nil {
		t.Error("a script that cannot be read")
	}
}

// TestCodes checks that each page describes its code, and that its examples show it.
func TestCodes(t *testing.T) {
	for _, e := range codePages() {
		t.Run(e.Name, func(t *testing.T) {
			if e.Summary() == "" || e.Summary() == e.Doc {
				t.Error("the page has a title and a text")
			}
			text, err := codeFiles.ReadFile("codes/" + e.Name + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			for dir, code := range map[string]string{"wrong/": e.Name, "right/": ""} {
				if files := codeScripts(text, dir); files["main.star"] != nil {
					loads(t, files, code)
				}
			}
		})
	}
}

// TestEveryCodeHasAPage searches the source for codes, in all packages of the
// language that define them.
func TestEveryCodeHasAPage(t *testing.T) {
	pages := map[string]bool{}
	for _, e := range codePages() {
		pages[e.Name] = true
	}
	literal := regexp.MustCompile(`"(CR\d{3})"`)
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			if !pages[m[1]] {
				t.Errorf("%s: %s has no page: add dsl/reference/codes/%s.txtar", path, m[1], m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// codeScripts returns the files of one side of a page as a file system.
func codeScripts(page []byte, dir string) fstest.MapFS {
	files := fstest.MapFS{}
	for _, f := range txtar.Parse(page).Files {
		if name, ok := strings.CutPrefix(f.Name, dir); ok {
			files[name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return files
}

// TestTopics checks that a topic is a separate chapter, and that its lists stay lists.
func TestTopics(t *testing.T) {
	for _, name := range []string{"policy", "security", "how", "limits"} {
		c := newReference(t).FindChapter(name)
		if c == nil || !c.Whole || c.Title == "" || c.Intro == "" || len(c.Entries) == 0 {
			t.Fatalf("%s: %+v", name, c)
		}
		for _, e := range c.Entries {
			if e.Kind != Topic || e.Doc == "" {
				t.Errorf("%s: %+v", e.Name, e)
			}
		}
	}
	page := topicPage("x", "# A title\n\nFirst\nwords.\n\n## One\n\n* a b\n  c\n* d `e`\n")
	if page.Title != "A title" || page.Intro != "First words." || page.Entries[0].Name != "One" || page.Entries[0].Doc != "* a b c\n* d `e`" {
		t.Errorf("%+v %+v", page, page.Entries[0])
	}
	if got := string(prose(page.Entries[0].Doc)); got != "<ul>\n<li>a b c</li>\n<li>d <code>e</code></li>\n</ul>" {
		t.Error(got)
	}
}

// TestLimitsOfChoices checks that a game loads at the limits on choices that the page names, and not above them.
func TestLimitsOfChoices(t *testing.T) {
	const game = `
q = [choose([choice("c%%d" %% i) for i in range(%d)], secret = %s)]
g = game("G", seats = (2, 4), forced = [ante()], stakes = stakes("2-4", ante = 1), play = [deal(1)] + q * %d, showdown = best(ranking("one", size = 1)))
`
	most := map[string]int{}
	for _, part := range limits {
		for _, row := range part.rows {
			most[row.what] = int(row.most)
		}
	}
	for _, tt := range []struct {
		what, secret string
		steps        bool
	}{
		{"choices in one question, in a game for a pot", "False", false},
		{"choices in one question, chosen in secret", "True", false},
		{"steps of a game for a pot at which players choose, those of all rounds of in_turn counted once", "True", true},
	} {
		for more := range 2 {
			choices, steps := most[tt.what]+more, 1
			if tt.steps {
				choices, steps = 2, choices
			}
			files := fstest.MapFS{"g.star": {Data: fmt.Appendf(nil, game, choices, tt.secret, steps)}}
			_, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: files, Stdlib: stdlib.FS, Scripts: scripts.FS}}).Find("g.star")
			if (err == nil) != (more == 0) {
				t.Errorf("%s: %d and %d more: %v", tt.what, most[tt.what], more, err)
			}
		}
	}
}

// TestHow checks that each line of "How do I say" has a player's phrase and an example that loads, and that there are many lines
// without duplicates.
func TestHow(t *testing.T) {
	var script strings.Builder
	said := map[string]bool{}
	for _, e := range newReference(t).FindChapter(howChapter).Entries {
		for _, line := range sentences(e.Doc) {
			words, example, ok := strings.Cut(line, ": `")
			example, closed := strings.CutSuffix(example, "`")
			if !ok || !closed || said[words] || strings.Contains(example, "`") {
				t.Errorf("%q is no line of its own of words and an example", line)
				continue
			}
			said[words] = true
			fmt.Fprintf(&script, "example_%d = %s\n", len(said), example)
		}
	}
	if len(said) < 50 {
		t.Errorf("%d lines", len(said))
	}
	loads(t, fstest.MapFS{"main.star": {Data: []byte(script.String())}}, "")
}

// TestSearch checks that the best match comes first.
func TestSearch(t *testing.T) {
	r := newReference(t)
	for query, want := range map[string]string{
		"deuces wild":       "how: deuces wild: `best(deuces_wild)`",
		"throw away a card": "how: discard (throw away, muck) a card for good, as in pineapple: `discard(1)`",
		"pot limit":         "how: pot limit: `stakes(\"pl 1-2\")`",
		"courchevel":        "scripts: _open_card(\"Courchevel high\", …)",
	} {
		hits := r.Search(query)
		if len(hits) == 0 {
			t.Errorf("%q: nothing found", query)
			continue
		}
		if got := hits[0].Chapter + ": " + hits[0].Excerpt; got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
		for _, h := range hits {
			if h.Excerpt == "" || utf8.RuneCountInString(h.Excerpt) > 140 {
				t.Errorf("%q: %s: excerpt %q", query, h.Name, h.Excerpt)
			}
		}
	}
	for _, name := range []string{"how", "how do I say", "How do I say …"} {
		if c := r.FindChapter(name); c == nil || c.Name != howChapter {
			t.Errorf("%q is not the page of that title: %v", name, c)
		}
	}
	for _, query := range []string{"wombat", "", "?"} {
		if hits := r.Search(query); len(hits) != 0 {
			t.Errorf("%q: %v", query, hits[0])
		}
	}
	for _, words := range [][2]string{{"discards", "discarding"}, {"split", "splitting"}, {"raise", "raised"}, {"pass", "passes"}, {"buy", "buys"}} {
		if a, b := stem(words[0]), stem(words[1]); a != b {
			t.Errorf("%q is %q, %q is %q", words[0], a, words[1], b)
		}
	}
}
