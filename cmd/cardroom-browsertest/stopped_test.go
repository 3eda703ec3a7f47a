package browsertest

import (
	"encoding/json"
	"testing"
)

// TestStopped checks that all kinds of long work, when stopped, answer with the result so far, or say that there is none.
func TestStopped(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		for _, c := range []struct {
			message map[string]any
			nothing bool   // there is no result before the end
			of      string // the work that has a result before the end; "" for all
		}{
			{map[string]any{"do": "simulate", "game": "mixed/nt", "hands": 5_000_000, "seed": 1}, false, ""},
			{map[string]any{"do": "odds", "spec": map[string]any{"hands": []string{"AKs", "random", "QQ+", "random"}, "samples": 100_000_000, "seed": 1}}, false, ""},
			{map[string]any{"do": "solve", "game": "angies/holdem", "size": "leduc", "iterations": 1_000_000, "until": 0}, false, "iterations"},
			{map[string]any{"do": "diff", "game": "angies/holdem", "set": map[string]any{"raise_cap": "4"}, "hands": 5_000_000, "seed": 1}, false, ""},
			{map[string]any{"do": "solve", "game": "banked/casinoholdem"}, true, ""},
		} {
			var got struct {
				Text string
				Late float64
			}
			text := p.run(`const { text, ask } = await import("./engine.js");
				await text({ do: "simulate", game: "mixed/nt", hands: 10, seed: 1 }); // its worker has started
				const stop = new AbortController(); let from, told = 0;
				const halt = () => { if (!from) { from = performance.now(); stop.abort(); } };
				if (args[1]) setTimeout(halt, 700);
				let out;
				try { out = await text(args[0], { signal: stop.signal, onProgress: ({ progress, note }) => args[1] || progress > 0 && note.includes(args[2]) && ++told === 5 && halt() }); } catch (e) { out = JSON.stringify({ thrown: e.message }); }
				return { Text: out, Late: performance.now() - from };`, c.message, c.nothing, c.of)
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			var answer struct {
				OK, Partial bool
				Error       struct{ Code string }
			}
			if err := json.Unmarshal([]byte(got.Text), &answer); err != nil {
				t.Fatalf("%v: %v: %.200s", c.message, err, got.Text)
			}
			// A worker that had to be restarted would answer neither with a result nor with an error of the engine.
			if c.nothing && (answer.OK || answer.Error.Code == "") || !c.nothing && !(answer.OK && answer.Partial) {
				t.Errorf("%v: %.300s", c.message, got.Text)
			}
			t.Logf("%v: answers %.0f ms after it was stopped: %.60s", c.message["do"], got.Late, got.Text)
		}
	})
}
