package console_test

import (
	"context"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/batch"
	"cardroom/engine/testkit"

	"github.com/google/go-cmp/cmp"
)

// TestPageOfEveryGame checks that the page of each game of the houses is well-formed, is the same with one worker and with two,
// and counts every decision once.
func TestPageOfEveryGame(t *testing.T) {
	std, _, _ := fake.IO(nil)
	games, err := library.Games(context.Background(), std)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	if len(ids) < 50 {
		t.Fatalf("only %d games", len(ids))
	}
	for k, id := range testkit.Sweep(ids, 8) {
		opts := runs.Options{Game: id, Hands: 20, Seed: uint64(k), Stack: bigBlinds("40bb"), Shard: runs.Shard{Index: 1, Count: 1}, Policy: "random"}
		addsUp(t, opts)
		a, b := pageOf(t, opts, 1), pageOf(t, opts, 2)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s: the page depends on the workers:\n%s", id, diff)
		}
		if err := fake.CheckPage(a); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if k%4 == 0 {
			opts.Mishaps = 0.1
			addsUp(t, opts)
			if err := fake.CheckPage(pageOf(t, opts, 1)); err != nil {
				t.Errorf("%s with irregularities: %v", id, err)
			}
		}
	}
}

// addsUp checks the details of a run, which its page shows, against its result.
func addsUp(t *testing.T, opts runs.Options) {
	t.Helper()
	job := jobOf(t, opts)
	job.Details = true
	out, err := batch.Run(context.Background(), job, 2, nil)
	if err != nil {
		t.Fatalf("%s: %v", opts.Game, err)
	}
	decided := int64(0)
	for _, n := range out.Details.Actions {
		decided += n
	}
	if opts.Mishaps == 0 && decided != out.Decisions {
		t.Errorf("%s: %d of %d decisions are counted: %v", opts.Game, decided, out.Decisions, out.Details.Actions)
	}
	if d := out.Details; d.Pots.Total != out.ChipsIn || d.Fees.Total != out.Collected && !job.Plan.Game.HouseBanks() || d.Showdowns != out.Showdowns {
		t.Errorf("%s: the details have %d chips, %d collected, %d showdowns; the result %d, %d, %d",
			opts.Game, d.Pots.Total, d.Fees.Total, d.Showdowns, out.ChipsIn, out.Collected, out.Showdowns)
	}
}

// pageOf returns the page of a run.
func pageOf(t *testing.T, opts runs.Options, workers int) string {
	t.Helper()
	std, stdout, _ := fake.IO(nil)
	opts.Workers, opts.Format = workers, report.HTML
	if err := runs.Run(context.Background(), std, opts); err != nil {
		t.Fatalf("%s: %v", opts.Game, err)
	}
	return stdout.String()
}
