package hand

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// What a process keeps of a game for estimates: see [Outlook].

// A model is what is known of a game before any hand, and the estimates that were made.
// It is safe for concurrent use. An estimate depends only on its key, so it does not
// matter who makes it and how long it is kept.
type model struct {
	game *plan.Game
	road []atomic.Pointer[road] // by step
	kept [2][1 << keptBits]kept // starting hands, and all other views
}

// A kept estimate is valid if check is value XOR key. Another goroutine may replace
// half of it at any time.
type kept struct{ check, value atomic.Uint64 }

const keptBits = 15

// modelOf returns the model of a game.
func modelOf(p *plan.AtStakes) *model {
	m := p.Made(newModel).(*model)
	if m.game != p.Game { // a copy of a plan with another game
		m = newModel(p.Game).(*model)
	}
	return m
}

func newModel(g *plan.Game) any {
	return &model{game: g, road: make([]atomic.Pointer[road], len(g.Steps)+1)}
}

func (m *model) find(key uint64, table int) (value uint64, ok bool) {
	k := &m.kept[table][key>>(64-keptBits)]
	value = k.value.Load()
	return value, k.check.Load()^value == key
}

func (m *model) keep(key, value uint64, table int) {
	k := &m.kept[table][key>>(64-keptBits)]
	k.value.Store(value)
	k.check.Store(value ^ key)
}

// A road is what is to come after a step.
type road struct {
	steps  []*plan.Step // the deals, boards and questions
	show   *plan.ShowdownStep
	draw   *plan.Step // the next draw, nil for none
	later  int        // draws after that
	draws  int        // all draws
	hole   int        // cards that a seat is dealt
	board  int        // cards that the board is dealt
	tries  int        // hands of which an opponent has the best
	parts  []cardPart // nil unless the cards alone decide: see cardPart
	alike  rank.Alike
	shares []float64     // of the pot, by outcome: see result
	keys   *[64]rank.Key // of the cards, the same in every part, if the parts need no more: see [rank.Key]
}

// after returns the road after a step.
func (m *model) after(at int) *road {
	if r := m.road[at].Load(); r != nil {
		return r
	}
	g, r := m.game, &road{tries: 1, show: showdownFrom(m.game, at)}
	apart := false
	for _, st := range g.Road(at + 1) {
		if st.DealsTo(plan.ZoneHand|plan.ZoneBoard) || st.Ask != nil {
			r.steps = append(r.steps, st)
		}
		if st.Show != nil {
			r.show = st.Show
		}
		if st.Draws() {
			r.draws++
			if r.draw != nil {
				r.later++
			} else if st.Ask.Rule == plan.Chosen {
				r.draw = st
			}
		}
		if st.DealsTo(plan.ZoneHand) {
			r.hole += st.Count
		}
		if st.DealsTo(plan.ZoneBoard) {
			r.board += st.Count
		}
		apart = apart || st.AsksCards() && st.Ask.Arranges() && st.Ask.Sizes != nil
	}
	for i := range g.Steps {
		r.tries += count(g.Steps[i].Draws())
	}
	r.tries = min(r.tries, mostTries)
	if r.show != nil && !apart && g.Boards == nil && g.Hands == nil {
		r.parts, r.alike = cardParts(r.show)
		r.keys, r.shares = commonKeys(r.parts), sharesOf(r.parts)
	}
	m.road[at].Store(r)
	return r
}

// A cardPart is a part of a showdown that the cards of two hands alone decide,
// wherever they lie and whatever the seats have chosen.
type cardPart struct {
	*plan.Part
	plain, exact bool
	least        rank.Strength // that qualifies
	weight       float64
}

