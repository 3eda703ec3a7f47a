package dsl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Library finds games: those of the embedded houses by id, "angies/omaha-hilo"; those of a user's file by path, "my/game.star" or
// "my/game.star:name"; and both by the variant code of a recorded hand.
//
// A house is a folder of Sources.Scripts. Its games are the game values that the scripts in the folder define at top level. A
// game's id is the folder and the name, with hyphens for underscores, or the id that the game sets itself. Names that begin with
// an underscore are private. A gallery is a house with a very large number of games: it is loaded only when requested by name, and
// for one of its games only the script that defines the game. A Library is safe for concurrent use.
type Library struct {
	*star.Loader
	scripts  fs.FS
	onBroken func(house string, err error)

	mu     sync.Mutex
	houses map[string]*houseGames
	broken map[string]error // the houses that do not load
	read   map[*star.Module]scriptGames
}

// scriptGames is what one script of a house defines.
type scriptGames struct {
	games []*plan.Game
	named map[*plan.Game]*plan.Game // as in houseGames
}

// houseGames is what the scripts of one house define.
type houseGames struct {
	games    []*plan.Game
	menus    []*plan.Menu
	families []Family
	named    map[*plan.Game]*plan.Game // games as made by the script, to the same games with their ids
}

// Family is a script of a house and the games that it defines.
type Family struct {
	Name  string // of the file, without its ending
	Doc   string // of the script
	Games []*plan.Game
}

// GalleryFile marks the folder of a gallery, and lists the games that are missing from it.
const GalleryFile = "gallery.toml"

// NewLibrary returns a library with a loader for the same options.
func NewLibrary(o star.Options) *Library {
	return &Library{Loader: NewLoader(o), scripts: o.Houses(), onBroken: o.OnBroken, houses: map[string]*houseGames{}, broken: map[string]error{}, read: map[*star.Module]scriptGames{}}
}

// Houses returns the folders of the houses in order, without the galleries.
func (l *Library) Houses() ([]string, error) { return l.folders(false) }

// Galleries returns the folders of the galleries in order.
func (l *Library) Galleries() ([]string, error) { return l.folders(true) }

func (l *Library) folders(galleries bool) ([]string, error) {
	entries, err := fs.ReadDir(l.scripts, ".")
	var out []string
	for _, e := range entries {
		if e.IsDir() && star.Exists(l.scripts, path.Join(e.Name(), GalleryFile)) == galleries {
			out = append(out, e.Name())
		}
	}
	return out, err
}

// Families returns the scripts of a house that define games, in order.
func (l *Library) Families(house string) ([]Family, error) {
	h, err := l.loadHouse(house)
	if err != nil {
		return nil, err
	}
	return h.families, nil
}

// Games returns all games of all houses that load except the galleries, by house and in the order in which the scripts define
// them. One that does not load is reported, see [star.Options]; the same holds for menus and tables.
func (l *Library) Games() ([]*plan.Game, error) {
	return inHouses(l, l.Houses, func(h *houseGames) []*plan.Game { return h.games })
}

// inHouses returns what the houses of a list have, without those that do not load.
func inHouses[T any](l *Library, list func() ([]string, error), of func(*houseGames) []T) (out []T, err error) {
	houses, err := list()
	for i := 0; i < len(houses) && err == nil; i++ {
		var h *houseGames
		if h, err = l.loadHouse(houses[i]); err == nil {
			out = append(out, of(h)...)
		} else {
			err = l.passOver(houses[i], err)
		}
	}
	return out, err
}

// passOver reports a house that does not load while all houses are searched. It returns the error if it is not the house's.
func (l *Library) passOver(house string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if l.onBroken != nil {
		l.onBroken(house, err)
	}
	return nil
}

// Broken returns the houses that were loaded and do not load, in order.
func (l *Library) Broken() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.broken))
}

// House returns the games of one house.
func (l *Library) House(name string) ([]*plan.Game, error) {
	h, err := l.loadHouse(name)
	if err != nil {
		return nil, err
	}
	return h.games, nil
}

