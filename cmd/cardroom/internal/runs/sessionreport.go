package runs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/speech"
	"cardroom/engine/table"

	"github.com/fatih/color"
)

func (r *summary) scale() int64 { return r.cfg.Games[0].Plan.Stakes.Scale }

func (r *summary) money(units int64) rows.Money {
	return rows.Money{Units: units, Scale: r.scale()}
}

// perHand returns the mean of n hands and its standard error, in dollars.
func (r *summary) perHand(s *batch.Sum, n int64) figure {
	mean, stdErr := s.Mean(n)
	scale := float64(r.scale())
	return figure{term.Rounded(mean/scale, 6), term.Known(stdErr / scale)}
}

// figure is a mean with its standard error, nil if that cannot be estimated.
type figure struct {
	Mean   float64  `json:"mean"`   // the mean
	StdErr *float64 `json:"stderr"` // its standard error
}

// words formats the figure for a table.
func (f figure) words() string {
	if f.StdErr == nil {
		return fmt.Sprintf("%.2f", f.Mean)
	}
	mean, half := term.Interval(f.Mean, *f.StdErr)
	return mean + " ± " + half
}

func (r *summary) rules() []string { return library.Table{Config: r.cfg, ID: ""}.RuleNames() }

func (r *summary) collection() string {
	if len(r.cfg.Postings) == 0 {
		if r.taken() > 0 || slices.ContainsFunc(r.cfg.Games, func(o table.Offer) bool { return o.Plan.Game.Collects() }) {
			return "as the game has it"
		}
		return "none"
	}
	first, last := r.cfg.Postings[0].Name, r.cfg.Postings[r.posting].Name
	if last != first {
		return first + ", at the end " + last
	}
	return first
}

func (r *summary) games() []string { return library.Table{Config: r.cfg, ID: ""}.GameIDs() }

func (r *summary) offered() []string { return library.Table{Config: r.cfg, ID: ""}.HourTexts() }

// inPlay returns the chips that are at the table at the end.
func (r *summary) inPlay() rows.Money { return r.money(r.Bought - r.Cashed - r.taken()) }

func (r *summary) byClock() int64    { return r.ByClock }
func (r *summary) outOfHands() int64 { return r.Collected.Total }

// partly is the text of one part of what the house took, if it took another part too.
func partly(part func(*summary) int64) func(*summary) (string, string) {
	return func(r *summary) (string, string) {
		if r.ByClock > 0 && r.Collected.Total > 0 {
			return r.money(part(r)).String(), ""
		}
		return "", ""
	}
}

// taken returns all that the house took.
func (r *summary) taken() int64 { return r.Collected.Total + r.ByClock }

// perPlayer returns the cost of a hand for each player dealt in, in dollars.
func (r *summary) perPlayer() float64 {
	if r.Dealt == 0 {
		return 0
	}
	return float64(r.taken()) / float64(r.Dealt) / float64(r.scale())
}

