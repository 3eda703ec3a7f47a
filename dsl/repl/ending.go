package repl

import "strings"

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
