// Package equity says what hands are worth: what "cardroom eval" does, hands ranked by a ranking or by the showdown of a game, and
// what "cardroom odds" does, equities of hands and ranges against each other, what the hands become, and grids.
package equity

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/live"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

type Options struct {
	Hands       []string
	Game        string
	Set         map[string]string
	Board, Dead string
	Boards      int    // 1 or 2
	Put         string // what each hand has put into the pots, "" if it does not matter
	Draw        string // how the hands draw, "" if as is best, and pat where that takes long or for lines of a file
	draws       *oddsDraws
	Effort      odds.Effort
	Time        time.Duration // 0 for no limit
	Seed        func() uint64 // called once, when a seed is needed
	Format      string
	Nuts        bool // list the best hands on the board instead of equities
	Grid        bool // print the first hand as a grid
	Next        bool // the result of each card that can come next
	Top         int  // how many of them to list
}

// Odds computes and prints odds.
func Odds(ctx context.Context, std *app.IO, opts Options) error {
	many := slices.Equal(opts.Hands, []string{"-"})
	if !many && !opts.Nuts && !opts.Grid && (len(opts.Hands) < 2 || slices.Contains(opts.Hands, "-")) {
		// One hand may be the name of a file with matchups
		hint := ""
		if len(opts.Hands) == 1 {
			if info, err := std.FS.Stat(opts.Hands[0]); err == nil && !info.IsDir() {
				hint = "for each line of a file: " + app.CommandLine([]string{"cardroom", "odds", "-"}) + " <" + app.CommandLine(opts.Hands)
			}
		}
		return app.UsageHint("odds needs at least two hands, or '-' for standard input", hint)
	}
	game, lib, err := library.Load(std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	if opts.draws, err = newOddsDraws(opts.Draw, game, lib); err != nil {
		return err
	}
	if many {
		return oddsOfLines(ctx, std, &opts, game)
	}
	m := &matchUp{Hands: opts.Hands, Board: opts.Board, Dead: opts.Dead, game: game}
	if err := m.ask(std, &opts); err != nil {
		return err
	}
	if opts.Nuts {
		// Print the best hands on a board, and which of the given hands can have them.
		if len(m.q.Board)+m.q.ToBoard == 0 {
			return fmt.Errorf("%s has no board, so there are no nuts to list", m.game.Name)
		}
		hole := m.game.HoleCards()
		list, err := m.q.Nuts(ctx, hole, opts.Top)
		if err != nil {
			return err
		}
		if !term.Browser && opts.Format == report.Text {
			m.nutsText(std.Stdout, list)
			return nil
		}
		live := m.live()
		columns := []rows.Column[nutsRow]{
			{Name: "part", Doc: "of the pot: high or low", Value: func(r nutsRow) any { return r.part.Name }},
			{Name: "place", Doc: "1 the nuts", Limits: `min:"1"`, Value: func(r nutsRow) any { return r.place + 1 }},
			{Name: "name", Doc: "of the hand, in words", Value: func(r nutsRow) any { return r.part.Ranking.Describe(r.holding().Strength) }},
			{Name: "cards", Doc: "that play, most significant first; where there are several an example", Value: func(r nutsRow) any { return cards.Format(r.holding().Cards) }},
			{Name: "strength", Doc: "orders the hands of a part: larger is better", Value: func(r nutsRow) any { return r.holding().Strength }},
			{Name: "holdings", Doc: "hole cards that make it, in the notation of ranges; x is any card", Value: func(r nutsRow) any {
				shapes := cards.Shapes(r.holding().With, hole, live)
				if opts.Format == report.CSV {
					return strings.Join(shapes, ", ")
				}
				return shapes
			}},
			{Name: "combos", Unit: "combos", Doc: "hands that make this and nothing better", Value: func(r nutsRow) any { return r.holding().Hands }},
			{Name: "of", Unit: "combos", Doc: "hands that are possible", Value: func(r nutsRow) any { return r.nuts.Hands }},
			{Name: "probability", Unit: "share", Doc: "combos as a part of these", Limits: `min:"0" max:"1"`, Value: func(r nutsRow) any { return float64(r.holding().Hands) / float64(r.nuts.Hands) }},
		}
		if opts.Format != report.CSV {
			columns = append(columns, rows.Column[nutsRow]{Name: "hands", Doc: "how often each hand of the command line is this", Value: func(r nutsRow) any { return m.nutsHeld(r) }})
		} else {
			for i := range m.Hands {
				columns = append(columns,
					rows.Column[nutsRow]{Name: fmt.Sprintf("combos_%d", i+1), Value: func(r nutsRow) any { return m.nutsHeld(r)[i].Combos }},
					rows.Column[nutsRow]{Name: fmt.Sprintf("probability_%d", i+1), Value: func(r nutsRow) any { return m.nutsHeld(r)[i].Probability }})
			}
		}
		var all []nutsRow
		for k := range list {
			for place := range list[k].Best {
				all = append(all, nutsRow{&m.q.Show.Parts[k], &list[k], place})
			}
		}
		return rows.Write(std.Stdout, opts.Format, "odds-nuts", "nuts", columns, all, rows.Pair{Name: "game", Doc: "whose rules decide", Value: m.game.ID}, rows.Pair{Name: "board", Doc: "the cards on the board", Value: cards.Format(m.q.Board)})
	}
	if opts.Grid {
		return opts.gridOf(ctx, std, m)
	}
	if opts.Next {
		return opts.nextOf(ctx, std, m)
	}
	if err := m.answer(ctx, std, &opts); err != nil {
		return err
	}
	// After an interrupt, print what was sampled so far.
	if err := opts.write(std, m, ctx.Err() == nil); err != nil {
		return err
	}
	return ctx.Err()
}

// matchUp is a question with its answer.
type matchUp struct {
	Hands       []string
	Board, Dead string
	line        int // line number in the input
	game        *plan.Game
	q           *odds.Question
	a           *odds.Answer
	seed        uint64
	drawn       bool  // the seed was used, because the answer involves chance
	back        int64 // chips in cents that are returned because no other hand matches them
}

// handFault is an error in a hand, with the index of the hand.
type handFault struct {
	hand int
	error
}

func (f *handFault) Unwrap() error { return f.error }

// ask reads the cards, what the hands have put in, and how they draw.
func (m *matchUp) ask(std *app.IO, o *Options) error {
	var hands []odds.Hand
	for i, text := range m.Hands {
		h, err := handOf(std, text, m.game)
		if err != nil {
			return &handFault{i, err}
		}
		hands = append(hands, h)
	}
	board, other, both, err := m.boards()
	if err != nil {
		return fmt.Errorf("the board: %w", err)
	}
	dead, err := cards.Read(m.Dead)
	if err != nil {
		return fmt.Errorf("the dead cards: %w", err)
	}
	if m.q, err = odds.ForGame(m.game, hands, board); err != nil {
		return err
	}
	m.q.Dead = cards.SetOf(dead...)
	if both || o.Boards == 2 {
		if err := m.q.AddBoard(other); err != nil {
			return err
		}
	}
	if o.Put != "" {
		if m.q.Pots, m.back, err = potsOf(o.Put, len(hands)); err != nil {
			return err
		}
	}
	switch {
	case o.draws != nil:
		m.q.Policies, err = o.draws.policies(len(hands))
	case m.line == 0 && !o.Nuts && !o.Next:
		m.q.BestDraws(o.Effort)
	}
	return err
}

// boards parses the board, or two boards separated by a slash.
func (m *matchUp) boards() (first, second []cards.Card, both bool, err error) {
	one, other, both := strings.Cut(m.Board, "/")
	if first, err = cards.Read(one); err == nil {
		second, err = cards.Read(other)
	}
	if bad := diag.AsInCards(err); bad != nil {
		at := 0
		if bad.Source != one {
			at = len(one) + 1
		}
		err = bad.Within(m.Board, at)
	}
	return first, second, both, err
}

// potsOf builds the pots from what the hands have put in, in cents, and returns the
// unmatched chips.
func potsOf(text string, n int) (out []odds.Pot, back int64, err error) {
	var in []int64
	for _, one := range strings.Split(text, ",") {
		cents, err := plan.ParseMoney(strings.TrimSpace(one))
		if err != nil || cents <= 0 {
			return nil, 0, app.Usagef("--put: %q is not an amount", one)
		}
		in = append(in, cents)
	}
	if len(in) != n {
		return nil, 0, app.Usagef("--put gives %s for %s", term.Counted(int64(len(in)), "amount"), term.Counted(int64(n), "hand"))
	}
	seat, back := betting.Uncalled(in)
	if seat >= 0 {
		in[seat] -= back
	}
	var list betting.List
	betting.Build(in, betting.Bit(n)-1, 0, &list)
	for _, p := range list.Pot[:list.N] {
		out = append(out, odds.Pot{Amount: p.Amount, Eligible: p.Eligible})
	}
	return out, back, nil
}

// answer computes the odds. It draws a seed if one is needed. std shows the progress of sampling; nil shows none.
func (m *matchUp) answer(ctx context.Context, std *app.IO, o *Options) (err error) {
	e := o.seededEffort(&m.seed, &m.drawn)
	if o.Time > 0 {
		e.Until = time.Now().Add(o.Time)
	}
	if std != nil {
		var p *term.Progress
		defer func() {
			if p != nil {
				p.Stop()
			}
		}()
		e.Drawn = func(samples int64) {
			if p == nil {
				total := e.Samples
				if e.Error > 0 || o.Time > 0 {
					total = 0 // it ends before, nobody knows when
				}
				p = std.StartProgress("sampling", total)
			}
			p.Done.Store(samples)
		}
	}
	m.a, err = m.q.Compute(ctx, e)
	return err
}

// seededEffort returns the effort with a function that draws a seed when chance is
// needed. The function stores the seed, and sets drawn unless it is nil.
func (o *Options) seededEffort(seed *uint64, drawn *bool) odds.Effort {
	e := o.Effort
	if o.Seed == nil {
		return e
	}
	e.Draw = func() uint64 {
		*seed = o.Seed()
		if drawn != nil {
			*drawn = true
		}
		return *seed
	}
	return e
}

// handOf parses a hand or a range; "random" is an unknown hand.
func handOf(std *app.IO, text string, g *plan.Game) (h odds.Hand, err error) {
	if strings.EqualFold(text, "random") {
		return h, nil
	}
	if name, ok := strings.CutPrefix(text, "@"); ok {
		return rangeFile(std, name, g)
	}
	if h.Cards, err = cards.Read(text); err == nil && len(h.Cards) > 0 {
		return h, nil
	}
	h.Cards = nil
	h.Range, err = g.Deck.ParseRange(text, odds.Start(g))
	return h, err
}

// rangeFile reads a range from a file, with comments after #.
func rangeFile(std *app.IO, name string, g *plan.Game) (h odds.Hand, err error) {
	data, err := std.ReadText(name)
	if err != nil {
		return h, err
	}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		// Spaces keep the positions of what follows.
		if at := strings.IndexByte(line, '#'); at >= 0 {
			lines[i] = line[:at] + strings.Repeat(" ", len(line)-at)
		}
	}
	text := strings.Join(lines, "\n")
	h.Range, err = g.Deck.ParseRange(text, odds.Start(g))
	if bad := diag.AsInCards(err); bad != nil {
		at := bad.At - 1
		line := 1 + strings.Count(text[:at], "\n")
		from := 1 + strings.LastIndexByte(text[:at], '\n')
		source, _, _ := strings.Cut(text[from:], "\n")
		e := &diag.Error{At: bad.At - from, Msg: bad.Msg}
		return h, e.Placed(name, line, source)
	}
	return h, err
}

