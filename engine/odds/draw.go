package odds

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
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Draw is a draw still to come.
type Draw struct {
	Most int           // the most cards that a hand may throw away
	How  plan.DrawStep // the order of discarding, burning and serving
	Burn int           // cards burned since the previous draw, or since now
	// Waiting are the hands that have not drawn yet: all hands in a draw that
	// has not begun.
	Waiting betting.Set
	// Later and LaterBoard are the numbers of cards dealt after this draw, to
	// each hand and to the board.
	Later, LaterBoard int
}

// DrawPolicy decides which cards a hand throws away. Many goroutines use it at
// once, and its decisions may depend only on the holding and its Chance.
type DrawPolicy interface {
	// Throw returns the cards of the holding to throw away, at most Most.
	Throw(h *Drawing) (cards.Set, error)
}

// Drawing is what a hand knows when it draws.
type Drawing struct {
	Hand, Draw int // numbers, from 0
	Show       *plan.ShowdownStep
	Cards      []cards.Card // lowest card first
	Board      []cards.Card
	Most       int // the most cards it may throw away
	// Gone are the cards that it threw away in earlier draws. Seen is the
	// number of cards that each hand has drawn so far, including its own: four
	// bits for each, in order, the latest lowest, after a leading 1.
	Gone cards.Set
	Seen uint64

	source *hand.Source // nil when trying all deals
	chance bool         // Chance was called
}

// Set returns the cards as a set.
func (h *Drawing) Set() cards.Set { return cards.SetOf(h.Cards...) }

// Chance returns a random number. If a policy calls it, there is no exact
// answer.
func (h *Drawing) Chance() uint64 {
	h.chance = true
	if h.source == nil {
		return 0
	}
	return h.source.Uint64()
}

// Reasons for having no exact answer to a question with draws.
var (
	errChance   = errors.New("a draw policy chooses at random, so there is no exact answer: sample instead")
	errStubEnds = errors.New("the stub may run out in the draws, and there is no exact answer where discards are shuffled: sample instead")
	errTooMany  = errors.New("there are too many possible draws for an exact answer: sample instead")
)

// drawer deals a hand with draws, in all ways or at random. In a draw every
// hand, in order, throws away the cards its policy chooses and is dealt new
// ones, as in hand.Hand.
type drawer struct {
	*dealer
	source  *hand.Source // nil when trying all deals
	order   []int
	have    []int // number of cards of each hand so far
	onBoard int
	gone    []cards.Set // thrown away so far, by hand
	seen    uint64
	out     [][]cards.Set // thrown away in this deal, by hand and draw
	thrown  [][]float64   // number thrown in all deals, times their weight
	holding Drawing
	held    [hand.MaxHole]cards.Card

	// The pack for random deals: cards from at on are to come, stub of them
	// before the discards are shuffled.
	at, stub int
	tossed   []cards.Set // thrown away in this draw and not fully replaced yet
	owed     []int

	replies []map[Reply]float64 // by hand: what is thrown away from the original cards

	// For all deals: the sequence of what is dealt, and a limit.
	events []drawEvent
	used   cards.Set
	left   int // cards in the stub
	most   int64
	scale  float64 // of the weights: makes that of the first deal 1
}

// drawEvent means that a hand (-1: the board) gets n cards, or draws.
type drawEvent struct {
	hand, n int
	draw    int // the number of the draw from 1; 0: no draw
	burns   int // at most
}

// Drawn is the behavior of a hand in the draws.
type Drawn struct {
	// Thrown is the average number of cards thrown away, by draw.
	Thrown []float64
	// Replies are what it throws away in its first draw from its original
	// cards, most frequent first; empty for a range.
	Replies []Reply
	// Best: this is the best reply to the others; Exact: exactly, not nearly
	// (see [Best]).
	Best, Exact bool
	Done        bool // it has drawn already: no draw is left for it
}

// Reply is what is thrown away from certain cards.
type Reply struct{ Cards, Thrown cards.Set }

