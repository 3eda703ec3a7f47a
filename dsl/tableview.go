package dsl

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"cardroom/dsl/star"
	"cardroom/dsl/words"
	"cardroom/engine/seating"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// tableView is the table passed to the hooks of a rule. Each access is recorded for the cache.
type tableView struct {
	star.Live
	v      *table.View
	memory starlark.Value
	reads  []words.Read[tableQuestion]
	varied bool // something was read that differs in each hand

	methods map[string]*starlark.Builtin
}

var _ starlark.HasAttrs = (*tableView)(nil)

func newTableView() *tableView {
	v := &tableView{methods: map[string]*starlark.Builtin{}}
	for name := range viewQuestions {
		if viewQuestions[name].method {
			v.methods[name] = starlark.NewBuiltin(name, v.ask)
		}
	}
	return v
}

// look sets the table that the view shows; nil removes it.
func (v *tableView) look(t *table.View, memory starlark.Value) {
	v.v, v.memory = t, memory
	if t != nil {
		v.reads, v.varied = v.reads[:0], false
	}
}

func (v *tableView) String() string { return "<table>" }
func (v *tableView) Type() string   { return "table view" }

// answerKind is the script type of an answer.
type answerKind uint8

const (
	anInt answerKind = iota
	aBool
	aPlayer // None for 0
)

// viewQuestion is a property of a table: an attribute, or a method of a player.
type viewQuestion struct {
	index  uint8
	kind   answerKind
	method bool
	after  bool // available only after the hand
	varied bool // differs in each hand
}

var playerAnswers = []func(*table.View, table.Player) int64{
	func(v *table.View, _ table.Player) int64 { return v.Hand() },
	func(v *table.View, _ table.Player) int64 { return int64(v.Button()) },
	func(v *table.View, _ table.Player) int64 { return int64(v.Small()) },
	func(v *table.View, _ table.Player) int64 { return int64(v.Big()) },
	func(v *table.View, _ table.Player) int64 { return v.Plan().Stakes.SB },
	func(v *table.View, _ table.Player) int64 { return v.Plan().Stakes.BB },
	func(v *table.View, _ table.Player) int64 { return int64(v.Dealt().Len()) },
	func(v *table.View, _ table.Player) int64 { return words.Truth(v.Raised()) },
	func(v *table.View, _ table.Player) int64 { return soleOf(v, v.Winners()) },
	func(v *table.View, p table.Player) int64 { return words.Truth(v.IsDealt(p)) },
	func(v *table.View, p table.Player) int64 { return words.Truth(v.IsSeated(p)) },
	func(v *table.View, p table.Player) int64 { return words.Truth(isAmong(v, v.Winners(), p)) },
	func(v *table.View, p table.Player) int64 { return v.Stack(p) },
	func(v *table.View, p table.Player) int64 { return v.Net(p) },
	func(v *table.View, _ table.Player) int64 { return soleOf(v, v.MainWinners()) },
	func(v *table.View, p table.Player) int64 { return words.Truth(isAmong(v, v.MainWinners(), p)) },
	func(v *table.View, _ table.Player) int64 { return v.Pot() },
	func(v *table.View, _ table.Player) int64 { return int64(v.BoardCards()) },
}

var viewQuestions = map[string]viewQuestion{
	"hand":        {index: 0, varied: true},
	"button":      {index: 1, kind: aPlayer},
	"small":       {index: 2, kind: aPlayer},
	"big":         {index: 3, kind: aPlayer},
	"small_blind": {index: 4},
	"big_blind":   {index: 5},
	"dealt_in":    {index: 6},
	"raised":      {index: 7, kind: aBool, after: true},
	"winner":      {index: 8, kind: aPlayer, after: true},
	"is_dealt":    {index: 9, kind: aBool, method: true},
	"is_seated":   {index: 10, kind: aBool, method: true},
	"has_won":     {index: 11, kind: aBool, method: true, after: true},
	"stack":       {index: 12, method: true, varied: true},
	"net":         {index: 13, method: true, after: true, varied: true},
	"main_winner": {index: 14, kind: aPlayer, after: true},
	"shares_main": {index: 15, kind: aBool, method: true, after: true},
	"pot":         {index: 16, after: true, varied: true},
	"board_cards": {index: 17, after: true},
}

// tableQuestion is one access to the view.
type tableQuestion struct {
	attr   uint8
	player table.Player
}

// answersOf returns a function that answers questions about a table.
func answersOf(v *table.View) func(tableQuestion) int64 {
	return func(q tableQuestion) int64 { return playerAnswers[q.attr](v, q.player) }
}

// soleOf returns the only player in a set of seats; 0 for none or several.
func soleOf(v *table.View, m seating.Set) int64 {
	if m.Len() == 1 {
		return int64(v.At(m.First()))
	}
	return 0
}

func isAmong(v *table.View, m seating.Set, p table.Player) bool {
	for ; m != 0; m &= m - 1 {
		if v.At(m.First()) == p {
			return true
		}
	}
	return false
}

func (v *tableView) AttrNames() []string {
	out := slices.AppendSeq([]string{"memory", "players"}, maps.Keys(viewQuestions))
	slices.Sort(out)
	return out
}

func (v *tableView) Attr(name string) (starlark.Value, error) {
	if v.v == nil {
		return nil, errors.New("the table is no longer valid: a hook must not keep it")
	}
	switch name {
	case "memory":
		return v.memory, nil
	case "players":
		v.varied = true
		m := v.v.Dealt()
		var out []starlark.Value
		for ; m != 0; m &= m - 1 {
			out = append(out, starlark.MakeInt(int(v.v.At(m.First()))))
		}
		return starlark.NewList(out), nil
	}
	q, ok := viewQuestions[name]
	switch {
	case !ok:
		return nil, nil
	case q.method:
		return v.methods[name], nil
	}
	return v.answer(name, q, 0)
}

// ask implements table.NAME(player).
func (v *tableView) ask(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var who starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "player", &who); err != nil {
		return nil, err
	}
	p, err := playerOf(who)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Name(), err)
	}
	return v.answer(b.Name(), viewQuestions[b.Name()], p)
}

func (v *tableView) answer(name string, q viewQuestion, p table.Player) (starlark.Value, error) {
	switch {
	case v.v == nil:
		return nil, errors.New("the table is no longer valid: a hook must not keep it")
	case q.after && !v.v.Over():
		return nil, fmt.Errorf("%s is known only after the hand", name)
	}
	n := playerAnswers[q.index](v.v, p)
	v.varied = v.varied || q.varied
	if !v.varied {
		v.reads = append(v.reads, words.Read[tableQuestion]{Ask: tableQuestion{q.index, p}, Answer: n})
	}
	switch {
	case q.kind == aBool:
		return starlark.Bool(n != 0), nil
	case q.kind == aPlayer && n == 0:
		return starlark.None, nil
	}
	return starlark.MakeInt64(n), nil
}

// number returns an attribute that an effect depends on, and records it like an access by the script.
func (v *tableView) number(name string, t *table.View) int64 {
	q := viewQuestions[name]
	n := playerAnswers[q.index](t, 0)
	if !v.varied {
		v.reads = append(v.reads, words.Read[tableQuestion]{Ask: tableQuestion{q.index, 0}, Answer: n})
	}
	return n
}

// playerOf converts a player's number; None means no player.
func playerOf(v starlark.Value) (table.Player, error) {
	if v == starlark.None {
		return 0, nil
	}
	n, err := starlark.AsInt32(v)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("got %s, want a player", star.ShortText(v))
	}
	return table.Player(n), nil
}
