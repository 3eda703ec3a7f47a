package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
)

// oddsPictures are command lines whose text is kept, as a terminal of 80 and of 50
// columns shows it, in testdata/odds/NAME.COLUMNS.txt. -update writes them anew.
var oddsPictures = map[string]string{
	"made":        "odds AsAh 7d6d --board 8d9c2d --made",
	"made-hilo":   "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d random --board 8c7d4hKc --made --samples 4096 --seed 1",
	"made-many":   "odds AA KK QQ,AKs,AQs,KQs:0.25 random random random random random --board 2c7d9h --made --samples 4096 --seed 1",
	"made-lows":   "odds --game mixed/f2l3d 2c3c4d7h 9s8h7c2d --made --exact",
	"nuts":        "odds --nuts --board Kc9c4c8h2d QQ+,AQs,AJs AhAd random QcJc",
	"nuts-hilo":   "odds --nuts --game angies/omaha-hilo --board 8c7d4h AsAd2d3c AAxx random --top 2",
	"nuts-board":  "odds --nuts --board AsKsQsJsTs 7h2d",
	"nuts-no-low": "odds --nuts --game angies/omaha-hilo --board Kc7dKh --top 1",
	"made-badugi": "odds --game mixed/fb Ac2d3h Kc4d5h --made --samples 4096 --seed 1",
}

func TestOddsPictures(t *testing.T) {
	for name, line := range oddsPictures {
		for _, columns := range []int{80, 50} {
			std, stdout, stderr := fakeIO(nil)
			std.Stdout.Terminal, std.Stdout.width = true, func() int { return columns }
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

// printed is what a command line prints.
func printed(t *testing.T, line string) string {
	t.Helper()
	std, stdout, stderr := fakeIO(nil)
	if code := runLine(t, std, line); code != 0 {
		t.Fatalf("%s: exit code %d: %s", line, code, stderr)
	}
	return stdout.String()
}

// What hands end as stands in every format, and says the same in all.
func TestOddsMadeFormats(t *testing.T) {
	const line = "odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h --made --format "
	type row struct {
		Hand string
		Made []madeCell
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
	// A nut low at hand, and what the low of the other hand can be.
	if low := doc.Hands[0].Made[9:]; low[0].Class != "five low" || !(low[0].Probability > 0) || low[4].Probability != 0 {
		t.Errorf("%+v", low)
	}
	if strings.Contains(printed(t, "odds AsAh KsKh --board 2c3c4d --json"), "made") {
		t.Error("made stands where nobody asks")
	}
}

// Lines of match-ups have it too.
func TestOddsMadeLines(t *testing.T) {
	for _, format := range rowFormats {
		std, stdout, stderr := fakeIO(nil)
		std.Stdin.Reader = strings.NewReader("AsAh KsKh | 2c3c4d\n")
		if code := runLine(t, std, "odds - --made --format "+format); code != 0 {
			t.Fatalf("%s: %s", format, stderr)
		}
		want := map[string]string{
			formatText: "high hand, %      AsAh   KsKh\n", formatCSV: "made_high_straight_flush",
			formatJSON: `"class":"straight flush"`, formatNDJSON: `"class":"straight flush"`,
		}[format]
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: %s", format, stdout)
		}
	}
}

// The nuts in the formats for programs, and what --nuts refuses.
func TestOddsNuts(t *testing.T) {
	const line = "odds --nuts --board Kc9c4c8h2d --top 3 QQ+ AcQd --format "
	type row struct {
		Part, Name, Cards string
		Place, Combos, Of int
		Strength          int
		Holdings          []string
		Probability       float64
		Hands             []nutsHeld
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
		first.Combos != 1 || first.Of != 1081 || first.Probability != 1.0/1081 || len(first.Hands) != 2 || first.Hands[1] != (nutsHeld{"AcQd", 0, 1, 0}) {
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
		"odds --nuts":                               "the nuts need a board of 3 cards or more, and 0 are there",
		"odds --nuts --board Kc9c4c --top 0":        "--top is at least 1, not 0",
		"odds --nuts --board Kc9c4c --made":         "--made does not belong to it",
		"odds --nuts -":                             "--nuts is about one board",
		"odds --top 3 AsAh KsKh":                    "--top is about --nuts",
		"odds --nuts --game mixed/f7s":              "has no board, and the nuts are about one",
		"odds --nuts --board Kc9c4c AcKc":           "Kc is there twice",
		"odds --nuts --game sanrafael/california22": "has no pot to have a share of",
	} {
		std, _, stderr := fakeIO(nil)
		if code := runLine(t, std, line); code != exitCannot || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit code %d, %s", line, code, stderr)
		}
	}
}
