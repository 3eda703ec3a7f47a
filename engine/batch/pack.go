package batch

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Pack is what a game plays with out of a larger pack that it has in common with
// another game. The larger pack is shuffled, and each game is dealt those of its
// cards that it plays with, in the order in which they lie: two games with
// different packs get the same order as far as they have the same cards.
type Pack struct {
	all  []cards.Card
	mine []bool // by card of all
	last []cards.Card
}

// SmallPack returns a few cards of a deck. The others follow them, so that they are dealt only
// if a hand takes more cards than these.
func SmallPack(deck cards.Deck, few []cards.Card) *Pack {
	p := &Pack{all: few, last: deck.Append(nil)}
	for _, c := range few {
		p.mine = append(p.mine, true)
		k := slices.Index(p.last, c)
		p.last = slices.Delete(p.last, k, k+1)
	}
	return p
}

// CommonPacks returns the decks of two games out of the least pack that has the
// cards of both. Where one of the games has all of these cards itself, its hands
// are those that it would be dealt by itself.
func CommonPacks(a, b cards.Deck) (forA, forB *Pack) {
	forA, forB = &Pack{}, &Pack{}
	inA, inB := copies(a), copies(b)
	for k := range uint8(max(1, a.Packs, b.Packs)) {
		for c := range inA {
			if k >= max(inA[c], inB[c]) {
				continue
			}
			forA.all = append(forA.all, cards.Card(c))
			forA.mine = append(forA.mine, k < inA[c])
			forB.mine = append(forB.mine, k < inB[c])
		}
	}
	forB.all = forA.all
	return forA, forB
}

// copies is how often each card is in a deck.
func copies(d cards.Deck) (n [cards.Joker2 + 1]uint8) {
	for _, c := range d.Append(nil) {
		n[c]++
	}
	return n
}

// shuffled adds the game's cards to a deck, in the order of hand n.
func (p *Pack) shuffled(to []cards.Card, seed uint64, n int64) []cards.Card {
	var order [cards.MaxDeck]int16
	for i := range p.all {
		order[i] = int16(i)
	}
	chance := hand.NewSource(seed, uint64(n))
	for i := range p.all {
		j := i + int(chance.Below(uint64(len(p.all)-i)))
		order[i], order[j] = order[j], order[i]
		if k := order[i]; p.mine[k] {
			to = append(to, p.all[k])
		}
	}
	return append(to, p.last...)
}

// InOrder returns the deck as the cards were given, not shuffled.
func (p *Pack) InOrder() []cards.Card { return slices.Concat(p.all, p.last) }

// Deal returns the deck of a hand, top card first: that of hand n of a seed.
func (p *Pack) Deal(seed uint64, n int64) []cards.Card { return p.shuffled(nil, seed, n) }
