package dsl

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// Library finds games: those of the embedded houses by id, "angies/omaha-hilo", those of a user's file by path,
// "my/game.star" or "my/game.star:name", and both by the variant code of a recorded hand.
//
// A house is a folder of Sources.Scripts. Its games are the game values that the scripts of the folder define at top level,
// and a game's id is the folder and the name with hyphens for underscores, or the id that it names itself. Names that begin
// with an underscore are private. A gallery is a house of very many games: it is loaded only when it is asked for by name.
// A Library is safe for use from many goroutines.
type Library struct {
	*star.Loader
	scripts fs.FS

	mu     sync.Mutex
	houses map[string]*houseGames
}

// houseGames is what the scripts of one house define.
type houseGames struct {
	games    []*plan.Game
	menus    []*plan.Menu
	families []Family
	named    map[*plan.Game]*plan.Game // games as a script made them, with their ids
}

// Family is a script of a house and the games that it defines.
type Family struct {
	Name  string // of the file, without its ending
	Doc   string // of the script
	Games []*plan.Game
}

// GalleryFile marks the folder of a gallery, and lists the games that it lacks.
const GalleryFile = "gallery.toml"

// NewLibrary returns the library of a loader made with the same options.
func NewLibrary(o star.Options) *Library {
	return &Library{Loader: NewLoader(o), scripts: o.Houses(), houses: map[string]*houseGames{}}
}

// Houses lists the houses' folders in order, without the galleries.
func (l *Library) Houses() ([]string, error) { return l.folders(false) }

// Galleries lists the folders of the galleries in order.
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

// Families lists the scripts of a house that define games, in order.
func (l *Library) Families(house string) ([]Family, error) {
	h, err := l.house(house)
	if err != nil {
		return nil, err
	}
	return h.families, nil
}

// Games lists all games of all houses but the galleries, by house and in the order in which the scripts define them.
func (l *Library) Games() ([]*plan.Game, error) {
	houses, err := l.Houses()
	if err != nil {
		return nil, err
	}
	var out []*plan.Game
	for _, h := range houses {
		games, err := l.House(h)
		if err != nil {
			return nil, err
		}
		out = append(out, games...)
	}
	return out, nil
}

// House lists the games of one house.
func (l *Library) House(name string) ([]*plan.Game, error) {
	h, err := l.house(name)
	if err != nil {
		return nil, err
	}
	return h.games, nil
}

// Menus lists the menus of all houses, from which the player with the button chooses the game.
func (l *Library) Menus() ([]*plan.Menu, error) {
	houses, err := l.Houses()
	if err != nil {
		return nil, err
	}
	var out []*plan.Menu
	for _, name := range houses {
		h, err := l.house(name)
		if err != nil {
			return nil, err
		}
		out = append(out, h.menus...)
	}
	return out, nil
}

// Menu returns the menu of the id "HOUSE/MENU" or "FILE.star:MENU", nil without an error when there is none.
func (l *Library) Menu(id string) (*plan.Menu, error) {
	if file, name, _ := strings.Cut(id, ":"); strings.HasSuffix(file, ".star") {
		return l.menuInFile(file, name)
	}
	name, _, ok := strings.Cut(id, "/")
	if !ok || name == "" || !l.HasHouse(name) {
		return nil, nil
	}
	h, err := l.house(name)
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

// menuInFile finds a menu of a user's file: the named one, or the only one of a file without games. A file that does not load
// has none: who asks for a game learns why.
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
	for _, list := range []func() ([]string, error){l.Houses, l.Galleries} {
		if folders, err := list(); err == nil && slices.Contains(folders, name) {
			return true
		}
	}
	return false
}

// house loads the scripts of a house.
func (l *Library) house(name string) (*houseGames, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h, ok := l.houses[name]; ok {
		return h, nil
	}
	files, err := fs.Glob(l.scripts, name+"/*.star")
	if err != nil || len(files) == 0 {
		return nil, &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no house named %q", name), Hint: l.houseHint(name)}
	}
	named := map[*plan.Game]*plan.Game{}
	h := &houseGames{named: named}
	var modules []*star.Module
	for _, f := range files {
		if strings.HasSuffix(f, "_test.star") {
			continue
		}
		m, err := l.Load("@scripts//" + f)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
		games := gamesOf(m, name+"/", named)
		if len(games) > 0 {
			h.families = append(h.families, Family{strings.TrimSuffix(path.Base(f), ".star"), m.Doc, games})
		}
		h.games = append(h.games, games...)
	}
	if err := twice(h.games); err != nil {
		return nil, err
	}
	l.showLines(h.games)
	for _, m := range modules {
		h.menus = append(h.menus, menusOf(m, name+"/", named)...)
	}
	l.houses[name] = h
	return h, nil
}

