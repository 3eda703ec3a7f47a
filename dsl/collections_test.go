package dsl_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"github.com/pelletier/go-toml/v2"
	"go.starlark.net/starlark"
)

// row is a row of any table of the rule book's collections; fields that the row
// does not have are zero.
type row struct {
	Schedule, Structure, Limit, Posted, Type string
	Buy_in_min, Buy_in_max                   int64
	Players_min, Players_max                 int
	Fee                                      float64
	Option                                   int
	Basis                                    string
	Small_blind, Big_blind                   float64
	Min, Max                                 int64
	Buy_in, Low, High, Short_below           int64
	Kill                                     bool
	Line                                     int
	Early, Late                              []int64
	Name                                     string
	Factor                                   float64
	Example_kill_blind, Example_big_blind    int64
	Game, Open, Close_next_day               string
	Days                                     []string
	Applies, Of                              string
	Bets                                     int64
	Rank                                     int
	Hand                                     string
}

type book struct {
	Angies struct {
		Table_fee     []row
		Betting_limit []row
		Kill          []row
	}
	Sanrafael struct {
		Drop struct {
			Games                                                      []string
			Small_blind_chips, Big_blind_chips, Drop_chips, Chip_value int64
		}
		Availability []row
	}
	Omaha_casino struct {
		Option               []row
		Max_rates_per_limit  int
		Seats_max            int
		Wager_min, Wager_max int64
		Percent_allowed      bool
		Hand_ranking         []row
	}
	Elresbalon struct {
		Time         struct{ Per_hour, Per_quarter_hour int64 }
		Hand_ranking []row
	}
	Omaha_cash struct {
		Buy_in             []row
		Rebuy_wait_minutes int64
		Chips              []int64
		Forced_bet_max     int64
	}
	House004 struct {
		Fee          []row
		Buy_in       []row
		Short_buy    []row
		Ante         float64
		Ante_except  []string
		Hand_ranking []row
	}
}

func collections(t *testing.T) *book {
	t.Helper()
	data, err := os.ReadFile("../testdata/rulebook/collections.toml")
	if err != nil {
		t.Fatal(err)
	}
	var b book
	if err := toml.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	return &b
}

func globals(t *testing.T, lib *dsl.Library, file string) starlark.StringDict {
	t.Helper()
	m, err := lib.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	return m.Globals
}

func tableNamed(t *testing.T, lib *dsl.Library, ref string) *table.Config {
	t.Helper()
	c, err := lib.Table(ref)
	if err != nil || c == nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return c
}

// players returns the numbers of players that a row is for; max is the upper
// end if it has none.
func (r *row) players(max int) (out []int) {
	last := r.Players_max
	if last == 0 {
		last = max
	}
	for n := r.Players_min; n <= last; n++ {
		out = append(out, n)
	}
	return out
}

// TestAngiesSchedules compares every row of the three schedules with the
// postings of the scripts, and its limit or buy-in with the lists.
func TestAngiesSchedules(t *testing.T) {
	lib := library(t, nil)
	const file = "@scripts//angies/collections.star"
	posted, err := lib.Postings(file)
	if err != nil || len(posted) != 3 {
		t.Fatalf("%d postings: %v", len(posted), err)
	}
	rows := collections(t).Angies.Table_fee
	limits, buyIns := map[string]bool{}, map[[2]int64]bool{}
	for _, r := range rows {
		p := posted[strings.Index("ABC", r.Schedule)]
		offer := table.Offer{Plan: bound(t, lib, "angies/holdem", "nl 1-2"), Min: r.Buy_in_min * 100, Max: r.Buy_in_max * 100}
		if r.Structure == "limit" {
			name := bare(r.Limit)
			offer = table.Offer{Plan: bound(t, lib, "angies/holdem", name)}
			limits[name] = true
		} else {
			buyIns[[2]int64{offer.Min, offer.Max}] = true
		}
		if !p.For(&offer) {
			t.Errorf("line %d: %s is not posted for %s%d-%d", r.Line, p.Name, r.Limit, r.Buy_in_min, r.Buy_in_max)
		}
		if p.Name != "schedule "+r.Schedule {
			t.Fatalf("%s is not schedule %s", p.Name, r.Schedule)
		}
		for _, n := range r.players(10) {
			if fee, ok := p.Hands[0].For(n); !ok || fee.Amount != int64(r.Fee*100) {
				t.Errorf("line %d: schedule %s takes %d of %d players, want %v dollars", r.Line, r.Schedule, fee.Amount, n, r.Fee)
			}
		}
	}
	if _, ok := posted[0].Hands[0].For(11); ok {
		t.Error("eleven players are not refused")
	}
	if len(rows) != 180 {
		t.Errorf("%d rows, want 180", len(rows))
	}
	for _, p := range posted {
		if len(p.Limits) != len(limits) || len(p.BuyIns) != len(buyIns) {
			t.Errorf("%s is posted for %d limits and %d buy-ins, want %d and %d", p.Name, len(p.Limits), len(p.BuyIns), len(limits), len(buyIns))
		}
	}
}

