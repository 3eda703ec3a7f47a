package debugger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/debug"
	"cardroom/engine/diag"
	"cardroom/engine/speech"
)

// command is a command that a person can type.
type command struct {
	name    string
	aliases []string
	args    string
	about   string
	again   bool // an empty line repeats it
	do      func(c *person, rest string) error
}

var commands []*command

func init() {
	step := func(name string, u debug.Unit, about string, aliases ...string) *command {
		return &command{name: name, aliases: aliases, about: about, again: true, do: func(c *person, _ string) error { return c.step(u) }}
	}
	commands = []*command{
		{name: "break", aliases: []string{"b"}, args: "WHERE [if EXPR]", about: "stop at 67, lowball.star:67, a function, step:draw, event:shown, turn:3 or change:pot", do: (*person).setBreak},
		{name: "cond", args: "N [EXPR]", about: "breakpoint N stops only where EXPR is true", do: (*person).setCondition},
		{name: "hits", args: "N COUNT", about: "breakpoint N stops from hit 3 on (3), only at hit 3 (=3), at every third hit (%3)", do: (*person).setHits},
		{name: "log", args: "WHERE TEXT", about: "print TEXT there and continue; {EXPR} prints a value", do: (*person).setLog},
		{name: "breaks", about: "list the breakpoints", do: (*person).listBreaks},
		{name: "delete", args: "[N]", about: "remove breakpoint N, or all", do: (*person).deleteBreaks},
		step("continue", debug.Continue, "to the next breakpoint or the end of the hand, then to the next hand", "c"),
		step("step", debug.Into, "one statement, step, event or decision", "s"),
		step("next", debug.Next, "the same, without stopping in called functions", "n"),
		step("out", debug.Out, "to where the function was called", "o"),
		step("decision", debug.Decision, "to the next decision"),
		step("street", debug.Street, "to the next street"),
		step("hand", debug.HandOver, "to the end of the hand"),
		{name: "back", aliases: []string{"k"}, args: "[UNIT]", about: "step back as next would step; or back step, out, decision, street, hand", again: true, do: (*person).back},
		{name: "rcontinue", aliases: []string{"rc"}, about: "back to the breakpoint before", again: true, do: func(c *person, _ string) error { return c.goBack(debug.Continue) }},
		{name: "restart", about: "from the beginning", do: func(c *person, _ string) error { return c.begin() }},
		{name: "print", aliases: []string{"p"}, args: "EXPR", about: "the value of an expression; pot, street, seats, legal are the table's", do: (*person).print},
		{name: "where", aliases: []string{"w"}, about: "the calls in progress, innermost first", do: (*person).listFrames},
		{name: "frame", args: "N", about: "look at call N of where", do: (*person).setFrame},
		{name: "vars", aliases: []string{"v"}, args: "[SCOPE]", about: "variables of the function, or: table, event, options, memory, history, globals", do: (*person).vars},
		{name: "list", aliases: []string{"l"}, args: "[LINE]", about: "the script around here", do: (*person).list},
		{name: "table", aliases: []string{"t"}, about: "the table as it stands", do: (*person).table},
		{name: "see", args: "SEAT|all|open", about: "whose cards are shown", do: (*person).see},
		{name: "fork", aliases: []string{"act"}, args: "WORDS", about: "at a decision: the seat does this instead", do: (*person).fork},
		{name: "done", about: "the decisions so far", do: (*person).done},
		{name: "help", aliases: []string{"h", "?"}, about: "this list", do: (*person).help},
		{name: "quit", aliases: []string{"q", "exit"}, about: "leave", do: func(c *person, _ string) error { c.left = true; return nil }},
	}
}

func find(name string) *command {
	for _, cmd := range commands {
		if cmd.name == name || slices.Contains(cmd.aliases, name) {
			return cmd
		}
	}
	return nil
}

func names() (out []string) {
	for _, cmd := range commands {
		out = append(out, cmd.name)
	}
	return out
}

// complete returns the lines that can complete what was typed.
func (c *person) complete(typed string) (out []string) {
	name, rest, more := strings.Cut(typed, " ")
	list := names()
	prefix := ""
	if more {
		prefix, list = name+" ", nil
		switch name {
		case "break", "b", "log":
			for _, step := range c.d.StepNames() {
				list = append(list, "step:"+strings.ReplaceAll(step, " ", "-"))
			}
			for _, kind := range debug.EventNames() {
				list = append(list, "event:"+kind)
			}
			list = append(list, c.d.Functions()...)
		case "back":
			list = []string{"step", "out", "decision", "street", "hand"}
		case "vars":
			list = scopes
		}
		name = rest
	}
	for _, word := range list {
		if strings.HasPrefix(word, name) {
			out = append(out, prefix+word)
		}
	}
	return out
}

