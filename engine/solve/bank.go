package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Bank is the cost of a game against the house for a player with the best possible play, over all deals from the whole deck.
type Bank struct {
	Wagers []Wager
	// Deals is the number of these deals; ByRank: deals that differ only in suits count as one.
	Deals  float64
	ByRank bool
	// Endless: each card had the probability of the full deck, whatever was dealt before.
	Endless bool
	// Splits: a hand made by a split was played by its own cards, and not by those that the other hands have drawn.
	Splits bool
	// Free is set if the banker has choices too, and Sampled if hands were dealt at random.
	Free    *FreeBanker
	Sampled *Sampled
}

// FreeBanker describes a banker with choices. The wagers are those against a banker who plays the same way against every hand,
// as well as possible.
type FreeBanker struct {
	// Off is the total that player and banker could still gain, per unit of the bet.
	Off float64
	// Seeing is the edge of a banker who sees the player's hand and plays worst for it.
	Seeing float64
}

// Wager is a wager that a player may make.
type Wager struct {
	Bet string // its name
	// Edge is the house's average win per unit of the bet, and Risk per unit of everything that the player puts up, which is
	// Put units on average.
	Edge, Risk, Put float64
	Off             float64 // the standard error of the edge; 0 for one that is counted, not a number if all deals won the same
	Choices         []Taken // how often each choice is made; none for a side bet
}

// Taken is how often a choice is made, as a share of all deals.
type Taken struct {
	Step, Choice string
	Share        float64
}

// bankGame is a game against the house in countable form: one player, whose bets depend only on the choices made.
type bankGame struct {
	bound *plan.AtStakes
	bets  []string
	end   *plan.SettleStep
	rank  *rank.Ranking
	// met is the hand of the house, where one is known; payments by it are not counted otherwise.
	met    rank.Strength
	deck   int  // number of cards: 52, or 53 with a joker
	part   bool // cards are missing of them
	own    int  // number of the player's cards
	bank   int  // number of the house's cards, up of them face up
	up     int
	fresh  bool // some choices may depend on whether the hand has made one
	turned bool // the bank's cards have been turned up
	aim    *Aim
	stages []stage
	states []bankState
	sides  []side
	// settled are the bets that the settlements read so far pay.
	settled map[string]bool
	// choose, when set, makes the choices with these cards of the player, those of the house in sight and those of the first stages: it
	// returns the last state, and the choices by stage.
	choose func(own, up uint64, boards []uint64) (state int, chosen []move, err error)
}

// stage is a number of board cards, followed by a choice or none.
type stage struct {
	board  int
	step   *plan.Step
	asked  bool
	next   [][]move // by state
	counts []float64
	// looks: which choices there are depends on the player's own cards; masks are those of the cards looked at, by state.
	looks bool
	masks []uint32
}

// move is a choice with the state that it leads to; offer -1 is none.
type move struct {
	offer int
	to    int
}

// allows reports whether the player may make a move in a state, with the cards that were looked at.
func (s *stage) allows(state int, m move) bool {
	if !s.looks {
		return true
	}
	mask := s.masks[state]
	return m.offer < 0 && mask == 0 || m.offer >= 0 && mask>>m.offer&1 != 0
}

// bankState is the bets after some choices, in units of the first bet.
type bankState struct {
	bets [plan.MaxBets]float64
	gone bool // the player gave up
	// acted: a choice has been made, and it matters.
	acted bool
}

// side is a bet that depends only on the player's own hand.
type side struct {
	bet   string
	step  *plan.SettleStep
	board int  // how many cards of the board count, 0 for all
	hole  bool // none of the board counts
}

// AgainstBank computes the cost of a game against the house. progress, when set, receives the fraction done, 0 to 1. The error
// says why the game cannot be counted.
func AgainstBank(ctx context.Context, b *plan.AtStakes, progress func(float64)) (*Bank, error) {
	return AgainstBankTo(ctx, b, nil, progress)
}

// AgainstBankTo is [AgainstBank] with an aim; nil for one round of hands. If the context ends while hands are dealt, the result is that of
// the groups that had ended, without side bets.
func AgainstBankTo(ctx context.Context, b *plan.AtStakes, aim *Aim, progress func(float64)) (*Bank, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	out, err := againstBank(ctx, b, aim, progress)
	var shape *BankShapeError
	if errors.As(err, &shape) && playable(b.Game) {
		out, err = byEngine(ctx, b, aim, progress)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Game.Name, err)
	}
	return out, nil
}

