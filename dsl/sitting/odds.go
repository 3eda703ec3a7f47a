package sitting

import (
	"context"
	"fmt"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
)

// Odds is the equity of the seats still in, from what a view sees: the cards of
// others are unknown to a seat, and what has gone by in its sight is dead.
func (h *Hand) Odds(ctx context.Context, v View, e odds.Effort) (*Odds, error) {
	state := h.Seen(v)
	q, seats, err := odds.Of(&state)
	if err != nil {
		return nil, &Refused{Reason: err.Error()}
	}
	q.Dead |= h.gone(&v) &^ inSight(q)
	a, err := q.Reckon(ctx, e)
	if err != nil {
		return nil, err
	}
	return &Odds{Answer: a, Seats: seats, Show: q.Show, Draws: draws(&state)}, nil
}

// Odds are the seats still in with what each can expect.
type Odds struct {
	*odds.Answer
	Seats []int // by hand of the answer
	Show  *plan.ShowdownStep
	// Draws: the game still draws, and the answer takes everybody to stand pat.
	Draws bool
}

// gone are the cards that a view has seen go: discards and hands that lay open.
// What is shuffled again may come again.
func (h *Hand) gone(v *View) (out cards.Set) {
	events := h.logFor(v, h.At()).Events
	for i := range events {
		switch e := &events[i]; e.Kind {
		case hand.Reshuffled, hand.Redealt:
			out = 0
		case hand.Discarded, hand.DealtUp, hand.Exposed:
			out |= cards.SetOf(e.List()...)
		}
	}
	return out
}

// inSight are the cards that a question names already.
func inSight(q *odds.Question) cards.Set {
	s := cards.SetOf(q.Board...)
	for _, one := range q.Hands {
		s |= cards.SetOf(one.Cards...)
	}
	return s
}

// draws reports whether a draw is on or to come.
func draws(h *hand.Hand) bool {
	for _, st := range h.Plan().Game.Steps[max(0, int(h.Pending().Step)):] {
		if st.Kind == plan.Draw && !st.Draw.KeepFace {
			return true
		}
	}
	return false
}

// Lines are the odds in words: a line a seat, and how they were found.
func (o *Odds) Lines(v View) []string {
	width := v.columns()
	var out []string
	for i, s := range o.Hands {
		line := fmt.Sprintf("%-8s %5.1f %%", v.Style.Seat(int8(o.Seats[i])), 100*s.Equity)
		if !o.Exact {
			line += fmt.Sprintf(" ± %.1f", 100*s.StdErr)
		}
		line += fmt.Sprintf("  wins %.1f, ties %.1f", 100*s.Win, 100*s.Tie)
		if len(o.Show.Parts) > 1 {
			line += fmt.Sprintf(", %s %.1f, %s %.1f, scoops %.1f", o.Show.Parts[0].Name, 100*s.High, o.Show.Parts[1].Name, 100*s.Low, 100*s.Scoop)
		}
		out = append(out, Fold(line, width)...)
	}
	how := fmt.Sprintf("of the whole pot if nobody folds: %s", o.how())
	if o.Draws {
		how += ", if everybody stands pat"
	}
	return append(out, Fold(how, width)...)
}

func (o *Odds) how() string {
	if o.Exact {
		return fmt.Sprintf("all %d ways of the cards counted", o.Boards)
	}
	return fmt.Sprintf("%d deals drawn at random", o.Boards)
}

// String is the odds in lines of 80 columns.
func (o *Odds) String() string { return strings.Join(o.Lines(View{Width: 80}), "\n") }
