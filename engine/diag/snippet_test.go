package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A character takes as many columns as on a terminal, at both ends of every
// range, and characters that would upset a terminal are replaced.
func TestWidths(t *testing.T) {
	for r, want := range map[rune]int{
		'a': 1, 'é': 1, 0x2ff: 1, 0x301: 0, 0x36f: 0, 0x370: 1, 0x10ff: 1, 0x1100: 2, 0x115f: 2, 0x1160: 1, 0x2e7f: 1, 0x2e80: 2, 0x303e: 2, 0x303f: 1, 0x3040: 1, 0x3041: 2,
		0xa4cf: 2, 0xa4d0: 1, 0xabff: 1, 0xac00: 2, 0xd7a3: 2, 0xd7a4: 1, 0xf8ff: 1, 0xf900: 2, 0xfaff: 2, 0xfb00: 1, 0xfe30: 2, 0xfe6f: 2, 0xfe70: 1, 0xff00: 1, 0xff01: 2, 0xff60: 2, 0xff61: 1,
		0xffdf: 1, 0xffe0: 2, 0xffe6: 2, 0xffe7: 1, 0x1f2ff: 1, 0x1f300: 2, 0x1f64f: 2, 0x1f650: 1, 0x1f67f: 1, 0x1f680: 2, 0x1f6ff: 2, 0x1f700: 1, 0x1f8ff: 1, 0x1f900: 2, 0x1faff: 2, 0x1fb00: 1,
		0x1ffff: 1, 0x20000: 2, 0x3fffd: 2, 0x3fffe: 1, 0x40000: 1,
	} {
		if got := width(r); got != want {
			t.Errorf("%U is %d wide, want %d", r, got, want)
		}
		if got := blank(r); got != strings.Repeat(" ", want) {
			t.Errorf("the blank of %U is %q", r, got)
		}
	}
	if blank('\t') != "\t" || printable('\t') != '\t' || printable('a') != 'a' || printable(0x1b) != utf8.RuneError || printable(0x202e) != utf8.RuneError {
		t.Error("tabs stay, and controls are replaced")
	}
}