// oddsRow is one hand of an answer.
type oddsRow struct {
	hand string
	odds.Share
	sampled bool
	chips   any // nil without pots
	err     any
	made    []MadeCell
	draws   *odds.Drawn
}

func (m *matchUp) rows() []oddsRow {
	out := make([]oddsRow, 0, len(m.a.Hands))
	for i, s := range m.a.Hands {
		r := oddsRow{hand: m.Hands[i], Share: s, sampled: !m.a.Exact}
		if m.a.Chips != nil {
			r.chips, r.err = m.a.Chips[i].Value/plan.Cents, m.a.Chips[i].StdErr/plan.Cents
		}
		if m.a.Made != nil {
			r.made = madeCells(m.q.Show, m.a.Made, i)
		}
		if m.a.Draws != nil {
			r.draws = &m.a.Draws[i]
		}
		out = append(out, r)
	}
	return out
}

// shareColumns returns the columns about a hand's equity, in texts as percent.
func shareColumns() []rows.Column[oddsRow] {
	share := func(name, title, doc string, of func(oddsRow) float64) rows.Column[oddsRow] {
		return rows.Column[oddsRow]{
			Name: name, Title: title, Unit: "share", Doc: doc, Value: func(r oddsRow) any { return of(r) },
			Text: func(r oddsRow) (string, string) { return fmt.Sprintf("%.2f", 100*of(r)), "" },
		}
	}
	equity := share("equity", "equity %", "the part of the pot that it gets on average", func(r oddsRow) float64 { return r.Equity })
	equity.Limits, equity.Beside = `min:"0" max:"1"`, "± (95 %)"
	equity.Text = func(r oddsRow) (value, off string) {
		if r.sampled {
			off = fmt.Sprintf("%.2f", 100*rows.Confident*r.StdErr)
		}
		return fmt.Sprintf("%.2f", 100*r.Equity), off
	}
	return []rows.Column[oddsRow]{
		{Name: "hand", Doc: "as it was given", Value: func(r oddsRow) any { return r.hand }},
		equity,
		share("win", "wins", "how often it gets more than any other", func(r oddsRow) float64 { return r.Win }),
		share("tie", "ties", "how often as much as another, and nobody more", func(r oddsRow) float64 { return r.Tie }),
		share("high", "", "how often it wins or shares the high part", func(r oddsRow) float64 { return r.High }),
		share("low", "", "or the low part, 0 where there is none", func(r oddsRow) float64 { return r.Low }),
		share("scoop", "scoops", "how often it gets everything", func(r oddsRow) float64 { return r.Scoop }),
		share("quarter", "quarters", "how often it gets a half that it shares, and nothing else, of a pot that is divided", func(r oddsRow) float64 { return r.Quarter }),
		{Name: "stderr", Unit: "share", Elsewhere: true, Doc: "standard error of the equity, 0 where it is exact", Value: func(r oddsRow) any { return r.StdErr }},
	}
}

