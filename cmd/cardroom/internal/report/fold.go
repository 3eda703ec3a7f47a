package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/term"

	"github.com/jedib0t/go-pretty/v6/text"
)

// ReadingWidth is the maximum line length of running text, in columns: wider lines are
// hard to read, however wide the terminal.
const ReadingWidth = 90

// Folded wraps running text and indents every line but the first.
func Folded(s string, w *term.Stream, indent int) string {
	return FoldedTo(min(w.Width(), ReadingWidth), s, indent)
}

// FoldedTo wraps running text to a number of columns and indents every line but the first.
func FoldedTo(columns int, s string, indent int) string {
	lines := strings.Split(text.WrapSoft(s, max(columns-indent, 20)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// Sentence prints a paragraph of running text, wrapped.
func Sentence(w *term.Stream, format string, args ...any) {
	w.Printf("%s\n", Folded(fmt.Sprintf(format, args...), w, 0))
}

// FoldedParagraphs wraps paragraphs, and lists of lines that begin with "* ". A paragraph indented by four spaces is
// code: its lines stay whole.
func FoldedParagraphs(text string, w *term.Stream) string {
	parts := strings.Split(text, "\n\n")
	for i, p := range parts {
		if strings.HasPrefix(p, codeIndent) {
			parts[i] = narrowedCode(p, w)
			continue
		}
		if items, ok := strings.CutPrefix(p, "* "); ok {
			parts[i] = foldedList(strings.Split(items, "\n* "), w)
			continue
		}
		parts[i] = Folded(strings.Join(strings.Fields(p), " "), w, 0)
	}
	return strings.Join(parts, "\n\n")
}

const codeIndent = "    "

// narrowedCode puts the comment of each line above it if a line is wider than the terminal.
func narrowedCode(code string, w *term.Stream) string {
	lines := strings.Split(code, "\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > w.Width() }) {
		return code
	}
	for i, line := range lines {
		if command, comment, ok := strings.Cut(line, "  # "); ok {
			comment = Folded("# "+comment, w, len(codeIndent))
			lines[i] = codeIndent + strings.ReplaceAll(comment, "\n"+codeIndent, "\n"+codeIndent+"# ") + "\n" + strings.TrimRight(command, " ")
		}
	}
	return strings.Join(lines, "\n")
}

func foldedList(items []string, w *term.Stream) string {
	for i, item := range items {
		items[i] = "* " + Folded(strings.Join(strings.Fields(item), " "), w, 2)
	}
	return strings.Join(items, "\n")
}

// Narrowed wraps running text for printPart, which indents it.
func Narrowed(text string, w *term.Stream) string {
	return strings.ReplaceAll(Folded(text, w, 2), "\n  ", "\n")
}
