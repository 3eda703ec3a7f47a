package dsl_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// curious is a game whose functions read everything they can see, and base
// their answers on it.
const curious = `
p = points("p", target = 21, naturals = ["AA"])
q = points("q", target = 60)
stand = choice("stand", [hand_done])
hit = choice("hit", [one_card])
split = choice("split", [split_hand(most = 4)])

def _hash(*values):
    n = 7
    for v in values:
        for c in str(v).elems():
            n = (31 * n + ord(c)) % 10007
    return n

def _allowed(hand):
    n = _hash(hand.cards, hand.showing(hand.banker), hand.wager, hand.fresh, hand.worth(p).name)
    if hand.pair:
        return [stand, split]
    if hand.worth(q).over or len(hand.cards) > 20:
        return []
    if n % 3 == 0:
        n = _hash(hand.seat, hand.seats, hand.stack, hand.split, hand.hands, hand.cards_left, hand.unit)
    return [hit] if n % 2 else [hit, stand]

def _branch(hand):
    return _hash(hand.showing(hand.seats), hand.showing(1, number = 1)) % 2 == 0

def _compare(player, banker):
    return wins if player.total > banker.total else loses

curious = game(
    "Curious",
    seats = (2, 8),
    deck = deck(packs = 4),
    stakes = stakes("bets 1-9"),
    play = [bank(rounds = 1), wager(), deal(2, up = True), choose([stand, hit, split], allowed = _allowed), when(_branch, [deal(1, to = banker)]), settle(p, compare = _compare)],
)
`

