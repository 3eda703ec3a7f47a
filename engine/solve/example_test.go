package solve_test

import (
	"context"
	"fmt"
	"os"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/enumerate"
	"cardroom/engine/solve"
)

// Kuhn's poker: the first seat loses an eighteenth of its ante.
func Example() {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Files: os.DirFS("../..")}})
	kuhn, err := lib.Find("examples/kuhn.star")
	if err != nil {
		fmt.Println(err)
		return
	}
	small, err := enumerate.Shrink(kuhn, enumerate.Kuhn, enumerate.Wishes{})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := solve.Build(context.Background(), small, solve.Options{Words: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := solve.NewSolver(game, solve.Predictive)
	for range 2000 {
		solver.Step()
	}
	profile := solver.Average()
	result := game.Check(profile)
	fmt.Printf("%d nodes, %d information sets\n", game.Nodes, game.AllInfoSets())
	fmt.Printf("seat 1: %.4f %ss a hand, exploitability below 0.0001: %v\n", result.Value[0], game.UnitName, result.Exploitability < 1e-4)
	for _, d := range profile.Decisions(1)[:2] {
		fmt.Println(d.Sees, d.Actions)
	}
	// Output:
	// 55 nodes, 12 information sets
	// seat 1: -0.0556 antes a hand, exploitability below 0.0001: true
	// Qs: check [check bet 1]
	// Qs: bet 1 [fold call]
}

// Five-card draw with its whole deck as an abstract game: some deals, with hands in four buckets by
// strength.
func ExampleBuildSample() {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts")}})
	draw, err := lib.Find("angies/draw5")
	if err != nil {
		fmt.Println(err)
		return
	}
	small, err := enumerate.Shrink(draw, enumerate.Whole, enumerate.Wishes{Stacks: []int64{1000}})
	if err != nil {
		fmt.Println(err)
		return
	}
	small.Pack = draw.Deck.Append(nil)
	game, err := solve.BuildSample(context.Background(), small, solve.Options{}, solve.Sample{Buckets: 4, Deals: 100, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := solve.NewSolver(game, solve.Predictive)
	for range 300 {
		solver.Step()
	}
	profile := solver.Average()
	fmt.Printf("%d deals, %d nodes\n", game.Buckets.Deals, game.Nodes)
	fmt.Printf("exploitability in the abstract game below 0.01: %v\n", game.Check(profile).Exploitability < 0.01)
	fresh, err := profile.Fresh(context.Background(), 20)
	fmt.Printf("played on %d other deals: %v\n", fresh.Deals, err == nil)
	// Output:
	// 100 deals, 12000 nodes
	// exploitability in the abstract game below 0.01: true
	// played on 20 other deals: true
}
