package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of Bovada, Ignition and Bodog: players are named by position ("UTG+1 : Folds"), all hole cards are included,
// the header names no stakes, and the rake is the rest of the pot.

// Bovada is the format of Bovada.
var Bovada = bovadaLayout.Format()

var bovadaLayout = scribe.Layout{
	Name: "Bovada", Mark: " Hand #", Is: bovadaIsHeader, Header: bovadaHeader, After: " : ", Me: "[ME]", Summary: true, Line: bovadaLine,
	Deeds: []scribe.Deed{
		{Words: "Set dealer", Do: button},
		{Words: "Ante/Small Blind ", Chips: (*scribe.Scribe).Small},
		{Words: "Ante/Small blind ", Chips: (*scribe.Scribe).Small},
		{Words: "Big blind/Bring in ", Chips: bigOrBringIn},
		{Words: "Small Blind ", Chips: (*scribe.Scribe).Small},
		{Words: "Small blind ", Chips: (*scribe.Scribe).Small},
		{Words: "Big blind ", Chips: (*scribe.Scribe).Big},
		{Words: "Big Blind ", Chips: (*scribe.Scribe).Big},
		{Words: "Ante chip ", Chips: scribe.Antes},
		{Words: "Ante ", Chips: scribe.Antes},
		{Words: "Bring_in chip ", Chips: (*scribe.Scribe).BringIn},
		{Words: "Posts dead chip ", Chips: dead},
		{Words: "Posts chip ", Chips: (*scribe.Scribe).Post},
		{Words: "Card dealt to a spot ", Do: bovadaDealt},
		{Words: "Folds", Do: scribe.Folds},
		{Words: "Fold(", Do: scribe.Folds}, // by itself: "Fold(Blind Disconnected)"
		{Words: "Checks", Do: unheaded(scribe.Checks)},
		{Words: "Calls ", Chips: (*scribe.Scribe).Call},
		{Words: "Call ", Chips: (*scribe.Scribe).Call},
		{Words: "Call(timeout) ", Chips: (*scribe.Scribe).Call},
		{Words: "Bets ", Do: unheaded(scribe.Chips((*scribe.Scribe).Bet))},
		{Words: "Bets(timeout) ", Do: unheaded(scribe.Chips((*scribe.Scribe).Bet))},
		{Words: "Raises ", Do: bovadaRaises},
		{Words: "Raises(timeout) ", Do: bovadaRaises},
		{Words: "All-in(raise) ", Do: bovadaRaises},
		{Words: "All-in(raise-timeout) ", Do: bovadaRaises},
		{Words: "All-in ", Do: unheaded(bovadaAllIn)},
		{Words: "All-in(timeout) ", Do: unheaded(bovadaAllIn)},
		{Words: "Return uncalled portion of bet ", Chips: (*scribe.Scribe).Back},
		{Words: "Return uncalled blind ", Chips: (*scribe.Scribe).Back},
		{Words: "Showdown ", Do: bovadaShows},
		{Words: "Does not show", Do: scribe.Mucks},
		{Words: "Mucks", Do: scribe.Mucks},
		{Words: "BOUNTY PRIZE ", Do: scribe.Gets(history.AsideBounty)},
		{Words: "Prize Cash ", Do: scribe.Gets(history.AsidePrize)},
		{Words: "Ranking ", Do: scribe.Gets(history.AsidePlace)},
		{Words: "Hand result-Side pot ", Chips: won(1)},
		{Words: "Hand Result-Side Pot ", Chips: won(1)},
		{Words: "Hand result ", Chips: won(0)},
		{Words: "Hand Result ", Chips: won(0)},
	},
}

func bovadaIsHeader(line []byte) bool {
	site, _, ok := bytes.Cut(line, []byte(" Hand #"))
	if ok && scribe.Has(site, "Bodog") { // also "Bodog.eu", "Bodog UK"
		return len(site) < 20
	}
	return ok && (string(site) == "Bovada" || string(site) == "Ignition")
}

// bovadaHeader parses "Bovada Hand #12 TBL#34 HOLDEM No Limit - 2022-05-26 09:16:24", "Bovada Hand #12: Zone Poker ID#34 HOLDEMZonePoker No
// Limit - …" and "Ignition Hand #12: HOLDEM Tournament #34 TBL#5, Normal- Level 1 (10/20) - …".
func bovadaHeader(l *scribe.Lines, line []byte) error {
	site, rest, _ := bytes.Cut(line, []byte(" Hand #"))
	end := bytes.IndexAny(rest, ": ")
	if end < 0 {
		return l.Line(l.Here(), line)
	}
	h := l.Hand()
	h.Venue, h.HandID = l.Word(site), scribe.ID(rest[:end])
	if _, table, ok := bytes.Cut(rest, []byte("TBL#")); ok {
		n := bytes.IndexAny(table, ", ")
		h.TableID = history.TextID(l.Word(table[:max(n, 0)]))
	}
	low, high, _, _ := l.Stakes(rest) // of tournaments
	_, number, tournament := bytes.Cut(rest, []byte("Tournament #"))
	if err := l.Plays(rest[end:], low, high, []byte("$"), tournament); err != nil {
		return err
	}
	if tournament {
		number, _, _ = bytes.Cut(number, []byte(" "))
		h.Event = l.Word(number)
		l.Listed = true
	}
	l.Date(rest)
	return nil
}

