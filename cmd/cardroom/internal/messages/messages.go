// Package messages answers the messages of dsl/protocol about games, scripts and results. Each message does the same as a
// command of the program, with the same functions and the same output: a result is what the command prints as JSON.
//
// Scripts from clients are not trusted. They see only themselves, the library and the houses. Their steps, memory, time,
// output and number of parallel jobs are limited.
package messages

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/editor"
	"cardroom/dsl/protocol"
	"cardroom/dsl/star/guard"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
)

// File names of the texts that clients send.
const (
	scriptFile = "game.star"
	testFile   = "game_test.star"
)

// Time limits for scripts from clients; steps and memory have the usual limits.
const (
	loadTime = 5 * time.Second
	callTime = time.Second
)

// Limits on the work of clients.
const (
	mostJobs   = 2       // jobs at the same time
	mostOutput = 8 << 20 // bytes of a result
	mostNotes  = 20      // lines of standard error
)

// Desk answers for one process: it has the houses and the scripts of the command line.
type Desk struct {
	ctx  context.Context // context of the tables
	std  *app.IO         // input of commands, without their outputs
	own  []string        // scripts that messages may name
	seed uint64
	jobs chan struct{}
	now  atomic.Pointer[<-chan struct{}] // stops the scripts of the request about a table that is being answered
	kept *guard.Memory                   // memory of the client scripts that tables use, for all tables together

	listed func() ([]*plan.Game, error)
	told   memo

	writing sync.Mutex                      // guards the text being written
	asks    atomic.Pointer[<-chan struct{}] // stops the scripts of the question about it
	work    *editor.Workspace
}

// New returns a desk whose tables end with the context. own lists the scripts that messages may name.
func New(ctx context.Context, std *app.IO, own []string, seed uint64) *Desk {
	ended, _ := app.Graced(ctx)
	base := std.Stranger(library.Houses(std), ended)
	if base.LoadTimeout == 0 {
		base.LoadTimeout, base.CallTimeout = loadTime, callTime
	}
	d := &Desk{told: memo{answers: map[string]protocol.Answer{}}, ctx: ctx, std: base, own: own, seed: seed, jobs: make(chan struct{}, mostJobs), kept: guard.NewMemory(0)}
	d.listed = sync.OnceValues(func() ([]*plan.Game, error) { return library.Games(ctx, d.begin(ctx, nil).std) })
	d.work = editor.New(editor.Host{Library: d.openLibrary, Reference: d.reference, Scripts: func() []string { return nil }, Own: func(file string) string { return file }})
	return d
}

// Options returns the options of a server that answers from the desk.
func (d *Desk) Options() protocol.Options {
	return protocol.Options{
		Find:   d.find,
		Games:  d.games,
		Policy: d.policy,
		More:   d.handlers(),
		Seed:   d.seed,
		Limits: protocol.Usual,
		Doing: func(ctx context.Context) func() {
			over, stop := app.Graced(ctx)
			d.now.Store(&over)
			return func() {
				d.now.Store(nil)
				stop()
			}
		},
	}
}

// handlers returns the message handlers by name.
func (d *Desk) handlers() map[string]protocol.Handler {
	fields := func(message string) (names []string) {
		for _, p := range Messages()[message].Params {
			names = append(names, p.Field())
		}
		return names
	}
	return map[string]protocol.Handler{
		"source":     {Fields: []string{"game"}, Do: d.once(d.source)},
		"options":    {Fields: []string{"game", "script", "set"}, Do: d.once(d.options)},
		"check":      {Fields: []string{"script", "tests", "name"}, Do: d.once(d.check)},
		"tokens":     {Fields: []string{"script", "tests"}, Do: d.once(d.tokens)},
		"format":     {Fields: []string{"script"}, Do: d.format},
		"complete":   {Fields: []string{"script", "tests", "line", "col"}, Do: d.complete},
		"hover":      {Fields: []string{"script", "tests", "line", "col"}, Do: d.hover},
		"doc":        {Fields: []string{"name"}, Do: d.doc},
		"parameters": {Fields: []string{"name"}, Do: d.parameters},
		"sheet":      {Fields: fields("sheet"), Loose: true, Do: d.once(d.sheet)},
		"test":       {Fields: fields("test"), Loose: true, Do: d.test},
		"simulate":   {Fields: fields("simulate"), Loose: true, Do: d.simulate},
		"odds":       {Fields: []string{"spec", "script"}, Loose: true, Do: d.odds},
		"solve":      {Fields: fields("solve"), Loose: true, Do: d.solve},
		"diff":       {Fields: fields("diff"), Loose: true, Do: d.diff},
	}
}

// memo has the newest answers that depend on nothing but their messages, the day and the embedded scripts.
type memo struct {
	sync.Mutex
	answers map[string]protocol.Answer
	order   []string // keys, oldest first
}

