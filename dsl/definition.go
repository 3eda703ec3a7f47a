package dsl

import (
	"io/fs"
	"path"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/plan"
)

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
	name := strings.ReplaceAll(game, "-", "_")
	for _, f := range files {
		if strings.HasSuffix(path.Base(f), "_test.star") || !star.Defines(l.scripts, f, name) {
			continue
		}
		m, err := l.Load("@scripts//" + f)
		if err != nil {
			return nil, "", err
		}
		if isPlayed(m, name) {
			return m, name, nil
		}
	}
	return nil, "", l.unknownGame(id)
}

// isPlayed reports whether a module defines a game or a menu of that name.
func isPlayed(m *star.Module, name string) bool {
	v := m.Globals[name]
	if v == nil {
		return false
	}
	_, isGame := star.As[*gameValue](v)
	_, isMenu := star.As[*plan.Menu](v)
	return isGame || isMenu
}
