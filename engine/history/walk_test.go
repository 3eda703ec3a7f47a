package history

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/engine/files"
)

func TestWalk(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"h/b.phh", "h/a.phhs", "h/sub/c.phh", "h/sub/notes.txt", "h/10.phh", "h/9.phh", "empty/x.txt", "odd.toml", "e.PHH"} {
		fsys[name] = &fstest.MapFile{}
	}
	tests := []struct{ paths, want string }{
		{"h", "h/10.phh h/9.phh h/a.phhs h/b.phh h/sub/c.phh"},
		{"h/sub odd.toml -", "h/sub/c.phh odd.toml -"},
		{"h/b.phh h/b.phh", "h/b.phh h/b.phh"},
		{"empty h/sub", "empty:empty: no .phh or .phhs files in this folder h/sub/c.phh"},
		{"none h/sub", "none:open none: file does not exist h/sub/c.phh"},
	}
	for _, test := range tests {
		var got []string
		for name, err := range Walk(fsys, strings.Fields(test.paths)) {
			if err != nil {
				name += ":" + err.Error()
			}
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %s, want %s", test.paths, s, test.want)
		}
	}
}

// TestWalkOS: paths are reported as given, joined with what was found. A link
// is followed as a path and rejected inside a folder.
func TestWalkOS(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"h/a.phh", "h/sub/b.phhs"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, session(2), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "h"), "h/sub/loop"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(dir, "h/a.phh"), "h/link.phh"); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		"h":                                   "h/a.phh h/link.phh:refused h/sub/b.phhs",
		"h/":                                  "h/a.phh h/link.phh:refused h/sub/b.phhs",
		"./h":                                 "./h/a.phh ./h/link.phh:refused ./h/sub/b.phhs",
		".":                                   "./h/a.phh ./h/link.phh:refused ./h/sub/b.phhs",
		"h/link.phh":                          "h/link.phh",
		"../" + filepath.Base(dir) + "/h/sub": "../" + filepath.Base(dir) + "/h/sub/b.phhs",
		"h/sub/loop":                          "h/sub/loop/a.phh h/sub/loop/link.phh:refused h/sub/loop/sub/b.phhs",
	} {
		var got []string
		for name, err := range Walk(OS, []string{path}) {
			if r := new(files.Refused); errors.As(err, &r) {
				name += ":refused"
			} else if err != nil {
				t.Error(err)
			}
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", path, s, want)
		}
	}
}

func TestOpen(t *testing.T) {
	fsys := fstest.MapFS{"s.phhs": {Data: session(3)}}
	for _, name := range []string{"s.phhs", Stdin} {
		f, err := Open(fsys, name, strings.NewReader(string(session(3))), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for h, err := range f.Hands() {
			if err != nil {
				t.Error(err)
			}
			numbers = append(numbers, h.Number)
		}
		if !slices.Equal(numbers, []int{1, 2, 3}) {
			t.Errorf("%s: hands %v", name, numbers)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Open(fsys, "none.phh", nil, Options{}); err == nil {
		t.Error("a file that is not there opens")
	}
	var _ io.Closer = (*File)(nil)
}

// Real files are opened, and anything missing or not a regular file is
// rejected.
func TestOS(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.phh")
	if err := os.WriteFile(name, []byte(everything), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Open(OS, name, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var h Hand
	if err := f.Next(&h); err != nil || h.N() == 0 {
		t.Errorf("%d players, %v", h.N(), err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{filepath.Join(dir, "b.phh"), dir} {
		if f, err := Open(OS, name, nil, Options{}); err == nil {
			t.Errorf("%s is opened: %v", name, f)
		}
	}
	if f, err := OS.Open(filepath.Join(dir, "b.phh")); err == nil || f != nil {
		t.Errorf("a file that is not there: %v, %v", f, err)
	}
}

// A number in a user-defined field is kept as written, even if it has more than
// 64 bits.
func TestOwnNumbersAreKept(t *testing.T) {
	for _, value := range []string{"7", "123456789012345678901234567890", "[1, 123456789012345678901234567890]", "0.1e-400", "true", "['a', 1]"} {
		h := one(t, strings.Replace(everything, "variant", "_own = "+value+"\nvariant", 1))
		x := h.Lookup("_own")
		if x == nil || x.Raw != value || !strings.Contains(string(Append(nil, h)), "_own = "+value+"\n") {
			t.Errorf("%s is kept as %+v", value, x)
		}
	}
}
