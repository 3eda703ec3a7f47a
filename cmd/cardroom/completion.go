package main

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/engine/plan"

	"github.com/urfave/cli/v2"
)

func newCompletion() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "completion"},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			shell, err := app.OneArgument(c, "shell: "+strings.Join(shells, ", "))
			if err != nil {
				return err
			}
			script := completionScripts[shell]
			if script == nil {
				return app.Usagef("no completion for %q: there is %s", shell, strings.Join(shells, ", "))
			}
			std.Stdout.Verbatim([]byte(*script))
			return nil
		},
	}
}

// The scripts call "cardroom __complete WORDS…" for every completion, so they contain
// no commands or flags that could go out of date. The library's own completion reads
// os.Args, drops flags as soon as arguments are completed, and completes no values.
var (
	//go:embed completion/cardroom.bash
	bashCompletion string
	//go:embed completion/cardroom.zsh
	zshCompletion string
	//go:embed completion/cardroom.fish
	fishCompletion string
	//go:embed completion/cardroom.ps1
	powershellCompletion string
)

var completionScripts = map[string]*string{
	"bash": &bashCompletion, "zsh": &zshCompletion, "fish": &fishCompletion, "powershell": &powershellCompletion,
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

// completeCommand returns the command that the scripts call. It never fails, because a shell
// cannot show an error during completion.
func completeCommand(a *app.App, std *app.IO) *cli.Command {
	return &cli.Command{
		Name:            "__complete",
		Usage:           "print what may stand for the last of WORDS",
		ArgsUsage:       "WORDS...",
		Hidden:          true,
		HideHelp:        true,
		HideHelpCommand: true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			comp := &completer{ctx: c.Context, app: a, std: std}
			for _, cand := range comp.complete(c.Args().Slice()) {
				std.Stdout.Printf("%s\n", cand)
			}
			return nil
		},
	}
}

// candidate is one possible word and its description.
type candidate struct{ word, about string }

// String returns the candidate as a line for the shell: the word, then a tab and the
// description. The line ":files" asks the shell to add file names.
func (c candidate) String() string {
	if c.about == "" {
		return c.word
	}
	return c.word + "\t" + c.about
}

var filesToo = candidate{word: params.Files}

type completer struct {
	ctx context.Context
	app *app.App
	std *app.IO
}

// complete lists completions of the last word, which may be empty or incomplete.
func (p *completer) complete(words []string) []candidate {
	if len(words) == 0 {
		words = []string{""}
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	cmd, rest := p.command(before)
	if cmd == nil {
		// Complete the command itself, and the argument of "help".
		if len(before) > 0 && before[0] != "help" {
			return nil
		}
		if strings.HasPrefix(last, "-") {
			return matching(last, flagCandidates(app.GlobalFlags()))
		}
		var out []candidate
		for _, c := range p.app.Commands {
			if !c.Hidden {
				out = append(out, candidate{c.Name, c.Usage})
			}
		}
		if len(before) > 0 {
			for _, c := range p.app.Described { // "help" accepts topics too
				if c.Topic != "" {
					out = append(out, candidate{c.Topic, c.Usage})
				}
			}
		}
		return matching(last, out)
	}
	if slices.Contains(rest, "--") {
		return matching(last, p.arguments(cmd, last))
	}
	if n := len(rest); n > 0 && strings.HasPrefix(rest[n-1], "-") {
		if of := cmd.Param(strings.TrimLeft(rest[n-1], "-")); of != nil && of.Kind != params.Truth { // its value comes next
			return matching(last, p.values(of, rest, last))
		}
	}
	if name, value, ok := strings.Cut(last, "="); ok && strings.HasPrefix(name, "-") {
		var out []candidate
		for _, c := range p.values(cmd.Param(strings.TrimLeft(name, "-")), rest, value) {
			if c != filesToo {
				out = append(out, candidate{name + "=" + c.word, c.about})
			}
		}
		return matching(last, out)
	}
	if strings.HasPrefix(last, "-") {
		return matching(last, flagCandidates(cmd.Flags))
	}
	return matching(last, p.arguments(cmd, last))
}

// command finds the command among the words, and returns the words after it.
func (p *completer) command(words []string) (*app.Command, []string) {
	for i, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		for _, c := range p.app.Described {
			if c.HasName(w) {
				return c, words[i+1:]
			}
		}
		return nil, nil
	}
	return nil, nil
}

