package app

import (
	"io"
	"os"
	"os/exec"

	"cardroom/cmd/cardroom/internal/report"
)

// startPager pipes text output for a terminal through the program in PAGER, or less by default. The returned function waits
// until the user quits the pager.
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
		back() // a user who quits the pager has seen enough
	}
}

// DefaultPager returns the command for less if it is installed. Its options show colors and print text that fits on one screen
// without stopping.
func DefaultPager() string {
	if _, err := exec.LookPath("less"); err != nil {
		return ""
	}
	return "less -FRX"
}

// RunPager starts a pager on the terminal; the shell parses program. less gets options to show colors and to exit at once if the
// text fits on one screen.
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
