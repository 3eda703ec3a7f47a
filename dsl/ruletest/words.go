package ruletest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/speech"
)

// Statement is a statement of hand.play that is not an action.
type Statement struct {
	Word  string // its first word
	Usage string // "pot AMOUNT"
	Doc   string
	// Method reports whether there is a method expect_WORD with the same
	// meaning.
	Method bool

	do func(h *Hand, words []string) error
}

var statements []Statement

// An init function, because statements play and play looks statements up.
func init() {
	statements = []Statement{
		{"turn", "turn SEAT", "whose turn it is", true, single((*Hand).expectTurn)},
		{"round", "round NAME", "the current betting round", true, (*Hand).expectRound},
		{"pot", "pot AMOUNT", "the chips on the table, bets included", true, amountIn("pot", (*Hand).pot)},
		{"house", "house AMOUNT", "what the house has collected", true, amountIn("house", func(h *Hand) int64 { return h.h.House() })},
		{"stacks", "stacks SEAT AMOUNT …", "stacks of seats", true, each("stack", (*hand.Hand).Stack)},
		{"net", "net SEAT AMOUNT …", "what seats have won or lost so far", true, each("net", (*hand.Hand).Net)},
		{"wins", "wins SEAT AMOUNT …", "what seats win from the pots; nobody else wins", true, (*Hand).expectWins},
		{"hole", "hole SEAT [HAND] CARDS", "the cards of a seat in the order dealt, or of one of its hands: by the name of one it has set, against a banker by its number from 1; bank is the house", true, cardsOf(true, true)},
		{"down", "down SEAT CARDS", "the down cards of a seat", true, cardsOf(true, false)},
		{"hand", "hand SEAT NUMBER CARDS", "the same as hole, against a banker", true, cardsOf(true, true)},
		{"up", "up SEAT CARDS", "the up cards of a seat", true, cardsOf(false, true)},
		{"board", "board [NAME] CARDS", "the cards on the board, or on a named board", true, (*Hand).expectBoard},
		{"burns", "burns CARDS", "the cards burned so far", true, cardsIn("burns", (*Hand).burns)},
		{"muck", "muck CARDS", "discards and the cards of folded or dead hands, in order", true, cardsIn("muck", (*Hand).muck)},
		{"log", "log EVENT [SEAT] [AMOUNT|CARDS]", "the next matching event of the log; join the words of an event with -", true, (*Hand).expectLog},
		{"never", "never EVENT [SEAT] [AMOUNT|CARDS]", "no such event in the hand", true, (*Hand).expectNever},
		{"worth", "worth SEAT WORDS", "the seat's hand is what these words name: \"two pair, kings up\", \"eighty-six low\", \"wheel\", \"nut flush\"", true, worth(0)},
		{"low", "low SEAT WORDS", "the seat's hand for the second part of the showdown is what these words name", true, worth(1)},
		{"legal", "legal ACTIONS", `the legal actions, exactly: "fold, call 2, raise to 4"`, true, (*Hand).expectLegal},
		{"over", "over", "the hand is over and every chip accounted for", true, (*Hand).expectOver},
		{"showdown", "showdown", "the hand is over and hands were compared", true, showdown(true)},
		{"no", "no showdown", "the hand is over and hands were not compared", false, showdown(false)},
		{"event", "event NAME [FIELD=VALUE …]", "triggers an irregularity as soon as it can happen before a player acts", false, (*Hand).happen},
		{"no-event", "no-event NAME [FIELD=VALUE …][: REASON]", "an irregularity is refused, and nothing changes", false, (*Hand).noEvent},
		{"go", "go [N]", "in an attended hand the dealer continues, N times or until a player must act", false, (*Hand).goOn},
		{"ruling", "ruling WORDS", "the last ruling has these words: the event, its effects, [CLAUSE], default", true, (*Hand).expectRuling},
		{"stub", "stub CARDS", "the next cards of the stub", true, (*Hand).expectStub},
		{"undealt", "undealt NUMBER", "the number of cards in the stub", true, single((*Hand).expectUndealt)},
		{"aside", "aside CARDS", "the cards that were set aside", true, cardsIn("cards aside", func(h *Hand) []cards.Card { return h.h.Aside() })},
		{"to", "to NAME", "everybody checks and calls until the round of this name, or the question of this name if no round has it", false, func(h *Hand, w []string) error { return h.playOn(false, strings.Join(w, " ")) }},
		{"play", "play", "everybody checks and calls to the end", false, func(h *Hand, _ []string) error { return h.playOn(false, "") }},
		{"all-in", "all-in", "everybody bets and raises the maximum to the end", false, func(h *Hand, _ []string) error { return h.playOn(true, "") }},
	}
	for _, s := range statements {
		if s.Method {
			expectMethod(s)
		}
		handPlay.Doc += "\n\n`" + s.Usage + "`: " + s.Doc + "."
	}
}

