package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// Options configure the building of a tree.
type Options struct {
	// MaxNodes limits the tree; 0 means 20 million.
	MaxNodes int64
	// MaxBytes limits the memory of the tree and of the solver; 0 means 4 GB.
	MaxBytes int64
	// Compact keeps the regrets and strategies of a hand on its public tree in 16 bits each, see [cardroom/engine/solve/street].
	Compact bool
	// KeepNames distinguishes all suits even if they do not matter.
	KeepNames bool
	// Words stores what the seat sees at each decision, for [Game.Decisions].
	Words bool
	// Ask, when set, is called once for each decision and may return the probabilities of its
	// actions, for [Game.Asked]; nil is no answer. line is what happened before. If cards are
	// renamed, it is called for one of the equivalent decisions.
	Ask func(line []Past, h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error)
	// Progress, when set, receives the number of nodes now and then.
	Progress func(nodes int64)
	// Judged and Dealt, when set, receive the number of deals of [BuildSample] whose hands are in
	// buckets, called from several goroutines, and of those in the tree.
	Judged, Dealt func(deals int64)
}

// Past is an earlier decision with its action.
type Past struct {
	Hand     *hand.Hand
	Decision hand.Decision
	Action   hand.Action
}

// TooLargeError means that a tree exceeds a limit.
type TooLargeError struct {
	Nodes, Bytes       int64
	MaxNodes, MaxBytes int64
	// Deals is set if the ranges alone are too many: the largest possible number of deals.
	Deals float64
}

func (e *TooLargeError) Error() string {
	if e.Deals > 0 {
		return fmt.Sprintf("the ranges make up to %.3g deals, and the limit is %d nodes", e.Deals, e.MaxNodes)
	}
	if e.Nodes > e.MaxNodes {
		return fmt.Sprintf("the game has more than %d nodes", e.MaxNodes)
	}
	return fmt.Sprintf("after %d nodes the game needs more than %d MB", e.Nodes, e.MaxBytes>>20)
}

const (
	defaultNodes = 20_000_000
	defaultBytes = 4 << 30
)

// errAsymmetric means that the assumed renamings change the game.
var errAsymmetric = errors.New("cards cannot be renamed")

// Build builds the tree of a small game.
func Build(ctx context.Context, small *enumerate.Small, o Options) (*Game, error) {
	o.MaxNodes = cmp.Or(o.MaxNodes, defaultNodes)
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultBytes)
	groups := renamings(small.Pack)
	if o.KeepNames {
		groups = groups[len(groups)-1:]
	}
	for _, names := range groups {
		g, err := build(ctx, small, o, names)
		if !errors.Is(err, errAsymmetric) {
			return g, err
		}
	}
	return nil, errAsymmetric // the last group renames nothing
}

// builder is a tree under construction.
type builder struct {
	o        Options
	walk     *enumerate.Walk
	observer observer
	sees     hand.Observation // of the seat whose words are made
	g        *Game
	stacks   []int64
	unit     float64
	found    []map[uint64]int32 // by seat: the decision of each key
	labels   [][]uint64         // by seat and sequence
	chances  chances
	depths   []*level
	words    map[string]int32
	said     []said    // the actions along the path
	line     []Past    // the same, with Ask
	seqs     []int32   // of the terminals, one for each seat
	pays     []float64 // what they pay, times their probability
	err      error
	root     []int32
	deals    int
	index    []int   // by seat of the hand: its seat in the tree, -1 for a folded one
	live     []int   // by seat of the tree: its seat in the hand
	perEnd   int64   // memory for the end of a hand with two seats
	more     int64   // memory other than the tree
	dead     float64 // what folded seats left in the pot, per seat of the tree
}

// level is memory for the states after a certain number of actions.
type level struct {
	keys    []uint64
	actions []hand.Action
	moves   []int32
	shares  []float64
	seqs    []int32
}

// chances compares sums over the tree as it is and with the cards renamed: they differ, beyond
// rounding, if a renaming changes any state, probability or payment.
type chances struct {
	sums []float64
	size float64
}

func build(ctx context.Context, small *enumerate.Small, o Options, names []renaming) (*Game, error) {
	w, err := enumerate.NewWalk(ctx, small.Bound, small.Options)
	if err != nil {
		return nil, err
	}
	b := newBuilder(w, small.Bound, o, names, small.Stacks, len(small.Stacks))
	w.Deal(func(h *hand.Hand, redealt bool) {
		if !redealt {
			b.deal(ctx, h)
			return
		}
		b.deals++
		b.redeal(ctx)
	})
	return b.finish(ctx)
}

