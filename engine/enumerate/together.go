package enumerate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Apart is a set of the ways in which two hands differ at a state: bit k for the k-th of [Ways].
type Apart uint8

// The ways.
const (
	InActions Apart = 1 << iota // other actions are legal
	InOrder                     // another seat is to act, or the same is done in another order
	InMoney                     // chips lie elsewhere
	InSight                     // seats see other cards
	InPlay                      // only one of the hands can continue
)

var wayNames = [...]string{"legal actions", "order", "money", "what is seen", "one cannot go on"}

// Ways returns the names of the ways in which hands can differ.
func Ways() []string { return slices.Clone(wayNames[:]) }

// Names returns the names of the ways.
func (a Apart) Names() (out []string) {
	for k, name := range wayNames {
		if a>>k&1 != 0 {
			out = append(out, name)
		}
	}
	return out
}

func (a Apart) String() string { return strings.Join(a.Names(), ", ") }

// Contrast is the result of playing two games in step.
type Contrast struct {
	Deals, States, Hands, Sequences int64 // as in [Report], of lines that do not differ
	// Differ is the number of lines that differ. They end where they first do. By counts them by the ways in which they
	// differ there, as in [Ways]: a line may differ in several.
	Differ   int64
	By       [len(wayNames)]int64
	Shortest *Parting // the difference after the fewest actions, nil for none
	// Redeals counts the new deals that lines came to. Cards fall in one way after a new deal, as they are shuffled, and a line ends at
	// its last one that is followed.
	Redeals int64
	// Outside and Reshuffled are as in [Report]. Complete: every line was followed, apart from new deals.
	Outside, Reshuffled, Complete bool
	// Reached are the steps that were begun, of each game.
	Reached [2]map[int]bool
	// Saw, when set, gets the hands of one game that are like those of the other, with what happened since the last action.
	Saw func(h *hand.Hand, events []hand.Event)
}

// Parting is a line that ends in a difference.
type Parting struct {
	Ways    Apart
	Setups  [2]hand.Setup // with the deck of the line
	Actions []hand.Action
	Why     [2]error // why one of the hands cannot continue, or cannot be dealt these cards
	Pos     diag.Pos // the step of the first game that the hands were in
}

// Play plays the hand of one of the games again, and returns it with the events of the line.
func (p *Parting) Play(game int) (*hand.Hand, []hand.Event, error) {
	var log hand.Log
	s := p.Setups[game]
	s.Log = &log
	h := new(hand.Hand)
	err := h.Start(&s)
	for i := 0; err == nil && i < len(p.Actions); i++ {
		err = h.Apply(p.Actions[i])
	}
	return h, log.Events, err
}

// both are two games that are played in step: every hand of the first with the hand of the second that has the same cards
// and actions.
type both struct {
	x       [2]*search
	flipped bool // x has the second game first: it has cards that the first has not
	report  Contrast
	sees    [2]hand.Observation
	actions [2][]hand.Action
	guise   *guise // nil: the second hand has the same seats and cards
	over    func(h *hand.Hand)
	choices []hand.Action // at random
	redeals int           // new deals of the line
	first   []cards.Card  // the order of the deck before them
}

// mostRedeals is the number of new deals that are followed in a line.
const mostRedeals = 3

// Together plays two small games in step through every deal and every line, or some at random, with the pack, the stacks and the
// limits of the first. saw is [Contrast.Saw]. The games have the same number of seats. The error is for games that cannot be played;
// when the context ends, the result is incomplete.
func Together(ctx context.Context, a, b *Small, saw func(h *hand.Hand, events []hand.Event)) (*Contrast, error) {
	return (&both{report: Contrast{Saw: saw}}).play(ctx, a, b)
}

