package library

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/enumerate"

	"github.com/urfave/cli/v2"
)

// SmallGames are the small versions of games that a command line requests.
type SmallGames struct {
	Sizes     []enumerate.Size // none for the game's default
	Wishes    enumerate.Wishes
	OpenFolds bool
}

// SmallFlags returns the flags that make games small. sizes is the usage of --size,
// and usual its default.
func SmallFlags(category, sizes, usual string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "size", Usage: sizes + ": kuhn (one round), leduc (two rounds), royal (three rounds), whole (all of the game), or a TOML file", DefaultText: usual, Category: category},
		&cli.StringFlag{Name: "stakes", Usage: "play for `STAKES`", Category: category},
		&cli.IntFlag{Name: "seats", Usage: "seat `N` players", DefaultText: "as few as may play", Category: category},
		&cli.StringFlag{Name: "stack", Usage: "give each player `CHIPS`, or a list for seat 1, seat 2, …: \"4\", \"3,4,6\"", DefaultText: "enough for the bets of the size", Category: category},
		&cli.StringFlag{Name: "deck-ranks", Usage: "deal from this many `RANKS`, or from these: 4, A5K", DefaultText: "3, or as many as are needed", Category: category},
		&cli.IntFlag{Name: "deck-suits", Usage: "deal from `N` suits", DefaultText: "by size 1, 2 or 4", Category: category},
		&cli.BoolFlag{Name: "open-folds", Usage: "also try folds where a check is free", DisableDefaultText: true, Category: category},
	}
}

// ReadSmall reads the flags. They override the settings in a file.
func ReadSmall(c *cli.Context, std *app.IO) (s SmallGames, err error) {
	for name := range strings.SplitSeq(c.String("size"), ",") {
		if name = strings.TrimSpace(name); !c.IsSet("size") {
			break
		}
		size, ok := enumerate.SizeByName(name)
		if !ok && strings.HasSuffix(name, ".toml") {
			text, err := std.ReadText(name)
			if err != nil {
				return s, err
			}
			f, err := enumerate.ReadSize(name, text)
			if err != nil {
				return s, err
			}
			size, s.Wishes = f.Size, f.Wishes
		} else if !ok {
			return s, app.Usagef("--size must be %s or a .toml file, not %q", strings.Join(enumerate.SizeNames(), ", "), name)
		}
		s.Sizes = append(s.Sizes, size)
	}
	w := &s.Wishes
	if c.IsSet("stakes") {
		w.Stakes = c.String("stakes")
	}
	if c.IsSet("seats") {
		w.Seats = c.Int("seats")
	}
	if c.IsSet("deck-suits") {
		w.Suits = c.Int("deck-suits")
	}
	if c.IsSet("deck-ranks") {
		if err := w.ReadRanks(c.String("deck-ranks")); err != nil {
			return s, app.Usagef("--deck-ranks is %v", err)
		}
	}
	if text := c.String("stack"); c.IsSet("stack") {
		if err := w.ReadStacks(text); err != nil {
			return s, app.Usagef("--stack is %v", err)
		}
	}
	s.OpenFolds = c.Bool("open-folds")
	if w.Seats < 0 || w.Ranks < 0 || w.Suits < 0 || w.Suits > 4 {
		return s, app.Usagef("--seats, --deck-ranks and --deck-suits (at most 4) are at least 1")
	}
	return s, nil
}
