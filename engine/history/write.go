package history

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Append appends the hand to b as the text of a .phh file: one line per field, texts in single quotes, a space after each comma.
//
// A hand that was read keeps the order of its fields; in any other hand, and for added fields, the order is that of the constants, then
// that of Extra. A field is written if it is not zero or if the file had it; ante_trimming_status is omitted only if the file omitted it.
func Append(b []byte, h *Hand) []byte {
	scale := max(1, h.Scale)
	var done fieldSet
	extra := 0
	for _, f := range h.order {
		if f == fieldExtra {
			b = appendExtra(b, h, extra)
			extra++
			continue
		}
		b = appendField(b, h, f, scale)
		done |= 1 << f
	}
	for f := range numFields {
		if !done.has(f) && h.wants(f) {
			b = appendField(b, h, f, scale)
		}
	}
	for ; extra < len(h.Extra); extra++ {
		b = appendExtra(b, h, extra)
	}
	return b
}

// AppendTable appends the hand to b as a table of a .phhs file, which numbers them from 1. It does not write the blank line that separates hands.
func AppendTable(b []byte, name string, h *Hand) []byte {
	b = append(b, '[')
	b = appendKey(b, []byte(name))
	b = append(b, ']', '\n')
	return Append(b, h)
}

// wants reports whether a field that the hand was not read with must be written.
func (h *Hand) wants(f Field) bool {
	k := fields[f].kind
	return (k == kindBool || k == kindActions) && len(h.order) == 0 || !codecs[k].absent(fields[f].ref(h))
}

func appendField(b []byte, h *Hand, f Field, scale int64) []byte {
	b = append(b, fields[f].key...)
	b = append(b, " = "...)
	b = codecs[fields[f].kind].write(b, fields[f].ref(h), scale)
	return append(b, '\n')
}

func appendUnits(b []byte, v *int64, scale int64) []byte { return AppendAmount(b, *v, scale) }

func appendWhole(b []byte, v *int64, _ int64) []byte { return strconv.AppendInt(b, *v, 10) }

func appendID(b []byte, v *ID, _ int64) []byte {
	if v.Kind == IDNumber {
		return strconv.AppendInt(b, v.Num, 10)
	}
	return appendText(b, v.Text)
}

func appendDeedText(b []byte, a *Action, scale int64) []byte {
	var word [64]byte
	return appendText(b, appendAction(word[:0], a, scale))
}

func appendExtra(b []byte, h *Hand, i int) []byte {
	if i >= len(h.Extra) {
		return b
	}
	b = append(b, h.Extra[i].Key...)
	b = append(b, " = "...)
	b = append(b, h.Extra[i].Raw...)
	return append(b, '\n')
}

// appendClock appends a time since midnight as 15:04:05.
func appendClock(b []byte, d *time.Duration, _ int64) []byte {
	return time.Time{}.Add(*d).AppendFormat(b, "15:04:05.999999999")
}

func appendSeconds(b []byte, d *time.Duration, _ int64) []byte {
	if *d == Forever {
		return append(b, "inf"...)
	}
	return AppendAmount(b, int64(*d), int64(time.Second))
}

// appendAction appends the string of an action, without quotes.
func appendAction(b []byte, a *Action, scale int64) []byte {
	if a.Verb != NoOp && int(a.Verb) < len(verbs) {
		b = appendDeed(b, a, scale)
	}
	if a.Commentary != "" {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(b, "# "...)
		b = append(b, a.Commentary...)
	}
	return b
}

func appendDeed(b []byte, a *Action, scale int64) []byte {
	v := &verbs[a.Verb]
	if a.Player == Dealer || v.args == seatCards {
		b = append(b, 'd')
	} else {
		b = appendPlayer(b, a.Player)
	}
	b = append(b, ' ')
	b = append(b, v.word...)
	if v.args == seatCards {
		b = append(b, ' ')
		b = appendPlayer(b, a.Player)
	}
	if v.args == amount || v.args == amountWords {
		b = append(b, ' ')
		b = AppendAmount(b, a.Amount, scale)
	}
	if a.Verb == ShowDealt {
		b = append(b, " -"...)
	}
	if a.n > 0 {
		b = append(b, ' ')
		for _, c := range a.Cards() {
			b = c.Append(b)
		}
	}
	if a.Text != "" {
		b = append(b, ' ')
		b = append(b, a.Text...)
	}
	return b
}

func appendPlayer(b []byte, p int8) []byte {
	return strconv.AppendInt(append(b, 'p'), int64(p)+1, 10)
}

// appendText appends a TOML text: in single quotes, which need no escapes, or in double quotes where those are not possible.
func appendText[T string | []byte](b []byte, s T) []byte {
	if !literal(s) {
		// a TOML basic string; bytes that are not UTF-8 cannot be written and become the replacement character
		s := string(s)
		const hex = "0123456789ABCDEF"
		b = append(b, '"')
		for _, r := range s {
			switch {
			case r == '"' || r == '\\':
				b = append(b, '\\', byte(r))
			case r == '\n':
				b = append(b, '\\', 'n')
			case r == '\t':
				b = append(b, '\t')
			case r < ' ' || r == 0x7f:
				b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
			default:
				b = utf8.AppendRune(b, r)
			}
		}
		return append(b, '"')
	}
	b = append(b, '\'')
	b = append(b, s...)
	return append(b, '\'')
}

func literal[T string | []byte](s T) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\'' || c < ' ' && c != '\t' || c == 0x7f:
			return false
		case c >= utf8.RuneSelf:
			return literalRunes(string(s[i:]))
		}
	}
	return true
}

func literalRunes(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r == '\'' || r < ' ' && r != '\t' || r == 0x7f
	})
}

// appendKey appends a TOML key: bare where possible.
func appendKey(b, key []byte) []byte {
	for _, c := range key {
		if !isBare(c) {
			return appendText(b, key)
		}
	}
	if len(key) == 0 {
		return append(b, '\'', '\'')
	}
	return append(b, key...)
}
