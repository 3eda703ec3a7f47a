package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// WinningOlder is the format of the Winning Poker Network until 2019: "Player" before each name, amounts in brackets without a currency,
// raises given as the chips put in, and winners only in the summary.
var WinningOlder = older.Format()

const started = "Game started at: "

var older = scribe.Layout{
	Name: "Winning Poker (to 2019)", Mark: started, Header: date, After: " ", Line: oldLine, Other: scribe.Other,
	Is: func(line []byte) bool { return scribe.Has(line, started) },
	Deeds: []scribe.Deed{
		{Words: "received card: ", Do: card},
		{Words: "received a card", Do: unseen},
		{Words: "has small blind", Chips: (*scribe.Scribe).Small},
		{Words: "has big blind", Do: bigBlind},
		{Words: "posts (", With: "dead", Chips: (*scribe.Scribe).Dead},
		{Words: "ante", Chips: scribe.Antes},
		{Words: "bring in ", Chips: (*scribe.Scribe).BringIn},
		{Words: "raises", Chips: (*scribe.Scribe).RaiseBy},
		{Words: "allin", Do: scribe.AllIn},
		{Words: "caps", Do: caps},
		{Words: "cap ", Do: caps},
		{Words: "is disconnected and ALL IN", Do: protected},
		{Words: "shows: ", Do: result},
		{Words: "mucks (", Do: result},
		{Words: "does not show", Do: result},
	},
}

// date parses "Game started at: 2014/3/9 0:4:59".
func date(l *scribe.Lines, line []byte) error {
	l.Hand().Venue = "Winning Poker Network"
	l.DateInWords(bytes.ReplaceAll(line[len(started):], []byte("/"), []byte("-")))
	l.Next(winningGame)
	return nil
}

// winningGame parses "Game ID: 1234 2/4 Baryte (JP) - 2 (Hold'em)": the game is in the last brackets. "$5
// Regular, Table 3" is the name of a tournament.
func winningGame(l *scribe.Lines, line []byte) error {
	rest, ok := scribe.Cut(line, "Game ID: ")
	id, rest, more := bytes.Cut(rest, []byte(" "))
	open := bytes.LastIndexByte(rest, '(')
	if !ok || !more || open < 0 {
		return l.Line(l.Here(), line)
	}
	l.Hand().HandID = scribe.ID(id)
	low, high, table, ok := l.Stakes(rest[:open])
	if err := l.Plays(rest[open:], low, high, nil, bytes.Contains(table, []byte(", Table "))); err != nil {
		return err
	}
	if !ok {
		return l.NoStakes(rest)
	}
	l.Money = !l.Tournament // without a sign
	l.Hand().TableID = history.TextID(l.Word(bytes.TrimSpace(table)))
	return nil
}

// oldLine parses "Player NAME …", with an asterisk before it if the player wins, and "Pot: 20.50.
// Rake 1. JP fee 0.24", which gives the pot without the house's share.
func oldLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if rest, ok := scribe.Cut(bytes.TrimPrefix(line, []byte("*")), "Player "); ok {
		if i, _ := l.Find(rest); i < 0 && bytes.IndexByte(rest, '(') >= 0 && !bytes.Contains(rest, []byte("Bets: ")) {
			return true, l.Fail(l.Pos(rest), history.CodeWho, "somebody acts who is not in the list of seats", "")
		}
		return true, l.Again(rest)
	}
	if !scribe.Has(line, "Pot: ") {
		return false, nil
	}
	pot, takes, _ := bytes.Cut(line, []byte(". "))
	if amount, ok := l.LastAmount(pot); ok && amount == 0 {
		return true, l.Fail(l.Here(), history.CodeBroken, "the hand was cancelled", "")
	}
	if bytes.Contains([]byte(l.Hand().TableID.Text), []byte("(JP)")) && !bytes.Contains(takes, []byte("JP fee")) {
		return true, nil // neither amount includes the jackpot fee
	}
	for take := range bytes.SplitSeq(takes, []byte(". ")) {
		if amount, ok := l.LastAmount(bytes.TrimSuffix(take, []byte("."))); ok {
			l.Rake(amount)
		}
	}
	return true, nil
}

// card records the next card of a player, if the file knows it.
func card(l *scribe.Lines, a *scribe.Act) error {
	cs, at, err := l.Bracket(a.Rest)
	if err == nil {
		due(l, at)
		l.NextCards(a.Seat, cs, at)
	}
	return err
}

// unseen records an unknown card.
func unseen(l *scribe.Lines, a *scribe.Act) error {
	due(l, a.At)
	l.NextCards(a.Seat, nil, a.At)
	return nil
}

// due begins what the next card is dealt for. The streets of stud have headings at their end: a street begins with the first card after the betting.
func due(l *scribe.Lines, at history.Pos) {
	l.Deal()
	if l.Game.Kind == scribe.Stud && l.Further() {
		l.Street(at)
	}
}

// bigBlind records the big blind. For a fixed limit the header has the bets, and the big blind is the smaller of them.
func bigBlind(l *scribe.Lines, a *scribe.Act) error {
	amount, err := l.AmountIn(a.Rest)
	if err == nil {
		l.FixedFrom(amount)
		l.Big(a.Seat, amount, a.At)
	}
	return err
}

// protected returns an error for the hand of a player who stays in without paying.
func protected(l *scribe.Lines, a *scribe.Act) error {
	return l.Fail(a.At, history.CodeGame, "a player who is disconnected is taken to be all in, with chips behind", "no game of the house sites has this rule")
}

// result parses a player's result: "One pair [9c Ac]. Bets: 8. Collects: 16.85. Wins: 8.85." It may include cards that were not shown.
func result(l *scribe.Lines, a *scribe.Act) error {
	var bad error
	part := func(words string) int64 {
		_, text, ok := bytes.Cut(a.Rest, []byte(words))
		if !ok {
			return scribe.Untold
		}
		text, _, _ = bytes.Cut(text, []byte(". "))
		amount, err := l.AmountIn(bytes.TrimSuffix(text, []byte(".")))
		if err != nil {
			bad = err
		}
		return amount
	}
	after := scribe.Outcome{Bet: part("Bets: "), Net: part("Wins: "), Stack: scribe.Untold, At: a.At}
	if loss := part("Loses: "); loss != scribe.Untold {
		after.Net = -loss
	}
	l.After(a.Seat, after)
	if won := part("Collects: "); won > 0 {
		l.Collect(a.Seat, won, -1, a.At)
	}
	if bad != nil {
		return bad
	}
	switch {
	case scribe.Has(a.Deed, "shows: "):
		return scribe.Shows(l, a)
	case scribe.Has(a.Deed, "mucks"):
		return scribe.Mucks(l, a)
	}
	return nil
}
