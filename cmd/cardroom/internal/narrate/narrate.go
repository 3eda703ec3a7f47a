// Package narrate tells hands on a stream: what happens in them, how cards are set and
// painted, and what the house collects.
package narrate

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/verbal"

	"github.com/fatih/color"
)

// Hand tells a finished hand as somebody standing behind the dealer sees it:
// all cards open. places are the seats of the table, nil where they are those of
// the hand.
func Hand(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) {
	Events(w, h, events, places).Result()
}

// Events tells what has happened in a hand up to now.
func Events(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) *verbal.Narrator {
	n := verbal.NewNarrator(w, style(w, places))
	n.Notes(h.Notes())
	n.Tell(h, events)
	return n
}

// Title is the heading of a hand.
func Title(w *term.Stream, s *hand.Setup, places []int8) {
	w.Printf("%s\n", verbal.Title(s, style(w, places)))
}

// style is how hands are told whose seats are called as the table numbers
// them.
func style(w *term.Stream, places []int8) verbal.Style {
	style := Cards{}.On(w)
	for _, k := range places {
		style.Names = append(style.Names, verbal.SeatName(k))
	}
	return style
}

// Cards is how cards are set.
type Cards struct {
	// Four: the four suits have colours of their own.
	Four bool
	// Signs: suits are ♣♦♥♠ and not letters.
	Signs bool
}

// ReadCards reads --cards and --four-colour. Signs are for terminals that are
// said to know them.
func ReadCards(std *app.IO, name string, four bool) (Cards, error) {
	s := Cards{Four: four}
	switch name {
	case "letters", "ascii":
	case "signs":
		s.Signs = true
	case "auto":
		s.Signs = std.Stdout.Terminal && std.Getenv("TERM") != "dumb" && unicodeLocale(std.Getenv)
	default:
		return s, app.Usagef("--cards must be auto, letters or signs, not %q", name)
	}
	return s, nil
}

// unicodeLocale reports whether text is UTF-8 by the user's locale.
func unicodeLocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// inks are the attributes of what is told. None depends on the background being
// light or dark: black suits have the colour of the text.
var inks = map[verbal.Ink][]color.Attribute{
	verbal.Heading: {color.Bold},
	verbal.Note:    {color.Faint},
	verbal.Stress:  {color.Bold},
	verbal.Prize:   {color.FgGreen},
	verbal.Diamond: {color.FgRed},
	verbal.Heart:   {color.FgRed},
	verbal.Joker:   {color.FgMagenta},
}

// fourInks are the suits of a deck of four colours that differ.
var fourInks = map[verbal.Ink][]color.Attribute{
	verbal.Club:    {color.FgGreen},
	verbal.Diamond: {color.FgHiBlue},
}

// On is the style on a stream.
func (c Cards) On(s *term.Stream) verbal.Style {
	style := verbal.Style{Signs: c.Signs}
	if !s.Color {
		return style
	}
	style.Paint = func(text string, ink verbal.Ink) string {
		attrs := inks[ink]
		if four, ok := fourInks[ink]; ok && c.Four {
			attrs = four
		}
		if attrs == nil {
			return text
		}
		return s.Paint(text, attrs...)
	}
	return style
}
