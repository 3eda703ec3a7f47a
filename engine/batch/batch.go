package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/plan"
)

// Job is a range of hands to play.
type Job struct {
	Plan *plan.AtStakes
	// Menu, if not empty, are the games from which the button chooses the game of each hand; Plan is then not used. The choice
	// of hand n depends only on the seed and n.
	Menu   []*plan.AtStakes
	Stacks []int64 // starting stacks of every hand, by seat
	Seed   uint64
	// Decks, if not empty, are dealt in turn: hand n uses deck (n-1) mod their number.
	Decks [][]cards.Card
	// Pack, if it is set and Decks is not, deals the cards from a deck that the game shares with another.
	Pack *Pack
	// Still keeps the button at the last seat; otherwise it moves from hand to hand.
	Still bool
	// From and To bound the hand numbers, counted from 1: From <= n < To.
	From, To int64
	// Policy returns a policy for one worker.
	Policy func() (Policy, error)
	// Mishaps, when set, triggers random irregularities.
	Mishaps *Mishaps
	// Details also counts the [Details] of the hands, which takes time.
	Details bool
	// Record, when set, is called after each hand in its worker and appends the hand's record to the bytes of a block. Write
	// gets the bytes of the blocks in the order of the hands, from one goroutine.
	Record func(to []byte, n int64, p *Played) ([]byte, error)
	Write  func([]byte) error
	// Rows, when set, returns a function for each worker that is called after each hand and appends rows to the block's tables,
	// Tables in number. The hand's log includes the decisions. WriteRows gets the tables of the blocks like Write; they are
	// valid until it returns.
	Rows      func() func(to [][]byte, n int64, p *Played)
	Tables    int
	WriteRows func(tables [][]byte) error
	// Failed, when set, is called in its worker with a failed hand, as far as it was played. The hand is valid until Failed
	// returns.
	Failed func(n int64, p *Played)
	// KeepGoing, when set, collects failed hands while the run continues. They are not in any total and are not written. An
	// [ending] still ends the run.
	KeepGoing *BadHands
	// Prefix, when set, is called from one goroutine each time more of the first hands are finished: with the number next
	// before which all are, their result and the failed ones among them. last is true once, at the end of the run, even if it
	// ends early. An error ends the run. Prefix must not keep its arguments.
	Prefix func(next int64, result *Result, bad *BadHands, last bool) error
}

// BadHands are the failed hands of a run. Which ones it names does not depend on the workers.
type BadHands struct {
	count int64
	first []*HandError // by hand
}

// MostBad is the number of bad hands that are named.
const MostBad = 20

// Count returns the number of failed hands.
func (b *BadHands) Count() int64 { return b.count }

// First returns the first failed hands, up to [MostBad].
func (b *BadHands) First() []*HandError { return b.first }

func (b *BadHands) add(e *HandError) {
	b.count++
	b.keep(e)
}

// keep adds a hand to the named ones if it is one of the first.
func (b *BadHands) keep(e *HandError) {
	at, _ := slices.BinarySearchFunc(b.first, e, func(x, y *HandError) int { return cmp.Compare(x.Hand, y.Hand) })
	b.first = slices.Insert(b.first, at, e)
	b.first = b.first[:min(len(b.first), MostBad)]
}

// ending is an error that is not the fault of a hand, such as a script that took too much time on this machine: it ends even a
// run that keeps going.
type ending interface {
	error
	EndsRun() bool
}

func ends(err error) bool {
	var e ending
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &e) && e.EndsRun()
}

// Played is a finished hand with its setup, deck and log.
type Played struct {
	Setup *hand.Setup
	Deck  []cards.Card // the whole deck as it was shuffled, top card first
	Hand  *hand.Hand
	Log   *hand.Log
}

// Button returns the seat with the button in hand n of a table with the given number of seats: the last seat in hand 1, then
// one seat further in each hand.
func Button(n int64, seats int) int { return int((int64(seats) + n - 2) % int64(seats)) }

// Run plays the job on the given number of workers. done, which may be nil, counts the hands as they are played. When the
// context ends, Run returns the result of all hands played so far with the context's error, so that no work is lost; after the
// error of a hand it does the same, with the first such error ([HandError]).
func Run(ctx context.Context, job *Job, workers int, done *atomic.Int64) (Result, error) {
	r := &runner[Result]{seed: job.Seed, merge: (*Result).Merge, over: (*Result).Over, done: done, bad: job.KeepGoing, prefix: job.Prefix}
	if job.Write != nil || job.WriteRows != nil {
		r.write = job.write
	}
	r.start = func() (player[Result], error) {
		w, err := newWorker(job)
		if err != nil {
			return nil, err
		}
		return w.playInto, nil
	}
	return r.run(ctx, job.From, job.To, workers)
}

