package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/files"
	"cardroom/engine/plan"
)

// Parts of a run: a shard is saved in a file with its exact sums, so that it can be resumed and merged with the other shards.

const RunPart = "run"

// inputs is everything that decides the result of a run and its output, except the number of hands.
type inputs struct {
	Game    string            `json:"game"`
	Scripts string            `json:"scripts"` // hash of the script and all that it loads
	Options map[string]string `json:"options"`
	Seed    uint64            `json:"seed"`
	Seats   int               `json:"seats"`
	Stakes  plan.Stakes       `json:"stakes"`
	Stacks  []int64           `json:"stacks"`
	Policy  string            `json:"policy"`
	// Policies maps the scripts and strategies among the policies to their hashes.
	Policies  map[string]string `json:"policies"`
	Deck      string            `json:"deck"` // hash, "" for random decks
	Mishaps   float64           `json:"mishaps"`
	KeepGoing bool              `json:"keep_going"`
	MaxSteps  uint64            `json:"max_steps"`
	Banks     bool              `json:"banked"`           // a game against a bank
	Carries   bool              `json:"carries"`          // a pot can carry over to the next hand
	Posted    []string          `json:"posted,omitempty"` // collections that the run does not take
	Told      []string          `json:"told,omitempty"`   // see [Options]
	// Charts has the game if the parts include details for charts, otherwise nothing.
	Charts []Shown `json:"charts,omitempty"`
}

// inputsOf returns the inputs of a job, without the hashes of files.
func inputsOf(job *batch.Job, opts *Options) *inputs {
	in := &inputs{
		Game: job.Plan.Game.ID, Options: map[string]string{}, Seed: opts.Seed, Seats: len(job.Stacks), Stakes: job.Plan.Stakes,
		Stacks: job.Stacks, Policy: opts.Policy, Policies: map[string]string{}, Mishaps: opts.Mishaps, KeepGoing: opts.KeepGoing,
		Banks: job.Plan.AgainstBank, Carries: job.Plan.Game.Carries(), Posted: opts.Posted, Told: opts.Told,
	}
	games := []*plan.Game{job.Plan.Game}
	for _, b := range job.Menu {
		games = append(games, b.Game)
	}
	for _, g := range games {
		for _, o := range g.Options {
			in.Options[o.Name] = o.Value
		}
	}
	return in
}

// addContents adds the hashes of the scripts and files.
func (in *inputs) addContents(std *app.IO, lib *dsl.Library, job *batch.Job, opts *Options) (err error) {
	if in.Scripts, err = library.GameDigest(lib, opts.Game, in.Game); err != nil {
		return err
	}
	if in.Policies, err = library.PolicyDigests(std, lib, opts.Policy); err != nil {
		return err
	}
	if opts.Mishaps > 0 { // the default rulings, where the house has none
		if in.Policies["@stdlib//floor.star"], err = lib.Digest("@stdlib//floor.star"); err != nil {
			return err
		}
	}
	in.Deck, in.MaxSteps = DeckDigest(job.Decks), std.MaxSteps
	return nil
}

// DeckDigest returns the hash of decks, "" for none.
func DeckDigest(decks [][]cards.Card) string {
	if len(decks) == 0 {
		return ""
	}
	h := files.NewDigest()
	for _, deck := range decks {
		fmt.Fprintln(h, deck)
	}
	return h.String()
}

// total is the result of some hands, including those that failed.
type total struct {
	batch.Result
	bad   int64
	first []badHand // the first failed hands, by number
}

// totalOf returns the total of a result; bad may be nil.
func totalOf(r batch.Result, bad *batch.BadHands, opts *Options) total {
	t := total{Result: r, first: []badHand{}}
	if bad != nil {
		t.bad = bad.Count()
		for _, e := range bad.First() {
			err := library.WhilePlaying(e.Err, opts.Game, opts.Policy)
			t.first = append(t.first, badHand{Hand: e.Hand, Error: err.Error(), Command: opts.again(e.Hand), err: err})
		}
	}
	return t
}

// add adds the total of other hands.
func (t *total) add(o *total) {
	t.Merge(&o.Result)
	t.bad += o.bad
	t.first = append(slices.Clone(t.first), o.first...)
	slices.SortStableFunc(t.first, func(a, b badHand) int { return int(a.Hand - b.Hand) })
	t.first = t.first[:min(len(t.first), batch.MostBad)]
}

// partSums is a total as stored in a part.
type partSums struct {
	Totals   batch.Exact `json:"totals"`
	BadHands int64       `json:"bad_hands"`
	Bad      []partBad   `json:"bad"`
	// Details are the details for charts, if there are any: one entry, or none without hands.
	Details []batch.ExactDetails `json:"details,omitempty"`
}

type partBad struct {
	Hand    int64  `json:"hand"`
	Error   string `json:"error"`
	Command string `json:"command"`
	Told    string `json:"told"`
}

// marshal returns the total as stored in a part.
func (t *total) marshal(seats int) (json.RawMessage, error) {
	s := partSums{Totals: batch.ExactOf(&t.Result, seats), BadHands: t.bad, Bad: []partBad{}}
	for _, b := range t.first {
		s.Bad = append(s.Bad, partBad{b.Hand, b.Error, b.Command, b.explained(term.NewStream(&bytes.Buffer{}))})
	}
	if t.Details != nil {
		s.Details = []batch.ExactDetails{batch.ExactDetailsOf(t.Details)}
	}
	return json.Marshal(s)
}

