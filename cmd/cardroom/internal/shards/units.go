package shards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/parts"
)

// Job is work in units that each have a result, such as sessions or lines of questions. The sums of its parts are the results,
// in order.
type Job struct {
	Kind          string
	Inputs        any // everything that decides the results, nil if no part is saved
	Total         int64
	Shard, Shards int64
	Workers       int
	Valid         func(result json.RawMessage) error
	// Do does unit n, from 1. The workers call it concurrently.
	Do func(ctx context.Context, n int64) (json.RawMessage, error)
}

// Unit is a unit of work with its result.
type Unit struct {
	Number int64           `json:"number"`
	Result json.RawMessage `json:"result"`
}

type unitSums struct {
	Units []Unit `json:"units"`
}

// Work does the units of a shard. With a folder it saves them as a part, and does not redo units that the part already has. It
// also returns the completed units if there is an error.
func Work(ctx context.Context, std *app.IO, out Out, job *Job, done *atomic.Int64) ([]Unit, error) {
	wanted := parts.ShardOf(job.Shard, job.Shards, job.Total)
	k, units, err := job.keep(std, out)
	if err != nil {
		return nil, err
	}
	next := wanted.From
	if n := len(units); n > 0 {
		next = units[n-1].Number + 1
	}
	save := func(last bool) error {
		if k == nil || !k.Due(next, last) {
			return nil
		}
		sums, err := json.Marshal(unitSums{append([]Unit{}, units...)})
		if err != nil {
			return err
		}
		return k.Save(next, sums)
	}
	if k != nil && k.Sums() == nil { // save at once, so that a merge knows about a shard in progress
		if err := k.Save(next, json.RawMessage(`{"units":[]}`)); err != nil {
			return units, err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for to := range job.results(ctx, next, wanted.To) {
		r := <-to
		if r.err != nil {
			return units, errors.Join(r.err, save(true))
		}
		units = append(units, Unit{next, r.result})
		next++
		done.Add(1)
		if err := save(next > wanted.To); err != nil {
			return units, err
		}
	}
	return units, ctx.Err()
}

// keep loads what the folder already has of the shard; k is nil without a folder.
func (job *Job) keep(std *app.IO, out Out) (k *Checkpoint, units []Unit, err error) {
	if out.Dir == "" {
		return nil, nil, nil
	}
	text, err := json.Marshal(job.Inputs)
	if err != nil {
		return nil, nil, err
	}
	p := &parts.Part{Kind: job.Kind, Job: text, Total: job.Total, Shard: job.Shard, Shards: job.Shards}
	from := parts.ShardOf(job.Shard, job.Shards, job.Total).From
	k, err = Keep(std, out, p, func(sums json.RawMessage, count int64) error {
		list, err := readUnits(sums, count, job.Valid)
		if err == nil && len(list) > 0 && (list[0].Number != from || list[len(list)-1].Number != from+count-1) {
			err = fmt.Errorf("its %s are not those that it says", p.Unit().Many)
		}
		if err == nil {
			units = list
		}
		return err
	})
	return k, units, err
}

// outcome is the result of a unit, or its error.
type outcome struct {
	result json.RawMessage
	err    error
}

// results returns the results of the units from through to, in order.
func (job *Job) results(ctx context.Context, from, to int64) <-chan chan outcome {
	order := make(chan chan outcome, 4*job.Workers)
	go func() {
		defer close(order)
		var wait sync.WaitGroup
		places := make(chan struct{}, job.Workers)
		for n := from; n <= to; n++ {
			one := make(chan outcome, 1)
			select {
			case places <- struct{}{}:
			case <-ctx.Done():
				one <- outcome{err: ctx.Err()}
				order <- one
				return
			}
			wait.Go(func() {
				defer func() { <-places }()
				result, err := job.Do(ctx, n)
				one <- outcome{result, err}
			})
			select {
			case order <- one:
			case <-ctx.Done():
				return
			}
		}
	}()
	return order
}

// readUnits reads the results of the given number of units.
func readUnits(text json.RawMessage, count int64, valid func(json.RawMessage) error) ([]Unit, error) {
	var s unitSums
	if err := parts.ReadSums(text, &s); err != nil {
		return nil, err
	}
	if int64(len(s.Units)) != count {
		return nil, fmt.Errorf("%d results are not %d", len(s.Units), count)
	}
	last := int64(0)
	for _, u := range s.Units {
		if u.Number <= last {
			return nil, fmt.Errorf("result %d cannot be where it stands", u.Number)
		}
		last = u.Number
		if err := valid(u.Result); err != nil {
			return nil, fmt.Errorf("result %d: %w", u.Number, err)
		}
	}
	return s.Units, nil
}

// JoinUnits combines several parts of such a job into one.
func JoinUnits(list []*parts.Part, valid func(json.RawMessage) error) (*parts.Part, error) {
	var all []Unit
	return parts.Join(list, func(text json.RawMessage, count int64) error {
		units, err := readUnits(text, count, valid)
		all = append(all, units...)
		return err
	}, func() (json.RawMessage, error) {
		slices.SortStableFunc(all, func(a, b Unit) int { return int(a.Number - b.Number) })
		return json.Marshal(unitSums{all})
	})
}

// AllUnits returns the results of a part that must contain all units of its job.
func AllUnits(p *parts.Part, valid func(json.RawMessage) error) ([]Unit, error) {
	units, err := readUnits(p.Sums, p.Total, valid)
	if err == nil && len(units) > 0 && units[len(units)-1].Number != p.Total {
		err = errors.New("some results are not of the job")
	}
	return units, Damaged(p, err)
}

// Damaged returns an error about the results of a part, nil if err is nil.
func Damaged(p *parts.Part, err error) error {
	if err == nil {
		return nil
	}
	return Faulty(&parts.Fault{File: p.Name, Msg: fmt.Sprintf("the results of the parts cannot be: %v", err), Remedy: "run the shards again, into another folder"})
}
