package repl

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestSeatSeesTheSame checks that a seat's view is the same in every command,
// completion and refusal, whatever the cards that the seat has not seen: a hand
// of lowball and one of hold'em are dealt from two decks that differ only in
// those cards.
func TestSeatSeesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("asks everything of every state")
	}
	for _, tt := range []struct {
		table, one, other string
		play              []string
	}{
		{
			"angies/lowball seats 3 stack 20",
			"7c Kd 8s 5c 2h Kc 9c 8d Td 4c 9s 5d 3h Jh Qh 6h Ks As",
			"7c 8d Td 5c 9s 5d 9c Jh 2h 4c Kd 6h 3h 8s Kc Qh Ks As",
			[]string{"decline", "call", "call", "check", "draw 2", "stand pat", "check"},
		},
		{
			"angies/holdem seats 3 stack 20",
			"7c Kd 8c 5c 2h Ks 9c 8s Td 4c",
			"7c 2h 9c 5c 8c Kd Ks 8s Td 4c",
			[]string{"call", "raise", "call", "call"},
		},
	} {
		one, other := seatTold(t, tt.table, tt.one, tt.play), seatTold(t, tt.table, tt.other, tt.play)
		if one == other && strings.Contains(one, "seat 1: 7c 5c") {
			continue
		}
		a, b := strings.Split(one, "\n"), strings.Split(other, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Errorf("%s: seat 1 is told\n%s\nand with other cards\n%s", tt.table, strings.Join(a[max(0, i-3):i+1], "\n"), b[i])
				break
			}
		}
	}
}

// seatTold returns everything that seat 1 sees of a hand.
func seatTold(t *testing.T, table, pack string, play []string) string {
	b := newBench(t, fstest.MapFS{})
	b.fine(":table "+table, ":as 1")
	var told strings.Builder
	told.WriteString(b.fine(":deal " + pack))
	for _, said := range play {
		for _, line := range []string{
			":look", ":log", ":explain", ":explain pot", ":explain award", ":odds 50", ":odds 50 AsKs,QdQc", ":odds 50 2=KdQd", ":deck", ":event", ":act", ":save x.phhs", ":type view", "view.hole",
			"draw Kd", "draw As", "keep Ks", "show Kc", ":act discard 2d", ":act keep", "raise to 1000", "event player_exposed seat=2 cards=Kd",
			"event dropped seat=3 card=8d", ":goto 0", ":redo 50", ":fork", ":plan",
		} {
			b.errors = nil
			fmt.Fprintf(&told, "%s\n%s%v\n", line, b.do(line), b.errors)
		}
		for _, typed := range []string{"", ":", ":act ", ":act draw ", "draw ", "keep ", "k", "view.", ":event ", ":as "} {
			words, _ := b.Complete(typed)
			fmt.Fprintf(&told, "%s: %q\n", typed, words)
		}
		b.errors = nil
		fmt.Fprintf(&told, "%s\n%s%v\n", said, b.do(said), b.errors)
	}
	return told.String()
}
