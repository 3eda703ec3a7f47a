package dsl_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/policies"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/pelletier/go-toml/v2"
)

// TestBankFees compares the fees and limits of California 22 with the rule
// book's rows: every bet in whole dollars costs what its row says.
func TestBankFees(t *testing.T) {
	data, err := os.ReadFile("../testdata/rulebook/collections.toml")
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		Sanrafael struct {
			Cal22_bet struct{ Min, Max int64 }
			Cal22_fee []struct {
				Bet_min, Bet_max int64
				Fee              float64
			}
		}
	}
	if err := toml.Unmarshal(data, &book); err != nil {
		t.Fatal(err)
	}
	b := bound(t, library(t, nil), "sanrafael/california22", "")
	limits := book.Sanrafael.Cal22_bet
	if b.Stakes.Small.Lo != limits.Min*b.Stakes.Scale || b.Stakes.Big.Hi != limits.Max*b.Stakes.Scale {
		t.Errorf("bets from %d to %d", b.Stakes.Small.Lo, b.Stakes.Big.Hi)
	}
	bets := int64(0)
	for _, row := range book.Sanrafael.Cal22_fee {
		for bet := row.Bet_min; bet <= row.Bet_max; bet++ {
			bets++
			h := begin(t, b, 10_000, 10_000)
			say(t, h, "bank", -1)
			say(t, h, "bet", bet*b.Stakes.Scale)
			if want := int64(row.Fee * float64(b.Stakes.Scale)); h.House() != want || h.Net(0) != -want-bet*b.Stakes.Scale+h.Wagered(0) {
				t.Errorf("a bet of %d: the house has %d, want %d", bet, h.House(), want)
			}
		}
	}
	if bets != limits.Max-limits.Min+1 {
		t.Errorf("the rows have %d bets, the limits %d", bets, limits.Max-limits.Min+1)
	}
}

// begin deals a round at a table; the last seat is asked first to bank.
func begin(t *testing.T, b *plan.AtStakes, stacks ...int64) *hand.Hand {
	t.Helper()
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks, Button: len(stacks) - 1, Seed: 7, Number: 1}); err != nil {
		t.Fatal(err)
	}
	return &h
}

func say(t *testing.T, h *hand.Hand, name string, amount int64) {
	t.Helper()
	a, ok := h.Take(name, amount)
	if !ok {
		t.Fatalf("%s is not offered: %s", name, h.Legal())
	}
	if err := h.Apply(a); err != nil {
		t.Fatal(err)
	}
}

// bankedGame is a game against a bank with one set of option values.
type bankedGame struct {
	reading string // "ties=banker", "" for the defaults
	game    *plan.Game
	find    func(ref string) (*plan.Game, error)
}

// bankedGames returns the houses' games against a bank, with the defaults and
// with every other value of each option, and the example.
func bankedGames(t *testing.T) []bankedGame {
	t.Helper()
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: os.DirFS("../examples")}, Parsed: &parsed})
	duel, err := lib.Find("duel.star")
	if err != nil {
		t.Fatal(err)
	}
	out := []bankedGame{{"", duel, lib.Find}}
	changes := changeGames()
	for _, id := range []string{"changes/player", "changes/house"} {
		g, err := changes.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, bankedGame{"", g, changes.Find})
	}
	for _, g := range allGames(t) {
		if !g.Banked() {
			continue
		}
		out = append(out, bankedGame{"", g, library(t, nil).Find})
		for _, o := range g.Options {
			for _, value := range o.Choices {
				if value == o.Default || o.Name == "decks" && value != "1" {
					continue
				}
				other := library(t, map[string]string{o.Name: value})
				game, err := other.Find(g.ID)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, bankedGame{o.Name + "=" + value, game, other.Find})
			}
		}
	}
	if len(out) < 19 {
		t.Fatalf("%d readings", len(out))
	}
	return out
}

