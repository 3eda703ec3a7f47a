// Package term is what a program needs to speak with a person and a disk: streams that filter, fold and color text, line
// editing, progress of long jobs, numbers for people, and files that appear only when they are complete. It knows nothing
// about poker or commands.
//
// A stream that writes to a terminal wraps to its width (cmd/cardroom/internal/term/fit.go). Commands fold their own text
// and tables (internal/report); the stream breaks everything else at blanks: paths, messages, commands to copy. Data for
// programs is not folded (Stream.Unfolded).
//
// Every Stream filters what is written to it (cmd/cardroom/internal/term/stream.go), so no command can forget it. Colors
// made by Paint carry a key that is drawn when the process starts; the filter turns those into escape sequences and makes
// all others visible. The line editor and the progress bar bypass the filter to move the cursor (Stream.raw), and receive
// text that is already clean. rows.Marshal and rows.Cell are the only ways into JSON and CSV.
package term
