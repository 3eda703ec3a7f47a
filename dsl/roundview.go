package dsl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// The view of a round against a bank, or of a hand for a pot, that functions of scripts receive.

// roundView is the hand passed to allowed(hand), and to a condition, in which case no seat is asked and there are no cards. Each
// access is recorded for the cache.
type roundView struct {
	star.Live
	q       plan.Question
	test    bool // a condition, where nobody is asked outside in_turn
	reads   []read[roundQuestion]
	methods map[string]*starlark.Builtin
}

var _ starlark.HasAttrs = (*roundView)(nil)

func newRoundView() *roundView {
	v := &roundView{}
	v.methods = map[string]*starlark.Builtin{
		"showing": starlark.NewBuiltin("showing", v.showing),
		"worth":   starlark.NewBuiltin("worth", v.worth),
		"bet":     starlark.NewBuiltin("bet", v.bet),
		"chips":   starlark.NewBuiltin("chips", v.ofSeat),
		"held":    starlark.NewBuiltin("held", v.ofSeat),
		"won":     starlark.NewBuiltin("won", v.ofSeat),
		"chose":   starlark.NewBuiltin("chose", v.chose),
	}
	return v
}

// look sets the hand that the view shows; nil removes it.
func (v *roundView) look(q plan.Question) { v.q, v.reads = q, v.reads[:0] }

func (v *roundView) String() string { return "<hand>" }

func (v *roundView) Type() string {
	if _, open := v.q.(plan.OpenQuestion); open {
		return "hand view"
	}
	return "round view"
}

// roundLook is a property of a round that a script can read.
type roundLook uint8

const (
	looksAtSeats roundLook = iota
	looksAtSeat
	looksAtBanker
	looksAtWager
	looksAtStack
	looksAtFresh
	looksAtSplit
	looksAtPair
	looksAtHands
	looksAtCardsLeft
	looksAtUnit
	looksAtWorth
	looksAtCards
	looksAtShowing
	looksAtBet
	looksAtLive
	looksAtButton
	looksAtBoard
	looksAtPot
	looksAtChips
	looksAtHeld
	looksAtWins
	looksAtChose
	looksAtRolled
	looksAtDeals
)

// roundFields are the properties that are attributes by themselves.
var roundFields = map[string]roundLook{
	"seats": looksAtSeats, "seat": looksAtSeat, "banker": looksAtBanker, "wager": looksAtWager, "stack": looksAtStack, "fresh": looksAtFresh,
	"split": looksAtSplit, "pair": looksAtPair, "hands": looksAtHands, "cards_left": looksAtCardsLeft, "unit": looksAtUnit,
}

// openFields are those of a hand for a pot.
var openFields = map[string]roundLook{
	"seats": looksAtSeats, "seat": looksAtSeat, "button": looksAtButton, "live": looksAtLive, "pot": looksAtPot, "paid": looksAtWager,
	"rolled": looksAtRolled, "deals": looksAtDeals, "cards_left": looksAtCardsLeft, "unit": looksAtUnit,
}

// roundQuestion is one access to the view.
type roundQuestion struct {
	at           roundLook
	seat, number int8   // looksAtShowing: the seat and the number of its hand; from 0
	part         uint8  // looksAtCards, looksAtShowing: see packed
	points       *Tally // looksAtWorth
	name         string // looksAtBet, looksAtChose
}

// noAnswer is the value of a property that this hand does not have. It is never recorded.
const noAnswer = -1

// answer returns the value of a property.
func (v *roundView) answer(q roundQuestion) int64 {
	switch q.at {
	case looksAtSeats:
		return int64(v.q.Seats())
	case looksAtSeat:
		return int64(v.q.Seat() + 1)
	case looksAtBanker:
		return int64(v.q.Banker() + 1)
	case looksAtWager:
		return v.q.Wager()
	case looksAtStack:
		return v.q.Stack()
	case looksAtFresh:
		return truth(v.q.Fresh())
	case looksAtSplit:
		return truth(v.q.Split())
	case looksAtPair:
		return truth(isPair(v.q.Cards()))
	case looksAtHands:
		if v.q.Seat() < 0 {
			return 0
		}
		return int64(v.q.Hands(v.q.Seat()))
	case looksAtCardsLeft:
		return int64(v.q.Left())
	case looksAtUnit:
		return v.q.Scale()
	case looksAtWorth:
		w := v.count(q.points)
		return int64(w.Cards)<<40 | int64(w.Total)<<10 | int64(w.Natural)<<2 | truth(w.Soft)<<1 | truth(w.Joker)
	case looksAtCards:
		return packed(v.q.Cards(), int(q.part))
	case looksAtBet:
		return v.q.Bet(q.name)
	case looksAtBoard:
		if q.number == 0 {
			return packed(v.q.Board(), int(q.part))
		}
	}
	if open, ok := v.q.(plan.OpenQuestion); ok && q.at > looksAtShowing {
		return v.openAnswer(open, q)
	}
	if int(q.seat) >= v.q.Seats() || int(q.number) >= max(1, v.q.Hands(int(q.seat))) {
		return noAnswer
	}
	return packed(v.q.Showing(int(q.seat), int(q.number)), int(q.part))
}

