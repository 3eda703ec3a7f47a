//go:build !unix

package files

// DontWait is for systems whose files have names of which opening may wait.
const DontWait = 0
