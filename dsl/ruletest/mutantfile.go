package ruletest

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// MutantsFile is the list of mutations next to the clauses of a house.
const MutantsFile = "mutants.toml"

// mutantRow is a mutation in the file.
type mutantRow struct {
	File          string // next to the list, or in the library: "@stdlib//kill.star"
	Breaks        string // the broken rule, in words
	Clauses       []string
	Before, After string
	Nth           int // which occurrence of Before; 0 if there must be only one
}

// ReadMutants reads the list of mutations in a folder; none if there is no
// list. text returns a script by the name that a loader takes; the names of the
// folder's own scripts begin with prefix.
func ReadMutants(fsys fs.FS, dir, prefix string, text func(file string) ([]byte, error)) ([]*Mutant, error) {
	name := path.Join(dir, MutantsFile)
	if f, err := fsys.Open(name); err != nil {
		return nil, nil
	} else if err = f.Close(); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	var list struct{ Mutant []mutantRow }
	if err := toml.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var out []*Mutant
	for _, row := range list.Mutant {
		file := row.File
		if !strings.HasPrefix(file, "@") {
			file = prefix + path.Join(dir, file)
		}
		before, err := text(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m, err := NewMutant(file, before, row.Before, row.After, row.Nth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m.Breaks, m.Clauses = row.Breaks, row.Clauses
		out = append(out, m)
	}
	return out, nil
}
