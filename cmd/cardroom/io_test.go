package main

import (
	"io"
	"strings"
	"testing"
	"testing/fstest"
)

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
