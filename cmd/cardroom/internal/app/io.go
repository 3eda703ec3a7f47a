package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"
	"cardroom/engine/history"
)

// IO is everything a command may access outside its own memory. main makes one, and each test makes its own.
type IO struct {
	term.Streams
	// FS opens files by the names the user typed. Unlike most file systems in Go, the real one accepts absolute paths and "..".
	FS history.FileSystem
	// Create creates a file that appears under its name only when it is complete.
	Create func(name string) (term.File, error)
	// CreatePlain is Create for a name in a folder that the user named: it replaces only regular files and follows no links.
	CreatePlain func(dir, name string) (term.File, error)
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
	Listen func(port int) (Listener, error)
	// CPUs is the default number of workers.
	CPUs    int
	Version string
	// Release is the part of the version that matters on paper: without the build and the version of Go.
	Release string

	// Job is the command line as far as results depend on it, see [Command].
	Job string
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
	// OnRenamed reports the use of an old name in a script; nil reports nothing.
	OnRenamed func(*diag.Error)
	// Parsed caches the parsed scripts of the command; if it is nil, they are parsed each time.
	Parsed *star.Parsed
	// Debug is the debugger of the command's scripts, or nil.
	Debug *star.Debugger
	// Unsaved maps the loader's names of the user's scripts to unsaved text that replaces their files.
	Unsaved map[string]string
	// Memory limits the memory of all scripts of the command together.
	Memory *guard.Memory

	// Rescue saves the game or session in progress if the process has to end.
	Rescue *Rescue

	Houses fs.FS       // see houses
	second *reportFile // of --report, or nil
}

