package main

import (
	"encoding/csv"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/engine/ledger"

	"github.com/parquet-go/parquet-go"
)

// Every cell of every table is the same in Parquet.
func TestEveryCell(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "cardroom")
	run := func(dir, name string, words ...string) {
		c := exec.Command(name, words...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	run("../..", "go", "build", "-o", program, "./cmd/cardroom")
	run(dir, program, "run", "angies/omaha-hilo", "--hands", "3000", "--seed", "18446744073709551615", "--mishaps", "0.02", "--rows", "rows", "--quiet")
	same(t, filepath.Join(dir, "rows"), filepath.Join(dir, "played"))
	hands, err := filepath.Abs("../../engine/history/sites/testdata/pokerstars")
	if err != nil {
		t.Fatal(err)
	}
	run(dir, "sh", "-c", program+" replay "+hands+"/cash.txt "+hands+"/gg.txt "+hands+"/gg-insurance.txt --ev --rows recorded --quiet || true")
	same(t, filepath.Join(dir, "recorded"), filepath.Join(dir, "read"))
}

// same compares each cell of the tables of a folder with that in Parquet, in a folder for each table.
func same(t *testing.T, from, to string) {
	t.Helper()
	if err := convert(from, to, true); err != nil {
		t.Fatal(err)
	}
	for _, table := range ledger.Tables() {
		in, err := os.Open(filepath.Join(from, table.Name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = in.Close() }()
		want, err := csv.NewReader(in).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		got := read(t, filepath.Join(to, table.Name, table.Name+".parquet"), &table)
		if len(got) != len(want)-1 || len(got) == 0 && table.Name != "equities" && table.Name != "events" {
			t.Fatalf("%s: %d rows, want %d", table.Name, len(got), len(want)-1)
		}
		for i, row := range got {
			for k, cell := range row {
				if cell != want[i+1][k] {
					t.Fatalf("%s, row %d, %s: %q, want %q", table.Name, i, table.Columns[k].Name, cell, want[i+1][k])
				}
			}
		}
	}
}

// The files of shards keep their names, and other files are left alone.
func TestShards(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"seats-1-of-2.csv", "seats-2-of-2.csv", "seats-old.csv", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(ledger.Header("csv", ledger.Seats)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := convert(from, to, false); err != nil {
		t.Fatal(err)
	}
	var got []string
	files, _ := os.ReadDir(to)
	for _, f := range files {
		got = append(got, f.Name())
	}
	if want := "[seats-1-of-2.parquet seats-2-of-2.parquet]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// Numbers of seeds keep their sign for those who read the file.
func TestSeedIsUnsigned(t *testing.T) {
	hands := ledger.Tables()[ledger.Hands]
	leaf, ok := schema(&hands).Lookup(seed)
	if !ok || leaf.Node.Type().String() != "INT(64,false)" {
		t.Error("seeds of 64 bits are negative numbers")
	}
}

// read is a file as cells in the order of the table.
func read(t *testing.T, name string, table *ledger.Table) (out [][]string) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	r := parquet.NewGenericReader[any](f)
	defer func() { _ = r.Close() }()
	list := make([]parquet.Row, 100)
	for {
		n, err := r.ReadRows(list)
		for _, row := range list[:n] {
			cells := make([]string, len(table.Columns))
			for k, c := range table.Columns {
				leaf, _ := r.Schema().Lookup(c.Name)
				cells[k] = cell(&c, row[leaf.ColumnIndex])
			}
			out = append(out, cells)
		}
		if err != nil {
			return out
		}
	}
}

func cell(c *ledger.Column, v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case c.Name == seed:
		return fmt.Sprint(uint64(v.Int64()))
	case c.Type == ledger.Time:
		return time.UnixMilli(v.Int64()).UTC().Format(time.DateTime)
	case c.Type == ledger.Amount:
		text := big.NewRat(v.Int64(), 1_000_000).FloatString(places)
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return v.String()
}

// What is no table is refused with its place, and leaves no file.
func TestRefused(t *testing.T) {
	header := ledger.Header("csv", ledger.Seats)
	columns := strings.Count(header, ",")
	for text, says := range map[string]string{
		"":      "no header",
		"a,b\n": "not those of version 2",
		header:  "",
		header + "x" + strings.Repeat(",", columns) + "\n": "line 2: hand",
		header + "1,2\n": "wrong number of fields",
	} {
		from, to := t.TempDir(), t.TempDir()
		if err := os.WriteFile(filepath.Join(from, "seats.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := convert(from, to, false)
		if says == "" {
			if err != nil {
				t.Errorf("an empty table: %v", err)
			}
			continue
		}
		files, _ := os.ReadDir(to)
		if err == nil || !strings.Contains(err.Error(), says) || len(files) > 0 {
			t.Errorf("%q: %v, %d files", text, err, len(files))
		}
	}
	if err := convert(t.TempDir(), t.TempDir(), false); err == nil {
		t.Error("a folder without tables is converted")
	}
	if _, err := amount("0.0000001"); err == nil {
		t.Error("an amount is rounded")
	}
}
