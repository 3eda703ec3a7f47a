// This file implements "cardroom fmt": it formats scripts, or lists those that are
// not formatted.

package author

import (
	"bytes"
	"context"
	"errors"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/format"
	"cardroom/engine/rows"

	"github.com/rogpeppe/go-internal/diff"
)

type FormatOptions struct {
	Paths                    []string
	Write, List, Diff, Check bool
	Format                   string
}

// fmtRow is the result for one script.
type fmtRow struct {
	File     string // as the user typed it, or as found below a directory
	Shown    string // its name in messages
	Old, New []byte
	Err      error
}

// Changed reports whether formatting changes the script.
func (r *fmtRow) Changed() bool { return r.Err == nil && !bytes.Equal(r.Old, r.New) }

var fmtColumns = []rows.Column[*fmtRow]{
	{Name: "file", Doc: "the script", Value: func(r *fmtRow) any { return r.Shown }},
	{Name: "changed", Doc: "it was not formatted", Value: func(r *fmtRow) any { return r.Changed() }},
	{Name: "error", Doc: "why it cannot be formatted", Value: func(r *fmtRow) any { return rows.Message(r.Err) }},
}

// Format formats scripts. It continues after a script that fails.
func Format(ctx context.Context, std *app.IO, opts FormatOptions) error {
	files, errs := library.ScriptPaths(std, opts.Paths)
	show, done, err := opts.printer(std)
	if err != nil {
		return err
	}
	changed := false
	for _, file := range files {
		if ctx.Err() != nil {
			break
		}
		r := &fmtRow{File: file}
		if r.Shown, r.Old, r.Err = library.ReadScript(std, file); r.Err == nil {
			r.New, r.Err = format.Source(r.Shown, r.Old)
		}
		if r.Changed() && opts.Write {
			r.Err = library.ReplaceScript(std, opts.Paths, r.File, r.New)
		}
		if r.Err != nil {
			errs = append(errs, r.Err)
		}
		changed = changed || r.Changed()
		if err := show(r); err != nil {
			return err
		}
	}
	if err := done(ctx.Err() == nil); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(errs) == 0 && changed && opts.Check {
		return app.ErrNo
	}
	return errors.Join(errs...)
}

// printer returns functions that print a row, and finish the output.
func (o *FormatOptions) printer(std *app.IO) (show func(*fmtRow) error, done func(complete bool) error, err error) {
	if o.Format != report.Text {
		out, err := rows.New(std.Stdout, o.Format, "fmt", "files", fmtColumns)
		if err != nil {
			return nil, nil, err
		}
		return out.Row, func(complete bool) error { return out.Close(rows.Complete(complete)) }, nil
	}
	show = func(r *fmtRow) error {
		o.print(std.Stdout, r)
		return nil
	}
	return show, func(bool) error { return nil }, nil
}

// print prints a script as text: the script itself, unless an option asks for
// something else.
func (o *FormatOptions) print(w *term.Stream, r *fmtRow) {
	if r.Err != nil {
		return
	}
	if !o.Write && !o.List && !o.Diff && !o.Check {
		w.Verbatim(r.New)
		return
	}
	if !r.Changed() {
		return
	}
	if o.List || o.Check && !o.Diff {
		w.Printf("%s\n", r.Shown)
	}
	if o.Diff {
		report.Diff(w, diff.Diff(r.Shown+".orig", r.Old, r.Shown, r.New))
	}
}
