package diag

import (
	"fmt"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	words := []string{"deal", "board", "burn", "bet", "half_kill", "full_kill", "ace_to_five"}
	for _, tt := range [][2]string{
		{"dael", "deal"},
		{"ebt", "bet"}, // the first two letters swapped
		{"deel", "deal"},
		{"Deal", "deal"},
		{"deals", "deal"},
		{"boerd", "board"},
		{"half kill", "half_kill"},
		{"HalfKill", "half_kill"},
		{"ace-to-fiv", "ace_to_five"},
		{"be", "bet"},
		{"x", ""},
		{"", ""},
		{"wombat", ""},
		{strings.Repeat("long", 100), ""},
	} {
		got := Nearest(tt[0], words)
		if got != tt[1] {
			t.Errorf("Nearest(%q) = %q, want %q", tt[0], got, tt[1])
		}
	}
	for _, words := range [][]string{{"best", "bet", "beta"}, {"bats", "bet", "best"}} {
		if got := Nearest("bets", words); got != "bet" {
			t.Errorf("Nearest(bets) of %v is %q: a plural is likelier than another slip", words, got)
		}
	}
	if got := Nearest("kil", []string{"kit", "kill", "kid"}); got != "kid" {
		t.Errorf("of equally near words the first comes first, got %q", got)
	}
}

func ExampleNearest() {
	fmt.Println(Nearest("half-kil", []string{"full_kill", "half_kill", "kill"}))
	// Output: half_kill
}

func TestMeant(t *testing.T) {
	names := []string{"games", "rules", "run", "replay", "completion"}
	for word, want := range map[string]string{
		"rum": "run", "gmaes": "games", "repaly": "replay", "rule": "rules", "comp": "completion", "g": "",
		"replays": "replay", "runner": "run", "xyz": "", "": "", "banana": "", "RUN": "run",
	} {
		if got := Meant(word, names); got != want {
			t.Errorf("Meant(%q) = %q, want %q", word, got, want)
		}
	}
}
