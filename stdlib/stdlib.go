// Package stdlib embeds the library of procedures that houses share, Starlark
// scripts loaded as "@stdlib//FILE.star". readings.toml has the readings
// that several houses share.
package stdlib

import "embed"

// FS holds the library.
//
//go:embed *.star readings.toml
var FS embed.FS