// Limits on the answers that are kept.
const (
	mostTold = 64      // answers
	mostSize = 1 << 18 // bytes of a message with its answer
)

// handle answers a message.
type handle = func(context.Context, *protocol.Request, *protocol.Answer, protocol.Progress) error

// once returns a handler that answers a message like an earlier one as it was answered then, unless the user's own scripts could
// have changed meanwhile. A page asks the same of a game whenever it is opened.
func (d *Desk) once(do handle) handle {
	if len(d.own) > 0 || d.std.Getenv("CARDROOM_PATH") != "" {
		return do
	}
	return func(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
		fields := maps.Clone(r.Rest)
		delete(fields, "id")
		asked, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		key, id := d.std.Now().Format(time.DateOnly)+string(asked), a.ID
		m := &d.told
		m.Lock()
		told, ok := m.answers[key]
		m.Unlock()
		if ok {
			*a = told
			a.ID = id
			return nil
		}
		if err := do(ctx, r, a, tell); err != nil || a.Partial || len(key)+len(a.Markdown)+len(a.HTML)+len(a.Faults) > mostSize {
			return err
		}
		m.Lock()
		defer m.Unlock()
		if _, ok := m.answers[key]; !ok {
			m.answers[key], m.order = *a, append(m.order, key)
		}
		if len(m.order) > mostTold {
			delete(m.answers, m.order[0])
			m.order = slices.Delete(m.order, 0, 1)
		}
		return nil
	}
}

// refuse returns the error of a refused request.
func refuse(code protocol.Code, hint, format string, args ...any) error {
	return &protocol.Fault{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// requestState is the working state of one request.
type requestState struct {
	std         *app.IO
	out, errors *bounded
}

// begin returns the desktop of a request with the texts of a client.
func (d *Desk) begin(ctx context.Context, texts texts) *requestState {
	t := &requestState{out: &bounded{most: mostOutput}, errors: &bounded{most: 64 << 10}}
	std := *d.std
	std.Stdout, std.Stderr = term.NewStream(t.out), term.NewStream(t.errors)
	std.Stdout.Unfolded, std.Stderr.Unfolded = true, true
	std.Memory, std.Printed = guard.NewMemory(0), &app.ScriptOutput{}
	if ctx != d.ctx {
		std.Ended, _ = app.Graced(ctx)
	}
	if len(texts) > 0 {
		std.FS = texts
	}
	t.std = &std
	return t
}

// bounded keeps what is written, up to a number of bytes.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, refuse(protocol.Limited, "", "the result has more than %d bytes", b.most)
	}
	return b.Buffer.Write(p)
}

// end completes an answer with the output of a command; err is the error of the command. A failed check or a difference
// (app.ErrNo) or an open answer (app.ErrOpen) is a result and not a refusal. If the command was canceled, the answer is marked as partial.
func (t *requestState) end(a *protocol.Answer, err error) (text []byte, failed error) {
	t.std.Stdout.Flush()
	if bad := t.std.Stdout.Err(); bad != nil {
		return nil, bad
	}
	text = bytes.TrimSpace(t.out.Bytes())
	for line := range strings.Lines(t.errors.String()) {
		if len(a.Notes) < mostNotes {
			a.Notes = append(a.Notes, strings.TrimRight(line, "\n"))
		}
	}
	switch {
	case err == nil, errors.Is(err, app.ErrNo), errors.Is(err, app.ErrOpen):
	case errors.Is(err, context.Canceled) && len(text) > 0:
		a.Partial = true
	case errors.Is(err, context.Canceled):
		return nil, protocol.Stopped
	default:
		return nil, asRefusal(err)
	}
	return text, nil
}

// asRefusal turns an error of the command line into a refusal. If there are several errors, the position is that of the
// first.
func asRefusal(err error) error {
	list := app.Flatten(err)
	if len(list) < 2 {
		return spoken(err)
	}
	var words []string
	for _, e := range list {
		words = append(words, e.Error())
	}
	return fmt.Errorf("%s%w", strings.Join(words[1:], "\n"), list[0])
}

// nameOf returns the library's name of the game or script in a request, and the texts that come with the request.
func (d *Desk) nameOf(game, script string) (string, texts, error) {
	switch {
	case script == "" && game == "":
		return "", nil, refuse(protocol.Malformed, `add "game" or "script"`, "no game is named")
	case script == "":
		return game, nil, d.mayName(game)
	case game == "":
		return scriptFile, texts{scriptFile: script}, nil
	}
	return scriptFile + ":" + strings.TrimPrefix(game, scriptFile+":"), texts{scriptFile: script}, nil
}

