package hand

import (
	"fmt"

	"cardroom/engine/plan"
)

// within is how far a hand is within its step.
type within struct {
	stage stage
	dealt uint8 // cards that the step has dealt to each seat so far, or burned
}

// stage is what a step has come to.
type stage uint8

const (
	notBegun stage = iota
	begun          // cards are dealt or burned, hands are shown, bets are settled
	inCommon       // a street was dealt as community cards instead
	asking         // seats are asked
	serving        // seats are owed cards
	opening        // the opening bet of a round is due
	wagering       // it has been made, or none was due
	betOver        // the round is over: the gap
)

// advance runs the plan until somebody must decide or the hand is over.
func (h *Hand) advance() error {
	steps := h.plan.Game.Steps
	if h.pc < 0 {
		if h.posts != nil && h.offerPost() {
			return nil
		}
		h.pc = h.firstStep()
	}
	for !h.over {
		if h.alone() {
			h.uncontested()
			return nil
		}
		if wait, err := h.enter(&steps[h.pc]); wait || err != nil {
			return err
		}
		if h.log != nil && h.log.Watch != nil && h.stage == notBegun {
			h.log.Watch(h, nil)
		}
		if wait, err := h.run(&steps[h.pc]); wait || err != nil {
			return err
		}
		if !h.over && !h.resumes() {
			h.pc++
			h.within = within{}
			if h.partOver() {
				h.pc = h.partAt
			}
		}
	}
	return nil
}

// run runs one step from where it stopped. It reports whether the step waits for a
// decision.
func (h *Hand) run(st *plan.Step) (wait bool, err error) {
	//exhaustive:enforce
	switch st.Kind {
	case plan.Deal:
		return h.contest().deal(h, st)
	case plan.Board:
		return h.runBoard(st)
	case plan.Burn:
		return h.runBurn(st)
	case plan.Bet:
		if h.runs > 1 { // nobody can bet
			return false, nil
		}
		return h.runBet(st)
	case plan.RunIt:
		if h.mayRun() {
			h.beginRuns(st.Runs)
		}
	case plan.TakeBoard:
		h.takeBoard()
	case plan.Asks:
		return h.runAsk(st)
	case plan.When:
		holds, err := h.holds(st)
		if st.Whose != 0 {
			h.emitChips(Told, int(h.turn), int64(count(holds)), 0)
		}
		switch {
		case !holds:
			h.pc = int16(st.Jump) - 1
		case err == nil && st.AtMost > 0:
			err = h.countBranch(st)
		}
		return false, err
	case plan.Jump:
		h.pc = int16(st.Jump) - 1
	case plan.Redeal:
		return false, h.dealAgain(st)
	case plan.Collect:
		if h.nthRun == 0 && !h.feesPaid() {
			h.collect(st.Collect)
		}
	case plan.Repeat: // its rounds follow
	case plan.InTurn:
		h.runPart(st)
	case plan.PayStep:
		h.runPay(st.Pay)
	case plan.CompareHands:
		return false, h.compare(st.Compare)
	case plan.FoldStep:
		return false, h.runFold()
	case plan.RollDie:
		h.roll(st.Count)
	case plan.Carry:
		h.carry()
	case plan.Showdown:
		return h.runShowdown(st.Show)
	case plan.TurnUp:
		h.turnUpRole(st)
	case plan.Settle:
		return h.runSettle(st), nil
	default:
		return false, fmt.Errorf("step %s cannot be played", st.Kind)
	}
	return false, nil
}

// dealAgain starts a new deal. After too many deals without a new ante the hand continues with the next step instead.
func (h *Hand) dealAgain(st *plan.Step) error {
	switch {
	case h.freeDeals < plan.MaxFreeDeals:
		h.redeal(st.NoAnte, 0)
	case int(h.pc)+1 == len(h.plan.Game.Steps):
		return h.plan.Game.Blame(st.Pos, "the cards came back %d times without a new ante, and nothing comes after this step", plan.MaxFreeDeals)
	}
	return nil
}

// holds reports whether the steps of a When are played.
func (h *Hand) holds(st *plan.Step) (bool, error) {
	is, err := h.isSo(st)
	return is != st.Until, err
}

// countBranch counts the times that the steps of a limited When are played in a deal, and returns an error if the script has promised fewer:
// the deck might not have the cards.
func (h *Hand) countBranch(st *plan.Step) error {
	group, most := h.plan.Game.Limited(st)
	h.branches[group]++
	if n := int(h.branches[group]); n > most && len(h.Notes()) == 0 { // after an irregularity cards may have come back
		return h.plan.Game.BlameWith(st.Pos, fmt.Sprintf("most = %d, or a condition that holds less often", n), "its steps are played %d times in a deal, and most = %d says otherwise", n, most)
	}
	return nil
}

// isSo reports whether the condition of a When holds.
func (h *Hand) isSo(st *plan.Step) (bool, error) {
	switch {
	case st.Whose != 0:
		seat := h.neighbor(int(h.turn), st.Whose)
		if !h.known(seat) {
			return false, fmt.Errorf("the cards of seat %d are not known, and the game goes on by them", seat+1)
		}
		return st.Test.Holds(h.open(-1, h.Hole(seat)))
	case st.Test != nil:
		return st.Test.Holds(h.contest().public(h))
	case st.Cond == plan.PassedOut:
		return h.passed && h.freeDeals < plan.MaxFreeDeals, nil
	case st.Cond == plan.NobodyBet:
		return h.unopened, nil
	}
	return false, nil
}