// TestBankedLaws plays random rounds against a bank, with every value of every
// option, two to eight seats and stakes that run short, and checks every
// decision: chips are conserved, no card occurs more often than in the decks,
// every choice offered can be made, a copy is independent, the same seed gives
// the same bytes with any number of workers, and records replay.
func TestBankedLaws(t *testing.T) {
	rounds := int64(400)
	if *million {
		rounds = 1_000_000
	}
	for _, g := range testkit.Sweep(bankedGames(t), 8) {
		t.Run(strings.TrimSpace(g.game.ID+" "+g.reading), func(t *testing.T) {
			t.Parallel()
			rounds := rounds
			if g.reading != "" {
				rounds /= 8
			}
			b := boundOf(t, g.game)
			r := hand.NewSource(22, 1)
			for k := int64(0); k < rounds/tableHands; k++ {
				job := &batch.Job{
					Plan: b, Stacks: randomStacks(b, &r), Seed: r.Uint64(), From: 1, To: 1 + tableHands,
					Policy: func() (batch.Policy, error) { return suspicious{}, nil },
				}
				first := bytesOf(t, job, 1)
				if k%16 != 0 {
					continue
				}
				if !bytes.Equal(first, bytesOf(t, job, 3)) {
					t.Fatalf("seed %d is not the same twice", job.Seed)
				}
				replays(t, first, g.find)
			}
		})
	}
}

// replays replays records.
func replays(t *testing.T, data []byte, find func(ref string) (*plan.Game, error)) {
	t.Helper()
	recs, err := history.Read("rounds.phhs", data, history.Options{})
	if err != nil || len(recs) == 0 {
		t.Fatalf("%d records: %v", len(recs), err)
	}
	player := replay.NewPlayer(func(variant string, _ map[string]string) (*plan.Game, error) { return find(variant) }, nil)
	for _, rec := range recs {
		if row := player.Play(rec); !row.OK {
			t.Fatal(row.Err)
		}
	}
}

func boundOf(t *testing.T, g *plan.Game) *plan.AtStakes {
	t.Helper()
	b, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// bytesOf returns the records of a job's rounds, played by a number of workers.
func bytesOf(t *testing.T, job *batch.Job, workers int) []byte {
	t.Helper()
	var all []byte
	job.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) {
		if sum := sumOf(p.Hand); sum != 0 {
			return to, fmt.Errorf("seats and house come to %d", sum)
		}
		return replay.Encode(to, n, p.Setup, p.Hand, p.Log, p.Deck)
	}
	job.Write = func(b []byte) error { all = append(all, b...); return nil }
	if _, err := batch.Run(context.Background(), job, workers, nil); err != nil {
		t.Fatalf("stacks %v: %v", job.Stacks, err)
	}
	return all
}

// sumOf returns the total won by all seats and the house.
func sumOf(h *hand.Hand) int64 {
	sum := h.House()
	for i := range h.Seats() {
		sum += h.Net(i)
	}
	return sum
}

// suspicious is the random policy that, before it chooses, tries the limits of
// every choice offered in a copy of the hand, and checks that the hand itself
// does not change.
type suspicious struct{ batch.Random }

func (s suspicious) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if err := inspect(h, d); err != nil {
		return hand.Action{}, err
	}
	if d.Kind == hand.Chosen && len(h.Offers()) == 0 {
		return hand.Action{}, fmt.Errorf("seat %d is asked and nothing is offered", d.Seat+1)
	}
	before := picture(h)
	if r.Below(8) == 0 {
		if err := tryAll(h, d); err != nil {
			return hand.Action{}, err
		}
	}
	if now := picture(h); now != before {
		return hand.Action{}, fmt.Errorf("a copy has changed the hand:\n%s\n%s", before, now)
	}
	return s.Random.Act(h, d, r)
}

// tryAll makes each choice offered in a copy, twice with the same result, and
// checks that amounts outside the limits are refused.
func tryAll(h *hand.Hand, d *hand.Decision) error {
	for k, o := range h.Offers() {
		for _, amount := range []int64{o.Min, o.Max} {
			a := hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(k), Amount: amount}
			one, two := *h, *h
			one.Follow(nil)
			two.Follow(nil)
			if err := one.Apply(a); err != nil {
				return err
			}
			if err := two.Apply(a); err != nil || !one.Same(&two) || picture(&one) != picture(&two) {
				return fmt.Errorf("%s for %d is not the same twice: %v", o.Name, amount, err)
			}
		}
		wrong := *h
		wrong.Follow(nil)
		a := hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(k), Amount: o.Max + 1}
		if wrong.Apply(a) == nil || !wrong.Same(h) {
			return fmt.Errorf("%s for %d is accepted, or has changed the hand", o.Name, o.Max+1)
		}
	}
	return nil
}

