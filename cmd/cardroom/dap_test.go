package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/term"
)

// dapSession sends messages to the debug adapter and returns its answers: responses by the number of the request, and the
// names and bodies of events in order.
func dapSession(t *testing.T, requests ...string) (answers map[int]map[string]any, events []string) {
	t.Helper()
	return dapSessionWith(t, nil, requests...)
}

// dapSessionWith is dapSession with files in memory.
func dapSessionWith(t *testing.T, files fstest.MapFS, requests ...string) (answers map[int]map[string]any, events []string) {
	t.Helper()
	// All messages after a launch are read while the program is being debugged, as fast as they come.
	out := &answered{of: `"command":"launch"`, seen: make(chan struct{})}
	var in, rest bytes.Buffer
	into := &in
	for i, r := range requests {
		if raw, ok := strings.CutPrefix(r, "raw "); ok {
			into.WriteString(raw)
			continue
		}
		command, args, _ := strings.Cut(r, " ")
		text := fmt.Sprintf(`{"seq":%d,"type":"request","command":%q,"arguments":%s}`, i+1, command, orEmpty(args))
		fmt.Fprintf(into, "Content-Length: %d\r\n\r\n%s", len(text), text)
		if command == "launch" {
			into = &rest
		}
	}
	std, _, _ := fakeIO(files)
	std.Stdin.Reader = io.MultiReader(&in, out, &rest)
	std.Stdout = term.NewStream(out)
	if code := run(context.Background(), std, []string{"dap"}); code != app.Fine {
		t.Fatalf("exit code %d", code)
	}
	answers = map[int]map[string]any{}
	for _, part := range strings.Split(out.String(), "Content-Length: ")[1:] {
		_, text, _ := strings.Cut(part, "\r\n\r\n")
		var m map[string]any
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if m["type"] == "response" {
			answers[int(m["request_seq"].(float64))] = m
			continue
		}
		body, _ := json.Marshal(m["body"])
		events = append(events, fmt.Sprint(m["event"], " ", string(body)))
	}
	return answers, events
}

// answered keeps what is written to it. A read waits until the text of was written, and then returns io.EOF.
type answered struct {
	bytes.Buffer
	of   string
	seen chan struct{}
	done bool
}

func (a *answered) Write(p []byte) (int, error) {
	n, err := a.Buffer.Write(p)
	if !a.done && strings.Contains(a.String(), a.of) {
		a.done = true
		close(a.seen)
	}
	return n, err
}

func (a *answered) Read([]byte) (int, error) {
	<-a.seen
	return 0, io.EOF
}

func orEmpty(args string) string {
	if args == "" {
		return "{}"
	}
	return args
}

// TestDebugAdapter checks a session about the sevens rule of lowball, with every request that the adapter supports.
func TestDebugAdapter(t *testing.T) {
	answers, events := dapSession(t,
		`initialize {"adapterID":"cardroom"}`,
		`launch {"game":"angies/lowball","seats":4,"seed":7,"hand":12}`,
		`setFunctionBreakpoints {"breakpoints":[{"name":"_checked_sevens"},{"name":"turn:2","condition":"street == \"Draw\""},{"name":"step:nothing"}]}`,
		`setBreakpoints {"source":{"path":"nowhere.star"},"breakpoints":[{"line":1}]}`,
		`setExceptionBreakpoints {"filters":[]}`,
		`configurationDone`,
		`threads`,
		`continue {"threadId":1}`,
		`stackTrace {"threadId":1}`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":1}`,
		`evaluate {"expression":"_checked(hand)","frameId":1}`,
		`source {"sourceReference":1}`,
		`reverseContinue {"threadId":1}`,
		`evaluate {"expression":":fork draw 7d"}`,
		`continue {"threadId":1}`,
		`evaluate {"expression":"_checked(hand)","frameId":1}`,
		`stackTrace {"threadId":1,"startFrame":1,"levels":1}`,
		`stepIn {"threadId":1}`,
		`stepBack {"threadId":1}`,
		`stepOut {"threadId":1}`,
		`next {"threadId":1}`,
		`pause {"threadId":1}`,
		`disconnect`,
	)
	for seq := 1; seq <= 22; seq++ {
		if a := answers[seq]; a == nil || a["success"] != true {
			t.Errorf("request %d: %v", seq, a)
		}
	}
	text := func(seq int) string { b, _ := json.Marshal(answers[seq]["body"]); return string(b) }
	for seq, want := range map[int]string{
		1: `"supportsStepBack":true`, 3: `no step is called \"nothing\"`, 4: `"verified":false`, 9: `"name":"step showdown"`, 10: `"name":"Locals"`,
		11: `"name":"hand"`, 12: `"result":"[2]"`, 13: `make_lowball`, 15: `"result":"draw 7d"`, 17: `"result":"[]"`, 18: `"id":2,"line":132,"name":"step showdown"`,
	} {
		if !strings.Contains(text(seq), want) {
			t.Errorf("request %d answers %s, want %s", seq, text(seq), want)
		}
	}
	all := strings.Join(events, "\n")
	if !strings.HasPrefix(all, "initialized") || strings.Count(all, "stopped") < 6 || !strings.Contains(all, "terminated") {
		t.Errorf("events:\n%s", all)
	}
}

