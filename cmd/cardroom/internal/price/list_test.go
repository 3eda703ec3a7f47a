package price

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// listed is the file with the places that do not notice a fake.
const listed = "unseen.txt"

var update = flag.Bool("update", false, "take lines out of unseen.txt whose places notice the fake now")

// section is a part of the list: its lines, the number of lines that it had first, and the number that it may have now.
type section struct {
	lines       []string
	first, most int
}

// readList reads the list. A section begins with "[name] first N, now M".
func readList(t *testing.T) map[string]*section {
	t.Helper()
	text, err := os.ReadFile(listed)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]*section{}
	var in *section
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch name, rest, ok := strings.Cut(strings.TrimPrefix(line, "["), "] "); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "[") && ok:
			in = &section{}
			list[name] = in
			if _, err := fmt.Sscanf(rest, "first %d, now %d", &in.first, &in.most); err != nil {
				t.Fatalf("%s: %q: %v", listed, line, err)
			}
		case in == nil:
			t.Fatalf("%s: %q stands before the first section", listed, line)
		default:
			in.lines = append(in.lines, line)
		}
	}
	return list
}

// compare fails the test where the places found are not those of the list. With -update, places that are seen now leave the list; nothing can
// be added to it that way.
func compare(t *testing.T, found map[string][]string) {
	t.Helper()
	list := readList(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		s, lines := list[name], found[name]
		if s == nil {
			t.Errorf("%s has no section [%s]; it would have %d lines:\n%s", listed, name, len(lines), strings.Join(lines, "\n"))
			continue
		}
		for _, line := range lines {
			if !slices.Contains(s.lines, line) {
				t.Errorf("new in [%s]: %s\n\tthe list %q of ARCHITECTURE.md lacks an entry for it, or a table should own it", name, line, listOf(name))
			}
		}
		gone := slices.DeleteFunc(slices.Clone(s.lines), func(line string) bool { return slices.Contains(lines, line) })
		if len(gone) > 0 && !*update {
			t.Errorf("[%s] has %d lines too many: run the test with -update\n%s", name, len(gone), strings.Join(gone, "\n"))
		}
		s.lines = slices.DeleteFunc(s.lines, func(line string) bool { return slices.Contains(gone, line) })
		if *update && len(s.lines) < s.most {
			s.most = len(s.lines)
		}
		if len(s.lines) != s.most || s.most > s.first {
			t.Errorf("[%s] has %d lines and says that it has %d, of %d at first: the number only goes down", name, len(s.lines), s.most, s.first)
		}
		t.Logf("[%s] first %d, now %d", name, s.first, len(s.lines))
	}
	if *update {
		writeList(t, list)
	}
}

// listOf returns the list of ARCHITECTURE.md, under "To add", that a section is about.
func listOf(section string) string {
	for _, l := range [...][2]string{
		{"step", "A kind of step"},
		{"event", "A kind of event"},
		{"effect", "An effect of a question about cards"},
		{"parameter", "A parameter of a command"},
		{"field of replay", "A statistic"},
		{"field", "A field of a result"},
	} {
		if strings.Contains(section, l[0]) {
			return l[1]
		}
	}
	return section
}

// writeList writes the list with the comment that it begins with.
func writeList(t *testing.T, list map[string]*section) {
	t.Helper()
	text, err := os.ReadFile(listed)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n[")
	var b strings.Builder
	b.WriteString(strings.TrimRight(head, "\n") + "\n")
	for _, name := range slices.Sorted(maps.Keys(list)) {
		s := list[name]
		fmt.Fprintf(&b, "\n[%s] first %d, now %d\n", name, s.first, s.most)
		for _, line := range s.lines {
			b.WriteString(line + "\n")
		}
	}
	if err := os.WriteFile(listed, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
