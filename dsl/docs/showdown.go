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

// shows returns the numbers of the steps that are showdowns with a property, each once.
func (w *writer) shows(is func(*plan.ShowdownStep) bool) (numbers []string) {
	for i := range w.game.Steps {
		if sd := w.game.Steps[i].Show; sd != nil && is(sd) {
			numbers = append(numbers, w.numbers[i])
		}
	}
	return distinct(numbers)
}

// byShowdown returns how hands win and how they share a pot, at each showdown.
func (w *writer) byShowdown() (out []Rule) {
	var steps []int
	for i := range w.game.Steps {
		if w.game.Steps[i].Show != nil {
			steps = append(steps, i)
		}
	}
	everywhere := w.shows(func(*plan.ShowdownStep) bool { return true })
	for _, of := range []func(*plan.Step) []Rule{w.waysToWin, w.sharing} {
		var all, some []Rule
		at := map[string][]string{} // the steps of the showdowns at which a rule holds
		for _, i := range steps {
			for _, r := range of(&w.game.Steps[i]) {
				if at[r.Value()] == nil {
					all = append(all, r)
				}
				at[r.Value()] = append(at[r.Value()], w.numbers[i])
			}
		}
		for _, r := range all {
			here := distinct(at[r.Value()])
			if len(here) == len(everywhere) {
				out = append(out, r)
				continue
			}
			at, numbers := atSteps(here)
			r.when, r.steps = slices.Concat([]string{at}, r.when), numbers
			some = append(some, r)
		}
		out = append(out, some...)
	}
	return out
}

// atSteps names steps by blanks, "at steps {#} and {#}", and returns the numbers for them: of three or more in a row the first and
// the last.
func atSteps(steps []string) (text string, numbers []string) {
	text = "at steps "
	if len(steps) == 1 {
		text = "at step "
	}
	for i := range steps {
		before, _ := strconv.Atoi(steps[max(i-1, 0)])
		if n, err := strconv.Atoi(steps[i]); len(steps) < 3 || err != nil || i > 0 && n != before+1 {
			return text + list(slices.Repeat([]string{"{#}"}, len(steps)), "and"), steps
		}
	}
	return text + "{#} to {#}", []string{steps[0], steps[len(steps)-1]}
}

// waysToWin returns what wins at one showdown. Its clauses are printed with the step.
func (w *writer) waysToWin(st *plan.Step) []Rule {
	var out []Rule
	cited := w.room.says(st.Clauses)
	add := func(topic, subject, text string, of ...string) {
		r := usually(topic+" "+subject, text, st.Pos)
		r.topic, r.Within, r.when, r.colon = topic, cited, of, true
		out = append(out, r)
	}
	sd := st.Show
	for i := range sd.Parts {
		topic := highTopic
		if sd.Parts[i].Ranking.Low() {
			topic = lowTopic
		}
		for k, text := range w.partSays(&sd.Parts[i]) {
			if text != "" {
				add(topic, partAspects[k], text, sd.Parts[i].Name+" hand")
			}
		}
	}
	if len(sd.Parts) > 1 && !w.potless() {
		says := splitWords(sd)
		if w.brief { // players need no origins
			says = []string{sentences(says...)}
		}
		for i, text := range says {
			r := usually(splitTopic+" "+strconv.Itoa(i), text, st.Pos)
			if r.topic, r.Costs = splitTopic, true; i < len(splitKinds) {
				r.Clauses = w.room.ofKinds(st.Clauses, splitKinds[i])
			}
			out = append(out, r)
		}
	}
	return out
}

// sharing returns how equal hands share at a showdown, and which hands are shown.
func (w *writer) sharing(st *plan.Step) []Rule {
	shown, kindShown := "All hands still in are shown.", "all-shown"
	if st.Show.LosersMuck {
		shown, kindShown = "A hand that wins nothing need not be shown.", "not-shown"
	}
	of := func(kind string) []string { // of several shares the clauses are about these
		return w.room.among(st.Clauses, func(c *Clause) bool { return c.Kind == kind && len(st.Show.Parts) == 1 })
	}
	speak := func(c *Clause) bool { return c.Kind == "cards-speak" }
	all := func(c *Clause) bool { return c.Kind == kindShown }
	if w.potless() {
		return nil
	}
	equal, suits := "equal", !slices.ContainsFunc(st.Show.Parts, func(p plan.Part) bool { return !p.BySuit })
	if suits { // then only identical hands share
		equal = "identical"
	}
	out := []Rule{
		usually("ties", sentence(equal+" hands share in whole chips of {}"), st.Pos, of("pot-split")...),
		usually("odd chips", oddChipWords(st.Show, equal), st.Pos, of("odd-chip")...),
		usually("cards speak", "The cards speak for themselves.", st.Pos, w.room.among(slices.Concat(st.Clauses, w.game.Clauses, w.game.From.House.Clauses), speak)...),
	}
	out[0].amounts = []string{w.money(w.stakes.Chip)}
	out[0].Costs, out[1].Costs = !suits, !suits
	out[2].Uncommon = len(out[2].Clauses) > 0 // the house says it itself
	if w.game.Hides(false) {
		out = slices.Insert(out, 2, usually("hands shown", shown, st.Pos, w.room.among(st.Clauses, all)...))
	}
	if !slices.ContainsFunc(st.Show.Parts, func(p plan.Part) bool { return w.mayTie(&p) }) {
		out = slices.DeleteFunc(out, func(r Rule) bool {
			return (r.subject == "ties" || r.subject == "odd chips") && len(r.Clauses) == 0
		})
	}
	for i := range out {
		out[i].topic = showdownTopic
	}
	return out
}

