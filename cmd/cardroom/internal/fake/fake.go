// Package fake provides an in-memory app.IO for tests.
package fake

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/testkit"
)

// IO returns an IO in memory: no terminal, no color, only the given files, a fixed
// clock and a fixed seed. It also returns the buffers of its outputs.
func IO(files fstest.MapFS) (std *app.IO, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &app.IO{
		Streams: term.Streams{
			Stdin:  term.Input{Reader: strings.NewReader("")},
			Stdout: term.NewStream(stdout),
			Stderr: term.NewStream(stderr),
			Now:    func() time.Time { return time.Unix(0, 0) },
		},
		FS:          files,
		Create:      func(string) (term.File, error) { return nil, fs.ErrPermission },
		CreatePlain: func(_, _ string) (term.File, error) { return nil, fs.ErrPermission },
		MkdirAll:    func(string) error { return fs.ErrPermission },
		Getenv:      func(string) string { return "" },
		Seed:        func() uint64 { return 42 },
		CPUs:        2,
		Version:     "(test)",
		Parsed:      &parsed,
	}, stdout, stderr
}

// parsed caches the scripts that tests have parsed, because most tests load the same
// houses.
var parsed star.Parsed

// File returns an IO with one file.
func File(name, text string) *app.IO {
	std, _, _ := IO(fstest.MapFS{name: {Data: []byte(text)}})
	return std
}

// InText fails the test if an error about a text has a position outside the text.
func InText(t testing.TB, err error, text string) {
	t.Helper()
	var e *diag.Error
	switch {
	case err.Error() == "":
		t.Error("an error without a text")
	case errors.As(err, &e) && e.Pos.Line > 0:
		testkit.Place(t, text, int(e.Pos.Line), int(e.Pos.Col))
		if !utf8.ValidString(e.Detail()) {
			t.Errorf("not text: %q", e.Detail())
		}
	}
}

// voids are the HTML elements without an end tag. strange matches what a page of charts must not contain: references to other
// pages and files, scripts, and NaN or infinite numbers.
var (
	voids   = regexp.MustCompile(`<(meta|br|col)\b[^>]*>`)
	strange = regexp.MustCompile(`(href|src)="[^#]|url\(|@import|<script|NaN|Inf\b`)
)

// CheckPage returns what is wrong with a page of charts: it must be well-formed XML, each id must be unique, and it must load
// nothing.
func CheckPage(page string) error {
	text := voids.ReplaceAllString(strings.TrimPrefix(page, "<!DOCTYPE html>"), "")
	if k := strange.FindString(text); k != "" {
		return fmt.Errorf("%q in the page", k)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	d.Entity = xml.HTMLEntity
	ids := map[string]bool{}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			if a.Name.Local == "id" {
				if ids[a.Value] {
					return fmt.Errorf("two elements are called %s", a.Value)
				}
				ids[a.Value] = true
			}
		}
	}
}
