package enumerate

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Small is a small version of a game, with the options to play it.
type Small struct {
	Size  Size
	Bound *plan.AtStakes
	Options
}

// Shrink returns a small version of a game. The steps keep their places in the plan, and omitted steps do nothing, so that
// hooks and jumps refer to the same steps as before.
func Shrink(g *plan.Game, size Size, w Wishes) (*Small, error) {
	stakes, err := g.ParseStakes(w.Stakes)
	if err != nil {
		return nil, err
	}
	game := *g
	game.Steps = slices.Clone(g.Steps)
	if size != Whole {
		if err := shrink(&game, size); err != nil {
			return nil, err
		}
	}
	bound, err := game.Bind(stakes)
	if err != nil {
		return nil, err
	}
	s := &Small{Size: size, Bound: bound}
	s.stacks(w)
	return s, s.choosePack(w)
}

// Full returns the whole game with all its cards.
func Full(g *plan.Game, w Wishes) (*Small, error) {
	stakes, err := g.ParseStakes(w.Stakes)
	if err != nil {
		return nil, err
	}
	bound, err := g.Bind(stakes)
	if err != nil {
		return nil, err
	}
	s := &Small{Size: Whole, Bound: bound, Options: Options{Pack: g.Deck.Append(nil)}}
	s.stacks(w)
	return s, nil
}

// DropBurns removes burn cards that nobody sees: a deck of the few cards that are dealt must not lose any.
func (s *Small) DropBurns() (err error) {
	s.Bound, err = WithoutBurns(s.Bound)
	return err
}

// WithoutBurns returns a version of the game without burn cards that nobody sees. Its steps keep their places.
func WithoutBurns(b *plan.AtStakes) (*plan.AtStakes, error) {
	g := *b.Game
	g.Steps = slices.Clone(g.Steps)
	for i := range g.Steps {
		if g.Steps[i].Unseen() {
			leaveOut(&g, i)
		}
	}
	return g.Bind(b.Stakes)
}

// leaveOut replaces a step by a jump to the next one, so that the others keep their places.
func leaveOut(g *plan.Game, i int) {
	g.Steps[i] = plan.Step{Kind: plan.Jump, Jump: i + 1, Pos: g.Steps[i].Pos}
}

// Sizes returns the small versions of a game that are played by default: against a bank
// only the whole game.
func Sizes(g *plan.Game) []Size {
	if g.Banked() {
		return []Size{Whole}
	}
	return []Size{Kuhn, Leduc}
}

// shrink removes rounds and cards.
func shrink(g *plan.Game, size Size) error {
	if g.Banked() {
		return fmt.Errorf("%s is played against a bank and has no rounds to leave out: it can only be played whole", g.Name)
	}
	rounds := size.rounds() + 1
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Kind != plan.Repeat || st.Count <= rounds {
			continue
		}
		for k := i + 1 + rounds*g.Period(i); k < st.Jump; k++ {
			leaveOut(g, k)
		}
		st.Count = rounds
	}
	before := roundsBefore(g)
	var street struct {
		faces [2]bool // down, up
		board uint16  // the boards on which cards lie
	} // dealt since the last round
	hole, whole := 0, 0
	var board onBoards
	for i := range g.Steps {
		st := &g.Steps[i]
		keep := true
		if st.TakesTurns() {
			whole = st.Jump // its conditions count the cards
		}
		if i < whole && st.Kind == plan.Deal {
			keep = before[i] < size.rounds()
			hole += st.Count * one(keep)
		}
		//exhaustive:ignore the others stay as they are
		switch st.Kind {
		case plan.Bet:
			keep = before[i] < size.rounds()
			street.faces, street.board = [2]bool{}, 0
		case plan.Deal:
			if i < whole {
				break
			}
			faces, n := plan.Faces(0), 0
			for k := range st.Count { // the first card that lies face up, and the first that does not
				if up := one(st.Up.At(k)); !street.faces[up] {
					street.faces[up] = true
					faces |= plan.Faces(up) << n
					n++
				}
			}
			if keep = before[i] < size.rounds() && n > 0; keep {
				st.Up, st.Count = faces, n
				hole += n
			}
		case plan.Board:
			keep = before[i] < size.rounds() && board.lie(st.On, &street.board)
		case plan.Asks:
			keep = before[i] < size.rounds() && shrinkAsk(st, hole)
			if n, _ := st.Changes(); keep {
				hole += n
			}
		case plan.Burn:
			keep = before[i] < size.rounds()
		}
		switch {
		case !keep:
			leaveOut(g, i)
		case st.Kind != plan.Deal && st.DealsTo(plan.ZoneBoard|plan.ZoneBurn) && !st.Unseen() && i >= whole:
			st.Count, st.Up = 1, plan.Faces(one(st.Up != 0))
		}
	}
	return shrinkRankings(g, hole, board)
}

