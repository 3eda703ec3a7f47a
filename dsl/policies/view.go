package policies

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"

	"go.starlark.net/starlark"
)

// view is what the seat whose turn it is may see: its own cards, the up cards and the board, and all chips. Amounts are whole
// numbers of the table's smallest unit; seats count from 1.
type view struct {
	star.Live
	h      *hand.Hand // nil after the decision
	d      *hand.Decision
	chance *stream
	draws  *starlark.Builtin // random, once it is used

	outlook *hand.Outlook
	sees    *hand.Observation // filled when it is first needed
	filled  bool
}

// seen returns what the seat sees of cards and chips.
func (v *view) seen() *hand.Observation {
	if !v.filled {
		v.h.Observe(int(v.d.Seat), 0, v.sees)
		v.filled = true
	}
	return v.sees
}

// held returns the cards of a seat, -1 for the house, for which a condition holds. If it has several hands against a bank, they are
// those of the hand that is asked, otherwise of the first.
func (v *view) held(seat int, is func(*hand.Seen) bool) starlark.Value {
	asked := 0
	if seat == int(v.d.Seat) && v.d.Kind == hand.Chosen {
		asked = v.h.Asked()
	}
	return dsl.Cards(v.seen().Held(nil, seat, func(s *hand.Seen) bool { return int(s.Hand) == asked && is(s) }))
}

func anyCard(*hand.Seen) bool { return true }

// Views returns a view of each type passed to functions, without a hand: they show which attributes exist.
func Views() []starlark.HasAttrs { return []starlark.HasAttrs{&view{}} }

func (v *view) String() string { return "<view>" }
func (v *view) Type() string   { return "view" }

