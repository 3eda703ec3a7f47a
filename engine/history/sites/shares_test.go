package sites_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/replay"
)

// TestShares checks the shares of a hand before the flop: who folds a blind to a steal, who raises again, and that only the first raiser
// folds to it.
func TestShares(t *testing.T) {
	const hands = `variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 f", "p4 cbr 6", %s]
`
	for acts, want := range map[string]string{
		`"p1 f", "p2 cbr 18", "p4 f"`:              "fold_to_steal 1/1 0/1 0/0 0/0, three_bet 0/1 1/1 0/0 0/0, fold_to_three_bet 0/0 0/0 0/0 1/1",
		`"p1 cbr 18", "p2 f", "p4 cc"`:             "fold_to_steal 0/1 0/0 0/0 0/0, three_bet 1/1 0/0 0/0 0/0, fold_to_three_bet 0/0 0/0 0/0 0/1",
		`"p1 cbr 18", "p2 cbr 40", "p4 f", "p1 f"`: "fold_to_steal 0/1 0/0 0/0 0/0, three_bet 1/1 0/0 0/0 0/0, fold_to_three_bet 0/0 0/0 0/0 0/0",
	} {
		read, err := history.Read("x.phh", []byte(fmt.Sprintf(hands, acts)), history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var log hand.Log
		p := replay.NewPlayer(finder(library(nil)), &log)
		if row := p.Play(read[0]); row.Err != nil {
			t.Fatal(row.Err)
		}
		var got []string
		seats := ledger.Of(nil, p.Hand(), log.Events, 2, -1)
		for _, name := range []string{"fold_to_steal", "three_bet", "fold_to_three_bet"} {
			k := slices.IndexFunc(ledger.Stats, func(s ledger.Stat) bool { return s.Name == name })
			text := name
			for i := range seats {
				text += fmt.Sprintf(" %d/%d", seats[i].Did>>k&1, seats[i].Could>>k&1)
			}
			got = append(got, text)
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s:\ngot  %s\nwant %s", acts, all, want)
		}
	}
}
