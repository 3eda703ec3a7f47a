package live

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/speech"
)

// The display of games against a bank.

// bankWords returns the bank's stake and the bets against it, which take the
// place of a pot; "" if there is one.
func (s *screen) bankWords() string {
	banker := s.h.Banker()
	if !s.h.Plan().AgainstBank {
		return ""
	}
	if banker < 0 && !s.h.Plan().Game.HouseBanks() {
		return "nobody banks yet"
	}
	bets := int64(0)
	for m := s.h.Bettors(); m != 0; m &= m - 1 {
		bets += s.h.Wagered(m.First())
	}
	words := "the house banks"
	if banker >= 0 {
		words = fmt.Sprintf("%s banks %s", s.v.Style.Seat(int8(banker)), s.money(s.h.Stake()))
	}
	if bets > 0 {
		words += ", bets " + s.money(bets)
	}
	return words
}

// passed reports whether a seat takes no part in a round in progress.
func (s *screen) passed(i int) bool {
	if s.h.Bettors() == 0 || s.h.Pending() == nil || s.h.Step().Place != nil {
		return false
	}
	return i != s.h.Banker() && !s.h.Bettors().Has(i)
}

// several returns the cards of a seat with more than one hand, separated by a
// bar.
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

// chooser returns the reason why a seat is asked next in a game against a bank.
func (e *explainer) chooser(seat int) string {
	switch st := e.h.Step(); {
	case st.Bank != nil:
		return "the bank is offered clockwise from the last banker"
	case seat == e.h.Banker():
		return "the banker plays the bank's hand"
	case e.h.Hands(seat) > 1:
		return fmt.Sprintf("the hands act in turn from the banker's left, and this is hand %d of %d", e.h.Asked()+1, e.h.Hands(seat))
	}
	return "the others act in turn from the banker's left"
}

// offers explains the choices and where the script defines them. Only the
// player who chooses sees them: they may depend on cards that others do not
// see.
func (e *explainer) offers(d *hand.Decision) {
	if !e.v.sees(d.Seat) {
		e.by(e.say("%s chooses.", sentence(e.name(int(d.Seat)))), int(d.Step))
		return
	}
	e.by(e.say("%s may choose: %s.", sentence(e.name(int(d.Seat))), strings.Join(speech.Choices(e.h, d), ", ")), int(d.Step))
	if said, ok := e.game().Steps[d.Step].Ask.Allowed.(plan.Documented); ok && said.Doc() != "" {
		e.by(e.say("%s", said.Doc()), int(d.Step))
	}
}

// counts returns the values of a seat's hands, or "" while a card is unknown.
func counts(h *hand.Hand, seat int) string {
	var words []string
	for k := range h.Hands(seat) {
		list, _ := h.Cards(seat, k)
		worth, ok := h.Worth(seat, k)
		if !ok || len(list) == 0 || slices.Contains(list, cards.Unknown) {
			return ""
		}
		words = append(words, worth)
	}
	return strings.Join(words, "; ")
}

// stake explains the bank's stake and the bets against it; false if there is a pot.
func (e *explainer) stake() bool {
	house := e.game().HouseBanks()
	switch banker := e.h.Banker(); {
	case !e.h.Plan().AgainstBank:
		return false
	case house:
		e.say("There is no pot: the house banks.")
	case banker < 0:
		e.say("Nobody has taken the bank yet.")
		return true
	default:
		e.say("There is no pot: %s banks with a stake of %s.", e.name(banker), e.money(e.h.Stake()))
	}
	for m := e.h.Bettors(); m != 0; m &= m - 1 {
		e.say("%s has bet %s against it.", sentence(e.name(m.First())), e.money(e.h.Wagered(m.First())))
	}
	if e.h.House() > 0 && !house {
		e.say("The house has taken %s.", e.money(e.h.House()))
	}
	return true
}

// settlement explains how each hand was paid, and which bets the stake did not
// cover; false if there is a pot.
func (e *explainer) settlement() bool {
	if !e.h.Plan().AgainstBank {
		return false
	}
	for i := range e.events {
		ev := &e.events[i]
		o := ev.Kind.Facts().Outcome
		if o == hand.NoOutcome {
			continue
		}
		sd := e.game().Steps[ev.Step].Settle
		counts := sd.Words(ev.Strength, rank.Strength(ev.To))
		if o == hand.BankCounts {
			text := fmt.Sprintf("The bank has %s", counts)
			if sd.Unqualified(ev.Strength) {
				text += " and does not qualify: that takes " + sd.Qualifies.Name
			}
			e.by(e.say("%s.", text), int(ev.Step))
			continue
		}
		if counts != "" {
			counts = " with " + counts
		}
		who, on := sentence(e.name(int(ev.Seat))), ""
		if bets := e.h.Plan().Bets; len(bets) > 1 {
			on = " on " + bets[ev.Pot]
		}
		switch o {
		case hand.WinsBet:
			e.say("%s wins %s%s%s.", who, e.money(ev.Amount), on, counts)
		case hand.LosesBet:
			e.say("%s loses %s%s%s.", who, e.money(ev.Amount), on, counts)
		case hand.KeepsBet:
			e.say("%s pushes%s%s.", who, on, counts)
		case hand.OverStake:
			e.say("%s of %s is not covered: the stake is used up.", e.money(ev.Amount), e.name(int(ev.Seat)))
		}
	}
	return true
}

// Sayings returns the first words of all declarations in the given games.
func Sayings(games ...*plan.Game) []string {
	var banked, own []string
	for _, g := range games {
		if !g.Banked() {
			own = append(own, speech.KeywordsIn(g)...)
			continue
		}
		for _, name := range speech.OfferedIn(g) {
			if !slices.Contains(banked, name) {
				banked = append(banked, name)
			}
		}
	}
	switch {
	case own != nil:
		var out []string
		for _, word := range own {
			if !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
		return out
	case banked == nil:
		return speech.Keywords()
	}
	return banked
}
