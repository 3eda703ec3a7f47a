package hand

import (
	"cmp"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The strength of a hand in a part of the showdown: which cards may play, which are
// wild in this hand, and what else it needs to qualify.

// strength returns the strength of a seat's hand in a part of the showdown: see
// [plan.ShowdownStep.Part].
func (h *Hand) strength(sd *plan.ShowdownStep, number, seat int) rank.Strength {
	s, _ := h.rated(sd, number, seat)
	return s
}

// rated is strength with the error of a script that chooses the wild cards.
func (h *Hand) rated(sd *plan.ShowdownStep, number, seat int) (rank.Strength, error) {
	p := sd.Part(number)
	switch {
	case h.plan.Game.Boards != nil:
	case p.Exact():
		return p.Ranking.Exact(h.playing(h.Hole(seat)), h.playing(h.Board())), nil
	case p.Plain() && int(h.held[seat]+h.onBoard) <= MaxHole+plan.MaxBoard:
		var all [MaxHole + plan.MaxBoard]cards.Card
		n := copy(all[:], h.playing(h.Hole(seat)))
		n += copy(all[n:], h.playing(h.Board()))
		return p.Ranking.Best(all[:n]), nil
	}
	// Parts that restrict the cards that may play.
	var room playing
	_, s := h.best(sd.Part(number), seat, h.spent(sd, number, seat), &room)
	return s, room.wilds.err
}

// spent returns the cards of a seat that a part may not use because the previous
// part uses them. That part may have the same rule, so the parts are evaluated in
// order.
func (h *Hand) spent(sd *plan.ShowdownStep, number, seat int) (not cards.Set) {
	first := number % plan.MaxParts
	last := first
	if sd.Part(number).From != plan.Unused {
		return 0
	}
	for first > 0 && (first == last || sd.Parts[first].From == plan.Unused) {
		first--
	}
	for k := first; k < last; k++ {
		var room playing
		p := &sd.Parts[k]
		c, s := h.best(p, seat, not, &room)
		if not = 0; s != 0 {
			not = cards.SetOf(p.Ranking.UsedOf(room.used[:0], &c)...)
		}
	}
	return not
}

func (h *Hand) boards() int { return max(1, len(h.plan.Game.Boards)) }

// playing is scratch space for the cards that may play.
type playing struct {
	hole  [plan.MostHole]cards.Card
	board [plan.MostBoard]cards.Card
	each  [plan.MaxBoard]cards.Card // cards of several boards
	used  [8]cards.Card
	wilds wilds
	won   int // the board of the best hand, or minus the number of cards from several boards
	// beaten: hands need not beat the boards of a part that they must beat.
	beaten bool
}

// best returns the cards that make the best hand in a part, and its strength, 0 if
// it does not qualify. It must not use the cards in `not`; room has not been used before.
func (h *Hand) best(p *plan.Part, seat int, not cards.Set, room *playing) (best rank.Choice, top rank.Strength) {
	c := rank.Choice{}
	room.wilds.seat = seat
	if p.Holding != 0 && !holds(h.Hole(seat), p.Holding) || p.Hands != 0 && h.fouled(seat) >= 0 {
		return c, 0
	}
	hand := bits.Len16(p.Hands)
	if p.Hands&(p.Hands-1) != 0 {
		hand = h.bestHand(p, c, seat, not, room)
	}
	c.Hole = h.ownCards(p, seat, hand, not, room.hole[:0])
	if hand != 0 && len(c.Hole) == 0 { // mucked
		return c, 0
	}
	return h.bestOf(p, c, room)
}

// bestHand returns the best of a seat's hands that may play in a part and were not
// mucked.
func (h *Hand) bestHand(p *plan.Part, c rank.Choice, seat int, not cards.Set, room *playing) int {
	best, top := 0, rank.Strength(0)
	for m := p.Hands; m != 0; m &= m - 1 {
		hand := 1 + bits.TrailingZeros16(m)
		if c.Hole = h.ownCards(p, seat, hand, not, room.hole[:0]); len(c.Hole) == 0 {
			continue
		}
		if _, s := h.bestOf(p, c, room); best == 0 || s > top {
			best, top = hand, s
		}
	}
	return max(best, bits.Len16(p.Hands&-p.Hands))
}

// bestOf is best with the seat's own cards already selected.
func (h *Hand) bestOf(p *plan.Part, c rank.Choice, room *playing) (best rank.Choice, top rank.Strength) {
	best = c
	uses := p.Use
	if len(uses) == 0 {
		uses = anyUse
	}
	room.won = 0
	byEvent := p.Ranking.ByEvent()
	for i := range uses {
		if uses[i].FromEach() {
			if byEvent {
				c.Wild = h.wildOn(p.Ranking, h.wildBoards(p, &uses[i], 0), &room.wilds)
			}
			c.Use = uses[i].Use
			if s, n := h.fromEach(p, c, &uses[i], top, &room.each); s > top {
				best, top, room.won = c, s, -n
			}
			continue
		}
		for b := range h.boards() {
			if !h.mayPlay(p, &uses[i], b) {
				continue
			}
			if byEvent {
				c.Wild = h.wildOn(p.Ranking, h.wildBoards(p, &uses[i], b), &room.wilds)
			}
			c.Use, c.Board = uses[i].Use, h.boardFor(p, b, room)
			if s := p.Ranking.BestOf(&c); s > top {
				best, top, room.won = c, s, b
			}
		}
	}
	if p.Floor != nil && top != 0 && top < p.Floor.Least() || p.Beats != 0 && !room.beaten && !h.beats(p, top, room) {
		return best, 0
	}
	if room.won < 0 {
		best.Board = room.each[:-room.won]
	} else {
		best.Board = h.boardFor(p, room.won, room)
	}
	return best, top
}

// beats reports whether a hand beats the cards of each board that it must beat.
func (h *Hand) beats(p *plan.Part, top rank.Strength, room *playing) bool {
	for m := p.Beats; m != 0; m &= m - 1 {
		c := rank.Choice{Board: h.boardCards(bits.TrailingZeros16(m), room)}
		if p.Ranking.ByEvent() {
			c.Wild = h.wildOn(p.Ranking, m&-m, &room.wilds)
		}
		if top <= p.Ranking.BestOf(&c) {
			return false
		}
	}
	return true
}

// fromEach searches for the best hand that uses a fixed number of cards of each of
// several boards and is stronger than top. It returns the strength, and the number
// of board cards in lay.
func (h *Hand) fromEach(p *plan.Part, c rank.Choice, u *plan.Use, top rank.Strength, lay *[plan.MaxBoard]cards.Card) (rank.Strength, int) {
	t := eachBoard{h: h, p: p, c: c, use: u, top: top}
	if t.try(0); t.top > top {
		*lay = t.played
	}
	return t.top, int(u.BoardMost)
}

// An eachBoard enumerates the combinations of a fixed number of cards from each of
// several boards.
type eachBoard struct {
	h      *Hand
	p      *plan.Part
	c      rank.Choice
	use    *plan.Use
	n      int                       // number of cards taken
	row    [plan.MaxBoard]cards.Card // the cards taken
	played [plan.MaxBoard]cards.Card // the cards of the best hand
	top    rank.Strength
}

// try takes the cards of the boards from an index on. A card that lies on two
// boards plays once.
func (t *eachBoard) try(board int) {
	for board < plan.MaxBoards && t.use.Of[board] == 0 {
		board++
	}
	if board < plan.MaxBoards {
		t.take(board, 0, int(t.use.Of[board]))
		return
	}
	c := t.c
	c.Board = t.h.playing(t.row[:t.n])
	if s := t.p.Ranking.BestOf(&c); s > t.top {
		t.top, t.played = s, t.row
	}
}

// take takes n more cards of a board, from the k-th board card on.
func (t *eachBoard) take(board, k, n int) {
	if n == 0 {
		t.try(board + 1)
		return
	}
	for ; k < int(t.h.onBoard); k++ {
		c := t.h.board[k]
		if t.h.boardOn[k]>>board&1 == 0 || slices.Contains(t.row[:t.n], c) {
			continue
		}
		t.row[t.n] = c
		t.n++
		t.take(board, k+1, n-1)
		t.n--
	}
}

var anyUse = []plan.Use{{}}

// fouled returns the hand, from 0, that a seat has set apart and that is better
// than the next although the game forbids that; -1 if there is none.
func (h *Hand) fouled(seat int) int {
	ask := h.plan.InAscendingOrder
	if ask == nil {
		return -1
	}
	var room [plan.MostHole]cards.Card
	before, worth := -1, rank.Strength(0)
	for _, group := range ask.Groups {
		s := ask.Ascending.Best(h.playing(h.HandOf(room[:0], seat, int(group))))
		if s < worth {
			return before
		}
		before, worth = int(group)-1, s
	}
	return -1
}

// holds reports whether one of the cards has one of the ranks.
func holds(cs []cards.Card, ranks uint16) bool {
	for _, c := range cs {
		if c.Natural() && ranks>>c.Rank()&1 != 0 {
			return true
		}
	}
	return false
}

// mayPlay reports whether a part may play a board with one of its alternatives.
func (h *Hand) mayPlay(p *plan.Part, u *plan.Use, board int) bool {
	on := u.Boards
	if on == 0 {
		on = p.Boards
	}
	return on == 0 || on>>board&1 != 0
}

// playsFrom reports whether cards of a board can be among those of a hand that a part
// makes with one of its alternatives and that board alone.
func playsFrom(p *plan.Part, u *plan.Use, board int) bool {
	return p.Beats>>board&1 == 0 && (u.Any() || u.BoardMost > 0)
}

// boardFor returns the cards of a board that play in a part; none for a board that
// the hand must beat.
func (h *Hand) boardFor(p *plan.Part, board int, room *playing) []cards.Card {
	if p.Beats>>board&1 != 0 {
		return nil
	}
	return h.boardCards(board, room)
}

// boardCards returns the cards of a board that play.
func (h *Hand) boardCards(board int, room *playing) []cards.Card {
	if h.plan.Game.Boards == nil {
		return h.playing(h.Board())
	}
	return h.playing(h.BoardOf(room.board[:0], board))
}

// ownCards returns the cards of a seat, or of one of its hands, that may play in a
// part.
func (h *Hand) ownCards(p *plan.Part, seat, hand int, not cards.Set, list []cards.Card) []cards.Card {
	all := h.playing(h.Hole(seat))
	if hand != 0 {
		all = h.playing(h.HandOf(list, seat, hand))
	}
	switch p.From {
	case plan.AllCards:
		return all
	case plan.DownCards, plan.UpCards:
		for k, c := range h.Hole(seat) {
			if h.IsUp(seat, k) != (p.From == plan.UpCards) {
				not = not.With(c)
			}
		}
	}
	for _, c := range all { // in place if these are the cards of a hand
		if !not.Has(c) {
			list = append(list, c)
		}
	}
	return list
}

// used appends the cards that make a seat's hand in a part to a list.
func (h *Hand) used(to []cards.Card, sd *plan.ShowdownStep, number, seat int) []cards.Card {
	var room playing
	p := sd.Part(number)
	c, s := h.best(p, seat, h.spent(sd, number, seat), &room)
	if s == 0 {
		return to
	}
	return p.Ranking.UsedOf(to, &c)
}

// suitKey returns a key that breaks ties by suit.
func (h *Hand) suitKey(sd *plan.ShowdownStep, number, seat int) uint32 {
	var room playing
	p := sd.Part(number)
	c, _ := h.best(p, seat, h.spent(sd, number, seat), &room)
	return p.Ranking.SuitKeyOf(&c, p.HighestFirst)
}

// Strength returns the strength of the seat's hand in a part of the showdown with
// the present cards; 0 if it does not qualify or has too few cards. In a game with
// several showdowns it uses the one that the hand has reached, and before that the
// last one of the script. If the board is run more than once, it uses the first
// run.
func (h *Hand) Strength(part, seat int) rank.Strength {
	if h.runs < 2 {
		return h.strength(h.Showdown(), part, seat)
	}
	first := h.OnRun(0)
	return first.strength(first.Showdown(), part, seat)
}

// Unqualified returns the strength that a seat's hand has in a part of the showdown if
// every hand qualifies.
func (h *Hand) Unqualified(part, seat int) rank.Strength {
	if h.runs > 1 {
		first := h.OnRun(0)
		return first.Unqualified(part, seat)
	}
	sd := h.Showdown()
	p := *sd.Part(part)
	p.Floor, p.Holding = nil, 0
	room := playing{beaten: true} // the boards to beat still do not play
	_, s := h.best(&p, seat, h.spent(sd, part, seat), &room)
	return s
}

// WildIn returns the cards that the hand has made wild for a seat in a part of the showdown, in addition to those that always are: where
// that depends on the boards, those of the boards with which the seat's hand is best.
func (h *Hand) WildIn(part, seat int) cards.Set {
	var room playing
	sd := h.Showdown()
	c, _ := h.best(sd.Part(part), seat, h.spent(sd, part, seat), &room)
	return c.Wild
}

// Competes reports whether a seat competes for a part of the showdown: it does
// unless it has declared for something else.
func (h *Hand) Competes(part, seat int) bool {
	return h.competing(h.Showdown().Part(part), betting.Bit(seat)) != 0
}

// Used returns the cards that make the seat's hand in a part of the showdown, as in
// [Hand.Strength]; none if it does not qualify.
func (h *Hand) Used(part, seat int) []cards.Card { return h.used(nil, h.Showdown(), part, seat) }

// A Play is how a seat's hand in a part of the showdown is made.
type Play struct {
	// Board is the board that it plays, if it uses cards of it and might have played
	// another board: an index of [plan.Game.Boards]; otherwise -1.
	Board int
	// Wild are the cards that are wild in it and not in every hand.
	Wild cards.Set
}

// PlayOf returns how a seat's hand in a part of the showdown is made, as in
// [Hand.Strength].
func (h *Hand) PlayOf(part, seat int) Play {
	if h.runs > 1 {
		first := h.OnRun(0)
		return first.PlayOf(part, seat)
	}
	sd := h.Showdown()
	p := sd.Part(part)
	var room playing
	c, s := h.best(p, seat, h.spent(sd, part, seat), &room)
	out := Play{Board: -1, Wild: c.Wild}
	if s == 0 || room.won < 0 || !h.choosesBoard(p) {
		return out
	}
	for _, card := range p.Ranking.UsedOf(room.used[:0], &c) {
		if slices.Contains(c.Board, card) {
			out.Board = room.won
		}
	}
	return out
}

// choosesBoard reports whether a part may be played with more than one board.
func (h *Hand) choosesBoard(p *plan.Part) bool {
	uses, on := p.Use, uint16(0)
	if len(uses) == 0 {
		uses = anyUse
	}
	for i := range uses {
		for b := range h.boards() {
			if !uses[i].FromEach() && playsFrom(p, &uses[i], b) && h.mayPlay(p, &uses[i], b) {
				on |= 1 << b
			}
		}
	}
	return on&(on-1) != 0
}

// Showdown returns the showdown that the hand has reached, before that the next one on
// its way if no condition holds any more, otherwise the last one of the script.
func (h *Hand) Showdown() *plan.ShowdownStep { return showdownFrom(h.plan.Game, int(h.pc)) }

// showdownFrom returns the showdown of a hand that has reached a step.
func showdownFrom(g *plan.Game, at int) *plan.ShowdownStep {
	steps := g.Steps
	for _, st := range g.Road(at) {
		if st.Show != nil {
			return st.Show
		}
	}
	for i := len(steps) - 1; i >= 0; i-- { // a game may end with another step, such as a pot that is carried over
		if steps[i].Show != nil {
			return steps[i].Show
		}
	}
	return nil
}

// known reports whether every card of a seat is known.
func (h *Hand) known(seat int) bool {
	for _, c := range h.Hole(seat) {
		if !c.Known() {
			return false
		}
	}
	return true
}

// competing returns the seats that compete for a part: all, or those that have
// declared for it.
func (h *Hand) competing(p *plan.Part, claims betting.Set) betting.Set {
	if len(p.Chosen) == 0 {
		return claims
	}
	in := betting.Set(0)
	for m := claims; m != 0; m &= m - 1 {
		for _, name := range p.Chosen {
			if h.Chose(m.First(), name) {
				in |= betting.Bit(m.First())
			}
		}
	}
	return in
}

// showingSuits returns a key that breaks ties between equal showing hands by suit:
// the highest suit of the most frequent rank, then of the next rank, and so on.
func showingSuits(bet *plan.BetStep, up []cards.Card) uint64 {
	var count [13]uint8
	for _, c := range up {
		count[c.Rank()]++
	}
	up = up[:min(len(up), MaxHole)] // a key has no room for more
	var order [MaxHole]cards.Card
	n := copy(order[:], up)
	before := func(a, b cards.Card) bool {
		ca, cb := count[a.Rank()], count[b.Rank()]
		if ca != cb || a.Rank() != b.Rank() {
			return ca > cb || ca == cb && a > b
		}
		return bet.Suits.Place(a.Suit()) > bet.Suits.Place(b.Suit())
	}
	for i := 1; i < n; i++ {
		for k := i; k > 0 && before(order[k], order[k-1]); k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	key := uint64(0)
	for _, c := range order[:n] {
		key = key<<2 | uint64(bet.Suits.Place(c.Suit()))
	}
	return key
}

// noteUp records that a card was turned up, for rankings whose wild cards depend on it.
func (h *Hand) noteUp(seat int, c cards.Card) {
	if !h.plan.Follows {
		return
	}
	if int(h.nAllUp) == len(h.allUp) {
		copy(h.allUp[:], h.allUp[1:])
		h.nAllUp--
	}
	h.allUp[h.nAllUp] = rank.UpCard{Card: c, Seat: int8(seat)}
	h.nAllUp++
}

// turnedAfter returns the rank of the card that was turned up after the last card of a rank. After several of the rank
// in a row it is that rank, until another follows.
func (h *Hand) turnedAfter(r cards.Rank) (after cards.Rank, ok bool) {
	is := func(k int) bool {
		c := h.allUp[k].Card
		return c.Natural() && c.Rank() == r
	}
	for k := int(h.nAllUp) - 1; k >= 0; k-- {
		switch {
		case !is(k):
		case k+1 < int(h.nAllUp) && h.allUp[k+1].Card.Natural():
			return h.allUp[k+1].Card.Rank(), true
		default:
			return r, k > 0 && is(k-1)
		}
	}
	return 0, false
}

// wilds remembers the cards that are wild for a seat in a part, in addition to those that
// always are, by the boards that they depend on.
type wilds struct {
	seat  int
	fixed bool // they depend on no board
	n     int
	err   error // the first error of a script that was asked
	on    [plan.MaxBoards + 1]uint16
	wild  [plan.MaxBoards + 1]cards.Set
}

// wildOn returns the cards that are wild where some boards play.
func (h *Hand) wildOn(r *rank.Ranking, on uint16, w *wilds) (wild cards.Set) {
	if w.fixed {
		return w.wild[0]
	}
	for k := range w.n {
		if w.on[k] == on {
			return w.wild[k]
		}
	}
	fixed := true
	events := r.Events()
	for i := range events {
		more, byBoard, err := h.wildBy(&events[i], w.seat, on)
		if wild, fixed = wild|more, fixed && !byBoard; w.err == nil {
			w.err = err
		}
	}
	if w.n < len(w.on) {
		w.on[w.n], w.wild[w.n] = on, wild
		w.fixed = fixed && w.n == 0
		w.n++
	}
	return wild
}

// wildBoards returns the boards whose cards are wild when a part is played in one of its ways
// with a board: those that play, and where none does all that the part names, without
// those that must be beaten if there are others.
func (h *Hand) wildBoards(p *plan.Part, u *plan.Use, board int) (on uint16) {
	all := uint16(1)<<h.boards() - 1
	switch {
	case h.plan.Game.Boards == nil:
		return all
	case u.FromEach():
		for k, n := range u.Of {
			if n > 0 {
				on |= 1 << k
			}
		}
		return on
	case playsFrom(p, u, board):
		return 1 << board
	}
	all = cmp.Or(u.Boards, p.Boards, all)
	if on = all &^ p.Beats; on == 0 {
		return all
	}
	return on
}

// wildBy returns the cards that an event makes wild for a seat where some boards play, and
// whether it depends on which those are.
func (h *Hand) wildBy(e *rank.Event, seat int, on uint16) (wild cards.Set, byBoard bool, err error) {
	var room [plan.MostBoard]cards.Card
	var among []cards.Card
	switch e.Kind {
	case rank.FollowsUp:
		if next, ok := h.turnedAfter(e.Rank); ok {
			wild = rank.OfRank(next)
		}
		return wild, false, nil
	case rank.ByScript:
		return h.wildByScript(e.Asked, seat, on)
	case rank.LastBoard, rank.OnBoard, rank.LowestBoard:
		if byBoard = e.Board == ""; !byBoard {
			on = 1 << slices.Index(h.plan.Game.Boards, e.Board)
		}
		among = h.cardsOn(room[:0], on)
	case rank.LowestHole:
		among = h.Hole(seat)
	case rank.LowestDown:
		among = room[:0]
		for k, c := range h.Hole(seat) {
			if !h.IsUp(seat, k) {
				among = append(among, c)
			}
		}
	}
	return e.Of(among), byBoard, nil
}

// wildByScript returns what a script makes wild for a seat where some boards play, and
// whether it looked at those boards.
func (h *Hand) wildByScript(a rank.Asker, seat int, on uint16) (wild cards.Set, byBoard bool, err error) {
	in := rank.InPlay{Own: h.Hole(seat), Up: h.up[seat], AllUp: h.allUp[:h.nAllUp:h.nAllUp], Board: h.cardsOn(nil, on), Names: h.plan.Game.Boards}
	for k := range in.Names {
		in.Boards = append(in.Boards, h.BoardOf(nil, k))
	}
	return a.WildCards(&in)
}
