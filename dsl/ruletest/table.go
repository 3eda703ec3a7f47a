package ruletest

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// Table is a table in a test: consecutive hands, and what happens between them.
// Players have names; the engine knows them by number, in the order in which
// the test first names them.
type Table struct {
	star.Live
	test  *T
	t     table.Table
	names []string // of player 1, 2, …
	deal  *table.Deal
	ended []string // what the dealer announced after the last hand
	hand  *Hand    // of the last deal, nil before the first
	seed  uint64
	past  []string // past events, for failures

	attended bool
}

var _ starlark.HasAttrs = (*Table)(nil)

func (s *Table) String() string { return "<test_table " + s.t.Config().Name + ">" }
func (s *Table) Type() string   { return "test_table" }

func (s *Table) Attr(name string) (starlark.Value, error) {
	return methodOf("test_table", name, s), nil
}

func (s *Table) AttrNames() []string { return methodNames("test_table") }

var _ = method(&star.Builtin{
	Name: "test.table",
	Doc: "Opens a table and seats players, before the first hand. Given a game instead of a table, it makes a table without rules and " +
		"collections; use `table` to make others.",
	Returns: "test_table",
	Example: `def test_schedule(t):
    s = t.table("angies/holdem", seats = "A B C D")
    s.play("deal; button A; C cannot leave: the hand is live; D folds, A calls 2, B folds, C checks; play")
    s.play("C sits out; deal; dealt A B D; ledger 1")
`,
	Params: []star.Param{
		{Name: "table", Type: "string or table or game", Doc: `"HOUSE/TABLE", "HOUSE/GAME", "./file.star:name" next to the test, a table or a game`},
		{Name: "seats", Type: "string", Default: `""`, Doc: `players from the house dealer's left, "A B - D"; a dash is a free seat`},
		{Name: "stacks", Type: "number or string or dict", Default: "None", Doc: `buy-ins: one amount for all, or "A 23"; default: 100 or the nearest that the table allows`},
		{Name: "button", Type: "string", Default: `""`, Doc: "the player with the button in the first hand; left out: by the house's rule"},
		{Name: "stakes", Type: "string", Default: `""`, Doc: "with a game: its stakes"},
		{Name: "opens", Type: "string", Default: `""`, Doc: `the time at which the table opens, "19:10"; left out: the house's opening time`},
		{Name: "set", Type: "string or dict", Default: `""`, Doc: "values of options"},
		{Name: "attended", Type: "bool", Default: "False", Doc: "hands wait for the dealer before and after each card, as in `hand`, and include the players who sit out"},
		{Name: "seed", Type: "int", Default: "1", Doc: "the random seed"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := c.On.(*T)
		cfg, err := t.config(c)
		if err != nil {
			return nil, err
		}
		s := &Table{test: t, seed: uint64(c.Int64("seed")), attended: c.Bool("attended")}
		if c.String("opens") != "" {
			own := *cfg
			if own.Start, err = clockTime(c.String("opens"), 0); err != nil {
				return nil, c.Errorf("opens", "%v", err)
			}
			cfg = &own
		}
		if s.t, err = cfg.Open(s.seed); err != nil {
			return nil, c.Errorf("table", "%v", err)
		}
		t.tables = append(t.tables, s)
		return s, s.sitDown(c)
	},
})

// config returns the table of a call with its option values.
func (t *T) config(c *star.Call) (*table.Config, error) {
	set, err := readings(c)
	if err != nil {
		return nil, err
	}
	if cfg, ok := dsl.TableOf(c.Value("table")); ok {
		if len(set) > 0 {
			return nil, c.Errorf("set", "the table is already loaded: name it, \"HOUSE/TABLE\" or \"./FILE.star:NAME\"")
		}
		return cfg, nil
	}
	if g, ok := dsl.GameOf(c.Value("table")); ok {
		return ownTable(c, g)
	}
	lib, err := t.suite.library(set, t.suite.ownHouse(t.test.File))
	if err != nil {
		return nil, err
	}
	ref := c.String("table")
	if strings.HasPrefix(ref, "./") || strings.HasPrefix(ref, "../") {
		ref = path.Join(path.Dir(t.test.File), ref)
	}
	cfg, err := lib.Table(ref)
	if err != nil || cfg != nil {
		return cfg, err
	}
	g, err := lib.Find(ref)
	if err != nil {
		return nil, err
	}
	return ownTable(c, g)
}

func ownTable(c *star.Call, g *plan.Game) (*table.Config, error) {
	s, err := g.ParseStakes(c.String("stakes"))
	if err != nil {
		return nil, faultOf(c, "stakes", err)
	}
	b, err := g.Bind(s)
	if err != nil {
		return nil, faultOf(c, "stakes", err)
	}
	return &table.Config{
		Name: g.Name, Games: []table.Offer{{Plan: b}}, MinSeats: 2, MaxSeats: min(g.MaxSeats, b.Seats), HandsPerHour: 30,
	}, nil
}

// sitDown seats the players of the call.
func (s *Table) sitDown(c *star.Call) error {
	stacks := wordsOf(c.Value("stacks"))
	all := ""
	if len(stacks) == 1 && c.Has("stacks") {
		all = stacks[0]
	}
	var some map[string]string
	if len(stacks) > 1 {
		var err error
		if some, err = pairs(stacks); err != nil {
			return c.Errorf("stacks", "%v", err)
		}
	}
	for i, name := range strings.Fields(c.String("seats")) {
		if name == "-" {
			continue
		}
		amount, err := s.stake(all, some[name])
		if err != nil {
			return c.Errorf("stacks", "%v", err)
		}
		if err := s.t.Apply(table.Event{Kind: table.Join, Player: s.player(name), Seat: int8(i), Amount: amount}); err != nil {
			return c.Errorf("seats", "%s: %s", name, reasonOf(err))
		}
		delete(some, name)
	}
	for _, name := range slices.Sorted(maps.Keys(some)) {
		return c.Errorf("stacks", "no player %q: they are %s", name, strings.Join(s.names, " "))
	}
	// the button lies one place before, so that the next hand moves it to the seat
	name := c.String("button")
	if name == "" {
		return nil
	}
	seat := -1
	if p := slices.Index(s.names, name); p >= 0 {
		seat = s.t.Find(table.Player(p + 1))
	}
	if seat < 0 {
		return c.Errorf("button", "no player %q: they are %s", name, strings.Join(s.names, " "))
	}
	before := seat
	for m := s.t.Seated(); ; {
		if before = (before + table.MaxSeats - 1) % table.MaxSeats; m.Has(before) {
			break
		}
	}
	s.t.PlaceButton(before, -1, -1)
	return nil
}

// stake returns the buy-in of a player: their own amount, the amount for all
// players, or what the table allows.
func (s *Table) stake(all, own string) (int64, error) {
	if own == "" {
		own = all
	}
	if own != "" {
		return s.units(own)
	}
	o := &s.t.Config().Games[s.t.Game()]
	amount := max(100*s.stakes().Scale, o.Min)
	if o.Max > 0 {
		amount = min(amount, o.Max)
	}
	return amount, nil
}

// player returns the number of a name, assigned on first use.
func (s *Table) player(name string) table.Player {
	if i := slices.Index(s.names, name); i >= 0 {
		return table.Player(i + 1)
	}
	s.names = append(s.names, name)
	return table.Player(len(s.names))
}

// known returns the number of a name that the test has used before.
func (s *Table) known(name string) (table.Player, error) {
	if slices.Contains(s.names, name) {
		return s.player(name), nil
	}
	return 0, fmt.Errorf("no player %q: they are %s", name, strings.Join(s.names, " "))
}

// name returns a player's name, or "-".
func (s *Table) name(p table.Player) string {
	if p < 1 || int(p) > len(s.names) {
		return "-"
	}
	return s.names[p-1]
}

// at returns the name of the player in a seat, or "-".
func (s *Table) at(seat int) string {
	if seat < 0 {
		return "-"
	}
	return s.name(s.t.Seat(seat).Player)
}

func (s *Table) stakes() *plan.Stakes { return &s.t.Config().Games[0].Plan.Stakes }

func (s *Table) money(n int64) string { return plan.Amount(n, s.stakes().Scale) }

func (s *Table) units(text string) (int64, error) { return unitsOf(text, s.stakes()) }

// unitsOf parses an amount, with or without a sign, in units of the stakes.
func unitsOf(text string, s *plan.Stakes) (int64, error) {
	n, err := s.ReadMoney(strings.TrimLeft(text, "+-"))
	if err != nil {
		return 0, fmt.Errorf("%q is not an amount", text)
	}
	n = n * s.Scale / plan.Cents
	if strings.HasPrefix(text, "-") {
		return -n, nil
	}
	return n, nil
}

func pairs(words []string) (map[string]string, error) {
	if len(words)%2 != 0 {
		return nil, fmt.Errorf("%q: a name without its amount", strings.Join(words, " "))
	}
	out := map[string]string{}
	for i := 0; i < len(words); i += 2 {
		out[words[i]] = words[i+1]
	}
	return out, nil
}

// clockTime parses "19:30", or "+15" minutes after now. Hours from 24 on belong
// to the following days.
func clockTime(text string, now int64) (int64, error) {
	if later, ok := strings.CutPrefix(text, "+"); ok {
		n, err := strconv.Atoi(later)
		if err != nil || n < 0 || n > 1<<20 {
			return 0, fmt.Errorf("%q is not a number of minutes", later)
		}
		return now + int64(n)*60, nil
	}
	h, m, ok := strings.Cut(text, ":")
	hours, err1 := strconv.Atoi(h)
	minutes, err2 := strconv.Atoi(m)
	if !ok || err1 != nil || err2 != nil || hours < 0 || hours > 999 || minutes < 0 || minutes > 59 {
		return 0, fmt.Errorf("%q is not a time such as 19:30, or minutes such as +15", text)
	}
	return int64(hours)*3600 + int64(minutes)*60, nil
}

// clockText returns a time in the form that clockTime parses.
func clockText(at int64) string { return fmt.Sprintf("%02d:%02d", at/3600, at/60%60) }

// begin deals the next hand. lay may stack the deck.
func (s *Table) begin(lay func(*Hand, *hand.Setup) error) (*Hand, error) {
	if s.playing() {
		return nil, &Failure{What: "deal", Got: "a hand is in progress", Want: "the hand before to be over"}
	}
	next, d := s.t, new(table.Deal)
	h := &Hand{test: s.test, on: s}
	d.Setup.Log = h.followed()
	if err := next.NextIn(d); err != nil {
		return nil, &Failure{What: "deal", Got: "refused, " + err.Error(), Want: "a hand"}
	}
	if d.Setup.Attendance = hand.Tracked; s.attended {
		d.Setup.Attendance = hand.Attended
		next.AddAbsent(d)
	}
	h.plan = d.Setup.Plan
	for _, k := range d.Seats {
		h.seats = append(h.seats, s.at(int(k)))
	}
	if err := lay(h, &d.Setup); err != nil {
		return nil, err
	}
	if err := h.h.Start(&d.Setup); err != nil {
		return nil, err
	}
	s.t, s.deal, s.hand = next, d, h
	s.test.hands = append(s.test.hands, h)
	s.tell(fmt.Sprintf("hand %d of %s", s.t.Hands(), strings.Join(h.seats, " ")))
	return h, s.after()
}

// playing reports whether a hand is in progress.
func (s *Table) playing() bool { return s.t.Playing() }

// after takes the result of the hand if it is over, and checks the invariants.
func (s *Table) after() error {
	if s.playing() {
		if a, ok := s.deal.Passes(&s.hand.h); ok { // of a player who sits out
			return s.hand.apply(a)
		}
	}
	if !s.playing() || s.hand.h.Pending() != nil {
		return nil
	}
	var done table.Settled
	if err := s.t.FinishIn(&s.hand.h, &done); err != nil {
		return err
	}
	s.ended = done.Notes
	for i := range done.Gone {
		s.ended = append(s.ended, s.t.GoneText(&done.Gone[i], s.name))
	}
	return s.sound()
}

// sound checks the conservation of chips at the table.
func (s *Table) sound() error {
	if !s.playing() && !s.t.Conserved() {
		return &Failure{What: "chips of the table", Got: "some came or went", Want: "buy-ins minus cash-outs"}
	}
	return nil
}

func (s *Table) tell(text string) { s.past = append(s.past, text) }
