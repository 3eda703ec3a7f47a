//go:build !unix

package files

// dontWait is for systems whose files have names of which opening may wait.
const dontWait = 0
