package plan

import (
	"fmt"
	"strings"
)

// Stacks are starting stacks as the user writes them: one size for all seats, or
// one for each, in chips (200) or in big blinds (40bb).
type Stacks []Stack

// Stack is one starting stack.
type Stack struct {
	amount   int64 // in cents, or in hundredths of a big blind
	inBlinds bool
}

// ParseStacks parses stacks: "100bb", "200,50,50".
func ParseStacks(text string) (Stacks, error) {
	var out Stacks
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		number, inBlinds := strings.CutSuffix(strings.ToLower(word), "bb")
		amount, err := ParseMoney(strings.TrimPrefix(number, "$"))
		if err != nil || amount == 0 {
			return nil, fmt.Errorf("must be chips such as 200, or big blinds such as 100bb, not %q", word)
		}
		out = append(out, Stack{amount, inBlinds})
	}
	return out, nil
}

// At returns the starting stack of each of n seats, in the units of the stakes. If
// the stakes have no big blind, the smallest bet takes its place. Stacks are
// rounded down to whole chips.
func (s Stacks) At(n int, stakes Stakes) ([]int64, error) {
	if len(s) != 1 && len(s) != n {
		return nil, fmt.Errorf("gives %d stacks for %d seats", len(s), n)
	}
	out := make([]int64, n)
	for i := range out {
		out[i] = s[min(i, len(s)-1)].units(stakes)
		if out[i] < max(stakes.Chip, 1) {
			return nil, fmt.Errorf("leaves seat %d without a chip: the smallest is %s", i+1, Money(stakes.Chip, stakes.Scale))
		}
	}
	return out, nil
}

func (s Stack) units(stakes Stakes) int64 {
	unit := stakes.Scale
	if s.inBlinds {
		if unit = stakes.BB; unit == 0 {
			unit = stakes.Small.Lo
		}
	}
	units := s.amount / 100 * unit
	units += s.amount % 100 * unit / 100
	return units - units%max(stakes.Chip, 1)
}

// String returns the stacks as ParseStacks reads them.
func (s Stacks) String() string {
	var parts []string
	for _, one := range s {
		text := Money(one.amount, Cents)
		if one.inBlinds {
			text += "bb"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// UsualSeats returns the default number of players: six, or as near to six as the
// game allows.
func (g *Game) UsualSeats() int { return min(max(6, g.MinSeats), g.MaxSeats) }