// bare returns a limit without dollar signs and blanks.
func bare(text string) string { return strings.NewReplacer("$", "", " ", "").Replace(text) }

// TestAngiesLimits compares the list of betting limits with the rule book: each
// is played as listed, with a kill if allowed, and without a warning; limits in
// the schedules that are not in the list are played with a warning.
func TestAngiesLimits(t *testing.T) {
	lib := library(t, nil)
	b := collections(t).Angies
	listed := map[string]bool{}
	for _, r := range b.Betting_limit {
		text, want := bare(r.Posted), betting.Fixed
		switch r.Type {
		case "spread":
			want = betting.Spread
		case "pot-limit":
			text, want = "pl 1-2", betting.PotLimit
		case "no-limit":
			text, want = "nl 1-2", betting.NoLimit
		}
		listed[text] = true
		p := bound(t, lib, "angies/holdem", text)
		s := p.Stakes
		early, late := append(r.Early, r.Low, r.Low), append(r.Late, r.High, r.High)
		if s.Structure != want || s.Note != "" {
			t.Errorf("line %d: %s is %s, noted %q", r.Line, r.Posted, s.Structure, s.Note)
		}
		if want < betting.PotLimit && (s.Small != plan.Range{Lo: early[0] * 100, Hi: early[1] * 100} || s.Big != plan.Range{Lo: late[0] * 100, Hi: late[1] * 100}) {
			t.Errorf("line %d: %s is %v and %v", r.Line, r.Posted, s.Small, s.Big)
		}
		for _, kill := range []string{"half_kill", "full_kill"} {
			rule, err := lib.Rule("@stdlib//kill.star", kill)
			if err != nil {
				t.Fatal(err)
			}
			if got := rule.Allows(p) == nil; got != r.Kill {
				t.Errorf("line %d: %s with a %s: %v", r.Line, r.Posted, kill, got)
			}
		}
	}
	if len(b.Betting_limit) != 8 {
		t.Errorf("%d limits, want 8", len(b.Betting_limit))
	}
	for _, r := range b.Table_fee {
		if name := bare(r.Limit); name != "" && !listed[name] && bound(t, lib, "angies/holdem", name).Stakes.Note == "" {
			t.Errorf("line %d: %s is not in the list, and nothing is said", r.Line, name)
		}
	}
}

