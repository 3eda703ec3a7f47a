package dsl_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"github.com/pelletier/go-toml/v2"
)

// fixture is one complete hand of the rule book.
type fixture struct {
	ID     string
	Game   string
	Table  string
	Seats  string
	Button string
	Stacks map[string]int64
	Deck   string
	Steps  []string
	Net    map[string]int64
	House  int64
}

// played maps a fixture to its script, its stakes and its options.
var played = map[string]struct {
	game, stakes string
	set          map[string]string
}{
	"AH1":  {game: "angies/holdem", stakes: "2-4"},
	"AO1":  {game: "angies/omaha", stakes: "2-4"},
	"AO8":  {game: "angies/omaha-hilo", stakes: "2-4"},
	"SRH":  {game: "sanrafael/holdem", stakes: "3-6"},
	"SRO":  {game: "sanrafael/omaha", stakes: "3-6"},
	"OC1":  {game: "casino/omaha", stakes: "10-20"},
	"OCO":  {game: "omahacash/omaha", stakes: "pl 2-2"},
	"OCH":  {game: "omahacash/omaha-hilo", stakes: "pl 2-2"},
	"HTH":  {game: "house004/holdem", stakes: "5-10"},
	"AS7":  {game: "angies/stud7", stakes: "2-4"},
	"AS8":  {game: "angies/stud7-hilo8", stakes: "2-4"},
	"ARZ":  {game: "angies/razz", stakes: "2-4"},
	"AS5":  {game: "angies/stud5", stakes: "2-4"},
	"AD5":  {game: "angies/draw5", stakes: "2-4"},
	"AD8":  {game: "angies/draw5-hilo8", stakes: "2-4"},
	"ALB":  {game: "angies/lowball", stakes: "2-4"},
	"ALB2": {game: "angies/lowball", stakes: "2-4"},
	"AOA":  {game: "angies/option-alley", stakes: "2-4"},
	"ER1":  {game: "elresbalon/stud5"},
	"H5S":  {game: "house004/stud5", stakes: "2-4"},
	"H7S":  {game: "house004/stud7", stakes: "2-4"},
	"HDR":  {game: "house004/draw", stakes: "2-4"},
	"HLB":  {game: "house004/lowball", stakes: "2-4"},
}

// library returns the houses with the given options.
func library(_ testing.TB, set map[string]string) *dsl.Library { return fuzzhouses.With(set) }

