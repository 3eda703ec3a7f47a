package dsl

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// Tables for rule sheets: in addition to what is played, where the parts of a table come from.

// TableSheet is a table as described by a script.
type TableSheet struct {
	ID       string // "angies/holdem-half-kill"; for a user's file, the file and the name
	Config   *table.Config
	Postings []CitedPosting // those of Config
	Rules    []CitedRule    // those of Config
	plan.Origin
}

// CitedPosting is a posting with its origin.
type CitedPosting struct {
	table.Posting
	plan.Origin
}

// CitedRule is a table rule with its documentation and origin.
type CitedRule struct {
	table.Rule
	Says   []plan.Said
	Limits []string // "fixed", "spread", "pot", "none"; empty: all
	plan.Origin
}

// HouseTables returns the tables that a house's tables.star defines.
func (l *Library) HouseTables(house string) ([]TableSheet, error) {
	file := path.Join(house, "tables.star")
	if _, err := fs.Stat(l.scripts, file); err != nil {
		return nil, nil // the house has no tables
	}
	return l.tablesIn("@scripts//"+file, house+"/")
}

// FileTables returns the tables that a script defines.
func (l *Library) FileTables(file string) ([]TableSheet, error) { return l.tablesIn(file, file+":") }

// tablesIn returns the tables of a script. The prefix and the name make the id.
func (l *Library) tablesIn(file, prefix string) ([]TableSheet, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	var out []TableSheet
	for _, name := range m.Order {
		t, ok := star.As[*tableValue](m.Globals[name])
		if !ok || strings.HasPrefix(name, "_") {
			continue
		}
		id := prefix + strings.ReplaceAll(name, "_", "-")
		config, err := l.Table(id)
		if err != nil {
			return nil, err
		}
		s := TableSheet{ID: id, Config: config, Origin: t.origin}
		for i := range config.Postings {
			s.Postings = append(s.Postings, CitedPosting{config.Postings[i], t.postings[i]})
		}
		for _, r := range config.Rules {
			c := CitedRule{Rule: r}
			if made, ok := r.(*tableRule); ok {
				c.Says, c.Limits = made.says, made.limits
				c.Origin = plan.Origin{Pos: made.pos, Clauses: made.clauses}
			}
			s.Rules = append(s.Rules, c)
		}
		out = append(out, s)
	}
	return out, nil
}

// HousePostings returns the collections that a house may post, those in its collections.star.
func (l *Library) HousePostings(house string) ([]CitedPosting, error) {
	file := path.Join(house, "collections.star")
	if _, err := fs.Stat(l.scripts, file); err != nil {
		return nil, nil // the house has none
	}
	return l.citedPostings("@scripts//" + file)
}

// citedPostings is Postings with the origin of each.
func (l *Library) citedPostings(file string) ([]CitedPosting, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	var out []CitedPosting
	add := func(v starlark.Value) {
		if p, ok := star.As[Cited[table.Posting]](v); ok {
			out = append(out, CitedPosting{p.Rules, originOf(v, p.Clauses)})
		}
	}
	for _, name := range m.Order {
		v := m.Globals[name]
		add(v)
		if list, ok := star.Items(v); ok {
			for _, x := range list {
				add(x)
			}
		}
		if d, ok := v.(*starlark.Dict); ok {
			for _, item := range d.Items() {
				add(item[1])
			}
		}
	}
	return out, nil
}

// HouseOptions returns the options that the tables and collections of a house declare themselves, without those of its games.
func (l *Library) HouseOptions(house string) ([]plan.Option, error) {
	var out []plan.Option
	for _, name := range []string{"tables.star", "collections.star"} {
		file := path.Join(house, name)
		if _, err := fs.Stat(l.scripts, file); err != nil {
			continue // the house has none
		}
		m, err := l.Load("@scripts//" + file)
		if err != nil {
			return nil, err
		}
		out = append(out, planOptions(m)...)
	}
	if len(out) == 0 {
		return nil, nil // without the games
	}
	games, err := l.House(house)
	if err != nil {
		return nil, err
	}
	seen := map[diag.Pos]bool{}
	for _, g := range games {
		for _, o := range g.Options {
			seen[o.Pos] = true
		}
	}
	return slices.DeleteFunc(out, func(o plan.Option) bool {
		had := seen[o.Pos]
		seen[o.Pos] = true
		return had
	}), nil
}

// Tables returns the references of all tables of the houses.
func (l *Library) Tables() ([]string, error) {
	houses, err := l.Houses()
	var out []string
	for _, h := range houses {
		tables, err := l.HouseTables(h)
		if err != nil {
			if err = l.passOver(h, err); err != nil {
				return nil, err
			}
		}
		for i := range tables {
			out = append(out, tables[i].ID)
		}
	}
	return out, err
}

// Rule returns a table rule that a script defines, nil if there is none of that name.
func (l *Library) Rule(file, name string) (table.Rule, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	r, _ := star.As[table.Rule](m.Globals[name])
	return r, nil
}

// Postings returns the postings that a script defines, in order: single ones and those in lists and dicts.
func (l *Library) Postings(file string) ([]table.Posting, error) {
	all, err := l.citedPostings(file)
	var out []table.Posting
	for i := range all {
		out = append(out, all[i].Posting)
	}
	return out, err
}
