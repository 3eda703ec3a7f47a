package speech

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Say returns an action in the words of a player, as [Parse] reads them for the
// decision d.
func Say(a *hand.Action, h *hand.Hand, d *hand.Decision) string {
	switch a.Kind {
	case hand.Call:
		return "call"
	case hand.RaiseTo:
		return d.Options.Verb() + " " + plan.Money(a.Amount, h.Plan().Stakes.Scale)
	case hand.BringIn:
		return "bring in"
	case hand.PickCards:
		ask := h.Question()
		switch {
		case ask == nil:
			return a.Kind.String() + " " + cards.Spaced(a.List())
		case a.N == 0 && ask.Words.None != "":
			return ask.Words.None
		}
		return ask.Words.Say + " " + cards.Spaced(a.List())
	case hand.GoOn:
		return "go on"
	case hand.Choose:
		return sayOffer(a, h)
	}
	return a.Kind.String()
}

// Choices describes what the player whose turn it is can say: "fold", "call 2",
// "raise to 4 up to 40", "all in (196)".
func Choices(h *hand.Hand, d *hand.Decision) []string {
	switch d.Kind {
	case hand.CardsAsked:
		ask := h.Question()
		out := []string{ask.Words.Say + " " + ask.Cards(min(ask.Least, d.Count), d.Count) + h.CostWords()}
		if ask.Least == 0 {
			out = append(out, ask.Words.None)
		}
		return out
	case hand.DealCards, hand.ShowCards:
		return []string{h.Legal()}
	case hand.DealerGoesOn:
		return []string{"go on"}
	case hand.Chosen:
		return offers(h)
	}
	return d.Wagers("bring in", "up to", h.Plan().Stakes.Price)
}

// Complete returns completions of the typed text: whole lines, the most likely
// first. They depend on the cards and chips of the seat being asked.
func Complete(typed string, h *hand.Hand, d *hand.Decision) []string {
	lower := strings.ToLower(strings.TrimLeft(typed, " "))
	var out []string
	for _, line := range lines(lower, h, d) {
		if strings.HasPrefix(strings.ToLower(line), lower) {
			out = append(out, line)
		}
	}
	return out
}

// lines returns the declarations that a player may be typing.
func lines(typed string, h *hand.Hand, d *hand.Decision) []string {
	switch d.Kind {
	case hand.CardsAsked:
		ask := h.Question()
		if ask.Least > 0 {
			return withCards(ask.Words.Say, typed, h)
		}
		if strings.HasPrefix(typed, "keep") {
			return withCards("keep", typed, h)
		}
		out := withCards(ask.Words.Say, typed, h)
		for n := 1; n <= d.Count; n++ {
			out = append(out, fmt.Sprintf("%s %d", ask.Words.Say, n))
		}
		return append(out, ask.Words.None, "keep ")
	case hand.DealerGoesOn:
		return []string{"go on"}
	case hand.Chosen:
		return offerLines(h)
	case hand.Wager:
		o := &d.Options
		var out []string
		add := func(holds bool, words ...string) {
			if holds {
				out = append(out, words...)
			}
		}
		add(d.BringIn > 0, "bring in")
		add(o.CanCheck, "check")
		add(o.Call > 0, "call")
		if o.CanRaise() {
			scale := h.Plan().Stakes.Scale
			out = append(out, o.Verb()+" "+plan.Money(o.MinTo, scale))
			add(o.MaxTo > o.MinTo, o.Verb()+" "+plan.Money(o.MaxTo, scale))
			big := h.Plan().Stakes.Structure > betting.Spread
			add(big, "pot", "half pot")
			add(big || o.MaxTo == h.Stack(int(d.Seat))+h.Wagered(int(d.Seat)), "all in")
		}
		add(d.BringIn == 0, "fold")
		return out
	}
	return nil
}

// withCards returns a verb and the cards typed so far, followed by one more of the
// cards that the seat may choose.
func withCards(verb, typed string, h *hand.Hand) []string {
	words := strings.Fields(typed)
	if len(words) > 0 && words[0] != verb && !strings.HasPrefix(verb, words[0]) {
		return nil
	}
	stem := verb
	var taken []cards.Card
	if len(words) > 1 {
		if !strings.HasSuffix(typed, " ") {
			words = words[:len(words)-1]
		}
		stem += strings.TrimSuffix(" "+strings.Join(words[1:], " "), " ")
		taken, _ = cards.Read(strings.Join(words[1:], " "))
	}
	var out []string
	for _, c := range h.Pool(nil) {
		if !slices.Contains(taken, c) {
			out = append(out, stem+" "+c.String())
		}
	}
	return out
}

// spare returns the n cards that a seat should discard in a draw: those whose
// replacement gives the best average strength in the part of the showdown for which
// the cards are set apart, or in the first part. It tries random draws from the
// cards that the seat has not seen, always the same ones.
func spare(h *hand.Hand, seat int, held []cards.Card, n int) []cards.Card {
	if n <= 0 || n >= len(held) {
		return slices.Clone(held[:max(0, min(n, len(held)))])
	}
	s := sparing{r: drawRanking(h), unseen: unseen(h, seat), n: n}
	var out []cards.Card
	best := -1.0
	for choice := range 1 << len(held) {
		var kept, gone []cards.Card
		for k, c := range held {
			if choice>>k&1 != 0 {
				gone = append(gone, c)
			} else {
				kept = append(kept, c)
			}
		}
		if len(gone) != n {
			continue
		}
		if worth := s.average(kept); worth > best {
			best, out = worth, gone
		}
	}
	return out
}

// sparing evaluates random draws.
type sparing struct {
	r      *rank.Ranking
	unseen []cards.Card
	n      int
}

// spareDraws is the number of draws that are tried for each choice of cards.
const spareDraws = 400

func (s *sparing) average(kept []cards.Card) float64 {
	chance := hand.NewSource(1, uint64(len(kept)))
	pack := slices.Clone(s.unseen)
	n := min(s.n, len(pack))
	full := slices.Grow(slices.Clone(kept), n)
	sum := 0.0
	for range spareDraws {
		for i := range n {
			j := i + int(chance.Below(uint64(len(pack)-i)))
			pack[i], pack[j] = pack[j], pack[i]
		}
		sum += float64(s.r.Best(append(full, pack[:n]...)))
	}
	return sum
}

// drawRanking returns the ranking that decides the discards: that of the last
// showdown's part for which the cards are set apart, or of its first part.
func drawRanking(h *hand.Hand) *rank.Ranking {
	for _, st := range slices.Backward(h.Plan().Game.Steps) {
		if st.Show == nil {
			continue
		}
		if ask := h.Question(); ask != nil && ask.Of > 0 {
			for i := range st.Show.Parts {
				if st.Show.Parts[i].Hands>>(ask.Of-1)&1 != 0 {
					return st.Show.Parts[i].Ranking
				}
			}
		}
		return st.Show.Parts[0].Ranking
	}
	return rank.High
}

// unseen returns the cards of the deck that a seat has not seen, in the order of the deck.
func unseen(h *hand.Hand, seat int) []cards.Card {
	var o hand.Observation
	h.Observe(seat, 0, &o)
	return (h.Plan().Game.Deck.Set() &^ o.Known(^plan.Zones(0))).Cards()
}
