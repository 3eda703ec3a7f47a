package history

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code is the stable name of a kind of error.
type Code string

// The codes. A code is never used again for something else.
const (
	CodeIO        Code = "PHH001" // the file could not be read
	CodeBinary    Code = "PHH002" // not a text file
	CodeEncoding  Code = "PHH003" // not UTF-8
	CodeTooLarge  Code = "PHH004" // a hand longer than the limit
	CodeEmpty     Code = "PHH005" // a file without a hand
	CodeTOML      Code = "PHH006" // not TOML
	CodeCutOff    Code = "PHH007" // a value that is never closed, or the file ends in it
	CodeTable     Code = "PHH008" // a table where none may be
	CodeMissing   Code = "PHH010" // a field that must be there is not
	CodeForbidden Code = "PHH011" // a field that the variant must not have
	CodeTwice     Code = "PHH012" // a key twice
	CodeType      Code = "PHH013" // a value of the wrong type
	CodeVariant   Code = "PHH014" // a variant that nobody knows
	CodeLength    Code = "PHH015" // arrays of unequal length
	CodePlayers   Code = "PHH016" // too few or too many players
	CodeNumber    Code = "PHH017" // not a number, or one that cannot be
	CodeRange     Code = "PHH018" // a value that the field does not allow
	CodeUnknown   Code = "PHH019" // a key that nobody knows
	CodeAction    Code = "PHH020" // an action that does not parse
	CodeVerb      Code = "PHH021" // a verb that nobody knows, or not in this game
	CodePlayer    Code = "PHH022" // a player who is not in the hand
	CodeCard      Code = "PHH023" // not a card, or too many
	CodeAmount    Code = "PHH024" // not an amount
	CodeDeckCard  Code = "DECK001"
	CodeDeckTwice Code = "DECK002" // a card more often than the deck has it
	CodeDeckSize  Code = "DECK003" // too many cards
)

// Error is one thing wrong with a file, with its position.
type Error struct {
	File string
	// Line and Col count from 1, Col in characters. Line is 0 for a hand that
	// was not read from a file.
	Line, Col int
	Code      Code
	Msg       string // what is wrong, lower case
	Hint      string // what to do about it, may be empty
	Hand      int    // number of the hand in the file, 0 if it is not about a hand
	Source    string // the source line, or the part of it around Col
	Err       error  // the cause, if it is not the file's text

	caret int // bytes of Source before the place
}

// Warning is something wrong that was tolerated.
type Warning = *Error

// Error is file:line:col: what is wrong.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return e.Position().String() + ": " + e.Msg
}

// Position is the place of the error.
func (e *Error) Position() Position { return Position{e.File, e.Line, e.Col} }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Detail is the error, the source line with a caret under the place, and the
// hint, each on its own line, without a final newline.
func (e *Error) Detail() string {
	s := e.Error()
	if sn := e.Snippet(); sn != "" {
		s += "\n" + sn
	}
	if e.Hint != "" {
		s += "\nhint: " + e.Hint
	}
	return s
}

// Snippet is the source line, indented by four blanks, and below it a caret
// under the place; empty if there is no source line. Long lines are cut to
// what is around the place, control characters replaced.
func (e *Error) Snippet() string {
	if e.Line == 0 || strings.TrimSpace(e.Source) == "" {
		return ""
	}
	const left, right = 60, 40 // columns kept on either side of the caret
	before, after := e.Source[:e.caret], e.Source[e.caret:]
	from := len(before)
	for w := 0; from > 0; {
		r, n := utf8.DecodeLastRuneInString(before[:from])
		if w += width(r); w > left {
			break
		}
		from -= n
	}
	to := 0
	for w := 0; to < len(after); {
		r, n := utf8.DecodeRuneInString(after[to:])
		if w += width(r); w > right {
			break
		}
		to += n
	}
	var line, mark strings.Builder
	line.WriteString("    ")
	mark.WriteString("    ")
	if from > 0 {
		line.WriteString("…")
		mark.WriteByte(' ')
	}
	for _, r := range before[from:] {
		line.WriteRune(printable(r))
		mark.WriteString(blank(r))
	}
	for _, r := range after[:to] {
		line.WriteRune(printable(r))
	}
	if to < len(after) {
		line.WriteString("…")
	}
	return strings.TrimRight(line.String(), " \t") + "\n" + mark.String() + "^"
}

// Errors is what was wrong with the hands of one file.
type Errors []*Error

// Error is the errors, a line for each.
func (es Errors) Error() string {
	var b strings.Builder
	for i, e := range es {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap lists the errors for [errors.Is] and [errors.As].
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}

// source is the text that a hand was read from.
type source struct {
	name string
	text []byte
	line int // line of the first byte of text, 0 if there is none
	head int // where the hand begins in text
}

// locate finds the line around offset p and the line's number.
func (s *source) locate(p int) (start, end, line int) {
	p = min(p, len(s.text))
	start = bytes.LastIndexByte(s.text[:p], '\n') + 1
	end = len(s.text)
	if i := bytes.IndexByte(s.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return start, end, s.line + bytes.Count(s.text[:start], newline)
}

var newline = []byte{'\n'}

// at is p as an offset: zero stands for the head of the hand.
func (s *source) at(p int) int {
	if p == 0 {
		p = s.head
	}
	return min(p, len(s.text))
}

func (s *source) position(p int) Position {
	if s.line == 0 {
		return Position{File: s.name}
	}
	p = s.at(p)
	start, _, line := s.locate(p)
	return Position{s.name, line, utf8.RuneCount(s.text[start:p]) + 1}
}

// maxSource bounds the source line that an error keeps, on either side of
// the place: a hand on one line may be very long.
const maxSource = 240

func (s *source) errorAt(p int, code Code, msg, hint string) *Error {
	pos := s.position(p)
	e := &Error{File: s.name, Line: pos.Line, Col: pos.Col, Code: code, Msg: msg, Hint: hint}
	if s.line == 0 {
		return e
	}
	p = s.at(p)
	start, end, _ := s.locate(p)
	from, to := max(start, p-maxSource), min(end, p+maxSource)
	for from > start && from < p && !utf8.RuneStart(s.text[from]) {
		from++
	}
	for to < end && to > p && !utf8.RuneStart(s.text[to]) {
		to--
	}
	e.Source = strings.TrimRight(string(s.text[from:to]), "\r")
	e.caret = min(p-from, len(e.Source))
	return e
}

// printable replaces what would upset a terminal.
func printable(r rune) rune {
	if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
		return utf8.RuneError
	}
	return r
}

// blank is the white space as wide as r.
func blank(r rune) string {
	if r == '\t' {
		return "\t"
	}
	return "  "[:width(r)]
}

// wide holds the scripts and symbols that terminals print two columns wide.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1},
		{0x2e80, 0x303e, 1},
		{0x3041, 0xa4cf, 1},
		{0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff01, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x1f300, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1},
		{0x1f900, 0x1faff, 1},
		{0x20000, 0x3fffd, 1},
	},
}

// width is the number of columns of r on a terminal.
func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// quote shows a piece of the file in a message: short, and in quotes.
func quote[T string | []byte](s T) string {
	const most = 40
	t := string(s)
	if len(t) > most {
		cut := most
		for cut > most-utf8.UTFMax && !utf8.RuneStart(t[cut]) {
			cut--
		}
		t = t[:cut] + "…"
	}
	if strings.ContainsFunc(t, func(r rune) bool { return r == '\'' || !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", t)
	}
	return "'" + t + "'"
}
