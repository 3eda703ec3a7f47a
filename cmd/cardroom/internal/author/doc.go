// Package author is what the author of rules asks for, a file or a group of files for each command: doc, rules, rulings and games
// print texts, check looks for faults, test runs tests, fmt formats scripts, and diff compares two games.
package author

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/engine/rows"
	"cardroom/stdlib"

	"github.com/fatih/color"
)

type DocOptions struct {
	Name   string // "" for the whole reference
	Names  bool
	Format string
}

// Doc prints the reference, or the entries of a name.
func Doc(_ context.Context, std *app.IO, opts DocOptions) error {
	ref := NewReference(std)
	if opts.Names {
		for _, name := range ref.Names() {
			std.Stdout.Printf("%s\n", name)
		}
		return nil
	}
	if opts.Name == "" {
		return printReference(std, ref.Chapters, LanguageTitle, opts.Format)
	}
	if c := ref.FindChapter(opts.Name); c != nil && (c.Whole || ref.Find(opts.Name) == nil) {
		return printReference(std, []*reference.Chapter{c}, c.Title, opts.Format)
	}
	found, err := findDoc(std, ref, opts.Name)
	if err != nil {
		return err
	}
	if found == nil {
		return searchDoc(std, ref, opts)
	}
	if opts.Format == report.Text {
		houses := !slices.ContainsFunc(found, func(e *reference.Entry) bool { return !strings.Contains(e.Load, `"@scripts//`) })
		if hint := ref.Elsewhere(opts.Name); houses && hint != "" {
			report.Sentence(std.Stdout, "In the language: %s", hint)
			std.Stdout.Printf("\n")
		}
		for i, e := range found {
			if i > 0 {
				std.Stdout.Printf("\n")
			}
			printEntry(std.Stdout, e)
		}
		return nil
	}
	return printReference(std, []*reference.Chapter{{Entries: found}}, opts.Name, opts.Format)
}

// LanguageTitle is the title of the whole reference.
const LanguageTitle = "The language of cardroom"

// NewReference returns the reference of the language, with the library and the houses.
func NewReference(std *app.IO) *reference.Reference {
	return reference.New(ruletest.Words(), stdlib.FS, library.Houses(std), std.OnBroken)
}

// findDoc returns the entries of a name, or of a user's script; nil if nothing has
// that name.
func findDoc(std *app.IO, ref *reference.Reference, name string) ([]*reference.Entry, error) {
	if strings.Contains(name, " ") && ref.Find(strings.ReplaceAll(name, " ", "_")) != nil {
		name = strings.ReplaceAll(name, " ", "_") // "half kill" is half_kill
	}
	if found := append(ref.Find(name), ref.House(name)...); found != nil {
		return found, nil
	}
	if of, attribute, ok := strings.Cut(name, "."); ok { // scripts write table.winner for an attribute of a "table view"
		if found := ref.Find(of + " view." + attribute); found != nil {
			return found, nil
		}
	}
	if strings.HasSuffix(name, ".star") && !strings.HasPrefix(name, "@") {
		_, text, err := library.ReadScript(std, name)
		if err != nil {
			return nil, err
		}
		e, err := reference.ReadScript(name, text)
		return []*reference.Entry{e}, err
	}
	return nil, nil
}

// shownHits is the maximum number of search results shown.
const shownHits = 12

