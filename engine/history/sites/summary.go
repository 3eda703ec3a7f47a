package sites

import (
	"bytes"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// Result is a player's result in a tournament.
type Result struct {
	Place int64
	Prize string // as an amount, "" for none
}

// Summary reads the summary of a tournament as PokerStars and GGPoker write it, in a file of its own: the number of the tournament, and the
// results of its players by name. ok is false for another text, and if players could come back, who then have several results.
//
//	PokerStars Tournament #123456789, No Limit Hold'em
//	  1: anna (Germany), $4.50 (50%)
//	  2: bo (Norway),
func Summary(text []byte) (number string, results map[string]Result, ok bool) {
	first, rest, _ := bytes.Cut(scribe.Trim(text), []byte("\n"))
	title, after, _ := bytes.Cut(first, []byte("Tournament #"))
	_, n := scribe.Number(after)
	if n == 0 || !scribe.Has(after[n:], ",") || len(title) > 0 && string(title) != "PokerStars " {
		return "", nil, false
	}
	results = map[string]Result{}
	var amounts scribe.Said
	for line := range bytes.Lines(rest) {
		line = scribe.Trim(line)
		if low := bytes.ToLower(line); bytes.Contains(low, []byte("rebuy")) || bytes.Contains(low, []byte("re-entr")) {
			return "", nil, false
		}
		place, k := scribe.Number(line)
		_, who, colon := bytes.Cut(line[k:], []byte(": ")) // "1: anna" or "1st : anna"
		comma := bytes.LastIndex(who, []byte(", "))
		if comma < 0 {
			comma = len(bytes.TrimSuffix(who, []byte(",")))
		}
		if place < 1 || !colon || comma == 0 || len(line)-len(who)-k > len("th : ") {
			continue
		}
		name, prize := who[:comma], ""
		if amount, _ := amounts.Amount(bytes.TrimLeft(who[comma:], ", ")); amount > 0 {
			prize = history.FormatAmount(amount, scribe.Unit)
		}
		if country := bytes.LastIndex(name, []byte(" (")); country > 0 && bytes.HasSuffix(name, []byte(")")) {
			name = name[:country]
		}
		results[string(name)] = Result{place, prize}
	}
	return string(after[:n]), results, len(results) > 0
}