// TestDebugConsole checks that the console steps by decisions, streets and hands in both directions, and chooses whose cards are
// shown. A failing test must stop where it fails, at a breakpoint that the adapter reports to the editor.
func TestDebugConsole(t *testing.T) {
	answers, events := dapSession(t,
		`launch {"game":"angies/lowball","seats":4,"seed":7,"hand":12,"stopOnEntry":true}`,
		`configurationDone`,
		`evaluate {"expression":":street"}`,
		`evaluate {"expression":"street"}`,
		`evaluate {"expression":":see 2"}`,
		`evaluate {"expression":"seats[0].hole[:2]"}`,
		`evaluate {"expression":":decision"}`,
		`evaluate {"expression":"turn"}`,
		`evaluate {"expression":":hand"}`,
		`evaluate {"expression":":back street"}`,
		`evaluate {"expression":"street"}`,
		`evaluate {"expression":":back sideways"}`,
		`evaluate {"expression":":dance"}`,
		`evaluate {"expression":":see 9"}`,
	)
	results := map[int]any{}
	for seq, a := range answers {
		if ok := a["success"] == true; ok != (seq < 12) {
			t.Errorf("request %d: %v", seq, a)
		}
		if body, ok := a["body"].(map[string]any); ok {
			results[seq] = body["result"]
		}
	}
	for seq, want := range map[int]string{4: `"Draw"`, 6: `"??"`, 8: "4", 11: `"Showdown"`} {
		if results[seq] != want {
			t.Errorf("request %d: %v, want %s", seq, results[seq], want)
		}
	}
	if n := strings.Count(strings.Join(events, "\n"), "continued"); n != 4 {
		t.Errorf("went on %d times", n)
	}
	files := fstest.MapFS{"low_test.star": {Data: []byte("def test_no(t):\n    t.true(1 < 2)\n    t.true(1 > 2)\n")}}
	_, events = dapSessionWith(t, files, `launch {"test":"low_test.star"}`, `configurationDone`)
	if all := strings.Join(events, "\n"); !strings.Contains(all, `"reason":"new"`) || !strings.Contains(all, `"line":3`) || !strings.Contains(all, `"reason":"breakpoint"`) && !strings.Contains(all, `"reason":"exception"`) {
		t.Errorf("events of a test that fails:\n%s", all)
	}
}

// TestDebugSessionOfTheManual checks that the session in "help debugging" equals the program's output.
func TestDebugSessionOfTheManual(t *testing.T) {
	manual, err := os.ReadFile("manual/dap.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(manual), "    $ cardroom ")
	session, _, _ = strings.Cut(session, "\n\n")
	line, shown, _ := strings.Cut(session, "\n")
	typed, want := "", []string{}
	for line := range strings.Lines(shown) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "    "), "\n")
		if command, ok := strings.CutPrefix(line, "(debug) "); ok {
			typed += command + "\n"
		}
		if line != "..." {
			want = append(want, line)
		}
	}
	std, stdout, _ := fakeIO(nil)
	std.Stdin.Reader = strings.NewReader(typed)
	if code := run(context.Background(), std, strings.Fields(line)); code != app.Fine || len(want) < 20 {
		t.Fatalf("exit code %d, %d lines", code, len(want))
	}
	rest := stdout.String()
	for _, line := range want {
		_, after, ok := strings.Cut(rest, line+"\n")
		if !ok {
			t.Fatalf("%q is not printed in its place in\n%s", line, stdout)
		}
		rest = after
	}
}