// shrinkAsk shrinks a question for hands of hole cards. It returns false, to omit the question, if a hand would have no cards
// beyond those it is about.
func shrinkAsk(st *plan.Step, hole int) bool {
	if st.Chooses() {
		return true
	}
	a := *st.Ask
	st.Draw.AtOnce = 0
	if a.Rule == plan.Matching || a.Arranges() && a.Sizes == nil {
		return true
	}
	if n := len(a.Sizes); n > 0 {
		a.Sizes = slices.Repeat([]int{1}, n)
		a.Sizes[0] += max(0, hole-n)
		a.Least = max(0, hole-1)
		a.Most = a.Least
		st.Ask = &a
		return hole >= n
	}
	if a.Least < a.Most {
		a.Least, a.Most = min(a.Least, hole), min(a.Most, hole)
	} else {
		a.Least, a.Most = 1, 1
	}
	st.Ask = &a
	loses, _ := st.Changes()
	return !st.Exposes() && loses >= 0 || hole > 1
}

// onBoards is the number of cards on each board.
type onBoards [plan.MaxBoards]int

// lie puts a card on boards, 0 for all, if one of them has no card yet on this street.
func (b *onBoards) lie(on uint16, street *uint16) bool {
	if on == 0 {
		on = 1<<plan.MaxBoards - 1
	}
	if on&^*street == 0 {
		return false
	}
	*street |= on
	for k := range b {
		b[k] += int(on >> k & 1)
	}
	return true
}

