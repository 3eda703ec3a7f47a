package sites_test

import (
	"testing"

	"cardroom/engine/history/sites/internal/scribe"
)

// TestGameNamed: games as named in headers of sites.
func TestGameNamed(t *testing.T) {
	for _, tt := range []struct {
		header string
		game   scribe.Game
		limit  scribe.Limit
	}{
		{"Hold'em No Limit ($0.01/$0.02 USD)", scribe.Holdem, scribe.NoLimit},
		{"Hold'em Limit ($1/$2)", scribe.Holdem, scribe.Fixed},
		{"Hold'em Pot Limit ($1/$2)", scribe.Holdem, scribe.PotLimit},
		{"6+ Hold'em No Limit (Button Blind $1.00 - Ante $1.00 USD)", scribe.ShortDeck, scribe.NoLimit},
		{"Omaha Hi/Lo Limit ($2/$4 USD)", scribe.Omaha8, scribe.Fixed},
		{"Omaha Pot Limit", scribe.Omaha, scribe.PotLimit},
		{"5 Card Omaha Pot Limit", scribe.Omaha5, scribe.PotLimit},
		{"5 Card Omaha Hi/Lo Pot Limit", scribe.Omaha5HiLo, scribe.PotLimit},
		{"6 Card Omaha Pot Limit", scribe.Omaha6, scribe.PotLimit},
		{"PLO-5 ($0.05/$0.10)", scribe.Omaha5, scribe.PotLimit},
		{"PLO ($0.05/$0.10)", scribe.Omaha, scribe.PotLimit},
		{"Courchevel Hi/Lo Pot Limit", scribe.Courchevel8, scribe.PotLimit},
		{"HORSE (Razz Limit, $2/$4)", scribe.Razz, scribe.Fixed},
		{"HORSE (7 Card Stud Hi/Lo Limit, $2/$4)", scribe.SevenStud8, scribe.Fixed},
		{"8-Game (Triple Draw 2-7 Lowball Limit, $2/$4)", scribe.Triple27, scribe.Fixed},
		{"8-Game (Hold'em No Limit, $0.10/$0.20)", scribe.Holdem, scribe.NoLimit},
		{"Mixed Hold'em (Limit)", scribe.Holdem, scribe.Fixed},
		{"Single Draw 2-7 Lowball No Limit", scribe.Single27, scribe.NoLimit},
		{"Badugi Limit", scribe.Badugi, scribe.Fixed},
		{"5 Card Draw Pot Limit", scribe.FiveDraw, scribe.PotLimit},
		{"No Limit Hold'em", scribe.Holdem, scribe.NoLimit},
		{"Limit Stud H/L", scribe.SevenStud8, scribe.Fixed},
		{"Pot Limit Omaha Hi", scribe.Omaha, scribe.PotLimit},
		{"Pot Limit Omaha H/L", scribe.Omaha8, scribe.PotLimit},
		{"Limit 2-7 Triple Draw", scribe.Triple27, scribe.Fixed},
		{"Limit Razz", scribe.Razz, scribe.Fixed},
		{"Holdem no limit", scribe.Holdem, scribe.NoLimit},
		{"Omaha5 pot limit", scribe.Omaha5, scribe.PotLimit},
		{"Omaha8 pot limit", scribe.Omaha8, scribe.PotLimit},
		{"7-Card Stud8 limit", scribe.SevenStud8, scribe.Fixed},
		{"2to7 Triple Draw limit", scribe.Triple27, scribe.Fixed},
		{"HOLDEMZonePoker No Limit", scribe.Holdem, scribe.NoLimit},
		{"Omaha 5 Cards Pot Limit", scribe.Omaha5, scribe.PotLimit},
		{"7CARD HiLo Fixed Limit", scribe.SevenStud8, scribe.Fixed},
		{"Badacey Limit", scribe.Badacey, scribe.Fixed},
		{"Badeucey Limit", scribe.Badeucey, scribe.Fixed},
		{"Showtime Hold'em No Limit", scribe.Holdem, scribe.NoLimit},
		{"Tempest Hold'em No Limit", scribe.Holdem, scribe.NoLimit},
		{"Split Hold'em No Limit", scribe.Holdem, scribe.NoLimit},
		{"OMAHA HiLo Pot Limit", scribe.Omaha8, scribe.PotLimit},
		{"Texas Hold'em Game Table (NL)", scribe.Holdem, scribe.NoLimit},
	} {
		g, l, ok := scribe.GameNamed([]byte(tt.header))
		if !ok || g != tt.game || l != tt.limit {
			t.Errorf("%s: %s %d %t", tt.header, g.Variant, l, ok)
		}
	}
	for _, name := range []string{"Chinese Poker", "NL Double Hold'em", "Fusion Pot Limit", "Swap Hold'em No Limit", "Unfold Hold'em"} {
		if g, _, ok := scribe.GameNamed([]byte(name)); ok {
			t.Errorf("%s is taken for %s", name, g.Variant)
		}
	}
}

// TestAmount: amounts as sites write them in their languages.
func TestAmount(t *testing.T) {
	for _, tt := range []struct {
		text  string
		units int64
		n     int
	}{
		{"$1.50 to", 15_000, 5},
		{"€0.02", 200, 7},
		{"0.02€/", 200, 7},
		{"0,02 €", 200, 8},
		{"1,250.50", 12_505_000, 8},
		{"1.002,37 €", 10_023_700, 12},
		{"1 500", 15_000_000, 5},
		{"1 002,37 €", 10_023_700, 12},
		{"1'500", 15_000_000, 5},
		{"1,500", 15_000_000, 5},
		{"12,345,678", 123_456_780_000, 10},
		{"$0.125", 1_250, 6},
		{"£3 000)", 30_000_000, 7},
		{"50.", 500_000, 2},
		{"5)", 50_000, 1},
		{"₮2", 20_000, 4},
		{"R$10", 100_000, 4},
		{"2 cards", 20_000, 1},
		{"", 0, 0},
		{"$", 0, 0},
		{"x5", 0, 0},
	} {
		var s scribe.Scribe
		units, n := s.Amount([]byte(tt.text))
		if units != tt.units || n != tt.n {
			t.Errorf("%q: %d in %d bytes, want %d in %d", tt.text, units, n, tt.units, tt.n)
		}
	}
}
