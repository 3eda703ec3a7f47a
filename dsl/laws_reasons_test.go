package dsl_test

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// reasonHands is the number of hands of each game.
const reasonHands = 6

// account is what the events of a hand say so far.
type account struct {
	live, killed betting.Set
}

// accountOf reads the events of a hand.
func accountOf(h *hand.Hand, events []hand.Event) (a account) {
	all := (betting.Bit(h.Seats()) - 1) &^ h.Absent()
	a.live = all
	for i := range events {
		e := &events[i]
		a.live = e.InAfter(a.live, all)
		if e.Kind == hand.Killed {
			a.killed |= betting.Bit(int(e.Seat))
		}
		a.killed &^= a.live
	}
	return a
}

// trueIf are reasons for which an irregularity is refused, and when they are true. The first group of a pattern is a seat or a number.
var trueIf = []struct {
	reason *regexp.Regexp
	is     func(h *hand.Hand, a *account, m []string) bool
}{
	{regexp.MustCompile(`^(?:seat: )?there is no seat (-?\d+)$`), func(h *hand.Hand, _ *account, m []string) bool { return seatOf(m) < 0 || seatOf(m) >= h.Seats() }},
	{regexp.MustCompile(`^seat (\d+) is live$`), func(_ *hand.Hand, a *account, m []string) bool { return a.live.Has(seatOf(m)) }},
	{regexp.MustCompile(`^seat (\d+) plays in this hand$`), func(h *hand.Hand, a *account, m []string) bool {
		return a.live.Has(seatOf(m)) || !h.Absent().Has(seatOf(m))
	}},
	{regexp.MustCompile(`^seat (\d+) is not in the hand$`), func(_ *hand.Hand, a *account, m []string) bool { return !a.live.Has(seatOf(m)) }},
	{regexp.MustCompile(`^seat (\d+) has not discarded$`), func(_ *hand.Hand, a *account, m []string) bool { return a.live.Has(seatOf(m)) }},
	{regexp.MustCompile(`^the hand of seat (\d+) died by a ruling`), func(_ *hand.Hand, a *account, m []string) bool { return a.killed.Has(seatOf(m)) }},
	{regexp.MustCompile(`^seat (\d+) has no cards on the table$`), func(h *hand.Hand, _ *account, m []string) bool {
		return len(h.Hole(seatOf(m))) == 0 || h.Absent().Has(seatOf(m))
	}},
	{regexp.MustCompile(`^it is the turn of seat (\d+)$`), func(h *hand.Hand, _ *account, m []string) bool { return h.Turn() == seatOf(m) }},
	{regexp.MustCompile(`^it cannot happen now \(over\)`), func(h *hand.Hand, _ *account, _ []string) bool { return h.Pending() == nil }},
	{regexp.MustCompile(`^seat (\d+) has the last live hand$`), func(_ *hand.Hand, a *account, m []string) bool { return a.live == betting.Bit(seatOf(m)) }},
	{regexp.MustCompile(`^seat (\d+) has not the turn$`), func(h *hand.Hand, _ *account, m []string) bool { return h.Turn() != seatOf(m) }},
	{regexp.MustCompile(`^it is not the turn of seat (\d+)$`), func(h *hand.Hand, _ *account, m []string) bool { return h.Turn() != seatOf(m) }},
	{regexp.MustCompile(`^seat (\d+) does not hold (\S+)$`), func(h *hand.Hand, _ *account, m []string) bool { return !holds(h, seatOf(m), m[2]) }},
	{regexp.MustCompile(`^(\S+) is neither on the board nor in a hand$`), func(h *hand.Hand, _ *account, m []string) bool {
		return !slices.Contains(h.Board(), cards.MustParse(m[1])[0]) && !anybody(h, func(i int) bool { return holds(h, i, m[1]) })
	}},
	{regexp.MustCompile(`^(\S+) (?:lies|is dealt) face up$`), func(h *hand.Hand, _ *account, m []string) bool {
		return anybody(h, func(i int) bool {
			k := slices.Index(h.Hole(i), cards.MustParse(m[1])[0])
			return k >= 0 && h.IsUp(i, k)
		})
	}},
	{regexp.MustCompile(`^seat (\d+) has no (\S+) face down$`), func(h *hand.Hand, _ *account, m []string) bool {
		k := slices.IndexFunc(h.Hole(seatOf(m)), func(c cards.Card) bool { return c.String() == m[2] })
		return k < 0 || h.IsUp(seatOf(m), k)
	}},
	{regexp.MustCompile(`^the next cards? of the deck (?:are|is) (.*)$`), func(h *hand.Hand, _ *account, m []string) bool {
		return strings.HasPrefix(cards.Spaced(h.Stub()), m[1])
	}},
	{regexp.MustCompile(`^(\S+) is not the next card of the deck$`), func(h *hand.Hand, _ *account, m []string) bool {
		return len(h.Stub()) == 0 || h.Stub()[0].String() != m[1]
	}},
	{regexp.MustCompile(`^the stub has (\d+) cards`), func(h *hand.Hand, _ *account, m []string) bool { return len(h.Stub()) == seatOf(m)+1 }},
	{regexp.MustCompile(`^the stub is empty$`), func(h *hand.Hand, _ *account, _ []string) bool { return len(h.Stub()) == 0 }},
	{regexp.MustCompile(`^seat (\d+) holds (\d+) cards, the correct number$`), func(h *hand.Hand, _ *account, m []string) bool {
		return strconv.Itoa(len(h.Hole(seatOf(m)))) == m[2]
	}},
	{regexp.MustCompile(`^(\S+) is not in the muck$`), func(h *hand.Hand, _ *account, m []string) bool {
		return !slices.ContainsFunc(h.Mucked(), func(c cards.Card) bool { return c.String() == m[1] })
	}},
	{regexp.MustCompile(`^seat (\d+) has no chips to act with$`), func(h *hand.Hand, _ *account, m []string) bool { return h.Stack(seatOf(m)) == 0 }},
}

