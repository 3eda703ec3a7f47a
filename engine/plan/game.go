package plan

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// Game is one game of one house. Amounts are in cents.
type Game struct {
	ID       string   // "HOUSE/omaha-hilo", or the file and name of a user's script
	House    string   // the house's name, "" if no house has the game
	Name     string   // "Omaha (High-Low Split)"
	Also     []string // other names by which players know it
	Doc      string   // the script's description
	Note     string   // a warning before play, "" for none
	Variants []string // the variant codes in recorded hands that mean this game
	Clauses  []string // clauses of the house's document for the game as a whole, including those of From
	Pos      diag.Pos
	From     Origins

	Deck     cards.Deck
	MinSeats int
	MaxSeats int
	// ShortStub is the rule for a stub that runs out.
	ShortStub ShortStub

	Forced  []Forced
	Steps   []Step
	Betting betting.Rules
	Stakes  StakesRule
	Options []Option
	// Boards are the names of the boards; none if there is only one. Hands are the
	// names of the hands that seats set apart, numbered from 1.
	Boards, Hands []string
	// Reminders are the rules at the end of the players' rule sheet, the game's own
	// first: ids of clauses, or sentences.
	Reminders []string
	// Money is how people of the house write amounts.
	Money Currency
	// Award, when set, is called before the pots are awarded.
	Award AwardHook
	// Rulings are the rulings of the game and its house on irregularities, the
	// game's own first. DefaultRulings, when set, are tried after them.
	Rulings        []Ruling
	DefaultRulings func() ([]Ruling, error)
	// Lines, when set, returns the script line at a position, for messages and rule
	// sheets.
	Lines func(diag.Pos) string
}

// MostReminders is the number of reminders that fit on the players' rule sheet.
const MostReminders = 5

// Menu is a dealer's choice: a list of games from which the player with the button
// chooses one for each hand.
type Menu struct {
	ID, House, Name, Doc string
	Games                []*Game
	Clauses              []string
	Pos                  diag.Pos
}

// Origins are the script positions and clauses of the parts of a game that are
// neither steps nor forced bets, and what its house says about its document.
type Origins struct {
	House, Deck, Betting, Stakes, Award Origin
	// Effective is the day from which the rules of the house hold, "2024-03-01"; ""
	// if it names none.
	Effective string
	// Order are the names of the games of the house, without its folder, in the order
	// of its document; nil if it does not say.
	Order []string
}

// Origin is the script position that makes a part of a game, and the clauses that
// the part implements.
type Origin struct {
	Pos     diag.Pos
	Clauses []string
	// By maps the name of a script parameter to its clauses, where the script gives
	// them.
	By map[string][]string
}

// CitedAt is the key in By of one entry of a parameter that is a dict by stakes.
func CitedAt(param, stakes string) string { return param + " at " + stakes }

// Option is a named option for an ambiguous rule, as the script declares it.
type Option struct {
	Name    string
	Value   string   // the value in force
	Default string   // the value unless the table sets another
	Choices []string // all values; empty if any value of the type is valid
	About   string   // what the option decides
	Ref     string   // where the ambiguity is discussed
	Pos     diag.Pos
}

// ShortStub is the house's rule for a stub with too few cards.
type ShortStub uint8

// The rules.
const (
	// StubMustSuffice: the game refuses a number of seats that could run out of
	// cards.
	StubMustSuffice ShortStub = iota
	// StubReshuffle: discards and mucked cards are shuffled to make a new stub.
	StubReshuffle
	// StubCommon: the burn cards come back, and if there are still too few cards,
	// one community card is dealt on the board.
	StubCommon
	// StubReshuffleCommon: burn cards and mucked cards are shuffled to make a new
	// stub, and if there are still too few cards, one community card is dealt.
	StubReshuffleCommon
)

// Reshuffles reports whether discards can come back into play.
func (s ShortStub) Reshuffles() bool { return s == StubReshuffle || s == StubReshuffleCommon }