// TestDebugAdapterTakesAnything checks that invalid messages and invalid requests neither end nor block the adapter.
func TestDebugAdapterTakesAnything(t *testing.T) {
	answers, _ := dapSession(t,
		"raw Content-Length: 5\r\n\r\n{bad}",
		`continue {}`,
		`nonsense {}`,
		`launch {"game":"angies/nothing"}`,
		`launch {"seats":"many"}`,
		`launch {"game":"angies/holdem","seats":2,"stopOnEntry":true}`,
		`scopes {"frameId":1000000}`,
		`variables {"variablesReference":-1}`,
		`evaluate {"expression":"[0] * (1 << 40)"}`,
		`setBreakpoints {"source":{"sourceReference":99},"breakpoints":[{"line":1}]}`,
		`setBreakpoints []`,
		`source {"sourceReference":7}`,
		`configurationDone`,
		`scopes {"frameId":1000000}`,
		`variables {"variablesReference":99999999999999999999999}`,
		`evaluate {"expression":"[0] * (1 << 40)"}`,
		`evaluate {"expression":":fork dance"}`,
		"raw Content-Length: 99999999999\r\n\r\n",
		`threads`,
	)
	for seq, a := range answers {
		if ok := a["success"] == true; ok != (seq == 6 || seq == 13) {
			t.Errorf("request %d: %v", seq, a)
		}
	}
	if answers[17] == nil || answers[19] != nil {
		t.Errorf("the adapter ends with what has no beginning: %v, %v", answers[17], answers[19])
	}
}

// TestLaunchSpeaksAsRun checks that a launch refuses what run refuses, with the same words but for the names.
func TestLaunchSpeaksAsRun(t *testing.T) {
	for _, tt := range [][2]string{
		{`{"game":"angies/holdem","seats":1}`, "--seats=1"},
		{`{"game":"angies/holdem","stack":"none"}`, "--stack=none"},
		{`{"game":"angies/holdem","hand":0}`, "--hand=0"},
		{`{"game":"angies/holdem","policy":"wild"}`, "--policy=wild"},
	} {
		answers, _ := dapSession(t, "launch "+tt[0])
		std, _, stderr := fakeIO(nil)
		run(context.Background(), std, []string{"run", "angies/holdem", tt[1]})
		want, _, _ := strings.Cut(strings.TrimPrefix(params.Spoken(stderr.String()), "cardroom: "), "\n")
		got, _, _ := strings.Cut(fmt.Sprint(answers[1]["message"]), "\n")
		if answers[1]["success"] != false || got != want {
			t.Errorf("%s: %q, run says %q", tt[0], got, want)
		}
	}
}

// expandedBy returns the number by which an answer to a request for scopes or variables lets the editor expand a name.
func expandedBy(t *testing.T, answer map[string]any, name string) int {
	t.Helper()
	body, _ := answer["body"].(map[string]any)
	for _, list := range []string{"scopes", "variables"} {
		all, _ := body[list].([]any)
		for _, v := range all {
			if v := v.(map[string]any); v["name"] == name {
				return int(v["variablesReference"].(float64))
			}
		}
	}
	t.Errorf("no %q in %v", name, body)
	return 0
}

