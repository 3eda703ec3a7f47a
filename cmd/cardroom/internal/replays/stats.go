package replays

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
)

// By are the parts of the statistics, as indexes of dimensions.
type By []int

// dimension is what hands of a player are told apart by.
type dimension struct {
	name, doc string
	// of returns the value in a hand, all returns several. They are "" where nobody knows.
	of  func(*handRow, *ledger.Seat) string
	all func(*handRow, *ledger.Seat) []string
	// order of values, nil for that of texts.
	order []string
}

// depths are the groups of stacks, in big blinds: from one number up to the next.
var depths = []int64{0, 20, 40, 80, 120, 200}

var dimensions = []dimension{
	{name: "position", doc: "the place from the small blind to the button", of: func(_ *handRow, t *ledger.Seat) string { return t.Position }, order: ledger.Positions},
	{name: "stake", doc: "stakes", of: func(r *handRow, _ *ledger.Seat) string { return r.stakes }},
	{name: "month", doc: "month of the hand in UTC: 2009-07", of: func(r *handRow, _ *ledger.Seat) string { return r.month }},
	{name: "opponent", doc: "another player at the table: a hand counts for each of them", all: func(r *handRow, t *ledger.Seat) (list []string) {
		for i := range r.Seats {
			if name := r.Seats[i].Name; name != t.Name {
				list = append(list, name)
			}
		}
		return list
	}},
	{name: "site", doc: "site", of: func(r *handRow, _ *ledger.Seat) string { return r.Site }},
	{name: "game", doc: "id of the game", of: func(r *handRow, _ *ledger.Seat) string { return r.Game }},
	{name: "depth", doc: "stack before the hand in big blinds, from one number up to the next: 80-120", of: func(_ *handRow, t *ledger.Seat) string {
		k := len(depths) - 1
		for k > 0 && t.Stack < 100*depths[k] {
			k--
		}
		return depthNames[k]
	}, order: depthNames},
}

var depthNames = func() (names []string) {
	for k, from := range depths[:len(depths)-1] {
		names = append(names, strconv.FormatInt(from, 10)+"-"+strconv.FormatInt(depths[k+1], 10))
	}
	return append(names, strconv.FormatInt(depths[len(depths)-1], 10)+"+")
}()

// ParseBy parses names of dimensions, or "none".
func ParseBy(text string) (by By, err error) {
	if text == "none" {
		return By{}, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		k := slices.IndexFunc(dimensions, func(d dimension) bool { return d.name == strings.TrimSpace(name) })
		if k < 0 {
			return nil, app.Usagef("--by: unknown part %q (use %s, or none)", name, strings.Join(ByNames(), ", "))
		}
		if !slices.Contains(by, k) {
			by = append(by, k)
		}
	}
	return by, nil
}

// ByNames are the names of what --by tells apart.
func ByNames() (names []string) {
	for _, d := range dimensions {
		names = append(names, d.name)
	}
	return names
}

// figureKey is a player and the part of the hands: a value for each dimension, in the order of --by.
type figureKey struct{ player, part string }

const (
	partEnd  = "\x00" // between the values of a part
	allParts = "all"
)

// track counts a hand of a player.
func (s *sums) track(row *handRow, t *ledger.Seat) {
	s.counted(figureKey{t.Name, ""}).Add(t)
	if s.opts.Hero != "" && s.opts.Format == report.HTML {
		s.points = append(s.points, point{row.at, t.Net, t.EV, t.Showdown, t.Valued})
	}
	parts := []string{""}
	for _, k := range s.opts.By {
		d, longer := &dimensions[k], []string(nil)
		values := []string{""}
		if d.all != nil {
			values = d.all(row, t)
		} else {
			values[0] = d.of(row, t)
		}
		for _, part := range parts {
			for _, value := range values {
				longer = append(longer, part+value+partEnd)
			}
		}
		parts = longer
	}
	if len(s.opts.By) == 0 {
		return
	}
	for _, part := range parts {
		s.counted(figureKey{t.Name, part}).Add(t)
	}
}

