package console

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/debug"
	"cardroom/dsl/live"
	"cardroom/engine/diag"
	"cardroom/engine/speech"
)

// commands are those that a person can type.
var commands live.Commands[*person]

// moves is the group of the commands that an empty line repeats.
const moves = "moves"

func init() {
	step := func(name string, u debug.Unit, about string, aliases ...string) *live.Command[*person] {
		return &live.Command[*person]{Name: name, Aliases: aliases, About: about, Group: moves, Do: func(c *person, _ context.Context, _ string) error { return c.step(u) }}
	}
	commands = live.Commands[*person]{
		{Name: "break", Aliases: []string{"b"}, Args: "WHERE [if EXPR]", About: "stop at 67, lowball.star:67, a function, step:draw, event:shown, turn:3 or change:pot", Do: (*person).setBreak},
		{Name: "cond", Args: "N [EXPR]", About: "breakpoint N stops only where EXPR is true", Do: (*person).setCondition},
		{Name: "hits", Args: "N COUNT", About: "breakpoint N stops from hit 3 on (3), only at hit 3 (=3), at every third hit (%3)", Do: (*person).setHits},
		{Name: "log", Args: "WHERE TEXT", About: "print TEXT there and continue; {EXPR} prints a value", Do: (*person).setLog},
		{Name: "breaks", About: "list the breakpoints", Do: (*person).listBreaks},
		{Name: "delete", Args: "[N]", About: "remove breakpoint N, or all", Do: (*person).deleteBreaks},
		step("continue", debug.Continue, "to the next breakpoint or the end of the hand, then to the next hand", "c"),
		step("step", debug.Into, "one statement, step, event or decision", "s"),
		step("next", debug.Next, "the same, without stopping in called functions", "n"),
		step("out", debug.Out, "to where the function was called", "o"),
		step("decision", debug.Decision, "to the next decision"),
		step("street", debug.Street, "to the next street"),
		step("hand", debug.HandOver, "to the end of the hand"),
		{Name: "back", Aliases: []string{"k"}, Args: "[UNIT]", About: "step back as next would step; or back step, out, decision, street, hand", Group: moves, Do: (*person).back},
		{Name: "rcontinue", Aliases: []string{"rc"}, About: "back to the breakpoint before", Group: moves, Do: func(c *person, _ context.Context, _ string) error { return c.goBack(debug.Continue) }},
		{Name: "restart", About: "from the beginning", Do: func(c *person, _ context.Context, _ string) error { return c.begin() }},
		{Name: "print", Aliases: []string{"p"}, Args: "EXPR", About: "the value of an expression; pot, street, seats, legal are the table's", Do: (*person).print},
		{Name: "where", Aliases: []string{"w"}, About: "the calls in progress, innermost first", Do: (*person).listFrames},
		{Name: "frame", Args: "N", About: "look at call N of where", Do: (*person).setFrame},
		{Name: "vars", Aliases: []string{"v"}, Args: "[SCOPE]", About: "variables of the function, or: table, event, options, memory, history, globals", Do: (*person).vars},
		{Name: "list", Aliases: []string{"l"}, Args: "[LINE]", About: "the script around here", Do: (*person).list},
		{Name: "table", Aliases: []string{"t"}, About: "the table as it stands", Do: (*person).table},
		{Name: "see", Args: "SEAT|all|open", About: "whose cards are shown", Do: (*person).see},
		{Name: "fork", Aliases: []string{"act"}, Args: "WORDS", About: "at a decision: the seat does this instead", Do: (*person).fork},
		{Name: "done", About: "the decisions so far", Do: (*person).done},
		{Name: "help", Aliases: []string{"h", "?"}, About: "this list", Do: (*person).help},
		{Name: "quit", Aliases: []string{"q", "exit"}, About: "leave", Do: func(c *person, _ context.Context, _ string) error { c.left = true; return nil }},
	}
}

// complete returns the lines that can complete what was typed.
func (c *person) complete(typed string) (out []string) {
	name, rest, more := strings.Cut(typed, " ")
	list := commands.Names("")
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

func (c *person) back(_ context.Context, rest string) error {
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
		at := c.selected()
		if at == nil {
			return b, "", diag.Refuse("no script is selected", "write FILE.star:"+word)
		}
		return debug.Breakpoint{File: at.Pos.File, Line: n}, strings.TrimSpace(rest), nil
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

func (c *person) setBreak(_ context.Context, rest string) error {
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

func (c *person) setLog(_ context.Context, rest string) error {
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

func (c *person) setCondition(_ context.Context, rest string) error {
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

func (c *person) setHits(_ context.Context, rest string) error {
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

func (c *person) listBreaks(_ context.Context, _ string) error {
	for _, b := range c.d.Breakpoints() {
		c.say(shown(b))
	}
	return nil
}

func (c *person) deleteBreaks(_ context.Context, rest string) error {
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

func (c *person) print(_ context.Context, rest string) error {
	v, err := c.d.Eval(c.selected(), rest)
	if err == nil {
		c.say(debug.ValueText(v))
	}
	return err
}

func (c *person) listFrames(_ context.Context, _ string) error {
	for i, f := range c.d.Frames() {
		mark := "  "
		if i == c.frame {
			mark = "->"
		}
		c.say(fmt.Sprintf("%s %d  %s, %s", mark, i, f.Name, f.Pos))
	}
	return nil
}

func (c *person) setFrame(_ context.Context, rest string) error {
	n, err := strconv.Atoi(rest)
	if frames := c.d.Frames(); err != nil || n < 0 || n >= len(frames) {
		return diag.Refuse(fmt.Sprintf("no frame %q", rest), "where lists them")
	}
	c.frame = n
	c.source(2)
	return nil
}

var scopes = []string{"locals", "table", "event", "options", "memory", "history", "globals"}

func (c *person) vars(_ context.Context, rest string) error {
	if rest == "" {
		rest = "locals"
	}
	if !slices.Contains(scopes, rest) {
		return diag.Refuse(fmt.Sprintf("no scope %q", rest), strings.Join(scopes, ", "))
	}
	for _, scope := range c.d.Scopes(c.selected()) {
		if !strings.HasSuffix(strings.ToLower(scope.Name), rest) {
			continue
		}
		for _, v := range scope.Variables {
			c.say(v.Name + " = " + debug.ValueText(v.Value))
		}
	}
	return nil
}

func (c *person) list(_ context.Context, rest string) error {
	at := c.selected()
	if at == nil {
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
	c.lines(at.Pos, n-8, n+8)
	return nil
}

func (c *person) table(_ context.Context, _ string) error {
	text := c.d.Screen(c.style, c.columns())
	if text == "" {
		return diag.Refuse("no hand is dealt yet", "")
	}
	c.out().Printf("%s", text)
	return nil
}

func (c *person) see(_ context.Context, rest string) error { return c.d.See(rest) }

func (c *person) fork(_ context.Context, rest string) error {
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

func (c *person) done(_ context.Context, _ string) error {
	c.say(strings.Join(c.d.Done(), ", "))
	return nil
}

func (c *person) help(_ context.Context, _ string) error {
	for _, cmd := range commands {
		name := strings.Join(append([]string{cmd.Name}, cmd.Aliases...), ", ")
		c.out().Printf("%-24s %s\n", strings.TrimSpace(name+" "+cmd.Args), cmd.About)
	}
	return nil
}
