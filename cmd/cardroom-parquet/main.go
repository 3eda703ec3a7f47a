// Command cardroom-parquet writes the tables of `cardroom run --rows DIR` as Parquet.
//
//	cardroom run mixed/nt --hands 100000 --seed 7 --rows rows
//	cardroom-parquet rows parquet
//
// It is a module of its own, so that cardroom needs none of what Parquet needs.
package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine/ledger"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

func main() {
	words := os.Args[1:]
	folders := len(words) > 0 && words[0] == "-folders"
	if folders {
		words = words[1:]
	}
	if len(words) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cardroom-parquet [-folders] ROWS OUT\nwrites the tables of the folder ROWS ('cardroom run GAME --rows ROWS') to Parquet files in OUT; with -folders each table to a folder, as a data set of parts")
		os.Exit(2)
	}
	if err := convert(words[0], words[1], folders); err != nil {
		fmt.Fprintf(os.Stderr, "cardroom-parquet: %v\n", err)
		os.Exit(2)
	}
}

// Amounts have six decimal places, exactly, and at most 18 digits.
const (
	places = 6
	digits = 18
)

// seed is the column whose numbers have all 64 bits.
const seed = "seed"

// rowsAtOnce are handed to the writer together, rowsInGroup are a row group of a file.
const (
	rowsAtOnce  = 512
	rowsInGroup = 1 << 20
)

// convert writes each file of a table that the folder has: a whole one, or those of shards; into a folder for each table if folders is set.
func convert(from, to string, folders bool) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	names, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	found := false
	for _, file := range names {
		for _, t := range ledger.Tables() {
			name, ok := strings.CutSuffix(file.Name(), ".csv")
			if part, is := strings.CutPrefix(name, t.Name); !ok || !is || part != "" && !shard.MatchString(part) {
				continue
			}
			part := filepath.Join(to, name+".parquet")
			if folders {
				part = filepath.Join(to, t.Name, name+".parquet")
				if err := os.MkdirAll(filepath.Dir(part), 0o755); err != nil {
					return err
				}
			}
			if err := one(&t, filepath.Join(from, file.Name()), part); err != nil {
				return fmt.Errorf("%s: %w", file.Name(), err)
			}
			found = true
		}
	}
	if !found {
		return fmt.Errorf("%s has no table as CSV: make it with 'cardroom run GAME --rows %s'", from, from)
	}
	return nil
}

// shard is the end of the name of a file that has the rows of one shard.
var shard = regexp.MustCompile(`^-\d+-of-\d+$`)

// one converts one file.
func one(t *ledger.Table, from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return whole(to, func(w io.Writer) error { return table(t, in, w) })
}

// whole writes a file that appears under its name when it is complete.
func whole(name string, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".parquet-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err = fill(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// schema is the schema of a table; Parquet sorts the columns by name.
func schema(t *ledger.Table) *parquet.Schema {
	group := parquet.Group{}
	for _, c := range t.Columns {
		var node parquet.Node
		switch {
		case c.Name == seed:
			node = parquet.Uint(64)
		case c.Type == ledger.Int:
			node = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
		case c.Type == ledger.Amount:
			node = parquet.Decimal(places, digits, parquet.Int64Type)
		case c.Type == ledger.Time:
			node = parquet.Timestamp(parquet.Millisecond)
		case c.Type == ledger.Bool:
			node = parquet.Leaf(parquet.BooleanType)
		default:
			node = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		}
		group[c.Name] = parquet.Optional(node)
	}
	return parquet.NewSchema(t.Name, group)
}

// table converts one table.
func table(t *ledger.Table, from io.Reader, to io.Writer) error {
	in := csv.NewReader(from)
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		return fmt.Errorf("no header: %w", err)
	}
	names := make([]string, 0, len(t.Columns))
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	if !slices.Equal(header, names) {
		return fmt.Errorf("the columns are not those of version %d: %s", ledger.Version, strings.Join(header, ","))
	}
	shape := schema(t)
	out := parquet.NewGenericWriter[any](to, shape, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(rowsInGroup),
		parquet.KeyValueMetadata("cardroom.rows", strconv.Itoa(ledger.Version)))
	place := make([]int, len(names)) // of each column in the file
	for i, name := range names {
		leaf, _ := shape.Lookup(name)
		place[i] = leaf.ColumnIndex
	}
	list := make([]parquet.Row, 0, rowsAtOnce)
	for {
		record, err := in.Read()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		over := err != nil
		if !over {
			row := make(parquet.Row, len(names))
			for i, cell := range record {
				v, err := value(&t.Columns[i], cell)
				if err != nil {
					line, _ := in.FieldPos(i)
					return fmt.Errorf("line %d: %s: %w", line, names[i], err)
				}
				row[place[i]] = v.Level(0, defined(&v), place[i])
			}
			list = append(list, row)
		}
		if len(list) == rowsAtOnce || over && len(list) > 0 {
			if _, err := out.WriteRows(list); err != nil {
				return err
			}
			list = list[:0]
		}
		if over {
			return out.Close()
		}
	}
}

// defined is the definition level of a value.
func defined(v *parquet.Value) int {
	if v.IsNull() {
		return 0
	}
	return 1
}

// value is a cell; an empty one is null.
func value(c *ledger.Column, cell string) (v parquet.Value, err error) {
	switch {
	case cell == "":
		return parquet.NullValue(), nil
	case c.Name == seed:
		n, err := strconv.ParseUint(cell, 10, 64)
		return parquet.Int64Value(int64(n)), err
	}
	switch c.Type {
	case ledger.Int:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case ledger.Amount:
		n, err := amount(cell)
		return parquet.Int64Value(n), err
	case ledger.Time:
		at, err := time.Parse(time.DateTime, cell)
		return parquet.Int64Value(at.UnixMilli()), err
	case ledger.Bool:
		b, err := strconv.ParseBool(cell)
		return parquet.BooleanValue(b), err
	}
	return parquet.ByteArrayValue([]byte(cell)), nil
}

// amount is an exact decimal number in millionths.
func amount(text string) (int64, error) {
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > places || len(strings.TrimPrefix(whole, "-")) > digits-places {
		return 0, fmt.Errorf("%s does not fit %d digits with %d decimal places", text, digits, places)
	}
	return strconv.ParseInt(whole+part+strings.Repeat("0", places-len(part)), 10, 64)
}
