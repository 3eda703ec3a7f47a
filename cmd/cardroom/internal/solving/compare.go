package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// CompareOptions are the options of "diff --solve".
type CompareOptions struct {
	A, B Side
	// EachOption compares the first game with every other value of each of its options.
	EachOption bool
	PerHour    int // hands per hour
	Small      library.SmallGames
	Effort     Effort
	Format     string
}

// Side is a rule set.
type Side struct {
	Game, Stakes string
	Set          map[string]string
}

// price is the value of a rule set, and its difference from the first one.
type price struct {
	Label    string // the options that are set, or the game
	Solution *solution
	Err      error // why it cannot be solved
	// Price is how much more each seat has than in the first rule set, in the units of that set. Error is the maximum error
	// of Price, reliable only if Certain.
	Price   []float64
	Error   float64
	Certain bool
}

// Compare solves rule sets and prints how their values differ.
func Compare(ctx context.Context, std *app.IO, o CompareOptions) error {
	game, _, bank, err := load(std, o.A.Game, o.A.Set)
	if err != nil {
		return err
	}
	if bank {
		return o.compareBanks(ctx, std, game)
	}
	base, err := o.solve(ctx, std, o.A)
	if err != nil {
		return err
	}
	list := []*price{{Label: label(o.A), Solution: base}}
	sides, labels := []Side{o.B}, []string{differing(o.A, o.B)}
	if o.EachOption {
		sides, labels = readings(base.Game, o.A)
	}
	o.Effort.Silent = true // the next solutions have about the same size as the first
	for i, side := range sides {
		s, err := o.solve(ctx, std, side)
		if pause.Err(ctx) != nil {
			break
		}
		if err != nil && !o.EachOption {
			return err
		}
		p := &price{Label: labels[i], Solution: s, Err: err}
		if err == nil && p.compare(base) != nil {
			return app.Usagef("%s and %s have different numbers of seats: set --seats", labels[i], list[0].Label)
		}
		list = append(list, p)
	}
	c := &comparison{&o, list, ctx.Err() == nil}
	if err := std.Results(o.Format, c.write); err != nil {
		return err
	}
	if ctx.Err() == nil && slices.ContainsFunc(list[1:], func(p *price) bool { return p.Err == nil && !p.free() }) {
		return app.ErrNo
	}
	return ctx.Err()
}

func (o *CompareOptions) solve(ctx context.Context, std *app.IO, side Side) (*solution, error) {
	game, _, err := library.Load(std, side.Game, side.Set)
	if err != nil {
		return nil, err
	}
	small := o.Small
	if side.Stakes != "" {
		small.Wishes.Stakes = side.Stakes
	}
	made, err := smallOf(game, &small)
	if err != nil {
		return nil, err
	}
	return o.Effort.solve(ctx, std, game, made, solve.Options{})
}

// readings returns all values of a game's options other than the current ones.
func readings(g *plan.Game, a Side) (sides []Side, labels []string) {
	seen := map[string]bool{}
	for _, o := range g.Options {
		if seen[o.Name] {
			continue
		}
		seen[o.Name] = true
		for _, v := range o.Choices {
			if v == o.Value {
				continue
			}
			set := maps.Clone(a.Set)
			if set == nil {
				set = map[string]string{}
			}
			set[o.Name] = v
			sides, labels = append(sides, Side{a.Game, a.Stakes, set}), append(labels, o.Name+"="+v)
		}
	}
	return sides, labels
}

// label describes a rule set in one line.
func label(s Side) string {
	words := []string{s.Game}
	for _, name := range slices.Sorted(maps.Keys(s.Set)) {
		words = append(words, name+"="+s.Set[name])
	}
	if s.Stakes != "" {
		words = append(words, s.Stakes)
	}
	return strings.Join(words, " ")
}

// differing describes the second rule set in one line: only the options that differ if both are of the same game.
func differing(a, b Side) string {
	if a.Game != b.Game || a.Stakes != b.Stakes {
		return label(b)
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(b.Set)) {
		if b.Set[name] != a.Set[name] {
			words = append(words, name+"="+b.Set[name])
		}
	}
	if len(words) == 0 {
		return label(b)
	}
	return strings.Join(words, " ")
}

// compare computes the price relative to the first rule set.
func (p *price) compare(base *solution) error {
	a, b := base.Result, p.Solution.Result
	if len(a.Value) != len(b.Value) {
		return errors.New("different seats")
	}
	chips := func(s *solution) float64 { return float64(s.Tree.Unit) / float64(s.Small.Bound.Stakes.Scale) }
	scale := chips(p.Solution) / chips(base)
	for seat := range a.Value {
		p.Price = append(p.Price, float64(b.Value[seat]*scale)-a.Value[seat])
	}
	p.Certain = a.Certain && b.Certain
	// A value lies between its two bounds, which are NashConv apart.
	p.Error = a.NashConv + float64(b.NashConv*scale)
	return nil
}

