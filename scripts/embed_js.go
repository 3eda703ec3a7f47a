package scripts

import "embed"

// FS is as on other systems, without the mutants: only the command test tries them.
//
//go:embed */*.star */*/*.star */clauses.toml */readings.toml */gallery.toml
var FS embed.FS
