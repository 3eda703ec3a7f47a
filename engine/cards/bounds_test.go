package cards

import "testing"

// A text that is no cards is a fault of the program.
func TestMustParsePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("MustParse goes on with what are no cards")
		}
	}()
	MustParse("Ax")
}
