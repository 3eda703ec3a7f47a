package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cardroom/engine/betting"
	"cardroom/engine/rank"
)

// AtStakes is a game at a table's stakes: everything a hand needs to be played. All
// hands share it, and nothing changes it.
type AtStakes struct {
	Game   *Game
	Stakes Stakes
	// Limits are the betting limits of the two tiers.
	Limits [2]betting.Limit
	// Either is the limit when players choose between the two.
	Either betting.Limit
	// Seats is the largest number of players for whom the deck has enough cards.
	Seats int
	// Follows: a ranking depends on the up cards of all seats, in their order.
	Follows bool
	// Foreheads: everybody except the player who holds a hand sees its up cards.
	Foreheads bool
	// MustBeat: a hand must beat the cards of a board, even the hand of the last
	// player left.
	MustBeat bool
	// PaysIn: players make payments into the pot that nobody has to call.
	PaysIn bool
	// InAscendingOrder is the question that sets hands apart in an order of strength, nil for
	// none.
	InAscendingOrder *Ask
	// Room is the number of cards for which a seat has room: MaxHole unless the
	// game deals more.
	Room uint8
	// Rakes are the steps that take a rake, in order, at most MaxRakes.
	Rakes []int16
	// Choices are the steps at which players choose among offers, except straddles
	// and agreements on runs, in order. A hand stores the seats' choices by their
	// index here.
	Choices []int16
	// Bets are the names of the bets that a hand can have against a bank.
	Bets []string
	// Shares: all bettors against the bank play one hand.
	Shares bool
	// AgainstBank: the game is a round against a bank, and there is no pot.
	AgainstBank bool
	// Scripted: the hand calls functions of the script while it is played, or is played
	// against a bank.
	Scripted bool
	// Base is the game at the table's own stakes if Raise has raised these;
	// otherwise nil.
	Base  *AtStakes
	Raise Raise
	// incidents are the kinds of incidents that can happen, as bits.
	incidents uint64
	raised    *raisedPlans
}

// raisedPlans are the plans at raised stakes, so that each is bound once. A copy of a plan shares them with it.
type raisedPlans struct {
	sync.Mutex
	plans map[raisedKey]*AtStakes
	once  sync.Once
	made  any
}

// Made returns what a function makes of the game, which another package keeps with it for as long as the program runs. The function is
// called once for a game; raised stakes share it.
func (b *AtStakes) Made(by func(*Game) any) any {
	for b.Base != nil {
		b = b.Base
	}
	b.raised.once.Do(func() { b.raised.made = by(b.Game) })
	return b.raised.made
}

type raisedKey struct {
	base *AtStakes
	Raise
}

// mostRaised is the number of raised plans that are kept: a script may raise the stakes to anything.
const mostRaised = 64

// BindTo combines a game with stakes as a script or a player writes them, "" for the
// usual ones; see [Game.ParseStakes] and [Game.Bind].
func (g *Game) BindTo(stakes string) (*AtStakes, error) {
	s, err := g.ParseStakes(stakes)
	if err != nil {
		return nil, err
	}
	return g.Bind(s)
}