// cardParts returns the parts of a showdown and what they make of suits, nil if
// anything but the cards decides one of them.
func cardParts(sd *plan.ShowdownStep) (out []cardPart, alike rank.Alike) {
	alike = rank.RanksOnly
	if sd.Both != "" {
		return nil, alike
	}
	for i := range sd.Parts {
		p := &sd.Parts[i]
		if p.From != plan.AllCards || p.Hands|p.Boards|p.Holding|p.Beats != 0 || p.Ranking.ByEvent() || p.Else != nil || len(p.Chosen) > 0 ||
			slices.ContainsFunc(p.Use, func(u plan.Use) bool { return u.FromEach() || u.Boards != 0 }) {
			return nil, alike
		}
		c := cardPart{Part: p, plain: len(p.Use) == 0, exact: p.Exact(), weight: float64(p.Weight())}
		if p.Floor != nil {
			c.least, c.exact = p.Floor.Least(), false
		}
		if alike = min(alike, p.Ranking.Alike()); p.BySuit {
			alike = rank.Different
		}
		out = append(out, c)
	}
	return out, alike
}

// commonKeys returns the keys of the cards if all parts have the same and look at nothing
// else, otherwise nil.
func commonKeys(parts []cardPart) *[64]rank.Key {
	keys := new([64]rank.Key)
	for k := range parts {
		p := &parts[k]
		if !p.plain || p.BySuit {
			return nil
		}
		for c := range cards.Joker2 + 1 {
			if key := p.Ranking.Key(c); k == 0 {
				keys[c] = key
			} else if keys[c] != key {
				return nil
			}
		}
	}
	return keys
}

// A lay is a hand as it would be shown: the seat's own cards, and what they are worth with
// the board.
type lay struct {
	hole  [MaxHole]cards.Card
	n     int      // known cards
	shown int      // with those of the deal
	key   rank.Key // of the known cards, if keys are used
	worth [plan.MaxParts]rank.Strength
}

// holding returns a hand of known cards.
func (g *glance) holding(known cards.Set) (l lay) {
	for ; known != 0; known &= known - 1 {
		l.hole[l.n&7] = cards.Card(bits.TrailingZeros64(uint64(known)))
		l.n++
	}
	if g.keys != nil {
		l.key = keyOf(g.keys, l.hole[:l.n])
	}
	return l
}

func keyOf(keys *[64]rank.Key, list []cards.Card) (k rank.Key) {
	for _, c := range list {
		k = k.With(keys[c&63])
	}
	return k
}

// show rates a hand with n more cards of a deal.
func (g *glance) show(l *lay, d *meeting, from, n int) {
	if g.keys != nil {
		g.rate(&l.worth, l.key.With(d.key).With(g.keyAt(d.order, from, n)), l.n+n+d.board)
		return
	}
	all := l.n
	for _, k := range d.order[from : from+n] {
		l.hole[all&7] = g.cards[k&63]
		all++
	}
	l.shown = all
	for k := range g.parts {
		p := &g.parts[k]
		var s rank.Strength
		if p.exact {
			s = p.Ranking.Exact(l.hole[:all], d.shown[:d.board])
		} else {
			s = p.Strength(l.hole[:all], d.shown[:d.board])
		}
		if s < p.least {
			s = 0
		}
		l.worth[k] = s
	}
}

// rate rates n cards by their key.
func (g *glance) rate(to *[plan.MaxParts]rank.Strength, key rank.Key, n int) {
	for k := range g.parts {
		p := &g.parts[k]
		s := p.Ranking.Of(key, n)
		if s < p.least {
			s = 0
		}
		to[k&(plan.MaxParts-1)] = s
	}
}

// keyAt returns the key of n cards of an order.
func (g *glance) keyAt(order *[64]uint8, from, n int) (key rank.Key) {
	for ; n > 0; n-- {
		key = key.With(g.keyed[order[from&63]&63])
		from++
	}
	return key
}

