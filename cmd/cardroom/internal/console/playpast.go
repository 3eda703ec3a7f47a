package console

import (
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"
	"cardroom/engine/strict"
)

// pastHand is an earlier hand that undo can return to: the table before it and the
// commands in it, from which it is dealt and played again.
type pastHand struct {
	Table string // as written by [table.Table.Save]
	Said  []string
	file  string // the saved game it was read from, "" for a hand of this run
	line  int    // line of the first command in that file
}

// mostPast is the maximum number of hands that undo can return to. A saved game keeps
// as many.
const mostPast = 100

// remember returns the current hand as a pastHand, including undone actions.
func (g *played) remember() pastHand {
	at := g.hand.At()
	_ = g.hand.Goto(g.hand.Last())
	p := pastHand{Table: g.before.Save(), Said: slices.Clone(g.hand.Said())}
	_ = g.hand.Goto(at)
	return p
}

// lay deals a past hand and replays its commands. On an error the game stays
// unchanged.
func (g *played) lay(p *pastHand) error {
	was := *g
	err := g.layOn(p)
	if err != nil {
		*g = was
	}
	return err
}

func (g *played) layOn(p *pastHand) error {
	t, err := g.cfg.Restore(p.Table)
	if err != nil {
		return p.inTable(err)
	}
	g.table = t
	if err := g.deals(); err != nil {
		return fmt.Errorf("%s%w", p.at(beforeSaid), err)
	}
	for i, words := range p.Said {
		if _, err := g.hand.Act(words); err != nil {
			return fmt.Errorf("%s%q: %w: games, scripts or the program have changed", p.at(i), words, err)
		}
	}
	return nil
}

// beforeSaid is the offset in lines from the first command to the table line: "deal"
// is between them.
const beforeSaid = -2

// inTable locates an error about the table in the saved game.
func (p *pastHand) inTable(err error) error {
	if p.file == "" {
		return err
	}
	const word = "table "
	return app.InLine(strict.Shift(err, len(word)), p.file, p.line+beforeSaid, word+p.Table)
}

// at returns the position of the i-th command in the saved game.
func (p *pastHand) at(i int) string {
	if p.file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:1: ", p.file, p.line+i)
}

// back returns to the end of the previous hand: it undoes the deal and all table
// events since then, and removes that hand's record from the transcript.
func (g *played) back() error {
	last := len(g.past) - 1
	if last < 0 {
		return diag.Refuse("nothing to undo", "")
	}
	p := g.past[last]
	later := g.later
	if g.hand != nil {
		later = append(later, g.remember())
	}
	if err := g.lay(&p); err != nil {
		return err
	}
	g.past, g.later = g.past[:last], later
	for seat := range g.deal.Seats {
		g.told[seat] = g.hand.At()
	}
	g.say(fmt.Sprintf("hand %d again", g.hand.Setup().Number))
	return g.out.drop(g.hand.Setup().Number)
}