// TestKillRows plays each kind of kill up to its first raised pot and compares
// the factor and the kill blind with the rule book.
func TestKillRows(t *testing.T) {
	lib := library(t, nil)
	rows := collections(t).Angies.Kill
	for _, r := range rows {
		c := *tableNamed(t, lib, "angies/holdem")
		rule, err := lib.Rule("@scripts//angies/tables.star", strings.ReplaceAll(r.Name, " ", "_"))
		if err != nil || rule == nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		c.Rules = []table.Rule{rule}
		k := seatMany(t, &c, 4)
		for n := 0; n < 200 && !k.tab.Raised(); n++ {
			k.begin(nil)
			if k.tab.Raised() {
				break
			}
			k.callDown()
		}
		usual, s := c.Games[0].Plan.Stakes, k.deal.Setup.Plan.Stakes
		posts := k.deal.OfRule(0)
		if !posts.Raises || float64(s.Small.Lo) != r.Factor*float64(usual.Small.Lo) || float64(s.Big.Hi) != r.Factor*float64(usual.Big.Hi) {
			t.Errorf("%s: %v and %v of %v and %v", r.Name, s.Small, s.Big, usual.Small, usual.Big)
		}
		if len(posts.Posts) != 1 || float64(posts.Posts[0].Amount) != r.Factor*float64(usual.BB) || usual.BB != 200 {
			t.Errorf("%s: posts %v with a big blind of %d", r.Name, posts.Posts, usual.BB)
		}
		if r.Example_kill_blind > 0 && (usual.BB != r.Example_big_blind*100 || posts.Posts[0].Amount != r.Example_kill_blind*100) {
			t.Errorf("%s: a kill blind of %d on a big blind of %d, the example has %d on %d", r.Name, posts.Posts[0].Amount, usual.BB, r.Example_kill_blind, r.Example_big_blind)
		}
	}
	if len(rows) != 2 {
		t.Errorf("%d kills, want 2", len(rows))
	}
}

// TestSanRafaelRows compares the blinds and the drop, with and without a flop,
// and the hours of the games with the rule book.
func TestSanRafaelRows(t *testing.T) {
	lib := library(t, nil)
	b := collections(t).Sanrafael
	for _, game := range b.Drop.Games {
		p := bound(t, lib, "sanrafael/"+game, "")
		chip := b.Drop.Chip_value * 100
		small, big := &p.Game.Forced[0], &p.Game.Forced[1]
		if p.Stakes.SB != b.Drop.Small_blind_chips*chip || p.Stakes.BB != b.Drop.Big_blind_chips*chip || small.Left != 0 || big.Left != 1 {
			t.Errorf("%s: blinds of %d and %d, %d and %d left of the button", game, p.Stakes.SB, p.Stakes.BB, small.Left, big.Left)
		}
		for flop, want := range map[bool]int64{true: b.Drop.Drop_chips * chip, false: 0} {
			k := seatMany(t, &table.Config{Games: []table.Offer{{Plan: p}}, MinSeats: 2, MaxSeats: 9}, 4)
			k.begin(nil)
			for !flop && k.h.Pending() != nil {
				k.do(hand.Fold, 0)
			}
			if flop {
				k.callDown()
			}
			if k.h.House() != want {
				t.Errorf("%s, flop %v: the house has %d, want %d", game, flop, k.h.House(), want)
			}
		}
	}
	names := map[string]string{"cal22": "california22"}
	printed := map[string]string{"cal22": "14:00"} // rule 20 says 2:00 pm, which the rule book takes for 2:00 am
	for _, r := range b.Availability {
		id := r.Game
		if names[id] != "" {
			id = names[id]
		}
		c := tableNamed(t, lib, "sanrafael/"+id)
		closes := cmp.Or(printed[r.Game], r.Close_next_day)
		want := strings.Join(r.Days, " ") + " " + r.Open + "-" + closes
		if len(c.Hours) != 1 || c.Hours[0].String() != want {
			t.Errorf("line %d: %s is offered %v, want %s", r.Line, r.Game, c.Hours, want)
		}
	}
}

