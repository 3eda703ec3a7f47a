// This file implements the command mcp: it speaks the Model Context Protocol (version 2025-06-18) over standard input and
// output, so that assistants can deal, check and look things up. Its tools are the messages of dsl/protocol; the table
// below lists them.
//
// The client is not trusted: the length of lines and the amount of parallel work are limited, and messages have the limits
// of serve.

package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/dsl/protocol"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/rows"
)

// versions lists the supported versions of the protocol, latest first.
var versions = []string{"2025-06-18", "2025-03-26", "2024-11-05"}

// Error codes.
const (
	notJSON       = -32700
	notRequest    = -32600
	unknownMethod = -32601
	wrongParams   = -32602
	ownFault      = -32603
	unknownThing  = -32002 // no such resource
)

// mostAtOnce is the largest number of calls answered at the same time, mostOpen that of calls which are answered or wait.
const mostAtOnce, mostOpen = 8, 256

// rpcError is the error of a request.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *rpcError) Error() string { return e.Message }

func wrong(code int, format string, args ...any) error {
	return &rpcError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// mcpRequest is a request or, without an id, a notification.
type mcpRequest struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is the answer to a request.
type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// mcpServer speaks with one client.
type mcpServer struct {
	std     *app.IO
	tables  *protocol.Server
	writing sync.Mutex

	mu      sync.Mutex
	running map[string]context.CancelFunc // calls in progress, by id
	open    sync.WaitGroup
	places  chan struct{}
	queue   chan func() // calls that are answered in order
}

// MCP speaks with a client until the input ends.
func MCP(ctx context.Context, std *app.IO, o Options) error {
	tables, err := NewServer(ctx, std, o)
	if err != nil {
		return err
	}
	s := &mcpServer{std: std, tables: tables, running: map[string]context.CancelFunc{}, places: make(chan struct{}, mostAtOnce), queue: make(chan func(), mostOpen)}
	s.open.Go(func() {
		for work := range s.queue {
			work()
		}
	})
	err = Lines(ctx, std.Stdin, func(line []byte) error {
		switch text := bytes.TrimSpace(line); {
		case line == nil:
			s.answer(nil, nil, wrong(notRequest, "a line has more than %d bytes", protocol.Usual.Bytes))
		case len(text) > 0:
			s.line(ctx, text)
		}
		return std.Stdout.Err()
	})
	close(s.queue)
	s.open.Wait()
	return err
}

func (s *mcpServer) line(ctx context.Context, text []byte) {
	var r mcpRequest
	text = bytes.ToValidUTF8(text, []byte("\uFFFD")) // an id is answered as it came, and answers are JSON
	switch err := json.Unmarshal(text, &r); {
	case !json.Valid(text):
		s.answer(nil, nil, wrong(notJSON, "not JSON: %v", err))
		return
	case text[0] == '[':
		s.answer(nil, nil, wrong(notRequest, "batches are not supported since protocol version 2025-06-18: send one message a line"))
		return
	case err != nil || text[0] != '{':
		s.answer(nil, nil, wrong(notRequest, "not a request: %v", err))
		return
	}
	known := len(r.ID) > 0 && (r.ID[0] == '"' || r.ID[0] == '-' || r.ID[0] >= '0' && r.ID[0] <= '9')
	switch {
	case r.Method == "" && len(r.ID) > 0: // a response, but the server sends no requests
		return
	case r.JSONRPC != "2.0" || r.Method == "":
		if !known {
			r.ID = nil
		}
		s.answer(r.ID, nil, wrong(notRequest, `a request needs "jsonrpc": "2.0" and a method`))
	case len(r.ID) == 0:
		s.notified(&r)
	case !known:
		s.answer(nil, nil, wrong(notRequest, "an id must be a string or a number"))
	case r.Method == "tools/call" || r.Method == "resources/read":
		s.call(ctx, &r)
	default:
		result, err := s.handle(&r)
		s.answer(r.ID, result, err)
	}
}

// notified handles a notification. Unknown notifications are ignored.
func (s *mcpServer) notified(r *mcpRequest) {
	if r.Method != "notifications/cancelled" {
		return
	}
	var p struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(r.Params, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if end := s.running[string(p.RequestID)]; end != nil {
		end()
	}
}

// call answers a request that may take long: any script may. The server keeps reading other requests meanwhile, so that they
// can cancel it, but answers calls about tables in order.
func (s *mcpServer) call(ctx context.Context, r *mcpRequest) {
	ctx, cancel := context.WithCancel(ctx)
	key := string(r.ID)
	s.mu.Lock()
	if _, twice := s.running[key]; twice {
		s.mu.Unlock()
		cancel()
		s.answer(r.ID, nil, wrong(notRequest, "the id %s belongs to a call in progress", key))
		return
	}
	if len(s.running) == mostOpen {
		s.mu.Unlock()
		cancel()
		s.answer(r.ID, nil, wrong(notRequest, "%d calls are in progress, the limit", mostOpen))
		return
	}
	s.running[key] = cancel
	s.mu.Unlock()
	work := func() {
		defer cancel()
		result, err := s.handleCall(ctx, r)
		s.mu.Lock()
		delete(s.running, key)
		s.mu.Unlock()
		if ctx.Err() == nil { // a canceled call gets no answer
			s.answer(r.ID, result, err)
		}
	}
	// A call may stand alone. Calls about tables do not.
	var p struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(r.Params, &p)
	if !slices.Contains([]string{"simulate", "odds", "solve", "rules"}, p.Name) {
		s.queue <- work
		return
	}
	s.open.Go(func() {
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-ctx.Done():
		}
		work()
	})
}

// handle answers a request immediately.
func (s *mcpServer) handle(r *mcpRequest) (any, error) {
	switch r.Method {
	case "initialize":
		// The description of the server.
		var p struct {
			ProtocolVersion string `json:"protocolVersion"`
		}
		if err := json.Unmarshal(r.Params, &p); err != nil || p.ProtocolVersion == "" {
			return nil, wrong(wrongParams, "initialize needs a protocolVersion")
		}
		version := versions[0]
		if slices.Contains(versions, p.ProtocolVersion) {
			version = p.ProtocolVersion
		}
		return map[string]any{
			"protocolVersion": version,
			"capabilities":    map[string]any{"tools": struct{}{}, "resources": struct{}{}, "prompts": struct{}{}},
			"serverInfo":      map[string]any{"name": "cardroom", "title": "cardroom: rules of card-room poker", "version": s.std.Version},
			"instructions":    instructions,
		}, nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": toolList()}, nil
	case "resources/list":
		// List the readable resources: the books of houses, rule sheets, and pages of the reference.
		fields, err := s.ask(context.Background(), map[string]any{"do": "games"}, func(float64, string) {})
		if err != nil {
			return nil, err
		}
		var games []protocol.Game
		if err := json.Unmarshal(fields["games"], &games); err != nil {
			return nil, err
		}
		list := []any{}
		add := func(uri, title string) {
			list = append(list, map[string]any{"uri": scheme + uri, "name": uri, "title": title, "mimeType": markdownType})
		}
		for _, topic := range topics {
			add("reference/"+topic[0], topic[1])
		}
		var houses []string
		for _, g := range games {
			house, _, _ := strings.Cut(g.Game, "/")
			if !slices.Contains(houses, house) {
				houses = append(houses, house)
				add("houses/"+house, "All games of "+house)
			}
			add("rules/"+g.Game, g.Name+": rule sheet of "+house)
		}
		return map[string]any{"resources": list}, nil
	case "resources/templates/list":
		return map[string]any{"resourceTemplates": templates}, nil
	case "prompts/list":
		var list []any
		for _, p := range prompts {
			list = append(list, map[string]any{"name": p.name, "title": p.title, "arguments": []any{map[string]any{"name": p.argument, "description": p.about, "required": true}}})
		}
		return map[string]any{"prompts": list}, nil
	case "prompts/get":
		// A prompt with its argument filled in.
		var asked struct {
			Name      string            `json:"name"`
			Arguments map[string]string `json:"arguments"`
		}
		if err := json.Unmarshal(r.Params, &asked); err != nil {
			return nil, wrong(wrongParams, "prompts/get needs a name, and arguments that are strings: %v", err)
		}
		for _, p := range prompts {
			if p.name != asked.Name {
				continue
			}
			about := asked.Arguments[p.argument]
			if about == "" {
				return nil, wrong(wrongParams, "%s needs the argument %q", p.name, p.argument)
			}
			content := map[string]any{"type": "text", "text": strings.Replace(p.text, "%s", about, 1)}
			return map[string]any{"description": p.title, "messages": []any{map[string]any{"role": "user", "content": content}}}, nil
		}
		var names []string
		for _, p := range prompts {
			names = append(names, p.name)
		}
		return nil, wrong(wrongParams, "unknown prompt %.60q%s", asked.Name, didYouMean(asked.Name, names))
	case "logging/setLevel":
		return struct{}{}, nil
	}
	return nil, wrong(unknownMethod, "unknown method %.60q", r.Method)
}

// instructions tell a model how to use the tools together.
const instructions = `Deal and settle poker with these tools instead of from memory: cards, pots and rules are exact. "games" lists games; "rules" explains one. ` +
	`"deal" opens a table; "view" shows it, as a seat sees it; "act" takes an action in a player's words, such as "raise to 12". ` +
	`"odds", "simulate" and "solve" compute. To write a game, read "doc" (start with "how"), then "check" the script and deal it: "deal", "rules" and "simulate" take a script instead of a game.`

func (s *mcpServer) answer(id json.RawMessage, result any, err error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	a := response{JSONRPC: "2.0", ID: id, Result: result}
	if err != nil {
		a.Result, a.Error = nil, errorOf(err)
	}
	s.write(a)
}

// errorOf converts an error to an error of the protocol.
func errorOf(err error) *rpcError {
	var e *rpcError
	if errors.As(err, &e) {
		return e
	}
	return &rpcError{Code: ownFault, Message: err.Error()}
}

// write writes a message as one line.
func (s *mcpServer) write(message any) {
	text, err := rows.Marshal(message)
	if err != nil {
		text, _ = rows.Marshal(response{JSONRPC: "2.0", ID: json.RawMessage("null"), Error: errorOf(err)})
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	_, _ = s.std.Stdout.Write(append(text, '\n'))
	s.std.Stdout.Flush()
}

// handleCall answers a tool call, or reads a resource. A panic in the program becomes an error of that call only.
func (s *mcpServer) handleCall(ctx context.Context, r *mcpRequest) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = wrong(ownFault, "a fault of cardroom: %v", fault)
		}
	}()
	if r.Method == "resources/read" {
		// Read a resource.
		var p struct {
			URI string `json:"uri"`
		}
		if err := json.Unmarshal(r.Params, &p); err != nil || p.URI == "" {
			return nil, wrong(wrongParams, "resources/read needs a uri")
		}
		rest, ours := strings.CutPrefix(p.URI, scheme)
		what, name, _ := strings.Cut(rest, "/")
		name, bad := url.PathUnescape(name)
		var message map[string]any
		field, kind := "markdown", markdownType
		switch {
		case !ours || bad != nil || name == "":
		case what == "rules" || what == "houses" && !strings.Contains(name, "/"):
			message = map[string]any{"do": "sheet", "game": name, "for": "floor"}
		case what == "reference":
			message = map[string]any{"do": "doc", "name": name}
		case what == "source":
			message, field, kind = map[string]any{"do": "source", "game": name}, "source", "text/x-starlark"
		}
		if message == nil {
			return nil, &rpcError{Code: unknownThing, Message: "no such resource", Data: map[string]any{"uri": p.URI}}
		}
		fields, err := s.ask(ctx, message, func(float64, string) {})
		if err != nil {
			return nil, err
		}
		if fault := faultOf(fields); fault != "" {
			return nil, &rpcError{Code: unknownThing, Message: fault, Data: map[string]any{"uri": p.URI}}
		}
		var text string
		if field == "source" {
			var source protocol.Source
			err = json.Unmarshal(fields[field], &source)
			text = source.Text
		} else {
			err = json.Unmarshal(fields[field], &text)
		}
		return map[string]any{"contents": []any{map[string]any{"uri": p.URI, "mimeType": kind, "text": text}}}, err
	}
	// Call a tool. If the tool refuses the call, the result is an error that a model can read.
	var p toolCall
	if err := json.Unmarshal(r.Params, &p); err != nil {
		return nil, wrong(wrongParams, "tools/call needs a name and arguments: %v", err)
	}
	i := slices.IndexFunc(tools(), func(t tool) bool { return t.name == p.Name })
	if i < 0 {
		var names []string
		for _, t := range tools() {
			names = append(names, t.name)
		}
		return nil, wrong(wrongParams, "unknown tool %.60q%s", p.Name, didYouMean(p.Name, names))
	}
	t := &tools()[i]
	message, err := t.messageOf(p.Arguments)
	if err != nil {
		return nil, err
	}
	fields, err := s.ask(ctx, message, func(part float64, note string) { s.progress(p.Meta.ProgressToken, part, note) })
	if err != nil {
		return nil, err
	}
	if fault := faultOf(fields); fault != "" {
		return map[string]any{"content": content(fault), "isError": true}, nil
	}
	// The result of a tool: readable text, and the answer as data.
	for _, name := range []string{"schema", "ok", "id", "html", "style"} {
		delete(fields, name)
	}
	shown := ""
	var lines []string
	switch value := fields[t.shows]; {
	case value == nil:
	case json.Unmarshal(value, &shown) == nil:
	case json.Unmarshal(value, &lines) == nil:
		shown = strings.Join(lines, "\n")
	default:
		shown = string(value)
	}
	if t.shows == "" {
		all, err := json.Marshal(fields)
		if err != nil {
			return nil, err
		}
		shown = string(all)
	}
	return map[string]any{"content": content(shown), "structuredContent": fields, "isError": false}, nil
}

