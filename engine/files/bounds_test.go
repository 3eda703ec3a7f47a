package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The name of each kind of thing that is not a regular file.
func TestRefusedWords(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeSymlink:                      "a symbolic link, and links are not followed here",
		fs.ModeNamedPipe:                    "a named pipe, not a file",
		fs.ModeSocket:                       "a socket, not a file",
		fs.ModeDevice:                       "a device, not a file",
		fs.ModeDevice | fs.ModeCharDevice:   "a device, not a file",
		fs.ModeIrregular:                    "not a regular file",
		fs.ModeSymlink | fs.ModeDevice:      "a symbolic link, and links are not followed here",
		fs.ModeNamedPipe | fs.ModeTemporary: "a named pipe, not a file",
	} {
		if got := (&Refused{mode}).Error(); got != want {
			t.Errorf("%v: %s, want %s", mode, got, want)
		}
	}
}

// Open reads a file by a name that the user typed, and an error names the file.
func TestOpenByName(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a.phh": "hand", "sub/b.phh": "b", "link.phh": "-> a.phh"})
	for name, want := range map[string]string{"a.phh": "hand", "sub/b.phh": "b", "link.phh": "hand"} {
		f, err := Open(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := io.ReadAll(f)
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]error{"none.phh": fs.ErrNotExist, "sub": ErrDirectory, ".": ErrDirectory} {
		f, err := Open(filepath.Join(dir, name))
		var pe *fs.PathError
		if f != nil || !errors.Is(err, want) || !errors.As(err, &pe) || pe.Path != filepath.Join(dir, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(os.DevNull); err == nil || !strings.HasSuffix(err.Error(), "use - to read standard input") {
		t.Errorf("a device: %v", err)
	}
}

// A Root finds names at any depth, but no name below a file.
func TestRootDepth(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a": "1", "b/c": "2", "b/d/e": "3", "b/d/f/g": "4", "b/link": "-> d"})
	root, err := OpenRoot(dir)
	if err != nil || root.Dir() != dir {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "1", "b/c": "2", "b/d/e": "3", "b/d/f/g": "4"} {
		if text, err := fs.ReadFile(root, name); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if info, err := root.Stat(name); err != nil || info.Size() != 1 || info.Name() != filepath.Base(name) {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	for _, name := range []string{"a/b", "b/c/d", "b/c/d/e", "none", "none/c", "b/none/e", "b/d/f/none", "b/d/e/f/g"} {
		if _, err := root.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the info of %s: %v", name, err)
		}
		var pe *fs.PathError
		if _, err := root.Open(name); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &pe) || pe.Path != name || pe.Op != "open" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"b/link", "b/link/e", "b/link/f/g", "b/link/none"} {
		var r *Refused
		if _, err := root.Open(name); !errors.As(err, &r) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := root.Stat(name); !errors.As(err, &r) {
			t.Errorf("the info of %s: %v", name, err)
		}
	}
	for _, name := range []string{"/a", "a/", "../a", "b/../a", ""} {
		if _, err := root.Stat(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("the info of %q: %v", name, err)
		}
		if _, err := root.Open(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	f, err := root.Open("b")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(nil); !errors.Is(err, ErrDirectory) {
		t.Errorf("a folder is read: %v", err)
	}
	list := f.(fs.ReadDirFile)
	var names []string
	for {
		entries, err := list.ReadDir(2)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if err == io.EOF {
			break
		}
		if err != nil || len(entries) == 0 || len(entries) > 2 {
			t.Fatalf("%d entries, %v", len(entries), err)
		}
	}
	if got := strings.Join(names, " "); got != "c d link" {
		t.Errorf("the folder has %s", got)
	}
	if rest, err := list.ReadDir(0); len(rest) != 0 || err != nil {
		t.Errorf("%d entries after the last, %v", len(rest), err)
	}
	if _, err := OpenRoot(filepath.Join(dir, "a")); err == nil {
		t.Error("a file is a folder")
	}
	if _, err := OpenRoot(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
