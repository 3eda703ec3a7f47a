package term

import (
	"bytes"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/engine/visible"
)

// Names, texts and source lines come from other people's files, and may contain
// sequences that a terminal obeys: they can move the cursor, change its title, or
// reorder the letters. Every [Stream] therefore writes visible text only; anything
// else is written as a readable escape, `\x1b` or `\u202e`. One filter serves all
// commands, so no command has to remember it.
//
// The program's own escape sequences bypass the filter in two ways. Colors carry a key
// that is drawn at random when the process starts ([Stream.Paint]), and the filter
// turns them into real colors: no file can know the key. Cursor movements are written
// by [Stream.Control] and [Stream.raw], which never get text from files.

// paintKey marks the color sequences of this process. It is a number because libraries
// that measure text read it as a parameter of the color.
var paintKey = drawPaintKey()

func drawPaintKey() string {
	var b [8]byte
	_, _ = crand.Read(b[:]) // never fails, by its contract
	return strconv.FormatUint(binary.BigEndian.Uint64(b[:])>>2|1<<62, 10)
}

// Keyed adds the key to a color sequence, such as those of fatih/color.
func Keyed(sequence string) string { return strings.TrimSuffix(sequence, "m") + ";" + paintKey + "m" }

// maxKeyed exceeds the length in bytes of any sequence with a key.
const maxKeyed = 64

// cleaner is the filter of a stream. It holds back an incomplete character or color
// sequence until the rest arrives.
type cleaner struct {
	color bool
	rest  []byte
}

// clean appends the filtered text to out.
func (c *cleaner) clean(out, text []byte) []byte {
	if len(c.rest) > 0 {
		text = append(c.rest, text...)
		c.rest = nil
	}
	for len(text) > 0 {
		n := visible.Prefix(text)
		out, text = append(out, text[:n]...), text[n:]
		if len(text) == 0 {
			break
		}
		if n, sequence := c.colour(text); n > 0 {
			out, text = append(out, sequence...), text[n:]
			continue
		}
		if unfinished(text) {
			c.rest = bytes.Clone(text)
			break
		}
		r, size := utf8.DecodeRune(text)
		out, text = visible.Append(out, r, text[:size]), text[size:]
	}
	return out
}

// flush returns the incomplete character at the end of a text, as an escape.
func (c *cleaner) flush() []byte {
	out := visible.Escape(string(c.rest))
	c.rest = nil
	return []byte(out)
}

// colour parses a color sequence with the key at the start of text, and returns its
// length and the bytes to write for it.
func (c *cleaner) colour(text []byte) (n int, sequence []byte) {
	if !bytes.HasPrefix(text, []byte("\x1b[")) {
		return 0, nil
	}
	end := bytes.IndexByte(text[:min(len(text), maxKeyed)], 'm')
	if end < 0 {
		return 0, nil
	}
	params, ok := bytes.CutSuffix(text[2:end], []byte(paintKey))
	if !ok || len(bytes.Trim(params, "0123456789;")) > 0 {
		return 0, nil
	}
	if params = bytes.TrimSuffix(params, []byte(";")); len(params) == 0 || !c.color {
		return end + 1, nil
	}
	return end + 1, fmt.Appendf(nil, "\x1b[%sm", params)
}

// unfinished reports whether text, which cannot be written as it is, may be an
// incomplete character or color sequence.
func unfinished(text []byte) bool {
	if text[0] == 0x1b {
		return len(text) == 1 || text[1] == '[' && len(text) < maxKeyed && len(bytes.Trim(text[2:], "0123456789;")) == 0
	}
	return text[0] >= utf8.RuneSelf && !utf8.FullRune(text)
}

// Clean returns a text as the stream would write it, for libraries that write to the
// terminal themselves.
func (s *Stream) Clean(text string) string {
	c := cleaner{color: s.Color}
	out := c.clean(nil, []byte(text))
	return string(append(out, c.flush()...))
}

// CleanKeyed makes a text visible but keeps the color sequences of this process, for
// text that is laid out before it is written.
func CleanKeyed(text string) string {
	if visible.Text(text) {
		return text
	}
	var b strings.Builder
	c := cleaner{}
	for {
		i := strings.Index(text, "\x1b[")
		if i < 0 {
			break
		}
		n, _ := c.colour([]byte(text[i:]))
		if n == 0 {
			n = 1
			b.WriteString(visible.Escape(text[:i+1]))
		} else {
			b.WriteString(visible.Escape(text[:i]) + text[i:i+n])
		}
		text = text[i+n:]
	}
	b.WriteString(visible.Escape(text))
	return b.String()
}

// Control writes an escape sequence of the program itself. It must not contain text
// from a file.
func (s *Stream) Control(sequence string) { _, _ = s.raw().Write([]byte(sequence)) }

// raw returns the stream without the filter, for libraries that move the cursor and
// get filtered text.
func (s *Stream) raw() io.Writer { return rawStream{s} }

type rawStream struct{ s *Stream }

func (r rawStream) Write(p []byte) (int, error) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.put(p)
	return len(p), nil
}

// Verbatim writes the content of a file, such as a formatted script, byte for byte;
// only a terminal gets filtered text.
func (s *Stream) Verbatim(p []byte) {
	if s.Terminal {
		was := s.Unfolded
		s.Unfolded = true
		_, _ = s.Write(p)
		s.Unfolded = was
		return
	}
	_, _ = s.raw().Write(p)
}
