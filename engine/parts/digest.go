package parts

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// Digest identifies what is written to it.
type Digest struct{ hash.Hash }

// NewDigest returns the digest of nothing yet.
func NewDigest() Digest { return Digest{sha256.New()} }

// Named adds a name and a text.
func (d Digest) Named(name, text string) { fmt.Fprintf(d, "%q %d\n%s", name, len(text), text) }

// String returns "sha256:" and the hash in hexadecimal digits.
func (d Digest) String() string { return "sha256:" + hex.EncodeToString(d.Sum(nil)) }
