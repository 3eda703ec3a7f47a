package sitting

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/verbal"
)

// Games against a bank: what is different about them for who sits and looks.

// bankWords is the stake in place of a pot, and the bets against it.
func (s *screen) bankWords() string {
	banker := s.h.Banker()
	if banker < 0 {
		return "no bank yet"
	}
	bets := int64(0)
	for m := s.h.Bettors(); m != 0; m &= m - 1 {
		bets += s.h.Wagered(m.First())
	}
	words := fmt.Sprintf("%s banks %s", verbal.SeatName(int8(banker)), s.money(s.h.Stake()))
	if bets > 0 {
		words += ", bets " + s.money(bets)
	}
	return words
}

// several are the cards of a seat that holds more than one hand, with a bar
// between them.
func (s *screen) several(i int) cell {
	out := cell{}
	for k := range s.h.Hands(i) {
		if k > 0 {
			out.text += " | "
			out.width += 3
		}
		list, _ := s.h.Cards(i, k)
		c := s.cards(list)
		out.text += c.text
		out.width += c.width
	}
	if out.width > s.width-2 {
		return plainCell(counts(s.h, i))
	}
	return out
}

// chooser is why a seat is asked next in a game against a bank.
func (e *explainer) chooser(seat int) string {
	switch st := e.h.Step(); {
	case st.Kind == plan.Bank:
		return "the bank is offered clockwise from the last banker"
	case st.Kind == plan.Choose && seat == e.h.Banker():
		return "the banker plays the bank's hand"
	case e.h.Hands(seat) > 1:
		return fmt.Sprintf("the hands are asked in turn from the left of the banker, and this is hand %d of %d", e.h.Asked()+1, e.h.Hands(seat))
	}
	return "the others are asked in turn from the left of the banker"
}

// offers is what may be chosen, and where the script says so.
func (e *explainer) offers(d *hand.Decision) {
	e.by(e.say("%s may choose: %s.", sentence(name(int(d.Seat))), strings.Join(verbal.Choices(e.h, d), ", ")), int(d.Step))
	st := &e.game().Steps[d.Step]
	if st.Kind != plan.Choose {
		return
	}
	if said, ok := st.Choose.Allowed.(plan.Documented); ok && said.Doc() != "" {
		e.by(e.say("%s", said.Doc()), int(d.Step))
	}
}

// counts is what each hand of a seat counts as the cards lie, "" while one of
// them is unknown.
func counts(h *hand.Hand, seat int) string {
	var words []string
	for k := range h.Hands(seat) {
		list, _ := h.Cards(seat, k)
		p, w, ok := h.Worth(seat, k)
		if !ok || len(list) == 0 || slices.Contains(list, cards.Unknown) {
			return ""
		}
		words = append(words, p.Words(w))
	}
	return strings.Join(words, "; ")
}