// TestStakesRows compares the other facts about stakes with the rule book:
// wagers and seats of the casino, chips and forced bets of Omaha Cash Games,
// the antes of House 004.
func TestStakesRows(t *testing.T) {
	lib := library(t, nil)
	b := collections(t)
	casino := bound(t, lib, "casino/omaha", "")
	most := b.Omaha_casino.Wager_max
	for text, ok := range map[string]bool{"1-2": true, fmt.Sprintf("%d-%d", most/2, most): true, "0.50-1": false, fmt.Sprintf("%d-%d", most, 2*most): false} {
		if _, err := casino.Game.ParseStakes(text); (err == nil) != ok {
			t.Errorf("the casino plays %s: %v", text, err)
		}
	}
	if c := tableNamed(t, lib, "casino/omaha"); c.MaxSeats != b.Omaha_casino.Seats_max || b.Omaha_casino.Wager_min != 1 || b.Omaha_casino.Percent_allowed {
		t.Errorf("%d seats", c.MaxSeats)
	}
	cash := bound(t, lib, "omahacash/omaha", "")
	if cash.Stakes.Chip != slices.Min(b.Omaha_cash.Chips)*100 || cash.Game.Stakes.ForcedMax != b.Omaha_cash.Forced_bet_max*100 {
		t.Errorf("chips of %d, forced bets up to %d", cash.Stakes.Chip, cash.Game.Stakes.ForcedMax)
	}
	games, err := lib.House("house004")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		want := int64(b.House004.Ante * 100)
		if slices.Contains(b.House004.Ante_except, strings.TrimPrefix(g.ID, "house004/")) {
			want = 0
		}
		if p := bound(t, lib, g.ID, "2-4"); p.Stakes.Ante != want {
			t.Errorf("%s: an ante of %d, want %d", g.ID, p.Stakes.Ante, want)
		}
	}
}

// TestRankingRows checks that the hands in the houses' lists are in their
// order, best first, under the ranking of their games, and have the names in
// the list.
func TestRankingRows(t *testing.T) {
	example := []string{"AsKsQsJsTs", "9d8d7d6d5d", "4c4d4h4sKc", "3c3d3h2s2c", "Ah9h7h4h2h", "8c7d6h5s4c", "QcQdQh7s2d", "JcJd5h5s2c", "TcTd8h5s2c", "KcQd9h5s2c"}
	b := collections(t)
	lib := library(t, nil)
	for game, rows := range map[string][]row{
		"casino/omaha": b.Omaha_casino.Hand_ranking, "elresbalon/stud5": b.Elresbalon.Hand_ranking, "house004/holdem": b.House004.Hand_ranking,
	} {
		steps := bound(t, lib, game, "").Game.Steps
		ranking := steps[len(steps)-1].Show.Parts[0].Ranking
		last := ranking.Best(cards.MustParse(example[0])) + 1
		for i, r := range rows {
			worth := ranking.Best(cards.MustParse(example[i]))
			name := strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(r.Hand), "s"), "one ")
			if words := strings.Replace(ranking.Describe(worth), "threes full of deuces", "full house", 1); worth >= last || r.Rank != i+1 || !strings.HasPrefix(words, name) && name != "high card" {
				t.Errorf("%s, line %d: %s is %q, strength %d after %d", game, r.Line, r.Hand, words, worth, last)
			}
			last = worth
		}
		if len(rows) != 10 {
			t.Errorf("%s: %d rows, want 10", game, len(rows))
		}
	}
}

// TestShortBuyRows checks that a short buy is less than the number of bets
// stated in the rule book's row, which is the source of the scripts' figures.
func TestShortBuyRows(t *testing.T) {
	lib := library(t, nil)
	b := collections(t).House004
	for preset, limits := range map[string][2]int64{"low": {1, 2}, "two-four": {2, 4}, "three-six": {3, 6}, "five-ten": {5, 10}, "six-twelve": {6, 12}, "ten-twenty": {10, 20}} {
		r := b.Short_buy[0]
		limit := limits[0]
		if limits[0] > 3 {
			r, limit = b.Short_buy[1], limits[1]
		}
		if (r.Of == "higher limit") != (limits[0] > 3) {
			t.Fatalf("the row %q is of the %s", r.Applies, r.Of)
		}
		if got := tableNamed(t, lib, "house004/"+preset).Games[0].ShortBelow; got != r.Bets*limit*100 {
			t.Errorf("%s: a short buy is below %d, want %d bets of %d", preset, got, r.Bets, limit)
		}
	}
}

