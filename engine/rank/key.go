package rank

import "cardroom/engine/cards"

// A Key is a set of cards in the form the tables are read by. Keys add up
// card by card, and a card can be taken out again, so that a search over
// hands pays two additions for each card it turns. Rankings without wild
// cards have the same keys: a high-low search adds up once.
type Key struct {
	// Sum adds the random constants of the ranks (bits 20 up, the row and
	// place of the perfect hash), the number of wild cards (bits 16-19) and the
	// number of cards of each suit (four bits each, wild cards in all four).
	Sum uint64
	// Mask has sixteen bits for each suit, clubs lowest: bit r is rank r.
	Mask uint64
}

// With is the key of the cards of both k and o, which share none.
func (k Key) With(o Key) Key { return Key{k.Sum + o.Sum, k.Mask + o.Mask} }

// Without is k with the cards of o, all of them in k, taken out.
func (k Key) Without(o Key) Key { return Key{k.Sum - o.Sum, k.Mask - o.Mask} }

const (
	wildShift = 16
	wildCards = 15 << wildShift // the count of wild cards in a sum
	wildSum   = 1<<wildShift | 0x1111
	suitBits  = 0x8888 // set by enough cards of a suit once the bias is added
)

// naturalKeys and naturalMasks are the sums and masks of the cards of a deck
// without wild cards. They have 256 entries so that a byte needs no check.
var naturalKeys, naturalMasks = func() (keys, masks [256]uint64) {
	for c := range cards.Card(52) {
		keys[c] = rankKeys[c.Rank()] + 1<<(4*c.Suit())
		masks[c] = 1 << (16*uint(c.Suit()) + uint(c.Rank()))
	}
	return keys, masks
}()

// cardKeys is the sums and masks of a deck with wild cards.
func cardKeys(wild cards.Set) (keys, masks *[256]uint64) {
	if wild == 0 {
		return &naturalKeys, &naturalMasks
	}
	k, m := naturalKeys, naturalMasks
	for c := range cards.Card(54) {
		if wild.Has(c) {
			k[c], m[c] = wildSum, 0
		}
	}
	return &k, &m
}
