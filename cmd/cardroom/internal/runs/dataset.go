// This file writes the files of --rows: hands as tables for analysis, with a description of their columns. The files
// appear in their folder only when all of them are complete.

package runs

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
)

// DatasetOptions are the values of the flags of --rows.
type DatasetOptions struct {
	Dir    string // "" for no files
	Format string
	Tables [ledger.Count]bool
	EV     bool // find what all-in hands were worth
}

// Words returns the words of a command line that ask for the files.
func (o *DatasetOptions) Words() (out []string) {
	if o.Dir == "" {
		return nil
	}
	out = []string{"--rows", o.Dir}
	if o.Format != rows.CSV {
		out = append(out, "--rows-format", o.Format)
	}
	var names []string
	for i, t := range ledger.Tables() {
		if o.Tables[i] {
			names = append(names, t.Name)
		}
	}
	if len(names) < ledger.Count {
		out = append(out, "--rows-tables", strings.Join(names, ","))
	}
	if o.EV {
		out = append(out, "--ev")
	}
	return out
}

// Files are the files of a run.
type Files struct {
	opts  DatasetOptions
	files [ledger.Count]term.File
	out   [ledger.Count]*bufio.Writer
	about term.File
	job   string
}

// There returns an error if any file of a shard is missing.
func (o *DatasetOptions) There(std *app.IO, shard string) error {
	for i, t := range ledger.Tables() {
		name := filepath.Join(o.Dir, t.Name+suffix(shard)+"."+o.Format)
		if _, err := std.FS.Stat(name); o.Tables[i] && err != nil {
			return app.UsageHint(fmt.Sprintf("--rows: the part of this shard is finished, and %s is not there", name), "remove the part of the shard, to play it again with its rows")
		}
	}
	return nil
}

// description is the file that describes the tables of a folder.
const description = "schema.json"

// mine returns an error if the folder has tables of another job, or files under their names that are no tables. Tables without a
// description were not completed.
func (o *DatasetOptions) mine(std *app.IO, shard string) error {
	var there string
	for i, t := range ledger.Tables() {
		name := filepath.Join(o.Dir, t.Name+suffix(shard)+"."+o.Format)
		if o.Tables[i] && !begins(std, name, cmp.Or(ledger.Header(o.Format, i), `{"hand":`)) {
			there = name
		}
	}
	text, err := std.ReadText(filepath.Join(o.Dir, description))
	var about struct{ Job string }
	if err == nil && len(text) > 0 && (json.Unmarshal(text, &about) != nil || about.Job != std.Job) {
		return app.UsageHint(fmt.Sprintf("--rows: %s has the tables of another job: %s", o.Dir, cmp.Or(about.Job, "unknown")), "name another folder, or delete this one")
	}
	if there != "" {
		return app.UsageHint(fmt.Sprintf("--rows: %s exists, and is no table of cardroom", there), "name another folder, or delete it")
	}
	return nil
}

// begins reports whether a file begins with a text, or is empty or missing.
func begins(std *app.IO, name, text string) bool {
	f, err := std.FS.Open(name)
	if err != nil {
		return true // if it is there, creating it says what is wrong
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, len(text))
	n, _ := io.ReadFull(f, head)
	return strings.HasPrefix(text, string(head[:n])) && (n == 0 || n == len(text))
}

// suffix returns the part of a file name that names the shard.
func suffix(shard string) string {
	if shard == "" {
		return ""
	}
	return "-" + strings.Replace(shard, "/", "-of-", 1)
}

// Create creates the files before the work, so that files that cannot be written are reported at once. It returns nil without a
// folder. shard is the shard of the run, "" for a whole run.
func Create(std *app.IO, o DatasetOptions, shard string) (f *Files, err error) {
	if term.Browser || o.Dir == "" {
		if o.EV {
			return nil, app.Usagef("--ev needs --rows DIR")
		}
		return nil, nil
	}
	if err := std.MkdirAll(o.Dir); err != nil {
		return nil, app.PlainPathError(err)
	}
	if err := o.mine(std, shard); err != nil {
		return nil, err
	}
	f = &Files{opts: o, job: std.Job}
	defer func() {
		if err != nil {
			f.Discard()
		}
	}()
	for i, t := range ledger.Tables() {
		if !o.Tables[i] {
			continue
		}
		if f.files[i], err = std.CreatePlain(o.Dir, t.Name+suffix(shard)+"."+o.Format); err != nil {
			return f, err
		}
		f.out[i] = bufio.NewWriterSize(f.files[i], 1<<18)
		if _, err = f.out[i].WriteString(ledger.Header(o.Format, i)); err != nil {
			return f, err
		}
	}
	f.about, err = std.CreatePlain(o.Dir, description)
	return f, err
}

