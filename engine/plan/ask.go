package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// Ask is a question that a step puts to the players still in: which of their cards,
// or which of the offers, they choose. It is plain data. Code that plays,
// describes, reads, records or checks a hand works from the Ask and never from the
// script step that made it.
type Ask struct {
	Words Words
	// First is the seat that is asked first: LeftOfButton, or SameAsBefore for the
	// seat that acted first in the previous betting round. Offers can also start
	// with LeftOfBlind, LastBanker or LeftOfBanker.
	First Opener
	// Moment is the part of the hand that the question counts as for
	// irregularities; 0 means the part that contains it.
	Moment Moment
	// Offers are the choices; nil in a question about cards. A seat that can afford
	// none of them but the free ones is not asked.
	Offers []Offer
	// OwnWords: a player can answer only with the names of the offers, and the
	// default is the first. Otherwise "no" and "pass" choose the first free offer,
	// which is also the default.
	OwnWords bool
	// Hidden: only the player who is asked sees the offers.
	Hidden bool
	// Allowed, when set, decides which of the offers a hand has. Against a bank each
	// hand is asked until it is done.
	Allowed Asker
	// NoPosters: seats with chips in front of them are not asked. EndsAtNo: the
	// question ends when a seat takes a free offer or cannot pay for another.
	NoPosters, EndsAtNo bool

	// The fields below are for questions about cards.

	// InTurn: each answer takes effect before the next seat is asked. Otherwise the
	// answers are secret, and all take effect when the last one is in.
	InTurn bool
	From   Pool
	// Least and Most bound the number of cards. A seat with fewer than Least cards
	// gives all of them, and a seat with none is not asked.
	Least, Most int
	Effect      CardEffect
	// Back: mucked cards are replaced (see Step.Draw).
	Back bool
	// Of numbers the game's hand, from 1, to which the cards and their replacements
	// must belong; 0 for any. OfName is its name. Whole: a player must choose all
	// the cards of one or more hands, not some of them.
	Of     uint8
	OfName string
	Whole  bool
	// Rule, when set, determines the cards, and nobody is asked.
	Rule PickRule
	// Boards is the set of boards that the question is about, bit k for the k-th, 0 for all: whose ranks the rule
	// uses, whose cards are chosen, or on which the chosen cards are laid.
	Boards uint16
	// Sizes are the sizes of the hands that are set apart, and Groups their
	// numbers, from 1. A player names the cards hand by hand; the last hand is the
	// rest.
	Sizes  []int
	Groups []uint8
	// Ascending, when set, ranks the hands that are set apart: none may be better
	// than the next. A player who breaks that order has fouled and wins nothing.
	Ascending *rank.Ranking
	// Way, against a bank, chooses the cards of the house's hand: those that it sets apart, as those of a player's hand for
	// which Foul returns true, or those that it discards; nil in a game in which nobody chooses for others.
	Way  Setter
	Foul Tester
	To   Direction // the neighbor who gets the cards, 0 if they go nowhere
	// Swap, DoPass: the neighbor gives back as many cards, those dealt last.
	Swap bool
	// Price is the price of the cards, nil if they are free: a seat chooses no more
	// cards than it can pay for, and none beyond a number that it cannot pay for.
	Price *Pay
}

// Offer is one thing that a player may choose.
type Offer struct {
	Name    string // what a player says: "straddle"
	Long    string // the choice in a sentence, if that is not the name: "three times"
	Means   string // what else it leads to, for the rule sheet: "the player gets another card"
	Price   Price
	Effect  OfferEffect
	Record  string   // the verb of a record, "" for the one that all choices share
	Effects []Effect // DoPlay: its effects on the hand, in order
	Pos     diag.Pos
	Clauses []string
	Source  string // as in Step
}

// InSentence returns the offer as it reads in a sentence about the player.
func (o *Offer) InSentence() string { return cmp.Or(o.Long, o.Name) }

// does reports whether the offer has an effect on the hand of which something holds.
func (o *Offer) does(is func(*EffectFacts) bool) bool {
	for i := range o.Effects {
		if is(o.Effects[i].Kind.Facts()) {
			return true
		}
	}
	return false
}

// Draws reports whether the hand gets a card.
func (o *Offer) Draws() bool { return o.does(func(f *EffectFacts) bool { return f.Draws }) }

// Splits reports whether the hand becomes two.
func (o *Offer) Splits() bool { return o.does(func(f *EffectFacts) bool { return f.Splits }) }

// Ends reports whether the step no longer asks the hand.
func (o *Offer) Ends() bool { return o.does(func(f *EffectFacts) bool { return f.Ends }) }

// GivesUp reports whether the hand's bets are lost; in a game for a pot the player folds.
func (o *Offer) GivesUp() bool { return o.does(func(f *EffectFacts) bool { return f.Bet == BetLost }) }

// Pays returns what the player pays into the pot, nil for nothing.
func (o *Offer) Pays() *Pay {
	for i := range o.Effects {
		if p := o.Effects[i].Pay; p != nil {
			return p
		}
	}
	return nil
}

// Price is what an offer costs.
type Price uint8

// The prices.
const (
	Free        Price = iota
	DoubleBlind       // a bet of twice the last blind or straddle, at most half of the player's chips
	OfPost            // a post that the table offers: see Offered
	OfStake           // the stake of the bank: see Step.Bank
	OfBet             // a bet against the bank: see Step.Place
	OfEffects         // what the effects on a hand cost
)

