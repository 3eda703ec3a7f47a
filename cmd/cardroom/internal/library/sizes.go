package library

import (
	"cmp"
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/engine/enumerate"
)

// SmallGames are the small versions of games that a command line requests.
type SmallGames struct {
	Sizes     []enumerate.Size // none for the game's default
	Wishes    enumerate.Wishes
	OpenFolds bool

	named string // --size
}

// UsualStack is the default stack of each player.
const UsualStack = "100bb"

// SmallRows returns the rows of what makes a game small. sizes is the help of --size, and usual its default.
func SmallRows[O any](section, sizes, usual string, at func(*O) *SmallGames) []params.Row[O] {
	return params.Group(at, []params.Row[SmallGames]{
		{Param: &params.Param{
			Name: "size", Doc: sizes + ": kuhn (one round), leduc (two rounds), royal (three rounds), whole (all of the game), or a TOML file", Shown: usual, Section: section, Example: "kuhn",
		}, At: func(s *SmallGames) any { return &s.named }},
		{Param: &params.Param{Name: "stakes", Doc: "play for `STAKES`", Section: section, Example: "2-4"}, At: func(s *SmallGames) any { return &s.Wishes.Stakes }},
		{Param: &params.Param{Name: "seats", Doc: "seat `N` players", Shown: "as few as may play", Section: section, Min: 1, Max: 23, Example: "2"}, At: func(s *SmallGames) any { return &s.Wishes.Seats }},
		{Param: &params.Param{
			Name: "stack", Doc: "give each player `CHIPS`, or a list for seat 1, seat 2, …: \"4\", \"3,4,6\"", Shown: "enough for the bets of the size", Section: section, Example: "8",
		}, At: func(s *SmallGames) any {
			return params.TextSetter(func(text string) error { return about("--stack is", s.Wishes.ReadStacks(text)) })
		}},
		{Param: &params.Param{
			Name: "deck-ranks", Doc: "deal from this many `RANKS`, or from these: 4, A5K", Shown: "3, or as many as are needed", Section: section, Example: "3",
		}, At: func(s *SmallGames) any {
			return params.TextSetter(func(text string) error { return about("--deck-ranks is", s.Wishes.ReadRanks(text)) })
		}},
		{Param: &params.Param{Name: "deck-suits", Doc: "deal from `N` suits", Shown: "by size 1, 2 or 4", Section: section, Min: 1, Max: 4, Example: "2"}, At: func(s *SmallGames) any { return &s.Wishes.Suits }},
		{Param: &params.Param{Name: "open-folds", Doc: "also try folds where a check is free", Section: section}, At: func(s *SmallGames) any { return &s.OpenFolds }},
	})
}

func about(what string, err error) error {
	if err != nil {
		return app.Usagef("%s %v", what, err)
	}
	return nil
}

// Settle finds the sizes. What the command line asks for overrides a file. files is false if no file may be read.
func (s *SmallGames) Settle(std *app.IO, files bool) error {
	if s.named == "" {
		return nil
	}
	for name := range strings.SplitSeq(s.named, ",") {
		name = strings.TrimSpace(name)
		size, ok := enumerate.SizeByName(name)
		switch {
		case ok:
		case !files || !strings.HasSuffix(name, ".toml"):
			hint := ""
			if files {
				hint = "a file of your own ends in .toml"
			}
			return app.UsageHint(fmt.Sprintf("--size must be %s, not %q", strings.Join(enumerate.SizeNames(), ", "), name), hint)
		default:
			text, err := std.ReadText(name)
			if err != nil {
				return err
			}
			f, err := enumerate.ReadSize(name, text)
			if err != nil {
				return err
			}
			w := &s.Wishes
			size, w.Stakes, w.Seats, w.Suits = f.Size, cmp.Or(w.Stakes, f.Wishes.Stakes), cmp.Or(w.Seats, f.Wishes.Seats), cmp.Or(w.Suits, f.Wishes.Suits)
			if w.Ranks == 0 && w.Only == nil {
				w.Ranks, w.Only = f.Wishes.Ranks, f.Wishes.Only
			}
			if w.Stacks == nil {
				w.Stacks = f.Wishes.Stacks
			}
		}
		s.Sizes = append(s.Sizes, size)
	}
	return nil
}
