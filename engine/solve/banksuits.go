package solve

import (
	"errors"
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Games of points are counted by rank, so a script that looks at suits would be counted wrongly. Each answer is asked
// for with the same ranks in other suits; if it changes, the game is refused.

// suitWays is the number of ways in which a script is shown the same ranks: the first card has one of four suits, and
// each further card is 0 to 3 suits after the card before it.
const suitWays = 16

// setSuits changes the suits of cards to those of a way. before is the number of cards that the script sees before them.
func setSuits(hand []cards.Card, way, before int) {
	for i, c := range hand {
		if c.Natural() {
			hand[i] = cards.New(c.Rank(), cards.Suit((way%4+way/4*(before+i))%4))
		}
	}
}

// suitCheck asks scripts in other suits.
type suitCheck struct {
	shape error // the kind of the game
	asked int
}

// mostInAllSuits is the number of questions that are asked in every way. Later ones are asked in one other way, each in the
// next, because a game can have a million of them.
const mostInAllSuits = 5_000

// errSuits marks the error for a script that depends on suits.
var errSuits = errors.New("")

// answer returns the answer of a script. One that depends on suits is an error.
func (c *suitCheck) answer(st *plan.Step, ask func(way int) (uint32, error)) (uint32, error) {
	answer, err := ask(0)
	from, to := 1, suitWays
	if c.asked++; c.asked > mostInAllSuits {
		from = 1 + c.asked%(suitWays-1)
		to = from + 1
	}
	for way := from; err == nil && way < to; way++ {
		var other uint32
		if other, err = ask(way); err == nil && other != answer {
			err = fmt.Errorf("%w%w", errSuits, uncounted(c.shape, st, "depends on suits"))
		}
	}
	return answer, err
}

// holds returns the answer of a condition as a number.
func holds(st *plan.Step, view plan.Question) (uint32, error) {
	ok, err := st.Test.Holds(view)
	if ok {
		return 1, err
	}
	return 0, err
}
