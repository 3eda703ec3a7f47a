package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// ShowdownStep is the rule for what wins.
type ShowdownStep struct {
	// Parts are the parts of the pot: one, or several, such as high and low. If
	// nobody qualifies for a part, its share goes to the others.
	Parts []Part
	// OddToSecond: odd chips from the division among the parts go to the last part
	// first, otherwise to the first.
	OddToSecond bool
	// OddChip is the rule for which of several equal hands gets the odd chip.
	OddChip betting.OddChip
	// Evenly: those who share several parts of a pot with the same others get as
	// much each of it as whole chips allow, whatever OddChip says.
	Evenly bool
	// LosersMuck: only winning hands are shown.
	LosersMuck bool
	// Match is what each player who wins nothing pays into the pot of the next
	// hand, as far as their stack goes; a share of the pot means the pot that was
	// won.
	Match *Pay
	// Pairwise is what each player pays each other player for every part in which
	// the other has the better hand, after the pot is divided and as far as the
	// stack goes.
	Pairwise *Pay
	// Both is the offer whose chooser must win every part that it competes for,
	// alone, or wins nothing; "" for none.
	Both string
}

// Use is the number of hole and board cards that play, and the boards they come
// from, bit k for the game's k-th; 0 for the boards of the part. Of is the number
// of cards of each board that play if they come from several.
type Use struct {
	rank.Use
	Boards uint16
	Of     [MaxBoards]uint8
}

// FromEach reports whether a fixed number of cards plays from each of several
// boards.
func (u *Use) FromEach() bool { return u.Of != [MaxBoards]uint8{} }

// From is the rule for which of a seat's own cards may play.
type From uint8

// The rules.
const (
	AllCards From = iota
	DownCards
	UpCards
	// Unused cards are those that the previous part does not use.
	Unused
)

// Nobody is the rule for a share for which nobody qualifies.
type Nobody uint8

// The rules.
const (
	// OthersDivide: the other parts get the share; if there are none, all players
	// who are in divide it.
	OthersDivide Nobody = iota
	// AllDivide: all players who compete for the share divide it.
	AllDivide
	// NewDeal: the cards come back, the pot stays, and the players still in get new
	// cards, without an ante unless Part.NewAnte asks for one.
	NewDeal
	// Carries: the share stays in the pot for the next hand.
	Carries
)

var fromNames = [...]string{"all", "down", "up", "unused"}

func (f From) String() string { return fromNames[f] }

// Part is one way to win a share of the pot.
type Part struct {
	Name    string // "high", "low"
	Ranking *rank.Ranking
	// Use lists the alternative numbers of hole and board cards that play; none for
	// any.
	Use []Use
	// Hands is the set of the game's hands that may play, bit k for the k-th, of
	// which the best counts; 0 for all of a seat's cards together.
	Hands uint16
	// Boards is the set of boards that may play, bit k for the game's k-th; 0 for
	// each board by itself, of which the best counts.
	Boards uint16
	// From is the rule for a seat's own cards.
	From From
	// Floor is the least hand that qualifies, nil for any.
	Floor *Openers
	// Holding is a set of ranks, bit k for rank k: a seat needs one of them among
	// its own cards to qualify; 0 for no condition.
	Holding uint16
	// Beats is the set of boards whose cards a hand must beat to qualify, bit k for
	// the k-th; 0 for none. With it, even the last player left must beat them.
	Beats uint16
	// Share is the weight of the part's share of the pot; 0 means 1.
	Share uint8
	// Chosen are the names of offers: only seats that chose one of them compete. If
	// there are none, all seats compete.
	Chosen []string
	// Else is the part that wins the share when nobody qualifies.
	Else *Part
	// Nobody is the rule when nobody qualifies and there is no Else.
	Nobody Nobody
	// BySuit: suits break ties, and only identical cards split.
	BySuit bool
	// NewAnte: before a new deal the players who are in ante again.
	NewAnte bool
	// HighestFirst: suits are compared from the highest card down, not in the order
	// in which the cards make the hand.
	HighestFirst bool
	// Names are the names that the game has yet to number, nil afterwards.
	Names *PartNames
}

