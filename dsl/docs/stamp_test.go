package docs_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"cardroom/dsl/docs"
)

// TestMarks checks that the mark of a sheet and of a book changes when a sentence does, and only then: not with the foot, and not with
// an option that changes nothing on it.
func TestMarks(t *testing.T) {
	marks := func(set map[string]string) [3]string {
		lib := library(t, set)
		g, err := lib.Find("angies/lowball")
		if err != nil {
			t.Fatal(err)
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		room := roomOf(t, lib, "angies")
		w := docs.NewWall(context.Background(), b, room)
		sheet := docs.OneSheet(docs.New(b, room), room)
		house, err := docs.NewHouse("Angie's", games(t, lib, "angies"), nil, room, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := [3]string{w.Mark(), sheet.Mark(), house.Mark()}
		w.Foot, sheet.Foot, house.Foot = "a foot", "a foot", "a foot"
		if again := [3]string{w.Mark(), sheet.Mark(), house.Condensed().Mark()}; again != out {
			t.Errorf("with a foot %v, without %v", again, out)
		}
		return out
	}
	was := marks(nil)
	for i, m := range was {
		if !regexp.MustCompile("^[0-9a-f]{8}$").MatchString(m) {
			t.Errorf("mark %d is %q", i, m)
		}
	}
	if again := marks(nil); again != was {
		t.Errorf("%v, and again %v", was, again)
	}
	for i, m := range marks(map[string]string{"sevens": "void"}) {
		if m == was[i] {
			t.Errorf("mark %d is still %s with another rule", i, m)
		}
	}
}

// TestStamp checks the line at the foot of a sheet.
func TestStamp(t *testing.T) {
	for _, tt := range []struct {
		stamp docs.Stamp
		want  string
	}{
		{docs.Stamp{}, ""},
		{docs.Stamp{Mark: "0a0b0c0d"}, "mark 0a0b0c0d"},
		{
			docs.Stamp{House: "The Corner", Effective: "2024-03-01", Mark: "0a0b0c0d", Program: "cardroom v1.2.0", Printed: "29 November 2026"},
			"The Corner, effective 1 March 2024, mark 0a0b0c0d, cardroom v1.2.0, printed 29 November 2026",
		},
	} {
		if got := tt.stamp.String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.stamp, got, tt.want)
		}
	}
}

// TestFeetOfPages checks that each page of a book has the foot of its own sheet, on paper and on a screen.
func TestFeetOfPages(t *testing.T) {
	lib := library(t, nil)
	b := book(t, "house004")
	b.Foot = "the floor's foot"
	for i, g := range games(t, lib, "house004")[:2] {
		w := docs.NewWall(context.Background(), g, nil)
		w.Foot = []string{"the first foot", "the second foot"}[i]
		b.Walls = append(b.Walls, w)
	}
	page := docs.HTML(b.Condensed(), false)
	for _, want := range []string{
		`@bottom-left { content: "the floor\000027s foot"`, `<footer class="foot">the floor&#39;s foot</footer>`,
		`@page wall0 { margin: 10mm 11mm 13mm; @bottom-left { content: "the first foot"`, `.wall[data-page="0"] { page: wall0; }`, ` data-page="0">`, `<footer>the first foot</footer>`,
		`@page wall1 { margin: 10mm 11mm 13mm; @bottom-left { content: "the second foot"`, `.wall[data-page="1"] { page: wall1; }`, ` data-page="1">`, `<footer>the second foot</footer>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}
