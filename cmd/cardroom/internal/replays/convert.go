package replays

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	engine "cardroom/engine/replay"
)

// ConvertOptions are the options of Convert.
type ConvertOptions struct {
	Paths   []string
	Target  *convert.Target
	Out     string // folder, "" for standard output
	Key     string // for pseudonyms; "" keeps the names
	Workers int
}

// converted is a hand in the target format, or the reason why it could not be
// converted.
type converted struct {
	text *convert.Text
	err  error
	same uint64 // identity
}

// Convert writes recorded hands in another format. Hands that were written before an
// interrupt are kept.
func Convert(ctx context.Context, std *app.IO, opts ConvertOptions) error {
	p := std.StartProgress("converting", 0)
	defer p.Stop()
	if opts.Out != "" {
		if err := std.MkdirAll(opts.Out); err != nil {
			return err
		}
	}
	lib, won := library.New(std, nil), summarized(std, opts.Paths)
	s := stream[converted]{
		apart: won.files,
		std:   std, paths: opts.Paths, workers: opts.Workers, options: history.Options{Formats: sites.All},
		unread: func(_ string, _ int, err error) converted { return converted{err: err} },
		worker: func() func(string, *history.Hand, error) converted {
			r := &replayer{std: std, library: lib, log: &hand.Log{}, won: &won}
			r.player = engine.NewPlayer(r.find, r.log)
			c := &converter{replayer: r, opts: opts, back: engine.NewPlayer(r.find, nil)}
			return c.convert
		},
	}
	out := &outputs{std: std, opts: opts, unwritten: app.NewWarnings(std, "hand"), file: -1, made: map[string]bool{}, lost: map[string]int64{}, seen: map[uint64]bool{}}
	err := s.run(ctx, func(file int, name string, one converted) error {
		p.Done.Add(1)
		return out.add(file, name, one)
	})
	if closing := out.close(); closing != nil && (err == nil || ctx.Err() != nil) {
		err = closing
	}
	p.Stop()
	out.unwritten.End()
	s.tellStray()
	if err != nil && ctx.Err() == nil {
		return err
	}
	for _, what := range slices.Sorted(maps.Keys(out.lost)) {
		out.std.Note("%s cannot say: %s (%s)", out.opts.Target.Name, what, term.Counted(out.lost[what], "hand"))
	}
	rest := ""
	if err != nil {
		rest = " (incomplete)"
	}
	if out.again > 0 {
		rest = fmt.Sprintf("; %s found again and written once", term.Grouped(out.again)) + rest
	}
	out.std.Note("%s written, %s not%s", term.Counted(out.hands, "hand"), term.Grouped(out.bad), rest)
	switch {
	case err != nil:
		return err
	case out.bad > 0 || out.hands == 0:
		return app.ErrShown
	}
	return nil
}

// outputs writes one file at a time, or standard output.
type outputs struct {
	std        *app.IO
	opts       ConvertOptions
	file       int // number of the input file
	text       convert.File
	out        term.File
	buffer     *bufio.Writer   // writes to out
	made       map[string]bool // names of files in the folder
	hands, bad int64
	again      int64           // copies of hands that were found before
	seen       map[uint64]bool // by identity, whether it was written
	lost       map[string]int64
	unwritten  *app.Warnings
	b          []byte
}

// add writes one hand.
func (o *outputs) add(file int, name string, one converted) error {
	if one.same != 0 {
		written, again := o.seen[one.same]
		if again {
			o.again++
			if written || one.err != nil {
				return nil
			}
			o.bad--
		}
		o.seen[one.same] = one.err == nil
	}
	if one.err != nil {
		o.bad++
		o.unwritten.Add(one.err)
		return nil
	}
	if o.file < 0 || file != o.file && o.opts.Out != "" {
		if err := o.open(name); err != nil {
			return err
		}
	}
	o.file = file
	o.hands++
	for _, what := range one.text.Lost {
		o.lost[what]++
	}
	o.b = o.text.Append(o.b[:0], one.text)
	if o.buffer != nil {
		_, err := o.buffer.Write(o.b)
		return err
	}
	_, err := o.std.Stdout.Write(o.b)
	return err
}

// open starts the next file.
func (o *outputs) open(name string) error {
	if err := o.close(); err != nil {
		return err
	}
	o.text = convert.File{Target: o.opts.Target}
	if o.opts.Out == "" {
		return nil
	}
	var err error
	if o.out, err = o.std.CreatePlain(o.opts.Out, o.name(name)); err == nil {
		o.buffer = bufio.NewWriterSize(o.out, 64<<10)
	}
	return err
}

// close completes a file.
func (o *outputs) close() error {
	if o.buffer == nil {
		return nil
	}
	defer o.out.Discard()
	err := o.buffer.Flush()
	o.buffer = nil
	if err != nil {
		return err
	}
	return o.out.Commit()
}

// name returns the output file name for an input file: the same base name with the
// target's extension, and a number if that name is taken.
func (o *outputs) name(name string) string {
	stem := path.Base(filepath.ToSlash(name))
	if name == history.Stdin {
		stem = "stdin"
	}
	stem = strings.TrimSuffix(stem, path.Ext(stem))
	target := stem + o.opts.Target.Ending
	for n := 2; o.made[target]; n++ {
		target = fmt.Sprintf("%s-%d%s", stem, n, o.opts.Target.Ending)
	}
	o.made[target] = true
	return target
}

// converter is a worker that converts hands to another format.
type converter struct {
	*replayer
	opts ConvertOptions
	back *engine.Player // replays what is read back
}

// convert converts one hand.
func (c *converter) convert(_ string, rec *history.Hand, err error) converted {
	id := c.same(rec, err == nil)
	if err != nil {
		return converted{err: err, same: id}
	}
	text, err := c.write(rec)
	return converted{text, err, id}
}

// write writes a hand in the other format, reads the result back and compares it.
func (c *converter) write(rec *history.Hand) (*convert.Text, error) {
	c.log.Events = c.log.Events[:0]
	row := c.player.PlayReadings(rec)
	switch {
	case row.Err != nil:
		return nil, row.Err
	case !row.OK:
		return nil, rec.ErrorAt(0, history.CodePot, "the hand does not come out", "")
	}
	c.won.add(rec, row.Finishing)
	if c.opts.Key != "" {
		convert.Anonymous(rec, c.opts.Key)
	}
	convert.AddFolds(rec, c.log.Events)
	told := rec.Clone()
	told.Finishing, told.Starting, told.Scale = row.Finishing, row.Starting, row.Scale
	text, err := c.opts.Target.Write(&convert.Hand{Record: rec, Played: c.player.Hand(), Events: c.log.Events})
	if err == nil {
		err = c.readBack(told, text)
	}
	if err != nil {
		err = rec.ErrorAt(0, history.CodeTarget, fmt.Sprintf("not written as %s: %v", c.opts.Target.Name, err), "")
	}
	return text, err
}

// readBack reads a converted hand back and compares it with the original.
func (c *converter) readBack(rec *history.Hand, text *convert.Text) error {
	file := convert.File{Target: c.opts.Target}
	var again history.Hand
	if err := history.NewSource("what was written", file.Append(nil, text), history.Options{Formats: sites.All}).Next(&again); err != nil {
		return err
	}
	row := c.back.PlayReadings(&again)
	if row.Err != nil {
		return row.Err
	}
	again.Finishing, again.Starting, again.Scale = row.Finishing, row.Starting, row.Scale
	return convert.Same(rec, &again)
}
