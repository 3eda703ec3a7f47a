package plan_test

import (
	"testing"

	"cardroom/engine/betting"
)

func TestSpreadLimit(t *testing.T) {
	runRounds(t, []round{
		{
			name: "a raise is at least the last bet and at most the top of the range", rule: "angies.limits.1-3-1-6: raise by 3 ok, by 4 refused, by 1 refused",
			limit: spread(1, 3), rules: cap3(betting.CapNow),
			play: `
				A ? check, bet 1..3
				A ! 4: only from 1 to 3
				A bet 2
				B ? call 2, to 4..5
				B ! 3: only from 4 to 5
				B ! 6: only from 4 to 5
				B raise 5
				C ? call 5, to 8
				C raise 8`,
		},
		{
			name: "the range widens on late rounds", rule: "angies.limits.1-3-1-6: turn bet 6 ok, 7 refused",
			limit: spread(1, 6), rules: cap3(betting.CapNow),
			play: `
				A ? check, bet 1..6
				A ! 7: only from 1 to 6
				A bet 6
				B ? call 6, to 12`,
		},
		{
			name: "a raise below the last bet is refused", rule: "angies.limits.2-4-2-8: turn bet 5 ok, raise by 4 refused, by 5 ok",
			limit: spread(2, 8), rules: cap3(betting.CapNow),
			play: `
				A ? check, bet 2..8
				A bet 5
				B ? call 5, to 10..13
				B ! 9: only from 10 to 13
				B raise 10
				C ? call 10, to 15..18`,
		},
		{
			name: "the blind is the first bet", rule: "GAMES 1: BB is the low end of the first range",
			limit: spread(1, 3), rules: cap3(betting.CapNow), posts: []int64{0, 1, 0}, forced: blind(1), first: 2,
			play: `
				C ? call 1, to 2..4
				C raise 4
				A ? call 4, to 7
				A call
				B ? call 3, to 7`,
		},
		{
			name: "a bet and three raises", rule: "A31", limit: spread(1, 3), rules: cap3(betting.CapAlways),
			play: `
				A bet 1
				B raise 2
				C raise 3
				A raise 4
				B ? call 2, capped`,
		},
		{
			name: "an all-in below half a raise is completed", rule: "RRP betting 6",
			limit: spread(2, 4), rules: halfBet, stacks: []int64{1000, 5, 1000, 1000},
			play: `
				A bet 4
				B allin 5
				C ? call 5, to 8
				C call
				D call
				A ? call 1, not reopened`,
		},
		{
			name: "an all-in of half a raise stands for a raise", rule: "RRP betting 6",
			limit: spread(2, 4), rules: halfBet, stacks: []int64{1000, 6, 1000},
			play: `
				A bet 4
				B allin 6
				C ? call 6, to 10
				C call
				A ? call 2, to 10`,
		},
		{
			name: "an opening all-in of half a bet is raised by a whole one", rule: "RRP betting 6",
			limit: spread(2, 4), rules: halfBet, stacks: []int64{1, 1000, 1000},
			play: `
				A allin 1
				B ? call 1, to 3..5`,
		},
		{
			name: "an opening all-in below half a bet is completed to any bet of the range", rule: "RRP betting 6",
			limit: spread(4, 8), rules: halfBet, stacks: []int64{1, 1000, 1000},
			play: `
				A allin 1
				B ? call 1, complete to 4..8`,
		},
		{
			name: "action only: the bet is completed before it is raised", rule: "house004.holdem.6 on a range",
			limit: spread(2, 4), rules: actionOnly, stacks: []int64{1000, 3, 1000},
			play: `
				A bet 2
				B allin 3
				C ? call 3, to 4..6
				C call
				A ? call 1, not reopened`,
		},
		{
			name: "the range is in whole chips", rule: "angies.limits.1-3-1-6: any whole-dollar bet",
			limit: betting.Limit{Structure: betting.Spread, Lo: 100, Hi: 300, Chip: 100}, rules: cap3(betting.CapNow),
			play: `
				A ! 250: 250 is not a multiple of the smallest chip, 100
				A bet 200
				B ? call 200, to 400..500
				B ! 450: not a multiple`,
		},
	})
}

