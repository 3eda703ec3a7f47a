//go:build !js

package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"github.com/urfave/cli/v2"
)

// Run runs the program with its arguments (without the program name) and std, and returns the exit code. Nothing below it ends
// the process.
func (a *App) Run(ctx context.Context, std *IO, args []string) int {
	std.Colorize("auto", std.Getenv)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	std.Stdout.OnBroken(cancel)
	err := a.Execute(ctx, std, args)
	std.Stdout.Flush()
	if code := exitCode(err); code == Fine || code == Interrupted {
		std.Stdout.Begin()
	}
	if bad := std.Stdout.Err(); bad != nil {
		// The result could not be written. A reader such as head that closes the pipe
		// early is no error to report: the exit code is the one that shells use for SIGPIPE.
		if errors.Is(bad, syscall.EPIPE) {
			return Pipe
		}
		if !errors.Is(err, context.Canceled) && !errors.Is(err, bad) {
			Report(std, err)
		}
		var pe *fs.PathError
		if errors.As(bad, &pe) {
			bad = pe.Err
		}
		Report(std, fmt.Errorf("standard output: %w", bad))
		return Cannot
	}
	Report(std, err)
	return exitCode(err)
}

// Execute runs the command that args name. It turns a panic into an error, because a stack trace means nothing to players; see ReportTrace.
func (a *App) Execute(ctx context.Context, std *IO, args []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = diag.Caught(p)
		}
	}()
	line, err := reorderFlags(a.App, sharedFlags(), args)
	if err != nil {
		return err
	}
	return a.perform(ctx, std, line)
}

// App is the program as urfave/cli describes it, plus what that library has no field for.
type App struct {
	*cli.App
	Described []*Command
}

// Command is one command of the program, before it gets the flags, the help text and the error handling that all commands share.
type Command struct {
	*cli.Command
	// Params are what the command takes, and after New what all commands take too.
	Params []*params.Param
	// Formats lists the values of --format that the command accepts, the default first. A command without formats has neither
	// --format nor --json.
	Formats []string
	// Chance adds --seed.
	Chance bool
	// Scripts adds --max-steps and --timeout. With OwnTimeout the command defines --timeout itself.
	Scripts    bool
	OwnTimeout bool
	Examples   []Example
	// Manual is the full text that follows the description: paragraphs separated by blank lines. Lines that begin with a space
	// are printed as they are.
	Manual string
	// Topic is another word for which 'cardroom help' shows the whole manual, or "".
	Topic string
	// Report adds --report.
	Report bool
	// Paged pipes text output through PAGER at a terminal.
	Paged bool
	// Do reads the command's own flags into its options and calls the function that does the work.
	Do func(c *cli.Context, std *IO, format string) error
}

// Example is a command line that works as printed, with a description. The tests run the examples of all commands.
type Example struct {
	Line, Shows string
}

const (
	SectionPlay  = "Play and replay"
	SectionBooks = "Read about games"
	SectionWrite = "Write games"
	SectionShell = "Set up"
)

// New builds the application from its commands. It performs no I/O.
func New(std *IO, commands []*Command) *App {
	a := &App{Described: commands}
	a.App = &cli.App{
		Name:    "cardroom",
		Usage:   "play, simulate, replay and print poker rules written as scripts",
		Version: std.Version,
		Flags:   builtIn,
	}
	for _, c := range a.Described {
		a.Commands = append(a.Commands, c.finish(std))
	}
	a.Commands = append(a.Commands, a.newHelp(std))
	return a
}

func (a *App) unknownCommand(name string) error {
	var names []string
	for _, c := range a.Commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	hint := ""
	if best := diag.Meant(name, names); best != "" {
		hint = fmt.Sprintf("did you mean %q?", best)
	} else if topic := a.topic(name); topic != "" {
		hint = fmt.Sprintf("'cardroom help %s' says how", topic)
	}
	return UsageHint(fmt.Sprintf("unknown command %q", name), hint)
}

