package dsl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// place is where a script lies.
type place struct {
	source string // "stdlib", "scripts", or "" for files
	path   string // within the source, clean, slashes
}

// String is the place as messages and Module.Path write it.
func (p place) String() string {
	if p.source == "" {
		return p.path
	}
	return "@" + p.source + "//" + p.path
}

// locate finds the place that ref means: in a load statement of the script at from, or, if from is nil, to a caller of Load.
func locate(ref string, from *place) (place, *Error) {
	bad := func(hint, format string, args ...any) (place, *Error) {
		return place{}, &Error{Code: CodeLoad, Msg: "cannot load " + quote(ref) + ": " + fmt.Sprintf(format, args...), Hint: hint}
	}
	if !utf8.ValidString(ref) || strings.ContainsAny(ref, "\x00\n\r\\") {
		return bad("paths are written with /", "not a path")
	}
	to := place{path: ref}
	switch {
	case strings.HasPrefix(ref, "@"):
		source, rest, ok := strings.Cut(ref[1:], "//")
		if !ok || source != "stdlib" && source != "scripts" {
			return bad("scripts load from @stdlib//, from @scripts// and, with ./ and ../, from beside themselves", "no such source")
		}
		to = place{source, rest}
	case from != nil:
		if !strings.HasPrefix(ref, "./") && !strings.HasPrefix(ref, "../") {
			return bad("write ./"+strings.TrimLeft(ref, "/")+" for a script beside this one", "where from?")
		}
		to = place{from.source, path.Join(path.Dir(from.path), ref)}
	}
	if to.path == "" {
		return bad("", "no file is named")
	}
	to.path = path.Clean(to.path)
	if to.path == ".." || strings.HasPrefix(to.path, "../") {
		return bad("", "that is outside of what scripts may read")
	}
	if !fs.ValidPath(to.path) {
		return bad("use a path relative to the directory of scripts", "not a path in it")
	}
	return to, nil
}

// fileSystem is the file system of a source; nil if there is none.
func (s *Sources) fileSystem(source string) fs.FS {
	switch source {
	case "stdlib":
		return s.Stdlib
	case "scripts":
		return s.Scripts
	}
	return s.Files
}

// read returns the text of a script, valid UTF-8 of at most MaxScript bytes.
func (l *Loader) read(at place, chain []link) (string, *Error) {
	bad := func(format string, args ...any) *Error {
		return chainError(at, chain, CodeLoad, fmt.Sprintf(format, args...))
	}
	fsys := l.options.fileSystem(at.source)
	if fsys == nil {
		return "", bad("there are no such scripts here")
	}
	data, err := readFile(fsys, at.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e := bad("no such script")
		e.Hint = nearbyFiles(fsys, at)
		return "", e
	case errors.Is(err, errDirectory):
		e := bad("it is a directory")
		e.Hint = listScripts(fsys, at.path)
		return "", e
	case err != nil:
		e := bad("cannot read it: %v", reason(err))
		e.Cause = err
		return "", e
	case len(data) > MaxScript:
		return "", bad("it is larger than %d bytes", MaxScript)
	}
	if err := checkText(at.String(), data); err != nil {
		return "", err
	}
	text := string(data)
	l.textMu.Lock()
	l.texts[at.String()] = text
	l.textMu.Unlock()
	return text, nil
}

var errDirectory = errors.New("is a directory")

func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errDirectory
	}
	return io.ReadAll(io.LimitReader(f, MaxScript+1))
}

// reason is what went wrong with a file, without its name: the message has that already.
func reason(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// nearbyFiles is the hint for a missing script: one of like name, or what lies beside it.
func nearbyFiles(fsys fs.FS, at place) string {
	dir := path.Dir(at.path)
	names := scriptsIn(fsys, dir)
	if above := path.Dir(dir); names == nil && above != dir {
		folders := scriptsIn(fsys, above)
		if n := Nearest(path.Base(dir)+"/", folders); n != "" {
			return "did you mean " + place{at.source, path.Join(above, n, path.Base(at.path))}.String() + "?"
		}
		return listScripts(fsys, above)
	}
	if n := Nearest(path.Base(at.path), names); n != "" {
		return "did you mean " + place{at.source, path.Join(dir, n)}.String() + "?"
	}
	if slices.Contains(names, path.Base(at.path)+".star") {
		return "did you mean " + at.String() + ".star?"
	}
	return listScripts(fsys, dir)
}

// listScripts is a hint that lists a directory.
func listScripts(fsys fs.FS, dir string) string {
	const most = 8
	names := slices.DeleteFunc(scriptsIn(fsys, dir), func(name string) bool { return strings.HasPrefix(name, ".") })
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], ", …"
	}
	return "there are " + strings.Join(names, ", ") + more
}

// scriptsIn lists the scripts and directories of a directory, sorted; none if it cannot be read.
func scriptsIn(fsys fs.FS, dir string) []string {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		switch {
		case e.IsDir():
			names = append(names, e.Name()+"/")
		case path.Ext(e.Name()) == ".star":
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// quote is a name as a message shows it, whatever is in it.
func quote(s string) string {
	const most = 100
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
