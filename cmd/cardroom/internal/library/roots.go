package library

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl/star"
	"cardroom/engine/files"
	"cardroom/engine/history"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/fatih/color"
)

// Options returns the options with which every command loads scripts: where they are, their limits, and where their output goes.
func Options(std *app.IO, set map[string]string) star.Options {
	if std.Printed == nil {
		std.Printed = &app.ScriptOutput{}
	}
	own := OwnScripts(std)
	for name, text := range std.Unsaved {
		own = star.Overlay(own, name, []byte(text))
	}
	return star.Options{
		Sources:     star.Sources{Stdlib: stdlib.FS, Scripts: unsavedHouses(std), Files: own},
		Set:         set,
		MaxSteps:    std.MaxSteps,
		LoadTimeout: std.LoadTimeout,
		CallTimeout: std.CallTimeout,
		OnLate:      std.Late,
		OnBroken:    std.OnBroken,
		OnRenamed:   std.OnRenamed,
		Done:        std.Over,
		Memory:      std.Memory,
		Parsed:      std.Parsed,
		Debug:       std.Debug,
		Print: func(module, msg string) {
			std.Printed.Print(std.Stderr, msg, "%s %s\n", std.Stderr.Paint(module+":", color.Faint), msg)
		},
	}
}

// Houses returns the file system of the houses: those in the folders of CARDROOM_PATH, then the embedded ones.
func Houses(std *app.IO) fs.FS {
	if std.Houses == nil {
		std.Houses = findHouses(std, std.Getenv("CARDROOM_PATH"))
	}
	return std.Houses
}

// HousesDigest returns the hash of the scripts of all houses and of the standard library.
func HousesDigest(std *app.IO) (string, error) {
	h := files.NewDigest()
	for _, from := range []fs.FS{Houses(std), stdlib.FS} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".star") {
				return err
			}
			text, err := fs.ReadFile(from, name)
			if err != nil { // its house does not load, the others do
				text = []byte(err.Error())
			}
			h.Named(name, string(text))
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return h.String(), nil
}

// findHouses finds the houses in a list of folders. A missing folder is only a warning, because the list is set once for all
// commands and most do not need it.
func findHouses(std *app.IO, list string) fs.FS {
	own, dirs := map[string]fs.FS{}, map[string]string{}
	for _, dir := range filepath.SplitList(list) {
		if dir == "" {
			continue
		}
		root, err := rootAt(std, dir)
		var entries []fs.DirEntry
		if err == nil {
			entries, err = fs.ReadDir(root, ".")
		}
		if err != nil {
			std.Warn("CARDROOM_PATH: %v", app.PlainPathError(renamed(err, dir)))
		}
		for _, e := range entries {
			if e.Type()&fs.ModeSymlink != 0 && isFolder(std, filepath.Join(dir, e.Name())) {
				std.Warn("CARDROOM_PATH: %s: %v", path.Join(filepath.ToSlash(dir), e.Name()), &files.Refused{Mode: e.Type()})
			}
			if own[e.Name()] == nil && !strings.HasPrefix(e.Name(), ".") && hasScript(root, e.Name()) {
				own[e.Name()], dirs[e.Name()] = root, dir
			}
		}
	}
	if len(own) == 0 {
		return scripts.FS
	}
	return &houseRoots{own, dirs}
}

// unsavedHouses returns the houses with an editor's unsaved texts of scripts in the folders of CARDROOM_PATH.
func unsavedHouses(std *app.IO) fs.FS {
	houses := Houses(std)
	roots, ok := houses.(*houseRoots)
	if !ok {
		return houses
	}
	for name, text := range std.Unsaved {
		if script, ok := roots.script(name); ok {
			houses = star.Overlay(houses, script, []byte(text))
		}
	}
	return houses
}

// OwnFile returns the absolute path, with forward slashes, of a house's script in the folders of CARDROOM_PATH; any other name
// is returned unchanged.
func OwnFile(std *app.IO, script string) string {
	roots, ok := Houses(std).(*houseRoots)
	name, house := strings.CutPrefix(script, "@scripts//")
	if !ok || !house {
		return script
	}
	first, _, _ := strings.Cut(name, "/")
	dir, ok := roots.dirs[first]
	if !ok {
		return script
	}
	file, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return script
	}
	return filepath.ToSlash(file)
}

// OwnHouses returns the absolute paths of the houses in the folders of CARDROOM_PATH.
func OwnHouses(std *app.IO) (out []string) {
	roots, ok := Houses(std).(*houseRoots)
	if !ok {
		return nil
	}
	for house, dir := range roots.dirs {
		if full, err := filepath.Abs(filepath.Join(dir, house)); err == nil {
			out = append(out, full)
		}
	}
	slices.Sort(out)
	return out
}

// isFolder reports whether a name is that of a folder or a link to one.
func isFolder(std *app.IO, name string) bool {
	info, err := std.FS.Stat(name)
	return err == nil && info.IsDir()
}

// rootAt opens a folder such that no name or link leads out of it.
func rootAt(std *app.IO, dir string) (fs.FS, error) {
	note, isOS := ofSystem(std)
	if !isOS {
		return fs.Sub(std.FS, path.Clean(dir))
	}
	root, err := files.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &rootFiles{root, func(file string) string { return path.Join(filepath.ToSlash(dir), file) }, note}, nil
}

// hasScript reports whether a folder contains a script, which makes it a house.
func hasScript(fsys fs.FS, dir string) bool {
	entries, _ := fs.ReadDir(fsys, dir)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && strings.HasSuffix(e.Name(), ".star")
	})
}

// houseRoots adds the user's own houses to the embedded ones; they replace embedded houses of the same name.
type houseRoots struct {
	own  map[string]fs.FS  // by house: the folder of CARDROOM_PATH that contains it
	dirs map[string]string // by house: the name of that folder
}

// script returns the house script's name of one of the user's files.
func (r *houseRoots) script(file string) (name string, ok bool) {
	for house, dir := range r.dirs {
		full, err := filepath.EvalSymlinks(dir)
		if err != nil {
			full = dir
		}
		for _, dir := range []string{dir, full} {
			top, err := filepath.Abs(dir)
			if err != nil {
				continue
			}
			full, err := filepath.Abs(filepath.FromSlash(file))
			if err != nil {
				continue
			}
			if in, err := filepath.Rel(top, full); err == nil && strings.HasPrefix(filepath.ToSlash(in), house+"/") {
				return filepath.ToSlash(in), true
			}
		}
	}
	return "", false
}

// of returns the file system that contains a house.
func (r *houseRoots) of(name string) fs.FS {
	house, _, _ := strings.Cut(name, "/")
	if root := r.own[house]; root != nil {
		return root
	}
	return scripts.FS
}

func (r *houseRoots) Open(name string) (fs.File, error) { return r.of(name).Open(name) }

// ReadDir lists a house, or at "." all of them.
func (r *houseRoots) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.of(name), name)
	if name != "." || err != nil {
		return entries, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return r.own[e.Name()] != nil })
	for house, root := range r.own {
		info, err := fs.Stat(root, house)
		if err != nil {
			return nil, err
		}
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

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

// noting is a file system that is notified of the files that are read.
type noting interface {
	history.FileSystem
	Note(name string)
	// Under returns the underlying file system.
	Under() history.FileSystem
}

// ofSystem reports whether files are those of the operating system, and returns a
// function to call with the names of files that are read.
func ofSystem(std *app.IO) (note func(name string), ok bool) {
	if n, ok := std.FS.(noting); ok {
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
