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

// secondResult is the result of a command once more, in a file (--report FILE).
type secondResult struct {
	format  string // by the extension of the file
	file    safefile.File
	std     *IO // writes results to the file, and says nothing
	written bool
}

// reportFormat is the format for a file, one of those that the command knows.
func (cmd *Command) reportFormat(name string) (string, error) {
	format, known := report.FormatOf(name, cmd.Formats)
	if format == "" {
		return "", Usagef("--report: unknown extension in %q (use %s)", name, strings.Join(known, ", "))
	}
	return format, nil
}

// openReport begins the file of --report: one that cannot be written is an error
// before the work.
func (cmd *Command) openReport(c *cli.Context, std *IO) (err error) {
	name := c.String("report")
	if !cmd.Report || !c.IsSet("report") {
		return nil
	}
	r := &secondResult{}
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

// ReportFormat is the format of the file of --report, "" without one.
func (std *IO) ReportFormat() string {
	if std.second == nil {
		return ""
	}
	return std.second.format
}

// Wants reports whether the result is written in a format: to standard output, whose
// format is printed, or to the file of --report.
func (std *IO) Wants(printed, format string) bool {
	return printed == format || std.ReportFormat() == format
}

// closeReport makes the file appear if there was a result.
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

// Results writes a result: to standard output in the format that was asked for,
// and to the file of --report in its own.
func (std *IO) Results(format string, write func(std *IO, format string) error) error {
	err := write(std, format)
	if r := std.second; r != nil {
		r.written = true
		err = errors.Join(err, write(r.std, r.format))
	}
	return err
}
