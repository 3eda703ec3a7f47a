package plan

import (
	"regexp"
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

// Amount returns an amount of 1/scale units as people write it, without a sign: "4", "0.50".
func Amount(units, scale int64) string { return Currency("").Price(units, scale) }

// Written returns a text with its amounts as [Amount] writes them: "0.5" becomes "0.50". Texts that say the same amounts become equal.
func Written(text string) string { return oneDecimal.ReplaceAllString(text, "${0}0") }

var oneDecimal = regexp.MustCompile(`[0-9]*\.[0-9]\b`)
