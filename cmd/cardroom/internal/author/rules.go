package author

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/compare"
	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/stdlib"

	"github.com/fatih/color"
)

type RulesOptions struct {
	Game    string // a game, a menu or a house
	Stakes  string
	Set     map[string]string
	Source  bool
	Clauses bool   // print the cited clauses
	For     string // one of docs.Readers, or "" for the format's default
	Four    bool   // four-color suits
	Format  string
	Mark    bool   // print the marks of the sheets only
	Open    bool   // open the page
	Output  string // output file; "" for standard output
}

// readers lists the values of --for.
var readers = docs.Readers

// Rules prints the rule sheet of a game or a menu, or the book of a house, or opens it as a page.
func Rules(ctx context.Context, std *app.IO, opts RulesOptions) error {
	write := func(std *app.IO) error {
		subject, err := find(std, &opts)
		if err != nil {
			return err
		}
		return (&sheets{subject: subject, loads: std}).print(ctx, std, opts)
	}
	switch {
	case opts.Open:
		base := strings.Map(func(r rune) rune {
			if r == '/' || r == '\\' || r == ':' {
				return '-'
			}
			return r
		}, opts.Game) + ".html"
		return std.ShowPage(opts.Output, base, write)
	case opts.Output != "":
		return std.ToFile(opts.Output, write)
	}
	return write(std)
}

// Pages returns the rule sheet of a game in several formats, loading its scripts once.
func Pages(ctx context.Context, std *app.IO, opts RulesOptions, formats ...string) (out []string, err error) {
	opts.Format = formats[len(formats)-1]
	subject, err := find(std, &opts)
	if err != nil {
		return nil, err
	}
	s := &sheets{subject: subject, loads: std}
	for _, opts.Format = range formats {
		var text bytes.Buffer
		to := *std
		to.Stdout = term.NewStream(&text)
		if err := s.print(ctx, &to, opts); err != nil {
			return nil, err
		}
		to.Stdout.Flush()
		out = append(out, text.String())
	}
	return out, nil
}

// sheets prints the sheets of a subject in any format.
type sheets struct {
	*subject
	loads *app.IO
	made  *docs.Book // nil until needed
}

