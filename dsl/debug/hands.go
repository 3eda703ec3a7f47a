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
	"cardroom/engine/verbal"
)

// Hands is a hand as a program: it is dealt, the policy and people decide, and it ends.
type Hands struct {
	// Deal makes the setup, on the program's goroutine and anew each time that the hand is dealt.
	Deal func() (*hand.Setup, error)
	// Finish is given the hand that is over; nil for nobody.
	Finish func(*hand.Hand) error
	// Policy decides for the seats that Person does not name; Person may be nil for none.
	Policy batch.Policy
	Person func(seat int) bool
	Chance batch.Chance
	// Source, when set, is what policies draw from in place of Chance, at a decision counted from 0.
	Source func(seat int8, decision int) hand.Source
	// Memory is what the rules of the table remember; nil without a table.
	Memory func() []star.Variable
	// Plan is what is played, as far as it is known before the deal.
	Plan *plan.Bound

	states []waiting // before each decision, also of those that are played again
	acts   []act     // what was decided
	at     int       // the decision that is waited for or was made last, -1 before the first
}

// waiting is a hand that waits for a decision.
type waiting struct {
	hand   hand.Hand
	chance batch.Chance
}

// act is a decision.
type act struct {
	action hand.Action
	forced bool // by a person: no policy is asked
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

// answered reports whether it is known what is done at the present decision.
func (p *Hands) answered() bool {
	return p.at >= 0 && p.at < len(p.acts) && p.acts[p.at].set
}

// Play deals the hand, or takes it up at a decision, and plays it to its end.
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
		h.Observe(log)
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

// decide has the seat decide whose turn it is.
func (p *Hands) decide(s *Session, h *hand.Hand, chance *batch.Chance) error {
	p.at++
	k := p.at
	kept := waiting{*h, *chance}
	kept.hand.Observe(nil)
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

// ask asks the policy.
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
	state.Observe(nil)
	if p.Source != nil {
		source := p.Source(d.Seat, p.at)
		return p.Policy.Act(&state, state.Pending(), &source)
	}
	return p.Policy.Act(&state, state.Pending(), chance.Next(d.Seat))
}

// decisionHere is the program with the number of the decision that the program waits at, from 0.
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

// Fork has the seat whose turn it is do something else, in the words of a player, than it did or would have done. What came after
// that is forgotten; the policies decide anew. It returns the action in words, and what it stands in place of, if that is known.
func (s *Session) Fork(text string) (words, instead string, err error) {
	p, k, err := s.decisionHere()
	if err != nil {
		return "", "", err
	}
	state := p.states[k].hand
	d := state.Pending()
	a, err := verbal.Parse(text, &state, d)
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
		instead = verbal.Say(&was.action, &state, d)
	}
	p.acts = append(slices.Clone(p.acts[:k]), act{action: a, forced: true, set: true})
	p.states, s.marks = p.states[:k+1], s.marks[:k+1]
	return verbal.Say(&a, &state, d), instead, nil
}

// Done lists what was decided up to now, in words, with the seats.
func (s *Session) Done() (out []string) {
	p, ok := s.program.(*Hands)
	if !ok {
		return nil
	}
	for k := range p.at + 1 {
		if p.acts[k].set && (k < p.at || s.now.Kind != Decides) {
			state := p.states[k].hand
			d := state.Pending()
			out = append(out, verbal.SeatName(d.Seat)+" "+verbal.Say(&p.acts[k].action, &state, d))
		}
	}
	return out
}
