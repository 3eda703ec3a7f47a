// This file implements the command dap: it speaks the Debug Adapter Protocol with an editor over standard input and
// output, and uses dsl/debug to debug a game or a test. One goroutine reads messages and another answers them in order, so
// a pause request is received while the program runs. A message has at most four megabytes. A message that is not JSON, or
// that asks for something that does not exist, is answered with an error.

package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/debug"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"github.com/google/go-dap"
	"go.starlark.net/starlark"
)

// dapRequest is a message from the editor.
type dapRequest struct {
	Seq       int             `json:"seq"`
	Type      string          `json:"type"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments"`
}

// group is a group of variables that the editor can expand.
type group struct {
	parts func() []star.Variable
	scope string // that they belong to
	path  string // within the scope, "" for the scope itself
}

// part returns the path of one of the variables of a group.
func (g *group) part(name string) string {
	switch {
	case g.path == "":
		return name
	case strings.HasPrefix(name, "["):
		return g.path + name
	}
	return g.path + "." + name
}

// dapServer serves one editor.
type dapServer struct {
	ctx context.Context
	std *app.IO

	mu    sync.Mutex // guards output, and guards the fields up to ends against the goroutine that reads messages
	seq   int
	d     *console.Debuggee
	runs  int  // requests to run the program that were read and are not done
	pause bool // the newest of these runs must pause
	ends  bool // the editor leaves

	launch  launch
	handles []group  // by number, from 1; cleared when the program continues
	sources []string // scripts that come with the program, by number from 1
	failed  bool     // the place of the failure was shown
	gone    bool
	after   func() // run after the answer is sent
}

const mostMessage = 5 << 20

// DAP speaks with an editor until it disconnects or the context ends.
func DAP(ctx context.Context, std *app.IO) error {
	s := &dapServer{ctx: ctx, std: std}
	limited := &io.LimitedReader{R: std.Stdin}
	in := bufio.NewReader(limited)
	requests := make(chan *dapRequest, 100)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := range requests {
			s.answer(r)
		}
		if s.d != nil {
			s.d.Close()
		}
	}()
	for {
		limited.N = mostMessage
		text, err := dap.ReadBaseMessage(in)
		if err != nil { // the editor has disconnected, or its output is not framed any more
			break
		}
		r := &dapRequest{}
		if err := json.Unmarshal(text, r); err != nil {
			r = &dapRequest{Command: "unreadable"}
		}
		s.read(r)
		select {
		case requests <- r:
		case <-ctx.Done():
		}
		if r.Command == "disconnect" || ctx.Err() != nil {
			break
		}
	}
	s.read(&dapRequest{Command: "disconnect"})
	close(requests)
	<-done
	return ctx.Err()
}

// mostAfter is the number of moments that a program may still run after the editor has left. It is enough for the requests
// of a session that comes from a file, whose end is read long before they are done.
const mostAfter = 100_000

// read notes a request as soon as it is read. A pause stops the newest run that was requested before it, never an older one.
func (s *dapServer) read(r *dapRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.runs():
		s.runs++
	case r.Command == "pause", r.Command == "terminate":
		s.pause = s.runs > 0
		s.pauseNewest()
	case r.Command == "disconnect":
		s.ends = true
		if s.d != nil {
			s.d.Finish(mostAfter)
		}
	}
}

// pauseNewest passes a pause on to the program if only the newest run is left. It is called with the lock held.
func (s *dapServer) pauseNewest() {
	if s.pause && s.runs == 1 && s.d != nil {
		s.d.Pause()
		s.pause = false
	}
}

// ran notes that a request to run the program is done.
func (s *dapServer) ran() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs--
	if s.runs == 0 && s.d != nil {
		s.d.ClearPause() // the run ended before it could pause
	}
	s.pauseNewest()
}

// runs reports whether a request may run the program.
func (r *dapRequest) runs() bool {
	switch r.Command {
	case "configurationDone", "restart", "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue":
		return true
	}
	var a dap.EvaluateArguments
	if r.Command != "evaluate" || json.Unmarshal(r.Arguments, &a) != nil {
		return false
	}
	name, colon := strings.CutPrefix(strings.TrimSpace(a.Expression), ":")
	name, _, _ = strings.Cut(name, " ")
	_, steps := console.Units[name]
	return colon && (steps || name == "back")
}