// againstBank finds the way in which a game is counted or dealt.
func againstBank(ctx context.Context, b *plan.AtStakes, aim *Aim, progress func(float64)) (*Bank, error) {
	house := b.Game.HouseBanks()
	points := b.Game.HasStep(func(s *plan.Step) bool { return s.Settle != nil && s.Settle.Points != nil })
	if g := readPaidDraw(b); g != nil {
		return g.count(ctx, progress)
	}
	if i := slices.IndexFunc(b.Game.Steps, func(s plan.Step) bool { return s.ChangesHand() }); i >= 0 {
		return nil, uncounted(errBankShape, &b.Game.Steps[i], "is a choice of cards, which is counted only for a draw that is paid by a table")
	}
	switch {
	case house && (b.Game.Shares() || points && !slices.ContainsFunc(b.Game.Steps, playerDraws)):
		return openCards(ctx, b, mostWalked, progress)
	case points:
		out, err := drawGame(ctx, b, progress)
		return orOpenly(ctx, b, mostTried, out, err, progress)
	case b.Game.HasStep(func(s *plan.Step) bool { return s.Ask.Arranges() }):
		return setApart(ctx, b, setHouse, aim, progress)
	}
	g, err := readBank(b)
	if err != nil {
		return orOpenly(ctx, b, mostWalked, nil, err, progress)
	}
	if len(g.sides) > 0 && g.part {
		return nil, unshaped(errBankShape, "it has side bets and %d cards", len(b.Game.Deck.Append(nil)))
	}
	g.aim = aim
	var out *Bank
	switch g.way() {
	case countAlone:
		out, err = g.alone(ctx, progress)
	case countHands:
		out, err = g.against(ctx, progress)
	case countBoards:
		out, err = g.newHoldem().count(ctx, progress)
	case dealHands:
		out, err = g.sampled(ctx, heldHands, progress)
	case dealRest:
		out, err = g.rest(ctx, restDeals, progress)
	}
	if err != nil {
		return nil, err
	}
	if len(g.sides) > 0 && (out.Sampled == nil || !out.Sampled.Stopped) {
		more, err := g.sideBets(ctx)
		if err != nil {
			return nil, err
		}
		out.Wagers = append(out.Wagers, more...)
	}
	return out, nil
}

// orOpenly returns a result, or that of the count in which the player sees all cards if the game has another shape.
func orOpenly(ctx context.Context, b *plan.AtStakes, most int, out *Bank, err error, progress func(float64)) (*Bank, error) {
	var shape *BankShapeError
	if b.Game.HouseBanks() && errors.As(err, &shape) {
		if out, other := openCards(ctx, b, most, progress); !errors.As(other, &shape) {
			return out, other
		}
	}
	return out, err
}

// How the cost of a game of poker hands is found.
const (
	countAlone  = iota // the player's hands and the board, where the house has no hand
	countHands         // each hand of the player against all of the house
	countBoards        // hold'em, board by board
	dealHands          // hands at random around an exact game
	dealRest           // all cards at random
)

// way returns how the cost of the game is found.
func (g *bankGame) way() int {
	switch {
	case g.part || g.up > 1:
		return dealRest
	case g.bank == 0:
		return countAlone
	case g.board() == 0 && !g.crowded():
		return countHands
	case g.board() == 0 && g.up == 0:
		return dealHands
	case g.likeHoldem():
		return countBoards
	}
	return dealRest
}

// likeHoldem reports whether a game has the cards of hold'em, dealt as there.
func (g *bankGame) likeHoldem() bool {
	var dealt []int
	for i := range g.stages {
		if n := g.stages[i].board; n > 0 {
			dealt = append(dealt, n)
		} else if i > 0 {
			return false
		}
	}
	return (slices.Equal(dealt, []int{3, 2}) || slices.Equal(dealt, []int{3, 1, 1})) && g.own == 2 && g.bank == 2 && g.up == 0 && g.deck == 52 && !g.looks()
}

// playerDraws reports whether a player may get cards by a choice.
func playerDraws(s plan.Step) bool {
	return s.Plays() && s.To != plan.Banker && slices.ContainsFunc(s.Ask.Offers, func(o plan.Offer) bool {
		return slices.ContainsFunc(o.Effects, func(e plan.Effect) bool { return e.Kind.Facts().Draws || e.Kind.Facts().Splits })
	})
}