// OfferEffect is what an offer does. The list is closed: engine/hand has one
// function for each.
type OfferEffect uint8

// The effects.
const (
	DoNothing  OfferEffect = iota // only the choice is recorded
	DoDecline                     // the player declines the other offers
	DoStraddle                    // the price is posted as a straddle
	DoPost                        // the post that the table offers is posted
	DoBank                        // the player banks
	DoBet                         // the player bets against the bank
	DoSitOut                      // the player does not bet in this round
	DoPlay                        // the hand that is asked is played: see Offer.Effects
	DoRun                         // the player agrees to deal the rest of the board as often as the offer's place in the list
)

// Pool is the set of cards from which a seat chooses.
type Pool uint8

// The pools.
const (
	FromHand  Pool = iota // all cards of its hand
	FromDown              // its cards that are face down
	FromBoard             // the cards on the board
	FromUp                // its cards that are face up
	FromLast              // its card that was dealt last
	FromOlder             // its cards but the last ones, as many as it may choose
)

// CardEffect is what happens to the chosen cards. The list is closed: engine/hand
// has one function for each.
type CardEffect uint8

// The effects.
const (
	DoMuck    CardEffect = iota // they go to the muck
	DoTurnUp                    // they are turned face up
	DoPass                      // they go to a neighbor, face up or down as they are
	DoReplace                   // on the board: new cards replace them
	DoTake                      // from the board: they go into the hand of the player, face up
	DoLay                       // they go onto the board
	DoArrange                   // they are set apart as hands, or put in order if there are no sizes
)

// cardEffects are what holds of every effect on cards. mucks: they go to the muck. lays: they go onto the board. takes: they go into the
// hand. bank: a hand against a bank can have it.
var cardEffects = [...]struct{ mucks, lays, takes, bank bool }{
	DoMuck: {mucks: true, bank: true}, DoTurnUp: {}, DoPass: {}, DoReplace: {}, DoTake: {takes: true}, DoLay: {lays: true}, DoArrange: {bank: true},
}

// PickRule determines the cards when nobody chooses.
type PickRule uint8

// The rules.
const (
	Chosen   PickRule = iota // the players choose
	Matching                 // the cards of the same rank as a card on the boards
	NextDown                 // the first cards that are face down, in the order in which they lie
)

// Direction is a direction around the table.
type Direction int8

// The directions. 0 is none.
const (
	ToLeft Direction = 1 + iota
	ToRight
	ToSelf
)

// directions are what holds of each direction: a phrase for where cards go, one for who gets them, and how many seats on that is,
// clockwise; negative to the right.
var directions = [...]struct {
	to, whom string
	seats    int
}{
	ToLeft:  {"to the left", "the next player on the left", 1},
	ToRight: {"to the right", "the next player on the right", -1},
	ToSelf:  {"", "the player", 0},
}

// String returns who is there: "the next player on the left".
func (d Direction) String() string { return directions[d].whom }

// Seats returns how many seats on the player is who gets the cards, clockwise among n players.
func (d Direction) Seats(n int) int { return (directions[d].seats + n) % n }

// Words are the wording of a question, for prompts, rule sheets and records. The
// verb forms are all of one verb.
type Words struct {
	Name   string // the step in plans and coverage, and the question in a policy's view: "draw"
	View   string // the question in a policy's view, if that is not Name
	Street string // the street's name at the table, "" if the step belongs to the current street
	Say    string // the word before the cards: "draw", "buy"
	None   string // what a player says to choose no card: "stand pat"
	Does   string // "discards"
	Stays  string // what a player who chooses no card does: "stands pat"
	Done   string // "drawn", as in "at most 3 may be drawn"
	Asked  string // the request: "a discard"
	Turn   string // what the player must do on their turn: "draw"
	May    string // what a player may or must do, with {count} for the cards and {price}: "may discard {count}"
	Sheet  string // the rule in sentences, with the blanks of Ask.rule; "" if it is part of the stakes
	Alone  string // the rule in a step of in_turn; "" if it is Sheet, whose {each} is one player there
	Place  string // where on the table the cards lie or go: " from the board"; "" if they are not taken from there or laid there
	Record string // the verb of a record, "" if the step has none of its own
}

// Cards returns the number of cards in words: "2 cards", "up to 3 cards", "1 down
// card".
func (a *Ask) Cards(least, most int) string {
	noun := "card"
	switch a.From {
	case FromDown:
		noun = "down card"
	case FromBoard:
		noun = "board card"
	case FromUp:
		noun = "up card"
	case FromOlder:
		noun = "older card"
	}
	if most != 1 {
		noun += "s"
	}
	switch {
	case a.OnBoard() && a.OfName != "":
		noun = strings.TrimPrefix(noun, "board ") + " of " + BoardSaid(a.OfName)
	case a.OfName != "":
		noun += " of the " + a.OfName
	}
	switch {
	case a.From == FromLast && least == most:
		return "the card dealt last"
	case a.From == FromLast:
		return "no card or the one dealt last"
	case least < most && least > 0:
		return fmt.Sprintf("%d to %d %s", least, most, noun)
	case least < most:
		return fmt.Sprintf("up to %d %s", most, noun)
	}
	return fmt.Sprintf("%d %s", most, noun)
}

