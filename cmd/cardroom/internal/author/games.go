package author

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
	"github.com/pelletier/go-toml/v2"
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
		// List the tables of the houses.
		lib := library.New(std, nil)
		refs, err := lib.Tables()
		if err != nil {
			return err
		}
		var list []library.Table
		for _, ref := range refs {
			cfg, err := lib.Table(ref)
			if err != nil {
				return err
			}
			list = append(list, library.Table{Config: cfg, ID: ref})
		}
		return writeList(std, opts, "tables", tableColumns, list, func() error {
			var cells [][]string
			for _, t := range list {
				cells = append(cells, []string{t.ID, t.Name, fmt.Sprintf("%d-%d seats", t.MinSeats, t.MaxSeats), terms(t)})
			}
			report.Table(std.Stdout, make([]report.Heading, 4), cells)
			return nil
		})
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
		for i, block := range blocks {
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

var gameColumns = []rows.Column[*plan.Game]{
	{Name: "game", Doc: "the name by which other commands know it", Value: func(g *plan.Game) any { return g.ID }},
	{Name: "house", Doc: "the house's name", Value: func(g *plan.Game) any { return g.House }},
	{Name: "name", Doc: "the game's name", Value: func(g *plan.Game) any { return g.Name }},
	{Name: "about", Doc: "the first sentence of its docstring, or empty", Value: func(g *plan.Game) any { return FirstSentence(g.Doc) }},
	{Name: "min_seats", Unit: "players", Doc: "the fewest players", Limits: `min:"2"`, Value: func(g *plan.Game) any { return g.MinSeats }},
	{Name: "max_seats", Unit: "players", Doc: "the most", Value: func(g *plan.Game) any { return g.MaxSeats }},
	{Name: "stakes", Doc: "the usual stakes", Value: func(g *plan.Game) any { return g.Stakes.Default }},
	{Name: "variants", Doc: "codes of recorded hands that it answers to", Value: func(g *plan.Game) any { return append([]string{}, g.Variants...) }},
}

// printBlock prints the games of a house or a family, one per line.
func printBlock(w *term.Stream, block []*plan.Game) {
	var cells [][]string
	for _, g := range block {
		cells = append(cells, []string{"  " + g.ID, strings.Join(append([]string{g.Name}, g.Also...), ", "), fmt.Sprintf("%d-%d seats", g.MinSeats, g.MaxSeats), plan.Written(g.Stakes.Default), FirstSentence(g.Doc)})
	}
	report.Table(w, make([]report.Heading, 5), cells)
}

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

// listed is a game with its family.
type listed struct {
	*plan.Game
	family string
}

// listHouse lists the games of one house, by family.
func listHouse(std *app.IO, opts GamesOptions) error {
	if opts.Missing {
		// List the games that a gallery lacks, with the reasons.
		list, err := readMissing(library.Houses(std), opts.House)
		if err != nil {
			return err
		}
		return writeList(std, opts, "missing", missingColumns, list, func() error {
			var cells [][]string
			for _, m := range list {
				cells = append(cells, []string{m.ID, m.Name, m.Reason})
			}
			report.Table(std.Stdout, make([]report.Heading, 3), cells)
			return nil
		})
	}
	families, err := library.New(std, nil).Families(opts.House)
	if err != nil {
		return err
	}
	var list []listed
	for _, f := range families {
		for _, g := range f.Games {
			list = append(list, listed{g, f.Name})
		}
	}
	var columns []rows.Column[listed]
	for _, c := range gameColumns {
		columns = append(columns, rows.Column[listed]{Name: c.Name, Doc: c.Doc, Limits: c.Limits, Value: func(g listed) any { return c.Value(g.Game) }})
	}
	columns = append(columns,
		rows.Column[listed]{Name: "also", Doc: "other names of the game; only in the list of one house", Value: func(g listed) any { return append([]string{}, g.Also...) }},
		rows.Column[listed]{Name: "family", Doc: "the script of the house that defines it; only in the list of one house", Value: func(g listed) any { return g.family }})
	return writeList(std, opts, "games", columns, list, func() error {
		games := len(list)
		w := std.Stdout
		for _, f := range families {
			w.Printf("%s\n", w.Paint(report.Folded(cmp.Or(FirstSentence(f.Doc), f.Name), w, 0), color.Bold))
			printBlock(w, f.Games)
			w.Printf("\n")
		}
		of := fmt.Sprintf("%d families", len(families))
		if len(families) == 1 {
			of = "one family"
		}
		w.Printf("%s in %s\n", cards.Counted(games, "game"), of)
		return nil
	})
}

// writeList writes a list: as text, as rows, or only what the first column says, which is the name.
func writeList[T any](std *app.IO, opts GamesOptions, list string, columns []rows.Column[T], all []T, text func() error) error {
	switch {
	case opts.Names:
		for _, one := range all {
			std.Stdout.Printf("%s\n", columns[0].At(one))
		}
		return nil
	case opts.Format == report.Text:
		return text()
	}
	return rows.Write(std.Stdout, opts.Format, "games", list, columns, all)
}

// missing is a game that a gallery lacks.
type missing struct {
	ID     string `toml:"id"`
	Name   string `toml:"name"`
	Reason string `toml:"reason"`
}

var missingColumns = []rows.Column[missing]{
	{Name: "id", Doc: "its name", Value: func(m missing) any { return m.ID }},
	{Name: "name", Doc: "the game's name", Value: func(m missing) any { return m.Name }},
	{Name: "reason", Doc: "why the gallery lacks it", Value: func(m missing) any { return m.Reason }},
}

func readMissing(houses fs.FS, gallery string) ([]missing, error) {
	data, err := fs.ReadFile(houses, path.Join(gallery, dsl.GalleryFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, app.UsageHint(fmt.Sprintf("%s is no gallery: --missing lists the games that a gallery lacks", gallery), "'cardroom games' lists the galleries last")
	}
	if err != nil {
		return nil, err
	}
	var list struct {
		Missing []missing `toml:"missing"`
	}
	return list.Missing, toml.Unmarshal(data, &list)
}

// Paper is a sheet or a book in the form that its mark is made of: without its foot.
type Paper struct {
	ID     string // of the game or menu; for a book the name of the house
	Reader string // one of docs.Readers, or Book
	Text   string // Markdown
	Mark   string
}

// book is the reader of the book of a house.
const book = "book"

// papers returns all sheets of a game, a menu or a house, and the book of the house first. Of a menu these are its cover for players and
// its sheet for the floor, and not those of its games.
func (s *subject) papers(ctx context.Context, std *app.IO, opts *RulesOptions) ([]Paper, error) {
	var out []Paper
	add := func(id, reader string, paper interface{ Plain() string }, mark string) {
		out = append(out, Paper{ID: id, Reader: reader, Text: paper.Plain(), Mark: mark})
	}
	other := otherReadings(std, opts)
	if s.house {
		b, err := s.book(std, opts)
		if err != nil {
			return nil, err
		}
		add(opts.Game, book, b, b.Mark())
	}
	for _, g := range s.games {
		if len(s.menus) > 0 && !s.house {
			break
		}
		w := docs.NewWall(ctx, g, s.room)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		add(g.Game.ID, docs.ForPlayers, w, w.Mark())
		sheet, err := docs.NewTraced(g, s.room, other)
		if err != nil {
			return nil, err
		}
		b := docs.OneSheet(sheet, s.room)
		add(g.Game.ID, docs.ForFloor, b, b.Mark())
	}
	for _, m := range s.menus {
		bound, err := BindAll(m.Games, opts.Stakes)
		if err != nil {
			return nil, err
		}
		var walls []*docs.Wall
		for _, g := range bound {
			walls = append(walls, docs.NewWall(ctx, g, s.room))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cover := docs.Cover(m, walls, s.room)
		add(m.ID, docs.ForPlayers, cover, cover.Mark())
		b := docs.OneSheet(docs.NewMenu(m, s.room), s.room)
		add(m.ID, docs.ForFloor, b, b.Mark())
	}
	return out, nil
}

// printMarks prints a line for each sheet of a house.
func (s *subject) printMarks(ctx context.Context, std *app.IO, opts *RulesOptions) error {
	all, err := s.papers(ctx, std, opts)
	for _, p := range all {
		if opts.For == "" || opts.For == p.Reader || opts.For == docs.ForFloor && p.Reader == book {
			std.Stdout.Printf("%s  %-7s  %s\n", p.Mark, p.Reader, p.ID)
		}
	}
	return err
}

var tableColumns = []rows.Column[library.Table]{
	{Name: "table", Doc: "the name by which run --session knows it", Value: func(t library.Table) any { return t.ID }},
	{Name: "name", Doc: "what the house calls it", Value: func(t library.Table) any { return t.Name }},
	{Name: "games", Doc: "what it plays", Value: func(t library.Table) any { return t.GameIDs() }},
	{Name: "stakes", Doc: "for what", Value: func(t library.Table) any { return t.StakeNames() }},
	{Name: "min_seats", Unit: "players", Doc: "the fewest players", Value: func(t library.Table) any { return t.MinSeats }},
	{Name: "max_seats", Unit: "players", Doc: "the most", Value: func(t library.Table) any { return t.MaxSeats }},
	{Name: "buy_in", Doc: "what may be bought, in words", Value: func(t library.Table) any { return t.BuyIns() }},
	{Name: "rules", Doc: "rules of the table, such as kills", Value: func(t library.Table) any { return t.RuleNames() }},
	{Name: "collections", Doc: "what the house takes, in the order in which it is posted", Value: func(t library.Table) any { return t.PostingNames() }},
	{Name: "hours", Doc: "when it is open", Value: func(t library.Table) any { return t.HourTexts() }},
}

// terms describes a table in one line: stakes, buy-ins, rules, collections and hours.
func terms(t library.Table) string {
	words := []string{strings.Join(t.StakeNames(), ", ")}
	if buyIns := t.BuyIns(); len(buyIns) > 0 {
		words = append(words, "buy-in "+strings.Join(buyIns, ", "))
	}
	for _, list := range [][]string{t.RuleNames(), t.PostingNames(), t.HourTexts()} {
		if len(list) > 0 {
			words = append(words, strings.Join(list, ", "))
		}
	}
	return strings.Join(words, "; ")
}

// reader is the parameter of whom a sheet is for.
var reader = params.Param{Name: "for", Doc: "print the sheet for `READER`: players or floor", Shown: "players in html, else floor", Values: readers, Example: "players"}

// RulesRows are the parameters of rules.
var RulesRows = []params.Row[RulesOptions]{
	{Param: &params.Param{
		Name: "stakes", Doc: "print the sheet for `STAKES`, such as 2-4 or \"nl 1-2\"", Shown: "the house's", Example: "2-4",
	}, At: func(o *RulesOptions) any { return &o.Stakes }},
	library.SetRow(func(o *RulesOptions) *map[string]string { return &o.Set }),
	{Param: &reader, At: func(o *RulesOptions) any { return &o.For }},
	{Param: &params.Param{
		Name: "four-colour", Aliases: []string{"four-color"}, Doc: "in HTML, show clubs green and diamonds blue", Section: params.Advanced,
	}, At: func(o *RulesOptions) any { return &o.Four }},
	{Param: &params.Param{Name: "source", Doc: "show the script line behind each rule", Section: params.Advanced, Not: []string{"mark"}}, At: func(o *RulesOptions) any { return &o.Source }},
	{Param: &params.Param{
		Name: "mark", Doc: "print the mark of the sheet only, of a house one line for each sheet", Section: params.Advanced, Refused: "the answer is the sheet",
	}, At: func(o *RulesOptions) any { return &o.Mark }},
	{Param: &params.Param{Name: "open", Doc: "open the HTML page in the browser", Not: []string{"mark"}, Refused: "the answer is the sheet"}, At: func(o *RulesOptions) any { return &o.Open }},
	{Param: &params.Param{Name: "output", Aliases: []string{"o"}, Doc: "write the result to `FILE`", Shown: "standard output", Refused: library.NoFiles}, At: func(o *RulesOptions) any { return &o.Output }},
	{Param: &params.Param{
		Name: "clauses", Doc: "print the text of the cited clauses; JSON always has it", Section: params.Advanced, Not: []string{"mark"},
	}, At: func(o *RulesOptions) any { return &o.Clauses }},
}
