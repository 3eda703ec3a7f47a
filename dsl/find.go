package dsl

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Finding games by a reference: an id, a script, a number at a table, or the variant of a recorded hand.

// Find returns the game that a reference names: "HOUSE/GAME", "FILE.star" or "FILE.star:NAME"; "TABLE#2" is the second game of a
// table.
func (l *Library) Find(ref string) (*plan.Game, error) {
	if isAtTable(ref) {
		i := strings.LastIndexByte(ref, '#')
		t, err := l.findTable(ref[:i])
		if err != nil {
			return nil, err
		}
		k, _ := strconv.Atoi(ref[i+1:])
		if t == nil || k < 1 || k > len(t.games) {
			return nil, &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no game named %q", ref), Hint: "TABLE#2 is the second game of a table"}
		}
		return l.namedGame(t, k-1)
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

// IsGame reports whether a reference names a game. If not, it is faster than [Library.Find], because it does not search for
// similar names.
func (l *Library) IsGame(ref string) bool {
	if isAtTable(ref) || strings.HasSuffix(ref, ".star") || strings.Contains(ref, ".star:") {
		_, err := l.Find(ref)
		return err == nil
	}
	g, err := l.ofHouse(ref)
	return g != nil && err == nil
}

// ofHouse returns the game with the id "HOUSE/GAME"; nil without an error if the house has no such game, or no house is named.
func (l *Library) ofHouse(ref string) (*plan.Game, error) {
	house, game, ok := strings.Cut(ref, "/")
	if !ok || house == "" || game == "" {
		return nil, nil
	}
	if g, _, _ := l.ofGallery(house, game); g != nil {
		return g, nil
	}
	games, err := l.House(house)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		if isNamed(g, house, strings.ReplaceAll(game, "_", "-")) {
			return g, nil
		}
	}
	return nil, nil
}

// unknownGame returns the error for an unknown id. It searches the games of the houses before those of the galleries, which take
// longer to load.
func (l *Library) unknownGame(ref string) error {
	house, _, _ := strings.Cut(ref, "/")
	if err := tableNotGame(strings.ReplaceAll(ref, "_", "-"), ref, func() ([]TableSheet, error) { return l.HouseTables(house) }); err != nil {
		return err
	}
	if hint := l.scriptHint(strings.TrimSuffix(ref, "/")); hint != "" {
		return &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no game named %q", ref), Hint: hint}
	}
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
	if broken := l.Broken(); hint == "" && len(broken) > 0 && !strings.Contains(ref, "/") {
		hint = "it may be in a house that does not load: " + strings.Join(broken, ", ")
	}
	hint = cmp.Or(hint, "'cardroom games' lists them; a file ends in .star")
	return &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("no game named %q", ref), Hint: hint}
}

// scriptHint returns the hint for a script that is named without its ending, or by its folder, as 'cardroom new' makes one; "" for
// no such script.
func (l *Library) scriptHint(ref string) string {
	for _, script := range []string{ref + ".star", path.Join(ref, path.Base(ref)+".star")} {
		if _, err := l.Read(script); err == nil {
			return "did you mean " + script + "?"
		}
	}
	var e *diag.Error
	if _, err := l.Read(ref); errors.As(err, &e) && e.Msg == star.IsDirectory && e.Hint != "" {
		return "it is a folder: " + e.Hint
	}
	return ""
}

// tableNotGame returns the error for a table that is named where a game is wanted, with its games; nil if there is no such table.
func tableNotGame(id, name string, all func() ([]TableSheet, error)) error {
	tables, err := all()
	if err != nil {
		return nil // a table that cannot be loaded is reported where it is wanted
	}
	i := slices.IndexFunc(tables, func(t TableSheet) bool { return t.ID == id })
	if i < 0 {
		return nil
	}
	var games []string
	for _, o := range tables[i].Config.Games {
		if g := o.Plan.Game.ID; !slices.Contains(games, g) {
			games = append(games, g)
		}
	}
	hint := "its game is " + games[0]
	if len(games) > 1 {
		hint = "its games are " + strings.Join(games, ", ")
	}
	return &diag.Error{Pos: tables[i].Pos, Code: star.CodeGame, Msg: fmt.Sprintf("%q is a table, not a game", name), Hint: hint}
}

// likeGame returns the hint for a misspelled game, one named without its house, or one named by an alias.
func likeGame(ref string, games []*plan.Game) string {
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID)
		id := strings.ReplaceAll(ref, "_", "-")
		if strings.HasSuffix(g.ID, "/"+id) || slices.ContainsFunc(g.Also, func(name string) bool { return idOf(name) == id }) {
			return "did you mean " + g.ID + "?"
		}
	}
	return cmp.Or(diag.DidYouMean(ref, ids), namedLike(ref, games))
}

