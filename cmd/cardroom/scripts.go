package main

import (
	"fmt"
	"io"
	"io/fs"
	"strings"

	"cardroom/dsl"
)

// scriptPaths lists the scripts that paths name: files as given, "-" for
// standard input, and for a directory every .star file below it in the order
// of their names, without those of hidden directories. A path that cannot be
// read is reported once, and the others are still listed.
func scriptPaths(std *IO, paths []string) (files []string, errs []error) {
	for _, p := range paths {
		info, err := std.statScript(p)
		switch {
		case err != nil:
			errs = append(errs, plainPathError(err))
		case info == nil || !info.IsDir():
			files = append(files, p)
		default:
			found, bad := scriptsBelow(std.FS, p)
			if len(found) == 0 && len(bad) == 0 {
				bad = []error{fmt.Errorf("%s: no .star file below", p)}
			}
			files, errs = append(files, found...), append(errs, bad...)
		}
	}
	return files, errs
}

// statScript is the info of a path, nil for standard input.
func (std *IO) statScript(path string) (fs.FileInfo, error) {
	if path == "-" {
		return nil, nil
	}
	return std.FS.Stat(path)
}

// scriptLister is what is needed of a file system to find the scripts in it.
type scriptLister interface {
	ReadDir(name string) ([]fs.DirEntry, error)
}

func scriptsBelow(fsys scriptLister, dir string) (files []string, errs []error) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil, []error{plainPathError(err)}
	}
	for _, e := range entries {
		name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		if dir == "." {
			name = e.Name()
		}
		switch {
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			found, bad := scriptsBelow(fsys, name)
			files, errs = append(files, found...), append(errs, bad...)
		case !e.IsDir() && strings.HasSuffix(e.Name(), ".star"):
			files = append(files, name)
		}
	}
	return files, errs
}

// readScript reads a script, or standard input, and gives the name to show for it.
func readScript(std *IO, path string) (name string, text []byte, err error) {
	name = path
	if path == "-" {
		name = "stdin"
	}
	f, err := std.Open(path)
	if err != nil {
		return name, nil, err
	}
	defer f.Close()
	// One byte too many is enough to be refused.
	text, err = io.ReadAll(io.LimitReader(f, dsl.MaxScript+1))
	return name, text, plainPathError(err)
}
