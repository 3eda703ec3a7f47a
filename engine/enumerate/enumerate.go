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

// Options configure a search.
type Options struct {
	Stacks []int64      // in the table's smallest unit, by seat
	Pack   []cards.Card // the cards that are dealt; burn cards come from the rest of the game's deck
	// Visits limits the number of visited decisions and ends of hands; 0 means five million.
	Visits int64
	// OpenFolds also tries folds where a check is free; nobody makes them, and the literature does
	// not count them.
	OpenFolds bool
	// Bets are the sizes of bets and raises to try, as fractions of the pot after a call, limited
	// to the allowed minimum and maximum; all in is tried too. nil tries every amount.
	Bets []float64
	// Wagers, when set, are tried instead.
	Wagers *Wagers
	// Progress, when set, is called now and then with the number of visits.
	Progress func(visits int64)
	// Random: [Together] plays this many hands at random instead of every line; 0 plays every line.
	Random int
}

// Report is the result of a search.
type Report struct {
	Deals      int64 // ways in which the first cards fell
	States     int64 // decisions visited, in all deals
	Hands      int64 // hands played to the end
	Showdowns  int64 // of those, hands with a showdown
	Sequences  int64 // different sequences of actions of whole hands, whatever the cards
	InfoSets   int64 // information sets: decisions as the seat sees them, with its cards, the open cards, and the actions so far
	RankSets   int64 // the same for a seat that ignores suits
	Longest    int   // actions of the longest hand
	Redeals    int64 // redealt lines; they end there, because the new deal is like the first
	Outside    bool  // the small deck was too small: some cards came from the rest of the game's deck, always the same ones
	Reshuffled bool  // discards were shuffled back in: only one seed's order of them was tried
	// Complete: every line was followed to its end.
	Complete bool
	Fault    *Fault // the shortest one found, nil for none
}

// Kind is the invariant that a fault violates.
type Kind uint8

// Kinds of faults.
const (
	Conservation Kind = iota // chips or cards appear or vanish
	Termination              // the hand does not end
	Legality                 // an offered action is refused, or another is accepted
	Determinism              // the same cards and actions lead to a different hand
	Playing                  // the hand cannot continue
)

var kindNames = [...]string{"conservation", "termination", "legality", "determinism", "playing"}

func (k Kind) String() string { return kindNames[k] }

// Fault is a line that ends in an error.
type Fault struct {
	Kind    Kind
	Err     error
	Setup   hand.Setup // with the deck of the line
	Actions []hand.Action
	Pos     diag.Pos // the step at which it happened
}

// maxActions is more actions than any hand of a few seats needs.
const maxActions = 400

// errLimit ends a search that has reached its limit of visits.
var errLimit = errors.New("limit reached")

// search is a search in progress.
type search struct {
	ctx      context.Context
	bound    *plan.AtStakes
	o        Options
	deck     bag // of the game
	pack     bag // the cards of it that are dealt
	report   Report
	visits   int64
	hands    []*hand.Hand // by the number of actions
	replayed hand.Hand
	log      hand.Log
	path     []hand.Action
	rolls    []uint8 // of dice, along the path
	chance   float64 // of the cards and rolls along the path
	most     int     // longer lines are not followed, because a shorter fault is known
	public   map[uint64]bool
	infosets map[uint64]struct{}
	ranksets map[uint64]struct{}
	faces    []byte
	sees     hand.Observation
	lines    map[uint64]struct{}
	stopped  error
	redeals  bool            // the game may deal again in a hand
	order    []cards.Card    // of the deck, as it is before the cards are taken; only if redeals
	draw     func(n int) int // returns a random number below n, to follow one way the cards can fall; nil to follow all
	shuffled bool            // follow the one way in which the engine deals
}

// Play follows every line of a game. The error is for a game that cannot be searched; when the
// context ends, the report is incomplete.
func Play(ctx context.Context, b *plan.AtStakes, o Options) (*Report, error) {
	x, err := newSearch(ctx, b, o)
	if err != nil {
		return nil, err
	}
	x.deal(func(h *hand.Hand, redealt bool) {
		if redealt {
			x.report.Redeals++
			return
		}
		x.follow(h)
	})
	x.report.Complete = x.stopped == nil && !x.report.Outside && !x.report.Reshuffled && x.report.Fault == nil
	x.report.InfoSets, x.report.RankSets, x.report.Sequences = int64(len(x.infosets)), int64(len(x.ranksets)), int64(len(x.lines))
	return &x.report, nil
}