// viewAttrs are the attributes of a view.
var viewAttrs = map[string]func(v *view) starlark.Value{
	"asked": (*view).asked,
	"seat":  func(v *view) starlark.Value { return starlark.MakeInt(int(v.d.Seat) + 1) },
	"seats": func(v *view) starlark.Value { return starlark.MakeInt(v.h.Seats()) },
	"button": func(v *view) starlark.Value {
		return starlark.MakeInt(v.h.Button() + 1)
	},
	"rivals": func(v *view) starlark.Value {
		return starlark.MakeInt((v.h.Live() &^ betting.Bit(int(v.d.Seat))).Len())
	},
	"live":  func(v *view) starlark.Value { return dsl.Seats(v.h.Live()) },
	"hole":  func(v *view) starlark.Value { return v.held(int(v.d.Seat), anyCard) },
	"board": func(v *view) starlark.Value { return dsl.Cards(v.h.Board()) },
	"boards": func(v *view) starlark.Value {
		names := v.h.Plan().Game.Boards
		out := starlark.NewDict(len(names))
		for k, name := range names {
			_ = out.SetKey(starlark.String(name), dsl.Cards(v.h.BoardOf(nil, k)))
		}
		return out
	},
	"out": func(v *view) starlark.Value { return dsl.Cards(v.seen().Known(plan.OutOfPlay).Cards()) },
	"hands": func(v *view) starlark.Value {
		names := v.h.Plan().Game.Hands
		out := starlark.NewDict(len(names))
		for k, name := range names {
			_ = out.SetKey(starlark.String(name), v.held(int(v.d.Seat), func(s *hand.Seen) bool { return int(s.Group) == k+1 }))
		}
		return out
	},
	"pot":    func(v *view) starlark.Value { return starlark.MakeInt64(v.h.WholePot()) },
	"stack":  func(v *view) starlark.Value { return starlark.MakeInt64(v.seen().Seats[v.d.Seat].Stack) },
	"stacks": func(v *view) starlark.Value { return v.perSeat(func(s *hand.SeenSeat) int64 { return s.Stack }) },
	"wagers": func(v *view) starlark.Value { return v.perSeat(func(s *hand.SeenSeat) int64 { return s.Wagered }) },
	"level": func(v *view) starlark.Value {
		r := v.h.Betting()
		return starlark.MakeInt64(r.Level)
	},
	"to_call":   func(v *view) starlark.Value { return starlark.MakeInt64(v.d.Options.Call) },
	"can_check": func(v *view) starlark.Value { return starlark.Bool(v.d.Options.CanCheck) },
	"can_raise": func(v *view) starlark.Value { return starlark.Bool(v.d.Options.CanRaise()) },
	"min_to":    func(v *view) starlark.Value { return starlark.MakeInt64(v.d.Options.MinTo) },
	"max_to":    func(v *view) starlark.Value { return starlark.MakeInt64(v.d.Options.MaxTo) },
	"no_raise": func(v *view) starlark.Value {
		if v.d.NoOpeners {
			return starlark.String("the seat does not hold openers")
		}
		return starlark.String(v.d.Options.Why.String())
	},
	"max_draw":  func(v *view) starlark.Value { return v.countFor((*plan.Ask).Draws) },
	"to_expose": func(v *view) starlark.Value { return v.countFor((*plan.Ask).Exposes) },
	"least":     func(v *view) starlark.Value { return starlark.MakeInt(v.picks(v.d.Least)) },
	"most":      func(v *view) starlark.Value { return starlark.MakeInt(v.picks(v.d.Count)) },
	"down":      func(v *view) starlark.Value { return v.held(int(v.d.Seat), func(s *hand.Seen) bool { return !s.Up }) },
	"straddle":  func(v *view) starlark.Value { return starlark.MakeInt64(v.d.Price) },
	"big_blind": func(v *view) starlark.Value { return starlark.MakeInt64(v.h.Plan().Stakes.BB) },
	"round":     func(v *view) starlark.Value { return starlark.String(v.h.Step().Name) },
	"options": func(v *view) starlark.Value {
		offers := v.h.Offers()
		out := make([]starlark.Value, len(offers))
		for i := range offers {
			out[i] = starlark.String(offers[i].Name)
		}
		return starlark.NewList(out)
	},
	"min":    func(v *view) starlark.Value { return v.amounts(func(o *hand.Offer) int64 { return o.Min }) },
	"max":    func(v *view) starlark.Value { return v.amounts(func(o *hand.Offer) int64 { return o.Max }) },
	"banker": func(v *view) starlark.Value { return starlark.MakeInt(v.h.Banker() + 1) },
	"stake":  func(v *view) starlark.Value { return starlark.MakeInt64(v.h.Stake()) },
	"wager": func(v *view) starlark.Value {
		_, w := v.h.Cards(int(v.d.Seat), v.h.Asked())
		return starlark.MakeInt64(w)
	},
	"bets": func(v *view) starlark.Value {
		names := v.h.Plan().Bets
		d := starlark.NewDict(len(names))
		for n, name := range names {
			_ = d.SetKey(starlark.String(name), starlark.MakeInt64(v.h.Bet(int(v.d.Seat), v.h.Asked(), n)))
		}
		return d
	},
	"unit":   func(v *view) starlark.Value { return starlark.MakeInt64(v.h.Plan().Stakes.Scale) },
	"rolled": func(v *view) starlark.Value { return starlark.MakeInt(v.h.Rolled()) },
	"chose":  func(v *view) starlark.Value { return starlark.NewBuiltin("chose", v.chose) },
	"up":     func(v *view) starlark.Value { return starlark.NewBuiltin("up", v.up) },
	"random": func(v *view) starlark.Value {
		if v.draws == nil {
			v.draws = starlark.NewBuiltin("random", v.random)
		}
		return v.draws
	},

	"strength": func(v *view) starlark.Value { return starlark.Float(v.outlook.Strength(v.h)) },
	"position": func(v *view) starlark.Value { return starlark.Float(v.h.Position(int(v.d.Seat))) },
	"price": func(v *view) starlark.Value {
		if v.d.Options.Call == 0 {
			return starlark.Float(0)
		}
		return starlark.Float(float64(v.d.Options.Call) / float64(v.h.WholePot()+v.d.Options.Call))
	},
	"raises": func(v *view) starlark.Value { r := v.h.Betting(); return starlark.MakeInt(r.Raises()) },
	"rounds": func(v *view) starlark.Value { return starlark.MakeInt(v.h.Rounds()) },
	"chip": func(v *view) starlark.Value {
		return starlark.MakeInt64(cmp.Or(v.d.Options.Chip, v.h.Plan().Stakes.Chip))
	},
	"expects": func(v *view) starlark.Value {
		offers := v.h.Offers()
		worth := v.outlook.Offers(v.h)
		d := starlark.NewDict(len(offers))
		for i := range offers {
			_ = d.SetKey(starlark.String(offers[i].Name), starlark.Float(worth[i]))
		}
		return d
	},
	"best": func(v *view) starlark.Value { return starlark.String(v.best()) },
}

// amounts returns a minimum or maximum of each choice that takes an amount, by name.
func (v *view) amounts(of func(*hand.Offer) int64) starlark.Value {
	offers := v.h.Offers()
	d := starlark.NewDict(len(offers))
	for i := range offers {
		if o := &offers[i]; o.Takes() {
			_ = d.SetKey(starlark.String(o.Name), starlark.MakeInt64(of(o)))
		}
	}
	return d
}

// Values of view.asked, made once because each decision reads it.
var askedBet, askedBringIn, askedNothing starlark.Value = starlark.String("bet"), starlark.String("bring-in"), starlark.String("")

