package formats_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// cannot are the targets that have no words for a hand of the corpus.
var cannot = map[string]bool{"ohh": true, "acpc": true}

// TestThereAndBack: a hand that is written in another format and read back is the same
// hand.
func TestThereAndBack(t *testing.T) {
	log := &hand.Log{}
	there, back := replay.NewPlayer(find, log), replay.NewPlayer(find, nil)
	written := map[string]int{}
	for name, data := range corpus(t) {
		src := history.NewSource(name, data, options)
		var rec history.Hand
		for n := 1; ; n++ {
			err := src.Next(&rec)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				continue // one that has to be refused
			}
			for i := range convert.Targets {
				target := &convert.Targets[i]
				err := thereAndBack(rec.Clone(), target, there, back, log)
				var no *refusal
				switch {
				case err == nil:
					written[target.Name]++
				case !asRefusal(err, &no) || !cannot[target.Name] && !strings.HasSuffix(err.Error(), "is not known"):
					t.Errorf("%s hand %d as %s: %v", name, n, target.Name, err)
				}
			}
		}
	}
	for _, least := range []struct {
		name string
		n    int
	}{{"phh", 38}, {"pokerstars", 38}, {"ohh", 28}, {"acpc", 6}} {
		if written[least.name] < least.n {
			t.Errorf("%d hands written as %s, want %d", written[least.name], least.name, least.n)
		}
	}
}

// Pseudonyms are the same for the same name and key, and different otherwise.
func TestPseudonyms(t *testing.T) {
	a := convert.Pseudonym("lime", "ana")
	if a != convert.Pseudonym("lime", "ana") || a == convert.Pseudonym("lime", "bo") || a == convert.Pseudonym("lemon", "ana") {
		t.Error("a pseudonym is not that of its key and name")
	}
	rec := &history.Hand{Players: []string{"ana", ""}, Author: "ana"}
	convert.Anonymous(rec, "lime")
	if rec.Players[0] != a || rec.Players[1] != "" || rec.Author != "" {
		t.Errorf("%q of %q", rec.Players, rec.Author)
	}
}
