package docs

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// setter sets the cards of example hands apart as a book on the game would: as the house does where a bank says how, and else so that the
// hands together win most shares against others.
type setter struct {
	typical [][]rank.Strength // for each hand of the game, those of random players, in order
}

// randomPlayers is the number of players against whom settings are judged.
const randomPlayers = 60

// mostToSet is the number of cards, as in Chinese poker, beyond which there are too many settings to try all.
const mostToSet = 13

// set returns how the player who is asked sets the cards apart.
func (s *setter) set(h *hand.Hand, ask *plan.Ask) hand.Action {
	if a, ok := h.ByHouseWay(); ok {
		return a
	}
	seat := int(h.Pending().Seat)
	own := slices.Clone(h.Hole(seat))
	if len(own) > mostToSet {
		return h.DefaultAction()
	}
	rankings := handRankings(h.Plan().Game)
	if slices.Contains(rankings, nil) || len(rankings) != len(ask.Sizes) {
		rankings = nil // boards are still to come
	}
	if rankings != nil && s.typical == nil {
		s.typical = typicalHands(h.Plan().Game, ask.Sizes, rankings, len(own))
	}
	worth := make([][]float64, len(ask.Sizes))     // of each hand, by the set of its cards, -1 before it is known
	strength := make([]rank.Strength, 1<<len(own)) // under the ranking by which hands must ascend
	for i := range worth {
		worth[i] = slices.Repeat([]float64{-1}, 1<<len(own))
	}
	best, top := []uint64(nil), -1.0
	eachSetting(len(own), ask.Sizes, strongest(own, ask), func(sets []uint64) {
		total, last := 0.0, rank.Strength(0)
		for i, set := range sets {
			v := worth[i][set]
			if v < 0 {
				if hand := among(own, set); rankings == nil {
					v = promise(hand)
				} else {
					typical, strength := s.typical[i], rankings[i].Best(hand)
					from, _ := slices.BinarySearch(typical, strength)
					to, _ := slices.BinarySearch(typical, strength+1)
					v = float64(from+to) / 2 / float64(len(typical)) // the share of hands that it beats; equal ones count half
				}
				worth[i][set] = v
			}
			total += v
			if ask.Ascending == nil {
				continue
			}
			at := strength[set]
			if at == 0 {
				at = ask.Ascending.Best(among(own, set))
				strength[set] = at
			}
			if at < last {
				return // a foul
			}
			last = at
		}
		if total > top {
			best, top = append(best[:0], sets...), total
		}
	})
	var named []cards.Card
	for _, set := range best[:len(best)-1] {
		named = append(named, among(own, set)...)
	}
	return hand.Action{Kind: hand.PickCards, Seat: h.Pending().Seat}.WithCards(named)
}

// handRankings returns the ranking of each hand of a game, nil for one that plays with board cards.
func handRankings(g *plan.Game) []*rank.Ranking {
	out := make([]*rank.Ranking, len(g.Hands))
	if g.HasStep(func(st *plan.Step) bool { return st.DealsTo(plan.ZoneBoard) }) {
		return out
	}
	for i := range g.Steps {
		sd := g.Steps[i].Show
		for k := 0; sd != nil && k < len(sd.Parts); k++ {
			if p := &sd.Parts[k]; bits.OnesCount16(p.Hands) == 1 {
				out[bits.TrailingZeros16(p.Hands)] = p.Ranking
			}
		}
	}
	return out
}

// typicalHands returns the hands of players who make the largest hand as good as they can, then the next, in the order of their strength.
func typicalHands(g *plan.Game, sizes []int, rankings []*rank.Ranking, n int) [][]rank.Strength {
	out := make([][]rank.Strength, len(sizes))
	deck, rng := g.Deck.Append(nil), rand.New(rand.NewPCG(1, 1))
	order := make([]int, len(sizes)) // the largest first, of equal ones the last
	for i := range order {
		order[i] = len(sizes) - 1 - i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[b] - sizes[a] })
	for range randomPlayers {
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		left := slices.Clone(deck[:n])
		for _, k := range order {
			best, top := uint64(0), rank.Strength(0)
			eachSetting(len(left), []int{sizes[k], len(left) - sizes[k]}, nil, func(sets []uint64) {
				if s := rankings[k].Best(among(left, sets[0])); best == 0 || s > top {
					best, top = sets[0], s
				}
			})
			out[k] = append(out[k], top)
			taken := among(left, best)
			left = slices.DeleteFunc(left, func(c cards.Card) bool { return slices.Contains(taken, c) })
		}
	}
	for _, of := range out {
		slices.Sort(of)
	}
	return out
}

// promise returns what cards may become with a board, by their pairs of two: equal ranks, high cards, suits and straights.
func promise(cs []cards.Card) float64 {
	sum, pairs := 0.0, 0.0
	for i, a := range cs {
		for _, b := range cs[i+1:] {
			high, low := max(a.Rank(), b.Rank()), min(a.Rank(), b.Rank())
			v := float64(high - cards.Two)
			switch gap := high - low; {
			case gap == 0:
				v = 2*v + 4
			case gap < 5:
				v += 2 - float64(gap)/2
			}
			if a.Suit() == b.Suit() {
				v += 2
			}
			sum, pairs = sum+v, pairs+1
		}
	}
	return sum / max(1, pairs)
}

// among returns the cards of a set of indexes.
func among(cs []cards.Card, set uint64) (out []cards.Card) {
	for ; set != 0; set &= set - 1 {
		out = append(out, cs[bits.TrailingZeros64(set)])
	}
	return out
}

// mostBacks is the number of the strongest last hands that are tried where hands must ascend: whoever gives up more of it than that does not
// win it back in the others.
const mostBacks = 200

// strongest returns whether a set of cards is one of the strongest last hands; nil where all settings are tried.
func strongest(own []cards.Card, ask *plan.Ask) func(set uint64) bool {
	size := ask.Sizes[len(ask.Sizes)-1]
	if ask.Ascending == nil || len(ask.Sizes) < 3 {
		return nil
	}
	strength := map[uint64]rank.Strength{}
	var all []rank.Strength
	eachSetting(len(own), []int{len(own) - size, size}, nil, func(sets []uint64) {
		s := ask.Ascending.Best(among(own, sets[1]))
		strength[sets[1]], all = s, append(all, s)
	})
	if len(all) <= mostBacks {
		return nil
	}
	slices.Sort(all)
	least := all[len(all)-mostBacks]
	return func(set uint64) bool { return strength[set] >= least }
}

// eachSetting calls f with every way to divide n cards into hands of these sizes, as sets of their indexes, of which the last is one of those
// to try, nil for all.
func eachSetting(n int, sizes []int, last func(set uint64) bool, f func(sets []uint64)) {
	sets := make([]uint64, len(sizes))
	var next func(k int, left uint64)
	var choose func(k, need int, from, left, set uint64)
	next = func(k int, left uint64) {
		if k == 0 {
			sets[k] = left
			f(sets)
			return
		}
		choose(k, sizes[k], left, left, 0)
	}
	choose = func(k, need int, from, left, set uint64) {
		if need == 0 {
			if k == len(sizes)-1 && last != nil && !last(set) {
				return
			}
			sets[k] = set
			next(k-1, left&^set)
			return
		}
		for ; from != 0; from &= from - 1 {
			choose(k, need-1, from&(from-1), left, set|from&-from)
		}
	}
	next(len(sizes)-1, 1<<n-1)
}
