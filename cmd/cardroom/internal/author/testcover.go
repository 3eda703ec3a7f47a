package author

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/markup"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// loadBeside loads the scripts next to the tests, so that scripts that no test uses
// are counted too. Errors are ignored here: tests that need the script report them.
func loadBeside(ctx context.Context, std *app.IO, files *testFiles, cover *star.Coverage) error {
	opts := library.Options(std, nil)
	opts.Cover, opts.Print = cover, nil
	loader := dsl.NewLoader(opts)
	beside, err := scriptsBesideTests(std, files)
	if err != nil {
		return err
	}
	for _, ref := range beside {
		if _, err := loader.LoadContext(ctx, ref); err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// scriptsBesideTests returns the scripts in the folders of the tests, by the loader's
// names.
func scriptsBesideTests(std *app.IO, files *testFiles) ([]string, error) {
	dirs := map[string]bool{}
	for _, ref := range files.refs {
		dirs[library.FolderOf(ref)] = true
	}
	var out []string
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		// List the scripts in one of the loader's directories
		var entries []fs.DirEntry
		var err error
		if house, ok := strings.CutPrefix(dir, "@scripts//"); ok {
			entries, err = fs.ReadDir(library.Houses(std), house)
		} else {
			entries, err = fs.ReadDir(library.OwnScripts(std), dir)
		}
		var names []string
		for _, e := range entries {
			if e.Type().IsRegular() && path.Ext(e.Name()) == ".star" && !ruletest.IsTest(e.Name()) {
				names = append(names, e.Name())
			}
		}
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			out = append(out, dir+"/"+name)
		}
	}
	return out, nil
}

// printCover prints the coverage of each script, and with -v what did not run.
func (rep *results) printCover(cover *star.Coverage) {
	w := rep.std.Stdout
	list := covers(cover)
	for _, s := range list {
		for _, b := range cover.Blocks(s.file) {
			switch {
			case b.Count() > 0 || !rep.std.Verbose:
			case b.Outcome == "":
				w.Printf("%s: %s\n", b.Start, w.Paint("never runs", color.FgRed))
			default:
				w.Printf("%s: %s\n", b.Start, w.Paint("never "+b.Outcome, color.FgRed))
			}
		}
	}
	w.Printf("\n")
	report.Columns(w, coverColumns, append(list, scriptCover{file: "all", CoverTotals: coverTotals(cover)}))
}

// covered returns the total coverage of all scripts in percent, rounded down.
func covered(cover *star.Coverage) int { return coverTotals(cover).Percent() }

func coverTotals(cover *star.Coverage) (all star.CoverTotals) {
	for _, file := range cover.Files() {
		all = all.Add(cover.Totals(file))
	}
	return all
}

// scriptCover is the coverage of a script.
type scriptCover struct {
	file string
	star.CoverTotals
	missed []string
}

func covers(cover *star.Coverage) (list []scriptCover) {
	for _, file := range cover.Files() {
		s := scriptCover{file, cover.Totals(file), []string{}}
		for _, b := range cover.Blocks(file) {
			if b.Count() == 0 {
				s.missed = append(s.missed, strings.TrimSpace(fmt.Sprintf("%d:%d %s", b.Start.Line, b.Start.Col, b.Outcome)))
			}
		}
		list = append(list, s)
	}
	return list
}

var coverColumns = []rows.Column[scriptCover]{
	{Name: "script", Doc: "the script", Value: func(s scriptCover) any { return s.file }, Last: true},
	{Name: "percent", Title: "covered", Unit: "%", Doc: "rounded down", Value: func(s scriptCover) any { return s.Percent() }, Text: func(s scriptCover) (string, string) { return fmt.Sprintf("%d %%", s.Percent()), "" }},
	{Name: "statements", Unit: "statements", Doc: "all", Value: func(s scriptCover) any { return s.Statements }, Text: func(s scriptCover) (string, string) { return fmt.Sprintf("%d of %d", s.Ran, s.Statements), "" }},
	{Name: "ran", Unit: "statements", Doc: "of those", Value: func(s scriptCover) any { return s.Ran }, Elsewhere: true},
	{Name: "branches", Unit: "outcomes", Doc: "outcomes of conditions, all", Value: func(s scriptCover) any { return s.Branches }, Text: func(s scriptCover) (string, string) { return fmt.Sprintf("%d of %d", s.Taken, s.Branches), "" }},
	{Name: "taken", Unit: "outcomes", Doc: "of those", Value: func(s scriptCover) any { return s.Taken }, Elsewhere: true},
	{Name: "missed", Doc: "places that have not run", Value: func(s scriptCover) any { return s.missed }, Elsewhere: true},
}