// finish adds to a command what all commands share.
func (cmd *Command) finish(std *IO) *cli.Command {
	c := cmd.Command
	cmd.Params = slices.DeleteFunc(slices.Clone(cmd.Params), func(p *params.Param) bool { return p.Argument || p.Common })
	for _, of := range []struct {
		has  bool
		list []*params.Param
	}{
		{cmd.Chance, []*params.Param{&params.Seed}},
		{cmd.Scripts, []*params.Param{&params.MaxSteps}},
		{cmd.Scripts && !cmd.OwnTimeout, []*params.Param{&timeout}},
		{len(cmd.Formats) > 0, []*params.Param{formatOf(cmd.Formats), &inJSON}},
		{cmd.Report, []*params.Param{&reported}},
		{true, []*params.Param{&colors, &quiet, &verbose}},
	} {
		if of.has {
			cmd.Params = append(cmd.Params, of.list...)
		}
	}
	c.Flags = append(append(c.Flags, flagsOf(cmd.Params)...), helpFlag)
	c.HelpName = "cardroom " + c.Name
	c.Action = func(ctx *cli.Context) error {
		format, err := cmd.formatAsked(ctx, std)
		if err == nil {
			err = cmd.applyShared(ctx, std)
		}
		if err == nil {
			err = mayReplace(ctx, std)
		}
		if err == nil {
			err = cmd.openReport(ctx, std)
		}
		if err == nil {
			err = cmd.run(ctx, std, format)
		}
		// Add the command to a usage error, and the position of the wrong word within the value of a flag.
		err = ofFlag(err, ctx)
		if u := diag.AsUsage(err); u != nil && u.Command == "" {
			u.Command = ctx.Command.HelpName
			pointAt(u, ctx)
		}
		return err
	}
	return c
}

// run runs the command with the setup and cleanup that its flags require.
func (cmd *Command) run(c *cli.Context, std *IO, format string) error {
	std.Stdout.Unfolded = format != "" && format != report.Text
	if cmd.Paged {
		defer std.startPager(c.Context, format)()
	}
	std.Until(c.Context)
	std.Job = cmd.job(c)
	return errors.Join(cmd.Do(c, std, format), std.closeReport())
}

// job returns the command line without what does not change results: common flags, the workers, the shard. A key is no part of it.
func (cmd *Command) job(c *cli.Context) string {
	words := append([]string{"cardroom", c.Command.Name}, c.Args().Slice()...)
	for _, f := range cmd.Flags {
		name := f.Names()[0]
		of, _ := f.(cli.CategorizableFlag)
		if !c.IsSet(name) || of != nil && of.GetCategory() == commonCategory || slices.Contains([]string{"workers", "shard", "anonymous"}, name) {
			continue
		}
		switch v := c.Value(name).(type) {
		case cli.StringSlice:
			for _, one := range v.Value() {
				words = append(words, "--"+name, one)
			}
		default:
			words = append(words, "--"+name, fmt.Sprint(v))
		}
	}
	return strings.Join(words, " ")
}

// ofFlag turns an error about a value given by --set or --stakes into an error of that flag. The error was found in a script,
// but that script is not at fault.
func ofFlag(err error, c *cli.Context) error {
	var e *diag.Error
	if !errors.As(err, &e) {
		return err
	}
	house := strings.HasPrefix(e.Pos.File, "@")
	if c.IsSet("stakes") && (strings.HasPrefix(e.Msg, fmt.Sprintf("stakes %q", c.String("stakes"))) || house && strings.HasPrefix(e.Msg, "stakes ")) {
		return UsageHint("--"+e.Msg, e.Hint)
	}
	if !house {
		return err
	}
	name, wrong, _ := strings.Cut(strings.TrimPrefix(e.Msg, "option "), ":")
	for _, flag := range []string{"set", "a", "b"} {
		for _, value := range c.StringSlice(flag) {
			if e.Code == star.CodeSet && strings.HasPrefix(value, name+"=") {
				return UsageHint(dashed(flag)+" "+name+":"+wrong, e.Hint)
			}
		}
	}
	return err
}

