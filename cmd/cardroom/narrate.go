package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/verbal"

	"github.com/fatih/color"
)

// narrate tells a finished hand as somebody standing behind the dealer sees it:
// all cards open. places are the seats of the table, nil where they are those of
// the hand.
func narrate(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) {
	tellEvents(w, h, events, places).Result()
}

// tellEvents tells what has happened in a hand up to now.
func tellEvents(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) *verbal.Narrator {
	n := verbal.NewNarrator(w, toldStyle(w, places))
	n.Notes(h.Notes())
	n.Tell(h, events)
	return n
}

// narrateTitle is the heading of a hand.
func narrateTitle(w *term.Stream, s *hand.Setup, places []int8) {
	w.Printf("%s\n", verbal.Title(s, toldStyle(w, places)))
}

// toldStyle is how hands are told whose seats are called as the table numbers
// them.
func toldStyle(w *term.Stream, places []int8) verbal.Style {
	style := cardStyle{}.on(w)
	for _, k := range places {
		style.Names = append(style.Names, verbal.SeatName(k))
	}
	return style
}

// cardStyle is how cards are set.
type cardStyle struct {
	// Four: the four suits have colours of their own.
	Four bool
	// Signs: suits are ♣♦♥♠ and not letters.
	Signs bool
}

// readCardStyle reads --cards and --four-colour. Signs are for terminals that are
// said to know them.
func readCardStyle(std *app.IO, name string, four bool) (cardStyle, error) {
	s := cardStyle{Four: four}
	switch name {
	case "letters", "ascii":
	case "signs":
		s.Signs = true
	case "auto":
		s.Signs = std.Stdout.Terminal && std.Getenv("TERM") != "dumb" && unicodeLocale(std.Getenv)
	default:
		return s, app.Usagef("--cards is auto, letters or signs, not %q", name)
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

// fourInks are the suits of a pack of four colours that differ.
var fourInks = map[verbal.Ink][]color.Attribute{
	verbal.Club:    {color.FgGreen},
	verbal.Diamond: {color.FgHiBlue},
}

// on is the style on a stream.
func (c cardStyle) on(s *term.Stream) verbal.Style {
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

// signed puts a plus before an amount that is won.
func signed(amount string) string { return verbal.Signed(amount) }
