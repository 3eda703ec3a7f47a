package reference

import (
	"fmt"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// limitsChapter is the name of the page of limits.
const limitsChapter = "limits"

// limit is a line of the page: how many of something there are at most.
type limit struct {
	what string
	most int
}

// limits are the limits of games, from the constants that hold them.
var limits = []struct {
	about string
	rows  []limit
}{
	{"Players and rounds", []limit{
		{"seats at a table", seating.Max},
		{"rounds of betting in one deal", plan.MaxRounds},
		{"steps of a game", plan.MaxSteps},
		{"deals of a hand without a new ante", plan.MaxFreeDeals},
		{"offers of one question", plan.MaxOffers},
	}},
	{"Cards", []limit{
		{"cards in a deck, with all its packs and jokers", cards.MaxDeck},
		{"cards that one seat may hold", plan.MostHole},
		{"cards on all boards together", plan.MostBoard},
		{"boards with names", plan.MaxBoards},
		{"hands that a seat may set apart", plan.MostHands},
		{"parts of the pot, each for a hand", plan.MaxParts},
	}},
	{"Games against a bank", []limit{
		{"hands of one seat by splitting", hand.MaxHands},
		{"cards in one of them", hand.MaxCards},
		{"choices that one hand has", plan.MaxChoices},
	}},
	{"What a script writes", []limit{
		{"characters of a name", star.MaxName},
		{"characters of another text", star.MaxWords},
		{"items of a list that is given to a word of the language", star.MaxList},
		{"clauses that a thing cites", star.MaxCites},
		{"bytes of a script", star.MaxScript},
	}},
}

// addLimits adds the page of limits, made from the constants.
func (r *Reference) addLimits() {
	c := &Chapter{
		Name: limitsChapter, Title: "Limits", Whole: true,
		Intro: "The most of everything. A script that asks for more is refused where it does. Steps, memory and time of scripts stand in `doc security`.",
	}
	for _, part := range limits {
		doc := ""
		for i, row := range part.rows {
			if i > 0 {
				doc += "\n"
			}
			doc += fmt.Sprintf("* %s: %s", row.what, thousands(row.most))
		}
		c.Entries = append(c.Entries, &Entry{Kind: Topic, Name: part.about, Chapter: limitsChapter, Doc: doc})
	}
	r.Chapters = append(r.Chapters, c)
}

// thousands is a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
