package dsl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/dsl/words"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/seating"

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
		{Name: "seat", Type: "int", Min: 1, Max: seating.Max, Doc: "a seat number, as in hand.live"},
		{Name: "since", Type: "string", Doc: "the name of the round from which on the seat cannot win bets"},
		{Name: "forfeit", Type: "bool", Default: "False", Doc: "the bets are lost rather than void"},
	},
	Fn: func(c *star.Call) (starlark.Value, error) {
		return star.Wrap("claim limit", claimLimit{c.Int("seat"), c.String("since"), c.Bool("forfeit")}, c.Pos), nil
	},
})

// awardHook calls a script's before_award. Threads are kept for the next hand, each with its view.
type awardHook struct {
	words.Documented
	threads sync.Pool
	rounds  map[string]int // the step numbers of named rounds, set when the game is assembled
}

type awardCall struct {
	thread *star.Thread
	view   *awardView
	args   starlark.Tuple
}

// BeforeAward calls the script.
func (h *awardHook) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) {
	c := h.threads.Get().(*awardCall)
	defer h.threads.Put(c)
	c.view.s = s
	defer func() { c.view.s = nil }()
	out, err := c.thread.Ask(h.F, c.args)
	if err != nil {
		return nil, err
	}
	return h.limits(out, c.args)
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
	cards [plan.MostHole + plan.MostBoard]cards.Card

	checked, calledShort, worth starlark.Value // the methods, made once for all hands
}

var _ starlark.HasAttrs = (*awardView)(nil)

func (v *awardView) String() string      { return "<hand>" }
func (v *awardView) Type() string        { return "award view" }
func (v *awardView) AttrNames() []string { return []string{"called_short", "checked", "live", "worth"} }

func (v *awardView) Attr(name string) (starlark.Value, error) {
	if v.s == nil {
		return nil, fmt.Errorf("the hand is no longer valid: a hook must not keep it")
	}
	switch name {
	case "live":
		return words.Seats(v.s.Live()), nil
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
func (v *awardView) did(ask func(s plan.State, step, seat int) bool) star.BuiltinFunc {
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
		return starlark.Bool(ask(v.s, step, seat)), nil
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
	n := copy(v.cards[:], v.s.Hole(seat))
	n += copy(v.cards[n:], v.s.Board())
	return starlark.MakeInt(int(r.Best(v.cards[:n]))), nil
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
	return 0, nil, fmt.Errorf("%s: no seat %s in the hand", name, star.ShortText(args[0]))
}
