package ruletest

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Hand is a hand played by a test.
type Hand struct {
	star.Live
	test  *T
	on    *Table // the table that takes the result; nil for a hand without a table
	plan  *plan.AtStakes
	seats []string
	h     hand.Hand
	log   hand.Log
	read  int // events already consumed by log expectations
}

var _ starlark.HasAttrs = (*Hand)(nil)

func (h *Hand) String() string                           { return "<test_hand " + h.plan.Game.Name + ">" }
func (h *Hand) Type() string                             { return "test_hand" }
func (h *Hand) Attr(name string) (starlark.Value, error) { return methodOf("test_hand", name, h), nil }
func (h *Hand) AttrNames() []string                      { return methodNames("test_hand") }

// handParams are the parameters for making a hand.
var handParams = []star.Param{
	{Name: "game", Type: "string or game", Doc: `"HOUSE/GAME", "./file.star:name" next to the test, or a game`},
	{Name: "stakes", Type: "string", Default: `""`, Doc: "the table's stakes; left out: the house's default"},
	{Name: "seats", Type: "string", Default: `"A B C"`, Doc: "names clockwise"},
	{Name: "button", Type: "string", Default: `""`, Doc: "the seat with the button; left out: the last seat"},
	{Name: "stacks", Type: "number or string or dict", Default: "100", Doc: `everybody's chips, or those of some seats: {"A": 23} or "A 23"; the others have 100`},
	{Name: "deck", Type: "string", Default: `""`, Doc: "the deck from the top; missing cards are filled in"},
	{Name: "hands", Type: "string", Default: `""`, Doc: `instead of deck, cards by seat in the order dealt: "A 2c2d9h / B AhAdx"; x marks a seat that folds before the next street, or against a banker passes the round; bank is the house, and a player who banks is the seat with the button`},
	{Name: "board", Type: "string", Default: `""`, Doc: "with hands, or alone: the cards on the board"},
	{Name: "stub", Type: "string", Default: `""`, Doc: "with hands, or alone: the cards after the deal, for draws"},
	{Name: "set", Type: "string or dict", Default: `""`, Doc: `values of options: {"burn": False} or "burn=no"; write a plus for a blank`},
	{Name: "posts", Type: "string or dict", Default: `""`, Doc: `extra posts: "D 2", "D 2, E 1 dead"`},
	{Name: "antes", Type: "string or dict", Default: `""`, Doc: "antes by seat; override the game's"},
	{Name: "straddles", Type: "bool", Default: "True", Doc: "whether straddles are offered, in games that have them"},
	{Name: "attended", Type: "bool", Default: "False", Doc: "the hand waits for the dealer before and after each card, so that events can happen there"},
	{Name: "absent", Type: "string", Default: `""`, Doc: "seats that are at the table but not dealt in"},
	{Name: "banked", Type: "int", Min: 0, Max: 100, Default: "0", Doc: "against a banker: how many rounds in a row the seat with the button has banked already"},
	{Name: "carried", Type: "string or int", Default: "0", Doc: "chips left in the pot by earlier hands, in dollars"},
	{Name: "rolls", Type: "list of int", Default: "[]", Most: 8, Doc: "the first results of the die"},
	{Name: "seed", Type: "int", Default: "1", Doc: "the random seed, without deck and hands"},
}

var _ = method(&star.Builtin{
	Name:    "test.hand",
	Doc:     "Starts a hand: posts the forced bets and deals up to the first decision. Amounts are dollars.",
	Returns: "test_hand",
	Example: `def test_blinds(t):
    h = t.hand("angies/holdem", stakes = "2-4", seats = "A B C D", deck = "Kd Qc 9h 2s")
    h.expect_stacks("A 99 B 98")
`,
	Params: handParams,
	Fn: func(c *star.Call) (starlark.Value, error) {
		t := c.On.(*T)
		p, err := t.bound(c)
		if err != nil {
			return nil, err
		}
		h := &Hand{test: t, plan: p, seats: strings.Fields(c.String("seats"))}
		return h, h.begin(c, func(*hand.Setup) error { return nil })
	},
})