func (p *both) play(ctx context.Context, a, b *Small) (*Contrast, error) {
	games := [2]*Small{a, b}
	for i, s := range games {
		o := a.Options
		o.Pack = bagOf(a.Pack).most(bagOf(b.Pack)).cards()
		for seat := range o.Stacks {
			o.Stacks = slices.Clone(o.Stacks)
			o.Stacks[seat] = max(a.Stacks[seat], b.Stacks[min(seat, len(b.Stacks)-1)])
		}
		x, err := newSearch(ctx, s.Bound, o)
		if err != nil {
			return nil, err
		}
		x.redeals = true // the order of the deck is kept, for the other game
		reached := map[*plan.Step]int{}
		for k := range s.Bound.Game.Steps {
			reached[&s.Bound.Game.Steps[k]] = k
		}
		p.report.Reached[i] = map[int]bool{}
		x.log.Watch = func(h *hand.Hand, _ *hand.Event) {
			if st := h.Step(); st != nil {
				p.report.Reached[i][reached[st]] = true
			}
		}
		x.pack = x.pack.minus(x.pack.minus(x.deck))
		p.x[i] = x
	}
	if p.x[1].pack.minus(p.x[0].pack).len() > 0 {
		p.x[0], p.x[1], p.flipped = p.x[1], p.x[0], true
	}
	x, y := p.x[0], p.x[1]
	if a.Random > 0 {
		chance := hand.NewSource(1, 1)
		x.draw = func(n int) int { return int(chance.Below(uint64(n))) }
	}
	begin := func(h *hand.Hand, redealt bool) {
		p.report.Deals++
		y.log.Events = y.log.Events[:0]
		y.rolls = x.rolls
		var u *hand.Hand
		err := errCards
		if list := bagOf(p.guise.cards(x.order[:min(len(x.order), h.Taken())])); list.minus(y.deck).len() == 0 {
			u = y.hand()
			err = u.Start(p.setup(y, x.order))
		}
		p.meet(h, u, err, redealt)
	}
	whole := x.pack
	for i := range max(1, a.Random) {
		if i%2 == 1 {
			x.pack = narrow(whole, x.draw)
		}
		x.deal(begin)
		x.pack = whole
	}
	r := &p.report
	if x.report.Fault != nil {
		return nil, fmt.Errorf("%s cannot be played: %w", x.bound.Game.ID, x.report.Fault.Err)
	}
	r.Outside, r.Reshuffled = x.report.Outside, x.report.Reshuffled
	r.Complete = x.stopped == nil && !r.Outside && !r.Reshuffled && a.Random == 0
	r.Sequences = int64(len(x.lines))
	if s := r.Shortest; s != nil && p.flipped {
		s.Setups[0], s.Setups[1] = s.Setups[1], s.Setups[0]
		s.Why[0], s.Why[1] = s.Why[1], s.Why[0]
	}
	return r, nil
}

// narrow returns the cards of a few ranks, or of one or two suits: hands from them are often equal, or rare ones.
func narrow(pack bag, draw func(n int) int) (out bag) {
	var ranks, suits uint
	if all := uint(1)<<13 - 1; draw(3) > 0 {
		suits = 1<<4 - 1
		for range 3 + draw(3) {
			ranks |= 1 << draw(13)
		}
		ranks |= uint(draw(2)) << 12 // aces
	} else {
		ranks = all
		for range 2 {
			suits |= 1 << draw(4)
		}
	}
	for c, n := range pack {
		if k := cards.Card(c); n > 0 && (k.IsJoker() || ranks>>k.Rank()&1 != 0 && suits>>k.Suit()&1 != 0) {
			out[c] = n
		}
	}
	return out
}

// errCards is why a game cannot be dealt the cards of the other.
var errCards = errors.New("its deck does not have these cards")

// most returns the bag with as many of each card as either of two has.
func (b bag) most(o bag) bag {
	for c := range b {
		b[c] = max(b[c], o[c])
	}
	return b
}

// like returns the game's deck in the order of another game's: first the cards that both have.
func (x *search) like(order []cards.Card) (deck []cards.Card) {
	left := x.deck
	for _, c := range order {
		if left[c] > 0 {
			left[c]--
			deck = append(deck, c)
		}
	}
	return append(deck, left.cards()...)
}

