package star

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/engine/diag"
	"cardroom/engine/files"
)

// place is the location of a script.
type place struct {
	source string // "stdlib", "scripts", or "" for files
	path   string // within the source or the root; clean, with slashes
	root   *Root  // of a file, if Sources.Files has roots
}

// String returns the place as written in messages and in Module.Path.
func (p place) String() string {
	switch {
	case p.root != nil:
		return p.root.Name(p.path)
	case p.source == "":
		return p.path
	}
	return "@" + p.source + "//" + p.path
}

// beside returns another place in the same source and root.
func (p place) beside(path string) place {
	p.path = path
	return p
}

// folder returns the folder of a script.
func (p place) folder() string { return path.Dir(p.path) }

// Rooted is a file system whose scripts each have a root, a folder that they load from and that load statements cannot leave. Any
// other file system is one root.
type Rooted interface {
	fs.FS
	// Root returns the root of a script by the name that a caller of [Loader.Load] uses, and its path in the root. A folder has
	// the same *Root every time.
	Root(name string) (root *Root, path string, err error)
}

// Root is a folder that the scripts in it may load from.
type Root struct {
	FS   fs.FS
	Name func(path string) string // the name of a file in messages and for callers of [Loader.Load]
	Dir  string                   // name of the folder
	Hint string                   // hint for a script that has to load from outside of it
}

// locate returns the place that ref denotes: in a load statement of the script at from, or, if from is nil, for a caller of Load.
// A load statement cannot name a root: its path is relative to its own script, or in one of the named sources.
func (s *Sources) locate(ref string, from *place) (place, *diag.Error) {
	bad := func(hint, format string, args ...any) (place, *diag.Error) {
		return place{}, &diag.Error{Code: CodeLoad, Msg: "cannot load " + quote(ref) + ": " + fmt.Sprintf(format, args...), Hint: hint}
	}
	if !utf8.ValidString(ref) || strings.ContainsFunc(ref, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }) {
		return bad("paths are written with /", "not a path")
	}
	to, rest := place{path: ref}, ref
	switch {
	case strings.HasPrefix(ref, "@"):
		source, in, ok := strings.Cut(ref[1:], "//")
		if near, path, cut := strings.Cut(ref[1:], "/"); !ok && cut && (near == "stdlib" || near == "scripts") {
			return bad("did you mean @"+near+"//"+path+"?", "no such source")
		}
		if !ok || source != "stdlib" && source != "scripts" {
			return bad("scripts load from @stdlib//, from @scripts// and, with ./ and ../, from their own folder", "no such source")
		}
		to, rest = place{source: source, path: in}, in
	case from != nil:
		if !strings.HasPrefix(ref, "./") && !strings.HasPrefix(ref, "../") {
			return bad("write ./"+strings.TrimLeft(ref, "/")+" for a script in this folder", "where from?")
		}
		to, rest = from.beside(path.Join(from.folder(), ref)), strings.TrimPrefix(ref, "./")
	default:
		if files, ok := s.Files.(Rooted); ok && ref != "" {
			root, path, err := files.Root(ref)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return place{}, &diag.Error{Pos: diag.Pos{File: ref}, Code: CodeLoad, Msg: "no such script"}
			case err != nil:
				return place{}, &diag.Error{Pos: diag.Pos{File: ref}, Code: CodeLoad, Msg: fmt.Sprintf("cannot read it: %v", reason(err)), Cause: err}
			}
			return place{path: path, root: root}, nil
		}
	}
	if to.path == "" {
		return bad("", "the path names no file")
	}
	to.path = path.Clean(to.path)
	switch {
	case to.path != ".." && !strings.HasPrefix(to.path, "../"):
	case to.root != nil:
		return bad(to.root.Hint, "that is outside this script's root, %s", to.root.Dir)
	default:
		return bad("", "that is outside the folders that scripts may read")
	}
	if !fs.ValidPath(to.path) {
		return bad("use a path relative to the folder of scripts", "not a path in it")
	}
	if from != nil {
		if word := notClean(rest); word != "" {
			return bad("write a plain path of a script, like ./sub/name.star", "%s", word)
		}
	}
	return to, nil
}