// picture returns everything that can be seen of a hand, as text.
func picture(h *hand.Hand) string {
	var b strings.Builder
	fmt.Fprint(&b, h.Banker(), h.Stake(), h.Bettors(), h.House(), h.LeftInStub(), h.Legal())
	for i := range h.Seats() {
		fmt.Fprint(&b, "/", h.Stack(i), h.Wagered(i))
		for k := range h.Hands(i) {
			cs, wager := h.Cards(i, k)
			fmt.Fprint(&b, " ", cards.Format(cs), cards.Format(h.Showing(i, k)), wager)
		}
	}
	return b.String()
}

// TestBorrowedRules checks that every step and choice of California 22 cites a
// clause or names the source from which it is borrowed.
func TestBorrowedRules(t *testing.T) {
	b := bound(t, library(t, nil), "sanrafael/california22", "")
	for i := range b.Game.Steps {
		st := &b.Game.Steps[i]
		if st.Kind != plan.Jump && len(st.Clauses) == 0 && st.Source == "" {
			t.Errorf("%s: %s neither cites nor is borrowed", st.Pos, st.Word())
		}
		if st.Ask == nil {
			continue
		}
		for _, c := range st.Ask.Offers {
			if c.Effect == plan.DoPlay && len(c.Clauses) == 0 && c.Source == "" {
				t.Errorf("%s: %s neither cites nor is borrowed", c.Pos, c.Name)
			}
		}
	}
}

// TestBankGoesRound plays a session: nobody banks more than two rounds in a
// row, the offer begins with the last banker or the next player, and a saved
// table continues as it would have without saving.
func TestBankGoesRound(t *testing.T) {
	cfg := tableNamed(t, library(t, nil), "sanrafael/california22")
	tbl, err := cfg.Open(5)
	if err != nil {
		t.Fatal(err)
	}
	for p := table.Player(1); p <= 5; p++ {
		if err := tbl.Apply(table.Event{Kind: table.Join, Player: p, Seat: -1, Amount: 100_000}); err != nil {
			t.Fatal(err)
		}
	}
	row, last, longest := 0, table.Player(0), 0
	for round := uint64(0); round < 400; round++ {
		saved, err := cfg.Restore(tbl.Save())
		if err != nil || saved != tbl {
			t.Fatalf("round %d: the saved table is another: %v", round, err)
		}
		d, err := tbl.Next()
		if err != nil {
			t.Fatal(err)
		}
		var h hand.Hand
		if err := h.Start(&d.Setup); err != nil {
			t.Fatal(err)
		}
		if first := tbl.Seat(int(d.Seats[h.Pending().Seat])).Player; row == 2 && first == last || row == 1 && first != last {
			t.Fatalf("round %d: player %d is asked first, player %d has banked %d in a row", round, first, last, row)
		}
		r := hand.NewSource(5, round)
		for p := h.Pending(); p != nil; p = h.Pending() {
			a, _ := batch.Random{}.Act(&h, p, &r)
			if err := h.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		now := table.Player(0)
		if h.Banker() >= 0 {
			now = tbl.Seat(int(d.Seats[h.Banker()])).Player
		}
		if row++; now != last || now == 0 {
			row, last = min(int(now), 1), now
		}
		longest = max(longest, row)
		if err := tbl.Finish(&h); err != nil {
			t.Fatal(err)
		}
	}
	if longest != 2 {
		t.Errorf("somebody has banked %d rounds in a row", longest)
	}
}

// TestBankUndo steps back and forth through rounds: every state is restored,
// and a different choice leads elsewhere without changing the original.
func TestBankUndo(t *testing.T) {
	b := bound(t, library(t, nil), "sanrafael/california22", "")
	for seed := range uint64(40) {
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{9_000, 3_000, 700, 12_000}, Button: 3, Seed: seed}); err != nil {
			t.Fatal(err)
		}
		line := hand.NewTimeline(&h)
		r := hand.NewSource(seed, 2)
		pictures := []string{picture(line.Hand())}
		for d := line.Hand().Pending(); d != nil; d = line.Hand().Pending() {
			a, err := batch.Random{}.Act(line.Hand(), d, &r)
			if err != nil {
				t.Fatal(err)
			}
			if err := line.Do(a, nil); err != nil {
				t.Fatal(err)
			}
			pictures = append(pictures, picture(line.Hand()))
		}
		for k := len(pictures) - 2; k >= 0; k-- {
			if !line.Undo() || picture(line.Hand()) != pictures[k] {
				t.Fatalf("seed %d: state %d has changed", seed, k)
			}
			fork := *line.Hand()
			if err := fork.Apply(fork.DefaultAction()); err != nil {
				t.Fatal(err)
			}
		}
		for k := 1; line.Redo(); k++ {
			if picture(line.Hand()) != pictures[k] {
				t.Fatalf("seed %d: state %d has changed", seed, k)
			}
		}
	}
}

