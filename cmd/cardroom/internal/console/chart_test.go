package console_test

import (
	"bytes"
	"os"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/report"
)

// TestWellFormed checks that a page of charts is well-formed XML, except for the HTML elements without an end tag, and loads nothing
// from elsewhere. The page with one of everything is the one that report.TestPage keeps.
func TestWellFormed(t *testing.T) {
	kept, err := os.ReadFile("../report/testdata/page.html")
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{string(kept)}
	for _, p := range []*report.Page{{Title: "empty"}, {Sections: []report.Section{{Title: "s"}}}} {
		var b bytes.Buffer
		if err := report.Write(&b, p); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, b.String())
	}
	for _, page := range pages {
		if err := fake.CheckPage(page); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"<p><b>x</p></b>", `<svg><rect x="NaN%"/></svg>`, `<a href="https://x">y</a>`, `<p>+Inf</p>`} {
		if fake.CheckPage("<html>"+bad+"</html>") == nil {
			t.Errorf("%s passes", bad)
		}
	}
}
