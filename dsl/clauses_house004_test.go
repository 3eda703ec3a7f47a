package dsl_test

import "testing"

// Stud, draw poker and low ball at house 004.

const (
	h5s     = "5c Jh 8d 2s Ah As Kd 7c 3c 9h 9s Kc 3d Td Tc 4h 3h Js 6h"
	h7s     = "9h 9s 8c Tc Td 7c Jd Jc 8h 3c Qs Qh 3h Kh Ks 3s 2c 4d 2d 3d 5s"
	hdr     = "Ts 2c Qc 3d 9d 4c Qd 5h 8c 6c 4s 7d 7h 9c 6h Jd 2s Kd 2d Ks Jc Qh Kc 3s"
	hthDeck = "9h Kd Ac Js Qc 5s 3c Kh 9c 4d 3d 2s 3h 7h"
	hlb     = "Th 8c Kc 8d Tc 6d Qs 7s 9s 4h 9d 3c 5d 3s 6s Qh 2c Kd 5h Js Ac 2h As"

	h7sThird  = "A bet 2; B call; C fold;"
	h7sFourth = h7sThird + "A bet 2; B call;"
	h7sFifth  = h7sFourth + "B bet 4; A raise 8; B call;"
	h7sSixth  = h7sFifth + "B check; A bet 4; B call;"
	hdrFirst  = "A pass; B pass; C bet 2; D call; A raise 4; B fold; C call; D fold;"
	allPass   = "A pass; B pass; C pass; D pass;"
)

