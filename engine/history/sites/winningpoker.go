package sites

import (
	"bytes"

	"cardroom/engine/history/scribe"
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
