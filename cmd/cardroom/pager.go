package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// startPager begins to show the result with the program of PAGER, if the result
// is text for somebody at a terminal. The function that it returns waits until
// the reader is done.
func (std *IO) startPager(format string) (wait func()) {
	program := std.Getenv("PAGER")
	if program == "" || format != formatText || !std.Stdout.Terminal || !std.Stdin.Terminal {
		return func() {}
	}
	to, done, err := std.Page(program)
	if err != nil {
		std.Warn("PAGER: %v", err)
		return func() {}
	}
	screen := std.Stdout.w
	std.Stdout.w = to
	return func() {
		std.Stdout.flush()
		_ = to.Close()
		done()
		std.Stdout.w = screen
		if errors.Is(std.Stdout.err, syscall.EPIPE) {
			std.Stdout.err = nil // who leaves a pager has seen enough
		}
	}
}

// runPager starts a pager on the terminal, as the shell reads its name. less
// shows colours, and gets out of the way where one screen is enough.
func runPager(program string) (to io.WriteCloser, wait func(), err error) {
	c := exec.Command("sh", "-c", program)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if os.Getenv("LESS") == "" {
		c.Env = append(os.Environ(), "LESS=FRX")
	}
	if to, err = c.StdinPipe(); err != nil {
		return nil, nil, err
	}
	return to, func() { _ = c.Wait() }, c.Start()
}
