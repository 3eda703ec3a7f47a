package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
	"cardroom/engine/rows"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaFolder has a JSON Schema for each schema name.
const schemaFolder = "schemas"

// schemaLines are command lines whose output is checked against the schemas: every command that prints JSON, in every form,
// including empty and failed results.
var schemaLines = []string{
	"games --json", "games gallery --json", "games gallery --format ndjson", "games gallery --missing --json", "games gallery --missing --format ndjson", "games --format ndjson", "games --tables --json", "games --tables --format ndjson",
	"rules angies/holdem --json", "rules house004/draw --json", "rules elresbalon --json --source", "rules house004 --json", "rules mixed --json", "rules sanrafael --json", "rules sanrafael/california22 --json",
	"rules angies/dealers-choice --json", "rules angies/stud-choice --for players --json", "rules good.star --json", "rules gallery/double-board-hold-em --for players --json", "rules banked/paigow --for players --json", "rules angies/lowball --for players --json", "rules sanrafael --for players --json", "rules good.star --for players --json",
	"rulings elresbalon --json", "rulings casino/omaha --format ndjson", "rulings good.star --json", "rulings elresbalon --usage --json",
	"run angies/holdem --hands 20 --seed 1 --json", "run angies/omaha-hilo --hands 1 --seed 1 --format ndjson",
	"run mixed/nt --hands 3 --shard 4/4 --seed 1 --stack 10.5,20 --seats 2 --json",
	"run sanrafael/california22 --hands 20 --seed 1 --json", "run angies/dealers-choice --hands 20 --seed 1 --format ndjson",
	"run house004/holdem --hands 50 --seed 1 --mishaps 0.02 --json", "run house004/holdem --hands 50 --seed 1 --keep-going --json",
	"run angies/holdem --session --hands 30 --seed 1 --json", "run angies/holdem --session --kill half --collection A --hands 100 --seed 1 --format ndjson",
	"run angies/holdem --session --hands 1 --seed 1 --json", "run sanrafael/california22 --session --hands 20 --seed 1 --json",
	"run house004/holdem --session --hands 50 --seed 1 --mishaps 0.02 --json", "run sit-and-go.star --session --seats 9 --seed 1 --json", "run sit-and-go.star --tables 2 --seats 4 --seed 1 --json",
	"run angies/holdem --sessions 2 --hands 20 --seed 1 --json", "run --rows-schema --json", "replay --rows-schema --format ndjson",
	"run mixed/nt --hands 30 --shard 2/3 --seed 1 --out parts --json", "merge parts --missing --json", "run mixed/nt --hands 30 --seed 1 --out whole --json", "merge whole --json",
	"replay hands.phhs unread.phh nosuch.phh --json", "replay hands.phhs unread.phh nosuch.phh --format ndjson", "replay hands.phhs --keep-going=false --format ndjson",
	"replay hands.phhs unread.phh --stats --json", "replay hands.phhs unread.phh --summary --json", "replay hands.phhs unread.phh --summary --format ndjson",
	"eval AhKhQhJhTh nonsense --json", "eval AhKhQhJhTh --format ndjson", "eval --game angies/omaha-hilo --board 8c7d4hKsQs AsAd2d3c KhKdQd9d --json --sort",
	"eval --ranking ace-to-five --joker bug Jo2c3d4h6s --format ndjson", "eval --game casino/omaha --board 8c7d4hKsQs AsAd2d3c --format ndjson", "eval --ranking badugi Ah2c3d4s --json", "eval cards.txt --json", "eval cards.txt --format ndjson",
	"odds --game mixed/n2l1d 2h3c4d5sKh 9h8c7d4s2c --draw best,pat --json", "odds --game mixed/n2l1d 2h3c4d5sKh random --draw low --samples 100 --seed 1 --format ndjson",
	"odds AsAh KsKh --board 2c3c4c --json", "odds AsAh KsKh --board 2c3c4c --format ndjson", "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --samples 100 --seed 1 --json",
	"odds AsAh KsKh --board 2c3c4c --made --put 5,6 --json", "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --samples 100 --seed 1 --made --format ndjson",
	"odds --next AsAh KsKh --board 2c3c4c --json", "odds --next --game mixed/f7s AhAdKc 7h7d7s --samples 50 --seed 1 --json", "odds --next AsAh KsKh --board 2c3c4c --format ndjson",
	"odds --grid AKs:0.5,QQ --json", "odds --grid AKs:0.5,QQ 22 JJ --board 2c3c4c --dead Qs --samples 100 --seed 1 --json", "odds --grid AKs 22 --board 2c3c4c --format ndjson",
	"odds --nuts --board 2c3c4c AsAh random --json", "odds --nuts --board 2c3c4c AsAh --format ndjson",
	"test bad_test.star --json --seed 1", "test elresbalon --clauses --json --seed 1", "test elresbalon --clauses --strict --json --seed 1", "test elresbalon --cover --plan --json --seed 1", "test elresbalon --mutate --mutants 3 --seed 1 --json", "test elresbalon --sheets kept --json",
	"check bad.star good.star --json", "check --exhaustive --size kuhn good.star --limit 50 --json", "check --exhaustive --size kuhn good.star --json", "check --exhaustive --symmetry --size kuhn good.star --json", "check angies/holdem --json",
	"fmt bad.star good.star broken.star --json", "fmt bad.star good.star broken.star --format ndjson",
	"doc --json", "doc wild cards --json", "doc bet --json", "doc CR030 --json", "doc angies --json", "doc good.star --json",
	"bench mixed/nt --hands 50 --rounds 2 --json", "bench mixed/nt --policy tight --hands 20 --rounds 1 --json",
	"diff angies/lowball --b sevens=void --exhaustive --size kuhn --json", "diff angies/holdem --b short_allin=full --exhaustive --size kuhn --seats 3 --stack 5,7,12 --json",
	"diff angies/holdem --b irregularities=strict --exhaustive --limit 20 --json", "diff mixed/nt --exhaustive --each-option --size kuhn --json",
	"diff angies/stud7 --solve --each-option --size kuhn --json", "diff angies/lowball --solve --b sevens=void --size kuhn --json",
	"solve banked/threecard --json", "solve banked/threecard --policy call --until 0.05 --json", "solve banked/threecard --policy q64.star:q64 --json", "diff banked/threecard --solve --each-option --json",
	"solve angies/lowball --size kuhn --json", "solve angies/lowball --size kuhn --policy 2=call --show 2 --json", "solve gallery/one-mans-trash --size kuhn --iterations 5 --json",
	"solve angies/draw5 --buckets 3 --deals 50 --iterations 10 --show 1 --policy 1=call --json", "solve good.star --size kuhn --buckets 3 --iterations 20 --json",
	"solve angies/draw5 --buckets 3 --deals 50 --sampling external --iterations 10 --json",
	"solve mixed/nt --hand river.phh --range 1=QQ --range 2=JJ,98s --bets 1 --review --show 1 --json",
	"diff angies/lowball --b sevens=void --hands 50 --seed 1 --json", "diff angies/holdem sanrafael/holdem --rules-only --json",
	"replay stats.phhs --stats --json", "replay stats.phhs --stats --format ndjson", "replay stats.phhs --stats --ev --by stake,month,opponent,site,game,depth --json", "replay stats.phhs --stats --hero Ann --ev --by month,stake,opponent,site,game,depth --format ndjson", "replay site.txt site.txt --json", "replay site.txt site.txt --format ndjson",
	"run gallery/guts --hands 20 --seed 1 --json", "run good.star --policy fails.star:fails --hands 3 --seed 1 --keep-going --json",
	"rulings good.star --format ndjson", "rulings sanrafael --json", "rulings elresbalon --format ndjson", "eval --ranking own.star:by_suit AhKhQhJhTh --json", "eval --ranking own.star:by_suit AhKhQhJhTh --format ndjson",
	"odds --game mixed/n2l1d 2h3c4d5sKh 9h8c7d4s2c --draw best,pat --format ndjson", "odds AsAh KsKh --board 2c3c4c --put 5,6 --format ndjson",
	"test good_test.star --cover --plan --json --seed 1", "diff own.star:suited own.star:other --rules-only --json",
	"check --exhaustive --size kuhn faulty.star --json",
	"diff angies/lowball --b sevens=void --seed 7 --hand 105 --json", "diff angies/holdem angies/holdem --hands 1 --seed 1 --json", "diff angies/holdem casino/omaha --hands 5 --seed 1 --json",
}

