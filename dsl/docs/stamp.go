package docs

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"cardroom/engine/plan"
)

// Stamp is the line at the foot of each page of a sheet, by which paper and program can be matched. Any part may be "".
type Stamp struct {
	House string
	// Effective is the day from which the house's rules hold, as it says: "2024-03-01".
	Effective string
	// Mark is that of the sheet.
	Mark string
	// Program is the program that printed it, with its version, and Printed the day.
	Program, Printed string
}

// PrintedDay is the form of a day on paper.
const PrintedDay = "2 January 2006"

// String returns the line: "Angie's Poker Club, effective 1 March 2024, mark 3f9a2b1c, cardroom v1.2.0, printed 29 November 2026".
func (s Stamp) String() string {
	if day, err := time.Parse(time.DateOnly, s.Effective); err == nil {
		s.Effective = day.Format(PrintedDay)
	}
	var parts []string
	for _, p := range [...][2]string{{"", s.House}, {"effective ", s.Effective}, {"mark ", s.Mark}, {"", s.Program}, {"printed ", s.Printed}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	return strings.Join(parts, ", ")
}

// EffectiveOf returns the day from which the rules of games hold, "" if their house names none or they are of several.
func EffectiveOf(games []*plan.Game) string {
	day := ""
	for i, g := range games {
		if i > 0 && g.From.Effective != day {
			return ""
		}
		day = g.From.Effective
	}
	return day
}

// markBytes is the number of bytes of a mark, written with two characters each.
const markBytes = 4

// markOf returns the mark of what a sheet prints: it changes when a sentence does, and not with the program or the day.
func markOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:markBytes])
}

// Mark returns the mark of a book as it is printed, without the list of clauses and without the sheets for players, which have marks
// of their own.
func (b *Book) Mark() string { return markOf(b.Plain()) }

// Plain returns a book as Markdown without its list of clauses and its foot: what its mark is made of.
func (b *Book) Plain() string {
	plain := *b
	if len(b.Back) == 0 {
		plain = *b.Condensed()
	}
	plain.Clauses, plain.Foot = nil, ""
	return Markdown(&plain, false)
}

// Mark returns the mark of a sheet for players.
func (p *Wall) Mark() string { return markOf(p.Plain()) }

// Plain returns a sheet for players as Markdown without its foot: what its mark is made of.
func (p *Wall) Plain() string {
	plain := *p
	plain.Foot = ""
	return (&Walls{Walls: []*Wall{&plain}}).Markdown()
}
