package speech_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

// FuzzCards checks that cards in any spelling round-trip through each style, and
// that an error has its position in the original text.
func FuzzCards(f *testing.F) {
	for _, s := range []string{
		"Ah Kd", "ahkd", "10h", "A♥", "joker", "As??", "random", "AKs", "the ace of spades", "Ah-Kd", "Ah, Kd and 2c", "jo jo jo", "1", "A h K d", "? ?",
		"T♠️", "\xff", "K\u212a", "10", "*", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			cs, err := cards.Read(text)
			if e := diag.AsInCards(err); e != nil {
				if e.Source != text {
					t.Fatalf("%q is quoted as %q", text, e.Source)
				}
				testkit.Offset(t, text, e.At-1)
			} else if err != nil {
				t.Fatalf("%T: %v", err, err)
			}
			if err != nil {
				if plain, err := cards.Read(text); err == nil {
					t.Fatalf("%q is %v, and nobody may write it", text, plain)
				}
				return
			}
			for _, written := range []string{speech.Style{}.Cards(cs), speech.Style{SuitSymbols: true}.Cards(cs), cards.Format(cs), strings.ToUpper(cards.Format(cs))} {
				if again, err := cards.Read(written); err != nil || !slices.Equal(again, cs) {
					t.Fatalf("%q is %v, written %q, which is %v (%v)", text, cs, written, again, err)
				}
			}
		})
	})
}

// A moment is a hand that waits for a decision.
type moment struct {
	hand *hand.Hand
	d    hand.Decision
}

// moments returns decisions of every kind in all games of the houses.
var moments = sync.OnceValue(func() (out []moment) {
	for i, plan := range houses.Plans() {
		for _, attendance := range []hand.Attendance{hand.Unattended, hand.Tracked} {
			out = append(out, momentsOf(&hand.Setup{Plan: plan, Stacks: stacks(min(3, plan.Game.MaxSeats)), Seed: uint64(i), Number: 1, Attendance: attendance})...)
		}
	}
	return out
})

// momentsOf plays a hand at random and returns the first decision of each kind at
// each step.
func momentsOf(s *hand.Setup) (out []moment) {
	h := new(hand.Hand)
	if err := h.Start(s); err != nil {
		panic(err)
	}
	type place struct {
		kind hand.DecisionKind
		step int16
	}
	seen := map[place]bool{}
	chance := hand.NewSource(s.Seed, 3)
	for d := h.Pending(); d != nil; d = h.Pending() {
		if !seen[place{d.Kind, d.Step}] {
			seen[place{d.Kind, d.Step}] = true
			now := *h
			out = append(out, moment{&now, *d})
		}
		a, err := batch.Random{}.Act(h, d, &chance)
		if err == nil {
			err = h.Apply(batch.HoldToDraw(h, d, a))
		}
		if err != nil {
			panic(err)
		}
	}
	return out
}

func stacks(n int) []int64 {
	out := []int64{20_000, 5_000, 1_300}
	for len(out) < n {
		out = append(out, 40_000)
	}
	return out[:n]
}

// FuzzParse checks that what a player says is parsed as an action or refused with a
// reason, that a refused action changes nothing, that Say and Parse round-trip
// every action, and that every listed choice can be said.
func FuzzParse(f *testing.F) {
	for i, s := range []string{
		"fold", "check", "call", "call 2", "pass", "bet 4", "raise to 12", "raise by 8", "raise by 99999999999", "complete", "min", "max", "pot", "half pot",
		"all in", "bring in", "straddle to 4", "decline straddle", "draw 7c 2d", "draw 2", "draw all", "keep Ah", "keep none", "stand pat", "buy 9d", "show Kd",
		"bank 100", "hit", "double 4", "split", "bet $0.01", "draw 99999999999999999999", "raise to", "half", "keep joker", "draw -1", "go on", "pass 3",
	} {
		for k := range 8 {
			f.Add(s, uint16(i*31+k*97))
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint16) {
		m := moments()[int(which)%len(moments())]
		testkit.Bounds{Fixed: 4 << 20, PerByte: 8 << 10}.Within(t, len(text), func() { said(t, text, m) })
	})
}

func said(t *testing.T, text string, m moment) {
	h := *m.hand
	a, err := speech.Parse(text, &h, &m.d)
	if !h.Same(m.hand) {
		t.Fatalf("%q: to read it has changed the hand", text)
	}
	if err != nil {
		if err.Error() == "" {
			t.Fatalf("%q is refused without a reason", text)
		}
		return
	}
	if int(a.N) > hand.MaxHole || a.Seat != m.d.Seat {
		t.Fatalf("%q is %+v", text, a)
	}
	if err := h.Apply(a); err != nil {
		if !h.Same(m.hand) {
			t.Fatalf("%q is refused (%v) and has changed the hand", text, err)
		}
		return
	}
	if !h.Conserved() || !h.CardsConserved() {
		t.Fatalf("after %q chips or cards are not conserved", text)
	}
	words := speech.Say(&a, m.hand, &m.d)
	b, err := speech.Parse(words, m.hand, &m.d)
	other := *m.hand
	if err == nil {
		err = other.Apply(b)
	}
	if err != nil || !other.Same(&h) {
		t.Fatalf("%s: %q is said %q, which is not the same: %+v, %+v (%v)", h.Plan().Game.ID, text, words, a, b, err)
	}
}