// Common reports whether one community card may replace the cards of all seats.
func (s ShortStub) Common() bool { return s == StubCommon || s == StubReshuffleCommon }

// Tier is one of the two limits of a table.
type Tier uint8

// The lower and the upper limit.
const (
	Small Tier = iota
	Big
)

func (t Tier) String() string { return [...]string{"small", "big"}[t] }

// AmountRef refers to an amount that the table's stakes set.
type AmountRef uint8

// The amounts of a table.
const (
	SmallBlind AmountRef = iota
	BigBlind
	Ante
	BringIn
	OwnAmount // that of the forced bet itself, which the stakes do not set
)

func (a AmountRef) String() string {
	return [...]string{"small blind", "big blind", "ante", "bring-in", "blind"}[a]
}

// Forced is a bet that must be posted before the cards are dealt.
type Forced struct {
	Amount AmountRef
	// Cents is the amount if it is the bet's own.
	Cents int64
	// Everybody: every seat posts. Otherwise one seat does.
	Everybody bool
	// Left is the poster's distance from the button: 0 the button, 1 the
	// first seat to its left. HeadsUp is the same with two players.
	Left, HeadsUp int
	// Dead money goes to the pot and does not count as a bet.
	Dead bool
	// Optional: there is no bet if the stakes name no amount for it. Otherwise such
	// stakes are refused.
	Optional bool
	Pos      diag.Pos
	Clauses  []string
}

// Step is one step of the dealer. Kind determines which fields are used.
type Step struct {
	Kind  StepKind
	Name  string // "flop", "after the draw"; "" for no name
	Count int    // cards
	Up    Faces  // Deal, Burn: which of its cards lie face up
	// Others, with Up: everybody except the player who holds the cards sees them.
	Others  bool
	On      uint16 // Board: the boards on which the cards lie, bit k for the k-th; 0 for all
	Hand    uint8  // Deal: the hand to which the cards belong, from 1; 0 for none
	Bet     BetStep
	Ask     *Ask     // Asks
	Draw    DrawStep // Asks: how the replacements of Ask.Back are dealt
	Collect *CollectStep
	Show    *ShowdownStep
	Compare *CompareStep
	Cond    Cond
	Test    Tester // When: a script function that replaces Cond
	// AtMost, in a When: how often its steps are played in a deal, by all players and at all steps with the same AtMostOf
	// together, the function of the script; 0 for any number.
	AtMost   int
	AtMostOf any
	// Whose, in a When: the function sees the cards of that player, seen from whose turn it is.
	Whose Direction
	Jump  int // When, Jump, InTurn, Repeat: the index of the next step
	// Until, in a When: the steps are played if the condition does not hold. In a
	// Repeat: its rounds end as soon as the condition holds. See Game.RoundOf.
	Until bool
	// Again: the step repeats the step that stands so many steps before it; 0 if
	// it repeats none.
	Again int
	Pay   *Pay // PayStep
	// Against a bank: the terms of the bank and of the bets (Asks), the settlement
	// (Settle), and the role that Deal and TurnUp serve and a choice for hands
	// asks.
	Bank   *BankStep
	Place  *WagerStep
	Settle *SettleStep
	To     Role
	Shared bool // Deal: one hand for all bettors
	// Runs is the number of times the rest of the board is dealt: fixed by rule
	// (RunIt), or the most that the players may agree on (Asks). 0 for other steps.
	Runs int
	// NoAnte, in a Redeal: those still in do not ante again.
	NoAnte  bool
	Pos     diag.Pos
	Clauses []string
	// Source is the source of the rule if no clause states it.
	Source string
}

// At returns a step; before the first that is the offer of a straddle.
func (g *Game) At(step int) *Step {
	if step < 0 {
		return &Offered
	}
	return &g.Steps[step]
}

