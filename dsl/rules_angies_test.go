package dsl_test

import (
	"strings"
	"testing"

	"cardroom/engine/plan"
)

// Hold'em and Omaha at Angie's: dealing, betting, the posted limits, and who
// wins. Both values of open options are played.

const (
	ah1 = "Kd Qc 9h 2s 3c 7d 8h 5d 4c Th Jh Qh 6s 2c 9c 2d"
	ao1 = "2s Tc Kh 4c 5c Kd Jd Qc 7h 9h Ah Jh 9s 6c 8c 6d 2h 3h 4d 6s"
	ao8 = "2h 5c Kh 2c 3s 4c Kc 3d Tc Qd 9s 7s Qs Js 9d 8s Ah 8c 7d 6h 2d Ks 3h Kd"

	ah1Flop  = "C call; D call; A call; B check; pot 8;"
	ah1Turn  = ah1Flop + "A check; B bet 2; C raise 4; D call; A fold; B call; pot 20;"
	ah1River = ah1Turn + "B check; C bet 4; D call; B fold; pot 28;"
)

var angiesHoldem = clauseHands(
	// Dealing.
	clauseHand{
		cites: "angies.holdem.play.deal", game: "angies/holdem", deck: "As Kd 7c Ah Kc 2s",
		play: "down A As Ah; down B Kd Kc; down C 7c 2s",
	},
	clauseHand{
		cites: "angies.holdem.community", game: "angies/holdem", seats: "A B", hands: "A Kd3c / B Ks3d", board: "Kh Qd 7c 4s 2h",
		play: "to flop; A bet 2; B call; play; worth A pair of kings; worth B pair of kings; wins A 4 B 4",
	},
	clauseHand{
		cites: "angies.holdem.play.flop", game: "angies/holdem", seats: seats4, deck: ah1,
		play: ah1Flop + "log gathered 8; log burned 4c; log board Th Jh Qh; round flop; " +
			"A check; B bet 2; C raise 4; D call; A fold; B call; log gathered 20",
	},
	clauseHand{
		cites: "angies.holdem.play.flop", game: "angies/holdem", seats: seats4, deck: ah1, set: "burn=no",
		play: ah1Flop + "never burned; board 4c Th Jh; round flop",
	},
	clauseHand{
		cites: "angies.holdem.play.turn", game: "angies/holdem", seats: seats4, deck: ah1,
		play: ah1Turn + "log burned 6s; log board 2c; board Th Jh Qh 2c; round turn; turn B; B can fold, check, bet 4",
	},
	clauseHand{
		cites: "angies.holdem.play.river", game: "angies/holdem", seats: seats4, deck: ah1,
		play: ah1River + `log burned 9c; log board 2d; board Th Jh Qh 2c 2d; round river; C bet 4; D raise 8; C raise 12; D call
			pot 0; wins C 52; net A -2 B -6 C +30 D -22`,
	},
	clauseHand{
		cites: "angies.holdem.1", game: "angies/holdem", seats: seats4, deck: ah1,
		play: "play; showdown; down A Kd 3c; down B Qc 7d; down C 9h 8h; down D 2s 5d; board Th Jh Qh 2c 2d; log burned 4c; log burned 6s; log burned 9c",
	},

	// Betting.
	clauseHand{
		cites: "angies.holdem.play.first-bettor", game: "angies/holdem", seats: seats4,
		play: `C call; D call; A call; B check; round flop
			A check; B check; C check; D check; round turn; turn A`,
	},
	clauseHand{ // heads-up, the button posts the small blind and acts first, then last
		cites: "angies.holdem.play.first-bettor", game: "angies/holdem", seats: "A B",
		play: "log posted B 1; log posted A 2; B can fold, call 1, raise to 4; B call; A check; round flop; A check; B check; turn A",
	},
	clauseHand{
		cites: "angies.holdem.play.first-bettor", game: "angies/holdem", seats: "A B", set: "headsup=literal",
		play: "log posted A 1; log posted B 2; A can fold, call 1, raise to 4; A call; B check; round flop; A check; B check; turn A",
	},
	clauseHand{
		cites: "angies.holdem.play.blinds", game: "angies/holdem",
		play: "log posted A 1; log posted B 2; C fold; A fold; no showdown; log returned B 1; net A -1 B +1 C 0",
	},
	clauseHand{
		cites: "angies.holdem.play.blinds", game: "angies/holdem",
		play: "C call; A can fold, call 1, raise to 4; A call; B can fold, check, raise to 4; B raise 4; C call; A call; round flop; pot 12",
	},
	clauseHand{ // all-in for less than the blind
		cites: "angies.holdem.play.blinds", game: "angies/holdem", stacks: "B 1", hands: "A 2c3d / B AhAd / C KhKd", board: "Qs Js 9h 7c 4s",
		play: "log posted B 1; C can fold, call 2, raise to 4; C call; A call; play; wins B 3 C 2",
	},
	clauseHand{
		cites: "angies.holdem.2", game: "angies/holdem", seats: seats4,
		play: `C call; D call; A call; B check; round flop; pot 8
			A bet 2; B call; C call; D call; round turn; pot 16
			A bet 4; B call; C call; D call; round river; pot 32
			A bet 4; B call; C call; pot 44; D call; log gathered 48; showdown`,
	},
	clauseHand{ // A31, G7
		cites: "angies.limits.2-4", game: "angies/holdem",
		play: "to flop; A bet 2; B raise 4; C raise 6; A raise 8; B cannot raise 10: the round has had all its raises; B can fold, call 4",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", set: "raise_cap=4",
		play: "to flop; A bet 2; B raise 4; C raise 6; A raise 8; B raise 10; C cannot raise 12: the round has had all its raises",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem",
		play: "to flop; A bet 2; B raise 4; C fold; A raise 6; B raise 8; A raise 10; B raise 12",
	},

	// The showdown.
	clauseHand{
		cites: "angies.holdem.3", game: "angies/holdem", seats: "A B", hands: "A 2c2d / B 9h8h", board: "As Ks Qs Js Ts",
		play: "to flop; A bet 2; B call; play; wins A 4 B 4",
	},
	clauseHand{
		cites: "angies.holdem.4", game: "angies/holdem", seats: "A B", hands: "A Kd3c / B Qc7d", board: "Kh Qd 7c 4s 2h",
		play: "B raise 4; A call; A bet 2; B call; play; worth A pair of kings; worth B two pair; wins B 12",
	},
	clauseHand{ // A9: the odd chip of a split
		cites: "angies.holdem.4", game: "angies/holdem", stakes: "nl 1-2", hands: "A Kd3c / B Ks3d / C 8h9h", board: "Kh Qd 7c 4s 2h",
		play: "C raise 5; A call; B call; A check; B check; C fold; play; wins A 8 B 7",
	},
	clauseHand{
		cites: "angies.holdem.4", game: "angies/holdem", stakes: "nl 1-2", set: "odd=high-card", hands: "A Kd3c / B Ks3d / C 8h9h", board: "Kh Qd 7c 4s 2h",
		play: "C raise 5; A call; B call; A check; B check; C fold; play; wins A 7 B 8",
	},
	clauseHand{
		cites: "angies.holdem.5", game: "angies/holdem", seats: "A B", hands: "A 9h8h / B 2h2s", board: "Th Jh Qh 2c 2d",
		play: "play; worth A straight flush; worth B four of a kind; wins A 4",
	},
)

