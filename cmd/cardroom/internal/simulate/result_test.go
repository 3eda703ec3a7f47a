package simulate

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/google/go-cmp/cmp"
)

// TestShardsCoverTheRun checks that the shards of a run cover every hand once, for all
// numbers.
func TestShardsCoverTheRun(t *testing.T) {
	for _, total := range []int64{0, 1, 7, 100, math.MaxInt64} {
		for _, count := range []int64{1, 2, 3, 7, 101} {
			next := int64(0)
			for i := int64(1); i <= count; i++ {
				from, to := Shard{i, count}.Of(total)
				if from != next || to < from || to-from-1 > total/count {
					t.Fatalf("shard %d/%d of %d: %d to %d after %d", i, count, total, from, to, next)
				}
				next = to
			}
			if next != total {
				t.Fatalf("%d shards of %d hands end at %d", count, total, next)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"": {1, 1}, "1/1": {1, 1}, "3/4": {3, 4}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("parseShard(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/4", "5/4", "1", "/", "a/b", "1/0", "-1/2", "1/2/3"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("parseShard(%q) is accepted", text)
		}
	}
}

func TestStack(t *testing.T) {
	stakes := plan.Stakes{Scale: 100, BB: 200, Chip: 100}
	for _, tt := range []struct {
		text  string
		seats int
		want  []int64
	}{
		{"100bb", 2, []int64{20000, 20000}},
		{"2.5BB", 2, []int64{500, 500}},
		{"40", 2, []int64{4000, 4000}},
		{"$40.75", 2, []int64{4000, 4000}}, // whole chips
		{"1,100bb, 30", 3, []int64{100, 20000, 3000}},
	} {
		size, err := ParseStack(tt.text)
		if err != nil {
			t.Errorf("parseStack(%q): %v", tt.text, err)
			continue
		}
		got, err := size.At(tt.seats, stakes)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v, %s", tt.text, err, diff)
		}
	}
	for _, text := range []string{"", "bb", "0", "0bb", "-5", "x", "1.234", "5,"} {
		if _, err := ParseStack(text); err == nil {
			t.Errorf("parseStack(%q) is accepted", text)
		}
	}
	three, _ := ParseStack("1,2,3")
	if _, err := three.At(2, stakes); err == nil {
		t.Error("three stacks for two seats are accepted")
	}
	small, _ := ParseStack("0.50")
	if _, err := small.At(2, stakes); err == nil {
		t.Error("a stack below the smallest chip is accepted")
	}
}

// fakeRun returns a result with round numbers.
func fakeRun() *Result {
	return &Result{
		GameID: "angies/omaha-hilo",
		Stakes: plan.Stakes{Name: "2-4", Scale: 100, Small: plan.Range{Lo: 200, Hi: 200}, Big: plan.Range{Lo: 400, Hi: 400}, SB: 100, BB: 200},
		Policy: "random", Stack: []int64{20000, 20050}, Seed: 7, Seats: 2, Shard: Shard{1, 1}, Hands: 1000, Decisions: 12345, Showdowns: 321,
		SplitPots: 40, SidePots: 5, ChipsIn: 4005000000, ChipsOut: 4004700000, Collected: 300000,
		Net:     []seatNet{{1, rows.Money{Units: -400050, Scale: 100}, -4.0005, figures.Known(0.25)}, {2, rows.Money{Units: 100050, Scale: 100}, 1.0005, figures.Known(0.2512345)}},
		Elapsed: 250 * time.Millisecond, Workers: 2,
	}
}

func TestWriteRun(t *testing.T) {
	std, stdout, _ := fake.IO(nil)
	r := fakeRun()
	r.Posted = []string{"schedule A", "schedule B"}
	if err := writeRun(std, report.NDJSON, r); err != nil {
		t.Fatal(err)
	}
	want := `{"schema":"cardroom.run/1","game":"angies/omaha-hilo","hands":1000,"decisions":12345,"seed":7,"seats":2,` +
		`"stakes":"2-4","stacks":[200,200.5],"policy":"random","shard":"1/1","showdowns":321,"split_pots":40,"side_pots":5,` +
		`"chips_in":40050000,"chips_out":40047000,"collected":3000,"posted_collections":["schedule A","schedule B"],` +
		`"net":[{"seat":1,"net":-4000.5,"per_hand":-4.0005,"stderr":0.25},{"seat":2,"net":1000.5,"per_hand":1.0005,"stderr":0.2512345}],` +
		`"complete":true,"elapsed_s":0.25,"hands_per_s":4000,"workers":2}` + "\n"
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrintRun(t *testing.T) {
	std, stdout, _ := fake.IO(nil)
	printRun(std.Stdout, fakeRun())
	want := `1,000 hands, fixed limit 2-4, blinds 1/2, 2 seats, policy random, seed 7
Players of the policy random seldom fold, so the numbers below are not those of
people. For play closer to people's, use --policy table.

decisions     12,345  12.3 a hand
showdowns        321  32.1 %
split pots        40  4.0 %
side pots          5  0.5 %
chips in    40050000
chips out   40047000
collected       3000  by the house
time          250 ms  4,000 hands/s, 2 workers

seat      net  per hand
   1  -4000.5     -4.00  ± 0.25
   2  +1000.5     +1.00  ± 0.25
`
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRunFormats checks that every format contains every field, and that text contains
// the important numbers.
func TestRunFormats(t *testing.T) {
	for format, contains := range map[string]string{
		report.JSON: "\n  \"side_pots\": 5,\n", report.CSV: ",collected,posted_collections,net_1_net,net_1_per_hand,net_1_stderr,net_2_net",
	} {
		std, stdout, _ := fake.IO(nil)
		r := fakeRun()
		r.Posted = []string{"schedule A", "schedule B"}
		if err := writeRun(std, format, r); err != nil {
			t.Fatal(err)
		}
		if format == report.CSV && !strings.Contains(stdout.String(), ",3000,schedule A; schedule B,-4000.5,") {
			t.Errorf("csv does not separate the collections:\n%s", stdout)
		}
		if !strings.Contains(stdout.String(), contains) {
			t.Errorf("%s without %q:\n%s", format, contains, stdout)
		}
		if format == report.JSON && !json.Valid(stdout.Bytes()) {
			t.Errorf("not JSON: %s", stdout)
		}
	}
}
