package equity

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// evalOutput writes the results of eval, block by block. It formats rows itself
// instead of using rows.New: at a million hands per second most of the cost is the
// text of a row, which is made only once for each strength.
type evalOutput struct {
	std    *app.IO
	ranker *ranker
	format string
	keep   bool // keep rows unformatted, for text or sorting
	sort   bool
	// files means that a row says from which file it is; places, that the text does.
	files, places bool
	sorted        []evalRow
	widths        []int // of the text columns; they only grow
	headed        bool
	rows          int64
	seen          []rows.Record // for rows.Watch
	bad           int64
	told          app.Limiter // limits the reported errors
}

// Block writes the rows of a block and reports its errors.
func (o *evalOutput) Block(b *block) error {
	for _, f := range b.faults {
		o.told.ReportAlike(o.std, f)
	}
	o.bad += int64(len(b.faults))
	o.rows += b.count
	switch {
	case o.sort:
		o.sorted = append(o.sorted, b.rows...)
	case o.format == report.Text:
		o.table(b.rows)
	default:
		o.write(b.out)
		o.render(b.rows)
	}
	return o.std.Stdout.Err()
}

// render formats and writes rows that were kept.
func (o *evalOutput) render(list []evalRow) {
	b, r := &block{}, o.renderer()
	for i := range list {
		r.append(b, &list[i])
		if rows.Watch == nil {
			continue
		}
		if pairs := o.pairs(&list[i]); o.format == report.NDJSON {
			rows.Watch(rows.Schema("eval"), "A hand, as a line.", pairs)
		} else {
			o.seen = append(o.seen, pairs)
		}
	}
	o.write(b.out)
}

// Close ends the output; complete means that all hands were read.
func (o *evalOutput) Close(complete bool) error {
	o.told.End(o.std)
	if o.sort {
		slices.SortStableFunc(o.sorted, func(a, b evalRow) int { return o.ranker.compare(&a, &b) })
		if o.format == report.Text {
			o.table(o.sorted)
		} else {
			o.render(o.sorted)
		}
	}
	if !o.headed && o.format != report.Text {
		o.head()
	}
	summary := []rows.Pair{{Name: "count", Unit: "hands", Doc: "hands ranked", Value: o.rows}, {Name: "bad", Unit: "lines", Doc: "lines that were no hand", Value: o.bad}, rows.Complete(complete)}
	switch {
	case o.format == report.NDJSON:
		end, err := rows.New[evalRow](o.std.Stdout, o.format, "eval", "hands", nil)
		if err == nil {
			err = end.Close(summary...)
		}
		return err
	case o.format == report.JSON:
		end := "]"
		if o.rows > 0 {
			end = "\n  ]"
		}
		o.std.Stdout.Printf("%s", end)
		for _, f := range summary {
			o.std.Stdout.Printf(",\n  %q: %v", f.Name, f.Value)
		}
		o.std.Stdout.Printf("\n}\n")
		if rows.Watch != nil {
			rows.Watch(rows.Schema("eval"), "All hands, as a document.", append([]rows.Pair{o.rankedBy(), {Name: "hands", Doc: "in the order read, or the best first", Value: o.seen}}, summary...))
		}
	}
	return nil
}

// write writes formatted rows, preceded by the format's header the first time.
func (o *evalOutput) write(rows []byte) {
	if len(rows) == 0 {
		return
	}
	if !o.headed {
		o.head()
		if o.format == report.JSON {
			rows = rows[1:] // the comma before the first object
		}
	}
	_, _ = o.std.Stdout.Write(rows)
}

func (o *evalOutput) head() {
	o.headed = true
	switch o.format {
	case report.CSV:
		var head []string
		for _, f := range evalFields {
			head = append(head, rows.Quoted(f.name))
		}
		for _, p := range o.ranker.parts {
			for _, f := range p.fields() {
				head = append(head, rows.Quoted(p.field+"_"+f.name))
			}
		}
		if o.files {
			head = append(head, rows.Quoted(evalFile.name))
		}
		o.std.Stdout.Printf("%s\n", strings.Join(head, ","))
	case report.JSON:
		by := o.rankedBy()
		o.std.Stdout.Printf("{\n  \"schema\": %q,\n  %q: %s,\n  \"hands\": [", rows.Schema("eval"), by.Name, quoteJSON(o.ranker.name))
	}
}

func (o *evalOutput) rankedBy() rows.Pair {
	return rows.Pair{Name: "ranked_by", Doc: "the ranking or game", Value: o.ranker.name}
}

