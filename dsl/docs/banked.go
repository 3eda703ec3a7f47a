package docs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Games against a bank.

// askWords returns a question to the players in words.
func (w *writer) askWords(st *plan.Step) string {
	switch {
	case st.Bank != nil:
		return w.bankWords(st)
	case st.Place != nil:
		return w.wagerWords(st)
	case st.Runs > 0:
		return w.rule(st)
	case !w.banked() && choosesFromList(st):
		return w.potChoiceWords(st)
	case st.Plays():
		return w.chooseWords(st)
	case st.Straddles():
		return w.rule(st) + w.lookWords(st)
	case st.Exposes() && st.Ask.OfName == "" && st.Ask.From == plan.FromDown && w.allDown(st):
		return "Each player turns up all of their down cards" + w.nameOf(st) + "."
	case st.Ask.Arranges() && w.banked():
		text := w.rule(st)
		if st.Ask.Foul != nil {
			text += docOf(st.Ask.Foul) + " Such a hand is set the way the house sets its own."
		}
		if st.Ask.Way != nil {
			text += cmp.Or(docOf(st.Ask.Way), " The house sets its own by rule.")
		}
		return text + " By custom a hand that does not have its cards when bets are paid is dead; if it is the banker's, the round is void."
	}
	text := w.rule(st)
	if st.Draws() && st.Draw.KeepFace && w.has(func(st *plan.Step) bool { return st.DealsTo(plan.ZoneHand) && st.Up.Of(st.Count) > 0 }) {
		text += " A bought card is dealt like the old one: face up for an up card."
	}
	if st.Draws() && st.Draw.KeepFace && st.Ask.Price == nil && w.paidBefore(st) {
		text += " The price of the choice pays for it."
	}
	if p := st.Ask.Price; p != nil {
		costs, to := " Each card costs ", "into the pot"
		if len(p.Times) > 1 {
			costs = " Cards cost "
		}
		switch {
		case w.game.HouseBanks():
			to = "to the house"
		case w.banked():
			to = "to the banker"
		}
		text += costs + w.payWords(p) + ", paid " + to + "."
	}
	if st.Ask.Way != nil {
		text += cmp.Or(docOf(st.Ask.Way), " The house discards by rule.")
	}
	return text
}

// paidBefore reports whether the player has paid for a choice before a step of the same turn.
func (w *writer) paidBefore(at *plan.Step) (paid bool) {
	until := 0
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		switch {
		case st == at:
			return paid && i < until
		case st.TakesTurns():
			paid, until = false, st.Jump
		case st.Ask.Costs():
			paid = true
		}
	}
	return false
}

// lookWords returns how much of the own hand a player has seen who straddles, "" for nothing.
func (w *writer) lookWords(at *plan.Step) string {
	n := 0
	for i := range w.game.Steps {
		if st := &w.game.Steps[i]; st == at {
			break
		} else if st.DealsTo(plan.ZoneHand) {
			n += st.Count - st.Up.Of(st.Count)
		}
	}
	if n == 0 {
		return ""
	}
	return " A player who straddles has looked at no more than " + cards.Counted(n, "card") + "."
}

// rule returns the text of a question for each player, or for the one player whose turn it is.
func (w *writer) rule(st *plan.Step) string {
	if w.nameOf(st) == "" {
		nameless := *st
		nameless.Name = ""
		st = &nameless
	}
	if w.single {
		return st.RuleAlone()
	}
	return st.Rule()
}

// allDown reports whether players turn up all of their down cards at a step that every hand reaches.
func (w *writer) allDown(at *plan.Step) bool {
	down, until := 0, 0 // until: the end of the branches and parts in turn
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		hole, _ := st.Changes()
		switch {
		case st == at:
			return i >= until && st.Ask.Least == down && st.Ask.Most == down
		case st.Leads():
			until = max(until, st.Jump)
		case i < until && (hole != 0 || st.Exposes()) || st.TurnsUp() || st.Hand != 0:
			return false
		case st.Exposes() && st.Ask.Least == st.Ask.Most:
			down -= st.Ask.Most
		case st.Exposes() || hole < 0 || st.Ask.OnBoard() || st.Ask != nil && st.AsksCards() && !st.Draws() && !st.Ask.Passes():
			return false
		default:
			down += hole - st.Up.Of(hole)
		}
	}
	return false
}

// bankWords returns the offer of the bank in words.
func (w *writer) bankWords(st *plan.Step) string {
	b := st.Bank
	rounds := "as many rounds in a row as the player likes"
	if b.Rounds > 0 {
		rounds = "at most " + cards.Counted(b.Rounds, "round") + " in a row"
	}
	fee := "The banker pays the house nothing."
	switch {
	case b.Fee > 0 && w.feeSaid:
		fee = ""
	case b.Fee > 0:
		fee = fmt.Sprintf("The banker pays the house %s with it.", w.cash(b.Fee))
	}
	return sentences(
		fmt.Sprintf("The bank is offered clockwise from the last banker, to one player %s; it may be declined%s.", rounds, w.nameOf(st)),
		fmt.Sprintf("The banker puts up a stake of at least %s, in multiples of %s; when nobody takes the bank there is no round.",
			w.money(w.stakes.Small.Lo), w.cash(b.Multiple)),
		fee,
	)
}

