package narrate

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// Collections prints what the house will take from a hand: players must know it before
// the cards are dealt (omaha-casino.fee.rule.2). d is the deal of a session, nil for a
// single hand.
func Collections(w *term.Stream, h *hand.Hand, d *table.Deal) {
	for _, words := range CollectionWords(h, d) {
		w.Printf("collection: %s\n", words)
	}
}

// CollectionWords describes the collections of the game and of the table: "option 3,
// $8 from the pot".
func CollectionWords(h *hand.Hand, d *table.Deal) (out []string) {
	b, n := h.Plan(), h.Seats()-h.Absent().Len()
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil {
			rate := c.Rate(n)
			out = appendCollection(out, rate.Name, b.Fee(c, n), b.Stakes.Scale, gamePayers[c.From])
		}
	}
	if d == nil {
		return out
	}
	for _, p := range d.Posted {
		from := tablePayers[p.Payer]
		if p.Period > 0 {
			from += " every " + figures.Counted(p.Period/60, "minute")
		}
		out = appendCollection(out, p.Name, p.Amount, b.Stakes.Scale, from)
	}
	return out
}

var gamePayers = map[plan.Payer]string{plan.FromPot: "from the pot", plan.FromButton: "from the button", plan.FromBlinds: "from the blinds"}

var tablePayers = map[table.Payer]string{table.ThePot: "from the pot", table.TheButton: "from the button", table.Each: "from each player"}

// appendCollection adds a collection, unless the amount is 0: blinds that are dropped
// are reported when that happens.
func appendCollection(out []string, name string, amount, scale int64, from string) []string {
	if amount == 0 {
		return out
	}
	words := plan.Dollars.Price(amount, scale) + " " + from
	if name != "" {
		words = name + ", " + words
	}
	return append(out, words)
}

// Collected says who takes the collection of a run: the house, or nobody, because the house has posted collections of these names
// for its tables and the run is not at one: "not collected here: schedule A, B or C is posted; add --collection A".
func Collected(posted []string) string {
	if len(posted) == 0 {
		return "by the house"
	}
	words, flag := notCollected(posted)
	return words + "; add " + flag
}

// NotCollected says that a hand that is not at a table pays none of the collections of these names: "not collected here: schedule A, B
// or C is posted". It is empty without names.
func NotCollected(posted []string) string {
	if len(posted) == 0 {
		return ""
	}
	words, _ := notCollected(posted)
	return words
}

func notCollected(posted []string) (what, flag string) {
	first, space := posted[0], strings.LastIndexByte(posted[0], ' ')+1
	shared := first[:space]
	if len(posted) == 1 || slices.ContainsFunc(posted, func(p string) bool { return !strings.HasPrefix(p, shared) }) {
		shared = ""
	}
	words := strings.TrimPrefix(first, shared)
	flag = app.CommandLine([]string{"--collection", words})
	for i, p := range posted[1:] {
		between := ", "
		if i == len(posted)-2 {
			between = " or "
		}
		words += between + strings.TrimPrefix(p, shared)
	}
	return fmt.Sprintf("not collected here: %s%s is posted", shared, words), flag
}
