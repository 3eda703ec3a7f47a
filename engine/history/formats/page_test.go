package formats_test

import (
	"os"
	"strings"
	"testing"

	"cardroom/engine/history/formats"
	"cardroom/engine/history/sites"
)

// TestPage: the page of 'cardroom doc replay' is made from the tables of fields. CARDROOM_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	const name = "../../../dsl/reference/topics/replay.md"
	want := sites.Page()
	if os.Getenv("CARDROOM_UPDATE") != "" {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the tables say; CARDROOM_UPDATE=1 writes it", name)
	}
}

// TestEveryFormatHasFields: each format has a part of the table, whose fields are said once.
func TestEveryFormatHasFields(t *testing.T) {
	var all strings.Builder
	for _, s := range sites.Special {
		all.WriteString(s.Formats + "; ")
		seen := map[string]bool{}
		for _, f := range s.Fields {
			if f.Name == "" || seen[f.Name] {
				t.Errorf("%s: %q twice or empty", s.Formats, f.Name)
			}
			seen[f.Name] = true
		}
	}
	without := map[string]bool{"Full Tilt": true, "Winamax": true} // nothing of their own
	for _, f := range formats.All {
		name, _, _ := strings.Cut(f.Name, " (")
		if f.Name == "foreign" || f.Name == "none" || without[f.Name] || strings.Contains(all.String(), name) {
			continue
		}
		t.Errorf("no fields of the format %s", f.Name)
	}
}
