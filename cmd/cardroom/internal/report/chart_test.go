package report

import (
	"bytes"
	"flag"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata anew")

// samplePage returns a page with one of everything.
func samplePage() *Page {
	hostile := `<script>alert("x")</script> & 'more' ]]>`
	return &Page{
		Title: "Title " + hostile, Lead: []string{"lead"},
		Facts: []Fact{{"decisions", "1,000", "5.0 a hand"}, {hostile, hostile, hostile}},
		Sections: []Section{
			{Title: hostile, Notes: []string{hostile}, Mark: &Mark{"97 %", Half}, Anchor: "s1", Figures: []*Figure{
				Histogram("Pots", hostile, "pot, in chips", []Bins{{Width: 5, Counts: []int64{10, 30, 0, 60}, Total: 101, Beyond: 1}}),
				Histogram("Two", "", "pot", []Bins{{Width: 2.5, Counts: []int64{1, 3}, Total: 4, Name: "A"}, {Width: 2.5, Counts: []int64{4}, Total: 4, Name: hostile}}),
				Bars("Net", "", "chips a hand", nil, []Bar{
					{Name: "seat 1", Values: []float64{1.5}, Texts: []string{"+1.5 ± 0.5"}, Half: []float64{0.5}},
					{Name: hostile, Values: []float64{-2}, Texts: []string{hostile}, Half: []float64{1}},
				}),
				Bars("Shares", "", "share", []string{"A", "B"}, []Bar{{Name: "called", Values: []float64{40, 60}, Texts: []string{"40 %", "60 %"}, Notes: []string{"4", "6"}}}),
				LineChart("Stacks", "", "hands", "chips", []float64{1, 2, 3, 4}, []Series{{Name: "seat 1", Values: []float64{10, math.NaN(), 20, 15}}, {Name: hostile, Values: []float64{0, 5, 5, 5}}}),
			}},
			{Title: "Table", Table: &PageTable{Heads: []string{"a", hostile}, Rows: [][]string{{"1", hostile}}}},
			{Title: "Lines", Lines: []Line{{Side: OnlyA, Head: "-", Text: hostile, Code: hostile}, {Side: OnlyB, Text: "new", Pre: true}, {Text: "same"}}},
		},
	}
}

func render(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage compares a page with one that was checked in a browser.
func TestPage(t *testing.T) {
	got := render(t, samplePage())
	const golden = "testdata/page.html"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the page has changed (-update writes it anew):\n%s", diff)
	}
	if strings.Contains(got, "<script") {
		t.Error("a name became an element")
	}
}

// TestScales checks that ticks are round numbers within the axis, and not too many.
func TestScales(t *testing.T) {
	for _, tt := range []struct {
		from, to float64
		n        int
		want     string
	}{
		{0, 280, 7, "0 50 100 150 200 250"},
		{0, 15.2, 4, "0 5 10 15"},
		{-0.68, 0.65, 5, "-0.5 0 0.5"},
		{0, 1, 4, "0 0.5 1"},
		{0, 0, 4, "0 0.5 1"},
		{0, 3e6, 6, "0 500,000 1 M 1.5 M 2 M 2.5 M 3 M"},
		{-12, -3, 4, "-10 -5"},
		{0, 0.0003, 3, "0 0.0001 0.0002 0.0003"},
	} {
		s := newScale(tt.from, tt.to, tt.n, false)
		var got []string
		for _, x := range s.ticks {
			got = append(got, s.text(x))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v to %v: %s, want %s", tt.from, tt.to, strings.Join(got, " "), tt.want)
		}
	}
}

// TestLabelsKeepApart checks that on a phone, where a figure is 340 pixels wide, no two labels of an axis touch, whatever the
// amounts.
func TestLabelsKeepApart(t *testing.T) {
	for exp := -3; exp < 13; exp++ {
		for _, m := range []float64{1, 1.3, 2.7, 4.9, 7.7, 9.99} {
			top := m * math.Pow10(exp)
			lines := LineChart("x", "", "hands", "chips", []float64{0, top}, []Series{{Name: "a", Values: []float64{0, top}}})
			bins := Histogram("x", "", "pot", []Bins{{Width: top / 20, Counts: make([]int64, 20), Total: 1}})
			for _, f := range []*Figure{lines, bins} {
				apart(t, f, top)
			}
		}
	}
}

func apart(t *testing.T, f *Figure, top float64) {
	t.Helper()
	const width, perLetter, baseline = 340.0, 6.7, topRoom + plotHeight + 18
	type span struct{ from, to float64 }
	var spans []span
	for _, l := range f.Texts {
		w, at := perLetter*float64(len(l.Text)), float64(l.X)/100*width
		s := span{at, at + w}
		switch l.Anchor {
		case "middle":
			s = span{at - w/2, at + w/2}
		case "end":
			s = span{at - w, at}
		}
		if s.from < -1 || s.to > width+1 {
			t.Errorf("up to %v: %q from %v to %v is outside", top, l.Text, s.from, s.to)
		}
		if l.Y == baseline {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.from - b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to+2 {
			t.Errorf("up to %v: labels %d and %d touch", top, i-1, i)
		}
	}
}
