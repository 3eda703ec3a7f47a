package solve

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Games of points with the composition of the decks: a card has the probability that the cards which the player has seen leave it.
//
// A hand made by a split is played by its own cards, the banker's, and what is certain of the other hands: the card that was split, how
// often it has come again, and that second cards which were not split are others. The cards that other hands have drawn do not count.
// For a player who plays so, the average is exact: the cards in the stub come in no order, so what a hand draws is as likely as if the
// others had not drawn before it.

// shoe counts the decks of such a game.
type shoe struct {
	x     *draws
	paid  []int  // by class: the first class that is always paid alike
	like  []byte // by face: the first face of the same worth
	runs  map[restAs][]run
	known map[string]float64 // the wins of hands that are finished
	weights
}

// run is a way in which the banker's hand ends: the cards that it gets after those in sight, in any order.
type run struct {
	drawn []drawn
	n     int
	class int
	ways  float64 // number of orders in which they can come
}

// most is more than the number of cards that the banker can get.
const most = hand.MaxCards + 1

// weights are numbers of ways to draw k cards of what is left: of each worth, of those that are not of a face that was split, in parts of
// what it was before the other hands got their second cards, and 1 divided by that of all.
type weights struct {
	table       [][most]float64
	unlike, all [most]float64
}

// drawn is a number of cards of one worth.
type drawn struct{ face, k int8 }

// errAlike is the error for a banker that does not treat faces of the same worth alike.
var errAlike = unshaped(errDrawShape, "the banker does not treat cards of the same worth alike")

func newShoe(x *draws) *shoe {
	s := &shoe{x: x}
	for a := range x.pays {
		s.paid = append(s.paid, slices.IndexFunc(x.pays[:a+1], func(row []float64) bool {
			b := slices.IndexFunc(x.pays, func(r []float64) bool { return &r[0] == &row[0] })
			return slices.Equal(row, x.pays[a]) && !slices.ContainsFunc(x.pays, func(r []float64) bool { return r[a] != r[b] })
		}))
	}
	for f := range x.faces {
		g := slices.IndexFunc(s.like, func(g byte) bool { return s.worthAlike(f, int(g)) })
		if g < 0 {
			s.like = append(s.like, byte(f))
		} else {
			s.like = append(s.like, s.like[g])
		}
	}
	s.clear()
	return s
}

func (s *shoe) clear() { s.runs, s.known = map[restAs][]run{}, map[string]float64{} }

// apart treats all faces as different.
func (s *shoe) apart() {
	for f := range s.like {
		s.like[f] = byte(f)
	}
	s.clear()
}

// worthAlike reports whether two faces have the same worth, also together with up to two other cards.
func (s *shoe) worthAlike(f, g int) bool {
	x := s.x
	class := func(list ...int) int {
		held := make([]cards.Card, len(list))
		for i, face := range list {
			held[i] = x.faces[face]
		}
		return s.paid[x.points.Class(x.points.Of(held))]
	}
	for a := range x.faces {
		for b := range x.faces {
			if class(f, a, b) != class(g, a, b) {
				return false
			}
		}
		if class(f, a) != class(g, a) {
			return false
		}
	}
	return class(f) == class(g)
}

// first returns a hand with the first face of each worth.
func (s *shoe) first(hand string) string {
	out := make([]byte, len(hand))
	for i := range out {
		out[i] = s.like[hand[i]]
	}
	slices.Sort(out)
	return string(out)
}

// others returns the hand with other faces of the same worth.
func (s *shoe) others(hand string) (out []string) {
	for n := range s.x.faces {
		other := ""
		for _, f := range []byte(hand) {
			var same []byte
			for g := range s.like {
				if s.like[g] == s.like[f] {
					same = append(same, byte(g))
				}
			}
			other = with(other, int(same[n%len(same)]))
		}
		if other != hand && !slices.Contains(out, other) {
			out = append(out, other)
		}
	}
	return out
}

// splits reports whether players may split hands.
func (x *draws) splits() bool {
	return x.choices >= 0 && slices.ContainsFunc(x.bound.Game.Steps[x.choices].Ask.Offers, func(o plan.Offer) bool { return splits(o.Effects) != nil })
}

// twins returns what the first of two hands made by a split knows of the other.
func (x *draws) twins(face byte) family {
	if x.shoe == nil {
		return family{}
	}
	return family{face: face + 1, alike: 1}
}

// odds returns the probability of each face as the next card, after those of the banker and of a hand.
func (x *draws) odds(bank, own string, f family) []float64 {
	if x.shoe == nil {
		return x.chance
	}
	out, total := make([]float64, len(x.counts)), float64(x.packs-len(bank)-len(own)-int(f.alike))
	for face, n := range x.counts {
		out[face] = float64(n - strings.Count(bank, string([]byte{byte(face)})) - strings.Count(own, string([]byte{byte(face)})))
	}
	if f.face == 0 {
		for face := range out {
			out[face] /= total
		}
		return out
	}
	p := int(f.face) - 1
	out[p] -= float64(f.alike)
	alike, left := out[p], total-float64(f.unlike)
	for face := range out {
		if face == p {
			out[face] /= left
		} else {
			out[face] *= (left - alike) / left / (total - alike)
		}
	}
	return out
}