func readTotal(text json.RawMessage, hands int64, in *inputs) (t total, err error) {
	var s partSums
	if err = files.ReadSums(text, &s); err != nil {
		return t, err
	}
	if t.Result, err = s.Totals.Result(); err != nil {
		return t, err
	}
	switch {
	case s.BadHands < 0 || t.Hands+s.BadHands != hands:
		return t, fmt.Errorf("%d hands and %d failed ones do not add up to %d", t.Hands, s.BadHands, hands)
	case len(s.Totals.Net) != in.Seats:
		return t, fmt.Errorf("%d seats, and the job has %d", len(s.Totals.Net), in.Seats)
	case len(s.Details) != min(len(in.Charts), int(min(t.Hands, 1))):
		return t, fmt.Errorf("%d details of %d hands", len(s.Details), t.Hands)
	case int64(len(s.Bad)) != min(s.BadHands, batch.MostBad):
		return t, fmt.Errorf("%d of %d failed hands are listed", len(s.Bad), s.BadHands)
	}
	for i := range s.Details {
		if t.Details, err = s.Details[i].Details(); err != nil {
			return t, err
		}
		if err = CheckDetails(t.Details, t.Hands, in.Stakes, &in.Charts[0]); err != nil {
			return t, err
		}
	}
	t.bad, t.first = s.BadHands, []badHand{}
	for _, b := range s.Bad {
		t.first = append(t.first, badHand{Hand: b.Hand, Error: b.Error, Command: b.Command, told: b.Told})
	}
	return t, nil
}

// CheckDetails rejects details that are impossible for this number of hands of the game.
func CheckDetails(d *batch.Details, hands int64, stakes plan.Stakes, of *Shown) error {
	unit := batch.NewDetails(stakes).Pots.Unit
	if d.Hands != hands || d.Pots.Count != hands || d.Fees.Count != hands || d.Pots.Unit != unit || d.Fees.Unit != unit {
		return fmt.Errorf("details of %d hands, and there are %d", d.Hands, hands)
	}
	for r := range d.Rounds {
		if r.Game == of.ID && int(r.Step) >= len(of.Streets) {
			return fmt.Errorf("step %d of %s: it has %d", r.Step, r.Game, len(of.Streets))
		}
	}
	return nil
}

// keepPart loads what the folder already has of the shard and returns it; it makes the job play and save the rest. Rows and sums
// must cover the same hands, so with rows a shard starts over, and finish saves it once its rows are written.
func keepPart(std *app.IO, job *batch.Job, lib *dsl.Library, opts *Options) (before total, finish func(total) error, err error) {
	in := inputsOf(job, opts)
	if err := in.addContents(std, lib, job, opts); err != nil {
		return before, nil, err
	}
	if job.Details {
		in.Charts = []Shown{ShownGame(job.Plan.Game)}
	}
	p := &files.Part{Kind: RunPart, Total: opts.Total(job), Shard: opts.Shard.Index, Shards: opts.Shard.Count}
	before.first = []badHand{}
	keeper, err := Keep(std, opts.Out, p, in, func(sums json.RawMessage, hands int64) (err error) {
		before, err = readTotal(sums, hands, in)
		return err
	})
	if err != nil {
		return before, nil, err
	}
	save := func(next int64, t total) error {
		t.Details = t.Details.Clone() // it keeps counting during the save
		t.add(&before)
		if err := t.Over(); err != nil {
			return err
		}
		sums, err := t.marshal(in.Seats)
		if err != nil {
			return err
		}
		return keeper.Save(next, sums)
	}
	finish = func(total) error { return nil }
	if opts.Rows.Dir != "" {
		if keeper.Next() == keeper.End() {
			opts.Rows.Dir, err = "", opts.Rows.There(std, shardName(opts.Shard.Index, opts.Shard.Count))
			if err != nil {
				return before, nil, err
			}
		} else {
			keeper.StartOver()
			before = total{first: []badHand{}}
			finish = func(t total) error { return save(keeper.End(), t) }
		}
	}
	job.From = keeper.Next()
	if keeper.Sums() == nil { // save at once, so that a merge knows about a shard in progress
		if err := save(job.From, total{}); err != nil {
			return before, nil, err
		}
	}
	if opts.Rows.Dir != "" {
		return before, finish, nil
	}
	job.Prefix = func(next int64, r *batch.Result, bad *batch.BadHands, last bool) error {
		if !keeper.Due(next, last) {
			return nil
		}
		return save(next, totalOf(*r, bad, opts))
	}
	return before, finish, nil
}

// Joined combines several parts of a run into one.
func Joined(list []*files.Part) (*files.Part, error) {
	sum := total{first: []badHand{}}
	var in inputs
	return files.Join(list, func(text json.RawMessage, hands int64) error {
		if err := files.ReadSums(list[0].Job, &in); err != nil {
			return err
		}
		if len(in.Stacks) != in.Seats || in.Stakes.Scale < 1 {
			return errors.New("seats, stacks and stakes do not fit")
		}
		t, err := readTotal(text, hands, &in)
		if err == nil {
			sum.add(&t)
			err = sum.Over()
		}
		return err
	}, func() (json.RawMessage, error) { return sum.marshal(in.Seats) })
}

// PrintRunPart prints a part that contains all hands of its run, exactly as the run itself would.
func PrintRunPart(std *app.IO, format string, p *files.Part) error {
	var in inputs
	if err := files.ReadSums(p.Job, &in); err != nil {
		return err
	}
	t, err := readTotal(p.Sums, p.Count(), &in)
	if err != nil {
		return err
	}
	r := resultOf(&in, &t)
	if len(in.Charts) > 0 {
		r.Shown = in.Charts[0]
	} else if std.Wants(format, report.HTML) {
		return NoCharts(p)
	}
	err = std.Results(format, func(std *app.IO, format string) error {
		return r.write(std, format, 0)
	})
	if err == nil && r.bad > 0 {
		err = app.ErrNo
	}
	return err
}
