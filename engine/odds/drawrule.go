package odds

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// Draw policies as data: cards by name, and a few rules.

// A DrawRule is one of the rules that [ParseDraw] knows by name.
type drawRule struct {
	Name, Doc string
	// keep returns the cards to keep. n is the number after the name.
	keep func(h *Drawing, n int) cards.Set
	// The number after a name: minimum, maximum, and default. 0: no number.
	least, most, usual int
}

var drawRules = []drawRule{
	{Name: "pat", Doc: "throws nothing away", keep: func(h *Drawing, _ int) cards.Set { return h.Set() }},
	{Name: "pairs", Doc: "keeps a straight or better, else what pairs, else the highest card", keep: keepPairs},
	{Name: "low", Doc: "keeps different ranks up to an eight, aces as the game has them; lowN up to an N, 5 to 10", keep: keepLow, least: 5, most: 10, usual: 8},
	{Name: "badugi", Doc: "keeps different ranks of different suits up to an eight, as many as can be; badugiN up to an N, 4 to 13", keep: keepBadugi, least: 4, most: 13, usual: 8},
}

// ParseDraw parses a draw policy: the name of a rule, cards to throw away ("2c3d"), cards to keep
// ("keep AsAh"), or "best". A slash separates the draws of a game with several: "2c3d/pat"; the
// last policy also applies to further draws.
func ParseDraw(text string) (DrawPolicy, error) {
	var list byDraw
	at := 0
	for _, one := range strings.Split(text, "/") {
		p, err := parseOneDraw(strings.TrimSpace(one))
		if bad := diag.AsInCards(err); bad != nil {
			err = bad.Within(text, at+max(0, strings.Index(one, bad.Source)))
		}
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		at += len(one) + 1
	}
	if len(list) == 1 {
		return list[0], nil
	}
	for _, p := range list {
		if _, ok := p.(Best); ok {
			return nil, errors.New("best is for all draws of a hand: write it alone")
		}
	}
	return list, nil
}

// ParseDraws parses the draw policies of n hands, separated by commas, or one for all. one parses
// each; nil means [ParseDraw]. An error in cards has its place in the whole text.
func ParseDraws(text string, n int, one func(word string) (DrawPolicy, error)) (out []DrawPolicy, err error) {
	if one == nil {
		one = ParseDraw
	}
	at := 0
	for _, item := range strings.Split(text, ",") {
		word := strings.TrimSpace(item)
		p, err := one(word)
		if bad := diag.AsInCards(err); bad != nil {
			return nil, bad.Within(text, at+strings.Index(item, word))
		}
		if err != nil {
			return nil, err
		}
		out = append(out, p)
		at += len(item) + 1
	}
	switch {
	case len(out) == n:
		return out, nil
	case len(out) > 1:
		return nil, &DrawCountError{len(out), n}
	}
	return slices.Repeat(out, n), nil
}

// DrawCountError means that the number of draw policies is neither one nor that of the hands.
type DrawCountError struct{ Policies, Hands int }

func (e *DrawCountError) Error() string {
	return fmt.Sprintf("%d draw policies for %d hands", e.Policies, e.Hands)
}

// parseOneDraw parses the policy for one draw.
func parseOneDraw(text string) (DrawPolicy, error) {
	word := strings.ToLower(text)
	if word == "best" {
		return Best{}, nil
	}
	for i := range drawRules {
		r := &drawRules[i]
		number, ok := strings.CutPrefix(word, r.Name)
		switch {
		case !ok || number != "" && r.usual == 0:
		case number == "":
			return rule{r, r.usual}, nil
		default:
			if n, err := strconv.Atoi(number); err == nil {
				if n < r.least || n > r.most {
					return nil, fmt.Errorf("%s: the number must be %d to %d", text, r.least, r.most)
				}
				return rule{r, n}, nil
			}
		}
	}
	keep := false
	list := text
	if len(text) >= len("keep") && strings.EqualFold(text[:len("keep")], "keep") {
		keep, list = true, text[len("keep"):]
	}
	cs, err := cards.Read(list)
	bad := diag.AsInCards(err)
	switch {
	case bad != nil:
		return nil, bad.Within(text, len(text)-len(list))
	case err != nil:
		return nil, err
	case len(cs) == 0:
		var out []string
		for _, r := range drawRules {
			out = append(out, r.Name)
		}
		return nil, fmt.Errorf("%q is not a draw policy: use a rule (%s), best, cards to throw away (2c3d), or keep and cards", text, strings.Join(out, ", "))
	case slices.Contains(cs, cards.Unknown):
		return nil, fmt.Errorf("%q: a card that nobody has seen cannot be named", text)
	}
	return named{cards.SetOf(cs...), keep}, nil
}