// ask sends a message to the protocol server and returns the fields of its answer.
func (s *mcpServer) ask(ctx context.Context, message map[string]any, tell func(part float64, note string)) (fields map[string]json.RawMessage, err error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := s.tables.AnswerWith(ctx, &out, text, func(_ string, part float64, note string) { tell(part, note) }); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(&out).Decode(&fields); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return fields, nil
}

// faultOf returns the reason why a message was refused; "" if it was not refused.
func faultOf(fields map[string]json.RawMessage) string {
	var f protocol.Fault
	if fields["error"] == nil || json.Unmarshal(fields["error"], &f) != nil {
		return ""
	}
	text := f.Message
	if f.Line > 0 {
		text = fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Col, text)
	}
	if f.Hint != "" {
		text += "\nhint: " + f.Hint
	}
	return strings.TrimSpace(text)
}

// tool is a tool: a message with some of its fields.
type tool struct {
	name, title, doc string
	message          string // "" if it equals the name
	args             []*params.Param
	required         []string // arguments
	shows            string   // the field of the answer shown as text; "" shows the answer as JSON
	changes          bool     // the tool changes a table
}

// Arguments of several tools about tables.
var (
	theTable = &params.Param{Name: "table", Kind: params.Whole, Doc: "the number that deal returned"}
	theText  = &params.Param{Name: "script", Kind: params.Text, Doc: "the text of the script"}
)

