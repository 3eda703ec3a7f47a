//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/testkit"
	"cardroom/scripts"

	"github.com/sourcegraph/jsonrpc2"
)

// editorClient is an editor connected to a process of the program.
type editorClient struct {
	t     testing.TB
	conn  *jsonrpc2.Conn
	found chan published
	dir   string

	process int
}

type published struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Code, Message string
		Severity      int
		Range         struct{ Start struct{ Line, Character int } }
	}
}

// Handle receives the server's notifications.
func (e *editorClient) Handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	if req.Method == "textDocument/publishDiagnostics" {
		var p published
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.found <- p
	}
}

type bothPipes struct {
	io.Reader
	io.WriteCloser
}

// openEditor starts the server in a folder with scripts.
func openEditor(t testing.TB, files map[string]string, env ...string) *editorClient {
	t.Helper()
	e := &editorClient{t: t, found: make(chan published, 1000), dir: t.TempDir()}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(e.dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("cardroom", "lsp")
	c.Dir, c.Stderr, c.Env = e.dir, os.Stderr, append(os.Environ(), env...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	e.process = c.Process.Pid
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(bothPipes{out, in}, jsonrpc2.VSCodeObjectCodec{}), e, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	t.Cleanup(func() {
		e.ask("shutdown", nil)
		e.tell("exit", nil)
		if err := c.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		_ = e.conn.Close()
	})
	e.ask("initialize", map[string]any{"rootUri": "file://" + e.dir, "capabilities": map[string]any{}})
	e.tell("initialized", map[string]any{})
	return e
}

func (e *editorClient) uri(file string) string { return "file://" + filepath.Join(e.dir, file) }

func (e *editorClient) tell(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// ask sends a request and returns the answer as JSON.
func (e *editorClient) ask(method string, params any) string {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var answer json.RawMessage
	if err := e.conn.Call(ctx, method, params, &answer); err != nil {
		return "error: " + err.Error()
	}
	return string(answer)
}

// at sends a request about a position: file, line and column, from 0.
func (e *editorClient) at(method, file string, line, column int, more map[string]any) string {
	e.t.Helper()
	p := map[string]any{"textDocument": map[string]string{"uri": e.uri(file)}, "position": map[string]int{"line": line, "character": column}}
	for k, v := range more {
		p[k] = v
	}
	return e.ask("textDocument/"+method, p)
}

// faults waits for the diagnostics of a version of a text.
func (e *editorClient) faults(version int) published {
	e.t.Helper()
	for {
		select {
		case p := <-e.found:
			if p.Version == version {
				return p
			}
		case <-time.After(patience):
			e.t.Fatalf("nothing is said of version %d", version)
		}
	}
}

const small = `"""A game."""

_pace = option("pace", default = "slow", choices = ["slow", "fast"], about = "How fast.")

def streets(fast):
    """The betting of a hand."""
    return [bet(tier = small)] + ([board(3)] if fast == _pace else [])

twenty = game(
    "Twenty",
    seats = (2, 6),
    forced = [blinds()],
    stakes = stakes("2-4"),
    betting = betting(raises = 3),
    play = [deal(2)] + streets("slow"),
    showdown = best(high),
)
`

// TestLanguageServer opens a script, makes a mistake, fixes it, and sends all kinds of requests.
func TestLanguageServer(t *testing.T) {
	e := openEditor(t, map[string]string{"my.star": small, "more.star": "load(\"./my.star\", \"twenty\")\n\nmore = twenty.extend(\"More\")\n"})
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("my.star"), "languageId": "starlark", "version": 1, "text": small}})
	if p := e.faults(1); len(p.Diagnostics) > 0 {
		t.Errorf("a script without faults: %+v", p)
	}
	change := func(version, line, from, to int, text string) {
		e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri("my.star"), "version": version}, "contentChanges": []any{map[string]any{
			"range": map[string]any{"start": map[string]int{"line": line, "character": from}, "end": map[string]int{"line": line, "character": to}}, "text": text,
		}}})
	}
	change(2, 6, 12, 15, "bets")
	p := e.faults(2)
	if len(p.Diagnostics) != 1 || p.Diagnostics[0].Code != "CR002" || p.Diagnostics[0].Severity != 1 || p.Diagnostics[0].Range.Start.Line != 6 || p.Diagnostics[0].Range.Start.Character != 12 || !strings.Contains(p.Diagnostics[0].Message, "did you mean bet?") {
		t.Errorf("a mistake: %+v", p)
	}
	change(3, 6, 12, 16, "bet")
	if p = e.faults(3); len(p.Diagnostics) > 0 {
		t.Errorf("it is mended: %+v", p)
	}
	whole := map[string]any{"range": map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 99, "character": 0}}, "context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}}, "options": map[string]any{"tabSize": 4}}
	for _, c := range []struct {
		method       string
		line, column int
		more         map[string]any
		want         string
	}{
		{"hover", 6, 13, nil, "A round of betting"},
		{"hover", 4, 6, nil, "The betting of a hand"},
		{"definition", 14, 25, nil, `"line":4,"character":4`},
		{"references", 8, 2, whole, "more.star"},
		{"documentHighlight", 4, 6, nil, `"line":14`},
		{"completion", 15, 21, nil, `"label":"high"`},
		{"signatureHelp", 6, 16, nil, `"activeParameter":`},
		{"documentSymbol", 0, 0, nil, `"name":"twenty"`},
		{"foldingRange", 0, 0, nil, `"startLine":8`},
		{"semanticTokens/full", 0, 0, nil, `"data":[0,0,`},
		{"inlayHint", 0, 0, whole, `"label":" = slow"`},
		{"documentLink", 0, 0, nil, `[]`},
		{"codeLens", 0, 0, nil, `"title":"deal a hand"`},
		{"codeAction", 0, 0, whole, `[]`},
		{"formatting", 0, 0, whole, `[]`},
		{"prepareRename", 8, 2, nil, `"placeholder":"twenty"`},
		{"rename", 8, 2, map[string]any{"newName": "score"}, `more.star","text`},
	} {
		got := e.at(c.method, "my.star", c.line, c.column, c.more)
		if c.method == "rename" {
			c.want = `more.star":[{"range"`
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %.400s\nwant %s", c.method, got, c.want)
		}
	}
	if got := e.ask("workspace/symbol", map[string]string{"query": "mor"}); !strings.Contains(got, `"name":"more"`) {
		t.Errorf("symbols: %s", got)
	}
	if got := e.ask("textDocument/nothing", map[string]any{}); !strings.Contains(got, "not known") {
		t.Errorf("%s", got)
	}
}

