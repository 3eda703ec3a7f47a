package solve

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Games in which the player sees all cards but those of the house that nobody has seen, such as baccarat and red dog: the plan is followed
// for every sequence of cards, with the probability of each from all decks. A card that lies face down is dealt when it is turned up:
// until then it is as likely as any other that is left.

// walk follows such a game.
type walk struct {
	ctx    context.Context
	game   *plan.Game
	bound  *plan.AtStakes
	done   func(float64)
	bets   []string
	owner  []int        // by bet: the wager that it belongs to, by the order of the wager steps
	faces  []cards.Card // the cards that differ: one of each rank if only points and scripts look at them
	suits  suitCheck
	suited bool // the suits of the cards are known
	// asked are the answers of scripts, by step and what they looked at; looks, by step, what a script has looked at before an answer.
	asked          map[string]uint32
	looks          [][looksAtAll + 1]bool
	looked         int         // by the script that is asked
	first          map[int]int // by step: the index of its first choice in a result
	size           int         // of a result
	ends, mostEnds int         // sequences of cards, also those of choices that are not taken
	err            error
}

// mostWalked is the largest number of sequences that are followed; mostTried if the count of games of points refuses a game in which players
// draw: there may be far more than the steps show.
const (
	mostWalked = 50_000_000
	mostTried  = 2_000_000
)

// dealt is where a round has come to.
type dealt struct {
	left   [53]int // cards of each face in the stub
	total  int
	hands  [2][]cards.Card // the banker's, and the player's or the one that all bettors share
	board  []cards.Card
	chose  [2]bool // which of the hands have been asked and got a card
	bets   [plan.MaxBets]float64
	down   int  // cards of the banker that nobody has seen
	secret bool // the banker has seen them
	gone   bool // the player gave up
}

// The result of a walk is a list: the win and the amount put up of each wager, how often each choice is made, and in the end the number of
// sequences.

// openCards counts a game in which the player sees all cards, of at most so many sequences: of ranks, and of cards with their suits if
// rankings or scripts look at them.
func openCards(ctx context.Context, b *plan.AtStakes, most int, progress func(float64)) (*Bank, error) {
	out, err := openFaces(ctx, b, most, false, progress)
	if errors.Is(err, errSuits) {
		if suited, other := openFaces(ctx, b, most, true, progress); other == nil || ctx.Err() != nil {
			return suited, other
		}
	}
	return out, err
}

// openFaces is openCards by ranks, or with suits.
func openFaces(ctx context.Context, b *plan.AtStakes, most int, suited bool, progress func(float64)) (*Bank, error) {
	x := &walk{mostEnds: most, suited: suited, ctx: ctx, game: b.Game, bound: b, done: progress, bets: b.Game.BetNames(), asked: map[string]uint32{}, looks: make([][looksAtAll + 1]bool, len(b.Game.Steps)), first: map[int]int{}, suits: suitCheck{shape: errSharedShape}}
	if err := betsFirst(b.Game, errSharedShape); err != nil {
		return nil, err
	}
	if x.ranked() && b.Game.Deck.Jokers > 1 {
		return nil, unshaped(errSharedShape, "hands are ranked with %d jokers", b.Game.Deck.Jokers)
	}
	d, wagers := x.begin(), 0
	x.owner = make([]int, len(x.bets))
	for i := range b.Game.Steps {
		if w := b.Game.Steps[i].Place; w != nil {
			for _, name := range append([]string{w.Bet}, w.Also...) {
				k := slices.Index(x.bets, name)
				x.owner[k], d.bets[k] = wagers, 1
			}
			wagers++
		}
	}
	if x.most() > mostWalked {
		return nil, unshaped(errSharedShape, "there are more than %d sequences of cards", mostWalked)
	}
	x.size = 2 * wagers
	for i := range b.Game.Steps {
		if st := &b.Game.Steps[i]; st.Plays() {
			x.first[i] = x.size
			x.size += len(st.Ask.Offers)
		}
	}
	x.size++
	sum := make([]float64, x.size)
	if x.run(&d, 0, 0, 1, sum); x.err != nil {
		return nil, x.err
	}
	out := &Bank{Deals: sum[x.size-1], ByRank: !x.suited && len(x.faces) < d.total}
	for i := range b.Game.Steps {
		st := &b.Game.Steps[i]
		if w := st.Place; w != nil {
			k := 2 * len(out.Wagers)
			out.Wagers = append(out.Wagers, Wager{Bet: w.Bet, Edge: -sum[k], Put: sum[k+1], Risk: -sum[k] / sum[k+1]})
		}
		if at, ok := x.first[i]; ok && st.To == plan.Bettors && !b.Game.Shares() {
			for k := range st.Ask.Offers {
				out.Wagers[0].Choices = append(out.Wagers[0].Choices, Taken{cmp.Or(st.Name, st.Ask.Words.Name), st.Ask.Offers[k].Name, sum[at+k]})
			}
		}
	}
	return out, nil
}

