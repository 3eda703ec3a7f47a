package docs

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// betting returns the betting rules, including the effect of a short all-in.
func (w *writer) betting() []Rule {
	if !w.has((*plan.Step).Bets) {
		return nil
	}
	b := &w.game.Betting
	from := &w.game.From.Betting
	at := either(from.Pos, w.game.Pos)
	var out []Rule
	// points are the parameters of betting that a rule is about. A rule is for players too if it costs them chips or houses differ in it;
	// what a bet may be stands in their table of costs.
	tell := func(players, holds bool, text string, points ...string) {
		if !holds {
			return
		}
		r := usually("betting", text, at)
		r.wall = players
		if len(points) > 0 {
			r.subject = points[0]
		}
		for _, p := range points {
			r.Clauses = append(r.Clauses, from.By[p]...)
		}
		out = append(out, r)
	}
	add := func(holds bool, text string, points ...string) { tell(false, holds, text, points...) }
	both := func(holds bool, text string, points ...string) { tell(true, holds, text, points...) }
	structure := w.stakes.Structure
	limit, big, pot := structure <= betting.Spread, structure > betting.Spread, structure == betting.PotLimit
	add(limit, w.capWords(), "raises", "blind_is_bet")
	both(limit && b.LowBlindRaised && w.blinds() && w.stakes.BB < w.stakes.Small.Lo, "The big blind is less than the bet, and is raised by the bet, not completed.", "low_blind")
	both(limit && b.Cap > 0, capOffWords(b), "cap_off")
	add(structure == betting.Spread && w.game.Stakes.UpperLast, "The upper range holds in the last round only.")
	both(structure == betting.Spread, "A raise is at least the last bet or raise.", "any_raise")
	both(structure == betting.NoLimit && !b.AnyRaise, "A bet is anything from the minimum bet to the player's whole stack; a raise is at least the last bet or raise.", "any_raise")
	both(structure == betting.NoLimit && b.AnyRaise, "A bet is anything from the minimum bet to the player's whole stack; a raise is any amount.", "any_raise")
	both(pot, potWords(b), "pot_includes_call", "pot_shorthand")
	both(pot && b.AnyRaise, "A raise is any amount up to the maximum.", "any_raise")
	both(pot && !b.AnyRaise && b.PotMinIsBet, "The minimum raise is the minimum bet, whatever was bet before.", "pot_min_raise")
	both(pot && !b.AnyRaise && !b.PotMinIsBet, "A raise is at least the last bet or raise.", "pot_min_raise")
	both(big && b.StraddleIsBlind && w.has((*plan.Step).Straddles), "The minimum raise over a straddle is the straddle.", "straddle_is_blind")
	both(structure == betting.Spread && b.StraddleIsBlind && w.has((*plan.Step).Straddles), "The minimum raise over a straddle is the straddle, but never more than the upper end of the range.", "straddle_is_blind")
	add(w.stakes.Max > 0, "A bet, or the amount that a raise adds, is at most "+w.money(w.stakes.Max)+".")
	both(!big || !b.ShortReopens, shortWords(b.ShortAllIn, big, b.ShortReopens), "short_all_in")
	both(b.ShortReopens, "Any raise, however short, lets those who have acted raise again.", "short_reopens")
	add(b.PostedLevel && w.blinds(), "When the big blind is all-in for less, the others match only what was posted.", "short_blind")
	add(!b.PostedLevel && w.blinds(), "A big blind that is all-in for less is called in full.", "short_blind")
	add(b.CoverRaise, "A raise that just covers the deepest opponent is allowed below a full raise.", "cover_raise")
	both(!b.NoCheckRaise && len(from.By["check_raise"]) > 0, "A player who has checked may raise.", "check_raise")
	both(b.NoCheckRaise, "A player who has checked may not raise in the same round.", "check_raise")
	add(true, "The part of a bet that nobody calls is returned.", "uncalled")
	add(b.Unclaimed != betting.LastFolded, [...]string{
		betting.TakenBack: "A side pot whose hands have all died, and that the hands still in have not matched, is taken back by those who put it in.",
		betting.ToLive:    "A side pot whose hands have all died goes to the hands still in, although they have not matched it.",
	}[b.Unclaimed], "unclaimed")
	add(true, "A player who cannot call in full may go all-in for the part of the pot that the chips match; the rest is a side pot.", "all_in")
	return out
}

// capWords returns the number of raises in a limit round, and when that limit does not apply.
func (w *writer) capWords() string {
	b := &w.game.Betting
	if b.Cap == 0 {
		return "The number of raises is not limited."
	}
	text := "At most a bet and " + cards.Counted(b.Cap-1, "raise") + " in a round"
	if w.blinds() {
		if b.BlindCounts && b.LowBlindRaised {
			text += "; the big blind counts as the bet"
		} else if b.BlindCounts {
			text += "; a full big blind counts as the bet"
		} else {
			text += "; the big blind does not count as the bet"
		}
	}
	return text + "."
}

// capOffWords returns when the number of raises is unlimited.
func capOffWords(b *betting.Rules) string {
	switch b.CapOff {
	case betting.CapRoundStart:
		return "When only two players begin a round, the number of raises is not limited."
	case betting.CapNow:
		return "Once only two players can act, the number of raises is not limited, unless the cap has already been reached."
	case betting.CapTwoLeft:
		return "Once only two players can act, the number of raises is not limited, even if the cap has been reached."
	}
	return "The cap on raises also applies between two players."
}

func potWords(b *betting.Rules) string {
	switch {
	case b.PotShorthand:
		return "The largest bet or raise is three times the bets of the round plus the pot before it."
	case b.PotWithoutCall:
		return "The maximum raise is the pot with all bets of the round, without the raiser's call."
	}
	return "The maximum raise is the pot with all bets of the round and the raiser's call: in all three times the last bet, plus the rest of the pot."
}

// shortWords returns the effect of an all-in below a full bet or raise on the others.
func shortWords(p betting.ShortAllIn, big, reopens bool) string {
	switch {
	case big:
		return "An all-in below a full raise does not reopen the betting until short amounts add up to a raise."
	case p == betting.Full && reopens:
		return "An all-in below a full bet or raise uses up a raise, and the next raise goes on top of it."
	case p == betting.Full:
		return "An all-in below a full bet or raise uses up a raise, and the next raise goes on top of it; those who have acted may raise again only when short amounts add up to a raise."
	case p == betting.ActionOnly:
		return "An all-in below a full bet or raise is action only, however large: the others call it or complete the bet."
	}
	return "An all-in of half a bet or raise or more counts as a full one; a smaller one is action only: the others call it or complete the bet."
}
