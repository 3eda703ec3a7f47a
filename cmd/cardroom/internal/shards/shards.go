// Package shards saves the progress of a job's shard in a part file: existing results are resumed or skipped, and checkpoints
// are written along the way.
package shards

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/engine/parts"
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
	part  *parts.Part
	end   int64 // one past the last hand of the shard
	saved int64 // the first hand that is not in the file
	at    time.Time
}

// Keep starts a part, or resumes it from the folder. p says what is wanted: Kind, Job, Total, Shard and Shards. valid rejects
// sums that cannot be those of this number of hands.
func Keep(std *app.IO, out Out, p *parts.Part, valid func(sums json.RawMessage, hands int64) error) (*Checkpoint, error) {
	k := &Checkpoint{std: std, out: out, part: p, at: std.Now()}
	k.file = fmt.Sprintf("shard-%0*d-of-%d%s", len(fmt.Sprint(p.Shards)), p.Shard, p.Shards, parts.Ext)
	p.Name = filepath.Join(out.Dir, k.file)
	if err := std.MkdirAll(out.Dir); err != nil {
		return nil, app.PlainPathError(err)
	}
	if err := k.resume(valid); err != nil {
		return nil, err
	}
	wanted := parts.ShardOf(p.Shard, p.Shards, p.Total)
	k.end, k.saved = wanted.To+1, wanted.From
	if len(p.Hands) > 0 {
		k.saved = p.Hands[0].To + 1
	}
	return k, nil
}

// resume reads the shard's part from the folder, if there is one.
func (k *Checkpoint) resume(valid func(json.RawMessage, int64) error) error {
	old, err := ReadPart(k.std, k.part.Name)
	var fault *parts.Fault
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
		k.std.Note("%s goes on at %s %s", old.Name, old.Unit().One, figures.Grouped(next))
	}
	return nil
}

// Next returns the first hand that is not in the file.
func (k *Checkpoint) Next() int64 { return k.saved }

// End returns the number after the last hand of the shard.
func (k *Checkpoint) End() int64 { return k.end }

// StartOver makes the shard start over, whatever the file has.
func (k *Checkpoint) StartOver() {
	k.part.Hands, k.saved = nil, parts.ShardOf(k.part.Shard, k.part.Shards, k.part.Total).From
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
	from := parts.ShardOf(k.part.Shard, k.part.Shards, k.part.Total).From
	if k.part.Hands = nil; next > from {
		k.part.Hands = []parts.Range{{From: from, To: next - 1}}
	}
	k.part.Sums = sums
	if err := WritePart(k.std, k.out.Dir, k.file, k.part); err != nil {
		return err
	}
	k.saved, k.at = next, k.std.Now()
	return nil
}

// ReadPart reads a part file.
func ReadPart(std *app.IO, name string) (*parts.Part, error) {
	f, err := std.FS.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, app.PlainPathError(err)
	case err != nil:
		return nil, unreadable(name, err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, parts.MostBytes+1))
	if err == nil && len(text) > parts.MostBytes {
		return nil, Faulty(&parts.Fault{File: name, Msg: fmt.Sprintf("not a part: more than %d bytes", parts.MostBytes), Remedy: "take it out of the folder", Torn: true})
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	p, err := parts.Read(name, text)
	return p, Faulty(err)
}

func unreadable(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return Faulty(&parts.Fault{File: name, Msg: fmt.Sprintf("the part cannot be read: %v", err), Remedy: "make it a file that you can read, or take it out of the folder"})
}

// WritePart writes a whole part file to a folder.
func WritePart(std *app.IO, dir, name string, p *parts.Part) error {
	text, err := p.Marshal()
	if err != nil {
		return err
	}
	f, err := std.CreatePlain(dir, name)
	if err != nil {
		return err
	}
	return safefile.Fill(f, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Faulty returns an error about parts with its remedy as the hint.
func Faulty(err error) error {
	var f *parts.Fault
	if !errors.As(err, &f) {
		return err
	}
	return &remedied{f}
}

type remedied struct{ fault *parts.Fault }

func (r *remedied) Error() string { return r.fault.Error() }
func (r *remedied) Hint() string  { return r.fault.Remedy }
func (r *remedied) Unwrap() error { return r.fault }
