package dsl_test

import "testing"

// Seven and five card stud, razz and Option Alley at Angie's.

const (
	as7 = "2c Ah 7h 9d 2d Ad 7s 9c 9h 3c 6c As 4h 9s 5d Qh Kh 4d Kd 8s Jh 4s 4c Jc 5s 7d Td"
	as8 = "Ac Kh 9s 2d Kc 9d 3h 6s Jd 8s 4s Kd 2h 8d 5c Qs Td 7s Ks Qd 7c 9h 2s"
	arz = "2c Kc Kh 2d Qh Ks 3h Jc 5h 4c 3s 9h 8c 4d 5c 8d 4h 7h 5s 4s 5d Qd"
	as5 = "9h Ah 2c 7s 4d Ac Qs 8h 6c 4s 7d Jc 6d 9c 5s 6h Kd 3h"
	aoa = "5h Kc 8h Ad Kd Jc 6c 4c 9h 6d 3s 7s 6h Ks 2c 6s 2h 9d"

	// to the end of the round before the one that a row is about
	as7Third  = "C call; D call; A call; B check;"
	as7Fourth = as7Third + "A bet 2; B call; C fold; D call;"
	as7Fifth  = as7Fourth + "A bet 4; B call; D fold;"
	as7Sixth  = as7Fifth + "A check; B check;"
	as7End    = as7Sixth + "A bet 4; B call;"
	aoaBuy    = "C fold; A call; B check; A bet 2; B call; A bet 4; B call; A check; B bet 4; A call;"
)

var seats4 = "A B C D"