// columns are the fields of a session, in the order of its text.
func (r *summary) columns() []rows.Column[*summary] {
	banked := r.cfg.Games[0].Plan.AgainstBank
	all := []rows.Column[*summary]{
		{Name: "game", Doc: "the game or table", Elsewhere: true, Value: func(r *summary) any { return r.opts.Game }},
		{Name: "session", Doc: "one table, played on from hand to hand", Elsewhere: true, Value: func(*summary) any { return true }},
		{Name: "games", Doc: "what it plays", Elsewhere: true, Value: func(r *summary) any { return r.games() }},
		{Name: "hands", Unit: "hands", Doc: "hands played", Elsewhere: true, Value: func(r *summary) any { return r.Hands }},
		{Name: "decisions", Unit: "decisions", Doc: "decisions of players", Elsewhere: true, Value: func(r *summary) any { return r.Decisions }},
		{Name: "seed", Doc: "all chance comes from it; a text of digits from 2^53 on", Elsewhere: true, Value: func(r *summary) any { return hand.Seed(r.opts.Seed) }},
		{Name: "stakes", Doc: "as posted", Elsewhere: true, Value: func(r *summary) any { return r.cfg.Games[0].Plan.Stakes.Name }},
		{Name: "policy", Doc: "who decided", Elsewhere: true, Value: func(r *summary) any { return r.opts.Policy }},
		{Name: "crowd", Doc: "how players come and go", Elsewhere: true, Value: func(r *summary) any { return r.extra.Crowd }},
		{Name: "rules", Doc: "rules of the table", Elsewhere: true, Value: func(r *summary) any { return r.rules() }},
		{Name: "showdowns", Unit: "hands", Doc: "hands with a showdown", Elsewhere: true, Value: func(r *summary) any { return r.Showdowns }},
		{Name: "hours", Unit: "hours", Doc: "by the table's clock", Title: "table open", Value: func(r *summary) any { return term.Rounded(float64(r.Seconds)/3600, 4) }, Text: func(r *summary) (string, string) {
			open := fmt.Sprintf("%.1f h", float64(r.Seconds)/3600)
			if r.cfg.HandsPerHour > 0 {
				return open, fmt.Sprintf("%d hands an hour", r.cfg.HandsPerHour)
			}
			return open, ""
		}},
		{Name: "offered", Doc: "the hours at which games are offered", Value: func(r *summary) any { return r.offered() }, Text: func(r *summary) (string, string) { return "", strings.Join(r.offered(), "; ") }},
		{Name: "dealt_in", Unit: "players", Doc: "players dealt in, over all hands", Title: "players dealt in", Value: func(r *summary) any { return r.Dealt }, Text: func(r *summary) (string, string) {
			return fmt.Sprintf("%.1f", float64(r.Dealt)/float64(max(r.Hands, 1))), "on average"
		}},
		{Name: "came", Unit: "players", Doc: "players that came", Title: "players who came", Value: func(r *summary) any { return r.Came }, Text: func(r *summary) (string, string) {
			return term.Grouped(r.Came), term.Grouped(r.Left) + " left"
		}},
		{Name: "left", Unit: "players", Doc: "that left", Elsewhere: true, Value: func(r *summary) any { return r.Left }},
		{Name: "bought", Doc: "chips that players brought", Title: "chips bought", Value: func(r *summary) any { return r.money(r.Bought) }, Text: func(r *summary) (string, string) {
			return r.money(r.Bought).String(), r.money(r.Cashed).String() + " cashed"
		}},
		{Name: "cashed", Doc: "and took away", Elsewhere: true, Value: func(r *summary) any { return r.money(r.Cashed) }},
		{Name: "in_play", Doc: "chips at the table at the end", Title: "chips in play", Value: func(r *summary) any { return r.inPlay() }, Text: func(r *summary) (string, string) { return r.inPlay().String(), "at the end" }},
		{Name: "collection", Doc: "what the house takes", Value: func(r *summary) any { return r.collection() }, Text: func(r *summary) (string, string) {
			if len(r.cfg.Postings) > 0 && r.posting == 0 && r.extra.Collection == asPosted {
				return "", r.collection() + ", as posted (or --collection none)"
			}
			return "", r.collection()
		}},
		{Name: "taken", Doc: "all that the house took", Title: "the house took", Value: func(r *summary) any { return r.money(r.taken()) }, Text: func(r *summary) (string, string) { return r.money(r.taken()).String(), "in all" }},
		{Name: "collected_by_clock", Doc: "taken by time", Title: "  by the clock", Value: func(r *summary) any { return r.money(r.ByClock) }, Text: partly((*summary).byClock)},
		{Name: "collected", Doc: "taken from pots", Title: "  out of hands", Value: func(r *summary) any { return r.money(r.Collected.Total) }, Text: partly((*summary).outOfHands)},
		{Name: "collected_per_hand", Doc: "a hand", Title: "  a hand", Value: func(r *summary) any { return r.perHand(&r.Collected, r.Hands) }, Text: func(r *summary) (string, string) {
			if r.Collected.Total == 0 {
				return "", ""
			}
			return r.perHand(&r.Collected, r.Hands).words(), ""
		}},
		{Name: "collected_per_hour", Doc: "an hour; null before the clock has gone", Title: "  an hour", Value: func(r *summary) any { return r.perHour() }, Text: func(r *summary) (string, string) {
			if f := r.perHour(); r.taken() > 0 && f != nil {
				return f.words(), ""
			}
			return "", ""
		}},
		{Name: "cost_per_player_hand", Unit: "chips", Doc: "what a hand costs a player who is dealt in", Title: "  from a player", Value: func(r *summary) any { return term.Rounded(r.perPlayer(), 6) }, Text: func(r *summary) (string, string) {
			if r.taken() == 0 {
				return "", ""
			}
			return fmt.Sprintf("%.3f", r.perPlayer()), "for each hand dealt in"
		}},
		{Name: "chips_in", Doc: "put into pots", Elsewhere: true, Value: func(r *summary) any { return r.money(r.PutIn) }},
		{Name: "chips_out", Doc: "paid out of pots", Elsewhere: true, Value: func(r *summary) any { return r.money(r.PutIn - r.Collected.Total) }},
		{Name: "usual_pot", Doc: "the size of pots at the usual stakes", Title: PotLabel(banked), Value: func(r *summary) any { return r.perHand(&r.Usual, r.Hands-r.RaisedN) }, Text: func(r *summary) (string, string) {
			usual := r.Hands - r.RaisedN
			note := PotNote(r.opts.Policy, banked)
			if r.RaisedN > 0 {
				note = strings.TrimSuffix(fmt.Sprintf("in %s at the usual stakes; %s", term.Counted(usual, "hand"), note), "; ")
			}
			return r.perHand(&r.Usual, usual).words(), note
		}},
		{Name: "raised_pots", Unit: "pots", Doc: "pots at raised stakes, as after a kill", Elsewhere: true, Value: func(r *summary) any { return r.RaisedN }},
		{Name: "raised_pot", Doc: "the size of such a pot", Elsewhere: true, Value: func(r *summary) any { return r.perHand(&r.Raised, r.RaisedN) }},
		{Name: "by_rule", Doc: "what each rule of the table did", Elsewhere: true, Value: func(r *summary) any { return r.byRule() }},
		{Name: "places", Doc: "the places of a tournament, in the order in which players left it", Elsewhere: true, Value: func(r *summary) any { return r.placed() }},
		{Name: "complete", Doc: "false when the command was interrupted: the rest is missing", Elsewhere: true, Value: func(r *summary) any { return !r.incomplete }},
		{Name: "elapsed_s", Unit: "seconds", Doc: "seconds that it took", Elsewhere: true, Value: func(r *summary) any { return term.Rounded(r.elapsed.Seconds(), 6) }},
	}
	if r.sessions > 0 {
		all = append(slices.Clip(all), rows.Column[*summary]{Name: "sessions", Unit: "sessions", Doc: "of --sessions: independent sessions that are summed up; the first has the seed, each other one more", Limits: `min:"1"`, Elsewhere: true, Value: func(r *summary) any { return r.sessions }})
	}
	if r.tables != nil {
		all = append(slices.Clip(all),
			rows.Column[*summary]{Name: "tables", Unit: "tables", Doc: "of --tables: tables of the tournament", Limits: `min:"1"`, Elsewhere: true, Value: func(r *summary) any { return r.extra.Tables }},
			rows.Column[*summary]{Name: "moved", Unit: "players", Doc: "players moved to another table", Elsewhere: true, Value: func(r *summary) any { return r.tables.Moved }})
	}
	switch {
	case r.opts.Mishaps > 0:
		return append(slices.Clip(all), mishapColumns[*summary]()...)
	case r.cfg.OnlyBanked():
		return append(slices.Clip(all),
			rows.Column[*summary]{Name: "rounds_banked", Unit: "rounds", Doc: "rounds in which somebody banked", Elsewhere: true, Value: func(r *summary) any { return r.Banked }},
			rows.Column[*summary]{Name: "sides", Doc: "what each side of a game against a bank came to", Elsewhere: true, Value: func(r *summary) any { return bankShares(&r.BankSides, r.scale()) }})
	}
	return all
}

