package dsl_test

import (
	"errors"
	"fmt"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/engine/diag"
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
	l := dsl.NewLoader(dsl.Options{
		Sources: dsl.Sources{Scripts: scripts},
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
