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
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// conflicts returns what a sheet says twice: two answers to one question under the same conditions, one act for an event in two rules, or
// one sentence in two rules that always hold. The deal repeats its steps, and high and low hands may be made alike.
func conflicts(rules []docs.Rule) (out []string) {
	answers, acts, texts := map[string]string{}, map[string]*docs.Rule{}, map[string]bool{}
	for i := range rules {
		r := &rules[i]
		if r.Citation {
			continue
		}
		if answer, ok := answers[r.Key()]; ok {
			out = append(out, fmt.Sprintf("two answers to %q: %q and %q", r.Key(), answer, r.Text))
		}
		answers[r.Key()] = r.Text
		for _, e := range r.Events {
			key := strings.Join([]string{e, r.Act, r.Games}, " ")
			if o := acts[key]; o != nil && r.Act != "" && o.At != r.At { // what custom adds to a ruling stands apart
				out = append(out, fmt.Sprintf("%s twice: %q and %q", key, o.Text, r.Text))
			}
			acts[key] = r
		}
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
	ruled := docs.Rule{Text: "Hand fouled: it is dead.", Events: []string{"fouled"}, Act: "dead", At: diag.Pos{Line: 1}}
	if got := conflicts([]docs.Rule{ruled, {Text: "Fouled: the hand dies.", Subject: "another", Events: ruled.Events, Act: "dead"}}); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "fouled dead") }) {
		t.Errorf("one act twice: %q", got)
	}
	other.Text = "A smaller all-in than half of a bet is action only, and the others complete the bet or call it."
	if got := inOtherWords(append(slices.Clone(rules), docs.Rule{Text: other.Text})); len(got) != 1 {
		t.Errorf("in other words: %q", got)
	}
}

// again are words of sentences whose words another rule of the sheet has, and that say something else.
var again = []string{
	"Only the dealer touches the discards.", // a hand that the dealer touched may come back
	"A natural 22 is two aces",              // which are not split
	"Verbal declarations ",                  // and actions
	"A bet is $",                            // and not the stakes
	"Action out of turn: ",                  // and not a declaration
	"The board is ",                         // on which a hand is made, and cards are dealt to it
	"only the cards set apart as ",          // which is said when they are set apart
	"hands rank as for the ",                // hand that another one is like
	" hand, it counts at steps ",            // of the deal
	" compete for it.",                      // who declare says what they declare
	"Check (on the flop): ",                 // which may be chosen
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
			if len(words) < 3 || r.Number != "" || strings.Contains(text, " = ") || slices.ContainsFunc(again, func(words string) bool { return strings.Contains(text, words) }) {
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

// TestInOtherWords checks that no sheet of any game, for the floor or for players, says in a sentence what another of its rules says.
func TestInOtherWords(t *testing.T) {
	lib := library(t, nil)
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	check := func(g *plan.Game, room *docs.Room) {
		for _, stakes := range allStakes(g) {
			b, err := bound(g, stakes)
			if err != nil {
				t.Fatal(err)
			}
			var floor []docs.Rule
			for _, sec := range docs.New(b, room).Sections {
				floor = append(floor, sec.Rules...)
			}
			for reader, rules := range map[string][]docs.Rule{docs.ForFloor: floor, docs.ForPlayers: docs.NewWall(ctx, b, room).Rules()} {
				for _, text := range inOtherWords(rules) {
					t.Errorf("%s at %s, for %s: %s", g.ID, b.Stakes.Name, reader, text)
				}
			}
		}
	}
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, b := range games(t, lib, house) {
			check(b.Game, room)
		}
	}
	folders, err := lib.Galleries()
	if err != nil {
		t.Fatal(err)
	}
	var others []*plan.Game
	for _, folder := range append(folders, "mixed", "sites", "banked") {
		list, err := lib.House(folder)
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, list...)
	}
	for _, g := range testkit.Sweep(others, 40) {
		check(g, nil)
	}
}

