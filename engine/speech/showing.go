package speech

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// firstBettor returns the dealer's name for the cards that bet first: "king", "pair
// of sixes", "seven-deuce low". Of several seats with the same name, the one dealt
// first is "first king"; one that is better by its side cards has these named.
func (n *Narrator) firstBettor(e *hand.Event) string {
	open := n.step(e).Bet.Open
	up := e.List()
	if open == plan.BringInLow || open == plan.BringInHigh {
		return showingWords(up, 1, false)
	}
	low := open == plan.LowShowing
	alike := 0
	for _, seat := range n.clockwise() {
		if seat == e.Seat && alike == 0 {
			break
		}
		if seat != e.Seat && showingWords(n.up[seat], 1, low) == showingWords(up, 1, low) {
			alike++
		}
	}
	switch {
	case alike > 0:
		return showingWords(up, 2, low)
	case n.othersShow(e.Seat, showingWords(up, 1, low), low):
		return "first " + showingWords(up, 1, low)
	}
	return showingWords(up, 1, low)
}

// clockwise returns the live seats from the left of the button.
func (n *Narrator) clockwise() []int8 {
	var out []int8
	seat := n.h.Button()
	for range n.live.Len() {
		seat = n.live.After(seat)
		out = append(out, int8(seat))
	}
	return out
}

// othersShow reports whether another live seat shows cards with the same name.
func (n *Narrator) othersShow(seat int8, words string, low bool) bool {
	return slices.ContainsFunc(n.clockwise(), func(s int8) bool {
		return s != seat && showingWords(n.up[s], 1, low) == words
	})
}

// showingWords names up cards by their groups of equal ranks, larger groups first,
// and among groups of one size the higher rank first. It names at most this number
// of groups. Two pair counts as one group.
func showingWords(up []cards.Card, groups int, low bool) string {
	counts := map[cards.Rank]int{}
	for _, c := range up {
		if c.Natural() {
			counts[c.Rank()]++
		}
	}
	ranks := make([]cards.Rank, 0, len(counts))
	for r := range counts {
		ranks = append(ranks, r)
	}
	slices.SortFunc(ranks, func(a, b cards.Rank) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(standing(b, low), standing(a, low)))
	})
	if len(ranks) == 0 {
		return "nothing"
	}
	first, rest := groupWords(ranks, counts)
	names := []string{first}
	for _, r := range rest {
		if len(names) < groups {
			names = append(names, rank.Word(r))
		}
	}
	text := strings.Join(names, "-")
	if counts[ranks[0]] > 1 {
		text = strings.Join(names, " with a ")
	} else if low {
		text += " low"
	}
	return text
}

// standing orders ranks: the ace is low in a low game.
func standing(r cards.Rank, low bool) int {
	if low && r == cards.Ace {
		return -1
	}
	return int(r)
}

// groupWords names the largest group, and returns the side cards.
func groupWords(ranks []cards.Rank, counts map[cards.Rank]int) (first string, side []cards.Rank) {
	top := ranks[0]
	switch {
	case counts[top] == 2 && len(ranks) > 1 && counts[ranks[1]] == 2:
		return "two pair, " + rank.Plural(top) + " and " + rank.Plural(ranks[1]), ranks[2:]
	case counts[top] == 2:
		return "pair of " + rank.Plural(top), ranks[1:]
	case counts[top] == 3:
		return "three " + rank.Plural(top), ranks[1:]
	case counts[top] > 3:
		return "four " + rank.Plural(top), ranks[1:]
	}
	return rank.Word(top), ranks[1:]
}
