// Package enumerate plays a game to the end of every line: every deal from a small
// pack, every action that the rules offer.
//
// [Shrink] makes of a game one that is small enough, as Kuhn's and Leduc's games
// are small versions of poker: the same plan with fewer cards and rounds.
// [Play] then follows every line and holds each state against what must be true
// of any hand: chips are conserved, no card is in two places, the hand ends, what
// is offered is accepted and nothing else, and the same cards and actions lead to
// the same hand. The first fault found is followed up to the shortest, which is
// handed back as a line that can be played again.
package enumerate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Options of a search.
type Options struct {
	Stacks []int64      // in the table's smallest unit, one for each seat
	Pack   []cards.Card // the cards that are dealt; burns come from the rest of the game's deck
	// Visits bounds the decisions and ends of hands that are looked at; 0 means
	// five million.
	Visits int64
	// OpenFolds tries folds where a check is free, which nobody makes and the
	// literature does not count.
	OpenFolds bool
	// Bets are the sizes of bets and raises that are tried, as parts of the pot after a call; the least
	// and the most that fits in between, and all in. nil tries every amount.
	Bets []float64
	// Progress, when set, is told now and then how many visits there were.
	Progress func(visits int64)
}

// Report is what was found.
type Report struct {
	Deals      int64 // ways in which the first cards fell
	States     int64 // decisions looked at, in all deals
	Hands      int64 // hands played to the end
	Showdowns  int64 // of those, with hands compared
	Sequences  int64 // different sequences of actions of whole hands, whatever the cards
	InfoSets   int64 // decisions as the seat sees them: its cards, what is open, and the actions so far
	RankSets   int64 // the same for a seat that does not look at suits
	Longest    int   // actions of the longest hand
	Redeals    int64 // lines that lead to a new deal, where they end: it is like the first
	Outside    bool  // the small deck was too small: some cards came from the rest of the game's own, always the same
	Reshuffled bool  // discards came back: their order is that of one seed
	// Complete: every line was followed to its end.
	Complete bool
	Fault    *Fault // the shortest that was found, nil for none
}

// Kind says what rule of all hands a fault breaks.
type Kind uint8

// The kinds.
const (
	Conservation Kind = iota // chips or cards appear or vanish
	Termination              // the hand does not end
	Legality                 // what is offered is refused, or what is not is taken
	Determinism              // the same cards and actions lead elsewhere
	Playing                  // the hand cannot go on
)

var kindNames = [...]string{"conservation", "termination", "legality", "determinism", "playing"}

func (k Kind) String() string { return kindNames[k] }

// Fault is a line at the end of which something is wrong.
type Fault struct {
	Kind    Kind
	Err     error
	Setup   hand.Setup // with the deck of the line
	Actions []hand.Action
	Pos     diag.Pos // the step at which it happened
}

// maxActions is what no hand of a few seats needs.
const maxActions = 400

// errLimit ends a search that has seen enough.
var errLimit = errors.New("limit reached")

// search is a search under way.
type search struct {
	ctx      context.Context
	bound    *plan.Bound
	o        Options
	deck     bag // of the game
	pack     bag // the cards of it that are dealt
	report   Report
	visits   int64
	hands    []*hand.Hand // by the number of actions
	replayed hand.Hand
	log      hand.Log
	path     []hand.Action
	rolls    []uint8 // of a die, along the path
	chance   float64 // of the cards and rolls along the path
	most     int     // actions beyond which nothing is followed, because a shorter fault is known
	public   map[uint64]bool
	infosets map[uint64]struct{}
	ranksets map[uint64]struct{}
	faces    []byte
	lines    map[uint64]struct{}
	stopped  error
	draw     func(n int) int // a number below n, where one way of the cards is followed, drawn at random; nil to follow all
}

// Play follows every line of a game. The error is about a game that cannot be
// searched; an end of the context leaves a report that is not complete.
func Play(ctx context.Context, b *plan.Bound, o Options) (*Report, error) {
	x, err := newSearch(ctx, b, o)
	if err != nil {
		return nil, err
	}
	x.deal(x.follow)
	x.report.Complete = x.stopped == nil && !x.report.Outside && !x.report.Reshuffled && x.report.Fault == nil
	x.report.InfoSets, x.report.RankSets, x.report.Sequences = int64(len(x.infosets)), int64(len(x.ranksets)), int64(len(x.lines))
	return &x.report, nil
}

// newSearch returns a search that has not begun. The error is that these seats cannot
// play this game.
func newSearch(ctx context.Context, b *plan.Bound, o Options) (*search, error) {
	if o.Visits == 0 {
		o.Visits = 5_000_000
	}
	x := &search{
		ctx: ctx, bound: b, o: o, deck: bagOf(b.Game.Deck.Append(nil)), pack: bagOf(o.Pack), most: maxActions, chance: 1,
		public: map[uint64]bool{}, infosets: map[uint64]struct{}{}, ranksets: map[uint64]struct{}{}, lines: map[uint64]struct{}{},
	}
	var h hand.Hand
	if err := h.Start(x.setup(nil)); err != nil && h.Plan() == nil {
		return nil, err
	}
	return x, nil
}

