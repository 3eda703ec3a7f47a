package docs

import (
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// betting returns the betting rules, including the effect of a short all-in.
func (w *writer) betting() []Rule {
	if !w.has((*plan.Step).Bets) {
		return nil
	}
	b, from := &w.game.Betting, &w.game.From.Betting
	var out []Rule
	// points are the parameters of betting that a rule is about. What a bet may be stands in the players' table of costs.
	add := func(holds bool, r Rule, points ...string) {
		if holds {
			r.subject, r.At, r.Origin, r.Source = append(points, "betting")[0], either(from.Pos, w.game.Pos), Custom, usual
			for _, p := range points {
				r.Clauses = append(r.Clauses, from.By[p]...)
			}
			out = append(out, r)
		}
	}
	out = append(out, w.inRounds()...)
	structure, straddles := w.stakes.Structure, w.has((*plan.Step).Straddles)
	limit, big, pot, none := structure <= betting.Spread, structure > betting.Spread, structure == betting.PotLimit, structure == betting.NoLimit
	raise := "a raise is at least the last bet or raise"
	if b.AnyRaise {
		raise = "a raise is any amount"
	}
	capped := Rule{says: w.capWords(), Uncommon: b.Cap == 0} // players find a cap in the table of costs
	if kinds := w.game.Stakes.Kinds; len(kinds) == 0 || slices.Max(kinds) > betting.Spread {
		capped.when = []string{"in limit games"}
	}
	add(limit, capped, "raises")
	add(limit && w.blinds() && len(from.By["blind_is_bet"]) > 0, Rule{says: "Completing a forced bet is no raise.", Uncommon: true}, "blind_is_bet")
	add(big && len(from.By["unlimited"]) > 0, Rule{says: "The number of raises is not limited."}, "unlimited")
	add(limit && b.LowBlindRaised && w.blinds() && w.stakes.BB < w.stakes.Small.Lo,
		Rule{says: "The big blind is less than the bet, and is raised by the bet, not completed.", Uncommon: true}, "low_blind")
	add(limit && b.Cap > 0, Rule{says: map[betting.CapOff]string{
		betting.CapRoundStart: "When only two players begin a round, the number of raises is not limited.",
		betting.CapNow:        "Once only two players can act, the number of raises is not limited, unless the cap has already been reached.",
		betting.CapTwoLeft:    "Once only two players can act, the number of raises is not limited, even if the cap has been reached.",
		betting.CapAlways:     "The cap on raises also applies between two players.",
	}[b.CapOff], Uncommon: true}, "cap_off")
	add(structure == betting.Spread && w.game.Stakes.UpperLast, Rule{says: "The upper range holds in the last round only."})
	add(structure == betting.Spread, Rule{says: "A raise is at least the last bet or raise.", Costs: true}, "any_raise")
	add(none, Rule{says: "A bet is anything from the minimum bet to the player's whole stack; " + raise + ".", Costs: true}, "any_raise")
	add(pot, Rule{says: potWords(b), Costs: true}, "pot_includes_call", "pot_shorthand")
	add(pot && b.AnyRaise, Rule{says: raise + " up to the maximum.", Costs: true}, "any_raise")
	add(pot && !b.AnyRaise && b.PotMinIsBet, Rule{says: "The minimum raise is the minimum bet, whatever was bet before.", Costs: true}, "pot_min_raise")
	add(pot && !b.AnyRaise && !b.PotMinIsBet, Rule{says: raise, Costs: true}, "pot_min_raise")
	add(big && b.StraddleIsBlind && straddles, Rule{says: "The minimum raise over a straddle is the straddle.", Costs: true}, "straddle_is_blind")
	add(structure == betting.Spread && b.StraddleIsBlind && straddles,
		Rule{says: "The minimum raise over a straddle is the straddle, but never more than the upper end of the range.", Costs: true}, "straddle_is_blind")
	add(w.stakes.Max > 0, Rule{says: "A bet, or the amount that a raise adds, is at most {}.", amounts: []string{w.money(w.stakes.Max)}})
	add(true, Rule{says: shortWords(b.ShortAllIn, big, b.ShortReopens), Uncommon: true}, "short_all_in", "short_reopens")
	add(b.PostedLevel && w.blinds(), Rule{says: "When the big blind is all-in for less, the others match only what was posted."}, "short_blind")
	add(!b.PostedLevel && w.blinds(), Rule{says: "A big blind that is all-in for less is called in full."}, "short_blind")
	add(b.CoverRaise, Rule{says: "A raise that just covers the deepest opponent is allowed below a full raise."}, "cover_raise")
	checked := "a player who has checked"
	add(!b.NoCheckRaise && len(from.By["check_raise"]) > 0, Rule{Who: checked, Force: May, says: "raise", Uncommon: true}, "check_raise")
	add(b.NoCheckRaise, Rule{Who: checked, Force: MayNot, says: "raise in the same round"}, "check_raise")
	add(true, Rule{says: "The part of a bet that nobody calls is returned."}, "uncalled")
	add(b.Unclaimed != betting.LastFolded, Rule{says: map[betting.Unclaimed]string{
		betting.TakenBack: "A side pot whose hands have all died, and that the hands still in have not matched, is taken back by those who put it in.",
		betting.ToLive:    "A side pot whose hands have all died goes to the hands still in, although they have not matched it.",
	}[b.Unclaimed]}, "unclaimed")
	add(true, Rule{Who: "a player who cannot call in full", Force: May, says: "go all-in for what the chips match; the rest is a side pot"}, "all_in")
	return out
}

// Kinds of clauses about rounds of betting that rules of their own state, and not the steps.
const (
	sizeClause     = "bet-size"
	tieClause      = "showing-tie"
	bettorClause   = "first-bettor"
	holdingsClause = "holdings"
)

// aboutRounds are these kinds.
var aboutRounds = []string{sizeClause, tieClause, bettorClause, holdingsClause}

// eachRound reports whether a round of betting says all about itself: for players, and where it stands alone. Else the sheet says once
// what rounds have in common, see inRounds.
func (w *writer) eachRound() bool { return w.brief || w.whole }

// inRounds returns the sizes of bets, who begins of those who show equal cards, and what the dealer announces.
func (w *writer) inRounds() []Rule {
	if w.eachRound() {
		return nil
	}
	var out []Rule
	var rounds []string
	at := func(subject, kind string, i int, r Rule) {
		k := slices.IndexFunc(out, func(o Rule) bool { return o.subject == subject && o.Value() == r.Value() })
		if k < 0 {
			r.subject, r.At, r.Origin, r.Source, r.sorted = subject, w.game.Steps[i].Pos, Custom, usual, w.documented()
			k, out = len(out), append(out, r)
		}
		o := &out[k]
		o.steps = distinct(append(o.steps, w.numbers[i]))
		o.Clauses = distinct(append(o.Clauses, w.room.ofKinds(w.game.Steps[i].Clauses, kind)...))
	}
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if !st.Bets() {
			continue
		}
		rounds = distinct(append(rounds, w.numbers[i]))
		b := &st.Bet
		if w.stakes.Structure <= betting.Spread {
			l := w.stakes.Limit(b.Tier)
			at("size of bets", sizeClause, i, Rule{says: "a bet is {}", amounts: []string{w.moneyRange(plan.Range{Lo: l.Lo, Hi: l.Hi})}})
		}
		if counts, ties := w.showing(b); counts != "" {
			when := []string{strings.TrimPrefix(showingWords[b.Open], "the ")}
			at("hands showing", "", i, Rule{when: when, colon: true, says: counts})
			at("equal hands showing", tieClause, i, Rule{when: when, colon: true, says: ties + " begins"})
			over := "a player without chips is passed over"
			if b.NextHighest {
				over += " for the next by the cards"
			}
			at("showing without chips", "", i, Rule{when: when, colon: true, says: over})
		}
		if b.Announce {
			at("first bettor named", bettorClause, i, Rule{Who: theDealer, Force: Does, says: "names the first bettor of the round"})
		}
		if b.Hints && w.straightsCount() {
			at("holdings named", holdingsClause, i, Rule{Who: theDealer, Force: Does, says: "points out possible straights and flushes"})
		}
	}
	size := func(r Rule) bool { return r.subject == "size of bets" }
	if i := slices.IndexFunc(out, size); i >= 0 {
		if k := i + 1 + slices.IndexFunc(out[i+1:], size); k > i { // the other tier
			late := out[k]
			at, numbers := atSteps(late.steps)
			out[i].says, out[i].amounts = "a bet is {}; "+at+" it is {}", append(out[i].amounts, late.amounts...)
			out[i].steps, out[i].Clauses = numbers, distinct(append(out[i].Clauses, late.Clauses...))
			out = slices.Delete(out, k, k+1)
		}
	}
	asked := func(r *Rule) (steps []string) { // where there is an answer to the question of a rule
		if len(r.when) == 0 {
			return rounds
		}
		for k := range out {
			if out[k].subject == r.subject && slices.Equal(out[k].when, r.when) {
				steps = append(steps, out[k].steps...)
			}
		}
		return distinct(steps)
	}
	some := make([]bool, len(out))
	for i := range out {
		some[i] = !size(out[i]) && len(out[i].steps) < len(asked(&out[i]))
	}
	for i := range out {
		if r := &out[i]; some[i] {
			at, numbers := atSteps(r.steps)
			r.when, r.steps = append([]string{at}, r.when...), numbers
		} else if !size(*r) {
			r.steps = nil
		}
	}
	return out
}