// interruptedLines are commands that, when interrupted, print the results so far and say that they are incomplete.
var interruptedLines = []string{
	"run angies/holdem --seed 1 --json", "run angies/holdem --seed 1 --format ndjson", "run angies/holdem --session --seed 1 --json",
	"replay hands.phhs --json", "replay hands.phhs --format ndjson", "fmt good.star --json", "fmt good.star --format ndjson",
	"odds AsAh KsKh --samples 100000000 --seed 1 --json", "odds AsAh KsKh --samples 100000000 --seed 1 --format ndjson",
	"test elresbalon --json --seed 1", "test endless_test.star --json", "test --sheets kept elresbalon --json", "check good.star --json", "check --exhaustive good.star --json",
	"diff angies/holdem angies/razz --seed 1 --json",
	"solve angies/holdem --until 0 --iterations 100000000 --json", "solve angies/draw5 --buckets 3 --deals 100 --until 0 --iterations 100000000 --json",
	"solve angies/draw5 --buckets 3 --deals 100 --sampling external --iterations 100000000 --json",
}

func TestSchemas(t *testing.T) {
	check := newSchemaChecker(t)
	seen := newSchemaCoverage(t)
	schemas := newSchemaWriter(t)
	writeSchemaFiles(t)
	used := map[string]bool{}
	for _, line := range schemaLines {
		for i, text := range jsonLines(t, context.Background(), line) {
			if name := check(t, fmt.Sprintf("%s, object %d", line, i), text); name != "" {
				used[name] = true
			}
			seen.add(t, text)
		}
	}
	for _, lines := range [][]string{serveLines, resultLines} {
		for _, text := range serveAnswers(t, lines) {
			check(t, "serve", text)
			seen.add(t, text)
			var a struct{ Result json.RawMessage }
			if json.Unmarshal(text, &a) == nil && a.Result != nil {
				seen.add(t, a.Result)
			}
		}
	}
	for _, c := range newApp(schemaIO()).Described {
		if slices.Contains(c.Formats, report.JSON) && !used[rows.Schema(c.Name)] {
			t.Errorf("no line here shows that %s prints what its schema says", c.Name)
		}
	}
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	for _, line := range append(interruptedLines, "eval - --format ndjson", "games --format ndjson", "rulings elresbalon --format ndjson") {
		if strings.HasPrefix(line, "odds") || strings.HasPrefix(line, "solve") {
			continue // they print nothing at once
		}
		for _, text := range jsonLines(t, interrupted, line) {
			check(t, line+", interrupted", text)
			seen.add(t, text)
		}
	}
	seen.report(t)
	schemas.compare(t)
}

