package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
)

// siteText is how a site writes its hands, as far as this test reads them: with a few expressions and nothing of engine/history.
type siteText struct {
	files                          []string
	hand, blinds, seat, act, board *regexp.Regexp
	end                            string
	allIn                          bool // who puts in the last chips is said
}

// post is a line with a forced bet of a player, who may not act at all.
var post = regexp.MustCompile(`^(.+?):? (?:posts|has posted)\b`)

var (
	when  = regexp.MustCompile(`(\d{4})/(\d\d)/(\d\d)[ -]+(\d+):(\d\d):(\d\d)`)
	dealt = regexp.MustCompile(`^Dealt to (.+?) \[`)
	taken = regexp.MustCompile(`\| Rake [$€£¥]?([\d.]+)(?: \| Jackpot [$€£¥]?([\d.]+))?(?: \| Bingo [$€£¥]?([\d.]+))?(?: \| Fortune [$€£¥]?([\d.]+))?`)
)

// streetNames are the names of streets in tables where the text has others.
var streetNames = strings.NewReplacer("4th", "fourth", "5th", "fifth", "6th", "sixth", "7th", "seventh")

// secondOf names the streets of stud like those with a flop: statistics do.
var secondOf = strings.NewReplacer("fourth street", "flop", "fifth street", "turn", "sixth street", "river")

// explained are counts by which a text has more, and --explain tells why: a raise when nobody can call any more is a call, and players of whom
// the file says nothing more have folded. A bet that nobody matches comes back as a "side pot", and is not won.
var explained = map[string]float64{
	"Winamax Alma afq_count": 1, "PokerStars carl afq_of": -1, "PokerStars Bo B afq_of": -1,
	"PokerStars Bo B wsd_of": 1, "PokerStars anna.k wsd_of": 1, "PokerStars anna.k wsd_count": 1,
	"Winamax Cleo wwsf_count": 1, "Winamax Cleo wsd_count": 1, "888 carl wwsf_count": 1, "888 carl wsd_count": 1,
}

// won is a line with chips that a player wins, and allIn one with a player's last chips.
var (
	won      = regexp.MustCompile(`^(.+?):? (?:collected|collects|wins) (?:the )?(?:side |main )?(?:pot|[\[(]|[$€£¥\d])`)
	allIn    = regexp.MustCompile(`(?i)\ball[- ]in\b`)
	timedOut = regexp.MustCompile(`^(.+?) has timed out$|^Seat \d+: (.+?) (?:\([a-z ]+\) )?folded `)
	event    = regexp.MustCompile(`Tournament #(\d+)|\((\d+)\)(?:, Table |#\d)`)
	level    = regexp.MustCompile(`(?i)\blevel:? ?([IVXL]+|\d+)\b`)
	signs    = map[string]string{"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY"}
)

var anyAct = regexp.MustCompile(`^(.+?):? (folds|checks|calls|bets|raises|completes)\b`)

