package dsl

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/betting"
	"cardroom/engine/rank"
	"cardroom/engine/speech"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// tableView is the table passed to the hooks of a rule. Each access is recorded for the cache.
type tableView struct {
	star.Live
	v      *table.View
	memory starlark.Value
	reads  []read[tableQuestion]
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
	for name := range viewFacts {
		if viewFacts[name].method {
			v.methods[name] = starlark.NewBuiltin(name, v.ask)
		}
	}
	v.methods["worth"] = starlark.NewBuiltin("worth", v.worth)
	v.methods["luck"] = starlark.NewBuiltin("luck", v.luck)
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
	log    bool // from the events of the hand
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
	func(v *table.View, _ table.Player) int64 { return truth(v.Raised()) },
	func(v *table.View, _ table.Player) int64 { return soleOf(v, v.Winners()) },
	func(v *table.View, p table.Player) int64 { return truth(v.IsDealt(p)) },
	func(v *table.View, p table.Player) int64 { return truth(v.IsSeated(p)) },
	func(v *table.View, p table.Player) int64 { return truth(isAmong(v, v.Winners(), p)) },
	func(v *table.View, p table.Player) int64 { return v.Stack(p) },
	func(v *table.View, p table.Player) int64 { return v.Net(p) },
	func(v *table.View, _ table.Player) int64 { return soleOf(v, v.MainWinners()) },
	func(v *table.View, p table.Player) int64 { return truth(isAmong(v, v.MainWinners(), p)) },
	func(v *table.View, _ table.Player) int64 { return v.Pot() },
	func(v *table.View, _ table.Player) int64 { return int64(v.BoardCards()) },
	func(v *table.View, _ table.Player) int64 { return v.Fund() },
	func(v *table.View, _ table.Player) int64 { return truth(v.Showdown()) },
	func(v *table.View, _ table.Player) int64 { return int64(v.Bets()) },
	func(v *table.View, p table.Player) int64 { return truth(v.AllIn(p)) },
	func(v *table.View, _ table.Player) int64 { return v.Seconds() / 60 },
	func(v *table.View, _ table.Player) int64 { return v.Field() },
	func(v *table.View, _ table.Player) int64 { return v.Bought() },
	func(v *table.View, _ table.Player) int64 { return v.Carried() },
	func(v *table.View, p table.Player) int64 { return v.Posted(p) },
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
	"fund":        {index: 18, varied: true},
	"showdown":    {index: 19, kind: aBool, after: true},
	"bets":        {index: 20, after: true, log: true},
	"all_in":      {index: 21, kind: aBool, method: true, after: true, log: true},
	"minutes":     {index: 22, varied: true},
	"field":       {index: 23},
	"bought":      {index: 24},
	"carried":     {index: 25, varied: true},
	"posted":      {index: 26, method: true, after: true, log: true},
}

// errUnrecorded: no script can ask for the events of a hand without naming a property that has them.
var errUnrecorded = errors.New("the events of the hand were not recorded")

// logged are the properties that come from the events of the hand.
var logged = func() map[string]bool {
	names := map[string]bool{"worth": true}
	for name, q := range viewQuestions {
		names[name] = names[name] || q.log
	}
	for name, f := range viewFacts {
		names[name] = names[name] || f.log
	}
	return names
}()

// viewFact is a property of a table that is no number: it is looked up anew each time.
type viewFact struct {
	method, after, log bool
	value              func(*table.View, table.Player) starlark.Value
}

var viewFacts = map[string]viewFact{
	"players": {value: func(v *table.View, _ table.Player) starlark.Value { return playersIn(v, v.Dealt()) }},
	"seated":  {value: func(v *table.View, _ table.Player) starlark.Value { return playersIn(v, v.Seated()) }},
	"game":    {value: func(v *table.View, _ table.Player) starlark.Value { return starlark.String(v.Game().Name) }},
	"street":  {after: true, log: true, value: func(v *table.View, _ table.Player) starlark.Value { return streetOf(v, v.Ended()) }},
	"out": {after: true, value: func(v *table.View, _ table.Player) starlark.Value {
		var out []starlark.Value
		for _, group := range v.Out() {
			var list []starlark.Value
			for _, p := range group {
				list = append(list, starlark.MakeInt(int(p)))
			}
			out = append(out, starlark.NewList(list))
		}
		return starlark.NewList(out)
	}},
	"board": {after: true, value: func(v *table.View, _ table.Player) starlark.Value { return Cards(v.Board()) }},
	"pots": {after: true, log: true, value: func(v *table.View, _ table.Player) starlark.Value {
		var out []starlark.Value
		for _, p := range v.Pots() {
			out = append(out, starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"size": starlark.MakeInt64(p.Amount), "winners": playersIn(v, p.Winners), "players": playersIn(v, p.Players)}))
		}
		return starlark.NewList(out)
	}},
	"folded": {method: true, after: true, log: true, value: func(v *table.View, p table.Player) starlark.Value { return streetOf(v, v.FoldedAt(p)) }},
	"shown": {method: true, after: true, log: true, value: func(v *table.View, p table.Player) starlark.Value {
		if e := v.Shows(p); e != nil {
			return Cards(e.List())
		}
		return starlark.NewList(nil)
	}},
	"made": {method: true, after: true, log: true, value: func(v *table.View, p table.Player) starlark.Value {
		e := v.Shows(p)
		if e == nil || e.Strength == 0 {
			return starlark.String("")
		}
		h, _ := v.Played(p)
		show := h.Plan().Game.Steps[e.Step].Show
		if show == nil || len(show.Parts) == 0 || show.Parts[0].Ranking == nil {
			return starlark.String("")
		}
		return starlark.String(show.Parts[0].Ranking.ClassName(e.Strength))
	}},
	"used": {method: true, after: true, log: true, value: func(v *table.View, p table.Player) starlark.Value {
		if h, seat := v.Played(p); h != nil && v.Shows(p) != nil {
			return Cards(h.Used(0, seat))
		}
		return starlark.NewList(nil)
	}},
}

