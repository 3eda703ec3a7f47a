package dsl_test

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// cardBook keeps the cards of a hand: the order of the stub, who holds what, and what lies open. Cards that are dealt are
// reported seat by seat when a round of cards is complete, so the book collects them and then looks whether they were the top of
// the stub.
type cardBook struct {
	r      *referee
	stub   []cards.Card
	mixed  bool // shuffled: the order is not known from here on
	about  int  // the seat that the last irregularity was about, -1 for none
	burns  []cards.Card
	next   []cards.Card // the next burn cards by a ruling
	board  []cards.Card
	aside  []cards.Card
	held   [][]heldCard
	owed   []owedBy
	run    []dealtCard  // cards reported since the last other event
	places [][]int      // by seat: of cards given up for others in the same places
	due    [][2]int     // by seat: cards still to be dealt face down and face up
	gets   betting.Set  // who gets cards in this step of the deal
	flips  []int        // by seat: up cards that a ruling turned in advance: as many come down later
	noted  map[int]bool // seats that a ruling was about
	gone   []int        // by seat: cards given up for good, less those got from others
	steps  map[int16]bool
	common bool         // a street of the seats was dealt to the board, because the stub was short
	put    []cards.Card // put back on the stub by the ruling before
	gap    int          // place, from 1, of a board card that a ruling has killed: its replacement comes there
	gapOf  int16        // the note of that ruling
	holes  []int        // places of board cards that a player replaces, lowest first
}

type heldCard struct {
	card cards.Card
	up   bool
}

type owedBy struct {
	seat int
	from string
	any  bool // a record names the place in the stub
}

type dealtCard struct {
	seat int
	card cards.Card
	up   bool
	step int16
}

func (b *cardBook) open(r *referee, deck []cards.Card) {
	*b = cardBook{r: r, stub: slices.Clone(deck)}
	b.empty()
}

func (b *cardBook) empty() {
	n := b.r.n
	b.held, b.due, b.flips, b.gone = make([][]heldCard, n), make([][2]int, n), make([]int, n), make([]int, n)
	b.places = make([][]int, n)
	b.noted, b.steps = map[int]bool{}, map[int16]bool{}
}

