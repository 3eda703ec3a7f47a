package price

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// edit is a change to a file: the text at, which occurs once in it, becomes text.
type edit struct{ file, at, text string }

// fakes are the edits that add the fakes in their first version: what the compiler and the linter of switches ask for, and no more. Whoever
// moves a table moves the edit. The files in testdata come with them.
var fakes = []edit{
	// A kind of step: the top card of the stub is turned up, where everybody sees it.
	{"engine/plan/facts.go", "\t// Steps of games against a bank.\n", "\tFakeStep\n\t// Steps of games against a bank.\n"},
	{"engine/plan/facts.go", "\tTurnUp:       {name: \"turn up\", turns: true},\n", "\tTurnUp:       {name: \"turn up\", turns: true},\n\tFakeStep:     {name: \"fake step\", to: ZoneBurn, sight: SeenByAll},\n"},
	{"engine/hand/advance.go", "\tcase plan.Showdown:\n", "\tcase plan.FakeStep:\n\t\th.runFakeStep()\n\tcase plan.Showdown:\n"},
	{"dsl/docs/steps.go", "\tcase plan.RollDie:\n", "\tcase plan.FakeStep:\n\t\treturn \"Turn up the fake card.\"\n\tcase plan.RollDie:\n"},

	// A kind of event: what the step and the effect report.
	{"engine/hand/event.go", "\n\teventKinds\n", "\n\tFakeEvent\n\tFakeThrow\n\n\teventKinds\n"},
	{"engine/hand/event.go", "\tPutAgain:     {Name: \"put again\", Words: \"{puts again}\"},\n", "\tPutAgain:     {Name: \"put again\", Words: \"{puts again}\"},\n\tFakeEvent: {Name: \"fake event\", To: plan.ZoneBurn, FromStub: true, Sight: plan.SeenByAll},\n\tFakeThrow: {Name: \"fake throw\", To: plan.ZoneMuck, Sight: plan.SeenByAll},\n"},

	// An effect of a question about cards: they are thrown away, face up.
	{"engine/plan/ask.go", "\tDoArrange                   // they are set apart", "\tDoFake\n\tDoArrange                   // they are set apart"},
	{"engine/plan/ask.go", "{DoMuck: {mucks: true},", "{DoMuck: {mucks: true}, DoFake: {mucks: true},"},
	{"engine/hand/cards.go", "\tcase plan.DoMuck:\n\t\treturn h.muck(", "\tcase plan.DoFake:\n\t\treturn h.doFake(st, seat, which, cs)\n\tcase plan.DoMuck:\n\t\treturn h.muck("},
	{"engine/hand/cards.go", "\tcase plan.DoReplace: // see Outlook.choose\n", "\tcase plan.DoReplace: // see Outlook.choose\n\tcase plan.DoFake:\n\t\th.giveUp(seat, which)\n"},

	// A parameter of run that decides what is dealt.
	{"cmd/cardroom/internal/simulate/params.go", "\t\t{Param: &Hands, ", "\t\t{Param: &params.Param{Name: \"fake-shift\", Doc: \"deal the cards of the seed + `N`\", Decides: true}, At: func(o *Options) any { return &o.FakeShift }},\n\t\t{Param: &Hands, "},
	{"cmd/cardroom/internal/simulate/run.go", "\tMishaps  float64\n", "\tMishaps  float64\n\tFakeShift int64\n"},
	{"cmd/cardroom/internal/simulate/run.go", "Plan: bound, Seed: opts.Seed}", "Plan: bound, Seed: opts.Seed + uint64(opts.FakeShift)}"},

	// A field of run --json, and one of replay --stats.
	{"cmd/cardroom/internal/simulate/result.go", "\t{Name: \"showdowns\", Unit: \"hands\", Doc:", "\t{Name: \"fake_field\", Doc: \"fake\", Value: func(r *Result) any { return 471100 + r.Seats }},\n\t{Name: \"showdowns\", Unit: \"hands\", Doc:"},
	{"cmd/cardroom/internal/replays/stats.go", "\t{Name: \"hands\", Unit: \"hands\", Doc: \"that", "\t{Name: \"fake_figure\", Doc: \"fake\", Value: func(f figure) any { return 471200 + f.Hands }},\n\t{Name: \"hands\", Unit: \"hands\", Doc: \"that"},
}

// fakeFiles are the files of the fakes, and where they are added.
var fakeFiles = map[string]string{"hand.go.txt": "engine/hand/fake.go", "dsl.go.txt": "dsl/fake.go"}

// overlay writes the edited files to a folder, and returns the file that names them for go build -overlay.
func overlay(t *testing.T, root, folder string) string {
	t.Helper()
	texts := map[string]string{}
	for _, e := range fakes {
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
