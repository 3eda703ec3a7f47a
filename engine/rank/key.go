package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// A Key is a set of cards in the form used for table lookups. Keys can be added
// and subtracted card by card, so that a search over hands needs two additions
// per card. All rankings without wild cards have the same keys: a high-low
// search adds them up once.
type Key struct {
	// Sum is the sum of the random constants of the ranks (bits 20 and up, the
	// row and index of the perfect hash), the number of wild cards (bits 16-19)
	// and the number of cards of each suit (four bits each, with wild cards
	// counted in all four).
	Sum uint64
	// Mask has sixteen bits for each suit, clubs lowest: bit r is rank r.
	Mask uint64
}

// With returns the key of the cards of k and o, which must be disjoint.
func (k Key) With(o Key) Key { return Key{k.Sum + o.Sum, k.Mask + o.Mask} }

// Without returns k without the cards of o, all of which must be in k.
func (k Key) Without(o Key) Key { return Key{k.Sum - o.Sum, k.Mask - o.Mask} }

// Wilds returns the number of wild cards.
func (k Key) Wilds() int { return int(k.Sum&wildCards) >> wildShift }

// Cards returns the number of cards.
func (k Key) Cards() int { return bits.OnesCount64(k.Mask) + k.Wilds() }

// Suited reports whether five or more cards are of one suit, including wild
// cards.
func (k Key) Suited() bool { return SuitedSum(k.Sum) != 0 }

// SuitedSum returns a bit for each suit with five or more cards, given the sum
// of a key.
func SuitedSum(sum uint64) uint64 { return (sum + 0x3333) & suitBits }

// SuitedRanks returns the ranks of the first suit with five or more cards.
func (k Key) SuitedRanks() uint16 { return uint16(k.Mask >> suitShift(SuitedSum(k.Sum))) }

const (
	wildShift = 16
	wildCards = 15 << wildShift // the number of wild cards in a sum
	wildSum   = 1<<wildShift | 0x1111
	suitBits  = 0x8888 // set by enough cards of a suit after adding the bias
)

// naturalKeys and naturalMasks are the sums and masks of the cards of a deck
// without wild cards. They have 256 entries so that a byte index needs no
// bounds check.
var naturalKeys, naturalMasks = func() (keys, masks [256]uint64) {
	for c := range cards.Card(52) {
		keys[c] = rankKeys[c.Rank()] + 1<<(4*c.Suit())
		masks[c] = 1 << (16*uint(c.Suit()) + uint(c.Rank()))
	}
	return keys, masks
}()

// cardKeys returns the sums and masks of a deck with wild cards.
func cardKeys(wild cards.Set) (keys, masks [256]uint64) {
	keys, masks = naturalKeys, naturalMasks
	for ; wild != 0; wild &= wild - 1 {
		c := bits.TrailingZeros64(uint64(wild))
		keys[c], masks[c] = wildSum, 0
	}
	return keys, masks
}

// Key returns the key of one card.
func (r *Ranking) Key(c cards.Card) Key {
	t := r.tables()
	return Key{t.keys[c], t.masks[c]}
}

// KeyOf returns the key of a set of cards.
func (r *Ranking) KeyOf(cs []cards.Card) (k Key) {
	t := r.tables()
	for _, c := range cs {
		k.Sum += t.keys[c]
		k.Mask += t.masks[c]
	}
	return k
}

// Of is [Ranking.Best] for the n cards of a key.
func (r *Ranking) Of(k Key, n int) Strength {
	t := r.tables()
	if (k.Sum+t.bias)&t.rare == 0 {
		switch n {
		case 7:
			return Strength(t.seven[slot7(k.Sum)])
		case 6:
			return Strength(t.six[slot6(k.Sum)])
		case 5:
			return Strength(t.five[slot5(k.Sum)])
		}
	}
	return t.ofKey(k, n)
}

// ofKey is Of without the fast path.
func (t *tables) ofKey(k Key, n int) Strength {
	if t.badugi != nil {
		var cs [16]cards.Card
		i := 0
		for m := k.Mask; m != 0 && i < len(cs); m &= m - 1 {
			b := bits.TrailingZeros64(m)
			cs[i] = cards.New(cards.Rank(b&15), cards.Suit(b>>4))
			i++
		}
		return t.badugi.best(cs[:i])
	}
	return Strength(t.of(k, n))
}

// OfSevens is [Ranking.Of] for many keys of seven cards; dst is as long as keys.
func (r *Ranking) OfSevens(dst []Strength, keys []Key) {
	t := r.tables()
	seven, bias, rare := &t.seven, t.bias, t.rare
	dst = dst[:len(keys)]
	for i := range keys {
		k := &keys[i]
		if (k.Sum+bias)&rare == 0 {
			dst[i] = Strength(seven[slot7(k.Sum)])
		} else {
			dst[i] = t.rareKey(k)
		}
	}
}

