package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/testkit"
)

// ungrouped matches an amount without commas between its thousands, and otherTime a time of day in another form than "5:00 p.m.".
var (
	ungrouped = regexp.MustCompile(`[$€]\d{4,}`)
	otherTime = regexp.MustCompile(`\d ?(am|pm|AM|PM)\b`)
)

// TestOneForm checks that sheets and books write amounts of money and times of day in one form each.
func TestOneForm(t *testing.T) {
	lib := library(t, nil)
	check := func(where, text string) {
		t.Helper()
		for _, re := range []*regexp.Regexp{ungrouped, otherTime} {
			if found := re.FindString(text); found != "" {
				t.Errorf("%s writes %q", where, found)
			}
		}
	}
	for _, house := range houses {
		check(house, docs.Markdown(book(t, house).Condensed(), false))
		room := roomOf(t, lib, house)
		for _, g := range games(t, lib, house) {
			check(g.Game.ID, (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(t.Context(), g, room)}}).Markdown())
		}
	}
}

// spelled are other spellings of names than those of the gallery, where no document decides.
var spelled = regexp.MustCompile(`(?i)hold 'em|hold-em|holdem|hi/lo|hi lo\b|high/low`)

// TestNamesAreSpelledAlike checks that the games of the gallery spell hold'em and hi-lo in one way.
func TestNamesAreSpelledAlike(t *testing.T) {
	gallery, err := library(t, nil).House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gallery {
		for _, name := range append([]string{g.Name, g.Doc}, g.Also...) {
			if found := spelled.FindString(name); found != "" {
				t.Errorf("%s: %q in %q", g.ID, found, name)
			}
		}
	}
}

// TestHighestBringsIn checks that where the highest card brings it in and aces are low, sheets say which card is the highest.
func TestHighestBringsIn(t *testing.T) {
	for _, id := range []string{"gallery/razz", "gallery/action-razz", "sites/razz", "mixed/fr"} {
		g, err := library(t, nil).Find(id)
		if err != nil {
			continue
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		const want = "ces are low, so that a king is the highest"
		floor, _ := flat(docs.New(b, nil))
		players := (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(t.Context(), b, nil)}}).Markdown()
		if !strings.Contains(floor, want) || !strings.Contains(players, want) {
			t.Errorf("%s: which card is the highest?", id)
		}
	}
}

// TestCostsNameWhatIsPaidFor checks that the table of costs names a commission and a payment by what they are for.
func TestCostsNameWhatIsPaidFor(t *testing.T) {
	for id, want := range map[string]docs.Amount{
		"banked/baccarat":    {What: "Commission on winnings of the bet banker", Much: "5 %"},
		"banked/paigow":      {What: "Commission on winnings", Much: "5 %"},
		"banked/ultimate":    {What: "With an equal bet blind", Much: "$10 to $200 in all"},
		"gallery/in-between": {What: "If the third card has the rank of one of the first two", Much: "as much as the player paid last"},
	} {
		g, err := library(t, nil).Find(id)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, a := range docs.NewWall(t.Context(), b, nil).Money {
			found = found || a == want
		}
		if !found {
			t.Errorf("%s: no %+v", id, want)
		}
	}
}

// TestPairsInLowCharts checks that the chart of a low hand for which a pair may win has a pair.
func TestPairsInLowCharts(t *testing.T) {
	for _, g := range testkit.Sweep(everyGame(t), 12) {
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, win := range docs.NewWall(t.Context(), b, nil).Wins {
			for i := range g.Steps {
				for k := 0; g.Steps[i].Show != nil && k < len(g.Steps[i].Show.Parts); k++ {
					p := &g.Steps[i].Show.Parts[k]
					names := ""
					for _, c := range win.Chart {
						names += c.Name + " "
					}
					if p.Name == win.Name && p.Ranking.Low() && p.Ranking.Size() == 5 && !p.Ranking.Qualifies() && p.Floor == nil && p.Ranking.Description().Score == nil && len(win.Chart) > 1 && !strings.Contains(names, "Pair of") {
						t.Errorf("%s: no pair among %s", g.ID, names)
					}
				}
			}
		}
	}
}
