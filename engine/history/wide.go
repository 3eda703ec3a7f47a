package history

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// wide reads UTF-16 as UTF-8. What is no text in UTF-16 becomes U+FFFD.
type wide struct {
	in  io.Reader
	big bool // the more significant byte of a unit is the first
	buf [4 << 10]byte
	raw []byte // not decoded yet
	out []byte // decoded and not read yet
	err error
}

// wideText returns a reader of UTF-8 for a file that is UTF-16 by its first bytes, nil for another. NUL bytes reveal UTF-16 without
// a byte order mark.
func wideText(start []byte, in io.Reader) io.Reader {
	little, big := bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff"))
	switch {
	case little || big:
		_, _ = io.CopyN(io.Discard, in, 2)
	case len(start) < 4:
	default:
		little = start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0
		big = start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0
	}
	if !little && !big {
		return nil
	}
	return &wide{in: in, big: big}
}

// Read implements io.Reader.
func (w *wide) Read(p []byte) (int, error) {
	for len(w.out) == 0 && w.err == nil {
		n, err := w.in.Read(w.buf[:])
		w.raw, w.err = append(w.raw, w.buf[:n]...), err
		w.decode()
	}
	n := copy(p, w.out)
	w.out = w.out[n:]
	if n == 0 {
		return 0, w.err
	}
	return n, nil
}

// decode decodes what is there of whole characters, and all at the end.
func (w *wide) decode() {
	for len(w.raw) > 0 && (len(w.raw) > 1 || w.err != nil) {
		c, size := w.unit(w.raw), 2
		if utf16.IsSurrogate(c) {
			if len(w.raw) < 4 && w.err == nil {
				return // its second half is to come
			}
			if c = utf16.DecodeRune(c, w.unit(w.raw[2:])); c != utf8.RuneError {
				size = 4
			}
		}
		w.out, w.raw = utf8.AppendRune(w.out, c), w.raw[min(size, len(w.raw)):]
	}
}

// unit returns the first unit of a text, U+FFFD for half of one.
func (w *wide) unit(b []byte) rune {
	switch {
	case len(b) < 2:
		return utf8.RuneError
	case w.big:
		return rune(b[0])<<8 | rune(b[1])
	}
	return rune(b[1])<<8 | rune(b[0])
}
