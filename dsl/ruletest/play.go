package ruletest

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// sentence is a statement of a play and its position in the text.
type sentence struct {
	words []string
	at    int // byte in the text
}

// sentences splits a play. Statements end at a new line or a semicolon, and at a comma that is followed by a seat and an action;
// "#" begins a comment.
func sentences(text string, actsNext func(string) bool) []sentence {
	var out []sentence
	start := 0
	flush := func(end int) {
		part := text[start:end]
		if words := strings.Fields(part); len(words) > 0 {
			out = append(out, sentence{words, start + strings.Index(part, words[0])})
		}
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n', ';':
		case ',':
			if !actsNext(text[i+1:]) {
				continue
			}
		case '#':
			flush(i)
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return out
			}
			i += end
			start = i + 1
			continue
		default:
			continue
		}
		flush(i)
		start = i + 1
	}
	flush(len(text))
	return out
}

// actsNext reports whether a text begins with a seat and a verb.
func (h *Hand) actsNext(text string) bool {
	words := firstWords(text)
	return len(words) > 1 && slices.Contains(h.seats, words[0]) && (isSaying(words[1]) || h.offers(words[1]) || h.chooses(words[1]))
}

// firstWords returns the words of a text; callers use the first two.
func firstWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ';' || r == ',' })
}

// isSaying reports whether a word is an action of a seat in a hand.
func isSaying(word string) bool { return verbs[word] != "" || slices.Contains(sayings, word) }

// chooses reports whether a word answers a question of the game.
func (h *Hand) chooses(word string) bool {
	return slices.ContainsFunc(h.plan.Game.Questions(), func(a *plan.Ask) bool {
		return strings.EqualFold(word, a.Words.Say) || word == a.Words.Does || slices.ContainsFunc(a.Offers, func(o plan.Offer) bool { return strings.EqualFold(word, o.Name) })
	})
}

// statement executes or checks one statement.
func (h *Hand) statement(words []string) error {
	if s := statementOf(words[0]); s != nil && !slices.Contains(h.seats, words[0]) {
		if err := s.do(h, words[1:]); err != nil || h.on == nil {
			return err
		}
		return h.on.after() // a ruling may end the hand
	}
	if _, err := h.seat(words[0]); err != nil {
		return &Failure{Got: quoted(strings.Join(words, " ")), Want: "a seat of " + strings.Join(h.seats, " ") + " and an action, or a statement such as pot", Hint: h.meant(words[0])}
	}
	return h.act(words)
}

// blamed returns the error of a failed statement at its position, with the state of the hand or table; nil if it has not failed.
func blamed(c *star.Call, err error, pos diag.Pos, state func() []string) error {
	var own *diag.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	f, ok := err.(*Failure)
	if !ok {
		f = &Failure{Got: err.Error()}
	}
	if m, ok := err.(*misplaced); ok {
		f.Hint = m.hint
	}
	f.Table = state()
	return f.at(c, pos, f.Hint)
}