// writeProfile writes a profile for "go tool cover". That tool finds a file by an
// absolute path or one that begins with "./". Embedded scripts are named by their
// paths in the repository, and omitted if they are not there, because the tool rejects
// a profile if a single file is missing.
func (rep *results) writeProfile(w io.Writer) error {
	cover := rep.cover
	out := bufio.NewWriter(w)
	_, _ = fmt.Fprintln(out, "mode: count")
	for _, file := range cover.Files() {
		if !liesThere(rep.std, file, cover.Text(file)) {
			rep.std.Note("the profile leaves out %s: it is not among the files here", file)
			continue
		}
		lines := strings.Split(cover.Text(file), "\n")
		blocks := slices.DeleteFunc(cover.Blocks(file), func(b *star.Block) bool { return b.Outcome != "" })
		for _, b := range blocks {
			_, _ = fmt.Fprintf(out, "%s:%d.%d,%d.%d 1 %d\n", profileName(file),
				b.Start.Line, profileColumn(lines, b.Start), b.End.Line, profileColumn(lines, b.End), b.Count())
		}
	}
	return out.Flush()
}

// liesThere reports whether a script's file, as named in a profile, exists with this
// text.
func liesThere(std *app.IO, file, text string) bool {
	if !strings.HasPrefix(file, "@") {
		return true
	}
	data, err := std.ReadText(strings.TrimPrefix(profileName(file), "./"))
	return err == nil && string(data) == text
}

// profileColumn returns a column as "go tool cover" counts it: in bytes, and one more
// in the first line, where a Go file has no statements.
func profileColumn(lines []string, at diag.Pos) int {
	line := []rune(lines[at.Line-1])
	col := len(string(line[:min(int(at.Col)-1, len(line))])) + 1
	if at.Line == 1 {
		col++
	}
	return col
}

// profileName returns the path of a script in a profile.
func profileName(file string) string {
	for _, source := range []string{"scripts", "stdlib"} {
		if rest, ok := strings.CutPrefix(file, "@"+source+"//"); ok {
			return "./" + source + "/" + rest
		}
	}
	if filepath.IsAbs(filepath.FromSlash(file)) {
		return file
	}
	return "./" + file
}

// saveCover writes the files of the profile and the page, if requested.
func (rep *results) saveCover() error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{{rep.opts.Profile, rep.writeProfile}, {rep.opts.HTML, rep.writePage}} {
		if f.name == "" {
			continue
		}
		to, err := rep.std.Create(f.name)
		if err != nil {
			return err
		}
		if err := term.Fill(to, f.write); err != nil {
			return err
		}
	}
	return nil
}

// coverSections show the coverage of each script, and the scripts with their coverage
// in color.
func coverSections(cover *star.Coverage) []report.Section {
	all := coverFigures{coverTotals(cover)}
	var scripts []coverScript
	for i, file := range cover.Files() {
		s := coverScript{Name: file, Figures: coverFigures{cover.Totals(file)}}
		text := strings.Split(strings.TrimSuffix(cover.Text(file), "\n"), "\n")
		canvas := make([][]paint, len(text))
		for i, line := range text {
			canvas[i] = make([]paint, len([]rune(line)))
			s.Lines = append(s.Lines, coverLine{Number: i + 1})
		}
		blocks := cover.Blocks(file)
		for i := 0; i < len(blocks); i++ {
			b := blocks[i]
			if b.Outcome == "" {
				// Color a statement and its line numbers
				p, count := paint{"good", ""}, b.Count()
				if count == 0 {
					p = paint{"bad", "never runs"}
					s.Missed = append(s.Missed, coverMiss{b.Start.Line, p.title})
				}
				fill(canvas, b, p)
				for i := b.Start.Line; i <= b.End.Line; i++ {
					s.Lines[i-1].Class = p.class
				}
				s.Lines[b.Start.Line-1].Count = &count
				continue
			}
			i++ // the two outcomes of a condition are adjacent blocks
			s.condition(canvas, b, blocks[i])
		}
		for i, line := range text {
			s.Lines[i].Spans = spansOf([]rune(line), canvas[i])
		}
		s.Anchor = fmt.Sprintf("s%d", i)
		scripts = append(scripts, s)
	}
	out := []report.Section{{
		Title: "Coverage", Mark: all.mark(), Notes: []string{"Percentages are of statements and branches together and rounded down."}, Body: coverIndex(all, scripts),
	}}
	for _, s := range scripts {
		out = append(out, report.Section{Title: s.Name, Anchor: s.Anchor, Mark: s.Figures.mark(), Body: s.html()})
	}
	return out
}

const coverKey = `<p class="key"><span class="good">runs</span><span class="half">a condition with one outcome only</span><span class="bad">never runs</span></p>
<div class="scroll">
<table>
<tr><th>covered</th><th></th><th class="words">script</th><th>statements</th><th>branches</th></tr>`

