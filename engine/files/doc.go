// Package files reads files on disk: texts from regular files only, JSON that the program has written itself (strict.go), and the
// parts of sharded jobs (parts.go).
//
// A named pipe or a terminal would make the reader wait forever, and a device may never
// end. The meaning of a name can change between a check and the opening, so the
// package checks the opened file, and the opening itself never waits.
//
// [Open] takes a name that the user typed, and follows links as the system
// does. A [Root] is for names that come from a file, such as a script's load
// statement: no name can reach anything outside its folder, and it refuses
// links wherever they lead. A hard link cannot be distinguished from the file
// itself.
//
// engine/files opens everything that is read: a regular file, looked at before and after it is opened, without waiting. Its
// Root is an os.Root that refuses links as well. cmd/cardroom/internal/library/roots.go finds the root of a script of the
// user's own (the nearest cardroom.root), and those of CARDROOM_PATH. In dsl/star a place is a root and a path in it (place.go):
// a load statement can only change the path, so no text that a script writes can name a root. What names scripts from
// outside (Loader.Load) goes through star.Rooted. Links, pipes and devices in a folder are reported as errors;
// Maker.CreatePlain (cmd/cardroom/internal/term) writes below a folder that the user named.
package files
