package plan

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/diag"
)

// checkNamed refuses a question about a hand that no step before it sets apart, or about
// a board on which no step before it lays cards: it would ask about no cards.
func (s *Step) checkNamed(g *Game) error {
	a := s.Ask
	if a.Of != 0 && !slices.ContainsFunc(g.before(s), func(st Step) bool { return st.setsApart(a.Of) }) {
		// The hand is not set apart before the question.
		name := s.Ask.OfName
		var made []string
		for i, hand := range g.Hands {
			if slices.ContainsFunc(g.before(s), func(st Step) bool { return st.setsApart(uint8(1 + i)) }) {
				made = append(made, hand)
			}
		}
		isBoard := slices.ContainsFunc(g.Steps, func(st Step) bool {
			return slices.ContainsFunc(g.Boards, func(b string) bool { return b == name && st.Kind == Board && st.On>>slices.Index(g.Boards, b)&1 != 0 })
		})
		hint := diag.DidYouMean(name, made)
		switch {
		case isBoard:
			hint = name + " is a board, and boards are not hands: take_board(1) replaces cards of a board"
		case hint != "":
		case made != nil:
			hint = "the hands set apart before it are " + strings.Join(made, ", ")
		default:
			hint = `no hand is set apart before it: arrange(…) or deal(…, into = "` + name + `") sets one apart`
		}
		return fault(s.Pos, hint, "%s: there is no hand called %q here", s.Word(), name)
	}
	for k, name := range g.Boards {
		lays := func(st Step) bool { return st.Kind == Board && (st.On == 0 || st.On>>k&1 != 0) }
		if a.Matching>>k&1 != 0 && !slices.ContainsFunc(g.before(s), lays) {
			return fault(s.Pos, fmt.Sprintf("board(3, on = %q) before it", name), "the %s is about board %s, and there are no cards on it yet", s.Word(), name)
		}
	}
	return nil
}

// before returns the steps before a step.
func (g *Game) before(s *Step) []Step {
	for i := range g.Steps {
		if &g.Steps[i] == s {
			return g.Steps[:i]
		}
	}
	return nil
}

// setsApart reports whether a step deals or arranges cards for a hand.
func (s *Step) setsApart(hand uint8) bool {
	return s.Kind == Deal && s.Hand == hand || s.Ask != nil && slices.Contains(s.Ask.Groups, hand)
}
