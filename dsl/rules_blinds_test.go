package dsl_test

import "testing"

// shortBlinds are hands in which a blind is short of chips: in every house it
// is all in for less, and the others play for the full blind; what nobody can
// match is returned. In recorded games the call is the amount posted.
var shortBlinds = clauseHands(
	clauseHand{
		cites: "angies.holdem.play.blinds", game: "angies/holdem", stacks: "B 1", hands: "A 2c3d / B AhAd / C KhKd", board: "Qs Js 9h 7c 4s",
		play: "log posted B 1; C can fold, call 2, raise to 4; C call; A can fold, call 1, raise to 4; A call; play; wins B 3 C 2",
	},
	clauseHand{
		cites: "angies.holdem.play.blinds", game: "angies/holdem", stacks: "A 0.50", hands: "A AhAd / B 2c3d / C KhKd", board: "Qs Js 9h 7c 4s",
		play: "log posted A 0.50; log posted B 2; C call; B can fold, check, raise to 4; play; wins A 1.50 C 3",
	},
	clauseHand{ // heads-up: nobody is left to bet, the board is dealt
		cites: "angies.holdem.play.blinds", game: "angies/holdem", seats: "A B", stacks: "B 1", hands: "A 2c3d / B AhAd", board: "Qs Js 9h 7c 4s",
		play: "log posted B 1; log posted A 2; log returned A 1; over; wins B 2",
	},
	clauseHand{
		cites: "angies.omaha.play.first-bettor", game: "angies/omaha", stakes: "pl 1-2", stacks: "B 1", play: "log posted B 1; C call; stack C 98",
	},
	clauseHand{
		cites: "angies.limits.no", game: "angies/holdem", stakes: "nl 1-2", stacks: "B 1", play: "C can fold, call 2, raise to 4 to 100",
	},
	clauseHand{
		cites: "sanrafael.drop.bb", game: "sanrafael/holdem", seats: seats4, stacks: "A 2", hands: "A AhAd / B KhKd / C 2c3d / D 2d3c", board: "Qs Js 9h 7c 4s",
		play: "log posted D 1; log posted A 2; B can fold, call 3, raise to 6; B call; C fold; D call; log collected 3; play; house 3; wins A 3 B 2",
	},
	clauseHand{ // the button has only its chip
		cites: "sanrafael.drop.sb", game: "sanrafael/holdem", seats: seats4, stacks: "D 1", hands: "A 2c3d / B KhKd / C 2d3c / D AhAd", board: "Qs Js 9h 7c 4s",
		play: "log posted D 1; B call; C call; A check; log collected 4; play; house 4; wins D 2 B 4", // of the main pot of 4 the chips of D and A, of the side pot two of A (reading E26)
	},
	clauseHand{
		cites: "omaha-casino.round.4", game: "casino/omaha", stacks: "B 4", hands: "A 2c3d5h6s / B KdKc9s8s / C AhAdTcTd", board: "Ks Kh 7d 7c 2s",
		play: "log posted A 5; log posted B 4; C can fold, call 10, raise to 20; C call; A call; log collected 2; play; house 2; wins B 10 C 12",
	},
	clauseHand{
		cites: "omaha-cash.play.blinds", game: "omahacash/omaha", stacks: "B 1", play: "log posted A 2; log posted B 1; C call; stack C 98; A can fold, check, raise to 4 to 7",
	},
	clauseHand{
		cites: "omaha-cash.play.blinds", game: "omahacash/omaha-hilo", stacks: "A 1", play: "log posted A 1; log posted B 2; C call; stack C 98; B can fold, check, raise to 4 to 7",
	},
	clauseHand{
		cites: "house004.holdem.blinds", game: "house004/holdem", stakes: "5-10", seats: seats4, stacks: "B 3",
		play: "log posted A 2; log posted B 3; C can fold, call 5, raise to 10; C call; D call; A can fold, call 3, raise to 10",
	},
	clauseHand{ // the button heads-up pays the fee first
		cites: "house004.fee.when", game: "house004/holdem", stakes: "5-10", seats: "A B", stacks: "B 2", hands: "A 2c3d / B AhAd", board: "Qs Js 9h 7c 4s",
		play: "log collected B 1; log posted B 1; log posted A 5; log returned A 4; over; wins B 2; house 1; net A -1 B 0",
	},
	clauseHand{
		cites: "house004.fee.when", game: "house004/holdem", stakes: "5-10", seats: "A B", stacks: "B 1", hands: "A 2c3d / B AhAd", board: "Qs Js 9h 7c 4s",
		play: "log collected B 1; log posted A 5; log returned A 5; over; house 1; net A 0 B -1", // no chips are left for a blind
	},
)

func TestRulesShortBlinds(t *testing.T) { playClauseHands(t, shortBlinds) }

// TestRulesRecordedShortBlinds checks the same in the games of the hand-history
// format.
func TestRulesRecordedShortBlinds(t *testing.T) {
	for _, c := range []clauseHand{
		{game: "mixed/nt", stacks: "B 1", play: "log posted B 1; C can fold, call 1, raise to 3 to 100"},
		{game: "mixed/ft", stacks: "B 1", play: "log posted B 1; C can fold, call 1, raise to 3"},
		{game: "mixed/po", stacks: "B 1", play: "log posted B 1; C can fold, call 1, raise to 3 to 4"},
	} {
		t.Run(c.game, func(t *testing.T) {
			p := &clausePlay{t: t, row: &c}
			p.start()
			p.run(c.play)
		})
	}
}
