package equity

import (
	"context"
	"errors"
	"math"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/diag"
	"cardroom/engine/odds"
	"cardroom/engine/testkit"
)

// FuzzOdds checks that a matchup, with all words and partial hands that odds accepts,
// is answered with shares of one pot, or rejected with a position in the line.
func FuzzOdds(f *testing.F) {
	for i, text := range []string{
		"AsAh KsKh", "AsAh random", "As?? Kd??", "AhAdKc 7h7d7s RANDOM | | 7c", "AsAh KsKh | 8c7d4h | 2c", "AsAh KsKh QQ", "AsAh AsKd", "AsAh", "|||", "AsAh KsKh|a|b|c",
		"?? ??", "random random | ????????", "\xff \xff", "AKs 22+", "10h10d 9c9d", "JoJo AsAh", "# nothing", "AsAh KsKh | 2c2c", "AsAh KsKh | | AsAs",
	} {
		f.Add(text, uint16(i))
		f.Add(text, uint16(i*7+20))
	}
	games := houses.Games()
	f.Fuzz(func(t *testing.T, text string, which uint16) {
		o := &Options{Effort: odds.Effort{Samples: 8, Enough: 1, Seed: 1}}
		if which%3 == 0 {
			o.Put = "1,2.5"
		}
		// A rank alone stands for a hundred thousand hands of Omaha.
		testkit.Bounds{Fixed: 256 << 20, PerByte: 8 << 10}.Within(t, len(text), func() {
			std, _, _ := fake.IO(nil)
			m, err := o.lineOf(context.Background(), std, games[int(which)%len(games)], text, 2)
			if err != nil {
				var e *diag.Error
				if !errors.As(err, &e) || e.Pos.Line != 2 {
					t.Fatalf("%T: %v", err, err)
				}
				testkit.Place(t, "\n"+text, 2, int(e.Pos.Col))
				return
			}
			if m == nil {
				return
			}
			sum := 0.0
			for _, s := range m.a.Hands {
				sum += s.Equity
				if s.Equity < 0 || s.Win+s.Tie > 1.000001 || s.Scoop > s.Win+s.Tie+0.000001 {
					t.Fatalf("%q: %+v", text, s)
				}
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("%q: the parts of the pot are %v together", text, sum)
			}
		})
	})
}

// TestProgressOfSamples checks that odds tell their progress while they sample, with the total only where it is known, and that an
// interrupt then ends them with what they have.
func TestProgressOfSamples(t *testing.T) {
	for _, limit := range []float64{0, 1e-9} {
		std, stdout, _ := fake.IO(nil)
		ctx, cancel := context.WithCancel(context.Background())
		told := int64(-1)
		std.Reached = func(label string, done, total int64) {
			if done > 0 {
				told = total
				cancel()
			}
		}
		o := Options{Hands: []string{"AhKh", "QQ", "random"}, Game: "mixed/nt", Format: "text", Effort: odds.Effort{Samples: 1 << 40, Enough: 1, Error: limit, Workers: 1}}
		if err := Odds(ctx, std, o); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if want := int64(1<<40) * int64(map[bool]int{true: 1}[limit == 0]); told != want || stdout.Len() == 0 {
			t.Errorf("with an error of %g: a total of %d, not %d; it prints %q", limit, told, want, stdout)
		}
	}
}
