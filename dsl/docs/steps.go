package docs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// steps returns the dealer's procedure: the steps of the plan in order, with the branches below their conditions.
func (w *writer) steps() []Rule {
	w.numbers = make([]string, len(w.game.Steps))
	var out []Rule
	w.block(&out, "", 0, len(w.game.Steps))
	return out
}

// Step returns one step of the dealer's procedure in words, by its index in the plan.
func Step(b *plan.AtStakes, at int) Rule {
	w := &writer{game: b.Game, stakes: b.Stakes, whole: true}
	w.steps()
	at = b.Game.First(at)
	for i := range b.Game.Steps[:at] {
		turn := &b.Game.Steps[i]
		w.single = w.single || turn.TakesTurns() && at < turn.Jump
	}
	return spoken([]Rule{w.step(at, w.numbers[at], w.stepWords(&b.Game.Steps[at]))})[0]
}

// otherwise is the condition of what is done where the one before does not hold.
const otherwise = "Otherwise"

// step returns the step at an index as a rule with a number in the procedure, under the conditions of the branches around it.
func (w *writer) step(at int, number, says string, when ...string) Rule {
	st := &w.game.Steps[at]
	w.numbers[at] = number
	r := Rule{subject: "step", step: st, Number: number, under: slices.Concat(w.conditions(at), w.under), when: when, says: says, Clauses: st.Clauses, At: st.Pos, Source: st.Source}
	w.acts(&r, st)
	if !w.eachRound() {
		drop := w.room.ofKinds(r.Clauses, aboutRounds...)
		r.Clauses = slices.DeleteFunc(slices.Clone(r.Clauses), func(id string) bool { return slices.Contains(drop, id) })
	}
	r.steps = []string{w.redealTo()}
	return r
}

// acts sets who does what at a step; nobody does anything at a branch.
func (w *writer) acts(r *Rule, st *plan.Step) {
	who, player := theDealer, st.Kind == plan.PayStep || st.Kind == plan.FoldStep
	switch {
	case st.Kind == plan.When || st.TakesTurns() || st.Kind == plan.Repeat:
		return
	case player || w.single && (st.Bets() || st.Ask != nil):
		who = "the player"
	case st.Bets() || st.Ask != nil:
		who = "each player"
	}
	if r.Who, r.Act = who, st.Kind.String(); st.Ask != nil {
		r.Act = st.Ask.Words.Name
	}
}

// block writes the steps in a range of indexes, numbered below a prefix. The plan has its branches one after the other: a When
// jumps past its first branch, which ends the hand or ends with a Jump past the second branch. under is the rounds that repeat them.
func (w *writer) block(out *[]Rule, prefix string, from, to int, under ...string) {
	outer := w.under
	w.under = slices.Concat(outer, under)
	defer func() { w.under = outer }()
	n := 0
	number := func() string {
		n++
		return prefix + strconv.Itoa(n)
	}
	var when []string // condition of the steps after the last branch
	for i := from; i < to; {
		st := &w.game.Steps[i]
		switch {
		case st.Kind == plan.Repeat:
			w.rounds(out, i, number(), when...)
			i, when = st.Jump, nil
		case st.TakesTurns():
			w.turns(out, i, number(), when...)
			i, when = st.Jump, nil
		case st.Kind != plan.When:
			if says := w.told(st); says != "" {
				*out = append(*out, w.step(i, number(), says, when...))
				when = nil
			}
			i++
		default:
			at, after := i, when
			i, when = st.Jump, nil
			first := !w.silent(at+1, i)
			if first {
				w.branch(out, at, number(), after...)
			}
			if end := &w.game.Steps[i-1]; end.Kind == plan.Jump { // there is a second branch, and both continue after it
				if !w.silent(i, end.Jump) {
					below := Rule{subject: "step", Number: number(), under: slices.Concat(w.conditions(at), w.under), when: []string{otherwise}, At: st.Pos, Within: w.room.says(st.Clauses), Source: st.Source}
					if !first {
						below.when = []string{"Unless " + condWords(st)}
					}
					only := w.alone(&below, i, end.Jump)
					if only >= 0 {
						below.under = slices.Concat(w.conditions(only), w.under)
					}
					if *out = append(*out, below); only < 0 {
						w.block(out, below.Number+".", i, end.Jump)
					}
				}
				i = end.Jump
			} else if !w.leads(at+1, i) {
				when = []string{otherwise}
			}
		}
	}
}

