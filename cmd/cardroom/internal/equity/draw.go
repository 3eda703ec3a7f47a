package equity

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

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

// policies returns the policies of n hands.
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

// read reads the policies of n hands.
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
		return nil, app.Usagef("--draw gives %d policies for %s", count.Policies, figures.Counted(int64(n), "hand"))
	}
	return list, err
}

const drawHint = "pat, pairs, low, badugi, best, cards to throw away (2c3d), keep AsAh, or file.star:name"

// drawColumns returns the columns about what a hand does in the draws.
func drawColumns(format string) []rows.Column[oddsRow] {
	return []rows.Column[oddsRow]{
		{Name: "thrown", Doc: "cards thrown away on average, by draw, with --draw", Value: func(r oddsRow) any {
			if format != report.CSV {
				return r.draws.Thrown
			}
			var list []string
			for _, n := range r.draws.Thrown {
				list = append(list, fmt.Sprint(n))
			}
			return strings.Join(list, " ")
		}},
		{Name: "throws", Doc: "the cards thrown away first, where they are always the same, with --draw", Value: func(r oddsRow) any {
			if len(r.draws.Replies) != 1 {
				return rows.If(false, "")
			}
			return rows.If(true, cards.Format(r.draws.Replies[0].Thrown.Cards()))
		}},
		{Name: "best_reply", Doc: "how the best reply to the others was found, where --draw asks for it", Limits: `enum:"exact,approximate"`, Value: func(r oddsRow) any {
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
