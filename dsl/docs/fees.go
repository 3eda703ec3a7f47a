package docs

import (
	"fmt"
	"slices"

	"cardroom/dsl"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// What the house takes.

// fees is what the house takes from a game, and what it may take instead.
type fees struct {
	name   string // of the posting in force; "" if it has none
	steps  []int  // of the game that take something
	now    *dsl.CitedPosting
	others []dsl.CitedPosting
}

// fees returns the fees of the game. At a table the first posting is in force, see [table.Config]; a posting that takes what a step
// of the game takes gives that step its name.
func (w *writer) fees() (f fees) {
	for i := range w.game.Steps {
		if st := &w.game.Steps[i]; st.Collect != nil || st.Bank != nil && st.Bank.Fee > 0 || st.Place != nil && len(st.Place.Fees) > 0 {
			f.steps = append(f.steps, i)
		}
	}
	if w.room == nil {
		return f
	}
	tables := w.tables()
	f.others = w.postings(tables)
	here := &table.Offer{Plan: w.bound}
	first := slices.IndexFunc(f.others, func(p dsl.CitedPosting) bool { return p.For(here) })
	for i := len(tables) - 1; i >= 0; i-- {
		t := &tables[i]
		at := slices.IndexFunc(t.Config.Games, func(o table.Offer) bool { return w.is(o.Plan.Game) && o.Plan.Stakes.Name == w.stakes.Name })
		if at >= 0 && len(t.Postings) > 0 {
			first = slices.IndexFunc(f.others, func(p dsl.CitedPosting) bool { return p.Name == t.Postings[0].Name })
		}
	}
	if len(f.steps) > 0 {
		first = slices.IndexFunc(f.others, func(p dsl.CitedPosting) bool { return w.takes(&p.Posting, f.steps) })
	} else if len(f.others) > 0 {
		first = max(first, 0)
	}
	if first < 0 {
		return f
	}
	p := f.others[first]
	if len(f.steps) == 0 {
		f.now = &p
	}
	if len(f.others) > 1 {
		f.name = p.Name
	}
	f.others = slices.Delete(slices.Clone(f.others), first, first+1)
	return f
}

// named returns a sentence about the fee in force, with the name of the fee if others may be posted.
func (f *fees) named(text string) string {
	if f.name == "" {
		return capital(text)
	}
	return capital(f.name) + ": " + text
}

// takes reports whether a posting takes the same from each hand as the only step of the game that takes something.
func (w *writer) takes(p *table.Posting, steps []int) bool {
	c := w.game.Steps[steps[0]].Collect
	if len(steps) > 1 || len(p.Hands) != 1 || c == nil || c.From != plan.FromPot || c.Rake != nil {
		return false
	}
	for n := w.game.MinSeats; n <= w.game.MaxSeats; n++ {
		if rate, _ := p.Hands[0].For(n); rate.Amount != c.For(n) {
			return false
		}
	}
	return true
}

// feeInForce returns what the house takes from each hand, as the floor says it.
func (w *writer) feeInForce() []Rule {
	var out []Rule
	f := w.fees()
	for _, i := range f.steps {
		st := &w.game.Steps[i]
		r := usually("fee at step "+w.numbers[i], f.named("the house takes "+w.stepFee(st)+w.feeIf(i)+" (step {#})."), st.Pos, st.Clauses...)
		r.steps = []string{w.numbers[i]}
		out = append(out, r)
	}
	if p := f.now; p != nil {
		r := usually("fee", f.named(posted(w.game.Money, &p.Posting, "").sentence()), p.Pos, p.Clauses...)
		r.behind = p.Clauses
		out = append(out, r)
	}
	if len(f.others) > 0 {
		out = append(out, Rule{subject: "other fees", says: "Another collection may be posted between two hands.", behind: behindAll(f.others), Origin: Custom, Source: usual})
	}
	return out
}

// feeOfAll returns what a step of each game of a house takes, if it is the same and no collection of the house's tables.
func feeOfAll(games []*plan.AtStakes, room *Room) []Rule {
	var out []Rule
	for _, g := range games {
		w := &writer{game: g.Game, stakes: g.Stakes, bound: g, room: room}
		f := w.fees()
		if len(f.steps) != 1 || f.name != "" || w.feeIf(f.steps[0]) != "" {
			return nil
		}
		st := &g.Game.Steps[f.steps[0]]
		r := usually("fee", "The house takes "+w.stepFee(st)+".", st.Pos, st.Clauses...)
		if out != nil && r.says != out[0].says || len(games) == 1 {
			return nil
		}
		out = []Rule{r}
	}
	return out
}

// mostFees is the maximum number of collections that are printed.
const mostFees = 6

// feeLine returns what the house takes: in the game's own steps, and by the posting in force. "" for nothing.
func (w *writer) feeLine() string {
	var out []string
	f := w.fees()
	depends := false
	for _, i := range f.steps {
		out = append(out, w.stepFee(&w.game.Steps[i])+w.feeIf(i))
		depends = depends || w.feeIf(i) != ""
	}
	switch {
	case f.now != nil:
		return f.named(posted(w.game.Money, &f.now.Posting, "").sentence())
	case len(out) == 0:
		return ""
	case depends: // a sentence each, so that each condition stands with its fee
		for i := range out {
			out[i] = sentence("the house takes " + out[i])
		}
		return f.named(sentences(out...))
	}
	return f.named("the house takes " + list(out, "and") + ".")
}

// feeIf returns the condition under which a step takes its fee, "" for always.
func (w *writer) feeIf(at int) string {
	if condition := w.branchOf(at); condition != "" {
		return " " + lower(condition)
	}
	return ""
}

// feeBox returns the other collections that may be posted.
func (w *writer) feeBox() (out []Rule) {
	in, others := w.game.Money, w.fees().others
	for len(others) > 0 && len(out) < mostFees {
		n, first := alike(others), &others[0]
		name, says := first.Name, posted(in, &first.Posting, "").takes
		if n > 1 {
			name, says = name+" to "+others[n-1].Name, posted(in, &first.Posting, amountsWords(in, others[:n])).sentence()
		}
		out = append(out, Rule{subject: "collection", when: []string{name}, colon: true, says: says})
		others = others[n:]
	}
	if len(others) > 0 {
		out = append(out, Rule{subject: "other fees", says: fmt.Sprintf("%d more are at the desk.", len(others))})
	}
	return out
}

// stepFee returns what a step takes. After the first board cards it only takes from pots with a flop.
func (w *writer) stepFee(st *plan.Step) string {
	c, flop, bets := st.Collect, "", 0
	for i := range w.game.Steps {
		s := &w.game.Steps[i]
		if s == st {
			break
		}
		if s.DealsTo(plan.ZoneBoard) {
			flop = " with a flop"
		}
		if s.Bets() {
			bets++
		}
	}
	pots := " out of each pot" + flop
	switch {
	case st.Bank != nil:
		return w.cash(st.Bank.Fee) + " a round from the banker"
	case st.Place != nil:
		return w.feeWords(st.Place.Fees) + " from each player who bets"
	case c.From == plan.FromBlinds:
		return "the chips posted as blinds, each from the pot in which it lies" + map[bool]string{true: ", nothing if there is no flop"}[flop != ""]
	case c.From == plan.FromButton:
		return w.rates(c.Rates) + " from the player with the button" + w.beforePosts(st)
	case c.Rake == nil:
		return w.rates(c.Rates) + pots
	case flop != "":
		return w.rakeWords(c.Rake) + ", nothing if there is no flop"
	case bets == 1:
		return w.rakeWords(c.Rake) + ", nothing if the hand ends in the first round of betting"
	case bets > 1:
		return w.rakeWords(c.Rake) + ", nothing if the hand ends before this step"
	}
	return w.rakeWords(c.Rake)
}

// collectWords returns a step at which the house takes something.
func (w *writer) collectWords(st *plan.Step) string {
	text := "the house takes " + w.stepFee(st)
	if w.feeSaid {
		text = "the house takes its fee"
	}
	if st.Collect.From == plan.FromPot && st.Collect.Rake == nil {
		text += ", never more than the main pot"
	}
	if st.Name != "" && (st.Name != "fee" || !w.feeSaid) { // not "the fee: the house takes its fee"
		text = "the " + st.Name + ": " + text
	}
	return sentence(text)
}

// rakeWords returns a rake at the stakes of the sheet, such as "5 % of the pot, at most 3".
func (w *writer) rakeWords(r *plan.Rake) string {
	row := w.stakes.RakeRow(r)
	text := plan.Money(row.Part, plan.Cents) + " % of the pot"
	if row.Per > 0 {
		text = w.cash(row.Part) + " of each full " + w.cash(row.Per) + " of the pot"
	}
	if len(row.Caps) > 0 {
		text += ", at most " + w.rates(row.Caps)
	}
	switch unit := w.cash(r.Unit); {
	case r.HalfToEven:
		text += ", rounded to the nearest " + unit
	case r.Unit > 1:
		text += ", rounded down to whole " + unit
	}
	return text + [...]string{
		plan.MainFirst: "", plan.SideFirst: ", from the last side pot first", plan.InProportion: ", from all pots in proportion",
	}[r.From]
}

// beforePosts returns the remark that a fee taken before the deal is paid before anything is posted.
func (w *writer) beforePosts(st *plan.Step) string {
	for i := range w.game.Steps {
		if s := &w.game.Steps[i]; s == st && len(w.game.Forced) > 0 {
			return ", before anything is posted"
		} else if s.Collect == nil {
			break
		}
	}
	return ""
}

// rates returns a fee by the number of players.
func (w *writer) rates(fees []plan.Rate) string {
	return rateWords(fees, w.game.MinSeats, w.seats(), w.cash)
}

// rateWords returns a fee by the number of players, from low to most; low is 0 if it is not known.
func rateWords(fees []plan.Rate, low, most int, price func(cents int64) string) string {
	var out []string
	from := low
	for i, r := range fees {
		high := min(r.Players, most)
		if high < from || i+1 < len(fees) && fees[i+1].Amount == r.Amount && high < most {
			continue // the next rate covers it
		}
		amount, with := price(r.Amount), span(from, high)
		if r.Amount == 0 {
			amount = "nothing"
		}
		if from == low && high == most {
			return amount
		}
		switch {
		case from == 0:
			with = "up to " + cards.Counted(high, "player")
		case len(out) == 0:
			with += " players"
		}
		out, from = append(out, amount+" with "+with), high+1
	}
	return list(out, "and")
}

// handRates returns a fee by the number of players dealt in.
func handRates(in plan.Currency, rates []plan.Rate) string {
	return rateWords(rates, 0, rates[len(rates)-1].Players, func(cents int64) string { return grouped(in.Price(cents, plan.Cents)) })
}

// posting is what the house takes by a collection that it has posted, and what more there is to say.
type posting struct{ takes, more string }

func (p posting) sentence() string { return sentences("the house takes "+p.takes+".", p.more) }

// posted returns one collection. amounts, for several alike, replaces the amount.
func posted(in plan.Currency, p *table.Posting, amounts string) posting {
	if f := p.Time; f != nil {
		what := grouped(in.Price(f.Amount, plan.Cents))
		if amounts != "" {
			what = "the amount posted"
		}
		more := ""
		if f.FirstFree {
			more = "A game that did not begin at such a time pays nothing at the first."
		}
		switch {
		case f.JoinEvery > 0 && f.JoinAt < 0:
			more = sentences(more, "A player who sat down since the last time pays for whole periods only.")
		case f.JoinEvery > 0:
			more = sentences(more, fmt.Sprintf("A player who sat down since the last time pays first at %d minutes past the hour.", f.JoinAt/60))
		}
		if f.Players > 1 {
			more = sentences(more, fmt.Sprintf("With fewer than %s at the table nobody pays.", cards.Counted(f.Players, "player")))
		}
		return posting{what + " from every player at the table, " + every(f.Period/60), sentences(more, amounts)}
	}
	var out []string
	for i := range p.Hands {
		c := &p.Hands[i]
		from := " out of each pot"
		switch {
		case c.Payer == table.TheButton:
			from = " from the player with the button"
		case c.Payer == table.Each:
			from = " from each player dealt in"
		case c.Flop:
			from = " out of each pot with a flop"
		}
		out = append(out, handRates(in, c.Rates)+from)
	}
	return posting{takes: list(out, "and")}
}

func every(minutes int64) string {
	switch {
	case minutes == 60:
		return "every hour, on the hour"
	case minutes == 30:
		return "every half hour, at the hour and half past"
	case minutes == 15:
		return "every quarter of an hour, by the clock"
	}
	return fmt.Sprintf("every %d minutes", minutes)
}
