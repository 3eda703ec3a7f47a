package console_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/ledger"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/rows"
	"cardroom/engine/testkit"

	"github.com/google/go-cmp/cmp"
)

// jobOf returns the job of a run.
func jobOf(t testing.TB, opts runs.Options) *batch.Job {
	t.Helper()
	std, _, _ := fake.IO(nil)
	job, lib, err := runs.FindJob(std, opts)
	if err != nil {
		t.Fatalf("%s: %v", opts.Game, err)
	}
	p, err := library.ReadPolicies(lib, nil, opts.Policy, len(job.Stacks))
	if err != nil {
		t.Fatal(err)
	}
	job.Policy = p.Maker()
	return job
}

// everyTable selects all tables.
var everyTable = func() (out [ledger.Count]bool) {
	for i := range out {
		out[i] = true
	}
	return out
}()

// rowsFrom makes a job write the rows of all tables.
func rowsFrom(job *batch.Job, format string, write func([][]byte) error) {
	tablesFrom(job, format, everyTable, write)
}

// tablesFrom makes a job write the rows of some tables.
func tablesFrom(job *batch.Job, format string, wanted [ledger.Count]bool, write func([][]byte) error) {
	job.Tables, job.WriteRows = ledger.Count, write
	job.Rows = func() func([][]byte, int64, *batch.Played) {
		w := ledger.NewWriter(format, wanted)
		return func(to [][]byte, n int64, p *batch.Played) {
			w.Add(to, &ledger.Played{Number: n, Setup: p.Setup, Hand: p.Hand, Log: p.Log})
		}
	}
}

// kept is a file of saved hands in memory.
type kept struct{ bytes.Buffer }

func (*kept) Commit() error { return nil }
func (*kept) Discard()      {}

// TestRowsOfEveryGame checks that the rows of every game of the houses add up to the result of the run, that both formats agree,
// and that the rows of the saved record are the same except for seat numbers, which a record counts from the first seat dealt
// to.
func TestRowsOfEveryGame(t *testing.T) {
	std, _, _ := fake.IO(nil)
	games, err := library.Games(context.Background(), std)
	if err != nil {
		t.Fatal(err)
	}
	for k, g := range testkit.Sweep(games, 8) {
		opts := runs.Options{Game: g.ID, Hands: 7, Seed: uint64(k), Stack: bigBlinds("40bb"), Shard: runs.Shard{Index: 1, Count: 1}, Policy: "random"}
		if k%3 == 0 {
			opts.Mishaps = 0.05
		}
		texts := [2][ledger.Count]bytes.Buffer{}
		var out batch.Result
		for i, format := range []string{rows.CSV, rows.NDJSON} {
			job := jobOf(t, opts)
			for n := range ledger.Count {
				texts[i][n].WriteString(ledger.Header(format, n))
			}
			rowsFrom(job, format, func(tables [][]byte) error {
				for n, b := range tables {
					texts[i][n].Write(b)
				}
				return nil
			})
			if out, err = batch.Run(context.Background(), job, 1+i, nil); err != nil {
				t.Fatalf("%s: %v", g.ID, err)
			}
		}
		var tables [ledger.Count][]map[string]string
		for n, table := range ledger.Tables() {
			tables[n] = readCSV(t, g.ID, &table, texts[0][n].String())
			if diff := cmp.Diff(tables[n], readNDJSON(t, g.ID, &table, texts[1][n].String())); diff != "" {
				t.Errorf("%s: %s as NDJSON (+) are others than as CSV (-):\n%s", g.ID, table.Name, diff)
			}
		}
		addUp(t, g, tables, &out)
		if opts.Mishaps == 0 {
			std, _, _ := fake.IO(nil)
			var saved kept
			std.Create = func(string) (term.File, error) { return &saved, nil }
			opts.Save, opts.Format, opts.Workers = "saved.phhs", report.JSON, 1
			if err := runs.Run(context.Background(), std, opts); err != nil {
				t.Fatalf("%s: %v", g.ID, err)
			}
			again := replayed(t, g, saved.String())
			if diff := cmp.Diff(without(tables[ledger.Decisions], "seat"), without(readCSV(t, g.ID, &ledger.Tables()[ledger.Decisions], again), "seat")); diff != "" {
				t.Errorf("%s: decisions of the record (+):\n%s", g.ID, diff)
			}
		}
	}
}

