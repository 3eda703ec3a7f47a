package dsl_test

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// withScript returns a library with a user script next to the houses.
func withScript(script string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{
		Scripts: scripts.FS, Stdlib: stdlib.FS, Files: fstest.MapFS{"rule.star": {Data: []byte(script)}},
	}})
}

// ruleTable returns a table of four at angies/holdem 2-4 with a script's rule.
func ruleTable(t *testing.T, script string) *testTable {
	t.Helper()
	lib := withScript(script)
	rule, err := lib.Rule("rule.star", "rule")
	if err != nil || rule == nil {
		t.Fatalf("no rule: %v", err)
	}
	return seatMany(t, &table.Config{
		Games: []table.Offer{{Plan: bound(t, lib, "angies/holdem", "2-4")}}, MinSeats: 2, MaxSeats: 10, Rules: []table.Rule{rule},
	}, 4)
}

// TestLooks checks which rules look at the events of a finished hand, so that they are recorded: by what their script and those that it
// loads name.
func TestLooks(t *testing.T) {
	for after, want := range map[string]bool{
		"lambda table: [table.winner, table.pot, table.board_cards, table.showdown]": false,
		"lambda table: table.bets":                                 true,
		"lambda table: [table.shown(p) for p in table.players]":    true,
		`lambda table: getattr(table, "be" + "ts")`:                true,
		"lambda table: _other(table)":                              true,
		"None, before_hand = lambda table: [say(str(table.bets))]": false,
	} {
		script := `rule = table_rule("test", after_hand = ` + after + ")"
		if strings.Contains(after, "_other") {
			script = "load(\"./other.star\", _other = \"other\")\n" + script
		}
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: scripts.FS, Stdlib: stdlib.FS, Files: fstest.MapFS{
			"other.star": {Data: []byte("other = lambda table: len(table.pots)")}, "rule.star": {Data: []byte(script)},
		}}})
		rule, err := lib.Rule("rule.star", "rule")
		if err != nil {
			t.Fatal(err)
		}
		if got := rule.Looks(); got != want {
			t.Errorf("%s: looks %v", after, got)
		}
	}
}

// TestRuleEffects checks the effects, and that a rule that reads something new
// in each hand is called each time.
func TestRuleEffects(t *testing.T) {
	k := ruleTable(t, `
def _before(table):
    if table.memory == 0:
        return [charge(dollars = "1.00", payer = "each"), say("all pay")]
    if table.memory == 1:
        return [must_post(table.button, big_blinds = 2), charge(table.hand * 10)]
    if table.memory == 2:
        return [sits_out(3), must_post(4, amount = 100, how = "dead")]
    return None

rule = table_rule("test", memory = 0, before_hand = _before, after_hand = lambda table: table.memory + 1)
`)
	k.begin(nil)
	if k.h.House() != 400 || len(k.deal.Notes) != 1 || k.deal.Notes[0] != "all pay" {
		t.Errorf("house %d, notes %q", k.h.House(), k.deal.Notes)
	}
	k.callDown()
	k.begin(nil)
	if k.h.Wagered(k.deal.Setup.Button) != 400 {
		t.Errorf("the button has posted %d", k.h.Wagered(k.deal.Setup.Button))
	}
	k.callDown()
	if k.tab.House().Total() != 420 {
		t.Errorf("house %d, want 20 of hand 2 besides", k.tab.House().Total())
	}
	k.begin(nil)
	if k.h.Seats() != 3 || k.seatOf(3) >= 0 || len(k.deal.RulePosts()) != 1 {
		t.Errorf("%d dealt in, posts %v", k.h.Seats(), k.deal.RulePosts())
	}
	k.callDown()
	if k.tab.Memory(0) != "3" {
		t.Errorf("memory %s", k.tab.Memory(0))
	}
}

