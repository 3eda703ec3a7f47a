package hand

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// An Outlook estimates the expectation of the seat that must act, using only what
// that seat sees. It deals the unseen cards at random, many times, and the hand's
// own showdown decides. All randomness derives from what the seat sees, so the same
// view gives the same estimate in every hand and on every machine. Estimates are
// cached, up to a bound. An Outlook is not safe for concurrent use; the zero value
// is ready to use.
type Outlook struct {
	at   Hand // the hand as the seat sees it, after the choice that is being tried
	try  Hand // a copy of at with random cards
	seat int
	pot  bool // played for a pot, not against a bank
	sees Observation

	rivals []int8       // one for each kind of opponent
	pack   []cards.Card // the cards that the seat does not see, in a fixed order
	unseen []cards.Card // the same cards, shuffled for a try
	next   int          // the index of the next card to deal
	back   int          // replacements for the seat's discards
	group  uint8
	*road

	key       []byte
	seed      uint64 // from which all randomness derives
	games     map[*plan.AtStakes]int
	strengths map[string]float64
	picks     map[string]Action

	of    *plan.AtStakes
	model *model
	sight glance
	slow  bool // in a test: what is seen at a glance is estimated card by card
	plain bool // in a test: and not seen at a glance
}

// The amount of work for an estimate.
const (
	firstDeals   = 400 // while the seat sees only its own two cards: these situations recur
	usualDeals   = 160
	boardDeals   = 136 // with a board to come
	lastDeals    = 104 // with all of it
	crowdedDeals = 50  // with many hands in one: see [glance.crowd]
	roughDeals   = 8   // for each choice of cards
	finalDeals   = 60  // for the best of them
	finalists    = 4
	mostPicks    = 130 // choices of cards that are tried
	mostTries    = 4   // the most random hands that stand for draws
	offerDeals   = 60  // for each offer
	mostActions  = 300 // of a hand that is played to its end
	mostKept     = 1 << 15
)

// Strength returns the average share of the pot, from 0 to 1, that the seat wins
// against one random hand when all cards are dealt and nobody folds. Opponents keep
// their up cards. Each draw of the game gives an opponent one more random hand, of
// which the best counts, and the seat draws what [Outlook.Pick] would. Against a
// bank Strength is 0.
func (o *Outlook) Strength(h *Hand) float64 {
	if h.Pending() == nil || h.dec.Seat < 0 {
		return 0
	}
	o.game(h)
	if o.glance(h) {
		return o.glanced(h)
	}
	switch o.look(h); {
	case !o.pot:
		return 0
	case len(o.rivals) == 0:
		return 1
	}
	if s, ok := o.strengths[string(o.key)]; ok {
		return s
	}
	s := o.strength()
	keep(&o.strengths, o.key, s)
	return s
}

// strength makes an estimate.
func (o *Outlook) strength() float64 {
	if o.draw != nil {
		_, s := o.bestPick(o.draw, o.choicesOf(o.draw))
		return s
	}
	c := crowd{deals: usualDeals, own: 1, theirs: 1}
	switch {
	case o.slow:
		c = o.sight.crowd()
	case o.at.onBoard == 0 && o.at.held[o.seat] <= 2:
		c.deals = firstDeals
	}
	return o.share(c)
}

// glanced is Strength where the cards alone decide.
func (o *Outlook) glanced(h *Hand) (s float64) {
	g := &o.sight
	if len(g.rivals) == 0 {
		return 1
	}
	if v, ok := o.model.find(g.key, g.table); ok && !o.slow {
		return math.Float64frombits(v)
	}
	st, n := g.draw, g.own.Len()
	switch {
	case o.slow || st != nil && !g.swaps(st, st.Ask.Least, min(st.Ask.Most, n), g.later):
		o.look(h)
		o.exchanged()
		s = o.strength()
	case st != nil:
		_, s = g.pick(st, min(st.Ask.Least, n), min(st.Ask.Most, n), g.later)
	default:
		s = g.share(g.crowd())
	}
	if !o.slow {
		o.model.keep(g.key, math.Float64bits(s), g.table)
	}
	return s
}

