package docs

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// table returns the players, the deck and the stakes.
func (w *writer) table() []Rule {
	g, from := w.game, &w.game.From
	cited := from.Stakes.By["default"]
	if from.Stakes.By == nil { // the script does not say which of it they are about
		cited = from.Stakes.Clauses
	}
	out := []Rule{
		usually("players", fmt.Sprintf("%s players, a deck of %s.", span(g.MinSeats, w.seats()), deckWords(g.Deck)), either(from.Deck.Pos, g.Pos), from.Deck.Clauses...),
		usually("stakes", "Stakes{}; the smallest chip is {}.", g.Stakes.Pos, cited...),
	}
	if out[1].amounts = []string{w.stakesWords(), w.money(w.stakes.Chip)}; w.limitless() {
		out[1].says, out[1].amounts = "The smallest chip is {}.", out[1].amounts[1:]
	}
	if w.documented() {
		out[0].sorted, out[1].sorted, out[1].Source = true, true, setUp
	}
	if also := alsoCalled(g); also != "" {
		out = append(out, Rule{subject: "names", says: also, At: g.Pos, Within: true})
	}
	if g.Note != "" {
		out = append(out, Rule{subject: "note", says: g.Note, At: g.Pos, Within: true})
	}
	if w.stakes.Note != "" {
		out = append(out, Rule{subject: "note on the stakes", says: w.stakes.Note, At: g.Stakes.Pos, Within: true})
	}
	out = append(out, w.offers()...)
	if len(g.Variants) > 0 {
		out = append(out, usually("variants", "Hands recorded as "+list(g.Variants, "or")+" are played by these rules.", g.Pos))
	}
	return out
}

// limitless reports whether nothing is bet or paid by the limits of the stakes: only what is posted counts.
func (w *writer) limitless() bool {
	if w.banked() || w.has((*plan.Step).Bets) {
		return false
	}
	paid := false
	for i := range w.game.Steps {
		w.game.Steps[i].Payments(func(_ string, p *plan.Pay) { paid = paid || p.Limit })
	}
	return !paid
}

// ownClauses returns the clauses of the game that are not printed elsewhere on the sheet.
func (w *writer) ownClauses() []string {
	from := &w.game.From
	elsewhere := slices.Concat(from.House.Clauses, from.Deck.Clauses, from.Betting.Clauses, from.Stakes.Clauses)
	var own []string
	for _, c := range w.game.Clauses {
		if !slices.Contains(elsewhere, c) {
			own = append(own, c)
		}
	}
	return own
}

// stakesWords returns the stakes without the forced bets, which follow separately. The name of bets against a bank says all.
func (w *writer) stakesWords() string {
	s, name := &w.stakes, " "+stakesName(w.stakes.Name, w.game.Money)
	switch {
	case w.banked():
		return ": bets of " + w.moneyRange(s.Small)
	case !w.has((*plan.Step).Bets):
		return name
	case s.Structure <= betting.Spread:
		return name + ", " + s.Structure.String()
	}
	return name + "; the minimum bet is " + w.money(s.Small.Lo)
}

// offers returns the other stakes that the house offers. The subject of each is the parameter of the stakes that sets it.
func (w *writer) offers() []Rule {
	r, from := &w.game.Stakes, &w.game.From.Stakes
	var out []Rule
	add := func(holds bool, param, says string) {
		if holds {
			rule := usually(param, says, r.Pos, from.By[param]...)
			rule.Costs = param == "most_forced"
			if from.By == nil {
				rule.behind = from.Clauses
			}
			out = append(out, rule)
		}
	}
	listed := len(r.Posted) > 0 && !slices.ContainsFunc(r.Posted, func(name string) bool { return !slices.Contains(r.Listed, name) })
	var kinds []string
	are := " are played."
	if len(r.Kinds) == 1 {
		are = " is played."
	}
	for _, k := range r.Kinds {
		kinds = append(kinds, k.String())
	}
	only := ""
	if r.OnlyPosted {
		only = "; nothing else is played"
	}
	this := len(r.Posted) == 1 && w.named(r.Posted[0])
	add(this && r.OnlyPosted, "posted", "No other stakes are played.")
	add(!this && len(r.Posted) > 0 && !listed, "posted", "Posted: "+list(stakesNames(r.Posted, w.game.Money), "and")+only+".")
	add(len(r.Listed) > 0, "listed", "Limits played: "+list(stakesNames(r.Listed, w.game.Money), "and")+".")
	also := slices.DeleteFunc(slices.Clone(r.Also), w.named) // those of the table have a note
	add(len(also) > 0, "also", "Also played, although not on the house's list of limits: "+list(stakesNames(also, w.game.Money), "and")+".")
	add(len(kinds) > 0 && (!r.OnlyPosted || listed), "limits", "Only "+list(kinds, "and")+are) // else the limits say it
	var bounds []string
	if r.Min > 0 {
		bounds = append(bounds, "the lowest limit is "+w.cash(r.Min))
	}
	if r.Max > 0 {
		bounds = append(bounds, "the highest limit is "+w.cash(r.Max))
	}
	if r.OpenWagers {
		bounds = append(bounds, "a single wager may be above it")
	}
	add(len(bounds) > 0, "least", sentence(strings.Join(bounds, "; ")))
	add(r.ForcedMax > 0, "most_forced", "No forced bet is above "+w.cash(r.ForcedMax)+".")
	return out
}