// TestRuleErrors checks that what a rule must not do is an error, and leaves
// the table unchanged.
func TestRuleErrors(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`rule = table_rule("x", before_hand = lambda table: 3)`, "want a list of effects"},
		{`rule = table_rule("x", before_hand = lambda table: ["kill"])`, "want effects such as raise_stakes"},
		{`rule = table_rule("x", before_hand = lambda table: [must_post(99, amount = 100)])`, "not dealt in"},
		{`rule = table_rule("x", before_hand = lambda table: [charge()])`, "give one amount"},
		{`rule = table_rule("x", before_hand = lambda table: [charge(100, dollars = 1)])`, "give one amount"},
		{`rule = table_rule("x", before_hand = lambda table: [charge(dollars = "5%")])`, "want dollars"},
		{`rule = table_rule("x", before_hand = lambda table: table.winner)`, "known only after the hand"},
		{`rule = table_rule("x", before_hand = lambda table: table.nobody)`, "no .nobody"},
		{`rule = table_rule("x", before_hand = lambda table: [0] * table.stack("A"))`, "want a player"},
	} {
		k := ruleTable(t, c.script+"\n")
		was := k.tab
		if _, err := k.tab.Next(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.script, err, c.want)
		} else if k.tab != was {
			t.Errorf("%s: the table has changed", c.script)
		}
	}
	k := ruleTable(t, `rule = table_rule("x", after_hand = lambda table: table_rule)`+"\n")
	k.begin(nil)
	for k.h.Pending() != nil {
		if k.h.Pending().Options.CanCheck {
			k.do(hand.Check, 0)
		} else {
			k.do(hand.Call, 0)
		}
	}
	if err := k.tab.Finish(&k.h); err == nil || !strings.Contains(err.Error(), "a memory is") {
		t.Errorf("a function is remembered: %v", err)
	}
	if _, err := withScript(`rule = table_rule("x", memory = len)`+"\n").Rule("rule.star", "rule"); err == nil {
		t.Error("a table opens with a function as memory")
	}
}

// TestKillSessions plays long sessions with a crowd, a kill and a schedule. Now
// and then the table is saved and restored; the session must end like one
// without that.
func TestKillSessions(t *testing.T) {
	for _, ref := range []string{"angies/holdem-half-kill", "angies/omaha-full-kill", "angies/lowball-half-kill", "house004/two-four", "angies/dealers-choice"} {
		t.Run(ref, func(t *testing.T) {
			t.Parallel()
			lib := library(t, nil)
			cfg := tableNamed(t, lib, ref)
			if ref == "angies/holdem-half-kill" {
				cfg.Owed, cfg.Button = true, table.DeadButton
			}
			hands := testkit.Sample[int64](3_000, 1_000)
			end := killSession(t, cfg, hands, 0, nil)
			if again := killSession(t, cfg, hands, 700, nil); again != end {
				t.Errorf("a session that was saved and restored ends otherwise: %d and %d with the house", again.House().Total(), end.House().Total())
			}
			if len(cfg.Rules) > 0 && end.House().Raised == 0 {
				t.Error("no kill pot in all the session")
			}
		})
	}
}

// TestMishapSessions plays every table of the houses with irregularities: chips
// and cards are conserved, no session gets stuck, each continues from any saved
// table to the same end, and the effects of irregularities, such as blinds owed
// for a hand dealt by mistake, remain at the table.
func TestMishapSessions(t *testing.T) {
	lib := library(t, nil)
	refs, err := lib.Tables()
	if err != nil {
		t.Fatal(err)
	}
	hands := testkit.Sample[int64](100, 60)
	for _, ref := range testkit.Sweep(refs, 6) {
		t.Run(ref, func(t *testing.T) {
			t.Parallel()
			cfg := tableNamed(t, library(t, nil), ref)
			m := &batch.Mishaps{Rate: 0.03}
			if cfg.Games[0].Plan.Game.Banked() { // a round against a bank has few moments
				m.Rate = 0.1
			}
			if end := killSession(t, cfg, hands, 0, m); killSession(t, cfg, hands, 20, m) != end {
				t.Error("a session that was saved and restored ends otherwise")
			}
		})
	}
}

