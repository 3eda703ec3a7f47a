// Package report lays results out: the formats that there are, and text in tables and
// folded lines. What a format looks like for other programs is in package rows.
package report

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/engine/rows"
)

// The formats of results.
const (
	Text     = "text"
	JSON     = rows.JSON
	NDJSON   = rows.NDJSON
	CSV      = rows.CSV
	Markdown = "md"
	HTML     = "html"
	JUnit    = "junit"  // the results of tests, as build servers read them
	SARIF    = "sarif"  // findings, as code hosts read them
	GitHub   = "github" // findings, as GitHub Actions reads them
)

// Lists are the formats of a command whose result is a list.
var Lists = []string{Text, JSON, NDJSON, CSV}

// extensions are the ends of the names of files that tell their format.
var extensions = map[string]string{
	".json": JSON, ".ndjson": NDJSON, ".csv": CSV, ".md": Markdown, ".html": HTML,
	".xml": JUnit, ".sarif": SARIF,
}

// FormatOf is the format that the end of a file's name stands for, one of those
// allowed. If it is none of them, format is empty and known lists the ends that are.
func FormatOf(name string, allowed []string) (format string, known []string) {
	for _, ext := range slices.Sorted(maps.Keys(extensions)) {
		if slices.Contains(allowed, extensions[ext]) {
			known = append(known, ext)
		}
	}
	ext := strings.ToLower(filepath.Ext(name))
	if !slices.Contains(known, ext) {
		return "", known
	}
	return extensions[ext], known
}
