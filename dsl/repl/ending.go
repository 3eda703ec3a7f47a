package repl

import "strings"

// ending is where the lines of a half written block end, as far as a look at each line tells: within a text, within brackets, or
// behind a backslash. What is no Starlark may be misjudged.
type ending struct {
	quote     string // of the text that is open, "" for none
	brackets  int
	continued bool // the last line ends in a backslash
}

// open reports whether the next line goes on with what is open.
func (e *ending) open() bool { return e.quote != "" || e.brackets > 0 || e.continued }

// add goes on to the end of the next line.
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
		e.quote = "" // an error, but not of the lines after it
	}
}

// inText goes on from a byte of the text that is open, to its end or by a character.
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