// filesOf returns a library with user scripts.
func filesOf(files map[string]string, o star.Options) *dsl.Library {
	o.Sources, o.Parsed = star.Sources{Scripts: scripts.FS, Stdlib: stdlib.FS, Files: fstest.MapFS{}}, &parsed
	for name, text := range files {
		o.Sources.Files.(fstest.MapFS)[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return dsl.NewLibrary(o)
}

func gameIn(t *testing.T, lib *dsl.Library, ref string) *plan.Game {
	t.Helper()
	g, err := lib.Find(ref)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestAnswersKept compares rounds with cached answers and rounds in which the
// functions run every time: the results must be equal.
func TestAnswersKept(t *testing.T) {
	calls := func(listen bool) (out []byte, n int) {
		lib := filesOf(map[string]string{"curious.star": curious}, star.Options{})
		for _, ref := range []string{"curious.star", "sanrafael/california22", "angies/lowball"} {
			g := gameIn(t, lib, ref)
			if listen {
				lib.OnHook(func(star.HookCost) { n++ })
			}
			for _, stacks := range [][]int64{{900, 900, 900}, {40000, 10000, 300, 2000, 9000, 9000, 9000, 9000}} {
				job := &batch.Job{
					Plan: boundOf(t, g), Stacks: stacks, Seed: 5, From: 1, To: testkit.Sample[int64](301, 61),
					Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
				}
				out = append(out, bytesOf(t, job, 1)...)
			}
		}
		return out, n
	}
	kept, _ := calls(false)
	asked, n := calls(true)
	if !bytes.Equal(kept, asked) || n < testkit.Sample(5_000, 1_000) {
		t.Errorf("%d bytes with answers that are kept, %d with %d questions", len(kept), len(asked), n)
	}
}

// TestRecordedOrNot compares hands of every game with hands that are recorded: without a
// record a wager goes straight to the next seat that is asked, and a round against a
// bank works in two blocks in turn instead of on fresh copies.
func TestRecordedOrNot(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range testkit.Sweep(append(games, gameIn(t, filesOf(map[string]string{"curious.star": curious}, star.Options{}), "curious.star")), 30) {
		var got [2]batch.Result
		for k := range got {
			job := &batch.Job{
				Plan: boundOf(t, g), Stacks: []int64{40000, 10000, 300, 2000}, Seed: 7, From: 1, To: testkit.Sample[int64](1001, 101),
				Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
			}
			if k == 1 {
				job.Record = func(to []byte, _ int64, _ *batch.Played) ([]byte, error) { return to, nil }
			}
			if got[k], err = batch.Run(context.Background(), job, 1, nil); err != nil {
				t.Fatal(g.ID, err)
			}
		}
		if !reflect.DeepEqual(got[0], got[1]) {
			t.Errorf("%s: %+v, recorded %+v", g.ID, got[0], got[1])
		}
	}
}

// TestOnCall checks that a listener receives the calls that hands really make,
// which are fewer than the questions, and the calls of rulings and policies.
func TestOnCall(t *testing.T) {
	calls := func(listen func(*dsl.Library, func(star.HookCost))) int {
		lib, n := filesOf(nil, star.Options{}), 0
		job := &batch.Job{
			Plan: boundOf(t, gameIn(t, lib, "sanrafael/california22")), Stacks: []int64{900, 900, 900}, Seed: 5, From: 1, To: 2001,
			Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
		}
		listen(lib, func(star.HookCost) { n++ })
		bytesOf(t, job, 1)
		return n
	}
	questions, made := calls((*dsl.Library).OnHook), calls((*dsl.Library).OnCall)
	if made == 0 || made >= questions {
		t.Errorf("%d calls for %d questions", made, questions)
	}

	lib := filesOf(map[string]string{"p.star": "def policy(view):\n    return \"call\"\n"}, star.Options{})
	byName := map[string]star.HookCost{}
	lib.OnCall(func(c star.HookCost) { byName[c.Name] = c })
	job := &batch.Job{
		Plan: boundOf(t, gameIn(t, lib, "angies/lowball")), Stacks: []int64{40000, 40000, 40000}, Seed: 5, From: 1, To: 201,
		Policy: func() (batch.Policy, error) { return policies.Load(lib.Loader, "p.star") }, Mishaps: &batch.Mishaps{Rate: 0.1},
	}
	bytesOf(t, job, 1)
	for _, name := range []string{"policy", "_checked_sevens", "_rule_4"} {
		if c := byName[name]; c.Steps == 0 || c.Time <= 0 || c.Pos.Line == 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	lib.OnCall(nil)
	clear(byName)
	if bytesOf(t, job, 1); len(byName) > 0 {
		t.Errorf("told of %v although nobody listens", byName)
	}
}

// TestAnswersOfPrinters checks that a function that prints runs every time.
func TestAnswersOfPrinters(t *testing.T) {
	told := 0
	lib := filesOf(map[string]string{"loud.star": strings.Replace(curious, "    n = _hash(hand.cards,", "    print(hand.seat)\n    n = _hash(hand.cards,", 1)},
		star.Options{Print: func(string, string) { told++ }})
	job := &batch.Job{
		Plan: boundOf(t, gameIn(t, lib, "loud.star")), Stacks: []int64{900, 900}, Seed: 5, From: 1, To: 2,
		Policy: func() (batch.Policy, error) { return batch.Caller{}, nil },
	}
	first := bytesOf(t, job, 1)
	once := told
	if again := bytesOf(t, job, 1); !bytes.Equal(first, again) || told != 2*once || once == 0 {
		t.Errorf("%d lines, then %d", once, told-once)
	}
}

// TestAnswersOfUnfinished checks that answers are not cached while a script is
// being written, because the meaning of a function can change.
func TestAnswersOfUnfinished(t *testing.T) {
	lib := filesOf(nil, star.Options{})
	in := lib.Interactive("block", 0)
	eval := func(block string) star.Outcome {
		t.Helper()
		out, err := in.Eval(context.Background(), block)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	eval(`hit = choice("hit", [one_card])
stand = choice("stand", [hand_done])
up = choice("fold", [give_up])
def _compare(player, banker): return wins
`)
	eval("def more(): return [stand, hit]\n")
	eval("def _allowed(hand): return more()\n")
	g, ok := dsl.GameIn(in, "block/g", eval(`game("G", stakes = stakes("bets 1-5"), play = [bank(), wager(), deal(1), choose([hit, stand, up], allowed = _allowed), settle(points("p", target = 21), compare = _compare)])`).Value)
	if !ok {
		t.Fatal("no game")
	}
	legal := func() string {
		h := begin(t, boundOf(t, g), 900, 900)
		say(t, h, "bank", -1)
		say(t, h, "bet", -1)
		return h.Legal()
	}
	before := legal()
	eval("def more(): return [stand, up]\n")
	if now := legal(); before != "seat 1: hit, stand" || now != "seat 1: stand, fold" {
		t.Errorf("%q, then %q", before, now)
	}
}

// TestWorthOfHand checks that hand.worth counts like the settlement.
func TestWorthOfHand(t *testing.T) {
	script := strings.Replace(curious, "    if hand.pair:\n", `    if hand.split:
        print(hand.cards, hand.worth(p).name, worth(p, hand.cards).name)
    if hand.pair:
`, 1)
	told := ""
	lib := filesOf(map[string]string{"loud.star": script}, star.Options{Print: func(_, msg string) { told += msg + "\n" }})
	b := boundOf(t, gameIn(t, lib, "loud.star"))
	var h hand.Hand
	err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{900, 900}, Button: 1, Deck: manyCards(t, b.Game.Deck, "Ah2dAcKdAdAs")})
	if err != nil {
		t.Fatal(err)
	}
	say(t, &h, "bank", -1)
	say(t, &h, "bet", -1)
	say(t, &h, "split", -1)
	if want := fmt.Sprintln(`["Ah", "Ad"] soft 12 natural 21`); told != want {
		t.Errorf("got %q, want %q", told, want)
	}
}
