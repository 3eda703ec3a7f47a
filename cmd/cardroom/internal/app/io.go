package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/history"
)

// IO is everything a command may access outside its own memory. main makes one, and each test makes its own.
type IO struct {
	term.Streams
	// FS opens files by the names the user typed. Unlike most file systems in Go, the real one accepts absolute paths and "..".
	FS history.FileSystem
	// Create creates a file that appears under its name only when it is complete.
	Create func(name string) (safefile.File, error)
	// CreatePlain is Create for a name in a folder that the user named: it replaces only regular files and follows no links.
	CreatePlain func(dir, name string) (safefile.File, error)
	// MkdirAll creates a folder that only the user may read, and its missing parents.
	MkdirAll func(name string) error
	// Watch returns a watcher of directories.
	Watch  func() (Watcher, error)
	Getenv func(string) string
	// Seed draws a seed when the user gave none.
	Seed func() uint64
	// Signals delivers ^C and termination requests to commands that outlive a ^C, until stop is called.
	Signals func() (signals <-chan os.Signal, stop func())
	// Late ends the process because the script at place took too much time. If Late is nil, the timeout is an error of the
	// script.
	Late func(place string)
	// Exec runs another program, such as an editor, on the terminal.
	Exec func(name string, args ...string) error
	// Output runs another program with extra environment settings NAME=VALUE and returns its standard output. The error includes
	// what the program wrote to standard error.
	Output func(settings []string, name string, args ...string) ([]byte, error)
	// Pager returns the program that shows long text if PAGER is not set, "" for none.
	Pager func() string
	// Page starts a pager program, which ends with the context, and returns the writer for its text, see startPager.
	Page func(ctx context.Context, program string) (to io.WriteCloser, wait func(), err error)
	// Listen opens a port that only this machine can reach; port 0 is any free one.
	Listen func(port int) (net.Listener, error)
	// CPUs is the default number of workers.
	CPUs    int
	Version string
	// Release is the part of the version that matters on paper: without the build and the version of Go.
	Release string

	// MaxSteps, LoadTimeout and CallTimeout limit each script, see [star.Options]. They are set from --max-steps and --timeout.
	MaxSteps                 uint64
	LoadTimeout, CallTimeout time.Duration
	// Ended stops the scripts when it is closed, see [IO.Until].
	Ended <-chan struct{}
	// Doing, if not nil, replaces Ended for scripts that outlive a request: it returns the channel of the request being answered.
	Doing func() <-chan struct{}
	// Printed counts what the command's scripts have printed.
	Printed *ScriptOutput
	// OnBroken reports a house that does not load while all houses are searched; nil reports nothing.
	OnBroken func(house string, err error)
	// Parsed caches the parsed scripts of the command; if it is nil, they are parsed each time.
	Parsed *star.Parsed
	// Debug is the debugger of the command's scripts, or nil.
	Debug *star.Debugger
	// Unsaved maps the loader's names of the user's scripts to unsaved text that replaces their files.
	Unsaved map[string]string
	// Memory limits the memory of all scripts of the command together.
	Memory *star.Memory

	// Rescue saves the game or session in progress if the process has to end.
	Rescue *Rescue

	Houses fs.FS       // see houses
	second *reportFile // of --report, or nil
}

// Stranger returns what a client's requests may access, which is what is listed here: the houses, the clock, the files of the command
// line, which only scripts named there are read from, and limits. Output goes nowhere, no variable is set, no file is written, no
// program is run, and nothing is listened to or watched.
func (std *IO) Stranger(houses fs.FS, ended <-chan struct{}) *IO {
	nowhere := func(string) (safefile.File, error) { return nil, fs.ErrPermission }
	return &IO{
		Streams:     term.Streams{Stdin: term.Input{Reader: strings.NewReader("")}, Stdout: term.NewStream(io.Discard), Stderr: term.NewStream(io.Discard), Now: std.Now, Reached: std.Reached},
		FS:          std.FS,
		Houses:      houses,
		Create:      nowhere,
		CreatePlain: func(_, name string) (safefile.File, error) { return nowhere(name) },
		MkdirAll:    func(string) error { return fs.ErrPermission },
		Getenv:      func(string) string { return "" },
		Seed:        std.Seed,
		CPUs:        std.CPUs,
		Version:     std.Version,
		Release:     std.Release,
		MaxSteps:    std.MaxSteps,
		LoadTimeout: std.LoadTimeout,
		CallTimeout: std.CallTimeout,
		Ended:       ended,
		OnBroken:    std.OnBroken,
		Parsed:      cmp.Or(std.Parsed, &star.Parsed{}),
	}
}

// Open opens a file by the name the user typed; "-" is standard input.
func (std *IO) Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(std.Stdin), nil
	}
	f, err := std.FS.Open(name)
	if err != nil {
		return nil, PlainPathError(err)
	}
	return f, nil
}

// WriteFile writes a whole file.
func (std *IO) WriteFile(name string, text []byte) error {
	f, err := std.Create(name)
	if err != nil {
		return err
	}
	return safefile.Fill(f, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// StateFile returns the path of a user's file that is kept between runs: in XDG_STATE_HOME, by default ~/.local/state. It
// returns "" if there is no such folder.
func (std *IO) StateFile(name string) string {
	dir := std.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the XDG specification ignores relative paths
		home := std.Getenv("HOME")
		if home == "" {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "cardroom", name)
}

// maxText is the maximum size in bytes of a file of decks, events or a session. It is far more than they need, and stops a
// device or a video from taking all memory.
const maxText = 1 << 30

// ReadText reads a whole text file, by the name the user typed.
func (std *IO) ReadText(name string) ([]byte, error) {
	f, err := std.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data := make([]byte, 1<<12)
	n, err := io.ReadFull(f, data)
	data = data[:n]
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, fmt.Errorf("%s: not a text file: it contains a NUL byte", name)
	}
	if err == nil {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(f, maxText))
		data = append(data, rest...)
	}
	switch {
	case len(data) > maxText:
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxText)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return data, nil
	}
	return data, PlainPathError(err)
}

// PlainPathError shortens a path error to "name: no such file or directory": users do not care about the system call.
func PlainPathError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// Rescue saves the game in progress when the process cannot go on because a hook of a script hangs or memory runs out. play and
// run --session register a function that writes the game as it was after the last complete action or hand. Run may be called
// from any goroutine, before the process exits. A nil Rescue saves nothing.
type Rescue struct {
	mu   sync.Mutex
	save func() error
	done bool
}

// Register makes Run call save. The returned function undoes this when the game is over or saved.
func (r *Rescue) Register(save func() error) (forget func()) {
	if r == nil {
		return func() {}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.save = save
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.save = nil
	}
}

// Run saves at most once. It returns nil if there is nothing to save.
func (r *Rescue) Run() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done || r.save == nil {
		return nil
	}
	r.done = true
	return r.save()
}

// Over returns the channel whose closing stops the scripts.
func (std *IO) Over() <-chan struct{} {
	if std.Doing != nil {
		return std.Doing()
	}
	return std.Ended
}