// TestMeant checks that a word that a message knows better is written by a quick fix, that the kinds of actions are those that the editor
// asks for, that stakes complete, and that nothing is answered after shutdown.
func TestMeant(t *testing.T) {
	e := openEditor(t, map[string]string{"my.star": "", "other.star": "x = 1\n"})
	e.open("my.star", "", 1)
	version := 1
	game := `g = game("G", stakes = stakes("2-4 ante 1"), forced = [ante()], play = [deal(3), bet()], showdown = best(high))` + "\n"
	for _, tt := range [][2]string{
		{"x = bets()\n", `"newText":"x = bet()\n"`},
		{strings.Replace(game, "stakes = s", "stake = s", 1), `G\", stakes = stakes(`},
		{strings.Replace(game, "best(high)", "best(hihg)", 1), `best(high)`},
		{"load(\"@stdlib/board.star\", \"board_rounds\")\n\nx = board_rounds\n", `@stdlib//board.star`},
		{"load(\"@stdlib//board.star\", \"bord_rounds\")\n\nx = bord_rounds\n", `board_rounds`},
		{"load(\"./othr.star\", \"x\")\n\ny = x\n", `load(\"./other.star\"`},
		{"a = [1]\nb = a.appendd(1)\n", `a.append(1)`},
		{strings.Replace(game, "2-4 ante 1", "nlhe 1/2", 1), `stakes(\"nl 1-2\")`},
	} {
		version++
		e.retype("my.star", tt[0], version)
		e.faults(version)
		where := func(kind string) map[string]any {
			return map[string]any{"range": map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 9, "character": 0}}, "context": map[string]any{"diagnostics": []any{}, "only": []string{kind}}}
		}
		if got := e.at("codeAction", "my.star", 0, 0, where("quickfix")); !strings.Contains(got, tt[1]) {
			t.Errorf("%s: %.600s", tt[0], got)
		}
		if got := e.at("codeAction", "my.star", 0, 0, where("source")); strings.Contains(got, "quickfix") {
			t.Errorf("%s: only source actions were asked for: %.600s", tt[0], got)
		}
	}
	e.retype("my.star", game, version+1)
	if got := e.at("completion", "my.star", 0, strings.Index(game, "2-4")+4, nil); !strings.Contains(got, `"label":"2-4 bring-in 1"`) {
		t.Errorf("stakes: %.600s", got)
	}
	e.ask("shutdown", nil)
	if got := e.ask("workspace/symbol", map[string]string{"query": "g"}); !strings.Contains(got, "after shutdown") {
		t.Errorf("%s", got)
	}
}

