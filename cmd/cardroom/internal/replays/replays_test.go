package replays

import (
	"errors"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/diag"
	"cardroom/engine/history"

	"github.com/google/go-cmp/cmp"
)

func TestReplayOutcome(t *testing.T) {
	for _, tt := range []struct {
		tally tally
		want  error
		text  string
	}{
		{tally{Hands: 3, OK: 3}, nil, "3 hands: 3 ok"},
		{tally{Hands: 1, Mismatched: 1}, app.ErrNo, "1 hand: 0 ok, 1 mismatched"},
		{tally{Hands: 9, OK: 7, Unreadable: 1, Mismatched: 1}, app.ErrNo, "9 hands: 7 ok, 1 mismatched, 1 unreadable"},
		{tally{Hands: 9, OK: 8, Unreadable: 1}, app.ErrShown, "9 hands: 8 ok, 1 unreadable"},
		{tally{Hands: 5, OK: 2, NoGame: 3, missing: map[string]int64{"FR": 2, "FB": 1}}, app.ErrShown, "5 hands: 2 ok, 1 with no game for variant FB, 2 with no game for variant FR"},
		{tally{}, app.ErrShown, "0 hands: 0 ok"},
	} {
		if got := tt.tally.outcome(); !errors.Is(got, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.tally, got, tt.want)
		}
		if got := tt.tally.String(); got != tt.text {
			t.Errorf("%q, want %q", got, tt.text)
		}
	}
}

// fakeHands returns one hand of each verdict.
func fakeHands() []*handRow {
	return []*handRow{
		{File: "a.phhs", Hand: 1, Game: "mixed/nt", Starting: []int64{10000, 10000}, Finishing: []int64{10250, 9750}, Recorded: []int64{10250, 9750}, Scale: 100},
		{File: "a.phhs", Hand: 2, Game: "mixed/nt", Starting: []int64{100, 100}, Finishing: []int64{110, 90}, Recorded: []int64{111, 89}, Scale: 1, Verdict: verdictMismatch, Err: errors.New("a.phhs:9:3: stacks differ")},
		{File: "b.phh", Hand: 1, Verdict: verdictUnreadable, Err: &diag.Error{Pos: diag.Pos{File: "a.star", Line: 3, Col: 5}, Msg: "no deal", Source: "    bet()", Hint: "deal(2) first"}},
		{File: "c.phh", Hand: 1, Variant: "FR", Starting: []int64{5}, Scale: 1, Verdict: verdictNoGame, Err: errors.New("c.phh:1:11: no game for variant FR")},
	}
}

func writeHands(t *testing.T, std *app.IO, opts Options) {
	t.Helper()
	out, err := newReplayOutput(std, opts, std.StartProgress("", 0))
	if err != nil {
		t.Fatal(err)
	}
	var sum tally
	for _, r := range fakeHands() {
		sum.add(r)
		if err := out.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(&sum); err != nil {
		t.Fatal(err)
	}
}

func TestReplayOutput(t *testing.T) {
	for _, tt := range []struct {
		name           string
		opts           Options
		verbose        bool
		stdout, stderr string
	}{
		{"ndjson", Options{Format: report.NDJSON}, false, `{"schema":"cardroom.replay/1","file":"a.phhs","hand":1,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[102.5,97.5],"ok":true}
{"schema":"cardroom.replay/1","file":"a.phhs","hand":2,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[110,90],"ok":false,"error":"a.phhs:9:3: stacks differ"}
{"schema":"cardroom.replay/1","file":"b.phh","hand":1,"game":"","starting_stacks":null,"finishing_stacks":null,"ok":false,"error":"a.star:3:5: no deal"}
{"schema":"cardroom.replay/1","file":"c.phh","hand":1,"game":"","starting_stacks":[5],"finishing_stacks":null,"ok":false,"error":"c.phh:1:11: no game for variant FR"}
`, "4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR\n"},
		{"text", Options{Format: report.Text}, false, `a.phhs:9:3: stacks differ
a.star:3:5: no deal
        bet()
        ^
hint: deal(2) first
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR
`, ""},
		{"verbose text with diff", Options{Format: report.Text, Diff: true}, true, `a.phhs:9:3: stacks differ
    seat 1: recorded 111, replayed 110 (-1)
    seat 2: recorded 89, replayed 90 (+1)
FAIL  a.phhs  2 hands
a.star:3:5: no deal
        bet()
        ^
hint: deal(2) first
FAIL  b.phh  1 hand
c.phh:1:11: no game for variant FR
FAIL  c.phh  1 hand
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR
`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			std, stdout, stderr := fake.IO(nil)
			std.Verbose = tt.verbose
			writeHands(t, std, tt.opts)
			if diff := cmp.Diff(tt.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout (-want +got):\n%s", diff)
			}
			if stderr.String() != tt.stderr {
				t.Errorf("stderr %q, want %q", stderr, tt.stderr)
			}
		})
	}
}

// TestCountedOnce checks that a hand that was ok twice is counted once, that a hand whose copy was not ok before is counted, and
// that hands without an identity are all counted.
func TestCountedOnce(t *testing.T) {
	s := newSums(nil, Options{Summary: true})
	for _, row := range []*handRow{
		{Same: 7, Verdict: verdictUnreadable}, // an incomplete copy
		{Same: 7}, {Same: 7}, {Same: 8}, {}, {},
	} {
		if err := s.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if ok := s.groups[group{}]; ok == nil || ok.Hands != 4 || s.twice != 1 {
		t.Errorf("%d hands are ok and %d found again, want 4 and 1", ok.Hands, s.twice)
	}
}

// TestSame checks the identity of hands: site and number for hands from sites, and also the actions for PHH hands, whose numbers
// may be unique only in their file.
func TestSame(t *testing.T) {
	hand := func(format, venue string, number int64, amount int64) uint64 {
		return same(&history.Hand{
			Format: format, Venue: venue, HandID: history.NumberID(number), Scale: 1,
			Actions: []history.Action{{Verb: history.BetTo, Amount: amount}},
		})
	}
	for _, tt := range []struct {
		what  string
		a, b  uint64
		equal bool
	}{
		{"one hand of a site", hand("Winamax", "Winamax", 1, 5), hand("Winamax", "Winamax", 1, 6), true},
		{"two sites", hand("PokerStars", "GGPoker", 1, 5), hand("PokerStars", "PokerStars", 1, 5), false},
		{"two numbers", hand("Winamax", "Winamax", 1, 5), hand("Winamax", "Winamax", 2, 5), false},
		{"PHH with other actions", hand("", "", 1, 5), hand("", "", 1, 6), false},
		{"one hand of PHH", hand("", "", 1, 5), hand("", "", 1, 5), true},
	} {
		if (tt.a == tt.b) != tt.equal {
			t.Errorf("%s: the same is %t", tt.what, tt.a == tt.b)
		}
	}
	if same(&history.Hand{}) != 0 {
		t.Error("a hand without a number is told apart")
	}
}
