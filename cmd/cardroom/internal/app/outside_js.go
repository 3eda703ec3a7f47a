package app

import (
	"errors"
	"io"
)

// Listener accepts connections; the page's engine has none, and links no network.
type Listener = io.Closer

var notInstalled = errors.ErrUnsupported
