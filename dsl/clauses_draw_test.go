package dsl_test

import "testing"

// Draw poker and lowball at Angie's.

const (
	ad5 = "7c As 3c 7d Ah 5d Ks Kd 8h 2d Kc Jd 4h 9s Qc 7h 2s 3s"
	ad8 = "5h 8c Kc Jh Js 6d Kd Td 9d 4h 9h 7h 3d 3s 4s 5s Qh Ac 2c 2h Tc 8d 6s"
	alb = "7d 8s Ks 5c 6h Kh 3h 4c Jd 2s 2d Tc Kd Qh 9c 4d Jo 4h Ah 4s Qs Js Th 9h 9s"

	albDraw = "C call; A call; B check; A draw Kd; B draw Qh; C draw Ks Kh Jd Tc 9c;"

	// A holds a seven, B the eight of the clause's example, C nothing
	sevens      = "A 7d5c3h2sAh / B 8s6h4c2dAd / C KsKhJdTc9c"
	sevensRound = "C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C fold; A call;"
)

var angiesDraw = clauseHands(
	clauseHand{
		cites: "angies.draw5.deal", game: "angies/draw5", deck: ad5,
		play: "down A 7c 7d Ks 2d 4h; down B As Ah Kd Kc 9s; down C 3c 5d 8h Jd Qc",
	},
	clauseHand{
		cites: "angies.draw5.first-bettor", game: "angies/draw5", seats: seats4,
		play: "turn C; C can fold, call 2, raise to 4; C cannot check: there is a bet to call; C fold; turn D",
	},
	clauseHand{
		cites: "angies.draw5.draw", game: "angies/draw5", deck: ad5,
		play: `C raise 4; A call; B call; turn A; A draw 2d 4h; log discarded A 2d 4h; log dealt A 7h 2s; turn B; B draw 9s; log dealt B 3s; never burned
			turn C; C cannot draw 3c 3c; C draw 3c 5d 8h Jd Qc; log dealt C 2c 2h 3d 3h 4c`,
	},
	clauseHand{
		cites: "angies.draw5.draw", game: "angies/draw5", set: "burn_on_draw=once", deck: ad5,
		play: "C raise 4; A call; B call; log burned 7h; A draw 2d 4h; log dealt A 2s 3s; B draw 9s; log dealt B 2c",
	},
	clauseHand{
		cites: "angies.draw5.draw", game: "angies/draw5", set: "burn_on_draw=each", deck: ad5,
		play: "C raise 4; A call; B call; A draw 2d 4h; log burned 7h; log dealt A 2s 3s; B draw 9s; log burned 2c; log dealt B 2h; C pat; never burned 3d",
	},
	clauseHand{
		cites: "angies.draw5.pat", game: "angies/draw5", deck: ad5,
		play: "C raise 4; A call; B call; A pat; B pat; C pat; log stood-pat C; down C 3c 5d 8h Jd Qc; turn A",
	},
	clauseHand{
		cites: "angies.draw5.second-round angies.draw5.best", game: "angies/draw5", deck: ad5,
		play: `C raise 4; A call; B call; log gathered 12; A draw 2d 4h; B draw 9s; C pat; round after the draw
			turn A; A can fold, check, bet 4; A check; B bet 4; C fold; A raise 8; B call; log gathered 28
			worth A three of a kind, sevens; worth B two pair, aces and kings; net A +16 B -12 C -4`,
	},
	clauseHand{ // ties split
		cites: "angies.draw5.best", game: "angies/draw5", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd9h7c4c / B KhKs9d7d4d", play: "all-in; wins A 20 B 20",
	},
	clauseHand{
		cites: "angies.draw5-hilo8.split angies.draw5-hilo8.odd", game: "angies/draw5-hilo8", seats: seats4, deck: ad8,
		play: `C call; D call; A fold; B check; log gathered 7; B pat; C draw 2c; D draw 2h 5s; B check; C bet 4; D fold; B call
			wins C 8 B 7; low B eighty-six; net A -1 B +1 C +2 D -2`,
	},
	clauseHand{ // a straight to the five is best both ways
		cites: "angies.draw5-hilo8.split", game: "angies/draw5-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 10 B 10",
		hands: "A KcKd9h7c4c / B 5h4s3d2cAd", play: "all-in; wins B 20",
	},
	clauseHand{
		cites: "angies.draw5-hilo8.qualifier", game: "angies/draw5-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 10 B 10",
		hands: "A KcKd9h7c4c / B 9s4s3d2cAd", play: "all-in; wins A 20; low B no qualifying hand",
	},
	clauseHand{ // the highest low is a straight, and best both ways here
		cites: "angies.draw5-hilo8.qualifier", game: "angies/draw5-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 10 B 10",
		hands: "A KcKd9h7c4c / B 8s7s6d5c4d", play: "all-in; wins B 20; low B eighty-seven; worth B straight",
	},
)

