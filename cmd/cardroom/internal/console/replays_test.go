package console_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/google/go-cmp/cmp"
)

// phh returns a hand of no limit hold'em in PHH, with more fields. One player folds; the other wins the small blind of 1.
func phh(actions string, more ...string) string {
	return "variant = \"NT\"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n" +
		"actions = [\"d dh p1 AhKh\", \"d dh p2 2c2d\", " + actions + "]\n" + strings.Join(more, "\n") + "\n"
}

// hands of each verdict.
var (
	fine       = phh(`"p2 f"`, "finishing_stacks = [101, 99]")
	mismatched = phh(`"p2 f"`, "finishing_stacks = [102, 98]")
	illegal    = phh(`"p2 cbr 1"`)
	stranger   = strings.Replace(fine, `"NT"`, `"X-B"`, 1)
	foreigner  = strings.Replace(fine, `"NT"`, `"X-A"`, 1)
)

// collection returns hands as a file.
func collection(hands ...string) *fstest.MapFile {
	var b strings.Builder
	for i, text := range hands {
		fmt.Fprintf(&b, "[%d]\n%s\n", i+1, text)
	}
	return &fstest.MapFile{Data: []byte(b.String())}
}

// replayOf replays files.
func replayOf(files fstest.MapFS, verbose bool, opts replays.Options) (stdout, stderr *bytes.Buffer, err error) {
	std, stdout, stderr := fake.IO(files)
	std.Verbose = verbose
	if opts.Workers = 2; opts.Paths == nil {
		opts.Paths = slices.Sorted(maps.Keys(files))
	}
	err = replays.Replay(context.Background(), std, opts)
	return stdout, stderr, err
}

func TestReplayOutcome(t *testing.T) {
	many := func(n int, more ...string) *fstest.MapFile {
		for range n {
			more = append(more, fine)
		}
		return collection(more...)
	}
	for _, tt := range []struct {
		file *fstest.MapFile
		want error
		text string
	}{
		{many(3), nil, "3 hands: 3 ok"},
		{many(0, mismatched), app.ErrNo, "1 hand: 0 ok, 1 mismatched"},
		{many(7, mismatched, illegal), app.ErrNo, "9 hands: 7 ok, 1 mismatched, 1 unreadable"},
		{many(8, illegal), app.ErrShown, "9 hands: 8 ok, 1 unreadable"},
		{many(2, stranger, foreigner, stranger), app.ErrShown, "5 hands: 2 ok, 1 with no game for variant X-A, 2 with no game for variant X-B"},
		{nil, app.ErrShown, "0 hands: 0 ok"},
	} {
		files, opts := fstest.MapFS{"a.phhs": tt.file}, replays.Options{Format: report.Text}
		if tt.file == nil {
			files, opts.Paths = fstest.MapFS{"in/empty.txt": {}}, []string{"in"}
		}
		stdout, stderr, err := replayOf(files, false, opts)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.text, err, tt.want)
		}
		if !strings.HasSuffix("\n"+stdout.String(), "\n"+tt.text+"\n") {
			t.Errorf("%s%s, want %q", stdout, stderr, tt.text)
		}
	}
}

func TestReplayOutput(t *testing.T) {
	files := fstest.MapFS{"a.phhs": collection(fine, mismatched), "b.phh": {Data: []byte(illegal)}, "c.phh": {Data: []byte(stranger)}}
	for _, tt := range []struct {
		name           string
		opts           replays.Options
		verbose        bool
		stdout, stderr string
	}{
		{"ndjson", replays.Options{Format: report.NDJSON}, false, `{"schema":"cardroom.replay/1","file":"a.phhs","hand":1,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[101,99],"ok":true}
{"schema":"cardroom.replay/1","file":"a.phhs","hand":2,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[101,99],"ok":false,"error":"a.phhs:17:20: p1 finishes with 101, the record says 102"}
{"schema":"cardroom.replay/1","file":"b.phh","hand":1,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":null,"ok":false,"error":"b.phh:6:45: p2 cbr 1: cannot go to 1, only from 4 to 100"}
{"schema":"cardroom.replay/1","file":"c.phh","hand":1,"game":"","starting_stacks":[100,100],"finishing_stacks":null,"ok":false,"error":"c.phh:1:11: no game for variant \"X-B\""}
`, "4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant X-B\n"},
		{"text", replays.Options{Format: report.Text}, false, `a.phhs:17:20: p1 finishes with 101, the record says 102
    finishing_stacks = [102, 98]
                       ^
b.phh:6:45: p2 cbr 1: cannot go to 1, only from 4 to 100
    actions = ["d dh p1 AhKh", "d dh p2 2c2d", "p2 cbr 1"]
                                                ^
hint: legal: seat 2: fold, call 1, raise to 4 to 100
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant X-B
`, ""},
		{"verbose text with diff", replays.Options{Format: report.Text, Diff: true}, true, `a.phhs:17:20: p1 finishes with 101, the record says 102
    finishing_stacks = [102, 98]
                       ^
    seat 1: recorded 102, replayed 101 (-1)
    seat 2: recorded 98, replayed 99 (+1)
FAIL  a.phhs  2 hands
b.phh:6:45: p2 cbr 1: cannot go to 1, only from 4 to 100
    actions = ["d dh p1 AhKh", "d dh p2 2c2d", "p2 cbr 1"]
                                                ^
hint: legal: seat 2: fold, call 1, raise to 4 to 100
FAIL  b.phh  1 hand
c.phh:1:11: no game for variant "X-B"
    variant = "X-B"
              ^
hint: 'cardroom games' lists what there is
FAIL  c.phh  1 hand
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant X-B
`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, err := replayOf(files, tt.verbose, tt.opts)
			if !errors.Is(err, app.ErrNo) {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout (-want +got):\n%s\n%s", diff, stdout)
			}
			if stderr.String() != tt.stderr {
				t.Errorf("stderr %q, want %q", stderr, tt.stderr)
			}
		})
	}
}