var angiesBoardLimits = clauseHands(
	clauseHand{
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6",
		play: `log posted A 0.50; log posted B 1; C can fold, call 1, raise to 2 to 4; to flop
			A can fold, check, bet 1 to 3; A cannot bet 2.50: multiple; A bet 2
			B cannot raise 6: only from 4 to 5; B cannot raise 3: only from 4 to 5; B raise 5; C call; A call
			round turn; A cannot bet 7: only from 1 to 6; A bet 6; B can fold, call 6, raise to 12`,
	},
	clauseHand{ // A40
		cites: "angies.limits.1-3-1-6", game: "angies/holdem", stakes: "1-3/1-6", set: "spread_switch=last",
		play: "to turn; A can fold, check, bet 1 to 3; to river; A can fold, check, bet 1 to 6",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", stakes: "2-4",
		play: "to river; A cannot bet 2: only to 4; A bet 4; B can fold, call 4, raise to 8; B raise 8",
	},
	clauseHand{
		cites: "angies.limits.2-4-2-8", game: "angies/holdem", stakes: "2-4/2-8",
		play: `log posted A 1; log posted B 2; to flop; A can fold, check, bet 2 to 4
			to turn; A can fold, check, bet 2 to 8; A bet 5; B cannot raise 9: only from 10 to 13; B raise 10; C can fold, call 10, raise to 15 to 18`,
	},
	clauseHand{
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10",
		play: `log posted A 2.50; log posted B 5; to flop; A bet 5; B raise 10; C call; A call
			A cannot bet 5: only to 10; A bet 10; B raise 20`,
	},
	clauseHand{
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10", set: "blinds=down", play: "log posted A 2; log posted B 5",
	},
	clauseHand{
		cites: "angies.limits.5-10", game: "angies/holdem", stakes: "5-10", set: "blinds=up", play: "log posted A 3; log posted B 5",
	},
	clauseHand{
		cites: "angies.limits.6-12", game: "angies/holdem", stakes: "6-12",
		play: "log posted A 3; log posted B 6; to flop; A bet 6; to turn; A cannot bet 6: only to 12; A bet 12; B raise 24",
	},
	clauseHand{
		cites: "angies.limits.10-20", game: "angies/holdem", stakes: "10-20",
		play: "log posted A 5; log posted B 10; to flop; A bet 10; to turn; A bet 20; B raise 40",
	},
	clauseHand{
		cites: "angies.limits.pot", game: "angies/holdem", stakes: "pl 1-2",
		play: "C can fold, call 2, raise to 4 to 7; C raise 7; A fold; B call; round flop; B can fold, check, bet 2 to 15",
	},
	clauseHand{ // no raise cap
		cites: "angies.limits.pot", game: "angies/omaha", stakes: "pl 1-2",
		play: "C raise 4; A raise 6; B raise 8; C raise 10; A raise 12; B raise 14; C raise 16",
	},
	clauseHand{
		cites: "angies.limits.no", game: "angies/holdem", stakes: "nl 1-2", stacks: "B 16",
		play: "to flop; A can fold, check, bet 2 to 98; A bet 10; B max; C can fold, call 14, raise to 24 to 98; C call; A can fold, call 4; A cannot raise 28: not reopened",
	},

	// G6: the effect of an all-in below a full bet in a limit game. The turn,
	// bets of 4.
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", stacks: "B 8", // 6 left on the turn: half a raise
		play: "to turn; A bet 4; B raise 6; C can fold, call 6, raise to 10; C call; A can fold, call 2, raise to 10",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", stacks: "B 7.50", // less than half a raise
		play: "to turn; A bet 4; B raise 5.50; C can fold, call 5.5, raise to 8; C call; A can fold, call 1.5",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", set: "short_allin=full", stacks: "B 8",
		play: "to turn; A bet 4; B raise 6; C can fold, call 6, raise to 10; C call; A can fold, call 2",
	},
	clauseHand{
		cites: "angies.limits.2-4", game: "angies/holdem", set: "short_allin=action_only", stacks: "B 8",
		play: "to turn; A bet 4; B raise 6; C can fold, call 6, raise to 8; C call; A can fold, call 2",
	},
)

