package dsl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

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
	h := sha256.New()
	for part := range m.All() {
		text := l.Text(part.Path)
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