// mayName returns an error if a message names a file that is not on the command line.
func (d *Desk) mayName(game string) error {
	if (strings.Contains(game, ".star") || strings.ContainsAny(game, `\@`)) && !slices.Contains(d.own, game) {
		return refuse(protocol.Unknown, "name a game of a house, send its script, or start serve with the script", "messages name no files")
	}
	return nil
}

// find returns the game of a table. The game outlives the request.
func (d *Desk) find(name, script string, set map[string]string) (*plan.Game, error) {
	ref, texts, err := d.nameOf(name, script)
	if err != nil {
		return nil, err
	}
	t := d.begin(d.ctx, texts)
	t.std.Doing = d.doing
	if script != "" {
		t.std.Memory = d.kept
	}
	game, _, err := library.Load(t.std, ref, set)
	return game, err
}

// doing returns the channel whose closing stops the scripts of tables and their policies: that of the request that is being
// answered.
func (d *Desk) doing() <-chan struct{} {
	if over := d.now.Load(); over != nil {
		return *over
	}
	return d.std.Ended
}

// games returns the games of a house by family, or those of all houses except the galleries.
func (d *Desk) games(house string) (out []protocol.Game, err error) {
	if house == "" {
		list, err := d.listed()
		for _, g := range list {
			out = append(out, row(g, ""))
		}
		return out, err
	}
	families, err := library.New(d.begin(d.ctx, nil).std, nil).Families(house)
	for _, f := range families {
		for _, g := range f.Games {
			out = append(out, row(g, f.Name))
		}
	}
	return out, err
}

// row returns a game as an entry of a list.
func row(g *plan.Game, family string) protocol.Game {
	return protocol.Game{
		Game: g.ID, Name: g.Name, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats, House: g.House, Family: family,
		About: author.FirstSentence(g.Doc), Stakes: g.Stakes.Default, Banked: g.Banked(),
	}
}

// policy returns the policy that plays the seats of a table.
func (d *Desk) policy(name string, seats int) (batch.Policy, error) {
	if err := d.mayPlay(name, false); err != nil {
		return nil, err
	}
	t := d.begin(d.ctx, nil)
	t.std.Doing = d.doing
	list, err := library.ReadPolicies(library.New(t.std, nil), nil, name, seats)
	if err != nil {
		return nil, err
	}
	return list.Maker()()
}

// long runs work that may take long. Only a few jobs run at a time.
func (d *Desk) long(ctx context.Context, a *protocol.Answer, texts texts, tell protocol.Progress, do func(std *app.IO) error) error {
	select {
	case d.jobs <- struct{}{}:
		defer func() { <-d.jobs }()
	case <-ctx.Done():
		return protocol.Stopped
	}
	t := d.begin(ctx, texts)
	t.std.Reached = func(label string, done, total int64) {
		part := 0.0
		if total > 0 {
			part = min(float64(done)/float64(total), 1)
		}
		tell(part, label)
	}
	text, err := t.end(a, do(t.std))
	if err != nil {
		return err
	}
	a.Result = text
	return nil
}

// mostRanges is the highest number of hands and ranges whose odds are computed.
const mostRanges = 23

// seedOf returns the seed of a message, or that of the server.
func (d *Desk) seedOf(fields map[string]json.RawMessage) uint64 {
	if seed, err := strconv.ParseUint(string(fields["seed"]), 10, 64); err == nil {
		return seed
	}
	return d.seed
}

// readAbout reads a message about a game, with the library's name of the game and the texts that come with it.
func readAbout[O any](d *Desk, list []params.Row[told[O]], r *protocol.Request) (t told[O], given params.Given, name string, files texts, err error) {
	if given, err = read(list, r.Rest, &t); err == nil {
		name, files, err = d.nameOf(t.subject.game, t.subject.script)
	}
	return t, given, name, files, err
}

// simulate plays hands.
func (d *Desk) simulate(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	t, given, name, texts, err := readAbout(d, simulateRows(), r)
	if err != nil {
		return err
	}
	o := &t.options
	if err := d.mayPlay(o.Policy, t.subject.script != ""); err != nil {
		return err
	}
	if err := o.Check(d.std, given); err != nil {
		return spoken(err)
	}
	o.Game, o.Seed, o.Workers, o.Format, o.Show, o.UpTo = name, d.seedOf(r.Rest), d.std.CPUs, report.JSON, 0, "--hand"
	o.Again = params.AgainLine("run", []string{name}, simulateRows(), given, o.Seed)
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return runs.Run(ctx, std, *o) })
}

// mayPlay returns an error for policies that are files. If the request has a script, policies can be functions of it.
func (d *Desk) mayPlay(policy string, script bool) error {
	for _, name := range library.PolicyNames(policy) {
		if file := library.FileOf(name); file == scriptFile && script || slices.Contains(library.Builtin(), name) {
			continue
		}
		return refuse(protocol.Unknown, "use "+strings.Join(library.Builtin(), ", ")+", or "+scriptFile+":NAME for a function of the script", "policy %.60q: messages cannot name files", name)
	}
	return nil
}