// killSession plays a session; after a random number of hands, every on
// average, it continues from its saved table. 0: never.
func killSession(t *testing.T, cfg *table.Config, hands int64, every uint64, mishaps *batch.Mishaps) table.Table {
	tab, err := cfg.Open(11)
	if err != nil {
		t.Fatal(err)
	}
	s := &batch.Session{Table: tab, Policy: batch.Random{}, Players: 6, Stack: 20000, Crowd: batch.Coming, Mishaps: mishaps}
	r := hand.NewSource(3, every)
	s.Hand = func(*table.Deal, *batch.Played) error {
		if every == 0 || r.Below(every) > 0 {
			return nil
		}
		again, err := cfg.Restore(s.Table.Save())
		if err != nil || again != s.Table {
			t.Fatalf("hand %d: restored another table: %v", s.Table.Hands(), err)
		}
		s.Table = again
		return nil
	}
	result, err := s.Run(context.Background(), hands, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if mishaps != nil && result.Trouble.Events < hands/4 {
		t.Errorf("%d events in %d hands", result.Trouble.Events, hands)
	}
	return s.Table
}

// BenchmarkKillTable measures the work of a table with a half kill and a
// schedule for a hand, without the hand itself.
func BenchmarkKillTable(b *testing.B) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: scripts.FS, Stdlib: stdlib.FS}, Parsed: &parsed})
	cfg, err := lib.Table("angies/holdem-half-kill")
	if err != nil {
		b.Fatal(err)
	}
	tab, err := cfg.Open(1)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 6 {
		if err := tab.Apply(table.Event{Kind: table.Join, Player: table.Player(i + 1), Seat: -1, Amount: 20000}); err != nil {
			b.Fatal(err)
		}
	}
	var d table.Deal
	var ends [8]hand.Hand // hands with different winners
	for i := range ends {
		if err := ends[i].Start(&hand.Setup{Plan: cfg.Games[0].Plan, Stacks: []int64{20000, 20000, 20000, 20000, 20000, 20000}, Seed: 5, Number: uint64(i), Button: i % 6}); err != nil {
			b.Fatal(err)
		}
		for q := ends[i].Pending(); q != nil; q = ends[i].Pending() {
			a, _ := batch.Caller{}.Act(&ends[i], q, nil)
			if err := ends[i].Apply(a); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if err := tab.NextIn(&d); err != nil {
			b.Fatal(err)
		}
		n++
		if err := tab.Finish(&ends[n/3%len(ends)]); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTableGallery plays the tables of the gallery of table rules: chips are conserved over table, house, funds and players, a session that is
// saved and restored ends the same, with irregularities too, and each rule does something.
func TestTableGallery(t *testing.T) {
	files, err := fs.Glob(scripts.FS, "gallery/tables/*.star")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	hands := testkit.Sample[int64](600, 200)
	if testkit.Whole() {
		hands = 10_000
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.star") {
			continue
		}
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			text, _ := fs.ReadFile(scripts.FS, file)
			if n := strings.Count(string(text), "\n"); n > 30 {
				t.Errorf("%d lines", n)
			}
			sheets, err := library(t, nil).FileTables("@scripts//" + file)
			if err != nil || len(sheets) == 0 {
				t.Fatalf("%d tables, %v", len(sheets), err)
			}
			for i := range sheets {
				cfg := sheets[i].Config
				end := killSession(t, cfg, hands, 0, nil)
				if killSession(t, cfg, hands, 100, nil) != end {
					t.Errorf("%s: a session that was saved and restored ends otherwise", cfg.Name)
				}
				killSession(t, cfg, hands/10, 0, &batch.Mishaps{Rate: 0.1})
				does := false
				for _, policy := range []batch.Policy{batch.Caller{}, batch.Random{}} {
					tab, err := cfg.Open(1)
					if err != nil {
						t.Fatal(err)
					}
					s := &batch.Session{Table: tab, Policy: policy, Players: 6, Stack: 20000}
					r, err := s.Run(context.Background(), 500, 0, nil)
					if err != nil {
						t.Fatal(err)
					}
					does = does || r.Rules[0] != (batch.RuleSum{})
				}
				if !does {
					t.Errorf("%s: its rule does nothing", cfg.Name)
				}
			}
		})
	}
}