// evalField is a field of a row: its name, what it means, and its value as text, for the part of the pot if it is about one.
type evalField struct {
	name, doc string
	of        any // 0 or "", the type
	add       func(r *evalRenderer, b []byte, row *evalRow, part int) []byte
}

// evalFields are the fields of a row before those of the parts. evalFile is there if hands are read from files: in JSON the
// first, in CSV the last.
var (
	evalFile = evalField{"file", "the file of the line, only if hands are read from files", "", func(r *evalRenderer, b []byte, row *evalRow, _ int) []byte {
		if row.file != r.file {
			r.file, r.named = row.file, r.quote(row.file)
		}
		return append(b, r.named...)
	}}
	evalFields = []evalField{
		{"line", "the number of the line or argument, from 1", 0, func(_ *evalRenderer, b []byte, row *evalRow, _ int) []byte {
			return strconv.AppendInt(b, int64(row.line), 10)
		}},
		{"cards", "of the hand", "", func(r *evalRenderer, b []byte, row *evalRow, _ int) []byte { return r.cards(b, row.own()) }},
		{"board", "of the board, or empty", "", func(r *evalRenderer, b []byte, row *evalRow, _ int) []byte { return r.cards(b, row.board()) }},
	}
	worthFields = []evalField{
		{"strength", "larger is better, also for a low hand; comparable within one ranking", 0, func(_ *evalRenderer, b []byte, row *evalRow, part int) []byte {
			return strconv.AppendUint(b, uint64(row.worth[part].strength), 10)
		}},
		{"name", "in words", "", func(r *evalRenderer, b []byte, row *evalRow, part int) []byte {
			return append(b, r.word(part, &row.worth[part])...)
		}},
		{"cards", "those that count", "", func(r *evalRenderer, b []byte, row *evalRow, part int) []byte {
			return r.cards(b, row.worth[part].used[:row.worth[part].n])
		}},
		{"suits", "larger is better, where suits part equal hands", 0, func(_ *evalRenderer, b []byte, row *evalRow, part int) []byte {
			return strconv.AppendUint(b, uint64(row.worth[part].suits), 10)
		}},
	}
)

// fields returns the fields of a part: the last is for rankings in which suits count.
func (p *judgePart) fields() []evalField {
	if p.bySuit {
		return worthFields
	}
	return worthFields[:len(worthFields)-1]
}

// table writes rows as aligned columns. Columns grow with longer rows but never
// shrink, because a stream cannot be measured in advance.
func (o *evalOutput) table(rows []evalRow) {
	if len(rows) == 0 {
		return
	}
	cells := make([][]string, 0, len(rows)+1)
	if !o.headed {
		head := []string{"hand"}
		if o.places {
			head = []string{"line", "hand"}
		}
		for _, p := range o.ranker.parts {
			head = append(head, p.field, "strength", "cards")
		}
		cells = append(cells, head)
		o.widths = make([]int, len(cells[0]))
	}
	for i := range rows {
		cells = append(cells, o.textRow(&rows[i]))
	}
	for _, line := range cells {
		for i, cell := range line {
			o.widths[i] = max(o.widths[i], len(cell))
		}
	}
	var b strings.Builder
	if !o.headed {
		o.headed = true
		b.WriteString(o.std.Stdout.Paint(o.textLine(cells[0]), color.Bold) + "\n")
		cells = cells[1:]
	}
	for _, line := range cells {
		b.WriteString(o.textLine(line) + "\n")
	}
	o.std.Stdout.Printf("%s", b.String())
}

