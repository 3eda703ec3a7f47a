//go:build !js

package history

import (
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// wideText returns a reader of UTF-8 for a file that is UTF-16 by its first bytes, nil for another. What is no text in UTF-16 becomes U+FFFD.
func wideText(start []byte, in io.Reader) io.Reader {
	order := unicode.LittleEndian
	switch big, is := wideOrder(start); {
	case !is:
		return nil
	case big:
		order = unicode.BigEndian
	}
	return transform.NewReader(in, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
}