// free reports whether all prices are within their error.
func (p *price) free() bool {
	return !slices.ContainsFunc(p.Price, func(v float64) bool { return max(v, -v) > p.Error })
}

// comparison is a list of prices, for output.
type comparison struct {
	o        *CompareOptions
	list     []*price
	complete bool
}

func (c *comparison) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return c.writeJSON(std)
	}
	base := c.list[0].Solution
	w := std.Stdout
	report.Sentence(w, "%s, size %s: values and prices in %s, per hand", base.Game.ID, base.Small.Size, base.units())
	w.Printf("\n")
	var cells [][]string
	var free, unsolved []string
	for i, p := range c.list {
		switch {
		case p.Err != nil:
			unsolved = append(unsolved, fmt.Sprintf("%s (%v)", p.Label, p.Err))
		case i > 0 && c.o.EachOption && p.free():
			free = append(free, p.Label)
		default:
			cells = append(cells, c.row(p, i == 0))
		}
	}
	report.Table(w, c.heads(), cells)
	if len(free) > 0 {
		w.Printf("\nNo price beyond that: %s.\n", strings.Join(free, ", "))
	}
	if len(unsolved) > 0 {
		w.Printf("\nNot solved: %s.\n", strings.Join(unsolved, ", "))
	}
	w.Printf("\n")
	report.Sentence(w, "A price is what a seat wins more than under the first rules; chips an hour are those of each seat with %d hands an hour.", c.o.PerHour)
	if !base.Result.Certain {
		report.Sentence(w, "The values are those of the strategies found, and no bounds: there are more than two seats, or the house takes chips.")
	}
	if !c.complete {
		std.Note("interrupted: these are the rules that were solved")
	}
	return nil
}

// heads returns the columns of the price table.
func (c *comparison) heads() []report.Heading {
	out := []report.Heading{{Title: "rules", Align: report.Left}}
	for _, word := range []string{"seat", "price"} {
		for seat := range c.list[0].Solution.Result.Value {
			out = append(out, report.Heading{Title: fmt.Sprintf("%s %d", word, seat+1), Align: report.Right})
		}
	}
	return append(out, report.Heading{Title: "off by", Align: report.Right}, report.Heading{Title: "chips an hour", Align: report.Right})
}

// row returns a rule set's row in the table; the first rule set has no price.
func (c *comparison) row(p *price, first bool) []string {
	row := []string{p.Label}
	n := places(c.o.Effort.Until)
	for _, v := range p.Solution.Result.Value {
		row = append(row, number(v, n))
	}
	if first {
		row = append(row, make([]string, len(p.Solution.Result.Value))...)
		return append(row, fmt.Sprintf("%.1g", p.Solution.Result.NashConv), "")
	}
	for _, v := range p.Price {
		row = append(row, number(v, n))
	}
	var hour []string
	for _, v := range c.perHour(p) {
		hour = append(hour, fmt.Sprintf("%.2f", v))
	}
	return append(row, fmt.Sprintf("%.1g", p.Error), strings.Join(hour, " / "))
}

// perHour returns the price in chips per hour, by seat.
func (c *comparison) perHour(p *price) (out []float64) {
	base := c.list[0].Solution
	for _, v := range p.Price {
		out = append(out, v*float64(base.Tree.Unit)/float64(base.Small.Bound.Stakes.Scale)*float64(c.o.PerHour))
	}
	return out
}

func (c *comparison) writeJSON(std *app.IO) error {
	base := c.list[0].Solution
	list := []rows.Record{}
	for i, p := range c.list {
		fields := rows.Record{{Name: "rules", Doc: "the game, or the option that is set", Value: p.Label}, {Name: "error", Doc: "why it cannot be solved", Value: rows.Message(p.Err)}}
		solved, s := p.Err == nil, p.Solution
		if !solved {
			s = base // its numbers are left out
		}
		fields = append(fields,
			rows.Pair{Name: "values", Doc: "by seat, units a hand", Value: rows.If(solved, s.Result.Value)},
			rows.Pair{Name: "exploitability", Unit: "units a hand", Doc: "nash_conv divided by the seats", Value: rows.If(solved, s.Result.Exploitability)},
			rows.Pair{Name: "bounds", Doc: "at_least and at_most bound the value of the game", Value: rows.If(solved, s.Result.Certain)},
			rows.Pair{Name: "nodes", Unit: "nodes", Doc: "decisions, ends of hands, and deals that can fall in several ways", Value: rows.If(solved, s.Tree.Nodes)},
			rows.Pair{Name: "information_sets", Unit: "decisions", Doc: "decisions that the seats can tell apart", Value: rows.If(solved, s.Tree.AllInfoSets())})
		if solved && i > 0 {
			fields = append(fields, rows.Pair{Name: "price", Doc: "by seat: the value less that of the first rules", Value: p.Price}, rows.Pair{Name: "error_at_most", Doc: "how far a price can be off", Value: p.Error}, rows.Pair{Name: "certain", Doc: "error_at_most is a bound", Value: p.Certain}, rows.Pair{Name: "chips_an_hour", Doc: "by seat: the price in chips an hour", Value: c.perHour(p)})
		}
		list = append(list, fields)
	}
	return rows.WriteObject(std.Stdout, c.o.Format, "diff-solve", "Rules and their prices.", append(base.small(), rows.Pair{Name: "rules", Doc: "the first are those that the others are compared with", Value: list}, rows.Pair{Name: "hands_an_hour", Unit: "hands an hour", Doc: "of --per-hour", Value: c.o.PerHour}, rows.Complete(c.complete)))
}

