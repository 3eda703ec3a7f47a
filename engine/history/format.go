package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cardroom/engine/diag"
)

// A Source returns the hands of a file one after another, as [Reader.Next] does for PHH, and splits off parts that can be read
// separately, as [Reader.Cut] does.
type Source interface {
	Next(h *Hand) error
	Cut(size int) Source
}

// A Format is a hand history format other than PHH. Is checks the beginning of a file, at least its first line, in UTF-8; New
// returns a parser for one file.
//
// Holds reports whether a piece found by [Parser.Length] is a hand. It is nil if a hand cannot be read without the hands before
// it. None: texts of this format have no hands at all, and the parser only says so.
type Format struct {
	Name  string
	Is    func(start []byte) bool
	New   func() Parser
	Holds func(piece []byte) bool
	None  bool
}

// A Parser reads the hands of one file of a [Format].
type Parser interface {
	// Length returns the number of bytes of the first hand in text, with everything around it. 0: the hand may continue beyond
	// the text; only possible if last is false.
	Length(text []byte, last bool) int
	// Read reads the hand in text into h, which is empty and already refers to its text. It returns [ErrNoHand] if there is
	// none, such as for blank lines at the end.
	Read(h *Hand, text []byte) error
}

// ErrNoHand is the error of a [Parser] for a text without a hand.
var ErrNoHand = errors.New("no hand")

// Began empties h and sets the text that it is read from, which must not change while the hand is in use.
func (h *Hand) Began(name string, text []byte, line int) {
	h.reset()
	h.src = source{name: name, text: text, line: line}
}

// Again empties h to be read once more.
func (h *Hand) Again() {
	src, format, number := h.src, h.Format, h.Number
	h.reset()
	h.src, h.Format, h.Number = src, format, number
}

// Infer records something that the file does not say but that was concluded from it.
func (h *Hand) Infer(at Pos, msg string) {
	if len(h.Inferred) < maxWarnings {
		h.Inferred = append(h.Inferred, h.ErrorAt(at, CodeInferred, msg, ""))
	}
}

// textReader reads the hands of a format other than PHH.
type textReader struct {
	name   string
	format *Format
	parser Parser
	in     input
	max    int
	number int
	over   bool
	more   bool // this is a part: the file continues after it
}

// Next reads the next hand, like [Reader.Next].
func (r *textReader) Next(h *Hand) error {
	for !r.over && r.in.more() {
		text, whole := r.piece(0)
		h.Began(r.name, text, r.in.line)
		h.Number, h.Format = r.number+1, r.format.Name
		var err error
		if whole {
			if err = r.read(h, text); !r.more && r.in.isAll(len(text)) {
				err = endsWithin(err, text, r.in.line)
			}
		} else {
			err = h.ErrorAt(0, codeTooLarge, fmt.Sprintf("a hand of more than %d bytes", r.max), "is this a file of hands?")
			r.over = true
		}
		r.in.take(len(text))
		if errors.Is(err, ErrNoHand) {
			continue
		}
		r.number++
		h.Number = r.number
		return err
	}
	if r.in.failed() && !r.over {
		r.over = true
		h.Began(r.name, nil, r.in.line)
		err := h.ErrorAt(0, codeIO, "cannot be read: "+r.in.err.Error(), "")
		err.Cause = r.in.err
		return err
	}
	if r.number == 0 && !r.over {
		r.over = true
		h.Began(r.name, nil, 1)
		return h.ErrorAt(0, codeEmpty, "there is no hand in the file", "")
	}
	h.reset()
	return io.EOF
}

// piece returns the text of the next hand, starting after some bytes.
func (r *textReader) piece(after int) (text []byte, whole bool) {
	for {
		rest := r.in.rest()[after:]
		if n := r.parser.Length(rest, r.in.rd == nil); n > 0 {
			return rest[:n:n], n <= r.max
		}
		if len(rest) > r.max || r.in.rd == nil {
			return rest, len(rest) <= r.max
		}
		r.in.fill()
	}
}

// read reads one hand. Text that is not UTF-8 is taken for Windows code page 1252, in which poker sites used to write.
func (r *textReader) read(h *Hand, text []byte) error {
	if !utf8.Valid(text) {
		text = fromWindows(text)
		h.src.text = text
	}
	text = atLines(text)
	h.src.text = text
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return h.ErrorAt(Pos(i), codeBinary, "not a text file: it contains a NUL byte", "")
	}
	err := r.parser.Read(h, text)
	var bad *diag.Error
	if errors.As(err, &bad) {
		bad.Hand = h.Number
	}
	return err
}

