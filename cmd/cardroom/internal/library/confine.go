package library

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl/star"
	"cardroom/engine/files"
	"cardroom/engine/history"
)

// rootMarker is the file that makes its folder the root of the scripts in it and below
// it: they may load from anywhere in that folder. A script without a root above it may
// load only from its own folder and the folders below.
const rootMarker = "cardroom.root"

// ownRoots gives the loader access to the user's own scripts, by the names of [Ref].
// Each script is read through its root.
type ownRoots struct {
	note func(name string)

	mu    sync.Mutex
	cwd   string // the working directory without links; "" until needed
	roots map[rootKey]*star.Root
	known map[string]foundRoot // by name of the folder
}

// rootKey identifies a root. A folder that is named in two ways, by an absolute path
// or through a link, has two roots, so that each script keeps its name.
type rootKey struct {
	top      string
	absolute bool
	through  string // the name of the script's folder if it contains a link
}

// foundRoot is the root of a script folder, with the folder's path in it.
type foundRoot struct {
	root *star.Root
	sub  string
}

// OwnScripts returns the user's own scripts. In a test's in-memory file system all
// files have one root.
func OwnScripts(std *app.IO) fs.FS {
	note, isOS := ofSystem(std)
	if !isOS {
		return std.FS
	}
	return &ownRoots{note: note, roots: map[rootKey]*star.Root{}, known: map[string]foundRoot{}}
}

// Noting is a file system that is notified of the files that are read.
type Noting interface {
	history.FileSystem
	Note(name string)
	// Under returns the underlying file system.
	Under() history.FileSystem
}

// ofSystem reports whether files are those of the operating system, and returns a
// function to call with the names of files that are read.
func ofSystem(std *app.IO) (note func(name string), ok bool) {
	if n, ok := std.FS.(Noting); ok {
		return n.Note, n.Under() == history.OS
	}
	return func(string) {}, std.FS == history.OS
}

// Root returns the root of a script, see [dsl.Rooted].
func (o *ownRoots) Root(name string) (*star.Root, string, error) {
	found, err := o.rootOf(path.Dir(name))
	if err != nil {
		return nil, "", err
	}
	return found.root, path.Join(found.sub, path.Base(name)), nil
}

// rootOf returns the root of a folder.
func (o *ownRoots) rootOf(dir string) (found foundRoot, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if found, ok := o.known[dir]; ok {
		return found, nil
	}
	if o.cwd == "" {
		cwd, err := os.Getwd()
		if err != nil {
			return found, err
		}
		if o.cwd, err = filepath.EvalSymlinks(cwd); err != nil {
			return found, err
		}
	}
	top, sub, err := files.Nearest(filepath.FromSlash(dir), rootMarker)
	if err != nil {
		return found, err
	}
	key := rootKey{top: top, absolute: filepath.IsAbs(filepath.FromSlash(dir))}
	here := filepath.FromSlash(dir)
	if !key.absolute {
		here = filepath.Join(o.cwd, here)
	}
	if filepath.Join(top, filepath.FromSlash(sub)) != here {
		key.through = dir
	}
	found.sub = sub
	if found.root = o.roots[key]; found.root == nil {
		if found.root, err = o.newRoot(key, dir, sub); err != nil {
			return found, err
		}
		o.roots[key] = found.root
	}
	o.known[dir] = found
	return found, nil
}

// newRoot makes the root of a key, for a folder of scripts dir with path sub in the
// root.
func (o *ownRoots) newRoot(key rootKey, dir, sub string) (*star.Root, error) {
	inside, err := files.OpenRoot(key.top)
	if err != nil {
		return nil, err
	}
	// The name of a root's file: relative to the folder as the user named
	// it if the file is in or below it, otherwise relative to the working directory,
	// otherwise absolute.
	name := func(file string) string {
		if rest, ok := below(file, sub); ok {
			return path.Join(dir, rest)
		}
		full := path.Join(filepath.ToSlash(key.top), file)
		if rest, ok := below(full, filepath.ToSlash(o.cwd)); ok && !key.absolute {
			return rest
		}
		return full
	}
	top := name(".")
	hint := "put an empty file named " + rootMarker + " into the folder that both scripts share: it marks the root"
	if info, err := os.Lstat(filepath.Join(key.top, rootMarker)); err == nil && !info.Mode().IsRegular() {
		hint = path.Join(top, rootMarker) + " marks no root: it is not a regular file"
	} else if err == nil {
		hint = path.Join(top, rootMarker) + " marks the root: move it up, or the script that is loaded into " + top + "/"
	}
	return &star.Root{FS: &rootFiles{inside, name, o.note}, Name: name, Dir: strings.TrimSuffix(top, "/") + "/", Hint: hint}, nil
}

// below returns the rest of a file name after a folder, for a file in the folder or
// the folder itself.
func below(file, dir string) (rest string, ok bool) {
	switch {
	case dir == ".":
		return file, true
	case file == dir:
		return ".", true
	}
	return strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// Open opens a file or folder by its name, through its root.
func (o *ownRoots) Open(name string) (fs.File, error) {
	root, in, err := o.Root(name)
	if err != nil {
		return nil, renamed(err, name)
	}
	return root.FS.Open(in)
}

// ReadDir lists a folder, which the user may have named through a link.
func (o *ownRoots) ReadDir(name string) ([]fs.DirEntry, error) {
	found, err := o.rootOf(name)
	if err != nil {
		return nil, renamed(err, name)
	}
	entries, err := fs.ReadDir(found.root.FS, found.sub)
	return entries, renamed(err, name)
}

// rootFiles are the files of a root. Errors use the user's names for them.
type rootFiles struct {
	*files.Root
	name func(string) string
	note func(string) // for watching what is read
}

// Open opens a file or folder.
func (r *rootFiles) Open(name string) (fs.File, error) {
	r.note(r.name(name))
	f, err := r.Root.Open(name)
	return f, renamed(err, r.name(name))
}

// ReadDir lists a folder.
func (r *rootFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.Root, name)
	return entries, renamed(err, r.name(name))
}

// renamed returns an error about a file under another name.
func renamed(err error, name string) error {
	if pe := new(fs.PathError); errors.As(err, &pe) {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	return err
}
