package dsl

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// Tables: what a house says about a table, for sessions of many hands.

var _ = register(&star.Builtin{
	Name:  "posting",
	Group: "table",
	Doc: "A collection that a house has posted: a flat fee for each hand by the number of players dealt in. One posting is in force " +
		"at a table, and it changes between hands only.",
	Returns: "posting",
	Example: `schedule = posting("schedule A", {4: 1, 6: 2, 10: 3}, limits = ["2-4", "3-6"], buy_ins = [(20, 100), (20, None)])
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on the posting"},
		{Name: "fee", Type: "int or string or dict", Doc: feeDoc},
		{Name: "payer", Type: "string", Enum: []string{"pot", "button", "each"}, Default: `"pot"`, Doc: "who pays: the pot when it has chips, or before the deal the button or each player dealt in"},
		{Name: "when", Type: "string", Enum: []string{"blinds", "flop"}, Default: `"blinds"`, Doc: "whether the pot pays once the blinds are in, or when the first board cards are dealt and not at all if the hand ends before"},
		{Name: "limits", Type: "list of string", Default: "[]", Doc: "the limits that it applies to; with neither limits nor buy-ins it applies to every table"},
		{Name: "buy_ins", Type: "list of tuple", Default: "[]", Doc: "the buy-ins at pot limit and no limit that it applies to, written as for a table"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		col := table.Collection{Name: c.String("name"), Payer: payerNames[c.String("payer")], Flop: c.String("when") == "flop"}
		if col.Flop && col.Payer != table.ThePot {
			return nil, c.Errorf("when", "only the pot can pay at the flop")
		}
		var err error
		if fee, ok := c.Value("fee").(*starlark.Dict); ok {
			err = eachRate(c, fee, &col)
		} else {
			var amount int64
			amount, err = money(c, "fee", c.Value("fee"))
			col.Rates = []plan.Rate{{Players: betting.Max, Amount: amount}}
		}
		if err != nil {
			return nil, err
		}
		p := table.Posting{Name: col.Name, Hands: []table.Collection{col}}
		if err := postedFor(c, &p); err != nil {
			return nil, err
		}
		if err := p.Validate(); err != nil {
			return nil, c.Errorf("fee", "%v", err)
		}
		return wrapPosting(c, p), nil
	},
})

// postedFor reads the conditions of a posted collection.
func postedFor(c *star.Call, p *table.Posting) error {
	for _, text := range c.Strings("limits") {
		s, err := new(plan.Game).ParseStakes(text)
		if err != nil || s.Structure >= betting.PotLimit {
			return c.Errorf("limits", "got %q, want a limit such as \"2-4\" or \"1-3/1-6\"", text)
		}
		p.Limits = append(p.Limits, s.Name)
	}
	for _, pair := range c.List("buy_ins") {
		least, most, err := buyIn(c, "buy_ins", pair)
		if err != nil {
			return err
		}
		p.BuyIns = append(p.BuyIns, [2]int64{least, most})
	}
	return nil
}

// buyIn reads the minimum and maximum buy-in in dollars; None means no limit.
func buyIn(c *star.Call, param string, v starlark.Value) (least, most int64, err error) {
	pair, ok := star.Items(v)
	if !ok || len(pair) != 2 {
		return 0, 0, c.Errorf(param, "got %s, want the lowest and the highest dollars, such as (40, None)", v)
	}
	for i, to := range []*int64{&least, &most} {
		if pair[i] == starlark.None {
			continue
		}
		if *to, err = money(c, param, pair[i]); err != nil {
			return 0, 0, err
		}
	}
	return least, most, nil
}

func eachRate(c *star.Call, fee *starlark.Dict, col *table.Collection) error {
	for _, item := range fee.Items() {
		r, err := feeRate(c, "fee", item)
		if err != nil {
			return err
		}
		col.Rates = append(col.Rates, r)
	}
	return nil
}

func wrapPosting(c *star.Call, p table.Posting) starlark.Value {
	return star.Wrap("posting", Cited[table.Posting]{Rules: p, Clauses: c.Strings("cites")}, c.Pos).WithAttrs(starlark.StringDict{"name": starlark.String(p.Name)})
}

var _ = register(&star.Builtin{
	Name:    "time_posting",
	Group:   "table",
	Doc:     "A collection by the clock: every player at the table pays a flat fee at set times, between hands.",
	Returns: "posting",
	Example: `half_hours = time_posting("option 24", 7, minutes = 30, first_free = True, joins = "bottom of the hour")
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on the posting"},
		{Name: "fee", Type: "int or string", Doc: "dollars a player"},
		{Name: "minutes", Type: "int", Min: 1, Max: 24 * 60, Doc: "minutes between payments, counted from midnight"},
		{Name: "first_free", Type: "bool", Default: "False", Doc: "nobody pays at the first payment time of a game that started between two of them"},
		{
			Name: "joins", Type: "string", Enum: []string{"next mark", "bottom of the hour", "free"}, Default: `"next mark"`,
			Doc: "when a player who sat down since the last payment first pays: at the next, at the next half past the hour, or for whole periods only",
		},
		{Name: "players", Type: "int", Min: 1, Max: betting.Max, Default: "1", Doc: "the fewest players at the table for which it applies; with fewer nobody pays"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		amount, err := money(c, "fee", c.Value("fee"))
		if err != nil {
			return nil, err
		}
		f := &table.TimeFee{Name: c.String("name"), Amount: amount, Period: c.Int64("minutes") * 60, FirstFree: c.Bool("first_free"), Players: c.Int("players")}
		switch c.String("joins") {
		case "bottom of the hour":
			f.JoinEvery, f.JoinAt = 3600, 1800
		case "free":
			f.JoinEvery, f.JoinAt = 1, -1
		}
		return wrapPosting(c, table.Posting{Name: f.Name, Time: f}), nil
	},
})