// wagerWords returns the bets and fees of the bettors in words.
func (w *writer) wagerWords(st *plan.Step) string {
	p := st.Place
	names := w.game.BetNames()
	size := w.stakes.Small
	if p.Least > 0 {
		size.Lo = p.Least * w.stakes.Scale / plan.Cents
	}
	if p.Most > 0 {
		size.Hi = p.Most * w.stakes.Scale / plan.Cents
	}
	much := w.money(size.Lo) + " to " + w.money(size.Hi)
	if size.Lo == size.Hi {
		much = "exactly " + w.money(size.Lo)
	}
	who, on, pass := "Each other player, from the left of the banker, bets ", "", ", or passes the round"
	switch first := p.Bet == names[0]; {
	case !first && p.Alone:
		who, on, pass = "Each player may bet ", " on "+p.Bet, ""
	case !first:
		who, on, pass = "Each player who has bet may also bet ", " on "+p.Bet, ""
	case len(names) > 1 && p.Bet == "bet":
		on = " as the bet"
	case len(names) > 1:
		on = " on the " + betSaid(p.Bet)
	}
	if pass != "" && w.game.HouseBanks() {
		who, on = "Each player bets ", on+" against the house"
		if w.has(func(st *plan.Step) bool { return st.Place != nil && st.Place.Alone }) { // who does not bet here may bet there
			who, pass = "Each player may bet ", ""
		}
	}
	text := who + much + on + ", in multiples of " + w.cash(p.Multiple) + pass + w.nameOf(st) + "."
	if len(p.Also) > 0 {
		also := slices.Clone(p.Also)
		for i, name := range also {
			if betSaid(name) != name {
				also[i] = "the " + betSaid(name)
			}
		}
		text += " The same amount goes on " + list(also, "and") + "."
	}
	later := " for what may be added later."
	if w.game.LosesMore(p.Bet) {
		later = " for what the bet may lose above its size."
	}
	switch p.Behind {
	case 0:
	case 1:
		text += " The player must have at least as much left" + later
	case 2:
		text += " The player must have at least twice as much left" + later
	default:
		text += fmt.Sprintf(" The player must have at least %d times as much left", p.Behind) + later
	}
	if fees := w.feeWords(p.Fees); fees != "" {
		if w.feeSaid {
			fees = "which is not returned"
		} else {
			fees += "; it is not returned"
		}
		text += " With the bet the player places the fee for the house" + map[bool]string{true: ", ", false: ": "}[w.feeSaid] + fees + "."
	}
	return text
}

// feeWords returns fees by the size of a bet in words, "" for none.
func (w *writer) feeWords(fees plan.SizeFees) string {
	var out []string
	for i, f := range fees {
		over := ""
		if i > 0 {
			over = "more than " + w.cash(fees[i-1].UpTo) + " and "
		}
		out = append(out, fmt.Sprintf("%s for a bet of %sup to %s", w.cash(f.Amount), over, w.cash(f.UpTo)))
	}
	return list(out, "and")
}

// byRule reports whether nobody chooses at a question to a role: the hand that bettors share, or the house's.
func (w *writer) byRule(st *plan.Step) bool {
	return st.To != plan.Banker && w.game.Shares() || st.To == plan.Banker && w.game.HouseBanks()
}

// chooseWords returns a question to the players of a role; a separate section
// describes the choices.
func (w *writer) chooseWords(st *plan.Step) string {
	who, verb := "For each hand in turn, from the left of the banker, the player", "chooses until the hand is done: "
	if w.game.HouseBanks() {
		who = "For each hand in turn, from the left of the button, the player"
	}
	switch {
	case w.byRule(st):
		who, verb = map[bool]string{true: "The bank's hand", false: "The bettors' hand"}[st.To == plan.Banker], "is played by rule: "
	case st.To == plan.Banker:
		who = "The banker"
	case st.To == plan.Everybody && !w.game.HouseBanks():
		who = "For each hand in turn, from the left of the banker, and for the banker's last, the player"
	}
	if st.Ask.Allowed == nil || !strings.HasPrefix(verb, "is ") && !slices.ContainsFunc(st.Ask.Offers, func(o plan.Offer) bool { return !o.Ends() }) {
		verb = "chooses once: "
	}
	var names []string
	for i := range st.Ask.Offers {
		name := spaced(st.Ask.Offers[i].Name)
		for _, e := range st.Ask.Offers[i].Effects {
			if e.Kind == plan.RaiseWager && e.Bet != e.Of && e.Least == 0 && strings.ContainsAny(name, "23456789") { // "raise 2" is no amount of chips
				name += " (" + times(e.Num, "the "+cmp.Or(e.Of, "wager")) + ")"
			}
		}
		names = append(names, name)
	}
	called := w.nameOf(st)
	if sameWords(st.Name, list(names, "or")) { // "fold or raise (raise or fold)"
		called = ""
	}
	return fmt.Sprintf("%s %s%s%s.%s", who, verb, list(names, "or"), called, docOf(st.Ask.Allowed))
}

// sameWords reports whether two texts have the same words, in any order.
func sameWords(a, b string) bool {
	return slices.Equal(slices.Sorted(strings.FieldsSeq(a)), slices.Sorted(strings.FieldsSeq(b)))
}

// times returns n times an amount in words.
func times(n int64, amount string) string {
	switch n {
	case 0:
		return "nothing"
	case 1:
		return amount
	}
	return fmt.Sprintf("%d times %s", n, amount)
}

// docOf returns the docstring of a script function, as sentences to append,
// without references in brackets, which are for the script only.
func docOf(f any) string {
	d, ok := f.(plan.Documented)
	if !ok || d.Doc() == "" {
		return ""
	}
	text, _ := prose(d.Doc())
	return " " + sentence(text)
}

