package table

import (
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// FuzzRestore checks that the laws hold for every saved table that is accepted:
// it is saved as it was read, chips are conserved, and ready players can play.
func FuzzRestore(f *testing.F) {
	cfg := config(f, "nl 1-2")
	cfg.Postings = []Posting{{Name: "A", Hands: []Collection{{Name: "A", Rates: []Rate{{Players: 10, Amount: 100}}}}}}
	tab := open(f, cfg)
	f.Add(tab.Save())
	for p := Player(1); p <= 10; p++ {
		_ = tab.Apply(Event{Kind: Join, Player: p, Seat: -1, Amount: 10_000})
		f.Add(tab.Save())
	}
	if d, err := tab.Next(); err != nil || len(d.Seats) != 9 {
		f.Fatal(err)
	}
	f.Add(tab.Save())
	for _, change := range []string{`"stack":-5`, `"stack":9000000000000000000`, `"player":1`, `"hands":-5`, `"now":9223372036854775807`} {
		name, _, _ := strings.Cut(change, ":")
		text := tab.Save()
		if i := strings.Index(strings.ToLower(text), name+":"); i >= 0 {
			end := i + strings.IndexAny(text[i:], ",}")
			f.Add(text[:i] + change + text[end:])
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 1 << 20, PerByte: 8 << 10}.Within(t, len(text), func() {
			tab, err := cfg.Restore(text)
			if err != nil {
				return
			}
			again, err := cfg.Restore(tab.Save())
			if err != nil || again != tab {
				t.Fatalf("saved and read, the table is another: %v\n%s\n%s", err, tab.Save(), again.Save())
			}
			if (!tab.playing || tab.gone == 0) && !tab.Conserved() {
				t.Fatalf("chips are not conserved: %s", tab.Save())
			}
			where := map[Player]int{}
			for i := range cfg.MaxSeats {
				p := tab.Seat(i).Player
				if p != 0 && where[p] > 0 {
					t.Fatalf("player %d is in seats %d and %d", p, where[p], i+1)
				}
				where[p] = i + 1
			}
			if d, err := tab.Next(); err == nil {
				playDown(t, &tab, d)
			}
		})
	})
}

// playDown plays a hand by checks and calls and gives it back to the table.
func playDown(t *testing.T, tab *Table, d *Deal) {
	h := new(hand.Hand)
	if err := h.Start(&d.Setup); err != nil {
		t.Fatalf("%v\n%s", err, tab.Save())
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if err := h.Apply(passive(q)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Finish(h); err != nil || !tab.Conserved() {
		t.Fatalf("chips are not conserved after a hand (%v): %s", err, tab.Save())
	}
}
