package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Games against a bank.

// askWords is a question in words.
func (w *writer) askWords(st *plan.Step) string {
	switch {
	case st.Bank != nil:
		return w.bankWords(st)
	case st.Place != nil:
		return w.wagerWords(st)
	case st.Chooses() && !st.Straddles() && !w.game.Banked():
		return potChoiceWords(st)
	case st.Ask.Allowed != nil:
		return chooseWords(st)
	}
	return st.Rule()
}

// bankWords is the offer of the bank.
func (w *writer) bankWords(st *plan.Step) string {
	b := st.Bank
	rounds := "as many rounds in a row as the player likes"
	if b.Rounds > 0 {
		rounds = "at most " + counted(b.Rounds, "round") + " in a row"
	}
	fee := "The banker pays the house nothing."
	if b.Fee > 0 {
		fee = fmt.Sprintf("The banker pays the house %s with it.", plan.Money(b.Fee, plan.Cents))
	}
	return sentences(
		fmt.Sprintf("The bank is offered clockwise from the last banker, to one player %s; it may be declined%s.", rounds, named(st)),
		fmt.Sprintf("The banker puts up a stake of at least %s, in multiples of %s; when nobody takes the bank there is no round.",
			w.money(w.stakes.Small.Lo), plan.Money(b.Multiple, plan.Cents)),
		fee,
	)
}

// wagerWords is what the others bet, and their fees.
func (w *writer) wagerWords(st *plan.Step) string {
	text := fmt.Sprintf("Each other player, from the left of the banker, bets %s to %s in multiples of %s, or passes the round%s.",
		w.money(w.stakes.Small.Lo), w.money(w.stakes.Small.Hi), plan.Money(st.Place.Multiple, plan.Cents), named(st))
	if fees := feeWords(st.Place.Fees); fees != "" {
		text += " With the bet the player places a fee for the house: " + fees + "; it never comes back."
	}
	return text
}

// feeWords are fees by the size of a bet, "" for none.
func feeWords(fees plan.SizeFees) string {
	var out []string
	for _, f := range fees {
		out = append(out, fmt.Sprintf("%s for a bet of up to %s", plan.Money(f.Amount, plan.Cents), plan.Money(f.UpTo, plan.Cents)))
	}
	return list(out, "and")
}

// chooseWords is a question to the players of a role; what the choices are
// stands in a section of its own.
func chooseWords(st *plan.Step) string {
	who := "Each hand of the bettors in turn, from the left of the banker,"
	switch st.To {
	case plan.Banker:
		who = "The banker"
	case plan.Everybody:
		who = "Each hand in turn, from the left of the banker, that of the banker last,"
	}
	var names []string
	for i := range st.Ask.Offers {
		names = append(names, st.Ask.Offers[i].Name)
	}
	return fmt.Sprintf("%s chooses until it is done: %s%s.%s", who, list(names, "or"), named(st), docOf(st.Ask.Allowed))
}

// docOf is what a function of the script says of itself, as sentences after
// others. References in brackets are the script's own.
func docOf(f any) string {
	d, ok := f.(plan.Documented)
	if !ok || d.Doc() == "" {
		return ""
	}
	text, _, _ := strings.Cut(strings.Join(strings.Fields(d.Doc()), " "), " [")
	return " " + capital(strings.TrimSuffix(text, ".")) + "."
}

// choices is what each thing that a player may choose does.
func (w *writer) choices() []Rule {
	var out []Rule
	told := map[string]bool{}
	for i := range w.game.Steps {
		ask := w.game.Steps[i].Ask
		for k := 0; ask != nil && k < len(ask.Offers); k++ {
			c := &ask.Offers[k]
			if c.Effect != plan.DoPlay || len(c.Effects) == 0 {
				continue
			}
			if text := w.choiceWords(c); told[text] {
				continue
			} else {
				told[text] = true
			}
			out = append(out, Rule{Text: w.choiceWords(c) + sourceWords(c.Source), Clauses: c.Clauses, At: c.Pos, Source: c.Source})
		}
	}
	return out
}

func (w *writer) choiceWords(c *plan.Offer) string {
	var parts []string
	for i := range c.Effects {
		parts = append(parts, w.effectWords(&c.Effects[i]))
	}
	if n := len(parts); n > 1 && strings.Contains(strings.Join(parts, ""), ", ") {
		return capital(c.Name) + ": " + strings.Join(parts[:n-1], "; ") + "; and " + parts[n-1] + "."
	}
	return capital(c.Name) + ": " + list(parts, "and") + "."
}

func (w *writer) effectWords(e *plan.Effect) string {
	cents := func(n int64) string { return plan.Money(n, plan.Cents) }
	fees := ""
	if f := feeWords(e.Fees); f != "" {
		fees = ", with a fee of " + f
	}
	switch e.Kind {
	case plan.OneCard:
		return "the hand gets a card, face up"
	case plan.HandDone:
		return "the hand is done"
	case plan.RaiseWager:
		top := "the wager"
		if e.Num > 1 {
			top = fmt.Sprintf("%d times the wager", e.Num)
		}
		if e.Least == 0 {
			return "the player adds " + top + " to it" + fees
		}
		return fmt.Sprintf("the player adds at least %s and at most %s to it, in multiples of %s%s", cents(e.Least), top, cents(e.Multiple), fees)
	case plan.HalveWager:
		return "half of the wager goes back"
	case plan.SplitHand:
		return fmt.Sprintf("the two cards become two hands, the second with an equal wager%s; each gets a card when its turn comes; a player may come to hold %d hands", fees, e.Num)
	case plan.GiveUp:
		if !w.game.Banked() {
			return "the player folds"
		}
		return "the wager is lost"
	case plan.PayIn:
		return "the player pays " + w.payWords(e.Pay) + " into the pot"
	}
	return e.Kind.String()
}

