package price

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

var price = flag.Bool("price", false, "build the program with the fakes, and ask every place about them (a minute of processor time where nothing is cached)")

// probe asks a place about a fake.
type probe struct {
	section string // "step"
	place   string // "rules --for players"
	wrong   string // what the place does where it does not notice
	notices func(p *program) bool
}

// program is the program with the fakes.
type program struct {
	t            *testing.T
	name, folder string
	known        map[string]string
}

// run returns what a command line prints, standard error included.
func (p *program) run(stdin string, args ...string) string {
	p.t.Helper()
	key := stdin + "\n" + strings.Join(args, " ")
	if out, ok := p.known[key]; ok {
		return out
	}
	c := exec.CommandContext(p.t.Context(), p.name, args...)
	c.Dir, c.Stdin = p.folder, strings.NewReader(stdin)
	c.Env = append(os.Environ(), "NO_COLOR=1", "COLUMNS=200", "CARDROOM_PATH="+filepath.Join(p.folder, "houses"), "HOME="+p.folder)
	out, err := c.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		p.t.Fatal(err)
	}
	p.known[key] = string(out)
	return string(out)
}

// line is run for a command line without arguments that have blanks.
func (p *program) line(line string) string {
	p.t.Helper()
	return p.run("", strings.Fields(line)...)
}

// repl returns what the REPL prints at a table for two with the game of fakes.star.
func (p *program) repl(game string, lines ...string) string {
	p.t.Helper()
	start := []string{":load fakes.star", ":table fakes.star:" + game + " seats 2", ":deal 3"}
	return p.run(strings.Join(append(start, lines...), "\n")+"\n", "repl")
}

var aCard = regexp.MustCompile(`\b[2-9TJQKA][cdhs]\b`)

// card returns the n-th card of the deck of hand 1 of seed 3.
func (p *program) card(n int) string {
	p.t.Helper()
	out := p.repl("plain", ":deck")
	cards := aCard.FindAllString(out, -1)
	if len(cards) < 52 {
		p.t.Fatalf("%d cards in the deck:\n%s", len(cards), out)
	}
	return cards[len(cards)-52+n-1]
}

// shown is the card that the step turns up, thrown the one that seat 1 throws away.
func (p *program) shown() string  { return p.card(8) }
func (p *program) thrown() string { return p.card(1) }

// played is hand 1 of seed 3, in the dealer's words and in what the policy prints.
func (p *program) played(game, policy string) string {
	p.t.Helper()
	return p.run("", "run", "fakes.star:"+game, "--seats", "2", "--seed", "3", "--hands", "1", "--policy", policy)
}

// throws are the words that lead to the first decision after the fake.
var passes, throws = []string{":act call", ":act check"}, func(p *program, word string) []string {
	return []string{":act call", ":act check", ":act " + word + " " + p.card(1), ":act " + word + " " + p.card(2)}
}

// view returns what serve says about a table after actions, as a seat sees it, without the dealer's words.
func (p *program) view(game string, seat int, actions ...string) (view, told string) {
	p.t.Helper()
	script, err := os.ReadFile(filepath.Join(p.folder, "fakes.star"))
	if err != nil {
		p.t.Fatal(err)
	}
	messages := []map[string]any{{"do": "new", "script": string(script), "game": game, "seats": 2, "seed": 3, "hand": 1}}
	for _, a := range actions {
		messages = append(messages, map[string]any{"do": "act", "table": 1, "action": strings.TrimPrefix(a, ":act ")})
	}
	messages = append(messages, map[string]any{"do": "view", "table": 1, "seat": seat})
	var answer struct {
		OK   bool
		View map[string]any
	}
	lines := strings.Split(strings.TrimSpace(p.serve(messages...)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &answer); err != nil || !answer.OK {
		p.t.Fatalf("%v: %s", err, strings.Join(lines, "\n"))
	}
	words, _ := json.Marshal(answer.View["told"])
	delete(answer.View, "told")
	delete(answer.View, "said") // of the seat itself
	rest, _ := json.Marshal(answer.View)
	return string(rest), string(words)
}

// serve returns the answers of serve.
func (p *program) serve(messages ...map[string]any) string {
	p.t.Helper()
	var b strings.Builder
	for _, m := range messages {
		text, err := json.Marshal(m)
		if err != nil {
			p.t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	return p.run(b.String(), "serve", "--stdio", "--seed", "1")
}

// number returns the first number after a text.
func number(out, after string) string {
	_, rest, _ := strings.Cut(out, after)
	return regexp.MustCompile(`[0-9][0-9,]*`).FindString(rest)
}

// fits reports whether the objects that a command line prints are what the schema says.
func (p *program) fits(schema, line string) bool {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "cmd", "cardroom", "schemas", schema))
	if err != nil {
		p.t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		p.t.Fatal(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{BaseURI: "file:///"})
	if err != nil {
		p.t.Fatal(err)
	}
	out := p.line(line)
	var value any
	if err := json.NewDecoder(strings.NewReader(out[strings.Index(out, "{"):])).Decode(&value); err != nil {
		p.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return resolved.Validate(value) == nil
}

// file returns a file that a command has written, or all files of a folder.
func (p *program) file(name string) string {
	p.t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(p.folder, name), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		b.Write(text)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return b.String()
}

// TestFakesFit checks that each fake has its place: a change that moves the place moves the fake.
func TestFakesFit(t *testing.T) {
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	overlay(t, top, t.TempDir())
}

// TestPrice builds the program with a fake kind of step, of event and of effect, a fake parameter and two fake fields, and asks each place
// about them. The places that do not notice are those of the list.
func TestPrice(t *testing.T) {
	if !*price {
		t.Skip("go test ./cmd/cardroom/internal/price -price")
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, folder: t.TempDir(), known: map[string]string{}}
	p.name = filepath.Join(t.TempDir(), "cardroom")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-overlay", overlay(t, top, t.TempDir()), "-o", p.name, "./cmd/cardroom")
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the fakes do not compile: their first version needs what the compiler names here\n%s", out)
	}
	if err := os.CopyFS(p.folder, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	if out := p.line("games fakes.star"); strings.Contains(out, "[CR") {
		t.Fatalf("the games of the fakes do not load:\n%s", out)
	}
	found, asked := map[string][]string{}, 0
	add := func(section, place, wrong string, notices bool) {
		asked++
		name := "places that do not notice the " + section
		if found[name] == nil {
			found[name] = []string{}
		}
		if !notices {
			found[name] = append(found[name], section+": "+place+": "+wrong)
		}
	}
	for _, probe := range probes {
		add(probe.section, probe.place, probe.wrong, probe.notices(p))
	}
	askAboutCards(p, add)
	t.Logf("%d questions, %d runs of the program; the fakes take %d edits", asked, len(p.known), len(fakes))
	if asked < fewestQuestions {
		t.Errorf("%d questions, and there were %d: a place is not mended by asking it no more", asked, fewestQuestions)
	}
	for name := range readList(t) {
		if strings.HasPrefix(name, "places ") && found[name] == nil {
			t.Errorf("nobody asks about [%s]", name)
		}
	}
	compare(t, found)
}

// fewestQuestions is the number of questions at first.
const fewestQuestions = 69