// against returns the share of the pot of a hand against another.
func (l *lay) against(o *lay, d *meeting, r *road) float64 {
	at := 0
	for k := range r.parts {
		p, a, b := &r.parts[k], l.worth[k], o.worth[k]
		if a == b && a != 0 && p.BySuit {
			a = rank.Strength(p.SuitKey(l.hole[:l.shown], d.shown[:d.board])) + 1
			b = rank.Strength(p.SuitKey(o.hole[:o.shown], d.shown[:d.board])) + 1
		}
		at |= result(a, b) << (2 * k)
	}
	return r.shares[at]
}

// result returns what a hand makes of a part of the pot against another: 0 if it loses, 1 if it ties, 2 if it wins, and 3 if
// neither qualifies. Those of several parts have two bits each.
func result(a, b rank.Strength) int { return count(a > b) + count(a >= b) + 2*count(a|b == 0) }

// sharesOf returns the share of the pot for each outcome of the parts, as [Hand.winnersOf] divides it.
func sharesOf(parts []cardPart) []float64 {
	out := make([]float64, 1<<(2*len(parts)))
	for at := range out {
		total, own := 0.0, 0.0
		for k := range parts {
			p, is := &parts[k], at>>(2*k)&3
			switch {
			case is == 3 && p.Nobody != plan.AllDivide:
				continue
			case is == 2:
				own += p.weight
			case is != 0:
				own += float64(p.weight / 2)
			}
			total += p.weight
		}
		if out[at] = 0.5; total != 0 {
			out[at] = own / total
		}
	}
	return out
}

// A glance is what a seat sees, as sets of cards, where the cards alone decide. Cards
// are exchanged for others that mean the same, so that views that mean the same are the
// same: suits, or in a game of ranks the cards of each rank.
type glance struct {
	*road
	own, board, gone cards.Set // gone: seen, and out of play
	lacks            int       // unknown cards of the seat
	toBoard          int       // cards that the board lacks in the end
	unseen           cards.Set
	rivals           []rivalSeen // one for each kind of opponent
	key              uint64
	table            int   // of model.kept
	holds            []lay // what they hold
	onBoard          [plan.MaxBoard]cards.Card
	boardKey         rank.Key
	orders           *orders
	cards            [64]cards.Card // those of unseen
	keyed            [64]rank.Key   // and their keys, if keys are used
	sums             [64]uint64     // and the sums of the keys
	swapped          []swap
	really           [plan.MostHole]cards.Card // the seat's real cards, in the order of own
}

type rivalSeen struct {
	known cards.Set
	lacks int
}

// glance returns the view of the seat that must act; false if more than cards decides,
// or if there are not enough cards.
func (o *Outlook) glance(h *Hand) bool {
	m, g := o.model, &o.sight
	if g.road = m.after(int(h.pc)); g.parts == nil || o.plain || h.plan.AgainstBank || h.given != nil || h.runs > 1 || len(h.noted().foreign) > 0 {
		return false
	}
	seat := int(h.dec.Seat)
	h.Observe(seat, 0, &o.sees)
	g.own, g.board, g.gone, g.lacks, g.toBoard, g.rivals = 0, 0, 0, 0, g.road.board, g.rivals[:0]
	var held [betting.Max]rivalSeen
	for i := range o.sees.Cards {
		switch s := &o.sees.Cards[i]; {
		case s.Zone == plan.ZoneHand && int(s.Seat) == seat:
			add(&g.own, &g.lacks, s.Card)
		case s.Zone == plan.ZoneHand && s.Seat >= 0 && h.s.Live.Has(int(s.Seat)):
			add(&held[s.Seat].known, &held[s.Seat].lacks, s.Card)
		case s.Zone == plan.ZoneBoard:
			add(&g.board, &g.toBoard, s.Card)
		case s.Card.Known():
			g.gone = g.gone.With(s.Card)
		}
	}
	in := g.own | g.board
	for live := h.s.Live &^ betting.Bit(seat); live != 0; live &= live - 1 {
		r := held[live.First()]
		in |= r.known
		if !slices.Contains(g.rivals, r) {
			g.rivals = append(g.rivals, r)
		}
	}
	if g.gone &^= in; len(g.rivals) > 1 {
		slices.SortStableFunc(g.rivals, func(a, b rivalSeen) int {
			return cmp.Or(cmp.Compare(a.lacks, b.lacks), cmp.Compare(perRank(a.known), perRank(b.known)))
		})
	}
	g.exchange()
	g.table = count(in != g.own || g.gone != 0)
	g.unseen = m.game.Deck.Set() &^ (g.own | g.board | g.gone)
	g.key = mix(uint64(h.pc)<<32 | uint64(g.lacks)<<16 | uint64(g.toBoard))
	for _, s := range [...]cards.Set{g.own, g.board, g.gone} {
		g.key = mix(g.key ^ uint64(s))
	}
	for i := range g.rivals {
		g.unseen &^= g.rivals[i].known
		g.key = mix(g.key ^ uint64(g.rivals[i].known) ^ uint64(g.rivals[i].lacks)<<56)
	}
	return g.enough(int(h.plan.Room))
}

