package repl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"cardroom/dsl"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Limits on the output for one value; users who want more can ask for a part of
// it.
const (
	maxShown  = 1 << 16 // bytes
	maxNested = 40
	// The number of items printed of a list, and of one inside another value;
	// and the number of characters of a text.
	maxItems, maxInside = 40, 24
	maxText             = 2000
)

// text returns a value in script notation. What does not fit into a line of the
// width is printed with one line per item.
func text(v starlark.Value, width int) string {
	p := printer{width: width, left: maxShown}
	p.print(v, 0, 0)
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	width int
	left  int // bytes left to write
	path  []starlark.Value
}

func (p *printer) write(s string) {
	if p.left <= 0 {
		return
	}
	if len(s) > p.left {
		s = strings.ToValidUTF8(s[:p.left], "") + "… (there is more)"
		p.left = 0
	}
	p.left -= len(s)
	p.b.WriteString(s)
}

// print writes a value at a column; its lines are indented.
func (p *printer) print(v starlark.Value, column, indent int) {
	// Give up early: the text of a list can be much larger than the list in memory.
	if left := p.width - column; isShort(v, &left) {
		var line strings.Builder
		flat(&line, v)
		p.write(line.String())
		return
	}
	c := contents(v)
	switch {
	case c == nil:
		p.write(leafText(v))
		return
	case len(p.path) > maxNested || p.isInside(v):
		p.write("…")
		return
	}
	p.path = append(p.path, v)
	defer func() { p.path = p.path[:len(p.path)-1] }()
	inner := strings.Repeat(" ", indent+4)
	p.write(c.open + "\n")
	most := maxItems
	if len(p.path) > 1 {
		most = maxInside
	}
	for i, item := range c.items {
		if p.left <= 0 {
			return
		}
		if i == most && !c.whole && len(c.items) > most+1 {
			p.write(fmt.Sprintf("%s… (%d more)\n", inner, len(c.items)-most))
			break
		}
		label := ""
		if item.label != nil {
			label = item.label(p.width)
		}
		p.write(inner + label)
		p.print(item.value, indent+4+len(label)+1, indent+4)
		p.write(",\n")
	}
	p.write(strings.Repeat(" ", indent) + c.close)
}

// leafText returns the text of a value without items, cut if it is long.
func leafText(v starlark.Value) string {
	if t, ok := v.(starlark.String); ok && len(t) > maxText {
		if n := utf8.RuneCountInString(string(t)); n > maxText {
			return starlark.String([]rune(string(t))[:maxText]).String() + fmt.Sprintf("… (%d more)", n-maxText)
		}
	}
	return v.String()
}

func (p *printer) isInside(v starlark.Value) bool {
	if _, isTuple := v.(starlark.Tuple); isTuple {
		return false // it cannot contain itself, and is not comparable
	}
	for _, outer := range p.path {
		if _, isTuple := outer.(starlark.Tuple); !isTuple && outer == v {
			return true
		}
	}
	return false
}

// item is a part of a collection with its label.
type item struct {
	label func(width int) string
	value starlark.Value
}

type collection struct {
	open, close string
	items       []item
	whole       bool // all items are shown
}

// contents returns the items of a collection; nil for other values and for
// empty ones.
func contents(v starlark.Value) *collection {
	c := &collection{}
	switch v := v.(type) {
	case *starlark.List:
		c.open, c.close = "[", "]"
		c.addAll(v)
	case starlark.Tuple:
		c.open, c.close = "(", ")"
		c.addAll(v)
	case *starlark.Set:
		c.open, c.close = "set([", "])"
		c.addAll(v)
	case *starlark.Dict:
		c.open, c.close = "{", "}"
		for k, x := range v.Entries() {
			c.items = append(c.items, item{func(width int) string { return text(k, width) + ": " }, x})
		}
	case *starlarkstruct.Struct:
		c.open, c.close = "struct(", ")"
		for _, name := range v.AttrNames() {
			if x, err := v.Attr(name); err == nil {
				c.items = append(c.items, item{func(int) string { return name + " = " }, x})
			}
		}
	default:
		c.open, c.close, c.whole = v.Type()+"(", ")", true
		for _, held := range dsl.Holds(v) {
			c.items = append(c.items, item{func(int) string { return held.Name + " = " }, held.Value})
		}
	}
	if len(c.items) == 0 {
		return nil
	}
	return c
}

func (c *collection) addAll(x starlark.Iterable) {
	for v := range starlark.Elements(x) {
		if len(c.items) > maxShown {
			return // no more could be shown
		}
		c.items = append(c.items, item{nil, v})
	}
}

// flat writes a value on one line.
func flat(b *strings.Builder, v starlark.Value) {
	c := contents(v)
	if c == nil {
		b.WriteString(leafText(v))
		return
	}
	b.WriteString(c.open)
	for i, item := range c.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if item.label != nil {
			b.WriteString(item.label(1 << 20))
		}
		flat(b, item.value)
	}
	if _, tuple := v.(starlark.Tuple); tuple && len(c.items) == 1 {
		b.WriteString(",")
	}
	b.WriteString(c.close)
}

// isShort subtracts the length of a value's text from the room left on a line,
// and reports whether it fits.
func isShort(v starlark.Value, left *int) bool {
	c := contents(v)
	if c == nil {
		*left -= len([]rune(leafText(v)))
		return *left >= 0
	}
	*left -= len(c.open) + len(c.close)
	for _, item := range c.items {
		if *left < 0 {
			return false
		}
		if item.label != nil {
			*left -= len([]rune(item.label(*left)))
		}
		if !isShort(item.value, left) {
			return false
		}
		*left -= len(", ")
	}
	*left += len(", ")
	return *left >= 0
}
