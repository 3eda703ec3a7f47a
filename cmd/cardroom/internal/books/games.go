package books

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

type GamesOptions struct {
	House  string // "" for all houses except the galleries
	Format string
	Names  bool
	Tables bool
	// Missing lists what a gallery lacks.
	Missing bool
}

// Games lists the embedded games.
func Games(ctx context.Context, std *app.IO, opts GamesOptions) error {
	if opts.Tables {
		return listTables(std, opts)
	}
	if opts.House != "" {
		return listHouse(std, opts)
	}
	list, err := library.Games(ctx, std)
	if err != nil {
		return err
	}
	return writeList(std, opts, "games", gameColumns, list, func() error {
		// One block per house, in the order of the list
		for i, block := range byHouse(list) {
			if i > 0 {
				std.Stdout.Printf("\n")
			}
			if house := block[0].House; house != "" {
				std.Stdout.Printf("%s\n", std.Stdout.Paint(house, color.Bold))
			}
			printBlock(std.Stdout, block)
		}
		galleries, err := library.New(std, nil).Galleries()
		for _, name := range galleries {
			std.Stdout.Printf("\nMore games by family: cardroom games %s\n", name)
		}
		return err
	})
}

// gameColumns are the columns of a row of games.
var gameColumns = []rows.Column[*plan.Game]{
	{Name: "game", Doc: "the name by which other commands know it", Value: func(g *plan.Game) any { return g.ID }},
	{Name: "house", Doc: "the house's name", Value: func(g *plan.Game) any { return g.House }},
	{Name: "name", Doc: "the game's name", Value: func(g *plan.Game) any { return g.Name }},
	{Name: "about", Doc: "the first sentence of its docstring, or empty", Value: func(g *plan.Game) any { return FirstSentence(g.Doc) }},
	{Name: "min_seats", Doc: "the fewest players", Limits: `min:"2"`, Value: func(g *plan.Game) any { return g.MinSeats }},
	{Name: "max_seats", Doc: "the most", Value: func(g *plan.Game) any { return g.MaxSeats }},
	{Name: "stakes", Doc: "the usual stakes", Value: func(g *plan.Game) any { return g.Stakes.Default }},
	{Name: "variants", Doc: "codes of recorded hands that it answers to", Value: func(g *plan.Game) any { return append([]string{}, g.Variants...) }},
}

// printBlock prints the games of a house or a family, one per line.
func printBlock(w *term.Stream, block []*plan.Game) {
	var cells [][]string
	for _, g := range block {
		cells = append(cells, []string{"  " + g.ID, strings.Join(append([]string{g.Name}, g.Also...), ", "), seatRange(g), g.Stakes.Default, FirstSentence(g.Doc)})
	}
	report.Table(w, make([]report.Heading, 5), cells)
}

func byHouse(list []*plan.Game) [][]*plan.Game {
	place := map[string]int{}
	var blocks [][]*plan.Game
	for _, g := range list {
		i, known := place[g.House]
		if !known {
			i = len(blocks)
			place[g.House] = i
			blocks = append(blocks, nil)
		}
		blocks[i] = append(blocks[i], g)
	}
	return blocks
}

func seatRange(g *plan.Game) string { return fmt.Sprintf("%d-%d seats", g.MinSeats, g.MaxSeats) }

// sentenceEnd matches a period that another sentence follows; "7 p.m. to 2 a.m."
// contains none.
var sentenceEnd = regexp.MustCompile(`\. [A-Z]`)

// FirstSentence returns the first sentence of a docstring, on one line.
func FirstSentence(doc string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	text := strings.Join(strings.Fields(paragraph), " ")
	if at := sentenceEnd.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	return strings.TrimSuffix(text, ".")
}