func add(to *cards.Set, lacks *int, c cards.Card) {
	if c.Known() {
		*to = to.With(c)
	} else {
		*lacks++
	}
}

// enough reports whether there are enough cards, and room for them, for every try.
func (g *glance) enough(room int) bool {
	most, theirs := 0, 0
	for i := range g.rivals {
		n := g.rivals[i].lacks + g.hole
		theirs, most = max(theirs, n), max(most, n+g.rivals[i].known.Len())
	}
	mine := g.lacks + g.hole
	return g.board.Len()+g.toBoard <= plan.MaxBoard && max(most, mine+g.own.Len()) <= min(room, MaxHole) && g.toBoard+g.tries*theirs+mine <= g.unseen.Len()
}

const clubs = cards.Set(0x1111111111111)

// perRank returns the number of natural cards of each rank, four bits for a rank.
func perRank(s cards.Set) uint64 {
	n := uint64(s) & (1<<52 - 1)
	n -= n >> 1 & 0x5555555555555
	return n&0x3333333333333 + n>>2&0x3333333333333
}

// sets visits the sets of cards of a view.
func (g *glance) sets() (all [3 + betting.Max]*cards.Set, n int) {
	all[0], all[1], all[2] = &g.own, &g.board, &g.gone
	for n = 3; n < 3+len(g.rivals); n++ {
		all[n] = &g.rivals[n-3].known
	}
	return all, n
}

// exchange exchanges cards for others that mean the same, and notes the seat's real
// cards.
func (g *glance) exchange() {
	suits := [4]uint8{0, 1, 2, 3} // the real suits
	real := g.own
	switch g.alike {
	case rank.SuitsAlike:
		suits = g.exchangeSuits()
	case rank.RanksOnly:
		g.exchangeInRanks()
	}
	for k, s := 0, g.own; s != 0; k, s = k+1, s&(s-1) {
		c := cards.Card(bits.TrailingZeros64(uint64(s)))
		switch {
		case g.alike == rank.RanksOnly: // both sets have the same ranks in the same order
			c = cards.Card(bits.TrailingZeros64(uint64(real)))
			real &= real - 1
		case c.Natural():
			c = c&^3 | cards.Card(suits[c&3])
		}
		g.really[k] = c
	}
}

// exchangeSuits orders the suits by the cards that are seen of them. It returns the real
// suit of each.
func (g *glance) exchangeSuits() [4]uint8 {
	sets, n := g.sets()
	before := func(a, b uint8) bool {
		for _, s := range sets[:n] {
			if x, y := *s>>a&clubs, *s>>b&clubs; x != y {
				return x > y
			}
		}
		return false
	}
	suits := [4]uint8{0, 1, 2, 3}
	for i := 1; i < 4; i++ {
		for k := i; k > 0 && before(suits[k], suits[k-1]); k-- {
			suits[k], suits[k-1] = suits[k-1], suits[k]
		}
	}
	for _, s := range sets[:n] {
		was := *s
		*s = was &^ (1<<52 - 1)
		for to, from := range suits {
			*s |= was >> from & clubs << to
		}
	}
	return suits
}