// Statements lists the statements of hand.play that are not actions.
func Statements() []Statement { return statements }

// aliases are alternative first words of statements.
var aliases = map[string]string{"stack": "stacks", "burned": "burns"}

func statementOf(word string) *Statement {
	if w, ok := aliases[word]; ok {
		word = w
	}
	for i := range statements {
		if statements[i].Word == word {
			return &statements[i]
		}
	}
	return nil
}

// differ returns a failure if two texts differ.
func differ(what, got, want string) error {
	if got == want {
		return nil
	}
	return &Failure{What: what, Got: got, Want: want}
}

// expect compares an amount with a text.
func (h *Hand) expect(what string, got int64, want string) error {
	n, err := h.units(want)
	if err != nil || n == got {
		return err
	}
	return differ(what, h.money(got), h.money(n))
}

// one returns the only word of a statement.
func one(words []string) (string, error) {
	if len(words) != 1 {
		return "", fmt.Errorf("want one word, got %q", strings.Join(words, " "))
	}
	return words[0], nil
}

// single makes a statement of one that takes a single word.
func single[T any](do func(t T, word string) error) func(T, []string) error {
	return func(t T, words []string) error {
		word, err := one(words)
		if err != nil {
			return err
		}
		return do(t, word)
	}
}

func (h *Hand) expectTurn(name string) error {
	if _, err := h.seat(name); err != nil && name != "dealer" {
		return err
	}
	return differ("turn", h.turn(), name)
}

// turn returns the seat whose turn it is; "nobody" if the hand is over.
func (h *Hand) turn() string {
	d := h.h.Pending()
	switch {
	case d != nil && d.Seat >= 0:
		return h.seats[d.Seat]
	case d != nil && d.Kind == hand.DealerGoesOn:
		return "dealer"
	}
	return "nobody"
}

func (h *Hand) round() string {
	if h.h.Pending() != nil && h.h.Step() != nil {
		return h.h.Step().Name
	}
	return ""
}

func (h *Hand) pot() int64 {
	sum := h.h.Pot()
	for i := range h.seats {
		sum += h.h.Wagered(i)
	}
	return sum
}

func (h *Hand) expectRound(words []string) error {
	return differ("round", h.round(), strings.Join(words, " "))
}

func amountIn(what string, get func(*Hand) int64) func(*Hand, []string) error {
	return single(func(h *Hand, want string) error { return h.expect(what, get(h), want) })
}

