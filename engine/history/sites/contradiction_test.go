package sites_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/history"
)

// TestContradiction: an amount that the others contradict is an error at its place, and the hand does not match; without the change the
// hand does.
func TestContradiction(t *testing.T) {
	for _, tt := range []struct{ file, from, to, want string }{
		{"pokerstars/limit.txt", "Total pot $37 ", "Total pot $36 ", "the file says that the pot is 36, and players put in 37"},
		{"pokerstars/limit.txt", "Main pot $26. Side pot $9.75", "Main pot $26.05. Side pot $9.70", "a pot is 26.05, and that 26 of it is won"},
		{"pokerstars/limit.txt", "Main pot $26. Side pot $9.75", "Main pot $20. Side pot $15.75", "a pot is 20, and that 26 of it is won"},
		{"fulltilt/cash.txt", "Main pot $64.50. Side pot $40", "Main pot $74.50. Side pot $30", "a pot is 74.5, and players put in 64.5 with a rake of 3"},

		// The winners of equal shares, of 11.62 and 11.63 before the rake.
		{"pokerstars/uneven.txt", "cat collected $11.10 from pot\nann collected $11.25", "cat collected $10.73 from pot\nann collected $11.62", "ok; the winners of equal shares paid unequal rake"},
		{"pokerstars/uneven.txt", "cat collected $11.10 from pot\nann collected $11.25", "cat collected $10.71 from pot\nann collected $11.64", "f:24:5: cat finishes with 59.68, the record says 59.21"},

		// Calls, and uncalled bets.
		{"pokerstars/cash.txt", "carl: calls $2.50", "carl: calls $2.51", "f:15:7: carl calls 2.51, and owes 2.5"},
		{"partypoker/888.txt", "ana calls [$6]", "ana calls [$60]", "ana calls 60, and owes 6"},
		{"pokerstars/cash.txt", "Uncalled bet ($2) returned to anna.k", "Uncalled bet ($1) returned to anna.k", "the file says that 1 is uncalled, and 2 is"},
		{"pokerstars/cash.txt", "Uncalled bet ($2) returned to anna.k", "Uncalled bet ($2.50) returned to anna.k", "the file says that 2.5 is uncalled, and 2 is"},
		{"pokerstars/cash.txt", "Uncalled bet ($2) returned to anna.k", "Uncalled bet ($2) returned to anna.k\nUncalled bet ($2) returned to anna.k", "the file says that 4 is uncalled, and 2 is"},
		{"pokerstars/odd-lines.txt", "Uncalled bet ($20) returned to cleo", "Uncalled bet ($19) returned to cleo", "the file says that 19 is uncalled, and 10 is"},
		{"pokerstars/limit.txt", "Main pot $26. Side pot $9.75", "Main pot $26. Side pot-1 $9. Side pot-2 $0.75", "f:32:55: the file has 3 pots, and players put in 2"},
		{"pokerstars/bounties.txt", "Total pot 1260", "Total pot 1264", "f:33:11: the file says that the pot is 1264, and players put in 1260"},

		// Sizes of raises: what is added to the bet, what the player puts in, or the whole bet.
		{"pokerstars/cash.txt", "carl: raises $8 to $12", "carl: raises $7 to $12", "f:21:14: carl raises 7 to 12, and the bet is 4"},
		{"pokerstars/cash.txt", "carl: raises $8 to $12", "carl: raises $12 to $12", "ok"},
		{"pokerstars/cash.txt", "anna.k: raises $2 to $3", "anna.k: raises $3.50 to $3", "f:13:16: anna.k raises 3.5 to 3, and the bet is 1"},
		{"bovada/cash.txt", "Raises $0.75 to $0.75", "Raises $0.70 to $0.75", "f:21:16: UTG+1 raises 0.7 to 0.75, and the bet is 0.25"},

		// Pots during the hand.
		{"fulltilt/cash.txt", "(Total Pot: $104.50, 3", "(Total Pot: $105.50, 3", "the file says that the pot is 105.5 so far, and players have put in 104.5"},
		{"winningpoker/cash.txt", "4h]\nMain pot $0.15", "4h]\nMain pot $0.16", "the file says that the pot is 0.16 so far, and players have put in 0.15"},
		{"openhh/cash.json", `"amount": 12.00, "rake": 0.00`, `"amount": 13.00, "rake": 0.00`, "f:58:3: the file says that the pot is 13, and players put in 12"},
		{"partypoker/party-new.txt", "Main Pot: $38.10 Rake", "Main Pot: $38.20 Rake", "f:31:11: the file says that the pot is 38.2, and players put in 40.1"},
		{"partypoker/party-rounded.txt", "Main Pot: 476670", "Main Pot: 476680", "the file says that the pot is 476680, and players put in 476666"},

		// What players have after the hand, and what of it they have bet and won.
		{"partypoker/party-more.txt", "eve balance $0.36, lost $0.08", "eve balance $0.38, lost $0.08", "f:30:5: the file says that eve then has 0.38, and it is 0.36"},
		{"partypoker/party-more.txt", "eve balance $0.36, lost $0.08", "eve balance $0.36, lost $0.07", "f:30:5: the file says that eve has bet 0.07, and it is 0.08"},
		{"partypoker/party-more.txt", "net +$0.1\n", "net +$0.2\n", "the file says that cy has gained 0.2, and it is 0.1"},
		{"partypoker/party-new.txt", "cy Cashed out  balance $23.01", "cy Cashed out  balance $24.01", "the file says that cy then has 24.01, and it is 23.01"},
		{"winningpoker/older.txt", "Bets: 6. Collects: 11.15. Wins: 5.15", "Bets: 7. Collects: 11.15. Wins: 5.15", "the file says that ana has bet 7, and it is 6"},
		{"winningpoker/older.txt", "Bets: 6. Collects: 11.15. Wins: 5.15", "Bets: 6. Collects: 11.15. Wins: 5.25", "the file says that ana has gained 5.25, and it is 5.15"},

		// Shares and rakes that are none.
		{"pokerstars/cash.txt", "carl collected $198.50 from pot", "carl collected $189.50 from pot\nD collected $9 from pot", "f:30:1: somebody collects who is not in the list of seats"},
		{"bovada/allin-posts.txt", "UTG+1 : Hand Result 160", "UTG+2 : Hand Result 160", "f:84:1: somebody collects who is not in the list of seats"},
		{"bovada/allin-posts.txt", "UTG+1 : Return uncalled", "UTG+2 : Return uncalled", "f:77:1: somebody collects who is not in the list of seats"},
		{"fulltilt/cash.txt", "dora wins the main pot", "doray wins the main pot", "somebody collects who is not in the list of seats"},
		{"pokerstars/cash.txt", "Rake $2.50", "Rake -$2.50", `f:31:18: what is taken is no amount: "Rake -$2.50"`},
		{"pokerstars/cash.txt", "Rake $2.50", "Rake $99999999999999999999", "what is taken is no amount"},
		{"pokerstars/cash.txt", "Rake $2.50", "Rake ($3)", "with a rake of 3"},
		{"openhh/twice.json", `"rake": `, `"rake": -`, "not an amount: -"},

		// What is missing from the pots is no rake.
		{"bovada/cash.txt", "Hand result $16.86", "Hand result $1.86", "f:39:19: players put in 17.7, and collected 1.86, which no rake explains"},
		{"bovada/cash.txt", "Hand result $16.86", "Hand result $16.81", "f:44:19: the summary says that Big Blind wins 16.86, and Big Blind collects 16.81"},
		{"bovada/allin-posts.txt", "Hand Result 160", "Hand Result 100", "f:84:9: players put in 320, and collected 260, and a tournament has no rake"},
		{"partypoker/888.txt", "ana collected [ $198 ]", "ana collected [ $1 ]", "collected 1, which no rake explains"},
		{"pokerstars/cash.txt", " | Rake $2.50", "", "ok; the rake of 2.5"},
		{"pokerstars/cash.txt", "carl collected $198.50", "carl collected $19.50", "f:29:6: players put in 201, and collected 19.5 with a rake of 2.5"},
		{"pokerstars/cash.txt", "won ($198.50)", "won ($198.05)", "f:35:52: the summary says that carl wins 198.05, and carl collects 198.5"},
	} {
		text := corpus(t)[tt.file]
		if !bytes.Contains(text, []byte(tt.from)) {
			t.Fatalf("%s has no %q", tt.file, tt.from)
		}
		right, _ := told(history.NewSource("f", text, options))
		wrong, _ := told(history.NewSource("f", bytes.Replace(text, []byte(tt.from), []byte(tt.to), 1), options))
		if !strings.HasPrefix(right[0], "ok") || !strings.Contains(strings.Join(wrong, "\n"), tt.want) {
			t.Errorf("%s: %s instead of %s: %q, want %s", tt.file, tt.to, tt.from, wrong, tt.want)
		}
	}
}

