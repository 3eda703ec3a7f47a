package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShellWord(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		"angies/holdem": "angies/holdem", "nl 1-2": "'nl 1-2'", "it's": `'it'\''s'`, "": "''", "a=b": "a=b", "$HOME": "'$HOME'",
		"casino/omaha#1": "casino/omaha#1", "#1": "'#1'", "~": "'~'", "my/game.star:two": "my/game.star:two", "*": "'*'", "é": "'é'",
	}
	for w := range want {
		got[w] = shellWord(w)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
