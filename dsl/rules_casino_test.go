package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// The casino's Omaha: limit, pot limit and no limit, a collection at the flop,
// and all odd chips to the player nearest to the left of the button.

const (
	oc1       = "8h Ah As 7h 6c Td Tc 7s 2s 9s 3d 6d 5h 8s 3c 5d 9c Kh Qd Jc 9d 4s 9h 2h"
	oc1Stacks = "A 200 B 200 C 200 D 200"

	oc1Flop  = "C call; D raise 20; A fold; B call; C call;"
	oc1Turn  = oc1Flop + "B check; C bet 10; D call; B raise 20; C call; D call;"
	oc1River = oc1Turn + "B bet 20; C call; D fold;"
)

// oc1Row returns a row about the recorded hand OC1.
func oc1Row(cites, play string) clauseHand {
	return clauseHand{cites: cites, game: "casino/omaha", seats: seats4, stacks: oc1Stacks, deck: oc1, play: play}
}

var casinoRounds = clauseHands(
	oc1Row("omaha-casino.round.2a omaha-casino.round.4 omaha-casino.round.4a", "log posted A 5; log posted B 10; log dealt A; stack A 195 B 190; pot 15"),
	oc1Row("omaha-casino.round.5 omaha-casino.round.5a", "down A 8h 6c 2s 5h; down B Ah Td 9s 8s; down C As Tc 3d 3c; down D 7h 7s 6d 5d"),
	oc1Row("omaha-casino.round.1b", "C call; D call; A call; B check; round flop; A check; B check; C check; turn D"),
	oc1Row("omaha-casino.round.6", "C can fold, call 10, raise to 20; C cannot check; C call; turn D; D call; turn A; A call; turn B"),
	oc1Row("omaha-casino.round.6a", "C call; stack C 190"),
	oc1Row("omaha-casino.round.6b", "C call; D call; A fold; log folded A; play; never shown A; net A -5"),
	oc1Row("omaha-casino.round.6c", "C call; D cannot raise 25: only to 20; D raise 20"),
	oc1Row("omaha-casino.round.6d", oc1Flop[:len(oc1Flop)-len("C call;")]+"C can fold, call 10, raise to 30; C call"),
	oc1Row("omaha-casino.round.6e", "C call; D call; A call; pot 40; B can fold, check, raise to 20; B check; round flop"),
	oc1Row("omaha-casino.round.7 omaha-casino.fee.when", oc1Flop+"log gathered 65; log collected 2; pot 63; house 2"),
	oc1Row("omaha-casino.round.8 omaha-casino.round.9", oc1Flop+"log burned 9c; log board Kh Qd Jc; round flop"),
	oc1Row("omaha-casino.round.9a omaha-casino.round.14b omaha-casino.round.19b omaha-casino.round.23 omaha-casino.win.two-three",
		oc1River+"B check; C check; log shown B Ah Td 9s 8s; log shown C As Tc 3d 3c; worth B straight, ace high; worth C straight, ace high"),
	oc1Row("omaha-casino.round.2b omaha-casino.round.11", oc1Flop+"turn B; B check; turn C; C check; turn D"),
	oc1Row("omaha-casino.round.10 omaha-casino.round.12", oc1Flop+"pot 63; B check; C bet 10; D call; B raise 20; C call; D call; log gathered 123"),
	oc1Row("omaha-casino.round.11a omaha-casino.table.same-limits", oc1Flop+"B check; C cannot bet 20: only to 10; C bet 10; D can fold, call 10, raise to 20"),
	oc1Row("omaha-casino.round.11b", oc1Flop+"B check; C bet 10; D call; B can fold, call 10, raise to 20; B raise 20"),
	oc1Row("omaha-casino.round.11c", oc1Flop+"B check; C bet 10; D call; stack D 170"),
	oc1Row("omaha-casino.round.11d", oc1Flop+"B check; C bet 10; D call; B raise 20; C call; D fold; log gathered 113"),
	oc1Row("omaha-casino.round.11e", oc1Flop+"B check; C bet 10; D call; B raise 20; C call; D raise 30; B raise 40; C can fold, call 20; C call; D can fold, call 10"),
	oc1Row("omaha-casino.round.13 omaha-casino.round.14 omaha-casino.round.14a", oc1Turn+"log burned 9d; log board 4s; board Kh Qd Jc 4s; round turn"),
	oc1Row("omaha-casino.round.15 omaha-casino.round.16a", oc1Turn+"B cannot bet 10: only to 20; B bet 20"),
	oc1Row("omaha-casino.round.16", oc1Turn+"turn B; B check; turn C; C check; turn D"),
	oc1Row("omaha-casino.round.16b", oc1Turn+"B bet 20; C call; stack C 140"),
	oc1Row("omaha-casino.round.16c", oc1Turn+"B bet 20; C cannot check: there is a bet to call"),
	oc1Row("omaha-casino.round.16d", oc1Turn+"B bet 20; C call; D fold; play; net D -40"),
	oc1Row("omaha-casino.round.16e", oc1Turn+"B bet 20; C raise 40; pot 183; D can fold, call 40, raise to 60"),
	oc1Row("omaha-casino.round.17", oc1River+"log gathered 163"),
	oc1Row("omaha-casino.round.18 omaha-casino.round.19 omaha-casino.round.19a", oc1River+"log burned 9h; log board 2h; board Kh Qd Jc 4s 2h; round river"),
	oc1Row("omaha-casino.round.20 omaha-casino.round.21 omaha-casino.round.21c", oc1River+"B check; C check; showdown"),
	oc1Row("omaha-casino.round.21a", oc1River+"B cannot bet 10: only to 20; B cannot bet 40: only to 20; B bet 20"),
	oc1Row("omaha-casino.round.21b", oc1River+"B bet 20; C call; log gathered 203"),
	oc1Row("omaha-casino.round.21d omaha-casino.win.1", oc1River+"B bet 20; C fold; no showdown; log returned B 20; wins B 163"),
	oc1Row("omaha-casino.round.21e", oc1River+"B bet 20; C raise 40; B raise 60; C raise 80; B raise 100; C can fold, call 20, raise to 120"),
	oc1Row("omaha-casino.round.22 omaha-casino.object.high omaha-casino.rank.suits omaha-casino.win.2 omaha-casino.win.3 omaha-casino.type.house",
		oc1River+"B check; C check; wins B 82 C 81; house 2; net A -5 B +22 C +21 D -40"),
	clauseHand{ // heads-up too, the small blind is left of the button, which acts last in every round
		cites: "omaha-casino.round.2a", game: "casino/omaha", seats: "A B",
		play: "log posted A 5; log posted B 10; turn A; A call; turn B; B check; round flop; turn A; A check; turn B",
	},
	clauseHand{ // G3
		cites: "omaha-casino.round.2a", game: "casino/omaha", seats: "A B", set: "headsup=button",
		play: "log posted B 5; log posted A 10; B call; A check; round flop; turn A; A check; turn B",
	},
)

