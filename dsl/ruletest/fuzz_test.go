package ruletest

import (
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
	"cardroom/scripts"
)

var playText = regexp.MustCompile(`(?s)play\("(?:"")?([^"]+)"`)

// playTexts returns some of the texts of plays in the tests of the houses.
func playTexts(f *testing.F, pattern string) (out []string) {
	f.Helper()
	names, err := fs.Glob(scripts.FS, pattern)
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(scripts.FS, name)
		if err != nil {
			f.Fatal(err)
		}
		for i, m := range playText.FindAllStringSubmatch(string(text), -1) {
			if i%6 == 0 && len(m[1]) < mostWords {
				out = append(out, m[1])
			}
		}
	}
	return out
}

// mostWords is the number of bytes of a play that are tried. A hundred plays of
// a thousand hands each take long and show nothing new.
const mostWords = 400

// wordsBounds are the limits for plays: a few bytes may ask for a thousand
// hands.
var wordsBounds = testkit.Bounds{Fixed: 256 << 20, PerByte: 16 << 20}

// FuzzHandWords runs arbitrary text as a play of a hand. The sentences must be
// in the text, in order; a refused sentence must have a reason; expectations
// and refused actions must not change anything; and chips and cards must be
// conserved.
func FuzzHandWords(f *testing.F) {
	for i, text := range playTexts(f, "*/*_test.star") {
		f.Add(text, uint16(i))
	}
	f.Add("A folds; B can fold, call 2; C cannot raise 3: only; pot 3; turn C; house 0; go 99; event boxed Ah; no-event cut A 1: x", uint16(3))
	f.Fuzz(func(t *testing.T, text string, which uint16) {
		if len(text) > mostWords || strings.Count(text, "play") > 8 {
			return
		}
		h := newFuzzHand(t, which)
		wordsBounds.Within(t, len(text), func() {
			last := -1
			for _, s := range sentences(text, h.actsNext) {
				if s.at <= last || s.at >= len(text) || len(s.words) == 0 || !strings.HasPrefix(text[s.at:], s.words[0]) {
					t.Fatalf("a sentence %q at byte %d of %q", s.words, s.at, text)
				}
				last = s.at
				before := h.h
				err := h.statement(s.words)
				if looksOnly(&before, s.words) && !h.h.Same(&before) {
					t.Fatalf("%q has changed the hand", s.words)
				}
				if bad := h.sound(); bad != nil {
					t.Fatalf("after %q: %v", s.words, bad)
				}
				if err != nil {
					reasoned(t, s.words, err)
					return
				}
			}
		})
	})
}

// newFuzzHand returns a hand of three or more players of a game.
func newFuzzHand(t *testing.T, which uint16) *Hand {
	plans := houses.Plans()
	p := plans[int(which)%len(plans)]
	h := &Hand{test: &T{}, plan: p, seats: []string{"A", "B", "C", "D"}[:min(4, p.Game.MaxSeats)]}
	set := &hand.Setup{Plan: p, Seed: 3, Number: uint64(which) + 1, Button: len(h.seats) - 1, Log: &h.log, Attendance: hand.Tracked}
	if which%5 == 0 {
		set.Attendance = hand.Attended
	}
	for i := range h.seats {
		set.Stacks = append(set.Stacks, 100*p.Stakes.Scale-int64(i)*17*p.Stakes.Scale)
	}
	if err := h.h.Start(set); err != nil {
		t.Fatal(err)
	}
	return h
}

// looksOnly reports whether a sentence is an expectation, or an action that
// must be refused. To check what a player can do, the dealer first continues
// until a player must act.
func looksOnly(h *hand.Hand, words []string) bool {
	if len(words) > 1 && (words[1] == "can" || words[1] == "cannot") {
		return h.Pending() == nil || h.Pending().Kind != hand.DealerGoesOn
	}
	s := statementOf(words[0])
	return s != nil && (s.Method || slices.Contains([]string{"no", "no-event"}, s.Word))
}

// reasoned fails the test if an error has no message.
func reasoned(t *testing.T, words []string, err error) {
	t.Helper()
	var f *Failure
	var e *diag.Error
	switch {
	case err.Error() == "":
		t.Fatalf("%q is refused without a reason", words)
	case errors.As(err, &f) && f.Want == "" && f.Got == "":
		t.Fatalf("%q: %+v", words, f)
	case errors.As(err, &e) && e.Code == star.CodePanic:
		t.Fatalf("%q: %s", words, e.Detail())
	}
}

// FuzzTableWords runs arbitrary text as a play of a table.
func FuzzTableWords(f *testing.F) {
	for i, text := range playTexts(f, "*/tables_test.star") {
		f.Add(text, byte(i))
	}
	f.Add("deal; button A; D folds, A calls 2, B folds, C checks; play; B sits out; deal; C cannot leave: live; E joins with 40; clock +15; call at 2", byte(1))
	f.Fuzz(func(t *testing.T, text string, which byte) {
		if len(text) > mostWords || strings.Count(text, "hand")+strings.Count(text, "play") > 8 {
			return
		}
		s := newFuzzTable(t, which)
		wordsBounds.Within(t, len(text), func() {
			for _, one := range sentences(text, s.actsNext) {
				before, hands := s.t, s.t.Hands()
				err := s.statement(one.words)
				if st := tableStatement(one.words[0]); st != nil && st.Method && !slices.Contains(s.names, one.words[0]) && s.t != before {
					t.Fatalf("%q has changed the table", one.words)
				}
				if bad := s.sound(); bad != nil {
					t.Fatalf("after %q: %v", one.words, bad)
				}
				if s.t.Hands() < hands {
					t.Fatalf("after %q there are %d hands, before there were %d", one.words, s.t.Hands(), hands)
				}
				if err != nil {
					reasoned(t, one.words, err)
					return
				}
			}
		})
	})
}

// newFuzzTable returns a table of a house with four players.
func newFuzzTable(t *testing.T, which byte) *Table {
	cfg := houses.Tables()[int(which)%len(houses.Tables())]
	tab, err := cfg.Open(4)
	if err != nil {
		t.Fatal(err)
	}
	s := &Table{test: &T{}, t: tab, seed: 4, attended: which%3 == 0}
	for i, name := range []string{"A", "B", "C", "D"} {
		amount, err := s.stake("", "")
		if err == nil && i < cfg.MaxSeats {
			err = s.t.Apply(table.Event{Kind: table.Join, Player: s.player(name), Seat: -1, Amount: amount})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}
