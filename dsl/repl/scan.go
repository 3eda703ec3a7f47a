package repl

import "strings"

// position describes the end of an unfinished block. No parser accepts such a
// text, so this knows the few tokens that a cursor can be inside of.
type position struct {
	quote   int   // start of the string that the end is in, -1 for none
	comment bool  // the end is inside a comment
	open    []int // the open brackets, outermost first
	text    string
}

// scan returns the position at the end of a block.
func scan(block string) position {
	p := position{quote: -1, text: block}
	for i := 0; i < len(block); {
		switch c := block[i]; c {
		case '#':
			end := strings.IndexByte(block[i:], '\n')
			if end < 0 {
				p.comment = true
				return p
			}
			i += end
		case '"', '\'':
			from, to := quoted(block, i)
			if to < 0 {
				p.quote = from
				return p
			}
			i = to
		case '(', '[', '{':
			p.open = append(p.open, i)
			i++
		case ')', ']', '}':
			if len(p.open) > 0 {
				p.open = p.open[:len(p.open)-1]
			}
			i++
		default:
			i++
		}
	}
	return p
}

// quoted returns the start of the string that the quote at i opens, and the
// index after its closing quote, -1 if there is none.
func quoted(block string, i int) (from, to int) {
	mark := block[i : i+1]
	if triple := strings.Repeat(mark, 3); strings.HasPrefix(block[i:], triple) {
		mark = triple
	}
	from = i + len(mark)
	for j := from; j < len(block); j++ {
		switch {
		case block[j] == '\\':
			j++
		case strings.HasPrefix(block[j:], mark):
			return from, j + len(mark)
		case block[j] == '\n' && len(mark) == 1:
			return from, j // an error, but only of this line
		}
	}
	return from, -1
}

// call returns the index of the innermost open bracket if it belongs to a call,
// else -1.
func (p *position) call() int {
	if len(p.open) == 0 {
		return -1
	}
	at := p.open[len(p.open)-1]
	if p.text[at] != '(' || !calleeAt.MatchString(p.text[:at]) {
		return -1
	}
	return at
}

// opening returns the index of the bracket that the last byte of an expression
// closes, -1 if there is none.
func opening(expr string) int {
	before := scan(expr[:len(expr)-1])
	if before.quote >= 0 || len(before.open) == 0 {
		return -1
	}
	return before.open[len(before.open)-1]
}

// ending is the state at the end of an unfinished block, as far as scanning each line shows it: inside a string, inside brackets,
// or after a backslash. Text that is not Starlark may be misjudged.
type ending struct {
	quote     string // the quotes of the open string, "" for none
	brackets  int
	continued bool // the last line ends in a backslash
}

// open reports whether the next line continues something open.
func (e *ending) open() bool { return e.quote != "" || e.brackets > 0 || e.continued }

// add scans the next line.
func (e *ending) add(line string) {
	e.continued = false
	for i := 0; i < len(line); {
		if e.quote != "" {
			i = e.inText(line, i)
			continue
		}
		switch c := line[i]; c {
		case '#':
			return
		case '"', '\'':
			e.quote = line[i : i+1]
			if triple := strings.Repeat(e.quote, 3); strings.HasPrefix(line[i:], triple) {
				e.quote = triple
			}
			i += len(e.quote)
			continue
		case '(', '[', '{':
			e.brackets++
		case ')', ']', '}':
			e.brackets = max(0, e.brackets-1)
		case '\\':
			e.continued = i == len(line)-1
		}
		i++
	}
	if len(e.quote) == 1 && !strings.HasSuffix(line, `\`) {
		e.quote = "" // an error, but only of this line
	}
}

// inText advances from a byte of the open string by one character, or past its end.
func (e *ending) inText(line string, i int) int {
	switch {
	case strings.HasPrefix(line[i:], e.quote):
		i += len(e.quote)
		e.quote = ""
		return i
	case line[i] == '\\':
		return i + 2
	}
	return i + 1
}