// most returns at least the number of ways in which the cards that steps deal can fall, without those of choices.
func (x *walk) most() float64 {
	n := 1.0
	for i := range x.game.Steps {
		if st := &x.game.Steps[i]; st.DealsTo(plan.ZoneHand | plan.ZoneBoard) {
			for range served(st) {
				for k := range st.Count {
					n *= float64(len(x.faces)+k) / float64(k+1)
				}
			}
		}
	}
	return n
}

// served returns how many hands get the cards of a step, 1 for a board.
func served(st *plan.Step) int { return 1 + one(st.DealsTo(plan.ZoneHand) && st.To == plan.Everybody) }

// ranked reports whether a ranking compares or pays hands.
func (x *walk) ranked() bool {
	return x.game.HasStep(func(s *plan.Step) bool { return s.Settle != nil && len(s.Settle.Parts) > 0 })
}

// begin returns the round before the first card, and finds the cards that differ.
func (x *walk) begin() (d dealt) {
	x.suited = x.suited || x.ranked()
	for _, c := range x.game.Deck.Append(nil) {
		face := c
		if !x.suited && c.Natural() {
			face = cards.New(c.Rank(), cards.Spades)
		}
		k := slices.Index(x.faces, face)
		if k < 0 {
			k = len(x.faces)
			x.faces = append(x.faces, face)
		}
		d.left[k]++
		d.total++
	}
	return d
}

// run follows the plan from a step on, and adds to a result with a weight. given is the number of the step's cards already dealt.
func (x *walk) run(d *dealt, pc, given int, weight float64, to []float64) {
	if x.err != nil {
		return
	}
	st := &x.game.Steps[pc]
	next := func(d *dealt, pc int) { x.run(d, pc, 0, weight, to) }
	switch deals := st.DealsTo(plan.ZoneHand) || st.DealsTo(plan.ZoneBoard); {
	case st.Place != nil || st.Unseen():
		next(d, pc+1)
	case deals && given == st.Count*served(st):
		next(d, pc+1)
	case deals:
		x.deals(d, pc, given, weight, to)
	case st.TurnsUp() || st.Settle != nil || st.Plays() && st.To == plan.Banker:
		if d.down > 0 { // it is seen now
			e := *d
			e.down--
			e.secret = e.secret || st.Plays()
			x.card(&e, plan.Banker, weight, to, func(d *dealt, weight float64) { x.run(d, pc, 0, weight, to) })
			return
		}
		switch {
		case st.Settle != nil:
			x.settles(st, d, pc, weight, to)
		case st.Plays():
			x.chooses(st, d, pc, weight, to)
		default:
			next(d, pc+1)
		}
	case st.Branches() && st.Test != nil:
		if d.secret {
			x.err = uncounted(errSharedShape, st, "comes after the bank has looked at cards that nobody else has seen")
			return
		}
		if x.ask(d, pc, func(way int) (uint32, error) { return holds(st, &sharedHands{x: x, at: d, way: way}) }) == 0 {
			next(d, st.Jump)
			return
		}
		next(d, pc+1)
	case st.Leaves():
		next(d, st.Jump)
	case st.Plays() && st.To != plan.Everybody:
		x.chooses(st, d, pc, weight, to)
	default:
		x.err = unknownStep(errSharedShape, st)
	}
}

