package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/dsl"
	"cardroom/dsl/star"

	"github.com/urfave/cli/v2"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

func newNew() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "new"},
		Params:  params.Params(newRows),
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			dir, err := app.OneArgument(c, "NAME")
			if err != nil {
				return err
			}
			o := newOptions{Dir: dir}
			if _, err := app.Read(c, newRows, &o); err != nil {
				return err
			}
			return writeNew(c.Context, std, o)
		},
	}
}

var newRows = []params.Row[newOptions]{
	{Param: &params.Param{Name: "from", Doc: "start from `GAME`, such as angies/holdem", Shown: "a hold'em variant", Offers: []string{params.Games}}, At: func(o *newOptions) any { return &o.From }},
}

//go:embed templates
var templates embed.FS

// newOptions are the options of writeNew.
type newOptions struct {
	Dir  string // the folder to create; its last part is the name of the game
	From string // the house's game to make a variant of, "" for none
}

// project is the data for the templates.
type project struct {
	Title, File, Name       string // "My Game", "my-game", "my_game"
	Script, Base, BaseTitle string // of the game that it is a variant of
}

// newNames matches names of folders that are allowed as names of games: my-game.
var newNames = regexp.MustCompile(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`)

// writeNew creates the folder and its files, and prints what to do next. It changes no
// existing files.
func writeNew(_ context.Context, std *app.IO, o newOptions) error {
	p, err := describeNew(std, o)
	if err != nil {
		return err
	}
	if err := vacant(std, o.Dir); err != nil {
		return err
	}
	kind := "game"
	if o.From != "" {
		kind = "from"
	}
	if err := std.MkdirAll(o.Dir); err != nil {
		return app.PlainPathError(err)
	}
	for _, file := range []struct{ name, template string }{
		{p.File + ".star", kind + ".star"}, {p.File + "_test.star", kind + "_test.star"}, {"README.md", "README.md"},
	} {
		text, err := p.fill(file.template)
		if err != nil {
			return err
		}
		if err := std.WritePlain(o.Dir, file.name, text); err != nil {
			return err
		}
		std.Stdout.Printf("%s\n", filepath.Join(o.Dir, file.name))
	}
	game := filepath.Join(o.Dir, p.File+".star")
	std.Note("Next: 'cardroom play %s', 'cardroom test %s', and edit %s", game, o.Dir, game)
	return nil
}

// described returns the project for the options.
func describeNew(std *app.IO, o newOptions) (*project, error) {
	file := filepath.Base(filepath.Clean(o.Dir))
	p := &project{File: file, Name: strings.ReplaceAll(file, "-", "_"), Title: titleOf(file)}
	switch {
	case !newNames.MatchString(file):
		return nil, app.UsageHint(fmt.Sprintf("%q cannot be the name of a game", file), "use lower-case letters, digits and hyphens, such as my-game")
	case takenName(p.Name):
		return nil, app.UsageHint(fmt.Sprintf("%s is a word of the language", p.Name), "choose another name")
	}
	if o.From == "" {
		return p, nil
	}
	lib := library.New(std, nil)
	game, err := lib.Find(o.From)
	if err != nil {
		return nil, err
	}
	module, name, err := lib.Definition(game.ID)
	if err != nil || !strings.HasPrefix(module.Path, "@scripts//") {
		return nil, app.UsageHint(fmt.Sprintf("--from %s is not a game of a house", o.From), "'cardroom games' lists them; load your own script with load(\"./file.star\", \"game\")")
	}
	p.Script, p.Base, p.BaseTitle = module.Path, name, game.Name
	if p.Base == p.Name {
		return nil, app.UsageHint(fmt.Sprintf("%s already names the game that yours is made from", p.Name), "choose another name")
	}
	return p, nil
}

// titleOf converts a folder name to the title of a game: "My Game".
func titleOf(file string) string {
	words := strings.FieldsFunc(file, func(r rune) bool { return r == '-' || r == '_' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// takenName reports whether the name is a word of Starlark or of the game language.
func takenName(name string) bool {
	if e, err := (&syntax.FileOptions{}).ParseExpr("", name, 0); err != nil {
		return true
	} else if _, ok := e.(*syntax.Ident); !ok {
		return true
	}
	words := dsl.Language()
	return starlark.Universe.Has(name) ||
		slices.ContainsFunc(words.Builtins(), func(b *star.Builtin) bool { return b.On == "" && b.Name == name }) ||
		slices.ContainsFunc(words.Constants(), func(k *star.Constant) bool { return k.Name == name })
}

// vacant returns an error if a folder is not empty.
func vacant(std *app.IO, dir string) error {
	entries, err := fs.ReadDir(std.FS, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return app.PlainPathError(err)
	case len(entries) > 0:
		return app.UsageHint(fmt.Sprintf("%s exists and is not empty", dir), "choose another name, or delete it first")
	}
	return nil
}

// fill returns a template with the project's data filled in.
func (p *project) fill(name string) ([]byte, error) {
	text, err := templates.ReadFile("templates/" + name)
	if err != nil {
		return nil, err
	}
	fields := strings.NewReplacer("{Title}", p.Title, "{File}", p.File, "{Name}", p.Name, "{Script}", p.Script, "{Base}", p.Base, "{BaseTitle}", p.BaseTitle)
	return []byte(fields.Replace(string(text))), nil
}
