package fuzzhouses_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/dsl/docs"
	"cardroom/engine/testkit"
)

// TestManyClauses checks that a list of a hundred thousand tables, which used to take a minute to parse, is refused at once.
func TestManyClauses(t *testing.T) {
	if _, err := docs.ParseClauses([]byte("[[clause]]\nid = \"a\"\n")); err != nil {
		t.Error(err)
	}
	began := testkit.ProcessorTime()
	if _, err := docs.ParseClauses([]byte(strings.Repeat("[[x]]\ny = 1\n", 100_000))); err == nil || !strings.Contains(err.Error(), "the limit is 20000") {
		t.Errorf("got %v", err)
	}
	if took := testkit.ProcessorTime() - began; took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

// FuzzClauses parses arbitrary text as the clauses of a house: a valid list names each clause once, and an error names the file.
func FuzzClauses(f *testing.F) {
	f.Add("[[clause]]\nid = \"a.1\"\ntext = \"x\"\n[[clause]]\nid = \"a.2\"\nmachine = \"document\"\ngames = [\"a\"]\n")
	f.Add("[[clause]]\nid = 1\n")
	f.Add("[[clause]]\n[[clause]]\n")
	f.Add("clause = 1")
	f.Add("\xff = [[[[")
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 4 << 20, PerByte: 16 << 10}.Within(t, len(text), func() {
			list, err := docs.ReadClauses(fstest.MapFS{"h/" + docs.ClausesFile: {Data: []byte(text)}}, "h")
			if err != nil {
				if !strings.Contains(err.Error(), "h/"+docs.ClausesFile) {
					t.Fatalf("%v names no file", err)
				}
				return
			}
			seen := map[string]bool{}
			for _, c := range list.Clauses {
				if c.ID == "" || seen[c.ID] || c.House != "h" {
					t.Fatalf("%+v", c)
				}
				seen[c.ID] = true
			}
		})
	})
}
