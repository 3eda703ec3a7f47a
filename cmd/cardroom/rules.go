package main

import (
	"context"
	"fmt"
	"strings"

	"cardroom/engine/plan"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

type rulesOptions struct {
	Game   string
	Stakes string
	Set    map[string]string
	Source bool
	Format string
}

func newRules() *command {
	return &command{
		Command: &cli.Command{
			Name:      "rules",
			Usage:     "print the rule sheet of a game",
			ArgsUsage: "GAME",
			Category:  sectionBooks,
			Description: `Prints what the dealer does, step by step, what may be bet, what wins, and
which doubtful rules the game decides, with the clauses of the house's own
document. The sheet is made from the plan that is played, so it cannot
disagree with the game.`,
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

// rules prints the rule sheet of a game.
func rules(_ context.Context, std *IO, opts rulesOptions) error {
	game, _, err := loadGame(std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	stakes, err := parseStakes(game, opts.Stakes)
	if err != nil {
		return err
	}
	s := newSheet(game, stakes)
	if opts.Format == formatJSON {
		return writeObject(std.Stdout, formatJSON, "rules", s.fields())
	}
	s.print(std.Stdout, opts.Source)
	return nil
}

// fields is the sheet as an object.
func (s *sheet) fields() []pair {
	return []pair{
		{"game", s.Game.ID},
		{"name", s.Game.Name},
		{"house", s.Game.House},
		{"stakes", s.Stakes.Name},
		{"about", s.Game.Doc},
		{"sections", s.Sections},
	}
}

// print writes the sheet for reading. Rules of the section that is a procedure
// are numbered, as dealers learn them.
func (s *sheet) print(w *Stream, source bool) {
	w.Printf("%s\n", w.Paint(s.title(), color.Bold))
	if s.Game.Doc != "" {
		w.Printf("\n%s\n", folded(s.Game.Doc, w, 0))
	}
	for _, sec := range s.Sections {
		w.Printf("\n%s\n", w.Paint(sec.Title, color.Bold))
		for i, r := range sec.Rules {
			mark := "  "
			if sec.Numbered {
				mark = fmt.Sprintf("%2d. ", i+1)
			}
			w.Printf("%s%s\n", mark, folded(r.Text, w, len(mark)))
			if note := r.note(source); note != "" {
				w.Printf("%s%s\n", strings.Repeat(" ", len(mark)), w.Paint(folded(note, w, len(mark)), color.Faint))
			}
		}
	}
}

// note is what stands behind a rule: its clauses, and its place if asked for.
func (r *rule) note(source bool) string {
	var words []string
	if len(r.Clauses) > 0 {
		words = append(words, "["+strings.Join(r.Clauses, ", ")+"]")
	}
	if source && r.At != "" {
		words = append(words, r.At)
	}
	return strings.Join(words, " ")
}

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

func (s *sheet) title() string {
	if s.Game.House == "" {
		return s.Game.Name
	}
	return s.Game.Name + ", " + s.Game.House
}

// sheet is a rule sheet: the plan of a game in words.
type sheet struct {
	Game     *plan.Game
	Stakes   plan.Stakes
	Sections []section
}

type section struct {
	Title    string `json:"title"`
	Numbered bool   `json:"-"`
	Rules    []rule `json:"rules"`
}

// rule is one sentence of a rule sheet, with the clauses of the house's
// document and the place in the script that it comes from.
type rule struct {
	Text    string   `json:"text"`
	Clauses []string `json:"clauses,omitempty"`
	At      string   `json:"at,omitempty"`
}
