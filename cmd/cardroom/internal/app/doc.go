// Package app contains what all commands of the program share: flags and their order, help, exit codes, errors, ^C, formats, and
// access to everything outside a command's own memory. It knows no particular command; commands are passed in.
//
// # The watchdog
//
// A watchdog runs in the process as well (cmd/cardroom/internal/app/watchdog.go): every 50 ms it checks the heap and how
// long the current call of a script has run (guard.Overdue). Over a limit, it saves the game or session (app.Rescue) and ends
// the process. A check takes 0.5 us, a hundred-thousandth of a core, in a run of a million hands too, and adds nothing to a
// command's start. The alternative, a child process with limits set by the system, was measured and rejected: starting a
// process that does nothing takes 8 ms of processor time and 12 ms by the clock, for every command and each start of play
// and repl. The terminal, ^C, saving and every stream would have to go through it. For comparison, a run of 100,000 hands
// takes 0.4 s of processor time. RLIMIT_AS does not help, because Go and Starlark reserve far more addresses than they use.
// Programs that embed dsl are safe with the step charges alone. Go interrupts its own loops for the collector and for
// timers, so no builtin can keep the watchdog from running. After the first ^C the signal goes back to the system, so the
// second one always ends the process.
//
// # Stopping
//
// The first ^C, SIGTERM, cancel and a client that leaves end a context, which everything that deals, searches or solves
// asks. A script cannot ask it: half a second later (app.Graced, one grace for a command or request) the channel of
// star.Options.Done is closed, each call of a script ends at its next check of the clock (Loader.over), and its error is
// context.Canceled. Nor can a reader: IO.Until binds a command's scripts and its standard input to a context, and those who
// outlive a ^C (play, repl and --debug at a terminal) call it again with theirs when the dialog begins. Games of tables
// outlive a request, so theirs is the channel of the request that is being answered. serve --stdio notes the requests of a
// line when it reads it (protocol.Begin) and obeys cancel at once, so a cancel right behind its request is not lost. Two
// tables in tests have a line for every command and every message, whose scripts take 30 ms a call.
//
// # What commands share
//
// What a command takes is a table of rows (internal/params): package app makes the flags of them, app.Read reads a command
// line, completion offers what they say, internal/messages the fields of a message, the debug adapter those of a launch, and the tools of MCP take their schemas
// from them; TestParameters asks each the same. internal/app puts the shared flags around each command; a command hands its
// result to IO.Results, which writes it to standard output and, with --report, to a file. A result is a list of fields
// (rows.Column, rows.Pair): name, meaning, limits, value, heading, text. All formats are made from it, and so are the JSON
// Schemas in cmd/cardroom/schemas: TestSchemas runs every command, follows the types of the values, and compares (-update
// writes them). A field that only some results have is rows.If or rows.Given; the fields of a struct within a result mean
// what their comments say. An interrupted command prints its partial result, marked "complete": false. Files appear under
// their names when they are whole (internal/term). Houses are those of scripts, and of the folders of CARDROOM_PATH
// before them (internal/library/roots.go). A search through all houses leaves out one that does not load (dsl.Library.Games), and
// star.Options.OnBroken reports it once.
package app
