package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Numbers of columns shown: a line of up to whole columns entirely, otherwise part of them around the caret, with at most left
// before it.
const (
	whole = 120
	part  = 100
	left  = 60
)

// Snippet returns the source line, indented by four spaces, and below it a caret under the place; "" if there is no source
// line. It cuts a long line to the part around the place and replaces characters that a terminal would interpret.
func (e *Error) Snippet() string {
	if e.Code == Written && e.Pos.File == "" {
		return e.inText().Snippet()
	}
	if e.Pos.Line == 0 || strings.TrimSpace(e.Source) == "" {
		return ""
	}
	// the source on both sides of the place
	at := 0
	for range int(e.Pos.Col) - 1 - e.Cut {
		_, n := utf8.DecodeRuneInString(e.Source[at:])
		at += n
	}
	before, after := e.Source[:at], e.Source[at:]
	shownBefore, shownAfter := before, after
	if e.Part || Columns(e.Source) > whole {
		shownBefore = lastColumns(before, left)
		shownAfter = firstColumns(after, part-Columns(shownBefore))
	}
	var line, mark strings.Builder
	if len(shownBefore) < len(before) || e.Cut > 0 {
		line.WriteString("…")
		mark.WriteByte(' ')
	}
	for _, r := range shownBefore {
		line.WriteRune(printable(r))
		mark.WriteString(blank(r))
	}
	for _, r := range shownAfter {
		line.WriteRune(printable(r))
	}
	if len(shownAfter) < len(after) {
		line.WriteString("…")
	}
	return "    " + strings.TrimRight(line.String(), " \t") + "\n    " + mark.String() + "^"
}

// inText returns an error in typed cards with the line of the text that contains the place.
func (e *Error) inText() *Error {
	from := 1 + strings.LastIndexByte(e.Source[:e.At-1], '\n')
	line, _, _ := strings.Cut(e.Source[from:], "\n")
	line = strings.ToValidUTF8(line, "\ufffd")
	before := strings.ToValidUTF8(e.Source[from:e.At-1], "\ufffd")
	return &Error{Pos: Pos{Line: 1, Col: int32(1 + utf8.RuneCountInString(before))}, Source: line}
}

// firstColumns returns the beginning of s that takes up at most n columns.
func firstColumns(s string, n int) string {
	w := 0
	for i, r := range s {
		if w += width(r); w > n {
			return s[:i]
		}
	}
	return s
}

// lastColumns returns the end of s that takes up at most n columns.
func lastColumns(s string, n int) string {
	w, from := 0, len(s)
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:from])
		if w += width(r); w > n {
			break
		}
		from -= size
	}
	return s[from:]
}

// Columns returns the number of terminal columns of a text.
func Columns(s string) (n int) {
	for _, r := range s {
		n += width(r)
	}
	return n
}

// printable replaces characters that would upset a terminal.
func printable(r rune) rune {
	if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
		return utf8.RuneError
	}
	return r
}

// blank returns white space as wide as r. A tab stays a tab, so that the caret lines up whatever the tab width is.
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

// width returns the number of terminal columns of r.
func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r == '\u200d' || unicode.In(r, unicode.Mn, unicode.Me): // and what joins pictures
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