// event enters an event.
func (b *cardBook) event(e *hand.Event) error {
	switch e.Kind {
	case hand.Dealt, hand.DealtUp:
		for _, c := range e.List() {
			b.run = append(b.run, dealtCard{int(e.Seat), c, e.Kind == hand.DealtUp, e.Step})
		}
		return nil
	case hand.OwedCards: // told before the cards that a ruling deals at once
	default:
		if err := b.dealt(); err != nil {
			return err
		}
	}
	if e.Note != 0 && e.Seat >= 0 {
		b.noted[int(e.Seat)] = true
	}
	if e.Kind != hand.PutBack {
		b.put = nil
	}
	switch e.Kind {
	case hand.RoundBegan, hand.BroughtIn:
		return b.opens(e)
	case hand.Happened:
		b.about = b.r.hand.NoteOf(e).Incident.Seat()
		return b.happened(b.r.hand.NoteOf(e).Incident)
	case hand.OwedCards:
		if err := b.dealt(); err != nil {
			return err
		}
		from, any := owedFrom(b.r.hand.NoteOf(e))
		for range e.Amount {
			b.owed = append(b.owed, owedBy{seat: int(e.Seat), from: from, any: any})
		}
	case hand.Burned, hand.BurnedUp:
		return b.burn(e.List())
	case hand.Boarded:
		if st := &b.r.plan.Game.Steps[max(0, e.Step)]; st.Kind == plan.Deal {
			b.common = true
		}
		return b.toBoard(e)
	case hand.MadeBurn:
		for _, c := range e.List() {
			b.take(c)
			b.next = append(b.next, c)
		}
	case hand.Discarded, hand.Deadened:
		st := &b.r.plan.Game.Steps[max(0, e.Step)]
		if e.Kind == hand.Discarded && st.Draw.KeepFace { // what is bought comes in the same places
			for _, c := range e.List() {
				if _, k := b.findAt(int(e.Seat), c); k >= 0 {
					b.places[e.Seat] = append(b.places[e.Seat], k)
				}
			}
			slices.Sort(b.places[e.Seat])
		}
		if st.Ask.OnBoard() && st.Ask.Effect == plan.DoReplace {
			b.holes = b.holes[:0]
			for k, c := range b.board {
				if slices.Contains(e.List(), c) {
					b.holes = append(b.holes, k)
				}
			}
		}
		for _, c := range e.List() {
			if seat, k := b.findAt(int(e.Seat), c); seat >= 0 {
				if e.Kind == hand.Deadened {
					b.due[seat][one(b.held[seat][k].up)]++ // if another comes for it
				}
				if e.Kind == hand.Discarded && st.Ask != nil && !st.Ask.Back {
					b.gone[seat]++
				}
			}
			if e.Kind == hand.Deadened && e.Seat < 0 {
				b.gap, b.gapOf = 1+slices.Index(b.board, c), e.Note
			}
			b.takeFrom(int(e.Seat), c)
		}
	case hand.TakenAside:
		for _, c := range e.List() {
			b.take(c)
			b.aside = append(b.aside, c)
		}
	case hand.PutBack, hand.StreetAgain: // a long list is told in pieces, the top first
		for _, c := range e.List() {
			b.take(c)
		}
		if !b.mixed {
			b.stub = slices.Concat(b.stub[:len(b.put)], e.List(), b.stub[len(b.put):])
			b.put = append(b.put, e.List()...)
		}
	case hand.CutPack:
		if n := int(e.Amount); !b.mixed {
			b.stub = append(slices.Clone(b.stub[n:]), b.stub[:n]...)
		}
	case hand.TurnedFace, hand.Exposed:
		if e.Kind == hand.TurnedFace {
			b.flips[e.Seat]++
		}
		for _, c := range e.List() {
			if seat, k := b.findAt(int(e.Seat), c); seat >= 0 {
				b.held[seat][k].up = true
			}
		}
	case hand.TookBoard:
		for _, c := range e.List() {
			b.take(c)
			b.held[e.Seat] = append(b.held[e.Seat], heldCard{c, true})
			b.gone[e.Seat]--
		}
	case hand.LaidOn:
		for _, c := range e.List() {
			b.takeFrom(int(e.Seat), c)
			b.board = append(b.board, c)
			b.gone[e.Seat]++
		}
	case hand.PassedOn:
		for _, c := range e.List() {
			if seat, k := b.find(c); seat >= 0 {
				was := b.held[seat][k]
				b.held[seat] = slices.Delete(b.held[seat], k, k+1)
				b.held[e.Other] = append(b.held[e.Other], was)
				b.gone[seat]++
				b.gone[e.Other]--
			}
		}
	case hand.Revived: // in the middle of a round of cards it gets what the others get
		if st := &b.r.plan.Game.Steps[max(0, e.Step)]; st.Kind == plan.Deal && b.steps[e.Step] && !b.gets.Has(int(e.Seat)) {
			b.gets |= betting.Bit(int(e.Seat))
			b.owes(int(e.Seat), st)
		}
	case hand.Misdealt, hand.Redealt:
		b.restart()
	case hand.Reshuffled, hand.BoardTaken, hand.RunBegan:
		b.mixed = true
	}
	return nil
}

// owes notes the cards of a deal step that a seat should get, face down and face up.
func (b *cardBook) owes(seat int, st *plan.Step) {
	up := st.Up.Of(st.Count)
	b.due[seat][0] += st.Count - up
	b.due[seat][1] += up
}

// restart begins another deal, from a deck whose order is not known.
func (b *cardBook) restart() {
	*b = cardBook{r: b.r, mixed: true}
	b.empty()
}

