package cards

import (
	"strings"

	"cardroom/engine/diag"
)

// Read parses cards as people write them: "Ah Kd", "ahkd", "10h", "A♥", "joker",
// with or without spaces, commas and hyphens between them. The first joker becomes
// [Joker], the second [Joker2]. Errors have the code [diag.Written] and the
// position in the original text.
func Read(text string) ([]Card, error) {
	return read(text, func(n int) (Card, bool) { return Joker + Card(n), n < 2 })
}

// Read is [Read] for cards of the deck d. If d has several packs, equal cards are
// allowed: the first d.Packs jokers are [Joker], and any others [Joker2] if the
// packs have two.
func (d Deck) Read(text string) ([]Card, error) {
	if d.Packs < 2 {
		return Read(text)
	}
	return read(text, func(n int) (Card, bool) {
		if n >= d.Packs && d.Jokers > 1 {
			return Joker2, true
		}
		return Joker, true
	})
}

// read parses cards; joker returns the n-th joker, from 0, and whether it can
// exist.
func read(text string, joker func(n int) (Card, bool)) ([]Card, error) {
	var out []Card
	jokers := 0
	for i := 0; i < len(text); {
		if n := Gap(text[i:]); n > 0 {
			i += n
			continue
		}
		c, n := ScanWritten(text[i:])
		if n == 0 {
			return nil, diag.InCards(text, i, NotCard)
		}
		if c == Joker {
			var ok bool
			if c, ok = joker(jokers); !ok {
				return nil, diag.InCards(text, i, "more than two jokers")
			}
			jokers++
		}
		out = append(out, c)
		i += n
	}
	return out, nil
}

// Gap returns the number of bytes at the start of a text that may stand between
// cards: one space, comma, hyphen or short word; 0 for none. Call it before
// [ScanWritten], because "the" begins like a ten.
func Gap(text string) int {
	if text == "" {
		return 0
	}
	word := ""
	switch text[0] {
	case ' ', '\t', '\n', '\r', ',', '-':
		return 1
	case 'a', 'A':
		word = "and"
	case 't', 'T':
		word = "the"
	default:
		return 0
	}
	if len(text) >= len(word) && sameLetters(text[:len(word)], word) {
		return len(word)
	}
	return 0
}

// ScanWritten parses the card at the start of a text, in any spelling, and returns
// the number of bytes read, 0 if there is none. Every joker is [Joker].
func ScanWritten(text string) (Card, int) {
	if c, n := Scan(text); n > 0 && c != Joker { // the usual spelling, and the fastest
		return c, n
	}
	if n := prefix(text, jokerWords); n > 0 {
		return Joker, n
	}
	if text == "" {
		return Unknown, 0
	}
	rank, n := upper(text[0]), 1
	if strings.HasPrefix(text, "10") {
		rank, n = 'T', 2
	}
	for k := 1; k > 0; n += k {
		k = Gap(text[n:])
	}
	for _, s := range suitWords {
		if k := prefix(text[n:], s.words); k > 0 {
			if c, read := Scan(string([]byte{rank, s.char})); read > 0 {
				return c, n + k
			}
		}
	}
	return Unknown, 0
}

// The spellings of jokers and suits. A longer word comes before its prefixes.
var (
	jokerWords = []string{"jokers", "joker", "jo", "*"}
	suitWords  = []struct {
		char  byte
		words []string
	}{
		// A suit may be followed by the variation selector that shows it in color.
		{'c', []string{"c", "♣\ufe0f", "♣", "♧"}},
		{'d', []string{"d", "♦\ufe0f", "♦", "♢"}},
		{'h', []string{"h", "♥\ufe0f", "♥", "♡"}},
		{'s', []string{"s", "♠\ufe0f", "♠", "♤"}},
	}
)

// prefix returns the length of the first of the words that the text begins with, in
// either case; 0 for none.
func prefix(text string, words []string) int {
	for _, w := range words {
		if len(text) >= len(w) && (text[:len(w)] == w || sameLetters(text[:len(w)], w)) {
			return len(w)
		}
	}
	return 0
}

// sameLetters reports whether two texts of the same length are equal, ignoring the
// case of ASCII letters.
func sameLetters(a, b string) bool {
	for i := range len(a) {
		if upper(a[i]) != upper(b[i]) {
			return false
		}
	}
	return true
}

// upper returns an ASCII letter in upper case; other bytes are unchanged.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