// step continues. After the end of a hand it deals the next hand.
func (c *person) step(u debug.Unit) error {
	if c.ended {
		return c.nextHand()
	}
	m, _ := c.d.Now()
	stop, err := c.d.Go(u)
	if err != nil {
		return err
	}
	if stop.Reason == debug.Ended && m.Kind == debug.Over {
		c.ended = true
		return c.nextHand()
	}
	c.stopped(stop, true)
	return nil
}

func (c *person) nextHand() error {
	more, err := c.d.Next()
	if err != nil {
		return err
	}
	if !more {
		return debug.ErrEnded
	}
	return c.begin()
}

// begin starts the program.
func (c *person) begin() error {
	if stop := c.start(); stop.Reason == debug.Failed && len(c.d.Events()) == 0 {
		return stop.Err
	}
	return nil
}

// Units are the units of steps, by name.
var Units = map[string]debug.Unit{"": debug.Next, "next": debug.Next, "step": debug.Into, "out": debug.Out, "decision": debug.Decision, "street": debug.Street, "hand": debug.HandOver}

func (c *person) back(rest string) error {
	u, ok := Units[rest]
	if !ok {
		return diag.Refuse(fmt.Sprintf("back %s?", rest), "back, back step, back out, back decision, back street, back hand")
	}
	return c.goBack(u)
}

func (c *person) goBack(u debug.Unit) error {
	stop, err := c.d.Back(u)
	if err == nil {
		c.stopped(stop, false)
	}
	return err
}

// place reads the place of a breakpoint, and returns the rest of the line.
func (c *person) place(text string) (b debug.Breakpoint, rest string, err error) {
	word, rest, _ := strings.Cut(text, " ")
	if word == "" {
		return b, "", diag.Refuse("where?", "a line such as 67 or lowball.star:67, a function, step:draw, event:shown, turn:3 or change:seats[1].stack")
	}
	if n, err := strconv.Atoi(word); err == nil {
		frames := c.d.Frames()
		if c.frame >= len(frames) {
			return b, "", diag.Refuse("no script is selected", "write FILE.star:"+word)
		}
		return debug.Breakpoint{File: frames[c.frame].Pos.File, Line: n}, strings.TrimSpace(rest), nil
	}
	if i := strings.LastIndex(word, ".star:"); i >= 0 {
		n, err := strconv.Atoi(word[i+len(".star:"):])
		if err != nil || n < 1 {
			return b, "", diag.Refuse(fmt.Sprintf("%s: a line is a number from 1", word), "")
		}
		return debug.Breakpoint{File: word[:i+len(".star")], Line: n}, strings.TrimSpace(rest), nil
	}
	return debug.Breakpoint{On: word}, strings.TrimSpace(rest), nil
}

func (c *person) setBreak(rest string) error {
	b, rest, err := c.place(rest)
	if err != nil {
		return err
	}
	if condition, ok := strings.CutPrefix(rest, "if "); ok {
		b.If = strings.TrimSpace(condition)
	} else if rest != "" {
		return diag.Refuse(fmt.Sprintf("%q after the place", rest), "break WHERE if EXPR")
	}
	return c.set(b)
}

func (c *person) setLog(rest string) error {
	b, text, err := c.place(rest)
	if err == nil && text == "" {
		err = diag.Refuse("log what?", "log turn:3 pot {pot}")
	}
	if err != nil {
		return err
	}
	b.Log = text
	return c.set(b)
}

func (c *person) set(b debug.Breakpoint) error {
	if err := c.d.Check(&b); err != nil {
		return err
	}
	own := c.d.Break(b)
	if !own.Bound {
		c.d.Unset(own)
		return diag.Refuse(own.Why, "")
	}
	c.say(shown(own))
	return nil
}

// shown returns a breakpoint as one line.
func shown(b *debug.Breakpoint) string {
	text := fmt.Sprintf("breakpoint %d: %s", b.Number, b)
	if b.At.Line > 0 {
		text += ", " + b.At.String()
	}
	return text
}

