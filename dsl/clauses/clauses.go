// Package clauses reads the list of a house's rules: clauses.toml, beside its scripts. Each rule of the document has an id there,
// which scripts cite and tests name.
package clauses

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"

	"github.com/pelletier/go-toml/v2"
)

// File is the name of the list.
const File = "clauses.toml"

// Clause is one rule of a house's document.
type Clause struct {
	ID     string
	House  string   `toml:"-"` // the folder
	Source string   // where it stands: document, heading, number
	Lines  string   // of the document
	Kind   string   // "bet", "deal", "showdown", …
	Games  []string // for which it holds
	Text   string   // in our own words
	// Machine says who keeps the rule: "yes" the engine, "event" the engine
	// when something irregular is recorded, "document" only the rule sheet.
	Machine string
}

// Testable reports whether the clause is one that a test can show.
func (c *Clause) Testable() bool { return c.Machine != "document" }

// List is what the file of a house says.
type List struct {
	Clauses []Clause `toml:"clause"`
	// Games are the names that the clauses give the games, by the names of the
	// games: "omaha-hilo" is "angies.omaha8".
	Games map[string]string
}

// maxKeys bounds the keys and tables of a list: the reader of TOML looks for each among all others. The longest list
// of a house has a tenth.
const maxKeys = 20_000

// Parse reads a list, TOML.
func Parse(data []byte) (*List, error) {
	if n := bytes.Count(data, []byte("=")) + bytes.Count(data, []byte("[")); n > maxKeys {
		return nil, fmt.Errorf("about %d keys and tables: the limit is %d", n, maxKeys)
	}
	list := &List{}
	return list, toml.Unmarshal(data, list)
}

// Read reads the lists of the folders that have one, in the order of the folders. No two clauses have the same id; of two
// games of one name the last counts.
func Read(fsys fs.FS, dirs ...string) (*List, error) {
	out := &List{Games: map[string]string{}}
	seen := map[string]bool{}
	for _, dir := range dirs {
		file := path.Join(dir, File)
		if f, err := fsys.Open(file); err != nil {
			continue
		} else if err = f.Close(); err != nil {
			return nil, err
		}
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		list, err := Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, c := range list.Clauses {
			if seen[c.ID] || c.ID == "" {
				return nil, fmt.Errorf("%s: clause %q is missing an id, or listed twice", file, c.ID)
			}
			seen[c.ID] = true
			c.House = path.Base(dir)
			out.Clauses = append(out.Clauses, c)
		}
		for game, name := range list.Games {
			out.Games[game] = name
		}
	}
	return out, nil
}
