package plan

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// Ruling is what a house does about one kind of incident: fixed effects, or a hook
// that looks at the incident and decides.
//
// The rulings of a game are tried in order: its own first, then its house's, then
// the defaults. A hook without a decision leaves the incident to the next ruling;
// an incident without a ruling is refused.
type Ruling struct {
	Incident IncidentKind
	Level    RulingLevel
	Judgement
	Hook RulingHook // nil: the judgment applies to every case
	Name string     // the script's function, "" if there is none
	Doc  string     // the script's description
	Says []Said     // what the sheets say of it; none: its effects
	Pos  diag.Pos
}

// Said is a sentence about a ruling or a table rule with its conditions.
type Said struct {
	Text string
	// Of is the kind of game that it is about, one of [SaidOf]; "" for every game.
	Of string
	// Custom is set if the house follows the custom of card rooms in it, and Adds if it says more than the clauses that the rule
	// cites. A sheet that has the clause of a ruling in the document's words prints only such sentences.
	Custom, Adds bool
}

// Words returns the sentence; among games of other kinds, with its kind.
func (s *Said) Words(among bool) string {
	text := s.Text
	for i := range saidKinds {
		if k := &saidKinds[i]; among && k.name == s.Of {
			text = k.head + lowered(text)
		}
	}
	if s.Custom {
		text = "By custom " + lowered(text)
	}
	return text
}

