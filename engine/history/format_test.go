package history

import (
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestWindowsText: every byte decodes to its character in code page 1252.
func TestWindowsText(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	want, err := charmap.Windows1252.NewDecoder().Bytes(all)
	if err != nil {
		t.Fatal(err)
	}
	if got := fromWindows(all); string(got) != string(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
