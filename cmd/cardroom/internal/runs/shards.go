// This file saves the progress of a job's shard in a part file: existing results are resumed or skipped, and checkpoints
// are written along the way.

package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/files"
)

// Out says where and how often a shard is saved.
type Out struct {
	Dir   string        // "" to save nothing
	Hands int64         // maximum number of hands between checkpoints, 0 for no limit
	Time  time.Duration // maximum time between checkpoints
}

// Checkpoint saves the part of a shard in progress.
type Checkpoint struct {
	std   *app.IO
	out   Out
	file  string
	part  *files.Part
	end   int64 // one past the last hand of the shard
	saved int64 // the first hand that is not in the file
	at    time.Time
}

// Keep starts a part, or resumes it from the folder. p says what is wanted: Kind, Total, Shard and Shards; inputs are everything that
// decides its sums. valid rejects sums that cannot be those of this number of hands.
func Keep(std *app.IO, out Out, p *files.Part, inputs any, valid func(sums json.RawMessage, hands int64) error) (_ *Checkpoint, err error) {
	if p.Job, err = json.Marshal(inputs); err != nil {
		return nil, err
	}
	k := &Checkpoint{std: std, out: out, part: p, at: std.Now()}
	k.file = fmt.Sprintf("shard-%0*d-of-%d%s", len(fmt.Sprint(p.Shards)), p.Shard, p.Shards, files.Ext)
	p.Name = filepath.Join(out.Dir, k.file)
	if err := std.MkdirAll(out.Dir); err != nil {
		return nil, app.PlainPathError(err)
	}
	if err := k.resume(valid); err != nil {
		return nil, err
	}
	wanted := files.ShardOf(p.Shard, p.Shards, p.Total)
	k.end, k.saved = wanted.To+1, wanted.From
	if len(p.Hands) > 0 {
		k.saved = p.Hands[0].To + 1
	}
	return k, nil
}

// resume reads the shard's part from the folder, if there is one.
func (k *Checkpoint) resume(valid func(json.RawMessage, int64) error) error {
	old, err := ReadPart(k.std, k.part.Name)
	var fault *files.Fault
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &fault) && fault.Torn:
		k.std.Warn("%v: the shard is run again from its start", err)
		return nil
	case err != nil:
		return err
	}
	if errors.As(k.part.SameJob(old), &fault) {
		return app.UsageHint(fmt.Sprintf("--out: %s is %s", old.Name, strings.ReplaceAll(fault.Msg, "in "+k.part.Name, "now")), "name another folder, or remove the file")
	}
	if err := valid(old.Sums, old.Count()); err != nil {
		k.std.Warn("%s: not a part: %v: the shard is run again from its start", old.Name, err)
		return nil
	}
	k.part.Hands, k.part.Sums = old.Hands, old.Sums
	if next, done := old.Next(); done {
		k.std.Note("%s has all %s of shard %d/%d: nothing is %s", old.Name, old.Unit().Many, old.Shard, old.Shards, old.Unit().Done)
	} else if len(old.Hands) > 0 {
		k.std.Note("%s goes on at %s %s", old.Name, old.Unit().One, term.Grouped(next))
	}
	return nil
}

// Next returns the first hand that is not in the file.
func (k *Checkpoint) Next() int64 { return k.saved }

// End returns the number after the last hand of the shard.
func (k *Checkpoint) End() int64 { return k.end }

// StartOver makes the shard start over, whatever the file has.
func (k *Checkpoint) StartOver() {
	k.part.Hands, k.saved = nil, files.ShardOf(k.part.Shard, k.part.Shards, k.part.Total).From
}

// Sums returns the sums in the file, nil if there are none.
func (k *Checkpoint) Sums() json.RawMessage { return k.part.Sums }

// Due reports whether it is time to save the hands before next; last means that no more hands will come.
func (k *Checkpoint) Due(next int64, last bool) bool {
	switch {
	case next == k.saved && k.part.Sums != nil:
		return false
	case last || next == k.end:
		return true
	}
	return k.out.Hands > 0 && next-k.saved >= k.out.Hands || k.std.Now().Sub(k.at) >= k.out.Time
}

// Save writes the part with the hands before next and their sums.
func (k *Checkpoint) Save(next int64, sums json.RawMessage) error {
	from := files.ShardOf(k.part.Shard, k.part.Shards, k.part.Total).From
	if k.part.Hands = nil; next > from {
		k.part.Hands = []files.Range{{From: from, To: next - 1}}
	}
	k.part.Sums = sums
	if err := WritePart(k.std, k.out.Dir, k.file, k.part); err != nil {
		return err
	}
	k.saved, k.at = next, k.std.Now()
	return nil
}

// ReadPart reads a part file.
func ReadPart(std *app.IO, name string) (*files.Part, error) {
	f, err := std.FS.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, app.PlainPathError(err)
	case err != nil:
		return nil, unreadable(name, err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, files.MostBytes+1))
	if err == nil && len(text) > files.MostBytes {
		return nil, Faulty(&files.Fault{File: name, Msg: fmt.Sprintf("not a part: more than %d bytes", files.MostBytes), Remedy: "take it out of the folder", Torn: true})
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	p, err := files.Read(name, text)
	return p, Faulty(err)
}

