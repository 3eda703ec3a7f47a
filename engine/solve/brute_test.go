package solve

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// parsed caches the scripts for all tests.
var parsed star.Parsed

// line is one course of a hand, as a person would write it down: what the acting seat sees, and
// what it does, in words.
type line struct {
	chance float64
	// reach is the probability that players who choose evenly follow the line, given its cards.
	reach float64
	house float64 // what the house takes
	again bool    // the line ends in a new deal
	won   []float64
	steps []step
}

type step struct {
	seat         int
	sees, action string
}

// lines returns every line of a small game. It compares what seats see as words, and uses no key or
// table of the solver.
func lines(t *testing.T, s *enumerate.Small) (out []line) {
	t.Helper()
	w, err := enumerate.NewWalk(context.Background(), s.Bound, s.Options)
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{walk: w}
	unit, _ := UnitOf(&s.Bound.Stakes)
	var visit func(h *hand.Hand, steps []step, reach float64)
	visit = func(h *hand.Hand, steps []step, reach float64) {
		d, ok := h.Next()
		if !ok {
			l := line{chance: w.Chance(), reach: reach, house: float64(h.House()) / float64(unit), steps: slices.Clone(steps)}
			for i := range s.Stacks {
				l.won = append(l.won, float64(h.Net(i))/float64(unit))
			}
			out = append(out, l)
			return
		}
		actions := w.Actions(nil, h, &d)
		reach /= float64(len(actions))
		for _, a := range actions {
			words := say(h, &d, &a)
			next := step{int(d.Seat), b.seen(h, int(d.Seat)), words.own}
			b.said = append(b.said[:len(steps)], words)
			w.Act(h, a, func(h *hand.Hand, redealt bool) {
				if redealt {
					out = append(out, line{chance: w.Chance(), reach: reach, again: true})
				} else {
					visit(h, append(steps, next), reach)
				}
			})
		}
	}
	w.Deal(func(h *hand.Hand, redealt bool) {
		if redealt {
			out = append(out, line{chance: w.Chance(), reach: 1, again: true})
			return
		}
		visit(h, nil, 1)
	})
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return out
}

// TestBestReply compares the best reply to random strategies with the best of all pure strategies,
// tried one by one on the lines of ten tiny games.
func TestBestReply(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("../..")}, Parsed: &parsed})
	for _, c := range []struct {
		ref    string
		size   enumerate.Size
		wishes enumerate.Wishes
	}{
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{}},
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{Ranks: 2}},
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{Ranks: 4}},
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{Ranks: 5}},
		{"examples/kuhn.star", enumerate.Kuhn, enumerate.Wishes{Stacks: []int64{150}}},
		{"examples/leduc.star", enumerate.Kuhn, enumerate.Wishes{}},
		{"angies/holdem", enumerate.Kuhn, enumerate.Wishes{}},
		{"angies/draw5-hilo8", enumerate.Kuhn, enumerate.Wishes{}},
		{"elresbalon/stud5", enumerate.Kuhn, enumerate.Wishes{}},
		{"examples/leduc.star", enumerate.Leduc, enumerate.Wishes{Ranks: 2, Suits: 2, Stacks: []int64{300}}},
		{"gallery/hold-em", enumerate.Kuhn, enumerate.Wishes{Ranks: 4}},
	} {
		g, err := lib.Find(c.ref)
		if err != nil {
			t.Fatal(err)
		}
		s, err := enumerate.Shrink(g, c.size, c.wishes)
		if err != nil {
			t.Fatal(err)
		}
		game, err := Build(context.Background(), s, Options{KeepNames: true, Words: true})
		if err != nil {
			t.Fatal(c.ref, err)
		}
		bruteForce(t, fmt.Sprintf("%s %s %+v", c.ref, c.size, c.wishes), game, slices.DeleteFunc(lines(t, s), func(l line) bool { return l.again }))
	}
}

// TestNothingIsLost: in every small game of the houses that has few lines, the probabilities of all lines under even play add up to
// one, and the values that the solver finds for even play are those of the lines: together what the house takes, with a minus.
func TestNothingIsLost(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: star.Overlay(os.DirFS("."), "queens.star", []byte(queens))}, Parsed: &parsed})
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	again, err := lib.InFile("queens.star")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for i, g := range slices.Concat(games, again) {
		if g.Banked() || testing.Short() && i%8 != 0 && i < len(games) {
			continue
		}
		s, err := enumerate.Shrink(g, enumerate.Kuhn, enumerate.Wishes{})
		if err != nil {
			continue // no small version
		}
		game, err := Build(context.Background(), s, Options{MaxNodes: 4000})
		if err != nil {
			continue // too large
		}
		if tried++; i >= len(games) && game.Redeals == 0 {
			t.Errorf("%s: no line leads to a new deal", g.ID)
		}
		sum, house, value := 0.0, 0.0, make([]float64, game.Seats)
		for _, l := range lines(t, s) {
			p := l.chance * l.reach
			sum += p
			house += p * l.house
			for seat, won := range l.won {
				value[seat] += p * won
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: the probabilities of all lines add up to %v", g.ID, sum)
		}
		r, all := game.Check(Uniform(game)), 0.0
		for seat, v := range r.Value {
			all += v
			if math.Abs(v-value[seat]) > 1e-9 {
				t.Errorf("%s: seat %d wins %v by the lines, %v by the solver", g.ID, seat+1, value[seat], v)
			}
		}
		if math.Abs(all+house) > 1e-9 {
			t.Errorf("%s: the seats win %v together, and the house takes %v", g.ID, all, house)
		}
	}
	t.Logf("%d games", tried)
	if tried < 3 {
		t.Error("hardly any game has a small version")
	}
}

