package scripts_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestEmbedded checks that browsers get the same kinds of files as other systems, without the mutants.
func TestEmbedded(t *testing.T) {
	patterns := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(regexp.MustCompile(`(?m)^//go:embed .*$`).Find(text))
	}
	all, browsers := patterns("embed.go"), patterns("embed_js.go")
	if want := strings.Replace(all, " */mutants.toml", "", 1); want == all || browsers != want {
		t.Errorf("browsers get %q, want %q", browsers, want)
	}
}
