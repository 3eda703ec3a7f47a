package history

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"cardroom/engine/diag"
)

// MaxHand is the default size limit of a hand in bytes, unless [Options] sets another.
const MaxHand = 1 << 20

// Options configure the reading of a file.
type Options struct {
	// Lenient tolerates what is not quite PHH: see the package documentation. [Hand.Warnings] lists what was tolerated.
	Lenient bool
	// MaxHand is the size limit of a hand in bytes; 0 means [MaxHand].
	MaxHand int
	// Formats are the formats other than PHH that a file may be in.
	Formats []Format
}

// Reader reads the hands of one file, one after another. It is not safe for concurrent use; the hands it returned are.
type Reader struct {
	name    string
	maxHand int
	scan    scanner
	in      input

	pending []Warning // about text before the first table

	number  int  // of hands so far
	begun   bool // the start of the file was checked
	strayed bool // a warning was given about a table name that is not the hand's number
	over    bool // nothing more will be read
	told    bool // the error about the file as a whole was returned
	more    bool // this is a part: the file continues after it
}

// NewReader returns a reader of the hands in data, which must not change while
// the hands are in use: a hand looks there for the source line of its errors.
func NewReader(name string, data []byte, opts Options) *Reader {
	return newReader(name, data, nil, opts)
}

// newStream returns a reader of the hands from r, which may be longer than fits in memory.
func newStream(name string, r io.Reader, opts Options) *Reader {
	return newReader(name, nil, r, opts)
}

func newReader(name string, data []byte, rd io.Reader, opts Options) *Reader {
	r := &Reader{name: name, maxHand: opts.MaxHand, in: input{rd: rd, buf: data, line: 1}}
	if r.maxHand <= 0 {
		r.maxHand = MaxHand
	}
	r.scan.lenient = opts.Lenient
	return r
}

// maxErrors is the number of errors after which [Read] and [ReadDecks] give up.
const maxErrors = 1000

// Read reads all hands of a file. The error, if not nil, is [diag.Errors], with one error per faulty hand. It gives up after a thousand errors.
func Read(name string, data []byte, opts Options) ([]*Hand, error) {
	var hands []*Hand
	var wrong diag.Errors
	for h, err := range NewReader(name, data, opts).Hands() {
		if err != nil {
			if wrong = append(wrong, err); len(wrong) == maxErrors {
				break
			}
			continue
		}
		hands = append(hands, h.Clone())
	}
	if wrong != nil {
		return hands, wrong
	}
	return hands, nil
}

// Hands iterates over the remaining hands. With an error, the hand holds what could be read of it. Both are valid only until the next step.
func (r *Reader) Hands() iter.Seq2[*Hand, *diag.Error] { return hands(r) }

// hands iterates over the remaining hands of a source.
func hands(r Source) iter.Seq2[*Hand, *diag.Error] {
	return func(yield func(*Hand, *diag.Error) bool) {
		var h Hand
		for {
			err := r.Next(&h)
			if err == io.EOF {
				return
			}
			bad, _ := err.(*diag.Error)
			if !yield(&h, bad) {
				return
			}
		}
	}
}

// Next reads the next hand into h, whose memory it reuses. After the last hand it returns io.EOF; any other error is an [*diag.Error] about
// this hand, h then holds what could be read of it, and the next call continues with the next hand.
func (r *Reader) Next(h *Hand) error {
	if !r.begun {
		r.begun = true
		if err := r.lookAtStart(h); err != nil {
			return err
		}
	}
	for !r.over {
		if !r.in.more() {
			break
		}
		what, bad := r.next(h)
		if bad != nil {
			return bad
		}
		if what == isHand {
			r.checkTable(h)
			return nil
		}
	}
	// the error about the file as a whole, once, then io.EOF
	told := r.told || r.over
	r.over, r.told = true, true
	h.reset()
	switch {
	case told:
	case r.in.failed():
		return r.ioError(h)
	case r.number == 0:
		h.src = source{name: r.name, line: 1}
		return h.ErrorAt(0, codeEmpty, "there is no hand in the file", "")
	}
	return io.EOF
}

func (r *Reader) ioError(h *Hand) *diag.Error {
	r.over, r.told = true, true
	rest := r.in.rest()
	h.src = source{name: r.name, text: rest, line: r.in.line, head: len(rest)}
	err := h.ErrorAt(0, codeIO, "cannot be read: "+r.in.err.Error(), "")
	err.Cause = r.in.err
	return err
}

// next takes the next piece of the file and reads the hand in it.
func (r *Reader) next(h *Hand) (verdict, *diag.Error) {
	end, ok := r.in.header(1, r.maxHand)
	if !ok {
		return isHand, r.tooLong(h, end)
	}
	took, what, bad := r.parse(h, end)
	if what == isOpen && !r.in.isAll(end) {
		took, bad = r.extend(h, end)
	}
	if what == isBlank {
		if len(h.Extra) > 0 {
			h.warn(int(h.Extra[0].Pos), codeTable, h.Extra[0].Key+" comes before the first table and does not belong to a hand", "")
		}
		r.pending = append(r.pending, h.Warnings...)
		r.in.take(took)
		return isBlank, nil
	}
	r.number++
	h.Warnings = append(h.Warnings, r.pending...)
	r.pending = r.pending[:0]
	if bad != nil {
		bad = r.diagnose(h, bad)
	}
	r.in.take(took)
	return isHand, bad
}

