package scribe

import (
	"bytes"
	"time"

	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// Text is a [Scribe] for line-based formats: it tracks the current line.
type Text struct {
	Scribe
	at    int
	line  []byte
	space bool // a space is before the line
	cards [history.MaxActionCards]cards.Card

	// Rows calls tell with each line of a hand and its place, for files in which these are not lines of text; nil for lines of text.
	Rows func(text []byte, tell func(at int, line []byte) error) error

	tongue tongue       // the language of cards that are not in plain English
	named  [4]namedGame // by the last headers: a file may have hands of several tables
	turn   uint8        // of named, which the next header replaces
}

// each calls read for every line of a hand that is not blank, with white space trimmed, and stops at the first error.
func (t *Text) each(text []byte, read func(line []byte) error) error {
	if t.Rows != nil {
		return t.Rows(text, func(at int, line []byte) error {
			t.at, t.line = at, line
			return read(line)
		})
	}
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := text[at : at+end]
		t.at = at
		at += end + 1
		if bytes.HasPrefix(line, byteOrderMark) {
			line = line[len(byteOrderMark):]
			t.at += len(byteOrderMark)
		}
		t.space = len(line) > 0 && line[0] == ' '
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
			t.at++
		}
		for len(line) > 0 && (line[len(line)-1] == '\r' || line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			line = line[:len(line)-1]
		}
		if len(line) == 0 {
			continue
		}
		t.line = line
		if err := read(line); err != nil {
			return err
		}
	}
	return nil
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// Here returns the place of the line.
func (t *Text) Here() history.Pos { return history.Pos(t.at) }

// Pos returns the place of a part of the line. A part shares the memory of the line, so the difference of their capacities is the offset of the part.
func (t *Text) Pos(part []byte) history.Pos {
	return history.Pos(t.at + min(max(0, cap(t.line)-cap(part)), len(t.line)))
}

// Bracket parses the cards in the first brackets of a part of the line; none if there are no brackets.
func (t *Text) Bracket(part []byte) ([]cards.Card, history.Pos, error) {
	return t.bracket(part, bytes.IndexByte(part, '['))
}

// LastBracket parses the cards in the last brackets of a part of the line.
func (t *Text) LastBracket(part []byte) ([]cards.Card, history.Pos, error) {
	return t.bracket(part, bytes.LastIndexByte(part, '['))
}

func (t *Text) bracket(part []byte, open int) ([]cards.Card, history.Pos, error) {
	if open < 0 {
		return nil, t.Here(), nil
	}
	part = part[open:]
	cs, n := Cards(part[1:], t.cards[:0])
	if t.tongue != plain && (1+n >= len(part) || part[1+n] != ']') {
		cs, n = t.tongue.cards(part[1:], t.cards[:0])
	}
	if bytes.IndexByte(part, ']') < 0 {
		return nil, t.Here(), t.Fail(t.Pos(part), history.CodeBroken, "the hand breaks off within the cards", "")
	}
	if 1+n >= len(part) || part[1+n] != ']' {
		return nil, t.Here(), t.Fail(t.Pos(part[min(1+n, len(part)-1):]), history.CodeFace, "not a card", "cards are a rank and a suit: Ah, Td")
	}
	return cs, t.Pos(part), nil
}

// AmountIn parses the amount at the beginning of a part of the line, after spaces and brackets.
func (t *Text) AmountIn(part []byte) (int64, error) {
	part = skip(part, " [(")
	amount, n := t.Amount(part)
	if n == 0 {
		return 0, t.Fail(t.Pos(part), history.CodeMoney, "not an amount", "")
	}
	return amount, nil
}

// firstAmount parses the first amount anywhere in a part of the line.
func (t *Text) firstAmount(part []byte) (int64, error) {
	for k := range part {
		if part[k]-'0' <= 9 {
			return t.AmountIn(part[k:])
		}
	}
	return 0, t.Fail(t.Pos(part), history.CodeMoney, "there is no amount", "")
}

// Places are places in a text, in order.
type Places []history.Pos

// At returns the i-th place, 0 if there are not as many.
func (p Places) At(i int) history.Pos {
	if i < len(p) {
		return p[i]
	}
	return 0
}

// PlacesOf returns the places of a mark in a text.
func PlacesOf(text []byte, mark string) (out Places) {
	for at := 0; ; at += len(mark) {
		i := bytes.Index(text[at:], []byte(mark))
		if i < 0 {
			return out
		}
		at += i
		out = append(out, history.Pos(at))
	}
}

// Has reports whether a line begins with a prefix.
func Has(line []byte, prefix string) bool {
	return len(line) >= len(prefix) && string(line[:len(prefix)]) == prefix
}

// Cut returns a line without a prefix, if it has it.
func Cut(line []byte, prefix string) ([]byte, bool) {
	if Has(line, prefix) {
		return line[len(prefix):], true
	}
	return line, false
}