// serveLines are messages about tables, with mistakes; each has one answer, or a list of them.
var serveLines = []string{
	`{"do":"hello","id":"1"}`, `{"do":"games"}`, `{"do":"new","game":"angies/omaha-hilo","seed":7}`, `{"do":"view","table":1,"seat":2}`,
	`{"do":"act","table":1,"action":"call"}`, `{"do":"undo","table":1}`, `{"do":"redo","table":1}`, ``, `{"do":"act","table":1,"action":"dance"}`, `{`,
	`[{"do":"new","game":"sanrafael/california22"},{"do":"view","table":2,"seat":-1},{"do":"new","game":"angies/lowball","set":{"sevens":"void"}}]`,
	overlong + `{"do":"hello"}`, `{"do":"new","game":"good.star"}`, `{"do":"new","game":"@scripts//angies/holdem.star"}`, `{"do":"close","table":1}`, `{"do":"hello"}`,
}

// overlong stands for blanks that make a message longer than serve takes.
const overlong = "(3 MB of blanks)"

// serveAnswers returns the answers of serve to lines. Those of a list follow one another.
func serveAnswers(t *testing.T, lines []string) (out [][]byte) {
	t.Helper()
	std := schemaIO()
	var stdout bytes.Buffer
	std.Stdout = term.NewStream(&stdout)
	std.Stdin.Reader = strings.NewReader(strings.Replace(strings.Join(lines, "\n"), overlong, strings.Repeat(" ", 3<<20), 1))
	if code := run(t.Context(), std, []string{"serve", "--stdio", "--seed", "1"}); code != app.Fine {
		t.Fatalf("exit code %d", code)
	}
	for line := range strings.Lines(stdout.String()) {
		list := []json.RawMessage{json.RawMessage(line)}
		if strings.HasPrefix(line, "[") {
			if err := json.Unmarshal([]byte(line), &list); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
		}
		for _, text := range list {
			var told struct{ Progress json.RawMessage }
			if json.Unmarshal(text, &told) == nil && told.Progress != nil {
				continue // of work that took long on this machine
			}
			out = append(out, text)
		}
	}
	return out
}

