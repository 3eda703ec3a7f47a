package dsl

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Games and houses. A house holds what its games have in common; house.game fills in the rest, and game.extend makes a game from
// another game by stating the differences.

// gameParams are the parts of a game except its name, play and showdown. A house takes the same parameters.
var gameParams = []star.Param{
	{Name: "deck", Type: "deck", Default: "None", Doc: "the cards; left out: 52"},
	{Name: "seats", Type: "tuple", Default: "None", Doc: "the fewest and the most players, such as (2, 10)"},
	{Name: "forced", Type: "list of forced bet", Default: "None", Most: maxForced, Doc: "posts before the deal, in order"},
	{Name: "betting", Type: "betting", Default: "None", Doc: "the betting rules"},
	{Name: "stakes", Type: "stakes", Default: "None", Doc: "the stakes that tables may play for"},
	{Name: "odd_chips", Type: "string", Enum: []string{"one each", "all to nearest", "high card", "one each from the right"}, Default: "None", Doc: "who gets the odd chips of a tie: one each from the left of the button, all to the first left of the button, one each from the highest card by suit, or one each from the right of the button"},
	{Name: "evenly", Type: "bool", Default: "None", Doc: "who tie for the same shares of a pot, high and low, divide what they win of it as evenly as whole chips go; other odd chips follow `odd_chips`"},
	{Name: "short_stub", Type: "string", Enum: []string{"must suffice", "reshuffle", "common card", "reshuffle or common card"}, Default: "None", Doc: "what the dealer does when the cards run out"},
	{Name: "variants", Type: "list of string", Default: "[]", Doc: "codes of recorded hands that this game plays"},
	{Name: "approved", Type: "list of string", Default: "[]", Doc: "names of the games on the house's approved list; others can be played, with a warning"},
	{Name: "before_award", Type: "function", Default: "None", Doc: "a function of the hand, called before a showdown is paid, that limits claims: see limit_claim"},
	{Name: "rulings", Type: "list of floor ruling", Default: "None", Doc: "rulings on irregularities: see on. The game's rulings come before the house's; the library's defaults come last"},
	{Name: "reminders", Type: "list of string", Default: "[]", Most: 20, Doc: "the rules that players break most often, for the sheet on the wall: ids of clauses of the house's document, or sentences. The game's come before the house's; the first five are printed"},
	{Name: "money", Type: "string", Default: `"$"`, Doc: "how people read amounts: a sign before them, such as \"€\", \"chips\" after them, or \"\" for the mere number"},
	{Name: "doc", Type: "string", Default: `""`, Doc: "a sentence or two for lists and rule sheets; left out: the script's docstring"},
	Cites,
}

// ingredients are the arguments that make a game, by parameter. They are kept as given, so that a house or a game can pass them
// on.
type ingredients map[string]starlark.Value

// houseValue is the house value in scripts.
type houseValue struct {
	name        string
	pos         diag.Pos
	ingredients ingredients
	order       []string
	effective   string
}

// maxOrder is the number of games whose order a house can state.
const maxOrder = 1000

func (h *houseValue) String() string { return h.name }

// gameValue is the game value in scripts: the plan and the arguments it was made from.
type gameValue struct {
	plan        *plan.Game
	house       *houseValue
	ingredients ingredients
}

// id returns the id under which commands find the game that a script keeps under a name.
func (g *gameValue) id(name string) string {
	if own := g.ingredients.texts("id"); own != nil && own[0] != "" {
		return own[0]
	}
	return strings.ReplaceAll(name, "_", "-")
}

func (g *gameValue) String() string { return g.plan.Name }

// GameOf returns the plan in a game value, and whether v is one. The plan has no id: only a [Library] knows under which name a
// script keeps a game.
func GameOf(v starlark.Value) (*plan.Game, bool) {
	if g, ok := star.As[*gameValue](v); ok {
		return g.plan, true
	}
	return nil, false
}

