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

// Names, texts and source lines come from files of other people. A terminal obeys
// some of what may stand in them: it moves the cursor, changes its title, or shows
// the letters in another order. Every [Stream] therefore writes visible text only:
// whatever else comes to it is written as an escape that can be read, `\x1b` or
// `\u202e`. There is one filter for all commands, and nothing has to remember it.
//
// What the program itself says to a terminal goes two other ways. Colours carry a
// key that is drawn when the process starts ([Stream.Paint]), and the filter turns
// them into real ones: no file can know the key. Cursor movements are written by
// [Stream.Control] and [Stream.raw], which are given nothing from files.

// paintKey marks the escape sequences of this process. It is a number because
// libraries that measure text read it as one of the parameters of a colour.
var paintKey = drawPaintKey()

func drawPaintKey() string {
	var b [8]byte
	_, _ = crand.Read(b[:]) // never fails, by its contract
	return strconv.FormatUint(binary.BigEndian.Uint64(b[:])>>2|1<<62, 10)
}

// Keyed is an escape sequence such as fatih/color makes, with the key.
func Keyed(sequence string) string { return strings.TrimSuffix(sequence, "m") + ";" + paintKey + "m" }

// maxKeyed is more than the bytes of a sequence with a key.
const maxKeyed = 64

// cleaner is the filter of a stream. It keeps what may be the beginning of a
// character or of a colour until the rest has come.
type cleaner struct {
	color bool
	rest  []byte
}

// clean appends text to out as it is to be written.
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

// flush is what is left at the end of a text: a character that was cut off.
func (c *cleaner) flush() []byte {
	out := visible.Escape(string(c.rest))
	c.rest = nil
	return []byte(out)
}

// colour reads a sequence with the key at the beginning of text: its length, and
// what is written for it.
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

// unfinished reports whether text, which is not written as it is, may be only the
// beginning of a character or of a colour.
func unfinished(text []byte) bool {
	if text[0] == 0x1b {
		return len(text) == 1 || text[1] == '[' && len(text) < maxKeyed && len(bytes.Trim(text[2:], "0123456789;")) == 0
	}
	return text[0] >= utf8.RuneSelf && !utf8.FullRune(text)
}

// Clean is a text as the stream would write it. Libraries that write to the
// terminal themselves get theirs from here.
func (s *Stream) Clean(text string) string {
	c := cleaner{color: s.Color}
	out := c.clean(nil, []byte(text))
	return string(append(out, c.flush()...))
}

// CleanKeyed makes a text visible and leaves the colours of this process in it as
// they are, for what goes on to be laid out.
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

// Control writes an escape sequence of the program's own to a terminal. Nothing
// from a file may be in it.
func (s *Stream) Control(sequence string) { _, _ = s.raw().Write([]byte(sequence)) }

// raw is the stream without the filter: for libraries that move the cursor, and are
// given texts that have been cleaned.
func (s *Stream) raw() io.Writer { return rawStream{s} }

type rawStream struct{ s *Stream }

func (r rawStream) Write(p []byte) (int, error) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.put(p)
	return len(p), nil
}

// Verbatim writes what is a file itself, such as a formatted script: exactly, unless
// it is shown on a terminal.
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
