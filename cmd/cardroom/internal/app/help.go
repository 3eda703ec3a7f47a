package app

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

// wideWidth is the most columns that help takes.
const wideWidth = 100

// mostExamples is how many the short help shows.
const mostExamples = 6

// Categories of options in the order in which help shows them, after the options of
// the command itself.
const (
	commonCategory   = "Common options"
	AdvancedCategory = "Advanced options"
)

// advanced puts flags that few need into the last group of the help.
func advanced(flags ...cli.Flag) []cli.Flag {
	for _, flag := range flags {
		switch f := flag.(type) {
		case *cli.BoolFlag:
			f.Category = AdvancedCategory
		case *cli.IntFlag:
			f.Category = AdvancedCategory
		case *cli.Int64Flag:
			f.Category = AdvancedCategory
		case *cli.Uint64Flag:
			f.Category = AdvancedCategory
		case *cli.Float64Flag:
			f.Category = AdvancedCategory
		case *cli.DurationFlag:
			f.Category = AdvancedCategory
		case *cli.StringFlag:
			f.Category = AdvancedCategory
		case *cli.StringSliceFlag:
			f.Category = AdvancedCategory
		default:
			panic(fmt.Sprintf("app: no category for a %T", flag))
		}
	}
	return flags
}

// newHelp is "cardroom help [--all] [COMMAND]".
func (a *App) newHelp(std *IO) *cli.Command {
	return &cli.Command{
		Name:        helpName,
		HelpName:    "cardroom " + helpName,
		Usage:       "show the help of a command",
		ArgsUsage:   "[COMMAND]",
		Category:    SectionShell,
		Description: "Shows what a command does, examples, and the options that most people need.\nWith --all it shows every option and the whole manual of the command.",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "all", Usage: "show every option and the whole manual", DisableDefaultText: true}, helpFlag},
		Action: func(c *cli.Context) error {
			defer std.startPager(report.Text)()
			name := c.Args().First()
			topic := a.topic(name)
			switch {
			case name == "":
				a.showHelp(std.Stdout)
				return nil
			case topic != "":
				return a.showAll(std.Stdout, topic)
			case c.Bool("all"):
				return a.showAll(std.Stdout, name)
			}
			return a.showCommand(std.Stdout, name)
		},
	}
}

const helpName = "help"

var helpExamples = []Example{{Line: "cardroom help run", Shows: "what run does"}, {Line: "cardroom help --all run", Shows: "everything about run"}}

// topic is what the manual of a command is about, by its name or how that begins: debug, debugging; "" if the word is a command
// or no such thing.
func (a *App) topic(name string) string {
	const least = 4 // letters
	if a.Command(name) != nil {
		return ""
	}
	for _, cmd := range a.Described {
		if cmd.Topic == name || len(name) >= least && strings.HasPrefix(cmd.Topic, name) {
			return cmd.Topic
		}
	}
	return ""
}

// showAll shows the whole manual of a command, by its name or by what it is about.
func (a *App) showAll(out *term.Stream, name string) error {
	i := slices.IndexFunc(a.Described, func(cmd *Command) bool { return cmd.HasName(name) || cmd.Topic == name })
	if i < 0 {
		return a.showCommand(out, name)
	}
	out.Printf("%s", folding(out).commandHelp(a.Described[i], true))
	return nil
}

// showCommand shows the short help of a command.
func (a *App) showCommand(out *term.Stream, name string) error {
	c := a.Command(name)
	if c == nil {
		return a.unknownCommand(name)
	}
	cmd, all := &Command{Command: c, Examples: helpExamples}, c.Name == helpName
	if i := slices.IndexFunc(a.Described, func(cmd *Command) bool { return cmd.Command == c }); i >= 0 {
		cmd = a.Described[i]
	}
	out.Printf("%s", folding(out).commandHelp(cmd, all))
	return nil
}

// showHelp shows the commands.
func (a *App) showHelp(out *term.Stream) {
	f := folding(out)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n   %s COMMAND [options] [arguments]\n", f.fold(a.Name+" - "+a.Usage), a.Name)
	for _, section := range []string{SectionPlay, SectionBooks, SectionShell, SectionWrite} {
		fmt.Fprintf(&b, "\n%s:\n", section)
		for _, c := range a.Commands {
			if c.Category == section && !c.Hidden {
				b.WriteString(f.item(c.Name, c.Usage) + "\n")
			}
		}
	}
	fmt.Fprintf(&b, "\n%s\n\n%s\n\nEnvironment:\n", f.fold(aboutGames), f.fold(aboutText))
	for _, v := range aboutEnvironment {
		b.WriteString(f.item(v[0], v[1]) + "\n")
	}
	b.WriteString("\nTry:\n   cardroom run angies/omaha-hilo\n   cardroom help run\n")
	out.Printf("%s", b.String())
}

const (
	aboutGames = `A GAME is a name from 'cardroom games', such as angies/omaha-hilo, or your own script: path/file.star, or path/file.star:name if the file has several games. ` +
		`Options may come before or after arguments; '-' is standard input.`
	aboutText = `Exit codes: 0 success; 1 a check failed or something differed; 2 could not run; 130 interrupted.`
)

var aboutEnvironment = [...][2]string{
	{"CARDROOM_PATH", "folders of your houses; a house is a folder of scripts"},
	{"CARDROOM_FORMAT", "the format when --format is not given"},
	{"CARDROOM_MAX_MEMORY", "memory limit of the program, such as 8GB (default: 4GB)"},
	{"PAGER", "the program that shows long text (default: less -FRX)"},
	{"NO_COLOR", "any value turns colors off; FORCE_COLOR turns them on"},
}