// silent reports whether the sheet says nothing of the steps in a range of indexes.
func (w *writer) silent(from, to int) bool {
	for i := from; i < to; i++ {
		st := &w.game.Steps[i]
		switch {
		case st.Kind == plan.Jump, st.Kind == plan.When:
		case st.TakesTurns(), st.Kind == plan.Repeat, w.told(st) != "":
			return false
		}
	}
	return true
}

// leads reports whether a hand at one step may reach another.
func (w *writer) leads(from, to int) bool {
	reached := map[int]bool{from: true}
	for i := from; i < to; i++ {
		if !reached[i] {
			continue
		}
		switch st := &w.game.Steps[i]; {
		case st.Ends():
		case st.Kind == plan.Jump:
			reached[st.Jump] = true
		case st.Kind == plan.When:
			reached[i+1], reached[st.Jump] = true, true
		default:
			reached[i+1] = true
		}
	}
	return reached[to]
}

// branch writes a When and its first branch: a single step in the same sentence, several steps below it.
func (w *writer) branch(out *[]Rule, at int, number string, after ...string) {
	st := &w.game.Steps[at]
	to := st.Jump
	if w.game.Steps[to-1].Kind == plan.Jump {
		to--
	}
	condition := "If " + condWords(st)
	if len(after) > 0 {
		condition = lower(condition)
	}
	r := w.step(at, number, "", append(after, condition)...)
	only := w.alone(&r, at+1, to)
	if *out = append(*out, r); only < 0 {
		w.block(out, number+".", at+1, to)
	}
}

// alone writes the only step that the sheet has of a range of indexes into the rule that is its condition. It returns the step's index, -1
// if there are others or none.
func (w *writer) alone(r *Rule, from, to int) (at int) {
	at = -1
	for i := from; i < to; i++ {
		st := &w.game.Steps[i]
		switch {
		case st.Kind == plan.When, st.TakesTurns(), st.Kind == plan.Repeat:
			return -1
		case st.Kind == plan.Jump, w.told(st) == "":
		case at >= 0:
			return -1
		default:
			at = i
		}
	}
	if at < 0 {
		return at
	}
	only := &w.game.Steps[at]
	w.numbers[at] = r.Number
	r.Source = cmp.Or(r.Source, only.Source)
	r.says, r.Clauses = w.told(only), slices.Concat(r.Clauses, only.Clauses)
	w.acts(r, only)
	return at
}

func condWords(st *plan.Step) string {
	if st.Test == nil && st.Cond == plan.PassedOut {
		return "everybody passes and at least two players could have bet"
	}
	if st.Test == nil && st.Cond == plan.NobodyBet {
		return "nobody bets (players who are all-in count as having passed)"
	}
	return st.Condition()
}

// told returns a step in words; "" for a step that players need not know.
func (w *writer) told(st *plan.Step) string {
	if w.brief && (st.Unseen() || st.Kind == plan.Collect) {
		return ""
	}
	return w.stepWords(st)
}

// onBoard returns where the cards of a board step go.
func (w *writer) onBoard(st *plan.Step) string {
	switch on := strings.TrimPrefix(w.game.OnBoards(st), " on "); {
	case w.game.Boards == nil:
		return " on the board"
	case on == "":
		return " shared by all boards"
	case strings.Contains(on, " and "):
		return " shared by boards " + on
	case on == theBoard:
		return " on the board"
	case strings.HasPrefix(on, theBoard+" "):
		return " on " + on
	case plan.BoardSaid(on) != on:
		return " on " + plan.BoardSaid(on)
	default:
		return " on board " + on
	}
}

// compared returns how hands rank in a comparison in private, named after the hand that players have set apart for it.
func (w *writer) compared(c *plan.CompareStep) plan.Part {
	p := c.Show.Parts[0]
	if hands := w.namesOf(w.game.Hands, p.Hands); len(hands) == 1 {
		p.Name = hands[0]
	}
	return p
}

