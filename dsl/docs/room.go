package docs

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// Room is what a house says apart from its games: the clauses of its document, its tables and its collections. Any of them may be
// missing.
type Room struct {
	Clauses []Clause
	// Readings are those of all houses, and Folder is the folder of this one; nil if there are none.
	Readings *Readings
	Folder   string
	// Names are the names of the games in the clauses, by the last part of their ids: "omaha-hilo" is "angies.omaha8".
	Names    map[string]string
	Tables   []dsl.TableSheet
	Postings []dsl.CitedPosting // collections that the house may post, in addition to those of the tables
	// Options are those that affect tables and collections.
	Options []plan.Option
	// Elsewhere returns a clause of another house by its id, with the name of that house; it may be nil.
	Elsewhere func(id string) (clause *Clause, house string)
	// Alike reports whether two games play alike: an option is printed on the sheets of the games that it changes. nil keeps all
	// options on all sheets.
	Alike func(a, b *plan.AtStakes) bool
	// Lines returns the script line at a position, for sheets with their sources; may be nil.
	Lines func(diag.Pos) string
	// off are the answers in force that are against clauses, by those clauses; see [Room.under].
	off map[string]Answer
}

// under returns the room with the options of games in force: what a reading answers with their values is against some clauses.
func (r *Room) under(games ...*plan.Game) *Room {
	if r == nil || r.Readings == nil {
		return r
	}
	options, one := slices.Clone(r.Options), *r
	for _, g := range games {
		options = append(options, g.Options...)
	}
	one.off = map[string]Answer{}
	for i := range options {
		if a := one.answer(&options[i]); a != nil {
			for _, id := range a.Against {
				one.off[id] = *a
			}
		}
	}
	return &one
}

// answer returns what a reading says of the value of an option; nil if none does.
func (r *Room) answer(o *plan.Option) *Answer {
	for _, ref := range Refs(o.Ref) {
		reading := r.Readings.Find(r.Folder, ref)
		if reading == nil {
			continue
		}
		if i := slices.IndexFunc(reading.Answers, func(a Answer) bool { return a.Set == o.Name+"="+o.Value }); i >= 0 {
			return &reading.Answers[i]
		}
	}
	return nil
}

// inForce returns clauses without those that an option in force is against.
func (r *Room) inForce(ids []string) []string {
	if r == nil || len(r.off) == 0 {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), r.isOff)
}

func (r *Room) isOff(id string) bool {
	_, off := r.off[id]
	return off
}

// Clause returns the clause with an id, or nil.
func (r *Room) Clause(id string) *Clause {
	if r == nil {
		return nil
	}
	for i := range r.Clauses {
		if r.Clauses[i].ID == id {
			return &r.Clauses[i]
		}
	}
	return nil
}

// order returns the positions of the clauses in the house's document.
func (r *Room) order() map[string]int {
	out := map[string]int{}
	if r != nil {
		for i := range r.Clauses {
			out[r.Clauses[i].ID] = i
		}
	}
	return out
}

// lenders returns the other houses that clauses come from, each with the clauses it lends: "The Casino, clause
// omaha-casino.table.nine"; "" for clauses of the house itself.
func (r *Room) lenders(ids []string) (from string, lent []string) {
	if r == nil || r.Elsewhere == nil {
		return "", nil
	}
	var houses []string
	by := map[string][]string{}
	for _, id := range ids {
		if r.Clause(id) != nil {
			continue
		}
		if _, house := r.Elsewhere(id); house != "" {
			if by[house] == nil {
				houses = append(houses, house)
			}
			by[house], lent = append(by[house], id), append(lent, id)
		}
	}
	for i, house := range houses {
		word := ", clause "
		if len(by[house]) > 1 {
			word = ", clauses "
		}
		houses[i] = house + word + list(by[house], "and")
	}
	return strings.Join(houses, "; "), lent
}

// says reports whether the house's own document states what clauses are cited for: the mere placeholder of a lost rule states
// nothing.
func (r *Room) says(ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		c := r.Clause(id)
		return c == nil || !isFragment(c)
	})
}

