// Package rows writes results for other programs: exact amounts, objects, and lists of
// objects as JSON, NDJSON and CSV.
package rows

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/markup"
	"cardroom/engine/plan"
)

// Formats of rows.
const (
	JSON   = "json"
	NDJSON = "ndjson"
	CSV    = "csv"
)

// Schema returns the name of the shape of a command's objects. Its number changes when the meaning
// of a field changes or a field is removed, not when one is added.
func Schema(command string) string { return "cardroom." + command + "/1" }

// Money is an exact amount of chips: Units, Scale of which make one chip.
type Money struct {
	Units, Scale int64
}

// Endless is the smallest amount that stands for an unrecorded stack; winning and losing chips
// leaves such a stack Endless.
const Endless = history.Infinite / 2

// String returns the exact amount without trailing zeros, "inf" for an unrecorded stack.
func (m Money) String() string {
	if m.Units >= Endless {
		return "inf"
	}
	return plan.Money(m.Units, max(m.Scale, 1))
}

// MarshalJSON returns the amount as a JSON number with exactly these digits. JSON has no infinity:
// an unrecorded stack is null.
func (m Money) MarshalJSON() ([]byte, error) {
	if m.Units >= Endless {
		return []byte("null"), nil
	}
	return []byte(m.String()), nil
}

// Amounts returns the amounts of several numbers of units; nil stays nil.
func Amounts(units []int64, scale int64) []Money {
	if units == nil {
		return nil
	}
	out := make([]Money, 0, len(units))
	for _, u := range units {
		out = append(out, Money{u, scale})
	}
	return out
}

// Confident is the half width of a 95 % confidence interval in standard errors: what ± means in every text. Results for programs
// have the standard error.
const Confident = 1.96

// Column is one field of a row: its name in every format and its value. A nil value is omitted from
// objects and empty in CSV.
type Column[T any] struct {
	Name  string
	Value func(T) any
	// Title is the heading in texts, Name in words if it is "". Text is the value there, and a note beside it where there is room,
	// in a table below the heading Beside; nil prints the value as it is. Elsewhere means that texts have it in another place, Last that
	// it stands behind the others there.
	Title     string
	Beside    string
	Text      func(T) (value, note string)
	Elsewhere bool
	Last      bool
	// Unit, Doc and Limits are those of Pair.
	Unit   string
	Doc    string
	Limits reflect.StructTag
}

// At returns the value of the column in a row, nil for none.
func (c *Column[T]) At(row T) any { return bare(c.Value(row)) }

// Heading returns the heading of the column in texts.
func (c *Column[T]) Heading() string { return cmp.Or(c.Title, strings.ReplaceAll(c.Name, "_", " ")) }

// Words returns what texts print of a row: the value, and a note beside it.
func (c *Column[T]) Words(row T) (value, note string) {
	if c.Text != nil {
		return c.Text(row)
	}
	switch v := c.At(row).(type) {
	case nil:
		return "-", ""
	case string:
		return v, ""
	default:
		return fmt.Sprint(v), ""
	}
}

// Optional is the value of a field that only some results have: without one the field is left out of objects and empty in CSV.
type Optional interface {
	Type() reflect.Type // of the values
	Get() any           // nil for none
}

type optional[V any] struct {
	given bool
	value V
}

func (optional[V]) Type() reflect.Type { return reflect.TypeFor[V]() }

func (o optional[V]) Get() any {
	if !o.given {
		return nil
	}
	return o.value
}

// If returns the value of a field that only some results have.
func If[V any](given bool, value V) any { return optional[V]{given, value} }

// Given returns a value that is left out if it is the zero value.
func Given[V comparable](value V) any {
	var zero V
	return If(value != zero, value)
}

// Message returns what an error says, left out if there is none.
func Message(err error) any {
	if err == nil {
		return If(false, "")
	}
	return If(true, err.Error())
}

// bare returns a value that may be optional, nil for none.
func bare(value any) any {
	if o, ok := value.(Optional); ok {
		return o.Get()
	}
	return value
}

// Write writes all rows of a result.
func Write[T any](w io.Writer, format, command, list string, columns []Column[T], all []T, summary ...Pair) error {
	out, err := New(w, format, command, list, columns)
	for i := 0; i < len(all) && err == nil; i++ {
		err = out.Row(all[i])
	}
	if err != nil {
		return err
	}
	return out.Close(summary...)
}

// Pair is a field with its value.
type Pair struct {
	Name  string
	Value any
	// Unit is what a number counts or measures: hands, chips, seconds, %, a share of 1. An amount, Money, is in chips without it.
	Unit string
	// Doc is what the field means; Limits are the values that it may have: enum:"a,b", min:"0", max:"1", pattern:"[0-9]+". The JSON
	// Schemas are written from them, from the unit and from the types of the values. Fields of structs have their units as a tag.
	Doc    string
	Limits reflect.StructTag
}

