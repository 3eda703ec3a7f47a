//go:build !js

package term

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A terminal breaks a long line in the middle of a word. A stream to a terminal
// therefore breaks it at a space, and indents the continuation. Commands lay out their
// text and tables themselves; this is for lines of unpredictable length, such as
// paths, names and messages.

// leastHang is the minimum width of a continuation line after its indent, in columns.
const leastHang = 24

// fit breaks the lines of p that are wider than the terminal. A line that an earlier
// write began stays as it is.
func (s *Stream) fit(p []byte) []byte {
	width := s.Columns()
	if width <= 0 || s.Unfolded {
		return p
	}
	begun := s.begun
	s.begun = len(p) > 0 && p[len(p)-1] != '\n'
	if !widerThan(p, width) {
		return p
	}
	lines := strings.Split(string(p), "\n")
	for i := range lines {
		if i == 0 && begun || text.StringWidthWithoutEscSequences(lines[i]) <= width {
			continue
		}
		if i+1 < len(lines) && isCaret(lines[i+1]) {
			// Cut a line of a script to the part around the caret below it.
			line := lines[i]
			caret := lines[i+1]
			line = text.StripEscape(line)
			runes, at := []rune(line), strings.IndexByte(text.StripEscape(caret), '^')
			indent := len(line) - len(strings.TrimLeft(line, " "))
			from := min(max(at-width*2/3, 0), len(runes))
			if from <= indent {
				from = 0
			}
			to := min(from+width-2, len(runes))
			shown, mark := string(runes[from:to]), caret
			if from > 0 {
				const lead = "    …"
				to = min(from+width-len("    ")-2, len(runes))
				shown = lead + string(runes[from:to])
				mark = strings.Replace(caret, strings.Repeat(" ", at), strings.Repeat(" ", at-from+len("    ")+1), 1)
			}
			if to < len(runes) {
				shown += "…"
			}
			lines[i], lines[i+1] = shown, mark
			continue
		}
		lines[i] = folded(lines[i], width)
	}
	return []byte(strings.Join(lines, "\n"))
}

// widerThan reports whether a line of p may be wider than the terminal. It counts
// bytes, of which there are at least as many as columns.
func widerThan(p []byte, width int) bool {
	for len(p) > width {
		i := bytes.IndexByte(p, '\n')
		if i < 0 || i > width {
			return true
		}
		p = p[i+1:]
	}
	return false
}

var (
	// commandLine matches a command line for the user to copy; it is continued after a
	// backslash, as in a shell.
	commandLine = regexp.MustCompile(`^(\s*|[^"']*: )(\$ )?cardroom [a-z]`)
	// label matches a label before the text of a line, separated by two spaces.
	label = regexp.MustCompile(`^(\s*(?:\S+ )*?\S+\s{2,})\S`)
)

// folded breaks a line at its spaces. If the line has a short label, the continuation
// is aligned with the text after it.
func folded(line string, width int) string {
	blanks := len(line) - len(strings.TrimLeft(line, " "))
	hang, end := blanks+2, ""
	if m := label.FindStringSubmatch(line); m != nil {
		if w := text.StringWidthWithoutEscSequences(m[1]); w <= width/3 {
			hang = w
		}
	}
	if commandLine.MatchString(line) {
		end = " \\"
	}
	for i, word := range strings.Fields(line) {
		if i == 0 {
			continue // it is not on a line that continues this one
		}
		hang = min(hang, width-text.StringWidthWithoutEscSequences(word))
	}
	hang = max(min(hang, width-leastHang), 0)
	var b strings.Builder
	for first := true; ; first = false {
		room := width
		if !first {
			b.WriteString(strings.Repeat(" ", hang))
			room -= hang
		}
		if text.StringWidthWithoutEscSequences(line) <= room {
			return b.String() + line
		}
		// The index of the last space with at most the given number of
		// columns before it, -1 if there is none.
		columns := room - len(end)
		last := -1
		for at := range len(line) {
			if line[at] != ' ' {
				continue
			}
			if text.StringWidthWithoutEscSequences(line[:at]) > columns {
				break
			}
			last = at
		}
		at := last
		if at <= 0 || first && at <= blanks {
			i := strings.IndexByte(line[blanks:], ' ')
			if i < 0 {
				return b.String() + line
			}
			at = blanks + i
		}
		b.WriteString(strings.TrimRight(line[:at], " ") + end + "\n")
		line = strings.TrimLeft(line[at:], " ")
		blanks = 0
	}
}

// isCaret reports whether a line is a caret that marks a position in the line above.
func isCaret(line string) bool {
	bare := strings.Trim(text.StripEscape(line), " |~")
	return bare == "^"
}
