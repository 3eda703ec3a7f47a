package star

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"cardroom/engine/diag"
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
	return TextFile(path.Base(name), o.text), nil
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

// TextFile returns an open file with a text.
func TextFile(name string, text []byte) fs.File { return &overlaid{bytes.NewReader(text), name} }

// overlaid is an open file with a text, and its file info.
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

// houseAt is the file system of the houses in which a folder of the other files
// replaces the house of the same name.
type houseAt struct {
	fs.FS
	files fs.FS
	dir   string
}

func (h houseAt) Open(name string) (fs.File, error) {
	if rest, ok := inHouse(name, path.Base(h.dir)); ok {
		return h.files.Open(h.dir + rest)
	}
	return h.FS.Open(name)
}

// ReadDir lists a folder. The house's own folder may be a symbolic link, which
// is followed only under this name, not on the way to something below another
// name.
func (h houseAt) ReadDir(name string) ([]fs.DirEntry, error) {
	if rest, ok := inHouse(name, path.Base(h.dir)); ok {
		return fs.ReadDir(h.files, h.dir+rest)
	}
	return fs.ReadDir(h.FS, name)
}

// inHouse returns the rest of a path after the folder of a house:
// "/holdem.star".
func inHouse(name, house string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, house)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// Houses returns the file system of the houses.
func (s *Sources) Houses() fs.FS {
	if s.Own == "" {
		return s.Scripts
	}
	return houseAt{s.Scripts, s.Files, s.Own}
}

// locate returns the place that ref denotes, see [Sources.locate]; a script of
// a house that has a folder of its own is in that folder.
func (l *Loader) locate(ref string, from *place) (place, *diag.Error) {
	at, err := l.options.locate(ref, from)
	if own := l.options.Own; err == nil && own != "" && at.source == "scripts" {
		if rest, ok := inHouse(at.path, path.Base(own)); ok {
			at, err := l.options.locate(own+"/house.star", nil)
			return at.beside(path.Join(at.folder(), rest)), err
		}
	}
	return at, err
}

// placeOf returns the place of a script by its name as in Module.Path: the
// place of the script first found under this name, else the place where a
// caller of Load finds it.
func (l *Loader) placeOf(name string) (place, *diag.Error) {
	if at, ok := l.named.Load(name); ok {
		return at.(place), nil
	}
	at, err := l.locate(name, nil)
	if err == nil {
		l.named.Store(name, at)
	}
	return at, err
}

// HouseOf returns the house that a script belongs to, or "".
func (l *Loader) HouseOf(file string) string {
	if own := l.options.Own; own != "" && path.Dir(file) == own {
		return path.Base(own)
	}
	rest, ok := strings.CutPrefix(file, "@scripts//")
	if !ok {
		return ""
	}
	house, _, _ := strings.Cut(rest, "/")
	return house
}