// values returns what may stand for a parameter, if known. words are those between the command and the flag.
func (p *completer) values(of *params.Param, words []string, last string) (out []candidate) {
	if of == nil {
		return nil
	}
	for _, offer := range slices.Concat(of.Offers, of.Values) {
		word, about, _ := strings.Cut(offer, "\t")
		switch word {
		case params.Games:
			out = append(out, p.games(last)...)
		case params.Policies: // with a seat if one is typed: "2=tight"
			seat, _, single := strings.Cut(last, "=")
			for _, name := range library.Builtin() {
				if single {
					name = seat + "=" + name
				}
				out = append(out, candidate{word: name})
			}
		case params.Settings: // the options of the named games, with each of their values
			lib := library.New(p.std, nil)
			for _, w := range words {
				if strings.HasPrefix(w, "-") || !strings.ContainsFunc(w, unicode.IsLetter) {
					continue // an unknown name is looked for in the whole gallery
				}
				game, err := lib.Find(w)
				if err != nil {
					continue
				}
				for _, o := range game.Options {
					for _, choice := range o.Choices {
						out = append(out, candidate{o.Name + "=" + choice, o.About})
					}
				}
			}
		default:
			out = append(out, candidate{word, about})
		}
	}
	if out == nil && (strings.Contains(of.Doc, "`FILE`") || strings.Contains(of.Doc, "`DIR`")) {
		return []candidate{filesToo}
	}
	return out
}

func (p *completer) arguments(cmd *app.Command, last string) []candidate {
	usage := strings.TrimPrefix(cmd.ArgsUsage, "[")
	switch {
	case cmd.Name == "completion":
		return plainCandidates(shells...)
	case cmd.Name == "doc":
		return append(plainCandidates(author.NewReference(p.std).Names()...), filesToo)
	case strings.HasPrefix(usage, "GAME"):
		return append(p.games(last), filesToo)
	case cmd.Name == "games":
		return p.houses()
	case cmd.Name == "check" || cmd.Name == "test":
		return append(p.houses(), filesToo)
	case strings.Contains(usage, "PATH"):
		return []candidate{filesToo}
	}
	return nil
}

// houses returns the embedded houses and galleries.
func (p *completer) houses() []candidate {
	lib := library.New(p.std, nil)
	houses, err := lib.Houses()
	if err != nil {
		return nil
	}
	galleries, _ := lib.Galleries()
	return plainCandidates(append(houses, galleries...)...)
}

// games returns the games of the houses, and those of a gallery once its name is
// typed.
func (p *completer) games(last string) []candidate {
	list, err := library.Games(p.ctx, p.std)
	if err != nil {
		return nil
	}
	lib := library.New(p.std, nil)
	galleries, _ := lib.Galleries()
	for _, name := range galleries {
		if strings.HasPrefix(last, name+"/") {
			more, _ := lib.House(name)
			list = append(list, more...)
		} else {
			list = append(list, &plan.Game{ID: name + "/", Name: "more games, by family"})
		}
	}
	out := make([]candidate, 0, len(list)+1)
	for _, g := range list {
		out = append(out, candidate{g.ID, g.Name})
	}
	return out
}

func flagCandidates(flags []cli.Flag) []candidate {
	var out []candidate
	for _, f := range flags {
		about := ""
		if d, ok := f.(cli.DocGenerationFlag); ok {
			about = strings.ReplaceAll(d.GetUsage(), "`", "")
		}
		for _, n := range f.Names() {
			if len(n) > 1 {
				out = append(out, candidate{"--" + n, about})
			}
		}
	}
	return out
}

func plainCandidates(words ...string) []candidate {
	var out []candidate
	for _, w := range words {
		out = append(out, candidate{word: w})
	}
	return out
}

// matching keeps the candidates that begin with the word. The shell itself matches
// files.
func matching(word string, all []candidate) []candidate {
	return slices.DeleteFunc(all, func(c candidate) bool {
		return c != filesToo && !strings.HasPrefix(c.word, word)
	})
}