// Menus returns the menus of all houses, from which the player with the button chooses the game.
func (l *Library) Menus() ([]*plan.Menu, error) {
	return inHouses(l, l.Houses, func(h *houseGames) []*plan.Menu { return h.menus })
}

// HouseMenus returns the menus of one house.
func (l *Library) HouseMenus(name string) ([]*plan.Menu, error) {
	h, err := l.loadHouse(name)
	if err != nil {
		return nil, err
	}
	return h.menus, nil
}

// Menu returns the menu with the id "HOUSE/MENU" or "FILE.star:MENU"; nil without an error if there is none.
func (l *Library) Menu(id string) (*plan.Menu, error) {
	if file, name, _ := strings.Cut(id, ":"); strings.HasSuffix(file, ".star") {
		return l.menuInFile(file, name)
	}
	name, game, ok := strings.Cut(id, "/")
	if !ok || name == "" || !l.HasHouse(name) {
		return nil, nil
	}
	if g, _, _ := l.ofGallery(name, game); g != nil {
		return nil, nil
	}
	h, err := l.loadHouse(name)
	if err != nil {
		return nil, err
	}
	for _, m := range h.menus {
		if m.ID == strings.ReplaceAll(id, "_", "-") {
			return m, nil
		}
	}
	return nil, nil
}

// menuInFile returns a menu of a user's file: the named one, or the only one of a file without games. It returns nil for a file
// that does not load: looking for a game reports the reason.
func (l *Library) menuInFile(file, name string) (*plan.Menu, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, nil
	}
	named := map[*plan.Game]*plan.Game{}
	for part := range m.All() {
		prefix := part.Path + ":"
		if in, ok := strings.CutPrefix(part.Path, "@scripts//"); ok {
			prefix = path.Dir(in) + "/"
		}
		l.showLines(gamesOf(part, prefix, named))
	}
	menus := menusOf(m, file+":", named)
	if name == "" && (len(menus) != 1 || len(gamesOf(m, "", nil)) > 0) {
		return nil, nil
	}
	for _, menu := range menus {
		if name != "" && menu.ID != file+":"+strings.ReplaceAll(name, "_", "-") {
			continue
		}
		for _, g := range menu.Games {
			if g.ID == "" {
				return nil, &diag.Error{
					Pos: g.Pos, Code: star.CodeGame, Msg: fmt.Sprintf("%s is on the menu %s, and has no name for commands to use", g.Name, menu.Name),
					Hint: "assign it to a name that does not begin with an underscore",
				}
			}
		}
		return menu, nil
	}
	return nil, nil
}

func (l *Library) isGallery(name string) bool {
	galleries, err := l.Galleries()
	return err == nil && slices.Contains(galleries, name)
}

// HasHouse reports whether there is a house or a gallery of that name.
func (l *Library) HasHouse(name string) bool {
	return slices.ContainsFunc([]func() ([]string, error){l.Houses, l.Galleries}, func(list func() ([]string, error)) bool {
		folders, err := list()
		return err == nil && slices.Contains(folders, name)
	})
}

// loadHouse loads the scripts of a house, once.
func (l *Library) loadHouse(name string) (h *houseGames, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h, ok := l.houses[name]; ok {
		return h, nil
	}
	if err := l.broken[name]; err != nil {
		return nil, err
	}
	if h, err = l.scriptsOf(name); err == nil {
		l.houses[name] = h
	} else if l.HasHouse(name) && !errors.Is(err, context.Canceled) {
		l.broken[name] = err
	}
	return h, err
}

func (l *Library) scriptsOf(name string) (*houseGames, error) {
	files, err := l.files(name)
	if err != nil || len(files) == 0 {
		return nil, &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no house named %q", name), Hint: l.houseHint(name)}
	}
	named := map[*plan.Game]*plan.Game{}
	h := &houseGames{named: named}
	var modules []*star.Module
	for _, f := range files {
		m, err := l.Load("@scripts//" + f)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
		games := l.gamesIn(m, name)
		if maps.Copy(named, l.read[m].named); len(games) > 0 {
			h.families = append(h.families, Family{strings.TrimSuffix(path.Base(f), ".star"), m.Doc, games})
		}
		h.games = append(h.games, games...)
	}
	if err := noneTwice(h.games); err != nil {
		return nil, err
	}
	if err := inOrder(h.games); err != nil {
		return nil, err
	}
	for _, m := range modules {
		h.menus = append(h.menus, menusOf(m, name+"/", named)...)
	}
	return h, nil
}