func bound(t testing.TB, lib *dsl.Library, id, stakes string) *plan.AtStakes {
	t.Helper()
	g, err := lib.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.BindTo(stakes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFixtures(t *testing.T) {
	data, err := os.ReadFile("../testdata/rulebook/fixtures.toml")
	if err != nil {
		t.Fatal(err)
	}
	var book struct{ Fixture []fixture }
	if err := toml.Unmarshal(data, &book); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range book.Fixture {
		how, ok := played[f.ID]
		if !ok {
			t.Errorf("fixture %s is not played", f.ID)
			continue
		}
		n++
		t.Run(f.ID, func(t *testing.T) {
			p := &fixturePlay{t: t, f: f, seats: strings.Fields(f.Seats)}
			p.run(bound(t, library(t, how.set), how.game, how.stakes))
		})
	}
	if n != len(played) || n != len(book.Fixture) {
		t.Errorf("%d of the book's %d fixtures are played, %d are listed", n, len(book.Fixture), len(played))
	}
}

type fixturePlay struct {
	t     *testing.T
	f     fixture
	seats []string
	h     hand.Hand
	log   hand.Log
	pots  []int64 // the unchecked pot sizes, after each change
	read  int     // events that have been read into pots
}

func (p *fixturePlay) seat(name string) int {
	for i, s := range p.seats {
		if s == name {
			return i
		}
	}
	p.t.Fatalf("no seat %q", name)
	return 0
}

func (p *fixturePlay) run(b *plan.AtStakes) {
	s := hand.Setup{Plan: b, Button: p.seat(p.f.Button), Log: &p.log, Deck: p.deck(b)}
	for _, name := range p.seats {
		s.Stacks = append(s.Stacks, p.f.Stacks[name]*plan.Cents)
	}
	if err := p.h.Start(&s); err != nil {
		p.t.Fatal(err)
	}
	for _, step := range p.f.Steps {
		if err := p.step(strings.Fields(step)); err != nil {
			p.t.Fatalf("step %q: %v", step, err)
		}
	}
	if p.h.Pending() != nil {
		p.t.Fatalf("the hand is not over: %s", p.h.Legal())
	}
	for i, name := range p.seats {
		if got, want := p.h.Net(i), p.f.Net[name]*plan.Cents; got != want {
			p.t.Errorf("%s: net %s, want %s", name, plan.Money(got, plan.Cents), plan.Money(want, plan.Cents))
		}
	}
	if got, want := p.h.House(), p.f.House*plan.Cents; got != want {
		p.t.Errorf("house: %s, want %s", plan.Money(got, plan.Cents), plan.Money(want, plan.Cents))
	}
}

// deck returns the fixture's cards followed by the rest of the deck.
func (p *fixturePlay) deck(b *plan.AtStakes) []cards.Card {
	deck := cards.MustParse(p.f.Deck)
	used := cards.SetOf(deck...)
	for _, c := range b.Game.Deck.Append(nil) {
		if !used.Has(c) {
			deck = append(deck, c)
		}
	}
	return deck
}

// step plays or checks one step of the fixture.
func (p *fixturePlay) step(w []string) error {
	switch w[0] {
	case "post", "fee":
		kind := hand.Posted
		if w[0] == "fee" {
			kind = hand.Collected
		}
		return p.find(kind, p.seat(w[1]), w[2])
	case "uncalled":
		return p.find(hand.Returned, p.seat(w[1]), w[2])
	case "award":
		return p.find(hand.Won, p.seat(w[1]), "")
	case "drop":
		return p.find(hand.Collected, -1, w[1])
	case "pot":
		return p.pot(p.amount(w[1]))
	case "ante":
		for i := range p.seats {
			if err := p.find(hand.PostedAnte, i, w[1]); err != nil {
				return err
			}
		}
		return nil
	case "first":
		return p.first(p.seat(w[1]))
	case "expose":
		return p.choose(p.seat(w[1]), hand.PickCards, strings.Join(w[2:], ""))
	case "draw", "buy":
		return p.choose(p.seat(w[1]), hand.PickCards, strings.Join(w[2:], ""))
	case "draw5":
		return p.choose(p.seat(w[1]), hand.PickCards, cards.Format(p.h.Hole(p.seat(w[1]))))
	case "deal", "burn", "board", "round", "showdown", "fifth":
		return nil // the dealer does it automatically; later steps show the cards
	}
	return p.act(p.seat(w[0]), w[1:])
}

// first checks who opens: whose turn it is, or who made the forced bet.
func (p *fixturePlay) first(seat int) error {
	p.idle(-1)
	last := p.log.Events[len(p.log.Events)-2]
	if last.Kind == hand.BroughtIn && int(last.Seat) == seat {
		return nil
	}
	if d := p.h.Pending(); d == nil || int(d.Seat) != seat {
		return fmt.Errorf("the turn is not this seat's: %s", p.h.Legal())
	}
	return nil
}

// choose discards or turns up cards.
func (p *fixturePlay) choose(seat int, kind hand.ActionKind, text string) error {
	p.idle(seat)
	cs, err := cards.Read(text)
	if err != nil {
		return err
	}
	return p.h.Apply(hand.Action{Kind: kind, Seat: int8(seat)}.WithCards(cs))
}

// idle stands pat and declines to straddle for the seats before the given one,
// which the book does not write down.
func (p *fixturePlay) idle(seat int) {
	for d := p.h.Pending(); d != nil && int(d.Seat) != seat; d = p.h.Pending() {
		a := hand.Action{Seat: d.Seat, Kind: hand.PickCards}
		switch d.Kind {
		case hand.CardsAsked:
		case hand.Chosen:
			a = p.h.DefaultAction()
		default:
			return
		}
		if err := p.h.Apply(a); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *fixturePlay) amount(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.t.Fatalf("%q is not an amount", text)
	}
	return n * plan.Cents
}

// find searches for an event.
func (p *fixturePlay) find(kind hand.EventKind, seat int, amount string) error {
	for i := range p.log.Events {
		e := &p.log.Events[i]
		if e.Kind == kind && int(e.Seat) == seat && (amount == "" || e.Amount == p.amount(amount)) {
			return nil
		}
	}
	return fmt.Errorf("no such event")
}

// pot checks that the pot had this size, after the sizes checked before.
func (p *fixturePlay) pot(want int64) error {
	for ; p.read < len(p.log.Events); p.read++ {
		switch e := &p.log.Events[p.read]; {
		case e.Kind == hand.Gathered:
			p.pots = append(p.pots, e.Amount)
		case e.Kind == hand.Collected && e.Seat < 0:
			p.pots = append(p.pots, p.pots[len(p.pots)-1]-e.Amount)
		}
	}
	if len(p.pots) == 0 && p.h.Pot() == want { // antes only
		return nil
	}
	for i, got := range p.pots {
		if got == want {
			p.pots = p.pots[i:]
			return nil
		}
	}
	return fmt.Errorf("pots %v", p.pots)
}

// act plays one action; "C raise 4" means that C adds 4 chips.
func (p *fixturePlay) act(seat int, w []string) error {
	p.idle(-1)
	d := p.h.Pending()
	if d != nil && d.Kind == hand.Wager && w[0] == "bet" && p.find(hand.BroughtIn, seat, w[1]) == nil && p.h.Wagered(seat) == p.amount(w[1]) {
		return nil // the forced bet, which the engine has posted
	}
	if d == nil || int(d.Seat) != seat {
		return fmt.Errorf("not the turn of this seat: %s", p.h.Legal())
	}
	a := hand.Action{Seat: int8(seat)}
	switch w[0] {
	case "fold":
		a.Kind = hand.Fold
	case "check", "pass":
		a.Kind = hand.Check
	case "call":
		a.Kind = hand.Call
		if d.Options.Call != p.amount(w[1]) {
			return fmt.Errorf("the call is %s", plan.Money(d.Options.Call, plan.Cents))
		}
	case "bet", "raise", "allin", "open":
		a.Kind, a.Amount = hand.RaiseTo, p.h.Wagered(seat)+p.amount(w[1])
	default:
		return fmt.Errorf("unknown action")
	}
	return p.h.Apply(a)
}