// meet compares the hands of a line, and continues if they are alike. err is why the second has stopped.
func (p *both) meet(h, u *hand.Hand, err error, redealt bool) {
	x, y := p.x[0], p.x[1]
	if !x.goesOn() {
		return
	}
	last := false // the line ends here, with a new deal
	if redealt {
		if p.redeals == 0 {
			p.first = slices.Clone(x.order)
		}
		p.report.Redeals++
		p.redeals++
		x.shuffled = true
		defer func() {
			p.redeals--
			x.shuffled = p.redeals > 0
		}()
		last = p.guise != nil || p.redeals > mostRedeals
	}
	ways := InPlay
	if err == nil {
		ways = p.compare(h, u, redealt)
	}
	if ways != 0 {
		p.part(h, ways, err)
		return
	}
	if p.report.Saw != nil {
		p.report.Saw(h, x.log.Events)
	}
	d, ok := h.Next()
	if !ok || last {
		p.report.Hands++
		x.lines[publicly(x.path)] = struct{}{}
		if p.over != nil && !last {
			p.over(h)
		}
		return
	}
	p.report.States++
	if len(x.path) >= maxActions {
		x.stopped = errLimit
		return
	}
	act := func(a hand.Action) {
		rolls := len(x.rolls)
		y.path = append(y.path, a)
		x.act(h, a, func(t *hand.Hand, redealt bool) {
			y.log.Events = y.log.Events[:0]
			v := y.hand()
			*v = *u
			v.Follow(&y.log)
			v.ArrangeRolls(x.rolls[rolls:])
			err := errCards
			next := p.guise.cards(x.order[h.Taken():])
			if !slices.ContainsFunc(x.log.Events, func(e hand.Event) bool { return e.Kind.Facts().Shuffled }) {
				next = next[:t.Taken()-h.Taken()]
			}
			if len(next) == 0 || bagOf(next).minus(bagOf(v.Undealt())).len() == 0 {
				if err = v.Arrange(next); err == nil {
					err = v.Apply(p.guise.action(a))
				}
			}
			p.meet(t, v, err, redealt)
		})
		y.path = y.path[:len(y.path)-1]
	}
	if x.draw == nil {
		each(h, &d, &x.o, act)
		return
	}
	act(p.atRandom(h, &d))
}

// atRandom draws an action: first its kind, because there are many amounts, then the action.
func (p *both) atRandom(h *hand.Hand, d *hand.Decision) hand.Action {
	x := p.x[0]
	list := Actions(p.choices[:0], h, d, &x.o)
	p.choices = list
	kind := list[x.draw(len(list))].Kind
	if d.Kind == hand.Wager {
		var kinds []hand.ActionKind
		for _, a := range list {
			if !slices.Contains(kinds, a.Kind) {
				kinds = append(kinds, a.Kind)
			}
		}
		kind = kinds[x.draw(len(kinds))]
	}
	list = slices.DeleteFunc(list, func(a hand.Action) bool { return a.Kind != kind })
	return list[x.draw(len(list))]
}

// part records a line that differs.
func (p *both) part(h *hand.Hand, ways Apart, err error) {
	r, x, y := &p.report, p.x[0], p.x[1]
	r.Differ++
	for k := range r.By {
		r.By[k] += int64(ways >> k & 1)
	}
	if r.Shortest != nil && len(r.Shortest.Actions) <= len(x.path) {
		return
	}
	s := &Parting{Ways: ways, Actions: slices.Clone(x.path), Why: [2]error{nil, err}}
	order := h.Order()
	if p.redeals > 0 {
		order = p.first
	}
	s.Setups[0], s.Setups[1] = *x.setup(nil), *p.setup(y, order)
	s.Setups[0].Deck = x.like(order)
	for i := range s.Setups {
		s.Setups[i].Log, s.Setups[i].Rolls = nil, slices.Clone(x.rolls)
	}
	if st := h.Step(); st != nil {
		s.Pos = st.Pos
	}
	for i := range x.log.Events {
		e := &x.log.Events[i]
		if same := i < len(y.log.Events) && bare(new(p.guise.event(*e))) == bare(&y.log.Events[i]); !same && e.Step >= 0 && err == nil {
			s.Pos = x.bound.Game.At(int(e.Step)).Pos
			break
		}
	}
	r.Shortest = s
}

