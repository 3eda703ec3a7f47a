package equity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// oddsNext is the result of each card that can come next.
type oddsNext struct {
	m     *matchUp
	lists []nextList
	seed  uint64 // of samples
}

// nextList is the cards that can come at one place.
type nextList struct {
	to    int // index of a hand, -1 for the board
	cards []odds.Next
}

// nextRow is a set of cards with the same result.
type nextRow struct {
	odds.Next
	list *nextList
}

// nextSamples is the default number of deals for each card if the next card does not
// go to the board: then there are many lists.
const nextSamples = 20_000

// nextOf prints the equity of the hands after each card that can come next.
func (o *Options) nextOf(ctx context.Context, std *app.IO, m *matchUp) error {
	n := &oddsNext{m: m}
	e := o.seededEffort(&n.seed, nil)
	places := []int{-1}
	if m.q.ToBoard == 0 && !slices.Contains(m.q.Board, cards.Unknown) {
		places = nil
		for i, h := range m.q.Hands {
			if h.ToCome > 0 {
				places = append(places, i)
			}
		}
		if e.Samples == 0 && e.Error == 0 {
			e.Samples = nextSamples
		}
	}
	if places == nil {
		if len(m.q.Draws) > 0 {
			return errors.New("no cards are to come: everyone stands pat. Name fewer cards for a hand, and the rest are dealt")
		}
		return errors.New("no card is to come")
	}
	p := std.StartProgress("cards", int64(52*len(places)))
	defer p.Stop()
	for _, to := range places {
		list, err := m.q.Next(ctx, e, to, func() { p.Done.Add(1) })
		if err != nil {
			return err
		}
		n.lists = append(n.lists, nextList{to, list})
	}
	p.Stop()
	if !term.Browser && o.Format == report.Text {
		// Print the best and worst cards for each hand. With two hands on a board one
		// list is enough, because the best cards for one hand are the worst for the other.
		w := std.Stdout
		heroes := len(n.m.Hands)
		if heroes == 2 && n.lists[0].to < 0 {
			heroes = 1
		}
		first := true
		for i := range n.lists {
			l := &n.lists[i]
			for hero := range heroes {
				if l.to >= 0 && l.to != hero {
					continue
				}
				if !first {
					w.Printf("\n")
				}
				first = false
				n.list(w, l, hero, o.Top)
			}
		}
		w.Printf("%s\n", n.basis())
		return nil
	}
	// Print all cards in a machine-readable format.
	format := o.Format
	columns := []rows.Column[nextRow]{
		{Name: "to", Doc: "where the card comes: board, or a hand as it was given", Value: func(r nextRow) any { return n.place(r.list) }},
		{Name: "cards", Doc: "cards after which the hands expect the same", Value: func(r nextRow) any {
			var out []string
			for _, c := range r.Cards {
				out = append(out, c.String())
			}
			return out
		}},
		{Name: "probability", Unit: "share", Doc: "that one of them comes", Limits: `min:"0" max:"1"`, Value: func(r nextRow) any { return r.Part }},
	}
	if format != report.CSV {
		columns = append(columns, rows.Column[nextRow]{Name: "hands", Doc: "what each hand expects then", Value: func(r nextRow) any {
			var out []oddsRow
			for i, s := range r.Answer.Hands {
				out = append(out, oddsRow{hand: n.m.Hands[i], Share: s})
			}
			return rows.Records(shareColumns(), out)
		}})
	} else {
		for i := range n.m.Hands {
			for _, c := range shareColumns()[1:] {
				columns = append(columns, rows.Column[nextRow]{Name: fmt.Sprintf("%s_%d", c.Name, i+1), Value: func(r nextRow) any {
					return c.Value(oddsRow{Share: r.Answer.Hands[i]})
				}})
			}
		}
	}
	var all []nextRow
	for i := range n.lists {
		for _, c := range n.lists[i].cards {
			all = append(all, nextRow{c, &n.lists[i]})
		}
	}
	return rows.Write(std.Stdout, format, "odds-next", "next", columns, all,
		rows.Pair{Name: "game", Doc: "whose rules decide", Value: n.m.game.ID}, rows.Pair{Name: "board", Doc: "the cards on the board, if there are some", Value: rows.Given(cards.Format(n.m.q.Board))},
		rows.Pair{Name: "exact", Doc: "the answer is exact, not sampled", Value: n.sampled() == 0},
		rows.Pair{Name: "seed", Doc: "of the deals that were drawn; a text of digits from 2^53 on", Value: rows.If(n.sampled() > 0, hand.Seed(n.seed))},
	)
}

