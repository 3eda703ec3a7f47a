package speech

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// sentence returns an event in the dealer's words: those of its kind.
func (n *Narrator) sentence(e *hand.Event) string {
	f := e.Kind.Facts()
	words := f.Words
	if n.h.Plan().AgainstBank && f.BankWords != "" {
		words = f.BankWords
	}
	text := n.told(e, words)
	if text == "" {
		text = strings.TrimSpace(n.style.Seat(e.Seat) + " " + f.Name)
		if e.N > 0 {
			text += ": " + n.cards(e.List())
		}
	}
	if f.Tone != hand.PlainTone {
		text = n.style.paint(text, tones[f.Tone])
	}
	return text
}

var tones = [...]TextKind{hand.NoteTone: Note, hand.StressTone: Stress, hand.PrizeTone: Prize}

// told fills the parts in braces of some words from an event.
func (n *Narrator) told(e *hand.Event, words string) string {
	var b strings.Builder
	for words != "" {
		before, rest, _ := strings.Cut(words, "{")
		what, after, found := strings.Cut(rest, "}")
		b.WriteString(before)
		if words = after; found {
			b.WriteString(parts[what](n, e))
		}
	}
	return b.String()
}

// parts are the parts in braces of the words of events.
var parts = map[string]func(*Narrator, *hand.Event) string{
	"who": func(n *Narrator, e *hand.Event) string {
		if e.Seat < 0 {
			return "the dealer"
		}
		return n.style.Seat(e.Seat)
	},
	"hand":   (*Narrator).handName, // the seat, or its hand if it has several
	"other":  func(n *Narrator, e *hand.Event) string { return n.style.Seat(e.Other) },
	"amount": func(n *Narrator, e *hand.Event) string { return n.money(e.Amount) },
	"to":     func(n *Narrator, e *hand.Event) string { return n.money(e.To) },
	"number": func(_ *Narrator, e *hand.Event) string { return strconv.FormatInt(e.Amount, 10) },
	"count":  func(_ *Narrator, e *hand.Event) string { return cards.Counted(e.Amount, "card") },
	"cards":  func(n *Narrator, e *hand.Event) string { return cmp.Or(n.cards(e.List()), "no cards") },
	"some":   func(n *Narrator, e *hand.Event) string { return n.some(e.List()) }, // only their number if nobody sees them
	"all in": (*Narrator).allIn,

	"post":  (*Narrator).forced,
	"opens": (*Narrator).opens,
	"folds": (*Narrator).folds,
	"condition": func(n *Narrator, e *hand.Event) string {
		return unless(e.Amount == 1, "not so: ") + n.step(e).Condition()
	},
	"wins comparison": func(_ *Narrator, e *hand.Event) string {
		if e.Amount == 1 {
			return "has nobody to compare with"
		}
		return "has the best hand of those compared"
	},
	"uncalled":    func(_ *Narrator, e *hand.Event) string { return unless(e.Retracts(), "uncalled ") },
	"again":       func(_ *Narrator, e *hand.Event) string { return unless(!e.Retracts(), ", who acts again") },
	"puts again":  (*Narrator).putsAgain,
	"fee":         (*Narrator).collected,
	"discards":    (*Narrator).discards,
	"stays":       (*Narrator).stays,
	"chooses":     (*Narrator).chooses,
	"offer":       (*Narrator).offer,
	"bets first":  (*Narrator).betsFirst,
	"bets since":  (*Narrator).betsSince,
	"why":         (*Narrator).whyRedealt,
	"which cards": (*Narrator).reshuffled,
	"set":         (*Narrator).setApart,
	"die":         func(n *Narrator, e *hand.Event) string { return cmp.Or(n.step(e).Name, "die") },
	"board":       (*Narrator).boardTaken,
	"place":       (*Narrator).place,
	"run":         func(_ *Narrator, e *hand.Event) string { return strconv.Itoa(int(e.Pot) + 1) },
	"runs":        func(_ *Narrator, e *hand.Event) string { return strconv.Itoa(int(e.Other)) },
	"worth":       (*Narrator).worth,
	"award":       (*Narrator).award,
	"incident":    (*Narrator).happened,
	"ruling":      (*Narrator).ruled,

	"puts":   func(n *Narrator, e *hand.Event) string { return cmp.Or(unless(n.on(e) == "", "puts"), "bets") },
	"on":     (*Narrator).on,
	"counts": (*Narrator).counts,
	"bank":   (*Narrator).bankHas,
}

