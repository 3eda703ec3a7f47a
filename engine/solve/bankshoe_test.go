package solve

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
)

// shoe21 is blackjack computed from its rules with the cards that are left, without the engine: the bank has no hole card, stands on every
// 17, a natural pays 3 to 2, any two cards may be doubled, pairs may be split once, aces get one card each.
type shoe21 struct {
	left [11]int // by face: 1 is an ace, 10 also J, Q, K
	all  int
	up   int
	seen map[[13]int]float64 // the win of standing, by the cards that are left, the bank's card and the total
}

func (c *shoe21) each(then func(face int) float64) (sum float64) {
	for face := 1; face <= 10; face++ {
		if n := c.left[face]; n > 0 {
			p := float64(n) / float64(c.all)
			c.left[face]--
			c.all--
			sum += p * then(face)
			c.left[face]++
			c.all++
		}
	}
	return sum
}

// stands returns the win of a total; 22 is a natural, and more than that is over.
func (c *shoe21) stands(total int) float64 {
	key := [13]int(append(c.left[:len(c.left):len(c.left)], c.up, total))
	v, ok := c.seen[key]
	if !ok {
		v = c.bank(hand21s{c.up, c.up == 1}, 1, total)
		c.seen[key] = v
	}
	return v
}

type hand21s struct {
	low int
	ace bool
}

func (h hand21s) with(face int) hand21s { return hand21s{h.low + face, h.ace || face == 1} }
func (h hand21s) total() int {
	if h.ace && h.low <= 11 {
		return h.low + 10
	}
	return h.low
}

func (c *shoe21) bank(h hand21s, n, own int) float64 {
	t := h.total()
	if t == 21 && n == 2 {
		t = 22
	}
	if n < 2 || t < 17 {
		return c.each(func(face int) float64 { return c.bank(h.with(face), n+1, own) })
	}
	over := t > 22 || t == 22 && n > 2
	switch {
	case own == 22:
		if t == 22 && n == 2 {
			return 0
		}
		return 1.5
	case t == 22 && n == 2 || own > 22:
		return -1
	case over || own > t:
		return 1
	case own < t:
		return -1
	}
	return 0
}

// ends returns the win of a hand that draws no more; a total of 22 is over.
func (c *shoe21) ends(h hand21s) float64 {
	if t := h.total(); t <= 21 {
		return c.stands(t)
	}
	return -1
}

func (c *shoe21) plays(h hand21s) float64 {
	if h.total() >= 21 {
		return c.ends(h)
	}
	return max(c.ends(h), c.each(func(face int) float64 { return c.plays(h.with(face)) }))
}

func (c *shoe21) two(h hand21s) float64 {
	if h.total() == 21 {
		return c.ends(h)
	}
	return max(c.plays(h), 2*c.each(func(face int) float64 { return c.ends(h.with(face)) }))
}

// edge returns the house's edge. Cards that count ten are not split.
func (c *shoe21) edge() float64 {
	return -c.each(func(up int) float64 {
		c.up = up
		return c.each(func(a int) float64 {
			return c.each(func(b int) float64 {
				h := hand21s{a, a == 1}.with(b)
				if h.total() == 21 {
					return c.stands(22)
				}
				v := c.two(h)
				if a != b || a == 10 {
					return v
				}
				half := 2 * c.each(func(second int) float64 {
					h := hand21s{a, a == 1}.with(second)
					if a == 1 {
						return c.ends(h)
					}
					return c.two(h)
				})
				return max(v, half)
			})
		})
	})
}

// TestShoe: the solver finds the best play of blackjack with the cards that are left, in a short deck and, if asked for, in a whole one.
func TestShoe(t *testing.T) {
	text, err := os.ReadFile("testdata/casino21.star")
	if err != nil {
		t.Fatal(err)
	}
	for lowest, least := range map[string]int{"7": 7, "2": 2} {
		if least == 2 && os.Getenv("CARDROOM_LARGE") == "" {
			continue
		}
		script := strings.NewReplacer("most = 4", "most = 2", "hand.pair", `hand.pair and hand.cards[0][0] not in "TJQK"`, "packs = 6", `lowest = "`+lowest+`"`).Replace(string(text))
		out, err := AgainstBank(context.Background(), boundTo(t, twentyOne(script), "bj.star"), nil)
		if err != nil {
			t.Fatal(err)
		}
		c := &shoe21{seen: map[[13]int]float64{}}
		for face := 1; face <= 10; face++ {
			if face == 1 || face >= least {
				c.left[face] = 4
			}
		}
		c.left[10] = 16
		for _, n := range c.left {
			c.all += n
		}
		if got, want := out.Wagers[0].Edge, c.edge(); out.Endless || !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("from %s up: edge %.9f %%, want %.9f %%", lowest, 100*got, 100*want)
		}
	}
}

func twentyOne(script string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"bj.star": {Data: []byte(script)}}}, Parsed: &parsed})
}

// TestShoeSplits: a pair is split into up to four hands of one more card each, and each of them wins three bets if its total is odd. The
// average is that of all orders of the cards.
func TestShoeSplits(t *testing.T) {
	const script = `
one = points("sum", target = 100, ace = 4, values = {"J": 1, "Q": 2, "K": 3})
stand, divide = choice("stand", [hand_done]), choice("split", [split_hand(most = 4)])
def _odd(player, banker):
    """An odd total wins."""
    return pays(3) if player.total % 2 else loses
def _may(hand):
    """Pairs may be split."""
    return [stand, divide] if hand.fresh and hand.pair else []
bj = game("G", doc = "x", seats = (2, 3), deck = deck(lowest = "J"), stakes = stakes("bets 5-100 chip 1"), play = [
    wager(), deal(1, up = True, to = banker), deal(2, up = True, to = bettors), choose([stand, divide], allowed = _may, to = bettors, name = "players"), settle(one, compare = _odd)])
`
	out, err := AgainstBank(context.Background(), boundTo(t, twentyOne(script), "bj.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	left := [5]int{0, 4, 4, 4, 4}
	each := func(then func(face int) float64) (sum float64) {
		all := left[1] + left[2] + left[3] + left[4]
		for face := 1; face <= 4; face++ {
			if n := left[face]; n > 0 {
				left[face]--
				sum += float64(n) / float64(all) * then(face)
				left[face]++
			}
		}
		return sum
	}
	pay := func(total int) float64 { return float64(4*(total%2) - 1) }
	var play func(face, waiting, hands int) float64 // the next of the hands that wait for their second card
	play = func(face, waiting, hands int) float64 {
		if waiting == 0 {
			return 0
		}
		return each(func(second int) float64 {
			if second == face && hands < 4 {
				return play(face, waiting+1, hands+1)
			}
			return pay(face+second) + play(face, waiting-1, hands)
		})
	}
	want := -each(func(int) float64 { // the bank's card
		return each(func(a int) float64 {
			return each(func(b int) float64 {
				if a == b {
					return play(a, 2, 2)
				}
				return pay(a + b)
			})
		})
	})
	if got := out.Wagers[0].Edge; math.Abs(got-want) > 1e-12 {
		t.Errorf("edge %.9f, want %.9f", got, want)
	}
}