// choices returns a rule for each choice of the players. A choice that does different things at different steps names them.
func (w *writer) choices() []Rule {
	var all, out []Rule
	var where []string
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		for k := 0; st.Ask != nil && k < len(st.Ask.Offers); k++ {
			c := &st.Ask.Offers[k]
			if len(c.Effects) == 0 && c.Means == "" || w.byRule(st) {
				continue
			}
			says := w.choiceWords(c, st.Ask.Allowed == nil)
			if st.Ask.Allowed != nil && len(c.Effects) == 1 && c.Effects[0].Kind == plan.HandDone && slices.ContainsFunc(w.game.Steps[i+1:], func(o plan.Step) bool { return o.Ask != nil && o.To == st.To && len(o.Ask.Offers) > 0 }) {
				says = "nothing more is bet now" // the hand is asked again
			}
			all = append(all, Rule{subject: "choice", when: []string{spaced(c.Name)}, colon: true, says: says, Clauses: c.Clauses, At: c.Pos, Source: c.Source})
			all[len(all)-1].steps = []string{w.numbers[i]}
			where = append(where, cmp.Or(w.nameOf(st), " (step {#})"))
		}
	}
	for i, r := range all {
		if slices.ContainsFunc(all, func(o Rule) bool { return o.Key() == r.Key() && o.says != r.says }) {
			r.when = []string{r.when[0] + where[i]}
		}
		if !slices.ContainsFunc(out, func(o Rule) bool { return o.Key() == r.Key() }) {
			out = append(out, r)
		}
	}
	return out
}

// choiceWords returns what a choice does. once means that a hand chooses once: then it need not be said that the hand is done.
func (w *writer) choiceWords(c *plan.Offer, once bool) string {
	var parts []string
	for i := range c.Effects {
		f := c.Effects[i].Kind.Facts()
		switch {
		case once && f.Ends && f.Bet == plan.BetStays:
		case i > 0 && f.Bet == plan.BetLost && c.Effects[i-1].Kind.Facts().Bet == plan.BetShrinks:
			rest := "the rest"
			if len(w.game.BetNames()) > 1 {
				rest = "what else the hand has bet"
			}
			parts = append(parts, rest+" is lost")
		default:
			parts = append(parts, w.effectWords(&c.Effects[i]))
		}
	}
	if c.Means != "" {
		parts = append(parts, c.Means)
	}
	switch n := len(parts); {
	case n == 0:
		return "the bets stay as they are"
	case n > 2:
		return strings.Join(parts[:n-1], "; ") + "; and " + parts[n-1]
	}
	return list(parts, "and")
}

func (w *writer) effectWords(e *plan.Effect) string {
	fees := ""
	if f := w.feeWords(e.Fees); f != "" {
		fees = ", with a fee of " + f
	}
	//exhaustive:enforce
	switch e.Kind {
	case plan.OneCard:
		return "the hand gets a card, face up"
	case plan.HandDone:
		return "the hand is done"
	case plan.RaiseWager:
		top, to, adds := "the "+cmp.Or(e.Of, "wager"), " to it", "adds "
		switch {
		case e.Bet == e.Of && e.Least == 0 && e.Num == 1:
			return "the player doubles " + top + fees
		case e.Bet != e.Of:
			top, to, adds = "the size of "+top, " on "+e.Bet, "bets "
		}
		top = times(e.Num, top)
		if e.Least == 0 {
			return "the player " + adds + top + to + fees
		}
		return fmt.Sprintf("the player %sat least %s and at most %s%s, in multiples of %s%s", adds, w.cash(e.Least), top, to, w.cash(e.Multiple), fees)
	case plan.TakeBack:
		what := cmp.Or(e.Bet, "wager")
		if bets := w.game.BetNames(); e.Bet == "" && len(bets) > 1 {
			what = bets[0]
		}
		what = betSaid(what)
		if e.Den > e.Num {
			return "half of the " + what + " goes back"
		}
		return "the " + what + " goes back"
	case plan.SplitHand:
		return fmt.Sprintf("the two cards become two hands, the second with an equal wager%s; each gets a card when its turn comes; a player may hold up to %d hands", fees, e.Num)
	case plan.GiveUp:
		switch {
		case !w.banked():
			return "the player folds"
		case len(w.game.BetNames()) > 1:
			return "the hand is given up, and its bets are lost"
		}
		return "the wager is lost"
	case plan.PayIn:
		return "the player pays " + w.payWords(e.Pay) + " into the pot"
	}
	return e.Kind.String()
}

// settleWords returns the payment in words.
func (w *writer) settleWords(st *plan.Step) string {
	sd, text := st.Settle, "Each hand is"
	if n := len(sd.Bets); n > 0 {
		text = capital(theBets(sd.Bets)) + " of each hand " + map[bool]string{true: "are", false: "is"}[n > 1]
	}
	switch {
	case sd.Same() && len(sd.Bets) == 1:
		text = capital(theBets(sd.Bets)) + " " + outcomeWords(sd.Own.Rest)
	case sd.Same() && sd.Bets != nil:
		text = "Each of " + theBets(sd.Bets) + " " + outcomeWords(sd.Own.Rest)
	case sd.Same() && len(w.betsAt(st)) < len(w.game.BetNames()):
		text = "Each bet that is left " + outcomeWords(sd.Own.Rest)
	case sd.Same():
		text = "Each bet " + outcomeWords(sd.Own.Rest)
	case sd.Own != nil:
		text += " paid by its own cards"
	default:
		text += " compared with the banker's and paid"
	}
	if text += w.nameOf(st); w.game.HouseBanks() {
		return text + "."
	}
	text += ", from the left of the banker, until the stake is used up; what it does not cover goes back"
	if sd.WinsOnly {
		return text + ". Only what the bank pays uses up the stake."
	}
	return text + ". What the bank wins uses up the stake too: the banker wins no more than the stake."
}

