package editor

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"unicode/utf8"

	"cardroom/dsl/docs"
	"cardroom/dsl/star"
)

// The number of a reading or a source stands in a ref, or in parentheses in a comment: ref = "A31, G7", (G1).
var (
	refForm     = regexp.MustCompile(`\bref\s*=\s*"[^"]*"|\([A-Z][^()]*\)`)
	readingForm = regexp.MustCompile(`\b[A-Z0-9]+\b`)
)

// readings returns the list next to a script, with those of the library and of the houses.
func (w *Workspace) readings(file string) *docs.Readings {
	all := &docs.Readings{}
	if data, err := w.library().ReadBeside(file, docs.ReadingsFile); err == nil {
		if own, err := docs.ParseReadings(data, houseOf(file)); err == nil {
			all.Add(own)
		}
	}
	if ref := w.reference(); ref != nil {
		all.Add(ref.Readings)
	}
	return all
}

// houseOf returns the folder of the house of a script.
func houseOf(file string) string { return path.Base(path.Dir(file)) }

// readingsOf returns the readings that quote a clause, in Markdown.
func (w *Workspace) readingsOf(file, clause string) (text string) {
	seen := map[string]bool{}
	for _, r := range w.readings(file).Readings {
		quotes := slices.ContainsFunc(r.Words, func(q docs.Quote) bool { return q.Clause == clause })
		if key := r.House + "/" + r.ID; quotes && !seen[key] {
			seen[key] = true
			text += fmt.Sprintf("\n\n**%s**: %s %s", r.ID, r.Question, r.Decided())
		}
	}
	return text
}

// readingAt returns the reading or the source named at a place, in Markdown; "" if there is none.
func (w *Workspace) readingAt(s *star.Script, p Place) (string, Range) {
	all := lines(s.Text)
	if p.Line < 1 || int(p.Line) > len(all) {
		return "", Range{}
	}
	line := all[p.Line-1]
	col := func(at int) int32 { return int32(utf8.RuneCountInString(line[:at])) + 1 }
	for _, ref := range refForm.FindAllStringIndex(line, -1) {
		for _, m := range readingForm.FindAllStringIndex(line[ref[0]:ref[1]], -1) {
			id := line[ref[0]+m[0] : ref[0]+m[1]]
			r := Range{Place{p.Line, col(ref[0] + m[0])}, Place{p.Line, col(ref[0] + m[1])}}
			if !r.has(p) {
				continue
			}
			list := w.readings(s.Path)
			if reading := list.Find(houseOf(s.Path), id); reading != nil {
				return fmt.Sprintf("**%s**\n\n%s", reading.ID, reading.Text()), r
			}
			if source := list.Source(id); source != nil {
				return fmt.Sprintf("**%s**\n\n%s", source.ID, source.Text()), r
			}
		}
	}
	return "", Range{}
}
