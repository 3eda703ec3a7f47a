package dsl_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"github.com/pelletier/go-toml/v2"
)

// killTable is a table of four players, D with the first button, so that A, B,
// C, D sit to its left in that order. Players are A 1, B 2, C 3, D 4.
type killTable struct {
	*testing.T
	tab  table.Table
	deal *table.Deal
	h    hand.Hand
	rule table.Rule
}

const (
	playerA table.Player = iota + 1
	playerB
	playerC
	playerD
)

func newKillTable(t *testing.T, game, stakes, kill string, set map[string]string) *killTable {
	t.Helper()
	lib := library(t, set)
	rule, err := lib.Rule("@stdlib//kill.star", kill)
	if err != nil || rule == nil {
		t.Fatalf("%s: %v", kill, err)
	}
	cfg := &table.Config{
		Games:    []table.Offer{{Plan: bound(t, lib, game, stakes)}},
		MinSeats: 2, MaxSeats: 10, Rules: []table.Rule{rule},
	}
	k := &killTable{T: t, rule: rule}
	if k.tab, err = cfg.Open(1); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		k.apply(table.Event{Kind: table.Join, Player: table.Player(i + 1), Seat: int8(i), Amount: 10000})
	}
	k.tab.PlaceButton(2, -1, -1) // the next is seat 4, D
	return k
}

func (k *killTable) apply(e table.Event) {
	k.Helper()
	if err := k.tab.Apply(e); err != nil {
		k.Fatal(err)
	}
}

// begin deals the next hand; ranks settles who wins when all call.
func (k *killTable) begin(deck []cards.Card) {
	k.Helper()
	var err error
	if k.deal, err = k.tab.Next(); err != nil {
		k.Fatal(err)
	}
	k.deal.Setup.Deck = deck
	if err := k.h.Start(&k.deal.Setup); err != nil {
		k.Fatal(err)
	}
}

func (k *killTable) seatOf(p table.Player) int8 {
	for i, s := range k.deal.Seats {
		if k.tab.Seat(int(s)).Player == p {
			return int8(i)
		}
	}
	return -1
}

func (k *killTable) do(kind hand.ActionKind, amount int64) {
	k.Helper()
	if err := k.h.Apply(hand.Action{Kind: kind, Seat: k.h.Pending().Seat, Amount: amount}); err != nil {
		k.Fatal(err)
	}
}

func (k *killTable) finish() {
	k.Helper()
	if err := k.tab.Finish(&k.h); err != nil {
		k.Fatal(err)
	}
	if !k.tab.Conserved() {
		k.Fatal("chips are not conserved")
	}
}

// wins plays the hand that has begun: everybody else folds.
func (k *killTable) wins(p table.Player) {
	k.Helper()
	for d := k.h.Pending(); d != nil; d = k.h.Pending() {
		switch {
		case d.Kind == hand.StraddleBet:
			k.do(hand.Decline, 0)
		case d.Seat != k.seatOf(p):
			k.do(hand.Fold, 0)
		case d.Options.CanCheck:
			k.do(hand.Check, 0)
		default:
			k.do(hand.Call, 0)
		}
	}
	k.finish()
}

// round plays a whole hand that one player wins.
func (k *killTable) round(p table.Player) {
	k.Helper()
	k.begin(nil)
	k.wins(p)
}

// split plays a hand that all four divide: the board is the best hand.
func (k *killTable) split() {
	k.Helper()
	k.begin(royalBoard(k.T))
	for d := k.h.Pending(); d != nil; d = k.h.Pending() {
		if d.Options.CanCheck {
			k.do(hand.Check, 0)
		} else {
			k.do(hand.Call, 0)
		}
	}
	k.finish()
}

// royalBoard is a deck for hold'em with four players and a royal flush on the
// board.
func royalBoard(t *testing.T) []cards.Card {
	first, err := cards.Parse("2c3c4c5c6c7c8c9c2dTsJsQs3dKs4dAs")
	if err != nil {
		t.Fatal(err)
	}
	used := cards.SetOf(first...)
	for _, c := range (cards.Deck{}).Append(nil) {
		if !used.Has(c) {
			first = append(first, c)
		}
	}
	return first
}