// wins returns the win of one unit of a hand whose player has no further choice, from a step on.
func (s *shoe) wins(x *round, h *ownHand, pc int) (float64, error) {
	bank, own, class := s.first(x.bank), s.first(h.cards), s.paid[x.classOf(h)]
	key := string([]byte{byte(pc), byte(x.down), byte(class), byte(class >> 8), h.face, h.alike, h.unlike, byte(len(bank))}) + bank + own
	if won, ok := s.known[key]; ok {
		return won, nil
	}
	at := restAs{pc, x.down, bank, ""}
	runs, ok := s.runs[at]
	if !ok {
		ends := map[string]float64{}
		if err := s.follow(pc, bank, x.down, 1, ends); err != nil {
			return 0, err
		}
		for end, ways := range ends {
			r := run{n: len(end) - len(bank), class: s.x.points.Class(s.x.points.Of(s.x.cardsOf(end))), ways: ways}
			for f := range s.like {
				k := strings.Count(end, string([]byte{byte(f)})) - strings.Count(bank, string([]byte{byte(f)}))
				if k > 0 {
					r.drawn = append(r.drawn, drawn{int8(f), int8(k)})
				}
			}
			runs = append(runs, r)
		}
		slices.SortFunc(runs, func(a, b run) int {
			return slices.CompareFunc(a.drawn, b.drawn, func(a, b drawn) int { return cmp.Or(int(a.face)-int(b.face), int(a.k)-int(b.k)) })
		})
		s.runs[at] = runs
	}
	left := make([]int, len(s.like)) // cards of each worth
	total := 0
	for f, n := range s.x.counts {
		left[s.like[f]] += n
		total += n
	}
	for _, f := range []byte(bank + own) {
		left[f]--
		total--
	}
	split, alike := -1, 0
	if h.face > 0 {
		split = int(s.like[h.face-1])
		left[split] -= int(h.alike)
		total -= int(h.alike)
		alike = s.x.counts[h.face-1] - int(h.alike) - strings.Count(x.bank+h.cards, string([]byte{h.face - 1}))
	}
	w := &s.weights
	w.table = slices.Grow(w.table[:0], len(left))[:len(left)]
	for f, n := range left {
		if f == split && h.unlike > 0 {
			n = alike
		}
		for k, p := 0, 1.0; k < most; k++ {
			w.table[f][k] = p
			p *= float64(max(0, n-k))
		}
	}
	unlike := int(h.unlike)
	for k := range most {
		w.unlike[k] = falling(total-alike-unlike, k) / max(1, falling(total-alike, k))
		w.all[k] = 1 / max(1, falling(total-unlike, k))
	}
	sum, mixed := 0.0, unlike > 0 && left[split] > alike
	for i := range runs {
		r := &runs[i]
		pays := s.x.pays[r.class][class]
		if pays == 0 {
			continue
		}
		p, k := r.ways*w.all[r.n], 0
		for _, d := range r.drawn {
			if int(d.face) != split || unlike == 0 {
				p *= w.table[d.face][d.k]
				continue
			}
			k = int(d.k)
		}
		switch {
		case mixed: // j of these k are of the face, the others have its worth
			q := 0.0
			for j := range k + 1 {
				q += float64(choose(k, j) * w.table[split][j] * falling(left[split]-alike, k-j) * w.unlike[r.n-j])
			}
			p *= q
		case unlike > 0:
			p *= w.table[split][k] * w.unlike[r.n-k]
		}
		sum += float64(p * pays)
	}
	s.known[key] = sum
	return sum, nil
}

// falling returns n (n-1) … with k factors.
func falling(n, k int) float64 {
	p := 1.0
	for i := range k {
		p *= float64(max(0, n-i))
	}
	return p
}

// follow follows the banker's part of the round for every order of the cards that it gets, and counts the orders by the hand that they
// make.
func (s *shoe) follow(pc int, bank string, down int, ways float64, to map[string]float64) error {
	st := &s.x.bound.Game.Steps[pc]
	each := func(pc, down int) error {
		for f, first := range s.like {
			if f == int(first) {
				if err := s.follow(pc, with(bank, f), down, ways, to); err != nil {
					return err
				}
			}
		}
		return nil
	}
	banks := st.TurnsUp() || st.To == plan.Banker && (st.DealsTo(plan.ZoneHand) || st.Plays() && st.Ask.Allowed != nil)
	switch {
	case (banks && !st.DealsTo(plan.ZoneHand) || st.Settle != nil) && down > 0:
		return each(pc, down-1)
	case st.Unseen() || banks && st.TurnsUp():
		return s.follow(pc+1, bank, down, ways, to)
	case banks && st.DealsTo(plan.ZoneHand):
		return s.follow(pc+1, bank, down+st.Count, ways, to)
	case banks:
		mask, err := s.x.bankMay(pc, bank)
		if err != nil || mask == 0 {
			if err == nil {
				err = s.follow(pc+1, bank, down, ways, to)
			}
			return err
		}
		offer := &st.Ask.Offers[bits.TrailingZeros32(mask)]
		if len(offer.Effects) != 1 || !offer.Effects[0].Kind.Facts().Ends && !offer.Effects[0].Kind.Facts().Draws {
			return unshaped(errDrawShape, "the banker's choice %s does more than take one card or stand", offer.Name)
		}
		if offer.Effects[0].Kind.Facts().Ends {
			return s.follow(pc+1, bank, down, ways, to)
		}
		return each(pc, 0)
	case st.Leaves():
		return s.follow(st.Jump, bank, down, ways, to)
	case st.Settle != nil:
		to[bank] += ways
		return nil
	}
	return uncounted(errDrawShape, st, "cannot be counted after the choices of the players")
}
