package rank

import (
	"testing"

	"cardroom/engine/cards"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ ranking, cards, words, used string }{
		{"high", "6h6dKs6cKd2c3h", "sixes full of kings", "6h6d6cKsKd"},
		{"high", "AhAd9c5s3h2d", "pair of aces", "AhAd9c5s3h"},
		{"high", "5h4d3c2sAh", "straight, five high", "5h4d3c2sAh"},
		{"high", "AhKhQhJhTh2c", "royal flush", "AhKhQhJhTh"},
		{"high", "KhKdQhQd3c3s2s", "two pair, kings and queens", "KhKdQhQd3s"},
		{"high", "KhQd9h7d3c3s2s", "pair of threes", "3s3cKhQd9h"},
		{"high", "KhQd9h7d4c3s2s", "king high", "KhQd9h7d4c"},
		{"high", "AhAd", "no qualifying hand", ""},
		{"ace-to-five", "8h7d3c2sAhAdKs", "eighty-seven low", "8h7d3c2sAd"},
		{"ace-to-five", "5h4h3h2hAh", "bicycle (wheel)", "5h4h3h2hAh"},
		{"ace-to-five", "AhAd4c3s2c", "pair of aces", "AdAh4c3s2c"},
		{"eight-or-better", "9h7d3c2sAhAdKs", "no qualifying hand", ""},
		{"eight-or-better", "8h7d3c2sAhAdKs", "eighty-seven low", "8h7d3c2sAd"},
		{"deuce-to-seven", "Ah5d4c3s2c", "ace-five low", "Ah5d4c3s2c"},
		{"deuce-to-seven", "7h5d4c3s2c", "seventy-five low", "7h5d4c3s2c"},
		{"deuce-to-seven", "6h5d4c3s2c", "straight, six high", "6h5d4c3s2c"},
		{"badugi", "8dTdJh8h", "two-card ten-eight", "Td8h"},
		{"badugi", "8d6h4cAs", "eight-six-four-ace badugi", "8d6h4cAs"},
		{"badugi", "8d6h4c8s", "three-card eight-six-four", ""},
		{"short-deck", "Ah6d7c8s9c", "straight, nine high", "9c8s7c6dAh"},
		{"high-bug", "AhAdAcAsJo", "five of a kind, aces", "AsAhAdAcJo"},
		{"high-bug", "KhKdJo7c2s", "pair of kings", "KhKdJo7c2s"},
		{"high-bug", "5h4d3cJo6s", "straight, seven high", "Jo6s5h4d3c"},
		{"high-wild", "KhKdJo7c2s", "three of a kind, kings", "KhKdJo7c2s"},
		{"ace-to-five-bug", "AhJo2c3s4d", "bicycle (wheel)", "Jo4d3s2cAh"},
		{"deuces-wild", "7h7d7c7s2s", "five of a kind, sevens", "7s7h7d7c2s"},
	} {
		r, ok := ByName(c.ranking)
		if !ok {
			t.Fatalf("no ranking %s", c.ranking)
		}
		cs := cards.MustParse(c.cards)
		if got := r.Describe(r.Best(cs)); got != c.words {
			t.Errorf("%s %s: %q, want %q", c.ranking, c.cards, got, c.words)
		}
		if got := cards.Format(r.Used(cs)); c.used != "" && got != c.used {
			t.Errorf("%s %s: uses %s, want %s", c.ranking, c.cards, got, c.used)
		}
	}
}