func (m *match) newDrawer() *drawer {
	n := len(m.hands)
	d := &drawer{dealer: m.newDealer(), order: m.q.served(), have: make([]int, n), gone: make([]cards.Set, n), tossed: make([]cards.Set, n), owed: make([]int, n)}
	for i := range n {
		d.thrown = append(d.thrown, make([]float64, len(m.q.Draws)))
		d.out = append(d.out, make([]cards.Set, len(m.q.Draws)))
		var replies map[Reply]float64
		if len(m.hands[i]) == 1 && len(m.hands[i][0].cards) == len(d.holes[i]) {
			replies = map[Reply]float64{}
		}
		d.replies = append(d.replies, replies)
	}
	return d
}

// served returns the hands in the order in which they draw.
func (q *Question) served() []int {
	if q.Order != nil {
		return q.Order
	}
	order := make([]int, len(q.Hands))
	for i := range order {
		order[i] = i
	}
	return order
}

// before returns the number of cards that a hand (-1: the board) has before the
// k-th draw, or after the last.
func (d *drawer) before(hand, k int) int {
	later, laterBoard := 0, 0
	if k < len(d.m.q.Draws) {
		later, laterBoard = d.m.q.Draws[k].Later, d.m.q.Draws[k].LaterBoard
	}
	if hand < 0 {
		return len(d.boards[0]) - laterBoard
	}
	return len(d.holes[hand]) - later
}

// begin sets up the hands before anything is dealt.
func (d *drawer) begin(pick []*option) {
	d.take(pick)
	for i, o := range pick {
		d.have[i], d.gone[i] = len(o.cards), 0
	}
	d.onBoard, d.seen, d.at = len(d.m.board), 1, 0
	if d.stub = d.m.q.Stub; d.stub == 0 || d.stub > len(d.pack) {
		d.stub = len(d.pack)
	}
}

// ask returns the cards that a hand throws away in the k-th draw.
func (d *drawer) ask(i, k int) (cards.Set, error) {
	own := d.held[:copy(d.held[:], d.holes[i][:d.have[i]])]
	slices.Sort(own)
	h := &d.holding
	*h = Drawing{
		Hand: i, Draw: k, Show: d.m.q.Show, Cards: own, Board: d.boards[0][:d.onBoard], Most: min(d.m.q.Draws[k].Most, len(own)),
		Gone: d.gone[i], Seen: d.seen, source: d.source,
	}
	out, err := d.m.q.Policies[i].Throw(h)
	switch {
	case err != nil:
		return 0, err
	case out&^cards.SetOf(own...) != 0:
		return 0, fmt.Errorf("hand %d discards %s, which it does not hold", i+1, cards.Spaced((out &^ cards.SetOf(own...)).Cards()))
	case out.Len() > h.Most:
		return 0, fmt.Errorf("hand %d discards %d cards: at most %d may be drawn", i+1, out.Len(), h.Most)
	case h.chance && d.source == nil:
		return 0, errChance
	}
	d.out[i][k] = out
	d.seen = d.seen<<4 | uint64(out.Len())
	return out, nil
}

// drop removes cards from a hand.
func (d *drawer) drop(i int, out cards.Set) {
	own := d.holes[i][:d.have[i]]
	d.have[i] = len(slices.DeleteFunc(own[:len(own):len(own)], out.Has))
	d.gone[i] |= out
}

// next returns the next card of the stub, for a hand or the board. If there is
// none it shuffles the discards, without those just thrown away by the hands
// being served as long as there are others.
func (d *drawer) next(i int, draw *Draw) (cards.Card, error) {
	if d.at >= d.stub {
		d.reshuffle(i, draw)
		if d.stub == 0 {
			return 0, errors.New("there are not enough cards for the draws")
		}
	}
	j := d.at + int(d.source.Below(uint64(len(d.pack)-d.at)))
	d.pack[d.at], d.pack[j] = d.pack[j], d.pack[d.at]
	d.at++
	return d.pack[d.at-1], nil
}

