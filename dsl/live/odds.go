package live

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// Odds returns the equity of the seats still in, from what a view sees: the cards of others are unknown to a seat, and cards it
// has seen go are dead.
// ask, which may be nil, has ranges for seats whose cards are not seen, and draw policies.
func (h *Hand) Odds(ctx context.Context, v View, e odds.Effort, ask *OddsAsk) (*Odds, error) {
	if ask == nil {
		ask = &OddsAsk{}
	}
	state := h.Seen(v)
	q, seats, err := odds.Of(&state)
	if err != nil {
		return nil, diag.Refuse(err.Error(), "")
	}
	given, err := ask.give(q, seats, &state, &v)
	if err != nil {
		return nil, err
	}
	if err := ask.draw(q, e); err != nil {
		return nil, err
	}
	a, err := q.Compute(ctx, e)
	if err != nil {
		return nil, err
	}
	back := state.WholePot()
	for _, p := range q.Pots {
		back -= p.Amount
	}
	return &Odds{Answer: a, Given: given, Seats: seats, Stakes: q.Pots, Back: back, Scale: state.Plan().Stakes.Scale, Money: state.Plan().Stakes.Money, Show: q.Show, Draws: draws(&state)}, nil
}

// Odds holds the seats still in, with the equity of each.
type Odds struct {
	*odds.Answer
	Seats  []int    // by hand of the answer
	Given  []string // the given ranges, "" for none
	Stakes []odds.Pot
	Back   int64 // part of a bet that nobody has the chips to call
	Scale  int64
	Money  plan.Currency
	Show   *plan.ShowdownStep
	// Draws is set if the game still draws; an answer without draws then assumes that everybody stands pat.
	Draws bool
}

// draws reports whether a draw is in progress or still to come.
func draws(h *hand.Hand) bool {
	return slices.ContainsFunc(h.Plan().Game.Steps[max(0, int(h.Pending().Step)):], func(st plan.Step) bool { return st.Draws() && !st.Draw.KeepFace })
}

// lines returns the odds in words: a line per seat, and the method. With side pots it gives the expected chips of each seat.
func (o *Odds) lines(v View) []string {
	width := v.columns()
	if len(o.Stakes) > 1 {
		return o.inChips(&v)
	}
	var out []string
	for i, s := range o.Hands {
		line := fmt.Sprintf("%s %5.1f %%", o.who(&v, i), 100*s.Equity)
		if !o.Exact {
			line += fmt.Sprintf(" ± %.1f", 100*rows.Confident*s.StdErr)
		}
		line += fmt.Sprintf("  wins %.1f, ties %.1f", 100*s.Win, 100*s.Tie)
		if len(o.Show.Parts) > 1 {
			line += fmt.Sprintf(", %s %.1f, %s %.1f, scoops %.1f", o.Show.Parts[0].Name, 100*s.High, o.Show.Parts[1].Name, 100*s.Low, 100*s.Scoop)
		}
		if o.Answer.Draws != nil {
			line += ", " + o.Answer.Draws[i].Words(v.Style.Cards)
		}
		out = append(out, Fold(line, width)...)
	}
	return append(out, Fold("of the whole pot if nobody folds; "+o.how()+o.ranges(&v), width)...)
}

// inChips returns the odds when there are side pots: each seat's expected chips in total, and its share of each pot that it can
// win.
func (o *Odds) inChips(v *View) []string {
	var out []string
	for i := range o.Seats {
		line := fmt.Sprintf("%s %7s", o.who(v, i), o.chips(o.Chips[i].Value))
		if !o.Exact {
			line += " ± " + o.chips(rows.Confident*o.Chips[i].StdErr)
		}
		for k, pot := range o.Stakes {
			if pot.Eligible.Has(i) {
				line += fmt.Sprintf(", %.1f %% of %s", 100*o.Pots[k][i], PotName(k))
			}
		}
		out = append(out, Fold(line, v.columns())...)
	}
	var total int64
	var pots []string
	for k, pot := range o.Stakes {
		total += pot.Amount
		pots = append(pots, fmt.Sprintf("%s %s", PotName(k), o.Money.Price(pot.Amount, o.Scale)))
	}
	how := fmt.Sprintf("of %s in the middle (%s) if nobody folds; %s", o.Money.Price(total, o.Scale), strings.Join(pots, ", "), o.how()+o.ranges(v))
	if o.Back > 0 {
		how += fmt.Sprintf("; %s that nobody can call goes back", o.Money.Price(o.Back, o.Scale))
	}
	return append(out, Fold(how, v.columns())...)
}

// who returns the name of a hand's seat, padded to the widest.
func (o *Odds) who(v *View, i int) string {
	width := len("seat 10 ")
	for _, seat := range o.Seats {
		width = max(width, columns(v.Style.Seat(int8(seat))))
	}
	name := v.Style.Seat(int8(o.Seats[i]))
	return name + strings.Repeat(" ", width-columns(name))
}

// PotName returns a short name for one of several pots.
func PotName(k int) string {
	if k == 0 {
		return "main"
	}
	return fmt.Sprintf("side %d", k)
}

// chips formats an average amount, to the hundredth of a chip.
func (o *Odds) chips(units float64) string { return fmt.Sprintf("%.2f", units/float64(o.Scale)) }

func (o *Odds) how() string {
	how := "sampled"
	if o.Exact {
		how = "exact"
	}
	how += ": " + star.Grouped(int(o.Boards)) + " deal"
	if o.Boards != 1 {
		how += "s"
	}
	if !o.Exact {
		how += ", ± is the 95 % interval"
	}
	if o.Draws && o.Answer.Draws == nil {
		how += ", if everybody stands pat (odds draw best: as is best)"
	}
	return how
}

// ranges returns the ranges of the seats, in words.
func (o *Odds) ranges(v *View) string {
	text := ""
	for i, given := range o.Given {
		if given == "" || slices.Contains(o.Given[:i], given) {
			continue
		}
		var who []string
		for k, other := range o.Given {
			if other == given {
				who = append(who, v.Style.Seat(int8(o.Seats[k])))
			}
		}
		has := "has"
		if len(who) > 1 {
			has = "have"
		}
		text += fmt.Sprintf("; %s %s %s", strings.Join(who, ", "), has, given)
	}
	return text
}

// String returns the odds in lines of 80 columns.
func (o *Odds) String() string { return strings.Join(o.lines(View{Width: 80}), "\n") }
