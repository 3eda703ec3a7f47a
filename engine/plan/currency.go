package plan

import (
	"strings"

	"cardroom/engine/money"
)

// Currency is how a house writes amounts for people: the sign before them, [Chips] after them, or "" for the mere number.
type Currency string

// The usual currencies. Dollars is that of the card rooms.
const (
	Dollars Currency = "$"
	Chips   Currency = "chips"
)

// Price returns an amount of 1/scale units in words: "$4", "$0.50", "€2.50", "1 chip", "40 chips", "2.50".
func (c Currency) Price(units, scale int64) string {
	text := money.Text(units, scale)
	if whole, part, ok := strings.Cut(text, "."); ok && len(part) == 1 {
		text = whole + "." + part + "0"
	}
	switch {
	case c == Chips && text == "1":
		return "1 chip"
	case c == Chips:
		return text + " chips"
	case units < 0:
		return "-" + string(c) + text[1:]
	}
	return string(c) + text
}