var _ = register(&star.Builtin{
	Name:    "hours",
	Group:   "table",
	Doc:     "When a game is offered. For information only: no hand depends on it.",
	Returns: "hours",
	Example: `thursday = hours("Thu", "19:00", "02:00")
`,
	Params: []star.Param{
		{Name: "days", Type: "string", Doc: "the opening days: Mon, Tue, Wed, Thu, Fri, Sat, Sun with spaces between them"},
		{Name: "opens", Type: "string", Doc: "a time of day"},
		{Name: "closes", Type: "string", Doc: "a time of day; if not later than the opening time, it is on the next day"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		var h table.Hours
		for day := range strings.FieldsSeq(c.String("days")) {
			k := slices.Index(weekdays, day)
			if k < 0 {
				return nil, c.Errorf("days", "got %q, want days of the week such as \"Mon Thu\"", day)
			}
			h.Days[k] = true
		}
		var err error
		if h.Open, err = timeOfDay(c.String("opens")); err != nil {
			return nil, c.Errorf("opens", "%v", err)
		}
		if h.Close, err = timeOfDay(c.String("closes")); err != nil {
			return nil, c.Errorf("closes", "%v", err)
		}
		if h.Close <= h.Open {
			h.Close += 24 * 3600
		}
		return star.Wrap("hours", h, c.Pos), nil
	},
})

var weekdays = []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

// tableValue is the table value in scripts.
type tableValue struct {
	config *table.Config
	games  []*plan.Game // as made by the script; each is offered at all stakes
	doc    string
	origin plan.Origin
	// postings are the origins of the postings of config.
	postings []plan.Origin
}

// TableOf returns the configuration in a table value, and whether v is one. Its games have no ids, as in [GameOf].
func TableOf(v starlark.Value) (*table.Config, bool) {
	if t, ok := star.As[*tableValue](v); ok {
		return t.config, true
	}
	return nil, false
}

var _ = register(&star.Builtin{
	Name:  "table",
	Group: "table",
	Doc: "A table for sessions: games with stakes, buy-ins, the movement of the button, rules and collections. A table with several games can " +
		"change between hands, or the button names the game.",
	Returns: "table",
	Example: `holdem = game(
    "Hold'em",
    forced = [blinds()],
    stakes = stakes("2-4"),
    play = [deal(2), bet(), board(5), bet(tier = big)],
    showdown = best(high),
)
friday = table("Friday", holdem, stakes = "2-4", seats = 9, buy_in = (40, 200), collections = [posting("drop", 3)])
`,
	Params: []star.Param{
		{Name: "name", Type: "string", Doc: "the name on its sign"},
		{Name: "games", Type: "game or menu or list of game", Doc: "the games; a menu: the button chooses"},
		{Name: "stakes", Type: "string or list of string", Default: "None", Doc: "the stakes; with several, the table may change; left out: the house's"},
		{Name: "seats", Type: "int", Min: 2, Max: betting.Max, Default: "None", Doc: "left out: the most that every game allows"},
		{Name: "buy_in", Type: "tuple or dict", Default: "None", Doc: "the lowest and the highest buy-in in dollars, None for no limit; or a dict of these by stakes"},
		{Name: "short_buy", Type: "int or dict", Default: "None", Doc: "a buy-in below this many dollars is a short buy, allowed once between full ones; or a dict by stakes"},
		{Name: "short_buys", Type: "string", Enum: []string{"one", "any"}, Default: `"one"`, Doc: "short buys allowed between full ones"},
		{Name: "button", Type: "string", Enum: []string{"moving", "dead"}, Default: `"moving"`, Doc: "whether the button skips empty seats"},
		{Name: "first_button", Type: "string", Enum: []string{"left of the dealer", "high card"}, Default: `"left of the dealer"`, Doc: "who gets the first button"},
		{Name: "missed_blinds", Type: "string or owed blinds", Enum: []string{"free", "owed", "total"}, Default: `"free"`, Doc: "what new players and players who missed blinds post: nothing, or see owed_blinds; \"owed\" is owed_blinds(), \"total\" is owed_blinds with owes = \"both\""},
		{Name: "leads", Type: "string", Enum: []string{"blinds", "button"}, Default: `"blinds"`, Doc: "whether the button or the big blind moves to the next player when blinds are owed; the other follows. It is the button if the button names the game"},
		{Name: "passed_over", Type: "string", Enum: []string{"posts", "free"}, Default: `"posts"`, Doc: "whether players post a blind that skipped them because somebody left; for tables where blinds are owed and the button leads"},
		{Name: "choice", Type: "string", Enum: []string{"none", "may", "must"}, Default: "None", Doc: "whether the button names the game; left out: a menu requires it"},
		{Name: "unnamed", Type: "string", Enum: []string{"goes on", "first game"}, Default: `"goes on"`, Doc: "what is played if the button does not name a game: the game before, or the first of the list"},
		{Name: "buys", Type: "string", Enum: []string{"posted", "offered"}, Default: `"posted"`, Doc: "when chips are sold: whenever the buy-in allows it, or once the first hand is dealt only what a rule offers, as in a tournament"},
		{Name: "money", Type: "string", Default: "None", Doc: "how people read amounts of chips, as in a game; left out: as the game has it, and the mere number where chips are sold as offered"},
		{Name: "away", Type: "string", Enum: []string{"out", "folds"}, Default: `"out"`, Doc: "what happens to players who sit out: they are not dealt in, or they are dealt in, post what is due and fold"},
		{Name: "unanimous", Type: "bool", Default: "False", Doc: "changing the game or the stakes needs everybody's agreement"},
		{Name: "cash_out_all", Type: "bool", Default: "False", Doc: "players must cash out all their chips or none"},
		{Name: "rebuy_wait", Type: "int", Min: 0, Max: 24 * 60, Default: "0", Doc: "minutes after cashing out during which a player must come back with the same amount"},
		{Name: "rules", Type: "table rule or list of table rule", Default: "[]", Doc: "rules with a memory, such as a kill"},
		{Name: "collections", Type: "posting or list of posting", Default: "[]", Doc: "collections that may be in force, the first one at first"},
		{Name: "hands_per_hour", Type: "int", Min: 1, Max: 1000, Default: "30", Doc: "how time passes at the table"},
		{Name: "hours", Type: "hours or list of hours", Default: "[]", Doc: "when it is offered, for information"},
		{Name: "opens", Type: "string", Default: `"12:00"`, Doc: "the time of day at which the table opens"},
		{Name: "doc", Type: "string", Default: `""`, Doc: "a sentence or two; left out: the script's docstring"},
		{
			Name: "cites", Type: "string or list of string or dict", Default: "[]", Most: star.MaxCites,
			Doc: "the clauses of the house's document that this implements; or a dict of clauses by the name of a parameter; for a parameter that is a dict by stakes also by stakes",
		},
	},
	Fn: makeTable,
})

// owedValue is the rule for missed blinds, as made by scripts.
type owedValue struct {
	both, smallLive, bigDead, between bool
	newcomer                          table.Newcomer
	clauses                           []string
}

// citedWith returns the clauses of a table together with those of the rule for missed blinds.
func (o owedValue) citedWith(all []string, by map[string][]string) ([]string, map[string][]string) {
	if len(o.clauses) == 0 {
		return all, by
	}
	out := map[string][]string{}
	maps.Copy(out, by)
	out["missed_blinds"] = slices.Concat(by["missed_blinds"], o.clauses)
	return slices.Concat(all, o.clauses), out
}

var _ = register(&star.Builtin{
	Name:  "owed_blinds",
	Group: "table",
	Doc: "What new players and players who missed blinds post to be dealt in without waiting for the big blind. A live blind is a bet; a dead one goes to the " +
		"center of the pot. One of the two is dead.",
	Returns: "owed blinds",
	Example: `missed = owed_blinds(owes = "both", small = "dead", big = "live", newcomer = "big")
`,
	Params: []star.Param{
		{Name: "owes", Type: "string", Enum: []string{"missed", "both"}, Default: `"missed"`, Doc: "what a player who missed one blind owes: that one, or both"},
		{Name: "small", Type: "string", Enum: []string{"dead", "live"}, Default: `"dead"`, Doc: "whether the owed small blind is live or dead"},
		{Name: "big", Type: "string", Enum: []string{"live", "dead"}, Default: `"live"`, Doc: "whether the owed big blind is live or dead"},
		{Name: "newcomer", Type: "string", Enum: []string{"big", "both", "nothing"}, Default: `"big"`, Doc: "what a new player posts"},
		{Name: "between", Type: "string", Enum: []string{"waits", "posts"}, Default: `"waits"`, Doc: "whether who is between the button and the small blind waits until the button has passed, or may post there too"},
		Cites,
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		o := owedValue{
			both: c.String("owes") == "both", smallLive: c.String("small") == "live", bigDead: c.String("big") == "dead", between: c.String("between") == "posts", clauses: c.Strings("cites"),
			newcomer: map[string]table.Newcomer{"both": table.NewcomerBoth, "nothing": table.NewcomerFree}[c.String("newcomer")],
		}
		if o.smallLive && !o.bigDead {
			return nil, c.Errorf("small", "with both blinds live the bet would exceed the big blind: one must be dead")
		}
		return star.Wrap("owed blinds", o, c.Pos), nil
	},
})

// owedBlinds sets what players owe for missed blinds.
func owedBlinds(c *star.Call, t *table.Config) {
	o, ok := star.As[owedValue](c.Value("missed_blinds"))
	if !ok {
		word := c.String("missed_blinds")
		t.Owed, t.OwedTotal = word != "free", word == "total"
		return
	}
	t.Owed, t.OwedTotal, t.SmallLive, t.BigDead, t.Newcomer, t.BetweenPosts = true, o.both, o.smallLive, o.bigDead, o.newcomer, o.between
}

func makeTable(c *star.Call) (starlark.Value, error) {
	t := &table.Config{
		Name: c.String("name"), MinSeats: 2, MaxSeats: c.Int("seats"), ButtonLeads: c.String("leads") == "button",
		PassedOverFree: c.String("passed_over") == "free", AnyShortBuys: c.String("short_buys") == "any", FirstUnnamed: c.String("unnamed") == "first game",
		Offered: c.String("buys") == "offered", AwayFolds: c.String("away") == "folds", Unanimous: c.Bool("unanimous"), HandsPerHour: c.Int64("hands_per_hour"),
		Cashout: table.Cashout{All: c.Bool("cash_out_all"), Wait: c.Int64("rebuy_wait") * 60},
	}
	owedBlinds(c, t)
	if c.String("button") == "dead" {
		t.Button = table.DeadButton
	}
	if c.String("first_button") == "high card" {
		t.First = table.HighCard
	}
	games, menu := tableGames(c)
	all, by, err := citedBy(c)
	if err != nil {
		return nil, err
	}
	if o, ok := star.As[owedValue](c.Value("missed_blinds")); ok {
		all, by = o.citedWith(all, by)
	}
	made := &tableValue{config: t, games: games, doc: c.String("doc"), origin: plan.Origin{Pos: c.Pos, Clauses: all, By: by}}
	t.Choice = map[string]table.ChoiceRule{"may": table.MayChoose, "must": table.MustChoose}[c.String("choice")]
	if menu && !c.Has("choice") {
		t.Choice = table.MustChoose
	}
	if t.Start, err = timeOfDay(c.String("opens")); err != nil {
		return nil, c.Errorf("opens", "%v", err)
	}
	for _, v := range List(c.Value("rules")) {
		r, _ := star.As[table.Rule](v)
		t.Rules = append(t.Rules, r)
	}
	for _, v := range List(c.Value("collections")) {
		p, _ := star.As[Cited[table.Posting]](v)
		t.Postings = append(t.Postings, p.Rules)
		made.postings = append(made.postings, originOf(v, p.Clauses))
	}
	for _, v := range List(c.Value("hours")) {
		h, _ := star.As[table.Hours](v)
		t.Hours = append(t.Hours, h)
	}
	// every game with all stakes
	texts := []string{""}
	if c.Has("stakes") {
		texts = c.Strings("stakes")
	}
	most := betting.Max
	for _, text := range texts {
		for _, g := range games {
			s, err := g.ParseStakes(text)
			if err != nil {
				return nil, faultError(c, err)
			}
			o, err := readOffer(c, g, s, text)
			if err != nil {
				return nil, err
			}
			t.Games = append(t.Games, o)
			most = min(most, g.MaxSeats, o.Plan.Seats)
		}
	}
	t.MaxSeats = cmp.Or(t.MaxSeats, most)
	if err := t.Validate(); err != nil {
		return nil, c.Errorf("", "%v", err)
	}
	for _, r := range t.Rules {
		if r, ok := r.(*tableRule); ok {
			if err := r.sold(t); err != nil {
				return nil, c.Errorf("buy_in", "%v", err)
			}
		}
	}
	return star.Wrap("table", made, c.Pos), nil
}

// originOf returns where a value was made, with the clauses that it implements.
func originOf(v starlark.Value, clauses []string) plan.Origin {
	pos, _ := star.PosOf(v)
	return plan.Origin{Pos: pos, Clauses: clauses}
}

// tableGames returns the games of the call, and whether they come from a menu.
func tableGames(c *star.Call) (games []*plan.Game, menu bool) {
	v := c.Value("games")
	if m, ok := star.As[*plan.Menu](v); ok {
		return m.Games, true
	}
	for _, x := range List(v) {
		if g, ok := star.As[*gameValue](x); ok {
			games = append(games, g.plan)
		}
	}
	return games, false
}

// readOffer makes the offer of one game at given stakes, with its buy-in.
func readOffer(c *star.Call, g *plan.Game, s plan.Stakes, text string) (o table.Offer, err error) {
	switch {
	case c.Has("money"):
		if s.Money, err = readCurrency(c, c.String("money")); err != nil {
			return o, err
		}
	case c.String("buys") == "offered":
		s.Money = ""
	}
	if o.Plan, err = g.Bind(s); err != nil {
		return o, faultError(c, err)
	}
	pick := func(name string) starlark.Value {
		v := c.Value(name)
		if byStakes, ok := v.(*starlark.Dict); ok {
			v, _, _ = byStakes.Get(starlark.String(text))
		}
		if v == nil {
			return starlark.None
		}
		return v
	}
	if v := pick("buy_in"); v != starlark.None {
		if o.Min, o.Max, err = buyIn(c, "buy_in", v); err != nil {
			return o, err
		}
	}
	if v := pick("short_buy"); v != starlark.None {
		o.ShortBelow, err = money(c, "short_buy", v)
	}
	return o, err
}

// timeOfDay parses "19:30" as seconds after midnight.
func timeOfDay(text string) (int64, error) {
	h, m, ok := strings.Cut(text, ":")
	hours, ok1 := digits(h)
	minutes, ok2 := digits(m)
	if !ok || !ok1 || !ok2 || hours > 23 || minutes > 59 {
		return 0, fmt.Errorf("got %q, want a time such as \"19:30\"", text)
	}
	return hours*3600 + minutes*60, nil
}

// Table returns the table that a reference names: "HOUSE/TABLE", "FILE.star" or "FILE.star:NAME"; nil without an error if the
// reference names no table, but possibly a game.
func (l *Library) Table(ref string) (*table.Config, error) {
	t, err := l.findTable(ref)
	if t == nil || err != nil {
		return nil, err
	}
	c := *t.config
	c.Games = append([]table.Offer{}, c.Games...)
	for i := range c.Games {
		// The id under which commands find the k-th game: its id in the house or in the file, or its number at the
		// table if the script has not named it.
		o := &c.Games[i]
		k := i % len(t.games)
		named, err := l.namedGame(t, k)
		if err != nil {
			return nil, err
		}
		g := *o.Plan.Game
		g.ID, g.Options, g.Doc, g.Lines = named.ID, named.Options, named.Doc, l.Line
		b := *o.Plan
		b.Game = &g
		o.Plan = &b
	}
	return &c, nil
}

// TableOptions returns the options that determine a table and its games; none for a reference that names no table.
func (l *Library) TableOptions(ref string) ([]plan.Option, error) {
	t, err := l.findTable(ref)
	if t == nil || err != nil {
		return nil, err
	}
	return planOptions(t.module), nil
}

// foundTable is a table with the module that defines it and its reference.
type foundTable struct {
	*tableValue
	module *star.Module
	ref    string
}

// findTable returns the table that a reference names, or nil if it names none.
func (l *Library) findTable(ref string) (*foundTable, error) {
	file, name, named := strings.Cut(ref, ":")
	if !strings.HasSuffix(file, ".star") {
		return l.houseTable(ref)
	}
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	t, name, err := tableOf(m, name, named)
	if t == nil || err != nil {
		return nil, err
	}
	return &foundTable{t, m, file + ":" + name}, nil
}

// houseTable returns a table defined by a house's scripts.
func (l *Library) houseTable(ref string) (*foundTable, error) {
	house, name, ok := strings.Cut(ref, "/")
	houses, err := l.Houses()
	if !ok || err != nil {
		return nil, err
	}
	for _, h := range houses {
		if h != house {
			continue
		}
		file := path.Join(house, "tables.star")
		if _, err := fs.Stat(l.scripts, file); err != nil {
			return nil, nil // the house has no tables
		}
		m, err := l.Load("@scripts//" + file)
		if err != nil {
			return nil, err
		}
		t, name, err := tableOf(m, name, true)
		if t == nil || err != nil {
			return nil, err
		}
		return &foundTable{t, m, house + "/" + name}, nil
	}
	return nil, nil
}

// tableOf returns the named table of a module, or its only one, with its name.
func tableOf(m *star.Module, name string, named bool) (found *tableValue, as string, err error) {
	n := 0
	for _, global := range m.Order {
		t, ok := star.As[*tableValue](m.Globals[global])
		dashed := strings.ReplaceAll(global, "_", "-")
		if !ok || strings.HasPrefix(global, "_") || named && dashed != strings.ReplaceAll(name, "_", "-") {
			continue
		}
		n++
		found, as = t, dashed
	}
	if n > 1 {
		return nil, "", &diag.Error{Pos: diag.Pos{File: m.Path}, Code: star.CodeGame, Msg: fmt.Sprintf("defines %d tables, name one", n), Hint: "FILE.star:NAME"}
	}
	return found, as, nil
}

// namedGame returns the k-th game of a table with an id.
func (l *Library) namedGame(t *foundTable, k int) (*plan.Game, error) {
	made := t.games[k]
	if house := l.HouseOf(made.Pos.File); house != "" {
		h, err := l.loadHouse(house)
		if err != nil {
			return nil, err
		}
		if g := h.named[made]; g != nil {
			return g, nil
		}
	}
	own := map[*plan.Game]*plan.Game{}
	gamesOf(t.module, t.module.Path+":", own)
	if g := own[made]; g != nil {
		return g, nil
	}
	g := *made
	g.ID, g.Options, g.Lines = fmt.Sprintf("%s#%d", t.ref, k+1), planOptions(t.module), l.Line
	g.Doc = cmp.Or(g.Doc, t.module.Doc)
	return &g, nil
}

// isAtTable reports whether a reference names a game by its number at a table.
func isAtTable(ref string) bool {
	i := strings.LastIndexByte(ref, '#')
	_, err := strconv.Atoi(ref[i+1:])
	return i >= 0 && err == nil
}

// TableNames returns the names of the tables that a module defines, in order, as [Library.Table] takes them after the file name.
func TableNames(m *star.Module) []string {
	var out []string
	for _, name := range m.Order {
		if _, ok := star.As[*tableValue](m.Globals[name]); ok && !star.Private(name) {
			out = append(out, strings.ReplaceAll(name, "_", "-"))
		}
	}
	return out
}