// Limits on the offers of one question: against a bank, in a game for a pot, and
// chosen in secret. In a game for a pot there are at most MaxChoices questions,
// because a hand keeps the choices of all seats.
const (
	MaxOffers       = 16
	MaxChoices      = 16
	MaxPotOffers    = 15
	MaxSecretOffers = 8
)

// AsksCards reports whether players choose cards at the step.
func (s *Step) AsksCards() bool { return s.Ask != nil && s.Ask.Offers == nil }

// Chooses reports whether players choose one of several offers at the step.
func (s *Step) Chooses() bool { return s.Ask != nil && s.Ask.Offers != nil }

// Straddles reports whether players may straddle at the step.
func (s *Step) Straddles() bool { return s.Ask.Straddles() }

// Straddles reports whether players may straddle; nil is no question.
func (a *Ask) Straddles() bool {
	return a != nil && slices.ContainsFunc(a.Offers, func(o Offer) bool { return o.Effect == DoStraddle })
}

// Questions returns the questions that the game asks, in order.
func (g *Game) Questions() (out []*Ask) {
	for i := range g.Steps {
		if a := g.Steps[i].Ask; a != nil {
			out = append(out, a)
		}
	}
	return out
}

// Rule returns the rule sheet's sentences about the step.
func (s *Step) Rule() string { return s.Ask.rule(s.Ask.Words.Sheet, s.Name, false) }

// RuleAlone returns the same for a step that players take one after the other with
// other steps, as in in_turn.
func (s *Step) RuleAlone() string {
	return s.Ask.rule(cmp.Or(s.Ask.Words.Alone, s.Ask.Words.Sheet), s.Name, true)
}

// rule returns a rule of the sheet with its blanks filled in. If the choice is one card
// or none the verbs in braces become: "may discard one card and get another". Alone: the
// rule is for one player.
func (a *Ask) rule(text, name string, alone bool) string {
	first := "from the left of the button"
	switch a.First {
	case SameAsBefore:
		first = "from the first bettor of the round before"
	case LeftOfBanker:
		first = "from the left of the banker"
	}
	count, may := a.Cards(a.Least, a.Most), a.Least == 0 && a.Most == 1
	if may {
		count = strings.Replace(a.Cards(1, 1), "1 ", "one ", 1)
	}
	if name == a.Words.Name {
		name = ""
	}
	if name != "" {
		name = " (" + name + ")"
	}
	if a.Whole && !a.OnBoard() {
		count = "one hand set apart (" + count + ")"
	}
	verbs := []string{"{discards}", "discards", "{names}", "names", "{gets}", "gets", "{takes}", "takes", "{lays}", "lays"}
	if may {
		verbs = []string{"{discards}", "may discard", "{names}", "may name", "{gets}", "get", "{takes}", "may take", "{lays}", "may lay"}
	}
	each, inTurn, allIn, lies := "Each player", "Each player in turn, "+first+",", "Players who are all-in "+a.Words.Say, "as they lie"
	if alone {
		each, inTurn, allIn = "The player", "The player", "A player who is all-in "+a.Words.Say+"s"
	}
	next := fmt.Sprintf("next %d down cards", a.Most)
	if a.Most == 1 {
		next = "next down card"
	}
	switch {
	case a.From == FromDown:
		lies = "face down"
	case alone && a.Most == 1:
		lies = "as it lies"
	}
	return strings.NewReplacer(append(verbs, "{each}", each, "{each in turn}", inTurn, "{all-in}", allIn, "{as they lie}", lies,
		"{first}", first, "{count}", count, "{name}", name, "{next}", next)...).Replace(text)
}

// Special returns the details of a step or question that a plan lists after its
// name.
func (s *Step) Special() (out []string) {
	switch {
	case s.Ask == nil:
		words := []string{s.Bet.Tier.String() + ",", s.Bet.Open.String()}
		for _, w := range []struct {
			on   bool
			text string
		}{
			{s.Bet.Suits != rank.SuitsEqual, "ties by suit"},
			{s.Bet.Suits != rank.SuitsEqual && s.Bet.Suits != rank.SuitsAscending, s.Bet.Suits.Suits()[0].String() + " the highest suit"},
			{s.Bet.AceTurned && s.Bet.AceLow(), "ace low"},
			{s.Bet.AceTurned && !s.Bet.AceLow(), "ace high"},
			{s.Bet.OpenPair && !s.Bet.PairEither, "upper limit with an open pair"},
			{s.Bet.OpenPair && s.Bet.PairEither, "either limit with an open pair"},
			{s.Bet.NoCheck, "pass and out"},
			{s.Bet.ForcedOpen, "the first bet forced"},
		} {
			if w.on {
				words = append(words, "("+w.text+")")
			}
		}
		if s.Bet.Openers != nil {
			words = append(words, "(openers: "+s.Bet.Openers.Name+")")
		}
		return words
	case !s.Chooses():
	case s.Runs > 0:
		return []string{fmt.Sprintf("at most %d times, as agreed", s.Runs)}
	case s.Bank != nil || s.Place != nil:
		return nil
	case s.Ask.EndsAtNo:
		return []string{"next to the blind"}
	case s.Straddles():
		return []string{"any seat"}
	default:
		if s.Ask.Allowed != nil {
			out = append(out, s.Ask.asked(s.To)+":")
		}
		for i := range s.Ask.Offers {
			out = append(out, s.Ask.Offers[i].words())
		}
		if !s.Ask.InTurn {
			out = append(out, "in secret")
		}
		return out
	}
	if a := s.Ask; a.Rule != Chosen {
		return append(out, [...]string{Matching: "that match the boards", NextDown: "the next in order"}[a.Rule])
	}
	if !s.Draws() {
		out = append(out, "together")
		if s.Ask.InTurn {
			out[0] = "in turn"
		}
		if s.Ask.To != 0 {
			out = append(out, directions[s.Ask.To].to)
		}
		return out
	}
	d := &s.Draw
	out = append(out, s.Ask.First.String())
	if d.More != 0 {
		out = append(out, fmt.Sprintf("(%+d)", d.More))
	}
	add := func(is bool, text string) {
		if is {
			out = append(out, "("+text+")")
		}
	}
	add(d.AtOnce > 0, fmt.Sprintf("%d at once", d.AtOnce))
	add(d.Burn == BurnOnce, "one burn")
	add(d.Burn == BurnEach, "a burn for each seat")
	add(d.BurnRest, "a burn before the rest")
	add(d.Together, "all discard first")
	add(d.KeepFace, "same face")
	add(d.OwnBack, "own discards may come back")
	return out
}

