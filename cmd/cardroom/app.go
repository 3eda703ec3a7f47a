package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"cardroom/dsl"

	"github.com/urfave/cli/v2"
)

// run is the program: it takes the words after its name, does what they say
// with std, and returns the exit code. Nothing below it ends the process.
func run(ctx context.Context, std *IO, args []string) int {
	std.Colorize("auto", std.Getenv)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	std.Stdout.OnBroken(cancel)
	err := runCommand(ctx, std, args)
	std.Stdout.Flush()
	if code := exitCode(err); code == exitFine || code == exitInterrupted {
		std.Stdout.Begin()
	}
	if bad := std.Stdout.Err(); bad != nil {
		return unwritten(std, err, bad)
	}
	reportError(std, err)
	return exitCode(err)
}

// unwritten reports that the result did not reach its reader. One who has seen
// enough, as head does, needs no message, and gets the code that shells know.
func unwritten(std *IO, err, bad error) int {
	if errors.Is(bad, syscall.EPIPE) {
		return exitPipe
	}
	if !errors.Is(err, context.Canceled) && !errors.Is(err, bad) {
		reportError(std, err)
	}
	var pe *fs.PathError
	if errors.As(bad, &pe) {
		bad = pe.Err
	}
	reportError(std, fmt.Errorf("standard output: %w", bad))
	return exitCannot
}

func runCommand(ctx context.Context, std *IO, args []string) error {
	a := newApp(std)
	line, err := hoist(a.App, sharedFlags(), args)
	if err != nil {
		return err
	}
	err = a.RunContext(ctx, append([]string{a.Name}, line...))
	return errors.Join(err, a.notFound)
}

// application is the urfave/cli application and what it cannot return.
type application struct {
	*cli.App
	commands []*command
	// notFound is the command that "help NAME" was asked about in vain: the
	// library's CommandNotFound hook has no result.
	notFound error
}

// command is one command of the program before it gets the flags, the help
// text and the error handling that all of them share.
type command struct {
	*cli.Command
	// formats are the values of --format that it knows, the default first. A
	// command without any has no --format and no --json.
	formats []string
	// chance adds --seed.
	chance bool
	// scripts adds --max-steps and --timeout; ownTimeout leaves the latter to the
	// command.
	scripts    bool
	ownTimeout bool
	// outlives is set for commands that go on after a ^C.
	outlives bool
	examples []example
	// report adds --report.
	report bool
	// paged shows the text with PAGER at a terminal.
	paged bool
	// do reads the command's own flags into its options and calls its function.
	do func(c *cli.Context, std *IO, format string) error
}

// example is a command line that works as printed, and what it shows. The
// examples of all commands are run by the tests.
type example struct {
	line, shows string
}

const (
	sectionPlay  = "Play and replay"
	sectionBooks = "Read about games"
	sectionWrite = "Write games"
	sectionShell = "Set up"
)

// newApp builds the application. It writes nothing and reads nothing.
func newApp(std *IO) *application {
	a := &application{commands: []*command{
		newGames(), newRules(), newRulings(), newDiff(), newPlay(), newRun(), newReplay(), newEval(), newOdds(), newRepl(), newTest(), newCheck(), newBench(), newFmt(), newDoc(), newMan(), newCompletion(),
	}}
	a.App = &cli.App{
		Name:                  "cardroom",
		Usage:                 "card-room poker as scripts: play, replay and measure house games",
		Version:               std.Version,
		Reader:                std.Stdin,
		Writer:                std.Stdout,
		ErrWriter:             std.Stderr,
		HideHelpCommand:       true,
		Flags:                 []cli.Flag{cli.HelpFlag},
		CustomAppHelpTemplate: appHelp,
		OnUsageError:          onUsageError,
		Action:                a.withoutCommand(std),
		// A value such as fee_options=22,15,8 is one value.
		DisableSliceFlagSeparator: true,

		CommandNotFound: func(_ *cli.Context, name string) { a.notFound = a.unknownCommand(name) },
		// The library would end the process itself, past the deferred work.
		ExitErrHandler: func(*cli.Context, error) {},
	}
	for _, c := range a.commands {
		a.Commands = append(a.Commands, c.finish(std))
	}
	a.Commands = append(a.Commands, newHelp(), newComplete(a, std))
	return a
}

