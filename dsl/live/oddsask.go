package live

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
)

// oddsRemedy shows how to ask for odds.
const oddsRemedy = "odds, odds 10000, odds exact, odds QQ+,AKs, odds 3=QQ+,AKs, odds draw best"

// OddsAsk is a parsed request for odds: the number of deals, and the ranges of
// seats whose cards are not seen.
type OddsAsk struct {
	Exact   bool
	Samples int64 // 0: the default number
	// Ranges are the ranges by seat; Others is the range of all other unseen
	// seats. "" means any cards.
	Ranges map[int]string
	Others string
	// Draw is how the seats still in draw, see [odds.ParseDraws]: one policy
	// for all, or one for each in seat order. "" means that all draw as is best, where that can be found
	// (see [odds.Question.BestDraws]).
	Draw string
}

// ReadOdds parses the words after "odds": a number of deals, exact, a range for
// the seats whose cards are not seen, SEAT=RANGE for one of them, and at the
// end draw and policies.
func ReadOdds(words []string, v View) (*OddsAsk, error) {
	ask := &OddsAsk{}
	if i := slices.Index(words, "draw"); i >= 0 {
		if ask.Draw = strings.Join(words[i+1:], " "); ask.Draw == "" {
			return nil, diag.Refuse("draw needs a policy", drawRemedy)
		}
		words = words[:i]
	}
	for _, word := range words {
		seat, text, one := strings.Cut(word, "=")
		n, notNumber := strconv.ParseInt(word, 10, 64)
		switch {
		case strings.EqualFold(word, "exact"):
			ask.Exact = true
		case notNumber == nil && n < 1:
			return nil, diag.Refuse(fmt.Sprintf("%q is not a number of deals", word), oddsRemedy)
		case notNumber == nil:
			ask.Samples = n
		case one:
			k, err := seatCalled(seat, &v)
			if err != nil {
				return nil, err
			}
			if ask.Ranges == nil {
				ask.Ranges = map[int]string{}
			}
			if ask.Ranges[k] != "" {
				return nil, diag.Refuse(fmt.Sprintf("%s has two ranges", v.Style.Seat(int8(k))), "combine them into one, with commas: "+seat+"="+ask.Ranges[k]+","+text)
			}
			ask.Ranges[k] = text
		case ask.Others != "":
			return nil, diag.Refuse(fmt.Sprintf("%q and %q: one range is for all seats whose cards you cannot see", ask.Others, word), "combine them into one, with commas, or name the seats: 3="+word)
		default:
			ask.Others = word
		}
	}
	if ask.Exact && ask.Samples > 0 {
		return nil, diag.Refuse("odds are exact or from a number of deals, not both", oddsRemedy)
	}
	return ask, nil
}

// seatCalled returns the seat with a number or a name.
func seatCalled(text string, v *View) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n - 1, nil
	}
	for k, name := range v.Style.Names {
		if name != "" && strings.EqualFold(name, text) {
			return k, nil
		}
	}
	return 0, diag.Refuse(fmt.Sprintf("%q is not a seat", text), oddsRemedy)
}

// Effort returns the requested effort, based on the default.
func (a *OddsAsk) Effort(usual odds.Effort) odds.Effort {
	if usual.Exact = a.Exact; a.Samples > 0 {
		usual.Samples, usual.Enough = a.Samples, 1
	}
	return usual
}

// drawRemedy shows how to write policies.
const drawRemedy = "odds draw pat, odds draw best, odds draw pairs,2c3d"

// draw adds the policies to a question.
func (a *OddsAsk) draw(q *odds.Question, e odds.Effort) (err error) {
	if a.Draw == "" {
		q.BestDraws(e)
		return nil
	}
	if len(q.Draws) == 0 {
		return diag.Refuse("no draw is left", "")
	}
	if q.Policies, err = odds.ParseDraws(a.Draw, len(q.Hands), nil); err != nil {
		return diag.Refuse(err.Error(), drawRemedy)
	}
	return nil
}

// give adds the ranges to a question about a visible state. It returns the
// range of each hand of the question.
func (a *OddsAsk) give(q *odds.Question, seats []int, state *hand.Hand, v *View) ([]string, error) {
	given := make([]string, len(seats))
	start := odds.Start(state.Plan().Game)
	left := len(a.Ranges)
	some := false
	for i, seat := range seats {
		text, named := a.Ranges[seat]
		if named {
			left--
		}
		hidden := len(q.Hands[i].Cards) - seenOf(q.Hands[i].Cards).Len()
		switch {
		case named && hidden == 0:
			return nil, diag.Refuse(fmt.Sprintf("you can see the cards of %s", v.Style.Seat(int8(seat))), "a range is for a seat whose cards you cannot see")
		case hidden == 0:
			continue
		case !named:
			text = a.Others
		}
		if text == "" {
			continue
		}
		some = true
		if err := giveRange(q, i, text, start, v.Style.Seat(int8(seat))); err != nil {
			return nil, err
		}
		given[i] = text
	}
	switch {
	case left > 0:
		for _, seat := range slices.Sorted(maps.Keys(a.Ranges)) {
			if !slices.Contains(seats, seat) {
				return nil, diag.Refuse(fmt.Sprintf("%s is not in the hand", v.Style.Seat(int8(seat))), "")
			}
		}
	case a.Others != "" && !some:
		if _, err := q.Deck.ParseRange(a.Others, start); err != nil {
			return nil, diag.Refuse(err.Error(), oddsRemedy)
		}
		return nil, diag.Refuse("you can see the cards of every seat that is in", "a range is for a seat whose cards you cannot see")
	}
	return given, nil
}

// giveRange sets the range of a hand of a question. The range describes the
// cards that a seat has when the betting begins; cards that it shows must
// match, and later cards are added.
func giveRange(q *odds.Question, i int, text string, start int, who string) error {
	h := &q.Hands[i]
	start = min(start, len(h.Cards))
	r, err := q.Deck.ParseRange(text, start)
	if err != nil {
		if diag.AsInCards(err) != nil {
			return diag.Refuse(err.Error(), oddsRemedy)
		}
		return err
	}
	shown, later := seenOf(h.Cards[:start]), seenOf(h.Cards[start:])
	out := &cards.Range{}
	for _, held := range r.Hands {
		if shown&^held.Cards == 0 && held.Cards&later == 0 {
			out.Hands = append(out.Hands, cards.Held{Cards: held.Cards | later, Weight: held.Weight})
		}
	}
	if len(out.Hands) == 0 {
		return diag.Refuse(fmt.Sprintf("no hand of %s has the cards that %s shows", text, who), "a range is about the first "+strconv.Itoa(start)+" cards")
	}
	h.ToCome += len(h.Cards) - start - later.Len()
	h.Cards, h.Range = nil, out
	return nil
}

// seenOf returns the visible cards of a list.
func seenOf(list []cards.Card) (out cards.Set) {
	for _, c := range list {
		if c.Known() {
			out = out.With(c)
		}
	}
	return out
}