// columns returns the columns of a row. The low of a pot that is not split is 0. In texts draws and made hands stand below the table.
func (o *Options) columns(q *odds.Question) []rows.Column[oddsRow] {
	out := shareColumns()
	for i := range out {
		switch c := &out[i]; c.Name {
		case "high", "low":
			k := map[string]int{"low": 1}[c.Name]
			if c.Elsewhere = len(q.Show.Parts) < 2; !c.Elsewhere {
				c.Title = q.Show.Parts[k].Name
			}
		case "scoop", "quarter":
			c.Elsewhere = len(q.Show.Parts) < 2 && q.Second == nil
		}
	}
	if o.Put != "" {
		out = append(out, rows.Column[oddsRow]{
			Name: "chips", Unit: "chips", Doc: "what it gets of the pots on average, with --put", Value: func(r oddsRow) any { return r.chips },
			Text: func(r oddsRow) (string, string) { return fmt.Sprintf("%.2f", r.chips), "" },
		}, rows.Column[oddsRow]{Name: "chips_stderr", Unit: "chips", Elsewhere: true, Doc: "standard error of the chips", Value: func(r oddsRow) any { return r.err }})
	}
	if (o.draws != nil || q.Policies != nil) && o.Format != report.Text {
		out = append(out, drawColumns(o.Format)...)
	}
	if o.Effort.Made && o.Format != report.Text {
		out = append(out, madeColumns(q.Show, o.Format)...)
	}
	return out
}

