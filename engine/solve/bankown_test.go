package solve

import (
	"context"
	"math"
	"os"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
)

// TestOwnChoices counts games of casinos exactly: one in which the player's own cards decide how much may be bet, with a second bet
// that must be made; one with a joker and wild deuces; one of four bets. Their edges are the published ones, 3.42 % and 4.9149 %. At
// DJ Wild the published edge is 3.45 %: rankings do not tell five wild cards from a royal flush, which are paid 1000 and 50.
func TestOwnChoices(t *testing.T) {
	if testing.Short() || os.Getenv("CARDROOM_LARGE") == "" {
		t.Skip("counts 9 trillion deals: half a minute")
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("testdata")}, Parsed: &parsed})
	for ref, want := range map[string][2]float64{"crazy4.star": {0.034189, 3.1362}, "djwild.star": {0.035005, 3.3865}, "mississippi.star": {0.049149, 3.4836}} {
		out, err := AgainstBank(context.Background(), boundTo(t, lib, ref), nil)
		if err != nil {
			t.Fatal(err)
		}
		if w := out.Wagers[0]; math.Abs(w.Edge-want[0]) > 5e-7 || math.Abs(w.Put-want[1]) > 5e-5 {
			t.Errorf("%s: edge %.6f, put up %.4f, want %v", ref, w.Edge, w.Put, want)
		}
	}
}
