package reference

import (
	"fmt"

	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/table"
)

// limitsChapter is the name of the page of limits.
const limitsChapter = "limits"

// limit is a line of the page: the maximum number of something.
type limit struct {
	what string
	most int64
}

// limits are the limits of games, taken from the constants in the code.
var limits = []struct {
	about string
	rows  []limit
}{
	{"Players and rounds", []limit{
		{"seats at a table", betting.Max},
		{"betting rounds in one deal", plan.MaxRounds},
		{"steps of a game, those of every round of in_turn counted", plan.MaxSteps},
		{"redeals of a hand without a new ante", plan.MaxFreeDeals},
		{"choices in one question, in a game for a pot", plan.MaxPotOffers},
		{"choices in one question, chosen in secret", plan.MaxSecretOffers},
		{"steps of a game for a pot at which players choose, those of all rounds of in_turn counted once", plan.MaxChoices},
	}},
	{"Cards", []limit{
		{"cards and jokers, over all decks shuffled together", cards.MaxDeck},
		{"cards that one seat may hold", plan.MostHole},
		{"cards on all boards together", plan.MostBoard},
		{"named boards", plan.MaxBoards},
		{"hands that a seat may set", plan.MostHands},
		{"parts of a split pot", plan.MaxParts},
		{"hands tried one after the other when nobody qualifies", plan.MostElse},
	}},
	{"Rankings", []limit{
		{"cards in a hand", rank.MostCards},
		{"cards in a hand with wild cards (any number may be wild)", rank.MostWithWild},
		{"built-in categories; category(…) makes more", rank.MostClasses},
		{"different hands of one ranking", rank.MostHands},
	}},
	{"Games against a banker", []limit{
		{"hands of one seat by splitting", hand.MaxHands},
		{"cards in one of them", hand.MaxCards},
		{"choices in one question, against a banker", plan.MaxOffers},
	}},
	{"Chips, in the smallest unit that is played", []limit{
		{"chips that one table sells", table.MaxBought},
		{"chips put in, over all hands that are added up (below this)", money.MaxSum},
	}},
	{"What a script writes", []limit{
		{"characters in a name", star.MaxName},
		{"characters in another text", star.MaxWords},
		{"items in a list that is given to a function of the language", star.MaxList},
		{"clauses that one thing cites", star.MaxCites},
		{"bytes of a script", star.MaxScript},
	}},
}

// addLimits adds the page of limits.
func (r *Reference) addLimits() {
	c := &Chapter{
		Name: limitsChapter, Title: "Limits", Whole: true,
		Intro: "The maximum of everything. A script that exceeds one is refused at that place. `doc security` has the limits on steps, memory and time.",
	}
	for _, part := range limits {
		doc := ""
		for i, row := range part.rows {
			if i > 0 {
				doc += "\n"
			}
			doc += fmt.Sprintf("* %s: %s", row.what, star.Grouped(row.most))
		}
		c.Entries = append(c.Entries, &Entry{Kind: Topic, Name: part.about, Chapter: limitsChapter, Doc: doc})
	}
	r.Chapters = append(r.Chapters, c)
}
