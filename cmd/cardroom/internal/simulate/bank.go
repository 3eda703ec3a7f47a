package simulate

import (
	"slices"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/rows"
	"cardroom/engine/speech"
)

// bankShare is the result of one side in a game against a bank.
type bankShare struct {
	Side     string     `json:"side" enum:"banker,players,house"` // whose result it is
	Net      rows.Money `json:"net"`                              // in all
	PerRound float64    `json:"per_round"`                        // a round
	StdErr   *float64   `json:"stderr"`                           // its standard error, null for fewer than two rounds
}

// BankShares returns the net results of the banker, the players and the house over all
// banked rounds. If the house banks, there are only two sides.
func BankShares(t *batch.BankSides, scale int64) []bankShare {
	var out []bankShare
	for _, side := range []struct {
		name string
		sum  *batch.Sum
	}{{"banker", &t.Bank}, {"players", &t.Bettors}, {"house", &t.House}} {
		if side.sum == &t.Bank && t.Banked > 0 && t.Bank == (batch.Sum{}) {
			continue // the house banks
		}
		mean, stdErr := side.sum.Mean(t.Banked)
		out = append(out, bankShare{side.name, rows.Money{Units: side.sum.Total, Scale: scale}, mean / float64(scale), figures.Known(stdErr / float64(scale))})
	}
	return out
}

// bankColumns are the extra fields of a game against a bank.
var bankColumns = []rows.Column[*Result]{
	{Name: "rounds_banked", Doc: "rounds in which somebody banked", Value: func(r *Result) any { return r.Banked }, Elsewhere: true},
	{Name: "sides", Doc: "what each side of a game against a bank came to", Value: func(r *Result) any { return r.Sides }, Elsewhere: true},
}

// columnsOf returns the fields of a run.
func columnsOf(r *Result) []rows.Column[*Result] {
	out := slices.Clip(runColumns)
	switch {
	case r.Mishaps > 0:
		out = append(out, MishapColumns[*Result]()...)
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

// PrintSides prints the net results of the sides.
func PrintSides(w *term.Stream, banked int64, sides []bankShare) {
	var cells [][]string
	for _, s := range sides {
		n := seatNet{PerHand: s.PerRound, StdErr: s.StdErr}
		cells = append(cells, append([]string{s.Side, speech.Signed(s.Net.String())}, n.estimate()...))
	}
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: figures.Counted(banked, "round") + " banked", Align: report.Left}, {Title: "net", Align: report.Right}, {Title: "per round", Align: report.Right}, {Title: "95 %", Align: report.Left}}, cells)
}

// PotLabel returns the label of the average amount per hand.
func PotLabel(banked bool) string {
	if banked {
		return "chips changing hands"
	}
	return "average pot"
}
