package solve

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Games against the house that nothing else counts or deals, such as cards bought after a look, bets offered in the course of the round,
// several settlements, or a house that chooses before the players: the engine itself plays them.
//
// Rounds are dealt at random. Before each choice the cards that the player has not seen are dealt again and again, and the round is played
// on after each choice: until one leads by three standard errors, or until enough has been tried. Later choices of these rounds are made in
// the same way, with fewer tries. What was tried is remembered by what the player sees: cards that differ only in the names of suits are
// alike, in games of points all cards of a rank are, and other hands of the player do not count. Games of points have few such choices, and
// try them again each time they come while it is learned how to play. So it is a way to play, valued with other cards than those that chose
// it, and best play loses no more.

// playedGame is such a game.
type playedGame struct {
	bound   *plan.AtStakes
	bets    []string // that are offered before the first card, but the first
	points  bool
	at      map[int16]int     // the stage of each step that asks players
	learned map[string]*tally // what all groups know
}

// tally is what has been found out about a choice: the sums of what each action won, and of the squares of the differences between two.
type tally struct {
	tries        int
	sum, squares []float64
}

func newTally(n int) *tally { return &tally{sum: make([]float64, n), squares: make([]float64, n*n)} }

// add counts what each action has won in one try.
func (t *tally) add(values []float64) {
	t.tries++
	for i, v := range values {
		t.sum[i] += v
		for j, w := range values {
			t.squares[i*len(values)+j] += float64((v - w) * (v - w))
		}
	}
}

// merge counts other tries of the same choice.
func (t *tally) merge(o *tally) {
	t.tries += o.tries
	for i, v := range o.sum {
		t.sum[i] += v
	}
	for i, v := range o.squares {
		t.squares[i] += v
	}
}

// best returns the action that has won the most, and whether it leads every other one by three standard errors.
func (t *tally) best() (lead int, sure bool) {
	for i, v := range t.sum {
		if v > t.sum[lead] {
			lead = i
		}
	}
	sure = t.tries >= triesFewest
	for i, v := range t.sum {
		d, all := (t.sum[lead]-v)/float64(t.tries), float64(t.tries)
		if i != lead && d < 3*math.Sqrt(max(0, t.squares[lead*len(t.sum)+i]/all-float64(d*d))/(all-1)) {
			sure = false
		}
	}
	return lead, sure
}

// playedRound is a round, and what a group has found out.
type playedRound struct {
	*playedGame
	ctx    context.Context
	chance hand.Source
	known  map[string]*tally
	learns bool             // choices that come again are tried again
	hidden map[string][]int // the dealt cards that the player has not seen, by the course of the round
	keys   []byte
	again  []*[2]hand.Hand // by depth: a round that is dealt again, and one that is played on from there
}

// soFar is the course of a round up to a choice of the player: the deck and what has been chosen.
type soFar struct {
	order []cards.Card
	acts  []hand.Action
}

// playedDeals is the number of deals in a group, of games with one choice. A game of points has as many whatever may be chosen, because the
// same choices come again.
const playedDeals = 500

// playedLearn are the deals of a game of points in a group after which all groups know what each has chosen.
var playedLearn = [...]int{3, 10, 30, 100}

// mostJudged limits what a group remembers.
const mostJudged = 1 << 18

// playable reports whether a game can be played for its cost: the house banks, or a player does who chooses nothing. A player's fees are no
// part of it. Nobody chooses among cards: the few tries of a choice do not tell which of 32 is the best.
func playable(g *plan.Game) bool {
	if g.HasStep((*plan.Step).ChangesHand) {
		return false
	}
	return g.HouseBanks() || !g.HasStep(func(s *plan.Step) bool {
		return s.Ask != nil && s.Bank == nil && s.Place == nil && s.To != plan.Bettors
	})
}