func seat(doc string) *params.Param {
	return &params.Param{Name: "seat", Kind: params.Whole, Doc: doc, Min: -1}
}

// whole and text return arguments of those types.
func whole(name, doc string) *params.Param {
	return &params.Param{Name: name, Kind: params.Whole, Doc: doc}
}

func text(name, doc string, values ...string) *params.Param {
	return &params.Param{Name: name, Kind: params.Text, Doc: doc, Values: values}
}

// argumentsOf returns the arguments of a tool that does what a command does.
func argumentsOf(message string) (out []*params.Param) {
	for _, p := range messages.Messages()[message].Params {
		if p.Refused == "" {
			out = append(out, p)
		}
	}
	return out
}

// played returns the arguments of simulate, and then of solve, that the message new has too: which hand is dealt, and of which small game.
func played() (out []*params.Param) {
	for _, p := range append(argumentsOf("simulate"), argumentsOf("solve")...) {
		named := func(q *params.Param) bool { return q.Name == p.Name }
		if p.Name != "hand" && p.Name != "size" && slices.Contains(protocol.Dealt, p.Field()) && !slices.ContainsFunc(out, named) {
			out = append(out, p)
		}
	}
	return out
}

var tools = sync.OnceValue(func() []tool {
	return []tool{
		{
			name: "games", title: "List games", doc: "List the games that can be dealt, with their names and numbers of players: those of all houses but the galleries, or of one house. The house gallery has very many, in families.",
			args: []*params.Param{text("house", "a house, such as angies or gallery"), text("family", "a family of the gallery, such as holdem or stud; answers name them")},
		},
		{
			name: "rules", title: "Rule sheet", doc: "The rule sheet of a game as Markdown: for players, or in full for the floor.", message: "sheet", shows: "markdown", args: argumentsOf("sheet"),
		},
		{name: "source", title: "Script of a game", doc: "The script that defines a game, for you to change and check.", args: []*params.Param{text("game", "a game from the tool games, such as angies/holdem")}},
		{
			name: "deal", title: "Deal a hand", doc: "Deal a hand at a new table. Returns the table's number, whose turn it is and what that seat may do.", message: "new", changes: true,
			args: append(played(), whole("hand", "the number of the hand, from 1"), whole("button", "the seat of the button"), text("deck", "the cards that are dealt first, the top card first, such as KsQs"),
				text("size", "deal the small version of the game that solve plays", enumerate.SizeNames()...)),
		},
		{
			name: "act", title: "Act", doc: "Take the action of the seat whose turn it is, in a player's words: fold, check, call, bet 4, raise to 12, all in, draw Ah 7c. A refused action changes nothing.", changes: true,
			args: []*params.Param{theTable, text("action", "what the player says"), seat("refuse the action unless it is the turn of this seat")}, required: []string{"table", "action"},
		},
		{
			name: "view", title: "Look at a table", doc: "A table as a seat sees it: board, pot, stacks, cards, and what the dealer has said.",
			args: []*params.Param{theTable, seat("the seat that looks; 0 sees only open cards, -1 all cards"), whole("since", "include what was said since this action"), {Name: "made", Kind: params.Truth, Doc: "name what the hands are that the view sees whole"}}, required: []string{"table"},
		},
		{
			name: "undo", title: "Step back", doc: "Take back actions at a table.", changes: true,
			args: []*params.Param{theTable, whole("count", "number of actions (default 1)")}, required: []string{"table"},
		},
		{
			name: "redo", title: "Step forward", doc: "Do again what was taken back at a table.", changes: true,
			args: []*params.Param{theTable, whole("count", "number of actions (default 1)")}, required: []string{"table"},
		},
		{
			name: "fork", title: "Copy a table", doc: "Copy a table, in its state now or after an earlier action. Returns the number of the copy; the table stays as it is.", changes: true,
			args: []*params.Param{theTable, whole("at", "after this number of actions (default: now)")}, required: []string{"table"},
		},
		{
			name: "step", title: "Let a policy act", doc: "Let a policy act for the seat whose turn it is, once or several times.", changes: true,
			args: []*params.Param{theTable, text("policy", "random, call, tight, loose, station, maniac or table (default random)"), whole("count", "number of actions (default 1)")}, required: []string{"table"},
		},
		{
			name: "irregularity", title: "Something goes wrong", doc: "Trigger an irregularity at a table; view then tells the floor's ruling with its clause. Without words it lists what can happen now, with the details that each takes.", changes: true,
			args: []*params.Param{theTable, text("say", "its name and details, such as player_exposed seat=2 cards=??")}, required: []string{"table"},
		},
		{name: "close", title: "Close a table", doc: "Close a table that is no longer needed.", changes: true, args: []*params.Param{theTable}, required: []string{"table"}},
		{
			name: "explain", title: "Explain a table", doc: "Why the table is as it is: whose turn, what may be bet, who has what in which pot, who won.", shows: "lines",
			args:     []*params.Param{theTable, text("topic", "what to explain", "turn", "bet", "pot", "award", "ruling"), seat("include only what this seat knows")},
			required: []string{"table"},
		},
		{
			name: "check", title: "Check a script", doc: "Find the faults of a script without playing it, with positions and hints, and list the games it defines.",
			args: []*params.Param{theText, text("tests", "a file of rule tests of the script to check instead"), text("name", "the only game to play; the others are read")}, required: []string{"script"},
		},
		{name: "format", title: "Format a script", doc: "Format a script in the standard layout.", shows: "text", args: []*params.Param{theText}, required: []string{"script"}},
		{
			name: "odds", title: "Odds", doc: "The equity of hands and ranges: exact if that is little work, otherwise sampled.", args: argumentsOf("odds"), required: []string{"hands"},
		},
		{
			name: "simulate", title: "Simulate hands", doc: "Play many hands and sum them up: what each seat wins per hand, and how far that can be off.", shows: "result", args: argumentsOf("simulate"),
		},
		{
			name: "solve", title: "Solve a small game", doc: "Best play in a small version of a game, and what it is worth to each seat.", shows: "result", args: argumentsOf("solve"),
		},
		{
			name: "diff", title: "Compare two games", doc: "Compare two games, or one game with two settings of its options: first the rules, then the results on identical deals.", shows: "result", args: argumentsOf("diff"),
		},
		{
			name: "test", title: "Run rule tests", doc: "Run the tests of a script, or those of the house of a game.", shows: "result", args: argumentsOf("test"),
		},
		{
			name: "doc", title: "Look up the language", doc: "Look up a word of the scripting language, a code of a fault, a topic (how, security, ranges), or search for words.", shows: "markdown",
			args: []*params.Param{text("name", "the word, or words to search for")}, required: []string{"name"},
		},
	}
})

