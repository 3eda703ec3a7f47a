//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPythonClient runs the tests of the client in examples/python against this program.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
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

// TestPythonPrices checks that the script in examples/prices computes the rows of the price list.
func TestPythonPrices(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	list, err := os.ReadFile("../../examples/prices/README.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-B", "../../examples/prices/prices.py", "--only", "mixed/fo8").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "mixed/") {
			rows++
			if !strings.Contains(string(list), line) {
				t.Errorf("the price list does not have the row %s", line)
			}
		}
	}
	if rows != 1 {
		t.Errorf("%d rows:\n%s", rows, out)
	}
}
