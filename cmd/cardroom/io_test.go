package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func names(list []found) []string {
	var out []string
	for _, f := range list {
		if f.Err != nil {
			out = append(out, f.Name+" !")
			continue
		}
		out = append(out, f.Name)
	}
	return out
}

func TestFind(t *testing.T) {
	std, _, _ := fakeIO(fstest.MapFS{
		"hands/b.phh": {}, "hands/a/c.phhs": {}, "hands/a/index.jsonl": {}, "hands/.d.phh": {}, "other.txt": {},
	})
	for _, tt := range []struct {
		path string
		want []string
	}{
		{"-", []string{"-"}},
		{"other.txt", []string{"other.txt"}},
		{"hands", []string{"hands/.d.phh", "hands/a/c.phhs", "hands/b.phh"}},
		{"nothing", []string{"nothing !"}},
		{"hands/a", []string{"hands/a/c.phhs"}},
	} {
		if diff := cmp.Diff(tt.want, names(std.Find(tt.path, ".phh", ".phhs"))); diff != "" {
			t.Errorf("Find(%q) (-want +got):\n%s", tt.path, diff)
		}
	}
}

// Rows are matched with the command line by their names, so the path stays as
// it was typed.
func TestFindKeepsThePathAsTyped(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "h", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "h", "sub", "x.phh"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	std, _, _ := fakeIO(nil)
	std.FS = osFS{}
	for path, want := range map[string]string{
		"h": "h/sub/x.phh", "h/": "h/sub/x.phh", "./h": "./h/sub/x.phh", ".": "./h/sub/x.phh", "../" + filepath.Base(dir): "../" + filepath.Base(dir) + "/h/sub/x.phh",
		dir: dir + "/h/sub/x.phh", "h/sub/x.phh": "h/sub/x.phh", "./h/../h": "./h/../h/sub/x.phh",
	} {
		if diff := cmp.Diff([]string{want}, names(std.Find(path, ".phh"))); diff != "" {
			t.Errorf("Find(%q) (-want +got):\n%s", path, diff)
		}
	}
}

func TestOpen(t *testing.T) {
	std, _, _ := fakeIO(fstest.MapFS{"a.txt": {Data: []byte("file")}})
	std.Stdin.Reader = strings.NewReader("typed")
	for name, want := range map[string]string{"-": "typed", "a.txt": "file"} {
		f, err := std.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(f); string(text) != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
	if _, err := std.Open("b.txt"); err == nil || err.Error() != "b.txt: file does not exist" {
		t.Errorf("missing file: %v", err)
	}
}
