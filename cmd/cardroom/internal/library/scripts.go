package library

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/dsl/star"
	"cardroom/engine/files"
)

// ScriptPaths lists the scripts that paths name: files as given, "-" for standard
// input, and for a directory all .star files below it sorted by name, except in hidden
// directories. A path that cannot be read, or is not a script, is reported once; the
// others are still listed.
func ScriptPaths(std *app.IO, paths []string) (out []string, errs []error) {
	for _, p := range paths {
		info, err := statScript(std, p)
		switch {
		case err != nil:
			errs = append(errs, app.PlainPathError(err))
		case info != nil && info.IsDir():
			found, bad := ScriptsBelow(std.FS, p, isScript)
			if len(found) == 0 && len(bad) == 0 {
				bad = []error{fmt.Errorf("%s: no .star files in this folder", p)}
			}
			out, errs = append(out, found...), append(errs, bad...)
		case p != "-" && !isScript(p):
			errs = append(errs, notScript(p))
		default:
			out = append(out, p)
		}
	}
	return out, errs
}

// isScript reports whether a file has the extension of a script.
func isScript(name string) bool { return strings.HasSuffix(name, ".star") }

// notScript is the error for a file without the extension of a script. Such a file is
// not read, because it could contain anything, and errors quote scripts.
type notScript string

func (e notScript) Error() string {
	return string(e) + " is not a script: its name ends in .star"
}

// statScript returns the file info of a path, nil for standard input.
func statScript(std *app.IO, path string) (fs.FileInfo, error) {
	if path == "-" {
		return nil, nil
	}
	return std.FS.Stat(path)
}

// scriptLister is what ScriptsBelow needs of a file system.
type scriptLister interface {
	ReadDir(name string) ([]fs.DirEntry, error)
}

// ScriptsBelow lists the wanted files below a folder, except in hidden folders. It
// follows no links: a link, or anything else that is not a regular file, is an error
// if its name is wanted.
func ScriptsBelow(fsys scriptLister, dir string, wanted func(name string) bool) (out []string, errs []error) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil, []error{app.PlainPathError(err)}
	}
	for _, e := range entries {
		name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		if dir == "." {
			name = e.Name()
		}
		switch {
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			found, bad := ScriptsBelow(fsys, name, wanted)
			out, errs = append(out, found...), append(errs, bad...)
		case e.IsDir() || !wanted(e.Name()):
		case e.Type().IsRegular():
			out = append(out, name)
		default:
			errs = append(errs, fmt.Errorf("%s: %w", name, &files.Refused{Mode: e.Type()}))
		}
	}
	return out, errs
}

// ReadScript reads a script or standard input, and returns the name to display.
func ReadScript(std *app.IO, path string) (name string, text []byte, err error) {
	if path == "-" {
		text, err = io.ReadAll(io.LimitReader(std.Stdin, star.MaxScript+1))
		return "stdin", text, app.PlainPathError(err)
	}
	ref, err := Ref(path)
	if err != nil {
		return path, nil, err
	}
	f, err := OwnScripts(std).Open(ref)
	if err != nil {
		return path, nil, app.PlainPathError(renamed(err, path))
	}
	defer f.Close()
	// One extra byte is enough to detect that it is too long.
	text, err = io.ReadAll(io.LimitReader(f, star.MaxScript+1))
	return path, text, app.PlainPathError(err)
}

// ReplaceScript replaces the text of a script. The file must be one of paths or below
// a folder among them: nothing else is written, and no link is followed.
func ReplaceScript(std *app.IO, paths []string, file string, text []byte) error {
	dir, name := filepath.Split(file)
	for _, p := range paths {
		if rest, below := strings.CutPrefix(file, strings.TrimSuffix(p, "/")+"/"); below {
			dir, name = p, rest
		} else if p == "." && filepath.IsLocal(file) {
			dir, name = p, file
		}
	}
	f, err := std.CreatePlain(cmp.Or(dir, "."), name)
	if err != nil {
		return err
	}
	return safefile.Fill(f, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