func (o *Options) write(std *app.IO, m *matchUp, complete bool) error {
	columns := o.columns(m.q)
	if !term.Browser && o.Format == report.Text {
		m.table(std.Stdout, columns)
		if !complete {
			std.Stdout.Printf("interrupted\n")
		}
		return nil
	}
	if o.Format != report.JSON {
		columns = append(
			columns, rows.Column[oddsRow]{Name: "boards", Unit: "boards", Doc: "boards or deals that were looked at", Value: func(oddsRow) any { return m.a.Boards }}, rows.Column[oddsRow]{Name: "exact", Doc: "the answer is exact, not sampled", Value: func(oddsRow) any { return m.a.Exact }},
		)
	}
	return rows.Write(std.Stdout, o.Format, "odds", "hands", columns, m.rows(),
		rows.Pair{Name: "game", Doc: "whose rules decide", Value: m.game.ID}, rows.Pair{Name: "boards", Unit: "boards", Doc: "boards or deals that were looked at", Value: m.a.Boards},
		rows.Pair{Name: "exact", Doc: "the answer is exact, not sampled", Value: m.a.Exact},
		rows.Pair{Name: "seed", Doc: "of the deals that were drawn; a text of digits from 2^53 on", Value: rows.If(m.drawn, hand.Seed(m.seed))}, rows.Complete(complete))
}