// settleWords is the payment.
func settleWords(st *plan.Step) string {
	text := "Each hand is compared with the banker's and paid, from the left of the banker, until the stake is used up; what it does not cover goes back"
	if st.Settle.WinsOnly {
		return text + ". Only what the bank pays uses up the stake."
	}
	return text + ". What the bank wins uses up the stake too: the banker wins no more than the stake."
}

// settlements is what the cards count and how hands compare: the settlements of
// the game in full.
func (w *writer) settlements() []Rule {
	var out []Rule
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if st.Kind != plan.Settle {
			continue
		}
		add := func(text string) {
			out = append(out, Rule{Text: text, At: st.Pos, Within: w.room.says(st.Clauses), Source: st.Source})
		}
		add(countWords(st.Settle.Points, w.game.Deck.Jokers > 0))
		if text := naturalWords(st.Settle.Points); text != "" {
			add(text)
		}
		if text := strings.TrimSpace(docOf(st.Settle.By)); text != "" {
			add(text)
		}
		for _, text := range comparisons(st.Settle, w.canPass(st.Settle.Points)) {
			add(text)
		}
	}
	return out
}

// countWords is what the cards count.
func countWords(p *rank.Points, jokers bool) string {
	d := p.Description()
	var ranks []string
	for r, v := range d.Values {
		if r != 12 && (v != r+2 || r > 8) {
			ranks = append(ranks, fmt.Sprintf("%c %d", "23456789TJQKA"[r], v))
		}
	}
	text := "Cards count their number"
	if len(ranks) > 0 {
		text += ", " + list(ranks, "and")
	}
	text += fmt.Sprintf("; an ace %d", d.Values[12])
	if d.AceHigh > 0 {
		text += fmt.Sprintf(" or %d, the higher as long as %d is not passed", d.AceHigh, d.Target)
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
	return text + "." + joker
}

// naturalWords are the hands that beat all others.
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

// pairWords is a natural: "an ace and a joker", "two aces".
func pairWords(p *rank.Points, natural uint8) string {
	faces := faceWord.FindAllString(p.Pair(rank.Worth{Natural: natural}), -1)
	if len(faces) == 2 && faces[0] == faces[1] {
		return strings.ReplaceAll("two "+faceNames[faces[0]]+"s", "xs", "xes")
	}
	for i, f := range faces {
		article := "a "
		if f == "A" || f == "8" {
			article = "an "
		}
		faces[i] = article + faceNames[f]
	}
	return list(faces, "and")
}

// faceWord is a face in the name of a natural: "AJo" has two.
var faceWord = regexp.MustCompile(`Jo|.`)

var faceNames = map[string]string{
	"2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "ten",
	"J": "jack", "Q": "queen", "K": "king", "A": "ace", "Jo": "joker",
}

// relation is one way in which a player's hand may stand to the banker's.
type relation struct {
	words string
	holds func(player, bank rank.Worth) bool
}

// comparisons is the table of outcomes in words: each relation between the
// hands with their totals. over: hands can pass the target.
func comparisons(s *plan.SettleStep, over bool) []string {
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
	relations = append(relations, naturalRelations(s)...)
	var out []string
	for _, r := range relations {
		if text := outcomeWords(s, r.holds); text != "" {
			out = append(out, capital(r.words)+": "+text+".")
		}
	}
	return out
}

var overWords = []relation{
	{"not over against a bank that is", func(a, b rank.Worth) bool { return plain(a, b) && !a.Over && b.Over }},
	{"over against a bank that is not", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && !b.Over }},
	{"both over, the nearer", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total < b.Total }},
	{"both over, equal", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total == b.Total }},
	{"both over, the farther", func(a, b rank.Worth) bool { return plain(a, b) && a.Over && b.Over && a.Total > b.Total }},
}

// naturalRelations are those of the naturals: of all at once where they are alike.
func naturalRelations(s *plan.SettleStep) []relation {
	out := []relation{{"no natural against a natural", func(a, b rank.Worth) bool { return a.Natural == 0 && b.Natural > 0 }}}
	all := []relation{
		{"a natural against no natural", func(a, b rank.Worth) bool { return a.Natural > 0 && b.Natural == 0 }},
		{"a natural against a natural", func(a, b rank.Worth) bool { return a.Natural > 0 && b.Natural > 0 }},
	}
	if len(outcomes(s, all[0].holds)) < 2 && len(outcomes(s, all[1].holds)) < 2 {
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

// canPass reports whether a hand can pass the target: not with the cards that are
// dealt to all when nobody may draw.
func (w *writer) canPass(p *rank.Points) bool {
	dealt := 0
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if st.Kind == plan.Deal {
			dealt += st.Count
		}
		for k := 0; st.Ask != nil && k < len(st.Ask.Offers); k++ {
			if c := &st.Ask.Offers[k]; c.Has(plan.OneCard) || c.Has(plan.SplitHand) {
				return true
			}
		}
	}
	d := p.Description()
	return dealt*max(slices.Max(d.Values[:]), d.Joker) > d.Target
}

func plain(a, b rank.Worth) bool { return a.Natural == 0 && b.Natural == 0 }

func within(a, b rank.Worth) bool { return plain(a, b) && !a.Over && !b.Over }

// outcomes are what all pairs of worths of a relation come to.
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

// outcomeWords is the same in words, "" when there are no such pairs.
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

// sourceWords says where a rule is from that the document does not have.
func sourceWords(source string) string {
	if source == "" {
		return ""
	}
	return " Borrowed: " + source + "."
}
