package sites_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/testkit"
)

// hostile reads and plays a text, and reports a panic as an error.
func hostile(text []byte) (lines []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	lines, ok := told(history.NewSource("f", text, options))
	if h := player.Hand(); ok > 0 && h.Plan() != nil && !h.Conserved() {
		return lines, errors.New("chips are lost")
	}
	return lines, nil
}

var (
	numbers = regexp.MustCompile(`[0-9]+`)
	extreme = []string{"", "0", "-1", "-0.01", "17", "200", "257", "65536", "2147483648", "4294967297", "720575940379", "-9223372036854775808", "99999999999999999999", "1e18", "0.00000001"}
)

// pieces returns the parts of a file that are read one after another, or the whole file if the format keeps something from one to the next.
func pieces(name string, data []byte) (out [][]byte) {
	i := slices.IndexFunc(sites.All, func(f history.Format) bool { return f.Is(bytes.TrimLeft(data, " \t\r\n\xef\xbb\xbf")) })
	if i < 0 || !strings.HasSuffix(name, ".txt") {
		return [][]byte{data}
	}
	for p := sites.All[i].New(); len(data) > 0; {
		n := p.Length(data, true)
		out, data = append(out, data[:n]), data[n:]
	}
	return out
}

// TestNumbersOfFiles: whatever a file of any format says in place of any of its numbers, each hand is read and keeps its chips, or is refused
// with an error, without a long loop. Each number of a sweep takes three of the
// extreme values, with -long each of them.
func TestNumbersOfFiles(t *testing.T) {
	files := corpus(t)
	for _, name := range []string{"holdem.phhs", "omaha.phh"} {
		data, err := os.ReadFile("../../../examples/hands/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files["phh/"+name] = data
	}
	tried, start, n := 0, testkit.ProcessorTime(), len(extreme)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, data := range pieces(name, files[name]) {
			for _, at := range testkit.Sweep(numbers.FindAllIndex(data, -1), 1) {
				words := extreme
				if tried++; !*long {
					words = []string{extreme[tried%n], extreme[(tried+n/3)%n], extreme[(tried+2*n/3)%n]}
				}
				for _, word := range words {
					text := slices.Concat(data[:at[0]], []byte(word), data[at[1]:])
					if _, err := hostile(text); err != nil {
						t.Errorf("%s: a number is %q: %v\n%s", name, word, err, text)
					}
				}
			}
		}
	}
	if took := testkit.ProcessorTime() - start; !*long && took > 5*time.Minute {
		t.Errorf("%d numbers took %v", tried, took)
	}
	t.Log(tried, "numbers")
}

const anteGame = `PokerStars Hand #1: %s ($1/$2 USD) - 2019/03/04 20:15:30 CET
Table 'x' 6-max
Seat 1: a ($100 in chips)
Seat 2: b ($100 in chips)
Seat 3: c ($100 in chips)
%s`