// lowered returns a sentence for use inside another.
func lowered(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

// Telling returns sentences as one text, for games of all kinds.
func Telling(all []Said) string {
	var out []string
	for i := range all {
		out = append(out, all[i].Words(true))
	}
	return strings.Join(out, " ")
}

// saidKinds are the kinds of games that sentences are about, most with their contrary: players have up cards, somebody draws, the
// lowest hand wins, players may straddle, there are blinds, there is a board. The head begins a sentence about games of the kind among others.
var saidKinds = []struct {
	name, head string
	of         func(*Game) bool // a game is of the kind, or for a contrary of the other
	none       bool
}{
	{"stud", "In stud ", dealsUp, false},
	{"not stud", "In other games ", dealsUp, true},
	{"draw", "In a draw ", draws, false},
	{"no draw", "Without a draw ", draws, true},
	{"low", "In a game for low ", showsLow, false},
	{"high", "In a game for high ", showsLow, true},
	{"straddle", "Where players may straddle ", straddles, false},
	{"blinds", "With blinds ", posts, false},
	{"board", "With a board ", boards, false},
}

// HasStep reports whether a condition holds for a step.
func (g *Game) HasStep(is func(*Step) bool) bool {
	for i := range g.Steps { // a step is too large to copy
		if is(&g.Steps[i]) {
			return true
		}
	}
	return false
}

func dealsUp(g *Game) bool {
	return g.HasStep(func(s *Step) bool { return s.DealsTo(ZoneHand) && s.Up != 0 || s.Exposes() })
}

func draws(g *Game) bool { return g.HasStep((*Step).Draws) }

func straddles(g *Game) bool { return g.HasStep((*Step).Straddles) }

func boards(g *Game) bool { return g.HasStep(func(s *Step) bool { return s.DealsTo(ZoneBoard) }) }

func posts(g *Game) bool {
	return slices.ContainsFunc(g.Forced, func(f Forced) bool { return !f.Everybody && !f.Dead })
}

// showsLow is about the showdown that a hand reaches where no condition holds, as in play before one does.
func showsLow(g *Game) bool {
	for _, s := range g.Road(0) {
		if s.Show != nil {
			return s.Show.Parts[0].Ranking.Low()
		}
	}
	return false
}

// SaidOf are the names of the kinds.
var SaidOf = func() (names []string) {
	for i := range saidKinds {
		names = append(names, saidKinds[i].name)
	}
	return names
}()

// Is reports whether the game is of a kind, one of [SaidOf]; every game is of the kind "".
func (g *Game) Is(kind string) bool {
	for i := range saidKinds {
		if k := &saidKinds[i]; k.name == kind {
			return k.none != k.of(g)
		}
	}
	return true
}

// RulingLevel is the level at which a ruling was made.
type RulingLevel uint8

// The levels, most specific first.
const (
	OfGame RulingLevel = iota
	OfHouse
	ByDefault // not in the house's document: the custom of card rooms
)

func (l RulingLevel) String() string { return [...]string{"game", "house", "default"}[l] }

// Judgement is the decision in one case.
type Judgement struct {
	Effects []FloorEffect
	Clauses []string // of the house's document
	Ref     string   // the source of the custom: "WSOP 104"
	Why     string   // a sentence
}

// RulingHook is a script function that rules on incidents. It must not keep the
// view. A nil judgment without an error leaves the incident to the next ruling.
type RulingHook interface {
	Rule(v IncidentView) (*Judgement, error)
	// Leaves reports whether the hook may leave an incident to the next ruling.
	Leaves() bool
}

// IncidentView is what a ruling sees: the incident, and the state of the hand
// before any effects.
type IncidentView interface {
	Incident() *Incident
	// Moment is the part of the hand, and the number of betting rounds that have
	// begun.
	Moment() (Moment, int)
	// Earlier are the incidents of this deal before this one.
	Earlier() []*Incident
	Seats() int
	Live() betting.Set
	Hole(seat int) []cards.Card
	IsUp(seat, k int) bool
	Board() []cards.Card
	Stub() int // number of cards in the stub
	// Due is the number of cards that a seat should have been dealt by now.
	Due() int
	// Dealt is the number of cards dealt in this deal. Place is the position of the
	// incident's card among them, from 1; 0 for a card that no seat holds.
	Dealt() int
	Place() int
	// Actions is the number of actions in the first betting round.
	Actions() int
	Acted(seat int) bool      // in the round that is open
	HasActed(seat int) bool   // in the deal
	Drawn(seat int) bool      // in the draw that is running, or when it is over
	Passed(seat int) bool     // whether another player has acted since the seat's hand left play
	DealtSince(seat int) bool // whether a card has been dealt since then
	LeftIn(seat int) int      // the number of betting rounds that had begun then, -1 for a live hand
	Closed(seat int) bool     // whether that round is over, and cannot be opened again
	Draws() bool              // whether the game has a draw
	Burns() bool              // whether cards are burned in the game
	// Banker is the seat that banks, -1 in a game without a bank.
	Banker() int
	Low() bool       // whether low hands win
	BringsIn() bool  // whether the seat whose turn it is must bring it in
	Ups() bool       // whether seats have up cards
	Initial() int    // cards per seat in the initial deal
	Turn() int       // -1 for the dealer
	Serving() int    // the seat of a draw that gets the next card, -1 for none
	Straddle() int64 // amount of the straddle that is offered, 0 for none
	Stack(seat int) int64
	Wagered(seat int) int64
	Options() *betting.Options // of the seat whose turn it is, nil when no betting decision is due
	Limit() *betting.Limit     // of the round
	// Worth describes the seat's present hand, for the first part of the showdown;
	// "" for none. Better reports whether a hand of the claimed kind would beat it.
	Worth(seat int) string
	Better(claimed string, seat int) (bool, error)
}

// FloorEffectKind is a kind of effect that a ruling has.
type FloorEffectKind uint8

// Unless stated otherwise, an effect that names no seat or cards applies to those
// of the incident.
const (
	EffectWarn       FloorEffectKind = iota // a warning with Text, no other effect
	EffectStands                            // no effect: the action stands
	EffectRefuse                            // the request is refused
	EffectAskAgain                          // the seat decides again
	EffectKill                              // the hand is dead
	EffectRevive                            // the hand is live again
	EffectDead                              // the cards go to the muck
	EffectAside                             // the cards are taken out of play
	EffectToStub                            // the cards go back on top of the stub
	EffectReplace                           // the seat gets a card: From, Index, When
	EffectFill                              // the seat gets the cards that it lacks: When
	EffectNextBurn                          // the card becomes the next burn card
	EffectBurn                              // N cards are burned now
	EffectSkipBurn                          // the next burn is skipped
	EffectReshuffle                         // the zones in Zones are shuffled into the stub
	EffectCut                               // the stub is cut at position N
	EffectRedoStreet                        // the cards of the street go back to the stub, and it is dealt again
	EffectFaceUp                            // the card counts as an up card, the next up card is dealt face down
	EffectMisdeal                           // all cards back, then a new deal
	EffectVoid                              // all chips back, the hand is over
	EffectLater                             // Then is applied at When
	EffectAct                               // the seat acts: Word, Amount
	EffectSurplus                           // Amount goes back to the seat: it was not yet in the pot
	EffectPutIn                             // Amount of the seat's chips goes into the pot
	EffectQueue                             // the action is binding when the seat's turn comes, unless a bet or raise comes first
	EffectDraws                             // the seat draws exactly N cards
	EffectComplete                          // the seat must show the whole hand, or it is dead when the pot is pushed
	EffectShown                             // the seat has shown the whole hand
	EffectOwesBlinds                        // if the seat wins, it owes the blinds after the hand
	EffectStayUp                            // extra cards that were turned up stay up, and the next card stays down
	EffectBurnStands                        // the street stands although it was dealt with the wrong burn
	EffectTakeBack                          // the seat's last action is undone and its chips go back; the seat acts again
	EffectForfeit                           // the hand is dead and has no claim to any pot; pots that no live hand can win go to the best of Heirs

	floorEffectKinds
)

// FloorEffectFacts are what holds of every effect of a kind.
type FloorEffectFacts struct {
	Name string
	// Said are the floor's words for it, and Sheet those of a rule sheet, if they are not Name: {cards} are N cards, {word} is Word.
	Said, Sheet string
	// Nothing: nothing follows, so the words of the ruling say all.
	Nothing bool
	// Refuses: what was asked for does not happen.
	Refuses bool
	// Warns: the player is told, and nothing else happens.
	Warns bool
	// Seated: the effect is on a seat. Deck: it needs the order of the deck.
	Seated, Deck bool
	// Burns is how many steps more burn cards before the next street.
	Burns int
}

var floorEffects = [floorEffectKinds]FloorEffectFacts{
	EffectWarn:       {Name: "warning", Sheet: "a warning", Warns: true},
	EffectStands:     {Name: "stands", Sheet: "it stands", Nothing: true},
	EffectRefuse:     {Name: "refused", Sheet: "it is refused", Refuses: true},
	EffectAskAgain:   {Name: "asked again", Sheet: "the player is asked again", Warns: true},
	EffectKill:       {Name: "dead hand", Sheet: "the hand is dead", Seated: true},
	EffectRevive:     {Name: "live again", Sheet: "the hand is live again", Seated: true},
	EffectDead:       {Name: "dead card", Sheet: "the card is dead"},
	EffectAside:      {Name: "set aside", Sheet: "the card is set aside"},
	EffectToStub:     {Name: "back to the stub", Sheet: "the cards go back to the stub", Deck: true},
	EffectReplace:    {Name: "replaced", Sheet: "the card is replaced", Deck: true},
	EffectFill:       {Name: "filled up", Sheet: "the player gets what is missing", Seated: true},
	EffectNextBurn:   {Name: "next burn", Sheet: "the card is the next burn", Deck: true},
	EffectBurn:       {Name: "burned", Sheet: "{cards} burned", Deck: true},
	EffectSkipBurn:   {Name: "burn left out", Sheet: "the next burn is left out", Burns: -1, Deck: true},
	EffectReshuffle:  {Name: "reshuffled", Sheet: "the stub is shuffled", Deck: true},
	EffectCut:        {Name: "cut", Sheet: "the stub is cut", Deck: true},
	EffectRedoStreet: {Name: "street again", Sheet: "the street is dealt again", Deck: true},
	EffectFaceUp:     {Name: "counts as up card", Seated: true},
	EffectMisdeal:    {Name: "misdeal", Sheet: "a misdeal"},
	EffectVoid:       {Name: "void", Sheet: "the hand is void and all chips go back"},
	EffectLater:      {Name: "later"},
	EffectAct:        {Name: "acts", Said: "a {word}", Seated: true},
	EffectSurplus:    {Name: "given back", Said: "the rest given back", Seated: true},
	EffectPutIn:      {Name: "put in", Seated: true},
	EffectQueue:      {Name: "binding in turn", Seated: true},
	EffectDraws:      {Name: "draws", Sheet: "the player draws {cards}", Seated: true},
	EffectComplete:   {Name: "must show all", Sheet: "the whole hand must be shown, or it is dead", Seated: true},
	EffectShown:      {Name: "shown in full", Sheet: "it counts as shown in full", Seated: true},
	EffectOwesBlinds: {Name: "owes blinds", Seated: true},
	EffectStayUp:     {Name: "stays up", Seated: true},
	EffectBurnStands: {Name: "burn stands", Sheet: "the street stays as it was dealt", Deck: true},
	EffectTakeBack:   {Name: "taken back", Seated: true},
	EffectForfeit:    {Name: "forfeits", Seated: true},
}

// Facts returns what holds of every effect of the kind.
func (k FloorEffectKind) Facts() *FloorEffectFacts { return &floorEffects[k] }

func (k FloorEffectKind) String() string { return floorEffects[k].Name }

// None reports whether the effect has no consequences, because there is nothing to give back.
func (e *FloorEffect) None() bool { return e.Kind == EffectSurplus && e.Amount == 0 }

// Said returns the effect in the floor's words.
func (e *FloorEffect) Said() string { return e.words(e.Kind.Facts().Said) }

// OnSheet returns the effect in the words of a rule sheet.
func (e *FloorEffect) OnSheet() string { return e.words(e.Kind.Facts().Sheet) }

// words fills the parts in braces of some words, by default the name of the kind.
func (e *FloorEffect) words(text string) string {
	return strings.NewReplacer("{cards}", cards.Counted(e.N, "card"), "{word}", e.Word).Replace(cmp.Or(text, e.Kind.String()))
}

// Timing is the time at which an effect happens.
type Timing uint8

// The times.
const (
	Now          Timing = iota
	AfterCircuit        // when every seat has its card of the current round of cards
	AfterDeal           // when the initial deal is complete
	AfterDraw           // when the last seat of the draw has been served
	AtDraw              // at the seat's own turn to draw
	AfterRound          // when Rounds betting rounds from now have ended
)

// Zones are places where cards lie.
type Zones uint8

// The zones.
const (
	ZoneStub Zones = 1 << iota
	ZoneBurn
	ZoneMuck
	ZoneAside
	ZoneBoard
	ZoneHand // the hands of the seats and of the house

	OutOfPlay = ZoneBurn | ZoneMuck | ZoneAside
)

// FloorEffect is one effect of a ruling.
type FloorEffect struct {
	Kind    FloorEffectKind
	Seat    int          // -1: the seat of the incident
	Cards   []cards.Card // nil: the cards of the incident
	From    string       // Replace: "top", "middle", "bottom half"; EffectNextBurn: "drawn"
	When    Timing
	Rounds  int
	N       int
	Amount  int64
	Word    string
	Zones   Zones
	Text    string
	Heirs   []int // Forfeit: seats
	Then    []FloorEffect
	Clauses []string
	Pos     diag.Pos
}

// RulingsFor returns the rulings that a game tries for an incident, in order.
func (g *Game) RulingsFor(k IncidentKind) ([]*Ruling, error) {
	var out []*Ruling
	for i := range g.Rulings {
		if g.Rulings[i].Incident == k {
			out = append(out, &g.Rulings[i])
		}
	}
	if g.DefaultRulings == nil {
		return out, nil
	}
	more, err := g.DefaultRulings()
	for i := range more {
		if more[i].Incident == k {
			out = append(out, &more[i])
		}
	}
	return out, err
}

// MayHappen reports whether a kind of incident can happen in a game at all: at some
// step, see [Game.ComesAt]. Chips can be put up as a straddle in any game; where none
// is offered, that is for the ruling.
func (b *AtStakes) MayHappen(k IncidentKind) bool { return b.incidents>>k&1 != 0 }

// incidents returns the kinds that can happen, as bits.
func (g *Game) incidents() (set uint64) {
	boards := g.boardsBefore()
	for _, k := range Incidents() {
		may := k == StraddleOffered && g.Moments(k) != 0
		for i := range len(g.Steps) + 1 {
			may = may || g.comesAt(k, i, boards)
		}
		if may {
			set |= 1 << k
		}
	}
	return set
}

// Expects reports whether a kind of incident can be expected in a game at its stakes:
// it can happen, a straddle only where the game offers one, too large a bet in pot
// limit only in pot limit, and in a game for a pot a hand that is shown or exposed only
// where players have cards that others do not see, shown at the end only where there is a showdown.
func (b *AtStakes) Expects(k IncidentKind) bool {
	if shows := k == Tabled || k == PartialShow || k == Misdescribe; shows && !b.Game.Banked() && !b.Game.HasStep(func(s *Step) bool { return s.Show != nil }) {
		return false
	}
	switch k {
	case Tabled, PartialShow, Misdescribe, PlayerExposed, DealerExposed, TurnedUp:
		return b.MayHappen(k) && (b.Game.Banked() || b.Game.Hides(k == DealerExposed))
	case StraddleOffered:
		return straddles(b.Game)
	case OverbetPot:
		return b.Stakes.Structure == betting.PotLimit && b.MayHappen(k)
	}
	return b.MayHappen(k)
}

// Hides reports whether players get cards that others do not see; with own also those
// that only they do not see.
func (g *Game) Hides(own bool) bool {
	return g.HasStep(func(s *Step) bool { return s.Kind == Deal && (s.Up.Of(s.Count) < s.Count || own && s.Others) })
}

// ComesAt reports whether a kind of incident can come while a hand is at a step,
// len(g.Steps) being the end: the step has one of its moments, and the plan has there
// what the kind needs, such as a draw, a board or the right street next. What depends
// on the course of the hand is not considered.
func (g *Game) ComesAt(k IncidentKind, i int) bool { return g.comesAt(k, i, g.boardsBefore()) }

func (g *Game) comesAt(k IncidentKind, i int, boards []uint64) bool {
	if g.Moments(k)&g.MomentsAt(i) == 0 {
		return false
	}
	switch {
	case g.Banked():
		return true
	case i == len(g.Steps):
		return k != WrongCount // only after another one
	}
	s := &g.Steps[i]
	switch k {
	case FlashedOnDraw, DealerFaced, DrawChange:
		return s.Draws()
	case ExposeError:
		return s.Exposes()
	case StraddleOffered:
		return s.Straddles()
	case PrematureFlop, PrematureTurn, PrematureRiver, PrematureStreet:
		_, st := g.StreetAfter(i)
		for n := range MostBoard + 1 {
			if s.Kind == Bet && boards[i]>>n&1 != 0 && TooSoon(k, st, n) {
				return true
			}
		}
		return false
	case FlopExtra:
		return s.DealsTo(ZoneBoard) && s.Count == 3
	case BurnError:
		return slices.ContainsFunc(g.Steps[:i+1], func(s Step) bool { return s.DealsTo(ZoneBurn) }) && (boards[i] != 1 || s.DealsTo(ZoneBoard))
	case ExtraStreetCard:
		return slices.ContainsFunc(g.Steps[:i], func(s Step) bool { return s.Bets() }) && g.DealsStreets()
	case DealtDeadSeat: // until the first round of betting is over
		return !slices.ContainsFunc(g.Steps[:i], func(s Step) bool { return s.Bets() })
	case JokerDealt, JokerFound:
		return g.Deck.Jokers == 0
	}
	return true
}

// MomentsAt returns the moments that a hand for a pot can be in while it is at a step;
// len(g.Steps) is the end. Against a bank it returns all.
func (g *Game) MomentsAt(i int) (m Moment) {
	if g.Banked() {
		return anyMoment | InSetup | IsOver
	}
	if i == len(g.Steps) {
		return IsOver
	}
	first := slices.IndexFunc(g.Steps, func(s Step) bool { return s.DealsTo(ZoneHand | ZoneBurn) })
	if first < 0 || i <= first {
		m = InSetup
	}
	s := &g.Steps[i]
	waits := InGap
	if !slices.ContainsFunc(g.Steps[:i], func(s Step) bool { return !s.Early() }) {
		m |= InDeal // also for cards that are owed after the deal
		if s.Early() {
			waits = InDeal
		}
	}
	switch {
	case s.Kind == Showdown:
		return m | InShow
	case s.Bets():
		return m | InBet | InGap | InShow // all but one can fold
	case s.Ask != nil && s.Ask.Moment != 0:
		return m | s.Ask.Moment | InShow
	}
	return m | waits | InShow
}

// Early reports whether a step may belong to, or precede, the initial deal.
func (s *Step) Early() bool {
	return kinds[s.Kind].early || s.Ask != nil && (s.Ask.Moment == 0 || s.Ask.Moment == InSetup)
}

// StreetAfter returns the street that comes after a step, nil if a betting round, a draw or the showdown comes first, and
// the steps before it, among which are those that burn cards.
func (g *Game) StreetAfter(i int) (before []Step, st *Step) {
	for k := i + 1; k < len(g.Steps); k++ {
		st := &g.Steps[k]
		switch {
		case st.DealsTo(ZoneBurn):
		case st.DealsTo(ZoneHand | ZoneBoard):
			return g.Steps[i+1 : k], st
		case st.Kind != Collect:
			return nil, nil
		}
	}
	return nil, nil
}

// TooSoon reports whether a kind of incident is about the next street, which may be
// nil, where the board has a number of cards before it. A flop has three cards, a turn
// and a river one each.
func TooSoon(k IncidentKind, st *Step, board int) bool {
	switch {
	case st == nil || (k == PrematureStreet) != (st.Kind == Deal):
		return false
	case k == PrematureFlop:
		return st.Count == 3 && board == 0
	case k == PrematureTurn:
		return st.Count == 1 && board == 3
	case k == PrematureRiver:
		return st.Count == 1 && board == 4
	}
	return true
}

// DealsStreets reports whether seats get cards after the first betting round.
func (g *Game) DealsStreets() bool {
	bet := slices.IndexFunc(g.Steps, func(s Step) bool { return s.Bets() })
	return bet >= 0 && slices.ContainsFunc(g.Steps[bet:], func(s Step) bool { return s.Kind == Deal })
}

// boardsBefore returns the numbers of board cards with which paths reach each step, bit
// n for n cards.
func (g *Game) boardsBefore() []uint64 {
	counts := make([]uint64, len(g.Steps)+1)
	counts[0] = 1
	for i := range g.Steps { // jumps lead forward
		s, n := &g.Steps[i], counts[i]
		if _, more := s.Changes(); more > 0 {
			n <<= more
		}
		if s.Kind == InTurn && slices.ContainsFunc(g.Steps[i:s.Jump], func(s Step) bool { return s.Kind == Board }) || s.movesBoard() {
			n = ^uint64(0) // as often as there are seats, or as players choose
		}
		for next := range g.Next(i) {
			counts[next] |= n
		}
	}
	return counts
}

// againstBank maps the incidents of rounds against a bank to their moments. Such a
// round has no betting, and its bets are paid at the point where hands are shown in
// other games.
var againstBank = map[IncidentKind]Moment{
	DealerExposed: duringPlay, Boxed: InSetup | duringPlay, OffTable: duringPlay, WrongCount: duringPlay, Cut: InSetup | InDeal | InDraw, CalledMisdeal: duringPlay,
	PlayerExposed: duringPlay, BelowTable: untilPaid, Fouled: untilPaid, ThrownAway: untilPaid, Retrieve: untilPaid, TouchedDiscards: untilPaid,
	Retract: InSetup | untilPaid, Declare: InSetup | InDraw, AwardError: IsOver, FoulDeck: InSetup | untilPaid,
}

const (
	duringPlay = InDeal | InGap | InDraw
	untilPaid  = duringPlay | InShow
)

// Moments returns the moments at which a kind of incident can happen in a game.
func (g *Game) Moments(k IncidentKind) Moment {
	if g.Banked() {
		return againstBank[k]
	}
	return k.Spec().Moments
}
