package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"cardroom/cmd/cardroom/internal/report"
)

// startPager pipes text output for a terminal through the program in PAGER, or less by default; the first byte starts it. The
// returned function waits until the user quits the pager. The pager ends when the command is interrupted, and later with a request
// to end, but not with ^C, which is then a key of the pager.
func (std *IO) startPager(ctx context.Context, format string) (wait func()) {
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
	p := &pager{std: std, program: program}
	var quit context.CancelFunc
	p.ctx, quit = context.WithCancel(context.WithoutCancel(ctx))
	p.back = std.Stdout.Divert(p)
	return func() {
		std.Stdout.Flush()
		defer quit()
		if ctx.Err() != nil {
			quit()
		}
		defer context.AfterFunc(ctx, func() {
			if !strings.Contains(context.Cause(ctx).Error(), os.Interrupt.String()) {
				quit()
			}
		})()
		if p.to != nil {
			_ = p.to.Close()
			p.wait()
		}
		p.back() // a user who quits the pager has seen enough
	}
}

// pager starts a pager for the first byte that is written to it.
type pager struct {
	std     *IO
	program string
	ctx     context.Context
	back    func()
	to      io.WriteCloser // nil before the first byte
	wait    func()
}

func (p *pager) Write(text []byte) (n int, err error) {
	if p.to == nil {
		if p.to, p.wait, err = p.std.Page(p.ctx, p.program); err != nil {
			return 0, fmt.Errorf("PAGER: %w", err)
		}
	}
	return p.to.Write(text)
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
