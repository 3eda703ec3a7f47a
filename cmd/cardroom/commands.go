package main

import "cardroom/cmd/cardroom/internal/app"

// allCommands returns the commands, in the order of the help. A program without one of the commands marked optional is this list
// without its line, and without the command's file; see TestOptionalCommands.
func allCommands(manPage func() string) []*app.Command {
	return []*app.Command{
		newGames(),
		newRules(),
		newRulings(),
		newDiff(), // optional
		newPlay(),
		newRun(),
		newReplay(),
		newConvert(), // optional
		newEval(),
		newOdds(),  // optional
		newMerge(), // optional
		newServe(), // optional
		newSite(),  // optional
		newMcp(),   // optional
		newSolve(), // optional
		newNew(),
		newRepl(),
		newTest(),
		newCheck(),
		newBench(), // optional
		newFmt(),
		newLsp(), // optional
		newDap(), // optional
		newDoc(),
		newMan(manPage),
		newCompletion(),
		newVersion(),
	}
}