// counted returns the sum for a key, and creates it if necessary.
func (s *sums) counted(key figureKey) *ledger.Sum {
	sum := s.stats[key]
	if sum == nil {
		sum = &ledger.Sum{}
		s.stats[key] = sum
	}
	return sum
}

// figure is a row of --stats.
type figure struct {
	Player string
	Part   []string // by dimension; "all" in the row of all hands, nil where --by does not name it
	*ledger.Sum
}

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

// rounded returns a number with so many decimals, nil for one that is not defined.
func rounded(x, per float64) any {
	return rows.If(!math.IsNaN(x) && !math.IsInf(x, 0), math.Round(x*per)/per)
}

// told are the statistics of the table in texts; the others stand in the list of a single player and in the other formats.
var told = []string{"vpip", "pfr", "three_bet", "wtsd", "wsd", "bb_per_100"}

// figureColumns are the columns of a row of --stats: first those of the table in texts.
var figureColumns = func() []rows.Column[figure] {
	columns := []rows.Column[figure]{
		{Name: "player", Doc: "a name of the records", Value: func(f figure) any { return f.Player }, Text: func(f figure) (string, string) {
			if len(f.Part) > 0 && slices.Contains(f.Part, allParts) { // the row above has it
				return f.Player, ""
			}
			return "", ""
		}},
		{Name: "position", Doc: "\"all\", or " + dimensions[0].doc, Value: func(f figure) any { return cmp.Or(f.Part[0], allParts) }},
		{Name: "hands", Unit: "hands", Doc: "that the player was dealt", Value: func(f figure) any { return f.Hands }},
	}
	var later []rows.Column[figure]
	for i := range ledger.Stats {
		s := &ledger.Stats[i]
		per, unit := 10.0, "%"
		switch {
		case s.Spread != nil:
			per, unit = 100, "big blinds"
		case s.Cases == nil:
			per, unit = 100, ""
		}
		one := rows.Column[figure]{Name: s.Name, Title: s.Title, Unit: unit, Doc: s.About, Elsewhere: !slices.Contains(told, s.Name), Value: func(f figure) any { return rounded(s.Value(f.Sum), per) }}
		one.Text = func(f figure) (string, string) { return words(s, f.Sum), "" }
		low, high := "low", "high" // those of bb_per_100
		if s.Name != "bb_per_100" {
			low, high = s.Name+"_low", s.Name+"_high"
		}
		bounds := []rows.Column[figure]{
			{Name: low, Unit: unit, Doc: "the least of the 95 % confidence interval of " + s.Name, Elsewhere: true, Value: func(f figure) any {
				x, _ := s.Bounds(f.Sum)
				return rounded(x, 100)
			}},
			{Name: high, Unit: unit, Doc: "the most of it", Elsewhere: true, Value: func(f figure) any {
				_, x := s.Bounds(f.Sum)
				return rounded(x, 100)
			}},
		}
		if s.Cases != nil {
			bounds = append([]rows.Column[figure]{
				{Name: s.Name + "_count", Doc: "how often", Elsewhere: true, Value: func(f figure) any { n, _ := s.Cases(f.Sum); return n }},
				{Name: s.Name + "_of", Doc: "of how many chances", Elsewhere: true, Value: func(f figure) any { _, n := s.Cases(f.Sum); return n }},
			}, bounds...)
		}
		if s.Cases == nil && s.Spread == nil {
			bounds = nil
		}
		switch {
		case s.Name == "bb_per_100":
			columns = append(append(columns, one), bounds...)
		case one.Elsewhere:
			later = append(append(later, one), bounds...)
		default:
			columns = append(columns, one)
			later = append(later, bounds...)
		}
	}
	columns = append(columns, besideColumns()...)
	for k := range dimensions[1:] {
		d := &dimensions[k+1]
		columns = append(columns, rows.Column[figure]{Name: d.name, Doc: "with --by: \"all\", or " + d.doc, Value: func(f figure) any {
			return rows.Given(f.Part[k+1])
		}, Text: func(f figure) (string, string) { return f.Part[k+1], "" }})
	}
	return append(columns, later...)
}()

