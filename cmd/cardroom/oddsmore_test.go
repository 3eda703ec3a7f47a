package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/jedib0t/go-pretty/v6/text"
)

// oddsPictures are command lines whose text output for terminals of 80 and 50 columns
// is kept in testdata/odds/NAME.COLUMNS.txt. -update rewrites the files.
var oddsPictures = map[string]string{
	"made":         "odds AsAh 7d6d --board 8d9c2d --made",
	"made-hilo":    "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d random --board 8c7d4hKc --made --samples 4096 --seed 1",
	"made-many":    "odds AA KK QQ,AKs,AQs,KQs:0.25 random random random random random --board 2c7d9h --made --samples 4096 --seed 1",
	"made-lows":    "odds --game mixed/f2l3d 2c3c4d7h 9s8h7c2d --made --exact",
	"nuts":         "odds --nuts --board Kc9c4c8h2d QQ+,AQs,AJs AhAd random QcJc",
	"nuts-hilo":    "odds --nuts --game angies/omaha-hilo --board 8c7d4h AsAd2d3c AAxx random --top 2",
	"nuts-board":   "odds --nuts --board AsKsQsJsTs 7h2d",
	"nuts-no-low":  "odds --nuts --game angies/omaha-hilo --board Kc7dKh --top 1",
	"grid":         "odds --grid 22+,A2s+,KTs+,AJo+,KQo:0.5",
	"grid-against": "odds --grid 22+,A2s+,KTs+,AJo+,KQo:0.5 AsAh",
	"grid-board":   "odds --grid random QQ+,AKs --board 2c7d9hTs --dead AcAd",
	"grid-short":   "odds --grid JTs+,AKo,66+ AsKs --game short.star --board 6c7d8h9sTc",
	"grid-sampled": "odds --grid AA,KK,AKs QQ JJ --samples 1000 --seed 1",
	"next":         "odds --next AsAh 8d7d --board 9d6c2d",
	"next-three":   "odds --next AsAh 8d7d QQ+,AKs,AQs --board 9d6c2d --top 2",
	"next-stud":    "odds --next --game mixed/f7s AhAdKc 7h7d7s --samples 500 --seed 1 --top 2",
	"next-hilo":    "odds --next --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h --top 3",
	"made-badugi":  "odds --game mixed/fb Ac2d3h Kc4d5h --made --samples 4096 --seed 1",
}

// shortGame is hold'em with 36 cards.
const shortGame = `"""Short deck."""

load("@stdlib//board.star", "board_rounds")

short = game(
    "Short deck",
    deck = deck(lowest = "6"),
    forced = [blinds()],
    stakes = stakes("1-2"),
    play = board_rounds(2),
    showdown = best(short_deck),
)
`

func TestOddsPictures(t *testing.T) {
	for name, line := range oddsPictures {
		for _, columns := range []int{80, 50} {
			std, stdout, stderr := fakeIO(fstest.MapFS{"short.star": {Data: []byte(shortGame)}})
			std.Stdout = term.NewTerminal(stdout, func() int { return columns })
			if code := runLine(t, std, line+" --color=never"); code != 0 {
				t.Errorf("%s: exit code %d: %s", line, code, stderr)
				continue
			}
			got := stdout.String()
			for _, l := range strings.Split(got, "\n") {
				if text.StringWidthWithoutEscSequences(l) > columns {
					t.Errorf("%s: more than %d columns: %s", line, columns, l)
				}
			}
			file := filepath.Join("testdata", "odds", fmt.Sprintf("%s.%d.txt", name, columns))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s at %d columns:\n%s\nwant\n%s", line, columns, got, want)
			}
		}
	}
}

// printed returns the output of a command line.
func printed(t *testing.T, line string) string {
	t.Helper()
	std, stdout, stderr := fakeIO(nil)
	if code := runLine(t, std, line); code != 0 {
		t.Fatalf("%s: exit code %d: %s", line, code, stderr)
	}
	return stdout.String()
}

