package reference

import (
	"embed"
	"strings"
)

// A topic is a page about the language as a whole: topics/NAME.md, whose first
// line is its title. Each "## " begins a section, which is an [Entry] of the
// chapter NAME. A paragraph whose lines begin with "* " is a list, one indented by
// four spaces is code.
//
//go:embed topics/*.md
var topicFiles embed.FS

// howChapter is the page that translates card players' phrases into the
// language. Each line has a phrase, a colon, and the code in backticks.
const howChapter = "how"

func topicPage(name, text string) *Chapter {
	sections := strings.Split("\n"+text, "\n## ")
	title, intro, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(sections[0]), "# "), "\n")
	c := &Chapter{Name: name, Title: title, Intro: unwrapped(intro), Whole: true}
	for _, s := range sections[1:] {
		heading, doc, _ := strings.Cut(s, "\n")
		c.Entries = append(c.Entries, &Entry{Kind: Topic, Name: heading, Chapter: name, Doc: unwrapped(doc)})
	}
	return c
}

// unwrapped joins the lines of each paragraph, and of each item of a list. Code stays as it is.
func unwrapped(text string) string {
	paragraphs := strings.Split(strings.Trim(text, "\n"), "\n\n")
	for i, p := range paragraphs {
		if strings.HasPrefix(p, "    ") {
			continue
		}
		var lines []string
		for _, line := range strings.Split(strings.TrimSpace(p), "\n") {
			if len(lines) == 0 || strings.HasPrefix(line, "* ") {
				lines = append(lines, line)
				continue
			}
			lines[len(lines)-1] += " " + strings.TrimSpace(line)
		}
		paragraphs[i] = strings.Join(lines, "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}
