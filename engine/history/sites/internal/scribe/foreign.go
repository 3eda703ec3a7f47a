package scribe

import "bytes"

// tongue is the language in which a hand names its cards.
type tongue uint8

const (
	plain   tongue = iota // English, with symbols for suits
	english               // and other languages without V
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

// speaks detects the language of a hand's cards, as far as queen and jack depend on it: a king R or a queen D is French, a jack B or a king H Dutch.
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

// rank returns the letter of the rank at the beginning of a text, and its length, 0 for none.
func (t tongue) rank(b []byte) (rank byte, n int) {
	if t == plain {
		if Has(b, "10") {
			return 'T', 2
		}
		return b[0], 1
	}
	for _, r := range ranksOf {
		if Has(b, r.name) {
			return r.rank, len(r.name)
		}
	}
	switch {
	case b[0] != 'V':
		return b[0], 1
	case t == french:
		return 'J', 1
	case t == dutch:
		return 'Q', 1
	}
	return 0, 0
}

// suit returns the letter of the suit at the beginning of a text, which may be a symbol or a word, and its length.
func (t tongue) suit(b []byte) (suit byte, n int) {
	for _, s := range suitsOf {
		if t != plain && Has(b, s.name) {
			return s.suit, len(s.name)
		}
	}
	const symbols = "\xe2\x99"
	if len(b) < 3 || string(b[:2]) != symbols {
		return b[0], 1
	}
	switch n = 3; b[2] {
	case 0xa3, 0xa7:
		suit = 'c'
	case 0xa6, 0xa2:
		suit = 'd'
	case 0xa5, 0xa1:
		suit = 'h'
	case 0xa0, 0xa4:
		suit = 's'
	}
	if bytes.HasPrefix(b[3:], []byte("\ufe0f")) || bytes.HasPrefix(b[3:], []byte("\ufe0e")) { // how the symbol is to be drawn
		n += 3
	}
	return suit, n
}
