package docs

import (
	"maps"
	"slices"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// Book is a collection of sheets with what applies to all of them, for a house. The book of one game contains only its sheet.
type Book struct {
	Title string // the house's name, or the game's with it
	// Front is what applies to all games; empty in the book of one game.
	Front  []Section
	Sheets []*Sheet
	// Back are the options and open points of a house in [Book.Condensed], after its games.
	Back []Section
	// Walls are the sheets for players, printed before the others; may be empty.
	Walls []*Wall
	// Foot is printed at the foot of each page of the floor's part; it may be "".
	Foot string
	// Clauses are the cited clauses of the house's document, and in the book of a house all of them; cited clauses of other
	// houses follow.
	Clauses []Clause
	known   []Clause              // all clauses that may be cited, if Clauses has fewer
	room    *Room                 // may be nil
	order   map[string]int        // positions of the clauses in the house's document
	Lines   func(diag.Pos) string // returns the script line at a position; may be nil
}

// OneSheet returns the book of one game or menu.
func OneSheet(s *Sheet, room *Room) *Book {
	b := &Book{Title: s.Title(), Sheets: []*Sheet{s}, Clauses: room.Cited(s.Sections), Lines: s.Game.Lines, order: room.order(), room: room}
	if room != nil && room.Lines != nil {
		b.Lines = room.Lines
	}
	return b
}

// Title returns the name of the game and of its house.
func (s *Sheet) Title() string {
	if s.Game.House == "" {
		return Heading(s.Game)
	}
	return Heading(s.Game) + ", " + s.Game.House
}

// Heading returns the name over the sheet of a game: its name, or for a variant whose id goes on after the name of the main game,
// which both have, its further name.
func Heading(g *plan.Game) string {
	id := strings.ReplaceAll(lastPart(g.ID), "-", " ")
	if rest, begins := strings.CutPrefix(id, strings.ToLower(g.Name)); begins && rest != "" && len(g.Also) > 0 {
		return g.Also[0]
	}
	return g.Name
}

// Name returns the name of a game in the book, which no other sheet has.
func (b *Book) Name(s *Sheet) string {
	games := make([]*plan.Game, len(b.Sheets))
	for i := range b.Sheets {
		games[i] = b.Sheets[i].Game
	}
	return nameAmong(s.Game, games)
}

// nameAmong returns the name of a game; where another has the same name and the id names that one, it is a further name of the game, or
// else the words of its id.
func nameAmong(g *plan.Game, games []*plan.Game) string {
	id := strings.ReplaceAll(lastPart(g.ID), "-", " ")
	same := slices.ContainsFunc(games, func(o *plan.Game) bool { return o.ID != g.ID && o.Name == g.Name })
	switch rest, begins := strings.CutPrefix(id, strings.ToLower(g.Name)); {
	case !same || !strings.Contains(g.ID, "/"):
		return Heading(g)
	case begins && rest == "":
		return g.Name
	case len(g.Also) > 0:
		return g.Also[0]
	case begins:
		return g.Name + rest
	}
	return g.Name + " (" + id + ")"
}

// NewHouse writes the book of a house: its games at a table's stakes, its menus, and before them what applies to all.
func NewHouse(name string, games []*plan.AtStakes, menus []*plan.Menu, room *Room, other Other) (*Book, error) {
	var plans []*plan.Game
	for _, g := range games {
		plans = append(plans, g.Game)
	}
	room = room.under(plans...)
	b := &Book{Title: name, Lines: room.Lines, order: room.order(), room: room}
	shared, err := commonOptions(games, room, other)
	if err != nil {
		return nil, err
	}
	c := &common{tables: true, options: shared, games: plans}
	played := map[string]bool{}
	for _, g := range games {
		played[room.Names[lastPart(g.Game.ID)]] = true
	}
	for _, m := range menus {
		played[room.Names[lastPart(m.ID)]] = true
	}
	ruled := ruledForAll(games)
	c.rules = func(clause *Clause) bool {
		return room.everywhere(clause) || clause.Machine == "event" && ruled[clause.ID] || !slices.ContainsFunc(clause.Games, func(name string) bool { return played[name] })
	}
	b.front(games, room, c)
	c.said = citedIn(b.Front)
	for _, g := range games {
		s, err := newTraced(g, room, c, other)
		if err != nil {
			return nil, err
		}
		b.Sheets = append(b.Sheets, s)
	}
	for _, m := range menus {
		b.Sheets = append(b.Sheets, newMenu(m, room, c))
	}
	b.missing(games)
	open, err := openTables(games, room, other)
	if err != nil {
		return nil, err
	}
	for i := range b.Front {
		for k := range b.Front[i].Rules {
			b.Front[i].Rules[k].settle(room, open)
		}
	}
	cited := citedIn(b.Front)
	for _, s := range b.Sheets {
		maps.Copy(cited, citedIn(s.Sections))
	}
	b.Clauses = append(slices.Clone(room.Clauses), room.lent(cited)...)
	return b, nil
}

// openTables returns the options that decide rules of a house's tables, by what they say.
func openTables(games []*plan.AtStakes, room *Room, other Other) (map[string]string, error) {
	open := map[string]string{}
	if other == nil || len(games) == 0 {
		return open, nil
	}
	texts := func(room *Room) map[string]bool {
		kills, tables := aboutTables(games, room)
		return (&Sheet{Sections: append(kills, Section{Rules: tables})}).texts()
	}
	for _, o := range room.Options {
		for _, value := range otherValues(&o) {
			b, then, err := other(games[0].Game.ID, o.Name, value)
			if err != nil {
				return nil, err
			}
			if b == nil {
				continue
			}
			said := texts(then)
			for text := range texts(room) {
				if !said[text] && open[text] == "" {
					open[text] = o.Name
				}
			}
		}
	}
	return open, nil
}

// aboutTables returns the kills and other rules of a house's tables, and its tables, for its book.
func aboutTables(games []*plan.AtStakes, room *Room) (kills []Section, tables []Rule) {
	s := &Sheet{}
	of := func(kind string) []*plan.AtStakes {
		return slices.DeleteFunc(slices.Clone(games), func(g *plan.AtStakes) bool { return !g.Game.Is(kind) })
	}
	s.addRules(rulesOfTables(room.Tables), func(kind string) bool { return len(of(kind)) > 0 }, func(kind string) string {
		return forSome(gameNames(of(kind), games), gameNames(games, games))
	})
	for i := range s.Sections {
		marked(s.Sections[i].Rules)
	}
	return s.Sections, marked(tableRules(room.Tables))
}

// marked returns rules of which those of custom are printed with a note, where no title says what is custom.
func marked(rules []Rule) []Rule {
	for i := range rules {
		rules[i].sorted = true
	}
	return rules
}

// missing adds to the front the options that are printed nowhere else: those of one game that affect its tables.
func (b *Book) missing(games []*plan.AtStakes) {
	at := map[diag.Pos]bool{}
	all := slices.Clone(b.Front)
	for _, s := range b.Sheets {
		all = append(all, s.Sections...)
	}
	for _, sec := range all {
		for _, r := range sec.Rules {
			at[r.At] = at[r.At] || r.Origin == OfOption
		}
	}
	var lost []plan.Option
	for _, g := range games {
		for _, o := range g.Game.Options {
			if !at[o.Pos] {
				lost, at[o.Pos] = append(lost, o), true
			}
		}
	}
	s := &Sheet{Sections: b.Front}
	if i := slices.IndexFunc(s.Sections, func(sec Section) bool { return sec.Title == openTitle }); i >= 0 {
		s.Sections[i].Rules = append(s.Sections[i].Rules, spoken(b.room.options(lost, nil))...)
	} else {
		s.add(openTitle, b.room.options(lost, nil))
	}
	b.Front = s.Sections
}

// front writes what applies to all games, and to games in the document that have no sheet.
func (b *Book) front(games []*plan.AtStakes, room *Room, c *common) {
	var whole []string
	all, asked := slices.Clone(room.Options), slices.Clone(room.Options)
	if len(games) > 0 {
		whole = games[0].Game.From.House.Clauses
	}
	for _, g := range games {
		asked = append(asked, g.Game.Options...)
		for _, o := range g.Game.Options {
			if !slices.ContainsFunc(all, func(p plan.Option) bool { return p.Pos == o.Pos }) && c.options[o.Pos] {
				all = append(all, o)
			}
		}
	}
	s := &Sheet{}
	s.add(houseTitle, room.houseRules(whole, c.rules))
	kills, tables := aboutTables(games, room)
	s.Sections = append(s.Sections, kills...)
	in, fee := plan.Dollars, feeOfAll(games, room)
	if len(games) > 0 {
		in = games[0].Game.Money
	}
	c.fee = len(fee) > 0
	s.add("Collection", append(collections(in, postingsOf(room.Tables, room.Postings), true), fee...))
	s.add("Tables", tables)
	s.add(wrongTitle, houseRulings(games, room, c.rules))
	for _, banked := range []bool{false, true} {
		of := slices.DeleteFunc(slices.Clone(games), func(g *plan.AtStakes) bool { return g.AgainstBank != banked })
		rules := once(of, games, room, (*writer).customs)
		if len(rules) == 0 {
			continue
		}
		sec := Section{Title: customRulingsTitle, Rules: spoken(rules)}
		sec.Games = forSome(gameNames(of, games), gameNames(games, games))
		sec.About = "The house is silent, or does not decide every case."
		s.Sections = append(s.Sections, sec)
	}
	if open := room.options(all, nil); len(open) > 0 {
		s.Sections = append(s.Sections, Section{Title: openTitle, About: room.keyToReferences(open), Rules: spoken(open)})
	}
	if points := room.points(asked); len(points) > 0 {
		s.Sections = append(s.Sections, Section{Title: pointsTitle, About: "Where the documents are silent or unclear, this is played.", Rules: points})
	}
	for i := range s.Sections {
		cite(room, s.Sections[i].Rules)
	}
	b.Front = s.Sections
}

// gameNames returns the names of some of the games of a house.
func gameNames(some, all []*plan.AtStakes) []string {
	games := make([]*plan.Game, len(all))
	for i := range all {
		games[i] = all[i].Game
	}
	var names []string
	for _, g := range some {
		names = append(names, nameAmong(g.Game, games))
	}
	return names
}

// commonOptions returns the options that affect either every game or none of them, and those of the tables.
func commonOptions(games []*plan.AtStakes, room *Room, other Other) (map[diag.Pos]bool, error) {
	loaded, decides := map[diag.Pos]int{}, map[diag.Pos]int{}
	for _, g := range games {
		for _, o := range g.Game.Options {
			changed, err := changes(g, &o, room, other)
			if err != nil {
				return nil, err
			}
			if loaded[o.Pos]++; changed {
				decides[o.Pos]++
			}
		}
	}
	out := map[diag.Pos]bool{}
	for pos, n := range loaded {
		out[pos] = n == len(games) && n > 1 && (decides[pos] == n || decides[pos] == 0)
	}
	for _, o := range room.Options {
		out[o.Pos] = true
	}
	return out, nil
}

// changes reports whether a game plays differently with another value of an option.
func changes(g *plan.AtStakes, o *plan.Option, room *Room, other Other) (bool, error) {
	if other == nil || room.Alike == nil {
		return true, nil
	}
	values := otherValues(o)
	for _, value := range values {
		b, _, err := other(g.Game.ID, o.Name, value)
		if err != nil || b == nil || !room.Alike(g, b) {
			return true, err
		}
	}
	return len(values) == 0, nil // an option without listed choices is not tried
}

// houseRulings returns what is done about irregularities in any game: clauses, and the house's rulings that those do not state.
func houseRulings(games []*plan.AtStakes, room *Room, holds func(*Clause) bool) []Rule {
	out := said(room.pick("event", holds))
	stands := citedIn([]Section{{Rules: out}})
	for k := range out {
		for _, g := range games {
			if at := ruledAt(g.Game, out[k].Clauses[0]); at.File != "" {
				out[k].At = at
				break
			}
		}
	}
	var all []plan.Ruling
	for _, g := range games {
		(&writer{game: g.Game, room: room, games: games}).added(out)
		all = append(all, g.Game.Rulings...)
	}
	return nextToClauses(out, once(games, games, room, func(w *writer) []Rule {
		return w.beyond(slices.DeleteFunc(slices.Clone(w.game.Rulings), func(r plan.Ruling) bool { return r.Level != plan.OfHouse }), stands, false)
	}), all)
}

// tried returns the rulings that a game comes to for an event, in order: none after one that decides it.
func tried(g *plan.Game, k plan.IncidentKind) ([]*plan.Ruling, error) {
	all, err := g.RulingsFor(k)
	if i := slices.IndexFunc(all, func(r *plan.Ruling) bool { return !leaves(r) }); i >= 0 {
		all = all[:i+1]
	}
	return all, err
}

// reaches reports whether a game comes to a ruling, since no other one decides its event before.
func reaches(g *plan.Game, r *plan.Ruling) bool {
	list, _ := tried(g, r.Incident) // playing reports the error
	return slices.ContainsFunc(list, func(o *plan.Ruling) bool { return o.Pos == r.Pos })
}

// overrules reports whether some rulings are about events that can happen in a game, and it comes to none of them.
func overrules(g *plan.AtStakes, all []plan.Ruling) bool {
	expected := slices.DeleteFunc(slices.Clone(all), func(r plan.Ruling) bool { return !g.Expects(r.Incident) })
	return len(expected) > 0 && !slices.ContainsFunc(expected, func(r plan.Ruling) bool { return reaches(g.Game, &r) })
}

// leaves reports whether a ruling may leave an event to the next one.
func leaves(r *plan.Ruling) bool { return r.Hook != nil && r.Hook.Leaves() }

// ruledForAll returns the clauses that rulings for every game of the house implement, wherever they are in the document.
func ruledForAll(games []*plan.AtStakes) map[string]bool {
	out := map[string]bool{}
	for _, g := range games {
		for i := range g.Game.Rulings {
			if r := &g.Game.Rulings[i]; r.Level == plan.OfHouse {
				for _, id := range citesOf(r) {
					out[id] = true
				}
			}
		}
	}
	return out
}

// once collects rulings of some of a house's games, one for each script position, with the games in which no nearer ruling comes first.
// Their words are for those games.
func once(games, all []*plan.AtStakes, room *Room, of func(*writer) []Rule) []Rule {
	var out []Rule
	for _, r := range ofGames(games, room, of) {
		hold := slices.DeleteFunc(slices.Clone(games), func(g *plan.AtStakes) bool { return overrules(g, r.ruled) })
		if len(hold) < len(games) {
			same := func(o Rule) bool { return o.At == r.At }
			rules := ofGames(hold, room, of)
			i := slices.IndexFunc(rules, same)
			if i < 0 {
				continue // every game has a ruling of its own
			}
			r = rules[i]
			r.Games = forSome(gameNames(hold, all), gameNames(games, all))
		}
		out = append(out, r)
	}
	return out
}

// ofGames returns the rules of games, one for each script position: of those that hold only where the house does not decide in some of
// the games, that one.
func ofGames(games []*plan.AtStakes, room *Room, of func(*writer) []Rule) []Rule {
	var out []Rule
	for _, g := range games {
		for _, r := range of(&writer{game: g.Game, stakes: g.Stakes, bound: g, room: room, games: games}) {
			i := slices.IndexFunc(out, func(o Rule) bool { return o.At == r.At })
			switch {
			case !slices.ContainsFunc(r.ruled, func(x plan.Ruling) bool { return g.Expects(x.Incident) }):
			case i < 0:
				out = append(out, r)
			case len(r.under) > len(out[i].under):
				out[i] = r
			}
		}
	}
	return out
}
