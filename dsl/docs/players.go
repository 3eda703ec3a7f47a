package docs

import (
	"context"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Wall is the sheet of a game for its players, to hang on the wall: the costs, the deal street by street, an example hand, what
// wins, and the rules that players break most. It names no clauses and no options: those are on the sheet for the floor, see
// [Sheet].
type Wall struct {
	Game  *plan.Game
	About string
	// Fee is what the house takes, "" for nothing. Money is what a player pays and bets, and More lists the other limits.
	Fee     string
	Money   []Amount
	More    string
	Deal    []Street
	Example *Example // nil if no suitable hand is found
	Wins    []Win
	Remind  []string
	Boxes   []Box
	// Four is set if each suit has its own color.
	Four bool
	// Foot is printed at the foot of each of its pages; it may be "".
	Foot  string
	seats int
	rules []Rule
}

// Amount is a line of the table of costs.
type Amount struct {
	What string `json:"what"` // what is paid
	Much string `json:"much"` // how much
}

// Street is a step of the deal in a few words.
type Street struct {
	Number string `json:"number"` // its number
	Text   string `json:"text"`   // in a few words
	// Bet is set if the players bet. Down and Up are the numbers of cards that each player gets, Board the number of shared
	// cards.
	Bet   bool `json:"bet,omitempty"`
	Down  int  `json:"down,omitempty"`  // cards face down to each
	Up    int  `json:"up,omitempty"`    // cards face up to each
	Board int  `json:"board,omitempty"` // cards on the board
}

// Win is a way to win: its order of hands in words, and sample hands, best first.
type Win struct {
	Name  string   `json:"name"`            // its name
	Text  string   `json:"text,omitempty"`  // the order of hands
	Lines []string `json:"lines,omitempty"` // if there are several rules
	Chart []Class  `json:"chart,omitempty"` // a hand of each class, the best first

	at []string // the steps at which it counts, if it is not everywhere
}

// Class is a class of hands with an example.
type Class struct {
	Name  string `json:"name"`  // its name
	Cards Shown  `json:"cards"` // the cards: AsKd
}

// Shown is a list of cards on a sheet, "AsKd" in JSON.
type Shown []cards.Card

// MarshalText returns the cards as text.
func (s Shown) MarshalText() ([]byte, error) { return []byte(cards.Format(s)), nil }

// Box is a separate box: kills, what the house takes.
type Box struct {
	Title string   `json:"title"` // its heading
	Lines []string `json:"lines"` // its lines
}

// NewWall writes the sheet of a game for its players. room is the house of the game; it may be nil. If the context ends, the
// sheet is not whole.
func NewWall(ctx context.Context, b *plan.AtStakes, room *Room) *Wall {
	room = room.under(b.Game)
	w := &writer{game: b.Game, stakes: b.Stakes, bound: b, room: room, brief: true, feeSaid: true}
	out := &Wall{
		Game: b.Game, seats: w.seats(), About: sentences(about(b.Game.Doc), alsoCalled(b.Game)),
		Fee: w.feeLine(), Money: w.costs(), More: w.otherLimits(), Example: exampleFor(ctx, b),
	}
	steps, remind := w.steps(), w.reminders()
	wins, settled := w.wins()
	out.Deal, out.Wins = w.streets(steps), wins
	out.Remind, out.rules = textsOf(remind), slices.Concat(steps, settled, remind)
	for _, win := range out.Wins {
		if win.Text != "" {
			out.rules = append(out.rules, Rule{subject: "what wins", when: append([]string{win.Name + " hand"}, win.at...), says: win.Text})
		}
	}
	for _, box := range []struct {
		title string
		rules []Rule
	}{
		{"What may be chosen", w.choices()},
		{"Rules of the house", w.houseBox(remind)},
		{customTitle, w.mistaken()},
		{"Kill pots", w.ruleBox(isKill)},
		{tableRulesTitle, w.ruleBox(isNoKill)},
		{"Fees that may be posted instead", w.feeBox()},
	} {
		if len(box.rules) > 0 {
			out.Boxes, out.rules = append(out.Boxes, Box{box.title, textsOf(box.rules)}), append(out.rules, box.rules...)
		}
	}
	cite(room, out.rules)
	return out
}

// Rules returns the rules on the sheet, except those of its table of costs.
func (p *Wall) Rules() []Rule { return spoken(p.rules) }

// about returns the first paragraph of a game's docstring, without what it says about the document.
func about(doc string) string {
	doc, _, _ = strings.Cut(doc, "\n\n")
	return strings.Join(strings.Fields(doc), " ")
}

// Players returns the number of players, and the deck if it is not the usual one.
func (p *Wall) Players() string {
	out := span(p.Game.MinSeats, p.seats) + " players"
	if d := p.Game.Deck; d.Len() != 52 || d.Jokers > 0 {
		out += ", a deck of " + deckWords(d)
	}
	return out
}

// moneyRange returns a range of amounts.
func (w *writer) moneyRange(r plan.Range) string {
	if r.Lo == r.Hi {
		return w.money(r.Lo)
	}
	return w.money(r.Lo) + " to " + w.money(r.Hi)
}

// costs returns the costs of the game: forced bets, bets, buy-ins.
func (w *writer) costs() []Amount {
	var out []Amount
	add := func(what, much string) { out = append(out, Amount{what, much}) }
	s := &w.stakes
	for i := range w.game.Forced {
		f := &w.game.Forced[i]
		amount := s.Posts(f)
		switch {
		case amount == 0:
		case f.Everybody:
			add("Ante, each player", w.money(amount))
		case f.Dead:
			add("Dead "+f.Amount.String()+", "+fromButton(f.Left), w.money(amount))
		default:
			add(capital(f.Amount.String())+", "+fromButton(f.Left), w.money(amount))
		}
	}
	if w.has(func(st *plan.Step) bool { return st.Kind == plan.Bet && st.Bet.BringsIn() }) {
		what := "Bring-in"
		if w.has(func(st *plan.Step) bool { return st.Bet.ForcedOpen }) {
			what = "Forced first bet"
		}
		add(what, w.money(s.BringIn))
	}
	switch {
	case w.banked():
		if !w.game.HouseBanks() {
			add("The bank puts up", "at least "+w.money(s.Small.Lo))
		}
		add("Bets", w.moneyRange(s.Small))
		for i := range w.game.Steps {
			st := &w.game.Steps[i]
			if st.Place != nil && len(st.Place.Also) > 0 {
				equal := "an equal bet " + st.Place.Also[0]
				if len(st.Place.Also) > 1 {
					equal = "equal bets " + list(slices.Clone(st.Place.Also), "and")
				}
				add("With "+equal, w.moneyRange(plan.Range{Lo: s.Small.Lo * int64(1+len(st.Place.Also)), Hi: s.Small.Hi * int64(1+len(st.Place.Also))})+" in all")
			}
			if st.Settle != nil {
				for k := range st.Settle.Lines {
					if l := &st.Settle.Lines[k]; l.Commission > 0 {
						what := "Commission on winnings"
						if l.Bet != "bet" {
							what += " of " + theBets([]string{l.Bet})
						}
						add(what, commissionWords(l))
					}
				}
			}
		}
	case !w.has((*plan.Step).Bets): // nobody bets into a pot
	case s.Structure <= betting.Spread && (s.Small == s.Big || !w.has(func(st *plan.Step) bool { return st.Bets() && (st.Bet.Tier == plan.Big || st.Bet.OpenPair) })):
		add("Bets and raises", w.moneyRange(s.Small))
	case s.Structure <= betting.Spread && !w.has(func(st *plan.Step) bool { return st.Bets() && st.Bet.Tier == plan.Small }):
		add("Bets and raises", w.moneyRange(s.Big))
	case s.Structure <= betting.Spread:
		add("Bets and raises, early rounds", w.moneyRange(s.Small))
		add("Bets and raises, late rounds", w.moneyRange(s.Big))
	default:
		add("Minimum bet", w.money(s.Small.Lo))
		add("Maximum bet", map[betting.Structure]string{betting.PotLimit: "the size of the pot", betting.NoLimit: "all your chips"}[s.Structure])
	}
	if r := &w.game.Betting; w.has((*plan.Step).Bets) && s.Structure <= betting.Spread && r.Cap > 0 {
		much := atMost(r)
		if w.blinds() && !r.BlindCounts {
			much += " over the big blind"
		}
		add("In a round", much)
	}
	for i := range w.game.Steps {
		w.game.Steps[i].Payments(func(what string, p *plan.Pay) {
			if when := w.conditions(i); p == w.game.Steps[i].Pay && len(when) > 0 {
				what = when[len(when)-1]
			}
			if line := (Amount{capital(what), w.payWords(p)}); !p.FromPot && !slices.Contains(out, line) {
				out = append(out, line)
			}
		})
	}
	for _, t := range w.tablesHere() {
		for i := range t.Config.Games {
			o := &t.Config.Games[i]
			if once, much := buyInWords(o); much != "" && w.is(o.Plan.Game) && o.Plan.Stakes.Name == s.Name {
				line := Amount{"Buy-in", once + much}
				if !slices.Contains(out, line) {
					out = append(out, line)
				}
			}
		}
	}
	return out
}

// tablesHere returns the tables of the game, none if nothing is known of the house.
func (w *writer) tablesHere() []dsl.TableSheet {
	if w.room == nil {
		return nil
	}
	return w.tables()
}

// otherLimits returns the other limits that the house offers.
func (w *writer) otherLimits() string {
	r := &w.game.Stakes
	names := distinct(slices.Concat(r.Posted, r.Listed))
	posted := func(n string) bool { // with what is posted at them
		return slices.ContainsFunc(r.Posted, func(p string) bool { return strings.HasPrefix(p, n+" ") })
	}
	names = slices.DeleteFunc(names, func(n string) bool {
		return w.named(n) || posted(n) || stakesName(n, w.game.Money) == w.stakes.Structure.String()
	})
	names = stakesNames(names, w.game.Money)
	if len(names) == 0 {
		return ""
	}
	return "Also played: " + list(names, "and") + "."
}

// named reports whether stakes from the house's lists are those of the table.
func (w *writer) named(stakes string) bool {
	s, err := w.game.ParseStakes(stakes)
	return err == nil && s.Name == w.stakes.Name
}

// streets returns the deal, each step in a few words.
func (w *writer) streets(steps []Rule) []Street {
	var out []Street
	for _, r := range steps {
		s := Street{Number: r.Number, Text: r.speak()}
		switch st := r.step; {
		case st == nil: // the other branch
		case st.Bets():
			s.Bet = true
		case st.DealsTo(plan.ZoneBoard):
			s.Board = st.Count
		case st.DealsTo(plan.ZoneHand):
			s.Up = st.Up.Of(st.Count)
			s.Down = st.Count - s.Up
		}
		out = append(out, s)
	}
	return out
}

// choosesFromList reports whether players choose from a list of the script at a step.
func choosesFromList(st *plan.Step) bool {
	return st.Kind == plan.Asks && st.Bank == nil && st.Place == nil && st.Runs == 0 && st.Chooses() && !st.Straddles()
}

// reminders returns the rules that the house wants players to remember, in its own words or those of its clauses, which are
// another house's if the game extends one of its games. An id without a clause is no text for players.
func (w *writer) reminders() []Rule {
	var out []Rule
	for _, text := range w.game.Reminders {
		r := Rule{subject: "reminder " + text, says: text}
		if !strings.Contains(text, " ") {
			c := w.room.Clause(text)
			if c == nil && w.room != nil && w.room.Elsewhere != nil {
				c, _ = w.room.Elsewhere(text)
			}
			if c == nil || !w.keeps(c) {
				continue
			}
			r = w.room.answered(c)
		}
		if out = append(out, r); len(out) == plan.MostReminders {
			break
		}
	}
	w.added(out)
	return out
}

// keeps reports whether the game follows a clause about irregularities, which another game of the house may have alone.
func (w *writer) keeps(c *Clause) bool {
	return c.Machine != "event" || w.room.Clause(c.ID) == nil || w.room.concerns(c, w.game.ID) ||
		slices.ContainsFunc(w.game.Rulings, func(r plan.Ruling) bool { return slices.Contains(citesOf(&r), c.ID) })
}

// answered returns a clause in its own words, or the answer in force that is against it.
func (r *Room) answered(c *Clause) Rule {
	if a, off := r.off[c.ID]; off {
		name, _ := a.Option()
		return Rule{subject: "option " + name, says: a.Says, Origin: OfOption, Option: name, choice: true}
	}
	return ofClause(c)
}

// houseBox returns what else costs or binds players: how pots and bets are settled in this game, and the clauses of the document that
// are for players and that the reminders do not repeat.
func (w *writer) houseBox(reminders []Rule) []Rule {
	var out []Rule
	add := func(r Rule) {
		same := func(o Rule) bool { return o.Value() == r.Value() || r.Document != "" && o.subject == r.subject }
		if r.says != "" && !slices.ContainsFunc(reminders, same) && !slices.ContainsFunc(out, same) {
			out = append(out, r)
		}
	}
	told := func(all []Rule) {
		for _, r := range all {
			if r.forPlayers() {
				add(r)
			}
		}
	}
	told(w.award())
	told(w.betting())
	told(w.forced())
	told(w.offers())
	told(w.byShowdown())
	if w.room == nil {
		return out
	}
	told(slices.DeleteFunc(commonRules(w.tables()), func(r Rule) bool { return r.Conditional() || slices.Contains(aboutBlinds, r.subject) && !w.blinds() }))
	var own []Rule
	for i := range w.room.Clauses {
		if c := &w.room.Clauses[i]; c.Player && c.Repeats == "" && w.room.concerns(c, w.game.ID) {
			own = append(own, w.room.answered(c))
		}
	}
	own = slices.Concat(reminders, own)
	w.added(own)
	for _, r := range own[len(reminders):] {
		add(r)
	}
	for _, r := range w.bindings(append(slices.Clone(out), reminders...)) {
		add(r)
	}
	return out
}

// aboutBlinds are the subjects of table rules that do not matter in a game without blinds.
var aboutBlinds = []string{"missed_blinds", "between"}

// bindings returns what the rulings of the game and of its house say of clauses that bind players and stand under another game, and of
// mistakes that cost players, without what is custom in them, and without the clauses that other rules cite. So does what they decide of
// mistakes for which custom decides the rest.
func (w *writer) bindings(others []Rule) []Rule {
	var own []plan.Ruling
	_, left := w.silence()
	halves := func(r *plan.Ruling) bool {
		return slices.ContainsFunc(left, func(o plan.Ruling) bool { return o.Incident == r.Incident && w.punishes(&o) })
	}
	cited := citedIn([]Section{{Rules: others}})
	for _, r := range w.game.Rulings {
		ids := citesOf(&r)
		binds := w.room.among(ids, func(c *Clause) bool { return c.Player && !w.room.concerns(c, w.game.ID) })
		mine := w.room.among(ids, func(*Clause) bool { return true })
		if (len(binds) > 0 || (w.punishes(&r) || halves(&r)) && len(mine) > 0 && !overrules(w.bound, []plan.Ruling{r})) && r.Incident != plan.Tabled && !slices.ContainsFunc(ids, func(id string) bool { return cited[id] }) {
			r.Says = slices.DeleteFunc(slices.Clone(r.Says), func(s plan.Said) bool { return s.Custom })
			own = append(own, r)
		}
	}
	return w.rulings(own, "")
}

// ruleBox returns what players must know about the table rules of a kind. What two of them have in common is printed once.
func (w *writer) ruleBox(is func(*dsl.CitedRule) bool) []Rule {
	if w.room == nil {
		return nil
	}
	var out []Rule
	told := map[plan.Said]bool{}
	for _, r := range w.rules() {
		if !is(&r) {
			continue
		}
		text := capital(r.Name())
		if len(r.Limits) > 0 {
			text += " (" + list(r.Limits, "and") + " limits)"
		}
		first, more, repeats := saysOf(&r, w.game.Is, told)
		for i, kinds := range []bool{false, true} { // games of all kinds share a cover
			says := []string{text + ":", ""}[i]
			n := len(says)
			for _, s := range append(first, more...) {
				if (s.Of != "") == kinds {
					says = sentences(says, s.Text)
				}
			}
			if repeats && !kinds {
				says = sentences(says, restAbove)
			}
			if len(says) > n {
				out = append(out, Rule{subject: []string{"table rule ", "kinds of games with "}[i] + r.Name(), says: says})
			}
		}
	}
	return out
}
