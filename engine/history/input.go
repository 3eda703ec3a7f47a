package history

import (
	"bytes"
	"io"
)

const (
	// block is the number of bytes read from a stream at a time.
	block = 256 << 10
	// maxSkip is the number of bytes of a stream to skip in search of the next hand after one that is too long.
	maxSkip = 64 << 20
)

// input is the text of a file: all of it, or a window of a stream.
type input struct {
	rd   io.Reader // nil when the rest of the file is in buf
	err  error     // why rd returned no more, other than io.EOF
	buf  []byte
	off  int // bytes before off are consumed
	line int // line of buf[off], from 1
}

// rest returns the unconsumed text in the window.
func (in *input) rest() []byte { return in.buf[in.off:] }

// isAll reports whether the first n bytes of the rest are everything that is left.
func (in *input) isAll(n int) bool { return in.rd == nil && n == len(in.buf)-in.off }

// failed reports whether reading the stream failed.
func (in *input) failed() bool { return in.err != nil }

// more reports whether unconsumed text is left.
func (in *input) more() bool {
	in.atLeast(1)
	return in.off < len(in.buf)
}

// atLeast reads until there are n bytes, if the file has that many.
func (in *input) atLeast(n int) {
	for len(in.buf)-in.off < n && in.fill() {
	}
}

// fill reads more of the stream. It never overwrites text that hands were read from: a full window is replaced by a new one.
func (in *input) fill() bool {
	if in.rd == nil {
		return false
	}
	if len(in.buf) == cap(in.buf) {
		rest := in.rest()
		next := make([]byte, len(rest), len(rest)+max(block, len(rest)))
		copy(next, rest)
		in.buf, in.off = next, 0
	}
	n, err := io.ReadAtLeast(in.rd, in.buf[len(in.buf):cap(in.buf)], 1)
	in.buf = in.buf[:len(in.buf)+n]
	if err != nil {
		in.rd = nil
		if err != io.EOF {
			in.err = err
		}
	}
	return n > 0
}

// take consumes n bytes.
func (in *input) take(n int) {
	in.line += bytes.Count(in.buf[in.off:in.off+n], newline)
	in.off += n
}

var bracket = []byte("\n[")

// header finds the first line of the rest that looks like a table header and begins at from or later; the end of the file counts too. If
// there is none within limit, ok is false and at is limit.
//
// The line may turn out to be something else: an element of an array, or a line of a text. An indented header is not found. The parser decides.
func (in *input) header(from, limit int) (at int, ok bool) {
	from = max(0, from-1) // the line end before it
	for {
		rest := in.rest()
		i := bytes.Index(rest[min(from, len(rest)):], bracket)
		if i < 0 {
			// The last byte may be the newline before a header.
			from = max(from, len(rest)-1)
			switch {
			case len(rest) > limit:
				return limit, false
			case !in.fill():
				return len(in.rest()), true
			}
			continue
		}
		at = from + i + 1
		if at > limit {
			return limit, false
		}
		end := bytes.IndexByte(rest[at:], '\n')
		if end < 0 {
			if len(rest) <= limit && in.fill() {
				from = at - 1
				continue
			}
			end = len(rest) - at
		}
		if isHeader(rest[at : at+end]) {
			return at, true
		}
		from = at
	}
}

// isHeader reports whether a line is the table header of a hand: one key in brackets that does not begin with an underscore, then at most a comment.
func isHeader(line []byte) bool {
	line = bytes.TrimLeft(line[1:], " \t")
	var rest []byte
	switch {
	case len(line) == 0:
		return false
	case line[0] == '"' || line[0] == '\'':
		end := bytes.IndexByte(line[1:], line[0])
		if end < 0 {
			return false
		}
		rest = line[end+2:]
	default:
		end := 0
		for end < len(line) && isBare(line[end]) {
			end++
		}
		if end == 0 || line[0] == '_' {
			return false
		}
		rest = line[end:]
	}
	rest = bytes.TrimLeft(rest, " \t")
	if len(rest) == 0 || rest[0] != ']' {
		return false
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r")
	return len(rest) == 0 || rest[0] == '#'
}

// isBare reports whether c may appear in a TOML key without quotes.
func isBare(c byte) bool {
	return c-'0' <= 9 || c-'a' < 26 || c-'A' < 26 || c == '-' || c == '_'
}

// skip skips text up to the next table header, and gives up after most bytes of a stream.
func (in *input) skip(most int) bool {
	for most > 0 {
		if in.rd == nil {
			at, _ := in.header(1, len(in.rest()))
			in.take(at)
			return true
		}
		at, ok := in.header(1, block)
		if !ok {
			if i := bytes.LastIndexByte(in.rest()[:at], '\n'); i > 0 {
				at = i // a header may follow this newline
			}
		}
		in.take(at)
		if ok {
			return true
		}
		most -= at
	}
	return false
}