// exchanged gives the view the cards of the glance.
func (o *Outlook) exchanged() {
	g, t := &o.sight, &o.at
	fill := func(list []cards.Card, known cards.Set) {
		for k := range list {
			if list[k] = cards.Unknown; known != 0 {
				list[k] = cards.Card(bits.TrailingZeros64(uint64(known)))
				known &= known - 1
			}
		}
	}
	fill(t.Hole(o.seat), g.own)
	fill(t.Board(), g.board)
	o.rivals = o.rivals[:0]
	for m, k := t.s.Live&^betting.Bit(o.seat), 0; k < len(g.rivals); m, k = m&(m-1), k+1 {
		i, r := m.First(), &g.rivals[k]
		t.held[i] = uint8(r.known.Len() + r.lacks)
		fill(t.Hole(i), r.known)
		o.rivals = append(o.rivals, int8(i))
	}
	o.pack = g.unseen.Cards()
	o.seed = g.key
}

// Pick returns the choice of cards that leaves the seat the strongest hand, if the
// hand asks about cards; against a bank the one after which the seat has the most chips on average, if it does not give up after that.
func (o *Outlook) Pick(h *Hand) Action {
	ask := h.Question()
	if ask == nil {
		return h.DefaultAction()
	}
	o.game(h)
	if g := &o.sight; o.glance(h) && len(g.rivals) > 0 && g.swaps(h.Step(), h.dec.Least, h.dec.Count, g.draws) {
		return o.glancePick(h)
	}
	switch o.look(h); {
	case !o.pot && !ask.Arranges():
		choices := o.choicesAsked(h)
		best, _ := tried(len(choices), func(k, from, to int) (sum float64) {
			for deal := from; deal < to; deal++ {
				sum += float64(o.playOn(deal, choices[k]))
			}
			return sum
		})
		return choices[best]
	case !o.pot || len(o.rivals) == 0:
		return h.DefaultAction()
	}
	if a, ok := o.picks[string(o.key)]; ok {
		a.Seat = int8(o.seat) // the cached choice may be another seat's
		return a
	}
	a, _ := o.bestPick(h.Step(), o.choicesAsked(h))
	keep(&o.picks, o.key, a)
	return a
}

// glancePick is Pick for a draw where the cards alone decide.
func (o *Outlook) glancePick(h *Hand) Action {
	g := &o.sight
	key := mix(g.key ^ uint64(h.dec.Least+1)<<8 ^ uint64(h.dec.Count))
	out, ok := o.model.find(key, g.table)
	switch {
	case o.slow:
		o.look(h)
		o.exchanged()
		a, _ := o.bestPick(h.Step(), o.choicesAsked(&o.at))
		for _, c := range a.List() {
			out |= 1 << (g.own & (1<<c - 1)).Len()
		}
	case !ok:
		set, _ := g.pick(h.Step(), h.dec.Least, h.dec.Count, g.draws)
		out = uint64(set)
		o.model.keep(key, out, g.table)
	}
	var list [plan.MostHole]cards.Card
	to := list[:0]
	for ; out != 0; out &= out - 1 {
		to = append(to, g.really[bits.TrailingZeros64(out)])
	}
	return Action{Kind: PickCards, Seat: h.dec.Seat}.WithCards(to)
}

// game finds the model of the hand's game.
func (o *Outlook) game(h *Hand) {
	if o.of != h.plan {
		o.of, o.model = h.plan, modelOf(h.plan)
	}
}