var angiesStud = clauseHands(
	// Dealing.
	clauseHand{
		cites: "angies.stud7.play.third", game: "angies/stud7", seats: seats4, deck: as7,
		play: "down A 2c 2d; down B Ah Ad; down C 7h 7s; down D 9d 9c; up A 9h; up B 3c; up C 6c; up D As",
	},
	clauseHand{
		cites: "angies.stud7.play.upcards", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Third + `log burned 4h; log dealt-up A 9s; log dealt-up B 5d; log dealt-up C Qh; log dealt-up D Kh; round fourth street
			A bet 2; B call; C fold; D call
			log burned 4d; log dealt-up A Kd; log dealt-up B 8s; log dealt-up D Jh; round fifth street
			A bet 4; B call; D fold
			log burned 4s; log dealt-up A 4c; log dealt-up B Jc; round sixth street`,
	},
	clauseHand{
		cites: "angies.stud7.play.upcards", game: "angies/stud7", seats: seats4, set: "burn=no", deck: as7,
		play: as7Third + "never burned; up A 9h 4h; up B 3c 9s",
	},
	clauseHand{
		cites: "angies.stud7.play.seventh", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Sixth + "log burned 5s; log dealt A 7d; log dealt B Td; round seventh street; turn A; A bet 4; B call; log gathered 30",
	},
	clauseHand{
		cites: "angies.stud7.basic.1 angies.stud7.play.seven-cards", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7End + "showdown; down A 2c 2d 7d; up A 9h 9s Kd 4c; down B Ah Ad Td; up B 3c 5d 8s Jc",
	},
	// A folded hand shows nothing.
	clauseHand{
		cites: "angies.stud7.basic.2", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Fourth + "up D As Kh Jh; A bet 4; B call; D fold; up D; log announced A 9h 9s Kd 4c; turn A",
	},
	clauseHand{ // C's ace would open the second round
		cites: "angies.stud7.basic.2", game: "angies/stud5", hands: "A 2c3c4c / B 5dKd6h / C 7hAhx",
		play: "C fold; up C; A call; B check; turn B",
	},
	// Who opens.
	clauseHand{
		cites: "angies.stud7.play.first-bettor", game: "angies/stud7", seats: seats4, deck: as7,
		play: "log posted A 1; log posted B 2; up D As; turn C; C cannot check; C call; D call; A call; B can fold, check, raise to 4; B check; pot 8",
	},
	clauseHand{
		cites: "angies.stud7.play.showing", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Third + "turn A; A can fold, check, bet 2; A bet 2; B call; C fold; D call; turn A; up A 9h 9s Kd",
	},
	clauseHand{ // trips before two pair, two pair before a pair, whatever the ranks
		cites: "angies.stud7.play.showing", game: "angies/stud7", seats: seats4,
		hands: "A 2c3c Ah AdKs / B 4c5c 7d 7h8s8d / C 6c8c 2h 2d2s / D 9d9h TcTdJs",
		play:  as7Third + "turn A; A check; B check; C check; D check; turn C; up C 2h 2d 2s; C check; D check; A check; B check; turn C",
	},
	clauseHand{
		cites: "angies.stud7.play.showing", game: "angies/stud7", seats: seats4, set: "burn=no",
		hands: "A 2c3c AhAdKsKc / B 4c5c 7d7h9s8d / C 6c8c 2hJhQdTh / D 9d9h 3d4d5s6s",
		play:  as7Third + "A check; B check; C check; D check; A check; B check; C check; D check; turn A; up A Ah Ad Ks Kc",
	},
	clauseHand{ // the high hand is all-in: the next that can act
		cites: "angies.stud7.play.showing", game: "angies/stud7", seats: seats4, deck: as7, stacks: "A 2",
		play: as7Third + "turn B; B bet 2; C call; D call; turn B",
	},
	clauseHand{
		cites: "angies.stud7.play.showing-tie", game: "angies/stud7", seats: seats4,
		hands: "A 2c3c Kd7c / B 4c5c Jd9c / C 6c8c Kh7s / D 9d9h 3d4d", play: as7Third + "turn A",
	},
	clauseHand{ // the same with the button elsewhere: suits never count
		cites: "angies.stud7.play.showing-tie", game: "angies/stud7", seats: seats4, button: "A",
		hands: "A 2c3c Ks7s / B 4c5c Jd9c / C 6c8c Kh7d / D 9d9h 3d4d", play: "D call; A call; B call; C check; turn C",
	},
	// What the dealer says.
	clauseHand{
		cites: "angies.stud7.basic.3a", game: "angies/stud7",
		hands: "A 2c3c Kd9c / B 4c5c 6c6h / C 7c8c Kh8s", play: "C call; A call; B check; turn B; log announced B 6c 6h",
	},
	clauseHand{
		cites: "angies.stud7.basic.3a", game: "angies/stud7",
		hands: "A 2c3c Kd9c / B 4c5c 6c5h / C 7c8c Kh8s", play: "C call; A call; B check; turn A; log announced A Kd 9c",
	},
	clauseHand{ // after each round, the last included
		cites: "angies.stud7.basic.3a", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7End + "log announced A 9h 9s; log announced A 9h 9s Kd; log announced A 9h 9s Kd 4c; log announced A 9h 9s Kd 4c",
	},
	clauseHand{
		cites: "angies.stud7.basic.3b", game: "angies/stud7", hands: "A 2c3c KdQd2dJc / B 4c5c 6h8s9cTh / C 7c8c Ah2s3s9h",
		play: `to fourth street; never possible-flush; never possible-straight
			to fifth street; log possible-flush A Kd Qd 2d; log possible-straight B 6h 8s 9c; log possible-straight C Ah 2s 3s
			to sixth street; log possible-flush A Kd Qd 2d Jc; log possible-straight A Kd Qd 2d Jc; log possible-straight B 6h 8s 9c Th; log possible-straight C Ah 2s 3s 9h
			never possible-flush B; never possible-flush C`,
	},
	// The end.
	clauseHand{
		cites: "angies.stud7.basic.4", game: "angies/stud7", seats: seats4,
		play: "C raise 4; D fold; A fold; B fold; no showdown; log returned C 2; wins C 5; net C +3 A -1 B -2 D 0",
	},
	clauseHand{
		cites: "angies.stud7.basic.5", game: "angies/stud7", stakes: "nl 1-2", seats: "A B", stacks: "A 15 B 15",
		hands: "A 2c2d 9h9sKd4c 7s / B AhAd 3c5d8sJc Th", play: "all-in; wins A 30; worth A two pair, nines and deuces; worth B pair of aces",
	},
	clauseHand{
		cites: "angies.stud7.play.high-wins", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7End + "net A +18 B -12 C -2 D -4",
	},
	clauseHand{ // nobody has to say what he holds
		cites: "angies.stud7.basic.7", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7End + "wins A 30; worth A nines and deuces; worth B pair of aces",
	},
	clauseHand{
		cites: "angies.stud7.play.showdown", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7End + "log shown A; log shown B; log awarded A 30",
	},
	clauseHand{ // the last raiser first
		cites: "angies.stud7.play.showdown", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Sixth + "A bet 4; B raise 8; A call; log shown B; log shown A; log awarded A",
	},
	clauseHand{ // the last round is checked: from the left of the button, whoever bet before
		cites: "angies.stud7.play.showdown", game: "angies/stud7", seats: seats4, deck: as7,
		play: as7Fourth + "A bet 4; B raise 8; D fold; A call; to seventh street; play; log shown A; log shown B",
	},

	// High-low.
	clauseHand{
		cites: "angies.stud7-hilo8.halves", game: "angies/stud7-hilo8", deck: as8,
		play: `C call; A call; B check; B bet 2; C call; A call; B check; C check; A bet 4; B call; C fold
			B bet 4; A raise 8; B call; B check; A bet 4; B call
			wins A 22 B 22; worth B kings full; low A bicycle; net A +2 B +2 C -4`,
	},
	clauseHand{
		cites: "angies.stud7.basic.6", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd KhQs9s9d 2c / B AsJh 2d4h6cQh 8c", play: "all-in; wins A 20 B 20; low A no qualifying hand",
	},
	clauseHand{ // seat C's dollar makes it 41
		cites: "angies.stud7.basic.6.odd", game: "angies/stud7-hilo8", stakes: "nl 1-2", button: "B", stacks: "A 20 B 20",
		hands: "A KcKd KhQs9s9d 2c / B AsJh 2d4h6cQh 8c / C 3cTc3sx", play: "B raise 20; C fold; A call; play; wins A 21 B 20",
	},
	clauseHand{ // high takes it wherever it sits
		cites: "angies.stud7.basic.6.odd", game: "angies/stud7-hilo8", stakes: "nl 1-2", button: "B", stacks: "A 20 B 20",
		hands: "B KcKd KhQs9s9d 2c / A AsJh 2d4h6cQh 8c / C 3cTc3sx", play: "B raise 20; C fold; A call; play; wins B 21 A 20",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.select angies.stud7-hilo8.scoop", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A Ac2d 3h4s5cKs Kd / B KcKh QsQdJh9c 9d",
		play:  "all-in; wins A 40; worth A straight, five high; low A bicycle; worth B two pair; low B no qualifying hand",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.best-low", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A Ac2d 3h4s5cKs Qh / B 6c4c 3d2hAdKh 6d", play: "all-in; wins A 40; low A bicycle; low B sixty-four",
	},
	clauseHand{ // the bicycle takes low from 6-4-3-2-A, whose kings take high
		cites: "angies.stud7-hilo8.best-low", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd KhKs3c3s 9h / B Ac2d 3h4s5cQs Qh", play: "all-in; wins A 20 B 20",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.qualifier", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd KhQs9s9d 2c / B 8h7c 6d5h4cKs Jc", play: "all-in; wins A 20 B 20; low B eighty-seven",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.qualifier", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd KhQs9s9d 2c / B 8h7c 6d5h5cKs Jc", play: "all-in; wins A 40; low B no qualifying hand",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.qualifier", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A KcKd KhQs9s9d 2c / B 9h4c 3d2hAcKs Jc", play: "all-in; wins A 40; low B no qualifying hand",
	},
	clauseHand{
		cites: "angies.stud7-hilo8.no-straights", game: "angies/stud7-hilo8", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A 8h7h 6h5h4hKs Kd / B KcKh QsQd9sTh 2c",
		play:  "all-in; wins A 40; worth A straight flush, eight high; low A eighty-seven",
	},

	// Razz.
	clauseHand{
		cites: "angies.razz.low-only", game: "angies/razz", deck: arz,
		play: "turn C; C raise 4; A call; B call; turn C; up C 5h 8c; C bet 2; A call; B fold; turn A; up A 3h 3s 5c; up C 5h 8c 8d",
	},
	clauseHand{ // the other reading: highest showing, as in stud high
		cites: "angies.razz.low-only", game: "angies/razz", set: "showing=high", deck: arz,
		play: "turn C; C raise 4; A call; B call; turn A; up A 3h 3s; A check; B check; C check; turn A; up A 3h 3s 5c; up C 5h 8c 4h",
	},
	clauseHand{ // no pair before a pair, then the lower top card; equal hands by position
		cites: "angies.razz.low-only", game: "angies/razz", hands: "A 2c3c 7d2d / B 4c5c 7h2h / C 9c9d AcAd",
		play: "C call; A call; B check; turn A",
	},
	clauseHand{
		cites: "angies.razz.best", game: "angies/razz", stakes: "nl 1-2", seats: "A B", stacks: "A 16 B 16",
		hands: "A Ac2d 3h4s5cKs Kd / B Ad2c 3c4c6dQs Qd", play: "all-in; wins A 32; worth A bicycle; worth B sixty-four",
	},
	clauseHand{
		cites: "angies.razz.pair angies.razz.no-qualifier angies.razz.speaks", game: "angies/razz", deck: arz,
		play: `C raise 4; A call; B call; C bet 2; A call; B fold; A bet 4; C call; A check; C check; A bet 4; C call
			wins A 32; worth A pair of deuces; worth C pair of fives; net A +18 B -4 C -14`,
	},
	clauseHand{
		cites: "angies.razz.no-straights", game: "angies/razz", stakes: "nl 1-2", seats: "A B", stacks: "A 10 B 10",
		hands: "A 6h5h 4h3h2hKd Qc / B 7c4c 3c2cAcKh Qd", play: "all-in; wins A 20; worth A sixty-five",
	},

	// Five card stud.
	clauseHand{
		cites: "angies.stud5.play.deal", game: "angies/stud5", seats: seats4, deck: as5,
		play: "down A 9h; down B Ah; down C 2c; down D 7s; up A 4d; up B Ac; up C Qs; up D 8h; round second card",
	},
	clauseHand{
		cites: "angies.stud5.play.first-bettor", game: "angies/stud5", seats: seats4, deck: as5,
		play: "up B Ac; turn C; C call; D fold; A call; B check; log gathered 6",
	},
	clauseHand{ // with two players nobody is without a blind: the button opens
		cites: "angies.stud5.play.first-bettor", game: "angies/stud5", seats: "A B",
		play: "log posted B 1; log posted A 2; turn B; B call; A check",
	},
	clauseHand{
		cites: "angies.stud5.play.showing", game: "angies/stud5", seats: seats4, deck: as5,
		play: "C call; D fold; A call; B check; turn A; up A 4d 4s; up B Ac 7d; up C Qs Jc",
	},
	clauseHand{
		cites: "angies.stud5.play.showing-tie", game: "angies/stud5", seats: seats4,
		hands: "A 2cKd 7d / B 3c9s 8d / C 4cKh 7s / D 5c6cx", play: "C call; D fold; A call; B check; turn A",
	},
	clauseHand{
		cites: "angies.stud5.play.third", game: "angies/stud5", seats: seats4, deck: as5,
		play: `C call; D fold; A call; B check; log burned 6c; log dealt-up A 4s; log dealt-up B 7d; log dealt-up C Jc
			A cannot bet 4; A bet 2; B call; C fold; log gathered 10`,
	},
	clauseHand{
		cites: "angies.stud5.play.fourth", game: "angies/stud5", seats: seats4, deck: as5,
		play: `C call; D fold; A call; B check; A bet 2; B call; C fold; log burned 6d; log dealt-up A 9c; log dealt-up B 5s
			A check; B cannot bet 2; B bet 4; A call; log gathered 18`,
	},
	clauseHand{
		cites: "angies.stud5.play.fifth", game: "angies/stud5", seats: seats4, deck: as5,
		play: `C call; D fold; A call; B check; A bet 2; B call; C fold; A check; B bet 4; A call
			log burned 6h; log dealt-up A Kd; log dealt-up B 3h; round fifth card; A can fold, check, bet 4; A check; B check; wins A 18`,
	},
	clauseHand{
		cites: "angies.stud5.same angies.stud5.play.showdown", game: "angies/stud5", seats: seats4, deck: as5,
		play: `C call; D fold; A call; B check; A bet 2; B call; C fold; A check; B bet 4; A call; A check; B check
			down A 9h; up A 4d 4s 9c Kd; down B Ah; up B Ac 7d 5s 3h
			worth A two pair, nines and fours; worth B pair of aces; net A +10 B -8 C -2 D 0`,
	},
	clauseHand{ // ties split
		cites: "angies.stud5.play.showdown", game: "angies/stud5", stakes: "nl 1-2", seats: "A B", stacks: "A 20 B 20",
		hands: "A AcKd 9h7c4c / B AhKs 9d7d4d", play: "all-in; wins A 20 B 20",
	},

	// Option Alley.
	clauseHand{
		cites: "angies.option-alley.base", game: "angies/option-alley", deck: aoa,
		play: `down A 5h; up A Ad; down B Kc; up B Kd; C fold; A call; B check; log gathered 4; round third card; up A Ad 4c; up B Kd 9h
			A bet 2; B call; log gathered 8; round fourth card; up A Ad 4c 3s; up B Kd 9h 7s
			A bet 4; B call; log gathered 16; round fifth card; up A Ad 4c 3s Ks; up B Kd 9h 7s 2c
			A check; B bet 4; A call; log gathered 24; A buy Ks; B buy 2c; round after the buy; B bet 4; A raise 8; B call; log gathered 40`,
	},
	clauseHand{
		cites: "angies.option-alley.buy", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + "log burned 6s; turn A; A cannot buy Ks 3s; A buy Ks; log dealt-up A 2h; turn B; B buy 2c; log dealt-up B 9d; round after the buy",
	},
	clauseHand{ // the buy is free to decline; the burn stands
		cites: "angies.option-alley.buy", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + "A pat; B buy 2c; up A Ad 4c 3s Ks; up B Kd 9h 7s 2h",
	},
	clauseHand{
		cites: "angies.option-alley.down", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + "A buy 5h; log dealt A 2h; down A 2h; up A Ad 4c 3s Ks",
	},
	clauseHand{
		cites: "angies.option-alley.up", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + "A buy Ks; B buy 2c; up A Ad 4c 3s 2h; up B Kd 9h 7s 9d; turn B",
	},
	clauseHand{
		cites: "angies.option-alley.nofee", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + "stack A 88 B 88 C 100; A buy Ks; B buy 2c; stack A 88 B 88 C 100; pot 24; house 0",
	},
	clauseHand{
		cites: "angies.option-alley.round", game: "angies/option-alley",
		hands: "A 2cAd 3dKd9h / B 4c5d 6hTs8c / C 7c8hx",
		play: `C fold; A call; B check; A bet 2; B call; A bet 4; B call; A bet 4; B call
			A pat; B pat; round after the buy; A cannot bet 2; A bet 4; B call; log gathered 32; over`,
	},
	clauseHand{
		cites: "angies.option-alley.high angies.option-alley.both angies.option-alley.speak", game: "angies/option-alley", deck: aoa,
		play: aoaBuy + `A buy Ks; B buy 2c; B bet 4; A raise 8; B call; worth A straight, five high; worth B two pair, kings and nines
			low A bicycle; log awarded A 20; log awarded A 20; wins A 40; net A +20 B -20 C 0`,
	},
	clauseHand{
		cites: "angies.option-alley.low", game: "angies/option-alley", stakes: "nl 1-2", seats: "A B", stacks: "A 10 B 10",
		hands: "A KcKd 9h9s2c / B QsQd JcJhTd", play: "all-in; wins A 10 B 10",
	},
	clauseHand{ // A43: odd chip to high
		cites: "angies.option-alley.both", game: "angies/option-alley", stakes: "nl 1-2", button: "B", stacks: "A 20 B 20",
		hands: "A QsQd JcJhTd / B KcKd 9h9s2c / C 3c4cx", play: "B raise 20; C fold; A call; play; wins A 20 B 21",
	},
)

