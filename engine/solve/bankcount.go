package solve

import (
	"cmp"
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/rank"
)

// Counting the deals of games against the house. Cards are numbered 13 to a suit, so that a set of cards is four groups of 13
// bits, and renaming suits moves these groups. Only one of the sets that differ in the names of suits is processed.

// suitOrders are the permutations of four suits.
var suitOrders = func() (out [][4]int) {
	permute(4, func(o []int) { out = append(out, [4]int(o)) })
	return out
}()

// renamed returns a set with its suits permuted.
func renamed(set uint64, order [4]int) (out uint64) {
	for suit, to := range order {
		out |= set >> (13 * suit) & (1<<13 - 1) << (13 * to)
	}
	return out | set&(1<<52) // the joker
}

// alike returns the number of sets that differ from set only in the names of suits, 0 if set is not the first of them.
func alike(set uint64) int {
	same := 0
	for _, o := range suitOrders {
		switch r := renamed(set, o); {
		case r < set:
			return 0
		case r == set:
			same++
		}
	}
	return len(suitOrders) / same
}

// setCards returns the cards of a set.
func setCards(set uint64) (out []cards.Card) {
	for ; set != 0; set &= set - 1 {
		out = append(out, numbered(bits.TrailingZeros64(set)))
	}
	return out
}

// numbered returns the card of a number.
func numbered(c int) cards.Card {
	if c == 52 {
		return cards.Joker
	}
	return cards.New(cards.Rank(c%13), cards.Suit(c/13))
}

// sets calls f with every set of n cards of a deck disjoint from not, until f returns false.
func sets(deck, n int, not uint64, f func(set uint64) bool) bool {
	var grow func(set uint64, n, from int) bool
	grow = func(set uint64, n, from int) bool {
		if n == 0 {
			return f(set)
		}
		for c := from; c < deck; c++ {
			if not>>c&1 == 0 && !grow(set|1<<c, n-1, c+1) {
				return false
			}
		}
		return true
	}
	return grow(0, n, 0)
}

// ranked computes the strengths of sets of cards.
type ranked struct {
	r    *rank.Ranking
	keys [53]rank.Key // with the joker, if the ranking has one
}

func newRanked(r *rank.Ranking) *ranked {
	k := &ranked{r: r}
	for c := range k.keys {
		k.keys[c] = r.Key(numbered(c))
	}
	return k
}

func (k *ranked) key(set uint64) (sum rank.Key) {
	for ; set != 0; set &= set - 1 {
		c := &k.keys[bits.TrailingZeros64(set)]
		sum.Sum += c.Sum
		sum.Mask += c.Mask
	}
	return sum
}

func (k *ranked) of(set uint64) rank.Strength {
	return k.r.Of(k.key(set), bits.OnesCount64(set))
}

// alone counts a game in which the house has no hand: the player's cards and those of the board, one after another.
func (g *bankGame) alone(ctx context.Context, progress func(float64)) (*Bank, error) {
	a := &aloneCount{g: g, cards: newRanked(g.rank), pays: g.payTable(), size: 2}
	for i := range g.stages {
		a.first = append(a.first, a.size)
		a.size += len(g.stages[i].counts)
	}
	a.after = make([][]payload, len(g.stages)+1)
	for at := range a.after {
		for range g.states {
			a.after[at] = append(a.after[at], make(payload, a.size))
		}
	}
	for i := range g.states {
		a.put = append(a.put, g.put(i))
	}
	sum, weight, deals := make(payload, a.size), 0.0, 0.0
	done := 0
	var wrong error
	sets(g.deck, g.own, 0, func(set uint64) bool {
		if done++; done&1023 == 0 {
			progress(float64(done) / choose(g.deck, g.own))
		}
		times := float64(alike(set))
		if times == 0 {
			return pause.Err(ctx) == nil
		}
		if wrong = g.look(set); wrong != nil {
			return false
		}
		a.deals = 0
		if g.choose == nil {
			a.follow(0, set)
		} else if wrong = a.chosen(0, set, set, nil); wrong != nil {
			return false
		}
		deals += float64(times * a.deals)
		weight += times
		for j, v := range a.after[0][0] {
			sum[j] += float64(times * v)
		}
		return pause.Err(ctx) == nil
	})
	if wrong != nil {
		return nil, wrong
	}
	for i := range g.stages {
		copy(g.stages[i].counts, sum[a.first[i]:])
	}
	return g.result(sum[0]/weight, sum[1]/weight, deals, weight), ctx.Err()
}