// TestRowsOfClaims checks that a player who checks after the draw and shows a seven or better cannot win bets made after it: if
// there were any, the events say so for these hands, and for no others. [angies.lowball.2]
func TestRowsOfClaims(t *testing.T) {
	var texts [ledger.Count]strings.Builder
	job := jobOf(t, runs.Options{Game: "angies/lowball", Hands: 4000, Seed: 7, Stack: bigBlinds("40bb"), Shard: runs.Shard{Index: 1, Count: 1}, Policy: "random"})
	for n := range ledger.Count {
		texts[n].WriteString(ledger.Header(rows.CSV, n))
	}
	rowsFrom(job, rows.CSV, func(tables [][]byte) error {
		for n, b := range tables {
			texts[n].Write(b)
		}
		return nil
	})
	if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
		t.Fatal(err)
	}
	read := func(n int) []map[string]string { return readCSV(t, "lowball", &ledger.Tables()[n], texts[n].String()) }
	key := func(row map[string]string) string { return row["hand"] + " " + row["seat"] }
	checked, bet, want, got := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, row := range read(ledger.Decisions) {
		if row["street"] == "After the draw" {
			checked[key(row)] = checked[key(row)] || row["action"] == "check"
			bet[row["hand"]] = bet[row["hand"]] || row["action"] == "bet"
		}
	}
	for _, row := range read(ledger.Seats) {
		if checked[key(row)] && bet[row["hand"]] && slices.Contains([]string{"seven low", "six low", "five low"}, row["made"]) {
			want[key(row)] = true
		}
	}
	for _, row := range read(ledger.Events) {
		if row["kind"] != "limited" {
			continue
		}
		got[key(row)] = true
		if row["source"] != "claim" || row["ruling"] != "game" || row["script"] != "scripts/angies/lowball.star" || row["text"] != "bets since after the draw" || !strings.Contains(row["why"], "[angies.lowball.2]") {
			t.Errorf("claim %v", row)
		}
	}
	if len(want) < 20 || !cmp.Equal(want, got) {
		t.Errorf("claims (+), checked sevens (-):\n%s", cmp.Diff(want, got))
	}
}

// replayed returns the decisions of saved hands as CSV.
func replayed(t *testing.T, g *plan.Game, saved string) string {
	t.Helper()
	std, _, _ := fake.IO(nil)
	log := &hand.Log{Decisions: true}
	player := engine.NewPlayer(func(variant string, options map[string]string) (*plan.Game, error) {
		if !strings.Contains(variant, "/") || options == nil {
			return library.New(std, nil).ForVariant(variant)
		}
		game, _, err := library.Load(std, variant, options)
		return game, err
	}, log)
	src := history.NewSource("saved", []byte(saved), history.Options{})
	w := ledger.NewWriter(rows.CSV, everyTable)
	to := make([][]byte, ledger.Count)
	for n := int64(1); ; n++ {
		var rec history.Hand
		if err := src.Next(&rec); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if row := player.Play(&rec); !row.OK {
			t.Fatalf("%s: %v", g.ID, row.Err)
		}
		w.Put(to, w.Loose(&ledger.Played{File: "saved", FileHand: n, Setup: player.Setup(), Hand: player.Hand(), Log: log}), n)
	}
	return ledger.Header(rows.CSV, ledger.Decisions) + string(to[ledger.Decisions])
}

func without(rows []map[string]string, column string) []map[string]string {
	for _, r := range rows {
		delete(r, column)
	}
	return rows
}

func readCSV(t *testing.T, game string, table *ledger.Table, text string) (out []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%s, %s: %v", game, table.Name, err)
	}
	for i, c := range table.Columns {
		if all[0][i] != c.Name || len(all[0]) != len(table.Columns) {
			t.Fatalf("%s, %s: the heads are %v", game, table.Name, all[0])
		}
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, c := range table.Columns {
			row[c.Name] = cells[i]
			if err := fits(c.Type, cells[i]); err != nil {
				t.Errorf("%s, %s.%s: %v", game, table.Name, c.Name, err)
			}
		}
		out = append(out, row)
	}
	return out
}

// fits returns an error if a cell does not have the type of its column.
func fits(kind ledger.Kind, cell string) (err error) {
	if cell == "" {
		return nil
	}
	switch kind {
	case ledger.Int:
		_, err = strconv.ParseUint(cell, 10, 64)
	case ledger.Amount:
		_, err = strconv.ParseFloat(cell, 64)
	case ledger.Bool:
		_, err = strconv.ParseBool(cell)
	}
	return err
}

// readNDJSON reads rows, with cells as they are in CSV.
func readNDJSON(t *testing.T, game string, table *ledger.Table, text string) (out []map[string]string) {
	t.Helper()
	for line := range strings.Lines(text) {
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		var cells map[string]any
		if err := d.Decode(&cells); err != nil {
			t.Fatalf("%s, %s: %v in %s", game, table.Name, err, line)
		}
		row := map[string]string{}
		for name, v := range cells {
			if row[name] = ""; v != nil {
				row[name] = fmt.Sprint(v)
			}
		}
		out = append(out, row)
	}
	return out
}

