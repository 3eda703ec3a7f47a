package app

import (
	"errors"

	"cardroom/cmd/cardroom/internal/safefile"
)

// reportFile is a second copy of a command's result, in the file of --report.
type reportFile struct {
	format  string // from the extension of the file
	file    safefile.File
	std     *IO // writes results to the file and discards messages
	written bool
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