// flagInMessage matches a message about a flag; quotedWords matches the words that a message quotes.
var (
	flagInMessage = regexp.MustCompile(`^--([a-z-]+)`)
	quotedWords   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// pointAt makes an error about a flag point at the last word that it quotes, if that word is part of the flag's value.
func pointAt(u *diag.Error, c *cli.Context) {
	quoted := quotedWords.FindAllString(u.Msg, -1)
	flag := flagInMessage.FindStringSubmatch(u.Msg)
	if quoted == nil || flag == nil {
		return
	}
	word, err := strconv.Unquote(quoted[len(quoted)-1])
	if err != nil || word == "" {
		return
	}
	var values []string
	switch v := c.Value(flag[1]).(type) {
	case string:
		values = []string{v}
	case cli.StringSlice:
		values = v.Value()
	}
	for _, value := range values {
		if i := strings.Index(value, word); i >= 0 && value != word {
			source := flag[0] + " " + value
			u.At = 1 + len(source) - len(value) + i
			*u = *u.Placed("", 1, source)
			return
		}
	}
}

// What several commands take.
var (
	timeout  = params.Param{Name: "timeout", Kind: params.Duration, Doc: "stop when a script takes longer than `TIME`, such as 5s", Shown: "10s to load, 1s for a hook or decision", Section: params.Advanced}
	inJSON   = params.Param{Name: "json", Kind: params.Truth, Doc: "short for --format json", Section: commonCategory}
	reported = params.Param{Name: "report", Kind: params.Text, Doc: "also write `FILE`, in the format of its extension", Section: commonCategory}
	colors   = params.Param{Name: "color", Kind: params.Text, Doc: "use color `WHEN`: auto, always, never", Default: "auto", Section: commonCategory, Values: []string{"auto", "always", "never"}}
	quiet    = params.Param{Name: "quiet", Aliases: []string{"q"}, Kind: params.Truth, Doc: "only errors and warnings on standard error", Section: commonCategory}
	verbose  = params.Param{Name: "verbose", Aliases: []string{"v"}, Kind: params.Truth, Doc: "more notes on standard error", Section: commonCategory}
)

// formatOf returns the parameter of the format.
func formatOf(formats []string) *params.Param {
	return &params.Param{Name: "format", Kind: params.Text, Doc: "print the result as `FORMAT`: " + strings.Join(formats, ", "), Shown: first(formats), Section: commonCategory, Offers: formats}
}

// sharedFlags returns the flags that may also precede the command.
func sharedFlags() []cli.Flag {
	return flagsOf([]*params.Param{formatOf(nil), &inJSON, &colors, &quiet, &verbose, &params.Seed})
}

// GlobalFlags returns all flags that may precede the command.
func GlobalFlags() []cli.Flag { return slices.Concat(builtIn, sharedFlags()) }

// Default time limits of scripts, without --timeout. They are many times what the step limits allow.
const (
	loadTime = 10 * time.Second
	callTime = time.Second
)

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// formatAsked returns the output format: --format or --json, otherwise CARDROOM_FORMAT if the command has that format, otherwise
// the command's default.
func (cmd *Command) formatAsked(c *cli.Context, std *IO) (string, error) {
	if len(cmd.Formats) == 0 {
		return "", nil
	}
	format := c.String("format")
	switch {
	case c.Bool("json") && format != "" && format != "json":
		return "", Usagef("--json and --format %s cannot be used together", format)
	case c.Bool("json"):
		format = "json"
	case !c.IsSet("format"):
		if wish := std.Getenv("CARDROOM_FORMAT"); slices.Contains(cmd.Formats, wish) {
			return wish, nil
		}
		return cmd.Formats[0], nil
	}
	if !slices.Contains(cmd.Formats, format) {
		return "", Usagef("unknown format %q (use %s)", format, strings.Join(cmd.Formats, ", "))
	}
	return format, nil
}

// applyShared applies the flags that all commands share.
func (cmd *Command) applyShared(c *cli.Context, std *IO) error {
	mode := c.String("color")
	if !slices.Contains(colors.Values, mode) {
		return Usagef("--color must be auto, always or never, not %q", mode)
	}
	std.Colorize(mode, std.Getenv)
	std.Quiet, std.Verbose = c.Bool("quiet"), c.Bool("verbose")
	if c.IsSet("max-steps") && c.Uint64("max-steps") == 0 {
		return Usagef("--max-steps must be at least 1")
	}
	std.MaxSteps = c.Uint64("max-steps")
	if cmd.Scripts && !cmd.OwnTimeout {
		if c.IsSet("timeout") && c.Duration("timeout") <= 0 {
			return Usagef("--timeout must be more than 0, not %s", c.Duration("timeout"))
		}
		std.LoadTimeout, std.CallTimeout = loadTime, callTime
		if c.IsSet("timeout") {
			std.LoadTimeout, std.CallTimeout = c.Duration("timeout"), c.Duration("timeout")
		}
	}
	if cmd.OwnTimeout {
		std.LoadTimeout, std.CallTimeout = loadTime, 0 // dsl/ruletest limits the time of each test as a whole
	}
	std.Memory, std.Printed, std.OnBroken, std.OnRenamed = guard.NewMemory(0), &ScriptOutput{}, std.reportsBroken(), std.reportsRenamed()
	return nil
}

// SeedOf returns --seed or a random seed. A random seed stands in the result, and is also printed on standard error unless
// --quiet is set: with the first output, so that an error about the command line comes without a seed.
func SeedOf(c *cli.Context, std *IO) uint64 {
	if c.IsSet("seed") {
		return c.Uint64("seed")
	}
	seed := std.Seed()
	if !std.Quiet {
		std.Stdout.OnBegin(func() { std.Stderr.Printf("seed %d\n", seed) })
	}
	return seed
}

// OneArgument returns the argument of a command that takes exactly one.
func OneArgument(c *cli.Context, what string) (string, error) {
	switch c.NArg() {
	case 0:
		hint := ""
		if what == "GAME" {
			hint = ", such as mixed/nt; 'cardroom games' lists them"
		}
		return "", Usagef("%s needs a %s%s", c.Command.Name, what, hint)
	case 1:
		return c.Args().First(), nil
	}
	return "", Usagef("unexpected argument %q: %s takes one %s", c.Args().Get(1), c.Command.Name, what)
}

// NamesAlone rejects --json and --format together with --names, whose output has only one format.
func NamesAlone(c *cli.Context, names bool) error {
	if names && (c.Bool("json") || c.IsSet("format")) {
		return Usagef("--names has no formats: leave out --format and --json")
	}
	return nil
}

// NoArgument rejects arguments of a command that takes none.
func NoArgument(c *cli.Context) error {
	if c.Args().Present() {
		return Usagef("unexpected argument %q: %s takes none", c.Args().First(), c.Command.Name)
	}
	return nil
}

var invalidValue = regexp.MustCompile(`(?s)^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^ :]+): .*`)

// onUsageError rewrites the errors of package flag in our words. Unknown flags and missing values never get here: reorderFlags has
// already rejected them.
func (a *App) onUsageError(c *cli.Context, err error) error {
	u := UsageHint(err.Error(), "")
	u.Command = c.Command.HelpName
	if m := invalidValue.FindStringSubmatch(err.Error()); m != nil {
		kind := params.Truth // of help and version
		for _, cmd := range a.Described {
			if p := cmd.Param(m[2]); cmd.Command == c.Command && p != nil {
				kind = p.Kind
			}
		}
		u.Msg = fmt.Sprintf("%s is %s, not %q", dashed(m[2]), kind.Wanted(), m[1])
	}
	return u
}

// Param returns the parameter whose flag has a name, nil if there is none.
func (cmd *Command) Param(name string) *params.Param {
	i := slices.IndexFunc(cmd.Params, func(p *params.Param) bool { return p.Name == name || slices.Contains(p.Aliases, name) })
	if i < 0 {
		return nil
	}
	return cmd.Params[i]
}

var (
	helpFlag    = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show this help", DisableDefaultText: true, Category: commonCategory}
	versionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true} // -v is --verbose
	builtIn     = []cli.Flag{helpFlag, versionFlag}
)

