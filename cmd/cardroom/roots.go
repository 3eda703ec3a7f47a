package main

import (
	"cmp"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/history"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/fatih/color"
)

// scriptOptions are what every command loads scripts with: where they lie, how
// long they may take, where what they print goes.
func (std *IO) scriptOptions(set map[string]string) dsl.Options {
	return dsl.Options{
		Sources:  dsl.Sources{Stdlib: stdlib.FS, Scripts: std.houses(), Files: scriptFiles{std.FS}},
		Set:      set,
		MaxSteps: std.MaxSteps,
		Timeout:  std.Timeout,
		Print: func(module, msg string) {
			std.Stderr.Printf("%s %s\n", std.Stderr.Paint(module+":", color.Faint), msg)
		},
	}
}

// houses is where houses are found: in the folders of CARDROOM_PATH, then among
// those that come with cardroom.
func (std *IO) houses() fs.FS {
	if std.roots == nil {
		std.roots = std.findHouses(std.Getenv("CARDROOM_PATH"))
	}
	return std.roots
}

// findHouses looks for houses in the folders of a list. One that is not there is
// warned of: the list is set once for all commands, and most do not need it.
func (std *IO) findHouses(list string) fs.FS {
	own := map[string]string{}
	for _, root := range filepath.SplitList(list) {
		if root == "" {
			continue
		}
		entries, err := std.FS.ReadDir(root)
		if err != nil {
			std.Warn("CARDROOM_PATH: %v", plainPathError(err))
		}
		for _, e := range entries {
			dir := path.Join(filepath.ToSlash(root), e.Name())
			if _, taken := own[e.Name()]; !taken && !strings.HasPrefix(e.Name(), ".") && hasScript(std.FS, dir) {
				own[e.Name()] = dir
			}
		}
	}
	if len(own) == 0 {
		return scripts.FS
	}
	return &houseRoots{std.FS, own}
}

// hasScript reports whether a folder is that of a house.
func hasScript(fsys history.FileSystem, dir string) bool {
	entries, _ := fsys.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && strings.HasSuffix(e.Name(), ".star")
	})
}

// houseRoots shows houses of the user's own beside the embedded ones, and in the
// place of those of the same name.
type houseRoots struct {
	fsys history.FileSystem
	own  map[string]string // the folder of each house
}

// file is where a name lies among the user's files; ok is false for embedded ones.
func (r *houseRoots) file(name string) (file string, ok bool) {
	house, rest, _ := strings.Cut(name, "/")
	dir, ok := r.own[house]
	return path.Join(dir, rest), ok
}

// Open opens a file of a house.
func (r *houseRoots) Open(name string) (fs.File, error) {
	if file, ok := r.file(name); ok {
		return r.fsys.Open(file)
	}
	return scripts.FS.Open(name)
}

// ReadDir lists a house, or at "." all of them.
func (r *houseRoots) ReadDir(name string) ([]fs.DirEntry, error) {
	if file, ok := r.file(name); ok {
		return r.fsys.ReadDir(file)
	}
	entries, err := scripts.FS.ReadDir(name)
	if name != "." || err != nil {
		return entries, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return r.own[e.Name()] != "" })
	for _, dir := range r.own {
		info, err := r.fsys.Stat(dir)
		if err != nil {
			return nil, err
		}
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}