// files returns the scripts of a house, without its tests.
func (l *Library) files(house string) ([]string, error) {
	files, err := fs.Glob(l.scripts, house+"/*.star")
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.star") }), err
}

// gamesIn returns the games that a script of a house defines, the same ones each time. The caller holds l.mu.
func (l *Library) gamesIn(m *star.Module, house string) []*plan.Game {
	if have, ok := l.read[m]; ok {
		return have.games
	}
	named := map[*plan.Game]*plan.Game{}
	games := gamesOf(m, house+"/", named)
	l.showLines(games)
	l.read[m] = scriptGames{games, named}
	return games
}

// ofGallery returns the game of a gallery with an id or a further name, its script and its name there. Only scripts whose text has
// the id are loaded, those first that give it: a game such as omaha is mentioned in many. It returns nil for another house, and if it
// takes the whole gallery to find the game.
func (l *Library) ofGallery(house, game string) (*plan.Game, *star.Module, string) {
	id := strings.ReplaceAll(game, "_", "-")
	if id == "" || !l.isGallery(house) {
		return nil, nil, ""
	}
	files, err := l.files(house)
	if err != nil {
		return nil, nil, ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var give, mention []string
	for _, f := range files {
		text, err := fs.ReadFile(l.scripts, f)
		switch {
		case err != nil || !strings.Contains("-"+idOf(string(text))+"-", "-"+id+"-"):
		case strings.Contains("\n"+string(text), "\n"+strings.ReplaceAll(id, "-", "_")+" ="), strings.Contains(string(text), `id = "`+id+`"`):
			give = append(give, f)
		default:
			mention = append(mention, f)
		}
	}
	for _, f := range append(give, mention...) {
		m, err := l.Load("@scripts//" + f)
		if err != nil {
			return nil, nil, "" // loading the gallery says why
		}
		for _, g := range l.gamesIn(m, house) {
			if isNamed(g, house, id) {
				i := slices.IndexFunc(m.Order, func(name string) bool { return house+"/"+playedAs(m, name) == g.ID })
				return g, m, m.Order[i]
			}
		}
	}
	return nil, nil, ""
}

// isNamed reports whether a game of a house has an id, without the house, or a further name that makes it.
func isNamed(g *plan.Game, house, id string) bool {
	return g.ID == house+"/"+id || slices.ContainsFunc(g.Also, func(name string) bool { return idOf(name) == id })
}

// noneTwice returns an error if two games have the same id.
func noneTwice(games []*plan.Game) error {
	first := map[string]*plan.Game{}
	for _, g := range games {
		house, _, _ := strings.Cut(g.ID, "/")
		ids := []string{g.ID}
		for _, name := range g.Also {
			ids = append(ids, house+"/"+idOf(name))
		}
		for _, id := range ids {
			if other := first[id]; other != nil {
				return &diag.Error{
					Pos: g.Pos, Code: star.CodeGame, Msg: "a second game with the id " + id,
					Hint: fmt.Sprintf("the first is at %s; give one of them another name or id", other.Pos),
				}
			}
			first[id] = g
		}
	}
	return nil
}

// inOrder sorts the games of a house as its document has them, if the house says so.
func inOrder(games []*plan.Game) error {
	i := slices.IndexFunc(games, func(g *plan.Game) bool { return len(g.From.Order) > 0 })
	if i < 0 {
		return nil
	}
	house := &games[i].From
	var ids []string
	for _, g := range games {
		ids = append(ids, path.Base(g.ID))
	}
	for k, id := range house.Order {
		switch {
		case !slices.Contains(ids, id):
			return &diag.Error{
				Pos: house.House.Pos, Code: star.CodeGame, Msg: fmt.Sprintf("order names %q, and the house has no game of that name", id),
				Hint: cmp.Or(diag.DidYouMean(id, ids), "the games are "+strings.Join(ids, ", ")),
			}
		case slices.Contains(house.Order[:k], id):
			return &diag.Error{Pos: house.House.Pos, Code: star.CodeGame, Msg: fmt.Sprintf("order names %q twice", id)}
		}
	}
	place := func(g *plan.Game) int {
		if k := slices.Index(house.Order, path.Base(g.ID)); k >= 0 {
			return k
		}
		return len(house.Order)
	}
	slices.SortStableFunc(games, func(a, b *plan.Game) int { return place(a) - place(b) })
	return nil
}

// showLines gives games access to the lines of their scripts.
func (l *Library) showLines(games []*plan.Game) {
	for _, g := range games {
		g.Lines = l.Line
	}
}

// menusOf returns the menus that a module defines.
func menusOf(m *star.Module, prefix string, named map[*plan.Game]*plan.Game) []*plan.Menu {
	var out []*plan.Menu
	for _, name := range m.Order {
		menu, ok := star.As[*plan.Menu](m.Globals[name])
		if !ok || strings.HasPrefix(name, "_") {
			continue
		}
		c := *menu
		c.ID = prefix + strings.ReplaceAll(name, "_", "-")
		c.Games = nil
		for _, g := range menu.Games {
			if with := named[g]; with != nil {
				g = with
			}
			c.Games = append(c.Games, g)
		}
		c.Doc = cmp.Or(c.Doc, m.Doc)
		out = append(out, &c)
	}
	return out
}

func (l *Library) houseHint(name string) string {
	if hint := l.scriptHint(name); hint != "" {
		return hint
	}
	houses, _ := l.Houses()
	galleries, _ := l.Galleries()
	if houses = append(houses, galleries...); diag.DidYouMean(name, houses) != "" {
		return diag.DidYouMean(name, houses)
	}
	return "the houses are " + strings.Join(houses, ", ")
}

// gamesOf returns the games that a module defines. The prefix and the name make the id; named records which game got it.
func gamesOf(m *star.Module, prefix string, named map[*plan.Game]*plan.Game) []*plan.Game {
	var out []*plan.Game
	for _, name := range m.Order {
		g, ok := star.As[*gameValue](m.Globals[name])
		if !ok || strings.HasPrefix(name, "_") {
			continue
		}
		p := *g.plan
		p.ID = prefix + g.id(name)
		p.Doc = cmp.Or(p.Doc, m.Doc)
		p.Options = planOptions(m)
		out = append(out, &p)
		if named != nil {
			named[g.plan] = &p
		}
	}
	return out
}

// planOptions returns the options of a module and the scripts it depends on, as text.
func planOptions(m *star.Module) []plan.Option {
	var out []plan.Option
	for _, o := range m.AllOptions() {
		out = append(out, plan.Option{
			Name: o.Name, Value: o.Text(), Default: star.OptionText(o.Default), Choices: o.ChoiceTexts(),
			About: o.About, Ref: o.Ref, Pos: o.Pos,
		})
	}
	return out
}

// idOf returns a game's name in the form of an id: "Run It Twice" becomes run-it-twice. It also converts whole scripts, so it goes
// through the text once.
func idOf(name string) string {
	out := make([]byte, 0, len(name))
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return strings.TrimSuffix(string(out), "-")
}

// GamesOf returns the games that a module keeps under public names. The prefix and the name make the id.
func (l *Library) GamesOf(m *star.Module, prefix string) []*plan.Game {
	games := gamesOf(m, prefix, nil)
	l.showLines(games)
	return games
}

// GameIn returns the game in a value of an interactive script, ready to be played under an id; ok is false for other values.
func GameIn(in *star.Interactive, id string, v starlark.Value) (g *plan.Game, ok bool) {
	made, ok := star.As[*gameValue](v)
	if !ok {
		return nil, false
	}
	c := *made.plan
	c.ID = id
	c.Lines = in.Line
	c.Options = planOptions(&star.Module{Options: in.Options()})
	return &c, true
}
