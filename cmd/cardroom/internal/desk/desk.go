// Package desk answers the messages of dsl/protocol that are about games, scripts and
// results. Each does what a command of the program does, by the same functions and with
// the same output: a result is what the command prints as JSON.
//
// Scripts of clients are not trusted. They see nothing but themselves, the library and
// the houses; steps, memory, time, output and the number of works at a time are bounded.
package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/editor"
	"cardroom/dsl/protocol"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
)

// The names of the texts that clients send.
const (
	scriptFile = "game.star"
	testFile   = "game_test.star"
)

// What the script of a client may take, by the clock; steps and memory have the usual limits.
const (
	loadTime = 5 * time.Second
	callTime = time.Second
)

// What clients may have done and what they get.
const (
	mostWorks  = 2       // at the same time
	mostOutput = 8 << 20 // bytes of a result
	mostNotes  = 20      // lines of standard error
)

// Desk answers for one process: its houses, and the scripts of its command line.
type Desk struct {
	ctx   context.Context // of the tables
	std   *app.IO         // what commands read, without the outputs
	own   []string        // scripts that messages may name
	seed  uint64
	works chan struct{}
	kept  *star.Memory // of the scripts of clients that tables stand on, all together

	listed func() ([]*plan.Game, error)

	writing sync.Mutex // the text that is being written
	work    *editor.Workspace
}

// New is a desk whose tables end with the context. own are scripts that messages may name.
func New(ctx context.Context, std *app.IO, own []string, seed uint64) *Desk {
	base := *std
	base.Houses = library.Houses(std) // before the environment is forgotten
	base.Getenv = func(string) string { return "" }
	base.Late, base.Rescue, base.Ended, base.Memory, base.Printed, base.Unsaved = nil, nil, ctx.Done(), nil, nil, nil
	base.Parsed = &star.Parsed{}
	base.Quiet, base.Verbose = false, false
	base.MkdirAll = func(string) error { return fs.ErrPermission }
	base.Create = func(string) (safefile.File, error) { return nil, fs.ErrPermission }
	base.CreatePlain = func(string, string) (safefile.File, error) { return nil, fs.ErrPermission }
	base.Exec, base.Output, base.Page, base.Pager, base.Signals, base.Listen, base.Watch = nil, nil, nil, nil, nil, nil, nil
	if base.LoadTimeout == 0 {
		base.LoadTimeout, base.CallTimeout = loadTime, callTime
	}
	d := &Desk{ctx: ctx, std: &base, own: own, seed: seed, works: make(chan struct{}, mostWorks), kept: star.NewMemory(0)}
	d.listed = sync.OnceValues(func() ([]*plan.Game, error) { return library.Games(ctx, d.begin(ctx, nil).std) })
	d.work = editor.New(editor.Host{Library: d.openLibrary, Reference: d.reference, Scripts: func() []string { return nil }, Own: func(file string) string { return file }})
	return d
}

// Options are those of a server that answers from the desk.
func (d *Desk) Options() protocol.Options {
	return protocol.Options{
		Find:   d.find,
		Games:  d.games,
		Policy: d.policy,
		More:   d.handlers(),
		Seed:   d.seed,
		Limits: protocol.Usual,
	}
}

// handlers are the messages by name.
func (d *Desk) handlers() map[string]protocol.Handler {
	played := []string{"game", "script", "set", "stakes"}
	fields := func(list []string, more ...string) []string { return append(slices.Clone(list), more...) }
	return map[string]protocol.Handler{
		"source":   {Fields: []string{"game"}, Do: d.source},
		"options":  {Fields: []string{"game", "script", "set"}, Do: d.options},
		"check":    {Fields: []string{"script"}, Do: d.check},
		"tokens":   {Fields: []string{"script"}, Do: d.tokens},
		"format":   {Fields: []string{"script"}, Do: d.format},
		"complete": {Fields: []string{"script", "line", "col"}, Do: d.complete},
		"hover":    {Fields: []string{"script", "line", "col"}, Do: d.hover},
		"doc":      {Fields: []string{"name"}, Do: d.doc},
		"sheet":    {Fields: fields(played, "for"), Do: d.sheet},
		"test":     {Fields: []string{"game", "script", "tests", "seed"}, Do: d.test},
		"simulate": {Fields: fields(played, "seats", "stack", "seed", "hands", "policy"), Do: d.simulate},
		"odds":     {Fields: []string{"spec", "script"}, Do: d.odds},
		"solve":    {Fields: fields(played, "size", "iterations", "until"), Do: d.solve},
		"diff":     {Fields: []string{"game", "script", "against", "set", "hands", "seed"}, Do: d.diff},
	}
}

