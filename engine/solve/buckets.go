package solve

import (
	"slices"
	"sort"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Buckets are the hands that a seat of a sampled game does not tell apart: in each round of betting
// hands of about the same strength, as [hand.Outlook] estimates it against one random hand.
type Buckets struct {
	// Number is how many there are in a round at most.
	Number int
	// Rounds are the buckets by how many rounds of betting have begun, from 0.
	Rounds []RoundBuckets
	// Deals is how many deals the game has, and Seed what they were shuffled by. All: they are all
	// orders of the deck.
	Deals int
	Seed  uint64
	All   bool
}

// RoundBuckets are the buckets of one round.
type RoundBuckets struct {
	// Apart: a seat sees so few different cards that it tells all of them apart.
	Apart bool
	// From is the least strength of the second bucket, the third and so on. The first has all below.
	From []float64
}

// of is the bucket of a strength, from 0.
func (r *RoundBuckets) of(strength float64) int {
	return sort.Search(len(r.From), func(k int) bool { return strength < r.From[k] })
}

// round is the buckets of so many rounds, those of the last where there are no more.
func (b *Buckets) round(n int) *RoundBuckets { return &b.Rounds[min(n, len(b.Rounds)-1)] }

// judge puts hands into buckets. It is for one goroutine.
type judge struct {
	outlook hand.Outlook
	known   map[uint64]float64 // strengths, by what is seen
}

// view is a number for the cards that a seat sees, and what it has chosen before. Seats are counted from it.
func view(h *hand.Hand, seat int, chosen uint64) uint64 {
	sum := then(chosen, uint64(h.Rounds()))
	add := func(kind uint64, from, n int, list []cards.Card) {
		for _, c := range list {
			sum += at(kind, uint64(from+1), uint64(n), c)
		}
	}
	for i := -1; i < h.Seats(); i++ {
		from := -1
		if i >= 0 {
			from = (i - seat + h.Seats()) % h.Seats()
		}
		for k := range h.Hands(i) {
			if i != seat || !h.Plan().Foreheads {
				add(placeUp, from, k, h.Showing(i, k))
			}
		}
	}
	for k := range h.Hands(seat) {
		list, _ := h.Cards(seat, k)
		if h.Plan().Foreheads {
			list = h.HoleSeen(seat)
		}
		add(placeOwn, 0, k, list)
	}
	for k, c := range h.Board() {
		sum += at(placeBoard, 0, uint64(h.BoardsOf(k)), c)
	}
	return sum
}

// strength is that of the seat to act.
func (j *judge) strength(h *hand.Hand, seen uint64) float64 {
	v, ok := j.known[seen]
	if !ok {
		if v = j.outlook.Strength(h); j.known == nil {
			j.known = map[uint64]float64{}
		}
		j.known[seen] = v
	}
	return v
}

// bucket is that of the seat to act: a number, and where hands are told apart what it sees.
func (j *judge) bucket(b *Buckets, h *hand.Hand, seat int, chosen uint64) uint64 {
	seen := view(h, seat, chosen)
	r := b.round(h.Rounds())
	if r.Apart {
		return seen
	}
	return uint64(r.of(j.strength(h, seen)))
}

// sized are the strengths that were found in a round, and how many different views there are.
type sized struct {
	strengths []float64
	views     map[uint64]struct{}
}

// bucketsOf divides the strengths of each round into so many buckets of about the same number of hands.
func bucketsOf(rounds []sized, number int) (out []RoundBuckets) {
	for i := range rounds {
		r := RoundBuckets{Apart: len(rounds[i].views) <= number}
		list := rounds[i].strengths
		slices.Sort(list)
		for k := 1; k < number && !r.Apart; k++ {
			at := list[k*len(list)/number]
			if at > list[0] && (len(r.From) == 0 || at > r.From[len(r.From)-1]) {
				r.From = append(r.From, at)
			}
		}
		out = append(out, r)
	}
	return out
}
