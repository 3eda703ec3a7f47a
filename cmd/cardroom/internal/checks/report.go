package checks

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/dsl/check"
	"cardroom/dsl/reference"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

type checkReport struct {
	std      *app.IO
	opts     Options
	targets  *checkTargets
	found    []*check.Finding // all findings
	shown    []*check.Finding // those to print
	more     map[string]int   // number not shown, by file
	complete bool             // not interrupted
	plays    []*playRow
	unread   int // scripts that could not be read
}

func (rep checkReport) write(std *app.IO, format string) error {
	rep.std = std
	switch format {
	case report.JSON, report.CSV:
		// Write a row for each finding; a JSON document also has totals
		return rows.Write(rep.std.Stdout, format, "check", "findings", checkColumns, rep.shown,
			rows.Pair{Name: "scripts", Unit: "scripts", Doc: "looked at", Value: len(rep.targets.refs)},
			rows.Complete(rep.complete),
			rows.Pair{Name: "more", Doc: "findings that are left out: of each script 100 are shown", Value: len(rep.found) - len(rep.shown)},
			rows.Pair{Name: "more_in", Doc: "how many are left out, by script; not there when none are", Value: rows.If(len(rep.more) > 0, rep.more)},
			rows.Pair{Name: "plays", Doc: "of --exhaustive", Value: rows.If(rep.opts.Play != nil, rows.Records(playColumns(!rep.complete, rep.opts.Play != nil && rep.opts.Play.Symmetry), rep.plays))},
		)
	case report.SARIF:
		// The subset of SARIF 2.1.0 for findings.
		text := func(words string) rows.Record { return rows.Record{{Name: "text", Value: words}} }
		rules, results := []rows.Record{}, []rows.Record{}
		index := map[string]int{}
		for _, f := range rep.shown {
			at, ok := index[f.Code]
			if !ok {
				at = len(rules)
				index[f.Code] = at
				full := cmp.Or(reference.CodeDoc(f.Code), f.Code)
				short, _, _ := strings.Cut(full, "\n")
				rules = append(rules, rows.Record{{Name: "id", Value: f.Code}, {Name: "shortDescription", Value: text(short)}, {Name: "fullDescription", Value: text(full)}})
			}
			place := rows.Record{{Name: "artifactLocation", Value: rows.Record{{Name: "uri", Value: sarifURI(f.Pos.File)}}}}
			if f.Pos.Line > 0 {
				place = append(place, rows.Pair{Name: "region", Value: rows.Record{{Name: "startLine", Value: f.Pos.Line}, {Name: "startColumn", Value: rows.Given(f.Pos.Col)}}})
			}
			results = append(results, rows.Record{
				{Name: "ruleId", Value: f.Code},
				{Name: "ruleIndex", Value: at},
				{Name: "level", Value: level(f)},
				{Name: "message", Value: text(messageAndHint(f))},
				{Name: "locations", Value: []rows.Record{{{Name: "physicalLocation", Value: place}}}},
			})
		}
		driver := rows.Record{{Name: "name", Value: "cardroom"}, {Name: "version", Value: rows.Given(rep.std.Version)}, {Name: "rules", Value: rules}}
		run := rows.Record{{Name: "tool", Value: rows.Record{{Name: "driver", Value: driver}}}, {Name: "results", Value: results}}
		if len(rep.more) > 0 { // findings that are not in the results, in total and by file
			in := map[string]int{}
			for file, n := range rep.more {
				in[sarifURI(file)] = n
			}
			run = append(run, rows.Pair{Name: "properties", Value: rows.Record{{Name: "more", Value: len(rep.found) - len(rep.shown)}, {Name: "more_in", Value: in}}})
		}
		out, err := json.MarshalIndent(rows.Record{{Name: "$schema", Value: "https://json.schemastore.org/sarif-2.1.0.json"}, {Name: "version", Value: "2.1.0"}, {Name: "runs", Value: []rows.Record{run}}}, "", "  ")
		if err == nil {
			rep.std.Stdout.Printf("%s\n", out)
		}
		return err
	case report.GitHub:
		for i, f := range rep.shown {
			report.Annotate(rep.std.Stdout, level(f), f.Pos, f.Code, f.Detail())
			if n := rep.moreAfter(i); n > 0 {
				report.Annotate(rep.std.Stdout, "notice", diag.Pos{File: f.Pos.File}, "", fmt.Sprintf("and %d more in this file", n))
			}
		}
		return nil
	}
	rep.print()
	return nil
}