// exchangeInRanks gives the cards of each rank the lowest suits, set by set.
func (g *glance) exchangeInRanks() {
	sets, n := g.sets()
	used := uint64(0) // cards of each rank, four bits for a rank
	for _, s := range sets[:n] {
		count, to := perRank(*s), *s&^(1<<52-1)
		for left := count; left != 0; {
			at := uint(bits.TrailingZeros64(left)) &^ 3
			of := left >> at & 15
			to |= cards.Set(1<<of-1) << (at + uint(used>>at&15))
			left &^= 15 << at
		}
		*s, used = to, used+count
	}
}

// Orders are the orders in which estimates deal, by number: places in the list of the unseen cards.
type orders [mostShuffles][64]uint8

const mostShuffles = 1 << 9

// ordersOf returns the orders of n cards. They are made when they are first asked for.
func ordersOf(n int) *orders {
	of := &shuffles[n]
	of.once.Do(func() {
		of.made = new(orders)
		for i := range of.made {
			to := of.made[i][:0]
			if n < len(shuffles)-1 {
				for _, k := range ordersOf(len(shuffles) - 1)[i] {
					if int(k) < n && len(to) < n {
						to = append(to, k)
					}
				}
				continue
			}
			chance := NewSource(0, uint64(i))
			for k := range n {
				to = append(to, uint8(k))
				j := chance.Below(uint64(k + 1))
				to[k], to[j] = to[j], to[k]
			}
		}
	})
	return of.made
}

// shuffles are those of [ordersOf], by the number of cards.
var shuffles [cards.Joker2 + 2]struct {
	once sync.Once
	made *orders
}

// A meeting is a deal of the unseen cards: what an opponent gets of them, and which are
// left for the seat.
type meeting struct {
	order  *[64]uint8 // in which the unseen cards are dealt: see orders
	shown  [plan.MaxBoard]cards.Card
	board  int      // cards on it
	key    rank.Key // of the board, if keys are used
	next   int      // the first card that is not dealt
	theirs [mostTries]lay
	top    rank.Strength // of theirs, if only the strength of one part counts
}

// meet deals.
func (g *glance) meet(d *meeting, deal int) {
	kind := deal % len(g.rivals)
	d.order, d.next = g.order(deal), 0
	g.lay(d)
	g.sit(d, kind)
}

// lay deals the rest of the board.
func (g *glance) lay(d *meeting) {
	d.board = g.board.Len() + g.toBoard
	if g.keys != nil {
		d.key = g.boardKey.With(g.keyAt(d.order, d.next, g.toBoard))
	} else {
		d.shown = g.onBoard
		for k, at := range d.order[d.next : d.next+g.toBoard] {
			d.shown[g.board.Len()+k] = g.cards[at&63]
		}
	}
	d.next += g.toBoard
}

// sit deals an opponent of a kind its hands.
func (g *glance) sit(d *meeting, kind int) {
	r, lacks := &g.holds[kind], g.rivals[kind].lacks+g.hole
	d.top = 0
	for k := range g.tries {
		l := &d.theirs[k]
		*l = *r
		g.show(l, d, d.next, lacks)
		d.next += lacks
		d.top = max(d.top, l.worth[0])
	}
}

// order returns the order of a deal.
func (g *glance) order(deal int) *[64]uint8 { return &g.orders[(g.key+uint64(deal))%mostShuffles] }