// holds checks who has the kill button, 0 for the pot, and with what streak.
func (k *killTable) holds(p table.Player, streak string) {
	k.Helper()
	want := "struct(holder = None, streak = 0)"
	if p != 0 {
		want = "struct(holder = " + string('0'+byte(p)) + ", streak = " + streak + ")"
	}
	if got := k.tab.Memory(0); got != want {
		k.Errorf("the kill button: %s, want %s", got, want)
	}
}

// stakes checks the limits of the hand that has begun, in cents.
func (k *killTable) stakes(small, big int64) {
	k.Helper()
	l := k.h.Plan().Limits
	if l[0].Lo != small || l[1].Lo != big {
		k.Errorf("limits %d and %d, want %d and %d", l[0].Lo, l[1].Lo, small, big)
	}
}

// posted checks what each of A, B, C, D has posted, in cents.
func (k *killTable) posted(want ...int64) {
	k.Helper()
	for i, w := range want {
		if got := k.h.Wagered(int(k.seatOf(table.Player(i + 1)))); got != w {
			k.Errorf("player %d has posted %d, want %d", i+1, got, w)
		}
	}
}

// TestKillClauses is the acceptance of the kill, each by the check of the rule
// book.
func TestKillClauses(t *testing.T) {
	half := func(t *testing.T) *killTable { return newKillTable(t, "angies/holdem", "2-4", "half_kill", nil) }
	for _, c := range []struct {
		id  string
		run func(t *testing.T)
	}{
		{"angies.limits.kill-scope", func(t *testing.T) {
			lib := library(t, nil)
			for _, kill := range []string{"half_kill", "full_kill"} {
				rule, _ := lib.Rule("@stdlib//kill.star", kill)
				for stakes, ok := range map[string]bool{
					"1-3/1-6": true, "2-4": true, "2-4/2-8": true, "5-10": true, "6-12": true, "10-20": true, "pl 1-2": false, "nl 1-2": false,
				} {
					b := bound(t, lib, "angies/holdem", stakes)
					_, err := (&table.Config{Games: []table.Offer{{Plan: b}}, MinSeats: 2, MaxSeats: 10, Rules: []table.Rule{rule}}).Open(1)
					if (err == nil) != ok {
						t.Errorf("%s at %s: %v", kill, stakes, err)
					}
				}
			}
		}},
		{"angies.kill.1a", func(t *testing.T) {
			k := half(t)
			k.holds(0, "")
			k.begin(nil)
			k.posted(100, 200, 0, 0)
			k.stakes(200, 400)
		}},
		{"angies.kill.1b", func(t *testing.T) {
			k := half(t)
			k.round(playerA)
			k.holds(playerA, "1")
			k = half(t)
			k.split()
			k.holds(0, "")
		}},
		{"angies.kill.2a", func(t *testing.T) {
			k := half(t)
			k.round(playerA)
			k.round(playerA)
			for hand := 3; hand <= 5; hand++ {
				k.begin(nil)
				k.stakes(300, 600) // the same, they do not compound
				if !k.deal.Raised {
					t.Errorf("hand %d is no kill pot", hand)
				}
				k.wins(playerA)
			}
		}},
		{"angies.kill.2b", func(t *testing.T) {
			for _, c := range []struct {
				kill, stakes string
				want         int64
			}{{"half_kill", "5-10", 750}, {"full_kill", "10-20", 2000}, {"full_kill", "5-10 blinds 5/10", 2000}} {
				k := newKillTable(t, "angies/holdem", c.stakes, c.kill, nil)
				k.round(playerC)
				k.round(playerC)
				k.begin(nil)
				if got := k.h.Wagered(int(k.seatOf(playerC))); got != c.want {
					t.Errorf("%s at %s: kill blind %d, want %d", c.kill, c.stakes, got, c.want)
				}
			}
		}},
		{"angies.kill.2c", func(t *testing.T) { checkKillPot(t, "half_kill", 300, 300, 600) }},
		{"angies.kill.2d", func(t *testing.T) { checkKillPot(t, "full_kill", 400, 400, 800) }},
		{"angies.kill.example", func(t *testing.T) {
			// The button is back with D in the kill pot, C is the killer.
			k := half(t)
			k.round(playerC)
			k.round(playerC)
			k.tab.PlaceButton(2, -1, -1)
			k.begin(nil)
			k.posted(100, 200, 300, 0)
			k.stakes(300, 600)
			turn := func(p table.Player, call, minTo int64) {
				t.Helper()
				d := k.h.Pending()
				if d.Seat != k.seatOf(p) || d.Options.Call != call || d.Options.MinTo != minTo {
					t.Errorf("seat %d to call %d, raise to %d; want player %d, %d, %d", d.Seat, d.Options.Call, d.Options.MinTo, p, call, minTo)
				}
			}
			turn(playerC, 0, 600)
			k.do(hand.Check, 0)
			turn(playerD, 300, 600)
			k.do(hand.Call, 0)
			turn(playerA, 200, 600)
			k.do(hand.Call, 0)
			turn(playerB, 100, 600)
			k.do(hand.Call, 0)
			if k.h.Pot() != 1200 || len(k.h.Board()) != 3 {
				t.Errorf("pot %d with %d cards on the board, want 12 on the flop", k.h.Pot(), len(k.h.Board()))
			}
			// The killer in the big blind posts 3 instead of 2.
			k = half(t)
			k.round(playerB)
			k.round(playerB)
			k.tab.PlaceButton(2, -1, -1)
			k.begin(nil)
			k.posted(100, 300, 0, 0)
			// The other reading: the big blind itself is 3.
			k = newKillTable(t, "angies/holdem", "2-4", "half_kill", map[string]string{"kill_mode": "bb"})
			k.round(playerC)
			k.round(playerC)
			k.tab.PlaceButton(2, -1, -1)
			k.begin(nil)
			k.posted(100, 300, 0, 0)
			k.stakes(300, 600)
		}},
		{"angies.kill.3", func(t *testing.T) {
			k := half(t)
			k.round(playerC)
			k.round(playerC)
			k.apply(table.Event{Kind: table.SitOut, Player: playerC})
			k.round(playerA)
			if debt := k.tab.Seat(2).Debt; debt != 300 {
				t.Errorf("C owes %d, want 3", debt)
			}
			k.holds(playerA, "1")
			k.apply(table.Event{Kind: table.Return, Player: playerC})
			k.begin(nil)
			if posts := k.deal.Setup.Posts; len(posts) != 1 || posts[0].Amount != 300 || posts[0].Seat != int(k.seatOf(playerC)) {
				t.Errorf("posts %v", posts)
			}
			// Also after leaving and coming back.
			k = half(t)
			k.round(playerC)
			k.round(playerC)
			k.apply(table.Event{Kind: table.Leave, Player: playerC})
			k.round(playerA)
			k.apply(table.Event{Kind: table.Join, Player: playerC, Seat: 5, Amount: 10000})
			if debt := k.tab.Seat(5).Debt; debt != 300 {
				t.Errorf("C comes back owing %d, want 3", debt)
			}
		}},
		{"angies.kill.4", func(t *testing.T) {
			k := half(t)
			k.round(playerA)
			k.round(playerA)
			k.round(playerB) // a kill pot: A folds, B wins
			k.holds(playerB, "1")
			k.begin(nil)
			k.stakes(200, 400)
		}},
		{"AMBIGUITIES A46: the holder who splits keeps what he has", func(t *testing.T) {
			k := half(t)
			k.round(playerA)
			k.split()
			k.holds(playerA, "1")
			k.round(playerA)
			k.split()
			k.holds(playerA, "2")
			k.begin(nil)
			k.stakes(300, 600)
		}},
		{"AMBIGUITIES A49: no straddle in a kill pot", func(t *testing.T) {
			for won := range 3 {
				k := newKillTable(t, "angies/lowball", "2-4", "half_kill", nil)
				for range won {
					k.round(playerC)
				}
				k.begin(nil)
				if asked := k.h.Pending().Kind == hand.StraddleBet; asked != (won < 2) {
					t.Errorf("after %d wins a straddle is offered: %v", won, asked)
				}
			}
		}},
	} {
		t.Run(c.id, c.run)
	}
}

