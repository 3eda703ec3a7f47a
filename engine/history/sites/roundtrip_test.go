package sites_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
)

// library returns the houses with options set.
func library(set map[string]string) *dsl.Library { return fuzzhouses.With(set) }

// table is a game with players, for one round trip.
type table struct {
	game   *plan.Game
	stakes string
	stacks []int64
	policy batch.Policy
	seed   uint64
	hands  int64
	// mishaps is the probability of an irregularity at each moment.
	mishaps float64
}

func (tt *table) String() string {
	return fmt.Sprintf("%s stakes %q stacks %v policy %T seed %d", tt.game.ID, tt.stakes, tt.stacks, tt.policy, tt.seed)
}

// playedHand is a hand as it was played, for comparison.
type playedHand struct {
	button int
	deck   string
	events []hand.Event
	stacks []int64
}

// play plays the hands of a table and records them.
func (tt *table) play(t *testing.T) (text []byte, hands []playedHand) {
	t.Helper()
	tt.each(t, func(p *batch.Played) (err error) {
		h := playedHand{button: p.Setup.Button, deck: fmt.Sprint(p.Deck), events: slices.Clone(p.Log.Events)}
		for seat := range p.Hand.Seats() {
			h.stacks = append(h.stacks, p.Hand.Stack(seat))
		}
		hands = append(hands, h)
		text, err = replay.Encode(text, int64(len(hands)), p.Setup, p.Hand, p.Log, p.Deck)
		text = append(text, '\n')
		return err
	})
	return text, hands
}

// each plays the hands of a table.
func (tt *table) each(t *testing.T, do func(p *batch.Played) error) {
	t.Helper()
	bound, err := tt.game.BindTo(tt.stakes)
	if err != nil {
		t.Fatalf("%v: %v", tt, err)
	}
	job := &batch.Job{
		Plan: bound, Stacks: tt.stacks, Seed: tt.seed, From: 1, To: tt.hands + 1,
		Policy: func() (batch.Policy, error) { return tt.policy, nil },
		Record: func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
			return to, do(p)
		},
		Write: func([]byte) error { return nil },
	}
	if tt.mishaps > 0 {
		job.Mishaps = &batch.Mishaps{Rate: tt.mishaps}
	}
	if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
		t.Fatalf("%v: %v", tt, err)
	}
}

// turned returns the events of a record with the seats of the table: a record lists the players
// from the left of the button.
func turned(events []hand.Event, button, n int) []hand.Event {
	out := slices.Clone(events)
	for i := range out {
		if out[i].Seat >= 0 {
			out[i].Seat = int8((int(out[i].Seat) + button + 1) % n)
		}
		if out[i].Kind == hand.PassedOn || out[i].Kind.Facts().Mutual {
			out[i].Other = int8((int(out[i].Other) + button + 1) % n)
		}
	}
	return out
}

// roundTrip plays hands, writes them, reads them and replays them: everything must happen the same,
// event by event, including burns.
func (tt *table) roundTrip(t *testing.T, find replay.Finder) {
	t.Helper()
	text, hands := tt.play(t)
	log := &hand.Log{}
	player := replay.NewPlayer(find, log)
	reader := history.NewReader("saved.phhs", text, history.Options{})
	var rec history.Hand
	for i := range hands {
		if err := reader.Next(&rec); err != nil {
			t.Fatalf("%v: hand %d: %v", tt, i+1, err)
		}
		row := player.Play(&rec)
		if !row.OK || !row.Complete || !row.Checked {
			t.Fatalf("%v: hand %d: ok %v, complete %v, checked %v: %v\n%s", tt, i+1, row.OK, row.Complete, row.Checked, row.Err, history.Append(nil, &rec))
		}
		was := &hands[i]
		n := len(was.stacks)
		if row.Game != tt.game.ID {
			t.Fatalf("%v: hand %d is replayed as %s", tt, i+1, row.Game)
		}
		for seat, want := range was.stacks {
			if got := player.Hand().Stack((seat - was.button - 1 + 2*n) % n); got*plan.Cents/row.Scale != want {
				t.Fatalf("%v: hand %d: seat %d ends with %d, had %d", tt, i+1, seat+1, got, want)
			}
		}
		got := turned(log.Events, was.button, n)
		for k := range max(len(got), len(was.events)) {
			if k >= len(got) || k >= len(was.events) || got[k] != was.events[k] {
				t.Fatalf("%v: hand %d: event %d of %d is %s, was %s\n%s", tt, i+1, k, len(was.events),
					eventAt(got, k), eventAt(was.events, k), history.Append(nil, &rec))
			}
		}
	}
	if err := reader.Next(&rec); err != io.EOF {
		t.Errorf("%v: after the last hand: %v", tt, err)
	}
}

