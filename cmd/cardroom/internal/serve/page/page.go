// Package page has the files of the page that 'cardroom serve' shows and 'cardroom site' writes. It is apart so that tests read
// them without a server.
//
// The first line of each file says what it is for. app.js starts the others; model.js has what they all show: a game, its script and its
// setup. A press on Deal goes through table.js to engine.js, which sends the message new to the program (over HTTP, or to worker.js),
// and table.js draws the view that a second message asks for.
//
// The static page has one worker for quick messages and one for long work (engine.js). early.js starts the first of them
// before the other scripts are read: with a full cache the first action is possible after 0.4 s on two cores, natively after
// 0.2. Its first answers, the lists of games and the script and sheet of the first game, are files (site.answers, named in
// engine.json by their messages), so a cold visit shows them while the engine is loaded. place.js keeps what is open in the
// address, model.js what is kept, and two tabs follow each other's texts by storage events. What a seat may do and what its
// hand makes come in its view, never from what the table answered. Nothing can interrupt Go in a browser, so long work
// pauses for a millisecond ten times a second (engine/pause): if it was stopped meanwhile, it answers with the result so
// far. The page watches as well: a worker that crashed, that does not respond for 30 seconds, or that does not stop within
// 5, is replaced. The request that took the time is refused, the others are asked again, and the tables are dealt again from
// their actions by the last script without errors.
package page

import "embed"

// Files are the files of the page, below the folder files.
//
//go:embed files
var Files embed.FS