// TestServeSchema checks that serve answers every line with one answer or a list of answers, which match their schema.
func TestServeSchema(t *testing.T) {
	check := newSchemaChecker(t)
	answers := serveAnswers(t, serveLines)
	if len(answers) != 17 || !strings.Contains(string(answers[12]), `"limit"`) || !strings.Contains(string(answers[16]), `"version"`) {
		t.Errorf("%d answers", len(answers))
	}
	for i, text := range answers {
		check(t, fmt.Sprintf("answer %d", i+1), text)
		if (i == 13 || i == 14) && !strings.Contains(string(text), "messages name no files") {
			t.Errorf("a message has named a file: %s", text)
		}
	}
}

func TestInterruptedIsMarked(t *testing.T) {
	check := newSchemaChecker(t)
	writeSchemaFiles(t)
	for _, line := range interruptedLines {
		var stdout bytes.Buffer
		interrupt := func(after time.Duration) {
			interrupted, cancel := context.WithCancel(context.Background())
			defer cancel()
			if after == 0 {
				cancel()
			} else {
				time.AfterFunc(after, cancel)
			}
			std := schemaIO()
			stdout.Reset()
			std.Stdout = term.NewStream(&stdout)
			if code := run(interrupted, std, strings.Fields(line)); code != app.Interrupted {
				t.Errorf("%s: exit code %d", line, code)
			}
		}
		if strings.HasPrefix(line, "odds") || strings.HasPrefix(line, "solve") {
			// They print nothing for some time, which depends on the machine.
			for after := 100 * time.Millisecond; stdout.Len() == 0 && after < patience; after *= 3 {
				interrupt(after)
			}
		} else {
			interrupt(0)
		}
		var last struct{ Complete *bool }
		texts := splitJSON(t, line, stdout.Bytes())
		for _, text := range texts {
			check(t, line, text)
		}
		if len(texts) == 0 || json.Unmarshal(texts[len(texts)-1], &last) != nil || last.Complete == nil || *last.Complete {
			t.Errorf("%s, interrupted: %s", line, stdout.Bytes())
		}
	}
}

// TestServeResults checks answers about scripts and results against their schema, and the results against the schemas of the
// commands.
func TestServeResults(t *testing.T) {
	check := newSchemaChecker(t)
	results := map[string]bool{}
	for _, text := range serveAnswers(t, resultLines) {
		var a struct {
			Progress float64
			Result   json.RawMessage
		}
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		if a.Progress > 0 {
			continue
		}
		check(t, string(text), text)
		if a.Result != nil {
			results[check(t, string(text), a.Result)] = true
		}
	}
	if len(results) != 5 {
		t.Errorf("results of %v", results)
	}
}

