package main

import (
	"os"
	"path/filepath"
	"testing"
)

// mustCreate opens a file to write, with some text already in it.
func mustCreate(t *testing.T, name, text string) File {
	t.Helper()
	f, err := createAtomic(name)
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
		_, err := createAtomic(name)
		if err == nil || !filepath.IsAbs(err.Error()[:1]) {
			t.Errorf("create %s: %v, want %s", name, err, want)
		}
	}
	f, err := createAtomic(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil || f.Commit() != nil {
		t.Errorf("writing to %s: %v", os.DevNull, err)
	}
}