var casinoBetting = clauseHands(
	clauseHand{
		cites: "omaha-casino.round.6c.i", game: "casino/omaha", stakes: "nl 5-10", seats: seats4, stacks: "C 1000 D 1000",
		play: "C can fold, call 10, raise to 20 to 1000; C raise 30; D can fold, call 30, raise to 50 to 1000; D cannot raise 49; D raise 80; A fold; B fold; C can fold, call 50, raise to 130 to 1000",
	},
	clauseHand{ // a short all-in does not reopen the betting (WSOP 171)
		cites: "omaha-casino.round.6c.i", game: "casino/omaha", stakes: "nl 5-10", seats: seats4, stacks: "D 45",
		play: "C raise 30; D max; A call; B fold; C can fold, call 15; C cannot raise 75: not reopened",
	},
	clauseHand{
		cites: "omaha-casino.round.4b omaha-casino.round.6c.ii", game: "casino/omaha", stakes: "pl 5-10", play: "C can fold, call 10, raise to 20 to 25",
	},
	clauseHand{ // previous pot 100 after the fee
		cites: "omaha-casino.round.6c.ii", game: "casino/omaha", stakes: "pl 5-10", stacks: "A 900 B 900 C 900", set: "pot_includes_call=yes",
		play: `C raise 34; A call; B call; pot 100; A bet 50; B can fold, call 50, raise to 60 to 250
			B raise 60; C call; A can fold, call 10, raise to 70 to 340`,
	},
	clauseHand{ // C9
		cites: "omaha-casino.round.6c.ii", game: "casino/omaha", stakes: "pl 5-10", stacks: "A 900 B 900 C 900",
		play: "C can fold, call 10, raise to 20 to 25; C raise 24; A raise 34; B call; C call; pot 100; A bet 50; B can fold, call 50, raise to 60 to 200",
	},
	clauseHand{ // C8
		cites: "omaha-casino.round.6c.ii", game: "casino/omaha", stakes: "pl 5-10", stacks: "A 900 B 900 C 900", set: "min_raise=last pot_includes_call=yes",
		play: "C raise 34; A call; B call; pot 100; A bet 50; B can fold, call 50, raise to 100 to 250",
	},
	clauseHand{
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", play: "to flop; A bet 10; B raise 20; C raise 30; A raise 40; B can fold, call 20; B cannot raise 50: all its raises",
	},
	clauseHand{
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", play: "C raise 20; A fold; B call; B bet 10; C raise 20; B raise 30; C raise 40; B raise 50; C raise 60",
	},
	clauseHand{ // C12: heads-up only later in the round
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", play: "to flop; A bet 10; B raise 20; C fold; A raise 30; B raise 40; A can fold, call 10",
	},
	clauseHand{
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", set: "cap_off=now", play: "to flop; A bet 10; B raise 20; C fold; A raise 30; B raise 40; A raise 50; B raise 60",
	},
	clauseHand{
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", set: "cap_off=never", play: "C raise 20; A fold; B call; B bet 10; C raise 20; B raise 30; C raise 40; B can fold, call 10",
	},
	clauseHand{ // no maximum number of raises in pot limit
		cites: "omaha-casino.round.6d.cap", game: "casino/omaha", stakes: "pl 5-10", stacks: "A 900 B 900 C 900",
		play: "C raise 20; A raise 30; B raise 40; C raise 50; A raise 60; B raise 70",
	},
	clauseHand{
		cites: "omaha-casino.fee.limits", game: "casino/omaha", stakes: "nl 5-10", stacks: "A 20000 B 20000 C 20000",
		play: "to flop; A cannot bet 10001: only from 10 to 10000; A bet 6000; B can fold, call 6000, raise to 12000 to 16000",
	},
	clauseHand{ // limits, not stacks, belong to the table
		cites: "omaha-casino.table.same-limits", game: "casino/omaha", stacks: "A 900",
		play: "to flop; A can fold, check, bet 10; A check; B can fold, check, bet 10; B check; C can fold, check, bet 10; C bet 10; A can fold, call 10, raise to 20",
	},
	clauseHand{
		cites: "omaha-casino.win.1", game: "casino/omaha", stakes: "nl 1-2", hands: "A AhTd9s8s / B KsKc3d3c / C 5c6c7d7h", board: "Kh Qd Jc 4s 2h",
		play: "C raise 7; A call; B call; A bet 20; B call; C call; play; pot 0; house 2; wins A 79",
	},
	clauseHand{ // 80 three ways
		cites: "omaha-casino.win.3", game: "casino/omaha", stakes: "nl 1-2", seats: seats4,
		hands: "A AhTd9s8s / B AsTc3d3c / C AdTs6c6d / D 2c2d5c5h", board: "Kh Qd Jc 4s 2h",
		play: "C raise 7; D call; A call; B call; A bet 18; B call; C call; D fold; pot 80; play; wins A 28 B 26 C 26",
	},
	clauseHand{ // C10
		cites: "omaha-casino.win.3", game: "casino/omaha", stakes: "nl 1-2", seats: seats4, set: "odd=one+each",
		hands: "A AhTd9s8s / B AsTc3d3c / C AdTs6c6d / D 2c2d5c5h", board: "Kh Qd Jc 4s 2h",
		play: "C raise 7; D call; A call; B call; A bet 18; B call; C call; D fold; pot 80; play; wins A 27 B 27 C 26",
	},
)

