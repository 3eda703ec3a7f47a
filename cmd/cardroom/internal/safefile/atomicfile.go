// Package safefile writes files that appear under their names only when they are
// complete, and that leave nothing behind when they fail.
package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"cardroom/engine/files"
)

// File is a file being written. It has its name only after Commit; Discard
// leaves nothing behind, and does nothing after Commit, so that it can be
// deferred. Its errors name the file as the user did.
type File interface {
	io.Writer
	Commit() error
	Discard()
}

// Fill writes a file whole: it has its name if write succeeds, and otherwise there is none.
func Fill(f File, write func(io.Writer) error) error {
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// Maker makes the Files of one process. The bytes go to a hidden neighbour of
// the file, because a rename is atomic only within one directory.
//
// A process that is killed leaves its neighbour behind. The next one that writes
// the same file removes it: a process locks its neighbour as long as it lives.
type Maker struct {
	// Wrap is put around each disk; nil for nothing. Tests have disks fail.
	Wrap func(Disk) Disk

	mu    sync.Mutex
	swept map[string]bool // targets beside which nothing is left behind
}

func (m *Maker) on(d Disk) Disk {
	if m.Wrap == nil {
		return d
	}
	return m.Wrap(d)
}

// Create opens a File. What already exists and is not a regular file (a pipe,
// /dev/null) cannot be renamed over and is written as it is. A symbolic link is
// followed: the file that it points to is replaced, and not the link.
func (m *Maker) Create(name string) (File, error) {
	target, info, err := resolve(name)
	if err != nil {
		return nil, failedAt(name, err)
	}
	d := m.on(osDisk{})
	if info != nil && !info.Mode().IsRegular() {
		return openDirect(d, name, target, info)
	}
	return m.open(d, name, target, info)
}

// CreatePlain opens a File below the folder dir, which the user named. Nothing but
// a regular file is replaced, and no link below dir is followed.
func (m *Maker) CreatePlain(dir, name string) (File, error) {
	shown := filepath.Join(dir, name)
	// With the dot a pipe is refused without waiting for its other end.
	root, err := os.OpenRoot(dir + string(os.PathSeparator) + ".")
	if err != nil {
		return nil, failedAt(shown, err)
	}
	d := m.on(rootDisk{root})
	info, err := plainFile(d, name)
	if err != nil {
		_ = root.Close()
		return nil, failedAt(shown, err)
	}
	f, err := m.open(d, shown, name, info)
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	f.root = root
	return f, nil
}

// plainFile is what stands under a name, nil for nothing, if no part of the name
// is a link and it is a regular file.
func plainFile(d Disk, name string) (info fs.FileInfo, err error) {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i := range parts {
		info, err = d.Lstat(filepath.Join(parts[:i+1]...))
		switch {
		case errors.Is(err, fs.ErrNotExist) && i == len(parts)-1:
			return nil, nil
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, errors.New("a symbolic link: name the file that it points to instead")
		}
	}
	switch {
	case info.IsDir():
		return nil, errIsDirectory
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	return info, nil
}

var errIsDirectory = errors.New("is a directory")

// open opens the neighbour of a target that is a regular file or not there.
func (m *Maker) open(d Disk, name, target string, old fs.FileInfo) (*atomicFile, error) {
	m.sweep(d, name, target)
	a := &atomicFile{disk: d, name: name, target: target}
	if err := a.openBeside(old); err != nil {
		return nil, failedAt(name, err)
	}
	a.buf = bufio.NewWriterSize(a.file, 1<<16)
	return a, nil
}

// resolve follows a symbolic link. The info is nil when there is no such file yet.
func resolve(name string) (string, fs.FileInfo, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	if info.IsDir() {
		return "", nil, errIsDirectory
	}
	target, err := filepath.EvalSymlinks(name)
	return target, info, err
}

// besideName is the name of a new neighbour of target: .target.RANDOM.tmp
func besideName(target string) string {
	random := strconv.FormatUint(rand.Uint64(), 36)
	dir, base := filepath.Split(target)
	return dir + "." + base + "." + strings.Repeat("0", besideDigits-len(random)) + random + ".tmp"
}

// besideDigits is how long a random number of 64 bits can be to the base of 36.
const besideDigits = 13

// isBeside reports whether a file of the target's folder is one of its neighbours.
func isBeside(file, base string) bool {
	random, ok := strings.CutPrefix(file, "."+base+".")
	random, tmp := strings.CutSuffix(random, ".tmp")
	return ok && tmp && len(random) <= besideDigits && len(random) >= besideDigits-2 && strings.Trim(random, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// openBeside creates the temporary neighbour of the target, with the permissions
// of the file it will replace, and locks it.
func (a *atomicFile) openBeside(old fs.FileInfo) (err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	for {
		a.beside = besideName(a.target)
		a.file, err = a.disk.OpenFile(a.beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		unlock, err := a.file.Lock()
		switch {
		case err == nil && standsUnder(a.disk, a.beside, a.file):
			a.unlock = unlock
			return nil
		case err == nil:
			unlock()
		case !errors.Is(err, errLocked):
			return nil // this disk has no locks
		}
		// Another process took it for one that was left behind, before it was locked.
		_ = a.file.Close()
	}
}

// standsUnder reports whether an open file still has its name.
func standsUnder(d Disk, name string, f DiskFile) bool {
	here, err := f.Stat()
	if err != nil {
		return true // it cannot be told; writing will tell
	}
	there, err := d.Lstat(name)
	return err == nil && os.SameFile(here, there)
}

// sweep removes what dead processes have left beside a target. What cannot be
// removed stays: it is in nobody's way.
func (m *Maker) sweep(d Disk, name, target string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.swept[name] {
		return
	}
	if m.swept == nil {
		m.swept = map[string]bool{}
	}
	m.swept[name] = true
	dir, base := filepath.Split(target)
	if dir == "" {
		dir = "."
	}
	list, err := d.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		if isBeside(e.Name(), base) && e.Type().IsRegular() {
			removeDead(d, filepath.Join(dir, e.Name()))
		}
	}
}

// removeDead removes a neighbour that no living process has.
func removeDead(d Disk, name string) {
	if openCannotBeRemoved {
		_ = d.Remove(name)
		return
	}
	f, err := d.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	if unlock, err := f.Lock(); err == nil {
		_ = d.Remove(name)
		unlock()
	}
	_ = f.Close()
}

// failedAt is an error about a file as the user named it, without the name that
// the system was given and without its call, which no user asked about.
func failedAt(name string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

type atomicFile struct {
	disk   Disk
	file   DiskFile
	buf    *bufio.Writer
	name   string // as the user wrote it
	target string
	beside string
	unlock func()   // nil where the neighbour is not locked
	root   *os.Root // to be closed at the end, nil for none
	done   bool
}

func (a *atomicFile) Write(p []byte) (int, error) {
	n, err := a.buf.Write(p)
	return n, failedAt(a.name, err)
}

// Commit makes the file appear. The data reaches the disk before the name does:
// after a crash the name never stands for half a file.
func (a *atomicFile) Commit() error {
	if a.done {
		return fs.ErrClosed
	}
	err := a.buf.Flush()
	if err == nil {
		err = a.file.Sync()
	}
	if err != nil {
		a.Discard()
		return failedAt(a.name, err)
	}
	a.done = true
	if err = a.file.Close(); err == nil {
		err = a.disk.Rename(a.beside, a.target)
	}
	if err != nil {
		_ = a.disk.Remove(a.beside)
	}
	a.leave()
	return failedAt(a.name, err)
}

func (a *atomicFile) Discard() {
	if a.done {
		return
	}
	a.done = true
	_ = a.file.Close()
	_ = a.disk.Remove(a.beside)
	a.leave()
}

// leave gives back what was needed to write. The neighbour is locked until it has
// its new name: nobody takes it for one that was left behind.
func (a *atomicFile) leave() {
	if a.unlock != nil {
		a.unlock()
	}
	if a.root != nil {
		_ = a.root.Close()
	}
}

// directFile writes to something that has no "complete".
type directFile struct {
	file DiskFile
	buf  *bufio.Writer
	name string
	done bool
}

// openDirect does not wait: a pipe must have its reader already.
func openDirect(d Disk, name, target string, info fs.FileInfo) (File, error) {
	f, err := d.OpenFile(target, os.O_WRONLY|files.DontWait, 0)
	if err != nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s: a named pipe that nobody reads: start its reader first, or name a file", name)
	}
	if err != nil {
		return nil, failedAt(name, err)
	}
	return &directFile{file: f, buf: bufio.NewWriterSize(f, 1<<16), name: name}, nil
}

func (d *directFile) Write(p []byte) (int, error) {
	n, err := d.buf.Write(p)
	return n, failedAt(d.name, err)
}

func (d *directFile) Commit() error {
	if d.done {
		return fs.ErrClosed
	}
	d.done = true
	return failedAt(d.name, errors.Join(d.buf.Flush(), d.file.Close()))
}

func (d *directFile) Discard() {
	if !d.done {
		d.done = true
		_ = d.file.Close()
	}
}
