package library

import (
	"cardroom/engine/enumerate"
)

// SmallGames are the small versions of games that a command line requests.
type SmallGames struct {
	Sizes     []enumerate.Size // none for the game's default
	Wishes    enumerate.Wishes
	OpenFolds bool
}

// UsualStack is the default stack of each player.
const UsualStack = "100bb"
