package plan

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// An [Incident] is an irregularity: something that happens at a table apart from
// the players' actions. The catalog below lists the moments of a hand in which each
// kind can happen, and its fields in a record. Its consequences are the house's
// [Ruling], not defined here.

// IncidentKind is a kind of irregularity.
type IncidentKind uint8

// The irregularities, in the order of the catalog.
const (
	NoIncident IncidentKind = iota

	DealerExposed
	Boxed
	OffTable
	WrongCount
	FlashedOnDraw
	DealerFaced
	JokerDealt
	JokerFound
	Cut
	CalledMisdeal
	DealtDeadSeat

	PrematureFlop
	PrematureTurn
	PrematureRiver
	FlopExtra
	BurnError
	PrematureStreet
	ExtraStreetCard

	PlayerExposed
	Dropped
	BelowTable
	Fouled
	ThrownAway
	Retrieve
	TurnedUp
	TouchedDiscards
	ExposeError

	ChipsIn
	Insufficient
	Retract
	SingleChip
	Declare
	OutOfTurn
	DrawChange
	StraddleOffered
	OverbetPot

	Tabled
	PartialShow
	Misdescribe
	AwardError
	FoulDeck

	incidentKinds
)

// Moment is a part of a hand in which an irregularity can happen.
type Moment uint8

// The moments are bits, so a Moment can also be a set of them.
const (
	InSetup Moment = 1 << iota // forced bets are being posted, no card has been dealt
	InDeal                     // the initial deal is running
	InBet                      // a betting round is open
	InGap                      // one round is closed, the next is not open
	InDraw                     // a draw, a buy or the turning up of cards is running
	InShow                     // the betting is over, the pot has not been pushed
	IsOver                     // the hand is over

	anyMoment  = InDeal | InBet | InGap | InDraw | InShow
	withHands  = InDeal | InBet | InGap | InDraw | InShow
	afterCards = InBet | InGap | InDraw | InShow
)

var momentNames = [...]string{"setup", "deal", "bet", "gap", "draw", "show", "over"}

