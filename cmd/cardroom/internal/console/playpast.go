package console

import (
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"
	"cardroom/engine/strict"
)

// pastHand is a hand that can be gone back to: the table before it and what was
// said in it, from which it is dealt and played again.
type pastHand struct {
	Table string // as [table.Table.Save] writes it
	Said  []string
	file  string // of a saved game, "" for a hand of this run
	line  int    // of the first word there
}

// mostPast is how many hands can be gone back. A saved game keeps them too.
const mostPast = 100

// remember keeps the hand on the table to be gone back to, undone actions too.
func (g *played) remember() pastHand {
	at := g.hand.At()
	_ = g.hand.Goto(g.hand.Last())
	p := pastHand{Table: g.before.Save(), Said: slices.Clone(g.hand.Said())}
	_ = g.hand.Goto(at)
	return p
}

// close puts the hand that is over behind those that can be gone back to. There
// is nothing to do again any more.
func (g *played) close() {
	g.past, g.later = append(g.past, g.remember()), nil
	if n := len(g.past) - mostPast; n > 0 {
		g.past = slices.Clone(g.past[n:])
	}
}

// lay deals a hand that was played and plays it to the end of what was said. If
// it does not come out as it did nothing has changed.
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

// beforeSaid is the place of the table from that of the first word: "deal" stands
// between them.
const beforeSaid = -2

// inTable puts an error about the table at its place in the saved game.
func (p *pastHand) inTable(err error) error {
	if p.file == "" {
		return err
	}
	const word = "table "
	return app.InLine(strict.Shift(err, len(word)), p.file, p.line+beforeSaid, word+p.Table)
}

// at is the place of what was said i-th.
func (p *pastHand) at(i int) string {
	if p.file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:1: ", p.file, p.line+i)
}

// back goes over the end of the hand before: the deal is undone, and what
// happened at the table since. The record of that hand is taken out again.
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

// forth deals the next hand again that was gone back over, as it was, and waits
// where a person is asked first.
func (g *played) forth() error {
	p := g.later[len(g.later)-1]
	later := g.later[:len(g.later)-1]
	if err := g.finish(); err != nil {
		return err
	}
	if err := g.lay(&p); err != nil {
		return err
	}
	g.later = later
	_ = g.hand.Goto(0)
	for !g.asksPerson() && g.hand.Redo(1) == 1 {
	}
	g.head()
	return nil
}