var (
	seats6 = "A B C D E F"
	seats7 = "A B C D E F G"
	seats8 = "A B C D E F G H"
)

var casinoFees = clauseHands(
	clauseHand{
		cites: "omaha-casino.fee.no-flop", game: "casino/omaha", seats: seats4,
		play: "C call; D raise 20; A fold; B fold; C fold; no showdown; house 0; net D +25",
	},
	clauseHand{ // option 3, eight players all in for 10
		cites: "omaha-casino.fee.when", game: "casino/omaha", seats: seats8, set: "fee_options=22,15,3", hands: "A KdKc9s8s", board: "Ks Kh 7d 7c 2s",
		stacks: "A 10 B 10 C 10 D 10 E 10 F 10 G 10 H 10", play: "all-in; house 8; wins A 72",
	},
	clauseHand{ // C11: no more than the main pot
		cites: "omaha-casino.fee.when", game: "casino/omaha", set: "fee_options=16,15,8", hands: "A 5c6c7d7h / B KsKc3d3c / C AhTd9s8s", board: "Kh Qd Jc 4s 2h",
		stacks: "C 2", stakes: "nl 1-2", play: "C call; A call; B check; house 6; pot 0",
	},
	clauseHand{
		cites: "omaha-casino.fee.table-7", game: "casino/omaha", seats: seats7, set: "fee_options=22,15,5", hands: "A KdKc9s8s", board: "Ks Kh 7d 7c 2s",
		play: "to flop; A bet 10; B call; C call; D fold; E fold; F fold; G fold; play; house 6; wins A 94",
	},
	clauseHand{
		cites: "omaha-casino.fee.table-5", game: "casino/omaha", seats: seats6, set: "fee_options=22,13,8", hands: "A KdKc9s8s", board: "Ks Kh 7d 7c 2s",
		play: "to flop; A bet 10; B call; C call; D call; E fold; F fold; play; house 5; wins A 95",
	},
	clauseHand{
		cites: "omaha-casino.fee.rule.4", game: "casino/omaha", seats: seats8, set: "fee_options=3,12,20", play: "to flop; house 8",
	},
	clauseHand{
		cites: "omaha-casino.fee.rule.4", game: "casino/omaha", seats: seats6, set: "fee_options=3,12,20", play: "to flop; house 6",
	},
	clauseHand{
		cites: "omaha-casino.fee.rule.4", game: "casino/omaha", set: "fee_options=3,12,20", play: "to flop; house 4",
	},
)