// resultLines are messages about scripts and results.
var resultLines = []string{
	`{"do":"source","game":"angies/lowball"}`, `{"do":"check","script":"x = y\n"}`, `{"do":"check","script":"a = 1\n"}`, `{"do":"tokens","script":"x = 'a' + 1 # b\n"}`,
	`{"do":"format","script":"x=1"}`, `{"do":"complete","script":"ga","line":1,"col":3}`, `{"do":"hover","script":"game","line":1,"col":2}`, `{"do":"doc","name":"bet"}`,
	`{"do":"sheet","game":"angies/holdem"}`, `{"do":"restart","game":"angies/holdem","actions":["dance"]}`, `{"do":"explain","table":1}`, `{"do":"fork","table":1,"at":0}`,
	`{"do":"irregularity","table":1}`, `{"do":"new","script":"x ="}`, `{"do":"cancel","of":"1"}`,
	`{"do":"test","script":"x = 1\n","tests":"def test_one(t):\n    fail()\n"}`, `{"do":"simulate","game":"angies/holdem","hands":20}`, `{"do":"odds","spec":{"hands":["AsAh","KsKh"],"board":"2c3c4d"}}`,
	`{"do":"solve","game":"angies/lowball","size":"kuhn","iterations":10}`, `{"do":"diff","game":"angies/lowball","set":{"sevens":"void"},"hands":20}`, `{"do":"diff","game":"angies/lowball","set":{"sevens":"void"},"exhaustive":true,"size":"kuhn"}`, `{"do":"diff","game":"mixed/nt","exhaustive":true,"each-option":true,"size":"kuhn"}`,
	`{"do":"options","game":"angies/lowball"}`, `{"do":"parameters","name":"simulate"}`, `{"do":"parameters","name":"solve"}`, `{"do":"options","game":"sanrafael/california22"}`, `{"do":"games","house":"gallery"}`,
	`{"do":"new","game":"angies/lowball","seed":7}`, `{"do":"step","table":3,"policy":"call","count":8}`, `{"do":"view","table":3,"seat":-1,"made":true}`, `{"do":"step","table":3,"policy":"call","count":200}`, `{"do":"view","table":3,"seat":-1}`,
	`{"do":"new","game":"angies/holdem","seed":7}`, `{"do":"step","table":4,"policy":"call","count":12}`, `{"do":"view","table":4,"seat":1}`,
	`{"do":"new","game":"banked/threecard","seed":7}`, `{"do":"step","table":5,"policy":"call","count":13}`, `{"do":"view","table":5,"seat":1}`,
	`{"do":"new","game":"mixed/nt","seed":7}`, `{"do":"view","table":6,"seat":-1}`,
	`{"do":"new","game":"banked/paigow","seed":5}`, `{"do":"step","table":7,"policy":"table","count":40}`, `{"do":"view","table":7,"seat":-1}`,
	`{"do":"new","game":"banked/blackjack","seed":5}`, `{"do":"step","table":8,"policy":"table","count":7}`, `{"do":"view","table":8,"seat":-1}`,
	`{"do":"new","game":"mixed/nt","size":"kuhn","seed":0}`,
}

