package star

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// fromSyntax converts an error of the parser, which stops at the first error. text is the script's text, or a part of it that
// begins with line number first.
//
// The parser reports what it got and what it wanted, and usually a position after the bad word or on the next line. fromSyntax
// moves the position to the word, and adds a hint about what the author probably meant.
func fromSyntax(err error, text string, first int32) *diag.Error {
	e := &diag.Error{Code: CodeSyntax, Msg: err.Error()}
	var s syntax.Error
	if !errors.As(err, &s) {
		return e
	}
	e.Pos, e.Msg = PlanPos(s.Pos), s.Msg
	got, _, _ := strings.Cut(s.Msg, ",")
	behind := got == "got end of file" || !strings.HasSuffix(s.Msg, "want primary expression") && strings.HasPrefix(s.Msg, "got ") || strings.Contains(s.Msg, "load")
	at := lexTo(text, first, s.Pos, behind)
	switch {
	case !behind || at.word.text == "":
	case got == "got newline" || got == "got end of file": // the end of the text
		e.Pos.Line, e.Pos.Col = at.word.line, at.word.end
	case got != "got indent" && got != "got outdent":
		e.Pos.Line, e.Pos.Col = at.word.line, at.word.col
	}
	e.Hint = at.hint(s.Msg)
	return e
}

// lexeme is a word of a script: a name, a number, a string or a punctuation mark.
type lexeme struct {
	text      string
	line, col int32 // where it begins
	end       int32 // the column after it
}

// reading is the state of the script where the parser gave up.
type reading struct {
	word, before lexeme   // the bad word and the one before it
	open         []lexeme // brackets that are still open, the innermost last
}

// lexTo splits a text, whose first line is number first, up to a position: to the word that begins there, or (behind) to the last
// word that ends before it.
func lexTo(text string, first int32, pos syntax.Position, behind bool) (r reading) {
	l := lexer{rest: []rune(text), line: first, col: 1}
	for {
		w, ok := l.next()
		here := w.line == pos.Line && w.col == pos.Col
		if !ok || behind && here || w.line > pos.Line || w.line == pos.Line && w.col > pos.Col {
			return r
		}
		r.before, r.word = r.word, w
		if here {
			return r
		}
		switch last := w.line == pos.Line && w.end == pos.Col; w.text {
		case "(", "[", "{":
			r.open = append(r.open, w)
		case ")", "]", "}":
			if n := len(r.open); n > 0 && !last {
				r.open = r.open[:n-1]
			}
		}
	}
}

// lexer splits a text into words, without blanks and comments. It accepts anything, since the parser has already refused the
// text.
type lexer struct {
	rest      []rune
	line, col int32
	comment   func(text []rune) // called with each comment at its start; may be nil
}

func (l *lexer) next() (lexeme, bool) {
	l.blanks()
	if len(l.rest) == 0 {
		return lexeme{}, false
	}
	w := lexeme{line: l.line, col: l.col}
	n := 1
	switch c := l.rest[0]; {
	case c == '"' || c == '\'':
		n = quoted(l.rest)
	case c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
		for n < len(l.rest) && (l.rest[n] == '_' || unicode.IsLetter(l.rest[n]) || unicode.IsDigit(l.rest[n])) {
			n++
		}
	case strings.ContainsRune("*+-/%<>=!&|", c):
		for n < len(l.rest) && n < 2 && strings.ContainsRune("*=&|><+-", l.rest[n]) {
			n++
		}
	}
	w.text = string(l.rest[:n])
	l.skip(n)
	w.end = l.col
	return w, true
}

func (l *lexer) blanks() {
	for n := 0; n < len(l.rest); {
		switch {
		case unicode.IsSpace(l.rest[0]) || l.rest[0] == '\\':
			l.skip(1)
		case l.rest[0] == '#':
			for n < len(l.rest) && l.rest[n] != '\n' && l.rest[n] != '\r' {
				n++
			}
			if l.comment != nil {
				l.comment(l.rest[:n])
			}
			l.skip(n)
			n = 0
		default:
			return
		}
	}
}

func (l *lexer) skip(n int) {
	for i, c := range l.rest[:n] {
		l.col++
		if c == '\n' || c == '\r' && !(i+1 < len(l.rest) && l.rest[i+1] == '\n') {
			l.line, l.col = l.line+1, 1
		}
	}
	l.rest = l.rest[n:]
}

// quoted returns the length of the string literal at the beginning of the text; an unclosed one ends with its line.
func quoted(text []rune) int {
	mark := string(text[0])
	if long := strings.Repeat(mark, 3); strings.HasPrefix(string(text[:min(3, len(text))]), long) {
		mark = long
	}
	for i := len(mark); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == text[0] && strings.HasPrefix(string(text[i:min(i+len(mark), len(text))]), mark):
			return i + len(mark)
		case (text[i] == '\n' || text[i] == '\r') && len(mark) == 1:
			return i
		}
	}
	return len(text)
}

