package star

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"testing"

	"cardroom/engine/diag"

	"pgregory.net/rapid"
)

// rootedFiles are files in which each top-level folder is a root, named
// "/ROOT/" in the names of its files.
type rootedFiles struct {
	fs.FS
	roots map[string]*Root
}

func (r *rootedFiles) Root(name string) (*Root, string, error) {
	top, rest, ok := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	if !ok {
		return nil, "", fs.ErrNotExist
	}
	if r.roots[top] == nil {
		sub, err := fs.Sub(r.FS, top)
		if err != nil {
			return nil, "", err
		}
		r.roots[top] = &Root{
			FS: sub, Dir: top + "/", Hint: "a remedy",
			Name: func(p string) string { return "/" + path.Join(top, p) },
		}
	}
	return r.roots[top], rest, nil
}

func rooted(pairs ...string) *rootedFiles {
	return &rootedFiles{filesOf(pairs...), map[string]*Root{}}
}

func TestRooted(t *testing.T) {
	l := newTestLoader(Options{Sources: Sources{Files: rooted(
		"my/game.star", "load(\"./sub/b.star\", \"b\")\ngame = b",
		"my/sub/b.star", "load(\"../c.star\", \"c\")\nb = c",
		"my/c.star", "c = 1",
		"my/climbs.star", `load("../other/x.star", "x")`,
		"my/names.star", `load("//other/x.star", "x")`,
		"my/spells.star", `load("./../my/c.star", "c")`,
		"my/clauses.toml", "text",
		"my/text.star", `load("./clauses.toml", "x")`,
		"other/x.star", "x = 1",
		"other/clauses.toml", "secret",
	)}})
	m := mustLoad(t, l, "/my/game.star")
	if m.Path != "/my/game.star" || m.Loads[0].Path != "/my/sub/b.star" || m.Loads[0].Loads[0] != mustLoad(t, l, "/my/c.star") {
		t.Errorf("%s, %s", m.Path, m.Loads[0].Path)
	}
	mustLoad(t, l, "/other/x.star")
	for ref, part := range map[string]string{
		"/my/climbs.star": `/my/climbs.star:1:6: cannot load "../other/x.star": that is outside this script's root, my/`,
		"/my/spells.star": "that is outside this script's root, my/",
		"/my/names.star":  "where from?",
		"/my/text.star":   "cannot load /my/clauses.toml: it is not a script",
		"/my/none.star":   "/my/none.star: no such script",
		"none":            "none: no such script",
		"":                "the path names no file",
	} {
		_, err := l.Load(ref)
		wantError(t, err, CodeLoad, part)
		if strings.Contains(part, "outside") && err.(*diag.Error).Hint != "a remedy" {
			t.Errorf("%s: hint %q", ref, err.(*diag.Error).Hint)
		}
	}
}

// TestRootedWithoutRunning checks that static analysis of scripts respects
// their roots too.
func TestRootedWithoutRunning(t *testing.T) {
	l := newTestLoader(Options{Sources: Sources{Files: rooted(
		"my/a.star", "", "my/b.star", "", "my/clauses.toml", "mine", "other/x.star", "x = 1", "other/clauses.toml", "secret",
	)}})
	if got, err := l.Locate("./b.star", "/my/a.star"); got != "/my/b.star" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	for _, ref := range []string{"../other/x.star", "./clauses.toml", "/other/x.star", "./none.txt"} {
		if got, err := l.Locate(ref, "/my/a.star"); err == nil {
			t.Errorf("%s is %s", ref, got)
		}
	}
	if got := strings.Join(l.Beside("/my/a.star"), " "); got != "/my/a.star /my/b.star" {
		t.Error(got)
	}
	if text, err := l.ReadBeside("/my/a.star", "clauses.toml"); string(text) != "mine" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := l.ReadBeside("/my/a.star", "../other/clauses.toml"); err == nil {
		t.Errorf("%q", text)
	}
	in := l.Interactive("/my/stdin", 0)
	if _, err := in.Eval(context.Background(), `load("../other/x.star", "x")`); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Error(err)
	}
	if _, err := in.Eval(context.Background(), `load("./b.star", "x")`); err == nil || !strings.Contains(err.Error(), "does not define x") {
		t.Error(err)
	}
}

func TestOverlay(t *testing.T) {
	under := rooted("my/a.star", "load(\"./b.star\", b = \"x\")\na = b", "my/b.star", "x = 1", "other/b.star", "x = 2")
	for _, fsys := range []fs.FS{Overlay(under, "/my/b.star", []byte("x = 7")), Overlay(Overlay(under, "/my/b.star", []byte("x = 6")), "/my/b.star", []byte("x = 7"))} {
		l := newTestLoader(Options{Sources: Sources{Files: fsys}})
		if got := mustLoad(t, l, "/my/a.star").Globals["a"].String(); got != "7" {
			t.Error(got)
		}
		if got := mustLoad(t, l, "/other/b.star").Globals["x"].String(); got != "2" {
			t.Error(got)
		}
	}
	l := newTestLoader(Options{Sources: Sources{Files: Overlay(under, "/my/new.star", []byte("load(\"../other/b.star\", \"x\")"))}})
	_, err := l.Load("/my/new.star")
	wantError(t, err, CodeLoad, "outside this script's root")
}

// TestNoWordForARoot checks that any load statement either fails, or denotes a
// script of a named source or one below the root of its own script.
func TestNoWordForARoot(t *testing.T) {
	fsys := rooted("my/sub/a.star", "")
	s := &Sources{Files: fsys, Scripts: filesOf(), Stdlib: filesOf()}
	from, err := s.locate("/my/sub/a.star", nil)
	if err != nil {
		t.Fatal(err)
	}
	word := rapid.SampledFrom([]string{
		"..", ".", "/", "//", "./", "../", "@", "@scripts", "@stdlib", "@files", "my", "other", "sub", "a.star", ".star", "(root)", "C:", "\\", "\x00", "\n", " ", "…", "\u202e", "%2f", "~",
	})
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.SampledFrom([]string{"", "./", "../", "@scripts//", "@stdlib//"}).Draw(t, "start")
		ref := start + strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, "words"), "")
		at, err := s.locate(ref, &from)
		switch {
		case err != nil:
			if err.Code != CodeLoad || err.Pos != (diag.Pos{}) {
				t.Fatalf("%q: %+v", ref, err)
			}
		case !fs.ValidPath(at.path) || at.path != path.Clean(at.path):
			t.Fatalf("%q: %q is no plain path", ref, at.path)
		case at.source == "" && at.root != from.root || at.source != "" && at.root != nil:
			t.Fatalf("%q: another root, %+v", ref, at)
		case strings.ContainsAny(at.path, ":\\\x00\n"):
			t.Fatalf("%q: %q", ref, at.path)
		case at.source != "" && !strings.HasPrefix(ref, "@"+at.source+"//"):
			t.Fatalf("%q: %+v", ref, at)
		}
	})
}
