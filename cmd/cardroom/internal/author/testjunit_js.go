//go:build js

package author

import "errors"

// The page asks for results in JSON only: its engine writes no XML.
func (rep *results) writeJUnit() error { return errors.New("there is no JUnit report in a browser") }
