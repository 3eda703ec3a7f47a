package dsl

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// incidentView is the event passed to a ruling: its fields, by their names in the catalog, and the state of the hand before any
// consequence. Seats count from 1; amounts are whole numbers of the table's smallest unit.
type incidentView struct {
	star.Live
	v plan.IncidentView
}

var _ starlark.HasAttrs = (*incidentView)(nil)

func (v *incidentView) String() string { return "<event>" }
func (v *incidentView) Type() string   { return "event" }

// incidentAttrs are the attributes in addition to the catalog's fields.
var incidentAttrs = map[string]func(v plan.IncidentView) starlark.Value{
	"event":   func(v plan.IncidentView) starlark.Value { return starlark.String(v.Incident().Kind.String()) },
	"moment":  func(v plan.IncidentView) starlark.Value { m, _ := v.Moment(); return starlark.String(m.String()) },
	"round":   func(v plan.IncidentView) starlark.Value { _, n := v.Moment(); return starlark.MakeInt(n) },
	"live":    func(v plan.IncidentView) starlark.Value { return Seats(v.Live()) },
	"board":   func(v plan.IncidentView) starlark.Value { return Cards(v.Board()) },
	"stub":    func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Stub()) },
	"due":     func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Due()) },
	"dealt":   func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Dealt()) },
	"actions": func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Actions()) },
	"draws":   func(v plan.IncidentView) starlark.Value { return starlark.Bool(v.Draws()) },
	"low":     func(v plan.IncidentView) starlark.Value { return starlark.Bool(v.Low()) },
	"asked": func(v plan.IncidentView) starlark.Value {
		switch {
		case v.Options() == nil:
			return starlark.None
		case v.BringsIn():
			return starlark.String("bring-in")
		}
		return starlark.String("bet")
	},
	"place":    func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Place()) },
	"burns":    func(v plan.IncidentView) starlark.Value { return starlark.Bool(v.Burns()) },
	"initial":  func(v plan.IncidentView) starlark.Value { return starlark.MakeInt(v.Initial()) },
	"ups":      func(v plan.IncidentView) starlark.Value { return starlark.Bool(v.Ups()) },
	"turn":     func(v plan.IncidentView) starlark.Value { return seatOrNone(v.Turn()) },
	"banker":   func(v plan.IncidentView) starlark.Value { return seatOrNone(v.Banker()) },
	"serving":  func(v plan.IncidentView) starlark.Value { return seatOrNone(v.Serving()) },
	"straddle": func(v plan.IncidentView) starlark.Value { return starlark.MakeInt64(v.Straddle()) },
	"earlier": func(v plan.IncidentView) starlark.Value {
		var out []starlark.Value
		for _, in := range v.Earlier() {
			out = append(out, pastIncident{in: in})
		}
		return starlark.NewList(out)
	},
	"to_call": func(v plan.IncidentView) starlark.Value {
		return optionOf(v, func(o *betting.Options) int64 { return o.Call })
	},
	"min_to": func(v plan.IncidentView) starlark.Value {
		return optionOf(v, func(o *betting.Options) int64 { return o.MinTo })
	},
	"max_to": func(v plan.IncidentView) starlark.Value {
		return optionOf(v, func(o *betting.Options) int64 { return o.MaxTo })
	},
	"can_check": func(v plan.IncidentView) starlark.Value {
		return starlark.Bool(v.Options() != nil && v.Options().CanCheck)
	},
	"opens": func(v plan.IncidentView) starlark.Value {
		return starlark.Bool(v.Options() != nil && v.Options().Opens)
	},
	"limit": func(v plan.IncidentView) starlark.Value {
		return starlark.String([...]string{"fixed", "spread", "pot limit", "no limit"}[v.Limit().Structure])
	},
}

// incidentMethods are the methods that take a seat.
var incidentMethods = map[string]func(v plan.IncidentView, seat int) starlark.Value{
	"hole":        func(v plan.IncidentView, i int) starlark.Value { return Cards(v.Hole(i)) },
	"held":        func(v plan.IncidentView, i int) starlark.Value { return starlark.MakeInt(len(v.Hole(i))) },
	"is_live":     func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.Live().Has(i)) },
	"acted":       func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.Acted(i)) },
	"has_acted":   func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.HasActed(i)) },
	"passed":      func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.Passed(i)) },
	"dealt_since": func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.DealtSince(i)) },
	"left_in":     func(v plan.IncidentView, i int) starlark.Value { return starlark.MakeInt(v.LeftIn(i)) },
	"closed":      func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.Closed(i)) },
	"drawn":       func(v plan.IncidentView, i int) starlark.Value { return starlark.Bool(v.Drawn(i)) },
	"stack":       func(v plan.IncidentView, i int) starlark.Value { return starlark.MakeInt64(v.Stack(i)) },
	"wager":       func(v plan.IncidentView, i int) starlark.Value { return starlark.MakeInt64(v.Wagered(i)) },
	"worth":       func(v plan.IncidentView, i int) starlark.Value { return starlark.String(v.Worth(i)) },
}

// seatOrNone returns a seat counted from 1, or None.
func seatOrNone(seat int) starlark.Value {
	if seat < 0 {
		return starlark.None
	}
	return starlark.MakeInt(seat + 1)
}