// unless returns a text, "" if something is so.
func unless(so bool, text string) string {
	if so {
		return ""
	}
	return text
}

func (n *Narrator) opens(e *hand.Event) string {
	if n.step(e).Bet.ForcedOpen {
		return "makes the forced bet of"
	}
	return "brings it in for"
}

func (n *Narrator) folds(e *hand.Event) string {
	if k := n.step(e).Kind; k == plan.FoldStep || k == plan.CompareHands {
		return "is out"
	}
	return "folds"
}

func (n *Narrator) putsAgain(e *hand.Event) string {
	switch {
	case e.Seat < 0:
		return "the house puts " + n.money(e.Amount) + " back"
	case e.Amount == 0:
		return n.money(e.To) + " lies before " + n.style.Seat(e.Seat) + " again"
	}
	return n.style.Seat(e.Seat) + " puts " + n.money(e.Amount) + " in again" + n.allIn(e)
}

// place says where a player takes cards from the table, or lays them.
func (n *Narrator) place(e *hand.Event) string {
	if ask := n.step(e).Ask; ask != nil {
		return ask.Words.Place
	}
	return ""
}

func (n *Narrator) discards(e *hand.Event) string {
	if ask := n.step(e).Ask; ask.OnBoard() {
		return ask.Words.Does + " " + n.cards(e.List())
	}
	return "discards " + n.some(e.List())
}

func (n *Narrator) stays(e *hand.Event) string {
	if ask := n.step(e).Ask; ask != nil {
		return ask.Words.Stays
	}
	return "stands pat"
}

func (n *Narrator) chooses(e *hand.Event) string {
	ask := n.step(e).Ask
	if ask == nil {
		return e.Kind.String()
	}
	text := ask.Words.Does + " " + ask.Offers[e.Pot].InSentence()
	if e.Amount > 0 {
		text += " for " + n.money(e.Amount) + n.allIn(e)
	}
	return text
}

func (n *Narrator) betsFirst(e *hand.Event) string {
	if e.N == 0 {
		return " acts first" // perhaps to fold
	}
	return ": " + n.firstBettor(e) + " bets"
}

func (n *Narrator) boardTaken(e *hand.Event) string {
	if int(e.Pot) < len(n.game.Boards) {
		return "board " + n.game.Boards[e.Pot]
	}
	return "a board"
}

// setApart returns the game's name for the hand of an event that was set apart.
func (n *Narrator) setApart(e *hand.Event) string {
	if int(e.Part) < len(n.game.Hands) {
		return plan.TheHand(n.game.Hands[e.Part])
	}
	return "a hand"
}

// allIn adds "all in" to a sentence if the seat has no chips left.
func (n *Narrator) allIn(e *hand.Event) string {
	return unless(!e.AllIn, n.style.paint(", all in", Stress))
}

// forced describes a forced bet by its name; of the additional posts of a seat the table may name one.
func (n *Narrator) forced(e *hand.Event) string {
	amount := n.money(e.Amount)
	switch {
	case e.Forced > 0:
	case n.h.PostName(int(e.Seat)) != "":
		return fmt.Sprintf("the %s of %s", n.h.PostName(int(e.Seat)), n.money(max(e.Amount, e.To)))
	case e.To > e.Amount:
		return amount + " more, " + n.money(e.To) + " in all"
	default:
		return amount
	}
	f := &n.game.Forced[e.Forced-1]
	if full := n.h.Plan().Stakes.Posts(f); e.Amount < full {
		return fmt.Sprintf("%s of the %s of %s", amount, f.Amount, n.money(full))
	}
	return fmt.Sprintf("the %s of %s", f.Amount, amount)
}

func (n *Narrator) collected(e *hand.Event) string {
	st := n.step(e)
	name := "fee" // a table's own fee is taken at any step that moves chips into the pot
	if st.Collect != nil && st.Name != "" {
		name = st.Name
	}
	amount := n.money(e.Amount)
	switch {
	case e.Seat >= 0:
		return fmt.Sprintf("%s pays the house the %s of %s", n.style.Seat(e.Seat), name, amount)
	case st.Collect != nil && st.Collect.From == plan.FromBlinds:
		return fmt.Sprintf("the house takes the blinds, %s, as its %s", amount, name)
	}
	return fmt.Sprintf("the house takes the %s of %s from the pot", name, amount)
}

