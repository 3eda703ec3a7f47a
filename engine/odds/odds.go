package odds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Question is a question about equity.
type Question struct {
	Show *plan.ShowdownStep
	Deck cards.Deck
	// Hands are the hands to compare. Cards may be unknown.
	Hands []Hand
	Board []cards.Card
	// ToBoard is the number of cards still to come on the board.
	ToBoard int
	// Second is the second board of a game with two: each decides half of the pot. nil: there is
	// one board.
	Second *Board
	// Dead are dead cards: folded hands, burn cards and discards that somebody has seen.
	Dead cards.Set
	// Pots are the contested pots, main pot first, with the hands that can win each as a bit set.
	// nil: one pot of any size for all hands.
	Pots []Pot

	// Policies decide what each hand throws away in the coming Draws; without them everybody stands
	// pat. Order is the order in which the hands are served, nil for that of Hands. Stub is the
	// number of cards that can be dealt before the discards, including dead cards, are shuffled; 0:
	// all remaining cards.
	Policies []DrawPolicy
	Draws    []Draw
	Order    []int
	Stub     int
}

// Board is the cards of a board and the number still to come.
type Board struct {
	Cards  []cards.Card
	ToCome int
}

// Pot is an amount and the hands that can win it.
type Pot struct {
	Amount   int64
	Eligible betting.Set
}

// Hand is one of the hands: its cards, and the number it still gets. With a Range, it is one hand
// of the range, and Cards is nil.
type Hand struct {
	Cards  []cards.Card
	ToCome int
	Range  *cards.Range
}

// Effort controls how an answer is computed.
type Effort struct {
	// Exact requests an exact answer, of up to MaxExact deals. Otherwise Samples are drawn if an
	// exact answer takes more than Enough steps.
	Exact   bool
	Samples int64
	Enough  int64
	Seed    uint64
	// Draw, if set, is called for the seed once the answer needs randomness, and not otherwise.
	Draw func() uint64
	// Error stops sampling once every equity has at most this standard error, Until at that time;
	// Samples is then the maximum. Samples are drawn in whole blocks: with the same Seed and
	// Samples drawn, the answer is the same, whatever stopped it and with any number of Workers.
	Error float64
	Until time.Time
	// Drawn, if set, is called with the number of samples drawn so far, from one goroutine.
	Drawn func(samples int64)
	// Workers is the number of goroutines; 0 means one.
	Workers int
	// Cache keeps counted match-ups for the next question; nil keeps none.
	Cache *Cache
	// Made requests [Answer.Made].
	Made bool
}

// Defaults, limits, and the costs of steps.
const (
	DefaultSamples = 200_000
	DefaultEnough  = 2_000_000
	// maxExact is the number of deals above which an exact answer is refused.
	maxExact = 5_000_000_000
	// maxMatches is the same limit for pairs of hands counted by ranks.
	maxMatches = 20_000_000
	// matchSteps is the cost of one of those, in deals; wildSteps that in games with wild cards.
	matchSteps = 32
	wildSteps  = 512
)

// Answer is the equity of each hand.
type Answer struct {
	Boards int64 // number of deals that the answer is based on
	Exact  bool  // these are all deals
	Hands  []Share
	// For the pots of the question: each hand's average share of each pot, by pot and hand, and the
	// total in chips, by hand. Odd chips are fractions here.
	Pots  [][]float64
	Chips []Mean
	// Made is how often each hand ends as each class of hands, if [Effort].Made requests it: by
	// part of the pot, hand, and class in the order of [rank.Ranking.Classes]. The classes of a
	// hand add up to one.
	Made [][][]float64
	// Draws are what each hand does in the draws, nil if everybody stands pat.
	Draws []Drawn

	weight float64 // of all deals
}

// Mean is an average and its standard error.
type Mean struct {
	Value  float64
	StdErr float64 // 0 for an exact answer
}

// Share is what a hand can expect. All values are fractions.
type Share struct {
	Equity float64 // of the pot, on average
	Win    float64 // probability of getting more of the pot than any other hand
	Tie    float64 // probability of getting as much as another, with nobody getting more
	High   float64 // probability of winning or sharing the first part, on one of two boards
	Low    float64 // the same for the second part, of a split pot
	Scoop  float64 // probability of getting the whole pot
	// Quarter is the probability of getting something, but less than half, of a split pot: a shared
	// half.
	Quarter float64
	StdErr  float64 // of the equity; 0 for an exact answer
}

