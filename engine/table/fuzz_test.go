package table

import (
	"testing"

	"cardroom/engine/testkit"
)

// FuzzEvent: an event that was read and written is read as the same event.
func FuzzEvent(f *testing.F) {
	for _, s := range []string{
		"join player=3 seat=2 amount=20000 wait", "transfer player=1 amount=1", "call", "call seat=2", "unlist player=4", "move player=1 seat=9", "leave player=1",
		"sit-out player=1", "return player=1 wait", "buy player=1 amount=9223372036854775807", "cash-out player=2", "agree player=1 game=2",
		"change game=1 choose", "choose player=2 game=1", "post game=3", "owe-blinds player=1", "tick at=3600", "", "tick at=-1", "join player=2147483648",
		"join player=+3", "post game=0", "join player=1 player=2",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			e, err := ParseEvent(text)
			if err != nil {
				return
			}
			again, err := ParseEvent(e.String())
			if err != nil || again.String() != e.String() {
				t.Fatalf("%q is written %q, which is %q (%v)", text, e, again, err)
			}
			tab := *open(t, config(t, "nl 1-2"))
			was := tab
			if err := tab.Apply(e); err != nil && tab != was {
				t.Fatalf("%s is refused and has changed the table", e)
			}
			if again != e {
				// A field that means nothing to this kind of event is not written.
				other := was
				if err := other.Apply(again); err == nil && other != tab {
					t.Fatalf("%q and %q are not the same event", text, again)
				}
			}
		})
	})
}