func each(what string, get func(*hand.Hand, int) int64) func(*Hand, []string) error {
	return func(h *Hand, words []string) error {
		want, err := h.perSeat(words)
		if err != nil {
			return err
		}
		for i, name := range h.seats {
			if text, ok := want[i]; ok {
				if err := h.expect(what+" of "+name, get(&h.h, i), text); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func (h *Hand) expectWins(words []string) error {
	want, err := h.perSeat(words)
	if err != nil {
		return err
	}
	for i, name := range h.seats {
		text, ok := want[i]
		if !ok {
			text = "0"
		}
		if err := h.expect("won by "+name, h.h.Won(i), text); err != nil {
			return err
		}
	}
	return nil
}

// sameCards compares cards with a text.
func (h *Hand) sameCards(what string, got []cards.Card, words []string) error {
	want, err := h.plan.Game.Deck.Read(strings.Join(words, " "))
	if err != nil {
		return err
	}
	return differ(what, "["+cards.Spaced(got)+"]", "["+cards.Spaced(want)+"]")
}

func cardsOf(down, up bool) func(*Hand, []string) error {
	return func(h *Hand, words []string) error {
		if len(words) == 0 {
			return fmt.Errorf("which seat?")
		}
		seat, err := h.holder(words[0])
		if err != nil {
			return err
		}
		if len(words) > 1 && down && up {
			if k, err := strconv.Atoi(words[1]); err == nil {
				if k < 1 || k > h.h.Hands(seat) {
					return &Failure{What: "hands of " + words[0], Got: strconv.Itoa(h.h.Hands(seat)), Want: "a hand " + words[1]}
				}
				got, _ := h.h.Cards(seat, k-1)
				return h.sameCards(fmt.Sprintf("hand %d of %s", k, words[0]), got, words[2:])
			}
			if g := slices.Index(h.plan.Game.Hands, words[1]); g >= 0 {
				return h.sameCards(words[1]+" of "+words[0], h.h.HandOf(nil, seat, g+1), words[2:])
			}
		}
		what := map[[2]bool]string{{true, true}: "cards of ", {true, false}: "down cards of ", {false, true}: "up cards of "}[[2]bool{down, up}]
		return h.sameCards(what+words[0], h.held(seat, down, up), words[1:])
	}
}

// held returns the down cards, the up cards or all cards of a seat.
func (h *Hand) held(seat int, down, up bool) []cards.Card {
	var out []cards.Card
	if seat < 0 {
		all, _ := h.h.Cards(seat, 0)
		showing := h.h.Showing(seat, 0)
		return slices.DeleteFunc(slices.Clone(all), func(c cards.Card) bool {
			return !up && slices.Contains(showing, c) || !down && !slices.Contains(showing, c)
		})
	}
	for k, c := range h.h.Hole(seat) {
		if h.h.IsUp(seat, k) && up || !h.h.IsUp(seat, k) && down {
			out = append(out, c)
		}
	}
	return out
}

func (h *Hand) expectBoard(words []string) error {
	if len(words) > 0 {
		if k := slices.Index(h.plan.Game.Boards, words[0]); k >= 0 {
			return h.sameCards("board "+words[0], h.h.BoardOf(nil, k), words[1:])
		}
	}
	return h.sameCards("board", h.h.Board(), words)
}

func cardsIn(what string, get func(*Hand) []cards.Card) func(*Hand, []string) error {
	return func(h *Hand, words []string) error { return h.sameCards(what, get(h), words) }
}

func (h *Hand) burns() []cards.Card {
	if len(h.h.Happened()) > 0 {
		return h.h.Burns()
	}
	return h.thisDeal(func(e *hand.Event) []cards.Card {
		if e.Kind.Facts().DealsTo(plan.ZoneBurn) {
			return e.List()
		}
		return nil
	})
}

func (h *Hand) muck() []cards.Card {
	if len(h.h.Happened()) > 0 {
		return h.h.Mucked()
	}
	return h.thisDeal(func(e *hand.Event) []cards.Card {
		switch f := e.Kind.Facts(); {
		case f.To == plan.ZoneMuck:
			return e.List()
		case f.Act == hand.Folds, f.AtShowdown && !f.Shows:
			return h.h.Hole(int(e.Seat))
		}
		return nil
	})
}

func (h *Hand) thisDeal(give func(*hand.Event) []cards.Card) (out []cards.Card) {
	for i := range h.log.Events {
		if e := &h.log.Events[i]; e.Kind.Facts().NewDeal {
			out = nil
		} else {
			out = append(out, give(e)...)
		}
	}
	return out
}

func (h *Hand) expectLog(words []string) error {
	at, err := h.search(h.read, words)
	if err != nil {
		return err
	}
	if at < 0 {
		f := &Failure{What: "log", Want: strings.Join(words, " "), Got: "no such event"}
		if h.read > 0 {
			f.Got += " after " + quoted(h.event(&h.log.Events[h.read-1]))
		}
		if others := h.others(words[0]); others != "" {
			f.Got += ", but " + others
		}
		return f
	}
	h.read = at + 1
	return nil
}

// others returns a few of the events of a kind that expectations have not
// consumed yet.
func (h *Hand) others(word string) string {
	const most = 4
	var out []string
	for i := h.read; i < len(h.log.Events); i++ {
		if e := &h.log.Events[i]; e.Kind.String() == strings.ReplaceAll(word, "-", " ") {
			out = append(out, h.event(e))
		}
	}
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return strings.Join(out, ", ")
}

func (h *Hand) expectNever(words []string) error {
	at, err := h.search(0, words)
	if err != nil || at < 0 {
		return err
	}
	return &Failure{What: "log", Want: "no event " + strings.Join(words, " "), Got: quoted(h.event(&h.log.Events[at]))}
}

// search returns the index of the first event, starting from an index, with the
// given kind, seat, amount and cards; -1 if there is none.
func (h *Hand) search(from int, words []string) (int, error) {
	if len(words) == 0 {
		return -1, fmt.Errorf("which event?")
	}
	var kinds []string
	for _, k := range hand.EventKinds() {
		kinds = append(kinds, eventWord(k))
	}
	if !slices.Contains(kinds, words[0]) {
		return -1, &Failure{Got: fmt.Sprintf("no event is called %q; there are %s", words[0], strings.Join(kinds, ", ")), Hint: meant(words[0], kinds)}
	}
	for i := from; i < len(h.log.Events); i++ {
		e := &h.log.Events[i]
		if eventWord(e.Kind) != words[0] {
			continue
		}
		if ok, err := h.matches(e, words[1:]); ok || err != nil {
			return i, err
		}
	}
	return -1, nil
}

func eventWord(k hand.EventKind) string { return strings.ReplaceAll(k.String(), " ", "-") }

func (h *Hand) matches(e *hand.Event, words []string) (bool, error) {
	if len(words) > 0 && slices.Contains(h.seats, words[0]) {
		if e.Seat < 0 || h.seats[e.Seat] != words[0] {
			return false, nil
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return true, nil
	}
	if name := h.chosen(e); name != "" {
		if said := strings.Join(words, " "); strings.EqualFold(said, name) {
			return true, nil
		}
		n, err := h.units(words[len(words)-1]) // the amount, after the name or without it
		return err == nil && e.Amount == n && (len(words) == 1 || strings.EqualFold(strings.Join(words[:len(words)-1], " "), name)), nil
	}
	if cs, err := cards.Read(strings.Join(words, " ")); err == nil {
		return cards.Spaced(cs) == cards.Spaced(e.List()), nil
	}
	if e.Kind.Facts().Counts {
		n, err := strconv.ParseInt(words[0], 10, 64)
		return e.Amount == n, err
	}
	n, err := h.units(words[0])
	return e.Amount == n, err
}

// event returns an event in words.
func (h *Hand) event(e *hand.Event) string {
	out := e.Kind.String()
	if e.Seat >= 0 {
		out += " " + h.seats[e.Seat]
	}
	if name := h.chosen(e); name != "" {
		out += " " + name
	}
	switch {
	case e.Kind.Facts().Counts:
		out += " " + strconv.FormatInt(e.Amount, 10)
	case e.Amount != 0:
		out += " " + h.money(e.Amount)
	}
	if e.To != 0 && e.To != e.Amount {
		out += " to " + h.money(e.To)
	}
	if e.N > 0 {
		out += " " + cards.Spaced(e.List())
	}
	return out
}

// chosen returns the name of the choice that an event tells of, "" for none.
func (h *Hand) chosen(e *hand.Event) string {
	if f := e.Kind.Facts(); !f.ByOffer || f.Secret || e.Step < 0 {
		return ""
	}
	if ask := h.plan.Game.At(int(e.Step)).Ask; ask != nil && int(e.Pot) < len(ask.Offers) {
		return ask.Offers[e.Pot].Name
	}
	return ""
}

func worth(part int) func(*Hand, []string) error {
	return func(h *Hand, words []string) error {
		if len(words) == 0 {
			return fmt.Errorf("which seat?")
		}
		seat, err := h.holder(words[0])
		if err != nil {
			return err
		}
		want := strings.Join(words[1:], " ")
		sd := h.h.Showdown()
		if sd == nil { // against a bank
			var out []string
			for k := range h.h.Hands(seat) {
				if words, ok := h.h.Worth(seat, k); ok {
					out = append(out, words)
				}
			}
			return begins("hand of "+words[0], strings.Join(out, " and "), want)
		}
		if part >= len(sd.Parts) {
			return fmt.Errorf("the showdown has only one part")
		}
		return named("hand of "+words[0], sd.Parts[part].Ranking, h.h.Strength(part, seat), want, func() (bool, bool) { return h.h.Called(want, part, seat) })
	}
}

// begins returns a failure unless a text begins with words.
func begins(what, got, want string) error {
	if after, ok := strings.CutPrefix(got, want); ok && (after == "" || after[0] < 'a' || after[0] > 'z') {
		return nil
	}
	return &Failure{What: what, Got: got, Want: want}
}

// named returns a failure unless a hand is what words say: its description begins with them, or called reports that they name
// it. Words that name no hand, which called reports as not known, are no expectation.
func named(what string, r *rank.Ranking, s rank.Strength, want string, called func() (is, known bool)) error {
	f := begins(what, r.Describe(s), want)
	if f == nil {
		return nil
	}
	switch is, known := called(); {
	case is:
		return nil
	case known || want == r.Describe(0):
		return f
	}
	return fmt.Errorf("no hand of %s is called %q; write it as a dealer does: %s", r.Name(), want, r.Describe(rank.Strength(r.Count()+1)/2))
}

func (h *Hand) expectLegal(words []string) error {
	return differ("legal for "+h.turn(), h.legal(), plan.Written(strings.Join(words, " ")))
}

// legal returns the legal actions, without the seat, with amounts as statements have them: mere numbers.
func (h *Hand) legal() string {
	if h.h.Pending() == nil {
		return "nothing"
	}
	text := plan.Written(h.h.Legal())
	if _, after, ok := strings.Cut(text, ": "); ok {
		return after
	}
	return text
}

func (h *Hand) expectOver(words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("nothing may follow over")
	}
	if h.h.Pending() != nil {
		return &Failure{What: "hand", Got: "it is the turn of " + h.turn(), Want: "the hand to be over"}
	}
	return h.sound()
}

// sound checks the invariants of every hand.
func (h *Hand) sound() error {
	switch {
	case !h.h.CardsConserved():
		return &Failure{What: "cards", Got: "some came or went", Want: "each card in one place"}
	case !h.h.Conserved():
		return &Failure{What: "chips", Got: "some came or went", Want: "the same total as at the start"}
	case h.h.Pending() == nil && h.h.PutIn() != h.h.PaidOut()+h.h.House():
		return &Failure{What: "chips paid out", Got: h.money(h.h.PaidOut() + h.h.House()), Want: h.money(h.h.PutIn())}
	}
	return nil
}

func showdown(want bool) func(*Hand, []string) error {
	return func(h *Hand, _ []string) error {
		if err := h.expectOver(nil); err != nil {
			return err
		}
		said := map[bool]string{true: "hands were compared", false: "hands were not compared"}
		return differ("showdown", said[h.h.Result().Showdown], said[want])
	}
}

// playOn plays until the named round, or to the end.
func (h *Hand) playOn(raise bool, name string) error {
	for d := h.h.Pending(); d != nil; d = h.h.Pending() {
		if name != "" && h.h.Step().Name == name && (d.Kind == hand.Wager && d.BringIn == 0 || h.h.Step().Ask != nil && !h.bets(name)) {
			return nil
		}
		a := h.h.DefaultAction()
		if raise && d.Options.CanRaise() {
			a = hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MaxTo}
		}
		if err := h.apply(a); err != nil {
			return err
		}
	}
	if name != "" {
		return &Failure{What: "round", Got: "the hand is over", Want: name, Hint: h.stops(name)}
	}
	return h.expectOver(nil)
}

// stops returns a hint about a name that no round and no question of the game has.
func (h *Hand) stops(name string) string {
	var names []string
	for i := range h.plan.Game.Steps {
		s := &h.plan.Game.Steps[i]
		if s.Name == "" || !s.Bets() && s.Ask == nil || slices.Contains(names, s.Name) {
			continue
		}
		if s.Name == name {
			return ""
		}
		names = append(names, s.Name)
	}
	if names == nil {
		return "no round and no question of this game has a name: bet(name = …), choose(…, name = …)"
	}
	return "rounds and questions with a name: " + strings.Join(names, ", ")
}

// bets reports whether a round of betting of the game has a name.
func (h *Hand) bets(name string) bool {
	return h.plan.Game.HasStep(func(s *plan.Step) bool { return s.Bets() && s.Name == name })
}

// apply plays an action and checks the invariants.
func (h *Hand) apply(a hand.Action) error {
	if err := h.answer(a); err != nil {
		return err
	}
	if err := h.sound(); err != nil || h.on == nil {
		return err
	}
	return h.on.after()
}

// unasked says what a seat did last, if it was not asked because it had no choice: "" otherwise.
func (h *Hand) unasked(seat string) string {
	for i := range slices.Backward(h.log.Events) {
		if e := &h.log.Events[i]; e.Seat >= 0 && h.seats[e.Seat] == seat && e.Other == hand.NoOther {
			return " (" + quoted(h.event(e)) + " without a question, which had no other answer)"
		}
	}
	return ""
}

// act plays an action of a seat, or checks what it could do.
func (h *Hand) act(words []string) error {
	if err := h.h.ToPlayer(); err != nil {
		return err
	}
	if h.turn() != words[0] {
		return &Failure{What: "turn", Got: h.turn() + h.unasked(words[0]), Want: words[0]}
	}
	if len(words) == 1 {
		return fmt.Errorf("what does %s do?", words[0])
	}
	switch words[1] {
	case "can":
		return h.expectLegal(words[2:])
	case "cannot":
		text, reason, _ := strings.Cut(strings.Join(words[2:], " "), ": ")
		return h.refused(text, reason)
	}
	a, err := h.action(words[1:])
	if err != nil {
		_, ok := err.(*Failure)
		if !ok && h.h.Choice() == nil && (verbs[words[1]] == "choose" || words[1] == "choose") {
			return &Failure{Got: fmt.Sprintf("%q: nothing is offered for a choice now", strings.Join(words, " ")), Want: "one of: " + h.legal()}
		}
		if unknown := (*speech.UnknownWordError)(nil); errors.As(err, &unknown) && unknown.Offered {
			return &Failure{Got: err.Error(), Want: "one of: " + h.legal()}
		}
		if ask := h.h.Question(); !ok && ask != nil && words[1] != ask.Words.Does && words[1] != ask.Words.Say {
			return &Failure{Got: err.Error(), Hint: fmt.Sprintf("%s is asked otherwise: %[1]s %s …", words[0], ask.Words.Does)}
		}
		if !ok && !isSaying(words[1]) {
			return &Failure{Got: err.Error(), Hint: meant(words[1], slices.Concat(sayings, slices.Sorted(maps.Keys(verbs))))}
		}
		return err
	}
	if err := h.apply(a); err != nil {
		if e, ok := err.(*hand.IllegalError); ok {
			return &Failure{What: strings.Join(words, " "), Got: "refused, " + plan.Written(e.Reason), Want: "one of: " + h.legal()}
		}
		return err
	}
	return nil
}

// verbs maps the third-person forms of actions to the forms that speech.Parse
// knows.
var verbs = map[string]string{
	"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise", "completes": "complete", "passes": "pass",
	"brings": "bring", "draws": "draw", "discards": "discard", "buys": "buy", "shows": "show", "exposes": "expose",
	"stands": "stand", "straddles": "straddle", "declines": "decline", "chooses": "choose",
}

// Verbs returns what may follow a seat in hand.play.
func Verbs() []string { return append(slices.Sorted(maps.Keys(verbs)), "can", "cannot") }

// sayings are the verbs that speech.Parse and act know.
var sayings = []string{
	"fold", "f", "check", "x", "pass", "call", "c", "bring", "bring-in", "min", "max", "pot", "all-in", "raise", "bet", "complete", "stand", "pat", "draw",
	"discard", "buy", "show", "expose", "straddle", "decline", "choose", "no", "can", "cannot",
}

// action parses an action of a seat. "check" and "call" are taken literally,
// although for a policy each may mean the other; an amount after "call" is the
// required cost of the call.
func (h *Hand) action(words []string) (hand.Action, error) {
	d := h.h.Pending()
	if d == nil {
		return hand.Action{}, &Failure{What: "hand", Got: "it is over", Want: "a decision"}
	}
	words = slices.Clone(words)
	ask := h.h.Choice()
	if ask != nil && len(words) > 1 && (words[0] == "choose" || verbs[words[0]] == "choose") && !h.offers(words[0]) {
		words = words[1:]
	}
	if ask != nil && ask.OwnWords {
		words[0] = h.offer(words[0])
		return speech.Parse(strings.Join(words, " "), &h.h, d)
	}
	for _, ask := range []*plan.Ask{h.h.Question(), h.h.Choice()} {
		if ask != nil && (words[0] == ask.Words.Does || words[0] == "sets" && ask.Arranges()) {
			words[0] = ask.Words.Say
		}
	}
	if v := verbs[words[0]]; v != "" {
		words[0] = v
	}
	a := hand.Action{Seat: d.Seat}
	switch {
	case words[0] == "check" && len(words) == 1:
		a.Kind = hand.Check
		return a, nil
	case words[0] == "call" && len(words) <= 2:
		a.Kind = hand.Call
		if len(words) == 2 {
			return a, h.expect("the call", d.Options.Call, words[1])
		}
		return a, nil
	}
	return speech.Parse(strings.Join(words, " "), &h.h, d)
}

// refused checks that an action is refused for a reason that contains these
// words, and that nothing changes.
func (h *Hand) refused(text, reason string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return errors.New("cannot do what? write \"A cannot raise 3: reason\"")
	}
	before := h.h
	events := len(h.log.Events)
	a, err := h.action(words)
	if err == nil {
		err = h.answer(a)
	}
	switch {
	case err == nil:
		h.h = before
		h.log.Events = h.log.Events[:events]
		return &Failure{What: text, Got: "accepted", Want: "refused"}
	case !hasWords(err.Error(), reason):
		return &Failure{What: text + " is refused", Got: err.Error(), Want: "because " + reason}
	case !h.h.Same(&before):
		return &Failure{What: text + " is refused", Got: "the hand has changed", Want: "nothing to change"}
	}
	return nil
}

// state returns the table in a few lines.
func (h *Hand) state() []string {
	head := "pot " + h.money(h.pot())
	if r := h.round(); r != "" {
		head = r + ", " + head
	}
	if b := h.h.Board(); len(b) > 0 {
		head += ", board " + cards.Spaced(b)
	}
	out := []string{fmt.Sprintf("%s, stakes %s: %s", h.plan.Game.Name, h.plan.Stakes.Name, head)}
	for i, name := range h.seats {
		out = append(out, h.seatState(i, name))
	}
	var last []string
	for i := max(0, len(h.log.Events)-6); i < len(h.log.Events); i++ {
		last = append(last, h.event(&h.log.Events[i]))
	}
	out = append(out, "last: "+strings.Join(last, "; "))
	if h.h.Pending() != nil {
		return append(out, "to act: "+h.turn()+" ("+h.legal()+")")
	}
	return append(out, "the hand is over")
}

func (h *Hand) seatState(i int, name string) string {
	line := fmt.Sprintf("  %s %6s", name, h.money(h.h.Stack(i)))
	if i == h.h.Button() {
		line += " button"
	}
	if w := h.h.Wagered(i); w > 0 {
		line += " bets " + h.money(w)
	}
	if !h.h.Live().Has(i) {
		return line + " folded"
	}
	if down := h.held(i, true, false); len(down) > 0 {
		line += "  " + cards.Spaced(down)
	}
	if up := h.held(i, false, true); len(up) > 0 {
		line += " | " + cards.Spaced(up)
	}
	return line
}

// hasWords reports whether a text has these words; amounts may be written otherwise.
func hasWords(text, words string) bool {
	return strings.Contains(plan.Written(text), plan.Written(words))
}
