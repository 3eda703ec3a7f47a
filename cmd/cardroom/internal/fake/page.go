package fake

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// voids are the elements that HTML never closes. strange is what a page of charts must not
// have: addresses of other pages and files, scripts, and numbers that are none.
var (
	voids   = regexp.MustCompile(`<(meta|br|col)\b[^>]*>`)
	strange = regexp.MustCompile(`(href|src)="[^#]|url\(|@import|<script|NaN|Inf\b`)
)

// CheckPage reports what is wrong with a page of charts: it is well-formed also by the rules of
// XML, each id stands for one element, and it loads nothing.
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