// newBuilder returns a builder before the first deal, for a tree with n seats.
func newBuilder(w *enumerate.Walk, bound *plan.AtStakes, o Options, names []renaming, stacks []int64, n int) *builder {
	unit, what := UnitOf(&bound.Stakes)
	b := &builder{
		o: o, walk: w, observer: observer{names: names, seats: len(stacks)}, stacks: stacks, unit: float64(unit),
		g:       &Game{Seats: n, Unit: unit, UnitName: what, Renamings: len(names), seats: make([]seat, n)},
		chances: chances{sums: make([]float64, len(names))},
		words:   map[string]int32{},
		perEnd:  perEnd,
		root:    make([]int32, n),
	}
	for i := range n {
		b.found = append(b.found, map[uint64]int32{})
		b.labels = append(b.labels, []uint64{0})
		b.g.seats[i].sequences = 1
		b.g.seats[i].told, b.g.seats[i].asked, b.g.seats[i].labels = []int32{0}, []float64{1}, []uint64{0}
	}
	for i := range stacks {
		b.index, b.live = append(b.index, i), append(b.live, i)
	}
	return b
}

// deal adds a hand after the first cards, and everything that can follow.
func (b *builder) deal(ctx context.Context, h *hand.Hand) {
	b.deals++
	b.visit(ctx, h, nil, b.root, 1, 0)
}

// redeal adds the end of a line that leads to a new deal: everybody has back what that is played for.
func (b *builder) redeal(ctx context.Context) {
	b.node(ctx)
	b.g.Redeals++
}

// finish returns the tree of all deals.
func (b *builder) finish(ctx context.Context) (*Game, error) {
	if b.deals > 1 {
		b.node(ctx)
	}
	w := b.walk
	switch {
	case b.err != nil:
		return nil, b.err
	case w.Err() != nil:
		return nil, w.Err()
	case !b.chances.equal():
		return nil, errAsymmetric
	}
	b.finishWords()
	b.g.compile(ctx, b.seqs, b.pays)
	if err := pause.Err(ctx); err != nil {
		return nil, err
	}
	return b.g, nil
}

// finishWords makes the list of words.
func (b *builder) finishWords() {
	b.g.wordList = make([]string, len(b.words))
	for word, k := range b.words {
		b.g.wordList[k] = word
	}
}

// UnitOf returns the unit of results: the ante, otherwise the big blind, otherwise the minimum bet.
func UnitOf(s *plan.Stakes) (int64, string) {
	switch {
	case s.Ante > 0:
		return s.Ante, "ante"
	case s.BB > 0:
		return s.BB, "big blind"
	case s.Structure >= betting.PotLimit: // the least bet is as large as the blind that the stakes leave out
		return max(1, s.Small.Lo), "big blind"
	}
	return max(1, s.Small.Lo), "small bet"
}

// node counts a node and checks the limits now and then.
func (b *builder) node(ctx context.Context) {
	b.g.Nodes++
	if b.g.Nodes&1023 != 0 {
		return
	}
	if b.o.Progress != nil {
		b.o.Progress(b.g.Nodes)
	}
	if err := pause.Err(ctx); err != nil {
		b.stop(err)
	}
	if bytes := b.bytes(); b.g.Nodes > b.o.MaxNodes || bytes > b.o.MaxBytes {
		b.stop(&TooLargeError{Nodes: b.g.Nodes, Bytes: bytes, MaxNodes: b.o.MaxNodes, MaxBytes: b.o.MaxBytes})
	}
}

// perEnd is the memory for the end of a hand with two seats while the tree is built.
const perEnd = 72

// bytes returns the approximate memory of the tree while it is built, and of its solver.
func (b *builder) bytes() int64 {
	n := int64(len(b.pays))*b.perEnd/2 + b.more // the list, which may have been doubled, and the table made of it
	for i := range b.g.seats {
		s := &b.g.seats[i]
		n += int64(len(s.decisions)) * (sizeOfDecision + 40)
		n += int64(s.sequences) * (8 + 4 + solverBytes)
		if b.o.Words {
			n += int64(len(s.decisions)) * 64
		}
	}
	return n
}

