package dsl

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// A policy is a function policy(view) that decides for the seat whose turn it is. The view holds what that seat may see,
// and nothing else; the answer is a text in the words of the table:
//
//	"fold"   "check"   "call"   "bring in"   "raise 12"   "min"   "max"   "draw 2s 7d"   "stand pat"
//	"pass"   "show As"   "straddle"   "decline"
//
// "check" where there is a bet to call, and "call" where there is none, is what the player would have meant: the other. To
// pass is to check where that is possible and to fold otherwise; where a round is pass and out, "check" is a pass. Where no bet
// is asked, "check" and "call" are the least that goes on: to bring it in, to stand pat, not to straddle, to turn up the first
// down cards. An amount is what the wager comes to, in dollars; ("raise", n) names it in the table's smallest unit. One outside
// of what the limit allows is an error, and so is any raise where none is possible: view.can_raise tells, view.no_raise says why.

// policySteps bounds the Starlark steps of one decision.
const policySteps = 1_000_000

// Policy returns the policy that a reference "FILE.star:NAME" names, for one goroutine.
func (l *Library) Policy(ref string) (batch.Policy, error) {
	file, name, _ := strings.Cut(ref, ":")
	if !strings.HasSuffix(file, ".star") {
		return nil, &Error{Code: CodeGame, Msg: fmt.Sprintf("no policy %q", ref), Hint: "random, call, or a function of a script, FILE.star:NAME"}
	}
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = "policy"
	}
	f, ok := m.Globals[name].(starlark.Callable)
	if !ok {
		return nil, &Error{Pos: plan.Pos{File: file}, Code: CodeGame, Msg: fmt.Sprintf("no function named %q", name), Hint: didYouMean(name, m.Order)}
	}
	return &scriptPolicy{f: f, thread: l.Thread("policy "+ref, policySteps)}, nil
}

type scriptPolicy struct {
	f      starlark.Callable
	thread *Thread
	answer starlark.Value // the last
}

var _ batch.Blamer = (*scriptPolicy)(nil)

// Act asks the script.
func (p *scriptPolicy) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	v := &view{h: h, d: d, r: r}
	answer, err := p.thread.Call(p.f, starlark.Tuple{v}, nil)
	v.h = nil // a view that the script has kept is of no use later
	if err != nil {
		return hand.Action{}, err
	}
	p.answer = answer
	a, err := readAnswer(answer, h, d)
	if err != nil {
		return a, p.fault(err.Error(), h.Legal())
	}
	return a, nil
}

// Blame puts a refused answer down to the script: at its function, for nothing tells which return statement it was.
func (p *scriptPolicy) Blame(err error) error {
	var illegal *hand.IllegalError
	if !errors.As(err, &illegal) {
		return err
	}
	return p.fault(fmt.Sprintf("%s: %s", p.answer, illegal.Reason), illegal.Legal)
}

// fault is an error of the policy's function.
func (p *scriptPolicy) fault(msg, legal string) error {
	e := &Error{Code: CodeEval, Msg: "policy " + p.f.Name() + " says " + msg, Hint: "legal: " + legal}
	if f, ok := p.f.(*starlark.Function); ok {
		e.Pos = planPos(f.Position())
	}
	p.thread.loader.illustrate(e)
	return e
}

// readAnswer makes an action of what a policy returns: a text, or a pair of a verb and an amount in the table's smallest unit.
func readAnswer(answer starlark.Value, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	if text, ok := starlark.AsString(answer); ok {
		if (text == "check" || text == "call") && d.Kind != hand.Wager {
			return passive(h, d), nil
		}
		return ParseAction(text, h, d)
	}
	pair, ok := answer.(starlark.Tuple)
	if ok && len(pair) == 2 && pair[0] == starlark.String("raise") {
		if n, isInt := pair[1].(starlark.Int); isInt {
			if to, fits := n.Int64(); fits {
				return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: to}, nil
			}
		}
	}
	return hand.Action{}, fmt.Errorf("%s, which is neither a text such as \"call\" or \"raise 12\" nor a pair (\"raise\", amount)", answer)
}