// compareWords returns how players compare in private.
func (w *writer) compareWords(st *plan.Step) string {
	c := st.Compare
	p := w.compared(c)
	with, who := "with "+c.To.String(), "The player compares "
	if c.To == 0 {
		with, who = "with one another", "The players who are in compare "
		if len(p.Chosen) > 0 {
			who = "Those who have chosen " + list(quoted(p.Chosen), "or") + " compare "
		}
	}
	text := who + with + " in private; nobody else sees the cards."
	loses := "Each of them who does not have the best hand"
	if c.To != 0 {
		loses = "The worse hand, and of equal hands the one of the player who asked,"
	}
	switch {
	case c.Folds:
		text += " " + loses + " is out, but takes a side pot that nobody still in has matched."
	case c.Pays != nil:
		text += " " + loses + " pays " + w.payWords(c.Pays) + " to whoever has the best, at most the whole stack."
	}
	switch {
	case c.Alone:
		text += " Whoever has nobody to compare with wins a leg."
	case !c.Folds && c.Pays == nil:
		best := "the best " + p.Name + " hand"
		if p.Ranking.Size() == 1 && p.Ranking.Low() {
			best = "the lowest card"
		} else if p.Ranking.Size() == 1 {
			best = "the highest card"
		}
		text += " Whoever has " + best + " gets a " + cmp.Or(st.Name, "mark") + "; of equal ones each does."
	}
	if w.comparesApart(&p) && !w.brief { // players have a chart of it
		text += " " + capital(p.Name) + " hand: " + sentences(w.comparedSays(&p)...)
	}
	return text
}

// comparedSays is partSays for a part by which players compare in private; how many cards play is not said, because more may be dealt.
func (w *writer) comparedSays(p *plan.Part) []string {
	own := *p
	own.Chosen = nil
	says := w.partSays(&own)
	if len(p.Use) == 0 {
		says[slices.Index(partAspects[:], "cards")] = w.whichWords(p)
	}
	return says
}

// comparesApart reports whether a comparison ranks hands in a way in which no showdown does.
func (w *writer) comparesApart(p *plan.Part) bool {
	own := w.comparedSays(p)
	return !w.has(func(st *plan.Step) bool {
		return st.Show != nil && slices.ContainsFunc(st.Show.Parts, func(o plan.Part) bool { return slices.Equal(w.comparedSays(&o), own) })
	})
}