func (s *dapServer) send(message map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	message["seq"] = s.seq
	text, err := json.Marshal(message)
	if err != nil {
		return
	}
	s.std.Stdout.Verbatim([]byte(fmt.Sprintf("Content-Length: %d\r\n\r\n", len(text))))
	s.std.Stdout.Verbatim(text)
	s.std.Stdout.Flush()
}

func (s *dapServer) event(name string, body any) {
	s.send(map[string]any{"type": "event", "event": name, "body": body})
}

// answer answers a request. A panic in the program becomes an error of that request only.
func (s *dapServer) answer(r *dapRequest) {
	if r.runs() {
		defer s.ran()
	}
	s.after = nil
	body, err := s.do(r)
	out := map[string]any{"type": "response", "request_seq": r.Seq, "command": r.Command, "success": err == nil}
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "cardroom: ")
		if hint := app.HintOf(err); hint != "" {
			text += "\nhint: " + hint
		}
		out["message"] = text
		out["body"] = dap.ErrorResponseBody{Error: &dap.ErrorMessage{Id: 1, Format: strings.NewReplacer("{", "(", "}", ")").Replace(text), ShowUser: true}}
	} else if body != nil {
		out["body"] = body
	}
	s.send(out)
	if s.after != nil && err == nil {
		s.after()
	}
}

func (s *dapServer) do(r *dapRequest) (body any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%s: a fault of cardroom: %v", r.Command, fault)
		}
	}()
	do, ok := dapAnswers[r.Command]
	switch {
	case !ok:
		return nil, fmt.Errorf("unknown request %q", r.Command)
	case s.d == nil && !early[r.Command]:
		return nil, fmt.Errorf("%s: launch a game or a test first", r.Command)
	}
	return do(s, r)
}

var early = map[string]bool{"initialize": true, "launch": true, "disconnect": true, "terminate": true, "threads": true, "setExceptionBreakpoints": true}

// with returns what answers a request, given what does so with its arguments.
func with[A any](do func(s *dapServer, a *A) (any, error)) func(*dapServer, *dapRequest) (any, error) {
	return func(s *dapServer, r *dapRequest) (any, error) {
		a := new(A)
		if err := json.Unmarshal(r.Arguments, a); err != nil {
			return nil, err
		}
		return do(s, a)
	}
}

var dapAnswers map[string]func(s *dapServer, r *dapRequest) (any, error)

func init() {
	nothing := func(*dapServer, *dapRequest) (any, error) { return nil, nil }
	goes := func(u debug.Unit) func(*dapServer, *dapRequest) (any, error) {
		return func(s *dapServer, _ *dapRequest) (any, error) {
			return map[string]bool{"allThreadsContinued": true}, s.goOn(u, false)
		}
	}
	back := func(u debug.Unit) func(*dapServer, *dapRequest) (any, error) {
		return func(s *dapServer, _ *dapRequest) (any, error) { return nil, s.goOn(u, true) }
	}
	dapAnswers = map[string]func(*dapServer, *dapRequest) (any, error){
		"initialize": func(*dapServer, *dapRequest) (any, error) {
			return dap.Capabilities{
				SupportsConfigurationDoneRequest: true, SupportsFunctionBreakpoints: true, SupportsConditionalBreakpoints: true,
				SupportsHitConditionalBreakpoints: true, SupportsLogPoints: true, SupportsStepBack: true, SupportsEvaluateForHovers: true,
				SupportsRestartRequest: true, SupportsTerminateRequest: true, SupportsDelayedStackTraceLoading: true,
				SupportsDataBreakpoints: true, SupportsSetVariable: true, SupportsStepInTargetsRequest: true,
			}, nil
		},
		"launch": (*dapServer).begin, "setBreakpoints": with((*dapServer).setLines), "setFunctionBreakpoints": with((*dapServer).setFunctions),
		"setExceptionBreakpoints": nothing, "pause": nothing,
		"configurationDone": func(s *dapServer, _ *dapRequest) (any, error) { s.after = s.start; return nil, nil },
		"restart":           func(s *dapServer, _ *dapRequest) (any, error) { s.failed, s.after = false, s.start; return nil, nil },
		"threads": func(*dapServer, *dapRequest) (any, error) {
			return dap.ThreadsResponseBody{Threads: []dap.Thread{{Id: 1, Name: "hand"}}}, nil
		},
		"stackTrace": with((*dapServer).frames), "scopes": with((*dapServer).scopes), "variables": with((*dapServer).variables), "evaluate": with((*dapServer).evaluate),
		"source": with((*dapServer).source), "setVariable": with((*dapServer).setVariable),
		"dataBreakpointInfo": with((*dapServer).dataInfo), "setDataBreakpoints": with((*dapServer).setData),
		"stepInTargets": func(*dapServer, *dapRequest) (any, error) {
			return dap.StepInTargetsResponseBody{Targets: targets}, nil
		},
		"continue": goes(debug.Continue), "next": goes(debug.Next), "stepIn": with((*dapServer).stepIn), "stepOut": goes(debug.Out),
		"stepBack": back(debug.Next), "reverseContinue": back(debug.Continue),
		"disconnect": nothing,
		"terminate":  func(s *dapServer, _ *dapRequest) (any, error) { s.after = s.terminated; return nil, nil },
	}
}

