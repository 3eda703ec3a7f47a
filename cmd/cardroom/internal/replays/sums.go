package replays

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/diag"
	"cardroom/engine/rows"
	"cardroom/engine/trackers"
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
	stats  map[[2]string]*trackers.Sum
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
	return &sums{std: std, opts: opts, groups: map[group]*group{}, stats: map[[2]string]*trackers.Sum{}, seen: map[uint64]counted{}}
}

// allPositions is the position of rows that count every hand of a player.
const allPositions = "all"

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
		t := &row.Seats[i]
		for _, position := range []string{allPositions, t.Position} {
			key := [2]string{t.Name, position}
			if s.stats[key] == nil {
				s.stats[key] = &trackers.Sum{}
			}
			s.stats[key].Add(t)
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

// figure is a row of --stats.
type figure struct {
	Player, Position string
	*trackers.Sum
}

// percent returns a percentage with one decimal, nil if whole is 0.
func percent(part, whole int64) any {
	share := trackers.Share(part, whole)
	return rows.If(!math.IsNaN(share), math.Round(share*10)/10)
}

// share returns a percentage with as many digits as the cases support: tenths from a thousand cases on.
func share(part, whole int64) string { return fixed(trackers.Share(part, whole), whole >= 1000) }

// precise returns a rate with half its confidence interval, and with as many digits as that supports: tenths if the interval has
// less than ten.
func precise(rate, half float64) string {
	known := !math.IsNaN(half) && !math.IsInf(half, 0)
	text := fixed(rate, known && half < 10)
	if known {
		text += " ± " + fixed(half, half < 10)
	}
	return text
}

// fixed returns a number in whole or in tenths, "-" for one that is not defined.
func fixed(x float64, tenths bool) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case tenths:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatInt(int64(math.Round(x)), 10)
}

func bound(x float64) any {
	return rows.If(!math.IsNaN(x) && !math.IsInf(x, 0), math.Round(x*100)/100)
}

// figureColumns are the columns of a row of --stats.
var figureColumns = slices.Concat([]rows.Column[figure]{
	{Name: "player", Doc: "a name of the records", Value: func(f figure) any { return f.Player }, Text: func(f figure) (string, string) {
		if f.Position != allPositions { // the row above has it
			return "", ""
		}
		return f.Player, ""
	}},
	{Name: "position", Doc: "\"all\", or the place from the small blind to the button", Value: func(f figure) any { return f.Position }},
	{Name: "hands", Doc: "that the player was dealt", Value: func(f figure) any { return f.Hands }},
	{Name: "vpip", Doc: "percent of the hands in which chips went in of the player's own will before the flop", Title: "VPIP", Value: func(f figure) any { return percent(f.VPIP, f.Hands) }, Text: func(f figure) (string, string) { return share(f.VPIP, f.Hands), "" }},
	{Name: "pfr", Doc: "percent with a bet or raise there", Title: "PFR", Value: func(f figure) any { return percent(f.PFR, f.Hands) }, Text: func(f figure) (string, string) { return share(f.PFR, f.Hands), "" }},
	{Name: "three_bet", Doc: "percent of raises when there was one raise", Title: "3-bet", Value: func(f figure) any { return percent(f.ThreeBet, f.Faced) }, Text: func(f figure) (string, string) { return share(f.ThreeBet, f.Faced), "" }},
	{Name: "wtsd", Doc: "percent of the hands seen after the first round that went to the showdown", Title: "WTSD", Value: func(f figure) any { return percent(f.Showdown, f.Flop) }, Text: func(f figure) (string, string) { return share(f.Showdown, f.Flop), "" }},
	{Name: "wsd", Doc: "percent of the showdowns in which the player won", Title: "W$SD", Value: func(f figure) any { return percent(f.WonShown, f.Showdown) }, Text: func(f figure) (string, string) { return share(f.WonShown, f.Showdown), "" }},
	{Name: "bb_per_100", Doc: "big blinds won in a hundred hands", Title: "bb/100", Value: func(f figure) any { r, _ := f.Rate(); return bound(r) }, Text: func(f figure) (string, string) { return precise(f.Rate()), "" }},
	{Name: "low", Doc: "the least of the 95 % confidence interval", Value: func(f figure) any { r, half := f.Rate(); return bound(r - half) }, Elsewhere: true}, // within bb/100
	{Name: "high", Doc: "the most of it", Value: func(f figure) any { r, half := f.Rate(); return bound(r + half) }, Elsewhere: true},
}, besideColumns())

// besideColumns are the parts of the rate that are not from the pots.
func besideColumns() (out []rows.Column[figure]) {
	for k, kind := range trackers.Beside {
		out = append(out, rows.Column[figure]{
			Name: kind.Name + "_per_100", Title: strings.ReplaceAll(kind.Name, "_", "-") + "/100",
			Doc: "big blinds " + kind.About + " in a hundred hands, a part of bb_per_100",
			Value: func(f figure) any {
				r, _ := f.Beside(k)
				return bound(r)
			},
			Text: func(f figure) (string, string) {
				r, any := f.Beside(k)
				if !any {
					return "", ""
				}
				return fixed(r, f.Hands >= 1000), ""
			},
		})
	}
	return out
}

func (s *sums) closeStats(t *tally) error {
	list := make([]figure, 0, len(s.stats))
	for key, sum := range s.stats {
		if err := sum.Over(); err != nil {
			return err
		}
		list = append(list, figure{key[0], key[1], sum})
	}
	place := func(p string) int { return slices.Index(trackers.Positions, p) }
	slices.SortStableFunc(list, func(a, b figure) int {
		if a.Player == b.Player {
			return cmp.Compare(place(a.Position), place(b.Position))
		}
		return cmp.Or(
			cmp.Compare(s.stats[[2]string{b.Player, allPositions}].Hands, s.stats[[2]string{a.Player, allPositions}].Hands),
			cmp.Compare(a.Player, b.Player),
		)
	})
	if s.opts.Format != report.Text {
		return printed(s, "stats", figureColumns, list, t)
	}
	report.Columns(s.std.Stdout, figureColumns, list)
	return nil
}