// TestOddsMadeFormats checks that all formats contain what hands end up as, with the
// same values.
func TestOddsMadeFormats(t *testing.T) {
	const line = "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h --made --format "
	type row struct {
		Hand string
		Made []equity.MadeCell
	}
	var doc struct{ Hands []row }
	if err := json.Unmarshal([]byte(printed(t, line+"json")), &doc); err != nil || len(doc.Hands) != 2 {
		t.Fatalf("%v: %+v", err, doc)
	}
	var lines []row
	for _, l := range strings.Split(strings.TrimSpace(printed(t, line+"ndjson")), "\n") {
		var r row
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, r)
	}
	if fmt.Sprint(lines) != fmt.Sprint(doc.Hands) {
		t.Errorf("lines %v, document %v", lines, doc.Hands)
	}
	table, err := csv.NewReader(strings.NewReader(printed(t, line+"csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range doc.Hands {
		sums := map[string]float64{}
		for _, c := range r.Made {
			sums[c.Part] += c.Probability
			at := slices.Index(table[0], "made_"+c.Part+"_"+strings.ReplaceAll(c.Class, " ", "_"))
			if at < 0 || table[i+1][at] != fmt.Sprint(c.Probability) {
				t.Errorf("%s, %s %s: %g, and CSV has column %d of %q", r.Hand, c.Part, c.Class, c.Probability, at, table[i+1])
			}
		}
		for _, part := range []string{"high", "low"} {
			if math.Abs(sums[part]-1) > 1e-12 {
				t.Errorf("%s: the classes of the %s add up to %g", r.Hand, part, sums[part])
			}
		}
	}
	// The first hand has a nut low; the other hand can make some lows.
	if low := doc.Hands[0].Made[9:]; low[0].Class != "five low" || !(low[0].Probability > 0) || low[4].Probability != 0 {
		t.Errorf("%+v", low)
	}
	if strings.Contains(printed(t, "odds AsAh KsKh --board 2c3c4d --json"), "made") {
		t.Error("made stands where nobody asks")
	}
}

// TestOddsMadeLines checks what hands end up as for lines of matchups.
func TestOddsMadeLines(t *testing.T) {
	for _, format := range report.Lists {
		std, stdout, stderr := fakeIO(nil)
		std.Stdin.Reader = strings.NewReader("AsAh KsKh | 2c3c4d\n")
		if code := runLine(t, std, "odds - --made --format "+format); code != 0 {
			t.Fatalf("%s: %s", format, stderr)
		}
		want := map[string]string{
			report.Text: "high hand, %      AsAh   KsKh\n", report.CSV: "made_high_straight_flush",
			report.JSON: `"class":"straight flush"`, report.NDJSON: `"class":"straight flush"`,
		}[format]
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: %s", format, stdout)
		}
	}
}