var (
	playParam     = star.Param{Name: "play", Type: "list of step", Default: "None", Doc: "the dealer's steps in order, without the showdown"}
	idParam       = star.Param{Name: "id", Type: "string", Default: `""`, Doc: "the name that commands use for the game, in lower-case letters, digits and hyphens; left out: its name in the script. Needed for names such as \"5-card-stud\" that a script cannot define"}
	alsoParam     = star.Param{Name: "also", Type: "list of string", Default: "[]", Most: 10, Doc: "other names of the game: commands accept them, lists and sheets show them"}
	showdownParam = star.Param{Name: "showdown", Type: "showdown", Default: "None", Doc: "the showdown: best(…) or split(…)"}
)

func params(groups ...[]star.Param) []star.Param { return slices.Concat(groups...) }

var _ = register(&star.Builtin{
	Name:    "house",
	Group:   "house",
	Doc:     "A card room: what all its games have in common. Make its games with house.game(…).",
	Returns: "house",
	Example: `corner = house("The Corner", seats = (2, 9), forced = [blinds()], stakes = stakes("2-4"))
holdem = corner.game(
    "Texas Hold'em",
    play = [deal(2), bet(), burn(), board(3), bet()],
    showdown = best(high),
)
`,
	Params: params([]star.Param{
		{Name: "name", Type: "string", Doc: "the card room's name"},
		{Name: "order", Type: "list of string", Default: "[]", Most: maxOrder, Doc: "the games of the house's folder in the order of its document, by the names that commands use without the folder; left out: in the order of the scripts. Games that the list leaves out come last"},
		{Name: "effective", Type: "string", Default: `""`, Doc: "the day from which the house's rules hold, such as \"2024-03-01\": rule sheets print it; left out: none is printed"},
	}, gameParams),
	Fn: func(c *star.Call) (starlark.Value, error) {
		h := &houseValue{name: c.String("name"), pos: c.Pos, ingredients: givenOf(c, gameParams), order: c.Strings("order"), effective: c.String("effective")}
		if _, err := time.Parse(time.DateOnly, h.effective); err != nil && h.effective != "" {
			return nil, c.HintErrorf("effective", "write the year, the month and the day, as in \"2024-03-01\"", "%q is not a day", h.effective)
		}
		return star.Wrap("house", h, c.Pos).WithAttrs(starlark.StringDict{
			"game": Language().Builtin("house.game").Bound(h), "name": starlark.String(h.name),
		}), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "house.game",
	On:      "house",
	Group:   "house",
	Doc:     "A game of the house. Arguments that are left out default to the house's.",
	Returns: "game",
	Example: `corner = house("The Corner", forced = [blinds()], stakes = stakes("2-4"))
draw_poker = corner.game("Draw", seats = (2, 6), play = [deal(5), bet(), draw(3), bet(tier = big)], showdown = best(high))
`,
	Params: params([]star.Param{{Name: "name", Type: "string", Doc: "the name on the rule sheet"}, playParam, showdownParam, idParam, alsoParam}, gameParams),
	Fn: func(c *star.Call) (starlark.Value, error) {
		h := c.On.(*houseValue)
		return makeGame(c, h, c.String("name"), h.ingredients.mergedWith(givenOf(c, c.Builtin.Params[1:])))
	},
})

var _ = register(&star.Builtin{
	Name:    "game",
	Group:   "house",
	Doc:     "A game without a house.",
	Returns: "game",
	Example: `duel = game(
    "High card",
    seats = (2, 6),
    forced = [ante()],
    stakes = stakes("2-4 ante 1"),
    play = [deal(5), bet()],
    showdown = best(high),
)
`,
	Params: params([]star.Param{{Name: "name", Type: "string", Doc: "the name on the rule sheet"}, playParam, showdownParam, idParam, alsoParam}, gameParams),
	Fn: func(c *star.Call) (starlark.Value, error) {
		return makeGame(c, nil, c.String("name"), givenOf(c, c.Builtin.Params[1:]))
	},
})

var _ = register(&star.Builtin{
	Name:  "game.extend",
	On:    "game",
	Group: "house",
	Doc: "A copy of the game under another name, with these changes. If `doc` is left out the copy has the game's, or in another script the " +
		"docstring of that script; before_award = None removes the game's function.",
	Returns: "game",
	Example: `omaha = game(
    "Omaha",
    forced = [blinds()],
    stakes = stakes("2-4"),
    play = [deal(4), bet(), board(5), bet(tier = big)],
    showdown = best(high, hole = 2, board = 3),
)
omaha_hilo = omaha.extend(
    "Omaha High-Low",
    showdown = split(best(high, hole = 2, board = 3), best(eight_or_better, hole = 2, board = 3)),
)
`,
	Params: params([]star.Param{{Name: "name", Type: "string", Doc: "the name on the rule sheet"}, playParam, showdownParam, idParam, alsoParam}, gameParams),
	Fn: func(c *star.Call) (starlark.Value, error) {
		g := c.On.(*gameValue)
		base := g.ingredients.leavingOut("variants", "cites", "id", "also")
		if c.GivenNone("before_award") {
			base = base.leavingOut("before_award")
		}
		if c.Pos.File != g.plan.Pos.File {
			base = base.leavingOut("doc") // it is about the game, and who writes a variant may have turned it round
		}
		return makeGame(c, g.house, c.String("name"), base.mergedWith(givenOf(c, c.Builtin.Params[1:])))
	},
})

var _ = register(&star.Builtin{
	Name:    "menu",
	Group:   "house",
	Doc:     "Dealer's choice: before each hand the player with the button names one of these games.",
	Returns: "menu",
	Example: `stud = game("Stud", forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(5), bet()], showdown = best(high))
razz = stud.extend("Low stud", showdown = best(ace_to_five))
choice = menu("Stud choice", [stud, razz])
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on the rule sheet"},
		{Name: "games", Type: "list of game", Doc: "the games to choose from"},
		{Name: "doc", Type: "string", Default: `""`, Doc: "a sentence or two; left out: the script's docstring"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		m := &plan.Menu{Name: c.String("name"), Doc: c.String("doc"), Clauses: c.Strings("cites"), Pos: c.Pos}
		for _, g := range star.UnwrapList[*gameValue](c, "games") {
			m.Games = append(m.Games, g.plan)
		}
		if len(m.Games) < 2 {
			return nil, c.Errorf("games", "a menu needs at least two games")
		}
		m.House = m.Games[0].House
		for _, g := range m.Games {
			if g.House != m.House {
				m.House = "" // a menu of several houses
			}
		}
		return star.Wrap("menu", m, c.Pos), nil
	},
})

// givenOf returns the arguments given in a call.
func givenOf(c *star.Call, params []star.Param) ingredients {
	out := ingredients{}
	for _, p := range params {
		if c.Has(p.Name) {
			out[p.Name] = c.Value(p.Name)
		}
	}
	return out
}

// mergedWith returns the ingredients, overridden by others; citations and rulings add up.
func (p ingredients) mergedWith(q ingredients) ingredients {
	out := ingredients{}
	for k, v := range p {
		out[k] = v
	}
	for k, v := range q {
		switch old := out[k]; {
		case old == nil:
		case k == "cites":
			v = starlark.NewList(append(List(old), List(v)...))
		case k == "rulings" || k == "reminders": // the nearer ones come first
			v = starlark.NewList(append(List(v), List(old)...))
		}
		out[k] = v
	}
	return out
}

func (p ingredients) leavingOut(names ...string) ingredients {
	out := p.mergedWith(nil)
	for _, n := range names {
		delete(out, n)
	}
	return out
}

// texts returns the strings of an ingredient.
func (p ingredients) texts(name string) []string {
	var out []string
	if p[name] == nil {
		return nil
	}
	for _, v := range List(p[name]) {
		if s, ok := starlark.AsString(v); ok {
			out = append(out, s)
		}
	}
	return out
}

// ingredient returns the data of an ingredient, or the zero T if it was not given.
func ingredient[T any](p ingredients, name string) T {
	data, _ := star.As[T](p[name])
	return data
}

// makeGame assembles a game and checks it.
func makeGame(c *star.Call, h *houseValue, name string, p ingredients) (starlark.Value, error) {
	// what accumulates from game to game is limited
	guard.Charge(c.Thread, gameItems)
	for _, name := range []string{"rulings", "reminders", "cites", "forced"} {
		if p[name] == nil {
			continue
		}
		n := len(List(p[name]))
		if n > star.MaxList {
			return nil, c.Errorf(name, "%d together with those of the house or the other game: the limit is %d", n, star.MaxList)
		}
		c.Bytes += n * star.MadeBytes
		guard.Charge(c.Thread, n*stepItems)
	}
	if own := p.texts("id"); own != nil && !gameID.MatchString(own[0]) {
		return nil, c.Errorf("id", "%q is not an id: use lower-case letters, digits and single hyphens, as in \"5-card-stud\"", own[0])
	}
	g := &plan.Game{
		Name: name, Pos: c.Pos, MinSeats: 2, MaxSeats: 10,
		Also: p.texts("also"), Variants: p.texts("variants"), Clauses: p.texts("cites"), Reminders: p.texts("reminders"),
		Betting: usualBetting, Money: plan.Dollars,
	}
	if in := p.texts("money"); in != nil {
		var err error
		if g.Money, err = readCurrency(c, in[0]); err != nil {
			return nil, err
		}
	}
	if h != nil {
		g.House, g.From.House = h.name, plan.Origin{Pos: h.pos, Clauses: h.ingredients.texts("cites")}
		g.From.Effective, g.From.Order = h.effective, h.order
	}
	if doc := p.texts("doc"); doc != nil {
		g.Doc = doc[0]
	}
	if list := p.texts("approved"); list != nil && !slices.Contains(list, name) {
		g.Note = name + " is not on the house's list of approved games"
	}
	if err := setSeats(c, g, p["seats"]); err != nil {
		return nil, err
	}
	if err := setShowdown(c, g, p); err != nil {
		return nil, err
	}
	setRules(g, p)
	resolveOpeners(g)
	g.Resolve()
	if hook, ok := g.Award.(*awardHook); ok {
		for i := range g.Steps {
			if st := &g.Steps[i]; st.Bets() && st.Name != "" {
				hook.rounds[st.Name] = i
			}
		}
		hook.Loader, hook.forgets = c.Loader(), c.Provisional()
	}
	g.Rulings = rulingsOf(h, p)
	if l := c.Loader(); l != nil {
		// the library's rulings for cases where a house has none: `rulings` of @stdlib//floor.star, or `bank_rulings` against a bank
		g.DefaultRulings = func() ([]plan.Ruling, error) {
			f := l.Once(floorKey{}, func() any { return new(floorRulings) }).(*floorRulings)
			f.once.Do(func() {
				if !l.HasLibrary() {
					return
				}
				m, err := l.Load("@stdlib//floor.star")
				if err != nil {
					f.err = err
					return
				}
				f.hand, f.bank = byDefault(m, "rulings"), byDefault(m, "bank_rulings")
			})
			if g.Banked() {
				return f.bank, f.err
			}
			return f.hand, f.err
		}
	}
	if err := g.Validate(); err != nil {
		return nil, faultError(c, err)
	}
	v := &gameValue{g, h, p}
	return star.Wrap("game", v, c.Pos).WithAttrs(starlark.StringDict{
		"extend": Language().Builtin("game.extend").Bound(v), "name": starlark.String(name),
	}), nil
}

// readCurrency reads the parameter money.
func readCurrency(c *star.Call, sign string) (plan.Currency, error) {
	if sign != string(plan.Chips) && !currencySign().MatchString(sign) {
		return "", c.Errorf("money", "%q is not a sign of money: use one such as \"€\" or \"kr\", \"chips\", or \"\"", sign)
	}
	return plan.Currency(sign), nil
}

// currencySign matches the signs that may stand before amounts.
var currencySign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\p{L}\p{Sc}]{0,3}$`) })

