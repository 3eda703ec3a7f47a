package suite

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// ClausesFile is the name of the file beside the scripts of a house that lists
// the clauses of its document.
const ClausesFile = "clauses.toml"

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

// maxClauseKeys bounds the keys and tables of a list of clauses: the reader of TOML looks for each among all others. The longest list
// of a house has a tenth.
const maxClauseKeys = 20_000

// ParseClauses reads a list of clauses, TOML.
func ParseClauses(data []byte) ([]Clause, error) {
	if n := bytes.Count(data, []byte("=")) + bytes.Count(data, []byte("[")); n > maxClauseKeys {
		return nil, fmt.Errorf("about %d keys and tables, at most %d are possible", n, maxClauseKeys)
	}
	var book struct{ Clause []Clause }
	err := toml.Unmarshal(data, &book)
	return book.Clause, err
}

// ReadClauses reads the clauses in the folders of a file system, in the order of
// the folders.
func ReadClauses(fsys fs.FS, dirs []string) ([]Clause, error) {
	var out []Clause
	seen := map[string]string{}
	for _, dir := range dirs {
		data, err := fs.ReadFile(fsys, path.Join(dir, ClausesFile))
		if err != nil {
			return nil, err
		}
		clauses, err := ParseClauses(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Join(dir, ClausesFile), err)
		}
		for _, c := range clauses {
			c.House = path.Base(dir)
			if at := seen[c.ID]; at != "" || c.ID == "" {
				return nil, fmt.Errorf("%s: clause %q is missing an id, or listed twice", path.Join(dir, ClausesFile), c.ID)
			}
			seen[c.ID] = dir
			out = append(out, c)
		}
	}
	return out, nil
}

// Testable reports whether the clause is one that a test can show.
func (c *Clause) Testable() bool { return c.Machine != "document" }

// ClauseTests is a clause with the tests that name it and pass.
type ClauseTests struct {
	Clause
	Tests []*Test
}

// Shown joins clauses with the tests that name them and have passed, in every
// run. unknown lists what tests name and no clause is.
func Shown(clauses []Clause, results []*Result) (shown []ClauseTests, unknown []string) {
	index := map[string]int{}
	for i, c := range clauses {
		index[c.ID] = i
		shown = append(shown, ClauseTests{Clause: c})
	}
	failed := map[*Test]bool{}
	for _, r := range results {
		failed[r.Test] = failed[r.Test] || r.Status != Passed
	}
	for _, r := range results {
		for _, id := range r.Cites {
			i, known := index[id]
			switch {
			case !known && !slices.Contains(unknown, id):
				unknown = append(unknown, id)
			case known && !failed[r.Test] && !slices.Contains(shown[i].Tests, r.Test):
				shown[i].Tests = append(shown[i].Tests, r.Test)
			}
		}
	}
	slices.SortFunc(unknown, cmp.Compare[string])
	return shown, unknown
}
