package editor

import (
	"strings"
	"unicode/utf8"
)

// textContext is the context of a place, taken from the text before it. The text need not parse.
type textContext struct {
	before  string // text up to the place
	word    string // partial word at the end
	quoted  bool   // the place is inside a quoted string
	quote   int    // start of that string, after its quotes
	comment bool
	calls   []openCall // open calls, innermost last
}

// openCall is a call that is open at a place.
type openCall struct {
	callee string // as written, "house.game"; "" for a bracket that is not a call
	open   int    // position of the bracket
	arg    int    // index of the argument, from 0
	from   int    // start of the argument
}

func contextAt(text string, p Place) *textContext {
	s := &textContext{before: upTo(text, p)}
	s.scan()
	s.word = s.before[len(strings.TrimRightFunc(s.before, func(r rune) bool { return wordRune.MatchString(string(r)) })):]
	return s
}

// upTo returns the text before a place.
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

// scan finds the open strings, comments and brackets.
func (s *textContext) scan() {
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
			s.calls = append(s.calls, openCall{callee, i, 0, i + 1})
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
			// A statement at the start of a line closes the brackets left open above it.
			if rest := t[i+1:]; strings.HasPrefix(rest, "def ") || strings.HasPrefix(rest, "load(") {
				s.calls = nil
			}
		}
	}
}

// textEnd returns the position of the last byte of the quoted string that begins at i. If the string is not closed, it
// returns false and the position after the opening quotes.
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
		case '\n': // not closed
			return k - 1, true
		}
	}
	return i + 1, false
}

// calleeOf returns the dotted name at the end of a text; "" if there is none.
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

// call returns the innermost open call; nil if there is none.
func (s *textContext) call() *openCall {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if s.calls[i].callee != "" {
			return &s.calls[i]
		}
	}
	return nil
}

// innermost reports whether no other bracket is open inside the innermost call.
func (s *textContext) innermost() bool {
	return len(s.calls) > 0 && s.calls[len(s.calls)-1].callee != ""
}

// keyword returns the name of the argument being written; "" for a positional argument.
func (s *textContext) keyword(c *openCall) string {
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
