package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/testkit"
)

// fault makes one disk operation fail: the n-th of its kind.
type fault struct {
	kind  string // create, write, sync, close, rename, lock
	n     int
	err   error // nil makes a short write without an error
	count int
	hit   bool
}

// fails counts an operation and reports whether it is the one that fails.
func (f *fault) fails(kind string) bool {
	if f == nil || f.kind != kind {
		return false
	}
	f.count++
	f.hit = f.hit || f.count == f.n
	return f.count == f.n
}

// faultyDisk is a disk with a fault. It calls seen for each file that is about to appear under its name.
type faultyDisk struct {
	term.Disk
	fault *fault
	seen  func(target, beside string)
}

func (d faultyDisk) OpenFile(name string, flag int, mode fs.FileMode) (term.DiskFile, error) {
	if flag&os.O_CREATE != 0 && d.fault.fails("create") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: d.fault.err}
	}
	f, err := d.Disk.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return faultyFile{f, d.fault, name}, nil
}

func (d faultyDisk) Rename(from, to string) error {
	if d.fault.fails("rename") {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: d.fault.err}
	}
	if d.seen != nil {
		d.seen(to, from)
	}
	return d.Disk.Rename(from, to)
}

type faultyFile struct {
	term.DiskFile
	fault *fault
	name  string
}

func (f faultyFile) Write(p []byte) (int, error) {
	if !f.fault.fails("write") {
		return f.DiskFile.Write(p)
	}
	n, err := f.DiskFile.Write(p[:len(p)/2])
	if err == nil && f.fault.err != nil {
		err = &fs.PathError{Op: "write", Path: f.name, Err: f.fault.err}
	}
	return n, err
}

func (f faultyFile) Sync() error {
	if f.fault.fails("sync") {
		return &fs.PathError{Op: "sync", Path: f.name, Err: f.fault.err}
	}
	return f.DiskFile.Sync()
}

// Close closes the file even if it fails, as the operating system does.
func (f faultyFile) Close() error {
	err := f.DiskFile.Close()
	if f.fault.fails("close") {
		return &fs.PathError{Op: "close", Path: f.name, Err: f.fault.err}
	}
	return err
}

func (f faultyFile) Lock() (func(), error) {
	if f.fault.fails("lock") {
		return nil, f.fault.err
	}
	return f.DiskFile.Lock()
}

// faultyCommand is a command that writes files.
type faultyCommand struct {
	line    string
	input   string
	targets []string // files that it writes
	// again returns why a file that differs from all versions of the undisturbed run is not complete; if it is nil, no such file
	// may exist.
	again func(name string) error
	// code is the exit code of the undisturbed run.
	code int
	// part means that a part of --out is written: only a folder without write permission, a full disk and a failing rename are
	// tried.
	part bool
}

const untidy = "x   =  [ 1,2 ]\n"

