package console_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/term"
)

// mustCreate creates a file with some text written to it.
func mustCreate(t *testing.T, name, text string) term.File {
	t.Helper()
	f, err := new(term.Maker).Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return f
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func TestAtomicFileAppearsWhenComplete(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.phhs")
	f := mustCreate(t, name, "hands")
	if _, err := os.Stat(name); err == nil {
		t.Error("the file is there before it is complete")
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if text, err := os.ReadFile(name); err != nil || string(text) != "hands" {
		t.Errorf("read %q, %v", text, err)
	}
	if got := entries(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

func TestAtomicFileDiscarded(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.phhs")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := mustCreate(t, name, "new")
	f.Discard()
	if text, _ := os.ReadFile(name); string(text) != "old" {
		t.Errorf("the old file became %q", text)
	}
	if got := entries(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
	if err := f.Commit(); err == nil {
		t.Error("commit after discard works")
	}
}

func TestAtomicFileKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	if err := mustCreate(t, link, "new").Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	info, err := os.Stat(real)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want 0640", info, err)
	}
}

func TestAtomicFileErrors(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		dir:                                dir + ": is a directory",
		filepath.Join(dir, "missing", "x"): "no such file or directory",
	} {
		_, err := new(term.Maker).Create(name)
		if err == nil || !filepath.IsAbs(err.Error()[:1]) {
			t.Errorf("create %s: %v, want %s", name, err, want)
		}
	}
	f, err := new(term.Maker).Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil || f.Commit() != nil {
		t.Errorf("writing to %s: %v", os.DevNull, err)
	}
}

func TestDeadNeighboursAreRemoved(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.phhs")
	live := mustCreate(t, name, "live") // this process holds its lock
	defer live.Discard()
	dead := filepath.Join(dir, ".out.phhs.0abcdefgh1234.tmp")
	for _, file := range []string{dead, filepath.Join(dir, ".out.phhs.notes.tmp"), filepath.Join(dir, ".other.phhs.0abcdefgh1234.tmp")} {
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dead, filepath.Join(dir, ".out.phhs.0abcdefgh1235.tmp")); err != nil {
		t.Skip(err)
	}
	if err := mustCreate(t, name, "new").Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(dead); err == nil {
		t.Errorf("%s is still there", dead)
	}
	if got := entries(t, dir); len(got) != 5 { // the link, the files of others, the live one, and out.phhs
		t.Errorf("left: %v", got)
	}
	if err := live.Commit(); err != nil {
		t.Errorf("the live one was taken away: %v", err)
	}
}

func TestPlainFiles(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside.star")
	for name, text := range map[string]string{outside: "old", filepath.Join(dir, "a.star"): "old"} {
		if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link.star": outside, "inside.star": "a.star", "folder": filepath.Dir(outside), "loop": "sub"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	m := &term.Maker{}
	for _, bad := range []string{"link.star", "inside.star", "folder/outside.star", "loop/new.star", "../x.star", outside, "sub", "missing/x"} {
		if f, err := m.CreatePlain(dir, bad); err == nil {
			f.Discard()
			t.Errorf("%s is written", bad)
		}
	}
	for _, good := range []string{"a.star", "new.star", "sub/new.star"} {
		f, err := m.CreatePlain(dir, good)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(filepath.Join(dir, good)); string(text) != "new" {
			t.Errorf("%s has %q", good, text)
		}
	}
	if text, _ := os.ReadFile(outside); string(text) != "old" {
		t.Errorf("the file outside became %q", text)
	}
	if info, _ := os.Stat(filepath.Join(dir, "a.star")); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
}

// TestLongNames checks that a file may have the longest name that a file system takes, and that a cut temporary name is whole UTF-8.
func TestLongNames(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 255), strings.Repeat("\u00e9", 127), strings.Repeat("n", 237), "n" + strings.Repeat("\u00e9", 127)} {
		dir := t.TempDir()
		f := mustCreate(t, filepath.Join(dir, name), "text")
		for _, e := range entries(t, dir) {
			if !utf8.ValidString(e) {
				t.Errorf("%q", e)
			}
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := entries(t, dir); len(got) != 1 || got[0] != name {
			t.Errorf("%d bytes: %q", len(name), got)
		}
	}
}
