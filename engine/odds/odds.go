// Package odds reckons equity: what part of a pot each hand can expect when the
// cards that are still to come are dealt at random and nobody folds or draws
// any more.
//
// A [Question] names the hands, with unknown cards where nobody has seen them,
// the board, what is dead and what is to come. [Of] asks it of a hand in
// progress: a game with draws is taken to stand pat. All ways of the cards are
// counted where there are few enough, and drawn at random from a seed
// otherwise; the answer says which, and how far off it may be.
//
// The pot is one that all the hands contest; where some are all in for less the
// pots can be named, and the answer says what each hand expects of all of them.
// Both halves of a split pot, hands
// without a qualifying low, wild cards and rankings of a script's own count as
// at the showdown; house rules that limit a claim do not.
package odds

import (
	"context"
	"errors"
	"fmt"
	"math"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Question is what is asked.
type Question struct {
	Show *plan.ShowdownStep
	Deck cards.Deck
	// Hands are the hands compared. A card may be unknown.
	Hands []Hand
	Board []cards.Card
	// ToBoard is the number of cards still to come on the board.
	ToBoard int
	// Dead are cards that cannot come: folded hands, burns and discards that
	// somebody has seen.
	Dead cards.Set
	// Pots are what is contested, main pot first, and by which of the hands: a
	// bit for each. nil: one pot for all, of no matter what.
	Pots []Pot
}

// Pot is an amount and the hands that can win it.
type Pot struct {
	Amount   int64
	Eligible betting.Mask
}

// Hand is one of the hands: its cards, and how many it still gets.
type Hand struct {
	Cards  []cards.Card
	ToCome int
}

// Effort is how an answer is found.
type Effort struct {
	// Exact: all ways of the cards are counted, up to MaxExact. Otherwise
	// Samples are drawn where there are more ways than Enough.
	Exact   bool
	Samples int64
	Enough  int64
	Seed    uint64
}

// Effort in use where nobody says how much.
const (
	DefaultSamples = 200_000
	DefaultEnough  = 2_000_000
	// MaxExact is the number of ways beyond which nobody waits for an exact
	// answer.
	MaxExact = 5_000_000_000
)

// Answer is the equity of each hand.
type Answer struct {
	Boards int64 // ways of the cards that were tried
	Exact  bool  // all of them
	Hands  []Share
	// Of the pots of the question: what part of each a hand gets on average, by
	// pot and hand, and what that comes to in chips, by hand. Odd chips are parts
	// of one here.
	Pots  [][]float64
	Chips []Mean
}

// Mean is an average and how far off it may be.
type Mean struct {
	Value  float64
	StdErr float64 // 0 for an exact answer
}

// Share is what a hand can expect. All are parts of one.
type Share struct {
	Equity float64 // of the pot, on average
	Win    float64 // it gets more of the pot than any other
	Tie    float64 // it gets as much as another, and nobody more
	High   float64 // it wins or shares the first part
	Low    float64 // it wins or shares the second part, of a split pot
	Scoop  float64 // it gets the whole pot
	StdErr float64 // of the equity; 0 for an exact answer
}

// shareUnit is a pot: twice a number that every number of winners divides.
const shareUnit = 2 * 232792560

// Of asks about a hand in progress, as it is seen: the seats still in, what is
// known of their cards, what the game still deals, and the pots as they stand.
func Of(h *hand.Hand) (*Question, []int, error) {
	q := &Question{Deck: h.Plan().Game.Deck, Board: h.Board()}
	if h.Pending() == nil {
		return nil, nil, errors.New("the hand is over")
	}
	if h.Plan().Game.Banked() {
		return nil, nil, errors.New("a game against a bank has no pot to have a share of")
	}
	perSeat, board, show := ahead(h.Plan().Game, int(h.Pending().Step)+1)
	if show == nil {
		return nil, nil, errors.New("the game comes to no showdown from here")
	}
	q.Show, q.ToBoard = show, board
	var seats []int
	for m := h.Live(); m != 0; m &= m - 1 {
		seat := m.First()
		seats = append(seats, seat)
		q.Hands = append(q.Hands, Hand{h.Hole(seat), perSeat + h.Owed(seat)})
	}
	q.Pots = stakes(h, seats)
	for i := range h.Seats() {
		if !h.Live().Has(i) {
			q.Dead |= cards.SetOf(h.Hole(i)...)
		}
	}
	if h.Pending().Kind == hand.DealerGoesOn { // in the middle of a deal
		q.complete(h.Plan().Game)
		return q, seats, nil
	}
	if short := len(seats)*perSeat + board - h.LeftInStub(); short > 0 && perSeat > 0 && h.Plan().Game.ShortStub.Common() {
		// The cards do not go round: the last street is one card for all.
		for i := range q.Hands {
			q.Hands[i].ToCome--
		}
		q.ToBoard++
	}
	return q, seats, nil
}

// stakes are the pots that are in the middle, bets before the seats included, as
// far as others can call them: who has no chips for the whole of a bet has no claim
// to the rest of it.
func stakes(h *hand.Hand, seats []int) (out []Pot) {
	var in, caps [betting.MaxSeats]int64
	taken := h.Dead() - h.Pot() // by the house, of the pot
	for i := range h.Seats() {
		in[i] = h.PutBy(i) + h.Wagered(i)
		taken += h.PutBy(i)
	}
	left := betting.Bit(len(seats)) - 1
	for k, seat := range seats {
		caps[k] = in[seat] + h.Stack(seat)
	}
	dead := h.Dead()
	for from := int64(0); left != 0; {
		top := int64(math.MaxInt64)
		for m := left; m != 0; m &= m - 1 {
			top = min(top, caps[m.First()])
		}
		pot := Pot{Amount: dead, Eligible: left}
		for i := range h.Seats() {
			pot.Amount += max(0, min(in[i], top)-from)
		}
		drop := min(taken, pot.Amount)
		pot.Amount, taken, dead, from = pot.Amount-drop, taken-drop, 0, top
		for m := left; m != 0; m &= m - 1 {
			if k := m.First(); caps[k] == top {
				left &^= betting.Bit(k)
			}
		}
		if pot.Amount > 0 && pot.Eligible.Len() > 1 {
			out = append(out, pot)
		}
	}
	return out
}

// complete gives everybody what is missing of the cards that a game deals.
func (q *Question) complete(g *plan.Game) {
	hole, board, _ := ahead(g, 0)
	for i := range q.Hands {
		q.Hands[i].ToCome = max(0, hole-len(q.Hands[i].Cards))
	}
	q.ToBoard = max(0, board-len(q.Board))
}

// ForGame asks about hands of a game before anything else is dealt: each gets
// what is missing of the cards that the game deals to a seat, and the board what
// is missing of it. Who draws is taken to stand pat.
func ForGame(g *plan.Game, hands [][]cards.Card, board []cards.Card) (*Question, error) {
	hole, onBoard, show := ahead(g, 0)
	switch {
	case show == nil:
		return nil, fmt.Errorf("%s has no pot to have a share of", g.Name)
	case len(board) > onBoard:
		return nil, fmt.Errorf("%d cards on the board: %s has %d", len(board), g.Name, onBoard)
	}
	q := &Question{Show: show, Deck: g.Deck, Board: board, ToBoard: onBoard - len(board)}
	for _, h := range hands {
		if len(h) > hole {
			return nil, fmt.Errorf("%s: %d cards, %s deals %d to a seat", cards.Format(h), len(h), g.Name, hole)
		}
		q.Hands = append(q.Hands, Hand{h, hole - len(h)})
	}
	return q, nil
}

// ahead is what a game deals to each seat and to the board from a step on to the
// showdown, if nobody draws or folds and somebody bets.
func ahead(g *plan.Game, from int) (perSeat, board int, show *plan.ShowdownStep) {
	for i := from; i < len(g.Steps); i++ {
		switch st := &g.Steps[i]; st.Kind {
		case plan.Deal:
			perSeat += st.Count
		case plan.Board:
			board += st.Count
		case plan.When, plan.Jump:
			i = st.Jump - 1
		case plan.Redeal:
			return 0, 0, nil
		case plan.Showdown:
			return perSeat, board, st.Show
		}
	}
	return 0, 0, nil
}

// Counted reports whether Reckon counts all ways of the cards.
func (q *Question) Counted(e Effort) bool {
	if e.Enough <= 0 {
		e.Enough = DefaultEnough
	}
	r, err := newReckoner(q)
	return err != nil || e.Exact || r.ways() <= float64(e.Enough)
}

// Reckon answers. When the context ends, the samples drawn so far are the
// answer; an exact count that is cut short is an error.
func (q *Question) Reckon(ctx context.Context, e Effort) (*Answer, error) {
	if e.Samples <= 0 {
		e.Samples = DefaultSamples
	}
	if e.Enough <= 0 {
		e.Enough = DefaultEnough
	}
	r, err := newReckoner(q)
	if err != nil {
		return nil, err
	}
	ways := r.ways()
	switch {
	case e.Exact && ways > MaxExact:
		return nil, fmt.Errorf("the cards can come in %.3g ways, too many to count: draw samples", ways)
	case e.Exact || ways <= float64(e.Enough):
		err = r.enumerate(ctx)
		return r.answer(true), err
	}
	r.sample(ctx, e)
	if r.n == 0 {
		return nil, ctx.Err()
	}
	return r.answer(false), nil
}

// slot is a number of cards that belong together: to a hand, or to the board.
type slot struct {
	hand int // -1 the board
	at   int // index of the first
	n    int
}

// reckoner deals the cards that are not known, all ways or at random.
type reckoner struct {
	q     *Question
	slots []slot
	pack  []cards.Card // cards that may come
	holes [][]cards.Card
	board []cards.Card

	n      int64
	equity []int64 // in shareUnits, by hand
	square []float64
	counts []counts
	won    []int64 // of one deal

	worth   [2][betting.MaxSeats]rank.Strength // of one deal, by part and hand
	pots    [][]int64                          // as equity, of each pot
	chips   []float64                          // of one deal
	squares []float64                          // of chips, added up
}

type counts struct{ win, tie, high, low, scoop int64 }

// newReckoner checks the question and lays out the hands.
func newReckoner(q *Question) (*reckoner, error) {
	if len(q.Hands) < 2 || len(q.Hands) > betting.MaxSeats {
		return nil, fmt.Errorf("odds are between 2 hands or more, not %d", len(q.Hands))
	}
	r := &reckoner{q: q}
	seen := q.Dead
	note := func(list []cards.Card) error {
		for _, c := range list {
			switch {
			case !c.Known():
			case !q.Deck.Set().Has(c):
				return fmt.Errorf("%s is not in the deck (%s)", c, q.Deck)
			case seen.Has(c):
				return fmt.Errorf("%s is there twice", c)
			default:
				seen = seen.With(c)
			}
		}
		return nil
	}
	for i, h := range q.Hands {
		if err := note(h.Cards); err != nil {
			return nil, err
		}
		r.holes = append(r.holes, r.lay(i, h.Cards, h.ToCome))
	}
	if err := note(q.Board); err != nil {
		return nil, err
	}
	r.board = r.lay(-1, q.Board, q.ToBoard)
	r.pack = (q.Deck.Set() &^ seen).Cards()
	if need := r.need(); need > len(r.pack) {
		return nil, fmt.Errorf("%d cards are to come, and %d are left in the deck", need, len(r.pack))
	}
	n := len(q.Hands)
	for _, p := range q.Pots {
		if p.Eligible == 0 || p.Eligible>>n != 0 || p.Amount < 0 {
			return nil, fmt.Errorf("a pot that none of the %d hands can win", n)
		}
	}
	r.equity, r.square, r.won, r.counts = make([]int64, n), make([]float64, n), make([]int64, n), make([]counts, n)
	r.chips, r.squares = make([]float64, n), make([]float64, n)
	for range q.Pots {
		r.pots = append(r.pots, make([]int64, n))
	}
	return r, nil
}

// lay puts known cards first and makes room for the others.
func (r *reckoner) lay(i int, list []cards.Card, more int) []cards.Card {
	var out []cards.Card
	for _, c := range list {
		if c.Known() {
			out = append(out, c)
		}
	}
	n := len(list) - len(out) + more
	if n > 0 {
		r.slots = append(r.slots, slot{i, len(out), n})
	}
	return append(out, make([]cards.Card, n)...)
}

func (r *reckoner) need() (n int) {
	for _, s := range r.slots {
		n += s.n
	}
	return n
}

// ways is in how many ways the cards can come.
func (r *reckoner) ways() float64 {
	left, total := len(r.pack), 1.0
	for _, s := range r.slots {
		for k := range s.n {
			total *= float64(left-k) / float64(k+1)
		}
		left -= s.n
	}
	return math.Round(total)
}

// place is where the cards of a slot go.
func (r *reckoner) place(s slot) []cards.Card {
	if s.hand < 0 {
		return r.board[s.at : s.at+s.n]
	}
	return r.holes[s.hand][s.at : s.at+s.n]
}

// enumerate deals all ways.
func (r *reckoner) enumerate(ctx context.Context) error { return r.fill(ctx, 0, 0, 0, 0) }

// fill deals the k-th card and those after it of a slot, from a place in the
// pack on, and the slots after it; used marks the cards that are out.
func (r *reckoner) fill(ctx context.Context, i, k, from int, used uint64) error {
	if i == len(r.slots) {
		r.showdown()
		if r.n&0xffff == 0 {
			return ctx.Err()
		}
		return nil
	}
	s := r.slots[i]
	if k == s.n {
		return r.fill(ctx, i+1, 0, 0, used)
	}
	to := r.place(s)
	for c := from; c < len(r.pack); c++ {
		if used>>c&1 != 0 {
			continue
		}
		to[k] = r.pack[c]
		if err := r.fill(ctx, i, k+1, c+1, used|1<<c); err != nil {
			return err
		}
	}
	return nil
}

// sample deals at random.
func (r *reckoner) sample(ctx context.Context, e Effort) {
	chance := hand.NewSource(e.Seed, uint64(e.Samples))
	for range e.Samples {
		if r.n&0xfff == 0 && ctx.Err() != nil {
			return
		}
		at := 0
		for _, s := range r.slots {
			to := r.place(s)
			for k := range to {
				j := at + int(chance.Below(uint64(len(r.pack)-at)))
				r.pack[at], r.pack[j] = r.pack[j], r.pack[at]
				to[k] = r.pack[at]
				at++
			}
		}
		r.showdown()
	}
}

// answer divides what was counted.
func (r *reckoner) answer(exact bool) *Answer {
	a := &Answer{Boards: r.n, Exact: exact}
	n := float64(r.n)
	for i := range r.q.Hands {
		c := &r.counts[i]
		s := Share{
			Equity: float64(r.equity[i]) / shareUnit / n,
			Win:    float64(c.win) / n, Tie: float64(c.tie) / n,
			High: float64(c.high) / n, Low: float64(c.low) / n, Scoop: float64(c.scoop) / n,
		}
		if !exact && r.n > 1 {
			s.StdErr = math.Sqrt(max(0, r.square[i]/n-s.Equity*s.Equity) / (n - 1))
		}
		a.Hands = append(a.Hands, s)
	}
	if r.pots != nil {
		r.inChips(a)
	}
	return a
}

// inChips adds what each hand gets of each pot.
func (r *reckoner) inChips(a *Answer) {
	n := float64(r.n)
	a.Chips = make([]Mean, len(a.Hands))
	for k, won := range r.pots {
		parts := make([]float64, len(won))
		for i, units := range won {
			parts[i] = float64(units) / shareUnit / n
			a.Chips[i].Value += parts[i] * float64(r.q.Pots[k].Amount)
		}
		a.Pots = append(a.Pots, parts)
	}
	for i := range a.Chips {
		if c := &a.Chips[i]; !a.Exact && r.n > 1 {
			c.StdErr = math.Sqrt(max(0, r.squares[i]/n-c.Value*c.Value) / (n - 1))
		}
	}
}
