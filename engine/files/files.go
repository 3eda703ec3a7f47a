package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Refused is the error for something that exists but cannot be read or written
// as a file.
type Refused struct{ Mode fs.FileMode }

// Error returns what it is.
func (r *Refused) Error() string {
	switch {
	case r.Mode&fs.ModeSymlink != 0:
		return "a symbolic link, and links are not followed here"
	case r.Mode&fs.ModeNamedPipe != 0:
		return "a named pipe, not a file"
	case r.Mode&fs.ModeSocket != 0:
		return "a socket, not a file"
	case r.Mode&fs.ModeDevice != 0:
		return "a device, not a file"
	}
	return "not a regular file"
}

// ErrDirectory is the error for reading a folder as a file.
var ErrDirectory = errors.New("is a directory")

// errChanged is the error for a file that was replaced while it was being
// opened.
var errChanged = errors.New("it changed while it was opened")

// Regular returns nil for the info of a regular file, otherwise why it cannot
// be read.
func Regular(info fs.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return ErrDirectory
	}
	return &Refused{info.Mode()}
}

// Open opens a regular file by a name that the user typed. It follows links.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := Regular(info); err != nil {
		if info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0 { // such as /dev/stdin, or the shell's <(…)
			err = fmt.Errorf("%w: use - to read standard input", err)
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	f, err := os.OpenFile(name, os.O_RDONLY|DontWait, 0)
	return opened(f, err, info, name)
}

// opened returns a file that was just opened, if it is a regular file and the
// same as in before.
func opened(f *os.File, err error, before fs.FileInfo, name string) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = Regular(info)
	}
	if err == nil && !os.SameFile(before, info) {
		err = errChanged
	}
	if err != nil {
		_ = f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f, nil
}

// Nearest returns the nearest folder at or above dir that holds a regular file
// named marker, and the path of dir in it, "." for the folder itself. It first
// resolves all links in dir. Without such a folder, top is dir itself.
func Nearest(dir, marker string) (top, sub string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", err
	}
	for up := dir; ; up = filepath.Dir(up) {
		if info, err := os.Lstat(filepath.Join(up, marker)); err == nil && info.Mode().IsRegular() {
			sub, err = filepath.Rel(up, dir)
			return up, filepath.ToSlash(sub), err
		}
		if filepath.Dir(up) == up {
			return dir, ".", nil
		}
	}
}