func unreadable(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return Faulty(&files.Fault{File: name, Msg: fmt.Sprintf("the part cannot be read: %v", err), Remedy: "make it a file that you can read, or take it out of the folder"})
}

// WritePart writes a whole part file to a folder.
func WritePart(std *app.IO, dir, name string, p *files.Part) error {
	text, err := p.Marshal()
	if err != nil {
		return err
	}
	return std.WritePlain(dir, name, text)
}

// Faulty returns an error about parts with its remedy as the hint.
func Faulty(err error) error {
	var f *files.Fault
	if !errors.As(err, &f) {
		return err
	}
	return &remedied{f}
}

type remedied struct{ fault *files.Fault }

func (r *remedied) Error() string { return r.fault.Error() }
func (r *remedied) Hint() string  { return r.fault.Remedy }
func (r *remedied) Unwrap() error { return r.fault }

// OutRows returns the rows of where a shard is saved.
func OutRows[O any](at func(*O) *Out) []params.Row[O] {
	return params.Group(at, []params.Row[Out]{
		{Param: &params.Param{
			Name: "out", Refused: noFiles, Doc: "write the exact sums to the folder `DIR`, for 'cardroom merge'; the same command resumes", Section: params.Advanced, Tables: true,
		}, At: func(o *Out) any {
			return params.TextSetter(func(dir string) error {
				if o.Dir = dir; dir == "" {
					return params.Errorf("--out needs the name of a folder")
				}
				return nil
			})
		}},
		{Param: &params.Param{
			Name: "checkpoint", Refused: noFiles, Doc: "with --out, save after `N` hands or files, or after a time such as 30s", Shown: "1m", Section: params.Advanced, Needs: []string{"out DIR"}, Tables: true,
		}, At: func(o *Out) any {
			return params.TextSetter(func(text string) error {
				n, notNumber := strconv.ParseInt(text, 10, 64)
				d, notTime := time.ParseDuration(text)
				switch {
				case notNumber == nil && n > 0:
					o.Hands = n
				case notTime == nil && d > 0:
					o.Time = d
				default:
					return params.Errorf("--checkpoint must be a number or a time such as 30s, not %q", text)
				}
				return nil
			})
		}},
	})
}

const noFiles = "messages write no files"

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
	wanted := files.ShardOf(job.Shard, job.Shards, job.Total)
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
	first := next
	numbers := func(yield func(int64) bool) {
		for n := first; n <= wanted.To && yield(n); n++ {
		}
	}
	for r := range app.InOrder(ctx, job.Workers, numbers, job.do) {
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
	if err := ctx.Err(); err != nil {
		return units, errors.Join(err, save(true))
	}
	return units, nil
}

// keep loads what the folder already has of the shard; k is nil without a folder.
func (job *Job) keep(std *app.IO, out Out) (k *Checkpoint, units []Unit, err error) {
	if out.Dir == "" {
		return nil, nil, nil
	}
	p := &files.Part{Kind: job.Kind, Total: job.Total, Shard: job.Shard, Shards: job.Shards}
	from := files.ShardOf(job.Shard, job.Shards, job.Total).From
	k, err = Keep(std, out, p, job.Inputs, func(sums json.RawMessage, count int64) error {
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

// do does a unit.
func (job *Job) do(ctx context.Context, n int64) outcome {
	result, err := job.Do(ctx, n)
	return outcome{result, err}
}

// readUnits reads the results of the given number of units.
func readUnits(text json.RawMessage, count int64, valid func(json.RawMessage) error) ([]Unit, error) {
	var s unitSums
	if err := files.ReadSums(text, &s); err != nil {
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
func JoinUnits(list []*files.Part, valid func(json.RawMessage) error) (*files.Part, error) {
	var all []Unit
	return files.Join(list, func(text json.RawMessage, count int64) error {
		units, err := readUnits(text, count, valid)
		all = append(all, units...)
		return err
	}, func() (json.RawMessage, error) {
		slices.SortStableFunc(all, func(a, b Unit) int { return int(a.Number - b.Number) })
		return json.Marshal(unitSums{all})
	})
}

// AllUnits returns the results of a part that must contain all units of its job.
func AllUnits(p *files.Part, valid func(json.RawMessage) error) ([]Unit, error) {
	units, err := readUnits(p.Sums, p.Total, valid)
	if err == nil && len(units) > 0 && units[len(units)-1].Number != p.Total {
		err = errors.New("some results are not of the job")
	}
	return units, Damaged(p, err)
}

// NoCharts returns the error of a page of a part without charts.
func NoCharts(p *files.Part) error {
	return Faulty(&files.Fault{File: p.Name, Msg: "the parts have no charts", Remedy: "run all shards with --report FILE.html as well, into another folder"})
}

// Damaged returns an error about the results of a part, nil if err is nil.
func Damaged(p *files.Part, err error) error {
	if err == nil {
		return nil
	}
	return Faulty(&files.Fault{File: p.Name, Msg: fmt.Sprintf("the results of the parts cannot be: %v", err), Remedy: "run the shards again, into another folder"})
}
