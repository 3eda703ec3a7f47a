package hand

import "cardroom/engine/plan"

// Running the rest of the board more than once ([plan.Step.Runs]): when nobody can
// bet anymore, the remaining steps are played once for each run, and every pot is
// divided among the runs. The cards of all runs are on the board; each has the
// number of its run.

// Runs returns the number of times the rest of the board is dealt; 1 unless the
// players or the game choose more.
func (h *Hand) Runs() int { return max(1, int(h.runs)) }

// mayRun reports whether the rest of the board can be dealt more than once: several
// hands are live, nobody can bet, and the number of runs is undecided.
func (h *Hand) mayRun() bool {
	return h.runs == 0 && h.s.Live.Len() > 1 && h.s.Able().Len() <= 1 && h.mostRuns(2) > 1
}

// mostRuns returns the number of runs, at most n, for which the stub has cards.
func (h *Hand) mostRuns(n int) int {
	need := 0
	rest := h.plan.Game.Steps[h.pc:]
	for i := range rest {
		if st := &rest[i]; st.DealsTo(plan.ZoneBoard | plan.ZoneBurn) {
			need += st.Count
		}
	}
	if need == 0 {
		return 1
	}
	return min(n, h.stock.left()/need)
}

// beginRuns makes the steps after the current one be played n times.
func (h *Hand) beginRuns(n int) {
	n = h.mostRuns(n)
	h.runs = 1
	if n < 2 {
		return
	}
	h.runs, h.nthRun, h.runFrom = uint8(n), 0, h.pc
	h.tellRun(RunBegan)
}

// agreed starts the agreed number of runs.
func (h *Hand) agreed() {
	if n := int(h.nthRun); h.runs == 0 && n > 0 {
		h.nthRun = 0
		h.beginRuns(n)
	}
}

// runAgain starts the next run; it returns false after the last.
func (h *Hand) runAgain() bool {
	if h.runs < 2 || h.nthRun+1 >= h.runs {
		return false
	}
	h.nthRun++
	h.pc = h.runFrom
	h.tellRun(RunBegan)
	return true
}

// tellRun emits an event for the run that begins or is paid.
func (h *Hand) tellRun(kind EventKind) {
	h.emit(Event{Kind: kind, Seat: -1, Pot: int8(h.nthRun), Other: int8(h.runs)})
}

// OnRun returns the hand with the board of one run, from 0, as if it were the only
// run. The result is read-only: do not play it.
func (h *Hand) OnRun(run int) Hand {
	v := *h
	v.log = nil
	v.layRun(h, run)
	v.runs = 1
	return v
}

// layRun copies the board of a run from the board of a hand with all runs.
func (h *Hand) layRun(all *Hand, run int) {
	h.onBoard = 0
	for k, c := range all.Board() {
		if of := all.runOf[k]; of == 0 || int(of) == run+1 {
			h.board[h.onBoard], h.boardOn[h.onBoard] = c, all.boardOn[k]
			h.onBoard++
		}
	}
}
