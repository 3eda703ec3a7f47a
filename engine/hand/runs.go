package hand

import (
	"cardroom/engine/plan"
)

// The rest of a board that is dealt more than once ([plan.Step.Runs]): when
// nobody can bet any more the steps that follow are played once for each run, and
// every pot is divided among the runs. The cards of all runs lie on the board; each
// knows its run.

// Runs is how often the rest of the board is dealt, 1 unless the players or the
// game have it dealt more often.
func (h *Hand) Runs() int { return max(1, int(h.runs)) }

// mayRun reports whether the rest of the board can be dealt more than once: hands
// are to be compared, nobody can bet, and it has not been settled before.
func (h *Hand) mayRun() bool {
	return h.runs == 0 && h.s.Live.Len() > 1 && h.s.Able().Len() <= 1 && h.mostRuns(2) > 1
}

// mostRuns is how many runs of at most n the stub has cards for.
func (h *Hand) mostRuns(n int) int {
	need := 0
	for _, st := range h.plan.Game.Steps[h.pc:] {
		if st.Kind == plan.Board || st.Kind == plan.Burn {
			need += st.Count
		}
	}
	if need == 0 {
		return 1
	}
	return min(n, h.stock.left()/need)
}

// runRuns has the rest of the board dealt as often as the step says, where nobody
// is asked.
func (h *Hand) runRuns(st *plan.Step) {
	if h.mayRun() {
		h.beginRuns(st.Runs)
	}
}

// beginRuns has the steps from the next one on played n times.
func (h *Hand) beginRuns(n int) {
	n = h.mostRuns(n)
	h.runs = 1
	if n < 2 {
		return
	}
	h.runs, h.nthRun, h.runFrom = uint8(n), 0, h.pc
	h.tellRun(RunBegan)
}

// agrees notes how often a seat would have the rest of the board dealt: the least
// that anybody names is agreed.
func (h *Hand) agrees(n int) {
	if h.nthRun == 0 || n < int(h.nthRun) {
		h.nthRun = uint8(n)
	}
	if n == 1 {
		h.waiting = 0
	}
}

// agreed has the rest of the board dealt as often as all have agreed.
func (h *Hand) agreed() {
	if n := int(h.nthRun); h.runs == 0 && n > 0 {
		h.nthRun = 0
		h.beginRuns(n)
	}
}

// runAgain goes back to where the runs began, for the next; false when all are
// dealt.
func (h *Hand) runAgain() bool {
	if h.runs < 2 || h.nthRun+1 >= h.runs {
		return false
	}
	h.nthRun++
	h.pc = h.runFrom
	h.tellRun(RunBegan)
	return true
}

// tellRun tells of the run that begins or is paid.
func (h *Hand) tellRun(kind EventKind) {
	h.emit(Event{Kind: kind, Seat: -1, Pot: int8(h.nthRun), Other: int8(h.runs)})
}

// OnRun is the hand with the board of a run, from 0, as if it were the only one. It
// is there to be looked at, not to be played on.
func (h *Hand) OnRun(run int) Hand {
	v := *h
	v.log = nil
	v.layRun(h, run)
	v.runs = 1
	return v
}

// layRun lays the board of a run where all cards of another hand's board lie.
func (h *Hand) layRun(all *Hand, run int) {
	h.onBoard = 0
	for k, c := range all.Board() {
		if of := all.runOf[k]; of == 0 || int(of) == run+1 {
			h.board[h.onBoard], h.boardOn[h.onBoard] = c, all.boardOn[k]
			h.onBoard++
		}
	}
}
