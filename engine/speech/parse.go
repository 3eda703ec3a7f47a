package speech

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/plan"
)

// An UnknownWordError is the error for a word that is no declaration, or that is not
// offered.
type UnknownWordError struct {
	Word string
	// Near are the valid words, among which the caller may look for the most
	// similar.
	Near []string
	// Offered: Near are the present offers, and the word is not one of them.
	Offered bool
}

func (e *UnknownWordError) Error() string {
	if e.Offered {
		return fmt.Sprintf("%q is not offered now", e.Word)
	}
	if slices.Contains(e.Near, e.Word) { // the answer to another question of the game
		return fmt.Sprintf("%q is not asked for now", e.Word)
	}
	return fmt.Sprintf("%q is not something a player says", e.Word)
}

// Parse parses a player's declaration for the decision d of h:
//
//	fold  check  pass  call  bet 4  raise 12  raise to 12  raise by 8  make it 12  complete  min  max  pot  half pot  2/3 pot  60% pot
//	raise to 3bb  raise 2.5x  bet 1k  bet 60%  all in
//	bring in  straddle  decline  draw 7c 2d  draw 2  keep Ah  stand pat  buy 9d  show Kd
//
// and against a bank one of the offers: "bank 100", "bet 10", "pass", "double 4".
// Otherwise an amount is the size of the whole bet, in the table's currency. "pass"
// means check if possible, otherwise fold. "draw 2" lets spare choose the discards.
// Parse checks the legality of the action only as far as it needs to understand the
// words.
func Parse(text string, h *hand.Hand, d *hand.Decision) (hand.Action, error) {
	p := parser{h: h, d: d, text: strings.TrimSpace(text), a: hand.Action{Seat: d.Seat}}
	if read, ok := sayings[p.text]; ok && d.Kind == hand.Wager { // the usual answers of programs
		err := read(&p, p.text, nil)
		return p.a, err
	}
	if d.Kind == hand.CardsAsked {
		p.ask = h.Question()
	}
	words := strings.Fields(strings.ToLower(p.text))
	if len(words) == 0 {
		return p.a, errors.New("nothing was said")
	}
	if ask := h.Choice(); ask != nil {
		offered := Offered(h)
		if len(words) > 1 && (words[0] == "choose" || strings.EqualFold(words[0], ask.Words.Say)) && (Names(offered, words[1]) || !Names(offered, words[0])) {
			words = words[1:] // "choose", or the name of the question, unless it is also that of a choice
		}
		if ask.OwnWords || Names(offered, words[0]) {
			err := p.choose(words)
			return p.a, err
		}
	}
	if d.Kind == hand.DealerGoesOn && words[0] == "go" {
		p.a.Kind = hand.GoOn
		return p.a, nil
	}
	if d.Seat < 0 {
		return p.a, fmt.Errorf("%q: it is the dealer's turn, not a player's", p.text)
	}
	read, ok := sayings[words[0]]
	if p.ask != nil && words[0] == p.ask.Words.Say {
		read, ok = (*parser).pick, true
	}
	if !ok && len(words) > 1 {
		if _, _, is := potShare(words[0]); is {
			read, ok = (*parser).pot, true
		}
	}
	if !ok {
		if _, err := p.amount(words); (err == nil || isShare(words[0])) && d.Kind == hand.Wager && d.Options.CanRaise() {
			return p.a, fmt.Errorf("%q is an amount: say what it is for, as in %q", p.text, d.Options.Verb()+" "+p.text)
		}
		return p.a, &UnknownWordError{Word: words[0], Near: KeywordsIn(h.Plan().Game)}
	}
	err := read(&p, words[0], words[1:])
	return p.a, err
}

// parser parses one declaration.
type parser struct {
	h    *hand.Hand
	d    *hand.Decision
	ask  *plan.Ask // the question about cards, nil if there is none
	text string
	a    hand.Action
}

// reader parses the words after the first.
type reader func(p *parser, first string, rest []string) error

// sayings maps the first words of declarations to their readers.
var sayings map[string]reader