// among returns those of clauses that the house has and that are of some sort.
func (r *Room) among(ids []string, is func(*Clause) bool) (out []string) {
	for _, id := range ids {
		if c := r.Clause(id); c != nil && is(c) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// ofKinds returns those of clauses that are of some kinds, the borrowed ones included.
func (r *Room) ofKinds(ids []string, kinds ...string) []string {
	is := func(c *Clause) bool { return slices.Contains(kinds, c.Kind) }
	out := r.among(ids, is)
	for _, id := range ids {
		if r == nil || r.Elsewhere == nil || r.Clause(id) != nil {
			continue
		}
		if c, _ := r.Elsewhere(id); c != nil && is(c) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// lastPart returns "holdem" for "angies/holdem" and for "my/game.star:holdem".
func lastPart(id string) string { return id[strings.LastIndexAny(id, "/:")+1:] }

// everywhere reports whether a clause applies to every game of the house.
func (r *Room) everywhere(c *Clause) bool {
	if slices.ContainsFunc(c.Games, func(name string) bool { return strings.HasSuffix(name, ".all") }) {
		return true
	}
	for _, name := range r.Names {
		if !slices.Contains(c.Games, name) {
			return false
		}
	}
	return len(r.Names) > 0
}

// holds reports whether a clause applies to a game, and no option in force is against it.
func (r *Room) holds(c *Clause, id string) bool { return r.concerns(c, id) && !r.isOff(c.ID) }

// concerns reports whether a clause is about a game.
func (r *Room) concerns(c *Clause, id string) bool {
	return r.everywhere(c) || slices.Contains(c.Games, r.Names[lastPart(id)])
}

// about reports whether one of the clauses applies to a game; a clause that the room does not know might.
func (r *Room) about(ids []string, id string) bool {
	return len(ids) == 0 || slices.ContainsFunc(ids, func(clause string) bool {
		c := r.Clause(clause)
		return c == nil || r.concerns(c, id)
	})
}

// said returns clauses as rules, in their own words.
func said(list []Clause) []Rule {
	var out []Rule
	for i := range list {
		if k := slices.IndexFunc(out, func(r Rule) bool { return r.Clauses[0] == list[i].Repeats }); k >= 0 {
			out[k].Clauses = append(out[k].Clauses, list[i].ID)
			continue
		}
		out = append(out, ofClause(&list[i]))
	}
	return out
}

func ofClause(c *Clause) Rule {
	return Rule{subject: "clause " + c.ID, says: c.Text, Clauses: []string{c.ID}, Document: c.Source}
}

// pick returns the clauses with a machine value for which holds returns true.
func (r *Room) pick(machine string, holds func(*Clause) bool) []Clause {
	var out []Clause
	for i := range r.Clauses {
		if c := &r.Clauses[i]; c.Machine == machine && !isFragment(c) && !r.isOff(c.ID) && holds(c) {
			out = append(out, *c)
		}
	}
	return out
}

// isFragment reports whether a clause is a part of the document that is not a rule: a title, a page number, the rest of a lost
// rule.
func isFragment(c *Clause) bool { return c.Kind == "fragment" || c.Kind == "title" }

// Cited returns the clauses of the room that sections cite, in list order.
func (r *Room) Cited(sections []Section) []Clause {
	if r == nil {
		return nil
	}
	cited := citedIn(sections)
	var out []Clause
	for _, c := range r.Clauses {
		if cited[c.ID] {
			out = append(out, c)
		}
	}
	return append(out, r.lent(cited)...)
}

// lent returns the clauses of other houses among the cited ones.
func (r *Room) lent(cited map[string]bool) []Clause {
	var out []Clause
	for _, id := range slices.Sorted(maps.Keys(cited)) {
		if r == nil || r.Elsewhere == nil || r.Clause(id) != nil {
			continue
		}
		if c, _ := r.Elsewhere(id); c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// Elsewhere returns a function that finds clauses of a library's houses other than own, with the name of the house. Their lists
// are read on first use.
func Elsewhere(lib *dsl.Library, own string) func(id string) (*Clause, string) {
	known := sync.OnceValue(func() map[string]*Clause {
		out := map[string]*Clause{}
		houses, err := lib.Houses()
		if err != nil {
			return nil // callers that need the houses report it
		}
		for _, house := range houses {
			text, err := lib.ReadBeside("@scripts//"+house+"/house.star", ClausesFile)
			if err != nil || house == own {
				continue
			}
			list, err := ParseClauses(text)
			if err != nil {
				continue
			}
			for i := range list.Clauses {
				c := &list.Clauses[i]
				c.House = house
				out[c.ID] = c
			}
		}
		return out
	})
	return func(id string) (*Clause, string) {
		c := known()[id]
		if c == nil {
			return nil, ""
		}
		if games, err := lib.House(c.House); err == nil && len(games) > 0 && games[0].House != "" {
			return c, games[0].House
		}
		return c, c.House
	}
}

func citedIn(sections []Section) map[string]bool {
	cited := map[string]bool{}
	for _, s := range sections {
		for _, id := range s.Clauses {
			cited[id] = true
		}
		for _, rule := range s.Rules {
			for _, id := range rule.Clauses {
				cited[id] = true
			}
		}
	}
	return cited
}

// houseRules returns rules that people keep, not the machine: clauses that are only in the document, and those of the plan as a
// whole that no step states.
func (r *Room) houseRules(whole []string, holds func(*Clause) bool) []Rule {
	if r == nil {
		return nil
	}
	var list []Clause
	for _, id := range whole {
		if c := r.Clause(id); c != nil && !isFragment(c) && !r.isOff(id) && holds(c) {
			list = append(list, *c)
		}
	}
	for _, c := range r.pick("document", holds) {
		if !slices.Contains(whole, c.ID) {
			list = append(list, c)
		}
	}
	return said(list)
}