// openReport creates the file of --report before the work, so that a file that cannot
// be written is reported at once.
func (cmd *Command) openReport(c *cli.Context, std *IO) (err error) {
	name := c.String("report")
	if !cmd.Report || !c.IsSet("report") {
		return nil
	}
	format, known := report.FormatOf(name, cmd.Formats)
	if format == "" {
		return Usagef("--report: unknown extension in %q (use %s)", name, strings.Join(known, ", "))
	}
	r := &reportFile{format: format}
	dir, base := filepath.Split(name)
	if r.file, err = std.CreatePlain(cmp.Or(dir, "."), base); err != nil {
		return err
	}
	silent := *std
	silent.Stdout, silent.Stderr = term.NewStream(r.file), term.NewStream(io.Discard)
	r.std, std.second = &silent, r
	return nil
}

// flagsOf returns the flags of parameters.
func flagsOf(list []*params.Param) (flags []cli.Flag) {
	for _, p := range list {
		flags = append(flags, flagOf(p))
	}
	return flags
}

func flagOf(p *params.Param) cli.Flag {
	switch p.Kind {
	case params.Whole:
		n, _ := strconv.ParseInt(p.Default, 10, 64)
		return &cli.Int64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: n, DefaultText: p.Shown}
	case params.Unsigned:
		n, _ := strconv.ParseUint(p.Default, 10, 64)
		return &cli.Uint64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: n, DefaultText: p.Shown}
	case params.Number:
		x, _ := strconv.ParseFloat(p.Default, 64)
		return &cli.Float64Flag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: x, DefaultText: p.Shown}
	case params.Truth:
		return &cli.BoolFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: p.Default == "true", DisableDefaultText: true}
	case params.Duration:
		d, _ := time.ParseDuration(p.Default)
		return &cli.DurationFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: d, DefaultText: p.Shown}
	case params.List, params.Choices:
		return &cli.StringSliceFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, DefaultText: p.Shown}
	}
	flag := &cli.StringFlag{Name: p.Name, Aliases: p.Aliases, Usage: p.Doc, Category: p.Section, Value: p.Default, DefaultText: p.Shown}
	if p.Alone != "" {
		return &aloneFlag{flag, p.Alone}
	}
	return flag
}