// setup returns a hand whose first cards are given. The rest of the small deck follows, and
// then what the game's own deck has beyond it.
func (x *search) setup(first []cards.Card) *hand.Setup {
	deck := append([]cards.Card(nil), first...)
	free := x.pack.minus(bagOf(first))
	deck = append(deck, free.cards()...)
	deck = append(deck, x.deck.minus(bagOf(deck)).cards()...)
	return &hand.Setup{Plan: x.bound, Stacks: x.o.Stacks, Button: len(x.o.Stacks) - 1, Seed: 1, Deck: deck, Rolls: x.rolls, Log: &x.log}
}

// deal begins the hand in every way that the first cards can fall.
func (x *search) deal(then func(*hand.Hand)) {
	start := func(first []cards.Card) (*hand.Hand, error) {
		h := x.hand()
		return h, h.Start(x.setup(first))
	}
	x.everyDeal(&dealing{0, 0, start, func(h *hand.Hand) {
		x.report.Deals++
		then(h)
	}}, x.deck.cards())
}

// follow looks at the state that a hand has come to, and goes on.
func (x *search) follow(h *hand.Hand) {
	if x.stopped != nil {
		return
	}
	if x.visits++; x.visits&1023 == 0 {
		x.pause()
	}
	if x.visits > x.o.Visits {
		x.stopped = errLimit
	}
	if x.stopped != nil {
		return
	}
	x.report.Longest = max(x.report.Longest, len(x.path))
	if err := sound(h); err != nil {
		x.fault(Conservation, h, err)
		return
	}
	d, ok := h.Next()
	if !ok {
		x.over(h)
		return
	}
	x.report.States++
	switch {
	case len(x.path) >= maxActions:
		x.fault(Termination, h, fmt.Errorf("the hand has not ended after %d actions", maxActions))
		return
	case len(x.path) >= x.most:
		return
	}
	x.note(h, &d)
	if err := x.offers(h, &d); err != nil {
		x.fault(Legality, h, err)
		return
	}
	each(h, &d, &x.o, func(a hand.Action) {
		x.act(h, a, func(t *hand.Hand, redealt bool) {
			if redealt {
				x.report.Redeals++
				return
			}
			x.follow(t)
		})
	})
}

// pause is what happens now and then.
func (x *search) pause() {
	if x.stopped = pause.Err(x.ctx); x.stopped == nil && x.o.Progress != nil {
		x.o.Progress(x.visits)
	}
}

// act takes an action in every way that the cards after it can fall. redealt
// means that the action led to a new deal.
func (x *search) act(h *hand.Hand, a hand.Action, then func(t *hand.Hand, redealt bool)) {
	if x.stopped != nil {
		return
	}
	x.path = append(x.path, a)
	t, rolls := x.hand(), len(x.rolls)
	apply := func(next []cards.Card) (*hand.Hand, error) {
		*t = *h
		t.Observe(&x.log)
		t.ArrangeRolls(x.rolls[rolls:])
		if err := t.Arrange(next); err != nil {
			return t, err
		}
		return t, t.Apply(a)
	}
	x.everyDeal(&dealing{h.Taken(), rolls, apply, func(t *hand.Hand) {
		then(t, count(x.log.Events, hand.Redealt) > 0)
	}}, h.Undealt())
	x.path = x.path[:len(x.path)-1]
}

// hand is memory for the hand after the actions so far.
func (x *search) hand() *hand.Hand {
	for len(x.hands) <= len(x.path) {
		x.hands = append(x.hands, new(hand.Hand))
	}
	return x.hands[len(x.path)]
}

func count(events []hand.Event, kind hand.EventKind) (n int) {
	for i := range events {
		if events[i].Kind == kind {
			n++
		}
	}
	return n
}

// over counts a hand that is over, and plays it again.
func (x *search) over(h *hand.Hand) {
	x.report.Hands++
	if h.Result().Showdown {
		x.report.Showdowns++
	}
	x.lines[publicly(x.path)] = struct{}{}
	if h.PutIn() != h.PaidOut()+h.House() {
		x.fault(Conservation, h, fmt.Errorf("%d went into the pots, %d came out and the house took %d", h.PutIn(), h.PaidOut(), h.House()))
		return
	}
	if err := x.again(h); err != nil {
		x.fault(Determinism, h, err)
	}
}

// again plays the line anew and compares.
func (x *search) again(h *hand.Hand) error {
	if x.report.Reshuffled {
		return nil // the deck that was dealt from is gone
	}
	o := &x.replayed
	err := o.Start(&hand.Setup{Plan: x.bound, Stacks: x.o.Stacks, Button: len(x.o.Stacks) - 1, Seed: 1, Deck: h.Order(), Rolls: x.rolls})
	for i := 0; err == nil && i < len(x.path); i++ {
		err = o.Apply(x.path[i])
	}
	switch {
	case err != nil:
		return fmt.Errorf("played again, the hand stops: %w", err)
	case !o.Same(h):
		return errors.New("played again with the same cards and actions, the hand ends differently")
	}
	return nil
}

// fault notes a fault if it is the shortest so far.
func (x *search) fault(kind Kind, h *hand.Hand, err error) {
	if x.report.Fault != nil && len(x.path) >= len(x.report.Fault.Actions) {
		return
	}
	s := x.setup(nil)
	s.Deck, s.Log, s.Rolls = h.Order(), nil, slices.Clone(x.rolls)
	f := &Fault{Kind: kind, Err: err, Setup: *s, Actions: append([]hand.Action(nil), x.path...)}
	if st := h.Step(); st != nil {
		f.Pos = st.Pos
	}
	x.report.Fault, x.most = f, len(x.path)-1
}