func init() {
	plainly := func(kind hand.ActionKind) reader {
		return func(p *parser, first string, rest []string) error {
			p.a.Kind = kind
			return p.nothing(first, rest)
		}
	}
	sayings = map[string]reader{
		"fold": plainly(hand.Fold), "f": plainly(hand.Fold), "muck": plainly(hand.Fold),
		"check": plainly(hand.Check), "x": plainly(hand.Check), "k": plainly(hand.Check),
		"call": (*parser).call, "c": (*parser).call,
		"pass": (*parser).pass,
		"bet":  (*parser).raise, "b": (*parser).raise, "raise": (*parser).raise, "r": (*parser).raise, "complete": (*parser).raise,
		"reraise": (*parser).raise, "re-raise": (*parser).raise, "make": (*parser).makeIt,
		"min": (*parser).bound, "max": (*parser).bound,
		"pot": (*parser).pot, "half": (*parser).pot,
		"all": (*parser).allIn, "all-in": (*parser).allIn, "allin": (*parser).allIn, "shove": (*parser).allIn,
		"bring": (*parser).bringIn, "bring-in": (*parser).bringIn,
		"straddle": (*parser).straddle, "decline": (*parser).decline, "no": (*parser).decline,
		"stand": (*parser).pat, "pat": (*parser).pat,
	}
	all := func(words []string, read reader) {
		for _, word := range words {
			sayings[word] = read
		}
	}
	all(givesUp, (*parser).pick)
	all(keeps, (*parser).keep)
	all(exposes, (*parser).expose)
}

// First words that are followed by cards.
var (
	givesUp = []string{"draw", "discard", "throw", "buy"}
	keeps   = []string{"keep", "hold"}
	exposes = []string{"show", "expose", "turn"}
)

// NamesCards reports whether cards may follow a first word: cards that are chosen,
// kept or shown.
func NamesCards(first string) bool {
	return GivesUp(first) || slices.Contains(keeps, first) || slices.Contains(exposes, first)
}

// GivesUp reports whether a first word is followed by cards that a player discards
// or replaces.
func GivesUp(first string) bool { return slices.Contains(givesUp, first) }

// Keywords lists the first words of declarations, in the order for a help text.
func Keywords() []string {
	return []string{
		"fold", "check", "pass", "call", "bring in", "min", "max", "pot", "half pot", "all in", "raise", "bet", "complete",
		"stand", "pat", "draw", "discard", "keep", "buy", "show", "expose", "straddle", "decline",
	}
}