// Complete is the field that says whether a result has everything.
func Complete(complete bool) Pair {
	return Pair{Name: "complete", Value: complete, Doc: "false when the command was interrupted: the rest is missing"}
}

// Record is an object inside a result.
type Record []Pair

// MarshalJSON returns the object with its fields in order.
func (r Record) MarshalJSON() ([]byte, error) { return Object(r) }

// Records returns the rows of a list as objects.
func Records[T any](columns []Column[T], list []T) []Record {
	out := make([]Record, 0, len(list))
	for _, row := range list {
		out = append(out, Fields(columns, row))
	}
	return out
}

// Watch receives the objects that are written as JSON: their schema, what kind of object it is, and its fields. It is for the generator of the
// JSON Schemas, nil otherwise.
var Watch func(schema, about string, fields []Pair)

func watch(schema, about string, fields []Pair) {
	if Watch != nil {
		Watch(schema, about, fields)
	}
}

// Object returns fields as a JSON object in their order, which a map would lose.
func Object(fields []Pair) ([]byte, error) {
	return object(fields, "}", func(name string, value []byte) string { return fmt.Sprintf("%q:%s", name, value) })
}

// object returns a JSON object of fields, each formatted by field. Fields without a value are
// omitted.
func object(fields []Pair, end string, field func(name string, value []byte) string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fields {
		v := bare(f.Value)
		if v == nil {
			continue
		}
		value, err := Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(field(f.Name, value))
	}
	b.WriteString(end)
	return b.Bytes(), nil
}

// Marshal is json.Marshal without the HTML escapes: "No-Limit <2-7>" stays readable. It escapes
// characters that a terminal would interpret.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return markup.EscapeJSON(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// Fields returns the fields of a row.
func Fields[T any](columns []Column[T], row T) []Pair {
	out := make([]Pair, 0, len(columns)+1)
	for _, c := range columns {
		out = append(out, Pair{c.Name, c.Value(row), c.Unit, c.Doc, c.Limits})
	}
	return out
}

// Writer writes the rows of a result one by one, so that a long result needs no memory.
type Writer[T any] interface {
	// Row writes one row.
	Row(T) error
	// Close ends the result. In a JSON document the summary fields follow the rows; the other
	// formats have no place for them, except that NDJSON says when the rows are incomplete.
	Close(summary ...Pair) error
}

// New starts a list in one of the machine formats. In a JSON document, list is the name of the
// array of rows.
func New[T any](w io.Writer, format, command, list string, columns []Column[T]) (Writer[T], error) {
	out := bufio.NewWriterSize(w, 1<<16)
	switch format {
	case NDJSON:
		return &lineRows[T]{out, Schema(command), list, columns}, nil
	case CSV:
		return startCSV(out, columns)
	case JSON:
		return startDocument(out, Schema(command), list, columns), nil
	}
	return nil, fmt.Errorf("no rows in format %q", format)
}

// lineRows is NDJSON: each line is an object that names its schema.
type lineRows[T any] struct {
	out     *bufio.Writer
	schema  string
	list    string
	columns []Column[T]
}

func (l *lineRows[T]) Row(row T) error {
	fields := Fields(l.columns, row)
	watch(l.schema, "One of the "+l.list+", as a line.", fields)
	line, err := Object(named(l.schema, fields))
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(line, '\n'))
	return err
}

// Close marks incomplete rows with a last line that is not a row.
func (l *lineRows[T]) Close(summary ...Pair) error {
	k := slices.IndexFunc(summary, func(p Pair) bool { return p.Name == "complete" })
	if k < 0 {
		return l.out.Flush()
	}
	watch(l.schema, LastLine, summary[k:k+1])
	if summary[k].Value == false {
		line, err := Object(named(l.schema, summary[k:k+1]))
		if err != nil {
			return err
		}
		_, _ = l.out.Write(append(line, '\n'))
	}
	return l.out.Flush()
}

// LastLine is what the last line is when rows are missing.
const LastLine = "The last line of NDJSON when the rows before it are not all: the command was interrupted, or stopped at the first that is wrong."

// named returns fields with the name of their schema before them.
func named(schema string, fields []Pair) []Pair {
	return append([]Pair{{Name: "schema", Value: schema}}, fields...)
}

// documentRows is one JSON document with one row per line, so that it can be searched and compared
// line by line.
type documentRows[T any] struct {
	out          *bufio.Writer
	schema, list string
	columns      []Column[T]
	count        int
	seen         []Record // for watch
}

