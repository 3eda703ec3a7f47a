package dsl

import "slices"

// Nearest returns the candidate that name most likely stands for, or "" when none is close.
// A candidate is close when at most a third of the longer word (and never more than three runes)
// must be inserted, deleted, replaced or swapped with its neighbour; letter case and the choice
// between "_", "-" and " " cost nothing. Of equally close candidates the first in sorted order wins,
// so that a message does not depend on the order of a map.
func Nearest(name string, candidates []string) string {
	sorted := slices.Clone(candidates)
	slices.Sort(sorted)
	want := []rune(fold(name))
	best, bestCost := "", 4
	for _, c := range sorted {
		if c == name {
			continue
		}
		have := []rune(fold(c))
		if cost := distance(want, have, bestCost); cost < bestCost && cost <= max(len(want), len(have))/3 {
			best, bestCost = c, cost
		}
	}
	return best
}

// fold maps spellings that people mix up to one.
func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == '-' || c == ' ':
			b[i] = '_'
		}
	}
	return string(b)
}

// distance is the Damerau-Levenshtein distance (adjacent swaps count one), or limit if it is not below limit.
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
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}

// didYouMean is the hint for a misspelt name, or "".
func didYouMean(name string, candidates []string) string {
	if n := Nearest(name, candidates); n != "" {
		return "did you mean " + n + "?"
	}
	return ""
}
