// This file writes files that appear under their names only when they are complete, and leave nothing behind on failure.
//
// Every file that a command writes goes through a Maker (cmd/cardroom/internal/term): to a locked file next to it, then
// under its name. A file whose lock is free belongs to a process that was killed, and the next run that writes the file
// removes it. faults_test.go makes every step of writing of every command fail once. play and run --session register with
// IO.Rescue a function that saves them from any goroutine, as they were after the last complete action or hand.

package term
