package scribe

import (
	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// Cards parses cards such as "Ah Kd 10c" and "A♥, 10♣", with or without spaces or commas between them, up to a
// bracket or another character. It returns the number of bytes consumed.
func Cards(b []byte, to []cards.Card) (cs []cards.Card, n int) { return plain.cards(b, to) }

// cards parses cards as a language names them.
func (t tongue) cards(b []byte, to []cards.Card) (cs []cards.Card, n int) {
	cs = to
	for n < len(b) {
		c := b[n]
		if c == ' ' || c == ',' {
			n++
			continue
		}
		if len(cs) == history.MaxActionCards {
			return cs, n
		}
		if (c == 'X' || c == 'x') && (n+1 == len(b) || b[n+1] == ' ' || b[n+1] == ']') {
			cs, n = append(cs, cards.Unknown), n+1
			continue
		}
		if t == plain && n+1 < len(b) {
			if card, ok := scan(c, b[n+1]); ok > 0 {
				cs, n = append(cs, card), n+2
				continue
			}
		}
		rank, k := t.rank(b[n:])
		if k == 0 || n+k >= len(b) {
			return cs, n
		}
		suit, m := t.suit(b[n+k:])
		card, ok := scan(rank, suit)
		if ok == 0 {
			return cs, n
		}
		cs, n = append(cs, card), n+k+m
	}
	return cs, n
}

const (
	rankChars = "23456789TJQKA"
	suitChars = "cdhs"
)

var (
	rankOf = letters(rankChars, "23456789tjqka")
	suitOf = letters(suitChars, "CDHS")
)

func letters(a, b string) (t [256]uint8) {
	for i := range len(a) {
		t[a[i]], t[b[i]] = uint8(i+1), uint8(i+1)
	}
	return t
}

func scan(r, s byte) (cards.Card, int) {
	rank, suit := rankOf[r], suitOf[s]
	if rank == 0 || suit == 0 {
		if r == '?' && s == '?' || r == '#' && s == '#' || (r == 'X' || r == 'x') && (s == 'x' || s == 'X') || r == '-' && s == '-' {
			return cards.Unknown, 2
		}
		return 0, 0
	}
	return cards.New(cards.Rank(rank-1), cards.Suit(suit-1)), 2
}

// Number parses a whole number at the beginning of b and returns the number of bytes consumed.
func Number(b []byte) (v int64, n int) {
	for n < len(b) && b[n]-'0' <= 9 && n < 18 {
		v = v*10 + int64(b[n]-'0')
		n++
	}
	return v, n
}

// ID returns an id of a file, as a number if it is one.
func ID(b []byte) history.ID {
	if len(b) == 0 {
		return history.ID{}
	}
	if v, n := Number(b); n == len(b) && n > 0 && (b[0] != '0' || n == 1) {
		return history.NumberID(v)
	}
	return history.TextID(string(b))
}
