package batch

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Pack is a game's share of a larger deck that it has in common with another game. The larger deck
// is shuffled, and each game is dealt those of its cards that it uses, in their order: two games
// with different decks get the same order of the cards that both have.
type Pack struct {
	all  []cards.Card
	mine []bool // by card of all: the game uses it
	last []cards.Card
}

// SmallPack returns a pack that deals a few cards first. The rest of the deck follows, for hands
// that take more cards than these.
func SmallPack(deck cards.Deck, few []cards.Card) *Pack {
	p := &Pack{all: few, last: deck.Append(nil)}
	for _, c := range few {
		p.mine = append(p.mine, true)
		k := slices.Index(p.last, c)
		p.last = slices.Delete(p.last, k, k+1)
	}
	return p
}

// CommonPacks returns the packs of two games in the smallest deck that contains the cards of both.
// If one game has all of these cards, its hands are the same as without the other game.
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

// copies returns how often each card is in a deck.
func copies(d cards.Deck) (n [cards.Joker2 + 1]uint8) {
	for _, c := range d.Append(nil) {
		n[c]++
	}
	return n
}

// shuffled appends the game's cards in the order of hand n.
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

// InOrder returns the deck in the given order, not shuffled.
func (p *Pack) InOrder() []cards.Card { return slices.Concat(p.all, p.last) }

// Deal returns the deck of hand n of a seed, top card first.
func (p *Pack) Deal(seed uint64, n int64) []cards.Card { return p.shuffled(nil, seed, n) }
