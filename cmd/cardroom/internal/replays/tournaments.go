package replays

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/history"
	"cardroom/engine/history/formats"
)

// tournaments are the results of tournaments that summaries among the files have, by number and player.
type tournaments struct {
	results map[string]map[string]formats.Result
	files   []string // the summaries
}

// summarized reads the summaries among the files. Sites name them "TS…": no other file is opened for it.
func summarized(std *app.IO, paths []string) (t tournaments) {
	for name, err := range history.Walk(std.FS, paths, history.Endings...) {
		if err != nil || !strings.HasPrefix(path.Base(strings.ReplaceAll(name, "\\", "/")), "TS") {
			continue
		}
		f, err := std.FS.Open(name)
		if err != nil {
			continue // as is said when its hands are to be read
		}
		text, err := io.ReadAll(io.LimitReader(f, history.MaxHand))
		f.Close()
		if number, results, ok := formats.Summary(text); ok && err == nil {
			if t.results == nil {
				t.results = map[string]map[string]formats.Result{}
			}
			t.results[number] = results
			t.files = append(t.files, name)
		}
	}
	return t
}

// add adds to a hand the places and prizes of the players whom it eliminates, and of the winner of the tournament who has all chips, unless the
// hand has them itself.
func (t *tournaments) add(rec *history.Hand, finishing []int64) {
	results := t.results[rec.Event]
	if results == nil || len(finishing) != len(rec.Players) {
		return
	}
	list, _ := history.Value[[]string](rec, history.KeyAside)
	over := 0
	for _, c := range finishing {
		if c == 0 {
			over++
		}
	}
	for i, name := range rec.Players {
		r, placed := results[name]
		told := slices.ContainsFunc(list, func(text string) bool {
			return strings.HasPrefix(text, fmt.Sprintf("p%d %s ", i+1, history.AsidePlace))
		})
		if !placed || told || finishing[i] > 0 && (r.Place > 1 || over < len(finishing)-1) {
			continue
		}
		list = append(list, fmt.Sprintf("p%d %s %d", i+1, history.AsidePlace, r.Place))
		if r.Prize != "" {
			list = append(list, fmt.Sprintf("p%d %s %s", i+1, history.AsidePrize, r.Prize))
		}
	}
	if len(list) > 0 {
		_ = rec.Set(history.KeyAside, list) // a list of texts can always be set
	}
}
