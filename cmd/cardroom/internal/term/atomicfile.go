// This file writes files that appear under their names only when they are complete, and leave nothing behind on failure.
//
// Every file that a command writes goes through a Maker (cmd/cardroom/internal/term): to a locked file next to it, then
// under its name. A file whose lock is free belongs to a process that was killed, and the next run that writes the file
// removes it. cmd/cardroom/faults_test.go makes every step of writing of every command fail once. play and run --session register with
// IO.Rescue a function that saves them from any goroutine, as they were after the last complete action or hand.

package term

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
	"unicode/utf8"

	"cardroom/engine/files"
)

// File is a file being written. It gets its name at Commit. Discard removes it, but does nothing after Commit, so that it can be
// deferred. Errors name the file as the user did.
type File interface {
	io.Writer
	Commit() error
	Discard()
}

// Fill writes a whole file. If write fails, no file is created.
func Fill(f File, write func(io.Writer) error) error {
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// Maker creates the Files of one process. The bytes go to a hidden temporary file next to the target, because a rename is atomic
// only within one directory.
//
// A killed process leaves its temporary file behind. The next process that writes the same file removes it: a process locks its
// temporary file as long as it lives, so an unlocked one is dead.
type Maker struct {
	// Wrap wraps each disk, nil for none. Tests use it to make disks fail.
	Wrap func(Disk) Disk

	mu    sync.Mutex
	swept map[string]bool // targets whose leftovers have been removed
}

func (m *Maker) on(d Disk) Disk {
	if m.Wrap == nil {
		return d
	}
	return m.Wrap(d)
}

// Create opens a File. An existing target that is not a regular file (a pipe, /dev/null) cannot be replaced by a rename and is
// written directly. A symbolic link is followed: the file that it points to is replaced, not the link.
func (m *Maker) Create(name string) (File, error) {
	target, info, err := resolve(name)
	if err != nil {
		return nil, failedAt(name, err)
	}
	d := m.on(osDisk{})
	if info != nil && !info.Mode().IsRegular() {
		// Open a file without waiting: a pipe must already have a reader
		f, err := d.OpenFile(target, os.O_WRONLY|files.DontWait, 0)
		if err != nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, fmt.Errorf("%s: a named pipe that nobody reads: start its reader first, or name a file", name)
		}
		if err != nil {
			return nil, failedAt(name, err)
		}
		return &directFile{file: f, buf: bufio.NewWriterSize(f, 1<<16), name: name}, nil
	}
	return m.open(d, name, target, info)
}

