package sites_test

import (
	"bytes"
	"slices"
	"testing"

	"cardroom/engine/history"
	"cardroom/engine/ledger"
)

// TestColumnsBeside: the kinds of amounts outside the pot have the columns of tables, and those that count for results the ones of statistics.
func TestColumnsBeside(t *testing.T) {
	var columns, counted, rows, stats []string
	for _, kind := range history.SideKinds {
		if kind.Column != "" {
			columns = append(columns, kind.Column)
			if kind.Counts {
				counted = append(counted, kind.Column)
			}
		}
	}
	for _, c := range ledger.Tables()[ledger.Seats].Columns {
		if slices.Contains(columns, c.Name) {
			rows = append(rows, c.Name)
		}
	}
	for _, b := range ledger.Beside {
		stats = append(stats, b.Name)
	}
	if !slices.Equal(rows, columns) || !slices.Equal(stats, counted) {
		t.Errorf("kinds have %q, of which %q count; tables have %q, statistics %q", columns, counted, rows, stats)
	}
}

// TestAside: what players receive and pay outside the pot is kept separate from
// it.
func TestAside(t *testing.T) {
	files := corpus(t)
	for _, tt := range []struct {
		file string
		hand int
		want string
	}{
		{"pokerstars/cashout.txt", 1, `['p3 cash-out 60.1', 'p3 cash-out fee 0.6', 'p3 sold -99']`},
		{"pokerstars/bounties.txt", 1, `['p4 bounty 2.75', 'p4 bounty 1.38', 'p1 place 45', 'p1 prize 2.5', 'p2 place 46']`},
		{"pokerstars/bounties.txt", 2, `['p1 place 2', 'p2 place 1', 'p2 prize 100']`},
		{"pokerstars/jackpot.txt", 1, `['p3 jackpot 52.1', 'p1 jackpot 26.05', 'p2 jackpot 13.02']`},
		{"partypoker/party-odd.txt", 2, `['p1 place 12']`},
		{"bovada/allin-posts.txt", 1, `['p1 place 2', 'p1 prize 12']`},
		{"bovada/allin-posts.txt", 2, `['p2 bounty 3', 'p1 place 2']`},
		{"pokerstars/gg-rush.txt", 1, `['p1 cash-out -1.89']`},
		{"pokerstars/gg-insurance.txt", 1, `['p1 insurance -0.85', 'p1 insurance 8.5']`},
		{"openhh/twice.json", 1, `['p2 adjustment -0.1']`},
	} {
		text := files[tt.file]
		if tt.file == "pokerstars/bounties.txt" && tt.hand == 1 { // a name may be a word of other lines, and two may share a bounty
			text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("bo"), []byte("jackpot")), []byte("jackpotunty"), []byte("bounty"))
			text = bytes.ReplaceAll(text, []byte("for eliminating jackpot"), []byte("for splitting the elimination of jackpot"))
		}
		src := history.NewSource(tt.file, text, options)
		var rec history.Hand
		for range tt.hand {
			if err := src.Next(&rec); err != nil {
				t.Fatal(err)
			}
		}
		got := "nothing"
		if x := rec.Lookup(history.KeyAside); x != nil {
			got = x.Raw
		}
		if got != tt.want {
			t.Errorf("%s hand %d: %s, want %s", tt.file, tt.hand, got, tt.want)
		}
	}
}
