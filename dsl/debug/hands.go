package debug

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// Hands is a hand as a program: it is dealt, policies and people act, and it ends.
type Hands struct {
	// Deal makes the setup. It runs on the program's goroutine, and again for each deal.
	Deal func() (*hand.Setup, error)
	// Finish receives the finished hand; it may be nil.
	Finish func(*hand.Hand) error
	// Policy acts for the seats that Person does not name; Person may be nil if there are no people.
	Policy batch.Policy
	Person func(seat int) bool
	Chance batch.Chance
	// Source, if set, returns the random source of the policies for a decision, counted from 0. It replaces Chance.
	Source func(seat int8, decision int) hand.Source
	// Memory returns the memory of the table's rules; nil if there is no table.
	Memory func() []star.Variable
	// SetMemory gives the k-th of these rules another memory, as text; nil if there is no table.
	SetMemory func(k int, memory string) error
	// Plan is the plan, if it is known before the deal.
	Plan *plan.AtStakes

	states []waiting // the hand before each decision, including replayed decisions
	acts   []act     // the actions taken
	at     int       // the index of the current or last decision; -1 before the first
}

// waiting is a hand that waits for a decision.
type waiting struct {
	hand   hand.Hand
	chance batch.Chance
	told   []hand.Event // so far
}

// act is an action and who chose it.
type act struct {
	action hand.Action
	forced bool // chosen by a person; no policy is asked
	set    bool
}

func (p *Hands) game() *plan.Game {
	if p.Plan == nil {
		return nil
	}
	return p.Plan.Game
}

// asksPerson reports whether a hand waits for a person.
func (p *Hands) asksPerson(h *hand.Hand) bool {
	d := h.Pending()
	return d != nil && p.Person != nil && d.Seat >= 0 && p.Person(int(d.Seat)) && !p.answered()
}

// answered reports whether the action for the current decision is already known.
func (p *Hands) answered() bool {
	return p.at >= 0 && p.at < len(p.acts) && p.acts[p.at].set
}

// Play deals the hand, or resumes it at a decision, and plays it to its end.
func (p *Hands) Play(s *Session, mark int) error {
	h, chance := new(hand.Hand), p.Chance
	log := &hand.Log{Watch: s.Watch}
	if mark < 0 {
		setup, err := p.Deal()
		if err != nil {
			return err
		}
		own := *setup
		own.Log = log
		p.at = -1
		if err := h.Start(&own); err != nil {
			return err
		}
	} else {
		*h, chance = p.states[mark].hand, p.states[mark].chance
		log.Events = p.states[mark].told
		h.Follow(log)
		p.at = mark - 1
	}
	for h.Pending() != nil {
		if err := p.decide(s, h, &chance); err != nil {
			return err
		}
	}
	if !h.Conserved() || !h.CardsConserved() {
		return errors.New("chips or cards are not conserved")
	}
	s.Decision(h)
	if p.Finish != nil {
		return p.Finish(h)
	}
	return nil
}

// decide applies the decision of the seat that must act.
func (p *Hands) decide(s *Session, h *hand.Hand, chance *batch.Chance) error {
	p.at++
	k := p.at
	kept := waiting{*h, *chance, slices.Clip(h.Log().Events)}
	kept.hand.Follow(nil)
	if k < len(p.states) {
		p.states[k] = kept
	} else {
		p.states = append(p.states, kept)
	}
	if len(p.acts) <= k {
		p.acts = append(p.acts, act{})
	}
	s.markNow(k)
	for s.Decision(h); p.asksPerson(h); s.Decision(h) {
		if s.silent {
			return errors.New("you have not acted yet")
		}
	}
	d := h.Pending()
	a := p.acts[k].action
	if !p.acts[k].forced {
		var err error
		if a, err = p.ask(h, d, chance); err != nil {
			return err
		}
		p.acts[k] = act{action: a, set: true}
	}
	err := h.Apply(a)
	if b, ok := p.Policy.(batch.Blamer); ok && err != nil && !p.acts[k].forced {
		return b.Blame(err)
	}
	return err
}

// ask asks the policy for an action.
func (p *Hands) ask(h *hand.Hand, d *hand.Decision, chance *batch.Chance) (hand.Action, error) {
	if d.Seat < 0 {
		return hand.Action{Kind: hand.GoOn, Seat: -1}, nil
	}
	for _, w := range batch.Witnesses(p.Policy) {
		w.Begin()
		for k := range p.at {
			state := p.states[k].hand
			w.Saw(&state, state.Pending(), &p.acts[k].action)
		}
	}
	state := *h
	state.Follow(nil)
	if p.Source != nil {
		source := p.Source(d.Seat, p.at)
		return p.Policy.Act(&state, state.Pending(), &source)
	}
	return p.Policy.Act(&state, state.Pending(), chance.Next(d.Seat))
}

// decisionHere returns the program and the index of the decision at which it waits.
func (s *Session) decisionHere() (*Hands, int, error) {
	p, ok := s.program.(*Hands)
	if !ok {
		return nil, 0, diag.Refuse("the actions of a test are in its script", "change them there")
	}
	if err := s.waits(); err != nil {
		return nil, 0, err
	}
	if s.now.Kind != Decides {
		return nil, 0, diag.Refuse("no seat must decide here", "back decision goes to the last decision, decision to the next")
	}
	return p, p.at, nil
}

// Fork replaces the action of the seat that must act; text is in the words of a player. Later actions are discarded, and
// the policies decide again. Fork returns the new action in words and, if known, the action that it replaces.
func (s *Session) Fork(text string) (words, instead string, err error) {
	p, k, err := s.decisionHere()
	if err != nil {
		return "", "", err
	}
	state := p.states[k].hand
	d := state.Pending()
	a, err := speech.Parse(text, &state, d)
	if err == nil {
		s.scripts.Quietly(func() {
			tried := state
			err = tried.Apply(a)
		})
	}
	if err != nil {
		reason := err.Error()
		var illegal *hand.IllegalError
		if errors.As(err, &illegal) {
			reason = illegal.Reason
		}
		return "", "", diag.Refuse(fmt.Sprintf("%s: %s", text, reason), "legal: "+state.Legal())
	}
	if was := p.acts[k]; was.set {
		instead = speech.Say(&was.action, &state, d)
	}
	p.acts = append(slices.Clone(p.acts[:k]), act{action: a, forced: true, set: true})
	p.states, s.marks = p.states[:k+1], s.marks[:k+1]
	return speech.Say(&a, &state, d), instead, nil
}

// Done returns the actions so far, in words and with their seats.
func (s *Session) Done() (out []string) {
	p, ok := s.program.(*Hands)
	if !ok {
		return nil
	}
	for k := range p.at + 1 {
		if p.acts[k].set && (k < p.at || s.now.Kind != Decides) {
			state := p.states[k].hand
			d := state.Pending()
			out = append(out, speech.SeatName(d.Seat)+" "+speech.Say(&p.acts[k].action, &state, d))
		}
	}
	return out
}
