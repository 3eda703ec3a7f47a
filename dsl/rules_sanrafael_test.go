package dsl_test

import "testing"

// Hold'em and Omaha at Club San Rafael: the button posts one chip, the next
// seat three, and the house takes these four chips when the flop is dealt.

const (
	srh = "9c Ah 8s Jc 4d Kh 8d Tc 2s Kd 7h 2c 3s 5d 4s Qd"
	sro = "As Kh Td 2d Kc Tc Qc 9s 6s Jc 9d 4s 2h 8c 7d 3h 2s Ks 2c 5d"

	srhFlop = "B call; C call; D call; A check;"
)

var sanRafael = clauseHands(
	clauseHand{
		cites: "sanrafael.holdem.deal", game: "sanrafael/holdem", seats: seats4, deck: srh,
		play: "down A 9c 4d; down B Ah Kh; down C 8s 8d; down D Jc Tc",
	},
	clauseHand{
		cites: "sanrafael.holdem.flop", game: "sanrafael/holdem", seats: seats4, deck: srh,
		play: srhFlop + "log burned 2s; log board Kd 7h 2c; round flop",
	},
	clauseHand{
		cites: "sanrafael.holdem.flop", game: "sanrafael/holdem", seats: seats4, deck: srh, set: "burn=no",
		play: srhFlop + "never burned; board 2s Kd 7h",
	},
	clauseHand{
		cites: "sanrafael.holdem.turn-river", game: "sanrafael/holdem", seats: seats4, deck: srh,
		play: `to turn; log burned 3s; log board 5d; A check; B bet 6; C call; D fold; A fold
			round river; log burned 4s; log board Qd; B can fold, check, bet 6; board Kd 7h 2c 5d Qd`,
	},
	clauseHand{
		cites: "sanrafael.holdem.community", game: "sanrafael/holdem", seats: seats4, deck: srh,
		play: "play; worth A king high; worth B pair of kings; worth C pair of eights; worth D king high; wins B 8",
	},
	clauseHand{
		cites: "sanrafael.holdem.best", game: "sanrafael/holdem", seats: "A B", hands: "A Th3d / B 2d2s", board: "Ah Kh Qh Jh 2c",
		play: "play; worth A royal flush; worth B three of a kind; wins A 2",
	},
	clauseHand{
		cites: "sanrafael.holdem.blinds sanrafael.drop.sb", game: "sanrafael/holdem", seats: seats4,
		play: "log posted D 1; log posted A 3; stack D 99; B call; C call; D can fold, call 2, raise to 6",
	},
	clauseHand{
		cites: "sanrafael.holdem.blinds", game: "sanrafael/holdem", seats: "A B",
		play: "log posted B 1; log posted A 3; B can fold, call 2, raise to 6; B call; A check; round flop; turn A",
	},
	clauseHand{
		cites: "sanrafael.drop.bb sanrafael.drop.collect", game: "sanrafael/holdem", seats: seats4,
		play: "stack A 97; B can fold, call 3, raise to 6; B call; pot 7; house 0",
	},
	clauseHand{
		cites: "sanrafael.holdem.first-bettor", game: "sanrafael/holdem", seats: seats4, play: "B call; C call; D call; A check; round flop",
	},
	clauseHand{
		cites: "sanrafael.holdem.later-rounds", game: "sanrafael/holdem", seats: seats4, play: srhFlop + "A check; B check; C check; D check; turn A",
	},
	clauseHand{
		cites: "sanrafael.holdem.live-blinds", game: "sanrafael/holdem", seats: seats4,
		play: "B call; C call; D call; A can fold, check, raise to 6; pot 12; A raise 6; B call; C call; D can fold, call 3, raise to 9",
	},
	clauseHand{
		cites: "sanrafael.limits.gap", game: "sanrafael/holdem", seats: seats4,
		play: "to flop; A can fold, check, bet 3; A bet 3; B raise 6; C raise 9; D raise 12; A can fold, call 9; to turn; A can fold, check, bet 6",
	},
	clauseHand{
		cites: "sanrafael.limits.gap", game: "sanrafael/holdem", seats: seats4, set: "limits=4-8+blinds+1/3",
		play: "log posted D 1; log posted A 3; B can fold, call 3, raise to 7; to flop; A can fold, check, bet 4",
	},
	clauseHand{
		cites: "sanrafael.drop.take", game: "sanrafael/holdem", seats: seats4, deck: srh,
		play: srhFlop + "log collected 4; house 4; pot 8; play; wins B 8; net A -3 B +5 C -3 D -3",
	},
	clauseHand{
		cites: "sanrafael.drop.take", game: "sanrafael/holdem", seats: seats4,
		play: "B fold; C fold; D fold; no showdown; wins A 2; net A +1 B 0 C 0 D -1; house 0",
	},
	clauseHand{ // side pots: from the main pot first
		cites: "sanrafael.drop.take", game: "sanrafael/holdem", seats: seats4, stacks: "C 2", hands: "A 9c4d / B KhKd / C AhAd / D JcTc", board: "Ks 7h 2c 5d Qs",
		play: "B call; C call; D call; A check; house 4; pot 7; play; wins B 7",
	},
	clauseHand{ // each chip from the pot in which it lies: three of the main pot of 8, one of the side pot (reading E26)
		cites: "sanrafael.drop.take", game: "sanrafael/holdem", seats: seats4, stacks: "C 2", hands: "A 9c4d / B KhKd / C AhAd / D JcTc", board: "8s 7h 2c 5d Qs",
		play: "B call; C call; D call; A check; A check; B bet 3; D call; A fold; play; wins C 5 B 8; net A -3 B +2 C +3 D -6",
	},
	clauseHand{
		cites: "sanrafael.omaha.deal", game: "sanrafael/omaha", deck: sro, play: "down A As 2d Qc Jc; down B Kh Kc 9s 9d; down C Td Tc 6s 4s",
	},
	clauseHand{
		cites: "sanrafael.omaha.rest", game: "sanrafael/omaha", deck: sro, play: "log posted C 1; log posted A 3; turn B; B call; C call; A check; house 4; pot 5; turn A",
	},
	clauseHand{
		cites: "sanrafael.omaha.high sanrafael.omaha.low", game: "sanrafael/omaha", deck: sro,
		play: "to flop; A bet 3; B call; C fold; play; worth B three of a kind; low A seventy-five; wins B 6 A 5; house 4; net A -1 B 0 C -3",
	},
	clauseHand{ // Qh on the river instead of 5d: the eight still qualifies
		cites: "sanrafael.omaha.eight", game: "sanrafael/omaha", deck: "As Kh Td 2d Kc Tc Qc 9s 6s Jc 9d 4s 2h 8c 7d 3h 2s Ks 2c Qh",
		play: "to flop; A bet 3; B call; C fold; play; low A eighty-seven; wins B 6 A 5",
	},
	clauseHand{ // one board card of eight or under: no low
		cites: "sanrafael.omaha.eight", game: "sanrafael/omaha", deck: "As Kh Td 2d Kc Tc Qc 9s 6s Jc 9d 4s 2h 9c Jh 3h 2s Ks 2c Qh",
		play: "to flop; A bet 3; B call; C fold; play; wins B 11",
	},
)

func TestRulesSanRafael(t *testing.T) { playClauseHands(t, sanRafael) }
