package docs

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// Sheet is a rule sheet: the plan of a game in words.
type Sheet struct {
	Game     *plan.Game
	Stakes   plan.Stakes
	Sections []Section
	// Refs are the titles in front of a book that hold for the game, on a sheet of [Book.Condensed].
	Refs []string
	// Like is the id of the game of which this one is a variant, on a sheet of [Book.Condensed]: it has only what differs.
	Like string

	players string // how many, in words; "" for a menu
	traced  bool   // the origins of the rules are known
	room    *Room
	bound   *plan.AtStakes // the game at the stakes; nil for a menu
}

// Section is a part of a sheet.
type Section struct {
	Title string `json:"title"` // its heading
	// Games are the games that the section applies to in a book, "" for all.
	Games string `json:"games,omitempty"`
	// About explains what the rules have in common; usually "".
	About string `json:"about,omitempty"`
	// Clauses are the clauses for the section as a whole.
	Clauses []string `json:"clauses,omitempty"`
	Rules   []Rule   `json:"rules"` // in the order of the sheet
}

// Heading returns the title, with the games if the section is not for all of them.
func (s *Section) Heading() string {
	if s.Games == "" {
		return s.Title
	}
	return s.Title + ": " + s.Games
}

// Readers of rule sheets.
const (
	ForPlayers = "players"
	ForFloor   = "floor"
)

// Readers lists them.
var Readers = []string{ForPlayers, ForFloor}

// New writes the rule sheet of a game at a table's stakes, which may determine where its limits apply. room is the house of the
// game; it may be nil.
func New(b *plan.AtStakes, room *Room) *Sheet { return newSheet(b, room, &common{}) }

// common is the part that is printed once before the sheets of several games.
type common struct {
	tables  bool               // tables, kills and collections
	rules   func(*Clause) bool // rules for every game; nil if nothing comes before the sheets
	said    map[string]bool    // the clauses that rules before the sheets cite
	fee     bool               // what the house takes from each hand
	options map[diag.Pos]bool  // the options of every game
	games   []*plan.Game       // those of the book; nil for a sheet of its own
	seats   int                // at the tables, where the sheet has no room; 0 if they are not known
}

// inFront reports whether a clause is printed once before the sheets.
func (c *common) inFront(clause *Clause) bool {
	return c.said[clause.ID] || c.rules != nil && c.rules(clause)
}

func newSheet(b *plan.AtStakes, room *Room, c *common) *Sheet {
	room = room.under(b.Game)
	w := &writer{game: b.Game, stakes: b.Stakes, bound: b, room: room, feeSaid: !c.tables || c.fee, most: c.seats}
	s := &Sheet{Game: b.Game, Stakes: b.Stakes, bound: b, players: w.players()}
	deal := w.steps()
	if !c.tables {
		s.add(feeTitle, w.feeInForce())
	}
	s.add(gameTitle, w.table())
	s.add(forcedTitle, w.forced())
	s.add(dealTitle, deal)
	s.add("When the cards run out", w.shortStub())
	s.add("What may be chosen", marked(w.choices()))
	if w.banked() {
		s.add("What wins", marked(w.settlements()))
	} else {
		s.add("Betting", w.betting())
		s.sayRest(w)
		s.add("What wins", append(w.byShowdown(), w.award()...))
	}
	if !c.tables && room != nil {
		s.addRules(w.rules(), w.game.Is, nil)
		s.add("Collection", collections(w.game.Money, w.fees().others, false))
		s.add("Tables", tableRules(w.tables()))
	}
	s.add(wrongTitle, w.irregularities(c))
	if c.rules == nil {
		s.add(customTitle, w.customs())
	}
	s.repeated(w)
	s.addWhole(w, c)
	s.add(openTitle, room.options(w.options(), c.options))
	for i := range s.Sections {
		cite(room, s.Sections[i].Rules)
	}
	return s
}

