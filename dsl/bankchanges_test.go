package dsl_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/speech"
	"cardroom/stdlib"
)

// changeGames are games in which hands against a bank change cards in every way: where a player banks, with hands that were split, and
// where the house does, until the stub is empty.
func changeGames() *dsl.Library {
	files := fstest.MapFS{
		"changes/player.star": {Data: []byte(`
"""A player banks."""
nine = points("nine", target = 9, ace = 1, pictures = 0, modulo = 10)
_split = choice("split", [split_hand(most = 3)])
_stand = choice("stand", [hand_done])
def _may(hand):
    """A pair may be split."""
    return ([_stand, _split] if len(hand.cards) == 2 and hand.pair else [_stand]) if hand.fresh else []
def _compare(player, banker):
    """The higher total wins."""
    return wins if player.total > banker.total else loses
player = game("Player", seats = (2, 7), deck = deck(packs = 3), stakes = stakes("bets 2-20 chip 1"), play = [
    bank(), wager(), wager(bet = "side"), deal(1), deal(1, up = True),
    choose([_stand, _split], allowed = _may, to = bettors),
    draw(2, price = {"bet": [1, 0]}, burn = "each"),
    buy(2, price = {"side": 1}, burn = "each"), discard(1, least = 0, cards = "last"), draw(1, least = 1, back = 1, burn = "once"),
    discard(1, cards = "up"), turn_up(to = everybody), settle(nine, compare = _compare),
])
`)},
		"changes/house.star": {Data: []byte(`
"""The house banks."""
def _older(hand):
    """The house gives up its first two cards."""
    return hand.cards[:2]
house = game("House", seats = (2, 6), stakes = stakes("bets 2-20 chip 1"), play = [
    wager(), deal(3, up = True), deal(2), draw(5, way = _older), discard(1, least = 0, price = pay("2.00")),
    buy(2, cards = "up", price = {"bet": 1}), turn_up(to = everybody), settle(best(high)),
])
`)},
	}
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: files, Stdlib: stdlib.FS}})
}

