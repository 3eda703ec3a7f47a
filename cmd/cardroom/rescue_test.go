package main

import (
	"bytes"
	"os"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// rescuer rescues the session during a decision: when a policy prints for the n-th
// time.
type rescuer struct {
	bytes.Buffer
	std *app.IO
	n   int
	err error
}

func (r *rescuer) Write(p []byte) (int, error) {
	if r.n--; r.n == 0 {
		r.err = r.std.Rescue.Run()
	}
	return r.Buffer.Write(p)
}

// TestRescue checks that a session rescued during a hand is saved as it was before
// that hand.
func TestRescue(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("talks.star", []byte("def policy(view):\n    print(\"deciding\")\n    return \"call\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	std, _, _ := fakeIO(nil)
	r := &rescuer{std: std, n: 150}
	std.FS, std.Create, std.Rescue, std.Stderr = history.OS, new(term.Maker).Create, &app.Rescue{}, term.NewStream(r)
	if code := runLine(t, std, "run mixed/nt --session --hands 20 --seed 1 --policy talks.star --save a.session"); code != app.Fine || r.err != nil || r.n > 0 {
		t.Fatalf("code %d, %v, %d: %s", code, r.err, r.n, r.String())
	}
	s, err := runs.Read(std, "a.session")
	if err != nil || !s.Incomplete || s.Hands < 1 || s.Hands >= 20 {
		t.Fatalf("%+v, %v", s, err)
	}
	if code, _, stderr := runIn("run --resume a.session --hands 2", ""); code != app.Fine {
		t.Errorf("it does not go on: %d, %s", code, stderr)
	}
}
