// Package markup makes texts safe where they are shown: in HTML pages, where text that is not marked as HTML is escaped, and in
// terminals (visible.go).
//
// The templates of the standard library would do the same, but they find fields and methods by
// name, so the linker keeps every exported method of the program.
package markup

import (
	"fmt"
	"html"
	"strings"
)

// HTML is text that already is HTML.
type HTML string

// Page is an HTML page under construction.
type Page struct{ b strings.Builder }

// Begin writes the head of a page that loads nothing: its title and styles.
func (p *Page) Begin(title string, styles ...HTML) {
	p.Add(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
`, title)
	for _, s := range styles {
		p.Add("%s", s)
	}
	p.Add("</style>\n</head>")
}

// End ends a page.
func (p *Page) End() { p.Add("\n</body>\n</html>\n") }

// Add writes HTML with arguments for %s, %d and so on, which may stand in text or in a quoted
// attribute value.
func (p *Page) Add(format string, args ...any) { p.b.WriteString(string(Format(format, args...))) }

// If writes format with a text, unless the text is empty.
func (p *Page) If(text, format string) {
	if text != "" {
		p.Add(format, text)
	}
}

// HTML returns the page so far.
func (p *Page) HTML() HTML { return HTML(p.b.String()) }

func (p *Page) String() string { return p.b.String() }

// Format returns HTML with the arguments filled in: numbers and HTML as they are, everything else
// escaped.
func Format(format string, args ...any) HTML {
	safe := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case HTML, int, int32, int64:
			safe[i] = a
		default:
			safe[i] = strings.ReplaceAll(html.EscapeString(fmt.Sprint(a)), "\x00", "\ufffd")
		}
	}
	return HTML(fmt.Sprintf(format, safe...))
}

// Style returns a text as a quoted string of a style sheet.
func Style(s string) HTML {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == ' ', r == ',', r > 0x9f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\%06x`, r)
		}
	}
	return HTML(`"` + b.String() + `"`)
}
