package star

import "strings"

// Tail is what is open at the end of a text that need not parse. It knows the few tokens that a cursor can be inside of; text that
// is not Starlark may be misjudged. The zero Tail is that of an empty text.
type Tail struct {
	Mark    string // the quotes of the open string; "" for none
	From    int    // the byte where that string begins, after its quotes
	Comment bool   // the end is inside a comment
	Open    []OpenBracket

	size, over int // bytes added, and bytes of the next text that the last one has escaped
}

// OpenBracket is a bracket without its counterpart.
type OpenBracket struct {
	At   int // its byte
	Arg  int // the index of the argument that is open, from 0
	From int // the byte where that argument begins
}

// TailOf returns what is open at the end of a text.
func TailOf(text string) *Tail {
	t := new(Tail)
	t.Add(text)
	return t
}

// Add scans a text that follows, a line or several.
func (t *Tail) Add(text string) {
	i := t.over
	for ; i < len(text); i++ {
		last := len(t.Open) - 1
		switch c := text[i]; {
		case c == '\n':
			if t.Comment = false; len(t.Mark) == 1 {
				t.Mark = "" // an error, but only of this line
			}
			// A statement at the start of a line closes the brackets left open above it.
			if rest := text[i+1:]; t.Mark == "" && (strings.HasPrefix(rest, "def ") || strings.HasPrefix(rest, "load(")) {
				t.Open = nil
			}
		case t.Comment:
		case t.Mark != "" && c == '\\':
			i++
		case t.Mark != "":
			if strings.HasPrefix(text[i:], t.Mark) {
				i += len(t.Mark) - 1
				t.Mark = ""
			}
		case c == '#':
			t.Comment = true
		case c == '"' || c == '\'':
			t.Mark = text[i : i+1]
			if triple := strings.Repeat(t.Mark, 3); strings.HasPrefix(text[i:], triple) {
				t.Mark = triple
			}
			i += len(t.Mark) - 1
			t.From = t.size + i + 1
		case c == '(' || c == '[' || c == '{':
			t.Open = append(t.Open, OpenBracket{At: t.size + i, From: t.size + i + 1})
		case last < 0:
		case c == ')' || c == ']' || c == '}':
			t.Open = t.Open[:last]
		case c == ',':
			t.Open[last].Arg++
			t.Open[last].From = t.size + i + 1
		}
	}
	t.over = i - len(text)
	t.size += len(text)
}

// Opening returns the byte of the bracket that the last byte of an expression closes; -1 if there is none.
func Opening(expr string) int {
	t := TailOf(expr[:len(expr)-1])
	if t.Mark != "" || t.Comment || len(t.Open) == 0 {
		return -1
	}
	return t.Open[len(t.Open)-1].At
}
