package console

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/repl"

	"github.com/fatih/color"
)

// ReplTerminal runs a session with a person at a terminal.
func ReplTerminal(ctx context.Context, std *app.IO, opts ReplOptions) error {
	t := &terminalSession{std: *std}
	// ^C stops an evaluation, not the session, once that has begun; a termination request ends the session.
	var leave func()
	t.ctx, leave = t.std.Outlive(ctx, t.interrupt)
	defer leave()
	begun := t.doing(t.ctx, leave)
	t.std.Doing = t.running

	var err error
	if t.editor, err = t.std.Editor(t.complete, term.ReadHistory(std.StateFile("history"), std.Warn)); err != nil {
		return err
	}
	defer t.editor.Close()
	context.AfterFunc(t.ctx, t.editor.Wake)
	t.std.Stdout, t.std.Stderr = t.editor.Output(std.Stdout), t.editor.Output(std.Stderr)

	o := replSession(&t.std, opts)
	if err := opts.playSmall(&t.std, &o); err != nil {
		return err
	}
	o.Report = func(err error) { reportRepl(&t.std, err) }
	o.Taken = func(entry string) {
		t.editor.Cooked()
		t.editor.Remember(entry)
	}
	editText, editFile := o.Host.EditText, o.Host.EditFile
	o.Host.EditText = func(text string) (string, error) {
		t.editor.Cooked()
		return editText(text)
	}
	o.Host.EditFile = func(name string) error {
		t.editor.Cooked()
		return editFile(name)
	}
	t.session = repl.New(o)
	if err := begin(t.ctx, t.session, opts); err != nil {
		return err
	}
	begun()
	t.std.Note("cardroom: :help lists the commands, ^D leaves")
	stopWatching, err := t.watch()
	if err != nil {
		t.std.Warn("changes of files are not seen: %v", err)
	} else {
		defer stopWatching()
	}
	t.run()
	return nil
}

// terminalSession is a session with a person at a terminal.
type terminalSession struct {
	std     app.IO // its outputs write above the line being typed
	editor  *term.Editor
	session *repl.Session
	ctx     context.Context

	mu   sync.Mutex
	stop context.CancelFunc // stops the evaluation; nil if none is running
	over <-chan struct{}    // stops the scripts of the evaluation; nil if none is running
	// follow is called after each entry, which may have loaded a file.
	follow func()
}

func (t *terminalSession) complete(text string) ([]string, int) { return t.session.Complete(text) }

// interrupt stops the running evaluation; the session goes on.
func (t *terminalSession) interrupt() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		t.stop()
	}
	return true
}

// run reads and evaluates lines until the person leaves.
func (t *terminalSession) run() {
	rest := ""
	for t.ctx.Err() == nil {
		got, err := t.editor.Read(t.prompt(), rest)
		rest = ""
		switch {
		case t.ctx.Err() != nil:
			return
		case errors.Is(err, term.ErrInterrupt):
			t.session.Drop()
			continue
		case errors.Is(err, io.EOF):
			return
		case got.Pasted:
			rest, err = t.paste(got.Text)
		case got.Recall:
			err = t.lines(got.Text)
			t.session.End(t.ctx)
		default:
			err = t.line(got.Text, true)
		}
		if err != nil {
			return
		}
		if t.follow != nil {
			t.follow()
		}
	}
}

// prompt returns the prompt of the next line in color.
func (t *terminalSession) prompt() string {
	return t.editor.Out.Paint(promptOf(t.session), color.FgCyan)
}

// doing lets ^C stop an evaluation and its scripts until the returned function is called.
func (t *terminalSession) doing(ctx context.Context, stop context.CancelFunc) (done func()) {
	over, forget := app.Graced(ctx)
	set := func(stop context.CancelFunc, over <-chan struct{}) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.stop, t.over = stop, over
	}
	set(stop, over)
	return func() {
		set(nil, nil)
		forget()
	}
}

// running returns the channel whose closing stops the scripts: that of the evaluation, or of the session.
func (t *terminalSession) running() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over == nil {
		return t.std.Ended
	}
	return t.over
}

// line evaluates a line; ^C stops it.
func (t *terminalSession) line(text string, typed bool) error {
	ctx, stop := context.WithCancel(t.ctx)
	defer stop()
	defer t.doing(ctx, stop)()
	t.std.Printed.Again()
	return t.session.Line(ctx, text, typed)
}

func (t *terminalSession) lines(text string) error {
	for line := range strings.Lines(text) {
		if err := t.line(strings.TrimRight(line, "\n"), false); err != nil {
			return err
		}
	}
	return nil
}

// paste evaluates pasted lines and prints each after its prompt. Text after the last
// newline is returned as rest, to be completed by the user.
func (t *terminalSession) paste(text string) (rest string, err error) {
	whole, rest := text, ""
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		whole, rest = text[:i+1], text[i+1:]
	}
	for line := range strings.Lines(whole) {
		line = strings.TrimRight(line, "\n")
		t.std.Stdout.Printf("%s%s\n", t.prompt(), line)
		if err := t.line(line, false); err != nil {
			return "", err
		}
	}
	return strings.ReplaceAll(rest, "\t", "    "), nil
}

// watch reloads files when they change.
func (t *terminalSession) watch() (stop func(), err error) {
	w, err := t.std.Watch()
	if err != nil {
		return nil, err
	}
	f := &fileWatch{std: &t.std, watcher: w, session: t.session, stamps: map[string]app.Stamp{}}
	f.follow()
	t.follow = f.follow
	ctx, leave := context.WithCancel(t.ctx)
	var done sync.WaitGroup
	done.Go(func() {
		for app.Settled(ctx, f.watcher) {
			if f.changed() {
				f.session.Reload(ctx)
				f.follow()
			}
		}
	})
	return func() {
		leave()
		done.Wait()
		_ = w.Close()
	}, nil
}

// fileWatch reloads the files of a session when they change.
type fileWatch struct {
	std     *app.IO
	watcher app.Watcher
	session *repl.Session

	mu     sync.Mutex
	stamps map[string]app.Stamp // by the file names of the operating system
}

// follow watches the files that the session has loaded so far.
func (f *fileWatch) follow() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, ref := range f.session.Files() {
		name := filepath.FromSlash(ref)
		if _, known := f.stamps[name]; known {
			continue
		}
		f.stamps[name] = app.StampOf(f.std, name)
		if err := f.watcher.Add(filepath.Dir(name)); err != nil {
			f.std.Warn("%s is not watched: %v", name, err)
		}
	}
}

// changed reports whether any file has changed. A file that is missing for a moment
// does not count: an editor is replacing it.
func (f *fileWatch) changed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed := false
	for name, was := range f.stamps {
		now := app.StampOf(f.std, name)
		if now == (app.Stamp{}) || now.Size == was.Size && now.Time.Equal(was.Time) {
			continue
		}
		f.stamps[name], changed = now, true
	}
	return changed
}
