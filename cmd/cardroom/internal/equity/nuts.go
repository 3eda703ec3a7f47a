package equity

import (
	"context"
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// nutsRow is one of the best hands on a board.
type nutsRow struct {
	part  *plan.Part
	nuts  *odds.Nuts
	place int // rank among the best hands, from 0
}

func (r nutsRow) holding() *odds.Holding { return &r.nuts.Best[r.place] }

// NutsHeld is how often a hand of the command line is one of the best hands.
type NutsHeld struct {
	Hand        string  `json:"hand"`                        // as it was given
	Combos      int64   `json:"combos"`                      // those that are this best hand
	Of          int64   `json:"of"`                          // combos that the hand can be
	Probability float64 `json:"probability" min:"0" max:"1"` // by the weights of the range
}

// nutsOf prints the best hands on a board, and which of the given hands can have them.
func (o *Options) nutsOf(ctx context.Context, std *app.IO, m *matchUp) error {
	if len(m.q.Board)+m.q.ToBoard == 0 {
		return fmt.Errorf("%s has no board, so there are no nuts to list", m.game.Name)
	}
	hole := m.game.HoleCards()
	list, err := m.q.Nuts(ctx, hole, o.Top)
	if err != nil {
		return err
	}
	if o.Format == report.Text {
		m.nutsText(std.Stdout, list)
		return nil
	}
	live := m.live()
	columns := []rows.Column[nutsRow]{
		{Name: "part", Doc: "of the pot: high or low", Value: func(r nutsRow) any { return r.part.Name }},
		{Name: "place", Doc: "1 the nuts", Limits: `min:"1"`, Value: func(r nutsRow) any { return r.place + 1 }},
		{Name: "name", Doc: "of the hand, in words", Value: func(r nutsRow) any { return r.part.Ranking.Describe(r.holding().Strength) }},
		{Name: "cards", Doc: "that play, most significant first; where there are several an example", Value: func(r nutsRow) any { return cards.Format(r.holding().Cards) }},
		{Name: "strength", Doc: "orders the hands of a part: larger is better", Value: func(r nutsRow) any { return r.holding().Strength }},
		{Name: "holdings", Doc: "hole cards that make it, in the notation of ranges; x is any card", Value: func(r nutsRow) any {
			shapes := cards.Shapes(r.holding().With, hole, live)
			if o.Format == report.CSV {
				return strings.Join(shapes, ", ")
			}
			return shapes
		}},
		{Name: "combos", Doc: "hands that make this and nothing better", Value: func(r nutsRow) any { return r.holding().Hands }},
		{Name: "of", Doc: "hands that are possible", Value: func(r nutsRow) any { return r.nuts.Hands }},
		{Name: "probability", Doc: "combos as a part of these", Limits: `min:"0" max:"1"`, Value: func(r nutsRow) any { return float64(r.holding().Hands) / float64(r.nuts.Hands) }},
	}
	if o.Format != report.CSV {
		columns = append(columns, rows.Column[nutsRow]{Name: "hands", Doc: "how often each hand of the command line is this", Value: func(r nutsRow) any { return m.nutsHeld(r) }})
	} else {
		for i := range m.Hands {
			columns = append(columns,
				rows.Column[nutsRow]{Name: fmt.Sprintf("combos_%d", i+1), Value: func(r nutsRow) any { return m.nutsHeld(r)[i].Combos }},
				rows.Column[nutsRow]{Name: fmt.Sprintf("probability_%d", i+1), Value: func(r nutsRow) any { return m.nutsHeld(r)[i].Probability }})
		}
	}
	var all []nutsRow
	for k := range list {
		for place := range list[k].Best {
			all = append(all, nutsRow{&m.q.Show.Parts[k], &list[k], place})
		}
	}
	return rows.Write(std.Stdout, o.Format, "odds-nuts", "nuts", columns, all, rows.Pair{Name: "game", Doc: "whose rules decide", Value: m.game.ID}, rows.Pair{Name: "board", Doc: "the cards on the board", Value: cards.Format(m.q.Board)})
}

// live returns the cards that can be in a hand.
func (m *matchUp) live() cards.Set {
	return m.q.Deck.Set() &^ (m.q.Dead | cards.SetOf(m.q.Board...))
}

// nutsHeld returns how often each given hand is this best hand.
func (m *matchUp) nutsHeld(r nutsRow) []NutsHeld {
	out := []NutsHeld{}
	for i, by := range r.holding().By {
		out = append(out, NutsHeld{m.Hands[i], by.Combos, r.nuts.All[i], by.Part})
	}
	return out
}

// nutsText prints the best hands as text.
func (m *matchUp) nutsText(w *term.Stream, list []odds.Nuts) {
	line := func(indent int, format string, args ...any) {
		w.Printf("%s%s\n", strings.Repeat(" ", indent), report.Folded(fmt.Sprintf(format, args...), w, indent))
	}
	live := m.live()
	for k := range list {
		n, part := &list[k], &m.q.Show.Parts[k]
		if k > 0 {
			w.Printf("\n")
		}
		w.Printf("%s\n", w.Paint(fmt.Sprintf("%s hands on %s", part.Name, cards.Format(m.q.Board)), color.Bold))
		found := make([]bool, len(m.Hands))
		for place := range n.Best {
			r := nutsRow{part, n, place}
			h := r.holding()
			w.Printf("%2d  %s (%s)\n", place+1, part.Ranking.Describe(h.Strength), ranksOf(h.Cards))
			shapes := strings.Join(cards.Shapes(h.With, n.Hole, live), ", ")
			if h.With[0] == 0 {
				shapes = "any hand"
			}
			line(4, "%s: %s of %s combos", shapes, figures.Grouped(h.Hands), figures.Grouped(n.Hands))
			for i, by := range m.nutsHeld(r) {
				if by.Combos == 0 {
					continue
				}
				found[i] = true
				if by.Of == 1 {
					line(4, "%s has it", by.Hand)
				} else {
					line(4, "%s: %s of %s, %.2f %%", by.Hand, figures.Grouped(by.Combos), figures.Grouped(by.Of), 100*by.Probability)
				}
			}
		}
		if len(n.Best) == 0 {
			line(4, "no hand qualifies")
		}
		var none []string
		for i, name := range m.Hands {
			if !found[i] {
				none = append(none, name)
			}
		}
		if len(none) > 0 {
			line(0, "none of these: %s", strings.Join(none, ", "))
		}
	}
}

// ranksOf returns the ranks of cards in order; a joker is "Jo".
func ranksOf(list []cards.Card) string {
	var b strings.Builder
	for _, c := range list {
		if c.Natural() {
			b.WriteByte(c.Rank().Char())
		} else {
			b.WriteString(c.String())
		}
	}
	return b.String()
}