// partWords returns one way to win in one text.
func (w *writer) partWords(p *plan.Part) string { return sentences(w.partSays(p)...) }

// described returns the description of a ranking with the deck of the game, which may be shorter than the one that it ranks.
func (w *writer) described(r *rank.Ranking) rank.Description {
	d := r.Description()
	d.Deck.Lowest = max(d.Deck.Lowest, w.game.Deck.Lowest)
	d.Deck.Without |= w.game.Deck.Without
	return d
}

// partAspects are what a sheet says of a part, see partSays.
var partAspects = [...]string{"order", "author", "size", "cards", "wild cards", "least hand", "suits", "condition"}

// partSays returns one way to win: the order of hands, which cards play, the qualifier, the tie breaker and so on, "" for each that there
// is not. In a book the games share most of it.
func (w *writer) partSays(p *plan.Part) []string {
	d := w.described(p.Ranking)
	return []string{scaleWords(p.Ranking, &d, p.Floor) + ".", authorWords(&d), sizeWords(p.Ranking, &d), sentences(w.numberWords(p), w.whichWords(p)), w.jokerWords(p, &d), floorWords(&d), w.suitWords(p), w.conditionWords(p)}
}

// scaleWords returns the order of the hands, without the classes in which every hand is below least, if that is not nil.
func scaleWords(r *rank.Ranking, d *rank.Description, least *plan.Openers) string {
	switch {
	case d.Score != nil && len(d.Order) == 0:
		return "the game's own ranking, " + d.Name
	case d.Base == rank.BaseBadugi:
		end, ace := "lowest", "low"
		if !r.Low() {
			end = "highest"
		}
		if d.Ace == rank.AceHigh {
			ace = "high"
		}
		return fmt.Sprintf("badugi, the most cards of different ranks and suits, then the %s; the ace is %s", end, ace)
	case r.Size() == 1 && r.Low():
		ace := "low"
		if d.Ace == rank.AceHigh || d.Ace != rank.AceLow && d.Base != rank.BaseAceToFive {
			ace = "high"
		}
		return "the lowest card wins; the ace is " + ace
	case r.Size() == 1 && d.Base == rank.BaseHigh && d.Ace != rank.AceLow:
		return "the highest card wins"
	case d.Base.Low():
		return lowWords(r, d)
	}
	order := ""
	if len(d.Categories)+len(d.Order) > 0 {
		order = "in the order "
	}
	names, low := classNames(r, d), ""
	if worst, ok := leastClass(r, d, least); ok && !r.Low() {
		if k := slices.Index(names, worst); k >= 0 {
			names = names[:k+1]
		}
	}
	ace := aceWords(r, d)
	if ace != "" {
		ace = "; " + ace
	}
	if len(d.Order) == 0 && (d.Deck.Lowest != cards.Two || d.Deck.Without != 0) { // a short deck may not have all of them
		have := chart(r, d, nil)
		names = slices.DeleteFunc(names, func(name string) bool {
			return !slices.ContainsFunc(have, func(c Class) bool { return c.Name == capital(name) })
		})
	}
	if r.Low() {
		low = "; of two hands of one class the lower wins"
	}
	return order + strings.Join(names, ", ") + ace + low
}

// classNames returns the classes of hands of a ranking, best first.
func classNames(r *rank.Ranking, d *rank.Description) (names []string) {
	for i := range d.Order {
		names = append(names, d.Order[i].Name)
	}
	if len(d.Order) > 0 {
		return names
	}
	for _, c := range r.Categories() {
		if s := r.Best(royal); !r.Low() && c == rank.StraightFlush && s != 0 && r.Category(s) == c && isRoyal(r, s) {
			names = append(names, r.Describe(s)) // which has a name of its own in the documents
		}
		names = append(names, c.String())
	}
	return names
}

// leastClass returns the class of the lowest hand that wins; not ok if every hand does.
func leastClass(r *rank.Ranking, d *rank.Description, least *plan.Openers) (name string, ok bool) {
	s := rank.Strength(0)
	switch {
	case least != nil && least.Ranking == r:
		s = least.Least()
	case len(d.Floor) > 0:
		s = r.Best(d.Floor)
	}
	if s == 0 {
		return "", false
	}
	if len(d.Order) > 0 {
		k := r.Class(s)
		if k < 0 {
			return "", false
		}
		return d.Order[k].Name, true
	}
	return r.Category(s).String(), true
}

// royal is a royal flush.
var royal = cards.MustParse("AsKsQsJsTs")