// searchDoc searches the reference for words that are not names.
func searchDoc(std *app.IO, ref *reference.Reference, opts DocOptions) error {
	hits, instead := ref.Search(opts.Name), ref.Elsewhere(opts.Name)
	if len(hits) == 0 && instead == "" {
		hint := "'cardroom doc' lists what there is"
		if best := ref.Nearest(opts.Name); best != "" {
			hint = "did you mean " + best + "?"
		} else if apart := ref.Apart(opts.Name); apart != "" {
			opts.Name = apart
			return searchDoc(std, ref, opts)
		}
		return app.UsageHint(fmt.Sprintf("no word or topic is named %q", opts.Name), hint)
	}
	more := max(0, len(hits)-shownHits)
	hits = hits[:len(hits)-more]
	switch opts.Format {
	case report.Text:
		printHits(std.Stdout, opts.Name, instead, hits, more)
		return nil
	case report.JSON:
		return rows.WriteObject(std.Stdout, report.JSON, "doc", "What the reference says about words that are not a name.", []rows.Pair{{Name: "query", Doc: "the words", Value: opts.Name}, {Name: "instead", Doc: "what the language has instead of a word of card rooms or other languages", Value: instead}, {Name: "hits", Doc: "the best places first", Value: rows.Records(hitColumns, hits)}, {Name: "more", Doc: "places that are left out", Value: more}})
	}
	found := make([]*reference.Entry, len(hits))
	for i, h := range hits {
		found[i] = h.Entry
	}
	return printReference(std, []*reference.Chapter{{Entries: found}}, opts.Name, opts.Format)
}

var hitColumns = []rows.Column[*reference.Hit]{
	{Name: "name", Doc: "of the entry", Value: func(h *reference.Hit) any { return h.Name }},
	{Name: "kind", Doc: "what kind of word", Limits: `enum:"function,method,constant,attribute,type,value,script,code,topic,reading,source"`, Value: func(h *reference.Hit) any { return h.Kind }},
	{Name: "chapter", Doc: "where it stands", Value: func(h *reference.Hit) any { return h.Chapter }},
	{Name: "excerpt", Doc: "the sentence or the argument that says most", Value: func(h *reference.Hit) any { return h.Excerpt }},
}

// printHits prints what is written instead of a foreign word, if that is known, and a line for each search result.
func printHits(w *term.Stream, query, instead string, hits []*reference.Hit, more int) {
	if game := slices.IndexFunc(hits, func(h *reference.Hit) bool { return h.Name == query }); game >= 0 {
		report.Sentence(w, "%s is a game: %s 'cardroom rules %s' prints its rules.", query, hits[game].Summary(), query)
		return
	}
	if instead != "" {
		report.Sentence(w, "Nothing is named %q: %s.", query, instead)
		if len(hits) == 0 {
			return
		}
		w.Printf("\nThese mention it:\n\n")
	} else {
		w.Printf("Nothing is named %q. These mention it:\n\n", query)
	}
	var cells [][]string
	for _, h := range hits {
		name := h.Name
		if h.Kind == reference.Topic {
			name = h.Chapter + ": " + h.Name
		}
		cells = append(cells, []string{"  " + name, h.Excerpt})
	}
	report.Table(w, make([]report.Heading, 2), cells)
	if more > 0 {
		w.Printf("\nand %d more\n", more)
	}
}

func printReference(std *app.IO, chapters []*reference.Chapter, title, format string) error {
	switch format {
	case report.Markdown:
		if chapters[0].Title == "" {
			title = ""
		}
		std.Stdout.Printf("%s", reference.Markdown(title, chapters))
	case report.HTML:
		page := reference.HTML(title, chapters)
		std.Stdout.Printf("%s", page)
	case report.JSON:
		var all []*reference.Entry
		for _, c := range chapters {
			all = append(all, c.Entries...)
		}
		return rows.WriteObject(std.Stdout, report.JSON, "doc", "What a name stands for.", []rows.Pair{{Name: "entries", Doc: "by chapter", Value: all}})
	default:
		for i, c := range chapters {
			if i > 0 {
				std.Stdout.Printf("\n")
			}
			if c.Whole && len(chapters) == 1 {
				std.Stdout.Printf("%s\n\n%s\n", std.Stdout.Paint(c.Title, color.Bold), report.FoldedParagraphs(c.Intro, std.Stdout))
				for _, e := range c.Entries {
					std.Stdout.Printf("\n")
					printEntry(std.Stdout, e)
				}
				continue
			}
			printChapter(std.Stdout, c, len(chapters) > 1)
		}
	}
	return nil
}

