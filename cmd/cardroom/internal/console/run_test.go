package console_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/plan"

	"github.com/google/go-cmp/cmp"
)

// TestShardsCoverTheRun checks that the shards of a run cover every hand once, for all
// numbers.
func TestShardsCoverTheRun(t *testing.T) {
	for _, total := range []int64{0, 1, 7, 100, math.MaxInt64} {
		for _, count := range []int64{1, 2, 3, 7, 101} {
			next := int64(0)
			for i := int64(1); i <= count; i++ {
				from, to := runs.Shard{Index: i, Count: count}.Of(total)
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
	for text, want := range map[string]runs.Shard{"": {Index: 1, Count: 1}, "1/1": {Index: 1, Count: 1}, "3/4": {Index: 3, Count: 4}} {
		if got, err := runs.ParseShard(text); err != nil || got != want {
			t.Errorf("parseShard(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/4", "5/4", "1", "/", "a/b", "1/0", "-1/2", "1/2/3"} {
		if _, err := runs.ParseShard(text); err == nil {
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
		size, err := runs.ParseStack(tt.text)
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
		if _, err := runs.ParseStack(text); err == nil {
			t.Errorf("parseStack(%q) is accepted", text)
		}
	}
	three, _ := runs.ParseStack("1,2,3")
	if _, err := three.At(2, stakes); err == nil {
		t.Error("three stacks for two seats are accepted")
	}
	small, _ := runs.ParseStack("0.50")
	if _, err := small.At(2, stakes); err == nil {
		t.Error("a stack below the smallest chip is accepted")
	}
}

// printed returns what a run of a thousand hands, of a quarter of a second, prints.
func printed(t *testing.T, game, stakes, format string) string {
	t.Helper()
	std, stdout, _ := fake.IO(nil)
	now := time.Unix(0, 0)
	std.Now = func() time.Time {
		now = now.Add(250 * time.Millisecond)
		return now
	}
	stack, err := runs.ParseStack("40,30.50,10")
	if err != nil {
		t.Fatal(err)
	}
	opts := runs.Options{
		Game: game, Stakes: stakes, Hands: 1000, Seed: 7, Seats: 3, Stack: stack, Shard: runs.Shard{Index: 1, Count: 1},
		Policy: "random", Workers: 2, Format: format,
	}
	if err := runs.Run(t.Context(), std, opts); err != nil {
		t.Fatal(err)
	}
	return stdout.String()
}

func TestWriteRun(t *testing.T) {
	want := `{"schema":"cardroom.run/1","game":"casino/omaha","hands":1000,"decisions":12047,"seed":7,"seats":3,` +
		`"stakes":"pl 0.5-1","stacks":[40,30.5,10],"policy":"random","shard":"1/1","showdowns":781,"split_pots":14,"side_pots":75,` +
		`"chips_in":14434,"chips_out":12566,"collected":1868,"posted_collections":[],` +
		`"net":[{"seat":1,"net":-197,"per_hand":-0.19699999999999998,"stderr":0.2647286767093287},` +
		`{"seat":2,"net":-837.5,"per_hand":-0.8375,"stderr":0.25129662501463035},{"seat":3,"net":-833.5,"per_hand":-0.8334999999999999,"stderr":0.1916605371783965}],` +
		`"complete":true,"elapsed_s":0.25,"hands_per_s":4000,"workers":2}` + "\n"
	if diff := cmp.Diff(want, printed(t, "casino/omaha", "pl 0.5-1", report.NDJSON)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := printed(t, "elresbalon/stud5", "", report.NDJSON); !strings.Contains(got, `"collected":0,"posted_collections":["quarter hours","full hours"],"net"`) {
		t.Errorf("without the collections that are posted: %s", got)
	}
}

func TestPrintRun(t *testing.T) {
	want := `1,000 hands, pot limit, blinds 0.50/1, 3 seats, policy random, seed 7
Players of the policy random seldom fold, so the numbers below are not those of
people. For play closer to people's, use --policy table.

decisions   12,047  12.0 a hand
showdowns      781  78.1 %
split pots      14  1.4 %
side pots       75  7.5 %
chips in     14434
chips out    12566
collected     1868  by the house
time        250 ms  4,000 hands/s, 2 workers

seat     net  per hand  95 %
   1    -197     -0.20  ± 0.52
   2  -837.5     -0.84  ± 0.49
   3  -833.5     -0.83  ± 0.38
`
	if diff := cmp.Diff(want, printed(t, "casino/omaha", "pl 0.5-1", report.Text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRunFormats checks that every format contains every field.
func TestRunFormats(t *testing.T) {
	for format, contains := range map[string]string{
		report.JSON: "\n  \"side_pots\": 294,\n", report.CSV: ",collected,posted_collections,net_1_net,net_1_per_hand,net_1_stderr,net_2_net",
	} {
		text := printed(t, "elresbalon/stud5", "", format)
		if format == report.CSV && !strings.Contains(text, ",0,quarter hours; full hours,1278,") {
			t.Errorf("csv does not separate the collections:\n%s", text)
		}
		if !strings.Contains(text, contains) {
			t.Errorf("%s without %q:\n%s", format, contains, text)
		}
		if format == report.JSON && !json.Valid([]byte(text)) {
			t.Errorf("not JSON: %s", text)
		}
	}
}
