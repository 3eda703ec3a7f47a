package cards

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/testkit"
)

// otherwise returns some of the spellings in which people write cards.
func otherwise(cs []Card) []string {
	suits := strings.NewReplacer("c", "♣", "d", "♦", "h", "♥\ufe0f", "s", "♤")
	return []string{
		strings.ToLower(Format(cs)), strings.ToUpper(Spaced(cs)), strings.ReplaceAll(Spaced(cs), "T", "10"),
		suits.Replace(join(cs, ",")), strings.ReplaceAll(Spaced(cs), " ", " and the "), strings.ReplaceAll(Spaced(cs), "Jo", "joker"),
	}
}

// FuzzParse checks that parsed cards round-trip through text, and that an error's
// position is in the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"AhKd2c", "Ah Kd, 2c", "Jo-Jo", "??", "10h", "A", "ah", "Ah\x00", "JoJoJo", "", "As??", "\xff\xfe"} {
		f.Add(s, byte(0))
		f.Add(s, byte(7))
	}
	f.Fuzz(func(t *testing.T, s string, kind byte) {
		d := Deck{Jokers: int(kind % 3), Packs: int(kind / 3 % 9)}
		testkit.TextBounds.Within(t, len(s), func() {
			cs, err := d.Read(s)
			if e := diag.AsInCards(err); e != nil {
				if e.At-1 >= len(s) || e.At-1 < 0 || e.Source != s || e.Msg == "" {
					t.Fatalf("%+v", e)
				}
			} else if err != nil {
				t.Fatalf("%T: %v", err, err)
			}
			if err != nil {
				return
			}
			for _, text := range append(otherwise(cs), Format(cs), Spaced(cs)) {
				if again, err := d.Read(text); err != nil || !slices.Equal(again, cs) {
					t.Fatalf("%v is written %q and read as %v, %v", cs, text, again, err)
				}
			}
			if got := SetOf(cs...); got.Len() > len(cs) || !slices.IsSorted(got.Cards()) {
				t.Fatalf("%v are the set %v", cs, got.Cards())
			}
		})
	})
}