// Offers returns the seat's average winnings, in the table's smallest unit, for
// each of [Hand.Offers]: at the smallest amount, if nobody raises or gives up after
// that.
func (o *Outlook) Offers(h *Hand) []float64 {
	if h.Choice() == nil {
		return nil
	}
	o.game(h)
	o.look(h)
	out := make([]float64, h.dec.Count)
	for k := range out {
		total, offer := int64(0), h.Nth(k)
		a := h.taking(k, &offer, -1)
		for deal := range offerDeals {
			total += o.playOn(deal, a) - h.s.Stack[h.dec.Seat]
		}
		out[k] = float64(total) / offerDeals
	}
	return out
}

// keep caches an estimate. A full cache is cleared first.
func keep[T any](m *map[string]T, key []byte, v T) {
	if *m == nil || len(*m) >= mostKept {
		*m = map[string]T{}
	}
	(*m)[string(key)] = v
}

// look sets up the view of the seat that must act.
func (o *Outlook) look(h *Hand) {
	o.seat, o.pot = int(h.dec.Seat), !h.plan.AgainstBank
	h.Observe(o.seat, 0, &o.sees)
	o.at = h.as(&o.sees)
	o.back, o.group = 0, 0
	o.road = o.model.after(int(o.at.pc))
	left := packTally(h.plan.Game.Deck)
	for i := range o.sees.Cards {
		if c := o.sees.Cards[i].Card; c.Known() {
			left.take(c)
		}
	}
	o.pack = o.pack[:0]
	for c, n := range left {
		for range n {
			o.pack = append(o.pack, cards.Card(c))
		}
	}
	o.meet()
}

// meet finds the opponents, one of each kind, and makes the cache key of the view.
func (o *Outlook) meet() {
	v := &o.at
	if o.games == nil {
		o.games = map[*plan.AtStakes]int{}
	}
	if _, ok := o.games[v.plan]; !ok {
		o.games[v.plan] = len(o.games)
	}
	k := binary.LittleEndian.AppendUint32(o.key[:0], uint32(o.games[v.plan]))
	k = binary.LittleEndian.AppendUint16(k, uint16(v.pc))
	var own [plan.MostHole]uint16
	if o.pot {
		k = append(k, v.held[o.seat])
		for i, c := range v.Hole(o.seat) {
			own[i] = uint16(c) | uint16(v.up[o.seat]>>i&1)<<6 | uint16(v.groups(o.seat)[i])<<8
		}
		list := own[:v.held[o.seat]]
		slices.Sort(list)
		for _, c := range list {
			k = binary.LittleEndian.AppendUint16(k, c)
		}
	}
	k = append(k, v.onBoard)
	for i, c := range v.Board() {
		k = append(k, byte(c), byte(v.boardOn[i]), byte(v.boardOn[i]>>8))
	}
	k = binary.LittleEndian.AppendUint64(k, v.answers[o.seat])
	var gone cards.Set
	for _, s := range o.sees.Cards {
		if s.Zone&(plan.ZoneHand|plan.ZoneBoard) == 0 || s.Zone == plan.ZoneHand && s.Seat >= 0 && !v.s.Live.Has(int(s.Seat)) {
			gone |= cards.SetOf(s.Card)
		}
	}
	k = binary.LittleEndian.AppendUint64(k, uint64(gone))
	if v.plan.Follows {
		for _, up := range v.allUp[:v.nAllUp] {
			k = append(k, byte(up.Card), byte(up.Seat))
		}
	}
	o.rivals = o.rivals[:0]
	first := len(k)
	for m := v.s.Live &^ betting.Bit(o.seat); m != 0; m &= m - 1 {
		i, at := m.First(), len(k)
		k = binary.LittleEndian.AppendUint64(k, v.answers[i])
		if o.pot {
			k = append(k, v.held[i])
			for j, c := range v.Hole(i) {
				k = append(k, byte(c), v.groups(i)[j])
			}
		}
		if n := len(k) - at; at > first && at-n >= first && string(k[at-n:at]) == string(k[at:]) {
			k = k[:at] // the same as the previous one
			continue
		}
		o.rivals = append(o.rivals, int8(i))
	}
	o.key = k
	f := fnv.New64a()
	_, _ = f.Write(k)
	o.seed = f.Sum64()
}

