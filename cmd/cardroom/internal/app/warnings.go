package app

import (
	"errors"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/diag"
)

// Warnings collects the warnings of a job that can cause the same one for thousands of hands. End prints each once, in the order
// of their first places, with its number and the first place. With --verbose every warning is printed when it comes.
type Warnings struct {
	std  *IO
	unit string // what causes a warning, such as "hand"
	all  []*repeated
	by   map[string]*repeated // by text without the place
	more int64                // warnings with other texts than the first MaxShown
}

// repeated is a warning and how often it came.
type repeated struct {
	place, text string
	times       int64
}

// NewWarnings returns an empty collection. The unit is what causes a warning, such as "hand".
func NewWarnings(std *IO, unit string) *Warnings {
	return &Warnings{std: std, unit: unit, by: map[string]*repeated{}}
}

// Add adds a warning. Errors that differ only in their place are the same warning.
func (w *Warnings) Add(err error) {
	err = PlainPathError(err)
	if w.std.Verbose {
		w.std.Warn("%v", err)
		return
	}
	place, text := "", err.Error()
	var d *diag.Error
	if errors.As(err, &d) && d.Pos.Line > 0 {
		if rest, ok := strings.CutPrefix(text, d.Pos.String()+": "); ok {
			place, text = d.Pos.String()+": ", rest
		}
	}
	switch known := w.by[text]; {
	case known != nil:
		known.times++
	case len(w.all) == MaxShown:
		w.more++
	default:
		w.by[text] = &repeated{place, text, 1}
		w.all = append(w.all, w.by[text])
	}
}

// End prints the warnings, and forgets them.
func (w *Warnings) End() {
	for _, r := range w.all {
		count := ""
		if r.times > 1 {
			count = ": " + figures.Counted(r.times, w.unit)
			if r.place != "" {
				count += ", the first here"
			}
		}
		w.std.Warn("%s%s%s", r.place, r.text, count)
	}
	if w.more > 0 {
		w.std.Warn("and %s more; --verbose shows all", figures.Grouped(w.more))
	}
	*w = *NewWarnings(w.std, w.unit)
}
