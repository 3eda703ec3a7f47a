package diag

import (
	"slices"
	"strings"
)

// Nearest returns the candidate that name most likely stands for, or "" when none is close. A candidate is close when at most a
// third of the longer word (and never more than three runes) must be inserted, deleted, replaced or swapped with its neighbor;
// letter case and the choice between "_", "-" and " " cost nothing. Among equally close candidates the singular or plural of
// the name wins, then the first in sorted order, so that a message does not depend on the order of a map.
func Nearest(name string, candidates []string) string {
	sorted := slices.Clone(candidates)
	slices.Sort(sorted)
	n := NewSearch(name)
	for _, c := range sorted {
		n.Try(c, Fold(c))
	}
	return n.best
}

// farthest is one more than the largest number of edits between close words.
const farthest = 4

// Search looks for the nearest name among candidates in sorted order. It is for frequent use: the candidates are folded once.
type Search struct {
	name, best string
	want       []rune // the name, folded
	cost       int    // of the best
}

// NewSearch returns a search for the candidate that name stands for.
func NewSearch(name string) *Search {
	return &Search{name: name, want: Fold(name), cost: farthest}
}

// Try compares one more candidate, which is also given in folded form.
func (n *Search) Try(candidate string, folded []rune) {
	if candidate == n.name {
		return
	}
	if n.cost == 1 && onlyPlural(n.want, folded) {
		n.best = candidate
		return
	}
	if cost := distance(n.want, folded, n.cost); cost < n.cost && cost <= max(len(n.want), len(folded))/3 {
		n.best, n.cost = candidate, cost
	}
}

// onlyPlural reports whether one of two words is the other plus an s.
func onlyPlural(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 1 && len(b) == len(a)+1 && b[len(a)] == 's' && slices.Equal(a, b[:len(a)])
}

// Hint returns a question that suggests the best candidate, or "".
func (n *Search) Hint() string { return meant(n.best) }

// Fold maps spellings that people mix up to one spelling.
func Fold(s string) []rune {
	b := []byte(s)
	for i, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == '-' || c == ' ':
			b[i] = '_'
		}
	}
	return []rune(string(b))
}

// distance returns the Damerau-Levenshtein distance (swapping neighbors counts one), or limit if it is at least limit.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	// Names are short, but file names and strings come from users: bound the work.
	if len(a) > 64 || len(b) > 64 {
		return limit
	}
	var rows [3][65]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > limit {
			return limit // a swap saves at most one
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}

// DidYouMean returns a question that suggests the nearest candidate, or "".
func DidYouMean(name string, candidates []string) string { return meant(Nearest(name, candidates)) }

func meant(best string) string {
	if best == "" {
		return ""
	}
	return question + best + "?"
}

// question is how a hint that suggests another word begins.
const question = "did you mean "

// Instead returns what a hint of [DidYouMean] suggests in the place of the word at fault; "" if it suggests nothing.
func Instead(hint string) string {
	if rest, ok := strings.CutPrefix(hint, question); ok {
		if best, ok := strings.CutSuffix(rest, "?"); ok {
			return best
		}
	}
	return ""
}

// Meant returns the candidate that was probably meant: word is a misspelling of it, or one of them is how the other begins, as
// "coverage" and "cover". It returns "" when there is none: no suggestion is better than a silly one.
func Meant(word string, candidates []string) string {
	if best := Nearest(word, candidates); best != "" {
		return best
	}
	for _, c := range candidates {
		if len(word) > 1 && strings.HasPrefix(c, word) {
			return c
		}
	}
	longest := ""
	for _, c := range candidates {
		if len(c) > max(2, len(longest)) && strings.HasPrefix(word, c) {
			longest = c
		}
	}
	return longest
}
