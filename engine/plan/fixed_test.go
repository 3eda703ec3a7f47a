package plan_test

import (
	"testing"

	"cardroom/engine/betting"
)

var actionOnly = betting.Rules{Cap: 4, BlindCounts: true, CapOff: betting.CapNow, ShortAllIn: betting.ActionOnly}

var halfBet = betting.Rules{Cap: 4, BlindCounts: true, ShortAllIn: betting.HalfBet}

var fullCounts = betting.Rules{Cap: 4, BlindCounts: true, ShortAllIn: betting.Full}

func TestFixedLimit(t *testing.T) {
	runRounds(t, []round{
		{
			name: "bets and raises are of exactly one unit", rule: "angies.limits.2-4: flop", limit: fixed(2), rules: cap3(betting.CapAlways),
			play: `
				A ? check, bet 2
				A ! 4: cannot go to 4, only to 2
				A bet 2
				B ? call 2, to 4
				B ! 5: only to 4
				B raise 4
				C call
				A ? call 2, to 6
				A call
				over`,
		},
		{
			name: "the upper limit on late rounds", rule: "angies.limits.2-4: river bet of 2 refused, 4 ok, raise to 8", limit: fixed(4), rules: cap3(betting.CapAlways),
			play: `
				A ? check, bet 4
				A ! 2: cannot go to 2, only to 4
				A bet 4
				B ? call 4, to 8`,
		},
		{
			name: "a round without a bet is checked through", limit: fixed(2), rules: cap3(betting.CapAlways),
			play: `
				A check
				B check
				C check
				over`,
		},
		{
			name: "check and raise", rule: "house004.holdem.2", limit: fixed(5), rules: cap3(betting.CapAlways),
			play: `
				A check
				B bet 5
				C fold
				A ? call 5, to 10
				A raise 10
				B call
				over`,
		},
		{
			name: "the blinds act last and have the option", rule: "omaha-casino.round.6e, angies.holdem.play.first-bettor",
			limit: fixed(2), rules: cap3(betting.CapAlways), stacks: []int64{100, 100, 100, 100},
			posts: []int64{1, 2, 0, 0}, forced: blind(2), first: 2,
			play: `
				C ? call 2, to 4
				C call
				D call
				A ? call 1, to 4
				A call
				B ? check, to 4
				B check
				over`,
		},
		{
			name: "the option is a raise like any other", rule: "house004.holdem.1",
			limit: fixed(2), rules: cap3(betting.CapAlways), posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C call
				A call
				B raise 4
				C ? call 2, to 6
				C call
				A call
				over`,
		},
		{
			name: "a raise over a straddle is one unit more", rule: "RRP: a straddle sets a new minimum bring-in and is not treated as a raise",
			limit: fixed(2), rules: cap3(betting.CapAlways), stacks: []int64{100, 100, 100, 100},
			posts: []int64{1, 2, 4, 0}, forced: betting.Forced{Nominal: 4}, first: 3,
			play: `
				D ? call 4, to 6
				D call
				A call
				B call
				C ? check, to 6`,
		},
		{
			name: "all fold to the blind", limit: fixed(2), rules: cap3(betting.CapAlways), posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C fold
				A fold
				over`,
		},
	})
}