// words returns a statistic as texts have it.
func words(s *ledger.Stat, sum *ledger.Sum) string {
	switch {
	case s.Spread != nil:
		return precise(s.Value(sum), s.Spread(sum))
	case s.Cases != nil:
		_, of := s.Cases(sum)
		return fixed(s.Value(sum), of >= 1000)
	}
	x := s.Value(sum)
	if math.IsNaN(x) {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// besideColumns are the parts of the rate that are not from the pots.
func besideColumns() (out []rows.Column[figure]) {
	for k, kind := range ledger.Beside {
		out = append(out, rows.Column[figure]{
			Name: kind.Name + "_per_100", Title: strings.ReplaceAll(kind.Name, "_", "-") + "/100",
			Doc: "big blinds " + kind.About + " in a hundred hands, a part of bb_per_100",
			Value: func(f figure) any {
				r, _ := f.Beside(k)
				return rounded(r, 100)
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

// figures returns the rows of --stats: the players with most hands first, each with all hands and then the parts.
func (s *sums) figures() ([]figure, error) {
	list := make([]figure, 0, len(s.stats))
	for key, sum := range s.stats {
		if err := sum.Over(); err != nil {
			return nil, err
		}
		f := figure{key.player, make([]string, len(dimensions)), sum}
		values := strings.Split(key.part, partEnd)
		for n, k := range s.opts.By {
			if f.Part[k] = allParts; key.part != "" {
				f.Part[k] = values[n]
			}
		}
		if len(s.opts.By) == 0 {
			f.Part[0] = allParts
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b figure) int {
		if a.Player != b.Player {
			return cmp.Or(cmp.Compare(s.stats[figureKey{b.Player, ""}].Hands, s.stats[figureKey{a.Player, ""}].Hands), cmp.Compare(a.Player, b.Player))
		}
		for _, k := range s.opts.By {
			x, y := a.Part[k], b.Part[k]
			place := func(part string) int {
				if part == allParts {
					return -2 // before those that have no order
				}
				return slices.Index(dimensions[k].order, part)
			}
			if c := cmp.Or(cmp.Compare(place(x), place(y)), cmp.Compare(x, y)); c != 0 {
				return c
			}
		}
		return 0
	})
	return list, nil
}

func (s *sums) closeStats(t *tally) error {
	list, err := s.figures()
	switch {
	case err != nil:
		return err
	case len(list) == 0 && s.opts.Hero != "":
		return app.UsageHint("--hero "+s.opts.Hero+": no hand that is ok has this player", "--stats without --hero lists the players")
	case s.opts.Format == report.HTML:
		return s.page(list, t)
	case s.opts.Format != report.Text:
		return printed(s, "stats", figureColumns, list, t)
	case s.opts.Hero != "":
		s.one(list[0].Sum)
		if list = list[1:]; len(list) == 0 {
			return nil
		}
	}
	report.Columns(s.std.Stdout, figureColumns, list)
	if slices.ContainsFunc(list, func(f figure) bool {
		half := ledger.Stats[slices.IndexFunc(ledger.Stats, func(st ledger.Stat) bool { return st.Name == "bb_per_100" })].Spread(f.Sum)
		return !math.IsNaN(half) && !math.IsInf(half, 0)
	}) {
		report.Sentence(s.std.Stdout, "± is half of the 95 %% confidence interval.")
	}
	return nil
}

// oneOf returns a statistic of a player in words: its name, value, interval and cases.
func oneOf(st *ledger.Stat, sum *ledger.Sum) []string {
	if st.Cases == nil {
		return []string{st.Title, words(st, sum), "", ""}
	}
	did, of := st.Cases(sum)
	low, high := st.Bounds(sum)
	return []string{st.Title, words(st, sum), fixed(low, of >= 1000) + " to " + fixed(high, of >= 1000), term.Grouped(did) + " of " + term.Grouped(of)}
}

// one prints all statistics of a player.
func (s *sums) one(sum *ledger.Sum) {
	var cells [][]string
	for i := range ledger.Stats {
		st := &ledger.Stats[i]
		if !math.IsNaN(st.Value(sum)) {
			cells = append(cells, oneOf(st, sum))
		}
	}
	report.Table(s.std.Stdout, []report.Heading{{Title: s.opts.Hero + ", " + term.Counted(sum.Hands, "hand")}, {Align: report.Right}, {Title: "95 %", Align: report.Right}, {Title: "cases", Align: report.Right}}, cells)
	s.std.Stdout.Printf("\n")
}

// point is a hand of the player of --hero, for the graph.
type point struct {
	at      int64 // in seconds since 1970, 0 where the record does not say
	net, ev int64 // in hundredths of the big blind
	shown   bool  // the player was in at a showdown
	valued  bool
}

// mostPoints is the largest number of points of a line.
const mostPoints = 400

// graph draws what the player has won over the hands, in their order in time if all of them have one.
func (s *sums) graph() *report.Figure {
	list, order := s.points, "in the order of the files"
	if !slices.ContainsFunc(list, func(p point) bool { return p.at == 0 }) {
		slices.SortStableFunc(list, func(a, b point) int { return int(a.at - b.at) })
		order = "in their order in time"
	}
	series := []report.Series{{Name: "won", Color: 3}, {Name: "with a showdown (blue)", Color: 1}, {Name: "without one (red)", Color: 7}, {Name: "all-in hands at their worth (EV)", Color: 5}}
	if !slices.ContainsFunc(list, func(p point) bool { return p.valued }) {
		series = series[:3]
	}
	var sums [4]float64
	var xs []float64
	step := max(1, (len(list)+mostPoints-1)/mostPoints)
	for i := 0; ; i++ {
		if i%step == 0 || i == len(list) {
			xs = append(xs, float64(i))
			for k := range series {
				series[k].Values = append(series[k].Values, sums[k]/100)
			}
		}
		if i == len(list) {
			break
		}
		p := &list[i]
		sums[0] += float64(p.net)
		if p.shown {
			sums[1] += float64(p.net)
		} else {
			sums[2] += float64(p.net)
		}
		sums[3] += float64(p.ev)
	}
	return report.LineChart("Won over the hands", "Big blinds won in all, hand by hand, "+order+".", "hands", "big blinds", xs, series)
}

// page writes the statistics as a page: the graph and all statistics of the player of --hero, and the table.
func (s *sums) page(list []figure, t *tally) error {
	p := &report.Page{Title: "Statistics of players", Lead: []string{t.String()}}
	if s.opts.Hero != "" {
		sum := list[0].Sum
		p.Title = "Statistics of " + list[0].Player
		all := &report.PageTable{Heads: []string{"statistic", "value", "95 %", "cases"}}
		for i := range ledger.Stats {
			if st := &ledger.Stats[i]; !math.IsNaN(st.Value(sum)) {
				all.Rows = append(all.Rows, oneOf(st, sum))
			}
		}
		p.Sections = append(p.Sections, report.Section{Title: term.Counted(sum.Hands, "hand"), Figures: []*report.Figure{s.graph()}, Table: all, Notes: []string{"'cardroom doc stats' says how each is counted."}})
	} else {
		p.Lead = append(p.Lead, "With --hero NAME the page has the graph and all statistics of one player.")
	}
	table := &report.PageTable{}
	var shown []*rows.Column[figure]
	for i := range figureColumns {
		c := &figureColumns[i]
		if !c.Elsewhere && slices.ContainsFunc(list, func(f figure) bool { text, _ := c.Words(f); return text != "" }) {
			shown = append(shown, c)
			table.Heads = append(table.Heads, c.Heading())
		}
	}
	for _, f := range list {
		var cells []string
		for _, c := range shown {
			text, _ := c.Words(f)
			cells = append(cells, text)
		}
		table.Rows = append(table.Rows, cells)
	}
	p.Sections = append(p.Sections, report.Section{Title: "Players", Table: table})
	return report.Write(s.std.Stdout, p)
}
