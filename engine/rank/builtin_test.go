package rank

import (
	"strings"
	"testing"
)

// builtin are the built-in rankings.
var builtin = func() (out []*Ranking) {
	for _, e := range Catalogue() {
		out = append(out, e.Ranking)
	}
	return out
}()

// TestByEitherName: a ranking is found by its command-line name and by its word
// in scripts, with hyphens and with underscores; no two rankings share a name.
func TestByEitherName(t *testing.T) {
	seen := map[string]*Ranking{}
	for _, e := range Catalogue() {
		if e.Doc == "" || strings.Contains(e.Name(), "_") || strings.Contains(e.Word, "-") {
			t.Errorf("%s, in scripts %s: %q", e.Name(), e.Word, e.Doc)
		}
		for _, name := range []string{e.Name(), e.Word} {
			for _, name := range []string{strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(name, "-", "_")} {
				if r, ok := ByName(name); !ok || r != e.Ranking || seen[name] != nil && seen[name] != r {
					t.Errorf("%s is %v, want %s", name, r, e.Name())
				}
				seen[name] = e.Ranking
			}
		}
	}
}
