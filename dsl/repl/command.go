package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/dsl/live"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"github.com/fatih/color"
)

// command is a command that begins with a colon.
type command = live.Command[*Session]

// The groups of commands, in the order of the help.
const (
	groupTable   = "The table"
	groupAsk     = "Ask"
	groupScripts = "Scripts"
	groupSession = "The session"
)

var groups = []string{groupTable, groupAsk, groupScripts, groupSession}

// commands is the table of commands, from which the help and the completion are
// made.
var commands live.Commands[*Session]

func init() {
	commands = append(commands, live.Commands[*Session](tableCommands()).On(live.AtTable((*Session).atDesk))...)
	commands = append(commands, askCommands()...)
	commands = append(commands, scriptCommands()...)
	commands = append(commands, sessionCommands()...)
}

func sessionCommands() []*command {
	return []*command{
		{
			Name: "help", Args: "[TOPIC]", Group: groupSession,
			About: "list the commands, or explain a topic",
			More:  "A topic is a command, a word of the language, a chapter of its reference, a script, a house or a code such as CR030.",
			Do:    (*Session).help, Complete: (*Session).topics,
		},
		{
			Name: "reset", Group: groupSession, About: "forget everything defined and loaded", Bare: true,
			Do: func(s *Session, _ context.Context, _ string) error {
				s.reset()
				return nil
			},
		},
		{
			Name: "quit", Group: groupSession, About: "leave; so do quit, exit and ^D", Bare: true,
			Do: func(*Session, context.Context, string) error { return errQuit },
		},
	}
}

// bare returns the command that a line without a colon stands for, "" for none:
// help, quit and exit, unless the name is defined, and ?name for :doc name.
func (s *Session) bare(line string) string {
	line = strings.TrimSpace(line)
	if name, ok := strings.CutPrefix(line, "?"); ok {
		if name = strings.TrimSpace(name); name == "" {
			return ":help"
		}
		return ":doc " + name
	}
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case word != "help" && word != "quit" && word != "exit", s.in.Value(word) != nil, rest != "" && (word != "help" || star.Parses(line)):
		return ""
	case word == "exit":
		return ":quit"
	}
	return ":" + line
}

