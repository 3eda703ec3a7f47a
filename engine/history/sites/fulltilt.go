package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// This file reads the hands of Full Tilt Poker.
//
// They differ from those of PokerStars: there is no colon after names, raises give only the total
// ("raises to $4"), the button has a separate line, and pots are won rather than collected ("ties
// for side pot #1 ($5)").

// FullTilt is the format of Full Tilt.
var FullTilt = tiltLayout.Format()

var tiltLayout = scribe.Layout{
	Name: "Full Tilt", Mark: "Game #", Is: tiltIsHeader, Header: tiltHeader, After: " ",
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

// tiltHeader parses "Full Tilt Poker Game #1: Table Fuller (6 max) - $1/$2 Ante $0.20 - No Limit
// Hold'em - 12:34:56 ET - 2009/10/10".
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
	tournament := bytes.Contains(rest, []byte(", Table "))
	rest = written(rest)
	if _, table, ok := bytes.Cut(rest, []byte("Table ")); ok {
		name, _, _ := bytes.Cut(table, []byte(" - "))
		h.TableID = history.TextID(l.Word(bytes.TrimSpace(name)))
	}
	if dash := bytes.LastIndex(rest, []byte(" - ")); dash >= 0 {
		l.Date(append(bytes.Clone(rest[dash+3:]), " 00:00:00"...))
	}
	for {
		dash := bytes.Index(rest, []byte(" - "))
		if dash < 0 {
			return l.Fail(l.Pos(rest), history.CodeGame, "the stakes are not there", "")
		}
		before := rest[:dash]
		rest = rest[dash+2:]
		low, high, after, ok := l.Stakes(rest)
		if !ok || len(rest)-len(after) >= 40 {
			continue
		}
		if _, _, named := scribe.GameNamed(after); !named { // newer files have the game before the stakes
			name := rest[:len(rest)-len(after)]
			if dash := bytes.LastIndex(name, []byte(" - ")); dash >= 0 {
				name = name[:dash]
			} else if name = before; bytes.LastIndex(name, []byte(" - ")) >= 0 {
				name = name[bytes.LastIndex(name, []byte(" - "))+2:]
			}
			return newer(l, rest, name, low, high, tournament)
		}
		return stakes(l, rest, after, low, high, tournament)
	}
}

// newer parses "CAP NL Hold'em", which comes before the stakes.
func newer(l *scribe.Lines, rest, name []byte, low, high int64, tournament bool) error {
	game, limit, err := l.GameIn(name)
	if err != nil {
		return err
	}
	for _, word := range bytes.Fields(name) {
		switch string(word) {
		case "NL":
			limit = scribe.NoLimit
		case "PL":
			limit = scribe.PotLimit
		case "FL":
			limit = scribe.Fixed
		}
	}
	if tournament {
		l.Tournament = true
	} else {
		l.Currency(rest)
	}
	l.Play(game, limit, low, high)
	return nil
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

// stakes parses the header from the stakes on; after is the text that follows them.
func stakes(l *scribe.Lines, rest, after []byte, low, high int64, tournament bool) error {
	game, limit, err := l.GameIn(after)
	if err != nil {
		return err
	}
	if before, _, ok := bytes.Cut(after, []byte(" Cap ")); ok {
		if amount, ok := l.LastAmount(before); ok {
			l.Cap = amount
		}
	}
	if tournament {
		l.Tournament = true
	} else {
		l.Currency(rest)
	}
	l.Play(game, limit, low, high)
	return nil
}