// checkKillPot: A wins two hands and posts the kill blind in the third, whose
// limits are raised.
func checkKillPot(t *testing.T, kill string, blind, small, big int64) {
	k := newKillTable(t, "angies/holdem", "2-4", kill, nil)
	k.round(playerA)
	k.round(playerA)
	k.begin(nil)
	if got := k.h.Wagered(int(k.seatOf(playerA))); got != blind {
		t.Errorf("A posts %d, want %d", got, blind)
	}
	k.stakes(small, big)
	if notes := strings.Join(k.deal.Notes, ", "); notes != strings.ReplaceAll(kill, "_", " ")+" pot" {
		t.Errorf("the dealer says %q", notes)
	}
	// Both ends of a spread are raised.
	k = newKillTable(t, "angies/holdem", "2-4/2-8", kill, nil)
	k.round(playerA)
	k.round(playerA)
	k.begin(nil)
	if l := k.h.Plan().Limits; l[0].Lo != blind || l[0].Hi != 2*blind || l[1].Hi != 4*blind {
		t.Errorf("spread limits %v", l)
	}
}

var _ = shows(`angies.limits.kill-scope angies.kill.1a angies.kill.1b angies.kill.2a angies.kill.2b angies.kill.2c angies.kill.2d
angies.kill.example angies.kill.3 angies.kill.4`)

