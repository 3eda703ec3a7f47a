package policies

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/speech"

	"go.starlark.net/starlark"
)

// A policy is a function policy(view) that decides for the seat whose turn it is. The view shows only what that seat may see; the
// answer is a text in the words of the table:
//
//	"fold"   "check"   "call"   "bring in"   "raise 12"   "min"   "max"   "draw 2s 7d"   "stand pat"
//	"pass"   "show As"   "straddle"   "decline"   "pot"   "half pot"   "all in"   "draw 2"   "keep 7d"
//
// Against a bank it is one of view.options, with an amount if it takes one: "bank 100", "bet 10", "hit", "double 4". The default
// amount is the minimum for a bet and the maximum otherwise.
//
// "check" facing a bet means call, and "call" without a bet means check. To pass is to check if possible and to fold otherwise;
// in a pass-and-out round, "check" is a pass. If the decision is not a bet, "check" and "call" stand for the least action that
// continues: to bring it in, to stand pat, not to straddle, to turn up the first down cards. If there is a choice of that name,
// they stand for that choice. An amount is the player's total in the round, in dollars; ("raise", n) gives it in the table's
// smallest unit. An amount outside the limits is an error, and so is any raise when none is possible: view.can_raise reports
// whether it is, view.no_raise says why not.

// Load returns the policy that a reference "FILE.star:NAME" names, for use by one goroutine.
func Load(l *star.Loader, ref string) (batch.Policy, error) {
	file, name, _ := strings.Cut(ref, ":")
	if !strings.HasSuffix(file, ".star") {
		return nil, &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no policy %q", ref), Hint: "random, call, or a function of a script, FILE.star:NAME"}
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
		return nil, &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: fmt.Sprintf("no function named %q", name), Hint: hintFunction(m, file, name)}
	}
	p := &scriptPolicy{f: f, thread: l.Thread("policy "+ref, star.HookSteps)}
	p.view = view{chance: &p.chance, outlook: &p.outlook, sees: &p.sees}
	p.args = starlark.Tuple{&p.view}
	return p, nil
}

// hintFunction returns the hint for an unknown policy name: the functions of the script that could be meant.
func hintFunction(m *star.Module, file, name string) string {
	if hint := diag.DidYouMean(name, m.Order); hint != "" {
		return hint
	}
	var functions []string
	for _, other := range m.Order {
		if _, ok := m.Globals[other].(starlark.Callable); ok {
			functions = append(functions, other)
		}
	}
	switch len(functions) {
	case 0:
		return ""
	case 1:
		return file + ":" + functions[0]
	}
	return fmt.Sprintf("%s:NAME, where NAME is one of %s", file, strings.Join(functions, ", "))
}

type scriptPolicy struct {
	f      starlark.Callable
	thread *star.Thread
	chance stream
	// The estimates of a view, kept from hand to hand.
	outlook hand.Outlook
	sees    hand.Observation // of the view
	view    view             // of every decision: what a script is called with ends with the call
	args    starlark.Tuple
	// The last question, with the key of chance, and its answer, to find the line that gave it.
	hand   *hand.Hand
	answer starlark.Value
}

var _ batch.Blamer = (*scriptPolicy)(nil)

// Act calls the script. One draw from r is the key of everything that the script draws.
func (p *scriptPolicy) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	p.hand = h
	p.chance.restart(r.Uint64())
	p.view.h, p.view.d, p.view.filled = h, d, false
	answer, err := p.thread.Ask(p.f, p.args)
	p.view.h = nil // a view that the script has kept must not work after the decision
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

// View returns a policy's view of the pending decision of a hand: decision is the index, from 0, in hand number of the seed. It
// draws the same random numbers as a policy there. The hand must not change afterwards.
func View(h *hand.Hand, seed, number uint64, decision int) starlark.Value {
	d := h.Pending()
	r := batch.DecisionSource(seed, number, d.Seat, decision)
	return &view{h: h, d: d, chance: &stream{key: r.Uint64()}, outlook: &hand.Outlook{}, sees: &hand.Observation{}}
}

// Blame attributes a refused answer to the script.
func (p *scriptPolicy) Blame(err error) error {
	var illegal *hand.IllegalError
	if !errors.As(err, &illegal) {
		return err
	}
	return p.fault(fmt.Sprintf("%s: %s", guard.ShortText(p.answer), illegal.Reason), illegal.Legal)
}

