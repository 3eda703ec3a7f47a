package hand

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// What a hand is worth in a part of the showdown: which cards may play, which are wild
// in this hand, and what else qualifies it.

// strength ranks the hand of a seat for a part of the showdown: see
// [plan.ShowdownStep.Part].
func (h *Hand) strength(sd *plan.ShowdownStep, number, seat int) rank.Strength {
	p := sd.Part(number)
	switch {
	case h.plan.Game.Boards != nil:
	case p.Exact():
		return p.Ranking.Exact(h.playing(h.Hole(seat)), h.playing(h.Board()))
	case p.Plain() && int(h.held[seat]+h.onBoard) <= MaxHole+plan.MaxBoard:
		var all [MaxHole + plan.MaxBoard]cards.Card
		n := copy(all[:], h.playing(h.Hole(seat)))
		n += copy(all[n:], h.playing(h.Board()))
		return p.Ranking.Best(all[:n])
	}
	return h.searched(sd, number, seat)
}

// searched is strength of cards that must be looked for.
func (h *Hand) searched(sd *plan.ShowdownStep, number, seat int) rank.Strength {
	var room playing
	_, s := h.best(sd.Part(number), seat, h.spent(sd, number, seat), &room)
	return s
}

// spent is the cards of a seat that a part may not use because the part before it does.
// A part before it may have the same rule, so they are gone through in order.
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

// boards is how many boards there are.
func (h *Hand) boards() int { return max(1, len(h.plan.Game.Boards)) }

// playing is room for the cards that may play.
type playing struct {
	hole  [plan.MostHole]cards.Card
	board [plan.MostBoard]cards.Card
	each  [plan.MaxBoard]cards.Card // cards of several boards
	used  [8]cards.Card
}

// best is the choice of cards that makes the best hand in a part, and what that is
// worth; 0 when it does not qualify. Some cards may not be used.
func (h *Hand) best(p *plan.Part, seat int, not cards.Set, room *playing) (best rank.Choice, top rank.Strength) {
	c := rank.Choice{}
	if p.Ranking.ByEvent() {
		c.Wild = h.wilds(p.Ranking, seat)
	}
	if p.Holding != 0 && !holds(h.Hole(seat), p.Holding) || p.Hands != 0 && h.fouled(seat) >= 0 {
		return c, 0
	}
	hand := bits.Len16(p.Hands)
	if p.Hands&(p.Hands-1) != 0 {
		hand = h.bestHand(p, c, seat, not, room)
	}
	c.Hole = h.ownCards(p, seat, hand, not, room.hole[:0])
	if hand != 0 && len(c.Hole) == 0 { // thrown away
		return c, 0
	}
	return h.bestOf(p, c, room)
}

// bestHand is the hand of a seat, of those that may play and were not thrown away, that
// is the best in a part.
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

// bestOf is best of the cards of a seat that are laid out.
func (h *Hand) bestOf(p *plan.Part, c rank.Choice, room *playing) (best rank.Choice, top rank.Strength) {
	best = c
	uses := p.Use
	if len(uses) == 0 {
		uses = anyUse
	}
	won := 0 // the board of the best hand
	for i := range uses {
		if uses[i].FromEach() {
			c.Use = uses[i].Use
			if s, n := h.fromEach(p, c, &uses[i], top, &room.each); s > top {
				best, top, won = c, s, -n
			}
			continue
		}
		for b := range h.boards() {
			if !h.mayPlay(p, &uses[i], b) {
				continue
			}
			c.Use, c.Board = uses[i].Use, h.boardFor(p, b, room)
			if s := p.Ranking.BestOf(&c); s > top {
				best, top, won = c, s, b
			}
		}
	}
	if p.Floor != nil && top != 0 && top < p.Floor.Least || p.Beats != 0 && !h.beats(p, c.Wild, top, room) {
		return best, 0
	}
	if won < 0 {
		best.Board = room.each[:-won]
	} else {
		best.Board = h.boardFor(p, won, room)
	}
	return best, top
}

// beats reports whether a hand is better than the cards of each board that it must beat.
func (h *Hand) beats(p *plan.Part, wild cards.Set, top rank.Strength, room *playing) bool {
	for m := p.Beats; m != 0; m &= m - 1 {
		on := h.boardCards(bits.TrailingZeros16(m), room)
		if top <= p.Ranking.BestOf(&rank.Choice{Board: on, Wild: wild}) {
			return false
		}
	}
	return true
}

// fromEach looks for the best hand of cards of several boards of which so many of each
// play, better than top: what it is worth, and how many cards of the boards are laid out.
func (h *Hand) fromEach(p *plan.Part, c rank.Choice, u *plan.Use, top rank.Strength, lay *[plan.MaxBoard]cards.Card) (rank.Strength, int) {
	t := eachBoard{h: h, p: p, c: c, use: u, top: top}
	if t.try(0); t.top > top {
		*lay = t.lay
	}
	return t.top, int(u.BoardMost)
}

// An eachBoard goes through the cards of several boards of which so many of each play.
type eachBoard struct {
	h   *Hand
	p   *plan.Part
	c   rank.Choice
	use *plan.Use
	n   int                       // cards that are taken
	row [plan.MaxBoard]cards.Card // they
	lay [plan.MaxBoard]cards.Card // those of the best hand
	top rank.Strength
}

