// Package report lays out results: it defines the output formats, text tables and
// wrapped lines. Package rows defines the machine-readable formats.
package report

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// Output formats.
const (
	Text     = "text"
	JSON     = rows.JSON
	NDJSON   = rows.NDJSON
	CSV      = rows.CSV
	Markdown = "md"
	HTML     = "html"
	JUnit    = "junit"  // test results, for build servers
	SARIF    = "sarif"  // findings, for code hosts
	GitHub   = "github" // findings, for GitHub Actions
)

// Lists are the formats of commands whose result is a list.
var Lists = []string{Text, JSON, NDJSON, CSV}

// extensions maps file name extensions to formats.
var extensions = map[string]string{
	".json": JSON, ".ndjson": NDJSON, ".csv": CSV, ".md": Markdown, ".html": HTML,
	".xml": JUnit, ".sarif": SARIF,
}

// FormatOf returns the format for a file name's extension, if it is allowed. Otherwise
// format is empty; known lists the allowed extensions.
func FormatOf(name string, allowed []string) (format string, known []string) {
	for _, ext := range slices.Sorted(maps.Keys(extensions)) {
		if slices.Contains(allowed, extensions[ext]) {
			known = append(known, ext)
		}
	}
	ext := strings.ToLower(filepath.Ext(name))
	if !slices.Contains(known, ext) {
		return "", known
	}
	return extensions[ext], known
}

// Replacers that escape what would end a GitHub Actions workflow command or one of its
// properties.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotate writes an annotation of a GitHub workflow: level is error, warning or
// notice. An annotation of a whole file has no line; the title is optional.
func Annotate(w io.Writer, level string, at diag.Pos, title, text string) {
	where := "file=" + githubProperty.Replace(at.File)
	if at.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
	}
	if title != "" {
		where += ",title=" + githubProperty.Replace(title)
	}
	_, _ = fmt.Fprintf(w, "::%s %s::%s\n", level, where, githubText.Replace(text))
}

// Deck describes a small deck in a few characters: its ranks, the number of suits, and
// the number of decks.
func Deck(pack []cards.Card) string {
	var ranks []byte
	suits, jokers, packs := map[cards.Suit]bool{}, 0, 0
	for _, c := range pack {
		if c == pack[0] {
			packs++
		}
		if c.IsJoker() {
			jokers++
			continue
		}
		suits[c.Suit()] = true
		if r := c.Rank().Char(); !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
	}
	text := fmt.Sprintf("%s x %d", ranks, len(suits))
	if jokers > 0 {
		text += " and a joker"
	}
	if packs > 1 {
		text = fmt.Sprintf("%d decks of %s", packs, text)
	}
	return text
}

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
