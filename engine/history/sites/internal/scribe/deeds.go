package scribe

import (
	"bytes"
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// common are the words that formats share; those of a layout are tried first.
var common = []Deed{
	{Words: "folds", Do: Folds},
	{Words: "checks", Do: Checks},
	{Words: "calls", Chips: (*Scribe).Call},
	{Words: "bets", Chips: (*Scribe).Bet},
	{Words: "raises ", Do: Raises},
	{Words: "completes ", Do: Raises},
	{Words: "brings in for ", Chips: (*Scribe).BringIn},
	{Words: "brings in low for ", Chips: (*Scribe).BringIn},
	{Words: "posts small blind", Chips: (*Scribe).Small},
	{Words: "posts the small blind", Do: first((*Scribe).Small)},
	{Words: "posts big blind", Chips: (*Scribe).Big},
	{Words: "posts the big blind", Do: first((*Scribe).Big)},
	{Words: "antes ", Chips: Antes},
	{Words: "posts ante", Chips: Antes},
	{Words: "posts the ante", Do: first(Antes)},
	{Words: "posts button blind", Chips: (*Scribe).Straddle},
	{Words: "posts straddle", Chips: (*Scribe).StraddleTo},
	{Words: "posts a straddle", Do: first((*Scribe).StraddleTo)},
	{Words: "posts the straddle", Do: first((*Scribe).StraddleTo)},
	{Words: "straddle", Do: first((*Scribe).StraddleTo)},
	{Words: "posts dead ", Do: first((*Scribe).Dead)},
	{Words: "posts a dead ", Do: first((*Scribe).Dead)},
	{Words: "posts the dead ", Do: first((*Scribe).Dead)},
	{Words: "posts missed ", Do: first((*Scribe).Dead)},
	{Words: "posts ", Do: first((*Scribe).Post)},
	{Words: "discards ", Do: discards},
	{Words: "draws ", Do: discards},
	{Words: "stands pat", Do: standsPat},
	{Words: "shows ", Do: Shows},
	{Words: "mucks", Do: Mucks},
	{Words: "doesn't show", Do: Mucks},
	{Words: "does not show", Do: Mucks},
	{Words: "did not show", Do: Mucks},
}

// passed are the beginnings of player actions that move neither chips nor cards.
var passed = []string{"is ", "sits ", "Chooses", "said", "Table deposit"}

// Other returns an error for a player's line with chips or cards in it, and skips any other.
func Other(l *Lines, a *Act) error {
	for _, words := range passed {
		if Has(a.Deed, words) {
			return nil
		}
	}
	if bytes.ContainsAny(a.Deed, "[0123456789") {
		return l.Line(a.At, a.Deed)
	}
	return nil
}

// Nothing skips a line.
func Nothing(*Lines, *Act) error { return nil }

// Chips records the amount at the beginning of the rest of a line.
func Chips(tell Puts) func(l *Lines, a *Act) error {
	return func(l *Lines, a *Act) error { return l.Tell(a, tell) }
}

// Tell records the amount at the beginning of the rest of a line.
func (l *Lines) Tell(a *Act, tell Puts) error {
	amount, err := l.AmountIn(a.Rest)
	if err == nil {
		tell(&l.Scribe, a.Seat, amount, a.At)
	}
	return err
}

// AllIn records a player's last chips, or nothing if they were listed before.
func AllIn(l *Lines, a *Act) error {
	if !bytes.ContainsAny(a.Rest, "0123456789") {
		if p := &l.seats[a.Seat]; p.left() > 0 && l.near(p.stack, p.put-p.back) {
			l.h.Infer(a.At, fmt.Sprintf("the stack of %s, %s, which the file rounds to %s", p.name, text(p.put-p.back), text(p.stack)))
			p.stack = p.put - p.back
		}
		return nil
	}
	return l.Tell(a, (*Scribe).AllIn)
}

// PostsUntold records a live post, as [Puts], with a dead small blind that the file omits.
func PostsUntold(s *Scribe, i int, amount int64, at history.Pos) {
	s.Post(i, amount, at)
	if s.small > 0 {
		s.Dead(i, s.small, at)
		s.h.Infer(at, "the dead small blind of "+s.seats[i].name+", which the file leaves out")
	}
}

// Checks records a check.
func Checks(l *Lines, a *Act) error {
	l.Check(a.Seat, a.At)
	return nil
}

// StandsPat records a draw of no cards.
func StandsPat(s *Scribe, i int, at history.Pos) { s.Discard(i, 0, nil, at) }

// Discards records a draw of the named cards.
func Discards(s *Scribe, i int, cs []cards.Card, at history.Pos) {
	s.Discard(i, int64(len(cs)), cs, at)
}

func standsPat(l *Lines, a *Act) error {
	StandsPat(&l.Scribe, a.Seat, a.At)
	return nil
}

// first records the first amount that follows, whatever comes before it.
func first(tell Puts) func(l *Lines, a *Act) error {
	return func(l *Lines, a *Act) error {
		amount, err := l.firstAmount(a.Rest)
		if err == nil {
			tell(&l.Scribe, a.Seat, amount, a.At)
		}
		return err
	}
}

// Folds records a fold, with which the player may show cards.
func Folds(l *Lines, a *Act) error {
	l.Fold(a.Seat, a.At)
	return knows(l, a)
}

// knows records the cards of a hand that is not shown at the showdown.
func knows(l *Lines, a *Act) error {
	cs, at, err := l.Bracket(a.Rest)
	if len(cs) > 0 {
		l.known(a.Seat, cs, at)
	}
	return err
}

// Raises parses "$2 to $4", "to $4", or only the size of the raise: "$2". "$2 and is all-in" may be the whole amount put in.
func Raises(l *Lines, a *Act) error {
	by, to, ok := bytes.Cut(a.Rest, []byte("to "))
	if !ok {
		amount, err := l.AmountIn(by)
		switch left := l.seats[a.Seat].left(); {
		case err != nil:
		case amount == left && bytes.Contains(by, []byte("all-in")): // the player's last chips, not the size of the raise
			l.AllIn(a.Seat, amount, a.At)
		default:
			l.RaiseTo(a.Seat, l.level()+amount, a.At)
		}
		return err
	}
	amount, err := l.AmountIn(to)
	l.reraised = l.reraised || l.Wager(a.Seat) > 0
	switch {
	case err != nil:
	case l.how.putIn:
		l.RaiseBy(a.Seat, amount, a.At)
	default:
		l.sized(a, by, amount)
		l.RaiseTo(a.Seat, amount, a.At)
	}
	return err
}

// sized compares the size of a raise with the whole bet next to it: it is what the raise adds to the bet, what the player puts in, or the
// whole bet again.
func (l *Lines) sized(a *Act, by []byte, to int64) {
	by = skip(by, " [(")
	size, n := l.Amount(by)
	if n == 0 {
		return
	}
	first := l.streets() == 0 || l.Game.Kind == Stud && l.streets() == 1
	switch over := to - size; { // what the size counts from
	case over == l.level(), over == l.Wager(a.Seat), over == 0:
		return
	case first && over > l.level() && over <= l.headerBlind(): // the whole forced bet, of which the player had less
		return
	}
	l.Against(l.Pos(by), fmt.Sprintf("%s raises %s to %s, and the bet is %s", l.name(a.Seat), text(size), text(to), text(l.level())))
}

// PostsBoth parses "$0.03" or "[$0.01 + $0.02]": a dead small blind and a live big blind. Less than a big blind is dead.
func PostsBoth(l *Lines, a *Act) error {
	first, err := l.firstAmount(a.Rest)
	if err != nil {
		return err
	}
	total := first
	if plus := bytes.LastIndexByte(a.Rest, '+'); plus >= 0 && bytes.ContainsAny(a.Rest[plus:], "0123456789") {
		second, err := l.firstAmount(a.Rest[plus:])
		if err != nil {
			return err
		}
		total += second
	}
	live := l.bigBlind()
	switch {
	case total >= live:
	case total >= l.seats[a.Seat].left():
		live = total // the last chips
	default:
		live = 0
	}
	l.Dead(a.Seat, total-live, a.At)
	l.Post(a.Seat, live, a.At)
	return nil
}

// discards parses "2 cards [Ah Kd]".
func discards(l *Lines, a *Act) error {
	n, k := Number(a.Rest)
	if k == 0 {
		return l.Line(a.At, l.line)
	}
	cs, _, err := l.Bracket(a.Rest)
	if err == nil {
		l.Discard(a.Seat, n, cs, a.At)
	}
	return err
}

// Shows parses "[Ah Kd] (a pair)", with or without words before it.
func Shows(l *Lines, a *Act) error {
	cs, at, err := l.Bracket(a.Rest)
	if len(cs) > 0 {
		l.Show(a.Seat, cs, at)
	}
	return err
}

// Mucks records a hand that is not shown, with its cards if the file has them.
func Mucks(l *Lines, a *Act) error {
	l.Muck(a.Seat, a.At)
	return knows(l, a)
}

// Wins parses "$5 from pot", "(5) from side pot-2" and "side pot #1 ($5)".
func Wins(l *Lines, a *Act) error {
	rest := skip(a.Rest, " ([")
	amount, n := l.Amount(rest)
	if n == 0 {
		open := bytes.IndexByte(rest, '(')
		if open < 0 {
			return l.Line(a.At, l.line)
		}
		var err error
		if amount, err = l.AmountIn(rest[open:]); err != nil {
			return err
		}
	}
	l.Collect(a.Seat, amount, potNumber(rest), a.At)
	return nil
}

// Gets records an amount that a player receives outside the pot.
func Gets(what string) func(l *Lines, a *Act) error { return beside(what, 1) }

// Pays records an amount that a player pays outside the pot.
func Pays(what string) func(l *Lines, a *Act) error { return beside(what, -1) }

func beside(what string, sign int64) func(l *Lines, a *Act) error {
	return func(l *Lines, a *Act) error {
		amount, err := l.firstAmount(a.Rest)
		if err == nil {
			l.Aside(a.Seat, what, sign*amount)
		}
		return err
	}
}

// potNumber returns the number of the pot that a text names: 0 for the main pot, -1 for none.
func potNumber(text []byte) int {
	if _, after, ok := bytes.Cut(text, []byte("side pot")); ok {
		number, n := Number(skip(after, "-# "))
		if n == 0 {
			return 1
		}
		return int(min(number, 30))
	}
	if bytes.Contains(text, []byte("main pot")) {
		return 0
	}
	return -1
}