// table prints the answer as text, in percent.
func (m *matchUp) table(w *term.Stream, columns []rows.Column[oddsRow]) {
	report.Columns(w, columns, m.rows())
	if m.q.Pots != nil {
		// The pots in one line.
		var words []string
		for k, p := range m.q.Pots {
			words = append(words, live.PotName(k)+" "+plan.Money(p.Amount, plan.Cents))
		}
		text := "pots: " + strings.Join(words, ", ")
		if m.back > 0 {
			text += fmt.Sprintf("; %s that nobody matches goes back", plan.Money(m.back, plan.Cents))
		}
		w.Printf("%s\n", text)
	}
	if m.a.Draws != nil {
		for i, name := range m.Hands {
			w.Printf("%s %s\n", name, m.a.Draws[i].Words(cards.Format))
		}
	}
	w.Printf("%s\n", m.basis())
	if m.a.Made != nil {
		// Print how often the hands end up as each class, in percent: a table for each part of the pot
		for k := range m.q.Show.Parts {
			heads := []report.Heading{{Title: m.q.Show.Parts[k].Name + " hand, %", Align: report.Left}}
			for _, name := range m.columnNames() {
				heads = append(heads, report.Heading{Title: name, Align: report.Right})
			}
			w.Printf("\n")
			report.Table(w, heads, m.madeRows(k))
		}
	}
}

// basis says whether the answer is exact or sampled, and from how many deals.
func (m *matchUp) basis() string {
	switch {
	case m.a.Exact && m.drawn:
		return fmt.Sprintf("exact: %s, seed %d for the best reply", term.Counted(m.a.Boards, "deal"), m.seed)
	case !m.a.Exact:
		return fmt.Sprintf("sampled: %s, seed %d", term.Counted(m.a.Boards, "deal"), m.seed)
	case m.q.Second != nil:
		return fmt.Sprintf("exact: %s of boards", term.Counted(m.a.Boards, "pair"))
	case len(m.q.Hands[0].Cards) > 0 && m.q.ToBoard > 0:
		return "exact: " + term.Counted(m.a.Boards, "board")
	}
	return "exact: " + term.Counted(m.a.Boards, "deal")
}

// oddsOfLines answers a matchup for each line of standard input, in order, using all
// workers.
func oddsOfLines(ctx context.Context, std *app.IO, o *Options, game *plan.Game) error {
	o.Effort.Cache = new(odds.Cache)
	workers := o.Effort.Workers
	if o.Effort.Workers = 1; o.Time > 0 {
		workers = 1 // each line gets the full time
	}
	out, err := newOddsAnswers(std, o, game)
	if err != nil {
		return err
	}
	var told app.Limiter
	defer told.End(std)
	answer := func(ctx context.Context, l typedLine) (a lineAnswer) {
		if a.end = l.err; a.end == nil {
			a.m, a.fault = o.lineOf(ctx, std, game, l.text, l.number)
			a.end = ctx.Err()
		}
		return a
	}
	for l := range app.InOrder(ctx, workers, typedLines(ctx, std), answer) {
		switch {
		case l.end != nil:
			return errors.Join(l.end, out.close(false))
		case l.fault != nil:
			told.ReportAlike(std, l.fault)
			out.bad++
		case l.m != nil:
			out.good++
			if err := out.row(l.m); err != nil {
				return err
			}
		}
	}
	if err := ctx.Err(); err != nil { // then the lines have ended, too
		return errors.Join(err, out.close(false))
	}
	if err := out.close(true); err != nil {
		return err
	}
	switch {
	case out.good+out.bad == 0:
		return app.Usagef("no matchup on standard input")
	case out.bad > 0:
		std.Note("%s answered, %s not", term.Counted(out.good, "matchup"), term.Counted(out.bad, "line"))
		return app.ErrNo
	}
	return nil
}