// begin prepares the deals of a view.
func (g *glance) begin() {
	g.orders = ordersOf(g.unseen.Len())
	k := 0
	for c := range g.unseen.All() {
		if g.cards[k&63] = c; g.keys != nil {
			g.keyed[k&63] = g.keys[c&63]
			g.sums[k&63] = g.keys[c&63].Sum
		}
		k++
	}
	g.holds = g.holds[:0]
	for i := range g.rivals {
		g.holds = append(g.holds, g.holding(g.rivals[i].known))
	}
	n := 0
	for c := range g.board.All() {
		g.onBoard[n] = c
		n++
	}
	if g.boardKey = (rank.Key{}); g.keys != nil {
		g.boardKey = keyOf(g.keys, g.onBoard[:n])
	}
}

// worst returns the seat's share with a hand against the best of the opponent's.
func (g *glance) worst(l *lay, d *meeting) float64 {
	if len(g.parts) == 1 && !g.parts[0].BySuit {
		switch a := l.worth[0]; {
		case a > d.top:
			return 1
		case a < d.top:
			return 0
		}
		return 0.5
	}
	worst := 1.0
	for k := range g.tries {
		worst = min(worst, l.against(&d.theirs[k], d, g.road))
	}
	return worst
}

// A crowd is how an estimate deals: of the cards of a shuffle, each deal has those of the board, then hands of the seat, and then
// hands of opponents, one kind after another. Each of its hands meets each of theirs. The next deal gets the next cards, until there
// are too few: so cards come about equally often.
type crowd struct{ deals, own, theirs int }

// crowd returns the deals of a view. Where cards are dealt to the hands only and a single rating is compared, several hands meet in
// one deal, which takes less time than as many deals of their own. The numbers are those with which estimates have a standard error of
// 0.03 to 0.04 everywhere.
func (g *glance) crowd() crowd {
	mine, theirs := g.lacks+g.hole, g.mostTheirs()
	c := crowd{deals: usualDeals, own: 1, theirs: 1}
	switch room := g.unseen.Len() - mostHands*mine; {
	case g.board == 0 && g.toBoard == g.road.board && g.own.Len()+g.lacks <= 2:
		c.deals = firstDeals
	case g.toBoard > 0:
		c.deals = boardDeals
	case mine == 0 && g.board != 0:
		c.deals = lastDeals
	case mine > 0 && g.inOne() && room >= mostHands*theirs:
		c.own, c.theirs = mostHands, min(room/max(1, theirs), 2*mostHands)
		c.deals = (crowdedDeals*(c.own+c.theirs) + c.own*c.theirs - 1) / (c.own * c.theirs)
	}
	return c
}

// inOne reports whether keys tell all ratings, of one hand of an opponent.
func (g *glance) inOne() bool { return g.keys != nil && g.tries == 1 }

// mostTheirs returns the most cards that a hand of an opponent is dealt.
func (g *glance) mostTheirs() (n int) {
	for i := range g.rivals {
		n = max(n, g.rivals[i].lacks+g.hole)
	}
	return n
}

const mostHands = 4 // hands of the seat in one deal

// share is [Outlook.share].
func (g *glance) share(c crowd) float64 {
	g.begin()
	l := g.holding(g.own)
	mine, all := g.lacks+g.hole, g.unseen.Len()
	need := g.toBoard + c.own*mine + c.theirs*g.tries*g.mostTheirs()
	if g.inOne() {
		return g.shareInOne(&l, c, mine, need)
	}
	var d meeting
	var own [mostHands]lay
	sum, shuffle, kind := 0.0, 0, 0
	d.next = all
	for deal := range c.deals {
		if d.next+need > all {
			d.order, d.next = g.order(shuffle), 0
			shuffle++
		}
		g.lay(&d)
		for k := range c.own {
			if deal == 0 || mine+g.toBoard > 0 { // otherwise the seat's hand stays the same
				own[k] = l
				g.show(&own[k], &d, d.next, mine)
			}
			d.next += mine
		}
		for range c.theirs {
			g.sit(&d, kind)
			if kind++; kind == len(g.holds) {
				kind = 0
			}
			for k := range c.own {
				sum += g.worst(&own[k], &d)
			}
		}
	}
	return sum / float64(c.deals*c.own*c.theirs)
}

