package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

type rulesOptions struct {
	Game   string // a game or a house
	Stakes string
	Set    map[string]string
	Source bool
	Format string
}

func newRules() *command {
	return &command{
		Command: &cli.Command{
			Name:      "rules",
			Usage:     "print the rule sheet of a game, or of all games of a house",
			ArgsUsage: "GAME|HOUSE",
			Category:  sectionBooks,
			Description: `Prints what the dealer does, step by step, what may be bet, what wins, and
which doubtful rules the game decides, with the clauses of the house's own
document. The sheet is made from the plan that is played, so it cannot
disagree with the game. A house's name alone prints the sheets of all its games.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "stakes", Usage: "the `STAKES` of the table, such as 2-4 or \"nl 1-2\"", DefaultText: "the house's"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.BoolFlag{Name: "source", Usage: "show the script line behind each rule", DisableDefaultText: true},
			},
		},
		formats: []string{formatText, formatJSON},
		examples: []example{
			{"cardroom rules angies/omaha-hilo", "the rule sheet"},
			{"cardroom rules angies/omaha-hilo --source", "with the script line behind each rule"},
			{"cardroom rules house004", "the sheets of all games of a house"},
		},
		do: func(c *cli.Context, std *IO, format string) error {
			game, err := oneArgument(c, "GAME")
			if err != nil {
				return err
			}
			set, err := parseSet(c.StringSlice("set"))
			if err != nil {
				return err
			}
			return rules(c.Context, std, rulesOptions{
				Game: game, Stakes: c.String("stakes"), Set: set, Source: c.Bool("source"), Format: format,
			})
		},
	}
}

// rules prints the rule sheet of a game or a menu, or of everything a house has.
func rules(_ context.Context, std *IO, opts rulesOptions) error {
	sheets, err := sheetsOf(std, opts)
	if err != nil {
		return err
	}
	if opts.Format == formatJSON {
		return writeSheets(std, opts.Game, sheets)
	}
	for i, s := range sheets {
		if i > 0 {
			std.Stdout.Printf("\n\n")
		}
		printSheet(std.Stdout, s, opts.Source)
	}
	return nil
}

// sheetsOf are the sheets that the user means by a name.
func sheetsOf(std *IO, opts rulesOptions) ([]*docs.Sheet, error) {
	lib := newLibrary(std, opts.Set)
	if isHouse(lib, opts.Game) {
		return houseSheets(lib, opts)
	}
	menu, err := lib.Menu(opts.Game)
	if err != nil {
		return nil, err
	}
	if menu != nil {
		return []*docs.Sheet{docs.NewMenu(menu)}, nil
	}
	g, _, err := loadGame(std, opts.Game, opts.Set)
	if err != nil {
		return nil, err
	}
	return gameSheets([]*plan.Game{g}, opts.Stakes)
}

func isHouse(lib *dsl.Library, name string) bool {
	houses, err := lib.Houses()
	return err == nil && slices.Contains(houses, name)
}

// houseSheets are the sheets of all that a house plays.
func houseSheets(lib *dsl.Library, opts rulesOptions) ([]*docs.Sheet, error) {
	games, err := lib.House(opts.Game)
	if err != nil {
		return nil, err
	}
	if err := knownToSome(games, opts.Set); err != nil {
		return nil, err
	}
	sheets, err := gameSheets(games, opts.Stakes)
	if err != nil {
		return nil, err
	}
	menus, err := lib.Menus()
	for _, m := range menus {
		if strings.HasPrefix(m.ID, opts.Game+"/") {
			sheets = append(sheets, docs.NewMenu(m))
		}
	}
	return sheets, err
}

func gameSheets(games []*plan.Game, stakes string) ([]*docs.Sheet, error) {
	var sheets []*docs.Sheet
	for _, g := range games {
		s, err := g.ParseStakes(stakes)
		if err != nil {
			return nil, err
		}
		b, err := g.Bind(s)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, docs.New(b))
	}
	return sheets, nil
}

// knownToSome refuses --set for options that no game of a house has.
func knownToSome(games []*plan.Game, set map[string]string) error {
	var all plan.Game
	for _, g := range games {
		all.ID = g.House
		all.Options = append(all.Options, g.Options...)
	}
	return knowsOptions(&all, set)
}

// writeSheets writes one sheet as an object, or those of a house as one.
func writeSheets(std *IO, name string, sheets []*docs.Sheet) error {
	if len(sheets) == 1 && strings.ContainsAny(name, "/.") {
		return writeObject(std.Stdout, formatJSON, "rules", sheetFields(sheets[0]))
	}
	var games []json.RawMessage
	for _, s := range sheets {
		text, err := object(sheetFields(s))
		if err != nil {
			return err
		}
		games = append(games, text)
	}
	return writeObject(std.Stdout, formatJSON, "rules", []pair{{"house", name}, {"games", games}})
}

// sheetFields is a sheet as an object.
func sheetFields(s *docs.Sheet) []pair {
	return []pair{
		{"game", s.Game.ID},
		{"name", s.Game.Name},
		{"house", s.Game.House},
		{"stakes", s.Stakes.Name},
		{"about", s.Game.Doc},
		{"sections", s.Sections},
	}
}

// printSheet writes a sheet for reading: the steps of the procedure are numbered,
// as dealers learn them, and what happens under a step stands below it.
func printSheet(w *Stream, s *docs.Sheet, source bool) {
	w.Printf("%s\n", w.Paint(sheetTitle(s.Game), color.Bold))
	if s.Game.Doc != "" {
		w.Printf("\n%s\n", folded(s.Game.Doc, w, 0))
	}
	for _, sec := range s.Sections {
		w.Printf("\n%s\n", w.Paint(sec.Title, color.Bold))
		for i := range sec.Rules {
			printRule(w, &sec.Rules[i])
			if source {
				printSource(w, s.Game, &sec.Rules[i])
			}
		}
	}
}

func printRule(w *Stream, r *docs.Rule) {
	mark := margin(r)
	w.Printf("%s%s\n", mark, folded(r.Text, w, len(mark)))
	if len(r.Clauses) > 0 {
		note := folded("["+strings.Join(r.Clauses, ", ")+"]", w, len(mark))
		w.Printf("%s%s\n", blank(mark), w.Paint(note, color.Faint))
	}
}

// printSource writes the place behind a rule, and the script line there.
func printSource(w *Stream, g *plan.Game, r *docs.Rule) {
	if r.At.File == "" {
		return
	}
	text := r.At.String()
	if g.Lines != nil {
		text += "  " + strings.TrimSpace(g.Lines(r.At))
	}
	w.Printf("%s%s\n", blank(margin(r)), w.Paint(text, color.Faint))
}

// margin is what stands before a rule: its number, or a blank.
func margin(r *docs.Rule) string {
	if r.Number == "" {
		return "  "
	}
	return fmt.Sprintf("%s%2s. ", strings.Repeat("    ", r.Level()), r.Number)
}

func blank(margin string) string { return strings.Repeat(" ", len(margin)) }

// readingWidth is the line length of running text: wider lines are hard to read,
// whatever the terminal has room for.
const readingWidth = 90

// folded breaks running text into lines with an indent before all but the first.
func folded(s string, w *Stream, indent int) string {
	width := readingWidth
	if have := w.Columns(); have > 0 {
		width = min(width, have)
	}
	lines := strings.Split(text.WrapSoft(s, max(width-indent, 20)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

func sheetTitle(g *plan.Game) string {
	if g.House == "" {
		return g.Name
	}
	return g.Name + ", " + g.House
}
