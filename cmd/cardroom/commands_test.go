package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// core are the packages that play hands by the rules of scripts: everything else stands on them and can be left out.
var core = []string{
	"engine/cards", "engine/rank", "engine/betting", "engine/betting", "engine/plan", "engine/hand", "engine/table", "engine/batch",
	"engine/history", "engine/replay", "dsl", "dsl/star", "dsl", "dsl", "dsl/policies", "dsl/live", "dsl/docs",
	"dsl/repl",
}

// optional are the packages that stand on the core, besides the commands.
var optional = []string{"engine/enumerate", "engine/solve", "engine/convert", "engine/history/sites", "dsl/editor", "dsl/debug", "dsl/protocol"}

// TestCore checks that no package of the core imports an optional one, directly or not.
func TestCore(t *testing.T) {
	list := []string{"list", "-deps", "-f", `{{join .Imports "\n"}}`} // of all that the core needs
	for _, name := range core {
		list = append(list, "cardroom/"+name)
	}
	out, err := exec.Command("go", list...).Output()
	if err != nil {
		t.Fatal(err)
	}
	imported := strings.Fields(string(out))
	for _, name := range imported {
		if used, ours := strings.CutPrefix(name, "cardroom/"); ours && (slices.Contains(optional, used) || strings.HasPrefix(used, "cmd/")) {
			t.Errorf("the core needs %s", used)
		}
	}
	if !slices.Contains(imported, "cardroom/engine/cards") {
		t.Error("the core seems to import nothing")
	}
}

var optionalCommand = regexp.MustCompile(`(?m)^\t\tnew(\w+)\(\), +// optional\n`)

// TestOptionalCommands builds the program without the files of the optional commands and their lines in commands.go.
func TestOptionalCommands(t *testing.T) {
	if os.Getenv("CARDROOM_SWEEP") == "" {
		t.Skip("CI links a program: set CARDROOM_SWEEP")
	}
	file, err := filepath.Abs("commands.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for _, m := range optionalCommand.FindAllStringSubmatch(string(text), -1) {
		replace[filepath.Join(filepath.Dir(file), strings.ToLower(m[1])+".go")] = "" // not there
	}
	if len(replace) < 10 {
		t.Fatalf("%d optional commands", len(replace))
	}
	dir := t.TempDir()
	replace[file] = filepath.Join(dir, "commands.go")
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"commands.go": optionalCommand.ReplaceAll(text, nil), "overlay.json": overlay} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "cardroom-small")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "run", "mixed/nt", "--hands", "1", "--seed", "1").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "hand 1 of seed 1") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program, "solve", "mixed/nt").CombinedOutput(); err == nil {
		t.Errorf("a program without solve solves\n%s", out)
	}
}
