package ledger_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"cardroom/engine/ledger"
)

// TestPages: the pages of 'cardroom doc stats' and 'cardroom doc tables' are made from the tables of statistics and of columns.
// CARDROOM_UPDATE=1 writes them.
func TestPages(t *testing.T) {
	var stats, tables strings.Builder
	stats.WriteString(`# Statistics of players, and how each is counted

` + "`cardroom replay PATH --stats`" + ` counts them for each player, in total and by position; ` + "`--by`" + ` tells hands apart by stake, month, opponent and more, and ` +
		"`--hero NAME`" + ` prints all of one player. In JSON and CSV a share has its count and its chances (vpip_count, vpip_of) and, like a rate, its 95 % confidence interval:
Wilson's for a share, the normal one for a rate. A hand counts once, if it is ok. Chances count once a hand: the first decides.

A raise is a bet, a raise, or the completion of a short bet; blinds, straddles and the bring-in are none. The flop is the second round of betting of any game. A player
who is all in has no turn. What is taken back by a ruling has not happened.

Trackers count some of them differently. PokerTracker 4 is known here by queries to its tables that others have published, fpdb by its program.
`)
	for _, s := range ledger.Stats {
		fmt.Fprintf(&stats, "\n## %s\n\n`%s`: %s.\n\n* Counted: %s.\n", s.Title, s.Name, s.About, s.Formula)
		if s.Differs != "" {
			fmt.Fprintf(&stats, "* Elsewhere: %s\n", s.Differs)
		}
	}
	fmt.Fprintf(&tables, `# The tables of --rows

`+"`cardroom run GAME --rows DIR` and `cardroom replay PATH --rows DIR`"+` write the same tables. This is version %d of them: it changes when a column changes its meaning or goes
away. `+"`--rows-schema --json`"+` has the same list for programs, and schema.json next to the tables has it with the version and the command that wrote them. The column hand joins
the tables. An empty cell, or null, is something that nobody knows or that there is not. decimal is an exact amount of chips or of money, timestamp a time in UTC.
`, ledger.Version)
	for _, table := range ledger.Tables() {
		fmt.Fprintf(&tables, "\n## %s\n\n%s.\n\n", table.Name, table.About)
		for _, c := range table.Columns {
			fmt.Fprintf(&tables, "* `%s` %s: %s\n", c.Name, c.Type, c.About)
		}
	}
	for name, want := range map[string]string{"stats": stats.String(), "tables": tables.String()} {
		file := "../../dsl/reference/topics/" + name + ".md"
		if os.Getenv("CARDROOM_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is not what the tables say; CARDROOM_UPDATE=1 writes it: %v", file, err)
		}
	}
}
