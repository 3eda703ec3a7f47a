package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

func TestMoney(t *testing.T) {
	for _, tt := range []struct {
		units, scale int64
		text, json   string
	}{
		{0, 100, "0", "0"},
		{250, 100, "2.5", "2.5"},
		{300, 100, "3", "3"},
		{5, 100, "0.05", "0.05"},
		{-5, 100, "-0.05", "-0.05"},
		{-250, 100, "-2.5", "-2.5"},
		{7, 1, "7", "7"},
		{7, 0, "7", "7"},
		{125945025, 100, "1259450.25", "1259450.25"},
		{1, 1000000, "0.000001", "0.000001"},
		{1 << 53, 1, "9007199254740992", "9007199254740992"},
		{history.Infinite, 1, "inf", "null"},
		{history.Infinite - 500, 100, "inf", "null"},
	} {
		m := Money{tt.units, tt.scale}
		j, err := json.Marshal(m)
		if m.String() != tt.text || string(j) != tt.json || err != nil {
			t.Errorf("%d/%d: text %s, JSON %s, %v; want %s, %s", tt.units, tt.scale, m, j, err, tt.text, tt.json)
		}
	}
}

type fakeRow struct {
	name   string
	stacks []int64
	err    string
}

var fakeColumns = []column[fakeRow]{
	{"name", func(r fakeRow) any { return r.name }},
	{"stacks", func(r fakeRow) any { return amounts(r.stacks, 100) }},
	{"ok", func(r fakeRow) any { return r.err == "" }},
	{"error", func(r fakeRow) any {
		if r.err == "" {
			return nil
		}
		return r.err
	}},
}

var fakeRows = []fakeRow{{"a <b>", []int64{150, 20000}, ""}, {`x,"y"`, nil, "broken"}}

func TestRows(t *testing.T) {
	for format, want := range map[string]string{
		formatNDJSON: `{"schema":"cardroom.test/1","name":"a <b>","stacks":[1.5,200],"ok":true}
{"schema":"cardroom.test/1","name":"x,\"y\"","stacks":null,"ok":false,"error":"broken"}
`,
		formatCSV: `name,stacks,ok,error
a <b>,1.5 200,true,
"x,""y""",,false,broken
`,
		formatJSON: `{
  "schema": "cardroom.test/1",
  "rows": [
    {"name":"a <b>","stacks":[1.5,200],"ok":true},
    {"name":"x,\"y\"","stacks":null,"ok":false,"error":"broken"}
  ],
  "count": 2
}
`,
	} {
		got := writeFakeRows(t, format, fakeRows)
		if got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", format, got, want)
		}
	}
}

func writeFakeRows(t *testing.T, format string, list []fakeRow) string {
	t.Helper()
	var b bytes.Buffer
	out, err := newRows(&b, format, "test", "rows", fakeColumns)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if err := out.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(pair{"count", len(list)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEmptyDocumentIsJSON(t *testing.T) {
	text := writeFakeRows(t, formatJSON, nil)
	var doc struct {
		Schema string
		Rows   []any
		Count  int
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil || doc.Rows == nil || doc.Schema != "cardroom.test/1" {
		t.Errorf("%s: %v, %+v", text, err, doc)
	}
}

func TestTable(t *testing.T) {
	heads := []heading{{"game", left}, {"net", right}, {"about", left}}
	cells := [][]string{{"angies/omaha", "-2.5", "four cards"}, {"x", "+1000", ""}}
	for _, tt := range []struct {
		name           string
		color          bool
		columns        int
		heads          []heading
		want, contains string
	}{
		{name: "pipe", heads: heads, want: `game            net  about
angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "without heads", heads: []heading{{"", left}, {"", right}, {"", left}}, want: `angies/omaha   -2.5  four cards
x             +1000
`},
		{name: "colour", color: true, heads: heads, want: "\x1b[1mgame\x1b[22m            \x1b[1mnet\x1b[22m  \x1b[1mabout\x1b[22m\nangies/omaha   -2.5  four cards\nx             +1000\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			w := term.NewStream(&b)
			w.Color = tt.color
			writeTable(w, tt.heads, cells)
			if b.String() != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n%q", b.String(), tt.want, b.String())
			}
		})
	}
}

func TestTableFoldsAtTheTerminal(t *testing.T) {
	var b bytes.Buffer
	s := term.NewTerminal(&b, func() int { return 40 })
	writeTable(s, make([]heading, 2), [][]string{{"angies/omaha", strings.Repeat("word ", 12)}})
	for _, line := range strings.Split(b.String(), "\n") {
		if len(line) > 40 {
			t.Errorf("a line of %d columns in a terminal of 40: %q", len(line), line)
		}
	}
}

// TestStacked: where a terminal leaves too little for running text beside the
// other columns, the text stands below them.
func TestStacked(t *testing.T) {
	var b bytes.Buffer
	s := term.NewTerminal(&b, func() int { return 40 })
	writeTable(s, make([]heading, 3), [][]string{{"  tier", "= small", "which limit of the table holds (big, small)"}, {"  announcement", "required", ""}})
	want := "  tier  = small\n      which limit of the table holds\n      (big, small)\n  announcement  required\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
