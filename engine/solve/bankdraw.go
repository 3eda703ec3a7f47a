package solve

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Games of points in which each bettor plays their own hand, such as blackjack and its relatives. One player plays as well as
// possible against a banker who does what the plan demands or, if it leaves a choice, what is worst for the hand that both see.
// If the house banks, a card has the probability that those in sight leave it, and a hand made by a split is played by its own cards and
// what all such hands have in common (bankshoe.go). Against a player who banks each card has the probability of the full deck, whatever
// was dealt before; that is close to the game with several decks.

// draws is such a game, with what has been found out about it.
type draws struct {
	ctx    context.Context
	done   func(float64)
	bound  *plan.AtStakes
	end    *plan.SettleStep
	points *rank.Points
	faces  []cards.Card // one of each
	chance []float64
	counts []int       // of each face
	packs  int         // number of cards in all
	shoe   *shoe       // nil: each card has the probability of the full deck
	pays   [][]float64 // the win of one unit, by the classes of the banker's and the player's hand

	suits    suitCheck
	choices  int  // the step at which the player chooses, -1 for none
	openDown int  // number of the banker's face-down cards when the player chooses
	bankPC   int  // the step at which the banker has a choice, -1 for none
	sees     bool // the banker sees the player's cards
	bySplit  bool // it matters which card of a split hand was split

	begins map[start]float64
	asked  map[string]map[askedAs]uint32 // the answers of the script, by the banker's cards
	banker map[bankAsked]uint32          // the banker's possible choices
}

// pass is the player's best play in all deals against a policy of the banker.
type pass struct {
	*draws
	// policy is by bankAt; nil: the choice that is worst for each hand.
	policy map[string][]float64
	rests  map[restAs][]float64
	total  worth
	first  []float64            // how often each choice is made for the first two cards
	ends   map[string][]float64 // by the visible cards and the class of the hand: the average amount at stake
}

// round is the play against one hand of the banker.
type round struct {
	*pass
	bank   string // the banker's cards that the player sees
	down   int    // number of the banker's cards that the player does not see
	may    map[askedAs]uint32
	played map[ownHand]played
	halves map[halfAs]worth
	levels []drawLevel // hands still being played, by their number of cards
}

// worth is the average win of a hand and the average amount it puts up.
type worth struct{ won, put float64 }

func (w worth) plus(v worth) worth { return worth{w.won + v.won, w.put + v.put} }
func (w worth) times(chance float64) worth {
	return worth{float64(w.won * chance), float64(w.put * chance)}
}
func (w worth) better(v worth) bool { return w.won > v.won+1e-12 }
func (x *draws) cardsOf(hand string) []cards.Card {
	out := make([]cards.Card, len(hand))
	for i := range out {
		out[i] = x.faces[hand[i]]
	}
	return out
}

// with returns a hand with one more card. Hands are sorted, because the order of cards does not matter.
func with(hand string, face int) string {
	at := 0
	for at < len(hand) && hand[at] <= byte(face) {
		at++
	}
	return hand[:at] + string([]byte{byte(face)}) + hand[at:]
}

// ownHand is the hand being played.
type ownHand struct {
	cards        string
	units        float64 // the bet
	fresh, split bool
	from         byte // of a split hand, with bySplit: the card that was split, its first card
	family
}

// family is what a hand made by a split knows of the others, with [draws.shoe].
type family struct {
	face   byte // the card that was split, plus 1
	alike  byte // how many more of these have been dealt to the hands
	unlike byte // number of other cards that have been dealt, which are none of these
}

type askedAs struct {
	cards        string
	units        float64
	fresh, split bool
	from         byte
}

type bankAsked struct {
	pc   int
	bank string
}

// played is the value of a hand, with the choice that gives it.
type played struct {
	worth
	choice int
}

type restAs struct {
	pc, down int
	bank, up string
}

// drawGame solves a game of points.
func drawGame(ctx context.Context, b *plan.AtStakes, progress func(float64)) (*Bank, error) {
	x := &draws{
		ctx: ctx, bound: b, choices: -1, bankPC: -1, sees: true, done: progress, suits: suitCheck{shape: errDrawShape},
		asked: map[string]map[askedAs]uint32{}, banker: map[bankAsked]uint32{}, begins: map[start]float64{},
	}
	if err := x.read(); err != nil {
		return nil, err
	}
	if err := x.deal(start{chance: 1}, 0); err != nil {
		return nil, err
	}
	var deals []start
	for d, chance := range x.begins {
		d.chance = chance
		deals = append(deals, d)
	}
	slices.SortStableFunc(deals, func(a, b start) int { return cmp.Or(cmp.Compare(a.bank, b.bank), cmp.Compare(a.own, b.own)) })
	best, err := x.solve(deals, nil)
	if errors.Is(err, errSplitSeen) {
		x.bySplit, x.asked = true, map[string]map[askedAs]uint32{}
		best, err = x.solve(deals, nil)
	}
	if errors.Is(err, errAlike) {
		x.shoe.apart()
		best, err = x.solve(deals, nil)
	}
	if err != nil {
		return nil, err
	}
	out := &Bank{Deals: float64(len(deals)), ByRank: true, Endless: x.shoe == nil, Splits: x.shoe != nil && x.splits()}
	if x.bankPC >= 0 {
		out.Free = &FreeBanker{Seeing: -best.total.won}
		if best, out.Free.Off, err = x.settleOn(deals, best); err != nil {
			return nil, err
		}
	}
	w := Wager{Bet: b.Game.BetNames()[0], Edge: -best.total.won, Put: best.total.put, Risk: -best.total.won / best.total.put}
	if x.choices >= 0 {
		st := &b.Game.Steps[x.choices]
		for k, n := range best.first {
			w.Choices = append(w.Choices, Taken{st.Name, st.Ask.Offers[k].Name, n})
		}
	}
	out.Wagers = []Wager{w}
	return out, nil
}

