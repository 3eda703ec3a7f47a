package ruletests

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/dsl/star"
)

//go:embed coverpage.html
var coverPageText string

// coverPage is parsed when it is first used: most runs write no page.
var coverPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("coverage").Parse(coverPageText))
})

// coverSections show the coverage of each script, and the scripts so that one sees what
// has run.
func coverSections(cover *star.Coverage) ([]chart.Section, error) {
	all := struct {
		All     coverFigures
		Scripts []coverScript
	}{All: coverFigures{coverTotals(cover)}}
	for i, file := range cover.Files() {
		s := newCoverScript(cover, file)
		s.Anchor = fmt.Sprintf("s%d", i)
		all.Scripts = append(all.Scripts, s)
	}
	index := chart.Section{Title: "Coverage", Mark: all.All.mark(), Notes: []string{"Percentages are of statements and branches together and rounded down."}}
	var err error
	if index.Body, err = coverBody("index", all); err != nil {
		return nil, err
	}
	out := []chart.Section{index}
	for _, s := range all.Scripts {
		one := chart.Section{Title: s.Name, Anchor: s.Anchor, Mark: s.Figures.mark()}
		if one.Body, err = coverBody("code", s); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// coverBody is a part of the page made by one of the templates.
func coverBody(name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := coverPage().ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err
}

// coverFigures are the numbers of a script, or of all.
type coverFigures struct{ star.CoverTotals }

func (f coverFigures) grade() chart.Grade {
	switch p := f.Percent(); {
	case p == 100:
		return chart.Good
	case p >= 80:
		return chart.Half
	}
	return chart.Bad
}

// Class is the color of the figures.
func (f coverFigures) Class() string { return f.grade().Class() }

func (f coverFigures) mark() *chart.Mark {
	return &chart.Mark{Text: fmt.Sprintf("%d %%", f.Percent()), Grade: f.grade()}
}

// coverScript is a script on the page.
type coverScript struct {
	Name    string
	Anchor  string
	Figures coverFigures
	Lines   []coverLine
	Missed  []coverMiss
}

// coverMiss is a place where something has not run, and what.
type coverMiss struct {
	Line int32
	What string
}

// coverLine is a line of a script. Count is how often the statement that begins
// there has run, nil where none begins.
type coverLine struct {
	Number int
	Count  *int64
	Class  string // of the whole line: "good", "half", "bad", or "" where nothing runs
	Spans  []coverSpan
}

// coverSpan is a piece of a line with one color.
type coverSpan struct{ Class, Title, Text string }

// paint is how a character is shown.
type paint struct{ class, title string }

func newCoverScript(cover *star.Coverage, file string) coverScript {
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
			s.statement(canvas, b)
			continue
		}
		i++ // the two outcomes of a condition stand side by side
		s.condition(canvas, b, blocks[i])
	}
	for i, line := range text {
		s.Lines[i].Spans = spansOf([]rune(line), canvas[i])
	}
	return s
}

// statement colors a statement and the numbers of its lines.
func (s *coverScript) statement(canvas [][]paint, b *star.Block) {
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
}

// condition colors a condition that has not come to both ends.
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

// fill paints the characters of a block. Columns count characters from 1.
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

// spansOf cuts a line where its paint changes.
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