// Compared returns the sheet of a game for a comparison with another: what its plan says, for as many players as sit at its tables, and
// without the options that the other game does not have and that change nothing in this one.
func Compared(b *plan.AtStakes, with *plan.Game, room *Room, other Other) (*Sheet, error) {
	w := &writer{game: b.Game, stakes: b.Stakes, bound: b, room: room}
	c := &common{seats: w.seats(), options: map[diag.Pos]bool{}}
	for _, o := range b.Game.Options {
		if slices.ContainsFunc(with.Options, func(p plan.Option) bool { return p.Name == o.Name }) {
			continue
		}
		decides, err := changes(b, &o, room, other)
		if err != nil {
			return nil, err
		}
		c.options[o.Pos] = !decides || hasTwin(b.Game, b.Game.Options, &o)
	}
	if with.ID != b.Game.ID { // two games: what the house says of each is no difference of their rules
		room = nil
	}
	return newSheet(b, room, c), nil
}

// Bound returns the game at the stakes of the sheet; nil for a menu.
func (s *Sheet) Bound() *plan.AtStakes { return s.bound }

// Tells reports whether the sheet lists an option.
func (s *Sheet) Tells(o *plan.Option) bool {
	return slices.ContainsFunc(s.Sections, func(sec Section) bool {
		return slices.ContainsFunc(sec.Rules, func(r Rule) bool { return r.choice && r.At == o.Pos })
	})
}

// Titles of sections that have a fixed place on the sheet for the floor.
const (
	feeTitle      = "The fee in force"
	gameTitle     = "The game"
	forcedTitle   = "Before the cards"
	dealTitle     = "The deal"
	wrongTitle    = "When something goes wrong"
	remarksTitle  = "House rules and remarks"
	houseTitle    = "House rules"
	openTitle     = "Options"
	borrowedTitle = "Borrowed from elsewhere"
	customTitle   = "By custom"
	// tableRulesTitle is the heading of the table rules that are not kills.
	tableRulesTitle = "Rules of the table"
	// pointsTitle is the heading of the readings in the book of a house.
	pointsTitle = "Open points"
	// In a book the library's rulings come before all games.
	customRulingsTitle = wrongTitle + ", by custom"
)

// NewTraced is [New] with the origin of each rule. other returns the game with another value of an option.
func NewTraced(b *plan.AtStakes, room *Room, other Other) (*Sheet, error) {
	return newTraced(b, room, &common{}, other)
}

func newTraced(b *plan.AtStakes, room *Room, c *common, other Other) (*Sheet, error) {
	w := &writer{game: b.Game, room: room}
	s := newSheet(b, room, c)
	s.room = room
	if s.traced = room != nil && len(room.Clauses) > 0; !s.traced {
		return s, nil // there is no document that rules could come from
	}
	return s, s.trace(room, c, w.options(), other)
}

// addRules adds table rules, for games of some kinds: kills under their own heading, and the others. games names the games of a kind, ""
// for all; nil where the sheet is of one game.
func (s *Sheet) addRules(rules []dsl.CitedRule, holds func(kind string) bool, games func(kind string) string) {
	of := func(is func(*dsl.CitedRule) bool) []Rule {
		return ruleWords(slices.DeleteFunc(slices.Clone(rules), func(r dsl.CitedRule) bool { return !is(&r) }), holds, games)
	}
	s.add("Kill", of(isKill))
	s.add(tableRulesTitle, of(isNoKill))
}

// isKill reports whether a table rule is a kill, which houses name so.
func isKill(r *dsl.CitedRule) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(r.Name())), func(w string) bool { return strings.TrimSuffix(w, "s") == "kill" })
}

func isNoKill(r *dsl.CitedRule) bool { return !isKill(r) }