// stepWords returns one step of the dealer's procedure in words.
func (w *writer) stepWords(st *plan.Step) string {
	//exhaustive:enforce
	switch st.Kind {
	case plan.When, plan.Jump, plan.InTurn, plan.Repeat: // see block
	case plan.PayStep:
		switch {
		case st.Pay.FromPot && st.Pay.PotNum > 0 && st.Pay.PotNum == st.Pay.PotDen && st.Pay.Least == 0:
			return "The player takes the whole pot."
		case st.Pay.FromPot:
			return "The player takes " + w.payWords(st.Pay) + " from the pot, or all that is in it."
		}
		return "The player pays " + w.payWords(st.Pay) + " into the pot, at most the whole stack."
	case plan.FoldStep:
		return "The player is out."
	case plan.CompareHands:
		return w.compareWords(st)
	case plan.RollDie:
		switch {
		case st.Count == 2 && strings.HasSuffix(st.Name, "coin"):
			return "The dealer flips a coin."
		case st.Count == 2:
			return "The dealer flips a coin" + called(st) + "."
		}
		if strings.HasSuffix(st.Name, "dice") {
			return "The dealer rolls " + st.Name + "."
		}
		return fmt.Sprintf("The dealer rolls a die of %d%s.", st.Count, called(st))
	case plan.Carry:
		return "The hand ends, and the pot stays for the next hand."
	case plan.Deal:
		lie := " " + st.Lie("face ")
		if strings.Contains(lie, ",") { // not all alike
			lie = "," + lie + ","
		}
		text := cards.Counted(st.Count, "card") + lie + " to " + w.dealtTo(st) + w.around(st)
		if st.Hand > 0 {
			text += ", for the " + w.game.Hands[st.Hand-1]
		}
		if text += w.nameOf(st) + "."; st.Others {
			text += " Players hold their cards up so that everybody but them sees them."
		}
		return text
	case plan.Board:
		name := called(st)
		if on := w.namesOf(w.game.Boards, st.On); len(on) == 1 && strings.EqualFold(on[0], st.Name) || w.game.Boards == nil && st.Name == "board" {
			name = "" // "on the widow: the widow"
		}
		return cards.Counted(st.Count, "card") + w.onBoard(st) + name + "."
	case plan.Burn:
		text := "Burn " + cards.Counted(st.Count, "card")
		if !st.Unseen() {
			text += ", " + st.Lie("face ")
		}
		return text + "."
	case plan.Bet:
		return w.betWords(st)
	case plan.Asks:
		return w.askWords(st)
	case plan.Collect:
		return w.collectWords(st)
	case plan.Redeal:
		ante := ""
		if again := w.anteAgain(st); again > 0 && w.eachRound() {
			ante = fmt.Sprintf(", those still in ante %s again", w.money(again))
		}
		text := "The cards come back and the pot stays" + ante + ", and the hand starts over from step {#} with the same button."
		if !w.has(func(st *plan.Step) bool { return st.Show != nil }) {
			text += " Whoever is left alone takes the pot."
		}
		return text
	case plan.Showdown:
		text := w.showdownWords(st.Show)
		if st.Show.Pairwise != nil && w.potless() {
			return "Showdown: each player pays every other one " + w.payWords(st.Show.Pairwise) + " for each hand, " + list(partNames(st.Show), "and") + ", in which the other is better, as far as the stack goes."
		}
		if st.Show.Pairwise != nil {
			text += " Then each player pays every other one " + w.payWords(st.Show.Pairwise) + " for each of these hands in which the other is better, as far as the stack goes."
		}
		if st.Show.Match != nil {
			pays := w.payWords(st.Show.Match)
			if st.Show.Match.PotNum > 0 && st.Show.Match.PotNum == st.Show.Match.PotDen {
				pays = "as much as was in the pot"
			}
			text += " Each player who is in and does not win pays " + pays + " into the pot of the next hand, at most the whole stack."
		}
		return text
	case plan.TurnUp:
		whose := map[plan.Role]string{plan.Everybody: "all hands, those of the banker last", plan.Bettors: "each player who bets"}
		return fmt.Sprintf("Turn up the down cards of %s%s.", cmp.Or(whose[st.To], st.To.String()), w.nameOf(st))
	case plan.Settle:
		return w.settleWords(st)
	case plan.RunIt:
		return st.RunsWords()
	case plan.TakeBoard:
		return w.takenWords(st)
	}
	return capital(st.Kind.String()) + "."
}

// takenWords says which board is removed, and what becomes of its cards: a card that boards share stays on the others.
func (w *writer) takenWords(st *plan.Step) string {
	text := "The board with the lowest last card is removed; of equal cards the lower suit (clubs, diamonds, hearts, spades) is removed" + w.nameOf(st) + ". "
	if slices.ContainsFunc(w.game.Steps, w.game.Shared) {
		return text + "Its cards that also lie on another board stay there; the others are out of play."
	}
	return text + "Its cards are out of play."
}

// betWords returns a betting round: who begins, the bet sizes and special rules. What an earlier round says of the same opener is not
// repeated.
func (w *writer) betWords(st *plan.Step) string {
	b, each := &st.Bet, w.eachRound()
	who, how := w.opener(b)
	if each && w.stakes.Structure <= betting.Spread {
		who += ", " + w.limitWords(b.Tier)
	}
	if counts, ties := w.showing(b); counts != "" && each {
		how = capital(counts) + "; " + ties + "."
	}
	out := []string{"Betting" + w.nameOf(st) + ": " + who + "."}
	add := func(holds bool, text string) {
		if holds {
			out = append(out, text)
		}
	}
	add(w.whole || !w.openedBefore(st), how)
	add(w.stakes.Structure <= betting.Spread && b.OpenPair && b.PairEither, "When a player still in shows a pair, "+w.limitWords(plan.Big)+" may be made too, but by no less than the last bet or raise.")
	add(w.stakes.Structure <= betting.Spread && b.OpenPair && !b.PairEither, "When a player still in shows a pair, "+w.limitWords(plan.Big)+".")
	add(b.ForcedOpen && w.stakes.BringIn > 0, "The first bet is forced: exactly "+w.money(w.stakes.BringIn)+". It is live like a blind.")
	add(each && b.NextHighest, "If that player has no chips left, the next by the cards begins.")
	add(b.NoCheck, "Pass and out: a player who passes is out.")
	if b.Openers != nil {
		add(true, fmt.Sprintf("Only %s may open; after that anybody may raise.", b.Openers.OrBetter()))
	}
	if b.Announce && w.whole {
		text := "The dealer names the first bettor"
		if b.Open.ByShowing() {
			text += " by the cards that show"
		}
		if b.Hints && w.straightsCount() {
			text += ", and points out possible straights and flushes"
		}
		add(true, text+".")
	}
	return sentences(out...)
}

