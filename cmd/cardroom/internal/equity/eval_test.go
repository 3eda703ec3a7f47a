package equity

import (
	"slices"
	"sync"
	"testing"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/engine/cards"
	"cardroom/engine/testkit"
)

// judges returns the judges of some rankings and games: with and without a board, with
// jokers, and with a second part.
var judges = sync.OnceValue(func() (out []*ranker) {
	std, _, _ := fake.IO(nil)
	for _, o := range []EvalOptions{
		{Ranking: "high"},
		{Ranking: "high", Joker: "wild"},
		{Ranking: "ace-to-five", Joker: "bug"},
		{Ranking: "badugi"},
		{Game: "angies/omaha-hilo", Board: "2c3d4h"},
		{Game: "angies/omaha-hilo"},
		{Game: "mixed/nt"},
	} {
		j, err := newJudge(std, o)
		if err != nil {
			panic(err)
		}
		out = append(out, j)
	}
	return out
})

// FuzzEval checks that a line for eval is a hand of distinct cards, or an error with a
// position in the line.
func FuzzEval(f *testing.F) {
	for i, text := range []string{
		"AhKhQhJhTh", "Ah Kd | 2c3d4h", "Jo-2c-3d-4h-6s # bug", "AhAh", "10h 9d", "\xff", "A\x00h", "Jo Jo Xx", "AhKdQcJs", "AhKd/2c3c4c5c6c", "|", "??", "#",
		"AhKd | 2c | 3c", "2c3c4c5c6c7c8c9cTcJcQcKc",
	} {
		f.Add(text, byte(i))
	}
	all := judges()
	f.Fuzz(func(t *testing.T, text string, which byte) {
		j := all[int(which)%len(all)]
		testkit.TextBounds.Within(t, len(text), func() {
			var row evalRow
			ok, fault := j.readLine(&row, text)
			if fault != nil {
				testkit.Offset(t, text, max(0, fault.At-1))
				if fault.Msg == "" {
					t.Fatal("a fault without a text")
				}
				if err := fault.Placed("f.txt", 1, text); !utf8.ValidString(err.Error()) {
					t.Fatalf("not text: %q", err)
				}
				return
			}
			if !ok {
				return
			}
			all := row.cards[:row.n]
			if set := cards.SetOf(all...); set.Len() != row.n || set&^j.allowed != 0 || row.hole > row.n {
				t.Fatalf("%q is %v of %d cards", text, all, row.n)
			}
			var again evalRow
			line := cards.Format(row.own()) + "|" + cards.Format(row.board())
			if row.n == row.hole {
				line = cards.Format(row.own())
			}
			if ok, fault := j.readLine(&again, line); !ok || fault != nil || again.n != row.n || again.hole != row.hole || !slices.Equal(again.cards[:again.n], all) {
				t.Fatalf("%q is %v, written %q, which is %v", text, all, line, again.cards[:again.n])
			}
		})
	})
}
