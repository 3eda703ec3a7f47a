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

// ScriptPaths lists the scripts that paths name: files as given, "-" for
// standard input, and for a directory every .star file below it in the order
// of their names, without those of hidden directories. A path that cannot be
// read, or is no script, is reported once, and the others are still listed.
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

// isScript reports whether a file is called like a script.
func isScript(name string) bool { return strings.HasSuffix(name, ".star") }

// notScript is the error about a file that is not called like a script. No such
// file is read: what is in it could be anything, and errors quote scripts.
type notScript string

func (e notScript) Error() string {
	return string(e) + " is not a script: its name ends in .star"
}

// statScript is the info of a path, nil for standard input.
func statScript(std *app.IO, path string) (fs.FileInfo, error) {
	if path == "-" {
		return nil, nil
	}
	return std.FS.Stat(path)
}

// scriptLister is what is needed of a file system to find the scripts in it.
type scriptLister interface {
	ReadDir(name string) ([]fs.DirEntry, error)
}

// ScriptsBelow lists the files below a folder whose names are wanted, without
// those of hidden folders. No link is followed: one that is called like a script,
// or anything else that is no file, is an error.
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

// ReadScript reads a script, or standard input, and gives the name to show for it.
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
	// One byte too many is enough to be refused.
	text, err = io.ReadAll(io.LimitReader(f, star.MaxScript+1))
	return path, text, app.PlainPathError(err)
}

// ReplaceScript gives a script another text. The file is one of paths, or lies
// below one that is a folder: nothing outside of that is written, through no link.
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