// TestApproved checks the list of approved games: nine games and Option Alley,
// without five-card stud.
func TestApproved(t *testing.T) {
	lib := library(t, nil)
	list, ok := globals(t, lib, "@scripts//angies/approved.star")["APPROVED"].(*starlark.List)
	if !ok || list.Len() != 10 {
		t.Fatalf("the approved list: %v", list)
	}
	games, err := lib.House("angies")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
		if want := g.Name == "Five Card Stud"; (g.Note != "") != want {
			t.Errorf("%s: the warning is %q", g.Name, g.Note)
		}
	}
	for i := range list.Len() {
		name, _ := starlark.AsString(list.Index(i))
		if !slices.Contains(names, name) || name == "Five Card Stud" {
			t.Errorf("%q is approved and not played, or not on the list", name)
		}
	}
}

// TestScheduleTaken checks the schedules in play: what the winner of a called
// hand gets.
func TestScheduleTaken(t *testing.T) {
	for _, c := range []struct {
		id, game, stakes string
		schedule, seats  int
		pot, fee         int64
	}{
		{"angies.collection.A.limit", "angies/lowball", "2-4", 0, 8, 1600, 300},
		{"angies.collection.A.big-bet", "angies/holdem", "nl 1-2", 0, 6, 1200, 200},
		{"angies.collection.A.big-bet", "angies/holdem", "nl 1-2", 0, 4, 800, 100},
		{"angies.collection.A.big-bet", "angies/holdem", "nl 1-2", 0, 7, 1400, 300},
		{"angies.collection.B.big-bet", "angies/holdem", "pl 1-2", 1, 5, 1000, 300},
		{"angies.collection.B.limit", "angies/holdem", "20-40", 1, 10, 20000, 400},
		{"angies.collection.C.big-bet", "angies/holdem", "nl 1-2", 2, 2, 400, 300},
		{"angies.collection.C.limit", "angies/holdem", "50-100", 2, 7, 35000, 500},
	} {
		t.Run(c.id, func(t *testing.T) {
			lib := library(t, nil)
			posted, err := lib.Postings("@scripts//angies/collections.star")
			if err != nil {
				t.Fatal(err)
			}
			cfg := &table.Config{
				Games: []table.Offer{{Plan: bound(t, lib, c.game, c.stakes)}}, MinSeats: 2, MaxSeats: 10, Postings: posted,
			}
			k := seatMany(t, cfg, c.seats)
			k.apply(table.Event{Kind: table.Post, Game: int16(c.schedule)})
			k.begin(nil)
			if err := k.tab.Apply(table.Event{Kind: table.Post}); err == nil {
				t.Error("the schedule changes during a hand")
			}
			in := k.callDown()
			if in != c.pot || k.tab.House().Total() != c.fee || k.h.PaidOut() != c.pot-c.fee {
				t.Errorf("pot %d, house %d, paid %d; want %d, %d", in, k.tab.House().Total(), k.h.PaidOut(), c.pot, c.fee)
			}
		})
	}
}

// TestCasinoOptions compares the 37 options with the rule book and the posting
// rules.
func TestCasinoOptions(t *testing.T) {
	b := collections(t).Omaha_casino
	lib := library(t, nil)
	timed, err := lib.Postings("@scripts//casino/collections.star")
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*table.TimeFee{}
	for i := range timed {
		byName[timed[i].Name] = timed[i].Time
	}
	for _, r := range b.Option {
		if strings.HasPrefix(r.Basis, "per player") {
			f := byName[fmt.Sprintf("option %d", r.Option)]
			if f == nil || f.Amount != int64(r.Fee*100) || f.Period != 1800 {
				t.Errorf("option %d: %+v, want %v dollars a half hour", r.Option, f, r.Fee)
			}
			continue
		}
		game := bound(t, library(t, map[string]string{"fee_options": fmt.Sprint(r.Option)}), "casino/omaha", "10-20")
		for _, n := range r.players(b.Seats_max) {
			if fee := feeOf(game, n); fee != int64(r.Fee*100) {
				t.Errorf("option %d takes %d of %d players, want %v dollars", r.Option, fee, n, r.Fee)
			}
		}
	}
	if len(b.Option) != 37 || len(byName) != 15 || b.Max_rates_per_limit != table.MaxRates {
		t.Errorf("%d options, %d by the half hour, at most %d rates", len(b.Option), len(byName), b.Max_rates_per_limit)
	}
	for posted, ok := range map[string]bool{"3,12,20": true, "3,4": false, "3,25": false, "25": true, "38": false} {
		_, err := library(t, map[string]string{"fee_options": posted}).Find("casino/omaha")
		if (err == nil) != ok {
			t.Errorf("options %s: %v", posted, err)
		}
	}
	game := bound(t, library(t, map[string]string{"fee_options": "3,12,20"}), "casino/omaha", "10-20")
	for n, want := range map[int]int64{8: 800, 6: 600, 3: 400} {
		if got := feeOf(game, n); got != want {
			t.Errorf("options 3, 12, 20 take %d of %d players, want %d", got, n, want)
		}
	}
}