// dealt checks that the cards just reported were the next ones, or lay where a ruling takes its cards from.
func (b *cardBook) dealt() error {
	run := b.run
	b.run = nil
	for i, d := range run {
		at := len(b.held[d.seat])
		if places := b.places[d.seat]; len(places) > 0 && b.r.plan.Game.Steps[max(0, d.step)].Draw.KeepFace {
			at, b.places[d.seat] = min(at, places[0]), places[1:]
		}
		b.held[d.seat] = slices.Insert(b.held[d.seat], at, heldCard{d.card, d.up})
		b.begins(d.step, i)
		if err := b.faced(&d); err != nil {
			return err
		}
	}
	if b.mixed || len(run) == 0 {
		return nil
	}
	b.short(len(run))
	top := len(run)
	for !b.onTop(run[:top]) {
		if top--; top < 0 || !slices.ContainsFunc(b.owed, func(o owedBy) bool { return o.seat == run[top].seat }) {
			return fmt.Errorf("dealt %s, and the stub is %s", listOf(run), cards.Spaced(b.stub))
		}
	}
	b.stub = b.stub[top:]
	for _, d := range run[top:] {
		k := slices.IndexFunc(b.owed, func(o owedBy) bool { return o.seat == d.seat })
		if k < 0 {
			return fmt.Errorf("%s is dealt to seat %d, which is owed no card", d.card, d.seat+1)
		}
		o := b.owed[k]
		b.owed = slices.Delete(b.owed, k, k+1)
		at, n := slices.Index(b.stub, d.card), len(b.stub)
		ok := at == 0
		switch o.from {
		case "middle":
			ok = at == n/2 || o.any
		case "bottom half":
			ok = at >= n/2 || o.any
		case "index":
			ok = at >= 0
		}
		if !ok || at < 0 {
			return fmt.Errorf("seat %d is owed a card from the %s, and %s was the %d. of %d", d.seat+1, o.from, d.card, at+1, n)
		}
		b.stub = slices.Delete(b.stub, at, at+1)
	}
	// What is owed and came from the top is paid.
	for _, d := range run[:top] {
		if k := slices.IndexFunc(b.owed, func(o owedBy) bool { return o.seat == d.seat && (o.from == "" || o.from == "top") }); k >= 0 {
			b.owed = slices.Delete(b.owed, k, k+1)
		}
	}
	return nil
}

// begins enters what each seat gets in a step of the deal, after some cards that have just been dealt too.
func (b *cardBook) begins(step int16, before int) {
	if step < 0 || b.steps[step] {
		return
	}
	b.steps[step] = true
	if st := &b.r.plan.Game.Steps[step]; st.Kind == plan.Deal {
		b.gets = b.r.live
		if !b.mixed {
			b.short(before + b.gets.Len()*st.Count)
		}
		for m := b.r.live; m != 0; m &= m - 1 {
			b.owes(m.First(), st)
		}
	}
}

// faced checks that a card came as one that is due: as the step deals it, or as the one lay that it replaces. Where a ruling has turned
// another card of the seat, one that is due face up comes down.
func (b *cardBook) faced(d *dealtCard) error {
	if b.r.odd || d.step < 0 || slices.ContainsFunc(b.r.plan.Game.Steps, func(s plan.Step) bool { return s.Exposes() }) {
		return nil
	}
	due := &b.due[d.seat]
	switch {
	case due[one(d.up)] > 0:
		due[one(d.up)]--
	case !d.up && due[1] > 0 && b.flips[d.seat] > 0:
		due[1]--
		b.flips[d.seat]--
	case b.r.plan.Game.Steps[d.step].Kind == plan.Deal:
		return fmt.Errorf("%s of seat %d lies face up: %v; still due to it are %d cards face down and %d face up", d.card, d.seat+1, d.up, due[0], due[1])
	}
	return nil
}

