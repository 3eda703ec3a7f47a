package console_test

import (
	"bytes"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
)

func TestTable(t *testing.T) {
	heads := []report.Heading{{Title: "game", Align: report.Left}, {Title: "net", Align: report.Right}, {Title: "about", Align: report.Left}}
	cells := [][]string{{"angies/omaha", "-2.5", "four cards"}, {"x", "+1000", ""}}
	for _, tt := range []struct {
		name           string
		color          bool
		columns        int
		heads          []report.Heading
		want, contains string
	}{
		{name: "pipe", heads: heads, want: `game            net  about
angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "without heads", heads: []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Left}}, want: `angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "colour", color: true, heads: heads, want: "\x1b[1mgame\x1b[22m            \x1b[1mnet\x1b[22m  \x1b[1mabout\x1b[22m\nangies/omaha   -2.5  four cards\nx             +1000\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			w := term.NewStream(&b)
			w.Color = tt.color
			report.Table(w, tt.heads, cells)
			if b.String() != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n%q", b.String(), tt.want, b.String())
			}
		})
	}
}

func TestTableFoldsAtTheTerminal(t *testing.T) {
	var b bytes.Buffer
	s := term.NewTerminal(&b, func() int { return 40 })
	report.Table(s, make([]report.Heading, 2), [][]string{{"angies/omaha", strings.Repeat("word ", 12)}})
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
	report.Table(s, make([]report.Heading, 3), [][]string{{"  tier", "= small", "which limit of the table holds (big, small)"}, {"  announcement", "required", ""}, {"  the second player left of the button", "posts", "$2"}})
	want := "  tier  = small\n      which limit of the table holds\n      (big, small)\n  announcement  required\n" +
		"  the second player left of the\n      button posts\n      $2\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestPartsNameTheirRows checks that each part of a table that is too wide has the columns that name its rows, and that names in
// the last column stay with their numbers.
func TestPartsNameTheirRows(t *testing.T) {
	left, right := report.Heading{Title: "player", Align: report.Left}, report.Heading{Title: "bb/100", Align: report.Right}
	for _, tt := range []struct {
		heads []report.Heading
		cells [][]string
		want  string
	}{
		{
			[]report.Heading{left, {Title: "position", Align: report.Left}, right, right, right},
			[][]string{{"Ann", "all", "1", "2", "3"}, {"", "SB", "4", "5", "6"}},
			"player  position  bb/100\nAnn     all            1\n        SB             4\n\n" +
				"player  position  bb/100\nAnn     all            2\n        SB             5\n\n" +
				"player  position  bb/100\nAnn     all            3\n        SB             6\n",
		},
		{
			[]report.Heading{right, right, {Title: "script", Align: report.Left}},
			[][]string{{"100 %", "1 of 1", "@scripts//a.star"}, {"5 %", "1 of 20", "all"}},
			"bb/100   bb/100\n    script\n 100 %   1 of 1\n    @scripts//a.star\n   5 %  1 of 20\n    all\n",
		},
	} {
		var b bytes.Buffer
		report.Table(term.NewTerminal(&b, func() int { return 30 }), tt.heads, tt.cells)
		if b.String() != tt.want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), tt.want)
		}
	}
}