// write writes the records of a block.
func (job *Job) write(b *block[Result]) (err error) {
	if job.Write != nil {
		err = job.Write(b.bytes)
	}
	if job.WriteRows != nil && b.tables != nil {
		err = errors.Join(err, job.WriteRows(b.tables))
		spareTables.Put(&b.tables)
	}
	return err
}

// spareTables are the tables of written blocks, for reuse.
var spareTables sync.Pool

// newTables returns the empty tables of a block.
func newTables(n int) [][]byte {
	if spare, ok := spareTables.Get().(*[][]byte); ok && len(*spare) == n {
		for i := range *spare {
			(*spare)[i] = (*spare)[i][:0]
		}
		return *spare
	}
	return make([][]byte, n)
}

// HandError is the error of a hand, with the numbers that replay it.
type HandError struct {
	Hand int64
	Seed uint64
	Err  error
}

func (e *HandError) Error() string {
	return fmt.Sprintf("hand %d of seed %d: %v", e.Hand, e.Seed, e.Err)
}

// Unwrap returns the underlying error.
func (e *HandError) Unwrap() error { return e.Err }

// worker plays hands one after another, reusing the same memory.
type worker struct {
	job    *Job
	policy Policy
	hand   hand.Hand
	setup  hand.Setup
	chance policyChance
	seed   uint64       // of all randomness except the cards
	log    *hand.Log    // nil unless hands are recorded
	deck   []cards.Card // of this hand, when hands are recorded or Pack deals them

	mishaps trouble
	counter Counter
	rows    func(to [][]byte, n int64, p *Played) // nil if no rows are wanted
}

func newWorker(job *Job) (*worker, error) {
	policy, err := job.Policy()
	if err != nil {
		return nil, err
	}
	w := &worker{job: job, policy: policy}
	w.chance.trusted = trusted(policy)
	w.seed = apart(job.Seed, w.chance.trusted)
	if job.Record != nil || job.Failed != nil || job.Details || job.Rows != nil {
		w.log = &hand.Log{Decisions: job.Details || job.Rows != nil}
	}
	if job.Rows != nil {
		w.rows = job.Rows()
	}
	w.setup = hand.Setup{Stacks: job.Stacks, Seed: job.Seed, Log: w.log}
	if m := job.Mishaps; m != nil {
		w.mishaps.rate, w.setup.Attendance = m.Rate, hand.Attended
	}
	if w.chance.trusted && job.Mishaps == nil && job.Record == nil && job.Rows == nil {
		w.hand.Alone()
	}
	return w, nil
}

// menuSeed separates the choice of the game from the randomness of the cards.
const menuSeed = 0x8bb84b93962eacc9

// mostDecisions is more than any finite hand needs. A script can create an endless one, with choices that undo each other.
const mostDecisions = 1_000_000

var errEndless = errors.New("the hand has not ended after 1,000,000 decisions")

// decide plays a hand to its end and counts the decisions.
func decide(p Policy, h *hand.Hand, chance *policyChance, count *int64) error {
	var bet func(d *hand.Decision) (hand.ActionKind, int64)
	if h.Quick() {
		switch p.(type) {
		case Random:
			bet = func(d *hand.Decision) (hand.ActionKind, int64) { return wagerSome(h, d, &chance.source) }
		case Caller:
			bet = func(*hand.Decision) (hand.ActionKind, int64) { a := h.DefaultAction(); return a.Kind, 0 }
		}
	}
	witnesses := Witnesses(p)
	for _, w := range witnesses {
		w.Begin()
	}
	most := *count + mostDecisions
	for d := h.Pending(); d != nil; d = h.Pending() {
		if *count >= most {
			return errEndless
		}
		if bet != nil && d.Kind == hand.Wager {
			n, err := h.Play(bet)
			if *count += n; err != nil {
				return err
			}
			continue
		}
		a, err := p.Act(h, d, chance.next(d.Seat))
		if err != nil {
			return err
		}
		if len(witnesses) > 0 {
			saw := a // not a itself, which would escape in every hand, seen or not
			for _, w := range witnesses {
				w.Saw(h, d, &saw)
			}
		}
		if err := h.Apply(a); err != nil {
			return blame(p, err)
		}
		*count++
	}
	return nil
}

// blame adds the place that the policy can name to the error of a refused action.
func blame(p Policy, err error) error {
	if b, ok := p.(Blamer); ok {
		return b.Blame(err)
	}
	return err
}

