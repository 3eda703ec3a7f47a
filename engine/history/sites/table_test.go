package sites_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	tables "cardroom/engine/table"
)

// sessionText plays a session at a house's table with players who come and go,
// and records every hand. seen counts the tables' effects on hands.
func sessionText(t *testing.T, lib *dsl.Library, ref string, posting int16, hands int64, mishaps *batch.Mishaps, seen map[string]int) (text []byte, played []playedHand) {
	t.Helper()
	cfg, err := lib.Table(ref)
	if err != nil || cfg == nil {
		t.Fatalf("%s: %v", ref, err)
	}
	tab, err := cfg.Open(uint64(posting) + 5)
	if err != nil {
		t.Fatal(err)
	}
	if posting > 0 {
		if err := tab.Apply(tables.Event{Kind: tables.Post, Game: posting}); err != nil {
			t.Fatal(err)
		}
	}
	stack := int64(20000)
	s := &batch.Session{Table: tab, Policy: batch.Random{}, Players: 6, Stack: stack, Crowd: batch.Coming, Mishaps: mishaps}
	s.Log()
	s.Hand = func(d *tables.Deal, p *batch.Played) error {
		h := playedHand{button: p.Setup.Button, events: slices.Clone(p.Log.Events)}
		for seat := range p.Hand.Seats() {
			h.stacks = append(h.stacks, p.Hand.Stack(seat))
		}
		played = append(played, h)
		seen["raised"] += count(d.Raised)
		seen["fees"] += len(p.Setup.Fees)
		seen["no straddle"] += count(p.Setup.NoStraddle)
		seen["absent"] += p.Setup.Absent.Len()
		seen["incidents"] += len(p.Hand.Notes())
		for _, post := range p.Setup.Posts {
			switch {
			case post.Dead:
				seen["dead posts"]++
			case post.InPlace:
				seen["posts in place"]++
			default:
				seen["live posts"]++
			}
		}
		text, err = replay.Encode(text, int64(len(played)), p.Setup, p.Hand, p.Log, p.Deck)
		text = append(text, '\n')
		return err
	}
	if _, err := s.Run(context.Background(), hands, 0, nil); err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return text, played
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// busyTables are tables whose sessions have all kinds of table effects on
// hands.
var busyTables = []struct {
	ref     string
	posting int16
}{
	{"angies/holdem-half-kill", 0},
	{"angies/omaha-full-kill", 1},
	{"angies/lowball-half-kill", 2},
	{"angies/no-limit", 0},
	{"angies/dealers-choice", 0},
	{"angies/stud-choice", 0},
	{"casino/omaha", 0},
	{"casino/pot-limit", 1},
	{"casino/half-hour", 0},
	{"elresbalon/stud5", 0},
	{"house004/two-four", 0},
	{"house004/low", 0},
	{"omahacash/omaha", 0},
	{"sanrafael/holdem", 0},
}

// Every hand of a session replays event by event: kill pots, owed blinds, fees
// of pot, button and players, dead buttons, carried antes, chosen games.
func TestRoundTripSessions(t *testing.T) {
	seen := map[string]int{}
	for _, tt := range busyTables {
		replaySession(t, nil, tt.ref, tt.posting, hands(2000), nil, seen)
	}
	replaySession(t, map[string]string{"straddle_in_kill": "no"}, "angies/lowball-half-kill", 0, hands(2000), nil, seen)
	for _, what := range []string{"raised", "fees", "no straddle", "dead posts", "posts in place", "live posts"} {
		if seen[what] == 0 {
			t.Errorf("no hand had %s: %v", what, seen)
		}
	}
}

// Every hand of a session with irregularities replays too, with players who sit
// out and get cards by mistake.
func TestRoundTripSessionsWithMishaps(t *testing.T) {
	seen := map[string]int{}
	for _, tt := range busyTables {
		replaySession(t, nil, tt.ref, tt.posting, hands(1500), &batch.Mishaps{Rate: 0.03}, seen)
	}
	for _, what := range []string{"incidents", "absent", "raised", "dead posts", "posts in place"} {
		if seen[what] == 0 {
			t.Errorf("no hand had %s: %v", what, seen)
		}
	}
}

// replaySession plays a session and replays each of its hands.
func replaySession(t *testing.T, set map[string]string, name string, posting int16, hands int64, mishaps *batch.Mishaps, seen map[string]int) {
	t.Helper()
	ref := strings.Replace(name, "/", "/tables.star:", 1)
	lib := library(set)
	text, played := sessionText(t, lib, "@scripts//"+strings.ReplaceAll(ref, "-", "_"), posting, hands, mishaps, seen)
	log := &hand.Log{}
	player := replay.NewPlayer(finder(lib), log)
	reader := history.NewReader("session.phhs", text, history.Options{})
	var rec history.Hand
	for i := range played {
		if err := reader.Next(&rec); err != nil {
			t.Fatalf("%s: hand %d: %v", name, i+1, err)
		}
		row := player.Play(&rec)
		if !row.OK || !row.Complete || !row.Checked {
			t.Fatalf("%s: hand %d: ok %v, complete %v: %v\n%s", name, i+1, row.OK, row.Complete, row.Err, history.Append(nil, &rec))
		}
		was := &played[i]
		n := len(was.stacks)
		got := turned(log.Events, was.button, n)
		for k := range max(len(got), len(was.events)) {
			if k >= len(got) || k >= len(was.events) || got[k] != was.events[k] {
				t.Fatalf("%s: hand %d: event %d of %d is %s, was %s\n%s", name, i+1, k, len(was.events),
					eventAt(got, k), eventAt(was.events, k), history.Append(nil, &rec))
			}
		}
	}
	if err := reader.Next(&rec); !errors.Is(err, io.EOF) {
		t.Errorf("%s: after the last hand: %v", name, err)
	}
}

// oneHand returns a hand of hold'em 2-4 with fields of a table: all fold to the
// big blind.
func oneHand(fields ...string) string {
	return `variant = 'angies/holdem'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
` + strings.Join(fields, "\n") + "\n"
}

// Fields of a table are checked as strictly as the others, and an error shows
// its place.
func TestTableFields(t *testing.T) {
	const deal, stakes = "'d dh p1 2c3c', 'd dh p2 2d3d', 'd dh p3 2h3h', ", "_stakes = '2-4'"
	folds := "actions = [" + deal + "'p3 f', 'p1 f']"
	for _, tt := range []struct {
		name   string
		fields []string
		want   string // an error, or the finishing stacks
	}{
		{"as usual", []string{folds, stakes}, "99 101 100"},
		{"the pot pays", []string{folds, stakes, "_fees = ['pot 1']"}, "99 100 100"},
		{"no board, no fee", []string{folds, stakes, "_fees = ['pot 1 flop']"}, "99 101 100"},
		{"a player pays", []string{folds, stakes, "_fees = ['p3 0.5', 'p1 1']"}, "98 101 99.5"},
		{"raised", []string{"actions = [" + deal + "'p3 cbr 3', 'p1 f', 'p2 f']", stakes, "_raised = '3/2'"}, "99 98 103"},
		{"the big blind raised too", []string{folds, stakes, "_raised = '2/1 blind'"}, "99 101 100"},
		{"no small blind", []string{folds, stakes, "_forced = [0, 2]"}, "100 100 100"},
		{"posts", []string{"actions = ['p3 post 1 dead', 'p3 post 2', " + deal + "'p3 f', 'p1 f']", stakes}, "99 104 97"},
		{"a post in place", []string{"actions = ['p1 post 3 in place', " + deal + "'p3 f', 'p1 cc', 'p2 f']", stakes}, "102 98 100"},
		{"without stakes", []string{folds, "_fees = ['pot 1']"}, "s.phhs:8:9: _fees without _stakes"},
		{"no raise", []string{folds, stakes, "_raised = '2'"}, `s.phhs:9:11: _raised: "2" is not a raise such as "3/2" or "2/1 blind"`},
		{"a raise that lowers", []string{folds, stakes, "_raised = '1/2'"}, `s.phhs:9:11: _raised: "1/2" is not a raise such as "3/2" or "2/1 blind"`},
		{"a raise that is no text", []string{folds, stakes, "_raised = 2"}, "s.phhs:9:11: _raised is not a text"},
		{"too few forced", []string{folds, stakes, "_forced = [1]"}, "s.phhs:9:11: _forced is not 2 players, one for each forced bet of the game"},
		{"no such player", []string{folds, stakes, "_forced = [1, 4]"}, "s.phhs:9:11: _forced: 4 does not post forced bet 2 in a hand of 3 players"},
		{"no payer", []string{folds, stakes, "_fees = ['house 1']"}, `s.phhs:9:9: _fees: "house 1": there is no player house`},
		{"a player too many", []string{folds, stakes, "_fees = ['p4 1']"}, `s.phhs:9:9: _fees: "p4 1": there is no player p4`},
		{"no amount", []string{folds, stakes, "_fees = ['pot']"}, `s.phhs:9:9: _fees: "pot": not a payer and an amount`},
		{"a percentage", []string{folds, stakes, "_fees = ['pot 5%']"}, `s.phhs:9:9: _fees: "pot 5%": '5%': not a number`},
		{"without end", []string{folds, stakes, "_fees = ['pot inf']"}, `s.phhs:9:9: _fees: "pot inf": inf is not a fee`},
		{"straddles", []string{folds, stakes, "_straddles = 'no'"}, "s.phhs:9:14: _straddles is neither true nor false"},
		{"an odd post", []string{"actions = ['p3 post 1 late', " + deal + "'p3 f', 'p1 f']", stakes}, "s.phhs:7:13: p3 post 1 late: not a post"},
		{"a late post", []string{"actions = [" + deal + "'p3 post 1', 'p3 f', 'p1 f']", stakes}, "s.phhs:7:61: p3 post 1: the seat must bet, check, call or fold"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			recs, err := history.Read("s.phhs", []byte(oneHand(tt.fields...)), history.Options{})
			if err != nil {
				t.Fatal(err)
			}
			row := replay.NewPlayer(finder(library(nil)), nil).Play(recs[0])
			var got []string
			for _, c := range row.Finishing {
				got = append(got, plan.Money(c, row.Scale))
			}
			text := strings.Join(got, " ")
			if row.Err != nil {
				text = row.Err.Error()
			}
			if text != tt.want && (row.Err == nil || !strings.HasPrefix(text, tt.want)) {
				t.Errorf("%s\nwant %s", text, tt.want)
			}
		})
	}
}
