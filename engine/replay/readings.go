package replay

import (
	"fmt"
	"maps"
	"slices"

	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Sites differ in rules that their records do not state: who gets an odd chip, what a short all-in
// does. The game that plays such records has an option for each, and the record itself may show
// which reading was in force.

// ownRake is the option for what a house takes, which the record states itself.
const ownRake = "rake"

// PlayReadings is like [Player.Play]. If a hand of a format other than PHH does not match its
// record under the game's own readings, it is played again under each other choice of each option,
// one option at a time; a choice under which it matches is inferred. PlayReadings also infers the
// rake of each of several pots, if the record has only the total, and a rake that no field names, also in PHH.
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

func (p *Player) readings(rec *history.Hand) Row {
	row := p.Play(rec)
	if row.OK || row.NoGame || row.Game == "" {
		return row
	}
	if rec.Format == "" {
		for _, try := range []func(*history.Hand) (Row, bool){p.uncalledWon, p.raked} {
			if again, ok := try(rec); ok {
				return again
			}
		}
		return row
	}
	game, err := p.game(rec)
	if game == nil || err != nil {
		return row
	}
	inForce, _ := history.Value[map[string]string](rec, history.KeyOptions)
	for i := range game.Options {
		o := &game.Options[i]
		if _, named := inForce[o.Name]; named || len(o.Choices) < 2 || o.Name == ownRake {
			continue
		}
		for _, choice := range o.Choices {
			if choice == o.Value {
				continue
			}
			if again, ok := p.under(rec, inForce, o, choice); ok {
				return again
			}
		}
	}
	if again, ok := p.raked(rec); ok {
		return again
	}
	if again, ok := p.inChips(rec); ok {
		return again
	}
	if again, ok := p.uneven(rec); ok {
		return again
	}
	return row
}

// inChips plays a hand with its pots divided in chips larger than a cent, as sites once did; ok if
// the result matches. The record then has the chip.
func (p *Player) inChips(rec *history.Hand) (Row, bool) {
	if rec.Scale != plan.Cents || len(rec.Winnings) == 0 || rec.Lookup(history.KeyChip) != nil {
		return Row{}, false
	}
	before := slices.Clone(rec.Extra)
	for _, cents := range []int64{5, 10, 25, 50, 100} {
		if slices.ContainsFunc(rec.Winnings, func(won int64) bool { return won%cents != 0 }) {
			continue
		}
		text := history.FormatAmount(cents, rec.Scale)
		if rec.Set(history.KeyChip, text) != nil {
			return Row{}, false
		}
		if row := p.Play(rec); row.OK {
			row.Inferred = append(row.Inferred, inferred(rec, "the pots are divided in chips of "+text))
			return row, true
		}
		rec.Extra = slices.Clone(before)
	}
	return Row{}, false
}

// under plays a hand with one more option set; ok if the result matches.
func (p *Player) under(rec *history.Hand, inForce map[string]string, o *plan.Option, choice string) (Row, bool) {
	before := slices.Clone(rec.Extra)
	options := maps.Clone(inForce)
	if options == nil {
		options = map[string]string{}
	}
	options[o.Name] = choice
	if rec.Set(history.KeyOptions, options) != nil {
		return Row{}, false
	}
	row := p.Play(rec)
	rec.Extra = before
	if !row.OK {
		return row, false
	}
	row.Inferred = append(row.Inferred, inferred(rec, fmt.Sprintf("%s is %q here, not %q", o.Name, choice, o.Value)))
	return row, true
}

func inferred(rec *history.Hand, msg string) *diag.Error {
	return rec.ErrorAt(0, history.CodeInferred, msg, "")
}
