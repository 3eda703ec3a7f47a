// Package page has the files of the page that `serve` shows and `site` writes.
package page

import "embed"

// Files are the files of the page, below the folder files.
//
//go:embed files
var Files embed.FS
