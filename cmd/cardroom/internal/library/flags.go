//go:build !js

package library

import (
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/enumerate"

	"github.com/urfave/cli/v2"
)

// These flags mean the same in all commands that have them.

// SetFlag returns the flag --set.
func SetFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "set a rule option, `OPTION=VALUE`; repeatable"}
}

// SeatsFlag returns the flag --seats.
func SeatsFlag() cli.Flag {
	return &cli.IntFlag{Name: "seats", Usage: "seat `N` players", DefaultText: "6, or the most the game takes"}
}

// StakesFlag returns the flag --stakes.
func StakesFlag() cli.Flag {
	return &cli.StringFlag{Name: "stakes", Usage: "play for `STAKES`: 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"}
}

// StackFlag returns the flag --stack, for one stack or a list with one for each seat.
func StackFlag() cli.Flag {
	return &cli.StringFlag{Name: "stack", Usage: "give each player `SIZE`: chips, or big blinds as in 40bb; a list sets seat 1, seat 2, …", Value: UsualStack}
}

// DeckFlag returns the flag --deck.
func DeckFlag() cli.Flag {
	return &cli.StringFlag{Name: "deck", Usage: "deal from `FILE`: one deck per line, top card first", Category: app.AdvancedCategory, DefaultText: "random decks"}
}

// WorkersFlag returns the flag --workers, for commands whose results do not depend on
// it.
func WorkersFlag() cli.Flag {
	return &cli.IntFlag{Name: "workers", Usage: "use `N` cores; results stay the same", Category: app.AdvancedCategory, DefaultText: "all"}
}

// ShardFlag returns the flag --shard.
func ShardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Usage: "play only part `I/N` of the hands, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"}
}

// PolicyFlag returns the flag --policy: one policy for all seats, and SEAT=POLICY for single seats.
func PolicyFlag(usage, usual string) cli.Flag {
	return &cli.StringSliceFlag{
		Name: "policy", Usage: usage + " random, call, tight, loose, station, maniac, table, file.star:name or file.strategy; SEAT=POLICY for one seat; repeatable",
		DefaultText: strconv.Quote(usual),
	}
}

// PolicyText returns the values of --policy as one text, such as "call, 3=tight.star". The default policy is added if there is
// none for all seats.
func PolicyText(c *cli.Context, usual string) string {
	list := c.StringSlice("policy")
	text := strings.Join(list, ", ")
	switch _, own, err := SplitPolicies(text); {
	case len(list) == 0:
		return usual
	case usual != "random" && err == nil && len(own) == len(list):
		return usual + ", " + text
	}
	return text
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