// repeated adds clauses that say again what a rule of the sheet says to the clauses of that rule.
func (s *Sheet) repeated(w *writer) {
	if w.room == nil {
		return
	}
	for i := range w.room.Clauses {
		c := &w.room.Clauses[i]
		if c.Repeats == "" || !w.room.holds(c, w.game.ID) {
			continue
		}
		for _, sec := range s.Sections {
			if k := slices.IndexFunc(sec.Rules, func(r Rule) bool { return slices.Contains(r.Clauses, c.Repeats) }); k >= 0 {
				sec.Rules[k].Clauses = append(slices.Clone(sec.Rules[k].Clauses), c.ID)
				break
			}
		}
	}
}

// addWhole adds what applies to the game as a whole: in the words of the clauses if they are known, else their names.
func (s *Sheet) addWhole(w *writer, c *common) {
	from := &w.game.From
	whole := slices.Concat(w.ownClauses(), from.House.Clauses)
	cited := citedIn(s.Sections)
	rules := w.room.houseRules(whole, func(clause *Clause) bool {
		said := cited[clause.ID] && !slices.Contains(from.House.Clauses, clause.ID)
		return w.room.holds(clause, w.game.ID) && !said && !c.inFront(clause)
	})
	s.add(remarksTitle, slices.Concat(s.inWords(w, c, rules), rules))
	for _, part := range []struct {
		text    string
		clauses []string
		at      diag.Pos
	}{
		{"The game as a whole follows its clauses:", w.ownClauses(), w.game.Pos},
		{"With all games of the house it follows:", from.House.Clauses, from.House.Pos},
	} {
		unknown := slices.DeleteFunc(slices.Clone(part.clauses), func(id string) bool { return w.room.Clause(id) != nil })
		if len(unknown) > 0 {
			s.Sections[0].Rules = append(s.Sections[0].Rules, spoken([]Rule{{says: part.text, Clauses: unknown, At: part.at, Citation: true}})...)
		}
	}
}

// inWords returns the clauses that no step and no other rule of the sheet says, in their own words. A step of the deal and a showdown
// cite more than they say.
func (s *Sheet) inWords(w *writer, c *common, remarks []Rule) []Rule {
	if w.room == nil {
		return nil
	}
	stated := map[string]bool{}
	for _, sec := range append(slices.Clone(s.Sections), Section{Rules: remarks}) {
		for _, r := range sec.Rules {
			for _, id := range r.Clauses {
				clause := w.room.Clause(id)
				stated[id] = stated[id] || r.Document != "" || r.Number == "" && (clause == nil || !clause.Floor)
			}
		}
	}
	var list []Clause
	for i := range w.room.Clauses {
		clause := &w.room.Clauses[i]
		if (clause.Player || clause.Floor) && !stated[clause.ID] && w.room.holds(clause, w.game.ID) && !(c.said[clause.ID] || c.inFront(clause) && clause.Machine != "yes") {
			list = append(list, *clause)
		}
	}
	return said(list)
}

// tables returns the tables at which the game is played.
func (w *writer) tables() []dsl.TableSheet {
	var out []dsl.TableSheet
	for i := range w.room.Tables {
		t := &w.room.Tables[i]
		if slices.ContainsFunc(t.Config.Games, func(o table.Offer) bool { return w.is(o.Plan.Game) }) {
			out = append(out, *t)
		}
	}
	return out
}

// is reports whether a table's game is this one, possibly with another collection: such games are made by the same line of a
// script.
func (w *writer) is(g *plan.Game) bool {
	return g.Name == w.game.Name && g.Deck == w.game.Deck && (g.Pos == w.game.Pos || g.ID == w.game.ID)
}

// rules returns the table rules that allow this game at these stakes: those of its tables, and those of the house with clauses
// that apply to it.
func (w *writer) rules() []dsl.CitedRule {
	var out []dsl.CitedRule
	here := rulesOfTables(w.tables())
	for _, r := range rulesOfTables(w.room.Tables) {
		inForce := len(r.Clauses) > 0 || slices.ContainsFunc(here, func(o dsl.CitedRule) bool { return o.Name() == r.Name() })
		if inForce && r.Allows(w.bound) == nil && w.room.about(r.Clauses, w.game.ID) {
			out = append(out, r)
		}
	}
	return out
}