// atLines returns a text with spaces for the NUL bytes that begin lines: the client of PartyPoker writes one before each hand.
func atLines(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 {
		return text
	}
	copied := false
	for i, b := range text {
		if b != 0 || i > 0 && text[i-1] != '\n' {
			continue
		}
		if !copied {
			text, copied = bytes.Clone(text), true
		}
		text[i] = ' '
	}
	return text
}

// windowsRunes are the characters of bytes 0x80 to 0x9f in code page 1252; all other bytes are as in Unicode. (Package charmap
// would add the tables of all code pages to the program, 0.1 MB.)
var windowsRunes = []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")

// fromWindows decodes text in code page 1252.
func fromWindows(text []byte) []byte {
	out := make([]byte, 0, len(text)+len(text)/8)
	for _, b := range text {
		switch {
		case b < utf8.RuneSelf:
			out = append(out, b)
		case b < 0xa0:
			out = utf8.AppendRune(out, windowsRunes[b-0x80])
		default:
			out = utf8.AppendRune(out, rune(b))
		}
	}
	return out
}

// endsWithin changes the error of a file's last hand if truncation is the cause: nobody has won anything yet, or the last line is incomplete.
func endsWithin(err error, text []byte, first int) error {
	var bad *diag.Error
	if !errors.As(err, &bad) {
		return err
	}
	whole := bytes.HasSuffix(text, newline) || bytes.HasSuffix(text, []byte("}")) || bytes.HasSuffix(text, []byte(">")) // of JSON and XML
	if int(bad.Pos.Line) == first+bytes.Count(text, newline) && !whole || strings.HasPrefix(bad.Msg, "the hand breaks off") {
		bad.Code, bad.Msg, bad.Hint = CodeBroken, "the file ends within a hand", bad.Msg
	}
	return err
}

// sniffed is the number of bytes from which a file's format is detected.
const sniffed = 4 << 10

// wideOrder reports whether a file is UTF-16 by its first bytes, and whether the more significant byte comes first. NUL bytes reveal
// UTF-16 without a byte order mark.
func wideOrder(start []byte) (big, is bool) {
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		return false, true
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		return true, true
	case len(start) < 4:
		return false, false
	}
	big = start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0
	return big, big || start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0
}

// recognise returns the format of a text, nil for PHH. A file of an unknown format counts as PHH, because the PHH reader
// explains what is wrong with it.
func recognise(start []byte, formats []Format) *Format {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, byteOrderMark), " \t\r\n")
	for i := range formats {
		if formats[i].Is(start) {
			return &formats[i]
		}
	}
	return nil
}

// NewSource returns the hands in data, whose format it detects. The data must not change while the hands are in use.
func NewSource(name string, data []byte, opts Options) Source {
	if len(opts.Formats) == 0 {
		return NewReader(name, data, opts)
	}
	if r := wideText(data[:min(len(data), 4)], bytes.NewReader(data)); r != nil {
		data, _ = io.ReadAll(r)
	}
	f := recognise(data[:min(len(data), sniffed)], opts.Formats)
	if f == nil {
		return NewReader(name, data, opts)
	}
	return newTextReader(name, f, data, nil, opts)
}

// NewSourceStream returns the hands from r, whose format it detects. r may be longer than fits in memory.
func NewSourceStream(name string, r io.Reader, opts Options) Source {
	if len(opts.Formats) == 0 {
		return newStream(name, r, opts)
	}
	head := make([]byte, 4)
	n, err := io.ReadFull(r, head)
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		r = io.MultiReader(bytes.NewReader(head[:n]), r)
	} else {
		r = io.MultiReader(bytes.NewReader(head[:n]), failing{err})
	}
	if w := wideText(head[:n], r); w != nil {
		r = w
	}
	in := input{rd: r, line: 1}
	in.atLeast(1) // a pipe may deliver one line and then wait
	for len(in.rest()) < sniffed && bytes.IndexByte(bytes.TrimLeft(in.rest(), " \t\r\n\xef\xbb\xbf"), '\n') < 0 && in.fill() {
	}
	start := in.rest()
	f := recognise(start[:min(len(start), sniffed)], opts.Formats)
	if f == nil {
		p := NewReader(name, nil, opts)
		p.in = in
		return p
	}
	t := newTextReader(name, f, nil, nil, opts)
	t.in = in
	return t
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func newTextReader(name string, f *Format, data []byte, rd io.Reader, opts Options) *textReader {
	r := &textReader{name: name, format: f, parser: f.New(), in: input{rd: rd, buf: data, line: 1}, max: opts.MaxHand}
	if r.max <= 0 {
		r.max = MaxHand
	}
	if bytes.HasPrefix(data, byteOrderMark) {
		r.in.off = len(byteOrderMark)
	}
	return r
}
