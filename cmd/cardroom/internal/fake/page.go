package fake

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

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
