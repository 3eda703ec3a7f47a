package sites_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
)

var (
	random = flag.Int64("random", 4, "how many random hands of each game, limit and table are converted")
	long   = flag.Bool("long", false, "take every table of every game and limit, change files twice as often, and replay twenty times as many hands of each game")
)

// playing is a game with its options, a limit and players.
type playing struct {
	game   *plan.Game
	stakes string
	stacks []int64
}

func (p *playing) String() string {
	return fmt.Sprintf("%s %s %v", p.game.ID, p.stakes, p.stacks)
}

// hands plays random hands and records them.
func (p *playing) hands(t *testing.T, seed uint64, n int64) (out []*history.Hand) {
	t.Helper()
	bound, err := p.game.BindTo(p.stakes)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	job := &batch.Job{
		Plan: bound, Stacks: p.stacks, Seed: seed, From: 1, To: n + 1,
		Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
		Record: func(to []byte, _ int64, h *batch.Played) ([]byte, error) {
			rec, err := replay.Record(h.Setup, h.Hand, h.Log, h.Deck)
			out = append(out, rec)
			return to, err
		},
		Write: func([]byte) error { return nil },
	}
	if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return out
}

// plays returns the games of sites with every limit, at tables of two, of three and of the maximum
// number of players, with deep stacks and with stacks that are soon all in. Board games are run
// once, twice and three times. Each game and limit gets two of the six tables, in turn, so that
// every game and every limit meets all of them; with -long it gets all six.
func plays(t *testing.T) (out []playing) {
	t.Helper()
	at := 0
	for _, runs := range []string{"once", "twice from the flop", "twice from the river", "three times from the turn"} {
		lib := fuzzhouses.With(map[string]string{"runs": runs})
		games, err := lib.House("sites")
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range withHoldem(testkit.Sweep(games, 8), games) {
			if runs != "once" && !slices.ContainsFunc(g.Options, func(o plan.Option) bool { return o.Name == "runs" }) {
				continue
			}
			stakes := []string{"nl 1-2", "pl 1-2", "2-4", "nl 0.50-1 ante 0.10 chip 0.01", "pl 5-10 chip 0.01", "nl 50-100 ante 10"}
			if g.Stakes.BringIn > 0 {
				stakes = []string{"4-8", "0.40-0.80 ante 0.05 bring-in 0.10 chip 0.01"}
			}
			for _, s := range stakes {
				at++
				for k, n := range []int{2, 3, g.MaxSeats} {
					deep, short := make([]int64, n), make([]int64, n)
					for i := range n {
						deep[i], short[i] = 40_000, []int64{700, 4100, 200, 1900, 300}[i%5]
					}
					if *long || at%3 == k {
						out = append(out, playing{g, s, deep})
					}
					if *long || (at+1)%3 == k {
						out = append(out, playing{g, s, short})
					}
				}
			}
			if g.ID == "sites/holdem" { // the stakes of the competition
				for n := 2; n < 5; n++ {
					out = append(out,
						playing{g, "nl 50-100", slices.Repeat([]int64{2_000_000}, n)},
						playing{g, "10-20", slices.Repeat([]int64{100_000}, n)})
				}
			}
		}
	}
	return out
}

// withHoldem returns the games of a sweep with hold'em, the only game of the competition.
func withHoldem(swept, all []*plan.Game) []*plan.Game {
	is := func(g *plan.Game) bool { return g.ID == "sites/holdem" }
	if slices.ContainsFunc(swept, is) {
		return swept
	}
	return append(slices.Clone(swept), all[slices.IndexFunc(all, is)])
}

// TestRandomThereAndBack: random hands that a target writes are read back the same. A file lists
// what the targets cannot express.
func TestRandomThereAndBack(t *testing.T) {
	log := &hand.Log{}
	there, back := replay.NewPlayer(find, log), replay.NewPlayer(find, nil)
	refused, written := map[string]int{}, map[string]int{}
	for i, p := range plays(t) {
		for n, rec := range p.hands(t, uint64(i), *random) {
			for k := range convert.Targets {
				target := &convert.Targets[k]
				rec := rec.Clone()
				err := thereAndBack(rec, target, there, back, log)
				var no *refusal
				switch {
				case err == nil:
					written[target.Name]++
				case asRefusal(err, &no):
					refused[target.Name+": "+no.Error()]++
				default:
					t.Errorf("%v hand %d as %s: %v", &p, n+1, target.Name, err)
				}
			}
		}
	}
	want, err := os.ReadFile("testdata/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(want)), "\n")
	for _, why := range slices.Sorted(maps.Keys(refused)) {
		if !slices.Contains(known, why) {
			t.Errorf("a target cannot say this: %s", why)
		}
	}
	if testkit.Whole() && len(refused) < len(known) { // a part of the games may not meet each reason
		t.Errorf("of the reasons in refused.txt %d of %d were met", len(refused), len(known))
	}
	for i := range convert.Targets {
		if name := convert.Targets[i].Name; int64(written[name]) < 5**random {
			t.Errorf("only %d hands written as %s", written[name], name)
		}
	}
}

// refusal is the error of a target that cannot express a hand.
type refusal struct{ error }

func asRefusal(err error, to **refusal) bool {
	no, ok := err.(*refusal)
	*to = no
	return ok
}

// thereAndBack writes a hand, reads it back and compares.
func thereAndBack(rec *history.Hand, target *convert.Target, there, back *replay.Player, log *hand.Log) error {
	log.Events = log.Events[:0]
	row := there.PlayReadings(rec)
	if !row.OK {
		return fmt.Errorf("the hand itself does not come out: %w", row.Err)
	}
	convert.AddFolds(rec, log.Events)
	before := rec.Clone()
	before.Starting, before.Finishing, before.Scale = row.Starting, row.Finishing, row.Scale
	out, err := target.Write(&convert.Hand{Record: rec, Played: there.Hand(), Events: log.Events})
	if err != nil {
		return &refusal{err}
	}
	text := (&convert.File{Target: target}).Append(nil, out)
	var again history.Hand
	if err := history.NewSource("back", text, options).Next(&again); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	row = back.PlayReadings(&again)
	if !row.OK {
		return fmt.Errorf("%w\n%s", row.Err, text)
	}
	again.Starting, again.Finishing, again.Scale = row.Starting, row.Finishing, row.Scale
	if err := convert.Same(before, &again); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}