func TestPotLimit(t *testing.T) {
	literal := betting.Rules{PotShorthand: true}
	casino := betting.Rules{PotMinIsBet: true}
	runRounds(t, []round{
		{
			name: "first in with blinds 1 and 2", rule: "omaha-cash.pot-limit, angies.limits.pot: 7",
			limit: potLimit(2), posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C ? call 2, to 4..7
				C ! 8: only from 4 to 7`,
		},
		{
			name: "first in with blinds 5 and 10", rule: "omaha-casino.round.4b, 6c.ii: 35",
			limit: potLimit(10), rules: casino, posts: []int64{5, 10, 0}, forced: blind(10), first: 2,
			play: `
				C ? call 10, to 20..35`,
		},
		{
			name: "the small blind's own chips are not called again", rule: "omaha-cash.pot-limit.3: L + P + S + (L - own)",
			limit: potLimit(2), posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C fold
				A ? call 1, to 4..6`,
		},
		{
			name: "no bet yet: the pot", rule: "omaha-cash.pot-limit: P 100, no bet -> 100", limit: potLimit(2), pot: 100,
			play: `
				A ? check, bet 2..100`,
		},
		{
			name: "the flop of a fixture", rule: "omaha-cash.wager.max: flop pot 18, 19 refused; pot raise to 72", limit: potLimit(2), pot: 18,
			play: `
				A ? check, bet 2..18
				A ! 19: only from 2 to 18
				A bet 18
				B ? call 18, to 36..72`,
		},
		{
			name: "over one bet", rule: "omaha-cash.pot-limit: 3x50+100 = 250; omaha-casino.round.6c.ii", limit: potLimit(10), pot: 100,
			play: `
				A bet 50
				B ? call 50, to 100..250`,
		},
		{
			name: "over a bet and a call", rule: "omaha-cash.pot-limit: A 50, B calls, C: 300", limit: potLimit(2), pot: 100,
			play: `
				A bet 50
				B call
				C ? call 50, to 100..300`,
		},
		{
			name: "again after a raise", rule: "omaha-cash.pot-limit.3: call 150, pot 500, to 700", limit: potLimit(2), pot: 100,
			play: `
				A bet 50
				B raise 200
				C fold
				A ? call 150, to 350..700`,
		},
		{
			name: "the shorthand taken literally, one bet", rule: "O4: the two agree for a single bettor", limit: potLimit(2), rules: literal, pot: 100,
			play: `
				A ? check, bet 2..100
				A bet 50
				B ? call 50, to 100..250`,
		},
		{
			name: "the shorthand taken literally, two bets", rule: "omaha-cash.pot-limit: 3x100+100 = 400", limit: potLimit(2), rules: literal, pot: 100,
			play: `
				A bet 50
				B call
				C ? call 50, to 100..400`,
		},
		{
			name: "the shorthand taken literally, blinds", rule: "omaha-cash.pot-limit: 9 with blinds 1/2", limit: potLimit(2), rules: literal,
			posts: []int64{1, 2, 0}, forced: blind(2), first: 2,
			play: `
				C ? call 2, to 4..9`,
		},
		{
			name: "without the raiser's call", rule: "omaha-casino.round.6c.ii: pot_includes_call=false gives 150, to 200", limit: potLimit(10),
			rules: betting.Rules{PotWithoutCall: true, PotMinIsBet: true}, pot: 100,
			play: `
				A ? check, bet 10..100
				A bet 50
				B ? call 50, to 60..200`,
		},
		{
			name: "the least raise is the minimum bet, literally", rule: "omaha-casino.round.6c.ii: minimum raise to 60 with BB 10", limit: potLimit(10), rules: casino, pot: 100,
			play: `
				A bet 50
				B ? call 50, to 60..250
				B raise 60
				C ? call 60, to 70..330`,
		},
		{
			name: "a raise of the minimum bet is a raise and reopens", rule: "omaha-casino.round.6d: call the raise, re-raise or fold", limit: potLimit(10), rules: casino, pot: 100,
			play: `
				A bet 50
				B raise 60
				C call
				A ? call 10, to 70..340`,
		},
		{
			name: "a short all-in below the minimum bet does not reopen", rule: "WSOP 171", limit: potLimit(10), rules: casino, pot: 100, stacks: []int64{1000, 55, 1000},
			play: `
				A bet 50
				B allin 55
				C call
				A ? call 5, not reopened`,
		},
		{
			name: "the least raise is the last bet or raise", rule: "omaha-cash.wager.min: A bets 20 (BB 5), B to 40 or more", limit: potLimit(5), pot: 100,
			play: `
				A ! 4: only from 5 to 100
				A bet 20
				B ? call 20, to 40..160
				B ! 39: only from 40`,
		},
		{
			name: "no more than the stack", limit: potLimit(2), pot: 100, stacks: []int64{1000, 120, 1000},
			play: `
				A bet 50
				B ? call 50, to 100..120`,
		},
		{
			name: "at least the minimum bet where the pot is smaller", rule: "omaha-cash.wager.min-bet", limit: potLimit(5), pot: 2,
			play: `
				A ? check, bet 5`,
		},
		{
			name: "unlimited in number", rule: "omaha-casino.round.6d.cap", limit: potLimit(1), rules: cap3(betting.CapAlways), pot: 4,
			play: `
				A bet 1
				B raise 2
				C raise 3
				A raise 4
				B raise 5
				C ? call 2, to 6..23`,
		},
	})
}

