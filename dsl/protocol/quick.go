// Programs play more than 15,000 actions a second with this second reader of requests, 50,000 to 75,000; with engine/files
// alone it was 11,000 to 16,000 (BenchmarkHands on two shared cores).

package protocol

import "strings"

// Most requests are plain: an object of known fields, each only once, with strings without escapes and with whole numbers.
// This file reads those. All other requests are left to engine/files, which explains errors.

// plainText is a scanner of plain requests.
type plainText struct {
	text string
	at   int
}

// readPlain reads a request, or a list of requests; ok is false if it is not plain.
func readPlain(text string, most int) (list []Request, isList, ok bool) {
	p := &plainText{text: text}
	if !p.take('[') {
		list = make([]Request, 1)
		return list, false, p.request(&list[0]) && p.end()
	}
	list = make([]Request, 0, min(most, 1+strings.Count(text, "{")))
	for {
		if len(list) == most {
			return nil, true, false
		}
		list = append(list, Request{})
		switch {
		case !p.request(&list[len(list)-1]):
			return nil, true, false
		case p.take(','):
		default:
			return list, true, p.take(']') && p.end()
		}
	}
}

func (p *plainText) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

// take skips a character if it is the next one.
func (p *plainText) take(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *plainText) end() bool {
	p.space()
	return p.at == len(p.text)
}

// word reads a string of printable ASCII without escapes.
func (p *plainText) word() (string, bool) {
	if !p.take('"') {
		return "", false
	}
	for i := p.at; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			word := p.text[p.at:i]
			p.at = i + 1
			return word, true
		case c == '\\' || c < ' ' || c > '~':
			return "", false
		}
	}
	return "", false
}

// number reads a whole number, 0 or more, that fits every integer type.
func (p *plainText) number() (n int64, ok bool) {
	p.space()
	from := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		n = 10*n + int64(p.text[p.at]-'0')
		if p.at++; p.at-from > 9 {
			return 0, false
		}
	}
	digits := p.at - from
	return n, digits == 1 || digits > 1 && p.text[from] != '0'
}

// request reads an object. An object with a repeated field is not plain.
func (p *plainText) request(r *Request) bool {
	if !p.take('{') {
		return false
	}
	seen := uint32(0)
	for {
		name, ok := p.word()
		if !ok || !p.take(':') {
			return false
		}
		bit, ok := p.field(r, name)
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
		switch {
		case p.take(','):
		default:
			return p.take('}') && seen&1 != 0 // do is required
		}
	}
}

// field reads the value of a field, and returns a bit that identifies the field.
func (p *plainText) field(r *Request, name string) (bit uint32, ok bool) {
	texts := [...]struct {
		name string
		to   *string
	}{{"do", &r.Do}, {"action", &r.Action}, {"id", &r.ID}, {"game", &r.Game}, {"stakes", &r.Stakes}, {"stack", &r.Stack}}
	for i := range texts {
		if texts[i].name == name {
			*texts[i].to, ok = p.word()
			return 1 << i, ok
		}
	}
	n, ok := p.number()
	if !ok {
		return 0, false
	}
	whole := int(n)
	switch name {
	case "table":
		r.Table, bit = n, 1<<10
	case "seat":
		r.Seat, bit = &whole, 1<<11
	case "hand":
		r.Hand, bit = &n, 1<<12
	case "seats":
		r.Seats, bit = &whole, 1<<13
	case "seed":
		seed := uint64(n)
		r.Seed, bit = &seed, 1<<14
	case "button":
		r.Button, bit = &whole, 1<<15
	case "count":
		r.Count, bit = &whole, 1<<16
	case "since":
		r.Since, bit = whole, 1<<17
	default:
		return 0, false
	}
	return bit, true
}
