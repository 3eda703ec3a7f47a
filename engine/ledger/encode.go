package ledger

import (
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/markup"
	"cardroom/engine/money"
	"cardroom/engine/rows"
)

// encoder writes the rows of one table, cell by cell in the order of its columns.
type encoder struct {
	ndjson bool
	heads  []string // text before each cell
	next   int
	b      []byte
	starts []int // offsets of rows that get their number later
}

func newEncoder(format string, t *Table) (e encoder) {
	e.ndjson = format == rows.NDJSON
	for i, c := range t.Columns {
		head := ","
		switch {
		case e.ndjson && i == 0:
			head = `{"` + c.Name + `":`
		case e.ndjson:
			head = `,"` + c.Name + `":`
		case i == 0:
			head = ""
		}
		e.heads = append(e.heads, head)
	}
	return e
}

// header returns the first line of a file, "" for formats that have none.
func header(format string, t *Table) string {
	if format == rows.NDJSON {
		return ""
	}
	text := ""
	for i, c := range t.Columns {
		if i > 0 {
			text += ","
		}
		text += c.Name
	}
	return text + "\n"
}

func (e *encoder) cell() {
	if !e.ndjson && e.next > 0 {
		e.b = append(e.b, ',')
	} else {
		e.b = append(e.b, e.heads[e.next]...)
	}
	e.next++
}

// joined returns consecutive cells, starting at column from, as one text that is written repeatedly with [encoder.several].
func (e *encoder) joined(from int, cells ...string) string {
	text := ""
	for i, c := range cells {
		text += e.heads[from+i] + c
	}
	return text
}

// end ends a row.
func (e *encoder) end() {
	if e.next != len(e.heads) {
		panic("ledger: a row without all of its cells") // a bug in this package
	}
	if e.ndjson {
		e.b = append(e.b, '}')
	}
	e.b = append(e.b, '\n')
	e.next = 0
}

// none writes n empty cells.
func (e *encoder) none(n int) {
	const commas = ",,,,,,,,,,,,"
	if n <= len(commas) && !e.ndjson && e.next > 0 {
		e.b = append(e.b, commas[:n]...)
		e.next += n
		return
	}
	for range n {
		e.cell()
		if e.ndjson {
			e.b = append(e.b, "null"...)
		}
	}
}

func (e *encoder) int(n int64) {
	if !e.ndjson && e.next > 0 && uint64(n) < 1000 { // most cells: the comma and the digits at once
		e.next++
		switch {
		case n < 10:
			e.b = append(e.b, ',', '0'+byte(n))
		case n < 100:
			e.b = append(e.b, ',', digits[n], digits[n+100])
		default:
			k := n % 100
			e.b = append(e.b, ',', '0'+byte(n/100), digits[k], digits[k+100])
		}
		return
	}
	e.cell()
	e.b = appendInt(e.b, n)
}

// digits holds the tens digits of the numbers up to 99, followed by their ones digits.
var digits = func() (out [200]byte) {
	for n := range 100 {
		out[n], out[n+100] = '0'+byte(n/10), '0'+byte(n%10)
	}
	return out
}()

// appendInt is strconv.AppendInt, but faster for the small numbers in most cells.
func appendInt(b []byte, n int64) []byte {
	switch {
	case n < 0 || n > 999:
		return strconv.AppendInt(b, n, 10)
	case n < 10:
		return append(b, '0'+byte(n))
	case n < 100:
		return append(b, '0'+byte(n/10), '0'+byte(n%10))
	}
	return append(b, '0'+byte(n/100), '0'+byte(n/10%10), '0'+byte(n%10))
}

// key writes the number of the hand, the first cell of each row. 0 leaves it empty until [Writer.Put] fills it in.
func (e *encoder) key(n int64) {
	if n == 0 {
		e.starts = append(e.starts, len(e.b))
		e.next++
		return
	}
	e.int(n)
}

func (e *encoder) seed(n uint64) {
	e.cell()
	e.b = strconv.AppendUint(e.b, n, 10)
}

// chips writes an amount of units, scale of which make one chip.
func (e *encoder) chips(units, scale int64) {
	if scale == 100 && uint64(units) < 100_000 && units%100 == 0 {
		e.int(units / 100)
		return
	}
	e.cell()
	if units >= rows.Endless {
		if e.ndjson {
			e.b = append(e.b, "null"...)
		}
		return
	}
	if scale == 100 && units >= 0 && units%100 == 0 {
		e.b = appendInt(e.b, units/100)
		return
	}
	e.b = money.Append(e.b, units, scale)
}

func (e *encoder) bool(x bool) {
	if !e.ndjson && e.next > 0 {
		e.next++
		if x {
			e.b = append(e.b, ",true"...)
		} else {
			e.b = append(e.b, ",false"...)
		}
		return
	}
	e.cell()
	if x {
		e.b = append(e.b, "true"...)
		return
	}
	e.b = append(e.b, "false"...)
}

// encoded writes a text that [encodeText] returned.
func (e *encoder) encoded(text string) {
	e.cell()
	e.b = append(e.b, text...)
}

func (e *encoder) text(text string) { e.encoded(encodeText(e.ndjson, text)) }

// textIf writes a text, nothing if there is none.
func (e *encoder) textIf(text string) {
	if text == "" {
		e.none(1)
	} else {
		e.text(text)
	}
}

// chipsIf writes an amount, nothing if there is none.
func (e *encoder) chipsIf(units, scale int64) {
	if units == 0 {
		e.none(1)
	} else {
		e.chips(units, scale)
	}
}

// seat writes a seat and its player, nothing for -1.
func (e *encoder) seat(seat int, player string) {
	if seat < 0 {
		e.none(2)
		return
	}
	e.int(int64(seat + 1))
	e.textIf(player)
}

// encodeText returns a text as a cell.
func encodeText(ndjson bool, text string) string {
	if !ndjson {
		if !markup.Plain(text) {
			text = markup.Escape(text)
		}
		return rows.Quoted(text)
	}
	b, err := rows.Marshal(text)
	if err != nil { // every text can be encoded
		panic(err)
	}
	return string(b)
}

func (e *encoder) cards(list []cards.Card) {
	e.quoted(func(b []byte) []byte {
		for i, c := range list {
			if i > 0 {
				b = append(b, ' ')
			}
			b = c.Append(b)
		}
		return b
	})
}

// quoted writes a text that needs no escapes: what fill appends.
func (e *encoder) quoted(fill func(b []byte) []byte) {
	e.cell()
	if e.ndjson {
		e.b = append(e.b, '"')
	}
	e.b = fill(e.b)
	if e.ndjson {
		e.b = append(e.b, '"')
	}
}

// set writes seats: 1 3 4.
func (e *encoder) set(s betting.Set) {
	e.quoted(func(b []byte) []byte {
		for first := s; s != 0; s &= s - 1 {
			if s != first {
				b = append(b, ' ')
			}
			b = appendInt(b, int64(s.First()+1))
		}
		return b
	})
}

// hundredths writes a part of a unit, rounded to hundredths; nothing if it is endless or there is no unit.
func (e *encoder) hundredths(amount, unit int64) {
	over := false
	x := money.Ratio(amount, 200, max(1, unit), &over)
	if over || unit <= 0 || amount >= 1<<55 {
		e.none(1)
		return
	}
	e.chips((x+1)/2, 100)
}