// Word returns the name of the step in plans and coverage.
func (s *Step) Word() string {
	if s.Ask != nil {
		return s.Ask.Words.Name
	}
	if s.Until && s.Kind == When {
		return "until"
	}
	return s.Kind.String()
}

// Cards returns the number of cards that the step deals, or the most it asks for.
func (s *Step) Cards() int {
	if s.Ask != nil {
		return s.Ask.Most
	}
	return s.Count
}

// Draws reports whether players discard at the step and draw replacements.
func (s *Step) Draws() bool { return s.Ask.Draws() }

// Exposes reports whether players turn up cards of their choice at the step.
func (s *Step) Exposes() bool { return s.Ask.Exposes() }

// Draws reports whether the mucked cards are replaced.
func (a *Ask) Draws() bool { return a.mucks() && a.Back }

// Exposes reports whether the chosen cards are turned up for all to see.
func (a *Ask) Exposes() bool { return a.does(DoTurnUp) }

// Passes reports whether the chosen cards go to a neighbor.
func (a *Ask) Passes() bool { return a.does(DoPass) }

// Arranges reports whether the chosen cards are set apart or put in order.
func (a *Ask) Arranges() bool { return a.does(DoArrange) }

func (a *Ask) does(e CardEffect) bool { return a != nil && a.Offers == nil && a.Effect == e }

// Lays reports whether the chosen cards go onto the board.
func (a *Ask) Lays() bool { return a != nil && a.Offers == nil && cardEffects[a.Effect].lays }

// OnBoard reports whether players choose cards of the board.
func (a *Ask) OnBoard() bool { return a != nil && a.Offers == nil && a.From == FromBoard }

// movesBoard reports whether players lay cards on the board at the step, or take some away.
func (s *Step) movesBoard() bool {
	return s.Ask.Lays() || s.Ask.OnBoard() && s.Ask.Effect != DoReplace
}

// mucks reports whether the chosen cards leave the hand of their player for good.
func (a *Ask) mucks() bool {
	return a != nil && a.Offers == nil && a.From != FromBoard && cardEffects[a.Effect].mucks
}

// Changes returns the number of cards that the step adds to a seat's hand and, with
// what one seat chooses, to the board.
func (s *Step) Changes() (hole, board int) {
	switch {
	case s.Kind == Deal && s.To == Banker: // no seat that bets
		return 0, 0
	case s.Kind == Deal:
		return s.Count, 0
	case s.Kind == Board:
		return 0, s.Count
	case s.Ask.Draws():
		return s.Draw.More, 0
	case s.Ask.OnBoard() && cardEffects[s.Ask.Effect].takes:
		return s.Ask.Most, -s.Ask.Least
	case s.Ask.OnBoard() && cardEffects[s.Ask.Effect].mucks:
		return 0, -s.Ask.Least
	case s.Ask.Lays():
		return -s.Ask.Least, s.Ask.Most
	case s.Ask.mucks() && s.Ask.Rule == Chosen && !s.Ask.Whole:
		return -s.Ask.Least, 0
	}
	return 0, 0
}

// Draw returns a step at which each player may discard and draws replacements, or
// buys replacements ([DrawStep.KeepFace]).
func Draw(least, most int, first Opener, how DrawStep) Step {
	a := &Ask{
		First: first, Moment: InDraw, InTurn: true, From: FromHand, Least: least, Most: most, Effect: DoMuck, Back: true,
		Words: Words{
			Name: "draw", Street: "draw", Say: "draw", None: "stand pat", Does: "discards", Stays: "stands pat", Done: "drawn", Asked: "a discard", Turn: "draw",
			May: "may discard {count}", Record: "sd",
		},
	}
	w := &a.Words
	back := "the same number"
	switch {
	case how.More == 0 && most == 1:
		back = "another"
	case how.More > 0:
		back = fmt.Sprintf("%d more than that", how.More)
	case how.More < 0:
		back = fmt.Sprintf("%d fewer than that", -how.More)
	}
	none := ""
	if least == 0 && most > 1 {
		none = ", or none,"
	}
	text := "{each in turn} {discards} {count}" + none + " and {gets} " + back + "{name}"
	switch {
	case how.KeepFace:
		w.Say, w.Stays, w.Record = "buy", "does not buy", "buy"
		discards, buys, asMany := "may discard", "buy", "as many"
		if least > 0 {
			discards, buys = "discards", "buys"
		}
		if most == 1 {
			asMany = "another"
		}
		text = "{each in turn} " + discards + " {count} and " + buys + " " + asMany + "{name}."
	case how.Together:
		text += ": all discard before anybody gets new cards."
	case how.AtOnce > 0 && how.AtOnce < most:
		text += fmt.Sprintf(": at most %d at once, the rest after everybody has been served.", how.AtOnce)
	default:
		text += "."
	}
	does := "buys"
	if !how.KeepFace {
		does = "draws"
		text += " {all-in} too."
	}
	switch how.Burn {
	case BurnOnce:
		text += " One card is burned before anybody gets new cards."
	case BurnEach:
		text += " One card is burned before each player who " + does + "."
	}
	if how.BurnRest && !how.KeepFace {
		text += " One card is burned before the last to draw gets the rest."
	}
	w.Sheet = text
	return Step{Kind: Asks, Ask: a, Draw: how}
}