// BetStep is a round of betting.
type BetStep struct {
	Tier Tier
	Open Opener
	// Suits is the order in which suits break ties between equal showing hands;
	// where they are equal, position does.
	Suits rank.SuitOrder
	// NextHighest: if the seat that the cards choose has no chips left, the seat
	// with the next cards acts first. Otherwise the next seat to the left that can
	// act does.
	NextHighest bool
	// AceTurned reverses the ace's rank for the opener: high where the highest card
	// brings it in or the lowest hand acts first, low where the lowest card brings
	// it in or the highest hand acts first.
	AceTurned bool
	// OpenPair: the upper limit holds when a seat that is in shows a pair.
	OpenPair bool
	// PairEither: with OpenPair, players may then bet and raise by either limit,
	// but by no less than the last bet or raise.
	PairEither bool
	// NoCheck: pass and out; a seat that does not bet folds.
	NoCheck bool
	// ForcedOpen: the opener must make the first bet, the stakes' bring-in, and
	// does not choose its amount; it is live like a blind.
	ForcedOpen bool
	// Openers is the lowest hand that may make the first bet; nil for any.
	Openers *Openers
	// Announce: the dealer announces the first bettor, and the reason if the cards
	// decide. Hints: the dealer also points out possible straights and flushes.
	Announce, Hints bool
}

// Openers is the lowest hand that may open.
type Openers struct {
	Name    string // "a pair of jacks"
	Ranking *rank.Ranking
	Worst   []cards.Card  // the lowest hand that counts
	Small   rank.Strength // or its strength, in a game made small
}

// Least returns the strength of the lowest hand. It is looked up when it is needed, because the first hand that a ranking ranks
// costs milliseconds, and a list of games ranks none.
func (o *Openers) Least() rank.Strength {
	if o.Worst == nil {
		return o.Small
	}
	return o.Ranking.Best(o.Worst)
}

// OrBetter returns the hands in words: "a pair of jacks or better". A name that says
// so itself stays as it is.
func (o *Openers) OrBetter() string {
	for _, end := range []string{" or better", " or higher", " or lower", " or more", " or less", " or fewer", " or under", " or over"} {
		if strings.HasSuffix(o.Name, end) {
			return o.Name
		}
	}
	if strings.HasPrefix(o.Name, "no ") {
		return "a hand with " + o.Name + " or better"
	}
	return o.Name + " or better"
}

// Cond is a condition on the state of a hand.
type Cond uint8

// The conditions.
const (
	// PassedOut: nobody bet in the last round although at least two players could.
	PassedOut Cond = iota
	// NobodyBet: nobody bet in the last round, even if nobody could.
	NobodyBet
)

func (c Cond) String() string { return [...]string{"everybody has passed", "nobody has bet"}[c] }

// Opener is the rule for who acts first.
type Opener uint8

// The openers.
const (
	LeftOfButton Opener = iota
	LeftOfBlind         // left of the last blind or straddle
	HighShowing         // the highest up cards
	LowShowing          // the lowest up cards
	BringInLow          // the lowest up card must bring it in, ace high
	BringInHigh         // the highest up card must bring it in, ace low
	SameAsBefore        // the seat that opened the round before, or the next seat
	LastBanker          // the seat with the button, which banked last
	LeftOfBanker
	LastBettor // the seat that bet or raised last in the round before, or left of the button
	OffBlinds  // the first seat left of the last blind that has posted nothing; the first of all if every seat has
)

var openerNames = [...]string{
	"left of the button", "left of the last blind", "highest showing", "lowest showing",
	"lowest card brings it in", "highest card brings it in", "as in the round before",
	"the last banker", "left of the banker", "last to bet or raise", "not on a blind",
}

// BringsIn reports whether the round begins with the bring-in of the stakes.
func (b *BetStep) BringsIn() bool {
	return b.ForcedOpen || b.Open == BringInLow || b.Open == BringInHigh
}

func (o Opener) String() string { return openerNames[o] }

// AceLow reports whether the ace ranks below the deuce when up cards choose the
// opener.
func (b *BetStep) AceLow() bool {
	return (b.Open == BringInHigh || b.Open == LowShowing) != b.AceTurned
}