// TestBankChanges plays a round of each: who is asked for which of their hands, what it costs, who gets it, and what the dealer says.
func TestBankChanges(t *testing.T) {
	tests := []struct {
		game, deck string
		says       []string
		want       string
	}{
		{"player", "7s 2s 7h Th 3s Jh Kc Kd", []string{"bank 40", "bet 4", "pass", "side 2", "split", "draw 7s", "stand pat", "stand pat", "buy 3s", "stand pat", "buy Th", "stand pat", "discard Jh", "stand pat", "draw Kd", "draw 2s"}, `Bank
  seat 3 banks with a stake of $40, all in
Bets
  seat 1 puts $4 on bet
  seat 2 passes
  seat 1 puts $2 on side
Deal
  seat 1: 7s, up 7h
  seat 3: 2s, up Th
Play
  seat 1, hand 1: split
  seat 1, hand 1: 3s
  seat 1, hand 1: stand
  seat 1, hand 2: Jh
  seat 1, hand 2: stand
Draw
  seat 1, hand 1 pays the bank $4
  seat 1, hand 1 discards 7s
  seat 1, hand 1 draws Kd
  seat 1, hand 2 stands pat
  seat 3 stands pat
  seat 1, hand 1 pays the bank $2
  seat 1, hand 1 gives back 3s and buys 2d, face up
  seat 1, hand 2 does not buy
  seat 3 gives back Th and buys 3c, face up
Discard
  seat 1, hand 1 keeps all cards
  seat 1, hand 2 discards Jh
  seat 3 keeps all cards
Draw
  seat 1, hand 1 discards Kd
  seat 1, hand 1 draws 3h 4c
  seat 1, hand 2 discards 7h
  seat 1, hand 2 draws 4d 4h
  seat 3 discards 2s
  seat 3 draws 4s 5c
Discard
  seat 1, hand 1 discards 2d
  seat 3 discards 3c
  seat 1, hand 1 turns up 3h 4c
  seat 1, hand 2 turns up 4d 4h
  seat 3 turns up 4s 5c
Payment
  the bank has 9
  seat 1, hand 1 with 7 loses $4 on bet
  seat 1, hand 1 with 7 loses $2 on side
  seat 1, hand 2 with 8 loses $4 on bet
  seat 3 takes back $56
`},
		{"house", "7s 2s Kh Th 7h Ks 3s Jh Kd 9c 9d 9h 8c 8d 8h", []string{"bet 4", "pass", "bet 4", "draw 7s Th 9c", "draw 2s", "discard 3s", "stand pat", "buy 7h"}, `Bets
  seat 1 bets $4
  seat 2 passes
  seat 3 bets $4
Deal
  seat 1: 9c 8c, up 7s Th 3s
  seat 3: 9d 8d, up 2s 7h Jh
  the bank: 9h 8h, up Kh Ks Kd
Draw
  seat 1 discards 7s Th 9c
  seat 1 draws 2c 2d 2h
  seat 3 discards 2s
  seat 3 draws 3c
  the bank discards Kh Ks
  the bank draws 3d 3h
Discard
  seat 1 pays the bank $2
  seat 1 discards 3s
  seat 3 keeps all cards
Draw
  seat 3 pays the bank $4
  seat 3 gives back 7h and buys 4c, face up
  seat 1 turns up 8c 2c 2d 2h
  seat 3 turns up 9d 8d 3c
  the bank turns up 9h 8h 3d 3h
Payment
  the bank has pair of threes
  seat 1 loses $4
  seat 3 with jack high loses $4
`},
	}
	for _, test := range tests {
		g, err := changeGames().Find("changes/" + test.game)
		if err != nil {
			t.Fatal(err)
		}
		deck, err := cards.Read(test.deck)
		if err != nil {
			t.Fatal(err)
		}
		rest := g.Deck.Append(nil)
		for _, c := range deck {
			k := slices.Index(rest, c)
			rest = slices.Delete(rest, k, k+1)
		}
		deck = append(deck, rest...)
		b := boundOf(t, g)
		var h hand.Hand
		var text strings.Builder
		n := speech.NewNarrator(&text, speech.Style{})
		log := &hand.Log{}
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{40 * b.Stakes.Scale, 40 * b.Stakes.Scale, 40 * b.Stakes.Scale}, Button: 2, Deck: deck, Log: log}); err != nil {
			t.Fatal(err)
		}
		for _, say := range test.says {
			d := h.Pending()
			if d == nil {
				t.Fatalf("%q: the round is over", say)
			}
			a, err := speech.Parse(say, &h, d)
			if err == nil {
				err = h.Apply(a)
			}
			if err != nil {
				t.Fatalf("%q: %v; %s", say, err, h.Legal())
			}
		}
		n.Tell(&h, log.Events)
		if text.String() != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", test.game, text.String(), test.want)
		}
		if sumOf(&h) != 0 || !h.Conserved() {
			t.Errorf("%s: chips are lost or made", test.game)
		}
	}
}

// TestPricesOfBets refuses prices by a bet where there are no bets against a bank, and the house's way.
func TestPricesOfBets(t *testing.T) {
	for _, tt := range []struct{ step, want string }{
		{`draw(3, price = {"ante": 1})`, "draw: multiples of a bet are prices against a bank, and this game has a pot"},
		{`draw(3, way = lambda hand: [])`, "draw needs a bank, and the first step does not offer it"},
	} {
		files := fstest.MapFS{"g.star": {Data: []byte(`g = game("G", seats = (2, 6), forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(5), ` + tt.step + `, bet()], showdown = best(high))`)}}
		_, err := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: files, Scripts: fstest.MapFS{}, Stdlib: stdlib.FS}}).Find("g.star")
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.step, err, tt.want)
		}
	}
}
