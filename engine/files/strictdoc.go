// This file reads JSON that a program has written itself: saved tables and
// the headers of saved games. It rejects, with the place, what encoding/json
// silently accepts: unknown, repeated or missing keys, keys in a different
// letter case, null, numbers out of range, and anything after the end.
//
// The text may come from a stranger. It is read once, with no deeper recursion
// than the Go type it is read into.
//
// A saved game is checked completely before it is played, and errors name the place. engine/files reads the JSON: unknown,
// duplicate or missing keys, null, and numbers out of range are errors. Config.Restore checks that a table can be one of its
// configuration: chips bought are stacks, chips cashed and what the house took; nobody is in two seats; times follow one
// another. A session is played again, each hand of a .phhs is compared with what comes out, and so is the table at the end.
// Policies are named with the hash of their scripts (dsl.Library.Digest), and another script needs --policy on the command
// line.

package files