func (s *dapServer) terminated() {
	if !s.gone {
		s.gone = true
		s.event("terminated", struct{}{})
	}
}

// begin loads the program to debug.
func (s *dapServer) begin(r *dapRequest) (any, error) {
	if err := s.launch.read(s.std, r.Arguments); err != nil {
		return nil, err
	}
	d, err := s.open()
	if err != nil {
		return nil, spoken(err)
	}
	d.Output = func(text string) { s.event("output", dap.OutputEventBody{Category: "console", Output: text + "\n"}) }
	s.mu.Lock()
	old := s.d
	s.d = d
	if s.ends {
		d.Finish(mostAfter)
	}
	s.mu.Unlock()
	if old != nil {
		old.Close()
	}
	s.failed, s.gone = false, false
	s.after = func() { s.event("initialized", struct{}{}) }
	return nil, nil
}

// open creates a session for the program that the editor launched.
func (s *dapServer) open() (*console.Debuggee, error) {
	l := &s.launch
	if l.Test == "" {
		return console.Open(s.ctx, s.std, &l.Target)
	}
	t, err := author.DebugTest(s.ctx, s.std, author.TestOptions{
		Paths: []string{l.Test}, Run: l.Tests.Run, Count: 1, Parallel: 1, Checks: 100, Seed: func() uint64 { return l.Seed },
	})
	if err != nil {
		return nil, err
	}
	return &console.Debuggee{Session: t}, nil
}

// start plays to the first stop.
func (s *dapServer) start() { s.stopped(s.d.Start(s.launch.Stops)) }

// goOn continues, or goes back, after the answer is sent.
func (s *dapServer) goOn(u debug.Unit, back bool) error {
	if _, waits := s.d.Now(); !waits && !back {
		s.after = s.terminated
		return nil
	}
	if !back && s.d.Asked() {
		return diag.Refuse("you must act first: evaluate :fork WORDS in the console", "")
	}
	s.after = func() {
		var stop *debug.Stop
		var err error
		if back {
			stop, err = s.d.Back(u)
		} else {
			stop, err = s.d.Go(u)
		}
		if err == nil {
			s.stopped(stop)
		}
	}
	return nil
}

