package books

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl/docs"
)

// Paper is a sheet or a book in the form that its mark is made of: without its foot.
type Paper struct {
	ID     string // of the game or menu; for a book the name of the house
	Reader string // one of docs.Readers, or Book
	Text   string // Markdown
	Mark   string
}

// Book is the reader of the book of a house.
const Book = "book"

// Papers returns all sheets of a game, a menu or a house, and the book of the house first. Of a menu these are its cover for players and
// its sheet for the floor, and not those of its games.
func Papers(ctx context.Context, std *app.IO, opts RulesOptions) ([]Paper, error) {
	s, err := find(std, &opts)
	if err != nil {
		return nil, err
	}
	return s.papers(ctx, std, &opts)
}

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
		add(opts.Game, Book, b, b.Mark())
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
		cover := docs.Cover(m, walls)
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
		if opts.For == "" || opts.For == p.Reader || opts.For == docs.ForFloor && p.Reader == Book {
			std.Stdout.Printf("%s  %-7s  %s\n", p.Mark, p.Reader, p.ID)
		}
	}
	return err
}