// bankRules is a rule set of a game against a bank, with the house edges of its bets.
type bankRules struct {
	Label string
	Bank  *solve.Bank
	Err   error // why it cannot be solved
}

// off returns the maximum error of the edges: half of a 95 % interval where deals were sampled.
func (r *bankRules) off() float64 {
	if r.Bank.Sampled != nil {
		return rows.Confident * r.Bank.Sampled.Off
	}
	if r.Bank.Free != nil {
		return r.Bank.Free.Off
	}
	return 0
}

// wager returns the wager with a name, or nil.
func (r *bankRules) wager(bet string) *solve.Wager {
	for i := range r.Bank.Wagers {
		if r.Bank.Wagers[i].Bet == bet {
			return &r.Bank.Wagers[i]
		}
	}
	return nil
}

// bankPrice is the effect of a rule set on one wager: how much more the bettor wins
// with each bet, and the possible error.
type bankPrice struct {
	Bet        string
	Edge       float64
	Price, Off float64
}

// free reports whether the price is within its error.
func (p *bankPrice) free() bool { return math.Abs(p.Price) <= max(p.Off, 1e-9) }

// prices compares the wagers that both rule sets have.
func (r *bankRules) prices(base *bankRules) (out []bankPrice) {
	for _, w := range r.Bank.Wagers {
		if a := base.wager(w.Bet); a != nil {
			out = append(out, bankPrice{w.Bet, w.Edge, a.Edge - w.Edge, base.off() + r.off()})
		}
	}
	return out
}

// compareBanks is Compare for games against a bank.
func (o *CompareOptions) compareBanks(ctx context.Context, std *app.IO, game *plan.Game) error {
	if len(o.Small.Sizes) > 0 {
		return app.Usagef("%s is played against a bank: it is solved with all cards, without --size", game.ID)
	}
	sides, labels := []Side{o.A, o.B}, []string{label(o.A), differing(o.A, o.B)}
	if o.EachOption {
		more, names := readings(game, o.A)
		sides, labels = append(sides[:1], more...), append(labels[:1], names...)
	}
	c := &bankComparison{o: o, game: game, complete: true}
	for i, side := range sides {
		r := &bankRules{Label: labels[i]}
		r.Bank, r.Err = o.bank(ctx, std, side)
		if pause.Err(ctx) != nil && i > 0 {
			c.complete = false
			break
		}
		if r.Err != nil && (i == 0 || !o.EachOption) {
			return r.Err
		}
		c.list = append(c.list, r)
		if i > 0 && r.Err == nil && len(r.prices(c.list[0])) == 0 {
			return app.Usagef("%s and %s have no bet of the same name", c.list[0].Label, r.Label)
		}
	}
	if err := cmp.Or(std.Results(o.Format, c.write), ctx.Err()); err != nil {
		return err
	}
	for _, r := range c.list[1:] {
		if r.Err != nil {
			continue
		}
		for _, p := range r.prices(c.list[0]) {
			if !p.free() {
				return app.ErrNo
			}
		}
	}
	return nil
}

// bank solves one rule set.
func (o *CompareOptions) bank(ctx context.Context, std *app.IO, side Side) (*solve.Bank, error) {
	game, _, against, err := load(std, side.Game, side.Set)
	if err != nil {
		return nil, err
	}
	if !against {
		return nil, app.Usagef("%s is not played against a bank, as the other game is", game.ID)
	}
	stakes := side.Stakes
	if stakes == "" {
		stakes = o.Small.Wishes.Stakes
	}
	bank, err := solveBank(ctx, std, game, stakes, 0)
	err = cmp.Or(err, ctx.Err())
	return bank, err
}

