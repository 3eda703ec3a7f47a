package editor

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"go.starlark.net/syntax"
)

var long = flag.Bool("long", false, "every script is cut at every token")

// folder returns a workspace on scripts in memory, next to the scripts of the houses.
func folder(files fstest.MapFS) *Workspace {
	parsed := &star.Parsed{}
	return New(Host{
		Library: func(open map[string]string) *dsl.Library {
			var own fs.FS = files
			for name, text := range open {
				own = star.Overlay(own, name, []byte(text))
			}
			return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: own}, Parsed: parsed, LoadTimeout: time.Second})
		},
		Own:       func(file string) string { return file },
		Reference: func() *reference.Reference { return reference.New(ruletest.Words(), stdlib.FS, scripts.FS, nil) },
		Scripts: func() (out []string) {
			for name := range files {
				if strings.HasSuffix(name, ".star") {
					out = append(out, name)
				}
			}
			slices.Sort(out)
			return out
		},
	})
}

// houses returns the scripts of all houses as files of the user, by path.
func houses(t testing.TB) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(scripts.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "gallery") && !*long {
			return err
		}
		text, err := fs.ReadFile(scripts.FS, name)
		out[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const house = `"""A house."""

room = house("Room", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), betting = betting(raises = 3))

_pace = option("pace", default = "slow", choices = ["slow", "fast"], about = "How fast it goes.")

# The first two cards.
_start = deal(2)

def streets(fast):
    """The betting of a hand."""
    rounds = [bet(tier = small), board(3)]
    if fast == _pace:
        return rounds
    return rounds + [bet(tier = big)]

twenty = room.game("Twenty", play = [_start] + streets("fast"), showdown = best(high))
`

const other = `load("./house.star", "room", twice = "twenty")
load("@stdlib//kill.star", "half_kill")

longer = twice.extend("Longer")
copy = twice
`

// placeOf finds a place by a text with a bar in it: "twi|ce".
func placeOf(t *testing.T, text, mark string) Place {
	t.Helper()
	before, after, _ := strings.Cut(mark, "|")
	at := strings.Index(text, before+after)
	if at < 0 {
		t.Fatalf("%q is not there", mark)
	}
	head := text[:at+len(before)]
	return Place{int32(strings.Count(head, "\n")) + 1, int32(len([]rune(head[strings.LastIndexByte(head, '\n')+1:]))) + 1}
}

func two() *Workspace {
	return folder(fstest.MapFS{"house.star": {Data: []byte(house)}, "other.star": {Data: []byte(other)}})
}

// names returns locations as file:line:col.
func names(list []Location) (out []string) {
	for _, l := range list {
		out = append(out, fmt.Sprintf("%s:%d:%d", l.File, l.Start.Line, l.Start.Col))
	}
	return out
}

func TestDefinition(t *testing.T) {
	w := two()
	for mark, want := range map[string]string{
		"def str|eets":            "house.star:10:5",
		"+ str|eets(":             "house.star:10:5",
		"fast == _pa|ce":          "house.star:5:1",
		"if fa|st ==":             "house.star:10:13",
		"return rou|nds +":        "house.star:12:5",
		"copy = twi|ce":           "house.star:17:1",
		`load("./hou|se.star"`:    "house.star:1:1",
		`"@stdlib//ki|ll.star"`:   "@stdlib//kill.star:1:1",
		`twice = "twen|ty"`:       "house.star:17:1",
		"room.ga|me(":             "",
		"showdown = be|st(":       "",
		"# The first two ca|rds.": "",
	} {
		file, text := "house.star", house
		if !strings.Contains(house, strings.Replace(mark, "|", "", 1)) {
			file, text = "other.star", other
		}
		at, ok := w.Definition(file, placeOf(t, text, mark))
		if got := strings.Join(names([]Location{at}), ""); ok && got != want || !ok && want != "" {
			t.Errorf("%s: %s %v, want %s", mark, got, ok, want)
		}
	}
}

func TestReferences(t *testing.T) {
	w := two()
	for mark, want := range map[string][]string{
		"twen|ty = room": {"house.star:17:1", "other.star:1:39"},
		"ro|om = house":  {"house.star:3:1", "house.star:17:10", "other.star:1:23"},
		"if fa|st ==":    {"house.star:10:13", "house.star:13:8"},
	} {
		if got := names(w.References("house.star", placeOf(t, house, mark))); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", mark, got, want)
		}
	}
}

