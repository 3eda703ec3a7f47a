package speech

import "strings"

// Number words.
var (
	small = map[string]int64{
		"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	}
	tens = map[string]int64{
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	}
)

// Number parses a whole number in words, below a million: "twelve", "two hundred",
// "a thousand and twenty-five". A currency may follow.
func Number(words []string) (n int64, ok bool) {
	words = strings.Fields(strings.ToLower(strings.ReplaceAll(strings.Join(words, " "), "-", " ")))
	if k := len(words); k > 1 && (words[k-1] == "dollars" || words[k-1] == "dollar" || words[k-1] == "bucks") {
		words = words[:k-1]
	}
	thousands, part, room := int64(0), int64(0), int64(1000) // a word must be below room
	for i, w := range words {
		switch {
		case w == "and" && i > 0 && i < len(words)-1 && (words[i-1] == "hundred" || words[i-1] == "thousand"):
		case w == "a" && i+1 < len(words) && (words[i+1] == "hundred" || words[i+1] == "thousand"):
			part, room, ok = part+1, 1, true
		case w == "hundred" && part%100 < 10 && part < 100 && (part > 0 || i == 0):
			part, room, ok = max(part, 1)*100, 100, true
		case w == "thousand" && thousands == 0 && (part > 0 || i == 0):
			thousands, part, room, ok = max(part, 1)*1000, 0, 1000, true
		case tens[w] > 0 && room > 99:
			part, room, ok = part+tens[w], 10, true
		default:
			v, is := small[w]
			if !is || room <= 1 || room == 10 && (v == 0 || v > 9) || v == 0 && len(words) > 1 {
				return 0, false
			}
			part, room, ok = part+v, 1, true
		}
	}
	return thousands + part, ok
}