func coverIndex(all coverFigures, scripts []coverScript) markup.HTML {
	var p markup.Page
	p.Add(coverKey)
	for _, s := range scripts {
		p.Add("\n%s", s.Figures.row(markup.Format(`<a href="#%s">%s</a>`, s.Anchor, s.Name)))
	}
	p.Add("\n%s\n</table>\n</div>", all.row("<strong>all</strong>"))
	return p.HTML()
}

func (f coverFigures) row(name markup.HTML) markup.HTML {
	percent := f.Percent()
	return markup.Format(`<tr><td class="%s">%d %%</td><td><meter min="0" max="100" low="80" high="99.5" optimum="100" value="%d"></meter></td><td class="words">%s</td><td>%d of %d</td><td>%d of %d</td></tr>`,
		f.grade().Class(), percent, percent, name, f.Ran, f.Statements, f.Taken, f.Branches)
}

// html returns what was missed, and below it the script in color.
func (s *coverScript) html() markup.HTML {
	var p markup.Page
	for k, m := range s.Missed {
		before := "; "
		if k == 0 {
			before = "\n<p class=\"note\">"
		}
		p.Add(`%s<a href="#%sl%d">%d</a> %s`, markup.HTML(before), s.Anchor, m.Line, m.Line, m.What)
	}
	if len(s.Missed) > 0 {
		p.Add("</p>")
	}
	p.Add("\n<div class=\"scroll\">\n<table class=\"code\">")
	for _, line := range s.Lines {
		p.Add("\n<tr id=\"%sl%d\"", s.Anchor, line.Number)
		p.If(line.Class, ` class="%s"`)
		p.Add(`><td class="n">%d</td><td class="c">`, line.Number)
		if line.Count != nil {
			p.Add("%d", *line.Count)
		}
		p.Add("</td><td>")
		for _, span := range line.Spans {
			span.write(&p)
		}
		p.Add("</td></tr>")
	}
	p.Add("\n</table>\n</div>")
	return p.HTML()
}

func (s coverSpan) write(p *markup.Page) {
	if s.Class == "" {
		p.Add("%s", s.Text)
		return
	}
	p.Add(`<span class="%s"`, s.Class)
	p.If(s.Title, ` title="%s"`)
	p.Add(">%s</span>", s.Text)
}

// coverFigures are the totals of one script, or of all.
type coverFigures struct{ star.CoverTotals }

func (f coverFigures) grade() report.Grade {
	switch p := f.Percent(); {
	case p == 100:
		return report.Good
	case p >= 80:
		return report.Half
	}
	return report.Bad
}

func (f coverFigures) mark() *report.Mark {
	return &report.Mark{Text: fmt.Sprintf("%d %%", f.Percent()), Grade: f.grade()}
}

type coverScript struct {
	Name    string
	Anchor  string
	Figures coverFigures
	Lines   []coverLine
	Missed  []coverMiss
}

// coverMiss is a line with something that did not run.
type coverMiss struct {
	Line int32
	What string
}

// coverLine is a line of a script. Count is how often the statement that begins there
// ran, nil if none begins there.
type coverLine struct {
	Number int
	Count  *int64
	Class  string // color of the whole line: "good", "half", "bad", or "" if it has no statement
	Spans  []coverSpan
}

// coverSpan is a piece of a line with one color.
type coverSpan struct{ Class, Title, Text string }

// paint is the color and tooltip of a character.
type paint struct{ class, title string }

// condition colors a condition that did not have both outcomes.
func (s *coverScript) condition(canvas [][]paint, yes, no *star.Block) {
	title := ""
	switch {
	case yes.Count() > 0 && no.Count() > 0:
		return
	case yes.Count() == 0 && no.Count() == 0:
		title = "never asked"
	case yes.Count() == 0:
		title = "never true"
	default:
		title = "never false"
	}
	s.Missed = append(s.Missed, coverMiss{yes.Start.Line, title})
	fill(canvas, yes, paint{"half", title})
	for i := yes.Start.Line; i <= yes.End.Line; i++ {
		if line := &s.Lines[i-1]; line.Class == "good" {
			line.Class = "half"
		}
	}
}

// fill paints the characters of a block. Columns count characters, from 1.
func fill(canvas [][]paint, b *star.Block, p paint) {
	for line := b.Start.Line; line <= b.End.Line; line++ {
		row := canvas[line-1]
		from, to := 0, len(row)
		if line == b.Start.Line {
			from = min(int(b.Start.Col)-1, to)
		}
		if line == b.End.Line {
			to = min(int(b.End.Col)-1, to)
		}
		for i := from; i < to; i++ {
			row[i] = p
		}
	}
}

// spansOf splits a line where its paint changes.
func spansOf(text []rune, row []paint) []coverSpan {
	var out []coverSpan
	for from := 0; from < len(text); {
		to := from + 1
		for to < len(text) && row[to] == row[from] {
			to++
		}
		out = append(out, coverSpan{row[from].class, row[from].title, string(text[from:to])})
		from = to
	}
	return out
}