var angiesOmaha = clauseHands(
	clauseHand{
		cites: "angies.omaha.play.deal", game: "angies/omaha", seats: "A B", deck: "2c 3c 4c 5c 6c 7c 8c 9c",
		play: "down A 2c 4c 6c 8c; down B 3c 5c 7c 9c",
	},
	clauseHand{
		cites: "angies.omaha.play.first-bettor angies.omaha8.2", game: "angies/omaha-hilo", seats: seats4, deck: ao8,
		play: `C call; D fold; A fold; B check; log gathered 5; round flop; B bet 2; C call; log gathered 9
			round turn; B check; C check; round river; B check; C check; showdown`,
	},
	clauseHand{
		cites: "angies.omaha.play.flop angies.omaha.play.turn angies.omaha.play.river", game: "angies/omaha", deck: ao1,
		play: `to flop; log gathered 6; log burned 9s; log board 6c 8c 6d; A check; B bet 2; C call; A call
			log gathered 12; log burned 2h; log board 3h; board 6c 8c 6d 3h; A check; B check; C check
			log burned 4d; log board 6s; board 6c 8c 6d 3h 6s; A check; B check; C bet 4; A call; B call; log gathered 24`,
	},
	clauseHand{ // 40 hole cards, 5 on the board and 3 burns
		cites: "angies.omaha.1", game: "angies/omaha", seats: "A B C D E F G H I J",
		play: "play; showdown; log shown A; log shown J",
	},
	clauseHand{
		cites: "angies.omaha.2", game: "angies/omaha", seats: "A B",
		play: `to flop; pot 4; A bet 2; B call; pot 8; A bet 4; B call; pot 16; A bet 4; B call; log gathered 24; showdown`,
	},
	clauseHand{
		cites: "angies.omaha.4 angies.omaha.example.board angies.omaha.example.1 angies.omaha.example.2 angies.omaha.example.3",
		game:  "angies/omaha", deck: ao1,
		play: `to flop; A check; B bet 2; C call; A call; A check; B check; C check; A check; B check; C bet 4; A call; B call
			worth A three of a kind; worth B three of a kind; worth C sixes full of kings; wins C 24; net A -8 B -8 C +16`,
	},

	// High-low.
	clauseHand{ // the wheel would need four cards of the board
		cites: "angies.omaha8.all-omaha", game: "angies/omaha-hilo", seats: "A B", hands: "A 5cKdKhQs / B JcTdJh9s", board: "Ac 2d 3h 4s 9c",
		play: "play; worth A pair of kings; wins A 4",
	},
	clauseHand{
		cites: "angies.omaha8.qualifier", game: "angies/omaha-hilo", seats: "A B", hands: "A As3s4h5d / B KsKhJhTh", board: "9c 8d 2h Kc Qd",
		stacks: "A 10 B 10", play: "all-in; wins B 20",
	},
	clauseHand{
		cites: "angies.omaha8.low-range", game: "angies/omaha-hilo", seats: "A B", hands: "A 5c4cQdJs / B KhKc9s9d", board: "8c 7d 6h Ks Kd",
		stacks: "A 10 B 10", play: "all-in; worth B four of a kind; low A eighty-seven; wins A 10 B 10",
	},
	clauseHand{
		cites: "angies.omaha8.two-two", game: "angies/omaha-hilo", seats: "A B", hands: "A As2s9h9d / B KsQsJhTh", board: "3d 4c 5h Kd Kc",
		stacks: "A 10 B 10", play: "all-in; worth A straight; wins A 20",
	},
	clauseHand{
		cites: "angies.omaha8.1", game: "angies/omaha-hilo", seats: seats4, deck: ao8,
		play: "play; down B 5c 4c Qd Js; down C Kh Kc 9s 9d; board 8c 7d 6h Ks Kd",
	},
	clauseHand{
		cites: "angies.omaha8.3", game: "angies/omaha-hilo", seats: "A B", hands: "A 5sQdJdTs / B KsQcJhTh", board: "Ac 2d 3h 4s Kd",
		play: "play; worth B pair of kings; wins B 4",
	},
	clauseHand{
		cites: "angies.omaha8.4", game: "angies/omaha-hilo", seats: "A B", hands: "A AsAh3s4h / B KsJc6h5h", board: "9c 9d Kh Qs 2d",
		stacks: "A 10 B 10", play: "all-in; worth A two pair; wins A 20",
	},
	clauseHand{
		cites: "angies.omaha8.5", game: "angies/omaha-hilo", stakes: "nl 1-2", seats: seats4, hands: "A KhKc9s9d / B 5c4cQdJs / C 5s4sQhJh", board: "8c 7d 6h Ks Kd",
		play: "C raise 4; D call; A call; B call; A bet 8; B call; C call; D fold; pot 40; play; wins A 20 B 10 C 10",
	},
	clauseHand{ // pot 21
		cites: "angies.omaha8.5.odd", game: "angies/omaha-hilo", stakes: "nl 1-2", hands: "A KhKc9s9d / B 5c4cQdJs / C 2c2s3s3h", board: "8c 7d 6h Ks Kd",
		play: "C raise 7; A call; B call; A check; B check; C fold; pot 21; play; wins A 11 B 10",
	},
	clauseHand{ // pot 23: the odd chip of the pot goes to high, that of the low half to B
		cites: "angies.omaha8.5.odd", game: "angies/omaha-hilo", stakes: "nl 1-2", seats: seats4,
		hands: "A KhKc9s9d / B 5c4cQdJs / C 5s4sQhJh / D 2c2s3s3h", board: "8c 7d 6h Ks Kd",
		play: "C call; D call; A call; B check; A bet 5; B call; C call; D fold; pot 23; play; wins A 12 B 6 C 5",
	},
	clauseHand{
		cites: "angies.omaha8.6", game: "angies/omaha-hilo", seats: "A B", hands: "A 5c4cQdJs / B KhJh9s9d", board: "8c 7c 6c Ks Kd",
		stacks: "A 10 B 10", play: "all-in; worth A straight flush; low A eighty-seven; wins A 20",
	},
	clauseHand{
		cites: "angies.omaha8.7", game: "angies/omaha-hilo", seats: "A B", hands: "A As2dKhKd / B 9c9hQsJd", board: "3c 7s 8h Ks 9d",
		stacks: "A 10 B 10", play: "all-in; worth A three of a kind; low A eighty-seven; worth B three of a kind; wins A 20",
	},
)