// TestRoom: what a file says more often than a hand has room for is an error at its place, in time that grows with the length of
// the file.
func TestRoom(t *testing.T) {
	many := func(n int, line string) string { return strings.Repeat(line, n) }
	cards := "*** HOLE CARDS ***\n"
	end := "a collected $3 from pot\n"
	for _, c := range []struct{ what, text, want string }{
		{"cards thrown away", fmt.Sprintf(anteGame, "5 Card Draw No Limit", "a: posts small blind $1\nb: posts big blind $2\n*** DEALING HANDS ***\nc: folds\na: calls $1\nb: checks\na: discards 200 cards\n"+end), "a discards 200 cards of 5"},
		{"cards thrown away in 64 bits", fmt.Sprintf(anteGame, "5 Card Draw No Limit", "a: posts small blind $1\nb: posts big blind $2\n*** DEALING HANDS ***\nc: folds\na: calls $1\nb: checks\na: discards 4294967297 cards\n"+end), "a discards 4294967297 cards of 5"},
		{"actions", fmt.Sprintf(anteGame, "Hold'em No Limit", "a: posts small blind $1\nb: posts big blind $2\n"+cards+many(40_000, "c: checks\n")+end), "more than 2048 actions"},
		{"posts", fmt.Sprintf(anteGame, "Hold'em No Limit", "a: posts small blind $1\nb: posts big blind $2\n"+many(40_000, "c: posts dead $1\n")+cards+end), "more than 256 posts"},
		{"streets", fmt.Sprintf(anteGame, "Hold'em No Limit", cards+many(20_000, "*** FLOP *** [Ah Kd 2c]\n")+end), "more than 2048 actions"},
		{"cash-outs", fmt.Sprintf(anteGame, "Hold'em No Limit", cards+many(20_000, "a cashed out the hand for $1\n")+end), "more than 256 amounts outside the pot"},
		{"players who join", "***** Hand History for Game 1 *****\n$1/$2 USD NL Texas Hold'em - Monday, March 04, 20:15:30 CET 2019\n" + func() string {
			var b strings.Builder
			for i := range 20_000 {
				fmt.Fprintf(&b, "p%d has joined the table.\n", i)
			}
			return b.String()
		}(), "more than 256 players join"},
		{"chips", fmt.Sprintf(anteGame, "Hold'em No Limit", "a: posts small blind $1\nb: posts big blind $2\n"+cards+many(300, "c: bets $7000000000000\n")+end), "add up to more than an amount can be"},
		{"winnings", fmt.Sprintf(anteGame, "Hold'em No Limit", cards+many(300, "a collected $7000000000000 from pot\n")), "add up to more than an amount can be"},
		{"rakes", fmt.Sprintf(anteGame, "Hold'em No Limit", cards+end+"*** SUMMARY ***\nTotal pot $3 "+many(300, "| Rake $7000000000000 ")+"\n"), "add up to more than an amount can be"},
		{"lines in one", "***** Hand History for Game 1 *****\n$1/$2 USD NL Texas Hold'em - Monday, March 04, 20:15:30 CET 2019\nSeat 1: a ( $100 USD )\nSeat 2: b ( $100 USD )\n" + many(100_000, "a wins $1.") + "\n", "the line is not understood"},
		{"lines in one, older", "Game started at: 2014/3/9 0:4:59\nGame ID: 1234 2/4 Baryte - 2 (Hold'em)\nSeat 1: a (100).\nSeat 2: b (100).\n" + many(140_000, "Player ") + "\n", "the line is not understood"},
		{"amounts in a header", "PokerStars Hand #1: Hold'em No Limit " + many(200_000, " 111") + " - 2019/03/04 20:15:30 CET\n", "the stakes are not there"},
		{"spaces in a header", "PokerStars Hand #1: Hold'em No Limit " + many(1_000_000, " ") + "1 - 2019/03/04 20:15:30 CET\n", "the stakes are not there"},
		{"blinds of nothing", "***** Hand History for Game 1 *****\n$1/$2 USD NL Texas Hold'em - Monday, March 04, 20:15:30 CET 2019\nSeat 1: a ( $100 USD )\nSeat 2: b ( $100 USD )\nSeat 3: c ( $100 USD )\n" +
			"a posts small blind [$0 USD].\nb posts big blind [$0 USD].\na folds\nb folds\n** Dealing down cards **\na folds\nc bets [$1 USD]\nb folds\nc wins $1 USD\n", ""},
		{"a board of no cards", `<session sessioncode="1"><general><gametype>Courchevel NL $1/$2</gametype><currency>USD</currency></general><game gamecode="1"><general><players>` +
			`<player seat="1" name="a" chips="$10" dealer="1" win="$2" bet="$2"/><player seat="2" name="b" chips="$10" dealer="0" win="$2" bet="$2"/></players></general>` +
			`<round no="0"><action no="1" player="a" type="1" sum="$1"/><action no="2" player="b" type="2" sum="$2"/></round>` +
			`<round no="1"><action no="3" player="a" type="3" sum="$1"/><action no="4" player="b" type="4" sum="$0"/></round>` +
			`<round no="2"><cards type="Flop"></cards><action no="5" player="a" type="4"/></round></game></session>`, ""},
		{"a raise that overflows", "# nolimit\nSTATE:1:r922337203685478cc/:AhKd|QsJs/2c3d4h:-300|300:Ann|Bob\n", "a raise"},
		{"an amount with an exponent", `{"ohh":{"game_type":"Holdem","bet_limit":{"bet_type":"NL"},"small_blind_amount":1,"big_blind_amount":2,"players":[{"id":1,"seat":1,"name":"a","starting_stack":1e3},{"id":2,"seat":2,"name":"b","starting_stack":100}],` +
			`"rounds":[{"street":"Preflop","actions":[{"player_id":1,"action":"Post SB","amount":1},{"player_id":2,"action":"Post BB","amount":2},{"player_id":1,"action":"Fold"}]}],"pots":[{"amount":2,"rake":0,"player_wins":[{"player_id":2,"win_amount":2}]}]}}`, "not an amount: 1e3"},
	} {
		lines, err := hostile([]byte(c.text))
		got := strings.Join(lines, "\n")
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %.300s (%v)\nwant %s", c.what, got, err, c.want)
		}
	}
}
