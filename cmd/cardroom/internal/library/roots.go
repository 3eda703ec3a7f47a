package library

import (
	"cmp"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/engine/parts"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl/star"
	"cardroom/engine/files"
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
	h := parts.NewDigest()
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
		for _, dir := range []string{dir, unlinked(dir)} {
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

// unlinked returns a folder's path without links, or its name if that fails.
func unlinked(dir string) string {
	if full, err := filepath.EvalSymlinks(dir); err == nil {
		return full
	}
	return dir
}

// of returns the file system that contains a house.
func (r *houseRoots) of(name string) fs.FS {
	house, _, _ := strings.Cut(name, "/")
	if root := r.own[house]; root != nil {
		return root
	}
	return scripts.FS
}

// Open opens a file of a house.
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