func TestAngiesDraw(t *testing.T) { playClauseHands(t, angiesDraw) }

var angiesLowball = clauseHands(
	clauseHand{
		cites: "angies.lowball.intro.five angies.lowball.1", game: "angies/lowball", deck: alb,
		play: `down A 7d 5c; C decline; down A 7d 5c 3h 2s Kd; down B 8s 6h 4c 2d Qh; down C Ks Kh Jd Tc 9c; up A
			C call; A call; B check; A draw Kd; log burned 4d; log dealt A Jo`,
	},
	clauseHand{
		cites: "angies.lowball.intro.first-bettor", game: "angies/lowball", seats: seats4,
		play: "C decline; turn C; C call; turn D",
	},
	clauseHand{
		cites: "angies.lowball.intro.pass-out", game: "angies/lowball", seats: seats4,
		play: `C decline; C can fold, call 2, raise to 4; C cannot check; C pass; log folded C; D pass; log folded D; A call
			turn B; B can fold, check, raise to 4; B check; log gathered 4`,
	},
	clauseHand{
		cites: "angies.lowball.intro.check-after", game: "angies/lowball", hands: sevens,
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A check; B check; C bet 4; A can fold, call 4, raise to 8; A raise 8",
	},
	clauseHand{ // the other reading
		cites: "angies.lowball.intro.check-after", game: "angies/lowball", set: "check_raise=no", hands: sevens,
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B check; C bet 4; A can fold, call 4
			A cannot raise 8: the house forbids a raise after a check`,
	},

	// Straddles.
	clauseHand{
		cites: "angies.lowball.5", game: "angies/lowball", seats: seats4, stacks: "D 16",
		play: `turn C; C can straddle to 4, decline; C cannot straddle 5: a straddle is exactly 4; C straddle; log straddled C 4
			turn D; D can straddle to 8, decline; D straddle; turn A; A can fold, call 7, raise to 10
			A call; B call; C call; turn D; D can fold, check, raise to 10`,
	},
	clauseHand{ // half of 15 is less than 8
		cites: "angies.lowball.5", game: "angies/lowball", seats: seats4, stacks: "D 15",
		play: "C straddle; turn D; D can fold, call 4, raise to 6; down D 9c 9d 9h 9s Tc", hands: "D 9c9d9h9sTc",
	},
	clauseHand{ // on two cards
		cites: "angies.lowball.5", game: "angies/lowball", seats: seats4, hands: "C 7d5c3h2sAh / D 8s6h4c2dAd",
		play: "turn C; down C 7d 5c; down D 8s 6h; C straddle; turn D; down D 8s 6h; D decline; turn D; down D 8s 6h 4c 2d Ad; D call",
	},
	clauseHand{ // who is next has declined: nobody else
		cites: "angies.lowball.5", game: "angies/lowball", seats: "A B C D E",
		play: "C decline; turn C; C can fold, call 2, raise to 4",
	},
	clauseHand{ // PF: any seat
		cites: "angies.lowball.5", game: "angies/lowball", set: "straddle_seat=any", seats: "A B C D E",
		play: "C decline; turn D; D can straddle to 4, decline; D straddle; E can straddle to 8, decline; E decline; turn E; E can fold, call 4, raise to 6",
	},
	clauseHand{ // a straddle is no raise: three are left
		cites: "angies.lowball.5", game: "angies/lowball", seats: seats4,
		play: "C straddle; D decline; D raise 6; A raise 8; B raise 10; C can fold, call 6; C call; D can fold, call 4",
	},

	// The draw.
	clauseHand{
		cites: "angies.lowball.16a", game: "angies/lowball", deck: alb,
		play: `C decline; C call; A call; B check; A draw Kd; B draw Qh; C cannot draw Ks Kh Jd Tc 9c 9h
			C cannot draw Ks Ks: does not hold Ks; C draw Ks Kh Jd Tc 9c; log discarded C Ks Kh Jd Tc 9c`,
	},
	clauseHand{
		cites: "angies.lowball.16b angies.lowball.18", game: "angies/lowball", deck: alb,
		play: "C decline;" + albDraw + `log burned 4d; log dealt A Jo; log burned 4h; log dealt B Ah
			log burned 4s; log dealt C Qs Js Th 9h; log dealt C 9s; down C Qs Js Th 9h 9s`,
	},
	clauseHand{ // the fifth card comes when the others have been served
		cites: "angies.lowball.16b", game: "angies/lowball", deck: alb,
		play: `C decline; C call; A call; B check; A draw 7d 5c 3h 2s Kd; B draw Qh; C pat
			log burned 4d; log dealt A Jo 4h Ah 4s; log burned Qs; log dealt B Js; log dealt A Th`,
	},
	clauseHand{ // RRP: a burn before the fifth card of the last to draw
		cites: "angies.lowball.16b", game: "angies/lowball", set: "burn_fifth=yes", deck: alb,
		play: "C decline;" + albDraw + "log burned 4s; log dealt C Qs Js Th 9h; log burned 9s; log dealt C 2c",
	},
	clauseHand{ // not before that of another
		cites: "angies.lowball.16b", game: "angies/lowball", set: "burn_fifth=yes", deck: alb,
		play: `C decline; C call; A call; B check; A draw 7d 5c 3h 2s Kd; B draw Qh; C pat
			log burned 4d; log dealt A Jo 4h Ah 4s; log burned Qs; log dealt B Js; log dealt A Th; never burned Th`,
	},
	clauseHand{ // a pat seat causes no burn
		cites: "angies.lowball.18", game: "angies/lowball", deck: alb,
		play: "C decline; C call; A call; B check; A pat; B draw Qh; log burned 4d; log dealt B Jo; C pat; never burned 4h",
	},
	clauseHand{
		cites: "angies.lowball.18", game: "angies/lowball", set: "burn_on_draw=once", deck: alb,
		play: "C decline;" + albDraw + "log burned 4d; log dealt A Jo; log dealt B 4h; log dealt C Ah 4s Qs Js; log dealt C Th; never burned 4h",
	},
	clauseHand{
		cites: "angies.lowball.18", game: "angies/lowball", set: "burn_on_draw=none", deck: alb,
		play: "C decline;" + albDraw + "never burned; log dealt A 4d; log dealt B Jo; log dealt C 4h Ah 4s Qs; log dealt C Js",
	},
	clauseHand{
		cites: "angies.lowball.24", game: "angies/lowball", stacks: "A 2", deck: alb,
		play: `C decline; C call; A call; B check; stack A 0; A cannot chop: is not something a player says; A draw Kd; log dealt A Jo
			B draw Qh; C pat; B bet 4; C fold; showdown; log shown A; wins A 6`,
	},

	// The hand.
	clauseHand{
		cites: "angies.lowball.intro.low", game: "angies/lowball", stakes: "nl 1-2", seats: "A B", stacks: "A 6 B 6",
		hands: "A 8d6c4h2sAc / B 8h6s5d2cAh", play: "all-in; wins A 12",
	},
	clauseHand{
		cites: "angies.lowball.intro.bicycle", game: "angies/lowball", stakes: "nl 1-2", seats: "A B", stacks: "A 6 B 6",
		hands: "A 5d4c3h2sAc / B 6h4s3d2cAh", play: "all-in; wins A 12; worth A bicycle (wheel)",
	},
	clauseHand{
		cites: "angies.lowball.3 angies.lowball.intro.bug", game: "angies/lowball", deck: alb,
		play: "C decline;" + albDraw + "down A 7d 5c 3h 2s Jo; A bet 4; B call; C fold; worth A seventy-five; wins A 14; net A +8 B -6 C -2",
	},
	clauseHand{ // nobody says what he holds
		cites: "angies.lowball.26", game: "angies/lowball", stakes: "nl 1-2", seats: "A B", stacks: "A 6 B 6",
		hands: "A 7d6c4h3s2c / B 8h4s3d2dAh", play: "all-in; wins A 12; worth A seventy-six",
	},
	clauseHand{
		cites: "angies.lowball.25", game: "angies/lowball", stakes: "nl 1-2", button: "B", stacks: "A 6 B 6",
		hands: "A 7d5c4h3sAc / B 7h5s4d3cAh", play: "B raise 6; C fold; A call; play; wins A 7 B 6",
	},
	clauseHand{ // an eight-five and an eight-six are no tie
		cites: "angies.lowball.25", game: "angies/lowball", stakes: "nl 1-2", seats: "A B", stacks: "A 6 B 6",
		hands: "A 8d6c4h3sAc / B 8h5s4d3cAh", play: "all-in; wins B 12",
	},

	// A seven must be bet.
	clauseHand{
		cites: "angies.lowball.2", game: "angies/lowball", hands: sevens,
		play: "C decline;" + sevensRound + "wins A 6; log voided A 4; log voided B 4; net A +4 B -2 C -2",
	},
	clauseHand{
		cites: "angies.lowball.2", game: "angies/lowball", set: "sevens=forfeit", hands: sevens,
		play: "C decline;" + sevensRound + "wins A 6 B 8; never voided; net A 0 B +2 C -2",
	},
	clauseHand{ // beaten: nothing changes
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 6s4h3c2dAd / C KsKhJdTc9c",
		play: "C decline;" + sevensRound + "wins B 14; net B +8 A -6 C -2",
	},
	clauseHand{ // a tie
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 7s5h3c2dAd / C KsKhJdTc9c",
		play: "C decline;" + sevensRound + "net A +1 B +1 C -2; log voided A 4",
	},
	clauseHand{ // bet, it wins everything
		cites: "angies.lowball.2", game: "angies/lowball", hands: sevens,
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A bet 4; B call; C fold; wins A 14; never voided",
	},
	clauseHand{ // all check: there is nothing to lose
		cites: "angies.lowball.2", game: "angies/lowball", hands: sevens,
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A check; B check; C check; wins A 6; never voided",
	},
	clauseHand{ // an eight may be checked, a pair too
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 8d5c3h2sAh / B 9s6h4c2dAd / C KsKhJdTc9c",
		play: "C decline;" + sevensRound + "wins A 14; never voided",
	},
	clauseHand{
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 5d5c3h2sAh / B 6s6h4c2dAd / C KsKhJdTc9c",
		play: "C decline;" + sevensRound + "wins A 14; never voided",
	},
	clauseHand{ // 7-6-5-4-3 is the last seven that must be bet, and the joker makes sevens too
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d6c5h4sJo / B 8s6h4c2dAd / C KsKhJdTc9c",
		play: "C decline;" + sevensRound + "net A +4 B -2 C -2",
	},
	clauseHand{ // a seat that calls a bet has not checked
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 8s6h4c2dAd / B 7d5c3h2sAh / C KsKhJdTc9c",
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A bet 4; B call; C fold; wins B 14; never voided",
	},

	// A23: more than two seats, raises, all-ins.
	clauseHand{ // everybody takes back, the marked seat's raises too
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 8s6h4c2dAd / C 9s6c4h3cAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C call; A raise 8; B call; C call
			wins A 6; log voided A 8; log voided B 8; log voided C 8; net A +4 B -2 C -2`,
	},
	clauseHand{ // a folded bettor takes back too: the bets were never made
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 8s6h4c2dAd / C 9s6c4h3cAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C call; A raise 8; B call; C fold
			wins A 6; net A +4 B -2 C -2`,
	},
	clauseHand{ // two marked sevens, the better beats an eight: void for all
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 7s6h4c2dAd / C 8s6c4h3dAc",
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A check; B check; C bet 4; A call; B call; wins A 6; net A +4 B -2 C -2",
	},
	clauseHand{ // a marked and an unmarked seven tie before a third: the rest is the unmarked's
		cites: "angies.lowball.2", game: "angies/lowball", hands: "A 7d5c3h2sAh / B 7s5h3c2dAd / C 8s6c4h3dAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C call; A call
			wins A 3 B 11; log voided A 4; net A +1 B +5 C -6`,
	},
	clauseHand{
		cites: "angies.lowball.2", game: "angies/lowball", set: "sevens=forfeit", hands: "A 7d5c3h2sAh / B 7s5h3c2dAd / C 8s6c4h3dAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C call; A call
			wins A 3 B 15; net A -3 B +9 C -6`,
	},
	clauseHand{ // C is all-in before the draw and best: the rest of the bets is still void between A and B
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "C 2", hands: "A 7d5c3h2sAh / B 8s6h4c2dAd / C 5s4h3d2cAc",
		play: `C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; A call
			wins C 6; log voided A 4; log voided B 4; net A -2 B -2 C +4`,
	},
	clauseHand{ // B's six is all-in for one bet: it takes what it covers, the rest is void between A and C
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "B 6", hands: "A 7d5c3h2sAh / B 6s4h3c2dAd / C 8s6c4c3dAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C raise 8; A call
			wins B 18; log voided A 4; log voided C 4; net A -6 B +12 C -6`,
	},
	clauseHand{ // the same with a marked seven that is all-in: what it covers is void, B beats C for the rest
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "A 6", hands: "A 7d5c3h2sAh / B 8s6h4c2dAd / C 9s6c4h3cAc",
		play: `C decline; C call; A call; B check; A pat; B pat; C pat; A check; B bet 4; C raise 8; A call; B call
			wins A 6 B 8; net A +4 B +2 C -6`,
	},
	clauseHand{ // calling a short all-in is no check
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "A 3", hands: "A 9d5c3h2sAc / B 7d5h3d2cAh / C KsKhJdTc9c",
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A bet 1; B call; C fold; wins B 8; never voided",
	},
	clauseHand{ // CTM: it is
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "A 3", set: "sevens_short=check", hands: "A 9d5c3h2sAc / B 7d5h3d2cAh / C KsKhJdTc9c",
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A bet 1; B call; C fold; wins B 6; log voided A 1; log voided B 1",
	},
	clauseHand{ // completing the bet is not
		cites: "angies.lowball.2", game: "angies/lowball", stacks: "A 3", set: "sevens_short=check", hands: "A 9d5c3h2sAc / B 7d5h3d2cAh / C KsKhJdTc9c",
		play: "C decline; C call; A call; B check; A pat; B pat; C pat; A bet 1; B raise 4; C call; wins B 15; never voided",
	},
)

