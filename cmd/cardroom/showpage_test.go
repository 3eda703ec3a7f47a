package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
)

// openers puts a program for opening pages on PATH, which copies the page to "shown" and exits with the given code.
func openers(t *testing.T, code string) (shown string) {
	t.Helper()
	dir := t.TempDir()
	shown = filepath.Join(dir, "shown")
	for _, name := range []string{"xdg-open", "open"} {
		text := "#!/bin/sh\ncp \"$1\" '" + shown + "'\nexit " + code + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return shown
}

// TestShowPage checks that at a terminal --open writes the page to a temporary file, opens it, and prints only the file's name.
func TestShowPage(t *testing.T) {
	shown := openers(t, "0")
	t.Setenv("TMPDIR", t.TempDir())
	term := startTerminal(t, t.TempDir(), 200, "rules", "angies/omaha-hilo", "--open")
	if err := <-term.over; err != nil {
		t.Fatal(err, term.text())
	}
	page, err := os.ReadFile(shown)
	if err != nil || !strings.Contains(string(page), "<title>Omaha (High-Low Split)</title>") {
		t.Fatalf("%v: %.200s", err, page)
	}
	m := regexp.MustCompile(`the page is in (\S*angies-omaha-hilo\.html)`).FindStringSubmatch(term.text())
	if m == nil || strings.Contains(term.text(), "<html") {
		t.Fatalf("%.300s", term.text())
	}
	if kept, err := os.ReadFile(m[1]); err != nil || string(kept) != string(page) {
		t.Errorf("the file does not stay: %v", err)
	}
}

// TestShowPageFile checks that without a terminal --open requires a file, which is written and opened.
func TestShowPageFile(t *testing.T) {
	shown := openers(t, "0")
	std := system()
	fake, stdout, stderr := fakeIO(nil)
	std.Streams, std.Getenv = fake.Streams, fake.Getenv
	file := filepath.Join(t.TempDir(), "book.html")
	if code := runLine(t, std, "rules mixed/nt --open --output "+file); code != app.Fine || stdout.Len() > 0 {
		t.Fatalf("code %d, %d bytes, %s", code, stdout.Len(), stderr)
	}
	page, err := os.ReadFile(file)
	opened, _ := os.ReadFile(shown)
	if err != nil || len(page) == 0 || string(opened) != string(page) || !strings.Contains(stderr.String(), file) {
		t.Errorf("%v: %d and %d bytes: %s", err, len(page), len(opened), stderr)
	}
	tests := []struct{ line, want string }{
		{"rules mixed/nt --open", "--open needs --output FILE where there is no terminal"},
		{"rules mixed/nt --open --format md", "--open shows HTML, not md: add --format html"},
		{"rules mixed/nt --open --json", "--open shows HTML, not json"},
		{"rules mixed/xx --open --output " + file, "mixed/xx"},
	}
	for _, tt := range tests {
		stderr.Reset()
		if code := runLine(t, std, tt.line); code == app.Fine || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: code %d, %s", tt.line, code, stderr)
		}
	}
}

// TestShowPageWithoutOpener checks that a page that cannot be opened is written nevertheless, and that the message says where.
func TestShowPageWithoutOpener(t *testing.T) {
	std := system()
	fake, _, stderr := fakeIO(nil)
	std.Streams, std.Getenv = fake.Streams, fake.Getenv
	file := filepath.Join(t.TempDir(), "page.html")
	t.Setenv("PATH", t.TempDir())
	if code := runLine(t, std, "rules mixed/nt --open -o "+file); code == app.Fine || !strings.Contains(stderr.String(), "is not installed; the page is in "+file) {
		t.Errorf("code %d, %s", code, stderr)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	stderr.Reset()
	t.Setenv("PATH", "/bin:/usr/bin")
	openers(t, "3")
	if code := runLine(t, std, "rules mixed/nt --open -o "+file); code == app.Fine || !strings.Contains(stderr.String(), "could not open the page: exit status 3; the page is in "+file) {
		t.Errorf("code %d, %s", code, stderr)
	}
}