// The clauses of seats and chips are shown where the engine's table is tested.
var _ = shows(idsOf("../engine/table/clauses_test.go"))

// idsOf lists the clauses that the table of cases in a test file names.
func idsOf(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	var ids []string
	for _, m := range regexp.MustCompile(`\bids:\s+"([^"]+)"`).FindAllSubmatch(data, -1) {
		ids = append(ids, string(m[1]))
	}
	return strings.Join(ids, " ")
}

// seatMany opens a table with players 1 to n.
func seatMany(t *testing.T, cfg *table.Config, n int) *killTable {
	t.Helper()
	k := &killTable{T: t}
	var err error
	if k.tab, err = cfg.Open(1); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		k.apply(table.Event{Kind: table.Join, Player: table.Player(i + 1), Seat: -1, Amount: 1000000})
	}
	return k
}

// callDown plays the hand that has begun: nobody raises or folds. It returns
// what was put in.
func (k *killTable) callDown() int64 {
	k.Helper()
	for d := k.h.Pending(); d != nil; d = k.h.Pending() {
		switch {
		case d.Kind == hand.StraddleBet:
			k.do(hand.Decline, 0)
		case d.Kind == hand.Discard:
			k.do(hand.DiscardOut, 0)
		case d.Options.CanCheck:
			k.do(hand.Check, 0)
		default:
			k.do(hand.Call, 0)
		}
	}
	k.finish()
	return k.h.PutIn()
}

// TestTableClauses: every clause about kills, collections, seats, buy-ins and
// forced bets that a machine can show is shown by some test.
func TestTableClauses(t *testing.T) {
	data, err := os.ReadFile("../testdata/rulebook/clauses.toml")
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		Clause []struct{ ID, Kind, Machine string }
	}
	if err := toml.Unmarshal(data, &book); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range book.Clause {
		switch c.Kind {
		case "kill", "collection", "seating", "buy-in", "forced-bet":
		default:
			continue
		}
		if c.Machine != "yes" {
			continue
		}
		n++
		if shown[c.ID] == 0 {
			t.Errorf("no test shows %s", c.ID)
		}
	}
	if n < 100 {
		t.Errorf("%d clauses", n)
	}
}

var _ = shows("angies.dealers-choice.rules omaha-casino.round.3a omaha-casino.fee.rule.2")

