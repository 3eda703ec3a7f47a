package replay_test

import (
	"fmt"
	"os"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// A hand file is read, and each of its hands played again by the rules of its game.
func Example() {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}})
	text, err := os.ReadFile("../../examples/hands/omaha.phh")
	if err != nil {
		fmt.Println(err)
		return
	}
	var log hand.Log
	player := replay.NewPlayer(func(variant string, options map[string]string) (*plan.Game, error) { return lib.Find(variant) }, &log)
	for rec, err := range history.NewReader("omaha.phh", text, history.Options{}).Hands() {
		if err != nil {
			fmt.Println(err.Detail())
			continue
		}
		row := player.Play(rec)
		if row.Err != nil {
			fmt.Println(row.Err)
			continue
		}
		fmt.Printf("%s, %d players, %d events; as recorded: %v\n", row.Game, rec.N(), len(log.Events), row.OK)
		for seat, stack := range row.Finishing {
			if won := stack - row.Starting[seat]; won != 0 {
				fmt.Printf("seat %d: %+d\n", seat+1, won/row.Scale)
			}
		}
	}
	// Output:
	// angies/omaha-hilo, 6 players, 36 events; as recorded: true
	// seat 1: +14
	// seat 2: -6
	// seat 4: -4
	// seat 5: -4
}