// streetOf returns the name of the street of a step of the finished hand, None for no step.
func streetOf(v *table.View, step int) starlark.Value {
	if step < 0 {
		return starlark.None
	}
	return starlark.String(speech.StreetName(v.Game(), step))
}

// playersIn returns the players in some seats.
func playersIn(v *table.View, m betting.Set) starlark.Value {
	var out []starlark.Value
	for ; m != 0; m &= m - 1 {
		out = append(out, starlark.MakeInt(int(v.At(m.First()))))
	}
	return starlark.NewList(out)
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
func soleOf(v *table.View, m betting.Set) int64 {
	if m.Len() == 1 {
		return int64(v.At(m.First()))
	}
	return 0
}

func isAmong(v *table.View, m betting.Set, p table.Player) bool {
	for ; m != 0; m &= m - 1 {
		if v.At(m.First()) == p {
			return true
		}
	}
	return false
}

func (v *tableView) AttrNames() []string {
	out := slices.AppendSeq(slices.AppendSeq([]string{"memory", "worth", "luck"}, maps.Keys(viewQuestions)), maps.Keys(viewFacts))
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
	case "worth", "luck":
		return v.methods[name], nil
	}
	if f, ok := viewFacts[name]; ok {
		if f.method {
			return v.methods[name], nil
		}
		return v.fact(name, f, 0)
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
	if f, ok := viewFacts[b.Name()]; ok {
		return v.fact(b.Name(), f, p)
	}
	return v.answer(b.Name(), viewQuestions[b.Name()], p)
}

// worth implements table.worth(player, ranking): the strength of the cards of a player who showed, with the board.
func (v *tableView) worth(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var who, ranking starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "player", &who, "ranking", &ranking); err != nil {
		return nil, err
	}
	p, err := playerOf(who)
	if err != nil {
		return nil, fmt.Errorf("worth: %w", err)
	}
	r, ok := star.As[*rank.Ranking](ranking)
	if !ok {
		return nil, fmt.Errorf("worth: got %s, want a ranking", ranking.Type())
	}
	return v.fact("worth", viewFact{after: true, log: true, value: func(t *table.View, p table.Player) starlark.Value {
		e := t.Shows(p)
		if e == nil {
			return starlark.MakeInt(0)
		}
		h, _ := t.Played(p)
		if show := h.Plan().Game.Steps[e.Step].Show; show != nil && len(show.Parts) > 0 && show.Parts[0].Ranking == r {
			return starlark.MakeInt(int(e.Strength)) // by the rules of the game for which cards play
		}
		return starlark.MakeInt(int(r.Best(slices.Concat(e.List(), h.Board()))))
	}}, p)
}

// luck implements table.luck(player, cards = 1): the best of the cards that a player draws between hands.
func (v *tableView) luck(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var who starlark.Value
	n := 1
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "player", &who, "cards?", &n); err != nil {
		return nil, err
	}
	p, err := playerOf(who)
	if err != nil {
		return nil, fmt.Errorf("luck: %w", err)
	}
	return v.fact("luck", viewFact{value: func(t *table.View, p table.Player) starlark.Value { return starlark.MakeInt64(t.Luck(p, n)) }}, p)
}

func (v *tableView) fact(name string, f viewFact, p table.Player) (starlark.Value, error) {
	switch {
	case v.v == nil:
		return nil, errors.New("the table is no longer valid: a hook must not keep it")
	case f.after && !v.v.Over():
		return nil, fmt.Errorf("%s is known only after the hand", name)
	case f.log && !v.v.Recorded():
		return nil, errUnrecorded
	}
	v.varied = true
	return f.value(v.v, p), nil
}

func (v *tableView) answer(name string, q viewQuestion, p table.Player) (starlark.Value, error) {
	switch {
	case v.v == nil:
		return nil, errors.New("the table is no longer valid: a hook must not keep it")
	case q.after && !v.v.Over():
		return nil, fmt.Errorf("%s is known only after the hand", name)
	case q.log && !v.v.Recorded():
		return nil, errUnrecorded
	}
	n := playerAnswers[q.index](v.v, p)
	v.varied = v.varied || q.varied
	if !v.varied {
		v.reads = append(v.reads, read[tableQuestion]{Ask: tableQuestion{q.index, p}, Answer: n})
	}
	switch {
	case q.kind == aBool:
		return starlark.Bool(n != 0), nil
	case q.kind == aPlayer && n == 0:
		return starlark.None, nil
	}
	return starlark.MakeInt64(n), nil
}

// playerOf converts a player's number; None means no player.
func playerOf(v starlark.Value) (table.Player, error) {
	if v == starlark.None {
		return 0, nil
	}
	n, err := starlark.AsInt32(v)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("got %s, want a player", guard.ShortText(v))
	}
	return table.Player(n), nil
}