// later returns the number of draws that the seat has after the step.
func (o *Outlook) later(of *plan.Step) (n int) {
	after := of == o.at.Step()
	for _, st := range o.steps {
		if after && st.Draws() {
			n++
		}
		after = after || st == of
	}
	return n
}

// share returns the seat's average share of the pot. Without a showdown it is 0.
func (o *Outlook) share(c crowd) (sum float64) {
	if o.show == nil {
		return 0
	}
	o.try = o.at
	fast := len(o.show.Parts) == 1 && o.show.Parts[0].Counted()
	mine, theirs, kind, shuffle := o.needs(o.seat), 0, 0, 0
	for _, rival := range o.rivals {
		theirs = max(theirs, o.needs(int(rival)))
	}
	toBoard := o.road.board
	for _, c := range o.at.Board() {
		toBoard += count(!c.Known())
	}
	tries := max(1, min(o.tries, (len(o.pack)-toBoard-mine)/max(1, theirs)))
	need := toBoard + c.own*mine + c.theirs*tries*theirs
	o.unseen, o.next = o.unseen[:0], 0
	for range c.deals {
		if o.next+need > len(o.unseen) {
			o.shuffle(shuffle)
			shuffle++
		}
		o.dealBoard()
		own := o.next
		after := own + c.own*mine
		for range c.theirs {
			rival := int(o.rivals[kind%len(o.rivals)])
			kind++
			theirs := o.needs(rival)
			for k := range c.own {
				o.next = own + k*mine
				o.dealTo(o.seat, 0, o.group)
				worst := 1.0
				for i := range tries {
					o.next = after + i*theirs
					o.dealTo(rival, 0, 0)
					worst = min(worst, o.won(rival, fast))
				}
				sum += worst
			}
			after += tries * theirs
		}
		o.next = after
	}
	return sum / float64(c.deals*c.own*c.theirs)
}

// shareIn returns the sum of the seat's shares in a range of deals, in which it has
// the best of `own` random hands. Without a showdown it is 0.
func (o *Outlook) shareIn(from, to, own int) (sum float64) {
	if o.show == nil {
		return 0
	}
	o.try = o.at
	others := o.tries
	fast := len(o.show.Parts) == 1 && o.show.Parts[0].Counted()
	if o.back == 0 {
		own = 1
	}
	mine := o.needs(o.seat) + o.back
	var needed [betting.Max]int
	for _, rival := range o.rivals {
		needed[rival] = o.needs(int(rival))
	}
	for deal := from; deal < to; deal++ {
		rival := int(o.rivals[deal%len(o.rivals)])
		o.shuffle(deal)
		o.dealBoard()
		// The shuffled deck holds the board first, then the opponent's hands, then
		// those of the seat, so that each of the seat's hands, and each choice of
		// cards, meets the same opponent.
		theirs := needed[rival]
		first, left := o.next, len(o.unseen)-o.next
		n := max(1, min(others, (left-mine)/max(1, theirs)))
		after := first + n*theirs
		m := max(1, min(own, (left-n*theirs)/max(1, mine)))
		best := 0.0
		for i := range m {
			o.next = after + i*mine
			if mine > 0 || deal == from { // otherwise the seat has all its cards
				o.dealTo(o.seat, o.back, o.group)
			}
			worst := 1.0
			for k := range n {
				o.next = first + k*theirs
				o.dealTo(rival, 0, 0)
				worst = min(worst, o.won(rival, fast))
			}
			best = max(best, worst)
		}
		sum += best
	}
	return sum
}

// shuffle puts the unseen cards into the order of a deal. They are of one pack: no ranking of a showdown knows a card twice.
func (o *Outlook) shuffle(deal int) {
	o.unseen, o.next = o.unseen[:0], 0
	for _, k := range ordersOf(len(o.pack))[(o.seed+uint64(deal))%mostShuffles][:len(o.pack)] {
		o.unseen = append(o.unseen, o.pack[k])
	}
}

