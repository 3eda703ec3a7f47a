package sites

import (
	"bytes"

	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of Winamax: no colon after names, no lines for uncalled bets, antes and blinds of a tournament in one bracket.

// Winamax is the format of Winamax.
var Winamax = winamaxLayout.Format()

const winamaxMark = "Winamax Poker - "

// apart follows the post of a player who comes in.
const apart = "out of position"

var winamaxLayout = scribe.Layout{
	Name: "Winamax", Mark: winamaxMark, Header: winamaxHeader, After: " ", Summary: true, Other: scribe.Other, Line: winamaxLine,
	Is: func(line []byte) bool { return scribe.Has(line, winamaxMark) },
	Deeds: []scribe.Deed{
		{Words: "posts small blind ", With: apart, Do: scribe.PostsBoth},
		{Words: "posts big blind ", With: apart, Chips: (*scribe.Scribe).Post},
		{Words: "raises ", Do: winamaxRaises},
		{Words: "brings in ", Chips: (*scribe.Scribe).BringIn},
		{Words: "bring-in ", Chips: (*scribe.Scribe).BringIn},
		{Words: "collected ", Do: scribe.Wins},
	},
}

// winamaxHeader parses "Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (0.01€/0.02€) -
// 2012/10/10 22:00:00 UTC"; in tournaments the bracket begins with the ante, if there is one.
func winamaxHeader(l *scribe.Lines, line []byte) error {
	before, rest, ok := bytes.Cut(line, []byte("HandId: #"))
	number, rest, more := bytes.Cut(rest, []byte(" - "))
	kind, stakes, bracket := bytes.Cut(rest, []byte("("))
	if !ok || !more || !bracket {
		return l.Line(l.Here(), line)
	}
	h := l.Hand()
	h.HandID, h.Venue = scribe.ID(number), "Winamax"
	l.Site = "winamax"
	low, high, n, at := int64(0), int64(0), 0, stakes
	for n < 3 { // the last two are the blinds
		amount, k := l.Amount(at)
		if k == 0 {
			break
		}
		low, high = high, amount
		n++
		if at = at[k:]; len(at) == 0 || at[0] != '/' {
			break
		}
		at = at[1:]
	}
	// Without a tournament it is a CashGame, or a pool of fast-fold tables: Go Fast, ESCAPE, HOLD-UP.
	if err := l.Plays(kind, low, high, rest, bytes.Contains(before, []byte("Tournament"))); err != nil {
		return err
	}
	if n < 2 {
		return l.NoStakes(stakes)
	}
	l.Date(at)
	return nil
}

// winamaxLine takes the number of a tournament from the name of the table: "Table: 'Kill The Fish(1)#02' …".
func winamaxLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if name, ok := scribe.Cut(line, "Table: '"); ok && l.Tournament {
		name, _, _ = cutLast(name, "' ")
		name, _, _ = cutLast(name, "#")
		l.Hand().Event = l.Word(bracketed(name))
	}
	return false, nil
}

// winamaxRaises parses a raise; before the cards it is how some files describe a player who comes in and posts both blinds.
func winamaxRaises(l *scribe.Lines, a *scribe.Act) error {
	if _, total, ok := bytes.Cut(a.Rest, []byte(" to ")); ok && !l.Playing() {
		a.Rest = total
		return scribe.PostsBoth(l, a)
	}
	return scribe.Raises(l, a)
}
