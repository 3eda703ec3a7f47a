package docs_test

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/compare"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// roomOf returns the room of an embedded house.
func roomOf(t testing.TB, lib *dsl.Library, house string) *docs.Room {
	t.Helper()
	list, err := docs.ReadClauses(scripts.FS, house)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := lib.HouseTables(house)
	if err != nil {
		t.Fatal(err)
	}
	postings, err := lib.HousePostings(house)
	if err != nil {
		t.Fatal(err)
	}
	options, err := lib.HouseOptions(house)
	if err != nil {
		t.Fatal(err)
	}
	readings := docs.AllReadings(stdlib.FS, scripts.FS, func(_ string, err error) { t.Fatal(err) })
	return &docs.Room{Clauses: list.Clauses, Readings: readings, Folder: house, Names: list.Games, Tables: tables, Postings: postings, Options: options, Lines: lib.Line, Elsewhere: docs.Elsewhere(lib, house), Alike: compare.Alike}
}

// houses are the houses with a document.
var houses = []string{"angies", "casino", "elresbalon", "house004", "omahacash", "sanrafael"}

// games returns the games of a house at their default stakes.
func games(t testing.TB, lib *dsl.Library, house string) (all []*plan.AtStakes) {
	t.Helper()
	list, err := lib.House(house)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

// book returns the book of a house.
func book(t testing.TB, house string) *docs.Book {
	t.Helper()
	lib := library(t, nil)
	all := games(t, lib, house)
	menus, err := lib.Menus()
	if err != nil {
		t.Fatal(err)
	}
	menus = slices.DeleteFunc(menus, func(m *plan.Menu) bool { return !strings.HasPrefix(m.ID, house+"/") })
	b, err := docs.NewHouse(all[0].Game.House, all, menus, roomOf(t, lib, house), nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestHouseHasEveryClause checks that the book of a house contains every clause
// of its document: those that are not implemented are on a sheet in their own
// words, and the others are listed.
func TestHouseHasEveryClause(t *testing.T) {
	for _, house := range houses {
		t.Run(house, func(t *testing.T) {
			b := book(t, house)
			text, cited := flat(&docs.Sheet{Sections: b.Front})
			for _, s := range b.Sheets {
				more, ids := flat(s)
				text, cited = text+more, append(cited, ids...)
			}
			listed := map[string]bool{}
			for i := range b.Clauses {
				c := &b.Clauses[i]
				if listed[c.ID] = true; c.House != house {
					continue // another house's clause
				}
				said := c.Repeats == "" && (c.Machine == "event" || c.Machine == "document" && c.Kind != "fragment" && c.Kind != "title")
				if said && !strings.Contains(text, docs.ClauseText(c)) && !atTable(b, c.ID) {
					t.Errorf("%s does not stand in the book: %s", c.ID, c.Text)
				}
			}
			for _, id := range cited {
				if house, _, clause := strings.Cut(id, "."); clause && !listed[id] {
					t.Errorf("%s of %s is cited and unknown", id, house)
				}
			}
		})
	}
}

// atTable reports whether a clause about the hours of a table is printed with
// the table.
func atTable(b *docs.Book, id string) bool {
	return slices.ContainsFunc(b.Front, func(sec docs.Section) bool {
		return sec.Title == "Tables" && slices.ContainsFunc(sec.Rules, func(r docs.Rule) bool {
			return slices.Contains(r.Clauses, id) && strings.Contains(r.Text, "ffered")
		})
	})
}

// TestGameNames checks that every game and menu of a house has a name in the
// clauses, and that clauses use the name.
func TestGameNames(t *testing.T) {
	for _, house := range houses {
		room := roomOf(t, library(t, nil), house)
		for _, s := range book(t, house).Sheets {
			name := room.Names[strings.TrimPrefix(s.Game.ID, house+"/")]
			if !slices.ContainsFunc(room.Clauses, func(c docs.Clause) bool { return slices.Contains(c.Games, name) }) {
				t.Errorf("%s: no clause is about %q", s.Game.ID, name)
			}
		}
	}
}

// TestRoom checks that what the house says apart from its games is on the
// sheets of the games it applies to, and on no other.
func TestRoom(t *testing.T) {
	tests := []struct {
		game, stakes string
		set          map[string]string
		want, lacks  string
	}{
		{game: "angies/lowball", want: "Half kill, played with fixed and spread limits only. A kill button lies in the pot"},
		{game: "angies/lowball", want: "In a half kill the kill blind is 1.5 big blinds."},
		{game: "angies/lowball", set: map[string]string{"kill_mode": "bb"}, want: "In a half kill the big blind is 1.5 times as high.", lacks: "the kill blind is"},
		{game: "angies/lowball", stakes: "nl 1-2", lacks: "A kill button"},
		{game: "angies/razz", want: "Full kill, played"},
		{game: "angies/razz", want: "Schedule B: the house takes $2 with up to 4 players, $3 with 5 to 6 and $4 with 7 to 10 out of each pot."},
		{game: "casino/omaha", want: "Options 22-15-8: the house takes $2 with 2 to 4 players and $3 with 5 to 9 out of each pot with a flop (step 5)."},
		{game: "angies/razz", set: map[string]string{"fee_payer": "button"}, want: "$4 with 7 to 10 from the player with the button."},
		{game: "angies/razz", set: map[string]string{"fee_payer": "each"}, want: "$4 with 7 to 10 from each player dealt in."},
		{game: "angies/lowball", want: "A misdeal is declared if six cards are dealt to two players."},
		{game: "angies/holdem", lacks: "A misdeal is declared"},
		{game: "angies/holdem", lacks: "six cards to two players are"},
		{game: "angies/stud7", lacks: "six cards to two players are"},
		{game: "angies/omaha", lacks: "more or less than five cards is dead"},
		{game: "angies/holdem", lacks: "on the draw"},
		{game: "angies/draw5", want: "six cards to two players are a misdeal. By custom the misdeal may be called until the first player has drawn or stood pat."},
		{game: "angies/draw5", want: "on the draw it is replaced after the last person acts."},
		{game: "angies/option-alley", want: "on the draw it is replaced after the last person acts."},
		{game: "angies/lowball", lacks: "community"},
		{game: "angies/holdem", want: "Hand below the table: the hand is dead."},
		{game: "angies/holdem", want: "Chips wanted back: it is refused; money once in the pot may not be removed."},
		{game: "angies/holdem", lacks: "while a draw is served"},
		{game: "angies/draw5", want: "Card flashed on the draw or card faced on the draw: the card is replaced when everybody has drawn."},
		{game: "angies/holdem", want: "Cut requested: it is refused; no cut is offered."},
		{game: "angies/lowball", lacks: "no cut is offered"},
		{game: "angies/razz", want: "Extra street card: the card goes back and the stub is shuffled; there is no other burn (WSOP 227)."},
		{game: "angies/holdem", want: "the buy-in is $50 to $500."},
		{game: "house004/holdem", want: "The buy-in is at least $10 at 1-2; $20 at 2-4; $40 at 3-6; $60 at 6-12; $200 at 10-20."},
		{game: "house004/holdem", want: "The player with the button may name the game of the hand"},
		{game: "house004/holdem", want: "The button moves to the next player on the left each hand, never to an empty seat.", lacks: "The big blind moves to the next player each hand"},
		{game: "house004/holdem", set: map[string]string{"choice": "none"}, want: "Where somebody has left, the next players in order have the blinds, and nobody posts extra."},
		{game: "house004/holdem", want: "The button passes over new players and players who wait for the big blind; a player who only owes blinds has it."},
		{game: "house004/holdem", set: map[string]string{"choice": "none"}, want: "The button passes over new players and players who owe blinds."},
		{game: "sanrafael/holdem", lacks: "The button passes over"},
		{game: "house004/holdem", set: map[string]string{"passed_over": "posts"}, want: "A player whom the big blind would skip posts it anyway."},
		{game: "house004/holdem", set: map[string]string{"short_buys": "any"}, want: "Short buys are not limited in number."},
		{game: "casino/omaha", set: map[string]string{"button": "dead"}, want: "The big blind moves to the next player each hand; the small blind and the button follow, even to empty seats."},
		{game: "house004/holdem", set: map[string]string{"choice": "none"}, lacks: "The player with the button may name"},
		{game: "house004/holdem", want: "A player who misses a blind must post the total of both before playing on, the small blind dead and the big blind live, or wait for the big blind"},
		{game: "omahacash/omaha", want: "The buy-in is $200 to $1,000 at pot limit 1-2; $500 to $2,500 at pot limit 2-5; $1,000 to $5,000 at pot limit 5-10."},
		{game: "omahacash/omaha", want: "A player who comes back within an hour of cashing out must buy in for the amount cashed out"},
		{game: "omahacash/omaha", want: "English only while in a hand"},
		{game: "elresbalon/stud5", want: "Quarter hours: the house takes $1 from every player at the table, every quarter of an hour, by the clock."},
		{game: "casino/omaha", want: "Option 24: the house takes $7 from every player at the table, every half hour, at the hour and half past. A game that did not begin at such a time pays nothing at the first. A player who sat down since the last time pays first at 30 minutes past the hour."},
		{game: "casino/omaha", set: map[string]string{"join": "free"}, want: "A player who sat down since the last time pays for whole periods only."},
		{game: "casino/omaha", want: "For the first button each player is dealt a card; the highest card gets it"},
		{game: "casino/omaha", want: "Pot limit: the raise is between the minimum bet and the current size of the pot"},
		{game: "elresbalon/stud5", want: "A fold drops out of the hand"},
		{game: "house004/lowball", want: "and $2 with 5 to 8 from the player with the button, before anything is posted (step 1)."},
		{game: "house004/holdem", want: "and $2 with 5 to 8 from the player with the button, before anything is posted (step 1)."},
		{game: "sanrafael/california22", set: map[string]string{"closes": "02:00"}, want: "from 5:00 p.m. to 2:00 a.m."},
		{game: "sanrafael/california22", want: "from 5:00 p.m. to 2:00 p.m."},
		{game: "sanrafael/omaha", want: "Offered on Mondays, Thursdays and Sundays from 6:00 p.m. to 2:00 a.m."},
	}
	for _, tt := range tests {
		t.Run(tt.game+" "+tt.want+tt.lacks, func(t *testing.T) {
			lib := library(t, tt.set)
			g, err := lib.Find(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			b, err := bound(g, tt.stakes)
			if err != nil {
				t.Fatal(err)
			}
			house, _, _ := strings.Cut(tt.game, "/")
			text, _ := flat(docs.New(b, roomOf(t, lib, house)))
			if tt.want != "" && !strings.Contains(text, tt.want) {
				t.Errorf("%q is not in\n%s", tt.want, text)
			}
			if tt.lacks != "" && strings.Contains(text, tt.lacks) {
				t.Errorf("%q is in\n%s", tt.lacks, text)
			}
			if odd := "Equal hands share in whole chips"; strings.Count(text, odd) > 1 {
				t.Errorf("%q stands there twice", odd)
			}
		})
	}
}

// TestClausesOfRulings checks that a clause about an irregularity is printed at
// the ruling that implements it.
func TestClausesOfRulings(t *testing.T) {
	g, err := library(t, nil).Find("angies/lowball")
	if err != nil {
		t.Fatal(err)
	}
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, sec := range docs.New(b, roomOf(t, library(t, nil), "angies")).Sections {
		for _, r := range sec.Rules {
			if slices.Contains(r.Clauses, "angies.lowball.13b") {
				found = true
				if r.Text != "A misdeal is declared if the dealer exposes more than one card." || r.At.File != "@scripts//angies/lowball_4_to_13.star" {
					t.Errorf("%+v", r)
				}
			}
		}
	}
	if !found {
		t.Error("the clause is missing")
	}
}

// TestMenuSheet checks that the sheet of a menu has the tables where the button
// chooses, and its own rules.
func TestMenuSheet(t *testing.T) {
	lib := library(t, nil)
	m, err := lib.Menu("angies/stud-choice")
	if err != nil {
		t.Fatal(err)
	}
	menu := docs.NewMenu(m, roomOf(t, lib, "angies"))
	for _, sec := range menu.Sections {
		lawsOfRules(t, m.ID, &sec, nil)
	}
	text, _ := flat(menu)
	for _, want := range []string{"may name the game that is dealt, one of 3. Otherwise it is Seven Card Stud (High).", "Razz, 2 to 10 players.", "Seven Card Stud Choice 2-4", "the player with the button may name the game of the hand; otherwise it is Seven Card Stud (High)."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Dealer's Choice") {
		t.Errorf("the tables of another menu are in\n%s", text)
	}
}

var attribute = regexp.MustCompile(`\s(id|href|src)="([^"]*)"`)

// TestHTML checks that a page has no broken links and needs no external
// resources.
func TestHTML(t *testing.T) {
	for _, house := range houses {
		b := book(t, house)
		page := docs.HTML(b, true)
		ids, links := map[string]int{}, []string{}
		for _, m := range attribute.FindAllStringSubmatch(page, -1) {
			switch value := html.UnescapeString(m[2]); m[1] {
			case "id":
				ids[value]++
			case "href":
				links = append(links, value)
			default:
				t.Errorf("%s: %s is elsewhere", house, value)
			}
		}
		if len(links) < len(b.Sheets) {
			t.Errorf("%s: %d links", house, len(links))
		}
		for _, to := range links {
			if ids[strings.TrimPrefix(to, "#")] != 1 {
				t.Errorf("%s: %s leads to %d places", house, to, ids[strings.TrimPrefix(to, "#")])
			}
		}
		for _, s := range b.Sheets {
			if !strings.Contains(page, "<h2>"+html.EscapeString(b.Name(s))) {
				t.Errorf("%s: no heading %s", house, b.Name(s))
			}
		}
	}
}

// TestMarkdown checks that Markdown has the same links as the page.
func TestMarkdown(t *testing.T) {
	text := docs.Markdown(book(t, "house004"), true)
	for _, want := range []string{
		"# House 004\n", "* [Low Ball](#house004-lowball)\n", "<a id=\"house004-lowball\"></a>\n\n## Low Ball\n", "### The deal\n",
		"  * **4.1.** Betting (for low): the first player left of the button begins", "[house004.lowball.phase2](#house004.lowball.phase2)",
		"* <a id=\"house004.lowball.phase2\"></a>house004.lowball.phase2: ", "`@scripts//house004/draw.star:", "`document: House rules > 5`",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestOpenPoints checks that the book of a house has each reading that concerns it once, with its number, question and answer, that those
// of one letter come in the order of their numbers, and that the numbers of options lead to them.
func TestOpenPoints(t *testing.T) {
	for _, house := range houses {
		b := book(t, house)
		i := slices.IndexFunc(b.Front, func(sec docs.Section) bool { return sec.Title == "Open points" })
		if i < 0 {
			t.Fatalf("%s has no open points", house)
		}
		room := roomOf(t, library(t, nil), house)
		want := room.Readings.Of(house)
		if len(want) != len(b.Front[i].Rules) {
			t.Errorf("%s: %d open points, want %d", house, len(b.Front[i].Rules), len(want))
		}
		page := docs.HTML(b.Condensed(), false)
		last := map[byte]int{}
		for _, p := range b.Front[i].Rules {
			n, err := strconv.Atoi(p.Head[1:])
			if err != nil || n <= last[p.Head[0]] {
				t.Errorf("%s: %s comes after %d", house, p.Head, last[p.Head[0]])
			}
			last[p.Head[0]] = n
		}
		for _, r := range want {
			if !slices.ContainsFunc(b.Front[i].Rules, func(p docs.Rule) bool {
				return p.Head == r.ID && strings.HasPrefix(p.Text, r.ID+": "+r.Question+" "+r.Decided())
			}) {
				t.Errorf("%s: nothing says %s", house, r.ID)
			}
			if strings.Count(page, `<tr id="`+r.ID+`">`) != 1 {
				t.Errorf("%s: the page has no single place %s", house, r.ID)
			}
		}
		for _, m := range regexp.MustCompile(`href="#([A-Z][0-9]{1,2})"`).FindAllStringSubmatch(page, -1) {
			if room.Readings.Find(house, m[1]) == nil {
				t.Errorf("%s: a link leads to %s", house, m[1])
			}
		}
		for _, s := range b.Sheets {
			for _, sec := range s.Sections {
				for _, r := range sec.Rules {
					for _, id := range append(readingID.FindAllString(r.Text+" "+r.Source, -1), r.Clauses...) {
						if !strings.Contains(id, ".") && room.Readings.Find(house, id) == nil && room.Readings.Source(id) == nil {
							t.Errorf("%s: %q refers to %s, which has no reading", s.Game.ID, r.Text, id)
						}
					}
				}
			}
		}
	}
}
