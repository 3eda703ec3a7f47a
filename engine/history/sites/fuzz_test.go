package sites_test

import (
	"errors"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
)

// FuzzReplay plays any text that parses as hands. Chips and cards are conserved
// whatever the record says, an error has a place in the text, and a hand that
// replays can be played again from the same record.
func FuzzReplay(f *testing.F) {
	for i, g := range houses.Games() {
		tt := &table{game: g, stacks: stacksOf(min(3, g.MaxSeats), 5000, 900), policy: batch.Random{}, seed: uint64(i), hands: 1, mishaps: 0.1}
		f.Add(tt.text(f))
	}
	f.Add([]byte(oneHand()))
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.Bounds{Fixed: 256 << 20, PerByte: 64 << 10}.Within(t, len(data), func() {
			for rec, bad := range history.NewReader("f.phh", data, history.Options{Lenient: true, MaxHand: 16 << 10}).Hands() {
				if bad == nil {
					replayed(t, string(data), rec)
				}
			}
		})
	})
}

// text returns the record of one hand of a table.
func (tt *table) text(f *testing.F) []byte {
	b, err := tt.game.BindTo(tt.stakes)
	if err != nil {
		f.Fatal(err)
	}
	setup := hand.Setup{Plan: b, Stacks: tt.stacks, Seed: tt.seed, Number: 1, Log: &hand.Log{}, Attendance: hand.Attended}
	h, chance := new(hand.Hand), hand.NewSource(tt.seed, 9)
	if err := h.Start(&setup); err != nil {
		f.Fatal(err)
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		if in, ok := batch.Mishap(h, &chance); ok && chance.Below(10) == 0 && h.Happen(in) == nil {
			continue
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			a, _ = tt.policy.Act(h, d, &chance)
			a = batch.HoldToDraw(h, d, a)
		}
		if err := h.Apply(a); err != nil {
			f.Fatal(err)
		}
	}
	text, err := replay.Encode(nil, 1, &setup, h, setup.Log, setup.Pack())
	if err != nil {
		f.Fatal(err)
	}
	return text
}

func replayed(t *testing.T, text string, rec *history.Hand) {
	player := replay.NewPlayer(houses.Find, nil)
	row := player.Play(rec)
	if row.Err != nil {
		var e *diag.Error
		if !errors.As(row.Err, &e) || e.Msg == "" || row.OK {
			t.Fatalf("%T %v, ok %v", row.Err, row.Err, row.OK)
		}
		if e.Pos.Line > 0 {
			testkit.Place(t, text, int(e.Pos.Line), int(e.Pos.Col))
		}
		return
	}
	h := player.Hand()
	if !h.Conserved() || !h.CardsConserved() {
		t.Fatalf("chips conserved %v, cards %v", h.Conserved(), h.CardsConserved())
	}
	if !row.OK {
		return
	}
	if again := replay.NewPlayer(houses.Find, nil).Play(rec); !again.OK || again.Complete != row.Complete {
		t.Fatalf("played again: %+v", again)
	}
}
