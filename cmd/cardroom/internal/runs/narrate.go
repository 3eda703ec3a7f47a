// This file prints hands on a stream: what happens, cards with their colors, and
// what the house collects.

package runs

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/table"

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

func title(w *term.Stream, s *hand.Setup, places []int8) {
	w.Printf("%s\n", speech.Title(s, style(w, places)))
}

// style returns the style of a narration that uses the table's seat numbers.
func style(w *term.Stream, places []int8) speech.Style {
	style := Style(w)
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
		s.Signs = std.Stdout.Signs
	default:
		return s, app.Usagef("--cards must be auto, letters or signs, not %q", name)
	}
	return s, nil
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

// Style returns the style of cards that a stream can show, as --cards auto.
func Style(s *term.Stream) speech.Style { return Cards{Signs: s.Signs}.On(s) }

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

// Collections prints what the house will take from a hand: players must know it before
// the cards are dealt (omaha-casino.fee.rule.2). d is the deal of a session, nil for a
// single hand.
func Collections(w *term.Stream, h *hand.Hand, d *table.Deal) {
	for _, words := range CollectionWords(h, d) {
		w.Printf("collection: %s\n", words)
	}
}

// CollectionWords describes the collections of the game and of the table: "option 3,
// $8 from the pot".
func CollectionWords(h *hand.Hand, d *table.Deal) (out []string) {
	b, n := h.Plan(), h.Seats()-h.Absent().Len()
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil {
			rate := c.Rate(n)
			out = appendCollection(out, rate.Name, b.Fee(c, n), &b.Stakes, gamePayers[c.From])
		}
	}
	if d == nil {
		return out
	}
	for _, p := range d.Posted {
		from := tablePayers[p.Payer]
		if p.Period > 0 {
			from += " every " + term.Counted(p.Period/60, "minute")
		}
		out = appendCollection(out, p.Name, p.Amount, &b.Stakes, from)
	}
	return out
}

var gamePayers = map[plan.Payer]string{plan.FromPot: "from the pot", plan.FromButton: "from the button", plan.FromBlinds: "from the blinds"}

var tablePayers = map[table.Payer]string{table.ThePot: "from the pot", table.TheButton: "from the button", table.Each: "from each player"}

// appendCollection adds a collection, unless the amount is 0: blinds that are dropped
// are reported when that happens.
func appendCollection(out []string, name string, amount int64, s *plan.Stakes, from string) []string {
	if amount == 0 {
		return out
	}
	words := s.Price(amount) + " " + from
	if name != "" {
		words = name + ", " + words
	}
	return append(out, words)
}

// NotCollected says that a hand that is not at a table pays none of the collections of these names: "not collected here: schedule A, B
// or C is posted". It is empty without names.
func NotCollected(posted []string) string {
	if len(posted) == 0 {
		return ""
	}
	words, _ := notCollected(posted)
	return words
}

func notCollected(posted []string) (what, flag string) {
	first, space := posted[0], strings.LastIndexByte(posted[0], ' ')+1
	shared := first[:space]
	if len(posted) == 1 || slices.ContainsFunc(posted, func(p string) bool { return !strings.HasPrefix(p, shared) }) {
		shared = ""
	}
	words := strings.TrimPrefix(first, shared)
	flag = app.CommandLine([]string{"--collection", words})
	for i, p := range posted[1:] {
		between := ", "
		if i == len(posted)-2 {
			between = " or "
		}
		words += between + strings.TrimPrefix(p, shared)
	}
	return fmt.Sprintf("not collected here: %s%s is posted", shared, words), flag
}