// TestBankRecordRefused checks that a record with a choice that was not offered
// is refused at its position.
func TestBankRecordRefused(t *testing.T) {
	lib := library(t, nil)
	job := &batch.Job{
		Plan: bound(t, lib, "sanrafael/california22", ""), Stacks: []int64{9_000, 9_000}, Seed: 3, From: 1, To: 2,
		Policy: func() (batch.Policy, error) { return batch.Caller{}, nil },
	}
	text := string(bytesOf(t, job, 1))
	for _, c := range []struct{ from, to, want string }{
		{"choose bank 90", "choose bank 91", "only from $2 to $90"},
		{"choose bank 90", "choose bank", "only from $2 to $90"},
		{"choose bank 90", "choose stand", "that is not offered"},
		{"choose bank 90", "choose bank much", "that is not offered"},
		{"choose bet 2", "choose bet 51", "only from $2 to $50"},
		{"choose bet 2", "choose bank 2", "that is not offered"},
		{"p1 choose bet 2", "p2 choose bet 2", "out of turn"},
		{"_stakes = 'bets 2-50 chip 0.5'", "_stakes = 'bets 5-50'", "not posted"},
		{"_hand = 1", "_hand = 1\n_banked = 1000", "1000 rounds in a row"},
	} {
		changed := strings.Replace(text, c.from, c.to, 1)
		recs, err := history.Read("round.phhs", []byte(changed), history.Options{})
		if err != nil || changed == text {
			t.Fatalf("%s: %v\n%s", c.to, err, text)
		}
		row := replay.NewPlayer(func(variant string, _ map[string]string) (*plan.Game, error) { return lib.Find(variant) }, nil).Play(recs[0])
		if row.OK || row.Err == nil || !strings.Contains(row.Err.Error(), c.want) || !strings.HasPrefix(row.Err.Error(), "round.phhs:") {
			t.Errorf("%s: %v, want %q", c.to, row.Err, c.want)
		}
	}
}

// TestChoiceNames checks that a script's choice may have the name of a choice
// of the bank or the bets, and does what the script says.
func TestChoiceNames(t *testing.T) {
	lib := filesOf(map[string]string{"war.star": `
p = points("p", target = 14, ace = 14)
names = ["bank", "bet", "pass", "decline"]
choices = [choice(n, [raise_wager(times = 2), hand_done] if n == "bet" else [hand_done]) for n in names]

def _allowed(hand):
    return choices

def _compare(player, banker):
    return wins

war = game("War", stakes = stakes("bets 1-9"), play = [bank(), wager(), deal(1), choose(choices, allowed = _allowed), settle(p, compare = _compare)])
`}, star.Options{})
	b := boundOf(t, gameIn(t, lib, "war.star"))
	for name, net := range map[string]int64{"bank": 400, "bet": 1200, "pass": 400, "decline": 400} {
		h := begin(t, b, 10_000, 10_000)
		say(t, h, "bank", -1)
		say(t, h, "bet", 400)
		say(t, h, name, -1)
		if h.Pending() != nil || h.Net(0) != net || h.Banker() != 1 || !h.Conserved() {
			t.Errorf("%s: %d, want %d", name, h.Net(0), net)
		}
	}
	job := &batch.Job{
		Plan: b, Stacks: []int64{10_000, 2_000, 10_000}, Seed: 4, From: 1, To: 60,
		Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
	}
	replays(t, bytesOf(t, job, 1), lib.Find)
}