// forced returns the bets posted before the cards are dealt.
func (w *writer) forced() []Rule {
	var out []Rule
	two := usually("forced with two players", "", diag.Pos{})
	var posts []string // who posts when only two are dealt in
	for i := range w.game.Forced {
		f := &w.game.Forced[i]
		amount := w.stakes.Posts(f)
		if amount == 0 {
			continue
		}
		r := usually("forced "+f.Amount.String(), "", f.Pos, f.Clauses...)
		r.amounts = []string{w.money(amount)}
		if f.Everybody {
			r.says = "Everybody antes {} into the pot; it does not count as a bet."
			if f.Dead {
				r.says += " All antes belong to the main pot, even the part that a short ante does not match."
			}
			if out = append(out, r); w.has(func(st *plan.Step) bool { return w.anteAgain(st) > 0 }) && !w.eachRound() {
				again := usually("ante of a new deal", "When the hand starts over, those still in ante {} again.", f.Pos)
				again.amounts = r.amounts
				out = append(out, again)
			}
			continue
		}
		how := "live"
		if f.Dead {
			how = "dead: it goes into the pot and is not a bet"
		}
		r.Who, r.Force, r.says = fromButton(f.Left), Does, fmt.Sprintf("posts the %s of {}, %s", f.Amount, how)
		if f.HeadsUp != f.Left && w.game.MinSeats == 2 {
			posts, two.At = append(posts, fmt.Sprintf("%s posts the %s", fromButton(f.HeadsUp), f.Amount)), f.Pos
		}
		out = append(out, r)
	}
	if len(posts) > 0 {
		two.when, two.says, two.Uncommon = []string{"with two players"}, list(posts, "and"), true
		out = append(out, two)
	}
	if w.blinds() {
		var cited []string
		for i := range w.game.Forced {
			cited = append(cited, w.game.Forced[i].Clauses...)
		}
		for i := range w.game.Steps {
			cited = append(cited, w.game.Steps[i].Clauses...)
		}
		live := func(c *Clause) bool { return c.Kind == "live-blind" }
		out = append(out, usually("live posts", "A live post counts towards a call, and its player may raise when the others have only called.",
			diag.Pos{}, w.room.among(cited, live)...))
	}
	return out
}

func fromButton(left int) string {
	switch left {
	case 0:
		return "the button"
	case 1:
		return "the player left of the button"
	}
	ordinals := [...]string{2: "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if left < len(ordinals) {
		return "the " + ordinals[left] + " player left of the button"
	}
	return fmt.Sprintf("the %dth player left of the button", left)
}

// options returns the options of the game and, once each, those of the house's tables.
func (w *writer) options() []plan.Option {
	all := slices.Clone(w.game.Options)
	if w.room == nil {
		return all
	}
	for _, o := range w.room.Options {
		if !slices.ContainsFunc(all, func(p plan.Option) bool { return p.Pos == o.Pos }) {
			all = append(all, o)
		}
	}
	return all
}

// options returns the open rules that the script decides, with their alternatives, except those printed elsewhere.
func (r *Room) options(all []plan.Option, elsewhere map[diag.Pos]bool) []Rule {
	var out []Rule
	for _, o := range all {
		if elsewhere[o.Pos] {
			continue
		}
		text := fmt.Sprintf("%s = %s", o.Name, o.Value)
		if o.Value != o.Default {
			text += fmt.Sprintf(" (the house plays %s)", o.Default)
		}
		if others := slices.DeleteFunc(otherValues(&o), func(v string) bool { return v == o.Default }); len(others) > 0 {
			text += ", or " + list(others, "or")
		}
		if o.About != "" {
			text += ": " + strings.TrimSuffix(o.About, ".")
		}
		text += "."
		if r != nil && r.Readings != nil {
			if a := r.answer(&o); a != nil && len(a.Against) > 0 {
				text += " " + a.Says + " Against the words of " + list(a.Against, "and") + "."
			}
		}
		var refs []string // "A31, G7" are two, "WSOP 104" is one
		if o.Ref != "" {
			refs = strings.Split(o.Ref, ", ")
		}
		out = append(out, Rule{subject: "option " + o.Name + " of " + o.Pos.File, says: text, named: true, At: o.Pos, Origin: OfOption, Option: o.Name, Clauses: refs, choice: true})
	}
	return out
}

// alsoCalled returns the other names of a game in a sentence, "" for none.
func alsoCalled(g *plan.Game) string {
	also := slices.DeleteFunc(slices.Clone(g.Also), func(name string) bool { return name == Heading(g) })
	if len(also) == 0 {
		return ""
	}
	return "Also called " + list(also, "or") + "."
}
