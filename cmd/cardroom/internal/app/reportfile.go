package app

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/urfave/cli/v2"
)

// reportFile is a second copy of a command's result, in the file of --report.
type reportFile struct {
	format  string // from the extension of the file
	file    safefile.File
	std     *IO // writes results to the file and discards messages
	written bool
}

// reportFormat returns the format for a file by its extension, if the command has that
// format.
func (cmd *Command) reportFormat(name string) (string, error) {
	format, known := report.FormatOf(name, cmd.Formats)
	if format == "" {
		return "", Usagef("--report: unknown extension in %q (use %s)", name, strings.Join(known, ", "))
	}
	return format, nil
}

// openReport creates the file of --report before the work, so that a file that cannot
// be written is reported at once.
func (cmd *Command) openReport(c *cli.Context, std *IO) (err error) {
	name := c.String("report")
	if !cmd.Report || !c.IsSet("report") {
		return nil
	}
	r := &reportFile{}
	if r.format, err = cmd.reportFormat(name); err != nil {
		return err
	}
	dir, base := filepath.Split(name)
	if r.file, err = std.CreatePlain(cmp.Or(dir, "."), base); err != nil {
		return err
	}
	silent := *std
	silent.Stdout, silent.Stderr = term.NewStream(r.file), term.NewStream(io.Discard)
	r.std, std.second = &silent, r
	return nil
}

// ReportFormat returns the format of the file of --report, "" without one.
func (std *IO) ReportFormat() string {
	if std.second == nil {
		return ""
	}
	return std.second.format
}

// Wants reports whether the result is needed in a format, for standard output (whose
// format is printed) or the file of --report.
func (std *IO) Wants(printed, format string) bool {
	return printed == format || std.ReportFormat() == format
}

// closeReport commits the file if there was a result.
func (std *IO) closeReport() error {
	r := std.second
	if r == nil {
		return nil
	}
	std.second = nil
	r.std.Stdout.Flush()
	if !r.written || r.std.Stdout.Err() != nil {
		r.file.Discard()
		return PlainPathError(r.std.Stdout.Err())
	}
	return r.file.Commit()
}

// Results writes a result to standard output in the requested format, and to the file
// of --report in that file's format.
func (std *IO) Results(format string, write func(std *IO, format string) error) error {
	err := write(std, format)
	if r := std.second; r != nil {
		r.written = true
		err = errors.Join(err, write(r.std, r.format))
	}
	return err
}
