package editor

import (
	"strings"
	"unicode/utf8"
)

// spot is what the text before a place says of it, whether or not the text as a whole is Starlark.
type spot struct {
	before  string // the text up to the place
	word    string // begun at its end
	quoted  bool   // within a text in quotes,
	quote   int    // which begins here, behind its quotes
	comment bool
	calls   []callSpot // the calls that are open, the innermost last
}

// callSpot is a call that is open at a place.
type callSpot struct {
	callee string // as it is written, "house.game"; "" for a bracket that calls nothing
	open   int    // where the bracket is
	arg    int    // the number of the argument, from 0
	from   int    // where the argument begins
}

// spotAt reads the text before a place.
func spotAt(text string, p Place) *spot {
	s := &spot{before: upTo(text, p)}
	s.scan()
	s.word = s.before[len(strings.TrimRightFunc(s.before, func(r rune) bool { return wordRune.MatchString(string(r)) })):]
	return s
}

// upTo is the text up to a place.
func upTo(text string, p Place) string {
	at := 0
	for n := int32(1); n < p.Line; n++ {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return text
		}
		at += next + 1
	}
	end := at
	for col := int32(1); col < p.Col && end < len(text) && text[end] != '\n'; col++ {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}

// scan finds the texts, comments and brackets that are open.
func (s *spot) scan() {
	t := s.before
	for i := 0; i < len(t); i++ {
		switch c := t[i]; c {
		case '#':
			end := strings.IndexByte(t[i:], '\n')
			if end < 0 {
				s.comment = true
				return
			}
			i += end
		case '"', '\'':
			end, ok := textEnd(t, i)
			if !ok {
				s.quoted, s.quote = true, end
				return
			}
			i = end
		case '(', '[', '{':
			callee := ""
			if c == '(' {
				callee = calleeOf(t[:i])
			}
			s.calls = append(s.calls, callSpot{callee, i, 0, i + 1})
		case ')', ']', '}':
			if len(s.calls) > 0 {
				s.calls = s.calls[:len(s.calls)-1]
			}
		case ',':
			if n := len(s.calls); n > 0 {
				s.calls[n-1].arg++
				s.calls[n-1].from = i + 1
			}
		case '\n':
			// A statement at the start of a line ends what was left open above it.
			if rest := t[i+1:]; strings.HasPrefix(rest, "def ") || strings.HasPrefix(rest, "load(") {
				s.calls = nil
			}
		}
	}
}

// textEnd is the last byte of the text in quotes that begins at i or, with false, where an open one begins behind its quotes.
func textEnd(t string, i int) (int, bool) {
	q := t[i : i+1]
	if triple := strings.Repeat(q, 3); strings.HasPrefix(t[i:], triple) {
		for k := i + 3; k < len(t); k++ {
			switch {
			case t[k] == '\\':
				k++
			case strings.HasPrefix(t[k:], triple):
				return k + 2, true
			}
		}
		return i + 3, false
	}
	for k := i + 1; k < len(t); k++ {
		switch t[k] {
		case '\\':
			k++
		case q[0]:
			return k, true
		case '\n': // it was never closed
			return k - 1, true
		}
	}
	return i + 1, false
}

// calleeOf is the name with its dots that ends a text, "" for none.
func calleeOf(t string) string {
	t = strings.TrimRight(t, " \t")
	at := len(strings.TrimRightFunc(t, func(r rune) bool { return r == '.' || wordRune.MatchString(string(r)) }))
	switch name := t[at:]; {
	case strings.HasSuffix(strings.TrimRight(t[:at], " "), "def"), name == "in", name == "and", name == "or", name == "not", name == "return", name == "if", name == "else", name == "lambda":
		return ""
	default:
		return strings.Trim(name, ".")
	}
}

// call is the innermost call that is open, nil for none.
func (s *spot) call() *callSpot {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if s.calls[i].callee != "" {
			return &s.calls[i]
		}
	}
	return nil
}

// innermost reports whether nothing is open within the innermost call.
func (s *spot) innermost() bool {
	return len(s.calls) > 0 && s.calls[len(s.calls)-1].callee != ""
}

// keyword is the name of the argument that is being written, "" for one by position.
func (s *spot) keyword(c *callSpot) string {
	end := len(s.before)
	if s.quoted {
		end = s.quote
	}
	name, _, ok := strings.Cut(s.before[min(c.from, end):end], "=")
	name = strings.TrimSpace(name)
	if !ok || !nameForm.MatchString(name) {
		return ""
	}
	return name
}
