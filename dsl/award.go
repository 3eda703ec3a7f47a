package dsl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// The award hook: before_award(hand) is called when a hand reaches a showdown, and returns limit_claim(…) effects.

// claimLimit is a limit on a claim as made by scripts, with the round by name.
type claimLimit struct {
	seat    int
	round   string
	forfeit bool
}

var _ = register(&star.Builtin{
	Name:  "limit_claim",
	Group: "showdown",
	Doc: "Limits a seat's claim: it cannot win bets made from a round on. If its hand is the best, those bets are void and go back to " +
		"everybody; with forfeit = True they go to the best hand that can win them. before_award returns a list of these.",
	Returns: "claim limit",
	Example: `def before_award(hand):
    return [limit_claim(seat, since = "after the draw") for seat in hand.live if hand.checked(seat, "after the draw")]
`,
	Params: []star.Param{
		{Name: "seat", Type: "int", Min: 1, Max: betting.Max, Doc: "a seat number, as in hand.live"},
		{Name: "since", Type: "string", Doc: "the name of the round from which on the seat cannot win bets"},
		{Name: "forfeit", Type: "bool", Default: "False", Doc: "the bets are lost rather than void"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return star.Wrap("claim limit", claimLimit{c.Int("seat"), c.String("since"), c.Bool("forfeit")}, c.Pos), nil
	},
})

// awardHook calls a script's before_award. Threads are kept for the next hand, each with its view and its cache of results.
type awardHook struct {
	documented
	threads sync.Pool
	rounds  map[string]int // the step numbers of named rounds, set when the game is assembled
	forgets bool           // see hook
}

type awardCall struct {
	thread  *star.Thread
	view    *awardView
	args    starlark.Tuple
	answer  func(awardQuestion) int64
	results memo[awardQuestion, []plan.ClaimLimit]
	printed bool // see hookCall
}

// BeforeAward calls the script, unless it has seen the same hand before.
func (h *awardHook) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) {
	c := h.threads.Get().(*awardCall)
	defer h.threads.Put(c)
	c.view.look(s)
	defer c.view.look(nil)
	remember := !h.forgets && !h.Loader.Overheard()
	if remember {
		if out, ok := c.results.Find("", c.answer); ok {
			return out, nil
		}
	}
	c.printed = false
	out, err := c.thread.Ask(h.F, c.args)
	if err != nil {
		return nil, err
	}
	limits, err := h.limits(out, c.args)
	if err == nil && remember && !c.printed && !c.results.Full() {
		c.results.Note("", c.view.reads, limits)
	}
	return limits, err
}

// newAwardHook returns the hook of a function.
func newAwardHook(f starlark.Callable) *awardHook {
	h := &awardHook{documented: documented{F: f}, rounds: map[string]int{}}
	h.threads.New = func() any {
		c := &awardCall{thread: h.Loader.Thread("before_award", star.HookSteps), view: &awardView{hook: h}}
		show := c.thread.Print
		c.thread.Print = func(t *starlark.Thread, msg string) {
			c.printed = true
			show(t, msg)
		}
		v := c.view
		c.args, c.answer = starlark.Tuple{v}, v.answer
		v.checked = starlark.NewBuiltin("checked", v.did(looksAtChecked))
		v.calledShort = starlark.NewBuiltin("called_short", v.did(looksAtCalledShort))
		v.worth = starlark.NewBuiltin("worth", v.isWorth)
		v.holds = starlark.NewBuiltin("holds", v.isHeld)
		return c
	}
	return h
}

// wrong returns the error for an invalid result of the script, at the part that is wrong.
func (h *awardHook) wrong(pos diag.Pos, hint, format string, args ...any) error {
	e := &diag.Error{Code: star.CodeEval, Pos: pos, Msg: h.F.Name() + ": " + fmt.Sprintf(format, args...), Hint: hint}
	h.Loader.Illustrate(e)
	return e
}

// limits converts the result that the function returned for args.
func (h *awardHook) limits(out starlark.Value, args starlark.Tuple) ([]plan.ClaimLimit, error) {
	if out == starlark.None {
		return nil, nil
	}
	list, ok := star.Items(out)
	if !ok {
		return nil, h.wrong(h.Loader.AnsweredAt(h.F, args), "", "got %s, want a list of limit_claim(…)", star.TypeName(out))
	}
	var limits []plan.ClaimLimit
	for _, v := range list {
		l, ok := star.As[claimLimit](v)
		if !ok {
			return nil, h.wrong(h.Loader.AnsweredAt(h.F, args), "", "got a list with %s, want limit_claim(…)", star.TypeName(v))
		}
		pos, _ := star.PosOf(v)
		step, ok := h.rounds[l.round]
		if !ok {
			return nil, h.wrong(pos, diag.DidYouMean(l.round, slices.Sorted(maps.Keys(h.rounds))), "no round is named %q", l.round)
		}
		limits = append(limits, plan.ClaimLimit{Seat: l.seat - 1, Step: step, Forfeit: l.forfeit, Pos: pos})
	}
	return limits, nil
}

// awardView is the hand passed to before_award: the hand is over and all cards are on the table. Seats count from 1.
type awardView struct {
	star.Live
	hook  *awardHook
	s     plan.State
	reads []read[awardQuestion]
	cards [plan.MostHole + plan.MostBoard]cards.Card

	checked, calledShort, worth, holds starlark.Value // the methods, made once for all hands
}

// awardLook is a property of a hand that before_award can read.
type awardLook uint8

