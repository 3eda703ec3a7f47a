package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// Tally counts the hands of n cards, one or more, of the ranking's deck by strength; entry 0 counts those that do
// not qualify. Without wild cards, five to seven cards take about two milliseconds: hands are
// counted by ranks and corrected for flushes.
func (r *Ranking) Tally(n int) []uint64 {
	t := r.tables()
	counts := make([]uint64, len(t.raws)+1)
	if !t.simple || n < t.size || n > maxNatural {
		t.tallyEach(counts, r.d.Deck.Append(nil), Key{}, n, n)
		return counts
	}
	m := multiset{n: n}
	for ok := true; ok; ok = m.next() {
		if m.dealable() && cards.Rank(m.lowest()) >= t.lowest {
			counts[t.plain[0][n][slot(m.sum(), n)]] += m.ways(4)
		}
	}
	if t.rare != 0 {
		for mask := uint16(1) << t.lowest; mask < maskCount; mask++ {
			suited := bits.OnesCount16(mask)
			if suited < t.size || suited > n || mask&(1<<t.lowest-1) != 0 {
				continue
			}
			flush := t.suited[mask]
			inSuit := multisetOf(mask)
			sum := inSuit.sum()
			rest := multiset{n: n - suited}
			for ok := true; ok; ok = rest.n > 0 && rest.next() {
				ways := 4 * rest.ways(3)
				if ways == 0 || cards.Rank(rest.lowest()) < t.lowest {
					continue
				}
				plain := t.plain[0][n][slot(sum+rest.sum(), n)]
				counts[plain] -= ways
				counts[max(plain, flush)] += ways
			}
		}
	}
	return counts
}

// tallyEach counts each hand of n cards that has the cards of a key and some of the deck that it lacks.
func (t *tables) tallyEach(counts []uint64, deck []cards.Card, k Key, n, lacks int) {
	for i := range len(deck) - lacks + 1 {
		with := k.With(Key{t.keys[deck[i]], t.masks[deck[i]]})
		if lacks > 1 {
			t.tallyEach(counts, deck[i+1:], with, n, lacks-1)
		} else {
			counts[t.ofKey(with, n)]++
		}
	}
}

// ways returns the number of hands with these ranks in the given number of suits.
func (m *multiset) ways(suits int) uint64 {
	ways := uint64(1)
	for _, q := range m.counts() {
		ways *= uint64(binomials[suits][q&7])
	}
	return ways
}

// Category returns the category of a strength; high card for badugi, scoring functions and 0.
func (r *Ranking) Category(s Strength) Category {
	t := r.tables()
	if s == 0 || int(s) > len(t.raws) || t.badugi != nil || t.own != nil {
		return HighCard
	}
	c, _ := t.split(t.raws[s-1])
	return c
}

// Class returns the place in the description's Order of the class that a strength belongs to, -1 if the ranking has no
// such classes.
func (r *Ranking) Class(s Strength) int {
	t := r.tables()
	if s == 0 || int(s) > len(t.raws) || r.d.Place == nil {
		return -1
	}
	return r.d.Place(t.raws[s-1])
}
