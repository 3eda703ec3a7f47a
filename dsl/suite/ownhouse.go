package suite

import (
	"io/fs"
	"path"
	"strings"
)

// ownHouse returns the folder of a script of tests if it stands for a house: it is
// called as one of the library and holds scripts besides tests. "angies/holdem"
// is then the game of the scripts beside the test, and not the library's. ""
// otherwise.
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
