// This file escapes texts so that a terminal executes nothing in them:
// every character that is not plain becomes a readable escape.

package markup

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainRune reports whether a character is plain: written as it is.
func PlainRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return ' ' <= r && r != 0x7f || r == '\n' || r == '\t'
	case r < 0xa0 || r == 0xad:
		return false
	case r < 0x300, '\u2190' <= r && r < '\u2800': // letters; arrows, suit symbols
		return true
	case r == '\ufe0e' || r == '\ufe0f': // selects the text or the color form of a symbol
		return true
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Plain reports whether all characters of a text are plain.
func Plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !PlainRune(r) })
}

// PlainPrefix returns the number of bytes of text before the first character that is
// not plain.
func PlainPrefix(text []byte) int {
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			if b < ' ' && b != '\n' && b != '\t' || b == 0x7f {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !PlainRune(r) || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// AppendEscaped appends the escape of a character that is not plain.
func AppendEscaped(out []byte, r rune, raw []byte) []byte {
	switch {
	case len(raw) == 1:
		return fmt.Appendf(out, `\x%02x`, raw[0])
	case r > 0xffff:
		return fmt.Appendf(out, `\U%08x`, r)
	}
	return fmt.Appendf(out, `\u%04x`, r)
}

// Escape returns a text with all characters that are not plain escaped,
// including terminal colors.
func Escape(text string) string {
	var out []byte
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if PlainRune(r) && (r != utf8.RuneError || size > 1) {
			out = append(out, text[i:i+size]...)
		} else {
			out = AppendEscaped(out, r, []byte(text[i:i+size]))
		}
		i += size
	}
	return string(out)
}

// EscapeJSON replaces the characters of a JSON text that are not plain with JSON
// escapes: the value stays the same.
func EscapeJSON(b []byte) []byte {
	n := PlainPrefix(b)
	if n == len(b) {
		return b
	}
	out := bytes.Clone(b[:n])
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		switch {
		case PlainRune(r):
			out = append(out, b[n:n+size]...)
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		n += size
	}
	return out
}
