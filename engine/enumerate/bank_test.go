package enumerate

import (
	"flag"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
)

// TestDuel checks the lines of the example against a count by hand: two players
// may bank, the richer one for three stakes; a player who may bet up to three,
// or one, bets that amount or passes; there are six deals, with a choice of two
// after each.
func TestDuel(t *testing.T) {
	r := play(t, "examples/duel.star", Whole, Wishes{Suits: 1})
	const deals, choices = 6, 2
	poorBanks := 3*deals*choices + 1
	richBanks := 3 * (1*deals*choices + 1)
	if want := int64(poorBanks + richBanks + 1); r.Hands != want || !r.Complete {
		t.Errorf("%+v, want %d hands", *r, want)
	}
	if want := int64(1 + 1 + 1 + 3*deals + 3*(1+1*deals)); r.States != want {
		t.Errorf("%d states, want %d", r.States, want)
	}
}

var long = flag.Bool("long", false, "play every line of larger games")

// TestCalifornia matches an independent enumeration of the rules. The long deck
// is the smallest in which everything happens at once: naturals, jokers,
// splits, doubles for less, hands of 11 or less; the other decks together cover
// all of it.
func TestCalifornia(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	packs := [][]cards.Rank{{cards.Ace, cards.King}, {cards.Ten, cards.Six, cards.Nine}}
	if *long {
		packs = append(packs, []cards.Rank{cards.Ace, cards.Five, cards.King})
	}
	for _, ranks := range packs {
		r := play(t, "sanrafael/california22", Whole, Wishes{Only: ranks})
		want := enumerateCalifornia(ranks)
		if !r.Complete || r.Hands != want.hands || r.States != want.states {
			t.Errorf("%v: %+v, want %+v", ranks, *r, want)
		}
		t.Logf("%v: %d hands, %d states", ranks, r.Hands, r.States)
	}
}

// californian counts rounds of California 22 independently, from its rules.
// Seat 1 has five dollars, seat 2 has two and is offered the bank first. A card
// is its value: 11 for an ace and 0 for a joker.
type californian struct {
	left          map[int]int
	hands, states int64
}

func enumerateCalifornia(ranks []cards.Rank) *californian {
	n := &californian{left: map[int]int{0: 4}}
	for _, r := range ranks {
		n.left[map[cards.Rank]int{cards.Ace: 11, cards.Five: 5, cards.Six: 6, cards.Nine: 9, cards.Ten: 10, cards.King: 10}[r]] += 4
	}
	n.states = 3    // seat 2 about the bank, seat 1 about it, seat 1 about a bet
	n.hands = 1 + 1 // nobody banks; seat 1 passes
	n.hands += 4    // seat 1 banks 2 to 5, and seat 2 has nothing for the fee
	for bet := 2; bet <= 4; bet++ {
		n.deal(func(p1 int) {
			n.deal(func(z1 int) {
				n.deal(func(p2 int) { n.deal(func(z2 int) { n.begin(bet, []int{p1, p2}, []int{z1, z2}) }) })
			})
		})
	}
	return n
}

// deal continues with each remaining card.
func (n *californian) deal(then func(card int)) {
	for _, c := range []int{0, 5, 6, 9, 10, 11} {
		if n.left[c] > 0 {
			n.left[c]--
			then(c)
			n.left[c]++
		}
	}
}

func (n *californian) begin(bet int, player, bank []int) {
	if bank[0] == 0 {
		n.hands++
		return
	}
	halves := 2 * (5 - bet) // what is left after the fee of 50 cents, in halves
	halves--
	n.player(player, true, min(bet, halves/2), player[0] == player[1] && halves >= 2*bet, func() { n.banker(bank) })
}

// counts returns the points of a hand, 22 with a joker or as a natural.
func counts(hand []int) int {
	sum, aces := 0, 0
	for _, c := range hand {
		switch c {
		case 0:
			return 22
		case 11:
			sum, aces = sum+1, aces+1
		default:
			sum += c
		}
	}
	if aces == 2 && len(hand) == 2 {
		return 22
	}
	for ; aces > 0 && sum+10 <= 22; aces-- {
		sum += 10
	}
	return sum
}

// player counts the choices of a hand: double is the most it may add by
// doubling, it may split, or only hit and stand.
func (n *californian) player(hand []int, fresh bool, double int, split bool, then func()) {
	total := counts(hand)
	if total >= 22 {
		then()
		return
	}
	n.states++
	if total > 11 {
		then()
	}
	own := hand[:len(hand):len(hand)]
	n.deal(func(c int) { n.player(append(own, c), false, 0, false, then) })
	if !fresh {
		return
	}
	for range double {
		n.deal(func(int) { then() })
	}
	if split {
		half := func(then func()) {
			n.deal(func(c int) { n.player([]int{hand[0], c}, false, 0, false, then) })
		}
		half(func() { half(then) })
	}
}

func (n *californian) banker(hand []int) {
	if counts(hand) >= 22 {
		n.hands++
		return
	}
	n.states++
	n.hands++
	own := hand[:len(hand):len(hand)]
	n.deal(func(c int) { n.banker(append(own, c)) })
}

// TestBankFault: an error of a function in one hand of many is found, with the
// shortest hand that shows it.
func TestBankFault(t *testing.T) {
	script := `
p = points("p", target = 21)
hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])

def _allowed(hand):
    if hand.worth(p).total == 20 and len(hand.cards) == 3:
        fail("no rule for this")
    return [hit, stand] if hand.worth(p).total < 21 else []

def _compare(player, banker):
    return wins

g = game("G", seats = (2, 3), deck = deck(packs = 2), stakes = stakes("bets 1-2"), play = [bank(), wager(), deal(1, up = True), choose([hit, stand], allowed = _allowed), settle(p, compare = _compare)])
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(script)}}}})
	g, err := lib.Find("g.star")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Shrink(g, Whole, Wishes{Only: []cards.Rank{cards.Five, cards.King}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Play(t.Context(), s.Bound, s.Options)
	if err != nil {
		t.Fatal(err)
	}
	f := r.Fault
	if f == nil || f.Kind != Playing || !strings.Contains(f.Err.Error(), "no rule for this") || len(f.Actions) != 4 || r.Complete {
		t.Fatalf("%+v", r)
	}
	text, ok := f.Hand(g)
	if !ok || strings.Count(text, "choose hit") != 2 || !strings.Contains(text, "_deck = '") {
		t.Errorf("%v %s\n%s", ok, text, f.Words())
	}
}

// TestBankSizes: a game against a bank has no rounds to leave out.
func TestBankSizes(t *testing.T) {
	for _, size := range []Size{Kuhn, Leduc} {
		if _, err := Shrink(find(t, "examples/duel.star"), size, Wishes{}); err == nil || !strings.Contains(err.Error(), "only be played whole") {
			t.Errorf("%s: %v", size, err)
		}
	}
}
