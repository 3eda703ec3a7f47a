// Package docs writes the rule sheet of a game, and reads what is known about a house's document (clauses.go). The sheet is derived only from the plan that is played, so it cannot disagree with the
// game.
//
// [New] makes the [Sheet] of a game at a table's stakes: sections of [Rule]s, each a few sentences with the clauses of the
// house's document that it implements and its position in the script. [NewMenu] makes the sheet of a menu, [NewHouse] the book of
// a house: what applies to all its games, and their sheets. A [Room] adds what a house says apart from its games: tables,
// collections and clauses. [Markdown] and [HTML] write a book; the command line prints it as text and JSON.
//
// # How sheets are made
//
// A docs.Rule is a value: its subject, which is a question; the conditions of the branches around it and its own; what is
// then so, with blanks for amounts and for the numbers of steps; clauses, source, option. Key is the question with its
// conditions and games: two rules of one sheet with one key would be two answers, and TestSheetsAnswerOnce tries all games
// with every value of every option for both readers. speak makes the sentence, last. Nothing reads a sentence again: rules
// differ by key, compare leaves the numbers of steps blank, and an option decides a rule if it changes more than its
// amounts. Docstrings are leaves that are printed whole; only their citations are taken off (prose). A step has one form for
// all readers; the players' sheet leaves out what is unseen and the order in which cards are dealt.
//
// docs.New writes every rule of a game from its plan; trace gives each an origin, by its clauses first and then by loading
// the game with the other values of its options. Book.Condensed writes a house's book. It compares rules as values: a rule
// that three games share (in a small house, more than half of them) stands in front under the title of its subject, with the
// games it is for, and chapters name that title; each deal is whole. Clauses in a row are named by the first and the last,
// and a clause of one game that a ruling of the house implements for all stands once in its own words, with the sentences of
// the ruling that begin "By custom" or "By rule". TestCondensed finds each sentence of each full sheet in the book;
// TestBookLaws holds titles, references, order and notes, TestBookIsShort the words. A sheet's mark is a hash of its
// Markdown without the foot (Plain). The library's rulings have sentences for stud, draws and low games ("In stud …"), which
// are printed for such games alone.
package docs