var casinoRankings = clauseRankings(
	clauseRanking{cites: "omaha-casino.object.two-three", game: "casino/omaha", better: "AhTd9s8s", worse: "AcAdKs4d", board: "Kh Qd Jc 4s 2h"},
	clauseRanking{cites: "omaha-casino.rank.ace-low", game: "casino/omaha", better: "7h6h9dTc", worse: "As2s9cTd", board: "5h 4d 3c Kd 9h"},
	clauseRanking{cites: "omaha-casino.hands.royal", game: "casino/omaha", better: "JsTs4h5h", worse: "AcAdAhKd", board: "As Ks Qs 2d 3c"},
	clauseRanking{cites: "omaha-casino.hands.quads", game: "casino/omaha", better: "2c2dQhJh", worse: "AdAc9h8h", board: "2h 2s Ks Kh As"},
	clauseRanking{cites: "omaha-casino.rank.suits", game: "casino/omaha", better: "AhTd9s8s", worse: "AsTc3d3c", board: "Kh Qd Jc 4s 2h", tie: true},
)

func TestRulesCasino(t *testing.T) {
	playClauseHands(t, casinoRounds)
	playClauseHands(t, casinoBetting)
	playClauseHands(t, casinoFees)
}

// TestRulesCasinoRankings plays no limit, because a limit game would not put a
// stack all in, and accounts for the collection.
func TestRulesCasinoRankings(t *testing.T) {
	for i := range casinoRankings {
		r := &casinoRankings[i]
		name, _, _ := strings.Cut(r.cites, " ")
		t.Run(name, func(t *testing.T) {
			for _, winner := range []string{"A", "B"} {
				loser := map[string]string{"A": "B", "B": "A"}[winner]
				want := "wins " + winner + " 78; house 2"
				if r.tie {
					want = "wins A 39 B 39; house 2"
				}
				p := &clausePlay{t: t, row: &clauseHand{
					game: r.game, stakes: "nl 1-2", seats: "A B", stacks: "A 40 B 40", board: r.board,
					hands: winner + " " + r.better + " / " + loser + " " + r.worse,
				}}
				p.start()
				p.run("all-in; " + want)
			}
		})
	}
}

// TestRulesCasinoFees checks what each of the options 1 to 22 takes for each
// number of players, and which postings are refused.
func TestRulesCasinoFees(t *testing.T) {
	for option := 1; option <= 22; option++ {
		// The tier of the option, and the values of the other tiers.
		set, least, most, fee := fmt.Sprintf("22,15,%d", option), 7, 9, 11-option
		switch {
		case option > 15:
			set, least, most, fee = fmt.Sprintf("%d,15,8", option), 2, 4, 24-option
		case option > 8:
			set, least, most, fee = fmt.Sprintf("22,%d,8", option), 5, 6, 18-option
		}
		for n := least; n <= most; n++ {
			p := &clausePlay{t: t, row: &clauseHand{game: "casino/omaha", set: "fee_options=" + set, seats: strings.Join(strings.Split("ABCDEFGHI"[:n], ""), " ")}}
			p.start()
			p.run(fmt.Sprintf("to flop; house %d", fee))
		}
	}
	for set, want := range map[string]string{
		"3,4":   "one option for each number of players",
		"3,25":  "a collection by the half hour stands alone",
		"16,22": "one option for each number of players",
		"0":     "collection option 0 is not one of 1 to 37",
	} {
		if _, err := library(t, map[string]string{"fee_options": set}).Find("casino/omaha"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("options %s: %v, want %q", set, err, want)
		}
	}
}