// Replace returns a step at which each player in turn chooses cards of the board to
// be replaced.
func Replace(least, most int) Step {
	place := "the place of each"
	if most == 1 {
		place = "its place"
	}
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, InTurn: true, From: FromBoard, Least: least, Most: most, Effect: DoReplace,
		Words: Words{
			Name: "take board", Say: "replace", Does: "replaces", Done: "replaced", Asked: "the cards of the board to replace", Turn: "choose cards of the board",
			None: "stand pat", Stays: "leaves the board", May: "replaces {count}",
			Sheet: "{each in turn} {names} {count}: a new card from the deck takes " + place + "{name}.",
		},
	}}
}

// Removed makes a [Replace] leave the cards of some boards, which the text names, without new ones: they go out of play, or
// with take into the hand of the player. whole: all cards of a board are chosen, or none.
func (s Step) Removed(boards string, take, whole bool) Step {
	a := *s.Ask
	a.Effect, a.Whole, a.OfName = DoMuck, whole, boards
	w := &a.Words
	w.Place = " from " + cmp.Or(BoardSaid(boards), "the board")
	w.Say, w.Does, w.Done, w.Asked = "remove", "removes", "removed", "the cards of the board to remove"
	w.May, w.Stays, w.Sheet = "removes {count}", "removes none", "{each in turn} {names} {count} to be removed{name}: they are out of play, and no cards take their place."
	if a.Most == 1 {
		w.Sheet = "{each in turn} {names} {count} to be removed{name}: it is out of play, and no card takes its place."
	}
	if take {
		a.Effect = DoTake
		w.Say, w.Does, w.Done, w.Asked = "take", "takes", "taken", "the cards of the board to take"
		w.May, w.Stays, w.Sheet = "takes {count}", "takes none", "{each in turn} {takes} {count} into the hand, face up{name}."
	}
	if whole {
		w.Sheet += " All cards of a board go together."
	}
	s.Ask = &a
	return s
}

// BoardSaid names a board in a sentence: "the widow", and "A" where the name is no word.
func BoardSaid(name string) string {
	if strings.IndexFunc(name, unicode.IsLower) == 0 && !strings.HasPrefix(name, "the ") {
		return "the " + name
	}
	return name
}

// Laid makes a [Discard] lay the cards face up on boards, which the text names.
func (s Step) Laid(boards string) Step {
	a := *s.Ask
	a.Effect = DoLay
	w := &a.Words
	boards = BoardSaid(boards)
	w.Say, w.Does, w.Done, w.Asked, w.Turn, w.Stays = "lay", "lays", "laid", "the cards to lay on "+boards, "lay cards on "+boards, "lays none"
	w.Street, w.Record, w.Place, w.May = "", "", " on "+boards, "lays {count} on "+boards
	w.Alone = "{each in turn} {lays} {count} face up on " + boards + "{name}."
	w.Sheet = w.Alone + " {all-in} too."
	s.Ask = &a
	return s
}

// Roll returns a step at which every player turns up their next down cards, in the
// order in which they lie.
func Roll(n int) Step {
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, From: FromDown, Least: n, Most: n, Effect: DoTurnUp, Rule: NextDown,
		Words: Words{
			Name: "expose", Say: "show", Does: "turns up", Done: "turned up", Asked: "a card to turn up", Turn: "turn up the next card",
			Sheet: "{each} turns up the {next} in their chosen order{name}.",
		},
	}}
}

// Expose returns a step at which players turn up down cards of their choice, in
// turn or all at once.
func Expose(n int, inTurn bool) Step {
	how := "all at once when everybody has chosen"
	if inTurn {
		how = "one player after the other {first}"
	}
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, InTurn: inTurn, From: FromDown, Least: n, Most: n, Effect: DoTurnUp,
		Words: Words{
			Name: "expose", Say: "show", Does: "turns up", Done: "turned up", Asked: "a card to turn up", Turn: "choose what to turn up",
			May: "turns up {count} of its choice", Record: "expose",
			Sheet: "Each player chooses {count} to turn up, " + how + "{name}.", Alone: "The player chooses {count} to turn up{name}.",
		},
	}}
}

// Among makes players choose the cards from a pool, each card at a price; nil if
// they are free.
func (s Step) Among(from Pool, price *Pay) Step {
	s.Ask.From, s.Ask.Price = from, price
	return s
}

