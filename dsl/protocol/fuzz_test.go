package protocol_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

// FuzzAct types arbitrary lines during a hand: actions, irregularities, and
// undo and redo between them. A refused line must have a reason and change
// nothing; replaying the accepted words must lead to the same hand, which saved
// games rely on; and every seat must be able to display the hand.
func FuzzAct(f *testing.F) {
	for i, text := range []string{
		"fold\ncall\nraise to 12\n<2\n>1\ncall\ncheck", "event below_table seat=2\ncall\nevent dropped seat=1 card=??", "draw 2\nstand pat\nkeep none", "bank 20\nbet 2\nhit\nstand",
		"all in\nall in\nall in", "event cut seat=1 position=5\nevent boxed card=??\nevent misdeal reason=wrong_order", "event out_of_turn seat=3 action=raise amount=9\ncall\ncall",
		"event wrong_count seat=1 count=1\nfold it", "~\n~\n~\n~\n<3\n~", "straddle\ndecline\nbring in\ncomplete", strings.Join(speech.Keywords(), "\n"),
	} {
		for k := range 6 {
			f.Add(text, uint16(i*37+k*101))
		}
	}
	for i, k := range plan.Incidents() {
		f.Add("~\nevent "+k.Spec().Usage()+"\n~\nevent "+k.String()+" 1 2\n~", uint16(i*13))
	}
	f.Fuzz(func(t *testing.T, text string, which uint16) {
		if len(text) > 1500 {
			return
		}
		plans := houses.Plans()
		s := setup(plans[int(which)%len(plans)], min(3, plans[int(which)%len(plans)].Game.MaxSeats), uint64(which))
		if which%3 == 0 && !s.Plan.Game.Banked() {
			s.Attendance = hand.Attended
		}
		testkit.Bounds{Fixed: 128 << 20, PerByte: 2 << 20}.Within(t, len(text), func() {
			h, err := live.Deal(s)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(text, "\n") {
				saidAt(t, h, line)
			}
			sameAgain(t, h)
		})
	})
}

// saidAt enters one line, or steps back or forward.
func saidAt(t *testing.T, h *live.Hand, line string) {
	before := *h.State()
	seat := len(line)%(before.Seats()+2) - 2 // everything, the public view, or a seat
	v := live.View{Seat: seat, Width: 80}
	switch {
	case strings.HasPrefix(line, "<"):
		h.Undo(1 + len(line)%4)
		return
	case strings.HasPrefix(line, ">"):
		h.Redo(1 + len(line)%4)
		return
	case strings.HasPrefix(line, "~"):
		if d := h.Pending(); d != nil {
			chance := hand.NewSource(uint64(len(line)), uint64(h.At()))
			a := hand.Action{Kind: hand.GoOn, Seat: -1}
			if d.Kind != hand.DealerGoesOn {
				a, _ = batch.Random{}.Act(h.State(), d, &chance)
				a = batch.HoldToDraw(h.State(), d, a)
			}
			if _, err := h.Do(a); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	words, err := h.ActFor(v, line)
	switch {
	case err != nil && !h.State().Same(&before):
		t.Fatalf("%q is refused (%v) and has changed the hand", line, err)
	case err != nil && diag.AsRefused(err) == nil:
		t.Fatalf("%q: %T %v", line, err, err)
	case err == nil && words == "":
		t.Fatalf("%q is taken, and nobody knows what was said", line)
	case !h.State().Conserved() || !h.State().CardsConserved():
		t.Fatalf("after %q chips or cards are not conserved", line)
	}
	lookAt(t, h, v, line)
}

// lookAt displays the hand in all ways.
func lookAt(t *testing.T, h *live.Hand, v live.View, line string) {
	before := *h.State()
	_ = h.Screen(v)
	_ = h.Complete(line)
	_ = h.ChoicesFor(v)
	h.Log(&strings.Builder{}, v, -1)
	topic := ""
	if words := strings.Fields(line); len(words) > 0 {
		topic = words[0]
	}
	_, _ = h.Explain(v, topic)
	_, _ = h.Odds(context.Background(), v, odds.Effort{Samples: 2, Enough: 1}, nil)
	if !h.State().Same(&before) {
		t.Fatal("to look at the hand has changed it")
	}
}

// sameAgain replays everything.
func sameAgain(t *testing.T, h *live.Hand) {
	again, err := live.Deal(h.Setup())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Deck(), h.Deck()) {
		t.Fatal("dealt again, the pack lies otherwise")
	}
	for _, words := range h.Said() {
		if strings.ContainsAny(words, "\n\r") {
			t.Fatalf("%q does not stand in one line of a saved game", words)
		}
		if _, err := again.Act(words); err != nil {
			t.Fatalf("%s: %q is not taken a second time: %v\n%q", h.Setup().Plan.Game.ID, words, err, h.Said())
		}
	}
	if !again.State().Same(h.State()) {
		t.Fatalf("%s: the same words lead to another hand: %q", h.Setup().Plan.Game.ID, h.Said())
	}
}
