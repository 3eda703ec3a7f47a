package docs_test

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/plan"
)

// documentOrder are the games of the houses in the order of their documents, and what is chosen from them.
var documentOrder = map[string]string{
	"angies":     "holdem omaha omaha-hilo stud7 stud7-hilo8 razz stud5 draw5 draw5-hilo8 lowball lowball-without-joker option-alley dealers-choice stud-choice",
	"casino":     "omaha",
	"elresbalon": "stud5",
	"house004":   "stud5 stud7 draw holdem lowball",
	"omahacash":  "omaha omaha-hilo",
	"sanrafael":  "california22 holdem omaha",
}

// stepOf matches the number of a step in a sentence.
var stepOf = regexp.MustCompile(`steps? ([0-9]+(?:\.[0-9]+)*)`)

// elsewhere matches a reference to the deal of another game.
var elsewhere = regexp.MustCompile(`steps? [\d.–]+ (of|in) [A-Z0-9]|[Aa]s in [A-Z]`)

// TestBookLaws checks the books of all houses: games are in the document's order, no two titles are equal, every title that a
// chapter refers to is there, every sentence about a step means one of its own deal, a note says something, a rule of custom
// about tables has one, and nothing is named by its id.
func TestBookLaws(t *testing.T) {
	lib := library(t, nil)
	all, err := lib.Houses()
	if err != nil {
		t.Fatal(err)
	}
	for _, house := range all {
		b := book(t, house)
		c := b.Condensed()
		if want, ok := documentOrder[house]; ok {
			var got []string
			for _, s := range c.Sheets {
				got = append(got, path.Base(s.Game.ID))
			}
			if text := strings.Join(got, " "); text != want {
				t.Errorf("%s: the games are %s, want %s", house, text, want)
			}
		}
		for _, s := range b.Sheets {
			if rules := s.Sections[0].Rules; s.Whole() != "" && !strings.HasPrefix(rules[0].Text, s.Whole()+", a deck of ") {
				t.Errorf("%s: the contents say %s, and the sheet says: %s", s.Game.ID, s.Whole(), rules[0].Text)
			}
		}
		titles := map[string]bool{}
		title := func(text string) {
			if text == "" || titles[strings.ToLower(text)] {
				t.Errorf("%s: the title %q is there twice or empty", house, text)
			}
			titles[strings.ToLower(text)] = true
		}
		for _, sec := range slices.Concat(c.Front, c.Back) {
			title(sec.Heading())
			lawsOfRules(t, house, &sec, nil)
		}
		for _, s := range c.Sheets {
			title(c.Name(s))
			for _, ref := range s.Refs {
				if !slices.ContainsFunc(c.Front, func(sec docs.Section) bool { return sec.Title == ref }) {
					t.Errorf("%s refers to %q, which is not in front", s.Game.ID, ref)
				}
			}
			numbers, own := map[string]bool{}, map[string]bool{}
			for _, sec := range s.Sections {
				if own[sec.Title] {
					t.Errorf("%s: %q is there twice", s.Game.ID, sec.Title)
				}
				own[sec.Title] = true
				for _, r := range sec.Rules {
					numbers[r.Number] = true
				}
			}
			for _, sec := range s.Sections {
				lawsOfRules(t, s.Game.ID, &sec, numbers)
			}
		}
	}
}

// lawsOfRules checks the rules of a section; numbers are those of the steps of its game.
func lawsOfRules(t *testing.T, of string, sec *docs.Section, numbers map[string]bool) {
	t.Helper()
	if len(sec.Rules)+len(sec.Clauses) == 0 {
		t.Errorf("%s: %q is empty", of, sec.Title)
	}
	for _, r := range sec.Rules {
		if strings.TrimSpace(r.Text) == "" {
			t.Errorf("%s: %q has an empty rule", of, sec.Title)
		}
		if note := r.Note(); note != strings.TrimSpace(note) || strings.HasSuffix(note, ":") || strings.HasSuffix(note, "from") {
			t.Errorf("%s: the note %q of %q is empty", of, note, r.Text)
		}
		if tables := sec.Title == "Tables" || sec.Title == "Kill"; tables && r.Origin == docs.Custom && (r.Note() == "" || len(r.Clauses) > 0) {
			t.Errorf("%s: %q has the clauses %v and the note %q", of, r.Text, r.Clauses, r.Note())
		}
		if elsewhere.MatchString(r.Text) {
			t.Errorf("%s points to the deal of another game: %s", of, r.Text)
		}
		if sec.Title == "Open points" || r.Origin == docs.OfOption && strings.HasPrefix(r.Text, r.Option+" = ") {
			continue // options and points may name commands
		}
		for _, m := range stepOf.FindAllStringSubmatch(r.Text, -1) {
			if !numbers[m[1]] {
				t.Errorf("%s: no step %s: %s", of, m[1], r.Text)
			}
		}
	}
}

