package console_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/cmd/cardroom/internal/term"
)

// client is a client with its own server.
type client struct {
	t     testing.TB
	in    io.WriteCloser
	out   *json.Decoder
	ended chan error
	last  int
}

func newClient(t testing.TB) *client {
	std, _, _ := fake.IO(nil)
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	std.Stdin = term.Input{Reader: fromClient}
	std.Stdout = term.NewStream(toClient)
	c := &client{t: t, in: in, out: json.NewDecoder(out), ended: make(chan error, 1)}
	go func() {
		c.ended <- serve.MCP(context.Background(), std, serve.Options{Seed: 1})
		_ = toClient.Close()
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		if err := <-c.ended; err != nil {
			t.Error(err)
		}
	})
	return c
}

// message is a message from a server.
type message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
		Data    any
	}
}

// The error codes of JSON-RPC and, for things that do not exist, of the Model Context Protocol.
const (
	notJSON       = -32700
	notRequest    = -32600
	unknownMethod = -32601
	wrongParams   = -32602
	unknownThing  = -32002
)

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) next() (m message) {
	c.t.Helper()
	if err := c.out.Decode(&m); err != nil {
		c.t.Fatal(err)
	}
	return m
}

// ask sends a request and waits for its answer.
func (c *client) ask(method, params string) message {
	c.t.Helper()
	c.last++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.last, method, params))
	m := c.next()
	if string(m.ID) != fmt.Sprint(c.last) {
		c.t.Fatalf("%s: the answer has the id %s: %+v", method, m.ID, m)
	}
	return m
}

// called is the result of a tool.
type called struct {
	Content []struct{ Type, Text string }
	Data    map[string]any `json:"structuredContent"`
	IsError bool
}

// call calls an existing tool with arguments of the right types.
func (c *client) call(tool, arguments string) (r called) {
	c.t.Helper()
	m := c.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
	if m.Error != nil {
		c.t.Fatalf("%s %s: %v", tool, arguments, m.Error)
	}
	if err := json.Unmarshal(m.Result, &r); err != nil || len(r.Content) != 1 || r.Content[0].Type != "text" || r.Content[0].Text == "" {
		c.t.Fatalf("%s %s: %v: %.300s", tool, arguments, err, m.Result)
	}
	return r
}

const script = `"load(\"@stdlib//board.star\", \"board_rounds\")\n\nhome = game(\n    \"Hold'em\",\n    forced = [blinds()],\n    stakes = stakes(\"1-2\"),\n    play = board_rounds(2),\n    showdown = best(high),\n)\n"`

