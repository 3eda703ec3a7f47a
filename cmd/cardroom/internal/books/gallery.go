package books

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
	"github.com/pelletier/go-toml/v2"
)

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
	return writeList(std, opts, "games", familyColumns(), list, func() error {
		games := len(list)
		w := std.Stdout
		for _, f := range families {
			heading := FirstSentence(f.Doc)
			if heading == "" {
				heading = f.Name
			}
			w.Printf("%s\n", w.Paint(report.Folded(heading, w, 0), color.Bold))
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

// familyColumns returns the columns of a house's game: those of any game, and its family.
func familyColumns() []rows.Column[listed] {
	var out []rows.Column[listed]
	for _, c := range gameColumns {
		out = append(out, rows.Column[listed]{Name: c.Name, Doc: c.Doc, Limits: c.Limits, Value: func(g listed) any { return c.Value(g.Game) }})
	}
	out = append(out, rows.Column[listed]{Name: "also", Doc: "other names of the game; only in the list of one house", Value: func(g listed) any { return append([]string{}, g.Also...) }})
	return append(out, rows.Column[listed]{Name: "family", Doc: "the script of the house that defines it; only in the list of one house", Value: func(g listed) any { return g.family }})
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
