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
