//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The client in examples/python keeps the promises of its environment, against this program.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	folder, err := filepath.Abs("../../examples/python")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-B", filepath.Join(folder, "conformance.py"), "cardroom", "../../examples/duel.star")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "games keep the promises") {
		t.Fatalf("%v\n%s", err, out)
	}
}
