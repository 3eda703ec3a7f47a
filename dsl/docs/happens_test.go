package docs_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestNobodyQualifies checks that sheets say what happens when no hand qualifies for any share of a pot just where that can be: among
// random hands there is one.
func TestNobodyQualifies(t *testing.T) {
	const says = "When no hand qualifies at all"
	tried := 0
	for _, g := range everyGame(t) {
		for i := range g.Steps {
			sd := g.Steps[i].Show
			if sd == nil || len(sd.Parts) < 2 || sd.Both != "" || slices.ContainsFunc(sd.Parts, func(p plan.Part) bool {
				return p.Floor == nil && !p.Ranking.Qualifies() || p.Else != nil || p.Ranking.Size() != 5
			}) {
				continue
			}
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			tried++
			floor, _ := flat(docs.New(b, nil))
			deck, rng := g.Deck.Append(nil), rand.New(rand.NewPCG(1, 1))
			can := false
			for range 2000 {
				rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
				can = can || !slices.ContainsFunc(sd.Parts, func(p plan.Part) bool { return qualifies(&p, deck[:5]) })
			}
			if said := strings.Contains(floor, says); said != can {
				t.Errorf("%s: a hand that qualifies for nothing: %v, and the sheet says so: %v", g.ID, can, said)
			}
		}
	}
	if tried < 4 {
		t.Errorf("%d showdowns", tried)
	}
}

func qualifies(p *plan.Part, hand []cards.Card) bool {
	s := p.Ranking.Best(hand)
	return s != 0 && (p.Floor == nil || s >= p.Floor.Least())
}

// TestNothingToShow checks that the sheets of games in which players have no cards that others do not see, or hands are never compared, say
// nothing of hands that are shown or exposed.
func TestNothingToShow(t *testing.T) {
	atTheEnd := []string{"hand partly shown", "whole hand shown", "hand overstated"}
	before := []string{"card exposed by the dealer", "cards exposed by a player", "discarded hand turned up"}
	open, apart := 0, 0
	for _, g := range everyGame(t) {
		if g.Banked() {
			continue
		}
		down := g.HasStep(func(st *plan.Step) bool { return st.Kind == plan.Deal && st.Up.Of(st.Count) < st.Count })
		others := g.HasStep(func(st *plan.Step) bool { return st.Kind == plan.Deal && st.Others })
		show := g.HasStep(func(st *plan.Step) bool { return st.Show != nil })
		var none []string
		if !down || !show {
			none = append(none, atTheEnd...)
		}
		if !down && !others {
			none = append(none, before...)
		}
		if len(none) == 0 {
			continue
		}
		if down {
			apart++
		} else {
			open++
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		floor, _ := flat(docs.New(b, &docs.Room{}))
		players := (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(t.Context(), b, &docs.Room{})}}).Markdown()
		if !down && strings.Contains(floor, "All hands still in are shown") {
			t.Errorf("%s: hands are shown in which nothing is hidden", g.ID)
		}
		for _, event := range none {
			if said := strings.ToUpper(event[:1]) + event[1:] + ":"; strings.Contains(floor, said) || strings.Contains(players, said) {
				t.Errorf("%s: a sheet says what is done about %q", g.ID, event)
			}
		}
	}
	if open < 4 || apart < 2 {
		t.Errorf("%d games without hidden cards, %d without a showdown", open, apart)
	}
}

// TestShortHands checks that sheets say that a hand of fewer cards than a straight or flush needs is none.
func TestShortHands(t *testing.T) {
	tried := 0
	for _, g := range everyGame(t) {
		for i := range g.Steps {
			sd := g.Steps[i].Show
			if sd == nil {
				continue
			}
			r, short := sd.Parts[0].Ranking, cards.MustParse("AsKsQsJs")
			if d := r.Description(); d.Missing == 0 || d.Score != nil || r.Size() != 5 || !strings.Contains(r.Describe(r.Best(short)), "high") {
				continue
			}
			tried++
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			if floor, _ := flat(docs.New(b, nil)); !strings.Contains(floor, "a straight or a flush takes 5") {
				t.Errorf("%s: four cards of one suit in a row are no flush:\n%s", g.ID, floor)
			}
		}
	}
	if tried < 2 {
		t.Errorf("%d showdowns", tried)
	}
}

// TestNumberOfCardsIsTrue checks that where sheets say how many cards players hold at a showdown, those in the example hold as many.
func TestNumberOfCardsIsTrue(t *testing.T) {
	said := regexp.MustCompile(`the player's (\d+) cards?\b`)
	tried := 0
	for _, g := range testkit.Sweep(everyGame(t), 12) {
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		floor, _ := flat(docs.New(b, nil))
		for _, m := range said.FindAllStringSubmatch(floor, -1) {
			e := docs.NewWall(t.Context(), b, nil).Example
			if e == nil || g.Banked() {
				continue
			}
			tried++
			for _, s := range e.Seats {
				if n, _ := strconv.Atoi(m[1]); n != len(s.Cards) {
					t.Errorf("%s: %s has %s, and the sheet says %q", g.ID, s.Name, s.Words(), m[0])
				}
			}
		}
	}
	if testkit.Whole() && tried < 100 {
		t.Errorf("%d sheets", tried)
	}
}

// TestIdenticalHands checks that sheets speak of identical hands only where suits break ties and two hands can have the same cards, all on
// the board.
func TestIdenticalHands(t *testing.T) {
	for id, want := range map[string]bool{"house004/stud5": false, "house004/stud7": false, "house004/draw": false, "house004/lowball": false, "gallery/telesina": false, "house004/holdem": true} {
		for set, also := range map[string]bool{"": false, "deuces": true} {
			lib := library(t, nil)
			if set != "" {
				if !strings.HasPrefix(id, "house004/") || id == "house004/lowball" {
					continue
				}
				lib = library(t, map[string]string{"wild": set})
			}
			g, err := lib.Find(id)
			if err != nil {
				t.Fatal(err)
			}
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			floor, _ := flat(docs.New(b, nil))
			if got := strings.Contains(floor, "dentical hands"); got != (want || also) {
				t.Errorf("%s %s: identical hands: %v", id, set, got)
			}
		}
	}
}