// ByShowing reports whether the up cards choose the opener.
func (o Opener) ByShowing() bool { return o >= HighShowing && o <= BringInHigh }

// DrawStep is the rule for dealing the cards of a draw.
type DrawStep struct {
	// AtOnce is the most cards dealt to a seat at once; the others follow when
	// every drawing seat has been served. 0 means all at once.
	AtOnce int
	Burn   DrawBurn
	// Together: all seats discard before the dealer serves the first.
	Together bool
	// KeepFace: a new card lies like the one it replaces, face up for an up card
	// ("buying" a card).
	KeepFace bool
	// OwnBack: when the discards are reshuffled, a seat may get back a card that it
	// has just discarded.
	OwnBack bool
	// More is the number of extra cards dealt beyond the discards; negative for
	// fewer.
	More int
	// BurnRest: a card is burned before the last drawing seat gets the rest of its
	// cards under AtOnce. Without it they follow its first cards directly.
	BurnRest bool
}

// DrawBurn is the rule for burn cards in a draw.
type DrawBurn uint8

// The rules.
const (
	BurnNone DrawBurn = iota
	BurnOnce          // one before the first seat is served
	BurnEach          // one before each drawing seat
)

// Payer is the source of a collection.
type Payer uint8

// The payers.
const (
	FromPot    Payer = iota // out of the pot
	FromButton              // the seat with the button, from its stack
	FromBlinds              // the chips posted as blinds, out of the pot
)

// CollectStep is a fee that the house takes.
type CollectStep struct {
	From Payer
	// Rates are in ascending order of Players: the first rate whose Players is at
	// least the number of players dealt in applies.
	Rates []Rate
	// Rake is taken from the pots when they are awarded, nil for a flat fee.
	Rake *Rake
}

// Rate is a flat fee in cents for tables of at most Players players. Name is
// the house's posted name for the fee, "" for none.
type Rate struct {
	Players int
	Amount  int64
	Name    string
}

// For returns the fee in cents when n players are dealt in.
func (c *CollectStep) For(n int) int64 { return c.Rate(n).Amount }

// Rate returns the rate when n players are dealt in, the zero Rate if there is
// none.
func (c *CollectStep) Rate(n int) Rate {
	for _, r := range c.Rates {
		if n <= r.Players {
			return r
		}
	}
	return Rate{}
}

// Rounds returns the number of betting rounds on the longest path through the game.
func (g *Game) Rounds() int { return g.most(isBet) }

func isBet(s *Step) int { return count(s.Kind == Bet, 1) }

// HoleCards returns the largest number of cards that a seat can hold at the end.
func (g *Game) HoleCards() int {
	return g.most(func(s *Step) int { hole, _ := s.Changes(); return hole })
}

// Shared reports whether a step deals cards that lie on several boards.
func (g *Game) Shared(s Step) bool {
	return s.Kind == Board && len(g.Boards) > 1 && (s.On == 0 || s.On&(s.On-1) != 0)
}