// setup returns the setup of the second game for the deck of the first.
func (p *both) setup(y *search, order []cards.Card) *hand.Setup {
	s := y.setup(nil)
	s.Deck = y.like(p.guise.cards(order))
	if g := p.guise; g != nil {
		s.Stacks = slices.Clone(s.Stacks)
		for i, n := range y.o.Stacks {
			s.Stacks[g.seat(i)] = n
		}
		s.Button = g.seat(s.Button)
	}
	return s
}

// compare returns how two hands differ: in what happened since the last action, and in their state.
func (p *both) compare(h, u *hand.Hand, redealt bool) (ways Apart) {
	g := p.guise
	if g != nil && redealt && slices.ContainsFunc(p.x[1].log.Events, newDeal) {
		return 0 // the next deal is another one
	}
	d, more := h.Next()
	e, goesOn := u.Next()
	switch {
	case more != goesOn || more && (g.seat(int(d.Seat)) != int(e.Seat) || d.Kind != e.Kind):
		ways |= InOrder
	case more && !p.offerAlike(h, u, &d, &e):
		ways |= InActions
	}
	if h.House() != u.House() || h.WholePot() != u.WholePot() {
		ways |= InMoney
	}
	for seat := hand.NoSeat; seat < h.Seats(); seat++ {
		h.Observe(seat, 0, &p.sees[0])
		u.Observe(g.seat(seat), 0, &p.sees[1])
		if seat == hand.NoSeat {
			ways |= g.seatsDiffer(p.sees[0].Seats, p.sees[1].Seats)
		}
		if !g.sameCards(p.sees[0].Cards, p.sees[1].Cards) {
			ways |= InSight
		}
	}
	if ways != 0 {
		return ways
	}
	events := p.x[0].log.Events
	if g != nil {
		events = nil
		for _, e := range p.x[0].log.Events {
			events = append(events, g.event(e))
		}
	}
	if ways = eventsDiffer(events, p.x[1].log.Events); g != nil && ways == InOrder {
		return 0 // seats are told in the order of their numbers
	}
	return ways
}

// offerAlike reports whether two decisions of a seat offer the same actions, in the same words.
func (p *both) offerAlike(h, u *hand.Hand, d, e *hand.Decision) bool {
	o := &p.x[0].o
	p.actions[0] = Actions(p.actions[0][:0], h, d, o)
	p.actions[1] = Actions(p.actions[1][:0], u, e, o)
	if d.BringIn != e.BringIn || d.Price != e.Price || d.NoOpeners != e.NoOpeners || d.Count != e.Count || d.Least != e.Least || d.Options.CanCheck != e.Options.CanCheck {
		return false
	}
	if p.guise != nil {
		for i, a := range p.actions[0] {
			p.actions[0][i] = sorted(p.guise.action(a))
		}
		for i, a := range p.actions[1] {
			p.actions[1][i] = sorted(a)
		}
		for _, list := range p.actions {
			slices.SortFunc(list, func(a, b hand.Action) int {
				return cmp.Or(int(a.Kind)-int(b.Kind), int(a.Pick)-int(b.Pick), cmp.Compare(a.Amount, b.Amount), slices.Compare(a.List(), b.List()))
			})
		}
	}
	return slices.Equal(p.actions[0], p.actions[1]) && (d.Kind != hand.Chosen || slices.EqualFunc(h.Offers(), u.Offers(), func(a, b hand.Offer) bool {
		return a.Name == b.Name && a.Min == b.Min && a.Max == b.Max && a.Step == b.Step && a.Fixed == b.Fixed && a.Paid == b.Paid
	}))
}

