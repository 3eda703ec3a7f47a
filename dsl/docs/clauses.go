// This file reads what is known about a house's document. The list of its rules, clauses.toml next to the scripts, gives
// each an id, which scripts cite and tests name. The list of its readings, readings.toml, answers what the document leaves open.

package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// ClausesFile is the name of the list.
const ClausesFile = "clauses.toml"

// Clause is one rule of a house's document.
type Clause struct {
	ID     string
	House  string   `toml:"-"` // the folder
	Source string   // its place: document, heading, number
	Lines  string   // lines in the document
	Kind   string   // "bet", "deal", "showdown", …
	Games  []string // the games that it applies to
	Text   string   // in our own words
	// Machine states who applies the rule: "yes" means the engine, "event" the engine when an irregularity is recorded,
	// "document" nobody; the rule is only printed on the rule sheet.
	Machine string
	// Player is set if the rule costs players chips or binds them, and no step of a game says so: the sheets for players print it in
	// its words, and those for the floor unless another rule of the sheet states it. Floor is set if only dealers need it.
	Player, Floor bool
	// Repeats is the id of the clause that this one says again: sheets print it with that one.
	Repeats string
}

// Testable reports whether a test can show the clause.
func (c *Clause) Testable() bool { return c.Machine != "document" }

// Clauses is the content of a house's file.
type Clauses struct {
	Clauses []Clause `toml:"clause"`
	// Games are the games' names in the clauses, by their own names: "omaha-hilo" is "angies.omaha8".
	Games map[string]string
}

// maxKeys limits the keys and tables of a list: the TOML parser compares each with all others. The longest list of a house has a
// tenth of it.
const maxKeys = 20_000

// ParseClauses parses a list in TOML.
func ParseClauses(data []byte) (*Clauses, error) {
	if err := bounded(data); err != nil {
		return nil, err
	}
	list := &Clauses{}
	return list, toml.Unmarshal(data, list)
}

func bounded(data []byte) error {
	if n := bytes.Count(data, []byte("=")) + bytes.Count(data, []byte("[")); n > maxKeys {
		return fmt.Errorf("about %d keys and tables: the limit is %d", n, maxKeys)
	}
	return nil
}

// ReadClauses reads the lists of the folders that have one, in order. Two clauses must not have the same id; of two games with the same
// name, the last one counts.
func ReadClauses(fsys fs.FS, dirs ...string) (*Clauses, error) {
	out := &Clauses{Games: map[string]string{}}
	seen := map[string]bool{}
	for _, dir := range dirs {
		file := path.Join(dir, ClausesFile)
		if f, err := fsys.Open(file); err != nil {
			continue
		} else if err = f.Close(); err != nil {
			return nil, err
		}
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		list, err := ParseClauses(data)
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

// IsID reports whether a text is the id of a clause, such as "angies.omaha8.5".
func IsID(text string) bool { return idForm().MatchString(text) }

var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][\w-]*(\.[\w-]+)+$`) })