// looks reports whether some choices depend on the player's own cards.
func (g *bankGame) looks() bool {
	return slices.ContainsFunc(g.stages, func(s stage) bool { return s.looks })
}

// board returns the number of board cards.
func (g *bankGame) board() (n int) {
	for i := range g.stages {
		n += g.stages[i].board
	}
	return n
}

// readBank converts the plan of a game.
func readBank(b *plan.AtStakes) (*bankGame, error) {
	game := b.Game
	switch {
	case !game.HouseBanks():
		return nil, unshaped(errBankShape, "a player banks it")
	case game.Deck.Packs > 1:
		return nil, unshaped(errBankShape, "it is played with %d decks", game.Deck.Packs)
	case game.Deck.Jokers > 1:
		return nil, unshaped(errBankShape, "it is played with %d jokers", game.Deck.Jokers)
	}
	if err := betsFirst(game, errBankShape); err != nil {
		return nil, err
	}
	g := &bankGame{bound: b, bets: game.BetNames(), deck: 52 + game.Deck.Jokers, settled: map[string]bool{}}
	g.part = len(game.Deck.Append(nil)) != g.deck
	start := bankState{}
	for i := range game.Steps {
		if err := g.readStep(&game.Steps[i], &start); err != nil {
			return nil, err
		}
	}
	if err := g.againstShape(); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(g.end.Lines, func(l plan.Line) bool { return l.LoseTo != nil }) {
		return nil, unshaped(errBankShape, "the settlement takes bets by the house's hand")
	}
	if k := slices.IndexFunc(g.stages, func(s stage) bool { return s.board > 3 }); k >= 0 { // nobody acts on the flop
		g.stages[k].board -= 3
		g.stages = slices.Insert(g.stages, k, stage{board: 3})
	}
	if g.end.Own != nil {
		g.bank, g.up = 0, 0 // its cards do not matter
	}
	return g, g.expand(start)
}

// readStep reads a step of the plan. The first bets are those that start has.
func (g *bankGame) readStep(st *plan.Step, start *bankState) error {
	if why := g.tooLate(st); why != "" {
		return uncounted(errBankShape, st, "%s", why)
	}
	switch {
	case st.Place != nil && *start == (bankState{}):
		for _, name := range append([]string{st.Place.Bet}, st.Place.Also...) {
			start.bets[slices.Index(g.bets, name)] = 1
		}
	case st.TurnsUp():
		g.turned = g.turned || st.To != plan.Bettors
	case st.Place != nil || st.Unseen():
	case st.DealsTo(plan.ZoneHand) && (st.To == plan.Bettors || st.To == plan.Banker || st.To == plan.Everybody):
		if st.To != plan.Banker {
			g.own += st.Count
		}
		if st.To != plan.Bettors {
			g.bank += st.Count
			g.up += st.Up.Of(st.Count)
		}
	case st.DealsTo(plan.ZoneBoard):
		if n := len(g.stages); n > 0 && !g.stages[n-1].asked {
			g.stages[n-1].board += st.Count
		} else {
			g.stages = append(g.stages, stage{board: st.Count})
		}
	case st.Plays():
		if n := len(g.stages); n == 0 || g.stages[n-1].asked {
			g.stages = append(g.stages, stage{})
		}
		s := &g.stages[len(g.stages)-1]
		s.step, s.asked = st, true
	case st.Settle != nil && st.Settle.Points == nil && len(st.Settle.Parts) == 1:
		return g.readSettle(st)
	default:
		return unknownStep(errBankShape, st)
	}
	return nil
}

