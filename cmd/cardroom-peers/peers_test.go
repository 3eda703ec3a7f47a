package main

import (
	"testing"

	chehsunliu "github.com/chehsunliu/poker"
	paulhankin "github.com/paulhankin/poker/v2/poker"

	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// TestAgree: the peers order random hands as the ranking does; paulhankin has
// larger better, chehsunliu smaller.
func TestAgree(t *testing.T) {
	theirs := map[rank.Strength]int16{}
	others := map[rank.Strength]int32{}
	hands := deal(200_000, 7)
	for i := 0; i < len(hands); i += 7 {
		h := hands[i : i+7]
		s := rank.High.Best(h)
		var p [7]paulhankin.Card
		var c [7]chehsunliu.Card
		for j, card := range h {
			p[j], c[j] = toPaulhankin(card), toChehsunliu(card)
		}
		a, b := paulhankin.Eval7(&p), chehsunliu.Evaluate(c[:])
		if had, ok := theirs[s]; ok && had != a {
			t.Fatalf("%s: paulhankin has %d, for an equal hand %d", cards.Format(h), a, had)
		}
		if had, ok := others[s]; ok && had != b {
			t.Fatalf("%s: chehsunliu has %d, for an equal hand %d", cards.Format(h), b, had)
		}
		theirs[s], others[s] = a, b
	}
	var before int16
	behind := int32(1 << 30)
	for s := rank.Strength(1); int(s) <= rank.High.Count(); s++ {
		a, ok := theirs[s]
		if !ok {
			continue
		}
		if a <= before || others[s] >= behind {
			t.Fatalf("strength %d is %d and %d, the one below %d and %d", s, a, others[s], before, behind)
		}
		before, behind = a, others[s]
	}
	if len(theirs) < 4000 {
		t.Errorf("only %d strengths seen", len(theirs))
	}
}

func BenchmarkPeers(b *testing.B) {
	columns := [3]string{"cardroom", "paulhankin", "chehsunliu"}
	for _, w := range allWorks() {
		for i, e := range w.engines {
			if e.run == nil {
				continue
			}
			b.Run(w.name+"/"+columns[i], func(b *testing.B) {
				e.run()
				start := cpuTime()
				for b.Loop() {
					e.run()
				}
				used := cpuTime() - start
				b.ReportMetric(float64(e.hands)*float64(b.N)/used.Seconds()/1e6, "Mhands/s")
			})
		}
	}
}