func TestNoLimit(t *testing.T) {
	straddled := betting.Rules{StraddleIsBlind: true}
	runRounds(t, []round{
		{
			name: "from the big blind to the stack", rule: "angies.limits.no", limit: noLimit(2),
			play: `
				A ? check, bet 2..1000
				A ! 1: only from 2 to 1000`,
		},
		{
			name: "a raise is at least the last raise", rule: "omaha-casino.round.6c.i: to 30 (by 20), then at least 50", limit: noLimit(10),
			posts: []int64{5, 10, 0, 0}, forced: blind(10), first: 2, stacks: []int64{1000, 1000, 1000, 1000},
			play: `
				C ? call 10, to 20..1000
				C raise 30
				D ? call 30, to 50..1000
				D raise 80
				A ? call 75, to 130..1000`,
		},
		{
			name: "a short all-in does not reopen", rule: "angies.limits.no: A 10, B all-in 14, C calls; A may call 4 or fold", limit: noLimit(2), stacks: []int64{1000, 14, 1000},
			play: `
				A bet 10
				B allin 14
				C ? call 14, to 24..1000
				C call
				A ? call 4, not reopened
				A call
				over`,
		},
		{
			name: "a raise over a short all-in reopens", rule: "WSOP 171", limit: noLimit(2), stacks: []int64{1000, 14, 1000},
			play: `
				A bet 10
				B allin 14
				C raise 24
				A ? call 14, to 34..1000`,
		},
		{
			name: "no completing: the raise goes on top of the all-in", rule: "RRP no-limit: bet 100, all-in 140, a raise is to 240", limit: noLimit(100), stacks: []int64{1000, 140, 1000},
			play: `
				A bet 100
				B allin 140
				C ? call 140, to 240..1000
				C ! 200: only from 240`,
		},
		{
			name: "an opening all-in below the minimum bet", rule: "RRP no-limit: all-in 20 with minimum 100, a raise is to at least 120", limit: noLimit(100), stacks: []int64{20, 1000, 1000},
			play: `
				A bet 20
				B ? call 20, to 120..1000`,
		},
		{
			name: "an opening all-in below the minimum bet does not reopen for who checked", rule: "RRP no-limit 3: may not raise an all-in less than the minimum bet",
			limit: noLimit(100), stacks: []int64{1000, 1000, 20},
			play: `
				A check
				B check
				C allin 20
				A ? call 20, not reopened
				A call
				B ? call 20, not reopened`,
		},
		{
			name: "an opening all-in of the minimum bet reopens for who checked", limit: noLimit(100), stacks: []int64{1000, 1000, 100},
			play: `
				A check
				B check
				C allin 100
				A ? call 100, to 200..1000`,
		},
		{
			name: "one who was raised may raise, one who was not may not", rule: "RRP no-limit: bet 100, raise 200, all-in 280",
			limit: noLimit(10), stacks: []int64{1000, 1000, 280},
			play: `
				A bet 100
				B raise 200
				C allin 280
				A ? call 180, to 380..1000
				A call
				B ? call 80, not reopened`,
		},
		{
			name: "short all-ins add up to a raise", rule: "RRP no-limit: multiple all-in wagers; WSOP 171", limit: noLimit(10), stacks: []int64{1000, 150, 210, 1000},
			play: `
				A bet 100
				B allin 150
				C allin 210
				D ? call 210, to 310..1000
				D call
				A ? call 110, to 310..1000`,
		},
		{
			name: "short all-ins that do not add up to a raise", limit: noLimit(10), stacks: []int64{1000, 150, 199, 1000},
			play: `
				A bet 100
				B allin 150
				C allin 199
				D call
				A ? call 99, not reopened`,
		},
		{
			name: "what adds up for one seat need not for another", limit: noLimit(10), stacks: []int64{1000, 1000, 150, 220, 1000},
			play: `
				A bet 100
				B call
				C allin 150
				D allin 220
				E raise 320
				A ? call 220, to 420..1000`,
		},
		{
			name: "each seat by what it faces", limit: noLimit(10), stacks: []int64{1000, 150, 1000, 210},
			play: `
				A bet 100
				B allin 150
				C call
				D allin 210
				A ? call 110, to 310..1000
				A call
				C ? call 60, not reopened`,
		},
		{
			name: "a raise over a straddle is at least the straddle", rule: "RRP no-limit: a straddle sets a new minimum bring-in", limit: noLimit(2), rules: straddled,
			stacks: []int64{1000, 1000, 1000, 1000}, posts: []int64{1, 2, 4, 0}, forced: betting.Forced{Nominal: 4}, first: 3,
			play: `
				D ? call 4, to 8..1000
				D call
				A call
				B call
				C ? check, to 8..1000
				C raise 12
				D ? call 8, to 20..1000`,
		},
		{
			name: "a raise over a straddle is at least the big blind", rule: "WSOP 11: three times the big blind", limit: noLimit(2),
			stacks: []int64{1000, 1000, 1000, 1000}, posts: []int64{1, 2, 4, 0}, forced: betting.Forced{Nominal: 4}, first: 3,
			play: `
				D ? call 4, to 6..1000`,
		},
		{
			name: "a straddle short of chips is called in full", limit: noLimit(2), rules: straddled,
			stacks: []int64{1000, 1000, 3, 1000}, posts: []int64{1, 2, 4, 0}, forced: betting.Forced{Nominal: 4}, first: 3,
			play: `
				D ? call 4, to 8..1000`,
		},
		{
			name: "a short big blind is called in full", rule: "RRP no-limit: required to enter for the minimum bet", limit: noLimit(2), stacks: []int64{1000, 1, 1000, 1000},
			posts: []int64{1, 2}, forced: blind(2), first: 2,
			play: `
				C ? call 2, to 4..1000
				C call
				D call
				A ? call 1, to 4..1000
				A call
				over`,
		},
		{
			name: "a short big blind is called for what was posted, by option", limit: noLimit(2), rules: betting.Rules{PostedLevel: true}, stacks: []int64{1000, 1, 1000, 1000},
			posts: []int64{1, 2}, forced: blind(2), first: 2,
			play: `
				C ? call 1, to 3..1000`,
		},
		{
			name: "a nominal blind is not called into the air", stacks: []int64{1000, 1, 1000}, limit: noLimit(2),
			posts: []int64{1, 2}, forced: blind(2), first: 2,
			play: `
				C fold
				over`,
			// A has matched the one chip that B could post.
		},
		{
			name: "a small blind that owes the rest of a short big blind", stacks: []int64{1000, 3, 1000}, limit: noLimit(4),
			posts: []int64{2, 4}, forced: blind(4), first: 2,
			play: `
				C fold
				A ? call 1, nobody left
				A call
				over`,
		},
		{
			name: "the chip is the step of amounts, the ends of the range aside", limit: betting.Limit{Structure: betting.NoLimit, Lo: 10, Chip: 5}, stacks: []int64{1003, 1003, 14},
			play: `
				A ! 12: 12 is not a multiple of the smallest chip, 5
				A bet 15
				B ? call 15, to 30..1003
				B raise 1003
				C call`,
		},
		{
			name: "a single wager is at most what the house has posted", rule: "omaha-casino.fee.limits: no-limit bet 10001 refused",
			limit: betting.Limit{Structure: betting.NoLimit, Lo: 10, Max: 10000}, stacks: []int64{90000, 90000, 90000},
			play: `
				A ? check, bet 10..10000
				A ! 10001: only from 10 to 10000
				A bet 6000
				B ? call 6000, to 12000..16000
				B raise 16000
				C ? call 16000, to 26000`,
		},
		{
			name: "the house maximum is for the raise, the bet that stands comes on top", rule: "omaha-casino.round.6c: the big blind plus an additional amount within the table limit",
			limit: betting.Limit{Structure: betting.NoLimit, Lo: 10, Max: 100}, posts: []int64{5, 10, 0}, forced: blind(10), first: 2,
			play: `
				C ? call 10, to 20..110`,
		},
		{
			name: "a raise that just covers the deepest opponent", rule: "mixed: cover_raise", limit: noLimit(2), rules: betting.Rules{CoverRaise: true}, stacks: []int64{50, 1000, 13},
			play: `
				A bet 10
				B ? call 10, to 20..1000
				B raise 40
				C call
				A ? call 30, to 50`,
		},
		{
			name: "a raise that just covers, below a full raise", rule: "mixed: cover_raise", limit: noLimit(2), rules: betting.Rules{CoverRaise: true}, stacks: []int64{14, 1000},
			play: `
				A bet 10
				B ? call 10, to 14..1000`,
		},
	})
}
