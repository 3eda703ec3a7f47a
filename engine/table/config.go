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

// Button policies.
const (
	// MovingButton: the button moves to the next player who is dealt in, and
	// the blinds follow it. Where blinds are owed, the big blind moves instead,
	// and the button goes to the player before the small blind. If the button
	// also names the game, a player whom the big blind skipped posts it anyway,
	// so there may be two big blinds (WSOP 151).
	MovingButton ButtonPolicy = iota
	// DeadButton: the big blind moves to the next player; the small blind and
	// the button follow, even to empty seats.
	DeadButton
)

// FirstButton is how the first button is determined.
type FirstButton uint8

// Ways to determine the first button.
const (
	LeftOfDealer FirstButton = iota // the first player left of the house dealer
	HighCard                        // each player draws a card, the highest gets the button; suits break ties
)

// ChoiceRule says whether the button names the game.
type ChoiceRule uint8

// Choice rules.
const (
	OneGame    ChoiceRule = iota // the table plays one game
	MayChoose                    // the button may name the game of the hand; otherwise the same game continues
	MustChoose                   // the button must name it
)

// Offer is a game at certain stakes, with its buy-in. Amounts are in the
// table's units.
type Offer struct {
	Plan *plan.AtStakes
	// Min and Max bound a buy-in; 0 for no bound ("no max").
	Min, Max int64
	// ShortBelow: a smaller amount is a short buy, which a player may make once
	// between full ones. A player who has bought in before may buy any amount
	// from ShortBelow up to Min. 0: a buy must bring the stack to between Min
	// and Max.
	ShortBelow int64
}

// Short reports whether an amount is a short buy.
func (o *Offer) Short(amount int64) bool { return amount < o.ShortBelow }

// blinds returns the indexes of the game's forced bets that are the small and
// the big blind, -1 for none.
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

// Cashout is the house rule for taking chips off the table.
type Cashout struct {
	// All: a player cashes either all chips or none.
	All bool
	// Wait is the number of seconds after cashing out during which a player may
	// return only with the amount they cashed. During that time a player who
	// cashed more than the maximum buy-in may not return at all; one who cashed
	// less than the minimum may return with any buy-in (omaha-cash.cashout.*).
	// 0: no such rule.
	Wait int64
}

// Hours are the hours in which a game is offered. They are informational: no
// hand depends on them.
type Hours struct {
	Days [7]bool // by the day on which the session opens, Monday first
	// Open and Close are seconds after midnight of that day; Close is above 24
	// hours for a session that ends the next day.
	Open, Close int64
}

// Offered reports whether the game is offered at a time of a day (0 is Monday).
func (h *Hours) Offered(day int, at int64) bool {
	const whole = 24 * 3600
	today := h.Days[day] && h.Open <= at && at < h.Close
	yesterday := h.Days[(day+6)%7] && h.Open <= at+whole && at+whole < h.Close
	return today || yesterday
}

// String returns the hours in one line: "Mon Thu Sun 18:00-02:00".
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

