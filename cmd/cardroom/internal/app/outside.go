//go:build !js

package app

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"syscall"
)

// Listener accepts connections; the page's engine has none, and links no network.
type Listener = net.Listener

var notInstalled = exec.ErrNotFound

// DefaultPager returns the command for less if it is installed. Its options show colors and print text that fits on one screen
// without stopping.
func DefaultPager() string {
	if _, err := exec.LookPath("less"); err != nil {
		return ""
	}
	return "less -FRX"
}

// RunPager starts a pager on the terminal; the shell parses program. less gets options to show colors and to exit at once if the
// text fits on one screen. The end of the context ends it.
func RunPager(ctx context.Context, program string) (to io.WriteCloser, wait func(), err error) {
	c := exec.CommandContext(ctx, "sh", "-c", program)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if os.Getenv("LESS") == "" {
		c.Env = append(os.Environ(), "LESS=FRX")
	}
	if to, err = c.StdinPipe(); err != nil {
		return nil, nil, err
	}
	return to, func() { _ = c.Wait() }, c.Start()
}