func TestRaiseCap(t *testing.T) {
	runRounds(t, []round{
		{
			name: "a bet and three raises", rule: "omaha-casino.round.6d.cap: 10, 20, 30, 40, the fourth raise refused",
			limit: fixed(10), rules: cap3(betting.CapRoundStart),
			play: `
				A bet 10
				B raise 20
				C raise 30
				A raise 40
				B ? call 20, capped
				B ! 50: may not bet or raise: the round has had all its raises
				B call
				C ? call 10, capped
				C call
				over`,
		},
		{
			name: "a live blind counts as the bet", rule: "house004.holdem.3a",
			limit: fixed(2), rules: cap3(betting.CapAlways), stacks: []int64{100, 100, 100, 100},
			posts: []int64{1, 2, 0, 0}, forced: blind(2), first: 2,
			play: `
				C raise 4
				D raise 6
				A raise 8
				B ? call 6, capped`,
		},
		{
			name:  "where the blind does not count there are four bets on top of it",
			limit: fixed(2), rules: betting.Rules{Cap: 4}, posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C raise 4
				A raise 6
				B raise 8
				C raise 10
				A ? call 4, capped`,
		},
		{
			name: "no cap at all", limit: fixed(2), rules: betting.Rules{},
			play: `
				A bet 2
				B raise 4
				C raise 6
				A raise 8
				B raise 10
				C raise 12
				A ? call 4, to 14`,
		},
		{
			name: "heads-up, the cap holds where the house has no exception", limit: fixed(10), rules: cap3(betting.CapAlways),
			stacks: []int64{1000, 1000},
			play: `
				A bet 10
				B raise 20
				A raise 30
				B raise 40
				A ? call 10, capped`,
		},
		{
			name: "heads-up when the round begins", rule: "omaha-casino.round.6d.cap: heads-up flop, 50 allowed",
			limit: fixed(10), rules: cap3(betting.CapRoundStart), stacks: []int64{1000, 1000},
			play: `
				A bet 10
				B raise 20
				A raise 30
				B raise 40
				A raise 50
				B raise 60
				A ? call 10, to 70`,
		},
		{
			name: "heads-up only during the round does not help who reads the round's start", rule: "C12, WSOP 127",
			limit: fixed(10), rules: cap3(betting.CapRoundStart),
			play: `
				A bet 10
				B raise 20
				C fold
				A raise 30
				B raise 40
				A ? call 10, capped`,
		},
		{
			name: "heads-up now, before the cap is reached", rule: "house004.holdem.3c, RRP betting 4",
			limit: fixed(10), rules: cap3(betting.CapNow),
			play: `
				A bet 10
				B raise 20
				C fold
				A raise 30
				B raise 40
				A raise 50
				B ? call 10, to 60`,
		},
		{
			name: "a cap once reached is not taken off by a fold", rule: "RRP betting 4: cannot be uncapped by a subsequent fold",
			limit: fixed(10), rules: cap3(betting.CapNow),
			play: `
				A bet 10
				B raise 20
				C raise 30
				A raise 40
				B fold
				C ? call 10, capped`,
		},
		{
			name: "three able to act: the cap holds", rule: "house004.holdem.3c: with C still able to act 50 is refused",
			limit: fixed(10), rules: cap3(betting.CapNow),
			play: `
				A bet 10
				B raise 20
				C call
				A raise 30
				B raise 40
				C ? call 20, capped
				C call
				A ? call 10, capped`,
		},
		{
			name: "a third player all-in does not count", rule: "RRP betting 3: players who are not all-in",
			limit: fixed(10), rules: cap3(betting.CapNow), stacks: []int64{1000, 1000, 15},
			play: `
				A bet 10
				B raise 20
				C call
				A raise 30
				B raise 40
				A raise 50
				B ? call 10, to 60`,
		},
		{
			name: "two able when the round begins, a third all-in before", limit: fixed(10), rules: cap3(betting.CapRoundStart), stacks: []int64{1000, 1000, 0},
			play: `
				A bet 10
				B raise 20
				A raise 30
				B raise 40
				A ? call 10, to 50`,
		},
		{
			name: "all-in as the last raise leaves the others capped", limit: fixed(10), rules: cap3(betting.CapNow), stacks: []int64{1000, 1000, 40},
			play: `
				A bet 10
				B raise 20
				C call
				A raise 30
				B call
				C allin 40
				A ? call 10, capped
				A call
				B ? call 10, capped`,
		},
		{
			name: "a raise by all-in that leaves two able takes the cap off", limit: fixed(10), rules: cap3(betting.CapNow), stacks: []int64{1000, 1000, 20},
			play: `
				A bet 10
				B call
				C allin 20
				A raise 30
				B raise 40
				A ? call 10, to 50`,
		},
		{
			name: "a half bet uses up a raise", rule: "WSOP 129: half a bet is treated as a bet",
			limit: fixed(10), rules: halfBet, stacks: []int64{1000, 15, 1000},
			play: `
				A bet 10
				B allin 15
				C raise 25
				A raise 35
				C ? call 10, capped`,
		},
		{
			name: "action only does not use up a raise", rule: "house004.holdem.6",
			limit: fixed(10), rules: betting.Rules{Cap: 4, ShortAllIn: betting.ActionOnly}, stacks: []int64{1000, 1000, 28, 1000},
			play: `
				A bet 10
				B raise 20
				C allin 28
				D raise 30
				A raise 40
				B ? call 20, capped`,
		},
	})
}

func TestCompletion(t *testing.T) {
	runRounds(t, []round{
		{
			name: "a bring-in is completed, then bet and three raises", rule: "house004.holdem.3b, WSOP 219: a completion is no raise",
			limit: fixed(2), rules: cap3(betting.CapAlways), stacks: []int64{100, 100, 100, 100},
			posts: []int64{1}, forced: betting.Forced{Nominal: 1, BringIn: true}, first: 1,
			play: `
				B ? call 1, complete to 2
				B ! 3: only to 2
				B complete 2
				C ? call 2, to 4
				C raise 4
				D raise 6
				A raise 8
				B ? call 6, capped`,
		},
		{
			name:  "calling the bring-in leaves it to be completed",
			limit: fixed(2), rules: cap3(betting.CapAlways), posts: []int64{1}, forced: betting.Forced{Nominal: 1, BringIn: true}, first: 1,
			play: `
				B call
				C ? call 1, complete to 2
				C call
				A ? check, complete to 2`,
		},
		{
			name: "a blind below the unit is completed", rule: "house004.holdem.3b: 3 (completion), then 6, 9, 12; 15 refused",
			limit: fixed(3), rules: cap3(betting.CapAlways), stacks: []int64{100, 100, 100, 100},
			posts: []int64{1, 2}, forced: blind(2), first: 2,
			play: `
				C ? call 2, complete to 3
				C complete 3
				D raise 6
				A raise 9
				B raise 12
				C ? call 9, capped`,
		},
		{
			name: "a blind below the unit is completed whatever short all-ins do", rule: "house004.holdem.3b",
			limit: fixed(3), rules: fullCounts, posts: []int64{1, 2}, forced: blind(2), first: 2,
			play: `
				C ? call 2, complete to 3`,
		},
		{
			name: "a big blind short of chips is called in full", rule: "house004.holdem.3b in a 3 & 6 game, BB all-in with 2; DESIGN: short blind calls full",
			limit: fixed(3), rules: cap3(betting.CapAlways), stacks: []int64{100, 2, 100, 100, 100},
			posts: []int64{1, 3}, forced: blind(3), first: 2,
			play: `
				C ? call 3, to 6
				C raise 6
				D raise 9
				E raise 12
				A ? call 11, capped`,
		},
		{
			name:  "a big blind short of chips is called for what was posted, by option",
			limit: fixed(3), rules: betting.Rules{Cap: 4, BlindCounts: true, PostedLevel: true}, stacks: []int64{100, 2, 100},
			posts: []int64{1, 3}, forced: blind(3), first: 2,
			play: `
				C ? call 2, to 5`,
		},
		{
			name: "a raise over a short big blind is no completion", rule: "mixed: short_blind posted, the blind is no bet",
			limit: fixed(3), rules: betting.Rules{Cap: 4, PostedLevel: true, ShortAllIn: betting.Full}, stacks: []int64{100, 2, 100},
			posts: []int64{1, 3}, forced: blind(3), first: 2,
			play: `
				C ? call 2, to 5
				C raise 5`,
		},
		{
			name: "a short all-in before any bet must be completed before it is raised", rule: "house004.holdem.7.example",
			limit: fixed(10), rules: actionOnly, stacks: []int64{1000, 1000, 6},
			play: `
				A check
				B check
				C allin 6
				A ? call 6, complete to 10
				A ! 16: only to 10
				A complete 10
				B ? call 10, to 20
				B raise 20
				A ? call 10, to 30`,
		},
		{
			name: "who called the short all-in has acted on it", rule: "house004.holdem.7: call or complete, once",
			limit: fixed(10), rules: actionOnly, stacks: []int64{1000, 1000, 6},
			play: `
				A check
				B check
				C allin 6
				A call
				B ? call 6, complete to 10
				B complete 10
				A ? call 4, to 20`,
		},
		{
			name: "a short opening all-in by the first player", rule: "house004.holdem.7",
			limit: fixed(10), rules: actionOnly, stacks: []int64{6, 1000, 1000},
			play: `
				A bet 6
				B ? call 6, complete to 10
				B complete 10
				C ? call 10, to 20`,
		},
		{
			name: "completion is no raise: three raises follow", rule: "house004.holdem.3b: also completing a short all-in",
			limit: fixed(10), rules: betting.Rules{Cap: 4, ShortAllIn: betting.ActionOnly}, stacks: []int64{6, 1000, 1000, 1000},
			play: `
				A bet 6
				B complete 10
				C raise 20
				D raise 30
				B raise 40
				C ? call 20, capped`,
		},
	})
}

func TestShortAllInLimit(t *testing.T) {
	runRounds(t, []round{
		{
			name: "action only: 8 of 10 is no raise", rule: "house004.holdem.6.example: fold, call 18, raise to 20; raise 28 refused",
			limit: fixed(10), rules: actionOnly, stacks: []int64{1000, 18, 1000},
			play: `
				A bet 10
				B allin 18
				C ? call 18, to 20
				C ! 28: cannot go to 28, only to 20
				C call
				A ? call 8, not reopened
				A ! 20: may not bet or raise: the betting was not reopened: only a short all-in followed the seat's last action
				A call
				over`,
		},
		{
			name: "action only: a completed raise reopens", rule: "house004.holdem.6.example: A may call 10 or raise to 30",
			limit: fixed(10), rules: actionOnly, stacks: []int64{1000, 18, 1000},
			play: `
				A bet 10
				B allin 18
				C raise 20
				A ? call 10, to 30`,
		},
		{
			name: "action only: several short all-ins do not add up to a raise", rule: "house004.holdem.6: anything less is action only",
			limit: fixed(10), rules: betting.Rules{ShortAllIn: betting.ActionOnly}, stacks: []int64{1000, 14, 19, 1000},
			play: `
				A bet 10
				B allin 14
				C allin 19
				D ? call 19, to 20
				D call
				A ? call 9, not reopened`,
		},
		{
			name: "an all-in for exactly the raise is a raise", limit: fixed(10), rules: actionOnly, stacks: []int64{1000, 20, 1000},
			play: `
				A bet 10
				B allin 20
				C ? call 20, to 30
				C call
				A ? call 10, to 30`,
		},
		{
			name: "half bet: three quarters of an opening bet stand for a bet", rule: "RRP betting 6: raising a $15 all-in bet to $35",
			limit: fixed(20), rules: halfBet, stacks: []int64{15, 1000, 1000},
			play: `
				A bet 15
				B ? call 15, to 35`,
		},
		{
			name: "half bet: exactly half is enough", rule: "RRP betting 6: of a half a bet or more", limit: fixed(20), rules: halfBet, stacks: []int64{10, 1000, 1000},
			play: `
				A bet 10
				B ? call 10, to 30`,
		},
		{
			name: "half bet: less than half is completed", rule: "RRP betting 6: fold, call, or complete", limit: fixed(20), rules: halfBet, stacks: []int64{9, 1000, 1000},
			play: `
				A bet 9
				B ? call 9, complete to 20
				B complete 20
				C ? call 20, to 40`,
		},
		{
			name: "half bet: less than half does not reopen for those who checked", rule: "RRP betting 6: any player who has already acted",
			limit: fixed(20), rules: halfBet, stacks: []int64{1000, 1000, 9},
			play: `
				A check
				B check
				C allin 9
				A ? call 9, not reopened`,
		},
		{
			name: "half bet: less than half of a raise does not reopen for the bettor", rule: "RRP betting 6",
			limit: fixed(20), rules: halfBet, stacks: []int64{1000, 29, 1000, 1000},
			play: `
				A bet 20
				B allin 29
				C ? call 29, to 40
				C call
				D call
				A ? call 9, not reopened`,
		},
		{
			name: "half bet: half of a raise reopens, the next raise goes on top of it", rule: "RRP betting 6",
			limit: fixed(20), rules: halfBet, stacks: []int64{1000, 30, 1000},
			play: `
				A bet 20
				B allin 30
				C ? call 30, to 50
				C call
				A ? call 10, to 50`,
		},
		{
			name: "half bet: short all-ins add up", rule: "RRP betting 6: multiple all-in wagers still act as a raise",
			limit: fixed(20), rules: halfBet, stacks: []int64{1000, 27, 34, 1000},
			play: `
				A bet 20
				B allin 27
				C allin 34
				D ? call 34, to 54
				D call
				A ? call 14, to 54`,
		},
		{
			name: "half bet: a completed raise reopens for all", limit: fixed(20), rules: halfBet, stacks: []int64{1000, 25, 1000, 1000},
			play: `
				A bet 20
				B allin 25
				C call
				D raise 40
				A ? call 20, to 60
				A call
				C ? call 15, to 60`,
		},
		{
			name: "full: a short all-in is raised by a whole unit", rule: "the policy full", limit: fixed(10), rules: fullCounts, stacks: []int64{1000, 14, 1000},
			play: `
				A bet 10
				B allin 14
				C ? call 14, to 24
				C call
				A ? call 4, not reopened`,
		},
		{
			name: "full: short all-ins that add up to a unit reopen", rule: "WSOP 171", limit: fixed(10), rules: fullCounts, stacks: []int64{1000, 14, 21, 1000},
			play: `
				A bet 10
				B allin 14
				C allin 21
				D call
				A ? call 11, to 31`,
		},
		{
			name: "full: it uses up a raise", limit: fixed(10), rules: fullCounts, stacks: []int64{1000, 14, 1000},
			play: `
				A bet 10
				B allin 14
				C raise 24
				A raise 34
				C ? call 10, capped`,
		},
		{
			name: "full: a short opening bet is raised by a whole unit", limit: fixed(10), rules: fullCounts, stacks: []int64{4, 1000, 1000},
			play: `
				A bet 4
				B ? call 4, to 14`,
		},
		{
			name: "a call for less changes nothing", limit: fixed(10), rules: halfBet, stacks: []int64{1000, 4, 1000},
			play: `
				A bet 10
				B call
				C ? call 10, to 20
				C raise 20
				A ? call 10, to 30`,
		},
		{
			name: "any raise reopens where records have it so", rule: "mixed: short_reopens",
			limit: fixed(10), rules: betting.Rules{ShortAllIn: betting.Full, ShortReopens: true}, stacks: []int64{1000, 14, 1000},
			play: `
				A bet 10
				B allin 14
				C call
				A ? call 4, to 24`,
		},
	})
}

func TestRefusals(t *testing.T) {
	runRounds(t, []round{
		{
			name: "a stack that only calls", limit: fixed(10), rules: halfBet, stacks: []int64{1000, 10, 5},
			play: `
				A bet 10
				B ? call 10, no chips
				B ! 20: the stack does not reach beyond a call
				B call
				C ? call 5, no chips`,
		},
		{
			name: "an opponent with five chips behind can still be raised", limit: fixed(10), rules: halfBet, stacks: []int64{1000, 25, 15},
			play: `
				A bet 10
				B raise 20
				C call
				A ? call 10, to 30
				A raise 30
				B ? call 5, no chips`,
		},
		{
			name: "all opponents all-in", limit: noLimit(2), rules: halfBet, stacks: []int64{1000, 25, 15},
			play: `
				A bet 10
				B allin 25
				C call
				A ? call 15, nobody left
				A ! 50: no opponent can act any more
				A call
				over`,
		},
		{
			name: "the house forbids raising after a check", limit: fixed(2), rules: betting.Rules{NoCheckRaise: true},
			play: `
				A check
				B bet 2
				C ? call 2, to 4
				C call
				A ? call 2, checked
				A ! 4: the house forbids a raise after a check`,
		},
		{
			name: "the check-raise ban does not touch who bet first", limit: fixed(2), rules: betting.Rules{NoCheckRaise: true},
			play: `
				A bet 2
				B raise 4
				C call
				A ? call 2, to 6`,
		},
		{
			name: "pass and out: no check before a bet", rule: "angies.lowball.intro.pass-out", limit: fixed(2), rules: halfBet, noPass: true,
			play: `
				A ? bet 2
				A fold
				B ? bet 2
				B bet 2
				C ? call 2, to 4
				C call
				over`,
		},
		{
			name: "pass and out: the blind may stand", rule: "A27: a blind is a bet", limit: fixed(2), rules: halfBet, noPass: true,
			posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C ? call 2, to 4
				C call
				A call
				B ? check, to 4
				B check
				over`,
		},
	})
}