// withoutCommand runs when the first word names no command, or there is none.
// Help that nobody asked for is no result: it goes to standard error.
func (a *application) withoutCommand(std *IO) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.Args().Present() {
			return a.unknownCommand(c.Args().First())
		}
		a.Writer = std.Stderr
		_ = cli.ShowAppHelp(c)
		return errShown
	}
}

func (a *application) unknownCommand(name string) error {
	var names []string
	for _, c := range a.Commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	hint := ""
	if best := nearest(name, names); best != "" {
		hint = fmt.Sprintf("did you mean %q?", best)
	}
	return &usageError{text: fmt.Sprintf("unknown command %q", name), hint: hint}
}

// newHelp is "cardroom help COMMAND", for those who look there first.
func newHelp() *cli.Command {
	return &cli.Command{
		Name:            "help",
		Usage:           "show the help of a command",
		ArgsUsage:       "[COMMAND]",
		Category:        sectionShell,
		HideHelp:        true,
		HideHelpCommand: true,
		OnUsageError:    onUsageError,
		Action: func(c *cli.Context) error {
			root := c.Lineage()[1]
			if !c.Args().Present() {
				return cli.ShowAppHelp(root)
			}
			return cli.ShowCommandHelp(root, c.Args().First())
		},
	}
}

// finish gives a command what all commands share.
func (cmd *command) finish(std *IO) *cli.Command {
	c := cmd.Command
	if cmd.chance {
		c.Flags = append(c.Flags, flagSeed())
	}
	if cmd.scripts {
		c.Flags = append(c.Flags, flagMaxSteps())
	}
	if cmd.scripts && !cmd.ownTimeout {
		c.Flags = append(c.Flags, flagTimeout())
	}
	c.Flags = append(c.Flags, cmd.commonFlags()...)
	c.HideHelpCommand = true
	c.OnUsageError = onUsageError
	c.CustomHelpTemplate = commandHelp(cmd.examples)
	c.Action = func(ctx *cli.Context) error {
		format, err := cmd.formatOf(ctx, std)
		if err == nil {
			err = cmd.applyShared(ctx, std)
		}
		if err == nil {
			err = cmd.openReport(ctx, std)
		}
		if err == nil {
			err = cmd.run(ctx, std, format)
		}
		return named(err, ctx)
	}
	return c
}

// run does the work, with what the flags put around it.
func (cmd *command) run(c *cli.Context, std *IO, format string) error {
	if cmd.paged {
		defer std.startPager(format)()
	}
	if !cmd.outlives {
		std.ended = c.Context.Done()
	}
	return errors.Join(cmd.do(c, std, format), std.closeReport())
}

// named completes a usage error with the command that it happened in.
func named(err error, c *cli.Context) error {
	var u *usageError
	if errors.As(err, &u) && u.command == "" {
		u.command = c.Command.HelpName
	}
	return err
}

// commonCategory heads the flags that every command has.
const commonCategory = "Common options"

func (cmd *command) commonFlags() []cli.Flag {
	var flags []cli.Flag
	if len(cmd.formats) > 0 {
		flags = append(flags, flagFormat(cmd.formats), flagJSON())
	}
	if cmd.report {
		flags = append(flags, flagReport())
	}
	return append(flags, flagColor(), flagQuiet(), flagVerbose(), cli.HelpFlag)
}

// sharedFlags are the flags that may also stand before the command.
func sharedFlags() []cli.Flag {
	return []cli.Flag{flagFormat(nil), flagJSON(), flagColor(), flagQuiet(), flagVerbose(), flagSeed()}
}

func flagFormat(formats []string) cli.Flag {
	usage := "print the result as `FORMAT`: " + strings.Join(formats, ", ")
	return &cli.StringFlag{Name: "format", Usage: usage, DefaultText: first(formats), Category: commonCategory}
}

func flagJSON() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "short for --format json", Category: commonCategory, DisableDefaultText: true}
}

func flagReport() cli.Flag {
	return &cli.StringFlag{Name: "report", Usage: "write the result to `FILE` too, in the format of its extension", Category: commonCategory}
}

func flagColor() cli.Flag {
	return &cli.StringFlag{Name: "color", Usage: "colour `WHEN`: auto, always, never", Value: "auto", Category: commonCategory}
}

