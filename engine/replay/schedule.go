package replay

import (
	"maps"
	"slices"
	"strings"

	"cardroom/engine/history"
)

// Scheduled compares what a house takes from a hand by its published schedule with what it took
// according to the record; both in units of 1/Scale.
type Scheduled struct {
	Schedule        string // the choice of the option
	Takes, Recorded int64
}

// Schedule replays a hand for money with the rake that its game has for the house of the record; ok
// is false if the game has none, or the hand does not finish with it. [Player.Hand] is then the
// hand played with the schedule.
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
	before, log := rec.Extra, p.log
	defer func() { rec.Extra, p.log = before, log }()
	rec.Extra, p.log = slices.Clone(before), nil
	row := p.Play(rec)
	if !row.Complete || row.Finishing == nil {
		return s, false
	}
	s.Recorded = p.h.House()
	options, _ := history.Value[map[string]string](rec, history.KeyOptions)
	if options = maps.Clone(options); options == nil {
		options = map[string]string{}
	}
	options[ownRake] = s.Schedule
	rec.Extra = slices.DeleteFunc(rec.Extra, func(x history.Extra) bool { return x.Key == history.KeyRake })
	if rec.Set(history.KeyOptions, options) != nil {
		return s, false
	}
	row = p.Play(rec)
	s.Takes = p.h.House()
	return s, row.Complete && row.Finishing != nil
}

// houseOf returns the choice that is a prefix of a venue's name or has it as a prefix, "" if there
// is none.
func houseOf(venue string, choices []string) string {
	venue = strings.ToLower(venue)
	for _, choice := range choices {
		if strings.HasPrefix(venue, choice) || strings.HasPrefix(choice, venue) {
			return choice
		}
	}
	return ""
}
