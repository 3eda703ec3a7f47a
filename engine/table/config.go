package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// ButtonPolicy is how the button moves when seats are empty (WSOP 151 and the
// house rules of moving buttons).
type ButtonPolicy uint8

// The ways of the button.
const (
	// MovingButton: the button moves to the next player who is dealt in, and
	// the blinds follow it. Where blinds are owed it is the big blind that moves
	// on, and the button stands with the player before the small blind; if the
	// button names the game as well, a player whom the big blind jumped over
	// posts it all the same, so that there may be two (WSOP 151).
	MovingButton ButtonPolicy = iota
	// DeadButton: the big blind moves to the next player; the small blind and
	// the button follow, also to seats where nobody sits.
	DeadButton
)

// FirstButton is how the first button is found.
type FirstButton uint8

// The ways to find it.
const (
	LeftOfDealer FirstButton = iota // the first player left of the house dealer
	HighCard                        // a card to each player, the highest has it; suits part equal ranks
)

// ChoiceRule says who names the game.
type ChoiceRule uint8

// The rules.
const (
	OneGame    ChoiceRule = iota // the table plays one game
	MayChoose                    // the button may name the game of the hand, else the game goes on
	MustChoose                   // the button must name it
)

// Offer is a game at stakes, with its buy-in. Amounts are in the table's units.
type Offer struct {
	Plan *plan.Bound
	// Min and Max bound a buy-in; 0 for no bound ("no max").
	Min, Max int64
	// ShortBelow: less is a short buy, which a player may make once between
	// full ones; from ShortBelow up to Min a player who has bought in before
	// may buy as they like. 0: a buy must bring the stack into Min to Max.
	ShortBelow int64
}

// Short reports whether an amount is a short buy.
func (o *Offer) Short(amount int64) bool { return amount < o.ShortBelow }

// blinds returns the forced bets of the game that are the small and the big
// blind, -1 for none.
func (o *Offer) blinds() (small, big int) {
	small, big = -1, -1
	for i := range o.Plan.Game.Forced {
		f := &o.Plan.Game.Forced[i]
		switch {
		case f.Everybody:
		case f.Amount == plan.SmallBlind:
			small = i
		case f.Amount == plan.BigBlind:
			big = i
		}
	}
	return small, big
}

// Cashout is a house's rule for chips that leave the table.
type Cashout struct {
	// All: chips are cashed all together or not at all.
	All bool
	// Wait is for how many seconds after cashing out a player may come back
	// with the amount they cashed only. An amount above the highest buy-in may
	// not come back at all within that time; one below the least may come back
	// as any buy-in (omaha-cash.cashout.*). 0: no such rule.
	Wait int64
}

// Hours is when a game is offered, for information: no hand depends on it.
type Hours struct {
	Game string
	Days [7]bool // by the day that the session opens, Monday first
	// Open and Close are seconds after midnight of that day; Close is above
	// 24 hours for a session that ends on the next.
	Open, Close int64
}

// Offered reports whether the game is on at a time of a day, Monday 0.
func (h *Hours) Offered(day int, at int64) bool {
	const whole = 24 * 3600
	today := h.Days[day] && h.Open <= at && at < h.Close
	yesterday := h.Days[(day+6)%7] && h.Open <= at+whole && at+whole < h.Close
	return today || yesterday
}

// String returns the hours in a line: "Mon Thu Sun 18:00-02:00".
func (h *Hours) String() string {
	var words []string
	for day, on := range h.Days {
		if on {
			words = append(words, [...]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}[day])
		}
	}
	clock := func(at int64) string { return fmt.Sprintf("%02d:%02d", at/3600%24, at/60%60) }
	return strings.Join(append(words, clock(h.Open)+"-"+clock(h.Close)), " ")
}

// Config is what a house says about a table. It is shared by all copies of the
// table and not changed after [Config.Open].
type Config struct {
	Name               string
	Games              []Offer // the first is played first
	Choice             ChoiceRule
	MinSeats, MaxSeats int
	Button             ButtonPolicy
	First              FirstButton
	// FirstUnnamed: where the button has not named a game the first is played.
	// Else the game goes on.
	FirstUnnamed bool
	// Owed: blinds that a player misses are owed, and new players post. Else
	// everybody who is ready is dealt in (the usual reading of a house that
	// says nothing about it).
	Owed bool
	// OwedTotal: who has missed one blind owes both. Else only what was missed.
	OwedTotal bool
	// SmallLive: a small blind that is owed is posted as a bet. Else it goes to the
	// center of the pot.
	SmallLive bool
	// BigDead: a big blind that is owed goes to the center of the pot. Else it is a
	// bet.
	BigDead bool
	// Newcomer is what a new player posts where blinds are owed.
	Newcomer Newcomer
	// ButtonLeads: the button moves on to the next player and the blinds follow
	// it, also where blinds are owed and the table plays one game. Else it is the
	// big blind that moves on there.
	ButtonLeads bool
	// PassedOverFree: a player whom a blind jumps over because somebody left posts
	// nothing for it.
	PassedOverFree bool
	// AnyShortBuys: a player may make short buys one after the other.
	AnyShortBuys bool
	// Unanimous: another game or other stakes need the vote of everybody at
	// the table. Else the floor may change them.
	Unanimous bool
	Cashout   Cashout
	Rules     []Rule
	// Postings are the collections that may be in force; the first is at
	// first. None: the house takes only what the games themselves say.
	Postings     []Posting
	HandsPerHour int64 // 0: only given times move the clock
	Start        int64 // the time at which the table opens
	Hours        []Hours
}

// Newcomer is what a new player posts, to be dealt in without waiting for the big
// blind.
type Newcomer uint8