func (b *builder) stop(err error) {
	if b.err == nil {
		b.err = err
		if b.walk != nil {
			b.walk.Stop(err)
		}
	}
}

// visit adds the state of a hand, and everything that can follow. seqs is the last sequence of each
// seat; share is the fraction of the state that is left after choices between actions with the same
// label.
func (b *builder) visit(ctx context.Context, h *hand.Hand, before []uint64, seqs []int32, share float64, depth int) {
	b.node(ctx)
	if b.err != nil {
		return
	}
	for len(b.depths) <= depth {
		b.depths = append(b.depths, &level{})
	}
	l := b.depths[depth]
	l.keys = b.observer.keys(l.keys, before, b.walk.Path(), b.walk.Rolls(), h)
	d, ok := h.Next()
	if !ok {
		b.end(l, h, seqs, share)
		return
	}
	if d.Seat < 0 {
		b.stop(fmt.Errorf("the dealer has to decide: %s", h.Legal()))
		return
	}
	seat := b.index[d.Seat]
	l.actions = b.walk.Actions(l.actions[:0], h, &d)
	b.line = b.line[:min(depth, len(b.line))]
	if !b.decide(l, h, &d, seqs[seat]) {
		return
	}
	for i := range l.actions {
		l.seqs = append(l.seqs[:0], seqs...)
		l.seqs[seat] = l.moves[i]
		ways := 0
		if b.o.Words {
			b.said = append(b.said[:depth], say(h, &d, &l.actions[i]))
		}
		if b.o.Ask != nil {
			b.line = append(b.line[:depth], Past{h, d, l.actions[i]})
		}
		b.walk.Act(h, l.actions[i], func(t *hand.Hand, redealt bool) {
			ways++
			if redealt {
				b.redeal(ctx)
				return
			}
			b.visit(ctx, t, l.keys, l.seqs, share*l.shares[i], depth+1)
		})
		if ways > 1 {
			b.node(ctx)
		}
		if b.err != nil {
			return
		}
	}
}

// decide finds the decision of a state, or adds it, and sets the sequence of each action.
func (b *builder) decide(l *level, h *hand.Hand, d *hand.Decision, parent int32) bool {
	seat := b.index[d.Seat]
	key, ties := b.observer.least(l.keys, int(d.Seat))
	s := &b.g.seats[seat]
	labels := make([]uint64, 0, 8)
	l.moves, l.shares = l.moves[:0], l.shares[:0]
	for i := range l.actions {
		label := b.observer.label(&l.actions[i], ties)
		k := slices.Index(labels, label)
		if k < 0 {
			k = len(labels)
			labels = append(labels, label)
		}
		l.moves = append(l.moves, int32(k))
	}
	for _, k := range l.moves {
		alike := 0
		for _, o := range l.moves {
			if o == k {
				alike++
			}
		}
		l.shares = append(l.shares, 1/float64(alike))
	}
	id, known := b.found[seat][key]
	if !known {
		id = int32(len(s.decisions))
		b.found[seat][key] = id
		s.decisions = append(s.decisions, decision{parent: parent, first: int32(s.sequences), actions: int32(len(labels))})
		s.sequences += len(labels)
		b.labels[seat] = append(b.labels[seat], labels...)
		b.describe(s, l, h, d, key, labels)
	}
	at := &s.decisions[id]
	if at.parent != parent || int(at.actions) != len(labels) {
		b.stop(fmt.Errorf("seat %d forgets what it has seen or done", seat+1))
		return false
	}
	own := b.labels[seat][at.first : at.first+at.actions]
	place := make([]int32, len(labels))
	for i, label := range labels {
		k := slices.Index(own, label)
		if k < 0 {
			b.stop(fmt.Errorf("seat %d is offered different actions in states that it cannot tell apart", seat+1))
			return false
		}
		place[i] = at.first + int32(k)
	}
	for i, k := range l.moves {
		l.moves[i] = place[k]
	}
	return true
}