// fault returns an error about the policy's last answer. The hand has refused it and is unchanged.
func (p *scriptPolicy) fault(msg, legal string) error {
	name := p.f.Name()
	if name != "policy" {
		name = "policy " + name
	}
	e := &diag.Error{Code: star.CodeEval, Msg: star.CutMessage(name + " says " + msg), Hint: "legal: " + legal}
	p.chance.restart(p.chance.key)
	e.Pos = p.thread.Loader().AnsweredAt(p.f, starlark.Tuple{&view{h: p.hand, d: p.hand.Pending(), chance: &p.chance, outlook: &p.outlook, sees: &p.sees}})
	p.thread.Loader().Illustrate(e)
	return e
}

// readAnswer converts the result of a policy to an action: a text, or a pair of a verb and an amount in the table's smallest
// unit.
func readAnswer(answer starlark.Value, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	if text, ok := starlark.AsString(answer); ok {
		if len(text) > star.MaxWords {
			return hand.Action{}, fmt.Errorf("%s, a text of %d bytes: the limit is %d", guard.ShortText(answer), len(text), star.MaxWords)
		}
		if (text == "check" || text == "call") && (d.Kind != hand.Wager || d.BringIn > 0) {
			if a, offered := h.Take(text, -1); offered { // casino hold'em has a choice of that name
				return a, nil
			}
			return h.DefaultAction(), nil
		}
		return said(text, h, d)
	}
	pair, ok := answer.(starlark.Tuple)
	if ok && len(pair) == 2 && pair[0] == starlark.String("raise") {
		if n, isInt := pair[1].(starlark.Int); isInt {
			if to, fits := n.Int64(); fits {
				return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: to}, nil
			}
		}
	}
	return hand.Action{}, fmt.Errorf("%s, which is neither a text such as \"call\" or \"raise 12\" nor a pair (\"raise\", amount)", guard.ShortText(answer))
}

// said parses a policy's answer at a decision. "check" and "call" stand for each other if only one is possible, and in a
// pass-and-out round a check is a pass.
func said(text string, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	a, err := speech.Parse(text, h, d)
	if err != nil {
		var unsaid *speech.UnknownWordError
		if !errors.As(err, &unsaid) {
			return a, err
		}
		if hint := diag.DidYouMean(unsaid.Word, unsaid.Near); hint != "" {
			return a, fmt.Errorf("%q: %w; %s", text, err, hint)
		}
		return a, fmt.Errorf("%q: %w", text, err)
	}
	if a.Kind != hand.Check && a.Kind != hand.Call {
		return a, nil
	}
	switch {
	case a.Kind == hand.Check && passAndOut(h) && !d.Options.CanCheck:
		a.Kind = hand.Fold
	case d.Options.Call > 0:
		a.Kind = hand.Call
	default:
		a.Kind = hand.Check
	}
	return a, nil
}

// passAndOut reports whether a seat that does not bet is out in the current round.
func passAndOut(h *hand.Hand) bool {
	st := h.Step()
	return st != nil && st.Bet.NoCheck
}

// stream is the random source of a policy at one decision: the hash of its key and a counter. A script sees the complete output of
// its draws, so nothing must be derivable from it: neither the key, and with it the seed and the cards, nor another stream. Most
// decisions draw a few numbers or none.
type stream struct {
	key   uint64
	drawn uint64 // words
	words [4]uint64
}

// restart sets the key of the stream.
func (s *stream) restart(key uint64) { s.key, s.drawn = key, 0 }

// streamUse separates the streams of scripts from other uses of the hash.
const streamUse = "cardroom view.random\x00"

// next returns a word.
func (s *stream) next() uint64 {
	k := s.drawn % uint64(len(s.words))
	if k == 0 {
		var b [len(streamUse) + 16]byte
		copy(b[:], streamUse)
		binary.LittleEndian.PutUint64(b[len(streamUse):], s.key)
		binary.LittleEndian.PutUint64(b[len(streamUse)+8:], s.drawn)
		sum := sha256.Sum256(b[:])
		for i := range s.words {
			s.words[i] = binary.LittleEndian.Uint64(sum[8*i:])
		}
	}
	s.drawn++
	return s.words[k]
}

// below returns a number from 0 to n-1, uniformly distributed.
func (s *stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.next(), n)
	for limit := -n % n; lo < limit; { // Lemire's method
		hi, lo = bits.Mul64(s.next(), n)
	}
	return hi
}
