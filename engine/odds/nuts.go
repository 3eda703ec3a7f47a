package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Nuts are the best possible hands on a board, for a part of the pot.
type Nuts struct {
	Hole  int // number of hole cards
	Hands int64
	// All is the number of possible hands of each hand of the question.
	All  []int64
	Best []Holding // best first
}

// Holding is a hand on a board, and the hole cards that make it.
type Holding struct {
	Strength rank.Strength
	// Hands is the number of hands that make this and nothing better.
	Hands int64
	// With are the hole cards that it takes: each set makes it with the board,
	// and no proper subset does.
	With []cards.Set
	// Cards are the cards that play, most significant first, with the first set
	// of With.
	Cards []cards.Card
	// By is how often each hand of the question is this holding.
	By []Held
}

// Held is how often a hand of the question is a holding.
type Held struct {
	Combos int64   // number of hands of the range
	Part   float64 // fraction of the range, by weight
}

// maxNuts limits the number of hands checked for the nuts.
const maxNuts = 30_000_000

// Nuts finds the best hands with the given number of hole cards on the current
// board, up to top of different strength for each part of the pot, and how
// often each hand of the question is one of them. It considers each hand
// separately: cards of one hand are possible for the others too, unless they
// are known. Suits do not break ties here, even if the game does so.
func (q *Question) Nuts(ctx context.Context, hole, top int) ([]Nuts, error) {
	if _, err := q.seen(); err != nil {
		return nil, err
	}
	if q.Second != nil {
		return nil, errors.New("the nuts can be listed for one board, not two")
	}
	board := known(q.Board)
	if len(board) < len(q.Board) {
		return nil, errors.New("the board has an unknown card")
	}
	gone := q.Dead | cards.SetOf(board...)
	var out []Nuts
	for i := range q.Show.Parts {
		p := &q.Show.Parts[i]
		onBoard := 1
		switch {
		case p.Exact():
			onBoard = 3
		case !p.Plain():
			return nil, fmt.Errorf("the nuts can be listed where any cards play, or exactly two hole cards and three of the board; here %s", p.Use[0].CardsThatPlay())
		}
		if least := max(onBoard, p.Ranking.Size()-hole); len(board) < least {
			return nil, fmt.Errorf("the nuts need a board of %d cards or more, but it has %d", least, len(board))
		}
		n := &nuts{ctx: ctx, part: p, board: board, live: (q.Deck.Set() &^ gone).Cards(), hole: hole}
		one, err := n.find(top)
		if err != nil {
			return nil, err
		}
		for k := range q.Hands {
			all, err := q.heldBy(n, k, gone, one.Best)
			if err != nil {
				return nil, err
			}
			one.All = append(one.All, all)
		}
		out = append(out, one)
	}
	return out, nil
}

// nuts searches for the best hands in a part of the pot.
type nuts struct {
	ctx   context.Context
	part  *plan.Part
	board []cards.Card
	live  []cards.Card // cards that can be in a hand
	hole  int
	pairs [][54]rank.Strength // for games that use exactly two hole cards: the strength of each pair
	seen  int64
}

// find finds the best hands.
func (n *nuts) find(top int) (Nuts, error) {
	out := Nuts{Hole: n.hole}
	if hands := ways(len(n.live), n.hole); hands > maxNuts {
		return out, fmt.Errorf("%.3g hands of %d cards are too many to check", hands, n.hole)
	}
	if n.part.Exact() {
		n.pairs = make([][54]rank.Strength, 54)
		for i, a := range n.live {
			for _, b := range n.live[:i] {
				s := n.part.Ranking.Exact([]cards.Card{a, b}, n.board)
				n.pairs[a][b], n.pairs[b][a] = s, s
			}
		}
	}
	counts := make([]int64, n.part.Ranking.Count()+1)
	err := n.each(n.hole, func(_ []cards.Card, s rank.Strength) {
		counts[s]++
		out.Hands++
	})
	if err != nil {
		return out, err
	}
	place := map[rank.Strength]int{}
	for s := len(counts) - 1; s > 0 && len(out.Best) < top; s-- {
		if counts[s] > 0 {
			place[rank.Strength(s)] = len(out.Best)
			out.Best = append(out.Best, Holding{Strength: rank.Strength(s), Hands: counts[s]})
		}
	}
	from, to := 0, n.hole
	if n.part.Exact() {
		from, to = 2, 2
	}
	for size := max(from, n.part.Ranking.Size()-len(n.board)); size <= to; size++ {
		err := n.each(size, func(hole []cards.Card, s rank.Strength) {
			at, ok := place[s]
			if !ok {
				return
			}
			h, set := &out.Best[at], cards.SetOf(hole...)
			if !slices.ContainsFunc(h.With, func(less cards.Set) bool { return less&^set == 0 }) {
				h.With = append(h.With, set)
			}
		})
		if err != nil {
			return out, err
		}
	}
	for i := range out.Best {
		out.Best[i].Cards = n.part.Used(nil, out.Best[i].With[0].Cards(), n.board)
	}
	return out, nil
}

