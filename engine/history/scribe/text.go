package scribe

import (
	"bytes"
	"time"

	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// Text is a [Scribe] for formats of lines: it knows where the line is that is being
// read.
type Text struct {
	Scribe
	at    int
	cards [history.MaxActionCards]cards.Card
}

// Each reads the lines of a hand that are not blank, without what is white at their
// ends, and stops at the first error.
func (t *Text) Each(text []byte, read func(line []byte) error) error {
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := text[at : at+end]
		t.at = at
		at += end + 1
		if bytes.HasPrefix(line, []byte("\xef\xbb\xbf")) {
			line = line[3:]
			t.at += 3
		}
		for len(line) > 0 && (line[len(line)-1] == '\r' || line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			line = line[:len(line)-1]
		}
		if len(line) == 0 {
			continue
		}
		if err := read(line); err != nil {
			return err
		}
	}
	return nil
}

// Here is the place of the line.
func (t *Text) Here() history.Pos { return history.Pos(t.at) }

// Pos is the place of a part of the line, of all that follows it too.
func (t *Text) Pos(line, part []byte) history.Pos {
	if len(part) == 0 {
		return t.Here()
	}
	return history.Pos(t.at + len(line) - len(part))
}

// Bracket reads the cards in brackets that begin here.
func (t *Text) Bracket(line, at []byte) ([]cards.Card, error) {
	cs, n := Cards(at[1:], t.cards[:0])
	if 1+n >= len(at) || at[1+n] != ']' {
		return nil, t.Fail(t.Pos(line, at[min(1+n, len(at)-1):]), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
	}
	return cs, nil
}

// LastBracket reads the cards in the last brackets of a line; none where there are no
// brackets.
func (t *Text) LastBracket(line, rest []byte) ([]cards.Card, history.Pos, error) {
	open := bytes.LastIndexByte(rest, '[')
	if open < 0 {
		return nil, t.Here(), nil
	}
	cs, err := t.Bracket(line, rest[open:])
	return cs, t.Pos(line, rest[open:]), err
}

// AmountIn reads the amount that a part of the line begins with.
func (t *Text) AmountIn(line, rest []byte) (int64, error) {
	amount, n := t.Amount(rest)
	if n == 0 {
		return 0, t.Fail(t.Pos(line, rest), history.CodeMoney, "not an amount", "")
	}
	return amount, nil
}

// FirstAmount reads the first amount anywhere in a part of the line.
func (t *Text) FirstAmount(line, rest []byte) (int64, error) {
	for k := range rest {
		if rest[k]-'0' <= 9 {
			return t.AmountIn(line, rest[k:])
		}
	}
	return 0, t.Fail(t.Pos(line, rest), history.CodeMoney, "there is no amount", "")
}

// Has reports whether a line begins with a text.
func Has(line []byte, prefix string) bool {
	return len(line) >= len(prefix) && string(line[:len(prefix)]) == prefix
}

// Cut is a line without a text that it begins with.
func Cut(line []byte, prefix string) ([]byte, bool) {
	if Has(line, prefix) {
		return line[len(prefix):], true
	}
	return line, false
}

// Trim is a line without a byte order mark and what is white at its ends.
func Trim(line []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
}

// First is the first line of a text that is not blank.
func First(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if line = Trim(line); len(line) > 0 {
			return line
		}
	}
	return nil
}

// Length is the length of the first hand of a text in which hands begin with a line
// that has a mark in it and is a header; see [history.Parser].
func Length(text []byte, last bool, mark string, header func(line []byte) bool) int {
	from := 0
	for from < len(text) && (text[from] == '\n' || text[from] == '\r' || text[from] == ' ' || text[from] >= 0x80) {
		from++
	}
	if end := bytes.IndexByte(text[from:], '\n'); end >= 0 {
		from += end
	} else if last {
		return len(text)
	} else {
		return 0
	}
	for {
		i := bytes.Index(text[from:], []byte(mark))
		if i < 0 {
			break
		}
		i += from
		start := bytes.LastIndexByte(text[:i], '\n') + 1
		end := bytes.IndexByte(text[i:], '\n')
		if end < 0 && !last {
			return 0
		}
		if end < 0 {
			end = len(text) - i
		}
		if start > 0 && header(Trim(text[start:i+end])) {
			return start
		}
		from = i + end
	}
	if last {
		return len(text)
	}
	return 0
}

// Date finds "2019/01/31 12:00:00 CET", with dashes or dots too, and notes it.
func (t *Text) Date(rest []byte) {
	h := t.h
	for k := 0; k+19 <= len(rest); k++ {
		d := rest[k:]
		if d[4] != '/' && d[4] != '-' || d[7] != d[4] || d[10] != ' ' && d[10] != '-' {
			continue
		}
		year, n := Number(d[:4])
		month, _ := Number(d[5:7])
		day, _ := Number(d[8:10])
		if n != 4 || month < 1 || month > 12 || day < 1 || day > 31 {
			continue
		}
		h.Year, h.Month, h.Day = year, month, day
		t.clock(bytes.TrimLeft(d[11:], "- "))
		return
	}
}

// clock notes "12:00:00 CET".
func (t *Text) clock(c []byte) {
	hour, n := Number(c)
	if c = c[n:]; len(c) < 6 || c[0] != ':' || c[3] != ':' || hour > 23 {
		return
	}
	minute, _ := Number(c[1:3])
	second, _ := Number(c[4:6])
	t.h.Time = clockTime(hour, minute, second)
	if zone := bytes.TrimLeft(c[6:], " ("); len(zone) >= 2 && zone[0]-'A' < 26 {
		end := bytes.IndexAny(zone, " []-)")
		if end < 0 {
			end = len(zone)
		}
		t.h.TimeZoneAbbr = t.Word(zone[:end])
	}
}

func clockTime(hour, minute, second int64) time.Duration {
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
}

// Currency notes the currency whose sign a text has.
func (t *Text) Currency(text []byte) {
	for _, c := range []struct{ sign, code string }{{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}} {
		if bytes.Contains(text, []byte(c.sign)) {
			t.h.CurrencySymbol, t.h.Currency = c.sign, c.code
			t.Money()
			return
		}
	}
}

// LastAmount is the last amount of a line.
func (t *Text) LastAmount(line []byte) (int64, bool) {
	for k := len(line) - 1; k >= 0; k-- {
		if line[k]-'0' > 9 {
			continue
		}
		for k > 0 && line[k-1] != ' ' && line[k-1] != '(' {
			k--
		}
		amount, n := t.Amount(line[k:])
		return amount, n > 0
	}
	return 0, false
}

// Stakes finds "low/high", two amounts with a stroke between them.
func (t *Text) Stakes(rest []byte) (low, high int64, after []byte, ok bool) {
	for k := 0; k < len(rest); k++ {
		if rest[k] != '(' && rest[k] != ' ' {
			continue
		}
		a, n := t.Amount(rest[k+1:])
		if n == 0 || k+1+n >= len(rest) || rest[k+1+n] != '/' {
			continue
		}
		b, m := t.Amount(rest[k+2+n:])
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
