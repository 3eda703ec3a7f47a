package docs_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// everyGame returns the games of the houses, of the gallery and of the examples.
func everyGame(t *testing.T) []*plan.Game {
	t.Helper()
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	gallery, err := library(t, nil).House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	games = append(games, gallery...)
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: os.DirFS("../../examples"), Stdlib: stdlib.FS, Scripts: scripts.FS}})
	files, err := filepath.Glob("../../examples/*.star")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.star") {
			continue
		}
		more, err := lib.InFile(filepath.Base(f))
		if err != nil {
			continue // of rankings and players alone
		}
		games = append(games, more...)
	}
	return games
}

// TestChoicesAreExplained checks that sheets say what each choice of a script is, by its effects or its doc. The showdown says who
// competes for what that players have declared.
func TestChoicesAreExplained(t *testing.T) {
	tried := 0
	for _, g := range everyGame(t) {
		var declared []string
		for i := range g.Steps {
			if sd := g.Steps[i].Show; sd != nil {
				for k := range sd.Parts {
					declared = append(declared, sd.Parts[k].Chosen...)
				}
			}
		}
		for i := range g.Steps {
			ask := g.Steps[i].Ask
			for k := 0; ask != nil && k < len(ask.Offers); k++ {
				o := &ask.Offers[k]
				if o.Effect != plan.DoPlay || slices.Contains(declared, o.Name) {
					continue
				}
				if tried++; o.Means == "" && len(o.Effects) == 0 {
					t.Errorf("%s: nothing says what %q is", g.ID, o.Name)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d choices", tried)
	}
}

// TestChoiceInWords checks that both sheets print what a script says of a choice after its effects.
func TestChoiceInWords(t *testing.T) {
	const args = `play = [deal(2), in_turn([choose([choice("keep", doc = "the player keeps both cards"), choice("buy", [pay("1.00")], doc = "gets a third card")])])], showdown = best(ranking("two", size = 2))`
	b := boundScript(t, "", args)
	floor, _ := flat(docs.New(b, nil))
	players := (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(t.Context(), b, nil)}}).Markdown()
	for _, want := range []string{"Keep: the player keeps both cards.", "Buy: the player pays $1 into the pot and gets a third card."} {
		if !strings.Contains(floor, want) || !strings.Contains(players, want) {
			t.Errorf("%q is not in both of\n%s\n%s", want, floor, players)
		}
	}
}
