// Package dsl is the language of house games. It defines the words that rule sheets written in Starlark use, and compiles what
// the scripts say into frozen plans that the engine runs.
//
// Package [star] hosts the scripts: loading, limits, options, errors. The words are in [Language], each described next to its
// implementation: steps and forced bets, rankings and showdowns, rulings on irregularities, tables and their rules, games against
// a bank. A [Library] finds games: those of the houses by id, those of a script by its path, and recorded hands by their variant.
// During a hand the engine calls functions of scripts through hooks, which see only a view of the hand; the answers are cached,
// so that a script runs only when something new happens.
//
// # How a game is made
//
// house(…) holds what a room's games share, house.game(name, play, showdown, …) fills in the rest and game.extend varies a
// game. play is a list of steps in the dealer's order (deal, board, burn, bet, draw, discard, buy, expose, pass_cards,
// straddle, collect, choose, compare, when, in_turn, pay, give_up, roll, redeal, show, carry), the showdown is best(ranking,
// …) or split(high, low). when becomes forward jumps, so every deal ends. in_turn repeats its steps for each live seat
// (hand.runPart); served limits deals and questions to the seat whose turn it is. A hand for a pot calls scripts in four
// places: before_award, once before a showdown is paid, to limit claims; the function of a when; the function that says
// which choices are allowed; and the function of wild, for each board that a hand may play. The second and third see only
// what lies open (plan.OpenQuestion), and their answers are cached. In a game with them (AtStakes.Scripted) a choice takes
// effect completely or not at all. Each call becomes one plan.Step with its position; plan.Game.Validate refuses a game that
// cannot be played (too many seats for the deck, an opener by up cards before any is up, …) at the place of the fault.
//
// Game.ParseStakes reads what a table plays for (2-4, 1-3/1-6, pl 1-2, nl 1-2, a posted name), Game.Bind turns every amount
// into units.
package dsl
