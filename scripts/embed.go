//go:build !js

package scripts

import "embed"

// FS holds the houses' scripts, tests, clauses, readings and mutants.
//
//go:embed */*.star */*/*.star */clauses.toml */readings.toml */mutants.toml */gallery.toml
var FS embed.FS