func startDocument[T any](out *bufio.Writer, schema, list string, columns []Column[T]) Writer[T] {
	_, _ = fmt.Fprintf(out, "{\n  \"schema\": %q,\n  %q: [", schema, list)
	return &documentRows[T]{out: out, schema: schema, list: list, columns: columns, seen: []Record{}}
}

func (d *documentRows[T]) Row(row T) error {
	fields := Fields(d.columns, row)
	if Watch != nil {
		d.seen = append(d.seen, fields)
	}
	line, err := Object(fields)
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

func (d *documentRows[T]) Close(summary ...Pair) error {
	watch(d.schema, "All "+d.list+", as a document.", append([]Pair{{Name: d.list, Value: d.seen, Doc: "the " + d.list}}, summary...))
	if d.count > 0 {
		_, _ = d.out.WriteString("\n  ")
	}
	_ = d.out.WriteByte(']')
	for _, f := range summary {
		v := bare(f.Value)
		if v == nil {
			continue
		}
		value, err := Marshal(v)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(d.out, ",\n  %q: %s", f.Name, value)
	}
	_, _ = d.out.WriteString("\n}\n")
	return d.out.Flush()
}

// csvRows is comma-separated values with a header line. Lists are separated by
// spaces inside their field, or by semicolons if an item has a space.
type csvRows[T any] struct {
	out     *bufio.Writer
	csv     *csv.Writer
	columns []Column[T]
}

func startCSV[T any](out *bufio.Writer, columns []Column[T]) (Writer[T], error) {
	c := &csvRows[T]{out: out, csv: csv.NewWriter(out), columns: columns}
	header := make([]string, 0, len(columns))
	for _, col := range columns {
		header = append(header, Cell(col.Name))
	}
	return c, c.csv.Write(header)
}

func (c *csvRows[T]) Row(row T) error {
	record := make([]string, 0, len(c.columns))
	for _, col := range c.columns {
		record = append(record, Cell(plain(col.Value(row))))
	}
	return c.csv.Write(record)
}

func (c *csvRows[T]) Close(...Pair) error {
	c.csv.Flush()
	if err := c.csv.Error(); err != nil {
		return err
	}
	return c.out.Flush()
}

// Cell returns a text as a CSV cell. A spreadsheet executes a text that begins like a formula, so
// Cell prefixes such a text with an apostrophe, which marks it as text. Numbers, lists of numbers,
// and a single sign stay as they are.
func Cell(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) && len(text) > 1 && !numbers.MatchString(text) {
		return "'" + text
	}
	return text
}

// Quoted returns a text as a cell of a CSV line, quoted if needed.
func Quoted(text string) string {
	text = Cell(text)
	if strings.ContainsAny(text, ",\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// numbers matches numbers separated by spaces.
var numbers = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?( [+-]?[0-9]+(\.[0-9]+)?)*$`)

// plain returns a value as one CSV field.
func plain(v any) string {
	switch v := bare(v).(type) {
	case nil:
		return ""
	case string:
		return v
	case hand.Seed:
		return strconv.FormatUint(uint64(v), 10)
	case []string:
		if slices.ContainsFunc(v, func(word string) bool { return strings.Contains(word, " ") }) {
			return strings.Join(v, "; ")
		}
		return strings.Join(v, " ")
	case map[string]string:
		words := make([]string, 0, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			words = append(words, name+"="+v[name])
		}
		return strings.Join(words, "; ")
	case []Money:
		words := make([]string, 0, len(v))
		for _, m := range v {
			words = append(words, m.String())
		}
		return strings.Join(words, " ")
	}
	b, err := Marshal(bare(v))
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// WriteObject writes a result that is one object: on one line, as a document with one field per line, or as two lines of CSV. About
// says in one sentence what it is.
func WriteObject(w io.Writer, format, command, about string, fields []Pair) error {
	if format == CSV {
		var f flat
		for _, p := range fields {
			if err := f.add(p.Name, p.Value); err != nil {
				return fmt.Errorf("field %s: %w", p.Name, err)
			}
		}
		out := csv.NewWriter(w)
		if err := out.WriteAll([][]string{f.names, f.values}); err != nil {
			return err
		}
		return out.Error()
	}
	watch(Schema(command), about, fields)
	fields = named(Schema(command), fields)
	render := Object
	if format == JSON {
		render = document
	}
	text, err := render(fields)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// document returns fields as a JSON object with one field per line. Lists of objects have one
// object per line; everything else stays on the line of its field, so that documents can be
// searched and compared line by line.
func document(fields []Pair) ([]byte, error) {
	return object(fields, "\n}", func(name string, value []byte) string { return fmt.Sprintf("\n  %q: %s", name, spread(value)) })
}

// spread puts each object of a list on its own line.
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