// bovadaLine parses lines that older files have instead of headings and the list of seats: "Card dealt to
// table [7h]" and "Seat+5 [ME]: $200 in chips". "Seat sit down" and "Seat sit out" without a player are the table's.
func bovadaLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if rest, ok := scribe.Cut(line, "Seat "); ok {
		if _, n := scribe.Number(rest); n == 0 {
			return true, nil
		}
	}
	if rest, ok := scribe.Cut(line, "Card dealt to table "); ok {
		cs, at, err := l.Bracket(rest)
		if len(cs) > 0 {
			l.Street(at)
			l.Board(cs, at)
		}
		return true, err
	}
	rest, ok := scribe.Cut(line, "Seat+")
	if !ok || l.Playing() {
		return false, nil
	}
	name, stack, ok := bytes.Cut(line, []byte(": "))
	number, n := scribe.Number(rest)
	amount, k := l.Amount(stack)
	if !ok || n == 0 || k == 0 {
		return true, l.Fail(l.Here(), history.CodeLine, "not a seat with its stack", "")
	}
	name, me := bytes.CutSuffix(name, []byte("[ME]"))
	i, err := l.Seat(number, bytes.TrimRight(name, " "), amount, false, l.Here())
	if err == nil && me {
		l.Hero(i)
	}
	return true, err
}

// button gives the button to the seat of the line, because the number on the line is not always that of the seat.
func button(l *scribe.Lines, a *scribe.Act) error {
	l.ButtonAt(a.Seat)
	return nil
}

func bovadaDealt(l *scribe.Lines, a *scribe.Act) error {
	cs, at, err := l.LastBracket(a.Rest)
	if err == nil && len(cs) > 0 {
		if l.Playing() && l.Further() { // stud has no headings in the oldest files
			l.Street(at)
		}
		l.Given(a.Seat, cs, at)
	}
	return err
}

// bigOrBringIn records a bring-in of stud, and a big blind of other games.
func bigOrBringIn(s *scribe.Scribe, i int, amount int64, at history.Pos) {
	if s.Game.Kind == scribe.Stud {
		s.BringIn(i, amount, at)
	} else {
		s.Big(i, amount, at)
	}
}

// dead records a dead chip. One that is larger than the big blind is a big blind, which is live, with a dead small blind.
func dead(s *scribe.Scribe, i int, amount int64, at history.Pos) {
	if big := s.BigPosted(); big > 0 && amount > big {
		s.Post(i, big, at)
		amount -= big
	}
	s.Dead(i, amount, at)
}

// unheaded begins a street before an action that can only belong to the next one: the oldest files
// have no headings, and list the board in the summary.
func unheaded(do func(l *scribe.Lines, a *scribe.Act) error) func(l *scribe.Lines, a *scribe.Act) error {
	return func(l *scribe.Lines, a *scribe.Act) error {
		if l.Playing() && l.StreetOver(a.Seat, scribe.Has(a.Deed, "Bets")) {
			l.Unheaded(a.At)
		}
		return do(l, a)
	}
}

// bovadaAllIn records a player's last chips: before the cards they are an ante or a blind, whichever is due.
func bovadaAllIn(l *scribe.Lines, a *scribe.Act) error {
	if !l.Playing() {
		return l.Tell(a, (*scribe.Scribe).PostAllIn)
	}
	return l.Tell(a, (*scribe.Scribe).AllIn)
}

// bovadaRaises parses "$3 to $4", or the total alone, as in older files.
func bovadaRaises(l *scribe.Lines, a *scribe.Act) error {
	if bytes.Contains(a.Rest, []byte(" to ")) {
		return scribe.Raises(l, a)
	}
	return l.Tell(a, (*scribe.Scribe).RaiseTo)
}

// bovadaShows records that the hole cards are shown: the brackets contain the best five cards.
func bovadaShows(l *scribe.Lines, a *scribe.Act) error {
	l.ShowHeld(a.Seat, a.At)
	return nil
}

func won(pot int) scribe.Puts {
	return func(s *scribe.Scribe, i int, amount int64, at history.Pos) { s.Collect(i, amount, pot, at) }
}