// namedLike returns a hint with the first game whose name is the reference or contains all its words, such as "Follow the Queen".
func namedLike(ref string, games []*plan.Game) string {
	id := idOf(ref)
	parts := strings.Split(id, "-")
	if strings.Contains(ref, "/") || len(parts) < 2 {
		return ""
	}
	like := ""
	for _, g := range games {
		_, own, _ := strings.Cut(g.ID, "/")
		names := append([]string{own, idOf(g.Name)}, g.Also...)
		if slices.ContainsFunc(names, func(name string) bool { return idOf(name) == id }) {
			return "did you mean " + g.ID + "?"
		}
		known := strings.Split(idOf(strings.Join(names, " ")), "-")
		if like == "" && !slices.ContainsFunc(parts, func(part string) bool { return !slices.Contains(known, part) }) {
			like = "did you mean " + g.ID + "?"
		}
	}
	return like
}

// ofGalleries returns the games of the galleries.
func (l *Library) ofGalleries() ([]*plan.Game, error) {
	return inHouses(l, l.Galleries, func(h *houseGames) []*plan.Game { return h.games })
}

// gamesOfHouse returns the hint for a house given instead of a game, or for a misspelled house.
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

// InFile returns the games that a script defines; file is a name for [Loader.Load].
func (l *Library) InFile(file string) ([]*plan.Game, error) {
	m, err := l.Load(file)
	if err != nil {
		return nil, err
	}
	games := gamesOf(m, file+":", nil)
	l.showLines(games)
	return games, nil
}

// inFile returns a game of a user's file: the named one, the only one, or the one named like the file.
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
		if err := tableNotGame(file+":"+strings.ReplaceAll(name, "_", "-"), name, func() ([]TableSheet, error) { return l.FileTables(file) }); err != nil {
			return nil, err
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

// gameHint returns a hint that lists the games of a script, or says how to make one.
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

// ForVariant returns the game of the houses with the variant code of a recorded hand, or with that id; nil without an error if
// there is none. A path to a script works as in Find. A house that does not load is reported like those of [Library.Games]; the
// error for its own hands only names it.
func (l *Library) ForVariant(code string) (*plan.Game, error) {
	if strings.Contains(code, ".star") || isAtTable(code) {
		return l.Find(code)
	}
	answering := func(games []*plan.Game, err error) (*plan.Game, error) {
		if i := slices.IndexFunc(games, func(g *plan.Game) bool { return g.Answers(code) }); i >= 0 {
			return games[i], nil
		}
		return nil, err
	}
	if house, game, _ := strings.Cut(code, "/"); l.HasHouse(house) { // an id: the other houses need not be loaded
		if g, _, _ := l.ofGallery(house, game); g != nil && g.Answers(code) {
			return g, nil
		}
		games, err := l.House(house)
		if err != nil {
			if err = l.passOver(house, err); err == nil {
				err = &diag.Error{Code: star.CodeGame, Msg: fmt.Sprintf("the house %q does not load", house), Hint: "'cardroom check " + house + "' says why"}
			}
			return nil, err
		}
		if g, _ := answering(games, nil); g != nil || l.isGallery(house) {
			return g, nil
		}
	}
	return answering(l.Games())
}

// Digest identifies the content of a script: "sha256:" and the hash of its text and of the texts of all scripts it loads, in the
// order they ran. Scripts with the same digest behave the same, wherever they are stored. ref is the script, or FILE.star:NAME.
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

// GameDigest returns the [Library.Digest] of the script that defines a game, a menu or the table of a game. ref is its id, or
// FILE.star:NAME.
func (l *Library) GameDigest(ref string) (string, error) {
	if file, _, _ := strings.Cut(ref, ":"); strings.HasSuffix(file, ".star") {
		return l.Digest(ref)
	}
	if isAtTable(ref) {
		t, err := l.findTable(ref[:strings.LastIndexByte(ref, '#')])
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
	h := files.NewDigest()
	for part := range m.All() {
		text := l.Text(part.Path)
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return h.String()
}

// Ranking returns the ranking that a reference names: a built-in one such as "ace-to-five", or "FILE.star:NAME"; without a name,
// the only ranking of the file.
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

// Definition returns the script of a house that defines the game or menu with an id, and its name there.
func (l *Library) Definition(id string) (*star.Module, string, error) {
	house, game, ok := strings.Cut(id, "/")
	if !ok {
		return nil, "", l.unknownGame(id)
	}
	if g, m, name := l.ofGallery(house, game); g != nil && g.ID == house+"/"+strings.ReplaceAll(game, "_", "-") {
		return m, name, nil
	}
	if _, err := l.House(house); err != nil {
		return nil, "", err
	}
	files, err := l.files(house)
	if err != nil {
		return nil, "", err
	}
	for _, f := range files {
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

// playedAs returns the id, without its house, of the game or menu that a module keeps under a name; "" if it keeps neither.
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