// betsAt returns the bets that a settlement can settle: those that it names, or all that no step has settled before on every way to it.
func (w *writer) betsAt(at *plan.Step) (left []string) {
	if at.Settle.Bets != nil {
		return at.Settle.Bets
	}
	settled := w.settledBefore(0, len(w.game.Steps), slices.IndexFunc(w.game.Steps, func(st plan.Step) bool { return st.Settle == at.Settle }))
	for _, name := range w.game.BetNames() {
		if !slices.Contains(settled, name) {
			left = append(left, name)
		}
	}
	return left
}

// settledBefore returns the bets that the steps of a range of indexes have settled on every way through it to a step.
func (w *writer) settledBefore(from, to, at int) (settled []string) {
	for i := from; i < min(to, at); {
		st := &w.game.Steps[i]
		if st.Settle != nil {
			settled = append(settled, st.Settle.Bets...)
		}
		if !st.Branches() {
			i++
			continue
		}
		second := w.secondEnds(st)
		switch {
		case at < st.Jump:
			return append(settled, w.settledBefore(i+1, st.Jump, at)...)
		case at < second:
			return append(settled, w.settledBefore(st.Jump, second, at)...)
		}
		holds, fails := w.settledBefore(i+1, st.Jump, at), w.settledBefore(st.Jump, second, at)
		for _, name := range slices.Concat(holds, fails) {
			if (slices.Contains(holds, name) || !w.leads(i+1, st.Jump)) && (slices.Contains(fails, name) || second > st.Jump && !w.leads(st.Jump, second)) {
				settled = append(settled, name)
			}
		}
		i = second
	}
	return settled
}

