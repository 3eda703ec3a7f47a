// Package debugger implements the flag --debug and the start of 'cardroom dap'. It turns a game, a table or a test into a
// program for dsl/debug, and lets a person debug it at a terminal. The commands are in commands.go, the output in show.go.
package debugger

import (
	"context"
	"fmt"
	"strconv"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/session"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl/debug"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// Target is a game to debug.
type Target struct {
	simulate.Options
	// You is the seat of a person, from 1; 0 is none. HotSeat has people in all seats.
	You     int
	HotSeat bool
	// Table, if set, plays the hands of one table in order, with the table's rules and their memory.
	Table *session.Options
}

// Debuggee is a session and the source of its next hand.
type Debuggee struct {
	*debug.Session
	next func() (debug.Program, error) // the hand after this one; nil if there is none
}

// Next continues with the next hand. It returns false if there is none.
func (d *Debuggee) Next() (bool, error) {
	if d.next == nil {
		return false, nil
	}
	p, err := d.next()
	if err == nil {
		d.Replace(p)
	}
	return err == nil, err
}

// See chooses whose cards are shown: a seat from 1, "all", or "open" for the cards that lie face up.
func (d *Debuggee) See(text string) error {
	n, err := strconv.Atoi(text)
	m, _ := d.Now()
	switch {
	case text == "all":
		d.View = debug.AllCards
	case text == "open":
		d.View = hand.NoSeat
	case err == nil && n >= 1 && m.Hand != nil && n <= m.Hand.Seats():
		d.View = n - 1
	default:
		return diag.Refuse(fmt.Sprintf("see %s?", text), "see 2 for seat 2, see all, see open")
	}
	return nil
}

// loading returns the IO for loading scripts. Scripts have no time limit, because they may wait at a breakpoint. The step
// limit still applies.
func loading(std *app.IO, scripts *star.Debugger) *app.IO {
	own := *std
	own.Debug, own.Late, own.CallTimeout = scripts, nil, 0
	return &own
}

// Open creates a session for a game.
func Open(_ context.Context, std *app.IO, t *Target) (*Debuggee, error) {
	scripts := &star.Debugger{}
	own := loading(std, scripts)
	if t.Table != nil {
		// Create a session for a table.
		cfg, lib, err := session.Config(own, &t.Options, t.Table)
		if err != nil {
			return nil, err
		}
		if cfg.Choice != table.OneGame {
			return nil, app.Usagef("--debug plays one game: name one of the games of the menu")
		}
		b, err := session.New(cfg, lib, &t.Options, t.Table)
		if err != nil {
			return nil, err
		}
		s := &seated{target: t, batch: b, after: b.Table}
		for k := range b.Players {
			e := table.Event{Kind: table.Join, Player: table.Player(k + 1), Seat: -1, Amount: s.buyIn(&cfg.Games[0])}
			if err := s.after.Apply(e); err != nil {
				return nil, fmt.Errorf("the table cannot seat %d players: %w", b.Players, err)
			}
		}
		first, err := s.next(cfg)
		if err != nil {
			return nil, err
		}
		return &Debuggee{debug.New(first, scripts, lib.Loader), func() (debug.Program, error) { return s.next(cfg) }}, nil
	}
	if t.Mishaps > 0 {
		return nil, app.Usagef("--debug and --mishaps cannot be used together")
	}
	job, lib, err := simulate.FindJob(own, t.Options)
	if err != nil {
		return nil, err
	}
	p, err := library.ReadPolicies(lib, t.Strategies, t.Policy, len(job.Stacks))
	if err != nil {
		return nil, err
	}
	job.Policy = p.Maker()
	n := max(t.Hand, 1)
	nextHand := func() (debug.Program, error) {
		setup, policy, chance, err := job.One(n)
		if err != nil {
			return nil, err
		}
		person := func(seat int) bool { return t.HotSeat || seat == t.You-1 }
		n++
		return &debug.Hands{Deal: func() (*hand.Setup, error) { return setup, nil }, Policy: policy, Chance: chance, Plan: setup.Plan, Person: person}, nil
	}
	first, err := nextHand()
	if err != nil {
		return nil, err
	}
	return &Debuggee{debug.New(first, scripts, lib.Loader), nextHand}, nil
}

// seated is a table from hand to hand.
type seated struct {
	target *Target
	batch  *batch.Session
	before table.Table // before the hand
	dealt  table.Table // during the hand
	after  table.Table
	deal   *table.Deal
}

// buyIn returns the amount of a player's buy-in.
func (s *seated) buyIn(o *table.Offer) int64 {
	amount := max(s.batch.Stack, o.Min, o.Plan.Stakes.Chip)
	if o.Max > 0 {
		amount = min(amount, o.Max)
	}
	return amount
}

// next returns the next hand of the table. Players who lost everything buy in again.
func (s *seated) next(cfg *table.Config) (debug.Program, error) {
	s.before = s.after
	for k := range cfg.MaxSeats {
		if at := s.before.Seat(k); at.Player != 0 && at.Stack == 0 {
			_ = s.before.Apply(table.Event{Kind: table.Buy, Player: at.Player, Seat: -1, Amount: s.buyIn(&cfg.Games[s.before.Game()])})
		}
	}
	p := &debug.Hands{Memory: func() (out []star.Variable) {
		for k, r := range cfg.Rules {
			out = append(out, star.Variable{Name: r.Name(), Value: starlark.String(s.dealt.Memory(k))})
		}
		return out
	}, Plan: cfg.Games[s.before.Game()].Plan}
	p.Deal = func() (*hand.Setup, error) {
		s.dealt = s.before
		d, err := s.dealt.Next()
		if err != nil {
			return nil, err
		}
		own := map[int]batch.Policy{}
		for seat := range d.Seats {
			if policy, ok := s.batch.Own[s.player(seat, d)]; ok {
				own[seat] = policy
			}
		}
		s.deal = d
		p.Policy = &batch.Seated{Own: own, Rest: s.batch.Policy}
		p.Source = func(seat int8, decision int) hand.Source {
			return console.ChanceIn(s.target.Seed, s.batch.Trusted(), uint64(s.dealt.Hands()), seat, decision)
		}
		return &d.Setup, nil
	}
	p.Finish = func(h *hand.Hand) error {
		s.after = s.dealt
		return s.after.Finish(h)
	}
	p.Person = func(seat int) bool { return s.target.HotSeat || int(s.player(seat, s.deal)) == s.target.You }
	return p, nil
}

// player returns the player in a seat of the hand.
func (s *seated) player(seat int, d *table.Deal) table.Player {
	return s.dealt.Seat(int(d.Seats[seat])).Player
}
