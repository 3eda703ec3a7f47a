package ruletest

import (
	"io/fs"
	"path"
	"strings"
)

// ownHouse returns the folder of a test script if it replaces a house: it has
// the name of a house in the library and contains scripts other than tests.
// "angies/holdem" is then the game of the scripts next to the test, not the
// library's. Otherwise it returns "".
func (s *Suite) ownHouse(file string) string {
	dir := path.Dir(file)
	if strings.HasPrefix(file, "@") || s.options.Scripts == nil || s.options.Files == nil {
		return ""
	}
	if at, err := fs.Stat(s.options.Scripts, path.Base(dir)); err != nil || !at.IsDir() || path.Base(dir) == "." {
		return ""
	}
	entries, _ := fs.ReadDir(s.options.Files, dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".star") && !IsTest(e.Name()) {
			return dir
		}
	}
	return ""
}