// describe stores the description of a new decision: its words and those of its actions, and the
// answer of Options.Ask.
func (b *builder) describe(s *seat, l *level, h *hand.Hand, d *hand.Decision, key uint64, labels []uint64) {
	if b.o.Ask != nil {
		mix, err := b.o.Ask(b.line, h, d, l.actions)
		if err != nil {
			b.stop(err)
		}
		first := len(s.asked)
		s.asked = append(s.asked, make([]float64, len(labels))...)
		for i, p := range mix {
			s.asked[first+int(l.moves[i])] += p
		}
	}
	if !b.o.Words {
		return
	}
	s.seen = append(s.seen, b.seen(h, int(d.Seat)))
	picks := slices.ContainsFunc(l.actions, func(a hand.Action) bool { return a.N > 0 })
	s.keys, s.labels, s.picks = append(s.keys, key), append(s.labels, labels...), append(s.picks, picks)
	first := len(s.told)
	s.told = append(s.told, make([]int32, len(labels))...)
	for i := len(l.actions) - 1; i >= 0; i-- {
		s.told[first+int(l.moves[i])] = b.word(say(h, d, &l.actions[i]).own)
	}
}

// word returns the index of a word in the list of words.
func (b *builder) word(text string) int32 {
	k, ok := b.words[text]
	if !ok {
		k = int32(len(b.words))
		b.words[text] = k
	}
	return k
}

// end adds the end of a hand.
func (b *builder) end(l *level, h *hand.Hand, seqs []int32, share float64) {
	b.g.Terminals++
	chance := b.walk.Chance() * share
	var paid float64
	for i, n := range seqs {
		b.seqs = append(b.seqs, n)
		won := float64(h.Net(b.live[i]))/b.unit - b.dead
		b.pays = append(b.pays, won*chance)
		paid = float64(paid*3.25) + won
	}
	n := len(b.observer.names)
	for k := range n {
		all := uint64(0)
		for _, i := range b.live {
			all = then(all, l.keys[i*n+k])
		}
		weight := float64(float64(int64(all>>11))*0x1p-53) - 0.5
		b.chances.sums[k] += float64(weight * chance * (1 + paid))
	}
	b.chances.size += float64(chance * (1 + math.Abs(paid)))
}

func (c *chances) equal() bool {
	for _, s := range c.sums[1:] {
		if math.Abs(s-c.sums[0]) > 1e-9*c.size {
			return false
		}
	}
	return true
}

// said is an action in words: as its own seat knows it, and as the others do.
type said struct{ own, open string }

// say returns an action in words.
func say(h *hand.Hand, d *hand.Decision, a *hand.Action) said {
	text := speech.Say(a, h, d)
	if a.N == 0 {
		return said{text, text}
	}
	verb, _, _ := strings.Cut(text, " ")
	return said{text, fmt.Sprintf("%s %d", verb, a.N)}
}

// seen returns what a seat sees, in words: its cards, the open cards, and the actions.
func (b *builder) seen(h *hand.Hand, seat int) string {
	t := b.cardsSeen(h, seat)
	path := b.walk.Path()
	secret := len(path) - enumerate.Secret(h)
	for i := range path {
		text := b.said[i].open
		if int(path[i].Seat) == seat {
			text = b.said[i].own
		} else if i >= secret {
			text = "?"
		}
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		t += sep + text
	}
	return t
}

// cardsSeen returns the cards that a seat sees, in words.
func (b *builder) cardsSeen(h *hand.Hand, seat int) string {
	var t strings.Builder
	o := &b.sees
	h.Observe(seat, 0, o)
	asked := func(s *hand.Seen) bool { return int(s.Hand) == h.Asked() }
	own := o.Held(nil, seat, asked)
	t.WriteString(cards.Format(own))
	up := o.Held(nil, seat, func(s *hand.Seen) bool { return asked(s) && s.Up && s.Card.Known() })
	if len(up) > 0 && len(up) < len(own) {
		t.WriteString(" (up " + cards.Format(up) + ")")
	}
	for i := -1; i < h.Seats(); i++ {
		for k := range h.Hands(i) {
			up := o.Held(nil, i, func(s *hand.Seen) bool { return int(s.Hand) == k && s.Up })
			if i != seat && len(up) > 0 {
				fmt.Fprintf(&t, " / %s %s", speech.SeatName(int8(i)), cards.Format(up))
			}
		}
	}
	if len(h.Board()) > 0 {
		t.WriteString(" | " + cards.Format(h.Board()))
	}
	if out := h.OutOfPlay(); out != 0 {
		t.WriteString(" / out of play " + cards.Format(out.Cards()))
	}
	return t.String()
}
