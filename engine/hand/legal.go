package hand

import (
	"fmt"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Descriptions of the legal actions, and the refusal of illegal ones.

func (h *Hand) refuse(a Action, format string, args ...any) error {
	e := &IllegalError{Action: a, Decision: h.dec, Reason: fmt.Sprintf(format, args...), Legal: "nothing"}
	if !h.over {
		e.Legal = h.Legal()
	}
	return e
}

// Legal describes what the pending decision allows.
func (h *Hand) Legal() string {
	d := &h.dec
	switch d.Kind {
	case DealerGoesOn:
		return "the dealer goes on"
	case CardsAsked:
		d, ask := &h.dec, h.Question()
		if d.Count == 0 {
			return fmt.Sprintf("seat %d %s no card", d.Seat+1, ask.Words.Does)
		}
		count := fmt.Sprintf("%d", d.Count)
		if d.Least < d.Count {
			count = fmt.Sprintf("%d to %d", d.Least, d.Count)
		}
		of := "cards"
		if d.Count == 1 && d.Least == 1 {
			of = "card"
		}
		switch {
		case ask.From == plan.FromBoard:
			of = "cards of the board"
		case ask.OfName != "":
			of = "cards of its " + ask.OfName
		case ask.From == plan.FromDown:
			of = "of its down cards"
		case ask.From == plan.FromUp:
			of = "of its up cards"
		case ask.From == plan.FromLast:
			count, of = "", "the card dealt last"
			if d.Least == 0 {
				of = "the card dealt last or none"
			}
		}
		if ask.Price != nil {
			_, each := h.payable(ask.Price)
			of += fmt.Sprintf(" for %s each", plan.Amount(each, h.plan.Stakes.Scale))
		}
		return fmt.Sprintf("seat %d %s %s", d.Seat+1, ask.Words.Does, strings.TrimSpace(count+" "+of))
	case DealCards:
		if d.For == 0 && h.Step().DealsTo(plan.ZoneBurn) {
			return cards.Counted(d.Count, "burn card") + ", face up"
		}
		if d.Seat < 0 && d.For == 0 {
			return cards.Counted(d.Count, "card") + " for the board"
		}
		return fmt.Sprintf("cards for %s", seatList(d.For))
	case ShowCards:
		return "show or muck, " + seatList(d.For)
	case Chosen:
		return fmt.Sprintf("seat %d: %s", d.Seat+1, h.offersWords())
	}
	out := d.Wagers("bring it in for", "to", func(a int64) string { return plan.Amount(a, h.plan.Stakes.Scale) })
	return fmt.Sprintf("seat %d: %s", d.Seat+1, strings.Join(out, ", "))
}

// Wagers describes the wagers that a decision allows, with words for a bring-in and before the largest amount.
func (d *Decision) Wagers(bringIn, upTo string, money func(int64) string) (out []string) {
	o := &d.Options
	if d.BringIn > 0 {
		out = append(out, bringIn+" "+money(d.BringIn))
	} else {
		out = append(out, "fold")
	}
	if o.CanCheck {
		out = append(out, "check")
	}
	if o.Call > 0 {
		out = append(out, "call "+money(o.Call))
	}
	if o.CanRaise() {
		amounts := money(o.MinTo)
		if o.MaxTo > o.MinTo {
			amounts += " " + upTo + " " + money(o.MaxTo)
		}
		out = append(out, o.Verb()+" "+amounts)
	}
	return out
}

func (h *Hand) offersWords() string {
	var out []string
	for _, o := range h.Offers() {
		text := o.Name + o.Preposition()
		if o.Takes() {
			text += " " + plan.Amount(o.Min, h.plan.Stakes.Scale)
		}
		if o.Max > o.Min {
			text += " to " + plan.Amount(o.Max, h.plan.Stakes.Scale)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// amountReason describes a refused amount in the table's money.
func (h *Hand) amountReason(err error) string {
	e, ok := err.(*betting.RangeError)
	if !ok {
		return err.Error()
	}
	scale := h.plan.Stakes.Scale
	m := func(a int64) string { return plan.Amount(a, scale) }
	switch {
	case e.Chip != 0:
		return fmt.Sprintf("to %s is not a multiple of the smallest chip, %s", m(e.To), m(e.Chip))
	case e.Min == e.Max:
		return fmt.Sprintf("cannot go to %s, only to %s", m(e.To), m(e.Min))
	}
	return fmt.Sprintf("cannot go to %s, only from %s to %s", m(e.To), m(e.Min), m(e.Max))
}

func seatList(m seating.Set) string {
	var out []string
	for ; m != 0; m &= m - 1 {
		out = append(out, fmt.Sprintf("seat %d", m.First()+1))
	}
	return strings.Join(out, ", ")
}