// Read reads the parameters of a command line into the options.
func Read[O any](c *cli.Context, rows []params.Row[O], o *O) (params.Given, error) {
	return params.Read(rows, o, func(p *params.Param) ([]string, bool, error) {
		switch {
		case p.Argument:
			return c.Args().Slice(), c.Args().Present(), nil
		case !c.IsSet(p.Name):
			return nil, false, nil
		}
		if list, ok := c.Value(p.Name).(cli.StringSlice); ok {
			return list.Value(), true, nil
		}
		return []string{fmt.Sprint(c.Value(p.Name))}, true, nil
	}, false)
}

// perform runs the command named in the words that reorderFlags returned.
//
// The library describes commands and keeps the values of flags. Its own App.Run is not used, because it prints help with
// text/template, which finds methods by name. A program that does this anywhere keeps every exported method of every type, which
// is a tenth of its size. TestImports names such packages, and .ci/run limits the size.
func (a *App) perform(ctx context.Context, std *IO, line []string) error {
	root, err := a.parsed(&cli.Command{Name: a.Name, HelpName: a.Name, Flags: builtIn}, &cli.Context{Context: ctx}, line)
	switch {
	case err != nil:
		return err
	case root.Bool("help") && root.Args().Present():
		return a.showCommand(std.Stdout, root.Args().First())
	case root.Bool("help"):
		a.showHelp(std.Stdout)
		return nil
	case root.Bool("version"):
		std.Stdout.Printf("%s %s\n", a.Name, a.Version)
		return nil
	case !root.Args().Present():
		// The user did not ask for this help, so it is no result and goes to standard error.
		f := folding(std.Stderr)
		std.Stderr.Printf("%s\n\n%s\n%s\n", f.fold(a.Name+" - "+a.Usage), a.first(f), f.fold("Try 'cardroom run angies/omaha-hilo'. 'cardroom help' lists all commands, 'cardroom games' the games."))
		return ErrShown
	}
	c := a.Command(root.Args().First())
	if c == nil {
		return a.unknownCommand(root.Args().First())
	}
	ctxt, err := a.parsed(c, root, root.Args().Tail())
	if err != nil {
		return err
	}
	if len(c.Flags) > 0 && ctxt.Bool("help") {
		return a.showCommand(std.Stdout, c.Name)
	}
	return c.Action(ctxt)
}