// settlements returns the full settlements of the game: the values of the cards and the comparison of hands. If hands are compared in
// several ways, the rules name theirs; what several use is said once.
func (w *writer) settlements() (out []Rule) {
	type settled struct{ values, rules []Rule }
	all := map[int]settled{} // by step
	compared, orders := 0, map[string]bool{}
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		sd := st.Settle
		if sd == nil {
			continue
		}
		var s settled
		if sd.Points != nil {
			s.values, s.rules = w.pointRules(st)
		} else {
			s.values, s.rules = w.rankedRules(st)
			orders[fmt.Sprint(s.values)] = true
		}
		for k := range sd.Lines {
			s.rules = append(s.rules, lineRules(&sd.Lines[k], sd)...)
		}
		if sd.Own == nil {
			compared++
		}
		all[i] = s
	}
	for i := range w.game.Steps {
		st, s := &w.game.Steps[i], all[i]
		for k, r := range slices.Concat(s.values, s.rules) {
			r.colon, r.At, r.Within, r.Source = true, st.Pos, w.room.says(st.Clauses), st.Source
			if len(orders) > 1 || (compared > 1 || w.branchOf(i) != "") && k >= len(s.values) {
				switch bets := st.Settle.Bets; {
				case r.subject == "bet" && len(bets) == 1 && r.when[0] == bets[0]:
					r.when = r.when[1:] // the name has the bet
				case r.subject != "bet" && bets != nil && st.Settle.Own != nil:
					r.when = nil // the name has the bets
				}
				r.when, r.steps = slices.Concat([]string{w.settlementName(st, i)}, r.when), []string{w.numbers[i]}
			}
			if !slices.ContainsFunc(out, func(o Rule) bool { return o.Key() == r.Key() }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// settlementName names a settlement by its bets or its condition, and by its number in the deal.
func (w *writer) settlementName(st *plan.Step, at int) string {
	text := ""
	condition := w.branchOf(at)
	switch bets := st.Settle.Bets; {
	case bets != nil:
		text = capital(theBets(bets))
	case w.game.HasStep(func(o *plan.Step) bool { return o.Settle != nil && o.Settle.Bets != nil }):
		text = "All other bets"
	case condition == "":
		text = "The settlement"
	}
	switch {
	case text == "":
		text = condition
	case condition != "":
		text += ", " + lower(condition)
	}
	if at < len(w.numbers) && w.numbers[at] != "" {
		text += " (step {#})"
	}
	return text
}

// betSaid returns the name of a bet as it is said: "ante", "first bet".
func betSaid(name string) string {
	if slices.Contains([]string{"first", "second", "third"}, name) {
		return name + " bet"
	}
	return name
}

// spaced returns the name of a choice as people read it: "raise 4".
func spaced(name string) string {
	word := strings.TrimRight(name, "0123456789")
	if word == "" || word == name {
		return strings.ReplaceAll(name, "_", " ")
	}
	return strings.ReplaceAll(word, "_", " ") + " " + name[len(word):]
}

// theBets names bets: "the bet ante", "the bets ante and bonus"; a bet that is called "bet" has no other name.
func theBets(names []string) string {
	switch {
	case len(names) == 1 && names[0] == "bet":
		return "the bet"
	case len(names) == 1:
		return "the bet " + names[0]
	}
	return "the bets " + list(slices.Clone(names), "and")
}

// branchOf returns when a step is played: "If …, and unless …", or "" for always.
func (w *writer) branchOf(at int) string { return capital(strings.Join(w.conditions(at), ", and ")) }

// conditions returns the conditions under which a step is played, the outermost first: "if …" or "unless …". A branch that ends the
// hand leaves its contrary to what follows.
func (w *writer) conditions(at int) []string { return w.within(0, len(w.game.Steps), at) }

// within returns the conditions under which a step is played that are in a range of indexes.
func (w *writer) within(from, to, at int) (all []string) {
	for i := from; i < min(to, at); {
		st := &w.game.Steps[i]
		if !st.Branches() {
			i++
			continue
		}
		holds, fails := "if "+condWords(st), "unless "+condWords(st)
		second := w.secondEnds(st)
		switch {
		case at < st.Jump:
			return slices.Concat(all, []string{holds}, w.within(i+1, st.Jump, at))
		case at < second:
			return slices.Concat(all, []string{fails}, w.within(st.Jump, second, at))
		case second > st.Jump && !w.leads(st.Jump, second):
			all = append(all, holds)
		case second == st.Jump && !w.leads(i+1, st.Jump):
			all = append(all, fails)
		}
		i = second
	}
	return distinct(all)
}

// secondEnds returns where the second branch of a condition ends.
func (w *writer) secondEnds(st *plan.Step) int {
	if end := &w.game.Steps[st.Jump-1]; end.Leaves() {
		return end.Jump
	}
	return st.Jump
}

// ownLines returns whether each bet of a settlement is paid in its own way where the comparison gives an outcome: then its words say who
// wins and not what.
func (w *writer) ownLines(st *plan.Step) func(plan.Outcome) bool {
	return func(o plan.Outcome) bool {
		for _, name := range w.betsAt(st) {
			i := slices.IndexFunc(st.Settle.Lines, func(l plan.Line) bool { return l.Bet == name })
			if i < 0 || st.Settle.Lines[i].At(o) == nil {
				return false
			}
		}
		return true
	}
}

// mostCompared is how many relations between hands a sheet prints. Of more it prints what the script says of the
// comparison, or does not tell the naturals apart.
const mostCompared = 20

// pointRules returns what cards count, and the comparison of hands by points.
func (w *writer) pointRules(st *plan.Step) (values, out []Rule) {
	sd := st.Settle
	values = []Rule{{subject: "values", says: countWords(sd.Points, w.game.Deck.Jokers > 0)}}
	if text := naturalWords(sd.Points); text != "" {
		values = append(values, Rule{subject: "naturals", says: text})
	}
	doc := strings.TrimSpace(docOf(sd.By))
	if doc != "" {
		out = append(out, Rule{subject: "comparison", says: doc})
	}
	can := w.possible(sd.Points)
	if sd.Points.Description().Modulo > 0 && len(sd.Lines) > 0 { // each bet is paid in its own way
		equal := func(a, b rank.Worth) bool { return can(a) && can(b) && a.Natural == b.Natural && a.Total == b.Total }
		if found := outcomes(sd, equal); len(found) == 1 && found[0].Num == 0 {
			out = append(out, Rule{subject: "ties", says: "equal hands push where nothing else is said"})
		}
		out = append(out, w.evenRules(st)...)
		return values, out
	}
	lines, n := comparisons(sd, w.ownLines(st), can, false)
	if n > mostCompared {
		lines, _ = comparisons(sd, w.ownLines(st), can, true)
	}
	if n <= mostCompared || doc == "" {
		out = append(out, lines...)
	}
	return values, out
}

// evenRules returns the payment of the bets without lines of their own, where all of them that win are paid alike.
func (w *writer) evenRules(st *plan.Step) (out []Rule) {
	sd := st.Settle
	line := plan.Line{}
	for _, o := range outcomes(sd, func(rank.Worth, rank.Worth) bool { return true }) {
		t := &line.Win
		switch {
		case o.Num == 0:
			continue
		case o.Num < 0:
			t = &line.Lose
		}
		if *t != nil {
			return nil // by the totals
		}
		*t = &plan.PayTable{Rest: o}
	}
	for _, line.Bet = range w.betsAt(st) {
		if !slices.ContainsFunc(sd.Lines, func(l plan.Line) bool { return l.Bet == line.Bet }) {
			out = append(out, lineRules(&line, sd)...)
		}
	}
	return out
}

// rankedRules returns the rankings of a settlement, and the comparison of hands by them.
func (w *writer) rankedRules(st *plan.Step) (rankings, out []Rule) {
	sd := st.Settle
	if sd.Same() {
		return nil, nil
	}
	for i := range sd.Parts {
		rankings = append(rankings, Rule{subject: "ranking", when: []string{sd.Parts[i].Name + " hand"}, says: w.partWords(&sd.Parts[i])})
	}
	var own []string // the bets that are paid by the hand alone, where others are not
	add := func(holds bool, subject, says string) {
		if holds {
			out = append(out, Rule{subject: subject, when: own, says: says})
		}
	}
	bets := w.betsAt(st)
	switch all := sd.Bets == nil && len(bets) > 1; {
	case sd.Own == nil:
		add(len(sd.Parts) > 1, "comparison", "a player wins if every hand is better than the banker's, loses if none is, and otherwise pushes")
		equal := "; equal hands push"
		if sd.Copies {
			equal = ""
		}
		add(len(sd.Parts) == 1, "comparison", "the better hand wins even money where nothing else is said"+equal)
	case all:
		add(true, "comparison", "every bet is paid by the hand: "+tableWords(sd.Own, "pushes"))
	default:
		own = []string{list(slices.Clone(bets), "and")}
		add(true, "comparison", "paid by the hand, "+tableWords(sd.Own, "pushes"))
	}
	add(sd.Board > 0, "board", "of the board, only the first "+cards.Counted(sd.Board, "card")+" count")
	add(sd.Folded, "given up", "a hand that was given up is turned up and counts too")
	add(sd.Copies, "ties", "equal hands are the banker's")
	if sd.Qualifies != nil {
		add(true, "qualifier", "the banker's hand qualifies with "+sd.Qualifies.OrBetter())
	}
	return rankings, out
}

// lineRules returns the payment of one bet.
func lineRules(l *plan.Line, sd *plan.SettleStep) (out []Rule) {
	var cases [][]string // of each rule: those that are paid alike are one
	add := func(when string, t *plan.PayTable, push string) {
		if t == nil {
			return
		}
		says := tableWords(t, push)
		if len(t.Rows) == 0 {
			says = "it " + outcomeWords(t.Rest)
		}
		if i := slices.IndexFunc(out, func(r Rule) bool { return r.says == says && push != "" }); i >= 0 {
			cases[i] = append(cases[i], when)
			out[i].when[1] = list(slices.Clone(cases[i]), "or")
			return
		}
		out, cases = append(out, Rule{subject: "bet", when: []string{l.Bet, when}, says: says}), append(cases, []string{when})
	}
	won, tied, lost := "when the hand wins", "when it ties", "when it loses"
	if sd.Points != nil {
		won, tied, lost = "when the player's hand wins", "when both are equal", "when the banker's hand wins"
	}
	add("when the banker's hand does not qualify", l.Unqualified, "pushes")
	add(won, l.Win, "pushes")
	add(tied, l.Tie, "pushes")
	add(lost, l.Lose, "pushes")
	add(lost+", by the banker's hand", l.LoseTo, "pushes")
	add("as a bonus, whatever the banker has", l.Bonus, "")
	if l.Commission > 0 {
		out = append(out, Rule{subject: "commission on " + l.Bet, says: fmt.Sprintf("the house takes %s of what %s wins", commissionWords(l), theBets([]string{l.Bet}))})
	}
	return out
}

// commissionWords returns the house's part of what a bet wins: "5 %".
func commissionWords(l *plan.Line) string {
	return strconv.FormatFloat(float64(l.Commission)/plan.Cents, 'f', -1, 64) + " %"
}

// tableWords returns a pay table in words, best hand first. push says what happens to a bet that neither wins nor
// loses, "" if the table pays something in addition to the bet.
func tableWords(t *plan.PayTable, push string) string {
	var out []string
	for i := range t.Rows {
		out = append(out, t.Rows[i].Name+" "+shortOutcome(t.Rows[i].Outcome))
	}
	if rest := t.Rest; rest.Num != 0 || push != "" || len(out) == 0 {
		out = append(out, "anything else "+shortOutcome(rest))
	}
	return strings.Join(out, ", ")
}

// shortOutcome returns an outcome for a table.
func shortOutcome(o plan.Outcome) string {
	if o.Num <= 0 {
		return outcomeWords(o)
	}
	return fmt.Sprintf("%d to %d", o.Num, o.Den)
}

// outcomeWords returns the result of a bet in words.
func outcomeWords(o plan.Outcome) string {
	switch {
	case o.Num == 0:
		return "pushes"
	case o == plan.Loses:
		return "loses"
	case o.Num == -1 && o.Den == 2:
		return "loses half of the bet"
	case o.Num == -2 && o.Den == 1:
		return "loses twice the bet"
	case o.Num < 0 && o.Den == 1:
		return fmt.Sprintf("loses %d times the bet", -o.Num)
	case o.Num < 0:
		return fmt.Sprintf("loses %d for each %d bet", -o.Num, o.Den)
	case o.Num == o.Den:
		return "wins even money"
	}
	return fmt.Sprintf("wins %d to %d", o.Num, o.Den)
}

// countWords returns the values of the cards in words.
func countWords(p *rank.Points, jokers bool) string {
	d := p.Description()
	text := "Cards count their number, " + unlikeNumbers(&d)
	if d.AceHigh > 0 {
		text += fmt.Sprintf("; an ace counts %d, or %d if %d would exceed %d", d.AceHigh, d.Values[12], d.AceHigh, d.Target)
	} else {
		text += fmt.Sprintf("; an ace counts %d", d.Values[12])
	}
	joker := ""
	switch {
	case !jokers:
	case d.Joker > 0:
		joker = fmt.Sprintf(" A joker counts %d.", d.Joker)
	case d.JokerMakes > 0:
		joker = fmt.Sprintf(" A joker makes any hand %d.", d.JokerMakes)
	default:
		joker = fmt.Sprintf(" A joker makes any hand %d.", d.Target)
	}
	switch {
	case d.Modulo == 10:
		text += "; only the last digit of the total counts"
	case d.Modulo > 0:
		text += fmt.Sprintf("; the total counts as its remainder when divided by %d", d.Modulo)
	}
	return text + "." + joker
}

// unlikeNumbers returns the values of the cards below the ace that do not count their number, those of equal value together:
// "but tens and face cards count 0".
func unlikeNumbers(d *rank.PointsDescription) string {
	var values []int
	of := map[int][]string{}
	word := "and "
	for r, v := range d.Values[:12] {
		if v == r+2 && cards.Rank(r) <= cards.Ten {
			continue
		}
		if cards.Rank(r) <= cards.Ten {
			word = "but "
		}
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
		of[v] = append(of[v], rank.Plural(cards.Rank(r)))
	}
	var out []string
	for i, v := range values {
		names := of[v]
		if n := len(names) - 3; n >= 0 && slices.Equal(names[n:], []string{"jacks", "queens", "kings"}) {
			names = append(names[:n], "face cards")
		}
		count := " count "
		if i > 0 {
			count = " "
		}
		out = append(out, fmt.Sprintf("%s%s%d", list(names, "and"), count, v))
	}
	last := len(out) - 1
	if last == 0 {
		return word + out[0]
	}
	return word + strings.Join(out[:last], ", ") + ", and " + out[last]
}

// naturalWords returns the naturals in words: the hands that beat all others.
func naturalWords(p *rank.Points) string {
	d := p.Description()
	var sets []string
	where := "as the first two cards"
	for _, faces := range d.Naturals {
		if sets = append(sets, facesWords(faces)); len(faces) > 2 {
			where = "as the only cards of the hand"
		}
	}
	if len(sets) == 0 {
		return ""
	}
	return fmt.Sprintf("A natural %d is %s, %s.", d.Target, list(sets, "or"), where)
}

// facesWords returns a natural in words: "an ace and a joker", "three sevens".
func facesWords(faces []uint8) string {
	var out []string
	for i, f := range faces {
		if slices.Contains(faces[:i], f) {
			continue
		}
		name, many := "joker", "jokers"
		if f != rank.JokerFace {
			name, many = faceNames[f], rank.Plural(cards.Rank(f))
		}
		if n := bytes.Count(faces, []byte{f}); n > 1 {
			out = append(out, [...]string{2: "two", 3: "three", 4: "four", 5: "five"}[n]+" "+many)
		} else {
			out = append(out, withArticle(name))
		}
	}
	return list(out, "and")
}

// faceNames are the names of the ranks.
var faceNames = [...]string{"deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}

// relation is a comparison of the player's hand with the banker's.
type relation struct {
	words string
	holds func(player, bank rank.Worth) bool
}

// comparisons returns the table of outcomes: the relations between the hands, by their totals, that have each outcome, and how many
// relations there are. can reports whether a hand can be worth that much. The coarse form does not tell the naturals apart.
func comparisons(s *plan.SettleStep, own func(plan.Outcome) bool, can func(rank.Worth) bool, coarse bool) (out []Rule, n int) {
	over := false
	for i := range s.Points.Classes() {
		w := s.Points.OfClass(i)
		over = over || w.Over && can(w)
	}
	dealt := func(a, b rank.Worth) bool { return can(a) && can(b) }
	few := func(a, b rank.Worth) bool { return dealt(a, b) && a.Cards == 0 && b.Cards == 0 }
	if all := outcomes(s, dealt); len(all) == 1 {
		return []Rule{{subject: "outcome", says: "every hand " + outcomeWords(all[0])}}, 1
	}
	relations := []relation{
		{"a higher total than the bank's", func(a, b rank.Worth) bool { return within(a, b) && a.Total > b.Total }},
		{"an equal total", func(a, b rank.Worth) bool { return within(a, b) && a.Total == b.Total }},
		{"a lower total than the bank's", func(a, b rank.Worth) bool { return within(a, b) && a.Total < b.Total }},
	}
	if over {
		relations[0].words += ", neither over"
		relations[1].words += ", not over"
		relations[2].words += ", neither over"
		relations = append(relations, overWords...)
	}
	relations = append(relations, naturalRelations(s, coarse)...)
	relations = byTarget(s, relations, few)
	for i, r := range append(relations[:len(relations):len(relations)], cardRelations(s)...) {
		among := dealt
		if i < len(relations) {
			among = few
		}
		text := outcomesWords(s, own, func(a, b rank.Worth) bool { return among(a, b) && r.holds(a, b) })
		if text == "" {
			continue
		}
		n++
		if i := slices.IndexFunc(out, func(o Rule) bool { return o.when[0] == text }); i >= 0 {
			out[i].says += "; " + r.words
		} else {
			out = append(out, Rule{subject: "outcome", when: []string{text}, says: r.words})
		}
	}
	return out, n
}

var overWords = []relation{
	{"a hand that is not over against a bank that is over", func(a, b rank.Worth) bool { return plain(a, b) && !a.Over && b.Over }},
	{"a hand that is over against a bank that is not", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && !b.Over }},
	{"both over, the player nearer", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total < b.Total }},
	{"both over by the same", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total == b.Total }},
	{"both over, the player by more", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total > b.Total }},
}

