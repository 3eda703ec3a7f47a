package dsl

// mostMemories bounds what is kept of the past.
const mostMemories = 1 << 14

// memo keeps what a function of a script returned. The function sees nothing but the answers to what it asks of its view
// (and, between hands, its memory), so the same answers lead to the same result: the questions of each run are kept as a
// path, and a run that would go the same way again is not made. A kill asks one or two questions a hand, a round against a
// bank three or four a decision; the script runs only when something new happens.
type memo[Q comparable, T any] struct {
	roots map[string]*memoNode[Q, T] // by the memory
	nodes int
}

type memoNode[Q comparable, T any] struct {
	ask  Q
	next map[int64]*memoNode[Q, T]
	last bool
	out  T
}

// read is a question with its answer.
type read[Q comparable] struct {
	ask    Q
	answer int64
}

// find is what the function returned when it got the same answers; answer answers questions.
func (m *memo[Q, T]) find(memory string, answer func(Q) int64) (out T, ok bool) {
	n := m.roots[memory]
	for n != nil && !n.last {
		n = n.next[answer(n.ask)]
	}
	if n == nil {
		return out, false
	}
	return n.out, true
}

// full reports whether nothing more is noted without forgetting everything.
func (m *memo[Q, T]) full() bool { return m.nodes > mostMemories }

// note keeps what the function returned after these reads.
func (m *memo[Q, T]) note(memory string, reads []read[Q], out T) {
	if m.roots == nil || m.full() {
		m.roots, m.nodes = map[string]*memoNode[Q, T]{}, 0
	}
	n := m.roots[memory]
	if n == nil {
		n = &memoNode[Q, T]{}
		m.roots[memory] = n
		m.nodes += len(memory) / 256 // about the size of a node
	}
	for _, r := range reads {
		if n.next == nil {
			n.ask, n.next = r.ask, map[int64]*memoNode[Q, T]{}
		}
		to := n.next[r.answer]
		if to == nil {
			to = &memoNode[Q, T]{}
			n.next[r.answer] = to
			m.nodes++
		}
		n = to
	}
	n.last, n.out = true, out
	m.nodes++
}
