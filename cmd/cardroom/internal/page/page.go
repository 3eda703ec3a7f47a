package page

import "embed"

// Files are the files of the page, below the folder files.
//
//go:embed files
var Files embed.FS