// naturalRelations returns the relations of naturals; they are grouped if their
// outcomes are the same, or in the coarse form.
func naturalRelations(s *plan.SettleStep, coarse bool) []relation {
	out := []relation{{"no natural against the bank's natural", func(a, b rank.Worth) bool { return a.Natural == 0 && b.Natural > 0 }}}
	all := []relation{
		{"a natural against a bank without one", func(a, b rank.Worth) bool { return a.Natural > 0 && b.Natural == 0 }},
		{"a natural against a natural", func(a, b rank.Worth) bool { return a.Natural > 0 && b.Natural > 0 }},
	}
	if coarse || len(outcomes(s, all[0].holds)) < 2 && len(outcomes(s, all[1].holds)) < 2 {
		return append(out, all...)
	}
	for i, pair := range s.Points.Description().Naturals {
		n := uint8(i + 1)
		own := func(a, b rank.Worth, bank bool) bool { return a.Natural == n && (b.Natural > 0) == bank }
		out = append(out, relation{facesWords(pair) + " against no natural", func(a, b rank.Worth) bool { return own(a, b, false) }})
		against := relation{facesWords(pair) + " against a natural", func(a, b rank.Worth) bool { return own(a, b, true) }}
		if len(outcomes(s, against.holds)) < 2 {
			out = append(out, against)
			continue
		}
		for k, bank := range s.Points.Description().Naturals {
			m := uint8(k + 1)
			out = append(out, relation{facesWords(pair) + " against " + facesWords(bank), func(a, b rank.Worth) bool { return a.Natural == n && b.Natural == m }})
		}
	}
	return out
}