func eventAt(events []hand.Event, k int) string {
	if k >= len(events) {
		return "missing"
	}
	return fmt.Sprintf("%s %+v", events[k].Kind, events[k])
}

// stacksOf returns n stacks of a few big blinds: some cannot post, most can be all in at any time.
func stacksOf(n int, sizes ...int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = sizes[i%len(sizes)]
	}
	return out
}

// hands returns a fifth of a number of hands, or four times the number with -long.
func hands(n int64) int64 {
	if *long {
		return 4 * n
	}
	return n / 8
}

// Every saved game replays card by card, with two players and with the maximum, with deep and with
// tiny stacks.
func TestRoundTrip(t *testing.T) {
	lib := library(nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	find := finder(lib)
	for _, g := range testkit.Sweep(games, 8) {
		t.Run(g.ID, func(t *testing.T) {
			for _, n := range []int{2, 3, g.MaxSeats} {
				for _, stacks := range [][]int64{stacksOf(n, 100000), stacksOf(n, 100, 4000, 700, 1900, 300), stacksOf(n, 500, 200, 2500)} {
					for k, policy := range []batch.Policy{batch.Random{}, batch.Caller{}} {
						tt := &table{game: g, stacks: stacks, policy: policy, seed: uint64(10*n + k), hands: hands(25)}
						tt.roundTrip(t, find)
					}
				}
			}
		})
	}
}

// The games of the gallery replay too: two hands of each, or a hundred thousand with -long.
func TestRoundTripGallery(t *testing.T) {
	lib := library(nil)
	games, err := lib.House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	find := finder(lib)
	for i, g := range testkit.Sweep(games, 15) {
		t.Run(g.ID, func(t *testing.T) {
			tables := []*table{{game: g, stacks: stacksOf(g.MaxSeats, 100, 4000, 700, 1900, 300), policy: batch.Random{}, seed: uint64(i), hands: 2}}
			if *long {
				tables = nil
				for k := range 200 { // batches of five hundred hands
					tables = append(tables, &table{
						game: g, stacks: stacksOf(g.MinSeats+k%(g.MaxSeats-g.MinSeats+1), 100, 4000, 700, 100000, 300),
						policy: batch.Random{}, seed: uint64(k), hands: 500,
					})
				}
			}
			for _, tt := range tables {
				tt.roundTrip(t, find)
			}
		})
	}
}

// Hands with irregularities replay too: each irregularity happens at the same moment and gets the
// same ruling.
func TestRoundTripMishaps(t *testing.T) {
	lib := library(nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	find := finder(lib)
	for _, g := range testkit.Sweep(games, 8) {
		t.Run(g.ID, func(t *testing.T) {
			for _, n := range []int{2, 3, g.MaxSeats} {
				for k, stacks := range [][]int64{stacksOf(n, 100000), stacksOf(n, 500, 200, 2500)} {
					tt := &table{game: g, stacks: stacks, policy: batch.Random{}, seed: uint64(10*n + k), hands: hands(40), mishaps: 0.03}
					tt.roundTrip(t, find)
				}
			}
		})
	}
}

// Games of no house replay too, with irregularities.
func TestRoundTripParts(t *testing.T) {
	for _, g := range fuzzhouses.Parts() {
		t.Run(g.Name, func(t *testing.T) {
			for k, rate := range []float64{0, 0.4} {
				tt := &table{game: g, stacks: stacksOf(min(3, g.MaxSeats), 10000, 4000), policy: batch.Random{}, seed: uint64(k + 1), hands: 60, mishaps: rate}
				tt.roundTrip(t, fuzzhouses.FindPart)
			}
		})
	}
}

// A hand with burn cards that lie face up replays without the order of its deck, in which case a burn that it does not name is unknown.
func TestOpenBurnsWithoutDeck(t *testing.T) {
	for _, g := range fuzzhouses.Parts() {
		open := func(s plan.Step) bool { return s.DealsTo(plan.ZoneBurn) && !s.Unseen() }
		if !slices.ContainsFunc(g.Steps, open) {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			tt := &table{game: g, stacks: stacksOf(3, 10000, 4000), policy: batch.Caller{}, seed: 4, hands: 4}
			text, _ := tt.play(t)
			for _, change := range []func(actions []history.Action) []history.Action{
				func(as []history.Action) []history.Action { return as },
				func(as []history.Action) []history.Action { // some are not named
					return slices.CompactFunc(as, func(a, b history.Action) bool { return a.Verb == history.DealBurn && b.Verb == history.DealBurn })
				},
				func(as []history.Action) []history.Action {
					return slices.DeleteFunc(as, func(a history.Action) bool { return a.Verb == history.DealBurn })
				},
			} {
				recs, err := history.Read("saved.phhs", text, history.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for i, rec := range recs {
					rec.Unset(history.KeyDeck)
					rec.Actions = change(rec.Actions)
					if row := replay.NewPlayer(fuzzhouses.FindPart, nil).Play(rec); !row.OK || !row.Complete {
						t.Fatalf("hand %d: %v\n%s", i+1, row.Err, history.Append(nil, rec))
					}
				}
			}
		})
	}
}

// A game with draws replays without the order of its deck, with all cards named, and with those that one seat or nobody has seen: players
// are served in the order of the game, bought cards lie as the old ones did, and discards come back. Where a player arranges the hand or
// buys what is dealt, the record says too little, and the error says so; and rounds against a bank need their deck.
func TestDrawsWithoutDeck(t *testing.T) {
	lib := library(nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	gallery, err := lib.House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	replayed := 0
	for _, g := range slices.Concat(games, gallery, fuzzhouses.Parts(), fuzzhouses.Choices()) {
		if g.Banked() || !slices.ContainsFunc(g.Steps, func(s plan.Step) bool { return s.Draws() }) {
			continue
		}
		find := finder(lib)
		if strings.HasPrefix(g.ID, "@scripts//parts/") {
			find = fuzzhouses.FindPart
		}
		vague := slices.ContainsFunc(g.Steps, func(s plan.Step) bool { return s.Ask != nil && (s.Ask.Arranges() || s.Ask.Offers != nil) })
		for _, n := range []int{min(3, g.MaxSeats), g.MaxSeats} {
			tt := &table{game: g, stacks: stacksOf(n, 10000), policy: batch.Random{}, seed: 7, hands: int64(testkit.Sample(4, 1))}
			tt.each(t, func(p *batch.Played) error {
				for seat := hand.EverySeat; seat < min(n, 3); seat++ {
					log := hand.Log{Events: hand.SeenBy(p.Log.Events, seat)}
					rec, err := replay.Record(p.Setup, p.Hand, &log, nil)
					if err != nil {
						return err
					}
					rec.Unset(history.KeyDeck)
					text := history.Append(nil, rec)
					recs, err := history.Read("seen.phhs", text, history.Options{})
					if err != nil {
						return err
					}
					row := replay.NewPlayer(find, nil).Play(recs[0])
					if row.OK && row.Complete {
						replayed++
						continue
					}
					var wrong *diag.Error
					if !vague || !errors.As(row.Err, &wrong) || !strings.Contains(wrong.Hint, history.KeyDeck) {
						return fmt.Errorf("what seat %d has seen: complete %v: %w\n%s", seat+1, row.Complete, row.Err, text)
					}
				}
				return nil
			})
		}
	}
	if least := testkit.Sample(1500, 300); replayed < least {
		t.Errorf("%d hands, want %d", replayed, least)
	}
}

// Games replay under every reading that a script offers, and at other stakes.
func TestRoundTripReadings(t *testing.T) {
	games, err := library(nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range testkit.Sweep(games, 8) {
		for _, o := range g.Options {
			for _, choice := range o.Choices {
				if choice == o.Value {
					continue
				}
				lib := library(map[string]string{o.Name: choice})
				other, err := lib.Find(g.ID)
				if err != nil {
					t.Fatal(err)
				}
				tt := &table{game: other, stacks: stacksOf(4, 400, 5000, 1500), policy: batch.Random{}, seed: 5, hands: hands(8)}
				t.Run(fmt.Sprintf("%s %s=%s", g.ID, o.Name, choice), func(t *testing.T) { tt.roundTrip(t, finder(library(nil))) })
			}
		}
	}
}

// Odd chips and other units replay the same.
func TestRoundTripStakes(t *testing.T) {
	lib := library(nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range testkit.Sweep(games, 8) {
		for _, stakes := range []string{"nl 0.5-1", "pl 0.25-0.5 chip 0.25", "1-3/1-6", "2-4 blinds 1/2 ante 0.5 chip 0.5", "nl 5-10 ante 1 chip 5", "5-10 bring-in 2.5 ante 0.5", "4-8 chip 2"} {
			if _, err := g.ParseStakes(stakes); err != nil {
				continue
			}
			tt := &table{game: g, stakes: stakes, stacks: stacksOf(4, 40000, 6500, 2500), policy: batch.Random{}, seed: 6, hands: hands(40)}
			t.Run(g.ID+" "+strings.ReplaceAll(stakes, "/", "_"), func(t *testing.T) { tt.roundTrip(t, finder(lib)) })
		}
	}
}

// finder finds games as the program does: with the options of the record.
func finder(lib *dsl.Library) replay.Finder {
	return func(variant string, options map[string]string) (*plan.Game, error) {
		if options == nil {
			return lib.ForVariant(variant)
		}
		return library(options).Find(variant)
	}
}

// Saved hands of PHH's games are PHH: without the fields of the superset, a hand replays from its
// actions alone, with every card named.
func TestPlainPHH(t *testing.T) {
	lib := library(nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, g := range games {
		for _, stacks := range [][]int64{stacksOf(2, 4000, 700), stacksOf(min(6, g.MaxSeats), 10000, 1500, 700, 400)} {
			tt := &table{game: g, stacks: stacks, policy: batch.Random{}, seed: 3, hands: 40}
			text, hands := tt.play(t)
			recs, err := history.Read("saved.phhs", text, history.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(recs[0].Variant, "/") && recs[0].Variant != "FO/8" && recs[0].Variant != "F7S/8" {
				continue
			}
			codes[recs[0].Variant] = true
			player := replay.NewPlayer(finder(lib), nil)
			for i, rec := range recs {
				for len(rec.Extra) > 0 {
					rec.Unset(rec.Extra[0].Key)
				}
				row := player.Play(rec)
				if !row.OK || !row.Complete || row.Game != g.ID {
					t.Fatalf("%v: hand %d of %d: %v\n%s", tt, i+1, len(hands), row.Err, history.Append(nil, rec))
				}
			}
		}
	}
	if len(codes) != 11 {
		t.Errorf("%d codes of PHH: %v", len(codes), codes)
	}
}

// allIn is a policy that puts everything in.
type allIn struct{}

func (allIn) Act(_ *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	a := hand.Action{Seat: d.Seat, Kind: hand.Check}
	switch o := &d.Options; {
	case d.Kind == hand.CardsAsked:
		a.Kind = hand.PickCards
	case d.BringIn > 0 || o.CanRaise():
		a.Kind, a.Amount = hand.RaiseTo, o.MaxTo
	case o.Call > 0:
		a.Kind = hand.Call
	}
	return a, nil
}

// When the board is run out, hands are shown before the remaining cards, and in stud again when
// they are complete; in draw games all-in players continue to draw.
func TestShownBeforeRunOut(t *testing.T) {
	tests := []struct{ game, want string }{
		{"mixed/nt", "dh dh cbr cc sm sm db db db"},
		{"mixed/po", "dh dh cbr cbr cbr cc sm sm db db db"},
		{"mixed/f7s", "dh dh cbr cbr cbr cbr cc dh dh cbr cbr cc sm sm dh dh dh dh dh dh sm sm"},
		{"mixed/n2l1d", "dh dh cbr cc sd sd sm sm"},
	}
	for _, tt := range tests {
		g, err := library(nil).Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := (&table{game: g, stacks: stacksOf(2, 2500), policy: allIn{}, seed: 1, hands: 1}).play(t)
		recs, err := history.Read("saved.phhs", text, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var verbs []string
		for i := range recs[0].Actions {
			words := strings.Fields(string(recs[0].Actions[i].Append(nil, recs[0].Scale)))
			verbs = append(verbs, words[1])
		}
		if got := strings.Join(verbs, " "); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.game, got, tt.want)
		}
	}
}

// Hands with every kind of question replay event by event, including irregular ones.
func TestRoundTripQuestions(t *testing.T) {
	base, err := library(nil).Find("mixed/f7s")
	if err != nil {
		t.Fatal(err)
	}
	g := *base
	g.ID, g.Variants = "test/questions", nil
	offers := func(inTurn bool) plan.Step {
		return plan.Step{Kind: plan.Asks, Ask: &plan.Ask{
			InTurn: inTurn, Offers: []plan.Offer{{Name: "high"}, {Name: "low"}, {Name: "neither", Effect: plan.DoDecline}},
			Words: plan.Words{Name: "declare", Say: "declare", Does: "declares", Asked: "a declaration"},
		}}
	}
	deal := slices.IndexFunc(g.Steps, func(s plan.Step) bool { return s.Kind == plan.Bet })
	g.Steps = slices.Insert(slices.Clone(g.Steps), deal,
		plan.Pass(2, plan.ToLeft), offers(false), plan.Draw(0, 2, plan.LeftOfButton, plan.DrawStep{}), plan.Expose(1, true), plan.Discard(1, 1), offers(true))
	find := func(string, map[string]string) (*plan.Game, error) { return &g, nil }
	for _, rate := range []float64{0, 0.02} {
		tt := &table{game: &g, stacks: stacksOf(4, 20_000), policy: batch.Random{}, seed: 11, hands: hands(200), mishaps: rate}
		tt.roundTrip(t, find)
	}
}
