package plan_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"pgregory.net/rapid"
)

// holdem returns plain hold'em, built as data.
func holdem() *plan.Game {
	bet := func(o plan.Opener, t plan.Tier) plan.Step {
		return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: o, Tier: t}}
	}
	return &plan.Game{
		ID: "test/holdem", Name: "Hold'em", MinSeats: 2, MaxSeats: 10, Pos: diag.Pos{File: "test.star", Line: 1, Col: 1},
		Forced: []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Stakes: plan.StakesRule{Default: "2-4", Pos: diag.Pos{File: "test.star", Line: 9, Col: 5}},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 2},
			bet(plan.LeftOfBlind, plan.Small),
			{Kind: plan.Burn, Count: 1},
			{Kind: plan.Board, Count: 3},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Board, Count: 1},
			bet(plan.LeftOfButton, plan.Big),
			{Kind: plan.Showdown, Show: &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High}}}},
		},
	}
}

func TestParseStakes(t *testing.T) {
	cents := func(s plan.Stakes) plan.Stakes {
		s.Scale = plan.Cents
		return s
	}
	for _, c := range []struct {
		text string
		want plan.Stakes
		says string
	}{
		{"2-4", cents(plan.Stakes{
			Name: "2-4", Small: plan.Range{Lo: 200, Hi: 200}, Big: plan.Range{Lo: 400, Hi: 400}, SB: 100, BB: 200, Chip: 100,
		}), "fixed limit 2-4, blinds 1/2"},
		{"$2-$4", cents(plan.Stakes{
			Name: "2-4", Small: plan.Range{Lo: 200, Hi: 200}, Big: plan.Range{Lo: 400, Hi: 400}, SB: 100, BB: 200, Chip: 100,
		}), "fixed limit 2-4, blinds 1/2"},
		{"5-10", cents(plan.Stakes{ // angies.limits.5-10: blinds 2.50/5
			Name: "5-10", Small: plan.Range{Lo: 500, Hi: 500}, Big: plan.Range{Lo: 1000, Hi: 1000}, SB: 250, BB: 500, Chip: 50,
		}), "fixed limit 5-10, blinds 2.50/5"},
		{"3-6 blinds 1/3", cents(plan.Stakes{
			Name: "3-6", Small: plan.Range{Lo: 300, Hi: 300}, Big: plan.Range{Lo: 600, Hi: 600}, SB: 100, BB: 300, Chip: 100,
		}), "fixed limit 3-6, blinds 1/3"},
		{"1-2 blinds .50/1", cents(plan.Stakes{
			Name: "1-2", Small: plan.Range{Lo: 100, Hi: 100}, Big: plan.Range{Lo: 200, Hi: 200}, SB: 50, BB: 100, Chip: 50,
		}), "fixed limit 1-2, blinds 0.50/1"},
		{"1-3/1-6", cents(plan.Stakes{ // angies.limits.1-3-1-6: BB 1, SB .50
			Name: "1-3/1-6", Structure: betting.Spread, Small: plan.Range{Lo: 100, Hi: 300}, Big: plan.Range{Lo: 100, Hi: 600}, SB: 50, BB: 100, Chip: 50,
		}), "spread limit 1-3/1-6, blinds 0.50/1"},
		{"$1-$3/$1-$6", cents(plan.Stakes{
			Name: "1-3/1-6", Structure: betting.Spread, Small: plan.Range{Lo: 100, Hi: 300}, Big: plan.Range{Lo: 100, Hi: 600}, SB: 50, BB: 100, Chip: 50,
		}), "spread limit 1-3/1-6, blinds 0.50/1"},
		{"2-4/2-8", cents(plan.Stakes{ // angies.limits.2-4-2-8: BB 2, SB 1
			Name: "2-4/2-8", Structure: betting.Spread, Small: plan.Range{Lo: 200, Hi: 400}, Big: plan.Range{Lo: 200, Hi: 800}, SB: 100, BB: 200, Chip: 100,
		}), "spread limit 2-4/2-8, blinds 1/2"},
		{"pl 2-5", cents(plan.Stakes{
			Name: "pl 2-5", Structure: betting.PotLimit, Small: plan.Range{Lo: 500}, Big: plan.Range{Lo: 500}, SB: 200, BB: 500, Chip: 100,
		}), "pot limit, blinds 2/5"},
		{"nl  1-2  ante 0.25", cents(plan.Stakes{
			Name: "nl 1-2", Structure: betting.NoLimit, Small: plan.Range{Lo: 200}, Big: plan.Range{Lo: 200}, SB: 100, BB: 200, Ante: 25, Chip: 25,
		}), "no limit, blinds 1/2, ante 0.25"},
		{"nl 1-2 chip 5", cents(plan.Stakes{
			Name: "nl 1-2", Structure: betting.NoLimit, Small: plan.Range{Lo: 200}, Big: plan.Range{Lo: 200}, SB: 100, BB: 200, Chip: 500,
		}), "no limit, blinds 1/2"},
		{"4-8 ante 0.5 bring-in 2 chip 0.25", cents(plan.Stakes{
			Name: "4-8", Small: plan.Range{Lo: 400, Hi: 400}, Big: plan.Range{Lo: 800, Hi: 800}, SB: 200, BB: 400, Ante: 50, BringIn: 200, Chip: 25,
		}), "fixed limit 4-8, blinds 2/4, ante 0.50, bring-in 2"},
		{"nl 0-2", cents(plan.Stakes{ // one blind only
			Name: "nl 0-2", Structure: betting.NoLimit, Small: plan.Range{Lo: 200}, Big: plan.Range{Lo: 200}, BB: 200, Chip: 100,
		}), "no limit, a blind of 2"},
		{"", cents(plan.Stakes{ // the house's default
			Name: "2-4", Small: plan.Range{Lo: 200, Hi: 200}, Big: plan.Range{Lo: 400, Hi: 400}, SB: 100, BB: 200, Chip: 100,
		}), "fixed limit 2-4, blinds 1/2"},
	} {
		got, err := holdem().ParseStakes(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got != c.want {
			t.Errorf("%q:\n got %+v\nwant %+v", c.text, got, c.want)
		}
		if got.String() != c.says {
			t.Errorf("%q in words: %q, want %q", c.text, got.String(), c.says)
		}
		again, err := holdem().ParseStakes(got.Text())
		if err != nil || again != got {
			t.Errorf("%q written as %q reads as %+v, %v; want the same", c.text, got.Text(), again, err)
		}
	}
}

func TestParseStakesRefuses(t *testing.T) {
	const hint = `for example "2-4"`
	for _, c := range []struct{ text, want string }{
		{"2", `"2" is not two amounts with a "-" between them`},
		{"4-2", `"4-2": the second amount must be above zero and at least the first`},
		{"0-0", `the second amount must be above zero and at least the first`},
		{"0-4", "smallest bet is 0"},
		{"0-3/1-6", "smallest bet is 0"},
		{"1-3/0-6", "smallest bet is 0"},
		{"2-x", `"x" is not an amount in dollars`},
		{"x-2", `"x" is not an amount in dollars`},
		{"2-4/", `"" is not two amounts`},
		{"/2-4", `"" is not two amounts`},
		{"-2-4", `is not an amount`},
		{"2-4.005", `"4.005" is not an amount in dollars with at most two decimals`},
		{"pl", "the blinds are missing"},
		{"nl 2-1", "at least the first"},
		{"nl 0-0", "above zero"},
		{"xl 1-2", `"xl" is not two amounts`},
		{"2-4 blinds 1-2", `"1-2" is not two amounts with a "/" between them`},
		{"2-4 blinds", `"blinds" needs an amount after it`},
		{"2-4 antes 1", `"antes" is not one of blinds, ante, bring-in, chip`},
		{"2-4 ante -1", `"-1" is not an amount`},
		{"2-4 ante 1 2", `"2" needs an amount after it`},
		{"1000000000000-2000000000000", "is not an amount"},
	} {
		_, err := holdem().ParseStakes(c.text)
		var fault *diag.Error
		switch {
		case err == nil:
			t.Errorf("%q is accepted", c.text)
		case !errors.As(err, &fault):
			t.Errorf("%q: %v, want a Fault", c.text, err)
		case !strings.Contains(fault.Msg, c.want):
			t.Errorf("%q: %q, want %q in it", c.text, fault.Msg, c.want)
		case !strings.HasPrefix(fault.Hint, hint):
			t.Errorf("%q: hint %q, want %s…", c.text, fault.Hint, hint)
		case fault.Pos.String() != "test.star:9:5" || !strings.HasPrefix(err.Error(), "test.star:9:5: "):
			t.Errorf("%q: %v, want the place of the stakes, test.star:9:5", c.text, err)
		}
	}
}

// posted returns a game of a house that posts its stakes, as house 004's buy-in
// table does.
func posted(only bool) *plan.Game {
	g := holdem()
	g.Stakes.Posted = []string{"1-2 blinds .50/1", "2-4 blinds 1/2", "3-6 blinds 1/3", "pl 2-5"}
	g.Stakes.OnlyPosted = only
	return g
}

func TestPostedStakes(t *testing.T) {
	for _, c := range []struct {
		text   string
		sb, bb int64
	}{
		{"3-6", 100, 300}, // house004.holdem.blinds: in a 3 & 6 game 1.00 and 3.00
		{" 3-6 ", 100, 300},
		{"$3-$6", 100, 300},
		{"3-6 blinds 1/3", 100, 300},
		{"3-6  blinds  $1/$3", 100, 300},
		{"3-6 blinds 1/3 chip 1", 100, 300},
		{"1-2", 50, 100},
		{"pl 2-5", 200, 500},
		{"pl  2-5", 200, 500},
	} {
		for _, only := range []bool{false, true} {
			s, err := posted(only).ParseStakes(c.text)
			if err != nil || s.SB != c.sb || s.BB != c.bb {
				t.Errorf("%q, only posted %v: blinds %d/%d, %v; want %d/%d", c.text, only, s.SB, s.BB, err, c.sb, c.bb)
			}
		}
	}
	for _, c := range []struct {
		text     string
		only     bool
		bb, chip int64
	}{
		{"3-6 chip 0.5", false, 300, 50},
		{"3-6 blinds 1/3 chip 0.5", false, 300, 50},
		{"3-6 chip 1", true, 300, 100}, // the same as without a chip
		{"1-2 chip 0.5", true, 100, 50},
	} {
		s, err := posted(c.only).ParseStakes(c.text)
		if err != nil || s.BB != c.bb || s.Chip != c.chip {
			t.Errorf("%q, only posted %v: big blind %d, chip %d, %v; want %d and %d", c.text, c.only, s.BB, s.Chip, err, c.bb, c.chip)
		}
	}
	s, err := posted(false).ParseStakes("3-6 blinds 2/3")
	if err != nil || s.SB != 200 {
		t.Errorf("other blinds than posted: %d/%d, %v; want 2/3 as named", s.SB, s.BB, err)
	}
	for _, text := range []string{"4-8", "3-6 blinds 2/3", "pl 1-2", "pl 2-5 ante 1", "3-6 chip 0.5", "nonsense"} {
		var fault *diag.Error
		if _, err := posted(true).ParseStakes(text); !errors.As(err, &fault) {
			t.Errorf("%q where only posted stakes are played: %v", text, err)
		} else if !strings.Contains(fault.Msg, "not posted in this house") || fault.Hint != `posted are "1-2", "2-4", "3-6", "pl 2-5"` {
			t.Errorf("%q: %q, hint %q", text, fault.Msg, fault.Hint)
		}
	}
}

func TestStakesBounds(t *testing.T) {
	bounds := func(r plan.StakesRule) *plan.Game {
		g := holdem()
		r.Default, r.Pos = g.Stakes.Default, g.Stakes.Pos
		g.Stakes = r
		return g
	}
	casino := bounds(plan.StakesRule{Min: 100, Max: 1000000})
	cash := bounds(plan.StakesRule{ForcedMax: 1000})
	potOnly := bounds(plan.StakesRule{Kinds: []betting.Structure{betting.PotLimit}})
	for _, c := range []struct {
		name string
		game *plan.Game
		text string
		want string // "" if accepted
	}{
		{"omaha-casino.fee.limits: 0.50/1 refused", casino, "0.50-1", "stakes 0.50-1: the house's lowest limit is 1"},
		{"the least", casino, "1-2", ""},
		{"the highest", casino, "5000-10000", ""},
		{"above the highest", casino, "10000-20000", "the house's highest limit is 10000"},
		{"a big blind above the highest", casino, "nl 5000-20000", "the house's highest limit is 10000"},
		{"a range above the highest", casino, "1-3/1-20000", "the house's highest limit is 10000"},
		{"a range below the least", casino, "0.50-3/1-6", "the house's lowest limit is 1"},
		{"omaha-cash.wager.forced-cap: 5/10 accepted", cash, "pl 5-10", ""},
		{"omaha-cash.wager.forced-cap: 10/20 refused", cash, "pl 10-20", "no forced bet can be above 10"},
		{"omaha-cash.wager.forced-cap: ante 11 refused", cash, "pl 5-10 ante 11", "no forced bet can be above 10"},
		{"a bring-in is a forced bet", cash, "20-40 blinds 5/10 bring-in 11", "no forced bet can be above 10"},
		{"only pot limit", potOnly, "pl 1-2", ""},
		{"not played in fixed limit", potOnly, "2-4", "the game is played pot limit, not fixed limit"},
	} {
		s, err := c.game.ParseStakes(c.text)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %q: %v", c.name, c.text, err)
		case c.want == "" && s.Max != c.game.Stakes.Max:
			t.Errorf("%s: a wager is bounded by %d, want %d", c.name, s.Max, c.game.Stakes.Max)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %q: %v, want %q", c.name, c.text, err, c.want)
		}
	}
}

