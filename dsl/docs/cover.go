package docs

import (
	"slices"

	"cardroom/engine/plan"
)

// Cover returns the sheet of a menu for players: its games, and what holds for all of them. It takes that off the sheets of the games,
// which follow it.
func Cover(m *plan.Menu, walls []*Wall, room *Room) *Wall {
	cover := &Wall{
		Game: &plan.Game{ID: m.ID, House: m.House, Name: m.Name, Doc: m.Doc, Pos: m.Pos}, About: about(m.Doc), Four: walls[0].Four, seats: walls[0].seats,
	}
	choice, games := Box{Title: choiceTitle, Lines: []string{choiceWords(m, room), "Each game has a sheet of its own."}}, Box{Title: gamesTitle}
	for _, w := range walls {
		cover.Game.MinSeats, cover.seats = max(cover.Game.MinSeats, w.Game.MinSeats), min(cover.seats, w.seats)
		games.Lines = append(games.Lines, nameAmong(w.Game, m.Games))
	}
	if fee := walls[0].Fee; !slices.ContainsFunc(walls, func(w *Wall) bool { return w.Fee != fee }) {
		cover.Fee = fee
	}
	if more := walls[0].More; !slices.ContainsFunc(walls, func(w *Wall) bool { return w.More != more }) {
		cover.More = more
	}
	cover.Money = shared(walls, func(w *Wall) []Amount { return w.Money })
	cover.Remind = shared(walls, func(w *Wall) []string { return w.Remind })
	cover.Boxes = []Box{choice, games}
	for _, b := range walls[0].Boxes {
		if lines := shared(walls, func(w *Wall) []string { return w.lines(b.Title) }); len(lines) > 0 {
			cover.Boxes = append(cover.Boxes, Box{b.Title, lines})
		}
	}
	for _, w := range walls {
		if cover.Fee != "" {
			w.Fee = ""
		}
		if cover.More != "" {
			w.More = ""
		}
		w.Money, w.Remind = without(w.Money, cover.Money), without(w.Remind, cover.Remind)
		for i := range w.Boxes {
			w.Boxes[i].Lines = without(w.Boxes[i].Lines, cover.lines(w.Boxes[i].Title))
		}
		w.Boxes = slices.DeleteFunc(w.Boxes, func(b Box) bool { return len(b.Lines) == 0 })
	}
	return cover
}

// lines returns the lines of the box with a title.
func (p *Wall) lines(title string) []string {
	if i := slices.IndexFunc(p.Boxes, func(b Box) bool { return b.Title == title }); i >= 0 {
		return p.Boxes[i].Lines
	}
	return nil
}

// shared returns what all sheets have, in the order of the first.
func shared[T comparable](walls []*Wall, of func(*Wall) []T) []T {
	return slices.DeleteFunc(slices.Clone(of(walls[0])), func(x T) bool {
		return slices.ContainsFunc(walls, func(w *Wall) bool { return !slices.Contains(of(w), x) })
	})
}

func without[T comparable](list, gone []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(gone, x) })
}