func (d *drawer) reshuffle(i int, draw *Draw) {
	held := cards.SetOf(d.boards[0][:d.onBoard]...)
	for k, own := range d.holes {
		held |= cards.SetOf(own[:d.have[k]]...)
	}
	loose := d.m.q.Deck.Set() &^ held
	if draw != nil && !draw.How.OwnBack && i >= 0 {
		var others cards.Set
		for k, n := range d.owed {
			if n > 0 {
				others |= d.tossed[k]
			}
		}
		if rest := loose &^ (d.tossed[i] | others); rest != 0 {
			loose = rest
		} else if rest := loose &^ d.tossed[i]; rest != 0 {
			loose = rest
		}
	}
	d.pack = append(d.pack[:0], loose.Cards()...)
	d.at, d.stub = 0, len(d.pack)
}

// burn burns cards from the stub; if none are left it burns none.
func (d *drawer) burn(n int, draw *Draw) {
	for range min(n, d.stub-d.at) {
		_, _ = d.next(-1, draw)
	}
}

// deal deals cards to a hand or the board until it has n.
func (d *drawer) deal(i, n int, draw *Draw) error {
	to, have := d.boards[0], &d.onBoard
	if i >= 0 {
		to, have = d.holes[i], &d.have[i]
	}
	for *have < n {
		c, err := d.next(i, draw)
		if err != nil {
			return err
		}
		to[*have] = c
		*have++
	}
	return nil
}

// dealBefore deals the cards before the k-th draw, or after the last.
func (d *drawer) dealBefore(k int) error {
	for _, i := range d.order {
		if err := d.deal(i, d.before(i, k), nil); err != nil {
			return err
		}
	}
	return d.deal(-1, d.before(-1, k), nil)
}

// compare runs the showdown of one deal.
func (d *drawer) compare() {
	d.showdown()
	for i, own := range d.out {
		for k, out := range own {
			d.thrown[i][k] += float64(d.weight * float64(out.Len()))
		}
		if d.replies[i] == nil {
			continue
		}
		for k := range own {
			if d.m.q.Draws[k].Waiting.Has(i) {
				d.replies[i][Reply{d.m.hands[i][0].set, own[k]}] += d.weight
				break
			}
		}
	}
}

// play deals one random hand and compares.
func (d *drawer) play() error {
	for k := range d.m.q.Draws {
		if err := d.dealBefore(k); err != nil {
			return err
		}
		if err := d.drawRound(k); err != nil {
			return err
		}
	}
	if err := d.dealBefore(len(d.m.q.Draws)); err != nil {
		return err
	}
	d.compare()
	return nil
}

// drawRound plays one draw.
func (d *drawer) drawRound(k int) error {
	draw := &d.m.q.Draws[k]
	d.burn(draw.Burn, draw)
	if draw.How.Burn == plan.BurnOnce {
		d.burn(1, draw)
	}
	last := -1
	for _, i := range d.order {
		if d.owed[i], d.tossed[i] = 0, 0; !draw.Waiting.Has(i) {
			continue
		}
		out, err := d.ask(i, k)
		if err != nil {
			return err
		}
		n := out.Len()
		if n == 0 {
			continue
		}
		full := d.have[i]
		d.drop(i, out)
		last = i
		if d.owed[i] = n; draw.How.Together {
			continue
		}
		d.tossed[i] = out
		if draw.How.Burn == plan.BurnEach {
			d.burn(1, draw)
		}
		rest := 0
		if draw.How.AtOnce > 0 {
			rest = max(0, n-draw.How.AtOnce)
		}
		if err := d.deal(i, full-rest, draw); err != nil {
			return err
		}
		d.owed[i] = rest
	}
	for _, i := range d.order {
		if d.owed[i] == 0 {
			continue
		}
		if draw.How.BurnRest && i == last {
			d.burn(1, draw)
		}
		if err := d.deal(i, d.have[i]+d.owed[i], draw); err != nil {
			return err
		}
		d.owed[i] = 0
	}
	return nil
}