// queens are games in which a card brings a new deal: before anybody decides, and after both have checked.
const queens = `
def _queen(hand):
    """a queen is face up"""
    return any([card[0] == "Q" for seat in hand.live for card in hand.showing(seat)])

def _game(name, play, **more):
    return game(name, seats = (2, 4), forced = [ante()], stakes = stakes("2-4 ante 1"), play = play, showdown = best(ranking("one", size = 1)), **more)

before = _game("Before", [deal(1), deal(1, up = True), when(_queen, [redeal(ante = False)]), bet()])
after = _game("After", [deal(1), board(1), when(passed_out, [redeal(ante = False)]), deal(1, up = True), when(_queen, [redeal(ante = False)]), bet()])
`

func bruteForce(t *testing.T, what string, g *Game, list []line) {
	r := rand.New(rand.NewPCG(1, 2))
	f := Uniform(g)
	mix := map[string]float64{}
	var sets [2][]Decision
	for seat := range 2 {
		for k := range g.seats[seat].decisions {
			m, sum := f.Mix(seat, k), 0.0
			for a := range m {
				m[a] = r.ExpFloat64()
				sum += m[a]
			}
			for a := range m {
				m[a] /= sum
			}
		}
		sets[seat] = f.Decisions(seat)
		for _, d := range sets[seat] {
			for a, name := range d.Actions {
				mix[fmt.Sprint(seat, d.Sees, ">", name)] = d.Mix[a]
			}
		}
	}
	result := g.Check(f)
	for seat := range 2 {
		ways := 1
		for _, d := range sets[seat] {
			if ways *= len(d.Actions); ways > 1<<20 {
				t.Logf("%s: seat %d has too many strategies", what, seat+1)
				break
			}
		}
		if ways > 1<<20 {
			continue
		}
		// The seat's actions on a line, as a mask; lines with the same mask are merged.
		number := map[string]int{}
		var first []int
		for _, d := range sets[seat] {
			first = append(first, len(number))
			for _, name := range d.Actions {
				number[d.Sees+">"+name] = len(number)
			}
		}
		pays := map[uint64]float64{}
		for _, l := range list {
			p, mask := l.chance*l.won[seat], uint64(0)
			for _, s := range l.steps {
				if s.seat == seat {
					k, ok := number[s.sees+">"+s.action]
					if !ok {
						t.Fatalf("%s: no decision %q with %q", what, s.sees, s.action)
					}
					mask |= 1 << k
				} else {
					p *= mix[fmt.Sprint(s.seat, s.sees, ">", s.action)]
				}
			}
			pays[mask] += p
		}
		best := math.Inf(-1)
		chosen := make([]int, len(sets[seat]))
		for {
			plays := uint64(0)
			for i, a := range chosen {
				plays |= 1 << (first[i] + a)
			}
			v := 0.0
			for mask, p := range pays {
				if mask&^plays == 0 {
					v += p
				}
			}
			best = max(best, v)
			i := 0
			for i < len(chosen) {
				if chosen[i]++; chosen[i] < len(sets[seat][i].Actions) {
					break
				}
				chosen[i] = 0
				i++
			}
			if i == len(chosen) {
				break
			}
		}
		if math.Abs(best-result.Best[seat]) > 1e-12 {
			t.Errorf("%s: the best reply of seat %d wins %v, the best of all strategies %v", what, seat+1, result.Best[seat], best)
		}
		reply := g.Check(g.BestReply(f, seat)).Value[seat]
		if math.Abs(reply-best) > 1e-12 {
			t.Errorf("%s: the best reply of seat %d is worth %v, want %v", what, seat+1, reply, best)
		}
		t.Logf("%s: seat %d, %d strategies, %d lines: %.6f", what, seat+1, ways, len(list), best)
	}
}

// TestWords: the words for what a seat sees distinguish states exactly as its key does.
func TestWords(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("../..")}, Parsed: &parsed})
	for _, ref := range []string{"examples/leduc.star", "angies/holdem", "angies/draw5"} {
		g, err := lib.Find(ref)
		if err != nil {
			t.Fatal(err)
		}
		s, err := enumerate.Shrink(g, enumerate.Leduc, enumerate.Wishes{})
		if err != nil {
			t.Fatal(err)
		}
		game, err := Build(context.Background(), s, Options{KeepNames: true, Words: true})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range 2 {
			seen := map[string]bool{}
			for _, text := range game.seats[seat].seen {
				if seen[text] || strings.TrimSpace(text) == "" {
					t.Errorf("%s: two decisions are %q", ref, text)
				}
				seen[text] = true
			}
		}
	}
}