// Swapped makes a [Pass] a swap: the neighbor gives back as many cards.
func (s Step) Swapped() Step {
	s.Ask.Swap = true
	w := &s.Ask.Words
	w.Say, w.Does, w.Done = "swap", "swaps", "swapped"
	w.May = "swaps {count} with " + directions[s.Ask.To].whom
	w.Alone = ""
	back := "as many, those dealt last"
	if s.Ask.From == FromLast {
		back = "theirs"
	}
	w.Sheet = "The player swaps {count}{name} with " + directions[s.Ask.To].whom + ", who gives " + back + ". Cards stay face up or face down."
	return s
}

// Pass returns a step at which each player passes cards to a neighbor, all at once.
func Pass(n int, to Direction) Step {
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, From: FromDown, Least: n, Most: n, Effect: DoPass, To: to,
		Words: Words{
			Name: "pass", Street: "pass", Say: "pass", Does: "passes", Done: "passed", Asked: "the cards to pass", Turn: "choose what to pass",
			May:   "passes {count} " + directions[to].to,
			Sheet: "Each player chooses {count}{name}. When everybody has chosen, all pass them to " + directions[to].whom + ", {as they lie}.",
			Alone: "The player passes {count}{name} to " + directions[to].whom + ", {as they lie}.",
		},
	}}
}

// TheHand returns the name of a hand of the game as it stands in a sentence: "the two-card hand" for a name in small letters, "Hold'em".
func TheHand(name string) string {
	if name == strings.ToLower(name) {
		return "the " + name + " hand"
	}
	return name
}

// Arrange returns a step at which the players secretly set their cards apart as
// hands, with these sizes and names.
func Arrange(sizes []int, names []string) Step {
	a := &Ask{
		Moment: InDraw, From: FromHand, Effect: DoArrange, Sizes: sizes,
		Words: Words{
			Name: "arrange", Say: "arrange", Does: "arranges", Asked: "the hands to set apart", Turn: "set the hands apart",
		},
	}
	var hands []string
	for i, n := range sizes {
		if i < len(sizes)-1 {
			a.Least += n
		}
		hands = append(hands, fmt.Sprintf("%d for %s", n, TheHand(names[i])))
	}
	a.Most = a.Least
	last := len(hands) - 1
	list := strings.Join(hands[:last], ", ") + " and " + hands[last]
	a.Words.Done = "arranged, " + strings.Join(hands[:last], " and then ")
	a.Words.May = "sets its cards apart, " + list + ", and names {count} in this order: the rest is for " + TheHand(names[len(names)-1])
	a.Words.Sheet = "All players set their cards apart in secret{name}: " + list + ". The hands are shown at the showdown."
	return Step{Kind: Asks, Ask: a}
}

// InAscendingOrder makes an [Arrange] require an order of strength: no hand may be better
// than the next one in the ranking.
func (s Step) InAscendingOrder(r *rank.Ranking, names []string) Step {
	s.Ask.Ascending = r
	s.Ask.Words.Sheet += " " + "No hand may be better than the next: " + strings.Join(names, ", ") + ". A player who sets them otherwise fouls: these hands lose to all that are not fouled."
	return s
}

// PutInOrder returns a step at which the players put their down cards in the order
// in which they will turn them up.
func PutInOrder() Step {
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, From: FromDown, Least: MostHole, Most: MostHole, Effect: DoArrange,
		Words: Words{
			Name: "arrange", Say: "arrange", Does: "arranges", Done: "arranged", Asked: "the order of the cards", Turn: "put the cards into order",
			May: "names all its down cards in the order in which they will be turned up", Sheet: "All players put their down cards into the order in which they will be turned up, in secret{name}.",
		},
	}}
}

// Straddle returns a step at which players may double the last blind or straddle:
// any seat in order, or only the seat next to it.
func Straddle(anySeat bool) Step {
	who := "The player left of the last blind may straddle, then the next, until one does not."
	if anySeat {
		who = "Each player in turn, from the left of the last blind, may straddle."
	}
	return Step{Kind: Asks, Ask: &Ask{
		First: LeftOfBlind, InTurn: true, NoPosters: true, EndsAtNo: !anySeat,
		Offers: []Offer{{Name: "straddle", Price: DoubleBlind, Effect: DoStraddle, Record: "straddle"}, {Name: "decline", Effect: DoDecline}},
		Words: Words{
			Name: "straddle", Asked: "a straddle", Turn: "may straddle: the next player left of the last blind or straddle who may",
			May: "A straddle is {price}: twice the last blind or straddle.",
			Sheet: who + " A player who has posted a blind may not; with two players nobody straddles." +
				" A straddle is exactly twice the blind or straddle before it and at most half of the player's chips." +
				" It is live, and the betting begins to the left of the last one.",
		},
	}}
}

// Offered is the question before the first step of a hand to a player whom a rule of the table offers a straddle.
var Offered = Step{Kind: Asks, Ask: &Ask{
	InTurn: true,
	Offers: []Offer{{Name: "decline", Effect: DoDecline}, {Name: "straddle", Price: OfPost, Effect: DoPost, Record: "straddle"}},
	Words: Words{
		Name: "straddle", Asked: "a straddle", Turn: "may straddle: the player to whom the table offers it",
		May: "A straddle is {price}.",
	},
}}

// Bank returns a step that offers the bank.
func Bank(b BankStep) Step {
	return Step{Kind: Asks, Bank: &b, Ask: againstTheBank(LastBanker, InSetup, "bank", "bank",
		Offer{Name: "bank", Price: OfStake, Effect: DoBank}, Offer{Name: "decline", Effect: DoDecline})}
}