// opens checks who opens by showing against a search over all up cards that lie on the table.
func (b *cardBook) opens(e *hand.Event) error {
	st := &b.r.plan.Game.Steps[max(0, e.Step)]
	if e.Seat < 0 || b.r.odd || st.Bet.ForcedOpen != (e.Kind == hand.BroughtIn) || !st.Bet.Open.ByShowing() {
		return nil
	}
	best, who := []int(nil), -1
	for i := range b.r.n {
		seat := (b.r.setup.Button + 1 + i) % b.r.n
		if !b.r.live.Has(seat) || st.Bet.NextHighest && b.r.before(seat, e) == 0 {
			continue
		}
		if worth := showingWorth(&st.Bet, b.held[seat]); worth != nil && (best == nil || slices.Compare(worth, best) > 0) {
			best, who = worth, seat
		}
	}
	if who >= 0 && int(e.Seat) != who && b.r.before(who, e) > 0 {
		return fmt.Errorf("seat %d opens, and by the up cards it is seat %d", e.Seat+1, who+1)
	}
	return nil
}

// showingWorth lists what decides who opens, the most important first, larger for the seat that opens; nil without an up card.
func showingWorth(bet *plan.BetStep, held []heldCard) []int {
	type card struct{ rank, suit, count int }
	var up []card
	order := bet.Suits.Suits()
	for _, h := range held {
		if !h.up || !h.card.Natural() {
			continue
		}
		c := card{rank: int(h.card.Rank()) + 2, suit: int(h.card.Suit())}
		if h.card.Rank() == cards.Ace && bet.AceLow() {
			c.rank = 1
		}
		if bet.Suits != rank.SuitsEqual {
			c.suit = 3 - slices.Index(order[:], h.card.Suit())
		}
		up = append(up, c)
	}
	if len(up) == 0 {
		return nil
	}
	switch bet.Open {
	case plan.BringInLow:
		return []int{-up[0].rank, -up[0].suit * one(bet.Suits != rank.SuitsEqual)}
	case plan.BringInHigh:
		return []int{up[0].rank, up[0].suit * one(bet.Suits != rank.SuitsEqual)}
	}
	for i := range up {
		for _, c := range up {
			up[i].count += one(c.rank == up[i].rank)
		}
	}
	slices.SortFunc(up, func(a, b card) int {
		return slices.Compare([]int{b.count, b.rank, b.suit}, []int{a.count, a.rank, a.suit})
	})
	var counts, ranks, suits []int
	for _, c := range up {
		counts, ranks, suits = append(counts, c.count), append(ranks, c.rank), append(suits, c.suit)
	}
	ranks = append(ranks, make([]int, 8-len(ranks))...) // a seat may have lost cards
	worth := slices.Concat(pattern(counts), ranks)
	if bet.Open == plan.LowShowing {
		for i := range worth {
			worth[i] = -worth[i]
		}
		return worth
	}
	if bet.Suits != rank.SuitsEqual {
		worth = append(worth, suits...)
	}
	return worth
}

