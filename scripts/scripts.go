// Package scripts embeds the houses: one folder each, with the games as
// Starlark scripts, loaded as "@scripts//HOUSE/FILE.star".
package scripts

import "embed"

// FS holds the houses' scripts.
//
//go:embed */*.star
var FS embed.FS