// readsAgain returns why a saved game, session or record cannot be read, nil if it can.
func readsAgain(name string) error {
	std, _, _ := fakeIO(nil)
	std.FS = history.OS
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		return err
	case strings.HasPrefix(string(text), console.PlaySchema):
		_, err = console.ReadGame(std, name)
	case strings.HasPrefix(string(text), runs.Schema):
		_, err = runs.Read(std, name)
	default:
		r := history.NewReader(name, text, history.Options{})
		var rec history.Hand
		for err = r.Next(&rec); err == nil; err = r.Next(&rec) {
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	return err
}

var faultyCommands = []faultyCommand{
	{line: "run mixed/nt --hands 300 --seed 1 --save out.phhs", targets: []string{"out.phhs"}},
	{line: "run mixed/nt --session --hands 30 --seed 1 --save out.session", targets: []string{"out.session"}},
	{line: "run mixed/nt --session --hands 200 --seed 1 --save out.phhs", targets: []string{"out.phhs"}},
	{line: "run --resume good.session --hands 5 --save out.session", targets: []string{"out.session"}},
	{line: "run --resume good.session --hands 5 --save good.session", targets: []string{"good.session"}},
	{
		line: "play mixed/nt --seats 2 --policy call --seed 7 --save out.session --save out.phhs", input: "call\ncheck\nfold\n\ncall\nundo\nquit\n",
		targets: []string{"out.session", "out.phhs"}, again: readsAgain,
	},
	{line: "play --resume good.play.session", input: "call\n", targets: []string{"good.play.session"}, again: readsAgain},
	{line: "run mixed/nt --hands 5 --seed 1 --report out.json", targets: []string{"out.json"}},
	{line: "run mixed/nt --hands 5 --seed 1 --report out.ndjson", targets: []string{"out.ndjson"}},
	{line: "run mixed/nt --hands 5 --seed 1 --rows .", targets: []string{"hands.csv", "seats.csv", "decisions.csv", "events.csv", "pots.csv", "equities.csv", "schema.json"}},
	{line: "run mixed/nt --session --hands 5 --seed 1 --rows . --rows-tables seats", targets: []string{"seats.csv", "schema.json"}},
	{line: "replay hands.phhs --rows . --rows-format ndjson --rows-tables hands", targets: []string{"hands.ndjson", "schema.json"}},
	{line: "replay hands.phhs --report out.csv", targets: []string{"out.csv"}},
	{line: "diff mixed/nt angies/holdem --hands 20 --seed 1 --report out.json", targets: []string{"out.json"}, code: app.No},
	{line: "fmt -w a.star b.star", targets: []string{"a.star", "b.star"}},
	{line: "check --fix fixable.star", targets: []string{"fixable.star"}, code: app.No},
	{line: "check good.star --report out.sarif", targets: []string{"out.sarif"}},
	{line: "test good_test.star --coverhtml out.html --coverprofile out.cover", targets: []string{"out.html", "out.cover"}},
	{line: "test good_test.star --report out.xml", targets: []string{"out.xml"}},
	{line: "bench mixed/nt --hands 20 --rounds 1 --seed 1 --profile out.prof", targets: []string{"out.prof"}, again: func(string) error { return nil }},
	{line: "bench mixed/nt --hands 20 --rounds 1 --seed 1 --report out.json", targets: []string{"out.json"}, again: func(string) error { return nil }},
	{line: "repl", input: "x = 1\n:save out.star\n", targets: []string{"out.star"}},
	{line: "run mixed/nt --hands 20 --seed 1 --checkpoint 10 --workers 1 --out .", targets: onePart, part: true},
	{line: "run mixed/nt --sessions 2 --hands 5 --seed 1 --workers 1 --out .", targets: onePart, part: true},
	{line: "replay hands.phhs --summary --out .", targets: onePart, part: true},
	{line: "diff mixed/nt angies/holdem --hands 20 --seed 1 --workers 1 --out .", targets: onePart, part: true, code: app.No},
	{line: "solve banked/threecard --policy call --rounds 10 --out .", targets: onePart, part: true},
	{line: "merge parts/shard-2-of-2.part --out .", targets: []string{"hands-11-20.part"}, part: true},
}

var onePart = []string{"shard-1-of-1.part"}

// oldFile returns the content of a file before a command writes it. A file that --save may replace must look as if cardroom had
// saved it.
func oldFile(name string) string {
	if name == "schema.json" {
		return "" // any other is that of another job
	}
	table, ending, _ := strings.Cut(name, ".")
	for i, t := range ledger.Tables() {
		if t.Name == table {
			return cmp.Or(ledger.Header(ending, i), `{"hand":1}`)
		}
	}
	return "cardroom. variant, old " + name
}

// prepareFaults fills a folder with the input files of the commands, and with old output files.
func prepareFaults(t *testing.T, dir string, c *faultyCommand) {
	t.Helper()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range c.targets {
		if !strings.HasPrefix(name, "good") {
			write(name, oldFile(name))
		}
	}
	for name, text := range faultInputs {
		if strings.Contains(c.line, name) || name == "good.star" && strings.Contains(c.line, "good_test.star") {
			write(name, text)
		}
	}
}

// errors returns the errors to try for an operation; nil is a short write.
func (c *faultyCommand) errors(kind string) []error {
	switch {
	case c.part && kind == "create":
		return []error{syscall.EACCES}
	case c.part && (kind == "write" || kind == "rename"):
		return []error{syscall.ENOSPC}
	case c.part:
		return nil
	case kind == "write":
		return []error{syscall.ENOSPC, syscall.EIO, nil}
	}
	return []error{syscall.ENOSPC} // only a write can be half done
}

// faultInputs are the input files of the commands, by name: scripts, and the files that makeFaultInputs adds.
var faultInputs = map[string]string{
	"a.star":         untidy,
	"b.star":         untidy,
	"fixable.star":   "\"\"\"Fixable.\"\"\"\n\nload(\"@stdlib//board.star\", \"board_rounds\", \"flop\")\n\nx = board_rounds\n",
	"good.star":      ownGame,
	"good_test.star": "\"\"\"Tests.\"\"\"\n\nload(\"./good.star\", \"game_night\")\n\ndef test_name(t):\n    \"\"\"The name.\"\"\"\n    t.eq(game_night.name, \"Hold'em\")\n",
}

// runFaulty runs a command on a disk with a fault, in a new folder.
func runFaulty(t *testing.T, c *faultyCommand, f *fault, seen func(target, beside string)) (dir string, code int, stdout, stderr string) {
	t.Helper()
	dir = t.TempDir()
	prepareFaults(t, dir, c)
	t.Chdir(dir)
	std, out, errs := fakeIO(nil)
	files := &term.Maker{Wrap: func(d term.Disk) term.Disk { return faultyDisk{d, f, seen} }}
	std.FS, std.Create, std.CreatePlain = history.OS, files.Create, files.CreatePlain
	std.MkdirAll = func(name string) error { return os.MkdirAll(name, 0o700) }
	std.Stdin.Reader = strings.NewReader(c.input)
	code = run(context.Background(), std, strings.Fields(c.line))
	return dir, code, out.String(), errs.String()
}

// makeFaultInputs creates the input files of the commands.
func makeFaultInputs(t *testing.T) {
	t.Helper()
	for name, c := range map[string]faultyCommand{
		"good.session":            {line: "run mixed/nt --session --hands 10 --seed 1 --save good.session"},
		"good.play.session":       {line: "play mixed/nt --seats 2 --policy call --seed 7 --save good.play.session", input: "call\n"},
		"hands.phhs":              {line: "run mixed/nt --hands 10 --seed 1 --save hands.phhs"},
		"parts/shard-2-of-2.part": {line: "run mixed/nt --hands 20 --seed 1 --shard 2/2 --out parts"},
	} {
		dir, code, _, stderr := runFaulty(t, &c, nil, nil)
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || code != app.Fine {
			t.Fatalf("%s: %v, %d, %s", c.line, err, code, stderr)
		}
		faultInputs[name] = string(text)
	}
}

// TestFailingWrites makes every disk operation of each command that writes fail once: the first, the second, and so on. No
// incomplete file may appear, the old file must stay, no temporary file may be left, and the message must name the file.
func TestFailingWrites(t *testing.T) {
	makeFaultInputs(t)
	injected := 0
	commands := testkit.Sweep(faultyCommands, 1)
	for i := range commands {
		c := &commands[i]
		t.Run(fmt.Sprint(i, " ", c.line), func(t *testing.T) {
			whole := map[string][]string{} // by target: its versions during the undisturbed run
			dir, code, _, stderr := runFaulty(t, c, nil, func(target, beside string) {
				text, err := os.ReadFile(beside)
				if err != nil {
					text, err = os.ReadFile(filepath.Join(filepath.Dir(target), beside))
				}
				if err != nil {
					t.Error(err)
				}
				whole[filepath.Base(target)] = append(whole[filepath.Base(target)], string(text))
			})
			if code != c.code {
				t.Fatalf("%s: code %d, %s", c.line, code, stderr)
			}
			for _, target := range c.targets {
				if text, err := os.ReadFile(filepath.Join(dir, target)); err != nil || len(whole[target]) == 0 || string(text) != last(whole[target]) {
					t.Fatalf("%s: %s is not written: %v", c.line, target, err)
				}
			}
			for _, kind := range []string{"create", "write", "sync", "close", "rename"} {
				for _, err := range c.errors(kind) {
					for n := 1; ; n++ {
						f := &fault{kind: kind, n: n, err: err}
						if !faultOnce(t, c, f, whole) {
							break
						}
						injected++
					}
				}
			}
		})
	}
	t.Logf("%d faults in %d commands", injected, len(commands))
	if injected < 6*len(commands) {
		t.Errorf("only %d faults", injected)
	}
}

// faultOnce runs a command with a fault and checks the files afterwards. It reports whether the fault occurred.
func faultOnce(t *testing.T, c *faultyCommand, f *fault, whole map[string][]string) bool {
	t.Helper()
	dir, code, _, stderr := runFaulty(t, c, f, nil)
	if !f.hit {
		if code != c.code {
			t.Errorf("%s: code %d without a fault: %s", c.line, code, stderr)
		}
		return false
	}
	what := fmt.Sprintf("%s, %s %d: %v", c.line, f.kind, f.n, f.err)
	want := "short write"
	if f.err != nil {
		want = f.err.Error()
	}
	if f.err == nil && code == c.code && !strings.Contains(stderr, want) { // the rest was written after the short write
		target := c.targets[0]
		if text, err := os.ReadFile(filepath.Join(dir, target)); err != nil || string(text) != last(whole[target]) {
			t.Errorf("%s: %s is not whole: %v", what, target, err)
		}
		return true
	}
	switch command, _, _ := strings.Cut(c.line, " "); {
	case code == app.Cannot:
	case command == "repl" && code == app.No, command == "play" && code == app.Fine: // these report the error and continue
	default:
		t.Errorf("%s: code %d, %s", what, code, stderr)
	}
	named := false
	for _, target := range c.targets {
		named = named || strings.Contains(stderr, target+": "+want)
		text, err := os.ReadFile(filepath.Join(dir, target))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if !wholeVersion(c, target, string(text), whole[target]) && (c.again == nil || c.again(filepath.Join(dir, target)) != nil) {
			t.Errorf("%s: %s is torn: %.100q", what, target, text)
		}
	}
	if !named || strings.Contains(stderr, ".tmp") {
		t.Errorf("%s: the message does not name the file: %s", what, stderr)
	}
	for _, name := range leftIn(t, dir) {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s: %s is left", what, name)
		}
	}
	return true
}

