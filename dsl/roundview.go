package dsl

import (
	"fmt"
	"slices"

	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// What functions of the script are asked in the course of a round against a bank, and what they see.

// asker is a script that says which choices a hand has.
type asker struct {
	*hook
	choices map[string]int
}

var _ plan.Asker = (*asker)(nil)

// Allowed asks the script.
func (a *asker) Allowed(q plan.Question) (mask uint32, err error) {
	err = a.ask(q, func(out starlark.Value) error {
		list, ok := items(out)
		if !ok && out != starlark.None {
			return a.wrong("got %s, want a list of choices", out.Type())
		}
		for _, v := range list {
			ch, ok := As[*plan.Choice](v)
			if !ok {
				return a.wrong("got a list with %s, want choices", v.Type())
			}
			k, known := a.choices[ch.Name]
			if !known {
				return a.wrong("%s is not among the choices of the step", ch.Name)
			}
			mask |= 1 << k
		}
		return nil
	})
	return mask, err
}

// tester is a script that decides a branch.
type tester struct{ *hook }

var _ plan.Tester = (*tester)(nil)

// Holds asks the script.
func (t *tester) Holds(q plan.Question) (holds bool, err error) {
	err = t.ask(q, func(out starlark.Value) error {
		b, ok := out.(starlark.Bool)
		if !ok {
			return t.wrong("got %s, want True or False", out.Type())
		}
		holds = bool(b)
		return nil
	})
	return holds, err
}

// roundView is a hand as allowed(hand) sees it, and the table as a condition does: then nobody is asked, and there are no cards.
type roundView struct{ q plan.Question }

var _ starlark.HasAttrs = (*roundView)(nil)

func (v *roundView) String() string { return "<hand>" }

func (v *roundView) Type() string { return "round view" }

func (v *roundView) Freeze() {}

func (v *roundView) Truth() starlark.Bool { return true }

func (v *roundView) Hash() (uint32, error) { return 0, fmt.Errorf("a hand cannot be hashed") }

var questionAttrs = map[string]func(q plan.Question) starlark.Value{
	"seats":      func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Seats()) },
	"seat":       func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Seat() + 1) },
	"banker":     func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Banker() + 1) },
	"cards":      func(q plan.Question) starlark.Value { return cardList(q.Cards()) },
	"wager":      func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Wager()) },
	"stack":      func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Stack()) },
	"fresh":      func(q plan.Question) starlark.Value { return starlark.Bool(q.Fresh()) },
	"split":      func(q plan.Question) starlark.Value { return starlark.Bool(q.Split()) },
	"hands":      func(q plan.Question) starlark.Value { return starlark.MakeInt(handsOf(q)) },
	"cards_left": func(q plan.Question) starlark.Value { return starlark.MakeInt(q.Left()) },
	"unit":       func(q plan.Question) starlark.Value { return starlark.MakeInt64(q.Scale()) },
}

func handsOf(q plan.Question) int {
	if q.Seat() < 0 {
		return 0
	}
	return q.Hands(q.Seat())
}

// Attr returns an attribute, nil if there is none of that name.
func (v *roundView) Attr(name string) (starlark.Value, error) {
	if v.q == nil {
		return nil, fmt.Errorf("the hand is gone: a hook must not keep it")
	}
	if name == "showing" {
		return starlark.NewBuiltin("showing", v.showing), nil
	}
	if f := questionAttrs[name]; f != nil {
		return f(v.q), nil
	}
	return nil, nil
}

// AttrNames lists the attributes.
func (v *roundView) AttrNames() []string {
	out := []string{"showing"}
	for name := range questionAttrs {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// showing is hand.showing(seat, number): the up cards of a seat's hand.
func (v *roundView) showing(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, number := 0, 1
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "number?", &number); err != nil {
		return nil, err
	}
	switch {
	case v.q == nil:
		return nil, fmt.Errorf("the hand is gone: a hook must not keep it")
	case seat < 1 || seat > v.q.Seats():
		return nil, fmt.Errorf("showing: no seat %d in the hand", seat)
	case number < 1 || number > max(1, v.q.Hands(seat-1)):
		return nil, fmt.Errorf("showing: seat %d has no hand %d", seat, number)
	}
	return cardList(v.q.Showing(seat-1, number-1)), nil
}