// TestHiddenBank checks that a seat sees nothing of the banker's down card,
// neither in its view of the hand nor in its events.
func TestHiddenBank(t *testing.T) {
	b := bound(t, library(t, nil), "sanrafael/california22", "")
	deck := manyCards(t, b.Game.Deck, "9h9c9d9c")
	var log hand.Log
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{10_000, 10_000}, Button: 1, Deck: deck, Log: &log}); err != nil {
		t.Fatal(err)
	}
	say(t, &h, "bank", -1)
	say(t, &h, "bet", -1)
	seen := h.SeenBy(0, 0)
	if got, _ := seen.Cards(1, 0); cards.Format(got) != "9c??" {
		t.Errorf("the banker has %s", cards.Format(got))
	}
	if own, _ := h.Cards(1, 0); cards.Format(own) != "9c9c" {
		t.Errorf("the hand itself has %s", cards.Format(own))
	}
	for _, e := range hand.SeenBy(log.Events, 0) {
		if e.Kind == hand.Dealt && e.Seat == 1 && e.Cards[0] != cards.Unknown {
			t.Errorf("the down card is told: %s", e.Cards[0])
		}
	}
}

// manyCards returns a complete deck that begins with the named cards.
func manyCards(t *testing.T, of cards.Deck, text string) []cards.Card {
	t.Helper()
	out, err := of.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	var named [64]int
	for _, c := range out {
		named[c]++
	}
	for _, c := range of.Append(nil) {
		if named[c] > 0 {
			named[c]--
			continue
		}
		out = append(out, c)
	}
	return out
}

// TestDuel plays the example: the bank moves on with every round, the higher
// card wins, and half of a bet may be saved.
func TestDuel(t *testing.T) {
	g := bankedGames(t)[0].game
	b := boundOf(t, g)
	play := func(deck string, words ...string) *hand.Hand {
		t.Helper()
		var h hand.Hand
		if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{10_000, 10_000}, Button: 1, Deck: manyCards(t, g.Deck, deck)}); err != nil {
			t.Fatal(err)
		}
		say(t, &h, "bank", 3_000)
		say(t, &h, "bet", 1_500)
		for _, w := range words {
			say(t, &h, w, -1)
		}
		return &h
	}
	for _, c := range []struct {
		deck, choice string
		net          int64
	}{{"AhKd", "play", 1500}, {"2hKd", "play", -1500}, {"KhKd", "play", 0}, {"2hKd", "surrender", -750}, {"AhKd", "surrender", -750}} {
		if h := play(c.deck, c.choice); h.Net(0) != c.net || h.Net(1) != -c.net || h.Pending() != nil {
			t.Errorf("%s, %s: %d and %d, want %d", c.deck, c.choice, h.Net(0), h.Net(1), c.net)
		}
	}
	var h hand.Hand
	if err := h.Start(&hand.Setup{Plan: b, Stacks: []int64{10_000, 10_000}, Button: 1, Banked: 1}); err != nil || h.Pending().Seat != 0 {
		t.Errorf("after one round the bank is not offered to the next: %v", err)
	}
}

// TestBasicPolicy checks that the example policy plays California 22 without
// errors, and that its players lose less to a bank played by it than players
// who choose uniformly among the choices offered.
func TestBasicPolicy(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: os.DirFS("../examples")}, Parsed: &parsed})
	b := bound(t, lib, "sanrafael/california22", "")
	lost := func(careless bool) int64 {
		job := &batch.Job{
			Plan: b, Stacks: []int64{20_000, 20_000, 20_000, 20_000}, Seed: 4, From: 1, To: 1501,
			Policy: func() (batch.Policy, error) {
				basic, err := policies.Load(lib.Loader, "basic22.star")
				return careful{basic, careless}, err
			},
		}
		r, err := batch.Run(context.Background(), job, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Bank.Total+r.Bettors.Total+r.House.Total != 0 || r.Banked != r.Hands {
			t.Errorf("bank %d, bettors %d, house %d in %d of %d rounds", r.Bank.Total, r.Bettors.Total, r.House.Total, r.Banked, r.Hands)
		}
		return -r.Bettors.Total
	}
	if basic, even := lost(false), lost(true); basic >= even*3/4 {
		t.Errorf("players lose %d by the policy and %d by chance", basic, even)
	}
}

// careful banks, bets and plays by a policy; careless players choose at random
// after they have bet.
type careful struct {
	batch.Policy
	careless bool
}

func (c careful) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if c.careless && h.Choice().Allowed != nil && int(d.Seat) != h.Banker() {
		return batch.Random{}.Act(h, d, r)
	}
	return c.Policy.Act(h, d, r)
}
