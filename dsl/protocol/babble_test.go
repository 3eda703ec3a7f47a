package protocol_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

// babble returns a random line that somebody might type: words that mean
// something in some context, in no order.
func babble(chance *hand.Source, held string) string {
	vocabulary := append(speech.Keywords(), "event", "to", "by", "2", "0", "-1", "12.5", "$", "99999999999", "1e9", "As", "??", "Jo", "all", "in",
		"none", "cards", "seat=1", "seat=99", "seat=2", "card=??", "cards=AsAs", "card=As", "count=7", "amount=4", "amount=-4", "order=AsKs", "go", "on",
		"hit", "double", "bank", "é", "\x00", "=", held)
	for _, k := range plan.Incidents() {
		vocabulary = append(vocabulary, "event "+k.String())
	}
	words := make([]string, 1+chance.Below(4))
	for i := range words {
		words[i] = vocabulary[chance.Below(uint64(len(vocabulary)))]
	}
	return strings.Join(words, " ")
}

// TestBabble types random lines. A refused line must change nothing, and an
// accepted one must leave a hand that can continue: chips are conserved,
// replaying the words leads to the same hand, and everything can still be
// displayed.
func TestBabble(t *testing.T) {
	tries := testkit.Sample(100, 40)
	for _, b := range testkit.Sweep(everyGame(t), 10) {
		t.Run(b.Game.ID, func(t *testing.T) {
			s := setup(b, min(3, b.Game.MaxSeats), 4)
			s.Attendance = hand.Attended
			if b.Game.Banked() {
				s.Attendance = hand.Unattended
			}
			h, err := live.Deal(s)
			if err != nil {
				t.Fatal(err)
			}
			chance := hand.NewSource(4, 4)
			for range tries {
				step(t, h, &chance)
			}
			again, err := live.Deal(h.Setup())
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range h.Said() {
				if _, err := again.Act(words); err != nil {
					t.Fatalf("%q is not taken a second time: %v", words, err)
				}
			}
			if !again.State().Same(h.State()) {
				t.Errorf("the same words lead to another hand:\n%s", strings.Join(h.Said(), "\n"))
			}
		})
	}
}

func step(t *testing.T, h *live.Hand, chance *hand.Source) {
	t.Helper()
	d := h.Pending()
	if d == nil {
		h.Undo(1 + int(chance.Below(9)))
		return
	}
	held := fmt.Sprint(d.Count)
	if d.Seat >= 0 {
		held = speech.Style{}.Cards(h.State().Hole(int(d.Seat)))
	}
	before := *h.State()
	text := babble(chance, held)
	v := live.View{Seat: int(chance.Below(3))}
	if _, err := h.ActFor(v, text); err != nil && !h.State().Same(&before) {
		t.Fatalf("%q is refused and has changed the hand", text)
	}
	if !h.State().Conserved() {
		t.Fatalf("after %q chips are not conserved", text)
	}
	_ = h.Complete(text)
	_ = h.Screen(v)
	_, _ = h.Explain(v, strings.Fields(text + " x")[0])
	h.Log(&strings.Builder{}, v, -1)
	_, _ = h.Odds(context.Background(), v, odds.Effort{Samples: 3, Enough: 1}, nil)
	if d := h.Pending(); d != nil && chance.Below(2) == 0 {
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			a, _ = batch.Random{}.Act(h.State(), d, chance)
		}
		if _, err := h.Do(a); err != nil {
			t.Fatalf("after %q: %v", text, err)
		}
	}
}
