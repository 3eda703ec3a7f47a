package replays

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/formats"
	engine "cardroom/engine/replay"
)

// ConvertOptions say what is converted.
type ConvertOptions struct {
	Paths  []string
	Target *convert.Target
	Out    string // folder, "" for standard output
	Key    string // of pseudonyms, "" for the names as they are
}

// converter writes hands in another format.
type converter struct {
	std        *app.IO
	opts       ConvertOptions
	player     *engine.Player // plays what is read
	back       *engine.Player // plays what is read back
	log        *hand.Log
	made       map[string]bool // files in the folder
	hands, bad int64
	lost       map[string]int64
	complaints app.Told
	comment    []byte
}

// Convert writes recorded hands in another format.
func Convert(ctx context.Context, std *app.IO, opts ConvertOptions) error {
	p := std.StartProgress("converting", 0)
	defer p.Stop()
	log := &hand.Log{}
	r := &replayer{std: std, library: library.New(std, nil)}
	c := &converter{
		std: std, opts: opts, log: log, made: map[string]bool{}, lost: map[string]int64{},
		player: engine.NewPlayer(r.find, log), back: engine.NewPlayer(r.find, nil),
	}
	if opts.Out != "" {
		if err := std.MkdirAll(opts.Out); err != nil {
			return err
		}
	}
	for name, err := range history.Walk(std.FS, opts.Paths, history.Endings...) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = c.file(ctx, name)
		}
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			c.complain(err)
		}
		p.Done.Store(c.hands)
	}
	p.Stop()
	for _, what := range slices.Sorted(maps.Keys(c.lost)) {
		std.Note("%s cannot say: %s (%s)", c.opts.Target.Name, what, figures.Counted(c.lost[what], "hand"))
	}
	std.Note("%s written, %s not", figures.Counted(c.hands, "hand"), figures.Grouped(c.bad))
	if c.bad > 0 || c.hands == 0 {
		return app.ErrShown
	}
	return nil
}

func (c *converter) complain(err error) {
	c.bad++
	if c.complaints.Next() {
		c.std.Warn("%v", app.PlainPathError(err))
	}
}

// file converts one file.
func (c *converter) file(ctx context.Context, name string) error {
	f, err := history.Open(c.std.FS, name, c.std.Stdin, history.Options{Formats: formats.All})
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if f.Format == "PHH" && !history.OwnEnding(name) && !slices.Contains(c.opts.Paths, name) {
		return nil // something else that lies in the folder
	}
	if c.opts.Out == "" {
		return c.all(ctx, f, name, c.std.Stdout)
	}
	target := c.name(name)
	out, err := c.std.CreatePlain(c.opts.Out, target)
	if err != nil {
		return err
	}
	return safefile.Fill(out, func(w io.Writer) error { return c.all(ctx, f, name, w) })
}

// name is what the file of another is called in the folder: the same name with another
// ending, counted where two are called alike.
func (c *converter) name(name string) string {
	stem := path.Base(filepath.ToSlash(name))
	if name == history.Stdin {
		stem = "stdin"
	}
	stem = strings.TrimSuffix(stem, path.Ext(stem))
	target := stem + c.opts.Target.Ending
	for n := 2; c.made[target]; n++ {
		target = fmt.Sprintf("%s-%d%s", stem, n, c.opts.Target.Ending)
	}
	c.made[target] = true
	return target
}

// all converts the hands of a file.
func (c *converter) all(ctx context.Context, src history.Source, name string, w io.Writer) error {
	var rec history.Hand
	n := 0
	for {
		err := src.Next(&rec)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		}
		var text []byte
		if err == nil {
			text, err = c.hand(&rec, n+1)
		}
		if err != nil {
			c.complain(err)
			continue
		}
		n++
		c.hands++
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
}

// hand writes one hand and compares it with what is read back.
func (c *converter) hand(rec *history.Hand, n int) ([]byte, error) {
	if c.opts.Key != "" {
		convert.Anonymous(rec, c.opts.Key)
	}
	c.log.Events = c.log.Events[:0]
	row := c.player.PlayReadings(rec)
	switch {
	case row.Err != nil:
		return nil, row.Err
	case !row.OK:
		return nil, rec.ErrorAt(0, history.CodePot, "the hand does not come out", "")
	}
	convert.AddFolds(rec, c.log.Events)
	told := rec.Clone()
	told.Finishing, told.Starting, told.Scale = row.Finishing, row.Starting, row.Scale
	played := convert.Hand{Record: rec, Played: c.player.Hand(), Events: c.log.Events}
	text, lost, err := c.opts.Target.Write(nil, n, &played)
	if err == nil {
		err = c.readBack(told, text, n)
	}
	if err != nil {
		return nil, rec.ErrorAt(0, history.CodeTarget, fmt.Sprintf("not written as %s: %v", c.opts.Target.Name, err), "")
	}
	for _, what := range lost {
		c.lost[what]++
	}
	return text, nil
}

// readBack reads what was written and compares it.
func (c *converter) readBack(rec *history.Hand, text []byte, n int) error {
	if n > 1 && c.opts.Target.Name == "acpc" { // the comment before the first hand says which limit it is
		text = append(slices.Clone(c.comment), text...)
	} else if i := slices.Index(text, '\n'); c.opts.Target.Name == "acpc" {
		c.comment = text[:i+1]
	}
	var again history.Hand
	if err := history.NewSource("what was written", text, history.Options{Formats: formats.All}).Next(&again); err != nil {
		return err
	}
	row := c.back.PlayReadings(&again)
	if row.Err != nil {
		return row.Err
	}
	again.Finishing, again.Starting, again.Scale = row.Finishing, row.Starting, row.Scale
	return convert.Same(rec, &again)
}
