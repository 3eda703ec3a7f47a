package history

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

// FuzzRead: a reader never panics, reads a stream as it reads the whole, and
// what it read it can write and read again.
func FuzzRead(f *testing.F) {
	f.Add(session(3), false)
	names, _ := filepath.Glob("testdata/*.txt")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for c := range strings.SplitSeq(string(data), "=== ") {
			_, text, _ := strings.Cut(c, "\n")
			text, _, _ = strings.Cut(text, "--- strict\n")
			f.Add([]byte(text), true)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		opts := Options{Lenient: lenient, MaxHand: 8 << 10}
		if a, b := outcome(data, opts), outcomeOf(NewStream("f.phh", smallReader{bytes.NewReader(data)}, opts)); a != b {
			t.Fatalf("as a whole:\n%s\nas a stream:\n%s", a, b)
		}
		for h, err := range NewReader("f.phh", data, opts).Hands() {
			if err != nil {
				if err.Line < 1 || err.Col < 1 || err.Code == "" || err.Msg == "" {
					t.Fatalf("%+v", err)
				}
				continue
			}
			text := Append(nil, h)
			again, bad := Read("again.phh", text, Options{Lenient: lenient, MaxHand: 64 << 10})
			if bad != nil || len(again) != 1 {
				t.Fatalf("%v\n%s", bad, text)
			}
			sameHand(t, h, again[0])
			if second := Append(nil, again[0]); !bytes.Equal(second, text) {
				t.Fatalf("written twice:\n%s\n%s", text, second)
			}
		}
	})
}

// FuzzReadDecks: never panics, and what was read reads again when written.
func FuzzReadDecks(f *testing.F) {
	f.Add([]byte("AhKd 2c, Jo # five\n\n# none\nAhAh\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		of := cards.Deck{Jokers: 2}
		decks, _ := ReadDecks("d.txt", data, of)
		var text []byte
		for _, deck := range decks {
			text = AppendDeck(text, deck)
		}
		again, err := ReadDecks("d.txt", text, of)
		if err != nil || len(again) != len(decks) {
			t.Fatalf("%v\n%s", err, text)
		}
		for i := range decks {
			if cards.Format(decks[i]) != cards.Format(again[i]) {
				t.Fatalf("deck %d differs: %v %v", i, decks[i], again[i])
			}
		}
	})
}

// FuzzAmount: an exact number is read, written and read as the same number.
func FuzzAmount(f *testing.F) {
	for _, s := range []string{"0", "12.50", "1e3", "1_000", "5.0", "-0.25", "1259450.25", "1E-3", "0x1F", "1e400", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseAmount(s, 1e9)
		if err != nil {
			return
		}
		text := FormatAmount(n, 1e9)
		if again, err := ParseAmount(text, 1e9); err != nil || again != n {
			t.Fatalf("%q is %d, written %q, which is %d (%v)", s, n, text, again, err)
		}
	})
}
