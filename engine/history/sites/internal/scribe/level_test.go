package scribe_test

import (
	"testing"

	"cardroom/engine/history/sites/internal/scribe"
)

// Levels of tournaments, as sites write them.
func TestLevel(t *testing.T) {
	for line, want := range map[string]int64{
		"Hold'em No Limit - Level IV (50/100)": 4, "Match Round I, Level XIX (1500/3000)": 19, "Level12(1,000/2,000(300))": 12,
		`Tournament "Next Level" buyIn: 1€ level: 7 - HandId`: 7, "Trny: 5 Level:3  Blinds(50/100)": 3, "Tournament #5, Sit & Go (50/100)": 0, "Next Level": 0, "": 0,
	} {
		if got := scribe.Level([]byte(line)); got != want {
			t.Errorf("%q: level %d, want %d", line, got, want)
		}
	}
}
