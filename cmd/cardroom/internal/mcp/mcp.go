// Package mcp implements the command mcp: it speaks the Model Context Protocol (version 2025-06-18) over standard input and
// output, so that assistants can deal, check and look things up. Its tools are the messages of dsl/protocol; the table in
// tools.go lists them.
//
// The client is not trusted: the length of lines and the amount of parallel work are limited, and messages have the limits
// of serve.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/serving"
	"cardroom/dsl/protocol"
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

// request is a request or, without an id, a notification.
type request struct {
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

// server speaks with one client.
type server struct {
	std     *app.IO
	tables  *protocol.Server
	writing sync.Mutex

	mu      sync.Mutex
	running map[string]context.CancelFunc // calls in progress, by id
	open    sync.WaitGroup
	places  chan struct{}
	queue   chan func() // calls that are answered in order
}

// Serve speaks with a client until the input ends.
func Serve(ctx context.Context, std *app.IO, o serving.Options) error {
	tables, err := serving.NewServer(ctx, std, o)
	if err != nil {
		return err
	}
	s := &server{std: std, tables: tables, running: map[string]context.CancelFunc{}, places: make(chan struct{}, mostAtOnce), queue: make(chan func(), mostOpen)}
	s.open.Go(func() {
		for work := range s.queue {
			work()
		}
	})
	err = serving.Lines(ctx, std.Stdin, func(line []byte) error {
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

// line answers a line.
func (s *server) line(ctx context.Context, text []byte) {
	var r request
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
func (s *server) notified(r *request) {
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
func (s *server) call(ctx context.Context, r *request) {
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
	if !stands(r) {
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

// stands reports whether a call stands alone. Calls about tables do not.
func stands(r *request) bool {
	var p struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(r.Params, &p)
	return slices.Contains([]string{"simulate", "odds", "solve", "rules"}, p.Name)
}

// handle answers a request immediately.
func (s *server) handle(r *request) (any, error) {
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
		return s.resources()
	case "resources/templates/list":
		return map[string]any{"resourceTemplates": templates}, nil
	case "prompts/list":
		return map[string]any{"prompts": promptList()}, nil
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
		return nil, wrong(wrongParams, "unknown prompt %.60q", asked.Name)
	case "logging/setLevel":
		return struct{}{}, nil
	}
	return nil, wrong(unknownMethod, "unknown method %.60q", r.Method)
}

// instructions tell a model how to use the tools together.
const instructions = `Deal and settle poker with these tools instead of from memory: cards, pots and rules are exact. "games" lists games; "rules" explains one. ` +
	`"deal" opens a table; "view" shows it, as a seat sees it; "act" takes an action in a player's words, such as "raise to 12". ` +
	`"odds", "simulate" and "solve" compute. To write a game, read "doc" (start with "how"), then "check" the script and deal it: "deal", "rules" and "simulate" take a script instead of a game.`

// answer writes the answer to a request.
func (s *server) answer(id json.RawMessage, result any, err error) {
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
func (s *server) write(message any) {
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
func (s *server) handleCall(ctx context.Context, r *request) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = wrong(ownFault, "a fault of cardroom: %v", fault)
		}
	}()
	if r.Method == "resources/read" {
		return s.readResource(ctx, r)
	}
	return s.callTool(ctx, r)
}

// ask sends a message to the protocol server and returns the fields of its answer.
func (s *server) ask(ctx context.Context, message map[string]any, tell func(part float64, note string)) (fields map[string]json.RawMessage, err error) {
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
