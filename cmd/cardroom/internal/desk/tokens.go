package desk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/dsl/editor"
	"cardroom/dsl/protocol"
	"cardroom/dsl/star"
)

// keywords are the keywords of Starlark.
var keywords = strings.Fields("and break continue def elif else for if in lambda load not or pass return while True False None")

// scanner finds the tokens of a text that may be incomplete. The editor's own highlighting requires a syntax tree.
type scanner struct {
	rest      string
	line, col int32
	out       []protocol.Token
}

// scan returns the tokens of a text.
func scan(text string) []protocol.Token {
	s := &scanner{rest: star.PlainEnds(text), line: 1, col: 1, out: []protocol.Token{}}
	for s.rest != "" {
		r, size := utf8.DecodeRuneInString(s.rest)
		switch {
		case r == '#':
			s.take(untilLine(s.rest), "comment")
		case r == '"' || r == '\'':
			s.take(quoted(s.rest), "string")
		case r == '_' || unicode.IsLetter(r):
			s.word()
		case r >= '0' && r <= '9':
			s.take(length(s.rest, func(r rune) bool { return r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }), "number")
		case strings.ContainsRune("+-*/%=<>!&|^~", r):
			s.take(length(s.rest, func(r rune) bool { return strings.ContainsRune("+-*/%=<>!&|^~", r) }), "operator")
		default:
			s.take(size, "")
		}
	}
	return s.out
}

// word takes a name, or a string with a prefix letter.
func (s *scanner) word() {
	n := length(s.rest, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	word := s.rest[:n]
	if rest := s.rest[n:]; strings.Contains("rb", strings.ToLower(word)) && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		s.take(n+quoted(rest), "string")
		return
	}
	kind := "name"
	for _, k := range keywords {
		if k == word {
			kind = "keyword"
		}
	}
	s.take(n, kind)
}

// take takes n bytes. Each line becomes a token of its own; the kind "" makes no token.
func (s *scanner) take(n int, kind string) {
	for line := range strings.Lines(s.rest[:n]) {
		text := strings.TrimRight(line, "\r\n")
		runes := int32(utf8.RuneCountInString(text))
		if kind != "" && runes > 0 {
			s.out = append(s.out, protocol.Token{Line: s.line, Col: s.col, Length: runes, Kind: kind})
		}
		s.col += runes
		if text != line {
			s.line, s.col = s.line+1, 1
		}
	}
	s.rest = s.rest[n:]
}

// length returns the number of leading bytes whose runes are accepted.
func length(text string, meant func(rune) bool) int {
	for i, r := range text {
		if !meant(r) {
			return i
		}
	}
	return len(text)
}

func untilLine(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// quoted returns the length of a quoted string. It ends with its line unless it has triple quotes.
func quoted(text string) int {
	end, long := text[:1], strings.HasPrefix(text, strings.Repeat(text[:1], 3))
	if long {
		end = text[:3]
	}
	for i := len(end); i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case strings.HasPrefix(text[i:], end):
			return i + len(end)
		case text[i] == '\n' && !long:
			return i
		}
	}
	return len(text)
}

// painted gives tokens the kinds that the editor knows for them.
func painted(tokens []protocol.Token, paints []editor.Paint) []protocol.Token {
	known := map[editor.Place]string{}
	for i := range paints {
		known[paints[i].Place] = kindOf(&paints[i])
	}
	for i := range tokens {
		t := &tokens[i]
		if kind := known[editor.Place{Line: t.Line, Col: t.Col}]; t.Kind == "name" && kind != "" {
			t.Kind = kind
		}
	}
	return tokens
}