// numbered returns the breakpoint whose number begins the line.
func (c *person) numbered(rest string) (*debug.Breakpoint, string, error) {
	word, rest, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(word)
	for _, b := range c.d.Breakpoints() {
		if b.Number == n {
			return b, strings.TrimSpace(rest), nil
		}
	}
	return nil, "", diag.Refuse(fmt.Sprintf("no breakpoint %q", word), "breaks lists them")
}

func (c *person) setCondition(rest string) error {
	b, text, err := c.numbered(rest)
	if err == nil && text != "" {
		err = c.d.Check(&debug.Breakpoint{If: text})
	}
	if err == nil {
		b.If = text
		c.say(shown(b))
	}
	return err
}

func (c *person) setHits(rest string) error {
	b, text, err := c.numbered(rest)
	if err == nil && text != "" {
		err = debug.CheckHits(text)
	}
	if err == nil {
		b.Hits = text
		c.d.Recount()
		c.say(shown(b))
	}
	return err
}

func (c *person) listBreaks(string) error {
	for _, b := range c.d.Breakpoints() {
		c.say(shown(b))
	}
	return nil
}

func (c *person) deleteBreaks(rest string) error {
	if rest == "" {
		c.d.Clear(func(*debug.Breakpoint) bool { return true })
		return nil
	}
	b, _, err := c.numbered(rest)
	if err == nil {
		c.d.Clear(func(x *debug.Breakpoint) bool { return x == b })
	}
	return err
}

func (c *person) print(rest string) error {
	frames := c.d.Frames()
	var at *debug.Frame
	if c.frame < len(frames) {
		at = &frames[c.frame]
	}
	v, err := c.d.Eval(at, rest)
	if err == nil {
		c.say(debug.ValueText(v))
	}
	return err
}

func (c *person) listFrames(string) error {
	for i, f := range c.d.Frames() {
		mark := "  "
		if i == c.frame {
			mark = "->"
		}
		c.say(fmt.Sprintf("%s %d  %s, %s", mark, i, f.Name, f.Pos))
	}
	return nil
}

func (c *person) setFrame(rest string) error {
	n, err := strconv.Atoi(rest)
	if frames := c.d.Frames(); err != nil || n < 0 || n >= len(frames) {
		return diag.Refuse(fmt.Sprintf("no frame %q", rest), "where lists them")
	}
	c.frame = n
	c.source(2)
	return nil
}

var scopes = []string{"locals", "table", "event", "options", "memory", "history", "globals"}

func (c *person) vars(rest string) error {
	if rest == "" {
		rest = "locals"
	}
	if !slices.Contains(scopes, rest) {
		return diag.Refuse(fmt.Sprintf("no scope %q", rest), strings.Join(scopes, ", "))
	}
	frames := c.d.Frames()
	var at *debug.Frame
	if c.frame < len(frames) {
		at = &frames[c.frame]
	}
	for _, scope := range c.d.Scopes(at) {
		if !strings.HasSuffix(strings.ToLower(scope.Name), rest) {
			continue
		}
		for _, v := range scope.Variables {
			c.say(v.Name + " = " + debug.ValueText(v.Value))
		}
	}
	return nil
}

func (c *person) list(rest string) error {
	frames := c.d.Frames()
	if c.frame >= len(frames) {
		return nil
	}
	if rest == "" {
		c.source(8)
		return nil
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return diag.Refuse(fmt.Sprintf("%q is not a line", rest), "")
	}
	c.lines(frames[c.frame].Pos, n-8, n+8)
	return nil
}

func (c *person) table(string) error {
	text := c.d.Screen(c.style, c.columns())
	if text == "" {
		return diag.Refuse("no hand is dealt yet", "")
	}
	c.out().Printf("%s", text)
	return nil
}

func (c *person) see(rest string) error { return c.d.See(rest) }

func (c *person) fork(rest string) error {
	m, _ := c.d.Now()
	asked := c.d.Asked()
	words, instead, err := c.d.Fork(rest)
	if err != nil {
		return err
	}
	text := speech.SeatName(m.Hand.Pending().Seat) + ": " + words
	if instead != "" && instead != words {
		text += ", instead of " + instead
	}
	c.say(text)
	if asked {
		return c.step(debug.Continue)
	}
	return nil
}

func (c *person) done(string) error {
	c.say(strings.Join(c.d.Done(), ", "))
	return nil
}

func (c *person) help(string) error {
	for _, cmd := range commands {
		name := strings.Join(append([]string{cmd.name}, cmd.aliases...), ", ")
		c.out().Printf("%-24s %s\n", strings.TrimSpace(name+" "+cmd.args), cmd.about)
	}
	return nil
}
