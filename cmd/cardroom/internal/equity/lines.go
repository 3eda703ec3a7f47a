package equity

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// oddsOfLines answers a matchup for each line of standard input, in order, using all
// workers.
func oddsOfLines(ctx context.Context, std *app.IO, o *Options, game *plan.Game) error {
	o.Effort.Cache = new(odds.Cache)
	workers := o.Effort.Workers
	if o.Effort.Workers = 1; o.Time > 0 {
		workers = 1 // each line gets the full time
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out, err := newOddsAnswers(std, o, game)
	if err != nil {
		return err
	}
	var told app.Limiter
	defer told.End(std)
	for pending := range o.answerLines(ctx, std, game, workers) {
		switch l := <-pending; {
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
		std.Note("%s answered, %s not", figures.Counted(out.good, "matchup"), figures.Counted(out.bad, "line"))
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

// answerLines reads lines and answers each in its own goroutine, at most workers at a
// time. The answers come in the order of the lines.
func (o *Options) answerLines(ctx context.Context, std *app.IO, game *plan.Game, workers int) <-chan chan lineAnswer {
	order := make(chan chan lineAnswer, 4*workers)
	places := make(chan struct{}, workers)
	go func() {
		defer close(order)
		lines := std.PipedLines(ctx)
		for n := 1; ; n++ {
			line, err := lines.Line("")
			if errors.Is(err, io.EOF) {
				return
			}
			to := make(chan lineAnswer, 1)
			select {
			case order <- to:
			case <-ctx.Done():
				return
			}
			if err != nil {
				to <- lineAnswer{end: err}
				return
			}
			places <- struct{}{}
			go func() {
				defer func() { <-places }()
				m, fault := o.lineOf(ctx, std, game, line, n)
				if ctx.Err() != nil {
					to <- lineAnswer{end: ctx.Err()}
					return
				}
				to <- lineAnswer{m: m, fault: fault}
			}()
		}
	}()
	return order
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
		return 0, m.answer(ctx, o)
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
		for _, c := range o.columns(q.Show) {
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
	return rows.Records(o.columns(m.q.Show), m.rows())
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
	m.table(a.std.Stdout)
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