// lowWords returns the order of a ranking based on a low one, with the rank of its ace and the effect of straights and flushes.
func lowWords(r *rank.Ranking, d *rank.Description) string {
	base, ace := "ace to five", "low"
	if d.Base == rank.BaseDeuceToSeven {
		base, ace = "deuce to seven", "high"
	}
	switch d.Ace {
	case rank.AceHigh:
		ace = "high"
	case rank.AceLow:
		ace = "low"
		if d.Base == rank.BaseDeuceToSeven {
			base = "ace to six"
		}
	case rank.AceBoth:
		ace += " and at either end of a straight"
	}
	count := "straights and flushes do not count"
	names := classNames(r, d)
	switch {
	case len(d.Categories)+len(d.Order) > 0:
		count = "in the order " + strings.Join(names, ", ")
	case slices.Contains(names, rank.Straight.String()):
		count = "straights and flushes count against the hand"
	}
	return fmt.Sprintf("%s, the ace %s, %s; %s", base, ace, count, bestLow(r, d, names))
}

// bestLow names the best hand of a low ranking if the deck has its cards.
func bestLow(r *rank.Ranking, d *rank.Description, names []string) string {
	straights := slices.Contains(names, rank.Straight.String())
	aceLow := d.Ace == rank.AceLow || d.Ace != rank.AceHigh && d.Base == rank.BaseAceToFive
	switch {
	case !r.Low():
		return "of two hands without a pair, or of the same class, the higher one wins"
	case d.Deck.Lowest != cards.Two || d.Deck.Without != 0 || d.Missing > 0 || r.Size() != 5 || names[0] != rank.HighCard.String():
		return "the lowest hand is best"
	case aceLow && straights:
		return "6-4-3-2-A is best"
	case aceLow:
		return "5-4-3-2-A is best"
	case straights:
		return "7-5-4-3-2 is best"
	}
	return "6-5-4-3-2 is best"
}

// authorWords returns the documentation of a script's classes of hands and of its scoring function.
func authorWords(d *rank.Description) string {
	said := []string{sentence(d.Doc)}
	for _, c := range d.Order {
		if c.Doc != "" {
			said = append(said, sentence(capital(c.Name)+": "+c.Doc))
		}
	}
	return sentences(said...)
}

// sizeWords returns the number of cards in a hand, and which of them count, unless it is five of all.
func sizeWords(r *rank.Ranking, d *rank.Description) string {
	var out []string
	switch {
	case d.Missing > 0 && d.Score != nil:
		out = append(out, fmt.Sprintf("A hand has %d to %s.", r.Size()-d.Missing, cards.Counted(r.Size(), "card")))
	case d.Missing > 0:
		text := fmt.Sprintf("A hand has %d to %s; a missing card ranks below all others", r.Size()-d.Missing, cards.Counted(r.Size(), "card"))
		if of := r.Categories(); slices.Contains(of, rank.Straight) && slices.Contains(of, rank.Flush) {
			text += fmt.Sprintf(", and a straight or a flush takes %d", r.Size())
		}
		out = append(out, text+".")
	case r.Size() != 5 && r.Size() != 1 && d.Base != rank.BaseBadugi:
		out = append(out, fmt.Sprintf("A hand has %s.", cards.Counted(r.Size(), "card")))
	}
	if d.Only != 0 {
		var names []string
		for s := cards.Clubs; s <= cards.Spades; s++ {
			if d.Only.Suits(s) != 0 {
				names = append(names, s.String())
			}
		}
		out = append(out, fmt.Sprintf("Only %s count.", list(names, "and")))
	}
	if d.OneSuit {
		out = append(out, "Only the cards of one suit count, the suit that makes the best hand.")
	}
	return strings.Join(out, " ")
}

// usualAce reports whether the ace of a high hand is what players expect: high, and low in 5-4-3-2-A.
func usualAce(r *rank.Ranking, d *rank.Description) bool {
	return r.Size() == 5 && d.Ace != rank.AceHigh && d.Ace != rank.AceLow && d.Deck.Lowest == cards.Two
}

// aceWords returns the rank of the ace in the usual order.
func aceWords(r *rank.Ranking, d *rank.Description) string {
	low := d.Deck.Lowest
	if d.Deck.Without != 0 {
		return ""
	}
	switch {
	case d.Ace == rank.AceHigh:
		return "the ace is high only"
	case d.Ace == rank.AceLow:
		return "the ace is low only"
	case r.Size() != 5 && (d.Score != nil || d.Missing > 0 || d.Base != rank.BaseHigh || !slices.Contains(r.Categories(), rank.Straight)):
		return ""
	case low == cards.Two && d.Base == rank.BaseHigh:
		return "the ace is high, and low in " + wheel(r.Size())
	case r.Size() != 5:
		return ""
	case low == cards.Ten: // the only straight
		return ""
	case low != cards.Two:
		names := []string{"A"}
		for r := low; r < low+4; r++ {
			names = append(names, face(r))
		}
		return strings.Join(names, "-") + " is the lowest straight"
	}
	return ""
}

// face returns a rank as it stands on a card: "10", "J".
func face(r cards.Rank) string {
	if r == cards.Ten {
		return "10"
	}
	return string(r.Char())
}

