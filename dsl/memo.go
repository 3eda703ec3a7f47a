package dsl

// mostMemories limits the size of a Memo.
const mostMemories = 1 << 14

// memo caches the results of a script function. The function sees only the answers of its view (and, between hands, its memory),
// so the same answers lead to the same result: the questions of each run are stored as a path, and a run that would take a known
// path is skipped. A kill asks one or two questions per hand, a round against a bank three or four per decision; the script runs
// only when something new happens.
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
	Ask    Q
	Answer int64
}

// Find returns the result of the run that got the same answers; answer answers questions.
func (m *memo[Q, T]) Find(memory string, answer func(Q) int64) (out T, ok bool) {
	n := m.roots[memory]
	for n != nil && !n.last {
		n = n.next[answer(n.ask)]
	}
	if n == nil {
		return out, false
	}
	return n.out, true
}

// Full reports whether the next Note clears the cache first.
func (m *memo[Q, T]) Full() bool { return m.nodes > mostMemories }

// Note stores the result of the function after these reads.
func (m *memo[Q, T]) Note(memory string, reads []read[Q], out T) {
	if m.roots == nil || m.Full() {
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
			n.ask, n.next = r.Ask, map[int64]*memoNode[Q, T]{}
		}
		to := n.next[r.Answer]
		if to == nil {
			to = &memoNode[Q, T]{}
			n.next[r.Answer] = to
			m.nodes++
		}
		n = to
	}
	n.last, n.out = true, out
	m.nodes++
}