// twice refuses two games of one id.
func twice(games []*plan.Game) error {
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

// showLines lets games find the lines of their scripts.
func (l *Library) showLines(games []*plan.Game) {
	for _, g := range games {
		g.Lines = l.Line
	}
}

// menusOf are the menus that a module defines.
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
		if c.Doc == "" {
			c.Doc = m.Doc
		}
		out = append(out, &c)
	}
	return out
}

func (l *Library) houseHint(name string) string {
	houses, _ := l.Houses()
	galleries, _ := l.Galleries()
	if houses = append(houses, galleries...); diag.DidYouMean(name, houses) != "" {
		return diag.DidYouMean(name, houses)
	}
	return "the houses are " + strings.Join(houses, ", ")
}

// gamesOf are the games that a module defines. The prefix and the name make the id; named notes which game got it.
func gamesOf(m *star.Module, prefix string, named map[*plan.Game]*plan.Game) []*plan.Game {
	var out []*plan.Game
	for _, name := range m.Order {
		g, ok := star.As[*gameValue](m.Globals[name])
		if !ok || strings.HasPrefix(name, "_") {
			continue
		}
		p := *g.plan
		p.ID = prefix + g.id(name)
		if p.Doc == "" {
			p.Doc = m.Doc
		}
		p.Options = planOptions(m)
		out = append(out, &p)
		if named != nil {
			named[g.plan] = &p
		}
	}
	return out
}

// planOptions are the options of the scripts behind a module, as text.
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

// Find returns the game that a reference names: "HOUSE/GAME", "FILE.star" or "FILE.star:NAME"; "TABLE#2" is the second game
// of a table.
func (l *Library) Find(ref string) (*plan.Game, error) {
	if isAtTable(ref) {
		return l.atTable(ref)
	}
	file, name, named := strings.Cut(ref, ":")
	if strings.HasSuffix(file, ".star") {
		return l.inFile(file, name, named)
	}
	g, err := l.ofHouse(ref)
	if g == nil && err == nil {
		return nil, l.unknownGame(ref)
	}
	return g, err
}

// IsGame reports whether a reference names a game. It is quicker than [Library.Find] where the answer is no: it looks for no
// name like it.
func (l *Library) IsGame(ref string) bool {
	if isAtTable(ref) || strings.HasSuffix(ref, ".star") || strings.Contains(ref, ".star:") {
		_, err := l.Find(ref)
		return err == nil
	}
	g, err := l.ofHouse(ref)
	return g != nil && err == nil
}

// ofHouse is the game of an id "HOUSE/GAME"; nil without an error where the house has none of that name, or no house is named.
func (l *Library) ofHouse(ref string) (*plan.Game, error) {
	house, game, ok := strings.Cut(ref, "/")
	if !ok || house == "" || game == "" {
		return nil, nil
	}
	games, err := l.House(house)
	if err != nil {
		return nil, err
	}
	id := strings.ReplaceAll(game, "_", "-")
	for _, g := range games {
		if g.ID == house+"/"+id || slices.ContainsFunc(g.Also, func(name string) bool { return idOf(name) == id }) {
			return g, nil
		}
	}
	return nil, nil
}

// idOf is a name of a game as commands find it: "Run It Twice" is run-it-twice.
func idOf(name string) string {
	return strings.Join(nameWords.FindAllString(strings.ToLower(name), -1), "-")
}

var nameWords = regexp.MustCompile(`[a-z0-9]+`)

// unknownGame is the error for an id that no house has. The games of the houses are looked through before those of the
// galleries, which take longer to load.
func (l *Library) unknownGame(ref string) error {
	house, _, _ := strings.Cut(ref, "/")
	lists := []func() ([]*plan.Game, error){l.Games, l.ofGalleries}
	if l.isGallery(house) {
		lists = lists[1:]
	}
	hint := ""
	for i := 0; i < len(lists) && hint == ""; i++ {
		games, err := lists[i]()
		if err != nil {
			return err
		}
		hint = cmp.Or(likeGame(ref, games), l.gamesOfHouse(strings.TrimSuffix(ref, "/"), games))
	}
	hint = cmp.Or(hint, "cardroom games lists them; a file ends in .star")
	return &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no game named %q", ref), Hint: hint}
}

