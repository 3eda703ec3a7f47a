package speech

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// tells returns a narrator's text for events in a game for three.
func tells(t *testing.T, g *plan.Game, notes []hand.Note, events ...hand.Event) string {
	t.Helper()
	var out strings.Builder
	n := NewNarrator(&out, Style{})
	n.Notes(notes)
	n.Tell(seated(t, g, 3), events)
	return out.String()
}

// TestNotes checks that an event is described with the incident that it refers to,
// among those given to the narrator, and that an unknown one is described as
// unknown.
func TestNotes(t *testing.T) {
	notes := []hand.Note{
		{Incident: &plan.Incident{Kind: plan.BelowTable}, Judged: &plan.Judgement{Why: "of one"}},
		{Incident: &plan.Incident{Kind: plan.FoulDeck}, Judged: &plan.Judgement{Why: "of two"}},
	}
	const unknown, ruled = "  something irregular happens\n", "  the floor rules\n"
	for k, want := range []string{
		unknown + ruled, "  event: below table\n  the floor: nothing follows, because of one\n",
		"  event: foul deck\n  the floor: nothing follows, because of two\n", unknown + ruled,
	} {
		got := tells(t, pineapple(), notes, hand.Event{Kind: hand.Happened, Seat: -1, Step: 2, Note: int16(k)}, hand.Event{Kind: hand.Ruled, Seat: -1, Step: 2, Note: int16(k)})
		if got != want {
			t.Errorf("note %d of %d:\n%swant\n%s", k, len(notes), got, want)
		}
	}
}