// aloneCount computes the results for the player's cards in a game in which the house has no hand.
type aloneCount struct {
	g     *bankGame
	cards *ranked
	pays  [][]against // by strength and state
	put   []float64   // by state
	after [][]payload // by stage and state: average win, average amount put up, and how often each choice is made
	size  int         // of a payload
	first []int       // by stage: the index of its choices in a payload
	deals float64
}

// follow deals all cards of a stage and of those after it, and fills in the payload after the stage in each state.
func (a *aloneCount) follow(at int, set uint64) {
	out := a.after[at]
	if at == len(a.g.stages) {
		a.deals++
		s := a.cards.of(set)
		for i, p := range out {
			p[0], p[1] = a.pays[s][i][0], a.put[i]
		}
		return
	}
	for _, p := range out {
		clear(p)
	}
	s, ways := &a.g.stages[at], 0.0
	sets(a.g.deck, s.board, set, func(more uint64) bool {
		a.follow(at+1, set|more)
		ways++
		for i, p := range out {
			m := s.bestAfter(i, a.after[at+1])
			for j, v := range a.after[at+1][m.to] {
				p[j] += v
			}
			if m.offer >= 0 {
				p[a.first[at]+m.offer]++
			}
		}
		return true
	})
	for _, p := range out {
		p.divide(ways)
	}
}

// chosen is follow with the choices of [bankGame.choose]: it fills in the payload of the first state. boards are the cards of the stages
// before this one.
func (a *aloneCount) chosen(at int, own, set uint64, boards []uint64) error {
	out := a.after[at][0]
	if !slices.ContainsFunc(a.g.stages[at:], func(s stage) bool { return s.asked }) {
		state, moves, err := a.g.choose(own, 0, boards)
		if err != nil {
			return err
		}
		a.follow(at, set)
		won := slices.Clone(a.after[at][state])
		for k, m := range moves {
			if m.offer >= 0 {
				won[a.first[k]+m.offer] = 1
			}
		}
		copy(out, won)
		return nil
	}
	clear(out)
	ways := 0.0
	var err error
	sets(a.g.deck, a.g.stages[at].board, set, func(more uint64) bool {
		if err = a.chosen(at+1, own, set|more, append(boards[:at:at], more)); err != nil {
			return false
		}
		ways++
		for j, v := range a.after[at+1][0] {
			out[j] += v
		}
		return true
	})
	out.divide(ways)
	return err
}

// moves returns the choices in a state; if there is no choice, the state stays.
func (s *stage) moves(state int) []move {
	if s.asked && state < len(s.next) && s.next[state] != nil {
		return s.next[state]
	}
	return []move{{-1, state}}
}

// bestAfter returns the choice in a state that wins the most, given the payloads after each state; offer -1 if there is no
// choice.
func (s *stage) bestAfter(state int, next []payload) move {
	if !s.asked || state >= len(s.next) || s.next[state] == nil {
		return move{-1, state}
	}
	best := move{-1, -1}
	for _, m := range s.next[state] {
		if s.allows(state, m) && (best.to < 0 || next[m.to][0] > next[best.to][0]) {
			best = m
		}
	}
	return best
}

// choose returns the number of ways to choose k of n.
func choose(n, k int) float64 {
	out := 1.0
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}

// holdings are the strengths of all hands of the house that contain certain cards, for every set of such cards, in ascending
// order.
type holdings struct {
	deck  int // number of cards
	n     int
	index [][]int32 // by number of cards held and number of the set: the beginning of its list
	list  [][]uint16
	below [][]int32 // how many of a list are below qualifying
}

// pascal[n][k] is the number of ways to choose k of n.
var pascal = func() (out [54][8]int) {
	for n := range out {
		for k := range out[n] {
			out[n][k] = int(choose(n, k) + 0.5)
		}
	}
	return out
}()

// number returns the index of a set of cards among those of its size.
func number(set uint64) (n int) {
	for k := 1; set != 0; k++ {
		n += pascal[bits.TrailingZeros64(set)][k]
		set &= set - 1
	}
	return n
}

// newHoldings returns the holdings for all hands of n cards.
func newHoldings(ctx context.Context, k *ranked, deck, n, least int, qualifies rank.Strength) (*holdings, error) {
	type hand struct {
		set uint64
		s   rank.Strength
	}
	hands := make([]hand, 0, pascal[deck][n])
	sets(deck, n, 0, func(set uint64) bool {
		hands = append(hands, hand{set, k.of(set)})
		return true
	})
	slices.SortFunc(hands, func(a, b hand) int { return int(a.s) - int(b.s) })
	h := &holdings{deck: deck, n: n, index: make([][]int32, n+1), list: make([][]uint16, n+1), below: make([][]int32, n+1)}
	for size := least; size <= n; size++ {
		each := pascal[deck-size][n-size]
		h.list[size] = make([]uint16, pascal[deck][size]*each)
		h.below[size] = make([]int32, pascal[deck][size])
		next := make([]int32, pascal[deck][size])
		for i := range hands {
			if i&0xffff == 0 && pause.Err(ctx) != nil {
				return nil, ctx.Err()
			}
			subsets(hands[i].set, size, func(held uint64) {
				at := number(held)
				h.list[size][at*each+int(next[at])] = uint16(hands[i].s)
				next[at]++
				if hands[i].s < qualifies {
					h.below[size][at]++
				}
			})
		}
	}
	return h, nil
}

