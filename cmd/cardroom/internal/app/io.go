package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/history"
)

// IO is everything a command may touch outside its own memory. One value is
// made in main, another in each test.
type IO struct {
	term.Streams
	// FS opens files by the names the user typed: unlike most file systems in
	// Go the real one takes absolute paths and "..".
	FS history.FileSystem
	// Create opens a file that appears under its name only when it is complete.
	Create func(name string) (safefile.File, error)
	// CreatePlain is Create for a name below a folder that the user named: nothing
	// but a regular file is replaced, and no link on the way is followed.
	CreatePlain func(dir, name string) (safefile.File, error)
	// MkdirAll makes a folder that only the user may read, and those above it.
	MkdirAll func(name string) error
	// Watch begins to watch directories.
	Watch  func() (Watcher, error)
	Getenv func(string) string
	// Seed draws a seed when the user gave none.
	Seed func() uint64
	// Signals passes on ^C and requests to end, until stop is called, to
	// commands that outlive a ^C.
	Signals func() (signals <-chan os.Signal, stop func())
	// Late ends the process, because a script at a place took too much time. nil
	// makes it an error of the script.
	Late func(place string)
	// Exec runs another program on the terminal, such as an editor.
	Exec func(name string, args ...string) error
	// Output runs another program, with settings NAME=VALUE of its environment, and returns what it prints. The
	// error has what it says of itself.
	Output func(settings []string, name string, args ...string) ([]byte, error)
	// Pager finds the program that shows long text where PAGER names none, "" for none.
	Pager func() string
	// Page starts a program that shows what it is given, see startPager.
	Page func(program string) (to io.WriteCloser, wait func(), err error)
	// Listen opens a port of this machine, which no other can reach; 0 is any that is free.
	Listen func(port int) (net.Listener, error)
	// CPUs is how many workers run at once when the user does not say.
	CPUs    int
	Version string

	// MaxSteps, LoadTimeout and CallTimeout bound each script, see [dsl.Options].
	// Set from --max-steps and --timeout.
	MaxSteps                 uint64
	LoadTimeout, CallTimeout time.Duration
	// Ended is closed by a ^C; nil for commands that outlive one.
	Ended <-chan struct{}
	// Printed is what the scripts of the command have printed.
	Printed *ScriptOutput
	// Parsed are the scripts of the command that were parsed; nil parses them each time.
	Parsed *star.Parsed
	// Debug follows the scripts of the command; nil leaves them as they are.
	Debug *star.Debugger
	// Unsaved are the texts that scripts of the user have instead of those of their files, by the loader's names.
	Unsaved map[string]string
	// Memory is what all scripts of the command may take together.
	Memory *star.Memory

	// Rescue saves the game or session in progress before the process ends in the
	// middle of it.
	Rescue *Rescue

	Houses fs.FS         // see houses
	second *secondResult // of --report, nil without
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

// WriteFile writes a file whole.
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

// StateFile is where a user's file of that name is kept between runs: below
// XDG_STATE_HOME, by default ~/.local/state. "" if there is no such place.
func (std *IO) StateFile(name string) string {
	dir := std.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the rule for XDG: other paths do not count
		home := std.Getenv("HOME")
		if home == "" {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "cardroom", name)
}

// maxText is the most that a file of decks, events or a session may have. It is far
// more than they need, and keeps a device or a film from taking all memory.
const maxText = 1 << 30

// ReadText reads a file of text whole, by the name the user typed.
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

// PlainPathError says "name: no such file or directory" without the system
// call in front, which no user asked about.
func PlainPathError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// Rescue saves what is being played when the process cannot go on: the hook of a
// script hangs, memory runs out. play and run --session register a function that
// writes the game as it was after the last action or hand that was whole; whoever
// ends the process calls run, from any goroutine, and exits after it. nil keeps
// nothing.
type Rescue struct {
	mu   sync.Mutex
	save func() error
	done bool
}

// Register has save called by run. The function returned takes it back: the game
// is over, or saved.
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

// Run saves once. It returns nil when there is nothing to save.
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