func flagQuiet() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and no remarks on standard error", Category: commonCategory, DisableDefaultText: true}
}

func flagVerbose() cli.Flag {
	return &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "say more on standard error", Category: commonCategory, DisableDefaultText: true}
}

func flagSeed() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Usage: "same `N`, same cards and choices", DefaultText: "drawn, and printed to standard error"}
}

func flagMaxSteps() cli.Flag {
	return &cli.Uint64Flag{Name: "max-steps", Usage: "stop a script after `N` Starlark steps", DefaultText: "20 million to load, a million for a hook or a decision"}
}

// What scripts may take unless --timeout says otherwise: many times what their
// steps allow.
const (
	loadTime = 10 * time.Second
	callTime = time.Second
)

func flagTimeout() cli.Flag {
	return &cli.DurationFlag{Name: "timeout", Usage: "end the command when a script takes longer than `TIME`, such as 5s", DefaultText: "10s to load, 1s for a hook or a decision"}
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// formatOf settles the format: flag, then CARDROOM_FORMAT if this command knows
// that format, then the command's default.
func (cmd *command) formatOf(c *cli.Context, std *IO) (string, error) {
	if len(cmd.formats) == 0 {
		return "", nil
	}
	format := c.String("format")
	switch {
	case c.Bool("json") && format != "" && format != "json":
		return "", usagef("--json and --format %s contradict each other", format)
	case c.Bool("json"):
		format = "json"
	case !c.IsSet("format"):
		return cmd.defaultFormat(std), nil
	}
	if !slices.Contains(cmd.formats, format) {
		return "", usagef("no format %q here: it is one of %s", format, strings.Join(cmd.formats, ", "))
	}
	return format, nil
}

func (cmd *command) defaultFormat(std *IO) string {
	if wish := std.Getenv("CARDROOM_FORMAT"); slices.Contains(cmd.formats, wish) {
		return wish
	}
	return cmd.formats[0]
}

// applyShared puts the flags that commands share into effect.
func (cmd *command) applyShared(c *cli.Context, std *IO) error {
	mode := c.String("color")
	if !slices.Contains([]string{"auto", "always", "never"}, mode) {
		return usagef("--color is auto, always or never, not %q", mode)
	}
	std.Colorize(mode, std.Getenv)
	std.Quiet, std.Verbose = c.Bool("quiet"), c.Bool("verbose")
	if c.IsSet("max-steps") && c.Uint64("max-steps") == 0 {
		return usagef("--max-steps is at least 1")
	}
	std.MaxSteps = c.Uint64("max-steps")
	if cmd.scripts && !cmd.ownTimeout {
		if c.IsSet("timeout") && c.Duration("timeout") <= 0 {
			return usagef("--timeout is more than nothing, not %s", c.Duration("timeout"))
		}
		std.LoadTimeout, std.CallTimeout = loadTime, callTime
		if c.IsSet("timeout") {
			std.LoadTimeout, std.CallTimeout = c.Duration("timeout"), c.Duration("timeout")
		}
	}
	if cmd.ownTimeout {
		std.LoadTimeout, std.CallTimeout = loadTime, 0 // each test has its time as a whole
	}
	std.memory, std.printed = dsl.NewMemory(0), &scriptOutput{}
	return nil
}

// seedOf is --seed, or a drawn seed, which is printed whatever --quiet says:
// without it the run could not be repeated. It is printed when there is something
// to repeat, and not ahead of an error about the command line.
func seedOf(c *cli.Context, std *IO) uint64 {
	if c.IsSet("seed") {
		return c.Uint64("seed")
	}
	seed := std.Seed()
	std.Stdout.OnBegin(func() { std.Stderr.Printf("seed %d\n", seed) })
	return seed
}

// oneArgument is the only argument of a command that takes exactly one.
func oneArgument(c *cli.Context, what string) (string, error) {
	switch c.NArg() {
	case 0:
		return "", usagef("%s needs a %s", c.Command.Name, what)
	case 1:
		return c.Args().First(), nil
	}
	return "", usagef("%s takes one %s, and here is also %q", c.Command.Name, what, c.Args().Get(1))
}

// namesAlone refuses a format for --names, which has none.
func namesAlone(c *cli.Context) error {
	if c.Bool("names") && (c.Bool("json") || c.IsSet("format")) {
		return usagef("--names prints one name a line: leave out --format")
	}
	return nil
}

// noArgument refuses arguments to a command that takes none.
func noArgument(c *cli.Context) error {
	if c.Args().Present() {
		return usagef("%s takes no argument, and here is %q", c.Command.Name, c.Args().First())
	}
	return nil
}

var invalidValue = regexp.MustCompile(`(?s)^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^ :]+): .*`)

// onUsageError turns what package flag says into our words. Unknown flags and
// missing values never come here: hoist has refused them.
func onUsageError(c *cli.Context, err error, _ bool) error {
	u := &usageError{command: c.Command.HelpName, text: err.Error()}
	if m := invalidValue.FindStringSubmatch(err.Error()); m != nil {
		u.text = fmt.Sprintf("%s is %s, not %q", dashed(m[2]), wanted(c.Command.Flags, m[2]), m[1])
	}
	return u
}

// wanted says what a flag's value has to be.
func wanted(flags []cli.Flag, name string) string {
	switch (scope{flags: flags}).lookup(name).(type) {
	case *cli.BoolFlag:
		return "either there or not"
	case *cli.IntFlag, *cli.Int64Flag:
		return "a whole number"
	case *cli.UintFlag, *cli.Uint64Flag:
		return "a whole number from 0"
	case *cli.Float64Flag:
		return "a number"
	case *cli.DurationFlag:
		return `a duration such as "5s"`
	}
	return "something else"
}

var versionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}

