package history

import (
	"bytes"
	"io"
	"syscall/js"
)

// wideText is the browser's decoder: with that of golang.org/x/text the page's engine would be 5 KB larger. The file is read whole.
func wideText(start []byte, in io.Reader) io.Reader {
	big, is := wideOrder(start)
	if !is {
		return nil
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return io.MultiReader(bytes.NewReader(text), failing{err})
	}
	raw := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(raw, text)
	name := map[bool]string{true: "utf-16be", false: "utf-16le"}[big]
	return bytes.NewReader([]byte(js.Global().Get("TextDecoder").New(name).Call("decode", raw).String()))
}