// wheel returns the lowest straight of so many cards: "5-4-3-2-A".
func wheel(size int) string {
	var names []string
	for r := cards.Rank(size - 2); len(names) < size-1; r-- {
		names = append(names, string(r.Char()))
	}
	return strings.Join(append(names, "A"), "-")
}

// numberWords returns the numbers of the player's and the board's cards that make the hand.
func (w *writer) numberWords(p *plan.Part) string {
	size := p.Ranking.Size()
	hole, fixed := w.shownCards()
	own := "the player's cards"
	if fixed {
		own = "the player's " + cards.Counted(hole, "card")
	}
	switch {
	case len(p.Use) > 0:
		uses := byBoards(p.Use)
		ways := make([]string, 0, len(uses))
		for i := range uses {
			ways = append(ways, w.useWords(&uses[i]))
		}
		if long := len(ways) > 1 && slices.ContainsFunc(p.Use, func(u plan.Use) bool { return u.Boards != 0 || u.FromEach() }); long {
			return "The hand is made of " + strings.Join(ways, "; or ") + "."
		}
		return capital(list(ways, "or")) + " play."
	case p.From != plan.AllCards || p.Hands != 0 && (!w.boarded() || w.playable(p) == 0 && w.game.Boards != nil):
		return ""
	case p.Hands != 0:
		return fmt.Sprintf("The best %d of the cards set apart as %s and the board play.", size, list(w.handNames(p.Hands), "or"))
	case w.boarded() && (w.game.Boards == nil || w.playable(p) != 0):
		own += " and the board"
	case hole <= size:
		return ""
	}
	if size == 1 {
		return "The best of " + own + " plays."
	}
	return fmt.Sprintf("The best %d of %s play.", size, own)
}

// byBoards returns ways to play in which those that differ only in their boards are one.
func byBoards(uses []plan.Use) (out []plan.Use) {
	for _, u := range uses {
		i := slices.IndexFunc(out, func(o plan.Use) bool {
			return o.Use == u.Use && !o.FromEach() && !u.FromEach() && o.Boards != 0 && u.Boards != 0
		})
		if i < 0 {
			out = append(out, u)
			continue
		}
		out[i].Boards |= u.Boards
	}
	return out
}

// playable returns the set of boards that may play, bit k for the game's k-th: all but those that a hand must beat.
func (w *writer) playable(p *plan.Part) uint16 { return (1<<len(w.game.Boards) - 1) &^ p.Beats }

// shownCards returns the largest number of cards that a player holds at a showdown, and whether it is always this many.
func (w *writer) shownCards() (most int, fixed bool) {
	if w.banked() {
		return w.game.HoleCards(), true
	}
	const none = 1 << 20 // no showdown follows
	steps := w.game.Steps
	least := make([]int, len(steps)+1)
	most, least[len(steps)], fixed = w.game.HoleCards(), none, true
	for i := len(steps) - 1; i >= 0; i-- {
		st := &steps[i]
		hole, _ := st.Changes()
		if st.Ask != nil && st.Ask.Whole && st.Ask.From != plan.FromBoard && st.Ask.Least == st.Ask.Most { // one of the hands set apart
			hole = -st.Ask.Least
			most += hole
		}
		switch {
		case st.Show != nil:
			least[i] = 0
		case st.Branches():
			least[i] = min(least[i+1], least[st.Jump])
		case st.Leaves():
			least[i] = least[st.Jump]
		case st.Ends():
			least[i] = none
		default:
			least[i] = least[i+1]
		}
		least[i] += hole
		byBoard := st.Ask != nil && st.Ask.Rule == plan.Matching && !st.Ask.Back // as many as match its cards
		fixed = fixed && !byBoard && (hole == 0 || st.Ask == nil || st.Ask.Back || st.Ask.Least == st.Ask.Most)
	}
	return most, fixed && least[0] == most
}

// useWords returns one way in which hole and board cards play.
func (w *writer) useWords(u *plan.Use) string {
	board := "the board"
	if u.FromEach() {
		ways := []string{plan.Numbers(u.HoleLeast, u.HoleMost) + " of the player's own cards"}
		if u.AllHeld() {
			ways[0] = "all of the player's own cards"
		}
		for k, name := range w.game.Boards {
			if n := u.Of[k]; n > 0 {
				ways = append(ways, fmt.Sprintf("%d of board %s", n, name))
			}
		}
		return list(ways, "and")
	}
	if u.Boards != 0 {
		board = "board " + w.boardNames(u.Boards)
	}
	switch {
	case u.AllHeld() && !w.boarded():
		return "all of the player's own cards"
	case u.AllHeld() && u.BoardMost == 0:
		return "all of the player's own cards and none of the board"
	case u.AllHeld() && u.BoardLeast == 0:
		return "all of the player's own cards and enough of " + board + " to complete the hand"
	case u.AllHeld():
		return "all of the player's own cards and " + plan.Numbers(u.BoardLeast, u.BoardMost) + " of " + board
	}
	if u.HoleLeast == u.HoleMost && u.BoardLeast == u.BoardMost {
		switch {
		case u.BoardMost == 0:
			return fmt.Sprintf("exactly %s of the player's own and none of the board", cards.Counted(int(u.HoleMost), "card"))
		case u.HoleMost == 0:
			return fmt.Sprintf("exactly %s of %s and none of the player's own", cards.Counted(int(u.BoardMost), "card"), board)
		}
		return fmt.Sprintf("exactly %s of the player's own and %s of %s", cards.Counted(int(u.HoleMost), "card"), cards.Counted(int(u.BoardMost), "card"), board)
	}
	switch {
	case u.HoleLeast == 0 && u.HoleMost == rank.AnyNumber && u.BoardMost == 0:
		return "only the player's own cards"
	case u.Boards != 0:
		return u.CardsThatPlay() + " of " + board
	}
	return u.CardsThatPlay()
}