// likeGame is the hint for a game named without its house, by another of its names, or misspelled.
func likeGame(ref string, games []*plan.Game) string {
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID)
		id := strings.ReplaceAll(ref, "_", "-")
		if strings.HasSuffix(g.ID, "/"+id) || slices.ContainsFunc(g.Also, func(name string) bool { return idOf(name) == id }) {
			return "did you mean " + g.ID + "?"
		}
	}
	return diag.DidYouMean(ref, ids)
}

// ofGalleries lists the games of the galleries.
func (l *Library) ofGalleries() (games []*plan.Game, err error) {
	galleries, err := l.Galleries()
	for i := 0; i < len(galleries) && err == nil; i++ {
		var more []*plan.Game
		more, err = l.House(galleries[i])
		games = append(games, more...)
	}
	return games, err
}

// gamesOfHouse is the hint for a house in the place of a game, or for one that is misspelled.
func (l *Library) gamesOfHouse(name string, games []*plan.Game) string {
	if houses, _ := l.Houses(); !l.HasHouse(name) {
		return diag.DidYouMean(name, houses)
	}
	var ids []string
	for _, g := range games {
		if strings.HasPrefix(g.ID, name+"/") {
			ids = append(ids, g.ID)
		}
	}
	const most = 4
	more := ""
	if len(ids) > most {
		ids, more = ids[:most], ", …"
	}
	return name + " is a house; its games are " + strings.Join(ids, ", ") + more
}

// InFile lists the games that a script defines, by a name that [Loader.Load] takes.
func (l *Library) InFile(file string) ([]*plan.Game, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	games := gamesOf(m, file+":", nil)
	l.showLines(games)
	return games, nil
}

// inFile finds a game of a user's file: the named one, the only one, or the one named like the file.
func (l *Library) inFile(file, name string, named bool) (*plan.Game, error) {
	games, err := l.InFile(file)
	if err != nil {
		return nil, err
	}
	if named {
		for _, g := range games {
			if g.ID == file+":"+strings.ReplaceAll(name, "_", "-") {
				return g, nil
			}
		}
		return nil, &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: fmt.Sprintf("no game named %q", name), Hint: gameHint(games)}
	}
	stem := strings.TrimSuffix(path.Base(file), ".star")
	switch i := slices.IndexFunc(games, func(g *plan.Game) bool {
		return g.ID == file+":"+strings.ReplaceAll(stem, "_", "-")
	}); {
	case len(games) == 1:
		return games[0], nil
	case i >= 0:
		return games[i], nil
	case len(games) == 0:
		return nil, &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: "defines no game", Hint: gameHint(games)}
	}
	return nil, &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: fmt.Sprintf("defines %d games: name one", len(games)), Hint: gameHint(games)}
}

// gameHint lists the games of a script, or says how one is made.
func gameHint(games []*plan.Game) string {
	if len(games) == 0 {
		return "a game is made with game(…) or house.game(…) and assigned to a name"
	}
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return "it has " + strings.Join(ids, ", ")
}

// ForVariant returns the game of the houses that answers to the variant code of a recorded hand, or has it as its id; nil
// without an error when there is none. A path to a script is taken as in Find.
func (l *Library) ForVariant(code string) (*plan.Game, error) {
	if strings.Contains(code, ".star") || isAtTable(code) {
		return l.Find(code)
	}
	games, err := l.Games()
	if err != nil {
		return nil, err
	}
	if house, _, _ := strings.Cut(code, "/"); l.isGallery(house) {
		if games, err = l.House(house); err != nil {
			return nil, err
		}
	}
	for _, g := range games {
		if g.Answers(code) {
			return g, nil
		}
	}
	return nil, nil
}

// GamesOf are the games that a module keeps under names that are not private. The prefix and the name make the id.
func (l *Library) GamesOf(m *star.Module, prefix string) []*plan.Game {
	games := gamesOf(m, prefix, nil)
	l.showLines(games)
	return games
}

// GameIn is the game in a value of a script that is still being written, ready to be played under an id; ok is false for other values.
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