// lineAnswer is the result of a line: an answer, an error in the line, or neither for
// a blank line; or the error that ends everything.
type lineAnswer struct {
	m          *matchUp
	fault, end error
}

// typedLine is a line of standard input, or the error that ends it.
type typedLine struct {
	number int
	text   string
	err    error
}

func typedLines(ctx context.Context, std *app.IO) iter.Seq[typedLine] {
	return func(yield func(typedLine) bool) {
		lines := std.PipedLines(ctx)
		for n := 1; ; n++ {
			text, err := lines.Line("")
			if errors.Is(err, io.EOF) || !yield(typedLine{n, text, err}) || err != nil {
				return
			}
		}
	}
}

// lineOf returns the matchup of a line with its answer, nil for a line without one.
func (o *Options) lineOf(ctx context.Context, std *app.IO, game *plan.Game, line string, n int) (*matchUp, error) {
	if n == 1 {
		line = strings.TrimPrefix(line, "\ufeff") // some shells put a byte order mark at the start of a pipe
	}
	text, _, _ := strings.Cut(line, "#")
	parts := strings.Split(text, "|")
	m := &matchUp{Hands: strings.Fields(parts[0]), Board: o.Board, Dead: o.Dead, line: n, game: game}
	if len(m.Hands) == 0 && len(parts) == 1 {
		return nil, nil
	}
	var places [2]int // start of the board and the dead cards in the line, 0 if not given
	from := len(parts[0]) + 1
	for i, to := range []*string{&m.Board, &m.Dead} {
		if len(parts) <= i+1 {
			break
		}
		if part := strings.TrimSpace(parts[i+1]); part != "" {
			*to, places[i] = part, from+strings.Index(parts[i+1], part)
		}
		from += len(parts[i+1]) + 1
	}
	at, err := 0, error(nil)
	switch {
	case len(parts) > 3:
		at, err = strings.LastIndex(text, "|"), errors.New("a line is hands | board | dead cards")
	default:
		at, err = o.answer(ctx, std, m, line, places)
	}
	if err != nil {
		return nil, &diag.Error{
			Pos: diag.Pos{File: "-", Line: int32(n), Col: int32(1 + utf8.RuneCountInString(line[:at]))}, Msg: strings.ToValidUTF8(err.Error(), "\ufffd"), Source: strings.ToValidUTF8(line, "\ufffd"),
		}
	}
	return m, nil
}

// answer computes the odds of a matchup. If it fails, it returns the position of the
// error in the line, 0 if unknown; places are the positions of the board and the dead
// cards.
func (o *Options) answer(ctx context.Context, std *app.IO, m *matchUp, line string, places [2]int) (at int, err error) {
	err = m.ask(std, o)
	if err == nil {
		return 0, m.answer(ctx, nil, o)
	}
	text := ""
	var hand *handFault
	bad := diag.AsInCards(err)
	switch {
	case errors.As(err, &hand):
		err = hand.error
		for _, text = range m.Hands[:hand.hand+1] {
			at += strings.Index(line[at:], text) + len(text)
		}
		at -= len(text)
	case bad != nil && bad.Source == m.Board:
		text, at = m.Board, places[0]
	case bad != nil && bad.Source == m.Dead:
		text, at = m.Dead, places[1]
	}
	if bad != nil && (hand != nil || at > 0) {
		return at + bad.At - 1, fmt.Errorf("%q: %s", text, bad.Msg)
	}
	return at, err
}

// oddsAnswers writes the answers to many matchups.
type oddsAnswers struct {
	std  *app.IO
	o    *Options
	rows rows.Writer[*matchUp] // for JSON: one document
	flat rows.Writer[lineRow]  // for CSV: a row for each hand

	good, bad int64 // lines
}