// solve finds the player's best play against a policy of the banker, deal by deal.
func (x *draws) solve(deals []start, policy map[string][]float64) (*pass, error) {
	p := &pass{draws: x, policy: policy, rests: map[restAs][]float64{}, ends: map[string][]float64{}}
	if x.choices >= 0 {
		p.first = make([]float64, len(x.bound.Game.Steps[x.choices].Ask.Offers))
	}
	r := &round{pass: p}
	for i, d := range deals {
		if err := pause.Err(x.ctx); err != nil {
			return nil, err
		}
		if i == 0 || r.bank != d.bank {
			if x.asked[d.bank] == nil {
				x.asked[d.bank] = map[askedAs]uint32{}
			}
			r = &round{pass: p, bank: d.bank, may: x.asked[d.bank], played: map[ownHand]played{}, halves: map[halfAs]worth{}, levels: r.levels}
		}
		r.down = d.down
		if err := r.opening(&d); err != nil {
			return nil, err
		}
		if x.shoe == nil && (i+1 == len(deals) || deals[i+1].bank != d.bank) {
			if err := r.flowAll(); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// replies is the largest number of replies of player and banker to each other, and closeEnough the remaining gain at which they
// stop.
const (
	replies     = 48
	closeEnough = 1e-4
)

// settleOn looks for a policy of the banker against all hands: each side in turn plays best against the mixture of the other's
// earlier play (G. Brown, Iterative solution of games by fictitious play, 1951). It returns the player's play against the best
// mixture, and off, the total that the two could still gain.
func (x *draws) settleOn(deals []start, last *pass) (best *pass, off float64, err error) {
	fixed, ends := last.total.won, map[string][]float64{} // for the mixture of the player's earlier play
	policy, most := map[string][]float64{}, math.Inf(-1)
	for n := range replies {
		x.done(float64(n) / replies)
		part := 2 / float64(n+2)
		if n == 0 { // the play against the choice that is worst for each hand, under a policy
			last = &pass{draws: x, policy: policy, rests: last.rests, total: last.total, ends: last.ends}
		}
		now, err := last.staked(last.ends)
		if err != nil {
			return nil, 0, err
		}
		fixed += float64(part * (last.total.won - now - fixed))
		for up, list := range last.ends {
			if ends[up] == nil {
				ends[up] = make([]float64, len(list))
			}
			for class, weight := range list {
				ends[up][class] += float64(part * (weight - ends[up][class]))
			}
		}
		answer, least, err := last.reply(ends)
		if err != nil {
			return nil, 0, err
		}
		most = max(most, fixed+least)
		x.mix(policy, answer, part)
		if last, err = x.solve(deals, policy); err != nil {
			return nil, 0, err
		}
		if best == nil || last.total.won < best.total.won {
			best = last
		}
		if off = best.total.won - most; off < closeEnough {
			break
		}
	}
	return best, off, nil
}

// mix mixes an answer of the banker into a policy, with the given weight.
func (x *draws) mix(policy map[string][]float64, answer map[string]int, part float64) {
	for at, choice := range answer {
		mix := policy[at]
		if mix == nil {
			mix = make([]float64, len(x.bound.Game.Steps[x.bankPC].Ask.Offers))
			mix[choice] = 1
			policy[at] = mix
			continue
		}
		for k := range mix {
			mix[k] *= 1 - part
		}
		mix[choice] += part
	}
}

// staked returns the total win of hands that end as in all, against the banker's policy.
func (p *pass) staked(all map[string][]float64) (sum float64, err error) {
	for _, up := range slices.Sorted(maps.Keys(all)) {
		won, err := p.rest(up, p.choices+1, up, p.openDown)
		if err != nil {
			return 0, err
		}
		for class, weight := range all[up] {
			sum += float64(weight * won[class])
		}
	}
	return sum, nil
}

// bankAt returns the key of a banker's decision: the cards the player has seen, and all cards.
func bankAt(up, bank string) string { return up + "|" + bank }

// reply returns the banker's best policy against hands that end as in all, and their win against it.
func (p *pass) reply(all map[string][]float64) (policy map[string]int, won float64, err error) {
	policy = map[string]int{}
	for _, up := range slices.Sorted(maps.Keys(all)) {
		r := &reply{x: p, up: up, ends: all[up], policy: policy, seen: map[string]float64{}}
		least, err := r.down(up, p.openDown)
		if err != nil {
			return nil, 0, err
		}
		won += least
	}
	return policy, won, nil
}

// reply is the search for the banker's reply, for one set of visible cards.
type reply struct {
	x      *pass
	up     string
	ends   []float64
	policy map[string]int
	seen   map[string]float64
}

// banked returns the average win when the banker gets a card.
func (r *reply) banked(bank string, then func(bank string) (float64, error)) (sum float64, err error) {
	for face, p := range r.x.chance {
		won, err := then(with(bank, face))
		if err != nil {
			return 0, err
		}
		sum += float64(p * won)
	}
	return sum, nil
}

// down turns up the face-down cards.
func (r *reply) down(bank string, down int) (float64, error) {
	if down == 0 {
		return r.best(bank)
	}
	return r.banked(bank, func(more string) (float64, error) { return r.down(more, down-1) })
}

// best returns the player's win when the banker has these cards and plays on as well as possible.
func (r *reply) best(bank string) (float64, error) {
	if won, ok := r.seen[bank]; ok {
		return won, nil
	}
	mask, err := r.x.bankMay(r.x.bankPC, bank)
	if err != nil {
		return 0, err
	}
	least, choice := math.Inf(1), -1
	for k := range r.x.bound.Game.Steps[r.x.bankPC].Ask.Offers {
		if mask>>k&1 == 0 {
			continue
		}
		var won float64
		if r.x.bound.Game.Steps[r.x.bankPC].Ask.Offers[k].Effects[0].Kind.Facts().Draws {
			won, err = r.banked(bank, r.best)
		} else {
			won, err = r.stands(bank)
		}
		if err != nil {
			return 0, err
		}
		if won < least-1e-12 {
			least, choice = won, k
		}
	}
	if choice < 0 {
		least, err = r.stands(bank)
	} else {
		r.policy[bankAt(r.up, bank)] = choice
	}
	r.seen[bank] = least
	return least, err
}

// stands returns the player's win when the banker stands.
func (r *reply) stands(bank string) (sum float64, err error) {
	won, err := r.x.rest(r.up, r.x.bankPC+1, bank, 0)
	if err != nil {
		return 0, err
	}
	for class, weight := range r.ends {
		sum += float64(weight * won[class])
	}
	return sum, nil
}

// read finds the settlement and the faces in the deck.
func (x *draws) read() error {
	g := x.bound.Game
	for i := range g.Steps {
		st := &g.Steps[i]
		switch {
		case st.Settle == nil:
		case x.end != nil && x.end != st.Settle || st.Settle.Points == nil || st.Settle.Bets != nil || st.Settle.Own != nil || st.Settle.Qualifies != nil:
			return unsettled(errDrawShape, st)
		default:
			x.end, x.points = st.Settle, st.Settle.Points
		}
	}
	switch bets := g.BetNames(); {
	case len(bets) > 1:
		return unshaped(errDrawShape, "it has the bets %s", strings.Join(bets, ", "))
	case g.Shares():
		return unshaped(errDrawShape, "bettors share a hand and a player banks")
	}
	counts := map[cards.Card]int{}
	for _, c := range g.Deck.Append(nil) {
		face := c
		if c.Natural() {
			face = cards.New(c.Rank(), cards.Spades)
		} else if at := slices.IndexFunc(x.faces, cards.Card.IsJoker); at >= 0 {
			face = x.faces[at] // all jokers are alike
		}
		if counts[face]++; counts[face] == 1 {
			x.faces = append(x.faces, face)
		}
		x.packs++
	}
	x.pays = make([][]float64, x.points.Classes())
	for bank := range x.pays {
		for own := range x.points.Classes() {
			x.pays[bank] = append(x.pays[bank], pointsPay(x.end, g.BetNames()[0], own, bank))
		}
	}
	for _, c := range x.faces {
		x.chance = append(x.chance, float64(counts[c])/float64(x.packs))
		x.counts = append(x.counts, counts[c])
	}
	if g.HouseBanks() {
		x.shoe = newShoe(x)
	}
	return nil
}

// deal follows the plan from a step of a deal to the player's choice. dealt is the number of the step's cards already dealt.
func (x *draws) deal(d start, dealt int) error {
	st := &x.bound.Game.Steps[d.pc]
	switch {
	case st.Bank != nil || st.Place != nil || st.Unseen():
		return x.deal(d.at(d.pc+1), 0)
	case st.DealsTo(plan.ZoneHand):
		return x.cards(st, d, dealt)
	case st.Branches() && st.Test != nil:
		ok, err := x.holds(st, d.bank)
		if err != nil {
			return err
		}
		if !ok {
			return x.deal(d.at(st.Jump), 0)
		}
		return x.deal(d.at(d.pc+1), 0)
	case st.Leaves():
		return x.deal(d.at(st.Jump), 0)
	case st.Plays() && st.To == plan.Bettors && st.Ask.Allowed != nil:
		if x.choices >= 0 && x.choices != d.pc {
			return uncounted(errDrawShape, st, "is a second choice of the players")
		}
		if x.choices < 0 {
			x.choices, x.openDown = d.pc, d.down
		}
		if x.openDown != d.down {
			return uncounted(errDrawShape, st, "comes when the bank does not always have as many cards face down")
		}
	}
	chance := d.chance
	d.chance = 0
	x.begins[d] += chance
	return nil
}

// holds returns whether a condition holds for the banker's cards dealt so far.
func (x *draws) holds(st *plan.Step, bank string) (bool, error) {
	q := &drawnHands{x: x, seat: -1, bank: bank}
	answer, err := q.answer(st, func() (uint32, error) { return holds(st, q) })
	if err == nil && q.looked {
		err = uncounted(errDrawShape, st, "depends on the player's cards")
	}
	return answer != 0, err
}

// cards deals the remaining cards of a step.
func (x *draws) cards(st *plan.Step, d start, dealt int) error {
	toOwn := func(d start, then func(start) error) error {
		return x.each(d, func(d start, face int) error {
			d.own = with(d.own, face)
			return then(d)
		})
	}
	toBank := func(d start) error {
		return x.each(d, func(d start, face int) error {
			d.bank = with(d.bank, face)
			return x.deal(d, dealt+1)
		})
	}
	next := func(d start) error { return x.deal(d, dealt+1) }
	switch {
	case dealt == st.Count:
		return x.deal(d.at(d.pc+1), 0)
	case st.To == plan.Banker && !st.Up.At(dealt):
		d.down++
		return next(d)
	case st.To == plan.Everybody && !st.Up.At(dealt):
		x.sees = false
		d.down++
		return toOwn(d, next)
	case st.To == plan.Banker:
		return toBank(d)
	}
	x.sees = x.sees && st.Up.At(dealt)
	if st.To == plan.Bettors {
		return toOwn(d, next)
	}
	return toOwn(d, toBank)
}

// start is a deal up to a step, with its probability: in the end that of the player's choice, or the last if there is none.
type start struct {
	pc, down  int
	own, bank string
	chance    float64
}

// at returns the deal at another step.
func (d start) at(pc int) start {
	d.pc = pc
	return d
}

// each calls then with a deal for one card of each face.
func (x *draws) each(d start, then func(d start, face int) error) error {
	for face, p := range x.odds(d.bank, d.own, family{}) {
		if d.own == "" && d.bank == "" {
			x.done(float64(face) / float64(len(x.chance)))
		}
		if p == 0 {
			continue
		}
		if err := pause.Err(x.ctx); err != nil {
			return err
		}
		next := d
		next.chance *= p
		if err := then(next, face); err != nil {
			return err
		}
	}
	return nil
}

// opening plays a deal: the player chooses, or the round continues without a choice.
func (x *round) opening(d *start) error {
	if d.pc != x.choices {
		won, err := x.wins(&ownHand{cards: d.own, units: 1}, d.pc)
		x.total = x.total.plus(worth{won, 1}.times(d.chance))
		return err
	}
	h := &ownHand{cards: d.own, units: 1, fresh: true}
	w, choice, err := x.play(h, 0)
	if err != nil {
		return err
	}
	k, err := x.split(h, 1)
	if err != nil {
		return err
	}
	if k >= 0 {
		two, err := x.half(int(d.own[0]), 2, 1, x.twins(d.own[0]))
		if err != nil {
			return err
		}
		if two.better(w) {
			w, choice = two, k
		}
	}
	if choice >= 0 {
		x.first[choice] += d.chance
	}
	x.total = x.total.plus(w.times(d.chance))
	if x.shoe != nil {
		return nil
	}
	return x.flow(h, choice, d.chance)
}

// play returns the value of a hand without a split, and the choice made, -1 for none. asked is the number of questions for the
// hand that wait for the answer.
func (x *round) play(h *ownHand, asked int) (worth, int, error) {
	if p, ok := x.played[*h]; ok {
		return p.worth, p.choice, nil
	}
	if err := x.deeper(asked); err != nil {
		return worth{}, -1, err
	}
	mask, err := x.allowed(h)
	if err != nil {
		return worth{}, -1, err
	}
	best := played{worth{won: math.Inf(-1)}, -1}
	for k := range x.bound.Game.Steps[x.choices].Ask.Offers {
		effects := x.bound.Game.Steps[x.choices].Ask.Offers[k].Effects
		if mask>>k&1 == 0 || splits(effects) != nil {
			continue
		}
		next := *h
		next.fresh = false
		w, err := x.does(&next, effects, false, asked+1)
		if err != nil {
			return worth{}, -1, err
		}
		if w.better(best.worth) {
			best = played{w, k}
		}
	}
	if best.choice < 0 {
		if best.worth, err = x.finish(h, false); err != nil {
			return worth{}, -1, err
		}
	}
	x.played[*h] = best
	return best.worth, best.choice, nil
}

// Limits on the consecutive questions for one hand, and on the number of different hands played against the same cards, because
// scripts can ask without end.
const (
	mostAsked  = 100
	mostPlayed = 1_000_000
)

// deeper returns an error at the limits.
func (x *round) deeper(asked int) error {
	pos := x.bound.Game.Steps[x.choices].Pos
	if asked == mostAsked {
		return x.bound.Game.BlameWith(pos, "a choice such as stand needs hand_done, and one that raises or draws must not be allowed for ever",
			"a hand can be asked more than %d times", mostAsked)
	}
	return another(x.ctx, x.bound.Game, pos, len(x.played))
}

// another returns an error if no further hand can be played after played others: at the limit, or when the work is stopped.
func another(ctx context.Context, g *plan.Game, pos diag.Pos, played int) error {
	if played == mostPlayed {
		return g.Blame(pos, "more than %d different hands can be played", mostPlayed)
	}
	if played&0xfff == 0 {
		return pause.Err(ctx)
	}
	return nil
}

// splits returns the effect that splits a hand, nil if there is none.
func splits(effects []plan.Effect) *plan.Effect {
	if at := slices.IndexFunc(effects, func(e plan.Effect) bool { return e.Kind.Facts().Splits }); at >= 0 {
		return &effects[at]
	}
	return nil
}

// split returns the choice that splits a hand, -1 if the hand may not split; the player already has the given number of hands.
func (x *round) split(h *ownHand, hands int) (int, error) {
	if len(h.cards) != 2 || h.cards[0] != h.cards[1] {
		return -1, nil
	}
	mask, err := x.allowed(h)
	if err != nil {
		return -1, err
	}
	for k := range x.bound.Game.Steps[x.choices].Ask.Offers {
		effects := x.bound.Game.Steps[x.choices].Ask.Offers[k].Effects
		e := splits(effects)
		if mask>>k&1 == 0 || e == nil || hands >= min(int(e.Num), plan.MaxHands) {
			continue
		}
		if len(effects) > 1 {
			return -1, unshaped(errDrawShape, "the choice %s does more than split the hand", x.bound.Game.Steps[x.choices].Ask.Offers[k].Name)
		}
		return k, nil
	}
	return -1, nil
}

// flow records the ends of hands played this way, with the probability of each.
func (x *round) flow(h *ownHand, choice int, chance float64) error {
	if choice < 0 {
		x.ended(h, chance)
		return nil
	}
	effects := x.bound.Game.Steps[x.choices].Ask.Offers[choice].Effects
	if splits(effects) != nil {
		return x.flowHalf(int(h.cards[0]), 2, 1, chance)
	}
	next := *h
	next.fresh = false
	return x.flowOn(&next, effects, false, chance)
}

// flowOn is flow for the effects of a choice.
func (x *round) flowOn(h *ownHand, effects []plan.Effect, done bool, chance float64) error {
	next := *h
	for i := range effects {
		e := &effects[i]
		next.units = e.Staked(next.units, next.units)
		f := e.Kind.Facts()
		done = done || f.Ends
		switch {
		case f.Bet == plan.BetLost:
			return nil
		case f.Draws:
			for face, p := range x.chance {
				more := next
				more.cards = with(next.cards, face)
				if err := x.flowOn(&more, effects[i+1:], done, chance*p); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if done {
		x.ended(&next, chance)
		return nil
	}
	for len(x.levels) <= len(next.cards) {
		x.levels = append(x.levels, drawLevel{chance: map[ownHand]float64{}})
	}
	l := &x.levels[len(next.cards)]
	if _, ok := l.chance[next]; !ok {
		l.hands = append(l.hands, next)
	}
	l.chance[next] += chance
	return nil
}

// drawLevel holds the hands with a certain number of cards and the probability of each, in order of their first occurrence.
type drawLevel struct {
	hands  []ownHand
	chance map[ownHand]float64
}

// flowAll continues with the hands still being played, fewest cards first.
func (x *round) flowAll() error {
	for n := 0; n < len(x.levels); n++ {
		for i := range x.levels[n].hands {
			h := x.levels[n].hands[i]
			_, choice, err := x.play(&h, 0)
			if err != nil {
				return err
			}
			if err := x.flow(&h, choice, x.levels[n].chance[h]); err != nil {
				return err
			}
		}
		x.levels[n].hands = x.levels[n].hands[:0]
		clear(x.levels[n].chance)
	}
	return nil
}

// flowHalf is flow for hands made by a split.
func (x *round) flowHalf(face, hands, later int, chance float64) error {
	rest := 0.0
	for second, p := range x.chance {
		_, again, err := x.second(face, second, hands, later, family{})
		if err != nil {
			return err
		}
		if again { // including those that come later
			if err := x.flowHalf(face, hands+1, later+1, chance*p); err != nil {
				return err
			}
			continue
		}
		rest += p
		h := x.halfHand(face, second, family{})
		_, choice, err := x.play(h, 0)
		if err != nil {
			return err
		}
		if err := x.flow(h, choice, chance*p); err != nil {
			return err
		}
	}
	if later == 0 {
		return nil
	}
	return x.flowHalf(face, hands, later-1, chance*rest)
}

// ended records the end of a hand.
func (x *round) ended(h *ownHand, chance float64) {
	ends := x.ends[x.bank]
	if ends == nil {
		ends = make([]float64, x.points.Classes())
		x.ends[x.bank] = ends
	}
	ends[x.classOf(h)] += float64(chance * h.units)
}

// allowed returns the choices that the script allows a hand. It calls the script once for equivalent hands.
func (x *round) allowed(h *ownHand) (uint32, error) {
	key := askedAs{h.cards, h.units, h.fresh, h.split, h.from}
	if mask, ok := x.may[key]; ok {
		return mask, nil
	}
	q := &drawnHands{x: x.draws, hand: h, own: h.cards, bank: x.bank}
	st := &x.bound.Game.Steps[x.choices]
	mask, err := q.answer(st, func() (uint32, error) { return st.Ask.Allowed.Allowed(q) })
	if err == nil && q.counted {
		err = uncounted(errDrawShape, st, "depends on the number of hands, or of cards that are left")
	}
	if err == nil && len(h.cards) <= orderSeen {
		q.turned = true
		var turned uint32
		turned, err = st.Ask.Allowed.Allowed(q)
		switch {
		case err != nil || turned == mask:
		case h.split && !x.bySplit:
			err = errSplitSeen
		default:
			err = uncounted(errDrawShape, st, "depends on the order of the cards")
		}
	}
	x.may[key] = mask
	return mask, err
}

// errSplitSeen is the error for a script that asks for the order of a split hand's cards.
var errSplitSeen = unshaped(errDrawShape, "the order of the cards matters")

// orderSeen is the largest number of cards of hands for which a script is called again with the cards in another order.
const orderSeen = 3

// does returns the value of a hand after the effects of a choice.
func (x *round) does(h *ownHand, effects []plan.Effect, done bool, asked int) (worth, error) {
	if len(effects) == 0 {
		if done {
			return x.finish(h, false)
		}
		w, _, err := x.play(h, asked)
		return w, err
	}
	e := &effects[0]
	next := *h
	switch f := e.Kind.Facts(); {
	case f.Draws && len(h.cards) == hand.MaxCards:
		return worth{}, x.bound.Game.Blame(x.bound.Game.Steps[x.choices].Pos, "a hand of more than %d cards", hand.MaxCards)
	case f.Draws:
		return x.card(h.cards, h.family, func(face int) (worth, error) {
			next.cards = with(h.cards, face)
			return x.does(&next, effects[1:], done, asked)
		})
	case f.Bet == plan.BetLost && len(effects) == 1:
		return x.finish(&next, true)
	case f.Bet != plan.BetLost && !f.Splits && e.Pay == nil && e.Bet == "" && e.Of == "":
		next.units = e.Staked(next.units, next.units) // if raising is best, the largest raise is
		return x.does(&next, effects[1:], done || f.Ends, asked)
	}
	return worth{}, uncounted(errDrawShape, &x.bound.Game.Steps[x.choices], "has a choice with the effect %s", e.Kind)
}

// card returns the average value of a hand that gets a card.
func (x *round) card(own string, f family, then func(face int) (worth, error)) (sum worth, err error) {
	for face, p := range x.odds(x.bank, own, f) {
		if p == 0 {
			continue
		}
		w, err := then(face)
		if err != nil {
			return worth{}, err
		}
		sum = sum.plus(w.times(p))
	}
	return sum, nil
}

// half returns the value of a one-card hand made by a split, together with the later halves: it gets its second card and plays.
// The player has the given number of hands in all.
func (x *round) half(face, hands, later int, f family) (worth, error) {
	key := halfAs{byte(face), byte(hands), byte(later), f}
	if w, ok := x.halves[key]; ok {
		return w, nil
	}
	_, again, err := x.second(face, face, hands, later, f)
	if err != nil {
		return worth{}, err
	}
	sum, err := x.card(string([]byte{byte(face)}), f, func(second int) (worth, error) {
		w, splits, err := x.second(face, second, hands, later, f)
		if err != nil || splits || later == 0 {
			return w, err
		}
		next := f
		if again && x.shoe != nil { // its second card is another one: otherwise it would have been split
			next.unlike++
		}
		after, err := x.half(face, hands, later-1, next)
		return w.plus(after), err
	})
	if x.halves != nil {
		x.halves[key] = sum
	}
	return sum, err
}

type halfAs struct {
	face, hands, later byte
	family
}

// halfHand returns a hand made by a split, with its second card.
func (x *round) halfHand(face, second int, f family) *ownHand {
	h := &ownHand{cards: with(string([]byte{byte(face)}), second), units: 1, fresh: true, split: true}
	if x.bySplit {
		h.from = byte(face)
	}
	if x.shoe != nil {
		h.family = f
	}
	return h
}

// second returns the value of such a hand, or, if splitting again is best, the value of all resulting hands.
func (x *round) second(face, second, hands, later int, f family) (w worth, again bool, err error) {
	h := x.halfHand(face, second, f)
	if w, _, err = x.play(h, 0); err != nil {
		return w, false, err
	}
	if k, err := x.split(h, hands); err != nil || k < 0 {
		return w, false, err
	}
	more := f
	if x.shoe != nil {
		more.alike++
	}
	split, err := x.half(face, hands+1, later+1, more)
	if err != nil {
		return w, false, err
	}
	stays := w
	if later > 0 {
		after, err := x.half(face, hands, later-1, f)
		if err != nil {
			return w, false, err
		}
		stays = w.plus(after)
	}
	if split.better(stays) {
		return split, true, nil
	}
	return w, false, nil
}

// finish returns the value of a finished hand.
func (x *round) finish(h *ownHand, gone bool) (worth, error) {
	if gone {
		return worth{-h.units, h.units}, nil
	}
	won, err := x.wins(h, x.choices+1)
	return worth{h.units * won, h.units}, err
}

// wins returns the win of one unit of a hand whose player has no further choice.
func (x *round) wins(h *ownHand, pc int) (float64, error) {
	if x.shoe != nil {
		return x.shoe.wins(x, h, pc)
	}
	won, err := x.rest(x.bank, pc, x.bank, x.down)
	if err != nil {
		return 0, err
	}
	return won[x.classOf(h)], nil
}

// classOf returns the class of a hand; a hand made by a split is not a natural.
func (x *draws) classOf(h *ownHand) int {
	cs := x.cardsOf(h.cards)
	if h.split {
		return x.points.Class(x.points.Plain(cs))
	}
	return x.points.Class(x.points.Of(cs))
}

// rest returns the win of one unit from a step on, by the class of the player's hand: the banker's part of the round. up are the
// banker's cards that the player has seen.
func (x *pass) rest(up string, pc int, bank string, down int) (won []float64, err error) {
	key := restAs{pc, down, bank, ""}
	if x.policy != nil {
		key.up = up
	}
	if won, ok := x.rests[key]; ok {
		return won, nil
	}
	st := &x.bound.Game.Steps[pc]
	banks := st.TurnsUp() || st.To == plan.Banker && (st.DealsTo(plan.ZoneHand) || st.Plays() && st.Ask.Allowed != nil)
	switch {
	case (banks && !st.DealsTo(plan.ZoneHand) || st.Settle != nil) && down > 0:
		won, err = x.banked(bank, func(more string) ([]float64, error) { return x.rest(up, pc, more, down-1) })
	case st.Unseen() || banks && st.TurnsUp():
		won, err = x.rest(up, pc+1, bank, down)
	case banks && st.DealsTo(plan.ZoneHand):
		won, err = x.rest(up, pc+1, bank, down+st.Count)
	case banks:
		won, err = x.draw(up, pc, bank)
	case st.Leaves():
		won, err = x.rest(up, st.Jump, bank, down)
	case st.Settle != nil:
		won = x.pays[x.points.Class(x.points.Of(x.cardsOf(bank)))]
	default:
		err = uncounted(errDrawShape, st, "cannot be counted after the choices of the players")
	}
	x.rests[key] = won
	return won, err
}

// banked returns the average win when the banker gets a card.
func (x *draws) banked(bank string, then func(bank string) ([]float64, error)) ([]float64, error) {
	sum := make([]float64, x.points.Classes())
	for face, p := range x.chance {
		won, err := then(with(bank, face))
		if err != nil {
			return nil, err
		}
		for class, n := range won {
			sum[class] += float64(p * n)
		}
	}
	return sum, nil
}

// draw returns the win of one unit when the banker has a choice: under the banker's policy, or the lowest win of all choices.
func (x *pass) draw(up string, pc int, bank string) ([]float64, error) {
	mask, err := x.bankMay(pc, bank)
	if err != nil {
		return nil, err
	}
	if mask == 0 {
		return x.rest(up, pc+1, bank, 0)
	}
	if mask&(mask-1) != 0 {
		if !x.sees || x.bankPC >= 0 && x.bankPC != pc {
			return nil, uncounted(errDrawShape, &x.bound.Game.Steps[pc], "lets the banker choose a second time, or without seeing the player's cards")
		}
		x.bankPC = pc
	}
	mix, mixed := x.policy[bankAt(up, bank)]
	out := make([]float64, x.points.Classes())
	if !mixed {
		for class := range out {
			out[class] = math.Inf(1)
		}
	}
	for k := range x.bound.Game.Steps[pc].Ask.Offers {
		if mask>>k&1 == 0 || mixed && mix[k] == 0 {
			continue
		}
		won, err := x.banks(up, pc, k, bank)
		if err != nil {
			return nil, err
		}
		for class, n := range won {
			if mixed {
				out[class] += float64(mix[k] * n)
			} else {
				out[class] = min(out[class], n)
			}
		}
	}
	return out, nil
}

// banks returns the win of one unit after a choice of the banker.
func (x *pass) banks(up string, pc, choice int, bank string) ([]float64, error) {
	offer := &x.bound.Game.Steps[pc].Ask.Offers[choice]
	switch effects := offer.Effects; {
	case len(effects) == 1 && effects[0].Kind.Facts().Ends:
		return x.rest(up, pc+1, bank, 0)
	case len(effects) == 1 && effects[0].Kind.Facts().Draws:
		return x.banked(bank, func(more string) ([]float64, error) { return x.rest(up, pc, more, 0) })
	}
	return nil, unshaped(errDrawShape, "the banker's choice %s does more than take one card or stand", offer.Name)
}

// bankMay returns the banker's possible choices with these cards.
func (x *draws) bankMay(pc int, bank string) (uint32, error) {
	key := bankAsked{pc, bank}
	if mask, ok := x.banker[key]; ok {
		return mask, nil
	}
	st := &x.bound.Game.Steps[pc]
	if len(bank) > hand.MaxCards {
		return 0, x.bound.Game.Blame(st.Pos, "a hand of more than %d cards", hand.MaxCards)
	}
	if err := another(x.ctx, x.bound.Game, st.Pos, len(x.banker)); err != nil {
		return 0, err
	}
	q := &drawnHands{x: x, banks: true, own: bank, bank: bank}
	mask, err := q.answer(st, func() (uint32, error) { return st.Ask.Allowed.Allowed(q) })
	if err == nil && x.shoe != nil {
		for _, other := range x.shoe.others(bank) {
			p := &drawnHands{x: x, banks: true, own: other, bank: other}
			if again, err := st.Ask.Allowed.Allowed(p); err != nil || again != mask {
				return 0, cmp.Or(err, errAlike)
			}
		}
	}
	if err == nil && q.looked {
		err = uncounted(errDrawShape, st, "depends on the player's cards")
	}
	if x.bound.Game.HouseBanks() {
		mask &= -mask // the house takes the first of its choices
	}
	x.banker[key] = mask
	return mask, err
}

// pointsPay returns the win of one unit of a bet, given the classes of the player's and the banker's hand.
func pointsPay(end *plan.SettleStep, bet string, own, bank int) float64 {
	line := end.Line(bet)
	o := line.Of(end.Table[own*end.Points.Classes()+bank], nil, 0, 0)
	won := float64(o.Num) / float64(o.Den)
	if line != nil && won > 0 {
		won *= 1 - float64(line.Commission)/10000
	}
	return won
}

// drawnHands is the view of a script in such a round: the player is seat 0, and a player who banks is seat 1.
type drawnHands struct {
	noQuestion
	x       *draws
	seat    int // -1 for a condition
	banks   bool
	hand    *ownHand
	own     string
	bank    string
	looked  bool // the script looked at the player's cards
	counted bool // the script counted the player's hands
	turned  bool // the cards are in another order
	way     int  // the suits of the cards, see setSuits
}

// answer returns the answer of a script to this view.
func (q *drawnHands) answer(st *plan.Step, ask func() (uint32, error)) (uint32, error) {
	answer, err := q.x.suits.answer(st, func(way int) (uint32, error) { q.way = way; return ask() })
	q.way = 0
	return answer, err
}

// cards returns the cards of the hand that is asked. For a split hand the first is the card that was split.
func (q *drawnHands) cards() []cards.Card {
	out := q.x.cardsOf(q.own)
	first := 0
	if q.hand != nil && q.hand.split && q.x.bySplit {
		at := slices.Index(out, q.x.faces[q.hand.from])
		copy(out[1:at+1], out[:at])
		out[0], first = q.x.faces[q.hand.from], 1
	}
	if q.turned {
		slices.Reverse(out[first:])
	}
	setSuits(out, q.way, 0)
	return out
}

func (q *drawnHands) banker() int {
	if q.x.bound.Game.HouseBanks() {
		return -1
	}
	return 1
}

func (q *drawnHands) Banker() int { return q.banker() }
func (q *drawnHands) Seat() int {
	if q.banks {
		return q.banker()
	}
	return q.seat
}
func (q *drawnHands) Cards() []cards.Card { return q.cards() }
func (q *drawnHands) Hands(seat int) int {
	switch {
	case seat == q.banker():
		return 1
	case seat == 0:
		q.counted = true
	}
	return 1
}

func (q *drawnHands) Showing(seat, hand int) []cards.Card {
	switch {
	case seat == q.banker():
		// in suits the cards of the bank follow those of the player's hand
		before := 0
		if q.hand != nil {
			before = len(q.own)
		}
		out := q.x.cardsOf(q.bank)
		setSuits(out, q.way, before)
		return out
	}
	if q.looked = true; q.hand == nil || hand > 0 {
		return nil
	}
	return q.cards()
}

func (q *drawnHands) Wager() int64 {
	units := 1.
	if q.hand != nil {
		units = q.hand.units
	}
	return int64(1000 * units * float64(q.x.bound.Stakes.Scale))
}
func (q *drawnHands) Bet(string) int64 { return q.Wager() }
func (q *drawnHands) Stack() int64     { return 1 << 40 }
func (q *drawnHands) Fresh() bool      { return q.hand != nil && q.hand.fresh }
func (q *drawnHands) Split() bool      { return q.hand != nil && q.hand.split }
func (q *drawnHands) Left() int        { q.counted = true; return q.x.packs }
func (q *drawnHands) Scale() int64     { return q.x.bound.Stakes.Scale }