// What new players post.
const (
	NewcomerBig  Newcomer = iota // the big blind
	NewcomerBoth                 // both blinds
	NewcomerFree                 // nothing, and does not wait
)

// Validate reports what is wrong with the configuration.
func (c *Config) Validate() error {
	if len(c.Games) == 0 {
		return errors.New("a table needs at least one game")
	}
	if c.MinSeats < 2 || c.MaxSeats < c.MinSeats || c.MaxSeats > MaxSeats {
		return fmt.Errorf("a table with %d to %d seats", c.MinSeats, c.MaxSeats)
	}
	if len(c.Rules) > MaxRules {
		return fmt.Errorf("%d table rules: the limit is %d", len(c.Rules), MaxRules)
	}
	for i := range c.Games {
		if err := c.validateOffer(&c.Games[i]); err != nil {
			return err
		}
	}
	for i := range c.Postings {
		if err := c.Postings[i].Validate(); err != nil {
			return err
		}
	}
	if c.SmallLive && !c.BigDead {
		return errors.New("one of the owed blinds must be dead: two live ones would be a bet above the big blind")
	}
	if c.Choice != OneGame && len(c.Games) < 2 {
		return errors.New("a table where the button names the game needs at least two games")
	}
	return nil
}

func (c *Config) validateOffer(o *Offer) error {
	g := o.Plan.Game
	switch {
	case g.MinSeats > c.MaxSeats || g.MaxSeats < c.MaxSeats && c.Choice == OneGame && len(c.Games) == 1:
		return fmt.Errorf("%s is for %d to %d players, the table has %d seats", g.Name, g.MinSeats, g.MaxSeats, c.MaxSeats)
	case o.Plan.Stakes.Scale != c.Games[0].Plan.Stakes.Scale:
		return errors.New("all games of a table must use the same unit")
	case o.Min < 0 || o.Max < 0 || o.Max > 0 && o.Max < o.Min:
		return fmt.Errorf("buy-ins from %s to %s", c.money(o.Min), c.money(o.Max))
	}
	for _, r := range c.Rules {
		if err := r.Allows(o.Plan); err != nil {
			return fmt.Errorf("%s, %s: %w", g.Name, o.Plan.Stakes.Name, err)
		}
	}
	return nil
}

func (c *Config) money(units int64) string {
	return plan.Money(units, c.Games[0].Plan.Stakes.Scale)
}

// Payer says who pays a collection.
type Payer uint8

// The payers.
const (
	ThePot Payer = iota
	TheButton
	Each // every player dealt in
)

var payerNames = [...]string{"pot", "button", "each"}

func (p Payer) String() string { return payerNames[p] }

// Collection is a flat fee of each hand by the number of players dealt in.
// Amounts are in the table's units.
type Collection struct {
	Name  string
	Payer Payer
	Flop  bool   // the pot pays when there is a board, see [hand.Fee]
	Rates []Rate // ascending in Players
}

// Rate is a fee for at most Players players. Name is what it is posted as, ""
// where the collection has one name for all.
type Rate struct {
	Players int
	Amount  int64
	Name    string
}

// Posted is a collection in force, as a hand's heading has it. Period is 0 for
// a fee of the hand, otherwise after how many seconds each player pays it.
type Posted struct {
	Name   string
	Payer  Payer
	Amount int64
	Period int64
}

// For returns the rate with n players, with the collection's name if it has
// none; ok is false when the schedule does not say.
func (c *Collection) For(n int) (rate Rate, ok bool) {
	for _, r := range c.Rates {
		if n > r.Players {
			continue
		}
		if r.Name == "" {
			r.Name = c.Name
		}
		return r, true
	}
	return Rate{}, false
}

// MaxRates is the most rates that one posting may have
// (omaha-casino.fee.rule.6).
const MaxRates = 5

// Posting is the collections in force together: out of hands or by the clock,
// not both.
type Posting struct {
	Name  string
	Hands []Collection
	Time  *TimeFee
	// Limits and BuyIns are what the collection is posted for: fixed and spread
	// limits by their names, and the least and most of buy-ins at pot and no limit,
	// in units of the table, 0 for "no max". Both empty: for every table.
	Limits []string
	BuyIns [][2]int64
}

// For reports whether the collection is posted for what a table offers.
func (p *Posting) For(o *Offer) bool {
	switch s := &o.Plan.Stakes; {
	case len(p.Limits)+len(p.BuyIns) == 0:
		return true
	case s.Structure < betting.PotLimit:
		return slices.Contains(p.Limits, s.Name)
	}
	return slices.Contains(p.BuyIns, [2]int64{o.Min, o.Max})
}

// Validate refuses postings that mix time and hands, with more than [MaxRates]
// different rates, or with two rates for one number of players.
func (p *Posting) Validate() error {
	if p.Time != nil && len(p.Hands) > 0 {
		return fmt.Errorf("%s: collections by the hand and by the clock cannot be combined", p.Name)
	}
	var amounts []int64
	for i := range p.Hands {
		c := &p.Hands[i]
		for k, r := range c.Rates {
			if k > 0 && r.Players <= c.Rates[k-1].Players {
				return fmt.Errorf("%s: %s has two rates for %d players", p.Name, c.Name, r.Players)
			}
			if !slices.Contains(amounts, r.Amount) {
				amounts = append(amounts, r.Amount)
			}
		}
	}
	if len(amounts) > MaxRates {
		return fmt.Errorf("%s: %d rates, at most %d may be posted", p.Name, len(amounts), MaxRates)
	}
	if t := p.Time; t != nil && (t.Period <= 0 || t.Amount < 0) {
		return fmt.Errorf("%s: %d every %d seconds", p.Name, t.Amount, t.Period)
	}
	return nil
}
