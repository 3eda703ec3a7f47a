// Package scripts embeds the houses: one folder each, with the games as
// Starlark scripts, loaded as "@scripts//HOUSE/FILE.star", their tests, named
// FILE_test.star, and the clauses of the house's document in clauses.toml.
// mutants.toml has changes of the scripts that break single clauses: tests must notice.
package scripts

import "embed"

// FS holds the houses' scripts, tests and clauses.
//
//go:embed */*.star */clauses.toml */mutants.toml
var FS embed.FS
