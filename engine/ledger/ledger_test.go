package ledger

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/rows"
)

// texts are hostile names of players and files.
var texts = []string{"ann", `a,"b"`, "two\nlines", "=1+1", "@x", "\x1b[2J", "Zoë ♠", "", "\u202eevil", `\`, "\xff"}

// TestTexts: any text becomes one cell of CSV and one JSON value, and neither a terminal nor a
// spreadsheet executes anything in it.
func TestTexts(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "hand"}, {Name: "player"}, {Name: "last"}}}
	for _, text := range texts {
		e := newEncoder(rows.CSV, table)
		e.int(7)
		e.text(text)
		e.bool(true)
		e.end()
		cells, err := csv.NewReader(strings.NewReader(string(e.b))).ReadAll()
		if err != nil || len(cells) != 1 || len(cells[0]) != 3 || cells[0][0] != "7" || cells[0][2] != "true" {
			t.Errorf("%q is %q: %v", text, e.b, err)
			continue
		}
		if got := cells[0][1]; strings.ContainsAny(got, "\x1b\u202e") || got != "" && strings.ContainsAny(got[:1], "=@") {
			t.Errorf("%q stays %q", text, got)
		}
		e = newEncoder(rows.NDJSON, table)
		e.int(7)
		e.text(text)
		e.none(1)
		e.end()
		var row struct {
			Hand   int
			Player string
			Last   any
		}
		if err := json.Unmarshal(e.b, &row); err != nil || row.Hand != 7 || row.Last != nil || row.Player != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%q is %q: %v", text, e.b, err)
		}
	}
}

// TestCells: numbers, amounts and cards are exact.
func TestCells(t *testing.T) {
	e := newEncoder(rows.CSV, &Table{Columns: make([]Column, 16)})
	for _, n := range []int64{0, 9, 10, 99, 100, 999, 1000, -5} {
		e.int(n)
	}
	e.seed(1<<64 - 1)
	e.chips(250, 100)
	e.chips(-300, 100)
	e.chips(12345600, 100)
	e.chips(7, 1)
	e.chips(rows.Endless, 100)
	e.cards([]cards.Card{cards.MustParse("Ah")[0], cards.Unknown})
	e.bool(false)
	e.end()
	const want = "0,9,10,99,100,999,1000,-5,18446744073709551615,2.5,-3,123456,7,,Ah ??,false\n"
	if string(e.b) != want {
		t.Errorf("got  %swant %s", e.b, want)
	}
}

// TestLoose: rows get their number later, even if a text contains newlines.
func TestLoose(t *testing.T) {
	for _, format := range []string{rows.CSV, rows.NDJSON} {
		w := NewWriter(format, [Count]bool{Events: true})
		l := &Loose{}
		e := &w.out[Events]
		for _, kind := range []string{"a\nb", "c"} {
			e.key(0)
			e.int(1)
			e.text("ruling")
			e.text(kind)
			e.none(7)
			e.end()
		}
		l.tables[Events], l.starts[Events] = e.b, e.starts
		to := make([][]byte, Count)
		w.Put(to, l, 12)
		w.Put(to, l, 1345)
		text := string(to[Events])
		for _, n := range []int{12, 1345} {
			head := fmt.Sprintf("%d,1,ruling,", n)
			if format == rows.NDJSON {
				head = fmt.Sprintf(`{"hand":%d,"event":1,`, n)
			}
			if strings.Count(text, head) != 2 {
				t.Errorf("%s: hand %d in\n%s", format, n, text)
			}
		}
	}
}

// TestTables: every column has a unique name, a type and a meaning, and each table begins with the
// hand, the key for joins.
func TestTables(t *testing.T) {
	for _, table := range Tables() {
		seen := map[string]bool{}
		for _, c := range table.Columns {
			if seen[c.Name] || c.About == "" || c.Type == "" {
				t.Errorf("%s.%s: %+v", table.Name, c.Name, c)
			}
			seen[c.Name] = true
		}
		if table.Columns[0].Name != "hand" {
			t.Errorf("%s begins with %s", table.Name, table.Columns[0].Name)
		}
	}
}
