// Package sites reads the hand histories of poker sites, and of the programs that imitate them: a file for each site. A format reports what
// its text says, in its order and with its amounts, to a [scribe.Scribe], which makes a hand of it.
//
// # How the files of sites are read
//
// Hand histories of poker sites can be read too. A history.Format recognizes its files by the first lines, finds where a
// hand ends, and reads one hand. history.Open detects the format, the encoding and the line ends, and streams. A format
// reports each action to a scribe.Scribe, in the order and with the amounts of the file. The scribe builds a hand in the
// terms of PHH and its superset: who was dealt in, from the left of the button; blinds, posts and their dead part; wagers as
// totals; starting stacks computed from the file's amounts. A format knows lines, a scribe knows poker, and neither plays
// hands. A scribe adds something that the file leaves out only if it follows from the rest, and lists it in Hand.Inferred.
// Formats of lines are a scribe.Layout each: its header and the words that only it has (Deed); seats, cards, streets, pots
// and summary are read by scribe.Lines for all of them. A long file is cut into parts (Source.Cut) that several workers
// read, play and convert (stream in replays); the results come out in order. --summary and --stats count a hand once: two
// hands are the same if site and number are, and in PHH the actions too. The games are the house sites: its option site
// names the rules. Where readings differ that no file states (who gets an odd chip, what a short all-in does in limit)
// Player.PlayReadings tries each and lists the one that the file shows. _rake is taken when the pots are awarded
// (hand.Setup.Rake), so that odd cents are shared as in the file. engine/convert writes other formats from the events of the
// hand as it was played, and 'cardroom convert' reads back each hand that it writes and compares the two (convert.Same).
package sites