// chooses follows the choices of a hand: the first of the house and of a hand that all bettors share, otherwise the one that wins the
// most.
func (x *walk) chooses(st *plan.Step, d *dealt, pc int, weight float64, to []float64) {
	k := place(st.To)
	mask := uint32(1)<<len(st.Ask.Offers) - 1
	switch {
	case k == 1 && d.gone:
		mask = 0
	case k == 1 && d.secret:
		x.err = uncounted(errSharedShape, st, "comes after the bank has looked at cards that the player has not seen")
		return
	case st.Ask.Allowed != nil:
		mask = x.ask(d, pc, func(way int) (uint32, error) {
			return st.Ask.Allowed.Allowed(&sharedHands{x: x, at: d, place: k, fresh: !d.chose[k], way: way})
		})
	}
	if x.err != nil {
		return
	}
	if mask == 0 {
		x.run(d, pc+1, 0, weight, to)
		return
	}
	e := *d
	e.chose[k] = true
	if k == 0 || x.game.Shares() || mask&(mask-1) == 0 {
		at := bits.TrailingZeros32(mask)
		to[x.first[pc]+at] += weight
		x.takes(&e, pc, &st.Ask.Offers[at], 0, st.Ask.Allowed == nil, weight, to)
		return
	}
	best, choice := []float64(nil), 0
	for at := range st.Ask.Offers {
		if mask>>at&1 == 0 {
			continue
		}
		out := make([]float64, x.size)
		if x.takes(&e, pc, &st.Ask.Offers[at], 0, st.Ask.Allowed == nil, 1, out); x.err != nil {
			return
		}
		if best == nil || out[0] > best[0]+1e-12 {
			best, choice = out, at
		}
	}
	last := x.size - 1
	for i, v := range best[:last] {
		to[i] += float64(weight * v)
	}
	to[last] += best[last]
	to[x.first[pc]+choice] += weight
}

// takes follows the effects of a choice of a hand. done: the step no longer asks it.
func (x *walk) takes(d *dealt, pc int, offer *plan.Offer, from int, done bool, weight float64, to []float64) {
	st := &x.game.Steps[pc]
	if from == len(offer.Effects) {
		if done {
			pc++
		}
		if len(d.hands[0])+len(d.hands[1]) > mostAsked {
			x.err = x.game.Blame(st.Pos, "a hand can be asked more than %d times", mostAsked)
			return
		}
		x.run(d, pc, 0, weight, to)
		return
	}
	e := &offer.Effects[from]
	f := e.Kind.Facts()
	bet := func(name string) int { return max(0, slices.Index(x.bets, name)) }
	switch after := *d; {
	case f.Splits || e.Pay != nil || f.Verb != "" && (st.To == plan.Banker || x.game.Shares()) || f.Bet == plan.BetGrows && (e.Least > 0 || e.Fees != nil):
		x.err = uncounted(errSharedShape, st, "has the choice %s with the effect %s", offer.Name, e.Kind)
	case f.Draws:
		x.card(&after, st.To, weight, to, func(d *dealt, weight float64) { x.takes(d, pc, offer, from+1, done, weight, to) })
	case f.Bet == plan.BetLost:
		for k := range x.bets {
			if x.owner[k] == 0 {
				x.pays(&after, k, -1, weight, to)
			}
		}
		if after.gone = true; after.bets == [plan.MaxBets]float64{} {
			x.end(to)
			return
		}
		x.takes(&after, pc, offer, from+1, true, weight, to)
	default:
		on := bet(e.Bet)
		after.bets[on] = e.Staked(after.bets[on], after.bets[bet(e.Of)])
		x.takes(&after, pc, offer, from+1, done || f.Ends, weight, to)
	}
}

// end counts a sequence.
func (x *walk) end(to []float64) {
	to[x.size-1]++
	if x.ends++; x.ends > x.mostEnds {
		x.err = unshaped(errSharedShape, "more than %d sequences of cards", x.mostEnds)
	}
}

// pays settles a bet.
func (x *walk) pays(d *dealt, bet int, won, weight float64, to []float64) {
	k, n := 2*x.owner[bet], d.bets[bet]
	to[k] += float64(weight * n * won)
	to[k+1] += float64(weight * n)
	d.bets[bet] = 0
}