// OneQualifies reports whether every hand qualifies for one of the parts at least, such as a pair for high or a hand without a pair for
// low. It looks at parts of five cards without wild cards, of which the same cards play; of others it knows nothing.
func (s *ShowdownStep) OneQualifies() bool {
	first := &s.Parts[0]
	for i := range s.Parts {
		p := &s.Parts[i]
		d := p.Ranking.Description()
		plain := d.Score == nil && !d.AnyWild && d.Deck.Jokers+len(d.WildRanks)+len(d.WildCards)+d.Missing == 0 && !p.Ranking.SuitsCount() && p.Ranking.Size() == 5
		same := slices.Equal(p.Use, first.Use) && p.Hands == first.Hands && p.Boards == first.Boards && p.From == first.From
		if !plain || !same || p.Holding|p.Beats != 0 || len(p.Chosen) > 0 {
			return false
		}
	}
	return !hasHand(first.Ranking.Description().Deck.Set(), nil, func(hand []cards.Card) bool {
		return !slices.ContainsFunc(s.Parts, func(p Part) bool {
			s := p.Ranking.Best(hand)
			return s != 0 && (p.Floor == nil || s >= p.Floor.Least())
		})
	})
}

// hasHand reports whether one of the hands of five cards that begin with some cards is as is says: of each set of ranks one of several
// suits, and of five different ranks also one of one suit.
func hasHand(deck cards.Set, begin []cards.Card, is func([]cards.Card) bool) bool {
	n := len(begin)
	if n == 5 {
		suited := slices.Clone(begin)
		for i, c := range suited {
			suited[i] = cards.New(c.Rank(), cards.Clubs)
		}
		slices.Sort(suited)
		absent := func(c cards.Card) bool { return !deck.Has(c) }
		return is(begin) || len(slices.Compact(suited)) == n && !slices.ContainsFunc(suited, absent) && is(suited)
	}
	from := cards.Two
	if n > 0 {
		from = begin[n-1].Rank()
	}
	for r := from; r <= cards.Ace; r++ {
		suit := cards.Suit(n % 2) // not all five of one suit
		for slices.Contains(begin, cards.New(r, suit)) {
			suit++
		}
		if suit > cards.Spades || !deck.Has(cards.New(r, suit)) {
			continue
		}
		if hasHand(deck, append(begin, cards.New(r, suit)), is) {
			return true
		}
	}
	return false
}

// Exactly returns a single alternative with exactly this many hole and board cards;
// for 0 and 0 it returns none, so any cards play.
func Exactly(hole, board int) []Use {
	if hole+board == 0 {
		return nil
	}
	return []Use{{Use: exactly(uint8(hole), uint8(board))}}
}

func exactly(hole, board uint8) rank.Use {
	return rank.Use{HoleLeast: hole, HoleMost: hole, BoardLeast: board, BoardMost: board}
}

// twoAndThree is the rule of Omaha, for which the rankings have their own function.
var twoAndThree = Use{Use: exactly(2, 3)}

// Plain reports whether any number of a seat's cards and of the whole board may
// play, and only the cards themselves determine their strength.
func (p *Part) Plain() bool { return len(p.Use) == 0 && p.usual() }

// HoleOnly reports whether any number of a seat's cards may play and none of the
// board, and only the cards themselves determine their strength.
func (p *Part) HoleOnly() bool {
	return p.usual() && len(p.Use) == 1 && !p.Use[0].FromEach() && p.Use[0].BoardMost == 0 && (p.Use[0].AllHeld() || p.Ranking.Size() == int(p.Use[0].HoleMost))
}

// Exact reports whether exactly two hole cards and three board cards play, out of
// all of them.
func (p *Part) Exact() bool {
	return len(p.Use) == 1 && p.Use[0] == twoAndThree && p.usual() && p.Ranking.Size() == 5
}

// usual reports whether all of a seat's cards and the whole board may play, and no
// floor, holding or event limits them.
func (p *Part) usual() bool {
	return p.From == AllCards && p.Hands|p.Boards|p.Holding|p.Beats == 0 && p.Floor == nil && !p.Ranking.ByEvent()
}

// Playable reports whether there are enough cards for one of the ways in which
// hole and board cards play, in a part that has such ways. A seat has own cards;
// fullest returns the number of cards on the fullest of some boards, 0 for all of
// them.
func (p *Part) Playable(own int, fullest func(boards uint16) int) bool {
	return slices.ContainsFunc(p.Use, func(u Use) bool {
		board := 0
		for k, n := range u.Of {
			if n > 0 && int(n) > fullest(1<<k) {
				return false
			}
			board += int(n)
		}
		if !u.FromEach() {
			board = min(fullest(cmp.Or(u.Boards, p.Boards)), int(u.BoardMost))
		}
		return (u.AllHeld() || own >= int(u.HoleLeast)) && board >= int(u.BoardLeast) && min(own, int(u.HoleMost))+board >= p.Ranking.Fewest()
	})
}