// begin starts the hand according to the call, after a last change of the setup.
func (h *Hand) begin(c *star.Call, change func(*hand.Setup) error) error {
	s := &hand.Setup{Plan: h.plan, Button: len(h.seats) - 1, Log: h.followed(), Seed: uint64(c.Int64("seed")), NoStraddle: !c.Bool("straddles"), Banked: c.Int("banked")}
	for _, n := range c.Ints("rolls") {
		s.Rolls = append(s.Rolls, uint8(min(max(n, 0), 100)))
	}
	if s.Attendance = hand.Tracked; c.Bool("attended") {
		s.Attendance = hand.Attended
	}
	for _, name := range strings.Fields(c.String("absent")) {
		i, err := h.seat(name)
		if err != nil {
			return c.Errorf("absent", "%v", err)
		}
		s.Absent |= betting.Bit(i)
	}
	for i, name := range h.seats {
		if slices.Index(h.seats, name) != i {
			return c.Errorf("seats", "%s is listed twice", name)
		}
	}
	if c.Has("button") && c.String("button") != "" {
		var err error
		if s.Button, err = h.seat(c.String("button")); err != nil {
			return c.Errorf("button", "%v", err)
		}
	}
	for _, part := range []struct {
		param string
		read  func(*star.Call, *hand.Setup) error
	}{{"stacks", h.readStacks}, {"posts", h.readPosts}, {"antes", h.readAntes}, {"deck", h.readDeck}} {
		if err := part.read(c, s); err != nil {
			if f, ok := err.(*misplaced); ok {
				return c.HintErrorf(f.param, f.hint, "%v", err)
			}
			return c.Errorf(part.param, "%v", err)
		}
	}
	if text := plainText(c.Value("carried")); text != "0" {
		n, err := h.units(text)
		if err != nil {
			return c.Errorf("carried", "%v", err)
		}
		s.Carried = n
	}
	if err := change(s); err != nil {
		return err
	}
	if err := h.h.Start(s); err != nil {
		return c.Errorf("", "%v", err)
	}
	h.test.hands = append(h.test.hands, h)
	return nil
}

// followed returns the log of the hand, with the suite's Watch function.
func (h *Hand) followed() *hand.Log {
	if h.test != nil && h.test.suite != nil {
		h.log.Watch = h.test.suite.options.Watch
	}
	return &h.log
}

// answer makes a choice.
func (h *Hand) answer(a hand.Action) error {
	if h.test != nil && h.test.suite != nil && h.test.suite.options.Decides != nil {
		h.test.suite.options.Decides(&h.h)
	}
	return h.h.Apply(a)
}

// bound returns the game of a call at its stakes.
func (t *T) bound(c *star.Call) (*plan.AtStakes, error) {
	set, err := readings(c)
	if err != nil {
		return nil, err
	}
	g, err := t.game(c, set)
	if err != nil {
		return nil, err
	}
	for name := range set {
		if !slices.ContainsFunc(g.Options, func(o plan.Option) bool { return o.Name == name }) {
			var names []string
			for _, o := range g.Options {
				names = append(names, o.Name)
			}
			return nil, c.HintErrorf("set", diag.DidYouMean(name, names), "%s has no option %s", g.Name, name)
		}
	}
	s, err := g.ParseStakes(c.String("stakes"))
	if err != nil {
		return nil, faultOf(c, "stakes", err)
	}
	b, err := g.Bind(s)
	if err != nil {
		return nil, faultOf(c, "stakes", err)
	}
	return b, nil
}

// faultOf converts an error of the plan to an error about an argument.
func faultOf(c *star.Call, param string, err error) error {
	var f *diag.Error
	if errors.As(err, &f) {
		return c.HintErrorf(param, f.Hint, "%s", f.Msg)
	}
	return c.Errorf(param, "%v", err)
}

// game returns the game of a call with the given option values.
func (t *T) game(c *star.Call, set map[string]string) (*plan.Game, error) {
	if g, ok := dsl.GameOf(c.Value("game")); ok {
		if len(set) > 0 {
			return nil, c.Errorf("set", "the game is already loaded: name it, \"HOUSE/GAME\" or \"./FILE.star:NAME\"")
		}
		return g, nil
	}
	lib := t.lib
	if len(set) > 0 {
		var err error
		if lib, err = t.suite.library(set, t.suite.ownHouse(t.test.File)); err != nil {
			return nil, err
		}
	}
	ref, err := t.ref(c)
	if err != nil {
		return nil, err
	}
	g, err := lib.Find(ref)
	var unknown *diag.Error
	if errors.As(err, &unknown) && unknown.Pos.Line == 0 {
		return nil, c.HintErrorf("game", unknown.Hint, "%v", unknown)
	}
	if change := t.suite.options.Change; change != nil && err == nil {
		g = change(g)
	}
	return g, err
}