// decide plays the hand to its end.
func (w *worker) decide(count *int64) error {
	if w.job.Mishaps == nil {
		return decide(w.policy, &w.hand, &w.chance, count)
	}
	w.mishaps.begin(w.seed, w.setup.Number)
	return w.mishaps.decide(w.policy, &w.hand, &w.chance, count)
}

// planOf returns the plan of hand n.
func (w *worker) planOf(n int64) *plan.AtStakes {
	menu := w.job.Menu
	if len(menu) == 0 {
		return w.job.Plan
	}
	chance := hand.NewSource(w.seed^menuSeed, uint64(n))
	return menu[chance.Below(uint64(len(menu)))]
}

// button returns the seat with the button in hand n. Against a bank the button marks the seat that is offered the bank first:
// each seat in turn, for as many rounds as it may bank.
func (w *worker) button(n int64) int {
	if w.job.Still {
		n = 1
	}
	if steps := w.setup.Plan.Game.Steps; steps[0].Bank != nil && steps[0].Bank.Rounds > 1 {
		n = (n-1)/int64(steps[0].Bank.Rounds) + 1
	}
	return Button(n, len(w.job.Stacks))
}

// policySeed separates the policies' randomness from that of the cards.
const policySeed = 0x632be59bd9b4e019

// playInto plays hand n and adds it to the block.
func (w *worker) playInto(n int64, b *block[Result]) (err error) {
	if w.job.Failed != nil {
		err = errUnfinished
		defer func() {
			if err != nil { // or on a panic
				w.job.Failed(n, &Played{&w.setup, w.deck, &w.hand, w.log})
			}
		}()
	}
	err = w.play(n, &b.result)
	if err == nil && w.job.Record != nil {
		b.bytes, err = w.job.Record(b.bytes, n, &Played{&w.setup, w.deck, &w.hand, w.log})
	}
	if err != nil {
		return err
	}
	w.count(&b.result)
	if w.rows != nil {
		if b.tables == nil {
			b.tables = newTables(w.job.Tables)
		}
		w.rows(b.tables, n, &Played{&w.setup, w.deck, &w.hand, w.log})
	}
	return nil
}

// count adds the finished hand to the details, if they are wanted.
func (w *worker) count(to *Result) {
	if !w.job.Details {
		return
	}
	if to.Details == nil {
		to.Details = NewDetails(w.job.Plan.Stakes)
	}
	w.counter.Add(to.Details, &w.hand, w.log)
}

// errUnfinished is the error of a hand while it is being played.
var errUnfinished = errors.New("the hand is not over")

// setUp fills in what the setup of hand n has of its own.
func (w *worker) setUp(n int64) {
	job := w.job
	w.setup.Plan, w.setup.Number = w.planOf(n), uint64(n)
	w.setup.Button = w.button(n)
	switch {
	case len(job.Decks) > 0:
		w.setup.Deck = job.Decks[(n-1)%int64(len(job.Decks))]
	case job.Pack != nil:
		w.deck = job.Pack.shuffled(w.deck[:0], job.Seed, n)
		w.setup.Deck = w.deck
	}
}

// play plays hand n and adds it to the result.
func (w *worker) play(n int64, to *Result) error {
	job, h := w.job, &w.hand
	w.setUp(n)
	if err := h.Start(&w.setup); err != nil {
		return err
	}
	if job.Record != nil {
		w.deck = w.setup.Pack()
	}
	w.chance.begin(job.Seed, uint64(n))
	if err := w.decide(&to.Decisions); err != nil {
		return err
	}
	if !h.CardsConserved() {
		return errors.New("cards are not conserved")
	}
	if !h.Conserved() || h.PutIn() != h.PaidOut()+h.House() {
		return fmt.Errorf("chips are not conserved: %d in, %d out, %d collected", h.PutIn(), h.PaidOut(), h.House())
	}
	if job.Mishaps != nil {
		to.Trouble.merge(&w.mishaps.counts)
	}
	to.Hands++
	res := h.Result()
	to.Showdowns += one(res.Showdown)
	to.SplitPots += one(res.Split)
	to.SidePots += one(res.SidePots)
	money.Plus(&to.ChipsIn, h.PutIn(), &to.over)
	money.Plus(&to.ChipsOut, h.PaidOut(), &to.over)
	money.Plus(&to.Collected, h.House(), &to.over)
	money.Plus(&to.Carried, h.Left(), &to.over)
	for i := range h.Seats() {
		to.Net[i].add(h.Net(i))
	}
	to.addRound(h)
	return nil
}
