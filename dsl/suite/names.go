package suite

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/pelletier/go-toml/v2"
)

// GameNames reads what the list of clauses in a folder calls the games of the
// house: its table "games" has the names of the clauses by those of the games.
func GameNames(fsys fs.FS, dir string) (map[string]string, error) {
	data, err := fs.ReadFile(fsys, path.Join(dir, ClausesFile))
	if err != nil {
		return nil, err
	}
	var book struct{ Games map[string]string }
	if err := toml.Unmarshal(data, &book); err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(dir, ClausesFile), err)
	}
	return book.Games, nil
}