// place returns where a list's card goes: the board, or a hand as it was given.
func (n *oddsNext) place(l *nextList) string {
	if l.to < 0 {
		return "board"
	}
	return n.m.Hands[l.to]
}

// live returns the cards that can come.
func (l *nextList) live() (s cards.Set) {
	for _, c := range l.cards {
		s |= cards.SetOf(c.Cards...)
	}
	return s
}

// shapes returns a short form of a row's cards: just the rank if all its cards have
// the same result.
func (l *nextList) shapes(list []cards.Card) string {
	var sets []cards.Set
	for _, c := range list {
		sets = append(sets, cards.SetOf(c))
	}
	return strings.Join(cards.Shapes(sets, 1, l.live()), " ")
}

// list prints the best and worst cards for a hand.
func (n *oddsNext) list(w *term.Stream, l *nextList, hero, top int) {
	where := "to it"
	if l.to < 0 {
		where = "on the board"
	}
	w.Printf("%s\n", w.Paint(report.Folded(fmt.Sprintf("Best and worst for %s, of %d cards that can come %s", n.m.Hands[hero], l.live().Len(), where), w, 0), color.Bold))
	ranked := slices.Clone(l.cards)
	slices.SortStableFunc(ranked, func(a, b odds.Next) int {
		return cmp.Compare(b.Answer.Hands[hero].Equity, a.Answer.Hands[hero].Equity)
	})
	shown := []int{hero}
	heads := []report.Heading{{Title: "comes %", Align: report.Right}}
	if names := n.m.columnNames(); len(names) == 2 {
		shown = []int{0, 1}
		heads = append(heads, report.Heading{Title: names[0], Align: report.Right}, report.Heading{Title: names[1], Align: report.Right})
	} else {
		heads = append(heads, report.Heading{Title: "equity %", Align: report.Right})
	}
	heads = append(heads, report.Heading{Title: "cards", Align: report.Left})
	var cells [][]string
	for i, c := range ranked {
		if i >= top && i < len(ranked)-top {
			if i == top {
				cells = append(cells, append(slices.Repeat([]string{""}, len(heads)-1), fmt.Sprintf("... %d more", len(ranked)-2*top)))
			}
			continue
		}
		row := []string{fmt.Sprintf("%.2f", 100*c.Part)}
		for _, k := range shown {
			row = append(row, fmt.Sprintf("%.2f", 100*c.Answer.Hands[k].Equity))
		}
		cells = append(cells, append(row, l.shapes(c.Cards)))
	}
	report.Table(w, heads, cells)
}

// sampled returns the largest number of deals of a sampled answer, 0 if all answers
// are exact.
func (n *oddsNext) sampled() (deals int64) {
	for _, l := range n.lists {
		for _, c := range l.cards {
			if !c.Answer.Exact {
				deals = max(deals, c.Answer.Boards)
			}
		}
	}
	return deals
}

func (n *oddsNext) basis() string {
	if deals := n.sampled(); deals > 0 {
		return fmt.Sprintf("sampled: %s deals for each card, seed %d", term.Grouped(deals), n.seed)
	}
	return "exact"
}

// nutsRow is one of the best hands on a board.
type nutsRow struct {
	part  *plan.Part
	nuts  *odds.Nuts
	place int // rank among the best hands, from 0
}

func (r nutsRow) holding() *odds.Holding { return &r.nuts.Best[r.place] }

// NutsHeld is how often a hand of the command line is one of the best hands.
type NutsHeld struct {
	Hand        string  `json:"hand"`                                     // as it was given
	Combos      int64   `json:"combos" unit:"combos"`                     // those that are this best hand
	Of          int64   `json:"of" unit:"combos"`                         // combos that the hand can be
	Probability float64 `json:"probability" min:"0" max:"1" unit:"share"` // by the weights of the range
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
			line(4, "%s: %s of %s combos", shapes, term.Grouped(h.Hands), term.Grouped(n.Hands))
			for i, by := range m.nutsHeld(r) {
				if by.Combos == 0 {
					continue
				}
				found[i] = true
				if by.Of == 1 {
					line(4, "%s has it", by.Hand)
				} else {
					line(4, "%s: %s of %s, %.2f %%", by.Hand, term.Grouped(by.Combos), term.Grouped(by.Of), 100*by.Probability)
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
