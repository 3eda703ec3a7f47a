package editor

import (
	"strings"
	"unicode/utf8"

	"cardroom/dsl/star"
)

// textContext is the context of a place, taken from the text before it. The text need not parse.
type textContext struct {
	star.Tail
	before string     // text up to the place
	word   string     // partial word at the end
	calls  []openCall // open brackets, innermost last
}

// openCall is a bracket that is open at a place.
type openCall struct {
	star.OpenBracket
	callee string // as written, "house.game"; "" for a bracket that is not a call
}

func contextAt(text string, p Place) *textContext {
	s := &textContext{before: upTo(text, p)}
	s.Add(s.before)
	for _, b := range s.Open {
		callee := ""
		if s.before[b.At] == '(' {
			callee = calleeOf(s.before[:b.At])
		}
		s.calls = append(s.calls, openCall{b, callee})
	}
	s.word = s.before[len(strings.TrimRightFunc(s.before, isWord)):]
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

// calleeOf returns the dotted name at the end of a text; "" if there is none.
func calleeOf(t string) string {
	t = strings.TrimRight(t, " \t")
	at := len(strings.TrimRightFunc(t, func(r rune) bool { return r == '.' || isWord(r) }))
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
	if s.Mark != "" {
		end = s.From
	}
	name, _, ok := strings.Cut(s.before[min(c.From, end):end], "=")
	name = strings.TrimSpace(name)
	if !ok || !nameForm.MatchString(name) {
		return ""
	}
	return name
}
