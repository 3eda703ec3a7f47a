// Package dsl is the language of house games: the words of a rule sheet, for scripts written in Starlark, and frozen plans that
// the engine runs out of what the scripts say.
//
// The host of the scripts is [star]: loading, limits, options, errors. The words are [Language], each described beside what it
// does: steps and forced bets, rankings and showdowns, rulings on irregularities, tables and their rules, games against a bank.
// A [Library] finds games: those of the houses by id, those of a script by its path, and recorded hands by their variant.
// Functions of scripts are asked during a hand through hooks, which see a view of the hand and nothing else; the answers are
// remembered, so that a script runs only when something new happens. Script policies play seats, and choose what to draw.
package dsl
