package docs

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
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
	case w.potChoice(st):
		return w.potChoiceWords(st)
	case st.Plays():
		return w.chooseWords(st)
	case st.Exposes() && st.Ask.OfName == "" && st.Ask.From == plan.FromDown && w.allDown(st):
		return "Each player turns up all of their down cards" + w.nameOf(st) + "."
	case st.Ask.Arranges() && w.game.Banked():
		text := w.rule(st)
		if w.game.HouseBanks() {
			text += " The house sets its own by rule."
		}
		if st.Ask.Foul != nil {
			text += docOf(st.Ask.Foul) + " Such a hand is set the way the house sets its own."
		}
		if st.Ask.Way != nil {
			text += docOf(st.Ask.Way)
		}
		return text + " By custom a hand that does not have its cards when bets are paid is dead; if it is the banker's, the round is void."
	case st.Ask.Price != nil:
		return w.rule(st) + " Each card costs " + w.payWords(st.Ask.Price) + ", paid into the pot."
	}
	return w.rule(st)
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
		case st.Exposes() || hole < 0 || st.Ask != nil && st.AsksCards() && !st.Draws() && !st.Ask.Passes():
			return false
		case !st.Up:
			down += hole
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
	if b.Fee > 0 {
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
	lo, hi := w.money(w.stakes.Small.Lo), w.money(w.stakes.Small.Hi)
	if p.Least > 0 {
		lo = w.cash(p.Least)
	}
	if p.Most > 0 {
		hi = w.cash(p.Most)
	}
	size := lo + " to " + hi
	if lo == hi {
		size = "exactly " + lo
	}
	first := p.Bet == names[0]
	on := ""
	switch {
	case len(names) > 1 && p.Bet == "bet":
		on = " as the bet"
	case len(names) > 1:
		on = " on the " + p.Bet
	}
	text := fmt.Sprintf("Each other player, from the left of the banker, bets %s in multiples of %s, or passes the round%s.", size, w.cash(p.Multiple), w.nameOf(st))
	switch {
	case !first && p.Alone:
		text = fmt.Sprintf("Each player may bet %s on %s, in multiples of %s%s.", size, p.Bet, w.cash(p.Multiple), w.nameOf(st))
	case !first:
		text = fmt.Sprintf("Each player who has bet may also bet %s on %s, in multiples of %s%s.", size, p.Bet, w.cash(p.Multiple), w.nameOf(st))
	case w.game.HouseBanks():
		text = fmt.Sprintf("Each player bets %s%s against the house, in multiples of %s, or passes the round%s.", size, on, w.cash(p.Multiple), w.nameOf(st))
	case on != "":
		text = fmt.Sprintf("Each other player, from the left of the banker, bets %s%s, in multiples of %s, or passes the round%s.", size, on, w.cash(p.Multiple), w.nameOf(st))
	}
	if len(p.Also) > 0 {
		text += " The same amount goes on " + list(slices.Clone(p.Also), "and") + "."
	}
	if p.Behind > 0 {
		text += fmt.Sprintf(" The player must have %s as much left for what may be added later.", times(p.Behind))
	}
	if fees := w.feeWords(p.Fees); fees != "" {
		text += " With the bet the player places a fee for the house: " + fees + "; it is not returned."
	}
	return text
}

