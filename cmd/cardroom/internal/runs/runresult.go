package runs

import (
	"fmt"
	"slices"
	"time"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// Result is the result of a run: what was played, the sums, and what follows from them. Amounts are in units of 1/Scale.
type Result struct {
	*inputs
	*total
	Shown      Shown
	Shard      Shard
	Nets       []seatNet
	Sides      []bankShare
	Elapsed    time.Duration
	Workers    int
	Incomplete bool // interrupted
}

// seatNet is the net result of one seat over all hands.
type seatNet struct {
	Seat    int        `json:"seat"`                         // the seat, from 1
	Net     rows.Money `json:"net"`                          // what it won, less what it lost
	PerHand float64    `json:"per_hand" unit:"chips a hand"` // a hand
	StdErr  *float64   `json:"stderr"`                       // standard error of per_hand, null for fewer than two hands
}

// estimate formats the mean and half of its 95 % interval.
func (n *seatNet) estimate() []string {
	if n.StdErr == nil {
		return []string{"", ""}
	}
	mean, half := term.Interval(n.PerHand, *n.StdErr)
	return []string{speech.Signed(mean), "± " + half}
}

func (r *Result) handsPerSecond() float64 {
	if r.Elapsed <= 0 {
		return 0
	}
	return float64(r.Hands) / r.Elapsed.Seconds()
}

func (r *Result) money(units int64) rows.Money {
	return rows.Money{Units: units, Scale: r.Stakes.Scale}
}

// runColumns are the fields of a run. Except for elapsed_s, hands_per_s and workers they depend only on the inputs.
var runColumns = []rows.Column[*Result]{
	{Name: "game", Doc: "what was played", Value: func(r *Result) any { return r.Game }, Elsewhere: true}, // the title has it and what decides the deal
	{Name: "hands", Unit: "hands", Doc: "hands played", Value: func(r *Result) any { return r.Hands }, Elsewhere: true},
	{Name: "decisions", Unit: "decisions", Doc: "decisions of players", Value: func(r *Result) any { return r.Decisions }, Text: func(r *Result) (string, string) {
		if r.Hands == 0 {
			return term.Grouped(r.Decisions), "-"
		}
		return term.Grouped(r.Decisions), fmt.Sprintf("%.1f a hand", float64(r.Decisions)/float64(r.Hands))
	}},
	{Name: "seed", Doc: "all chance comes from it and the number of the hand; a text of digits from 2^53 on", Value: func(r *Result) any { return hand.Seed(r.Seed) }, Elsewhere: true},
	{Name: "seats", Unit: "players", Doc: "players", Value: func(r *Result) any { return r.Seats }, Elsewhere: true},
	{Name: "stakes", Doc: "as posted", Value: func(r *Result) any { return r.Stakes.Name }, Elsewhere: true},
	{Name: "stacks", Doc: "at the start of each hand, by seat", Value: func(r *Result) any { return rows.Amounts(r.Stacks, r.Stakes.Scale) }, Elsewhere: true},
	{Name: "policy", Doc: "who decided", Value: func(r *Result) any { return r.Policy }, Elsewhere: true},
	{Name: "shard", Doc: "the part of the hands, such as 1/4", Value: func(r *Result) any { return r.Shard.String() }, Elsewhere: true},
	{Name: "showdowns", Unit: "hands", Doc: "hands with a showdown", Value: func(r *Result) any { return r.Showdowns }, Text: func(r *Result) (string, string) { return r.share(r.Showdowns) }},
	{Name: "split_pots", Unit: "pots", Doc: "pots shared by several seats", Value: func(r *Result) any { return r.SplitPots }, Text: func(r *Result) (string, string) { return r.ofPots(r.SplitPots) }},
	{Name: "side_pots", Unit: "pots", Doc: "pots next to the main ones", Value: func(r *Result) any { return r.SidePots }, Text: func(r *Result) (string, string) { return r.ofPots(r.SidePots) }},
	{Name: "chips_in", Doc: "put into pots: chips_out and collected, always", Value: func(r *Result) any { return r.money(r.ChipsIn) }},
	{Name: "chips_out", Doc: "paid out of pots", Value: func(r *Result) any { return r.money(r.ChipsOut) }},
	{Name: "collected", Doc: "taken by the house", Value: func(r *Result) any { return r.money(r.Collected) }, Text: func(r *Result) (string, string) {
		if len(r.Posted) == 0 {
			return r.money(r.Collected).String(), "by the house"
		}
		words, flag := notCollected(r.Posted)
		return r.money(r.Collected).String(), words + "; add " + flag
	}},
	{Name: "posted_collections", Doc: "names of the collections that the house has posted for its tables: not taken here, but by sessions", Value: func(r *Result) any { return append([]string{}, r.Posted...) }, Elsewhere: true},
	{Name: "net", Doc: "by seat", Value: func(r *Result) any { return r.Nets }, Elsewhere: true},
	{Name: "complete", Doc: "false when the command was interrupted: the rest is missing", Value: func(r *Result) any { return !r.Incomplete }, Elsewhere: true},
	{Name: "elapsed_s", Unit: "seconds", Doc: "seconds that it took; this, hands_per_s and workers are all that does not depend on the inputs alone", Value: func(r *Result) any { return term.Rounded(r.Elapsed.Seconds(), 6) }, Elsewhere: true},
	{Name: "hands_per_s", Unit: "hands a second", Doc: "hands a second", Value: func(r *Result) any { return term.Rounded(r.handsPerSecond(), 1) }, Elsewhere: true},
	{Name: "workers", Unit: "workers", Doc: "at work at once", Value: func(r *Result) any { return r.Workers }, Elsewhere: true},
}

// share returns a number of hands, and which part of all that is.
func (r *Result) share(n int64) (value, note string) {
	return term.Grouped(n), term.Percent(n, r.Hands)
}

// ofPots is share of a number of pots, "" against a bank, where there are none.
func (r *Result) ofPots(n int64) (value, note string) {
	if r.Banks {
		return "", ""
	}
	return r.share(n)
}

// title describes what was played in one line.
func (r *Result) title() string {
	title := fmt.Sprintf("%s, %s, %s, policy %s, seed %d", term.Counted(r.Hands, "hand"), r.Stakes.String(), term.Counted(int64(r.Seats), "seat"), r.Policy, r.Seed)
	for _, told := range r.Told {
		title += ", " + told
	}
	if r.Shard.Count > 1 {
		title += ", shard " + r.Shard.String()
	}
	if r.Incomplete {
		title += " (interrupted)"
	}
	return title
}

// lines returns the totals: name, amount and note of each.
func (r *Result) lines() [][]string { return report.Lines(columnsOf(r), r) }

// RandomNote is a note on results with the policy random.
const RandomNote = "Players of the policy random seldom fold, so the numbers below are not those of people. For play closer to people's, use --policy table."

// PotNote returns the note beside the average pot of players with a policy, "" for none.
func PotNote(policy string, banked bool) string {
	if policy != "random" || banked {
		return ""
	}
	return "random players seldom fold; see --policy table"
}

// noted reports whether the result needs RandomNote.
func (r *Result) noted() bool { return PotNote(r.Policy, r.Banks) != "" && r.Hands > 0 }

func printRun(w *term.Stream, r *Result) {
	w.Printf("%s\n", w.Paint(report.Folded(r.title(), w, 0), color.Bold))
	if r.noted() {
		w.Printf("%s\n", report.Folded(RandomNote, w, 0))
	}
	w.Printf("\n")
	lines := r.lines()
	// The speed of a very short run is meaningless.
	if r.Elapsed > 20*time.Millisecond {
		speed := fmt.Sprintf("%s hands/s, %s", term.Grouped(int64(r.handsPerSecond())), term.Counted(int64(r.Workers), "worker"))
		lines = append(lines, []string{"time", term.Seconds(r.Elapsed), speed})
	}
	report.Table(w, []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Left}}, lines)
	w.Printf("\n")
	var cells [][]string
	for _, n := range r.Nets {
		cells = append(cells, append([]string{fmt.Sprint(n.Seat), speech.Signed(n.Net.String())}, n.estimate()...))
	}
	report.Table(w, []report.Heading{{Title: "seat", Align: report.Right}, {Title: "net", Align: report.Right}, {Title: "per hand", Align: report.Right}, {Title: "95 %", Align: report.Left}}, cells)
	if r.Banks {
		printSides(w, r.Banked, r.Sides)
	}
	r.Irregular().Print(w)
	// List the hands that failed.
	if r.bad == 0 {
		return
	}
	w.Printf("\n%s, in no total above\n", w.Paint(term.Counted(r.bad, "bad hand"), color.Bold))
	for _, b := range r.first {
		w.Printf("\nhand %d: %s\n%s\n", b.Hand, b.explained(w), b.Command)
	}
	if rest := r.bad - int64(len(r.first)); rest > 0 {
		w.Printf("\nand %s more\n", term.Grouped(rest))
	}
}