// most returns the largest number of cards on one of the given boards, 0 for any board.
func (b *onBoards) most(boards uint16) (n int) {
	for k := range b {
		if boards == 0 || boards>>k&1 != 0 {
			n = max(n, b[k])
		}
	}
	return n
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// roundsBefore returns the largest number of rounds that can come before each step.
func roundsBefore(g *plan.Game) []int {
	out := make([]int, len(g.Steps)+1)
	for i := range g.Steps {
		st := &g.Steps[i]
		n := out[i] + one(st.Kind == plan.Bet)
		for next := range g.Next(i) {
			out[next] = max(out[next], n)
		}
	}
	return out
}

// shrinkRankings shrinks the rankings to the number of cards that are left. With few cards only pairs and the like count,
// because any two cards would be either a flush or not.
func shrinkRankings(g *plan.Game, hole int, board onBoards) error {
	for i := range g.Steps {
		st := &g.Steps[i]
		if o := st.Bet.Openers; o != nil {
			r, err := smaller(o.Ranking, hole)
			if err != nil {
				return err
			}
			st.Bet.Openers = &plan.Openers{Name: o.Name, Ranking: r, Small: rank.Strength(r.Count()/2 + 1)}
		}
		show := st.Ranks()
		if show == nil {
			continue
		}
		sd := *show
		sd.Parts = slices.Clone(sd.Parts)
		for k := range sd.Parts {
			p, err := shrinkPart(&sd.Parts[k], hole, &board)
			if err != nil {
				return fmt.Errorf("%s cannot be made small: %w", g.Name, err)
			}
			sd.Parts[k] = *p
		}
		st.RankBy(&sd)
	}
	return nil
}

// shrinkPart returns a part for hands with at most the given hole cards and the cards of one board, and likewise for its
// alternative.
func shrinkPart(of *plan.Part, hole int, board *onBoards) (*plan.Part, error) {
	p := *of
	r, err := smaller(p.Ranking, hole+board.most(p.Boards))
	if err != nil {
		return nil, err
	}
	p.Ranking, p.Use = r, nil
	if p.Floor != nil {
		p.Floor = &plan.Openers{Name: p.Floor.Name, Ranking: r, Small: rank.Strength(r.Count()/2 + 1)}
	}
	if p.Else != nil {
		if p.Else, err = shrinkPart(p.Else, hole, board); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// smaller returns a ranking for hands of at most n cards. A scoring function that does not know hands of so few cards counts for nothing:
// they are ranked as its base ranks them.
func smaller(r *rank.Ranking, n int) (*rank.Ranking, error) {
	d := r.Description()
	if d.Base == rank.BaseBadugi || r.Size() <= n {
		return r, nil
	}
	if score := d.Score; score != nil && n >= r.Fewest() { // it has never been told that fewer cards are of one suit
		d.Score = func(h rank.Hand) uint32 {
			h.Suited = false
			return score(h)
		}
	} else if score != nil { // it does not know such hands
		d.Score, d.CountsWild, d.Flush, d.Words, d.Order, d.Doc, d.Place = nil, false, 0, nil, nil, "", nil
	}
	d.Missing = n - min(n, r.Fewest()) // as few cards as before make a hand
	d.Size = n
	if len(d.Floor) > n {
		d.Floor = d.Floor[:n]
	}
	if d.Score == nil {
		order := d.Categories
		if len(order) == 0 {
			order = []rank.Category{rank.Quads, rank.FullHouse, rank.Trips, rank.TwoPair, rank.Pair, rank.HighCard}
			if d.Base.Low() {
				slices.Reverse(order)
			}
		}
		d.Categories = slices.DeleteFunc(slices.Clone(order), func(c rank.Category) bool {
			return c == rank.Straight || c == rank.Flush || c == rank.StraightFlush || c == rank.FiveOfAKind
		})
	}
	return rank.Compile(d)
}

// stacks sets the seats' stacks.
func (s *Small) stacks(w Wishes) {
	k := &s.Bound.Stakes
	n := k.Ante
	switch {
	case (s.Size == Leduc || s.Size == Royal) && k.Structure == betting.Spread:
		n += k.BB + k.Small.Hi + int64(s.Size.rounds()-1)*k.Big.Lo
	case s.Size == Leduc || s.Size == Royal:
		n += 2*k.Small.Lo + 2*int64(s.Size.rounds()-1)*k.Big.Lo
	case k.Structure == betting.Spread:
		n += k.BB + k.Small.Hi
	default:
		n += k.BB + k.Small.Lo
	}
	wishes := w.Stacks
	switch {
	case len(wishes) > 0:
	case s.Bound.AgainstBank:
		// The first player can bet the minimum, as much again on top, and a fee. The others can only just bank: their stakes
		// run short.
		wishes = []int64{2*k.Small.Lo + k.Scale, k.Small.Lo}
		if s.Bound.Game.HouseBanks() {
			wishes[0] = s.betsOnce(k.Small.Lo)
		}
	default:
		wishes = []int64{n}
	}
	seats := w.Seats
	if seats == 0 {
		seats = max(s.Bound.Game.MinSeats, len(wishes))
	}
	for i := range seats {
		s.Stacks = append(s.Stacks, wishes[min(i, len(wishes)-1)])
	}
}

// betsOnce returns the total minimum of all bets against the house, including what must be left for later.
func (s *Small) betsOnce(least int64) (n int64) {
	for i := range s.Bound.Game.Steps {
		if p := s.Bound.Game.Steps[i].Place; p != nil {
			n += (1 + int64(len(p.Also)) + p.Behind) * max(least, p.Least*s.Bound.Stakes.Scale/plan.Cents)
		}
	}
	return n
}

// choosePack chooses the cards: the given number of suits, with as many ranks as a hand can need, at least three. For a game
// with several decks it takes one suit and several copies of each card, because there it matters that cards are alike.
func (s *Small) choosePack(w Wishes) error {
	g := s.Bound.Game
	suits, copies := []int{Kuhn: 1, Leduc: 2, Royal: 2, Whole: 4}[s.Size], 1
	if g.Deck.Packs > 1 {
		suits, copies = 1, min(g.Deck.Packs, 4)
	}
	if w.Suits > 0 {
		suits = w.Suits
	}
	ranks, err := s.chooseRanks(w, suits*copies)
	switch {
	case err != nil:
		return fmt.Errorf("a small deck cannot be made of %s: %w", g.Deck, err)
	case suits > 4:
		return fmt.Errorf("a deck of %d suits cannot be made of %s", suits, g.Deck)
	}
	for range copies {
		for _, r := range ranks {
			for u := range suits {
				s.Pack = append(s.Pack, cards.New(r, cards.Spades-cards.Suit(u)))
			}
		}
		if g.Deck.Jokers > 0 && s.Size != Kuhn {
			s.Pack = append(s.Pack, cards.Joker)
		}
	}
	return nil
}

// chooseRanks chooses the ranks of the deck, which has each rank the given number of times.
func (s *Small) chooseRanks(w Wishes, each int) ([]cards.Rank, error) {
	order := ranksOf(s.Bound.Game)
	for _, r := range w.Only {
		if !slices.Contains(order, r) {
			return nil, fmt.Errorf("it has no %c", r.Char())
		}
	}
	if len(w.Only) > 0 {
		return w.Only, nil
	}
	n := max(3, (s.needed()+each-1)/each)
	if s.Bound.AgainstBank {
		n = s.ranksToDraw(order, n, each)
	}
	if w.Ranks > 0 {
		n = w.Ranks
	}
	switch {
	case n > len(order):
		return nil, fmt.Errorf("it has %d ranks, not %d", len(order), n)
	case s.Bound.AgainstBank:
		return spreadOut(order, n), nil
	}
	return order[:n], nil
}

// needed returns how many cards a hand can take from the small deck: all but burn cards that nobody sees.
func (s *Small) needed() (n int) {
	g, runs := s.Bound.Game, 1
	for i := range g.Steps {
		st := &g.Steps[i]
		for m := range st.Moves() {
			switch {
			case m.Sight == plan.SeenByNobody:
			case m.Most:
				n += len(s.Stacks) * st.Ask.Most
			case m.To == plan.ZoneHand:
				n += g.Serves(st, len(s.Stacks)) * m.Count
			case m.To == plan.ZoneBoard && g.Within(i, plan.InTurn) != nil:
				n += len(s.Stacks) * m.Count
			case m.To == plan.ZoneBoard:
				n += m.Count * runs
			default:
				n += m.Count
			}
		}
		runs = max(runs, st.Runs)
	}
	return n
}

// ranksOf returns the ranks of a deck in the order in which small decks use them: from the king down; from the ace up if low
// hands win; and from both ends if high and low split the pot.
func ranksOf(g *plan.Game) (order []cards.Rank) {
	high, low := false, false
	for i := range g.Steps {
		if sd := g.Steps[i].Show; sd != nil {
			for k := range sd.Parts {
				high = high || !sd.Parts[k].Ranking.Low()
				low = low || sd.Parts[k].Ranking.Low()
			}
		}
	}
	for k := range 13 {
		down, up := cards.Rank((24-k)%13), cards.Rank((12+k)%13) // K, Q, … 2, A and A, 2, … K
		if !low {
			up = down
		}
		if !high {
			down = up
		}
		for _, r := range []cards.Rank{up, down} {
			if g.Deck.HasRank(r) && !slices.Contains(order, r) {
				order = append(order, r)
			}
		}
	}
	return order
}