// ref returns the game that a call names: a script next to the test by its place.
func (t *T) ref(c *star.Call) (string, error) {
	ref := c.String("game")
	if !strings.HasPrefix(ref, "./") && !strings.HasPrefix(ref, "../") {
		return ref, nil
	}
	if strings.HasPrefix(t.test.File, "@") {
		return "", c.Errorf("game", "write games of a house as \"HOUSE/GAME\"")
	}
	return path.Join(path.Dir(t.test.File), ref), nil
}

// readings returns the option values that a call sets.
func readings(c *star.Call) (map[string]string, error) {
	out := map[string]string{}
	if d, ok := c.Value("set").(*starlark.Dict); ok {
		for _, item := range d.Items() {
			name, ok := starlark.AsString(item[0])
			if !ok {
				return nil, c.Errorf("set", "the names of options must be texts")
			}
			out[name] = plainText(item[1])
		}
		return out, nil
	}
	for _, word := range strings.Fields(c.String("set")) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil, c.Errorf("set", "%q is not option=value", word)
		}
		out[name] = strings.ReplaceAll(value, "+", " ")
	}
	return out, nil
}

// plainText returns a value as a word of a command line.
func plainText(v starlark.Value) string {
	switch v.(type) {
	case starlark.String, starlark.Bool:
		return star.OptionText(v)
	}
	return guard.TextOf(v, maxShown)
}

// wordsOf returns the words of an argument that is a text, or a dict by seat.
func wordsOf(v starlark.Value) []string {
	switch v := v.(type) {
	case starlark.String:
		return strings.FieldsFunc(string(v), func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == ',' })
	case *starlark.Dict:
		var out []string
		for _, item := range v.Items() {
			out = append(out, wordsOf(item[0])...)
			out = append(out, wordsOf(item[1])...)
		}
		return out
	case *starlark.List:
		var out []string
		for i := range v.Len() {
			out = append(out, wordsOf(v.Index(i))...)
		}
		return out
	case starlark.Tuple:
		var out []string
		for _, x := range v {
			out = append(out, wordsOf(x)...)
		}
		return out
	}
	return []string{plainText(v)}
}

func (h *Hand) readStacks(c *star.Call, s *hand.Setup) error {
	words := wordsOf(c.Value("stacks"))
	all := "100"
	if len(words) == 1 {
		all, words = words[0], nil
	}
	some, err := h.perSeat(words)
	if err != nil {
		return err
	}
	for i := range h.seats {
		text := all
		if own, ok := some[i]; ok {
			text = own
		}
		n, err := h.units(text)
		if err != nil {
			return err
		}
		s.Stacks = append(s.Stacks, n)
	}
	return nil
}

func (h *Hand) readPosts(c *star.Call, s *hand.Setup) error {
	words := wordsOf(c.Value("posts"))
	for len(words) >= 2 {
		seat, err := h.seat(words[0])
		if err != nil {
			return err
		}
		amount, err := h.units(words[1])
		if err != nil {
			return err
		}
		p := hand.Post{Seat: seat, Amount: amount}
		words = words[2:]
		if len(words) > 0 && words[0] == "dead" {
			p.Dead, words = true, words[1:]
		}
		s.Posts = append(s.Posts, p)
	}
	if len(words) > 0 {
		return fmt.Errorf("%q: a seat without its amount", words[0])
	}
	return nil
}

func (h *Hand) readAntes(c *star.Call, s *hand.Setup) error {
	antes, err := h.perSeat(wordsOf(c.Value("antes")))
	if err != nil || len(antes) == 0 {
		return err
	}
	s.Antes = make([]int64, len(h.seats))
	for seat, text := range antes {
		if s.Antes[seat], err = h.units(text); err != nil {
			return err
		}
	}
	return nil
}