// newSchemaChecker compiles the schemas. The returned function checks an object against the schema that it names, and returns
// the name.
func newSchemaChecker(t *testing.T) func(*testing.T, string, []byte) string {
	t.Helper()
	files, err := filepath.Glob(schemaFolder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	load := func(at *url.URL) (*jsonschema.Schema, error) {
		text, err := os.ReadFile(filepath.Join(schemaFolder, path.Base(at.Path)))
		if err != nil {
			return nil, err
		}
		s := new(jsonschema.Schema)
		return s, json.Unmarshal(text, s)
	}
	compiled := map[string]*jsonschema.Resolved{}
	for _, file := range files {
		s, err := load(&url.URL{Path: filepath.ToSlash(file)})
		if err != nil {
			t.Fatal(file, err)
		}
		compiled[s.Title], err = s.Resolve(&jsonschema.ResolveOptions{BaseURI: "file:///", Loader: load})
		if err != nil {
			t.Fatal(file, err)
		}
	}
	return func(t *testing.T, what string, text []byte) string {
		var head struct{ Schema string }
		_ = json.Unmarshal(text, &head)
		if !bytes.HasPrefix(bytes.TrimLeft(text[1:], " \n"), []byte(`"schema":`)) {
			t.Errorf("%s: does not begin with its schema: %.60s", what, text)
		}
		s := compiled[head.Schema]
		if s == nil {
			t.Errorf("%s: there is no schema %q", what, head.Schema)
			return ""
		}
		var value any
		err := json.Unmarshal(text, &value)
		if err == nil {
			err = s.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v\n%.300s", what, err, text)
		}
		return head.Schema
	}
}

// schemaIO returns an IO with real files, otherwise in memory.
func schemaIO() *app.IO {
	std, _, _ := fakeIO(nil)
	std.FS, std.Create, std.CreatePlain = history.OS, new(term.Maker).Create, new(term.Maker).CreatePlain
	std.MkdirAll = func(name string) error { return os.MkdirAll(name, 0o700) }
	return std
}

// jsonLines returns the objects that a command prints.
func jsonLines(t *testing.T, ctx context.Context, line string) [][]byte {
	t.Helper()
	std := schemaIO()
	var stdout, stderr bytes.Buffer
	std.Stdout, std.Stderr = term.NewStream(&stdout), term.NewStream(&stderr)
	run(ctx, std, strings.Fields(line))
	out := splitJSON(t, line, stdout.Bytes())
	if len(out) == 0 {
		t.Errorf("%s prints nothing: %s", line, stderr.Bytes())
	}
	return out
}

// splitJSON splits a document, or lines of objects.
func splitJSON(t *testing.T, line string, text []byte) [][]byte {
	t.Helper()
	var out [][]byte
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			t.Errorf("%s: %v\n%.300s", line, err, text)
			return out
		}
		out = append(out, one)
	}
	return out
}

// ownGames have a ranking in which suits break ties, and two games whose plans differ.
const ownGames = `by_suit = ranking("by suit", base = high, suits = "ascending")

def _game(name, best_hand):
    return game(name, forced = [blinds()], stakes = stakes("1-2"), play = [deal(2), bet(), board(5), bet(tier = big)], showdown = best(best_hand))

suited = _game("One", by_suit)
other = _game("One", ranking("by suit", base = high, suits = "descending"))
`

// faultyGame fails in hands in which seat 2 has folded.
const faultyGame = `def _limits(hand):
    return [limit_claim(2, since = "the only round")] if 2 not in hand.live else []

night = game("Draw", seats = (3, 6), forced = [ante()], stakes = stakes("1-2 ante 1"), play = [deal(5), bet(name = "the only round")], showdown = best(high), before_award = _limits)
`

// shownDown are four hands of the same players, with a showdown, bets on each street and a fourth bet.
const shownDown = `[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 f']
finishing_stacks = [201, 199]
players = ['Ann', 'Bob']
[2]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'd db 4s', 'p1 cc', 'p2 cc', 'p1 sm AhAd', 'p2 sm KhKd']
finishing_stacks = [206, 194]
players = ['Ann', 'Bob']
[3]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 6', 'p1 cc', 'd db 3s', 'p1 cc', 'p2 cbr 12', 'p1 cc', 'd db 4s', 'p1 cc', 'p2 cbr 24', 'p1 f']
finishing_stacks = [176, 224]
venue = 'Home'
year = 2009
month = 7
day = 1
players = ['Ann', 'Bob']
[4]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6', 'p1 cbr 20', 'p2 cbr 50', 'p1 f']
finishing_stacks = [180, 220]
players = ['Ann', 'Bob']
`