// needs returns the number of cards that a seat is dealt in a try.
func (o *Outlook) needs(seat int) (n int) {
	for _, c := range o.at.Hole(seat) {
		if !c.Known() {
			n++
		}
	}
	for _, st := range o.steps {
		if st.DealsTo(plan.ZoneHand) {
			n += st.Count
		}
	}
	return n
}

func (o *Outlook) dealBoard() {
	t := &o.try
	t.onBoard = o.at.onBoard
	for k, c := range o.at.Board() {
		if !c.Known() && o.next < len(o.unseen) {
			t.board[k] = o.unseen[o.next]
			o.next++
		}
	}
	for _, st := range o.steps {
		for range st.Count {
			if st.DealsTo(plan.ZoneBoard) && o.next < len(o.unseen) && int(t.onBoard) < plan.MostBoard {
				t.placeOnBoards(o.unseen[o.next], st.On)
				o.next++
			}
		}
	}
}

// dealTo deals a seat the cards that it lacks: unseen cards, replacements, and
// cards of later steps.
func (o *Outlook) dealTo(seat, back int, group uint8) {
	t := &o.try
	t.held[seat], t.up[seat] = o.at.held[seat], o.at.up[seat]
	copy(t.groups(seat), o.at.groups(seat))
	if t.plan.Follows {
		t.allUp, t.nAllUp = o.at.allUp, o.at.nAllUp
	}
	hole := t.Hole(seat)
	for k, c := range o.at.Hole(seat) {
		if !c.Known() && o.next < len(o.unseen) {
			hole[k] = o.unseen[o.next]
			o.next++
		}
	}
	give := func(up bool, group uint8) {
		if o.next < len(o.unseen) && t.held[seat] < t.room {
			t.give(seat, o.unseen[o.next], up)
			t.groups(seat)[t.held[seat]-1] = group
			o.next++
		}
	}
	for range back {
		give(false, group)
	}
	for _, st := range o.steps {
		switch {
		case st.DealsTo(plan.ZoneHand):
			for k := range st.Count {
				give(st.Up.At(k), st.Hand)
			}
		case st.AsksCards() && st.Ask.Arranges() && st.Ask.Sizes != nil:
			o.setApart(seat, st.Ask)
		}
	}
}

// setApart sets the cards of a seat apart in the order in which they lie, for a
// step that is still to come.
func (o *Outlook) setApart(seat int, ask *plan.Ask) {
	k, of := 0, o.try.groups(seat)
	for i, n := range ask.Sizes {
		for range n {
			if k < int(o.try.held[seat]) {
				of[k] = ask.Groups[i]
				k++
			}
		}
	}
}

// won returns the seat's share of the pot against one opponent in a try.
func (o *Outlook) won(rival int, fast bool) float64 {
	t, sd := &o.try, o.show
	claims := betting.Bit(o.seat) | betting.Bit(rival)
	if fast {
		a, b := t.strength(sd, 0, o.seat), t.strength(sd, 0, rival)
		switch {
		case a > b:
			return 1
		case a < b:
			return 0
		case a == 0 || !sd.Parts[0].BySuit:
			return 0.5
		}
	}
	var worth table
	for k := range sd.Parts {
		worth.strength[k][o.seat] = t.strength(sd, k, o.seat)
		worth.strength[k][rival] = t.strength(sd, k, rival)
	}
	var winners [plan.MaxParts]betting.Set
	var number [plan.MaxParts]int
	_ = t.winnersOf(sd, claims, &worth, &winners, &number) // the showdown reports the error of a script
	total, own := int64(0), 0.0
	for k := range sd.Parts {
		if w := winners[k]; w != 0 {
			weight := sd.Parts[k].Weight()
			total += weight
			if w.Has(o.seat) {
				own += float64(weight) / float64(w.Len())
			}
		}
	}
	if total == 0 {
		return 0.5
	}
	return own / float64(total)
}