// openedBefore reports whether an earlier round has the same opener.
func (w *writer) openedBefore(st *plan.Step) bool {
	for i := range w.game.Steps {
		o := &w.game.Steps[i]
		if o == st {
			return false
		}
		if a, b := &o.Bet, &st.Bet; o.Kind == plan.Bet && a.Open == b.Open && a.Suits == b.Suits && a.NextHighest == b.NextHighest && a.AceTurned == b.AceTurned {
			return true
		}
	}
	return false
}

// opener returns who begins a round of betting, and how that is decided.
func (w *writer) opener(b *plan.BetStep) (who, how string) {
	begins := "begins"
	if w.stakes.BringIn > 0 {
		begins = fmt.Sprintf("must bring it in for %s or open with a full bet", w.money(w.stakes.BringIn))
	}
	switch b.Open {
	case plan.LeftOfButton:
		return "the first player left of the button begins", ""
	case plan.LeftOfBlind:
		if w.has((*plan.Step).Straddles) {
			return "the first player left of the last blind or straddle begins", ""
		}
		if live := slices.DeleteFunc(slices.Clone(w.game.Forced), func(f plan.Forced) bool { return f.Everybody || w.stakes.Posts(&f) == 0 }); len(live) == 1 {
			return "the first player left of the blind begins", ""
		}
		return "the first player left of the blinds begins", ""
	case plan.OffBlinds:
		return "the first player left of the button who is not on a blind begins", "A kill blind is one, too; if everybody is on a blind, it is the first player left of the last one."
	case plan.HighShowing, plan.LowShowing:
		return showingWords[b.Open] + " begins", ""
	case plan.BringInLow, plan.BringInHigh:
		return showingWords[b.Open] + " " + begins, ""
	case plan.LastBettor:
		return "whoever bet or raised last in the round before begins", "When nobody did, it is the first player left of the button."
	case plan.SameAsBefore:
		return "whoever began the round before begins", "If that player is out, it is the next player to the left."
	}
	return b.Open.String() + " begins", ""
}

// showingWords are the openers that the cards showing decide.
var showingWords = map[plan.Opener]string{
	plan.HighShowing: "the highest hand showing", plan.LowShowing: "the lowest hand showing",
	plan.BringInLow: "the lowest card showing", plan.BringInHigh: "the highest card showing",
}

// showing returns how the cards that show are compared for who begins, and who it is of equal ones; "" for other openers.
func (w *writer) showing(b *plan.BetStep) (counts, ties string) {
	tie, ace := "the one nearest left of the button", "high"
	if b.AceLow() {
		ace = "low"
	}
	if b.Suits != rank.SuitsEqual {
		which, order := "higher", b.Suits.Suits()
		if b.Open == plan.BringInLow {
			which = "lower"
		}
		tie = fmt.Sprintf("the one with the %s suit (%s lowest, then %s, %s and %s)", which, order[3], order[2], order[1], order[0])
	}
	switch b.Open {
	case plan.HighShowing:
		if counts = "straights and flushes are not counted"; b.AceTurned {
			counts += ", and the ace is low"
		}
		return counts, "of equal hands, " + tie
	case plan.LowShowing:
		return "the ace is " + ace + ", any pair above no pair", "of equal hands, " + tie
	case plan.BringInLow, plan.BringInHigh:
		if counts = "aces are " + ace; b.Open == plan.BringInHigh && ace == "low" {
			counts += ", so that a king is the highest"
		}
		return counts, "of equal cards, " + tie
	}
	return "", ""
}