// shareInOne is share for most games: keys are enough, and the opponent has one hand. It is [glance.lay], [glance.sit], [glance.show]
// and [glance.worst] in one, for all hands of a deal at once. A single hand is rated without a list: a key that is read where it was just
// written takes a fifth of an estimate with a board.
func (g *glance) shareInOne(l *lay, c crowd, mine, need int) (sum float64) {
	var order *[64]uint8
	var own, others rated
	board, known, all := g.toBoard, g.board.Len()+g.toBoard, g.unseen.Len()
	kind, shuffle, next := 0, 0, all
	shown, several := g.boardKey, len(g.parts) > 1
	for deal := range c.deals {
		if next+need > all {
			order, next = g.order(shuffle), 0
			shuffle++
		}
		if board > 0 {
			shown = g.boardKey.With(g.keyAt(order, next, board))
			next += board
		}
		if deal == 0 || mine+board > 0 {
			key := l.key.With(shown)
			if c.own == 1 {
				g.rate(&own.worth[0], key.With(g.keyAt(order, next, mine)), l.n+mine+known)
				next += mine
			} else {
				for k := range own.hands[:c.own] {
					own.deal(g, k, order, &key, l.n+known, next, mine)
					next += mine
				}
				g.rateAll(&own, order, c.own)
			}
		}
		for k := range others.hands[:c.theirs] {
			theirs, lacks := &g.holds[kind], g.rivals[kind].lacks+g.hole
			if kind++; kind == len(g.holds) {
				kind = 0
			}
			key := theirs.key.With(shown)
			if c.theirs == 1 {
				g.rate(&others.worth[0], key.With(g.keyAt(order, next, lacks)), theirs.n+lacks+known)
				next += lacks
				break
			}
			others.deal(g, k, order, &key, theirs.n+known, next, lacks)
			next += lacks
		}
		if c.theirs > 1 {
			g.rateAll(&others, order, c.theirs)
		}
		for i := range others.hands[:c.theirs] {
			for k := range own.hands[:c.own] {
				mine, other := &own.worth[k], &others.worth[i]
				at := result(mine[0], other[0])
				if several {
					for p := 1; p < len(g.parts); p++ {
						at |= result(mine[p&(plan.MaxParts-1)], other[p&(plan.MaxParts-1)]) << (2 * p)
					}
				}
				sum += g.shares[at]
			}
		}
	}
	return sum / float64(c.deals*c.own*c.theirs)
}

// Rated are hands of a deal, and what each part makes of them. Of their keys only the sums are added up, which mostly decide.
type rated struct {
	hands [2 * mostHands]struct {
		known       rank.Key // of the cards that are not dealt
		from, dealt int      // those that are, in the order
		cards       int      // all
	}
	sums  [2 * mostHands]uint64
	worth [2 * mostHands][plan.MaxParts]rank.Strength
}

// deal deals the k-th hand n cards from an order, in addition to some that are known.
func (r *rated) deal(g *glance, k int, order *[64]uint8, key *rank.Key, known, from, n int) {
	h := &r.hands[k]
	h.known, h.from, h.dealt, h.cards = *key, from, n, known+n
	sum := key.Sum
	for _, at := range order[from : from+n] {
		sum += g.sums[at&63]
	}
	r.sums[k] = sum
}

// rateAll rates the first n hands, those of seven cards together.
func (g *glance) rateAll(r *rated, order *[64]uint8, n int) {
	sevens := true
	for k := range r.hands[:n] {
		sevens = sevens && r.hands[k].cards == 7
	}
	whole := func(k int) rank.Key {
		h := &r.hands[k]
		return h.known.With(g.keyAt(order, h.from, h.dealt))
	}
	if !sevens {
		for k := range r.hands[:n] {
			g.rate(&r.worth[k], whole(k), r.hands[k].cards)
		}
		return
	}
	var worth [2 * mostHands]rank.Strength
	for p := range g.parts {
		part := &g.parts[p]
		for rare := part.Ranking.OfSums(worth[:n], r.sums[:n]); rare != 0; rare &= rare - 1 {
			k := bits.TrailingZeros64(rare)
			worth[k&(2*mostHands-1)] = part.Ranking.Of(whole(k), 7)
		}
		for k, s := range worth[:n] {
			if s < part.least {
				s = 0
			}
			r.worth[k][p&(plan.MaxParts-1)] = s
		}
	}
}

