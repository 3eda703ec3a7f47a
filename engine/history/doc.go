// Package history reads and writes recorded hands.
package history