// handNames returns the names of some of the game's hands, as they stand in sentences.
func (w *writer) handNames(set uint16) []string {
	names := w.namesOf(w.game.Hands, set)
	for i := range names {
		names[i] = plan.TheHand(names[i])
	}
	return names
}

// boardNames returns the boards in a set, "" if the game has only one.
func (w *writer) boardNames(set uint16) string {
	return list(w.namesOf(w.game.Boards, set), "or")
}

// namesOf returns the names in a set, bit k for the k-th.
func (w *writer) namesOf(all []string, set uint16) (names []string) {
	for k, name := range all {
		if set>>k&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

// theBoard is the name of a board that is not one of several alike.
const theBoard = "Board"

// before returns the name of the part before a part of a showdown.
func (w *writer) before(p *plan.Part) (name string) {
	for i := range w.game.Steps {
		if sd := w.game.Steps[i].Show; sd != nil {
			for k := range sd.Parts[1:] {
				if &sd.Parts[k+1] == p {
					name = sd.Parts[k].Name
				}
			}
		}
	}
	return cmp.Or(name, "other")
}

// whichWords returns which of the cards are considered, if not all.
func (w *writer) whichWords(p *plan.Part) string {
	var out []string
	switch p.From {
	case plan.DownCards:
		out = append(out, "Only the player's down cards play.")
	case plan.UpCards:
		out = append(out, "Only the player's up cards play.")
	case plan.Unused:
		out = append(out, fmt.Sprintf("Only those that the %s hand does not use play.", w.before(p)))
	}
	switch names := w.handNames(p.Hands); {
	case len(p.Use) == 0 && w.numberWords(p) != "": // which names them
	case len(names) == 1:
		out = append(out, fmt.Sprintf("Only the cards set apart as %s play.", names[0]))
	case len(names) > 1:
		out = append(out, fmt.Sprintf("Only the cards set apart as %s play, whichever make the best hand.", list(names, "or")))
	}
	switch {
	case p.Boards != 0 && w.boardNames(p.Boards) == theBoard:
	case p.Boards != 0:
		out = append(out, fmt.Sprintf("The board is %s.", w.boardNames(p.Boards)))
	case len(w.game.Boards) > 1 && !slices.ContainsFunc(p.Use, func(u plan.Use) bool { return u.Boards != 0 || u.BoardMost == 0 }):
		boards := w.namesOf(w.game.Boards, w.playable(p))
		if len(boards) == 1 {
			out = append(out, fmt.Sprintf("The board is %s.", boards[0]))
		} else if len(boards) > 1 {
			of := "one of " + list(boards, "and")
			if w.has((*plan.Step).Removes) {
				of = "one of those that are left"
			}
			out = append(out, "The board is "+of+", whichever makes the best hand.")
		}
	}
	return strings.Join(out, " ")
}

// conditionWords returns who can win the part, and what happens if nobody does.
func (w *writer) conditionWords(p *plan.Part) string {
	var out []string
	if len(p.Chosen) > 0 {
		out = append(out, fmt.Sprintf("Only players who have declared %s compete for it.", list(quoted(p.Chosen), "or")))
	}
	if p.Floor != nil {
		out = append(out, fmt.Sprintf("It must be %s.", p.Floor.OrBetter()))
	}
	if p.Beats != 0 {
		out = append(out, fmt.Sprintf("It must beat the cards of %s, even when only one player is in.", w.boardNames(p.Beats)))
	}
	if p.Holding != 0 {
		var ranks []string
		for r := cards.Ace; r < 13; r-- {
			if p.Holding>>r&1 != 0 {
				ranks = append(ranks, withArticle(faceNames[r]))
			}
		}
		out = append(out, fmt.Sprintf("A player must hold %s to qualify.", list(ranks, "or")))
	}
	switch e := p.Else; {
	case e == nil:
	case p.Holding != 0 && e.Ranking == p.Ranking && e.Holding|e.Beats == 0 && e.Floor == nil && e.Else == nil && e.Nobody == plan.OthersDivide &&
		e.From == p.From && e.Hands == p.Hands && e.Boards == p.Boards && slices.Equal(e.Use, p.Use):
		out = append(out, "When nobody qualifies, the best hand wins without it.")
	default:
		out = append(out, "When nobody qualifies, this wins instead: "+p.Else.Name+" hand: "+w.partWords(p.Else))
	}
	switch p.Nobody {
	case plan.AllDivide:
		out = append(out, "When nobody qualifies, all who compete for it divide it.")
	case plan.NewDeal:
		again := "are dealt new cards without another ante"
		if p.NewAnte {
			again = "ante again and are dealt new cards"
		}
		out = append(out, "When nobody qualifies, the cards come back, the pot stays, and those still in "+again+".")
	case plan.Carries:
		what := "its share stays in the pot"
		if w.lone(p) {
			what = "the pot stays"
		}
		out = append(out, "When nobody qualifies, "+what+" for the next hand.")
	}
	return strings.Join(out, " ")
}

// lone reports whether a part, or one of its fallbacks, wins whole pots.
func (w *writer) lone(p *plan.Part) bool {
	return w.has(func(st *plan.Step) bool {
		if st.Show == nil || len(st.Show.Parts) != 1 {
			return false
		}
		for o := range st.Show.Each {
			if o == p {
				return true
			}
		}
		return false
	})
}

// jokerWords returns what jokers and wild cards stand for.
func (w *writer) jokerWords(p *plan.Part, d *rank.Description) string {
	var what []string
	if d.Jokers != rank.NoJoker && d.Deck.Jokers > 0 {
		what = append(what, "the joker")
	}
	is := "is"
	for _, r := range d.WildRanks {
		what, is = append(what, rank.Plural(r)), "are"
	}
	for _, c := range d.WildCards {
		what = append(what, cardName(c))
	}
	if len(what) == 0 {
		return w.becomesWild(p, d)
	}
	if len(what) > 1 {
		is = "are"
	}
	role := "wild"
	if len(d.WildRanks)+len(d.WildCards) == 0 {
		role = "any card"
	}
	switch {
	case d.Jokers == rank.Bug && d.Base.Low():
		role = "the lowest card that the hand does not hold"
	case d.Jokers == rank.Bug:
		role = "an ace, or the card that completes a straight or a flush"
	}
	return sentences(fmt.Sprintf("%s %s %s.", capital(list(what, "and")), is, role), w.becomesWild(p, d))
}

// becomesWild returns what becomes wild during a hand.
func (w *writer) becomesWild(p *plan.Part, d *rank.Description) string {
	var out []string
	for i := range d.Events {
		e := &d.Events[i]
		low := "; for that, the ace is high"
		if e.AceLow {
			low = "; for that, the ace is low"
		}
		switch e.Kind {
		case rank.FollowsUp:
			name := faceNames[e.Rank]
			out = append(out, fmt.Sprintf("The rank of the next card turned up after %s is wild; when another %s is turned up, the rank after that one is wild instead.", withArticle(name), name))
		case rank.LowestDown:
			out = append(out, "Each player's lowest down card is wild, and so are all of its rank in that hand"+low+".")
		case rank.LowestHole:
			out = append(out, "Each player's lowest card is wild, and so are all of its rank in that hand"+low+".")
		case rank.LastBoard:
			last := "last card "
			if w.game.Boards == nil && w.onTable(0) == 1 {
				last = "card "
			}
			out = append(out, "The "+last+w.wildBoard(p, e)+" is wild, and so are all of its rank.")
		case rank.LowestBoard:
			out = append(out, fmt.Sprintf("The lowest card %s is wild, and so are all of its rank%s.", w.wildBoard(p, e), low))
		case rank.OnBoard:
			if w.onTable(slices.Index(w.game.Boards, e.Board)) == 1 {
				out = append(out, fmt.Sprintf("The card of board %s is wild, and so are all of its rank.", e.Board))
				continue
			}
			out = append(out, fmt.Sprintf("The cards of board %s are wild, and so are all of their ranks.", e.Board))
		case rank.ByScript:
			doc := e.Asked.Doc()
			if doc == "" {
				doc = "the script says which cards are wild"
			}
			out = append(out, sentence("Wild cards: "+doc))
		}
	}
	return strings.Join(out, " ")
}

// onTable returns the number of cards that the dealer lays on a board, by its place among those of the game.
func (w *writer) onTable(board int) (n int) {
	for i := range w.game.Steps {
		if st := &w.game.Steps[i]; st.DealsTo(plan.ZoneBoard) && (st.On == 0 || st.On>>board&1 != 0) {
			n += st.Count
		}
	}
	return n
}

// wildBoard returns the board or boards to which a wild card event applies, in words.
func (w *writer) wildBoard(p *plan.Part, e *rank.Event) string {
	fromEach := func(u plan.Use) bool { return u.FromEach() }
	none := func(u plan.Use) bool { return !u.Any() && u.BoardMost == 0 }
	all := w.namesOf(w.game.Boards, 1<<len(w.game.Boards)-1)
	if p.Boards != 0 {
		all = w.namesOf(w.game.Boards, p.Boards)
	}
	switch {
	case e.Board != "":
		return "of board " + e.Board
	case w.game.Boards == nil:
		return "on the board"
	case len(all) == 1:
		return "of board " + all[0]
	case len(p.Use) > 0 && !slices.ContainsFunc(p.Use, func(u plan.Use) bool { return !none(u) }):
		return "on " + list(all, "and")
	case slices.ContainsFunc(p.Use, fromEach):
		return "of the boards that the hand plays"
	}
	return "of the board that the hand plays"
}

// cardName returns a card in words: "the king of hearts".
func cardName(c cards.Card) string {
	if !c.Natural() {
		return "the joker"
	}
	return "the " + faceNames[c.Rank()] + " of " + c.Suit().String()
}

// withArticle returns a noun with its article: "a queen", "an ace".
func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aei") {
		return "an " + noun
	}
	return "a " + noun
}

