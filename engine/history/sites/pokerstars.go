package sites

import (
	"bytes"
	"slices"

	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands that PokerStars writes for its players, from cash games, Zoom and tournaments, and those of the many sites and
// programs that imitate it: GGPoker, Run It Once, PokerMaster, BetOnline and most converters.
//
// A hand begins with a line such as "PokerStars Hand #1234:", with one or more words before "Hand
// #" or "Game #", and ends where the next one begins. Package scribe checks the amounts of money.
// Lines that move neither chips nor cards (chat, players who join and leave, prizes) are skipped;
// any other line of a player that is not understood is an error at its place.

// PokerStars is the format of PokerStars.
var PokerStars = starsLayout.Format()

var starsLayout = scribe.Layout{
	Name: "PokerStars", Mark: " #", Is: starsIsHeader, Header: starsHeader, After: ": ", Summary: true, Other: scribe.Other,
	Deeds: []scribe.Deed{
		{Words: "Pays Cashout Risk ", Do: scribe.Pays("cash-out")},
		{Words: "Receives Cashout ", Do: scribe.Gets("cash-out")},
		{Words: "Pays ", With: "nsurance", Do: scribe.Pays("insurance")},
		{Words: "get an all-in insurance", Do: scribe.Nothing}, // a separate line gives its price
		{Words: "pay premium of all-in insurance", Do: scribe.Pays("insurance")},
		{Words: "get ", With: "compensation of all-in insurance", Do: scribe.Gets("insurance")},
		{Words: "Buys ", With: "nsurance", Do: scribe.Pays("insurance")},
		{Words: "Receives ", With: "nsurance", Do: scribe.Gets("insurance")},
		{Words: "posts small ", With: "& big blind", Do: scribe.PostsBoth},
		{Words: "posts small and big blind", Do: scribe.PostsBoth},
		{Words: "posts big & small blinds ", Do: scribe.PostsBoth},
		{Words: "ante processed ", Chips: scribe.Antes},
		{Words: "Bet & Muck folds", Do: scribe.Mucks}, // GG: a bet that mucks by itself if it is called
		{Words: "Bet & Muck ", Chips: (*scribe.Scribe).Bet},
		{Words: "post now ", Chips: (*scribe.Scribe).Post},
		{Words: "post dead ", Chips: scribe.PostsUntold},
		{Words: "posts small blind (dead) ", Chips: (*scribe.Scribe).Dead}, // CoinPoker
		{Words: "RETURN ", Chips: (*scribe.Scribe).Back},                   // CoinPoker
	},
	Events: []scribe.Deed{
		{Words: "collected ", With: "ackpot", Do: scribe.Gets(history.AsideJackpot)},
		{Words: "collected ", Do: scribe.Wins},
		{Words: "wins ", With: " for eliminating ", Do: scribe.Gets(history.AsideBounty)}, // before those whose words a name may contain
		{Words: "wins ", With: " for splitting the elimination of ", Do: scribe.Gets(history.AsideBounty)},
		{Words: "wins ", With: "ackpot", Do: scribe.Gets(history.AsideJackpot)},
		{Words: "cashed out the hand for ", Do: starsCashedOut},
		{Words: "finished the tournament in ", Do: finishes},
		{Words: "wins the tournament", Do: finishes},
		{Words: "wins ", With: "pot", Do: scribe.Wins},
	},
}

// titles are the words before the number of a hand.
var titles = []string{"Hand", "Game", "HAND", "GAME"}

// starsIsHeader reports whether a line begins a hand.
func starsIsHeader(line []byte) bool {
	i := bytes.Index(line, []byte(" #"))
	if i < 4 || !slices.Contains(titles, string(line[i-4:i])) && !inAnotherTongue(line[:i]) {
		return false
	}
	if i > 60 || line[0] == '#' || bytes.ContainsAny(line[:i], "\"=:") || i+2 >= len(line) {
		return false
	}
	rest := line[i+2:]
	colon := bytes.IndexByte(rest, ':')
	if colon <= 0 || colon >= 40 || bytes.IndexByte(rest[:colon], ' ') >= 0 {
		return false
	}
	after := bytes.TrimLeft(rest[colon+1:], " ")
	return len(after) == 0 || after[0]-'a' > 25 // a player's action begins with a lower-case letter
}

// inAnotherTongue reports whether the words before a number are those of PokerStars in another language,
// where the word for hand comes first: "Mão PokerStars".
func inAnotherTongue(title []byte) bool {
	word, found := bytes.CutSuffix(title, []byte(" PokerStars"))
	return found && len(word) > 0 && bytes.IndexByte(word, ' ') < 0
}

// starsHeader reads the first line:
//
//	PokerStars Hand #12: Hold'em No Limit ($0.01/$0.02 USD) - 2019/01/31 12:00:00 CET
//	PokerStars Hand #12: Tournament #34, $1+$0.10 USD Hold'em No Limit - Level IV (50/100) - …
//	PokerStars Game #12: HORSE (Razz Limit, $2/$4) - …
func starsHeader(l *scribe.Lines, line []byte) error {
	site, rest, _ := bytes.Cut(line, []byte(" #"))
	if inAnotherTongue(site) {
		return l.Fail(l.Pos(site), history.CodeGame, "the language of the hand is not English", "set the language of hand histories to English in the lobby of the site")
	}
	id, rest, _ := bytes.Cut(rest, []byte(":"))
	site = bytes.TrimSuffix(site[:len(site)-len("Hand")], []byte(" "))
	h := l.Hand()
	h.HandID = scribe.ID(id)
	switch {
	case len(site) == 0 || string(site) == "Poker":
		h.Venue = "GGPoker"
	case bytes.Contains(site, []byte("PokerStars")), scribe.Has(site, "POKERSTARS"):
		h.Venue = "PokerStars"
	default:
		h.Venue = l.Word(site)
	}
	_, number, tournament := bytes.Cut(rest, []byte("Tournament #"))
	if tournament {
		if end := bytes.IndexByte(number, ','); end >= 0 {
			h.Event = l.Word(number[:end])
			rest = number[end:]
		}
	}
	low, high, after, ok := l.Stakes(rest)
	if !ok {
		low, high, after, ok = oneBlind(l, rest)
	}
	if err := l.Plays(rest, low, high, rest, tournament); err != nil {
		return err
	}
	if !ok {
		return l.NoStakes(rest)
	}
	if cap := bytes.Index(rest, []byte(" Cap")); cap >= 0 && cap < len(rest)-len(after)+40 {
		if dash := bytes.LastIndex(rest[:cap], []byte("- ")); dash >= 0 {
			if amount, n := l.Amount(rest[dash+2:]); n > 0 {
				l.Cap = amount
			}
		}
	}
	l.Date(after)
	return nil
}

// oneBlind finds the stakes of a game with one blind or with only antes: "(Button Blind $1 - Ante $1 USD)", "(Ante $0.05)", "($0.02)".
func oneBlind(l *scribe.Lines, rest []byte) (low, high int64, after []byte, ok bool) {
	for _, word := range []string{"Blind", "Ante"} {
		if _, amount, found := bytes.Cut(rest, []byte(word)); found {
			amount = bytes.TrimLeft(amount, ": ")
			if units, n := l.Amount(amount); n > 0 {
				return 0, units, amount[n:], true
			}
		}
	}
	for k := range rest {
		if rest[k] != '(' {
			continue
		}
		if units, n := l.Amount(rest[k+1:]); n > 0 && scribe.Has(rest[k+1+n:], ")") {
			return 0, units, rest[k+1+n:], true
		}
	}
	return 0, 0, nil, false
}

// starsCashedOut parses "$40.25 | Cash Out Fee $0.41": the amount is without the fee.
func starsCashedOut(l *scribe.Lines, a *scribe.Act) error {
	amount, err := l.AmountIn(a.Rest)
	if err != nil {
		return err
	}
	scribe.CashedOut(&l.Scribe, a.Seat, amount, a.At)
	if _, fee, ok := bytes.Cut(a.Rest, []byte("Fee ")); ok {
		if amount, n := l.Amount(fee); n > 0 {
			l.Aside(a.Seat, history.AsideCashOutFee, amount)
		}
	}
	return nil
}

// finishes parses "3rd place and received $5.00." after "finished the tournament in ", and " and receives $10.00 - congratulations!" after
// "wins the tournament".
func finishes(l *scribe.Lines, a *scribe.Act) error {
	place, n := scribe.Number(a.Rest)
	if n == 0 {
		place = 1
	}
	l.Place(a.Seat, place)
	if _, prize, ok := bytes.Cut(a.Rest, []byte("receive")); ok {
		if amount, n := l.Amount(bytes.TrimLeft(prize, "ds ")); n > 0 {
			l.Aside(a.Seat, history.AsidePrize, amount)
		}
	}
	return nil
}
