package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// lay writes files below a folder, and makes links of the ones whose text
// begins with "-> ".
func lay(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, isLink := strings.CutPrefix(text, "-> "); isLink {
			if err = os.Symlink(filepath.FromSlash(to), file); err != nil {
				t.Skip("no links here:", err)
			}
		} else {
			err = os.WriteFile(file, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRootIsAFileSystem(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a.star": "a", "sub/b.star": "b", "sub/deep/c.toml": "c"})
	root, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(root, "a.star", "sub/b.star", "sub/deep/c.toml"); err != nil {
		t.Error(err)
	}
}

func TestRootRefuses(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{
		"secret.star":          "secret",
		"root/a.star":          "a",
		"root/sub/b.star":      "b",
		"root/out.star":        "-> ../secret.star",
		"root/absolute.star":   "-> " + filepath.Join(dir, "secret.star"),
		"root/in.star":         "-> a.star",
		"root/dangling.star":   "-> nothing.star",
		"root/loop.star":       "-> loop.star",
		"root/up":              "-> ..",
		"root/down":            "-> sub",
		"root/sub/again.star":  "-> ../in.star",
		"root/sub/folder.star": "-> ../sub",
	})
	root, err := OpenRoot(filepath.Join(dir, "root"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"out.star", "absolute.star", "in.star", "dangling.star", "loop.star", "up", "up/secret.star", "down", "down/b.star",
		"sub/again.star", "sub/folder.star", "sub/folder.star/b.star",
	} {
		_, err := root.Open(name)
		if r := new(Refused); !errors.As(err, &r) || r.Mode&fs.ModeSymlink == 0 {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := root.Stat(name); err == nil {
			t.Errorf("%s: the info of a link is given away", name)
		}
	}
	for _, name := range []string{"../secret.star", "/etc/passwd", "sub/../a.star", "./a.star", "a.star/", "sub//b.star", "", "a.star/b", "none.star", "a.star\x00"} {
		if f, err := root.Open(name); err == nil {
			t.Errorf("%q is opened: %v", name, f)
		}
	}
	entries, err := fs.ReadDir(root, ".")
	if err != nil || len(entries) != 9 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

// A root whose folder is replaced shows nothing of the replacement.
func TestRootReplaced(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"root/a.star": "a", "other/a.star": "other"})
	root, err := OpenRoot(filepath.Join(dir, "root"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "root"), filepath.Join(dir, "old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "other"), filepath.Join(dir, "root")); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Open("a.star"); !errors.Is(err, errChanged) {
		t.Error("opened in another folder:", err)
	}
}

// A file that replaces another between the check and the opening is refused,
// and so is the target of a link that does.
func TestRootRace(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a.star": "good", "b.star": "bad"})
	before, err := os.Lstat(filepath.Join(dir, "a.star"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "b.star"))
	if _, err = opened(f, err, before, "a.star"); !errors.Is(err, errChanged) {
		t.Error("opened another file:", err)
	}
	if _, err := f.Stat(); !errors.Is(err, fs.ErrClosed) {
		t.Error("a refused file stays open")
	}
	folder, err := os.Open(dir)
	if _, err = opened(folder, err, before, "a.star"); !errors.Is(err, ErrDirectory) {
		t.Error("opened a folder:", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"a.txt": "text", "b.txt": "-> a.txt"})
	for _, name := range []string{"a.txt", "b.txt"} { // a link that the user names is followed
		f, err := Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(f); string(text) != "text" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		f.Close()
	}
	if _, err := Open(dir); !errors.Is(err, ErrDirectory) {
		t.Error("a folder is read:", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestNearest(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lay(t, dir, map[string]string{
		"marked/mark": "", "marked/a/b/x": "", "marked/inner/mark": "", "marked/inner/c/x": "",
		"marked/folder/mark/x": "", "marked/linked/mark": "-> ../mark", "marked/linked/d/x": "",
		"plain/x": "", "link": "-> marked/a/b",
	})
	for _, tt := range []struct{ dir, top, sub string }{
		{"marked", "marked", "."},
		{"marked/a/b", "marked", "a/b"},
		{"marked/a/../a", "marked", "a"},
		{"marked/inner/c", "marked/inner", "c"},
		{"marked/folder", "marked", "folder"}, // a folder is no marker
		{"marked/linked/d", "marked", "linked/d"},
		{"plain", "plain", "."},
		{"link", "marked", "a/b"},
	} {
		top, sub, err := Nearest(filepath.Join(dir, tt.dir), "mark")
		if rel, _ := filepath.Rel(dir, top); err != nil || filepath.ToSlash(rel) != tt.top || sub != tt.sub {
			t.Errorf("%s: %s and %s, %v", tt.dir, rel, sub, err)
		}
	}
	if _, _, err := Nearest(filepath.Join(dir, "none"), "mark"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