// Stranger returns what a client's requests may access, which is what is listed here: the houses, the clock, the files of the command
// line, which only scripts named there are read from, and limits. Output goes nowhere, no variable is set, no file is written, no
// program is run, and nothing is listened to or watched.
func (std *IO) Stranger(houses fs.FS, ended <-chan struct{}) *IO {
	nowhere := func(string) (term.File, error) { return nil, fs.ErrPermission }
	return &IO{
		Streams:     term.Streams{Stdin: term.Input{Reader: strings.NewReader("")}, Stdout: term.NewStream(io.Discard), Stderr: term.NewStream(io.Discard), Now: std.Now, Reached: std.Reached},
		FS:          std.FS,
		Houses:      houses,
		Create:      nowhere,
		CreatePlain: func(_, name string) (term.File, error) { return nowhere(name) },
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
		OnRenamed:   std.OnRenamed,
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
	return write(f, err, text)
}

// WritePlain is WriteFile for a name in a folder that the user named, see CreatePlain.
func (std *IO) WritePlain(dir, name string, text []byte) error {
	f, err := std.CreatePlain(dir, name)
	return write(f, err, text)
}

func write(f term.File, err error, text []byte) error {
	if err != nil {
		return err
	}
	return term.Fill(f, func(w io.Writer) error {
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

// ReadState reads what [IO.KeepState] has kept in a state file. An unreadable file counts as empty.
func ReadState[T any](std *IO, file string) (kept T) {
	if name := std.StateFile(file); name != "" {
		if text, err := std.ReadText(name); err == nil && json.Unmarshal(text, &kept) != nil {
			return *new(T)
		}
	}
	return kept
}

// KeepState keeps a value between runs, if there is a folder for such files.
func (std *IO) KeepState(file string, value any) error {
	name := std.StateFile(file)
	if name == "" {
		return nil
	}
	text, err := json.Marshal(value)
	if err == nil {
		err = std.MkdirAll(filepath.Dir(name))
	}
	if err != nil {
		return err
	}
	return std.WriteFile(name, append(text, '\n'))
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

// MostPrinted is how many bytes a command's scripts may print, including the script's
// name on each line. A script can print a million lines in a second.
const MostPrinted = 1 << 20

// ScriptOutput counts the bytes that scripts print.
type ScriptOutput struct{ bytes atomic.Int64 }

// Print prints a message of a script if the limit allows. At the first message over
// the limit it prints a notice instead.
func (p *ScriptOutput) Print(to *term.Stream, msg, format string, args ...any) {
	const line = 64 // approximate length of what precedes the message
	size := int64(len(msg) + line)
	switch after := p.bytes.Add(size); {
	case after <= MostPrinted:
		to.Printf(format, args...)
	case after-size <= MostPrinted:
		to.Printf("cardroom: scripts have printed 1 MB: what more they print is dropped\n")
	}
}

// Again resets the count, because the user has asked for something new.
func (p *ScriptOutput) Again() {
	if p != nil { // nothing has been loaded yet
		p.bytes.Store(0)
	}
}

// reportFile is a second copy of a command's result, in the file of --report.
type reportFile struct {
	format  string // from the extension of the file
	file    term.File
	std     *IO // writes results to the file and discards messages
	written bool
}

// ReportFormat returns the format of the file of --report, "" without one.
func (std *IO) ReportFormat() string {
	if std.second == nil {
		return ""
	}
	return std.second.format
}

// Wants reports whether the result is needed in a format, for standard output (whose
// format is printed) or the file of --report.
func (std *IO) Wants(printed, format string) bool {
	return printed == format || std.ReportFormat() == format
}

// closeReport commits the file if there was a result.
func (std *IO) closeReport() error {
	r := std.second
	if r == nil {
		return nil
	}
	std.second = nil
	r.std.Stdout.Flush()
	if !r.written || r.std.Stdout.Err() != nil {
		r.file.Discard()
		return PlainPathError(r.std.Stdout.Err())
	}
	return r.file.Commit()
}

// Results writes a result to standard output in the requested format, and to the file
// of --report in that file's format.
func (std *IO) Results(format string, write func(std *IO, format string) error) error {
	err := write(std, format)
	if r := std.second; r != nil {
		r.written = true
		err = errors.Join(err, write(r.std, r.format))
	}
	return err
}

// ShowPage writes a page to a file and opens it with the system's default program. Without a name it uses a temporary file
// called base, which is not deleted because the browser still needs it. It does so only at a terminal; elsewhere nobody would
// find the file.
func (std *IO) ShowPage(name, base string, write func(std *IO) error) error {
	if name == "" && !std.Stdout.Terminal {
		return Usagef("--open needs --output FILE where there is no terminal")
	}
	page, err := std.printed(write)
	if err != nil {
		return err
	}
	if name == "" {
		dir, err := os.MkdirTemp("", "cardroom-")
		if err != nil {
			return PlainPathError(err)
		}
		name = filepath.Join(dir, base)
	}
	if err := std.WriteFile(name, page); err != nil {
		return err
	}
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	if err := std.Show(name); err != nil {
		return fmt.Errorf("%w; the page is in %s", err, name)
	}
	std.Note("the page is in %s", name)
	return nil
}

// Show opens a file with the system's default program.
func (std *IO) Show(name string) error {
	with := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin", "ios":
		with = []string{"open"}
	case "windows":
		with = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	err := std.Exec(with[0], append(with[1:], name)...)
	switch {
	case errors.Is(err, notInstalled):
		return fmt.Errorf("cannot open the page: %s is not installed", with[0])
	case err != nil:
		return fmt.Errorf("%s could not open the page: %w", with[0], err)
	}
	return nil
}

// ToFile writes the output of a command to a file.
func (std *IO) ToFile(name string, write func(std *IO) error) error {
	text, err := std.printed(write)
	if err != nil {
		return err
	}
	return std.WriteFile(name, text)
}

// printed returns the output of a command.
func (std *IO) printed(write func(std *IO) error) ([]byte, error) {
	var text bytes.Buffer
	to := *std
	to.Stdout = term.NewStream(&text)
	err := write(&to)
	to.Stdout.Flush()
	return text.Bytes(), errors.Join(err, to.Stdout.Err())
}

// DoneGrace is how long scripts may go on after their command or request is told to end. What loads or returns faster than that
// does, so that an interrupted command can report in its results that they are incomplete. Only tests change it.
var DoneGrace = 500 * time.Millisecond

// Graced returns a channel that is closed DoneGrace after a context ends, for all scripts that run under it. Call stop if nobody
// needs the channel any more.
func Graced(ctx context.Context) (over <-chan struct{}, stop func() bool) {
	closed, grace := make(chan struct{}), DoneGrace
	return closed, context.AfterFunc(ctx, func() { time.AfterFunc(grace, func() { close(closed) }) })
}

// Until ends with a context what may take long: scripts soon after it, see [Graced], and reading standard input at once, with the
// error of the context. The returned function undoes it.
func (std *IO) Until(ctx context.Context) (back func()) {
	ended, stdin := std.Ended, std.Stdin
	from := stdin.Reader
	if u, ok := from.(*untilDone); ok {
		from = u.from
	}
	over, stop := Graced(ctx)
	std.Ended, std.Stdin.Reader = over, &untilDone{ctx: ctx, from: from}
	return func() {
		stop()
		std.Ended, std.Stdin = ended, stdin
	}
}

// Outlive returns a context for a dialog that outlives a ^C, and binds to it what may take long. A ^C calls interrupt, which reports
// whether the dialog goes on; a request to end the program ends it in any case.
func (std *IO) Outlive(ctx context.Context, interrupt func() bool) (context.Context, context.CancelFunc) {
	ctx, leave := context.WithCancel(context.WithoutCancel(ctx))
	std.Until(ctx)
	signals, stop := std.Signals()
	go func() {
		defer stop()
		for {
			select {
			case <-ctx.Done():
				return
			case sig := <-signals:
				if goesOn := interrupt(); !goesOn || sig != os.Interrupt {
					leave()
				}
			}
		}
	}()
	return ctx, leave
}

// untilDone reads until a context ends, also while it waits for what never comes.
type untilDone struct {
	ctx  context.Context
	from io.Reader
	room []byte
}

func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	if u.room == nil {
		u.room = make([]byte, 1<<16)
	}
	// The reading may go on after the end, so it gets no memory of the caller.
	room := u.room[:min(len(p), len(u.room))]
	type result struct {
		n   int
		err error
	}
	got := make(chan result, 1)
	go func() {
		n, err := u.from.Read(room)
		got <- result{n, err}
	}()
	select {
	case r := <-got:
		return copy(p, room[:r.n]), r.err
	case <-u.ctx.Done():
		return 0, u.ctx.Err()
	}
}

// Watcher signals changes in its directories. It does not say what changed, because an
// editor that replaces a file, or writes it in several steps, causes many events for
// one change.
type Watcher interface {
	// Add watches a directory, but not its subdirectories. Adding it twice is no error.
	Add(dir string) error
	// Changed receives one value for one or more changes.
	Changed() <-chan struct{}
	Close() error
}

// Settling is how long files must be unchanged before scripts are read again, because
// editors write a file in several steps.
const Settling = 60 * time.Millisecond

// Settled waits for a change and until no more changes follow. It returns false when the context ends.
func Settled(ctx context.Context, w Watcher) bool {
	var still <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-w.Changed():
			still = time.After(Settling)
		case <-still:
			return true
		}
	}
}

// Stamp is a file's size and time, which differ after a change; the zero value means
// no file.
type Stamp struct {
	Size int64
	Time time.Time
}

// StampOf returns the current stamp of a file.
func StampOf(std *IO, name string) Stamp {
	info, err := std.FS.Stat(name)
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime()}
}

// Versions returns the version in one line: that of the tag or of the source, the commit with its date if the build has them, and that of Go. The
// release is the module's version with the commit.
func Versions() (version, release string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return dsl.Version, dsl.Version
	}
	const short = 12 // characters of a commit
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	release = dsl.Version // of a tag, if the program was built from one
	if v, ok := strings.CutPrefix(info.Main.Version, "v"); ok && !strings.Contains(v, "-") {
		release = v
	}
	version = release
	if commit := settings["vcs.revision"]; commit != "" {
		commit = ", commit " + commit[:min(short, len(commit))]
		version += commit
		release += commit
		if when := settings["vcs.time"]; when != "" {
			version += " of " + when
		}
		if settings["vcs.modified"] == "true" {
			version += " with changes"
			release += " with changes"
		}
	}
	return version + ", " + info.GoVersion + " " + settings["GOOS"] + "/" + settings["GOARCH"], release
}