// print prints findings as text, and their number on standard error. With --diff the
// changes have been printed instead of the findings.
func (rep *checkReport) print() {
	if rep.opts.Diff && rep.complete {
		fixable := len(rep.found) - len(slices.DeleteFunc(slices.Clone(rep.found), func(f *check.Finding) bool { return f.Fix != nil }))
		rep.std.Note("%d of %s can be repaired", fixable, figures.Counted(int64(len(rep.found)), "finding"))
		return
	}
	w := rep.std.Stdout
	for i, f := range rep.shown {
		if i > 0 {
			w.Printf("\n")
		}
		shown := *f.Error
		shown.Msg += " " + w.Paint("["+f.Code+"]", color.Faint)
		w.Printf("%s\n", app.PaintDetail(w, shown.Detail()))
		app.ReportTrace(rep.std, f.Error)
		if f.Hand != "" {
			w.Printf("the shortest hand that shows it, for 'cardroom replay':\n%s", indented(f.Hand))
		}
		if f.Line != "" {
			w.Printf("the shortest way there: %s", indented(f.Line)[4:])
		}
		if n := rep.moreAfter(i); n > 0 {
			w.Printf("\n%s: and %d more in this file\n", f.Pos.File, n)
		}
	}
	if len(rep.plays) > 0 {
		if len(rep.found) > 0 {
			w.Printf("\n")
		}
		// Print the counts as a table.
		redeals := int64(0)
		for _, r := range rep.plays {
			redeals += r.Report.Redeals
		}
		report.Columns(rep.std.Stdout, playColumns(!rep.complete, rep.opts.Play != nil && rep.opts.Play.Symmetry), rep.plays)
		if redeals > 0 {
			rep.std.Note("%s to a new deal, which is like the first and is not followed", figures.Counted(redeals, "way"))
		}
	}
	files := figures.Counted(int64(len(rep.targets.refs)-rep.unread), "script")
	switch {
	case !rep.complete:
		rep.std.Note("interrupted, not all of %s was checked", files)
	case rep.unread == len(rep.targets.refs): // errors were reported for all of them
	case len(rep.found) == 0:
		rep.std.Note("nothing found in %s", files)
	default:
		rep.std.Note("%s in %s; 'cardroom doc %s' explains a code", figures.Counted(int64(len(rep.found)), "finding"), files, rep.found[0].Code)
	}
}

// moreAfter returns how many findings of a file are not shown, if the finding at i is
// the last one shown of that file; otherwise 0.
func (rep *checkReport) moreAfter(i int) int {
	file := rep.shown[i].Pos.File
	if i+1 < len(rep.shown) && rep.shown[i+1].Pos.File == file {
		return 0
	}
	return rep.more[file]
}

// level returns the severity of a finding.
func level(f *check.Finding) string {
	if f.Code < "CR100" || f.Code >= "CR140" { // the script cannot be played as it is
		return "error"
	}
	return "warning"
}

var checkColumns = []rows.Column[*check.Finding]{
	{Name: "code", Doc: "'cardroom doc CODE' explains it", Limits: `pattern:"^CR[0-9]{3}$"`, Value: func(f *check.Finding) any { return f.Code }},
	{Name: "level", Doc: "error keeps the script from being played as it is", Limits: `enum:"error,warning"`, Value: func(f *check.Finding) any { return level(f) }},
	{Name: "file", Doc: "the script", Value: func(f *check.Finding) any { return f.Pos.File }},
	{Name: "line", Doc: "the line, 0 for the whole", Value: func(f *check.Finding) any { return f.Pos.Line }},
	{Name: "column", Doc: "the column, in characters", Value: func(f *check.Finding) any { return f.Pos.Col }},
	{Name: "message", Doc: "what is wrong", Value: func(f *check.Finding) any { return f.Msg }},
	{Name: "hint", Doc: "the remedy", Value: func(f *check.Finding) any { return rows.Given(f.Hint) }},
	{Name: "source", Doc: "the line of the script", Value: func(f *check.Finding) any { return shortLine(f.Source) }},
	{Name: "hand", Doc: "the shortest hand that shows it, for replay", Value: func(f *check.Finding) any { return rows.Given(f.Hand) }},
	{Name: "line_of_play", Doc: "the shortest way there in words", Value: func(f *check.Finding) any { return rows.Given(f.Line) }},
	{Name: "fixable", Doc: "--fix repairs it", Value: func(f *check.Finding) any { return f.Fix != nil }},
}

// shortLine returns a line of a script, cut if it is longer than people write: each of
// a hundred findings quotes a line.
func shortLine(line string) string {
	const most = 2000
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}

// indented indents each line by four spaces.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}

// saveHands writes the hands that show faults to the file of --save, as a .phhs
// collection.
func (rep *checkReport) saveHands() error {
	if rep.opts.Save == "" {
		return nil
	}
	f, err := rep.std.Create(rep.opts.Save)
	if err != nil {
		return err
	}
	return safefile.Fill(f, func(w io.Writer) error {
		n := 0
		for _, found := range rep.found {
			if found.Hand == "" {
				continue
			}
			n++
			if _, err := fmt.Fprintf(w, "[%d]\n%s\n", n, strings.TrimPrefix(found.Hand, "[1]\n")); err != nil {
				return err
			}
		}
		return nil
	})
}

func messageAndHint(f *check.Finding) string {
	if f.Hint == "" {
		return f.Msg
	}
	return f.Msg + " (" + f.Hint + ")"
}

// sarifURI returns the path of a file in cardroom's repository, or as the user typed
// it.
func sarifURI(file string) string {
	for _, source := range []string{"scripts", "stdlib"} {
		if rest, ok := strings.CutPrefix(file, "@"+source+"//"); ok {
			return source + "/" + rest
		}
	}
	return file
}