// TestRename checks that a rename changes all scripts, and that a name that cannot be renamed gives the reason.
func TestRename(t *testing.T) {
	w := two()
	changes, err := w.Rename("other.star", placeOf(t, other, `twice = "twen|ty"`), "score")
	if err != nil || len(changes) != 2 {
		t.Fatal(changes, err)
	}
	for _, file := range []string{"house.star", "other.star"} {
		all := strings.Split(w.Text(file), "\n")
		for _, c := range changes {
			if c.File == file {
				l := []rune(all[c.Start.Line-1])
				all[c.Start.Line-1] = string(l[:c.Start.Col-1]) + c.Text + string(l[c.End.Col-1:])
			}
		}
		w.Open(file, strings.Join(all, "\n"))
	}
	if found, err := w.Check(context.Background(), "other.star"); err != nil || slices.ContainsFunc(found, func(f *check.Finding) bool { return f.Code < "CR100" }) {
		t.Errorf("after it: %v %v", found, err)
	}
	w = two()
	for mark, want := range map[string]string{
		"showdown = be|st(": "word of the language",
		"def str|eets":      "has a name",
	} {
		if _, err := w.Rename("house.star", placeOf(t, house, mark), "_start"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", mark, err)
		}
	}
	for _, to := range []string{"a b", "for", "", "1a"} {
		if _, err := w.Rename("house.star", placeOf(t, house, "def str|eets"), to); err == nil || !strings.Contains(err.Error(), "is not a name") {
			t.Errorf("%q: %v", to, err)
		}
	}
	if _, err := w.Rename("house.star", placeOf(t, house, "twen|ty = "), "_mine"); err == nil || !strings.Contains(err.Error(), "cannot be loaded") {
		t.Error(err)
	}
	if _, err := w.Rename("other.star", placeOf(t, other, `"half_|kill"`), "mine"); err == nil || !strings.Contains(err.Error(), "comes with cardroom") {
		t.Error(err)
	}
}

// TestComplete checks completions at the bar, in texts that do not parse.
func TestComplete(t *testing.T) {
	for text, want := range map[string][]string{
		house + "x = bet(ti|":                                {"tier"},
		house + "x = bet(tier = sm|":                         {"small"},
		house + "show = 1\nx = sho|":                         {"show"},
		house + "x = room.ga|":                               {"game"},
		house + "x = twenty.ext|":                            {"extend"},
		house + "x = str|":                                   {"streets"},
		house + "x = streets(|":                              {"fast"},
		house + "def f(hand):\n    lim|":                     {"limit_claim"},
		house + "load(\"@stdlib//ki|":                        {"@stdlib//kill.star"},
		house + "load(\"./ot|":                               {"./other.star"},
		house + "load(\"@stdlib//kill.star\", \"half_k|":     {"half_kill"},
		house + "# tie|":                                     nil,
		house + "def f(view):\n    return view.po|":          {"pot"},
		house + "def f(one):\n    other = 1\n    return on|": {"one"},
		"x = ": nil,
	} {
		w := two()
		_ = w.Text("house.star")
		w.Open("house.star", house)
		w.Outline("house.star")
		before, after, bar := strings.Cut(text, "|")
		if !bar {
			continue
		}
		w.Open("house.star", before+after)
		offers := w.Complete("house.star", Place{int32(strings.Count(before, "\n")) + 1, int32(len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))) + 1})
		var got []string
		for _, o := range offers {
			got = append(got, o.Label)
		}
		last := text[strings.LastIndexByte(text, '\n')+1:]
		if sorted := slices.Sorted(slices.Values(got)); len(slices.Compact(sorted)) != len(got) {
			t.Errorf("%s: a name comes twice in %v", last, got)
		}
		switch {
		case want == nil && len(got) > 0:
			t.Errorf("%s: %v", last, got[:min(9, len(got))])
		case len(want) > 0 && (len(got) == 0 || !slices.Contains(got[:min(9, len(got))], want[0])):
			t.Errorf("%s: %v, want %v", last, got[:min(9, len(got))], want)
		}
	}
}

