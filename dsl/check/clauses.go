package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"

	"go.starlark.net/syntax"
)

// cites compares the clauses that a script cites with the list in its folder.
func (c *Checker) cites(s *script) {
	known := c.kindsOf(s)
	if known == nil || s.isTest() {
		return // cardroom test --clauses checks the citations of tests
	}
	elsewhere := c.elsewhere(s)
	eachArgument(s, "cites", func(word string, value syntax.Expr) { c.cited(value, known, word, elsewhere) })
}

// eachArgument calls f with each argument of a name in a script, and the word that is called with it, "" for an expression.
func eachArgument(s *script, name string, f func(word string, value syntax.Expr)) {
	syntax.Walk(s.File, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		word := ""
		if id, ok := call.Fn.(*syntax.Ident); ok {
			word = id.Name
		}
		for _, arg := range call.Args {
			kw, ok := arg.(*syntax.BinaryExpr)
			if !ok || kw.Op != syntax.EQ {
				continue
			}
			if id, ok := kw.X.(*syntax.Ident); ok && id.Name == name {
				f(word, kw.Y)
			}
		}
		return true
	})
}

// refs compares the readings that the options of a script name with the lists of its folder, of the library and of other houses.
func (c *Checker) refs(s *script) {
	var all *docs.Readings
	eachArgument(s, "ref", func(word string, value syntax.Expr) {
		lit, ok := value.(*syntax.Literal)
		if !ok || word != "option" {
			return
		}
		text, _ := lit.Value.(string)
		for _, id := range docs.Refs(text) {
			if all == nil {
				all = c.readingsOf(s)
			}
			if all.Find(path.Base(path.Dir(s.Path)), id) == nil && all.Source(id) == nil {
				c.addAt(start(lit), codeReading, "write it down in "+docs.ReadingsFile+" next to the script, or name another: 'cardroom doc readings' lists those that there are", fmt.Sprintf("nothing is written down under %s", id))
			}
		}
	})
}

// readingsOf returns the readings that a script can refer to.
func (c *Checker) readingsOf(s *script) *docs.Readings {
	dir := path.Dir(s.Path)
	if all := c.written[dir]; all != nil {
		return all
	}
	all := &docs.Readings{}
	add := func(script, house string) {
		text, err := c.lib.ReadBeside(script, docs.ReadingsFile)
		if err != nil {
			return
		}
		if list, err := docs.ParseReadings(text, house); err == nil {
			all.Readings, all.Sources = append(all.Readings, list.Readings...), append(all.Sources, list.Sources...)
		}
	}
	add(s.Path, path.Base(dir))
	add("@stdlib//board.star", "")
	houses, _ := c.lib.Houses() // whoever needs them reports the error
	for _, house := range houses {
		if house != path.Base(dir) {
			add("@scripts//"+house+"/house.star", house)
		}
	}
	c.written[dir] = all
	return all
}

// strangers are the kinds of clauses that a word of the language cannot implement. Words not listed may implement any kind.
var strangers = func() map[string][]string {
	out := map[string][]string{}
	for _, x := range []struct{ words, kinds string }{
		{"deal board burn expose turn_up", "evaluate odd-chip pot-split collection buy-in kill"},
		{"draw buy discard pass_cards arrange", "evaluate odd-chip pot-split collection buy-in kill"},
		{"bet betting", "evaluate odd-chip pot-split collection buy-in kill irregularity dead-hand"},
		{"ante blinds straddle forced", "evaluate showdown cards-speak odd-chip pot-split draw kill irregularity dead-hand"},
		{"best split", "forced-bet bet draw collection buy-in kill irregularity seating"},
		{"collect posting time_posting", "deal evaluate showdown cards-speak odd-chip pot-split draw kill irregularity dead-hand"},
		{"deck", "bet forced-bet showdown cards-speak odd-chip pot-split collection buy-in kill"},
	} {
		for word := range strings.FieldsSeq(x.words) {
			out[word] = strings.Fields(x.kinds)
		}
	}
	return out
}()

