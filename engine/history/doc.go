// Package history reads and writes recorded hands: files of one hand (.phh),
// of many hands (.phhs), and of decks. It turns text into data and back. It
// does not replay: whether the recorded actions are legal, and who wins, is
// for the package that plays hands.
//
// The format is PHH, the Poker Hand History file format: TOML, a flat list of
// fields for each hand. [Hand] has a field for each of PHH's; positions of all
// values and actions are kept, so that what is found later can be reported
// with file, line and column ([Hand.ErrorAt]).
//
// # Reading
//
// A [Reader] gives one hand after the other and uses the same memory for
// each; [Read] collects all hands of a file. What a file holds is told by its
// content, not by its name: keys alone are one hand, tables are a hand each,
// whatever they are called. Keys before the first table are a hand of their
// own, unless all of them are user-defined: those belong to no hand. Table
// names should count from 1; the first that does not is a warning.
//
// A hand that is wrong does not stop the rest. Next returns an [*diag.Error] for it
// and then goes on with the next table, also when the TOML itself is broken;
// a file that is cut off gives its whole hands and then one error. A file that
// is no text at all gives one error.
//
// A hand of more than [MaxHand] bytes is refused, and so are more than
// [MaxPlayers] players, amounts above [MaxAmount] units or with more than
// [MaxDecimals] decimals, more than [MaxActionCards] cards in an action and
// more than 256 fields that are not PHH's. Files may be of any length:
// [NewStream] and [Open] keep only a window of a long one.
//
// # Strict and lenient
//
// A strict reader takes what PHH allows, and for the eleven codes of PHH
// exactly the fields that the code needs. For other variants (X-… codes, ids
// such as angies/omaha-hilo, paths of scripts) any of the fields may be there.
// These are warnings even so ([Hand.Warnings]): keys that PHH does not know
// and that do not begin with an underscore, antes without
// ante_trimming_status, odd table names.
//
// A lenient reader tolerates, with a warning for each: 10 for T, commas and
// blanks between cards, half-known cards (A?, ?h, which become ??), a
// commentary without a blank after its #, fields that the variant does not
// have, verbs of the superset in a game of PHH, a variant that nobody knows, a
// blind below zero, a bring-in that is not below the small bet, and tables
// inside a hand, which it passes over.
//
// # Money
//
// Amounts are int64 in units of 1/[Hand.Scale], exact from text to text; floats
// never hold chips. 1e3, 1_000 and 5.0 read as 1000, 1000 and 5. [Hand.Rescale]
// changes the unit, to pay odd chips in cents for example.
//
// # Writing
//
// [Write], [Append] and [Writer] write in the layout of the public files: one
// line for each field, texts in single quotes. What was read and is written
// again reads as the same hand, with its fields in the same order; a file in
// that layout comes out byte by byte. TOML comments are lost.
//
// # The superset
//
// Games that PHH has no code for are written as PHH too, with the game's id as
// variant, the fields of PHH that the game has, more verbs, and user-defined
// fields for what PHH does not say:
//
//	_deck     text: the whole deck, top card first
//	_burns    text: the cards burned, in order
//	_stakes   text: the stakes, as cardroom run --stakes takes them
//	_options  table: the options and rulings in force, name = value
//	_seed     whole number (or text, above 2^63-1): the seed of the run
//	_hand     whole number: the number of the hand in the run, from 0
//	_banked   whole number: the rounds in a row that the last player has banked
//	          before this one, in a game against a bank
//	_carried  whole number: what hands before have left in the pot, in the
//	          smallest unit of the stakes
//	_rolls    array of whole numbers: what a die shows the first times that it is
//	          rolled, where the seed does not decide
//	_absent   array of whole numbers: players who were not dealt in, from 1
//	_button   whole number: the seat of the button, from 1, where the order
//	          of the players does not tell it
//
// A hand of a session says besides what the table did to it:
//
//	_raised     text: the stakes are those of _stakes, raised: "3/2" has every
//	            limit one and a half times as high, "3/2 blind" the big blind too
//	_forced     array of whole numbers: for each forced bet of the game the
//	            player who posts it, from 1; 0 for nobody, or for everybody
//	_fees       array of texts: what the house takes besides the game's own
//	            collection, in order: "pot 3" as soon as there are chips in it,
//	            "pot 3 flop" when there is a board, "p2 0.5" of player 2 before
//	            the forced bets
//	_straddles  false: nobody may straddle
//	_before     array of texts: what happened at the table between the hand
//	            before and this one, as package table writes its events, with
//	            amounts in the units of the stakes (cents)
//	_session    text: in the first hand, what the session was played with
//	_table      text: in the last hand, the table after it
//	_incomplete true: in the last hand, the session was interrupted there
//
// A hand of any game, of PHH too, may have:
//
//	_rake       text: what the house took when the pots were awarded, an amount,
//	            or one for each pot, main pot first: "1.25", "1 0.25"
//	_cap        text: the most that a player could put into the hand
//	_added      text: what the house put into the pot before the hand: a splash,
//	            a cash drop
//	_chip       text: the smallest chip, in which pots are divided, where it is more
//	            than the smallest unit of the amounts: "0.05"
//	_aside      array of texts: what players got or paid beside the pot, which
//	            no stack of the hand has: "p2 cash-out 1.89", "p1 bounty 2.75"
//	_limit      text: "pot" or "none", in a game that is played in both
//
// The verbs, of which games of PHH must not use any but post, event and go:
//
//	pN pick [CARDS]         answers a question for cards that has no verb of its own
//	pN expose CARDS         turns these of their cards face up
//	pN buy [CARDS]          gives these up for new ones; without cards declines
//	pN post AMOUNT [WORDS]  posts chips outside antes and blinds, before the
//	                        cards: a live bet, "dead" money, or live "in place"
//	                        of a smaller blind that is due from the player
//	pN straddle AMOUNT      straddles to AMOUNT
//	pN choose WORDS         answers a question of the game, such as hit or high
//	d event WORDS           an irregularity: its name, then what is told of it,
//	                        "d event dealer_exposed seat=p2 card=9d"
//	pN event WORDS          an irregularity of this player
//	d go N                  before it: the dealer has gone on N times since a
//	                        player acted or something irregular happened; left
//	                        out: as often as it takes until it can have happened
//
// A joker is Jo. Two jokers read as Joker and Joker2 of package cards in the
// order of the action or text in which they stand.
package history
