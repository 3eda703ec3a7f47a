package history

import "bytes"

// Cut splits off the next hands of a file, about size bytes in all, as a separate source that another goroutine may read. It returns nil if
// the rest must be read here, in order. Hands keep the numbers and places that they have in the file.
//
// A PHH file is cut only before tables whose names match the hand count, so that text that merely looks like a table header is never taken for one.
func (r *Reader) Cut(size int) Source {
	if r.over || r.strayed || len(r.pending) > 0 || !r.in.more() {
		return nil
	}
	n, number := r.cut(size)
	if n == 0 || r.in.failed() {
		return nil
	}
	part := newReader(r.name, nil, nil, Options{Lenient: r.scan.lenient, MaxHand: r.maxHand})
	part.more = !r.in.isAll(n)
	part.in = r.in.cut(n)
	part.begun, part.number = r.begun, r.number
	r.begun, r.number = true, number
	return part
}

// cut returns where the next hands end and the number of the last one; 0 if the file cannot be cut.
func (r *Reader) cut(size int) (n, number int) {
	r.in.atLeast(len(byteOrderMark) + 64)
	number = r.number
	first, _, _ := bytes.Cut(bytes.TrimPrefix(r.in.rest(), byteOrderMark), newline)
	if numbered(first, number+1) {
		number++
	}
	for {
		at, ok := r.in.header(n+1, n+r.maxHand)
		if !ok || number == r.number && n > 0 {
			return 0, 0
		}
		if r.in.isAll(at) {
			n = at
			break
		}
		r.in.atLeast(at + 256)
		head, next, _ := bytes.Cut(r.in.rest()[at:], newline)
		if !numbered(head, number+1) || number == r.number && !isComment(r.in.rest()[:at]) {
			return 0, 0
		}
		n = at
		if n >= size && isField(next) {
			break
		}
		number++
	}
	text := r.in.rest()[:n]
	if !r.in.isAll(n) && bytes.Count(text, []byte("[")) != bytes.Count(text, []byte("]")) {
		return 0, 0 // a list that is not closed may contain the next table header
	}
	if number == r.number || bytes.IndexByte(text, 0) >= 0 || bytes.Contains(text, []byte(`"""`)) || bytes.Contains(text, []byte("'''")) {
		return 0, 0
	}
	return n, number
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// numbered reports whether a line is the header of table n.
func numbered(line []byte, n int) bool {
	name, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r \t"), []byte("["))
	name, closed := bytes.CutSuffix(name, []byte("]"))
	return ok && closed && isNumber(name, n)
}

// isComment reports whether a text has no fields, so that no hand comes before the first table.
func isComment(text []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(text, byteOrderMark)) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// isField reports whether a text begins with a key and an equals sign.
func isField(text []byte) bool {
	n := 0
	for n < len(text) && isBare(text[n]) {
		n++
	}
	return n > 0 && bytes.HasPrefix(bytes.TrimLeft(text[n:], " \t"), []byte("="))
}

// Cut splits off the next hands of a file, like [Reader.Cut]. A format whose hands depend on earlier ones cannot be cut.
func (r *textReader) Cut(size int) Source {
	if r.over || r.format.Holds == nil || !r.in.more() {
		return nil
	}
	n, hands := 0, 0
	for n < size || hands == 0 {
		text, whole := r.piece(n)
		if !whole || len(text) == 0 {
			break
		}
		n += len(text)
		if r.format.Holds(text) || bytes.IndexByte(atLines(text), 0) >= 0 {
			hands++
		}
	}
	if hands == 0 || r.in.failed() {
		return nil
	}
	part := &textReader{name: r.name, format: r.format, parser: r.format.New(), max: r.max, number: r.number, more: r.more || !r.in.isAll(n)}
	part.in = r.in.cut(n)
	r.number += hands
	return part
}

// cut splits off n bytes as a separate input.
func (in *input) cut(n int) input {
	part := input{buf: in.rest()[:n:n], line: in.line}
	in.take(n)
	return part
}
