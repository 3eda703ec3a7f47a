package history

import (
	"io"
)

// Options say how strict a reader is.
type Options struct {
	Lenient bool
	MaxHand int
}

// Reader reads the hands of one file, one after the other.
type Reader struct{ name string }

// NewReader reads hands from data, which must not change while it is read.
func NewReader(name string, data []byte, opts Options) *Reader { return &Reader{name: name} }

// NewStream reads hands from r, a hand at a time.
func NewStream(name string, r io.Reader, opts Options) *Reader { return &Reader{name: name} }

// Next reads the next hand into h. It returns io.EOF after the last one, and an
// *Error for a hand that is wrong: the next call goes on with the hand after it.
func (r *Reader) Next(h *Hand) error { return io.EOF }
