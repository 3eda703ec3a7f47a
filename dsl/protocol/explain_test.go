package protocol_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// told returns the reasons for a topic after the given actions in a hand, one
// line per reason.
func told(t *testing.T, id, topic string, stacks []int64, deck string, said ...string) string {
	t.Helper()
	games := everyGame(t)
	b := games[slices.IndexFunc(games, func(b *plan.AtStakes) bool { return b.Game.ID == id })]
	s := &hand.Setup{Plan: b, Button: len(stacks) - 1, Seed: 3, Number: 1}
	for _, n := range stacks {
		s.Stacks = append(s.Stacks, n*b.Stakes.Scale)
	}
	if deck != "" {
		pack := cards.MustParse(deck)
		for _, c := range b.Game.Deck.Append(nil) {
			if !slices.Contains(pack, c) {
				pack = append(pack, c)
			}
		}
		s.Deck = pack
	}
	h, err := live.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range said {
		if _, err := h.Act(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	reasons, err := h.Explain(live.View{Seat: live.AllCards, Width: 10000}, topic)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range reasons {
		line := r.Text
		if r.Rule != "" {
			line += " | " + r.Rule
		}
		for _, c := range r.Clauses {
			line += " [" + c + "]"
		}
		if r.Line != "" {
			line += " | " + strings.TrimSpace(r.Line)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestExplain checks the explanations of turns, bets and awards.
func TestExplain(t *testing.T) {
	three := []int64{200, 200, 200}
	tests := []struct {
		name, game, topic string
		stacks            []int64
		deck              string
		said              []string
		want              []string
	}{
		{
			"the pot, after a call", "mixed/po", "bet", three, "", nil,
			[]string{
				"A call is $2: the bet is $2 and seat 3 has $0 in.",
				"The minimum is $4: a raise is at least the last bet or raise, $2, on top of $2.",
				"The maximum is $7: after a call of $2 there would be $5 in the middle (the pot of $0, the bets of $3 and the call), and a raise adds at most that to $2.",
			},
		},
		{
			"a bet of the pot", "mixed/po", "bet", three, "",
			[]string{"call", "call", "check"},
			[]string{"Seat 1 may check: there is no bet to call.", "The maximum is $6: a bet is at most the pot, $6."},
		},
		{
			"the last raise", "mixed/nt", "bet", three, "",
			[]string{"raise to 10"},
			[]string{
				"A call is $9: the bet is $10 and seat 1 has $1 in.",
				"The minimum is $18: a raise is at least the last bet or raise, $8, on top of $10.",
				"The maximum is $200: seat 1 has $1 in and $199 left, and is all in.",
			},
		},
		{
			"a short call", "mixed/nt", "bet",
			[]int64{200, 5, 200},
			"",
			[]string{"raise to 10", "call"},
			[]string{"A call is $3, all in: the bet is $10 and seat 2 has no more.", "Seat 2 may not bet or raise: the stack does not reach beyond a call."},
		},
		{
			"the cap", "angies/holdem", "bet", three, "",
			[]string{"raise", "raise", "raise"},
			[]string{"Seat 3 may not raise: there have been 4 bets and raises, the house's limit is 4. [omaha-casino.round.6d.cap] [house004.holdem.3a] | return betting("},
		},
		{
			"whose turn", "mixed/nt", "turn", three, "",
			[]string{"call", "raise to 6", "fold"},
			[]string{"It is seat 3's turn: seat 2 acted last; seat 3 is next and has $2 in and the bet is $6."},
		},
		{
			"the first to bet", "mixed/f7s", "turn", three, "", nil,
			[]string{"the round of betting begins there. | Betting (third street): the lowest card showing"},
		},
		{
			"a draw", "mixed/f5d", "turn", three, "",
			[]string{"call", "call", "check"},
			[]string{"It is seat 1's turn to draw: it is the first seat still in."},
		},
		{
			"side pots", "mixed/nt", "award",
			[]int64{20, 50, 100},
			"AsKsQs AhKhQh 2c3d4h5c 7d8d 9c Tc",
			[]string{"all in", "call", "call"},
			[]string{
				"$50 goes back to seat 3: it was not called.",
				"The main pot, $60: seat 1 $20, seat 2 $20, seat 3 $20. Seat 1, seat 2 and seat 3 can win it.",
				"Side pot 1, $60: seat 2 $30, seat 3 $30. Seat 2 and seat 3 can win it.",
				"Seat 1 takes $60 for the best high hand, pair of aces (As Ah Tc 8d 5c); it beats seat 2 with pair of kings (Ks Kh Tc 8d 5c), seat 3 with pair of queens (Qs Qh Tc 8d 5c).",
				"Seat 2 takes $60 for the best high hand, pair of kings (Ks Kh Tc 8d 5c); it beats seat 3 with pair of queens (Qs Qh Tc 8d 5c). | Showdown: the best high hand takes the pot.",
			},
		},
		{
			"the odd chip", "mixed/nt", "award",
			[]int64{10, 10, 10},
			"2cAsAh 3dKsKh 4cQcQdJc 4d9s 4h8d",
			[]string{"all in", "fold", "call"},
			[]string{"tied with seat 3; the odd $1 goes to it because that seat is nearest left of the button."},
		},
		{
			"nobody is left", "mixed/nt", "award", three, "",
			[]string{"fold", "fold"},
			[]string{"$1 goes back to seat 2: it was not called.", "Seat 2 takes the pot of $2: everybody else has folded."},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := told(t, tt.game, tt.topic, tt.stacks, tt.deck, tt.said...)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}
