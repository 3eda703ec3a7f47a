package docs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// conflicts returns what a sheet says twice: two answers to one question under the same conditions, or one sentence in two rules that
// always hold. The deal repeats its steps, and high and low hands may be made alike.
func conflicts(rules []docs.Rule) (out []string) {
	answers, texts := map[string]string{}, map[string]bool{}
	for i := range rules {
		r := &rules[i]
		if r.Citation {
			continue
		}
		if answer, ok := answers[r.Key()]; ok {
			out = append(out, fmt.Sprintf("two answers to %q: %q and %q", r.Key(), answer, r.Text))
		}
		answers[r.Key()] = r.Text
		for _, text := range strings.SplitAfter(r.Text, ". ") {
			if text = strings.TrimSpace(text); texts[text] && r.Number == "" && !r.Conditional() {
				out = append(out, fmt.Sprintf("said twice: %q", text))
			}
			texts[text] = true
		}
	}
	return out
}

// TestConflicts checks that planted conflicts are found.
func TestConflicts(t *testing.T) {
	var rules []docs.Rule
	for _, sec := range sheet(t, games(t, library(t, nil), "casino")[0].Game, "").Sections {
		rules = append(rules, sec.Rules...)
	}
	i := slices.IndexFunc(rules, func(r docs.Rule) bool { return strings.HasPrefix(r.Text, "An all-in of half a bet") })
	other, elsewhere := rules[i], rules[i]
	other.Text, elsewhere.Games = "An all-in below a full bet is action only.", "Omaha"
	if got := conflicts(append(slices.Clone(rules), other)); len(got) != 1 || !strings.HasPrefix(got[0], `two answers to "short_all_in`) {
		t.Errorf("two answers: %q", got)
	}
	if got := conflicts(append(slices.Clone(rules), elsewhere)); len(got) != 1 || !strings.HasPrefix(got[0], "said twice: \"An all-in of half") {
		t.Errorf("one answer twice: %q", got)
	}
	other.Games = "Omaha"
	if got := conflicts(append(slices.Clone(rules), other)); got != nil {
		t.Errorf("two games: %q", got)
	}
	other.Text = "A smaller all-in than half of a bet is action only, and the others complete the bet or call it."
	if got := inOtherWords(append(slices.Clone(rules), docs.Rule{Text: other.Text})); len(got) != 1 {
		t.Errorf("in other words: %q", got)
	}
}

// again are the beginnings of sentences whose words another rule of the sheet has, and that say something else.
var again = []string{
	"Only the dealer touches the discards.", // a hand that the dealer touched may come back
	"A natural 22 is two aces",              // which are not split
	"Verbal declarations ",                  // and actions
	"A bet is $",                            // and not the stakes
}

// sameTable reports whether rules are rows of one table, or say the same of high and of low hands.
func sameTable(a, b *docs.Rule) bool {
	of := func(r *docs.Rule) (first, last string) {
		subject, _, _ := strings.Cut(r.Key(), "\x00")
		words := append(strings.Fields(subject), "")
		return words[0], words[max(0, len(words)-2)]
	}
	first, last := of(a)
	other, end := of(b)
	rows := []string{"table", "buy_in", "short_buy", "fee", "collection"}
	return first == other && first != "clause" && (first != "ruling" || a.Rest() != b.Rest()) || last == end && first != "clause" || slices.Contains(rows, first) && slices.Contains(rows, other)
}

// inOtherWords returns the sentences about no step whose words another rule has.
func inOtherWords(rules []docs.Rule) (out []string) {
	all := make([]said, len(rules))
	for i := range rules {
		all[i] = says(rules[i].Text)
	}
	for i := range rules {
		r := &rules[i]
		for _, text := range strings.SplitAfter(r.Text, ". ") {
			words := contentWords(text)
			if len(words) < 3 || r.Number != "" || strings.Contains(text, " = ") || slices.ContainsFunc(again, func(head string) bool { return strings.HasPrefix(text, head) }) {
				continue
			}
			for k := range rules {
				if o := &rules[k]; k != i && o.Origin != docs.OfOption && !sameTable(r, o) && nearest(words, all[k:k+1]) == "" {
					out = append(out, fmt.Sprintf("%q is in %q", text, rules[k].Text))
				}
			}
		}
	}
	return out
}

// TestInOtherWords checks that no sheet of a house says in a sentence what another of its rules says.
func TestInOtherWords(t *testing.T) {
	lib := library(t, nil)
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, usual := range games(t, lib, house) {
			for _, stakes := range allStakes(usual.Game) {
				b, err := bound(usual.Game, stakes)
				if err != nil {
					t.Fatal(err)
				}
				var floor []docs.Rule
				for _, sec := range docs.New(b, room).Sections {
					floor = append(floor, sec.Rules...)
				}
				for reader, rules := range map[string][]docs.Rule{docs.ForFloor: floor, docs.ForPlayers: docs.NewWall(ctx, b, room).Rules()} {
					for _, text := range inOtherWords(rules) {
						t.Errorf("%s at %s, for %s: %s", b.Game.ID, b.Stakes.Name, reader, text)
					}
				}
			}
		}
	}
}