// reshuffled says which cards come back: in a draw the discards, in stud the
// burned and mucked cards.
func (n *Narrator) reshuffled(e *hand.Event) string {
	if n.step(e).DealsTo(plan.ZoneHand) {
		return "burned and mucked cards are"
	}
	return "the discards are"
}

// whyRedealt returns why the cards come back, with a colon; "" where the plan has no
// words for it.
func (n *Narrator) whyRedealt(e *hand.Event) string {
	switch {
	case e.Part == hand.NobodyWins:
		return n.nobodyWins(e) + ": "
	case n.step(e).Show != nil:
		return "nobody qualifies: "
	}
	if st := n.game.Within(int(e.Step), plan.When); st != nil && st.Condition() != plan.UnnamedCondition {
		return st.Condition() + ": "
	}
	return ""
}

// nobodyWins says that nobody has won all they declared for.
func (n *Narrator) nobodyWins(e *hand.Event) string {
	if show := n.step(e).Show; show != nil && len(show.Parts) > 2 {
		return "nobody wins all shares"
	}
	return "nobody wins both halves"
}

// betsSince describes the bets from the round of an event on: "the bets after the
// draw", "the bets from the turn on".
func (n *Narrator) betsSince(e *hand.Event) string {
	name := n.step(e).Name
	switch first, _, _ := strings.Cut(name, " "); first {
	case "":
		return "the later bets"
	case "after", "before", "for":
		return "the bets " + name
	}
	return "the bets from the " + name + " on"
}

// parts returns the parts of the showdown that the hand has reached.
func (n *Narrator) parts() []plan.Part {
	if st := n.h.Step(); st != nil && st.Show != nil {
		return st.Show.Parts
	}
	return nil
}

// part returns the part of the showdown with a number, nil if there is none.
func (n *Narrator) part(number int) *plan.Part {
	if st := n.h.Step(); st != nil && st.Show != nil {
		return st.Show.Part(number)
	}
	return nil
}

