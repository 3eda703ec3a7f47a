package star

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"go.starlark.net/syntax"
)

// exports holds the names that scripts of folders define, for hints about undefined names. Each folder is read once, when the
// first undefined name comes up.
type exports struct {
	mu      sync.Mutex
	folders map[place]map[string]definers
	library map[string]definers // of the whole library
}

// definers are the first two scripts that define a name; one of them may be the script that uses it.
type definers [2]string

// Limits of reading one folder for hints; houses need a tenth of them.
const (
	maxNeighbors     = 200     // scripts
	maxNeighborBytes = 2 << 20 // in total
)

// loadHint returns the load statement that would define name in the script at from, or "". A script in the same folder or in the
// library must define exactly that name. It reads files, but only after an error.
func (l *Loader) loadHint(name string, from place) string {
	if strings.HasPrefix(name, "_") {
		return ""
	}
	l.exports.mu.Lock()
	defer l.exports.mu.Unlock()
	file := l.beside(from)[name][0]
	if file == path.Base(from.path) {
		file = l.beside(from)[name][1]
	}
	if file != "" {
		return fmt.Sprintf("load(%q, %q)", "./"+file, name)
	}
	if file := l.inLibrary()[name][0]; file != "" {
		return fmt.Sprintf("load(%q, %q)", place{source: "stdlib", path: file}, name)
	}
	return ""
}

// beside returns the names that the scripts in the folder of from define.
func (l *Loader) beside(from place) map[string]definers {
	dir := place{from.source, path.Dir(from.path), from.root}
	if found := l.exports.folders[dir]; found != nil {
		return found
	}
	found := map[string]definers{}
	if fsys := l.options.fileSystem(dir); fsys != nil {
		files := scriptsIn(fsys, dir.path)
		left := maxNeighborBytes
		for _, file := range files[:min(len(files), maxNeighbors)] {
			if !strings.HasSuffix(file, "/") && left > 0 {
				left -= l.noteExports(found, fsys, place{dir.source, path.Join(dir.path, file), dir.root}, file)
			}
		}
	}
	if l.exports.folders == nil {
		l.exports.folders = map[place]map[string]definers{}
	}
	l.exports.folders[dir] = found
	return found
}

// inLibrary returns the names that scripts of the library define.
func (l *Loader) inLibrary() map[string]definers {
	if l.exports.library != nil {
		return l.exports.library
	}
	l.exports.library = map[string]definers{}
	if l.options.Stdlib == nil {
		return l.exports.library
	}
	_ = fs.WalkDir(l.options.Stdlib, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case !d.IsDir() && path.Ext(file) == ".star":
			l.noteExports(l.exports.library, l.options.Stdlib, place{source: "stdlib", path: file}, file)
		}
		return nil
	})
	return l.exports.library
}

// noteExports adds the names that a script defines at top level and returns the size of the script.
func (l *Loader) noteExports(found map[string]definers, fsys fs.FS, file place, shown string) int {
	names, size := l.exported(fsys, file)
	for _, name := range names {
		d := found[name]
		switch {
		case d[0] == "":
			d[0] = shown
		case d[1] == "" && d[0] != shown:
			d[1] = shown
		}
		found[name] = d
	}
	return size
}

// Exists reports whether there is a regular file of that name.
func Exists(fsys fs.FS, file string) bool {
	info, err := fs.Stat(fsys, file)
	return err == nil && info.Mode().IsRegular()
}

// exported returns the names that a script defines at top level (none if it cannot be read) and its size.
func (l *Loader) exported(fsys fs.FS, file place) (names []string, size int) {
	data, err := readFile(fsys, file.path)
	if err != nil || checkText(file.path, data) != nil {
		return nil, len(data)
	}
	return l.options.Parsed.exported(file, string(data), func() []string {
		f, err := Parse(file.path, data, 0)
		if err != nil {
			return nil
		}
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
	}), len(data)
}
