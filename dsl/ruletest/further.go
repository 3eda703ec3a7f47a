package ruletest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/rank"

	"go.starlark.net/syntax"
)

// number matches a whole number in a text.
var number = regexp.MustCompile(`[0-9]+`)

// numbers changes each number in a text by one: the limits in "2-4", the hour in "19:00".
func (m *mutator) numbers(n *syntax.Literal, text string) {
	for _, at := range number.FindAllStringIndex(text, -1) {
		digits := text[at[0]:at[1]]
		k, err := strconv.Atoi(digits)
		if err != nil {
			continue
		}
		for _, other := range []int{k + 1, k - 1} {
			if other >= 0 {
				changed := strconv.Itoa(other)
				if strings.Contains(text, ":") { // a time
					changed = strings.Repeat("0", max(0, len(digits)-len(changed))) + changed
				}
				m.replace(n, strconv.Quote(text[:at[0]]+changed+text[at[1]:]))
			}
		}
	}
}

// ranking mutates a ranking of the language: two adjacent hand types trade places, or the ace plays only high or only low.
func (m *mutator) ranking(n *syntax.Ident, c *star.Constant) {
	r, ok := star.As[*rank.Ranking](c.Value)
	if !ok {
		return
	}
	vary := func(what string) {
		m.replace(n, "ranking("+strconv.Quote(r.Name())+", base = "+n.Name+", "+what+")")
	}
	classes := r.Categories()
	for i := range len(classes) - 1 {
		order := slices.Clone(classes)
		order[i], order[i+1] = order[i+1], order[i]
		var words []string
		for _, class := range order {
			words = append(words, strconv.Quote(class.String()))
		}
		vary("order = [" + strings.Join(words, ", ") + "]")
	}
	for _, ace := range []string{"high", "low", "both"} {
		vary("ace = " + strconv.Quote(ace))
	}
}