// meant returns a hint about an unknown word.
func meant(word string, known []string) string {
	if near := diag.Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// meant returns a hint about a word that no statement about a hand has.
func (h *Hand) meant(word string) string {
	if tableStatement(word) != nil {
		return word + " is said of a table, not of its hand: s = t.table(…), s.play(…)"
	}
	if isSaying(word) || h.chooses(word) {
		who := h.seats[0]
		if slices.Contains(h.seats, h.turn()) {
			who = h.turn()
		}
		return "name the seat first, such as \"" + who + " " + word + " …\""
	}
	return meant(word, h.words())
}

// words returns the first words of all statements of a hand.
func (h *Hand) words() []string {
	out := slices.Clone(h.seats)
	for i := range statements {
		out = append(out, statements[i].Word)
	}
	return out
}

var handPlay = method(&star.Builtin{
	Name: "test_hand.play",
	Doc: "Plays actions, \"C calls 2, D folds, A raises to 8\", and checks statements between them, such as \"pot 8\" or " +
		"\"turn C\". Write one on each line, or several with semicolons; before a seat's action a comma is enough. " +
		"An amount after call must be the price of the call; after bet and raise it is the player's total in the round.",
	Returns: "test_hand",
	Example: `def test_round(t):
    h = t.hand("angies/holdem", seats = "A B C D")
    h.play("""
        C calls 2, D folds, A calls 1, B checks
        pot 6; turn A
        A checks; B bets 2; C cannot raise 6; C can fold, call 2, raise to 4
    """)
`,
	Params: []star.Param{{Name: "text", Type: "string", Doc: "what happens"}},
	Fn: func(c *star.Call) (starlark.Value, error) {
		h := c.On.(*Hand)
		return h, told(c, h.actsNext, h.statement, h.state)
	},
})

// told plays the sentences of a text argument, one after the other, at a hand or a table.
func told(c *star.Call, actsNext func(string) bool, statement func([]string) error, state func() []string) error {
	text := c.String("text")
	for _, s := range sentences(text, actsNext) {
		if err := statement(s.words); err != nil {
			return blamed(c, err, placeIn(c, text, s.at), state)
		}
	}
	return nil
}

// placeIn returns the position in the script of a byte of a text argument if the text is a literal in the script; else the
// position of the call.
func placeIn(c *star.Call, text string, at int) diag.Pos {
	source := c.Loader().Text(c.Pos.File)
	from := 0
	for range c.Pos.Line - 1 {
		from += strings.IndexByte(source[from:], '\n') + 1
	}
	i := strings.Index(source[from:], text)
	if i < 0 {
		return c.Pos
	}
	before := source[:from+i+at]
	line := strings.Count(before, "\n") + 1
	col := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	return diag.Pos{File: c.Pos.File, Line: int32(line), Col: int32(col)}
}

// expectMethod registers the method of a statement.
func expectMethod(s Statement) {
	examples := map[string]string{
		"turn": `h.expect_turn("C")`, "pot": "h.expect_pot(3)", "house": "h.expect_house(0)", "stacks": `h.expect_stacks("A 99 B 98")`,
		"net": `h.expect_net({"A": 0})`, "wins": `h.play("C folds, A folds"); h.expect_wins("B 2")`, "hole": `h.expect_hole("A", "As Ad")`,
		"down": `h.expect_down("A", "As Ad")`, "up": `h.expect_up("A", "")`, "board": `h.expect_board("")`, "burns": `h.expect_burns("")`,
		"muck": `h.play("C folds"); h.expect_muck("Qs Qd")`, "log": `h.expect_log("posted", "A", 1)`, "never": `h.expect_never("folded")`,
		"worth": `h.play("to flop"); h.expect_worth("A", "pair of aces")`, "legal": `h.expect_legal("fold, call 2, raise to 4")`,
		"over": `h.play("C folds, A folds"); h.expect_over()`, "showdown": `h.play("play"); h.expect_showdown()`,
		"round": `h.expect_round("before the flop")`, "ruling": `h.play("event below_table A"); h.expect_ruling("below_table: dead hand")`,
		"stub": `h.play("to river"); h.expect_undealt(38)`, "undealt": `h.expect_undealt(46)`, "aside": `h.expect_aside("")`,
		"hand": `h.expect_hand("A 1 As Ad")`,
	}
	game := `"angies/holdem", hands = "A AsAd / B KsKd / C QsQd", board = "2c 7d 9h 3s 4c"`
	example := examples[s.Word]
	if s.Word == "low" {
		game = `"angies/omaha-hilo", hands = "A As2dKsKd / B QsQdJsJd", board = "3c 7d 8h Ts Tc"`
		example = `h.play("to river"); h.expect_low("A", "eighty-seven")`
	}
	method(&star.Builtin{
		Name:    "test_hand.expect_" + s.Word,
		Doc:     "Expects: " + s.Doc + ". In a play: \"" + s.Usage + "\".",
		Returns: "test_hand",
		Example: "def test_it(t):\n    h = t.hand(" + game + ")\n    " + example + "\n",
		Params:  []star.Param{{Name: "what", Type: "any", Rest: true, Doc: "the words after " + s.Word + ": texts, numbers, or a dict of seats"}},
		Fn: func(c *star.Call) (starlark.Value, error) {
			h := c.On.(*Hand)
			return h, blamed(c, s.do(h, expected(s.Word, c.List("what"))), c.Pos, h.state)
		},
	})
}

// expected returns the words of an expectation. Legal actions and descriptions keep their commas.
func expected(word string, args []starlark.Value) []string {
	var out []string
	for _, v := range args {
		if s, ok := starlark.AsString(v); ok && slices.Contains([]string{"legal", "worth", "low", "says", "ruling"}, word) {
			out = append(out, strings.Fields(s)...)
			continue
		}
		out = append(out, wordsOf(v)...)
	}
	return out
}

var _ = method(&star.Builtin{
	Name: "test_hand.refuses",
	Doc:  "Expects an action to be refused, by default of the seat whose turn it is, and the hand not to change.",
	Example: `def test_no_half_bet(t):
    h = t.hand("angies/holdem", seats = "A B C D")
    h.refuses("C raises 5", because = "only to 4")
    h.refuses("check")
`,
	Returns: "test_hand",
	Params: []star.Param{
		{Name: "action", Type: "string", Doc: "\"C raise 16\", or \"raise 16\""},
		{Name: "because", Type: "string", Default: `""`, Doc: "words of the reason"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		h := c.On.(*Hand)
		words := strings.Fields(c.String("action"))
		if len(words) > 1 && slices.Contains(h.seats, words[0]) {
			if h.turn() != words[0] { // acting out of turn is refused too
				if strings.Contains("out of turn", c.String("because")) {
					return h, nil
				}
				return nil, blamed(c, &Failure{What: "turn", Got: h.turn(), Want: words[0]}, c.Pos, h.state)
			}
			words = words[1:]
		}
		return h, blamed(c, h.refused(strings.Join(words, " "), c.String("because")), c.Pos, h.state)
	},
})

// asks are the methods that query a hand.
var asks = []queryWord[*Hand, int]{
	{"pot", "number", "The chips on the table, bets included, in dollars.", `t.eq(h.pot(), 3)`, false, func(h *Hand, _ int) starlark.Value { return h.dollars(h.pot()) }},
	{"turn", "string", "The seat whose turn it is, \"nobody\" when the hand is over.", `t.eq(h.turn(), "C")`, false, func(h *Hand, _ int) starlark.Value { return starlark.String(h.turn()) }},
	{"round", "string", "The name of the current round or step.", `t.eq(h.round(), "before the flop")`, false, func(h *Hand, _ int) starlark.Value { return starlark.String(h.round()) }},
	{"legal", "string", "The actions open to the seat whose turn it is, with amounts as mere numbers.", `t.eq(h.legal(), "fold, call 2, raise to 4")`, false, func(h *Hand, _ int) starlark.Value { return starlark.String(h.legal()) }},
	{"over", "bool", "Whether the hand is over.", `t.true(not h.over())`, false, func(h *Hand, _ int) starlark.Value { return starlark.Bool(h.h.Pending() == nil) }},
	{"board", "string", "The cards on the board.", `t.eq(h.board(), "")`, false, func(h *Hand, _ int) starlark.Value { return cardText(h.h.Board()) }},
	{"stub", "string", "The cards of the stub, the next one first.", `t.eq(len(h.stub().split(" ")), 46)`, false, func(h *Hand, _ int) starlark.Value { return cardText(h.h.Stub()) }},
	{"burns", "string", "The burn cards so far; after irregularities, all cards in the burn pile.", `t.eq(h.burns(), "")`, false, func(h *Hand, _ int) starlark.Value { return cardText(h.burns()) }},
	{"house", "number", "The house's collection, in dollars.", `t.eq(h.house(), 0)`, false, func(h *Hand, _ int) starlark.Value { return h.dollars(h.h.House()) }},
	{"remark", "string", "Notes on the stakes, for example that they are not in all of the house's lists; empty if there are none.", `t.eq(h.remark(), "")`, false, func(h *Hand, _ int) starlark.Value { return starlark.String(h.plan.Stakes.Note) }},
	{"log", "list of string", "The log of the hand, an event a line.", `t.eq(h.log()[0], "posted A 1")`, false, func(h *Hand, _ int) starlark.Value {
		var out []starlark.Value
		for i := range h.log.Events {
			out = append(out, starlark.String(h.event(&h.log.Events[i])))
		}
		return starlark.NewList(out)
	}},
	{"stack", "number", "The seat's stack, in dollars.", `t.eq(h.stack("A"), 99)`, true, func(h *Hand, i int) starlark.Value { return h.dollars(h.h.Stack(i)) }},
	{"net", "number", "What a seat has won or lost so far, in dollars; bets of the current round still count as its own.", `t.eq(h.net("A"), 0)`, true, func(h *Hand, i int) starlark.Value { return h.dollars(h.h.Net(i)) }},
	{"hole", "string", "The cards of a seat, in the order dealt.", `t.eq(len(h.hole("A")), 5)`, true, func(h *Hand, i int) starlark.Value { return cardText(h.h.Hole(i)) }},
	{"live", "bool", "Whether a seat is still in the hand.", `t.true(h.live("A"))`, true, func(h *Hand, i int) starlark.Value { return starlark.Bool(h.h.Live().Has(i)) }},
}

func init() {
	queries(asks, "test_hand", `h = t.hand("angies/holdem")`, "seat", (*Hand).seat)
}

// queryWord is a query method of a hand or a table, or of one of its seats or players.
type queryWord[On, Who any] struct {
	word, returns, doc, example string
	ofOne                       bool
	get                         func(On, Who) starlark.Value
}

// queries registers query methods of a type; who is the parameter that names a seat or player, which `find` finds.
func queries[On, Who any](list []queryWord[On, Who], typ, begins, who string, find func(On, string) (Who, error)) {
	for _, a := range list {
		b := &star.Builtin{
			Name: typ + "." + a.word, Doc: a.doc, Returns: a.returns,
			Example: "def test_it(t):\n    " + begins + "\n    " + a.example + "\n",
			Fn: func(c *star.Call) (starlark.Value, error) {
				on := c.On.(On)
				var of Who
				if a.ofOne {
					var err error
					if of, err = find(on, c.String(who)); err != nil {
						return nil, c.Errorf(who, "%v", err)
					}
				}
				return a.get(on, of), nil
			},
		}
		if a.ofOne {
			b.Params = []star.Param{{Name: who, Type: "string", Doc: "the " + who + "'s name"}}
		}
		method(b)
	}
}

// dollars returns an amount in dollars as a number.
func (h *Hand) dollars(n int64) starlark.Value { return dollars(n, h.plan.Stakes.Scale) }

// dollars returns an amount of 1/scale units in dollars as a number: an int if it is whole.
func dollars(n, scale int64) starlark.Value {
	if n%scale == 0 {
		return starlark.MakeInt64(n / scale)
	}
	return starlark.Float(float64(n) / float64(scale))
}

var _ = method(&star.Builtin{
	Name:    "test_hand.fork",
	Doc:     "An independent copy of the hand, to try something else.",
	Returns: "test_hand",
	Example: `def test_either_way(t):
    h = t.hand("angies/holdem", seats = "A B")
    h.fork().play("B folds; wins A 2")
    h.play("B calls 1")
`,
	Fn: func(c *star.Call) (starlark.Value, error) {
		return c.On.(*Hand).fork(), nil
	},
})

// fork returns a hand in the same state, without a table.
func (h *Hand) fork() *Hand {
	f := *h
	f.on = nil
	f.log.Events = slices.Clone(h.log.Events)
	f.h.Follow(f.followed())
	h.test.hands = append(h.test.hands, &f)
	return &f
}