// KeywordsIn returns Keywords with the words of the game's own questions added.
func KeywordsIn(g *plan.Game) []string {
	out := Keywords()
	add := func(word string) {
		if word != "" && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	for _, a := range g.Questions() {
		add(a.Words.Say)
		for i := range a.Offers {
			add(a.Offers[i].Name)
		}
	}
	return out
}

// nothing returns an error if any words are left.
func (p *parser) nothing(first string, rest []string) error {
	if len(rest) > 0 {
		return fmt.Errorf("%q: unexpected words after %q", p.text, first)
	}
	return nil
}

// call parses a call; an amount after it must be correct.
func (p *parser) call(first string, rest []string) error {
	p.a.Kind = hand.Call
	if len(rest) == 0 || p.d.Options.Call == 0 {
		return nil
	}
	amount, err := p.amount(rest)
	if err == nil && amount != p.d.Options.Call {
		return fmt.Errorf("%q: a call is %s", p.text, p.h.Plan().Stakes.Price(p.d.Options.Call))
	}
	return err
}

// pass parses "pass" as a check, or a fold if there is no check.
func (p *parser) pass(first string, rest []string) error {
	p.a.Kind = hand.Fold
	switch {
	case p.d.Kind == hand.Chosen:
		p.a = p.h.DefaultAction()
	case p.ask != nil && p.ask.Least == 0:
		p.a.Kind = hand.PickCards
	case p.d.Options.CanCheck:
		p.a.Kind = hand.Check
	}
	return p.nothing(first, rest)
}

// raise parses a bet or raise: the smallest allowed, to an amount, or by an amount.
func (p *parser) raise(first string, rest []string) error {
	p.a.Kind = hand.RaiseTo
	by := len(rest) > 0 && rest[0] == "by"
	if by || len(rest) > 0 && rest[0] == "to" {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		p.a.Amount = p.d.Options.MinTo
		return nil
	case isShare(rest[0]):
		return p.pot(rest[0], rest[1:])
	case strings.HasPrefix(rest[0], "all"):
		return p.allIn(rest[0], rest[1:])
	case rest[0] == "min" || rest[0] == "max":
		return p.bound(rest[0], rest[1:])
	}
	amount, err := p.amount(rest)
	if by {
		r := p.h.Betting()
		amount += r.Level
	}
	p.a.Amount = amount
	return err
}

// makeIt parses "make it 12", with or without "to go": a bet or raise to an amount.
func (p *parser) makeIt(first string, rest []string) error {
	if len(rest) < 2 || rest[0] != "it" {
		return fmt.Errorf("%q: make it how much? \"make it 12\"", p.text)
	}
	rest = rest[1:]
	if n := len(rest); n > 2 && rest[n-2] == "to" && rest[n-1] == "go" {
		rest = rest[:n-2]
	}
	return p.raise(first, rest)
}

func (p *parser) bound(first string, rest []string) error {
	p.a.Kind, p.a.Amount = hand.RaiseTo, p.d.Options.MinTo
	if first == "max" {
		p.a.Amount = p.d.Options.MaxTo
	}
	return p.nothing(first, rest)
}

// potShare parses a part of the pot: "pot", "half", "2/3", "60%".
func potShare(word string) (part, of int64, ok bool) {
	switch word {
	case "pot":
		return 1, 1, true
	case "half":
		return 1, 2, true
	}
	text, percent := strings.CutSuffix(word, "%")
	top, under, fraction := strings.Cut(text, "/")
	part, err := strconv.ParseInt(top, 10, 16)
	if of = 100; fraction && err == nil {
		of, err = strconv.ParseInt(under, 10, 16)
	}
	return part, of, err == nil && percent != fraction && part > 0 && of > 0
}

func isShare(word string) bool {
	_, _, ok := potShare(word)
	return ok
}

// pot parses a bet or raise by the size of the pot after a call, or by a part of it.
func (p *parser) pot(first string, rest []string) error {
	p.a.Kind = hand.RaiseTo
	part, of, _ := potShare(first)
	if first == "half" && (len(rest) == 0 || rest[0] != "pot") {
		return fmt.Errorf("%q: half of what? \"half pot\"", p.text)
	}
	if len(rest) > 0 && first != "pot" {
		for len(rest) > 1 && (rest[0] == "of" || rest[0] == "the") {
			rest = rest[1:]
		}
		if rest[0] == "pot" {
			rest = rest[1:]
		}
	}
	st := p.h.Step()
	if st == nil || p.d.Kind != hand.Wager {
		return fmt.Errorf("%q: there is no bet to make now", p.text)
	}
	limit := p.h.Limit()
	if limit.Structure <= betting.Spread {
		return fmt.Errorf("%q: the pot is not a bet in %s", p.text, limit.Structure)
	}
	o := &p.d.Options
	over := false
	// In whole chips: the call, plus the part of the whole pot after the call.
	r := p.h.Betting()
	own := p.h.Wagered(int(p.d.Seat))
	pot := p.h.WholePot() + r.Level - own
	chip := max(1, p.d.Options.Chip)
	to := r.Level + money.Ratio(pot, part, of, &over)
	p.a.Amount = to - to%chip
	if first == "pot" && limit.Structure == betting.PotLimit || over {
		p.a.Amount = o.MaxTo // by the rules of the house
	}
	p.a.Amount = min(max(p.a.Amount, o.MinTo), o.MaxTo)
	return p.nothing(first, rest)
}

// allIn parses a bet, raise or call of all the seat's chips.
func (p *parser) allIn(first string, rest []string) error {
	if first == "all" {
		if len(rest) == 0 || rest[0] != "in" {
			return fmt.Errorf("%q: all in?", p.text)
		}
		rest = rest[1:]
	}
	o, seat := &p.d.Options, int(p.d.Seat)
	all := p.h.Stack(seat) + p.h.Wagered(seat)
	switch {
	case o.CanRaise():
		p.a.Kind, p.a.Amount = hand.RaiseTo, all
	case o.Call > 0 && o.Call == p.h.Stack(seat):
		p.a.Kind = hand.Call
	default:
		p.a.Kind, p.a.Amount = hand.RaiseTo, all // the hand refuses it with the reason
	}
	return p.nothing(first, rest)
}

func (p *parser) bringIn(string, []string) error {
	p.a.Kind = hand.BringIn
	return nil
}

// straddle parses a straddle that is not offered, so that the hand refuses it.
func (p *parser) straddle(_ string, rest []string) (err error) {
	p.unoffered()
	if len(rest) > 0 && rest[0] == "to" {
		rest = rest[1:]
	}
	if len(rest) > 0 {
		p.a.Amount, err = p.amount(rest)
	}
	return err
}

// unoffered makes the action a choice that is not offered.
func (p *parser) unoffered() { p.a.Kind, p.a.Pick = hand.Choose, -1 }

func (p *parser) decline(first string, rest []string) error {
	if p.unoffered(); p.d.Kind == hand.Chosen {
		p.a = p.h.DefaultAction()
	}
	if len(rest) == 1 && rest[0] == "straddle" {
		return nil
	}
	return p.nothing(first, rest)
}

// pick parses the chosen cards. In a draw it accepts a number of cards too.
func (p *parser) pick(_ string, rest []string) error {
	p.a.Kind = hand.PickCards
	if n, ok := p.number(rest); ok && (p.ask == nil || p.ask.Draws()) {
		if have := len(p.h.Pool(nil)); n > have {
			return fmt.Errorf("%q: the seat has %s", p.text, cards.Counted(have, "card"))
		}
		p.a = p.a.WithCards(spare(p.h, int(p.d.Seat), p.h.Pool(nil), n))
		return nil
	}
	return p.cards()
}

// number parses a number of cards: "2", "2 cards", "none", "all".
func (p *parser) number(rest []string) (int, bool) {
	if len(rest) == 2 && strings.HasPrefix(rest[1], "card") {
		rest = rest[:1]
	}
	if len(rest) != 1 {
		return 0, false
	}
	switch rest[0] {
	case "none", "no":
		return 0, true
	case "all":
		return len(p.h.Pool(nil)), true
	}
	if n, ok := Number(rest); ok {
		return int(n), true
	}
	n, err := strconv.Atoi(rest[0])
	return n, err == nil && n >= 0
}

// keep parses the cards that are not chosen, if a seat may choose how many.
func (p *parser) keep(_ string, rest []string) error {
	if p.ask != nil && p.ask.Least > 0 {
		which := "cards are"
		if p.ask.Most == 1 {
			which = "card is"
		}
		return fmt.Errorf("%q: say which %s %s", p.text, which, p.ask.Words.Done)
	}
	if len(rest) == 0 {
		return fmt.Errorf("%q: which cards?", p.text)
	}
	if len(rest) == 1 && rest[0] == "all" {
		return p.pat("", nil)
	}
	if len(rest) == 1 && rest[0] == "none" {
		p.a.Kind = hand.PickCards
		p.a = p.a.WithCards(p.h.Pool(nil))
		return nil
	}
	if err := p.cards(); err != nil {
		return err
	}
	if p.ask == nil {
		p.a.Kind = hand.PickCards
		return nil // the hand refuses it, whatever the seat holds
	}
	held := p.h.Pool(nil)
	for _, c := range p.a.List() {
		k := indexOf(held, c)
		if k < 0 {
			return fmt.Errorf("%q: the seat does not hold %s", p.text, c)
		}
		held = append(held[:k], held[k+1:]...)
	}
	p.a = hand.Action{Kind: hand.PickCards, Seat: p.d.Seat}.WithCards(held)
	return nil
}

func indexOf(list []cards.Card, c cards.Card) int {
	for i, have := range list {
		if have == c {
			return i
		}
	}
	return -1
}

func (p *parser) pat(string, []string) error {
	p.a.Kind = hand.PickCards
	return nil
}

// expose parses the chosen cards in any question about cards: in a draw, showing
// cards means discarding them.
func (p *parser) expose(_ string, rest []string) error {
	p.a.Kind = hand.PickCards
	return p.cards()
}

// cards parses the cards after the first word, in any spelling that people use.
func (p *parser) cards() error {
	words := strings.Fields(p.text)[1:]
	if len(words) > 0 && (strings.EqualFold(words[0], "up") || strings.EqualFold(words[0], "back") || strings.EqualFold(words[0], "out")) {
		words = words[1:]
	}
	cs, err := cards.Read(strings.Join(words, " "))
	if err != nil {
		return err
	}
	if len(cs) > int(p.h.Plan().Room) {
		return fmt.Errorf("%d cards are more than a hand holds", len(cs))
	}
	hole := p.h.Hole(int(p.d.Seat))
	for i, c := range cs {
		if c == cards.Joker && indexOf(hole, c) < 0 && indexOf(hole, cards.Joker2) >= 0 { // two jokers have the same name
			cs[i] = cards.Joker2
		}
	}
	p.a = p.a.WithCards(cs)
	return nil
}

// multiples are what amounts may be counted in: "10bb", "3x". In a game without a big blind the smallest bet takes its
// place.
var multiples = []struct {
	suffix string
	unit   func(p *parser) int64
	none   string // why there is no such unit now
}{
	{"bb", func(p *parser) int64 {
		return cmp.Or(p.h.Plan().Stakes.BB, p.h.Plan().Stakes.Small.Lo)
	}, "the game has no big blind"},
	{"x", func(p *parser) int64 {
		if p.d.Kind != hand.Wager {
			return 0
		}
		r := p.h.Betting()
		return r.Level
	}, "there is no bet to raise"},
}

// amount parses an amount in the table's currency, or a multiple of a unit.
func (p *parser) amount(rest []string) (int64, error) {
	if n, ok := Number(rest); ok {
		return n * p.h.Plan().Stakes.Scale, nil
	}
	s := &p.h.Plan().Stakes
	if len(rest) == 2 && strings.TrimSuffix(rest[1], "s")+"s" == string(plan.Chips) {
		rest = rest[:1]
	}
	text, unit, multiple := rest[0], s.Scale, false
	for _, m := range multiples {
		number, ok := strings.CutSuffix(text, m.suffix)
		if _, err := s.ReadMoney(number); ok && err == nil {
			if text, unit, multiple = number, m.unit(p), true; unit == 0 {
				return 0, fmt.Errorf("%q: %s", strings.Join(rest, " "), m.none)
			}
			break
		}
	}
	cents, err := s.ReadMoney(text)
	if err != nil || len(rest) > 1 {
		return 0, p.notAmount(rest, "is not an amount")
	}
	over := false
	n := money.Ratio(cents, unit, plan.Cents, &over)
	switch chip := max(1, p.d.Options.Chip); {
	case over:
		return 0, p.notAmount(rest, "is too much")
	case multiple: // rounded down, as parts of the pot are
		n -= n % chip
	case cents%plan.Cents*(unit%plan.Cents)%plan.Cents != 0:
		return 0, p.notAmount(rest, "is not a whole number of chips")
	}
	return n, nil
}

// notAmount returns an error for words that are no amount here, with all that was said.
func (p *parser) notAmount(rest []string, why string) error {
	if words := strings.Join(rest, " "); words != p.text {
		return fmt.Errorf("%q: %q %s", p.text, words, why)
	}
	return fmt.Errorf("%q %s", p.text, why)
}

// Number words.
var (
	small = map[string]int64{
		"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	}
	tens = map[string]int64{
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	}
)

// Number parses a whole number in words, below a million: "twelve", "two hundred",
// "a thousand and twenty-five". A currency may follow.
func Number(words []string) (n int64, ok bool) {
	words = strings.Fields(strings.ToLower(strings.ReplaceAll(strings.Join(words, " "), "-", " ")))
	if k := len(words); k > 1 && (words[k-1] == "dollars" || words[k-1] == "dollar" || words[k-1] == "bucks") {
		words = words[:k-1]
	}
	thousands, part, room := int64(0), int64(0), int64(1000) // a word must be below room
	for i, w := range words {
		switch {
		case w == "and" && i > 0 && i < len(words)-1 && (words[i-1] == "hundred" || words[i-1] == "thousand"):
		case w == "a" && i+1 < len(words) && (words[i+1] == "hundred" || words[i+1] == "thousand"):
			part, room, ok = part+1, 1, true
		case w == "hundred" && part%100 < 10 && part < 100 && (part > 0 || i == 0):
			part, room, ok = max(part, 1)*100, 100, true
		case w == "thousand" && thousands == 0 && (part > 0 || i == 0):
			thousands, part, room, ok = max(part, 1)*1000, 0, 1000, true
		case tens[w] > 0 && room > 99:
			part, room, ok = part+tens[w], 10, true
		default:
			v, is := small[w]
			if !is || room <= 1 || room == 10 && (v == 0 || v > 9) || v == 0 && len(words) > 1 {
				return 0, false
			}
			part, room, ok = part+v, 1, true
		}
	}
	return thousands + part, ok
}
