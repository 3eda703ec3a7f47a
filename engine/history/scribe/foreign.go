package scribe

import (
	"bytes"

	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// tongue is the language in which a hand names its cards.
type tongue uint8

const (
	english tongue = iota // and languages without V
	french                // V is the jack, valet
	dutch                 // V is the queen, vrouw
)

// ranksOf are ranks in German, Swedish, Dutch, French and Russian files: the last in Cyrillic
// letters, or in what these become when decoded as Western ones.
var ranksOf = []struct {
	name string
	rank byte
}{
	{"10", 'T'},
	{"Kn", 'J'},
	{"B", 'J'},
	{"D", 'Q'},
	{"H", 'K'},
	{"R", 'K'},
	{"E", 'A'},
	{"В", 'J'},
	{"Д", 'Q'},
	{"К", 'K'},
	{"Т", 'A'},
	{"Â", 'J'},
	{"Ä", 'Q'},
	{"Ê", 'K'},
	{"Ò", 'A'},
}

var suitsOf = []struct {
	name string
	suit byte
}{{"Kreuz", 'c'}, {"Karo", 'd'}, {"Herz", 'h'}, {"Pik", 's'}}

// speaks detects the language of a hand's cards, as far as queen and jack depend on it: a king R or
// a queen D is French, a jack B or a king H Dutch.
func speaks(text []byte) tongue {
	if !bytes.Contains(text, []byte(" V")) {
		return english
	}
	for _, t := range []struct {
		ranks string
		tongue
	}{{"HB", dutch}, {"RD", french}} {
		for _, rank := range []byte(t.ranks) {
			for _, suit := range []byte(suitChars) {
				if bytes.Contains(text, []byte{' ', rank, suit}) {
					return t.tongue
				}
			}
		}
	}
	return english
}

// foreignCards parses cards in any of the languages, up to a bracket.
func (t *Text) foreignCards(b []byte) (cs []cards.Card, n int) {
	cs = t.cards[:0]
	for n < len(b) && b[n] != ']' && len(cs) < history.MaxActionCards {
		if b[n] == ' ' || b[n] == ',' {
			n++
			continue
		}
		rank, k := t.rank(b[n:])
		if k == 0 || n+k == len(b) {
			return cs, n
		}
		suit, m := b[n+k], 1
		for _, s := range suitsOf {
			if Has(b[n+k:], s.name) {
				suit, m = s.suit, len(s.name)
			}
		}
		card, ok := scan(rank, suit)
		if ok == 0 {
			return cs, n
		}
		cs, n = append(cs, card), n+k+m
	}
	return cs, n
}

func (t *Text) rank(b []byte) (rank byte, n int) {
	for _, r := range ranksOf {
		if Has(b, r.name) {
			return r.rank, len(r.name)
		}
	}
	switch {
	case b[0] != 'V':
		return b[0], 1
	case t.tongue == french:
		return 'J', 1
	case t.tongue == dutch:
		return 'Q', 1
	}
	return 0, 0
}