// choicesAsked returns the choices of cards that are tried for the question being
// asked.
func (o *Outlook) choicesAsked(h *Hand) (out []Action) {
	ask := h.Question()
	if ask.Whole {
		for k := 0; ; k++ {
			a, ok := h.PickWhole(k)
			if !ok {
				return out
			}
			out = append(out, a)
		}
	}
	var pool [plan.MostHole]cards.Card
	return o.choicesAmong(h.Pool(pool[:0]), h.dec.Least, h.dec.Count, ask)
}

// choicesOf returns the choices to try in a draw that is still to come.
func (o *Outlook) choicesOf(st *plan.Step) []Action {
	var pool [plan.MostHole]cards.Card
	list := pool[:0]
	for k, c := range o.at.lying(st.Ask.From, o.seat) {
		if c.Known() && o.at.meant(st.Ask, o.seat)>>k&1 != 0 {
			list = append(list, c)
		}
	}
	return o.choicesAmong(list, min(st.Ask.Least, len(list)), min(st.Ask.Most, len(list)), st.Ask)
}

// choicesAmong returns all choices of cards of a list if there are at most
// mostPicks, otherwise random ones.
func (o *Outlook) choicesAmong(from []cards.Card, least, most int, ask *plan.Ask) (out []Action) {
	slices.Sort(from)                                // the cards may lie in any order
	ordered := ask.Arranges() && len(ask.Sizes) != 2 // the order assigns the cards to hands
	pick := Action{Kind: PickCards, Seat: int8(o.seat)}
	if len(from) <= 16 && !ordered {
		for set := range 1 << len(from) {
			if n := bits.OnesCount(uint(set)); n < least || n > most {
				continue
			}
			var list [plan.MostHole]cards.Card
			to := list[:0]
			for k, c := range from {
				if set>>k&1 != 0 {
					to = append(to, c)
				}
			}
			if out = append(out, pick.WithCards(to)); len(out) > mostPicks {
				break
			}
		}
		if len(out) <= mostPicks {
			return out
		}
		out = out[:0]
	}
	chance := NewSource(o.seed, 0)
	for range mostPicks {
		n := least + int(chance.Below(uint64(most-least+1)))
		for i := range n {
			j := i + int(chance.Below(uint64(len(from)-i)))
			from[i], from[j] = from[j], from[i]
		}
		out = append(out, pick.WithCards(from[:n]))
	}
	return out
}

// bestPick returns the choice of cards for a step that leaves the strongest hand,
// and that hand's share. All choices are tried on the same few deals, and the best
// ones on more.
func (o *Outlook) bestPick(st *plan.Step, choices []Action) (Action, float64) {
	before, own := o.at, 1+o.later(st)
	own = min(own, mostTries)
	best, sum := tried(len(choices), func(k, from, to int) float64 {
		o.at, o.back, o.group = before, 0, st.Ask.Of
		o.choose(st, &choices[k])
		return o.shareIn(from, to, own)
	})
	o.at, o.back, o.group = before, 0, 0
	return choices[best], sum / finalDeals
}

