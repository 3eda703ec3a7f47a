package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// long answers a message that may take long. It stops when the request is canceled or its time is up.
func (s *Server) long(ctx context.Context, r *Request, a *Answer, h Handler, tell Progress) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.opts.Limits.Seconds > 0 {
		defer time.AfterFunc(time.Duration(s.opts.Limits.Seconds)*time.Second, cancel).Stop()
	}
	err := h.Do(ctx, r, a, tell)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return Stopped
	}
	return err
}

// explain explains the state of a table.
func (s *Server) explain(h *live.Hand, r *Request, a *Answer) error {
	v, err := viewOf(h, or(r.Seat, -1))
	if err != nil {
		return err
	}
	reasons, err := h.Explain(v, r.Topic)
	if err != nil {
		return err
	}
	a.Lines = live.Spoken(reasons)
	return nil
}

// fork opens a table with the current or an earlier state of another table.
func (s *Server) fork(from *live.Hand, r *Request, a *Answer) error {
	if err := s.checkTables(); err != nil {
		return err
	}
	h := from.Fork()
	if r.At != nil {
		if err := h.Goto(*r.At); err != nil {
			return err
		}
		h = h.Fork()
	}
	set := h.Setup()
	a.Game, a.Seats, a.Seed, a.Hand = set.Plan.Game.ID, len(set.Stacks), &set.Seed, int64(set.Number)
	s.keep(h, a)
	state(h, a)
	return nil
}

// restart deals a hand and replays actions until one is not legal.
func (s *Server) restart(r *Request, a *Answer) error {
	if len(r.Actions) > s.opts.Limits.Actions {
		return fault(Limited, "", "%d actions, at most %d", len(r.Actions), s.opts.Limits.Actions)
	}
	if err := s.open(r, a); err != nil {
		return err
	}
	h := s.tables[a.Table]
	for i, text := range r.Actions {
		before := h.Last()
		err := s.doing.Err()
		if err == nil {
			_, err = h.ActFor(live.View{Seat: live.AllCards}, text)
		}
		if stopped := s.doing.Err(); stopped != nil { // nobody will know the number of the table
			s.drop(a.Table)
			return stopped
		}
		if err != nil {
			a.Notes = []string{fmt.Sprintf("action %d, %q: %v", i+1, cut(text), err)}
			break
		}
		s.states += h.Last() - before
	}
	a.Turn, a.Legal, a.Taken = 0, nil, nil
	state(h, a)
	countTaken(h, a)
	return nil
}

// play lets a policy act for the seats whose turn it is. In the same state of the same hand it always chooses the same
// action.
func (s *Server) play(h *live.Hand, r *Request, a *Answer) error {
	if s.opts.Policy == nil {
		return fault(Unknown, "", "this server has no policies")
	}
	p, err := s.opts.Policy(cmp.Or(r.Policy, "random"), h.State().Seats())
	if err != nil {
		return err
	}
	before, took := h.Last(), 0
	n := or(r.Count, 1)
	if n < 1 {
		return fault(Illegal, "", "count must be at least 1")
	}
	for ; took < n && h.Pending() != nil; took++ {
		if h.At() >= s.opts.Limits.Actions || s.states+h.Last()-before >= s.opts.Limits.States {
			err = fault(Limited, "undo, or close tables", "the hand has %d actions", h.At())
			break
		}
		if err = s.doing.Err(); err != nil {
			break
		}
		set := h.Setup()
		if _, err = h.Decide(p, batch.DecisionSource(uint64(set.Seed), uint64(set.Number), h.Pending().Seat, h.At())); err != nil {
			break
		}
	}
	s.states += h.Last() - before
	if took == 0 && err != nil {
		return err
	}
	if err != nil {
		a.Notes = append(a.Notes, err.Error())
	}
	a.Partial = s.doing.Err() != nil
	a.Steps = &took
	state(h, a)
	return nil
}

// irregularity triggers an irregularity at a table. Without words it lists the irregularities that are possible now.
func (s *Server) irregularity(h *live.Hand, r *Request, a *Answer) error {
	if r.Say == "" {
		a.Lines = h.Possible()
		for _, name := range a.Lines {
			a.Possible = append(a.Possible, irregularityOf(plan.IncidentNamed(name)))
		}
		return nil
	}
	return s.happens(h, a, func() (string, error) {
		said, err := h.Happen(live.View{Seat: live.AllCards}, r.Say)
		if refused := diag.AsRefused(err); refused != nil && refused.Hint == live.EventList {
			err = fault(Illegal, `without "say" the message lists what can happen now`, "%s", refused.Msg)
		}
		return said, err
	})
}

// irregularityOf describes a kind of irregularity in the catalog.
func irregularityOf(k plan.IncidentKind) Irregularity {
	spec := k.Spec()
	out := Irregularity{Kind: spec.Word, Group: k.Group(), About: spec.Doc, Details: []Detail{}}
	for i := range spec.Fields {
		f := &spec.Fields[i]
		out.Details = append(out.Details, Detail{Name: f.Name, Holds: f.Kind.String(), Required: f.Required, Words: f.Words, About: f.Doc})
	}
	return out
}