func seatOf(m []string) int {
	n, _ := strconv.Atoi(m[1])
	return n - 1
}

func holds(h *hand.Hand, seat int, c string) bool {
	return slices.ContainsFunc(h.Hole(seat), func(x cards.Card) bool { return x.String() == c })
}

func anybody(h *hand.Hand, is func(int) bool) bool {
	for i := range h.Seats() {
		if is(i) {
			return true
		}
	}
	return false
}

// TestTrueReasons tries every irregularity of the moment again and again in random hands, with fields that fit and with other seats and
// cards: it happens, or it is refused with a reason that is true and changes nothing.
func TestTrueReasons(t *testing.T) {
	checked, played, other := 0, 0, map[string]int{}
	for _, g := range testkit.Sweep(allGames(t), 12) {
		if g.Banked() {
			continue
		}
		b := bound(t, library(t, nil), g.ID, "")
		r := newReach(t, g)
		for number := range uint64(reasonHands) {
			seats := min(max(g.MinSeats, 2+int(number%6)), b.Seats, g.MaxSeats)
			setup := hand.Setup{
				Plan: b, Stacks: r.stacks(b, seats, []int64{3, 40}[number%2]), Button: seats - 1, Seed: 23, Number: number, Attendance: hand.Attended,
			}
			n, err := reasonsOf(&setup, other)
			played++
			if checked += n; err != nil {
				t.Errorf("%s, hand %d of seed 23, %d seats: %v", g.ID, number, seats, err)
			}
		}
	}
	t.Logf("%d reasons are true", checked)
	if checked < 2*played {
		t.Errorf("only %d reasons in %d hands", checked, played)
	}
	for _, reason := range slices.Sorted(maps.Keys(other)) {
		t.Logf("not checked, %d times: %s", other[reason], reason)
	}
}

// reasonsOf plays a hand and tries irregularities on the way; it returns how many reasons it has checked.
func reasonsOf(setup *hand.Setup, other map[string]int) (checked int, err error) {
	var h hand.Hand
	log := hand.Log{}
	setup.Log = &log
	if err := h.Start(setup); err != nil {
		return 0, err
	}
	chance := hand.NewSource(29, setup.Number)
	for range 400 {
		d := h.Pending()
		if d == nil {
			break
		}
		possible := h.Possible()
		for range 3 {
			if len(possible) == 0 {
				break
			}
			in, ok := batch.MishapOf(&h, possible[chance.Below(uint64(len(possible)))], &chance)
			if !ok {
				continue
			}
			in = changed(&h, in, &chance)
			n, err := reasonOf(&h, &log, in, other)
			if checked += n; err != nil {
				return checked, err
			}
		}
		if h.Pending() == nil {
			break
		}
		d = h.Pending()
		a, err := lawAction(&h, d, &chance)
		if err != nil {
			return checked, err
		}
		if err := h.Apply(a); err != nil {
			return checked, err
		}
	}
	return checked, nil
}

// changed gives an irregularity another seat or another card, half of the time.
func changed(h *hand.Hand, in plan.Incident, chance *hand.Source) plan.Incident {
	if in.Value("seat") != nil && chance.Below(2) == 0 {
		in = in.With("seat", plan.Value{N: int64(chance.Below(uint64(h.Seats() + 1)))})
	}
	for _, name := range []string{"card", "cards"} {
		if v := in.Value(name); v != nil && chance.Below(2) == 0 {
			i := int(chance.Below(uint64(h.Seats())))
			if hole := h.Hole(i); len(hole) > 0 {
				in = in.With(name, plan.Value{Cards: []cards.Card{hole[chance.Below(uint64(len(hole)))]}})
			}
		}
	}
	return in
}

// reasonOf makes an irregularity happen, and checks the reason if it is refused.
func reasonOf(h *hand.Hand, log *hand.Log, in plan.Incident, other map[string]int) (int, error) {
	before, events := *h, len(log.Events)
	err := h.Happen(in)
	if err == nil {
		return 0, nil
	}
	var refused *hand.IncidentError
	switch {
	case !errors.As(err, &refused) || refused.Reason == "":
		return 0, fmt.Errorf("%s: %w", incidentText(&in), err)
	case !h.Same(&before) || len(log.Events) != events:
		return 0, fmt.Errorf("%s was refused and has changed the hand", incidentText(&in))
	}
	a := accountOf(h, log.Events)
	for i := range trueIf {
		if m := trueIf[i].reason.FindStringSubmatch(refused.Reason); m != nil {
			if !trueIf[i].is(h, &a, m) {
				return 1, fmt.Errorf("%s is refused because %s, and that is not so", incidentText(&in), refused.Reason)
			}
			return 1, nil
		}
	}
	other[regexp.MustCompile(`\d+|\b[2-9TJQKA][cdhs]\b`).ReplaceAllString(refused.Reason, "N")]++
	return 0, nil
}
