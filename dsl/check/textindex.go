package check

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// textIndex converts positions in a script, lines and columns in runes, into
// byte offsets and back without reading the text from its start: a script can
// have an error in every word, and all words on one line.
type textIndex struct {
	text  string
	lines []int // offset of each line
	runes []int // number of runes that begin before each stretch of the text
}

const stretchBytes = 512

func indexText(text string) *textIndex {
	x := &textIndex{text: text, lines: []int{0}}
	runes := 0
	for i := range len(text) {
		if i%stretchBytes == 0 {
			x.runes = append(x.runes, runes)
		}
		if utf8.RuneStart(text[i]) {
			runes++
		}
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			x.lines = append(x.lines, i+1)
		}
	}
	return x
}

// runesBefore returns the number of runes that begin before an offset.
func (x *textIndex) runesBefore(at int) int {
	if len(x.runes) == 0 {
		return 0
	}
	k := min(at/stretchBytes, len(x.runes)-1)
	n := x.runes[k]
	for i := k * stretchBytes; i < at; i++ {
		if utf8.RuneStart(x.text[i]) {
			n++
		}
	}
	return n
}

// offset returns the byte offset of a line and a column; the end of the line
// for a column beyond it.
func (x *textIndex) offset(line, col int32) int {
	if int(line) > len(x.lines) {
		return len(x.text)
	}
	start := x.lines[max(line, 1)-1]
	end := len(x.text)
	if int(line) < len(x.lines) {
		end = x.lines[line] - 1
		if end > start && x.text[end-1] == '\r' {
			end--
		}
	}
	want := x.runesBefore(start) + int(max(col, 1)) - 1 // runes before the position
	k, _ := slices.BinarySearch(x.runes, want+1)
	at := max(start, (k-1)*stretchBytes)
	for n := x.runesBefore(at); at < end; at++ {
		if utf8.RuneStart(x.text[at]) {
			if n == want {
				break
			}
			n++
		}
	}
	return min(at, end)
}

// place returns the line and column of an offset.
func (x *textIndex) place(at int) (line, col int32) {
	n := sort.SearchInts(x.lines, at+1)
	return int32(n), int32(x.runesBefore(at)-x.runesBefore(x.lines[n-1])) + 1
}
