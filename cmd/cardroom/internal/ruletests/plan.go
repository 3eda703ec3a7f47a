package ruletests

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/ruletest"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// games returns the games whose plans --plan covers: those of the houses and of the
// user's scripts next to the tests.
func (rep *results) games() ([]*plan.Game, error) {
	beside, err := scriptsBesideTests(rep.std, rep.files)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(beside, func(ref string) bool { return strings.HasPrefix(ref, "@") })
	return rep.tests.Games(own)
}

// printPlans prints the steps of games that no test reaches.
func (rep *results) printPlans() error {
	games, err := rep.games()
	if err != nil {
		return err
	}
	w := rep.std.Stdout
	for _, g := range games {
		gaps, hands := rep.plans.Gaps(g)
		w.Printf("\n%s  %s\n", w.Paint(g.ID, color.Bold), figures.Counted(int64(hands), "hand"))
		printGaps(w, gaps)
	}
	printCommonGaps(w, "options", rep.plans.OptionGaps(games))
	printCommonGaps(w, "rulings", rep.plans.RulingGaps(games))
	return nil
}

// printCommonGaps prints gaps in what several games share, if there are any.
func printCommonGaps(w *term.Stream, title string, gaps []ruletest.Gap) {
	if len(gaps) > 0 {
		w.Printf("\n%s\n", w.Paint(title, color.Bold))
		printGaps(w, gaps)
	}
}

func printGaps(w *term.Stream, gaps []ruletest.Gap) {
	for _, gap := range gaps {
		w.Printf("  %s: %s\n", gap.Pos, gap.What)
	}
}

// gapJSON is something that no test reaches.
type gapJSON struct {
	File   string `json:"file"`   // the script
	Line   int32  `json:"line"`   // the line
	Column int32  `json:"column"` // the column
	What   string `json:"what"`   // what it is
}

func gapsJSON(gaps []ruletest.Gap) []gapJSON {
	out := []gapJSON{}
	for _, gap := range gaps {
		out = append(out, gapJSON{gap.Pos.File, gap.Pos.Line, gap.Pos.Col, gap.What})
	}
	return out
}

// planFields returns the fields about the plans of games in a JSON report.
func (rep *results) planFields() ([]rows.Pair, error) {
	games, err := rep.games()
	if err != nil {
		return nil, err
	}
	type planJSON struct {
		Game  string    `json:"game"`  // the game
		Hands int       `json:"hands"` // of it in the tests
		Gaps  []gapJSON `json:"gaps"`  // steps and ends of branches that no test has reached
	}
	plans := []planJSON{}
	for _, g := range games {
		gaps, hands := rep.plans.Gaps(g)
		plans = append(plans, planJSON{g.ID, hands, gapsJSON(gaps)})
	}
	return []rows.Pair{{Name: "plans", Doc: "of --plan: by game", Value: plans}, {Name: "options", Doc: "of --plan: readings of options", Value: gapsJSON(rep.plans.OptionGaps(games))}, {Name: "rulings", Doc: "of --plan: rulings on irregularities", Value: gapsJSON(rep.plans.RulingGaps(games))}}, nil
}
