package docs

import (
	"slices"
	"strings"

	"cardroom/dsl/suite"
	"cardroom/engine/plan"
)

// Book is several sheets with what holds for all of them: that of a house. The
// book of one game has its sheet and nothing else.
type Book struct {
	Title string // the house's name, or the game's with it
	// Front is what holds for all games; empty in the book of one game.
	Front  []Section
	Sheets []*Sheet
	// Clauses are those of the house's document that are cited, and in the book
	// of a house all of them.
	Clauses []suite.Clause
	Lines   func(plan.Pos) string // the script line at a place; may be nil
}

// OneSheet is the book of one game or menu.
func OneSheet(s *Sheet, room *Room) *Book {
	b := &Book{Title: s.Title(), Sheets: []*Sheet{s}, Clauses: room.Cited(s.Sections), Lines: s.Game.Lines}
	if room != nil && room.Lines != nil {
		b.Lines = room.Lines
	}
	return b
}

// Title is the name of the game and of its house.
func (s *Sheet) Title() string {
	if s.Game.House == "" {
		return s.Game.Name
	}
	return s.Game.Name + ", " + s.Game.House
}

// Name is the name of a game in the book, with the last part of its id where
// another sheet has the same name.
func (b *Book) Name(s *Sheet) string {
	same := 0
	for _, o := range b.Sheets {
		if o.Game.Name == s.Game.Name {
			same++
		}
	}
	if same > 1 && strings.Contains(s.Game.ID, "/") && lastPart(s.Game.ID) != strings.ToLower(s.Game.Name) {
		return s.Game.Name + " (" + lastPart(s.Game.ID) + ")"
	}
	return s.Game.Name
}

// NewHouse writes the book of a house: its games at a table's stakes, its menus,
// and before them what holds for all.
func NewHouse(name string, games []*plan.Bound, menus []*plan.Menu, room *Room) *Book {
	b := &Book{Title: name, Lines: room.Lines, Clauses: room.Clauses}
	c := &common{tables: true, rules: true, options: commonOptions(games, room.Options)}
	played := map[string]bool{}
	for _, g := range games {
		played[room.Names[lastPart(g.Game.ID)]] = true
	}
	for _, m := range menus {
		played[room.Names[lastPart(m.ID)]] = true
	}
	b.front(games, room, c, func(clause *suite.Clause) bool {
		return room.everywhere(clause) || !slices.ContainsFunc(clause.Games, func(name string) bool { return played[name] })
	})
	for _, g := range games {
		b.Sheets = append(b.Sheets, newSheet(g, room, c))
	}
	for _, m := range menus {
		b.Sheets = append(b.Sheets, newMenu(m, room, c))
	}
	return b
}

// front writes what holds for all games, and for games that the house says
// something about and that have no sheet.
func (b *Book) front(games []*plan.Bound, room *Room, c *common, holds func(*suite.Clause) bool) {
	var whole []string
	all := slices.Clone(room.Options)
	if len(games) > 0 {
		whole = games[0].Game.From.House.Clauses
	}
	for _, g := range games {
		for _, o := range g.Game.Options {
			if !slices.ContainsFunc(all, func(p plan.Option) bool { return p.Pos == o.Pos }) && c.options[o.Pos] {
				all = append(all, o)
			}
		}
	}
	s := &Sheet{}
	s.add("House rules", room.houseRules(whole, holds))
	s.add("Kill", kills(rulesOfTables(room.Tables)))
	s.add("Collection", collections(postingsOf(room.Tables, room.Postings)))
	s.add("Tables", tableRules(room.Tables))
	s.add("When something goes wrong", room.irregularities(holds))
	s.add("Open points, and how they are read", options(all, nil))
	b.Front = s.Sections
}

// commonOptions are the options that every game of several has, and those of the
// tables.
func commonOptions(games []*plan.Bound, tables []plan.Option) map[plan.Pos]bool {
	count := map[plan.Pos]int{}
	for _, g := range games {
		for _, o := range g.Game.Options {
			count[o.Pos]++
		}
	}
	out := map[plan.Pos]bool{}
	for pos, n := range count {
		out[pos] = n == len(games) && n > 1
	}
	for _, o := range tables {
		out[o.Pos] = true
	}
	return out
}