// A swap is a choice of cards in a draw: what the seat keeps, and how many it gets.
type swap struct {
	out  uint32 // bit k for the k-th card of [glance.own]
	kept lay
	back int
	own  int // hands of which it has the best
	sum  float64
}

const mostSwapped = 7 // cards of a hand, so that all choices can be tried

// pick is [Outlook.bestPick] for a draw: it returns the cards to discard, bit k for the
// k-th, and the share.
func (g *glance) pick(st *plan.Step, least, most, later int) (out uint32, share float64) {
	g.begin()
	choices := g.swapped[:0]
	for set := range uint32(1) << g.own.Len() {
		n := bits.OnesCount32(set)
		if n < least || n > most {
			continue
		}
		kept := g.own
		for k, s := 0, g.own; s != 0; k, s = k+1, s&(s-1) {
			if set>>k&1 != 0 {
				kept &^= s & -s
			}
		}
		w := swap{out: set, kept: g.holding(kept), back: n + max(st.Draw.More, -n), own: min(1+later, mostTries)}
		if w.back == 0 {
			w.own = 1
		}
		choices = append(choices, w)
	}
	g.swapped = choices
	var d meeting
	for deal := range roughDeals {
		g.meet(&d, deal)
		for k := range choices {
			choices[k].sum += g.tried(&choices[k], &d)
		}
	}
	var rough [finalists]float64
	last := min(finalists, len(choices))
	for k := range last { // the best ones first, and of equal ones the first
		for i := len(choices) - 1; i > k; i-- {
			if choices[i].sum > choices[i-1].sum {
				choices[i], choices[i-1] = choices[i-1], choices[i]
			}
		}
	}
	choices = choices[:last]
	for k := range choices { // summed apart, as in bestPick
		rough[k], choices[k].sum = choices[k].sum, 0
	}
	for deal := roughDeals; deal < finalDeals; deal++ {
		g.meet(&d, deal)
		for k := range choices {
			choices[k].sum += g.tried(&choices[k], &d)
		}
	}
	best := &choices[0]
	for k := range choices {
		choices[k].sum += rough[k]
		if choices[k].sum > best.sum {
			best = &choices[k]
		}
	}
	return best.out, best.sum / finalDeals
}

// mostHands returns the most cards that the seat needs in a draw.
func (g *glance) mostOwn(st *plan.Step, most, later int) int {
	return min(1+later, mostTries) * (g.hole + most + max(0, st.Draw.More))
}

// tried returns the seat's share after a choice: that of the best of its hands.
func (g *glance) tried(w *swap, d *meeting) (best float64) {
	n := w.back + g.hole
	for k := range w.own {
		g.show(&w.kept, d, d.next+k*n, n)
		best = max(best, g.worst(&w.kept, d))
	}
	return best
}

// swaps reports whether pick can try the choices of a draw.
func (g *glance) swaps(st *plan.Step, least, most, later int) bool {
	a := st.Ask
	theirs := 0
	for i := range g.rivals {
		theirs = max(theirs, g.rivals[i].lacks+g.hole)
	}
	return a.Draws() && a.From == plan.FromHand && a.Of == 0 && !a.Whole && g.lacks == 0 && g.own.Len() <= mostSwapped &&
		least <= g.own.Len() && g.own.Len()+max(0, st.Draw.More)+g.hole <= MaxHole && g.toBoard+g.tries*theirs+g.mostOwn(st, most, later) <= g.unseen.Len()
}