// each calls f with every choice of live cards of a size and its strength with
// the board.
func (n *nuts) each(size int, f func([]cards.Card, rank.Strength)) error {
	hand := make([]cards.Card, 0, size+len(n.board))
	var choose func(from int, best rank.Strength) error
	choose = func(from int, best rank.Strength) error {
		if len(hand) == size {
			if n.pairs == nil {
				best = n.part.Ranking.Best(append(hand, n.board...))
			}
			f(hand, best)
			if n.seen++; n.seen&0xffff == 0 {
				return pause.Err(n.ctx)
			}
			return nil
		}
		for i := from; i < len(n.live); i++ {
			c, now := n.live[i], best
			if n.pairs != nil {
				for _, d := range hand {
					now = max(now, n.pairs[c][d])
				}
			}
			hand = append(hand, c)
			if err := choose(i+1, now); err != nil {
				return err
			}
			hand = hand[:len(hand)-1]
		}
		return nil
	}
	return choose(0, 0)
}

// strength returns the strength of a hand with the board.
func (n *nuts) strength(hand []cards.Card) (best rank.Strength) {
	if n.pairs == nil {
		return n.part.Ranking.Best(slices.Concat(hand, n.board))
	}
	for i, c := range hand {
		for _, d := range hand[:i] {
			best = max(best, n.pairs[c][d])
		}
	}
	return best
}

// heldBy adds how often the k-th hand of the question is one of the holdings,
// and returns its number of possible hands. Cards known to be in other hands
// are excluded.
func (q *Question) heldBy(n *nuts, k int, gone cards.Set, best []Holding) (int64, error) {
	for i, h := range q.Hands {
		if i != k {
			gone |= cards.SetOf(known(h.Cards)...)
		}
	}
	b := &bearer{nuts: n, k: k, best: best, place: map[rank.Strength]int{}}
	for i := range best {
		best[i].By = append(best[i].By, Held{})
		b.place[best[i].Strength] = i
	}
	options := []cards.Held{{Cards: cards.SetOf(known(q.Hands[k].Cards)...), Weight: 1}}
	if r := q.Hands[k].Range; r != nil {
		options = r.Hands
	}
	deck := q.Deck.Set()
	for _, o := range options {
		if o.Cards&(gone|^deck) != 0 {
			continue
		}
		b.weight, b.hand = o.Weight, o.Cards.Cards()
		if err := b.fill((deck &^ (gone | o.Cards)).Cards()); err != nil {
			return 0, err
		}
	}
	if b.all == 0 {
		return 0, fmt.Errorf("hand %d: every hand in its range has a card that is already in use", k+1)
	}
	for i := range best {
		best[i].By[k].Part /= b.total
	}
	return b.all, nil
}

// bearer counts how often a hand of the question is one of the holdings.
type bearer struct {
	*nuts
	k      int
	best   []Holding
	place  map[rank.Strength]int // index in best
	hand   []cards.Card
	weight float64 // of the hand
	all    int64
	total  float64 // of all weights
}

// fill completes the hand with live cards in all ways.
func (b *bearer) fill(live []cards.Card) error {
	if len(b.hand) == b.hole {
		b.total += b.weight
		if at, ok := b.place[b.strength(b.hand)]; ok {
			by := &b.best[at].By[b.k]
			by.Combos++
			by.Part += b.weight
		}
		if b.all++; b.all > maxNuts {
			return fmt.Errorf("hand %d: more than %d hands are too many to check", b.k+1, maxNuts)
		} else if b.all&0xffff == 0 {
			return pause.Err(b.ctx)
		}
		return nil
	}
	for i, c := range live {
		b.hand = append(b.hand, c)
		if err := b.fill(live[i+1:]); err != nil {
			return err
		}
		b.hand = b.hand[:len(b.hand)-1]
	}
	return nil
}
