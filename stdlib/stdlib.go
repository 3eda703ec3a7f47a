// Package stdlib embeds the library of procedures that houses share, Starlark
// scripts loaded as "@stdlib//FILE.star".
package stdlib

import "embed"

// FS holds the library.
//
//go:embed *.star
var FS embed.FS