// TestWordsOfTests checks that tests complete the options of their game with their values, seats, what seats do, events and stakes, and that no
// label comes twice; and that a fault of loading is shown, also one in a script that is loaded.
func TestWordsOfTests(t *testing.T) {
	e := openEditor(t, map[string]string{"my_test.star": "", "lib.star": "def third(x):\n    return x[2]\n", "broken.star": "x = [][0]\n"})
	e.open("my_test.star", "", 1)
	version := 1
	for _, tt := range [][2]string{
		{`t.hand("angies/lowball", set = "sev|")`, "sevens="},
		{`t.hand("angies/lowball", set = "burn=no sevens=|")`, "burn=no sevens=void"},
		{`t.hand("angies/lowball", set = {"burn": "no", "sev|"})`, "sevens"},
		{`t.hand("angies/lowball", set = {"burn": "no", "sevens": "|"})`, "void"},
		{`_hand(t, set = "sev|"); t.hand("angies/lowball")`, "sevens="},
		{`t.hand("angies/lowball", "nl|")`, "nl 1-2"},
		{`t.hand("angies/lowball", seats = "X Y").play("X checks; |")`, "X checks; Y"},
		{`t.hand("angies/lowball").play("A ca|")`, "A calls"},
		{`t.hand("angies/lowball").play("log pos|")`, "log posted"},
		{`t.hand("angies/lowball").play("log posted |")`, "log posted B"},
		{`t.hand("angies/lowball").play("A checks; event bo|")`, "A checks; event boxed"},
	} {
		version++
		before, after, _ := strings.Cut(tt[0], "|")
		e.retype("my_test.star", "def test_it(t):\n    "+before+after+"\n", version)
		var list struct{ Items []struct{ Label string } }
		got := e.at("completion", "my_test.star", 1, 4+len(before), nil)
		if err := json.Unmarshal([]byte(got), &list); err != nil {
			t.Fatalf("%s: %v: %.300s", tt[0], err, got)
		}
		times := map[string]int{}
		for _, item := range list.Items {
			if times[item.Label]++; times[item.Label] > 1 {
				t.Errorf("%s: %s twice", tt[0], item.Label)
			}
		}
		if times[tt[1]] != 1 {
			t.Errorf("%s: no %q in %.300s", tt[0], tt[1], got)
		}
	}
	for _, tt := range [][2]string{
		{"x = [1][3]\n\ndef test_it(t):\n    t.true(x)\n", "out of range"},
		{"load(\"./lib.star\", \"third\")\n\nx = third([])\n\ndef test_it(t):\n    t.true(x)\n", "lib.star:2:"},
		{"load(\"./broken.star\", \"x\")\n\ndef test_it(t):\n    t.true(x)\n", "broken.star:1:"},
	} {
		version++
		e.retype("my_test.star", tt[0], version)
		if p := e.faults(version); len(p.Diagnostics) == 0 || !strings.Contains(p.Diagnostics[0].Message, tt[1]) || p.Diagnostics[0].Severity != 1 {
			t.Errorf("%s: %+v", tt[0], p)
		}
	}
}

// TestLenses checks the commands of lenses on unsaved texts.
func TestLenses(t *testing.T) {
	e := openEditor(t, map[string]string{"my.star": small, "my_test.star": "def test_deal(t):\n    \"\"\"Two cards each.\"\"\"\n    t.hand(\"./my.star:twenty\", hands = \"A AcAd / B KcKd\").expect_down(\"A\", \"AcAd\")\n"})
	unsaved := strings.Replace(small, `"Twenty"`, `"Thirty"`, 1)
	unsaved = strings.Replace(unsaved, "board(3", "board(4", 1)
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("my.star"), "languageId": "starlark", "version": 1, "text": unsaved}})
	for command, want := range map[string]string{
		"cardroom.deal":  "Result ",
		"cardroom.sheet": "Thirty",
		"cardroom.cost":  "4 cards on the board",
	} {
		got := e.ask("workspace/executeCommand", map[string]any{"command": command, "arguments": []string{e.uri("my.star"), "twenty"}})
		if !strings.Contains(got, want) {
			t.Errorf("%s: %.600s\nwant %s", command, got, want)
		}
	}
	if got := e.at("codeLens", "my.star", 0, 0, nil); !strings.Contains(got, `"title":"run tests","command":"cardroom.test","arguments":["`+e.uri("my_test.star")+`"]`) {
		t.Errorf("lenses: %s", got)
	}
	got := e.ask("workspace/executeCommand", map[string]any{"command": "cardroom.test", "arguments": []string{e.uri("my_test.star"), "test_deal"}})
	if !strings.Contains(got, "1 passed in 1 file") {
		t.Errorf("test: %s", got)
	}
	if got := e.ask("workspace/executeCommand", map[string]any{"command": "rm", "arguments": []string{e.uri("my.star")}}); !strings.Contains(got, "not known") {
		t.Errorf("%s", got)
	}
}