// Of returns the question about a hand in progress, as it is seen: the live seats, the known cards,
// what the game still deals, and the current pots. The list has the seat of each hand.
func Of(h *hand.Hand) (*Question, []int, error) {
	q := &Question{Deck: h.Plan().Game.Deck, Board: h.Board()}
	if h.Pending() == nil {
		return nil, nil, errors.New("the hand is over")
	}
	if h.Runs() > 1 {
		return nil, nil, errors.New("the board is run more than once: there are no odds for that")
	}
	if h.Plan().AgainstBank {
		return nil, nil, errors.New("a game against a bank has no pot, so hands have no equity")
	}
	g, now := h.Plan().Game, int(h.Pending().Step)
	from := now + 1
	if err := unknowable(g, max(0, now)); err != nil {
		return nil, nil, err
	}
	if now >= 0 && g.Steps[now].Show != nil { // the dealer is waiting
		from = now
	}
	perSeat, board, show := ahead(g, from)
	if show == nil {
		return nil, nil, errors.New("the hand cannot reach a showdown from here")
	}
	q.Show, q.ToBoard = show, board
	var seats []int
	for m := h.Live(); m != 0; m &= m - 1 {
		seat := m.First()
		seats = append(seats, seat)
		q.Hands = append(q.Hands, Hand{Cards: h.Hole(seat), ToCome: perSeat + h.Owed(seat)})
	}
	q.Pots = stakes(h, seats)
	q.drawsOf(h, seats, from)
	var sees hand.Observation
	h.Observe(hand.EverySeat, 0, &sees) // the hand is as it is seen: it has no other cards
	inPlay := sees.Of(func(s *hand.Seen) bool {
		return s.Zone == plan.ZoneBoard || s.Zone == plan.ZoneHand && sees.Seats[s.Seat].Live
	})
	q.Dead = sees.Known(^plan.Zones(0)) &^ inPlay // with several packs an equal card may be in play
	if h.Pending().Kind == hand.DealerGoesOn {    // in the middle of a deal
		hole, board, _ := ahead(h.Plan().Game, 0)
		for i := range q.Hands {
			q.Hands[i].ToCome = max(0, hole-len(q.Hands[i].Cards))
		}
		q.ToBoard = max(0, board-len(q.Board))
		return q, seats, nil
	}
	if short := len(seats)*perSeat + board - h.LeftInStub(); short > 0 && perSeat > 0 && h.Plan().Game.ShortStub.Common() {
		// There are not enough cards: the last street is one community card.
		for i := range q.Hands {
			q.Hands[i].ToCome--
		}
		q.ToBoard++
	}
	return q, seats, nil
}