// writeSchemaFiles writes the files that the command lines name, and changes to their folder.
func writeSchemaFiles(t *testing.T) {
	t.Helper()
	site, err := os.ReadFile("../../engine/history/sites/testdata/bovada/cash.txt")
	if err != nil {
		t.Fatal(err)
	}
	tournament, err := os.ReadFile("../../examples/tournament/sit-and-go.star")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	hand := "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, inf]\nactions = ['d dh p1 AhAd', 'd dh p2 KhKd', '%s f']\nfinishing_stacks = [202, 198]\n"
	for name, text := range map[string]string{
		"good.star":     ownGame,
		"bad.star":      "load(\"./good.star\", \"nothing\")\nx = gaem(\"a\")\n_y=1\n",
		"broken.star":   "x = [\n",
		"bad_test.star": "def test_yes(t):\n    t.eq(1, 1)\n\ndef test_no(t):\n    x = 1\n    t.eq(x, 2)\n\ndef todo_later(t):\n    pass\n\ndef prop_no(t):\n    t.eq(t.pick([1, 2, 3]), 99)\n",
		"hands.phhs":    "[1]\n" + fmt.Sprintf(hand, "p2") + "[2]\n" + fmt.Sprintf(hand, "p1") + "[3]\n" + strings.Replace(fmt.Sprintf(hand, "p2"), "NT", "ZZ", 1),
		"unread.phh":    "variant = [\n",
		"river.phh": `variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [1000, 1000]
actions = ['d dh p1 QhQd', 'd dh p2 JhJd', 'p2 cbr 100', 'p1 cc', 'd db Td9d6h', 'p1 cc', 'p2 cc', 'd db Qc', 'p1 cc', 'p2 cc', 'd db 2s', 'p1 cc', 'p2 cbr 100', 'p1 cc', 'p1 sm QhQd', 'p2 sm']
`,
		"stats.phhs":                    shownDown,
		"site.txt":                      string(site),
		"sit-and-go.star":               string(tournament),
		"cards.txt":                     "AhKhQhJhTh\nAhAh\n",
		"fails.star":                    "def fails(_view):\n    fail(\"no answer\")\n",
		"own.star":                      ownGames,
		"q64.star":                      "\"\"\"Plays each hand.\"\"\"\n\ndef q64(view):\n    \"\"\"Plays.\"\"\"\n    return \"ante 10\" if \"ante\" in view.options else \"play\" if \"play\" in view.options else \"pass\"\n",
		"faulty.star":                   faultyGame,
		"good_test.star":                "\"\"\"Tests.\"\"\"\n\nload(\"./good.star\", \"game_night\")\n\ndef test_table(t):\n    t.hand(\"./good.star\", seats = \"A B\").play(\"B calls; pot 9\")\n",
		"kept/elresbalon/book.md":       "# Another book\n",
		"kept/elresbalon/stud.floor.md": "",
		"endless_test.star":             "x = [y for a in range(4000) for b in range(4000) for c in range(4000) for y in ()]\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInterruptedTree checks that ^C during the building of a tree takes effect at once, with a message that there is no result
// yet.
func TestInterruptedTree(t *testing.T) {
	for _, line := range []string{"solve mixed/ft --size royal --deck-ranks 4", "solve angies/holdem --buckets 4 --deals 100000 --limit 100000000 --memory 100000"} {
		ctx, cancel := context.WithCancel(context.Background())
		std := schemaIO()
		var stdout, stderr bytes.Buffer
		std.Stdout, std.Stderr = term.NewStream(&stdout), term.NewStream(&stderr)
		var since time.Duration
		std.Reached = func(_ string, done, _ int64) {
			if done > 0 && ctx.Err() == nil {
				since, _ = processorTime(os.Getpid())
				cancel()
			}
		}
		code := run(ctx, std, append(strings.Fields(line), "--strategy", "lost.strategy"))
		if code != app.Interrupted || stdout.Len() > 0 || !strings.Contains(stderr.String(), "the tree was built: nothing is solved yet") {
			t.Errorf("%s: exit code %d\n%s\n%s", line, code, stdout.String(), stderr.String())
		}
		if _, err := os.Stat("lost.strategy"); err == nil {
			t.Errorf("%s: it wrote a file", line)
		}
		if now, _ := processorTime(os.Getpid()); now-since > 5*time.Second {
			t.Errorf("%s: answered after %v of processor time", line, now-since)
		}
	}
}