// OfSums is [Ranking.Of] for seven cards each, of whose keys only the sums are known; dst is as long as sums. The mask decides
// too about a hand whose bit is set in rare: it is not rated.
func (r *Ranking) OfSums(dst []Strength, sums []uint64) (rare uint64) {
	t := r.tables()
	seven, bias, rareBits := &t.seven, t.bias, t.rare
	dst = dst[:len(sums)]
	for i, sum := range sums {
		if (sum+bias)&rareBits == 0 {
			dst[i] = Strength(seven[slot7(sum)])
		} else {
			rare |= 1 << i
		}
	}
	return rare
}

// rareKey is rareSeven for a key.
func (t *tables) rareKey(k *Key) Strength {
	if !t.simple {
		return t.ofKey(*k, 7)
	}
	suit := k.Mask >> suitShift((k.Sum+t.bias)&t.rare)
	return Strength(max(t.seven[slot7(k.Sum)], t.suited[suit&(maskCount-1)]))
}

// Separable reports whether a hand's strength is the larger of that of its ranks
// and that of its flushes: no wild cards, hands of five cards, and no flush worse
// than the same ranks in several suits. Then
// hands can be counted by their ranks alone and corrected for flushes
// afterwards.
func (r *Ranking) Separable() bool { return r.tables().simple }

// RankKey returns the part of a card's key that depends on its rank.
func RankKey(rank cards.Rank) Key { return Key{Sum: rankKeys[rank]} }

// Slots returns the upper bound of [Key.Slot] for n cards, one to seven.
func Slots(n int) int { return 1 << geometries[n].slots }

// Slot returns an index below [Slots] of n that is unique for each multiset of
// ranks of n natural cards; it ignores suits. Call [Ranking.Prepare] first,
// which loads the index tables.
func (k Key) Slot(n int) int {
	if n == 5 {
		return int(slot5(k.Sum))
	}
	return int(slot(k.Sum, n))
}

// SeparableWild is Separable for a ranking that may have wild cards: a hand's
// strength is the larger of that of its ranks and number of wild cards,
// [Ranking.Ranks], and that of the ranks of each suit with as many wild cards,
// [Ranking.Flushes].
func (r *Ranking) SeparableWild() bool {
	t := r.tables()
	return !t.strict && t.size == 5 && t.badugi == nil && t.only == 0 && !t.oneSuit
}

// Wild returns the wild cards of the ranking's deck.
func (r *Ranking) Wild() cards.Set { return r.d.wilds() }

// RankTable holds the strengths of the ranks of n cards, some of them wild, for
// faster lookup than [Ranking.Of].
type RankTable struct {
	slots *[1 << 16]uint16
	rows  *[1 << 12]uint16
	plain []uint16
	n     int // number of natural cards
}

// Ranks returns the table for n cards, five to seven, wilds of which are wild.
func (r *Ranking) Ranks(n, wilds int) RankTable {
	t := r.tables()
	out := RankTable{n: n - wilds}
	if out.n == 7 {
		out.slots, out.rows = &t.seven, &offsets7
	} else {
		out.plain = t.plain[wilds][out.n]
	}
	return out
}

// At returns the strength of cards without a flush.
func (t *RankTable) At(k Key) Strength {
	if t.slots != nil {
		return Strength(t.slots[uint16(k.Sum>>32)+t.rows[k.Sum>>52]])
	}
	if len(t.plain) == 0 {
		return 0
	}
	return Strength(t.plain[slot(k.Sum, t.n)])
}

// AtSums is At for the sums of many keys; dst must be at least as long.
func (t *RankTable) AtSums(dst []Strength, sums []uint64) {
	dst = dst[:len(sums)]
	if t.slots == nil {
		for i, sum := range sums {
			dst[i] = t.At(Key{Sum: sum})
		}
		return
	}
	slots, rows := t.slots, t.rows
	for i, sum := range sums {
		dst[i] = Strength(slots[uint16(sum>>32)+rows[sum>>52]])
	}
}

// Flushes returns the strengths of the ranks of one suit with some wild cards,
// as a table by the mask of ranks; nil if flushes do not count. The caller must
// not change it.
func (r *Ranking) Flushes(wilds int) *[1 << 13]uint16 {
	t := r.tables()
	if t.rare&suitBits == 0 {
		return nil
	}
	return (*[1 << 13]uint16)(t.flush[wilds])
}
