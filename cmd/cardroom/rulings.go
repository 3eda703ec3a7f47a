package main

import (
	"context"
	"slices"
	"strings"

	"cardroom/dsl/docs"
	"cardroom/engine/plan"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

type rulingsOptions struct {
	Game   string // a game, or a house
	Set    map[string]string
	Event  string // only this one
	Usage  bool   // how events are told
	Format string
}

func newRulings() *command {
	return &command{
		Command: &cli.Command{
			Name:      "rulings",
			Usage:     "print what a house does when something goes wrong",
			ArgsUsage: "GAME|HOUSE",
			Category:  sectionBooks,
			Description: `Prints what is ruled on each irregularity that can happen in a game: a card that
is flashed, a string bet, a hand thrown away. Where a game has a ruling of its own
it comes first, then that of its house. Where both are silent the custom of card
rooms holds, marked default, with the rule of the World Series of Poker that it
follows. Of a house it prints every ruling once, with the games that it holds for.

With --usage it prints how each event is told and when it can happen, as 'cardroom
play', the REPL, rule tests and hand files take it.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "event", Usage: "print what is ruled on `EVENT` only"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.BoolFlag{Name: "usage", Usage: "print how the events are told", DisableDefaultText: true},
			},
		},
		formats: []string{formatText, formatMarkdown, formatJSON, formatNDJSON, formatCSV},
		examples: []example{
			{"cardroom rulings angies/lowball", "every irregularity, and what follows"},
			{"cardroom rulings house004/holdem --event flop_extra", "one of them"},
			{"cardroom rulings angies --format md", "the rulings of a house, to post"},
		},
		scripts: true,
		do: func(c *cli.Context, std *IO, format string) error {
			game, err := oneArgument(c, "GAME")
			if err != nil {
				return err
			}
			set, err := parseSet(c.StringSlice("set"))
			if err != nil {
				return err
			}
			return rulings(c.Context, std, rulingsOptions{Game: game, Set: set, Event: c.String("event"), Usage: c.Bool("usage"), Format: format})
		},
	}
}

// rulings prints the rulings of a game or a house.
func rulings(_ context.Context, std *IO, opts rulingsOptions) error {
	list, err := rulingsOf(std, &opts)
	if err != nil {
		return err
	}
	switch {
	case opts.Format == formatText && opts.Usage:
		printUsage(std.Stdout, list)
	case opts.Format == formatText:
		printRulings(std.Stdout, list)
	case opts.Format == formatMarkdown:
		writeMarkdown(std.Stdout, &opts, list)
	default:
		out, err := newRows(std.Stdout, opts.Format, "rulings", "rulings", rulingColumns)
		if err != nil {
			return err
		}
		for _, r := range list {
			if err := out.Row(r); err != nil {
				return err
			}
		}
		return out.Close()
	}
	return nil
}

// rulingsOf are the rulings that the user asks for.
func rulingsOf(std *IO, opts *rulingsOptions) ([]docs.Ruled, error) {
	if err := knownEvent(opts.Event); err != nil {
		return nil, err
	}
	list, err := allRulings(std, opts)
	if err != nil || opts.Event == "" {
		return list, err
	}
	list = slices.DeleteFunc(list, func(r docs.Ruled) bool { return r.Event != opts.Event })
	if len(list) == 0 {
		return nil, usagef("%s cannot happen in %s", opts.Event, opts.Game)
	}
	return list, nil
}

func allRulings(std *IO, opts *rulingsOptions) ([]docs.Ruled, error) {
	lib := newLibrary(std, opts.Set)
	if isHouse(lib, opts.Game) {
		games, err := lib.House(opts.Game)
		if err != nil {
			return nil, err
		}
		games = slices.DeleteFunc(slices.Clone(games), (*plan.Game).Banked)
		bound, err := bindAll(games, "")
		if err != nil {
			return nil, err
		}
		return docs.HouseRulings(bound)
	}
	g, _, err := loadGame(std, opts.Game, opts.Set)
	if err != nil {
		return nil, err
	}
	if g.Banked() {
		return nil, usagef("%s is played against a bank: nothing irregular is ruled on there", g.ID)
	}
	bound, err := bindAll([]*plan.Game{g}, "")
	if err != nil {
		return nil, err
	}
	return docs.Rulings(bound[0])
}

// knownEvent refuses an event that is not in the catalogue.
func knownEvent(name string) error {
	if name == "" || plan.IncidentNamed(name) != plan.NoIncident {
		return nil
	}
	var all []string
	for _, k := range plan.Incidents() {
		all = append(all, k.String())
	}
	u := &usageError{text: "no event is called " + name}
	if best := nearest(name, all); best != "" {
		u.hint = "did you mean " + best + "?"
	}
	return u
}

var rulingColumns = []column[docs.Ruled]{
	{"event", func(r docs.Ruled) any { return r.Event }},
	{"about", func(r docs.Ruled) any { return r.About }},
	{"level", func(r docs.Ruled) any { return r.Level }},
	{"ruling", func(r docs.Ruled) any { return r.Text }},
	{"clauses", func(r docs.Ruled) any { return append([]string{}, r.Clauses...) }},
	{"ref", func(r docs.Ruled) any { return r.Ref }},
	{"games", func(r docs.Ruled) any { return append([]string{}, r.Games...) }},
	{"usage", func(r docs.Ruled) any { return r.Usage }},
	{"moments", func(r docs.Ruled) any { return r.Moments }},
	{"at", func(r docs.Ruled) any { return r.At.String() }},
}

// sourceOf is what a ruling rests on.
func sourceOf(r *docs.Ruled) string {
	words := slices.Clone(r.Clauses)
	if r.Ref != "" {
		words = append(words, r.Ref)
	}
	if r.Level == plan.ByDefault.String() {
		words = append(words, "default")
	}
	return strings.Join(words, ", ")
}

// printRulings prints each event with what is ruled on it, nearest first.
func printRulings(w *Stream, list []docs.Ruled) {
	for i := range list {
		r := &list[i]
		level := r.Level
		switch {
		case i == 0 || list[i-1].Event != r.Event:
			w.Printf("%s  %s\n", w.Paint(r.Event, color.Bold), w.Paint(r.About, color.Faint))
		case r.Level != list[i-1].Level:
			level = "else, " + level
		}
		w.Printf("  %s: %s", level, r.Text)
		if source := sourceOf(r); source != "" && source != "default" {
			w.Printf(" %s", w.Paint("["+strings.TrimSuffix(source, ", default")+"]", color.Faint))
		}
		w.Printf("\n")
		if r.Games != nil && r.Level == plan.OfGame.String() {
			w.Printf("    in %s\n", strings.Join(r.Games, ", "))
		}
	}
}

// printUsage prints how the events are told.
func printUsage(w *Stream, list []docs.Ruled) {
	var cells [][]string
	for i := range list {
		if i == 0 || list[i].Event != list[i-1].Event {
			cells = append(cells, []string{list[i].Moments, list[i].Usage})
		}
	}
	writeTable(w, []heading{{"when", left}, {"event", left}}, cells)
}

// writeMarkdown writes the rulings as a table to post.
func writeMarkdown(w *Stream, opts *rulingsOptions, list []docs.Ruled) {
	w.Printf("# Rulings: %s\n\n| event | what is ruled | source |\n|---|---|---|\n", opts.Game)
	for i := range list {
		r := &list[i]
		text := r.Text
		if r.Games != nil && r.Level == plan.OfGame.String() {
			text += " (" + strings.Join(r.Games, ", ") + ")"
		}
		w.Printf("| %s | %s | %s |\n", strings.TrimSuffix(r.About, "."), strings.ReplaceAll(text, "|", `\|`), sourceOf(r))
	}
}
