// Package report lays out results: it defines the output formats, text tables and
// wrapped lines. Package rows defines the machine-readable formats.
package report

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/engine/rows"
)

// Output formats.
const (
	Text     = "text"
	JSON     = rows.JSON
	NDJSON   = rows.NDJSON
	CSV      = rows.CSV
	Markdown = "md"
	HTML     = "html"
	JUnit    = "junit"  // test results, for build servers
	SARIF    = "sarif"  // findings, for code hosts
	GitHub   = "github" // findings, for GitHub Actions
)

// Lists are the formats of commands whose result is a list.
var Lists = []string{Text, JSON, NDJSON, CSV}

// extensions maps file name extensions to formats.
var extensions = map[string]string{
	".json": JSON, ".ndjson": NDJSON, ".csv": CSV, ".md": Markdown, ".html": HTML,
	".xml": JUnit, ".sarif": SARIF,
}

// FormatOf returns the format for a file name's extension, if it is allowed. Otherwise
// format is empty; known lists the allowed extensions.
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