// worth describes a shown hand in each part of the showdown.
func (n *Narrator) worth(e *hand.Event) string {
	if slices.ContainsFunc(e.List(), func(c cards.Card) bool { return !c.Known() }) {
		return ""
	}
	if n.h.Runs() > 1 { // it depends on the run
		return ""
	}
	parts := n.parts()
	var words []string
	if cards.SetOf(e.List()...) != cards.SetOf(n.h.Hole(int(e.Seat))...) { // new cards have been dealt since
		if show := n.step(e).Show; show != nil {
			return ": " + partWorth(show, &show.Parts[0], e.Strength, n.dealtAs(e, &show.Parts[0]))
		}
		return ""
	}
	for i := range parts {
		if n.h.Competes(i, int(e.Seat)) {
			words = append(words, worthIn(n.h, i, int(e.Seat), n.wild))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + strings.Join(words, "; ")
}

// dealtAs returns the strength of shown cards that are no longer the seat's, whether or
// not they qualify; 0 if the board played too.
func (n *Narrator) dealtAs(e *hand.Event, p *plan.Part) rank.Strength {
	if n.game.HasStep(func(s *plan.Step) bool { return s.DealsTo(plan.ZoneBoard) }) {
		return 0
	}
	return p.Strength(e.List(), nil)
}

// Worth returns a seat's hand in one part of the showdown: "eighty-six low", "no low",
// "pair of tens, does not qualify", or of several parts "pair of eights for low", where
// the words alone leave it open.
func Worth(h *hand.Hand, part, seat int) string { return worthIn(h, part, seat, 0) }

// worthIn is [Worth] where some wild cards have been announced.
func worthIn(h *hand.Hand, part, seat int, announced cards.Set) string {
	sd := h.Showdown()
	p, s := sd.Part(part), h.Strength(part, seat)
	unqualified := s
	if s == 0 {
		unqualified = h.Unqualified(part, seat)
	}
	words := partWorth(sd, p, s, unqualified)
	board, wild := playWords(h, part, seat, announced)
	if words += board; wild != "" {
		words += " (" + wild + ")"
	}
	return words
}

// PlayWords returns how a seat's hand in one part of the showdown is made, where that is not
// the same for every hand: " with board A" and "kings wild", or "".
func PlayWords(h *hand.Hand, part, seat int) (board, wild string) { return playWords(h, part, seat, 0) }

// playWords is [PlayWords] where some wild cards have been announced.
func playWords(h *hand.Hand, part, seat int, announced cards.Set) (board, wild string) {
	boards := h.Plan().Game.Boards
	if boards == nil && !h.Showdown().Part(part).Ranking.ByEvent() || h.Strength(part, seat) == 0 {
		return "", ""
	}
	play := h.PlayOf(part, seat)
	if play.Board >= 0 {
		name := boards[play.Board]
		if len(name) < 3 {
			name = "board " + name // "board A", but "Floor 2"
		}
		board = " with " + name
	}
	if play.Wild != 0 && play.Wild != announced {
		wild = wildWords(play.Wild) + " wild"
	}
	return board, wild
}

// wildWords returns the names of wild cards: "kings and nines", "Jh".
func wildWords(wild cards.Set) string {
	var out []string
	for r := int(cards.Ace); r >= 0; r-- {
		of := rank.OfRank(cards.Rank(r))
		if wild&of == of {
			out = append(out, rank.Plural(cards.Rank(r)))
			continue
		}
		for _, c := range (wild & of).Cards() {
			out = append(out, c.String())
		}
	}
	if n := len(out) - 1; n > 0 {
		return strings.Join(out[:n], ", ") + " and " + out[n]
	}
	return strings.Join(out, "")
}

// announceWild finds the cards that are wild in every hand of a showdown, by the hand of
// a seat that shows, and reports whether there are any. Those that depend on a player's cards or on the board that a
// hand plays are named with the hand.
func (n *Narrator) announceWild(seat int) bool {
	n.wild = 0
	if slices.ContainsFunc(n.h.Hole(seat), func(c cards.Card) bool { return !c.Known() }) {
		return false
	}
	for i := range n.parts() {
		r := n.parts()[i].Ranking
		if !r.ByEvent() || slices.ContainsFunc(r.Events(), n.differs) {
			continue
		}
		n.wild = n.h.PlayOf(i, seat).Wild
		return n.wild != 0
	}
	return false
}

// differs reports whether the cards that an event makes wild may differ from hand to hand.
func (n *Narrator) differs(e rank.Event) bool {
	switch e.Kind {
	case rank.FollowsUp, rank.OnBoard:
		return false
	case rank.LastBoard, rank.LowestBoard:
		return e.Board == "" && n.game.Boards != nil
	}
	return true
}

// leavesOpen reports whether the words for a hand do not say which share of the pot it is
// for: it is low, or there are several shares for high hands.
func leavesOpen(sd *plan.ShowdownStep, p *plan.Part) bool {
	if p.Ranking.Low() {
		return len(sd.Parts) > 1
	}
	high := 0
	for i := range sd.Parts {
		if !sd.Parts[i].Ranking.Low() {
			high++
		}
	}
	return high > 1
}

// partWorth returns a strength in a part of a showdown in words, or if it is 0 that of a
// hand that does not qualify. A share of the pot is named where the words leave it open.
func partWorth(sd *plan.ShowdownStep, p *plan.Part, s, unqualified rank.Strength) string {
	shared := len(sd.Parts) > 1
	switch {
	case s == 0 && unqualified > 0 && shared:
		return p.Ranking.Describe(unqualified) + ", does not qualify for " + p.Name
	case s == 0 && unqualified > 0:
		return p.Ranking.Describe(unqualified) + ", does not qualify"
	case s == 0 && !shared && p.Ranking.Qualifies():
		return "does not qualify"
	case s == 0:
		return "no " + p.Name
	}
	words := p.Ranking.Describe(s)
	if !leavesOpen(sd, p) || strings.HasSuffix(words, " "+p.Name) {
		return words
	}
	last := words[strings.LastIndexByte(words, ' ')+1:]
	if board, ok := strings.CutPrefix(p.Name, last+" of "); ok { // not "seventy-five low for low of the first board"
		return words + " of " + board
	}
	return words + " for " + p.Name
}

// award says of which pot a share is, for what and with which hand.
func (n *Narrator) award(e *hand.Event) (text string) {
	if pots := n.h.Result().Pots.N; pots > 1 {
		text = " of " + PotName(e.Pot)
	}
	if e.Part == hand.NobodyWins {
		return text + ": " + n.nobodyWins(e) + ", the pot is divided"
	}
	p := n.part(int(e.Part))
	if p == nil {
		return text + ", nobody else has a claim to it"
	}
	if len(n.parts()) > 1 || int(e.Part) >= plan.MaxParts {
		text += " for " + p.Name
	}
	if e.Strength == 0 {
		return text
	}
	return text + " with " + p.Ranking.Describe(e.Strength)
}

// PotName names a pot by its number: "the main pot", "side pot 1".
func PotName(pot int8) string {
	if pot == 0 {
		return "the main pot"
	}
	return fmt.Sprintf("side pot %d", pot)
}

// firstBettor returns the dealer's name for the cards that bet first: "king", "pair
// of sixes", "seven-deuce low". Of several seats with the same name, the one dealt
// first is "first king"; one that is better by its side cards has these named.
func (n *Narrator) firstBettor(e *hand.Event) string {
	open := n.step(e).Bet.Open
	up := e.List()
	if open == plan.BringInLow || open == plan.BringInHigh {
		return showingWords(up, 1, false)
	}
	low := open == plan.LowShowing
	alike := 0
	for _, seat := range n.clockwise() {
		if seat == e.Seat && alike == 0 {
			break
		}
		if seat != e.Seat && showingWords(n.up[seat], 1, low) == showingWords(up, 1, low) {
			alike++
		}
	}
	switch {
	case alike > 0:
		return showingWords(up, 2, low)
	case n.othersShow(e.Seat, showingWords(up, 1, low), low):
		return "first " + showingWords(up, 1, low)
	}
	return showingWords(up, 1, low)
}

// clockwise returns the live seats from the left of the button.
func (n *Narrator) clockwise() []int8 {
	var out []int8
	seat := n.h.Button()
	for range n.live.Len() {
		seat = n.live.After(seat)
		out = append(out, int8(seat))
	}
	return out
}

// othersShow reports whether another live seat shows cards with the same name.
func (n *Narrator) othersShow(seat int8, words string, low bool) bool {
	return slices.ContainsFunc(n.clockwise(), func(s int8) bool {
		return s != seat && showingWords(n.up[s], 1, low) == words
	})
}

// showingWords names up cards by their groups of equal ranks, larger groups first,
// and among groups of one size the higher rank first. It names at most this number
// of groups. Two pair counts as one group.
func showingWords(up []cards.Card, groups int, low bool) string {
	counts := map[cards.Rank]int{}
	for _, c := range up {
		if c.Natural() {
			counts[c.Rank()]++
		}
	}
	ranks := make([]cards.Rank, 0, len(counts))
	for r := range counts {
		ranks = append(ranks, r)
	}
	slices.SortFunc(ranks, func(a, b cards.Rank) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(standing(b, low), standing(a, low)))
	})
	if len(ranks) == 0 {
		return "nothing"
	}
	first, rest := groupWords(ranks, counts)
	names := []string{first}
	for _, r := range rest {
		if len(names) < groups {
			names = append(names, rank.Word(r))
		}
	}
	text := strings.Join(names, "-")
	if counts[ranks[0]] > 1 {
		text = strings.Join(names, " with a ")
	} else if low {
		text += " low"
	}
	return text
}

// standing orders ranks: the ace is low in a low game.
func standing(r cards.Rank, low bool) int {
	if low && r == cards.Ace {
		return -1
	}
	return int(r)
}

// groupWords names the largest group, and returns the side cards.
func groupWords(ranks []cards.Rank, counts map[cards.Rank]int) (first string, side []cards.Rank) {
	top := ranks[0]
	switch {
	case counts[top] == 2 && len(ranks) > 1 && counts[ranks[1]] == 2:
		return "two pair, " + rank.Plural(top) + " and " + rank.Plural(ranks[1]), ranks[2:]
	case counts[top] == 2:
		return "pair of " + rank.Plural(top), ranks[1:]
	case counts[top] == 3:
		return "three " + rank.Plural(top), ranks[1:]
	case counts[top] > 3:
		return "four " + rank.Plural(top), ranks[1:]
	}
	return rank.Word(top), ranks[1:]
}