// gameID matches the ids of games.
var gameID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// usualBetting is the betting of a house that does not define its own.
var usualBetting = betting.Rules{Cap: 4, BlindCounts: true, CapOff: betting.CapNow, StraddleIsBlind: true}

// setRules sets the rules that both houses and games may define.
func setRules(g *plan.Game, p ingredients) {
	if v := p["deck"]; v != nil {
		d := ingredient[Cited[cards.Deck]](p, "deck")
		g.Deck, g.From.Deck = d.Rules, origin(v, d.Clauses)
	}
	if v := p["betting"]; v != nil {
		b := ingredient[Cited[betting.Rules]](p, "betting")
		g.Betting, g.From.Betting = b.Rules, origin(v, b.Clauses)
		g.From.Betting.By = b.By
	}
	if v := p["stakes"]; v != nil {
		s := ingredient[Cited[plan.StakesRule]](p, "stakes")
		g.Stakes, g.From.Stakes = s.Rules, origin(v, s.Clauses)
		g.From.Stakes.By = s.By
	}
	g.Clauses = slices.Concat(g.Clauses, g.From.Deck.Clauses, g.From.Betting.Clauses, g.From.Stakes.Clauses)
	if p["forced"] != nil {
		for _, v := range List(p["forced"]) {
			f, _ := star.As[[]plan.Forced](v)
			g.Forced = append(g.Forced, f...)
		}
	}
	if f, ok := p["before_award"].(starlark.Callable); ok {
		hook := newAwardHook(f)
		g.Award, g.From.Award.Pos = hook, star.FunctionPos(f)
	}
	for _, way := range p.texts("short_stub") {
		g.ShortStub = shortStubs[way]
	}
}

