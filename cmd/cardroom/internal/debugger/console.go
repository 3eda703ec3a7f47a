package debugger

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/debug"
	"cardroom/engine/diag"
	"cardroom/engine/speech"
)

// person is a person who debugs at a terminal.
type person struct {
	std   *app.IO
	d     *Debuggee
	in    term.LineSource
	style speech.Style
	told  int // number of events already printed
	frame int // index of the selected frame
	last  string
	ended bool
	left  bool
	fault bool // a line from a pipe was refused
}

// prompt is printed before each typed line. If input comes from a pipe, the lines are printed after it.
const prompt = "(debug) "

// Run lets a person debug. If failed is set, the program has been played and waits where it fails.
func Run(ctx context.Context, std *app.IO, d *Debuggee, failed *debug.Stop, style speech.Style) error {
	c := &person{std: std, d: d, style: style}
	defer d.Close()
	d.Output = func(text string) { c.say("log: " + text) }
	if std.Stdin.Terminal {
		var stop func()
		ctx, stop = c.listen(ctx)
		defer stop()
	}
	var err error
	if c.in, err = std.Lines(ctx, c.complete); err != nil {
		return err
	}
	defer func() { _ = c.in.Close() }()
	if std.Stdin.Terminal {
		std.Note("help lists the commands, Tab completes, ^D leaves")
	}
	if failed != nil {
		c.say("debugging " + d.Title())
		c.fail(failed.Err)
		at := *failed
		at.Reason, at.Err = debug.AtBreakpoint, nil
		c.stopped(&at, false)
	} else if stop := c.start(); stop.Reason == debug.Failed && len(c.d.Events()) == 0 {
		return stop.Err
	}
	for !c.left {
		line, err := c.in.Line(prompt)
		switch {
		case errors.Is(err, io.EOF):
			return c.end()
		case errors.Is(err, term.ErrInterrupt):
			continue
		case err != nil:
			return err
		}
		c.do(ctx, strings.TrimSpace(line))
	}
	return c.end()
}

// end returns the error of the whole command.
func (c *person) end() error {
	if c.fault && !c.std.Stdin.Terminal {
		return app.ErrNo
	}
	return nil
}

// listen makes ^C stop a running program, and a termination request leave the debugger.
func (c *person) listen(ctx context.Context) (context.Context, func()) {
	ctx, leave := context.WithCancel(context.WithoutCancel(ctx))
	c.std.Until(ctx)
	signals, stop := c.std.Signals()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case sig := <-signals:
				if sig != os.Interrupt {
					leave()
				}
				c.d.Pause()
			}
		}
	}()
	return ctx, func() {
		stop()
		leave()
	}
}

// start restarts the program and stops at the first moment.
func (c *person) start() *debug.Stop {
	c.told = 0
	c.say("debugging " + c.d.Title())
	stop := c.d.Start(true)
	if stop.Reason != debug.Failed || len(c.d.Events()) > 0 {
		c.stopped(stop, true)
	}
	return stop
}

// do runs one line. An empty line repeats the last step.
func (c *person) do(ctx context.Context, line string) {
	if !c.std.Stdin.Terminal {
		c.out().Printf("%s%s\n", prompt, line)
	}
	if line == "" {
		line = c.last
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return
	}
	if len(line) > 10_000 {
		c.refuse(diag.Refuse("the line has more than 10000 characters", ""))
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	cmd := find(name)
	c.last = ""
	if cmd == nil {
		hint := diag.DidYouMean(name, names())
		if hint == "" {
			hint = `"help" lists the commands`
		}
		c.refuse(diag.Refuse(name+" is not a command of the debugger", hint))
		return
	}
	if cmd.again {
		c.last = line
	}
	c.d.ClearPause()
	if err := cmd.do(c, strings.TrimSpace(rest)); err != nil {
		c.refuse(err)
	}
}

// refuse prints why a command was refused.
func (c *person) refuse(err error) {
	c.fault = true
	w := c.std.Stderr
	if !c.std.Stdin.Terminal { // keep the order of the output
		w = c.out()
	}
	w.Printf("%s\n", strings.TrimPrefix(app.Explain(w, err), "cardroom: "))
}

// fail prints why the program failed.
func (c *person) fail(err error) {
	c.out().Printf("%s\n", strings.TrimPrefix(app.Explain(c.out(), err), "cardroom: "))
}

func (c *person) out() *term.Stream { return c.std.Stdout }

// columns returns the width of the screen.
func (c *person) columns() int {
	if n := c.out().Columns(); n > 0 {
		return n
	}
	return 100
}
