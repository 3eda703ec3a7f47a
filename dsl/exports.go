package dsl

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// loadHint is the load statement that would define name in the script at from, or "": a script beside it or in the
// library defines that very name. It reads files, but only when a script is at fault already.
func (l *Loader) loadHint(name string, from place) string {
	if strings.HasPrefix(name, "_") {
		return ""
	}
	dir := path.Dir(from.path)
	if fsys := l.options.fileSystem(from); fsys != nil {
		for _, file := range scriptsIn(fsys, dir) {
			if file != path.Base(from.path) && defines(fsys, path.Join(dir, file), name) {
				return fmt.Sprintf("load(%q, %q)", "./"+file, name)
			}
		}
	}
	if file := l.inLibrary(name); file != "" {
		return fmt.Sprintf("load(%q, %q)", place{source: "stdlib", path: file}, name)
	}
	return ""
}

// inLibrary returns the first script of the library, by path, that defines name.
func (l *Loader) inLibrary(name string) (found string) {
	if l.options.Stdlib == nil {
		return ""
	}
	_ = fs.WalkDir(l.options.Stdlib, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".star" || !defines(l.options.Stdlib, file, name):
			return nil
		}
		found = file
		return fs.SkipAll
	})
	return found
}

// defines reports whether a script defines a global of that name.
func defines(fsys fs.FS, file, name string) bool {
	data, err := readFile(fsys, file)
	if err != nil || len(data) > MaxScript {
		return false
	}
	f, err := Parse(file, data, 0)
	return err == nil && slices.Contains(globalNames(f), name)
}

// globalNames lists what the statements at the top level of a script define, in order.
func globalNames(f *syntax.File) []string {
	var names []string
	for _, stmt := range f.Stmts {
		switch stmt := stmt.(type) {
		case *syntax.DefStmt:
			names = append(names, stmt.Name.Name)
		case *syntax.AssignStmt:
			names = append(names, boundNames(stmt.LHS)...)
		}
	}
	return names
}
