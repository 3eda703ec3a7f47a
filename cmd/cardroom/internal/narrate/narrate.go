// Package narrate prints hands on a stream: what happens, cards with their colors, and
// what the house collects.
package narrate

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// Hand narrates a finished hand as a person behind the dealer sees it, with all cards
// face up. places are the seats at the table, nil if they are those of the hand.
func Hand(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) {
	Events(w, h, events, places).Result()
}

// Events narrates what has happened in a hand so far.
func Events(w *term.Stream, h *hand.Hand, events []hand.Event, places []int8) *speech.Narrator {
	n := speech.NewNarrator(w, style(w, places))
	n.Notes(h.Notes())
	n.Tell(h, events)
	return n
}

// Title prints the title of a hand.
func Title(w *term.Stream, s *hand.Setup, places []int8) {
	w.Printf("%s\n", speech.Title(s, style(w, places)))
}

// style returns the style of a narration that uses the table's seat numbers.
func style(w *term.Stream, places []int8) speech.Style {
	style := Cards{}.On(w)
	for _, k := range places {
		style.Names = append(style.Names, speech.SeatName(k))
	}
	return style
}

// Cards says how cards are printed.
type Cards struct {
	// Four uses a four-color deck.
	Four bool
	// Signs prints suits as ♣♦♥♠ and not as letters.
	Signs bool
}

// ReadCards reads --cards and --four-color. By default only terminals that support the
// signs get them.
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

// unicodeLocale reports whether the user's locale uses UTF-8.
func unicodeLocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// textColors are the color attributes of text. They suit light and dark backgrounds: black
// suits have the text color.
var textColors = map[speech.TextKind][]color.Attribute{
	speech.Heading: {color.Bold},
	speech.Note:    {color.Faint},
	speech.Stress:  {color.Bold},
	speech.Prize:   {color.FgGreen},
	speech.Diamond: {color.FgRed},
	speech.Heart:   {color.FgRed},
	speech.Joker:   {color.FgMagenta},
}

// fourColors are the suits with other colors in a four-color deck.
var fourColors = map[speech.TextKind][]color.Attribute{
	speech.Club:    {color.FgGreen},
	speech.Diamond: {color.FgHiBlue},
}

// On returns the style for a stream.
func (c Cards) On(s *term.Stream) speech.Style {
	style := speech.Style{SuitSymbols: c.Signs}
	if !s.Color {
		return style
	}
	style.Paint = func(text string, ink speech.TextKind) string {
		attrs := textColors[ink]
		if four, ok := fourColors[ink]; ok && c.Four {
			attrs = four
		}
		if attrs == nil {
			return text
		}
		return s.Paint(text, attrs...)
	}
	return style
}
