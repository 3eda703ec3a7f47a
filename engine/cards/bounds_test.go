package cards

import "testing"

// TestMustParsePanics checks that a text that is not cards causes a panic.
func TestMustParsePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("MustParse goes on with what are no cards")
		}
	}()
	MustParse("Ax")
}
