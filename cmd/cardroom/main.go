// Command cardroom plays, checks and measures card-room poker games that are written as scripts.
//
// Each command has a file here, with its parameters and code that reads them into the options of the internal package that does the
// work, and its texts in commands.txt. Package internal/app contains what all commands share; package dsl and the packages in
// engine define games and play hands. Only main.go deals with the process itself.
package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

func main() {
	// The first ^C cancels the context, so that commands end with the results so far, and restores the default behavior, so that
	// a second ^C ends the process. SIGPIPE must not end the process: a closed reader is a write error, so that incomplete files
	// are removed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	std := system()
	watchdog := app.Watch(std)
	std.Late = watchdog.Late
	context.AfterFunc(ctx, func() {
		stop()
		if strings.Contains(context.Cause(ctx).Error(), syscall.SIGTERM.String()) {
			watchdog.Terminate(app.Terminated)
		}
	})
	term.KeepTerminal()
	os.Exit(run(ctx, std, os.Args[1:]))
}

// system returns the IO of the real process.
func system() *app.IO {
	files := &term.Maker{}
	version, release := app.Versions()
	return &app.IO{
		Streams: term.Streams{
			Stdin:   term.Input{Reader: os.Stdin, Terminal: term.IsTerminal(os.Stdin)},
			Stdout:  term.FileStream(os.Stdout),
			Stderr:  term.FileStream(os.Stderr),
			Now:     time.Now,
			Settled: keys.settled,
		},
		FS:     history.OS,
		Create: files.Create,
		// Writes files that commands find themselves or that scripts name.
		CreatePlain: files.CreatePlain,
		Rescue:      &app.Rescue{},
		MkdirAll:    func(name string) error { return os.MkdirAll(name, 0o700) },
		Watch:       app.NewWatcher,
		Getenv:      os.Getenv,
		Seed:        drawSeed,
		Signals:     keys.listen,
		Exec:        execute,
		Output:      outputOf,
		Pager:       app.DefaultPager,
		Page:        app.RunPager,
		Listen:      listen,
		CPUs:        runtime.GOMAXPROCS(0),
		Version:     version,
		Release:     release,
	}
}

// listen listens on this machine. net.Listen would also accept host names, and link a DNS client of 0.2 MB.
func listen(port int) (net.Listener, error) {
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// endings returns the termination signals: ^C, SIGTERM from a system that shuts down, and SIGHUP from a closed terminal, unless
// nohup ignores it.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// keys handles the signals for commands that outlive a ^C.
var keys interrupts

// interrupts restores the default behavior of ^C after the first one: a second ^C, before the first one has been handled, ends
// the process whatever it is doing.
type interrupts struct {
	mu  sync.Mutex
	raw chan os.Signal // nil if no command listens
}

func (i *interrupts) listen() (<-chan os.Signal, func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	raw, out, over := make(chan os.Signal, 1), make(chan os.Signal, 1), make(chan struct{})
	i.raw = raw
	signal.Notify(raw, endings()...)
	go func() {
		for {
			select {
			case sig := <-raw:
				if sig == os.Interrupt {
					signal.Reset(os.Interrupt)
				}
				select {
				case out <- sig:
				default: // one is already pending
				}
			case <-over:
				return
			}
		}
	}()
	return out, func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		signal.Stop(raw)
		if i.raw == raw {
			i.raw = nil
		}
		close(over)
	}
}

// settled makes the next ^C a first one again: the program is back at the prompt.
func (i *interrupts) settled() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.raw != nil {
		signal.Notify(i.raw, os.Interrupt)
	}
}

// execute runs a program that interacts with the user. If standard input is not a terminal, the program does not get it, because
// it is this process's input.
func execute(name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if term.IsTerminal(os.Stdin) {
		c.Stdin = os.Stdin
	}
	return c.Run()
}

// outputOf runs a program and returns its output.
func outputOf(settings []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), settings...)
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s %s: %s", name, args[0], bytes.TrimSpace(failed.Stderr))
	}
	return out, err
}

// drawSeed draws 64 random bits: too many for a script to try all values.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = crand.Read(b[:]) // never fails, by its contract
	return binary.BigEndian.Uint64(b[:])
}

// run runs the program with all commands.
func run(ctx context.Context, std *app.IO, args []string) int { return newApp(std).Run(ctx, std, args) }

// newApp returns the program with all commands.
func newApp(std *app.IO) *app.App {
	var a *app.App
	commands := allCommands(func() string { return a.ManPage() })
	describe(commands)
	a = app.New(std, commands)
	a.Commands = append(a.Commands, completeCommand(a, std))
	return a
}