// seat returns the index of a seat's name.
func (h *Hand) seat(name string) (int, error) {
	if i := slices.Index(h.seats, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("no seat %q: they are %s", name, strings.Join(h.seats, " "))
}

// holder returns the index of a seat, or -1 for the house's bank.
func (h *Hand) holder(name string) (int, error) {
	if name == houseName && h.h.Hands(-1) > 0 && !slices.Contains(h.seats, name) {
		return -1, nil
	}
	return h.seat(name)
}

// perSeat parses pairs of a seat and a word.
func (h *Hand) perSeat(words []string) (map[int]string, error) {
	if len(words)%2 != 0 {
		return nil, fmt.Errorf("%q is not a list of seats and amounts, such as \"%s 50 %s 20\"", strings.Join(words, " "), h.seats[0], h.seats[len(h.seats)-1])
	}
	out := map[int]string{}
	for i := 0; i < len(words); i += 2 {
		seat, err := h.seat(words[i])
		if err != nil {
			return nil, err
		}
		out[seat] = words[i+1]
	}
	return out, nil
}

// units parses dollars, with or without a sign, in the table's smallest unit.
func (h *Hand) units(text string) (int64, error) { return unitsOf(text, &h.plan.Stakes) }

func (h *Hand) money(n int64) string { return plan.Amount(n, h.plan.Stakes.Scale) }

// readDeck stacks the deck as the call specifies.
func (h *Hand) readDeck(c *star.Call, s *hand.Setup) error {
	deck, hands, board, stub := c.String("deck"), c.String("hands"), c.String("board"), c.String("stub")
	if deck == "" && hands == "" && board == "" && stub == "" {
		return nil
	}
	if deck != "" && hands+board+stub != "" {
		return &misplaced{"deck", "the deck has all cards from the top", "leave out hands, board and stub, or leave out the deck"}
	}
	d := newLayout(h)
	var err error
	if deck != "" {
		d.out, err = d.parse(deck)
	} else {
		err = d.read(hands, board, stub)
		if err == nil {
			err = d.deal(s.Button)
		}
	}
	if err != nil {
		return err
	}
	s.Deck = d.rest()
	return nil
}

// houseName is the house, where it banks, among the names of seats.
const houseName = "bank"

// layout stacks a deck so that seats get the cards that a test specifies.
type layout struct {
	hand        *Hand
	hands       map[int][]cards.Card
	folded      map[int]bool
	board, stub []cards.Card
	pack, fill  [64]int // copies of a card in the deck, and copies not requested
	out         []cards.Card
}

func newLayout(h *Hand) *layout {
	d := &layout{hand: h, hands: map[int][]cards.Card{}, folded: map[int]bool{}}
	for _, c := range h.plan.Game.Deck.Append(nil) {
		d.fill[c]++
	}
	d.pack = d.fill
	return d
}

// rest returns the deck, completed with the cards that were not requested.
func (d *layout) rest() []cards.Card {
	for _, c := range d.hand.plan.Game.Deck.Append(nil) {
		if d.fill[c] > 0 {
			d.fill[c]--
			d.out = append(d.out, c)
		}
	}
	return d.out
}

// parse parses cards and takes them out of the deck.
func (d *layout) parse(text string) ([]cards.Card, error) {
	cs, err := d.hand.plan.Game.Deck.Read(text)
	if err != nil {
		return nil, err
	}
	for _, c := range cs {
		switch {
		case d.pack[c&63] == 0 && (c != cards.Joker2 || d.pack[cards.Joker&63] == 0):
			return nil, fmt.Errorf("%s is not in the deck of %s", c, d.hand.plan.Game.Name)
		case d.fill[c&63] == 0:
			often := "twice"
			if packs := d.hand.plan.Game.Deck.Packs; packs > 1 {
				often = fmt.Sprintf("more than %d times", packs)
			}
			return nil, fmt.Errorf("%s is named %s", c, often)
		}
		d.fill[c&63]--
	}
	return cs, nil
}

func (d *layout) read(hands, board, stub string) (err error) {
	for text := range strings.SplitSeq(hands, "/") {
		if hands == "" {
			break
		}
		name, list, _ := strings.Cut(strings.TrimSpace(text), " ")
		list, folds := strings.CutSuffix(strings.TrimSpace(list), "x")
		seat, err := d.holder(name)
		if err != nil {
			return err
		}
		if d.hands[seat], err = d.parse(list); err != nil {
			return err
		}
		d.folded[seat] = folds
	}
	if d.board, err = d.parse(board); err != nil {
		return err
	}
	d.stub, err = d.parse(stub)
	return err
}

// filler returns a card that was not requested, from the middle of the ranks, so that it helps neither high nor low hands.
func (d *layout) filler() (cards.Card, error) {
	c := cards.MustParse("9c")[0]
	for range 52 {
		if d.fill[c] > 0 {
			d.fill[c]--
			return c, nil
		}
		c = (c + 1) % 52
	}
	return c, errors.New("the deck has run out")
}

// deal follows the steps of the game. The first draw takes the cards of the stub; without a draw, the last deal leaves them.
func (d *layout) deal(button int) error {
	got := map[int]int{}
	for i := range d.hand.plan.Game.Steps {
		var err error
		switch st := &d.hand.plan.Game.Steps[i]; {
		case st.Draws():
			d.out, d.stub = append(d.out, d.stub...), nil
		case st.DealsTo(plan.ZoneBoard):
			n := min(len(d.board), st.Count)
			err = d.lay(d.board[:n], st.Count)
			d.board = d.board[n:]
		case st.DealsTo(plan.ZoneHand):
			err = d.circuits(st, button, got)
		case st.DealsTo(^plan.Zones(0)):
			err = d.lay(nil, st.Count)
		}
		if err != nil {
			return err
		}
	}
	d.out = append(d.out, d.stub...)
	game := d.hand.plan.Game.Name
	if len(d.board) > 0 {
		return &misplaced{"board", fmt.Sprintf("%s does not put %s on the board: there are too many cards", game, cards.Spaced(d.board)), d.places()}
	}
	for seat, name := range slices.Concat(d.hand.seats, []string{houseName}) {
		if more := len(d.hands[seat]) - got[seat]; more > 0 {
			return &misplaced{"hands", fmt.Sprintf("%s deals %s to %s, not %d", game, cards.Counted(got[seat], "card"), name, got[seat]+more), d.places()}
		}
	}
	return nil
}

// misplaced is the error of cards that a game does not deal where a parameter of a test has them.
type misplaced struct{ param, msg, hint string }

func (m *misplaced) Error() string { return m.msg }

// places says which parameter has which cards of the game.
func (d *layout) places() string {
	g, board, draws := d.hand.plan.Game, 0, false
	for i := range g.Steps {
		switch s := &g.Steps[i]; {
		case s.DealsTo(plan.ZoneBoard):
			board += s.Count
		case s.Draws():
			draws = true
		}
	}
	out := []string{"hands has the cards that a seat is dealt"}
	if board > 0 {
		out = append(out, fmt.Sprintf("board those of the board, up to %d", board))
	}
	if g.HouseBanks() {
		out = append(out, `"/ bank …" in hands those of the house`)
	}
	if draws {
		out = append(out, "stub those that are drawn")
	}
	return strings.Join(out, ", ")
}

// holder returns the index of a seat, or of the house, which comes after all seats.
func (d *layout) holder(name string) (int, error) {
	if name == houseName && d.hand.plan.Game.HouseBanks() {
		return len(d.hand.seats), nil
	}
	return d.hand.seat(name)
}

// lay puts cards on the deck, padded to n cards.
func (d *layout) lay(cs []cards.Card, n int) error {
	d.out = append(d.out, cs...)
	for range n - len(cs) {
		c, err := d.filler()
		if err != nil {
			return err
		}
		d.out = append(d.out, c)
	}
	return nil
}

// circuits lays the cards of a deal, one at a time, starting to the left of the button. Against a banker the house comes last, or
// the seat with the button.
func (d *layout) circuits(st *plan.Step, button int, got map[int]int) error {
	if st.Shared {
		return d.lay(nil, st.Count)
	}
	seats, g := len(d.hand.seats), d.hand.plan.Game
	order := make([]int, 0, seats+1)
	for k := range seats {
		order = append(order, (button+1+k)%seats)
	}
	if g.HouseBanks() {
		order = append(order, seats)
	}
	switch last := len(order) - 1; {
	case st.To == plan.Bettors:
		order = order[:last]
	case st.To == plan.Banker:
		order = order[last:]
	}
	for range st.Count {
		for _, seat := range order {
			list, n := d.hands[seat], got[seat]
			if d.folded[seat] && n >= len(list) {
				continue
			}
			if err := d.lay(list[min(n, len(list)):min(n+1, len(list))], 1); err != nil {
				return err
			}
			got[seat]++
		}
	}
	return nil
}
