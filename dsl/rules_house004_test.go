package dsl_test

import (
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Hold'em at House 004: the button pays the fee, a short all-in is action only,
// and suits break ties.

const (
	hth      = "9h Kd Ac Js Qc 5s 3c Kh 9c 4d 3d 2s 3h 7h"
	hthRound = "C call; A call; B check;"
	hthRiver = hthRound + "A check; B check; C check; A check; B check; C check;"
)

// hthRow returns a row at $5-$10 with the cards of the recorded hand HTH.
func hthRow(cites, stacks, play string) clauseHand {
	return clauseHand{cites: cites, game: "house004/holdem", stakes: "5-10", deck: hth, stacks: stacks, play: play}
}

var house004Holdem = clauseHands(
	// The fee, the blinds and the deal.
	clauseHand{
		cites: "house004.fee.when house004.fee.small house004.house.1b", game: "house004/holdem", seats: seats4,
		play: "log collected D 1; log posted A 1; log posted B 2; log dealt A; house 1; stack D 99",
	},
	clauseHand{
		cites: "house004.fee.large house004.house.1b", game: "house004/holdem", seats: "A B C D E", play: "log collected E 2; log posted A 1; house 2; play; house 2",
	},
	hthRow("house004.holdem.blinds", "", "log posted A 2; log posted B 5"),
	clauseHand{cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "1-2", play: "log posted A 0.50; log posted B 1"},
	clauseHand{cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "2-4", play: "log posted A 1; log posted B 2"},
	clauseHand{cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "3-6", play: "log posted A 1; log posted B 3"},
	clauseHand{cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "6-12", play: "log posted A 4; log posted B 6"},
	clauseHand{cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "10-20", play: "log posted A 5; log posted B 10"},
	clauseHand{
		cites: "house004.holdem.blinds", game: "house004/holdem", seats: "A B", play: "log posted B 1; log posted A 2; B call; A check; round flop; turn A",
	},
	hthRow("house004.holdem.deal", "", "down A 9h Js; down B Kd Qc; down C Ac 5s"),
	hthRow("house004.holdem.flop", "", hthRound+"log burned 3c; log board Kh 9c 4d; round flop"),
	hthRow("house004.holdem.turn-river", "", "to turn; log burned 3d; log board 2s; to river; log burned 3h; log board 7h; board Kh 9c 4d 2s 7h"),
	hthRow("house004.holdem.community house004.holdem.best house004.house.6", "",
		"play; worth A pair of nines; worth B pair of kings; worth C ace high; wins B 15"),
	hthRow("house004.house.5", "", "play; showdown; log shown B Kd Qc; log awarded B 15"),
	hthRow("house004.house.5", "", hthRound+"A bet 5; B fold; C fold; no showdown; never shown; log won A 15"),

	// Betting.
	hthRow("house004.holdem.first-round house004.house.2", "", "turn C; C call; turn A; A call; turn B"),
	hthRow("house004.holdem.later house004.house.2", "", hthRound+"A check; B check; turn C"),
	hthRow("house004.holdem.1", "", "C call; A call; B can fold, check, raise to 10; B check; round flop"),
	hthRow("house004.holdem.1", "", "C call; A can fold, call 3, raise to 10; A raise 10; B call; C call; round flop; pot 30"),
	hthRow("house004.holdem.2", "", hthRound+"A check; B bet 5; C call; A can fold, call 5, raise to 10; A raise 10"),
	hthRow("house004.holdem.3a", "", hthRound+"A bet 5; B raise 10; C raise 15; A raise 20; B cannot raise 25: all its raises; B can fold, call 10"),
	hthRow("house004.holdem.3a", "", "C raise 10; A raise 15; B raise 20; C can fold, call 10"), // the big blind is the bet
	clauseHand{ // a big blind of 2 in a 3 & 6 game: to 3, then 6, 9, 12
		cites: "house004.holdem.3b", game: "house004/holdem", stakes: "3-6 blinds 1/2", seats: seats4,
		play: "C can fold, call 2, complete to 3; C complete 3; log completed C; D raise 6; A raise 9; B raise 12; C can fold, call 9; C cannot raise 15",
	},
	clauseHand{ // the same, short for lack of chips: it is 3 to call
		cites: "house004.holdem.3b", game: "house004/holdem", stakes: "3-6", seats: "A B C D E", stacks: "B 2",
		play: "log posted B 2; C can fold, call 3, raise to 6; C raise 6; D raise 9; E raise 12; A can fold, call 11; A cannot raise 15",
	},
	clauseHand{ // two left of four: no limit
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", seats: seats4,
		play: "to turn; A bet 10; B raise 20; C fold; D fold; A raise 30; B raise 40; A raise 50; B can fold, call 10, raise to 60",
	},
	clauseHand{ // C can still act
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", seats: seats4,
		play: "to turn; A bet 10; B raise 20; C call; D fold; A raise 30; B raise 40; C call; A cannot raise 50: all its raises",
	},
	clauseHand{ // C is all-in and cannot
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", seats: seats4, stacks: "C 20",
		play: "to turn; A bet 10; B raise 20; C call; D fold; A raise 30; B raise 40; A raise 50",
	},
	clauseHand{ // only two remain: no limit, although it had been reached
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10",
		play: "to turn; A bet 10; B raise 20; C raise 30; A raise 40; B fold; C can fold, call 10, raise to 50",
	},
	clauseHand{ // the custom: once reached, the cap stays
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", set: "cap_off=now",
		play: "to turn; A bet 10; B raise 20; C raise 30; A raise 40; B fold; C can fold, call 10",
	},
	clauseHand{
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", set: "cap_off=round+start",
		play: "to turn; A bet 10; B raise 20; C fold; A raise 30; B raise 40; A can fold, call 10",
	},
	clauseHand{
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", set: "cap_off=round+start",
		play: "to flop; A check; B check; C bet 5; A fold; B call; B bet 10; C raise 20; B raise 30; C raise 40; B raise 50",
	},
	clauseHand{
		cites: "house004.holdem.3c", game: "house004/holdem", stakes: "5-10", set: "cap_off=never", seats: "A B",
		play: "to turn; A bet 10; B raise 20; A raise 30; B raise 40; A can fold, call 10",
	},
	hthRow("house004.holdem.4 house004.ante.1", "", hthRound+"A cannot bet 10: only to 5; A check; B check; C check; round turn; A bet 10"),

	// Short all-ins.
	hthRow("house004.holdem.6 house004.holdem.6.example", "B 23",
		hthRiver+`A bet 10; B raise 18; C cannot raise 28: only to 20; C can fold, call 18, raise to 20; C call
			A can fold, call 8; A cannot raise 20: not reopened; A call; log gathered 69; wins B 69`),
	hthRow("house004.holdem.6.example", "B 23",
		hthRiver+"A bet 10; B raise 18; C raise 20; A can fold, call 10, raise to 30; A call; log gathered 73; wins B 69 A 4"),
	hthRow("house004.holdem.6", "B 23", // it does not count toward the cap
		hthRiver+"A bet 10; B raise 18; C raise 20; A raise 30; C raise 40; A can fold, call 10, raise to 50"),
	clauseHand{ // the fourth street: check, check, all-in 6
		cites: "house004.holdem.7 house004.holdem.7.example", game: "house004/holdem", stakes: "5-10", stacks: "C 12",
		play: "to turn; A check; B check; C bet 6; A cannot raise 16: only to 10; A can fold, call 6, complete to 10; A complete 10; B can fold, call 10, raise to 20; B raise 20; A can fold, call 10, raise to 30",
	},
	clauseHand{ // calling it
		cites: "house004.holdem.7", game: "house004/holdem", stakes: "5-10", stacks: "C 12",
		play: "to turn; A check; B check; C bet 6; A call; B can fold, call 6, complete to 10; B call; round river; pot 33",
	},
	clauseHand{
		cites: "house004.holdem.7", game: "house004/holdem", stakes: "5-10", stacks: "A 11",
		play: "to turn; A bet 6; B can fold, call 6, complete to 10; B complete 10; C can fold, call 10, raise to 20",
	},

	// Equal hands.
	clauseHand{
		cites: "house004.rank.10", game: "house004/holdem", seats: "A B", hands: "A 2c2d / B 9h8h", board: "As Ks Qs Js Ts",
		stacks: "A 10 B 11", play: "all-in; wins A 10 B 10",
	},
	clauseHand{ // equal straights: the king of spades wins
		cites: "house004.rank.10 house004.rank.6", game: "house004/holdem", seats: "A B", hands: "A Kh3c / B Ks4c", board: "Qd Jc Td 9s 2h",
		stacks: "A 10 B 11", play: "all-in; wins B 20",
	},
	clauseHand{ // a pair's suits come before a kicker's
		cites: "house004.rank.10", game: "house004/holdem", seats: "A B", hands: "A KhJc / B KcJs", board: "Kd Qc 9h 7s 3d",
		stacks: "A 10 B 11", play: "all-in; wins A 20",
	},
	clauseHand{ // three tied, two of them on the board
		cites: "house004.rank.10", game: "house004/holdem", hands: "A 2c3c / B 2d3d / C Ks4c", board: "Kd Qc Jd Th 9s",
		stacks: "A 10 B 10 C 11", play: "all-in; wins C 30",
	},
	clauseHand{ // by main and side pot
		cites: "house004.rank.10", game: "house004/holdem", hands: "A Ks3c / B Kh4c / C Kc5d", board: "Qd Jc Td 9s 2h",
		stacks: "A 10 B 30 C 31", play: "all-in; wins A 30 B 40",
	},
)

var house004Rankings = clauseRankings(
	clauseRanking{cites: "house004.rank.1", game: "house004/holdem", better: "JhTh", worse: "9h8h", board: "Ah Kh Qh 2c 3d"},
	clauseRanking{cites: "house004.rank.2", game: "house004/holdem", better: "JsTs", worse: "6s5s", board: "9s 8s 7s 2d 3c"},
	clauseRanking{cites: "house004.rank.3", game: "house004/holdem", better: "Kc2d", worse: "Qc2h", board: "9c 9d 9h 9s 3c"},
	clauseRanking{cites: "house004.rank.4", game: "house004/holdem", better: "JcJd", worse: "AcAd", board: "Jh 5c 5d 2h 3s"},
	clauseRanking{cites: "house004.rank.4", game: "house004/holdem", better: "AcAd", worse: "JcJd", board: "Kh Kc Kd 2h 3s"},
	clauseRanking{cites: "house004.rank.5", game: "house004/holdem", better: "7d2h", worse: "6d3h", board: "Ad Jd 9d 5d Kc"},
	clauseRanking{cites: "house004.rank.6", game: "house004/holdem", better: "KcQd", worse: "8c7d", board: "Jh Th 9s 2c 2d"},
	clauseRanking{cites: "house004.rank.7", game: "house004/holdem", better: "KcKd", worse: "QcQd", board: "Kh Qh 2s 4c 9d"},
	clauseRanking{cites: "house004.rank.7", game: "house004/holdem", better: "KcAd", worse: "KdJd", board: "Kh Ks 4s Td 2c"},
	clauseRanking{cites: "house004.rank.8", game: "house004/holdem", better: "Kc9c", worse: "Kd8c", board: "Ks 3c 3d 5h 6s"},
	clauseRanking{cites: "house004.rank.8", game: "house004/holdem", better: "Kc3h", worse: "QcQd", board: "Ks 3c Js Jd 8s"},
	clauseRanking{cites: "house004.rank.9", game: "house004/holdem", better: "9cAc", worse: "9dKc", board: "9h 3s 2d 6c Js"},
	clauseRanking{cites: "house004.rank.9", game: "house004/holdem", better: "AcQd", worse: "KcQh", board: "9h 3s 2d 6c Js"},
)

func TestRulesHouse004(t *testing.T) {
	playClauseHands(t, house004Holdem)
}

// TestRulesHouse004Rankings plays each pair of hands for a few chips, from
// either seat.
func TestRulesHouse004Rankings(t *testing.T) {
	playClauseRankings(t, house004Rankings)
}

// TestRulesHouse004Posts checks that a player who missed their blinds posts the
// total, with the small blind dead in the pot and the big blind live; a new
// player posts only the big blind.
func TestRulesHouse004Posts(t *testing.T) {
	for _, c := range []struct {
		name  string
		posts []hand.Post
		play  string
		pot   int64
	}{
		{
			"2 & 4: dead 1, live 2; all call, E may raise to 4; pot 9",
			[]hand.Post{{Seat: 3, Amount: 100, Dead: true}, {Seat: 3, Amount: 200}},
			"C call; D can fold, check, raise to 4; D check; E fold; A call; B check; round flop", 900,
		},
		{
			"the option is used",
			[]hand.Post{{Seat: 3, Amount: 100, Dead: true}, {Seat: 3, Amount: 200}},
			"C call; D raise 4; E fold; A fold; B call; C call; round flop", 1400,
		},
		{
			"a new player posts the big blind only",
			[]hand.Post{{Seat: 3, Amount: 200}},
			"C fold; D can fold, check, raise to 4; D check; E fold; A call; B check; round flop", 600,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &clausePlay{t: t, row: &clauseHand{}, seats: strings.Fields("A B C D E"), b: clausePlan(t, "house004/holdem", "2-4", "")}
			setup := hand.Setup{Plan: p.b, Button: 4, Log: &p.log, Seed: 1, Posts: c.posts}
			for range 5 {
				setup.Stacks = append(setup.Stacks, 100*plan.Cents)
			}
			if err := p.h.Start(&setup); err != nil {
				t.Fatal(err)
			}
			p.run(c.play)
			if p.h.Pot() != c.pot {
				t.Errorf("the pot is %s, want %s", plan.Money(p.h.Pot(), plan.Cents), plan.Money(c.pot, plan.Cents))
			}
		})
	}
}

// TestRulesHouse004Limits checks that hold'em is played fixed limit.
func TestRulesHouse004Limits(t *testing.T) {
	g := bound(t, library(t, nil), "house004/holdem", "").Game
	for _, text := range []string{"nl 1-2", "pl 1-2", "1-3/1-6"} {
		if _, err := g.ParseStakes(text); err == nil || !strings.Contains(err.Error(), "the game is played fixed limit") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
