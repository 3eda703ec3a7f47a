package plan

import "strconv"

// Pos is a place in a script: the file as the loader names it, the line and
// the column, both from 1. The zero Pos means that no script is behind it.
type Pos struct {
	File      string
	Line, Col int32
}

// String is "file:line:col", or "" for the zero Pos.
func (p Pos) String() string {
	if p.File == "" {
		return ""
	}
	return p.File + ":" + strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

// MarshalText is String, for JSON.
func (p Pos) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
