package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// File is a file being written. It has its name only after Commit; Discard
// leaves nothing behind, and does nothing after Commit, so that it can be
// deferred.
type File interface {
	io.Writer
	Commit() error
	Discard()
}

// createAtomic opens a File on the operating system's file system. The bytes go
// to a hidden neighbour, because a rename is atomic only within one directory.
// What already exists and is not a regular file (a pipe, /dev/null) cannot be
// renamed over and is written as it is.
func createAtomic(name string) (File, error) {
	target, info, err := resolve(name)
	if err != nil {
		return nil, plainPathError(err)
	}
	if info != nil && !info.Mode().IsRegular() {
		return openDirect(target)
	}
	f, err := openBeside(target, info)
	var pe *fs.PathError
	if errors.As(err, &pe) {
		pe.Path = name // not that of the neighbour
	}
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) { // nobody has asked for the file beside
			pe.Path = name
		}
		return nil, plainPathError(err)
	}
	return &atomicFile{file: f, buf: bufio.NewWriterSize(f, 1<<16), target: target}, nil
}

// resolve follows a symbolic link, so that the file it points to is replaced
// and not the link. The info is nil when there is no such file yet.
func resolve(name string) (string, fs.FileInfo, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	if info.IsDir() {
		return "", nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("is a directory")}
	}
	target, err := filepath.EvalSymlinks(name)
	return target, info, err
}

// openBeside creates the temporary neighbour of target, with the permissions of
// the file it will replace.
func openBeside(target string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	dir, base := filepath.Split(target)
	for {
		name := filepath.Join(dir, "."+base+"."+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

type atomicFile struct {
	file   *os.File
	buf    *bufio.Writer
	target string
	done   bool
}

func (a *atomicFile) Write(p []byte) (int, error) { return a.buf.Write(p) }

// Commit makes the file appear. The data reaches the disk before the name does:
// after a crash the name never stands for half a file.
func (a *atomicFile) Commit() error {
	if a.done {
		return fs.ErrClosed
	}
	if err := errors.Join(a.buf.Flush(), a.file.Sync()); err != nil {
		a.Discard()
		return plainPathError(err)
	}
	a.done = true
	err := a.file.Close()
	if err == nil {
		err = os.Rename(a.file.Name(), a.target)
	}
	if err != nil {
		_ = os.Remove(a.file.Name())
		return plainPathError(err)
	}
	return nil
}

func (a *atomicFile) Discard() {
	if a.done {
		return
	}
	a.done = true
	_ = a.file.Close()
	_ = os.Remove(a.file.Name())
}

// directFile writes to something that has no "complete".
type directFile struct {
	file *os.File
	buf  *bufio.Writer
	done bool
}

func openDirect(name string) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, plainPathError(err)
	}
	return &directFile{file: f, buf: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (d *directFile) Write(p []byte) (int, error) { return d.buf.Write(p) }

func (d *directFile) Commit() error {
	if d.done {
		return fs.ErrClosed
	}
	d.done = true
	return plainPathError(errors.Join(d.buf.Flush(), d.file.Close()))
}

func (d *directFile) Discard() {
	if !d.done {
		d.done = true
		_ = d.file.Close()
	}
}
