//go:build !js

package app

import (
	"context"
	"flag"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

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
		a.showFirst(std.Stderr)
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
		return nil, onUsageError(ctx, err)
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
