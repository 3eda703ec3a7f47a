//go:build !js

package app

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

// wideWidth is the maximum width of help, in columns.
const wideWidth = 100

// mostExamples is how many examples the short help shows.
const mostExamples = 6

// commonCategory is the section of the options that all commands have, after their own.
const commonCategory = "Common options"

// newHelp returns the command "cardroom help [--all] [COMMAND]".
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
			defer std.startPager(c.Context, report.Text)()
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

// HelpExamples are the examples of help itself.
var HelpExamples = []Example{{Line: "cardroom help run", Shows: "what run does"}, {Line: "cardroom help --all run", Shows: "everything about run"}}

// topic returns the topic of a manual, given that word or the beginning of it (debug for debugging). It returns "" if the word
// is a command or no topic matches.
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

// showAll shows the whole manual of a command, given its name or its topic.
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
	cmd, all := &Command{Command: c, Examples: HelpExamples}, c.Name == helpName
	if i := slices.IndexFunc(a.Described, func(cmd *Command) bool { return cmd.Command == c }); i >= 0 {
		cmd = a.Described[i]
	}
	out.Printf("%s", folding(out).commandHelp(cmd, all))
	return nil
}

// firstCommands are those that a beginner needs, in that order.
var firstCommands = []string{"new", "test", "play", "run", "rules"}

func (a *App) first(f folder) string {
	var b strings.Builder
	b.WriteString(f.fold("Begin with these ('cardroom doc start' shows how):") + "\n")
	for _, name := range firstCommands {
		b.WriteString(f.item(name, a.Command(name).Usage) + "\n")
	}
	return b.String()
}

// showHelp lists the commands, the first ones on top.
func (a *App) showHelp(out *term.Stream) {
	f := folding(out)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n   %s COMMAND [options] [arguments]\n", f.fold(a.Name+" - "+a.Usage), a.Name)
	b.WriteString("\n" + a.first(f))
	for _, section := range []string{SectionPlay, SectionBooks, SectionWrite, SectionShell} {
		fmt.Fprintf(&b, "\n%s:\n", section)
		for _, c := range a.Commands {
			if c.Category == section && !c.Hidden && !slices.Contains(firstCommands, c.Name) {
				b.WriteString(f.item(c.Name, c.Usage) + "\n")
			}
		}
	}
	fmt.Fprintf(&b, "\n%s\n\n%s\n\nEnvironment:\n", f.fold(aboutGames), f.fold(aboutText))
	for _, v := range aboutEnvironment {
		b.WriteString(f.item(v[0], v[1]) + "\n")
	}
	b.WriteString("\nTry 'cardroom run angies/omaha-hilo' and 'cardroom help run'.\n")
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

// about is the part of the manual that applies to all commands.
const about = aboutGames + "\n\n" + aboutText + `

Control characters in names and texts are printed as escapes, such as \x1b. In CSV a text that begins like a formula, with = + - or @, gets an apostrophe in front.

CARDROOM_PATH lists folders with your own houses. A house is a folder of scripts; its games are then found by name. CARDROOM_FORMAT is the format when --format is not given.
PAGER shows long text at a terminal (default: less -FRX). CARDROOM_MAX_MEMORY, such as 8GB, limits the memory of the program (default 4GB). NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE turn colors off and on.
`

// folding returns a folder for the width of a stream.
func folding(out *term.Stream) folder { return folder(min(out.Width(), wideWidth)) }

// commandHelp returns the help of one command: the short help, or with all the manual and every option.
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
		// Format the description of an example.
		const head = "   # "
		fmt.Fprintf(&b, "%s\n   %s\n", head+strings.ReplaceAll((f-folder(len(head))).indented(e.Shows, 0), "\n", "\n"+head), f.command(e.Line))
	}
	groups := cmd.VisibleFlagCategories()
	b.WriteString(f.options(groups, all))
	if !all {
		b.WriteString(f.advanced(groups, cmd.Name, cmd.Manual != ""))
	}
	return b.String()
}

// folder lays out help in the given number of columns.
type folder int

