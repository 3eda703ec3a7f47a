package solving

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"

	"github.com/fatih/color"
)

// result is a solution, for output.
type result struct {
	*solution
	opts    *Options
	losses  []loss
	review  []street.Spot // of --review
	holding []street.Spot // of --holding
}

func (r *result) write(std *app.IO, format string) error {
	switch {
	case !term.Browser && format == report.HTML:
		std.Stdout.Printf("%s", r.page())
		return nil
	case term.Browser || format != report.Text:
		return r.writeJSON(std)
	}
	r.print(std)
	if r.opts.Moment.Chart {
		return r.printCharts(std)
	}
	return nil
}

// places returns how many decimals of a value are meaningful, given its error. (A logarithm may differ in the last digit between
// machines.)
func places(err float64) int {
	n := 2
	for _, bound := range []float64{0.1, 0.01, 0.001, 1e-4, 1e-5} {
		if !(err >= bound) {
			n++
		}
	}
	return n
}

// number formats a value with the given number of decimals.
func number(v float64, places int) string {
	text := fmt.Sprintf("%.*f", places, v)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// units describes the unit of values: "antes of 1".
func (s *solution) units() string {
	return fmt.Sprintf("%ss of %s", s.Tree.UnitName, s.Small.Bound.Stakes.Price(s.Tree.Unit))
}

// stacks formats the starting stacks.
func (s *solution) stacks() string {
	var out []string
	for _, m := range rows.Amounts(s.Small.Stacks, s.Small.Bound.Stakes.Scale) {
		out = append(out, m.String())
	}
	return strings.Join(out, ", ")
}

func (r *result) print(std *app.IO) {
	w := std.Stdout
	for _, line := range r.title() {
		report.Sentence(w, "%s", line)
	}
	w.Printf("\n")
	heads := []report.Heading{{Title: "seat", Align: report.Right}, {Title: "value", Align: report.Right}}
	if r.Result.Certain {
		heads = append(heads, report.Heading{Title: "at least", Align: report.Right}, report.Heading{Title: "at most", Align: report.Right})
	} else {
		heads = append(heads, report.Heading{Title: "with the best reply", Align: report.Right})
	}
	n := places(r.Result.Exploitability)
	unit := float64(r.Tree.Unit) / float64(r.Small.Bound.Stakes.Scale)
	if r.sub != nil {
		heads = append(heads, report.Heading{Title: "in chips", Align: report.Right})
	}
	var cells [][]string
	for seat, v := range r.Result.Value {
		row := []string{fmt.Sprint(r.number(seat)), number(v, n)}
		if r.Result.Certain {
			row = append(row, number(r.Result.Low[seat], n), number(r.Result.High[seat], n))
		} else {
			row = append(row, number(r.Result.Best[seat], n))
		}
		if r.sub != nil {
			row = append(row, number(v*unit, places(r.Result.Exploitability*unit)))
		}
		cells = append(cells, row)
	}
	report.Table(w, heads, cells)
	w.Printf("\n")
	if r.sub != nil {
		report.Sentence(w, "Values are in %s: what a seat gets of the pot, less what it puts in from here on.", r.units())
	} else {
		report.Sentence(w, "Values are in %s, per hand.", r.units())
	}
	report.Sentence(w, "Exploitability %.3g: what a seat wins by changing to the best reply, averaged over the seats (NashConv / seats).", r.Result.Exploitability)
	if r.Tree.Buckets != nil {
		for _, line := range r.abstraction() {
			report.Sentence(w, "%s", line)
		}
	}
	switch {
	case r.Tree.House:
		report.Sentence(w, "The house takes chips, so the values do not add up to 0 and are not bounds.")
	case r.Tree.Seats > 2:
		report.Sentence(w, "With more than two seats a game can have several equilibria: the values are those of this one.")
	}
	if n := r.Tree.Redeals; n > 0 {
		lead := "lead"
		if n == 1 {
			lead = "leads"
		}
		report.Sentence(w, "%s %s to a new deal; they count as nothing won or lost.", term.Counted(n, "line"), lead)
	}
	report.Sentence(w, "%s, %s, built in %s; %s (%s) in %s; %s of memory.",
		term.Counted(r.Tree.Nodes, "node"), term.Counted(r.infoSets(), "information set"), term.Seconds(r.Built),
		term.Counted(int64(r.Iterations), "iteration"), r.how(), term.Seconds(r.Solved), megabytes(r.bytes()))
	if !r.Complete {
		std.Note("interrupted: this is how far it came")
	} else if r.Result.Exploitability > r.opts.Effort.Until && !r.learned {
		std.Note("not yet at %g: raise --iterations", r.opts.Effort.Until)
	}
	r.printLosses(std)
	r.printReview(std)
	r.printHolding(std)
	r.printFirst(std)
}

// printLosses prints what policies lose.
func (r *result) printLosses(std *app.IO) {
	for _, l := range r.losses {
		w := std.Stdout
		w.Printf("\n")
		words := "%s against the best reply to it, %s by the solution"
		if r.Tree.Seats > 2 {
			words = "%s against the solution of the others, %s with the best reply to that"
		}
		report.Sentence(w, "Seat %d, %s: "+words+"; it loses %s a hand.", l.Seat+1, l.Policy, number(l.Against, 4), number(l.Value, 4), number(l.Value-l.Against, 4))
		if len(l.Worst) == 0 {
			continue
		}
		heads := []report.Heading{{Title: "costs", Align: report.Right}, {Title: "sees", Align: report.Left}, {Title: "plays", Align: report.Left}, {Title: "better", Align: report.Left}}
		var cells [][]string
		for _, m := range l.Worst {
			cells = append(cells, []string{number(m.Costs, 4), m.Sees, mixWords(&m.Decision), m.Better})
		}
		report.Table(w, heads, cells)
	}
}

// mixWords describes a seat's mix at a decision, without actions that are never taken.
func mixWords(d *solve.Decision) string {
	var out []string
	for a, p := range d.Mix {
		switch {
		case p > 0.9995:
			return d.Actions[a]
		case p >= 0.0005:
			out = append(out, fmt.Sprintf("%s %.1f %%", d.Actions[a], 100*p))
		}
	}
	return strings.Join(out, ", ")
}

// printFirst prints the first decisions of each seat.
func (r *result) printFirst(std *app.IO) {
	if r.opts.Show < 1 {
		return
	}
	for seat := range r.Tree.Seats {
		var cells [][]string
		more := 0
		for d := range r.decisionsOf(seat, true) {
			switch {
			case len(cells) == r.opts.Show:
				more++
			default:
				cells = append(cells, []string{d.Sees, bar(d.Mix), mixWords(d)})
			}
		}
		if len(cells) == 0 {
			continue
		}
		w := std.Stdout
		w.Printf("\n")
		report.Table(w, []report.Heading{{Title: fmt.Sprintf("seat %d sees", r.number(seat)), Align: report.Left}, {Title: "", Align: report.Left}, {Title: "plays", Align: report.Left}}, cells)
		if more > 0 {
			w.Printf("and %d more: raise --show\n", more)
		}
	}
}

// bar draws a mix as a bar of ten characters, with one character for each action.
func bar(mix []float64) string {
	var out []byte
	sum := 0.0
	for a, p := range mix {
		sum += p
		for len(out) < int(math.Round(10*sum)) {
			out = append(out, ".-=#%@"[min(a, 5)])
		}
	}
	return string(out)
}

// values returns the game's value for each seat, as objects.
func (r *result) values() []rows.Record {
	out := []rows.Record{}
	unit := float64(r.Tree.Unit) / float64(r.Small.Bound.Stakes.Scale)
	for seat := range r.Result.Value {
		fields := []rows.Pair{{Name: "seat", Doc: "from 1", Value: r.number(seat)}, {Name: "value", Unit: "units a hand", Doc: "units a hand, if all play by the solution", Value: r.Result.Value[seat]}, {Name: "chips", Unit: "chips", Doc: "the same in chips", Value: r.Result.Value[seat] * unit}, {Name: "best_reply", Doc: "units a hand, if this seat alone plays the best reply instead", Value: r.Result.Best[seat]}}
		if r.Result.Certain {
			fields = append(fields, rows.Pair{Name: "at_least", Unit: "units a hand", Doc: "the value of the game is at least this; missing where that is not certain", Value: r.Result.Low[seat]}, rows.Pair{Name: "at_most", Unit: "units a hand", Doc: "and at most this", Value: r.Result.High[seat]})
		}
		out = append(out, fields)
	}
	return out
}

// small returns the fields that describe a small game.
func (s *solution) small() []rows.Pair {
	size := s.Small.Size.String()
	if s.sub != nil {
		size = "hand"
	}
	return []rows.Pair{
		{Name: "game", Doc: "the game", Value: s.Game.ID},
		{Name: "size", Doc: "how small it was made", Limits: `enum:"kuhn,leduc,royal,whole,hand"`, Value: size},
		{Name: "deck", Doc: "the cards", Value: cards.Format(s.Small.Pack)},
		{Name: "seats", Doc: "players", Value: s.Tree.Seats},
		{Name: "stakes", Doc: "the stakes, in words", Value: s.Small.Bound.Stakes.String()},
		{Name: "stacks", Doc: "by seat", Value: rows.Amounts(s.Small.Stacks, s.Small.Bound.Stakes.Scale)},
		{Name: "unit", Doc: "what values are counted in", Limits: `enum:"ante,big blind,small bet"`, Value: s.Tree.UnitName},
		{Name: "unit_amount", Doc: "one unit in chips", Value: rows.Amounts([]int64{s.Tree.Unit}, s.Small.Bound.Stakes.Scale)[0]},
	}
}

func (r *result) writeJSON(std *app.IO) error {
	fields := append(r.small(), []rows.Pair{
		{Name: "values", Doc: "by seat", Value: r.values()},
		{Name: "exploitability", Unit: "units a hand", Doc: "nash_conv divided by the seats", Value: r.Result.Exploitability},
		{Name: "nash_conv", Unit: "units a hand", Doc: "what the seats win together, each by changing to its best reply alone", Value: r.Result.NashConv},
		{Name: "zero_sum", Doc: "two seats, and the house takes nothing", Value: r.Tree.ZeroSum},
		{Name: "bounds", Doc: "at_least and at_most bound the value of the game", Value: r.Result.Certain},
		{Name: "nodes", Unit: "nodes", Doc: "decisions, ends of hands, and deals that can fall in several ways; of a hand on its public tree with each board, whatever the seats hold", Value: r.Tree.Nodes},
		{Name: "hands", Unit: "hands", Doc: "ends of hands", Value: r.Tree.Terminals},
		{Name: "redeals", Unit: "lines", Doc: "lines that lead to a new deal, counted as nothing won or lost", Value: r.Tree.Redeals},
		{Name: "information_sets", Unit: "decisions", Doc: "decisions that the seats can tell apart, by what they hold too", Value: r.infoSets()},
		{Name: "method", Doc: "how it was solved", Limits: `enum:"cfr+,discounted,predictive,external sampling"`, Value: r.how()},
		{Name: "iterations", Unit: "iterations", Doc: "steps of the method", Value: r.Iterations},
		{Name: "seconds", Unit: "seconds", Doc: "of building and solving", Value: term.Rounded((r.Built + r.Solved).Seconds(), 3)},
		{Name: "elapsed_s", Unit: "seconds", Doc: "the same as seconds, under the name that all commands have", Value: term.Rounded((r.Built + r.Solved).Seconds(), 3)},
		{Name: "bytes", Unit: "bytes", Doc: "memory of the tree and the solver", Value: r.bytes()},
		{Name: "exact", Doc: "the game was solved as it is; false for an abstract game of --buckets, in which values, bounds and exploitability are measured", Value: r.Tree.Buckets == nil},
	}...)
	if r.Tree.Buckets != nil {
		fields = append(fields, rows.Pair{Name: "abstraction", Doc: "what --buckets leaves out; missing if the game was solved as it is", Value: r.abstract()})
	}
	if r.losses != nil {
		fields = append(fields, rows.Pair{Name: "policies", Doc: "of --policy", Value: lossObjects(r.losses)})
	}
	if r.review != nil {
		fields = append(fields, rows.Pair{Name: "review", Doc: "of --review: the decisions that were made", Value: r.reviewed()})
	}
	if r.holding != nil {
		fields = append(fields, rows.Pair{Name: "holding", Doc: "of --holding: the decisions with that hand before further cards", Value: r.held()})
	}
	if r.opts.Show > 0 {
		fields = append(fields, rows.Pair{Name: "decisions", Doc: "of --show: the first decisions of each seat", Value: r.decisions(true)})
	}
	return rows.WriteObject(std.Stdout, r.opts.Format, "solve", "A small game solved.", append(fields, rows.Complete(r.Complete)))
}

func lossObjects(list []loss) (out []rows.Record) {
	for _, l := range list {
		worst := []rows.Record{}
		for _, m := range l.Worst {
			worst = append(worst, rows.Record{{Name: "sees", Doc: "its cards, what lies open, and the actions so far", Value: m.Sees}, {Name: "actions", Doc: "what it may do, in words", Value: m.Actions}, {Name: "mix", Doc: "how often it takes each action", Value: rounded(m.Mix)}, {Name: "better", Doc: "the best action", Value: m.Better}, {Name: "costs", Unit: "units", Doc: "units a hand, if nothing else changed", Value: m.Costs}})
		}
		out = append(out, rows.Record{{Name: "seat", Doc: "from 1", Value: l.Seat + 1}, {Name: "policy", Doc: "its name", Value: l.Policy}, {Name: "value", Unit: "units a hand", Doc: "of the seat by the solution", Value: l.Value}, {Name: "against_best_reply", Doc: "of the seat by the policy, against the best reply to it", Value: l.Against}, {Name: "loses", Doc: "the difference", Value: l.Value - l.Against}, {Name: "worst", Doc: "its five most expensive decisions", Value: worst}})
	}
	return out
}

// rounded rounds probabilities to six digits.
func rounded(mix []float64) []float64 {
	out := make([]float64, len(mix))
	for i, p := range mix {
		out[i] = term.Rounded(p, 6)
	}
	return out
}

// decisions returns the decisions of all seats, as objects.
func (s *solution) decisions(first bool) []rows.Record {
	out := []rows.Record{}
	for seat := range s.Tree.Seats {
		for d := range s.decisionsOf(seat, first) {
			out = append(out, s.mixOf(d))
		}
	}
	return out
}

// saveStrategy saves the strategies of all seats.
func saveStrategy(std *app.IO, name string, s *solution) error {
	f, err := std.Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	switch {
	case filepath.Ext(name) == ".csv":
		err = s.writeCSV(f)
	case s.sub != nil:
		err = rows.WriteObject(f, report.JSON, solve.StrategySchema, "The strategies of a hand.", append(s.small(), rows.Pair{Name: "exploitability", Unit: "units a hand", Doc: "nash_conv divided by the seats", Value: s.Result.Exploitability}, rows.Pair{Name: "decisions", Value: s.decisions(s.first)}))
	default:
		err = s.writeStrategy(f)
	}
	if err != nil {
		return err
	}
	return f.Commit()
}

// writeStrategy writes a strategy file, see [solve.ReadStrategy].
func (s *solution) writeStrategy(w io.Writer) error {
	options := map[string]string{}
	for _, o := range s.Game.Options {
		options[o.Name] = o.Value
	}
	var chips []string
	for _, n := range s.Small.Stacks {
		chips = append(chips, plan.Money(n, plan.Cents))
	}
	list := []rows.Record{}
	for seat := range s.Tree.Seats {
		for _, d := range s.Profile.Decisions(seat) {
			fields := append(s.mixOf(&d), rows.Pair{Name: "key", Value: fmt.Sprintf("%016x", d.Key)})
			if d.Labels != nil {
				var labels []string
				for _, l := range d.Labels {
					labels = append(labels, fmt.Sprintf("%016x", l))
				}
				fields = append(fields, rows.Pair{Name: "labels", Value: labels})
			}
			list = append(list, fields)
		}
	}
	fields := append(s.small(), []rows.Pair{
		{Name: "exploitability", Unit: "units a hand", Doc: "nash_conv divided by the seats", Value: s.Result.Exploitability},
		{Name: "options", Value: options},
		{Name: "table", Value: s.Small.Bound.Stakes.Text()},
		{Name: "chips", Value: strings.Join(chips, ",")},
		{Name: "open_folds", Value: s.Small.OpenFolds},
		{Name: "renamings", Value: s.Tree.Renamings},
		{Name: "redeals", Unit: "lines", Doc: "lines that lead to a new deal, counted as nothing won or lost", Value: s.Tree.Redeals},
	}...)
	if s.Small.Bets != nil {
		fields = append(fields, rows.Pair{Name: "bets", Value: s.Small.Bets})
	}
	if b := s.Tree.Buckets; b != nil {
		rounds := []rows.Record{}
		for _, of := range b.Rounds {
			rounds = append(rounds, rows.Record{{Name: "apart", Value: of.Apart}, {Name: "from", Value: append([]float64{}, of.From...)}})
		}
		fields = append(fields, rows.Pair{Name: "buckets", Value: b.Number}, rows.Pair{Name: "deals", Unit: "deals", Value: b.Deals}, rows.Pair{Name: "seed", Value: b.Seed}, rows.Pair{Name: "rounds", Unit: "rounds", Value: rounds})
	}
	return rows.WriteObject(w, report.JSON, solve.StrategySchema, "The strategies of a small game.", append(fields, rows.Pair{Name: "decisions", Value: list}))
}

// mixOf returns the fields of a decision with its mix.
func (s *solution) mixOf(d *solve.Decision) []rows.Pair {
	return []rows.Pair{{Name: "seat", Doc: "from 1", Value: s.number(d.Seat)}, {Name: "sees", Doc: "its cards, what lies open, and the actions so far", Value: d.Sees}, {Name: "actions", Doc: "what it may do, in words", Value: d.Actions}, {Name: "mix", Doc: "how often it takes each action", Value: rounded(d.Mix)}}
}

// csvRow is an action at a decision.
type csvRow struct {
	d *solve.Decision
	a int
}

func (s *solution) writeCSV(w io.Writer) error {
	out, err := rows.New(w, report.CSV, "strategy", "decisions", []rows.Column[csvRow]{
		{Name: "seat", Doc: "from 1", Value: func(r csvRow) any { return s.number(r.d.Seat) }},
		{Name: "sees", Doc: "its cards, what lies open, and the actions so far", Value: func(r csvRow) any { return r.d.Sees }},
		{Name: "action", Value: func(r csvRow) any { return r.d.Actions[r.a] }},
		{Name: "probability", Unit: "share", Value: func(r csvRow) any { return term.Rounded(r.d.Mix[r.a], 6) }},
	})
	if err != nil {
		return err
	}
	for seat := range s.Tree.Seats {
		for d := range s.decisionsOf(seat, s.first) {
			for a := range d.Actions {
				if err := out.Row(csvRow{d, a}); err != nil {
					return err
				}
			}
		}
	}
	return out.Close()
}

// look reviews the recorded decisions.
func (r *result) look(ctx context.Context) error {
	m := &r.opts.Moment
	if m.Chart || r.opts.Format == report.HTML && !m.Review {
		if _, err := r.charts(); err != nil {
			return err
		}
	}
	if m.Holding != nil {
		if r.street == nil {
			return app.UsageHint("--holding: the hand is solved deal by deal", "it shows hands that are solved on the tree of what everybody sees")
		}
		if r.holding = r.street.Holding(context.WithoutCancel(ctx), cards.SetOf(m.Holding...)); r.holding == nil {
			return app.UsageHint(fmt.Sprintf("--holding %s: no seat has this hand where it decides", cards.Format(m.Holding)), "give a hand of a --range, such as AhKd")
		}
	}
	switch {
	case !m.Review:
		return nil
	case r.street == nil:
		return app.UsageHint("--review: the hand is solved deal by deal", "it reviews hands that are solved on the tree of what everybody sees")
	}
	var held [2]cards.Set
	for i, seat := range r.Tree.Numbers {
		if list := m.last.Hole(seat); !slices.Contains(list, cards.Unknown) {
			held[i] = cards.SetOf(list...) &^ cards.SetOf(m.last.Showing(seat, 0)...)
		}
	}
	came := m.last.Board()[len(r.sub.Hand.Board()):]
	r.review = r.street.Review(context.WithoutCancel(ctx), m.after, came, held)
	if r.review == nil {
		return app.UsageHint("--review: no seat that decides has its recorded hand in its range", "widen --range, or take an earlier --at")
	}
	return nil
}

// printReview prints what recorded decisions cost.
func (r *result) printReview(std *app.IO) {
	if heads, cells := r.reviewTable(); cells != nil {
		std.Stdout.Printf("\n")
		report.Table(std.Stdout, heads, cells)
		report.Sentence(std.Stdout, "What a decision costs is how much less its action is worth than the best one, to the seat with its hand against the range of the other.")
	}
}

// reviewTable returns the review as a table, without rows if there is none.
func (r *result) reviewTable() (heads []report.Heading, cells [][]string) {
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	for i := range r.review {
		s := &r.review[i]
		mix := mixWords(&solve.Decision{Actions: s.Actions, Mix: s.Mix})
		cells = append(cells, []string{fmt.Sprint(r.number(s.Seat)), s.Said, s.Actions[s.Took], number(s.Costs()/unit, 2), number(s.Costs()/scale, 2), s.Actions[s.Best()], mix})
	}
	return []report.Heading{
		{Title: "seat", Align: report.Right},
		{Title: "after", Align: report.Left},
		{Title: "played", Align: report.Left},
		{Title: "costs", Align: report.Right},
		{Title: "in chips", Align: report.Right},
		{Title: "best", Align: report.Left},
		{Title: "the solution plays", Align: report.Left},
	}, cells
}

// printHolding prints how a hand is played, and what it is worth.
func (r *result) printHolding(std *app.IO) {
	if r.holding == nil {
		return
	}
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	var table [][]string
	for i := range r.holding {
		s := &r.holding[i]
		var each []string
		for a, v := range s.Worth {
			each = append(each, fmt.Sprintf("%s %s", s.Actions[a], number(v/unit, 2)))
		}
		table = append(table, []string{fmt.Sprint(r.number(s.Seat)), s.Said, number(s.Value()/unit, 2), number(s.Value()/scale, 2), mixWords(&solve.Decision{Actions: s.Actions, Mix: s.Mix}), strings.Join(each, ", ")})
	}
	std.Stdout.Printf("\n%s\n", std.Stdout.Paint(cards.Format(r.opts.Moment.Holding), color.Bold))
	report.Table(std.Stdout, []report.Heading{
		{Title: "seat", Align: report.Right},
		{Title: "after", Align: report.Left},
		{Title: "worth", Align: report.Right},
		{Title: "in chips", Align: report.Right},
		{Title: "the solution plays", Align: report.Left},
		{Title: "each action is worth", Align: report.Left},
	}, table)
}

// spotFields returns the fields of a decision with a hand.
func (r *result) spotFields(s *street.Spot) []rows.Pair {
	worth := []float64{}
	for _, v := range s.Worth {
		worth = append(worth, v/float64(r.Tree.Unit))
	}
	return []rows.Pair{
		{Name: "actions", Doc: "what it may do, in words", Value: s.Actions},
		{Name: "mix", Doc: "how often the solution takes each action with this hand", Value: rounded(s.Mix)},
		{Name: "worth", Doc: "what each action is worth with this hand, in the unit", Value: worth},
	}
}

// held returns the decisions of --holding as objects.
func (r *result) held() []rows.Record {
	out := []rows.Record{}
	for i := range r.holding {
		s := &r.holding[i]
		out = append(out, append(rows.Record{
			{Name: "seat", Doc: "from 1", Value: r.number(s.Seat)},
			{Name: "after", Doc: "the actions before it", Value: s.Said},
			{Name: "value", Unit: "units a hand", Doc: "what the hand is worth, in the unit", Value: s.Value() / float64(r.Tree.Unit)},
			{Name: "chips", Unit: "chips", Doc: "the same in chips", Value: s.Value() / float64(r.Small.Bound.Stakes.Scale)},
		}, r.spotFields(s)...))
	}
	return out
}

// reviewed returns the decisions of --review as objects.
func (r *result) reviewed() []rows.Record {
	out := []rows.Record{}
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	for i := range r.review {
		s := &r.review[i]
		out = append(out, append(rows.Record{
			{Name: "seat", Doc: "from 1", Value: r.number(s.Seat)},
			{Name: "after", Doc: "the actions before it", Value: s.Said},
			{Name: "played", Doc: "the action that was taken", Value: s.Actions[s.Took]},
			{Name: "amount", Doc: "what was bet or raised to, in chips", Value: rows.If(s.Amount != 0, float64(s.Amount)/scale)},
			{Name: "costs", Unit: "units", Doc: "how much less it is worth than the best action, in the unit", Value: s.Costs() / unit},
			{Name: "chips", Unit: "chips", Doc: "the same in chips", Value: s.Costs() / scale},
			{Name: "best", Doc: "the best action", Value: s.Actions[s.Best()]},
		}, r.spotFields(s)...))
	}
	return out
}
