package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// greedy stays in every hand and draws as many cards as it may, or a random number.
type greedy struct {
	batch.Caller
	some bool
}

func (p greedy) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if d.Kind != hand.CardsAsked {
		return p.Caller.Act(h, d, r)
	}
	held := h.Hole(int(d.Seat))
	n := min(d.Count, len(held))
	if p.some {
		n = int(r.Below(uint64(n + 1)))
	}
	return hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(held[:n]), nil
}

// TestMostIsKept checks that a condition that holds more often than the script has promised ends the hand with an error at its place, and
// that the count begins anew with each deal.
func TestMostIsKept(t *testing.T) {
	const script = `
def _always(hand):
    """always"""
    return True

g = game("G", stakes = stakes("2-4 ante 1"), forced = [ante()], seats = (3, 3), play = [
    deal(2),
    in_turn([when(_always, [deal(1)], most = %d)]),
    bet(),
    when(passed_out, [redeal()]),
], showdown = best(ranking("r", size = 2)))
`
	for most, want := range map[int]string{3: "", 2: "its steps are played 3 times in a deal, and most = 2 says otherwise"} {
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(fmt.Sprintf(script, most))}}}})
		job := &batch.Job{
			Plan: bound(t, lib, "g.star:g", ""), Seed: 1, From: 1, To: 50, Stacks: []int64{400, 400, 400},
			Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
		}
		_, err := batch.Run(context.Background(), job, 1, nil)
		var e *diag.Error
		if want == "" && err != nil || want != "" && (!errors.As(err, &e) || e.Pos.Line != 8 || e.Msg != want) {
			t.Errorf("most = %d: %v", most, err)
		}
	}
}

// TestBranchInBranch checks that a branch whose last step is a condition that may end the hand does not go on into the other branch:
// with two players nobody is dealt the two cards more.
func TestBranchInBranch(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Files: fstest.MapFS{"g.star": {Data: []byte(`
def _two(hand):
    """two were dealt in"""
    return hand.seats == 2

def _four(hand):
    """four were dealt in"""
    return hand.seats == 4

g = game("G", stakes = stakes("2-4 ante 1"), forced = [ante()], seats = (2, 4), showdown = best(high), play = [
    deal(5),
    when(_two, [when(_four, [redeal()])], otherwise = [deal(2)]),
    bet(),
])
`)}}}})
	plan := bound(t, lib, "g.star:g", "")
	for _, seats := range []int{2, 3} {
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: plan, Seed: 1, Stacks: []int64{400, 400, 400}[:seats]}); err != nil {
			t.Fatal(err)
		}
		h.Next()
		if got, want := len(h.Hole(0)), map[int]int{2: 5, 3: 7}[seats]; got != want {
			t.Errorf("with %d players %d cards, want %d", seats, got, want)
		}
	}
}

// TestLoadedGamesHaveCards checks that a game that loads never runs out of cards, whatever is drawn before cards are dealt to
// all: with a board or another card after a draw, whatever the script says about a short stub, with and without irregularities.
func TestLoadedGamesHaveCards(t *testing.T) {
	loaded, refused := 0, 0
	for _, seats := range []int{2, 4, 5, 6, 8, 9, 10} {
		for _, play := range []struct {
			held, board int
			steps       string
		}{
			{5, 1, "deal(5), bet(), draw(5), bet(), board(1), bet()"},
			{5, 4, "deal(5), bet(), draw(3), bet(), burn(), board(3), bet(), burn(), board(1), bet()"},
			{6, 0, "deal(5), bet(), draw(5), bet(), draw(5), bet(), deal(1), bet()"},
			{5, 5, "deal(4), bet(), draw(4), bet(), board(3), bet(), deal(1, up = True), bet(), board(2), bet()"},
			{6, 1, "deal(2), bet(), deal(1), bet(), deal(1), bet(), deal(1), bet(), deal(1), bet(), board(1), bet()"},
		} {
			for _, stub := range []string{"must suffice", "reshuffle", "common card", "reshuffle or common card"} {
				if stub != "must suffice" && seats*play.held+play.board > 52 {
					continue // not enough cards if nobody folds: a finding of check
				}
				script := fmt.Sprintf("g = game(\"G\", seats = (2, %d), forced = [ante()], stakes = stakes(\"2-4 ante 1\"), short_stub = %q,\n    play = [%s],\n    showdown = best(high))\n", seats, stub, play.steps)
				err := playOut(t, script, seats)
				var e *diag.Error
				switch {
				case err == nil:
					loaded++
				case errors.As(err, &e) && e.Code == star.CodePlan && e.Hint != "" && strings.Contains(e.Msg, "cards"):
					refused++
				default:
					t.Errorf("%s\n%v", script, err)
				}
			}
		}
	}
	if loaded < 60 || refused < 15 {
		t.Errorf("%d games are played, %d refused", loaded, refused)
	}
}

