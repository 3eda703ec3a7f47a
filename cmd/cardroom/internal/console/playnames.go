package console

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/table"
)

// longestName is the maximum length of a name in characters, because lines begin with
// names.
const longestName = 20

// ParseNames parses the values of --name: SEAT=NAME, or just the name of the player in
// seat you.
func ParseNames(list []string, you int) (map[int]string, error) {
	var out map[int]string
	for _, text := range list {
		number, name, ok := strings.Cut(text, "=")
		seat, err := strconv.Atoi(number)
		switch {
		case !ok && you > 0:
			seat, name = you, text
		case !ok:
			return nil, app.Usagef("--name %s: whose? SEAT=%s", text, text)
		case err != nil || seat < 1 || seat > table.MaxSeats:
			return nil, app.Usagef("--name %s: a seat is a number from 1", text)
		}
		name = strings.Join(strings.Fields(name), " ")
		if fault := badName(name); fault != "" {
			return nil, app.Usagef("--name %s: %s", text, fault)
		}
		for other, had := range out {
			if other == seat || strings.EqualFold(had, name) {
				return nil, app.Usagef("--name %s: seat %d is %s", text, other, had)
			}
		}
		if out == nil {
			out = map[int]string{}
		}
		out[seat] = name
	}
	return out, nil
}

// badName returns why a name is not allowed, or "". A name must not be mistaken for
// anything else.
func badName(name string) string {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	switch {
	case name == "":
		return "a name is missing"
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Sprintf("a name has at most %d characters", longestName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "a name is made of characters that can be printed"
	case strings.Trim(name, "0123456789") == "" || first == "seat" || first == "player" || first == "dealer" || first == "the":
		return "that means a seat or the dealer"
	}
	return ""
}

// called returns a player's name, or "player N".
func (g *played) called(p table.Player) string {
	if name := g.opts.Names[int(p)]; name != "" {
		return name
	}
	return fmt.Sprintf("player %d", p)
}

// namesOf returns the names of a hand's seats, nil if no names were given.
func (g *played) namesOf(d *table.Deal) []string {
	if len(g.opts.Names) == 0 {
		return nil
	}
	out := make([]string, len(d.Seats))
	for seat, at := range d.Seats {
		out[seat] = g.opts.Names[int(g.table.Seat(int(at)).Player)]
	}
	return out
}