// floorWords returns the minimum hand to qualify.
func floorWords(d *rank.Description) string {
	if len(d.Floor) == 0 {
		return ""
	}
	if of, ok := wholeClass(d); ok {
		return "It must be " + of + "."
	}
	ranks := make([]string, 0, len(d.Floor))
	for _, c := range d.Floor {
		ranks = append(ranks, face(c.Rank()))
	}
	return "It must be " + strings.Join(ranks, "-") + " or better."
}

// wholeClass returns the qualifying hands in words if the floor is the worst hand of its class, so that naming the class is
// enough: "a pair or better", "a hand without a pair".
func wholeClass(d *rank.Description) (words string, ok bool) {
	if d.Score != nil {
		return "", false
	}
	all := *d
	all.Floor = nil
	r, err := rank.Compile(all)
	if err == nil && d.Base == rank.BaseBadugi {
		n := len(d.Floor)
		s := r.Best(d.Floor)
		return "a badugi of " + cards.Counted(n, "card"), n == r.Size() && s > 1 && !strings.HasSuffix(r.Describe(s-1), "badugi")
	}
	if err != nil || r.Low() && !slices.ContainsFunc(d.Floor, func(c cards.Card) bool { return c.Rank() >= cards.King }) {
		return "", false // a low hand without a king or an ace is not the worst of its class
	}
	s := r.Best(d.Floor)
	of := r.Category(s)
	switch {
	case s > 1 && r.Category(s-1) == of && r.Describe(s-1) != r.Describe(s):
		return leastOf(d, of)
	case s > 1 && r.Category(s-1) == of:
		return "", false
	case of == rank.HighCard && r.Low():
		return "a hand without a pair", r.Categories()[0] == of
	}
	switch of {
	case rank.HighCard:
		return "", false
	case rank.TwoPair, rank.Trips, rank.Quads, rank.FiveOfAKind:
		return of.String() + " or better", true
	}
	return "a " + of.String() + " or better", true
}