// postings returns the collections that the game may be played under: those of its tables, and those of the house that apply to
// it. Collections in the plan itself are printed with its steps.
func (w *writer) postings(tables []dsl.TableSheet) []dsl.CitedPosting {
	var more []dsl.CitedPosting
	for _, p := range w.room.Postings {
		if !w.has(func(s *plan.Step) bool { return s.Collect != nil }) && w.room.about(p.Clauses, w.game.ID) {
			more = append(more, p)
		}
	}
	return postingsOf(tables, more)
}

// NewMenu writes the sheet of a menu: the games from which the player with the button chooses. Each game has a sheet of its own.
func NewMenu(m *plan.Menu, room *Room) *Sheet { return newMenu(m, room, &common{}) }

func newMenu(m *plan.Menu, room *Room, c *common) *Sheet {
	room = room.under(m.Games...)
	s := &Sheet{Game: &plan.Game{ID: m.ID, House: m.House, Name: m.Name, Doc: m.Doc, Pos: m.Pos, Lines: m.Games[0].Lines}}
	if here := tablesOf(room, m); len(here) > 0 && !c.tables {
		b := here[0].Config.Games[0].Plan
		if w := (&writer{game: b.Game, stakes: b.Stakes, bound: b, room: room}); w.fees().now != nil {
			s.add(feeTitle, w.feeInForce())
		}
	}
	s.add(choiceTitle, []Rule{{subject: "choice of the game", says: choiceWords(m, room), Clauses: m.Clauses, At: m.Pos}})
	var games []Rule
	for _, g := range m.Games {
		games = append(games, Rule{subject: "game " + g.ID, says: fmt.Sprintf("%s, %s.", nameAmong(g, c.games), (&writer{game: g, room: room}).players()), At: g.Pos, leads: g.ID})
	}
	s.add(gamesTitle, games)
	if c.games != nil {
		s.Sections[len(s.Sections)-1].About = "Each has a chapter of its own."
	}
	if room == nil {
		return s
	}
	w := &writer{game: s.Game, room: room}
	if !c.tables {
		s.add("Tables", marked(tableRules(tablesOf(room, m))))
	}
	s.add(wrongTitle, w.irregularities(c))
	s.addWhole(w, c)
	for i := range s.Sections {
		for k := range s.Sections[i].Rules {
			s.Sections[i].Rules[k].settle(room, nil)
		}
	}
	return s
}

// Titles of the sheet of a menu.
const (
	choiceTitle = "The choice"
	gamesTitle  = "The games"
)

// choiceWords returns who names the game, or may name it where the table of the menu says so.
func choiceWords(m *plan.Menu, room *Room) string {
	names, otherwise := "names", ""
	for _, t := range tablesOf(room, m) {
		if c := t.Config; len(c.Games) == len(m.Games) && c.Choice == table.MayChoose {
			names, otherwise = "may name", " Otherwise "+unnamed(c)+"."
		}
	}
	return fmt.Sprintf("Before each hand the player with the button %s the game that is dealt, one of %d.%s", names, len(m.Games), otherwise)
}

// tablesOf returns the tables that offer the games of a menu, or where there is none, those that offer them among others.
func tablesOf(room *Room, m *plan.Menu) []dsl.TableSheet {
	var out []dsl.TableSheet
	if room == nil {
		return nil
	}
	for i := range room.Tables {
		t := &room.Tables[i]
		all := !slices.ContainsFunc(m.Games, func(g *plan.Game) bool {
			w := &writer{game: g}
			return !slices.ContainsFunc(t.Config.Games, func(o table.Offer) bool { return w.is(o.Plan.Game) })
		})
		if all {
			out = append(out, *t)
		}
	}
	more := func(t dsl.TableSheet) bool { return len(t.Config.Games) > len(m.Games) }
	if !slices.ContainsFunc(out, func(t dsl.TableSheet) bool { return !more(t) }) {
		return out
	}
	return slices.DeleteFunc(out, more)
}

