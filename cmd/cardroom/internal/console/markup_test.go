package console_test

import (
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/markup"
)

// hostile would break out of every place in which a text can stand.
const hostile = `</title></style><script>alert("x")</script> & 'y' \ */ + é 5` + "\x00\nz"

// TestEscaped: a text survives in an element and in an attribute, and adds nothing else to the page.
func TestEscaped(t *testing.T) {
	var p markup.Page
	p.Add(`<p title="%s" id="n%d">%s`, hostile, 7, hostile)
	p.Add("%s%s", markup.Format("<b>%s</b>", hostile), markup.HTML("<i/>"))
	p.If("", "<u>%s</u>")
	p.If("<", "<s>%s</s>")
	p.Add("</p>")
	want := strings.ReplaceAll(hostile, "\x00", "\ufffd")
	var got []string
	d := xml.NewDecoder(strings.NewReader(p.String()))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			got = append(got, "<"+tok.Name.Local)
			for _, a := range tok.Attr {
				got = append(got, a.Value)
			}
		case xml.CharData:
			got = append(got, string(tok))
		}
	}
	expected := []string{"<p", want, "n7", want, "<b", want, "<i", "<s", "<"}
	if strings.Join(got, "|") != strings.Join(expected, "|") {
		t.Errorf("got  %q\nwant %q", got, expected)
	}
}

// TestStyle: a text survives in a string of a style sheet.
func TestStyle(t *testing.T) {
	s := string(markup.Style(hostile))
	inner := strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	if strings.ContainsAny(inner, "\"'<>&\n/*;{}") || len(inner) != len(s)-2 {
		t.Errorf("%s leaves its place", s)
	}
	back := regexp.MustCompile(`\\[0-9a-f]{6}`).ReplaceAllStringFunc(inner, func(e string) string {
		n, err := strconv.ParseInt(e[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return string(rune(n))
	})
	if back != hostile {
		t.Errorf("got %q, want %q", back, hostile)
	}
}