// Definition finds the script of a house that defines a game or a menu of an id, and the name by which it does.
func (l *Library) Definition(id string) (*star.Module, string, error) {
	house, game, ok := strings.Cut(id, "/")
	if !ok {
		return nil, "", l.unknownGame(id)
	}
	if _, err := l.House(house); err != nil {
		return nil, "", err
	}
	files, err := fs.Glob(l.scripts, house+"/*.star")
	if err != nil {
		return nil, "", err
	}
	for _, f := range files {
		if strings.HasSuffix(path.Base(f), "_test.star") {
			continue
		}
		m, err := l.Load("@scripts//" + f)
		if err != nil {
			return nil, "", err
		}
		for _, name := range m.Order {
			if playedAs(m, name) == strings.ReplaceAll(game, "_", "-") {
				return m, name, nil
			}
		}
	}
	return nil, "", l.unknownGame(id)
}

// playedAs is the id, without its house, of the game or menu that a module keeps under a name; "" if it keeps neither.
func playedAs(m *star.Module, name string) string {
	if strings.HasPrefix(name, "_") {
		return ""
	}
	if g, ok := star.As[*gameValue](m.Globals[name]); ok {
		return g.id(name)
	}
	if _, ok := star.As[*plan.Menu](m.Globals[name]); ok {
		return strings.ReplaceAll(name, "_", "-")
	}
	return ""
}

// Digest names a script by what it is: "sha256:" and the hash of its text and of all
// that it loads, in the order they ran. Scripts of the same digest do the same,
// wherever they lie. ref is the script, or FILE.star:NAME.
func (l *Library) Digest(ref string) (string, error) {
	file, _, _ := strings.Cut(ref, ".star:")
	if file != ref {
		file += ".star"
	}
	m, err := l.Load(file)
	if err != nil {
		return "", err
	}
	return l.digestOf(m), nil
}

// GameDigest is the [Library.Digest] of the script that a game, a menu or the table of a game
// is in. ref is its id, or FILE.star:NAME.
func (l *Library) GameDigest(ref string) (string, error) {
	if file, _, _ := strings.Cut(ref, ":"); strings.HasSuffix(file, ".star") {
		return l.Digest(ref)
	}
	if isAtTable(ref) {
		t, err := l.table(ref[:strings.LastIndexByte(ref, '#')])
		if t == nil || err != nil {
			return "", cmp.Or(err, l.unknownGame(ref))
		}
		return l.digestOf(t.module), nil
	}
	m, _, err := l.Definition(ref)
	if err != nil {
		return "", err
	}
	return l.digestOf(m), nil
}

func (l *Library) digestOf(m *star.Module) string {
	h := sha256.New()
	for part := range m.All() {
		text := l.Text(part.Path)
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Ranking returns the ranking that a reference names: a built-in one such as "ace-to-five", or "FILE.star:NAME";
// without a name the only ranking of the file.
func (l *Library) Ranking(ref string) (*rank.Ranking, error) {
	file, name, _ := strings.Cut(ref, ":")
	if !strings.HasSuffix(file, ".star") {
		if r, ok := rank.ByName(ref); ok {
			return r, nil
		}
		return nil, &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no ranking named %q", ref), Hint: "FILE.star:NAME is a ranking of a script"}
	}
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, n := range m.Order {
		if _, ok := star.As[*rank.Ranking](m.Globals[n]); ok {
			names = append(names, n)
		}
	}
	if name == "" && len(names) > 1 {
		stem := strings.ReplaceAll(strings.TrimSuffix(path.Base(file), ".star"), "-", "_")
		if !slices.Contains(names, stem) {
			return nil, &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: fmt.Sprintf("defines %d rankings, name one", len(names)), Hint: "it has " + strings.Join(names, ", ")}
		}
		name = stem
	}
	if name == "" && len(names) == 1 {
		name = names[0]
	}
	if r, ok := star.As[*rank.Ranking](m.Globals[strings.ReplaceAll(name, "-", "_")]); ok {
		return r, nil
	}
	e := &diag.Error{Pos: diag.Pos{File: file}, Code: star.CodeGame, Msg: fmt.Sprintf("no ranking named %q", name), Hint: diag.DidYouMean(name, names)}
	switch {
	case len(names) == 0:
		e.Msg, e.Hint = "defines no ranking", "a ranking is made with ranking(…) and assigned to a name"
	case e.Hint == "":
		e.Hint = "it has " + strings.Join(names, ", ")
	}
	return nil, e
}
