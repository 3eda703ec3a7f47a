package ruletest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// tableAction is something that a player does at a table other than playing a hand.
type tableAction struct {
	kind        table.EventKind
	verb, plain string // "joins", "join"
	usage, doc  string
	read        func(s *Table, e *table.Event, words []string) error
}

// tableActions are the events of players. A verb that hands know too is a table action only if
// nobody must act in a hand.
var tableActions []tableAction

// An init function, because deeds read names of games and these list deeds.
func init() {
	tableActions = []tableAction{
		{table.Join, "joins", "join", "NAME joins [at SEAT] [with AMOUNT] [and waits]", "takes a seat or goes on the waiting list; \"and waits\" waits for the big blind", arrival},
		{table.Transfer, "transfers", "transfer", "NAME transfers [at SEAT] [with AMOUNT] [and waits]", "comes from another table", arrival},
		{table.Unlist, "withdraws", "withdraw", "NAME withdraws", "leaves the lists; at the table, takes back the vote for another game", withdrawing},
		{table.Move, "moves", "move", "NAME moves to SEAT", "moves to a free seat", seatChange},
		{table.Leave, "leaves", "leave", "NAME leaves", "cashes out and gives up the seat", nothingMore},
		{table.SitOut, "sits", "sit", "NAME sits out", "is not dealt in", saying("out")},
		{table.Return, "returns", "return", "NAME returns [and waits]", "is dealt in again, and posts the owed blinds or waits for the big blind", comingBack},
		{table.Buy, "buys", "buy", "NAME buys AMOUNT", "buys chips", buying},
		{table.CashOut, "cashes", "cash", "NAME cashes out [AMOUNT]", "sells chips, all or some, and keeps the seat", cashing},
		{table.Agree, "agrees", "agree", "NAME agrees to GAME", "votes for another game", naming("to")},
		{table.Choose, "chooses", "choose", "NAME chooses GAME", "names the next game, as the player with the button", naming("")},
		{table.OweBlinds, "must", "must", "NAME must post", "owes the blinds by a ruling", saying("post")},
	}
}

// floor are the events of the floor.
var floor = []tableAction{
	{table.Call, "call", "", "call [at SEAT]", "the next player of the lists is seated", calling},
	{table.Change, "change", "", "change to GAME", "another game is played; \"change to choice\": the button names it", changing},
	{table.Post, "post", "", "post COLLECTION", "another collection is in force", posting},
	{table.Tick, "clock", "", "clock TIME", "the time is 19:30, or 15 minutes later with +15", ticking},
}

func deedOf(verb string) *tableAction { return deedIn(tableActions, verb) }

func deedIn(list []tableAction, verb string) *tableAction {
	for i := range list {
		if list[i].verb == verb || list[i].plain == verb {
			return &list[i]
		}
	}
	return nil
}

// event parses an event, "B joins with 40" or "clock 19:30". ok is false if the
// words are not an event.
func (s *Table) event(words []string) (e table.Event, ok bool, err error) {
	e.Seat = -1
	if d := deedIn(floor, words[0]); d != nil && !slices.Contains(s.names, words[0]) {
		return e, true, d.says(s, &e, words[1:])
	}
	if len(words) < 2 {
		return e, false, nil
	}
	d := deedOf(words[1])
	if d == nil || s.handVerb(words) {
		return e, false, nil
	}
	if d.verb == "joins" || d.verb == "transfers" {
		e.Player = s.player(words[0])
	} else if e.Player, err = s.known(words[0]); err != nil {
		return e, true, err
	}
	return e, true, d.says(s, &e, words[2:])
}

// handVerb reports whether a verb that both know applies to the hand: the draw
// of a game in which cards are bought.
func (s *Table) handVerb(words []string) bool {
	return s.playing() && strings.HasPrefix(words[1], "buy") && s.hand.turn() == words[0]
}

func (d *tableAction) says(s *Table, e *table.Event, words []string) error {
	e.Kind = d.kind
	if err := d.read(s, e, words); err != nil {
		return fmt.Errorf("%w; write it as %q", err, d.usage)
	}
	return nil
}

func nothingMore(_ *Table, _ *table.Event, words []string) error { return unread(words) }