var siteTexts = map[string]siteText{
	"PokerStars": {
		[]string{"pokerstars/cash.txt", "pokerstars/twohands.txt", "pokerstars/zoom.txt", "pokerstars/omaha.txt", "pokerstars/posts.txt", "pokerstars/deadbutton.txt", "pokerstars/nickels.txt", "pokerstars/tournament.txt"},
		regexp.MustCompile(`^PokerStars .*(?:Hand|Game) #(\d+):`), regexp.MustCompile(`\([$€£]?([\d.]+)/[$€£]?([\d.]+)`),
		regexp.MustCompile(`^Seat \d+: (.+) \([$€£]?([\d., ]+) in chips`), anyAct, regexp.MustCompile(`^\*\*\* (FLOP|TURN|RIVER) \*\*\*`), "*** SUMMARY", true,
	},
	"GGPoker": {
		[]string{"pokerstars/gg.txt", "pokerstars/gg-rush.txt", "pokerstars/gg-ante.txt", "pokerstars/gg-straddle.txt", "pokerstars/gg-insurance.txt", "pokerstars/gg-tourney.txt"},
		regexp.MustCompile(`^Poker Hand #(\w+):`), regexp.MustCompile(`\([$€£¥]?([\d.]+)/[$€£¥]?([\d.]+)`),
		regexp.MustCompile(`^Seat \d+: (.+) \([$€£¥]?([\d.,]+) in chips`), anyAct, regexp.MustCompile(`^\*\*\* (FLOP|TURN|RIVER) \*\*\*`), "*** SUMMARY", true,
	},
	"Winamax": {
		[]string{"winamax/cash.txt", "winamax/late.txt"},
		regexp.MustCompile(`^Winamax Poker - .* HandId: #([\d-]+)`), regexp.MustCompile(`\((?:[\d.]+/)?([\d.]+)€?/([\d.]+)€?\) - `),
		regexp.MustCompile(`^Seat \d+: (.+) \(([\d.]+)€?[,)]`), anyAct, regexp.MustCompile(`^\*\*\* (FLOP|TURN|RIVER) \*\*\*`), "*** SUMMARY", false,
	},
	"Full Tilt": {
		[]string{"fulltilt/cash.txt"},
		regexp.MustCompile(`^Full ?Tilt ?Poker Game #(\d+):`), regexp.MustCompile(` - \$?([\d.]+)/\$?([\d.]+) - `),
		regexp.MustCompile(`^Seat \d+: (.+) \(\$?([\d.,]+)\)`), anyAct, regexp.MustCompile(`^\*\*\* (FLOP|TURN|RIVER|[4-7]TH STREET) \*\*\*`), "*** SUMMARY", true,
	},
	"888": {
		[]string{"partypoker/888.txt", "partypoker/888-more.txt"},
		regexp.MustCompile(`^#Game No : (\d+)`), regexp.MustCompile(`^\$? ?([\d.,]+) ?\$?/\$? ?([\d.,]+) .*(?:No|Pot) Limit`),
		regexp.MustCompile(`^Seat \d+: (.+) \( \$? ?([\d., ]+)`), anyAct, regexp.MustCompile(`^\*\* Dealing (flop|turn|river)`), "** Summary", false,
	},
}

// readHand is a hand as the text has it.
type readHand struct {
	blinds [2]float64
	stacks map[string]float64
	acts   [][3]string // player, verb, street: "", flop, turn, river
	in     []string    // who has posted
	lastIn map[string]string
	won    map[string]bool
	sign   string // of the currency, before or after the blinds
	level  string
	event  string   // the number of the tournament
	gone   []string // those whom the summary calls folded, or who have timed out and do not act again
	hero   string
	when   string     // date and time, "" if they are written otherwise
	rake   [2]float64 // and the fee for a jackpot
	flop   bool
}

func amountIn(text string) float64 {
	text = strings.NewReplacer(" ", "", "\u00a0", "").Replace(text)
	if k := strings.LastIndexAny(text, ",."); k >= 0 && len(text)-k == 4 { // 1,050 and 1.050
		text = text[:k] + text[k+1:]
	} else if k >= 0 {
		text = strings.NewReplacer(",", "", ".", "").Replace(text[:k]) + "." + text[k+1:]
	}
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// read reads the hands of a text by their numbers.
func (s *siteText) read(text string) map[string]*readHand {
	out := map[string]*readHand{}
	var h *readHand
	street, over := "", false
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimRight(line, "\r\n ")
		if m := s.hand.FindStringSubmatch(line); m != nil {
			h = &readHand{stacks: map[string]float64{}, lastIn: map[string]string{}, won: map[string]bool{}}
			if m := level.FindStringSubmatch(line); m != nil {
				h.level = cmp.Or(map[string]string{"I": "1", "IV": "4"}[m[1]], m[1])
			}
			out[strings.TrimPrefix(m[1], "HD")] = h
			street, over = "", false
		}
		if h == nil {
			continue
		}
		if m := event.FindStringSubmatch(line); m != nil && h.event == "" {
			h.event = cmp.Or(m[1], m[2])
		}
		if m := when.FindStringSubmatch(line); m != nil && h.when == "" {
			h.when = m[1] + "-" + m[2] + "-" + m[3] + " " + strings.Repeat("0", 2-len(m[4])) + m[4] + ":" + m[5] + ":" + m[6]
		}
		if m := taken.FindStringSubmatch(line); m != nil {
			h.rake = [2]float64{amountIn(m[1]), amountIn(m[2]) + amountIn(m[3]) + amountIn(m[4])}
		}
		if m := won.FindStringSubmatch(line); m != nil {
			if _, is := h.stacks[m[1]]; is {
				h.won[m[1]] = true
			}
		}
		if m := timedOut.FindStringSubmatch(line); m != nil {
			h.gone = append(h.gone, cmp.Or(m[1], m[2]))
		}
		if over {
			continue
		}
		if m := s.blinds.FindStringSubmatch(line); m != nil && h.blinds[1] == 0 {
			h.blinds = [2]float64{amountIn(m[1]), amountIn(m[2])}
			h.sign = regexp.MustCompile(`[$€£¥]|$`).FindString(m[0])
		}
		switch {
		case strings.HasPrefix(line, s.end):
			over = true
		case s.board.MatchString(line):
			street = streetNames.Replace(strings.ToLower(s.board.FindStringSubmatch(line)[1]))
			h.flop = true
		case s.seat.MatchString(line):
			m := s.seat.FindStringSubmatch(line)
			h.stacks[m[1]] = amountIn(m[2])
		case dealt.MatchString(line):
			if h.hero == "" {
				h.hero = dealt.FindStringSubmatch(line)[1]
			}
		case post.MatchString(line):
			m := post.FindStringSubmatch(line)
			h.in = append(h.in, m[1])
			if allIn.MatchString(line) {
				h.lastIn[m[1]] = "before the flop"
			}
		case s.act.MatchString(line):
			m := s.act.FindStringSubmatch(line)
			if _, is := h.stacks[m[1]]; is {
				h.acts = append(h.acts, [3]string{m[1], m[2], street})
				if allIn.MatchString(line) {
					h.lastIn[m[1]] = cmp.Or(street, "before the flop")
				}
			}
		}
	}
	return out
}

