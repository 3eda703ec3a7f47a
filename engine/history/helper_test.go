package history

import (
	"reflect"
	"testing"
)

// sameHand compares the contents of two hands, not their positions.
func sameHand(tb testing.TB, a, b *Hand) {
	tb.Helper()
	x, y := bare(a), bare(b)
	if !reflect.DeepEqual(x, y) {
		tb.Errorf("hands differ:\n%+v\n%+v\n%s\n%s", x, y, Append(nil, a), Append(nil, b))
	}
}

// bare returns the hand without its positions.
func bare(h *Hand) *Hand {
	c := h.Clone()
	c.src, c.Warnings, c.table, c.numbered, c.Number = source{}, nil, "", false, 0
	for f := range c.at {
		c.at[f] = min(c.at[f], 1)
	}
	if len(c.Actions) == 0 {
		c.Actions = nil // like every empty list
	}
	for i := range c.Actions {
		c.Actions[i].Pos = 0
	}
	if len(c.Extra) == 0 {
		c.Extra = nil
	}
	for i := range c.Extra {
		c.Extra[i].Pos = 0
	}
	return c
}
