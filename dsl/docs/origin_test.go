package docs_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
)

// otherReadings loads a house anew under another reading.
func otherReadings(t testing.TB, house string) docs.Other {
	type reading struct {
		lib  *dsl.Library
		room *docs.Room
	}
	known := map[string]*reading{}
	return func(id, option, value string) (*plan.Bound, *docs.Room, error) {
		r, ok := known[option+"="+value]
		if !ok {
			lib := library(t, map[string]string{option: value})
			if _, err := lib.House(house); err == nil {
				r = &reading{lib, roomOf(t, lib, house)}
			}
			known[option+"="+value] = r
		}
		if r == nil {
			return nil, nil, nil
		}
		g, err := r.lib.Find(id)
		if err != nil {
			return nil, nil, nil
		}
		b, err := bound(g, "")
		return b, r.room, err
	}
}

// Every rule on a sheet comes from the house's document, an open point, elsewhere, or custom;
// and the sheet for the floor has them all.
func TestOrigins(t *testing.T) {
	lib := library(t, nil)
	for _, house := range houses {
		games, err := lib.House(house)
		if err != nil {
			t.Fatal(err)
		}
		room, other := roomOf(t, lib, house), otherReadings(t, house)
		for _, g := range games {
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			s, err := docs.NewTraced(b, room, other)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, sec := range s.Sections {
				n += len(sec.Rules)
				for _, r := range sec.Rules {
					if r.Origin == "" && !r.Citation {
						t.Errorf("%s: no origin: %s (%s)", g.ID, r.Text, r.At)
					}
				}
			}
			for _, sec := range s.Floor() {
				n -= len(sec.Rules)
			}
			if n != 0 {
				t.Errorf("%s: the sheet for the floor lacks %d rules", g.ID, n)
			}
		}
	}
}