// OnBoards names the boards of a board step, such as " on A and B"; it returns ""
// in a game with one board and for cards on all boards.
func (g *Game) OnBoards(s *Step) string {
	if s.On == 0 || s.Kind != Board {
		return ""
	}
	var names []string
	for k, name := range g.Boards {
		if s.On>>k&1 != 0 {
			names = append(names, name)
		}
	}
	last := len(names) - 1
	if last < 1 {
		return " on " + strings.Join(names, "")
	}
	return " on " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// MostHeld returns the largest number of cards that a seat holds at any time.
func (g *Game) MostHeld() int {
	held := func(holds map[int]bool) int {
		return g.sums(0, len(g.Steps), func(i int) int { hole, _ := g.Steps[i].Changes(); return hole }, 0, holds)[0]
	}
	all := held(nil)
	if all > MaxHole {
		if most, ok := g.mostOnRoads(g.MaxSeats, func(r road) int { return held(r.holds) }); ok {
			return most
		}
	}
	return all
}

// MostOnBoard returns the largest number of cards on all boards at any time.
func (g *Game) MostOnBoard() int { return g.sums(0, len(g.Steps), g.addsToBoard, 0, nil)[0] }

// addsToBoard returns the largest number of cards that step i adds to the boards: what all seats lay there, or, for
// steps that are played for one seat after the other, what the other seats add.
func (g *Game) addsToBoard(i int) int {
	s := &g.Steps[i]
	_, board := s.Changes()
	switch {
	case s.TakesTurns():
		return (g.MaxSeats - 1) * max(0, g.sums(i+1, s.Jump, func(k int) int { _, n := g.Steps[k].Changes(); return n }, math.MinInt, nil)[0])
	case s.Ask.Lays() && g.Within(i, InTurn) == nil:
		return g.MaxSeats * board
	}
	return board
}

// sums returns, for each step in a range, the largest sum of a number on a path from it to the end of the range, and at
// least `least`, on the roads with some conditions.
func (g *Game) sums(from, to int, of func(int) int, least int, holds map[int]bool) []int {
	most := make([]int, to-from+1)
	for i := to - 1; i >= from; i-- {
		after := math.MinInt
		for next := range g.Next(i) {
			if yes, known := holds[i]; !known || yes == (next == i+1) {
				after = max(after, most[min(next, to)-from])
			}
		}
		if most[i-from] = of(i); after > math.MinInt {
			most[i-from] += after
		}
		most[i-from] = max(least, most[i-from])
	}
	return most
}

func count(is bool, n int) int {
	if is {
		return n
	}
	return 0
}

// most sums a number over the steps of the path through the game on which the sum
// is largest.
func (g *Game) most(of func(*Step) int) int { return g.mostFrom(0, of) }

// Within returns the innermost step of a kind that other steps belong to, When or
// InTurn, to which a step belongs; nil for none. A round that is repeated belongs to
// no When.
func (g *Game) Within(at int, kind StepKind) *Step {
	for i := at - 1; i >= 0; i-- {
		if s := &g.Steps[i]; s.Kind == kind && !s.Until && at < s.Jump {
			return s
		}
	}
	return nil
}

// mostFrom is most, starting at a step. Jumps lead forward only.
func (g *Game) mostFrom(start int, of func(*Step) int) int {
	return g.sums(start, len(g.Steps), func(i int) int { return of(&g.Steps[i]) }, math.MinInt, nil)[0]
}

// Limits of a plan.
const (
	MostHole  = 52 // cards one seat may hold
	MostBoard = 52 // cards on all boards together
	MostHands = 7  // hands that a seat may set apart
	MaxBoards = 16 // boards with names
	MaxSteps  = 200
	// MaxParts is the largest number of hands that share a pot.
	MaxParts = 8
	// MaxHole and MaxBoard are the numbers of hole cards and board cards that a
	// hand stores without giving up seats or speed.
	MaxHole  = 8
	MaxBoard = 10
	// MaxRounds is the largest number of betting rounds in one deal.
	MaxRounds = 12
	// MaxFreeDeals is the largest number of redeals without an ante: the deal after
	// that counts as bet and is played to a showdown.
	MaxFreeDeals = 100
)

// Blame returns an error at a position of the game's script, with the line there.
func (g *Game) Blame(pos diag.Pos, format string, args ...any) error {
	return g.illustrate(fault(pos, "", format, args...))
}

// BlameWith is Blame with a hint.
func (g *Game) BlameWith(pos diag.Pos, hint, format string, args ...any) error {
	return g.illustrate(fault(pos, hint, format, args...))
}

// illustrate adds the script line to an error, if the game has its script.
func (g *Game) illustrate(err error) error {
	var f *diag.Error
	if g.Lines == nil || !errors.As(err, &f) {
		return err
	}
	shown := *f
	shown.Source = g.Lines(f.Pos)
	return &shown
}

func fault(pos diag.Pos, hint, format string, args ...any) error {
	return &diag.Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

// Validate returns everything that makes the game unplayable: all errors, joined.
func (g *Game) Validate() error {
	var errs []error
	add := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	if err := g.Deck.Validate(); err != nil {
		add(fault(g.Pos, "", "%v", err))
		return errors.Join(errs...)
	}
	add(g.checkSeats())
	add(g.checkSteps())
	add(g.checkLosses())
	if len(errs) == 0 {
		add(g.checkRankings())
		add(g.checkCards())
		_, err := g.ParseStakes("")
		add(err)
	}
	return errors.Join(errs...)
}

func (g *Game) checkSeats() error {
	if g.MinSeats < 2 || g.MaxSeats < g.MinSeats || g.MaxSeats > betting.Max {
		return fault(g.Pos, "seats = (2, 10)", "seats from %d to %d: use 2 to %d", g.MinSeats, g.MaxSeats, betting.Max)
	}
	for i := range g.Forced {
		if f := &g.Forced[i]; f.Left >= g.MinSeats && f.Left > 2 {
			return fault(f.Pos, "", "a forced bet %d seats left of the button needs more than %d players", f.Left, g.MinSeats)
		}
	}
	return nil
}

func (g *Game) checkSteps() error {
	if len(g.Steps) == 0 || len(g.Steps) > MaxSteps {
		return fault(g.Pos, "", "%d steps: a game has 1 to %d", len(g.Steps), MaxSteps)
	}
	for i := range g.Steps {
		if s := &g.Steps[i]; (s.Kind == When || s.Kind == Jump || s.Kind == InTurn || s.Kind == Repeat) && (s.Jump <= i || s.Jump > len(g.Steps)) {
			return fault(s.Pos, "", "a step jumps to step %d of %d: jumps must lead forward", s.Jump, len(g.Steps))
		}
	}
	if n := len(g.choices()); n > MaxChoices {
		return fault(g.Steps[g.choices()[MaxChoices]].Pos, "", "%d steps at which players choose: a game has at most %d", n, MaxChoices)
	}
	for i := range g.Steps {
		if s := &g.Steps[i]; s.AtMost > 0 {
			if group, _ := g.Limited(s); group >= MaxLimited {
				return fault(s.Pos, "", "more than %d conditions with most", MaxLimited)
			}
		}
	}
	// Every step on every path through the game.
	start := func(holds map[int]bool) *paths {
		return &paths{g: g, holds: holds, seen: map[point]bool{}, enough: make([]bool, len(g.Steps)), lack: make([]error, len(g.Steps))}
	}
	p := start(nil)
	if err := p.from(0, way{}); err != nil { // conditions may exclude each other
		p = start(nil)
		var wrong error
		if !g.roads(g.MaxSeats, func(r road) bool {
			if r.end && wrong == nil {
				p.holds = r.holds
				clear(p.seen)
				wrong = p.from(0, way{})
			}
			return wrong == nil
		}) || wrong != nil {
			return err
		}
	}
	for i, err := range p.lack {
		if err != nil && !p.enough[i] {
			return err
		}
	}
	return nil
}

// checkInTurn checks the steps that are played for one seat after the other.
func (g *Game) checkInTurn(at int) error {
	for i := at + 1; i < g.Steps[at].Jump; i++ {
		switch s := &g.Steps[i]; {
		case kinds[s.Kind].inTurn:
		case s.Ask != nil:
			if s.Chooses() && (s.Straddles() || !s.Ask.InTurn) || s.AsksCards() && s.Ask.Arranges() {
				return fault(s.Pos, "", "in_turn: in %s all players take part together", s.Word())
			}
		default:
			return fault(s.Pos, "put it after in_turn([…])", "in_turn: %s is for all players, and these steps are played for one after the other", s.Word())
		}
	}
	return nil
}

// roundsWithin returns the number of betting rounds that are played for each seat
// in turn.
func (g *Game) roundsWithin(at int) (n int) {
	for i := at + 1; i < g.Steps[at].Jump; i++ {
		if g.Steps[i].Kind == Bet {
			n++
		}
	}
	return n
}

// inTurn reports whether a step is one that is played for one seat after the other.
func (g *Game) inTurn(s *Step) bool {
	return g.Within(len(g.before(s)), InTurn) != nil
}

// check checks one step and updates the state of the path.
func (s *Step) check(g *Game, w *way) error {
	if len(g.Boards) > MaxBoards && s.On>>(MaxBoards-1) != 0 || len(g.Hands) > MostHands && s.Hand > MostHands {
		return fault(s.Pos, "", "%d boards and %d hands with names: at most %d and %d", len(g.Boards), len(g.Hands), MaxBoards, MostHands)
	}
	if s.Kind <= Burn && s.Count < 1 {
		return fault(s.Pos, "", "%s(%d): at least one card", s.Kind, s.Count)
	}
	if err := s.checkBanked(g, w); err != nil {
		return err
	}
	if s.Ask != nil {
		if err := s.checkAsk(g, w); err != nil {
			return err
		}
	}
	if s.Chooses() && s.Ask.To != 0 && !g.inTurn(s) {
		return fault(s.Pos, "in_turn([when(_asks, [choose(…, to = right)])])", "choose: it is nobody's turn, so nobody has a neighbor who chooses")
	}
	if s.Kind == TakeBoard && len(g.Boards) < 2 {
		return fault(s.Pos, `board(3, on = "A"), board(3, on = "B")`, "one of several boards is taken away, and the boards have no names")
	}
	if s.Runs > 0 {
		if err := g.checkRuns(s); err != nil {
			return err
		}
	}
	hole, board := s.Changes()
	if s.Ask.Lays() && !g.inTurn(s) {
		board *= g.MaxSeats
	}
	w.hole, w.board = w.hole+hole, max(0, w.board+board)
	w.up = min(w.up, w.hole)
	//exhaustive:ignore of the other kinds nothing more can be wrong
	switch s.Kind {
	case When:
		if s.Whose != 0 && !g.inTurn(s) {
			return fault(s.Pos, `in_turn([when(_a_king, […], cards = "own")])`, "when: it is nobody's turn, so there is nobody whose cards the function sees")
		}
	case Deal:
		w.up += s.Up.Of(s.Count)
		if err := g.checkOthers(s); err != nil {
			return err
		}
	case Bet:
		// A betting round that cannot begin at this point of the path.
		if s.Bet.Open.ByShowing() && w.up == 0 {
			w.lacks(fault(s.Pos, "deal(1, up = True) before it", "the round opens by the cards that show, and no card is up yet"))
		}
		if (s.Bet.Open == SameAsBefore || s.Bet.Open == LastBettor) && w.bets == 0 {
			return fault(s.Pos, "", "the first round has no round before it")
		}
		if w.bets++; w.bets > MaxRounds {
			hint := ""
			if g.inTurn(s) {
				hint = "in_turn plays a round of betting for each seat: fewer seats"
			}
			if s.Again > 0 {
				hint = "in_turn repeats it: fewer rounds (most), or fewer seats if it is among its steps"
			}
			return fault(s.Pos, hint, "more than %d rounds of betting", MaxRounds)
		}
	case PayStep:
		if !g.inTurn(s) {
			return fault(s.Pos, "in_turn([pay(…)])", "pay: it is nobody's turn to pay")
		}
	case FoldStep:
		if !g.inTurn(s) {
			return fault(s.Pos, "in_turn([when(_is_out, [give_up])])", "give_up: it is nobody's turn to be out")
		}
	case RollDie:
		if s.Count < 2 || s.Count > 100 {
			return fault(s.Pos, "", "roll(%d): a die has 2 to 100 sides", s.Count)
		}
	case Redeal:
		if !g.antes() && !s.NoAnte {
			return fault(s.Pos, "forced = [ante()], or redeal(ante = False), which ends after a hundred deals", "a new deal without an ante could repeat forever")
		}
	case CompareHands:
		if s.Compare.To != 0 && !g.inTurn(s) {
			return fault(s.Pos, "in_turn([when(_asks, [compare(…, to = right)])])", "compare: it is nobody's turn to compare with a neighbor")
		}
		return s.checkShowdown(g, w)
	case Showdown:
		return s.checkShowdown(g, w)
	}
	// A step after which there are more cards than a hand can store.
	if w.hole > MaxHole && w.hole*g.MaxSeats > betting.Max*MaxHole {
		hint := fmt.Sprintf("at most %d seats", min(betting.Max*MaxHole, g.Deck.Len())/w.hole)
		if least := max(2, g.MinSeats); least*w.hole > g.Deck.Len() {
			hint = fmt.Sprintf("the deck has %d cards: at most %d to each of %d seats", g.Deck.Len(), g.Deck.Len()/least, least)
		}
		return fault(s.Pos, hint, "%d cards to each of %d seats: there is room for %d hole cards", w.hole, g.MaxSeats, betting.Max*MaxHole)
	}
	if w.hole > MostHole || w.board > MostBoard {
		return fault(s.Pos, "", "%d cards to a seat and %d on the board: at most %d and %d", w.hole, w.board, MostHole, MostBoard)
	}
	return nil
}

func (g *Game) antes() bool {
	for i := range g.Forced {
		if g.Forced[i].Everybody {
			return true
		}
	}
	return false
}

func cardWords(n int) string {
	if n == 1 {
		return "one card"
	}
	return fmt.Sprintf("%d cards", n)
}

// checkRankings checks that every ranking knows all cards of the deck.
func (g *Game) checkRankings() error {
	for i := range g.Steps {
		s := &g.Steps[i]
		var all []*rank.Ranking
		if show := s.Ranks(); show != nil {
			for p := range show.Each {
				all = append(all, p.Ranking)
			}
		}
		if s.Settle != nil {
			for k := range s.Settle.Parts {
				all = append(all, s.Settle.Parts[k].Ranking)
			}
		}
		if s.Bet.Openers != nil && s.Bet.Openers.Ranking != nil {
			all = append(all, s.Bet.Openers.Ranking)
		}
		for _, r := range all {
			known := r.Description().Deck
			switch {
			case g.Deck.Packs > max(known.Packs, 1):
				return fault(s.Pos, "deck = deck(), or points() and pays by totals", "the %s ranking knows each card once, and the deck has %d of each", r.Name(), g.Deck.Packs)
			case g.Deck.Jokers > known.Jokers:
				return fault(s.Pos, "deck = deck() has no joker; high_with_bug, high_with_wild_joker and ace_to_five_with_bug say what a joker is, and ranking(…, joker = …)",
					"the deck has %s, but the %s ranking expects %s", jokerWords(g.Deck.Jokers), r.Name(), jokerWords(known.Jokers))
			case known.Without&^g.Deck.Without>>g.Deck.Lowest != 0:
				return fault(s.Pos, "give the game and the ranking the same deck", "the %s ranking leaves out ranks that the deck has", r.Name())
			case g.Deck.Lowest < known.Lowest:
				return fault(s.Pos, fmt.Sprintf(`deck = deck(lowest = "%c")`, known.Lowest.Char()),
					"the lowest rank of the deck is %c, but the %s ranking begins with %c", g.Deck.Lowest.Char(), r.Name(), known.Lowest.Char())
			}
		}
	}
	return nil
}

func jokerWords(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "a joker"
	}
	return fmt.Sprintf("%d jokers", n)
}

// Answers reports whether a variant code of a recorded hand means this game.
func (g *Game) Answers(variant string) bool {
	for _, v := range g.Variants {
		if v == variant {
			return true
		}
	}
	return strings.EqualFold(g.ID, variant)
}

// Redeals reports whether the cards can be dealt again in a hand.
func (g *Game) Redeals() bool {
	return g.HasStep(func(s *Step) bool { return s.Kind == Redeal || s.Show != nil && s.Show.DealsAgain() })
}
