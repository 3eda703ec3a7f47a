package rank

import "cardroom/engine/cards"

// Alike is what a ranking makes of suits.
type Alike uint8

// Kinds of Alike, from the least to the most.
const (
	// Different: a suit or a card is named.
	Different Alike = iota
	// SuitsAlike: hands with their suits exchanged are as strong.
	SuitsAlike
	// RanksOnly: hands of the same ranks are as strong.
	RanksOnly
)

// Alike returns what the ranking makes of suits where they break no ties.
func (r *Ranking) Alike() Alike {
	const clubs = cards.Set(0x1111111111111)
	for _, named := range []cards.Set{r.d.Only, r.Wild()} {
		for suit := range 3 {
			if (named>>suit^named>>(suit+1))&clubs != 0 {
				return Different
			}
		}
	}
	if t := r.tables(); t.badugi != nil || t.rare&suitBits != 0 {
		return SuitsAlike
	}
	return RanksOnly
}