// parsed returns a context with the values of the command's flags and its arguments.
func (a *App) parsed(c *cli.Command, parent *cli.Context, words []string) (*cli.Context, error) {
	set := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range c.Flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	if c.SkipFlagParsing {
		words = append([]string{"--"}, words...)
	}
	err := set.Parse(mergeLists(c.Flags, words))
	ctx := cli.NewContext(a.App, set, parent)
	ctx.Command = c
	if err != nil {
		return nil, a.onUsageError(ctx, err)
	}
	return ctx, nil
}

// mergeLists returns the words from reorderFlags with each flag under its first name. A repeatable flag appears once, with its values in
// the library's own list encoding; otherwise the library would split "fee_options=22,15,8" into three values. A value that is
// not UTF-8 cannot be encoded and stays as it is.
func mergeLists(flags []cli.Flag, words []string) []string {
	var out []string
	at := map[string]int{} // index of a list flag in out
	lists := map[string][]string{}
	for i, word := range words {
		f := FlagOf(flags, word)
		if f == nil || !strings.HasPrefix(word, "-") { // the flags end here
			return append(out, words[i:]...)
		}
		g := parseFlag(word)
		g.name = f.Names()[0]
		if _, list := f.(*cli.StringSliceFlag); !list || !utf8.ValidString(g.value) {
			out = append(out, g.word())
			continue
		}
		lists[g.name] = append(lists[g.name], strings.TrimSpace(g.value))
		if _, ok := at[g.name]; !ok {
			at[g.name] = len(out)
			out = append(out, "")
		}
		g.value = cli.NewStringSlice(lists[g.name]...).Serialize()
		out[at[g.name]] = g.word()
	}
	return out
}

// mayReplace keeps --save from overwriting a file by mistake. At a terminal the user is asked about each file that exists. In a
// pipe a file of the same kind is replaced, and any other is an error. The file of --resume is the same game and may always be
// overwritten.
func mayReplace(c *cli.Context, std *IO) error {
	var names []string
	switch v := c.Value("save").(type) {
	case string:
		names = []string{v}
	case cli.StringSlice:
		names = v.Value()
	}
	for _, name := range names {
		if name == "" || name == c.String("resume") {
			continue
		}
		if err := std.mayReplace(c.Context, name); err != nil {
			return err
		}
	}
	return nil
}

func (std *IO) mayReplace(ctx context.Context, name string) error {
	if info, err := std.FS.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // nothing is lost; writing reports any other error
	}
	if std.Stdin.Terminal && std.Stderr.Terminal {
		lines, err := std.Lines(ctx, func(string) []string { return nil })
		if err != nil {
			return err
		}
		defer func() { _ = lines.Close() }()
		answer, err := lines.Line(fmt.Sprintf("%s exists. Replace it? [y/N] ", name))
		if err == nil && slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer))) {
			return nil
		}
		return UsageHint(fmt.Sprintf("--save: %s exists and is kept", name), "choose another name")
	}
	if !std.isSaved(name) {
		return UsageHint(fmt.Sprintf("--save: %s exists and was not saved by cardroom", name), "choose another name, or delete it first")
	}
	return nil
}

// isSaved reports whether a file is of the kind that --save writes under such a name: hands, or a session or game, which begin
// with the name of their format.
func (std *IO) isSaved(name string) bool {
	f, err := std.FS.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	const enough = 4096
	head, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return false
	}
	if filepath.Ext(name) == ".session" {
		return bytes.HasPrefix(head, []byte("cardroom."))
	}
	return bytes.Contains(head, []byte("variant"))
}