// TestDataBreakpoints checks that the debugger stops where a stack or the pot changes, also backward and only where the condition
// holds, that streets can be stepped over, and that the history is told.
func TestDataBreakpoints(t *testing.T) {
	answers, events := dapSession(t,
		`launch {"game":"angies/holdem","seats":3,"seed":7,"stopOnEntry":true}`,
		`setDataBreakpoints {"breakpoints":[{"dataId":"seats[1].stack","condition":"seats[1].stack < 190"},{"dataId":"nothing["}]}`,
		`configurationDone`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":1}`,
		`variables {"variablesReference":4}`,
		`dataBreakpointInfo {"variablesReference":6,"name":"stack"}`,
		`dataBreakpointInfo {"name":"pot"}`,
		`dataBreakpointInfo {"variablesReference":2,"name":"short_allin"}`,
		`setVariable {"variablesReference":1,"name":"pot","value":"3"}`,
		`continue {"threadId":1}`,
		`evaluate {"expression":"(street, seats[1].stack)"}`,
		`continue {"threadId":1}`,
		`evaluate {"expression":"(street, seats[1].stack)"}`,
		`reverseContinue {"threadId":1}`,
		`evaluate {"expression":"(street, seats[1].stack)"}`,
		`setDataBreakpoints {"breakpoints":[{"dataId":"seats[9].stack"},{"dataId":"pot"}]}`,
		`continue {"threadId":1}`,
		`evaluate {"expression":"(street, pot)"}`,
		`setDataBreakpoints {"breakpoints":[]}`,
		`stepInTargets {"frameId":1}`,
		`stepIn {"threadId":1,"targetId":5}`,
		`evaluate {"expression":"street"}`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":3}`,
		`stepIn {"threadId":1,"targetId":77}`,
	)
	text := func(seq int) string { b, _ := json.Marshal(answers[seq]); return string(b) }
	if expandedBy(t, answers[4], "Table") != 1 || expandedBy(t, answers[5], "seats") != 4 || expandedBy(t, answers[6], "[1]") != 6 || expandedBy(t, answers[24], "History") != 3 {
		t.Fatal("variables have other numbers now")
	}
	for seq, want := range map[int]string{
		2: `"verified":true},{"message":"got end of file`, 7: `"dataId":"seats[1].stack"`, 8: `"dataId":"pot"`, 9: `"dataId":null,"description":"only what stands at the table`,
		10: "pot is not to be set", 12: `(\"Turn\", 188)`, 14: `(\"Turn\", 184)`, 16: `(\"Turn\", 188)`, 17: `out of range`, 19: `(\"Turn\", 32)`,
		21: `"the next street"`, 23: `\"River\"`, 25: `\"seat 1: 8h Kh\"`, 26: "no target 77",
	} {
		if !strings.Contains(text(seq), want) {
			t.Errorf("request %d answers %s, want %s", seq, text(seq), want)
		}
	}
	if all := strings.Join(events, "\n"); strings.Count(all, `"reason":"data breakpoint"`) != 4 || !strings.Contains(all, `"text":"seats[1].stack is 188, was 196"`) || !strings.Contains(all, `"text":"pot is 32, was 8"`) {
		t.Errorf("events:\n%s", all)
	}
}

// TestSetMemory checks that the memory of a table's rule can be set while the hand is played, that going back keeps it, that the rule reads it
// after the hand, and that nothing else can be set.
func TestSetMemory(t *testing.T) {
	set := func(reference int, name, value string) string {
		return fmt.Sprintf(`setVariable {"variablesReference":%d,"name":%q,"value":%q}`, reference, name, value)
	}
	requests := []string{
		`launch {"game":"angies/holdem","seats":3,"seed":7,"kill":"half","stopOnEntry":true}`,
		`configurationDone`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":2}`,
		set(4, "streak", "2"), // the rule looks at it now
		`stepIn {"threadId":1,"targetId":4}`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":3}`,
		set(3, "half kill", "5"), set(3, "half kill", "struct(a = 1)"), set(5, "streek", "2"), set(5, "streak", `"two"`), set(1, "pot", "2"),
		set(5, "streak", "1 + 1"), set(5, "holder", "2"),
		`stepIn {"threadId":1,"targetId":5}`,
		`stepBack {"threadId":1}`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":3}`,
		`stepIn {"threadId":1,"targetId":6}`,
		`continue {"threadId":1}`,
		`scopes {"frameId":1}`,
		`variables {"variablesReference":2}`,
	}
	answers, _ := dapSession(t, requests...)
	text := func(seq int) string { b, _ := json.Marshal(answers[seq]); return string(b) }
	if expandedBy(t, answers[7], "Table memory") != 3 || expandedBy(t, answers[8], "half kill") != 5 {
		t.Fatal("variables have other numbers now")
	}
	for seq, want := range map[int]string{
		4: `struct(holder = None, streak = 0)`, 5: "a script is running", 8: `struct(holder = None, streak = 0)`,
		9: "want struct of holder, streak, not int", 10: "not struct of a", 11: `did you mean`, 12: "streak: want int, not string", 13: "pot is not to be set",
		14: `"value":"2"`, 15: `"value":"2"`, 19: `struct(holder = 2, streak = 2)`, 23: `struct(holder = 1, streak = 1)`,
	} {
		if !strings.Contains(text(seq), want) {
			t.Errorf("request %d, %s, answers %s, want %s", seq, requests[seq-1], text(seq), want)
		}
	}
}

