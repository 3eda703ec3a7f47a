package dsl_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"github.com/pelletier/go-toml/v2"
	"go.starlark.net/starlark"
)

// row is a row of any table of the rule book's collections; a field that the
// row does not have is zero.
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
}

type book struct {
	Angies struct {
		Table_fee     []row
		Betting_limit []row
	}
	Omaha_casino struct {
		Option              []row
		Max_rates_per_limit int
		Seats_max           int
	}
	Elresbalon struct {
		Time struct{ Per_hour, Per_quarter_hour int64 }
	}
	Omaha_cash struct {
		Buy_in             []row
		Rebuy_wait_minutes int64
	}
	House004 struct {
		Fee    []row
		Buy_in []row
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

// players are those that a row is for; max is its upper end when it has none.
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

// TestAngiesSchedules holds every row of the three schedules against what the
// scripts post, and its limit or buy-in against the lists.
func TestAngiesSchedules(t *testing.T) {
	lib := library(t, nil)
	const file = "@scripts//angies/collections.star"
	posted, err := lib.Postings(file)
	if err != nil || len(posted) != 3 {
		t.Fatalf("%d postings: %v", len(posted), err)
	}
	g := globals(t, lib, file)
	limits, buyIns := fmt.Sprint(g["LIMITS"]), fmt.Sprint(g["BUY_INS"])
	rows := collections(t).Angies.Table_fee
	for _, r := range rows {
		if r.Structure == "limit" {
			if name := strings.NewReplacer("$", "", " ", "").Replace(r.Limit); !strings.Contains(limits, `"`+name+`"`) {
				t.Errorf("line %d: limit %s is not listed", r.Line, r.Limit)
			}
		} else {
			most := "None"
			if r.Buy_in_max > 0 {
				most = fmt.Sprint(r.Buy_in_max)
			}
			if !strings.Contains(buyIns, fmt.Sprintf("(%d, %s)", r.Buy_in_min, most)) {
				t.Errorf("line %d: buy-in %d to %s is not listed", r.Line, r.Buy_in_min, most)
			}
		}
		p := posted[strings.Index("ABC", r.Schedule)]
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
}

// TestApproved: nine games and Option Alley are approved; five card stud is
// not on the list.
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

// TestScheduleTaken plays the checks of the schedules: what the winner of a
// called hand gets.
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

// TestCasinoOptions holds the 37 options against the rule book and the posting
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

// feeOf is what the game's own collections take with n players.
func feeOf(b *plan.Bound, n int) (sum int64) {
	for i := range b.Game.Steps {
		if c := b.Game.Steps[i].Collect; c != nil {
			sum += b.Fee(c, n)
		}
	}
	return sum
}

// TestNoPercent: a fee is an amount, wherever it is named.
func TestNoPercent(t *testing.T) {
	for _, script := range []string{`p = posting("x", "5%")`, `p = time_posting("x", "2% of the ante", minutes = 15)`, `c = collect({9: "5%"})`} {
		l := dsl.NewLoader(dsl.Options{Sources: dsl.Sources{Files: fstest.MapFS{"x.star": {Data: []byte(script + "\n")}}}})
		if _, err := l.Load("x.star"); err == nil {
			t.Errorf("%s: accepted", script)
		}
	}
}

// TestElResbalonTime holds the rates by the clock against the rule book.
func TestElResbalonTime(t *testing.T) {
	want := collections(t).Elresbalon.Time
	c := tableNamed(t, library(t, nil), "elresbalon/stud5")
	q, h := c.Postings[0].Time, c.Postings[1].Time
	if q.Amount != want.Per_quarter_hour*100 || q.Period != 900 || h.Amount != want.Per_hour*100 || h.Period != 3600 {
		t.Errorf("%+v and %+v, want %+v", q, h, want)
	}
}

// TestBuyIns holds the tables' buy-ins, blinds and short buys against the rule
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

// TestTables: every table of every house opens, and its games have their ids.
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
