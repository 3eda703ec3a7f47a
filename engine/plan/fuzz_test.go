package plan_test

import (
	"errors"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// FuzzStakes checks that stakes that a game accepts round-trip through text and can be bound; other stakes are refused with a
// position in the script.
func FuzzStakes(f *testing.F) {
	for i, s := range []string{
		"2-4", "1-3/1-6", "pl 1-2", "nl 1-2", "pl 2", "bets 2-50", "2-4 blinds 1/3 ante 1 bring-in 1 chip 0.5", "$2-$4", "", "nl",
		"0-0", "4-2", "nl 1-2 ante", "999999999999-999999999999", "2-4 chip 0", "1-2 blinds 2/1", "2-4 ante .5", "nl 0-2", "pl 1-2 chip 7",
	} {
		f.Add(s, byte(i))
	}
	// The games are built here because the fuzzer would otherwise watch the whole language for new coverage, and a run would
	// take ten times as long.
	anteOnly, opened := holdem(), holdem()
	anteOnly.Forced = []plan.Forced{{Amount: plan.Ante, Everybody: true}}
	opened.Forced[0].Amount, opened.Steps[1].Bet.ForcedOpen = plan.Ante, true
	games := []*plan.Game{holdem(), posted(false), posted(true), banked(), anteOnly, opened}
	f.Fuzz(func(t *testing.T, text string, which byte) {
		g := games[int(which)%len(games)]
		testkit.TextBounds.Within(t, len(text), func() {
			s, err := g.ParseStakes(text)
			if err != nil {
				refusedStakes(t, err)
				return
			}
			again, err := g.ParseStakes(s.Text())
			s.Note, again.Note = "", ""
			if err != nil || again != s {
				t.Fatalf("%s: %q is %+v, written %q, which is %+v (%v)", g.ID, text, s, s.Text(), again, err)
			}
			if s.Chip <= 0 || s.Small.Lo <= 0 || min(s.SB, s.BB, s.Ante, s.BringIn) < 0 || s.String() == "" {
				t.Fatalf("%s: %q is %+v", g.ID, text, s)
			}
			if b, err := g.Bind(s); err != nil {
				refusedStakes(t, err)
			} else if b.Game != g || b.Stakes != s && b.Stakes.Note == "" {
				t.Fatalf("%s: %q is bound as %+v", g.ID, text, b.Stakes)
			}
		})
	})
}

func refusedStakes(t *testing.T, err error) {
	t.Helper()
	var fault *diag.Error
	if !errors.As(err, &fault) || fault.Error() == "" {
		t.Fatalf("%T: %v", err, err)
	}
}

// FuzzMoney checks that a parsed amount round-trips through text.
func FuzzMoney(f *testing.F) {
	for _, s := range []string{"2", "0.50", ".5", "", ".", "1.234", "999999999999.99", "0000000000002", "1,000", "-1", "+1", "1e3", "٣"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			n, err := plan.ParseMoney(text)
			if err != nil {
				return
			}
			if n < 0 {
				t.Fatalf("%q is %d", text, n)
			}
			if again, err := plan.ParseMoney(plan.Money(n, plan.Cents)); err != nil || again != n {
				t.Fatalf("%q is %d, written %q, which is %d (%v)", text, n, plan.Money(n, plan.Cents), again, err)
			}
		})
	})
}

// FuzzIncident checks that a parsed irregularity round-trips through text.
func FuzzIncident(f *testing.F) {
	for _, s := range []string{
		"below_table 2", "dealer_exposed seat=3 card=2c", "boxed card=Qh", "misdeal wrong_order", "player_exposed seat=2 cards=AsKd",
		"chips_in seat=1 amount=4.50", "premature_flop burned", "cut 1 position=10 order=AsKsQs", "single_chip seat=0", "tabled seat=99999999999",
		"declare 1 raise amounts=1,2,3", "joker_found seat=1 acted=no index=-1",
	} {
		f.Add(s)
	}
	for _, k := range plan.Incidents() {
		f.Add(k.Spec().Usage())
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			scales := [...]int64{1, plan.Cents, 1e9}
			readIncident(t, text, plan.Names{Scale: scales[len(text)%len(scales)]})
		})
	})
}

func readIncident(t *testing.T, text string, names plan.Names) {
	in, err := plan.ParseIncident(text, names)
	if err != nil {
		if err.Error() == "" {
			t.Fatalf("%q is refused without a reason", text)
		}
		return
	}
	again, err := plan.ParseIncident(in.Text(names), names)
	if err != nil || again.Kind != in.Kind || again.Text(names) != in.Text(names) {
		t.Fatalf("%q is written %q, which is %q (%v)", text, in.Text(names), again.Text(names), err)
	}
	for i := range in.Values {
		a, b := in.Values[i], again.Values[i]
		if (a == nil) != (b == nil) || a != nil && (a.N != b.N || a.Word != b.Word || !slices.Equal(a.List, b.List) || cards.Format(a.Cards) != cards.Format(b.Cards)) {
			t.Fatalf("%q: field %d is %+v, read again %+v", text, i, a, b)
		}
	}
}