// block draws one block of samples.
func (d *drawer) block(c *chooser, seed uint64, block, n int64) error {
	chance := hand.NewSource(seed, uint64(block))
	d.source = &chance
	at := make([]int, len(d.m.hands))
	pick := make([]*option, len(d.m.hands))
	for range n {
		if !c.pick(at, &chance) {
			return errNothing
		}
		for i := range pick {
			pick[i] = &d.m.hands[i][at[i]]
		}
		d.begin(pick)
		if err := d.play(); err != nil {
			return err
		}
	}
	return nil
}

// sampleDraws answers by drawing random deals.
func (m *match) sampleDraws(ctx context.Context, e Effort) (*Answer, error) {
	total := m.newDrawer()
	chooser := m.newChooser()
	err := sampleBlocks(ctx, e, func(block, n int64) (*drawer, error) {
		d := m.newDrawer()
		return d, d.block(chooser, e.Seed, block, n)
	}, func(d *drawer) bool {
		total.merge(d.dealer)
		for i := range total.thrown {
			for k := range total.thrown[i] {
				total.thrown[i][k] += d.thrown[i][k]
			}
			for r, weight := range d.replies[i] {
				total.replies[i][r] += weight
			}
		}
		return total.enough(e)
	})
	if err != nil {
		return nil, err
	}
	return total.answer(false), nil
}

// answer returns the answer, dividing the tallies.
func (d *drawer) answer(exact bool) *Answer {
	a := d.dealer.answer(exact)
	total := d.tally.total()
	for i := range d.thrown {
		var list []float64
		for _, n := range d.thrown[i] {
			list = append(list, n/total)
		}
		drawn := Drawn{Thrown: list, Done: !slices.ContainsFunc(d.m.q.Draws, func(k Draw) bool { return k.Waiting.Has(i) })}
		for r := range d.replies[i] {
			drawn.Replies = append(drawn.Replies, r)
		}
		slices.SortFunc(drawn.Replies, func(x, y Reply) int {
			return cmp.Or(cmp.Compare(d.replies[i][y], d.replies[i][x]), cmp.Compare(x.Thrown, y.Thrown))
		})
		if b, ok := d.m.q.Policies[i].(*replies); ok {
			drawn.Best, drawn.Exact = true, b.exact
		}
		a.Draws = append(a.Draws, drawn)
	}
	return a
}

// lay builds the sequence of what is dealt.
func (d *drawer) lay() {
	have := slices.Clone(d.have)
	onBoard := d.onBoard
	d.events = d.events[:0]
	for k := range len(d.m.q.Draws) + 1 {
		for _, i := range d.order {
			if n := d.before(i, k) - have[i]; n > 0 {
				d.events = append(d.events, drawEvent{hand: i, n: n})
				have[i] += n
			}
		}
		if n := d.before(-1, k) - onBoard; n > 0 {
			d.events = append(d.events, drawEvent{hand: -1, n: n})
			onBoard += n
		}
		if k == len(d.m.q.Draws) {
			return
		}
		draw := &d.m.q.Draws[k]
		burns := draw.Burn
		if draw.How.Burn == plan.BurnOnce {
			burns++
		}
		for _, i := range d.order {
			if !draw.Waiting.Has(i) {
				continue
			}
			if draw.How.Burn == plan.BurnEach || draw.How.BurnRest {
				burns++
			}
			d.events = append(d.events, drawEvent{hand: i, draw: k + 1, burns: burns})
			burns = 0
		}
	}
}

// allDraws answers by dealing all ways, up to most deals.
func (m *match) allDraws(ctx context.Context, most int64) (*Answer, error) {
	d := m.newDrawer()
	d.most = most
	err := m.each(ctx, func(pick []*option, weight float64) error {
		d.begin(pick)
		d.weight = weight
		d.used = d.m.dead
		for _, o := range pick {
			d.used |= o.set
		}
		d.left = d.stub
		d.lay()
		return d.every(ctx, 0)
	})
	if err == nil && d.deals == 0 {
		err = errNothing
	}
	if err != nil {
		return nil, err
	}
	return d.answer(true), nil
}

