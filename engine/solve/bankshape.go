package solve

import (
	"fmt"
	"path"
	"strings"

	"cardroom/engine/plan"
)

// BankShapeError means that there is no method to count the deals of a game.
type BankShapeError struct {
	// Counted describes the games of this kind whose deals are counted.
	Counted string
}

func (*BankShapeError) Error() string { return "its deals cannot all be counted" }

// The kinds of games, each with what is counted of it.
var (
	errSharedShape error = &BankShapeError{"games in which the player sees all cards but those of the house are counted if all bets are made before the first card, no hand is split, the house " +
		"and a hand that all bettors share have no choice but cards, and there are no more than 50 million sequences of cards"}
	errDrawShape error = &BankShapeError{"games of points are counted if they have one bet, one choose step for the players and one settle step, which compares the hands at the end"}
	errSetShape  error = &BankShapeError{"games in which hands are set apart are solved if the house banks, with one deck and one bet, and each side gets its cards face down and sets all of them"}
	errBankShape error = &BankShapeError{"games of poker hands are counted, or dealt at random, with one deck, at most one joker, and a house that banks and does not choose, if all bets are made before the first card, all of a player's " +
		"cards are dealt before the first choice, and choices depend only on bets and the player's own cards"}
)

// uncounted returns the error for a step that is the reason why a game cannot be counted. shape is the kind of the game.
func uncounted(shape error, st *plan.Step, format string, args ...any) error {
	at := st.Word()
	if st.Name != "" && st.Name != at {
		at += fmt.Sprintf(" %q", st.Name)
	}
	if st.Pos.File != "" {
		at += fmt.Sprintf(" (%s:%d)", path.Base(st.Pos.File), st.Pos.Line)
	}
	return fmt.Errorf("%s %s: %w", at, fmt.Sprintf(format, args...), shape)
}

// unshaped returns the error for a game that cannot be counted because of the game as a whole.
func unshaped(shape error, format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), shape)
}

// unsettled returns the error for a settlement that compares hands of points in a way that is not counted.
func unsettled(shape error, st *plan.Step) error {
	switch s := st.Settle; {
	case s.Bets != nil:
		return uncounted(shape, st, "settles only %s, and the round goes on", strings.Join(s.Bets, ", "))
	case s.Own != nil:
		return uncounted(shape, st, "pays the player's hand by itself")
	case s.Points == nil:
		return uncounted(shape, st, "does not compare points")
	case s.Qualifies != nil:
		return uncounted(shape, st, "depends on whether the bank qualifies")
	}
	return uncounted(shape, st, "is a second settlement")
}

// unknownStep returns the error for a step that has no place in a kind of game.
func unknownStep(shape error, st *plan.Step) error {
	switch {
	case st.Branches() || st.Leaves():
		return uncounted(shape, st, "makes rounds go on in different ways")
	case st.Settle != nil:
		return uncounted(shape, st, "is a settlement of another kind, or a second one")
	}
	return uncounted(shape, st, "cannot be counted where it stands")
}

// againstShape returns why hands and board of a game are not counted, nil if they are.
func (g *bankGame) againstShape() error {
	switch {
	case g.end == nil:
		return unshaped(errBankShape, "no settle step compares one hand of each side for all bets")
	case g.own == 0:
		return unshaped(errBankShape, "the players get no cards")
	case g.end.Own == nil && g.bank == 0:
		return unshaped(errBankShape, "the house gets no cards")
	case g.rank.Low() && g.rank.Qualifies():
		return unshaped(errBankShape, "low hands are compared that must qualify")
	}
	return nil
}
