package history

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// TestWideText checks that UTF-16 is read as UTF-8, also byte by byte, and that what is no text becomes U+FFFD.
func TestWideText(t *testing.T) {
	text := func(order binary.AppendByteOrder, mark bool, s string) (out []byte) {
		if mark {
			s = "\ufeff" + s
		}
		for _, u := range utf16.Encode([]rune(s)) {
			out = order.AppendUint16(out, u)
		}
		return out
	}
	const hand = "Hand A♠ 🂡 é"
	for _, tt := range []struct {
		in   []byte
		want string
	}{
		{text(binary.LittleEndian, true, hand), hand},
		{text(binary.BigEndian, true, hand), hand},
		{text(binary.LittleEndian, false, hand), hand},
		{text(binary.BigEndian, false, hand), hand},
		{append(text(binary.LittleEndian, true, "ab"), 'c'), "ab\ufffd"},
		{[]byte("\xff\xfe\x3c\xd8"), "\ufffd"},          // a first half at the end
		{[]byte("\xff\xfe\xa1\xdca\x00"), "\ufffda"},    // a second half without a first
		{[]byte("\xff\xfe\x3c\xd8\x61\x00"), "\ufffda"}, // a first half without a second
		{[]byte("\xff\xfe"), ""},
	} {
		for _, r := range []io.Reader{bytes.NewReader(tt.in), iotest.OneByteReader(bytes.NewReader(tt.in))} {
			w := wideText(tt.in[:min(len(tt.in), 4)], r)
			if w == nil {
				t.Errorf("% x is not taken for UTF-16", tt.in)
				continue
			}
			if got, err := io.ReadAll(w); err != nil || string(got) != tt.want {
				t.Errorf("% x: %q, %v, want %q", tt.in, got, err, tt.want)
			}
		}
	}
	for _, narrow := range []string{"", "a", "abc", "Hand", "\x00\x00ab"} {
		if wideText([]byte(narrow), bytes.NewReader([]byte(narrow))) != nil {
			t.Errorf("%q is taken for UTF-16", narrow)
		}
	}
}