// allStakes returns the stakes that a game is played for: the default and, in the whole sweep, all that its house posts or lists.
func allStakes(g *plan.Game) []string {
	out := []string{""}
	if testkit.Whole() {
		all := slices.Concat(g.Stakes.Posted, g.Stakes.Listed, g.Stakes.Also)
		all = slices.DeleteFunc(all, func(name string) bool { return !strings.ContainsAny(name, "0123456789") }) // "nl": all of the kind
		out = append(out, slices.Compact(slices.Sorted(slices.Values(all)))...)
	}
	return out
}

// TestSheetsAnswerOnce checks that no sheet of any game, with any value of an option and at all stakes, answers a question twice.
func TestSheetsAnswerOnce(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	check := func(t *testing.T, name string, b *plan.AtStakes, room *docs.Room) {
		s := docs.New(b, room)
		var floor []docs.Rule
		for _, sec := range s.Sections {
			floor = append(floor, sec.Rules...)
		}
		for reader, rules := range map[string][]docs.Rule{docs.ForFloor: floor, docs.ForPlayers: docs.NewWall(ctx, b, room).Rules()} {
			if len(rules) == 0 {
				t.Errorf("%s, for %s: no rules", name, reader)
			}
			for _, text := range conflicts(rules) {
				t.Errorf("%s, for %s: %s", name, reader, text)
			}
		}
	}
	type one struct {
		id, option, value string
	}
	lib, all, seen := library(t, nil), []one(nil), 0
	folders, err := lib.Galleries()
	if err != nil {
		t.Fatal(err)
	}
	more, err := lib.Houses()
	if err != nil {
		t.Fatal(err)
	}
	for _, house := range append(folders, more...) {
		list, err := lib.House(house)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			all = append(all, one{id: g.ID})
			for _, o := range g.Options {
				for _, v := range o.Choices {
					if v != o.Value {
						all = append(all, one{g.ID, o.Name, v})
					}
				}
			}
		}
	}
	for _, x := range testkit.Sweep(all, 40) {
		set := map[string]string{}
		if x.option != "" {
			set[x.option] = x.value
		}
		with := library(t, set)
		g, err := with.Find(x.id)
		if err != nil {
			continue // the house does not play it that way
		}
		var room *docs.Room
		if house, _, _ := strings.Cut(x.id, "/"); slices.Contains(houses, house) {
			room = roomOf(t, with, house)
		}
		for _, stakes := range allStakes(g) {
			b, err := bound(g, stakes)
			if err != nil {
				t.Fatalf("%s at %s: %v", x.id, stakes, err)
			}
			check(t, fmt.Sprintf("%s %s=%s at %s", x.id, x.option, x.value, b.Stakes.Name), b, room)
			seen++
		}
	}
	if testkit.Whole() && seen < 2000 {
		t.Errorf("%d sheets", seen)
	}
	examples := os.DirFS("../../examples")
	files, err := filepath.Glob("../../examples/*.star")
	if err != nil {
		t.Fatal(err)
	}
	own := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: examples, Stdlib: stdlib.FS, Scripts: scripts.FS}})
	for _, f := range files {
		f = filepath.Base(f)
		m, err := own.LoadContext(context.Background(), f)
		if err != nil || strings.HasSuffix(f, "_test.star") {
			continue
		}
		tables, err := own.FileTables(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range own.GamesOf(m, f) {
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			check(t, g.ID, b, &docs.Room{Tables: tables})
		}
	}
}

// TestCompared checks that the sheets that diff compares say of each game of a house what its own sheet says: the seats of its tables, no
// option that does not decide it, and one ruling for each event, or another with its "otherwise".
func TestCompared(t *testing.T) {
	lib := library(t, nil)
	for _, house := range houses {
		other, room := otherReadings(t, house), roomOf(t, lib, house)
		for _, b := range testkit.Sweep(games(t, lib, house), 2) {
			with := games(t, lib, map[bool]string{true: "house004", false: "angies"}[house == "angies"])[0].Game
			s, err := docs.Compared(b, with, room, other)
			if err != nil {
				t.Fatal(err)
			}
			own, events := traced(t, b.Game.ID, nil), map[string]bool{}
			find := func(s *docs.Sheet, subject string) (out []string) {
				for _, sec := range s.Sections {
					for _, r := range sec.Rules {
						if r.Subject == subject {
							out = append(out, r.Text)
						}
					}
				}
				return out
			}
			if a, b := find(s, "players"), find(own, "players"); len(a) != 1 || !slices.Equal(a, b) {
				t.Errorf("%s: %q, and the sheet says %q", s.Game.ID, a, b)
			}
			for _, o := range s.Game.Options {
				if s.Tells(&o) && !own.Tells(&o) && !slices.ContainsFunc(with.Options, func(p plan.Option) bool { return p.Name == o.Name }) {
					t.Errorf("%s: an option of other games: %s", s.Game.ID, o.Name)
				}
			}
			for _, sec := range s.Sections {
				for _, r := range sec.Rules {
					for _, e := range r.Events {
						if events[e] && !strings.Contains(r.Text, "therwise ") && !strings.Contains(r.Text, " or ") {
							t.Errorf("%s: two rulings on %s: %s", s.Game.ID, e, r.Text)
						}
						events[e] = true
					}
				}
			}
		}
	}
}
