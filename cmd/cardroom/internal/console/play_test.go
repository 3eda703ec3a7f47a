package console

import (
	"context"
	"io"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// novice plays one hand like a newcomer who tries everything: at each decision all
// commands that show something, then an action, undo, and redo.
type novice struct {
	*testing.T
	g       *played
	lines   []string // still to be typed
	chance  hand.Source
	expects *hand.Hand // the state that an undo must lead back to
	done    int        // number of decisions
}

func (n *novice) Close() error { return nil }

func (n *novice) Line(string) (string, error) {
	g := n.g
	if n.expects != nil && len(n.lines) > 0 && n.lines[0] != "undo" {
		if !g.hand.State().Same(n.expects) {
			n.Errorf("undo of %q does not lead back", n.lines[0])
		}
		n.expects = nil
	}
	if len(n.lines) == 0 {
		switch {
		case g.hand == nil:
			return "1", nil // a game from the menu
		case g.hand.Pending() == nil && n.done > 0:
			return "", io.EOF
		}
		n.think()
	}
	line := n.lines[0]
	n.lines = n.lines[1:]
	return line, nil
}

// legal returns the completions of typed that are legal actions.
func (n *novice) legal(typed string) (out []string) {
	for _, line := range n.g.hand.Complete(typed) {
		a, err := n.g.hand.Read(line)
		if err != nil {
			continue
		}
		if trial := *n.g.hand.State(); trial.Apply(a) == nil {
			out = append(out, line)
		}
	}
	return out
}

// think decides what to type at a decision.
func (n *novice) think() {
	legal, offered := n.legal(""), n.g.hand.Complete("")
	for len(legal) == 0 && len(offered) > 0 { // cards are typed one after the other
		begun := offered[n.chance.Below(uint64(len(offered)))] + " "
		legal, offered = n.legal(begun), n.g.hand.Complete(begun)
	}
	if len(legal) == 0 {
		n.Fatalf("nothing that completion offers is legal: %q", n.g.hand.Complete(""))
	}
	say := legal[n.chance.Below(uint64(len(legal)))]
	if say == "fold" && n.chance.Below(4) > 0 {
		say = legal[0]
	}
	state := *n.g.hand.State()
	n.expects = &state
	n.lines = []string{say, "undo", say}
	if n.done%3 == 0 {
		n.lines = append([]string{"look", "explain", "odds 20", "log", "rules", "help"}, n.lines...)
	}
	n.done++
}

// TestPlayEveryGame checks that every game of every house and every menu is playable
// from deal to award, with an undo at every decision, and that nothing typed on the
// way is rejected.
func TestPlayEveryGame(t *testing.T) {
	std, _, _ := fake.IO(nil)
	list, err := library.Games(t.Context(), std)
	if err != nil {
		t.Fatal(err)
	}
	for i, game := range testkit.Sweep(list, 8) {
		t.Run(game.ID, func(t *testing.T) {
			for seed := range testkit.Sample[uint64](2, 1) {
				tryGame(t, game.ID, uint64(i)+100*seed)
			}
		})
	}
}

func tryGame(t *testing.T, id string, seed uint64) {
	std, stdout, stderr := fake.IO(nil)
	opts := PlayOptions{Head: Head{Inputs: runs.Inputs{Game: id, Stack: "60bb", Policy: "random", Seats: 3}, Seed: hand.Seed(seed), HotSeat: true}}
	opts.Crowd = "steady"
	g, err := newPlayed(std, opts)
	if err != nil {
		t.Fatal(err)
	}
	n := &novice{T: t, g: g, chance: hand.NewSource(seed, 3)}
	g.in = n
	if err := g.run(context.Background()); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr)
	}
	if n.done == 0 || !strings.Contains(stdout.String(), "\nResult  ") {
		t.Errorf("%d decisions, no result:\n%s", n.done, stdout)
	}
	for line := range strings.Lines(stderr.String()) {
		if !strings.HasPrefix(line, "draw ") && !strings.HasPrefix(line, "warning: ") && !strings.Contains(line, "has no pot, so hands have no equity") {
			t.Errorf("refused: %s", line)
		}
	}
}
