// Package library finds what a command line names: games, houses, scripts and policies, both those that come with the program
// and those in the user's folders. A user's script may load only what is in its root.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/plan"
	"cardroom/engine/table"
)

// New returns a library of the embedded houses and the user's own scripts. set chooses options; output of scripts goes to
// standard error.
func New(std *app.IO, set map[string]string) *dsl.Library {
	return dsl.NewLibrary(Options(std, set))
}

// Games lists the embedded games in the order of the houses, with each house's menus after its games.
func Games(_ context.Context, std *app.IO) ([]*plan.Game, error) {
	lib := New(std, nil)
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

// Load returns the game with a name: an embedded game, a script, or one of the games in a script. set chooses options, all of
// which the game must have.
func Load(std *app.IO, name string, set map[string]string) (*plan.Game, *dsl.Library, error) {
	lib := New(std, set)
	game, err := LoadIn(lib, name, set)
	if err != nil {
		return nil, nil, err
	}
	return game, lib, nil
}

// LoadIn is Load for a library that was made with the same options.
func LoadIn(lib *dsl.Library, name string, set map[string]string) (*plan.Game, error) {
	game, err := FindIn(lib, name)
	if err == nil {
		err = KnowsOptions(game, set)
	}
	if err != nil {
		return nil, err
	}
	return game, nil
}

// OfRecord returns the game of a record: one of the houses' games by its code or id, or one of the user's scripts by its path, with
// the options in the record.
func OfRecord(std *app.IO, lib *dsl.Library, variant string, options map[string]string) (*plan.Game, error) {
	if strings.Contains(variant, ".star") || strings.Contains(variant, "/") && options != nil {
		game, _, err := Load(std, variant, options)
		return game, err
	}
	return lib.ForVariant(variant)
}

// FindIn is LoadIn without the check that the game has the options; the caller checks them.
func FindIn(lib *dsl.Library, name string) (*plan.Game, error) {
	ref, err := Ref(name)
	if err != nil {
		return nil, err
	}
	game, err := lib.Find(ref)
	if err != nil {
		if menu, _ := Menu(lib, name); menu != nil {
			return nil, app.Usagef("%s is a menu of %d games: name one of them, such as %s", menu.ID, len(menu.Games), menu.Games[0].ID)
		}
		return nil, AsTyped(err, name, ref)
	}
	if ref != name {
		game = GameAsTyped(game, name, ref)
	}
	return game, nil
}

// Menu returns the menu of a house or a script with a name, nil if the name is not that of a menu.
func Menu(lib *dsl.Library, name string) (*plan.Menu, error) {
	ref, err := Ref(name)
	if err != nil {
		return nil, err
	}
	menu, err := lib.Menu(ref)
	if menu == nil || err != nil || ref == name {
		return menu, AsTyped(err, name, ref)
	}
	menu.ID = strings.Replace(menu.ID, FileOf(ref), FileOf(name), 1)
	for i, g := range menu.Games {
		menu.Games[i] = GameAsTyped(g, name, ref)
	}
	return menu, nil
}

// Named returns the games of a menu with the menu, or the one game that has a name.
func Named(lib *dsl.Library, name string) ([]*plan.Game, *plan.Menu, error) {
	menu, err := Menu(lib, name)
	if err != nil {
		return nil, nil, err
	}
	if menu != nil {
		return menu.Games, menu, nil
	}
	game, err := FindIn(lib, name)
	if err != nil {
		return nil, nil, err
	}
	return []*plan.Game{game}, nil, nil
}

// GameAsTyped returns a game whose id and positions have the file names that the user typed.
func GameAsTyped(g *plan.Game, typed, ref string) *plan.Game {
	names := FoldersOf(typed, ref)
	loaded := map[string]string{} // the loader's name of a file, by the user's
	c := *g
	c.ID = strings.Replace(g.ID, FileOf(ref), FileOf(typed), 1)
	c.Forced, c.Steps, c.Options = slices.Clone(g.Forced), slices.Clone(g.Steps), slices.Clone(g.Options)
	for _, at := range places(&c) {
		file := names.File(at.File)
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

// places returns pointers to all positions in a game.
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

// KnowsOptions rejects --set for options that the game does not have.
func KnowsOptions(game *plan.Game, set map[string]string) error {
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

// Ref returns the loader's name for what the user typed. Names of games and embedded scripts stay unchanged. A file below the
// working directory gets its relative path without "..", any other file its absolute path; both are cleaned and have forward
// slashes.
func Ref(typed string) (string, error) {
	file := FileOf(typed)
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

// FileOf returns the file of "file.star:name".
func FileOf(ref string) string {
	if i := strings.LastIndex(ref, ".star:"); i >= 0 {
		return ref[:i+len(".star")]
	}
	return ref
}

// AsTyped replaces file names in a script error by the names that the user typed, so that the position can be found.
func AsTyped(err error, typed, ref string) error {
	if ref == typed {
		return err
	}
	names := FoldersOf(typed, ref)
	var e *diag.Error
	if errors.As(err, &e) {
		// Replace the folder of every file name in an error
		for _, one := range append([]*diag.Error{e}, e.Also...) {
			one.Pos.File = names.File(one.Pos.File)
			one.Msg = strings.ReplaceAll(one.Msg, names.ref, names.typed)
			for i := range one.Stack {
				one.Stack[i].Pos.File = names.File(one.Stack[i].Pos.File)
			}
		}
	}
	return err
}

// WhilePlaying replaces file names, by the names that the user typed, in an error of a script that ran during a hand: the game's
// or a policy's.
func WhilePlaying(err error, game, policy string) error {
	for _, name := range append([]string{game}, PolicyNames(policy)...) {
		if ref, bad := Ref(name); bad == nil && err != nil {
			err = AsTyped(err, name, ref)
		}
	}
	return err
}

// Folders is the folder of a script, as the user typed it and in the loader's form.
type Folders struct{ typed, ref string }

func FoldersOf(typed, ref string) Folders {
	return Folders{filepath.ToSlash(filepath.Dir(FileOf(typed))) + "/", filepath.ToSlash(filepath.Dir(FileOf(ref))) + "/"}
}

// File returns the name of a loader's file as the user would type it.
func (f Folders) File(name string) string {
	if rest, ok := strings.CutPrefix(name, f.ref); ok && f.ref != "./" {
		return f.typed + rest
	}
	return name
}

// ParseChoices parses the values of a flag that chooses options.
func ParseChoices(flag string, words []string) (map[string]string, error) {
	set := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" {
			return nil, app.Usagef("--%s must be OPTION=VALUE, not %q", flag, w)
		}
		if old, twice := set[name]; twice && old != value {
			return nil, app.Usagef("--%s gives %q two values, %q and %q", flag, name, old, value)
		}
		set[name] = value
	}
	return set, nil
}

// FolderOf returns the folder of a script by its loader's name. Package path cannot be used, because of the double slash in
// "@scripts//".
func FolderOf(ref string) string {
	if i := strings.LastIndexByte(ref, '/'); i >= 0 {
		return ref[:i]
	}
	return "."
}

// Table is a table that a house's script defines.
type Table struct {
	*table.Config
	ID string
}

// each returns the distinct results of a function for the table's offers.
func (t Table) each(f func(*table.Offer) string) []string {
	out := []string{}
	for i := range t.Games {
		if text := f(&t.Games[i]); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func (t Table) GameIDs() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Game.ID })
}

func (t Table) StakeNames() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Stakes.Name })
}

