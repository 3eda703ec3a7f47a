package ruletest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Irregularities in tests: "event below_table B", and the rulings on them.

// incident parses an event in a test.
func (h *Hand) incident(text string) (plan.Incident, error) {
	in, err := plan.ParseIncident(text, plan.Names{
		Scale: h.plan.Stakes.Scale,
		Seat: func(word string) (int, bool) {
			i := slices.Index(h.seats, word)
			return i, i >= 0
		},
		Name: func(seat int) string { return h.seats[seat] },
	})
	if hint, _ := plan.IsUnknownIncident(err); hint != "" {
		err = fmt.Errorf("%w, %s", err, hint)
	}
	return in, err
}

// happen triggers an event at the first moment at which it can occur.
func (h *Hand) happen(words []string) error {
	in, err := h.incident(strings.Join(words, " "))
	if err != nil {
		return err
	}
	if _, err := h.h.HappenNext(in); err != nil {
		want := "it to happen"
		if h.h.Attendance() != hand.Attended && h.h.CanHappen(in.Kind) != nil {
			want += "; with attended = True the hand waits for the dealer after each card, and it can happen then"
		}
		return &Failure{What: "event", Got: err.Error(), Want: want}
	}
	return h.sound()
}

// noEvent expects an event to be refused, for the reason after a colon.
func (h *Hand) noEvent(words []string) error {
	text, reason, _ := strings.Cut(strings.Join(words, " "), ": ")
	in, err := h.incident(text)
	before, events := h.h, len(h.log.Events)
	if err == nil {
		_, err = h.h.HappenNext(in)
	}
	switch {
	case err == nil:
		h.h, h.log.Events = before, h.log.Events[:events]
		return &Failure{What: text, Got: "it has happened", Want: "refused"}
	case !hasWords(err.Error(), reason):
		return &Failure{What: text + " is refused", Got: err.Error(), Want: "because " + reason}
	case !h.h.Same(&before):
		return &Failure{What: text + " is refused", Got: "the hand has changed", Want: "nothing to change"}
	}
	return nil
}

// goOn lets the dealer continue: a number of times, or until a player must act.
func (h *Hand) goOn(words []string) error {
	if len(words) == 0 {
		if err := h.h.ToPlayer(); err != nil {
			return err
		}
		return h.sound()
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || len(words) > 1 {
		return fmt.Errorf("write go, or go and a number, not %q", strings.Join(words, " "))
	}
	for range n {
		if err := h.apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			return err
		}
	}
	return nil
}

// judged returns the rulings of the hand, each with its clauses, level and
// effects.
func (h *Hand) judged() []string {
	var out []string
	for _, n := range h.h.Notes() {
		text := n.Incident.Kind.String() + ": "
		var what []string
		for _, f := range n.Judged.Effects {
			word := f.Kind.String()
			if f.Text != "" {
				word += " (" + f.Text + ")"
			}
			what = append(what, word)
		}
		text += strings.Join(what, ", ")
		if n.Judged.Why != "" {
			text += " (" + n.Judged.Why + ")"
		}
		for _, c := range n.Judged.Clauses {
			text += " [" + c + "]"
		}
		if n.Judged.Ref != "" {
			text += " [" + n.Judged.Ref + "]"
		}
		if n.Ruling.Level == plan.ByDefault {
			text += " default"
		}
		out = append(out, text)
	}
	return out
}

// expectRuling checks that the last ruling contains all of these words.
func (h *Hand) expectRuling(words []string) error {
	all := h.judged()
	if len(all) == 0 {
		return &Failure{What: "ruling", Got: "there was no ruling", Want: strings.Join(words, " ")}
	}
	last := all[len(all)-1]
	if want := strings.Join(words, " "); !hasWords(last, want) {
		return &Failure{What: "ruling", Got: last, Want: want}
	}
	return nil
}

// expectStub checks the first cards of the stub.
func (h *Hand) expectStub(words []string) error {
	want, err := cards.Read(strings.Join(words, " "))
	if err != nil {
		return err
	}
	stub := h.h.Stub()
	return h.sameCards("stub", stub[:min(len(want), len(stub))], words)
}

// expectUndealt checks the number of cards in the stub.
func (h *Hand) expectUndealt(want string) error {
	return differ("cards in the stub", strconv.Itoa(len(h.h.Stub())), want)
}

var _ = method(&star.Builtin{
	Name:    "test_hand.rulings",
	Doc:     "The rulings on the hand's events, a text each: the event, the effects, the clauses, and \"default\" where the house does not decide.",
	Returns: "list of string",
	Example: `def test_it(t):
    h = t.hand("angies/lowball")
    h.play("event below_table A")
    t.eq(len(h.rulings()), 1)
`,
	Fn: func(c *star.Call) (starlark.Value, error) {
		var out []starlark.Value
		for _, r := range c.On.(*Hand).judged() {
			out = append(out, starlark.String(r))
		}
		return starlark.NewList(out), nil
	},
})