// CommandLine returns a command line, quoted for shells.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord quotes a word for shells where needed.
func shellWord(w string) string {
	if w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%#", r)
	}) && w[0] != '#' {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// startPager pipes text output for a terminal through the program in PAGER, or less by default; the first byte starts it. The
// returned function waits until the user quits the pager. The pager ends when the command is interrupted, and later with a request
// to end, but not with ^C, which is then a key of the pager.
func (std *IO) startPager(ctx context.Context, format string) (wait func()) {
	if format != report.Text || !std.Stdout.Terminal || !std.Stdin.Terminal {
		return func() {}
	}
	program := std.Getenv("PAGER")
	if program == "" && std.Pager != nil {
		program = std.Pager()
	}
	if program == "" {
		return func() {}
	}
	p := &pager{std: std, program: program}
	var quit context.CancelFunc
	p.ctx, quit = context.WithCancel(context.WithoutCancel(ctx))
	p.back = std.Stdout.Divert(p)
	return func() {
		std.Stdout.Flush()
		defer quit()
		if ctx.Err() != nil {
			quit()
		}
		defer context.AfterFunc(ctx, func() {
			if !strings.Contains(context.Cause(ctx).Error(), os.Interrupt.String()) {
				quit()
			}
		})()
		if p.to != nil {
			_ = p.to.Close()
			p.wait()
		}
		p.back() // a user who quits the pager has seen enough
	}
}

// Paged pipes what is printed next through the pager, and returns a function that waits until the user quits it.
func (std *IO) Paged(ctx context.Context) (wait func()) { return std.startPager(ctx, report.Text) }

// pager starts a pager for the first byte that is written to it.
type pager struct {
	std     *IO
	program string
	ctx     context.Context
	back    func()
	to      io.WriteCloser // nil before the first byte
	wait    func()
}

func (p *pager) Write(text []byte) (n int, err error) {
	if p.to == nil {
		if p.to, p.wait, err = p.std.Page(p.ctx, p.program); err != nil {
			return 0, fmt.Errorf("PAGER: %w", err)
		}
	}
	return p.to.Write(text)
}