// BuyIns returns the minimum and maximum buy-ins: "40-200", "20-no max".
func (t Table) BuyIns() []string {
	return t.each(func(o *table.Offer) string {
		if o.Min == 0 && o.Max == 0 {
			return ""
		}
		most := "no max"
		if o.Max > 0 {
			most = plan.Money(o.Max, o.Plan.Stakes.Scale)
		}
		return plan.Money(o.Min, o.Plan.Stakes.Scale) + "-" + most
	})
}

func (t Table) RuleNames() []string {
	return texts(t.Rules, func(r *table.Rule) string { return (*r).Name() })
}

func (t Table) PostingNames() []string { return texts(t.Postings, postingName) }

func (t Table) HourTexts() []string { return texts(t.Hours, (*table.Hours).String) }

func postingName(p *table.Posting) string { return p.Name }

// texts returns a text of each of a list.
func texts[T any](list []T, of func(*T) string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = of(&list[i])
	}
	return out
}

// PostedNames returns the names of the collections that the house of a game has posted for its tables.
func PostedNames(lib *dsl.Library, g *plan.Game) []string {
	all, _ := Postings(lib, g)
	return texts(all, postingName)
}

// Postings returns the collections that the house of a game has posted for its tables, and the script that posts them. The house
// of a variant in a user's script is that of the game it varies. There are none if the game itself takes one.
func Postings(lib *dsl.Library, g *plan.Game) (posted []table.Posting, file string) {
	house, _, _ := strings.Cut(g.ID, "/")
	if strings.Contains(g.ID, ".star") {
		house = lib.HouseOf(g.From.House.Pos.File)
	}
	if house == "" || g.Collects() {
		return nil, ""
	}
	for _, name := range []string{"collections.star", "tables.star"} {
		file = "@scripts//" + house + "/" + name
		if posted, err := lib.Postings(file); err == nil && len(posted) > 0 { // an error: the house does not have that file
			return posted, file
		}
	}
	return nil, ""
}