// do executes a command and reports its error; the result is ErrQuit or nil.
func (s *Session) do(ctx context.Context, line string) error {
	s.taken(line)
	switch {
	case strings.HasPrefix(line, ":"):
	case s.bare(line) != "":
		line = s.bare(line)
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
	arg = strings.TrimSpace(arg)
	var err error
	if c.Bare && arg != "" {
		err = s.fault(fmt.Sprintf(":%s takes no argument", c.Name), "")
	} else {
		err = c.Do(s, ctx, arg)
	}
	if err != nil && !errors.Is(err, errQuit) {
		s.options.Report(s.placed(err))
		return nil
	}
	return err
}

// placed returns an error with the position of the current command, unless it
// has a position of its own.
func (s *Session) placed(err error) error {
	var e *diag.Error
	var hinting interface{ hint() string }
	switch err = stopped(err); {
	case diag.AsRefused(err) != nil:
		return s.refused(err)
	case errors.Is(err, ErrInterrupted):
		return err
	case errors.As(err, &e) && e.Pos.Line > 0:
		return err
	case e != nil:
		return s.fault(e.Error(), e.Hint)
	case errors.As(err, &hinting):
		return s.fault(err.Error(), hinting.hint())
	}
	return s.fault(err.Error(), "")
}

// find returns the command with a name, or the only one that begins with it;
// else nil.
func find(name string) *command {
	if c := commands.Find(name); c != nil || name == "" {
		return c
	}
	if begun := commands.Names(name); len(begun) == 1 {
		return commands.Find(begun[0])
	}
	return nil
}

// elsewhere are hints for commands that one may expect here and that have other names, or are not of the REPL.
var elsewhere = map[string]string{
	"game":     ":table GAME sets up a table",
	"play":     ":table GAME sets up a table, and :deal deals a hand",
	"new":      ":table GAME sets up a table, and 'cardroom new' starts a game",
	"seats":    ":table seats N sets up a table",
	"stakes":   ":table stakes S sets up a table",
	"hand":     ":look shows the table, :log the hand so far",
	"show":     ":look shows the table, :log the hand so far",
	"step":     "say what the player does; :undo and :goto go back",
	"next":     "say what the player does; :undo and :goto go back",
	"back":     ":undo and :goto go back",
	"why":      ":explain says why",
	"equity":   ":odds computes equity",
	"run":      "'cardroom run' simulates hands",
	"simulate": "'cardroom run' simulates hands",
	"check":    "'cardroom check' finds faults in scripts",
	"test":     "'cardroom test' runs tests of rules",
	"set":      "'cardroom repl GAME --set NAME=VALUE' sets an option; :rules lists them",
	"option":   "'cardroom repl GAME --set NAME=VALUE' sets an option; :rules lists them",
	"options":  "'cardroom repl GAME --set NAME=VALUE' sets an option; :rules lists them",
}

func (s *Session) unknown(name string) error {
	var begun []string
	for _, word := range commands.Names(name) {
		begun = append(begun, ":"+word)
	}
	if name != "" && begun != nil {
		return s.fault("write the command after :"+name+"?", "there are "+strings.Join(begun, ", "))
	}
	hint := cmp.Or(elsewhere[name], ":help lists the commands")
	if n := diag.DidYouMean(name, commands.Names("")); n != "" {
		hint = strings.Replace(n, "did you mean ", "did you mean :", 1)
	}
	return s.fault("no command :"+name, hint)
}

// needed returns the error for a missing argument.
func (s *Session) needed(name, what string) error {
	return s.fault(fmt.Sprintf(":%s needs %s", name, what), ":help "+name+" says more")
}

// help implements ":help" and ":help TOPIC".
func (s *Session) help(_ context.Context, topic string) error {
	if topic == "" {
		s.overview()
		return nil
	}
	if c := find(strings.TrimPrefix(topic, ":")); c != nil && (c.Name == strings.TrimPrefix(topic, ":") || topic[0] == ':') {
		s.printf("%s\n\n%s\n", s.out.Paint(":"+c.Usage(), color.Bold), fold(sentence(c.About)+" "+c.More, s.width()))
		if c.Name != topic || !s.known(topic) {
			return nil
		}
		s.printf("\n")
	}
	return s.lookUp(topic)
}

func sentence(phrase string) string { return strings.ToUpper(phrase[:1]) + phrase[1:] + "." }

func (s *Session) overview() {
	s.printf("%s\n", fold("Type Starlark: an expression prints its value, and _ keeps it; names can be redefined. "+
		"A block ends when it is complete, a definition with a blank line. At a table type what a player says; view is what a policy would see. ?name looks up a name. TAB completes, ^C clears the line or stops an evaluation, ^D leaves.", s.width()))
	for _, g := range groups {
		s.printf("\n%s\n", s.out.Paint(g, color.Bold))
		for _, c := range commands {
			switch usage, width := c.Usage(), s.width(); {
			case c.Group != g:
			case 1+len(usage) < usageColumn-2 && width >= 2*usageColumn:
				s.printf("%s\n", hang(fmt.Sprintf("  %-*s", usageColumn, ":"+usage), c.About, width))
			default:
				s.printf("%s\n%s\n", hang("  ", ":"+usage, width), hang("      ", c.About, width))
			}
		}
	}
}

// usageColumn is the width of the usage column in the list of commands: the
// description of a longer usage is on the next line.
const usageColumn = 28

// fold wraps running text.
func fold(text string, width int) string { return hang("", text, width) }

// hang wraps running text after a label, with all lines aligned with the first.
func hang(label, text string, width int) string {
	return strings.Join(live.Hang(label, strings.Repeat(" ", len(label)), text, width), "\n")
}