// withdrawing reads who leaves the lists or, at the table, takes back a vote.
func withdrawing(s *Table, e *table.Event, words []string) error {
	if s.t.Find(e.Player) >= 0 {
		e.Kind = table.Withdraw
	}
	return unread(words)
}

// unread returns an error for words that cannot be parsed.
func unread(words []string) error {
	if len(words) == 0 {
		return nil
	}
	return fmt.Errorf("cannot read %q here", strings.Join(words, " "))
}

// arrival parses "at 3 with 100 and waits".
func arrival(s *Table, e *table.Event, words []string) (err error) {
	e.Amount, err = s.stake("", "")
	for err == nil && len(words) >= 2 {
		switch {
		case words[0] == "at":
			err = s.seatNumber(e, words[1])
		case words[0] == "with":
			e.Amount, err = s.units(words[1])
		case words[0] == "and" && words[1] == "waits":
			e.Wait = true
		default:
			return unread(words)
		}
		words = words[2:]
	}
	return errors.Join(err, unread(words))
}

// seatNumber parses a seat, counted from 1.
func (s *Table) seatNumber(e *table.Event, word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > table.MaxSeats {
		return fmt.Errorf("%q is not the number of a seat", word)
	}
	e.Seat = int8(n - 1)
	return nil
}

func seatChange(s *Table, e *table.Event, words []string) error {
	if len(words) > 0 && words[0] == "to" {
		words = words[1:]
	}
	word, err := one(words)
	if err != nil {
		return err
	}
	return s.seatNumber(e, word)
}

func comingBack(_ *Table, e *table.Event, words []string) error {
	if e.Wait = len(words) > 0; e.Wait {
		return expectWords(words, "and", "waits")
	}
	return nil
}

func saying(want string) func(*Table, *table.Event, []string) error {
	return func(_ *Table, _ *table.Event, words []string) error { return expectWords(words, want) }
}

func expectWords(words []string, want ...string) error {
	if slices.Equal(words, want) {
		return nil
	}
	return fmt.Errorf("got %q", strings.Join(words, " "))
}

func buying(s *Table, e *table.Event, words []string) error {
	word, err := one(words)
	if err == nil {
		e.Amount, err = s.units(word)
	}
	return err
}

func cashing(s *Table, e *table.Event, words []string) (err error) {
	if len(words) == 2 {
		if e.Amount, err = s.units(words[1]); err != nil {
			return err
		}
		words = words[:1]
	}
	return expectWords(words, "out")
}

func naming(before string) func(*Table, *table.Event, []string) error {
	return func(s *Table, e *table.Event, words []string) (err error) {
		if len(words) > 0 && words[0] == before {
			words = words[1:]
		}
		e.Game, err = s.game(words)
		return err
	}
}

func calling(s *Table, e *table.Event, words []string) error {
	if len(words) == 2 && words[0] == "at" {
		return s.seatNumber(e, words[1])
	}
	return unread(words)
}

func changing(s *Table, e *table.Event, words []string) (err error) {
	if len(words) > 0 && words[0] == "to" {
		words = words[1:]
	}
	if slices.Equal(words, []string{"choice"}) {
		e.Choose = true
		return nil
	}
	e.Game, err = s.game(words)
	return err
}

func posting(s *Table, e *table.Event, words []string) error {
	name := strings.Join(words, " ")
	var names []string
	for i, p := range s.t.Config().Postings {
		if strings.EqualFold(p.Name, name) {
			e.Game = int16(i)
			return nil
		}
		names = append(names, p.Name)
	}
	return fmt.Errorf("no collection %q: there are %s", name, strings.Join(names, ", "))
}

func ticking(s *Table, e *table.Event, words []string) error {
	word, err := one(words)
	if err == nil {
		e.At, err = clockTime(word, s.t.Now())
	}
	return err
}