// feeOf returns the amount that the game's own collections take with n players.
func feeOf(b *plan.AtStakes, n int) (sum int64) {
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil {
			sum += b.Fee(c, n)
		}
	}
	return sum
}

// TestNoPercent checks that a fee must be an amount.
func TestNoPercent(t *testing.T) {
	for _, script := range []string{`p = posting("x", "5%")`, `p = time_posting("x", "2% of the ante", minutes = 15)`, `c = collect({9: "5%"})`} {
		l := dsl.NewLoader(star.Options{Sources: star.Sources{Files: fstest.MapFS{"x.star": {Data: []byte(script + "\n")}}}})
		if _, err := l.Load("x.star"); err == nil {
			t.Errorf("%s: accepted", script)
		}
	}
}

// TestRakeRefusals checks that errors in a rake say what to write instead.
func TestRakeRefusals(t *testing.T) {
	for script, want := range map[string]string{
		`collect("5%")`:                                     `a percentage of the pot is rake = "5%"`,
		`collect(5, rake = "5%")`:                           "a rake comes out of the pot: leave out `fee`",
		`collect(rake = "5%", payer = "button")`:            "a rake comes out of the pot",
		`collect(5, rounding = "half to even")`:             "a flat fee has no `rounding`: give it with a rake",
		`collect()`:                                         "give a fee or a rake",
		`collect(rake = "5")`:                               `want a part of the pot such as "5%" or "0.01 per 0.20"`,
		`collect(rake = "0%")`:                              "want more than 0% and at most 100%",
		`collect(rake = "101%")`:                            "want more than 0% and at most 100%",
		`collect(rake = "4.155%")`:                          "with two decimals",
		`collect(rake = "2 per 1")`:                         `want dollars for each full amount in the pot, such as "0.01 per 0.20"`,
		`collect(rake = ("5%", 3, 4))`:                      `such as ("5%", 3)`,
		`collect(rake = ("5%", {}))`:                        "no amounts: leave the maximum out",
		`collect(rake = ("5%", {4: 1, 2: 3}))`:              "list the numbers of players in ascending order: 2 comes after 4",
		`collect(rake = {})`:                                "no stakes: want a dict",
		`collect(rake = {2: "5%", 1: "4%"})`:                "list the big blinds in ascending order: 1 comes after 2",
		`collect(rake = "5%", fixed_limit = {"x": "5%"})`:   "want dollars",
		`collect(rake = "5%", unit = 0)`:                    "want the unit of rounding in dollars",
		`collect(rake = "5%", pots = "the smallest first")`: "main first",
	} {
		l := dsl.NewLoader(star.Options{Sources: star.Sources{Files: fstest.MapFS{"x.star": {Data: []byte("c = " + script + "\n")}}}})
		if _, err := l.Load("x.star"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %q", script, err, want)
		}
	}
}

// TestElResbalonTime compares the time rates with the rule book.
func TestElResbalonTime(t *testing.T) {
	want := collections(t).Elresbalon.Time
	c := tableNamed(t, library(t, nil), "elresbalon/stud5")
	q, h := c.Postings[0].Time, c.Postings[1].Time
	if q.Amount != want.Per_quarter_hour*100 || q.Period != 900 || h.Amount != want.Per_hour*100 || h.Period != 3600 {
		t.Errorf("%+v and %+v, want %+v", q, h, want)
	}
}

