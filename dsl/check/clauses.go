package check

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"

	"cardroom/dsl/clauses"

	"go.starlark.net/syntax"
)

// clauseID is how clauses are named.
var clauseID = regexp.MustCompile(`^[a-z][\w-]*(\.[\w-]+)+$`)

// cites holds the clauses that a script cites against the list beside it.
func (c *Checker) cites(s *script) {
	known := c.clausesOf(s)
	if known == nil || s.isTest() {
		return // what tests cite is the business of cardroom test --clauses
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		if kw, ok := n.(*syntax.BinaryExpr); ok && kw.Op == syntax.EQ {
			if id, ok := kw.X.(*syntax.Ident); ok && id.Name == "cites" {
				c.cited(kw.Y, known)
			}
		}
		return true
	})
}

// cited checks the clauses written in an argument.
func (c *Checker) cited(e syntax.Expr, known map[string]bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		if _, sum := n.(*syntax.BinaryExpr); sum {
			return false // put together from parts
		}
		lit, ok := n.(*syntax.Literal)
		if !ok {
			return true
		}
		if id, ok := lit.Value.(string); ok && clauseID.MatchString(id) && !known[id] {
			c.addAt(start(lit), CodeClause, c.suggest(id, slices.Sorted(maps.Keys(known))), fmt.Sprintf("the house has no clause %s", id))
		}
		return true
	})
}

// clausesOf are the clauses of the house that a script belongs to; nil when it
// lists none.
func (c *Checker) clausesOf(s *script) map[string]bool {
	dir := path.Dir(s.Path)
	if known, ok := c.clauses[dir]; ok {
		return known
	}
	c.clauses[dir] = nil
	text, err := c.lib.ReadBeside(s.Path, clauses.File)
	if err != nil {
		return nil
	}
	list, err := clauses.Parse(text)
	if err != nil {
		return nil
	}
	known := map[string]bool{}
	for _, clause := range list.Clauses {
		known[clause.ID] = true
	}
	c.clauses[dir] = known
	return known
}
