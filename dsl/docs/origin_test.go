package docs_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// otherReadings loads a house anew with another option value.
func otherReadings(t testing.TB, house string) docs.Other {
	type reading struct {
		lib  *dsl.Library
		room *docs.Room
	}
	known := map[string]*reading{}
	return func(id, option, value string) (*plan.AtStakes, *docs.Room, error) {
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

// TestOrigins checks that every rule on a sheet comes from the house's document, an open point, elsewhere, or custom, and that
// the sheet for the floor has them all.
func TestOrigins(t *testing.T) {
	lib := library(t, nil)
	for _, house := range houses {
		games, err := lib.House(house)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range testkit.Sweep(games, 12) {
			s, n := traced(t, g.ID, nil), 0
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

// tracedSheets are the sheets of traced, by game and option values: tests share them, because finding the origins of a sheet loads the
// house with each value of each option.
var tracedSheets = map[string]*docs.Sheet{}

// traced returns the sheet of a game with the origin of each rule.
func traced(t *testing.T, game string, set map[string]string) *docs.Sheet {
	t.Helper()
	key := fmt.Sprint(game, set)
	if s := tracedSheets[key]; s != nil {
		return s
	}
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
	tracedSheets[key] = s
	return s
}

// TestOptionDecides checks that rules decided by an option are below it, and those of the document are not.
func TestOptionDecides(t *testing.T) {
	s := traced(t, "angies/lowball", nil)
	want := map[string]docs.Rule{
		"An all-in of half a bet":      {Origin: docs.OfOption, Option: "short_allin"},
		"Equal hands share":            {Origin: docs.OfHouse}, // "no splitting of pots unless there is an actual tie"
		"Odd chips of equal":           {Origin: docs.OfOption, Option: "odd"},
		"The part of a bet that":       {Origin: docs.Custom, Source: "card rooms"},
		"Checked sevens, before":       {Origin: docs.OfHouse},
		"With two players, the button": {Origin: docs.OfOption, Option: "headsup"},
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

// TestBorrowed checks that a rule that cites a clause of another house counts as borrowed and has its own section; with another
// option value it is an open point again.
func TestBorrowed(t *testing.T) {
	tests := []struct {
		game   string
		set    map[string]string
		head   string
		origin docs.Origin
		source string
	}{
		{"angies/holdem", nil, "In limit games, at most a bet and 3 raises", docs.Borrowed, "The Casino, clause omaha-casino.round.6d.cap; House 004, clause house004.holdem.3a"},
		{"angies/holdem", map[string]string{"raise_cap": "4"}, "In limit games, at most a bet and 4 raises", docs.OfOption, ""},
		{"sanrafael/omaha", nil, "In limit games, at most a bet and 3 raises", docs.Borrowed, "The Casino, clause omaha-casino.round.6d.cap; House 004, clause house004.holdem.3a"},
		{"elresbalon/stud5", nil, "A bet is anything from the minimum bet", docs.Borrowed, "The Casino, clause omaha-casino.round.6c.i"},
		{"elresbalon/stud5", map[string]string{"min_raise": "any"}, "A bet is anything from the minimum bet", docs.OfHouse, ""},
		{"sanrafael/california22", nil, "Hit: the hand gets a card", docs.Borrowed, "R3, R4"},
		{"sanrafael/california22", nil, "The bank is offered clockwise", docs.Borrowed, "R4, R6 (offered clockwise, two rounds at most); R2 (may be declined); C (any stake)"},
		{"sanrafael/california22", nil, "Double: ", docs.OfHouse, "C (at any time on two cards); R8 (one card only)"},
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
				if apart := sec.Title == "Borrowed from elsewhere"; apart != (r.Origin == docs.Borrowed && r.Number == "" && !atBank(sec.Title)) {
					t.Errorf("%s: %q stands under %q", tt.game, r.Text, sec.Title)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s %v: %d rules begin with %q", tt.game, tt.set, found, tt.head)
		}
	}
}

// atBank reports whether the rules of a section stand together whatever their origin: what may be chosen against a bank, and what wins.
func atBank(title string) bool { return title == "What may be chosen" || title == "What wins" }

// TestOptionsOfTheGame checks that an option is on the sheets of the games that it changes, including when only a script function
// reads it, and that it is in a book at least once.
func TestOptionsOfTheGame(t *testing.T) {
	tests := []struct{ game, has, lacks string }{
		{"angies/holdem", "raise_cap irregularities burn odd misdeal_until", "wrong_count sevens"},
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
		for _, sec := range b.Front { // what options decide of the tables' rules
			for _, r := range sec.Rules {
				if strings.HasPrefix(r.Text, "In a half kill") && r.Option != "kill_mode" || sec.Title == "Kill" && strings.HasPrefix(r.Text, "Raised stakes") && r.Origin != docs.Custom {
					t.Errorf("%s: %s %s", r.Text, r.Origin, r.Option)
				}
			}
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

// TestCondensed checks that the condensed book of a house loses nothing: each sentence of the full sheet of each game is in a
// rule of the book, in front or on the sheet of the game; and so is each option and each clause. It also checks that a missing
// rule is detected.
func TestCondensed(t *testing.T) {
	for _, house := range houses {
		t.Run(house, func(t *testing.T) {
			lib := library(t, nil)
			games, err := lib.House(house)
			if err != nil {
				t.Fatal(err)
			}
			room, other := roomOf(t, lib, house), otherReadings(t, house)
			var all []*plan.AtStakes
			full := map[string][]string{} // the sentences on the sheet of each game
			for _, g := range testkit.Sweep(games, 12) {
				b, err := bound(g, "")
				if err != nil {
					t.Fatal(err)
				}
				for _, sec := range traced(t, g.ID, nil).Sections {
					if sec.Title == "The fee in force" {
						continue // a book lists all collections
					}
					for _, r := range sec.Rules {
						full[g.ID] = append(full[g.ID], sentencesToFind(room, &r)...)
					}
				}
				all = append(all, b)
			}
			b, err := docs.NewHouse(games[0].House, all, nil, room, other)
			if err != nil {
				t.Fatal(err)
			}
			short := b.Condensed()
			book, page := condensedSays(short), docs.Markdown(short, false)
			for _, g := range testkit.Sweep(games, 12) {
				for _, text := range full[g.ID] {
					if best := lost(text, book[g.ID]); best != "" && !strings.Contains(page, saidShorter(text)) {
						t.Errorf("%s: lost: %s\nthe nearest: %s", g.ID, text, best)
					}
				}
			}
			for _, o := range slices.Concat(room.Options, options(games)) {
				if name := strings.ReplaceAll(o.Name, "_", "\\_"); !strings.Contains(page, "* "+name+" = ") {
					t.Errorf("lost: the option %s", o.Name)
				}
			}
			for i := range room.Clauses {
				c := &room.Clauses[i]
				if c.Kind != "fragment" && c.Kind != "title" && !citedAnywhere(short, c.ID) {
					t.Errorf("lost: the clause %s", c.ID)
				}
			}
			if id := games[0].ID; len(games) == 1 { // one is enough, and every rule of the book is its own
				for k, gone := range book[id] {
					without := slices.Delete(slices.Clone(book[id]), k, k+1)
					if !slices.ContainsFunc(full[id], func(text string) bool { return lost(text, without) != "" }) && !strings.Contains(gone.text, "urn 1 card") {
						t.Errorf("nothing misses %q", gone.text)
					}
				}
			}
		})
	}
}

// saidShorter returns the shorter wording of a book that comparing words does not find; "" if there is none.
func saidShorter(text string) string {
	for full, short := range map[string]string{
		"Option 24: the house takes":       "The amount is $6 by option 23 and $1 more by each one after it: $20 by option 37.",
		"Full hours: the house takes":      "Full hours: $4 every hour, on the hour.",
		"Options 20-12-3: the house takes": "Options 20-12-3: $4 with up to 4 players, $6 with 5 to 6 and $8 with 7 to 9.",
		"The drop: the house takes its":    "The drop: the house takes the chips posted as blinds, each from the pot in which it lies, nothing if there is no flop.",
	} {
		if strings.HasPrefix(text, full) {
			return short
		}
	}
	return "\x00"
}

// sentencesToFind returns the sentences of a rule that a book must contain: for a ruling on a clause that the book has in its own
// words, only what the ruling adds.
func sentencesToFind(room *docs.Room, r *docs.Rule) []string {
	all := strings.SplitAfter(r.Text+" ", ". ")
	implements := false
	for _, id := range r.Clauses {
		c := room.Clause(id)
		implements = implements || c != nil && c.Machine == "event" && r.Text != docs.ClauseText(c)
	}
	return slices.DeleteFunc(all, func(s string) bool {
		return strings.TrimSpace(s) == "" || implements && !strings.HasPrefix(s, "By ")
	})
}

func options(games []*plan.Game) (out []plan.Option) {
	for _, g := range testkit.Sweep(games, 12) {
		out = append(out, g.Options...)
	}
	return out
}

// citedAnywhere reports whether a book cites or lists a clause.
func citedAnywhere(b *docs.Book, id string) bool {
	sections := slices.Concat(b.Front, b.Back)
	for _, s := range b.Sheets {
		sections = append(sections, s.Sections...)
	}
	for _, sec := range sections {
		if slices.Contains(sec.Clauses, id) || slices.ContainsFunc(sec.Rules, func(r docs.Rule) bool { return slices.Contains(r.Clauses, id) }) {
			return true
		}
	}
	return slices.ContainsFunc(b.Clauses, func(c docs.Clause) bool { return c.ID == id })
}

// said is a text with the set of its words.
type said struct {
	text  string
	words map[string]bool
}

func says(text string) said {
	s := said{text, map[string]bool{}}
	for _, w := range contentWords(text) {
		s.words[w] = true
	}
	return s
}

// condensedSays returns what a condensed book says about each game: a text for each rule, with its heading.
func condensedSays(b *docs.Book) map[string][]said {
	out := map[string][]said{}
	var front []said
	for _, sec := range slices.Concat(b.Front, b.Back) {
		for _, r := range sec.Rules {
			front = append(front, says(sec.Title+" "+sec.About+" "+r.Text+" "+r.Note()))
		}
	}
	for _, s := range b.Sheets {
		if out[s.Game.ID] = slices.Clone(front); s.Like != "" {
			out[s.Game.ID] = slices.Clone(out[s.Like])
		}
		for _, sec := range s.Sections {
			for _, r := range sec.Rules {
				out[s.Game.ID] = append(out[s.Game.ID], says(sec.Title+" "+r.Text+" "+r.Note()))
			}
		}
	}
	return out
}

// lost returns "" if one of the texts contains a sentence, with or without its head: it has the same numbers and most of its
// words. Else it returns the nearest text.
func lost(sentence string, texts []said) string {
	best := nearest(contentWords(sentence), texts)
	if _, rest, ok := strings.Cut(sentence, ": "); ok && best != "" {
		if nearest(contentWords(rest), texts) == "" {
			return ""
		}
	}
	return best
}

func nearest(words []string, texts []said) string {
	best, most := "nothing", -1.0
	if len(words) == 0 {
		return ""
	}
	for _, t := range texts {
		n, numbers := 0, true
		for _, w := range words {
			switch {
			case t.words[w]:
				n++
			case w[0] <= '9':
				numbers = false
			}
		}
		share := float64(n) / float64(len(words))
		if !numbers {
			share /= 2
		}
		if share > most {
			best, most = t.text, share
		}
	}
	if most >= 0.8 {
		return ""
	}
	return best
}

var (
	wordsOfText = regexp.MustCompile(`[a-z]+|\d+`)
	thousands   = regexp.MustCompile(`(\d),(\d{3})`) // which are one number
)

// contentWords returns the meaningful words of a text, without their endings.
func contentWords(text string) (out []string) {
	for _, w := range wordsOfText.FindAllString(thousands.ReplaceAllString(strings.ToLower(text), "$1$2"), -1) {
		if !emptyWords[w] {
			if w[0] > '9' {
				for _, end := range []string{"ing", "ed", "es", "s"} {
					if len(w) > len(end)+2 && strings.HasSuffix(w, end) {
						w = strings.TrimSuffix(w, end)
						break
					}
				}
			}
			out = append(out, w)
		}
	}
	return out
}

// emptyWords carry no meaning by themselves, or only express what the form of a condensed book shows.
var emptyWords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`a an the of in to and or is are be it its that this which who what when if then than as at by for from on with without
		not no one has have had may must can do does did will would each all any other others same so such only also own wsop
		player players card cards hand hands game deal face up round betting bet bets raises acts first down`) {
		emptyWords[w] = true
	}
}

// TestBookIsShort checks that the floor part of a house's book has about half of the words that it had before games shared their
// rules, counting the words of the page: each deal is whole, and so are the peculiarities of a game and of its variant. El Resbalon
// and Omaha Cash Games have one deal, most of which comes from the document, and San Rafael's California 22 has a source for each of
// its rules; there the table of customs, the marks of custom and of what is borrowed, and the document's own clauses alone make up two fifths. The open points are not counted: no
// sheet has them.
func TestBookIsShort(t *testing.T) {
	tests := map[string]struct{ was, most int }{
		"angies": {16247, 46}, "casino": {4297, 45}, "house004": {8185, 51},
		"elresbalon": {2787, 54}, "omahacash": {3254, 60}, "sanrafael": {4833, 66},
	}
	for _, house := range houses {
		b := book(t, house)
		b.Front = slices.DeleteFunc(b.Front, func(sec docs.Section) bool { return sec.Title == "Open points" })
		page := docs.HTML(b.Condensed(), false)
		_, page, _ = strings.Cut(page, "</style>")
		words := len(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " ")))
		if tt := tests[house]; 100*words > tt.most*tt.was {
			t.Errorf("%s: %d words, more than %d %% of %d", house, words, tt.most, tt.was)
		}
	}
}

// TestOptionsOfTheBank checks that the way the button moves is not an open point in a game against a bank, but that the option
// for its hours is.
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

// TestTablesSayWhatClausesSay checks that what is printed of tables and of ties stands under the clause that says it, and the rest
// does not.
func TestTablesSayWhatClausesSay(t *testing.T) {
	tests := []struct {
		game, text string
		origin     docs.Origin
		option     string
		clauses    string
	}{
		{"omahacash/omaha", "The buy-in is $200 to $1,000 at pot limit 2-2.", docs.OfHouse, "", "omaha-cash.buyin.table"},
		{"omahacash/omaha", "The buy-in is $200 to $1,000 at pot limit 1-2; $500", docs.OfOption, "buy_ins", ""},
		{"house004/holdem", "The buy-in is at least $10 at 1-2;", docs.OfHouse, "", "house004.buyin.table"},
		{"house004/holdem", "The buy-in is at least $100 at 5-10.", docs.Custom, "", ""},
		{"house004/holdem", "A later buy-in is short if it is below $50 at 5-10;", docs.OfHouse, "", "house004.buyin.short-high"},
		{"sanrafael/holdem", "Texas Hold'em: 3-6, 10 seats.", docs.Custom, "", ""},
		{"sanrafael/holdem", "Offered on Thursdays", docs.OfHouse, "", "sanrafael.holdem.hours"},
		{"sanrafael/california22", "Offered Monday to Saturday from 5:00 p.m. to 2:00 p.m.", docs.OfHouse, "", "sanrafael.cal22.20"},
		{"elresbalon/stud5", "Equal hands share", docs.OfHouse, "", "elresbalon.fcs.tie"},
		{"casino/omaha", "A live post counts", docs.OfHouse, "", "omaha-casino.round.6e"},
		{"house004/holdem", "A live post counts", docs.OfHouse, "", "house004.holdem.1"},
		{"sanrafael/omaha", "A live post counts", docs.OfHouse, "", "sanrafael.holdem.live-blinds"},
		{"omahacash/omaha", "A live post counts", docs.Custom, "", ""},
		{"omahacash/omaha-hilo", "All hands still in are shown.", docs.OfHouse, "", "omaha-cash.play.showdown"},
		{"casino/omaha", "All hands still in are shown.", docs.Custom, "", ""},
		{"elresbalon/stud5", "Odd chips of equal", docs.Custom, "", ""},
		{"casino/omaha", "Odd chips all go", docs.OfHouse, "", "omaha-casino.win.3"},
		{"casino/omaha", "When only two players begin a round", docs.OfHouse, "", "omaha-casino.round.6d.cap"},
		{"casino/omaha", "Omaha 10-20: 9 seats.", docs.OfHouse, "", "omaha-casino.table.nine"},
	}
	sheets := map[string]*docs.Sheet{}
	for _, tt := range tests {
		if sheets[tt.game] == nil {
			sheets[tt.game] = traced(t, tt.game, nil)
		}
		found := false
		for _, sec := range sheets[tt.game].Sections {
			for _, r := range sec.Rules {
				if !strings.HasPrefix(r.Text, tt.text) {
					continue
				}
				found = true
				if cited := strings.Join(r.Clauses, " "); r.Origin != tt.origin || r.Option != tt.option || cited != tt.clauses {
					t.Errorf("%s: %q is %s %s [%s], want %s %s [%s]", tt.game, r.Text, r.Origin, r.Option, cited, tt.origin, tt.option, tt.clauses)
				}
			}
		}
		if !found {
			t.Errorf("%s: no rule %q", tt.game, tt.text)
		}
	}
}

// TestEarlyStreets checks that a premature card is named as the game names its streets.
func TestEarlyStreets(t *testing.T) {
	for game, want := range map[string]string{
		"gallery/iron-cross": "Premature fourth card or middle",
		"mixed/nt":           "Premature flop, turn or river",
		"sites/courchevel":   "Premature turn or river",
		"mixed/f7s":          "Premature street",
	} {
		var heads []string
		for _, sec := range traced(t, game, nil).Floor() {
			for _, r := range sec.Rules {
				if strings.HasPrefix(r.Head, "Premature") {
					heads = append(heads, r.Head)
				}
			}
		}
		if !slices.Equal(heads, []string{want}) {
			t.Errorf("%s: %q, want %q", game, heads, want)
		}
	}
}

// TestBoardTaken checks that cards of a board which a player takes away are not counted as the player's own.
func TestBoardTaken(t *testing.T) {
	for _, sec := range traced(t, "gallery/dealers-flop", nil).Floor() {
		for _, r := range sec.Rules {
			if strings.HasPrefix(r.Text, "High hand: the best 5 of the player's 2 cards") {
				return
			}
		}
	}
	t.Error("the two cards of a player are not on the sheet")
}

// TestClassesOfTheDeck checks that a sheet has no class of hands that the game's deck does not have, and no sample with other cards.
func TestClassesOfTheDeck(t *testing.T) {
	s := traced(t, "gallery/royal-hold-em", nil)
	const want = "High hand: royal flush, four of a kind, full house, straight, three of a kind, two pair, pair"
	if !slices.ContainsFunc(s.Floor(), func(sec docs.Section) bool {
		return slices.ContainsFunc(sec.Rules, func(r docs.Rule) bool { return strings.HasPrefix(r.Text, want) })
	}) {
		t.Errorf("no rule begins with %q", want)
	}
}
