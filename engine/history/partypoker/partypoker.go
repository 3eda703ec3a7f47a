// Package partypoker reads hands as PartyPoker and 888poker (Pacific) write them: amounts
// and cards in brackets, "** Dealing flop **" between the streets, and raises told by the
// chips that go in.
package partypoker

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is how PartyPoker writes hands; Format888 is that of 888poker and others of the
// Pacific network.
var (
	Format    = layout("PartyPoker", func(line []byte) bool { return isHeader(line) && !pacific(line) })
	Format888 = layout("888poker", func(line []byte) bool { return isHeader(line) && pacific(line) })
)

const mark = "Hand History "

func layout(name string, is func(line []byte) bool) history.Format {
	f := scribe.Layout{Name: name, Mark: mark, Is: is, After: " ", Deeds: deeds}
	f.Header = func(l *scribe.Lines, line []byte) error {
		l.Hand().Venue = name
		return header(l, line)
	}
	return f.Format()
}

var deeds = []scribe.Deed{
	{Words: "raises", Chips: (*scribe.Scribe).RaiseBy},
	{Words: "is all-In", Chips: (*scribe.Scribe).AllIn},
	{Words: "is all-in", Chips: (*scribe.Scribe).AllIn},
	{Words: "posts big blind + dead", Do: scribe.PostsBoth},
	{Words: "posts dead blind", Do: scribe.PostsBoth},
	{Words: "wins ", Do: scribe.Wins},
	{Words: "collected ", Do: scribe.Wins},
}

func isHeader(line []byte) bool {
	return scribe.Has(line, "*") && bytes.Contains(line, []byte(mark)) && bytes.Contains(line, []byte("Game "))
}

func pacific(line []byte) bool {
	return bytes.Contains(line, []byte("888")) || bytes.Contains(line, []byte("Pacific")) || bytes.Contains(line, []byte("Cassava"))
}

// header reads "***** Hand History for Game 12345 *****".
func header(l *scribe.Lines, line []byte) error {
	_, id, _ := bytes.Cut(line, []byte("Game "))
	id, _, _ = bytes.Cut(bytes.TrimLeft(id, " #"), []byte(" "))
	l.Hand().HandID = scribe.ID(id)
	l.Next(game)
	return nil
}

// game reads "$0.50/$1 Texas Hold'em Game Table (Limit) - …", "$0.01/$0.02 Blinds No Limit
// Holdem - …", "$25 USD NL Texas Hold'em - …".
func game(l *scribe.Lines, line []byte) error {
	game, limit, err := l.GameIn(line)
	if err != nil {
		return err
	}
	switch {
	case bytes.Contains(line, []byte("NL ")):
		limit = scribe.NoLimit
	case bytes.Contains(line, []byte("PL ")):
		limit = scribe.PotLimit
	case bytes.Contains(line, []byte("FL ")), bytes.Contains(line, []byte("Fix Limit")):
		limit = scribe.Fixed
	}
	low, high, _, found := l.Stakes(line)
	if !found {
		low, high = 0, 0 // the blinds that are posted say it
	}
	if !bytes.Contains(line, []byte("ournament")) && !bytes.Contains(line, []byte("Trny")) {
		l.Currency(line)
	}
	l.Play(game, limit, low, high)
	return nil
}
