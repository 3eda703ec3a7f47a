package dsl_test

import (
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Five card stud at El Resbalon.

const (
	er1   = "2c Kd 9s As Kh 3d 5h 7h Kc 5d Ad 5s 4h 7s 3c"
	game1 = "elresbalon/stud5"

	er1Second = "A show As; B show Kd; C show 9s; B raise 8; C fold; A call;"
	er1Third  = er1Second + "A show 7h; B show Kc; B bet 10; A call;"
	er1Fourth = er1Third + "A show Ad; B show 5s; A check; B bet 20; A call;"
	er1End    = er1Fourth + "A show 7s; B show 3c; A check; B bet 61; A call;"
)

var resbalon = clauseHands(
	clauseHand{
		cites: "elresbalon.fcs.ante elresbalon.fee.ante", game: game1, deck: er1,
		play: "log ante A 1; log ante B 1; log ante C 1; log dealt A; pot 3; stack A 99 B 99 C 99",
	},
	clauseHand{ // the table's amount, fixed before the cards
		cites: "elresbalon.fcs.ante elresbalon.fee.ante", game: game1, stakes: "nl 2 ante 5", play: "pot 15; log ante C 5; stack C 95",
	},
	clauseHand{
		cites: "elresbalon.fcs.deal", game: game1, deck: er1, play: "down A 2c As; down B Kd Kh; down C 9s 3d; up A; up B; up C",
	},
	clauseHand{
		cites: "elresbalon.fcs.expose", game: game1, deck: er1,
		play: `turn A; A cannot show As 2c: 2 cards, 1 are to be turned up; A cannot show: 0 cards; A cannot show Kd: has no Kd face down
			A show As; up A; turn B; B show Kd; up B; turn C; C show 3d
			log exposed A As; log exposed B Kd; log exposed C 3d; up A As; up B Kd; up C 3d; down A 2c; down B Kh; down C 9s`,
	},
	clauseHand{ // E2: as they are chosen
		cites: "elresbalon.fcs.expose", game: game1, set: "reveal=in-turn", deck: er1, play: "A show As; up A As; turn B; B show Kd; up B Kd; C show 9s",
	},
	clauseHand{
		cites: "elresbalon.fcs.forced-bet", game: game1, deck: er1,
		play: "A show As; B show Kd; C show 9s; log brought-in A 2; turn B; pot 5",
	},
	clauseHand{ // equal ranks: position
		cites: "elresbalon.fcs.forced-bet", game: game1, hands: "A Kd2c / B QsQc / C Ks3c",
		play: "A show Kd; B show Qs; C show Ks; log brought-in A 2",
	},
	clauseHand{
		cites: "elresbalon.fcs.forced-live", game: game1, deck: er1,
		play: "A show As; B show Kd; C show 9s; B cannot check; B call; C fold; turn A; A can fold, check, raise to 4 to 99; A check; log gathered 7",
	},
	clauseHand{
		cites: "elresbalon.fcs.high-starts", game: game1, deck: er1,
		play: er1Second + `A show 7h; B show Kc; up A As 7h; up B Kd Kc; turn B; B can fold, check, bet 2 to 91; B bet 10; A call
			A show Ad; B show 5s; up A As 7h Ad; turn A; A check; B bet 20; A call; A show 7s; B show 3c; up A As 7h Ad 7s; turn A`,
	},
	clauseHand{
		cites: "elresbalon.fcs.third", game: game1, deck: er1,
		play: er1Second + `log burned 5h; log dealt A 7h; log dealt B Kc; down A 2c 7h; down B Kh Kc; A cannot show As
			A show 7h; B show Kc; down A 2c; down B Kh; round third card; B bet 10; A call; log gathered 39`,
	},
	clauseHand{ // the old card may be shown and the new one kept; without burns
		cites: "elresbalon.fcs.third", game: game1, set: "burn=no", deck: er1,
		play: er1Second + "never burned; down A 2c 5h; A show 2c; B show Kh; up A 2c As; down A 5h; up B Kd Kh; down B 7h",
	},
	clauseHand{
		cites: "elresbalon.fcs.fourth", game: game1, deck: er1,
		play: er1Third + "log burned 5d; log dealt A Ad; log dealt B 5s; A show Ad; B show 5s; round fourth card; A check; B bet 20; A call; log gathered 79",
	},
	clauseHand{
		cites: "elresbalon.fcs.fifth", game: game1, deck: er1,
		play: er1Fourth + "log burned 4h; log dealt A 7s; log dealt B 3c; A show 7s; B show 3c; round fifth card; A check; B bet 61; A call; log gathered 201; over",
	},
	clauseHand{
		cites: "elresbalon.fcs.five-cards elresbalon.rank.five elresbalon.fcs.showdown elresbalon.fcs.rankings", game: game1, deck: er1,
		play: er1End + `down A 2c; up A As 7h Ad 7s; down B Kh; up B Kd Kc 5s 3c; worth A two pair, aces and sevens; worth B three of a kind, kings
			wins B 201; net A -100 B +101 C -1`,
	},
	clauseHand{ // the winner shows the card that is down, the loser need not
		cites: "elresbalon.fcs.no-show", game: game1, deck: er1, play: er1End + "log shown B; log mucked A; never shown A; wins B 201",
	},
	clauseHand{ // won without a call, nobody shows
		cites: "elresbalon.fcs.no-show", game: game1, deck: er1, play: er1Third + "A show Ad; B show 5s; A bet 10; B fold; no showdown; never shown; wins A 39",
	},
	clauseHand{
		cites: "elresbalon.fcs.tie", game: game1, stacks: "A 20 B 20", hands: "A KcKd9h7c4c / B KhKs9d7d4d / C 9s3dx",
		play: "A show Kc; B show Kh; C show 9s; B raise 19; C fold; A call; play; wins A 21 B 20",
	},
	clauseHand{
		cites: "elresbalon.fee.no-limit", game: game1, deck: er1,
		play: "A show As; B show Kd; C show 9s; B cannot raise 3; B raise 10; C cannot raise 17: only from 18 to 99; C raise 18; A raise 26; B raise 34; C raise 42; A raise 99",
	},
	clauseHand{ // a dollar, then three: two are owed
		cites: "elresbalon.bet.call", game: game1, stakes: "nl 1 bring-in 1", stacks: "A 101 B 101",
		hands: "A AsKd / B 2c3d / C 4c9s",
		play:  "A show As; B show 2c; C show 4c; log brought-in A 1; B raise 3; C fold; A can fold, call 2, raise to 5 to 100; A call; log called A 2; stack A 97; log gathered 9",
	},
	clauseHand{
		cites: "elresbalon.bet.raise", game: game1, deck: er1,
		play: "A show As; B show Kd; C show 9s; B raise 8; stack B 91; C cannot raise 13: only from 14 to 99; C raise 14",
	},
	clauseHand{
		cites: "elresbalon.bet.fold", game: game1, deck: er1, play: er1End + "net C -1; stack C 99; never dealt C 7h",
	},
	clauseHand{
		cites: "elresbalon.bet.until", game: game1, deck: er1,
		play: "A show As; B show Kd; C show 9s; B raise 8; round second card; C fold; round second card; A call; log gathered 19; A show 7h; B show Kc; round third card",
	},
)

func TestResbalon(t *testing.T) { playClauseHands(t, resbalon) }

// resbalonRankings are the rows of the house's list of hands.
var resbalonRankings = clauseRankings(
	clauseRanking{cites: "elresbalon.rank.order", game: game1, better: "As2d3h4c5s", worse: "AhAdAcKs9d"},
	clauseRanking{cites: "elresbalon.rank.order", game: game1, better: "AsJd9h4c3s", worse: "KsQdTh4d3h"},
	clauseRanking{cites: "elresbalon.rank.suits", game: game1, tie: true, better: "AsJs9s5s3s", worse: "AcJc9c5c3c"},
	clauseRanking{cites: "elresbalon.rank.list", game: game1, better: "KsKdKh2c2d", worse: "Js8s5s3s2s"},
	clauseRanking{cites: "elresbalon.rank.straight-flush", game: game1, better: "9c8c7c6c5c", worse: "AsAdAhAcKs"},
	clauseRanking{cites: "elresbalon.rank.sf-ace", game: game1, better: "5h4h3h2hAh", worse: "AsAdAcKsKd"},
	clauseRanking{cites: "elresbalon.rank.sf-ace", game: game1, better: "6c5c4c3c2c", worse: "5h4h3h2hAh"},
	clauseRanking{cites: "elresbalon.rank.sf-wrap", game: game1, better: "AsQs4s3s2s", worse: "KhAc2h3d4h"},
	clauseRanking{cites: "elresbalon.rank.sf-wrap", game: game1, better: "2s2dThTcTs", worse: "KhAh2h3h4h"},
	clauseRanking{cites: "elresbalon.rank.royal", game: game1, better: "AhKhQhJhTh", worse: "KcQcJcTc9c"},
	clauseRanking{cites: "elresbalon.rank.quads", game: game1, better: "9s9d9h9c2s", worse: "8s8d8h8cAs"},
	clauseRanking{cites: "elresbalon.rank.full-house", game: game1, better: "KsKdKh2s2d", worse: "QsQdQhAsAd"},
	clauseRanking{cites: "elresbalon.rank.flush", game: game1, better: "Js8s5s3s2s", worse: "Jh7h6h4h3h"},
	clauseRanking{cites: "elresbalon.rank.straight", game: game1, better: "AsKdQhJcTs", worse: "KsQdJhTc9s"},
	clauseRanking{cites: "elresbalon.rank.straight", game: game1, better: "6s5d4h3c2s", worse: "5s4d3h2cAs"},
	clauseRanking{cites: "elresbalon.rank.straight", game: game1, better: "2s2d5h6c7s", worse: "QsKdAh3c4s"},
	clauseRanking{cites: "elresbalon.rank.straight", game: game1, tie: true, pot: 20, better: "AsKdQhJcTs", worse: "AdKhQcJsTd"},
	clauseRanking{cites: "elresbalon.rank.trips", game: game1, better: "9s9d9hKs2s", worse: "8s8d8hAsKd"},
	clauseRanking{cites: "elresbalon.rank.two-pair", game: game1, better: "KsKd3s3d2s", worse: "QsQdJsJdAs"},
	clauseRanking{cites: "elresbalon.rank.two-pair", game: game1, better: "KsKd3s3d9s", worse: "KhKc3h3c8s"},
	clauseRanking{cites: "elresbalon.rank.pair", game: game1, better: "9s9dAs3s2d", worse: "9h9cKsQsJd"},
	clauseRanking{cites: "elresbalon.rank.pair", game: game1, better: "TsTd4s3s2d", worse: "9h9cAsKsQd"},
	clauseRanking{cites: "elresbalon.rank.high-card", game: game1, better: "Ks9s7d4s3d", worse: "Kh9h7c4c2d"},
	clauseRanking{cites: "elresbalon.rank.high-card", game: game1, tie: true, better: "Ks9s7d4s2d", worse: "Kh9h7c4c2s"},
)

func TestResbalonRankings(t *testing.T) { playClauseRankings(t, resbalonRankings) }

// everyCategory has a hand of each category of a house's list, best first; a
// hand comes with its name.
var everyCategory = [][2]string{
	{"AcKcQcJcTc", "royal flush"},
	{"7h8h9hThJh", "straight flush, jack high"},
	{"5s5d5h5c9s", "four of a kind, fives"},
	{"KsKd6h6c6d", "sixes full of kings"},
	{"Js8s7s3s2s", "flush, jack high"},
	{"AsKhQdJdTs", "straight, ace high"},
	{"3h3c3d9c2d", "three of a kind, threes"},
	{"QsQh4s4d7d", "two pair, queens and fours"},
	{"8c8dAh6s2h", "pair of eights"},
	{"Ad9d7c4h2c", "ace high"},
}

var _ = shows("elresbalon.rank.list elresbalon.rank.royal house004.rank.1 house004.house.6")

// TestCategories compares one hand of each category with all below it, in the
// order of the houses' lists.
func TestCategories(t *testing.T) {
	for _, game := range []string{game1, "house004/draw"} {
		st := clausePlan(t, game, "", "").Game.Steps
		r := st[len(st)-1].Show.Parts[0].Ranking
		for i, h := range everyCategory {
			if got := r.Describe(r.Best(cards.MustParse(h[0]))); got != h[1] {
				t.Errorf("%s: %s is called %q, want %q", game, h[0], got, h[1])
			}
			for _, lower := range everyCategory[i+1:] {
				if cards.SetOf(cards.MustParse(h[0])...)&cards.SetOf(cards.MustParse(lower[0])...) != 0 {
					t.Fatalf("%s and %s share a card", h[0], lower[0])
				}
				row := clauseRanking{game: game, better: h[0], worse: lower[0]}
				row.play(t, "A", "B")
			}
		}
	}
}

var _ = shows("elresbalon.fcs.deck elresbalon.rank.no-wild elresbalon.fee.ante")

// TestResbalonDeck shows that the pack has 52 cards, none of them wild.
func TestResbalonDeck(t *testing.T) {
	b := clausePlan(t, game1, "", "")
	if n := b.Game.Deck.Len(); n != 52 {
		t.Errorf("%d cards", n)
	}
	deck := b.Game.Deck.Append(nil)
	deck[7] = cards.Joker
	var h hand.Hand
	err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{10000, 10000}, Deck: deck})
	if err == nil || !strings.Contains(err.Error(), "Jo, is not in the pack") {
		t.Errorf("a pack with a joker: %v", err)
	}
	lib := library(t, map[string]string{"wild": "deuces"})
	if _, err := lib.Find(game1); err != nil {
		t.Fatal(err)
	}
	if got := lib.UnusedSet(); len(got) != 1 || got[0] != "wild" {
		t.Errorf("wild cards are not refused: %v", got)
	}
}

// TestResbalonAnteIsFixed shows that a hand is played to its end with the ante
// that it began with, whatever the table changes for the next.
func TestResbalonAnteIsFixed(t *testing.T) {
	p := &clausePlay{t: t, row: &clauseHand{game: game1, deck: er1}}
	p.start()
	next := clausePlan(t, game1, "nl 2 ante 3", "")
	p.run(er1End + "net C -1; wins B 201")
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: next, Stacks: []int64{10000, 10000}}); err != nil {
		t.Fatal(err)
	}
	if h.Pot() != 600 {
		t.Errorf("two antes of 3 make %d cents", h.Pot())
	}
}
