package history

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/testkit"
)

// readSeeds adds the cases of the tests and a hand as the program writes it.
func readSeeds(f *testing.F) {
	f.Add(session(1), false)
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		f.Fatalf("no cases in testdata: %v", err)
	}
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
}

// readBounds are the limits for reading a hand, writing it and reading it
// again.
var readBounds = testkit.Bounds{Fixed: 2 << 20, PerByte: 8 << 10}

// FuzzRead: a reader never panics, an error has a place in the text, and what
// was read can be written and read again.
func FuzzRead(f *testing.F) {
	readSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		readBounds.Within(t, len(data), func() {
			for h, err := range NewReader("f.phh", data, Options{Lenient: lenient, MaxHand: 8 << 10}).Hands() {
				if err == nil {
					writtenAgain(t, h, lenient)
					continue
				}
				if err.Code == "" || err.Msg == "" {
					t.Fatalf("%+v", err)
				}
				testkit.Place(t, string(data), int(err.Pos.Line), int(err.Pos.Col))
			}
		})
	})
}

func writtenAgain(t *testing.T, h *Hand, lenient bool) {
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

// FuzzStream: a stream reads the same as the whole text.
func FuzzStream(f *testing.F) {
	readSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		opts := Options{Lenient: lenient, MaxHand: 8 << 10}
		readBounds.Within(t, len(data), func() {
			if a, b := outcome(data, opts), outcomeOf(newStream("f.phh", smallReader{bytes.NewReader(data)}, opts)); a != b {
				t.Fatalf("as a whole:\n%s\nas a stream:\n%s", a, b)
			}
		})
	})
}

// FuzzReadDecks: reading never panics, and what was read reads the same after
// writing.
func FuzzReadDecks(f *testing.F) {
	f.Add([]byte("AhKd 2c, Jo # five\n\n# none\nAhAh\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		of := cards.Deck{Jokers: 2}
		decks, bad := ReadDecks("d.txt", data, of)
		var wrong diag.Errors
		if errors.As(bad, &wrong) {
			for _, err := range wrong {
				testkit.Place(t, string(data), int(err.Pos.Line), int(err.Pos.Col))
			}
		}
		var text []byte
		for _, deck := range decks {
			text = append(text, cards.Format(deck)+"\n"...)
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

// FuzzAmount: an exact number that was read and written is read as the same
// number.
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