// Config is the house's configuration of a table. All copies of the table share
// it, and it does not change after [Config.Open].
type Config struct {
	Name               string
	Games              []Offer // the first is played first
	Choice             ChoiceRule
	MinSeats, MaxSeats int
	Button             ButtonPolicy
	First              FirstButton
	// FirstUnnamed: if the button has not named a game, the first game is
	// played. Otherwise the current game continues.
	FirstUnnamed bool
	// Owed: players owe the blinds they miss, and new players post. Otherwise
	// every ready player is dealt in (the usual reading when a house does not
	// say).
	Owed bool
	// OwedTotal: a player who missed one blind owes both. Otherwise they owe
	// only what they missed.
	OwedTotal bool
	// SmallLive: an owed small blind is posted live. Otherwise it is dead and
	// goes to the center of the pot.
	SmallLive bool
	// BigDead: an owed big blind is dead and goes to the center of the pot.
	// Otherwise it is live.
	BigDead bool
	// Newcomer is what a new player posts where blinds are owed.
	Newcomer Newcomer
	// BetweenPosts: who comes in by posting may do so between the button and the
	// small blind. Otherwise they wait there until the button has passed.
	BetweenPosts bool
	// ButtonLeads: the button moves to the next player and the blinds follow
	// it, even where blinds are owed and the table plays one game. Otherwise
	// the big blind moves first there.
	ButtonLeads bool
	// PassedOverFree: a player whom a blind skips because somebody left posts
	// nothing for it.
	PassedOverFree bool
	// AnyShortBuys: a player may make consecutive short buys.
	AnyShortBuys bool
	// Offered: chips are sold before the first hand; afterwards only what a rule offers is.
	Offered bool
	// AwayFolds: who sits out is dealt in, posts what is due, and folds.
	AwayFolds bool
	// Unanimous: changing the game or the stakes needs the vote of everybody at
	// the table. Otherwise the floor may change them.
	Unanimous bool
	Cashout   Cashout
	Rules     []Rule
	// Postings are the collections that may be in force, starting with the
	// first. None: the house takes only what the games themselves specify.
	Postings     []Posting
	HandsPerHour int64 // 0: only Tick events move the clock
	Start        int64 // the time at which the table opens
	Hours        []Hours
}

// Newcomer is what a new player posts to be dealt in without waiting for the
// big blind.
type Newcomer uint8

// What new players post.
const (
	NewcomerBig  Newcomer = iota // the big blind
	NewcomerBoth                 // both blinds
	NewcomerFree                 // nothing, and they do not wait
)

// Validate returns what is wrong with the configuration.
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
		o := &c.Games[i]
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

func (c *Config) money(units int64) string {
	return c.Games[0].Plan.Stakes.Price(units)
}

// Payer says who pays a collection.
type Payer uint8

// Payers.
const (
	ThePot Payer = iota
	TheButton
	Each // every player dealt in
)

var payerNames = [...]string{"pot", "button", "each"}

func (p Payer) String() string { return payerNames[p] }

// Collection is a flat fee per hand that depends on the number of players dealt
// in. Amounts are in the table's units.
type Collection struct {
	Name  string
	Payer Payer
	Flop  bool   // the pot pays only when there is a board, see [hand.Fee]
	Rates []Rate // ascending in Players
}

// Rate is the fee for up to so many players, as in a plan.
type Rate = plan.Rate

// Posted is a collection in force, as shown in a hand's heading. Period is 0
// for a fee per hand; otherwise each player pays every Period seconds.
type Posted struct {
	Name   string
	Payer  Payer
	Amount int64
	Period int64
}

// For returns the rate for n players, with the collection's name if the rate
// has none; ok is false when no rate covers n.
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

// MaxRates is the largest number of different rates in one posting
// (omaha-casino.fee.rule.6).
const MaxRates = 5

// Posting is a set of collections that are in force together: per hand or by
// the clock, not both.
type Posting struct {
	Name  string
	Hands []Collection
	Time  *TimeFee
	// Limits and BuyIns restrict the posting: to fixed and spread limits by
	// name, and to the minimum and maximum buy-ins at pot limit and no limit,
	// in units of the table, with 0 for "no max". Both empty: it applies to
	// every table.
	Limits []string
	BuyIns [][2]int64
}

// For reports whether the posting applies to a game on offer.
func (p *Posting) For(o *Offer) bool {
	switch s := &o.Plan.Stakes; {
	case len(p.Limits)+len(p.BuyIns) == 0:
		return true
	case s.Structure < betting.PotLimit:
		return slices.Contains(p.Limits, s.Name)
	}
	return slices.Contains(p.BuyIns, [2]int64{o.Min, o.Max})
}

// Validate rejects postings that combine time fees with fees per hand, have
// more than [MaxRates] different rates, or have two rates for the same number
// of players.
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