// TestChosenGame: a game that the button names is played by its own rules,
// lowball without the joker aside. [angies.dealers-choice.rules]
func TestChosenGame(t *testing.T) {
	lib := library(t, nil)
	cfg := tableNamed(t, lib, "angies/dealers-choice")
	for i, o := range cfg.Games {
		own, err := lib.Find(o.Plan.Game.ID)
		if err != nil {
			t.Fatal(err)
		}
		if lowball := own.Name == "Lowball"; !lowball && (&own.Steps[0] != &o.Plan.Game.Steps[0] || own.Deck != o.Plan.Game.Deck) {
			t.Errorf("%s is played otherwise at Dealer's Choice", own.Name)
		}
		k := seatMany(t, cfg, 4)
		k.apply(table.Event{Kind: table.Choose, Player: k.tab.Chooser(), Game: int16(i)})
		k.begin(nil)
		if k.h.Plan() != o.Plan || k.tab.Chooser() != 0 && k.tab.Playing() && k.deal.Game != i {
			t.Errorf("%s was named, %s is played", o.Plan.Game.Name, k.h.Plan().Game.Name)
		}
	}
}

// TestFirstButton: the casino draws for the first button, the others have it
// left of the dealer. [omaha-casino.round.3a, elresbalon.fcs.button-start]
func TestFirstButton(t *testing.T) {
	lib := library(t, nil)
	refs, err := lib.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range refs {
		want := table.LeftOfDealer
		if strings.HasPrefix(ref, "casino/") {
			want = table.HighCard
		}
		if got := tableNamed(t, lib, ref).First; got != want {
			t.Errorf("%s: first button %d, want %d", ref, got, want)
		}
	}
}

// TestCollectionChanges: the fee of a hand is fixed when it begins, and another
// posting is in force from the next hand on. [omaha-casino.fee.rule.2,
// omaha-casino.fee.rule.3]
func TestCollectionChanges(t *testing.T) {
	lib := library(t, nil)
	k := seatMany(t, tableNamed(t, lib, "casino/omaha"), 4)
	for _, c := range []struct {
		change table.Event
		fee    int64
	}{{table.Event{Kind: table.Post}, 200}, {table.Event{Kind: table.Post, Game: 1}, 400}} {
		k.apply(c.change)
		before := k.tab.House().Total()
		k.begin(nil)
		if err := k.tab.Apply(table.Event{Kind: table.Post, Game: 2}); err == nil {
			t.Error("the posting changes during a hand")
		}
		if got := k.deal.Fee; got != c.fee {
			t.Errorf("the hand begins under a fee of %d, want %d", got, c.fee)
		}
		k.callDown()
		if got := k.tab.House().Total() - before; got != c.fee {
			t.Errorf("the house has taken %d, want %d", got, c.fee)
		}
	}
}

// TestHoursOfScripts: when San Rafael's games are offered stands in its script; a
// session that ends after midnight belongs to the day it began.
// [sanrafael.holdem.hours, sanrafael.omaha.hours]
func TestHoursOfScripts(t *testing.T) {
	lib := library(t, nil)
	const hour = 3600
	for _, c := range []struct {
		ref  string
		day  int // Monday 0
		at   int64
		want bool
	}{
		{"sanrafael/holdem", 3, 19 * hour, true},
		{"sanrafael/holdem", 3, 18 * hour, false},
		{"sanrafael/holdem", 4, hour, true},
		{"sanrafael/holdem", 4, 20 * hour, false},
		{"sanrafael/omaha", 0, 23 * hour, true},
		{"sanrafael/omaha", 1, hour + 1800, true},
		{"sanrafael/omaha", 1, 19 * hour, false},
		{"sanrafael/omaha", 6, 18 * hour, true},
	} {
		hours := tableNamed(t, lib, c.ref).Hours
		if len(hours) != 1 {
			t.Fatalf("%s: %d hours", c.ref, len(hours))
		}
		if got := hours[0].Offered(c.day, c.at); got != c.want {
			t.Errorf("%s, %s: on day %d at %d:00 %v", c.ref, hours[0].String(), c.day, c.at/hour, got)
		}
	}
}
