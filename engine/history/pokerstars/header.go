package pokerstars

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// header reads the first line:
//
//	PokerStars Hand #12: Hold'em No Limit ($0.01/$0.02 USD) - 2019/01/31 12:00:00 CET
//	PokerStars Hand #12: Tournament #34, $1+$0.10 USD Hold'em No Limit - Level IV (50/100) - …
//	PokerStars Game #12: HORSE (Razz Limit, $2/$4) - …
func (p *parser) header(line []byte) error {
	i := bytes.Index(line, hash)
	if !isHeader(line) {
		return p.s.Fail(p.s.Here(), history.CodeLine, "a hand begins with a line such as \"PokerStars Hand #12: …\"", "")
	}
	site := bytes.TrimSuffix(bytes.TrimSuffix(bytes.TrimSuffix(line[:i], []byte("Hand")), []byte("Game")), []byte(" "))
	rest := line[i+2:]
	colon := bytes.IndexByte(rest, ':')
	p.h.HandID = scribe.ID(rest[:colon])
	rest = rest[colon+1:]
	switch {
	case len(site) == 0 || string(site) == "Poker":
		p.h.Venue = "GGPoker"
	case scribe.Has(site, "PokerStars"):
		p.h.Venue = "PokerStars"
	default:
		p.h.Venue = p.s.Word(site)
	}
	return p.game(line, rest)
}

// game reads what the header says of game and stakes.
func (p *parser) game(line, rest []byte) error {
	tournament := bytes.Contains(rest, []byte("Tournament #"))
	if tournament {
		j := bytes.Index(rest, []byte("Tournament #"))
		number := rest[j+len("Tournament #"):]
		end := bytes.IndexByte(number, ',')
		if end < 0 {
			end = 0
		}
		p.h.Event = p.s.Word(number[:end])
		rest = number[end:]
	}
	game, limit, ok := scribe.GameNamed(rest)
	if !ok {
		return p.s.Fail(p.s.Pos(line, bytes.TrimLeft(rest, " ")), history.CodeGame, "the game is not known: "+string(bytes.TrimSpace(rest[:min(len(rest), 60)])), "")
	}
	low, high, after, ok := p.s.Stakes(rest)
	if !ok {
		return p.s.Fail(p.s.Pos(line, rest), history.CodeGame, "the stakes are not there", "")
	}
	if !tournament {
		p.s.Currency(rest)
	}
	if cap := bytes.Index(rest, []byte(" Cap")); cap >= 0 && cap < len(rest)-len(after)+40 {
		if dash := bytes.LastIndex(rest[:cap], []byte("- ")); dash >= 0 {
			if amount, n := p.s.Amount(rest[dash+2:]); n > 0 {
				p.s.Cap(amount)
			}
		}
	}
	p.s.Play(game, limit, low, high)
	p.s.Date(after)
	return nil
}
