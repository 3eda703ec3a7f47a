// Package ledger writes hands as tables for analysis: one row per hand, seat, decision, event and pot, including events between hands; and counts the statistics
// of poker tracking programs (trackers.go). Played and recorded
// hands have the same tables. [Tables] defines the columns with their types and meanings; the files and their data dictionary are generated from it.
//
// ledger.Tables names every column of hands, seats, decisions, events, pots and equities with its type and meaning; the
// files, schema.json next to them, --rows-schema, the page of doc tables and Parquet are made from it, as ledger.Stats
// makes the columns of --stats and doc stats. ledger.Played is a hand with its record; what its blinds and unit of results
// are is found once, in record.go, for tables and statistics. The hand itself records a decision (hand.Decided, if a log
// asks for it): the action and the pot, price and stack before it. Rows are bytes from the start: repeated texts are encoded
// once, and cells are appended without intermediate values. A worker writes the rows of its block, and they reach the files
// in the order of the hands. Recorded hands get their numbers when they come out of the workers in order (ledger.Loose).
package ledger
