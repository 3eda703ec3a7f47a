package library

import (
	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

// The flags below mean the same in each command that has them.

// SetFlag is --set.
func SetFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "set a rule option, `OPTION=VALUE`; repeatable"}
}

// SeatsFlag is --seats.
func SeatsFlag() cli.Flag {
	return &cli.IntFlag{Name: "seats", Usage: "seat `N` players", DefaultText: "6, or the most the game takes"}
}

// StakesFlag is --stakes.
func StakesFlag() cli.Flag {
	return &cli.StringFlag{Name: "stakes", Usage: "play for `STAKES`: 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"}
}

// UsualStack is the stack of each player where nothing else is said.
const UsualStack = "100bb"

// StackFlag is --stack for one stack or one a seat.
func StackFlag() cli.Flag {
	return &cli.StringFlag{Name: "stack", Usage: "give each player `SIZE`: chips, or big blinds as in 40bb; a list sets seat 1, seat 2, …", Value: UsualStack}
}

// DeckFlag is --deck.
func DeckFlag() cli.Flag {
	return &cli.StringFlag{Name: "deck", Usage: "deal from `FILE`: one deck per line, top card first", Category: app.AdvancedCategory, DefaultText: "random decks"}
}

// WorkersFlag is --workers where the results do not depend on it.
func WorkersFlag() cli.Flag {
	return &cli.IntFlag{Name: "workers", Usage: "use `N` cores; results stay the same", Category: app.AdvancedCategory, DefaultText: "all"}
}

// ShardFlag is --shard.
func ShardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Usage: "play only part `I/N` of the hands, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"}
}
