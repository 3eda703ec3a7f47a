package main

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// newLibrary is the library of the embedded houses and of the user's own
// scripts. set chooses named options; what scripts print goes to standard error.
func newLibrary(std *app.IO, set map[string]string) *dsl.Library {
	return dsl.NewLibrary(scriptOptions(std, set))
}

// embeddedGames lists the games that come with cardroom, houses in order, each
// house's menus after its games.
func embeddedGames(_ context.Context, std *app.IO) ([]*plan.Game, error) {
	lib := newLibrary(std, nil)
	games, err := lib.Games()
	if err != nil {
		return nil, err
	}
	menus, err := lib.Menus()
	for _, m := range menus {
		listed := *m.Games[0]
		listed.ID, listed.Name, listed.Doc, listed.Variants = m.ID, m.Name, m.Doc, nil
		games = append(games, &listed)
	}
	return games, err
}

// loadGame finds the game that the user means by name: an embedded one, a
// script, or one of the games of a script. set chooses named options, all of
// which the game has to know.
func loadGame(std *app.IO, name string, set map[string]string) (*plan.Game, *dsl.Library, error) {
	game, lib, err := findGame(std, name, set)
	if err == nil {
		err = knowsOptions(game, set)
	}
	if err != nil {
		return nil, nil, err
	}
	return game, lib, nil
}

// findGame is loadGame that leaves it to the caller to see whether anything
// knows the options.
func findGame(std *app.IO, name string, set map[string]string) (*plan.Game, *dsl.Library, error) {
	lib := newLibrary(std, set)
	ref, err := scriptRef(name)
	if err != nil {
		return nil, nil, err
	}
	game, err := lib.Find(ref)
	if err != nil {
		return nil, nil, asTyped(err, name, ref)
	}
	if ref != name {
		game = gameAsTyped(game, name, ref)
	}
	return game, lib, nil
}

// gameAsTyped is a game whose id and places name files as the user typed them.
func gameAsTyped(g *plan.Game, typed, ref string) *plan.Game {
	names := foldersOf(typed, ref)
	loaded := map[string]string{} // the loader's name of a file, by the user's
	c := *g
	c.ID = strings.Replace(g.ID, fileOf(ref), fileOf(typed), 1)
	c.Forced, c.Steps, c.Options = slices.Clone(g.Forced), slices.Clone(g.Steps), slices.Clone(g.Options)
	for _, at := range places(&c) {
		file := names.file(at.File)
		loaded[file] = at.File
		at.File = file
	}
	c.Lines = func(at diag.Pos) string {
		if name, typed := loaded[at.File]; typed {
			at.File = name
		}
		return g.Lines(at)
	}
	return &c
}

// places are all the places that a game names.
func places(g *plan.Game) []*diag.Pos {
	from := &g.From
	out := []*diag.Pos{&g.Pos, &g.Stakes.Pos, &from.House.Pos, &from.Deck.Pos, &from.Betting.Pos, &from.Stakes.Pos, &from.Award.Pos}
	for i := range g.Forced {
		out = append(out, &g.Forced[i].Pos)
	}
	for i := range g.Steps {
		out = append(out, &g.Steps[i].Pos)
	}
	for i := range g.Options {
		out = append(out, &g.Options[i].Pos)
	}
	return out
}

// knowsOptions refuses --set for options that the game does not have.
func knowsOptions(game *plan.Game, set map[string]string) error {
	known := map[string]bool{}
	var names []string
	for _, o := range game.Options {
		if !known[o.Name] {
			known[o.Name] = true
			names = append(names, o.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if known[name] {
			continue
		}
		u := app.UsageHint(game.ID+" has no option "+name, "")
		if best := diag.Meant(name, names); best != "" {
			u.Hint = "did you mean " + best + "?"
		} else if len(names) > 0 {
			u.Hint = "it has " + strings.Join(names, ", ")
		}
		return u
	}
	return nil
}

// scriptRef is the loader's name for what the user typed. A game's name is left
// alone, and so is the name of an embedded script. A file below the working
// directory has its path from there, without "..", and any other its absolute one;
// both are clean and have slashes.
func scriptRef(typed string) (string, error) {
	file := fileOf(typed)
	if !strings.HasSuffix(file, ".star") || strings.HasPrefix(file, "@") {
		return typed, nil
	}
	if filepath.IsLocal(file) {
		return filepath.ToSlash(filepath.Clean(file)) + typed[len(file):], nil
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	return filepath.ToSlash(abs) + typed[len(file):], nil
}

// fileOf is the file of "file.star:name".
func fileOf(ref string) string {
	if i := strings.LastIndex(ref, ".star:"); i >= 0 {
		return ref[:i+len(".star")]
	}
	return ref
}

// asTyped names files in an error of a script as the user typed them, so that the
// position can be followed.
func asTyped(err error, typed, ref string) error {
	if ref == typed {
		return err
	}
	names := foldersOf(typed, ref)
	var e *diag.Error
	if errors.As(err, &e) {
		respell(e, names)
	}
	return err
}

// whilePlaying names files as the user typed them in an error of a script that
// was asked during a hand: its game's, or a policy's.
func whilePlaying(err error, game, policy string) error {
	for _, name := range append([]string{game}, policyNames(policy)...) {
		if ref, bad := scriptRef(name); bad == nil && err != nil {
			err = asTyped(err, name, ref)
		}
	}
	return err
}

// folders is the beginning of the name of a file and of what lies beside it, as
// the user typed it and as the loader has it.
type folders struct{ typed, ref string }

func foldersOf(typed, ref string) folders {
	return folders{filepath.ToSlash(filepath.Dir(fileOf(typed))) + "/", filepath.ToSlash(filepath.Dir(fileOf(ref))) + "/"}
}

// file is a name of the loader as the user would type it.
func (f folders) file(name string) string {
	if rest, ok := strings.CutPrefix(name, f.ref); ok && f.ref != "./" {
		return f.typed + rest
	}
	return name
}

// respell replaces the beginning of every file name in an error.
func respell(e *diag.Error, f folders) {
	for _, one := range append([]*diag.Error{e}, e.Also...) {
		one.Pos.File = f.file(one.Pos.File)
		one.Msg = strings.ReplaceAll(one.Msg, f.ref, f.typed)
		for i := range one.Stack {
			one.Stack[i].Pos.File = f.file(one.Stack[i].Pos.File)
		}
	}
}

// parseSet reads the values of --set.
func parseSet(words []string) (map[string]string, error) { return parseChoices("set", words) }

// parseChoices reads the values of a flag that chooses options.
func parseChoices(flag string, words []string) (map[string]string, error) {
	set := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" {
			return nil, app.Usagef("--%s is option=value, not %q", flag, w)
		}
		if old, twice := set[name]; twice && old != value {
			return nil, app.Usagef("--%s gives %q two values, %q and %q", flag, name, old, value)
		}
		set[name] = value
	}
	return set, nil
}
