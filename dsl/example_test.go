package dsl_test

import (
	"errors"
	"fmt"
	"os"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/live"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/scripts"
	"cardroom/stdlib"
)

func Example() {
	scripts := fstest.MapFS{
		"angies/house.star": {Data: []byte(`"""Angie's Poker Club."""
raises = option("raises", 3, choices = [3, 4], about = "Bets and raises in a round.")
`)},
		"angies/omaha.star": {Data: []byte(`"""Omaha at Angie's Poker Club."""
load("./house.star", "raises")

summary = "at most %d raises" % raises
`)},
		"angies/typo.star": {Data: []byte(`
raises = opton("raises", 3)
`)},
	}
	l := dsl.NewLoader(star.Options{
		Sources: star.Sources{Scripts: scripts},
		Set:     map[string]string{"raises": "4"},
	})

	m, err := l.Load("@scripts//angies/omaha.star")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Doc)
	fmt.Println(m.Globals["summary"])
	for _, o := range m.AllOptions() {
		fmt.Printf("%s = %s, declared at %s\n", o.Name, o.Text(), o.Pos)
	}

	_, err = l.Load("@scripts//angies/typo.star")
	if e := new(diag.Error); errors.As(err, &e) {
		fmt.Println(e.Detail())
	}
	// Output:
	// Omaha at Angie's Poker Club.
	// "at most 4 raises"
	// raises = 4, declared at @scripts//angies/house.star:2:10
	// @scripts//angies/typo.star:2:10: undefined: opton
	//     raises = opton("raises", 3)
	//              ^
	// hint: did you mean option?
}

// A user's script becomes a plan, which the engine plays.
func ExampleLibrary() {
	files := fstest.MapFS{"threes.star": {Data: []byte(`
threes = game("Threes",
    stakes = stakes("2-4"),
    seats = (2, 10),
    forced = [blinds()],
    play = [
        deal(3),
        bet(open = left_of_blind),
        draw(3),
        bet(open = left_of_button, tier = big),
    ],
    showdown = best(ranking("threes", size = 3)),
)
`)}}
	games := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: files, Stdlib: stdlib.FS}})
	g, err := games.Find("threes.star")
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, err := g.BindTo("3-6")
	if err != nil {
		fmt.Println(err)
		return
	}
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{10000, 10000, 10000}, Seed: 7}); err != nil {
		fmt.Println(err)
		return
	}
	d, _ := h.Next()
	fmt.Printf("%s: seat %d may fold, call or raise to %d\n", g.Name, d.Seat+1, d.Options.MinTo)
	// Output:
	// Threes: seat 1 may fold, call or raise to 600
}

// A listed game, played to its end in a player's words: "say" is what a person says at the table, and what it leads to is told as the dealer
// tells it.
func ExampleLibrary_Find() {
	games := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: scripts.FS, Stdlib: stdlib.FS}})
	g, err := games.Find("angies/lowball")
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, err := g.BindTo("") // its own stakes
	if err != nil {
		fmt.Println(err)
		return
	}
	chips := 100 * bound.Stakes.Scale // amounts are whole numbers of the table's smallest unit
	h, err := live.Deal(&hand.Setup{Plan: bound, Stacks: []int64{chips, chips}, Button: 1, Seed: 7, Number: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, say := range []string{"raise to 4", "call", "draw 8s 9c", "pat", "check", "check"} {
		if _, err := h.Act(say); err != nil {
			fmt.Println(err)
			return
		}
	}
	h.Log(os.Stdout, live.View{Seat: live.AllCards}, 0)
	fmt.Println("over:", h.Pending() == nil, "seat 1 has", h.State().Stack(0)/bound.Stakes.Scale)
	// Output:
	// seat 2 raises to $4
	//   seat 1 calls $2
	//   the pot is $8
	// Draw
	//   seat 1 discards 8s 9c
	//   seat 1 draws 7c As
	//   seat 2 stands pat
	// After the draw
	//   seat 1 checks
	//   seat 2 checks
	// Showdown
	//   seat 1 shows 3h 3d Tc 7c As: pair of threes
	//   seat 2 shows 9s Ks 2d Kd 8d: pair of kings
	//   seat 1 wins $8 with pair of threes
	// Result  seat 1 +$4, seat 2 -$4
	// over: true seat 1 has 104
}
