package plan

import "fmt"

// MostRuns is the largest number of times that the rest of a board is dealt.
const MostRuns = 4

// times are the numbers of runs in words.
var times = [...]string{"once", "twice", "three", "four"}

// RunThe returns a step at which the rest of the board is dealt n times if nobody
// can bet anymore: always, or if the players agree, each of whom names a number.
func RunThe(n int, agree bool) Step {
	if !agree {
		return Step{Kind: RunIt, Runs: n}
	}
	ask := &Ask{
		InTurn: true, OwnWords: true,
		Words: Words{
			Name: "run it", View: "run it", Say: "run", Does: "runs it", Turn: "say how often the rest of the board is dealt",
			Sheet: "If nobody can bet any more, the players still in say in turn how often the rest of the board is dealt, at most " +
				timesWords(n) + ": " + runsRule + " The lowest number that a player names counts.",
		},
	}
	for i, name := range times[:n] {
		ask.Offers = append(ask.Offers, Offer{Name: name, Long: timesWords(i + 1), Effect: DoRun})
	}
	return Step{Kind: Asks, Ask: ask, Runs: n}
}

// runsRule is the rule for dividing the pots when the board is run more than once.
const runsRule = "every pot is divided equally among the runs, and odd chips go to the first."

// timesWords returns a number of times in words: "three times".
func timesWords(n int) string {
	if n < 3 {
		return times[n-1]
	}
	return times[n-1] + " times"
}

// RunsWords returns the rule sheet's sentence for a step that always deals the rest
// of the board Runs times.
func (s *Step) RunsWords() string {
	return fmt.Sprintf("If nobody can bet any more, the rest of the board is dealt %s: %s", timesWords(s.Runs), runsRule)
}

// checkRuns checks that every step between a run-it step and the showdown can be
// repeated.
func (g *Game) checkRuns(s *Step) error {
	at := 0
	for &g.Steps[at] != s {
		at++
	}
	if g.Award != nil {
		return fault(s.Pos, "", "the board is run more than once, and before_award limits claims: a game has one of them")
	}
	if s.Runs < 2 || s.Runs > MostRuns {
		return fault(s.Pos, "", "the board is run %d times: use 2 to %d", s.Runs, MostRuns)
	}
	for i := at + 1; i < len(g.Steps); i++ {
		switch next := &g.Steps[i]; {
		case next.Kind == Showdown:
			return nil
		case next.Runs > 0, next.Kind == Board, next.Kind == Burn, next.Kind == Bet, next.Kind == Collect:
		default:
			return fault(s.Pos, "put it after that, or leave it out", "the rest of the board can be dealt more than once where only cards on the board follow, and a %s comes after it", next.Word())
		}
	}
	return nil
}
