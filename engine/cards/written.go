package cards

import "strings"

// Read reads cards as people write them: "Ah Kd", "ahkd", "10h", "A♥", "joker".
// A fault is a [SyntaxError] with its place in the text as it was written.
func Read(text string) ([]Card, error) {
	var out []Card
	jokers := Card(0)
	for i := 0; i < len(text); {
		if n := prefix(text[i:], gaps); n > 0 {
			i += n
			continue
		}
		c, n := ScanWritten(text[i:])
		if n == 0 {
			return nil, &SyntaxError{Text: text, Offset: i, Reason: NotCard}
		}
		if c == Joker {
			if jokers > 1 {
				return nil, &SyntaxError{Text: text, Offset: i, Reason: "more than two jokers"}
			}
			c += jokers
			jokers++
		}
		out = append(out, c)
		i += n
	}
	return out, nil
}

// ScanWritten reads the card that a text begins with, in any way of writing, and
// reports the bytes read, 0 for none. Every joker is [Joker].
func ScanWritten(text string) (Card, int) {
	if c, n := Scan(text); n > 0 && c != Joker { // the common way, and the quickest
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
		k = prefix(text[n:], gaps)
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

// What stands between cards, or between a rank and a suit, and the ways of
// writing jokers and suits. A longer word comes before one that it begins with.
var (
	gaps       = []string{" ", "\t", "\n", "\r", ",", "-", "and", "the"}
	jokerWords = []string{"jokers", "joker", "jo", "*"}
	suitWords  = []struct {
		char  byte
		words []string
	}{
		// A suit may be followed by the selector that makes a coloured picture of it.
		{'c', []string{"c", "♣\ufe0f", "♣", "♧"}},
		{'d', []string{"d", "♦\ufe0f", "♦", "♢"}},
		{'h', []string{"h", "♥\ufe0f", "♥", "♡"}},
		{'s', []string{"s", "♠\ufe0f", "♠", "♤"}},
	}
)

// prefix is the length of the first of the words that a text begins with,
// whatever the case; 0 for none.
func prefix(text string, words []string) int {
	for _, w := range words {
		if len(text) >= len(w) && (text[:len(w)] == w || sameLetters(text[:len(w)], w)) {
			return len(w)
		}
	}
	return 0
}

// sameLetters reports whether two texts of the same length differ at most in the
// case of ASCII letters.
func sameLetters(a, b string) bool {
	for i := range len(a) {
		if upper(a[i]) != upper(b[i]) {
			return false
		}
	}
	return true
}

// upper is an ASCII letter in upper case; other bytes stay as they are.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
