package solve

import (
	"cmp"
	"context"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
)

// TestRestAtRandom: games that are counted cost the same within the error if all cards are dealt at random, a board that nothing counts
// too, and the result is the same on any number of cores.
func TestRestAtRandom(t *testing.T) {
	const script = branched + `
two = ranking("two cards", size = 2, order = ["pair", "high card"])
three = ranking("three cards", size = 3, order = ["three of a kind", "straight", "flush", "pair", "high card"])
short = deck(lowest = "J")
more = choice("more", [raise_wager(bet = "play", of = "ante", times = 3), hand_done])
wait = choice("wait", [hand_done])
late = lambda hand: [] if hand.bet("play") else [give, on]
counted = g([wager(bet = "ante"), deal(2, to = bettors), deal(1, to = banker), deal(1, up = True, to = banker),
	choose([give, on], name = "play"), turn_up(), settle(best(two), qualifies = at_least(two, "Ts2c", name = "a ten"), paid = [paid("ante", unqualified = wins)])])
low = g([wager(bet = "ante"), deal(2, to = bettors), deal(2, to = banker), choose([give, on], name = "play"), turn_up(),
	settle(best(ranking("two low cards", size = 2, ace = "low", low = True)), paid = [paid("play", win = {"pair": 5})])])
sight = g([wager(bet = "ante"), deal(2, to = bettors), deal(2, up = True, to = banker), choose([give, on], name = "play"), turn_up(), settle(best(two))])
boards = g([wager(bet = "ante"), deal(1, to = bettors), deal(1, to = banker), choose([wait, more], name = "first"), board(2),
	choose([give, on], allowed = late, name = "play"), turn_up(), settle(best(three))])
small = game("S", doc = "x", seats = (2, 7), deck = short, stakes = stakes("bets 5-100 chip 1"), play = [wager(bet = "ante"), deal(1, to = bettors), deal(1, to = banker),
	choose([give, on], name = "play"), turn_up(), settle(best(ranking("one", size = 1)))])
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: fstest.MapFS{"g.star": {Data: []byte(script)}},
	}, Parsed: &parsed})
	// Of two cards in sight: play with a better hand, and with an equal one too, which costs nothing.
	sure := func(of *bankGame) (edge float64) {
		deals := 0.0
		for i := range 52 * 52 * 52 * 52 {
			a, b, c, d := i%52, i/52%52, i/52/52%52, i/52/52/52
			if a >= b || c >= d || a == c || a == d || b == c || b == d {
				continue
			}
			deals++
			own, house := of.rank.Best([]cards.Card{numbered(a), numbered(b)}), of.rank.Best([]cards.Card{numbered(c), numbered(d)})
			switch {
			case own > house:
				edge -= 2
			case own < house:
				edge++
			}
		}
		return edge / deals
	}
	for _, ref := range []string{"counted", "low", "sight", "boards", "small"} {
		g, err := readBank(boundTo(t, lib, "g.star:"+ref))
		if err != nil {
			t.Fatal(err)
		}
		want := math.NaN()
		switch ref {
		case "counted", "low":
			exact, err := AgainstBank(context.Background(), g.bound, nil)
			if err != nil {
				t.Fatal(err)
			}
			want = exact.Wagers[0].Edge
		case "sight":
			want = sure(g)
		case "boards":
			want = oneAndBoard(g)
		case "small": // of 16 cards, a jack folds; a queen wins two units from 4 of 15 cards and loses them to 8
			want = -(2*12/15.0 + 2*4/15.0 - 2*4/15.0 - 1) / 4
		}
		if way := g.way(); math.IsNaN(want) || (ref == "counted" || ref == "low") != (way == countHands) || way != countHands && way != dealRest {
			t.Errorf("%s: way %d", ref, way)
		}
		got, err := g.rest(context.Background(), 500, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		w := got.Wagers[0]
		t.Logf("%s: %.5f ± %.5f, counted %.5f", ref, w.Edge, got.Sampled.Off, want)
		if off := got.Sampled.Off; off > 0.03 || math.Abs(w.Edge-want) > 4*off {
			t.Errorf("%s: %.5f ± %.5f, counted %.5f", ref, w.Edge, off, want)
		}
		if ref != "boards" {
			continue
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		if g, err = readBank(g.bound); err != nil {
			t.Fatal(err)
		}
		if one, err := g.rest(context.Background(), 500, func(float64) {}); err != nil || one.Wagers[0].Edge != w.Edge || !slices.Equal(one.Wagers[0].Choices, w.Choices) {
			t.Errorf("%s: on one core %+v, %v; on several %+v", ref, one, err, w)
		}
	}
}

// oneAndBoard returns the edge of a game of one card each and two on the board, in which the player may add three units before the board,
// or one after it.
func oneAndBoard(g *bankGame) (edge float64) {
	for own := range 52 {
		now, later, boards := 0.0, 0.0, 0.0
		sets(52, 2, 1<<own, func(board uint64) bool {
			mine, won := g.rank.Best(setCards(board|1<<own)), 0.0
			sets(52, 1, board|1<<own, func(house uint64) bool {
				won += float64(cmp.Compare(mine, g.rank.Best(setCards(board|house)))) / 49
				return true
			})
			now, later, boards = now+4*won, later+max(-1, 2*won), boards+1
			return true
		})
		edge -= max(now, later) / boards / 52
	}
	return edge
}

// TestSampledHands: games whose deals can be counted cost the same within the error if hands are dealt at random, also where the own cards
// decide what may be bet, and High Card Flush costs the published 2.64 %.
func TestSampledHands(t *testing.T) {
	const script = branched + `
two = ranking("two cards", size = 2, order = ["pair", "high card"])
more = choice("more", [raise_wager(bet = "play", of = "ante", times = 3), hand_done])
game1 = g([wager(bet = "ante"), deal(2, to = bettors), deal(2, to = banker),
	choose([give, on, more], allowed = lambda hand: [give, more] if hand.cards[0][0] == hand.cards[1][0] else [give, on], name = "play"),
	turn_up(), settle(best(two), qualifies = at_least(two, "Ts2c", name = "a ten"), paid = [paid("ante", unqualified = wins)])])
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: fstest.MapFS{"g.star": {Data: []byte(script)}},
	}, Parsed: &parsed})
	for _, ref := range []string{"g.star:game1", "banked/threecard"} {
		b := boundTo(t, lib, ref)
		exact, err := AgainstBank(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := readBank(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.sampled(context.Background(), 400, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		x, y := exact.Wagers[0], got.Wagers[0]
		if off := got.Sampled.Off; off > 0.006 || math.Abs(x.Edge-y.Edge) > 4*off || math.Abs(x.Put-y.Put) > 0.02 || math.Abs(x.Choices[1].Share-y.Choices[1].Share) > 0.02 {
			t.Errorf("%s: %+v ± %.5f, counted %+v", ref, y, off, x)
		}
		if ref == "g.star:game1" { // until the error asked for
			rounds := 0
			g.aim = &Aim{Off: got.Sampled.Off / 1.3, Note: func(_, after float64) {
				if after >= 1 {
					rounds++
				}
			}}
			if more, err := g.sampled(context.Background(), 400, func(float64) {}); err != nil || rounds == 0 || more.Sampled.Off > g.aim.Off || more.Sampled.Hands != (rounds+1)*got.Sampled.Hands {
				t.Errorf("%s: %d rounds for %+v: %v", ref, rounds, more.Sampled, err)
			}
			// The error is told early, and a computation that is stopped keeps what it has.
			for _, deal := range []func(context.Context, int, func(float64)) (*Bank, error){g.sampled, g.rest} {
				ctx, stop := context.WithCancel(t.Context())
				told := 0.0
				g.aim = &Aim{Note: func(off, after float64) {
					if after > 0 && after < 0.2 {
						told = off * math.Sqrt(after)
					}
				}}
				part, err := deal(ctx, 400, func(part float64) {
					if part > 0.95 { // then groups have ended
						stop()
					}
				})
				if err != nil || told == 0 || !part.Sampled.Stopped || part.Sampled.Hands < 2*400 || part.Sampled.Hands > 2*dealtGroups*400 || math.Abs(x.Edge-part.Wagers[0].Edge) > 5*part.Sampled.Off {
					t.Errorf("stopped, with ± %.5f: %+v, %v", told, part, err)
				}
			}
		}
	}
	if os.Getenv("CARDROOM_LARGE") == "" {
		return
	}
	flush := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Files: os.DirFS("../../examples")}, Parsed: &parsed})
	out, err := AgainstBank(context.Background(), boundTo(t, flush, "high-card-flush.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.Wagers[0].Edge; math.Abs(got-0.0264) > 4*out.Sampled.Off || out.Sampled.Off > 0.0002 {
		t.Errorf("high card flush: %.5f ± %.5f", got, out.Sampled.Off)
	}
}
