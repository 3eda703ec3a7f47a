package pokerstars

import (
	"bytes"
	"time"

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
		return p.s.Fail(history.Pos(p.at), history.CodeLine, "a hand begins with a line such as \"PokerStars Hand #12: …\"", "")
	}
	site := bytes.TrimSuffix(bytes.TrimSuffix(bytes.TrimSuffix(line[:i], []byte("Hand")), []byte("Game")), []byte(" "))
	rest := line[i+2:]
	colon := bytes.IndexByte(rest, ':')
	p.h.HandID = scribe.ID(rest[:colon])
	rest = rest[colon+1:]
	p.gg = len(site) == 0 || string(site) == "Poker"
	switch {
	case p.gg:
		p.h.Venue = "GGPoker"
	case has(site, "PokerStars"):
		p.h.Venue = "PokerStars"
	default:
		p.h.Venue = p.s.Text(site)
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
		p.h.Event = p.s.Text(number[:end])
		rest = number[end:]
	}
	game, limit, ok := scribe.GameNamed(inner(rest))
	if !ok {
		game, limit, ok = scribe.GameNamed(rest)
	}
	if !ok {
		return p.s.Fail(p.pos(line, bytes.TrimLeft(rest, " ")), history.CodeGame, "the game is not known: "+string(bytes.TrimSpace(rest[:min(len(rest), 60)])), "")
	}
	low, high, after, ok := p.stakes(rest)
	if !ok {
		return p.s.Fail(p.pos(line, rest), history.CodeGame, "the stakes are not there", "")
	}
	if !tournament && bytes.ContainsAny(rest, "$€£") {
		p.s.Money()
		p.currency(rest)
	}
	if cap := bytes.Index(rest, []byte(" Cap")); cap >= 0 && cap < len(rest)-len(after)+40 {
		if dash := bytes.LastIndex(rest[:cap], []byte("- ")); dash >= 0 {
			if amount, n := p.s.Amount(rest[dash+2:]); n > 0 {
				p.s.Cap(amount)
			}
		}
	}
	p.s.Play(game, limit, low, high)
	p.date(after)
	return nil
}

// inner is the text from a bracket that a word follows: the game of a mix, as in "HORSE
// (Razz Limit, $2/$4)".
func inner(rest []byte) []byte {
	for k := 0; k+1 < len(rest); k++ {
		if c := rest[k+1] | 0x20; rest[k] == '(' && (c-'a' < 26 || rest[k+1] >= '2' && rest[k+1] <= '7' && k+2 < len(rest) && (rest[k+2] == '-' || rest[k+2] == ' ')) {
			return rest[k:]
		}
	}
	return nil
}

// stakes finds "low/high", two amounts with a stroke between them.
func (p *parser) stakes(rest []byte) (low, high int64, after []byte, ok bool) {
	for k := 0; k < len(rest); k++ {
		if rest[k] != '(' && rest[k] != ' ' {
			continue
		}
		a, n := p.s.Amount(rest[k+1:])
		if n == 0 || k+1+n >= len(rest) || rest[k+1+n] != '/' {
			continue
		}
		b, m := p.s.Amount(rest[k+2+n:])
		if m == 0 {
			continue
		}
		// A date has a stroke too.
		if end := k + 2 + n + m; end < len(rest) && rest[end] == '/' {
			continue
		}
		return a, b, rest[k+2+n+m:], b > 0
	}
	return 0, 0, nil, false
}

func (p *parser) currency(rest []byte) {
	for _, c := range []struct{ sign, code string }{{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}} {
		if bytes.Contains(rest, []byte(c.sign)) {
			p.h.CurrencySymbol, p.h.Currency = c.sign, c.code
			return
		}
	}
}

// date reads " - 2019/01/31 12:00:00 CET" or with dashes.
func (p *parser) date(rest []byte) {
	for k := 0; k+19 <= len(rest); k++ {
		d := rest[k:]
		if d[4] != '/' && d[4] != '-' || d[7] != d[4] || d[10] != ' ' {
			continue
		}
		year, n := scribe.Number(d[:4])
		month, _ := scribe.Number(d[5:7])
		day, _ := scribe.Number(d[8:10])
		if n != 4 || month < 1 || month > 12 || day < 1 || day > 31 {
			continue
		}
		p.h.Year, p.h.Month, p.h.Day = year, month, day
		hour, n := scribe.Number(d[11:])
		c := d[11+n:]
		if len(c) >= 6 && c[0] == ':' && c[3] == ':' && hour < 24 {
			minute, _ := scribe.Number(c[1:3])
			second, _ := scribe.Number(c[4:6])
			p.h.Time = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
			if zone := bytes.TrimLeft(c[6:], " "); len(zone) >= 2 && zone[0] >= 'A' && zone[0] <= 'Z' {
				end := bytes.IndexAny(zone, " []-")
				if end < 0 {
					end = len(zone)
				}
				p.h.TimeZoneAbbr = p.s.Text(zone[:end])
			}
		}
		return
	}
}
