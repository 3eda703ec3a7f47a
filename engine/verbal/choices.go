package verbal

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Say is an action in the words of a player, as [Parse] reads them when d is
// asked.
func Say(a *hand.Action, h *hand.Hand, d *hand.Decision) string {
	switch a.Kind {
	case hand.Call:
		return "call"
	case hand.RaiseTo:
		return raiseVerb(&d.Options) + plan.Money(a.Amount, h.Plan().Stakes.Scale)
	case hand.BringIn:
		return "bring in"
	case hand.DiscardOut:
		switch {
		case a.N == 0:
			return "stand pat"
		case buys(h):
			return "buy " + cards.Spaced(a.List())
		}
		return "draw " + cards.Spaced(a.List())
	case hand.ExposeUp:
		return "show " + cards.Spaced(a.List())
	case hand.PostStraddle:
		return "straddle"
	case hand.GoOn:
		return "go on"
	case hand.Choose:
		return sayOffer(a, h)
	}
	return a.Kind.String()
}

// buys reports whether cards are bought where h draws.
func buys(h *hand.Hand) bool {
	st := h.Step()
	return st != nil && st.Kind == plan.Draw && st.Draw.KeepFace
}

// raiseVerb is what a wager is called, with a blank.
func raiseVerb(o *betting.Options) string {
	switch {
	case o.Opens:
		return "bet "
	case o.Completes:
		return "complete to "
	}
	return "raise to "
}

// Choices is what the player whose turn it is can say, in words: "fold",
// "call 2", "raise to 4 up to 40", "all in (196)".
func Choices(h *hand.Hand, d *hand.Decision) []string {
	money := func(a int64) string { return plan.Money(a, h.Plan().Stakes.Scale) }
	switch d.Kind {
	case hand.Discard:
		verb := "draw"
		if buys(h) {
			verb = "buy"
		}
		return []string{fmt.Sprintf("%s up to %s", verb, counted(d.Count, "card")), "stand pat"}
	case hand.ExposeCards:
		return []string{"show " + counted(d.Count, "down card")}
	case hand.StraddleBet:
		return []string{"straddle to " + money(d.Straddle), "decline"}
	case hand.DealCards, hand.ShowCards:
		return []string{h.Legal()}
	case hand.DealerGoesOn:
		return []string{"go on"}
	case hand.Chosen:
		return offers(h)
	}
	o := &d.Options
	var out []string
	if d.Kind == hand.OpenBet {
		out = append(out, "bring in "+money(d.BringIn))
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
		words := raiseVerb(o) + money(o.MinTo)
		if o.MaxTo > o.MinTo {
			words += " up to " + money(o.MaxTo)
		}
		out = append(out, words)
	}
	return out
}

// Complete is what may follow what has been typed so far: whole lines, the
// likeliest first. It goes by the cards and chips of the seat that is asked.
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

// lines are the declarations that a player may be typing.
func lines(typed string, h *hand.Hand, d *hand.Decision) []string {
	switch d.Kind {
	case hand.Discard:
		return discards(typed, h, d)
	case hand.ExposeCards:
		return withCards("show", typed, h, d, func(k int) bool { return !h.IsUp(int(d.Seat), k) })
	case hand.StraddleBet:
		return []string{"straddle", "decline"}
	case hand.DealerGoesOn:
		return []string{"go on"}
	case hand.Chosen:
		return offerLines(h)
	case hand.Wager, hand.OpenBet:
		return wagers(h, d)
	}
	return nil
}

func wagers(h *hand.Hand, d *hand.Decision) []string {
	o := &d.Options
	var out []string
	add := func(holds bool, words ...string) {
		if holds {
			out = append(out, words...)
		}
	}
	add(d.Kind == hand.OpenBet, "bring in")
	add(o.CanCheck, "check")
	add(o.Call > 0, "call")
	if o.CanRaise() {
		scale := h.Plan().Stakes.Scale
		out = append(out, raiseVerb(o)+plan.Money(o.MinTo, scale))
		add(o.MaxTo > o.MinTo, raiseVerb(o)+plan.Money(o.MaxTo, scale))
		big := h.Plan().Stakes.Structure > betting.Spread
		add(big, "pot", "half pot")
		add(big || o.MaxTo == h.Stack(int(d.Seat))+h.Wagered(int(d.Seat)), "all in")
	}
	add(d.Kind == hand.Wager, "fold")
	return out
}

func discards(typed string, h *hand.Hand, d *hand.Decision) []string {
	verb := "draw"
	if buys(h) {
		verb = "buy"
	}
	all := func(int) bool { return true }
	var out []string
	if strings.HasPrefix(typed, "keep") {
		return withCards("keep", typed, h, d, all)
	}
	out = append(out, withCards(verb, typed, h, d, all)...)
	for n := 1; n <= d.Count; n++ {
		out = append(out, fmt.Sprintf("%s %d", verb, n))
	}
	return append(out, "stand pat", "keep ")
}

// withCards is a verb and the cards typed so far, followed by one card more of
// those that the seat has.
func withCards(verb, typed string, h *hand.Hand, d *hand.Decision, fits func(k int) bool) []string {
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
	for k, c := range h.Hole(int(d.Seat)) {
		if fits(k) && !slices.Contains(taken, c) {
			out = append(out, stem+" "+c.String())
		}
	}
	return out
}
