package library

import (
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// Table is a table that a house's script defines.
type Table struct {
	*table.Config
	ID string
}

// each returns the distinct results of a function for the table's offers.
func (t Table) each(f func(*table.Offer) string) []string {
	out := []string{}
	for i := range t.Games {
		if text := f(&t.Games[i]); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func (t Table) GameIDs() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Game.ID })
}

func (t Table) StakeNames() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Stakes.Name })
}

// BuyIns returns the minimum and maximum buy-ins: "40-200", "20-no max".
func (t Table) BuyIns() []string {
	return t.each(func(o *table.Offer) string {
		if o.Min == 0 && o.Max == 0 {
			return ""
		}
		most := "no max"
		if o.Max > 0 {
			most = plan.Money(o.Max, o.Plan.Stakes.Scale)
		}
		return plan.Money(o.Min, o.Plan.Stakes.Scale) + "-" + most
	})
}

func (t Table) RuleNames() []string {
	out := []string{}
	for _, r := range t.Rules {
		out = append(out, r.Name())
	}
	return out
}

func (t Table) PostingNames() []string {
	out := []string{}
	for _, p := range t.Postings {
		out = append(out, p.Name)
	}
	return out
}

func (t Table) HourTexts() []string {
	out := []string{}
	for i := range t.Hours {
		out = append(out, t.Hours[i].String())
	}
	return out
}

// PostedNames returns the names of the collections that the house of a game has posted for its tables.
func PostedNames(lib *dsl.Library, g *plan.Game) (names []string) {
	all, _ := Postings(lib, g)
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// Postings returns the collections that the house of a game has posted for its tables, and the script that posts them. The house
// of a variant in a user's script is that of the game it varies. There are none if the game itself takes one.
func Postings(lib *dsl.Library, g *plan.Game) (posted []table.Posting, file string) {
	house, _, _ := strings.Cut(g.ID, "/")
	if strings.Contains(g.ID, ".star") {
		house = lib.HouseOf(g.From.House.Pos.File)
	}
	if house == "" || g.Collects() {
		return nil, ""
	}
	for _, name := range []string{"collections.star", "tables.star"} {
		file = "@scripts//" + house + "/" + name
		if posted, err := lib.Postings(file); err == nil && len(posted) > 0 { // an error: the house does not have that file
			return posted, file
		}
	}
	return nil, ""
}