func (g *guise) seatsDiffer(a, b []hand.SeenSeat) (ways Apart) {
	for i := range a {
		s, t := a[i], b[g.seat(i)]
		if s.Stack != t.Stack || s.Wagered != t.Wagered || s.Put != t.Put {
			ways |= InMoney
		}
		if s.Live != t.Live || s.Answers != t.Answers {
			ways |= InOrder
		}
	}
	return ways
}

// sameCards reports whether an observer sees the same cards, whatever their order in a hand.
func (g *guise) sameCards(a, b []hand.Seen) bool {
	if g == nil && slices.Equal(a, b) {
		return true
	}
	key := func(s hand.Seen) uint64 {
		up := uint64(one(s.Up))
		return uint64(s.Zone)<<48 | uint64(uint8(s.Seat))<<40 | uint64(s.Hand)<<32 | uint64(s.Group)<<24 | uint64(s.Card)<<17 | up<<16 | uint64(s.On)
	}
	return len(a) == len(b) && slices.Equal(sortedBy(a, func(s hand.Seen) uint64 {
		s.Seat, s.Card = int8(g.seat(int(s.Seat))), g.card(s.Card)
		return key(s)
	}), sortedBy(b, key))
}

func sortedBy[T any](list []T, key func(T) uint64) (out []uint64) {
	for _, v := range list {
		out = append(out, key(v))
	}
	slices.Sort(out)
	return out
}

// eventsDiffer returns how the events between two states differ. Cards that are dealt without anything else between them
// have no order: two cards at once are the same as one after the other.
func eventsDiffer(a, b []hand.Event) (ways Apart) {
	if slices.EqualFunc(a, b, func(e, f hand.Event) bool { return bare(&e) == bare(&f) }) {
		return 0
	}
	x, y := joined(a), joined(b)
	if slices.Equal(x, y) {
		return 0
	}
	for _, e := range y {
		k := slices.Index(x, e)
		if k < 0 { // the parts of a pot may be told in another order
			k = slices.IndexFunc(x, func(o hand.Event) bool { o.Part = e.Part; return o == e })
		}
		if k < 0 {
			return kindOf(&e)
		}
		x = slices.Delete(x, k, k+1)
	}
	if len(x) > 0 {
		return kindOf(&x[0])
	}
	return InOrder
}

// kindOf returns the way in which hands differ of which only one has an event.
func kindOf(e *hand.Event) Apart {
	switch f := e.Kind.Facts(); {
	case e.N > 0 || f.FromStub || f.AtShowdown:
		return InSight
	case f.Pays != hand.NoPay || e.Amount > 0 && !f.Counts:
		return InMoney
	}
	return InOrder
}

// bare returns an event without what it says of the plan behind it.
func bare(e *hand.Event) hand.Event {
	b := *e
	b.Step, b.Note, b.Forced, b.Strength = 0, 0, 0, 0
	for i := max(int(b.N), 0); i < len(b.Cards); i++ {
		b.Cards[i] = 0
	}
	return b
}

// joined returns bare events, with all cards that a seat is dealt face up or face down without anything else between them as one
// event, in the order of the seats.
func joined(events []hand.Event) (out []hand.Event) {
	var run []hand.Event
	flush := func() {
		slices.SortStableFunc(run, func(e, f hand.Event) int { return cmp.Or(int(e.Seat)-int(f.Seat), int(e.Kind)-int(f.Kind)) })
		out, run = append(out, run...), nil
	}
	for i := range events {
		e := bare(&events[i])
		f := e.Kind.Facts()
		if !f.FromStub || f.To != plan.ZoneHand {
			flush()
			out = append(out, e)
			continue
		}
		list := slices.Clone(e.List())
		k := slices.IndexFunc(run, func(o hand.Event) bool { return o.Kind == e.Kind && o.Seat == e.Seat && o.Part == e.Part })
		if k < 0 {
			run = append(run, e)
			k = len(run) - 1
		} else {
			list = append(list, run[k].List()...)
		}
		slices.Sort(list)
		e.Cards = [hand.MaxHole]cards.Card{}
		run[k] = e.WithCards(list)
	}
	flush()
	return out
}