// readSettle reads a settlement of poker hands: it pays bets beside the game by the player's own hand, or compares the hands for all bets
// of the game.
func (g *bankGame) readSettle(st *plan.Step) error {
	bets, part := st.Settle.Bets, &st.Settle.Parts[0]
	if bets == nil {
		bets = slices.DeleteFunc(slices.Clone(g.bets), func(bet string) bool { return g.settled[bet] })
	}
	beside := st.Settle.Own != nil && !slices.ContainsFunc(bets, g.inPlay)
	switch {
	case beside && (part.Plain() || part.HoleOnly() && g.own >= part.Ranking.Size()):
		for _, bet := range bets {
			g.sides = append(g.sides, side{bet, st.Settle, st.Settle.Board, part.HoleOnly()})
		}
	case !beside && g.end == nil && part.Plain() && st.Settle.Board == 0 && (st.Settle.Bets == nil || !slices.ContainsFunc(g.bets, func(bet string) bool { return g.inPlay(bet) && !slices.Contains(bets, bet) })):
		g.end, g.rank = st.Settle, part.Ranking
	default:
		return unknownStep(errBankShape, st)
	}
	for _, bet := range bets {
		g.settled[bet] = true
	}
	return nil
}

// inPlay reports whether a bet belongs to the game: it is the first one or comes with it, or a choice makes or changes it.
func (g *bankGame) inPlay(bet string) bool {
	return g.bound.Game.HasStep(func(s *plan.Step) bool {
		if s.Place != nil {
			return s.Place.Bet == bet && bet == g.bets[0] || slices.Contains(s.Place.Also, bet)
		}
		return s.Plays() && slices.ContainsFunc(s.Ask.Offers, func(o plan.Offer) bool {
			return slices.ContainsFunc(o.Effects, func(e plan.Effect) bool { return e.Bet == bet })
		})
	})
}

// tooLate returns why a step cannot be counted where it comes in the game, "" if it can: the count takes all cards of
// a hand as dealt before the first choice, and the bank's as seen only if they are dealt face up.
func (g *bankGame) tooLate(st *plan.Step) string {
	chosen := slices.ContainsFunc(g.stages, func(s stage) bool { return s.asked })
	switch {
	case st.DealsTo(plan.ZoneHand) && chosen && (st.To != plan.Banker || st.Up != 0):
		return "comes after a choice"
	case st.DealsTo(plan.ZoneHand) && len(g.sides) > 0 && st.To != plan.Banker:
		return "comes after a settlement"
	case st.DealsTo(plan.ZoneBoard) && slices.ContainsFunc(g.sides, func(s side) bool { return s.board == 0 && !s.hole }):
		return "comes after a settlement by the whole board"
	case st.Plays() && st.To != plan.Bettors:
		return "asks the bank"
	case st.Plays() && g.turned:
		return "comes after the bank's cards are turned up"
	}
	return ""
}

// expand computes all states that choices lead to, stage by stage.
func (g *bankGame) expand(start bankState) error {
	g.states = []bankState{start}
	g.fresh = slices.ContainsFunc(g.stages, func(s stage) bool { return s.asked && s.step.Ask.Allowed != nil })
	now := []int{0}
	for k := range g.stages {
		s := &g.stages[k]
		if !s.asked {
			continue
		}
		s.next = make([][]move, 0, 8)
		s.counts = make([]float64, len(s.step.Ask.Offers))
		var after []int
		for _, from := range now {
			for len(s.next) <= from {
				s.next = append(s.next, nil)
			}
			moves, err := g.moves(s, from)
			if err != nil {
				return err
			}
			s.next[from] = moves
			for _, m := range moves {
				if !slices.Contains(after, m.to) {
					after = append(after, m.to)
				}
			}
		}
		now = after
	}
	return nil
}

// moves returns the choices of a stage for a hand in a state. If they depend on the player's cards, it returns all.
func (g *bankGame) moves(s *stage, from int) (out []move, err error) {
	state, st := g.states[from], s.step
	all := uint32(1)<<len(st.Ask.Offers) - 1
	mask := all
	if state.gone {
		mask = 0
	} else if st.Ask.Allowed != nil {
		q := &betsOnly{g: g, state: &state, own: setCards(1<<g.own - 1)}
		if mask, err = st.Ask.Allowed.Allowed(q); q.looks && !q.looked {
			s.looks, mask, err = true, all, nil
			out = append(out, move{-1, from})
		}
		if err != nil {
			return nil, err
		}
		if q.looked {
			return nil, uncounted(errBankShape, st, "depends on cards that are not the player's own")
		}
	}
	if mask == 0 {
		return []move{{-1, from}}, nil
	}
	for k := range st.Ask.Offers {
		if mask>>k&1 == 0 {
			continue
		}
		next, err := g.apply(state, &st.Ask.Offers[k], st.Ask.Allowed == nil)
		if err != nil {
			return nil, err
		}
		at := slices.Index(g.states, next)
		if at < 0 {
			at = len(g.states)
			g.states = append(g.states, next)
		}
		out = append(out, move{k, at})
	}
	return out, nil
}

