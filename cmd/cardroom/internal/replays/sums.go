package replays

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
)

// group is the hands with the same site, game, limit and outcome.
type group struct {
	Site, Game, Limit, Reason string
	Verdict                   verdict
	Hands, Inferred           int64
}

// groupColumns are the columns of a row of --summary. The reason is empty for hands that are ok.
var groupColumns = []rows.Column[*group]{
	{Name: "site", Doc: "as the records name it", Value: func(g *group) any { return g.Site }},
	{Name: "game", Doc: "the game that was played, or the variant of the record", Value: func(g *group) any { return g.Game }},
	{Name: "limit", Doc: "of the betting", Value: func(g *group) any { return g.Limit }},
	{Name: "hands", Doc: "with the same outcome", Value: func(g *group) any { return g.Hands }},
	{Name: "ok", Doc: "played to the chip", Value: func(g *group) any { return g.Reason == "" }},
	{Name: "with_inferred", Doc: "hands in which something was inferred", Value: func(g *group) any { return g.Inferred }},
	{Name: "reason", Doc: "why the hands are not ok, empty where they are", Value: func(g *group) any { return g.Reason }},
}

// sums counts the rows of a replay and prints the totals.
type sums struct {
	std    *app.IO
	opts   Options
	groups map[group]*group
	stats  map[figureKey]*ledger.Sum
	points []point            // of the player of --hero, for a page
	seen   map[uint64]counted // hands by identity
	twice  int64              // copies of hands that were counted before
}

// counted is where a hand was counted.
type counted struct {
	group    *group
	file     int64 // number of the file
	inferred bool
}

func newSums(std *app.IO, opts Options) *sums {
	return &sums{std: std, opts: opts, groups: map[group]*group{}, stats: map[figureKey]*ledger.Sum{}, seen: map[uint64]counted{}}
}

func (c counted) outcome() outcome { return outcome{c.group.Verdict, c.inferred} }

// drop takes the hand out of the counts.
func (c counted) drop() {
	c.group.Hands--
	if c.inferred {
		c.group.Inferred--
	}
}

func (s *sums) Row(row *handRow) error {
	id := row.once()
	if was, again := s.seen[id]; again {
		s.twice++
		if was.outcome().before(row.outcome()) {
			return nil
		}
		was.drop()
	}
	for i := range row.Seats {
		if t := &row.Seats[i]; t.Could != 0 && (s.opts.Hero == "" || i == row.hero) {
			s.track(row, t)
		}
	}
	g := s.group(group{Site: row.Site, Game: cmp.Or(row.Game, row.Variant), Limit: row.Limit, Reason: reason(row), Verdict: row.Verdict})
	g.Hands++
	if len(row.Inferred) > 0 {
		g.Inferred++
	}
	if id != 0 {
		s.seen[id] = counted{g, row.number, len(row.Inferred) > 0}
	}
	return nil
}

// group returns the group for a key, and creates it if necessary.
func (s *sums) group(key group) *group {
	g := s.groups[key]
	if g == nil {
		g = &group{Site: key.Site, Game: key.Game, Limit: key.Limit, Reason: key.Reason, Verdict: key.Verdict}
		s.groups[key] = g
	}
	return g
}

// merge adds the hands of other files. Of a hand in both the copy counts that is ok, or the first.
func (s *sums) merge(o *sums) {
	mine := map[*group]*group{}
	for key, g := range o.groups {
		to := s.group(key)
		to.Hands += g.Hands
		to.Inferred += g.Inferred
		mine[g] = to
	}
	s.twice += o.twice
	for id, c := range o.seen {
		c.group = mine[c.group]
		if was, again := s.seen[id]; again {
			s.twice++
			first, late := was, c
			if was.file > c.file {
				first, late = c, was
			}
			if !first.outcome().before(late.outcome()) {
				first, late = late, first
			}
			s.seen[id] = first
			late.drop()
			continue
		}
		s.seen[id] = c
	}
	s.tidy()
}

// tidy drops the groups whose hands are counted elsewhere.
func (s *sums) tidy() {
	maps.DeleteFunc(s.groups, func(_ group, g *group) bool { return g.Hands == 0 })
}

// reason says why a hand is not ok, without its amounts and names, so that hands can be grouped.
func reason(row *handRow) string {
	if row.Verdict == verdictOK {
		return ""
	}
	var e *diag.Error
	if !errors.As(row.Err, &e) {
		return "the file cannot be read"
	}
	var b strings.Builder
	quoted, number := false, false
	for _, c := range e.Msg {
		switch {
		case c == '"':
			if quoted = !quoted; !quoted {
				b.WriteString("…")
			}
			continue
		case quoted:
			continue
		case unicode.IsDigit(c) || number && (c == '.' || c == ','):
			if !number {
				b.WriteString("N")
			}
			number = true
			continue
		}
		number = false
		b.WriteRune(c)
	}
	return e.Code + " " + b.String()
}

func (s *sums) Close(t *tally) error {
	incomplete := t.Incomplete
	*t = s.tally() // of all parts
	t.Incomplete = incomplete
	s.std.Note("%s", t)
	if s.opts.Stats {
		return s.closeStats(t)
	}
	return s.closeGroups(t)
}

// tally returns the counts of all groups.
func (s *sums) tally() tally {
	s.tidy()
	t := tally{Twice: s.twice}
	for _, g := range s.groups {
		t.count(outcome{g.Verdict, true}, g.Game, g.Inferred)
		t.count(outcome{g.Verdict, false}, g.Game, g.Hands-g.Inferred)
	}
	maps.DeleteFunc(t.missing, func(_ string, n int64) bool { return n == 0 })
	return t
}

func (s *sums) closeGroups(t *tally) error {
	list := s.sorted()
	if s.opts.Format != report.Text {
		return printed(s, "summary", groupColumns, list, t)
	}
	cells := make([][]string, len(list))
	for i, g := range list {
		cells[i] = []string{g.Site, g.Game, g.Limit, strconv.FormatInt(g.Hands, 10), strconv.FormatInt(g.Inferred, 10), cmp.Or(g.Reason, "ok")}
	}
	report.Table(s.std.Stdout, []report.Heading{{Title: "site"}, {Title: "game"}, {Title: "limit"}, {Title: "hands", Align: report.Right}, {Title: "inferred", Align: report.Right}, {Title: "outcome"}}, cells)
	return nil
}

// printed writes rows in a machine-readable format.
func printed[T any](s *sums, list string, columns []rows.Column[T], all []T, t *tally) error {
	return rows.Write(s.std.Stdout, s.opts.Format, "replay", list, columns, all, t.fields()...)
}

// tournaments are the results of tournaments that summaries among the files have, by number and player.
type tournaments struct {
	results map[string]map[string]sites.Result
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
		if number, results, ok := sites.Summary(text); ok && err == nil {
			if t.results == nil {
				t.results = map[string]map[string]sites.Result{}
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
