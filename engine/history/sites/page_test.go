package sites_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"cardroom/engine/history/sites"
)

// TestPage: the page of 'cardroom doc replay' is made from the tables of fields. CARDROOM_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	const name = "../../../dsl/reference/topics/replay.md"
	want := page()
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

// page returns the page of documentation that follows from the tables.
func page() string {
	var b strings.Builder
	b.WriteString(`# What is read of a hand file, and what is checked

` + "`cardroom replay`" + ` plays every recorded hand by the rules of its game. A hand is ok if each action is legal and each stack is as recorded, to the cent.
What a file leaves out is inferred if it follows from the rest, and listed with ` + "`--explain`" + `; ` + "`--strict`" + ` refuses such hands. A file that contradicts
itself is mismatched, at the line that is wrong.

PHH is read as its specification says. The formats of sites have the following in common.
`)
	told := [...]string{"Checked", "Believed", "Tolerated", "Not looked at"}
	section := func(title string, fields []Field) {
		b.WriteString("\n## " + title + "\n\n")
		for use, word := range told {
			for _, f := range fields {
				if int(f.Use) != use {
					continue
				}
				why := ""
				if f.Why != "" {
					why = " (" + f.Why + ")"
				}
				fmt.Fprintf(&b, "* %s: %s%s.\n", word, f.Name, why)
			}
		}
	}
	section("All formats", Common)
	for _, s := range Special {
		section(s.Formats, s.Fields)
	}
	return b.String()
}

// TestEveryFormatHasFields: each format has a part of the table, whose fields are said once.
func TestEveryFormatHasFields(t *testing.T) {
	var all strings.Builder
	for _, s := range Special {
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
	for _, f := range sites.All {
		name, _, _ := strings.Cut(f.Name, " (")
		if f.Name == "foreign" || f.Name == "none" || without[f.Name] || strings.Contains(all.String(), name) {
			continue
		}
		t.Errorf("no fields of the format %s", f.Name)
	}
}