func (r *summary) write(std *app.IO, format string) error {
	switch format {
	case report.Text:
		// Say how much was played, and at which table.
		what := "session"
		if r.sessions > 0 {
			what = term.Counted(r.sessions, "session")
		}
		title := fmt.Sprintf("%s of %s, %s", what, term.Counted(r.Hands, "hand"), r.cfg.Name)
		if r.tables != nil {
			title += fmt.Sprintf(", %s, %s moved", term.Counted(r.extra.Tables, "table"), term.Counted(int64(r.tables.Moved), "player"))
		}
		if r.extra.Because != "" {
			title += " (" + r.extra.Because + ")"
		}
		std.Stdout.Printf("%s\n%s\n\n", std.Stdout.Paint(report.Folded(title, std.Stdout, 0), color.Bold), report.Folded(r.inputs(), std.Stdout, 0))
		lines := slices.Concat(report.Lines(r.columns(), r), r.ruleLines(), r.placeLines())
		if r.elapsed > 20*time.Millisecond {
			lines = append(lines, []string{"computed in", term.Seconds(r.elapsed), term.Grouped(int64(float64(r.Hands)/r.elapsed.Seconds())) + " hands/s"})
		}
		report.Table(std.Stdout, []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Left}}, lines)
		if slices.ContainsFunc(lines, func(line []string) bool { return strings.Contains(line[1], "±") }) {
			report.Sentence(std.Stdout, "± is half of the 95 %% confidence interval.")
		}
		if r.cfg.OnlyBanked() {
			printSides(std.Stdout, r.Banked, bankShares(&r.BankSides, r.scale()))
		}
		r.Irregular().Print(std.Stdout)
		return nil
	case report.HTML:
		return report.Write(std.Stdout, r.page())
	}
	return rows.WriteObject(std.Stdout, format, "run", "A session at a table (--session).", rows.Fields(r.columns(), r))
}