// stakes returns the pots in the middle, including the bets of this round as far as others can call
// them: a player without chips for a whole bet has no claim to the rest of it.
func stakes(h *hand.Hand, seats []int) (out []Pot) {
	var in, caps [betting.Max]int64
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

// ForGame returns the question about hands of a game before anything else is dealt: each hand,
// given by cards or range, gets the rest of the cards that the game deals to a seat, and the board
// its rest. Players who may draw stand pat.
func ForGame(g *plan.Game, hands []Hand, board []cards.Card) (*Question, error) {
	hole, onBoard, show := ahead(g, 0)
	if err := unknowable(g, 0); err != nil {
		return nil, err
	}
	switch {
	case show == nil:
		return nil, fmt.Errorf("%s has no pot, so hands have no equity", g.Name)
	case len(board) > onBoard:
		return nil, fmt.Errorf("%d cards on the board: %s has %d", len(board), g.Name, onBoard)
	}
	q := &Question{Show: show, Deck: g.Deck, Board: board, ToBoard: onBoard - len(board)}
	for _, h := range hands {
		n := len(h.Cards)
		if h.Range != nil && len(h.Range.Hands) > 0 {
			n = h.Range.Hands[0].Cards.Len()
		}
		if n > hole {
			return nil, fmt.Errorf("%s: %d cards, %s deals %d to a seat", cards.Format(h.Cards), n, g.Name, hole)
		}
		h.ToCome = hole - n
		q.Hands = append(q.Hands, h)
	}
	q.Draws = draws(g, 0, betting.Bit(len(hands))-1)
	return q, nil
}

// AddBoard adds a second board with as many cards as the first when complete.
func (q *Question) AddBoard(board []cards.Card) error {
	total := len(q.Board) + q.ToBoard
	switch {
	case total == 0:
		return errors.New("a game without a board cannot have two")
	case len(board) > total:
		return fmt.Errorf("%d cards on the second board: a board has %d", len(board), total)
	}
	q.Second = &Board{board, total - len(board)}
	return nil
}

// boards returns the number of boards.
func (q *Question) boards() int {
	if q.Second != nil {
		return 2
	}
	return 1
}

// drawsOf records the draws still to come in a hand in progress.
func (q *Question) drawsOf(h *hand.Hand, seats []int, from int) {
	q.Stub = h.LeftInStub()
	for seat := h.Button(); len(q.Order) < len(seats); {
		seat = h.Live().After(seat)
		q.Order = append(q.Order, slices.Index(seats, seat))
	}
	g := h.Plan().Game
	if from > 0 && g.Steps[from-1].Draws() {
		d := draw(g, from-1, 0)
		for i, seat := range seats {
			if h.Waiting().Has(seat) && h.Owed(seat) == 0 {
				d.Waiting |= betting.Bit(i)
			}
		}
		if d.How.Burn == plan.BurnOnce { // it was burned already
			d.How.Burn = plan.BurnNone
		}
		if d.Waiting != 0 {
			q.Draws = append(q.Draws, d)
		}
	}
	q.Draws = append(q.Draws, draws(g, from, betting.Bit(len(seats))-1)...)
}

// draws returns the draws of a game from a step on, for some hands.
func draws(g *plan.Game, from int, hands betting.Set) (out []Draw) {
	burned := 0
	for i, st := range g.Road(from) {
		switch {
		case st.DealsTo(plan.ZoneBurn):
			burned += st.Count
		case st.Draws():
			d := draw(g, i, hands)
			d.Burn, burned = burned, 0
			out = append(out, d)
		}
	}
	return out
}

// draw returns the draw of a step, for some hands.
func draw(g *plan.Game, step int, hands betting.Set) Draw {
	st := &g.Steps[step]
	d := Draw{Most: st.Ask.Most, How: st.Draw, Waiting: hands}
	d.Later, d.LaterBoard, _ = ahead(g, step+1)
	return d
}

// Start returns the number of cards that a seat has when the betting begins: the size of the hands
// in a range.
func Start(g *plan.Game) int {
	n := 0
	for i := range g.Steps {
		switch st := &g.Steps[i]; {
		case st.DealsTo(plan.ZoneHand):
			n += st.Count
		case st.Bets() && n > 0:
			return n
		}
	}
	return n
}

// uncounted returns why the shares of a showdown cannot be computed, "" if they can.
func uncounted(show *plan.ShowdownStep) string {
	if len(show.Parts) > 2 {
		return fmt.Sprintf("the pot is divided between %d hands, and shares are counted of one or two", len(show.Parts))
	}
	for i := range show.Parts {
		p := &show.Parts[i]
		switch {
		case p.Else != nil || p.Nobody == plan.AllDivide && len(show.Parts) > 1:
			return "what wins when nobody qualifies is not counted"
		case p.Nobody == plan.NewDeal:
			return "when nobody qualifies, new cards are dealt"
		case p.Nobody == plan.Carries:
			return "when nobody qualifies, the share stays in the pot for the next hand"
		case len(p.Chosen) > 0:
			return "what players declare is not known"
		case p.Weight() != 1:
			return "shares of a pot are counted as equal halves"
		case p.Ranking.ByEvent():
			return "which cards are wild depends on the hand"
		case p.Floor != nil:
			return "a least hand that qualifies is counted where it is part of the ranking: ranking(…, floor = …)"
		case !p.Counted():
			return "cards that must be down, up, unused, on a board or of a certain rank are not told apart"
		}
	}
	return ""
}

// unknowable returns an error for a game without odds: from a step on, a question for cards changes
// hands and there is no policy to answer it, or the game has more cards than odds can handle.
func unknowable(g *plan.Game, from int) error {
	if hole, board := g.MostHeld(), g.MostOnBoard(); hole > plan.MaxHole || board > plan.MaxBoard {
		return fmt.Errorf("there are no odds for %s: odds work for at most %d cards a seat and %d on the board", g.Name, plan.MaxHole, plan.MaxBoard)
	}
	if g.Boards != nil || g.Hands != nil {
		return fmt.Errorf("there are no odds for %s: named boards and hands set apart are not supported", g.Name)
	}
	for i := range g.Steps[from:] {
		if st := &g.Steps[from+i]; st.Show != nil {
			if why := uncounted(st.Show); why != "" {
				return fmt.Errorf("there are no odds for %s: %s", g.Name, why)
			}
		} else if st.AsksCards() && (!st.Draws() || st.Draw.More != 0) && !st.Exposes() {
			return fmt.Errorf("there are no odds before the %s of %s: it is not known which cards players choose", st.Word(), g.Name)
		}
	}
	return nil
}

// ahead returns the number of cards that a game deals to each seat and to the board from a step to
// the showdown, if nobody draws or folds and somebody bets.
func ahead(g *plan.Game, from int) (perSeat, board int, show *plan.ShowdownStep) {
	for _, st := range g.Road(from) {
		switch { // players stand pat
		case st.Show != nil:
			return perSeat, board, st.Show
		case st.DealsTo(plan.ZoneHand):
			perSeat += st.Count
		case st.DealsTo(plan.ZoneBoard):
			board += st.Count
		}
	}
	return 0, 0, nil
}