// Bind combines a game with stakes. It returns an error if the stakes cannot
// express a fee or a rake in whole units.
func (g *Game) Bind(s Stakes) (*AtStakes, error) {
	if s.Scale <= 0 {
		return nil, fmt.Errorf("stakes %s without a scale", s.Name)
	}
	for i := range g.Steps {
		c := g.Steps[i].Collect
		if c == nil {
			continue
		}
		for _, r := range c.Rates {
			if r.Amount*s.Scale%Cents != 0 {
				return nil, g.illustrate(fault(g.Steps[i].Pos, "", "the fee of %s cannot be paid in units of 1/%d", Money(r.Amount, Cents), s.Scale))
			}
		}
		if c.Rake == nil {
			continue
		}
		if per := s.RakeRow(c.Rake).Per; per*s.Scale%Cents != 0 {
			return nil, g.illustrate(fault(g.Steps[i].Pos, "", "a rake per %s is not a whole number of units of 1/%d", Money(per, Cents), s.Scale))
		}
	}
	if s.Structure == betting.Spread && g.Stakes.UpperLast {
		// The upper limit applies only in the last round of each path through the
		// game.
		last := *g
		last.Steps = slices.Clone(g.Steps)
		for i := range last.Steps {
			if s := &last.Steps[i]; s.Kind == Bet && g.mostFrom(i+1, isBet) > 0 {
				s.Bet.Tier = Small
			}
		}
		g = &last
	}
	b := &AtStakes{Game: g, Stakes: s, Limits: [2]betting.Limit{s.Limit(Small), s.Limit(Big)}, Seats: betting.Max, Bets: g.BetNames(), Shares: g.Shares(), incidents: g.incidents(), raised: &raisedPlans{}}
	b.Either = either(b.Limits)
	b.AgainstBank = g.Banked()
	b.Scripted = b.AgainstBank
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Bet.PairEither && !twice(s) {
			return nil, g.illustrate(fault(st.Pos, "", "players choose between two limits only where the upper one is twice the lower, and at %s it is not", s.Name))
		}
		if st.Kind == Collect && st.Collect.Rake != nil {
			if b.Rakes = append(b.Rakes, int16(i)); len(b.Rakes) > maxRakes {
				return nil, g.illustrate(fault(st.Pos, "", "a game takes at most %d rakes", maxRakes))
			}
		}
		b.Foreheads = b.Foreheads || st.Others
		b.Scripted = b.Scripted || st.Test != nil || st.Ask != nil && st.Ask.Allowed != nil
		if st.Ask != nil && st.Ask.Ascending != nil {
			b.InAscendingOrder = st.Ask
		}
	}
	b.Choices = g.choices()
	// The deck is enough for the game's own seats. For more, all conditions count.
	for g.ShortStub == StubMustSuffice && b.Seats > g.MaxSeats && g.cardsTaken(road{seats: b.Seats}, true) > g.Deck.Len() {
		b.Seats--
	}
	for i := range g.Steps {
		st := &g.Steps[i]
		b.PaysIn = b.PaysIn || st.paysIn()
		b.MustBeat = b.MustBeat || st.Show != nil && st.Show.beats()
		if show := st.Ranks(); show != nil {
			for p := range show.Each {
				b.Follows = b.Follows || slices.ContainsFunc(p.Ranking.Events(), func(e rank.Event) bool { return e.Kind == rank.FollowsUp || e.Kind == rank.ByScript })
			}
		}
	}
	b.Room = MaxHole
	if held := g.MostHeld(); held > MaxHole { // fewer seats with more cards
		b.Seats = min(b.Seats, betting.Max*MaxHole/held)
		b.Room = uint8(min(MostHole, betting.Max*MaxHole/b.Seats))
	}
	return b, nil
}

// twice reports whether the upper limit is twice the lower in fixed limit, so that
// the two allow no third amount. Other limits have ranges.
func twice(s Stakes) bool {
	return s.Structure != betting.Fixed || s.Big.Lo == 2*s.Small.Lo
}

// either returns the limit when players choose between the limits of two tiers.
func either(l [2]betting.Limit) betting.Limit {
	e := l[Big]
	switch e.Structure {
	case betting.Fixed:
		e.Structure, e.Lo, e.Chip = betting.Spread, l[Small].Lo, l[Small].Lo
	case betting.Spread:
		e.Lo = min(e.Lo, l[Small].Lo)
	}
	return e
}

// Raise raises the stakes for a hand: every limit is Num/Den times as high, and
// with Blind the big blind too.
type Raise struct {
	Num, Den int64
	Blind    bool
}

// String returns the raise as [ParseRaise] reads it: "3/2", "2/1 blind".
func (r Raise) String() string {
	if g := gcd(r.Num, r.Den); g > 1 {
		r.Num, r.Den = r.Num/g, r.Den/g
	}
	text := fmt.Sprintf("%d/%d", r.Num, r.Den)
	if r.Blind {
		text += " blind"
	}
	return text
}

// maxRaise bounds the terms of a raise, so that no limit overflows.
const maxRaise = 1_000_000

// ParseRaise parses the output of [Raise.String].
func ParseRaise(text string) (Raise, error) {
	var r Raise
	ratio, blind := strings.CutSuffix(text, " blind")
	num, den, ok := strings.Cut(ratio, "/")
	n, err1 := strconv.ParseUint(num, 10, 63)
	d, err2 := strconv.ParseUint(den, 10, 63)
	if !ok || err1 != nil || err2 != nil || d == 0 || n < d || n >= maxRaise {
		return r, fmt.Errorf("%q is not a raise such as \"3/2\" or \"2/1 blind\"", text)
	}
	return Raise{int64(n), int64(d), blind}, nil
}

// Raised returns the game with the stakes raised.
func (b *AtStakes) Raised(r Raise) (*AtStakes, error) {
	kept := b.raised
	kept.Lock()
	defer kept.Unlock()
	key := raisedKey{b, r}
	if up, ok := kept.plans[key]; ok {
		return up, nil
	}
	s := b.Stakes.raised(r.Num, r.Den)
	if r.Blind {
		s.BB = s.BB * r.Num / r.Den
	}
	up, err := b.Game.Bind(s)
	if err != nil {
		return nil, err
	}
	up.Base, up.Raise = b, r
	if len(kept.plans) >= mostRaised || kept.plans == nil {
		kept.plans = map[raisedKey]*AtStakes{}
	}
	kept.plans[key] = up
	return up, nil
}

// Fee returns the fee of a Collect step in the table's units when n players are
// dealt in.
func (b *AtStakes) Fee(c *CollectStep, n int) int64 {
	return c.For(n) * b.Stakes.Scale / Cents
}