// try takes the cards of the boards from one on. A card that lies on two boards plays
// once.
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
		t.top, t.lay = s, t.row
	}
}

// take takes n more cards of a board, from the k-th on the table on.
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

// fouled is the hand of the game, from 0, that a seat has set apart and that is better
// than the next, where none may be; -1 for none.
func (h *Hand) fouled(seat int) int {
	ask := h.plan.Rising
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

// holds reports whether one of the cards is of one of the ranks.
func holds(cs []cards.Card, ranks uint16) bool {
	for _, c := range cs {
		if c.Natural() && ranks>>c.Rank()&1 != 0 {
			return true
		}
	}
	return false
}

// mayPlay reports whether a part may play a board in one of its ways.
func (h *Hand) mayPlay(p *plan.Part, u *plan.Use, board int) bool {
	on := u.Boards
	if on == 0 {
		on = p.Boards
	}
	return on == 0 || on>>board&1 != 0
}

// boardFor is the cards of a board that play in a part: none of one that must be beaten.
func (h *Hand) boardFor(p *plan.Part, board int, room *playing) []cards.Card {
	if p.Beats>>board&1 != 0 {
		return nil
	}
	return h.boardCards(board, room)
}

// boardCards is the cards of a board that play.
func (h *Hand) boardCards(board int, room *playing) []cards.Card {
	if h.plan.Game.Boards == nil {
		return h.playing(h.Board())
	}
	return h.playing(h.BoardOf(room.board[:0], board))
}

// ownCards is the cards of a seat, or of one of its hands, that may play in a part.
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
	for _, c := range all { // in place, where these are the cards of a hand
		if !not.Has(c) {
			list = append(list, c)
		}
	}
	return list
}

// used adds the cards that make a seat's hand in a part to a list.
func (h *Hand) used(to []cards.Card, sd *plan.ShowdownStep, number, seat int) []cards.Card {
	var room playing
	p := sd.Part(number)
	c, s := h.best(p, seat, h.spent(sd, number, seat), &room)
	if s == 0 {
		return to
	}
	return p.Ranking.UsedOf(to, &c)
}

// suitKey parts equal hands where suits count.
func (h *Hand) suitKey(sd *plan.ShowdownStep, number, seat int) uint32 {
	var room playing
	p := sd.Part(number)
	c, _ := h.best(p, seat, h.spent(sd, number, seat), &room)
	return p.Ranking.SuitKeyOf(&c, p.HighestFirst)
}

// Strength is what the seat's hand is worth in a part of the showdown as the
// cards lie; 0 when it does not qualify or there are too few cards. A game with
// several showdowns is taken to end in the one that the hand has come to, and
// before any in the last that the script names. Where the board is run more than
// once it is that of the first run.
func (h *Hand) Strength(part, seat int) rank.Strength {
	if h.runs < 2 {
		return h.strength(h.Showdown(), part, seat)
	}
	first := h.OnRun(0)
	return first.strength(first.Showdown(), part, seat)
}

// Competes reports whether a seat competes for a part of the showdown: everybody does
// who has not declared for something else.
func (h *Hand) Competes(part, seat int) bool {
	return h.competing(h.Showdown().Part(part), seating.Bit(seat)) != 0
}

// Used is the cards that make the seat's hand in a part of the showdown, as
// [Hand.Strength] has it; none when it does not qualify.
func (h *Hand) Used(part, seat int) []cards.Card { return h.used(nil, h.Showdown(), part, seat) }

// Showdown is the showdown that the hand has come to, and before any the last that the
// script names.
func (h *Hand) Showdown() *plan.ShowdownStep {
	if st := h.Step(); st != nil && st.Kind == plan.Showdown {
		return st.Show
	}
	return h.plan.Game.Steps[len(h.plan.Game.Steps)-1].Show
}

// playing is cards without those that are not of the deck: a joker that nobody has
// found counts for nothing.
func (h *Hand) playing(cs []cards.Card) []cards.Card {
	if h.floor == nil || len(h.floor.foreign) == 0 {
		return cs
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c cards.Card) bool { return slices.Contains(h.floor.foreign, c) })
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

// competing is the seats that compete for a part: all, or those that have declared for it.
func (h *Hand) competing(p *plan.Part, claims seating.Set) seating.Set {
	if len(p.Chosen) == 0 {
		return claims
	}
	in := seating.Set(0)
	for m := claims; m != 0; m &= m - 1 {
		for _, name := range p.Chosen {
			if h.Chose(m.First(), name) {
				in |= seating.Bit(m.First())
			}
		}
	}
	return in
}

// suitKey is a suit's place, higher for the higher, where suits count.
func suitKey(b *plan.BetStep, s cards.Suit) uint64 {
	switch {
	case !b.SuitTie:
		return 0
	case b.SpadesLow:
		return 3 - uint64(s)
	}
	return uint64(s)
}

// showingSuits parts equal showing hands where suits count: the highest suit
// of the rank that stands most often, then of the next, and so on.
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
		return suitKey(bet, a.Suit()) > suitKey(bet, b.Suit())
	}
	for i := 1; i < n; i++ {
		for k := i; k > 0 && before(order[k], order[k-1]); k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	key := uint64(0)
	for _, c := range order[:n] {
		key = key<<2 | suitKey(bet, c.Suit())
	}
	return key
}