// playOut loads a game and plays it with the maximum number of seats and with two; it returns an error of loading, and fails the
// test for any other.
func playOut(t *testing.T, script string, seats int) error {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"g.star": {Data: []byte(script)}}}, Parsed: &parsed})
	g, err := lib.Find("g.star:g")
	if err != nil {
		return err
	}
	s, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, some := range []bool{false, true} {
		for _, mishaps := range []*batch.Mishaps{nil, {Rate: 0}} { // with a rate of 0 the hand is attended, and nothing goes wrong
			for _, n := range []int{2, seats} {
				job := &batch.Job{
					Plan: b, Seed: 1, From: 1, To: 4, Mishaps: mishaps,
					Policy: func() (batch.Policy, error) { return greedy{some: some}, nil },
				}
				for range n {
					job.Stacks = append(job.Stacks, 40000)
				}
				if r, err := batch.Run(context.Background(), job, 1, nil); err != nil || r.Hands != 3 || r.Showdowns != 3 {
					t.Errorf("%s%d seats: %d hands, %d showdowns, %v", script, n, r.Hands, r.Showdowns, err)
				}
			}
		}
	}
	return nil
}

// TestBoardAfterAnEmptyStub draws the stub down to the last card, and then turns a board card.
func TestBoardAfterAnEmptyStub(t *testing.T) {
	// Four players hold 20 of 52 cards and draw 5, 5 and 6 times 5, so that exactly none is left.
	script := `g = game("G", seats = (2, 4), forced = [ante()], stakes = stakes("2-4 ante 1"), short_stub = "reshuffle",
    play = [deal(5), bet(), burn(2), draw(5), bet(), draw(5), bet(), board(1), bet()],
    showdown = best(high))
`
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"g.star": {Data: []byte(script)}}}, Parsed: &parsed})
	b := bound(t, lib, "g.star:g", "")
	for _, attended := range []hand.Attendance{hand.Unattended, hand.Attended} {
		var h hand.Hand
		var log hand.Log
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{40000, 40000, 40000, 40000}, Seed: 1, Number: 1, Log: &log, Attendance: attended}); err != nil {
			t.Fatal(err)
		}
		drawn := 0
		for d := h.Pending(); d != nil; d = h.Pending() {
			a := hand.Action{Kind: hand.GoOn, Seat: -1}
			if d.Kind != hand.DealerGoesOn {
				a, _ = batch.Caller{}.Act(&h, d, nil)
			}
			if d.Kind == hand.CardsAsked {
				n := min(5, 30-drawn)
				a = a.WithCards(h.Hole(int(d.Seat))[:n])
				drawn += n
			}
			if err := h.Apply(a); err != nil {
				t.Fatal(attended, err)
			}
		}
		boarded, reshuffled := 0, 0
		for _, e := range log.Events {
			switch e.Kind {
			case hand.Boarded:
				boarded++
			case hand.Reshuffled:
				if reshuffled++; boarded > 0 {
					t.Error("reshuffled after the board")
				}
			}
		}
		if drawn != 30 || boarded != 1 || reshuffled != 1 || !h.CardsConserved() || !h.Conserved() {
			t.Errorf("attendance %d: %d drawn, %d boards, %d reshuffles", attended, drawn, boarded, reshuffled)
		}
	}
}