// counts are statistics of a player, by their names in JSON.
type counts map[string]float64

// count adds the statistics of a hand of a text to those of its players.
func (h *readHand) count(all map[string]counts, position map[string]string) {
	did := map[string]map[string]bool{} // what each player had the chance of, and whether it was taken
	chance := func(who, what string, taken bool) {
		if did[who] == nil {
			did[who] = map[string]bool{}
		}
		if _, again := did[who][what]; !again {
			did[who][what] = taken
		}
	}
	raises, callers, folded, opener, last := 0, 0, map[string]bool{}, "", ""
	street, bets, bettor, continued := "", 0, "", map[string]bool{}
	for _, a := range h.acts {
		who, verb := a[0], a[1]
		raise := verb == "bets" || verb == "raises" || verb == "completes"
		if all[who] == nil {
			all[who] = counts{}
		}
		if a[2] != "" {
			if verb != "checks" {
				all[who]["afq_of"]++
			}
			if raise {
				all[who]["afq_count"]++
			}
			if at := secondOf.Replace(a[2]); at != street {
				street, bets, bettor = at, 0, ""
			}
			before := map[string]string{"turn": "flop", "river": "turn"}[street]
			if bets == 0 && who == last && (before == "" || continued[before]) {
				chance(who, "cbet_"+street, raise)
				continued[street] = raise
			}
			if bets == 1 && bettor == last && who != last && continued[street] {
				chance(who, "fold_to_cbet_"+street, verb == "folds")
			}
			if raise {
				bets++
				bettor = who
			}
			continue
		}
		late := slices.Contains([]string{"CO", "BTN", "SB"}, position[who])
		switch raises {
		case 0:
			if callers == 0 && late {
				chance(who, "steal", raise)
			}
		case 1:
			chance(who, "three_bet", raise)
			if stolen := did[opener]["steal"]; stolen && callers == 0 && (position[who] == "SB" || position[who] == "BB") {
				chance(who, "fold_to_steal", verb == "folds")
			}
		case 2:
			chance(who, "four_bet", raise)
			if who == opener {
				chance(who, "fold_to_three_bet", verb == "folds")
			}
		}
		if raise || verb == "calls" {
			chance(who, "vpip", true)
		}
		if raise {
			chance(who, "pfr", true)
			if raises == 0 {
				opener = who
			}
			raises++
			last = who
		} else if verb == "calls" {
			callers++
		}
		folded[who] = folded[who] || verb == "folds"
	}
	for who, chances := range did {
		for what, taken := range chances {
			all[who][what+"_of"]++
			if taken {
				all[who][what+"_count"]++
			}
		}
	}
	var live []string
	for who := range h.stacks {
		acts := slices.ContainsFunc(h.acts, func(a [3]string) bool { return a[0] == who })
		if gone := slices.ContainsFunc(h.acts, func(a [3]string) bool { return a[0] == who && a[1] == "folds" }) || slices.Contains(h.gone, who); (acts || slices.Contains(h.in, who)) && !gone {
			live = append(live, who)
		}
	}
	for _, who := range live {
		if all[who] == nil {
			all[who] = counts{}
		}
		if len(live) > 1 {
			all[who]["wsd_of"]++
			if h.won[who] {
				all[who]["wsd_count"]++
			}
		}
	}
	for who := range h.stacks {
		if acts := slices.ContainsFunc(h.acts, func(a [3]string) bool { return a[0] == who }); (acts || slices.Contains(h.in, who)) && h.flop && !folded[who] {
			if all[who] == nil {
				all[who] = counts{}
			}
			all[who]["wtsd_of"]++
			if h.won[who] {
				all[who]["wwsf_count"]++
			}
		}
	}
}

