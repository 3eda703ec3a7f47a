// Package docs says in words what a game is: its rule sheet, made from the plan
// that is played and from nothing else, so that it cannot disagree with the
// game.
//
// [New] makes the [Sheet] of a game at a table's stakes: sections of [Rule]s,
// each one or a few sentences with the clauses of the house's document behind
// it and the place in the script that makes it so. [NewMenu] makes that of a
// menu. How a sheet is printed is the caller's business.
package docs

import (
	"fmt"
	"slices"

	"cardroom/engine/plan"
)

// Sheet is a rule sheet: the plan of a game in words.
type Sheet struct {
	Game     *plan.Game
	Stakes   plan.Stakes
	Sections []Section
}

// Section is a part of a sheet.
type Section struct {
	Title string `json:"title"`
	Rules []Rule `json:"rules"`
}

// Rule is a rule in words.
type Rule struct {
	// Number is the place in the dealer's procedure, "4" or "4.2" for the
	// second step of what happens under step 4; "" for rules that have none.
	Number  string   `json:"number,omitempty"`
	Text    string   `json:"text"`
	Clauses []string `json:"clauses,omitempty"` // of the house's document
	At      plan.Pos `json:"at,omitzero"`       // the place in the script
}

// Level is how deep a numbered rule stands below others, 0 for the top.
func (r *Rule) Level() int {
	level := 0
	for _, c := range r.Number {
		if c == '.' {
			level++
		}
	}
	return level
}

// New writes the rule sheet of a game at a table's stakes, which may settle
// where its limits hold.
func New(b *plan.Bound) *Sheet {
	w := &writer{game: b.Game, stakes: b.Stakes}
	s := &Sheet{Game: b.Game, Stakes: b.Stakes}
	deal := w.steps()
	s.add("Table", w.table())
	s.add("Before the cards", w.forced())
	s.add("The deal", deal)
	s.add("When the cards run out", w.shortStub())
	if b.Game.Banked() {
		s.add("What may be chosen", w.choices())
		s.add("What wins", w.settlements())
	} else {
		s.add("Betting", w.betting())
		s.add("What wins", w.showdowns())
	}
	s.add("Decided here", w.options())
	return s
}

// NewMenu writes the sheet of a menu: the games that it leaves to the choice of
// the player with the button. Each has a sheet of its own.
func NewMenu(m *plan.Menu) *Sheet {
	s := &Sheet{Game: &plan.Game{ID: m.ID, House: m.House, Name: m.Name, Doc: m.Doc, Pos: m.Pos, Lines: m.Games[0].Lines}}
	s.add("The choice", []Rule{{
		Text:    fmt.Sprintf("Before each hand the player with the button names the game that is dealt, one of %d.", len(m.Games)),
		Clauses: m.Clauses, At: m.Pos,
	}})
	var games []Rule
	for _, g := range m.Games {
		games = append(games, Rule{Text: fmt.Sprintf("%s: %s, %d to %d players.", g.ID, g.Name, g.MinSeats, g.MaxSeats), At: g.Pos})
	}
	s.add("The games", games)
	return s
}

func (s *Sheet) add(title string, rules []Rule) {
	if len(rules) > 0 {
		s.Sections = append(s.Sections, Section{title, rules})
	}
}

// writer writes the sheet of one game.
type writer struct {
	game   *plan.Game
	stakes plan.Stakes
	// numbers are the numbers of the steps in the procedure, by index in the
	// plan.
	numbers []string
}

func (w *writer) money(units int64) string { return plan.Money(units, w.stakes.Scale) }

// has reports whether a step of the game is such.
func (w *writer) has(f func(*plan.Step) bool) bool {
	for i := range w.game.Steps {
		if f(&w.game.Steps[i]) {
			return true
		}
	}
	return false
}

// hasKind reports whether the game has a step of a kind.
func (w *writer) hasKind(k plan.StepKind) bool {
	return w.has(func(s *plan.Step) bool { return s.Kind == k })
}

// blinds reports whether the game has live forced bets.
func (w *writer) blinds() bool {
	return slices.ContainsFunc(w.game.Forced, func(f plan.Forced) bool {
		return !f.Everybody && !f.Dead && w.stakes.Amount(f.Amount) > 0
	})
}
