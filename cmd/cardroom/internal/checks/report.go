package checks

import (
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
			rows.Pair{Name: "plays", Doc: "of --exhaustive", Value: rows.If(rep.opts.Play != nil, rows.Records(playColumns(!rep.complete), rep.plays))},
		)
	case report.SARIF:
		run := sarifRun{Tool: sarifTool{sarifDriver{Name: "cardroom", Version: rep.std.Version, Rules: []sarifRule{}}}, Results: []sarifResult{}}
		if len(rep.more) > 0 {
			run.Properties = &sarifMore{More: len(rep.found) - len(rep.shown), MoreIn: map[string]int{}}
			for file, n := range rep.more {
				run.Properties.MoreIn[sarifURI(file)] = n
			}
		}
		index := map[string]int{}
		for _, f := range rep.shown {
			at, ok := index[f.Code]
			if !ok {
				at = len(run.Tool.Driver.Rules)
				index[f.Code] = at
				// The documentation of a code as a rule.
				code := f.Code
				rule := sarifRule{ID: code, Short: sarifText{code}, Full: sarifText{code}}
				if doc := reference.CodeDoc(code); doc != "" {
					short, _, _ := strings.Cut(doc, "\n")
					rule.Short.Text, rule.Full.Text = short, doc
				}
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
			}
			run.Results = append(run.Results, sarifResult{f.Code, at, level(f), sarifText{messageAndHint(f)}, []sarifLocation{sarifPlace(f)}})
		}
		out, err := json.MarshalIndent(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}, "", "  ")
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
		report.Columns(rep.std.Stdout, playColumns(!rep.complete), rep.plays)
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

// The subset of SARIF 2.1.0 for findings.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		Results    []sarifResult `json:"results"`
		Properties *sarifMore    `json:"properties,omitempty"`
	}
	// sarifMore is the number of findings not in the results, in total and by file.
	sarifMore struct {
		More   int            `json:"more"`
		MoreIn map[string]int `json:"more_in"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int32 `json:"startLine"`
		StartColumn int32 `json:"startColumn,omitempty"`
	}
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

func messageAndHint(f *check.Finding) string {
	if f.Hint == "" {
		return f.Msg
	}
	return f.Msg + " (" + f.Hint + ")"
}

func sarifPlace(f *check.Finding) sarifLocation {
	p := sarifPhysical{Artifact: sarifArtifact{sarifURI(f.Pos.File)}}
	if f.Pos.Line > 0 {
		p.Region = &sarifRegion{f.Pos.Line, f.Pos.Col}
	}
	return sarifLocation{p}
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
