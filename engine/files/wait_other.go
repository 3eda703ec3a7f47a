//go:build !unix

package files

// DontWait is 0 on systems where opening a file does not wait.
const DontWait = 0