// leastOf returns the qualifying hands in words if the floor is the worst one of its class with its rank: "a pair of nines or better".
func leastOf(d *rank.Description, of rank.Category) (words string, ok bool) {
	most := d.Floor[0].Rank() // a floor is written with its pair first
	switch of {
	case rank.Pair:
		return "a pair of " + rank.Plural(most) + " or better", true
	case rank.Trips:
		return "three " + rank.Plural(most) + " or better", true
	}
	return "", false
}

// mayTie reports whether two hands of a part may be equal: with suits that break ties only where all their cards are shared, or where cards
// of several decks or wild cards count.
func (w *writer) mayTie(p *plan.Part) bool {
	d := w.described(p.Ranking)
	if !p.BySuit || d.Deck.Packs > 1 || w.game.Deck.Packs > 1 || w.game.Deck.Jokers+len(d.WildRanks)+len(d.WildCards)+len(d.Events) > 0 {
		return true
	}
	for k := range max(1, len(w.game.Boards)) {
		if w.onTable(k) >= p.Ranking.Size() && (len(p.Use) == 0 || slices.ContainsFunc(p.Use, func(u plan.Use) bool { return u.HoleLeast == 0 })) {
			return true
		}
	}
	return false
}

// suitWords returns how suits break ties.
func (w *writer) suitWords(p *plan.Part) string {
	if !p.BySuit {
		return ""
	}
	suits := p.Ranking.SuitsPlay().Suits()
	best, order := suits[0], fmt.Sprintf("%s before %s, %s and %s", suits[0], suits[1], suits[2], suits[3])
	d := p.Ranking.Description()
	how, example := ", comparing the cards in the order in which they make the hand", fmt.Sprintf(": if both players have a pair of nines and an ace, the nine of %s wins, whatever the aces are", best)
	switch {
	case p.Ranking.Size() == 1:
		how, example = "", fmt.Sprintf(": of two aces the ace of %s wins", best)
	case p.Ranking.Low():
		how, example = ", comparing the cards from the highest down", fmt.Sprintf(": of two hands of 8-6-4-2-A, the eight of %s wins", best)
	case p.HighestFirst:
		how, example = ", comparing the cards from the highest down", fmt.Sprintf(": if both players have a pair of nines and an ace, the ace of %s wins", best)
	}
	if p.Ranking.Size() != 1 && (p.Ranking.Size() != 5 || d.Score != nil && len(d.Order) == 0) { // no hand of the example
		example = ""
	}
	text := fmt.Sprintf("Ties are broken by suit, %s%s%s.", order, how, example)
	if w.mayTie(p) {
		text += " Only identical hands share."
	}
	if len(d.WildRanks)+len(d.WildCards)+len(d.Events) > 0 {
		text += " A wild card has the place of the card that it stands for, after the others of that rank, and counts there by its own suit."
	}
	if d.Jokers != rank.NoJoker && d.Deck.Jokers > 0 {
		text += " A joker has the place of the card that it stands for, after the others of that rank, and counts there below every suit."
	}
	return text
}