// look finds the choices of the stages that depend on the player's own cards. They may not depend on the names of suits: only one
// of the sets that differ in them is looked at.
func (g *bankGame) look(own uint64) error {
	for i := range g.stages {
		s := &g.stages[i]
		if !s.looks {
			continue
		}
		s.masks = slices.Grow(s.masks[:0], len(s.next))[:len(s.next)]
		for from := range s.next {
			if s.masks[from] = 0; g.states[from].gone || s.next[from] == nil {
				continue
			}
			for k, set := range []uint64{own, renamed(own, [4]int{1, 2, 3, 0})} {
				q := &betsOnly{g: g, state: &g.states[from], own: setCards(set)}
				mask, err := s.step.Ask.Allowed.Allowed(q)
				switch {
				case err != nil:
					return err
				case q.looked:
					return uncounted(errBankShape, s.step, "depends on cards that are not the player's own")
				case k == 1 && mask != s.masks[from]:
					return uncounted(errBankShape, s.step, "depends on the names of suits")
				}
				s.masks[from] = mask
			}
		}
	}
	return nil
}

// apply returns the state after a choice. once: the step asks no second time.
func (g *bankGame) apply(s bankState, o *plan.Offer, once bool) (bankState, error) {
	bet := func(name string) int {
		if name == "" {
			return 0
		}
		return slices.Index(g.bets, name)
	}
	done := once
	s.acted = g.fresh
	for _, e := range o.Effects {
		f, on := e.Kind.Facts(), bet(e.Bet)
		if f.Draws || f.Splits || e.Pay != nil || f.Bet == plan.BetGrows && (e.Least > 0 || e.Fees != nil) {
			return s, unshaped(errBankShape, "the choice %s has the effect %s", o.Name, e.Kind)
		}
		s.bets[on] = e.Staked(s.bets[on], s.bets[bet(e.Of)])
		s.gone = s.gone || f.Bet == plan.BetLost
		done = done || f.Ends
	}
	if !done {
		return s, unshaped(errBankShape, "after the choice %s the hand is asked again", o.Name)
	}
	return s, nil
}

// put returns the units put up in a state, without side bets.
func (g *bankGame) put(state int) (n float64) {
	for _, v := range g.states[state].bets {
		n += v
	}
	return n
}

// noQuestion is a hand against the house of which a script sees nothing: what the views of scripts begin with.
type noQuestion struct{}

func (noQuestion) Seats() int                    { return 2 }
func (noQuestion) Banker() int                   { return -1 }
func (noQuestion) Seat() int                     { return -1 }
func (noQuestion) Showing(int, int) []cards.Card { return nil }
func (noQuestion) Hands(int) int                 { return 1 }
func (noQuestion) Wager() int64                  { return 0 }
func (noQuestion) Bet(string) int64              { return 0 }
func (noQuestion) Stack() int64                  { return 0 }
func (noQuestion) Fresh() bool                   { return false }
func (noQuestion) Split() bool                   { return false }
func (noQuestion) Board() []cards.Card           { return nil }
func (noQuestion) Left() int                     { return 0 }

// betsOnly is the view of a script that may ask for bets and the player's own cards only.
type betsOnly struct {
	noQuestion
	g      *bankGame
	state  *bankState
	own    []cards.Card
	looks  bool // it has looked at the own cards
	looked bool // it has looked at more
}

func (q *betsOnly) units(k int) int64 {
	return int64(q.state.bets[k] * 1000 * float64(q.g.bound.Stakes.Scale))
}
func (q *betsOnly) Seat() int                     { return 0 }
func (q *betsOnly) Cards() []cards.Card           { q.looks = true; return q.own }
func (q *betsOnly) Showing(int, int) []cards.Card { q.looked = true; return nil }
func (q *betsOnly) Fresh() bool                   { return !q.state.acted }
func (q *betsOnly) Wager() int64                  { return q.units(0) }
func (q *betsOnly) Bet(name string) int64         { return q.units(max(0, slices.Index(q.g.bets, name))) }
func (q *betsOnly) Stack() int64                  { return 1 << 40 }
func (q *betsOnly) Left() int                     { q.looked = true; return 0 }
func (q *betsOnly) Board() []cards.Card           { q.looked = true; return nil }
func (q *betsOnly) Scale() int64                  { return q.g.bound.Stakes.Scale }