// Place returns a step at which players bet against the bank. The offer has the
// name of the bet.
func Place(p WagerStep) Step {
	p.Bet = cmp.Or(p.Bet, "bet")
	return Step{Kind: Asks, Place: &p, Ask: againstTheBank(LeftOfBanker, InSetup, "wager", "bets",
		Offer{Name: p.Bet, Price: OfBet, Effect: DoBet}, Offer{Name: "pass", Effect: DoSitOut})}
}

// Choose returns a step that asks each hand of a role's seats again and again,
// until the hand is done or no offer is allowed. The offers define the effects: see
// [Play].
func Choose(to Role, allowed Asker, offers ...Offer) Step {
	ask := againstTheBank(LeftOfBanker, InDraw, "choose", "play", offers...)
	ask.Allowed = allowed
	return Step{Kind: Asks, To: to, Ask: ask}
}

// Play returns an offer with effects on a hand, against the bank.
func Play(name string, effects ...Effect) Offer {
	return Offer{Name: name, Price: OfEffects, Effect: DoPlay, Effects: effects}
}

func againstTheBank(first Opener, moment Moment, name, street string, offers ...Offer) *Ask {
	return &Ask{
		First: first, Moment: moment, InTurn: true, OwnWords: true, Hidden: true, Offers: offers,
		Words: Words{Name: name, View: "choose", Street: street},
	}
}

// Discard returns a step at which each player in turn discards cards that are not
// replaced.
func Discard(least, most int) Step {
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, InTurn: true, From: FromHand, Least: least, Most: most, Effect: DoMuck,
		Words: Words{
			Name: "discard", Street: "discard", Say: "discard", Does: "discards", Done: "discarded", Asked: "a discard", Turn: "discard",
			May: "discards {count} of its choice", Record: "sd", None: "stand pat", Stays: "keeps all cards",
			Sheet: "{each in turn} {discards} {count} and {gets} none back{name}. {all-in} too.",
		},
	}}
}

// DiscardMatching returns a step at which players discard all cards of the same
// rank as a card on one of the boards, which the text names.
func DiscardMatching(boards string) Step {
	return Step{Kind: Asks, Ask: &Ask{
		Moment: InDraw, InTurn: true, From: FromHand, Effect: DoMuck, Rule: Matching,
		Words: Words{
			Name: "discard", Street: "discard", Say: "discard", Does: "discards", Done: "discarded", Asked: "a discard", Turn: "discard",
			Sheet: "{each} discards every card that has the rank of a card on " + boards + ", and gets none back{name}.",
		},
	}}
}

// checkAsk checks a question on a path through the game, and counts the cards that
// it turns up.
func (s *Step) checkAsk(g *Game, w *way) error {
	a := s.Ask
	if s.Chooses() {
		return s.checkOffers(g)
	}
	if err := s.checkNamed(g); err != nil {
		return err
	}
	switch {
	case a.Rule == Matching:
		return nil
	case a.Arranges() && a.Sizes == nil && w.hole-w.up > MaxHole:
		return fault(s.Pos, "", "%d cards to put in order: the limit is %d", w.hole-w.up, MaxHole)
	case a.Arranges() && a.Sizes == nil:
		return nil
	case a.Arranges():
		// The sizes of the hands that are set apart.
		total := 0
		for i, n := range a.Sizes {
			if n < 1 {
				return fault(s.Pos, "", "a hand set apart cannot have %d cards", n)
			}
			if i < len(a.Sizes)-2 && total+n > MaxHole {
				return fault(s.Pos, "name the smaller hands first", "the hands before the last two have more than %d cards", MaxHole)
			}
			total += n
		}
		if total != w.hole {
			return fault(s.Pos, "", "%d cards are set apart, but a seat has %d", total, w.hole)
		}
		return nil
	case s.Draw.More < 0 && a.Least < -s.Draw.More:
		return fault(s.Pos, fmt.Sprintf("least = %d", -s.Draw.More), "a draw that deals %s fewer than were discarded needs at least as many discards", cardWords(-s.Draw.More))
	case a.Most < 1 || a.Least < 0 || a.Least > a.Most:
		return fault(s.Pos, "", "%s: from %d to %d cards", s.Word(), a.Least, a.Most)
	case a.From == FromBoard && a.Most > w.board:
		return fault(s.Pos, "", "%d board cards are %s, but the board has %d", a.Most, a.Words.Done, w.board)
	case a.From == FromBoard && a.Whole && (len(g.Boards) == 0 || len(g.Boards) > MostHands || slices.ContainsFunc(g.before(s), g.Shared)):
		return fault(s.Pos, `board(3, on = "A"), board(3, on = "B")`, "whole boards are chosen where there are 2 to %d boards with names and no card lies on several", MostHands)
	case a.From == FromBoard && a.Most >= 1 && a.Least >= 0 && a.Least <= a.Most:
		return nil
	case a.From == FromOlder && w.hole < 2*a.Most:
		return fault(s.Pos, "", "%s may be %s, but not the last %d, and a seat has %d", cardWords(a.Most), a.Words.Done, a.Most, w.hole)
	case a.From == FromLast && a.Most > 1:
		return fault(s.Pos, "", "%d cards, but only one was dealt last", a.Most)
	case a.Swap && !g.inTurn(s):
		return fault(s.Pos, "in_turn([pass_cards(1, swap = True)])", "cards are swapped by one player after the other")
	case a.Price != nil && !a.Price.fixed() && !a.InTurn:
		return fault(s.Pos, `pay("1.00"), or pay(small)`, "%s: cards cannot have a price when all choose in secret", s.Word())
	case a.Price != nil && a.Price.Times != nil && !g.Banked():
		return fault(s.Pos, `price = pay("0.50")`, "%s: multiples of a bet are prices against a bank, and this game has a pot", s.Word())
	case a.First != LeftOfButton && a.First != SameAsBefore && a.First != LeftOfBanker:
		return fault(s.Pos, "first = left_of_button", "a %s starts left of the button or where the round before started, not with %s", s.Word(), a.First)
	case a.First == SameAsBefore && w.bets == 0:
		return fault(s.Pos, "", "the %s starts where the round before started, but there is none", s.Word())
	}
	switch {
	case a.From == FromUp && a.Most > w.up:
		w.lacks(fault(s.Pos, "", "%s must be %s, but a seat has %d up", cardWords(a.Most), a.Words.Done, w.up))
	case a.From == FromDown && a.Most > w.hole-w.up:
		w.lacks(fault(s.Pos, "", "%s must be %s, but a seat has %d down", cardWords(a.Most), a.Words.Done, w.hole-w.up))
	case a.Most > w.hole:
		w.lacks(fault(s.Pos, "", "a %s of %d from %s", s.Word(), a.Most, cardWords(w.hole)))
	}
	if a.Exposes() {
		w.up = min(w.up+a.Most, w.hole)
	}
	return nil
}

