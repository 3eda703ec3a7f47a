package scribe

import "testing"

// TestGameNamed: games as named in headers of sites.
func TestGameNamed(t *testing.T) {
	for _, tt := range []struct {
		header string
		game   Game
		limit  Limit
	}{
		{"Hold'em No Limit ($0.01/$0.02 USD)", Holdem, NoLimit},
		{"Hold'em Limit ($1/$2)", Holdem, Fixed},
		{"Hold'em Pot Limit ($1/$2)", Holdem, PotLimit},
		{"6+ Hold'em No Limit (Button Blind $1.00 - Ante $1.00 USD)", ShortDeck, NoLimit},
		{"Omaha Hi/Lo Limit ($2/$4 USD)", Omaha8, Fixed},
		{"Omaha Pot Limit", Omaha, PotLimit},
		{"5 Card Omaha Pot Limit", Omaha5, PotLimit},
		{"5 Card Omaha Hi/Lo Pot Limit", Omaha5HiLo, PotLimit},
		{"6 Card Omaha Pot Limit", Omaha6, PotLimit},
		{"PLO-5 ($0.05/$0.10)", Omaha5, PotLimit},
		{"PLO ($0.05/$0.10)", Omaha, PotLimit},
		{"Courchevel Hi/Lo Pot Limit", Courchevel8, PotLimit},
		{"HORSE (Razz Limit, $2/$4)", Razz, Fixed},
		{"HORSE (7 Card Stud Hi/Lo Limit, $2/$4)", SevenStud8, Fixed},
		{"8-Game (Triple Draw 2-7 Lowball Limit, $2/$4)", Triple27, Fixed},
		{"8-Game (Hold'em No Limit, $0.10/$0.20)", Holdem, NoLimit},
		{"Mixed Hold'em (Limit)", Holdem, Fixed},
		{"Single Draw 2-7 Lowball No Limit", Single27, NoLimit},
		{"Badugi Limit", Badugi, Fixed},
		{"5 Card Draw Pot Limit", FiveDraw, PotLimit},
		{"No Limit Hold'em", Holdem, NoLimit},
		{"Limit Stud H/L", SevenStud8, Fixed},
		{"Pot Limit Omaha Hi", Omaha, PotLimit},
		{"Pot Limit Omaha H/L", Omaha8, PotLimit},
		{"Limit 2-7 Triple Draw", Triple27, Fixed},
		{"Limit Razz", Razz, Fixed},
		{"Holdem no limit", Holdem, NoLimit},
		{"Omaha5 pot limit", Omaha5, PotLimit},
		{"Omaha8 pot limit", Omaha8, PotLimit},
		{"7-Card Stud8 limit", SevenStud8, Fixed},
		{"2to7 Triple Draw limit", Triple27, Fixed},
		{"HOLDEMZonePoker No Limit", Holdem, NoLimit},
		{"Omaha 5 Cards Pot Limit", Omaha5, PotLimit},
		{"7CARD HiLo Fixed Limit", SevenStud8, Fixed},
		{"Badacey Limit", Badacey, Fixed},
		{"Badeucey Limit", Badeucey, Fixed},
		{"Showtime Hold'em No Limit", Holdem, NoLimit},
		{"Tempest Hold'em No Limit", Holdem, NoLimit},
		{"Split Hold'em No Limit", Holdem, NoLimit},
		{"OMAHA HiLo Pot Limit", Omaha8, PotLimit},
		{"Texas Hold'em Game Table (NL)", Holdem, NoLimit},
	} {
		g, l, ok := GameNamed([]byte(tt.header))
		if !ok || g != tt.game || l != tt.limit {
			t.Errorf("%s: %s %d %t", tt.header, g.Variant, l, ok)
		}
	}
	for _, name := range []string{"Chinese Poker", "NL Double Hold'em", "Fusion Pot Limit", "Swap Hold'em No Limit", "Unfold Hold'em"} {
		if g, _, ok := GameNamed([]byte(name)); ok {
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
		var s Scribe
		units, n := s.Amount([]byte(tt.text))
		if units != tt.units || n != tt.n {
			t.Errorf("%q: %d in %d bytes, want %d in %d", tt.text, units, n, tt.units, tt.n)
		}
	}
}