// String lists the moments of the set.
func (m Moment) String() string {
	var out []string
	for i, name := range momentNames {
		if m>>i&1 != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// FieldKind is the type of an incident's field.
type FieldKind uint8

// The kinds of fields.
const (
	SeatField   FieldKind = iota // a seat, numbered from 0 here and from 1 in text
	CardField                    // one card
	CardsField                   // cards
	NumberField                  // an integer
	ListField                    // integers
	ChipsField                   // an amount in the table's smallest unit
	MotionField                  // amounts, in order
	WordField                    // one of Words, or any word
	FlagField                    // yes or no
	SeatsField                   // seats
)

// String returns the type's name for programs.
func (k FieldKind) String() string {
	return [...]string{"seat", "card", "cards", "number", "numbers", "amount", "amounts", "word", "flag", "seats"}[k]
}

// Field describes one field of an incident.
type Field struct {
	Name     string
	Kind     FieldKind
	Required bool
	Bare     bool     // optional, but its value needs no name
	Words    []string // WordField: the valid words; nil for any word
	Open     bool     // WordField: words other than Words are valid too
	Doc      string
}

// The groups of the catalog, in its order.
const (
	OnDeal     = "the deal"
	OnBoard    = "board and streets"
	InHands    = "hands"
	OfChips    = "chips and words"
	AtShowdown = "showdown"
	OfDeck     = "the deck"
)

// Group returns the catalog group of a kind.
func (k IncidentKind) Group() string {
	switch {
	case k < PrematureFlop:
		return OnDeal
	case k < PlayerExposed:
		return OnBoard
	case k < ChipsIn:
		return InHands
	case k < Tabled:
		return OfChips
	case k < FoulDeck:
		return AtShowdown
	}
	return OfDeck
}

// IncidentSpec describes a kind of incident.
type IncidentSpec struct {
	Word    string // "dealer_exposed"
	Moments Moment
	Fields  []Field
	Doc     string // a sentence
	Label   string // the label of a table row: "boxed card"
	Mistake bool   // a player makes it, and may lose the hand or chips by it
}

var (
	whoseSeat  = Field{Name: "seat", Kind: SeatField, Required: true, Doc: "whose hand or action it is"}
	whichCard  = Field{Name: "card", Kind: CardField, Required: true, Doc: "the card"}
	whichCards = Field{Name: "cards", Kind: CardsField, Doc: "the cards"}
	newOrder   = Field{Name: "order", Kind: CardsField, Doc: "the order of the next stub that is shuffled because of it, top card first; left out: from the seed"}
	index      = Field{Name: "index", Kind: NumberField, Doc: "the place in the stub, 0 the top, of the card that replaces it"}
)

func flag(name, doc string) Field   { return Field{Name: name, Kind: FlagField, Doc: doc} }
func number(name, doc string) Field { return Field{Name: name, Kind: NumberField, Doc: doc} }
func chips(name, doc string) Field  { return Field{Name: name, Kind: ChipsField, Doc: doc} }

func word(name, doc string, words ...string) Field {
	return Field{Name: name, Kind: WordField, Words: words, Doc: doc}
}

func required(f Field) Field { f.Required = true; return f }
func optional(f Field) Field { f.Required = false; return f }
func bare(f Field) Field     { f.Required, f.Bare = false, true; return f }

// PlayWords are what a seat can declare in a betting round. Against a bank it
// declares the names of the offers.
var PlayWords = []string{"check", "call", "bet", "raise", "fold"}

func open(f Field) Field { f.Open = true; return f }

// incidents is the catalog: a new kind needs one constant and one line here.
var incidents = [incidentKinds]IncidentSpec{
	DealerExposed: {"dealer_exposed", InDeal, []Field{whoseSeat, whichCard, number("nth", "which card of the deal it is, 1 the first; checked"), index, newOrder}, "The dealer exposes a card that is being dealt to a player.", "card exposed by the dealer", false},
	Boxed:         {"boxed", InSetup | InDeal | InDraw | InGap, []Field{whichCard, newOrder}, "The next card of the stub is found face up.", "boxed card", false},
	OffTable:      {"off_table", InDeal | InDraw | InGap, []Field{bare(Field{Name: "seat", Kind: SeatField, Doc: "who was dealt it; left out for a card of the board"}), whichCard, word("who", "who let it fall", "dealer", "player"), index, newOrder}, "A card falls off the table while it is dealt.", "card off the table", false},
	WrongCount: {"wrong_count", withHands | IsOver, []Field{
		whoseSeat, required(number("count", "the cards that the seat holds")),
		word("when", "the moment in words; checked", "deal", "before_draw", "after_draw", "showdown"),
		word("ruled", "the floor's decision, where it is up to the floor", "live", "dead"), newOrder,
	}, "A player is found with too many or too few cards.", "wrong count", true},
	FlashedOnDraw: {"flashed_on_draw", InDraw, []Field{whoseSeat, whichCard}, "A card is seen while a draw is served.", "card flashed on the draw", false},
	DealerFaced:   {"dealer_faced", InDraw, []Field{whoseSeat, whichCard}, "The dealer turns a card face up while a draw is served.", "card faced on the draw", false},
	JokerDealt:    {"joker_dealt", InDeal, []Field{whoseSeat, {Name: "card", Kind: CardField, Doc: "the joker; left out: the next one"}, index}, "A joker is dealt in a game without one.", "joker dealt", false},
	JokerFound:    {"joker_found", afterCards, []Field{whoseSeat, flag("acted", "the seat has acted; checked"), index}, "A player finds a joker in a game without one.", "joker found", true},
	Cut:           {"cut", InSetup | InDeal | InBet, []Field{whoseSeat, required(number("position", "the cards that are lifted off the stub"))}, "A player asks for a cut of the stub.", "cut requested", false},
	CalledMisdeal: {
		"misdeal", InSetup | anyMoment,
		[]Field{required(word("reason", "what was wrong",
			"six_cards_two_players", "dealer_exposed_two", "two_exposed", "first_card_exposed", "two_boxed", "two_extra", "wrong_order", "button_wrong", "entitled_player_skipped")), newOrder},
		"A misdeal is called.", "misdeal called", false,
	},
	DealtDeadSeat: {"dealt_dead_seat", InSetup | InDeal | InBet, []Field{
		whoseSeat, number("count", "the cards dealt there, 1 if left out"),
		{Name: "cards", Kind: CardsField, Doc: "the cards dealt there; checked"},
		flag("acted", "the seat has put chips in before it was stopped"),
	}, "Cards are dealt to a seat that is not in the hand.", "cards to a dead seat", false},

	PrematureFlop:   {"premature_flop", InBet, []Field{whichCards, flag("burned", "a card was burned before it; left out: as the game burns"), newOrder}, "The flop is turned before the betting is over.", "premature flop", false},
	PrematureTurn:   {"premature_turn", InBet, []Field{optional(whichCard), flag("burned", "a card was burned before it; left out: as the game burns"), newOrder}, "The turn is turned before the betting is over.", "premature turn", false},
	PrematureRiver:  {"premature_river", InBet, []Field{optional(whichCard), flag("burned", "a card was burned before it; left out: as the game burns"), newOrder}, "The river is turned before the betting is over.", "premature river", false},
	FlopExtra:       {"flop_extra", InGap, []Field{required(number("count", "the cards turned in all")), flag("identified", "it is known which cards came first"), whichCards, {Name: "burn", Kind: CardField, Doc: "the card that was drawn as the next burn"}, newOrder}, "The flop is turned with too many cards.", "flop of too many cards", false},
	BurnError:       {"burn_error", InGap | InBet, []Field{required(number("burned", "the cards burned: none or two")), word("street", "the street; checked", "flop", "turn", "river")}, "A street was dealt without a burn, or after two.", "no burn or two", false},
	PrematureStreet: {"premature_street", InBet, []Field{number("street", "the street, 4 for the fourth; checked"), whichCards, flag("burned", "a card was burned before it; left out: as the game burns"), newOrder}, "Cards of a stud street are dealt before the betting is over.", "premature street", false},
	ExtraStreetCard: {"extra_street_card", InGap | InBet, []Field{whoseSeat, optional(whichCard), newOrder}, "A player is dealt a card too many on a street.", "extra street card", false},

	PlayerExposed:   {"player_exposed", anyMoment, []Field{whoseSeat, whichCards, {Name: "to", Kind: SeatField, Doc: "who has seen them"}}, "A player exposes cards of their hand.", "cards exposed by a player", false},
	Dropped:         {"dropped", anyMoment, []Field{whoseSeat, whichCard, flag("before_draw", "the seat has still to draw; checked")}, "A player drops a card.", "card dropped", true},
	BelowTable:      {"below_table", anyMoment, []Field{whoseSeat}, "A hand is held below the level of the table.", "hand below the table", true},
	Fouled:          {"fouled", anyMoment, []Field{whoseSeat, word("by", "who mixed them", "self", "other", "dealer"), flag("protected", "the hand was protected"), flag("touched_muck", "its cards are mixed with the muck")}, "Cards of a hand come into contact with others.", "hand fouled", true},
	ThrownAway:      {"thrown_away", anyMoment, []Field{whoseSeat, flag("touched", "a card of the hand touched another card"), flag("touched_muck", "it touched the muck"), flag("induced", "another player has discarded because of it")}, "A player throws a hand away.", "hand thrown away", false},
	Retrieve:        {"retrieve", anyMoment, []Field{whoseSeat, flag("touched", "a card of the hand touched another card"), flag("touched_muck", "it touched the muck"), flag("dealer_killed", "the dealer has killed it"), flag("induced", "another player has discarded because it was thrown away"), word("ruled", "the floor's decision, where it is up to the floor", "live", "dead")}, "A player wants back a hand that was thrown away.", "hand wanted back", true},
	TurnedUp:        {"turned_up", InShow | InBet | InGap, []Field{whoseSeat, required(word("by", "who turned it up", "owner", "dealer", "other")), word("asked_by", "who asked the dealer", "owner", "other"), flag("touched_muck", "it touched the muck"), flag("induced", "another player has discarded because it was thrown away")}, "A discarded hand is turned face up.", "discarded hand turned up", false},
	TouchedDiscards: {"touched_discards", anyMoment, []Field{whoseSeat, {Name: "card", Kind: CardField, Doc: "a card that was taken from them into the hand"}}, "A player touches the discards.", "discards touched", true},
	ExposeError:     {"expose_error", InDraw | InDeal | InGap, []Field{whoseSeat, whichCards}, "A player turns up no card, or too many.", "none or too many turned up", false},

	ChipsIn:         {"chips_in", InBet, []Field{whoseSeat, required(Field{Name: "motions", Kind: MotionField, Doc: "the chips of each motion"}), word("announced", "what was announced with the first", "raise", "bet", "call")}, "Chips are put in with more than one motion (a string bet).", "string bet", true},
	Insufficient:    {"insufficient", InBet, []Field{whoseSeat, required(chips("put", "the chips put in")), chips("needed", "the chips needed, checked"), word("choice", "what the player does about it", "add", "forfeit")}, "A player puts in too few chips.", "too few chips", true},
	Retract:         {"retract", InBet | InGap, []Field{whoseSeat, chips("amount", "the chips"), word("ruled", "the floor's decision, where it is up to the floor", "back")}, "A player wants back chips that have been bet.", "chips wanted back", true},
	SingleChip:      {"single_chip", InBet, []Field{whoseSeat, required(chips("value", "what the chip is worth")), word("announced", "what was announced", "raise", "bet", "call"), chips("to", "the raise that was declared")}, "A player puts in a single chip that is worth more than the bet.", "single larger chip", true},
	Declare:         {"declare", InBet, []Field{whoseSeat, required(open(word("action", "the words; against a bank a choice", PlayWords...))), chips("amount", "the total of the bet or raise"), chips("put", "the chips put in with it"), flag("in_turn", "it is the turn of the seat; checked")}, "A player declares an action.", "declaration", true},
	OutOfTurn:       {"out_of_turn", InBet, []Field{whoseSeat, required(word("action", "what was done", PlayWords...)), chips("amount", "the total of the bet or raise"), chips("chips", "the chips put in with it")}, "A player acts out of turn.", "action out of turn", true},
	DrawChange:      {"draw_change", InDraw, []Field{whoseSeat, required(Field{Name: "requests", Kind: ListField, Doc: "the numbers asked for, one after the other"})}, "A player changes the number of cards asked for.", "draw request changed", true},
	StraddleOffered: {"straddle", InSetup | InDeal | InBet, []Field{whoseSeat, required(chips("amount", "the straddle")), number("looked", "the cards that the seat has looked at")}, "A player puts up a straddle.", "straddle", false},
	OverbetPot:      {"overbet_pot", InBet, []Field{whoseSeat, required(chips("amount", "the total of the bet or raise"))}, "A bet in pot limit is larger than the pot allows.", "bet above the pot", true},

	Tabled:      {"table", InShow, []Field{whoseSeat, whichCards}, "A player shows a whole hand.", "whole hand shown", false},
	PartialShow: {"partial_show", InShow, []Field{whoseSeat, whichCards}, "A player shows only part of a hand.", "hand partly shown", true},
	Misdescribe: {"misdescribe", InBet | InGap | InShow, []Field{whoseSeat, required(word("claimed", "the hand that was claimed")), {Name: "induced", Kind: SeatsField, Doc: "who discarded because of it"}}, "A player claims a better hand than they have.", "hand overstated", true},
	AwardError:  {"award_error", IsOver, []Field{whoseSeat, chips("amount", "the chips that went to the wrong seat")}, "Chips were pushed to the wrong player.", "pot pushed wrongly", false},
	FoulDeck:    {"foul_deck", InSetup | anyMoment, []Field{whichCard}, "The deck has a duplicate card or a card with a different back.", "fouled deck", false},
}

// Incidents lists every kind of incident, in the order of the catalog.
func Incidents() []IncidentKind {
	out := make([]IncidentKind, 0, incidentKinds-1)
	for k := NoIncident + 1; k < incidentKinds; k++ {
		out = append(out, k)
	}
	return out
}

// IncidentNamed returns the kind with this word, NoIncident if there is none.
func IncidentNamed(word string) IncidentKind {
	for k := NoIncident + 1; k < incidentKinds; k++ {
		if incidents[k].Word == word {
			return k
		}
	}
	return NoIncident
}

// String returns the word of the kind.
func (k IncidentKind) String() string { return incidents[k].Word }

// Spec returns the catalog entry. It must not be changed.
func (k IncidentKind) Spec() *IncidentSpec { return &incidents[k] }

// Value is the value of one field of an incident; the type of the field determines
// which member is used.
type Value struct {
	N     int64   // seat, number or chips; 1 for a flag that is set
	List  []int64 // seats, numbers or amounts
	Cards []cards.Card
	Word  string
}

// Incident is one irregularity of one hand. It is immutable.
type Incident struct {
	Kind   IncidentKind
	Values []*Value // by field of the catalog, nil if not given
}

// Value returns the value of a field, nil if it is not given.
func (in *Incident) Value(name string) *Value {
	i := slices.IndexFunc(in.Kind.Spec().Fields, func(f Field) bool { return f.Name == name })
	if i < 0 || i >= len(in.Values) {
		return nil
	}
	return in.Values[i]
}

// Number returns a seat, number or amount, and whether it was given.
func (in *Incident) Number(name string) (int64, bool) {
	if v := in.Value(name); v != nil {
		return v.N, true
	}
	return 0, false
}

// Seat returns the seat of the incident, -1 for none.
func (in *Incident) Seat() int {
	if n, ok := in.Number("seat"); ok {
		return int(n)
	}
	return -1
}

// Seats returns the seats of a field of several.
func (in *Incident) Seats(name string) (seats []int) {
	if v := in.Value(name); v != nil {
		for _, n := range v.List {
			seats = append(seats, int(n))
		}
	}
	return seats
}

// Cards returns the cards of the field "card" or "cards".
func (in *Incident) Cards() []cards.Card {
	for _, name := range []string{"card", "cards"} {
		if v := in.Value(name); v != nil {
			return v.Cards
		}
	}
	return nil
}

// Chips returns the chips that were put in with the words or action, 0 for none.
func (in *Incident) Chips() int64 {
	for _, name := range []string{"chips", "put"} {
		if n, ok := in.Number(name); ok {
			return n
		}
	}
	return 0
}

// Word returns the value of a word field, "" for none.
func (in *Incident) Word(name string) string {
	if v := in.Value(name); v != nil {
		return v.Word
	}
	return ""
}

// Flag reports whether a flag is set.
func (in *Incident) Flag(name string) bool {
	n, _ := in.Number(name)
	return n != 0
}

// With returns a copy of the incident with a field set.
func (in Incident) With(name string, v Value) Incident {
	fields := in.Kind.Spec().Fields
	values := make([]*Value, len(fields))
	copy(values, in.Values)
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		values[i] = &v
	}
	in.Values = values
	return in
}

// Limits of the text of an incident: the largest number, the largest amount in
// units, and the longest list.
const (
	maxNumber = 1000
	maxChips  = 1e12 - 1
	maxList   = 20
)

// Check returns an error if a field has a value that the text of an incident cannot
// express, if a seat does not exist in a hand with this many seats, or if a
// required field is missing.
func (in *Incident) Check(seats int) error {
	fields := in.Kind.Spec().Fields
	if len(in.Values) > len(fields) {
		return fmt.Errorf("%d values for %d fields", len(in.Values), len(fields))
	}
	for i := range fields {
		f := &fields[i]
		if i >= len(in.Values) || in.Values[i] == nil {
			if f.Required {
				return fmt.Errorf("%s is missing", f.Name)
			}
			continue
		}
		if err := f.check(in.Values[i], seats); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func (f *Field) check(v *Value, seats int) error {
	between := func(n, least, most int64) error {
		if n < least || n > most {
			return fmt.Errorf("%d is not from %d to %d", n, least, most)
		}
		return nil
	}
	switch f.Kind {
	case SeatField:
		if v.N < 0 || v.N >= int64(seats) {
			return fmt.Errorf("there is no seat %d", v.N+1)
		}
	case SeatsField:
		for i, n := range v.List {
			if n < 0 || n >= int64(seats) {
				return fmt.Errorf("there is no seat %d", n+1)
			}
			if slices.Contains(v.List[:i], n) {
				return fmt.Errorf("seat %d is named twice", n+1)
			}
		}
		return between(int64(len(v.List)), 1, maxList)
	case CardField, CardsField:
		return f.checkCards(v.Cards)
	case NumberField:
		return between(v.N, 0, maxNumber)
	case ChipsField:
		return between(v.N, 0, maxChips)
	case ListField, MotionField:
		most := int64(maxNumber)
		if f.Kind == MotionField {
			most = maxChips
		}
		for _, n := range v.List {
			if err := between(n, 0, most); err != nil {
				return err
			}
		}
		return between(int64(len(v.List)), 1, maxList)
	case WordField:
		return f.checkWord(v.Word)
	}
	return nil
}

func (f *Field) checkCards(list []cards.Card) error {
	jokers := 0
	for _, c := range list {
		if c.IsJoker() {
			jokers++
		}
		if !c.Known() && c != cards.Unknown {
			return fmt.Errorf("%d is not a card", uint8(c))
		}
	}
	switch {
	case jokers > 2:
		return errors.New("more than two jokers")
	case f.Kind == CardField && len(list) != 1:
		return fmt.Errorf("%d cards: name one", len(list))
	}
	return nil
}

func (f *Field) checkWord(w string) error {
	if f.Words != nil && !f.Open && !slices.Contains(f.Words, w) {
		return fmt.Errorf("%q is not one of %s", w, strings.Join(f.Words, ", "))
	}
	if strings.ContainsFunc(w, unicode.IsSpace) {
		return fmt.Errorf("%q is more than one word", w)
	}
	return nil
}

// Names defines how the text of incidents names seats, and the unit of its amounts.
type Names struct {
	Scale int64
	Seat  func(word string) (int, bool) // nil: numbers from 1, with or without a leading p
	Name  func(seat int) string         // nil: numbers from 1
}

func (n *Names) seat(word string) (int, bool) {
	if n.Seat != nil {
		return n.Seat(word)
	}
	return SeatNumber(word)
}

// SeatNumber returns the index of a seat given by its number.
func SeatNumber(word string) (int, bool) {
	i, err := strconv.Atoi(strings.TrimPrefix(word, "p"))
	return i - 1, err == nil && i >= 1
}

func (n *Names) name(seat int) string {
	if n.Name != nil {
		return n.Name(seat)
	}
	return strconv.Itoa(seat + 1)
}

// ParseIncident parses an incident: its name, then its fields as name=value, or
// only the name for a flag that is set. A value without a name goes to the first
// required field of a matching type: "below_table B".
func ParseIncident(text string, names Names) (Incident, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Incident{}, fmt.Errorf("which event?")
	}
	in := Incident{Kind: IncidentNamed(words[0])}
	if in.Kind == NoIncident {
		return in, unknownIncident(words[0])
	}
	spec := in.Kind.Spec()
	in.Values = make([]*Value, len(spec.Fields))
	for _, w := range words[1:] {
		if err := in.parseField(w, &names); err != nil {
			return in, fmt.Errorf("%s: %w", spec.Word, err)
		}
	}
	for i, f := range spec.Fields {
		if f.Required && in.Values[i] == nil {
			return in, fmt.Errorf("%s: %s is missing (%s)", spec.Word, f.Name, spec.Usage())
		}
	}
	return in, nil
}

func (in *Incident) parseField(w string, names *Names) error {
	spec := in.Kind.Spec()
	name, text, named := strings.Cut(w, "=")
	i := slices.IndexFunc(spec.Fields, func(f Field) bool { return f.Name == name })
	switch {
	case i >= 0 && !named && spec.Fields[i].Kind == FlagField:
		text = "yes"
	case i < 0 || !named:
		if i = in.unnamed(w, names); i < 0 {
			return fmt.Errorf("%q is not one of its fields (%s)", w, spec.Usage())
		}
		text = w
	}
	if in.Values[i] != nil {
		return fmt.Errorf("%s is given twice", spec.Fields[i].Name)
	}
	v, err := spec.Fields[i].parse(text, names)
	if err != nil {
		return fmt.Errorf("%s: %w", spec.Fields[i].Name, err)
	}
	in.Values[i] = v
	return nil
}

// unnamed returns the first field without a value that needs no name and that a word
// fits, -1 for none.
func (in *Incident) unnamed(w string, names *Names) int {
	for i, f := range in.Kind.Spec().Fields {
		if (f.Required || f.Bare) && in.Values[i] == nil {
			if _, err := f.parse(w, names); err == nil {
				return i
			}
		}
	}
	return -1
}

func (f *Field) parse(text string, names *Names) (*Value, error) {
	switch f.Kind {
	case SeatField:
		seat, ok := names.seat(text)
		if !ok {
			return nil, fmt.Errorf("%q is not a seat", text)
		}
		return &Value{N: int64(seat)}, nil
	case SeatsField:
		v := &Value{}
		for _, part := range strings.Split(text, ",") {
			seat, ok := names.seat(part)
			if !ok {
				return nil, fmt.Errorf("%q is not a seat", part)
			}
			v.List = append(v.List, int64(seat))
		}
		return v, nil
	case CardField, CardsField:
		cs, err := cards.Read(text)
		if err == nil {
			err = f.checkCards(cs)
		}
		return &Value{Cards: cs}, err
	case NumberField:
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > maxNumber {
			return nil, fmt.Errorf("%q is not a number", text)
		}
		return &Value{N: int64(n)}, nil
	case ChipsField:
		n, err := parseChips(text, names.Scale)
		return &Value{N: n}, err
	case ListField, MotionField:
		v := &Value{}
		for _, part := range strings.Split(text, ",") {
			one := Field{Kind: NumberField}
			if f.Kind == MotionField {
				one.Kind = ChipsField
			}
			n, err := one.parse(part, names)
			if err != nil {
				return nil, err
			}
			v.List = append(v.List, n.N)
		}
		if len(v.List) > maxList {
			return nil, fmt.Errorf("more than %d numbers", maxList)
		}
		return v, nil
	case FlagField:
		switch text {
		case "yes", "true":
			return &Value{N: 1}, nil
		case "no", "false":
			return &Value{}, nil
		}
		return nil, fmt.Errorf("%q is neither yes nor no", text)
	}
	return &Value{Word: text}, f.checkWord(text)
}

func parseChips(text string, scale int64) (int64, error) {
	n, err := ParseMoney(text)
	if err != nil {
		return 0, err
	}
	switch {
	case n > maxChips*Cents/scale:
		return 0, fmt.Errorf("%s is more than can be put in", text)
	case n*scale%Cents != 0:
		return 0, fmt.Errorf("%s is not a whole number of the table's units", text)
	}
	return n * scale / Cents, nil
}

// Usage returns the syntax of the incident: "dealer_exposed seat=SEAT card=CARD".
func (s *IncidentSpec) Usage() string {
	out := s.Word
	for _, f := range s.Fields {
		part := f.Name + "=" + f.placeholder()
		if f.Kind == FlagField {
			part = f.Name
		}
		if !f.Required {
			part = "[" + part + "]"
		}
		out += " " + part
	}
	return out
}

func (f *Field) placeholder() string {
	switch {
	case f.Open:
		return strings.Join(f.Words, "|") + "|WORD"
	case f.Words != nil:
		return strings.Join(f.Words, "|")
	}
	return [...]string{"SEAT", "CARD", "CARDS", "N", "N,N", "CHIPS", "CHIPS,CHIPS", "WORD", "", "SEAT,SEAT"}[f.Kind]
}

// Text returns the incident as [ParseIncident] reads it.
func (in *Incident) Text(names Names) string {
	out := in.Kind.String()
	for i, f := range in.Kind.Spec().Fields {
		if i < len(in.Values) && in.Values[i] != nil {
			out += " " + f.text(in.Values[i], &names)
		}
	}
	return out
}

func (f *Field) text(v *Value, names *Names) string {
	list := func(show func(int64) string) string {
		var out []string
		for _, n := range v.List {
			out = append(out, show(n))
		}
		return strings.Join(out, ",")
	}
	switch f.Kind {
	case SeatField:
		return f.Name + "=" + names.name(int(v.N))
	case SeatsField:
		return f.Name + "=" + list(func(n int64) string { return names.name(int(n)) })
	case CardField, CardsField:
		return f.Name + "=" + cards.Format(v.Cards)
	case ChipsField:
		return f.Name + "=" + Money(v.N, names.Scale)
	case MotionField:
		return f.Name + "=" + list(func(n int64) string { return Money(n, names.Scale) })
	case ListField:
		return f.Name + "=" + list(func(n int64) string { return strconv.FormatInt(n, 10) })
	case FlagField:
		if v.N != 0 {
			return f.Name
		}
		return f.Name + "=no"
	case WordField:
		return f.Name + "=" + v.Word
	}
	return f.Name + "=" + strconv.FormatInt(v.N, 10)
}

// UnknownIncident is the code of the error for a word that names no kind of
// incident. Its hint suggests the most similar kinds, if there are any.
const UnknownIncident = "no event"

func unknownIncident(word string) error {
	var words []string
	for _, k := range nearKinds(word) {
		words = append(words, k.String())
	}
	err := &diag.Error{Code: UnknownIncident, Msg: fmt.Sprintf("no event is called %q", word)}
	if len(words) > 0 {
		err.Hint = "did you mean " + strings.Join(words, " or ") + "?"
	}
	return err
}

// IsUnknownIncident reports whether err is about a word that names no kind of
// incident, and returns its hint.
func IsUnknownIncident(err error) (hint string, is bool) {
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != UnknownIncident {
		return "", false
	}
	return e.Hint, true
}

// mostNear is the largest number of kinds that the hint suggests.
const mostNear = 3

// nearKinds returns the kinds that a word may mean: those whose name and
// description share the longest prefixes with the parts of the word. The name
// counts double; more than mostNear equally similar kinds give none.
func nearKinds(word string) []IncidentKind {
	var near []IncidentKind
	best := 0
	for _, k := range Incidents() {
		score := 2*alike(word, k.String()) + alike(word, k.Spec().Doc)
		switch {
		case score == 0 || score < best:
		case score > best:
			near, best = []IncidentKind{k}, score
		default:
			near = append(near, k)
		}
	}
	if len(near) > mostNear {
		return nil
	}
	return near
}

// alike scores how similar the parts of a text are to the parts of a word, by
// common prefixes of at least three letters. It sums squares, so that one long
// prefix counts for more than two short ones.
func alike(word, text string) (sum int) {
	parts := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r < 'a' || r > 'z' })
	}
	for _, w := range parts(word) {
		most := 0
		for _, t := range parts(text) {
			n := 0
			for n < min(len(w), len(t)) && w[n] == t[n] {
				n++
			}
			most = max(most, n)
		}
		if most >= 3 {
			sum += most * most
		}
	}
	return sum
}