// pattern makes the sizes of the groups of equal ranks comparable: four, three and two, three, two pair, a pair, none.
func pattern(counts []int) []int {
	var size [5]int
	for _, n := range counts {
		size[min(n, 4)]++
	}
	return []int{size[4] / 4, size[3] / 3, size[2] / 2}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// counted checks that each hand at the showdown has the number of cards of the game, if no ruling was about its seat.
func (b *cardBook) counted() error {
	if b.common {
		return nil
	}
	want := 0
	for k := range b.r.plan.Game.Steps {
		switch st := &b.r.plan.Game.Steps[k]; st.Kind {
		case plan.Deal:
			if b.steps[int16(k)] {
				want += st.Count
			}
		case plan.When, plan.Jump, plan.InTurn:
			return nil // cards may depend on the road
		default:
			if st.Ask != nil && (st.Draw.More != 0 || st.Chooses()) {
				return nil
			}
		}
	}
	for m := b.r.live; m != 0; m &= m - 1 {
		seat := m.First()
		if is := len(b.held[seat]); is != want-b.gone[seat] && !b.noted[seat] {
			return fmt.Errorf("seat %d has %d cards at the showdown, the game has %d, and no ruling was about it", seat+1, is, want-b.gone[seat])
		}
	}
	return nil
}

// short puts the burn cards under a stub that has too few cards, where the game does so before anything is shuffled.
func (b *cardBook) short(n int) {
	if s := b.r.plan.Game.ShortStub; len(b.stub) < n && s.Common() && !s.Reshuffles() {
		b.stub, b.burns = append(b.stub, b.burns...), nil
	}
}

// onTop reports whether the cards are the top of the stub, in any order.
func (b *cardBook) onTop(run []dealtCard) bool {
	if len(run) > len(b.stub) {
		return false
	}
	top := slices.Clone(b.stub[:len(run)])
	for _, d := range run {
		k := slices.Index(top, d.card)
		if k < 0 {
			return false
		}
		top = slices.Delete(top, k, k+1)
	}
	return true
}

func listOf(run []dealtCard) string {
	var out []cards.Card
	for _, d := range run {
		out = append(out, d.card)
	}
	return cards.Spaced(out)
}

// owedFrom returns where a ruling takes the cards from that it owes, and whether the incident names the place itself.
func owedFrom(n *hand.Note) (from string, named bool) {
	var look func(list []plan.FloorEffect)
	look = func(list []plan.FloorEffect) {
		for i := range list {
			if list[i].Kind == plan.EffectReplace && from == "" {
				from = list[i].From
			}
			look(list[i].Then)
		}
	}
	look(n.Judged.Effects)
	_, named = n.Incident.Number("index")
	return from, named
}

// find returns the place of a card in a hand, -1 if nobody holds it.
func (b *cardBook) find(c cards.Card) (seat, k int) {
	for seat, list := range b.held {
		if k := slices.IndexFunc(list, func(h heldCard) bool { return h.card == c }); k >= 0 {
			return seat, k
		}
	}
	return -1, -1
}

// findAt is like find, but looks at one seat first: a card that was shuffled back may stand in the book of a hand that is out too.
func (b *cardBook) findAt(seat int, c cards.Card) (int, int) {
	if seat >= 0 {
		if k := slices.IndexFunc(b.held[seat], func(h heldCard) bool { return h.card == c || c.IsJoker() && h.card.IsJoker() }); k >= 0 {
			return seat, k
		}
		if k := slices.IndexFunc(b.held[seat], func(h heldCard) bool { return h.card == cards.Unknown }); k >= 0 {
			return seat, k
		}
	}
	return b.find(c)
}

// take removes a card from wherever it lies.
func (b *cardBook) take(c cards.Card) { b.takeFrom(-1, c) }

// takeFrom removes a card from a seat, or from wherever it lies.
func (b *cardBook) takeFrom(seat int, c cards.Card) {
	if seat, k := b.findAt(seat, c); seat >= 0 {
		b.held[seat] = slices.Delete(b.held[seat], k, k+1)
		return
	}
	for _, zone := range []*[]cards.Card{&b.board, &b.aside, &b.next, &b.burns, &b.stub} {
		if k := slices.Index(*zone, c); k >= 0 && (zone != &b.stub || !b.mixed) {
			*zone = slices.Delete(*zone, k, k+1)
			return
		}
	}
	// A shuffled stub gave it to a seat that a ruling was about, if it gave one at all.
	if seat, k := b.findAt(b.about, cards.Unknown); k >= 0 && seat == b.about {
		b.held[seat] = slices.Delete(b.held[seat], k, k+1)
	}
}

// top takes n cards off the stub, of which nobody knows which they are once it has been shuffled.
func (b *cardBook) top(n int) []cards.Card {
	if b.mixed {
		return slices.Repeat([]cards.Card{cards.Unknown}, n)
	}
	n = min(n, len(b.stub))
	out := slices.Clone(b.stub[:n])
	b.stub = b.stub[n:]
	return out
}

func (b *cardBook) burn(cs []cards.Card) error {
	for _, c := range cs {
		b.burns = append(b.burns, c)
		switch {
		case len(b.next) > 0:
			if b.next[0] != c && !b.r.odd {
				return fmt.Errorf("%s is burned, a ruling made %s the next burn card", c, b.next[0])
			}
			b.next = b.next[1:]
		case b.mixed:
		case len(b.stub) == 0 || b.stub[0] != c:
			return fmt.Errorf("%s is burned, and the stub is %s", c, cards.Spaced(b.stub))
		default:
			b.stub = b.stub[1:]
		}
	}
	return nil
}

// toBoard puts cards on the board; after a ruling on a wrong burn they lie where they would lie with the right one.
func (b *cardBook) toBoard(e *hand.Event) error {
	cs, at := e.List(), len(b.board)
	if b.gap > 0 && e.Note == b.gapOf {
		at = min(at, b.gap-1) // more cards may have been taken off it
	}
	b.gap = 0
	if st := &b.r.plan.Game.Steps[max(0, e.Step)]; len(b.holes) > 0 && st.Ask != nil {
		at, b.holes = min(at, b.holes[0]), b.holes[1:]
	}
	if b.mixed {
		b.board = slices.Insert(b.board, at, cs...)
		return nil
	}
	note := b.r.hand.NoteOf(e)
	n := len(b.board)
	if note != nil && note.Incident.Kind == plan.FlopExtra && slices.ContainsFunc(note.Judged.Effects, movesStreet) {
		// The flop and the extra card were mixed, and one of them has become the next burn card. An earlier flop stays, where the board
		// is run more than once.
		pool := append(slices.Clone(b.board), b.aside...)
		for _, c := range cs {
			if !slices.Contains(pool, c) {
				return fmt.Errorf("%s was not one of the cards turned", c)
			}
			b.take(c)
		}
		b.board = append(b.board, cs...)
		return nil
	}
	if note != nil && n >= len(cs) && slices.ContainsFunc(note.Judged.Effects, movesStreet) {
		was := slices.Clone(b.board[n-len(cs):])
		switch in := note.Incident; in.Kind {
		case plan.BurnError:
			if burned, _ := in.Number("burned"); burned == 0 && len(b.burns) > 0 {
				last := len(b.burns) - 1
				all := append([]cards.Card{b.burns[last]}, was...)
				b.burns, was = b.burns[:last], all[:len(cs)]
				b.stub = append([]cards.Card{all[len(cs)]}, b.stub...)
			} else {
				b.burns = append(b.burns, was[0])
				was = append(was[1:], b.top(1)...)
			}
		}
		if slices.Equal(was, cs) {
			copy(b.board[n-len(cs):], cs)
			return nil
		}
	}
	needs := len(cs)
	if st := &b.r.plan.Game.Steps[max(0, e.Step)]; st.Kind == plan.Deal { // a street that is dealt in common, because it is short
		needs = st.Count * b.r.live.Len()
	}
	b.short(needs)
	if top := b.top(len(cs)); !slices.Equal(top, cs) {
		return fmt.Errorf("the board gets %s, and the next cards were %s", cards.Spaced(cs), cards.Spaced(top))
	}
	b.board = slices.Insert(b.board, at, cs...)
	return nil
}

// movesStreet reports whether an effect changes the cards of a street that lies there.
func movesStreet(e plan.FloorEffect) bool {
	return e.Kind == plan.EffectBurnStands || e.Kind == plan.EffectNextBurn && e.From == "drawn"
}

// happened moves the cards to where an incident says they are.
func (b *cardBook) happened(in *plan.Incident) error {
	seat := in.Seat()
	if in.Kind == plan.JokerDealt || in.Kind == plan.JokerFound { // it came instead of the last card that lies face down
		b.mixed = true
		for k := len(b.held[seat]) - 1; k >= 0; k-- {
			if !b.held[seat][k].up {
				b.held[seat][k].card = cards.Joker
				break
			}
		}
	}
	switch in.Kind {
	case plan.PrematureFlop, plan.PrematureTurn, plan.PrematureRiver, plan.PrematureStreet, plan.FlopExtra:
		early := in.Cards()
		if top := b.top(len(early)); !b.mixed && !slices.Equal(top, early) {
			return fmt.Errorf("%s came too soon, and the next cards were %s", cards.Spaced(early), cards.Spaced(top))
		}
		b.aside = append(b.aside, early...)
	case plan.DealtDeadSeat:
		n, ok := in.Number("count")
		if !ok {
			n = int64(max(1, len(in.Cards())))
		}
		for _, c := range b.top(int(n)) {
			b.held[seat] = append(b.held[seat], heldCard{card: c})
		}
	case plan.ExtraStreetCard:
		for _, c := range b.top(1) {
			up := false
			for _, h := range b.held[seat] {
				up = h.up
			}
			b.held[seat] = append(b.held[seat], heldCard{c, up})
		}
	case plan.WrongCount:
		n, _ := in.Number("count")
		for len(b.held[seat]) < int(n) && (b.mixed || len(b.stub) > 0) {
			b.held[seat] = append(b.held[seat], heldCard{card: b.top(1)[0]})
		}
		b.stub = append(b.never(seat, int(n)), b.stub...)
	}
	return nil
}

// never takes back the last cards of a hand that has only n: they were not dealt, and are still due as they lay.
func (b *cardBook) never(seat, n int) (back []cards.Card) {
	if n = max(0, n); n >= len(b.held[seat]) {
		return nil
	}
	if len(b.held[seat]) > hand.MaxHole { // an event of so many cards does not tell in which order they came
		b.mixed = true
	}
	for _, h := range b.held[seat][n:] {
		back = append(back, h.card)
		b.due[seat][one(h.up)]++
	}
	b.held[seat] = b.held[seat][:n]
	return back
}

// end compares the book with the cards of the finished hand.
func (b *cardBook) end() error {
	if err := b.dealt(); err != nil {
		return err
	}
	h := b.r.hand
	if h.Result().Showdown && !b.r.odd {
		if err := b.counted(); err != nil {
			return err
		}
	}
	for m := b.r.live; m != 0 && !b.r.odd; m &= m - 1 {
		for _, c := range b.held[m.First()] {
			if k := slices.Index(h.Hole(m.First()), c.card); k >= 0 && h.IsUp(m.First(), k) != c.up {
				return fmt.Errorf("%s of seat %d was face up: %v, and is now: %v", c.card, m.First()+1, c.up, h.IsUp(m.First(), k))
			}
		}
	}
	if b.mixed {
		return nil
	}
	if stub := h.Stub(); !slices.Equal(stub, b.stub) {
		return fmt.Errorf("the stub is %s, and should be %s", cards.Spaced(stub), cards.Spaced(b.stub))
	}
	if h.Attendance() != hand.Unattended && !slices.Equal(h.Burns(), b.burns) {
		return fmt.Errorf("the burn cards are %s, and should be %s", cards.Spaced(h.Burns()), cards.Spaced(b.burns))
	}
	if !slices.Equal(h.Board(), b.board) {
		return fmt.Errorf("the board is %s, and should be %s", cards.Spaced(h.Board()), cards.Spaced(b.board))
	}
	for m := b.r.live; m != 0; m &= m - 1 {
		seat := m.First()
		var is, should []cards.Card
		is = append(is, h.Hole(seat)...)
		for _, c := range b.held[seat] {
			should = append(should, c.card)
		}
		if !sameSet(is, should) {
			return fmt.Errorf("seat %d holds %s, and should hold %s", seat+1, cards.Spaced(is), cards.Spaced(should))
		}
	}
	return nil
}

func sameSet(a, b []cards.Card) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
