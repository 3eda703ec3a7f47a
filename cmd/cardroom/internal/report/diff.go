package report

import (
	"strings"

	"cardroom/cmd/cardroom/internal/term"

	"github.com/fatih/color"
)

// Diff prints a unified diff in git's colors.
func Diff(w *term.Stream, text []byte) {
	if !w.Color {
		w.Verbatim(text) // byte for byte, for patch
		return
	}
	defer func(was bool) { w.Unfolded = was }(w.Unfolded)
	w.Unfolded = true
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSuffix(l, "\n")
		switch {
		case strings.HasPrefix(l, "+"):
			l = w.Paint(l, color.FgGreen)
		case strings.HasPrefix(l, "-"):
			l = w.Paint(l, color.FgRed)
		case strings.HasPrefix(l, "@@"):
			l = w.Paint(l, color.FgCyan)
		}
		w.Printf("%s\n", l)
	}
}

// DiffProse prints a unified diff of long lines: at a terminal they are folded, and each line keeps its sign.
func DiffProse(w *term.Stream, text string) {
	if w.Columns() == 0 {
		w.Verbatim([]byte(text))
		return
	}
	colors := map[byte]color.Attribute{'+': color.FgGreen, '-': color.FgRed, '@': color.FgCyan}
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if l == "" || strings.HasPrefix(l, "diff ") || strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "+++ ") {
			continue // the file has been named
		}
		sign, rest := l[0], l[1:]
		if sign == '@' {
			w.Printf("%s\n", w.Paint(l, color.FgCyan))
			continue
		}
		for part := range strings.SplitSeq(Folded(rest, w, len("- ")), "\n") {
			line := strings.TrimRight(string(sign)+" "+strings.TrimPrefix(part, "  "), " ")
			if attr, ok := colors[sign]; ok {
				line = w.Paint(line, attr)
			}
			w.Printf("%s\n", line)
		}
	}
}
