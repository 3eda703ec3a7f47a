package dsl_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Five-card stud at El Resbalon.

const (
	er1   = "2c Kd 9s As Kh 3d 5h 7h Kc 5d Ad 5s 4h 7s 3c"
	game1 = "elresbalon/stud5"

	er1Second = "A show As; B show Kd; C show 9s; B raise 8; C fold; A call;"
	er1Third  = er1Second + "A show 7h; B show Kc; B bet 10; A call;"
	er1Fourth = er1Third + "A show Ad; B show 5s; A check; B bet 20; A call;"
	er1End    = er1Fourth + "A show 7s; B show 3c; A check; B bet 61; A call;"
)

// everyCategory has a hand of each category in the houses' lists, best first,
// with its name.
var everyCategory = [][2]string{
	{"AcKcQcJcTc", "royal flush"},
	{"7h8h9hThJh", "straight flush, jack high"},
	{"5s5d5h5c9s", "four of a kind, fives"},
	{"KsKd6h6c6d", "sixes full of kings"},
	{"Js8s7s3s2s", "flush, jack high"},
	{"AsKhQdJdTs", "straight, ace high"},
	{"3h3c3d9c2d", "three of a kind, threes"},
	{"QsQh4s4d7d", "two pair, queens and fours"},
	{"8c8dAh6s2h", "pair of eights"},
	{"Ad9d7c4h2c", "ace high"},
}

// TestCategories compares one hand of each category with all below it, in the
// order of the houses' lists.
func TestCategories(t *testing.T) {
	for _, game := range []string{game1, "house004/draw"} {
		st := clausePlan(t, game, "", "").Game.Steps
		r := st[len(st)-1].Show.Parts[0].Ranking
		for i, h := range everyCategory {
			if got := r.Describe(r.Best(cards.MustParse(h[0]))); got != h[1] {
				t.Errorf("%s: %s is called %q, want %q", game, h[0], got, h[1])
			}
			for _, lower := range everyCategory[i+1:] {
				if cards.SetOf(cards.MustParse(h[0])...)&cards.SetOf(cards.MustParse(lower[0])...) != 0 {
					t.Fatalf("%s and %s share a card", h[0], lower[0])
				}
				row := clauseRanking{game: game, better: h[0], worse: lower[0]}
				row.play(t, "A", "B")
			}
		}
	}
}

// TestResbalonAnteIsFixed checks that a hand is played to its end with the ante
// with which it began, whatever the table changes for the next hand.
func TestResbalonAnteIsFixed(t *testing.T) {
	p := &clausePlay{t: t, row: &clauseHand{game: game1, deck: er1}}
	p.start()
	next := clausePlan(t, game1, "nl 2 ante 3", "")
	p.run(er1End + "net C -1; wins B 201")
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: next, Stacks: []int64{10000, 10000}}); err != nil {
		t.Fatal(err)
	}
	if h.Pot() != 600 {
		t.Errorf("two antes of 3 make %d cents", h.Pot())
	}
}