// perHour returns the house's income per hour in dollars, nil if no time has passed.
func (r *summary) perHour() *figure {
	mean, stdErr := r.PerHour()
	if math.IsNaN(mean) {
		return nil
	}
	scale := float64(r.scale())
	if r.Collected.Total == 0 {
		stdErr = math.NaN() // all of it is charged by time
	}
	return &figure{term.Rounded(mean/scale, 4), term.Known(stdErr / scale)}
}

// ruleReport is the effect of one table rule: the hands in which it raised the stakes
// and their pots, what players had to post because of it and their results in those
// hands, and what it charged for the house.
type ruleReport struct {
	Rule      string     `json:"rule"`                           // its name
	Raised    int64      `json:"raised_pots" unit:"pots"`        // pots that it raised
	Pot       figure     `json:"raised_pot"`                     // their size
	Posted    rows.Money `json:"posted"`                         // posted for it
	Posters   int64      `json:"posters"`                        // how often
	PosterNet figure     `json:"poster_net"`                     // what a poster won in the hand
	Named     int64      `json:"named" unit:"hands"`             // hands whose game or stakes it named
	Charged   rows.Money `json:"charged"`                        // taken for it
	Paid      rows.Money `json:"paid"`                           // paid by players after hands, to others or into its fund
	Fund      rows.Money `json:"fund"`                           // set aside by it and not yet paid out
	Settled   int64      `json:"settled,omitempty" unit:"hands"` // hands after which it did something; left out if 0
}

// placeReport is a player's place in a tournament.
type placeReport struct {
	Player int64      `json:"player"` // the player's number
	Place  int64      `json:"place"`  // in the tournament
	Prize  rows.Money `json:"prize"`  // in dollars
	Chips  rows.Money `json:"chips"`  // that the player had left
}