// TestAdditionsStandByClauses checks that a ruling that adds to a clause stands right behind it, or behind other such rulings, in books and
// on sheets of the floor.
func TestAdditionsStandByClauses(t *testing.T) {
	lib := library(t, nil)
	adds := 0
	for _, house := range houses {
		room := roomOf(t, lib, house)
		of := map[string][]string{} // the clauses of rulings by their events
		sections := book(t, house).Front
		for _, g := range games(t, lib, house) {
			for _, r := range g.Game.Rulings {
				of[r.Incident.String()] = append(of[r.Incident.String()], r.Clauses...)
			}
			sections = append(sections, docs.New(g, room).Sections...)
		}
		for _, sec := range sections {
			if sec.Title != "When something goes wrong" {
				continue
			}
			for i, r := range sec.Rules {
				states := func(o docs.Rule) bool {
					return o.Document != "" && slices.ContainsFunc(r.Events, func(event string) bool {
						return slices.ContainsFunc(o.Clauses, func(id string) bool { return slices.Contains(of[event], id) })
					})
				}
				if r.Document != "" || !slices.ContainsFunc(sec.Rules, states) {
					continue
				}
				adds++
				before := i - 1
				for before >= 0 && sec.Rules[before].Document == "" {
					before--
				}
				if before < 0 || !states(sec.Rules[before]) {
					t.Errorf("%s: %q stands behind %q", house, r.Text, sec.Rules[max(before, 0)].Text)
				}
			}
		}
	}
	if adds < 30 {
		t.Errorf("%d rulings add to clauses", adds)
	}
}

// TestRulesOfKindsOfGames checks that a sentence of a table rule for games of a kind stands in the book with these games, and that what
// refers to the rule above comes last.
func TestRulesOfKindsOfGames(t *testing.T) {
	b := book(t, "angies")
	i := slices.IndexFunc(b.Front, func(sec docs.Section) bool { return sec.Title == "Kill" })
	if i < 0 {
		t.Fatal("no kills")
	}
	kinds := 0
	for k, r := range b.Front[i].Rules {
		if strings.Contains(r.Text, "straddle") {
			kinds++
			if r.Games != "Lowball and Lowball without the joker" {
				t.Errorf("%q is for %q", r.Text, r.Games)
			}
		}
		if strings.Contains(r.Text, "as above") && k < len(b.Front[i].Rules)-1 {
			t.Errorf("%q comes before %q", r.Text, b.Front[i].Rules[k+1].Text)
		}
	}
	if kinds != 1 {
		t.Errorf("%d rules about straddles", kinds)
	}
}

// TestBookNamesGames checks that no chapter and no list of games names a game by its id.
func TestBookNamesGames(t *testing.T) {
	for _, house := range houses {
		b := book(t, house)
		c := b.Condensed()
		for _, s := range c.Sheets {
			for _, o := range c.Sheets {
				id := path.Base(o.Game.ID)
				names := slices.Contains([]string{o.Game.Name, strings.ToLower(o.Game.Name)}, id)
				for _, sec := range s.Sections {
					for _, r := range sec.Rules {
						if !names && strings.Contains(id, "-") && (strings.Contains(r.Text, id) || strings.Contains(r.Games, id)) || strings.Contains(r.Text, o.Game.ID) {
							t.Errorf("%s names %s: %s", s.Game.ID, id, r.Text)
						}
					}
				}
			}
		}
	}
}

// TestMenuListsItsGames checks that the chapter of a menu names all of its games, and how many there are.
func TestMenuListsItsGames(t *testing.T) {
	lib := library(t, nil)
	menus, err := lib.Menus()
	if err != nil {
		t.Fatal(err)
	}
	chapters, names := map[string]*docs.Sheet{}, map[string]string{}
	for _, house := range houses {
		b := book(t, house).Condensed()
		for _, s := range b.Sheets {
			chapters[s.Game.ID], names[s.Game.ID] = s, b.Name(s)
		}
	}
	n := 0
	for _, m := range menus {
		s := chapters[m.ID]
		if s == nil {
			continue // of a house without a document
		}
		n++
		text, _ := flat(s)
		if !strings.Contains(text, "one of "+strconv.Itoa(len(m.Games))+".") {
			t.Errorf("%s does not say that it has %d games:\n%s", m.ID, len(m.Games), text)
		}
		for _, g := range m.Games {
			if !strings.Contains(text, "\n"+names[g.ID]+", ") {
				t.Errorf("%s does not point to the chapter %s", m.ID, names[g.ID])
			}
		}
	}
	if n < 2 {
		t.Errorf("%d menus", n)
	}
}