func toolList() (out []any) {
	for i := range tools() {
		t := &tools()[i]
		// The JSON schema of a tool's arguments.
		properties := map[string]any{}
		for i := range t.args {
			properties[t.args[i].Field()] = t.args[i].Schema()
		}
		s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
		if len(t.required) > 0 {
			s["required"] = t.required
		}
		out = append(out, map[string]any{
			"name": t.name, "title": t.title, "description": t.doc, "inputSchema": s,
			"annotations": map[string]any{"readOnlyHint": !t.changes, "destructiveHint": false, "openWorldHint": false},
		})
	}
	return out
}

type toolCall struct {
	Name      string                     `json:"name"`
	Arguments map[string]json.RawMessage `json:"arguments"`
	Meta      struct {
		ProgressToken json.RawMessage `json:"progressToken"`
	} `json:"_meta"`
}

// didYouMean returns a hint with the name that the client probably meant.
func didYouMean(name string, names []string) string {
	if best := diag.Meant(name, names); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	if len(names) == 0 {
		return ": it takes none"
	}
	return ": there are " + strings.Join(names, ", ")
}

func (t *tool) messageOf(given map[string]json.RawMessage) (map[string]any, error) {
	args := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(t.args, func(p *params.Param) bool { return p.Field() == name })
		if i < 0 {
			var names []string
			for i := range t.args {
				names = append(names, t.args[i].Field())
			}
			return nil, wrong(wrongParams, "%s has no argument %.60q%s", t.name, name, didYouMean(name, names))
		}
		if _, err := t.args[i].FromJSON(given[name]); err != nil {
			return nil, wrong(wrongParams, "%s: %s", t.name, params.Spoken(err.Error()))
		}
		args[name] = given[name]
	}
	for _, name := range t.required {
		if args[name] == nil {
			i := slices.IndexFunc(t.args, func(p *params.Param) bool { return p.Field() == name })
			return nil, wrong(wrongParams, "%s needs the argument %q: %s", t.name, name, t.args[i].Plain())
		}
	}
	message := args
	do := cmp.Or(t.message, t.name)
	if within := messages.Messages()[do].Within; within != "" {
		message = map[string]any{within: args}
	}
	message["do"] = do
	return message, nil
}