// asked returns the kind of the decision, in a word.
func (v *view) asked() starlark.Value {
	switch {
	case v.d.Kind == hand.Wager && v.d.BringIn > 0:
		return askedBringIn
	case v.d.Kind == hand.Wager:
		return askedBet
	}
	if ask := cmp.Or(v.h.Question(), v.h.Choice()); ask != nil {
		return starlark.String(cmp.Or(ask.Words.View, ask.Words.Name))
	}
	return askedNothing
}

// picks returns a limit on the number of requested cards, 0 if none are requested.
func (v *view) picks(n int) int {
	if v.h.Question() == nil {
		return 0
	}
	return n
}

// countFor returns the maximum number of cards that may be chosen in questions of a kind, 0 for other decisions.
func (v *view) countFor(kind func(*plan.Ask) bool) starlark.Value {
	if !kind(v.h.Question()) {
		return starlark.MakeInt(0)
	}
	return starlark.MakeInt(v.d.Count)
}

// best returns the answer that leaves the seat with the best hand, in the words of the table.
func (v *view) best() string {
	switch {
	case v.h.Question() != nil:
		a := v.outlook.Pick(v.h)
		return speech.Say(&a, v.h, v.d)
	case v.h.Choice() != nil:
		worth := v.outlook.Offers(v.h)
		best := 0
		for i := range worth {
			if worth[i] > worth[best] {
				best = i
			}
		}
		return v.h.Nth(best).Name
	}
	return ""
}

func (v *view) Attr(name string) (starlark.Value, error) {
	at := slotOf(name)
	for viewSlots[at].get != nil && viewSlots[at].name != name {
		at++
	}
	f := viewSlots[at].get
	switch {
	case f == nil:
		return nil, nil
	case v.h == nil:
		return nil, errPastView
	}
	return f(v), nil
}

var errPastView = errors.New("the view of an earlier decision is no longer valid")

// slots are the attributes of a view once more, by a hash of the name, because a policy reads twenty at a decision: a map takes four
// times as long.
type slots [256]struct {
	name string
	get  func(*view) starlark.Value
}

var viewSlots = func() (all slots) {
	for name, f := range viewAttrs {
		at := slotOf(name)
		for all[at].get != nil {
			at++
		}
		all[at].name, all[at].get = name, f
	}
	return all
}()

// slotOf returns where a name is looked for first.
func slotOf(name string) uint8 {
	n := len(name)
	if n == 0 {
		return 0
	}
	return uint8(n) ^ name[0]<<3 + name[n/2]<<1 + 5*name[n-1]
}

func (v *view) AttrNames() []string { return slices.Sorted(maps.Keys(viewAttrs)) }

func (v *view) perSeat(f func(*hand.SeenSeat) int64) starlark.Value {
	seats := v.seen().Seats
	out := make([]starlark.Value, len(seats))
	for i := range out {
		out[i] = starlark.MakeInt64(f(&seats[i]))
	}
	return starlark.NewList(out)
}

// up implements view.up(seat): the up cards of a seat.
func (v *view) up(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seat int
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat); err != nil {
		return nil, err
	}
	switch {
	case v.h == nil:
		return nil, errPastView
	case (seat < 1 || seat > v.h.Seats()) && (seat != 0 || v.h.Hands(-1) == 0):
		return nil, fmt.Errorf("up: no seat %d", seat)
	case seat > 0 && !v.h.Live().Has(seat-1):
		return dsl.Cards(nil), nil
	}
	return v.held(seat-1, func(s *hand.Seen) bool { return s.Up }), nil
}

// chose implements view.chose(seat, name): whether a seat has chosen the named option in this deal.
func (v *view) chose(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, name := 0, ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "name", &name); err != nil {
		return nil, err
	}
	switch {
	case v.h == nil:
		return nil, errPastView
	case seat < 1 || seat > v.h.Seats():
		return nil, fmt.Errorf("chose: no seat %d", seat)
	}
	return starlark.Bool(v.h.Chose(seat-1, name)), nil
}

// random implements view.random(n): a whole number from 0 to n-1, the same at the same decision of the same hand and seed.
func (v *view) random(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var n int
	if len(args) == 1 && len(kwargs) == 0 {
		if k, ok := args[0].(starlark.Int); ok && k.Sign() > 0 && v.h != nil { // quickly
			if k, ok := k.Int64(); ok {
				return starlark.MakeInt64(int64(v.chance.below(uint64(k)))), nil
			}
		}
	}
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "n", &n); err != nil {
		return nil, err
	}
	switch {
	case v.h == nil:
		return nil, errPastView
	case n < 1:
		return nil, fmt.Errorf("random: got %d, want at least 1", n)
	}
	return starlark.MakeInt64(int64(v.chance.below(uint64(n)))), nil
}
