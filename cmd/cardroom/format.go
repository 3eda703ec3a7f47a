package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// The formats of results.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatNDJSON = "ndjson"
	formatCSV    = "csv"
)

// rowFormats are the formats of a command whose result is a list.
var rowFormats = []string{formatText, formatJSON, formatNDJSON, formatCSV}

// schema names the shape of a command's objects; the number changes when a
// field changes its meaning or goes away, not when one is added.
func schema(command string) string { return "cardroom." + command + "/1" }

// Money is an exact amount of chips: Units of which Scale make one.
type Money struct {
	Units, Scale int64
}

// endless is the least amount that stands for a stack nobody recorded; chips
// won and lost leave such a stack endless.
const endless = history.Infinite / 2

// String is the exact amount without trailing zeros, "inf" for a stack nobody
// recorded.
func (m Money) String() string {
	if m.Units >= endless {
		return "inf"
	}
	return plan.Money(m.Units, max(m.Scale, 1))
}

// MarshalJSON writes the amount as a JSON number of exactly these digits. JSON
// has no infinity: a stack nobody recorded is null.
func (m Money) MarshalJSON() ([]byte, error) {
	if m.Units >= endless {
		return []byte("null"), nil
	}
	return []byte(m.String()), nil
}

// amounts gives each of several numbers of units its scale; nil stays nil.
func amounts(units []int64, scale int64) []Money {
	if units == nil {
		return nil
	}
	out := make([]Money, 0, len(units))
	for _, u := range units {
		out = append(out, Money{u, scale})
	}
	return out
}

// column is one field of a row: its name in every format and its value.
// A nil value is left out of objects and empty in CSV.
type column[T any] struct {
	name  string
	value func(T) any
}

// pair is a field with its value.
type pair struct {
	name  string
	value any
}

// object writes fields as a JSON object in their order, which a map would lose.
func object(fields []pair) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fields {
		if f.value == nil {
			continue
		}
		value, err := marshal(f.value)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.name, err)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", f.name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal is json.Marshal without the HTML escapes: "No-Limit <2-7>" stays readable.
// What a terminal would obey is escaped.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return term.CleanJSON(bytes.TrimRight(b.Bytes(), "\n")), nil
}

func pairs[T any](columns []column[T], row T) []pair {
	out := make([]pair, 0, len(columns)+1)
	for _, c := range columns {
		out = append(out, pair{c.name, c.value(row)})
	}
	return out
}

// rows writes the rows of a result one by one, so that a long one needs no memory.
type rows[T any] interface {
	// Row writes one row.
	Row(T) error
	// Close ends the result. In a JSON document the summary fields follow the
	// rows; the other formats have no place for them, but that NDJSON says when
	// the rows are not complete.
	Close(summary ...pair) error
}

// newRows starts a list in one of the machine formats. In a JSON document the
// rows are the array called list.
func newRows[T any](w io.Writer, format, command, list string, columns []column[T]) (rows[T], error) {
	out := bufio.NewWriterSize(w, 1<<16)
	switch format {
	case formatNDJSON:
		return &lineRows[T]{out, schema(command), columns}, nil
	case formatCSV:
		return startCSV(out, columns)
	case formatJSON:
		return startDocument(out, schema(command), list, columns), nil
	}
	return nil, fmt.Errorf("no rows in format %q", format)
}

// lineRows is NDJSON: each line is an object that names its schema.
type lineRows[T any] struct {
	out     *bufio.Writer
	schema  string
	columns []column[T]
}

func (l *lineRows[T]) Row(row T) error {
	line, err := object(append([]pair{{"schema", l.schema}}, pairs(l.columns, row)...))
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(line, '\n'))
	return err
}

// Close marks rows that are not all: with a last line that is none.
func (l *lineRows[T]) Close(summary ...pair) error {
	if slices.Contains(summary, pair{"complete", false}) {
		line, err := object([]pair{{"schema", l.schema}, {"complete", false}})
		if err != nil {
			return err
		}
		_, _ = l.out.Write(append(line, '\n'))
	}
	return l.out.Flush()
}

// documentRows is one JSON document with a row per line, so that it can be
// searched and compared line by line.
type documentRows[T any] struct {
	out     *bufio.Writer
	columns []column[T]
	count   int
}

func startDocument[T any](out *bufio.Writer, schema, list string, columns []column[T]) rows[T] {
	_, _ = fmt.Fprintf(out, "{\n  \"schema\": %q,\n  %q: [", schema, list)
	return &documentRows[T]{out: out, columns: columns}
}

func (d *documentRows[T]) Row(row T) error {
	line, err := object(pairs(d.columns, row))
	if err != nil {
		return err
	}
	if d.count > 0 {
		_ = d.out.WriteByte(',')
	}
	d.count++
	_, err = fmt.Fprintf(d.out, "\n    %s", line)
	return err
}

func (d *documentRows[T]) Close(summary ...pair) error {
	if d.count > 0 {
		_, _ = d.out.WriteString("\n  ")
	}
	_ = d.out.WriteByte(']')
	for _, f := range summary {
		if f.value == nil {
			continue
		}
		value, err := marshal(f.value)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(d.out, ",\n  %q: %s", f.name, value)
	}
	_, _ = d.out.WriteString("\n}\n")
	return d.out.Flush()
}

// csvRows is comma-separated values with a header line. Lists are separated by
// spaces inside their field.
type csvRows[T any] struct {
	out     *bufio.Writer
	csv     *csv.Writer
	columns []column[T]
}

