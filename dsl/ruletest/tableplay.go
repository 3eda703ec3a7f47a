package ruletest

import (
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// actsNext reports whether a text begins with a player and a verb.
func (s *Table) actsNext(text string) bool {
	words := firstWords(text)
	if len(words) < 2 || !slices.Contains(s.names, words[0]) {
		return false
	}
	return words[1] == "wins" || deedOf(words[1]) != nil || isSaying(words[1])
}

var tablePlay = method(&star.Builtin{
	Name: "test_table.play",
	Doc: "Plays events at the table and checks statements between them. Write one on each line, or several with semicolons; before a player's action a comma " +
		"is enough. During a hand, actions and statements are those of `test_hand.play`. " +
		"\"A wins\" is a whole hand in which everybody else folds.",
	Returns: "test_table",
	Example: `def test_button_goes_round(t):
    s = t.table("angies/holdem", seats = "A B C D")
    s.play("""
        deal; button A; small B; big C
        D folds, A calls 2, B folds, C checks; play
        B sits out; deal; button C; dealt A C D
        C cannot leave: the hand is live
    """)
`,
	Params: []star.Param{{Name: "text", Type: "string", Doc: "what happens"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := c.On.(*Table)
		return s, told(c, s.actsNext, s.statement, s.state)
	},
})

var _ = method(&star.Builtin{
	Name: "test_table.deal",
	Doc: "Starts the next hand, with these cards if any are named, and returns it. When the hand is over, however it was " +
		"played, the table has its result.",
	Returns: "test_hand",
	Example: `def test_kings_win(t):
    s = t.table("angies/holdem", seats = "A B")
    s.deal(hands = "A KsKd / B QsQd", board = "2c 7d 9h 3s 4c").play("play; wins A 3")
    s.expect_stacks("A 101 B 98")
`,
	Params: []star.Param{
		{Name: "deck", Type: "string", Default: `""`, Doc: "the deck from the top; missing cards are filled in"},
		{Name: "hands", Type: "string", Default: `""`, Doc: `instead of deck, cards by player in the order dealt: "A 2c2d / B AhAd"`},
		{Name: "board", Type: "string", Default: `""`, Doc: "the cards on the board"},
		{Name: "stub", Type: "string", Default: `""`, Doc: "the cards after the deal, for draws"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := c.On.(*Table)
		h, err := s.begin(func(h *Hand, set *hand.Setup) error { return h.readDeck(c, set) })
		return h, blamed(c, err, c.Pos, s.state)
	},
})

var _ = method(&star.Builtin{
	Name: "test_table.refuses",
	Doc:  "Expects an event between hands, or the next deal, to be refused, and the table not to change.",
	Example: `def test_seat_is_taken(t):
    s = t.table("angies/holdem", seats = "A B")
    s.refuses("A moves to 2", because = "seat 2 is taken")
    s.refuses("C joins at 1")
    s.play("A sits out").refuses("deal", because = "fewer than two")
`,
	Returns: "test_table",
	Params: []star.Param{
		{Name: "event", Type: "string", Doc: "an event as in test_table.play"},
		{Name: "because", Type: "string", Default: `""`, Doc: "words of the reason"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := c.On.(*Table)
		return s, blamed(c, s.refused(strings.Fields(c.String("event")), c.String("because")), c.Pos, s.state)
	},
})

var _ = method(&star.Builtin{
	Name:    "test_table.fork",
	Doc:     "An independent copy of the table, to try something else.",
	Returns: "test_table",
	Example: `def test_both_ways(t):
    s = t.table("angies/holdem-half-kill", seats = "A B C")
    s.play("A wins")
    s.fork().play("A wins; deal; raised")
    s.play("B wins; deal; limits 2 4")
`,
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := c.On.(*Table)
		f := *s
		f.names, f.past = slices.Clone(s.names), slices.Clone(s.past)
		if s.playing() {
			f.hand = s.hand.fork()
			f.hand.on = &f
		}
		s.test.tables = append(s.test.tables, &f)
		return &f, nil
	},
})

// expectTableMethod registers the method of a statement.
func expectTableMethod(st TableStatement) {
	game := `"angies/holdem", seats = "A B C"`
	if st.Word == "raised" || st.Word == "says" {
		game = `"angies/holdem-half-kill", seats = "A B C"`
	}
	method(&star.Builtin{
		Name:    "test_table.expect_" + st.Word,
		Doc:     "Expects: " + st.Doc + ". In a play: \"" + st.Usage + "\".",
		Returns: "test_table",
		Example: "def test_it(t):\n    s = t.table(" + game + ")\n    " + st.example + "\n",
		Params:  []star.Param{{Name: "what", Type: "any", Rest: true, Doc: "the words after " + st.Word + ": texts, numbers, or a dict of players"}},
		Fn: func(c *star.Call) (starlark.Value, error) {
			s := c.On.(*Table)
			return s, blamed(c, st.do(s, expected(st.Word, c.List("what"))), c.Pos, s.state)
		},
	})
}

// tableAsks are the methods that query a table.
var tableAsks = []queryWord[*Table, table.Player]{
	{"hands", "int", "The number of hands dealt.", `t.eq(s.play("play 2 hands").hands(), 2)`, false, func(s *Table, _ table.Player) starlark.Value { return starlark.MakeInt64(s.t.Hands()) }},
	{"ledger", "number", "What the house has taken, in dollars.", `t.eq(s.ledger(), 0)`, false, func(s *Table, _ table.Player) starlark.Value { return dollars(s.t.House().Total(), s.stakes().Scale) }},
	{"stack", "number", "The player's chips, in dollars.", `t.eq(s.stack("A"), 100)`, true, func(s *Table, p table.Player) starlark.Value {
		n, _ := s.stackOf(p)
		return dollars(n, s.stakes().Scale)
	}},
	{"seat", "int", "The seat of a player, from 1; 0 for a player who is not at the table.", `t.eq(s.seat("C"), 3)`, true, func(s *Table, p table.Player) starlark.Value { return starlark.MakeInt(s.t.Find(p) + 1) }},
	{"number", "int", "The player's number, as table rules use it.", `t.eq(s.number("B"), 2)`, true, func(_ *Table, p table.Player) starlark.Value { return starlark.MakeInt(int(p)) }},
}

func init() {
	queries(tableAsks, "test_table", `s = t.table("angies/holdem", seats = "A B C")`, "player", (*Table).known)
}

var _ = method(&star.Builtin{
	Name:    "test_table.memory",
	Doc:     "The memory of a table rule, by its name; without a name, of the only rule.",
	Returns: "any",
	Example: `def test_kill_button(t):
    s = t.table("angies/holdem-half-kill", seats = "A B C")
    s.play("B wins")
    t.eq(s.memory().holder, s.number("B"))
`,
	Params: []star.Param{{Name: "rule", Type: "string", Default: `""`, Doc: "the rule's name"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		s := c.On.(*Table)
		rules := s.t.Config().Rules
		name := c.String("rule")
		var names []string
		for i, r := range rules {
			if r.Name() == name || name == "" && len(rules) == 1 {
				return star.ReadMemory(s.t.Memory(i))
			}
			names = append(names, r.Name())
		}
		return nil, c.Errorf("rule", "the rules of the table are %q", strings.Join(names, ", "))
	},
})

var _ = method(&star.Builtin{
	Name:    "test_table.offered",
	Doc:     "Whether the house offers the table's game at this day and time.",
	Returns: "bool",
	Example: `def test_thursdays(t):
    s = t.table("sanrafael/holdem")
    t.true(s.offered("Thu", "20:00") and not s.offered("Fri", "20:00"))
`,
	Params: []star.Param{
		{Name: "day", Type: "string", Enum: weekdays, Doc: "the day of the week"},
		{Name: "time", Type: "string", Doc: `"01:30"`},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		at, err := clockTime(c.String("time"), 0)
		if err != nil {
			return nil, c.Errorf("time", "%v", err)
		}
		offers := func(h table.Hours) bool { return h.Offered(slices.Index(weekdays, c.String("day")), at) }
		return starlark.Bool(slices.ContainsFunc(c.On.(*Table).t.Config().Hours, offers)), nil
	},
})

// weekdays are the days as numbered in [table.Hours].
var weekdays = []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