var house004 = clauseHands(
	// What the games have in common.
	clauseHand{
		cites: "house004.house.2", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr, play: "turn A",
	},
	clauseHand{
		cites: "house004.house.2", game: "house004/stud5", stakes: "2-4", seats: seats4, deck: h5s, play: "up B As; turn B",
	},
	clauseHand{
		cites: "house004.house.2", game: "house004/holdem", stakes: "5-10", deck: hthDeck, play: "turn C; play",
	},
	clauseHand{
		cites: "house004.house.5", game: "house004/holdem", stakes: "5-10", deck: hthDeck, stacks: "B 23",
		play: `C call; A call; B check; to river; A bet 10; B raise 18; C call; A can fold, call 8; A call
			log shown B; log shown C; log shown A; log awarded B; wins B 69; net A -23 B +46 C -24`,
	},
	clauseHand{ // won without a call, nothing is shown
		cites: "house004.house.5", game: "house004/holdem", stakes: "5-10", deck: hthDeck, play: "C raise 10; A fold; B fold; never shown; wins C 12",
	},
	clauseHand{
		cites: "house004.house.6", game: "house004/stud7", stakes: "2-4", deck: h7s,
		play: h7sSixth + "B bet 4; A call; worth A straight, king high; worth B straight, king high; wins B 43",
	},
	clauseHand{
		cites: "house004.ante.2", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr,
		play: "log collected D 1; log ante A 1; log ante B 1; log ante C 1; log ante D 1; log dealt A; pot 4; house 1",
	},
	clauseHand{
		cites: "house004.ante.2", game: "house004/holdem", stakes: "5-10", deck: hthDeck, play: "log collected C 1; log posted A 2; log posted B 5; never ante; pot 7",
	},
	clauseHand{ // H10: no cap from the moment when two are left
		cites: "house004.ante.1", game: "house004/draw", stakes: "2-4", play: "A bet 2; B raise 4; C fold; A raise 6; B raise 8; A raise 10; B raise 12",
	},
	clauseHand{
		cites: "house004.ante.1", game: "house004/draw", stakes: "2-4", set: "cap_off=round+start",
		play: "A bet 2; B raise 4; C fold; A raise 6; B raise 8; A cannot raise 10: all its raises; A call; A pat; B pat; A bet 4; B raise 8; A raise 12; B raise 16; A raise 20",
	},
	clauseHand{
		cites: "house004.ante.1", game: "house004/draw", stakes: "2-4", set: "cap_off=never", seats: "A B",
		play: "A bet 2; B raise 4; A raise 6; B raise 8; A cannot raise 10: all its raises",
	},
	clauseHand{
		cites: "house004.ante.1", game: "house004/stud5", stakes: "2-4", seats: seats4,
		play: `A cannot bet 4; A bet 2; B raise 4; C raise 6; D raise 8; A cannot raise 10: all its raises; A call; B call; C call
			to third card; A cannot bet 4; to fourth card; A cannot bet 2; A bet 4; B raise 8; to fifth card; A cannot bet 2; A bet 4`,
		hands: "A 2cAs3dTs4h / B 5c6d7c8d9c / C 5d6c7d8c9d / D 2h3h4c6h7h",
	},

	// Five card stud.
	clauseHand{
		cites: "house004.stud5.deal", game: "house004/stud5", stakes: "2-4", seats: seats4, deck: h5s,
		play: `log ante D 1; down A 5c; down B Jh; down C 8d; down D 2s; up A Ah; up B As; up C Kd; up D 7c
			B bet 2; C call; D fold; A call; log burned 3c; log dealt-up A 9h; log dealt-up B 9s; log dealt-up C Kc
			C bet 2; A call; B call; log burned 3d; C bet 4; A fold; B call; log burned 3h; up B As 9s Tc Js; up C Kd Kc 4h 6h; down B Jh`,
	},
	clauseHand{
		cites: "house004.stud5.deal", game: "house004/stud5", stakes: "2-4", set: "burn=no", seats: seats4, deck: h5s,
		play: "B bet 2; C call; D fold; A call; never burned; up A Ah 3c; up B As 9h; up C Kd 9s",
	},
	clauseHand{
		cites: "house004.stud5.rounds", game: "house004/stud5", stakes: "2-4", seats: seats4, deck: h5s,
		play: `round second card; B bet 2; C call; D fold; A call; log gathered 10; round third card; C bet 2; A call; B call; log gathered 16
			round fourth card; C bet 4; A fold; B call; log gathered 24; round fifth card; C check; B check; wins C 24; net A -5 B -9 C +15 D -2`,
	},
	clauseHand{ // H7: five, the first when nothing shows
		cites: "house004.stud5.rounds", game: "house004/stud5", stakes: "2-4", set: "five_bets=yes", seats: seats4, deck: h5s,
		play: "round hole card; turn A; up A; up B; A cannot bet 4; A bet 2; B call; C call; D call; round second card; turn B; up B As; to fifth card; C check; D check; A check; B check; over",
	},
	clauseHand{ // spades over hearts, a pair over an ace; nobody must bet
		cites: "house004.stud5.first", game: "house004/stud5", stakes: "2-4", seats: seats4, deck: h5s,
		play: "turn B; B can fold, check, bet 2; B bet 2; C call; D fold; A call; turn C; C bet 2; A call; B call; turn C; C bet 4; A fold; B call; turn C",
	},
	clauseHand{ // H8: position
		cites: "house004.stud5.first", game: "house004/stud5", stakes: "2-4", set: "showing_tie=position", seats: seats4, deck: h5s, play: "turn A",
	},
	clauseHand{ // H4: spades are the lowest
		cites: "house004.stud5.first", game: "house004/stud5", stakes: "2-4", set: "suits=descending", seats: seats4, deck: h5s, play: "turn A",
	},
	clauseHand{ // of equal pairs the one with the highest suit, but the side card first
		cites: "house004.stud5.first", game: "house004/stud5", stakes: "2-4", seats: seats4,
		hands: "A 2c KhKd 7d / B 3c 9d9s 8s / C 4c KcKs 5h / D 2d AcQs 7s", play: "to third card; turn C; to fourth card; turn A; up A Kh Kd 7d; up C Kc Ks 5h",
	},

	// Seven card stud.
	clauseHand{
		cites: "house004.stud7.deal", game: "house004/stud7", stakes: "2-4", deck: h7s,
		play: "log ante A 1; log ante B 1; log ante C 1; down A 9h Tc; down B 9s Td; down C 8c 7c; up A Jd; up B Jc; up C 8h; round third street; A bet 2; B call; C fold; log gathered 7",
	},
	clauseHand{
		cites: "house004.stud7.up", game: "house004/stud7", stakes: "2-4", deck: h7s,
		play: h7sThird + `log burned 3c; log dealt-up A Qs; log dealt-up B Qh; A bet 2; B call; log gathered 11; log burned 3h; log dealt-up A Kh; log dealt-up B Ks
			B bet 4; A raise 8; B call; log gathered 27; log burned 3s; log dealt-up A 2c; log dealt-up B 4d; B check; A bet 4; B call; log gathered 35`,
	},
	clauseHand{
		cites: "house004.stud7.up", game: "house004/stud7", stakes: "2-4", set: "burn=no", deck: h7s, play: h7sThird + "never burned; up A Jd 3c",
	},
	clauseHand{
		cites: "house004.stud7.last", game: "house004/stud7", stakes: "2-4", deck: h7s,
		play: h7sSixth + "log burned 2d; log dealt A 3d; log dealt B 5s; down A 9h Tc 3d; round seventh street; B bet 4; A call; log gathered 43; net A -21 B +22 C -2",
	},
	clauseHand{ // jack of diamonds over clubs, queen of spades over hearts, king of spades over hearts, the side cards
		cites: "house004.stud7.first", game: "house004/stud7", stakes: "2-4", deck: h7s,
		play: "turn A; A can fold, check, bet 2;" + h7sThird + "turn A; A bet 2; B call; turn B; B bet 4; A raise 8; B call; turn B; up A Jd Qs Kh 2c; up B Jc Qh Ks 4d; B check; A bet 4; B call; turn B",
	},
	clauseHand{
		cites: "house004.stud7.first", game: "house004/stud7", stakes: "2-4", set: "showing_tie=position", deck: h7s,
		play: h7sThird + "A bet 2; B call; turn A; up A Jd Qs Kh",
	},

	// Draw poker.
	clauseHand{
		cites: "house004.draw.deal", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr, play: "down A Ts 9d 8c 7h 2s; down D 3d 5h 7d Jd Ks",
	},
	clauseHand{
		cites: "house004.draw.open", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr,
		play: "turn A; A can fold, check, bet 2; A pass; B pass; C bet 2; log bet C 2",
	},
	clauseHand{ // nothing is needed to open
		cites: "house004.draw.open", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr, play: "A bet 2",
	},
	clauseHand{
		cites: "house004.draw.actions", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr,
		play: hdrFirst + "log checked A; log checked B; log bet C; log called D; log raised A; log folded B; log called C; log folded D; log gathered 14",
	},
	clauseHand{
		cites: "house004.draw.draw", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr,
		play: hdrFirst + "A cannot draw Ts 9d 8c 7h 2s: at most 4; A draw 2s; log dealt A Jc; C draw 4s 6h 2d; log dealt C Qh Kc 3s; never burned",
	},
	clauseHand{
		cites: "house004.draw.draw", game: "house004/draw", stakes: "2-4", set: "burn_on_draw=each", seats: seats4, deck: hdr,
		play: hdrFirst + "A draw 2s; log burned Jc; log dealt A Qh; C draw 4s; log burned Kc; log dealt C 3s",
	},
	clauseHand{
		cites: "house004.draw.draw", game: "house004/draw", stakes: "2-4", set: "burn_on_draw=once", seats: seats4, deck: hdr,
		play: hdrFirst + "A draw 2s; log burned Jc; log dealt A Qh; C draw 4s; log dealt C Kc",
	},
	clauseHand{
		cites: "house004.draw.second", game: "house004/draw", stakes: "2-4", seats: seats4, deck: hdr,
		play: hdrFirst + "A draw 2s; C draw 4s 6h 2d; turn A; A cannot bet 2; A bet 4; C call; worth A straight, jack high; worth C three of a kind, queens; wins A 22; net A +13 B -1 C -9 D -4",
	},
	clauseHand{ // the pot stays, everybody antes again, the button and its fee are the same
		cites: "house004.draw.passed-out", game: "house004/draw", stakes: "2-4", seats: seats4,
		play: allPass + `log redealt 4; log ante A 1; log ante B 1; log ante C 1; log ante D 1; pot 8; house 1; turn A; round before the draw
			A bet 2; B fold; C fold; D fold; wins A 8; net A +6 B -2 C -2 D -3`,
	},
	clauseHand{
		cites: "house004.draw.passed-out", game: "house004/draw", stakes: "2-4", set: "reante=no", seats: seats4,
		play: allPass + "log redealt 4; pot 4; house 1; turn A; A pass; B pass; C pass; D pass; log redealt 4; pot 4; A bet 2; B fold; C fold; D fold; wins A 4",
	},
	clauseHand{ // A has a chip for one ante only: it keeps its part of the first pot
		cites: "house004.draw.passed-out", game: "house004/draw", stakes: "2-4", seats: seats4, stacks: "A 1",
		play: "B pass; C pass; D pass; log redealt 4; pot 7; turn B; B bet 2; C call; D fold; A pat; B pat; C pat; to after the draw; B check; C check; showdown",
	},

	// Low ball.
	clauseHand{
		cites: "house004.lowball.as-draw", game: "house004/lowball", stakes: "2-4", seats: seats4,
		hands: "A 2c3d4h5s7c / B 9cTd2h3s4c / C JcJd9h7s4d / D AcAd9s7d5c",
		play: `A pass; B pass; C bet 2; D call; A fold; B fold; C pat; D pat; round after the draw; turn C; C bet 4; D call
			worth D pair of aces; wins D 16; net A -1 B -1 C -7 D +8`,
	},
	clauseHand{ // tens do not open
		cites: "house004.lowball.openers", game: "house004/lowball", stakes: "2-4", seats: seats4, deck: hlb,
		play: "round for high; A cannot bet 2: does not hold openers, a pair of jacks or better; A can fold, check; A pass; B pass; C pass; D pass; round for low; pot 4; down A Th Tc 9s 5d 2c; A can fold, check, bet 2",
	},
	clauseHand{ // jacks do; whoever has passed may raise without
		cites: "house004.lowball.openers", game: "house004/lowball", stakes: "2-4", seats: seats4,
		hands: "A 2c3d4h5s7c / B 9cTd2h3s4c / C JcJd4d3c2d / D AcKd9s7d5c", play: "A pass; B pass; C bet 2; D raise 4; A raise 6",
	},
	clauseHand{ // H14
		cites: "house004.lowball.openers", game: "house004/lowball", stakes: "2-4", set: "openers=any", seats: seats4, deck: hlb,
		play: "A bet 2; B call; C fold; D fold; to after the draw; worth A pair of tens",
	},
	clauseHand{
		cites: "house004.lowball.phase2", game: "house004/lowball", stakes: "2-4", seats: seats4, deck: hlb,
		play: allPass + "turn A; A pass; B bet 2; C fold; D call; A fold; log gathered 8; round draw",
	},
	clauseHand{
		cites: "house004.lowball.low", game: "house004/lowball", stakes: "2-4", seats: seats4, deck: hlb,
		play: allPass + `A pass; B bet 2; C fold; D call; A fold; B draw Kd; D draw Qh Js; B bet 4; D call
			down B 8c 6d 4h 3s Ac; down D 8d 7s 3c 2h As; worth B eighty-six; worth D eighty-seven; wins B 16; net A -1 B +9 C -1 D -8`,
	},
	clauseHand{ // equal lows: the lower suit of the highest card
		cites: "house004.lowball.low", game: "house004/lowball", stakes: "2-4", seats: seats4,
		hands: "A 9cTdJhQsKc / B 8s6d4h3s2c / C 9dThJsQcKd / D 8c6s4c3c2d",
		play:  allPass + "A pass; B bet 2; C fold; D call; A fold; B pat; D pat; B check; D check; wins D 8",
	},
	clauseHand{
		cites: "house004.lowball.low", game: "house004/lowball", stakes: "2-4", set: "suits=descending", seats: seats4,
		hands: "A 9cTdJhQsKc / B 8s6d4h3s2c / C 9dThJsQcKd / D 8c6s4c3c2d",
		play:  allPass + "A pass; B bet 2; C fold; D call; A fold; B pat; D pat; B check; D check; wins B 8",
	},
	clauseHand{ // H15
		cites: "house004.lowball.low", game: "house004/lowball", stakes: "2-4", set: "low_ties=split", seats: seats4,
		hands: "A 9cTdJhQsKc / B 8s6d4h3s2c / C 9dThJsQcKd / D 8c6s4c3c2d",
		play:  allPass + "A pass; B bet 2; C fold; D call; A fold; B pat; D pat; B check; D check; wins B 4 D 4",
	},
	clauseHand{
		cites: "house004.lowball.passed-out", game: "house004/lowball", stakes: "2-4", seats: seats4,
		play: allPass + allPass + `log redealt 4; log ante A 1; log ante D 1; pot 8; house 1; round for high; turn A`,
	},
	clauseHand{
		cites: "house004.lowball.passed-out", game: "house004/lowball", stakes: "2-4", set: "reante=no", seats: seats4,
		play: allPass + allPass + "log redealt 4; pot 4; house 1; round for high",
	},
)

