package speech_test

import (
	"strings"
	"testing"

	"cardroom/engine/speech"
)

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{
		"zero": 0, "one": 1, "twelve": 12, "twenty": 20, "twenty-five": 25, "ninety nine": 99, "hundred": 100, "a hundred": 100, "two hundred": 200,
		"two hundred and five": 205, "three hundred forty-two dollars": 342, "thousand": 1000, "a thousand": 1000, "five thousand": 5000,
		"twelve thousand three hundred": 12300, "two hundred thousand and one": 200001, "Nine Hundred Ninety-Nine Thousand Nine Hundred Ninety-Nine": 999999,
		"a thousand and twenty-five": 1025, "ten bucks": 10,
	} {
		if n, ok := speech.Number(strings.Fields(text)); !ok || n != want {
			t.Errorf("%s: %d, %v, want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{
		"", "and", "a", "dollars", "a five", "five five", "twenty twelve", "twenty zero", "hundred hundred", "two two hundred", "thousand thousand",
		"and five", "five and", "five and six", "hundred and", "12", "twelv", "zero hundred", "one twenty",
	} {
		if n, ok := speech.Number(strings.Fields(text)); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
}
