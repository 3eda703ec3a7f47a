package report

import (
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/rows"
)

// Lines returns the columns of one result as lines of a text: the heading, the value and a note. A column without a value is left
// out.
func Lines[T any](columns []rows.Column[T], row T) (lines [][]string) {
	for i := range columns {
		c := &columns[i]
		if c.Elsewhere {
			continue
		}
		if value, note := c.Words(row); value != "" || note != "" {
			lines = append(lines, []string{c.Heading(), value, note})
		}
	}
	return lines
}

// Columns prints rows as a table. Texts stand left and numbers right; a column whose values are all "" is left out.
func Columns[T any](w *term.Stream, columns []rows.Column[T], list []T) {
	var heads []Heading
	cells := make([][]string, len(list))
	for i := range columns {
		c := &columns[i]
		if c.Elsewhere {
			continue
		}
		texts, any := make([]string, len(list)), false
		head := Heading{Title: c.Heading(), Align: Right}
		for k, row := range list {
			texts[k], _ = c.Words(row)
			any = any || texts[k] != ""
			if _, text := c.At(row).(string); text {
				head.Align = Left
			}
		}
		if !any && len(list) > 0 {
			continue
		}
		heads = append(heads, head)
		for k := range list {
			cells[k] = append(cells[k], texts[k])
		}
	}
	Table(w, heads, cells)
}