// The other readings.
var angiesStudReadings = clauseHands(
	clauseHand{ // A11: the low card, by suit, brings it in
		cites: "angies.stud7.play.first-bettor", game: "angies/stud7", set: "stud_open=bring-in",
		hands: "A 3c4c KdKs / B 5c6c 2d7d / C 6d8c 2h9h",
		play: `log ante A 0.5; log ante B 0.5; log ante C 0.5; turn B; B can bring it in for 1, bet 2; B bring-in
			C can fold, call 1, complete to 2; C call; A raise 2; B call; C fold; turn A; up A Kd Ks`,
	},
	clauseHand{ // in razz the high card, an ace being low
		cites: "angies.razz.low-only", game: "angies/razz", set: "stud_open=bring-in",
		hands: "A 3c4c Ad2s / B 5c6c KdQh / C 6d8c Kh9h", play: "turn C; C bring-in; A call; B call; turn A",
	},
	clauseHand{
		cites: "angies.stud5.play.first-bettor", game: "angies/stud5", set: "stud_open=bring-in", stakes: "5-10",
		hands: "A 3cKd / B 5c2d / C 6d9h", play: "log ante A 1; turn B; B can bring it in for 2.5, bet 5",
	},
	clauseHand{ // G3, as with more players: the small blind left of the button
		cites: "angies.stud5.play.first-bettor", game: "angies/stud5", set: "headsup=literal", seats: "A B",
		play: "log posted A 1; log posted B 2; turn A",
	},
	clauseHand{ // A37: B opened the round before
		cites: "angies.option-alley.buy", game: "angies/option-alley", hands: "A 2c3d4h5s7d / B 3cKdKhQs9d / C 7c8hx",
		play: "C fold; A call; B check; to fifth card; turn B; B check; A check; turn A; A pat; turn B",
	},
	clauseHand{
		cites: "angies.option-alley.buy", game: "angies/option-alley", set: "buy_order=first-bettor", hands: "A 2c3d4h5s7d / B 3cKdKhQs9d / C 7c8hx",
		play: "C fold; A call; B check; to fifth card; turn B; B check; A check; turn B; B pat; turn A",
	},
	clauseHand{
		cites: "angies.option-alley.round", game: "angies/option-alley", set: "buy_round=before", hands: "A 2c3d4h5s7d / B 3cKdKhQs9d / C 7c8hx",
		play: "C fold; A call; B check; to fifth card; B check; A check; round before the buy; B bet 4; A call; round buy; A pat; B pat; over; wins A 6 B 6",
	},
	clauseHand{ // A9: the odd chip of equal hands
		cites: "angies.stud7.basic.6.odd angies.stud5.play.showdown", game: "angies/stud5", stakes: "nl 1-2", button: "B", stacks: "A 20 B 20",
		hands: "A AcKd9h7c4c / B AhKs9d7d4d / C 2c3cx", play: "B raise 20; C fold; A call; play; wins A 21 B 20",
	},
	clauseHand{
		cites: "angies.stud7.basic.6.odd angies.stud5.play.showdown", game: "angies/stud5", set: "odd=high-card", stakes: "nl 1-2", button: "B", stacks: "A 20 B 20",
		hands: "A AcKd9h7c4c / B AhKs9d7d4d / C 2c3cx", play: "B raise 20; C fold; A call; play; wins A 20 B 21",
	},
	clauseHand{
		cites: "angies.stud5.play.showdown", game: "angies/stud5", seats: seats4, stakes: "nl 1-2", stacks: "A 13 C 13 D 13",
		hands: "A AcKd9h7c4c / B 2c3cx / C AhKs9d7d4d / D AsKc9s7s4h", play: "C raise 13; D call; A call; B fold; wins A 14 C 14 D 13",
	},
	clauseHand{
		cites: "angies.stud5.play.showdown", game: "angies/stud5", set: "odd=nearest", seats: seats4, stakes: "nl 1-2", stacks: "A 13 C 13 D 13",
		hands: "A AcKd9h7c4c / B 2c3cx / C AhKs9d7d4d / D AsKc9s7s4h", play: "C raise 13; D call; A call; B fold; wins A 15 C 13 D 13",
	},
)

func TestAngiesStudReadings(t *testing.T) { playClauseHands(t, angiesStudReadings) }

func TestAngiesStud(t *testing.T) { playClauseHands(t, angiesStud) }
