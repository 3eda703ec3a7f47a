package protocol_test

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/live"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// everyGame returns the games of all houses at their stakes.
func everyGame(t *testing.T) []*plan.AtStakes {
	t.Helper()
	games, err := library.Games()
	if err != nil {
		t.Fatal(err)
	}
	duel, err := library.Find("duel.star") // down cards against a bank
	if err != nil {
		t.Fatal(err)
	}
	return boundTo(t, append(games, duel))
}

// library has the houses, and the examples beside them. It loads each house once.
var library = dsl.NewLibrary(star.Options{Sources: star.Sources{
	Stdlib: stdlib.FS, Scripts: scripts.FS, Files: files{os.DirFS("../../examples"), fstest.MapFS{"p.star": {Data: []byte(seeing)}}},
}})

// files are the files of several file systems: the first that has one is asked.
type files []fs.FS

func (f files) Open(name string) (file fs.File, err error) {
	for _, from := range f {
		if file, err = from.Open(name); err == nil {
			break
		}
	}
	return file, err
}

// boundTo returns games at their stakes.
func boundTo(t *testing.T, games []*plan.Game) []*plan.AtStakes {
	t.Helper()
	var out []*plan.AtStakes
	for _, g := range games {
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// setup returns a hand of a game with short and long stacks.
func setup(b *plan.AtStakes, seats int, seed uint64) *hand.Setup {
	s := &hand.Setup{Plan: b, Button: int(seed) % seats, Seed: seed, Number: 1}
	for i := range seats {
		s.Stacks = append(s.Stacks, b.Stakes.Scale*int64(20+(i*37+int(seed)*11)%180))
	}
	return s
}

// TestEveryGameInWords plays hands of every game from deal to award in words,
// with undo and redo at every decision: the result must be the same hand,
// whatever was displayed on the way.
func TestEveryGameInWords(t *testing.T) {
	for _, b := range testkit.Sweep(everyGame(t), 10) {
		t.Run(b.Game.ID, func(t *testing.T) {
			for seed := range testkit.Sample[uint64](3, 1) {
				playInWords(t, b, seed)
			}
		})
	}
}

func playInWords(t *testing.T, b *plan.AtStakes, seed uint64) {
	t.Helper()
	h, err := live.Deal(setup(b, min(4, b.Game.MaxSeats), seed))
	if err != nil {
		t.Fatal(err)
	}
	chance := hand.NewSource(seed, 9)
	v := live.View{Seat: 0, Width: 40}
	for d := h.Pending(); d != nil; d = h.Pending() {
		a, err := batch.Random{}.Act(h.State(), d, &chance)
		if err != nil {
			t.Fatal(err)
		}
		words := speech.Say(&a, h.State(), d)
		said, err := h.Act(words)
		if err != nil || said != words {
			t.Fatalf("%s: said %q, %v", words, said, err)
		}
		after := *h.State()
		undone(t, h, words, &after)
		look(t, h, v)
	}
	if !h.State().Conserved() || h.State().PutIn() != h.State().PaidOut()+h.State().House() {
		t.Error("chips are not conserved")
	}
	again, err := live.Deal(h.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range h.Said() {
		if _, err := again.Act(words); err != nil {
			t.Fatalf("again: %s: %v", words, err)
		}
	}
	if !again.State().Same(h.State()) {
		t.Error("the same words lead to another hand")
	}
}

// undone steps back and forward, by steps, by numbers and by words.
func undone(t *testing.T, h *live.Hand, words string, after *hand.Hand) {
	t.Helper()
	n := h.At()
	if h.Undo(1) != 1 || h.At() != n-1 || h.Pending() == nil {
		t.Fatalf("%s cannot be undone", words)
	}
	fork := h.Fork()
	if h.Redo(1) != 1 || !h.State().Same(after) {
		t.Fatalf("%s undone and redone is something else", words)
	}
	if _, err := fork.Act(words); err != nil || !fork.State().Same(after) {
		t.Fatalf("%s in a fork is something else: %v", words, err)
	}
	if err := h.Goto(0); err != nil {
		t.Fatal(err)
	}
	if err := h.Goto(n); err != nil || !h.State().Same(after) {
		t.Fatalf("to the deal and back is something else: %v", err)
	}
}

// look displays everything. Nothing may be wider than the screen.
func look(t *testing.T, h *live.Hand, v live.View) {
	t.Helper()
	for line := range strings.Lines(h.Screen(v)) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > v.Width {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	var log strings.Builder
	h.Log(&log, v, -1)
	if log.Len() == 0 {
		t.Error("nothing has happened")
	}
	reasons, err := h.Explain(v, "")
	if err != nil || len(reasons) == 0 {
		t.Errorf("explain: %v, %v", reasons, err)
	}
	for _, typed := range []string{"", "r", "draw ", "keep "} {
		for _, line := range h.Complete(typed) {
			if !strings.HasPrefix(line, typed) {
				t.Errorf("%q completes to %q", typed, line)
			}
			if _, err := h.Read(line); err != nil && line != "keep " {
				t.Errorf("%q completes to %q: %v", typed, line, err)
			}
		}
	}
	if h.State().Plan().Game.Banked() {
		if _, err := h.Odds(context.Background(), v, odds.Effort{}, nil); err == nil && h.Pending() != nil {
			t.Error("a share of no pot")
		}
		return
	}
	if h.Pending() != nil {
		o, err := h.Odds(context.Background(), v, odds.Effort{Samples: 20, Enough: 1}, nil)
		if err != nil {
			t.Fatalf("odds: %v", err)
		}
		sum := 0.0
		for _, s := range o.Hands {
			sum += s.Equity
		}
		if sum < 0.999999 || sum > 1.000001 {
			t.Errorf("the equities add up to %v", sum)
		}
	}
}

// TestLogGoesOn checks that what follows the deal is logged once, however often
// the log is displayed.
func TestLogGoesOn(t *testing.T) {
	b := everyGame(t)[0]
	h, err := live.Deal(setup(b, 3, 5))
	if err != nil {
		t.Fatal(err)
	}
	v := live.View{Seat: live.AllCards}
	var whole, bits strings.Builder
	h.Log(&bits, v, -1)
	for h.Pending() != nil {
		chance := hand.NewSource(1, uint64(h.At()))
		a, _ := batch.Random{}.Act(h.State(), h.Pending(), &chance)
		if _, err := h.Do(a); err != nil {
			t.Fatal(err)
		}
		h.Log(&bits, v, h.At()-1)
	}
	h.Log(&whole, v, -1)
	if whole.String() != bits.String() {
		t.Errorf("told at once\n%s\ntold bit by bit\n%s", whole.String(), bits.String())
	}
}

// TestRefusals checks that a refusal gives the reason and an alternative, and
// changes nothing.
func TestRefusals(t *testing.T) {
	games := everyGame(t)
	byID := func(id string) *plan.AtStakes {
		return games[slices.IndexFunc(games, func(b *plan.AtStakes) bool { return b.Game.ID == id })]
	}
	tests := []struct{ game, said, reason, hint string }{
		{"angies/holdem", "rase 4", `"rase" is not something a player says`, `did you mean "raise"? legal: fold, call $2, raise to $4`},
		{"mixed/nt", "two hundred", `"two hundred" is an amount: say what it is for, as in "raise to two hundred"`, "legal: fold, call $2, raise to $4 up to $200"},
		{"angies/holdem", "raise to 5", "cannot go to $5, only to $4", "legal: fold, call $2, raise to $4"},
		{"angies/holdem", "check", "there is a bet to call", "legal: fold, call $2, raise to $4"},
		{"angies/holdem", "pot", `"pot": the pot is not a bet in fixed limit`, "legal: fold, call $2, raise to $4"},
		{"angies/holdem", "raise lots", `"raise lots": "lots" is not an amount`, "legal: fold, call $2, raise to $4"},
		{"angies/holdem", "draw 2", "it is not time to choose cards: the seat must bet, check, call or fold", "legal: fold, call $2, raise to $4"},
		{"mixed/nt", "raise to 3", "cannot go to $3, only from $4 to $200", "legal: fold, call $2, raise to $4 up to $200"},
		{"mixed/nt", "call 5", `"call 5": a call is $2`, "legal: fold, call $2, raise to $4 up to $200"},
	}
	for _, tt := range tests {
		s := setup(byID(tt.game), 4, 0)
		for i := range s.Stacks {
			s.Stacks[i] = 200 * s.Plan.Stakes.Scale
		}
		h, err := live.Deal(s)
		if err != nil {
			t.Fatal(err)
		}
		before := *h.State()
		_, err = h.Act(tt.said)
		if r := diag.AsRefused(err); r == nil || r.Msg != tt.reason || r.Hint != tt.hint {
			t.Errorf("%s: %q is refused with %+v", tt.game, tt.said, err)
		}
		if !h.State().Same(&before) {
			t.Errorf("%q has changed the hand", tt.said)
		}
	}
}
