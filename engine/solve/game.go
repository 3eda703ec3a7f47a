package solve

import (
	"context"
	"slices"
	"unsafe"

	"cardroom/engine/pause"
)

// Game is a small game as the seats can distinguish its states.
type Game struct {
	Seats    int
	Unit     int64  // the unit of results, in the table's smallest unit
	UnitName string // "ante", "big blind" or "small bet"
	// Nodes is the number of states in the tree: decisions, ends of hands, and deals of cards that
	// can fall in several ways. Terminals is the number of ends of hands.
	Nodes, Terminals int64
	// Redeals is the number of ends that lead to a new deal. They count as no win or loss.
	Redeals int64
	// Renamings is the number of ways to rename cards without changing the game: decisions that
	// differ only in such names are merged.
	Renamings int
	// ZeroSum: there are two seats, and one wins what the other loses.
	ZeroSum bool
	// House: the house takes something from some hands; false if it never does.
	House bool

	// Numbers are the seats of the hand for the seats of a [Subgame], nil otherwise. Dead is an
	// amount that every value leaves out: a seat's share of what folded seats left in the pot.
	Numbers []int
	Dead    float64
	// Buckets are those of a sampled game, nil for an exact game.
	Buckets *Buckets

	sampler  *sampler
	seats    []seat
	wordList []string
	tables   []table // two seats: by rows of the first, and by rows of the second
	ends     []int32 // more seats: the sequences of each end, seat by seat
	pays     []float64
}

// seat holds the decisions of a seat, earlier decisions first.
type seat struct {
	decisions []decision
	sequences int // the first sequence means that nothing has been decided
	seen      []string
	keys      []uint64  // with Words: for each decision, the key by which a [Strategy] finds it
	labels    []uint64  // with Words: for each sequence, the action independent of card names
	picks     []bool    // with Words: for each decision, whether cards can be chosen
	told      []int32   // with Words: for each sequence, the index of its words
	asked     []float64 // the answers of Options.Ask, by sequence
}

// decision is an information set of a seat, with its actions: consecutive sequences.
type decision struct{ parent, first, actions int32 }

const sizeOfDecision = int64(unsafe.Sizeof(decision{}))

// table is the payments of a seat: one row for each of its sequences, with the sequences of the
// other seat and the payment times its probability.
type table struct {
	row []int32 // the beginning of each row, and the end
	col []int32
	pay []float64
}

// AllInfoSets returns the number of information sets of all seats.
func (g *Game) AllInfoSets() (n int) {
	for i := range g.seats {
		n += len(g.seats[i].decisions)
	}
	return n
}

// solverBytes is the memory of a solver per sequence.
const solverBytes = 6 * 8

// Bytes returns the memory of the game and of a solver for it.
func (g *Game) Bytes() (n int64) {
	for i := range g.tables {
		t := &g.tables[i]
		n += int64(len(t.row))*4 + int64(len(t.col))*4 + int64(len(t.pay))*8
	}
	n += int64(len(g.ends))*4 + int64(len(g.pays))*8
	for i := range g.seats {
		s := &g.seats[i]
		n += int64(len(s.decisions))*sizeOfDecision + int64(s.sequences)*solverBytes + int64(len(s.told))*12 + int64(len(s.keys))*9
		for _, text := range s.seen {
			n += int64(len(text)) + 16
		}
	}
	return n
}

// end is the end of a hand with two seats.
type end struct {
	row, col int32
	a, b     float64
}