// Counted reports whether a hand's cards and one board alone determine its
// strength: see [Part.Strength].
func (p *Part) Counted() bool {
	return p.usual() && p.Else == nil && p.Nobody != NewDeal && p.Nobody != Carries && len(p.Chosen) == 0
}

// Strength returns the strength of hole cards and a board, by the ranking and the
// numbers of cards that play.
func (p *Part) Strength(hole, board []cards.Card) (best rank.Strength) {
	switch {
	case p.Exact():
		return p.Ranking.Exact(hole, board)
	case len(p.Use) == 0:
		return p.Ranking.BestOf(&rank.Choice{Hole: hole, Board: board})
	}
	for i := range p.Use {
		best = max(best, p.Ranking.BestOf(&rank.Choice{Hole: hole, Board: board, Use: p.Use[i].Use}))
	}
	return best
}

// Used appends the cards that make [Part.Strength] to a list.
func (p *Part) Used(to, hole, board []cards.Card) []cards.Card {
	c := p.choice(hole, board)
	return p.Ranking.UsedOf(to, &c)
}

// SuitKey returns a key that breaks ties by suit.
func (p *Part) SuitKey(hole, board []cards.Card) uint32 {
	c := p.choice(hole, board)
	return p.Ranking.SuitKeyOf(&c, p.HighestFirst)
}

// choice returns the cards with the alternative that makes the best hand.
func (p *Part) choice(hole, board []cards.Card) rank.Choice {
	best := rank.Choice{Hole: hole, Board: board}
	var top rank.Strength
	for i := range p.Use {
		c := rank.Choice{Hole: hole, Board: board, Use: p.Use[i].Use}
		if s := p.Ranking.BestOf(&c); i == 0 || s > top {
			best, top = c, s
		}
	}
	return best
}

// Weight returns the weight of the part's share of the pot, at least 1.
func (p *Part) Weight() int64 { return int64(max(1, p.Share)) }

// MostElse is the largest number of parts in a chain of Else.
const MostElse = 4

// Part returns the part with a number, nil if there is none: one of Parts, or with
// each further MaxParts the next of its Else chain.
func (s *ShowdownStep) Part(number int) *Part {
	if number < 0 || number%MaxParts >= len(s.Parts) {
		return nil
	}
	p := &s.Parts[number%MaxParts]
	for ; number >= MaxParts && p != nil; number -= MaxParts {
		p = p.Else
	}
	return p
}

// Each visits every part, including those of the Else chains.
func (s *ShowdownStep) Each(yield func(*Part) bool) {
	for i := range s.Parts {
		for p := &s.Parts[i]; p != nil; p = p.Else {
			if !yield(p) {
				return
			}
		}
	}
}

// Last returns the last part of the Else chain, the part itself if it has none.
func (p *Part) Last() *Part {
	for p.Else != nil {
		p = p.Else
	}
	return p
}

// DealsAgain reports whether the hand may continue with a new deal after the
// showdown.
func (s *ShowdownStep) DealsAgain() bool {
	for i := range s.Parts {
		if s.Parts[i].Last().Nobody == NewDeal {
			return true
		}
	}
	return false
}

// carries reports whether a share may stay in the pot.
func (s *ShowdownStep) carries() bool {
	for i := range s.Parts {
		if s.Parts[i].Last().Nobody == Carries {
			return true
		}
	}
	return false
}

// beats reports whether a hand must beat the cards of a board.
func (s *ShowdownStep) beats() bool {
	for p := range s.Each {
		if p.Beats != 0 {
			return true
		}
	}
	return false
}

// CardsThatPlay describes the hole and board cards that play: "2 hole and 3 board
// cards", "2 to 3 hole and any board cards"; "" for any.
func (u Use) CardsThatPlay() string {
	if u.Any() {
		return ""
	}
	hole, board := Numbers(u.HoleLeast, u.HoleMost), Numbers(u.BoardLeast, u.BoardMost)
	if u.AllHeld() {
		hole = "all"
	}
	return fmt.Sprintf("%s hole and %s board %s", hole, board, plural(u.BoardMost))
}