// ScriptPaths lists the scripts that paths name: files as given, "-" for standard
// input, and for a directory all .star files below it sorted by name, except in hidden
// directories. A path that cannot be read, or is not a script, is reported once; the
// others are still listed.
func ScriptPaths(std *app.IO, paths []string) (out []string, errs []error) {
	for _, p := range paths {
		if p == "-" {
			out = append(out, p)
			continue
		}
		info, err := std.FS.Stat(p)
		switch {
		case err != nil:
			errs = append(errs, app.PlainPathError(err))
		case info.IsDir():
			found, bad := ScriptsBelow(std.FS, p, isScript)
			if len(found) == 0 && len(bad) == 0 {
				bad = []error{fmt.Errorf("%s: no .star files in this folder", p)}
			}
			out, errs = append(out, found...), append(errs, bad...)
		case !isScript(p):
			errs = append(errs, notScript(p))
		default:
			out = append(out, p)
		}
	}
	return out, errs
}

// isScript reports whether a file has the extension of a script.
func isScript(name string) bool { return strings.HasSuffix(name, ".star") }

// notScript is the error for a file without the extension of a script. Such a file is
// not read, because it could contain anything, and errors quote scripts.
type notScript string

func (e notScript) Error() string {
	return string(e) + " is not a script: its name ends in .star"
}

// scriptLister is what ScriptsBelow needs of a file system.
type scriptLister interface {
	ReadDir(name string) ([]fs.DirEntry, error)
}

// ScriptsBelow lists the wanted files below a folder, except in hidden folders. It
// follows no links: a link, or anything else that is not a regular file, is an error
// if its name is wanted.
func ScriptsBelow(fsys scriptLister, dir string, wanted func(name string) bool) (out []string, errs []error) {
	entries, err := fsys.ReadDir(dir)
	if err != nil {
		return nil, []error{app.PlainPathError(err)}
	}
	for _, e := range entries {
		name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		if dir == "." {
			name = e.Name()
		}
		switch {
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			found, bad := ScriptsBelow(fsys, name, wanted)
			out, errs = append(out, found...), append(errs, bad...)
		case e.IsDir() || !wanted(e.Name()):
		case e.Type().IsRegular():
			out = append(out, name)
		default:
			errs = append(errs, fmt.Errorf("%s: %w", name, &files.Refused{Mode: e.Type()}))
		}
	}
	return out, errs
}

// ReadScript reads a script or standard input, and returns the name to display.
func ReadScript(std *app.IO, path string) (name string, text []byte, err error) {
	if path == "-" {
		text, err = io.ReadAll(io.LimitReader(std.Stdin, star.MaxScript+1))
		return "stdin", text, app.PlainPathError(err)
	}
	ref, err := Ref(path)
	if err != nil {
		return path, nil, err
	}
	f, err := OwnScripts(std).Open(ref)
	if err != nil {
		return path, nil, app.PlainPathError(renamed(err, path))
	}
	defer f.Close()
	// One extra byte is enough to detect that it is too long.
	text, err = io.ReadAll(io.LimitReader(f, star.MaxScript+1))
	return path, text, app.PlainPathError(err)
}

// ReplaceScript replaces the text of a script. The file must be one of paths or below
// a folder among them: nothing else is written, and no link is followed.
func ReplaceScript(std *app.IO, paths []string, file string, text []byte) error {
	dir, name := filepath.Split(file)
	for _, p := range paths {
		if rest, below := strings.CutPrefix(file, strings.TrimSuffix(p, "/")+"/"); below {
			dir, name = p, rest
		} else if p == "." && filepath.IsLocal(file) {
			dir, name = p, file
		}
	}
	return std.WritePlain(cmp.Or(dir, "."), name, text)
}