func TestHoverAndSignature(t *testing.T) {
	w := two()
	for mark, want := range map[string]string{
		"def str|eets":     "The betting of a hand.",
		"_st|art] +":       "The first two cards.",
		"== _pa|ce":        "Option `pace` is `slow`. How fast it goes.",
		"bet(ti|er = sm":   "of `bet`",
		"showdown = be|st": "best(",
		"tier = sma|ll":    "small",
	} {
		if got, _ := w.Hover("house.star", placeOf(t, house, mark)); !strings.Contains(got, want) {
			t.Errorf("%s: %q", mark, got)
		}
	}
	lowball, own := `_sevens = option("sevens", default = "forfeit", ref = "A22, WSOP 104, Z1")
# Burn cards are not in the document (G1).
`, `[[reading]]
id = "Z1"
question = "Is it so?"
answers = [{says = "It is.", decided = true}]
authority = "custom"
because = "It is usual."
since = "2026-11-28"
`
	w = folder(fstest.MapFS{"angies/x.star": {Data: []byte(lowball)}, "angies/readings.toml": {Data: []byte(own)}})
	for mark, want := range map[string]string{
		`ref = "A2|2`: "Money, once it is in pot, may not be removed.", "WS|OP": "World Series of Poker", `Z|1"`: "Decided: It is.", "(G|1)": "Is a card burned",
	} {
		if got, r := w.Hover("angies/x.star", placeOf(t, lowball, mark)); !strings.Contains(got, want) || r.Start == r.End {
			t.Errorf("%s: %q", mark, got)
		}
	}
	cites := `x = [burn(cites = "angies.lowball.2")]
`
	w = folder(fstest.MapFS{"angies/x.star": {Data: []byte(cites)}, "angies/clauses.toml": {Data: []byte("[[clause]]\nid = \"angies.lowball.2\"\ntext = \"Bet it.\"\n")}})
	if got, _ := w.Hover("angies/x.star", placeOf(t, cites, "lowball|.2")); !strings.Contains(got, "Bet it.") || !strings.Contains(got, "**A22**: A player checks") {
		t.Errorf("a clause with readings: %q", got)
	}
	w = two()
	sig := w.SignatureAt("house.star", placeOf(t, house, `streets("fa|st")`))
	if sig == nil || sig.Label != "streets(fast)" || sig.Active != 0 || sig.Doc != "The betting of a hand." {
		t.Errorf("%+v", sig)
	}
	if sig = w.SignatureAt("house.star", placeOf(t, house, "best(hi|gh)")); sig == nil || sig.Active != 0 || !strings.HasPrefix(sig.Label, "best(ranking") {
		t.Errorf("%+v", sig)
	}
}

func TestOutlineLensesHints(t *testing.T) {
	w := two()
	var got []string
	for _, s := range w.Outline("house.star") {
		got = append(got, s.Name+" "+string(s.Kind))
	}
	if want := "room house, _pace option, _start value, streets function, twenty game"; strings.Join(got, ", ") != want {
		t.Errorf("%s", got)
	}
	var lenses []string
	for _, l := range w.Lenses("house.star") {
		lenses = append(lenses, l.Command+" "+l.Args[1])
	}
	if want := "cardroom.deal twenty, cardroom.sheet twenty, cardroom.cost twenty"; strings.Join(lenses, ", ") != want {
		t.Errorf("%s", lenses)
	}
	hints := w.Hints("house.star")
	if len(hints) != 1 || hints[0].Text != " = slow" || hints[0].Line != 13 {
		t.Errorf("%+v", hints)
	}
	if found := w.Find("twy"); len(found) != 1 || found[0].Name != "twenty" {
		t.Errorf("%+v", found)
	}
}

// TestEveryName checks that every name in the scripts of all houses has an explanation or a definition, and that a definition has
// that name.
func TestEveryName(t *testing.T) {
	files := houses(t)
	w := folder(files)
	names, unknown, missing := 0, 0, map[string]int{}
	for i, file := range testkit.Sweep(w.host.Scripts(), 20) {
		if !*long && i%4 != 0 {
			continue
		}
		s, _ := w.tree(file)
		if s == nil {
			t.Fatalf("%s cannot be read", file)
		}
		syntax.Walk(s.File, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			if !ok {
				return true
			}
			names++
			at, ok := w.Definition(file, place(id.NamePos))
			if text, _ := w.Hover(file, place(id.NamePos)); !ok && text == "" {
				unknown++
				missing[id.Name]++
			}
			if got, _ := wordAt(w.Text(at.File), at.Start); ok && at.End != at.Start && got != id.Name && !aliased(s, id) {
				t.Errorf("%s:%d %s is defined as %s at %s:%d", file, id.NamePos.Line, id.Name, got, at.File, at.Start.Line)
			}
			return true
		})
	}
	if names < testkit.Sample(300, 200) || unknown > names/20 {
		t.Errorf("of %d names nothing is known of %d: %v", names, unknown, missing)
	}
}

