package main

import (
	"cardroom/engine/hand"
	"cardroom/engine/verbal"

	"github.com/fatih/color"
)

// narrate tells a finished hand as somebody standing behind the dealer sees it:
// all cards open.
func narrate(w *Stream, h *hand.Hand, events []hand.Event) {
	n := verbal.NewNarrator(w, w.style(twoColors))
	n.Tell(h, events)
	n.Result()
}

// narrateTitle is the heading of a hand.
func narrateTitle(w *Stream, s *hand.Setup) { w.Printf("%s\n", verbal.Title(s, w.style(twoColors))) }

// suitColors are the colours of a pack.
type suitColors string

// The packs. No colour depends on the background being light or dark: black
// suits have the colour of the text.
const (
	twoColors  suitColors = "two"
	fourColors suitColors = "four"
)

// inks are the attributes of what is told, for a pack of two colours.
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

// style is how a stream sets what is told.
func (s *Stream) style(pack suitColors) verbal.Style {
	if !s.Color {
		return verbal.Style{}
	}
	return verbal.Style{Paint: func(text string, ink verbal.Ink) string {
		attrs := inks[ink]
		if four, ok := fourInks[ink]; ok && pack == fourColors {
			attrs = four
		}
		if attrs == nil {
			return text
		}
		return s.Paint(text, attrs...)
	}}
}

// signed puts a plus before an amount that is won.
func signed(amount string) string { return verbal.Signed(amount) }
