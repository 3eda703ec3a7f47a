package star

import (
	"bytes"
	"io/fs"
	"path"
	"sync"
	"time"
)

// Overlay returns a file system in which one file has a different text, or is added. The name is the one used by callers of
// [Loader.Load]. If the file system is [Rooted], so is the overlay.
func Overlay(fsys fs.FS, name string, text []byte) fs.FS {
	o := &overlay{FS: fsys, shown: path.Clean, name: path.Clean(name), text: text}
	if rooted, ok := fsys.(Rooted); ok {
		return &rootedOverlay{overlay: o, rooted: rooted, roots: map[*Root]*Root{}}
	}
	return o
}

// overlay is a file system with one file changed. shown maps its names to those of callers.
type overlay struct {
	fs.FS
	shown func(name string) string
	name  string
	text  []byte
}

// Open opens a file.
func (o *overlay) Open(name string) (fs.File, error) {
	if o.shown(name) != o.name {
		return o.FS.Open(name)
	}
	return &overlaid{bytes.NewReader(o.text), path.Base(name)}, nil
}

// ReadDir lists a folder of the underlying file system.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(o.FS, name) }

// rootedOverlay is an overlay of files that have roots.
type rootedOverlay struct {
	*overlay
	rooted Rooted

	mu    sync.Mutex
	roots map[*Root]*Root // with the changed file
}

// Root returns the root of a script.
func (o *rootedOverlay) Root(name string) (*Root, string, error) {
	root, file, err := o.rooted.Root(name)
	if err != nil {
		return nil, "", err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	with := o.roots[root]
	if with == nil {
		with = &Root{FS: &overlay{root.FS, root.Name, o.name, o.text}, Name: root.Name, Dir: root.Dir, Hint: root.Hint}
		o.roots[root] = with
	}
	return with, file, nil
}

// overlaid is the changed file when open, and its file info.
type overlaid struct {
	*bytes.Reader
	name string
}

func (f *overlaid) Stat() (fs.FileInfo, error) { return f, nil }
func (f *overlaid) Close() error               { return nil }
func (f *overlaid) Name() string               { return f.name }
func (f *overlaid) Size() int64                { return f.Reader.Size() }
func (f *overlaid) Mode() fs.FileMode          { return 0o444 }
func (f *overlaid) ModTime() time.Time         { return time.Time{} }
func (f *overlaid) IsDir() bool                { return false }
func (f *overlaid) Sys() any                   { return nil }
