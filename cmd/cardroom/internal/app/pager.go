package app

import (
	"io"
	"os"
	"os/exec"

	"cardroom/cmd/cardroom/internal/report"
)

// startPager shows the result with the program of PAGER, or else with less, if the
// result is text for somebody at a terminal. The function that it returns waits until
// the reader is done.
func (std *IO) startPager(format string) (wait func()) {
	if format != report.Text || !std.Stdout.Terminal || !std.Stdin.Terminal {
		return func() {}
	}
	program := std.Getenv("PAGER")
	if program == "" && std.Pager != nil {
		program = std.Pager()
	}
	if program == "" {
		return func() {}
	}
	to, done, err := std.Page(program)
	if err != nil {
		std.Warn("PAGER: %v", err)
		return func() {}
	}
	back := std.Stdout.Divert(to)
	return func() {
		std.Stdout.Flush()
		_ = to.Close()
		done()
		back() // who leaves a pager has seen enough
	}
}

// DefaultPager is less where it is installed: it shows colors, and prints what fits on one
// screen without stopping.
func DefaultPager() string {
	if _, err := exec.LookPath("less"); err != nil {
		return ""
	}
	return "less -FRX"
}

// RunPager starts a pager on the terminal, as the shell reads its name. less
// shows colours, and gets out of the way where one screen is enough.
func RunPager(program string) (to io.WriteCloser, wait func(), err error) {
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
