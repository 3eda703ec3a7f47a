package fuzzhouses_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl/docs"
	"cardroom/engine/testkit"
)

// aReading is a list with a reading and a source.
const aReading = `[[reading]]
id = "A1"
also = ["B1"]
question = "Which?"
words = [{clause = "h.1", says = "this or that"}]
answers = [{set = "o=this", says = "This.", decided = true}, {set = "o=that", says = "That."}]
authority = "clause"
because = "It says so."
since = "2026-11-21"

[[source]]
id = "R1"
name = "A book."
`

// TestReadings checks that a list of readings lacks nothing, and that an error says what it lacks.
func TestReadings(t *testing.T) {
	list, err := docs.ParseReadings([]byte(aReading), "h")
	if err != nil {
		t.Fatal(err)
	}
	if list.Find("h", "a1") == nil || list.Find("other", "B1") == nil || list.Find("h", "C1") != nil || list.Source("r1") == nil {
		t.Errorf("%+v", list)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`id = "A1"`, `id = ""`, "want a word"},
		{`question = "Which?"`, "", "question is missing"},
		{`"clause"`, `"me"`, `got "me", want clause, house, another or custom`},
		{`because = "It says so."`, "", "because is missing"},
		{`"2026-11-21"`, `"yesterday"`, `got "yesterday", want a date`},
		{`, decided = true`, "", `0 answers with the same option "o" are decided, want one`},
		{`says = "That."`, `says = "That.", decided = true`, `2 answers with the same option "o" are decided`},
		{`"o=that"`, `"that"`, "answer 2: want says"},
		{`says = "That."`, `says = "That.", against = ["h.2"]`, "answer 2: it is against h.2, which the words do not quote"},
		{`"B1"`, `"a1"`, `reading "a1" is listed twice`},
		{`id = "R1"`, `id = "b1"`, `source "b1" is missing an id or a name, or listed twice`},
		{`also =`, `other =`, "line 3: there is no key reading.other"},
		{"", strings.Repeat("[[x]]\n", 20_001), "the limit is 20000"},
	} {
		if _, err := docs.ParseReadings([]byte(strings.Replace(aReading, tt.old, tt.new, 1)), "h"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	if ids := docs.Refs("A31, WSOP 104,,  G7"); strings.Join(ids, " ") != "A31 WSOP G7" {
		t.Errorf("%q", ids)
	}
}

// TestReadingsOf checks which readings concern a house, and that its own one comes before a shared one with its id.
func TestReadingsOf(t *testing.T) {
	entry := func(id, more string) string {
		head, _, _ := strings.Cut(aReading, "[[source]]")
		return strings.NewReplacer(`"A1"`, `"`+id+`"`, `also = ["B1"]`, more).Replace(head)
	}
	shared := fstest.MapFS{docs.ReadingsFile: {Data: []byte(entry("G1", `houses = ["h", "i"]`) + entry("G2", `houses = ["i"]`))}}
	own := fstest.MapFS{"h/" + docs.ReadingsFile: {Data: []byte(entry("G1", "") + entry("H1", ""))}, "i/" + docs.ReadingsFile: {Data: []byte("[[reading]]\n")}}
	var broken []string
	all := docs.AllReadings(shared, own, func(house string, _ error) { broken = append(broken, house) })
	if strings.Join(broken, " ") != "i" {
		t.Errorf("broken: %v", broken)
	}
	of := func(house string, refs ...string) (out string) {
		for _, r := range all.Of(house, refs...) {
			out += r.House + "/" + r.ID + " "
		}
		return out
	}
	if got := of("h", "G2") + "|" + of("i") + "|" + of("j", "g1"); got != "h/G1 h/H1 /G2 |/G1 /G2 |/G1 " {
		t.Errorf("%q", got)
	}
	if r := all.Find("h", "g1"); r == nil || r.House != "h" {
		t.Errorf("%+v", r)
	}
}

// FuzzReadings parses arbitrary text as a list of readings: each entry of a valid list can be found and printed.
func FuzzReadings(f *testing.F) {
	f.Add(aReading)
	f.Add("reading = 1")
	f.Add("[[reading]]\nx = [[[[")
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 4 << 20, PerByte: 16 << 10}.Within(t, len(text), func() {
			list, err := docs.ParseReadings([]byte(text), "h")
			if err != nil {
				return
			}
			for _, r := range list.Readings {
				if found := list.Find("h", r.ID); found == nil || found.Text() == "" || found.Decided() == "" {
					t.Fatalf("%+v", r)
				}
			}
		})
	})
}