// shortStubs are the values of short_stub.
var shortStubs = map[string]plan.ShortStub{
	"must suffice": plan.StubMustSuffice, "reshuffle": plan.StubReshuffle, "common card": plan.StubCommon, "reshuffle or common card": plan.StubReshuffleCommon,
}

// origin returns where a part of a game was made, and the clauses it cites.
func origin(v starlark.Value, clauses []string) plan.Origin {
	pos, _ := star.PosOf(v)
	return plan.Origin{Pos: pos, Clauses: clauses}
}

func setSeats(c *star.Call, g *plan.Game, v starlark.Value) error {
	if v == nil {
		return nil
	}
	pair := List(v)
	if len(pair) != 2 {
		return c.Errorf("seats", "got %s, want the fewest and the most players, such as (2, 10)", v)
	}
	for i, to := range []*int{&g.MinSeats, &g.MaxSeats} {
		n, err := starlark.AsInt32(pair[i])
		if err != nil {
			return c.Errorf("seats", "got %s, want the fewest and the most players, such as (2, 10)", v)
		}
		*to = n
	}
	return nil
}

// setShowdown makes the steps: those of the play, followed by the showdown.
func setShowdown(c *star.Call, g *plan.Game, p ingredients) error {
	for _, part := range []struct{ name, such string }{
		{"play", "play = [deal(2), bet()]"},
		{"stakes", `stakes = stakes("2-4")`},
	} {
		if p[part.name] == nil {
			return c.HintErrorf("", "add it, such as "+part.such, "%s is missing", part.name)
		}
	}
	play := List(p["play"])
	if err := copying(c, len(play)); err != nil {
		return err
	}
	nodes := make([]node, 0, len(play)+1)
	for _, v := range play {
		n, _ := star.As[node](v)
		nodes = append(nodes, n)
	}
	if p["showdown"] != nil {
		sd := ingredient[showdownValue](p, "showdown")
		pos, _ := star.PosOf(p["showdown"])
		nodes = append(nodes, sd.node(pos))
	}
	if n := stepsOf(nodes); n > plan.MaxSteps {
		return c.HintErrorf("", fewerRounds(nodes, n), "%d steps: a game has 1 to %d", n, plan.MaxSteps)
	} else if err := copying(c, n); err != nil {
		return err
	}
	g.Steps = flatten(g, nil, nodes, false)
	orderBoards(g)
	if odd := p.texts("odd_chips"); odd != nil {
		setShowdowns(g.Steps, func(s *plan.ShowdownStep) { s.OddChip = oddChipPolicies[odd[0]] })
	}
	if p["evenly"] != nil {
		setShowdowns(g.Steps, func(s *plan.ShowdownStep) { s.Evenly = p["evenly"] == starlark.True })
	}
	// the names of boards and hands in showdowns become their numbers
	for i := range g.Steps {
		if st := &g.Steps[i]; st.Ranks() != nil && st.Ranks().Named() {
			show, err := st.Ranks().Number(g, st.Pos)
			if err != nil {
				return faultError(c, err)
			}
			st.RankBy(show)
		}
		if st := &g.Steps[i]; st.Settle != nil && (len(g.Boards) > 1 || (&plan.ShowdownStep{Parts: st.Settle.Parts}).Named()) {
			show, err := (&plan.ShowdownStep{Parts: st.Settle.Parts}).Number(g, st.Pos)
			if err != nil {
				return faultError(c, err)
			}
			for k := range show.Parts { // the best of the boards that play counts
				show.Parts[k].Boards = cmp.Or(show.Parts[k].Boards, 1<<len(g.Boards)-1)
			}
			own := *st.Settle
			own.Parts = show.Parts
			st.Settle = &own
		}
	}
	return nil
}