func TestStakesDefaults(t *testing.T) {
	g := holdem()
	g.Stakes.Ante, g.Stakes.BringIn = 50, 100
	s, err := g.ParseStakes("2-4")
	if err != nil || s.Ante != 50 || s.BringIn != 100 || s.Chip != 50 {
		t.Errorf("ante %d, bring-in %d, chip %d, %v; want the house's 50 and 100, and the chip that they need", s.Ante, s.BringIn, s.Chip, err)
	}
	s, err = g.ParseStakes("2-4 ante 1 bring-in 2")
	if err != nil || s.Ante != 100 || s.BringIn != 200 {
		t.Errorf("ante %d, bring-in %d, %v; want those named, 100 and 200", s.Ante, s.BringIn, err)
	}
	for ref, want := range map[plan.AmountRef]int64{plan.SmallBlind: 100, plan.BigBlind: 200, plan.Ante: 100, plan.BringIn: 200} {
		if got := s.Amount(ref); got != want {
			t.Errorf("%s: %d, want %d", ref, got, want)
		}
	}
	g = holdem()
	g.Forced = nil
	s, err = g.ParseStakes("2-4 ante 1")
	if err != nil || s.SB != 0 || s.BB != 0 {
		t.Errorf("a game without blinds: blinds %d/%d, %v", s.SB, s.BB, err)
	}
	if again, err := g.ParseStakes(s.Text()); err != nil || again != s {
		t.Errorf("a game without blinds: %q reads as %+v, %v; want %+v", s.Text(), again, err, s)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		text       string
		small, big betting.Limit
	}{
		{
			"2-4",
			betting.Limit{Lo: 200, Hi: 200, Chip: 100},
			betting.Limit{Lo: 400, Hi: 400, Chip: 100},
		},
		{ // angies.limits.1-3-1-6: any whole-dollar bet, though the small blind is .50
			"1-3/1-6",
			betting.Limit{Structure: betting.Spread, Lo: 100, Hi: 300, Chip: 100},
			betting.Limit{Structure: betting.Spread, Lo: 100, Hi: 600, Chip: 100},
		},
		{
			"0.50-2/0.50-4",
			betting.Limit{Structure: betting.Spread, Lo: 50, Hi: 200, Chip: 50},
			betting.Limit{Structure: betting.Spread, Lo: 50, Hi: 400, Chip: 50},
		},
		{
			"pl 1-2",
			betting.Limit{Structure: betting.PotLimit, Lo: 200, Chip: 100},
			betting.Limit{Structure: betting.PotLimit, Lo: 200, Chip: 100},
		},
		{
			"nl 0.50-1",
			betting.Limit{Structure: betting.NoLimit, Lo: 100, Chip: 50},
			betting.Limit{Structure: betting.NoLimit, Lo: 100, Chip: 50},
		},
	} {
		g := holdem()
		s, err := g.ParseStakes(c.text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Bind(s)
		if err != nil {
			t.Fatal(err)
		}
		if b.Limits[plan.Small] != c.small || b.Limits[plan.Big] != c.big {
			t.Errorf("%s:\n got %+v\nwant %+v, %+v", c.text, b.Limits, c.small, c.big)
		}
	}
}

func TestParseMoney(t *testing.T) {
	for text, want := range map[string]int64{
		"$1": 100, "$0.50": 50, "$1k": 100_000, "1k": 100_000, "2.5K": 250_000, "2": 200, "0.50": 50, ".5": 50, ".05": 5, "10": 1000, "007": 700, "1.": 100, "0": 0, "999999999999.99": 99999999999999,
	} {
		if got, err := plan.ParseMoney(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".", "-1", "+1", "1.234", "1,5", "1 000", "$", "$$1", "1e3", "x", "1000000000000", "٣"} {
		if got, err := plan.ParseMoney(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestMoney(t *testing.T) {
	for _, c := range []struct {
		units, scale int64
		want         string
	}{
		{250, 100, "2.5"},
		{200, 100, "2"},
		{5, 100, "0.05"},
		{0, 100, "0"},
		{-250, 100, "-2.5"},
		{-5, 100, "-0.05"},
		{7, 1, "7"},
		{1001, 1000, "1.001"},
		{123456789, 10000, "12345.6789"},
	} {
		if got := plan.Money(c.units, c.scale); got != c.want {
			t.Errorf("%d units of 1/%d: %q, want %q", c.units, c.scale, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1e13).Draw(t, "cents")
		if got, err := plan.ParseMoney(plan.Money(n, plan.Cents)); err != nil || got != n {
			t.Fatalf("%d cents are written %q and read as %d, %v", n, plan.Money(n, plan.Cents), got, err)
		}
	})
}

// TestStakesOfTheOtherKind checks that stakes for games against a bank and for
// games for a pot are not interchangeable, and that the hint fits the game.
func TestStakesOfTheOtherKind(t *testing.T) {
	for _, c := range []struct {
		game *plan.Game
		text string
		hint string // "" if they fit
	}{
		{holdem(), "2-4", ""},
		{holdem(), "bets 2-50", "such stakes are for games against a bank"},
		{banked(), "bets 2-50", ""},
		{banked(), "2-4", `for example "bets 2-50"`},
		{banked(), "nl 1-2", `for example "bets 2-50"`},
	} {
		_, err := c.game.ParseStakes(c.text)
		var f *diag.Error
		switch {
		case c.hint == "" && err != nil:
			t.Errorf("%s with %s: %v", c.game.Name, c.text, err)
		case c.hint != "" && (!errors.As(err, &f) || f.Hint != c.hint || !strings.Contains(f.Msg, "do not fit "+c.game.Name)):
			t.Errorf("%s with %s: %v, want the remedy %s", c.game.Name, c.text, err, c.hint)
		}
	}
}

// TestStakesAsOtherRoomsWriteThem checks that the hint gives the spelling that
// ParseStakes accepts.
func TestStakesAsOtherRoomsWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"2/4": "2-4", "nl1/2": "nl 1-2", "$1/$2 NL": "nl 1-2", "PLO 1/2": "pl 1-2",
		"limit 3/6": "3-6", "no-limit 1-2 ante 0.5": "nl 1-2 ante 0.5",
	} {
		_, err := holdem().ParseStakes(text)
		var fault *diag.Error
		if !errors.As(err, &fault) || fault.Hint != fmt.Sprintf("did you mean %q?", want) {
			t.Errorf("%q: %v, want the hint %q", text, fault, want)
		}
	}
}
