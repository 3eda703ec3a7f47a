package table

import (
	"testing"

	"cardroom/engine/hand"
)

// BenchmarkHand plays hands alone, BenchmarkSession the same hands in a
// session: the difference is the cost of the table.
func BenchmarkHand(b *testing.B)    { benchmark(b, false) }
func BenchmarkSession(b *testing.B) { benchmark(b, true) }

func benchmark(b *testing.B, session bool) {
	cfg := config(b, "nl 1-2")
	cfg.Button = DeadButton
	cfg.HandsPerHour = 30
	tab := open(b, cfg)
	join(b, tab, 6, 20000)
	full := *tab
	var d Deal
	var h hand.Hand
	r := hand.NewSource(1, 2)
	if err := tab.NextIn(&d); err != nil {
		b.Fatal(err)
	}
	setup := d.Setup
	b.ReportAllocs()
	number := uint64(0)
	for b.Loop() {
		number++
		if session {
			if number%4 == 1 || tab.NextIn(&d) != nil {
				*tab = full // nobody stays broke
				if err := tab.NextIn(&d); err != nil {
					b.Fatal(err)
				}
			}
			setup = d.Setup
		}
		setup.Number, setup.Seed = number, 1
		if err := h.Start(&setup); err != nil {
			b.Fatal(err)
		}
		for q := h.Pending(); q != nil; q = h.Pending() {
			if err := h.Apply(choose(q, &r)); err != nil {
				b.Fatal(err)
			}
		}
		if session {
			if err := tab.Finish(&h); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkTable measures what the table does for a hand, without the hand:
// compare it with BenchmarkHand.
func BenchmarkTable(b *testing.B) {
	cfg := config(b, "nl 1-2")
	cfg.Button = DeadButton
	cfg.HandsPerHour = 30
	cfg.Postings = []Posting{{Hands: []Collection{{Rates: []Rate{{Players: 4, Amount: 100}, {Players: 6, Amount: 200}, {Players: 10, Amount: 300}}}}}}
	tab := open(b, cfg)
	join(b, tab, 6, 20000)
	var d Deal
	var h hand.Hand
	if err := tab.NextIn(&d); err != nil {
		b.Fatal(err)
	}
	if err := h.Start(&d.Setup); err != nil {
		b.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if err := h.Apply(passive(q)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := tab.Finish(&h); err != nil {
			b.Fatal(err)
		}
		if err := tab.NextIn(&d); err != nil {
			b.Fatal(err)
		}
	}
}
