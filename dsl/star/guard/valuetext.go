package guard

import (
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// The text of a value can be endless even if the value is small: x = (x, x), sixty times over. So only Starlark functions that
// were charged for it make the text of a whole value; messages and reports show its beginning.

// TextOf returns the text of a value as Starlark prints it, cut after most bytes. Its work is proportional to most, whatever the
// value is.
func TextOf(v starlark.Value, most int) string {
	w := textWriter{left: most}
	w.value(v)
	text := w.b.String()
	if w.left >= 0 {
		return text
	}
	return strings.ToValidUTF8(text[:min(len(text), most)], "") + "…"
}

// textWriter writes values until nothing is left of its limit.
type textWriter struct {
	b     strings.Builder
	left  int // negative once something did not fit
	depth int
}

func (w *textWriter) write(s string) {
	if w.left >= 0 {
		w.b.WriteString(s)
		w.left -= len(s)
	}
}

func (w *textWriter) value(v starlark.Value) {
	if w.depth++; w.depth > maxDepth { // it contains itself, or is practically endless
		w.left = min(w.left, -1)
	}
	if w.left >= 0 {
		w.known(v)
	}
	w.depth--
}

func (w *textWriter) known(v starlark.Value) {
	switch v := v.(type) {
	case starlark.String:
		w.write(v[:min(len(v), w.left+1)].String())
	case starlark.Bytes:
		w.write(v[:min(len(v), w.left+1)].String())
	case *starlark.List:
		w.list("[", v, "]")
	case starlark.Tuple:
		if len(v) == 1 {
			w.list("(", v, ",)")
			return
		}
		w.list("(", v, ")")
	case *starlark.Set:
		w.write("set([")
		w.items(starlark.Elements(v))
		w.write("])")
	case *starlark.Dict:
		w.dict(v)
	case *starlarkstruct.Struct:
		w.fields(v)
	default:
		w.write(v.String())
	}
}

func (w *textWriter) list(open string, list starlark.Iterable, end string) {
	w.write(open)
	w.items(starlark.Elements(list))
	w.write(end)
}

// items writes values with commas between them.
func (w *textWriter) items(values func(func(starlark.Value) bool)) {
	first := true
	for v := range values {
		if !first {
			w.write(", ")
		}
		first = false
		if w.value(v); w.left < 0 {
			return
		}
	}
}

func (w *textWriter) dict(d *starlark.Dict) {
	w.write("{")
	first := true
	for k, v := range d.Entries() {
		if !first {
			w.write(", ")
		}
		first = false
		w.value(k)
		w.write(": ")
		if w.value(v); w.left < 0 {
			return
		}
	}
	w.write("}")
}

func (w *textWriter) fields(s *starlarkstruct.Struct) {
	w.write("struct(")
	for i := range s.Len() {
		if i > 0 {
			w.write(", ")
		}
		name, v := s.AttrAt(i)
		w.write(name + " = ")
		if w.value(v); w.left < 0 {
			return
		}
	}
	w.write(")")
}

// ShortText returns a value's text for a message, shortened if it is long.
func ShortText(v starlark.Value) string {
	const most, mostList = 60, 200
	if n, ok := v.(starlark.Int); ok && bitLen(n) > 256 {
		return "a very large number"
	}
	if s, ok := v.(starlark.String); ok && len(s) > most {
		return starlark.String(strings.ToValidUTF8(string(s[:most]), "") + "…").String()
	}
	return TextOf(v, mostList)
}

// ShortArgs returns the arguments of a message, with script values shortened if they are long.
func ShortArgs(args []any) []any {
	for i, x := range args {
		if v, ok := x.(starlark.Value); ok {
			args[i] = ShortText(v)
		}
	}
	return args
}