// checkOffers checks the offers of a question.
func (s *Step) checkOffers(g *Game) error {
	most := MaxPotOffers
	switch {
	case !s.Ask.InTurn:
		most = MaxSecretOffers
	case g.Banked():
		most = MaxOffers
	}
	if n := len(s.Ask.Offers); n > most {
		return fault(s.Pos, "", "%s: %d offers: the limit is %d", s.Word(), n, most)
	}
	if g.Banked() {
		return nil
	}
	// Offers that cannot be played in a game for a pot.
	for i := range s.Ask.Offers {
		o := &s.Ask.Offers[i]
		pays := 0
		for k := range o.Effects {
			//exhaustive:ignore a game for a pot has no others, which the default says
			switch e := &o.Effects[k]; e.Kind {
			case GiveUp:
			case PayIn:
				pays++
				if !s.Ask.InTurn && !e.Pay.fixed() {
					return fault(e.Pos, `pay("1.00"), or pay(small)`, "choose: %q cannot have an open price when all choose in secret", o.Name)
				}
			default:
				return fault(o.Pos, `pay(…) and give_up are; cards are steps: in_turn([choose(…), when(_chose, [deal(1)])])`,
					"choose: %q: %s cannot be the effect of a choice in a game for a pot", o.Name, e.Kind)
			}
		}
		if pays > 1 {
			return fault(o.Pos, "", "choose: %q pays twice", o.Name)
		}
	}
	return nil
}

// checkNamed refuses a question about a hand that no step before it sets apart, or about
// a board on which no step before it lays cards: it would ask about no cards.
func (s *Step) checkNamed(g *Game) error {
	a := s.Ask
	if a.Of != 0 && !slices.ContainsFunc(g.before(s), func(st Step) bool { return st.setsApart(a.Of) }) {
		// The hand is not set apart before the question.
		name := s.Ask.OfName
		var made []string
		for i, hand := range g.Hands {
			if slices.ContainsFunc(g.before(s), func(st Step) bool { return st.setsApart(uint8(1 + i)) }) {
				made = append(made, hand)
			}
		}
		isBoard := g.HasStep(func(st *Step) bool {
			return slices.ContainsFunc(g.Boards, func(b string) bool { return b == name && st.Kind == Board && st.On>>slices.Index(g.Boards, b)&1 != 0 })
		})
		hint := diag.DidYouMean(name, made)
		switch {
		case isBoard:
			hint = name + " is a board, and boards are not hands: take_board(1) replaces cards of a board"
		case hint != "":
		case made != nil:
			hint = "the hands set apart before it are " + strings.Join(made, ", ")
		default:
			hint = `no hand is set apart before it: arrange(…) or deal(…, into = "` + name + `") sets one apart`
		}
		return fault(s.Pos, hint, "%s: there is no hand called %q here", s.Word(), name)
	}
	for k, name := range g.Boards {
		lays := func(st Step) bool { return st.Kind == Board && (st.On == 0 || st.On>>k&1 != 0) }
		if a.Boards>>k&1 != 0 && !a.Lays() && !slices.ContainsFunc(g.before(s), lays) {
			return fault(s.Pos, fmt.Sprintf("board(3, on = %q) before it", name), "the %s is about board %s, and there are no cards on it yet", s.Word(), name)
		}
	}
	return nil
}

func (g *Game) before(s *Step) []Step {
	for i := range g.Steps {
		if &g.Steps[i] == s {
			return g.Steps[:i]
		}
	}
	return nil
}

// setsApart reports whether a step deals or arranges cards for a hand.
func (s *Step) setsApart(hand uint8) bool {
	return s.Kind == Deal && s.Hand == hand || s.Ask != nil && slices.Contains(s.Ask.Groups, hand)
}