// refuse is a request that is refused.
func refuse(code protocol.Code, hint, format string, args ...any) error {
	return &protocol.Fault{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// desktop is what one request works with.
type desktop struct {
	std         *app.IO
	out, errors *bounded
}

// begin is the work place of a request with the texts of a client.
func (d *Desk) begin(ctx context.Context, texts texts) *desktop {
	t := &desktop{out: &bounded{most: mostOutput}, errors: &bounded{most: 64 << 10}}
	std := *d.std
	std.Stdin = term.Input{Reader: strings.NewReader("")}
	std.Stdout, std.Stderr = term.NewStream(t.out), term.NewStream(t.errors)
	std.Stdout.Unfolded, std.Stderr.Unfolded = true, true
	std.Memory, std.Printed, std.Ended = star.NewMemory(0), &app.ScriptOutput{}, ctx.Done()
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

// end completes an answer with what a command has printed, and err is how the command has ended.
// shown says that there is a result: then no findings, no difference and no failure are refusals.
func (t *desktop) end(a *protocol.Answer, err error) (text []byte, failed error) {
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
	case err == nil, errors.Is(err, app.ErrNo):
	case errors.Is(err, context.Canceled) && len(text) > 0:
		a.Partial = true
	case errors.Is(err, context.Canceled):
		return nil, refuse(protocol.Limited, "ask for fewer hands or less work", "it was stopped before it had a result")
	default:
		return nil, plainly(err)
	}
	return text, nil
}

// plainly is an error of the command line as a refusal. Of several the first has the place.
func plainly(err error) error {
	list := app.Flatten(err)
	if len(list) < 2 {
		return err
	}
	var words []string
	for _, e := range list {
		words = append(words, e.Error())
	}
	return fmt.Errorf("%s%w", strings.Join(words[1:], "\n"), list[0])
}

// nameOf is the name by which the library finds what a request names, and the texts that it brings.
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

// mayName refuses names of files that are none of the command line's.
func (d *Desk) mayName(game string) error {
	if (strings.Contains(game, ".star") || strings.ContainsAny(game, `\@`)) && !slices.Contains(d.own, game) {
		return refuse(protocol.Unknown, "name a game of a house, send its script, or start serve with the script", "messages name no files")
	}
	return nil
}

// find finds the game of a table, which outlives the request.
func (d *Desk) find(name, script string, set map[string]string) (*plan.Game, error) {
	ref, texts, err := d.nameOf(name, script)
	if err != nil {
		return nil, err
	}
	t := d.begin(d.ctx, texts)
	if script != "" {
		t.std.Memory = d.kept
	}
	game, _, err := library.Load(t.std, ref, set)
	return game, err
}

// games lists the games of a house by family, or those of all houses but the galleries.
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

// row is a game in a list.
func row(g *plan.Game, family string) protocol.Game {
	return protocol.Game{
		Game: g.ID, Name: g.Name, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats, House: g.House, Family: family,
		About: books.FirstSentence(g.Doc), Stakes: g.Stakes.Default, Banked: g.Banked(),
	}
}

// policy is what plays for the seats of a table.
func (d *Desk) policy(name string, seats int) (batch.Policy, error) {
	if err := d.mayPlay(name, false); err != nil {
		return nil, err
	}
	list, err := library.ReadPolicies(library.New(d.begin(d.ctx, nil).std, nil), nil, name, seats)
	if err != nil {
		return nil, err
	}
	return list.Maker()()
}

// long does work that may take long, of which few are done at a time.
func (d *Desk) long(ctx context.Context, a *protocol.Answer, texts texts, tell protocol.Progress, do func(std *app.IO) error) error {
	select {
	case d.works <- struct{}{}:
		defer func() { <-d.works }()
	case <-ctx.Done():
		return refuse(protocol.Limited, "ask for fewer hands or less work", "it was stopped before it had a result")
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