// TestTools connects a client, lists the tools, and calls each of them.
func TestTools(t *testing.T) {
	c := newClient(t)
	var hello struct {
		ProtocolVersion string
		Capabilities    map[string]any
		ServerInfo      struct{ Name, Version string }
		Instructions    string
	}
	m := c.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	if err := json.Unmarshal(m.Result, &hello); err != nil || hello.ProtocolVersion != "2025-06-18" || hello.ServerInfo.Name != "cardroom" || hello.ServerInfo.Version == "" || hello.Capabilities["tools"] == nil {
		t.Fatalf("%v: %s", err, m.Result)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	if m := c.ask("ping", `{}`); string(m.Result) != "{}" {
		t.Errorf("ping: %+v", m)
	}

	var listed struct {
		Tools []struct {
			Name, Description string
			InputSchema       struct {
				Type       string
				Properties map[string]struct{ Type, Description string }
			}
		}
	}
	if err := json.Unmarshal(c.ask("tools/list", `{}`).Result, &listed); err != nil {
		t.Fatal(err)
	}
	calls := map[string][][3]string{ // arguments, expected part of the text, expected part of the data
		"games":  {{`{}`, "angies/holdem", "games"}, {`{"house":"gallery","family":"rounds"}`, `"family":"rounds"`, "games"}},
		"rules":  {{`{"game":"angies/holdem","for":"players"}`, "# Texas Hold-Em", "markdown"}, {`{"script":` + script + `}`, "# Hold'em", "markdown"}},
		"source": {{`{"game":"angies/lowball"}`, "lowball.star", "source"}},
		"deal":   {{`{"game":"mixed/nt","seats":2,"seed":5,"set":{}}`, `"table":1`, "legal"}, {`{"script":` + script + `,"seats":3}`, `"table":2`, "legal"}},
		"act":    {{`{"table":1,"action":"raise to 6","seat":2}`, `"said"`, "turn"}},
		"view":   {{`{"table":1,"seat":1}`, `"??"`, "view"}},
		"undo":   {{`{"table":1}`, `"steps":1`, "steps"}},
		"redo":   {{`{"table":1}`, `"steps":1`, "steps"}},
		"fork":   {{`{"table":1,"at":0}`, `"table":3`, "table"}},
		"step":   {{`{"table":3,"policy":"call"}`, `"steps":1`, "steps"}},
		"irregularity": {
			{`{"table":3}`, "player_exposed", "possible"}, {`{"table":3,"say":"player_exposed seat=2 cards=??"}`, "event player_exposed seat=2", "said"},
		},
		"close":    {{`{"table":3}`, `"table":3`, "table"}},
		"explain":  {{`{"table":1,"topic":"turn"}`, "seat 2", "lines"}},
		"check":    {{`{"script":"x = y\n"}`, "undefined: y", "faults"}, {`{"script":` + script + `}`, "Hold'em", "games"}},
		"format":   {{`{"script":"x=1"}`, "x = 1", "text"}},
		"odds":     {{`{"hands":["AsAh","KsKh"],"board":"2c7d9h","made":true}`, `"exact":true`, "result"}},
		"simulate": {{`{"game":"mixed/nt","hands":50,"policy":"call","seed":3}`, `"hands":50`, "result"}},
		"solve":    {{`{"game":"angies/holdem","size":"kuhn","iterations":20,"until":0.1}`, `"exploitability"`, "result"}},
		"diff":     {{`{"game":"angies/lowball","set":{"sevens":"void"},"hands":20,"seed":3}`, `"sevens"`, "result"}},
		"test":     {{`{"script":` + script + `,"tests":"def test_one(t):\n    t.eq(1, 1)\n"}`, `"passed":1`, "result"}},
		"doc":      {{`{"name":"bet"}`, "round of betting", "markdown"}},
	}
	for _, name := range []string{"games", "rules", "source", "deal", "act", "view", "undo", "redo", "fork", "step", "irregularity", "close", "explain", "check", "format", "odds", "simulate", "solve", "diff", "test", "doc"} {
		for _, tt := range calls[name] {
			r := c.call(name, tt[0])
			if text := r.Content[0].Text; r.IsError || !strings.Contains(text, tt[1]) || r.Data[tt[2]] == nil {
				t.Errorf("%s %s: %.400s", name, tt[0], text)
			}
		}
	}
	for _, tool := range listed.Tools {
		if calls[tool.Name] == nil || tool.Description == "" || tool.InputSchema.Type != "object" {
			t.Errorf("the tool %s is not tried, or not described", tool.Name)
		}
		for name, p := range tool.InputSchema.Properties {
			if p.Type == "" || p.Description == "" {
				t.Errorf("%s: the argument %s is not described", tool.Name, name)
			}
		}
	}
	if len(listed.Tools) != len(calls) {
		t.Errorf("%d tools, %d tried", len(listed.Tools), len(calls))
	}
}

// TestWholeGame does what an assistant does who is asked for a game: looks one up, writes, checks, tests, plays and prints it.
func TestWholeGame(t *testing.T) {
	c := newClient(t)
	says := func(tool, arguments, want string) {
		t.Helper()
		if r := c.call(tool, arguments); r.IsError || !strings.Contains(r.Content[0].Text, want) {
			t.Errorf("%s %s: %.400s", tool, arguments, r.Content[0].Text)
		}
	}
	says("games", `{"house":"angies"}`, "angies/holdem")
	says("source", `{"game":"angies/holdem"}`, "game(")
	says("doc", `{"name":"how"}`, "bet()")
	says("check", `{"script":`+script+`}`, `"faults":[]`)
	says("test", `{"script":`+script+`,"tests":"def test_it(t):\n    h = t.hand(\"./game.star:home\", seats = \"A B\")\n    h.play(\"B calls; A checks; play; over\")\n"}`, `"passed":1`)
	says("deal", `{"script":`+script+`,"seats":4,"seed":0,"stack":"20bb"}`, `"table":1`)
	says("step", `{"table":1,"policy":"table","count":500}`, `"over":true`)
	says("explain", `{"table":1,"topic":"award"}`, "takes the pot")
	says("rules", `{"script":`+script+`,"for":"players"}`, "# Hold'em")
}

// TestRefusals checks that a call that a tool refuses has readable text as its result, and that an invalid call is an error of
// the protocol.
func TestRefusals(t *testing.T) {
	c := newClient(t)
	c.call("deal", `{"game":"mixed/nt","seats":2}`)
	for _, tt := range [][3]string{
		{"deal", `{"game":"mixed/nothing"}`, "nothing"},
		{"deal", `{"game":"secret.star"}`, "name no files"},
		{"deal", `{}`, "needs a game"},
		{"games", `{"house":"gallery","family":"rond"}`, "rounds"},
		{"games", `{"family":"stud"}`, "name it as house"},
		{"close", `{"table":99}`, "99"},
		{"deal", `{"script":"x ="}`, "game.star:1:"},
		{"act", `{"table":1,"action":"dance"}`, "dance"},
		{"act", `{"table":7,"action":"fold"}`, "there is no table 7"},
		{"view", `{"table":1,"seat":9}`, "seats are from 1 to 2"},
		{"irregularity", `{"table":1,"say":"qqqq"}`, "lists what can happen now"},
		{"simulate", `{"game":"mixed/nt","hands":0}`, "hands must be at least 1"},
		{"doc", `{"name":"qqqq"}`, "qqqq"},
		{"odds", `{"hands":["AsAh","AsAd"]}`, "As"},
		{"solve", `{"game":"angies/holdem","size":"whole"}`, "whole"},
	} {
		if r := c.call(tt[0], tt[1]); !r.IsError || !strings.Contains(r.Content[0].Text, tt[2]) {
			t.Errorf("%s %s: %+v", tt[0], tt[1], r)
		}
	}
	for _, tt := range []struct {
		method, params string
		code           int
		want           string
	}{
		{"tools/call", `{"name":"dael","arguments":{}}`, wrongParams, `did you mean "deal"?`},
		{"tools/call", `{"name":"deal","arguments":{"gmae":"mixed/nt"}}`, wrongParams, `did you mean "game"?`},
		{"tools/call", `{"name":"deal","arguments":{"game":7}}`, wrongParams, "game is a text, not \"7\""},
		{"tools/call", `{"name":"deal","arguments":{"game":null}}`, wrongParams, "game is a text, not \"null\""},
		{"tools/call", `{"name":"deal","arguments":{"game":"mixed/nt","seats":"2"}}`, wrongParams, `seats is a whole number, not "2"`},
		{"tools/call", `{"name":"deal","arguments":{"game":"mixed/nt","seats":2.5}}`, wrongParams, "seats is a whole number"},
		{"tools/call", `{"name":"deal","arguments":{"game":"mixed/nt","set":["a"]}}`, wrongParams, "set is an object of texts"},
		{"tools/call", `{"name":"odds","arguments":{"hands":"AA KK"}}`, wrongParams, "hands is a list of texts"},
		{"tools/call", `{"name":"odds","arguments":{"hands":["AA"],"exact":1}}`, wrongParams, "exact is true or false"},
		{"tools/call", `{"name":"rules","arguments":{"game":"mixed/nt","for":"dogs"}}`, wrongParams, "for must be players or floor"},
		{"tools/call", `{"name":"act","arguments":{"table":1}}`, wrongParams, `act needs the argument "action"`},
		{"tools/call", `{"name":"act","arguments":[1]}`, wrongParams, "tools/call needs"},
		{"tools/call", `7`, wrongParams, "tools/call needs"},
		{"initialize", `{}`, wrongParams, "protocolVersion"},
		{"tools/sing", `{}`, unknownMethod, "tools/sing"},
		{"resources/read", `{"uri":"file:///etc/passwd"}`, unknownThing, "no such resource"},
		{"resources/read", `{"uri":"cardroom://rules/nowhere/game"}`, unknownThing, "nowhere"},
		{"resources/read", `{"uri":"cardroom://source/secret.star"}`, unknownThing, "name no files"},
		{"resources/read", `{}`, wrongParams, "uri"},
		{"prompts/get", `{"name":"sing"}`, wrongParams, "there are write_game, explain_rule"},
		{"prompts/get", `{"name":"write_game"}`, wrongParams, `needs the argument "game"`},
	} {
		if m := c.ask(tt.method, tt.params); m.Error == nil || m.Error.Code != tt.code || !strings.Contains(m.Error.Message, tt.want) {
			t.Errorf("%s %s: %+v, want %d %s", tt.method, tt.params, m.Error, tt.code, tt.want)
		}
	}
	for line, code := range map[string]int{
		`{bad`: notJSON, `[]`: notRequest, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: notRequest, `7`: notRequest, `{"jsonrpc":"1.0","id":1,"method":"ping"}`: notRequest,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`: notRequest, `{"jsonrpc":"2.0","id":{},"method":"ping"}`: notRequest, `{"jsonrpc":"2.0","method":7,"id":1}`: notRequest,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":"` + strings.Repeat("x", 2<<20) + `"}`: notRequest,
	} {
		c.send(line)
		if m := c.next(); m.Error == nil || m.Error.Code != code {
			t.Errorf("%.60s: %+v, want %d", line, m.Error, code)
		}
	}
	// Notifications and responses get no answer, whatever they contain.
	for _, line := range []string{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, `{"jsonrpc":"2.0","method":"nothing"}`, `{"jsonrpc":"2.0","id":5,"result":{}}`, ``} {
		c.send(line)
	}
	if m := c.ask("ping", `{}`); m.Error != nil {
		t.Errorf("ping: %+v", m)
	}
}

// TestResources checks that every listed resource can be read.
func TestResources(t *testing.T) {
	c := newClient(t)
	var listed struct {
		Resources []struct{ URI, Title, MimeType string }
	}
	if err := json.Unmarshal(c.ask("resources/list", `{}`).Result, &listed); err != nil || len(listed.Resources) < 50 {
		t.Fatalf("%v: %d resources", err, len(listed.Resources))
	}
	uris := []string{"cardroom://source/angies/lowball", "cardroom://reference/bet", "cardroom://houses/banked"}
	for i, r := range listed.Resources {
		if strings.HasPrefix(r.URI, "cardroom://reference/") || i%25 == 0 {
			uris = append(uris, r.URI)
		}
		if r.Title == "" || r.MimeType == "" {
			t.Errorf("%+v", r)
		}
	}
	for _, uri := range uris {
		var read struct{ Contents []struct{ URI, Text string } }
		m := c.ask("resources/read", fmt.Sprintf(`{"uri":%q}`, uri))
		if m.Error != nil || json.Unmarshal(m.Result, &read) != nil || len(read.Contents) != 1 || read.Contents[0].URI != uri || len(read.Contents[0].Text) < 100 {
			t.Errorf("%s: %v, %.200s", uri, m.Error, m.Result)
		}
	}
	if m := c.ask("resources/templates/list", `{}`); !bytes.Contains(m.Result, []byte("cardroom://rules/{game}")) {
		t.Errorf("%s", m.Result)
	}
	if m := c.ask("prompts/list", `{}`); !bytes.Contains(m.Result, []byte("write_game")) {
		t.Errorf("%s", m.Result)
	}
	if m := c.ask("prompts/get", `{"name":"write_game","arguments":{"game":"badugi with 100% more cards"}}`); !bytes.Contains(m.Result, []byte("plays this game: badugi with 100% more cards")) {
		t.Errorf("%s", m.Result)
	}
}

// TestLongCalls checks that long calls report progress if asked, that other calls are answered meanwhile, and that a canceled
// call ends without an answer.
func TestLongCalls(t *testing.T) {
	c := newClient(t)
	c.send(`{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"simulate","arguments":{"game":"angies/holdem","hands":10000000},"_meta":{"progressToken":"p"}}}`)
	m := c.next()
	if m.Method != "notifications/progress" || !bytes.Contains(m.Params, []byte(`"progressToken":"p"`)) {
		t.Fatalf("%+v", m)
	}
	c.send(`{"jsonrpc":"2.0","id":7,"method":"ping"}`)
	for m = c.next(); m.Method != ""; m = c.next() {
	}
	if string(m.ID) != "7" {
		t.Errorf("%+v", m)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}}`)
	done := make(chan bool)
	go func() {
		_ = c.in.Close()
		var m message
		for c.out.Decode(&m) == nil {
			if string(m.ID) == `"long"` {
				t.Errorf("a call that was cancelled is answered: %+v", m)
			}
			m = message{}
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Error("the call goes on")
	}
}

// FuzzLines sends lines to a server of their own, so that no answer comes from the lines before. Each line gets at most one
// answer, and the server keeps running until the last.
func FuzzLines(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"games"}}`)
	f.Add(`{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"cardroom://reference/%zz"}}`)
	f.Add(`{"jsonrpc":"2.0","id":-1,"method":"tools/call","params":{"name":"view","arguments":{"table":1e3}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "simulate") || strings.Contains(text, "solve") {
			return
		}
		std, out, _ := fake.IO(nil)
		std.Stdin = term.Input{Reader: strings.NewReader(text + "\n" + `{"jsonrpc":"2.0","id":"the end","method":"ping"}` + "\n")}
		if err := serve.MCP(context.Background(), std, serve.Options{Seed: 1}); err != nil {
			t.Fatal(err)
		}
		answers := strings.Count(out.String(), "\n")
		if lines := 1 + strings.Count(text, "\n"); answers > lines+1 || !strings.Contains(out.String(), `"id":"the end","result"`) {
			t.Fatalf("%q has %d answers to %d lines and a ping:\n%s", text, answers, lines, out)
		}
	})
}