// TestOddsNuts checks the nuts in the machine-readable formats, and what --nuts
// rejects.
func TestOddsNuts(t *testing.T) {
	const line = "odds --nuts --board Kc9c4c8h2d --top 3 QQ+ AcQd --format "
	type row struct {
		Part, Name, Cards string
		Place, Combos, Of int
		Strength          int
		Holdings          []string
		Probability       float64
		Hands             []equity.NutsHeld
	}
	var doc struct {
		Nuts        []row
		Game, Board string
	}
	if err := json.Unmarshal([]byte(printed(t, line+"json")), &doc); err != nil || len(doc.Nuts) != 3 || doc.Board != "Kc9c4c8h2d" || doc.Game != "mixed/nt" {
		t.Fatalf("%v: %+v", err, doc)
	}
	first := doc.Nuts[0]
	if first.Place != 1 || first.Part != "high" || first.Name != "flush, ace high" || first.Cards != "AcKcQc9c4c" || !slices.Equal(first.Holdings, []string{"AcQc"}) ||
		first.Combos != 1 || first.Of != 1081 || first.Probability != 1.0/1081 || len(first.Hands) != 2 || first.Hands[1] != (equity.NutsHeld{Hand: "AcQd", Combos: 0, Of: 1, Probability: 0}) {
		t.Errorf("%+v", first)
	}
	lines := strings.Split(strings.TrimSpace(printed(t, line+"ndjson")), "\n")
	for i, l := range lines {
		var r row
		if err := json.Unmarshal([]byte(l), &r); err != nil || fmt.Sprint(r) != fmt.Sprint(doc.Nuts[i]) {
			t.Errorf("%v: %s", err, l)
		}
	}
	table, err := csv.NewReader(strings.NewReader(printed(t, line+"csv"))).ReadAll()
	if err != nil || len(table) != 4 || !slices.Equal(table[1][:8], []string{"high", "1", "flush, ace high", "AcKcQc9c4c", fmt.Sprint(first.Strength), "AcQc", "1", "1081"}) {
		t.Errorf("%v: %q", err, table)
	}
	for line, want := range map[string]string{
		"odds --nuts":                               "the nuts need a board of 3 cards or more, but it has 0",
		"odds --nuts --board Kc9c4c --top 0":        "--top must be at least 1, not 0",
		"odds --nuts --board Kc9c4c --made":         "--made cannot be used with --nuts",
		"odds --nuts -":                             "--nuts cannot read standard input",
		"odds --top 3 AsAh KsKh":                    "--top needs --nuts or --next",
		"odds --nuts --game mixed/f7s":              "has no board, so there are no nuts to list",
		"odds --nuts --board Kc9c4c AcKc":           "Kc appears twice: in hand 1 and on the board",
		"odds --nuts --game sanrafael/california22": "has no pot, so hands have no equity",
	} {
		std, _, stderr := fakeIO(nil)
		if code := runLine(t, std, line); code != app.Cannot || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit code %d, %s", line, code, stderr)
		}
	}
}

// TestOddsGridFormats checks a grid in the machine-readable formats.
func TestOddsGridFormats(t *testing.T) {
	type row struct {
		Hand                    string
		Row, Column, Combos, Of int
		Weight                  float64
		Equity, Win, Tie        *float64
	}
	var doc struct {
		Cells       []row
		Combos, Of  int
		Weight      float64
		Range       string
		Against     []string
		Equity      float64
		Exact       bool
		Board, Dead string
	}
	const line = "odds --grid AKs,AKo:0.5,QQ 22,AQo --board 2c3c4d --dead Qs --format "
	if err := json.Unmarshal([]byte(printed(t, line+"json")), &doc); err != nil || len(doc.Cells) != 169 {
		t.Fatalf("%v: %+v", err, doc)
	}
	if doc.Combos != 19 || doc.Of != 48*47/2 || doc.Weight != 13 || doc.Range != "AKs,AKo:0.5,QQ" || !slices.Equal(doc.Against, []string{"22,AQo"}) || !doc.Exact || doc.Board != "2c3c4d" || doc.Dead != "Qs" {
		t.Errorf("%d of %d, weight %g, %s against %q, exact %t, board %s, dead %s", doc.Combos, doc.Of, doc.Weight, doc.Range, doc.Against, doc.Exact, doc.Board, doc.Dead)
	}
	for i, c := range doc.Cells {
		want := map[string][3]float64{"AKs": {4, 4, 4}, "AKo": {12, 12, 6}, "QQ": {3, 3, 3}}[c.Hand]
		if c.Row*13+c.Column != i || float64(c.Combos) != want[0] || c.Weight != want[2] || (c.Equity != nil) != (want[0] > 0) {
			t.Errorf("%+v", c)
		}
		if c.Equity == nil {
			continue
		}
		var one struct {
			Hands []struct{ Equity, Win, Tie float64 }
		}
		asked := strings.Replace(line, "--grid AKs,AKo:0.5,QQ", c.Hand, 1)
		if err := json.Unmarshal([]byte(printed(t, asked+"json --exact")), &one); err != nil || math.Abs(one.Hands[0].Equity-*c.Equity) > 1e-12 || math.Abs(one.Hands[0].Win-*c.Win) > 1e-12 || math.Abs(one.Hands[0].Tie-*c.Tie) > 1e-12 {
			t.Errorf("%v: %+v, and asked alone %+v", err, c, one)
		}
	}
	lines := strings.Split(strings.TrimSpace(printed(t, line+"ndjson")), "\n")
	table, err := csv.NewReader(strings.NewReader(printed(t, line+"csv"))).ReadAll()
	if err != nil || len(lines) != 169 || len(table) != 170 || strings.Join(table[0], " ") != "hand row column combos of weight equity win tie stderr" {
		t.Fatalf("%v: %d lines, %q", err, len(lines), table[0])
	}
	for i, c := range doc.Cells {
		var r row
		if err := json.Unmarshal([]byte(lines[i]), &r); err != nil || r.Hand != c.Hand || (r.Equity != nil && *r.Equity != *c.Equity) || table[i+1][0] != c.Hand {
			t.Errorf("%v: %s, %q, want %+v", err, lines[i], table[i+1], c)
		}
	}
}