// times returns a multiple in words: "twice".
func times(n int64) string {
	switch n {
	case 1:
		return "at least"
	case 2:
		return "at least twice"
	}
	return fmt.Sprintf("at least %d times", n)
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

// chooseWords returns a question to the players of a role; a separate section
// describes the choices.
func (w *writer) chooseWords(st *plan.Step) string {
	who, verb := "For each hand in turn, from the left of the banker, the player", "chooses until the hand is done: "
	if w.game.HouseBanks() {
		who = "For each hand in turn, from the left of the button, the player"
	}
	switch {
	case st.To != plan.Banker && w.game.Shares():
		who, verb = "The bettors' hand", "is played by rule: "
	case st.To == plan.Banker && w.game.HouseBanks():
		who, verb = "The bank's hand", "is played by rule: "
	case st.To == plan.Banker:
		who = "The banker"
	case st.To == plan.Everybody && !w.game.HouseBanks():
		who = "For each hand in turn, from the left of the banker, and for the banker's last, the player"
	}
	if st.Ask.Allowed == nil {
		verb = "chooses once: "
	}
	var names []string
	for i := range st.Ask.Offers {
		names = append(names, st.Ask.Offers[i].Name)
	}
	return fmt.Sprintf("%s %s%s%s.%s", who, verb, list(names, "or"), w.nameOf(st), docOf(st.Ask.Allowed))
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

// choices returns a rule for each choice of the players.
func (w *writer) choices() []Rule {
	var out []Rule
	told := map[string]bool{}
	several := w.ambiguous()
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		for k := 0; st.Ask != nil && k < len(st.Ask.Offers); k++ {
			c := &st.Ask.Offers[k]
			if len(c.Effects) == 0 {
				continue
			}
			r := Rule{subject: "choice", when: []string{c.Name}, colon: true, says: w.choiceWords(c, st.Ask.Allowed == nil), Clauses: c.Clauses, At: c.Pos, Source: c.Source}
			if several[c.Name] {
				where := w.nameOf(st)
				if where == "" {
					where = " (step " + w.numbers[i] + ")"
				}
				r.when[0] += where
			}
			if told[r.speak()] {
				continue
			}
			told[r.speak()] = true
			if !w.brief {
				r.says += sourceWords(c.Source)
			}
			out = append(out, r)
		}
	}
	return out
}

// ambiguous returns the names of the choices that do different things at different steps.
func (w *writer) ambiguous() map[string]bool {
	does, out := map[string]string{}, map[string]bool{}
	for i := range w.game.Steps {
		ask := w.game.Steps[i].Ask
		for k := 0; ask != nil && k < len(ask.Offers); k++ {
			c := &ask.Offers[k]
			if len(c.Effects) == 0 {
				continue
			}
			text, ok := does[c.Name]
			does[c.Name] = w.choiceWords(c, false)
			out[c.Name] = out[c.Name] || ok && text != does[c.Name]
		}
	}
	return out
}

// choiceWords returns a choice in words. once means that a hand chooses once: then it need not be said that the hand
// is done.
func (w *writer) choiceWords(c *plan.Offer, once bool) string {
	var parts []string
	for i := range c.Effects {
		f := c.Effects[i].Kind.Facts()
		if once && f.Ends && f.Bet == plan.BetStays {
			continue
		}
		text := w.effectWords(&c.Effects[i])
		if i > 0 && f.Bet == plan.BetLost && c.Effects[i-1].Kind.Facts().Bet == plan.BetShrinks {
			text = "the rest is lost"
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "the bets stay as they are."
	}
	if n := len(parts); n > 1 && strings.Contains(strings.Join(parts, ""), ", ") {
		return strings.Join(parts[:n-1], "; ") + "; and " + parts[n-1] + "."
	}
	return list(parts, "and") + "."
}

func (w *writer) effectWords(e *plan.Effect) string {
	cents := w.cash
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
		of, to := "the "+cmp.Or(e.Of, "wager"), " to it"
		if e.Bet != e.Of {
			to = " to the " + cmp.Or(e.Bet, "wager")
		}
		top := of
		if e.Num > 1 {
			top = fmt.Sprintf("%d times %s", e.Num, of)
		}
		adds := "adds "
		if e.Bet != e.Of {
			adds, to = "bets ", " on "+e.Bet
			top = strings.Replace(top, of, "the size of "+of, 1)
		}
		switch {
		case e.Least == 0 && e.Bet == e.Of && e.Num == 1:
			return "the player doubles " + of + fees
		case e.Least == 0:
			return "the player " + adds + top + to + fees
		}
		return fmt.Sprintf("the player %sat least %s and at most %s%s, in multiples of %s%s", adds, cents(e.Least), top, to, cents(e.Multiple), fees)
	case plan.TakeBack:
		what := cmp.Or(e.Bet, "wager")
		if e.Den > e.Num {
			return "half of the " + what + " goes back"
		}
		return "the " + what + " goes back"
	case plan.SplitHand:
		return fmt.Sprintf("the two cards become two hands, the second with an equal wager%s; each gets a card when its turn comes; a player may hold up to %d hands", fees, e.Num)
	case plan.GiveUp:
		switch {
		case !w.game.Banked():
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
	sd := st.Settle
	text := "Each hand is compared with the banker's and paid"
	if sd.Own != nil {
		text = "Each hand is paid by its own cards"
	}
	if sd.Bets != nil {
		is := " is"
		if len(sd.Bets) > 1 {
			is = " are"
		}
		text = strings.Replace(text, "Each hand is", capital(theBets(sd.Bets))+" of each hand"+is, 1)
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

// settlements returns the full settlements of the game: the values of the cards and the comparison of hands.
func (w *writer) settlements() []Rule {
	var out []Rule
	said := func(text string) bool { return slices.ContainsFunc(out, func(r Rule) bool { return r.says == text }) }
	all := w.settled()
	for i := range all {
		s := &all[i]
		add := func(text string) {
			out = append(out, Rule{subject: "settlement", says: text, At: s.step.Pos, Within: w.room.says(s.step.Clauses), Source: s.step.Source})
		}
		for _, text := range s.values {
			if !said(text) { // a ranking used for several bets
				add(text)
			}
		}
		if s.header != "" {
			add(s.header)
		}
		for _, text := range s.texts {
			if s.header != "" || !said(text) {
				add(text)
			}
		}
	}
	return out
}

// settled is what one settlement, or several that are alike, says: what the cards are worth, and what is paid.
type settled struct {
	step   *plan.Step
	at     int
	header string // names the settlement if the game has others
	values []string
	texts  []string
}

// settled returns the settlements of the game. They have headers if hands are compared in several ways.
func (w *writer) settled() (out []settled) {
	compared := 0
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if st.Settle == nil {
			continue
		}
		s := settled{step: st, at: i}
		if st.Settle.Points != nil {
			s.values, s.texts = w.pointWords(st.Settle)
		} else {
			s.values, s.texts = w.rankedWords(st.Settle)
		}
		for k := range st.Settle.Lines {
			s.texts = append(s.texts, lineWords(&st.Settle.Lines[k], st.Settle)...)
		}
		if st.Settle.Folded {
			s.texts = append(s.texts, "A hand that was given up is turned up and counts too.")
		}
		if st.Settle.Own == nil {
			compared++
		}
		out = append(out, s)
	}
	ranked := map[string]bool{}
	for i := range out {
		if out[i].step.Settle.Points == nil {
			ranked[strings.Join(out[i].values, " ")] = true
		}
	}
	if compared > 1 || len(ranked) > 1 {
		w.head(out, len(ranked) > 1)
	}
	return out
}

// head gives each settlement a header. If they use several rankings, the ranking follows the header.
func (w *writer) head(all []settled, several bool) {
	for i := range all {
		s := &all[i]
		s.header = w.settlementName(s.step, s.at) + ":"
		if several {
			s.texts, s.values = slices.Concat(s.values, s.texts), nil
		}
		if len(s.texts) == 1 {
			s.header, s.texts = s.header+" "+lower(s.texts[0]), nil
		}
	}
}

// settlementName names a settlement by its bets or its condition, and by its number in the deal.
func (w *writer) settlementName(st *plan.Step, at int) string {
	text := ""
	condition := w.branchOf(at)
	switch bets := st.Settle.Bets; {
	case bets != nil:
		text = capital(theBets(bets))
	case slices.ContainsFunc(w.game.Steps, func(o plan.Step) bool { return o.Settle != nil && o.Settle.Bets != nil }):
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
		text += " (step " + w.numbers[at] + ")"
	}
	return text
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

// branchOf returns the innermost condition under which a step is played: "If …", "Otherwise", or "" for always.
func (w *writer) branchOf(at int) (text string) {
	for i := range w.game.Steps[:at] {
		st := &w.game.Steps[i]
		if !st.Branches() {
			continue
		}
		end := &w.game.Steps[st.Jump-1]
		switch {
		case at < st.Jump:
			text = "If " + condWords(st)
		case end.Leaves() && at < end.Jump, !end.Leaves() && !w.leads(i+1, st.Jump):
			text = "Otherwise"
		}
	}
	return text
}

// mostCompared is how many lines of a comparison a sheet prints. Of more it prints what the script says of the
// comparison, or does not tell the naturals apart.
const mostCompared = 20

// pointWords returns what cards count, and the comparison of hands by points.
func (w *writer) pointWords(sd *plan.SettleStep) (values, out []string) {
	values = []string{countWords(sd.Points, w.game.Deck.Jokers > 0)}
	if text := naturalWords(sd.Points); text != "" {
		values = append(values, text)
	}
	doc := strings.TrimSpace(docOf(sd.By))
	if doc != "" {
		out = append(out, doc)
	}
	can := w.possible(sd.Points)
	if sd.Points.Description().Modulo > 0 && len(sd.Lines) > 0 { // each bet is paid in its own way
		equal := func(a, b rank.Worth) bool { return can(a) && can(b) && a.Natural == b.Natural && a.Total == b.Total }
		if found := outcomes(sd, equal); len(found) == 1 && found[0].Num == 0 {
			out = append(out, "Equal hands push where nothing else is said.")
		}
		return values, out
	}
	lines := comparisons(sd, can, w.terse, false)
	switch {
	case len(lines) <= mostCompared:
		out = append(out, lines...)
	case doc == "":
		out = append(out, comparisons(sd, can, w.terse, true)...)
	}
	return values, out
}

// rankedWords returns the rankings of a settlement, and the comparison of hands by them.
func (w *writer) rankedWords(sd *plan.SettleStep) (rankings, out []string) {
	for i := range sd.Parts {
		rankings = append(rankings, w.partWords(&sd.Parts[i]))
	}
	switch {
	case sd.Own != nil:
		bets := w.game.BetNames()
		if sd.Bets != nil {
			bets = sd.Bets
		}
		text := "Every bet"
		if len(bets) == 1 {
			text = capital(bets[0])
		} else if sd.Bets != nil {
			text = capital(list(slices.Clone(bets), "and"))
		}
		out = append(out, text+" is paid by the hand: "+tableWords(sd.Own, "pushes")+".")
	case len(sd.Parts) > 1:
		out = append(out, "A player wins if every hand is better than the banker's, loses if none is, and otherwise pushes.")
	default:
		out = append(out, "The better hand wins even money where nothing else is said; equal hands push.")
	}
	if sd.Board > 0 {
		out = append(out, fmt.Sprintf("Of the board, only the first %s count.", cards.Counted(sd.Board, "card")))
	}
	if sd.Copies {
		out = append(out, "Equal hands are the banker's.")
	}
	if sd.Qualifies != nil {
		out = append(out, "The banker's hand qualifies with "+sd.Qualifies.OrBetter()+".")
	}
	return rankings, out
}

// lineWords returns the payment of one bet.
func lineWords(l *plan.Line, sd *plan.SettleStep) (out []string) {
	name := capital(l.Bet)
	table := func(when string, t *plan.PayTable, push string) {
		switch {
		case t == nil:
		case len(t.Rows) == 0:
			out = append(out, fmt.Sprintf("%s, %s: %s.", name, when, betOutcome(t.Rest)))
		default:
			out = append(out, fmt.Sprintf("%s, %s: %s.", name, when, tableWords(t, push)))
		}
	}
	add := func(when string, t *plan.PayTable) { table(when, t, "pushes") }
	won, tied, lost := "when the hand wins", "when it ties", "when it loses"
	if sd.Points != nil {
		won, tied, lost = "when the player's hand wins", "when both are equal", "when the banker's hand wins"
	}
	add("when the banker's hand does not qualify", l.Unqualified)
	add(won, l.Win)
	add(tied, l.Tie)
	add(lost, l.Lose)
	table("as a bonus, whatever the banker has", l.Bonus, "")
	if l.Commission > 0 {
		out = append(out, fmt.Sprintf("The house takes %s %% of what %s wins.", strings.TrimSuffix(plan.Money(l.Commission, plan.Cents), ".00"), l.Bet))
	}
	return out
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
	switch {
	case o.Num == 0:
		return "pushes"
	case o.Num < 0:
		return "loses"
	}
	return fmt.Sprintf("%d to %d", o.Num, o.Den)
}

// betOutcome returns the result of a bet in words.
func betOutcome(o plan.Outcome) string {
	switch {
	case o.Num == 0:
		return "it pushes"
	case o.Num < 0:
		return "it loses"
	case o.Num == o.Den:
		return "it wins even money"
	}
	return fmt.Sprintf("it wins %d to %d", o.Num, o.Den)
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
	if d.Modulo > 0 {
		text += fmt.Sprintf("; the total counts as its remainder when divided by %d", d.Modulo)
		if d.Modulo == 10 {
			text = strings.Replace(text, "the total counts as its remainder when divided by 10", "only the last digit of the total counts", 1)
		}
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
	var pairs []string
	for i := range d.Naturals {
		pairs = append(pairs, pairWords(p, uint8(i+1)))
	}
	if len(pairs) == 0 {
		return ""
	}
	return fmt.Sprintf("A natural %d is %s, as the first two cards.", d.Target, list(pairs, "or"))
}

// pairWords returns a natural in words: "an ace and a joker", "two aces".
func pairWords(p *rank.Points, natural uint8) string {
	faces := faceWord.FindAllString(p.Pair(rank.Worth{Natural: natural}), -1)
	if len(faces) == 2 && faces[0] == faces[1] {
		return strings.ReplaceAll("two "+faceNames[faces[0]]+"s", "xs", "xes")
	}
	for i, f := range faces {
		faces[i] = withArticle(faceNames[f])
	}
	return list(faces, "and")
}

// faceWord matches a rank in the name of a natural: "AJo" has two.
var faceWord = regexp.MustCompile(`Jo|.`)

var faceNames = map[string]string{
	"2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "ten",
	"J": "jack", "Q": "queen", "K": "king", "A": "ace", "Jo": "joker",
}

// relation is a comparison of the player's hand with the banker's.
type relation struct {
	words string
	holds func(player, bank rank.Worth) bool
}

// comparisons returns the table of outcomes in words: each relation between the
// hands, by their totals. can reports whether a hand can be worth that much. The
// terse form groups the relations by outcome, and the coarse one does not tell the
// naturals apart.
func comparisons(s *plan.SettleStep, can func(rank.Worth) bool, terse, coarse bool) []string {
	over := false
	for i := range s.Points.Classes() {
		w := s.Points.OfClass(i)
		over = over || w.Over && can(w)
	}
	dealt := func(a, b rank.Worth) bool { return can(a) && can(b) }
	if all := outcomes(s, dealt); len(all) == 1 {
		return []string{"Every hand" + strings.TrimPrefix(betOutcome(all[0]), "it") + "."}
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
	for i, r := range relations {
		relations[i].holds = func(a, b rank.Worth) bool { return dealt(a, b) && r.holds(a, b) }
	}
	var out, outcomes []string
	with := map[string][]string{} // the relations by outcome
	for _, r := range relations {
		if text := outcomeWords(s, r.holds); text != "" {
			out = append(out, capital(r.words)+": "+text+".")
			if with[text] == nil {
				outcomes = append(outcomes, text)
			}
			with[text] = append(with[text], r.words)
		}
	}
	if !terse {
		return out
	}
	out = out[:0]
	for _, text := range outcomes {
		out = append(out, capital(text)+": "+strings.Join(with[text], "; ")+".")
	}
	return out
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
	for i := range s.Points.Description().Naturals {
		n := uint8(i + 1)
		own := func(a, b rank.Worth, bank bool) bool { return a.Natural == n && (b.Natural > 0) == bank }
		out = append(out, relation{pairWords(s.Points, n) + " against no natural", func(a, b rank.Worth) bool { return own(a, b, false) }})
		against := relation{pairWords(s.Points, n) + " against a natural", func(a, b rank.Worth) bool { return own(a, b, true) }}
		if len(outcomes(s, against.holds)) < 2 {
			out = append(out, against)
			continue
		}
		for k := range s.Points.Description().Naturals {
			m := uint8(k + 1)
			out = append(out, relation{pairWords(s.Points, n) + " against " + pairWords(s.Points, m), func(a, b rank.Worth) bool { return a.Natural == n && b.Natural == m }})
		}
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
	n := s.Points.Classes()
	for a := range n {
		for b := range n {
			if o := s.Table[a*n+b]; holds(s.Points.OfClass(a), s.Points.OfClass(b)) && !slices.Contains(found, o) {
				found = append(found, o)
			}
		}
	}
	return found
}

// outcomeWords returns the outcomes in words, "" if there are no such pairs.
func outcomeWords(s *plan.SettleStep, holds func(a, b rank.Worth) bool) string {
	var words []string
	for _, o := range outcomes(s, holds) {
		words = append(words, outcome(o))
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return list(words, "or") + ", by the totals"
}

func outcome(o plan.Outcome) string {
	switch {
	case o.Num == 0:
		return "a push"
	case o.Num < 0:
		return "the player loses"
	case o.Num == o.Den:
		return "the player wins even money"
	}
	return fmt.Sprintf("the player wins %d to %d", o.Num, o.Den)
}

// sourceWords returns the source of a rule that is not in the house's document.
func sourceWords(source string) string {
	if source == "" {
		return ""
	}
	return " Borrowed: " + source + "."
}

// dealtTo returns who receives the cards of a step.
func (w *writer) dealtTo(st *plan.Step) string {
	switch {
	case w.single:
		return "the player"
	case !w.game.Banked():
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
			if first == st && !w.game.Banked() && !w.single {
				return ", one at a time from the left of the button"
			}
			break
		}
	}
	return ""
}

// potChoice reports whether players choose from a list of the script at a step of a game for a pot.
func (w *writer) potChoice(st *plan.Step) bool {
	return !w.game.Banked() && choosesFromList(st)
}

// choiceBox returns the choices of a game, with their prices.
func (w *writer) choiceBox() []string {
	var out []string
	for _, r := range w.choices() {
		out = append(out, r.speak())
	}
	return out
}

// potAsks reports whether a question in a game for a pot is told in full to players: about cards, or a choice.
func (w *writer) potAsks(st *plan.Step) bool {
	return w.potChoice(st) || st.AsksCards() && !st.Draws() && !w.game.Banked()
}

// newExample returns a hand that shows the game well, nil if there is none.
func newExample(ctx context.Context, b *plan.AtStakes) *Example {
	if b.Game.Banked() {
		return bankedExample(ctx, b)
	}
	return potExample(ctx, b)
}

// holeCards returns the largest number of cards that a player holds in the end, and whether it is always this many.
func (w *writer) holeCards() (most int, fixed bool) {
	if w.game.Banked() {
		return w.game.HoleCards(), true
	}
	return w.shownCards()
}

// stakesLine returns the stakes after "Stakes": the name of bets says all.
func (w *writer) stakesLine() string {
	name := " " + stakesName(w.stakes.Name)
	if w.game.Banked() {
		return ":" + name
	}
	return name + w.stakesWords()
}

// bankCosts returns what is bet against a bank, and what the bank puts up; nothing in a game for a pot.
func (w *writer) bankCosts() (out []Amount) {
	if !w.game.Banked() {
		return nil
	}
	if !w.game.HouseBanks() {
		out = append(out, Amount{"The bank puts up", "at least " + w.money(w.stakes.Small.Lo)})
	}
	return append(out, Amount{"Bets", w.moneyRange(w.stakes.Small)})
}

// addWins adds what wins, and the betting before it.
func (s *Sheet) addWins(w *writer) {
	if w.game.Banked() {
		s.add("What wins", w.settlements())
		return
	}
	s.add("Betting", w.betting())
	s.sayRest(w.room, w.game.From.Betting.Clauses)
	s.add("What wins", w.showdowns())
}

// potsAndBanks divides games into those for a pot and those against a bank.
func potsAndBanks(games []*plan.AtStakes) (of [2][]*plan.AtStakes) {
	for _, g := range games {
		k := 0
		if g.Game.Banked() {
			k = 1
		}
		of[k] = append(of[k], g)
	}
	return of
}