func (r *summary) placed() []placeReport {
	out := []placeReport{}
	all := r.places
	if slices.ContainsFunc(all, func(g table.Gone) bool { return g.Place == 1 }) { // who was out while players could enter has a place now
		all = table.Placed(all)
	}
	for _, g := range all {
		if g.Place > 0 {
			out = append(out, placeReport{int64(g.Player), int64(g.Place), rows.Money{Units: g.Prize, Scale: plan.Cents}, r.money(g.Chips)})
		}
	}
	return out
}

// placeLines are the places of a tournament, the winner first.
func (r *summary) placeLines() (lines [][]string) {
	all := r.placed()
	slices.SortStableFunc(all, func(a, b placeReport) int { return cmp.Compare(a.Place, b.Place) })
	for _, p := range all {
		prize := ""
		if p.Prize.Units > 0 {
			prize = "prize " + p.Prize.String()
		}
		lines = append(lines, []string{fmt.Sprintf("place %d", p.Place), fmt.Sprintf("player %d", p.Player), prize})
	}
	return lines
}

func (r *summary) byRule() []ruleReport {
	out := []ruleReport{}
	for k, name := range r.rules() {
		s := &r.Rules[k]
		out = append(out, ruleReport{
			name, s.Raised, r.perHand(&s.Pots, s.Raised), r.money(s.Posted), s.Posters, r.perHand(&s.Net, s.Posters), s.Named, r.money(s.Charged), r.money(s.Paid), r.money(s.Fund), s.Settled,
		})
	}
	return out
}

// inputs describes the stakes, the policy and the seed in one line.
func (r *summary) inputs() string {
	text := fmt.Sprintf("%s, policy %s, seed %d", r.cfg.Games[0].Plan.Stakes.String(), r.opts.Policy, r.opts.Seed)
	if r.incomplete {
		text += " (interrupted)"
	}
	return text
}

// ruleLines describe the effect of each rule. A rule without any effect is listed too.
func (r *summary) ruleLines() (lines [][]string) {
	for _, f := range r.byRule() {
		head := []string{f.Rule, "", ""}
		lines = append(lines, head)
		if f.Raised > 0 {
			head[1], head[2] = term.Grouped(f.Raised), "raised pots, "+term.Percent(f.Raised, r.Hands)
			lines = append(lines, []string{"  average pot", f.Pot.words(), ""})
		}
		if f.Named > 0 {
			lines = append(lines, []string{"  named the game", term.Grouped(f.Named), "times"})
		}
		if f.Posters > 0 {
			lines = append(lines,
				[]string{"  posted", f.Posted.String(), "in extra blinds and antes"},
				[]string{"  their result", speech.Signed(f.PosterNet.words()), "a hand of those who post them"},
			)
		}
		if f.Charged.Units > 0 {
			lines = append(lines, []string{"  charged", f.Charged.String(), "for the house"})
		}
		if f.Paid.Units > 0 {
			lines = append(lines, []string{"  paid", f.Paid.String(), "by players after hands"})
		}
		if f.Fund.Units > 0 {
			line := []string{"  fund", f.Fund.String(), "at the end"}
			if len(r.places) > 0 { // what a chip race leaves is nobody's
				line = []string{"  out of play", f.Fund.String(), ""}
			}
			lines = append(lines, line)
		}
		if f.Raised+f.Named+f.Posters+f.Charged.Units+f.Paid.Units+f.Fund.Units == 0 {
			if head[2] = "nothing happened"; f.Settled > 0 { // it moved the pot or the button
				head[1], head[2] = term.Grouped(f.Settled), "times after hands"
			}
		}
	}
	return lines
}

func (r *summary) Irregular() Irregularity {
	return Irregularity{Rate: r.opts.Mishaps, Count: &r.Trouble}
}