// hint returns a hint for the parser's message about the text read so far; "" if there is no likely one.
func (r *reading) hint(msg string) string {
	got, want, _ := strings.Cut(strings.TrimPrefix(msg, "got "), ", want ")
	for _, k := range syntaxHints {
		if (k.msg == "" || strings.Contains(msg, k.msg)) && (k.word == "" || k.word == r.word.text) && (k.before == "" || k.before == r.before.text) {
			return k.hint
		}
	}
	switch {
	case want == "':'" && got == "newline":
		return "a : is missing at the end of this line"
	case want == "':'" && (got == "','" || got == "'}'") && len(r.open) > 0 && r.open[len(r.open)-1].text == "{":
		return "{…} is a dict, with key: value; a set is set([…])"
	case want == "':'":
		return "a : is missing before this"
	case want == "newline" && strings.ContainsAny(r.before.text[:min(1, len(r.before.text))], `"'`):
		return `the string ends here: write a quote within it as \" or \'`
	case got == "end of file" || strings.Contains("',' ')' ']' '}'", want) && want != "":
		if len(r.open) == 0 {
			return ""
		}
		open := r.open[len(r.open)-1]
		closed := fmt.Sprintf("the %s of line %d, column %d is not closed", open.text, open.line, open.col)
		switch {
		case got == "identifier" || strings.HasSuffix(got, "literal"):
			return "is a comma missing before this? or " + closed
		default:
			return closed
		}
	case want == "newline" && (got == "identifier" || strings.HasSuffix(got, "literal")):
		return "each statement needs its own line"
	}
	return ""
}

// syntaxHints are hints by a part of the parser's message, the bad word and the word before it; "" matches all. Most of them are
// about the syntax of other languages.
var syntaxHints = []struct{ msg, word, before, hint string }{
	{"character '!'", "", "", "write not"},
	{"got ':', want newline", "", "", "write ="},
	{"got ':', want ')'", "", "(", "the parentheses around the parameters are not closed"},
	{"got ':', want ')'", "", "", "parameters have names and defaults, no types"},
	{"got indent", "", "", "this line is indented more than the one before, which opens no block"},
	{"want indent", "", "", "the lines of the block above must be indented; an empty block is pass"},
	{"unindent does not match", "", "", "the indentation must match a line above"},
	{"conditional expression without else", "", "", "write: x if condition else y"},
	{"newline in string", "", "", "close the string with the same quote that opens it"},
	{"EOF in string", "", "", "close the string with the same quotes that open it"},
	{"invalid int literal", "", "", "a number does not begin with 0"},
	{"want '('", "-", "", "names consist of letters, digits and _"},
	{"input character '?'", "", "", "a choice is written: x if condition else y"},
	{"does not associate", "", "", "compare twice: a < b and b < c"},
	{"input character '“'", "", "", `use straight quotes: "`},
	{"input character '”'", "", "", `use straight quotes: "`},
	{"input character '‘'", "", "", `use straight quotes: "`},
	{"input character '’'", "", "", `use straight quotes: "`},
	{"load operand", "", "", `put the names to load in quotes: load("./file.star", "name")`},
	{"original name of loaded", "", "", `put the names to load in quotes: load("./file.star", mine = "name")`},
	{"", "import", "", `load names of other scripts with load("./file.star", "name")`},
	{"", "from", "", `load names of other scripts with load("./file.star", "name")`},
	{"", "class", "", "there are no classes: use struct(…) or a dict"},
	{"", "try", "", "errors cannot be caught: check first, with if"},
	{"", "except", "", "errors cannot be caught: check first, with if"},
	{"", "finally", "", "errors cannot be caught: check first, with if"},
	{"", "raise", "", `write fail("what is wrong")`},
	{"", "", "assert", `write: if not …: fail("what is wrong"), or t.eq(…) in a test`},
	{"", "", "print", "write print(…)"},
	{"got pass, want primary expression", "", "", "pass is a statement that does nothing; words that pass something have longer names, such as pass_cards(3)"},
	{"want primary expression", "return", ":", "a lambda is one expression, without return"},
	{"", "with", "", "there is no with statement, because scripts cannot open files"},
	{"", "yield", "", "there are no generators: return a list"},
	{"", "global", "", "a function cannot assign names of the top level: return the value"},
	{"", "nonlocal", "", "a function cannot assign names of another: return the value"},
	{"", "del", "", "write x.pop(key)"},
	{"", "is", "", "write == or !="},
	{"", "async", "", "scripts are sequential: there is no async"},
	{"", "await", "", "scripts are sequential: there is no async"},
	{"want ':'", "=", "", "write == to compare"},
	{"want ':'", "if", "else", "write elif"},
	{"", "**", "", "there is no power: multiply, as in x * x"},
	{"", "&&", "", "write and"},
	{"", "||", "", "write or"},
	{"", "++", "", "write x += 1"},
	{"got '-'", "->", "", "functions declare no types"},
	{"got string literal", "", "f", `there is no f"…": write "…%d" % x, or "…{}".format(x)`},
}