// TestRulesCasinoTable checks which limits and decks the casino plays with.
func TestRulesCasinoTable(t *testing.T) {
	b := bound(t, library(t, nil), "casino/omaha", "")
	for text, want := range map[string]string{
		"1-2": "", "5000-10000": "", "nl 5-10": "", "pl 1-2": "",
		"0.50-1":      "the house's lowest limit is 1",
		"10000-20000": "the house's highest limit is 10000",
	} {
		_, err := b.Game.ParseStakes(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
	deck := cards.MustParse(oc1)
	for _, c := range b.Game.Deck.Append(nil) {
		if !cards.SetOf(deck...).Has(c) {
			deck = append(deck, c)
		}
	}
	for i, c := range deck {
		if c == cards.MustParse("9h")[0] {
			deck[i] = cards.Joker
		}
	}
	var h hand.Hand
	setup := hand.Setup{Plan: b, Stacks: []int64{10000, 10000, 10000, 10000}, Button: 3, Deck: deck}
	if err := h.Start(&setup); err == nil || !strings.Contains(err.Error(), "Jo, is not in the deck") {
		t.Errorf("a joker in the pack: %v", err)
	}
	setup.Deck, setup.Stacks = nil, make([]int64, 10)
	for i := range setup.Stacks {
		setup.Stacks[i] = 10000
	}
	if err := h.Start(&setup); err == nil || !strings.Contains(err.Error(), "for 2 to 9 players, not 10") {
		t.Errorf("ten players: %v", err)
	}
}

// casinoHands are pairs of five-card hands of which the first beats the second.
var casinoHands = []struct{ cites, better, worse string }{
	{"omaha-casino.rank.order", "AhKdQcJs9h", "KhQdJcTs8h"},
	{"omaha-casino.hands.royal", "AsKsQsJsTs", "KhQhJhTh9h"},
	{"omaha-casino.hands.straight-flush", "KhQhJhTh9h", "QcJcTc9c8c"},
	{"omaha-casino.hands.straight-flush", "5s4s3s2sAs", "AcAdAhAsKd"},
	{"omaha-casino.hands.quads", "2c2d2h2s3d", "AcAdAhKcKd"},
	{"omaha-casino.hands.full-house", "2c2d2h3c3d", "AhJh9h7h5h"},
	{"omaha-casino.hands.flush", "Ac7c5c4c3c", "KcQcJcTc8c"},
	{"omaha-casino.hands.flush", "7d5d4d3d2d", "AhKdQcJsTh"},
	{"omaha-casino.hands.straight", "AhKdQcJsTh", "KhQdJcTs9h"},
	{"omaha-casino.hands.straight", "5h4d3c2sAh", "AcAdAhKsQd"},
	{"omaha-casino.hands.straight", "2c2d5h4h3s", "QhKdAc2s3h"}, // no wraparound: ace high only
	{"omaha-casino.hands.trips", "2c2d2h4s3d", "AcAdKhKsQd"},
	{"omaha-casino.hands.trips", "AcAdAh3s2d", "KcKdKhAsQd"},
	{"omaha-casino.hands.two-pairs", "3c3d2h2s4d", "AcAdKhQsJd"},
	{"omaha-casino.hands.two-pairs", "AcAdKhKs2d", "AhAsQhQsKd"},
	{"omaha-casino.hands.pair", "2c2d5h4s3d", "AcKdQhJs9d"},
	{"omaha-casino.hands.pair", "AcAd4h3s2d", "KcKdAhQsJd"},
	{"omaha-casino.hands.high-card", "7c6d4h3s2d", "7d5d4h3s2c"},
	{"omaha-casino.hands.high-card", "AcKdQhJs9d", "AdKcQsJh8d"},
	{"omaha-casino.hands.order", "7d5d4d3d2d", "5h4d3c2sAh"}, // the lowest flush, the lowest straight
	{"omaha-casino.hands.order", "5h4d3c2sAh", "AcAdAhKsQd"},
	{"omaha-casino.hands.order", "2c2d2h3c4d", "AcAdKhKsQd"},
}

func TestRulesCasinoHands(t *testing.T) {
	steps := bound(t, library(t, nil), "casino/omaha", "").Game.Steps
	ranking := steps[len(steps)-1].Show.Parts[0].Ranking
	for _, c := range casinoHands {
		a, b := ranking.Best(cards.MustParse(c.better)), ranking.Best(cards.MustParse(c.worse))
		if a <= b {
			t.Errorf("%s: %s is %s, %s is %s; want the first better", c.cites, c.better, ranking.Describe(a), c.worse, ranking.Describe(b))
		}
	}
}