// resultOf computes everything that is printed from the total of some hands, for both runs and merged parts.
func resultOf(in *inputs, t *total) *Result {
	r := &Result{inputs: in, total: t, Shard: Shard{1, 1}}
	for i := range in.Stacks {
		mean, stdErr := t.Net[i].Mean(t.Hands)
		scale := float64(r.Stakes.Scale)
		r.Nets = append(r.Nets, seatNet{Seat: i + 1, Net: r.money(t.Net[i].Total), PerHand: mean / scale, StdErr: term.Known(stdErr / scale)})
	}
	if !in.KeepGoing {
		t.bad, t.first = 0, nil
	}
	if r.Banks {
		r.Sides = bankShares(&t.BankSides, r.Stakes.Scale)
	}
	return r
}

// bankShare is the result of one side in a game against a bank.
type bankShare struct {
	Side     string     `json:"side" enum:"banker,players,house"` // whose result it is
	Net      rows.Money `json:"net"`                              // in all
	PerRound float64    `json:"per_round" unit:"chips a round"`   // a round
	StdErr   *float64   `json:"stderr"`                           // its standard error, null for fewer than two rounds
}

// bankShares returns the net results of the banker, the players and the house over all
// banked rounds. If the house banks, there are only two sides.
func bankShares(t *batch.BankSides, scale int64) []bankShare {
	var out []bankShare
	for _, side := range []struct {
		name string
		sum  *batch.Sum
	}{{"banker", &t.Bank}, {"players", &t.Bettors}, {"house", &t.House}} {
		if side.sum == &t.Bank && t.Banked > 0 && t.Bank == (batch.Sum{}) {
			continue // the house banks
		}
		mean, stdErr := side.sum.Mean(t.Banked)
		out = append(out, bankShare{side.name, rows.Money{Units: side.sum.Total, Scale: scale}, mean / float64(scale), term.Known(stdErr / float64(scale))})
	}
	return out
}