func content(words string) []any { return []any{map[string]any{"type": "text", "text": words}} }

// progress reports the progress of a call to the client, if the client asked for it.
func (s *mcpServer) progress(token json.RawMessage, part float64, note string) {
	if token == nil {
		return
	}
	s.write(map[string]any{
		"jsonrpc": "2.0", "method": "notifications/progress",
		"params": map[string]any{"progressToken": token, "progress": part, "total": 1, "message": note},
	})
}

// scheme is the prefix of resource addresses: cardroom://rules/angies/holdem.
const scheme = "cardroom://"

// markdownType is the media type of resources other than scripts.
const markdownType = "text/markdown"

// templates describe the resources that are too many to list.
var templates = []any{
	map[string]any{"uriTemplate": scheme + "rules/{game}", "name": "rules", "title": "Rule sheet of a game", "mimeType": markdownType},
	map[string]any{"uriTemplate": scheme + "source/{game}", "name": "source", "title": "Script of a game", "mimeType": "text/x-starlark"},
	map[string]any{"uriTemplate": scheme + "reference/{name}", "name": "reference", "title": "A word or topic of the language", "mimeType": markdownType},
}

// topics are the pages of the reference that are listed.
var topics = [][2]string{
	{"how", "From a player's words to the language"},
	{"house", "Houses and games"},
	{"dealing", "Dealing cards"},
	{"betting", "Betting rounds"},
	{"rankings", "Rankings of hands"},
	{"showdown", "Showdown and award"},
	{"floor", "Irregularities"},
	{"tests", "Tests of rules"},
	{"policy", "How scripts play a seat"},
	{"ranges", "How to write cards, hands and ranges"},
	{"security", "What a script can do"},
}

// prompts are suggested first questions: name, title, argument, description, and the text, in which %s is the argument.
var prompts = []struct{ name, title, argument, about, text string }{
	{
		"write_game", "Write a game as a script", "game", "the rules in a player's words",
		"Write a script for cardroom that plays this game: %s\n\nRead the tool doc with the name \"how\" first, and the source of a game that is close. Then check the script, deal a hand with it, play it to the end, and show the rule sheet for players.",
	},
	{
		"explain_rule", "Explain a rule of a house", "question", "the question, with the game or house",
		"Answer this question from the rule sheet (tool rules, for the floor) and cite the clause: %s",
	},
}