// TestSeveralTables plays a tournament at three tables and at one: everybody who came gets one place, ties share theirs, the prizes are
// what was paid in, chips are conserved over all tables, and tables are broken and balanced.
func TestSeveralTables(t *testing.T) {
	text, err := os.ReadFile("../examples/tournament/three-tables.star")
	if err != nil {
		t.Fatal(err)
	}
	seeds := uint64(1)
	if testkit.Whole() {
		seeds = 20
	}
	for _, form := range []struct{ name, old, new string }{
		{name: "as it is"},
		{"no way back", "rebuys = 3,\n    add_on = 2000,\n    late = 2,", ""},
		{"late entry alone", "rebuys = 3,\n    add_on = 2000,", ""},
		{"rebuys alone", "add_on = 2000,\n    late = 2,", ""},
		{"many prizes", "[45, 27, 18, 10]", "[20, 15, 12, 10, 9, 8, 7, 6, 5, 4, 3, 1]"},
		{"levels of one hand", "minutes = 20", "hands = 1"},
	} {
		script := strings.Replace(string(text), form.old, form.new, 1)
		sheets, err := withScript(script).FileTables("rule.star")
		if err != nil {
			t.Fatal(err)
		}
		for seed := range seeds {
			for _, crowd := range []batch.Crowd{batch.Steady, batch.Coming} {
				for _, policy := range []batch.Policy{batch.Random{}, shover{}} {
					for tables := uint64(1); tables <= 3; tables += 2 {
						tournament(t, fmt.Sprintf("%s, seed %d, crowd %d, %T, %d tables", form.name, seed, crowd, policy, tables), sheets[0].Config, tables, &batch.Session{Policy: policy, Players: 6, Crowd: crowd}, seed)
					}
				}
			}
		}
	}
}

// shover raises as much as it can.
type shover struct{}

func (shover) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if d.Options.CanRaise() {
		return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: d.Options.MaxTo}, nil
	}
	return batch.Caller{}.Act(h, d, r)
}

// tournament plays one at some tables and looks at its end.
func tournament(t *testing.T, name string, cfg *table.Config, tables uint64, like *batch.Session, seed uint64) {
	m := &batch.Several{}
	for k := range tables {
		tab, err := cfg.Open(tables*seed + k + 1)
		if err != nil {
			t.Fatal(err)
		}
		s := &batch.Session{Table: tab, Policy: like.Policy, Players: like.Players, Crowd: like.Crowd}
		s.Whole = func() error {
			if s.Table.Hands()%8 != 0 {
				return nil
			}
			if again, err := cfg.Restore(s.Table.Save()); err != nil || again != s.Table {
				t.Fatalf("%s: restored another table: %v", name, err)
			}
			return nil
		}
		m.Sessions = append(m.Sessions, s)
	}
	r, err := m.Run(context.Background(), 100_000, 0, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	prizes, left, waiting := int64(0), int64(0), int64(0)
	places := table.Placed(m.Places)
	slices.SortStableFunc(places, func(a, b table.Gone) int { return cmp.Compare(a.Place, b.Place) })
	for i, g := range places {
		prizes += g.Prize
		tied := i > 0 && places[i-1].Place == g.Place
		if !tied && g.Place != i+1 || tied && (places[i-1].Began != g.Began || places[i-1].Prize-g.Prize > 100 || g.Prize-places[i-1].Prize > 100) {
			t.Errorf("%s: place %d of player %d, prize %d, is wrong after place %d", name, g.Place, g.Player, g.Prize, places[max(0, i-1)].Place)
		}
	}
	for _, s := range m.Sessions {
		left += s.Table.Funds()
		waiting += int64(s.Table.Waiting().Len() + s.Table.Transfers().Len())
		if !s.Table.Conserved() || s.Table.Seated() != 0 {
			t.Errorf("%s: a table has %d players at the end, conserved %v", name, s.Table.Seated().Len(), s.Table.Conserved())
		}
	}
	scale := cfg.Games[0].Plan.Stakes.Scale
	if int64(len(places))+waiting != r.Came || r.Bought != r.Cashed+left || prizes != r.Bought/(2000*scale)*5000 {
		t.Errorf("%s: %d places of %d players, bought %d, cashed %d, prizes %d", name, len(places), r.Came, r.Bought, r.Cashed, prizes)
	}
	if m.Broken != int(tables-1) {
		t.Errorf("%s: %d tables broken, %d players moved", name, m.Broken, m.Moved)
	}
}
