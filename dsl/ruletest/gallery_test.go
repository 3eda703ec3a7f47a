package ruletest_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/scripts"
	"cardroom/stdlib"
)

var long = flag.Bool("long", false, "take every rule of every game of the gallery away, not a sample")

// TestGalleryRules removes the rules of the gallery's games, one at a time, and checks that a test of the gallery then fails.
func TestGalleryRules(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the gallery's tests very often")
	}
	every := 97
	if *long {
		every = 1
	}
	o := star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Parsed: &star.Parsed{}}
	lib := dsl.NewLibrary(o)
	games, err := lib.House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	files, err := ruletest.Find(scripts.FS, "gallery")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, f := range files {
		files[i] = "@scripts//" + f
	}
	var now without
	var of map[string]bool
	tests, err := ruletest.Load(t.Context(), ruletest.Options{Options: o, Change: func(g *plan.Game) *plan.Game {
		of[g.ID] = true
		if g.ID != now.game {
			return g
		}
		return now.take(g)
	}}, files)
	if err != nil {
		t.Fatal(err)
	}
	all, about := tests.Tests, map[string][]*ruletest.Test{} // the tests that play a game
	for _, test := range all {
		of, tests.Tests = map[string]bool{}, []*ruletest.Test{test}
		if who := whoNotices(t.Context(), tests); who != "" {
			t.Fatalf("%s fails with all rules in place", who)
		}
		for game := range of {
			about[game] = append(about[game], test)
		}
	}
	tried, known := 0, 0
	for _, g := range games {
		for _, w := range rules(g) {
			if tried++; tried%every != 0 {
				continue
			}
			now, tests.Tests = w, about[w.game]
			switch who := whoNotices(t.Context(), tests); {
			case who == "" && w.equivalent():
				known++
			case who == "":
				t.Errorf("%s without %s: no test notices", w.game, w.rule)
			}
		}
	}
	t.Logf("%d rules of %d games, every %d. taken away; %d change nothing", tried, len(games), every, known)
}

// whoNotices returns the first test that fails, or "".
func whoNotices(ctx context.Context, tests *ruletest.Suite) (who string) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tests.Run(ctx, func(r *ruletest.Result) {
		if r.Status == ruletest.Failed && who == "" {
			who = r.Test.Name
			stop()
		}
	})
	return who
}

// without is a game with one of its rules removed.
type without struct {
	game, rule string
	take       func(*plan.Game) *plan.Game
}

// equivalent reports whether the game plays the same with and without the rule.
func (w without) equivalent() bool {
	return slices.Contains(sameWithout[w.game], w.rule)
}

// sameWithout are the rules that make no difference, by game.
var sameWithout = map[string][]string{
	// All cards of a row or path and of the hand are the five that play.
	"gallery/iron-cross":                 {"step 11, high, how many cards play"},
	"gallery/tic-tac-holdem":             {"step 17, high, how many cards play"},
	"gallery/criss-cross-super-holdem-8": {"step 16, high, how many cards play", "step 16, low, how many cards play"},
	// A card on three boards plays once.
	"gallery/tapiola-holdem": {"step 1, its boards"},
	// If nobody qualifies for the only part, all remaining players divide the pot anyway.
	"gallery/duck-flush": {"step 9, high, what wins otherwise"},
	// With five ranks, the only straight is ace-high in the usual order too.
	"gallery/royal-hold-em": {"step 9, high, its ranking"},
	// Who has had the last turn does nothing in the rounds that would follow.
	"gallery/knock-poker": {"step 8, until"},
}

