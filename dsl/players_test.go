package dsl_test

import (
	"context"
	"fmt"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// styles are the players of the standard library.
var styles = []string{"tight", "loose", "station", "maniac"}

// players returns a policy that seats players of the standard library in rotation.
func players(lib *dsl.Library, seats int, names ...string) func() (batch.Policy, error) {
	return func() (batch.Policy, error) {
		own := map[int]batch.Policy{}
		for seat := range seats {
			p, err := policies.Load(lib.Loader, "@stdlib//players.star:"+names[seat%len(names)])
			if err != nil {
				return nil, err
			}
			own[seat] = p
		}
		return &batch.Seated{Own: own}, nil
	}
}

// playersJob returns a job of hands of a game with stacks of a hundred big bets.
func playersJob(t testing.TB, lib *dsl.Library, g *plan.Game, seats int, hands int64, names ...string) *batch.Job {
	t.Helper()
	stakes, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	return playersJobAt(t, lib, g, stakes, seats, hands, names...)
}

// playersJobAt is playersJob at the given stakes.
func playersJobAt(t testing.TB, lib *dsl.Library, g *plan.Game, stakes plan.Stakes, seats int, hands int64, names ...string) *batch.Job {
	t.Helper()
	b, err := g.Bind(stakes)
	if err != nil {
		t.Fatal(err)
	}
	stacks := make([]int64, seats)
	for i := range stacks {
		stacks[i] = 100 * max(b.Stakes.BB, b.Stakes.Small.Lo, b.Stakes.Chip)
	}
	return &batch.Job{Plan: b, Stacks: stacks, Seed: 1, From: 1, To: hands + 1, Policy: players(lib, seats, names...)}
}

// TestPlayersPlayEveryGame checks that the players of the standard library can play every game, with irregularities too.
func TestPlayersPlayEveryGame(t *testing.T) {
	hands := int64(1)
	if *long {
		hands = 300
	}
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for k, g := range testkit.Sweep(append(games, galleryGames(t, lib)...), 8) {
		rates := []float64{0.05, 0}
		if k%4 > 0 && !*long { // most only with irregularities
			rates = rates[:1]
		}
		t.Run(g.ID, func(t *testing.T) {
			for _, rate := range rates {
				job := playersJob(t, lib, g, min(5, g.MaxSeats), hands, styles...)
				if rate > 0 {
					job.Mishaps = &batch.Mishaps{Rate: rate}
				}
				r, err := batch.Run(context.Background(), job, 1, nil)
				if err != nil || r.Hands != hands {
					t.Errorf("irregularities %v: %d of %d hands, %v", rate, r.Hands, hands, err)
				}
			}
		})
	}
}

// TestPlayersAtEveryLimit covers fixed, spread, pot and no limit, including bets that are a multiple of more than the smallest
// chip of the table.
func TestPlayersAtEveryLimit(t *testing.T) {
	hands := int64(1)
	if *long {
		hands = 200
	}
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	played := map[string]int{}
	for _, g := range testkit.Sweep(games, 10) {
		for _, text := range []string{"1-3/1-6", "2-4/2-8", "2-4", "5-10", "pl 1-2", "nl 1-2", "nl 1-2 ante 0.5"} {
			stakes, err := g.ParseStakes(text)
			if err != nil {
				continue // the house does not offer it
			}
			played[text]++
			r, err := batch.Run(context.Background(), playersJobAt(t, lib, g, stakes, min(6, g.MaxSeats), hands, styles...), 1, nil)
			if err != nil || r.Hands != hands {
				t.Errorf("%s at %s: %d hands, %v", g.ID, text, r.Hands, err)
			}
		}
	}
	for _, text := range []string{"1-3/1-6", "2-4", "pl 1-2", "nl 1-2"} {
		if played[text] == 0 {
			t.Errorf("no game was played at %s", text)
		}
	}
}

// TestPlayersRepeat checks that players' actions depend only on the hand, not on the number of workers or on previous hands.
func TestPlayersRepeat(t *testing.T) {
	lib := library(t, nil)
	for _, id := range testkit.Some([]string{"mixed/nt", "mixed/f7s", "mixed/f5d", "banked/blackjack", "banked/paigow"}, 2) {
		g, err := lib.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		var all string
		for from := range int64(3) {
			for workers := 1; workers <= 2; workers++ {
				job := playersJob(t, lib, g, min(4, g.MaxSeats), 40, styles...)
				job.From = 38 - 10*from
				job.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) {
					if n < 38 {
						return to, nil
					}
					for _, e := range p.Log.Events {
						to = fmt.Append(to, e.Kind, e.Seat, e.Amount, e.List(), "\n")
					}
					return to, nil
				}
				told := ""
				job.Write = func(b []byte) error { told += string(b); return nil }
				if _, err := batch.Run(context.Background(), job, workers, nil); err != nil {
					t.Fatal(err)
				}
				if all == "" {
					all = told
				}
				if told != all || told == "" {
					t.Errorf("%s from hand %d with %d workers: hands 38 to 40 were played otherwise", id, job.From, workers)
				}
			}
		}
	}
}

// TestPlayersShowDown checks that a table of the four styles reaches a showdown about as often as people do, in no limit and in
// limit.
func TestPlayersShowDown(t *testing.T) {
	if testing.Short() {
		t.Skip("plays hundreds of hands")
	}
	lib := library(t, nil)
	for _, id := range []string{"mixed/nt", "mixed/ft"} {
		g, err := lib.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		r, err := batch.Run(context.Background(), playersJob(t, lib, g, 6, 300, "tight", "loose", "tight", "station", "loose", "maniac"), 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if rate := float64(r.Showdowns) / float64(r.Hands); rate < 0.15 || rate > 0.4 {
			t.Errorf("%s: %.0f %% of the hands come to a showdown", id, 100*rate)
		}
	}
}

// TestTightWins checks that tight players win against stations and maniacs.
func TestTightWins(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a thousand hands")
	}
	lib := library(t, nil)
	g, err := lib.Find("mixed/nt")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"station", "maniac"} {
		r, err := batch.Run(context.Background(), playersJob(t, lib, g, 6, 500, "tight", other), 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		net := int64(0)
		for seat := 0; seat < 6; seat += 2 {
			net += r.Net[seat].Total
		}
		if net <= 0 {
			t.Errorf("three tight players lose %d to three of %s", -net, other)
		}
	}
}
