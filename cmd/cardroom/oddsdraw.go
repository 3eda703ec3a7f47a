package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
)

// oddsDraws are what --draw says: a policy for all hands, or one for each.
type oddsDraws struct {
	text string
	game *plan.Game
	lib  *dsl.Library

	mu   sync.Mutex
	made map[int][]odds.DrawPolicy // by number of hands
}

// newOddsDraws is nil where nobody draws.
func newOddsDraws(text string, game *plan.Game, lib *dsl.Library) (*oddsDraws, error) {
	if text == "" {
		return nil, nil
	}
	for i := range game.Steps {
		if game.Steps[i].Kind == plan.Draw {
			d := &oddsDraws{text: text, game: game, lib: lib, made: map[int][]odds.DrawPolicy{}}
			// What cannot be read is an error before anything is asked.
			_, err := d.read(strings.Count(text, ",") + 1)
			return d, err
		}
	}
	return nil, usagef("--draw: nobody draws in %s", game.Name)
}

// policies are those of so many hands.
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

// read makes the policies of n hands.
func (d *oddsDraws) read(n int) (out []odds.DrawPolicy, err error) {
	at := 0
	for _, item := range strings.Split(d.text, ",") {
		word := strings.TrimSpace(item)
		p, err := d.one(word, n)
		var bad *cards.SyntaxError
		switch {
		case errors.As(err, &bad):
			lead := at + strings.Index(item, word)
			f := &lineFault{at: lead + bad.Offset, msg: bad.Reason, hint: drawHint}
			return nil, f.placed("--draw", 1, d.text)
		case err != nil:
			return nil, err
		}
		out = append(out, p)
		at += len(item) + 1
	}
	switch {
	case len(out) == n:
		return out, nil
	case len(out) > 1:
		return nil, usagef("--draw gives %d policies for %s", len(out), counted(int64(n), "hand"))
	}
	for len(out) < n {
		out = append(out, out[0])
	}
	return out, nil
}

const drawHint = "pat, pairs, low, badugi, best, cards to throw away (2c3d), keep AsAh, or file.star:name"

// one reads one policy, of a hand among n.
func (d *oddsDraws) one(word string, n int) (odds.DrawPolicy, error) {
	if !strings.HasSuffix(fileOf(word), ".star") {
		return odds.ParseDraw(word)
	}
	ref, err := scriptRef(word)
	if err != nil {
		return nil, err
	}
	stakes, err := d.game.ParseStakes("")
	if err != nil {
		return nil, err
	}
	bound, err := d.game.Bind(stakes)
	if err != nil {
		return nil, err
	}
	p, err := d.lib.DrawPolicy(ref, bound, max(n, d.game.MinSeats))
	return p, asTyped(err, word, ref)
}

// drawColumns are the fields of a row that say what a hand does in the draws.
func drawColumns(format string) []column[oddsRow] {
	return []column[oddsRow]{
		{"thrown", func(r oddsRow) any {
			if format != formatCSV {
				return r.draws.Thrown
			}
			var list []string
			for _, n := range r.draws.Thrown {
				list = append(list, fmt.Sprint(n))
			}
			return strings.Join(list, " ")
		}},
		{"throws", func(r oddsRow) any {
			if len(r.draws.Replies) != 1 {
				return nil
			}
			return cards.Format(r.draws.Replies[0].Thrown.Cards())
		}},
		{"best_reply", func(r oddsRow) any {
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

// drawLines say in words what each hand does in the draws.
func (m *matchUp) drawLines(w *Stream) {
	for i, name := range m.Hands {
		w.Printf("%s %s\n", name, drawWords(&m.a.Draws[i]))
	}
}

// maxReplies is how many ways to draw are named of one hand.
const maxReplies = 3

func drawWords(d *odds.Drawn) string {
	var words []string
	for k, r := range d.Replies {
		switch {
		case k == maxReplies:
			words = append(words, "…")
		case k > maxReplies:
		case r.Thrown == 0:
			words = append(words, "stands pat")
		default:
			words = append(words, "throws away "+cards.Format(r.Thrown.Cards()))
		}
	}
	text := strings.Join(words, " or ")
	if len(words) == 0 || len(d.Thrown) > 1 {
		var counts []string
		for _, n := range d.Thrown {
			counts = append(counts, fmt.Sprintf("%.2f", n))
		}
		if text != "" {
			text += ", "
		}
		text += "draws " + strings.Join(counts, ", ") + " cards on average"
	}
	switch {
	case d.Best && d.Exact:
		text += " (the best reply)"
	case d.Best:
		text += " (nearly the best reply)"
	}
	return text
}