// About is what all commands have in common, for the manual.
const About = aboutGames + "\n\n" + aboutText + `

Control characters in names and texts are printed as escapes, such as \x1b. In CSV a text that begins like a formula, with = + - or @, gets an apostrophe in front.

CARDROOM_PATH lists folders with your own houses. A house is a folder of scripts; its games are then found by name. CARDROOM_FORMAT is the format when --format is not given.
PAGER shows long text at a terminal (default: less -FRX). CARDROOM_MAX_MEMORY, such as 8GB, limits the memory of the program (default 4GB). NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE turn colors off and on.
`

// folding lays out help for the width of a stream.
func folding(out *term.Stream) folder { return folder(min(out.Width(), wideWidth)) }

// commandHelp is the help of one command: short, or with its manual and all options.
func (f folder) commandHelp(cmd *Command, all bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n   %s\n", f.fold(cmd.HelpName+" - "+cmd.Usage), f.command(cmd.HelpName+" [options] "+cmd.ArgsUsage))
	if cmd.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", f.fold(cmd.Description))
	}
	if cmd.Manual != "" && all {
		fmt.Fprintf(&b, "\n%s\n", f.fold(strings.TrimRight(cmd.Manual, "\n")))
	}
	examples := cmd.Examples
	if len(examples) > 0 {
		b.WriteString("\nExamples:\n")
	}
	if !all {
		examples = examples[:min(len(examples), mostExamples)]
	}
	for _, e := range examples {
		fmt.Fprintf(&b, "%s\n   %s\n", f.comment(e.Shows), f.command(e.Line))
	}
	groups := cmd.VisibleFlagCategories()
	b.WriteString(f.options(groups, all))
	if !all {
		b.WriteString(f.advanced(groups, cmd.Name, cmd.Manual != ""))
	}
	return b.String()
}

// folder lays out help for a number of columns.
type folder int

// fold breaks running text into lines. Lines that begin with a blank are kept.
func (f folder) fold(s string) string {
	paragraphs := strings.Split(s, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = f.indented(strings.Join(strings.Fields(p), " "), 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// indented is running text with an indent before all lines but the first.
func (f folder) indented(s string, indent int) string {
	lines := strings.Split(text.WrapSoft(s, max(int(f)-indent, 20)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// item is a name and what is said about it, beside it or below it.
func (f folder) item(name, about string) string {
	const margin, column = 3, 23
	indent := column
	if f < term.PlainWidth {
		indent = margin + 4
	}
	if margin+text.StringWidthWithoutEscSequences(name)+2 > indent {
		return strings.Repeat(" ", margin) + name + "\n" + strings.Repeat(" ", indent) + f.indented(about, indent)
	}
	return fmt.Sprintf("%*s%-*s%s", margin, "", indent-margin, name, f.indented(about, indent))
}

// comment says what an example shows.
func (f folder) comment(s string) string {
	const head = "   # "
	return head + strings.ReplaceAll((f-folder(len(head))).indented(s, 0), "\n", "\n"+head)
}

// command is a command line, continued on a second one where it is too long.
func (f folder) command(line string) string {
	const margin = 3
	line = strings.TrimSpace(line)
	if margin+len(line) <= int(f) {
		return line
	}
	i := strings.LastIndex(line[:min(len(line), int(f)-margin-1)], " ")
	if i < 0 {
		return line
	}
	return line[:i] + " \\\n      " + line[i+1:]
}

// options are the flags in their groups, without the advanced ones unless all are
// wanted.
func (f folder) options(groups []cli.VisibleFlagCategory, all bool) string {
	var b strings.Builder
	for _, name := range []string{"", commonCategory, AdvancedCategory} {
		if name == AdvancedCategory && !all {
			continue
		}
		f.group(&b, groups, name)
	}
	for _, g := range groups { // those of the command's own making
		if !slices.Contains([]string{"", commonCategory, AdvancedCategory}, g.Name()) && all {
			f.group(&b, groups, g.Name())
		}
	}
	return b.String()
}

func (f folder) group(b *strings.Builder, groups []cli.VisibleFlagCategory, name string) {
	i := slices.IndexFunc(groups, func(g cli.VisibleFlagCategory) bool { return g.Name() == name })
	if i < 0 {
		return
	}
	if name == "" {
		name = "Options"
	}
	fmt.Fprintf(b, "\n%s:\n", name)
	for _, flag := range groups[i].Flags() {
		synopsis, usage := flagWords(flag)
		b.WriteString(f.item(synopsis, usage) + "\n")
	}
}

// flagWords are the names of a flag with its value, and what it does.
func flagWords(flag cli.Flag) (synopsis, usage string) {
	synopsis, usage, _ = strings.Cut(flag.String(), "\t")
	synopsis, _, _ = strings.Cut(synopsis, " [ ") // the library shows the flag of a list twice
	return strings.TrimSpace(synopsis), usage
}

// advanced says which options the short help leaves out, and where they are.
func (f folder) advanced(groups []cli.VisibleFlagCategory, command string, manual bool) string {
	var names []string
	for _, g := range groups {
		if g.Name() == "" || g.Name() == commonCategory {
			continue
		}
		for _, flag := range g.Flags() {
			names = append(names, dashed(flag.Names()[0]))
		}
	}
	where := fmt.Sprintf("'cardroom help --all %s'", command)
	switch {
	case len(names) > 0:
		return "\n" + f.indented("More options: "+strings.Join(names, ", ")+". See "+where+".", 0) + "\n"
	case manual:
		return "\n" + f.indented("The whole manual: "+where+".", 0) + "\n"
	}
	return ""
}