// isPair reports whether a hand is two cards of one rank, or two jokers.
func isPair(cs []cards.Card) bool {
	if len(cs) != 2 || !cs[0].Known() || !cs[1].Known() {
		return false
	}
	return cs[0].IsJoker() && cs[1].IsJoker() || cs[0].Natural() && cs[1].Natural() && cs[0].Rank() == cs[1].Rank()
}

// count returns the value of the hand as in the settlement: a hand made by a split is no natural.
func (v *roundView) count(p *Tally) rank.Worth {
	if v.q.Split() {
		return p.Plain(v.q.Cards())
	}
	return p.Of(v.q.Cards())
}

// cardsInPart is the number of cards in one answer.
const cardsInPart = 7

// packed returns part of a list of cards as one answer: the number of cards from there on, and the next seven.
func packed(cs []cards.Card, part int) int64 {
	cs = cs[min(len(cs), part*cardsInPart):]
	n := int64(len(cs))
	for _, c := range cs[:min(len(cs), cardsInPart)] {
		n = n<<8 | int64(c)
	}
	return n
}

// ask returns the value of a property, and records it.
func (v *roundView) ask(q roundQuestion) int64 {
	n := v.answer(q)
	r := read[roundQuestion]{Ask: q, Answer: n}
	if !slices.Contains(v.reads, r) {
		v.reads = append(v.reads, r)
	}
	return n
}

// list returns a list of cards, and records it.
func (v *roundView) list(q roundQuestion, cs []cards.Card) starlark.Value {
	for part := 0; part == 0 || part*cardsInPart < len(cs); part++ {
		q.part = uint8(part)
		v.ask(q)
	}
	return Cards(cs)
}

func (v *roundView) Attr(name string) (starlark.Value, error) {
	if v.q == nil {
		return nil, errNoHand
	}
	open, ok := v.q.(plan.OpenQuestion)
	if v.test && v.q.Seat() < 0 && (name == "seat" || !ok && slices.Contains(ofAsked, name)) {
		return nil, fmt.Errorf("nobody is asked at this condition, so there is no hand.%s", name)
	}
	if ok {
		return v.openAttr(open, name)
	}
	if m := v.methods[name]; m != nil && !slices.Contains(openMethods[1:], name) {
		return m, nil
	}
	switch name {
	case "cards":
		return v.list(roundQuestion{at: looksAtCards}, v.q.Cards()), nil
	case "board":
		return v.list(roundQuestion{at: looksAtBoard}, v.q.Board()), nil
	}
	look, ok := roundFields[name]
	switch {
	case !ok:
		return nil, nil
	case look == looksAtFresh || look == looksAtSplit || look == looksAtPair:
		return starlark.Bool(v.ask(roundQuestion{at: look}) != 0), nil
	}
	return starlark.MakeInt64(v.ask(roundQuestion{at: look})), nil
}

// ofAsked are the properties of the hand that is asked against a bank.
var ofAsked = []string{"cards", "worth", "pair", "wager", "bet", "stack", "hands", "fresh", "split"}

var errNoHand = errors.New("the hand is no longer valid: a hook must not keep it")

func (v *roundView) AttrNames() []string {
	return slices.Sorted(func(yield func(string) bool) {
		_ = yield("cards") && yield("board")
		if _, open := v.q.(plan.OpenQuestion); open {
			_ = yield("boards")
			maps.Keys(openFields)(yield)
			slices.Values(openMethods)(yield)
			return
		}
		maps.Keys(roundFields)(yield)
		slices.Values([]string{"showing", "worth", "bet"})(yield)
	})
}

// worth implements hand.worth(points): the value of the current hand.
func (v *roundView) worth(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var points starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "points", &points); err != nil {
		return nil, err
	}
	p, ok := star.As[*Tally](points)
	switch {
	case v.q == nil:
		return nil, errNoHand
	case !ok:
		return nil, fmt.Errorf("worth: got %s, want points", points.Type())
	}
	v.ask(roundQuestion{at: looksAtWorth, points: p})
	return p.Worth(v.count(p)), nil
}

