package main

import (
	"fmt"

	"house/engine/cards"
	"house/engine/pots"
)

func main() { fmt.Println(cards.Deal(), pots.Win()) }