// byEngine computes the cost of a game of the house by playing it.
func byEngine(ctx context.Context, b *plan.AtStakes, aim *Aim, progress func(float64)) (*Bank, error) {
	x := &playedGame{bound: b, at: map[int16]int{}, learned: map[string]*tally{}}
	x.points = !b.Game.HasStep(func(s *plan.Step) bool { return s.Settle != nil && s.Settle.Points == nil && len(s.Settle.Parts) > 0 })
	g := &bankGame{bound: b, bets: b.Game.BetNames(), aim: aim}
	deals, asks, opening := playedDeals, 0, true
	for i := range b.Game.Steps {
		st := &b.Game.Steps[i]
		opening = opening && (st.Place != nil || st.Bank != nil)
		switch {
		case opening && st.Place != nil && len(x.bets) == 0 && st.Place.Bet != g.bets[0], opening && st.Place != nil && len(x.bets) > 0:
			x.bets = append(x.bets, st.Place.Bet)
		case !opening && st.Place != nil, st.Plays() && st.To == plan.Bettors && !b.Game.Shares():
			x.at[int16(i)] = len(g.stages)
			g.stages = append(g.stages, stage{step: st, counts: make([]float64, len(st.Ask.Offers))})
			asks++
		}
	}
	for ; !x.points && asks > 1; asks-- {
		deals = max(20, deals/4)
	}
	if x.points && asks > 0 {
		if err := x.learn(ctx, aim, progress); err != nil {
			return nil, err
		}
	}
	out, err := g.dealt(ctx, deals, progress, func(int, int) {}, func(ctx context.Context, k, deals int, done func(float64)) (bankGroup, error) {
		return x.group(ctx, g, k, deals, done)
	})
	if err != nil {
		return nil, err
	}
	out.Sampled.Rest, out.Sampled.Played = true, true
	return out, nil
}