// wholeVersion reports whether a text is the file as it was before the command, or at some point during the undisturbed run.
func wholeVersion(c *faultyCommand, target, text string, versions []string) bool {
	old := oldFile(target)
	switch {
	case strings.HasPrefix(target, "good"):
		old = faultInputs[target]
	case target == "a.star" || target == "b.star":
		old = untidy
	case target == "fixable.star":
		return strings.HasPrefix(text, "\"\"\"Fixable.\"\"\"\n") && strings.HasSuffix(text, "x = board_rounds\n")
	}
	if text == old {
		return true
	}
	for _, v := range versions {
		if v == text {
			return true
		}
	}
	return false
}

func last(list []string) string { return list[len(list)-1] }

// TestOutFolders checks that a folder of --out that is a file, or that cannot be created, is reported before anything is
// computed.
func TestOutFolders(t *testing.T) {
	makeFaultInputs(t)
	for _, c := range faultyCommands {
		if !c.part {
			continue
		}
		at := strings.LastIndex(c.line, "--out ")
		c.line = c.line[:at] + "--out good.star"
		dir, code, stdout, stderr := runFaulty(t, &c, nil, nil)
		text, err := os.ReadFile(filepath.Join(dir, "good.star"))
		if code != app.Cannot || stdout != "" || !strings.Contains(stderr, "good.star: not a directory") || err != nil || string(text) != ownGame {
			t.Errorf("%s: code %d, %v, %s%s", c.line, code, err, stdout, stderr)
		}
		std, out, errs := fakeIO(nil)
		std.FS, std.Stdin.Reader = history.OS, strings.NewReader(c.input)
		std.MkdirAll = func(name string) error { return &fs.PathError{Op: "mkdir", Path: name, Err: syscall.EROFS} }
		code = run(t.Context(), std, strings.Fields(c.line[:at]+"--out new"))
		if code != app.Cannot || out.Len() > 0 || !strings.Contains(errs.String(), "new: read-only file system") {
			t.Errorf("%s: code %d, %s%s", c.line, code, out, errs)
		}
	}
}

// TestDisksWithoutLocks checks that files are written to a disk without locks.
func TestDisksWithoutLocks(t *testing.T) {
	makeFaultInputs(t)
	c := &faultyCommands[0]
	f := &fault{kind: "lock", n: 1, err: syscall.ENOTSUP}
	dir, code, _, stderr := runFaulty(t, c, f, nil)
	if code != app.Fine || !f.hit || len(leftIn(t, dir)) == 0 {
		t.Errorf("code %d, %s", code, stderr)
	}
}

// leftIn lists the names in a folder.
func leftIn(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