// aliased reports whether a load statement gives a name an alias.
func aliased(s *star.Script, id *syntax.Ident) bool {
	first := bound(id)
	if first == nil {
		return false
	}
	_, from := loadOf(s.File, first)
	return from != nil && from.Name != id.Name
}

var token = regexp.MustCompile(`\w+|[^\w\s]`)

// TestHalfTyped checks that truncated scripts get answers at each possible end, and scripts with one letter missing too. With
// -long this takes half an hour; -run TestHalfTyped/angies tests one house.
func TestHalfTyped(t *testing.T) {
	files := houses(t)
	w := folder(files)
	r := rand.New(rand.NewPCG(1, 2))
	for _, file := range testkit.Sweep(w.host.Scripts(), 6) {
		t.Run(file, func(t *testing.T) { halfTyped(t, w, file, string(files[file].Data), r) })
	}
}

func halfTyped(t *testing.T, w *Workspace, file, text string, r *rand.Rand) {
	defer w.Close(file)
	w.Open(file, text)
	ends := token.FindAllStringIndex(text, -1)
	for i, m := range ends {
		if !*long && r.IntN(len(ends)) > 0 {
			continue
		}
		for _, broken := range []string{text[:m[1]], text[:m[0]] + text[m[1]:]} {
			w.Open(file, broken)
			head := text[:m[0]]
			p := Place{int32(strings.Count(head, "\n")) + 1, int32(len([]rune(head[strings.LastIndexByte(head, '\n')+1:]))) + 1}
			w.Complete(file, p)
			w.SignatureAt(file, p)
			w.Hover(file, p)
			w.Definition(file, p)
			w.References(file, p)
			w.Paints(file)
			w.Folds(file)
			w.Lenses(file)
			w.Hints(file)
			w.Links(file)
			if i%50 == 0 || !*long {
				if _, err := w.Check(context.Background(), file); err != nil {
					t.Fatalf("%s cut at %v: %v", file, p, err)
				}
			}
		}
	}
}

// BenchmarkKeystroke measures the time from an edit to the findings, BenchmarkComplete the time to the completions, both in
// the largest house. The relevant number is the 95th of 100 times.
func BenchmarkKeystroke(b *testing.B) {
	slowest(b, func(w *Workspace, file, text string, _ Place) {
		w.Open(file, text)
		if _, err := w.Check(context.Background(), file); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkComplete(b *testing.B) {
	slowest(b, func(w *Workspace, file, text string, p Place) {
		w.Open(file, text)
		if len(w.Complete(file, p)) == 0 {
			b.Fatal("nothing is offered")
		}
	})
}

func slowest(b *testing.B, do func(w *Workspace, file, text string, p Place)) {
	files := houses(b)
	w := folder(files)
	const file = "angies/lowball.star"
	text := string(files[file].Data)
	w.Open(file, text)
	w.Outline(file)
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		typed := text + "\nx = bet(tier = small, name = \"round " + fmt.Sprint(i) + "\")\ny = be"
		start := time.Now()
		do(w, file, typed, Place{int32(strings.Count(typed, "\n")) + 1, 7})
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

// TestErrorsOfLoading checks that the editor shows the error that a load raises, on a line with other findings too, and where
// another script has it.
func TestErrorsOfLoading(t *testing.T) {
	w := folder(fstest.MapFS{
		"loop.star": {Data: []byte("def f():\n    for i in range(1, 100000000):  # cardroom: ignore=CR100\n        pass\n    return 1\n")},
		"zero.star": {Data: []byte("x = 1 // 0\n")},
		"own.star":  {Data: []byte("def f():\n    for i in range(1, 100000000):\n        pass\n\nf()\n")},
		"call.star": {Data: []byte("load(\"./loop.star\", \"f\")\nx = f()\n")},
		"load.star": {Data: []byte("load(\"./zero.star\", \"x\")\ny = x\n")},
	})
	for file, want := range map[string]string{
		"own.star":  "own.star:2:14: range: the result would be too large, the limit is 4194304 items",
		"call.star": "call.star:2:5: loop.star:2:14: range: the result would be too large, the limit is 4194304 items",
		"load.star": "load.star:1:6: zero.star:1:7: floored division by zero",
	} {
		found, err := w.Check(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(f *check.Finding) bool { return f.Error.Error() == want }) {
			t.Errorf("%s: %d findings, want %s", file, len(found), want)
		}
	}
}
