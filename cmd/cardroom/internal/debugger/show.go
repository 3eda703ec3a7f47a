package debugger

import (
	"fmt"
	"io"
	"strings"

	"cardroom/dsl/debug"
	"cardroom/dsl/live"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// stopped prints what happened since the last stop, and where the program stopped.
func (c *person) stopped(stop *debug.Stop, forward bool) {
	if stop == nil {
		return
	}
	c.ended = stop.Reason == debug.Ended || stop.Reason == debug.Failed
	if forward {
		c.tell()
	}
	c.told = len(c.d.Events())
	switch {
	case stop.Reason == debug.Ended:
		c.say("the program is over")
		return
	case stop.Reason == debug.Failed:
		c.fail(stop.Err)
		if c.ended {
			return
		}
	}
	at := c.where()
	for _, n := range stop.Hits {
		at = fmt.Sprintf("breakpoint %d: %s", n, at)
	}
	if stop.Reason == debug.Paused {
		at = "paused: " + at
	}
	if stop.Err != nil {
		c.refuse(stop.Err)
	}
	c.say(c.out().Paint(at, color.Bold))
	c.frame = 0
	c.source(2)
}

// where describes the current moment in one line.
func (c *person) where() string {
	m, _ := c.d.Now()
	frames := c.d.Frames()
	place := ""
	if len(frames) > 0 {
		place = ", " + frames[0].Pos.String()
	}
	switch m.Kind {
	case debug.Statement:
		if len(frames) == 0 { // it was stopped between two statements
			return "a script"
		}
		return "in " + frames[0].Name + place
	case debug.Happened:
		return "event " + strings.ReplaceAll(m.Event.Kind.String(), " ", "-") + place
	case debug.Decides:
		return c.asks(m.Hand) + place
	case debug.Over:
		return "the hand is over" + place
	}
	if m.Hand != nil && m.Hand.Step() != nil {
		return "step " + debug.StepTitle(m.Hand.Step()) + place
	}
	return "the beginning" + place
}

// asks returns whose turn it is and the choices.
func (c *person) asks(h *hand.Hand) string {
	d := h.Pending()
	text := speech.SeatName(d.Seat) + " to act"
	if c.d.View == debug.AllCards || c.d.View == int(d.Seat) {
		text += " (" + strings.Join(speech.Choices(h, d), ", ") + ")"
	}
	return text
}

// tell prints the events of the hand since the last stop.
func (c *person) tell() {
	m, _ := c.d.Now()
	events := c.d.Events()
	if m.Hand == nil || len(events) < c.told {
		c.told = 0
	}
	if m.Hand == nil || len(events) == c.told {
		return
	}
	state := live.Of(m.Hand, events).Seen(live.View{Seat: c.d.View})
	events = hand.SeenBy(events, c.d.View)
	var b strings.Builder
	n := speech.NewNarrator(io.Discard, c.style)
	n.Notes(m.Hand.Notes())
	n.Tell(&state, events[:c.told])
	n.To(&b)
	n.Tell(&state, events[c.told:])
	for line := range strings.Lines(b.String()) {
		c.say("  " + strings.TrimSpace(line))
	}
}

// source prints the lines around the selected frame.
func (c *person) source(around int) {
	frames := c.d.Frames()
	if c.frame >= len(frames) || frames[c.frame].Pos.Line == 0 {
		return
	}
	at := frames[c.frame].Pos
	c.lines(at, int(at.Line)-around, int(at.Line)+around)
}

// lines prints lines of a script and marks the current one.
func (c *person) lines(at diag.Pos, from, to int) {
	text := strings.Split(c.d.Text(at.File), "\n")
	for n := max(from, 1); n <= min(to, len(text)); n++ {
		mark := "  "
		if n == int(at.Line) {
			mark = "->"
		}
		if text[n-1] != "" || n < len(text) {
			c.out().Printf("%s\n", strings.TrimRight(fmt.Sprintf("%s %4d  %s", mark, n, text[n-1]), " "))
		}
	}
}

// say prints a line, folded if it is too long.
func (c *person) say(text string) {
	for _, line := range live.Fold(text, c.columns()) {
		c.out().Printf("%s\n", line)
	}
}
