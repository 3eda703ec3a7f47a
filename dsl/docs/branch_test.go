package docs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/scripts"
)

// tree writes steps with conditions nested three deep. Each leaf has an amount of its own, and leaves holds the conditions above it.
type tree struct {
	rng    *rand.Rand
	leaf   func(t *tree, amount int) string
	under  []string
	leaves map[int][]string
	conds  int
}

func (t *tree) write(depth int) string {
	if depth == 0 || t.rng.IntN(4) == 0 {
		n := 21 + len(t.leaves)
		t.leaves[n] = append([]string(nil), t.under...)
		return t.leaf(t, n)
	}
	t.conds++
	doc := fmt.Sprintf("it is case %c", 'A'+t.conds-1)
	branch := func(word string) string {
		t.under = append(t.under, word+doc)
		defer func() { t.under = t.under[:len(t.under)-1] }()
		return "[" + t.write(depth-1) + "]"
	}
	out := fmt.Sprintf("when(_is, doc = %q, then = ", doc)
	out += branch("if ")
	if t.rng.IntN(3) > 0 {
		out += ", otherwise = " + branch("unless ")
	}
	return out + ")"
}

// TestConditionsStay checks, for fees, payments and settlements nested up to three deep, that every sentence of both sheets about one
// has the conditions above it.
func TestConditionsStay(t *testing.T) {
	const head = "def _is(hand):\n    return len(hand.showing(1)) > 3\n"
	shapes := []struct {
		name, game string
		leaf       func(*tree, int) string
	}{
		{
			"fees", `g = game("G", forced = [ante()], stakes = stakes("2-4 ante 1"), showdown = best(high), play = [deal(5), bet(), %s, bet()])`,
			func(_ *tree, n int) string { return fmt.Sprintf("collect(%d)", n) },
		},
		{
			"payments", `g = game("G", forced = [ante()], stakes = stakes("2-4 ante 1"), showdown = best(high), play = [deal(5), bet(), in_turn([roll(6), %s]), bet()])`,
			func(_ *tree, n int) string { return fmt.Sprintf("pay(%d)", n) },
		},
		{
			"rounds", `g = game("G", forced = [ante()], stakes = stakes("2-4 ante 1"), showdown = best(high), play = [deal(5), bet(), when(_is, [redeal()]), in_turn([roll(6), %s], most = 2), bet()])`,
			func(_ *tree, n int) string { return fmt.Sprintf("pay(%d)", n) },
		},
		{
			"settlements", `g = game("G", stakes = stakes("bets 5-100 chip 1"), play = [wager(), deal(1, up = True, to = banker), deal(1, up = True, to = bettors), %s, settle(wins)])`,
			func(_ *tree, n int) string { return fmt.Sprintf("settle(pays(%d))", n) },
		},
	}
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			for seed := range uint64(40) {
				tr := &tree{rng: rand.New(rand.NewPCG(seed, 1)), leaf: shape.leaf, leaves: map[int][]string{}}
				script := head + fmt.Sprintf(shape.game, tr.write(3))
				lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: oneFile(script), Scripts: scripts.FS}})
				g, err := lib.Find("g.star")
				if err != nil {
					t.Fatalf("%v in %s", err, script)
				}
				b, err := bound(g, "")
				if err != nil {
					t.Fatal(err)
				}
				var rules []docs.Rule
				for _, sec := range docs.New(b, nil).Sections {
					rules = append(rules, sec.Rules...)
				}
				ctx, stop := context.WithCancel(context.Background())
				stop() // no example hands
				wall := docs.NewWall(ctx, b, nil)
				for _, text := range strings.Split(wall.Fee, "$") {
					rules = append(rules, docs.Rule{Text: " $" + text})
				}
				for n, under := range tr.leaves {
					said := 0
					for _, r := range append(rules, wall.Rules()...) {
						text, amounts := r.Text+" "+strings.Join(r.When, ", "), []string{fmt.Sprintf(" $%d ", n), fmt.Sprintf(" %d to 1", n)}
						if !strings.Contains(text, amounts[0]) && !strings.Contains(text, amounts[1]) {
							continue
						}
						said++
						for _, c := range under {
							if !strings.Contains(strings.ToLower(text), strings.ToLower(c)) && !strings.Contains(r.Text, "takes its fee") {
								t.Errorf("seed %d: %q lacks %q in %s", seed, text, c, script)
							}
						}
					}
					if said == 0 && shape.name != "fees" {
						t.Errorf("seed %d: nothing is said of %d in %s", seed, n, script)
					}
				}
			}
		})
	}
}
