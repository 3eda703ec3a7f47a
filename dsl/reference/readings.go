package reference

import (
	"slices"
	"strings"

	"cardroom/dsl/docs"
)

// readingsChapter is the chapter of the readings and their sources.
const readingsChapter = "readings"

// readingPages returns the entries of a list of readings.
func readingPages(all *docs.Readings) []*Entry {
	var out []*Entry
	for i := range all.Readings {
		r := &all.Readings[i]
		out = append(out, &Entry{Kind: Reading, Name: r.ID, Chapter: readingsChapter, Doc: r.Text(), Reading: r, House: r.House})
	}
	for i := range all.Sources {
		s := &all.Sources[i]
		out = append(out, &Entry{Kind: Source, Name: s.ID, Chapter: readingsChapter, Doc: s.Text(), House: s.House})
	}
	return out
}

// readingsOf returns the readings that concern a house as a chapter, for "angies readings" and "readings angies"; nil for other
// names.
func (r *Reference) readingsOf(name string) *Chapter {
	words := strings.Fields(strings.ToLower(name))
	i := slices.Index(words, readingsChapter)
	if len(words) != 2 || i < 0 {
		return nil
	}
	house := words[1-i]
	of := &docs.Readings{Readings: r.Readings.Of(house)}
	if len(of.Readings) == 0 {
		return nil
	}
	return &Chapter{Name: readingsChapter, Title: "Readings of " + house, Entries: readingPages(of)}
}