// TestCountedOnce checks that a hand that is found twice is counted once, as ok if a copy is, and that hands without an identity are all counted.
func TestCountedOnce(t *testing.T) {
	seven := phh(`"p2 f"`, "hand = 7")
	hands := collection(strings.Replace(seven, `"p2 f"`, `"p2 f", "p1 f"`, 1), // another hand
		strings.Replace(mismatched, "finishing", "hand = 7\nfinishing", 1), seven, seven, phh(`"p2 f"`, "hand = 8"), fine, fine)
	stdout, stderr, err := replayOf(fstest.MapFS{"a.phhs": hands}, false, replays.Options{Format: report.NDJSON, Summary: true})
	if !errors.Is(err, app.ErrShown) || !strings.Contains(stdout.String(), `"hands":4,"ok":true`) || !strings.Contains(stderr.String(), "; 2 found again and counted once\n") {
		t.Errorf("not 4 that are ok and 2 found again: %v\n%s%s", err, stdout, stderr)
	}
}

// TestSame checks the identity of hands: site and number, and also the actions for short numbers, which may be unique only in their file.
func TestSame(t *testing.T) {
	site := func(number int) string { return strings.Replace(handText(1), "#1001:", fmt.Sprintf("#%d:", number), 1) }
	deal := func(text string) string {
		return strings.Replace(text, "ana: folds", "Dealt to ana [Ah Kh]\nana: folds", 1)
	}
	match := func(cards, names string) string { return "STATE:0:f:" + cards + ":5|-5:" + names + "\n" }
	ohh := func(number string) string {
		return strings.Replace(`{"ohh": {"site_name": "X", "game_number": "1234567", "game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "dealer_seat": 1,
"players": [{"id": 1, "seat": 1, "name": "a", "starting_stack": 100}, {"id": 2, "seat": 2, "name": "b", "starting_stack": 100}],
"rounds": [{"street": "Preflop", "actions": [{"player_id": 1, "action": "Post SB", "amount": 1}, {"player_id": 2, "action": "Post BB", "amount": 2},
{"player_id": 1, "action": "Fold"}]}], "pots": [{"rake": 0, "player_wins": [{"player_id": 2, "win_amount": 2}]}]}}`, `"1234567"`, number, 1)
	}
	folds, calls := `"p2 f"`, `"p2 cbr 4", "p1 f"`
	for _, tt := range []struct {
		what  string
		a, b  string
		equal bool
	}{
		{"one hand of a site", site(1000001), deal(site(1000001)), true},
		{"two numbers", site(1000001), site(1000002), false},
		{"short numbers", site(1), deal(site(1)), false},
		{"one hand with a short number", site(1), site(1), true},
		{"two matches", match("AhKd|QsJs", "x|y"), match("AhKc|QsJs", "x|y"), false},
		{"a match twice", match("AhKd|QsJs", "x|y"), match("AhKd|QsJs", "x|y"), true},
		{"Open Hand History", ohh(`"1234567"`), ohh("1234567"), true},
		{"Open Hand History without a number", ohh(`""`), ohh(`""`), false},
		{"two formats", ohh(`"1234567"`), phh(folds, "hand = 1234567", `venue = "X"`), true},
		{"two sites", phh(folds, "hand = 1", `venue = "PokerStars"`), phh(folds, "hand = 1", `venue = "GGPoker"`), false},
		{"PHH with other actions", phh(folds, "hand = 1"), phh(calls, "hand = 1"), false},
		{"one hand of PHH", phh(folds, "hand = 1"), phh(folds, "hand = 1"), true},
		{"hands without a number", phh(folds), phh(folds), false},
	} {
		name := func(text string) string {
			return map[bool]string{true: ".phh", false: ".txt"}[strings.HasPrefix(text, "variant")]
		}
		files := fstest.MapFS{"a" + name(tt.a): {Data: []byte(tt.a)}, "b" + name(tt.b): {Data: []byte(tt.b)}}
		stdout, stderr, err := replayOf(files, false, replays.Options{Format: report.NDJSON, Summary: true})
		if equal := strings.Contains(stderr.String(), "found again"); err != nil || equal != tt.equal {
			t.Errorf("%s: the same is %t, %v\n%s%s", tt.what, equal, err, stdout, stderr)
		}
	}
}