// learn plays rounds of which only the choices are kept: those of the first group that has made them.
func (x *playedGame) learn(ctx context.Context, aim *Aim, progress func(float64)) error {
	all, done := 0, 0
	for _, deals := range playedLearn {
		all += deals
	}
	for part, deals := range playedLearn {
		if part == 1 && aim != nil && aim.Learning != nil {
			aim.Learning(float64(done) / float64(all))
		}
		groups, err := inGroups(ctx, dealtGroups, func(part float64) {
			progress((float64(done) + float64(part*float64(deals))) / float64(all))
		}, func(k int, _ func(float64)) (map[string]*tally, error) {
			r := x.round(ctx, -1-part*dealtGroups-k)
			r.learns = true
			for range deals {
				if _, _, err := r.deal(nil); err != nil {
					return nil, err
				}
			}
			return r.known, nil
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		done += deals
		for _, known := range groups {
			for key, t := range known {
				if had, ok := x.learned[key]; ok && len(had.sum) == len(t.sum) {
					had.merge(t)
				} else if !ok {
					x.learned[key] = t
				}
			}
		}
	}
	return nil
}

func (x *playedGame) round(ctx context.Context, k int) *playedRound {
	return &playedRound{playedGame: x, ctx: ctx, chance: hand.NewSource(3, uint64(k)), known: map[string]*tally{}, hidden: map[string][]int{}}
}

// group plays a group of deals.
func (x *playedGame) group(ctx context.Context, g *bankGame, k, deals int, done func(float64)) (out bankGroup, err error) {
	r := x.round(ctx, k+1)
	for _, s := range g.stages {
		out.counts = append(out.counts, make([]float64, len(s.counts)))
	}
	out.sides = make([]Wager, len(x.bets))
	for i, bet := range x.bets {
		out.sides[i].Bet = bet
	}
	for n := range deals {
		done(float64(n) / float64(deals))
		won, put, err := r.deal(&out)
		if err != nil {
			return out, err
		}
		out.won += won / float64(deals)
		out.put += put / float64(deals)
	}
	for i := range out.sides {
		out.sides[i].Edge /= float64(deals)
	}
	return out, nil
}

// deal plays a round, and returns what the player wins and puts up, in units of the first bet. With to it counts the choices, and what each
// side bet wins more if it is made too.
func (r *playedRound) deal(to *bankGroup) (won, put float64, err error) {
	l := &soFar{order: r.bound.Game.Deck.Append(nil)}
	for i := range l.order {
		j := i + int(r.chance.Below(uint64(len(l.order)-i)))
		l.order[i], l.order[j] = l.order[j], l.order[i]
	}
	h, err := r.start(new(hand.Hand), l)
	if err != nil {
		return 0, 0, err
	}
	if won, put, err = r.finish(h, l, 0, to); err != nil || to == nil {
		return won, put, err
	}
	for i := range to.sides {
		more, err := r.beside(l, to.sides[i].Bet, won)
		if err != nil {
			return 0, 0, err
		}
		to.sides[i].Edge -= more
	}
	return won, put, nil
}

// beside plays the same round with a side bet, and returns what is won more than without, in units of the side bet: it may be smaller than
// the first bet.
func (r *playedRound) beside(l *soFar, bet string, without float64) (float64, error) {
	h := new(hand.Hand)
	if err := startRound(h, r.bound, l.order); err != nil {
		return 0, err
	}
	first, side := 0., 0.
	for _, a := range l.acts {
		if err := r.advance(h); err != nil {
			return 0, err
		}
		if st := h.Step(); st.Place != nil && st.Place.Bet == bet {
			a, _ = r.bet(h, first)
			side = float64(a.Amount)
		} else if st.Place != nil && first == 0 {
			first = float64(a.Amount)
		}
		if err := h.Apply(a); err != nil {
			return 0, err
		}
	}
	if err := r.advance(h); err != nil {
		return 0, err
	}
	return (float64(h.Net(0)) - float64(without*first)) / side, nil
}

// bet returns the bet that a wager step offers: as large as the first, or the largest if it is the first, as far as that may be.
func (r *playedRound) bet(h *hand.Hand, first float64) (a hand.Action, pass hand.Action) {
	name := h.Step().Place.Bet
	pass, _ = h.Take("pass", 0)
	for _, o := range h.Offers() {
		if strings.EqualFold(o.Name, name) {
			amount := o.Max
			if first > 0 {
				amount = min(o.Max, max(o.Min, int64(first)))
			}
			a, _ = h.Take(o.Name, amount)
		}
	}
	return a, pass
}

// start plays a round again, nil if its choices cannot be made with these cards.
func (r *playedRound) start(h *hand.Hand, l *soFar) (*hand.Hand, error) {
	if err := startRound(h, r.bound, l.order); err != nil {
		return nil, err
	}
	for _, a := range l.acts {
		if err := r.advance(h); err != nil {
			return nil, err
		}
		if err := h.Apply(a); err != nil {
			return nil, nil // other cards led elsewhere
		}
	}
	return h, r.advance(h)
}

// advance lets the others act until the player decides or the round is over. Where a player banks, it is the last one, with the largest stake.
func (r *playedRound) advance(h *hand.Hand) error {
	for {
		d, ok := h.Next()
		if !ok {
			return nil
		}
		a := others(h, &d)
		switch bank := h.Step().Bank != nil; {
		case bank && int(d.Seat) == h.Seats()-1:
			for _, o := range h.Offers() {
				if o.Max > 0 {
					a, _ = h.Take(o.Name, o.Max)
				}
			}
		case bank:
			a, _ = h.Take("pass", 0)
		case d.Seat == 0:
			return nil
		}
		if err := h.Apply(a); err != nil {
			return err
		}
	}
}

// finish plays a round on to its end.
func (r *playedRound) finish(h *hand.Hand, l *soFar, depth int, to *bankGroup) (won, put float64, err error) {
	up := int64(0)
	if to != nil {
		h.Follow(&hand.Log{Watch: func(h *hand.Hand, e *hand.Event) {
			if st := h.Step(); e == nil && up == 0 && st != nil && st.Settle != nil {
				up = h.StartingStack(0) - h.Stack(0)
			}
		}})
	}
	for {
		if err := r.advance(h); err != nil {
			return 0, 0, err
		}
		d, ok := h.Next()
		if !ok {
			break
		}
		actions := r.actions(h, l)
		k := 0
		if len(actions) > 1 {
			if k, err = r.decide(h, l, actions, depth); err != nil {
				return 0, 0, err
			}
		}
		if at, ok := r.at[d.Step]; ok && to != nil && d.Kind == hand.Chosen {
			name := h.Offers()[actions[k].Pick].Name
			to.counts[at][slices.IndexFunc(h.Step().Ask.Offers, func(o plan.Offer) bool { return strings.EqualFold(o.Name, name) })]++
		}
		l.acts = append(l.acts, actions[k])
		if err := h.Apply(actions[k]); err != nil {
			return 0, 0, err
		}
	}
	first, net := float64(l.acts[0].Amount), h.Net(0)
	return float64(net) / first, float64(cmp.Or(up, -net)) / first, nil
}

// actions returns the choices of the player: the usual first bet, bets before the first card apart from the game, and of amounts the least and
// the largest.
func (r *playedRound) actions(h *hand.Hand, l *soFar) (out []hand.Action) {
	d, _ := h.Next()
	switch st := h.Step(); {
	case st.Place != nil && len(l.acts) == 0:
		a, _ := r.bet(h, 0)
		return []hand.Action{a}
	case st.Place != nil:
		a, pass := r.bet(h, float64(l.acts[0].Amount))
		if slices.Contains(r.bets, st.Place.Bet) || a.Amount == 0 {
			return []hand.Action{pass}
		}
		return []hand.Action{pass, a}
	case d.Kind != hand.Chosen:
		return enumerate.Actions(nil, h, &d, &enumerate.Options{})
	}
	for _, o := range h.Offers() {
		a, _ := h.Take(o.Name, o.Min)
		if out = append(out, a); o.Max > o.Min {
			a, _ = h.Take(o.Name, o.Max)
			out = append(out, a)
		}
	}
	return out
}

// The tries of a choice in a round that is dealt, in one that is played on from there, and so on; in games of points they are remembered.
var (
	triesRanked = [...]int{120, 32, 12, 6}
	triesPoints = [...]int{200, 40, 20, 20}
)

// triesFewest is the number of tries before a choice is made, triesLearned the number after which a choice is not tried again.
const (
	triesFewest  = 30
	triesLearned = 4000
)

// decide returns the choice that wins the most in rounds dealt at random.
func (r *playedRound) decide(h *hand.Hand, l *soFar, actions []hand.Action, depth int) (int, error) {
	most := triesRanked[min(depth, len(triesRanked)-1)]
	if r.points {
		most = triesPoints[min(depth, len(triesPoints)-1)]
	}
	key := r.seen(h, l, false)
	n := len(actions)
	found := r.found(key, n)
	if lead, sure := found.best(); found.tries > 0 && (sure || depth > 1 || found.tries >= triesLearned || found.tries >= most && (depth > 0 || !r.learns)) {
		return lead, nil
	}
	if t := newTally(n); found.tries > 0 { // others may read what was found
		t.merge(found)
		found = t
	}
	exact := r.seen(h, l, true)
	pool, err := r.unseen(h, l, exact)
	if err != nil {
		return 0, err
	}
	for len(r.again) <= depth {
		r.again = append(r.again, new([2]hand.Hand))
	}
	again, values, own := r.again[depth], make([]float64, n), newTally(n)
	for missed := 0; own.tries < most; {
		if err := pause.Err(r.ctx); err != nil {
			return 0, err
		}
		other := &soFar{order: slices.Clone(l.order), acts: l.acts}
		for i := range min(len(pool)-1, mostSwapped) {
			j := i + int(r.chance.Below(uint64(len(pool)-i)))
			other.order[pool[i]], other.order[pool[j]] = other.order[pool[j]], other.order[pool[i]]
		}
		t, err := r.start(&again[0], other)
		if err != nil {
			return 0, err
		}
		if t == nil || r.seen(t, other, true) != exact { // the house would have done something else with these cards
			if missed++; missed > mostMissed {
				return 0, r.bound.Game.Blame(h.Step().Pos, "of %d deals in a row none leads to what a player sees here", mostMissed)
			}
			continue
		}
		missed = 0
		for k, a := range actions {
			u := &again[1]
			*u = *t
			if err := u.Apply(a); err != nil {
				return 0, err
			}
			on := &soFar{order: other.order, acts: append(slices.Clone(l.acts), a)}
			if values[k], _, err = r.finish(u, on, depth+1, nil); err != nil {
				return 0, err
			}
		}
		own.add(values)
		found.add(values)
		if _, sure := found.best(); sure {
			break
		}
	}
	if t, ok := r.known[key]; ok && len(t.sum) == n {
		t.merge(own)
	} else if !ok && len(r.known) < mostJudged {
		r.known[key] = own
	}
	lead, _ := found.best()
	return lead, nil
}

// found returns what all groups and this one have found out about a choice of n actions.
func (r *playedRound) found(key string, n int) *tally {
	var both []*tally
	for _, known := range []map[string]*tally{r.learned, r.known} {
		if t, ok := known[key]; ok && len(t.sum) == n {
			both = append(both, t)
		}
	}
	if len(both) == 1 {
		return both[0]
	}
	out := newTally(n)
	for _, t := range both {
		out.merge(t)
	}
	return out
}

const (
	mostSwapped = 60   // cards of the pool that are dealt anew: more than a round needs
	mostMissed  = 2000 // deals in a row that do not lead to a choice
)

// unseen returns the places in the deck of the cards that the player has not seen: those of the stub, and the dealt ones which may be others
// without a difference to what it sees.
func (r *playedRound) unseen(h *hand.Hand, l *soFar, exact string) ([]int, error) {
	taken := h.Taken()
	course := append([]byte{byte(taken)}, byte(h.Asked()))
	for _, a := range l.acts {
		course = append(course, byte(a.Pick))
	}
	down, ok := r.hidden[string(course)]
	if !ok {
		for at := range taken {
			for try := range hiddenTries {
				other := &soFar{order: slices.Clone(l.order), acts: l.acts}
				with := taken + (try*7+at)%(len(l.order)-taken)
				if other.order[at] == other.order[with] {
					continue
				}
				other.order[at], other.order[with] = other.order[with], other.order[at]
				t, err := r.start(new(hand.Hand), other)
				if err != nil {
					return nil, err
				}
				if t != nil && r.seen(t, other, true) == exact {
					down = append(down, at)
					break
				}
			}
		}
		r.hidden[string(course)] = down
	}
	pool := slices.Clone(down)
	for at := taken; at < len(l.order); at++ {
		pool = append(pool, at)
	}
	return pool, nil
}

// hiddenTries is how many other cards are put in a place to find out whether a player sees it.
const hiddenTries = 6

// seen returns what the player sees at a choice: exactly, or as far as it is remembered.
func (r *playedRound) seen(h *hand.Hand, l *soFar, exact bool) string {
	d, ok := h.Next()
	if !ok {
		return ""
	}
	k := r.keys[:0]
	k = append(k, byte(d.Step), byte(h.Asked()), byte(h.Hands(0)))
	if d.Kind == hand.Chosen {
		for _, o := range h.Offers() {
			k = append(k, o.Name...)
			k = append(k, '|')
		}
	}
	lists := [][]cards.Card{h.Showing(-1, 0), h.Showing(-1, 1), h.Board()}
	for n := range h.Hands(0) {
		if exact || !r.points || n == h.Asked() {
			own, _ := h.Cards(0, n)
			lists = append(lists, own)
			if bet := h.Bet(0, n, 0); bet != l.acts[0].Amount {
				k = append(k, byte(2*bet/l.acts[0].Amount), '*')
			}
		}
	}
	if exact {
		for _, list := range lists {
			k = append(k, 0xff)
			for _, c := range list {
				k = append(k, byte(c))
			}
		}
		r.keys = k
		return string(k)
	}
	if !r.points {
		for _, a := range l.acts[1:] {
			k = append(k, byte(a.Pick))
		}
	} else if len(l.acts) > 0 {
		k[1] = 0
	}
	best := alikeCards(k, lists, r.points)
	r.keys = k
	return best
}

// alikeCards appends lists of cards without the order and the names of suits, or without suits.
func alikeCards(k []byte, lists [][]cards.Card, ranks bool) string {
	best := ""
	for _, names := range suitOrders {
		to := k[:len(k):len(k)]
		for _, list := range lists {
			to = append(to, 0xff)
			from := len(to)
			for _, c := range list {
				switch {
				case !c.Natural():
					to = append(to, 0xfe)
				case ranks:
					to = append(to, byte(c.Rank()))
				default:
					to = append(to, byte(c.Rank())<<2|byte(names[c.Suit()]))
				}
			}
			slices.Sort(to[from:])
		}
		if s := string(to); best == "" || s < best {
			best = s
		}
		if ranks {
			break
		}
	}
	return best
}
