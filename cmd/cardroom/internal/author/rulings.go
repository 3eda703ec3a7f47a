package author

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

type RulingsOptions struct {
	Game   string // a game or a house
	Set    map[string]string
	Event  string // only this event, "" for all
	Usage  bool   // print how the events are written
	Format string

	title string            // the game with its house, or the house
	names map[string]string // names of the games by id
	room  *docs.Room
}

// read sets the title and the names of the games with these rulings.
func (o *RulingsOptions) read(games []*plan.Game) {
	o.names = map[string]string{}
	for _, g := range games {
		o.names[g.ID] = g.Name
	}
	o.title = cmp.Or(games[0].House, o.Game)
	if o.Game == games[0].ID || len(games) == 1 {
		o.title = (&docs.Sheet{Game: games[0]}).Title()
	}
}

// Rulings prints the rulings of a game or a house.
func Rulings(_ context.Context, std *app.IO, opts RulingsOptions) error {
	list, err := rulingsOf(std, &opts)
	if err != nil {
		return err
	}
	switch {
	case opts.Format == report.Text && opts.Usage:
		var cells [][]string
		for i := range list {
			if i == 0 || list[i].Event != list[i-1].Event {
				cells = append(cells, []string{list[i].Moments, list[i].Usage})
			}
		}
		report.Table(std.Stdout, []report.Heading{{Title: "when", Align: report.Left}, {Title: "event", Align: report.Left}}, cells)
		return nil
	case opts.Format == report.Text:
		printRulings(std.Stdout, &opts, list)
		return nil
	case opts.Format == report.Markdown || opts.Format == report.HTML:
		book := docs.RulingsBook("Rulings: "+opts.title, list, func(id string) string { return opts.names[id] }, opts.room)
		if opts.Format == report.Markdown {
			std.Stdout.Printf("%s", docs.Markdown(book, false))
		} else {
			std.Stdout.Printf("%s", docs.HTML(book, false))
		}
		return nil
	}
	return rows.Write(std.Stdout, opts.Format, "rulings", "rulings", rulingColumns, list)
}

func rulingsOf(std *app.IO, opts *RulingsOptions) ([]docs.Ruled, error) {
	if err := knownEvent(opts.Event); err != nil {
		return nil, err
	}
	lib := library.New(std, opts.Set)
	list, err := allRulings(lib, opts)
	if err != nil {
		return nil, err
	}
	find := gameRoom
	if lib.HasHouse(opts.Game) {
		find = houseRoom
	}
	if opts.room, err = find(std, lib, opts.Game); err != nil {
		return nil, err
	}
	if opts.room.Lends(list); opts.Event == "" {
		return list, nil
	}
	list = slices.DeleteFunc(list, func(r docs.Ruled) bool { return r.Event != opts.Event })
	if len(list) == 0 {
		return nil, app.Usagef("%s cannot happen in %s", opts.Event, opts.Game)
	}
	return list, nil
}

func allRulings(lib *dsl.Library, opts *RulingsOptions) ([]docs.Ruled, error) {
	var games []*plan.Game
	var menu *plan.Menu
	var err error
	house := lib.HasHouse(opts.Game)
	if house {
		games, err = lib.House(opts.Game)
	} else {
		games, menu, err = library.Named(lib, opts.Game)
	}
	if err == nil && !house && menu == nil {
		err = library.KnowsOptions(games[0], opts.Set)
	}
	if err != nil {
		return nil, err
	}
	opts.read(games)
	if menu != nil {
		opts.title = menu.Name + ", " + games[0].House
	}
	bound, err := BindAll(games, "")
	if err != nil {
		return nil, err
	}
	if house || menu != nil {
		return docs.HouseRulings(bound)
	}
	return docs.Rulings(bound[0])
}