// skip returns a text without the characters of a set at its beginning.
func skip(text []byte, set string) []byte {
	for n := range text {
		k := 0
		for k < len(set) && set[k] != text[n] {
			k++
		}
		if k == len(set) {
			return text[n:]
		}
	}
	return text[len(text):]
}

// Trim returns a line without a byte order mark and surrounding white space.
func Trim(line []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))
}

// Date finds and records "2019/01/31 12:00:00 CET", also with dashes or dots, and "2019-01-31T12:00:00".
func (t *Text) Date(rest []byte) {
	h := t.h
	for k := 0; k+18 <= len(rest); k++ {
		d := rest[k:]
		if d[4] != '/' && d[4] != '-' || d[7] != d[4] || d[10] != ' ' && d[10] != '-' && d[10] != 'T' {
			continue
		}
		year, n := Number(d[:4])
		month, _ := Number(d[5:7])
		day, _ := Number(d[8:10])
		if n != 4 || month < 1 || month > 12 || day < 1 || day > 31 {
			continue
		}
		h.Year, h.Month, h.Day = year, month, day
		t.clock(skip(d[11:], "- "))
		return
	}
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// DateInWords records a date such as "Saturday, April 11, 13:57:03 EDT 2015", "20-Apr-2012
// 20:42:31", "18 01 2016 18:29:43" and "2016-01-18 18:29:43".
func (s *Scribe) DateInWords(part []byte) {
	var year, month int64
	var days [2]int64    // numbers that may be a day, in order
	n, first := 0, false // the year comes first
	for word := range bytes.FieldsFuncSeq(part, func(r rune) bool { return r == ' ' || r == ',' || r == '-' }) {
		v, k := Number(word)
		switch {
		case len(word) >= 3 && k == 0 && month == 0:
			if at := bytes.Index([]byte(months), word[:3]); at >= 0 && at%3 == 0 {
				month = int64(at/3) + 1
			}
		case k == 4 && len(word) == 4 && year == 0 && v >= 1990 && v < 2100:
			year = v
			first = n == 0 && month == 0
		case k > 0 && k == len(word) && v <= 31 && n < len(days):
			days[n] = v
			n++
		}
	}
	switch {
	case month != 0:
	case first:
		month, days[0] = days[0], days[1]
	default:
		month = days[1]
	}
	if year == 0 || days[0] < 1 || month < 1 || month > 12 {
		return
	}
	s.h.Year, s.h.Month, s.h.Day = year, month, days[0]
	if colon := bytes.IndexByte(part, ':'); colon > 0 {
		hour := part[bytes.LastIndexAny(part[:colon], " -,")+1:]
		s.clock(hour)
	}
}

// clock records "12:00:00 CET".
func (s *Scribe) clock(c []byte) {
	hour, n := Number(c)
	if c = c[n:]; len(c) < 6 || c[0] != ':' || c[3] != ':' || hour > 23 {
		return
	}
	minute, _ := Number(c[1:3])
	second, _ := Number(c[4:6])
	s.h.Time = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	if zone := skip(c[6:], " ("); len(zone) >= 2 && zone[0]-'A' < 26 {
		end := bytes.IndexAny(zone, " []-)")
		if end < 0 {
			end = len(zone)
		}
		s.h.TimeZoneAbbr = s.Word(zone[:end])
	}
}

// Currency records the currency whose sign a text contains.
func (t *Text) Currency(text []byte) {
	for _, c := range []struct{ sign, code string }{{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}} {
		if bytes.Contains(text, []byte(c.sign)) {
			t.h.CurrencySymbol, t.h.Currency = c.sign, c.code
			t.Money = true
			return
		}
	}
}

// LastAmount returns the last amount of a line.
func (s *Said) LastAmount(line []byte) (int64, bool) {
	for k := len(line) - 1; k >= 0; k-- {
		if line[k]-'0' > 9 {
			continue
		}
		for k > 0 && line[k-1] != ' ' && line[k-1] != '(' {
			k--
		}
		amount, n := s.Amount(line[k:])
		return amount, n > 0
	}
	return 0, false
}

// Stakes finds "low/high", two amounts separated by a slash; within a bracket a straddle may follow.
func (s *Said) Stakes(rest []byte) (low, high int64, after []byte, ok bool) {
	for k := range rest {
		if k > 0 && rest[k-1] != '(' && rest[k-1] != ' ' {
			continue
		}
		a, n := s.Amount(rest[k:])
		if n == 0 || k+n >= len(rest) || rest[k+n] != '/' {
			continue
		}
		b, m := s.Amount(rest[k+n+1:])
		end := k + n + 1 + m
		if m == 0 {
			continue
		}
		if end < len(rest) && rest[end] == '/' {
			if k == 0 || rest[k-1] != '(' { // a date contains a slash too
				continue
			}
			_, straddle := s.Amount(rest[end+1:])
			end += 1 + straddle
		}
		return a, b, rest[end:], b > 0
	}
	return 0, 0, nil, false
}
