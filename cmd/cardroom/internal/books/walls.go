package books

import (
	"context"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/docs"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// printWalls prints the players' sheets.
func printWalls(ctx context.Context, std *app.IO, s *subject, opts *RulesOptions) error {
	walls := s.walls(ctx, std, opts)
	if err := ctx.Err(); err != nil {
		return err
	}
	if opts.Mark {
		for _, w := range walls.Walls {
			std.Stdout.Printf("%s\n", w.Mark())
		}
		return nil
	}
	switch opts.Format {
	case report.JSON:
		return writeWalls(std, walls)
	case report.Markdown:
		std.Stdout.Printf("%s", walls.Markdown())
	case report.HTML:
		std.Stdout.Printf("%s", walls.HTML())
	default:
		for i, w := range walls.Walls {
			if i > 0 {
				std.Stdout.Printf("\n\n")
			}
			// Print the players' sheet of one game.
			out := std.Stdout
			title := w.Game.Name
			if w.Game.House != "" {
				title += ", " + w.Game.House
			}
			out.Printf("%s\n%s\n", out.Paint(title, color.Bold), w.Players())
			if w.About != "" {
				out.Printf("\n%s\n", report.Folded(w.About, out, 0))
			}
			if len(w.Money) > 0 || w.Fee != "" {
				printHead(out, "What it costs")
				if w.Fee != "" {
					printItem(out, "  ", w.Fee)
				}
				var cells [][]string
				for _, a := range w.Money {
					cells = append(cells, []string{"  " + a.What, a.Much})
				}
				report.Table(out, make([]report.Heading, 2), cells)
			}
			if w.More != "" {
				printItem(out, "  ", w.More)
			}
			if len(w.Deal) > 0 {
				printHead(out, "The deal")
			}
			for _, s := range w.Deal {
				printItem(out, strings.Repeat("    ", strings.Count(s.Number, "."))+padded(s.Number)+". ", s.Text)
			}
			printExample(out, w.Example)
			for _, win := range w.Wins {
				printHead(out, win.Title())
				if win.Text != "" {
					printItem(out, "  ", win.Text)
				}
				for _, line := range win.Lines {
					printItem(out, "  ", line)
				}
				var cells [][]string
				for _, c := range win.Chart {
					cells = append(cells, []string{"  " + docs.CardWords(c.Cards), c.Name})
				}
				if len(cells) > 0 {
					report.Table(out, make([]report.Heading, 2), cells)
				}
			}
			if len(w.Remind) > 0 {
				printHead(out, "Please remember")
				for _, r := range w.Remind {
					printItem(out, "  - ", r)
				}
			}
			for _, b := range w.Boxes {
				printHead(out, b.Title)
				for _, line := range b.Lines {
					printItem(out, "  ", line)
				}
			}
			out.Printf("\n%s\n", report.Folded(w.Foot, out, 0))
		}
	}
	return nil
}

func writeWalls(std *app.IO, walls *docs.Walls) error {
	type wall struct {
		Game    string        `json:"game"`     // the game's id
		Name    string        `json:"name"`     // its name
		House   string        `json:"house"`    // the house's name
		About   string        `json:"about"`    // the first sentences of the game's docstring
		Fee     string        `json:"fee"`      // what the house takes; empty for nothing
		Costs   []docs.Amount `json:"costs"`    // what it costs
		More    string        `json:"more"`     // which other limits are played
		Deal    []docs.Street `json:"deal"`     // the deal street by street
		Example *docs.Example `json:"example"`  // A hand that was dealt and called down.
		Wins    []docs.Win    `json:"wins"`     // what wins
		Remind  []string      `json:"remember"` // the rules that players break most
		Boxes   []docs.Box    `json:"boxes"`    // what may be chosen, rules of the house, kill pots, and what the house takes

		Effective string `json:"effective"` // the day from which the house's rules hold, as 2024-03-01; empty if the house names none
		Mark      string `json:"mark"`      // of what is printed: it changes when a sentence does
	}
	var out []wall
	for _, w := range walls.Walls {
		out = append(out, wall{w.Game.ID, w.Game.Name, w.Game.House, w.About, w.Fee, w.Money, w.More, append([]docs.Street{}, w.Deal...), w.Example, append([]docs.Win{}, w.Wins...), w.Remind, append([]docs.Box{}, w.Boxes...), w.Game.From.Effective, w.Mark()})
	}
	return rows.WriteObject(std.Stdout, report.JSON, "rules", "Sheets for players, with --for players.", []rows.Pair{{Name: "for", Doc: "whom the sheets are for", Value: docs.ForPlayers}, {Name: "name", Doc: "the game's or the house's name", Value: walls.Title}, {Name: "games", Doc: "the sheets", Value: out}})
}

// padded pads a step number to two columns.
func padded(number string) string {
	if len(number) < 2 {
		return " " + number
	}
	return number
}

func printHead(out *term.Stream, text string) { out.Printf("\n%s\n", out.Paint(text, color.Bold)) }

func printItem(out *term.Stream, margin, text string) {
	out.Printf("%s%s\n", margin, report.Folded(text, out, len(margin)))
}

func printExample(out *term.Stream, e *docs.Example) {
	if e == nil {
		return
	}
	printHead(out, "A hand")
	var cells [][]string
	if len(e.Board) > 0 {
		cells = append(cells, []string{"  Board", docs.CardWords(e.Board), ""})
	}
	for _, s := range e.Seats {
		cells = append(cells, []string{"  " + s.Name, docs.CardWords(s.Cards), s.Makes})
	}
	report.Table(out, make([]report.Heading, 3), cells)
	if e.Text != "" {
		printItem(out, "  ", e.Text)
	}
}