// TestVoided checks that voided bets are described in one sentence, each with the
// seat to which it goes back.
func TestVoided(t *testing.T) {
	void := func(seat int8, amount int64) hand.Event {
		return hand.Event{Kind: hand.Voided, Seat: seat, Amount: amount, Step: 4}
	}
	for want, events := range map[string][]hand.Event{
		"  the later bets are void: 5 goes back to seat 2\n":                              {void(1, 500)},
		"  the later bets are void: 5 goes back to seat 2, 3.50 to seat 1, 1 to seat 3\n": {void(1, 500), void(0, 350), void(2, 100)},
		"  the later bets are void: 5 goes back to seat 2\n  seat 1 checks\n":             {void(1, 500), {Kind: hand.Checked, Seat: 0, Step: 4}},
	} {
		if got := tells(t, pineapple(), nil, events...); strings.Replace(got, "The draw\n", "", 1) != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

// TestSecretsAndRules checks that a secretly picked card is left out until all have
// chosen, and that a bet by rule is described as one.
func TestSecretsAndRules(t *testing.T) {
	if got := tells(t, pineapple(), nil, hand.Event{Kind: hand.Picked, Seat: 1, Step: 0}); got != "" {
		t.Errorf("picked: %q", got)
	}
	for forced, want := range map[bool]string{true: "seat 2 makes the forced bet of 1", false: "seat 2 brings it in for 1"} {
		g := pineapple()
		g.Steps[2].Bet.ForcedOpen = forced
		n := &Narrator{h: seated(t, pineapple(), 3), game: g, stakes: &plan.Stakes{Scale: plan.Cents}}
		if got := n.sentence(&hand.Event{Kind: hand.BroughtIn, Seat: 1, Step: 2, Amount: 100, To: 100}); got != want {
			t.Errorf("by rule %t: %q, want %q", forced, got, want)
		}
	}
}

// TestBuys checks that a seat's bought cards are described together, even with a
// shuffle or burns in between, and that later events belong to others.
func TestBuys(t *testing.T) {
	g := pineapple()
	g.Steps[3].Draw.KeepFace = true
	event := func(k hand.EventKind, seat int8, list string) hand.Event {
		e := hand.Event{Kind: k, Seat: seat, Step: 3}
		e.N = int8(copy(e.Cards[:], cards.MustParse(list)))
		return e
	}
	got := tells(t, g, nil,
		event(hand.Discarded, 0, "AsKs"), event(hand.Burned, -1, "2d"), event(hand.Dealt, 0, "Qs"), event(hand.Reshuffled, -1, ""), event(hand.DealtUp, 0, "Js"),
		event(hand.Discarded, 1, "Ah"), event(hand.Dealt, 1, "Kh"), event(hand.Dealt, 2, "Kd"))
	if !strings.Contains(got, "seat 1 gives back As Ks and buys Qs, face down; Js, face up\n") || !strings.Contains(got, "seat 2 gives back Ah and buys Kh, face down\n") {
		t.Error(got)
	}
	if strings.Count(got, "shuffled") != 1 || !strings.Contains(got, "seat 3 draws Kd\n") {
		t.Error(got)
	}
}

// atBank returns a round against a bank in which the third seat is asked whether it
// banks, in multiples of ten.
func atBank(t *testing.T) *hand.Hand {
	t.Helper()
	d := rank.PointsDescription{Name: "9", Target: 9}
	for r := range d.Values {
		d.Values[r] = min(r+1, 9)
	}
	points, err := rank.CompilePoints(d)
	if err != nil {
		t.Fatal(err)
	}
	n := points.Classes()
	g := &plan.Game{
		ID: "test/bank", Name: "Bank", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "bets 2-50"},
		Steps: []plan.Step{
			plan.Bank(plan.BankStep{Multiple: 1000}),
			plan.Place(plan.WagerStep{Multiple: 200}),
			{Kind: plan.Deal, Count: 1},
			{Kind: plan.Settle, Settle: &plan.SettleStep{Points: points, Table: slices.Repeat([]plan.Outcome{plan.Wins}, n*n)}},
		},
	}
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(plan.Stakes{
		Name: "bets", Structure: betting.Spread, Small: plan.Range{Lo: 200, Hi: 5000}, Big: plan.Range{Lo: 200, Hi: 5000}, Chip: 100, Scale: plan.Cents,
	})
	if err != nil {
		t.Fatal(err)
	}
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{4500, 4000, 4000}, Button: 2}); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestOffersInWords checks that a bank's offers are listed with their amounts, that
// each amount can be declared, and that other names are refused.
func TestOffersInWords(t *testing.T) {
	h := atBank(t)
	check := func(told, lines string) {
		t.Helper()
		if got := strings.Join(offers(h), ", "); got != told {
			t.Errorf("told %q, want %q", got, told)
		}
		if got := strings.Join(offerLines(h), ", "); got != lines {
			t.Errorf("lines %q, want %q", got, lines)
		}
	}
	say := func(text, want string) {
		t.Helper()
		a, err := Parse(text, h, h.Pending())
		got := ""
		if err == nil {
			got = sayOffer(&a, h)
		} else {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	check("bank 10 up to 40, decline", "bank 10, bank 40, decline")
	say("bank", "bank 40") // the largest
	say("bank 20", "bank 20")
	say("bank for 20", "bank 20")
	say("bank with to 20", "bank 20")
	say("decline", "decline")
	say("play x", `"play" is not offered now`)
	say("bank plenty", `"bank plenty": "plenty" is not an amount`)
	a, err := Parse("bank 10", h, h.Pending())
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Apply(a); err != nil {
		t.Fatal(err)
	}
	check("bet 2 up to 44, pass", "bet 2, bet 44, pass") // of 45
	say("bet", "bet 2")                                  // the smallest
	say("bet 4", "bet 4")
	say("pass", "pass")
	say("decline", `"decline" is not offered now`)
}

// TestWordsOfEvents checks that the words of every kind of event have only parts that are known, and that each part is of use.
func TestWordsOfEvents(t *testing.T) {
	used := map[string]bool{}
	for _, k := range hand.EventKinds() {
		f := k.Facts()
		for _, m := range regexp.MustCompile(`\{([^}]*)`).FindAllStringSubmatch(f.Words+f.BankWords, -1) {
			if used[m[1]] = true; parts[m[1]] == nil {
				t.Errorf("%s: no part {%s}", k, m[1])
			}
		}
	}
	for part := range parts {
		if !used[part] {
			t.Errorf("no words have the part {%s}", part)
		}
	}
	n := NewNarrator(nil, Style{})
	n.Tell(seated(t, pineapple(), 3), nil)
	e := hand.Event{Seat: 1, Amount: 300, To: 500, Other: 2, Pot: 1, AllIn: true, Step: 2}.WithCards(cards.MustParse("Ah"))
	const words, want = "{who}, {hand}, {other}: {amount} to {to}{all in}, {number}, {count}, {cards}, {some}, {run} of {runs}", "seat 2, seat 2, seat 3: 3 to 5, all in, 300, 300 cards, Ah, Ah, 2 of 2"
	if got := n.told(&e, words); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
