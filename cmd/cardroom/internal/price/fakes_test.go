package price

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// edit is a change to a file: the text at, which occurs once in it, becomes text.
type edit struct{ file, at, text string }

// fake is what is added: the list of ARCHITECTURE.md, under "To add", that says how, and the edits.
type fake struct {
	list  string
	edits []edit
}

// fakes are the edits that add the fakes in their first version: what the compiler and the linter of switches ask for, and no more. Each names the
// list of ARCHITECTURE.md that says which files these are. Whoever moves a table moves the edit. The files in testdata come with them.
var fakes = []fake{
	// A kind of step: the top card of the stub is turned up, where everybody sees it.
	{"A kind of step", []edit{
		{"engine/plan/facts.go", "\t// Steps of games against a bank.\n", "\tFakeStep\n\t// Steps of games against a bank.\n"},
		{"engine/plan/facts.go", "\tTurnUp:       {name: \"turn up\", turns: true},\n", "\tTurnUp:       {name: \"turn up\", turns: true},\n\tFakeStep:     {name: \"fake step\", to: ZoneBurn, sight: SeenByAll},\n"},
		{"engine/hand/advance.go", "\tcase plan.Showdown:\n", "\tcase plan.FakeStep:\n\t\th.runFakeStep()\n\tcase plan.Showdown:\n"},
		{"dsl/docs/steps.go", "\tcase plan.RollDie:\n", "\tcase plan.FakeStep:\n\t\treturn \"Turn up the fake card.\"\n\tcase plan.RollDie:\n"},
	}},

	// A kind of event: what the step and the effect report.
	{"A kind of event", []edit{
		{"engine/hand/event.go", "\n\teventKinds\n", "\n\tFakeEvent\n\tFakeThrow\n\n\teventKinds\n"},
		{"engine/hand/event.go", "\tPutAgain:     {Name: \"put again\", Words: \"{puts again}\"},\n", "\tPutAgain:     {Name: \"put again\", Words: \"{puts again}\"},\n\tFakeEvent: {Name: \"fake event\", To: plan.ZoneBurn, FromStub: true, Sight: plan.SeenByAll},\n\tFakeThrow: {Name: \"fake throw\", To: plan.ZoneMuck, Sight: plan.SeenByAll},\n"},
	}},

	// An effect of a question about cards: they are thrown away, face up.
	{"An effect of a question about cards", []edit{
		{"engine/plan/ask.go", "\tDoArrange                   // they are set apart", "\tDoFake\n\tDoArrange                   // they are set apart"},
		{"engine/plan/ask.go", "\tDoMuck: {mucks: true, bank: true},", "\tDoMuck: {mucks: true, bank: true}, DoFake: {mucks: true},"},
		{"engine/hand/cards.go", "\tcase plan.DoTurnUp:\n\t\th.turnUp(", "\tcase plan.DoFake:\n\t\treturn h.doFake(st, seat, which, cs)\n\tcase plan.DoTurnUp:\n\t\th.turnUp("},
		{"engine/hand/cards.go", "\tcase plan.DoReplace: // see Outlook.choose\n", "\tcase plan.DoReplace: // see Outlook.choose\n\tcase plan.DoFake:\n\t\th.giveUp(seat, which)\n"},
	}},

	// A parameter of run that decides what is dealt.
	{"A parameter of a command", []edit{
		{"cmd/cardroom/internal/runs/runparams.go", "\t\t{Param: &Hands, ", "\t\t{Param: &params.Param{Name: \"fake-shift\", Doc: \"deal the cards of the seed + `N`\", Decides: true}, At: func(o *Options) any { return &o.FakeShift }},\n\t\t{Param: &Hands, "},
		{"cmd/cardroom/internal/runs/run.go", "\tMishaps  float64\n", "\tMishaps  float64\n\tFakeShift int64\n"},
		{"cmd/cardroom/internal/runs/run.go", "Plan: bound, Seed: opts.Seed}", "Plan: bound, Seed: opts.Seed + uint64(opts.FakeShift)}"},
	}},

	// A field of run --json.
	{"A field of a result", []edit{
		{"cmd/cardroom/internal/runs/runresult.go", "\t{Name: \"showdowns\", Unit: \"hands\", Doc:", "\t{Name: \"fake_field\", Doc: \"fake\", Value: func(r *Result) any { return 471100 + r.Seats }},\n\t{Name: \"showdowns\", Unit: \"hands\", Doc:"},
	}},

	// A figure of replay --stats.
	{"A statistic", []edit{
		{"cmd/cardroom/internal/replays/stats.go", "\t{Name: \"hands\", Unit: \"hands\", Doc: \"that", "\t{Name: \"fake_figure\", Doc: \"fake\", Value: func(f figure) any { return 471200 + f.Hands }},\n\t{Name: \"hands\", Unit: \"hands\", Doc: \"that"},
	}},
}

// fakeFiles are the files of the fakes, and where they are added.
var fakeFiles = map[string]string{"hand.go.txt": "engine/hand/fake.go", "dsl.go.txt": "dsl/fake.go"}

func allEdits() (out []edit) {
	for _, f := range fakes {
		out = append(out, f.edits...)
	}
	return out
}

// overlay writes the edited files to a folder, and returns the file that names them for go build -overlay.
func overlay(t *testing.T, root, folder string) string {
	t.Helper()
	texts := map[string]string{}
	for _, e := range allEdits() {
		text, ok := texts[e.file]
		if !ok {
			b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(e.file)))
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
		if strings.Count(text, e.at) != 1 {
			t.Fatalf("%s does not have %q once: the fake that is added there moves with it", e.file, e.at)
		}
		texts[e.file] = strings.Replace(text, e.at, e.text, 1)
	}
	for name, to := range fakeFiles {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[to] = string(b)
	}
	replaced := map[string]string{}
	for file, text := range texts {
		at := filepath.Join(folder, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, filepath.FromSlash(file))] = at
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(at, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return at
}

// TestLists checks that the lists of ARCHITECTURE.md name the files that the fakes edit, and no others: who follows a list has done what the
// compiler asks for, and TestPrice finds what does not notice.
func TestLists(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	file := regexp.MustCompile("`((?:cmd|dsl|engine)/[\\w./]+\\.go)`")
	for _, f := range fakes {
		_, section, ok := strings.Cut(string(text), "\n### "+f.list+"\n")
		if !ok {
			t.Errorf("ARCHITECTURE.md has no list %q", f.list)
			continue
		}
		section, _, _ = strings.Cut(section, "\n#")
		named := map[string]bool{}
		for line := range strings.Lines(section) {
			for _, m := range file.FindAllStringSubmatch(line, -1) {
				if strings.Contains(line[:min(3, len(line))], ".") {
					named[m[1]] = true
				}
			}
		}
		edited := map[string]bool{}
		for _, e := range f.edits {
			edited[e.file] = true
		}
		for name := range edited {
			if !named[name] {
				t.Errorf("ARCHITECTURE.md, %q does not name %s, which the fake edits", f.list, name)
			}
		}
		for name := range named {
			if !edited[name] && !strings.HasPrefix(f.list, "A statistic") {
				t.Errorf("ARCHITECTURE.md, %q names %s, which the fake does not edit", f.list, name)
			}
		}
	}
}