func (s *sheets) print(ctx context.Context, std *app.IO, opts RulesOptions) (err error) {
	if opts.For == "" && !s.house && (opts.Clauses || opts.Source) { // the players' sheet has neither
		opts.For = docs.ForFloor
	}
	if opts.Mark && s.house {
		return s.printMarks(ctx, std, &opts)
	}
	if opts.For == docs.ForPlayers || opts.For == "" && opts.Format == report.HTML && !s.house {
		return printWalls(ctx, std, s.subject, &opts)
	}
	if s.made == nil {
		if s.made, err = s.book(s.loads, &opts); err != nil {
			return err
		}
	}
	book := s.made
	printed := book.Condensed()
	mark := printed.Mark()
	if opts.Mark {
		std.Stdout.Printf("%s\n", mark)
		return nil
	}
	if opts.Clauses {
		printed.Clauses = book.Clauses
	}
	printed.Foot = stamp(std, &opts, s.plans()[0].House, mark, s.plans()...)
	switch opts.Format {
	case report.JSON:
		return writeBook(std, opts.Game, book, mark, docs.EffectiveOf(s.plans()))
	case report.Markdown:
		std.Stdout.Printf("%s", docs.Markdown(printed, opts.Source))
	case report.HTML:
		if opts.For == "" {
			if printed.Walls = s.walls(ctx, std, &opts).Walls; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		std.Stdout.Printf("%s", docs.HTML(printed, opts.Source))
	default:
		PrintBook(std.Stdout, printed, &opts)
	}
	return nil
}

// subject is what the user names: games at their stakes, menus, and the house's clauses, tables and collections.
type subject struct {
	house bool // a whole house, not one game or menu
	name  string
	games []*plan.AtStakes
	menus []*plan.Menu
	room  *docs.Room
	lines func(diag.Pos) string
}

func find(std *app.IO, opts *RulesOptions) (*subject, error) {
	lib := library.New(std, opts.Set)
	if lib.HasHouse(opts.Game) {
		// All that a house plays.
		games, err := lib.House(opts.Game)
		if err != nil {
			return nil, err
		}
		s := &subject{house: true, name: cmp.Or(games[0].House, opts.Game)} // a folder without house(…) has its own name
		if s.games, err = BindAll(games, opts.Stakes); err != nil {
			return nil, err
		}
		if s.menus, err = lib.HouseMenus(opts.Game); err != nil {
			return nil, err
		}
		s.room, err = houseRoom(std, lib, opts.Game)
		if err == nil {
			err = knownToSome(s.name, games, s.room, opts.Set)
		}
		return s, err
	}
	menu, err := library.Menu(lib, opts.Game)
	if err != nil {
		return nil, err
	}
	if menu != nil {
		s := &subject{name: menu.Name, menus: []*plan.Menu{menu}}
		if s.room, err = gameRoom(std, lib, opts.Game); err != nil {
			return nil, err
		}
		if opts.For == docs.ForPlayers || opts.Format == report.HTML {
			s.games, err = BindAll(menu.Games, opts.Stakes)
		}
		return s, err
	}
	g, err := library.FindIn(lib, opts.Game)
	if err != nil {
		if s, bad := findTable(std, lib, opts.Game); s != nil || bad != nil {
			return s, bad
		}
		return nil, err
	}
	s := &subject{name: g.Name, lines: g.Lines}
	if s.games, err = BindAll([]*plan.Game{g}, opts.Stakes); err != nil {
		return nil, err
	}
	s.room, err = gameRoom(std, lib, opts.Game)
	if err == nil {
		err = knownToSome(g.ID, []*plan.Game{g}, s.room, opts.Set)
	}
	return s, err
}

// findTable returns the first game of a table of a script, with the rules of that table alone; nil if the name is not that of one.
func findTable(std *app.IO, lib *dsl.Library, name string) (*subject, error) {
	ref, err := library.Ref(name)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(library.FileOf(ref), ".star") { // the games of a house have sheets
		return nil, nil
	}
	cfg, err := lib.Table(ref)
	if cfg == nil || err != nil {
		return nil, nil // the error of the game says more
	}
	s := &subject{name: cfg.Name, games: []*plan.AtStakes{cfg.Games[0].Plan}, lines: cfg.Games[0].Plan.Game.Lines}
	if s.room, err = gameRoom(std, lib, name); err == nil {
		s.room.Tables = slices.DeleteFunc(s.room.Tables, func(t dsl.TableSheet) bool { return t.Config.Name != cfg.Name })
	}
	return s, err
}

// book returns the sheets for the floor.
func (s *subject) book(std *app.IO, opts *RulesOptions) (*docs.Book, error) {
	other := otherReadings(std, opts)
	switch {
	case s.house:
		return docs.NewHouse(s.name, s.games, s.menus, s.room, other)
	case len(s.menus) > 0:
		return docs.OneSheet(docs.NewMenu(s.menus[0], s.room), s.room), nil
	}
	sheet, err := docs.NewTraced(s.games[0], s.room, other)
	if err != nil {
		return nil, err
	}
	book := docs.OneSheet(sheet, s.room)
	book.Lines = s.lines
	return book, nil
}

// quiet returns streams for loading scripts again: what they print has already been printed.
func quiet(std *app.IO) *app.IO {
	quiet := *std
	quiet.Stderr, quiet.Printed, quiet.Parsed = term.NewStream(io.Discard), &app.ScriptOutput{}, cmp.Or(std.Parsed, &star.Parsed{})
	return &quiet
}

// otherReadings returns a function that finds the same subject with other values of its options.
func otherReadings(std *app.IO, opts *RulesOptions) docs.Other {
	known := map[[2]string]*subject{}
	quiet := quiet(std)
	return func(id, option, value string) (*plan.AtStakes, *docs.Room, error) {
		s, ok := known[[2]string{option, value}]
		if !ok {
			then := *opts
			then.Set = maps.Clone(opts.Set)
			if then.Set == nil {
				then.Set = map[string]string{}
			}
			then.Set[option] = value
			found, err := find(quiet, &then)
			if err != nil {
				if errors.Is(err, context.Canceled) {
					return nil, nil, err
				}
				found = nil // the house does not play it that way
			}
			known[[2]string{option, value}], s = found, found
		}
		if s == nil {
			return nil, nil, nil
		}
		i := slices.IndexFunc(s.games, func(b *plan.AtStakes) bool { return b.Game.ID == id })
		if i < 0 {
			return nil, nil, nil
		}
		return s.games[i], s.room, nil
	}
}

// walls returns the players' sheets of all games, and in a house's book the covers of its menus after them.
func (s *subject) walls(ctx context.Context, std *app.IO, opts *RulesOptions) *docs.Walls {
	out := &docs.Walls{Title: s.name}
	for _, b := range s.games {
		w := docs.NewWall(ctx, b, s.room)
		w.Four = opts.Four
		out.Walls = append(out.Walls, w)
	}
	if len(s.menus) > 0 && !s.house && len(out.Walls) > 0 {
		out.Walls = slices.Insert(out.Walls, 0, docs.Cover(s.menus[0], out.Walls, s.room))
	}
	sheets := out.Walls
	for _, m := range s.menus {
		var own []*docs.Wall // copies, as a cover takes away what it says
		for _, w := range sheets {
			if s.house && slices.ContainsFunc(m.Games, func(g *plan.Game) bool { return g.ID == w.Game.ID }) {
				w := *w
				w.Boxes = slices.Clone(w.Boxes)
				own = append(own, &w)
			}
		}
		if len(own) > 0 {
			out.Walls = append(out.Walls, docs.Cover(m, own, s.room))
		}
	}
	for _, w := range out.Walls {
		w.Foot = stamp(std, opts, w.Game.House, w.Mark(), s.plans()...)
	}
	return out
}

// stamp returns the foot of a sheet about games of a house. A page has the day of printing; a text that is kept does not change with it.
func stamp(std *app.IO, opts *RulesOptions, house, mark string, games ...*plan.Game) string {
	st := docs.Stamp{House: house, Effective: docs.EffectiveOf(games), Mark: mark, Program: strings.TrimSpace("cardroom " + std.Release)}
	if opts.Format == report.HTML {
		st.Printed = std.Now().Format(docs.PrintedDay)
	}
	return st.String()
}

// plans returns the games of the subject, those of its menus included.
func (s *subject) plans() (out []*plan.Game) {
	for _, b := range s.games {
		out = append(out, b.Game)
	}
	for _, m := range s.menus {
		out = append(out, m.Games...)
	}
	return out
}

// gameRoom returns what is known about the house of a game: an embedded house, or the files next to a user's script.
func gameRoom(std *app.IO, lib *dsl.Library, name string) (*docs.Room, error) {
	ref, err := library.Ref(name)
	if err != nil {
		return nil, err
	}
	file := library.FileOf(ref)
	if !strings.HasSuffix(file, ".star") {
		return houseRoom(std, lib, library.FolderOf(name))
	}
	if rest, ok := strings.CutPrefix(file, "@scripts//"); ok {
		return houseRoom(std, lib, library.FolderOf(rest))
	}
	room := &docs.Room{Alike: compare.Alike, Elsewhere: docs.Elsewhere(lib, path.Base(path.Dir(file)))}
	if err := readDocument(room, library.OwnScripts(std), path.Dir(file)); err != nil {
		return nil, err
	}
	tables, err := lib.FileTables(file)
	if err != nil {
		return nil, err
	}
	names := library.FoldersOf(library.FileOf(name), file)
	for i := range tables {
		tables[i].Pos.File = names.File(tables[i].Pos.File)
	}
	room.Tables = tables
	return room, nil
}

// houseRoom returns what an embedded house defines beyond its games.
func houseRoom(std *app.IO, lib *dsl.Library, house string) (*docs.Room, error) {
	room := &docs.Room{Lines: lib.Line, Alike: compare.Alike, Elsewhere: docs.Elsewhere(lib, house)}
	if err := readDocument(room, library.Houses(std), house); err != nil {
		return nil, err
	}
	var err error
	if room.Tables, err = lib.HouseTables(house); err != nil {
		return nil, err
	}
	if room.Postings, err = lib.HousePostings(house); err != nil {
		return nil, err
	}
	room.Options, err = lib.HouseOptions(house)
	return room, err
}

// readDocument reads what is known about the document of the house in a folder: the list of clauses and that of readings, if there
// are any, and the readings that houses share.
func readDocument(room *docs.Room, fsys fs.FS, dir string) error {
	list, err := docs.ReadClauses(fsys, dir)
	if err != nil {
		return err
	}
	room.Clauses, room.Names, room.Folder = list.Clauses, list.Games, path.Base(dir)
	if room.Readings, err = docs.ReadReadings(stdlib.FS, ".", ""); err != nil {
		return err
	}
	own, err := docs.ReadReadings(fsys, dir, room.Folder)
	if err != nil {
		return err
	}
	room.Readings.Add(own)
	return nil
}

// BindAll binds games to the stakes of a table.
func BindAll(games []*plan.Game, stakes string) ([]*plan.AtStakes, error) {
	var out []*plan.AtStakes
	for _, g := range games {
		b, err := g.BindTo(stakes)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// knownToSome rejects --set for options that neither the games nor the tables of their house have.
func knownToSome(name string, games []*plan.Game, room *docs.Room, set map[string]string) error {
	all := plan.Game{ID: name, Options: slices.Clone(room.Options)}
	for _, g := range games {
		all.Options = append(all.Options, g.Options...)
	}
	return library.KnowsOptions(&all, set)
}

// writeBook writes a single sheet, or all sheets of a house, as one object.
func writeBook(std *app.IO, name string, b *docs.Book, mark, effective string) error {
	marks := []rows.Pair{{Name: "effective", Doc: "the day from which the house's rules hold, as 2024-03-01; empty if the house names none", Value: effective}, {Name: "mark", Doc: "of what is printed: it changes when a sentence does", Value: mark}}
	out := []rows.Record{}
	for i := range b.Clauses {
		c := &b.Clauses[i]
		out = append(out, rows.Record{
			{Name: "id", Doc: "by which rules cite it", Value: c.ID},
			{Name: "text", Doc: "in our words", Value: docs.ClauseText(c)},
			{Name: "source", Doc: "the place in the document", Value: c.Source},
			{Name: "machine", Doc: "who sees to it: the engine, the engine once it hears of an event, or nobody but the reader", Limits: `enum:"yes,event,document"`, Value: c.Machine},
		})
	}
	clauses := rows.Pair{Name: "clauses", Doc: "that it cites, or all of its document", Value: out}
	if len(b.Front) == 0 && len(b.Sheets) == 1 {
		return rows.WriteObject(std.Stdout, report.JSON, "rules", "The sheet of one game.", slices.Concat(sheetFields(b.Sheets[0]), marks, []rows.Pair{clauses}))
	}
	var games []rows.Record
	for _, s := range b.Sheets {
		games = append(games, sheetFields(s))
	}
	return rows.WriteObject(std.Stdout, report.JSON, "rules", "The book of a house.", slices.Concat([]rows.Pair{{Name: "house", Doc: "the house's folder", Value: name}, {Name: "name", Doc: "the house's name", Value: b.Title}}, marks, []rows.Pair{{Name: "sections", Doc: "what holds for all games", Value: b.Front}, {Name: "games", Doc: "the sheets", Value: games}, clauses}))
}

func sheetFields(s *docs.Sheet) []rows.Pair {
	return []rows.Pair{
		{Name: "game", Doc: "the name", Value: s.Game.ID},
		{Name: "name", Doc: "in words", Value: s.Game.Name},
		{Name: "house", Doc: "the house's name, empty for your own script", Value: s.Game.House},
		{Name: "stakes", Doc: "that the sheet is for", Value: s.Stakes.Name},
		{Name: "about", Doc: "the game's docstring", Value: s.Game.Doc},
		{Name: "sections", Doc: "the sheet", Value: s.Sections},
	}
}

// PrintBook prints a book as text.
func PrintBook(w *term.Stream, b *docs.Book, opts *RulesOptions) {
	if term.Browser {
		return
	}
	if len(b.Front) > 0 {
		// Print what precedes the sheets of a house: its name, its games, and the rules common to all of them
		w.Printf("%s\n\n", w.Paint(b.Title+": rules of play", color.Bold))
		var cells [][]string
		for _, s := range b.Sheets {
			cells = append(cells, []string{"  " + b.Name(s), s.Whole()})
		}
		report.Table(w, make([]report.Heading, 2), cells)
		printSections(w, b, b.Front, opts)
	}
	for i, s := range b.Sheets {
		if i > 0 || len(b.Front) > 0 {
			w.Printf("\n\n")
		}
		// The steps of the procedure are numbered, as dealers learn them; the details of a step are below it
		title := s.Title()
		if len(b.Front) > 0 {
			title = b.Name(s)
		}
		w.Printf("%s\n", w.Paint(title, color.Bold))
		if s.Game.Doc != "" {
			w.Printf("\n%s\n", report.Folded(s.Game.Doc, w, 0))
		}
		printSections(w, b, s.Floor(), opts)
		if len(s.Refs) > 0 {
			w.Printf("\n%s\n", report.Folded(docs.RefsWords(s.Refs), w, 0))
		}
	}
	if len(b.Back) > 0 {
		w.Printf("\n")
		printSections(w, b, b.Back, opts)
	}
	if opts.Clauses {
		w.Printf("\n%s\n", w.Paint("Clauses", color.Bold))
		for i := range b.Clauses {
			c := &b.Clauses[i]
			w.Printf("  %s\n", w.Paint(c.ID, color.Faint))
			w.Printf("    %s\n", report.Folded(docs.ClauseText(c), w, 4))
		}
	}
	if b.Foot != "" {
		w.Printf("\n%s\n", w.Paint(report.Folded(b.Foot, w, 0), color.Faint))
	}
}

func printSections(w *term.Stream, b *docs.Book, all []docs.Section, opts *RulesOptions) {
	for i := range all {
		sec := &all[i]
		w.Printf("\n%s\n", w.Paint(report.Folded(sec.Heading(), w, 0), color.Bold))
		if sec.About != "" {
			w.Printf("  %s\n", w.Paint(report.Folded(sec.About, w, 2), color.Faint))
		}
		printCites(w, named(b.Ranges(sec.Clauses)), "  ")
		for i := range sec.Rules {
			r := &sec.Rules[i]
			if sec.ForOthers(i) {
				w.Printf("  %s\n", w.Paint(report.Folded(docs.Capital(r.Games)+":", w, 2), color.Underline))
			}
			mark := margin(r)
			w.Printf("%s%s\n", mark, report.Folded(r.Printed(), w, len(mark)))
			wide := 0
			for _, row := range r.Rows {
				wide = max(wide, len(row.What))
			}
			for _, row := range r.Rows {
				w.Printf("%s  %-*s  %s\n", blank(mark), wide, row.What, row.Much)
			}
			notes := named(b.Cites(r))
			if note := r.Note(); note != "" {
				notes = append(notes, note)
			}
			printCites(w, notes, blank(mark))
			if text := b.Source(r); text != "" && opts.Source {
				w.Printf("%s%s\n", blank(margin(r)), w.Paint(text, color.Faint))
			}
		}
	}
}

func named(cited []docs.Cited) []string {
	var out []string
	for _, c := range cited {
		out = append(out, c.Text)
	}
	return out
}

func printCites(w *term.Stream, clauses []string, margin string) {
	if len(clauses) > 0 {
		note := report.Folded("["+strings.Join(clauses, ", ")+"]", w, len(margin))
		w.Printf("%s%s\n", margin, w.Paint(note, color.Faint))
	}
}

// margin returns what precedes a rule: its number, or a space.
func margin(r *docs.Rule) string {
	switch {
	case r.Number == "":
		return "  "
	}
	return fmt.Sprintf("%s%2s. ", strings.Repeat("    ", r.Level()), r.Number)
}

func blank(margin string) string { return strings.Repeat(" ", len(margin)) }

// printWalls prints the players' sheets.
func printWalls(ctx context.Context, std *app.IO, s *subject, opts *RulesOptions) error {
	walls := s.walls(ctx, std, opts)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(s.menus) > 0 && !s.house && opts.Format != report.JSON {
		walls.Walls = walls.Walls[:min(1, len(walls.Walls))] // the cover
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
			title := docs.Heading(w.Game)
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
				printItem(out, strings.Repeat("    ", strings.Count(s.Number, "."))+fmt.Sprintf("%2s. ", s.Number), s.Text)
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
	var out []rows.Record
	for _, w := range walls.Walls {
		out = append(out, rows.Record{
			{Name: "game", Doc: "the game's id", Value: w.Game.ID},
			{Name: "name", Doc: "its name", Value: w.Game.Name},
			{Name: "house", Doc: "the house's name", Value: w.Game.House},
			{Name: "about", Doc: "the first sentences of the game's docstring", Value: w.About},
			{Name: "fee", Doc: "what the house takes; empty for nothing", Value: w.Fee},
			{Name: "costs", Doc: "what it costs", Value: w.Money},
			{Name: "more", Doc: "which other limits are played", Value: w.More},
			{Name: "deal", Doc: "the deal street by street", Value: append([]docs.Street{}, w.Deal...)},
			{Name: "example", Doc: "A hand that was dealt and called down.", Value: w.Example},
			{Name: "wins", Doc: "what wins", Value: append([]docs.Win{}, w.Wins...)},
			{Name: "remember", Doc: "the rules that players break most", Value: w.Remind},
			{Name: "boxes", Doc: "what may be chosen, rules of the house, kill pots, and what the house takes", Value: append([]docs.Box{}, w.Boxes...)},
			{Name: "effective", Doc: "the day from which the house's rules hold, as 2024-03-01; empty if the house names none", Value: w.Game.From.Effective},
			{Name: "mark", Doc: "of what is printed: it changes when a sentence does", Value: w.Mark()},
		})
	}
	return rows.WriteObject(std.Stdout, report.JSON, "rules", "Sheets for players, with --for players.", []rows.Pair{{Name: "for", Doc: "whom the sheets are for", Value: docs.ForPlayers}, {Name: "name", Doc: "the game's or the house's name", Value: walls.Title}, {Name: "games", Doc: "the sheets", Value: out}})
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
	for _, b := range e.Lies() {
		cells = append(cells, []string{"  " + b.Name, docs.CardWords(b.Cards), ""})
	}
	for _, s := range e.Seats {
		cells = append(cells, []string{"  " + s.Name, s.Words(), s.Makes})
	}
	report.Table(out, make([]report.Heading, 3), cells)
	if e.Text != "" {
		printItem(out, "  ", e.Text)
	}
}