// stopped tells the editor where the program stopped.
func (s *dapServer) stopped(stop *debug.Stop) {
	s.handles = nil
	if stop.Reason == debug.Failed && !s.failed {
		s.failed = true
		if at := s.d.Failure(); at != nil {
			stop = at
			// Show the editor the breakpoint that was set where a test fails
			for _, b := range s.d.Breakpoints() {
				if slices.Contains(at.Hits, b.Number) {
					s.event("breakpoint", dap.BreakpointEventBody{Reason: "new", Breakpoint: dap.Breakpoint{
						Id: b.Number, Verified: true, Line: int(b.At.Line), Column: int(b.At.Col), Source: s.sourceOf(b.At.File),
					}})
				}
			}
		}
	}
	_, waits := s.d.Now()
	body := dap.StoppedEventBody{Reason: stop.Reason.String(), ThreadId: 1, AllThreadsStopped: true, HitBreakpointIds: stop.Hits}
	if stop.Changes != nil {
		body.Reason = "data breakpoint"
		body.Text = strings.Join(stop.Changes, "; ")
		body.Description = body.Text
	}
	if stop.Err != nil {
		body.Text, body.Description = stop.Err.Error(), stop.Err.Error()
		if !waits {
			s.event("output", dap.OutputEventBody{Category: "stderr", Output: stop.Err.Error() + "\n"})
		}
	}
	if waits {
		s.event("stopped", body)
		return
	}
	if more, err := s.d.Next(); more && err == nil && stop.Reason == debug.Ended && s.launch.Table != nil {
		s.start()
		return
	}
	s.terminated()
}

// fileOf returns the loader's name of one of the editor's scripts.
func (s *dapServer) fileOf(src *dap.Source) (string, error) {
	if n := src.SourceReference; n > 0 {
		if n > len(s.sources) {
			return "", fmt.Errorf("no source %d", n)
		}
		return s.sources[n-1], nil
	}
	return library.Ref(src.Path)
}

// sourceOf returns the script in a form that the editor can open.
func (s *dapServer) sourceOf(file string) *dap.Source {
	if !strings.HasPrefix(file, "@") {
		full, err := filepath.Abs(filepath.FromSlash(file))
		if err != nil {
			return nil
		}
		return &dap.Source{Name: filepath.Base(full), Path: full}
	}
	n := 0
	for i, have := range s.sources {
		if have == file {
			n = i + 1
		}
	}
	if n == 0 {
		s.sources = append(s.sources, file)
		n = len(s.sources)
	}
	return &dap.Source{Name: file, Path: file, SourceReference: n}
}

func (s *dapServer) breakpoint(b debug.Breakpoint) dap.Breakpoint {
	if err := s.d.Check(&b); err != nil {
		return dap.Breakpoint{Message: err.Error()}
	}
	own := s.d.Break(b)
	out := dap.Breakpoint{Id: own.Number, Verified: own.Bound, Message: own.Why}
	if own.At.Line > 0 {
		out.Line, out.Column, out.Source = int(own.At.Line), int(own.At.Col), s.sourceOf(own.At.File)
	}
	return out
}

func (s *dapServer) setLines(a *dap.SetBreakpointsArguments) (any, error) {
	file, err := s.fileOf(&a.Source)
	if err != nil {
		return nil, err
	}
	s.d.Clear(func(b *debug.Breakpoint) bool { return b.File == file })
	out := []dap.Breakpoint{}
	for _, b := range a.Breakpoints {
		out = append(out, s.breakpoint(debug.Breakpoint{File: file, Line: b.Line, If: b.Condition, Hits: b.HitCondition, Log: b.LogMessage}))
	}
	return dap.SetBreakpointsResponseBody{Breakpoints: out}, nil
}

func (s *dapServer) setFunctions(a *dap.SetFunctionBreakpointsArguments) (any, error) {
	s.d.Clear(func(b *debug.Breakpoint) bool { return b.File == "" && !watches(b) })
	out := []dap.Breakpoint{}
	for _, b := range a.Breakpoints {
		out = append(out, s.breakpoint(debug.Breakpoint{On: b.Name, If: b.Condition, Hits: b.HitCondition}))
	}
	return dap.SetFunctionBreakpointsResponseBody{Breakpoints: out}, nil
}

// watches reports whether a breakpoint stops where a value has changed.
func watches(b *debug.Breakpoint) bool { return strings.HasPrefix(b.On, "change:") }

