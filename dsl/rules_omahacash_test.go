package dsl_test

import (
	"strings"
	"testing"
)

// Omaha Cash Games: pot limit, high, and high-low without a qualifier.

const och = "Ac 8s Kh 5s 3c 8h Kc 5h Jh 6s 9s 6h Th 6d 9d 5c 2s Ks Qd 7c 3s 4h 3h 2d"

var omahaCash = clauseHands(
	clauseHand{
		cites: "omaha-cash.play.blinds", game: "omahacash/omaha-hilo", seats: seats4, play: "log posted A 2; log posted B 2; stack A 98 B 98",
	},
	clauseHand{
		cites: "omaha-cash.play.deal", game: "omahacash/omaha-hilo", seats: seats4, deck: och, play: "down A Ac 3c Jh Th; down C Kh Kc 9s 9d",
	},
	clauseHand{
		cites: "omaha-cash.play.first", game: "omahacash/omaha-hilo", seats: seats4,
		play: "C cannot check: there is a bet to call; C can fold, call 2, raise to 4 to 8; C call; D call; A can fold, check, raise to 4 to 10; A check; B can fold, check, raise to 4 to 10",
	},
	clauseHand{
		cites: "omaha-cash.play.flop omaha-cash.play.later", game: "omahacash/omaha-hilo", seats: seats4, deck: och,
		play: "C raise 8; D fold; A call; B fold; log gathered 18; log burned 2s; log board Ks Qd 7c; round flop; A can fold, check, bet 2 to 18",
	},
	clauseHand{
		cites: "omaha-cash.play.flop", game: "omahacash/omaha-hilo", seats: seats4, deck: och, set: "burn=no",
		play: "C raise 8; D fold; A call; B fold; never burned; board 2s Ks Qd",
	},
	clauseHand{
		cites: "omaha-cash.play.turn omaha-cash.play.turn-bet omaha-cash.play.river", game: "omahacash/omaha-hilo", seats: seats4, deck: och, stacks: "A 200 C 200",
		play: `C raise 8; D fold; A call; B fold; A bet 18; C raise 72; A call; log burned 3s; log board 4h; round turn; pot 162
			A check; C check; log burned 3h; log board 2d; round river; board Ks Qd 7c 4h 2d`,
	},
	clauseHand{
		cites: "omaha-cash.play.showdown omaha-cash.showdown.two-three", game: "omahacash/omaha", seats: seats4, deck: och, stacks: "A 200 C 200",
		play: `C raise 8; D fold; A call; B fold; A bet 18; C raise 72; A call; play
			worth C three of a kind; worth A ace high; wins C 162; net A -80 B -2 C +82`,
	},
	clauseHand{
		cites: "omaha-cash.wager.structures", game: "omahacash/omaha", stakes: "pl 2-5", play: "log posted A 2; log posted B 5; C can fold, call 5, raise to 10 to 17",
	},
	clauseHand{
		cites: "omaha-cash.wager.structures", game: "omahacash/omaha", stakes: "pl 5-10", play: "log posted A 5; log posted B 10",
	},
	clauseHand{
		cites: "omaha-cash.wager.min-bet", game: "omahacash/omaha", stakes: "pl 2-5",
		play: "to flop; A cannot bet 4: only from 5 to 15; A bet 5; to turn; A cannot bet 4",
	},
	clauseHand{
		cites: "omaha-cash.wager.min", game: "omahacash/omaha", stakes: "pl 2-5", stacks: "A 500 B 500 C 500",
		play: "C raise 15; A call; B call; A bet 20; B cannot raise 24: only from 25 to 105; B raise 25; C can fold, call 25, raise to 30 to 140",
	},
	clauseHand{
		cites: "omaha-cash.wager.min", game: "omahacash/omaha", stakes: "pl 2-5", stacks: "A 500 B 500 C 500", set: "min_raise=last+raise",
		play: "C raise 15; A call; B call; A bet 20; B cannot raise 39: only from 40 to 105; B raise 40; C can fold, call 40, raise to 60 to 185",
	},
	clauseHand{
		cites: "omaha-cash.wager.max omaha-cash.pot-limit.1", game: "omahacash/omaha-hilo", seats: seats4,
		play: "C raise 8; D fold; A call; B fold; A cannot bet 19: only from 2 to 18; A bet 18",
	},
	clauseHand{
		cites: "omaha-cash.pot-limit.2 omaha-cash.pot-limit.shorthand", game: "omahacash/omaha-hilo", seats: seats4,
		play: "C raise 8; D fold; A call; B fold; A bet 18; C can fold, call 18, raise to 20 to 72; C cannot raise 73",
	},
	clauseHand{ // blinds 1/2: 7
		cites: "omaha-cash.pot-limit", game: "omahacash/omaha", stakes: "pl 1-2", play: "C can fold, call 2, raise to 4 to 7; C cannot raise 8",
	},
	clauseHand{ // the shorthand taken literally: 9
		cites: "omaha-cash.pot-limit", game: "omahacash/omaha", stakes: "pl 1-2", set: "pot_shorthand=literal", play: "C can fold, call 2, raise to 4 to 9",
	},
	clauseHand{ // P 100: no bet, one bet, a bet and a call
		cites: "omaha-cash.pot-limit", game: "omahacash/omaha", stakes: "pl 5-10", seats: seats4, stacks: "A 900 B 900 C 900 D 900",
		play: `C raise 25; D call; A call; B call; pot 100; A can fold, check, bet 10 to 100; A bet 50
			B can fold, call 50, raise to 60 to 250; B call; C can fold, call 50, raise to 60 to 300`,
	},
	clauseHand{
		cites: "omaha-cash.pot-limit", game: "omahacash/omaha", stakes: "pl 5-10", seats: seats4, stacks: "A 900 B 900 C 900 D 900", set: "pot_shorthand=literal",
		play: `C raise 25; D call; A call; B call; pot 100; A can fold, check, bet 10 to 100; A bet 50
			B can fold, call 50, raise to 60 to 250; B call; C can fold, call 50, raise to 60 to 400`,
	},
	clauseHand{ // A 50, B 200, A again: call 150, pot 500, to 700
		cites: "omaha-cash.pot-limit.3", game: "omahacash/omaha", stakes: "pl 5-10", seats: seats4, stacks: "A 900 B 900 C 900 D 900",
		play: "C raise 25; D call; A call; B call; A bet 50; B raise 200; C fold; D fold; A can fold, call 150, raise to 210 to 700",
	},
	clauseHand{
		cites: "omaha-cash.chips", game: "omahacash/omaha-hilo", seats: seats4,
		play: "C raise 8; D fold; A call; B fold; A cannot bet 2.50: multiple of the smallest chip, 1",
	},
	clauseHand{ // no qualifier: 7-4-3-2-A takes half
		cites: "omaha-cash.showdown.hilo omaha-cash.showdown.independent", game: "omahacash/omaha-hilo", seats: seats4, deck: och, stacks: "A 200 C 200",
		play: "C raise 8; D fold; A call; B fold; A bet 18; C raise 72; A call; play; worth C three of a kind; low A seventy-four; wins A 81 C 81; net A +1 C +1",
	},
	clauseHand{ // a king-high low takes half too
		cites: "omaha-cash.showdown.hilo", game: "omahacash/omaha-hilo", seats: "A B", hands: "A AsAhKc5d / B KsJc3s4c", board: "9c 9d Kh Qs 2d",
		stacks: "A 10 B 10", play: "all-in; worth A two pair; wins A 10 B 10",
	},
	clauseHand{ // O3: eight or better
		cites: "omaha-cash.showdown.hilo", game: "omahacash/omaha-hilo", seats: "A B", hands: "A AsAhKc5d / B KsJc3s4c", board: "9c 9d Kh Qs 2d", set: "qualifier=8",
		stacks: "A 10 B 10", play: "all-in; wins A 20",
	},
	clauseHand{ // pot 120: A 60 + 20, B 20, C 20
		cites: "omaha-cash.showdown.quarter", game: "omahacash/omaha-hilo", hands: "A Ah2hKh9d / B Ac2cQdJs / C As2sQhJh", board: "8c 7d 3h Ks Kd",
		stacks: "A 40 B 40 C 40", play: "all-in; wins A 80 B 20 C 20; net A +40 B -20 C -20",
	},
	clauseHand{ // a half tied two ways is quartered
		cites: "omaha-cash.showdown.quarter", game: "omahacash/omaha-hilo", seats: "A B", hands: "A Ah2hKh9d / B Ac2cQdJs", board: "8c 7d 3h Ks Kd",
		stacks: "A 40 B 40", play: "all-in; wins A 60 B 20",
	},
)