// game returns the index of a game offered: by its name or the last part of its
// id, with "at STAKES" if it is offered at several stakes, or "game 2".
func (s *Table) game(words []string) (int16, error) {
	text := strings.ToLower(strings.Join(words, " "))
	if n, err := strconv.Atoi(strings.TrimPrefix(text, "game ")); err == nil {
		return int16(n - 1), nil
	}
	name, stakes, _ := strings.Cut(text, " at ")
	found := -1
	games := s.t.Config().Games
	now := games[s.t.Game()].Plan.Stakes.Name
	elsewhere := !slices.ContainsFunc(games, func(o table.Offer) bool { return o.Plan.Stakes.Name == now && isCalled(o.Plan.Game, name) })
	for i := range games {
		st := games[i].Plan.Stakes.Name
		switch {
		case !isCalled(s.t.Config().Games[i].Plan.Game, name) || stakes != "" && stakes != strings.ToLower(st):
		case stakes == "" && st != now && !elsewhere:
		case found >= 0:
			return 0, fmt.Errorf("several games are called %q: write \"game %d\" or \"game %d\"", text, found+1, i+1)
		default:
			found = i
		}
	}
	if found < 0 {
		var out []string
		for i := range s.t.Config().Games {
			out = append(out, s.gameName(i))
		}
		return 0, &notOffered{text, strings.Join(out, ", ")}
	}
	return int16(found), nil
}

// notOffered is the error for a game that the table does not offer.
type notOffered struct{ name, offered string }

func (e *notOffered) Error() string {
	return fmt.Sprintf("no game %q: the table offers %s", e.name, e.offered)
}

func isCalled(g *plan.Game, name string) bool {
	id := g.ID[strings.LastIndexAny(g.ID, "/:")+1:]
	return name == strings.ToLower(g.Name) || name == id || strings.ReplaceAll(name, "_", "-") == id
}

// gameName returns the name of a game offered, with its stakes.
func (s *Table) gameName(i int) string {
	p := s.t.Config().Games[i].Plan
	return p.Game.Name + " at " + p.Stakes.Name
}

// happens applies an event, including during a hand.
func (s *Table) happens(e table.Event) error {
	if s.playing() {
		return s.t.ApplyDuring(e, &s.hand.h)
	}
	return s.t.Apply(e)
}

// refused checks that something is refused for a reason that contains these
// words, and that it changes nothing.
func (s *Table) refused(words []string, reason string) error {
	text := strings.Join(words, " ")
	before := s.t
	err := s.try(words)
	after := s.t
	s.t = before
	var other *notOffered
	var refused *table.RefusedError
	switch {
	case err == nil:
		return &Failure{What: text, Got: "accepted", Want: "refused"}
	case !errors.As(err, &refused) && !errors.As(err, &other) && text != "deal":
		return err
	case !hasWords(reasonOf(err), reason):
		return &Failure{What: text + " is refused", Got: reasonOf(err), Want: "because " + reason}
	case after != before:
		return &Failure{What: text + " is refused", Got: "the table has changed", Want: "nothing to change"}
	}
	return nil
}

// try applies an event or a deal and returns the plain error.
func (s *Table) try(words []string) error {
	if len(words) == 1 && words[0] == "deal" {
		_, err := s.t.Next()
		return err
	}
	e, ok, err := s.event(words)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("%q cannot happen between hands", strings.Join(words, " "))
	}
	return s.happens(e)
}

// reasonOf returns the reason of a refusal.
func reasonOf(err error) string {
	var e *table.RefusedError
	if errors.As(err, &e) {
		return e.Reason
	}
	return err.Error()
}

// winner plays a hand that one player wins because all others fold.
func (s *Table) winner(name string) error {
	if !s.playing() {
		if _, err := s.begin(func(*Hand, *hand.Setup) error { return nil }); err != nil {
			return err
		}
	}
	h := s.hand
	seat, err := h.seat(name)
	if err != nil {
		return &Failure{What: name + " wins", Got: "is not dealt in", Want: "one of " + strings.Join(h.seats, " ")}
	}
	for d := h.h.Pending(); d != nil; d = h.h.Pending() {
		a := h.h.DefaultAction()
		if d.Kind == hand.Wager && d.BringIn == 0 && int(d.Seat) != seat {
			a = hand.Action{Seat: d.Seat, Kind: hand.Fold}
		}
		if err := h.apply(a); err != nil {
			return err
		}
	}
	return nil
}

// callDown plays the current hand, or a new one: everybody checks and calls.
func (s *Table) callDown() error {
	if !s.playing() {
		if _, err := s.begin(func(*Hand, *hand.Setup) error { return nil }); err != nil {
			return err
		}
	}
	return s.hand.playOn(false, "")
}
