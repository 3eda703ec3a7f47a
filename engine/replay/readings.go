package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Sites differ in rules that their records do not state: who gets an odd chip, what a short all-in does. The game that plays such records has
// an option for each, and the record itself may show which reading was in force.

// ownRake is the option for what a house takes, which the record states itself.
const ownRake = "rake"

// PlayReadings is like [Player.Play]. If a hand of a format other than PHH does not match its record under the game's own readings, it is
// played again under each other choice of each option, one option at a time; a choice under which it matches is inferred. PlayReadings also
// infers the rake of each of several pots, if the record has only the total, and a rake that no field names, also in PHH.
//
// A record that contradicts itself does not match under any reading; its error is the contradiction, if it matches otherwise.
func (p *Player) PlayReadings(rec *history.Hand) Row {
	wrong := rec.Contradiction
	rec.Contradiction = nil
	row := p.readings(rec)
	if rec.Contradiction = wrong; row.OK && wrong != nil {
		row.OK, row.Err = false, wrong
	}
	return row
}

// A reading plays a hand in another way; ok if it then matches. What was inferred is added to the result, and to the fields of the record.
type reading func(p *Player, r record) (row Row, ok bool)

func (p *Player) readings(rec *history.Hand) Row {
	r, err := p.read(rec)
	if err != nil {
		return p.Play(rec)
	}
	row := p.play(r)
	if row.OK {
		return row
	}
	tries := []reading{(*Player).uncalledWon, (*Player).raked}
	if rec.Format != "" {
		tries = []reading{(*Player).options, (*Player).raked, (*Player).inChips, (*Player).uneven}
	}
	as := *r
	as.rake = nil // of the memory that the next hand to be decoded takes
	as.setup.Rake = slices.Clone(r.setup.Rake)
	for _, try := range tries {
		if again, ok := try(p, as); ok {
			return again
		}
	}
	return p.Play(rec) // the player holds the hand of the result
}

// found adds what was inferred to the result of a hand that matches.
func (p *Player) found(row Row, note string) (Row, bool) {
	row.Inferred = append(row.Inferred, p.rec.ErrorAt(0, history.CodeInferred, note, ""))
	return row, true
}

// logged plays a hand with a log of its own, and returns its events.
func (p *Player) logged(r *record) (Row, []hand.Event) {
	log := p.log
	p.log = &hand.Log{}
	defer func() { p.log = log }()
	row := p.play(r)
	return row, p.log.Events
}

// whole reports whether a hand was replayed to its end.
func (row *Row) whole() bool { return row.Finishing != nil && row.Complete }

// with plays a hand with other fields of the superset, and puts back those that it has.
func (p *Player) with(rec *history.Hand, change func() error) Row {
	before := rec.Extra
	rec.Extra = slices.Clone(before)
	defer func() { rec.Extra = before }()
	if change() != nil {
		return Row{}
	}
	return p.Play(rec)
}

// setOption changes an option of the readings that a record names.
func setOption(rec *history.Hand, name, choice string) error {
	options, _ := history.Value[map[string]string](rec, history.KeyOptions)
	if options = maps.Clone(options); options == nil {
		options = map[string]string{}
	}
	options[name] = choice
	return rec.Set(history.KeyOptions, options)
}

// options plays a hand with each other choice of each option that the record does not name.
func (p *Player) options(r record) (Row, bool) {
	inForce, _ := history.Value[map[string]string](r.Hand, history.KeyOptions)
	for i := range r.game.Options {
		o := &r.game.Options[i]
		if _, named := inForce[o.Name]; named || len(o.Choices) < 2 || o.Name == ownRake {
			continue
		}
		for _, choice := range o.Choices {
			if choice == o.Value {
				continue
			}
			if row := p.with(r.Hand, func() error { return setOption(r.Hand, o.Name, choice) }); row.OK {
				return p.found(row, fmt.Sprintf("%s is %q here, not %q", o.Name, choice, o.Value))
			}
		}
	}
	return Row{}, false
}

// inChips plays a hand with its pots divided in chips larger than a cent, as sites once did. The record then has the chip.
func (p *Player) inChips(r record) (Row, bool) {
	if r.Scale != plan.Cents || len(r.Winnings) == 0 || r.Lookup(history.KeyChip) != nil {
		return Row{}, false
	}
	for _, cents := range []int64{5, 10, 25, 50, 100} {
		if slices.ContainsFunc(r.Winnings, func(won int64) bool { return won%cents != 0 }) {
			continue
		}
		r.stakes.Chip = cents
		if row := p.play(&r); row.OK {
			text := history.FormatAmount(cents, r.Scale)
			if r.Set(history.KeyChip, text) == nil {
				return p.found(row, "the pots are divided in chips of "+text)
			}
		}
	}
	return Row{}, false
}

// Scheduled compares what a house takes from a hand by its published schedule with what it took according to the record; both in units of 1/Scale.
type Scheduled struct {
	Schedule        string // the choice of the option
	Takes, Recorded int64
}

// Schedule replays a hand for money with the rake that its game has for the house of the record; ok is false if the game has none, or the hand
// does not finish with it. [Player.Hand] is then the hand played with the schedule.
func (p *Player) Schedule(rec *history.Hand) (s Scheduled, ok bool) {
	game, err := p.game(rec)
	if game == nil || err != nil || rec.Venue == "" || rec.Currency == "" {
		return s, false
	}
	for i := range game.Options {
		if o := &game.Options[i]; o.Name == ownRake {
			s.Schedule = houseOf(rec.Venue, o.Choices)
		}
	}
	if s.Schedule == "" {
		return s, false
	}
	log := p.log
	defer func() { p.log = log }()
	p.log = nil
	row := p.Play(rec)
	if !row.whole() {
		return s, false
	}
	s.Recorded = p.h.House()
	row = p.with(rec, func() error {
		rec.Extra = slices.DeleteFunc(rec.Extra, func(x history.Extra) bool { return x.Key == history.KeyRake })
		return setOption(rec, ownRake, s.Schedule)
	})
	s.Takes = p.h.House()
	return s, row.whole()
}

// houseOf returns the choice that is a prefix of a venue's name or has it as a prefix, "" if there is none.
func houseOf(venue string, choices []string) string {
	venue = strings.ToLower(venue)
	i := slices.IndexFunc(choices, func(choice string) bool { return strings.HasPrefix(venue, choice) || strings.HasPrefix(choice, venue) })
	if i < 0 {
		return ""
	}
	return choices[i]
}