// limitWords returns the bet sizes in a round of fixed or spread limit.
func (w *writer) limitWords(t plan.Tier) string {
	l := w.stakes.Limit(t)
	if l.Lo == l.Hi {
		return "bets of " + w.money(l.Lo)
	}
	return "bets from " + w.money(l.Lo) + " to " + w.money(l.Hi)
}

// redealTo returns the number of the first step that is played again after a redeal.
func (w *writer) redealTo() string {
	first := 0
	for c := w.game.Steps[0].Collect; c != nil && c.From == plan.FromButton; c = w.game.Steps[first].Collect {
		first++
	}
	for first < len(w.game.Steps)-1 && w.numbers[first] == "" { // a condition, whose branches have numbers
		first++
	}
	return w.numbers[first]
}

// anteAgain returns what a step costs as a new deal, 0 for nothing.
func (w *writer) anteAgain(st *plan.Step) int64 {
	for i := range w.game.Forced {
		if f := &w.game.Forced[i]; f.Everybody && st.Kind == plan.Redeal && !st.NoAnte {
			return w.stakes.Posts(f)
		}
	}
	return 0
}

func span(from, to int) string {
	if from >= to {
		return strconv.Itoa(to)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

// shortStub returns what happens when there are not enough cards.
func (w *writer) shortStub() []Rule {
	stub := w.game.ShortStub
	draws := w.has((*plan.Step).Draws)
	var out []Rule
	add := func(holds bool, subject, text string) {
		if holds {
			out = append(out, usually(subject, text, w.game.Pos))
		}
	}
	add(stub == plan.StubReshuffle, "stub",
		"When the stub runs out, everything that is not in play is shuffled for a new one: discards, burn cards and muck.")
	add(stub == plan.StubCommon, "stub",
		"When there are not enough cards for everybody, the burn cards come back under the stub; if that is not enough, one card is dealt for all, on the board, from the muck when nothing else is left.")
	add(stub == plan.StubReshuffleCommon, "stub",
		"When there are not enough cards for everybody, burn cards and muck are shuffled for a new stub; if that is not enough, one card is dealt for all, on the board.")
	if !draws {
		return out
	}
	add(!stub.Reshuffles(), "stub in a draw", "When the stub runs out in a draw, everything that is not in play is shuffled for a new one.")
	ownBack := w.has(func(s *plan.Step) bool { return s.Draws() && s.Draw.OwnBack })
	add(ownBack, "own discards", "A player may get back a card just discarded.")
	add(!ownBack, "own discards", "A player does not get back a card just discarded while another is left.")
	return out
}

// showdownWords returns a showdown in one line; the section about what wins has the details.
func (w *writer) showdownWords(sd *plan.ShowdownStep) string {
	names := make([]string, 0, len(sd.Parts))
	for i := range sd.Parts {
		names = append(names, "the best "+sd.Parts[i].Name+" hand")
	}
	switch {
	case len(names) == 1 && mustQualify(&sd.Parts[0]):
		return "Showdown: " + names[0] + " takes the pot if it qualifies."
	case len(names) == 1:
		return "Showdown: " + names[0] + " takes the pot."
	}
	text := "Showdown: " + list(names, "and") + " share each pot."
	for i := range sd.Parts {
		if p := &sd.Parts[i]; w.brief && w.varies(p) {
			d := p.Ranking.Description()
			text += " " + capital(p.Name) + " hand: " + lower(floorWords(&d))
		}
	}
	return text
}

// partNames returns the names of the hands that share a pot.
func partNames(sd *plan.ShowdownStep) (names []string) {
	for i := range sd.Parts {
		names = append(names, sd.Parts[i].Name)
	}
	return names
}

// potless reports whether nothing is ever paid into a pot.
func (w *writer) potless() bool {
	return len(w.game.Forced) == 0 && !w.has(func(st *plan.Step) bool {
		return st.Bets() || st.Kind == plan.PayStep || st.Ask.Costs() || st.Ask != nil && st.Ask.Price != nil
	})
}

// varies reports whether the hand that a part takes at least is another at another showdown.
func (w *writer) varies(p *plan.Part) bool {
	return w.has(func(st *plan.Step) bool {
		return st.Show != nil && slices.ContainsFunc(st.Show.Parts, func(o plan.Part) bool {
			return o.Name == p.Name && !slices.Equal(o.Ranking.Description().Floor, p.Ranking.Description().Floor)
		})
	})
}
