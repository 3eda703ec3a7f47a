package console_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/dsl/protocol"
	"cardroom/engine/history"
	"cardroom/engine/testkit"
)

const holdem = `"""Hold'em at home."""

load("@stdlib//board.star", "board_rounds")

home = game(
    "Hold'em",
    forced = [blinds()],
    stakes = stakes("1-2"),
    play = board_rounds(2),
    showdown = best(high),
)

def timid(view):
    return "call"
`

var long = flag.Bool("long", false, "fill the memory that scripts of clients may take")

// newDesk returns a desk on the real file system, with the scripts of a command line.
func newDesk(t testing.TB, own ...string) *protocol.Server {
	std, _, _ := fake.IO(nil)
	std.FS = history.OS
	return protocol.New(messages.New(t.Context(), std, own, 1).Options())
}

// ask sends a request made of pairs of names and values.
func ask(t testing.TB, s *protocol.Server, do string, pairs ...any) map[string]any {
	t.Helper()
	r := map[string]any{"do": do}
	for i := 0; i < len(pairs); i += 2 {
		r[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.AnswerWith(t.Context(), &out, text, func(string, float64, string) {}); err != nil {
		t.Fatal(err)
	}
	var a map[string]any
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	return a
}

// TestScript checks that a script can be checked, highlighted, formatted, completed, explained, printed as a rule sheet, dealt,
// simulated, tested and compared.
func TestScript(t *testing.T) {
	s := newDesk(t)
	for _, tt := range []struct {
		do    string
		pairs []any
		field string
		want  string
	}{
		{"check", nil, "games", "name:Hold'em"},
		{"check", nil, "faults", "[]"},
		{"tokens", nil, "tokens", "[5 8 4 word]"},
		{"tokens", nil, "tokens", "[1 1 22 string]"},
		{"tokens", nil, "tokens", "[13 1 3 keyword]"},
		{"tokens", nil, "tokens", "[7 5 6 param]"},
		{"format", nil, "text", "def timid(view):"},
		{"complete", []any{"line", 10, "col", 16}, "items", "best("},
		{"complete", []any{"line", 10, "col", 18}, "replace", "col:16"},
		{"options", nil, "games", "game:game.star:home"},
		{"hover", []any{"line", 5, "col", 9}, "markdown", "A game without a house"},
		{"sheet", nil, "markdown", "# Hold'em"},
		{"sheet", []any{"for", "players"}, "html", "<h1>Hold&#39;em</h1>"},
		{"sheet", []any{"for", "players"}, "style", ".wall"},
		{"new", []any{"game", "home", "seats", 3}, "game", "game.star:home"},
		{"restart", []any{"seats", 2, "actions", []string{"call", "check"}}, "at", "2"},
		{"simulate", []any{"hands", 50, "policy", "game.star:timid"}, "result", "hands:50"},
		{"odds", []any{"spec", map[string]any{"hands": []string{"AsAh", "KsKh"}, "board": "2c7d9h"}}, "result", "exact:true"},
		{"diff", []any{"against", "angies/holdem", "hands", 50}, "result", "game:angies/holdem"},
		{"test", []any{"tests", "load(\"./game.star\", \"home\")\n\ndef test_name(t):\n    t.eq(1, 1)\n"}, "result", "test_name"},
	} {
		a := ask(t, s, tt.do, append([]any{"script", holdem}, tt.pairs...)...)
		if got := fmt.Sprint(a[tt.field]); a["ok"] != true || !strings.Contains(got, tt.want) {
			t.Errorf("%s %v: %.400s, want %s; %v", tt.do, tt.pairs, got, tt.want, a["error"])
		}
	}
}

// TestSource checks that the script of every game of a house can be highlighted, changed and played by itself.
func TestSource(t *testing.T) {
	s := newDesk(t)
	games := ask(t, s, "games")["games"].([]any)
	for i := 0; i < len(games); i += 9 {
		id := games[i].(map[string]any)["game"]
		source := ask(t, s, "source", "game", id)["source"].(map[string]any)
		if a := ask(t, s, "new", "script", source["text"], "game", source["name"]); a["ok"] != true {
			t.Errorf("%v: its script as %v: %v", id, source["name"], a["error"])
		}
		if list, _ := ask(t, s, "tokens", "script", source["text"])["tokens"].([]any); len(list) < 10 {
			t.Errorf("%v: the words of its script are %v", id, list)
		}
	}
}

// TestLists checks the lists of the page: the gallery by family, the options and stakes of a game, and the tests of its house.
func TestLists(t *testing.T) {
	s := newDesk(t)
	for _, tt := range []struct {
		do, name, value, field, want string
	}{
		{"games", "house", "", "games", "house:Angie's Poker Club"},
		{"games", "house", "gallery", "games", "family:boards"},
		{"options", "game", "angies/holdem", "options", "name:burn"},
		{"options", "game", "angies/holdem", "posted", "2-4"},
		{"options", "game", "angies/holdem", "notes", "[not collected here: schedule A, B or C is posted]"},
		{"options", "game", "mixed/nt", "notes", "<nil>"},
		{"options", "game", "banked/blackjack", "games", "banked:true"},
		{"test", "game", "mixed/nt", "result", "status:pass"},
	} {
		a := ask(t, s, tt.do, tt.name, tt.value)
		if got := fmt.Sprint(a[tt.field]); a["ok"] != true || !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %.400s, want %s; %v", tt.do, tt.value, got, tt.want, a["error"])
		}
	}
}

// TestSourceNames checks that for a script with several games, the source names the requested game.
func TestSourceNames(t *testing.T) {
	s := newDesk(t)
	for id, want := range map[string]string{"gallery/chowaha-8": "chowaha-8", "mixed/nt": "nt", "angies/omaha-hilo": "omaha-hilo"} {
		if got := ask(t, s, "source", "game", id)["source"].(map[string]any)["name"]; got != want {
			t.Errorf("%s is %v in its script, want %s", id, got, want)
		}
	}
}

// TestNoFiles checks that a message cannot read files: not by name, not by a load statement, and not through policies or ranges.
func TestNoFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.star")
	if err := os.WriteFile(secret, []byte("x = 1 # the secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	s := newDesk(t)
	for _, r := range [][]any{
		{"new", "game", "secret.star"},
		{"new", "game", secret},
		{"new", "script", "load('./secret.star', 'x')\n" + holdem},
		{"new", "script", "load('" + secret + "', 'x')\n" + holdem},
		{"new", "script", holdem, "game", "../secret.star:x"},
		{"source", "game", "secret.star"},
		{"test", "game", "secret.star"},
		{"test", "game", ".."},
		{"options", "game", secret},
		{"source", "game", "@scripts//angies/holdem.star"},
		{"doc", "name", "secret.star"},
		{"sheet", "game", "./secret.star"},
		{"simulate", "game", "secret.star:x"},
		{"simulate", "game", "angies/holdem", "policy", "secret.star:x"},
		{"simulate", "game", "angies/holdem", "policy", "2=secret.strategy"},
		{"odds", "spec", map[string]any{"hands": []string{"@secret.star", "AA"}}},
		{"odds", "spec", map[string]any{"hands": []string{"-"}}},
		{"odds", "spec", map[string]any{"game": "secret.star", "hands": []string{"AA", "KK"}}},
		{"odds", "spec", map[string]any{"hands": []string{"AA", "KK"}, "draw": "secret.star:x"}},
		{"diff", "game", "angies/holdem", "against", "secret.star"},
		{"solve", "game", "secret.star"},
		{"solve", "game", "angies/holdem", "size", "secret.toml"},
	} {
		a := ask(t, s, r[0].(string), r[1:]...)
		if a["ok"] == true || strings.Contains(fmt.Sprint(a), "the secret") {
			t.Errorf("%v: %v", r, a)
		}
	}
	check := ask(t, s, "check", "script", "load('./secret.star', 'x')\n")
	if text := fmt.Sprint(check); strings.Contains(text, "the secret") || len(check["faults"].([]any)) == 0 {
		t.Errorf("check has read a file: %s", text)
	}
}

// TestOwnScripts checks that only scripts of the command line can be named.
func TestOwnScripts(t *testing.T) {
	std, _, _ := fake.IO(fstest.MapFS{"my.star": {Data: []byte(holdem)}, "other.star": {Data: []byte(holdem)}})
	s := protocol.New(messages.New(t.Context(), std, []string{"my.star"}, 1).Options())
	if a := ask(t, s, "simulate", "game", "my.star", "hands", 5); a["ok"] != true {
		t.Errorf("%v", a["error"])
	}
	if a := ask(t, s, "simulate", "game", "other.star", "hands", 5); a["ok"] == true {
		t.Errorf("%v", a)
	}
}

// TestLimits checks that endless scripts, scripts that use too much memory, and numbers that are too large are refused, and that
// the server keeps serving.
func TestLimits(t *testing.T) {
	s := newDesk(t)
	for _, r := range [][]any{
		{"new", "script", "def f():\n    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\nf()\n" + holdem},
		{"new", "script", "x = [0] * (1 << 40)\n" + holdem},
		{"new", "script", strings.Repeat("x", 1<<20)},
		{"simulate", "script", holdem, "hands", 1 << 40},
		{"simulate", "script", holdem, "seats", 100},
		{"simulate", "script", "x = 'a'\nfor i in range(100): pass\n"},
		{"solve", "game", "angies/holdem", "iterations", 1 << 40},
		{"solve", "game", "angies/holdem", "size", "whole"},
		{"odds", "spec", map[string]any{"hands": slices.Repeat([]string{"random"}, 30)}},
		{"odds", "spec", map[string]any{"hands": []string{"AA", "KK"}, "samples": 1 << 40}},
		{"check", "game", "angies/holdem"},
	} {
		began := testkit.ProcessorTime()
		a := ask(t, s, r[0].(string), r[1:]...)
		if a["ok"] == true {
			t.Errorf("%.100v: %.300v", r, a)
		}
		if took := testkit.ProcessorTime() - began; took > 20*time.Second {
			t.Errorf("%.100v took %v", r, took)
		}
	}
	endless := ask(t, s, "test", "script", holdem, "tests", "def test_x(t):\n    for i in range(1000000000):\n        pass\n")
	if text := fmt.Sprint(endless["result"]); !strings.Contains(text, "failed:1") {
		t.Errorf("a test without an end: %v", endless)
	}
	if a := ask(t, s, "hello"); a["ok"] != true {
		t.Error(a)
	}
}

// TestScriptsKept checks that many versions of a script with a lot of data do not fill the memory. Tables keep the scripts that
// they use, up to a limit; scripts that are no longer played are dropped.
func TestScriptsKept(t *testing.T) {
	if !*long {
		t.Skip("fills a quarter of a gigabyte several times: -long")
	}
	s := newDesk(t)
	open := func(i int) map[string]any {
		return ask(t, s, "new", "script", fmt.Sprintf("data = [%d] * (1 << 21)\n", i)+holdem)
	}
	tables := 0
	for tables < 12 {
		a := open(tables)
		if a["ok"] != true {
			if !strings.Contains(fmt.Sprint(a["error"]), "memory") {
				t.Fatalf("table %d: %v", tables, a["error"])
			}
			break
		}
		tables++
	}
	if tables < 3 || tables == 12 {
		t.Errorf("%d tables", tables)
	}
	for i := range tables {
		ask(t, s, "close", "table", 1+i)
	}
	if a := open(100); a["ok"] != true {
		t.Errorf("after all tables were closed: %v", a["error"])
	}
}

// TestCancel checks that canceled work returns the result so far.
func TestCancel(t *testing.T) {
	s := newDesk(t)
	cancelled := make(chan bool, 1)
	var out bytes.Buffer
	told := 0
	err := s.AnswerWith(t.Context(), &out, []byte(`{"do":"simulate","id":"long","game":"angies/holdem","hands":10000000}`), func(id string, part float64, note string) {
		if told++; told == 2 {
			a := ask(t, s, "cancel", "of", id)
			cancelled <- a["ok"] == true && part > 0 && part < 1 && note != ""
		}
	})
	var a struct {
		OK, Partial bool
		Result      struct {
			Hands    int64
			Complete bool
		}
	}
	if err := errorOr(err, json.Unmarshal(out.Bytes(), &a)); err != nil {
		t.Fatal(err)
	}
	if !<-cancelled || !a.OK || !a.Partial || a.Result.Hands == 0 || a.Result.Complete {
		t.Errorf("%.500s", out.Bytes())
	}
}

func errorOr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// FuzzScripts sends scripts and fragments of scripts to everything that parses them.
func FuzzScripts(f *testing.F) {
	f.Add(holdem)
	f.Add("load(\"./x.star\", \"y\")\nx = '''a\nb")
	f.Add("r'\\")
	f.Add("")
	f.Add("\"\xa3\xfd")
	f.Add("\r'")
	f.Add("'\r\x81")
	f.Add("x = 'a\r\ny = \"\"\"b\rc")
	s := newDesk(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		for _, do := range []string{"tokens", "format", "check"} {
			ask(t, s, do, "script", text)
		}
		at := len(text) % 7
		for _, do := range []string{"complete", "hover"} {
			ask(t, s, do, "script", text, "line", 1+at, "col", 1+2*at)
		}
		tokens, _ := ask(t, s, "tokens", "script", text)["tokens"].([]any) // an empty list is omitted from an answer
		// JSON replaces each byte that is not UTF-8. Starlark, editors and text fields also treat a lone \r as the end of a line.
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string([]rune(text))), "\n")
		for _, token := range tokens {
			p := token.([]any)
			line, col, length := int(p[0].(float64)), int(p[1].(float64)), int(p[2].(float64))
			if line < 1 || line > len(lines) || col < 1 || length < 1 || col+length-1 > len([]rune(lines[line-1])) {
				t.Fatalf("%q: token %v", text, p)
			}
		}
	})
}
