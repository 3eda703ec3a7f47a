package suite

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/rank"

	"go.starlark.net/syntax"
)

// number is a whole number in a text.
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

// exchange makes one number in a call larger by one and another smaller, where each alone
// would not do: two hole cards and three of the board become three and two.
func (m *mutator) exchange(n *syntax.CallExpr) {
	type given struct {
		from, to int
		value    int64
	}
	var list []given
	for _, arg := range n.Args {
		name, value := argument(arg)
		lit, ok := value.(*syntax.Literal)
		if !ok || name == "" {
			continue
		}
		if k, ok := lit.Value.(int64); ok {
			from, to := m.span(lit)
			list = append(list, given{from, to, k})
		}
	}
	for i, x := range list {
		for _, y := range list[i+1:] {
			for _, more := range []int64{1, -1} {
				between := string(m.text[x.to:y.from])
				if x.value+more >= 0 && y.value-more >= 0 {
					m.cut(x.from, y.to, strconv.FormatInt(x.value+more, 10)+between+strconv.FormatInt(y.value-more, 10))
				}
			}
		}
	}
}

// ranking varies a ranking of the language: two neighbors in the order of hands change
// places, or the ace is high or low only.
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