// byTarget divides the relations whose outcome depends on whether the player's hand has the target.
func byTarget(s *plan.SettleStep, all []relation, among func(a, b rank.Worth) bool) (out []relation) {
	target := s.Points.Description().Target
	for _, r := range all {
		half := func(words string, made bool) relation {
			return relation{fmt.Sprintf("%s, with %s%d", r.words, words, target), func(a, b rank.Worth) bool { return r.holds(a, b) && (a.Total == target) == made }}
		}
		halves := []relation{half("", true), half("anything but ", false)}
		one := func(r relation) bool {
			return len(outcomes(s, func(a, b rank.Worth) bool { return among(a, b) && r.holds(a, b) })) == 1
		}
		if !one(r) && one(halves[0]) && one(halves[1]) {
			out = append(out, halves...)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// cardRelations returns the relations in which a number of cards, the player's or the banker's, makes a difference.
func cardRelations(s *plan.SettleStep) (out []relation) {
	target := s.Points.Description().Target
	for k := range 6 * len(s.Points.Description().Cards) {
		n, zone, bank := uint8(s.Points.Description().Cards[k/6]), cmp.Compare(target+k%3, target+1), k%6 > 2
		words := s.Points.CardWords(rank.Worth{Cards: n})
		words = [...]string{words + fmt.Sprintf(" below %d", target), fmt.Sprintf("%d of %s", target, words), words + ", over"}[k%3]
		if bank {
			words = "a bank with " + words
		}
		out = append(out, relation{words, func(a, b rank.Worth) bool {
			own, few, other := a, a, b
			if bank {
				own, few, other = b, b, a
			}
			few.Cards = 0
			if own.Natural > 0 || own.Cards != n || other.Cards >= n || cmp.Compare(own.Total, target) != zone {
				return false
			}
			if bank {
				return s.Outcome(a, b) != s.Outcome(a, few)
			}
			return s.Outcome(a, b) != s.Outcome(few, b)
		}})
	}
	return out
}

// possible returns whether a hand of the game can be worth that much: without a step at which hands get any number of
// cards, the number of cards limits the total.
func (w *writer) possible(p *rank.Points) func(rank.Worth) bool {
	d := p.Description()
	most := w.mostCards() * max(slices.Max(d.Values[:]), d.AceHigh, d.Joker)
	if d.Modulo > 0 {
		most = min(most, d.Modulo-1)
	}
	if w.game.Deck.Jokers > 0 {
		most = max(most, d.Target)
	}
	return func(v rank.Worth) bool { return v.Natural > 0 || v.Total <= most }
}

// manyCards stands for any number of cards.
const manyCards = 1 << 16

// mostCards returns how many cards a hand can get, manyCards if there is no limit but the deck.
func (w *writer) mostCards() int {
	var dealt [2]int // to the bettors, and to the banker
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		count := 0
		switch {
		case st.DealsTo(plan.ZoneHand):
			count = st.Count
		case !st.Plays():
			continue
		}
		for k := 0; st.Ask != nil && k < len(st.Ask.Offers); k++ {
			c := &st.Ask.Offers[k]
			switch {
			case c.Splits(), c.Draws() && !c.Ends() && st.Ask.Allowed != nil:
				return manyCards
			case c.Draws():
				count = 1
			}
		}
		if st.To != plan.Banker {
			dealt[0] += count
		}
		if st.To != plan.Bettors {
			dealt[1] += count
		}
	}
	return max(dealt[0], dealt[1])
}

func plain(a, b rank.Worth) bool { return a.Natural == 0 && b.Natural == 0 }

func within(a, b rank.Worth) bool { return plain(a, b) && !a.Over && !b.Over }

// outcomes returns the distinct outcomes of all pairs of values in a relation.
func outcomes(s *plan.SettleStep, holds func(a, b rank.Worth) bool) (found []plan.Outcome) {
	worths := make([]rank.Worth, s.Points.Classes())
	for i := range worths {
		worths[i] = s.Points.OfClass(i)
	}
	for i, o := range s.Table {
		if !slices.Contains(found, o) && holds(worths[i/len(worths)], worths[i%len(worths)]) {
			found = append(found, o)
		}
	}
	return found
}

// outcomesWords returns the outcomes in words, "" if there are no such pairs.
func outcomesWords(s *plan.SettleStep, own func(plan.Outcome) bool, holds func(a, b rank.Worth) bool) string {
	var words []string
	for _, o := range outcomes(s, holds) {
		switch {
		case o.Num > 0 && own(o):
			words = append(words, "the player's hand wins")
		case o.Num < 0 && own(o):
			words = append(words, "the banker's hand wins")
		case o.Num == 0 && own(o):
			words = append(words, "a tie")
		case o.Num == 0:
			words = append(words, "a push")
		default:
			words = append(words, "the player "+outcomeWords(o))
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return list(words, "or") + ", by the totals"
}

// banked reports whether the game is played against a bank.
func (w *writer) banked() bool { return w.game.Banked() }

// dealtTo returns who receives the cards of a step.
func (w *writer) dealtTo(st *plan.Step) string {
	switch {
	case w.single:
		return "the player"
	case !w.banked():
		return "each player"
	case st.Shared:
		return "one hand that all bettors share"
	case st.To == plan.Everybody:
		return "each player who bets, and to the banker last"
	case st.To == plan.Bettors:
		return "each player who bets"
	}
	return st.To.String()
}

// around returns the order of the deal; only the first deal states it.
func (w *writer) around(st *plan.Step) string {
	for i := range w.game.Steps {
		if first := &w.game.Steps[i]; first.DealsTo(plan.ZoneHand) {
			if first == st && !w.banked() && !w.single && !w.brief {
				return ", one at a time from the left of the button"
			}
			break
		}
	}
	return ""
}