// byDraw has a policy for each draw; the last one also applies to further draws.
type byDraw []DrawPolicy

// Throw calls the policy of the draw.
func (b byDraw) Throw(h *Drawing) (cards.Set, error) { return b[min(h.Draw, len(b)-1)].Throw(h) }

// named throws away certain cards, or all others, as far as the hand holds them.
type named struct {
	set  cards.Set
	keep bool
}

// Throw returns the cards of the set that the hand holds, or the others.
func (n named) Throw(h *Drawing) (cards.Set, error) {
	if n.keep {
		return h.atMost(h.Set() &^ n.set), nil
	}
	return h.atMost(h.Set() & n.set), nil
}

// rule is a rule with its number.
type rule struct {
	*drawRule
	n int
}

// Throw returns the cards that the rule does not keep.
func (r rule) Throw(h *Drawing) (cards.Set, error) { return h.atMost(h.Set() &^ r.keep(h, r.n)), nil }

// atMost limits cards to as many as may be thrown away: it takes the lowest, or in a game for low
// hands the highest.
func (h *Drawing) atMost(out cards.Set) cards.Set {
	list := out.Cards()
	// low hands win the pot or half of it
	parts := h.Show.Parts
	if parts[len(parts)-1].Ranking.Low() {
		slices.Reverse(list)
		if h.aceLow() { // aces are the lowest
			slices.SortStableFunc(list, func(a, b cards.Card) int { return h.height(b) - h.height(a) })
		}
	}
	return cards.SetOf(list[:min(len(list), h.Most)]...)
}

// aceLow reports whether the ace is the lowest card in low hands.
func (h *Drawing) aceLow() bool {
	r := h.Show.Parts[len(h.Show.Parts)-1].Ranking
	return r.Low() && r.Description().Base != rank.BaseDeuceToSeven
}

// height returns a card's rank from 1 for the lowest, in the order of the game's low hands; 0 for a
// joker.
func (h *Drawing) height(c cards.Card) int {
	switch {
	case c.IsJoker():
		return 0
	case c.Rank() == cards.Ace && h.aceLow():
		return 1
	}
	return int(c.Rank()) + 2
}

// keepPairs keeps all cards of a straight or better, otherwise pairs, otherwise the highest card.
// It keeps jokers.
func keepPairs(h *Drawing, _ int) (keep cards.Set) {
	r := h.Show.Parts[0].Ranking
	if len(h.Cards) == 5 && !r.Low() && r.Takes(h.Cards) && r.Category(r.Best(h.Cards)) >= rank.Straight {
		return h.Set()
	}
	var of [13]int
	for _, c := range h.Cards {
		if c.Natural() {
			of[c.Rank()]++
		}
	}
	var top cards.Card
	for _, c := range h.Cards {
		if !c.Natural() {
			keep = keep.With(c)
			continue
		}
		top = c
		if of[c.Rank()] > 1 {
			keep = keep.With(c)
		}
	}
	if keep == 0 {
		keep = keep.With(top)
	}
	return keep
}

// keepLow keeps one card of each rank up to n, and jokers. Where straights and flushes count
// against a low hand, it keeps five cards that make one without the highest.
func keepLow(h *Drawing, n int) (keep cards.Set) {
	var ranks uint16
	highest, top := cards.Unknown, 0
	for _, c := range h.Cards {
		height := h.height(c)
		if c.Natural() && (height > n || ranks>>height&1 != 0) {
			continue
		}
		ranks |= 1 << height
		keep = keep.With(c)
		if height > top {
			highest, top = c, height
		}
	}
	r := h.Show.Parts[len(h.Show.Parts)-1].Ranking
	if r.Description().Base == rank.BaseDeuceToSeven && keep.Len() == 5 && r.Category(r.Best(keep.Cards())) != rank.HighCard {
		keep = keep.Without(highest)
	}
	return keep
}

// keepBadugi keeps the largest set of cards with different ranks and suits up to n; among several
// it keeps the one with the lowest cards.
func keepBadugi(h *Drawing, n int) (keep cards.Set) {
	worth := func(set cards.Set) (count int, heights uint32) {
		var ranks, suits uint32
		for _, c := range set.Cards() {
			height := uint32(h.height(c))
			if !c.Natural() || int(height) > n || ranks>>height&1 != 0 || suits>>c.Suit()&1 != 0 {
				return 0, 0
			}
			ranks |= 1 << height
			suits |= 1 << c.Suit()
		}
		return set.Len(), ranks
	}
	most, lowest := 0, uint32(0)
	for sub := h.Set(); sub != 0; sub = (sub - 1) & h.Set() {
		count, heights := worth(sub)
		if count > most || count == most && count > 0 && heights < lowest {
			keep, most, lowest = sub, count, heights
		}
	}
	return keep
}