// TestWithoutSummary: a hand whose summary is missing has no rake that could be inferred.
func TestWithoutSummary(t *testing.T) {
	for name, want := range map[string]string{
		"pokerstars/cash.txt": "players have collected 198.5 of 201",
		"fulltilt/cash.txt":   "the hand breaks off: its summary is missing",
		"winamax/cash.txt":    "the hand breaks off: its summary is missing",
		"bovada/cash.txt":     "players have collected 16.86 of 17.7",
	} {
		before, _, _ := bytes.Cut(corpus(t)[name], []byte("*** SUMMARY ***"))
		if name == "pokerstars/cash.txt" { // of which only the heading is there
			before = append(bytes.Clone(before), "*** SUMMARY ***\n"...)
		}
		got, _ := told(history.NewSource("f", slices.Concat(before, []byte("\n"), before), options))
		if len(got) != 2 || !strings.Contains(got[0], want) || !strings.Contains(got[1], "the file ends within a hand") {
			t.Errorf("%s: %q, want %s", name, got, want)
		}
	}
}

// TestHandOfResult: after a hand that matches under no reading, the player holds it as the result has it.
func TestHandOfResult(t *testing.T) {
	var rec history.Hand
	if err := history.NewSource("f", []byte(`PokerStars Hand #1: Hold'em No Limit ($0.01/$0.02 USD) - 2019/03/04 20:15:30 CET
Table 'x' 6-max Seat #1 is the button
Seat 1: ann ($2 in chips)
Seat 2: bob ($2 in chips)
Seat 3: cat ($2 in chips)
bob: posts small blind $0.01
cat: posts big blind $0.02
*** HOLE CARDS ***
ann: calls $0.02
bob: folds
cat: checks
*** FLOP *** [Th Jh Qh]
cat: checks
ann: checks
*** TURN *** [Th Jh Qh] [Kh]
cat: checks
ann: checks
*** RIVER *** [Th Jh Qh Kh] [Ah]
cat: checks
ann: checks
*** SHOW DOWN ***
cat: shows [2c 3c] (a Royal Flush)
ann: shows [4c 5c] (a Royal Flush)
cat collected $0.01 from pot
ann collected $0.04 from pot
*** SUMMARY ***
Total pot $0.05 | Rake $0
`), options).Next(&rec); err != nil {
		t.Fatal(err)
	}
	row := player.PlayReadings(&rec)
	for i, stack := range row.Finishing {
		if held := player.Hand().Stack(i); row.OK || stack != held {
			t.Errorf("ok %v: seat %d has %d, and %d in the result", row.OK, i+1, held, stack)
		}
	}
}
