package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/engine/diag"

	"github.com/fatih/color"
)

// command is one of the words that begin with a colon.
type command struct {
	name  string
	args  string // as the help shows them, "[SEED]"
	about string
	more  string // further sentences of the help
	group string
	// do gets what stands after the name, without blanks around.
	do func(s *Session, ctx context.Context, arg string) error
	// complete lists what the argument can be, nil for nothing.
	complete func(s *Session, arg string) []string
}

// The groups of commands, in the order of the help.
const (
	groupTable   = "The table"
	groupAsk     = "Ask"
	groupScripts = "Scripts"
	groupSession = "The session"
)

var groups = []string{groupTable, groupAsk, groupScripts, groupSession}

// commands is the table of commands; the help and the completion are made from it.
var commands []*command

func init() {
	commands = append(commands, tableCommands()...)
	commands = append(commands, askCommands()...)
	commands = append(commands, scriptCommands()...)
	commands = append(commands, sessionCommands()...)
}

func sessionCommands() []*command {
	return []*command{
		{
			name: "help", args: "[TOPIC]", group: groupSession,
			about: "what can be done here, or what is known about a topic",
			more:  "A topic is a command, a word of the language, a chapter of its reference, a script, a house or a code such as CR030.",
			do:    (*Session).help, complete: (*Session).topics,
		},
		{
			name: "reset", group: groupSession, about: "forget all that was defined and loaded",
			do: func(s *Session, _ context.Context, arg string) error {
				if err := s.noArgument("reset", arg); err != nil {
					return err
				}
				s.reset()
				return nil
			},
		},
		{
			name: "quit", group: groupSession, about: "leave; ^D does too",
			do: func(s *Session, _ context.Context, arg string) error {
				if err := s.noArgument("quit", arg); err != nil {
					return err
				}
				return ErrQuit
			},
		},
	}
}

// isCommand reports whether a line that begins something is a command.
func (s *Session) isCommand(line string) bool {
	return strings.HasPrefix(strings.TrimSpace(line), ":") || s.isAct(line) || s.isEvent(line)
}

// do does a command and reports its error; the result is ErrQuit or nil.
func (s *Session) do(ctx context.Context, line string) error {
	s.taken(line)
	switch {
	case strings.HasPrefix(line, ":"):
	case s.isEvent(line):
		line = ":" + strings.TrimSpace(line)
	default:
		line = ":act " + line
	}
	name, arg, _ := strings.Cut(strings.TrimSpace(line[1:]), " ")
	c := find(name)
	if c == nil {
		s.options.Report(s.unknown(name))
		return nil
	}
	err := c.do(s, ctx, strings.TrimSpace(arg))
	if err != nil && !errors.Is(err, ErrQuit) {
		s.options.Report(s.placed(err))
		return nil
	}
	return err
}

// placed is an error at the command that is being done, unless it has a place of
// its own.
func (s *Session) placed(err error) error {
	var e *diag.Error
	var hinting interface{ Hint() string }
	switch {
	case errors.Is(err, ErrInterrupted):
		return err
	case errors.As(err, &e) && e.Pos.Line > 0:
		return err
	case e != nil:
		return s.fault(e.Error(), e.Hint)
	case errors.As(err, &hinting):
		return s.fault(err.Error(), hinting.Hint())
	}
	return s.fault(err.Error(), "")
}

// find is the command of a name, or the only one that begins so; else nil.
func find(name string) *command {
	var found *command
	for _, c := range commands {
		switch {
		case c.name == name:
			return c
		case name != "" && strings.HasPrefix(c.name, name):
			if found != nil {
				return nil
			}
			found = c
		}
	}
	return found
}

func (s *Session) unknown(name string) error {
	var names, begun []string
	for _, c := range commands {
		names = append(names, c.name)
		if name != "" && strings.HasPrefix(c.name, name) {
			begun = append(begun, ":"+c.name)
		}
	}
	if begun != nil {
		return s.fault("which command is :"+name+"?", "there are "+strings.Join(begun, ", "))
	}
	hint := ":help lists the commands"
	if n := diag.DidYouMean(name, names); n != "" {
		hint = strings.Replace(n, "did you mean ", "did you mean :", 1)
	}
	return s.fault("no command :"+name, hint)
}

func (s *Session) noArgument(name, arg string) error {
	if arg == "" {
		return nil
	}
	return s.fault(fmt.Sprintf(":%s takes no argument", name), "")
}

// needed is the error for an argument that is missing.
func (s *Session) needed(name, what string) error {
	return s.fault(fmt.Sprintf(":%s needs %s", name, what), ":help "+name+" says more")
}

// help is ":help" and ":help TOPIC".
func (s *Session) help(_ context.Context, topic string) error {
	if topic == "" {
		s.overview()
		return nil
	}
	if c := find(strings.TrimPrefix(topic, ":")); c != nil && (c.name == strings.TrimPrefix(topic, ":") || topic[0] == ':') {
		s.printf("%s\n\n%s\n", s.out.Paint(c.usage(), color.Bold), fold(sentence(c.about)+" "+c.more, s.width()))
		if c.name != topic || !s.known(topic) {
			return nil
		}
		s.printf("\n")
	}
	return s.lookUp(topic)
}

// sentence makes a sentence of a phrase.
func sentence(phrase string) string { return strings.ToUpper(phrase[:1]) + phrase[1:] + "." }

func (c *command) usage() string { return strings.TrimSpace(":" + c.name + " " + c.args) }

func (s *Session) overview() {
	s.printf("%s\n", fold("Type Starlark: an expression shows its value, which _ keeps; names can be defined again. "+
		"A block goes on until it is whole, a definition until a blank line. At a table type what a player says; view is what a policy would see. TAB completes, ^C stops, ^D leaves.", s.width()))
	for _, g := range groups {
		s.printf("\n%s\n", s.out.Paint(g, color.Bold))
		for _, c := range commands {
			if c.group == g {
				s.printf("%s\n", c.row(s.width()))
			}
		}
	}
}

// usageColumn is how wide the usages of commands are in the list: what does not
// fit has its description on the next line.
const usageColumn = 28

func (c *command) row(width int) string {
	if len(c.usage()) < usageColumn-2 && width >= 2*usageColumn {
		return hang(fmt.Sprintf("  %-*s", usageColumn, c.usage()), c.about, width)
	}
	return hang("  ", c.usage(), width) + "\n" + hang("      ", c.about, width)
}

// fold breaks running text into lines.
func fold(text string, width int) string { return hang("", text, width) }

// hang breaks running text into lines behind a label, all lines as far right
// as the first.
func hang(label, text string, width int) string {
	indent := len(label)
	var b strings.Builder
	b.WriteString(label)
	column := indent
	for i, word := range strings.Fields(text) {
		size := len([]rune(word))
		switch {
		case i == 0:
		case column+1+size > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += size
	}
	return b.String()
}