// tableOf reads a table.
func tableOf(t *testing.T, name string) (out []map[string]string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for k, column := range lines[0] {
			row[column] = line[k]
		}
		out = append(out, row)
	}
	return out
}

// TestSecondRoute reads the hands of five sites with a few expressions, and compares blinds, stacks, streets of folds and the counts of
// statistics with the tables and with --stats.
func TestSecondRoute(t *testing.T) {
	folder, err := filepath.Abs("../../engine/history/sites/testdata")
	if err != nil {
		t.Fatal(err)
	}
	for site, s := range siteTexts {
		t.Run(site, func(t *testing.T) {
			t.Chdir(t.TempDir())
			read, paths := map[string]*readHand{}, ""
			for _, file := range s.files {
				text, err := os.ReadFile(filepath.Join(folder, file))
				if err != nil {
					t.Fatal(err)
				}
				name := filepath.Join(folder, file)
				for number, h := range s.read(string(text)) {
					read[name+number] = h
				}
				paths += " " + name
			}
			std, printed, _ := partsIO()
			run(context.Background(), std, strings.Fields("replay"+paths+" --stats --json --by none --rows rows")) // not every hand is ok
			var out struct{ Stats []map[string]any }
			if err := json.Unmarshal(printed.Bytes(), &out); err != nil {
				t.Fatal(err)
			}
			stats := map[string]map[string]any{}
			for _, row := range out.Stats {
				stats[row["player"].(string)] = row
			}
			seats := map[string][]map[string]string{}
			for _, row := range tableOf(t, "rows/seats.csv") {
				seats[row["hand"]] = append(seats[row["hand"]], row)
			}
			want, compared := map[string]counts{}, 0
			for _, row := range tableOf(t, "rows/hands.csv") {
				h := read[row["file"]+strings.TrimPrefix(row["site_hand"], "HD")]
				if row["ok"] != "true" {
					continue
				}
				if h == nil {
					t.Errorf("hand %s is not in the text", row["site_hand"])
					continue
				}
				compared++
				position := map[string]string{}
				for _, seat := range seats[row["hand"]] {
					position[seat["player"]] = seat["position_name"]
				}
				h.count(want, position)
				for k, column := range []string{"small_blind", "big_blind"} {
					if got, _ := strconv.ParseFloat(row[column], 64); got > 0 && h.blinds[k] > 0 && math.Abs(got-h.blinds[k]) > 1e-9 {
						t.Errorf("hand %s: %s %v, the text has %v", row["site_hand"], column, got, h.blinds[k])
					}
				}
				if h.when != "" && !strings.HasPrefix(row["time"], h.when) {
					t.Errorf("hand %s: at %s, the text has %s", row["site_hand"], row["time"], h.when)
				}
				if h.sign != "" && row["tournament"] == "" && row["currency"] != signs[h.sign] {
					t.Errorf("hand %s: currency %q, the text has %s", row["site_hand"], row["currency"], h.sign)
				}
				if row["tournament"] != h.event {
					t.Errorf("hand %s: tournament %q, the text has %q", row["site_hand"], row["tournament"], h.event)
				}
				if row["level"] != h.level {
					t.Errorf("hand %s: level %q, the text has %q", row["site_hand"], row["level"], h.level)
				}
				for k, column := range []string{"rake", "jackpot_fee"} {
					if got, _ := strconv.ParseFloat(row[column], 64); h.rake[0]+h.rake[1] > 0 && math.Abs(got-h.rake[k]) > 1e-9 {
						t.Errorf("hand %s: %s %v, the text has %v", row["site_hand"], column, got, h.rake[k])
					}
				}
				for _, seat := range seats[row["hand"]] {
					has, _ := strconv.ParseFloat(seat["stack"], 64)
					if stack, is := h.stacks[seat["player"]]; !is || math.Abs(stack-has) > 1e-9 {
						t.Errorf("hand %s: %s has %s, the text says %v", row["site_hand"], seat["player"], seat["stack"], stack)
					}
					fold := ""
					for _, a := range h.acts {
						if a[0] == seat["player"] && a[1] == "folds" {
							if fold = a[2]; fold == "" {
								fold = "before the flop"
							}
						}
					}
					if at := strings.ToLower(seat["all_in_street"]); at != h.lastIn[seat["player"]] && (h.lastIn[seat["player"]] != "" || s.allIn) {
						t.Errorf("hand %s: %s is all in on %q, the text says %q", row["site_hand"], seat["player"], seat["all_in_street"], h.lastIn[seat["player"]])
					}
					if seat["hero"] == "true" && seat["player"] != h.hero {
						t.Errorf("hand %s is of %s, cards are dealt to %q", row["site_hand"], seat["player"], h.hero)
					}
					if at := strings.ToLower(seat["fold_street"]); fold != "" && at != fold && (fold != "before the flop" || at != "third street") {
						t.Errorf("hand %s: %s folds on %q, the text says %q", row["site_hand"], seat["player"], seat["fold_street"], fold)
					}
				}
			}
			if compared < 2 {
				t.Errorf("only %d hands compared", compared)
			}
			for who, counts := range want {
				for _, field := range []string{
					"vpip_count", "pfr_count", "three_bet_of", "three_bet_count", "four_bet_of", "four_bet_count", "fold_to_three_bet_of", "fold_to_three_bet_count", "steal_of", "steal_count", "fold_to_steal_of", "fold_to_steal_count",
					"cbet_flop_of", "cbet_flop_count", "cbet_turn_of", "cbet_turn_count", "cbet_river_of", "fold_to_cbet_flop_of", "fold_to_cbet_flop_count", "fold_to_cbet_turn_of", "fold_to_cbet_river_of", "afq_of", "afq_count", "wtsd_of",
					"wwsf_count", "wsd_of", "wsd_count",
				} {
					if got, _ := stats[who][field].(float64); got != counts[field]-explained[site+" "+who+" "+field] {
						t.Errorf("%s: %s is %v, by the text %v", who, field, got, counts[field])
					}
				}
			}
			t.Logf("%d hands compared", compared)
		})
	}
}

