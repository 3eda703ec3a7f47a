package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of the Winning Poker Network (Americas Cardroom, Black Chip Poker, True Poker, Ya Poker) since 2019: a header
// without the name of a site, no colon after names, and winners often only in the summary.

// Winning is the format of the Winning Poker Network.
var Winning = winningLayout.Format()

const winningMark = "Hand #"

var winningLayout = scribe.Layout{
	Name: "Winning Poker", Mark: winningMark, Is: winningIsHeader, Header: winningHeader, After: " ", Summary: true, Line: winningLine, Other: scribe.Other,
	Deeds: []scribe.Deed{
		{Words: "caps ", Do: caps},
		{Words: "posts dead ", Do: scribe.PostsBoth},
		{Words: "brings in ", Chips: (*scribe.Scribe).BringIn},
		{Words: "collected ", Do: scribe.Wins},
		{Words: "will be allowed", Do: scribe.Nothing}, // to play after the button has passed
	},
}

// winningIsHeader reports whether a line begins with "Hand #12 - " or "Game Hand #12 - ".
func winningIsHeader(line []byte) bool {
	line, _ = scribe.Cut(line, "Game ")
	rest, ok := scribe.Cut(line, winningMark)
	if !ok {
		return false
	}
	_, n := scribe.Number(rest)
	return n > 0 && scribe.Has(rest[n:], " - ")
}

// winningHeader parses "Hand #12 - Holdem(No Limit) - $0.01/$0.02 - 2019/11/08 04:43:23 UTC" and "Game
// Hand #12 - Tournament #34 - Holdem(No Limit) - Level 8 (2000.00/4000.00)- 2021/…".
func winningHeader(l *scribe.Lines, line []byte) error {
	_, rest, _ := bytes.Cut(line, []byte(winningMark))
	id, rest, _ := bytes.Cut(rest, []byte(" - "))
	h := l.Hand()
	h.HandID, h.Venue = scribe.ID(id), "Winning Poker Network"
	_, number, tournament := bytes.Cut(rest, []byte("Tournament #"))
	if tournament {
		number, rest, _ = bytes.Cut(number, []byte(" - "))
		h.Event = l.Word(number)
	}
	low, high, after, ok := l.Stakes(rest)
	if err := l.Plays(rest, low, high, rest, tournament); err != nil {
		return err
	}
	if !ok {
		return l.NoStakes(rest)
	}
	l.Date(after)
	return nil
}

// winningLine parses the line of the table, which is not marked by a word ("Miramar (Cap) 9-max Seat #1 is
// the button"), and skips the seats of waiting players, because they have no stack there.
func winningLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if l.Playing() {
		if scribe.Has(line, "Main pot ") {
			soFar(l, line)
		}
		return false, nil
	}
	if rest, ok := bytes.CutSuffix(line, []byte(" is the button")); ok {
		if i := bytes.LastIndex(rest, []byte("Seat #")); i >= 0 {
			number, n := scribe.Number(rest[i+len("Seat #"):])
			l.Button = number
			return n > 0, nil
		}
	}
	return scribe.Has(line, "Seat ") && bytes.Contains(line, []byte(" will be allowed to play")), nil
}

// caps parses a raise of all chips, or of as many as the table allows: "$0.55", or "$0.55 to $0.75".
func caps(l *scribe.Lines, a *scribe.Act) (err error) {
	if bytes.Contains(a.Rest, []byte("to ")) {
		err = scribe.Raises(l, a)
	} else {
		err = putsIn(l, a)
	}
	l.CapAt(a.Seat)
	return err
}

// putsIn parses the amount of a call, a bet or a raise.
var putsIn = scribe.Chips((*scribe.Scribe).AllIn)

// soFar compares the pots of a street with what was put in: "Main pot $1.19 | Rake $0.06". The part of one of several boards is not
// compared: "Main pot 1 $123.00 | Rake $1.50".
func soFar(l *scribe.Lines, line []byte) {
	board := line[len("Main pot "):]
	if _, n := scribe.Number(board); n > 0 && scribe.Has(board[n:], " ") {
		return
	}
	sum := int64(0)
	for part := range bytes.SplitSeq(line, []byte("|")) {
		amount, ok := l.LastAmount(part)
		if !ok {
			return
		}
		sum += amount
	}
	l.SoFar(sum, l.Here())
}

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