// Writer returns a writer that formats hands as rows of the files.
func (f *Files) Writer() *ledger.Writer { return f.opts.Writer() }

// Writer returns a writer of the wanted tables.
func (o *DatasetOptions) Writer() *ledger.Writer {
	w := ledger.NewWriter(o.Format, o.Tables)
	if o.EV {
		w.Value()
	}
	return w
}

// Write writes rows of all tables.
func (f *Files) Write(tables [][]byte) error {
	for i, b := range tables {
		if f.out[i] == nil {
			continue
		}
		if _, err := f.out[i].Write(b); err != nil {
			return err
		}
	}
	return nil
}

// Commit makes the files appear, the description last: if it exists, the tables are complete.
func (f *Files) Commit() error {
	if f == nil {
		return nil
	}
	for i, out := range f.out {
		if out == nil {
			continue
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if err := f.files[i].Commit(); err != nil {
			return err
		}
	}
	return term.Fill(f.about, func(w io.Writer) error { return writeColumns(w, rows.JSON, f.opts.Tables, f.job) })
}

// Discard removes the files that were not committed.
func (f *Files) Discard() {
	if f == nil {
		return
	}
	for _, file := range append(f.files[:], f.about) {
		if file != nil {
			file.Discard()
		}
	}
}

// datasetNames are the names of the tables.
var datasetNames = func() (out []string) {
	for _, t := range ledger.Tables() {
		out = append(out, t.Name)
	}
	return out
}()

// columnRow is a column with its table.
type columnRow struct {
	table string
	ledger.Column
}

var columnColumns = []rows.Column[columnRow]{
	{Name: "table", Doc: "table of the column", Limits: reflect.StructTag(`enum:"` + strings.Join(datasetNames, ",") + `"`), Value: func(c columnRow) any { return c.table }},
	{Name: "column", Doc: "its name", Value: func(c columnRow) any { return c.Name }},
	{Name: "type", Doc: "what stands in it: decimal is an exact amount of chips", Limits: `enum:"int,decimal,bool,text,timestamp"`, Value: func(c columnRow) any { return string(c.Type) }},
	{Name: "about", Doc: "what it means", Value: func(c columnRow) any { return c.About }},
}

// Print prints the tables and their columns.
func Print(std *app.IO, format string) error {
	if format == report.HTML {
		return app.Usagef("--rows-schema writes text, json, ndjson or csv, not html")
	}
	if format == report.Text {
		for i, t := range ledger.Tables() {
			if i > 0 {
				std.Stdout.Printf("\n")
			}
			std.Stdout.Printf("%s: %s\n", t.Name, t.About)
			var cells [][]string
			for _, c := range t.Columns {
				cells = append(cells, []string{"  " + c.Name, string(c.Type), c.About})
			}
			report.Table(std.Stdout, make([]report.Heading, 3), cells)
		}
		return nil
	}
	return writeColumns(std.Stdout, format, all, "")
}

// all selects all tables.
var all = func() (out [ledger.Count]bool) {
	for i := range out {
		out[i] = true
	}
	return out
}()

// writeColumns writes the columns of tables in a machine-readable format.
func writeColumns(w io.Writer, format string, of [ledger.Count]bool, job string) error {
	var all []columnRow
	for i, t := range ledger.Tables() {
		for _, c := range t.Columns {
			if of[i] {
				all = append(all, columnRow{t.Name, c})
			}
		}
	}
	return rows.Write(w, format, "rows", "columns", columnColumns, all, rows.Pair{Name: "version", Doc: "version of the tables; it changes when a column changes its meaning or goes away", Value: ledger.Version},
		rows.Pair{Name: "job", Doc: "command that wrote the tables, in the file next to them", Value: rows.Given(job)})
}

// shardName returns the shard of a run as it appears in file names, "" for a whole run.
func shardName(index, count int64) string {
	if count <= 1 {
		return ""
	}
	return fmt.Sprintf("%d/%d", index, count)
}
