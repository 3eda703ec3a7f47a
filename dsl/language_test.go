package dsl

import (
	"strings"
	"testing"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
)

// TestTable checks that every builtin has complete documentation, because the reference is made from the table, and that every
// example loads.
func TestTable(t *testing.T) {
	for _, b := range Language().Builtins() {
		if b.Doc == "" || b.Group == "" || b.Fn == nil {
			t.Errorf("%s: doc, group or function is missing", b.Name)
		}
		for _, p := range b.Params {
			if p.Doc == "" {
				t.Errorf("%s: %s has no doc", b.Name, p.Name)
			}
		}
		if b.Example == "" {
			t.Errorf("%s has no example", b.Name)
			continue
		}
		l := NewLoader(star.Options{Sources: star.Sources{Files: filesOf("example.star", b.Example)}})
		if _, err := l.Load("example.star"); err != nil {
			t.Errorf("the example of %s:\n%s", b.Name, err.(*diag.Error).Detail())
		}
	}
	for _, c := range Language().Constants() {
		if c.Doc == "" || c.Group == "" {
			t.Errorf("%s: doc or group is missing", c.Name)
		}
	}
}

func TestPredeclared(t *testing.T) {
	env := Language().Predeclared()
	env["option"] = nil
	if Language().Predeclared()["option"] == nil {
		t.Error("Predeclared shares its map")
	}
	for name := range Language().Predeclared() {
		if strings.ContainsAny(name, " .") {
			t.Errorf("%q cannot be named by scripts", name)
		}
	}
}