// TestBookDoesNotContradictItself checks that a ruling of custom in front of the games, or one of the house, does not stand for a game
// that has a nearer ruling on the event.
func TestBookDoesNotContradictItself(t *testing.T) {
	lib := library(t, nil)
	for _, house := range houses {
		b := book(t, house)
		c := b.Condensed()
		for _, bound := range games(t, lib, house) {
			name := ""
			for _, s := range c.Sheets {
				if s.Game.ID == bound.Game.ID {
					name = c.Name(s)
				}
			}
			nearer := map[string]plan.RulingLevel{} // of those that leave nothing to others
			for _, r := range bound.Game.Rulings {
				label := r.Incident.Spec().Label
				if r.Hook != nil && r.Hook.Leaves() {
					continue
				}
				if level, ok := nearer[label]; !ok || r.Level < level {
					nearer[label] = r.Level
				}
			}
			for _, sec := range c.Front {
				for _, r := range sec.Rules {
					if strings.Contains(r.Head, " or ") || r.Head == "" || !stands(&r, name) {
						continue
					}
					level, ok := nearer[strings.ToLower(r.Head[:1])+r.Head[1:]]
					if ok && level == plan.OfGame && r.Origin == docs.Custom && strings.HasSuffix(sec.Title, "by custom") {
						t.Errorf("%s: %q stands for it in %q, and it has a ruling of its own", bound.Game.ID, r.Text, sec.Title)
					}
				}
			}
		}
	}
}

// stands reports whether a rule in front stands for a game.
func stands(r *docs.Rule, game string) bool {
	if rest, ok := strings.CutPrefix(r.Games, "all games but "); ok {
		return !slices.Contains(namesIn(rest), game)
	}
	return r.Games == "" || slices.Contains(namesIn(r.Games), game)
}

func namesIn(list string) []string {
	return strings.Split(strings.ReplaceAll(list, " and ", ", "), ", ")
}

// TestCover checks that the cover of a menu names its games and has what all their sheets have, that the sheets are without it, and that
// cover and sheet together have everything.
func TestCover(t *testing.T) {
	lib := library(t, nil)
	m, err := lib.Menu("angies/dealers-choice")
	if err != nil {
		t.Fatal(err)
	}
	room := roomOf(t, lib, "angies")
	var whole []string
	var walls []*docs.Wall
	for _, g := range m.Games {
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		walls = append(walls, docs.NewWall(context.Background(), b, room))
		whole = append(whole, walls[len(walls)-1].Plain())
	}
	cover := docs.Cover(m, walls, nil)
	text := cover.Plain()
	for _, want := range []string{"# Dealer's Choice\n", "one of 11.\n", "* Texas Hold-Em (High)\n", "* Option Alley\n", "Money once in the pot may not be removed.", "| Small blind, ", "## Kill pots\n", "Schedule A: "} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not once on the cover:\n%s", want, text)
		}
	}
	for i, w := range walls {
		own := w.Plain()
		if strings.Contains(own, "A kill button lies") || strings.Contains(own, "Small blind,") {
			t.Errorf("%s repeats the cover", w.Game.ID)
		}
		for line := range strings.Lines(whole[i]) {
			if line = strings.TrimSpace(line); !strings.Contains(own, line) && !strings.Contains(text, line) {
				t.Errorf("%s: lost: %s", w.Game.ID, line)
			}
		}
	}
}

// TestOptionsOfTheHouse checks that a book with one game has one section called "Options", that of the game.
func TestOptionsOfTheHouse(t *testing.T) {
	titles := map[string]int{}
	b := book(t, "elresbalon").Condensed()
	for _, sec := range b.Back {
		titles[sec.Title]++
	}
	for _, s := range b.Sheets {
		for _, sec := range s.Sections {
			titles[sec.Title]++
		}
	}
	if titles["Options"] != 1 || titles["Options of the house"] != 1 {
		t.Errorf("the sections are %v", titles)
	}
}
