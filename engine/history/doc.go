// Package history reads and writes recorded hands: files with one hand (.phh),
// files with many hands (.phhs), and deck files. It turns text into data and
// back. It does not replay: the package that plays hands decides whether the
// recorded actions are legal, and who wins.
//
// The format is PHH, the Poker Hand History file format: TOML, a flat list of
// fields for each hand. [Hand] has a field for each field of PHH; it keeps the
// positions of all values and actions, so that an error found later can be
// reported with file, line and column ([Hand.ErrorAt]).
//
// # Reading
//
// A [Reader] returns one hand after another and reuses the same memory for
// each; [Read] collects all hands of a file. The content of a file, not its
// name, determines its form: keys alone are one hand, and each table is a hand,
// whatever its name. Keys before the first table are a hand of their own,
// unless all of them are user-defined: those belong to no hand. Table names
// should count from 1; the first that does not causes a warning.
//
// A faulty hand does not stop the rest. Next returns an [*diag.Error] for it
// and then continues with the next table, even when the TOML itself is broken;
// a truncated file yields its complete hands and then one error. A file that is
// not text yields one error.
//
// The reader rejects hands of more than [MaxHand] bytes, more than [MaxPlayers]
// players, amounts above [MaxAmount] units or with more than [maxDecimals]
// decimals, more than [MaxActionCards] cards in an action, and more than 256
// fields that are not PHH's. Files may be of any length: [newStream] and [Open]
// keep only a window of a long one.
//
// # Strict and lenient
//
// A strict reader accepts what PHH allows, and for the eleven codes of PHH
// exactly the fields that the code needs. Other variants (X-… codes, ids such
// as HOUSE/omaha-hilo, paths of scripts) may have any of the fields. Even a
// strict reader only warns ([Hand.Warnings]) about keys that PHH does not know
// and that do not begin with an underscore, antes without ante_trimming_status,
// and odd table names.
//
// A lenient reader tolerates, with a warning for each: 10 for T, commas and
// spaces between cards, half-known cards (A?, ?h, which become ??), a
// commentary without a space after its #, fields that the variant does not
// have, verbs of the superset in a game of PHH, an unknown variant, a blind
// below zero, a bring-in that is not below the small bet, and tables inside a
// hand, which it skips.
//
// # Money
//
// Amounts are int64 in units of 1/[Hand.Scale], exact from text to text; floats
// never hold chips. 1e3, 1_000 and 5.0 read as 1000, 1000 and 5. [Hand.Rescale]
// changes the unit, for example to pay odd chips in cents.
//
// # Writing
//
// [Write], [Append] and [Writer] use the layout of the public files: one line
// per field, texts in single quotes. A hand that is read and written again
// reads as the same hand, with its fields in the same order; a file in that
// layout is reproduced byte for byte. TOML comments are lost.
//
// # The superset
//
// Games that PHH has no code for are written as PHH too, with the game's id as
// variant, the fields of PHH that the game has, more verbs, and user-defined
// fields for what PHH cannot say:
//
//	_deck     text: the whole deck, top card first
//	_burns    text: the cards burned, in order
//	_stakes   text: the stakes, as for cardroom run --stakes
//	_options  table: the options and rulings in force, name = value
//	_seed     whole number (or text, above 2^63-1): the seed of the run
//	_hand     whole number: the number of the hand in the run, from 0
//	_banked   whole number: how many rounds in a row the last player has banked
//	          before this one, in a game against a bank
//	_carried  whole number: what earlier hands left in the pot, in the
//	          smallest unit of the stakes
//	_rolls    array of whole numbers: the first rolls of the dice, where the
//	          seed does not determine them
//	_absent   array of whole numbers: players who were not dealt in, from 1
//	_button   whole number: the seat of the button, from 1, where the order
//	          of the players does not imply it
//
// A hand of a session also records the effects of the table on it:
//
//	_raised     text: the stakes are those of _stakes, raised: "3/2" multiplies
//	            every limit by one and a half, "3/2 blind" the big blind too
//	_forced     array of whole numbers: for each forced bet of the game the
//	            player who posts it, from 1; 0 for nobody, or for everybody
//	_fees       array of texts: what the house takes in addition to the game's own
//	            collection, in order: "pot 3" as soon as there are chips in it,
//	            "pot 3 flop" when there is a board, "p2 0.5" from player 2 before
//	            the forced bets
//	_straddles  false: nobody may straddle
//	_before     array of texts: the events at the table between the previous
//	            hand and this one, as package table writes them, with amounts
//	            in the units of the stakes (cents)
//	_payments   array of texts: what rules of the table moved after the hand to and
//	            from players who were not in it, funds and the pot of the next
//	            hand; the payments of the hand's players are in _aside
//	_session    text: in the first hand, the parameters of the session
//	_table      text: in the last hand, the table after it
//	_incomplete true: in the last hand, the session was interrupted there
//
// A hand of any game, including PHH's, may have:
//
//	_rake       text: what the house took when the pots were awarded, one amount,
//	            or one per pot, main pot first: "1.25", "1 0.25"
//	_jackpot_fee text: the part of the rake that goes to a jackpot
//	_uneven     array of texts: what players who share a pot equally got of it more
//	            or less, because the house took unequal rake: "p1 -0.13", "p3 0.13"
//	_cap        text: the most that a player could put into the hand
//	_added      text: what the house put into the pot before the hand: a splash,
//	            a cash drop
//	_chip       text: the smallest chip, in which pots are divided, if it is more
//	            than the smallest unit of the amounts: "0.05"
//	_aside      array of texts: what players received or paid outside the pot,
//	            not included in any stack: "p2 cash-out 1.89", "p1 bounty 2.75";
//	            "p2 sold -2.10" is what a hand won whose player had cashed out,
//	            "p2 cash-out fee 0.02" what the buyer kept; [SideKinds] has more
//	_limit      text: "pot" or "none", in a game that is played with both
//	_hero       whole number: the player whose file it is, from 1
//
// An entry of blinds_or_straddles below zero is a post of a player who comes in, as PokerKit reads it: it is paid, and does not move the opener.
//
// The verbs, of which games of PHH may use only post, event and go:
//
//	pN pick [CARDS]         answers a question for cards that has no verb of its own
//	pN expose CARDS         turns these of their cards face up
//	d burn CARDS            these cards are burned face up
//	pN buy [CARDS]          gives these up for new ones; without cards declines
//	pN post AMOUNT [WORDS]  posts chips outside antes and blinds, before the
//	                        cards: a live bet, "dead" money, or live "in place"
//	                        of a smaller blind due from the player, a "straddle" or
//	                        an "ante"; "offered live" and "offered straddle": the
//	                        player may decline; ": NAME" after it is what the table
//	                        calls it
//	pN straddle AMOUNT      straddles to AMOUNT
//	pN choose WORDS         answers a question of the game, such as hit or high
//	d event WORDS           an irregularity: its name, then its details,
//	                        "d event dealer_exposed seat=p2 card=9d"
//	pN event WORDS          an irregularity of this player
//	d go N                  before an irregularity: the dealer has taken N steps since
//	                        a player acted or the last irregularity; if omitted,
//	                        as many as it takes until it can have happened
//
// A joker is Jo. Two jokers read as Joker and Joker2 of package cards, in the
// order in which they appear in the action or text.
package history