// rules returns the distinctive rules of a game: its cards, questions and payments, step by step, and what wins. Rounds of
// betting, burn cards and amounts are common to all games.
func rules(g *plan.Game) (out []without) {
	add := func(rule string, change func(*plan.Game)) {
		out = append(out, without{g.ID, rule, func(g *plan.Game) *plan.Game {
			copied := *g
			copied.Steps = slices.Clone(g.Steps)
			change(&copied)
			return &copied
		}})
	}
	usual := rank.High
	if g.Deck.Jokers > 0 {
		usual = rank.HighWild
	}
	for i := range g.Steps {
		if g.Steps[i].Again > 0 {
			continue // it changes with the step that it repeats
		}
		at := fmt.Sprintf("step %d, ", i+1)
		switch s := &g.Steps[i]; s.Kind {
		case plan.Bet, plan.Burn, plan.Jump, plan.Repeat:
		case plan.Showdown:
			for _, r := range showdownRules(s.Show, usual) {
				add(at+r.name, func(g *plan.Game) {
					g.Steps[i].Show = r.show
				})
			}
		default:
			add(at+s.Word(), func(g *plan.Game) {
				everyRound(g, i, func(k int) { g.Steps[k] = plan.Step{Kind: plan.Jump, Jump: k + 1, Again: g.Steps[k].Again} })
			})
			if s.Kind == plan.Deal {
				add(at+"how it lies", func(g *plan.Game) { everyRound(g, i, func(k int) { g.Steps[k].Up = ^s.Up }) })
			}
			if s.Kind == plan.Board && s.On != 0 && s.On != 1<<len(g.Boards)-1 {
				add(at+"its boards", func(g *plan.Game) { everyRound(g, i, func(k int) { g.Steps[k].On = 0 }) })
			}
			if s.AsksCards() && s.Ask.Rule == plan.Chosen && s.Ask.Most > 1 {
				add(at+"one of its cards", func(g *plan.Game) {
					ask := *s.Ask
					ask.Most--
					ask.Least = min(ask.Least, ask.Most)
					everyRound(g, i, func(k int) { g.Steps[k].Ask = &ask })
				})
			}
		}
	}
	return out
}

// everyRound changes a step and those that repeat it.
func everyRound(g *plan.Game, at int, change func(k int)) {
	for k := range g.Steps {
		if g.First(k) == at {
			change(k)
		}
	}
}

// shown is a showdown with one of its rules removed.
type shown struct {
	name string
	show *plan.ShowdownStep
}

// showdownRules returns the showdown with each of its rules removed in turn; hands of another ranking are compared by the usual
// one.
func showdownRules(sd *plan.ShowdownStep, usual *rank.Ranking) (out []shown) {
	add := func(name string, change func(*plan.ShowdownStep)) {
		copied := *sd
		copied.Parts = slices.Clone(sd.Parts)
		change(&copied)
		out = append(out, shown{name, &copied})
	}
	if sd.Match != nil {
		add("what losers match", func(sd *plan.ShowdownStep) { sd.Match = nil })
	}
	if sd.Both != "" {
		add("both", func(sd *plan.ShowdownStep) { sd.Both = "" })
	}
	for i, p := range sd.Parts {
		if len(sd.Parts) > 1 {
			add(p.Name, func(sd *plan.ShowdownStep) { sd.Parts = slices.Delete(sd.Parts, i, i+1) })
		}
		for _, rule := range []struct {
			name string
			has  bool
			take func(*plan.Part)
		}{
			{"its ranking", p.Ranking.Name() != usual.Name() && p.Floor == nil, func(p *plan.Part) { p.Ranking = usual }},
			{"how many cards play", p.Use != nil, func(p *plan.Part) { p.Use = nil }},
			{"the hand that plays", p.Hands != 0, func(p *plan.Part) { p.Hands = 0 }},
			{"its boards", p.Boards != 0, func(p *plan.Part) { p.Boards = 0 }},
			{"which own cards play", p.From != plan.AllCards, func(p *plan.Part) { p.From = plan.AllCards }},
			{"what qualifies", p.Floor != nil, func(p *plan.Part) { p.Floor = nil }},
			{"what must be held", p.Holding != 0, func(p *plan.Part) { p.Holding = 0 }},
			{"what must be beaten", p.Beats != 0, func(p *plan.Part) { p.Beats = 0 }},
			{"its share", p.Share > 1, func(p *plan.Part) { p.Share = 1 }},
			{"who competes", p.Chosen != nil, func(p *plan.Part) { p.Chosen = nil }},
			{"what wins otherwise", p.Else != nil || p.Nobody != plan.OthersDivide, func(p *plan.Part) { p.Else, p.Nobody = nil, plan.OthersDivide }},
		} {
			if rule.has {
				add(strings.TrimSpace(p.Name+", "+rule.name), func(sd *plan.ShowdownStep) { rule.take(&sd.Parts[i]) })
			}
		}
	}
	return out
}
