package diag

import "strconv"

// Pos is a place in a file: the name of the file as given, the line and the
// column, both from 1, the column in characters. The zero Pos means that there
// is no file.
type Pos struct {
	File      string
	Line, Col int32
}

// String returns "file:line:col", or "" for the zero Pos.
func (p Pos) String() string {
	if p.File == "" {
		return ""
	}
	return p.File + ":" + strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

// MarshalText returns [Pos.String], for JSON.
func (p Pos) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