// fold wraps paragraphs of text. Paragraphs that begin with a space are kept as they are.
func (f folder) fold(s string) string {
	paragraphs := strings.Split(s, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = f.indented(strings.Join(strings.Fields(p), " "), 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// indented wraps text and indents every line but the first.
func (f folder) indented(s string, indent int) string { return report.FoldedTo(int(f), s, indent) }

// item returns a name followed by its description, on the same line or below it.
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

// command returns a command line, continued on a second line if it is too long.
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

// options returns the flags by group. The advanced groups are included only with all.
func (f folder) options(groups []cli.VisibleFlagCategory, all bool) string {
	var b strings.Builder
	for _, name := range []string{"", commonCategory, params.Advanced} {
		if name == params.Advanced && !all {
			continue
		}
		f.group(&b, groups, name)
	}
	for _, g := range groups { // the command's own groups
		if !slices.Contains([]string{"", commonCategory, params.Advanced}, g.Name()) && all {
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

// flagWords returns the names of a flag with its value, and its usage text.
func flagWords(flag cli.Flag) (synopsis, usage string) {
	synopsis, usage, _ = strings.Cut(flag.String(), "\t")
	synopsis, _, _ = strings.Cut(synopsis, " [ ") // the library shows a list flag twice
	return strings.TrimSpace(synopsis), usage
}

// advanced says which options the short help omits, and how to see them.
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

// ManPage returns the program's man(1) page: what all commands share, then each command with its manual, its examples and all
// its flags.
func (a *App) ManPage() string {
	var m manPage
	fmt.Fprintf(&m, ".nh\n.TH %s 1\n", a.Name)
	m.section("SH", "NAME")
	m.text(a.Name + " - " + a.Usage)
	m.section("SH", "SYNOPSIS")
	m.text(a.Name + " COMMAND [options] [arguments]")
	m.section("SH", "DESCRIPTION")
	m.text(about)
	m.section("SH", "GLOBAL OPTIONS")
	m.flags(builtIn)
	m.section("SH", "COMMANDS")
	for _, c := range a.Commands {
		if c.Hidden {
			continue
		}
		m.section("SS", strings.Join(c.Names(), ", "))
		m.text(c.Usage)
		m.literal(strings.TrimSpace(a.Name + " " + c.Name + " [options] " + c.ArgsUsage))
		m.text(c.Description)
		if i := slices.IndexFunc(a.Described, func(cmd *Command) bool { return cmd.Command == c }); i >= 0 {
			m.text(a.Described[i].Manual)
			for _, e := range a.Described[i].Examples {
				m.literal("# " + e.Shows + "\n" + e.Line)
			}
		}
		m.flags(c.Flags)
	}
	return m.String()
}

// manPage is text in roff, the language of man pages.
type manPage struct{ strings.Builder }

// roffWords escapes the characters that have a meaning inside a line of roff.
var roffWords = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// roff escapes text for roff. A line that begins with a dot would be a request. Non-ASCII characters are written by number,
// because not every man page viewer accepts UTF-8.
func roff(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(roffWords.Replace(s), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(line, ".") {
			b.WriteString(`\&`)
		}
		for _, r := range line {
			if r < utf8.RuneSelf {
				b.WriteByte(byte(r))
			} else {
				fmt.Fprintf(&b, `\[u%04X]`, r)
			}
		}
	}
	return b.String()
}

func (m *manPage) section(request, title string) { fmt.Fprintf(m, ".%s %s\n", request, roff(title)) }

// text writes paragraphs. A paragraph that begins with a space keeps its line breaks.
func (m *manPage) text(s string) {
	for p := range strings.SplitSeq(s, "\n\n") {
		switch {
		case strings.TrimSpace(p) == "":
		case strings.HasPrefix(p, " "):
			m.literal(strings.Trim(p, "\n"))
		default:
			fmt.Fprintf(m, "%s\n.PP\n", roff(strings.Trim(p, "\n")))
		}
	}
}

func (m *manPage) literal(s string) { fmt.Fprintf(m, ".EX\n%s\n.EE\n.PP\n", roff(s)) }

// flags lists flags sorted by name.
func (m *manPage) flags(flags []cli.Flag) {
	var items []string
	for _, f := range flags {
		_, ok := f.(cli.DocGenerationFlag)
		if v, hides := f.(cli.VisibleFlag); !ok || hides && !v.IsVisible() {
			continue
		}
		synopsis, usage := flagWords(f)
		items = append(items, fmt.Sprintf(".TP\n\\fB%s\\fP\n%s\n", roff(synopsis), roff(usage)))
	}
	slices.Sort(items)
	fmt.Fprint(m, strings.Join(items, ""), ".PP\n")
}
