package console_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// write writes a site with a dummy engine into a folder.
func write(t *testing.T, dir, engine string) error {
	t.Helper()
	wasm := filepath.Join(t.TempDir(), "cardroom.wasm")
	for name, text := range map[string]string{wasm: engine, filepath.Join(filepath.Dir(wasm), "wasm_exec.js"): "// Go"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	std, _, _ := fake.IO(nil)
	files := &term.Maker{}
	std.FS, std.Create, std.CreatePlain = history.OS, files.Create, files.CreatePlain
	std.MkdirAll = func(name string) error { return os.MkdirAll(name, 0o700) }
	std.Output = func([]string, string, ...string) ([]byte, error) { return nil, errors.New("no Go here") }
	return serve.WriteSite(t.Context(), std, serve.SiteOptions{Dir: dir, Wasm: wasm})
}

// TestWrite checks that a site has the page, the engine, the version of both, and
// identical compressed copies.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	engine := "\x00asm" + strings.Repeat("engine ", 1000)
	if err := write(t, dir, engine); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var about struct {
		Kind, Wasm, Version string
		Answers             map[string]string
	}
	if err := json.Unmarshal(read("engine.json"), &about); err != nil || about.Kind != "wasm" || about.Wasm != "cardroom.wasm" || len(about.Version) < 10 {
		t.Errorf("engine.json: %+v, %v", about, err)
	}
	for message, has := range map[string]string{
		`{"do":"games"}`: `"angies/holdem"`, `{"do":"games","house":"gallery"}`: `"gallery/archie"`, `{"do":"source","game":"mixed/nt"}`: "nt = mixed.game",
		`{"do":"sheet","game":"mixed/nt","for":"players"}`: "No-limit hold",
	} {
		if answer := read(about.Answers[message]); !bytes.Contains(answer, []byte(`"ok":true`)) || !bytes.Contains(answer, []byte(has)) {
			t.Errorf("%s: %.200s", message, answer)
		}
	}
	if !bytes.Contains(read("index.html"), []byte("<html")) || string(read("wasm_exec.js")) != "// Go" {
		t.Error("the page is not whole")
	}
	packed, err := gzip.NewReader(bytes.NewReader(read("cardroom.wasm.gz")))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(packed); err != nil || string(text) != engine || string(read("cardroom.wasm")) != engine {
		t.Errorf("the engine is another one: %v", err)
	}

	// A different engine is a different version, and replaces the earlier files.
	if err := write(t, dir, "\x00asm"); err != nil {
		t.Fatal(err)
	}
	old := about.Version
	if err := json.Unmarshal(read("engine.json"), &about); err != nil || about.Version == old {
		t.Errorf("two engines have the version %s", old)
	}
}

// TestForeign checks that nothing is written if the folder has files that someone else
// wrote or changed.
func TestForeign(t *testing.T) {
	if testing.Short() {
		t.Skip("writes the whole page")
	}
	for _, name := range []string{"index.html", "cardroom.wasm", "engine.json"} {
		dir := t.TempDir()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := write(t, dir, "\x00asm"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		entries, _ := os.ReadDir(dir)
		if text, _ := os.ReadFile(file); string(text) != "mine" || len(entries) != 1 {
			t.Errorf("%s: %q, %d files", name, text, len(entries))
		}
	}
	dir := t.TempDir()
	if err := write(t, dir, "\x00asm"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(t, dir, "\x00asm"); err == nil {
		t.Error("a page that was changed is replaced")
	}
	if err := write(t, t.TempDir(), "MZ"); err == nil || !strings.Contains(err.Error(), "WebAssembly") {
		t.Errorf("another program: %v", err)
	}
}