// lineRow is a hand and its matchup.
type lineRow struct {
	oddsRow
	m *matchUp
}

func newOddsAnswers(std *app.IO, o *Options, game *plan.Game) (a *oddsAnswers, err error) {
	a = &oddsAnswers{std: std, o: o}
	switch o.Format {
	case report.JSON:
		a.rows, err = rows.New(std.Stdout, o.Format, "odds-lines", "matchups", []rows.Column[*matchUp]{
			{Name: "line", Value: func(m *matchUp) any { return m.line }},
			{Name: "board", Value: func(m *matchUp) any { return rows.Given(m.Board) }},
			{Name: "dead", Value: func(m *matchUp) any { return rows.Given(m.Dead) }},
			{Name: "boards", Value: func(m *matchUp) any { return m.a.Boards }},
			{Name: "exact", Value: func(m *matchUp) any { return m.a.Exact }},
			{Name: "hands", Value: func(m *matchUp) any { return o.objects(m) }},
		})
	case report.CSV:
		columns := []rows.Column[lineRow]{{Name: "line", Value: func(r lineRow) any { return r.m.line }}}
		q, unfit := odds.ForGame(game, nil, nil)
		if unfit != nil {
			return nil, unfit
		}
		for _, c := range o.columns(q) {
			columns = append(columns, rows.Column[lineRow]{Name: c.Name, Value: func(r lineRow) any { return c.Value(r.oddsRow) }})
		}
		columns = append(columns,
			rows.Column[lineRow]{Name: "boards", Value: func(r lineRow) any { return r.m.a.Boards }}, rows.Column[lineRow]{Name: "exact", Value: func(r lineRow) any { return r.m.a.Exact }})
		a.flat, err = rows.New(std.Stdout, o.Format, "odds-lines", "", columns)
	}
	return a, err
}

// objects returns the hands of an answer.
func (o *Options) objects(m *matchUp) []rows.Record {
	return rows.Records(o.columns(m.q), m.rows())
}

func (a *oddsAnswers) row(m *matchUp) error {
	switch a.o.Format {
	case report.JSON:
		return a.rows.Row(m)
	case report.CSV:
		for _, r := range m.rows() {
			if err := a.flat.Row(lineRow{r, m}); err != nil {
				return err
			}
		}
		return nil
	case report.NDJSON:
		fields := []rows.Pair{{Name: "line", Value: m.line}, {Name: "game", Value: m.game.ID}, {Name: "board", Value: rows.Given(m.Board)}, {Name: "dead", Value: rows.Given(m.Dead)}, {Name: "boards", Value: m.a.Boards}, {Name: "exact", Value: m.a.Exact}}
		if m.drawn {
			fields = append(fields, rows.Pair{Name: "seed", Value: hand.Seed(m.seed)})
		}
		return rows.WriteObject(a.std.Stdout, report.NDJSON, "odds-line", "The hands of one line.", append(fields, rows.Pair{Name: "hands", Value: a.o.objects(m)}))
	}
	a.std.Stdout.Printf("line %d", m.line)
	if m.Board != "" {
		a.std.Stdout.Printf(", board %s", m.Board)
	}
	if m.Dead != "" {
		a.std.Stdout.Printf(", dead %s", m.Dead)
	}
	a.std.Stdout.Printf("\n")
	m.table(a.std.Stdout, a.o.columns(m.q))
	a.std.Stdout.Printf("\n")
	return a.std.Stdout.Err()
}

// close ends the output; complete means that all lines were read.
func (a *oddsAnswers) close(complete bool) error {
	switch a.o.Format {
	case report.JSON:
		return a.rows.Close(rows.Pair{Name: "game", Value: a.o.Game}, rows.Pair{Name: "count", Value: a.good}, rows.Pair{Name: "bad", Value: a.bad}, rows.Complete(complete))
	case report.CSV:
		return a.flat.Close()
	case report.NDJSON:
		if complete {
			return nil
		}
		return rows.WriteObject(a.std.Stdout, report.NDJSON, "odds-line", rows.LastLine, []rows.Pair{rows.Complete(false)})
	}
	if !complete {
		a.std.Stdout.Printf("interrupted\n")
	}
	return a.std.Stdout.Err()
}