// threeAllIn is a hand in which three players are all in on the flop for different stacks: two pots.
const threeAllIn = `PokerStars Hand #9301:  Hold'em No Limit ($0.50/$1.00 USD) - 2022/07/30 16:47:46 ET
Table 'Out' 6-max Seat #1 is the button
Seat 1: ann ($50 in chips)
Seat 2: ben ($20 in chips)
Seat 3: cat ($80 in chips)
ben: posts small blind $0.50
cat: posts big blind $1
*** HOLE CARDS ***
ann: calls $1
ben: calls $0.50
cat: checks
*** FLOP *** [9h 8c 2h]
ben: bets $19 and is all-in
cat: raises $60 to $79 and is all-in
ann: calls $49 and is all-in
Uncalled bet ($30) returned to cat
*** TURN *** [9h 8c 2h] [Ks]
*** RIVER *** [9h 8c 2h Ks] [3d]
*** SHOW DOWN ***
cat: shows [Ah Th] (high card Ace)
ann: shows [Jd Td] (high card King)
cat collected $60 from side pot
ben: shows [9s 9d] (three of a kind, Nines)
ben collected $60 from main pot
*** SUMMARY ***
Total pot $120 Main pot $60. Side pot $60. | Rake $0
Board [9h 8c 2h Ks 3d]
`