// TestOddsGridPage checks that the page of a grid is well formed and self-contained,
// explains its colors in text, and escapes file names.
func TestOddsGridPage(t *testing.T) {
	const name = "<b>&\x1b[31m.txt"
	std, stdout, stderr := fakeIO(fstest.MapFS{name: {Data: []byte("QQ+,AKs:0.5")}})
	if code := runLine(t, std, "odds --grid @"+name+" 22+ --board 2c7d9h --format html"); code != app.Fine {
		t.Fatal(stderr)
	}
	page := stdout.String()
	tags := checkPage(t, page)
	if tags["td"] != 170 || tags["th"] != 26 || tags["caption"] != 1 || tags["title"] != 1 || tags["li"] != 9 || tags["b"] != 169 {
		t.Errorf("%v", tags)
	}
	for _, want := range []string{
		`<h1>@&lt;b&gt;&amp;\x1b[31m.txt against 22+, equity in percent, on 2c7d9h</h1>`, `<td class="s0"><b>72o</b><span>–</span></td>`,
		"prefers-color-scheme: dark", "@media print", `<html lang="en">`, `<th scope="row">A</th>`, "87.5 to 100 %",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	for _, no := range []string{"http:", "https:", "<script", "\x1b", "url("} {
		if strings.Contains(page, no) {
			t.Errorf("%q stands in the page", no)
		}
	}
	if page := printed(t, "odds --grid AKs,QQ:0.5 --format html"); !strings.Contains(page, `<td class="s8"><b>AKs</b><span>all</span></td>`) || !strings.Contains(page, `<b>QQ</b><span>50 %</span>`) {
		t.Error(page)
	}
}

// checkPage counts the elements of a page, and checks that each is closed correctly.
func checkPage(t *testing.T, page string) map[string]int {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	tags := map[string]int{}
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			tags[x.Name.Local]++
			open = append(open, x.Name.Local)
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != x.Name.Local {
				t.Fatalf("</%s> closes %v", x.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
	return tags
}

// TestOddsGridColors checks that with color each cell of a hand in the range has a
// background, and that the text stays the same.
func TestOddsGridColors(t *testing.T) {
	const line = "odds --grid AKs,QQ:0.5 AA --board 2c7d9h"
	std, stdout, stderr := fakeIO(nil)
	if code := runLine(t, std, line+" --color=always"); code != app.Fine {
		t.Fatal(stderr)
	}
	colored := stdout.String()
	if n := strings.Count(colored, "\x1b[38;5;16;48;5;"); n != 2 {
		t.Errorf("%d colours in %q", n, colored)
	}
	if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); got != printed(t, line) {
		t.Errorf("%s\nwant\n%s", got, printed(t, line))
	}
}

func TestOddsGridRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"odds --grid":                          "--grid needs a range, such as 22+,AKs or random",
		"odds --grid --nuts AA":                "--grid cannot be used with --nuts",
		"odds --grid AA --time 1s":             "--time cannot be used with --grid",
		"odds --grid AA --made":                "--made cannot be used with --grid",
		"odds --grid -":                        "--grid cannot read standard input",
		"odds --grid AAxx --game casino/omaha": "a grid needs hands of two cards, but here a hand has 4",
		"odds --grid QZ":                       "neither cards (AsKd) nor a range",
		"odds --grid AsKs --board As2c3c":      "As appears twice: in hand 1 and on the board",
		"odds --grid AA --board AsAhAd":        "no hand in the range is possible",
		"odds AA KK --format html":             "--format html is for --grid",
	} {
		std, stdout, stderr := fakeIO(nil)
		if code := runLine(t, std, line); code != app.Cannot || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
			t.Errorf("%s: exit code %d, %s%s", line, code, stderr, stdout)
		}
	}
}