// cited checks the clauses in an argument of a word.
func (c *Checker) cited(e syntax.Expr, known map[string]string, word string, elsewhere func(id string) (*docs.Clause, string)) {
	syntax.Walk(e, func(n syntax.Node) bool {
		if _, sum := n.(*syntax.BinaryExpr); sum {
			return false // concatenated from parts
		}
		lit, ok := n.(*syntax.Literal)
		if !ok {
			return true
		}
		id, ok := lit.Value.(string)
		if !ok || !docs.IsID(id) {
			return true
		}
		kind, has := known[id]
		if !has {
			if lent, _ := elsewhere(id); lent != nil {
				kind, has = lent.Kind, true
			}
		}
		switch {
		case !has:
			c.addAt(start(lit), codeClause, c.suggest(id, slices.Sorted(maps.Keys(known))), fmt.Sprintf("the house has no clause %s", id))
		case slices.Contains(strangers[word], kind):
			said := cmp.Or(map[string]string{"evaluate": "the order of hands", "odd-chip": "odd chips", "pot-split": "the division of pots", "dead-hand": "dead hands", "forced-bet": "forced bets"}[kind], "the "+kind)
			c.addAt(start(lit), codeSubject, "cite it at the rule that implements it, or correct its kind in clauses.toml", fmt.Sprintf("%s is about %s, and %s cannot implement that", id, said, word))
		}
		return true
	})
}

// kindsOf returns the kinds of the clauses of a script's house, by id; nil if it has no list.
func (c *Checker) kindsOf(s *script) map[string]string {
	list := c.clausesOf(s)
	if list == nil {
		return nil
	}
	known := map[string]string{}
	for i := range list.Clauses {
		known[list.Clauses[i].ID] = list.Clauses[i].Kind
	}
	return known
}

// elsewhere returns a function that finds clauses of other houses, from which a house may borrow.
func (c *Checker) elsewhere(s *script) func(id string) (*docs.Clause, string) {
	own := path.Base(path.Dir(s.Path))
	if c.lent[own] == nil {
		c.lent[own] = docs.Elsewhere(c.lib, own)
	}
	return c.lent[own]
}

// clausesOf returns the list of clauses of a script's house; nil if there is none.
func (c *Checker) clausesOf(s *script) *docs.Clauses {
	dir := path.Dir(s.Path)
	if list, ok := c.clauses[dir]; ok {
		return list
	}
	c.clauses[dir] = nil
	text, err := c.lib.ReadBeside(s.Path, docs.ClausesFile)
	if err != nil {
		return nil
	}
	list, err := docs.ParseClauses(text)
	if err != nil {
		return nil
	}
	c.clauses[dir] = list
	return list
}

// origins reports rules on the sheets of games that have no origin: no clause of the house's document, no option, and no other
// source. A house without a list of clauses has no document to follow.
func (c *Checker) origins(ctx context.Context, s *script, games []*plan.Game) {
	list := c.clausesOf(s)
	if list == nil || len(list.Clauses) == 0 {
		return
	}
	room := &docs.Room{Clauses: list.Clauses, Names: list.Games, Elsewhere: c.elsewhere(s)}
	other := c.otherReadings(ctx, s)
	for _, g := range games {
		b := bindUsual(g)
		if b == nil {
			continue // the reason why it cannot be played is reported elsewhere
		}
		for _, r := range docs.Unfounded(b, room, other) {
			at := r.At
			if at.File == "" {
				at = g.Pos
			}
			c.addAt(at, codeOrigin, `cite a clause (cites = …), name another source (borrowed = "…"), or make it depend on an option`,
				fmt.Sprintf("%s: no source is given for this rule: %q", g.Name, r.Text))
		}
	}
}

// otherReadings returns a function that finds the games of a script with another option value. Each value is loaded once.
func (c *Checker) otherReadings(ctx context.Context, s *script) func(id, option, value string) *plan.AtStakes {
	type reading struct{ option, value string }
	known := map[reading]map[string]*plan.Game{}
	return func(id, option, value string) *plan.AtStakes {
		games, ok := known[reading{option, value}]
		if !ok {
			opts := c.lib.Under(option, value)
			if opts.Parsed == nil {
				opts.Parsed = &c.parsed
			}
			lib := dsl.NewLibrary(opts)
			if m, err := lib.LoadContext(ctx, s.Path); err == nil {
				games = map[string]*plan.Game{}
				for _, g := range lib.GamesOf(m, gamePrefix(s.Path)) {
					games[g.ID] = g
				}
			}
			known[reading{option, value}] = games
		}
		return bindUsual(games[id])
	}
}

// bindUsual returns a game at its default stakes, or nil if that is impossible.
func bindUsual(g *plan.Game) *plan.AtStakes {
	if g == nil {
		return nil
	}
	b, err := g.BindTo("")
	if err != nil {
		return nil
	}
	return b
}
