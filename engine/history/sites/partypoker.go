package sites

import (
	"bytes"
	"cmp"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of PartyPoker and 888poker (Pacific): amounts and cards in
// brackets, "** Dealing flop **" between the streets, and raises given as the chips put in.

// PartyPoker is the format of PartyPoker; Format888 is that of 888poker and other sites of the Pacific network.
var (
	PartyPoker = partyLayout("PartyPoker", func(line []byte) bool { return partyIsHeader(line) && !pacific(line) })
	Pacific888 = partyLayout("888poker", func(line []byte) bool { return partyIsHeader(line) && pacific(line) })
)

const partyMark = "Hand History "

func partyLayout(name string, is func(line []byte) bool) history.Format {
	f := scribe.Layout{Name: name, Mark: partyMark, Is: is, After: " ", Deeds: deeds, Line: partyLine, Tongues: true, Unposted: true}
	f.Header = func(l *scribe.Lines, line []byte) error {
		l.Hand().Venue, l.Single = name, name == "PartyPoker"
		// "***** Hand History for Game 12345 *****"
		_, id, _ := bytes.Cut(line, []byte("Game "))
		id, _, _ = bytes.Cut(bytes.TrimLeft(id, " #"), []byte(" "))
		l.Hand().HandID = scribe.ID(id)
		l.Next(partyGame)
		return nil
	}
	return f.Format()
}

var deeds = []scribe.Deed{
	{Words: "raises to [", Chips: (*scribe.Scribe).RaiseTo}, // Betfair
	{Words: "raises", Chips: (*scribe.Scribe).RaiseBy},
	{Words: "is all-In", Do: scribe.AllIn},
	{Words: "is all-in", Do: scribe.AllIn},
	{Words: "is sitting out", Do: sitsOut},
	{Words: "posts big blind + dead", Do: scribe.PostsBoth},
	{Words: "posts dead blind", Do: scribe.PostsBoth},
	{Words: "posts ante of", Chips: scribe.Antes},
	{Words: "double bets", Chips: (*scribe.Scribe).Bet},
	{Words: "completes", Chips: (*scribe.Scribe).RaiseBy},
	{Words: "bring-ins ", Chips: (*scribe.Scribe).BringIn},
	{Words: "does not show cards.", Do: and(scribe.Mucks)},
	{Words: "wins ", Do: and(scribe.Wins)},
	{Words: "collected ", Do: scribe.Wins},
	{Words: "balance ", Do: balance(scribe.Collects)},
	{Words: "Cashed out ", Do: balance(scribe.CashedOut)},
}

// and returns a function that runs do on a line and then parses the rest as the next player's line,
// because some files lack the line break after a full stop.
func and(do func(l *scribe.Lines, a *scribe.Act) error) func(l *scribe.Lines, a *scribe.Act) error {
	return func(l *scribe.Lines, a *scribe.Act) error {
		rest := a.Rest
		if a.Deed[len(a.Deed)-len(rest)-1] == '.' {
			rest = a.Deed[len(a.Deed)-len(rest)-1:]
		}
		if err := do(l, a); err != nil {
			return err
		}
		for {
			_, after, ok := bytes.Cut(rest, []byte("."))
			if !ok {
				return nil
			}
			rest = after
			if i, n := l.Find(rest); i >= 0 && n > 0 && scribe.Has(rest[n:], " wins ") {
				return l.Again(rest)
			}
		}
	}
}

// sitsOut parses the next player's post if it follows, because some files lack the line break before it.
func sitsOut(l *scribe.Lines, a *scribe.Act) error {
	if i, n := l.Find(a.Rest); i >= 0 && scribe.Has(a.Rest[n:], " posts ") {
		return l.Again(a.Rest)
	}
	return nil
}

// partyLine parses "Main Pot: $38.10 Side Pot 1: $5 Rake: $2.0", "Blinds(100/200)" and "Blinds-Antes(100/200 -25)", which replace the blinds of the
// header, and "Tournament #36216773 Free - Table #359 (Real Money)".
func partyLine(l *scribe.Lines, line []byte) (told bool, err error) {
	if scribe.Has(line, "Tournament #") && !l.Playing() {
		l.Tournament = true
		place(l, line)
		l.Hand().CurrencySymbol, l.Hand().Currency = "", ""
		return true, nil
	}
	if rest, ok := scribe.Cut(line, "Player "); ok {
		if i, n := l.Find(rest); i >= 0 {
			if place, ok := scribe.Cut(rest[n:], " finished in "); ok {
				if number, n := scribe.Number(place); n > 0 {
					l.Place(i, number)
				}
			}
		}
		return false, nil
	}
	if scribe.Has(line, "Main Pot: ") {
		l.Pots(line)
		return true, nil
	}
	if !scribe.Has(line, "Blinds(") && !scribe.Has(line, "Blinds-Antes(") {
		return false, nil
	}
	if low, high, _, ok := l.Stakes(line[bytes.IndexByte(line, '('):]); ok {
		l.Blinds(low, high)
	}
	return true, nil
}

// balance parses the results in hand histories sent by mail, and in those of the client since 2019:
//
//	balance $0.96, bet $0.21, collected $0.31, net +$0.1 [ As Th ] [ a pair ]
//	balance $1.42, lost $0.08 (folded)
//	balance $2, didn't bet (folded)
//
// What a player has collected who sold the hand is not from the pot.
func balance(got scribe.Puts) func(l *scribe.Lines, a *scribe.Act) error {
	return func(l *scribe.Lines, a *scribe.Act) error {
		part := func(words string) int64 {
			if _, text, ok := bytes.Cut(a.Rest, []byte(words)); ok {
				if amount, n := l.Amount(text); n > 0 {
					return amount
				}
			}
			return scribe.Untold
		}
		stack, n := l.Amount(bytes.TrimLeft(bytes.TrimPrefix(bytes.TrimLeft(a.Rest, " "), []byte("balance")), " "))
		if n == 0 {
			return l.Line(a.At, a.Deed)
		}
		after := scribe.Outcome{Bet: max(part(", bet "), part(", lost ")), Net: part("net +"), Stack: stack, At: a.At}
		if loss := part("net -"); loss != scribe.Untold {
			after.Net = -loss
		}
		l.After(a.Seat, after)
		if collected := part("collected "); collected != scribe.Untold {
			got(&l.Scribe, a.Seat, collected, a.At)
		}
		return scribe.Shows(l, a)
	}
}

func partyIsHeader(line []byte) bool {
	return scribe.Has(line, "*") && bytes.Contains(line, []byte(partyMark)) && bytes.Contains(line, []byte("Game "))
}

func pacific(line []byte) bool {
	line, _, _ = bytes.Cut(line, []byte(partyMark)) // the number may contain these digits too
	return bytes.Contains(line, []byte("888")) || bytes.Contains(line, []byte("Pacific")) || bytes.Contains(line, []byte("Cassava"))
}

// partyGame parses "$0.50/$1 Texas Hold'em Game Table (Limit) - …", "$0.01/$0.02 Blinds No Limit Holdem
// - …", "$25 USD NL Texas Hold'em - …".
func partyGame(l *scribe.Lines, line []byte) error {
	low, high, _, _ := l.Stakes(line) // without them the posted blinds count
	if err := l.Plays(line, low, high, line, bytes.Contains(line, []byte("ournament")) || bytes.Contains(line, []byte("Trny"))); err != nil {
		return err
	}
	if l.Tournament {
		place(l, line)
	}
	if dash := bytes.LastIndex(line, []byte("- ")); dash >= 0 {
		l.DateInWords(bytes.TrimLeft(line[dash+2:], "* "))
	}
	return nil
}

// place records the number and the level of a tournament: "Trny:125049467 Level:12", "Tournament
// #78669312 …".
func place(l *scribe.Lines, line []byte) {
	h := l.Hand()
	for _, word := range []string{"Trny:", "ournament #"} {
		if _, number, ok := bytes.Cut(line, []byte(word)); ok {
			number = bytes.TrimLeft(number, " ")
			if _, n := scribe.Number(number); n > 0 {
				h.Event = l.Word(number[:n])
			}
		}
	}
	h.Level = cmp.Or(scribe.Level(line), h.Level)
}
