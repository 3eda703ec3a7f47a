package reference

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
)

func (r *Reference) fromParam(p *star.Param) Param {
	q := Param{Name: p.Name, Type: p.Type, Default: p.Default, Range: rangeOf(p), Doc: p.Doc, Required: p.Default == "" && !p.Rest && !p.KwRest}
	switch {
	case p.Rest:
		q.Name = "*" + p.Name
	case p.KwRest:
		q.Name = "**" + p.Name
	}
	for _, c := range p.Enum {
		q.Choices = append(q.Choices, strconv.Quote(c))
	}
	if p.Enum == nil {
		q.Choices = r.constantsOf(p.Type)
	}
	return q
}

func rangeOf(p *star.Param) string {
	switch {
	case p.Min == 0 && p.Max == 0:
		return ""
	case p.Max == star.NoLimit:
		return fmt.Sprintf("%d or more", p.Min)
	}
	return fmt.Sprintf("%d to %d", p.Min, p.Max)
}

// manyConstants is the number of constants of a type from which they are not
// listed with every argument.
const manyConstants = 8

// constantsOf returns the constants of a type, if there are only a few.
func (r *Reference) constantsOf(typ string) []string {
	var names []string
	for _, c := range r.words.Constants() {
		if c.Value.Type() == typ {
			names = append(names, c.Name)
		}
	}
	if len(names) > manyConstants {
		return nil
	}
	return names
}

// basicTypes are Starlark's own types, which need no entry.
var basicTypes = []string{
	"", "any", "None", "int", "float", "number", "bool", "string", "bytes", "list", "tuple", "dict", "set", "function",
}

// addTypes adds an entry for each type in the table.
func (r *Reference) addTypes() {
	types := map[string]*Entry{}
	var order []string
	of := func(name string) *Entry {
		if types[name] == nil {
			types[name] = &Entry{Kind: Type, Name: name, Doc: typeDocs[name]}
			order = append(order, name)
		}
		return types[name]
	}
	for _, b := range r.words.Builtins() {
		for _, name := range typesIn(b.Returns) {
			of(name).MadeBy = append(of(name).MadeBy, b.Name)
		}
		for _, p := range b.Params {
			for _, name := range typesIn(p.Type) {
				if takers := &of(name).TakenBy; !slices.Contains(*takers, b.Name) {
					*takers = append(*takers, b.Name)
				}
			}
		}
		if b.On != "" {
			of(b.On).Members = append(of(b.On).Members, r.Find(b.Name)...)
		}
	}
	for _, c := range r.words.Constants() {
		of(c.Value.Type()).Members = append(of(c.Value.Type()).Members, r.Find(c.Name)...)
	}
	slices.Sort(order)
	var entries []*Entry
	for _, name := range order {
		entries = append(entries, types[name])
	}
	r.add("types", entries)
}

// typesIn returns the types in a type expression of the table that are not
// Starlark's.
func typesIn(typ string) []string {
	var out []string
	for part := range strings.SplitSeq(typ, " or ") {
		if name := strings.TrimPrefix(part, "list of "); !slices.Contains(basicTypes, name) {
			out = append(out, name)
		}
	}
	return out
}

// typeDocs describe the types of the table. A type that is not listed is
// described by its makers and users.
var typeDocs = map[string]string{
	"best":         "The best hand of a showdown, by one ranking.",
	"betting":      "Betting rules: raises, all-ins, blinds.",
	"category":     "A class of hands that a ranking inserts into the usual order.",
	"claim limit":  "What before_award says about a seat: which part of the pot it cannot win.",
	"condition":    "What chooses between the two lists of `when`.",
	"deck":         "The deck of a game.",
	"evaluation":   "The rank of cards: `strength` (larger is better, 0 for no hand), `name`, `cards` used, `ranking`. Two results of one ranking can be compared.",
	"forced bet":   "An ante, a blind or another bet posted before the cards.",
	"game":         "A game: what the commands list and run.",
	"house":        "What the games of a room have in common; its method makes them.",
	"menu":         "Games from which the player with the button chooses.",
	"odd chip":     "Who gets an odd chip.",
	"opener":       "Who acts first in a round of betting.",
	"openers":      "What a seat must hold to bet first.",
	"ranking":      "Which hand wins.",
	"showdown":     "What wins: one best hand, or a pot split between several.",
	"stakes":       "The stakes of a game's tables.",
	"step":         "Something that the dealer or the players do. A game plays a list of steps.",
	"posting":      "A collection that the house has posted.",
	"struct":       "A value with named fields, read as x.name.",
	"table":        "A table for sessions.",
	"table effect": "An effect that a table rule returns.",
	"table rule":   "A rule for what happens between hands.",
	"test":         "The argument of a test: it makes hands and checks expectations.",
	"test_hand":    "A hand in a test, between two decisions.",
	"test_table":   "A table in a test: its players, the current hand, and what happens between hands.",
	"tier":         "Which of the table's two limits applies.",
}