func TestAngiesLowball(t *testing.T) { playClauseHands(t, angiesLowball) }

var lowballRankings = clauseRankings(
	clauseRanking{cites: "angies.lowball.intro.ace", game: "angies/lowball", better: "AcAd7h6s5c", worse: "2c2d5h4s3c"},
	clauseRanking{cites: "angies.lowball.intro.straights", game: "angies/lowball", tie: true, better: "5h4h3h2hAh", worse: "5s4d3c2sAs"},
	clauseRanking{cites: "angies.lowball.intro.straights", game: "angies/lowball", better: "5h4h3h2hAh", worse: "6s4d3c2sAs"},
	clauseRanking{cites: "angies.lowball.intro.bug", game: "angies/lowball", tie: true, better: "Ac2d3h4sJo", worse: "5c4d3c2cAd"},
	clauseRanking{cites: "angies.lowball.intro.bug", game: "angies/lowball", tie: true, better: "6c5d3hAsJo", worse: "6d5h3s2cAc"},
	clauseRanking{cites: "angies.lowball.intro.bug", game: "angies/lowball", tie: true, better: "KcKd2hAsJo", worse: "KhKs3s2cAc"},
	clauseRanking{cites: "angies.lowball.3", game: "angies/lowball", better: "7d5c3h2sJo", worse: "7c5d4s2dAc"},
)

func TestLowballRankings(t *testing.T) { playClauseRankings(t, lowballRankings) }