// settles pays bets. The round ends if none is left.
func (x *walk) settles(st *plan.Step, d *dealt, pc int, weight float64, to []float64) {
	s, after := st.Settle, *d
	if s.Points == nil && s.Parts != nil && (len(s.Parts) != 1 || !s.Parts[0].Plain()) {
		x.err = unknownStep(errSharedShape, st)
		return
	}
	if len(s.Parts) > 0 && s.Own == nil && len(d.hands[0])*len(d.hands[1]) == 0 {
		x.err = uncounted(errSharedShape, st, "compares hands, and one side gets no cards")
		return
	}
	g := &bankGame{bets: x.bets, end: s}
	var own, bank rank.Strength
	if len(s.Parts) > 0 {
		g.rank = s.Parts[0].Ranking
		board := d.board
		if s.Board > 0 {
			board = board[:min(s.Board, len(board))]
		}
		own, bank = s.Parts[0].Strength(d.hands[1], board), s.Parts[0].Strength(d.hands[0], board)
		g.met = bank
	}
	way := 1 + one(bank > own) - one(bank < own) + qualified*one(!s.Unqualified(bank))
	for k, name := range x.bets {
		switch {
		case d.bets[k] == 0 || !s.Settles(name):
		case d.gone && !s.Folded:
			x.pays(&after, k, -1, weight, to)
		case s.Points != nil && s.Own == nil:
			x.pays(&after, k, pointsPay(s, name, s.Points.Class(s.Points.Of(d.hands[1])), s.Points.Class(s.Points.Of(d.hands[0]))), weight, to)
		default:
			x.pays(&after, k, g.won(name, own, way), weight, to)
		}
	}
	if st.Ends() {
		x.end(to)
		return
	}
	x.run(&after, pc+1, 0, weight, to)
}

// betsFirst returns an error if bets are made after cards are dealt or after a condition: such bets are not made
// on every deal alike.
func betsFirst(g *plan.Game, shape error) error {
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Place != nil && i > 0 && g.Steps[i-1].Place == nil && g.Steps[i-1].Bank == nil {
			return unshaped(shape, "the bet %s is made in the course of the round", st.Place.Bet)
		}
	}
	return nil
}

// place returns which of the two hands a role has.
func place(to plan.Role) int {
	if to == plan.Bettors {
		return 1
	}
	return 0
}

// deals deals the next card of a step. Cards that are dealt together to a hand come in no order, so each is at least as high as
// the one before.
func (x *walk) deals(d *dealt, pc, given int, weight float64, to []float64) {
	st, e, role, k := &x.game.Steps[pc], *d, x.game.Steps[pc].To, given
	if st.DealsTo(plan.ZoneBoard) {
		x.any(&e, weight, func(d *dealt, face int, weight float64) {
			d.board = append(d.board[:len(d.board):len(d.board)], x.faces[face])
			x.run(d, pc, given+1, weight, to)
		})
		return
	}
	if role == plan.Everybody { // first the player, then the bank
		role = plan.Bettors
		if given >= st.Count {
			role, k = plan.Banker, given-st.Count
		}
	}
	if role == plan.Banker && !st.Up.At(k) {
		e.down++
		x.run(&e, pc, given+1, weight, to)
		return
	}
	hand := d.hands[place(role)]
	last := hand[max(0, len(hand)-k):]
	x.card(&e, role, weight, to, func(d *dealt, weight float64) {
		list := d.hands[place(role)]
		face, before := slices.Index(x.faces, list[len(list)-1]), 0
		for _, c := range last {
			switch at := slices.Index(x.faces, c); {
			case at > face:
				return
			case at == face:
				before++
			}
		}
		x.run(d, pc, given+1, float64(weight*float64(len(last)+1)/float64(before+1)), to)
	})
}

// card deals every card to a hand, one after the other: they lie in the same place of the list.
func (x *walk) card(d *dealt, role plan.Role, weight float64, to []float64, then func(d *dealt, weight float64)) {
	k := place(role)
	before := d.hands[k]
	x.any(d, weight, func(d *dealt, face int, weight float64) {
		d.hands[k] = append(before, x.faces[face])
		then(d, weight)
	})
}

// any takes every card from the stub, one after the other.
func (x *walk) any(d *dealt, weight float64, then func(d *dealt, face int, weight float64)) {
	opening := len(d.hands[0])+len(d.hands[1])+len(d.board) == 0
	for face := range x.faces {
		n := d.left[face]
		switch {
		case x.err != nil:
			return
		case n == 0:
			continue
		}
		if opening {
			x.done(float64(face) / float64(len(x.faces)))
		}
		if len(d.hands[0])+len(d.hands[1])+len(d.board) < 3 {
			if x.err = pause.Err(x.ctx); x.err != nil {
				return
			}
		}
		next := *d
		next.left[face]--
		next.total--
		then(&next, face, float64(weight*float64(n)/float64(d.total)))
	}
}

