package history

// Code is the stable name of a kind of error.
type Code string

// Error is one thing wrong with a file, with its position.
type Error struct {
	File string
	// Line and Col count from 1, Col in characters.
	Line, Col int
	Code      Code
	Msg       string // what is wrong, lower case
	Hint      string // what to do about it, may be empty
	Hand      int    // number of the hand in the file, 0 if it is not about a hand
	Source    string // the source line, or the part of it around Col
	Err       error  // the cause, if it is not the file's text

	caret int // characters of Source before the place
}

// Warning is something wrong that was tolerated.
type Warning = *Error

// Error is file:line:col: what is wrong.
func (e *Error) Error() string { return e.Position().String() + ": " + e.Msg }

// Position is the place of the error.
func (e *Error) Position() Position { return Position{e.File, e.Line, e.Col} }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// source is the text that a hand was read from.
type source struct {
	name string
	text []byte
	line int // line of the first byte of text
	head int // where the hand begins in text
}

func (s *source) position(p int) Position { return Position{File: s.name} }

func (s *source) errorAt(p int, code Code, msg, hint string) *Error {
	return &Error{File: s.name, Code: code, Msg: msg, Hint: hint}
}