// subsets calls f with each subset of the given size.
func subsets(set uint64, size int, f func(uint64)) {
	for sub := set; ; sub = (sub - 1) & set {
		if bits.OnesCount64(sub) == size {
			f(sub)
		}
		if sub == 0 {
			return
		}
	}
}

// count returns the numbers of hands containing certain cards that are worse than a strength, at most equal, and below
// qualifying, and their total number.
func (h *holdings) count(held uint64, s rank.Strength) (worse, upTo, below, all float64) {
	size := bits.OnesCount64(held)
	each := pascal[h.deck-size][h.n-size]
	at := number(held)
	list := h.list[size][at*each : (at+1)*each]
	lo, _ := slices.BinarySearch(list, uint16(s))
	hi := lo
	for step := 1; hi < len(list) && list[hi] == uint16(s); {
		if hi+step < len(list) && list[hi+step] == uint16(s) {
			hi += step
			step *= 2
			continue
		}
		if step == 1 {
			hi++
			break
		}
		step = 1
	}
	return float64(lo), float64(hi), float64(h.below[size][at]), float64(each)
}

// heldCount counts a game of one hand against another without a board. Inclusion and exclusion removes hands of the house that
// share cards with the player's.
type heldCount struct {
	g     *bankGame
	cards *ranked
	house *holdings
	own   []uint64   // the player's hands, one of those that differ in the names of suits
	one   sync.Mutex // for scripts, which run one at a time
}

// heldPart is what a part of the player's hands adds up to.
type heldPart struct {
	won, put, weight, deals float64
	counts                  [][]float64 // how often each choice is made, by stage
}

// newHeldCount counts the hands of the house.
func (g *bankGame) newHeldCount(ctx context.Context) (*heldCount, error) {
	x := &heldCount{g: g, cards: newRanked(g.rank)}
	q := rank.Strength(0)
	if g.end.Qualifies != nil {
		q = g.end.Qualifies.Least()
	}
	var err error
	if x.house, err = newHoldings(ctx, x.cards, g.deck, g.bank, g.up, q); err != nil {
		return nil, err
	}
	sets(g.deck, g.own, 0, func(own uint64) bool {
		if alike(own) > 0 {
			x.own = append(x.own, own)
		}
		return true
	})
	return x, nil
}

// ownPart is the number of the player's hands that are counted in one go.
const ownPart = 512

// each calls f with each of the player's hands, on all cores; each part of them has a game of its own, which has looked at the hand. It
// calls add with each part, in order.
func (x *heldCount) each(ctx context.Context, progress func(float64), f func(g *bankGame, k int, p *heldPart) error, add func(*heldPart)) error {
	parts := make([]heldPart, (len(x.own)+ownPart-1)/ownPart)
	errs := make([]error, len(parts))
	var next, done atomic.Int64
	var wait sync.WaitGroup
	part := func(at int) error {
		g := *x.g
		g.stages = slices.Clone(g.stages)
		for i := range g.stages {
			g.stages[i].masks = nil
			parts[at].counts = append(parts[at].counts, make([]float64, len(g.stages[i].counts)))
		}
		for k := at * ownPart; k < min(len(x.own), (at+1)*ownPart); k++ {
			if err := pause.Err(ctx); err != nil {
				return err
			}
			if g.looks() {
				x.one.Lock()
				err := g.look(x.own[k])
				x.one.Unlock()
				if err != nil {
					return err
				}
			}
			if err := f(&g, k, &parts[at]); err != nil {
				return err
			}
		}
		return nil
	}
	var failed atomic.Bool
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		wait.Go(func() {
			for at := next.Add(1) - 1; at < int64(len(parts)) && !failed.Load(); at = next.Add(1) - 1 {
				if errs[at] = part(int(at)); errs[at] != nil {
					failed.Store(true)
				}
				progress(float64(done.Add(1)) / float64(len(parts)))
			}
		})
	}
	wait.Wait()
	for at := range parts {
		if errs[at] != nil {
			return errs[at]
		}
		add(&parts[at])
	}
	return nil
}