// printChapter prints a chapter with a line for each entry. In the list of all
// chapters, those with many short entries are reduced to names.
func printChapter(w *term.Stream, c *reference.Chapter, among bool) {
	w.Printf("%s\n", w.Paint(c.Title, color.Bold)+" "+w.Paint("("+c.Name+")", color.Faint))
	if among && slices.Contains([]string{"types", "starlark", "readings"}, c.Name) {
		var names []string
		for _, e := range c.Entries {
			names = append(names, e.Name)
		}
		w.Printf("  %s\n", report.Folded(strings.Join(names, ", "), w, 2))
		return
	}
	var cells [][]string
	for _, e := range c.Entries {
		cells = append(cells, []string{"  " + e.Name, e.Summary()})
		if e.Kind == reference.Script {
			cells = append(cells, functionCells(e)...)
		}
	}
	report.Table(w, make([]report.Heading, 2), cells)
}

func functionCells(script *reference.Entry) [][]string {
	var cells [][]string
	for _, m := range script.Members {
		if m.Kind == reference.Function {
			cells = append(cells, []string{"    " + m.Name, m.Summary()})
		}
	}
	return cells
}

func printEntry(w *term.Stream, e *reference.Entry) {
	w.Printf("%s\n", w.Paint(entryHead(e, w), color.Bold))
	if e.Load != "" {
		w.Printf("%s\n", w.Paint(e.Load, color.Faint))
	}
	if e.Doc != "" {
		w.Printf("\n%s\n", report.FoldedParagraphs(e.Doc, w))
	}
	printParams(w, e.Params)
	printPart(w, "Returns", report.Narrowed(e.Returns, w))
	printPart(w, "Made by", report.Narrowed(strings.Join(e.MadeBy, ", "), w))
	printPart(w, "Taken by", report.Narrowed(strings.Join(e.TakenBy, ", "), w))
	printPart(w, "Example", e.FullExample())
	printPart(w, "Wrong", e.Wrong)
	printPart(w, "Right", e.Right)
	// List what a script defines, or the methods and constants of a type.
	if len(e.Members) == 0 {
		return
	}
	title := "Methods and constants"
	switch {
	case e.Kind == reference.Script:
		title = "Defines"
	case e.Members[0].Kind == reference.Attribute:
		title = "Attributes"
	}
	w.Printf("\n%s\n", w.Paint(title, color.Bold))
	var cells [][]string
	for _, m := range e.Members {
		if m.Kind == reference.Attribute {
			name, typ := m.Called()
			cells = append(cells, []string{"  " + name, typ, m.Doc})
			continue
		}
		cells = append(cells, []string{"  " + m.Name, cmp.Or(m.Summary(), m.Signature)})
	}
	report.Table(w, make([]report.Heading, len(cells[0])), cells)
}

// entryHead returns the first line of an entry: the call, or the name and its kind.
func entryHead(e *reference.Entry, w *term.Stream) string {
	width := min(w.Width(), report.ReadingWidth)
	switch {
	case e.Kind == reference.Value && e.Signature != "":
		return e.Name + " = " + e.Signature
	case e.Signature != "":
		return e.Call(width)
	case e.Label() != "":
		return e.Name + ": " + e.Label()
	}
	return e.Heading()
}

func printParams(w *term.Stream, params []reference.Param) {
	if len(params) == 0 {
		return
	}
	w.Printf("\n%s\n", w.Paint("Arguments", color.Bold))
	var cells [][]string
	for _, p := range params {
		needs := ""
		switch {
		case p.Default != "":
			needs = "= " + p.Default
		case p.Required:
			needs = "required"
		}
		about := p.Doc
		if values := p.Values(); values != "" {
			about += " (" + values + ")"
		}
		cells = append(cells, []string{"  " + p.Name, needs, about})
	}
	report.Table(w, make([]report.Heading, 3), cells)
}

// printPart prints a titled part with indented lines, or nothing if it is empty.
func printPart(w *term.Stream, title, text string) {
	if text == "" {
		return
	}
	w.Printf("\n%s\n", w.Paint(title, color.Bold))
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		w.Printf("%s\n", strings.TrimRight("  "+line, " "))
	}
}