// passive is the least that goes on where no bet is asked.
func passive(h *hand.Hand, d *hand.Decision) hand.Action {
	a := hand.Action{Seat: d.Seat}
	switch d.Kind {
	case hand.OpenBet:
		a.Kind = hand.BringIn
	case hand.Discard:
		a.Kind = hand.DiscardOut
	case hand.StraddleBet:
		a.Kind = hand.Decline
	case hand.ExposeCards:
		a.Kind = hand.ExposeUp
		return a.WithCards(downCards(h, int(d.Seat))[:d.Count])
	}
	return a
}

// ParseAction reads what a player says when the decision d is asked of h.
func ParseAction(text string, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	a := hand.Action{Seat: d.Seat}
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return a, errors.New("nothing was said")
	}
	rest := words[1:]
	if len(rest) > 0 && rest[0] == "to" {
		rest = rest[1:]
	}
	switch words[0] {
	case "fold", "f":
		a.Kind = hand.Fold
	case "pass", "check", "call", "x", "c":
		a.Kind = checkOrCall(words[0], h, d)
	case "bring", "bring-in":
		a.Kind = hand.BringIn
		rest = nil
	case "min":
		a.Kind, a.Amount = hand.RaiseTo, d.Options.MinTo
	case "max", "pot", "all-in", "allin":
		a.Kind, a.Amount = hand.RaiseTo, d.Options.MaxTo
	case "raise", "bet", "complete":
		a.Kind = hand.RaiseTo
		return raiseTo(a, rest, h, d)
	case "stand", "pat":
		a.Kind = hand.DiscardOut
		rest = nil
	case "straddle":
		a.Kind, a.Amount = hand.PostStraddle, d.Straddle
		if len(rest) > 0 {
			return amountOf(a, rest, h)
		}
	case "decline", "no":
		a.Kind = hand.Decline
	case "draw", "discard", "buy", "show", "expose":
		a.Kind = hand.DiscardOut
		if d.Kind == hand.ExposeCards {
			a.Kind = hand.ExposeUp
		}
		cs, err := cards.Parse(strings.Join(strings.Fields(text)[1:], ""))
		if err != nil {
			return a, err
		}
		if len(cs) > hand.MaxHole {
			return a, fmt.Errorf("%d cards are more than a hand holds", len(cs))
		}
		return a.WithCards(cs), nil
	default:
		return a, fmt.Errorf("%q is not something a player says%s", words[0], orHint(didYouMean(words[0], sayings)))
	}
	if len(rest) > 0 {
		return a, fmt.Errorf("%q: nothing is expected after %q", text, words[0])
	}
	return a, nil
}

var sayings = []string{
	"fold", "check", "pass", "call", "bring in", "min", "max", "pot", "raise", "bet", "complete", "stand", "pat", "draw", "discard",
	"buy", "show", "expose", "straddle", "decline",
}

// checkOrCall is what a player means who says that he passes, checks or calls.
func checkOrCall(word string, h *hand.Hand, d *hand.Decision) hand.ActionKind {
	out := word == "pass" || word != "call" && word != "c" && passAndOut(h)
	switch {
	case out && !d.Options.CanCheck:
		return hand.Fold
	case d.Options.Call > 0:
		return hand.Call
	}
	return hand.Check
}

// passAndOut reports whether a seat that does not bet is out in the round being bet.
func passAndOut(h *hand.Hand) bool {
	st := h.Step()
	return st != nil && st.Kind == plan.Bet && st.Bet.NoCheck
}

func orHint(hint string) string {
	if hint == "" {
		return ""
	}
	return "; " + hint
}

// raiseTo reads the amount of a bet or raise; without one it is the least allowed.
func raiseTo(a hand.Action, rest []string, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	if len(rest) == 0 {
		a.Amount = d.Options.MinTo
		return a, nil
	}
	return amountOf(a, rest, h)
}

// amountOf reads the amount of an action, in dollars.
func amountOf(a hand.Action, rest []string, h *hand.Hand) (hand.Action, error) {
	cents, err := plan.ParseMoney(strings.TrimPrefix(rest[0], "$"))
	if err != nil || len(rest) > 1 {
		return a, fmt.Errorf("%q is not an amount", strings.Join(rest, " "))
	}
	a.Amount = cents * h.Plan().Stakes.Scale / plan.Cents
	return a, nil
}