// traced is the sheet of a game with where each rule comes from.
func traced(t *testing.T, game string, set map[string]string) *docs.Sheet {
	t.Helper()
	lib := library(t, set)
	g, err := lib.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	house, _, _ := strings.Cut(game, "/")
	s, err := docs.NewTraced(b, roomOf(t, lib, house), otherReadings(t, house))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What an option decides stands below it, and what the document says does not.
func TestOptionDecides(t *testing.T) {
	s := traced(t, "angies/lowball", nil)
	want := map[string]docs.Rule{
		"An all-in of half a bet":             {Origin: docs.OfOption, Option: "short_allin"},
		"Equal hands share":                   {Origin: docs.OfOption, Option: "odd"},
		"The part of a bet that":              {Origin: docs.Custom, Source: "card rooms"},
		"Before the pots are":                 {Origin: docs.OfHouse},
		"The player left of the button posts": {Origin: docs.OfOption, Option: "headsup"},
	}
	for _, sec := range s.Sections {
		for _, r := range sec.Rules {
			for head, w := range want {
				if strings.HasPrefix(r.Text, head) {
					delete(want, head)
					if r.Origin != w.Origin || r.Option != w.Option || r.Source != w.Source {
						t.Errorf("%s: %s %s %s, want %s %s %s", r.Text, r.Origin, r.Option, r.Source, w.Origin, w.Option, w.Source)
					}
				}
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not on the sheet: %v", want)
	}
}

// A rule that cites a clause of another house is borrowed from it, and stands in a group of its own; under another reading it
// is an open point again.
func TestBorrowed(t *testing.T) {
	tests := []struct {
		game   string
		set    map[string]string
		head   string
		origin docs.Origin
		source string
	}{
		{"angies/holdem", nil, "At most a bet and 3 raises", docs.Borrowed, "The Casino, clause omaha-casino.round.6d.cap; House 004, clause house004.holdem.3a"},
		{"angies/holdem", map[string]string{"raise_cap": "4"}, "At most a bet and 4 raises", docs.OfOption, ""},
		{"sanrafael/omaha", nil, "At most a bet and 3 raises", docs.Borrowed, "The Casino, clause omaha-casino.round.6d.cap; House 004, clause house004.holdem.3a"},
		{"elresbalon/stud5", nil, "A bet is anything from the least bet", docs.Borrowed, "The Casino, clause omaha-casino.round.6c.i"},
		{"elresbalon/stud5", map[string]string{"min_raise": "any"}, "A bet is anything from the least bet", docs.OfHouse, ""},
		{"sanrafael/california22", nil, "Hit: the hand gets a card", docs.Borrowed, "R3, R4"},
		{"sanrafael/california22", nil, "The bank is offered clockwise", docs.Borrowed, "offered clockwise and two rounds at most R4, R6; may be declined R2; any stake C"},
		{"sanrafael/california22", nil, "Double: ", docs.OfHouse, "at any time on two cards C, one card only R8"},
	}
	for _, tt := range tests {
		s := traced(t, tt.game, tt.set)
		found := 0
		for _, sec := range s.Floor() {
			for _, r := range sec.Rules {
				if !strings.HasPrefix(r.Text, tt.head) {
					continue
				}
				found++
				if r.Origin != tt.origin || r.Source != tt.source {
					t.Errorf("%s %v: %s: %s %q, want %s %q", tt.game, tt.set, r.Text, r.Origin, r.Source, tt.origin, tt.source)
				}
				if apart := sec.Title == "Borrowed from elsewhere"; apart != (r.Origin == docs.Borrowed && r.Number == "") {
					t.Errorf("%s: %q stands under %q", tt.game, r.Text, sec.Title)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s %v: %d rules begin with %q", tt.game, tt.set, found, tt.head)
		}
	}
}

// An option stands on the sheets of the games that it changes, also where only a function of the script asks it; in a book it stands once
// at least.
func TestOptionsOfTheGame(t *testing.T) {
	tests := []struct{ game, has, lacks string }{
		{"angies/holdem", "raise_cap irregularities burn odd", "wrong_count misdeal_until sevens"},
		{"angies/lowball", "wrong_count misdeal_until sevens sevens_short check_raise", "burn stud_open"},
		{"angies/stud7", "burn stud_open", "showing wrong_count"},
		{"angies/razz", "burn stud_open showing", "wrong_count"},
		{"angies/lowball-without-joker", "sevens burn_on_draw", "stud_open showing buy_order"},
		{"house004/holdem", "suit_ties wild", "burn_on_draw openers"},
		{"house004/stud5", "five_bets showing_tie", "burn_on_draw"},
		{"house004/draw", "burn_on_draw reante", "openers low_ties"},
		{"casino/omaha", "fee_options headsup", ""},
		{"sanrafael/holdem", "limits raise_cap", "decks"},
	}
	for _, tt := range tests {
		s := traced(t, tt.game, nil)
		on := map[string]bool{}
		for _, sec := range s.Sections {
			for _, r := range sec.Rules {
				if name, _, ok := strings.Cut(r.Text, " = "); ok && r.Origin == docs.OfOption {
					on[name] = true
				}
			}
		}
		for name := range strings.FieldsSeq(tt.has) {
			if !on[name] {
				t.Errorf("%s: no %s", tt.game, name)
			}
		}
		for name := range strings.FieldsSeq(tt.lacks) {
			if on[name] {
				t.Errorf("%s: %s", tt.game, name)
			}
		}
	}
	for _, house := range []string{"angies", "house004"} {
		lib := library(t, nil)
		all := games(t, lib, house)
		b, err := docs.NewHouse(house, all, nil, roomOf(t, lib, house), otherReadings(t, house))
		if err != nil {
			t.Fatal(err)
		}
		text := docs.Markdown(b.Condensed(), false)
		for _, g := range all {
			for _, o := range g.Game.Options {
				if !strings.Contains(text, "* "+strings.ReplaceAll(o.Name, "_", "\\_")+" = ") {
					t.Errorf("%s: no %s in the book", g.Game.ID, o.Name)
				}
			}
		}
	}
}

// The condensed book of a house loses nothing: each rule of each game stands in front, on the sheet of the game, or in the deal of a
// game that the sheet names, with all its clauses; and so does each option.
func TestCondensed(t *testing.T) {
	for _, house := range houses {
		b := book(t, house)
		short := b.Condensed()
		front := map[string]bool{}
		for _, sec := range short.Front {
			for _, r := range sec.Rules {
				front[stated(&r)] = true
			}
		}
		for i, s := range b.Sheets {
			own := map[string]bool{}
			for _, sec := range short.Sheets[i].Sections {
				for _, r := range sec.Rules {
					own[stated(&r)] = true
				}
			}
			for _, sec := range b.Sheets[i].Sections {
				for _, r := range sec.Rules {
					switch {
					case r.Number != "":
						if got := step(t, b, short, i, r.Number, 0); got != stated(&r) {
							t.Errorf("%s: step %s: %s, want %s", s.Game.ID, r.Number, got, stated(&r))
						}
					case !front[stated(&r)] && !own[stated(&r)]:
						t.Errorf("%s: lost: %s", s.Game.ID, r.Text)
					}
				}
			}
		}
		text := docs.Markdown(short, false)
		for _, s := range b.Sheets {
			for _, o := range s.Game.Options {
				if name := strings.ReplaceAll(o.Name, "_", "\\_"); !strings.Contains(text, "* "+name+" = ") {
					t.Errorf("%s: lost: the option %s", s.Game.ID, o.Name)
				}
			}
		}
	}
}

// stated is what a rule says and cites.
func stated(r *docs.Rule) string { return strings.Join(append([]string{r.Text}, r.Clauses...), " ") }

// step is what the condensed book states of a step of a game, also on the sheet of another that it names.
func step(t *testing.T, full, short *docs.Book, sheet int, number string, depth int) string {
	t.Helper()
	if depth > len(full.Sheets) {
		t.Fatalf("step %s of %s: sheets name one another", number, full.Sheets[sheet].Game.ID)
	}
	elsewhere := func(game, number string) string {
		at := slices.IndexFunc(full.Sheets, func(s *docs.Sheet) bool { return full.Name(s) == game })
		if at < 0 || at >= sheet {
			t.Fatalf("%s names %q, which does not stand before it", full.Sheets[sheet].Game.ID, game)
		}
		return step(t, full, short, at, number, depth+1)
	}
	var order []string
	for _, sec := range full.Sheets[sheet].Sections {
		for _, r := range sec.Rules {
			if r.Number != "" {
				order = append(order, r.Number)
			}
		}
	}
	at := slices.Index(order, number)
	for _, sec := range short.Sheets[sheet].Sections {
		for _, r := range sec.Rules {
			from, to, several := strings.Cut(r.Number, "–")
			rest, like := strings.CutPrefix(r.Text, "As step ")
			switch n, game, _ := strings.Cut(strings.TrimSuffix(rest, "."), " of "); {
			case several && slices.Index(order, from) <= at && at <= slices.Index(order, to):
				return elsewhere(strings.TrimSuffix(strings.TrimPrefix(r.Text, "As in "), "."), number)
			case r.Number == number && like:
				return elsewhere(game, n)
			case r.Number == number:
				return stated(&r)
			}
		}
	}
	return ""
}

// The part for the floor of a house's book stays short, counted in the words of the page. Angie's has two fifths of what it had before
// games shared their rules; the others have few games, and mostly rules that the document or the custom of card rooms says once.
func TestBookIsShort(t *testing.T) {
	most := map[string]int{"angies": 6500, "casino": 2300, "elresbalon": 1800, "house004": 4000, "omahacash": 1900, "sanrafael": 3800}
	for _, house := range houses {
		page, err := docs.HTML(book(t, house).Condensed(), false)
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ = strings.Cut(page, "</style>")
		words := len(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " ")))
		if words > most[house] {
			t.Errorf("%s: %d words, at most %d", house, words, most[house])
		}
	}
}

// The way of the button is no open point of a game against a bank; what decides its hours is.
func TestOptionsOfTheBank(t *testing.T) {
	s := traced(t, "sanrafael/california22", nil)
	points := map[string]bool{}
	for _, sec := range s.Sections {
		for _, r := range sec.Rules {
			points[r.Option] = true
		}
	}
	if points["button"] || !points["closes"] || !points["banker_second"] {
		t.Errorf("open points %v", points)
	}
}