func plural(n uint8) string {
	if n == 1 {
		return "card"
	}
	return "cards"
}

// Numbers returns a range in words: "2", "up to 3", "any".
func Numbers(least, most uint8) string {
	switch {
	case least == most && most == 0:
		return "no"
	case least == most:
		return fmt.Sprint(most)
	case most >= rank.AnyNumber && least == 0:
		return "any"
	case most >= rank.AnyNumber:
		return fmt.Sprintf("at least %d", least)
	case least == 0:
		return fmt.Sprintf("up to %d", most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// checkShowdown checks the number of parts, and that the game deals the cards that
// each part needs.
func (s *Step) checkShowdown(g *Game, w *way) error {
	show := s.Ranks()
	if n := len(show.Parts); n == 0 || n > MaxParts {
		return fault(s.Pos, "", "%d ways to win: a pot can be split into 1 to %d", n, MaxParts)
	}
	if w.hole+w.board == 0 {
		w.lacks(fault(s.Pos, "", "no cards are dealt before the showdown"))
	}
	for i := range show.Parts {
		tried := 0
		for p := &show.Parts[i]; p != nil; p = p.Else {
			if p.NewAnte && !g.antes() {
				return fault(s.Pos, `otherwise = "redeal"`, "the players ante again for a new deal, but the game has no ante")
			}
			if tried++; tried > MostElse {
				return fault(s.Pos, "", "more than %d hands are tried one after the other", MostElse)
			}
			if i == 0 && p.From == Unused {
				return fault(s.Pos, "name it after the part whose cards it may not use", "the %s hand uses the cards left over by the part before it, but it is the first", p.Name)
			}
			if err := s.checkPart(g, p, w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Step) checkPart(g *Game, p *Part, w *way) error {
	for _, e := range p.Ranking.Events() {
		if e.Board != "" {
			if _, err := numbered([]string{e.Board}, g.Boards, "board", s.Pos); err != nil {
				return err
			}
		}
	}
	size := p.Ranking.Size()
	least := size - p.Ranking.Description().Missing
	for _, u := range p.Use {
		if u.AllHeld() {
			u.HoleLeast = 0
		}
		switch {
		case u.HoleLeast > u.HoleMost || u.BoardLeast > u.BoardMost:
			return fault(s.Pos, "the fewest first: hole = (0, 2)", "the %s hand needs %s", p.Name, u.CardsThatPlay())
		case int(u.HoleLeast) > w.hole || int(u.BoardLeast) > w.board:
			w.lacks(fault(s.Pos, "", "the %s hand needs %d hole and %d board cards, but %d and %d are dealt", p.Name, u.HoleLeast, u.BoardLeast, w.hole, w.board))
		case int(u.HoleLeast)+int(u.BoardLeast) > size, int(u.HoleMost)+int(u.BoardMost) < least:
			return fault(s.Pos, fmt.Sprintf("leave hole and board out: the best %s of a seat's cards and the board play", cardWords(size)),
				"%s, but a hand of the %s ranking has %s", u.CardsThatPlay(), p.Ranking.Name(), cardWords(size))
		case min(int(u.HoleMost), w.hole)+min(int(u.BoardMost), w.board) < least:
			w.lacks(fault(s.Pos, "", "the %s hand is of %s, and %d and %d are dealt: no hand of %s can be made", p.Name, u.CardsThatPlay(), w.hole, w.board, cardWords(least)))
		}
	}
	return nil
}

// CompareStep is a comparison of hands that only those who compare see, after which the hand goes on.
type CompareStep struct {
	// Show has the one part by which hands are compared, and who competes.
	Show ShowdownStep
	// To: the player whose turn it is compares with the next live player in this direction, and loses a tie. Without it all
	// who compete compare.
	To Direction
	// Folds: who loses is out. Pays is what each who loses pays to who has the best hand.
	Folds bool
	Pays  *Pay
	// Alone: only a player who has nobody to compare with wins, see [OpenQuestion].
	Alone bool
}

// Ranks returns what hands are compared by at the step: a showdown, or a comparison in private; nil at other steps.
func (s *Step) Ranks() *ShowdownStep {
	if s.Compare != nil {
		return &s.Compare.Show
	}
	return s.Show
}

// RankBy replaces what hands are compared by at a step that has it.
func (s *Step) RankBy(by *ShowdownStep) {
	if s.Compare == nil {
		s.Show = by
		return
	}
	own := *s.Compare // the script may use the step in other games too
	own.Show, s.Compare = *by, &own
}

// Compares returns the step of a comparison.
func Compares(c *CompareStep) Step { return Step{Kind: CompareHands, Compare: c} }

// PartNames are the names of boards and hands in the script, before the game
// numbers them: see [ShowdownStep.Number].
type PartNames struct {
	Boards []string   // the boards that may play
	Beats  []string   // the boards whose cards a hand must beat
	Hands  []string   // the hands that may play, none for all cards
	Uses   [][]string // the boards of each alternative
	Of     [][]uint8  // the number of cards of each that play; nil: the alternative's number, from one board
}

// Named reports whether a part names boards or hands that have no number yet.
func (s *ShowdownStep) Named() bool {
	for p := range s.Each {
		if p.Names != nil {
			return true
		}
	}
	return false
}

// Number returns the showdown with the names of boards and hands replaced by the
// game's numbers.
func (s *ShowdownStep) Number(g *Game, pos diag.Pos) (*ShowdownStep, error) {
	out := *s
	out.Parts = slices.Clone(s.Parts)
	for i := range out.Parts {
		for p := &out.Parts[i]; p.Else != nil; p = p.Else {
			other := *p.Else
			p.Else = &other
		}
	}
	for p := range out.Each {
		if p.Names == nil {
			continue
		}
		var err error
		if p.Boards, err = numbered(p.Names.Boards, g.Boards, "board", pos); err != nil {
			return nil, err
		}
		if p.Beats, err = numbered(p.Names.Beats, g.Boards, "board", pos); err != nil {
			return nil, err
		}
		p.Use = slices.Clone(p.Use)
		for i, names := range p.Names.Uses {
			if p.Use[i].Boards, err = numbered(names, g.Boards, "board", pos); err != nil {
				return nil, err
			}
			for k, n := range p.Names.Of[i] {
				p.Use[i].Of[slices.Index(g.Boards, names[k])] = n
			}
		}
		if p.Hands, err = numbered(p.Names.Hands, g.Hands, "hand", pos); err != nil {
			return nil, err
		}
		p.Names = nil
	}
	return &out, nil
}

// numbered returns the set of the names' indexes among those of the game.
func numbered(names, of []string, what string, pos diag.Pos) (set uint16, err error) {
	for _, name := range names {
		k := slices.Index(of, name)
		if k >= 0 {
			set |= 1 << k
			continue
		}
		hint := diag.DidYouMean(name, of)
		switch {
		case len(of) == 0:
			hint = map[string]string{"board": `board(3, on = "` + name + `") names a board`, "hand": `arrange(…) or deal(…, into = "` + name + `") sets a hand apart`}[what]
		case hint == "":
			hint = "the game has " + strings.Join(of, ", ")
		}
		return 0, fault(pos, hint, "no %s of the game is called %q", what, name)
	}
	return set, nil
}

// AwardHook decides whose claims are limited before the pots of a hand are awarded.
// Hands that end without a showdown do not call it.
type AwardHook interface {
	BeforeAward(s State) ([]ClaimLimit, error)
}

// Documented is what a hook may implement to describe itself on rule sheets.
type Documented interface {
	Name() string // the script's name for it
	Doc() string  // the script's description of it
}

// State is the hand as a hook sees it: everything, because the hand is over.
type State interface {
	Live() betting.Set
	Seats() int
	Hole(seat int) []cards.Card
	Board() []cards.Card
	// Strength is the strength of a seat's cards in a part of the showdown.
	Strength(part, seat int) rank.Strength
	// CheckedIn reports whether the seat checked in the betting round at a step of
	// the plan.
	CheckedIn(step, seat int) bool
	// CalledShortIn reports whether the seat called, in that round, an all-in bet
	// that is too small to count as a bet.
	CalledShortIn(step, seat int) bool
}

// ClaimLimit denies a seat the bets from one round on.
type ClaimLimit struct {
	Seat int
	Step int // the betting round, as a step of the plan, from which the seat has no claim
	// Forfeit: the bets from that round on go to the best hand with a claim to
	// them. Otherwise they are void: if the limited hand is the best, everybody
	// takes back their bets from that round on.
	Forfeit bool
	Pos     diag.Pos
}