// newSearch returns a search that has not begun. It returns an error if these seats cannot play
// this game.
func newSearch(ctx context.Context, b *plan.AtStakes, o Options) (*search, error) {
	if o.Visits == 0 {
		o.Visits = 5_000_000
	}
	x := &search{
		ctx: ctx, bound: b, o: o, deck: bagOf(b.Game.Deck.Append(nil)), pack: bagOf(o.Pack), most: maxActions, chance: 1,
		public: map[uint64]bool{}, infosets: map[uint64]struct{}{}, ranksets: map[uint64]struct{}{}, lines: map[uint64]struct{}{},
	}
	x.redeals = b.Game.Redeals()
	var h hand.Hand
	if err := h.Start(x.setup(nil)); err != nil && h.Plan() == nil {
		return nil, err
	}
	return x, nil
}

// setup returns a setup with the given first cards. They are followed by the rest of the small
// deck, and then by the other cards of the game's own deck.
func (x *search) setup(first []cards.Card) *hand.Setup {
	deck := append([]cards.Card(nil), first...)
	free := x.pack.minus(bagOf(first))
	deck = append(deck, free.cards()...)
	deck = append(deck, x.deck.minus(bagOf(deck)).cards()...)
	return &hand.Setup{Plan: x.bound, Stacks: x.o.Stacks, Button: len(x.o.Stacks) - 1, Seed: 1, Deck: deck, Rolls: x.rolls, Log: &x.log}
}

// deal begins the hand in every way in which the first cards can fall. redealt means that they led to a new deal.
func (x *search) deal(then func(h *hand.Hand, redealt bool)) {
	start := func(first []cards.Card) (*hand.Hand, error) {
		h, s := x.hand(), x.setup(first)
		x.order = s.Deck
		return h, h.Start(s)
	}
	x.everyDeal(&dealing{0, 0, start, func(h *hand.Hand) {
		x.report.Deals++
		then(h, x.redealt())
	}}, x.deck.cards())
}

// follow checks the state of a hand and continues from there.
func (x *search) follow(h *hand.Hand) {
	if !x.goesOn() {
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
	x.infosets[x.seen(h, &d, func(c cards.Card) byte { return byte(c) })] = struct{}{}
	x.ranksets[x.seen(h, &d, func(c cards.Card) byte { return byte(c.Rank()) })] = struct{}{}
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

// goesOn counts a visit, and reports whether the search goes on.
func (x *search) goesOn() bool {
	if x.stopped != nil {
		return false
	}
	if x.visits++; x.visits&1023 == 0 {
		if x.stopped = pause.Err(x.ctx); x.stopped == nil && x.o.Progress != nil {
			x.o.Progress(x.visits)
		}
	}
	if x.visits > x.o.Visits {
		x.stopped = errLimit
	}
	return x.stopped == nil
}

// act takes an action in every way in which the next cards can fall. redealt means that the action
// led to a new deal.
func (x *search) act(h *hand.Hand, a hand.Action, then func(t *hand.Hand, redealt bool)) {
	if x.stopped != nil {
		return
	}
	x.path = append(x.path, a)
	t, rolls := x.hand(), len(x.rolls)
	apply := func(next []cards.Card) (*hand.Hand, error) {
		*t = *h
		t.Follow(&x.log)
		t.ArrangeRolls(x.rolls[rolls:])
		if err := t.Arrange(next); err != nil {
			return t, err
		}
		if x.redeals {
			x.order = t.Order()
		}
		return t, t.Apply(a)
	}
	x.everyDeal(&dealing{h.Taken(), rolls, apply, func(t *hand.Hand) {
		then(t, x.redealt())
	}}, h.Undealt())
	x.path = x.path[:len(x.path)-1]
}

// hand returns memory for the hand after the actions so far.
func (x *search) hand() *hand.Hand {
	for len(x.hands) <= len(x.path) {
		x.hands = append(x.hands, new(hand.Hand))
	}
	return x.hands[len(x.path)]
}

// over counts a finished hand and replays it.
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

// again replays the line and compares the result.
func (x *search) again(h *hand.Hand) error {
	if x.report.Reshuffled {
		return nil // the deck it was dealt from is gone
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

// fault records a fault if it is the shortest so far.
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