// splitKinds are the kinds of clauses of the first two sentences of splitWords.
var splitKinds = [...]string{"pot-split", "odd-chip"}

// splitWords returns how a pot is divided between several ways to win: the shares, their odd chips, and what follows where nobody takes one.
func splitWords(sd *plan.ShowdownStep) []string {
	odd := sd.Parts[0].Name
	if sd.OddToSecond {
		odd = sd.Parts[len(sd.Parts)-1].Name
	}
	out, share := []string{"Each pot is halved.", fmt.Sprintf("An odd chip goes to the %s half.", odd)}, "half"
	names := make([]string, 0, len(sd.Parts))
	even := true
	for i := range sd.Parts {
		even = even && sd.Parts[i].Weight() == sd.Parts[0].Weight()
		names = append(names, sd.Parts[i].Name)
	}
	switch {
	case !even:
		for i := range names {
			names[i] = fmt.Sprintf("%d to the %s", sd.Parts[i].Weight(), names[i])
		}
		out, share = []string{fmt.Sprintf("Each pot is divided into shares, %s.", list(names, "and")), fmt.Sprintf("Odd chips go first to the %s share.", odd)}, "share"
	case len(names) > 2:
		out = []string{fmt.Sprintf("Each pot is divided into %d equal shares, %s.", len(names), list(names, "and")), fmt.Sprintf("Odd chips of the shares go one each, first to the %s share.", odd)}
		share = "share"
	}
	if sd.Both != "" {
		fail := "those still in divide the pot"
		if slices.ContainsFunc(sd.Parts, func(p plan.Part) bool { return p.Else != nil || p.Nobody != plan.OthersDivide }) {
			fail = "nobody qualifies"
		}
		out = append(out, fmt.Sprintf("A player who declared %q must win every %s alone, or wins nothing. When that leaves nobody, %s.", sd.Both, share, fail))
	}
	fails := 0
	for i := range sd.Parts {
		p := &sd.Parts[i]
		if !mustQualify(p) || p.Last() != p || p.Nobody != plan.OthersDivide {
			continue
		}
		fails++
		if len(sd.Parts) == 2 {
			out = append(out, fmt.Sprintf("When no %s hand qualifies, the %s hand takes the whole pot.", p.Name, sd.Parts[1-i].Name))
			continue
		}
		out = append(out, fmt.Sprintf("When no %s hand qualifies, the others divide its share.", p.Name))
	}
	if fails == len(sd.Parts) && sd.Both == "" && !sd.OneQualifies() {
		out = append(out, "When no hand qualifies at all, those still in divide the pot.")
	}
	return out
}

// mustQualify reports whether a hand can fail to qualify for a part.
func mustQualify(p *plan.Part) bool {
	return p.Ranking.Qualifies() || p.Ranking.SuitsCount() || p.Floor != nil || p.Holding|p.Beats != 0
}

// oddChipWords returns who gets the chips that equal hands cannot share; equal names them: "equal" or "identical" hands.
func oddChipWords(sd *plan.ShowdownStep, equal string) string {
	text := "go one each, the nearest left of the button first."
	switch sd.OddChip {
	case betting.AllNearest:
		text = "all go to the one nearest left of the button."
	case betting.OneEachRight:
		text = "go one each, the nearest right of the button first."
	case betting.BySuit:
		text = "go one each, first to the hand with the highest card, spades before hearts, diamonds and clubs."
	}
	of := " of " + equal + " hands "
	if sd.OddChip == betting.AllNearest && len(sd.Parts) == 1 { // no other chips are odd, and no hand comes after the first
		of = " "
	}
	text = "Odd chips" + of + text
	if sd.Evenly && len(sd.Parts) > 1 {
		tie := map[bool]string{true: "both halves", false: "the same shares"}[len(sd.Parts) == 2]
		text += " Players who tie for " + tie + " of a pot divide what they win of it as evenly as whole chips go."
	}
	return text
}

// award returns what a script decides before the pots are paid, in the words of its docstring.
func (w *writer) award() []Rule {
	if w.game.Award == nil {
		return nil
	}
	r := Rule{subject: "award", says: "The script may limit claims.", Costs: true, topic: showdownTopic, At: either(w.game.From.Award.Pos, w.game.Pos)}
	if d, ok := w.game.Award.(plan.Documented); ok {
		var doc string
		doc, r.Clauses = prose(d.Doc())
		r.when, r.colon = []string{strings.ReplaceAll(strings.Trim(d.Name(), "_"), "_", " ") + ", before the pots are paid"}, true
		r.says = cmp.Or(doc, r.says)
	}
	return []Rule{r}
}