// TestOddsNextFormats checks the cards that can come in the machine-readable formats.
func TestOddsNextFormats(t *testing.T) {
	type row struct {
		To          string
		Cards       []string
		Probability float64
		Hands       []struct {
			Hand        string
			Equity, Win float64
		}
	}
	var doc struct {
		Next  []row
		Board string
		Exact bool
	}
	const line = "odds --next AsAh 8d7d --board 9d6c2d --format "
	if err := json.Unmarshal([]byte(printed(t, line+"json")), &doc); err != nil || doc.Board != "9d6c2d" || !doc.Exact {
		t.Fatalf("%v: %+v", err, doc)
	}
	seen := map[string]bool{}
	sum, now := 0.0, 0.0
	for _, r := range doc.Next {
		for _, c := range r.Cards {
			if seen[c] {
				t.Errorf("%s comes twice", c)
			}
			seen[c] = true
		}
		sum += r.Probability
		now += r.Probability * r.Hands[0].Equity
		if r.To != "board" || len(r.Hands) != 2 || r.Hands[1].Hand != "8d7d" || math.Abs(r.Probability-float64(len(r.Cards))/45) > 1e-12 {
			t.Errorf("%+v", r)
		}
		var one struct{ Hands []struct{ Equity float64 } }
		if err := json.Unmarshal([]byte(printed(t, "odds AsAh 8d7d --json --board 9d6c2d"+r.Cards[0])), &one); err != nil || one.Hands[0].Equity != r.Hands[0].Equity {
			t.Errorf("%v: %+v, and asked alone %+v", err, r, one)
		}
	}
	var before struct{ Hands []struct{ Equity float64 } }
	if err := json.Unmarshal([]byte(printed(t, "odds AsAh 8d7d --json --board 9d6c2d")), &before); err != nil || len(seen) != 45 || math.Abs(sum-1) > 1e-12 || math.Abs(now-before.Hands[0].Equity) > 1e-12 {
		t.Errorf("%v: %d cards, %g of the time, lead to %g from %+v", err, len(seen), sum, now, before)
	}
	lines := strings.Split(strings.TrimSpace(printed(t, line+"ndjson")), "\n")
	table, err := csv.NewReader(strings.NewReader(printed(t, line+"csv"))).ReadAll()
	if err != nil || len(lines) != len(doc.Next) || len(table) != len(lines)+1 || strings.Join(table[0][:5], " ") != "to cards probability equity_1 win_1" {
		t.Fatalf("%v: %d lines, %q", err, len(lines), table[0])
	}
	for i, r := range doc.Next {
		var got row
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil || fmt.Sprint(got) != fmt.Sprint(r) || table[i+1][1] != strings.Join(r.Cards, " ") || table[i+1][3] != fmt.Sprint(r.Hands[0].Equity) {
			t.Errorf("%v: %s, %q, want %+v", err, lines[i], table[i+1], r)
		}
	}
	for line, want := range map[string]string{
		"odds --next AsAh KsKh --board 2c3c4c5c6c":           "no card is to come",
		"odds --next --game mixed/f5d AsAhKsKhQc 2c3c4c5c7d": "everyone stands pat",
		"odds --next AsAh":             "odds needs at least two hands",
		"odds --next - ":               "--next cannot read standard input",
		"odds --next AsAh KsKh --made": "--made cannot be used with --next",
		"odds --next --grid AsAh KsKh": "--grid cannot be used with --next",
	} {
		std, _, stderr := fakeIO(nil)
		if code := runLine(t, std, line); code != app.Cannot || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit code %d, %s", line, code, stderr)
		}
	}
}