// course is what a page shows of a session: how the stacks and the house's income
// change, and the details of the hands.
type course struct {
	points  batch.Course // the house's income, then the stack of each seat, nobody for an empty seat
	last    int64        // number of the last hand
	values  func() []int64
	counter batch.Counter
	details *batch.Details
}

// nobody is the stack of an empty seat.
const nobody = -1

// countSession makes a session collect what its page shows.
func countSession(s *batch.Session) *course {
	t := &s.Table
	c := &course{details: batch.NewDetails(t.Config().Games[0].Plan.Stakes)}
	c.values = func() []int64 {
		out := []int64{t.House().Total()}
		for k := range t.Config().MaxSeats {
			seat := t.Seat(k)
			if seat.Player == 0 {
				seat.Stack = nobody
			}
			out = append(out, seat.Stack)
		}
		return out
	}
	s.Log().Decisions = true
	told := s.Hand
	s.Hand = func(d *table.Deal, p *batch.Played) error {
		c.counter.Add(c.details, p.Hand, p.Log)
		c.last = t.Hands()
		c.points.Add(c.last, c.values)
		if told == nil {
			return nil
		}
		return told(d, p)
	}
	return c
}

// page returns the session as a page.
func (r *summary) page() *report.Page {
	game := r.cfg.Games[0].Plan.Game
	p := &report.Page{
		Title: "Session at " + r.cfg.Name,
		Lead:  []string{term.Counted(r.Hands, "hand") + ", " + r.inputs()},
		Facts: factsOf(report.Lines(r.columns(), r)),
	}
	if rules := factsOf(r.ruleLines()); rules != nil {
		p.Sections = append(p.Sections, report.Section{Title: "Rules of the table", Facts: rules})
	}
	if r.Hands == 0 {
		return p
	}
	of := []Counted{{Details: r.course.details, Game: ShownGame(game), Scale: r.scale()}}
	money := r.courseFigures()
	money = append(money, PotFigure(of), FeeFigure(of))
	if r.Banked > 0 {
		money = append(money, sidesFigure(r.Banked, bankShares(&r.BankSides, r.scale())))
	}
	p.Sections = append(p.Sections, report.Section{Title: "Chips", Figures: Present(money...)})
	p.Sections = slices.Concat(p.Sections, PlaySections(of), r.Irregular().Sections())
	return p
}

// courseFigures draw the stacks and the house's income by hand number.
func (r *summary) courseFigures() (out []*report.Figure) {
	points := &r.course.points
	xs, values := points.Hands, points.Values
	if n := len(xs); n == 0 || xs[n-1] != r.course.last {
		xs, values = append(slices.Clip(xs), r.course.last), append(slices.Clip(values), r.course.values())
	}
	at := make([]float64, 0, len(xs))
	for _, n := range xs {
		at = append(at, float64(n))
	}
	var lines []report.Series
	for k := range r.cfg.MaxSeats + 1 {
		s := report.Series{Name: fmt.Sprintf("seat %d", k)}
		some := false
		for _, v := range values {
			y := math.NaN()
			if v[k] != nobody || k == 0 {
				y, some = float64(v[k])/float64(r.scale()), some || v[k] != 0
			}
			s.Values = append(s.Values, y)
		}
		switch {
		case k == 0 && some:
			s.Name = "house"
			out = append(out, report.LineChart("The house's income", "collected so far, by hand and by the clock", "hands", "chips", at, []report.Series{s}))
		case k > 0 && some:
			lines = append(lines, s)
		}
	}
	if lines == nil {
		return out
	}
	caption := "after each hand; a gap is an empty seat, and players come and go"
	if points.Every > 1 {
		caption = fmt.Sprintf("after every %s hands; a gap is an empty seat, and players come and go", term.Grouped(points.Every))
	}
	return append([]*report.Figure{report.LineChart("Stacks", caption, "hands", "chips", at, lines)}, out...)
}

// teller narrates the first hands of a session, with the table events before them.
type teller struct {
	w    *term.Stream
	t    *table.Table
	show int64
	log  *hand.Log
	// settled is what the rules did after the hand.
	settled *table.Settled
	// seated are the seated players before the event.
	seated betting.Set
}

