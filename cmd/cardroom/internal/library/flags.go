package library

import (
	"cardroom/cmd/cardroom/internal/app"

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

// UsualStack is the default stack of each player.
const UsualStack = "100bb"

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