// tried returns the best of n choices with its sum over finalDeals: all are tried in few deals, and the best of them in all.
func tried(n int, run func(k, from, to int) float64) (best int, sum float64) {
	sums, order := make([]float64, n), make([]int, n)
	for k := range order {
		order[k] = k
		sums[k] = run(k, 0, roughDeals)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	best = order[0]
	for i, k := range order[:min(finalists, n)] {
		sums[k] += run(k, roughDeals, finalDeals)
		if i > 0 && sums[k] > sums[best] {
			best = k
		}
	}
	return best, sums[best]
}

// choose applies a choice of cards to the seat's view.
func (o *Outlook) choose(st *plan.Step, a *Action) {
	t, which := &o.at, uint64(0)
	for _, c := range a.List() {
		if k := indexIn(t.lying(st.Ask.From, o.seat), c, st.Ask.From, t.meant(st.Ask, o.seat)&^which); k >= 0 {
			which |= 1 << k
		}
	}
	o.back = t.tryCards(st, o.seat, which, a.List())
}

// imagine gives every unknown card of the view a random face, and shuffles the
// remaining cards into the stub.
func (h *Hand) imagine(chance *Source) {
	h.own()
	left := packTally(h.plan.Game.Deck)
	var hidden []cards.Card
	each := func(list []cards.Card, do func(*cards.Card)) {
		for k := range list {
			do(&list[k])
		}
	}
	all := func(do func(*cards.Card)) {
		each(h.Board(), do)
		for i := range h.s.N + 1 {
			if i == h.s.N {
				i = -1 // the house
			}
			for k := range h.Hands(i) {
				list, _ := h.Cards(i, k)
				each(list, do)
			}
		}
	}
	all(func(c *cards.Card) { left.take(*c) })
	for c, n := range left {
		for range n {
			hidden = append(hidden, cards.Card(c))
		}
	}
	for i := range hidden {
		j := i + int(chance.Below(uint64(len(hidden)-i)))
		hidden[i], hidden[j] = hidden[j], hidden[i]
	}
	all(func(c *cards.Card) {
		if !c.Known() && len(hidden) > 0 {
			*c, hidden = hidden[0], hidden[1:]
		}
	})
	h.stock.stack(hidden, chance.Uint64(), 0)
}

// playOn makes a choice in a deal at random and plays it to its end. It returns the seat's
// chips at the end.
func (o *Outlook) playOn(deal int, a Action) int64 {
	o.try = o.at
	chance, t := NewSource(o.seed, uint64(deal)), &o.try
	t.imagine(&chance)
	for range mostActions {
		if t.Apply(a) != nil {
			break
		}
		d := t.Pending()
		if d == nil {
			break
		}
		a = t.goesOn(&chance, int(d.Seat) == o.seat || !o.pot)
	}
	return t.s.Stack[o.seat]
}

// goesOn returns a player's action in a try: the seat itself takes no more cards
// and does not give up, and otherwise takes the default action. Other players
// choose at random.
func (h *Hand) goesOn(chance *Source, own bool) Action {
	ask := h.Choice()
	switch {
	case ask == nil:
		return h.DefaultAction()
	case !own:
		k := int(chance.Below(uint64(h.dec.Count)))
		o := h.Nth(k)
		return h.taking(k, &o, -1)
	}
	for k := range h.dec.Count {
		o := h.Nth(k)
		if p := &ask.Offers[o.choice]; p.Ends() && !p.GivesUp() && !p.Draws() {
			return h.taking(k, &o, -1)
		}
	}
	return h.DefaultAction()
}

// Position returns how late a seat acts among the live seats: 0 for the first, 1
// for the last. If up cards determine the opener, it uses the present betting
// round, otherwise the button.
func (h *Hand) Position(seat int) float64 {
	first := h.button
	if st := h.Step(); st != nil && st.Bets() && h.opener >= 0 && st.Bet.Open.ByShowing() {
		first = int8((int(h.opener) + h.s.N - 1) % h.s.N)
	}
	before, others := 0, h.s.Live&^betting.Bit(seat)
	for at := int(first); others != 0; {
		if at = (at + 1) % h.s.N; at == seat {
			break
		}
		if others.Has(at) {
			before++
			others &^= betting.Bit(at)
		}
	}
	if n := (h.s.Live &^ betting.Bit(seat)).Len(); n > 0 {
		return float64(before) / float64(n)
	}
	return 1
}

// Rounds returns the number of betting rounds that have begun in this deal.
func (h *Hand) Rounds() int { return int(h.round) }