// against holds a value for each of the six ways in which the house's hand can compare with the player's: it qualifies or not,
// and is worse, equal or better.
type against [6]float64

// Indexes of against; qualified is added for hands that qualify.
const (
	bankWorse = iota
	bankAlike
	bankBetter
	qualified
)

// split computes the six counts from the numbers of the house's hands that are worse than a strength, at most equal, and below
// qualifying, and their total number.
func (g *bankGame) split(s rank.Strength, worse, upTo, below, all float64) (a against) {
	q := rank.Strength(0)
	if g.end.Qualifies != nil {
		q = g.end.Qualifies.Least()
	}
	switch {
	case s < q:
		a[bankWorse], a[bankAlike], a[bankBetter] = worse, upTo-worse, below-upTo
		a[qualified+bankBetter] = all - below
	default:
		a[bankWorse] = below
		a[qualified+bankWorse], a[qualified+bankAlike], a[qualified+bankBetter] = worse-below, upTo-worse, all-upTo
	}
	return a
}

// pay returns a state's win for each of the six ways, for a hand of a strength.
func (g *bankGame) pay(state int, s rank.Strength) (out against) {
	b := &g.states[state]
	if b.gone {
		lost := -g.put(state)
		return against{lost, lost, lost, lost, lost, lost}
	}
	for i, name := range g.bets {
		if b.bets[i] == 0 {
			continue
		}
		for way := range out {
			out[way] += float64(b.bets[i] * g.won(name, s, way))
		}
	}
	return out
}

// won returns the win of one unit of a bet.
func (g *bankGame) won(bet string, s rank.Strength, way int) float64 {
	line := g.end.Line(bet)
	o := g.outcome(line, s, way)
	won := float64(o.Num) / float64(o.Den)
	if line != nil && won > 0 {
		won *= 1 - float64(line.Commission)/10000
	}
	if line != nil && line.Bonus != nil {
		o := line.Bonus.Of(g.rank, s)
		won += float64(o.Num) / float64(o.Den)
	}
	return won
}

// payTable returns each state's win, by the strength of the hand.
func (g *bankGame) payTable() [][]against {
	out := make([][]against, g.rank.Count()+1)
	for s := range out {
		for state := range g.states {
			out[s] = append(out[s], g.pay(state, rank.Strength(s)))
		}
	}
	return out
}

// outcome returns the outcome of a bet.
func (g *bankGame) outcome(l *plan.Line, s rank.Strength, way int) plan.Outcome {
	if g.end.Own != nil {
		return g.end.Own.Of(g.rank, s)
	}
	if way < qualified && g.end.Qualifies != nil && l != nil && l.Unqualified != nil {
		return l.Unqualified.Of(g.rank, s)
	}
	plain := [...]plan.Outcome{bankWorse: plan.Wins, bankAlike: plan.Pushes, bankBetter: plan.Loses}[way%qualified]
	if way%qualified == bankAlike && g.end.Copies {
		plain = plan.Loses
	}
	return l.Of(plain, g.rank, s, g.met)
}

// worthOf returns a state's average win, given the six counts of all hands of the house.
func worthOf(a, pay *against, all float64) (v float64) {
	for i := range a {
		v += float64(a[i] * pay[i])
	}
	return v / all
}

// result returns the result for the game's wager from the average win and the average amount put up.
func (g *bankGame) result(won, put, deals, weight float64) *Bank {
	w := Wager{Bet: g.bets[0], Edge: -won, Put: put, Risk: -won / put}
	for k := range g.stages {
		s := &g.stages[k]
		for i, n := range s.counts {
			w.Choices = append(w.Choices, Taken{cmp.Or(s.step.Name, s.step.Ask.Words.Name), s.step.Ask.Offers[i].Name, n / weight})
		}
	}
	return &Bank{Wagers: []Wager{w}, Deals: deals}
}

// best returns the index of the stage's move in a state that leads to the highest value.
func (s *stage) best(state int, values []float64) (k int) {
	k = -1
	for i, m := range s.next[state] {
		if s.allows(state, m) && (k < 0 || values[m.to] > values[s.next[state][k].to]) {
			k = i
		}
	}
	return k
}