func startCSV[T any](out *bufio.Writer, columns []column[T]) (rows[T], error) {
	c := &csvRows[T]{out: out, csv: csv.NewWriter(out), columns: columns}
	header := make([]string, 0, len(columns))
	for _, col := range columns {
		header = append(header, csvCell(col.name))
	}
	return c, c.csv.Write(header)
}

func (c *csvRows[T]) Row(row T) error {
	record := make([]string, 0, len(c.columns))
	for _, col := range c.columns {
		record = append(record, csvCell(plain(col.value(row))))
	}
	return c.csv.Write(record)
}

func (c *csvRows[T]) Close(...pair) error {
	c.csv.Flush()
	if err := c.csv.Error(); err != nil {
		return err
	}
	return c.out.Flush()
}

// csvCell is a text as a cell of CSV. A spreadsheet runs what begins like a formula:
// such a text gets an apostrophe, by which spreadsheets know text. Numbers, lists of
// numbers, and a single sign stay as they are.
func csvCell(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) && len(text) > 1 && !numbers.MatchString(text) {
		return "'" + text
	}
	return text
}

// numbers are numbers separated by blanks.
var numbers = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?( [+-]?[0-9]+(\.[0-9]+)?)*$`)

// plain is a value as one CSV field.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case hand.Seed:
		return strconv.FormatUint(uint64(v), 10)
	case []string:
		return strings.Join(v, " ")
	case []Money:
		words := make([]string, 0, len(v))
		for _, m := range v {
			words = append(words, m.String())
		}
		return strings.Join(words, " ")
	}
	b, err := marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// writeObject writes a result that is one object: on one line, or as a document
// with a field per line.
func writeObject(w io.Writer, format, command string, fields []pair) error {
	fields = append([]pair{{"schema", schema(command)}}, fields...)
	render := object
	if format == formatJSON {
		render = document
	}
	text, err := render(fields)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// document writes fields as a JSON object with a field per line. Lists of
// objects have an object per line; everything else stays on the line of its
// field, so that documents can be searched and compared line by line.
func document(fields []pair) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for _, f := range fields {
		if f.value == nil {
			continue
		}
		value, err := marshal(f.value)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.name, err)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n  %q: %s", f.name, spread(value))
	}
	b.WriteString("\n}")
	return b.Bytes(), nil
}

// spread puts the objects of a list on lines of their own.
func spread(value []byte) []byte {
	var items []json.RawMessage
	if !bytes.HasPrefix(value, []byte("[{")) || json.Unmarshal(value, &items) != nil {
		return value
	}
	lines := make([][]byte, 0, len(items))
	for _, item := range items {
		lines = append(lines, append([]byte("\n    "), item...))
	}
	return slices.Concat([]byte("["), bytes.Join(lines, []byte(",")), []byte("\n  ]"))
}

// align is the side of a column that its cells keep to.
type align = text.Align

const (
	left  = text.AlignLeft
	right = text.AlignRight
)

// heading is the head of a text column.
type heading struct {
	title string
	align align
}

// writeTable writes aligned columns without rules or boxes, so that a pipe can
// grep and cut them. A terminal gets bold heads, and a last column that folds
// at its width; where that leaves it next to nothing, the last column of a table
// without heads stands below the others.
func writeTable(w *term.Stream, heads []heading, cells [][]string) {
	t := table.NewWriter()
	t.SetStyle(plainStyle())
	head, configs := make(table.Row, 0, len(heads)), make([]table.ColumnConfig, 0, len(heads))
	titled := false
	for i, h := range heads {
		head = append(head, w.Paint(h.title, color.Bold))
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: h.align, AlignHeader: h.align})
		titled = titled || h.title != ""
	}
	last := lastWidth(w.Columns(), cells)
	if !titled && 0 < last && last <= leastLast {
		writeStacked(w, cells)
		return
	}
	configs[len(configs)-1].WidthMax = last
	configs[len(configs)-1].WidthMaxEnforcer = text.WrapSoft
	t.SetColumnConfigs(configs)
	if titled {
		t.AppendHeader(head)
	}
	for _, row := range cells {
		r := make(table.Row, 0, len(row))
		for _, cell := range row {
			r = append(r, term.CleanKeyed(cell))
		}
		t.AppendRow(r)
	}
	// Cells that fold have their colours ended by the library: the cells are clean,
	// so that all other escape sequences are its own.
	text := strings.ReplaceAll(t.Render(), "\x1b[0m", term.Keyed("\x1b[0m"))
	for _, line := range strings.Split(text, "\n") {
		w.Printf("%s\n", strings.TrimRight(line, " "))
	}
}

// writeStacked writes rows one under the other: the last cell of each, indented,
// below the others.
func writeStacked(w *term.Stream, cells [][]string) {
	for _, row := range cells {
		n := len(row) - 1
		head := strings.TrimRight(strings.Join(row[:n], "  "), " ")
		indent := len(head) - len(strings.TrimLeft(head, " ")) + 4
		w.Printf("%s\n", head)
		if row[n] != "" {
			w.Printf("%s%s\n", strings.Repeat(" ", indent), folded(row[n], w, indent))
		}
	}
}

// lastWidth is what a terminal leaves for the last column, 0 for no limit.
func lastWidth(columns int, cells [][]string) int {
	if columns == 0 {
		return 0
	}
	used := 0
	for _, row := range cells {
		width := 0
		for _, cell := range row[:len(row)-1] {
			width += 2
			width += text.StringWidthWithoutEscSequences(cell)
		}
		used = max(used, width)
	}
	return max(columns-used-1, leastLast)
}

// leastLast is the least width in which running text can be read.
const leastLast = 24

func plainStyle() table.Style {
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Options = table.OptionsNoBordersAndSeparators
	s.Format.Header = text.FormatDefault
	return s
}