// TestBuyIns compares the tables' buy-ins, blinds and short buys with the rule
// book.
func TestBuyIns(t *testing.T) {
	b := collections(t)
	lib := library(t, nil)
	cash := tableNamed(t, lib, "omahacash/omaha")
	for _, r := range b.Omaha_cash.Buy_in {
		n := 0
		for _, o := range cash.Games {
			s := o.Plan.Stakes
			if s.SB != int64(r.Small_blind*100) || s.BB != int64(r.Big_blind*100) {
				continue
			}
			n++
			if o.Min != r.Min*100 || o.Max != r.Max*100 {
				t.Errorf("blinds %v/%v: buy-in %d to %d, want %d to %d", r.Small_blind, r.Big_blind, o.Min, o.Max, r.Min, r.Max)
			}
		}
		if n != 2 {
			t.Errorf("blinds %v/%v: %d games", r.Small_blind, r.Big_blind, n)
		}
	}
	if cash.Cashout.Wait != b.Omaha_cash.Rebuy_wait_minutes*60 || !cash.Cashout.All || !cash.Unanimous {
		t.Errorf("cash-outs %+v, unanimous %v", cash.Cashout, cash.Unanimous)
	}
	presets := map[string]string{"1-2": "low", "2-4": "two-four", "3-6": "three-six", "5-10": "five-ten", "6-12": "six-twelve", "10-20": "ten-twenty"}
	for _, r := range b.House004.Buy_in {
		c := tableNamed(t, lib, "house004/"+presets[fmt.Sprintf("%d-%d", r.Low, r.High)])
		for _, o := range c.Games {
			s := o.Plan.Stakes
			if o.Min != r.Buy_in*100 || o.Max != 0 || s.Small.Lo != r.Low*100 || s.Big.Lo != r.High*100 {
				t.Errorf("%d-%d: %s from %d at %s", r.Low, r.High, o.Plan.Game.Name, o.Min, s.Name)
			}
			if o.Short(r.Short_below*100) || !o.Short(r.Short_below*100-100) {
				t.Errorf("%d-%d: a short buy is below %d, want %d", r.Low, r.High, o.ShortBelow, r.Short_below)
			}
			if s.BB > 0 && (s.SB != int64(r.Small_blind*100) || s.BB != int64(r.Big_blind*100)) {
				t.Errorf("%d-%d: blinds %d and %d", r.Low, r.High, s.SB, s.BB)
			}
			for _, f := range b.House004.Fee {
				for _, n := range f.players(8) {
					if got := feeOf(o.Plan, n); got != int64(f.Fee*100) {
						t.Errorf("%s: the button pays %d with %d players, want %v", o.Plan.Game.Name, got, n, f.Fee)
					}
				}
			}
		}
	}
}

// TestTables checks that every table of every house opens, and that its games
// have their ids.
func TestTables(t *testing.T) {
	lib := library(t, nil)
	refs, err := lib.Tables()
	if err != nil || len(refs) < 15 {
		t.Fatalf("%d tables: %v", len(refs), err)
	}
	for _, ref := range refs {
		c := tableNamed(t, lib, ref)
		if _, err := c.Open(1); err != nil {
			t.Errorf("%s: %v", ref, err)
		}
		for _, o := range c.Games {
			if house, _, _ := strings.Cut(ref, "/"); !strings.HasPrefix(o.Plan.Game.ID, house+"/") {
				t.Errorf("%s: game %q", ref, o.Plan.Game.ID)
			}
		}
	}
	if n := len(tableNamed(t, lib, "angies/stud-choice").Games); n != 3 {
		t.Errorf("stud choice offers %d games", n)
	}
	choice := tableNamed(t, lib, "angies/dealers-choice")
	for _, o := range choice.Games {
		if o.Plan.Game.Name == "Lowball" && o.Plan.Game.Deck.Len() != 52 {
			t.Error("lowball at Dealer's Choice has a joker")
		}
	}
	if len(choice.Games) != 11 {
		t.Errorf("Dealer's Choice offers %d games", len(choice.Games))
	}
}