// What a script may look at in such a round, bits.
const (
	looksAtBank = 1 << iota
	looksAtPlayer
	looksAtBoard
	looksAtBets
	looksAtAll = 1<<iota - 1
)

// ask asks a script, once for the same step and all that it looks at before it answers: what it has not looked at cannot change its answer.
func (x *walk) ask(d *dealt, pc int, script func(way int) (uint32, error)) uint32 {
	var space [128]byte
	for looked, used := range x.looks[pc] {
		if used {
			if answer, ok := x.asked[string(d.key(space[:0], pc, looked))]; ok {
				return answer
			}
		}
	}
	if len(x.asked) == mostPlayed {
		x.err = uncounted(errSharedShape, &x.game.Steps[pc], "depends on more than %d different hands", mostPlayed)
		return 0
	}
	answer := uint32(0)
	x.looked = 0
	if x.suited {
		answer, x.err = script(0)
	} else {
		answer, x.err = x.suits.answer(&x.game.Steps[pc], script)
	}
	x.looks[pc][x.looked] = true
	x.asked[string(d.key(space[:0], pc, x.looked))] = answer
	return answer
}

// key appends what a script has looked at.
func (d *dealt) key(to []byte, pc, looked int) []byte {
	to = append(to, byte(pc), byte(looked), byte(one(d.chose[0])+2*one(d.chose[1])))
	for k, list := range [3][]cards.Card{d.hands[0], d.hands[1], d.board} {
		if looked>>k&1 != 0 {
			to = append(to, byte(len(list)))
			for _, c := range list {
				to = append(to, byte(c))
			}
		}
	}
	if looked&looksAtBets != 0 {
		for _, n := range d.bets {
			to = binary.LittleEndian.AppendUint64(to, math.Float64bits(n))
		}
	}
	return to
}

// sharedHands is the view of a script in such a round.
type sharedHands struct {
	noQuestion
	x     *walk
	at    *dealt
	place int // of the hand that is asked
	fresh bool
	way   int // the suits of the cards, see setSuits
}

// cards returns cards as the script sees them, after the given number of others.
func (q *sharedHands) cards(list []cards.Card, before int) []cards.Card {
	out := slices.Clone(list)
	if q.way > 0 {
		setSuits(out, q.way, before)
	}
	return out
}

func (q *sharedHands) hand(place int) []cards.Card {
	q.x.looked |= looksAtBank << place
	return q.cards(q.at.hands[place], place*len(q.at.hands[0]))
}
func (q *sharedHands) Cards() []cards.Card { return q.hand(q.place) }
func (q *sharedHands) Board() []cards.Card {
	q.x.looked |= looksAtBoard
	return q.cards(q.at.board, len(q.at.hands[0])+len(q.at.hands[1]))
}

func (q *sharedHands) Hands(seat int) int {
	switch {
	case seat < 0 && q.x.game.Shares():
		return 2
	case seat == 0 && q.x.game.Shares():
		return 0
	}
	return 1
}

func (q *sharedHands) Showing(seat, hand int) []cards.Card {
	switch shared := q.x.game.Shares(); {
	case seat < 0 && hand == 0, seat < 0 && hand == 1 && shared:
		return q.hand(hand)
	case seat == 0 && hand == 0 && !shared:
		return q.hand(1)
	}
	return nil
}
func (q *sharedHands) Seat() int    { return one(q.place == 1 && !q.x.game.Shares()) - 1 }
func (q *sharedHands) Fresh() bool  { return q.fresh }
func (q *sharedHands) Left() int    { q.x.looked = looksAtAll; return q.at.total }
func (q *sharedHands) Scale() int64 { return q.x.bound.Stakes.Scale }
func (q *sharedHands) Bet(name string) int64 {
	q.x.looked |= looksAtBets
	return int64(q.at.bets[max(0, slices.Index(q.x.bets, name))] * 1000 * float64(q.Scale()))
}
func (q *sharedHands) Wager() int64 { return q.Bet("") }
func (q *sharedHands) Stack() int64 { return 1 << 40 }

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
