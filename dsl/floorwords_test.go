package dsl_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

// noSentence are the faults that a line of the floor's words may have.
var noSentence = []struct {
	what string
	find *regexp.Regexp
}{
	{"an empty part", regexp.MustCompile(`,\s*,|: ,|, \[|\(\s*\)|\[\s*\]|\s[,.;:]|because (?:\[|$)|[,:;]$|%!`)},
	{"a wrong plural", regexp.MustCompile(`\b1 (?:cards|players|chips|raises|hands|times|bets|pots)\b|\b(?:0|[2-9]|\d{2,}) (?:card|player|chip|raise|hand|time|bet|pot)\b`)},
	{"a word of the program", regexp.MustCompile(`_|\b(?:nil|true|false|None|True|False)\b`)},
}

// falseSource returns what is wrong with where a ruling says it comes from: a default is custom and has no clause, what custom decides is not
// shown under a clause, and a clause must exist.
func falseSource(n *hand.Note, known map[string]bool) string {
	j := n.Judged
	if j == nil || n.Ruling == nil {
		return ""
	}
	for _, id := range j.Clauses {
		switch {
		case !known[id]:
			return id + " is no clause"
		case n.Ruling.Level == plan.ByDefault:
			return "a default cites " + id
		case j.Ref != "":
			return j.Ref + " stands beside " + id
		}
	}
	return ""
}

// TestFloorsWords plays irregular hands of every game and reads what the floor says: whole sentences, right plurals, and no custom under a
// clause of the house. CARDROOM_SWEEP=all plays more than ten thousand hands.
func TestFloorsWords(t *testing.T) {
	known := map[string]bool{}
	for _, c := range clauses(t) {
		known[c.ID] = true
	}
	hands := int64(24)
	if testkit.Whole() {
		hands = 160
	}
	var mu sync.Mutex
	rulings, seen := 0, map[string]bool{}
	for i, g := range testkit.Sweep(allGames(t), 20) {
		b, r := bound(t, library(t, nil), g.ID, ""), newReach(t, g)
		faults := map[string]bool{}
		_, err := batch.Run(context.Background(), &batch.Job{
			Plan: b, Stacks: r.stacks(b, min(4, g.MaxSeats), 20), Seed: uint64(i), From: 1, To: hands + 1,
			Policy:  func() (batch.Policy, error) { return batch.Random{}, nil },
			Mishaps: &batch.Mishaps{Rate: 0.2},
			Write:   func([]byte) error { return nil },
			Record: func(to []byte, n int64, p *batch.Played) ([]byte, error) {
				var out bytes.Buffer
				speech.NewNarrator(&out, speech.Style{Names: strings.Split("ABCDEFGHIJKLMN", "")}).Tell(p.Hand, p.Log.Events)
				mu.Lock()
				defer mu.Unlock()
				for line := range strings.Lines(out.String()) {
					line = strings.TrimSpace(line)
					for _, f := range noSentence {
						if at := f.find.FindString(line); at != "" {
							faults[fmt.Sprintf("%s, %q: %s", f.what, at, line)] = true
						}
					}
					if os.Getenv("ZDUMP") != "" && (strings.HasPrefix(line, "event:") || strings.HasPrefix(line, "the floor")) {
						seen[regexp.MustCompile(`\b[2-9TJQKA][shdc]\b|\d+`).ReplaceAllString(line, "#")] = true
					}
				}
				for k := range p.Hand.Notes() {
					rulings++
					if text := falseSource(&p.Hand.Notes()[k], known); text != "" {
						faults[text] = true
					}
				}
				return to, nil
			},
		}, 1, nil)
		if err != nil {
			t.Fatalf("%s: %v", g.ID, err)
		}
		for text := range faults {
			t.Errorf("%s: %s", g.ID, text)
		}
	}
	if rulings < 200 {
		t.Errorf("only %d rulings", rulings)
	}
	t.Log(rulings, "rulings")
	if f := os.Getenv("ZDUMP"); f != "" {
		var sb strings.Builder
		for s := range seen {
			sb.WriteString(s + "\n")
		}
		os.WriteFile(f+"/words.txt", []byte(sb.String()), 0o644)
	}
}