// odds computes equities.
func (d *Desk) odds(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	fields, err := spec(r, "spec")
	if err != nil {
		return err
	}
	o := equity.Options{Seed: func() uint64 { return d.seedOf(fields) }, Format: report.JSON}
	o.Effort.Workers = d.std.CPUs
	given, err := read(equity.Rows, fields, &o)
	if err != nil {
		return err
	}
	var of subject
	if _, err := read([]params.Row[subject]{{Param: theScript, At: func(s *subject) any { return &s.script }}}, r.Rest, &of); err != nil {
		return err
	}
	var texts texts
	if of.script != "" {
		game := ""
		if given.Has("game") {
			game = o.Game
		}
		if o.Game, texts, err = d.nameOf(game, of.script); err != nil {
			return err
		}
	} else if err := d.mayName(o.Game); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(o.Hands, func(h string) bool { return h == "-" || strings.HasPrefix(h, "@") }), strings.Contains(o.Draw, ".star"):
		return refuse(protocol.Unknown, "", "messages name no files")
	case len(o.Hands) > mostRanges:
		return refuse(protocol.Limited, "", "hands are at most %d, not %d", mostRanges, len(o.Hands))
	}
	if err := o.Check(given); err != nil {
		return spoken(err)
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return equity.Odds(ctx, std, o) })
}

// solve solves a small version of a game.
func (d *Desk) solve(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	t, given, name, texts, err := readAbout(d, solveRows(), r)
	if err != nil {
		return err
	}
	o := &t.options
	if o.Policy != "" {
		if err := d.mayPlay(o.Policy, t.subject.script != ""); err != nil {
			return err
		}
	}
	if err := o.Check(d.std, given, false); err != nil {
		return spoken(err)
	}
	o.Game, o.Format = name, report.JSON
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return solving.Solve(ctx, std, *o) })
}

// diff compares two games.
func (d *Desk) diff(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	t, given, name, texts, err := readAbout(d, diffRows(), r)
	if err != nil {
		return err
	}
	o := &t.options
	games := []string{name}
	if against := t.subject.against; against != "" {
		if err := d.mayName(against); err != nil {
			return err
		}
		games = append(games, against)
	} else if given.Has("set") && !given.Has("b") { // the options of the second rule set
		o.B.Set, o.Both = o.Both, nil
		given["b"] = given["set"]
		delete(given, "set")
	}
	run := &o.Run
	if err := d.mayPlay(run.Policy, t.subject.script != ""); err != nil {
		return err
	}
	if !o.EachOption {
		err = o.Settle(games)
	}
	if err := cmp.Or(err, o.Check(given)); err != nil {
		return spoken(err)
	}
	run.Seed, run.Workers, run.Format = d.seedOf(r.Rest), d.std.CPUs, report.JSON
	o.Again = params.AgainLine("diff", games, diffRows(), given, run.Seed)
	if o.Exhaustive {
		if err := o.SettleSmall(d.std, given, false); err != nil {
			return spoken(err)
		}
		return d.long(ctx, a, texts, tell, func(std *app.IO) error { return author.DiffExhaustive(ctx, std, *o, games) })
	}
	return d.long(ctx, a, texts, tell, func(std *app.IO) error { return author.Diff(ctx, std, *o) })
}

// test runs the tests of a script.
func (d *Desk) test(ctx context.Context, r *protocol.Request, a *protocol.Answer, tell protocol.Progress) error {
	var t told[author.TestOptions]
	given, err := read(testRows(), r.Rest, &t)
	if err != nil {
		return err
	}
	o := &t.options
	files := texts{scriptFile: t.subject.script}
	o.Paths = []string{scriptFile}
	if t.subject.script == "" {
		// The tests of a listed game are those of its house.
		if t.subject.game == "" {
			return refuse(protocol.Malformed, `add "game" or "script"`, "no game is named")
		}
		if err := d.mayName(t.subject.game); err != nil {
			return err
		}
		house, _, _ := strings.Cut(t.subject.game, "/")
		files, o.Paths = nil, []string{house}
	} else if t.subject.tests != "" {
		files[testFile] = t.subject.tests
		o.Paths = []string{testFile}
	}
	o.Parallel, o.Seed, o.Format = d.std.CPUs, func() uint64 { return d.seedOf(r.Rest) }, report.JSON
	if err := o.Check(d.std, given); err != nil {
		return spoken(err)
	}
	return d.long(ctx, a, files, tell, func(std *app.IO) error {
		std.CallTimeout = 0 // each test has a time limit of its own
		return author.RunTests(ctx, std, *o)
	})
}