// dataInfo names what a data breakpoint watches: a variable of the table, or an expression of it.
func (s *dapServer) dataInfo(a *dap.DataBreakpointInfoArguments) (any, error) {
	id := a.Name
	if n := a.VariablesReference; n > 0 {
		if n > len(s.handles) {
			return nil, fmt.Errorf("no variables %d", n)
		}
		g := &s.handles[n-1]
		if g.scope != debug.TableScope {
			return dap.DataBreakpointInfoResponseBody{Description: "only what stands at the table can be watched"}, nil
		}
		id = g.part(a.Name)
	}
	if err := s.d.Check(&debug.Breakpoint{On: "change:" + id}); err != nil {
		return dap.DataBreakpointInfoResponseBody{Description: err.Error()}, nil
	}
	return dap.DataBreakpointInfoResponseBody{DataId: id, Description: id, AccessTypes: []dap.DataBreakpointAccessType{"write"}}, nil
}

func (s *dapServer) setData(a *dap.SetDataBreakpointsArguments) (any, error) {
	s.d.Clear(watches)
	out := []dap.Breakpoint{}
	for _, b := range a.Breakpoints {
		out = append(out, s.breakpoint(debug.Breakpoint{On: "change:" + b.DataId, If: b.Condition, Hits: b.HitCondition}))
	}
	return dap.SetDataBreakpointsResponseBody{Breakpoints: out}, nil
}

// targets are where a step can go that is longer than a statement.
var targets = []dap.StepInTarget{{Id: int(debug.Decision), Label: "the next decision"}, {Id: int(debug.Street), Label: "the next street"}, {Id: int(debug.HandOver), Label: "the end of the hand"}}

func (s *dapServer) stepIn(a *dap.StepInArguments) (any, error) {
	unit := debug.Into
	if a.TargetId != 0 {
		if !slices.ContainsFunc(targets, func(t dap.StepInTarget) bool { return t.Id == a.TargetId }) {
			return nil, fmt.Errorf("no target %d", a.TargetId)
		}
		unit = debug.Unit(a.TargetId)
	}
	return nil, s.goOn(unit, false)
}

func (s *dapServer) frames(a *dap.StackTraceArguments) (any, error) {
	all := s.d.Frames()
	if a.Levels <= 0 { // all
		a.Levels = len(all)
	}
	out := []dap.StackFrame{}
	for i, f := range all {
		if i < a.StartFrame || i-a.StartFrame >= a.Levels {
			continue
		}
		frame := dap.StackFrame{Id: i + 1, Name: f.Name, Line: int(f.Pos.Line), Column: int(f.Pos.Col)}
		if f.Pos.Line > 0 {
			frame.Source = s.sourceOf(f.Pos.File)
		}
		out = append(out, frame)
	}
	return dap.StackTraceResponseBody{StackFrames: out, TotalFrames: len(all)}, nil
}

// frame returns the frame with this number; 0 is the innermost.
func (s *dapServer) frame(id int) (*debug.Frame, error) {
	frames := s.d.Frames()
	switch {
	case id == 0 && len(frames) > 0:
		return &frames[0], nil
	case id < 1 || id > len(frames):
		return nil, fmt.Errorf("no frame %d", id)
	}
	return &frames[id-1], nil
}

// mostHandles is the largest number of values that can be expanded at one stop.
const mostHandles = 100_000

// handle returns a number by which the editor asks for parts; 0 if there are none.
func (s *dapServer) handle(g group) int {
	if len(s.handles) >= mostHandles {
		return 0
	}
	s.handles = append(s.handles, g)
	return len(s.handles)
}

func (s *dapServer) scopes(a *dap.ScopesArguments) (any, error) {
	f, err := s.frame(a.FrameId)
	if err != nil {
		return nil, err
	}
	out := []dap.Scope{}
	for _, scope := range s.d.Scopes(f) {
		out = append(out, dap.Scope{Name: scope.Name, VariablesReference: s.handle(group{func() []star.Variable { return scope.Variables }, scope.Name, ""})})
	}
	return dap.ScopesResponseBody{Scopes: out}, nil
}

func (s *dapServer) variables(a *dap.VariablesArguments) (any, error) {
	if a.VariablesReference < 1 || a.VariablesReference > len(s.handles) {
		return nil, fmt.Errorf("no variables %d", a.VariablesReference)
	}
	out := []dap.Variable{}
	g := s.handles[a.VariablesReference-1]
	for _, v := range g.parts() {
		one := dap.Variable{Name: v.Name, Value: debug.ValueText(v.Value), Type: v.Value.Type(), VariablesReference: s.parts(v.Value, g.scope, g.part(v.Name))}
		if g.scope == debug.TableScope { // an expression that gives the value
			one.EvaluateName = g.part(v.Name)
		}
		if !g.settable() {
			one.PresentationHint = &dap.VariablePresentationHint{Attributes: []string{"readOnly"}}
		}
		out = append(out, one)
	}
	return dap.VariablesResponseBody{Variables: out}, nil
}