// TestEditorsDebug sends what nvim-dap and dape send, in their order and with their fields, for each launch that the settings of the editors
// in examples have. Neither editor is run.
func TestEditorsDebug(t *testing.T) {
	declare, err := os.ReadFile("../../examples/declare.star")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"declare.star": {Data: declare}, "declare_test.star": {Data: []byte(`
def test_one(t):
    h = t.hand("./declare.star:declare", seats = "A B C")
    h.play("A checks; B checks; C checks; turn A")
`)}}
	field := regexp.MustCompile(`([a-zA-Z]+) = `)
	keyword := regexp.MustCompile(`:([a-zA-Z]+) ("[^"]*"|[a-z-]+)`)
	launches := func(name, starts string) (out []map[string]any) {
		text, err := os.ReadFile("../../examples/editors/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, starts) {
				continue
			}
			object := field.ReplaceAllString(strings.TrimSuffix(line, ","), `"$1": `)
			if strings.HasPrefix(starts, ":") {
				object = "{" + strings.TrimSuffix(keyword.ReplaceAllString(strings.TrimRight(line, ")"), `"$1": $2,`), ",") + "}"
				object = strings.NewReplacer(": t}", ": true}", "dape-buffer-default", `"${file}"`).Replace(object)
			}
			var fields map[string]any
			if err := json.Unmarshal([]byte(object), &fields); err != nil {
				t.Fatalf("%s: %s: %v", name, object, err)
			}
			out = append(out, fields)
		}
		if len(out) != 2 {
			t.Errorf("%s has %d launches", name, len(out))
		}
		return out
	}
	clients := []struct {
		file, starts, initialize string
		stopped                  []string
	}{
		{
			"neovim.lua", `{ type = "cardroom"`,
			`{"clientID":"neovim","clientName":"neovim","adapterID":"nvim-dap","pathFormat":"path","columnsStartAt1":true,"linesStartAt1":true,"supportsRunInTerminalRequest":true,"supportsVariableType":true,"supportsProgressReporting":true,"supportsStartDebuggingRequest":true,"locale":"C"}`,
			[]string{`threads null`, `stackTrace {"startFrame":0,"threadId":1}`, `scopes {"frameId":1}`, `variables {"variablesReference":1}`, `stepInTargets {"frameId":1}`, `stepIn {"threadId":1,"targetId":5}`, `evaluate {"expression":"pot","context":"repl","frameId":1}`, `next {"threadId":1,"granularity":"statement"}`, `disconnect {"restart":false,"terminateDebuggee":true}`},
		},
		{
			"emacs.el", `:type "cardroom"`,
			`{"clientID":"dape","adapterID":"cardroom","pathFormat":"path","linesStartAt1":true,"columnsStartAt1":true,"supportsRunInTerminalRequest":true,"supportsProgressReporting":true,"supportsStartDebuggingRequest":true,"supportsVariableType":true}`,
			[]string{`threads null`, `stackTrace {"threadId":1,"levels":1}`, `stackTrace {"threadId":1,"startFrame":1,"levels":19}`, `scopes {"frameId":1}`, `variables {"variablesReference":1}`, `dataBreakpointInfo {"variablesReference":1,"name":"pot"}`, `setDataBreakpoints {"breakpoints":[{"dataId":"pot","accessType":"write"}]}`, `evaluate {"frameId":1,"expression":"pot","context":"watch"}`, `next {"threadId":1}`, `disconnect {"restart":false}`},
		},
	}
	for _, c := range clients {
		for _, launch := range launches(c.file, c.starts) {
			script, game := "declare_test.star", launch["test"] == nil
			if game {
				script = "declare.star"
			}
			args, _ := json.Marshal(launch)
			requests := append([]string{
				"initialize " + c.initialize,
				"launch " + strings.ReplaceAll(string(args), "${file}", script),
				fmt.Sprintf(`setBreakpoints {"source":{"name":%[1]q,"path":%[1]q},"sourceModified":false,"breakpoints":[{"line":4}],"lines":[4]}`, script),
				`setFunctionBreakpoints {"breakpoints":[]}`, `setExceptionBreakpoints {"filters":[]}`, `configurationDone null`,
			}, c.stopped...)
			answers, events := dapSessionWith(t, files, requests...)
			for i, r := range requests {
				if a := answers[i+1]; a == nil || a["success"] != true {
					t.Errorf("%s, %s: %s: %v", c.file, launch["request"], r, a)
				}
			}
			all := strings.Join(events, "\n")
			if !strings.HasPrefix(all, "initialized") || strings.Count(all, "stopped")+strings.Count(all, "terminated") < 2 {
				t.Errorf("%s, %s: events\n%s", c.file, args, all)
			}
		}
	}
}