// worthOf returns a number for the best five of seven cards: a larger one wins. It tries all fives.
func worthOf(seven []string) (best int) {
	for skip1 := range 7 {
		for skip2 := range skip1 {
			var ranks []int
			suits, count := map[byte]int{}, map[int]int{}
			for i, c := range seven {
				if i != skip1 && i != skip2 {
					r := strings.IndexByte("23456789TJQKA", c[0])
					ranks = append(ranks, r)
					count[r]++
					suits[c[1]]++
				}
			}
			slices.SortFunc(ranks, func(a, b int) int { return (count[b]-count[a])*100 + b - a })
			straight := len(count) == 5 && ranks[0]-ranks[4] == 4
			if slices.Equal(ranks, []int{12, 3, 2, 1, 0}) {
				straight, ranks = true, []int{3, 2, 1, 0, -1}
			}
			class := 0
			switch most := count[ranks[0]]; {
			case straight && len(suits) == 1:
				class = 8
			case most == 4:
				class = 7
			case most == 3 && len(count) == 2:
				class = 6
			case len(suits) == 1:
				class = 5
			case straight:
				class = 4
			case most == 3:
				class = 3
			case most == 2:
				class = 5 - len(count) // two pair, a pair
			}
			for _, r := range ranks {
				class = class*14 + r + 1
			}
			best = max(best, class)
		}
	}
	return best
}

// TestEquityByTrying compares what all-in hands were worth with the average over all turns and rivers, tried one by one: in a main pot of three
// and a side pot of two.
func TestEquityByTrying(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hand.txt", []byte(threeAllIn), 0o600); err != nil {
		t.Fatal(err)
	}
	obey(t, app.Fine, "replay hand.txt --ev --rows rows")
	hole := map[string][]string{"ann": {"Jd", "Td"}, "ben": {"9s", "9d"}, "cat": {"Ah", "Th"}}
	board, gone := []string{"9h", "8c", "2h"}, map[string]bool{}
	for _, list := range [][]string{hole["ann"], hole["ben"], hole["cat"], board} {
		for _, c := range list {
			gone[c] = true
		}
	}
	var deck []string
	for _, r := range "23456789TJQKA" {
		for _, suit := range "cdhs" {
			if c := string(r) + string(suit); !gone[c] {
				deck = append(deck, c)
			}
		}
	}
	parts, deals := map[string]float64{}, 0.0 // by pot and player
	for i := range deck {
		for k := range i {
			deals++
			worth := map[string]int{}
			for who, cs := range hole {
				worth[who] = worthOf(slices.Concat(cs, board, []string{deck[i], deck[k]}))
			}
			for pot, in := range map[string][]string{"1": {"ann", "ben", "cat"}, "2": {"ann", "cat"}} {
				top, winners := 0, []string(nil)
				for _, who := range in {
					switch w := worth[who]; {
					case w > top:
						top, winners = w, []string{who}
					case w == top:
						winners = append(winners, who)
					}
				}
				for _, who := range winners {
					parts[pot+who] += 1 / float64(len(winners))
				}
			}
		}
	}
	name := map[string]string{}
	seats, list := tableOf(t, "rows/seats.csv"), tableOf(t, "rows/equities.csv")
	for _, seat := range seats {
		name[seat["seat"]] = seat["player"]
	}
	expected := map[string]float64{"ann": -50, "ben": -20, "cat": -50}
	for _, row := range list {
		who := name[row["seat"]]
		want := parts[row["pot"]+who] / deals
		if got, _ := strconv.ParseFloat(row["equity"], 64); math.Abs(got-want) > 1e-6 || row["exact"] != "true" || row["to_come"] != "2" {
			t.Errorf("pot %s, %s: %v, tried %v", row["pot"], who, row, want)
		}
		expected[who] += want * amountIn(row["size"])
	}
	for _, seat := range seats {
		if got, _ := strconv.ParseFloat(seat["ev"], 64); len(list) != 5 || math.Abs(got-expected[seat["player"]]) > 1e-4 {
			t.Errorf("%s: ev %v, tried %v", seat["player"], got, expected[seat["player"]])
		}
	}
}
