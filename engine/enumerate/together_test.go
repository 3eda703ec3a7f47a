package enumerate

import (
	"context"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// rivals are games of one card that differ a little, in seats, money, cards, order, moments and new deals.
const rivals = `
def _up(rank):
    def test(hand):
        return len([1 for seat in hand.live for card in hand.showing(seat) if card[0] == rank]) > 0
    return test

one = ranking("one", size = 1)

def g(name, play, of = "1-2", forced = [blinds()], raises = 1, showdown = best(one)):
    return game(name, seats = (2, 3), forced = forced, stakes = stakes(of), betting = betting(raises = raises, cap_off = "never"), play = play, showdown = showdown)

_two = [deal(1), deal(1, up = True)]
_king = _up("K")
_queen = _up("Q")
plain = g("plain", _two + [bet()])
king = g("king", _two + [when(_king, [redeal(ante = False)]), bet()])
queen = g("queen", _two + [when(_queen, [redeal(ante = False)]), bet()])
later = g("later", _two + [bet(), when(_king, [redeal(ante = False)]), bet()])
twice = g("twice", _two + [bet(), bet()])
up = g("up", [deal(1, up = True), deal(1), bet()])
burnt = g("burnt", _two + [bet(), burn(), bet()])
raises = g("raises", _two + [bet()], raises = 2)
anted = g("anted", _two + [bet()], of = "1-2 ante 1", forced = [blinds(), ante()])
low = g("low", _two + [bet()], showdown = best(ranking("low one", size = 1, low = True)))
`

// TestToldHandDiffers plays the hand that is told of two rule sets again, each rule set by itself: its cards and actions show the
// difference that is told, and nothing else.
func TestToldHandDiffers(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"r.star": {Data: []byte(rivals)}}}})
	games, err := lib.InFile("r.star")
	if err != nil {
		t.Fatal(err)
	}
	seen := Apart(0)
	for _, a := range games {
		for _, b := range games {
			var small [2]*Small
			for i, g := range []*plan.Game{a, b} {
				if small[i], err = Shrink(g, Leduc, Wishes{Ranks: 4, Suits: 1}); err != nil {
					t.Fatal(err)
				}
			}
			r, err := Together(context.Background(), small[0], small[1], nil)
			if err != nil || !r.Complete {
				t.Fatalf("%s, %s: %v", a.Name, b.Name, err)
			}
			s := r.Shortest
			if s == nil {
				if a != b {
					t.Errorf("%s, %s: no line differs", a.Name, b.Name)
				}
				continue
			}
			seen |= s.Ways
			p := &both{x: [2]*search{{o: small[0].Options}, {}}}
			var hands [2]*hand.Hand
			for i := range hands {
				if hands[i], p.x[i].log.Events, err = s.Play(i); err != nil {
					t.Fatalf("%s, %s: %v", a.Name, b.Name, err)
				}
			}
			if ways := p.compare(hands[0], hands[1], false); ways != s.Ways {
				t.Errorf("%s, %s: told is %q, the hands show %q", a.Name, b.Name, s.Ways, ways)
			}
			for i := range hands { // before the last action they are alike
				if n := len(s.Actions); n > 0 {
					before := *s
					before.Actions = s.Actions[:n-1]
					hands[i], p.x[i].log.Events, _ = before.Play(i)
				}
			}
			if len(s.Actions) > 0 && p.compare(hands[0], hands[1], false) != 0 {
				t.Errorf("%s, %s: the hands differ before the last action", a.Name, b.Name)
			}
		}
	}
	if want := InActions | InOrder | InMoney | InSight; seen != want {
		t.Errorf("differences in %s, want %s", seen, want)
	}
}