// textLine joins cells into a line, with strengths right-aligned.
func (o *evalOutput) textLine(line []string) string {
	var b strings.Builder
	for i, cell := range line {
		pad := strings.Repeat(" ", o.widths[i]-len(cell))
		if i > 0 {
			b.WriteString("  ")
		}
		if o.isNumber(i) {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// isNumber reports whether column i of the text is a strength.
func (o *evalOutput) isNumber(i int) bool {
	if o.places {
		i--
	}
	return i > 0 && (i-1)%3 == 1
}

func (o *evalOutput) textRow(r *evalRow) []string {
	hand := cards.Format(r.own())
	if r.n > r.hole {
		hand += " | " + cards.Format(r.board())
	}
	line := []string{hand}
	if o.places {
		line = []string{r.file + ":" + strconv.Itoa(r.line), hand}
	}
	for i, p := range o.ranker.parts {
		w := &r.worth[i]
		if w.strength == 0 {
			line = append(line, "-", "-", "-")
			continue
		}
		strength := strconv.Itoa(int(w.strength))
		if p.bySuit {
			strength += "/" + strconv.Itoa(int(w.suits))
		}
		line = append(line, p.ranking.Describe(w.strength), strength, cards.Format(w.used[:w.n]))
	}
	return line
}

// evalRenderer formats rows; each goroutine has its own.
type evalRenderer struct {
	*evalOutput
	quote func(string) string
	mark  string      // around cards
	words [2][]string // the names of the strengths, formatted
	// file is the last row's file, and named its formatted name.
	file, named string
}

func (o *evalOutput) renderer() *evalRenderer {
	r := &evalRenderer{evalOutput: o, quote: quoteJSON, mark: `"`}
	if o.format == report.CSV {
		r.quote, r.mark = rows.Quoted, ""
	}
	for i, p := range o.ranker.parts {
		r.words[i] = make([]string, p.ranking.Count()+1)
	}
	return r
}

// append adds a formatted row to its block.
func (r *evalRenderer) append(b *block, row *evalRow) {
	switch r.format {
	case report.CSV:
		b.out = r.csv(b.out, row)
	case report.JSON:
		b.out = append(b.out, ",\n    {"...)
		b.out = append(r.object(b.out, row), '}')
	default:
		b.out = append(b.out, `{"schema":"cardroom.eval/1",`...)
		b.out = append(r.object(b.out, row), '}', '\n')
	}
}

// object appends the fields of a row as JSON.
func (r *evalRenderer) object(b []byte, row *evalRow) []byte {
	if r.files {
		b = append(evalFile.add(r, append(b, `"file":`...), row, 0), ',')
	}
	b = r.members(b, evalFields, row, 0)
	for i := range r.ranker.parts {
		p := &r.ranker.parts[i]
		b = append(append(append(b, `,"`...), p.field...), `":`...)
		if row.worth[i].strength == 0 {
			b = append(b, "null"...)
		} else {
			b = append(r.members(append(b, '{'), p.fields(), row, i), '}')
		}
	}
	return b
}

// members appends fields with their names.
func (r *evalRenderer) members(b []byte, fields []evalField, row *evalRow, part int) []byte {
	for i := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields[i].add(r, append(append(append(b, '"'), fields[i].name...), `":`...), row, part)
	}
	return b
}

// pairs returns the fields of a row with what they mean, for [rows.Watch].
func (o *evalOutput) pairs(row *evalRow) (out []rows.Pair) {
	if o.files {
		out = append(out, rows.Pair{Name: evalFile.name, Doc: evalFile.doc, Value: evalFile.of})
	}
	for _, f := range evalFields {
		out = append(out, rows.Pair{Name: f.name, Doc: f.doc, Value: f.of})
	}
	for i := range o.ranker.parts {
		p, worth := &o.ranker.parts[i], rows.Record{}
		for k, f := range worthFields {
			worth = append(worth, rows.Pair{Name: f.name, Doc: f.doc, Value: f.of})
			if k >= len(p.fields()) {
				worth[k].Value = rows.If(false, 0)
			}
		}
		out = append(out, rows.Pair{Name: p.field, Doc: "null when no hand qualifies", Value: rows.If(row.worth[i].strength != 0, &worth)})
	}
	return out
}

// csv appends a row as a CSV line.
func (r *evalRenderer) csv(b []byte, row *evalRow) []byte {
	for i := range evalFields {
		b = append(evalFields[i].add(r, b, row, 0), ',')
	}
	for i := range r.ranker.parts {
		for _, f := range r.ranker.parts[i].fields() {
			if row.worth[i].strength != 0 {
				b = f.add(r, b, row, i)
			}
			b = append(b, ',')
		}
	}
	if r.files {
		return append(evalFile.add(r, b, row, 0), '\n')
	}
	b[len(b)-1] = '\n'
	return b
}

// word returns the formatted name of a strength, made only once.
func (r *evalRenderer) word(part int, w *worth) string {
	known := r.words[part]
	if int(w.strength) >= len(known) {
		return r.quote("")
	}
	if known[w.strength] == "" {
		known[w.strength] = r.quote(r.ranker.parts[part].ranking.Describe(w.strength))
	}
	return known[w.strength]
}

// cards appends cards, in JSON as a string.
func (r *evalRenderer) cards(b []byte, cs []cards.Card) []byte {
	b = append(b, r.mark...)
	for _, c := range cs {
		b = c.Append(b)
	}
	return append(b, r.mark...)
}

func quoteJSON(s string) string {
	b, err := rows.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// BlockSize is the size of a block in bytes, about ten thousand hands: large enough
// that passing it between goroutines costs little, small enough for the cache. A
// longer line is not a hand.
const BlockSize = 1 << 17

// A block is a number of complete lines on their way through eval.
type block struct {
	file string
	line int    // number of the first line
	text string // complete lines; the last may lack its newline
	// within means that the block begins inside a line that was too long for the
	// previous block and was rejected there.
	within bool
	// Set by a worker: the rows, formatted or not, and the errors.
	out    []byte
	rows   []evalRow
	count  int64
	faults []error
}

// A source passes the blocks of the input to yield, in order, until yield returns
// false.
type source func(yield func(*block) bool) error

func (o *EvalOptions) source(std *app.IO) source {
	if o.Hands != nil {
		return func(yield func(*block) bool) error {
			lines := make([]string, 0, len(o.Hands))
			for _, hand := range o.Hands {
				lines = append(lines, strings.ReplaceAll(hand, "\n", " "))
			}
			yield(&block{file: "argument", line: 1, text: strings.Join(lines, "\n")})
			return nil
		}
	}
	return func(yield func(*block) bool) error {
		var unread []error // of files: the others are ranked
		for name, err := range history.WalkOnly(std.FS, o.Files, Ending) {
			over := false
			if err == nil {
				over, err = readFile(std, name, yield)
			}
			if err != nil {
				unread = append(unread, app.PlainPathError(err))
			}
			if over {
				break
			}
		}
		return errors.Join(unread...)
	}
}

// readFile reads a file, and reports whether yield wants no more.
func readFile(std *app.IO, name string, yield func(*block) bool) (over bool, err error) {
	f, err := std.Open(name)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	return readBlocks(name, f, yield)
}

// readBlocks splits a file into blocks. A block ends with the data of one read, so
// that a hand typed into a pipe is answered before the next.
func readBlocks(name string, f io.Reader, yield func(*block) bool) (over bool, err error) {
	buf := make([]byte, 0, BlockSize)
	line, within := 1, false
	for {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		end := bytes.LastIndexByte(buf, '\n') + 1
		tooLong := end == 0 && len(buf) == cap(buf)
		if tooLong || err != nil {
			end = len(buf)
		}
		if end > 0 {
			text := string(buf[:end])
			if line == 1 && !within {
				text = strings.TrimPrefix(text, "\ufeff") // some shells put a byte order mark at the start of a pipe
			}
			if !yield(&block{file: name, line: line, text: text, within: within}) {
				return true, nil
			}
			within = tooLong
			line += bytes.Count(buf[:end], []byte("\n"))
			buf = buf[:copy(buf[:cap(buf)], buf[end:])]
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
	}
}

// rankBlocks ranks blocks in parallel and passes them to out in order. It ends early if the output is no longer read.
func (j *ranker) rankBlocks(ctx context.Context, opts EvalOptions, from source, out *evalOutput) error {
	idle := make(chan *evalRenderer, opts.Workers)
	for range opts.Workers {
		idle <- out.renderer()
	}
	var reading error
	blocks := func(yield func(*block) bool) { reading = from(yield) }
	for b := range app.InOrder(ctx, opts.Workers, blocks, func(_ context.Context, b *block) *block {
		r := <-idle
		j.rankBlock(b, r)
		idle <- r
		return b
	}) {
		if err := out.Block(b); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return reading
}

// rowGrowth is roughly how many output bytes each input byte becomes.
const rowGrowth = 10

func (j *ranker) rankBlock(b *block, r *evalRenderer) {
	var row evalRow
	if !r.keep {
		b.out = make([]byte, 0, rowGrowth*len(b.text))
	}
	for i, rest := 0, b.text; rest != ""; i++ {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		if i == 0 && b.within {
			continue
		}
		found, fault := j.readLine(&row, line)
		switch {
		case fault != nil:
			b.faults = append(b.faults, fault.Placed(b.file, b.line+i, strings.TrimRight(line, "\r")))
		case found:
			row.file, row.line = b.file, b.line+i
			j.rank(&row)
			if r.keep {
				b.rows = append(b.rows, row)
			} else {
				r.append(b, &row)
			}
			b.count++
		}
	}
}