var angiesBoardRankings = clauseRankings(
	clauseRanking{
		cites: "angies.omaha.3", game: "angies/omaha", better: "KdQdJc9c", worse: "AsAhAdAc", board: "Ks Kh 7d 5c 2s",
	},
)

func TestRulesAngies(t *testing.T) {
	playClauseHands(t, angiesHoldem)
	playClauseHands(t, angiesBoardLimits)
	playClauseHands(t, angiesOmaha)
	playClauseRankings(t, angiesBoardRankings)
}

// TestRulesAngiesLimits checks for which limits the house opens a table.
func TestRulesAngiesLimits(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.House("angies")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		for text, want := range map[string]string{
			"1-3/1-6": "", "2-4": "", "2-4/2-8": "", "5-10": "", "6-12": "", "10-20": "", "pl 1-2": "", "nl 5-10": "",
			"3-6":  "", // only in the collection schedule
			"7-14": "the house does not play this limit",
			"2-5":  "the house does not play this limit",
		} {
			s, err := g.ParseStakes(text)
			switch {
			case want == "" && err != nil:
				t.Errorf("%s at %s: %v", g.ID, text, err)
			case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
				t.Errorf("%s at %s: %+v, %v; want %q", g.ID, text, s, err, want)
			}
		}
	}
	if n := len(games); n < 3 {
		t.Errorf("%d games, want hold'em, Omaha and its high-low at least", n)
	}
}

// TestRulesSeats checks that the tables of each house seat as many players as
// its rules say, and that an eleventh player is refused
// (omaha-casino.table.nine, A61).
func TestRulesSeats(t *testing.T) {
	for id, most := range map[string]int{
		"angies/holdem": 10, "angies/omaha": 10, "angies/omaha-hilo": 10, "sanrafael/holdem": 10, "sanrafael/omaha": 10,
		"casino/omaha": 9, "omahacash/omaha": 10, "omahacash/omaha-hilo": 10, "house004/holdem": 10,
	} {
		b := bound(t, library(t, nil), id, "")
		if b.Game.MinSeats != 2 || b.Game.MaxSeats != most {
			t.Errorf("%s: %d to %d players, want 2 to %d", id, b.Game.MinSeats, b.Game.MaxSeats, most)
		}
		if b.Game.ShortStub != plan.StubMustSuffice || b.Game.Cards(most) > 52 {
			t.Errorf("%s: %d players need %d cards", id, most, b.Game.Cards(most))
		}
	}
}