// addUp checks the rows against the result of the run.
func addUp(t *testing.T, g *plan.Game, tables [ledger.Count][]map[string]string, out *batch.Result) {
	t.Helper()
	units := func(row map[string]string, column string) int64 {
		x, err := strconv.ParseFloat(row[column], 64)
		if err != nil && row[column] != "" {
			t.Fatal(err)
		}
		return int64(x*100 + map[bool]float64{true: 0.5, false: -0.5}[x >= 0])
	}
	var in, collected, net int64
	for _, row := range tables[ledger.Hands] {
		in += units(row, "chips_in")
		collected += units(row, "collected")
	}
	won, size, fees := map[string]int64{}, map[string]int64{}, map[string]int64{} // by hand: by the pots less by the seats, and what the pots lack
	for _, row := range tables[ledger.Pots] {
		won[row["hand"]] += units(row, "won")
		size[row["hand"]] += units(row, "size") - units(row, "won")
	}
	for _, row := range tables[ledger.Hands] {
		fees[row["hand"]] = units(row, "rake") + units(row, "carried")
	}
	for _, row := range tables[ledger.Seats] {
		won[row["hand"]] -= units(row, "won")
	}
	for n, off := range won {
		if !g.Banked() && (off != 0 || size[n] != fees[n]) {
			t.Errorf("%s, hand %s: the pots pay %d more than the seats win, and lack %d, of which %d is rake or carried", g.ID, n, off, size[n], fees[n])
		}
	}
	perSeat := map[string]int64{}
	for _, row := range tables[ledger.Seats] {
		net += units(row, "net")
		perSeat[row["hand"]+" "+row["seat"]] = units(row, "stack")
	}
	if len(tables[ledger.Hands]) != int(out.Hands) || in != out.ChipsIn || collected != out.Collected || net+collected+out.Carried != 0 {
		t.Errorf("%s: %d hands, %d in, %d collected, %d net; the result is %d, %d, %d and %d carried", g.ID, len(tables[ledger.Hands]), in, collected, net, out.Hands, out.ChipsIn, out.Collected, out.Carried)
	}
	if len(tables[ledger.Decisions]) != int(out.Decisions) {
		t.Errorf("%s: %d rows of %d decisions", g.ID, len(tables[ledger.Decisions]), out.Decisions)
	}
	if len(tables[ledger.Events]) < int(out.Trouble.Events) {
		t.Errorf("%s: %d rows of %d irregularities", g.ID, len(tables[ledger.Events]), out.Trouble.Events)
	}
	for _, row := range tables[ledger.Decisions] {
		stack, start := units(row, "stack"), perSeat[row["hand"]+" "+row["seat"]]
		amount, price := units(row, "amount"), units(row, "price")
		switch {
		case !g.Banked() && row["action"] == "call" && amount != price:
			t.Errorf("%s: a call of %d costs %d: %v", g.ID, price, amount, row)
		case row["action"] == "check" && price != 0 || !g.Banked() && stack > start || amount > stack:
			t.Errorf("%s: %v, from a stack of %d", g.ID, row, start)
		case !slices.Contains([]string{"fold", "check", "call", "bet", "raise", "complete"}, row["action"]) && row["street"] == "":
			t.Errorf("%s: %v", g.ID, row)
		}
	}
}

// BenchmarkRows plays hands and writes them as rows with one worker: hands and seats, and all tables.
func BenchmarkRows(b *testing.B) {
	for name, wanted := range map[string][ledger.Count]bool{"seats": {ledger.Hands: true, ledger.Seats: true}, "all": everyTable} {
		b.Run(name, func(b *testing.B) {
			opts := runs.Options{Game: "mixed/nt", Hands: 20_000, Seed: 7, Stack: bigBlinds("100bb"), Shard: runs.Shard{Index: 1, Count: 1}, Policy: "random"}
			job := jobOf(b, opts)
			size, lines := 0, 0
			tablesFrom(job, rows.CSV, wanted, func(tables [][]byte) error {
				for _, t := range tables {
					size += len(t)
					lines += bytes.Count(t, []byte("\n"))
				}
				return nil
			})
			start := testkit.ProcessorTime()
			for b.Loop() {
				size, lines = 0, 0
				if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)/float64(lines), "bytes/row")
			b.ReportMetric(float64(opts.Hands)*float64(b.N)/(testkit.ProcessorTime()-start).Seconds(), "hands/cpu-s")
		})
	}
}

// bigBlinds parses valid stacks.
func bigBlinds(text string) plan.Stacks {
	s, err := plan.ParseStacks(text)
	if err != nil {
		panic(err)
	}
	return s
}