// knownEvent rejects an event that is not in the catalog.
func knownEvent(name string) error {
	if name == "" || plan.IncidentNamed(name) != plan.NoIncident {
		return nil
	}
	var all []string
	for _, k := range plan.Incidents() {
		all = append(all, k.String())
	}
	u := app.UsageHint("no event "+strconv.Quote(name), "")
	if best := diag.Meant(name, all); best != "" {
		u.Hint = "did you mean " + best + "?"
	}
	return u
}

var rulingColumns = []rows.Column[docs.Ruled]{
	{Name: "group", Doc: "what kind of irregularity", Value: func(r docs.Ruled) any { return r.Group }},
	{Name: "event", Doc: "its name", Value: func(r docs.Ruled) any { return r.Event }},
	{Name: "about", Doc: "what happens", Value: func(r docs.Ruled) any { return r.About }},
	{Name: "level", Doc: "where the ruling stands", Limits: `enum:"game,house,default"`, Value: func(r docs.Ruled) any { return r.Level }},
	{Name: "ruling", Doc: "what follows", Value: func(r docs.Ruled) any { return r.Text }},
	{Name: "clauses", Doc: "that it implements", Value: func(r docs.Ruled) any { return append([]string{}, r.Clauses...) }},
	{Name: "from", Doc: "the other house that the ruling is borrowed from, with its clauses, or empty", Value: func(r docs.Ruled) any { return r.From }},
	{Name: "ref", Doc: "the rule of the World Series of Poker that a default follows, or empty", Value: func(r docs.Ruled) any { return r.Ref }},
	{Name: "leaves", Doc: "the ruling leaves something to the default behind it", Value: func(r docs.Ruled) any { return r.Leaves }},
	{Name: "games", Doc: "for which it holds, empty for all", Value: func(r docs.Ruled) any { return append([]string{}, r.Games...) }},
	{Name: "usage", Doc: "the event in words", Value: func(r docs.Ruled) any { return r.Usage }},
	{Name: "moments", Doc: "when it can happen", Value: func(r docs.Ruled) any { return r.Moments }},
	{Name: "at", Doc: "file:line:col of the script", Value: func(r docs.Ruled) any { return r.At.String() }},
}

// printRulings prints each event with its rulings, the most specific first, grouped as
// in the catalog.
func printRulings(w *term.Stream, opts *RulingsOptions, list []docs.Ruled) {
	if opts.Event == "" {
		w.Printf("%s\n", w.Paint("Rulings: "+opts.title, color.Bold))
	}
	for i := range list {
		r := &list[i]
		if opts.Event == "" && (i == 0 || list[i-1].Group != r.Group) {
			w.Printf("\n%s\n", w.Paint(strings.ToUpper(r.Group), color.Bold))
		}
		if i == 0 || list[i-1].Event != r.Event {
			about := report.Folded(r.Event+"  "+r.About, w, 4)
			w.Printf("%s%s\n", w.Paint(r.Event, color.Bold), w.Paint(about[len(r.Event):], color.Faint))
		}
		w.Printf("  %s\n", report.Folded(ruledLine(list, i, opts.names), w, 4))
	}
}

// ruledLine describes one ruling: where it applies, what follows, and its source.
func ruledLine(list []docs.Ruled, i int, names map[string]string) string {
	r := &list[i]
	var head, source []string
	if r.Some {
		head = append(head, "in "+strings.Join(docs.GameNames(r.Games, func(id string) string { return names[id] }), ", "))
	} else if where := docs.Where(list, i); where != "" {
		head = append(head, where)
	}
	switch {
	case r.From != "":
		head = append(head, "borrowed from "+r.From)
	case r.Custom() || !r.Some:
		head = append(head, r.Level)
	}
	if r.From == "" {
		source = slices.Clone(r.Clauses)
	}
	if r.Ref != "" {
		source = append(source, r.Ref)
	}
	line := strings.Join(head, ", ") + ": " + r.Text
	if len(source) > 0 {
		line += " [" + strings.Join(source, ", ") + "]"
	}
	return line
}
