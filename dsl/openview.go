package dsl

import (
	"fmt"
	"strings"

	"cardroom/dsl/words"
	"cardroom/engine/plan"
	"cardroom/engine/seating"

	"go.starlark.net/starlark"
)

// A hand for a pot as functions of `when` and `choose` see it: what lies open, and of the player who is asked the cards.

// openMethods are what is asked with a seat.
var openMethods = []string{"showing", "chips", "held", "chose"}

// openAnswer answers a question about a hand for a pot.
func (v *roundView) openAnswer(h plan.OpenQuestion, q roundQuestion) int64 {
	switch q.at {
	case looksAtLive:
		return int64(h.Live())
	case looksAtButton:
		return int64(h.Button() + 1)
	case looksAtBoard:
		if q.number > 0 {
			return packed(h.BoardOf(int(q.number-1)), int(q.part))
		}
		return packed(h.Board(), int(q.part))
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
	}
	return words.Truth(h.Chose(int(q.seat), q.name))
}

// openAttr is an attribute of a hand for a pot, nil if there is none of that name.
func (v *roundView) openAttr(h plan.OpenQuestion, name string) (starlark.Value, error) {
	switch name {
	case "showing", "chips", "held", "chose":
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
		return words.Seats(seating.Set(v.ask(roundQuestion{at: looksAtLive}))), nil
	}
	if look, ok := openFields[name]; ok {
		return starlark.MakeInt64(v.ask(roundQuestion{at: look})), nil
	}
	if _, banked := roundFields[name]; banked || name == "worth" || name == "bet" {
		return nil, fmt.Errorf("hand.%s belongs to rounds against a banker; a hand for a pot has %s", name, strings.Join(v.AttrNames(), ", "))
	}
	return nil, nil
}

// seatArg reads the seat of a question.
func (v *roundView) seatArg(name string, seat int) (int8, error) {
	switch {
	case v.q == nil:
		return 0, errNoHand
	case seat < 1 || seat > v.q.Seats():
		return 0, fmt.Errorf("%s: no seat %d in the hand", name, seat)
	}
	return int8(seat - 1), nil
}

// ofSeat is hand.chips(seat) and hand.held(seat).
func (v *roundView) ofSeat(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat := 0
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat); err != nil {
		return nil, err
	}
	at, err := v.seatArg(b.Name(), seat)
	if err != nil {
		return nil, err
	}
	look := looksAtChips
	if b.Name() == "held" {
		look = looksAtHeld
	}
	return starlark.MakeInt64(v.ask(roundQuestion{at: look, seat: at})), nil
}

// chose is hand.chose(seat, name): whether a seat has chosen the offer of a name.
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
