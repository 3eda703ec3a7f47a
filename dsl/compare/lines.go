package compare

import (
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Op is the kind of a line in a comparison of two texts. It prints as in diffs.
type Op byte

// The operations.
const (
	Both  Op = ' '
	OnlyA Op = '-'
	OnlyB Op = '+'
)

func (o Op) String() string { return string(rune(o)) }

// MarshalText returns "a", "b" or "both", for JSON.
func (o Op) MarshalText() ([]byte, error) {
	return []byte(map[Op]string{Both: "both", OnlyA: "a", OnlyB: "b"}[o]), nil
}

// Edit is a line in a comparison of two texts. A and B are its indexes in the
// texts; in a text without the line, the index where it would be inserted.
type Edit struct {
	Op   Op
	A, B int
}

// Of returns the line itself.
func (e Edit) Of(a, b []string) string {
	if e.Op == OnlyA {
		return a[e.A]
	}
	return b[e.B]
}

// Lines compares two texts line by line and returns all lines of both in order.
// Lines must not contain newlines.
func Lines(a, b []string) []Edit {
	var out []Edit
	i, j := 0, 0
	add := func(op Op) {
		out = append(out, Edit{op, i, j})
		if op != OnlyB {
			i++
		}
		if op != OnlyA {
			j++
		}
	}
	for _, line := range changes(a, b) {
		var from, count int
		if n, _ := fmt.Sscanf(line, "@@ -%d,%d ", &from, &count); n == 2 {
			for count > 0 && i < from-1 || count == 0 && i < from {
				add(Both)
			}
			continue
		}
		add(Op(line[0]))
	}
	for i < len(a) {
		add(Both)
	}
	return out
}

// changes returns the lines of a unified diff without its heading. Each line
// gets a marker in front, so that none looks like the heading of a hunk.
func changes(a, b []string) []string {
	text := diff.Diff("a", marked(a), "b", marked(b))
	if text == nil {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return lines[3:]
}

func marked(lines []string) []byte {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString("|" + line + "\n")
	}
	return []byte(b.String())
}
