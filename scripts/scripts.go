// Package scripts embeds the houses: one folder each, with the games as
// Starlark scripts, loaded as "@scripts//HOUSE/FILE.star", their tests, named
// FILE_test.star, and the clauses of the house's document in clauses.toml.
// readings.toml has what is decided where the document is unclear, and
// mutants.toml has changes of the scripts that break single clauses: tests must notice.
// The folder gallery is no house: it has very many games, by family, that are loaded
// only when they are asked for. Its gallery.toml lists what it lacks.
package scripts