// CreatePlain opens a File below the folder dir, which the user named. It replaces only regular files, and follows no link below
// dir.
func (m *Maker) CreatePlain(dir, name string) (File, error) {
	shown := filepath.Join(dir, name)
	// With the dot a pipe is rejected at once, without waiting for its other end.
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

// plainFile returns information about an existing file, nil if there is none. It fails if any part of the name is a link, or if
// the file is not regular.
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

// open opens the temporary file for a target that is a regular file or does not exist.
func (m *Maker) open(d Disk, name, target string, old fs.FileInfo) (*atomicFile, error) {
	m.sweep(d, name, target)
	a := &atomicFile{disk: d, name: name, target: target}
	if err := a.openBeside(old); err != nil {
		return nil, failedAt(name, err)
	}
	a.buf = bufio.NewWriterSize(a.file, 1<<16)
	return a, nil
}

// resolve follows a symbolic link. info is nil if the file does not exist yet.
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

// besideDigits is the maximum number of digits of a 64-bit number in base 36.
const besideDigits = 13

// stem returns a file name, or as much of it as leaves room for the rest of a temporary name: file systems take 255 bytes.
func stem(base string) string {
	n := min(len(base), 255-len("..")-besideDigits-len(".tmp"))
	for n < len(base) && n > 0 && !utf8.RuneStart(base[n]) {
		n--
	}
	return base[:n]
}

// isTemp reports whether a file name in the target's folder is that of one of its temporary files.
func isTemp(file, base string) bool {
	random, ok := strings.CutPrefix(file, "."+stem(base)+".")
	random, tmp := strings.CutSuffix(random, ".tmp")
	return ok && tmp && len(random) <= besideDigits && len(random) >= besideDigits-2 && strings.Trim(random, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// openBeside creates and locks the temporary file, with the permissions of the file that it will replace.
func (a *atomicFile) openBeside(old fs.FileInfo) (err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	for {
		random := strconv.FormatUint(rand.Uint64(), 36)
		dir, base := filepath.Split(a.target)
		a.beside = dir + "." + stem(base) + "." + strings.Repeat("0", besideDigits-len(random)) + random + ".tmp"
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
		// Before it was locked, another process took it for a leftover and removed it.
		_ = a.file.Close()
	}
}

// standsUnder reports whether an open file still has its name.
func standsUnder(d Disk, name string, f DiskFile) bool {
	here, err := f.Stat()
	if err != nil {
		return true // unknown; writing will show it
	}
	there, err := d.Lstat(name)
	return err == nil && os.SameFile(here, there)
}

// sweep removes temporary files that dead processes left next to a target. Those that cannot be removed do no harm.
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
		if isTemp(e.Name(), base) && e.Type().IsRegular() {
			removeDead(d, filepath.Join(dir, e.Name()))
		}
	}
}

// removeDead removes a temporary file whose process is dead.
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

// failedAt returns an error about a file by the user's name for it, without the name and system call that the operating system
// reports.
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
	name   string // as the user typed it
	target string
	beside string
	unlock func()   // nil if the temporary file is not locked
	root   *os.Root // to be closed at the end, or nil
	done   bool
}

func (a *atomicFile) Write(p []byte) (int, error) {
	n, err := a.buf.Write(p)
	return n, failedAt(a.name, err)
}

// Commit makes the file appear. It syncs the data to disk before the rename, so that after a crash the name never refers to half
// a file.
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

// leave releases the lock and the folder. The temporary file stays locked until it is renamed, so that no process takes it for a
// leftover.
func (a *atomicFile) leave() {
	if a.unlock != nil {
		a.unlock()
	}
	if a.root != nil {
		_ = a.root.Close()
	}
}

// directFile writes directly to a file that is not regular.
type directFile struct {
	file DiskFile
	buf  *bufio.Writer
	name string
	done bool
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

// Disk is the file operations that a Maker uses. Tests have one whose n-th operation
// fails.
type Disk interface {
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error)
	Rename(from, to string) error
	Remove(name string) error
}

type DiskFile interface {
	io.WriteCloser
	Sync() error
	Stat() (fs.FileInfo, error)
	// Lock locks the file for this process until release is called; closing the file
	// does not unlock it. It does not wait: it returns errLocked if another process
	// holds the lock, and another error if files cannot be locked.
	Lock() (release func(), err error)
}

// osFile is a file of the operating system.
type osFile struct{ *os.File }

func (f osFile) Lock() (release func(), err error) { return lockFile(f.File) }

// osDisk accesses all files of the operating system.
type osDisk struct{}

func (osDisk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (osDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osDisk) Rename(from, to string) error               { return os.Rename(from, to) }
func (osDisk) Remove(name string) error                   { return os.Remove(name) }

func (osDisk) OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

// rootDisk accesses the files below one folder. No link leads out of it.
type rootDisk struct{ root *os.Root }

func (d rootDisk) Lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }
func (d rootDisk) Rename(from, to string) error           { return d.root.Rename(from, to) }
func (d rootDisk) Remove(name string) error               { return d.root.Remove(name) }

func (d rootDisk) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return f.ReadDir(-1)
}

func (d rootDisk) OpenFile(name string, flag int, mode fs.FileMode) (DiskFile, error) {
	f, err := d.root.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}