// parse parses the hand in the first n bytes.
func (r *Reader) parse(h *Hand, n int) (took int, what verdict, bad *diag.Error) {
	s := &r.scan
	// the memory of the hand that the next one replaces is kept
	for _, list := range [...][]int64{h.Antes, h.Blinds, h.Starting, h.Finishing, h.Winnings, h.Seats} {
		if cap(list) > 0 {
			s.numbers = append(s.numbers, list[:0])
		}
	}
	if cap(h.Players) > 0 {
		s.texts = h.Players[:0]
	}
	if cap(h.TimeBanks) > 0 {
		s.banks = h.TimeBanks[:0]
	}
	h.reset()
	h.Number = r.number + 1
	s.h, s.text, s.last = h, r.in.rest()[:n], r.in.isAll(n) && !r.more
	h.src = source{name: r.name, text: s.text, line: r.in.line}
	took, what, bad = s.scan()
	h.src.text = s.text[:took]
	return took, what, bad
}

// extend handles a hand that ends inside a value where the next table seems to begin. The line may have been part of the value, such as a multi-line
// text or an array of arrays: then more of the file completes the hand. Otherwise the hand is broken and the table belongs to the next hand.
func (r *Reader) extend(h *Hand, end int) (int, *diag.Error) {
	for to, steps := end, 1; !r.in.isAll(to); steps *= 2 {
		if to = r.farther(to, steps); to > r.maxHand {
			break
		}
		took, what, wrong := r.parse(h, to)
		if what == isOpen {
			continue
		}
		if wrong == nil || wrong.Code != codeTOML {
			return took, wrong
		}
		break
	}
	_, _, bad := r.parse(h, end)
	return end, bad
}

// farther moves from one table header to the steps-th one after it, to the end of the file, or beyond the limit.
func (r *Reader) farther(to, steps int) int {
	for ; steps > 0 && !r.in.isAll(to); steps-- {
		var ok bool
		if to, ok = r.in.header(to+1, r.maxHand); !ok {
			return r.maxHand + 1
		}
	}
	return to
}

// tooLong returns the error for a hand beyond the limit, and skips it.
func (r *Reader) tooLong(h *Hand, seen int) *diag.Error {
	h.reset()
	r.number++
	h.Number = r.number
	h.src = source{name: r.name, text: r.in.rest()[:seen], line: r.in.line}
	if err := r.binary(h); err != nil {
		return err
	}
	err := h.ErrorAt(0, codeTooLarge, fmt.Sprintf("a hand of more than %d bytes", r.maxHand), "is this a file of hands?")
	if !r.in.skip(maxSkip) {
		r.over = true
	}
	return err
}

// diagnose looks for the cause of an error: a file that is not text, or one that could not be read to its end.
func (r *Reader) diagnose(h *Hand, bad *diag.Error) *diag.Error {
	switch bad.Code {
	case codeTOML, codeCutOff, codeEncoding:
		if err := r.binary(h); err != nil {
			return err
		}
	case codeMissing:
		if r.scan.last && r.number > 1 && bad.Hint == "" {
			bad.Hint = "is the file cut off?"
		}
	}
	if r.scan.last && r.in.failed() {
		return r.ioError(h)
	}
	return bad
}

// binary returns an error for a file with NUL bytes and stops reading it.
func (r *Reader) binary(h *Hand) *diag.Error {
	i := bytes.IndexByte(h.src.text, 0)
	if i < 0 {
		return nil
	}
	r.over = true
	h.src.head = i
	return h.ErrorAt(0, codeBinary, "not a text file: it contains a NUL byte", "")
}

// magic lists the first bytes of files that users mistake for hands.
var magic = []struct{ bytes, what, hint string }{
	{"\xff\xfe", "UTF-16 text", "save it as UTF-8"},
	{"\xfe\xff", "UTF-16 text", "save it as UTF-8"},
	{"\x1f\x8b", "a gzip file", "unpack it first"},
	{"PK\x03\x04", "a zip file", "unpack it first"},
}

// lookAtStart skips a byte order mark and rejects files that are not text.
func (r *Reader) lookAtStart(h *Hand) error {
	r.in.atLeast(4)
	start := r.in.rest()
	if bytes.HasPrefix(start, byteOrderMark) {
		r.in.off += len(byteOrderMark)
		return nil
	}
	for _, m := range magic {
		if bytes.HasPrefix(start, []byte(m.bytes)) {
			h.reset()
			r.over = true
			h.src = source{name: r.name, line: 1}
			return h.ErrorAt(0, codeBinary, "this is "+m.what, m.hint)
		}
	}
	return nil
}

// checkTable warns about the first table whose name is not the hand's number. PHHS counts tables from 1; the names mean nothing, but a
// repeated number is not valid TOML.
func (r *Reader) checkTable(h *Hand) {
	if h.numbered || h.table == "" || r.strayed {
		return
	}
	r.strayed = true
	h.Warnings = append(h.Warnings, h.ErrorAt(0, codeTable, fmt.Sprintf("table [%s] is number %d in the file", h.table, h.Number), "tables are numbered from 1; the order in the file counts"))
}

// isNumber reports whether s is the decimal form of n.
func isNumber(s []byte, n int) bool {
	m := int64(0)
	for _, c := range s {
		if c-'0' > 9 || m > 1<<40 {
			return false
		}
		m = m*10 + int64(c-'0')
	}
	return len(s) > 0 && s[0] != '0' && m == int64(n)
}
