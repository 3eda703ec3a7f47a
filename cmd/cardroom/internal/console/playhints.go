package console

import (
	"fmt"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/dsl/live"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// Help for newcomers: hints before they act, a question for the amount of a bet that
// they leave out, and their winnings at the end.

// hint prints a hint that may help a newcomer with the next line. Most hints are shown
// once.
func (g *played) hint() {
	if g.settings.NoHints || !g.std.Stdin.Terminal || g.hand == nil || g.begun != "" {
		return
	}
	key, text := g.advice()
	if text == "" || g.hinted[key] {
		return
	}
	if len(g.hinted) == 0 {
		text += " (hints off ends these hints)"
	}
	g.hinted[key] = true
	for _, line := range live.Fold("hint: "+text, g.columns()) {
		g.std.Stdout.Printf("%s\n", g.std.Stdout.Paint(line, color.Faint))
	}
}

// advice returns the hint for the current situation, and a key that identifies it.
func (g *played) advice() (key, text string) {
	d, h := g.hand.Pending(), g.hand.State()
	switch {
	case d == nil:
		return "over", `undo takes back your last decision, even now`
	case d.Seat < 0:
		return "", ""
	case d.Kind == hand.CardsAsked && h.Question().Draws():
		return "draw", `"draw 2" throws two cards that you can spare, "draw 7c 2d" these two; "stand pat" keeps all`
	case d.Kind == hand.Chosen:
		return "choice " + strings.Join(speech.Offered(h), " "), `explain says what you are asked, and rules what each choice does`
	case d.Kind == hand.Wager && d.Options.Call > 0:
		pot := h.WholePot()
		with := pot + d.Options.Call
		return fmt.Sprint("call ", g.table.Hands(), g.hand.At()), fmt.Sprintf("you call %s to win %s: that pays if you win %s of the time; odds shows your chances",
			plan.Amount(d.Options.Call, g.scale()), plan.Amount(pot, g.scale()), figures.Percent(d.Options.Call, with))
	case d.Kind == hand.Wager && d.Options.CanCheck:
		return "check", `"check" costs nothing; whoever bets asks the others to pay`
	case d.BringIn > 0:
		return "bring-in", `you must bring it in: "bring in" is the least, "complete" makes it a full bet`
	}
	return "", ""
}

// bounds returns the minimum and maximum of a bet that is typed as one word; ok is
// false unless there is a choice of amounts.
func (g *played) bounds(word string) (least, most int64, ok bool) {
	d := g.hand.Pending()
	if d == nil {
		return 0, 0, false
	}
	for _, o := range g.hand.State().Offers() {
		if strings.EqualFold(o.Name, word) && o.Takes() && !o.Fixed && o.Max > o.Min {
			return o.Min, o.Max, true
		}
	}
	if d.Kind == hand.Wager && (word == "bet" || word == "raise") && d.Options.MaxTo > d.Options.MinTo {
		return d.Options.MinTo, d.Options.MaxTo, true
	}
	return 0, 0, false
}

// asksHowMuch asks for the amount of a bet that was typed without one. It does not ask
// in a pipe, where nobody can answer.
func (g *played) asksHowMuch(line string) bool {
	if !g.std.Stdin.Terminal || g.hand == nil || !g.asksPerson() {
		return false
	}
	word := strings.ToLower(line)
	if full := map[string]string{"b": "bet", "r": "raise"}[word]; full != "" {
		word = full
	}
	if _, _, ok := g.bounds(word); !ok {
		return false
	}
	g.begun = word
	return true
}

// completed adds the pending bet to a line that gives its amount; any other line drops
// the bet.
func (g *played) completed(line string) string {
	word := g.begun
	g.begun = ""
	if word == "" || g.hand == nil {
		return line
	}
	least, most, ok := g.bounds(word)
	words := strings.Fields(strings.ToLower(line))
	if !ok || len(words) == 0 {
		return line
	}
	switch first := words[0]; {
	case first == "min":
		return word + " " + plan.Money(least, g.scale())
	case first == "max":
		return word + " " + plan.Money(most, g.scale())
	case unicode.IsDigit(rune(first[0])) || first[0] == '$' || first == "to" || first == "by" || first == "pot" || first == "half" || first == "all":
		return word + " " + line
	}
	if _, is := speech.Number(words); is {
		return word + " " + line
	}
	return line
}

// net returns what the person has won in the current hand.
func (g *played) net() int64 {
	for seat := range g.deal.Seats {
		if p := g.playerOf(seat); p != 0 && int(p) == g.opts.You {
			return g.hand.State().Net(seat)
		}
	}
	return 0
}

// tellNet prints the person's winnings at the end.
func (g *played) tellNet() {
	if g.opts.HotSeat {
		return
	}
	last, total, hands := g.table.Hands(), int64(0), int64(0)
	if g.hand != nil {
		last--
		if g.hand.Pending() == nil {
			total, hands = g.net(), 1
		}
	}
	for n, net := range g.nets {
		if n <= last {
			total, hands = total+net, hands+1
		}
	}
	in := "in " + figures.Counted(hands, "hand")
	switch money := plan.Amount(max(total, -total), g.scale()); {
	case hands == 0:
	case total > 0:
		g.std.Note("you won %s %s", money, in)
	case total < 0:
		g.std.Note("you lost %s %s", money, in)
	default:
		g.std.Note("you broke even %s", in)
	}
}