// settable reports whether the variables of a group can be set: the memory of the table's rules, and its fields.
func (g *group) settable() bool {
	return g.scope == debug.MemoryScope && !strings.ContainsAny(g.path, ".[")
}

func (s *dapServer) setVariable(a *dap.SetVariableArguments) (any, error) {
	if a.VariablesReference < 1 || a.VariablesReference > len(s.handles) {
		return nil, fmt.Errorf("no variables %d", a.VariablesReference)
	}
	g := s.handles[a.VariablesReference-1]
	if !g.settable() {
		return nil, diag.Refuse(fmt.Sprintf("%s is not to be set: at the table, say :fork WORDS at a decision", g.part(a.Name)), "")
	}
	rule, field := a.Name, ""
	if g.path != "" {
		rule, field = g.path, a.Name
	}
	v, err := s.d.SetMemory(rule, field, a.Value)
	if err != nil {
		return nil, err
	}
	return dap.SetVariableResponseBody{Value: debug.ValueText(v), Type: v.Type(), VariablesReference: s.parts(v, g.scope, g.part(a.Name))}, nil
}

func (s *dapServer) parts(v starlark.Value, scope, path string) int {
	if len(debug.Items(v)) == 0 {
		return 0
	}
	return s.handle(group{func() []star.Variable { return debug.Items(v) }, scope, path})
}

func (s *dapServer) evaluate(a *dap.EvaluateArguments) (any, error) {
	if words, ok := strings.CutPrefix(strings.TrimSpace(a.Expression), ":"); ok {
		text, err := s.command(words)
		return dap.EvaluateResponseBody{Result: text}, err
	}
	var f *debug.Frame
	if a.FrameId != 0 {
		var err error
		if f, err = s.frame(a.FrameId); err != nil {
			return nil, err
		}
	}
	v, err := s.d.Eval(f, a.Expression)
	if err != nil {
		return nil, err
	}
	return dap.EvaluateResponseBody{Result: debug.ValueText(v), Type: v.Type(), VariablesReference: s.parts(v, "", "")}, nil
}

// command runs a line of the debug console that begins with a colon: an action for which the protocol has no request.
func (s *dapServer) command(words string) (string, error) {
	name, rest, _ := strings.Cut(words, " ")
	rest = strings.TrimSpace(rest)
	unit, steps := console.Units[name]
	switch {
	case name == "fork":
		done, _, err := s.d.Fork(rest)
		return done, err
	case name == "see":
		return "", s.d.See(rest)
	case name == "done":
		return strings.Join(s.d.Done(), ", "), nil
	case name == "back":
		if unit, steps = console.Units[rest]; !steps {
			return "", diag.Refuse("back "+rest+"?", ":back decision, :back street, :back hand")
		}
		return "", s.stepped(unit, true)
	case steps:
		return "", s.stepped(unit, false)
	}
	return "", diag.Refuse(fmt.Sprintf("unknown request %q", ":"+name), ":decision, :street, :hand, :back UNIT, :fork WORDS, :see SEAT, :done")
}

// stepped steps as the console asks, and tells the editor that the program continues.
func (s *dapServer) stepped(u debug.Unit, back bool) error {
	err := s.goOn(u, back)
	if then := s.after; err == nil {
		s.after = func() {
			s.event("continued", dap.ContinuedEventBody{ThreadId: 1, AllThreadsContinued: true})
			then()
		}
	}
	return err
}

func (s *dapServer) source(a *dap.SourceArguments) (any, error) {
	if a.SourceReference < 1 || a.SourceReference > len(s.sources) {
		return nil, fmt.Errorf("no source %d", a.SourceReference)
	}
	return dap.SourceResponseBody{Content: s.d.Text(s.sources[a.SourceReference-1])}, nil
}
