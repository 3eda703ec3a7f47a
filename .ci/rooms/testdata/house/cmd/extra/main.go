package main

import "house/engine/cards"

func main() { println(cards.Peek()) }