// open opens a text in the editor.
func (e *editorClient) open(file, text string, version int) {
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(file), "languageId": "starlark", "version": version, "text": text}})
}

// retype replaces the text of an open file.
func (e *editorClient) retype(file, text string, version int) {
	e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri(file), "version": version}, "contentChanges": []any{map[string]any{"text": text}}})
}

// TestHouseInPath checks a house in a folder of CARDROOM_PATH. The editor shows the user's file; its unsaved text applies to
// scripts that load it by its name, which are checked again; and its names are found and renamed there.
func TestHouseInPath(t *testing.T) {
	mine := "load(\"@scripts//mine/small.star\", \"twenty\")\n\nmore = twenty.extend(\"More\")\n"
	e := openEditor(t, map[string]string{"houses/mine/small.star": small, "my.star": mine}, "CARDROOM_PATH=houses")
	e.open("my.star", mine, 1)
	if p := e.faults(1); len(p.Diagnostics) > 0 {
		t.Errorf("a script without faults: %+v", p)
	}
	if got := e.at("definition", "my.star", 2, 9, nil); !strings.Contains(got, e.uri("houses/mine/small.star")) {
		t.Errorf("definition: %s", got)
	}
	if got := e.at("rename", "my.star", 2, 9, map[string]any{"newName": "score"}); strings.Count(got, `"newText":"score"`) != 3 {
		t.Errorf("rename: %s", got)
	}
	e.open("houses/mine/small.star", small, 2)
	e.faults(2)
	e.retype("houses/mine/small.star", strings.Replace(small, "twenty = ", "thirty = ", 1), 3)
	e.faults(3)
	if p := e.faults(1); len(p.Diagnostics) != 1 || !strings.Contains(p.Diagnostics[0].Message, "twenty") {
		t.Errorf("the name is gone from the text that is not saved: %+v", p)
	}
}

// TestLanguageServerOnHouses opens the scripts of all houses as an author would, and checks the requests that editors send at
// once.
func TestLanguageServerOnHouses(t *testing.T) {
	houses, err := fs.ReadDir(scripts.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, house := range testkit.Sweep(houses, 1) {
		if !house.IsDir() || house.Name() == "gallery" {
			continue
		}
		files, list := map[string]string{}, []string{}
		entries, err := fs.ReadDir(scripts.FS, house.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range entries {
			text, err := fs.ReadFile(scripts.FS, house.Name()+"/"+f.Name())
			if err != nil {
				t.Fatal(err)
			}
			files[f.Name()] = string(text)
			if strings.HasSuffix(f.Name(), ".star") {
				list = append(list, f.Name())
			}
		}
		e := openEditor(t, files)
		for n, name := range list {
			e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "languageId": "starlark", "version": n + 1, "text": files[name]}})
			for _, d := range e.faults(n + 1).Diagnostics {
				if d.Severity == 1 {
					t.Errorf("%s/%s: %+v", house.Name(), name, d)
				}
			}
			for _, method := range []string{"documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint", "documentLink", "codeLens", "formatting"} {
				if got := e.at(method, name, 0, 0, nil); strings.HasPrefix(got, "error") {
					t.Errorf("%s/%s %s: %s", house.Name(), name, method, got)
				}
			}
		}
	}
}

// TestLastAnswers checks that requests that an editor sends right before it leaves are answered, and that the program ends.
func TestLastAnswers(t *testing.T) {
	defer func(d time.Duration) { serve.LastWait = d }(serve.LastWait)
	serve.LastWait = patience
	var in, want strings.Builder
	send := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///tmp/a.star","version":1,"text":"g = game("}}}`)
	for id := range 20 {
		send(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///tmp/a.star"},"position":{"line":0,"character":9}}}`, id+1)
	}
	send(`{"jsonrpc":"2.0","id":21,"method":"shutdown"}`)
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	std, out, _ := fakeIO(nil)
	std.Stdin = term.Input{Reader: strings.NewReader(in.String())}
	if code := runLine(t, std, "lsp"); code != app.Fine {
		t.Errorf("code %d", code)
	}
	for id := range 22 {
		if !strings.Contains(out.String(), fmt.Sprintf(`"id":%d,`, id)) {
			fmt.Fprintf(&want, " %d", id)
		}
	}
	if want.Len() > 0 {
		t.Errorf("no answers to%s: %.2000s", want.String(), out)
	}
}
