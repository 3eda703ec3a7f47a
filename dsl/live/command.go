package live

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/engine/odds"
)

// Command is a command that a person may type in addition to what players say.
// D is the receiver of the command.
type Command[D any] struct {
	Name    string
	Aliases []string
	Args    string // as shown in the help, "[SEED]"
	About   string
	More    string // more sentences for the help
	Group   string
	Bare    bool // takes no argument
	AsTyped bool // keep the case of the argument
	// Do receives the text after the name, trimmed.
	Do func(d D, ctx context.Context, arg string) error
	// Complete returns the possible arguments; nil for none.
	Complete func(d D, arg string) []string
}

// Usage returns the name with its arguments.
func (c *Command[D]) Usage() string { return strings.TrimSpace(c.Name + " " + c.Args) }

// Commands is a table of commands, in the order of the help.
type Commands[D any] []*Command[D]

// Find returns the command with a name or an alias, or nil.
func (list Commands[D]) Find(name string) *Command[D] {
	for _, c := range list {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// Names returns the names of the commands that begin with the given letters.
func (list Commands[D]) Names(begin string) (out []string) {
	for _, c := range list {
		if strings.HasPrefix(c.Name, begin) {
			out = append(out, c.Name)
		}
	}
	return out
}

// On fills in missing fields of the commands from those of the same name in
// another table.
func (list Commands[D]) On(base Commands[D]) Commands[D] {
	for _, c := range list {
		b := base.Find(c.Name)
		if b == nil {
			continue
		}
		c.Args = cmp.Or(c.Args, b.Args)
		c.About = cmp.Or(c.About, b.About)
		if c.Do == nil {
			c.Do = b.Do
		}
		if c.Complete == nil {
			c.Complete = b.Complete
		}
		c.Bare, c.AsTyped = c.Bare || b.Bare, c.AsTyped || b.AsTyped
	}
	return list
}

// Desk is a place at the table during a hand, with the output for its commands.
type Desk struct {
	*Hand
	View   View
	Effort odds.Effort // limit of the work for odds
	// Spoken selects reasons as a dealer would give them, unless "explain code"
	// asks for the clauses and the script.
	Spoken bool
	Out    io.Writer
}

// AtTable returns the commands about a hand that every table has. Commands that
// change the state are left to the table.
func AtTable[D any](desk func(D) (*Desk, error)) Commands[D] {
	do := func(show func(*Desk, context.Context, string) error) func(D, context.Context, string) error {
		return func(d D, ctx context.Context, arg string) error {
			at, err := desk(d)
			if err != nil {
				return err
			}
			return show(at, ctx, arg)
		}
	}
	return Commands[D]{
		{Name: "undo", Args: "[N]"},
		{Name: "redo", Args: "[N]", About: "redo what was undone"},
		{Name: "event", Args: "[KIND ...]", About: "trigger an irregularity, and the floor rules; alone: list what can happen now", AsTyped: true},
		{Name: "look", About: "show the table", Bare: true, Do: do((*Desk).showTable)},
		{Name: "log", About: "show the hand so far", Bare: true, Do: do((*Desk).ShowLog)},
		{
			Name: "explain", Args: "[turn|bet|pot|award] [code]", Do: do((*Desk).showReasons),
			Complete: func(D, string) []string { return append(slices.Clone(Topics), "code") },
		},
		{
			Name: "odds", Args: "[N|exact] [RANGE|SEAT=RANGE ...] [draw POLICY]", AsTyped: true, Do: do((*Desk).ShowOdds),
			Complete: func(D, string) []string { return []string{"exact"} },
		},
	}
}

// showTable prints the current table.
func (d *Desk) showTable(context.Context, string) error {
	_, err := io.WriteString(d.Out, d.Screen(d.View))
	return err
}

// ShowLog prints the log of the hand.
func (d *Desk) ShowLog(context.Context, string) error {
	d.Log(d.Out, d.View, -1)
	return nil
}

// showReasons prints explanations.
func (d *Desk) showReasons(_ context.Context, topic string) error {
	words := strings.Fields(topic)
	code := slices.Index(words, "code")
	if code >= 0 {
		words = slices.Delete(words, code, code+1)
	}
	reasons, err := d.Explain(d.View, strings.Join(words, " "))
	if err != nil {
		return err
	}
	PrintReasons(d.Out, reasons, d.View.columns(), d.Spoken && code < 0)
	return nil
}

// PrintReasons prints reasons, either as a dealer would give them or with
// clauses and script.
func PrintReasons(w io.Writer, reasons []Reason, columns int, spoken bool) {
	for i := range reasons {
		r := reasons[i]
		if i > 0 && r.Rule != "" && r.Rule == reasons[i-1].Rule && r.At == reasons[i-1].At {
			r = Reason{Text: r.Text} // by the same rule
		}
		lines := r.lines
		if spoken {
			lines = r.spoken
		}
		for _, line := range lines(columns) {
			_, _ = fmt.Fprintln(w, line)
		}
	}
}

// Spoken returns reasons as a dealer would give them, in unwrapped lines.
func Spoken(reasons []Reason) (out []string) {
	for i := range reasons {
		out = append(out, reasons[i].spoken(1<<20)...)
	}
	return out
}

// ShowOdds prints the equity of each hand.
func (d *Desk) ShowOdds(ctx context.Context, arg string) error {
	ask, err := ReadOdds(strings.Fields(arg), d.View)
	if err != nil {
		return err
	}
	o, err := d.Odds(ctx, d.View, ask.Effort(d.Effort), ask)
	if err != nil {
		return err
	}
	for _, line := range o.lines(d.View) {
		_, _ = fmt.Fprintln(d.Out, line)
	}
	return nil
}
