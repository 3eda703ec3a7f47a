package solve

import (
	"slices"
	"sort"

	"cardroom/engine/hand"
)

// Buckets group the hands that a seat of a sampled game treats alike: in each betting round, hands of about the same
// strength, as [hand.Outlook] estimates it against one random hand.
type Buckets struct {
	// Number is the largest number of buckets in a round.
	Number int
	// Rounds are the buckets by the number of betting rounds that have begun, from 0.
	Rounds []RoundBuckets
	// Deals is the number of deals in the game, and Seed the seed of their shuffles. All reports whether they are all
	// orders of the deck.
	Deals int
	Seed  uint64
	All   bool
}

// RoundBuckets are the buckets of one round.
type RoundBuckets struct {
	// Apart reports whether every different hand has its own bucket, because there are few.
	Apart bool
	// From is the lowest strength of the second bucket, the third and so on. The first bucket has all lower strengths.
	From []float64
}

// of returns the bucket of a strength, from 0.
func (r *RoundBuckets) of(strength float64) int {
	return sort.Search(len(r.From), func(k int) bool { return strength < r.From[k] })
}

// round returns the buckets after n betting rounds have begun; later rounds use the last.
func (b *Buckets) round(n int) *RoundBuckets { return &b.Rounds[min(n, len(b.Rounds)-1)] }

// judge puts hands into buckets. It must be used by one goroutine only.
type judge struct {
	outlook hand.Outlook
	sees    hand.Observation
	known   map[uint64]float64 // strengths, by visible cards
}

// view returns a number that identifies the cards a seat sees and its earlier choices. Seats are counted from that seat.
func view(h *hand.Hand, seat int, chosen uint64, sees *hand.Observation) uint64 {
	sum := then(chosen, uint64(h.Rounds()))
	h.Observe(seat, 0, sees)
	for i := range sees.Cards {
		s := &sees.Cards[i]
		kind, from, n, seen := placeOf(s, seat)
		if !seen {
			continue
		}
		if s.Seat >= 0 {
			from = uint64((int(s.Seat)-seat+h.Seats())%h.Seats()) + 1
		}
		sum += at(kind, from, n, s.Card)
	}
	return sum
}

// strength returns the strength of the seat to act.
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

// bucket returns the bucket of the seat to act: a number, combined with the visible cards if every hand has its own bucket.
func (j *judge) bucket(b *Buckets, h *hand.Hand, seat int, chosen uint64) uint64 {
	seen := view(h, seat, chosen, &j.sees)
	r := b.round(h.Rounds())
	if r.Apart {
		return seen
	}
	return uint64(r.of(j.strength(h, seen)))
}

// sized holds the strengths found in a round, and the number of different views.
type sized struct {
	strengths []float64
	views     map[uint64]struct{}
}

// bucketsOf divides the strengths of each round into buckets of about the same number of hands.
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