func optionOf(v plan.IncidentView, get func(*betting.Options) int64) starlark.Value {
	if v.Options() == nil {
		return starlark.MakeInt(0)
	}
	return starlark.MakeInt64(get(v.Options()))
}

// Attr returns a field of the event, an attribute of the hand, or a method; nil if there is none of that name.
func (v *incidentView) Attr(name string) (starlark.Value, error) {
	if v.v == nil {
		return nil, fmt.Errorf("the event is no longer valid: a ruling must not keep it")
	}
	if value, ok := fieldOf(v.v.Incident(), name); ok {
		return value, nil
	}
	if get := incidentAttrs[name]; get != nil {
		return get(v.v), nil
	}
	if get := incidentMethods[name]; get != nil {
		return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var seat int
			if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat); err != nil {
				return nil, err
			}
			if v.v == nil || seat < 1 || seat > v.v.Seats() {
				return nil, fmt.Errorf("%s: no seat %d", b.Name(), seat)
			}
			return get(v.v, seat-1), nil
		}), nil
	}
	switch name {
	case "times":
		return starlark.NewBuiltin(name, v.times), nil
	case "better":
		return starlark.NewBuiltin(name, v.better), nil
	}
	return nil, nil
}

func (v *incidentView) AttrNames() []string {
	out := slices.AppendSeq([]string{"better", "times"}, maps.Keys(incidentAttrs))
	out = slices.AppendSeq(out, maps.Keys(incidentMethods))
	if v.v != nil {
		for _, f := range v.v.Incident().Kind.Spec().Fields {
			out = append(out, f.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// times returns the number of earlier events of the given kinds in this deal: e.times("dealer_exposed").
func (v *incidentView) times(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	n := 0
	for _, a := range args {
		name, _ := starlark.AsString(a)
		kind := plan.IncidentNamed(name)
		if kind == plan.NoIncident || v.v == nil {
			return nil, fmt.Errorf("%s: no event is called %s", b.Name(), a)
		}
		for _, in := range v.v.Earlier() {
			if in.Kind == kind {
				n++
			}
		}
	}
	return starlark.MakeInt(n), nil
}

// better reports whether a type of hand beats what a seat holds: e.better("flush", e.seat).
func (v *incidentView) better(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var claimed string
	var seat int
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "claimed", &claimed, "seat", &seat); err != nil {
		return nil, err
	}
	if v.v == nil || seat < 1 || seat > v.v.Seats() {
		return nil, fmt.Errorf("better: no seat %d", seat)
	}
	yes, err := v.v.Better(claimed, seat-1)
	return starlark.Bool(yes), err
}

// fieldOf returns a field of an incident as a script value: None for a missing value, False for a flag that is not set.
func fieldOf(in *plan.Incident, name string) (starlark.Value, bool) {
	fields := in.Kind.Spec().Fields
	i := slices.IndexFunc(fields, func(f plan.Field) bool { return f.Name == name })
	if i < 0 {
		return nil, false
	}
	v := in.Value(name)
	if v == nil {
		if fields[i].Kind == plan.FlagField {
			return starlark.False, true
		}
		return starlark.None, true
	}
	switch fields[i].Kind {
	case plan.SeatField:
		return starlark.MakeInt64(v.N + 1), true
	case plan.SeatsField:
		var out []starlark.Value
		for _, n := range v.List {
			out = append(out, starlark.MakeInt64(n+1))
		}
		return starlark.NewList(out), true
	case plan.CardField:
		return starlark.String(v.Cards[0].String()), true
	case plan.CardsField:
		return Cards(v.Cards), true
	case plan.ListField, plan.MotionField:
		var out []starlark.Value
		for _, n := range v.List {
			out = append(out, starlark.MakeInt64(n))
		}
		return starlark.NewList(out), true
	case plan.WordField:
		return starlark.String(v.Word), true
	case plan.FlagField:
		return starlark.Bool(v.N != 0), true
	}
	return starlark.MakeInt64(v.N), true
}

// pastIncident is an earlier event of the hand.
type pastIncident struct {
	star.Live
	in *plan.Incident
}

func (p pastIncident) String() string { return p.in.Kind.String() }
func (p pastIncident) Type() string   { return "event" }

// Attr returns a field of the event, or its name.
func (p pastIncident) Attr(name string) (starlark.Value, error) {
	if name == "event" {
		return starlark.String(p.in.Kind.String()), nil
	}
	v, _ := fieldOf(p.in, name)
	return v, nil
}

func (p pastIncident) AttrNames() []string {
	out := []string{"event"}
	for _, f := range p.in.Kind.Spec().Fields {
		out = append(out, f.Name)
	}
	return out
}

// cardsIn parses cards from a text or a list of texts.
func cardsIn(v starlark.Value) ([]cards.Card, error) {
	var text strings.Builder
	for _, x := range List(v) {
		s, ok := starlark.AsString(x)
		if !ok {
			return nil, fmt.Errorf("got %s, want cards such as \"9d\"", star.TypeName(x))
		}
		text.WriteString(s + " ")
	}
	return cards.Read(text.String())
}