// notClean returns what is wrong with a path in a load statement that some systems may read as another path; "" if it is fine.
func notClean(rest string) string {
	up := true
	for _, word := range strings.Split(rest, "/") {
		switch {
		case word == "..":
			if !up {
				return "a .. after the name of a folder"
			}
			continue
		case word == "" || word == ".":
			return "an empty part in the path"
		case strings.Contains(word, ":"):
			return "a colon in the path"
		case strings.HasSuffix(word, ".") || strings.HasSuffix(word, " "):
			return fmt.Sprintf("%q ends in a dot or a blank", word)
		}
		up = false
	}
	return ""
}

// fileSystem returns the file system of a place; nil if there is none.
func (s *Sources) fileSystem(at place) fs.FS {
	switch {
	case at.source == "stdlib":
		return s.Stdlib
	case at.source == "scripts":
		return s.Scripts
	case at.root != nil:
		return at.root.FS
	}
	return s.Files
}

// read returns the text of a script, valid UTF-8 of at most MaxScript bytes.
func (l *Loader) read(at place, chain []link) (string, *diag.Error) {
	bad := func(format string, args ...any) *diag.Error {
		return chainError(at, chain, CodeLoad, fmt.Sprintf(format, args...))
	}
	fsys := l.options.fileSystem(at)
	if fsys == nil {
		return "", bad("there are no such scripts here")
	}
	data, err := []byte(nil), error(nil)
	if len(chain) == 0 || path.Ext(at.path) == ".star" {
		data, err = readFile(fsys, at.path)
	} else {
		err = notScript(fsys, at.path)
	}
	refused := new(files.Refused)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e := bad("no such script")
		e.Hint = nearbyFiles(fsys, at)
		return "", e
	case errors.Is(err, errDirectory):
		e := bad(IsDirectory)
		e.Hint = listScripts(fsys, at.path)
		return "", e
	case errors.Is(err, errNotScript):
		return "", bad("it is not a script: script names end in .star")
	case errors.As(err, &refused):
		return "", bad("it is %v", refused)
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
	l.texts.set(at.String(), text)
	return text, nil
}

// IsDirectory is the message about a directory that is named instead of a script.
const IsDirectory = "it is a directory"

var (
	errDirectory = errors.New("is a directory")
	errNotScript = errors.New("not a script")
)

// notScript returns an error for a file without the name of a script. The file is not opened.
func notScript(fsys fs.FS, name string) error {
	switch info, err := fs.Stat(fsys, name); {
	case err != nil:
		return err
	case info.IsDir():
		return errDirectory
	}
	return errNotScript
}

// readFile reads a regular file, up to one byte more than a script may have.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		if err := files.Regular(info); errors.Is(err, files.ErrDirectory) {
			return nil, errDirectory
		} else if err != nil {
			return nil, err
		}
	}
	return io.ReadAll(io.LimitReader(f, MaxScript+1))
}

// reason returns an error about a file without the file name, which the message already has.
func reason(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// nearbyFiles returns the hint for a missing script: a similar name, or the scripts beside it.
func nearbyFiles(fsys fs.FS, at place) string {
	dir := path.Dir(at.path)
	names := scriptsIn(fsys, dir)
	if above := path.Dir(dir); names == nil && above != dir {
		folders := scriptsIn(fsys, above)
		if n := diag.Nearest(path.Base(dir)+"/", folders); n != "" {
			return "did you mean " + at.beside(path.Join(above, n, path.Base(at.path))).String() + "?"
		}
		return listScripts(fsys, above)
	}
	if n := diag.Nearest(path.Base(at.path), names); n != "" {
		return "did you mean " + at.beside(path.Join(dir, n)).String() + "?"
	}
	if slices.Contains(names, path.Base(at.path)+".star") {
		return "did you mean " + at.String() + ".star?"
	}
	return listScripts(fsys, dir)
}

// listScripts returns a hint that lists a directory.
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

// scriptsIn returns the scripts and directories in a directory, sorted; none if it cannot be read.
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
		case path.Ext(e.Name()) == ".star" && e.Type().IsRegular():
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// quote returns a name in quotes for messages, shortened and escaped.
func quote(s string) string {
	const most = 100
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