// bankColumns are the extra fields of a game against a bank.
var bankColumns = []rows.Column[*Result]{
	{Name: "rounds_banked", Unit: "rounds", Doc: "rounds in which somebody banked", Value: func(r *Result) any { return r.Banked }, Elsewhere: true},
	{Name: "sides", Doc: "what each side of a game against a bank came to", Value: func(r *Result) any { return r.Sides }, Elsewhere: true},
}

// columnsOf returns the fields of a run.
func columnsOf(r *Result) []rows.Column[*Result] {
	out := slices.Clip(runColumns)
	switch {
	case r.Mishaps > 0:
		out = append(out, mishapColumns[*Result]()...)
	case r.Banks:
		out = append(out, bankColumns...)
	}
	if len(r.Told) > 0 {
		out = append(out, rows.Column[*Result]{Name: "given", Value: func(r *Result) any { return r.Told }, Elsewhere: true})
	}
	if r.Carries {
		out = append(out, rows.Column[*Result]{Name: "carried", Doc: "of chips_out: left in pots for a next hand, in games that carry a pot", Value: func(r *Result) any { return r.money(r.Carried) }, Text: func(r *Result) (string, string) {
			return r.money(r.Carried).String(), "left in pots for a next hand, of chips out"
		}})
	}
	if r.KeepGoing {
		out = append(out, badColumns...)
	}
	return out
}

// printSides prints the net results of the sides.
func printSides(w *term.Stream, banked int64, sides []bankShare) {
	var cells [][]string
	for _, s := range sides {
		n := seatNet{PerHand: s.PerRound, StdErr: s.StdErr}
		cells = append(cells, append([]string{s.Side, speech.Signed(s.Net.String())}, n.estimate()...))
	}
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: term.Counted(banked, "round") + " banked", Align: report.Left}, {Title: "net", Align: report.Right}, {Title: "per round", Align: report.Right}, {Title: "95 %", Align: report.Left}}, cells)
}

// PotLabel returns the label of the average amount per hand.
func PotLabel(banked bool) string {
	if banked {
		return "chips changing hands"
	}
	return "average pot"
}