// showing implements hand.showing(seat, number): the up cards of a seat's hand.
func (v *roundView) showing(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, number := 0, 1
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "number?", &number); err != nil {
		return nil, err
	}
	switch {
	case v.q == nil:
		return nil, errNoHand
	case seat < 0 || seat > v.q.Seats() || seat == 0 && v.q.Hands(-1) == 0:
		return nil, fmt.Errorf("showing: no seat %d in the hand", seat)
	case number < 1 || number > max(1, v.q.Hands(seat-1)):
		return nil, fmt.Errorf("showing: seat %d has no hand %d", seat, number)
	}
	q := roundQuestion{at: looksAtShowing, seat: int8(seat - 1), number: int8(number - 1)}
	return v.list(q, v.q.Showing(seat-1, number-1)), nil
}

// bet implements hand.bet(name): the hand's wager on a bet of the game.
func (v *roundView) bet(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	name := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	if v.q == nil {
		return nil, errNoHand
	}
	return starlark.MakeInt64(v.ask(roundQuestion{at: looksAtBet, name: name})), nil
}

// openMethods are the methods that take a seat.
var openMethods = []string{"showing", "chips", "held", "won", "chose"}

// openAnswer returns the value of a property of a hand for a pot.
func (v *roundView) openAnswer(h plan.OpenQuestion, q roundQuestion) int64 {
	switch q.at {
	case looksAtLive:
		return int64(h.Live())
	case looksAtButton:
		return int64(h.Button() + 1)
	case looksAtBoard:
		return packed(h.BoardOf(int(q.number-1)), int(q.part))
	case looksAtPot:
		return h.Pot()
	case looksAtRolled:
		return int64(h.Rolled())
	case looksAtDeals:
		return int64(h.Deals())
	}
	switch {
	case int(q.seat) >= h.Seats():
		return noAnswer
	case q.at == looksAtChips:
		return h.StackOf(int(q.seat))
	case q.at == looksAtHeld:
		return int64(h.Held(int(q.seat)))
	case q.at == looksAtWins:
		return int64(h.Wins(int(q.seat)))
	}
	return truth(h.Chose(int(q.seat), q.name))
}

// openAttr returns an attribute of a hand for a pot, nil if there is none of that name.
func (v *roundView) openAttr(h plan.OpenQuestion, name string) (starlark.Value, error) {
	switch name {
	case "showing", "chips", "held", "won", "chose":
		return v.methods[name], nil
	case "cards":
		return v.list(roundQuestion{at: looksAtCards}, h.Cards()), nil
	case "board":
		return v.list(roundQuestion{at: looksAtBoard}, h.Board()), nil
	case "boards":
		d := starlark.NewDict(len(h.Boards()))
		for k, board := range h.Boards() {
			_ = d.SetKey(starlark.String(board), v.list(roundQuestion{at: looksAtBoard, number: int8(k + 1)}, h.BoardOf(k)))
		}
		return d, nil
	case "live":
		return Seats(betting.Set(v.ask(roundQuestion{at: looksAtLive}))), nil
	}
	if look, ok := openFields[name]; ok {
		return starlark.MakeInt64(v.ask(roundQuestion{at: look})), nil
	}
	if _, banked := roundFields[name]; banked || name == "worth" || name == "bet" {
		return nil, fmt.Errorf("hand.%s belongs to rounds against a banker; a hand for a pot has %s", name, strings.Join(v.AttrNames(), ", "))
	}
	return nil, nil
}

// seatArg checks a seat argument.
func (v *roundView) seatArg(name string, seat int) (int8, error) {
	switch {
	case v.q == nil:
		return 0, errNoHand
	case seat < 1 || seat > v.q.Seats():
		return 0, fmt.Errorf("%s: no seat %d in the hand", name, seat)
	}
	return int8(seat - 1), nil
}

// seatLooks are the properties of a seat.
var seatLooks = map[string]roundLook{"chips": looksAtChips, "held": looksAtHeld, "won": looksAtWins}

// ofSeat implements hand.chips(seat), hand.held(seat) and hand.won(seat).
func (v *roundView) ofSeat(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat := 0
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat); err != nil {
		return nil, err
	}
	at, err := v.seatArg(b.Name(), seat)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt64(v.ask(roundQuestion{at: seatLooks[b.Name()], seat: at})), nil
}

// chose implements hand.chose(seat, name): whether a seat has chosen the named option.
func (v *roundView) chose(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, name := 0, ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "name", &name); err != nil {
		return nil, err
	}
	at, err := v.seatArg("chose", seat)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(v.ask(roundQuestion{at: looksAtChose, seat: at, name: name}) != 0), nil
}