// The library knows its own two flags only as package variables. -v stays free
// for --verbose.
func init() {
	cli.VersionFlag = versionFlag
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show this help", DisableDefaultText: true, Category: commonCategory}
	builtIn = []cli.Flag{cli.HelpFlag, cli.VersionFlag}
	cli.VersionPrinter = func(c *cli.Context) { _, _ = fmt.Fprintf(c.App.Writer, "cardroom %s\n", c.App.Version) }
}

// appText is what all commands have in common, in the help and in the manual.
const appText = `A GAME is a name that 'cardroom games' lists, such as angies/omaha-hilo, or a
script of your own: path/file.star, or path/file.star:name where it has several.
It loads scripts from its folder and below; a file named cardroom.root in a folder
above lets it load from there, see 'cardroom doc security'.
Options may stand before or after arguments; '--' ends them; '-' is standard input.

What a terminal would obey in names and texts is printed as an escape, such as \x1b.
In CSV a text that begins like a formula, with = + - or @, has an apostrophe before it.

Exit codes: 0 fine; 1 it ran and the answer is no; 2 it could not run; 130 interrupted.

Environment: CARDROOM_PATH lists folders with houses of your own, each a folder of
scripts, which are then found by name like those that come with cardroom;
CARDROOM_FORMAT is the format where --format is not given, and PAGER shows long
sheets at a terminal. CARDROOM_MAX_MEMORY, such as 8GB, is how much memory the program
may take, 4GB by default. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE decide about colour.
`

const appHelp = `{{.Name}} - {{.Usage}}

Usage:
   {{.Name}} COMMAND [options] [arguments]
{{range .VisibleCategories}}
{{.Name}}:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}
{{end}}
` + appText + `
Try:
   cardroom run angies/omaha-hilo
   cardroom help run
`

// commandHelp is the help template of one command.
func commandHelp(examples []example) string {
	var b strings.Builder
	b.WriteString(`{{.HelpName}} - {{.Usage}}

Usage:
   {{.HelpName}} [options]{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}
{{if .Description}}
{{.Description}}
{{end}}`)
	writeExamples(&b, examples)
	b.WriteString(`{{range .VisibleFlagCategories}}
{{if .Name}}{{.Name}}{{else}}Options{{end}}:{{range .Flags}}
   {{.}}{{end}}
{{end}}`)
	return b.String()
}

func writeExamples(w io.Writer, examples []example) {
	if len(examples) == 0 {
		return
	}
	_, _ = fmt.Fprintf(w, "\nExamples:\n")
	for _, e := range examples {
		_, _ = fmt.Fprintf(w, "   # %s\n   %s\n", e.shows, e.line)
	}
}