func (l *teller) hand(d *table.Deal, h *hand.Hand) {
	if int64(d.Setup.Number) > l.show {
		return
	}
	for _, note := range d.Notes {
		l.w.Printf("dealer: %s\n", note)
	}
	Collections(l.w, h, d)
	title(l.w, &d.Setup, d.Seats)
	Hand(l.w, h, l.log.Events, d.Seats)
	for _, p := range l.settled.Payments {
		l.w.Printf("table: %s\n", l.t.PaymentText(p, playerNumber))
	}
	for i := range l.settled.Gone {
		l.w.Printf("table: %s\n", l.t.GoneText(&l.settled.Gone[i], playerNumber))
	}
	for _, note := range l.settled.Notes {
		l.w.Printf("dealer: %s\n", note)
	}
	l.w.Printf("\n")
}

// words describes an event that happened.
func (l *teller) words(e *table.Event) string {
	who := fmt.Sprintf("player %d", e.Player)
	switch e.Kind {
	case table.Join, table.Transfer, table.Call:
		// A player who sits down or joins a list.
		who := fmt.Sprintf("player %d", e.Player)
		if new := l.t.Seated() &^ l.seated; new != 0 {
			k := new.First()
			s := l.t.Seat(k)
			text := "sits down"
			switch e.Kind {
			case table.Transfer:
				text = "comes from another table and sits down"
			case table.Call:
				who, text = fmt.Sprintf("player %d", s.Player), "is called and sits down"
			}
			return fmt.Sprintf("%s %s at seat %d with %s%s", who, text, k+1, l.money(s.Stack), l.waits(s.Wait))
		}
		list, q := "waiting", l.t.Waiting()
		if e.Kind == table.Transfer {
			list, q = "transfer", l.t.Transfers()
		}
		return fmt.Sprintf("%s goes on the %s list, at place %d", who, list, q.Place(e.Player))
	case table.Unlist:
		return who + " is taken off the list"
	case table.Move:
		return fmt.Sprintf("%s moves to seat %d", who, e.Seat+1)
	case table.Leave:
		return who + " leaves"
	case table.SitOut:
		return who + " sits out"
	case table.Return:
		return who + " is back" + l.waits(e.Wait)
	case table.Buy:
		return who + " buys " + l.money(e.Amount)
	case table.CashOut:
		if e.Amount == 0 {
			return who + " cashes out"
		}
		return who + " cashes out " + l.money(e.Amount)
	case table.OweBlinds:
		return who + " must post the blinds to be dealt in again"
	case table.Withdraw:
		return who + " takes back the vote for another game"
	case table.Tick:
		return fmt.Sprintf("the clock shows %02d:%02d", e.At/3600, e.At/60%60)
	case table.Post:
		return "the house posts " + l.t.Config().Postings[e.Game].Name
	}
	switch game := l.offer(int(e.Game)); {
	case e.Kind == table.Agree:
		return who + " agrees to " + game
	case e.Kind == table.Choose:
		return who + " names " + game
	case e.Choose:
		return "the button names the game of each hand from now on"
	default:
		return game + " is played from now on"
	}
}

// waits describes a player who waits for the big blind, if the table requires it.
func (l *teller) waits(wait bool) string {
	if wait && l.t.Config().Owed {
		return " and waits for the big blind"
	}
	return ""
}

// offer returns the name of a game of the table, with its stakes if the table has
// several.
func (l *teller) offer(k int) string {
	games := l.t.Config().Games
	o := &games[k]
	for i := range games {
		if games[i].Plan.Stakes.Name != o.Plan.Stakes.Name {
			return o.Plan.Game.Name + " " + o.Plan.Stakes.Name
		}
	}
	return o.Plan.Game.Name
}

func (l *teller) money(units int64) string {
	return l.t.Config().Games[0].Plan.Stakes.Price(units)
}