const (
	looksAtClaims awardLook = iota
	looksAtChecked
	looksAtCalledShort
	looksAtStrength
)

// awardQuestion is one access to the view.
type awardQuestion struct {
	at      awardLook
	seat    int8 // from 0
	step    int16
	ranking *rank.Ranking
	least   int64 // looksAtStrength: the answer is whether it is as much; 0: how much it is
}

// look sets the hand that the view shows; nil removes it.
func (v *awardView) look(s plan.State) { v.s, v.reads = s, v.reads[:0] }

// answer returns the value of a property.
func (v *awardView) answer(q awardQuestion) int64 {
	seat := int(q.seat)
	if seat >= v.s.Seats() {
		return -1
	}
	switch q.at {
	case looksAtChecked:
		return truth(v.s.CheckedIn(int(q.step), seat))
	case looksAtCalledShort:
		return truth(v.s.CalledShortIn(int(q.step), seat))
	case looksAtStrength:
		n := copy(v.cards[:], v.s.Hole(seat))
		n += copy(v.cards[n:], v.s.Board())
		worth := int64(q.ranking.Best(v.cards[:n]))
		if q.least > 0 {
			return truth(worth >= q.least)
		}
		return worth
	}
	return int64(v.s.Live())
}

// read is answer, and records the question.
func (v *awardView) read(q awardQuestion) int64 {
	a := v.answer(q)
	v.reads = append(v.reads, read[awardQuestion]{Ask: q, Answer: a})
	return a
}

var _ starlark.HasAttrs = (*awardView)(nil)

func (v *awardView) String() string { return "<hand>" }
func (v *awardView) Type() string   { return "award view" }
func (v *awardView) AttrNames() []string {
	return []string{"called_short", "checked", "holds", "live", "worth"}
}

func (v *awardView) Attr(name string) (starlark.Value, error) {
	if v.s == nil {
		return nil, fmt.Errorf("the hand is no longer valid: a hook must not keep it")
	}
	switch name {
	case "live":
		return Seats(betting.Set(v.read(awardQuestion{at: looksAtClaims}))), nil
	case "holds":
		return v.holds, nil
	case "checked":
		return v.checked, nil
	case "called_short":
		return v.calledShort, nil
	case "worth":
		return v.worth, nil
	}
	return nil, nil
}

// did returns a method (seat, round) that reports what the seat did in the named round: hand.checked, whether it checked;
// hand.called_short, whether it called an all-in of less than a bet.
func (v *awardView) did(what awardLook) guard.BuiltinFunc {
	return func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		seat, round, err := v.pair(b.Name(), "round", args, kwargs)
		if err != nil {
			return nil, err
		}
		name, ok := round.(starlark.String)
		step, known := v.hook.rounds[string(name)]
		if !ok || !known {
			rounds := slices.Sorted(maps.Keys(v.hook.rounds))
			return nil, fmt.Errorf("%s: no round is named %s: there are %s", b.Name(), round, strings.Join(star.QuotedAll(rounds), ", "))
		}
		return starlark.Bool(v.read(awardQuestion{at: what, seat: int8(seat), step: int16(step)}) != 0), nil
	}
}

// isWorth implements hand.worth(seat, ranking): the strength of the seat's cards; larger is better, 0 means no hand.
func (v *awardView) isWorth(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seat, ranking, err := v.pair("worth", "ranking", args, kwargs)
	if err != nil {
		return nil, err
	}
	r, ok := star.As[*rank.Ranking](ranking)
	if !ok {
		return nil, fmt.Errorf("worth: got %s, want a ranking", ranking.Type())
	}
	return starlark.MakeInt64(v.read(awardQuestion{at: looksAtStrength, seat: int8(seat), ranking: r})), nil
}

// isHeld implements hand.holds(seat, ranking, least): whether the seat's cards are worth as much. A hook that asks only that meets the
// same hands again, and need not run.
func (v *awardView) isHeld(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seat, ranking starlark.Value
	least := 0
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "seat", &seat, "ranking", &ranking, "least", &least); err != nil {
		return nil, err
	}
	i, ranking, err := v.pair(b.Name(), "ranking", starlark.Tuple{seat, ranking}, nil)
	if err != nil {
		return nil, err
	}
	r, ok := star.As[*rank.Ranking](ranking)
	switch {
	case !ok:
		return nil, fmt.Errorf("holds: got %s, want a ranking", ranking.Type())
	case least < 1:
		return nil, fmt.Errorf("holds: got %d, want at least 1", least)
	}
	return starlark.Bool(v.read(awardQuestion{at: looksAtStrength, seat: int8(i), ranking: r, least: int64(least)}) != 0), nil
}

// pair unpacks the arguments (seat, other) of a method itself: hooks are called often, and starlark.UnpackArgs takes as long as
// the rest of the call.
func (v *awardView) pair(name, other string, args starlark.Tuple, kwargs []starlark.Tuple) (seat int, value starlark.Value, err error) {
	if len(args) != 2 || len(kwargs) > 0 {
		var seat, value starlark.Value
		if err = starlark.UnpackArgs(name, args, kwargs, "seat", &seat, other, &value); err != nil {
			return 0, nil, err
		}
		args = starlark.Tuple{seat, value}
	}
	if n, ok := args[0].(starlark.Int); ok {
		if i, ok := n.Int64(); ok && v.s != nil && i >= 1 && i <= int64(v.s.Seats()) {
			return int(i) - 1, args[1], nil
		}
	}
	return 0, nil, fmt.Errorf("%s: no seat %s in the hand", name, guard.ShortText(args[0]))
}