// values returns what each state wins with a hand of the player and the house's cards in sight, and the number of the house's hands.
func (x *heldCount) values(g *bankGame, own, up uint64, pays []against) (values []float64, all float64) {
	var worse, upTo, below float64
	s := x.cards.of(own)
	for sub := own; ; sub = (sub - 1) & own {
		if size := bits.OnesCount64(sub); size+g.up <= g.bank {
			sign := 1 - 2*float64(size&1)
			a, b, c, d := x.house.count(up|sub, s)
			worse, upTo, below, all = worse+float64(sign*a), upTo+float64(sign*b), below+float64(sign*c), all+float64(sign*d)
		}
		if sub == 0 {
			break
		}
	}
	counts := g.split(s, worse, upTo, below, all)
	values = make([]float64, len(g.states))
	for i := range values {
		values[i] = worthOf(&counts, &pays[i], all)
	}
	return values, all
}

// paysOf returns what each state wins with a hand of the player.
func (x *heldCount) paysOf(own uint64) []against {
	pays, s := make([]against, len(x.g.states)), x.cards.of(own)
	for i := range pays {
		pays[i] = x.g.pay(i, s)
	}
	return pays
}

// bestPath returns the choices that win the most, by stage, where no further cards are revealed, and the last state.
func (g *bankGame) bestPath(values []float64, to []move) (state int, path []move) {
	for at := range g.stages {
		m := move{-1, state}
		if st := &g.stages[at]; st.asked {
			m = st.next[state][st.best(state, g.from(at+1, values))]
		}
		to, state = append(to, m), m.to
	}
	return state, to
}

// result returns the result of all parts.
func (x *heldCount) result(all *heldPart) *Bank {
	for i, counts := range all.counts {
		copy(x.g.stages[i].counts, counts)
	}
	return x.g.result(all.won/all.weight, all.put/all.weight, all.deals, all.weight)
}

func (p *heldPart) merge(o *heldPart) {
	p.won, p.put, p.weight, p.deals = p.won+o.won, p.put+o.put, p.weight+o.weight, p.deals+o.deals
	if p.counts == nil {
		p.counts = o.counts
		return
	}
	for i, counts := range o.counts {
		for k, n := range counts {
			p.counts[i][k] += n
		}
	}
}

// add adds a hand with what was chosen.
func (p *heldPart) add(g *bankGame, times, all float64, values []float64, state int, path []move) {
	for at, m := range path {
		if m.offer >= 0 {
			p.counts[at][m.offer] += times
		}
	}
	p.won += float64(times * values[state])
	p.put += float64(times * g.put(state))
	p.weight += times
	p.deals += float64(times * all)
}

// against counts a game of one hand against another without a board.
func (g *bankGame) against(ctx context.Context, progress func(float64)) (*Bank, error) {
	x, err := g.newHeldCount(ctx)
	if err != nil {
		return nil, err
	}
	var sum heldPart
	err = x.each(ctx, progress, func(g *bankGame, k int, p *heldPart) error {
		own := x.own[k]
		times, pays := float64(alike(own)), x.paysOf(own)
		sets(g.deck, g.up, own, func(up uint64) bool {
			values, all := x.values(g, own, up, pays)
			state, path := g.bestPath(values, nil)
			p.add(g, times, all, values, state, path)
			return true
		})
		return nil
	}, sum.merge)
	if err != nil {
		return nil, err
	}
	return x.result(&sum), nil
}

// from returns the value of each state before a stage if no further cards are revealed.
func (g *bankGame) from(at int, values []float64) []float64 {
	for k := len(g.stages) - 1; k >= at; k-- {
		s, before := &g.stages[k], slices.Clone(values)
		for state, moves := range s.next {
			if moves != nil {
				before[state] = values[moves[s.best(state, values)].to]
			}
		}
		values = before
	}
	return values
}

// sideBets returns the bets that depend only on the player's own hand and the first cards of the board.
func (g *bankGame) sideBets(ctx context.Context) (out []Wager, err error) {
	for _, s := range g.sides {
		r := s.step.Parts[0].Ranking
		n := g.own
		if !s.hole {
			n += cmp.Or(s.board, g.board())
		}
		sum, all := 0.0, 0.0
		for strength, ways := range r.Tally(n) {
			o := s.step.Own.Of(r, rank.Strength(strength))
			sum += float64(ways) * float64(o.Num) / float64(o.Den)
			all += float64(ways)
		}
		out = append(out, Wager{Bet: s.bet, Edge: -sum / all, Put: 1, Risk: -sum / all})
		if pause.Err(ctx) != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}