// compile makes the tables from a list of ends. If it is interrupted, it leaves them unfinished.
func (g *Game) compile(ctx context.Context, seqs []int32, pays []float64) {
	n := g.Seats
	g.ZeroSum = n == 2
	for i := 0; i < len(pays); i += n {
		sum, size := 0.0, 0.0
		for _, v := range pays[i : i+n] {
			sum += v
			size += max(v, -v)
		}
		if max(sum, -sum) > 1e-9*size {
			g.ZeroSum, g.House = false, true
			break
		}
	}
	if n != 2 {
		g.merge(seqs, pays)
		return
	}
	list := g.byRow(seqs, pays)
	k, from := 0, 0
	for to := range list {
		if to+1 < len(list) && list[to+1].row == list[from].row {
			continue
		}
		if pause.Err(ctx) != nil {
			return
		}
		row := list[from : to+1]
		slices.SortFunc(row, func(x, y end) int { return int(x.col) - int(y.col) })
		for i := range row {
			if i > 0 && list[k-1].col == row[i].col {
				list[k-1].a += row[i].a
				list[k-1].b += row[i].b
				continue
			}
			list[k] = row[i]
			k++
		}
		from = to + 1
	}
	list = list[:k]
	g.tables = []table{newTable(g.seats[0].sequences, len(list)), newTable(g.seats[1].sequences, len(list))}
	first, second := &g.tables[0], &g.tables[1]
	for i := range list {
		first.row[list[i].row+1]++
		second.row[list[i].col+1]++
		first.col[i], first.pay[i] = list[i].col, list[i].a
	}
	for _, t := range g.tables {
		for i := 1; i < len(t.row); i++ {
			t.row[i] += t.row[i-1]
		}
	}
	next := slices.Clone(second.row)
	for i := range list {
		k := next[list[i].col]
		next[list[i].col]++
		second.col[k], second.pay[k] = list[i].row, list[i].b
	}
}

// byRow returns the ends of hands in the order of the first seat's sequences.
func (g *Game) byRow(seqs []int32, pays []float64) []end {
	next := make([]int32, g.seats[0].sequences+1)
	for i := 0; i < len(seqs); i += 2 {
		next[seqs[i]+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	list := make([]end, len(pays)/2)
	for i := range list {
		k := &next[seqs[2*i]]
		list[*k] = end{seqs[2*i], seqs[2*i+1], pays[2*i], pays[2*i+1]}
		*k++
	}
	return list
}

func newTable(rows, ends int) table {
	return table{make([]int32, rows+1), make([]int32, ends), make([]float64, ends)}
}

// merge stores the ends of a game with more than two seats, merging those with the same sequences.
func (g *Game) merge(seqs []int32, pays []float64) {
	n := g.Seats
	order := make([]int32, len(pays)/n)
	for i := range order {
		order[i] = int32(i)
	}
	of := func(i int32) []int32 { return seqs[int(i)*n : (int(i)+1)*n] }
	slices.SortFunc(order, func(x, y int32) int { return slices.Compare(of(x), of(y)) })
	for k, i := range order {
		from := pays[int(i)*n : (int(i)+1)*n]
		if k > 0 && slices.Equal(of(order[k-1]), of(i)) {
			last := g.pays[len(g.pays)-n:]
			for s := range last {
				last[s] += from[s]
			}
			continue
		}
		g.ends, g.pays = append(g.ends, of(i)...), append(g.pays, from...)
	}
}

// worth sets the value of each sequence of a seat: the payments of the hands that end with it,
// weighted by the probabilities of the others' sequences.
func (g *Game) worth(out []float64, seat int, plans [][]float64) {
	if g.Seats == 2 {
		g.tables[seat].times(out, plans[1-seat])
		return
	}
	clear(out)
	n := g.Seats
	for i := 0; i < len(g.ends); i += n {
		p := g.pays[i+seat]
		if p == 0 {
			continue
		}
		for k, s := range g.ends[i : i+n] {
			if k != seat {
				p *= plans[k][s]
			}
		}
		out[g.ends[i+seat]] += float64(p)
	}
}

// times multiplies the table by a plan.
func (t *table) times(out, plan []float64) {
	from := t.row[0]
	for i := range out {
		to := t.row[i+1]
		col, pay := t.col[from:to], t.pay[from:to]
		pay = pay[:len(col)]
		sum := 0.0
		for k, c := range col {
			sum += float64(pay[k] * plan[c])
		}
		out[i], from = sum, to
	}
}
