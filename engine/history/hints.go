package history

import "strings"

// nearest is the word of words that want was probably meant to be, "" if none
// is near.
func nearest(want string, words []string) string {
	if len(want) > 64 {
		return ""
	}
	best, least := "", 1+len(want)/3
	for _, w := range words {
		if strings.EqualFold(w, want) {
			return w
		}
		if d := distance(want, w); d <= least && d < len(w) {
			best, least = w, d-1
		}
	}
	return best
}

// didYouMean is the hint for a word that is not known.
func didYouMean(want string, words []string) string {
	if w := nearest(want, words); w != "" {
		return "did you mean " + w + "?"
	}
	return ""
}

// distance is the number of letters to insert, remove or replace to turn a
// into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