// TestPlantedClauses checks that the test of options notices it when a reading does not say that an answer is against the words of a
// clause.
func TestPlantedClauses(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	found := map[string]bool{}
	for _, x := range []otherwisePlayed{
		{"elresbalon", "elresbalon/stud5", "no_show", "nobody"},
		{"angies", "angies/lowball", "wrong_count", "put right"},
		{"angies", "angies/lowball", "sevens", "void"},
		{"angies", "angies/lowball", "burn_on_draw", "once"},
		{"angies", "angies/stud7", "stud_open", "bring-in"},
		{"angies", "angies/stud7", "kill_mode", "bb"},
		{"casino", "casino/omaha", "odd", "one each"},
		{"casino", "casino/omaha", "min_raise", "last"},
		{"casino", "casino/omaha", "join", "free"},
		{"house004", "house004/stud5", "cap_off", "never"},
		{"omahacash", "omahacash/omaha", "min_raise", "last raise"},
		{"omahacash", "omahacash/omaha", "pot_shorthand", "literal"},
		{"sanrafael", "sanrafael/california22", "closes", "02:00"},
	} {
		before := len(found)
		for key := range againstOptions(ctx, t, x, func(room *docs.Room) {
			all := *room.Readings
			all.Readings = slices.Clone(all.Readings)
			for i := range all.Readings {
				r := &all.Readings[i]
				r.Answers = slices.Clone(r.Answers)
				for k := range r.Answers {
					if a := &r.Answers[k]; a.Set == x.option+"="+x.value {
						a.Against = nil
					}
				}
			}
			room.Readings = &all
		}) {
			found[key] = inOptions[key] == ""
		}
		if len(found) == before {
			t.Errorf("%+v: nothing is found", x)
		}
	}
	for _, key := range []string{
		"no_show=nobody elresbalon.fcs.no-show", "wrong_count=put right angies.lowball.4", "sevens=void angies.lowball.22", "closes=02:00 sanrafael.cal22.20",
		"stud_open=bring-in angies.stud7.play.first-bettor",
	} {
		if !found[key] {
			t.Errorf("%s is not found", key)
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
				for _, v := range others(&o) {
					all = append(all, one{g.ID, o.Name, v})
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

// TestComparedWithItself checks that the sheets that diff compares of one game with two values of an option have every sentence in which
// the whole sheets differ.
func TestComparedWithItself(t *testing.T) {
	lib, seen := library(t, nil), 0
	says := func(s *docs.Sheet) (out []string) {
		for _, sec := range s.Sections {
			for _, r := range sec.Rules {
				if sec.Title != "Options" {
					out = append(out, r.Text)
				}
			}
		}
		return out
	}
	for _, house := range houses {
		other, room := otherReadings(t, house), roomOf(t, lib, house)
		for _, b := range testkit.Sweep(games(t, lib, house), 4) {
			for _, o := range b.Game.Options {
				for _, value := range o.Choices {
					if value == o.Value {
						continue
					}
					c, of, err := other(b.Game.ID, o.Name, value)
					if err != nil {
						t.Fatal(err)
					}
					if c == nil {
						continue
					}
					sheet, err := docs.Compared(c, b.Game, of, other)
					if err != nil {
						t.Fatal(err)
					}
					before, told := says(docs.New(b, room)), says(sheet)
					for _, text := range says(docs.New(c, of)) {
						if seen++; !slices.Contains(before, text) && !slices.Contains(told, text) {
							t.Errorf("%s %s=%s: diff does not say %q", b.Game.ID, o.Name, value, text)
						}
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no sentence was compared")
	}
}

// inOptions are the clauses whose words hold beside an answer that the document does not give, by option and value, with the reason.
// What is against the words of a clause, the readings say.
var inOptions = map[string]string{
	// The clause says that it is so, the option when or how.
	"retrieve_until=induced angies.lowball.20a":           "it says when a hand cannot come back, the option until when it can",
	"misdeal_until=two acted angies.lowball.13a":          "it names no time",
	"misdeal_until=any time angies.lowball.13a":           "it names no time",
	"straddle_seat=any angies.lowball.5":                  "it does not say who",
	"cap_off=now omaha-casino.round.6d.cap":               "it does not say from when",
	"cap_off=now house004.holdem.3c":                      "it does not say from when",
	"cap_off=round start house004.holdem.3c":              "it does not say from when",
	"reveal=in-turn elresbalon.fcs.expose":                "it does not say in which order",
	"buy_order=first-bettor angies.option-alley.buy":      "it does not say in which order",
	"buy_round=before angies.option-alley.round":          "it does not say when",
	"burn_on_draw=once angies.draw5.draw":                 "it does not speak of burning",
	"burn_on_draw=each angies.draw5.draw":                 "it does not speak of burning",
	"burn_on_draw=once house004.draw.draw":                "it does not speak of burning",
	"burn_on_draw=each house004.draw.draw":                "it does not speak of burning",
	"burn_fifth=yes angies.lowball.16b":                   "it does not speak of burning",
	"high_all_in=next highest angies.stud7.play.showing":  "it does not speak of players who are all-in",
	"high_all_in=next highest elresbalon.fcs.high-starts": "it does not speak of players who are all-in",
	"high_all_in=next highest house004.stud5.first":       "it does not speak of players who are all-in",
	"showing=high angies.stud7.play.showing":              "razz is then opened as it says of the other stud games",
	"showing_tie=position house004.stud5.first":           "it does not speak of equal cards",
	"min_raise=any elresbalon.bet.raise":                  "it names no least raise",
	"pot_includes_call=yes omaha-casino.round.6c.ii":      "it does not speak of the call",
	"pot_shorthand=literal omaha-cash.pot-limit":          "they are its words",
	"qualifier=8 omaha-cash.showdown.hilo":                "it names no qualifier",
	"reante=no house004.draw.passed-out":                  "it does not speak of antes",
	"openers=any house004.lowball.openers":                "it does not say what openers are",
	"sevens_short=check angies.lowball.2":                 "it does not speak of calls",
	"wager_cap=no omaha-casino.fee.limits":                "the limits of a table are within it",
	"short_buys=any house004.buyin.short-low":             "it says what a short buy is, not how many there are",
	"kill_mode=bb angies.kill.example":                    "they are its words",
	"fee_payer=button angies.collection.one-schedule":     "it does not say who pays",
	"fee_payer=each angies.collection.one-schedule":       "it does not say who pays",
	// It holds for its own game.
	"irregularities=strict angies.lowball.23a":  "lowball",
	"irregularities=strict angies.lowball.10":   "lowball",
	"irregularities=strict angies.lowball.13b":  "lowball",
	"irregularities=strict house004.holdem.5":   "hold'em",
	"irregularities=strict house004.holdem.13a": "hold'em",
	// It counts chips, and the option says what a chip is worth.
	"blind_chip=0.50 sanrafael.drop.sb": "one chip", "blind_chip=0.50 sanrafael.drop.bb": "three chips",
	"blind_chip=2 sanrafael.drop.sb": "one chip", "blind_chip=2 sanrafael.drop.bb": "three chips",
	"blind_chip=5 sanrafael.drop.sb": "one chip", "blind_chip=5 sanrafael.drop.bb": "three chips",
	// The table of the document lacks this limit.
	"five_ten=2.50/5 house004.buyin.table": "5-10", "five_ten=3/5 house004.buyin.table": "5-10",
}

// otherwisePlayed is a game with a value of an option that is not the house's.
type otherwisePlayed struct{ house, id, option, value string }

// others returns the values of an option that are not in force.
func others(o *plan.Option) []string {
	values := o.Choices
	if o.Value == "yes" || o.Value == "no" {
		values = []string{"yes", "no"}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == o.Value })
}

// allOtherwise returns the games of the houses with each other value of their options and of those of their tables.
func allOtherwise(t *testing.T) (out []otherwisePlayed) {
	lib := library(t, nil)
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, b := range games(t, lib, house) {
			for _, o := range slices.Concat(b.Game.Options, room.Options) {
				for _, v := range others(&o) {
					if one := (otherwisePlayed{house, b.Game.ID, o.Name, v}); !slices.Contains(out, one) {
						out = append(out, one)
					}
				}
			}
		}
	}
	return out
}

// sheetsOf returns the rules of both sheets of a game.
func sheetsOf(ctx context.Context, b *plan.AtStakes, room *docs.Room) []docs.Rule {
	var out []docs.Rule
	for _, sec := range docs.New(b, room).Sections {
		out = append(out, sec.Rules...)
	}
	return append(out, docs.NewWall(ctx, b, room).Rules()...)
}

// againstOptions returns what the sheets of a game say in the words of a clause, or cite for a rule that an option changes, although a
// reading quotes the clause and the document does not give this value: key is "option=value clause".
func againstOptions(ctx context.Context, t *testing.T, x otherwisePlayed, edit func(*docs.Room)) map[string]string {
	t.Helper()
	before := map[string]bool{}
	lib := library(t, nil)
	g, err := lib.Find(x.id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sheetsOf(ctx, b, roomOf(t, lib, x.house)) {
		before[r.Text] = true
	}
	lib = library(t, map[string]string{x.option: x.value})
	if g, err = lib.Find(x.id); err != nil {
		return nil // the house does not play it that way
	}
	if b, err = bound(g, ""); err != nil {
		t.Fatal(err)
	}
	room := roomOf(t, lib, x.house)
	edit(room)
	quoted := map[string]bool{}
	for _, o := range slices.Concat(g.Options, room.Options) {
		for _, ref := range docs.Refs(o.Ref) {
			if r := room.Readings.Find(x.house, ref); r != nil && o.Name == x.option {
				for _, q := range r.Words {
					quoted[q.Clause] = true
				}
			}
		}
	}
	out := map[string]string{}
	for _, r := range sheetsOf(ctx, b, room) {
		for _, id := range r.Clauses {
			if quoted[id] && (r.Document != "" || !before[r.Text]) && len(r.Events) == 0 && !strings.HasPrefix(r.Subject, "option ") {
				out[x.option+"="+x.value+" "+id] = r.Text
			}
		}
	}
	return out
}

// TestClausesBesideOptions checks, for every value of every option of the houses, that a sheet prints a clause, or cites it for what the
// option decides, only if its words hold then too.
func TestClausesBesideOptions(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	all, used := allOtherwise(t), map[string]bool{}
	for _, x := range testkit.Sweep(all, 20) {
		for key, text := range againstOptions(ctx, t, x, func(*docs.Room) {}) {
			if used[key] = true; inOptions[key] == "" {
				t.Errorf("%s: %s: %q", x.id, key, text)
			}
		}
	}
	for key := range inOptions {
		if testkit.Whole() && !used[key] {
			t.Errorf("the list has %s, which no sheet says", key)
		}
	}
}

// notOn returns the rulings that a game comes to and that its floor's sheet does not have: neither at their position, nor in the words of
// a clause that they implement, nor in one row with others of the same words; and what custom adds to a clause.
func notOn(s *docs.Sheet, all []docs.Ruled) (out []string) {
	for _, r := range all {
		text, stands := "", false
		for _, sec := range s.Sections {
			for _, o := range sec.Rules {
				own := o.Document != "" && slices.ContainsFunc(r.Clauses, func(id string) bool { return slices.Contains(o.Clauses, id) })
				row := slices.Contains(o.Events, r.Event)
				stands = stands || own || row && (o.At == r.At || len(o.Clauses)+len(r.Clauses) == 0)
				if own || row && (o.At == r.At || len(o.Clauses) == 0) {
					text += bareText(o.Text) + "\n"
				}
			}
		}
		for _, says := range strings.SplitAfter(r.Text, ". ") {
			if custom := strings.HasPrefix(says, "By custom "); !stands || custom && !strings.Contains(text, bareText(strings.TrimSpace(says))) {
				out = append(out, r.Event+": "+says)
			}
		}
	}
	return out
}

// TestRulingsStand checks that the floor's sheet of every game has each ruling that the game comes to, and that rulings taken from it are
// found missing.
func TestRulingsStand(t *testing.T) {
	lib := library(t, nil)
	for _, house := range append(slices.Clone(houses), "mixed", "sites") {
		var room *docs.Room
		if slices.Contains(houses, house) {
			room = roomOf(t, lib, house)
		}
		for _, b := range games(t, lib, house) {
			all, err := docs.Rulings(b)
			if err != nil {
				t.Fatal(err)
			}
			s := docs.New(b, room)
			if room == nil { // no customs are printed without a house
				all = slices.DeleteFunc(all, func(r docs.Ruled) bool { return r.Level == plan.ByDefault.String() })
			}
			for _, text := range notOn(s, all) {
				t.Errorf("%s: the sheet lacks %s", b.Game.ID, text)
			}
			s.Sections = slices.DeleteFunc(s.Sections, func(sec docs.Section) bool { return sec.Title == "When something goes wrong" })
			if own := slices.ContainsFunc(all, func(r docs.Ruled) bool { return r.Level != plan.ByDefault.String() }); own && len(notOn(s, all)) == 0 {
				t.Errorf("%s: a sheet without rulings lacks none", b.Game.ID)
			}
		}
	}
}
