package dsl_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// playBy plays hands of a game with a policy of p.star.
func playBy(t *testing.T, game, script string, hands int64) (batch.Result, error) {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{
		Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"p.star": {Data: []byte(script)}},
	}})
	g, err := lib.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	job := &batch.Job{
		Plan: bound, Stacks: []int64{4000, 4000, 4000}, Seed: 1, From: 1, To: hands + 1,
		Policy: func() (batch.Policy, error) { return policies.Load(lib.Loader, "p.star") },
	}
	return batch.Run(context.Background(), job, 1, nil)
}

// TestPolicyFaults checks that errors of a policy have a position and list the
// legal actions.
func TestPolicyFaults(t *testing.T) {
	tests := []struct{ name, game, script, want, hint string }{
		{
			"it fails", "mixed/nt", "def policy(view):\n    return [1][view.seats]\n",
			"p.star:2:15: list index 3 out of range [-1:0]", "",
		},
		{
			"it says nothing", "mixed/nt", "def policy(view):\n    pass\n",
			`p.star:1:1: policy says None, which is neither a text such as "call" or "raise 12" nor a pair ("raise", amount)`,
			"legal: seat 3: fold, call $2, raise to $4 to $40",
		},
		{
			"no word", "mixed/nt", "def policy(view):\n    return \"rase 4\"\n",
			`p.star:2:5: policy says "rase 4": "rase" is not something a player says; did you mean raise?`, "legal: ",
		},
		{
			"above the limit", "mixed/ft", "\ndef policy(view):\n    return \"raise 5\"\n",
			`p.star:3:5: policy says "raise 5": cannot go to $5, only to $4`, "legal: seat 3: fold, call $2, raise to $4",
		},
		{
			"no raise is possible", "mixed/ft", "def policy(view):\n    return \"min\"\n",
			`p.star:2:5: policy says "min": may not bet or raise: the round has had all its raises`, "legal: seat 1: fold, call $4",
		},
		{
			"cards it does not hold", "mixed/f5d", "def policy(view):\n    return \"draw 2s2s2s\" if view.asked == \"draw\" else \"check\"\n",
			`p.star:2:5: policy says "draw 2s2s2s": seat 1 does not hold 2s`, "legal: seat 1 discards 0 to 5 cards",
		},
		{
			"one of several answers", "mixed/ft",
			"def policy(view):\n    if view.random(1) == 0 and view.to_call:\n        return \"cal\"\n    return \"check\"\n",
			`p.star:3:9: policy says "cal": "cal" is not something a player says; did you mean call?`, "legal: ",
		},
		{
			"it never ends", "mixed/nt", "def policy(view):\n    for i in range(1 << 40):\n        pass\n",
			"p.star:2:", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := playBy(t, tt.game, tt.script, 10)
			var e *diag.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an error of the script", err)
			}
			if !strings.Contains(err.Error(), ": "+tt.want) && !strings.HasPrefix(e.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", e, tt.want)
			}
			if !strings.HasPrefix(e.Hint, tt.hint) || e.Source == "" {
				t.Errorf("hint %q, source %q", e.Hint, e.Source)
			}
		})
	}
}

// TestPolicyChecks checks that "check" is always the least action that
// continues, so that the simplest policy plays every game.
func TestPolicyChecks(t *testing.T) {
	for _, game := range []string{
		"mixed/ft", "mixed/f7s", "mixed/f5d", "angies/lowball", "angies/option-alley", "elresbalon/stud5", "house004/lowball",
	} {
		t.Run(game, func(t *testing.T) {
			r, err := playBy(t, game, "def policy(view):\n    return \"check\"\n", 20)
			if err != nil || r.Hands != 20 {
				t.Errorf("%d hands, %v", r.Hands, err)
			}
		})
	}
}

// TestPolicyWords checks that a policy knows the kind of decision, and may use
// all words of a player.
func TestPolicyWords(t *testing.T) {
	const script = `
def policy(view):
    if view.asked == "expose":
        if view.to_expose != 1 or view.down[-1] not in view.hole:
            fail("nothing to turn up")
        return "expose " + view.down[-1]
    if view.asked == "straddle":
        return "straddle" if view.straddle == 400 else "decline"
    if view.asked == "draw":
        return "draw " + view.hole[0] if view.max_draw else fail("no draw")
    if view.asked == "bring-in":
        return "complete"
    if view.can_raise != (view.no_raise == ""):
        fail("can_raise %s, no_raise %r" % (view.can_raise, view.no_raise))
    return "min" if view.can_raise and view.random(3) == 0 else "call"
`
	for _, game := range []string{"elresbalon/stud5", "angies/lowball", "angies/option-alley", "mixed/f7s", "house004/lowball", "mixed/fb"} {
		t.Run(game, func(t *testing.T) {
			r, err := playBy(t, game, script, 50)
			if err != nil || r.Hands != 50 {
				t.Errorf("%d hands, %v", r.Hands, err)
			}
		})
	}
}