// cite drops from rules the clauses that an option in force is against. What a ruling cites, its script decides.
func cite(room *Room, rules []Rule) {
	for i := range rules {
		if r := &rules[i]; r.ruled == nil {
			r.Clauses, r.behind = room.inForce(r.Clauses), room.inForce(r.behind)
		}
	}
}

func (s *Sheet) add(title string, rules []Rule) {
	if len(rules) > 0 {
		s.Sections = append(s.Sections, Section{Title: title, Rules: spoken(rules)})
	}
}

// sayRest adds to the last section the clauses about betting that no rule of the sheet cites, such as those about other limits: in their
// own words if they are known, else as clauses of the section.
func (s *Sheet) sayRest(w *writer) {
	last := &s.Sections[len(s.Sections)-1]
	cited := citedIn(s.Sections)
	var known []Clause
	for _, id := range w.game.From.Betting.Clauses {
		c := w.room.Clause(id)
		switch {
		case cited[id] || c != nil && !w.room.holds(c, w.game.ID):
			continue
		case c == nil:
			last.Clauses = append(last.Clauses, id)
		default:
			known = append(known, *c)
		}
		cited[id] = true
	}
	last.Rules = append(last.Rules, spoken(said(known))...)
}

// writer writes the sheet of one game.
type writer struct {
	game   *plan.Game
	stakes plan.Stakes
	bound  *plan.AtStakes
	room   *Room // nil if nothing is known of the house
	brief  bool  // in few words, for players
	// feeSaid is set if the sheet begins with what the house takes.
	feeSaid bool
	single  bool             // writes steps that are played for one player after another
	whole   bool             // says what an earlier step says, too
	most    int              // the seats at the tables, where they are known without the room
	under   []string         // the rounds in which steps are written
	games   []*plan.AtStakes // the text is for all of these games, where it is not for game alone
	// numbers are the numbers of the steps in the procedure, by index in the plan.
	numbers []string
}

// money returns an amount in units of the stakes.
func (w *writer) money(units int64) string { return grouped(w.stakes.Price(units)) }

// cash returns an amount in cents.
func (w *writer) cash(cents int64) string { return grouped(w.game.Money.Price(cents, plan.Cents)) }

// seats returns the most players that are dealt in: as many as there are seats at the house's tables for the game.
func (w *writer) seats() int {
	most := w.most
	for _, t := range w.tablesHere() {
		most = max(most, t.Config.MaxSeats)
	}
	if most == 0 {
		return w.game.MaxSeats
	}
	return min(most, w.game.MaxSeats)
}

// players returns how many may play, in words.
func (w *writer) players() string { return span(w.game.MinSeats, w.seats()) + " players" }

// documented reports whether there is a document that rules may come from.
func (w *writer) documented() bool { return w.room != nil && len(w.room.Clauses) > 0 }

// has reports whether a step of the game satisfies f.
func (w *writer) has(f func(*plan.Step) bool) bool {
	for i := range w.game.Steps {
		if f(&w.game.Steps[i]) {
			return true
		}
	}
	return false
}

// boarded reports whether the game deals cards to a board.
func (w *writer) boarded() bool {
	return w.has(func(s *plan.Step) bool { return s.DealsTo(plan.ZoneBoard) })
}

// blinds reports whether the game has live forced bets.
func (w *writer) blinds() bool {
	return slices.ContainsFunc(w.game.Forced, func(f plan.Forced) bool {
		return !f.Everybody && !f.Dead && w.stakes.Posts(&f) > 0
	})
}
