package equity

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// MadeCell is how often a hand ends up as a class of hands, in one part of the pot.
type MadeCell struct {
	Part        string  `json:"part"`                                     // of the pot: high or low
	Class       string  `json:"class"`                                    // such as full house, eight low, no qualifying hand
	Probability float64 `json:"probability" min:"0" max:"1" unit:"share"` // that the hand ends up as this
}

// madeCells returns all classes of all parts, best first, with the probabilities of
// the i-th hand of an answer; a negative i leaves the probabilities out.
func madeCells(show *plan.ShowdownStep, made [][][]float64, i int) (out []MadeCell) {
	for k := range show.Parts {
		p := &show.Parts[k]
		for c, class := range p.Ranking.Classes() {
			if class.Best == 0 && !p.Ranking.Qualifies() {
				continue
			}
			cell := MadeCell{Part: p.Name, Class: class.Name}
			if i >= 0 {
				cell.Probability = made[k][i][c]
			}
			out = append(out, cell)
		}
	}
	return out
}

// madeColumns returns the columns about what the hand ends up as: a list of objects, or in
// CSV a column for each class.
func madeColumns(show *plan.ShowdownStep, format string) (out []rows.Column[oddsRow]) {
	if format != report.CSV {
		return []rows.Column[oddsRow]{{Name: "made", Doc: "how often it ends as each class of hands, best first, with --made", Value: func(r oddsRow) any { return r.made }}}
	}
	for i, cell := range madeCells(show, nil, -1) {
		name := "made_" + cell.Part + "_" + strings.ReplaceAll(cell.Class, " ", "_")
		out = append(out, rows.Column[oddsRow]{Name: name, Value: func(r oddsRow) any { return r.made[i].Probability }})
	}
	return out
}

// madeRows returns the classes of a part that at least one hand can end up as.
func (m *matchUp) madeRows(part int) (out [][]string) {
	made := m.a.Made[part]
	for c, class := range m.q.Show.Parts[part].Ranking.Classes() {
		row, some := []string{class.Name}, false
		for i := range made {
			cell := "-"
			if p := made[i][c]; p > 0 {
				some, cell = true, fmt.Sprintf("%.2f", 100*p)
			}
			row = append(row, cell)
		}
		if some {
			out = append(out, row)
		}
	}
	return out
}

// widestName is the maximum width of a hand's name as a column heading.
const widestName = 10

// columnNames returns the column headings of the hands: their names as given, or their
// numbers if any name is too long.
func (m *matchUp) columnNames() []string {
	out := make([]string, len(m.Hands))
	long := false
	for i, name := range m.Hands {
		out[i] = name
		long = long || utf8.RuneCountInString(name) > widestName
	}
	for i := range out {
		if long {
			out[i] = fmt.Sprintf("hand %d", i+1)
		}
	}
	return out
}

// oddsDraws is --draw: one policy for all hands, or one for each.
type oddsDraws struct {
	text string
	game *plan.Game
	lib  *dsl.Library

	mu   sync.Mutex
	made map[int][]odds.DrawPolicy // by number of hands
}

// newOddsDraws returns nil if --draw is not set.
func newOddsDraws(text string, game *plan.Game, lib *dsl.Library) (*oddsDraws, error) {
	if text == "" {
		return nil, nil
	}
	for i := range game.Steps {
		if game.Steps[i].Draws() {
			d := &oddsDraws{text: text, game: game, lib: lib, made: map[int][]odds.DrawPolicy{}}
			// Report a policy that cannot be read before anything is computed.
			_, err := d.read(strings.Count(text, ",") + 1)
			return d, err
		}
	}
	return nil, app.Usagef("--draw: %s has no draw", game.Name)
}

func (d *oddsDraws) policies(n int) ([]odds.DrawPolicy, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if list, ok := d.made[n]; ok {
		return list, nil
	}
	list, err := d.read(n)
	if err == nil {
		d.made[n] = list
	}
	return list, err
}

func (d *oddsDraws) read(n int) ([]odds.DrawPolicy, error) {
	// Read the policy of one hand among n.
	list, err := odds.ParseDraws(d.text, n, func(word string) (odds.DrawPolicy, error) {
		if !strings.HasSuffix(library.FileOf(word), ".star") {
			return odds.ParseDraw(word)
		}
		ref, err := library.Ref(word)
		if err != nil {
			return nil, err
		}
		bound, err := d.game.BindTo("")
		if err != nil {
			return nil, err
		}
		p, err := policies.Draws(d.lib.Loader, ref, bound, max(n, d.game.MinSeats))
		return p, library.AsTyped(err, word, ref)
	})
	bad := diag.AsInCards(err)
	var count *odds.DrawCountError
	switch {
	case bad != nil:
		e := &diag.Error{At: bad.At, Msg: bad.Msg, Hint: drawHint}
		return nil, e.Placed("--draw", 1, d.text)
	case errors.As(err, &count):
		return nil, app.Usagef("--draw gives %d policies for %s", count.Policies, term.Counted(int64(n), "hand"))
	}
	return list, err
}

const drawHint = "pat, pairs, low, badugi, best, cards to throw away (2c3d), keep AsAh, or file.star:name"

// drawColumns returns the columns about what a hand does in the draws.
func drawColumns(format string) []rows.Column[oddsRow] {
	return []rows.Column[oddsRow]{
		{Name: "thrown", Doc: "cards thrown away on average, by draw", Value: func(r oddsRow) any {
			if format != report.CSV {
				return r.draws.Thrown
			}
			var list []string
			for _, n := range r.draws.Thrown {
				list = append(list, fmt.Sprint(n))
			}
			return strings.Join(list, " ")
		}},
		{Name: "throws", Doc: "the cards thrown away first, where they are always the same", Value: func(r oddsRow) any {
			if len(r.draws.Replies) != 1 {
				return rows.If(false, "")
			}
			return rows.If(true, cards.Format(r.draws.Replies[0].Thrown.Cards()))
		}},
		{Name: "best_reply", Doc: "how the best reply to the others was found, where the hand draws so", Limits: `enum:"exact,approximate"`, Value: func(r oddsRow) any {
			switch {
			case !r.draws.Best:
				return nil
			case r.draws.Exact:
				return "exact"
			}
			return "approximate"
		}},
	}
}