// setShowdowns sets in every showdown what the game says about all. It copies the showdowns, so that they belong to this game only.
func setShowdowns(steps []plan.Step, set func(*plan.ShowdownStep)) {
	for i := range steps {
		if steps[i].Show != nil {
			s := *steps[i].Show
			set(&s)
			steps[i].Show = &s
		}
	}
}

// faultError turns the faults of a plan into a script error, each at its own position.
func faultError(c *star.Call, err error) error {
	var all []*diag.Error
	for _, f := range faults(err) {
		pos := f.Pos
		if pos.Line == 0 {
			pos = c.Pos
		}
		all = append(all, &diag.Error{Pos: pos, Code: star.CodePlan, Msg: c.Builtin.Name + ": " + f.Msg, Hint: f.Hint})
	}
	if all == nil {
		return c.Errorf("", "%v", err)
	}
	all[0].Also = all[1:]
	return all[0]
}

// faults returns the faults in an error of plan.Game.Validate.
func faults(err error) (all []*diag.Error) {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range list.Unwrap() {
			all = append(all, faults(e)...)
		}
		return all
	}
	var f *diag.Error
	if errors.As(err, &f) {
		all = append(all, f)
	}
	return all
}

// rulingsOf returns the rulings of a game in the order in which they are tried: its own, then those of its house.
func rulingsOf(h *houseValue, p ingredients) []plan.Ruling {
	var out []plan.Ruling
	var shared []starlark.Value
	if h != nil && h.ingredients["rulings"] != nil {
		shared = List(h.ingredients["rulings"])
	}
	if p["rulings"] == nil {
		return nil
	}
	all := List(p["rulings"])
	for i, x := range all {
		if slices.Contains(all[:i], x) { // a game that moves a ruling of its house forward
			continue
		}
		level := plan.OfGame
		if slices.Contains(shared, x) {
			level = plan.OfHouse
		}
		rs, _ := star.As[[]plan.Ruling](x)
		for _, r := range rs {
			r.Level = level
			out = append(out, r)
		}
	}
	return out
}

// byDefault returns the rulings of a list in the library.
func byDefault(m *star.Module, list string) []plan.Ruling {
	out := rulingsOf(nil, ingredients{"rulings": m.Globals[list]})
	for i := range out {
		out[i].Level = plan.ByDefault
	}
	return out
}
