package report

import (
	"bytes"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/term"
)

func TestTable(t *testing.T) {
	heads := []Heading{{"game", Left}, {"net", Right}, {"about", Left}}
	cells := [][]string{{"angies/omaha", "-2.5", "four cards"}, {"x", "+1000", ""}}
	for _, tt := range []struct {
		name           string
		color          bool
		columns        int
		heads          []Heading
		want, contains string
	}{
		{name: "pipe", heads: heads, want: `game            net  about
angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "without heads", heads: []Heading{{"", Left}, {"", Right}, {"", Left}}, want: `angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "colour", color: true, heads: heads, want: "\x1b[1mgame\x1b[22m            \x1b[1mnet\x1b[22m  \x1b[1mabout\x1b[22m\nangies/omaha   -2.5  four cards\nx             +1000\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			w := term.NewStream(&b)
			w.Color = tt.color
			Table(w, tt.heads, cells)
			if b.String() != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n%q", b.String(), tt.want, b.String())
			}
		})
	}
}

func TestTableFoldsAtTheTerminal(t *testing.T) {
	var b bytes.Buffer
	s := term.NewTerminal(&b, func() int { return 40 })
	Table(s, make([]Heading, 2), [][]string{{"angies/omaha", strings.Repeat("word ", 12)}})
	for _, line := range strings.Split(b.String(), "\n") {
		if len(line) > 40 {
			t.Errorf("a line of %d columns in a terminal of 40: %q", len(line), line)
		}
	}
}

// TestStacked checks that running text goes below the other columns if the terminal
// leaves too little room for it.
func TestStacked(t *testing.T) {
	var b bytes.Buffer
	s := term.NewTerminal(&b, func() int { return 40 })
	Table(s, make([]Heading, 3), [][]string{{"  tier", "= small", "which limit of the table holds (big, small)"}, {"  announcement", "required", ""}})
	want := "  tier  = small\n      which limit of the table holds\n      (big, small)\n  announcement  required\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
