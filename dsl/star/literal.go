package star

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Values in files are parsed and never executed. Only literals of Starlark are allowed: None, True, False, ints, strings, lists,
// tuples, dicts and struct(name = value, …), as Starlark prints them.

// maxLiteral is the maximum nesting of values in files.
const maxLiteral = 20

// readLiteral parses one value. Its errors begin with the column, from 1.
func readLiteral(text string) (starlark.Value, error) {
	r := literalReader{text: text}
	v, err := r.value(0)
	if err == nil {
		if r.space(); r.at < len(r.text) {
			err = r.errorf("the value ends here, but %s follows", r.here())
		}
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

type literalReader struct {
	text string
	at   int
}

func (r *literalReader) errorf(format string, args ...any) error {
	return fmt.Errorf("column %d: %s", 1+utf8.RuneCountInString(r.text[:r.at]), fmt.Sprintf(format, args...))
}

// here returns the character at the current position, for messages.
func (r *literalReader) here() string {
	if r.at >= len(r.text) {
		return "the end"
	}
	_, n := utf8.DecodeRuneInString(r.text[r.at:])
	return fmt.Sprintf("%q", r.text[r.at:r.at+n])
}

func (r *literalReader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// take consumes one character if it comes next.
func (r *literalReader) take(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *literalReader) value(depth int) (starlark.Value, error) {
	r.space()
	if depth > maxLiteral {
		return nil, r.errorf("nested more than %d deep", maxLiteral)
	}
	if r.at >= len(r.text) {
		return nil, r.errorf("a value is missing")
	}
	switch c := r.text[r.at]; {
	case c == '"':
		return r.string()
	case c == '-' || '0' <= c && c <= '9':
		return r.int()
	case c == '[':
		r.at++
		items, _, err := r.items(']', depth)
		return starlark.NewList(items), err
	case c == '(':
		r.at++
		items, comma, err := r.items(')', depth)
		if err == nil && len(items) == 1 && !comma {
			return items[0], nil
		}
		return starlark.Tuple(items), err
	case c == '{':
		return r.dict(depth)
	}
	return r.word(depth)
}

// items parses the values up to a closing bracket, and reports whether a comma followed the last one.
func (r *literalReader) items(end byte, depth int) (items []starlark.Value, comma bool, err error) {
	for !r.take(end) {
		if len(items) > 0 && !comma {
			return nil, false, r.errorf("want , or %c, got %s", end, r.here())
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, false, err
		}
		items = append(items, v)
		comma = r.take(',')
	}
	return items, comma, nil
}

func (r *literalReader) dict(depth int) (starlark.Value, error) {
	r.at++
	d := new(starlark.Dict)
	for comma := true; !r.take('}'); comma = r.take(',') {
		if !comma {
			return nil, r.errorf("want , or }, got %s", r.here())
		}
		r.space()
		start := r.at
		k, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if !r.take(':') {
			return nil, r.errorf("want :, got %s", r.here())
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		before, end := d.Len(), r.at
		r.at = start
		if err := d.SetKey(k, v); err != nil {
			return nil, r.errorf("%v", err)
		}
		if d.Len() == before {
			return nil, r.errorf("the key appears twice")
		}
		r.at = end
	}
	return d, nil
}

func (r *literalReader) string() (starlark.Value, error) {
	var b strings.Builder
	start := r.at
	for r.at++; r.at < len(r.text); {
		switch c := r.text[r.at]; c {
		case '"':
			r.at++
			if !utf8.ValidString(b.String()) {
				r.at = start
				return nil, r.errorf("the text is not UTF-8")
			}
			return starlark.String(b.String()), nil
		case '\n', '\r':
			return nil, r.errorf("the string is not closed on its line")
		case '\\':
			if err := r.escape(&b); err != nil {
				return nil, err
			}
		default:
			b.WriteByte(c)
			r.at++
		}
	}
	r.at = start
	return nil, r.errorf("the string is not closed")
}

// escapes are the characters that Starlark escapes with a letter.
var escapes = map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\', '"': '"', '\'': '\''}

// escape parses an escape sequence after the backslash.
func (r *literalReader) escape(b *strings.Builder) error {
	if r.at+1 >= len(r.text) {
		return r.errorf("the string is not closed")
	}
	c := r.text[r.at+1]
	if plain, ok := escapes[c]; ok {
		b.WriteByte(plain)
		r.at += 2
		return nil
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	if digits == 0 || r.at+2+digits > len(r.text) {
		return r.errorf("no such escape: \\%c", c)
	}
	n := rune(0)
	for _, d := range []byte(r.text[r.at+2 : r.at+2+digits]) {
		i := strings.IndexByte("0123456789abcdef", d|0x20)
		if i < 0 || n > utf8.MaxRune {
			return r.errorf("no such escape: \\%c", c)
		}
		n = n<<4 | rune(i)
	}
	if n > utf8.MaxRune || 0xd800 <= n && n < 0xe000 || c == 'x' && n >= utf8.RuneSelf {
		return r.errorf("no such character")
	}
	b.WriteRune(n)
	r.at += 2 + digits
	return nil
}

func (r *literalReader) int() (starlark.Value, error) {
	start := r.at
	if r.text[r.at] == '-' {
		r.at++
	}
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	digits := r.text[start:r.at]
	n, ok := new(big.Int), false
	if len(digits) <= guard.MaxBits/3 {
		n, ok = n.SetString(digits, 10)
	}
	bare := strings.TrimPrefix(digits, "-")
	if !ok || n.BitLen() > guard.MaxBits || len(bare) > 1 && bare[0] == '0' {
		r.at = start
		return nil, r.errorf("not an int of at most %d bits", guard.MaxBits)
	}
	return starlark.MakeBigInt(n), nil
}

// word parses None, True, False or a struct.
func (r *literalReader) word(depth int) (starlark.Value, error) {
	start := r.at
	switch name := r.name(); name {
	case "None":
		return starlark.None, nil
	case "True":
		return starlark.True, nil
	case "False":
		return starlark.False, nil
	case "struct":
		if r.take('(') {
			return r.fields(depth)
		}
	}
	r.at = start
	return nil, r.errorf("want None, True, False, an int, a text, a list, a tuple, a dict or a struct, got %s", r.here())
}

// name parses an identifier.
func (r *literalReader) name() string {
	start := r.at
	for r.at < len(r.text) {
		c := r.text[r.at]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (r.at == start || c < '0' || c > '9') {
			break
		}
		r.at++
	}
	return r.text[start:r.at]
}

// fields parses the fields of a struct, after its opening parenthesis.
func (r *literalReader) fields(depth int) (starlark.Value, error) {
	fields := starlark.StringDict{}
	for comma := true; !r.take(')'); comma = r.take(',') {
		if !comma {
			return nil, r.errorf("want , or ), got %s", r.here())
		}
		r.space()
		start := r.at
		name := r.name()
		switch _, twice := fields[name]; {
		case name == "":
			return nil, r.errorf("want the name of a field, got %s", r.here())
		case twice:
			r.at = start
			return nil, r.errorf("the field %s appears twice", name)
		}
		if !r.take('=') {
			return nil, r.errorf("want =, got %s", r.here())
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		fields[name] = v
	}
	return starlarkstruct.FromStringDict(starlarkstruct.Default, fields), nil
}
