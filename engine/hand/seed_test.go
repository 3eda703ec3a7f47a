package hand

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSeedInJSON checks that a seed of any size round-trips, and is a number only where every JSON reader is exact.
func TestSeedInJSON(t *testing.T) {
	for seed, want := range map[Seed]string{
		0: "0", 7: "7", 1<<32 - 1: "4294967295", 1<<53 - 1: "9007199254740991",
		1 << 53: `"9007199254740992"`, 1<<63 - 1: `"9223372036854775807"`, 1<<64 - 1: `"18446744073709551615"`,
	} {
		got, err := json.Marshal(seed)
		if err != nil || string(got) != want {
			t.Errorf("%d is written %s, %v", uint64(seed), got, err)
		}
		for _, text := range []string{want, strings.Trim(want, `"`), `"` + strings.Trim(want, `"`) + `"`} {
			var back Seed
			if err := json.Unmarshal([]byte(text), &back); err != nil || back != seed {
				t.Errorf("%s is read as %d, %v", text, uint64(back), err)
			}
		}
	}
	for _, text := range []string{"-1", "1.5", "1e3", `""`, `"`, `"x"`, "18446744073709551616", `"+1"`, "null", "[1]", "true", `"1" `[:3] + "0"} {
		var s Seed
		if err := json.Unmarshal([]byte(text), &s); err == nil {
			t.Errorf("%s is read as the seed %d", text, uint64(s))
		}
	}
}