func TestRulesOmahaCash(t *testing.T) { playClauseHands(t, omahaCash) }

// TestRulesOmahaCashStakes checks for which blinds the house opens a table.
func TestRulesOmahaCashStakes(t *testing.T) {
	for _, id := range []string{"omahacash/omaha", "omahacash/omaha-hilo"} {
		g := bound(t, library(t, nil), id, "").Game
		for text, want := range map[string]string{
			"pl 1-2": "", "pl 2-2": "", "pl 2-5": "", "pl 5-10": "", "pl $5-$10": "",
			"pl 3-6":          "not posted in this house",
			"pl 10-20":        "not posted in this house",
			"pl 5-10 ante 11": "not posted in this house",
			"nl 1-2":          "not posted in this house",
			"2-4":             "not posted in this house",
		} {
			_, err := g.ParseStakes(text)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s at %s: %v; want %q", id, text, err, want)
			}
		}
		// The limit on forced bets also applies by itself.
		rule := *g
		rule.Stakes.OnlyPosted = false
		for _, text := range []string{"pl 10-20", "pl 5-10 ante 11"} {
			if _, err := rule.ParseStakes(text); err == nil || !strings.Contains(err.Error(), "no forced bet can be above 10") {
				t.Errorf("%s at %s, were it posted: %v", id, text, err)
			}
		}
	}
}
