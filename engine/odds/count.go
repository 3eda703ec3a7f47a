package odds

import (
	"math/bits"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Boards are counted, not dealt, if only board cards are to come. A hand's strength depends on the
// ranks of the board and, in at most one suit, on a flush. So the count first takes each multiset
// of board ranks (at most 6,175) as often as it can be dealt, without flushes. Then, for each suit
// in which a hand can make a flush, it combines every choice of that suit's cards with the ranks of
// the other cards, and moves the boards from the result by ranks to the result with the flush. Aces
// against kings take 33,000 steps this way, and 1,712,304 boards one by one.

// maxCounted limits the bits of an outcome: hands times parts.
const maxCounted = 20

// counting counts one match-up. Its buffers are reused for many, one after another.
type counting struct {
	n, toCome int
	parts     []countedPart
	flushy    []int     // indexes of the parts in which flushes count
	pair      bool      // two hands, and one part with flushes for which every hand qualifies
	wild      int       // wild cards in the deck, see countwild.go; -1 in games without wild cards
	left      [13]uint8 // natural cards of each rank in the deck
	inSuit    [4]uint16 // ranks of each suit in the deck
	board     [4]uint16 // ranks of each suit on the board

	// By slot of the cards to come: what each hand is worth in each part with flushes, and who wins
	// each part, both without regard to suits.
	worth   []uint16
	winners []uint32
	two     []worthOfTwo // worth, for two hands with one part with flushes
	boards  []weighted   // the possible boards, by ranks
	moved   [2]int64     // boards that flushes give to each of two hands, minus those they take away

	out      []int64 // boards by winners: a bit for each hand, part after part
	others   [6][]weighted
	flushers []flusher // of the current suit
	flushes  []uint16  // by part with flushes and hand, for the current choice of suited cards

	suits   wildSuits
	made    *[2][]int64 // of a single hand, boards by part and class; nil when counting winners
	classes *classes
}

// flusher is a hand that can make a flush in a suit.
type flusher struct {
	at      int // its index in flushes
	ranking *rank.Ranking
	table   *[1 << 13]uint16
	exact   bool
	own, on uint16 // ranks of the suit in the hole, and on the board so far
}

// weighted is a multiset of ranks with the number of ways to deal it.
type weighted struct {
	sum  uint64 // of a [rank.Key]
	ways int64
}

// countedPart is a part of the showdown with the hands that play for it.
type countedPart struct {
	ranking *rank.Ranking
	exact   bool
	flush   bool             // flushes count
	table   rank.RankTable   // for all cards of a hand
	tables  []rank.RankTable // the same by hand, in games with wild cards
	board   rank.Key         // the board so far
	ranks   uint16           // of the board so far
	holes   [][]cards.Card
	keys    []rank.Key  // hole and board so far
	suits   [][4]uint16 // ranks of the hole by suit
}

// outcome is the winners of each part, and the number of boards.
type outcome struct {
	winners uint32
	boards  int64
}

// countable reports whether the boards of a question can be counted.
func (q *Question) countable(hole int) bool {
	if q.Second != nil {
		return q.doubleCountable(hole)
	}
	return countable(q.Show, q.Deck, len(q.Hands), hole, len(q.Board)+q.ToBoard)
}

// countable reports whether the boards of a showdown can be counted by ranks. Each of the n hands
// has hole cards, all known, and total is the size of the full board. All parts must have the same
// wild cards.
func countable(show *plan.ShowdownStep, deck cards.Deck, n, hole, total int) bool {
	wild := show.Parts[0].Ranking.Wild() & deck.Set()
	if n*len(show.Parts) > maxCounted || deck.Set()>>52&^(wild>>52) != 0 || deck.Packs > 1 || total > 5 || !ofAllSuits(wild) {
		return false
	}
	for i := range show.Parts {
		p := &show.Parts[i]
		switch {
		case p.BySuit || !p.Exact() && !p.Plain() || !p.Ranking.SeparableWild() || p.Ranking.Wild()&deck.Set() != wild:
			return false
		case p.Exact() && wild != 0:
			return false
		case p.Exact() && (hole < 2 || hole > plan.MaxBoard || total != 5):
			return false
		case !p.Exact() && (hole > 2 || hole+total < 5 || hole+total > 7):
			return false
		}
	}
	return true
}

// begin prepares a match-up of countable hands.
func (c *counting) begin(show *plan.ShowdownStep, deck cards.Set, holes [][]cards.Card, board []cards.Card, toCome int) {
	c.n, c.toCome = len(holes), toCome
	c.left, c.inSuit, c.board = [13]uint8{}, [4]uint16{}, [4]uint16{}
	wild := show.Parts[0].Ranking.Wild()
	for s := deck &^ wild; s != 0; s &= s - 1 {
		card := cards.Card(bits.TrailingZeros64(uint64(s)))
		c.left[card.Rank()]++
		c.inSuit[card.Suit()] |= 1 << card.Rank()
	}
	var ranks uint16
	for _, card := range board {
		if !wild.Has(card) {
			c.board[card.Suit()] |= 1 << card.Rank()
			ranks |= 1 << card.Rank()
		}
	}
	if c.wild = -1; wild != 0 {
		c.wild = (deck & wild).Len()
	}
	c.parts, c.flushy = c.parts[:0], c.flushy[:0]
	for i := range show.Parts {
		p := &show.Parts[i]
		p.Ranking.Prepare()
		part := countedPart{ranking: p.Ranking, exact: p.Exact(), board: p.Ranking.KeyOf(board), ranks: ranks, holes: holes}
		if c.wild < 0 && !part.exact {
			part.table = p.Ranking.Ranks(len(holes[0])+len(board)+toCome, 0)
		}
		for _, h := range holes {
			part.keys = append(part.keys, part.board.With(p.Ranking.KeyOf(h)))
			set := cards.SetOf(h...) &^ wild
			part.suits = append(part.suits, [4]uint16{set.Suits(0), set.Suits(1), set.Suits(2), set.Suits(3)})
		}
		if part.flush = p.Ranking.Flushes(0) != nil; part.flush {
			c.flushy = append(c.flushy, i)
		}
		c.parts = append(c.parts, part)
	}
	slots := rank.Slots(max(1, toCome))
	c.pair = c.wild < 0 && c.n == 2 && len(c.flushy) == 1 && !c.parts[c.flushy[0]].ranking.Qualifies()
	if c.pair {
		c.two = sized(c.two, slots)
	} else {
		c.worth = sized(c.worth, slots*c.n*len(c.flushy))
	}
	c.winners = sized(c.winners, slots)
	c.flushes = sized(c.flushes, c.n*len(c.flushy))
	c.out = sized(c.out, max(16, 1<<(c.n*len(c.parts))))
}

// sized returns a slice of length n, reallocated only if s is too short.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// count counts the boards and appends the outcomes.
func (c *counting) count(to []outcome) []outcome {
	clear(c.out)
	c.moved = [2]int64{}
	if c.wild >= 0 {
		c.countWild()
	} else {
		if c.plain() {
			c.ranksOfTwo()
		} else {
			c.byRanks(12, c.toCome, rank.Key{}, 0, 1)
		}
		for s := range c.inSuit {
			c.bySuit(s)
		}
	}
	c.out[1] += c.moved[0]
	c.out[2] += c.moved[1]
	c.out[3] -= c.moved[0] + c.moved[1]
	for w, boards := range c.out {
		if boards != 0 {
			to = append(to, outcome{uint32(w), boards})
		}
	}
	return to
}

// byRanks chooses need more cards of the ranks from top down.
func (c *counting) byRanks(top, need int, k rank.Key, ranks uint16, ways int64) {
	if need == 0 {
		if c.made != nil {
			c.leafMade(k, ranks, ways)
		} else {
			c.leaf(k, ranks, ways)
		}
		return
	}
	for r := top; r >= 0; r-- {
		next, left := k, int(c.left[r])
		for q := 1; q <= min(need, left); q++ {
			next = next.With(rank.RankKey(cards.Rank(r)))
			c.byRanks(r-1, need-q, next, ranks|1<<r, ways*choose[left&7][q&7])
		}
	}
}

// choose[n][k] is the number of ways to choose k of n cards.
var choose = func() (b [64][8]int64) {
	for n := range b {
		b[n][0] = 1
		for k := 1; k <= min(n, len(b[n])-1); k++ {
			b[n][k] = b[n-1][k-1] + b[n-1][k]
		}
	}
	return b
}()

// leaf computes what the hands are worth with certain ranks to come, without regard to suits.
func (c *counting) leaf(k rank.Key, ranks uint16, ways int64) {
	slot := c.slot(k.Sum)
	var winners uint32
	flushy := 0
	for i := range c.parts {
		p := &c.parts[i]
		var best, v, first uint16
		var mask uint32
		for j := range p.keys {
			if p.exact {
				v = uint16(p.ranking.ExactRanks(p.holes[j], p.board.With(k), p.ranks|ranks))
			} else {
				v = uint16(p.tableOf(j).At(p.keys[j].With(k)))
			}
			if p.flush {
				switch {
				case !c.pair:
					c.worth[(slot*len(c.flushy)+flushy)*c.n+j] = v
				case j == 0:
					first = v
				default:
					c.two[slot] = newWorthOfTwo(first, v)
				}
			}
			switch {
			case v > best:
				best, mask = v, 1<<j
			case v == best && v != 0:
				mask |= 1 << j
			}
		}
		if p.flush {
			flushy++
		}
		winners |= mask << (i * c.n)
	}
	c.winners[slot] = winners
	c.out[winners] += ways
}

func (p *countedPart) tableOf(hand int) *rank.RankTable {
	if p.tables != nil {
		return &p.tables[hand]
	}
	return &p.table
}

// bySuit corrects the result by ranks for boards on which a hand can have a flush in a suit.
func (c *counting) bySuit(s int) {
	least := 6
	c.flushers = c.flushers[:0]
	clear(c.flushes)
	on := bits.OnesCount16(c.board[s])
	for f, i := range c.flushy {
		p := &c.parts[i]
		for j := range c.n {
			need := 5 - on - bits.OnesCount16(p.suits[j][s])
			if p.exact {
				need = 3 - on
				if bits.OnesCount16(p.suits[j][s]) < 2 {
					continue
				}
			}
			if need <= c.toCome {
				least = min(least, need)
				c.flushers = append(c.flushers, flusher{f*c.n + j, p.ranking, p.ranking.Flushes(0), p.exact, p.suits[j][s], c.board[s]})
			}
		}
	}
	if len(c.flushers) == 0 {
		return
	}
	least = max(least, 0)
	left := c.beside(1 << s)
	for u := range c.toCome - least + 1 {
		c.others[u] = left.choose(c.others[u][:0], 12, u, weighted{ways: 1})
	}
	if c.plain() {
		p := &c.parts[0]
		t := suitOfTwo{c, p.ranking.Flushes(0), p.suits[0][s] | c.board[s], p.suits[1][s] | c.board[s], least}
		t.choose(c.inSuit[s], 0, 0, 0)
	} else {
		c.suited(s, least, 12, 0, 0, 0)
	}
}

// ranksLeft is the number of cards of each rank that can come.
type ranksLeft [16]int8

// beside returns the cards that can come outside some suits, given as a bit for each.
func (c *counting) beside(suits uint8) (left ranksLeft) {
	for r, n := range c.left {
		left[r] = int8(n)
		for m := suits; m != 0; m &= m - 1 {
			left[r] -= int8(c.inSuit[bits.TrailingZeros8(m)] >> r & 1)
		}
	}
	return left
}

// choose appends the multisets of n ranks, from the top one down, that can come in addition to w.
func (l *ranksLeft) choose(out []weighted, top, n int, w weighted) []weighted {
	if n == 0 {
		return append(out, w)
	}
	for r := top; r >= 0; r-- {
		left, next := int(l[r&15]), w
		if n == 1 {
			if left > 0 {
				out = append(out, weighted{w.sum + rankSums[r&15], w.ways * int64(left)})
			}
			continue
		}
		for q := 1; q <= min(n, left); q++ {
			next.sum += rankSums[r&15]
			next.ways = w.ways * choose[left&7][q&7]
			out = l.choose(out, r-1, n-q, next)
		}
	}
	return out
}

// rankSums are the sums of [rank.RankKey].
var rankSums = func() (sums [16]uint64) {
	for r := range cards.Rank(13) {
		sums[r] = rank.RankKey(r).Sum
	}
	return sums
}()

// suited takes every choice of cards to come of a suit, least or more of them, from the rank top
// down; n are already chosen.
func (c *counting) suited(s, least, top, n int, ranks uint16, sum uint64) {
	if n >= least && c.flushed(ranks) {
		c.correct(c.others[c.toCome-n], sum)
	}
	if n == c.toCome {
		return
	}
	for r := top; r >= least-n-1 && r >= 0; r-- {
		if c.inSuit[s]>>r&1 != 0 {
			c.suited(s, least, r-1, n+1, ranks|1<<r, sum+rank.RankKey(cards.Rank(r)).Sum)
		}
	}
}

// flushed finds the hands' flushes with certain ranks of the suit to come, and reports whether
// there are any.
func (c *counting) flushed(ranks uint16) bool {
	var all uint16
	for i := range c.flushers {
		f := &c.flushers[i]
		var v uint16
		if f.exact {
			v = uint16(f.ranking.ExactSuit(f.own, f.on|ranks))
		} else {
			v = f.table[(f.own|f.on|ranks)&(1<<13-1)]
		}
		c.flushes[f.at] = v
		all |= v
	}
	return all != 0
}

// correct moves the boards with some suited cards, combined with each choice of others, from the
// winners by ranks to the winners with the flushes.
func (c *counting) correct(others []weighted, sum uint64) {
	if c.pair {
		if len(c.parts) > 1 {
			c.correctHalf(others, sum, c.flushes[0], c.flushes[1])
		} else {
			c.correctTwo(others, sum, newWorthOfTwo(c.flushes[0], c.flushes[1]))
		}
		return
	}
	if c.made != nil {
		for i := range others {
			o := &others[i]
			slot := c.slot(sum + o.sum)
			c.addMade(slot, nil, -o.ways)
			c.addMade(slot, c.flushes, o.ways)
		}
		return
	}
	for i := range others {
		o := &others[i]
		slot := c.slot(sum + o.sum)
		c.out[c.winners[slot]] -= o.ways
		c.out[c.winnersWith(slot, c.flushes)] += o.ways
	}
}

// winnersWith returns the winners of each part with the ranks of a slot and flushes.
func (c *counting) winnersWith(slot int, flushes []uint16) uint32 {
	stride := c.n * len(c.flushy)
	worth := c.worth[slot*stride:][:stride]
	is := c.winners[slot]
	for f, part := range c.flushy {
		var best uint16
		var mask uint32
		for j, flush := range flushes[f*c.n:][:c.n] {
			v := max(worth[j], flush)
			switch {
			case v > best:
				best, mask = v, 1<<j
			case v == best && v != 0:
				mask |= 1 << j
			}
		}
		worth = worth[c.n:]
		shift := part * c.n
		is = is&^((1<<c.n-1)<<shift) | mask<<shift
	}
	return is
}

// slot returns the index of the ranks to come whose keys have a sum.
func (c *counting) slot(sum uint64) int {
	if c.toCome == 0 {
		return 0
	}
	return rank.Key{Sum: sum}.Slot(c.toCome)
}

// winnerOf returns 1 if x is greater, 2 if y is, 3 if they are equal; without a branch, because the
// result is hard to predict.
func winnerOf(x, y int) uint32 {
	const sign = bits.UintSize - 1
	return uint32(3 + (x-y)>>sign&-1 + (y-x)>>sign&-2)
}
