package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of Full Tilt Poker.
//
// They differ from those of PokerStars: there is no colon after names, raises give only the total ("raises to $4"), the button has a
// separate line, and pots are won rather than collected ("ties for side pot #1 ($5)").

// FullTilt is the format of Full Tilt.
var FullTilt = tiltLayout.Format()

var tiltLayout = scribe.Layout{
	Name: "Full Tilt", Mark: "Game #", Is: tiltIsHeader, Header: tiltHeader, After: " ", Summary: true,
	Deeds: []scribe.Deed{
		{Words: "wins ", With: "pot", Do: scribe.Wins},
		{Words: "ties ", With: "pot", Do: scribe.Wins},
	},
}

func tiltIsHeader(line []byte) bool {
	return (scribe.Has(line, "Full Tilt Poker") || scribe.Has(line, "FullTiltPoker") || scribe.Has(line, gameDesire+" ")) && bytes.Contains(line, []byte("Game #"))
}

// gameDesire is a site that writes like Full Tilt.
const gameDesire = "GameDesire"

// tiltHeader parses "Full Tilt Poker Game #1: Table Fuller (6 max) - $1/$2 Ante $0.20 - No Limit Hold'em - 12:34:56 ET - 2009/10/10".
func tiltHeader(l *scribe.Lines, line []byte) error {
	_, rest, _ := bytes.Cut(line, []byte("Game #"))
	id, rest, ok := bytes.Cut(rest, []byte(":"))
	if !ok {
		return l.Line(l.Here(), line)
	}
	h := l.Hand()
	h.HandID, h.Venue = scribe.ID(id), "Full Tilt Poker"
	if scribe.Has(line, gameDesire) {
		h.Venue = gameDesire
	}
	name, _, tournament := bytes.Cut(rest, []byte(", Table "))
	if tournament { // "$10 + $1 Sit & Go (Turbo) (9001), Table 1"
		h.Event = l.Word(bracketed(name))
	}
	rest = written(rest)
	if _, table, ok := bytes.Cut(rest, []byte("Table ")); ok {
		name, _, _ := bytes.Cut(table, []byte(" - "))
		h.TableID = history.TextID(l.Word(bytes.TrimSpace(name)))
	}
	if dash := bytes.LastIndex(rest, []byte(" - ")); dash >= 0 {
		l.Date(append(bytes.Clone(rest[dash+3:]), " 00:00:00"...))
	}
	for {
		before, from, ok := bytes.Cut(rest, []byte(" - "))
		if !ok {
			return l.NoStakes(rest)
		}
		rest = rest[len(before)+2:]
		low, high, after, ok := l.Stakes(rest)
		if !ok || len(rest)-len(after) >= 40 {
			continue
		}
		kind := after
		if _, _, named := scribe.GameNamed(after); !named { // newer files have the game before the stakes: "CAP NL Hold'em"
			if kind, _, ok = cutLast(rest[:len(rest)-len(after)], " - "); !ok {
				_, kind, _ = cutLast(before, " - ")
			}
		} else if capped, _, ok := bytes.Cut(after, []byte(" Cap ")); ok {
			if amount, ok := l.LastAmount(capped); ok {
				l.Cap = amount
			}
		}
		return l.Plays(kind, low, high, from, tournament)
	}
}

// bracketed returns the number in the last brackets of a text, empty if there is none.
func bracketed(text []byte) []byte {
	text = text[bytes.LastIndexByte(text, '(')+1:]
	_, n := scribe.Number(text)
	if n == len(text) || text[n] != ')' {
		n = 0
	}
	return text[:n]
}

// cutLast cuts a text at the last place of a mark; without one, after is all of it.
func cutLast(text []byte, mark string) (before, after []byte, found bool) {
	i := bytes.LastIndex(text, []byte(mark))
	if i < 0 {
		return nil, text, false
	}
	return text[:i], text[i+len(mark):], true
}

// written returns a header with amounts such as 50K written in full.
func written(rest []byte) []byte {
	var b []byte
	for i, c := range rest {
		zeros := map[byte]string{'K': "000", 'M': "000000", 'B': "000000000"}[c]
		if zeros == "" || i == 0 || rest[i-1]-'0' > 9 || i+1 < len(rest) && rest[i+1] != '/' && rest[i+1] != ' ' {
			if b != nil {
				b = append(b, c)
			}
			continue
		}
		if b == nil {
			b = append(make([]byte, 0, len(rest)+16), rest[:i]...)
		}
		b = append(b, zeros...)
	}
	if b == nil {
		return rest
	}
	return b
}