// bankComparison is a comparison of rule sets, for output.
type bankComparison struct {
	o        *CompareOptions
	game     *plan.Game
	list     []*bankRules
	complete bool
}

func (c *bankComparison) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return c.writeJSON(std)
	}
	w := std.Stdout
	report.Sentence(w, "%s: what the bank wins of each bet, and the price of a rule", c.game.ID)
	w.Printf("\n")
	var cells [][]string
	var free, unsolved []string
	for i, r := range c.list {
		if r.Err != nil {
			unsolved = append(unsolved, fmt.Sprintf("%s (%v)", r.Label, r.Err))
			continue
		}
		name, costs := r.Label, false
		for _, p := range r.prices(c.list[0]) {
			row := []string{name, p.Bet, percent(p.Edge), percent(p.Price), percent(p.Off), fmt.Sprintf("%+.2f", p.Price*float64(c.o.PerHour))}
			if i == 0 {
				row = []string{name, p.Bet, percent(p.Edge), "", percent(r.off()), ""}
			} else if c.o.EachOption && p.free() {
				continue
			}
			cells = append(cells, row)
			name, costs = "", true
		}
		if !costs {
			free = append(free, r.Label)
		}
	}
	left, right := report.Left, report.Right
	report.Table(w, []report.Heading{
		{Title: "rules", Align: left},
		{Title: "wager", Align: left},
		{Title: "edge", Align: right},
		{Title: "price", Align: right},
		{Title: "off by", Align: right},
		{Title: "bets an hour", Align: right},
	}, cells)
	if len(free) > 0 {
		w.Printf("\n")
		report.Sentence(w, "No price beyond that: %s.", strings.Join(free, ", "))
	}
	if len(unsolved) > 0 {
		w.Printf("\n")
		report.Sentence(w, "Not solved: %s.", strings.Join(unsolved, ", "))
	}
	w.Printf("\n")
	report.Sentence(w, "The price is what a bettor wins more of each bet than under the first rules; bets an hour are those of %d hands.", c.o.PerHour)
	if c.list[0].Bank.Endless {
		report.Sentence(w, "Each card is taken to be as likely as in the full deck, whatever has been dealt, so that the number of decks has no price.")
	}
	if fees := c.game.BetFees(); len(fees) > 0 {
		report.Sentence(w, "%s", feesLeftOut(fees))
	}
	if !c.complete {
		std.Note("interrupted: these are the rules that were solved")
	}
	return nil
}

// percent formats a percentage with four decimals, as usual for house edges.
func percent(v float64) string { return fmt.Sprintf("%.4f %%", term.Rounded(100*v, 4)+0) } // no -0

func (c *bankComparison) writeJSON(std *app.IO) error {
	list := []rows.Record{}
	for i, r := range c.list {
		var failed string
		wagers := []wagerJSON{}
		if r.Err != nil {
			failed = r.Err.Error()
		} else {
			for _, p := range r.prices(c.list[0]) {
				w := wagerJSON{Wager: p.Bet, Edge: p.Edge}
				if i > 0 {
					an := p.Price * float64(c.o.PerHour)
					w.Price, w.Off, w.AnHour = &p.Price, &p.Off, &an
				}
				wagers = append(wagers, w)
			}
		}
		list = append(list, rows.Record{
			{Name: "rules", Doc: "the game with the options that are set", Value: r.Label},
			{Name: "error", Doc: "why it cannot be solved", Value: rows.Given(failed)},
			{Name: "wagers", Doc: "the bets that both rule sets have", Value: rows.If(failed == "", wagers)},
		})
	}
	return rows.WriteObject(std.Stdout, c.o.Format, "diff-solve-bank", "Rules and their prices.", []rows.Pair{
		{Name: "game", Doc: "the first game", Value: c.game.ID},
		{Name: "exact", Doc: "all deals were counted; otherwise each card was as likely as in the full deck", Value: !c.list[0].Bank.Endless},
		{Name: "rules", Doc: "rule sets, the first is what the others are compared with", Value: list},
		{Name: "hands_an_hour", Unit: "hands an hour", Doc: "for bets an hour", Value: c.o.PerHour},
		rows.Complete(c.complete),
	})
}

// wagerJSON is a bet under one of the rule sets; only the others have a price.
type wagerJSON struct {
	Wager  string   `json:"wager"`                   // the bet
	Edge   float64  `json:"house_edge"`              // what the bank wins, for one unit of the bet
	Price  *float64 `json:"price,omitempty"`         // what the bettor wins more than under the first rules, for one unit; not of the first
	Off    *float64 `json:"error_at_most,omitempty"` // how far the price can be off
	AnHour *float64 `json:"bets_an_hour,omitempty"`  // the price in units of the bet an hour
}
