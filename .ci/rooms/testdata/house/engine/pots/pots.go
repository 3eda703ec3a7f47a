// Package pots climbs: it imports a package of a higher floor.
package pots

import (
	"house/dsl/words"
	"house/engine/cards"
)

func Win() bool { return cards.Deal().Red() && words.Word != "" }