// every continues from an event in all ways.
func (d *drawer) every(ctx context.Context, e int) error {
	if e == len(d.events) {
		if d.deals >= d.most {
			return errTooMany
		}
		weight := d.weight
		if d.deals == 0 {
			d.scale = 1 / weight
		}
		// Most deals are equally likely: scaling makes their weights whole
		// numbers.
		d.weight *= d.scale
		if whole := math.Round(d.weight); math.Abs(d.weight-whole) < 1e-9*whole {
			d.weight = whole
		}
		d.compare()
		d.weight = weight
		if d.deals&0xffff == 0 {
			return pause.Err(ctx)
		}
		return nil
	}
	ev := d.events[e]
	if ev.draw == 0 {
		return d.choose(ctx, e, ev.hand, ev.n)
	}
	i := ev.hand
	own, gone, seen, have := slices.Clone(d.holes[i]), d.gone[i], d.seen, d.have[i]
	d.left -= ev.burns
	defer func() { d.left += ev.burns }()
	out, err := d.ask(i, ev.draw-1)
	if err == nil {
		d.drop(i, out)
		err = d.choose(ctx, e, i, out.Len())
	}
	copy(d.holes[i], own)
	d.gone[i], d.seen, d.have[i] = gone, seen, have
	return err
}

// choose deals n cards to a hand or the board in all ways and continues.
func (d *drawer) choose(ctx context.Context, e, i, n int) error {
	if n == 0 {
		return d.every(ctx, e+1)
	}
	if d.left < n { // burned cards are like other unseen cards, but the stub runs out sooner
		return errStubEnds
	}
	to, have := d.boards[0], &d.onBoard
	if i >= 0 {
		to, have = d.holes[i], &d.have[i]
	}
	rest := d.m.q.Deck.Set() &^ d.used
	weight, used, from := d.weight, d.used, *have
	d.weight /= ways(rest.Len(), n)
	d.left -= n
	*have += n
	var pick func(k int, rest cards.Set) error
	pick = func(k int, rest cards.Set) error {
		if k == n {
			return d.every(ctx, e+1)
		}
		for ; rest != 0; rest &= rest - 1 {
			c := (rest & -rest).Cards()[0]
			to[from+k] = c
			d.used = d.used.With(c)
			if err := pick(k+1, rest&(rest-1)); err != nil {
				return err
			}
			d.used = d.used.Without(c)
		}
		return nil
	}
	err := pick(0, rest)
	d.weight, d.used, *have = weight, used, from
	d.left += n
	return err
}

// maxReplies is the largest number of replies listed for one hand.
const maxReplies = 3

// Words describes the behavior in the draws: "throws away 2c3d (the best
// reply)". said writes cards.
func (d *Drawn) Words(said func([]cards.Card) string) string {
	if d.Done {
		return "has drawn"
	}
	var words []string
	for k, r := range d.Replies {
		switch {
		case k == maxReplies:
			words = append(words, "…")
		case k > maxReplies:
		case r.Thrown == 0:
			words = append(words, "stands pat")
		default:
			words = append(words, "throws away "+said(r.Thrown.Cards()))
		}
	}
	text := strings.Join(words, " or ")
	if len(words) == 0 || len(d.Thrown) > 1 {
		var counts []string
		for _, n := range d.Thrown {
			counts = append(counts, fmt.Sprintf("%.2f", n))
		}
		if text != "" {
			text += ", "
		}
		text += "draws " + strings.Join(counts, ", ") + " cards on average"
	}
	switch {
	case d.Best && d.Exact:
		text += " (the best reply)"
	case d.Best:
		text += " (nearly the best reply)"
	}
	return text
}