func TestHouse004(t *testing.T) { playClauseHands(t, house004) }

const hd = "house004/draw"

// listRankings are the rows of the house's list of hands; without shared
// cards some need the wild cards that the list speaks of.
var listRankings = clauseRankings(
	clauseRanking{cites: "house004.rank.1", game: hd, pot: 20, better: "AhKhQhJhTh", worse: "KcQcJcTc9c"},
	clauseRanking{cites: "house004.rank.2", game: hd, better: "7cJc8c9cTc", worse: "5h4h3h2hAh"},
	clauseRanking{cites: "house004.rank.2", game: hd, better: "2s3s4s5sAs", worse: "KdKhKcKs9c"},
	clauseRanking{cites: "house004.rank.2", game: hd, better: "3d3h3s9c9d", worse: "KcAc2c3c4c"},
	clauseRanking{cites: "house004.rank.3", game: hd, better: "9s9d9h9c2s", worse: "8s8d8h8cAs"},
	clauseRanking{cites: "house004.rank.3", game: hd, set: "wild=deuces", pot: 20, better: "9s9d2h2cKs", worse: "9h9c2s2dQs"},
	clauseRanking{cites: "house004.rank.4", game: hd, better: "JsJdJh5s5d", worse: "9s9d9hAsAd"},
	clauseRanking{cites: "house004.rank.4", game: hd, set: "wild=deuces", better: "KsKd2hAsAd", worse: "KhKc2sJsJd"},
	clauseRanking{cites: "house004.rank.4", game: "house004/holdem", board: "KsKdKh3c4d", better: "AsAd", worse: "JsJd"},
	clauseRanking{cites: "house004.rank.5", game: hd, pot: 20, better: "AdJd9d7d5d", worse: "AhJh9h6h5h"},
	clauseRanking{cites: "house004.rank.6", game: hd, better: "KsQdJhTc9s", worse: "5s4d3h2cAs"},
	clauseRanking{cites: "house004.rank.6", game: hd, better: "KsQdJhTc9d", worse: "KhQsJsTs9s"},
	clauseRanking{cites: "house004.rank.7", game: hd, better: "KsKdKh2s4d", worse: "QsQdQh2d3d"},
	clauseRanking{cites: "house004.rank.7", game: "house004/holdem", board: "KsKdKh3c5d", better: "As4d", worse: "JsTd"},
	clauseRanking{cites: "house004.rank.8", game: hd, better: "KsKd3s3d9s", worse: "KhKc3h3c8s"},
	clauseRanking{cites: "house004.rank.8", game: hd, better: "KsKd3s3d8s", worse: "QsQdJsJdAs"},
	clauseRanking{cites: "house004.rank.9", game: hd, better: "9s9dAs3s2d", worse: "9h9cKsQsJd"},
	clauseRanking{cites: "house004.rank.9", game: hd, better: "AsJd9h4c3s", worse: "KsQdTh4d3h"},
	clauseRanking{cites: "house004.rank.10", game: "house004/stud7", better: "9sTdJcQhKs4d5s", worse: "9hTcJdQsKh2c3d"},
	clauseRanking{cites: "house004.rank.10", game: "house004/stud7", set: "suits=descending", worse: "9sTdJcQhKs4d5s", better: "9hTcJdQsKh2c3d"},
	clauseRanking{cites: "house004.rank.10", game: "house004/holdem", board: "AsKdQhJcTs", tie: true, pot: 20, better: "2c3d", worse: "4h5s"},
	clauseRanking{cites: "house004.rank.10", game: hd, better: "9s9cAh5d2h", worse: "9h9dAs5s2s"}, // the pair counts before the ace
	clauseRanking{cites: "house004.rank.10", game: hd, better: "AdKcQc4c3d", worse: "AcKsQs4s3s"},
	clauseRanking{cites: "house004.rank.11a", game: hd, set: "wild=deuces", better: "7s6d5h4c3s", worse: "AdJd9d7d5d"},
	clauseRanking{cites: "house004.rank.11a", game: hd, set: "wild=joker", better: "7s6d5h4cJo", worse: "AdJd9d7d5d"},
	clauseRanking{cites: "house004.rank.11a", game: hd, better: "AdJd9d7d5d", worse: "6s5h4h3c2s"},
	clauseRanking{cites: "house004.rank.11b", game: hd, set: "wild=deuces", pot: 20, better: "7s7d7h7c2d", worse: "AsKsQsJsTs"},
	clauseRanking{cites: "house004.rank.11b", game: hd, set: "wild=joker", better: "7s7d7h7cJo", worse: "AsKsQsJsTs"},
)

func TestHouse004Rankings(t *testing.T) { playClauseRankings(t, listRankings) }