// straightsCount reports whether straights or flushes are better or worse than other hands at some showdown.
func (w *writer) straightsCount() bool {
	return w.has(func(st *plan.Step) bool {
		return st.Show != nil && slices.ContainsFunc(st.Show.Parts, func(p plan.Part) bool {
			of := p.Ranking.Categories()
			return slices.Contains(of, rank.Straight) || slices.Contains(of, rank.Flush)
		})
	})
}

// atMost returns the bets and raises of a round.
func atMost(b *betting.Rules) string {
	if b.Cap == 1 {
		return "a bet and no raise"
	}
	return "a bet and " + cards.Counted(b.Cap-1, "raise")
}

// capWords returns the number of raises in a limit round, and when that limit does not apply.
func (w *writer) capWords() string {
	b := &w.game.Betting
	if b.Cap == 0 {
		return "The number of raises is not limited."
	}
	text := "At most " + atMost(b) + " in a round"
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

func potWords(b *betting.Rules) string {
	switch {
	case b.PotShorthand:
		return "The largest bet or raise is three times the bets of the round plus the pot before it."
	case b.PotWithoutCall:
		return "The maximum raise is the pot with all bets of the round, without the raiser's call."
	}
	return "The maximum raise is the pot with all bets of the round and the raiser's call: the new bet is three times the last one, plus the rest of the pot without the raiser's own bets of the round."
}

// shortWords returns the effect of an all-in below a full bet or raise on the others.
func shortWords(p betting.ShortAllIn, big, reopens bool) string {
	const again = "Any raise, however short, lets those who have acted raise again."
	switch {
	case big && reopens:
		return again
	case big:
		return "An all-in below a full raise does not reopen the betting until short amounts add up to a raise."
	case p == betting.Full && reopens:
		return "An all-in below a full bet or raise uses up a raise, and the next raise goes on top of it. " + again
	case p == betting.Full:
		return "An all-in below a full bet or raise uses up a raise, and the next raise goes on top of it; those who have acted may raise again only when short amounts add up to a raise."
	case p == betting.ActionOnly && reopens:
		return "An all-in below a full bet or raise, however large, uses up no raise, and the next one completes it. " + again
	case p == betting.ActionOnly:
		return "An all-in below a full bet or raise is action only, however large: the others call, or complete the bet unless they made or called it."
	case reopens:
		return "An all-in of half a bet or raise or more counts as a full one; a smaller one uses up no raise, and the next one completes it. " + again
	}
	return "An all-in of half a bet or raise or more counts as a full one; a smaller one is action only: the others call, or complete the bet unless they made or called it."
}
